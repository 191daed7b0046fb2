//! Finds tags in the text of a template. Tera does not expose them, and has no syntax tree after an error.

use std::ops::Range;

/// A tag between `{%` and `%}`.
pub struct Tag<'a> {
    /// First word of the tag: `for`, `endfor`, `<Note`, `</Note`.
    pub word: &'a str,
    /// Everything between the delimiters.
    pub words: &'a str,
    /// Byte range of the tag, including its delimiters.
    pub span: Range<usize>,
}

impl<'a> Tag<'a> {
    /// Returns the name after the first word, such as that of a block, or an empty string if there is none.
    pub fn name(&self) -> &'a str {
        let after = self.words.strip_prefix(self.word);
        name_at(after.unwrap_or_default().trim_start())
    }

    /// Returns the first word of a tag that needs an end tag, such as `for`, or `None` for any other tag.
    pub fn opens(&self) -> Option<&'a str> {
        let is_pair = match self.word {
            "if" | "for" | "block" | "component" | "filter" | "raw" => true,
            "set" => !self.words.contains('='),
            word => is_component(word) && !self.words.ends_with('/') && !self.words.ends_with("/>"),
        };
        is_pair.then_some(self.word)
    }

    /// Returns the first word of the tag that this end tag closes, or `None` if this is not an end tag.
    pub fn closes(&self) -> Option<String> {
        let component = self.word.strip_prefix("</").map(|name| format!("<{name}"));
        component.or_else(|| self.word.strip_prefix("end").map(str::to_owned))
    }
}

/// Returns whether the first word of a tag is that of a component's opening tag.
pub fn is_component(word: &str) -> bool {
    word.starts_with('<') && !word.starts_with("</")
}

/// Returns the spans from each delimiter `begin` to the next `end`, both included. Comments are skipped.
pub fn delimited(text: &str, begin: &str, end: &str) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find('{').map(|brace| at + brace) {
        let rest = &text[start..];
        let length = |end: &str| rest.find(end).map_or(rest.len(), |at| at + end.len());
        at = start + 1;
        if rest.starts_with("{#") {
            at = start + length("#}");
        } else if rest.starts_with(begin) {
            at = start + length(end);
            spans.push(start..at);
        }
    }
    spans
}

/// Returns the tags of a template, except for those in comments.
pub fn tags(text: &str) -> Vec<Tag<'_>> {
    let tag = |span: Range<usize>| {
        let words = text[span.clone()].trim_start_matches("{%");
        let words = words.trim_end_matches("%}").trim_matches('-').trim();
        let first = words.split_whitespace().next().unwrap_or_default();
        let word = if first.starts_with('<') {
            first.trim_end_matches(['>', '/'])
        } else {
            first
        };
        Tag { word, words, span }
    };
    delimited(text, "{%", "%}").into_iter().map(tag).collect()
}

/// Returns the tags that are open at a byte offset, the innermost last.
pub fn open_before(text: &str, at: usize) -> Vec<Tag<'_>> {
    let mut open: Vec<Tag<'_>> = Vec::new();
    for tag in tags(text).into_iter().take_while(|tag| tag.span.end <= at) {
        if let Some(closed) = tag.closes() {
            if let Some(index) = open.iter().rposition(|one| one.word == closed) {
                open.truncate(index);
            }
        } else if tag.opens().is_some() {
            open.push(tag);
        }
    }
    open
}

/// Returns the loops that are open at a byte offset, each as the variables that it defines and the expression that it loops over.
pub fn loops_around(text: &str, at: usize) -> impl Iterator<Item = (&str, &str)> {
    let loops = open_before(text, at).into_iter();
    let loops = loops.filter(|tag| tag.word == "for");
    loops.filter_map(|tag| tag.words["for".len()..].split_once(" in "))
}

/// Returns the variables that are defined at a byte offset: by loops that are open there, and by `set` before it.
pub fn variables(text: &str, at: usize) -> Vec<&str> {
    let in_loops = loops_around(text, at).flat_map(|(names, _)| names.split(',').map(str::trim));
    let sets = tags(text).into_iter().take_while(|tag| tag.span.end <= at);
    let in_sets = sets.filter(|tag| tag.word == "set").filter_map(|tag| {
        tag.words
            .split(['=', ' '])
            .filter(|word| !word.is_empty())
            .nth(1)
    });
    in_loops.chain(in_sets).collect()
}

/// Returns the components that a template defines, each with the span of its name.
pub fn component_definitions(text: &str) -> impl Iterator<Item = (&str, Range<usize>)> {
    let tags = tags(text).into_iter();
    tags.filter(|tag| tag.word == "component")
        .filter_map(|tag| {
            let name = name_at(tag.words["component".len()..].trim_start());
            let start =
                tag.span.start + text[tag.span.clone()].find("component")? + "component".len();
            let start = start + text[start..].find(name)?;
            (!name.is_empty()).then_some((name, start..start + name.len()))
        })
}

/// Returns all names that follow a `<` in a template or in Markdown. The names of all components called there are among them.
pub fn component_calls(text: &str) -> impl Iterator<Item = &str> {
    text.split('<').skip(1).map(name_at)
}

/// Returns the identifier at the start of `text`, or an empty string if there is none.
pub fn name_at(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    &text[..end.unwrap_or(text.len())]
}
