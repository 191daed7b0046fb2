//! The part of `site.toml` that the engine itself needs. All of it is `site` to templates and text.

use std::collections::BTreeMap;

use serde::Deserialize;

/// What the engine reads from `site.toml`.
#[derive(Debug, Clone, Deserialize)]
pub struct SiteConfig {
    /// The site's name, as titles carry it.
    pub name: String,
    /// Scheme and host, without a slash at the end.
    pub base_url: String,
    /// The language of documents that name no other (BCP 47).
    #[serde(default = "english")]
    pub language: String,
    /// Further languages: `about.hi.md` belongs to `[languages.hi]` and stands at `/hi/about`.
    #[serde(default)]
    pub languages: BTreeMap<String, Language>,
    /// The folder below `themes/`.
    pub theme: String,
    /// What stands between a page's title and the site's name.
    #[serde(default = "dash")]
    pub title_separator: String,
    /// Offset of the site's time zone from UTC, as feeds and the sitemap write it.
    #[serde(default = "utc")]
    pub utc_offset: String,
    /// When pages without a date of their own last changed, for the sitemap (`2026-04-30`).
    pub updated: Option<String>,
    /// Bounds of titles and descriptions, in characters.
    #[serde(default)]
    pub limits: Limits,
}

/// A language beside the main one.
#[derive(Debug, Clone, Deserialize)]
pub struct Language {
    /// Its name in itself, for the language menu.
    pub name: String,
}

/// Bounds of titles and descriptions, in characters.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// Longest `<title>`. Search results cut titles at about this length.
    pub title: usize,
    /// Shortest meta description.
    pub description_min: usize,
    /// Longest meta description.
    pub description_max: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            title: 70,
            description_min: 50,
            description_max: 160,
        }
    }
}

fn english() -> String {
    "en".to_owned()
}

fn dash() -> String {
    " - ".to_owned()
}

fn utc() -> String {
    "+00:00".to_owned()
}
