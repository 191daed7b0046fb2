//! Findings about a block, a call, or front matter that is where Tera does not expect it.

use diagnostic::{Diagnostic, Place};

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
        None => format!("close it with {}", end_of(tag.word)),
    }
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
