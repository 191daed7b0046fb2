//! The part of `site.toml` that the engine itself needs. All of it is `site` to templates and text.

use std::collections::BTreeMap;

use jiff::tz::Offset;
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

impl SiteConfig {
    /// What `utc_offset` says.
    pub fn offset(&self) -> Offset {
        offset(&self.utc_offset)
    }
}

/// What is ahead of UTC by `text` (`+05:30`); UTC where that is no offset, which the schema reports.
pub fn offset(text: &str) -> Offset {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let seconds = digits.split_once(':').and_then(|(hours, minutes)| {
        let minutes = hours.parse::<i32>().ok()?.checked_mul(60)? + minutes.parse::<i32>().ok()?;
        minutes.checked_mul(sign * 60)
    });
    let offset = seconds.and_then(|seconds| Offset::from_seconds(seconds).ok());
    offset.unwrap_or(Offset::UTC)
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
