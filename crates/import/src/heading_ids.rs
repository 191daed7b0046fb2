//! Ids of headings and of terms in definition lists that other generators make in another way than this program: `autoHeadingIDType` and
//! `autoDefinitionTermID` of Hugo's Goldmark, and the ids of Astro before version 6.

use std::collections::HashMap;
use std::ops::Range;

use content::HeadingIds;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use render::derived_id;
use toml::{Table, Value};

use crate::accents::without_accents;
use crate::edits::{Edit, apply};
use crate::emoji::with_emoji;
use crate::hugo_settings::has_typographer;
use crate::values::{inner, text};

/// How a generator makes ids.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Ids {
    kind: IdStyle,
    /// Whether the terms of definition lists have ids.
    has_terms: bool,
    punctuation: Punctuation,
    /// Whether names between colons are emoji, whose names are in ids.
    pub has_emoji: bool,
}

/// A value of `autoHeadingIDType` (<https://gohugo.io/configuration/markup/#parserautoheadingidtype>), the way of Astro, or that of this
/// program.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum IdStyle {
    #[default]
    Same,
    Github,
    GithubAscii,
    Blackfriday,
    /// Those of GitHub without a hyphen at their end.
    Astro,
    /// Those of Kramdown.
    Kramdown,
}

/// How a generator writes typed quotes and hyphens.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Punctuation {
    #[default]
    AsTyped,
    Typographic,
    /// Typographic, but two hyphens stay.
    WithoutShortDashes,
}

impl Ids {
    /// How Astro makes ids before version 6.
    pub const OLD_ASTRO: Self = Self {
        kind: IdStyle::Astro,
        has_terms: false,
        punctuation: Punctuation::AsTyped,
        has_emoji: false,
    };
    /// How Jekyll makes ids if its plugin `jemoji` shows emoji.
    pub const JEMOJI: Self = Self {
        kind: IdStyle::Kramdown,
        has_terms: false,
        punctuation: Punctuation::AsTyped,
        has_emoji: true,
    };
    /// How Hugo makes ids by default.
    pub const HUGO: Self = Self {
        kind: IdStyle::Github,
        has_terms: false,
        punctuation: Punctuation::Typographic,
        has_emoji: false,
    };
}

/// Returns how a site makes ids, from the settings of Goldmark. The error is a value that is not known.
pub fn ids(goldmark: &Table) -> Result<Ids, &str> {
    let typographer = inner(goldmark, "extensions").and_then(|one| inner(one, "typographer"));
    let short = typographer.and_then(|one| text(one, "endash"));
    let punctuation = match (has_typographer(goldmark), short) {
        (false, _) => Punctuation::AsTyped,
        (true, Some("--")) => Punctuation::WithoutShortDashes,
        (true, _) => Punctuation::Typographic,
    };
    let parser = inner(goldmark, "parser");
    let kind = match parser.and_then(|one| text(one, "autoheadingidtype")) {
        None | Some("github") => IdStyle::Github,
        Some("github-ascii") => IdStyle::GithubAscii,
        Some("blackfriday") => IdStyle::Blackfriday,
        Some(other) => return Err(other),
    };
    let has_terms = parser.and_then(|one| one.get("autodefinitiontermid"));
    Ok(Ids {
        kind,
        has_terms: has_terms.and_then(Value::as_bool) == Some(true),
        punctuation,
        has_emoji: false,
    })
}

/// A heading or a term that is being read.
#[derive(Debug, Default)]
struct Titled {
    /// Text without marks of Markdown.
    title: String,
    /// Text of which Hugo makes the id.
    parts: FirstParts,
    /// Byte range of the text in the document.
    content: Option<Range<usize>>,
    /// Id that the document gives it.
    own: Option<String>,
    /// How many pictures are open, whose descriptions are no text to Astro.
    pictures: usize,
}

/// The text of which Hugo makes the id of a heading: that of links, emphasis, and pictures only up to the next mark in them.
#[derive(Debug, Default)]
struct FirstParts {
    text: String,
    /// The open links, emphasis, and pictures.
    open: Vec<Part>,
}

/// How far a link, emphasis, or picture was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    New,
    InText,
    Over,
}

impl FirstParts {
    fn read(&mut self, event: &Event<'_>, ids: Ids) {
        match event {
            Event::Start(_) => {
                let part = if self.is_read() {
                    Part::New
                } else {
                    Part::Over
                };
                self.open.push(part);
            }
            Event::End(_) => drop(self.open.pop()),
            Event::Text(text) => self.add(text, ids),
            Event::Code(code) if self.is_read() => self.text.push_str(code),
            Event::SoftBreak | Event::HardBreak if self.is_read() => self.text.push(' '),
            _ => drop(self.is_read()),
        }
    }

    /// Returns whether something other than text is read, which ends the part that is open.
    fn is_read(&mut self) -> bool {
        let part = self.open.last_mut();
        part.is_none_or(|part| std::mem::replace(part, Part::Over) == Part::New)
    }

    fn add(&mut self, text: &str, ids: Ids) {
        let dashes = text.replace("---", "—");
        let text = match ids.punctuation {
            Punctuation::WithoutShortDashes => dashes,
            Punctuation::Typographic => dashes.replace("--", "–"),
            Punctuation::AsTyped => text.to_owned(),
        };
        let Some(part) = self.open.last_mut() else {
            self.text.push_str(&text);
            return;
        };
        if *part == Part::Over {
            return;
        }
        let is_typed = ids.punctuation == Punctuation::AsTyped;
        let is_typographic = |one: char| !is_typed && ['\'', '"', '–', '—'].contains(&one);
        let mark = text.find(|one| ['_', '['].contains(&one) || is_typographic(one));
        // The mark itself is a part of the text, unless it is replaced.
        let end = mark.map(|at| at + usize::from(text[at..].starts_with(['_', '['])));
        *part = if end.is_some() {
            Part::Over
        } else {
            Part::InText
        };
        self.text.push_str(&text[..end.unwrap_or(text.len())]);
    }
}

/// Writes backslashes before braces at the ends of headings, such as `## GET /users/{id}`, in which other generators see no attributes.
pub fn with_braces(text: &str) -> String {
    let mut edits: Vec<Edit> = Vec::new();
    for (event, range) in
        Parser::new_ext(text, Options::ENABLE_HEADING_ATTRIBUTES).into_offset_iter()
    {
        let Event::Start(Tag::Heading {
            id: None,
            classes,
            attrs,
            ..
        }) = event
        else {
            continue;
        };
        let heading = &text[range.clone()];
        let (Some(start), Some(end)) = (heading.rfind('{'), heading.rfind('}')) else {
            continue;
        };
        let is_last = heading[end + 1..]
            .trim_matches(['#', '=', '-', ' ', '\n'])
            .is_empty();
        // Two braces are a value of the new site.
        let is_words = start < end
            && !heading[start..end].contains(['<', '>', '\\', '%', ':'])
            && !heading[..start].ends_with('{');
        if is_last
            && is_words
            && classes.is_empty()
            && attrs.iter().all(|(_, value)| value.is_none())
        {
            let signs = [start, end].map(|at| range.start + at);
            edits.extend(signs.map(|at| (at..at, "\\".to_owned())));
        }
    }
    apply(text, edits)
}

/// Writes the ids into a text that this program would make in another way.
pub fn with_ids(text: &str, ids: Ids) -> String {
    if ids.kind == IdStyle::Same {
        return text.to_owned();
    }
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_DEFINITION_LIST;
    let mut edits: Vec<Edit> = Vec::new();
    let mut old: HashMap<String, usize> = HashMap::new();
    let mut new: HashMap<String, usize> = HashMap::new();
    let mut open: Option<Titled> = None;
    for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
        if let Some(titled) = &mut open {
            titled.parts.read(&event, ids);
        }
        match (&event, &mut open) {
            (Event::Start(Tag::Heading { id, .. }), _) => {
                open = Some(Titled {
                    own: id.as_ref().map(ToString::to_string),
                    ..Titled::default()
                });
                continue;
            }
            (Event::Start(Tag::DefinitionListTitle), _) if ids.has_terms => {
                open = Some(Titled::default());
                continue;
            }
            (Event::Text(part), Some(titled)) if titled.pictures == 0 => {
                if ids.punctuation == Punctuation::AsTyped {
                    titled.title.push_str(part);
                } else {
                    titled.title.push_str(&part.replace("--", "–"));
                }
            }
            (Event::Code(part), Some(titled)) if titled.pictures == 0 => {
                titled.title.push_str(part);
            }
            (Event::Start(Tag::Image { .. }), Some(titled)) if ids.kind == IdStyle::Astro => {
                titled.pictures += 1;
            }
            (Event::End(TagEnd::Image), Some(titled)) => {
                titled.pictures = titled.pictures.saturating_sub(1);
            }
            (Event::SoftBreak | Event::HardBreak, Some(titled)) => titled.title.push(' '),
            (Event::End(TagEnd::Heading(_) | TagEnd::DefinitionListTitle), Some(_)) => {
                let Some(Titled {
                    title,
                    parts,
                    content,
                    own,
                    ..
                }) = open.take()
                else {
                    continue;
                };
                let Some(Range { start, end }) = content else {
                    continue;
                };
                let is_heading = matches!(event, Event::End(TagEnd::Heading(_)));
                if let Some(own) = own {
                    old.insert(own.clone(), 1);
                    new.insert(own, 1);
                    continue;
                }
                let read = match ids.kind {
                    IdStyle::Astro | IdStyle::Kramdown => &title,
                    _ => &parts.text,
                };
                let id = taken(derived(ids.kind, read), &mut old);
                let shown = if ids.has_emoji {
                    with_emoji(&title)
                } else {
                    title.clone()
                };
                // What this program makes without an id in the text.
                let (id, plain) = match ids.kind {
                    IdStyle::Astro => {
                        let id = id.strip_suffix('-').unwrap_or(&id).to_owned();
                        (id, derived(IdStyle::Astro, &title))
                    }
                    IdStyle::Kramdown => (id, derived(IdStyle::Kramdown, &shown)),
                    _ => (id, derived(IdStyle::Github, &shown)),
                };
                if !is_heading {
                    edits.push((start..start, format!("<span id=\"{id}\">")));
                    edits.push((end..end, "</span>".to_owned()));
                } else if id.is_empty() || new.contains_key(&id) || unused(&plain, &new).0 == id {
                    taken(plain, &mut new);
                } else {
                    edits.push((end..end, format!(" {{#{id}}}")));
                    new.insert(id, 1);
                }
                continue;
            }
            _ => {}
        }
        if let Some(titled) = &mut open {
            let content = titled.content.take().unwrap_or(range.clone());
            titled.content = Some(content.start.min(range.start)..content.end.max(range.end));
        }
    }
    apply(text, edits)
}

/// Returns the id that a generator makes of a title, with the hyphen at its end.
fn derived(kind: IdStyle, title: &str) -> String {
    let whole = title;
    let title = title.trim();
    let id: String = match kind {
        IdStyle::Astro => return derived_id(HeadingIds::Github, whole),
        IdStyle::Kramdown => derived_id(HeadingIds::Kramdown, title),
        IdStyle::Same | IdStyle::Github | IdStyle::GithubAscii => {
            let plain = match kind {
                IdStyle::GithubAscii => without_accents(title),
                _ => title.to_owned(),
            };
            let letters = plain.chars().filter_map(|one| match one {
                '-' | ' ' | '\t' => Some('-'),
                '_' => Some('_'),
                _ if kind == IdStyle::GithubAscii && !one.is_ascii() => None,
                _ => one.to_lowercase().next().filter(|_| one.is_alphanumeric()),
            });
            letters.collect()
        }
        IdStyle::Blackfriday => {
            let lower = title.to_lowercase();
            let words = lower.split(|one: char| !one.is_alphanumeric());
            let words: Vec<&str> = words.filter(|one| !one.is_empty()).collect();
            words.join("-")
        }
    };
    if id.is_empty() {
        "heading".to_owned()
    } else {
        id
    }
}

/// Returns an id, with a number if `used` has it, and the number to try next. `used` has the next number of each id.
fn unused(id: &str, used: &HashMap<String, usize>) -> (String, usize) {
    let Some(mut number) = used.get(id).copied() else {
        return (id.to_owned(), 1);
    };
    loop {
        let numbered = format!("{id}-{number}");
        number += 1;
        if !used.contains_key(&numbered) {
            return (numbered, number);
        }
    }
}

/// Returns an id, with a number if `used` has it, and adds it there.
fn taken(id: String, used: &mut HashMap<String, usize>) -> String {
    let (unused, number) = unused(&id, used);
    used.insert(id, number);
    used.entry(unused.clone()).or_insert(1);
    unused
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ids are those of Hugo 0.168.
    #[test]
    fn headings_and_terms() {
        for (settings, text, expected) in [
            ("", "## A b's\n", "## A b's\n"),
            ("autoheadingidtype = 'github'", "## A b's\n", "## A b's\n"),
            (
                "autoheadingidtype = 'blackfriday'",
                "## 1. What's *new*?\n\n## a -- b ##\n\n## a & b\n\n## One\n\nfoo_bar\n---\n\n- ## `code` [l](/x)\n\n## _\n",
                "## 1. What's *new*? {#1-what-s-new}\n\n## a -- b {#a-b} ##\n\n## a & b {#a-b-1}\n\n## One\n\nfoo_bar {#foo-bar}\n---\n\n- ## `code` [l](/x)\n\n## _ {#heading}\n",
            ),
            (
                "autoheadingidtype = 'blackfriday'",
                "## Own {#b}\n\n## B\n\n## 中文，标题\n\n## Same\n\n## Same\n",
                "## Own {#b}\n\n## B\n\n## 中文，标题 {#中文-标题}\n\n## Same\n\n## Same\n",
            ),
            (
                "autoheadingidtype = 'github-ascii'",
                "## Ünï cø (x) 1.2\n\n## 中文\n\n## foo_bar\n",
                "## Ünï cø (x) 1.2 {#uni-c-x-12}\n\n## 中文 {#heading}\n\n## foo_bar\n",
            ),
            (
                "autodefinitiontermid = true",
                "Options\n: d\n\n## Options\n\n## Other\n",
                "<span id=\"options\">Options</span>\n: d\n\n## Options {#options-1}\n\n## Other\n",
            ),
            (
                "",
                "## [a `b` c](/d) e\n\n## **[f](/g) h** i\n\n## [j's k](/l)\n\n## *m_n* o -- p\n\n## [q](/r) *s -t*\n\n## ~~u `x`~~ [v\\* w](/y)\n",
                "## [a `b` c](/d) e {#a--e}\n\n## **[f](/g) h** i {#f-i}\n\n## [j's k](/l) {#j}\n\n## *m_n* o -- p {#m_-o--p}\n\n## [q](/r) *s -t*\n\n## ~~u `x`~~ [v\\* w](/y) {#u--v-w}\n",
            ),
            (
                "[extensions.typographer]\nendash = '--'",
                "## --a\n\n## b -- c --- d\n\n## e - f\n",
                "## --a {#--a}\n\n## b -- c --- d {#b----c--d}\n\n## e - f\n",
            ),
        ] {
            let goldmark: Table = toml::from_str(&format!("[parser]\n{settings}")).unwrap();
            assert_eq!(with_ids(text, ids(&goldmark).unwrap()), expected);
        }
        let goldmark: Table = toml::from_str("parser.autoheadingidtype = 'other'").unwrap();
        assert_eq!(ids(&goldmark), Err("other"));
    }

    #[test]
    fn names_of_emoji() {
        for (text, expected) in [
            (
                "## Thanks :bow:\n\n## Thanks\n\n## :nothing: a\n",
                "## Thanks :bow: {#thanks-bow}\n\n## Thanks\n\n## :nothing: a\n",
            ),
            ("## :bow: {#own}\n", "## :bow: {#own}\n"),
        ] {
            assert_eq!(with_ids(text, Ids::JEMOJI), expected);
            let hugo = Ids {
                has_emoji: true,
                ..Ids::HUGO
            };
            assert_eq!(with_ids(text, hugo), expected);
        }
    }

    #[test]
    fn braces() {
        for (text, expected) in [
            (
                "## GET /a/{id}\n\nget_{a,b}\n===\n\n## d {e f} ##\n",
                "## GET /a/\\{id\\}\n\nget_\\{a,b\\}\n===\n\n## d \\{e f\\} ##\n",
            ),
            (
                "## a {#b}\n## c {.d}\n## e {f=g}\n## {h} i\n## {{ site.name }}\n",
                "## a {#b}\n## c {.d}\n## e {f=g}\n## {h} i\n## {{ site.name }}\n",
            ),
        ] {
            assert_eq!(with_braces(text), expected);
        }
    }

    /// The ids are those of Astro 5.
    #[test]
    fn headings_of_astro() {
        for (text, expected) in [
            (
                "## Party 🎉\n\n## Party\n\n## Party 🎉\n\n## A - b\n",
                "## Party 🎉 {#party}\n\n## Party\n\n## Party 🎉 {#party--1}\n\n## A - b\n",
            ),
            (
                "## New <Badge text=\"a\" />\n\n## ![a](b.png) -\n\n## 🎉\n\n## Own 🎉 {#own}\n",
                "## New <Badge text=\"a\" /> {#new}\n\n## ![a](b.png) - {#-}\n\n## 🎉\n\n## Own 🎉 {#own}\n",
            ),
        ] {
            assert_eq!(with_ids(text, Ids::OLD_ASTRO), expected);
        }
    }

    /// The time for headings with the same title does not grow with the square of their number.
    #[test]
    fn many_headings() {
        let goldmark: Table = toml::from_str("parser.autoheadingidtype = 'blackfriday'").unwrap();
        let text = "## a & b\n\n".repeat(20_000);
        assert!(with_ids(&text, ids(&goldmark).unwrap()).len() > text.len());
    }
}
