//! Rules over the finished output. One rule, one file; each finding at the line that caused it.
//!
//! Comes in: every page as HTML, all other files, the plan, and the content and templates to trace findings back to.
//! Goes out: findings, and the security headers that the pages need.
//!
//! It never touches disk, clock, or network: the rule that asks other sites does so through a function it is given.

pub mod addresses;
pub mod blame;
pub mod codes;
pub mod collisions;
mod files;
pub mod headers;
mod inspect;
mod inspection;
mod markup;
pub mod moved_files;
mod output;
pub mod page;
mod page_reader;
mod prose;
mod rule;
mod rules;
mod scope;
pub mod settings;
mod text_finding;
mod text_record;
mod unicode_range;

#[cfg(test)]
mod fixture;

pub use files::Files;
pub use inspect::{inspect, merge};
pub use output::{Ask, Output};
pub use page::Page;
pub use page_reader::PageFacts;
pub use rule::Rule;
pub use rules::external_link::BROKEN_EXTERNAL_LINK;
pub use rules::{RULES, descriptions, takes_parts, titles, url_ledger};
pub use scope::{Scope, When};
pub use settings::Settings;
