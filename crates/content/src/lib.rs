//! The content tree: from files to checked documents.
//!
//! Comes in: a folder with `content/` (Markdown with TOML front matter, TOML, JSON Schemas). Goes out: [`Content`],
//! and [`Diagnostic`]s with a place for everything that is wrong. The diagnostic type of all stages lives here, for this
//! is the first of them.
//!
//! It never renders anything, writes anything, or knows what a template, a route's HTML or a trade is.

mod calendar;
pub mod codes;
mod document;
mod facts;
mod fill;
mod forms;
mod front_matter;
mod json_places;
mod load;
mod order;
mod reading;
mod schema;
mod schema_mistakes;
mod settings;
mod site_config;
mod sources;
mod structure;
mod tables;
mod toml_mistakes;
mod tree;

pub use document::Document;
pub use facts::{UnknownFact, expand};
pub use forms::FormSources;
pub use load::{
    Collection, Content, DocumentMemo, Selection, assemble, assemble_again, is_like_a_document,
};
pub use reading::is_slug;
pub use schema::Schema;
pub use site_config::{Language, Limits, SiteConfig, offset};
pub use structure::{
    CollectionRule, Feed, Pagination, Redirect, Rewrite, Structure, Taxonomy, Term,
};
pub use tables::{Part, TomlText, Written};
pub use tree::{Tree, is_passed_over, is_text};
