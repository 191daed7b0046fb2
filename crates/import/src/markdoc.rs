//! Tags of Markdoc in the texts of a site of Astro.

use crate::shortcodes::{Call, Form, arguments_of, paired, template_tags};

/// Tags of Markdoc itself.
const TAGS: [&str; 3] = ["else", "if", "table"];

/// Returns the tags in a text: `{% note title="A" %}`, `{% /note %}`, and `{% break /%}`.
pub fn of_markdoc(text: &str) -> Vec<Call> {
    let mut calls = Vec::new();
    for span in template_tags(text) {
        if !text[span.clone()].starts_with("{%") {
            continue;
        }
        let inner = text[span.start + 2..span.end - 2].trim();
        let (inner, form) = match (inner.strip_prefix('/'), inner.strip_suffix('/')) {
            (Some(name), _) => (name, Form::Close),
            (None, Some(inner)) => (inner, Form::Alone),
            (None, None) => (inner, Form::Open),
        };
        let inner = inner.trim();
        let (name, rest) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
        let is_name = name.starts_with(|one: char| one.is_ascii_alphabetic())
            && name
                .chars()
                .all(|one| one.is_ascii_alphanumeric() || "_-".contains(one));
        if is_name && !TAGS.contains(&name) {
            // Values that are variables, functions, or lists are programs.
            let is_program = |(_, value): &(String, String)| value.starts_with(['$', '[', '{']);
            let (programs, arguments): (Vec<_>, Vec<_>) =
                arguments_of(rest, &[]).into_iter().partition(is_program);
            calls.push(Call {
                span,
                name: name.to_owned(),
                arguments,
                programs: programs.into_iter().map(|(key, _)| key).collect(),
                form,
            });
        }
    }
    paired(calls)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shortcodes::{Usages, survey, tag};

    #[test]
    fn tags() {
        for (text, expected) in [
            (
                "{% note title=\"A b\" %}\nhi\n{% /note %}",
                "<Note title=\"A b\"> </Note>",
            ),
            ("{% youtube id=\"x\" list=$all /%}", "<Youtube id=\"x\" />"),
            ("# A {% #own %}\n{% if $x %}{% /if %} {{ x }}", ""),
        ] {
            let calls = of_markdoc(text);
            let mut usages = Usages::new();
            survey(&calls, &mut usages);
            let tags: Vec<String> = calls.iter().map(|call| tag(call, &usages)).collect();
            assert_eq!(tags.join(" "), expected);
        }
    }
}
