//! Packs of wording rules in `content/wording/`.

use content::TomlText;
use diagnostic::Diagnostic;
use serde::Deserialize;

use crate::inspection::Inspection;
use crate::settings::{files_below, read_toml};

const FOLDER: &str = "content/wording/";
const SCHEMA: &str = include_str!("../schemas/wording.json");

/// A pack of rules: one file of `content/wording/`.
#[derive(Debug, Deserialize)]
pub(crate) struct Pack {
    pub signed_off_by: String,
    #[serde(rename = "rule")]
    pub rules: Vec<WordingRule>,
}

/// A rule of a pack: the words that it reports, and why.
#[derive(Debug, Deserialize)]
pub(crate) struct WordingRule {
    pub id: String,
    pub pattern: String,
    #[serde(default)]
    pub match_case: bool,
    #[serde(default)]
    pub unless: Vec<String>,
    pub reason: String,
    pub instead: Option<String>,
    pub source: String,
    pub since: String,
    pub severity: Option<String>,
}

/// Reads all packs. Yields the findings of an invalid pack in its place.
pub(crate) fn packs(
    site: &Inspection<'_>,
) -> impl Iterator<Item = Result<(Pack, TomlText), Vec<Diagnostic>>> {
    files_below(site.output.tree, FOLDER).map(|source| read_toml::<Pack>(source, SCHEMA))
}

/// Returns the ids of the rules of all valid packs.
pub(crate) fn ids(site: &Inspection<'_>) -> Vec<String> {
    let rules = packs(site).flatten().flat_map(|(pack, _)| pack.rules);
    rules.map(|rule| rule.id).collect()
}
