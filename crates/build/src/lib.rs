//! A build: the stages in order, what they reuse from the last build, and writing `dist/`.
//!
//! load -> plan -> render -> fill islands -> inspect -> write, or serve. Each stage takes the value before it and returns
//! the next; diagnostics travel beside the values, and everything found in a run is reported together.
//!
//! It never touches the terminal, the clock, the environment, HTTP, or AWS.

mod build;
pub mod codes;
mod form_definitions;
mod form_routes;
mod gather;
pub mod host_files;
#[cfg(test)]
mod incremental;
mod islands;
mod menus;
mod mistakes;
mod named_files;
pub mod page_cache;
mod project;
mod site;
mod theme;
pub mod write;

pub use build::{Looked, Memo, Progress, build, once};
pub use project::{Ask, Inputs, Project};
pub use site::Site;
