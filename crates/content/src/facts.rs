//! Facts stand once, in `site.toml`; text refers to them as `{{ site.stats.years.value }}`.

use std::borrow::Cow;
use std::ops::Range;

use serde_json::Value;

use diagnostic::did_you_mean;

/// A reference that leads nowhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownFact {
    /// Where in the text, in bytes.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What may be right.
    pub help: Option<String>,
}

/// Replaces every `{{ site.… }}` in `text` by the fact it names. `site` is the content of `site.toml`.
///
/// Text without a reference comes back as it is. References that lead nowhere stay in the text and are reported.
pub fn expand<'a>(text: &'a str, site: &Value, unknown: &mut Vec<UnknownFact>) -> Cow<'a, str> {
    if !text.contains("{{") {
        return Cow::Borrowed(text);
    }
    let mut result = String::with_capacity(text.len());
    let mut rest = 0;
    while let Some(open) = text[rest..].find("{{").map(|at| rest + at) {
        if let Some((span, path)) = unclosed(text, open) {
            unknown.push(UnknownFact {
                message: "`{{` is not closed with `}}`".to_owned(),
                help: Some(format!("write `{{{{ {path} }}}}`")),
                span: span.clone(),
            });
            result.push_str(&text[rest..span.end]);
            rest = span.end;
            continue;
        }
        let Some(close) = text[open..].find("}}").map(|at| open + at + 2) else {
            break;
        };
        let path = text[open + 2..close - 2].trim();
        result.push_str(&text[rest..open]);
        if path == "site" || path.starts_with("site.") {
            match look_up(site, path) {
                Ok(fact) => result.push_str(&fact),
                Err((message, help)) => {
                    result.push_str(&text[open..close]);
                    unknown.push(UnknownFact {
                        span: open..close,
                        message,
                        help,
                    });
                }
            }
        } else {
            if is_path(path) {
                let named = format!("site.{path}");
                let help = match look_up(site, &named) {
                    Ok(_) => format!("did you mean `{{{{ {named} }}}}`?"),
                    Err(_) => "text can refer to facts only: `{{ site.… }}`; in code, `between backticks`, braces are text".to_owned(),
                };
                unknown.push(UnknownFact {
                    span: open..close,
                    message: format!("`{path}` is not a fact"),
                    help: Some(help),
                });
            }
            result.push_str(&text[open..close]);
        }
        rest = close;
    }
    result.push_str(&text[rest..]);
    Cow::Owned(result)
}

/// A reference to a fact that is not closed behind its path, with that path.
fn unclosed(text: &str, open: usize) -> Option<(Range<usize>, &str)> {
    let inside = &text[open + 2..];
    let start = inside.len() - inside.trim_start().len();
    let path = &inside[start..];
    let end = path.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '.'));
    let path = path[..end.unwrap_or(path.len())].trim_end_matches('.');
    if !path.starts_with("site.") || !is_path(path) {
        return None;
    }
    // Something else may stand there and be closed: an expression, which is no fact.
    let behind = &inside[start + path.len()..];
    let closed = behind.find("}}").map(|at| &behind[..at]);
    if closed.is_some_and(|inside| !inside.contains(['{', '}', '\n'])) {
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

/// Words with points between them, which is what a slip for a fact looks like.
fn is_path(path: &str) -> bool {
    path.split('.').all(|word| {
        word.starts_with(|c: char| c.is_ascii_alphabetic())
            && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}

fn look_up(site: &Value, path: &str) -> Result<String, (String, Option<String>)> {
    let mut value = site;
    let mut walked = String::from("site");
    for key in path.split('.').skip(1) {
        let Some(next) = value.get(key) else {
            let keys = value
                .as_object()
                .into_iter()
                .flat_map(|table| table.keys().map(String::as_str));
            return Err((
                format!("`{walked}` in site.toml has no `{key}`"),
                did_you_mean(key, keys)
                    .or_else(|| Some("facts are the keys of content/site.toml".to_owned())),
            ));
        };
        value = next;
        walked = format!("{walked}.{key}");
    }
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) => Ok(number.to_string()),
        Value::Bool(yes) => Ok(yes.to_string()),
        Value::Object(table) => Err((
            format!("`{walked}` is a table, not a fact"),
            table
                .keys()
                .next()
                .map(|key| format!("name one of its keys, for example `{walked}.{key}`")),
        )),
        Value::Array(_) | Value::Null => Err((format!("`{walked}` is a list, not a fact"), None)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references() {
        let site = serde_json::json!({ "name": "Firm", "stats": { "years": { "value": "7+" } }, "offices": 10 });
        for (text, expected, problems) in [
            ("no facts", "no facts", vec![]),
            (
                "{{ site.name }} has {{site.offices}} offices",
                "Firm has 10 offices",
                vec![],
            ),
            ("{{ site.stats.years.value }} years", "7+ years", vec![]),
            ("{{ a b }} and {{", "{{ a b }} and {{", vec![]),
            (
                "{{ site.offices } of {{ site.name }}",
                "{{ site.offices } of Firm",
                vec!["`{{` is not closed with `}}`"],
            ),
            (
                "{{ site.offices of {{ site.name }}.",
                "{{ site.offices of Firm.",
                vec!["`{{` is not closed with `}}`"],
            ),
            (
                "in {{ site.offices }, all",
                "in {{ site.offices }, all",
                vec!["`{{` is not closed with `}}`"],
            ),
            (
                "in {{ site.offices",
                "in {{ site.offices",
                vec!["`{{` is not closed with `}}`"],
            ),
            (
                "{{ site.offices | upper }}",
                "{{ site.offices | upper }}",
                vec!["`site` in site.toml has no `offices | upper`"],
            ),
            ("{{ name }}", "{{ name }}", vec!["`name` is not a fact"]),
            (
                "{{ site.nmae }}",
                "{{ site.nmae }}",
                vec!["`site` in site.toml has no `nmae`"],
            ),
            (
                "{{ site.stats }}",
                "{{ site.stats }}",
                vec!["`site.stats` is a table, not a fact"],
            ),
        ] {
            let mut unknown = Vec::new();
            assert_eq!(expand(text, &site, &mut unknown), expected);
            let messages: Vec<&str> = unknown.iter().map(|one| one.message.as_str()).collect();
            assert_eq!(messages, problems, "{text}");
        }
    }
}
