//! contradicted-fact, bad-pattern: a text contradicts a fact of `site.toml`.
//!
//! A `[[fact]]` of `checks.toml` names the keys that hold it, and patterns of sentences that state it. A pattern is a regular
//! expression with placeholders, whose matches are compared with the values of the keys.

use std::collections::BTreeSet;
use std::ops::Range;

use diagnostic::{Change, Diagnostic, Fix, Help, nearest};
use regex::Regex;
use serde_json::Value;

use crate::inspection::Inspection;
use crate::placeholder_kind::{KINDS, PlaceholderKind};
use crate::prose::{self, Prose};
use crate::rule::Rule;
use crate::scope::When;
use crate::settings::Fact;
use crate::text_findings::TextFindings;

pub static RULE: Rule = Rule::new(When::Check, ALL, check);

diagnostic::codes! {
    CONTRADICTED_FACT {
        name: "contradicted-fact",
        summary: "a text contradicts a fact of site.toml",
        why: "If two pages have two numbers, both look invented.",
        example: "site.toml: stats.years.value = \"7+\", and a page that says \"over two decades of experience\"",
        fix: "Refer to the fact: {{ site.stats.years.value }}. If the text is about something else, waive the rule for the page \
            with a reason: [[waiver]] rule = \"contradicted-fact\".",
        source: "checks.toml, [[fact]]",
    }
    BAD_PATTERN {
        name: "bad-pattern",
        summary: "a pattern of checks.toml or of a wording pack is invalid",
        why: "The pattern never matches, so the rule is not checked.",
        example: "patterns = [\"over ({number} years\"]",
        fix: "Correct the regular expression; placeholders are {number}, {decades}, {time}, {day}, {phone} and {email}, one \
            for each entry of `is`.",
        source: "syntax of the regex crate",
    }
}

/// Returns the key that a path leads to, without the position in its list: `hours.days` for `hours.days.0` and `hours.days.last`.
fn key_of(path: &str) -> &str {
    let (list, position) = path.rsplit_once('.').unwrap_or((path, ""));
    let is_position = position == "last"
        || !position.is_empty() && position.bytes().all(|byte| byte.is_ascii_digit());
    if is_position { list } else { path }
}

/// Returns whether a text can show the value at a path, which is that of one key.
fn can_be_shown(path: &str) -> bool {
    !path.contains('*') && key_of(path) == path
}

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let facts = &site.output.content.site;
    let mut errors = Vec::new();
    let mut findings = TextFindings::new(site, diagnostics);
    for (index, fact) in site.settings.facts.iter().enumerate() {
        let values: Vec<Vec<String>> = fact.is.iter().map(|path| look_up(facts, path)).collect();
        let unknown = fact.is.iter().enumerate();
        let unknown = unknown.filter(|(key, _)| values[*key].is_empty());
        let known_errors = errors.len();
        errors.extend(unknown.map(|(key, path)| {
            let pointer = format!("/fact/{index}/is/{key}");
            Diagnostic::new(&BAD_PATTERN, format!("site.toml has no `{path}`"))
                .maybe_at(site.settings.place(&pointer), "")
                .help(
                    meant_path(facts, path)
                        .unwrap_or_else(|| "write the path of a key in content/site.toml".into()),
                )
        }));
        if errors.len() > known_errors {
            continue;
        }
        for (number, pattern) in fact.patterns.iter().enumerate() {
            match compile(pattern, fact.is.len()) {
                Ok((pattern, kinds)) => {
                    search(site, fact, &values, &pattern, &kinds, &mut findings);
                }
                Err(reason) => {
                    let pointer = format!("/fact/{index}/patterns/{number}");
                    let place = site.settings.place(&pointer);
                    errors.push(bad_pattern(&reason).maybe_at(place, ""));
                }
            }
        }
    }
    findings.report_unused_waivers(&[CONTRADICTED_FACT.name]);
    diagnostics.extend(errors);
}

/// Returns the finding about an invalid pattern.
pub(crate) fn bad_pattern(reason: &str) -> Diagnostic {
    Diagnostic::new(&BAD_PATTERN, format!("invalid pattern: {reason}"))
}

/// Returns "did you mean …" with the first unknown key of a path corrected, or `None` if a `*` comes before it or no known key
/// is similar.
fn meant_path(site: &Value, path: &str) -> Option<Help> {
    let (mut value, mut begin) = (site, 0);
    for key in path.split('.').take_while(|key| *key != "*") {
        let Some(next) = value.get(key) else {
            let known = value.as_object()?.keys().map(String::as_str);
            let meant = nearest(key, known)?;
            let meant = format!("{}{meant}{}", &path[..begin], &path[begin + key.len()..]);
            return Some(Help::replace(
                format!("did you mean `{meant}`?"),
                path,
                &meant,
            ));
        };
        value = next;
        begin += key.len() + 1;
    }
    None
}

/// Returns the texts and numbers at a path of keys such as `contact.*.phone`, in which `*` matches any key, and `last` the last
/// entry of a list.
fn look_up(site: &Value, path: &str) -> Vec<String> {
    let mut values = vec![site];
    for key in path.split('.') {
        values = values
            .into_iter()
            .flat_map(|value| match (key, value) {
                ("*", Value::Object(table)) => table.values().collect(),
                ("*", Value::Array(items)) => items.iter().collect(),
                ("last", Value::Array(items)) => Vec::from_iter(items.last()),
                _ => Vec::from_iter(value.pointer(&format!("/{key}"))),
            })
            .collect();
    }
    values
        .into_iter()
        .filter_map(|value| match value {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        })
        .collect()
}

/// Prefix of the names of the capture groups for placeholders; the number of the placeholder follows.
const GROUP: &str = "placeholder";

/// Compiles a pattern that has at least one placeholder and at most `values`. Returns the kind of each placeholder as well. A
/// placeholder becomes a capture group, named [`GROUP`] followed by its number. Fails with the reason why the pattern is invalid.
fn compile(pattern: &str, values: usize) -> Result<(Regex, Vec<PlaceholderKind>), String> {
    let mut placeholders: Vec<(usize, &str, PlaceholderKind)> = KINDS
        .iter()
        .flat_map(|(name, kind)| {
            pattern
                .match_indices(name)
                .map(|(at, name)| (at, name, *kind))
        })
        .collect();
    placeholders.sort_by_key(|(at, ..)| *at);
    if placeholders.is_empty() || placeholders.len() > values {
        let entries = if values == 1 { "entry" } else { "entries" };
        return Err(match placeholders.len() {
            0 => {
                let names: Vec<&str> = KINDS.iter().map(|(name, _)| *name).collect();
                let names = names.join(", ");
                match pattern.find('{').zip(pattern.find('}')) {
                    Some((start, end)) if start < end => {
                        let typed = &pattern[start..=end];
                        format!("unknown placeholder {typed}; placeholders are {names}")
                    }
                    _ => "it has no placeholder, such as {number}".to_owned(),
                }
            }
            count => format!("it has {count} placeholders, but `is` has {values} {entries}"),
        });
    }
    let (mut text, mut end) = (String::new(), 0);
    for (number, (at, name, kind)) in placeholders.iter().enumerate() {
        text += &pattern[end..*at];
        text += &format!("(?<{GROUP}{number}>{})", kind.expression());
        end = at + name.len();
    }
    text += &pattern[end..];
    let kinds = placeholders.into_iter().map(|(.., kind)| kind);
    Ok((prose::pattern(&text, false)?, kinds.collect()))
}

fn search(
    site: &Inspection<'_>,
    fact: &Fact,
    values: &[Vec<String>],
    pattern: &Regex,
    kinds: &[PlaceholderKind],
    findings: &mut TextFindings<'_, '_>,
) {
    for (text, span) in site.matches(pattern) {
        let mut placeholders = kinds.iter().zip(values).enumerate();
        if placeholders.all(|(number, (kind, values))| {
            let written = text.group(pattern, &span, &format!("{GROUP}{number}"));
            written.is_none_or(|written| values.iter().any(|value| kind.agrees(&written, value)))
        }) {
            continue;
        }
        let sentence = text.sentence(&span);
        let mentions = |words: &[String]| words.iter().any(|one| prose::mentions(&sentence, one));
        if !fact.near.is_empty() && !mentions(&fact.near) || mentions(&fact.unless) {
            continue;
        }
        let declared = values.iter().filter_map(|values| values.first().cloned());
        let declared: Vec<String> = declared.collect();
        let (words, name) = (text.words(&span), &fact.name);
        let message = format!(
            "`{words}` contradicts the {name} in site.toml: {}",
            declared.join(", ")
        );
        // The first and the last of a list, such as the days of business.
        let is_range = matches!(&*fact.is, [first, last] if last.ends_with(".last") && key_of(first) == key_of(last));
        let shown = declared.join(if is_range { " to " } else { ", " });
        let parts = [
            ("words", words),
            ("fact", name.clone()),
            ("declared", shown.clone()),
        ];
        let help = if is_in_site(text) {
            let keys: BTreeSet<&str> = fact.is.iter().map(|path| key_of(path)).collect();
            let keys: Vec<&str> = keys.into_iter().collect();
            format!("correct this text, or {}", keys.join(" and "))
        } else if fact.is.iter().any(|path| path.contains('*')) {
            "write a value that content/site.toml has".to_owned()
        } else if fact.is.iter().all(|path| can_be_shown(path)) {
            let paths = fact.is.iter().map(|path| format!("{{{{ site.{path} }}}}"));
            format!(
                "refer to the fact: {}",
                paths.collect::<Vec<_>>().join(", ")
            )
        } else {
            format!("write {shown}, as content/site.toml has it")
        };
        let spans = (0..kinds.len()).map(|number| {
            let name = format!("{GROUP}{number}");
            text.group_span(pattern, &span, &name)
        });
        let spans: Option<Vec<Range<usize>>> = spans.collect();
        let fix = spans.and_then(|spans| refer_to(fact, values, kinds, text, &spans));
        let diagnostic = Diagnostic::new(&CONTRADICTED_FACT, message)
            .help(help)
            .maybe_fix(fix);
        let diagnostic = parts
            .into_iter()
            .fold(diagnostic, |one, (part, value)| one.part(part, value));
        findings.report(diagnostic, CONTRADICTED_FACT.name, text, &span);
    }
}

/// Returns whether a text is one of the details of the site, in which references are not filled in.
fn is_in_site(text: &Prose) -> bool {
    let name = text.source.path.strip_prefix("content/site.");
    name.is_some_and(|rest| rest.ends_with("toml"))
}

/// Returns the fix that refers to the fact at each of the `spans`, or `None` if a reference would not show what the text means.
/// Whether the text is about the fact is for a person to decide.
fn refer_to(
    fact: &Fact,
    values: &[Vec<String>],
    kinds: &[PlaceholderKind],
    text: &Prose,
    spans: &[Range<usize>],
) -> Option<Fix> {
    let is_reference =
        fact.is.iter().all(|path| can_be_shown(path)) && !kinds.contains(&PlaceholderKind::Decades);
    let is_filled_in = !text.is_page() && !text.source.path.ends_with(".json") && !is_in_site(text);
    if !is_reference || !is_filled_in {
        return None;
    }
    let changes = fact
        .is
        .iter()
        .zip(spans)
        .zip(values)
        .map(|((path, span), values)| {
            let rest = &text.source.text[span.end..];
            let has_plus = values.first().is_some_and(|value| value.ends_with('+'));
            let end = span.end + usize::from(has_plus && rest.starts_with('+'));
            let reference = format!("{{{{ site.{path} }}}}");
            Change::Replace(text.place(span.start..end), reference)
        });
    Some(Fix {
        label: format!("refer to the {} in site.toml", fact.name),
        is_safe: false,
        changes: changes.collect(),
    })
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::site;

    const FACTS: &str = r#"
[[fact]]
name = "years of experience"
is = ["stats.years.value"]
patterns = ["{number}\\+? years", "{decades} decades?"]
near = ["experience", "in practice", "serving", "we have"]
unless = ["act", "section"]

[[fact]]
name = "clients"
is = ["stats.clients.value"]
patterns = ["{number}\\+ (?:happy )?clients", "(?P<most>up to|over) {number} [(]?clients"]

[[fact]]
name = "hours"
is = ["hours.opens", "hours.closes"]
patterns = ["{time} (to|till|-) {time}"]

[[fact]]
name = "phone numbers"
is = ["contact.*.phone"]
patterns = ["{phone}"]
"#;

    #[test]
    fn contradictions() {
        let table = r"
            We have 7+ years of experience.
            We have seven years of experience.
            Pay within 30 days, keep books for eight years.
            Section 128 of the Act: kept for eight years, says experience.
            Over **two\ndecades** of experience.
            => `two decades` contradicts the years of experience in site.toml: 7+
            Serving firms for 20 years.
            => `20 years` contradicts the years of experience in site.toml: 7+
            Our 1,000+ happy clients
            => `1,000+ happy clients` contradicts the clients in site.toml: 500+
            Over 500 (clients), and up to 900 :clients
            Up to 900 clients
            => `Up to 900 clients` contradicts the clients in site.toml: 500+
            Open 10 AM to 7:00 PM, 10:00 - 19:00.
            Open 9.30 am to 7 pm.
            => `9.30 am to 7 pm` contradicts the hours in site.toml: 10:00, 19:00
            Call +91-98765-43210.
            Call +91 98765 00000.
            => `+91 98765 00000` contradicts the phone numbers in site.toml: +91 98765 43210
            `20 years of experience` and {{ site.stats.years.value }} years of experience
        ";
        site()
            .file("content/checks.toml", FACTS)
            .assert_messages(&["contradicted-fact", "bad-pattern"], table);
    }

    #[test]
    fn in_content_and_templates() {
        let keys = "summary = \"We have over 12 years of experience.\"\n";
        let template = "<html lang=\"en\"><title>{{ page.title }}</title>\n<p>We have served for\n20 years.</p></html>";
        site()
                .file("content/checks.toml", FACTS)
                .page_with("a", keys, "")
                .file("themes/t/templates/page.html", template)
                .assert_findings(&["contradicted-fact"], &[
                "content/pages/a.md:4:25: error: contradicted-fact: `12 years` contradicts the years of experience in site.toml: 7+",
                "themes/t/templates/page.html:3:1: error: contradicted-fact: `20 years` contradicts the years of experience in site.toml: 7+",
            ]);
    }

    #[test]
    fn only_in_the_finished_page() {
        let template =
            "<html lang=\"en\"><p>We have <b>{{ page.title }}</b> years of it</p></html>";
        site()
                .file("content/checks.toml", FACTS)
                .page("Nine", "")
                .file("themes/t/templates/page.html", template)
                .assert_findings(&["contradicted-fact"], &[
                "content/pages/Nine.md:1:1: error: contradicted-fact: `Nine years` contradicts the years of experience in site.toml: 7+"
            ]);
    }

    #[test]
    fn invalid_settings() {
        let settings = "[[fact]]\nname = \"x\"\nis = [\"stats.yers.value\", \"stat.years.value\", \"contact.*.fone\"]\n\
                        patterns = [\"{number}\"]\n\
                        [[fact]]\nname = \"y\"\nis = [\"stats.years.value\"]\npatterns = [\"({number}\", \"years\"]\n";
        site()
            .file("content/checks.toml", settings)
            .assert_report(&["bad-pattern"], &expect![[r#"
                content/checks.toml:3:7 «"stats.yers.value"» error[bad-pattern]: site.toml has no `stats.yers.value`
                  help: did you mean `stats.years.value`?
                content/checks.toml:3:27 «"stat.years.value"» error[bad-pattern]: site.toml has no `stat.years.value`
                  help: did you mean `stats.years.value`?
                content/checks.toml:3:47 «"contact.*.fone"» error[bad-pattern]: site.toml has no `contact.*.fone`
                  help: write the path of a key in content/site.toml
                content/checks.toml:8:13 «"({number}"» error[bad-pattern]: invalid pattern: unclosed group
                content/checks.toml:8:26 «"years"» error[bad-pattern]: invalid pattern: it has no placeholder, such as {number}
            "#]]);
    }
}
