//! What the schemas of tools become in each dialect, and what comes back of arguments.

#[path = "export_schemas/case_of_values.rs"]
mod case_of_values;
#[path = "export_schemas/cases.rs"]
mod cases;
#[path = "export_schemas/decoding.rs"]
mod decoding;
#[path = "export_schemas/encode.rs"]
mod encode;
#[path = "export_schemas/golden.rs"]
mod golden;
#[path = "export_schemas/keywords.rs"]
mod keywords;
#[path = "export_schemas/laid_out.rs"]
mod laid_out;
#[path = "export_schemas/round_trip.rs"]
mod round_trip;
#[path = "export_schemas/support.rs"]
mod support;
