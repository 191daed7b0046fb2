//! The settings of `site.toml` that this program uses.

use std::collections::BTreeMap;

use jiff::tz::Offset;
use serde::Deserialize;

/// The settings of `site.toml` that this program uses. The file may have other keys, which templates and text use.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct SiteConfig {
    /// Name of the site, which is appended to the titles of pages.
    pub name: String,
    /// Scheme and host of the published site, without a trailing slash: `https://example.com`.
    pub base_url: String,
    /// Main language as a BCP 47 tag.
    #[serde(default = "english")]
    pub language: String,
    /// Other languages: `about.hi.md` belongs to `[languages.hi]` and has the URL `/hi/about`.
    #[serde(default)]
    pub languages: BTreeMap<String, Language>,
    /// Name of the theme, a folder below `themes/`.
    pub theme: String,
    /// Text between a page's title and the site's name.
    #[serde(default = "dash")]
    pub title_separator: String,
    /// Offset of the site's time zone from UTC: `+05:30`.
    #[serde(default = "utc")]
    pub utc_offset: String,
    /// Date of the last change, in the sitemap, of every page that has no date of its own: `2026-04-30`.
    pub updated: Option<String>,
    /// Limits for titles and descriptions.
    #[serde(default)]
    pub limits: Limits,
}

impl SiteConfig {
    /// Parses `utc_offset`. Falls back to UTC if it is malformed.
    pub fn offset(&self) -> Offset {
        offset(&self.utc_offset)
    }
}

/// Parses an offset from UTC such as `+05:30`. Falls back to UTC; the schema reports a malformed offset.
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

/// A language other than the main one.
#[derive(Debug, Clone, Deserialize)]
pub struct Language {
    /// Name in the language itself, for the language menu.
    pub name: String,
}

/// Limits for titles and descriptions, in characters.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// Maximum length of `<title>`. Search results truncate titles at about this length.
    pub title: usize,
    /// Minimum length of a meta description.
    pub description_min: usize,
    /// Maximum length of a meta description.
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
