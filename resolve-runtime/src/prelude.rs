//! What tool authors and hosts need most: `use resolve_runtime::prelude::*;`.

pub use schemars::JsonSchema;
pub use serde::{Deserialize, Serialize};

pub use crate::{
    BoxError, CallContext, CancellationToken, Content, FreeForm, PendingAction, Preview,
    PreviewTool, Resolution, ResolveContext, Session, StandingHandler, ToolCall, ToolChoice,
    ToolError, ToolOutput, VerifyPlan, preview_tool,
};
