//! `content/checks.toml`: what the rules are to know of this site. Without the file, defaults hold.

use std::collections::BTreeMap;
use std::sync::Arc;

use content::{Part, TomlText, Tree};
use diagnostic::{Diagnostic, Place, Severity, Source, did_you_mean};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::codes;

/// Where the settings stand.
const FILE: &str = "content/checks.toml";
const SCHEMA: &str = include_str!("../schemas/checks.json");

/// Everything `checks.toml` declares.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Severity of findings by code, where the default will not do.
    pub rules: BTreeMap<String, Level>,
    /// Review dates.
    pub review: Review,
    /// Byte budgets; the first that names a page holds for it.
    #[serde(rename = "budget")]
    pub budgets: Vec<Budget>,
    /// Pairs of colours that have to stand out from each other.
    #[serde(rename = "contrast")]
    pub contrasts: Vec<Contrast>,
    /// Words with one right spelling.
    #[serde(rename = "term")]
    pub terms: Vec<Term>,
    /// Facts that text must not contradict.
    #[serde(rename = "fact")]
    pub facts: Vec<Fact>,
    /// Links to other sites.
    pub external: External,
    /// Pages that nothing links to.
    pub orphans: Orphans,
    /// The file, for places.
    #[serde(skip)]
    toml: Option<TomlText>,
}

/// What becomes of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// It is not reported.
    Off,
    /// It is reported.
    Warning,
    /// It stops a build.
    Error,
}

/// `[review]`.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(default)]
pub struct Review {
    /// Days after `review_by` on which the page is only warned of.
    pub grace_days: i32,
}

impl Default for Review {
    /// A month to get round to it.
    fn default() -> Self {
        Self { grace_days: 30 }
    }
}

/// One `[[budget]]`, in bytes as sent.
#[derive(Debug, Clone, Deserialize)]
pub struct Budget {
    /// Addresses: `/`, `/services/*`, `*`.
    pub pages: Vec<String>,
    /// How the bytes are counted.
    #[serde(default)]
    pub encoding: Encoding,
    /// The page itself.
    pub html: Option<usize>,
    /// Its style sheets.
    pub css: Option<usize>,
    /// Its scripts, those of its islands included.
    pub js: Option<usize>,
    /// The fonts its text can ask for.
    pub fonts: Option<usize>,
    /// Its pictures.
    pub images: Option<usize>,
    /// All of these together.
    pub total: Option<usize>,
}

/// How the bytes of texts are counted. Pictures and fonts are compressed already and always counted as they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Encoding {
    /// Compressed by Brotli, as a CDN sends them.
    #[default]
    Brotli,
    /// As they are.
    Raw,
}

/// One `[[contrast]]`.
#[derive(Debug, Clone, Deserialize)]
pub struct Contrast {
    /// Custom property of the text's colour: `--ink`.
    pub text: String,
    /// Custom property of the colour behind it.
    pub on: String,
    /// Smallest ratio allowed.
    #[serde(default = "normal_text")]
    pub at_least: f64,
}

/// WCAG 2.2, 1.4.3: text of normal size.
fn normal_text() -> f64 {
    4.5
}

/// One `[[term]]`.
#[derive(Debug, Clone, Deserialize)]
pub struct Term {
    /// The right spelling.
    pub write: String,
    /// Wrong ones, letter for letter.
    pub not: Vec<String>,
    /// Why.
    pub reason: Option<String>,
}

/// One `[[fact]]`.
#[derive(Debug, Clone, Deserialize)]
pub struct Fact {
    /// What it is, in words.
    pub name: String,
    /// Keys of `site.toml`, one for each placeholder of the patterns; `*` stands for any key.
    pub is: Vec<String>,
    /// Ways to say it, with placeholders.
    pub patterns: Vec<String>,
    /// Words, one of which has to stand in the same sentence.
    #[serde(default)]
    pub near: Vec<String>,
    /// Words that show the sentence to be about something else.
    #[serde(default)]
    pub unless: Vec<String>,
}

/// `[external]`.
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
pub struct External {
    /// Addresses that are not asked, by how they begin.
    pub skip: Vec<String>,
    /// Days for which a good answer is remembered.
    pub keep_days: u64,
    /// Seconds a site has to answer in.
    pub timeout_seconds: u64,
    /// Milliseconds between two requests to one host.
    pub pause_milliseconds: u64,
}

impl Default for External {
    /// Slow sites get their time, and none is asked more than twice a second.
    fn default() -> Self {
        Self {
            skip: Vec::new(),
            keep_days: 7,
            timeout_seconds: 20,
            pause_milliseconds: 500,
        }
    }
}

/// `[orphans]`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Orphans {
    /// Addresses that are reached from elsewhere: `/landing/*`.
    pub except: Vec<String>,
}

impl Settings {
    /// Reads `checks.toml`; what cannot be used is reported, and defaults stand in for it. A build takes good settings as
    /// they are; `thorough` checks them against their schema too, which takes longer than many a build. `known` are the codes whose
    /// severity can be set.
    pub fn read(tree: &Tree, known: &[&str], thorough: bool) -> (Self, Vec<Diagnostic>) {
        let Some(source) = tree.texts.get(FILE) else {
            return (Self::default(), Vec::new());
        };
        if !thorough && let Ok(mut settings) = toml::from_str::<Self>(&source.text) {
            settings.toml = Some(TomlText::whole(source));
            return (settings, Vec::new());
        }
        match read_toml::<Self>(source, SCHEMA) {
            Ok((mut settings, toml)) => {
                settings.toml = Some(toml);
                let found = settings.unknown_codes(known);
                (settings, found)
            }
            Err(found) => (Self::default(), found),
        }
    }

    /// The place of a setting.
    pub fn place(&self, pointer: &str) -> Option<Place> {
        Some(self.toml.as_ref()?.locate(pointer, Part::Value))
    }

    /// Gives a finding the severity it has here; `false` where it is not to be reported.
    pub fn grade(&self, finding: &mut Diagnostic) -> bool {
        match self.rules.get(finding.code.name) {
            Some(Level::Off) => return false,
            Some(Level::Warning) => finding.severity = Severity::Warning,
            Some(Level::Error) => finding.severity = Severity::Error,
            None => {}
        }
        true
    }

    fn unknown_codes(&self, known: &[&str]) -> Vec<Diagnostic> {
        let Some(toml) = &self.toml else {
            return Vec::new();
        };
        self.rules
            .keys()
            .filter(|code| !known.contains(&code.as_str()))
            .map(|code| {
                Diagnostic::new(&codes::UNKNOWN_RULE, format!("no rule is called `{code}`"))
                    .at(
                        toml.locate(&format!("/rules/{code}"), Part::Key),
                        "not a rule",
                    )
                    .help(
                        did_you_mean(code, known.iter().copied())
                            .unwrap_or_else(|| "`site check --list` names them all".to_owned()),
                    )
            })
            .collect()
    }
}

/// Reads a TOML file of this program's own kind, with its text for places.
///
/// # Errors
/// Every mistake of the file, each at its place.
pub fn read_toml<T: DeserializeOwned>(
    source: &Arc<Source>,
    schema: &str,
) -> Result<(T, TomlText), Vec<Diagnostic>> {
    let toml = TomlText::whole(source);
    let value = toml.checked(schema)?;
    Ok((value, toml))
}

/// Whether an address is meant: `/about` itself, `/services/*` and `*` anything that begins so.
pub fn is_meant(patterns: &[String], url: &str) -> bool {
    patterns
        .iter()
        .any(|pattern| match pattern.strip_suffix('*') {
            Some(prefix) => url.starts_with(prefix),
            None => url == pattern,
        })
}

/// A file of settings that may stand beside `checks.toml`, by its path.
pub fn files_below<'a>(tree: &'a Tree, folder: &str) -> impl Iterator<Item = &'a Arc<Source>> {
    let folder = folder.to_owned();
    tree.texts
        .range(folder.clone()..)
        .take_while(move |(path, _)| path.starts_with(&folder))
        .filter(|(path, _)| path.ends_with(".toml"))
        .map(|(_, source)| source)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::fixture::site;

    #[test]
    #[expect(clippy::disallowed_methods, reason = "the test compares files")]
    fn editors_see_the_schemas_that_the_program_checks_by() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        for name in ["checks.json", "wording.json", "urls.json"] {
            let ours = std::fs::read_to_string(root.join("schemas").join(name)).unwrap();
            let theirs = root.join("../../content/schemas").join(name);
            assert_eq!(
                ours,
                std::fs::read_to_string(&theirs).unwrap(),
                "copy crates/inspect/schemas/{name} to {}",
                theirs.display()
            );
        }
    }

    #[test]
    fn severities_can_be_set() {
        let page = "## A\n\n#### B";
        let with = |level: &str| {
            let settings = format!("[rules]\nheading-order = \"{level}\"\n");
            site()
                .file(FILE, &settings)
                .page("a", page)
                .findings(&["heading-order"])
        };
        assert!(with("off").is_empty());
        assert!(with("warning")[0].contains(": warning: heading-order"));
        assert!(with("error")[0].contains(": error: heading-order"));
    }

    #[test]
    fn mistakes_in_the_settings() {
        let settings = "[rules]\nheading-oder = \"off\"\n[review]\n";
        assert_eq!(
            site().file(FILE, settings).drawn(&["unknown-rule"]),
            r#"error[unknown-rule]: no rule is called `heading-oder`
 --> content/checks.toml:2:1
  |
2 | heading-oder = "off"
  | ^^^^^^^^^^^^ not a rule
  |
  = help: did you mean `heading-order`?
"#
        );
        assert_eq!(
            site()
                .file(FILE, "[reviews]\ngrace_days = 3\n")
                .findings(&["unknown-key"]),
            ["content/checks.toml:1:2: error: unknown-key: unknown key `reviews`"]
        );
    }

    #[test]
    fn addresses_that_are_meant() {
        let patterns = ["/".to_owned(), "/blogs/*".to_owned()];
        assert!(is_meant(&patterns, "/") && is_meant(&patterns, "/blogs/a"));
        assert!(!is_meant(&patterns, "/about") && !is_meant(&patterns, "/blogs"));
    }
}
