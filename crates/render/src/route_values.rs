//! Values of a document that its URL contains: `{slug}`, `{path}`, the parts of its date, and any key of its front matter.

use std::sync::Arc;

use content::{CollectionRule, Content, Document, Part};
use diagnostic::Diagnostic;
use serde_json::Value;

use crate::codes;
use crate::slug::slugify;

/// Returns the URL pattern of a collection with the values of a document in place of its placeholders. A placeholder without a value
/// is replaced with the slug, so that URLs differ; [`check`] reports it. A page named `index` takes the URL of its folder.
pub fn fill(route: &str, document: &Document) -> String {
    let mut url = String::with_capacity(route.len() + document.path.len());
    let mut rest = route;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((name, after)) = after.split_once('}') else {
            break;
        };
        url.push_str(before);
        let is_end = matches!(after, "" | "/" | ".html") && before.ends_with('/');
        match value(document, name, is_end) {
            Some(value) if value.is_empty() => {
                let is_plain = after.is_empty() && url.len() > 1;
                url.truncate(url.len() - usize::from(is_plain));
                return url;
            }
            Some(value) => url.push_str(&value),
            None => url.push_str(&document.slug),
        }
        rest = after;
    }
    url.push_str(rest);
    url
}

/// Returns the value of a placeholder; `None` if the document has none. At the end of a URL, a page named `index` takes the URL of its
/// folder.
fn value(document: &Document, name: &str, is_end: bool) -> Option<String> {
    let date = || document.date("date");
    match name {
        "slug" if is_end && document.slug == "index" => Some(String::new()),
        "slug" => Some(document.slug.clone()),
        "path" if is_end && document.path == "index" => Some(String::new()),
        "path" if is_end => {
            let path = document.path.as_str();
            Some(path.strip_suffix("/index").unwrap_or(path).to_owned())
        }
        "path" => Some(document.path.clone()),
        "year" => Some(format!("{:04}", date()?.year())),
        "month" => Some(format!("{:02}", date()?.month())),
        "day" => Some(format!("{:02}", date()?.day())),
        key => {
            let value = match document.fields.get(key)? {
                Value::Array(values) => values.first()?,
                value => value,
            };
            let text = match value {
                Value::String(text) => slugify(text),
                Value::Number(number) => number.to_string(),
                _ => return None,
            };
            (!text.is_empty()).then_some(text)
        }
    }
}

/// Reports the documents whose URL needs a value that they do not have. If no document has it, one finding is about the route itself.
pub fn check(
    content: &Content,
    index: usize,
    rule: &CollectionRule,
    documents: &[Arc<Document>],
) -> Vec<Diagnostic> {
    let route = rule.route.as_deref().unwrap_or_default();
    let documents: Vec<_> = documents.iter().filter(|document| document.valid).collect();
    let mut diagnostics = Vec::new();
    for name in content::placeholders(route) {
        let lacks = |document: &&&Arc<Document>| value(document, name, false).is_none();
        let lacking: Vec<_> = documents.iter().filter(lacks).collect();
        let key = content::key_of_placeholder(name);
        if lacking.len() < documents.len() {
            diagnostics.extend(lacking.into_iter().map(|document| {
                let message =
                    format!("`{key}` is missing, which the URL of this document contains");
                Diagnostic::new(&codes::MISSING_ROUTE_VALUE, message)
                    .at(document.slug_place(), "")
                    .help(format!(
                        "add `{key} = …` to the front matter; the URLs of `{}` are `{route}`",
                        rule.name
                    ))
            }));
        } else if !documents.is_empty() || !content::ROUTE_VALUES.contains(&name) {
            let written = format!("{{{name}}}");
            let toml = &content.structure_toml;
            let mut place = toml.locate(&format!("/collection/{index}/route"), Part::Value);
            if let Some(at) = place.source.text[place.span.clone()].find(&written) {
                let start = place.span.start + at;
                place.span = start..start + written.len();
            }
            let help = format!(
                "no document of `{}` has the key `{key}`: add it to their front matter, or use {{slug}}, {{path}}, {{year}}, {{month}} or {{day}}",
                rule.name
            );
            let message = format!("unknown placeholder `{written}`");
            diagnostics.push(
                Diagnostic::new(&content::codes::UNKNOWN_PLACEHOLDER, message)
                    .at(place, "")
                    .help(help),
            );
        }
    }
    diagnostics
}
