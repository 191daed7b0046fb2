//! Findings about a block, a call, or front matter that is where Tera does not expect it.

use std::sync::Arc;

use diagnostic::{Change, Diagnostic, Fix, Place, Source, line_start};

use super::foreign_names;
use super::tags::{Tag, end_of, name_at, open_before, shown, tags as tags_of};
use crate::manual::tags;

/// Returns the finding about a block within a tag that is not closed before it. Returns `None` if the tag is closed.
pub fn misplaced_block(place: &Place, diagnostic: &Diagnostic) -> Option<Diagnostic> {
    let source = &place.source;
    let text = source.text.as_str();
    let open = open_before(text, place.span.start);
    let outer = open.iter().find(|tag| tag.word != "block")?;
    let count = |word: &str| tags_of(text).iter().filter(|tag| tag.word == word).count();
    if count(outer.word) <= count(&tags::end_of(outer.word)) {
        return None;
    }
    let message = format!("{} is not closed before the next block", shown(outer.word));
    let finding = diagnostic.clone().reworded(message);
    let finding = finding.only_help(closing(text, outer));
    let opened = Place::new(source, outer.span.clone());
    Some(
        finding
            .at(opened, "opened here")
            .related(place.clone(), "close it before this tag"),
    )
}

/// Returns how to close a tag, or what to write in its place if it is within a comment of HTML.
pub fn closing(text: &str, tag: &Tag<'_>) -> String {
    let before = &text[..tag.span.start];
    let comment = before
        .rfind("<!--")
        .filter(|open| !before[*open..].contains("-->"));
    match comment {
        Some(_) => "tags within <!-- … --> run: write the comment as {# … #}".to_owned(),
        None => match line_of_end(text, tag) {
            Some(line) => format!("write {} above line {line}", end_of(tag.word)),
            None => format!("close it with {}", end_of(tag.word)),
        },
    }
}

/// Returns the line below a tag at which the first element is closed that was open above the tag, if it begins with the closing tag: what a
/// loop repeats is within that element.
fn line_of_end(text: &str, tag: &Tag<'_>) -> Option<usize> {
    let mut depth = 0_usize;
    let mut at = tag.span.end;
    while let Some(start) = text[at..].find('<').map(|open| at + open) {
        let rest = &text[start..];
        let name = name_at(rest[1..].trim_start_matches('/'));
        at = start + 1;
        if rest.starts_with("</") && depth == 0 {
            let line = line_start(&text[..start]);
            let is_first = text[line..start].trim().is_empty() && line > tag.span.end;
            return is_first.then(|| text[..start].matches('\n').count() + 1);
        } else if rest.starts_with("</") {
            depth -= 1;
        } else if !name.is_empty() && !VOID.contains(&name) {
            let end = rest.find('>')?;
            depth += usize::from(!rest[..end].ends_with('/'));
        }
    }
    None
}

/// Elements without a closing tag (HTML standard, 13.1.2).
const VOID: [&str; 13] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
];

/// Returns the names of the blocks that use what is set outside of all blocks at `at`, or of all blocks if nothing is set there.
fn blocks_for(text: &str, at: usize) -> Vec<(&str, usize)> {
    let all = tags_of(text);
    let set = all
        .iter()
        .find(|tag| tag.span.contains(&at) && tag.word == "set");
    let name = set.map(Tag::name);
    let blocks = all
        .iter()
        .enumerate()
        .filter(|(_, tag)| tag.word == "block");
    let blocks = blocks.filter(|(index, tag)| {
        let mut depth = 0_usize;
        let end = all[*index..].iter().find(|one| {
            depth += usize::from(one.word == "block");
            depth -= usize::from(one.word == "endblock" && depth > 0);
            depth == 0
        });
        let inner = &text[tag.span.end..end.map_or(text.len(), |end| end.span.start)];
        let is_name = |part: &str| Some(part) == name;
        name.is_none()
            || inner
                .split(|c: char| !c.is_alphanumeric() && c != '_')
                .any(is_name)
    });
    blocks.map(|(_, tag)| (tag.name(), tag.span.end)).collect()
}

/// Returns the help for what is outside of the blocks of a template that extends another one.
pub fn block_to_use(text: &str, at: usize) -> String {
    let blocks = blocks_for(text, at);
    let names: Vec<String> = blocks
        .iter()
        .map(|(name, _)| format!("{{% block {name} %}}"))
        .collect();
    match names.as_slice() {
        [] => "move it into a block, such as {% block main %} … {% endblock %}".to_owned(),
        [only] => format!("move it into {only}"),
        names => format!(
            "move it into the block that it belongs to: {}",
            names.join(", ")
        ),
    }
}

/// Returns the fix that moves a tag `set` into the only block that uses it.
pub fn into_block(source: &Arc<Source>, at: usize) -> Option<Fix> {
    let text = &source.text;
    let all = tags_of(text);
    let set = all
        .iter()
        .find(|tag| tag.span.contains(&at) && tag.word == "set" && tag.words.contains('='))?;
    let blocks = blocks_for(text, at);
    let [(name, start)] = blocks.as_slice() else {
        return None;
    };
    let whole = if text[set.span.end..].starts_with('\n') {
        set.span.end + 1
    } else {
        set.span.end
    };
    Some(Fix {
        label: format!("move it into the block `{name}`"),
        is_safe: *start > set.span.end,
        changes: vec![
            Change::Replace(Place::new(source, set.span.start..whole), String::new()),
            Change::Replace(
                Place::new(source, *start..*start),
                text[set.span.clone()].to_owned(),
            ),
        ],
    })
}

/// Returns the finding about a call of a method, such as `page.title.toUpperCase()`.
pub fn method_call(place: &Place, diagnostic: &Diagnostic) -> Option<Diagnostic> {
    let (text, at) = (place.source.text.as_str(), place.span.start);
    let name = name_at(text.get(at..)?);
    let before = text[..at].trim_end_matches(['.', '?']);
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '?');
    let value = &before[before.trim_end_matches(is_part).len()..];
    let message = format!("`{value}` has no method `{name}`");
    let argument = text[at + name.len()..].strip_prefix('(');
    let argument = argument.and_then(|rest| rest.split(['(', ')', '{', '}']).next());
    let help = foreign_names::method(value, name, argument.unwrap_or_default());
    Some(diagnostic.clone().reworded(message).only_help(help))
}

/// Returns the finding about front matter before `extends`, as Astro has it. Returns `None` if there is none.
pub fn front_matter(place: &Place, diagnostic: &Diagnostic) -> Option<Diagnostic> {
    let text = place.source.text.as_str();
    let inner = text.trim_start().strip_prefix("---\n")?;
    let end = inner.find("\n---")? + "\n---".len();
    let start = text.len() - text.trim_start().len();
    let finding = diagnostic
        .clone()
        .reworded("a template has no front matter");
    let help = "delete it: templates read what they show from `page`, `site`, and `collection(…)`";
    let place = Place::new(&place.source, start..start + "---\n".len() + end);
    Some(finding.only_help(help).at(place, ""))
}
