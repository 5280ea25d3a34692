//! What a model writes for an exported schema comes back as what the tool reads.

use resolve_runtime::export::{Dialect, Loss};
use serde_json::Value;

use super::encode::Encoder;
use super::support::{Exported, Mode, entries, export};

#[test]
fn all_samples_come_back_in_all_dialects() {
    let mut count = 0;
    for dialect in Dialect::ALL {
        for mode in Mode::ALL {
            for entry in entries() {
                let name = entry.tool.name();
                let Ok(exported) = export(&entry.tool, dialect, mode) else { continue };
                for sample in &entry.samples {
                    if cannot_say(&exported, sample) {
                        continue;
                    }
                    let encoder = Encoder::new(&exported.schema, &exported.losses);
                    let written = encoder.encode(sample).unwrap_or_else(|| {
                        panic!("{dialect} {mode:?} {name}: {sample} in {:#}", exported.schema)
                    });
                    let decoded = exported.decode(&written).unwrap_or_else(|error| {
                        panic!("{dialect} {mode:?} {name}: {written}: {error}")
                    });
                    let wanted = (entry.read)(sample.clone()).unwrap();
                    let read = (entry.read)(decoded.clone()).unwrap_or_else(|error| {
                        panic!("{dialect} {mode:?} {name}: {written} is {decoded}: {error}")
                    });
                    assert_eq!(read, wanted, "{dialect} {mode:?} {name}: {written}");
                    count += 1;
                }
            }
        }
    }
    assert!(count > 3000, "{count}");
}

/// Of nothing and null, where these are not the same, a strict tool of OpenAI has only null. The
/// list of losses says so.
fn cannot_say(exported: &Exported, sample: &Value) -> bool {
    let told = |loss: &Loss| loss.what.contains("its default cannot be had");
    exported.strict && exported.losses.iter().any(told) && sample == &serde_json::json!({})
}

/// A tool's own arguments are no worse for having been decoded: models that know its schema from
/// elsewhere write them.
#[test]
fn own_arguments_stay_as_they_are() {
    for dialect in Dialect::ALL {
        for entry in entries() {
            let Ok(exported) = export(&entry.tool, dialect, Mode::STRICT_TEXT) else { continue };
            for sample in &entry.samples {
                let is_ambiguous = ["any_lists", "any_value", "map_or_text", "odd_names"];
                if is_ambiguous.contains(&entry.tool.name()) {
                    continue;
                }
                let decoded = exported.decode(sample).unwrap();
                let name = entry.tool.name();
                let read = |it: &Value| (entry.read)(it.clone()).unwrap();
                assert_eq!(read(&decoded), read(sample), "{dialect} {name}: {decoded}");
            }
        }
    }
}

/// Whatever the export says, text of an object stands for the object: at the root, and again.
#[test]
fn arguments_that_were_encoded_twice_come_back() {
    for dialect in Dialect::ALL {
        for entry in entries() {
            let Ok(exported) = export(&entry.tool, dialect, Mode::STRICT) else { continue };
            for sample in &entry.samples {
                let encoder = Encoder::new(&exported.schema, &exported.losses);
                let written = encoder.encode(sample).unwrap();
                let plain = exported.decode(&written).unwrap();
                let mut text = written;
                for _ in 0..3 {
                    text = Value::from(text.to_string());
                    assert_eq!(exported.decode(&text).unwrap(), plain, "{dialect} {text}");
                }
            }
        }
    }
}
