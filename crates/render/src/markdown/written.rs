//! What a document's Markdown wrote and where: its links, headings and HTML. It is read again when there is something to
//! say about it, so rendering keeps no places.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use content::{Document, expand};
use pulldown_cmark::{CowStr, Event, LinkType, Parser, Tag, TagEnd};
use serde_json::Value;

use super::links::{file_of_link, with_facts_in_addresses};
use super::{free_id, options};
use crate::component_tag::{Piece, pieces};
use crate::route::Plan;

/// A link or a picture.
#[derive(Debug, PartialEq, Eq)]
pub struct WrittenLink {
    /// Its address, facts filled in; that of the document where a file is named.
    pub address: String,
    /// Bytes of the file: the address, or all of the link where it has none.
    pub span: Range<usize>,
}

/// A heading.
#[derive(Debug, PartialEq, Eq)]
pub struct WrittenHeading {
    /// Its anchor.
    pub id: String,
    /// Bytes of the file: the marks before it, or all of it where it is underlined.
    pub marks: Range<usize>,
}

/// Everything of a document that shows as a link, a heading or HTML.
#[derive(Debug, Default)]
pub struct Written {
    /// Links and pictures, in order.
    pub links: Vec<WrittenLink>,
    /// Headings, in order.
    pub headings: Vec<WrittenHeading>,
    /// Raw HTML and tags of components, in order.
    pub html: Vec<Range<usize>>,
    /// In how many others the element stands that stands in most, and where: from the beginning of its line.
    pub deepest: (usize, Range<usize>),
}

/// Reads what `document` wrote. `site` has the facts, `plan` the addresses of documents.
pub fn written(document: &Document, site: &Value, plan: &Plan) -> Written {
    let text = with_facts_in_addresses(document.markdown());
    let mut reader = Reader {
        path: &document.source().path,
        text: &document.source().text,
        site,
        by_source: &plan.by_source,
        ids: HashSet::new(),
        components: 0,
        written: Written::default(),
    };
    reader.markdown(&text, document.body.start);
    reader.written
}

struct Reader<'a> {
    path: &'a str,
    text: &'a str,
    site: &'a Value,
    by_source: &'a HashMap<String, String>,
    ids: HashSet<String>,
    /// How many components are open.
    components: usize,
    written: Written,
}

impl Reader<'_> {
    fn markdown(&mut self, text: &str, offset: usize) {
        let parser = Parser::new_ext(text, options());
        let definitions: HashMap<String, Range<usize>> = parser
            .reference_definitions()
            .iter()
            .map(|(name, definition)| (name.to_owned(), definition.span.clone()))
            .collect();
        let mut title: Option<String> = None;
        let mut block: Option<Range<usize>> = None;
        let mut depth = 0_usize;
        for (event, range) in parser.into_offset_iter() {
            let span = offset + range.start..offset + range.end;
            match event {
                Event::Start(_) => depth += 1,
                Event::End(_) => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth > self.written.deepest.0 {
                let line = self.text[..span.start].rfind('\n').map_or(0, |at| at + 1);
                self.written.deepest = (depth, line..span.start);
            }
            match event {
                Event::Start(
                    Tag::Link {
                        link_type,
                        dest_url,
                        id,
                        ..
                    }
                    | Tag::Image {
                        link_type,
                        dest_url,
                        id,
                        ..
                    },
                ) => {
                    let definition = definitions.get(id.as_ref());
                    let definition = definition.map(|at| offset + at.start..offset + at.end);
                    self.link(link_type, &dest_url, span, definition);
                }
                Event::Start(Tag::Heading { id, .. }) => {
                    let marks = self.text[span.clone()].chars();
                    let marks = marks.take_while(|c| *c == '#').count();
                    let marks = match marks {
                        0 => span,
                        count => span.start..span.start + count,
                    };
                    let id = id.map(CowStr::into_string).unwrap_or_default();
                    self.written.headings.push(WrittenHeading { id, marks });
                    title = Some(String::new());
                }
                Event::End(TagEnd::Heading(_)) => {
                    let title = title.take().unwrap_or_default();
                    if let Some(heading) = self.written.headings.last_mut() {
                        let own = std::mem::take(&mut heading.id);
                        let own = Some(own).filter(|own| !own.is_empty());
                        heading.id = free_id(own, title.trim(), &mut self.ids);
                    }
                }
                Event::Text(text) | Event::Code(text) => {
                    if let Some(title) = &mut title {
                        title.push_str(&expand(&text, self.site, &mut Vec::new()));
                    }
                }
                Event::SoftBreak | Event::HardBreak => {
                    if let Some(title) = &mut title {
                        title.push(' ');
                    }
                }
                Event::Start(Tag::HtmlBlock) => block = Some(range),
                Event::End(TagEnd::HtmlBlock) => {
                    if let Some(block) = block.take() {
                        self.html(text, block, offset);
                    }
                }
                Event::InlineHtml(_) => self.html(text, range, offset),
                _ => {}
            }
        }
    }

    fn link(
        &mut self,
        kind: LinkType,
        address: &str,
        span: Range<usize>,
        definition: Option<Range<usize>>,
    ) {
        let filled = match kind {
            LinkType::Email => format!("mailto:{address}"),
            _ => expand(address, self.site, &mut Vec::new()).into_owned(),
        };
        let (all, before) = match (kind, definition) {
            (LinkType::Autolink | LinkType::Email, _) => (span, "<"),
            (LinkType::Inline, _) | (_, None) => (span, "]("),
            (_, Some(definition)) => (definition, "]:"),
        };
        let text = &self.text[all.clone()];
        let leads = |at: &usize| {
            let rest = text[at + before.len()..].trim_start();
            rest.trim_start_matches('<').starts_with(address)
        };
        let mut begins = text.rmatch_indices(before).map(|(at, _)| at);
        let begins = begins.find(leads).or_else(|| text.find(before));
        let begins = begins.map(|at| at + before.len());
        let at = begins.and_then(|begins| {
            let rest = &text[begins..];
            let inner = rest.trim_start().trim_start_matches('<');
            let skipped = begins + rest.len() - inner.len();
            let length = if inner.starts_with(address) {
                address.len()
            } else {
                let ends = |c: char| c.is_whitespace() || matches!(c, ')' | '>');
                inner.find(ends).unwrap_or(inner.len())
            };
            (length > 0).then_some(all.start + skipped..all.start + skipped + length)
        });
        let target = file_of_link(self.path, &filled).and_then(|(file, anchor)| {
            let url = self.by_source.get(&file)?;
            Some(anchor.map_or_else(|| url.clone(), |anchor| format!("{url}#{anchor}")))
        });
        self.written.links.push(WrittenLink {
            address: target.unwrap_or(filled),
            span: at.unwrap_or(all),
        });
    }

    /// Raw HTML; between the tags of a component stands Markdown.
    fn html(&mut self, text: &str, range: Range<usize>, offset: usize) {
        let html = &text[range.clone()];
        let start = offset + range.start;
        for piece in pieces(html) {
            match piece {
                Piece::Html(span) if self.components > 0 => {
                    self.markdown(&html[span.clone()], start + span.start);
                }
                Piece::Open { span, closed, .. } => {
                    self.components += usize::from(!closed);
                    let at = start + span.start..start + span.end;
                    self.written.html.push(at);
                }
                Piece::Close { .. } => self.components = self.components.saturating_sub(1),
                Piece::Html(span) | Piece::Bad { span, .. }
                    if !html[span.clone()].trim().is_empty() =>
                {
                    let at = start + span.start..start + span.end;
                    self.written.html.push(at);
                }
                Piece::Html(_) | Piece::Bad { .. } => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use content::TomlText;
    use diagnostic::{Fingerprint, Source};

    use super::*;

    #[test]
    fn everything_at_its_place() {
        let text = "## One *two*\n\n[a](b) `[c](d)` [![e](f.svg)](</g h> \"t](u\") [i][k] <l@m.n> [o](p.md#q)\n\n[k]: r\n\n\
                    #### {{ site.s }} {#own}\n\n## One two\n\n##\n\n<p id=\"v\">w</p>\n\n<Note>\n\n[x]()\n\n</Note>\n";
        let source = Source::new("content/pages/a.md", text);
        let document = Document {
            collection: String::new(),
            slug: String::new(),
            path: String::new(),
            lang: String::new(),
            toml: TomlText::whole(&source),
            pointer: String::new(),
            fields: serde_json::Map::new(),
            body: 0..text.len(),
            valid: true,
            words: 0,
            entry: Fingerprint::default(),
            content: Fingerprint::default(),
        };
        let by_source = HashMap::from([("content/pages/p.md".to_owned(), "/p".to_owned())]);
        let plan = Plan {
            by_source: Arc::new(by_source),
            ..Plan::default()
        };
        let written = written(&document, &serde_json::json!({"s": "t"}), &plan);
        let shown = |span: &Range<usize>| &Arc::as_ref(&source).text[span.clone()];
        let links = written.links.iter();
        let links: Vec<_> = links
            .map(|one| (one.address.as_str(), shown(&one.span)))
            .collect();
        assert_eq!(
            links,
            [
                ("b", "b"),
                ("/g h", "/g h"),
                ("f.svg", "f.svg"),
                ("r", "r"),
                ("mailto:l@m.n", "l@m.n"),
                ("/p#q", "p.md#q"),
                ("", "[x]()"),
            ]
        );
        let headings = written.headings.iter();
        let headings: Vec<_> = headings
            .map(|one| (one.id.as_str(), shown(&one.marks)))
            .collect();
        assert_eq!(
            headings,
            [
                ("one-two", "##"),
                ("own", "####"),
                ("one-two-2", "##"),
                ("section", "##")
            ]
        );
        let html: Vec<_> = written.html.iter().map(shown).collect();
        assert_eq!(html, ["<p id=\"v\">w</p>\n", "<Note>"]);
    }
}
