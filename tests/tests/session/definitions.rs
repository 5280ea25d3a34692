//! What a session tells models: its tools, and `resolve`.

use super::*;

#[tokio::test]
async fn resolve_is_hidden_and_always_there() {
    let session = session();
    let names = |tools: &[Arc<ToolDefinition>]| -> Vec<String> {
        tools.iter().map(|tool| tool.name().to_owned()).collect()
    };
    assert_eq!(names(session.tools()), ["note"]);
    assert!(session.tool(RESOLVE).is_none());
    assert_eq!(
        names(&session.select_tools(["resolve", "note", "note", "nope"])),
        ["note", RESOLVE]
    );
    assert_eq!(names(&session.select_tools([])), [RESOLVE]);
    let empty = Session::builder().build().unwrap();
    let turn = empty.begin_turn().await.unwrap();
    assert_eq!(names(turn.tools()), [RESOLVE]);
}

#[tokio::test]
async fn the_definition_of_resolve_never_changes() {
    let session = session();
    let resolve = |turn: &resolve_runtime::Turn| turn.tools().last().unwrap().clone();
    let turn = session.begin_turn().await.unwrap();
    let before = resolve(&turn);
    drop(turn);
    previewed(&session).await;
    let turn = session.begin_turn().await.unwrap();
    assert!(Arc::ptr_eq(&before, &resolve(&turn)));
    assert!(!before.description().contains("Note"));
}

#[test]
fn names_that_no_session_takes() {
    let named = |name: &str| {
        let definition = Arc::new(ToolDefinition::new(name));
        Session::builder().tool(Named(definition)).build().map(drop)
    };
    for reserved in ["resolve", "Resolve", "RESOLVE"] {
        let name = reserved.into();
        assert_eq!(named(reserved), Err(BuildError::ReservedName { name }));
    }
    for invalid in ["", "1st", "a b", "naïve", "a.b", "-a", &"a".repeat(64)] {
        assert_eq!(named(invalid), Err(BuildError::InvalidName { name: (*invalid).into() }));
    }
    for valid in ["_", "a-b_C9", &"a".repeat(63)] {
        assert_eq!(named(valid), Ok(()));
    }
    let twice = Session::builder().tool(Note).tool(Note).build().unwrap_err();
    assert_eq!(twice, BuildError::DuplicateName { name: "note".into() });
    assert_eq!(
        twice.to_string(),
        "two tools are called `note`: a model could not tell them apart; rename one"
    );
}
