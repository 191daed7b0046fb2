//! Variables that a loop sets, although their value lasts only until the next turn of the loop.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use diagnostic::{Diagnostic, Fix, Place, Severity, Source};

use super::tags::{Outline, Tag, name_at};
use crate::codes;

/// Reports `{% set count = count + 1 %}` in a loop if `count` was set before the loop and is used after it.
pub fn lost_settings(source: &Arc<Source>) -> Vec<Diagnostic> {
    let text = source.text.as_str();
    let outline = Outline::new(text);
    // Names with a value outside of loops.
    let mut set_before: HashSet<&str> = HashSet::new();
    // End of each loop, and names that are read after it.
    let mut ends: HashMap<usize, Option<usize>> = HashMap::new();
    let mut read_after: HashMap<(usize, &str), bool> = HashMap::new();
    let mut diagnostics = Vec::new();
    for (index, tag) in outline.tags.iter().enumerate() {
        let name = tag.name();
        let Some(outermost) = outline.outermost_loop(index) else {
            if tag.word == "set" {
                set_before.insert(name);
            }
            continue;
        };
        if tag.word != "set" || !set_before.contains(name) {
            continue;
        }
        let end = *ends
            .entry(outermost)
            .or_insert_with(|| end_of(&outline.tags, outermost));
        let Some(end) = end else { continue };
        let value = text[tag.span.clone()].split_once('=');
        let is_own = value.is_some_and(|(_, value)| has_word(value, name));
        // A loop that reads its own value may want the earlier one for each turn.
        let rest = &text[tag.span.end..end];
        let is_lost = !is_read(rest, name)
            && (is_own || !rest.contains("include "))
            && *read_after
                .entry((outermost, name))
                .or_insert_with(|| is_read(&text[end..], name));
        if is_lost {
            diagnostics.push(lost(source, tag, name, is_own));
        }
    }
    diagnostics
}

/// Returns help for a variable that is not defined at a byte offset, if a loop before it sets it.
pub fn set_in_loop(text: &str, at: usize, name: &str) -> Option<String> {
    let outline = Outline::new(text);
    let tags = outline.tags.iter().enumerate();
    let mut before = tags.take_while(|(_, tag)| tag.span.end <= at);
    let (index, tag) = before.find(|(_, tag)| tag.word == "set" && tag.name() == name)?;
    let end = end_of(&outline.tags, outline.outermost_loop(index)?)?;
    let line = text[..tag.span.start].matches('\n').count() + 1;
    (end <= at).then(|| {
        format!("write `set_global {name}` in line {line}: a value that `set` gives within a loop ends with it")
    })
}

fn lost(source: &Arc<Source>, tag: &Tag<'_>, name: &str, is_own: bool) -> Diagnostic {
    let offset = source.text[tag.span.clone()].find("set").unwrap_or(0);
    let start = tag.span.start + offset;
    let place = Place::new(source, start..start + "set".len());
    let message = format!("`set` changes `{name}` only until the next turn of the loop");
    let help = "write `set_global`, which keeps the value after the loop";
    let severity = if is_own {
        Severity::Error
    } else {
        Severity::Warning
    };
    let diagnostic = Diagnostic {
        severity,
        ..Diagnostic::new(&codes::TEMPLATE_ERROR, message)
    };
    diagnostic
        .at(place.clone(), "")
        .help(help)
        .fix(Fix::replace(help, place, "set_global"))
}

/// Returns the byte offset after the end tag of the loop at an index, or `None` if it is not closed.
fn end_of(tags: &[Tag<'_>], start: usize) -> Option<usize> {
    let mut depth = 0_usize;
    tags[start..].iter().find_map(|tag| {
        match tag.word {
            "for" => depth += 1,
            "endfor" => depth = depth.saturating_sub(1),
            _ => {}
        }
        (depth == 0).then_some(tag.span.end)
    })
}

/// Returns whether the tags of a text read a variable before they set it.
fn is_read(mut text: &str, name: &str) -> bool {
    while let Some(start) = text.find('{') {
        text = &text[start + 1..];
        let close = match text.as_bytes().first() {
            Some(b'{') => "}}",
            Some(b'%') => "%}",
            _ => continue,
        };
        let (inside, after) = text[1..].split_once(close).unwrap_or((&text[1..], ""));
        text = after;
        let tag = inside.trim_start_matches('-').trim_start();
        let set = ["set ", "set_global "].iter();
        let mut set = set.filter_map(|word| tag.strip_prefix(word)?.split_once('='));
        match set.next() {
            Some((target, value)) if target.trim() == name => return has_word(value, name),
            _ if has_word(inside, name) => return true,
            _ => {}
        }
    }
    false
}

/// Returns whether a text has a name as a whole word.
fn has_word(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    !name.is_empty()
        && text
            .match_indices(name)
            .any(|(at, _)| name_at(&text[at..]) == name && !text[..at].ends_with(is_part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_in_loops() {
        for (template, expected) in [
            (
                "{% set n = 0 %}{% for i in l %}{% set n = n + i %}{% endfor %}{{ n }}",
                1,
            ),
            (
                "{% set n = 0 %}{% for i in l %}{% for j in i %}{%- set n = n + j -%}{% endfor %}{% endfor %}{{ n }}",
                1,
            ),
            (
                "{% set n = 0 %}{% for i in l %}{% set_global n = n + i %}{% endfor %}{{ n }}",
                0,
            ),
            (
                "{% set n = 0 %}{% for i in l %}{% set n = n + i %}{{ n }}{% endfor %}",
                0,
            ),
            (
                "{% set n = 0 %}{% for i in l %}{% set n = i.n %}{{ n }}{% endfor %}{{ n }}",
                0,
            ),
            ("{% for i in l %}{% set n = n + i %}{% endfor %}{{ n }}", 0),
            // HTML has the same word.
            (
                "{% set class = \"\" %}{% for i in l %}{% set class = class ~ i %}<li class=\"{{ class }}\">{% endfor %}<p class=\"x\">",
                0,
            ),
            (
                "{% set n = 0 %}{% for i in l %}{% set n = n + i %}{% endfor %}<p n=\"x\">n</p>",
                0,
            ),
            // The name is set anew.
            (
                "{% set n = 0 %}{% for i in l %}{% set n = n + i %}{% endfor %}{% set n = 1 %}{{ n }}",
                0,
            ),
            (
                "{% set n = 0 %}{% for i in l %}{% set n = n + i %}{% endfor %}{% if n > 1 %}{% endif %}",
                1,
            ),
            (
                "{% set n = 0 %}{% for i in l %}{% endfor %}{% set n = n + 1 %}{{ n }}",
                0,
            ),
        ] {
            let source = Source::new("a.html", template);
            assert_eq!(lost_settings(&source).len(), expected, "{template}");
        }
    }
}
