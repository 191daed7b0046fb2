//! Variables whose text doubles again and again, which no memory can hold: `{% set_global x = x ~ x %}` in a loop.

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
