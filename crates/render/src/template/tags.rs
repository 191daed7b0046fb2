//! Finds tags in the text of a template. Tera does not expose them, and has no syntax tree after an error.

use std::collections::HashMap;
use std::ops::Range;

/// A tag between `{%` and `%}`.
#[derive(Clone)]
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

/// Returns an opening tag as messages show it: `{% for %}`, `<Note>`.
pub fn shown(opened: &str) -> String {
    if is_component(opened) {
        format!("`{opened}>`")
    } else {
        format!("`{{% {opened} %}}`")
    }
}

/// Returns the end tag of an opening tag.
pub fn end_of(opened: &str) -> String {
    match opened.strip_prefix('<') {
        Some(name) => format!("`{{% </{name}> %}}`"),
        None => format!("`{{% end{opened} %}}`"),
    }
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

/// The tags of a template, and which of them are open where. Built once, so that each lookup is fast.
pub struct Outline<'a> {
    /// The tags in their order.
    pub tags: Vec<Tag<'a>>,
    /// Index of the innermost tag that is open after each tag.
    open_after: Vec<Option<usize>>,
    /// Index of the tag that is open around each tag.
    around: Vec<Option<usize>>,
    /// Index of the loop around each tag.
    loop_around: Vec<Option<usize>>,
}

impl<'a> Outline<'a> {
    /// Finds the tags of a template.
    pub fn new(text: &'a str) -> Self {
        let tags = tags(text);
        let mut open: Vec<usize> = Vec::new();
        let mut words: HashMap<&str, usize> = HashMap::new();
        let mut outline = Self {
            open_after: Vec::with_capacity(tags.len()),
            around: Vec::with_capacity(tags.len()),
            loop_around: Vec::with_capacity(tags.len()),
            tags: Vec::new(),
        };
        for (index, tag) in tags.iter().enumerate() {
            let around = open.last().copied();
            outline.around.push(around);
            outline
                .loop_around
                .push(around.and_then(|one| match tags[one].word {
                    "for" => Some(one),
                    _ => outline.loop_around[one],
                }));
            if let Some(closed) = tag.closes() {
                while words.get(&*closed).is_some_and(|count| *count > 0) {
                    let Some(last) = open.pop() else { break };
                    let word = tags[last].word;
                    words.entry(word).and_modify(|count| *count -= 1);
                    if word == closed {
                        break;
                    }
                }
            } else if tag.opens().is_some() {
                *words.entry(tag.word).or_default() += 1;
                open.push(index);
            }
            outline.open_after.push(open.last().copied());
        }
        outline.tags = tags;
        outline
    }

    /// Returns the index of the innermost tag that is open at a byte offset.
    fn innermost(&self, at: usize) -> Option<usize> {
        let next = self.tags.partition_point(|tag| tag.span.end <= at);
        self.open_after[next.checked_sub(1)?]
    }

    /// Returns the tags that are open at a byte offset, the innermost first.
    pub fn open_at(&self, at: usize) -> impl Iterator<Item = &Tag<'a>> {
        let open = std::iter::successors(self.innermost(at), |one| self.around[*one]);
        open.map(|one| &self.tags[one])
    }

    /// Returns the loops that are open at a byte offset, the innermost first, each as the variables that it defines and the expression
    /// that it loops over.
    pub fn loops_at(&self, at: usize) -> impl Iterator<Item = (&'a str, &'a str)> {
        let innermost = self.innermost(at);
        let first = innermost.and_then(|one| match self.tags[one].word {
            "for" => Some(one),
            _ => self.loop_around[one],
        });
        let loops = std::iter::successors(first, |one| self.loop_around[*one]);
        loops.filter_map(|one| self.tags[one].words["for".len()..].split_once(" in "))
    }

    /// Returns the index of the outermost loop around the tag at an index.
    pub fn outermost_loop(&self, index: usize) -> Option<usize> {
        std::iter::successors(self.loop_around[index], |one| self.loop_around[*one]).last()
    }
}

/// Returns the tags that are open at a byte offset, the innermost last.
pub fn open_before(text: &str, at: usize) -> Vec<Tag<'_>> {
    let outline = Outline::new(text);
    let mut open: Vec<Tag<'_>> = outline.open_at(at).cloned().collect();
    open.reverse();
    open
}

/// Returns the variables that are defined at a byte offset: by loops that are open there, and by `set` before it.
pub fn variables(text: &str, at: usize) -> Vec<&str> {
    let outline = Outline::new(text);
    let in_loops = outline.loops_at(at);
    let in_loops = in_loops.flat_map(|(names, _)| names.split(',').map(str::trim));
    let in_loops: Vec<&str> = in_loops.collect();
    let sets = outline.tags.iter().take_while(|tag| tag.span.end <= at);
    let in_sets = sets.filter(|tag| tag.word == "set").filter_map(|tag| {
        tag.words
            .split(['=', ' '])
            .filter(|word| !word.is_empty())
            .nth(1)
    });
    in_loops.into_iter().chain(in_sets).collect()
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
