//! Finds values in the signs of other languages: `{page.title}`, `[[ page.title ]]`, `${page.title}`, `%page.title%`.

use std::ops::Range;

use super::foreign_meaning::{Construct, Meaning};
use super::problem::OF_PAGES;
use super::tags::{Outline, name_at};
use crate::manual::values::PAGE;

/// Number of values that are reported in one template.
const MOST: usize = 50;

/// Returns each name with fields, such as `page.title`, that is alone in signs other than those of a value: its span with the signs, and
/// the name.
pub fn values_in_signs(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    text.match_indices('.').filter_map(|(dot, _)| {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let start = text[..dot].trim_end_matches(is_part).len();
        // The first dot of a name finds all of it.
        if text[..start].ends_with('.') {
            return None;
        }
        let path = &text[start..];
        let path = &path[..path.find(|c| !is_part(c) && c != '.')?];
        let is_path = path.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && !path.ends_with('.')
            && !path.contains("..");
        let span = signs_around(text, start..start + path.len()).filter(|_| is_path)?;
        Some((span, path))
    })
}

/// Returns the span of a name with the signs around it. Returns `None` if it has none, or those of a value.
fn signs_around(text: &str, name: Range<usize>) -> Option<Range<usize>> {
    // The signs of EJS may have a sign of their own within: `<%= page.title -%>`.
    let left = text[..name.start].trim_end_matches(' ');
    let left = if left.ends_with("%=") || left.ends_with("%-") {
        &left[..left.len() - 1]
    } else {
        left
    };
    let right = text[name.end..].trim_start_matches(' ');
    let right = right
        .strip_prefix('-')
        .filter(|rest| rest.starts_with('%'))
        .unwrap_or(right);
    let pairs = left
        .chars()
        .rev()
        .zip(right.chars())
        .take_while(|(open, close)| {
            matches!(
                (open, close),
                ('{', '}') | ('[', ']') | ('<', '>') | ('$', '$') | ('%', '%') | ('#', '#')
            )
        });
    let count = pairs.count();
    let (outside, open) = left.split_at(left.len().checked_sub(count)?);
    let (close, after) = right.split_at(count);
    let is_spaced = left.len() < name.start || right.len() < text.len() - name.end;
    let is_sign = matches!(open, "$" | "%" | "#");
    // `{{ page.title }}` is right, and so may be `a[page.x]`, `List<page.X>`, and `[page.x](…)`.
    let is_other = is_sign && is_spaced
        || open == "{{"
        || matches!(open, "[" | "<")
            && outside.ends_with(|c: char| c.is_alphanumeric() || c == '_')
        || open == "[" && after.starts_with(['(', '['])
        || open == "[" && outside.ends_with(']');
    if count == 0 || is_other {
        return None;
    }
    let outside = match open {
        "{" => outside.strip_suffix(['$', '#', '@']).unwrap_or(outside),
        _ => outside,
    };
    Some(outside.len()..text.len() - right.len() + close.len())
}

/// Returns the values of a template in the signs of other languages: fields of a page, of the site, of the entry of a loop, and of what
/// `set` and components define. `html` is the template without its values and tags.
pub fn foreign_values(text: &str, html: &str) -> Vec<Construct> {
    let outline = Outline::new(text);
    let is_defined = |span: &Range<usize>, path: &str| {
        let (name, at) = (name_at(path), span.start);
        // `[site.example]` may be something else.
        let is_marked = html[span.clone()].contains('{') || html[at..].starts_with("[[");
        let mut loops = outline.loops_at(at);
        let mut open = outline.open_at(at);
        let before = outline.tags.iter().take_while(|tag| tag.span.end <= at);
        let mut sets = before.filter(|tag| tag.word == "set");
        let arguments = |words: &str| {
            words
                .split(['(', ',', ')'])
                .any(|one| name_at(one.trim()) == name)
        };
        is_marked && OF_PAGES.contains(&name)
            || name == "page"
                && PAGE
                    .iter()
                    .any(|field| path.strip_prefix("page.") == Some(field.name))
            || loops.any(|(names, _)| names.split(',').any(|one| one.trim() == name))
            || sets.any(|tag| tag.name() == name)
            || open.any(|tag| tag.word == "component" && arguments(tag.words))
    };
    let found = values_in_signs(html).filter(|(span, path)| is_defined(span, path));
    let constructs = found.map(|(span, path)| Construct {
        language: match &html[span.clone()] {
            written if written.starts_with("${") => "JavaScript or FreeMarker",
            written if written.starts_with("#{") => "Pug or Ruby",
            _ => "of another language",
        },
        meaning: Meaning::Print(path.to_owned()),
        span,
    });
    constructs.take(MOST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_in_other_signs() {
        for (text, expected) in [
            (
                "{page.title} { page.title } {{{page.title}}}",
                "{page.title} { page.title } {{{page.title}}}",
            ),
            (
                "[[ n.title ]], ${n.url}, #{n.x}, @{n.y}",
                "[[ n.title ]] ${n.url} #{n.x} @{n.y}",
            ),
            (
                "<%= page.a.b %> {% page.a -%} <page.a> %page.a% $page.a$",
                "<%= page.a.b %> {% page.a -%} <page.a> %page.a% $page.a$",
            ),
            ("{é.title}\u{a0}[page.x_1]", "{é.title} [page.x_1]"),
            (
                "{{ page.title }} {{page.title}} {{{ page.title }} {{ page.a }}}",
                "",
            ),
            (
                "page.title, (page.title), a[page.x], List<page.X>, [page.x](/a), [a][page.x]",
                "",
            ),
            (
                "5 % page.x % 3, $ page.x $, {page.x + 1}, {page}, {.title}, {page.}, {page..x}, {3.5}",
                "",
            ),
        ] {
            let found = values_in_signs(text).map(|(span, _)| &text[span]);
            assert_eq!(found.collect::<Vec<_>>().join(" "), expected);
        }
    }

    #[test]
    fn values_in_scope() {
        for (text, expected) in [
            (
                "{% for n, m in x %}{n.a} {m.b} {o.c}{% endfor %}{n.d}",
                "{n.a} {m.b}",
            ),
            ("{% set s = x %}[s.a] {site.name}", "[s.a] {site.name}"),
            (
                "[site.example] <page.html> [page.title] [[ site.name ]]",
                "[page.title] [[ site.name ]]",
            ),
            (
                "{% component Tip(item, kind=\"x\") %}{item.a} {other.b}{% endcomponent Tip %}{item.c}",
                "{item.a}",
            ),
        ] {
            let found = foreign_values(text, text);
            let found: Vec<&str> = found.iter().map(|one| &text[one.span.clone()]).collect();
            assert_eq!(found.join(" "), expected);
        }
    }
}
