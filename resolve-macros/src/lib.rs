//! The `#[preview_tool]` attribute.
