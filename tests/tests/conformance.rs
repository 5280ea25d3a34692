//! Every scenario of the contract, compared with what it expects.

use serde_json::Value;
use tests::conformance::{Scenario, observe};

#[test]
fn named_scenarios() {
    check(include_str!("../data/conformance/named.jsonl"), 63);
}

#[test]
fn random_scenarios() {
    check(include_str!("../data/conformance/random.jsonl"), 150);
}

fn check(scenarios: &str, count: usize) {
    let mut seen = 0;
    let mut wrong = Vec::new();
    for line in scenarios.lines() {
        let scenario: Scenario = serde_json::from_str(line).unwrap();
        seen += 1;
        for (step, observation) in scenario.steps.iter().zip(observe(&scenario)) {
            let Some(Value::Object(expected)) = &step.expect else {
                continue;
            };
            for (key, expected) in expected {
                let observed = observation.get(key).unwrap_or(&Value::Null);
                if !covers(observed, expected) {
                    wrong.push(format!(
                        "{} step {} {}: {key} is {observed}, expected {expected}",
                        scenario.name, observation["step"], observation["op"],
                    ));
                }
            }
        }
    }
    assert_eq!(seen, count);
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n"));
}

/// Equal; of an error, what the scenario says of it.
fn covers(observed: &Value, expected: &Value) -> bool {
    match (observed, expected) {
        (Value::Object(observed), Value::Object(expected)) if expected.contains_key("kind") => {
            expected.iter().all(|(key, value)| observed.get(key) == Some(value))
        }
        _ => observed == expected,
    }
}
