//! Templates that would use up all memory: variables whose text doubles again and again, such as `{% set_global x = x ~ x %}` in a loop, and
//! conditions with hundreds of `elif`.

use std::collections::BTreeMap;
use std::sync::Arc;

use diagnostic::{Diagnostic, Place, Source};

use super::tags::{name_at, tags};
use crate::codes;

/// Number of times that a template may double a text outside of loops. After as many, one character has become 64 KiB.
const MOST_DOUBLINGS: usize = 16;

/// Reports the first tag of a template that joins a variable to itself in a loop, or one time too often.
pub fn growing_text(source: &Arc<Source>) -> Option<Diagnostic> {
    let text = source.text.as_str();
    let mut loops = 0_usize;
    let mut doublings: BTreeMap<&str, usize> = BTreeMap::new();
    for tag in tags(text) {
        match tag.word {
            "for" => loops += 1,
            "endfor" => loops = loops.saturating_sub(1),
            "set" | "set_global" => {
                let name = tag.name();
                let value = text[tag.span.clone()].split_once('=');
                let value = value.map_or("", |(_, value)| value.trim_end_matches(['%', '}', '-']));
                if copies(value, name) < 2 {
                    continue;
                }
                let count = doublings.entry(name).or_default();
                *count += 1;
                if tag.word == "set_global" && loops > 0 || *count > MOST_DOUBLINGS {
                    let message = format!(
                        "`{name}` becomes at least twice as long each time, and no memory can hold it"
                    );
                    let help =
                        format!("join another text to it: {{% set_global {name} = {name} ~ … %}}");
                    let place = Place::new(source, tag.span.clone());
                    return Some(
                        Diagnostic::new(&codes::TEMPLATE_LOOP, message)
                            .at(place, "")
                            .help(help),
                    );
                }
            }
            _ => {}
        }
    }
    None
}

/// Maximum number of `elif` that may be open at a tag. Tera reads each as a condition within the one before it, and its stack overflows
/// with some hundreds.
const MOST_BRANCHES: usize = 100;

/// Reports the first `elif` of a template that is one too many.
pub fn endless_condition(source: &Arc<Source>) -> Option<Diagnostic> {
    let mut open = Vec::new();
    let mut branches = 0;
    for tag in tags(&source.text) {
        match tag.word {
            "if" => open.push(branches),
            "endif" => branches = open.pop().unwrap_or_default(),
            "elif" => branches += 1,
            _ => {}
        }
        if branches > MOST_BRANCHES {
            let message = format!("more than {MOST_BRANCHES} `elif` are open here");
            let help = "end the condition with {% endif %}, and begin another one";
            let place = Place::new(source, tag.span.clone());
            let diagnostic = Diagnostic::new(&codes::TEMPLATE_SYNTAX, message);
            return Some(diagnostic.at(place, "").help(help));
        }
    }
    None
}

/// Returns how many of the texts that an expression joins are the variable with this name.
fn copies(expression: &str, name: &str) -> usize {
    let parts = expression.split('~').map(str::trim_start);
    parts
        .filter(|part| {
            let part = part.trim_start_matches('(').trim_start();
            !name.is_empty()
                && name_at(part) == name
                && !part[name.len()..].starts_with(['.', '(', '['])
        })
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_with_many_branches() {
        let branches = "{% elif a %}".repeat(MOST_BRANCHES);
        for (template, is_reported) in [
            (format!("{{% if a %}}{branches}{{% endif %}}"), false),
            (
                format!("{{% if a %}}{branches}{{% elif a %}}{{% endif %}}"),
                true,
            ),
            (
                format!("{{% if a %}}{branches}{{% if a %}}{{% elif a %}}"),
                true,
            ),
            (
                format!("{{% if a %}}{branches}{{% endif %}}").repeat(2),
                false,
            ),
        ] {
            let source = Source::new("a.html", template.as_str());
            assert_eq!(
                endless_condition(&source).is_some(),
                is_reported,
                "{template}"
            );
        }
    }

    #[test]
    #[rustfmt::skip]
    fn texts_that_double() {
        let often = "{% set x = x ~ x %}".repeat(MOST_DOUBLINGS + 1);
        for (template, is_reported) in [
            ("{% set x = \"a\" %}{% for i in l %}{% set_global x = x ~ x %}{% endfor %}", true),
            ("{% for i in l %}{%- set_global x = (x | trim) ~ \", \" ~ x -%}{% endfor %}", true),
            (often.as_str(), true),
            (&often[19..], false),
            ("{% for i in l %}{% set_global x = x ~ i ~ x.y ~ \"x\" %}{% endfor %}", false),
            ("{% for i in l %}{% set n = n ~ n %}{% endfor %}", false),
            ("{% for i in l %}{% set_global n = n + n %}{% endfor %}", false),
            ("{% for i in l %}{% endfor %}{% set_global x = x ~ x %}", false),
        ] {
            let source = Source::new("a.html", template);
            assert_eq!(growing_text(&source).is_some(), is_reported, "{template}");
        }
    }
}
