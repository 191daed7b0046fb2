//! The plain theme, in which a page is little more than its text.

pub mod hugo;
pub mod ours;

/// Front matter of the home page, shared by both themes.
pub const HOME: &str = "+++\ntitle = \"Posts\"\ndescription = \"Every post of this site, the newest first, six to a page.\"\n+++\n";

/// Error page for unknown URLs.
pub const NOT_FOUND: &str = "<!doctype html><title>No such page</title>";

/// The theme's only style sheet.
pub const STYLE: &str = "body { font-family: serif; }\n";
