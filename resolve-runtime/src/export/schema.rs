//! Schemas, as each dialect takes them, and the way back.
//!
//! A schema is read into a [shape](shape), which holds all that it says; a [profile](profile)
//! lists what a dialect takes, and whether [strictly](How::strict); the shape is
//! [written](emit) by that profile; and the [decoder](decode) goes the other way.

mod decode;
mod emit;
mod meet;
mod parse;
mod plan;
mod profile;
mod root;
mod shape;
mod words;

use schemars::Schema;
use serde_json::Value;

pub(crate) use self::decode::Decoder;
use self::plan::Plan;
use self::profile::Profile;
use self::shape::{Document, Refusal};
use super::{Dialect, ExportError, Loss};

/// How a schema is to be exported.
#[derive(Debug, Clone, Copy)]
pub(crate) struct How {
    pub(crate) dialect: Dialect,
    /// Strict where the schema can be.
    pub(crate) strict: bool,
    /// What has no structure in the dialect travels as JSON text: open objects where that makes
    /// the tool strict, and types that contain themselves where they would be refused.
    pub(crate) json_text: bool,
}

/// A schema as a dialect takes it.
#[derive(Debug)]
pub(crate) struct Lowered {
    pub(crate) schema: Value,
    /// Whether the tool is strict.
    pub(crate) strict: bool,
    /// What the dialect has no place for at the root of a schema: it belongs into the description
    /// of the tool.
    pub(crate) about: Option<String>,
    /// The way back for the arguments.
    pub(crate) decoder: Decoder,
    pub(crate) losses: Vec<Loss>,
}

/// The schema as the dialect takes it, or why it takes none.
pub(crate) fn lower(tool: &str, schema: &Schema, how: How) -> Result<Lowered, ExportError> {
    let refused = |Refusal { path, reason }: Refusal| ExportError {
        tool: tool.into(),
        path: path.into(),
        reason: reason.into(),
    };
    let lost = |(path, what): (String, String)| Loss {
        tool: tool.into(),
        path: path.into(),
        what: what.into(),
    };
    let document = parse::document(schema.as_value()).map_err(refused)?;
    let mut not_strict = None;
    if let Some(profile) = profile::strict(how.dialect).filter(|_| how.strict) {
        match written(&document, profile, how.json_text) {
            Ok((lowered, losses)) => {
                let losses = losses.into_iter().map(lost).collect();
                return Ok(Lowered { strict: true, losses, ..lowered });
            }
            Err(Refusal { path, reason }) => {
                not_strict = Some((path, format!("the tool is not strict: {reason}")));
            }
        }
    }
    let (profile, text) = profile::loose(how.dialect, how.strict && how.json_text);
    let (lowered, losses) = written(&document, profile, text || how.json_text).map_err(refused)?;
    let losses = not_strict.into_iter().chain(losses).map(lost).collect();
    Ok(Lowered { losses, ..lowered })
}

type Losses = Vec<(String, String)>;

fn written(
    document: &Document,
    profile: &'static Profile,
    text: bool,
) -> Result<(Lowered, Losses), Refusal> {
    let plan = Plan { document, profile, text };
    let root = root::of(&plan)?;
    let emitted = emit::export(&plan, &root)?;
    let lowered = Lowered {
        schema: emitted.schema,
        strict: false,
        about: emitted.about,
        decoder: decode::build(&plan, &root),
        losses: Vec::new(),
    };
    Ok((lowered, emitted.losses))
}
