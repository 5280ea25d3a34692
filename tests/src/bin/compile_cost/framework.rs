//! The same tool in each framework.

use std::fmt::Write as _;
use std::path::Path;
use std::{fs, io};

/// Whose attribute makes the tool.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Framework {
    Resolve,
    Rmcp,
    Rig,
}

impl Framework {
    pub(crate) const ALL: [Self; 3] = [Self::Resolve, Self::Rmcp, Self::Rig];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Resolve => "resolve-runtime",
            Self::Rmcp => "rmcp",
            Self::Rig => "rig",
        }
    }

    /// Writes a crate with so many tools.
    pub(crate) fn write(self, folder: &Path, tools: usize) -> io::Result<()> {
        fs::create_dir_all(folder.join("src"))?;
        fs::write(folder.join("Cargo.toml"), self.manifest(tools))?;
        fs::write(folder.join("src/main.rs"), self.source(tools))?;
        let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock");
        fs::copy(lock, folder.join("Cargo.lock"))?;
        Ok(())
    }

    fn manifest(self, tools: usize) -> String {
        let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../resolve-runtime");
        let dependencies = match self {
            Self::Resolve => {
                format!("resolve-runtime = {{ path = '{}' }}\nserde = \"1\"", runtime.display())
            }
            Self::Rmcp => {
                let features = r#"default-features = false, features = ["server", "macros"]"#;
                format!(
                    "rmcp = {{ version = \"=3.11.0\", {features} }}\nschemars = \"1\"\n\
                     serde = {{ version = \"1\", features = [\"derive\"] }}"
                )
            }
            Self::Rig => "rig-agent = \"=0.44.0\"\nrig-core = \"=0.44.0\"\nschemars = \"1\"\n\
                          serde = { version = \"1\", features = [\"derive\"] }\nserde_json = \"1\""
                .to_owned(),
        };
        format!(
            "[package]\nname = \"cost_{tools}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
             [dependencies]\n{dependencies}\ntokio = {{ version = \"1\", features = [\"rt\"] }}\n"
        )
    }

    fn source(self, tools: usize) -> String {
        match self {
            Self::Resolve => resolve(tools),
            Self::Rmcp => rmcp(tools),
            Self::Rig => rig(tools),
        }
    }
}

const PARAMETERS: &str = "
    /// The city to look up.
    city: String,
    /// How many days from now on.
    days: i64,
    /// The unit of the temperatures.
    unit: Option<String>,
    /// How much each source counts.
    weights: Vec<f64>,
";

/// What all tools do: the framework's own code is what is compared.
const FORECAST: &str = r#"
fn forecast(city: &str, days: i64, unit: Option<&str>, weights: &[f64]) -> String {
    format!("{city} {days} {unit:?} {weights:?}")
}
"#;

const CALL: &str = "forecast(&city, days, unit.as_deref(), &weights)";

fn resolve(tools: usize) -> String {
    let mut source = String::from(
        "use resolve_runtime::prelude::*;

#[derive(Serialize, Deserialize)]
struct Plan {
    text: String,
}

async fn done(plan: &Plan, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok(plan.text.as_str().into())
}

fn staged(text: String) -> Preview<Plan> {
    Preview::stage(Plan { text: text.clone() }, text)
}
",
    );
    source.push_str(FORECAST);
    let mut list = String::new();
    for tool in 0..tools {
        let _ = write!(
            source,
            "
/// Forecast number {tool} of the weather of a city.
#[preview_tool(apply = done)]
async fn forecast_{tool}({PARAMETERS}) -> Result<Preview<Plan>, BoxError> {{
    Ok(staged({CALL}))
}}
"
        );
        let _ = writeln!(list, "        .tool(Forecast{tool})");
    }
    let _ = write!(
        source,
        r#"
fn main() {{
    let session = Session::builder()
{list}        .build()
        .unwrap();
    let arguments = std::env::args().nth(1).unwrap_or_default();
    let call = async {{
        let turn = session.begin_turn().await.unwrap();
        let call = ToolCall::new("1", "forecast_0", &arguments);
        let result = turn.call(call, &CancellationToken::new()).await;
        turn.finish();
        result.text().len()
    }};
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    println!("{{}} {{}}", session.tools().len(), runtime.block_on(call));
}}
"#
    );
    source
}

fn rmcp(tools: usize) -> String {
    let mut types = String::new();
    let mut methods = String::new();
    for tool in 0..tools {
        let _ = write!(
            types,
            "
#[derive(Deserialize, JsonSchema)]
struct Forecast{tool} {{{PARAMETERS}}}
"
        );
        let _ = write!(
            methods,
            "
    /// Forecast number {tool} of the weather of a city.
    #[tool]
    async fn forecast_{tool}(&self, arguments: Parameters<Forecast{tool}>) -> Result<String, ErrorData> {{
        let Parameters(Forecast{tool} {{ city, days, unit, weights }}) = arguments;
        Ok({CALL})
    }}
"
        );
    }
    format!(
        "use rmcp::handler::server::wrapper::Parameters;
use rmcp::{{ErrorData, ServerHandler, tool, tool_router}};
use schemars::JsonSchema;
use serde::Deserialize;
{FORECAST}{types}
struct Server;

impl ServerHandler for Server {{}}

#[tool_router]
impl Server {{{methods}}}

fn main() {{
    println!(\"{{}}\", Server::tool_router().list_all().len());
}}
"
    )
}

fn rig(tools: usize) -> String {
    let mut source = String::from(
        "use rig_agent::tool::{ToolContext, ToolSet};
use rig_agent::rig_tool;
use rig_core::tool::ToolExecutionError;
",
    );
    source.push_str(FORECAST);
    let mut list = String::new();
    for tool in 0..tools {
        let _ = write!(
            source,
            "
/// Forecast number {tool} of the weather of a city.
#[rig_tool]
async fn forecast_{tool}({PARAMETERS}) -> Result<String, ToolExecutionError> {{
    Ok({CALL})
}}
"
        );
        let _ = writeln!(list, "    tools.add_tool(Forecast{tool});");
    }
    let _ = write!(
        source,
        r#"
fn main() {{
    let mut tools = ToolSet::default();
{list}    let arguments = std::env::args().nth(1).unwrap_or_default();
    let mut context = ToolContext::new();
    let call = async {{
        let _ = tools.execute("forecast_0", arguments, &mut context).await;
    }};
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(call);
    println!("{{}}", tools.len());
}}
"#
    );
    source
}
