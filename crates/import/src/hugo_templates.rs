//! Templates of shortcodes that only show a text, an argument, or a parameter.

use toml::{Table, Value};

use crate::model::{Page, Site};
use crate::shortcodes::{Call, Form};

/// Functions that do not change what visitors read.
const FILTERS: [&str; 5] = [
    "markdownify",
    "safeHTML",
    "safeHTMLAttr",
    "safeJS",
    "safeURL",
];

/// Returns what a call of a shortcode shows, if that is one line, and its template has no other programs.
pub fn shown(site: &Site, page: &Page, call: &Call) -> Option<String> {
    if call.form != Form::Alone {
        return None;
    }
    let mut rest = site.shortcodes.get(&call.name)?.trim();
    let mut text = String::new();
    while let Some((before, after)) = rest.split_once("{{") {
        let (action, after) = after.split_once("}}")?;
        let (start, end) = (action.strip_prefix('-'), action.strip_suffix('-'));
        text.push_str(start.map_or(before, |_| before.trim_end()));
        let action = start.unwrap_or(action);
        let action = action.strip_suffix('-').unwrap_or(action);
        text.push_str(&value(site, page, call, action.trim())?);
        rest = end.map_or(after, |_| after.trim_start());
    }
    text.push_str(rest);
    let text = text.trim();
    (!text.contains('\n')).then(|| text.to_owned())
}

/// Returns what an action of a template shows.
fn value(site: &Site, page: &Page, call: &Call, action: &str) -> Option<String> {
    if action.starts_with("/*") {
        return Some(String::new());
    }
    if let Some(text) = action
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'))
    {
        return (!text.contains(['"', '\\'])).then(|| text.to_owned());
    }
    if action == ".Page.Param (.Get 0)" {
        let (_, name) = call.arguments.first()?;
        return parameter(site, page, name);
    }
    let mut parts = action.split('|').map(str::trim);
    let first = parts.next()?;
    if !parts.all(|one| FILTERS.contains(&one)) {
        return None;
    }
    let first = first.strip_prefix('$').unwrap_or(first);
    if let Some(key) = first.strip_prefix(".Get ") {
        let key = key.trim();
        let name = match key.parse::<usize>() {
            Ok(number) => format!("arg{}", number.checked_add(1)?),
            Err(_) => key.strip_prefix('"')?.strip_suffix('"')?.to_owned(),
        };
        let mut arguments = call.arguments.iter();
        let found = arguments.find(|(key, _)| *key == name);
        return Some(found.map_or_else(String::new, |(_, value)| value.clone()));
    }
    let path = first.strip_prefix(".Page").unwrap_or(first);
    let of_page = || path.strip_prefix(".Params.").map(|key| (key, &page.fields));
    let of_site = [".Site.Params.", "site.Params."]
        .iter()
        .find_map(|start| Some((path.strip_prefix(start)?, &site.params)));
    let (key, table) = of_site.or_else(of_page)?;
    shown_value(find(table, key)?)
}

/// Returns the text of a key of the page, or of the site's settings.
pub fn parameter(site: &Site, page: &Page, name: &str) -> Option<String> {
    shown_value(find(&page.fields, name).or_else(|| find(&site.params, name))?)
}

/// Returns the text that a value shows; `None` for one with several values.
fn shown_value(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Array(_) | Value::Table(_) => None,
        value => Some(value.to_string()),
    }
}

/// Returns the value of a key, in any case and with dots between tables.
fn find<'t>(table: &'t Table, name: &str) -> Option<&'t Value> {
    let mut parts = name.split('.');
    let key = |table: &'t Table, part: &str| {
        let mut pairs = table.iter();
        Some(pairs.find(|(key, _)| key.eq_ignore_ascii_case(part))?.1)
    };
    let first = key(table, parts.next()?)?;
    parts.try_fold(first, |value, part| key(value.as_table()?, part))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shortcodes::of_hugo;
    use crate::values::from_toml;

    #[test]
    fn simple_templates() {
        for (template, expected) in [
            ("0.3.14\n", Some("0.3.14")),
            ("{{/* of the project */}}\nv{{ .Get 0 }}", Some("v1")),
            ("{{- .Get \"to\" | safeHTML -}}", Some("/x")),
            ("{{ .Get 5 }}", Some("")),
            ("1.8{{- \"\" -}}\n{{/* a */}}", Some("1.8")),
            (
                "<b>{{ .Site.Params.version }}</b> {{ $.Page.Params.title }}",
                Some("<b>2.0</b> T"),
            ),
            ("{{ site.Params.inner.key }}", Some("k")),
            ("{{ .Inner }}", None),
            ("{{ if true }}a{{ end }}", None),
            ("<p>\na</p>", None),
            ("{{ .Get", None),
        ] {
            let site = Site {
                params: from_toml("Version = '2.0'\ninner.key = 'k'").unwrap(),
                shortcodes: [("a".to_owned(), template.to_owned())].into(),
                ..Site::default()
            };
            let page = Page {
                fields: from_toml("title = 'T'").unwrap(),
                ..Page::new(&diagnostic::Source::new("a.md", ""))
            };
            let calls = of_hugo("{{< a 1 to=\"/x\" >}}");
            assert_eq!(
                shown(&site, &page, &calls[0]).as_deref(),
                expected,
                "{template}"
            );
        }
    }
}
