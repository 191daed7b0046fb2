//! `content/checks.toml`: settings of the rules. Without the file, defaults apply.

use std::collections::BTreeMap;
use std::sync::Arc;

use content::{Part, TomlText, Tree};
use diagnostic::{Code, Diagnostic, Fix, Place, Severity, Source, did_you_mean, line_start};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::codes;

/// Path of the settings.
const FILE: &str = "content/checks.toml";
const SCHEMA: &str = include_str!("../schemas/checks.json");

/// Codes that are always errors, because the site would not work for its visitors. `checks.toml` cannot lower their level.
pub const ALWAYS_ERRORS: [&str; 6] = [
    "bad-address",
    "broken-anchor",
    "broken-link",
    "duplicate-id",
    "missing-page",
    "missing-title",
];

/// Applies the levels of `checks.toml` to findings of earlier stages, and removes findings whose level is `off`.
pub fn with_levels(tree: &Tree, mut findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    if !findings.is_empty() {
        let (settings, _) = CheckSettings::read(tree, &BTreeMap::new(), false);
        findings.retain_mut(|finding| settings.apply_level(finding));
    }
    findings
}

/// Applies the levels of `checks.toml` to warnings of any stage, and removes those whose level is `off`. Errors stay errors,
/// because pages and files with errors are left out of the site.
pub fn apply_levels_to_warnings(tree: &Tree, findings: &mut Vec<Diagnostic>) {
    let is_warning = |finding: &Diagnostic| finding.severity == Severity::Warning;
    if findings.iter().any(is_warning) {
        let (settings, _) = CheckSettings::read(tree, &BTreeMap::new(), false);
        findings.retain_mut(|finding| !is_warning(finding) || settings.apply_level(finding));
    }
}

/// Content of `checks.toml`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CheckSettings {
    /// The schema, for editors.
    #[serde(rename = "$schema")]
    schema: Option<String>,
    /// Level of findings by code. Other codes keep their default level.
    pub rules: BTreeMap<String, Level>,
    /// Settings for review dates.
    pub review: Review,
    /// Byte budgets of pages; the first that matches a page applies to it.
    #[serde(rename = "budget")]
    pub budgets: Vec<Budget>,
    /// Pairs of colors that need a minimum contrast.
    #[serde(rename = "contrast")]
    pub contrasts: Vec<Contrast>,
    /// Terms with one right spelling.
    #[serde(rename = "term")]
    pub terms: Vec<Term>,
    /// Facts that texts must not contradict.
    #[serde(rename = "fact")]
    pub facts: Vec<Fact>,
    /// Settings for links to other sites.
    pub external: External,
    /// Settings for pages that nothing links to.
    pub orphans: Orphans,
    /// The parsed file, to find the places of settings.
    #[serde(skip)]
    toml: Option<TomlText>,
}

/// Level of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Not reported.
    Off,
    /// Reported as a warning.
    Warning,
    /// Reported as an error, which stops a build.
    Error,
}

/// Settings of `[review]`: pages with a `review_by` date.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Review {
    /// Days after `review_by` on which a late review is only a warning.
    pub grace_days: i32,
}

impl Default for Review {
    /// Returns a grace period of 30 days.
    fn default() -> Self {
        Self { grace_days: 30 }
    }
}

/// One `[[budget]]`: the maximum number of bytes that a page may load.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Budget {
    /// URL patterns of the pages: `/`, `/services/*`, `*`.
    pub pages: Vec<String>,
    /// Encoding in which the bytes of text files are counted.
    #[serde(default)]
    pub encoding: CountedAs,
    /// Bytes of the page itself.
    pub html: Option<usize>,
    /// Bytes of its style sheets.
    pub css: Option<usize>,
    /// Bytes of its scripts, including those of its islands.
    pub js: Option<usize>,
    /// Bytes of the fonts that its text needs.
    pub fonts: Option<usize>,
    /// Bytes of its images.
    pub images: Option<usize>,
    /// Bytes of all of these together.
    pub total: Option<usize>,
}

/// Encoding in which the bytes of text files are counted. Images and fonts are already compressed, and are always counted
/// unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CountedAs {
    /// Compressed with Brotli, as a CDN sends them.
    #[default]
    Brotli,
    /// Uncompressed.
    Raw,
}

/// One `[[contrast]]`: two colors that need a minimum contrast.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contrast {
    /// Custom property with the color of the text: `--ink`.
    pub text: String,
    /// Custom property with the color behind the text: `--paper`.
    pub on: String,
    /// Minimum contrast ratio.
    #[serde(default = "normal_text")]
    pub at_least: f64,
}

/// Returns the contrast that text of normal size needs (WCAG 2.2, 1.4.3).
fn normal_text() -> f64 {
    4.5
}

/// One `[[term]]`: a term with one right spelling.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Term {
    /// The right spelling.
    pub write: String,
    /// Wrong spellings, which are case-sensitive.
    pub not: Vec<String>,
    /// Reason, shown as help.
    pub reason: Option<String>,
}

/// One `[[fact]]`: a fact that texts must not contradict.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fact {
    /// Name of the fact, for messages.
    pub name: String,
    /// Paths of keys in `site.toml` that hold the fact, one for each placeholder of the patterns: `stats.years.value`. `*`
    /// matches any key.
    pub is: Vec<String>,
    /// Patterns of sentences that state the fact, with placeholders.
    pub patterns: Vec<String>,
    /// Words that indicate the fact: a sentence must contain at least one of them, unless the list is empty.
    #[serde(default)]
    pub near: Vec<String>,
    /// Words that show that the sentence is about something else.
    #[serde(default)]
    pub unless: Vec<String>,
}

/// Settings of `[external]`: links to other sites.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct External {
    /// Prefixes of URLs that are not checked.
    pub skip: Vec<String>,
    /// Days for which a working URL is not checked again.
    pub keep_days: u64,
    /// Seconds within which a site must answer.
    pub timeout_seconds: u64,
    /// Milliseconds between two requests to one host.
    pub pause_milliseconds: u64,
}

impl Default for External {
    /// Returns a long timeout for slow sites, and a pause that allows at most two requests a second to one host.
    fn default() -> Self {
        Self {
            skip: Vec::new(),
            keep_days: 7,
            timeout_seconds: 20,
            pause_milliseconds: 500,
        }
    }
}

/// Settings of `[orphans]`: pages that nothing links to.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Orphans {
    /// URL patterns of pages that are not reported, because visitors reach them from elsewhere: `/landing/*`.
    pub except: Vec<String>,
}

impl CheckSettings {
    /// Reads `checks.toml`. If it is invalid, returns the defaults and the errors. A build checks the file against its schema only
    /// if it cannot be parsed, because that can take longer than the build; `thorough` always does. `known` are the names of all
    /// codes, each with whether its level can be set.
    pub fn read(
        tree: &Tree,
        known: &BTreeMap<&str, bool>,
        thorough: bool,
    ) -> (Self, Vec<Diagnostic>) {
        let Some(source) = tree.texts.get(FILE) else {
            return (Self::default(), Vec::new());
        };
        let toml = TomlText::whole(source);
        if !thorough && let Some(mut settings) = toml.unchecked::<Self>() {
            settings.toml = Some(toml);
            let diagnostics = settings.wrong_levels(known);
            return (settings, diagnostics);
        }
        match read_toml::<Self>(source, SCHEMA) {
            Ok((mut settings, toml)) => {
                settings.toml = Some(toml);
                let diagnostics = settings.wrong_levels(known);
                (settings, diagnostics)
            }
            Err(diagnostics) => (Self::default(), diagnostics),
        }
    }

    /// Returns the place of the setting at a JSON pointer, or `None` without a `checks.toml`.
    pub fn place(&self, pointer: &str) -> Option<Place> {
        Some(self.toml.as_ref()?.locate(pointer, Part::Value))
    }

    /// Returns whether findings with a code are left out.
    pub fn is_off(&self, code: &Code) -> bool {
        !ALWAYS_ERRORS.contains(&code.name) && matches!(self.rules.get(code.name), Some(Level::Off))
    }

    /// Sets the severity of a finding to the level of its code. Returns `false` if the level is `off`.
    pub fn apply_level(&self, finding: &mut Diagnostic) -> bool {
        if ALWAYS_ERRORS.contains(&finding.code.name) {
            return true;
        }
        match self.rules.get(finding.code.name) {
            Some(Level::Warning) => finding.severity = Severity::Warning,
            Some(Level::Error) => finding.severity = Severity::Error,
            Some(Level::Off) | None => {}
        }
        !self.is_off(finding.code)
    }

    /// Reports levels of codes that do not exist, and lowered levels of codes that are always errors.
    fn wrong_levels(&self, known: &BTreeMap<&str, bool>) -> Vec<Diagnostic> {
        let Some(toml) = &self.toml else {
            return Vec::new();
        };
        let wrong = |(code, level): (&String, &Level)| {
            let pointer = format!("/rules/{code}");
            let Some(can_be_set) = known.get(code.as_str()) else {
                let all = "`site check --list` lists all codes";
                let message = format!("no finding has the code `{code}`");
                return Some(
                    Diagnostic::new(&codes::UNKNOWN_RULE, message)
                        .at(toml.locate(&pointer, Part::Key), "")
                        .help(
                            did_you_mean(code, known.keys().copied()).unwrap_or_else(|| all.into()),
                        ),
                );
            };
            (!can_be_set && *level != Level::Error).then(|| {
                let message = format!("`{code}` is always an error");
                Diagnostic::new(&codes::FIXED_LEVEL, message)
                    .at(toml.locate(&pointer, Part::Value), "")
                    .help("remove this line: a site with such a finding does not work for its visitors")
                    .maybe_fix(remove_line(&toml.locate(&pointer, Part::Key), code))
            })
        };
        self.rules.iter().filter_map(wrong).collect()
    }
}

/// Returns the fix that removes the line with a key, or `None` if the line does not begin with the key.
fn remove_line(key: &Place, name: &str) -> Option<Fix> {
    let text = &key.source.text;
    let start = line_start(&text[..key.span.start]);
    let end = text[start..]
        .find('\n')
        .map_or(text.len(), |end| start + end + 1);
    let is_whole = text[start..end].trim_start().starts_with(name);
    is_whole.then(|| Fix::replace("remove this line", Place::new(&key.source, start..end), ""))
}

/// Parses a TOML file and checks it against a schema. Returns its value, and its text for looking up places. Fails with every mistake in
/// the file.
pub fn read_toml<T: DeserializeOwned>(
    source: &Arc<Source>,
    schema: &str,
) -> Result<(T, TomlText), Vec<Diagnostic>> {
    let toml = TomlText::whole(source);
    let value = toml.checked(schema)?;
    Ok((value, toml))
}

/// Returns whether a pattern matches a URL: `/about` matches only itself, `/services/*` every URL that begins with
/// `/services/`.
pub fn matches(pattern: &str, url: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(prefix) => url.starts_with(prefix),
        None => url == pattern,
    }
}

/// Returns the TOML files in a folder of `content/`.
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

    use expect_test::expect;

    use super::*;
    use crate::fixture::site;

    #[test]
    #[expect(clippy::disallowed_methods, reason = "the test compares files")]
    fn editors_and_the_program_have_the_same_schemas() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        for name in ["checks.json", "wording.json", "urls.json"] {
            let ours = std::fs::read_to_string(root.join("schemas").join(name)).unwrap();
            let folders = ["../../content/schemas", "../site/starter/content/schemas"];
            let shipped = folders.map(|folder| root.join(folder).join(name));
            // The starter has only the schema that beginners need.
            let shipped = shipped
                .iter()
                .take(if name == "checks.json" { 2 } else { 1 });
            for theirs in shipped {
                assert_eq!(
                    ours,
                    std::fs::read_to_string(theirs).unwrap_or_default(),
                    "copy crates/inspect/schemas/{name} to {}",
                    theirs.display()
                );
            }
        }
    }

    #[test]
    fn policy_can_be_relaxed_but_not_what_makes_a_site_wrong() {
        let page = "+++\ntitle = \"A\"\n+++\n[nowhere](/nowhere) ![](/a.png)\n";
        let codes = ["missing-description", "broken-link", "fixed-level"];
        for (level, expected) in [
            (
                "error",
                &["error missing-description", "error broken-link"][..],
            ),
            (
                "warning",
                &[
                    "error fixed-level",
                    "warning missing-description",
                    "error broken-link",
                ],
            ),
            ("off", &["error fixed-level", "error broken-link"]),
        ] {
            let settings =
                format!("[rules]\nmissing-description = \"{level}\"\nbroken-link = \"{level}\"\n");
            let site = site()
                .file(FILE, &settings)
                .file("content/pages/a.md", page);
            let findings = site.diagnostics().into_iter();
            let findings = findings.filter(|one| codes.contains(&one.code.name));
            let findings = findings.map(|one| format!("{} {}", one.severity.name(), one.code.name));
            assert_eq!(findings.collect::<Vec<_>>(), expected, "{level}");
        }
    }

    #[test]
    fn mistakes_in_the_settings() {
        let settings = "[rules]\nheading-oder = \"off\"\n[review]\n";
        site().file(FILE, settings).assert_report(&["unknown-rule"], &expect![[r#"
            content/checks.toml:2:1 «heading-oder» error[unknown-rule]: no finding has the code `heading-oder`
              help: did you mean `heading-order`?
        "#]]);
        site()
            .file(FILE, "[reviews]\ngrace_days = 3\n")
            .assert_findings(
                &["unknown-key"],
                &["content/checks.toml:1:2: error: unknown-key: unknown key `reviews`"],
            );
    }

    #[test]
    fn url_patterns() {
        assert!(matches("/", "/") && matches("/blogs/*", "/blogs/a") && matches("*", "/a"));
        assert!(!matches("/", "/about") && !matches("/blogs/*", "/blogs"));
    }
}
