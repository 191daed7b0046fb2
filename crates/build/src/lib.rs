//! Runs the stages of a build in order, reuses results of the last build, and writes `dist/`.
//!
//! load -> plan -> render -> fill islands -> inspect -> write, or serve. Each stage takes the value of the stage before it and
//! returns the next value, together with its diagnostics. A run reports the diagnostics of all stages.
//!
//! Never: writes to the terminal; reads the clock or the environment; uses HTTP or AWS.

mod build;
mod cache;
mod cards;
pub mod codes;
mod drafts;
mod edited_pages;
mod findings;
mod form_definitions;
mod form_routes;
pub mod host_files;
#[cfg(test)]
mod incremental;
mod inspection;
mod islands;
pub mod leftovers;
mod menus;
pub mod output_folder;
mod project;
mod referenced_files;
mod rendered_pages;
mod replace_file;
mod site;
mod site_assets;
mod theme;
mod widget_check;
pub mod write;

pub use assets::{Encoding, TypeCheck};
pub use build::{Built, Memo, build, once};
pub use cards::CardRenderer;
pub use edited_pages::{EditedPages, ShowEdited};
pub use findings::Coverage;
pub use project::{Inputs, Project, RequestUrls};
pub use rendered_pages::Progress;
pub use replace_file::replace_file;
pub use site::Site;
pub use widget_check::WidgetCheck;
