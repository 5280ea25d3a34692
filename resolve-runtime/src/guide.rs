#![doc = include_str!("../docs/guide.md")]
#![cfg_attr(not(feature = "fs"), doc = "", doc = "[`files`]: crate#features")]
#![cfg_attr(not(feature = "export"), doc = "", doc = "[`export`]: crate#features")]
#![cfg_attr(not(feature = "mcp"), doc = "", doc = "[`mcp`]: crate#features")]

#[doc = include_str!("../docs/guide/tool_author.md")]
pub mod tool_author {}

#[doc = include_str!("../docs/guide/host.md")]
pub mod host {}

#[doc = include_str!("../docs/guide/extend.md")]
pub mod extend {}

#[doc = include_str!("../docs/guide/testing.md")]
pub mod testing {}

#[doc = include_str!("../docs/guide/by_hand.md")]
pub mod by_hand {}

#[cfg(feature = "fs")]
#[doc = include_str!("../docs/guide/files.md")]
pub mod files {}

#[cfg(feature = "export")]
#[doc = include_str!("../docs/guide/export.md")]
pub mod export {}

#[cfg(feature = "mcp")]
#[doc = include_str!("../docs/guide/mcp.md")]
pub mod mcp {}
