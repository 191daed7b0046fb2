//! Facts stand once, in `site.toml`; text refers to them as `{{ site.stats.years.value }}`.

use std::borrow::Cow;
use std::ops::Range;

use serde_json::Value;

use crate::suggest::did_you_mean;

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
