//! A finished page as a tree of elements and texts.

mod builder;
mod syntax_help;
mod tag_counts;
mod tree;

pub use builder::{OPEN_COMMENT, UNFINISHED, build, is_void};
pub use tree::{Markup, MarkupFault, MarkupFaultKind};
