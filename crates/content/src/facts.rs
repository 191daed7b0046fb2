//! Facts: values that are written once, in `site.toml`, and that text refers to as `{{ site.stats.years.value }}`.

use std::borrow::Cow;
use std::ops::Range;

use diagnostic::{Diagnostic, Help, did_you_mean_or_list};
use memchr::memmem;
use serde_json::Value;

use crate::codes::UNKNOWN_FACT;

/// Byte range of an invalid reference in the text, and the finding about it. The finding has no place yet: only the caller knows
/// where the text is.
pub type UnknownFact = (Range<usize>, Diagnostic);

/// Replaces every `{{ site.… }}` in `text` with the fact that it refers to. `site` is the content of `site.toml`.
///
/// Text without references is returned unchanged. References to unknown facts stay in the text and are added to `unknown`.
pub fn expand<'a>(text: &'a str, site: &Value, unknown: &mut Vec<UnknownFact>) -> Cow<'a, str> {
    if memmem::find(text.as_bytes(), b"{{").is_none() {
        return Cow::Borrowed(text);
    }
    let mut result = String::with_capacity(text.len());
    let mut rest = 0;
    while let Some(open) = text[rest..].find("{{").map(|at| rest + at) {
        if let Some((span, path)) = unclosed(text, open) {
            let diagnostic = Diagnostic::new(&UNKNOWN_FACT, "`{{` is not closed with `}}`").help({
                let meant = format!("{{{{ {path} }}}}");
                Help::replace(format!("write `{meant}`"), &text[span.clone()], &meant).certainly()
            });
            result.push_str(&text[rest..span.end]);
            rest = span.end;
            unknown.push((span, diagnostic));
            continue;
        }
        let Some(close) = text[open..].find("}}").map(|at| open + at + 2) else {
            break;
        };
        let path = text[open + 2..close - 2].trim();
        result.push_str(&text[rest..open]);
        let fact = if path == "site" || path.starts_with("site.") {
            let fact = look_up(site, path);
            fact.map(Some).map_err(|unknown| {
                with_dots(site, path).map_or(unknown, |help| {
                    let message = format!("`{path}` is not a fact");
                    Diagnostic::new(&UNKNOWN_FACT, message).help(help)
                })
            })
        } else if path.starts_with("site")
            && let Some(help) = with_dots(site, path)
        {
            Err(Diagnostic::new(&UNKNOWN_FACT, format!("`{path}` is not a fact")).help(help))
        } else if is_path(path) {
            Err(outside_site(site, path))
        } else {
            Ok(None)
        };
        match fact {
            Ok(Some(fact)) => result.push_str(&fact),
            Ok(None) => result.push_str(&text[open..close]),
            Err(diagnostic) => {
                result.push_str(&text[open..close]);
                unknown.push((open..close, diagnostic));
            }
        }
        rest = close;
    }
    result.push_str(&text[rest..]);
    Cow::Owned(result)
}

/// Returns the span and the path of the reference that starts at `open`, if it refers to a fact and is not closed with `}}`.
fn unclosed(text: &str, open: usize) -> Option<(Range<usize>, &str)> {
    let inside = &text[open + 2..];
    let start = inside.len() - inside.trim_start().len();
    let path = &inside[start..];
    let end = path.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '.'));
    let path = path[..end.unwrap_or(path.len())].trim_end_matches('.');
    if !path.starts_with("site.") || !is_path(path) {
        return None;
    }
    // An expression such as `site.offices | upper` is closed, although it is not a fact.
    let behind = &inside[start + path.len()..];
    let end = behind.find(['{', '}', '\n']);
    if end.is_some_and(|end| behind[end..].starts_with("}}")) {
        return None;
    }
    let rest = behind.trim_start();
    let end = if rest.starts_with('}') {
        text.len() - rest.len() + 1
    } else {
        text.len() - behind.len()
    };
    Some((open..end, path))
}

/// Returns help that names the fact that `path` was meant as, if it has other signs than dots: `site.contact,phone`.
fn with_dots(site: &Value, path: &str) -> Option<Help> {
    let words = path.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let meant = words.join(".");
    let is_fact = meant != path && look_up(site, &meant).is_ok();
    is_fact.then(|| {
        Help::replace(format!("did you mean `{{{{ {meant} }}}}`?"), path, &meant).certainly()
    })
}

/// Returns whether `path` has the form of a fact's path: words separated by dots.
fn is_path(path: &str) -> bool {
    path.split('.').all(|word| {
        word.starts_with(|c: char| c.is_ascii_alphabetic())
            && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}

/// Reports a path that does not start with `site`.
fn outside_site(site: &Value, path: &str) -> Diagnostic {
    let in_site = format!("site.{path}");
    let help = match look_up(site, &in_site) {
        Ok(_) => {
            let text = format!("did you mean `{{{{ {in_site} }}}}`?");
            Help::replace(text, path, &in_site).certainly()
        }
        Err(_) => {
            "write a fact, `{{ site.… }}`, or put the braces in `backticks` to show them".into()
        }
    };
    Diagnostic::new(&UNKNOWN_FACT, format!("`{path}` is not a fact")).help(help)
}

/// Returns the fact at `path` as text, or a finding if there is no such fact.
fn look_up(site: &Value, path: &str) -> Result<String, Diagnostic> {
    let unknown = |message: String| Diagnostic::new(&UNKNOWN_FACT, message);
    let mut value = site;
    let mut walked = String::from("site");
    for key in path.split('.').skip(1) {
        let Some(next) = value.get(key) else {
            let keys = value
                .as_object()
                .into_iter()
                .flat_map(|table| table.keys().map(String::as_str));
            let what = format!("keys of `{walked}`");
            let help = did_you_mean_or_list(key, &what, keys).unwrap_or_else(|| {
                "write the path of a key in content/site.toml, or add the key there".into()
            });
            return Err(unknown(format!("`{walked}` in site.toml has no key `{key}`")).help(help));
        };
        value = next;
        walked = format!("{walked}.{key}");
    }
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) => Ok(number.to_string()),
        Value::Bool(yes) => Ok(yes.to_string()),
        Value::Object(table) => {
            let key = table.keys().next();
            let help = key.map(|key| format!("use one of its keys, for example `{walked}.{key}`"));
            Err(unknown(format!("`{walked}` is a table, not a fact")).maybe_help(help))
        }
        Value::Array(_) | Value::Null => Err(unknown(format!("`{walked}` is a list, not a fact"))
            .help("refer to a text or a number; only a template can show a list")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows: a text, the text with facts filled in, and the message of the finding. Tests with whole sites cover more mistakes.
    #[test]
    fn references() {
        let unclosed = "`{{` is not closed with `}}`";
        let site = serde_json::json!({ "name": "Firm", "stats": { "years": "7+" }, "offices": 10 });
        for (text, expected, problem) in [
            ("no facts", "no facts", ""),
            ("{{ site.name }}: {{site.offices}}", "Firm: 10", ""),
            ("{{ site.stats.years }} years", "7+ years", ""),
            ("{{ a b }} and {{", "{{ a b }} and {{", ""),
            (
                "{{ site.offices } of {{ site.name }}",
                "{{ site.offices } of Firm",
                unclosed,
            ),
            (
                "{{ site.offices of {{ site.name }}.",
                "{{ site.offices of Firm.",
                unclosed,
            ),
            ("{{ site.offices }, all", "{{ site.offices }, all", unclosed),
            ("in {{ site.offices", "in {{ site.offices", unclosed),
            (
                "{{ site.offices | upper }}",
                "{{ site.offices | upper }}",
                "`site` in site.toml has no key `offices | upper`",
            ),
            ("{{ name }}", "{{ name }}", "`name` is not a fact"),
            (
                "{{ site offices }}",
                "{{ site offices }}",
                "`site offices` is not a fact",
            ),
            (
                "{{ site.stats,years }}",
                "{{ site.stats,years }}",
                "`site.stats,years` is not a fact",
            ),
        ] {
            let mut unknown = Vec::new();
            assert_eq!(expand(text, &site, &mut unknown), expected);
            let messages: String = unknown.into_iter().map(|(_, one)| one.message).collect();
            assert_eq!(messages, problem, "{text}");
        }
    }
}
