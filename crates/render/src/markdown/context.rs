//! Data that Markdown may refer to while it is rendered.

use diagnostic::ByText;
use serde_json::Value;
use tera::{Context, Tera};

use super::highlight::Highlighter;
use super::parse::Dialect;
use crate::asset_index::AssetIndex;
use crate::recorder::{Record, Recorder};
use crate::template::graph::Templates;

/// Data that Markdown may refer to while it is rendered.
#[derive(Clone, Copy)]
pub struct MarkdownContext<'a> {
    /// Content of `site.toml`, from which facts are filled in.
    pub site: &'a Value,
    /// Data for rendering components; `None` for Markdown in a value, where components are not allowed.
    pub components: Option<Components<'a>>,
    /// Pictures and other files.
    pub assets: &'a AssetIndex,
    /// URLs of documents by source file, for links to `.md` files.
    pub by_source: &'a ByText<String, String>,
    /// Parts of the dialect that the collection sets.
    pub dialect: Dialect,
    /// Whether raw HTML may contain scripts.
    pub allows_scripts: bool,
    /// Code highlighter; `None` if code is not highlighted.
    pub highlighter: Option<&'a Highlighter>,
    /// Recorder of the pictures, and of the queries for links to documents.
    pub recorder: &'a Recorder,
}

/// Data for rendering components.
#[derive(Clone, Copy)]
pub struct Components<'a> {
    /// The parsed templates, which define the components.
    pub tera: &'a Tera,
    /// Errors that the functions registered in `tera` recorded.
    pub record: &'a Record,
    /// The text of the templates, to report errors in them.
    pub templates: &'a Templates,
    /// Whether `tera` has all components; some are missing if a template has errors.
    pub are_complete: bool,
    /// Variables that components can use without getting them as arguments: `site`, `page`, and others.
    pub implicits: &'a Context,
}
