//! The state machine under random sequences of operations: against a model that is as naive as it
//! can be, and against each invariant of the contract by itself.

#[path = "machine_properties/invariants.rs"]
mod invariants;
#[path = "machine_properties/model.rs"]
mod model;
#[path = "machine_properties/ops.rs"]
mod ops;
#[path = "machine_properties/reach.rs"]
mod reach;
#[path = "machine_properties/rig.rs"]
mod rig;

use proptest::prelude::*;

use self::model::Model;
use self::rig::Rig;

/// A failure prints the smallest sequence; it belongs into a test of its own then, not into a file
/// of seeds.
fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_machine_does_what_the_model_does(ops in ops::ops(), cap in ops::caps()) {
        let (mut rig, mut model) = (Rig::new(cap), Model::new(cap));
        for op in &ops {
            let Some(act) = rig.choose(op) else { continue };
            prop_assert_eq!(rig.perform(&act), model.perform(&act), "{:?} answers", act);
            prop_assert_eq!(rig.snapshot(), model.snapshot(), "after {:?}", act);
        }
    }
}
