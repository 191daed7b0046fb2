//! Finds the actions of Hugo (Go templates) that Tera would read as values: `{{ with .Params.image }}`.

use std::sync::Arc;

use diagnostic::{Diagnostic, Place, Source};

use super::foreign_names;
use super::tags::{delimited, name_at};
use crate::codes;

/// Returns the finding about the first action of a template that has a value with a dot in front. Only what follows would be an error.
pub fn hugo_action(source: &Arc<Source>) -> Option<Diagnostic> {
    let text = source.text.as_str();
    delimited(text, "{{", "}}").into_iter().find_map(|span| {
        let inner = text[span.clone()].trim_start_matches('{').trim_end_matches('}');
        let inner = inner.trim_matches('-').trim();
        let word = name_at(inner);
        let value = inner[word.len()..].trim();
        // `{{ range $index, $page := .Pages }}`
        let value = value.rsplit_once(":=").map_or(value, |(_, value)| value.trim());
        let is_action = matches!(word, "with" | "range") && value.starts_with(['.', '$']);
        let is_spaced = inner[word.len()..].starts_with(char::is_whitespace);
        if !is_action || !is_spaced {
            return None;
        }
        let is_own = value.contains(".Params.");
        let value = value_of(value);
        let (what, help) = if word == "range" {
            let list = value.filter(|_| is_own);
            let list = list.unwrap_or_else(|| "collection(name=…)".to_owned());
            let help = format!(
                "write {{% for one in {list} %}} … {{% endfor %}}, and {{{{ one.title }}}} within it"
            );
            ("a loop", help)
        } else {
            let value = value.unwrap_or_else(|| "page.title".to_owned());
            let tested = value.replacen('.', "?.", 1);
            let help = format!(
                "write {{% if {tested} %}} … {{% endif %}}, and {{{{ {value} }}}} for {{{{ . }}}}"
            );
            ("a condition", help)
        };
        let message = format!("this is {what} of Hugo");
        Some(
            Diagnostic::new(&codes::TEMPLATE_SYNTAX, message)
                .at(Place::new(source, span), "")
                .help(help),
        )
    })
}

/// Returns what to write in the place of a value of Hugo: `page.image` for `.Params.image`. Returns `None` for more than a path.
pub fn value_of(typed: &str) -> Option<String> {
    let path = typed.trim_start_matches('$').strip_prefix('.')?;
    let is_path = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    if path.is_empty() || !path.chars().all(is_path) {
        return None;
    }
    let (root, path) = match path.strip_prefix("Site.") {
        Some(rest) => ("site", rest),
        None => ("page", path.strip_prefix("Page.").unwrap_or(path)),
    };
    if let Some(key) = path.strip_prefix("Params.") {
        return Some(format!("{root}.{key}"));
    }
    match foreign_names::hugo(path) {
        Some(known) if root == "page" => Some(known.to_owned()),
        _ if root == "site" && path == "Title" => Some("site.name".to_owned()),
        _ => Some(format!("{root}.{}", path.to_lowercase())),
    }
}

/// Operators of Go templates, which precede their operands.
const OPERATORS: [(&str, &str); 8] = [
    ("eq", "=="),
    ("ne", "!="),
    ("lt", "<"),
    ("le", "<="),
    ("gt", ">"),
    ("ge", ">="),
    ("and", "and"),
    ("or", "or"),
];

/// Returns a condition of Go as one of a template: `page.url == "/about"` for `eq .RelPermalink "/about"`. The condition begins in
/// `before`, and the rest of its tag is in `rest`.
pub fn go_condition(before: &str, rest: &str) -> Option<String> {
    let rest = &rest[..rest.find(['}', '%']).unwrap_or(rest.len())];
    let whole = format!("{before}{rest}");
    let whole = whole.trim().trim_end_matches('-').trim();
    let (operator, operands) = whole.split_once(' ')?;
    let value = |typed: &str| value_of(typed).unwrap_or_else(|| typed.to_owned());
    if operator == "not" {
        let is_one = !operands.contains([' ', '(']);
        return is_one.then(|| format!("not {}", value(operands)));
    }
    let (_, sign) = OPERATORS.iter().find(|(name, _)| *name == operator)?;
    let (first, second) = operands.trim().split_once(' ')?;
    let is_plain =
        !operands.contains(['(', ')', '|']) && (second.starts_with('"') || !second.contains(' '));
    is_plain.then(|| format!("{} {sign} {}", value(first), value(second.trim())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions() {
        for (before, rest, expected) in [
            (
                " ",
                "eq page.url \"/repairs\" }}<p>",
                "page.url == \"/repairs\"",
            ),
            (" eq ", ".Params.kind \"a b\" %}", "page.kind == \"a b\""),
            (" not ", ".Draft -}}", "not page.draft"),
            (" ", "page.title %}", ""),
            (" ", "and (eq .A 1) .B }}", ""),
        ] {
            let condition = go_condition(before, rest);
            assert_eq!(condition.unwrap_or_default(), expected, "{before}{rest}");
        }
    }

    #[test]
    fn actions() {
        for (text, expected) in [
            (
                "{{ with .Params.image }}{{ . }}{{ end }}",
                "write {% if page?.image %} … {% endif %}, and {{ page.image }} for {{ . }}",
            ),
            (
                "a {{- with $.Site.Params.phone -}}{{ end }}",
                "write {% if site?.phone %} … {% endif %}, and {{ site.phone }} for {{ . }}",
            ),
            (
                "{{ with .Title }}",
                "write {% if page?.title %} … {% endif %}, and {{ page.title }} for {{ . }}",
            ),
            (
                "{{ range .Pages }}",
                "write {% for one in collection(name=…) %} … {% endfor %}, and {{ one.title }} within it",
            ),
            (
                "{{ range $i, $p := .Params.steps }}",
                "write {% for one in page.steps %} … {% endfor %}, and {{ one.title }} within it",
            ),
            (
                "{{ range(start=1, end=3) }} {{ with.a }} {# {{ with .A }} #}",
                "",
            ),
        ] {
            let found = hugo_action(&Source::new("themes/t/templates/a.html", text));
            let help = found.map(|one| one.help.join(" "));
            assert_eq!(help.unwrap_or_default(), expected, "{text}");
        }
    }
}
