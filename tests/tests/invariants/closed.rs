//! Where a rule cannot be evaluated, nothing is done.

use std::pin::pin;
use std::task::{Context, Poll, Waker};

use resolve_runtime::{
    Action, ActionId, ActionState, BoxError, CallError, CancellationToken, PendingAction,
    Resolution, Session, ToolCall,
};
use tests::effects::{Effects, Gate, resolve_call};

/// An action that would write, after a verification that panics.
fn unverifiable(effects: &Effects, gate: Option<Gate>) -> PendingAction {
    let effects = effects.clone();
    PendingAction::new("A")
        .source_tool("a")
        .apply(move |request| {
            effects.begin(request.id(), request.reason()).succeed();
            async { Ok::<_, BoxError>("Applied.") }
        })
        .verify(move |request| {
            let gate = gate.clone();
            async move {
                if let Some(gate) = gate {
                    gate.pass().await;
                }
                assert!(request.reason().is_empty(), "on purpose");
                Ok::<_, BoxError>(())
            }
        })
}

fn closed_and_open() -> [Option<Gate>; 2] {
    [None, Some(Gate::closed())]
}

mod where_a_rule_cannot_be_evaluated_it_fails_closed {
    use super::*;

    #[tokio::test]
    async fn verify_panics() {
        for gate in closed_and_open() {
            let effects = Effects::default();
            let session = Session::builder().build().unwrap();
            let id = session.push_pending(unverifiable(&effects, gate.clone()));
            let never = CancellationToken::new();
            let turn = session.begin_turn().await.unwrap();
            if let Some(gate) = gate {
                gate.open();
            }
            let result = turn.call(resolve_call("r", Action::Apply), &never).await;
            let text = result.text().into_owned();
            assert!(text.starts_with("Preview is stale: panicked: "), "{text}");
            assert!(text.ends_with("Call a again."), "{text}");
            assert!(effects.is_none());
            assert_eq!(session.ended(id).unwrap().state, ActionState::Stale);
        }
    }

    /// Without a runtime there is nobody to drive an apply to its end.
    #[test]
    fn there_is_no_async_runtime() {
        let effects = Effects::default();
        let inner = effects.clone();
        let session = Session::builder().build().unwrap();
        let id = session.push_pending(PendingAction::new("A").apply(move |request| {
            inner.begin(request.id(), request.reason()).succeed();
            async { Ok::<_, BoxError>("Applied.") }
        }));
        let never = CancellationToken::new();
        let mut cx = Context::from_waker(Waker::noop());
        let Poll::Ready(Ok(turn)) = pin!(session.begin_turn()).poll(&mut cx) else {
            panic!("a turn needs no runtime")
        };
        let expected = "This session needs a tokio runtime to resolve actions: call it from a \
                        task of one. Nothing was applied or discarded.";
        for action in [Action::Apply, Action::Discard] {
            let call = pin!(turn.call(resolve_call("r", action), &never));
            let Poll::Ready(result) = call.poll(&mut cx) else { panic!("it is refused at once") };
            assert_eq!(result.text(), expected);
            let host = pin!(session.resolve(id, Resolution::new(action, "h"), &never));
            let Poll::Ready(Err(error)) = host.poll(&mut cx) else {
                panic!("it is refused at once")
            };
            assert_eq!(error.to_string(), expected);
        }
        assert!(effects.is_none());
        assert_eq!(session.pending()[0].state, ActionState::Pending);
        assert_eq!(turn.serves(), Some(id));
        turn.finish();
        assert_eq!(session.queue().inspect().len(), 1, "it is forced again");
    }

    #[tokio::test]
    async fn the_decision_is_not_understood() {
        let effects = Effects::default();
        let inner = effects.clone();
        let session = Session::builder().build().unwrap();
        let id = session.push_pending(PendingAction::new("A").apply(move |request| {
            inner.begin(request.id(), request.reason()).succeed();
            async { Ok::<_, BoxError>("Applied.") }
        }));
        let never = CancellationToken::new();
        let turn = session.begin_turn().await.unwrap();
        for arguments in [
            "",
            "{}",
            "null",
            // The fields in their order, without their names.
            r#"["apply","r"]"#,
            r#"["apply","r",{}]"#,
            r#"{"action":"apply"}"#,
            r#"{"action":"Apply","reason":"r"}"#,
            r#"{"action":"apply ","reason":"r"}"#,
            r#"{"action":"approve","reason":"r"}"#,
            r#"{"action":"apply","reason":7}"#,
            r#"{"action":"apply","reason":"r","extra":7}"#,
            r#"{"action":"apply","reason":"r","force":true}"#,
            r#"{"action":"apply","action":"discard","reason":"r"}"#,
            r#"{"action":"apply","reason":"r"} trailing"#,
        ] {
            let call = ToolCall::new("r", "resolve", arguments);
            let result = turn.call(call, &never).await;
            let refused = matches!(result.outcome(), Err(CallError::Tool(_)));
            assert!(refused, "{arguments}: {result:?}");
            assert!(effects.is_none(), "{arguments}");
        }
        let unknown = ActionId::from_parts(1, 1);
        let host = session.resolve(unknown, Resolution::apply("h"), &never).await;
        assert!(matches!(host, Err(CallError::UnknownAction { .. })), "{host:?}");
        // None of these has used the turn up.
        let result = turn.call(resolve_call("r", Action::Apply), &never).await;
        assert_eq!(result.text(), "Applied.");
        assert_eq!(effects.of(id).begun, ["r"]);
    }
}
