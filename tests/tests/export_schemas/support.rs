//! Tools, exported one at a time: what a whole request allows is no matter here.

use resolve_runtime::export::{Dialect, Export, ExportError, Loss};
use resolve_runtime::{Session, ToolCall, ToolDefinition};
use serde_json::Value;
use tests::catalogue::{Entry, catalogue};

/// Whether strictly, and with JSON text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mode {
    pub(crate) strict: bool,
    pub(crate) json_text: bool,
}

impl Mode {
    pub(crate) const LOOSE: Self = Self { strict: false, json_text: false };
    pub(crate) const STRICT: Self = Self { strict: true, json_text: false };
    pub(crate) const STRICT_TEXT: Self = Self { strict: true, json_text: true };
    pub(crate) const ALL: [Self; 4] =
        [Self::LOOSE, Self { strict: false, json_text: true }, Self::STRICT, Self::STRICT_TEXT];
}

/// One exported tool.
pub(crate) struct Exported {
    pub(crate) name: String,
    pub(crate) schema: Value,
    pub(crate) strict: bool,
    pub(crate) losses: Vec<Loss>,
    export: Export,
}

impl Exported {
    /// The arguments as the tool gets them, or what the model is told.
    pub(crate) fn decode(&self, arguments: &Value) -> Result<Value, String> {
        self.decode_text(&arguments.to_string())
    }

    pub(crate) fn decode_text(&self, arguments: &str) -> Result<Value, String> {
        let call = ToolCall::new("call_1", self.name.as_str(), arguments);
        let decoded = self.export.decode(call).map_err(|refused| refused.error().to_string())?;
        Ok(serde_json::from_str(&decoded.arguments).unwrap())
    }
}

pub(crate) fn export(
    tool: &ToolDefinition,
    dialect: Dialect,
    mode: Mode,
) -> Result<Exported, ExportError> {
    let export = Export::builder(dialect)
        .tools(std::slice::from_ref(tool))
        .strict(mode.strict)
        .json_text(tool.name(), mode.json_text)
        .build()?;
    Ok(Exported {
        name: tool.name().to_owned(),
        schema: schema_in(&export.tools()[0], tool.name()).clone(),
        strict: export.is_strict(tool.name()),
        losses: export.losses().to_vec(),
        export,
    })
}

/// The schema in an entry of a list of tools: what is an object with a type of `object`.
fn schema_in<'a>(entry: &'a Value, tool: &str) -> &'a Value {
    let places = [
        "/function/parameters",
        "/parameters",
        "/input_schema",
        "/inputSchema/json",
        "/inputSchema",
        "/toolSpec/inputSchema/json",
        "/functionDeclarations/0/parameters",
        "/functionDeclarations/0/parametersJsonSchema",
    ];
    let found = places.iter().find_map(|place| entry.pointer(place));
    found.unwrap_or_else(|| panic!("{tool} has no schema in {entry}"))
}

/// The catalogue, and `resolve`.
pub(crate) fn entries() -> Vec<Entry> {
    let mut entries = catalogue();
    entries.push(resolve());
    entries
}

pub(crate) fn resolve() -> Entry {
    let session = Session::builder().build().unwrap();
    // It stands among the tools of any session that something could be pending in.
    session.push_pending(
        resolve_runtime::PendingAction::new("Greet")
            .apply(|_| async { Ok::<_, resolve_runtime::BoxError>("Hello!") }),
    );
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let turn = runtime.block_on(session.begin_turn()).unwrap();
    let tool = turn.tools().iter().find(|it| it.name() == "resolve").unwrap();
    Entry {
        tool: ToolDefinition::clone(tool),
        samples: vec![
            serde_json::json!({"action": "apply", "reason": "fine"}),
            serde_json::json!({"action": "discard", "reason": "", "extra": {"n": 1, "t": "42"}}),
        ],
        read: Ok,
    }
}
