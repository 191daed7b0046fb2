//! What Markdown may refer to.

use std::collections::HashMap;

use serde_json::Value;
use tera::{Context, Tera};

use super::highlight::Highlighter;
use crate::asset_index::AssetIndex;
use crate::recorder::{Record, Recorder};
use crate::template::graph::Templates;

/// What Markdown may refer to.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    /// `site.toml`, for facts.
    pub site: &'a Value,
    /// What components are rendered with; absent for a value, in which there are none.
    pub components: Option<Components<'a>>,
    /// Pictures.
    pub assets: &'a AssetIndex,
    /// URLs of documents by source file, for links to `.md` files.
    pub by_source: &'a HashMap<String, String>,
    /// Whether raw HTML may contain scripts.
    pub allows_scripts: bool,
    /// Highlights code; `None` if code is not highlighted.
    pub highlighter: Option<&'a Highlighter>,
    /// Records links to documents.
    pub recorder: &'a Recorder,
}

/// What components are rendered with.
#[derive(Clone, Copy)]
pub struct Components<'a> {
    /// The parsed templates.
    pub tera: &'a Tera,
    /// What the functions of `tera` recorded.
    pub record: &'a Record,
    /// The text of the templates, for errors in them.
    pub templates: &'a Templates,
    /// Whether `tera` has all components: some are missing while a template has mistakes.
    pub are_complete: bool,
    /// What components see without getting it as an argument: `site`, `page` and others.
    pub implicits: &'a Context,
}
