//! What a document's Markdown contains and where: its links, headings and HTML. It is read again when there is something
//! to report about it, so rendering keeps no places.

use std::collections::HashMap;
use std::ops::Range;

use content::{Document, expand};
use pulldown_cmark::{CowStr, Event, LinkType, Tag, TagEnd};
use serde_json::Value;

use super::address::file_of_link;
use super::facts::with_facts_in_addresses;
use super::heading_id::HeadingIds;
use super::parse::parser;
use crate::component_tag::{Piece, pieces};
use crate::route::Plan;

/// A link or a picture.
#[derive(Debug, PartialEq, Eq)]
pub struct WrittenLink {
    /// Address with its facts filled in; for a Markdown file the URL of its document.
    pub address: String,
    /// Bytes of the file: the address, or the whole link if it has none.
    pub span: Range<usize>,
}

/// A heading.
#[derive(Debug, PartialEq, Eq)]
pub struct WrittenHeading {
    /// Anchor.
    pub id: String,
    /// Bytes of the file: the hashes, or the whole heading if it is underlined.
    pub marks: Range<usize>,
}

/// Links, headings and HTML of a document.
#[derive(Debug, Default)]
pub struct Written {
    /// Links and pictures, in order.
    pub links: Vec<WrittenLink>,
    /// Headings, in order.
    pub headings: Vec<WrittenHeading>,
    /// Raw HTML and opening tags of components, in order.
    pub html: Vec<Range<usize>>,
    /// Nesting depth of the most deeply nested element, and what is before it on its line.
    pub deepest: (usize, Range<usize>),
}

/// Reads the Markdown of a document. `site` has the facts, `plan` the URLs of documents.
pub fn written(document: &Document, site: &Value, plan: &Plan) -> Written {
    let text = with_facts_in_addresses(document.markdown());
    let mut reader = Reader {
        path: &document.source().path,
        text: &document.source().text,
        site,
        by_source: &plan.by_source,
        ids: HeadingIds::default(),
        components: 0,
        written: Written::default(),
    };
    reader.markdown(&text, document.body.start);
    let deepest = &mut reader.written.deepest.1;
    deepest.start = reader.text[..deepest.end]
        .rfind('\n')
        .map_or(0, |at| at + 1);
    reader.written
}

struct Reader<'a> {
    path: &'a str,
    text: &'a str,
    site: &'a Value,
    by_source: &'a HashMap<String, String>,
    ids: HeadingIds,
    /// Number of open components.
    components: usize,
    written: Written,
}

/// A link or a picture that has begun.
struct Link {
    index: usize,
    kind: LinkType,
    /// Address as it is written.
    address: String,
    span: Range<usize>,
    /// Bytes of its definition, for a reference.
    definition: Option<Range<usize>>,
    /// End of its text.
    text_end: usize,
}

impl Reader<'_> {
    fn markdown(&mut self, text: &str, offset: usize) {
        let parser = parser(text);
        let definitions: HashMap<String, Range<usize>> = parser
            .reference_definitions()
            .iter()
            .map(|(name, definition)| (name.to_owned(), definition.span.clone()))
            .collect();
        let mut title: Option<String> = None;
        let mut links: Vec<Link> = Vec::new();
        let mut depth = 0_usize;
        for (event, range) in parser.into_offset_iter() {
            let span = offset + range.start..offset + range.end;
            match event {
                Event::Start(_) => depth += 1,
                Event::End(_) => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth > self.written.deepest.0 {
                self.written.deepest = (depth, span.start..span.start);
            }
            if matches!(event, Event::End(TagEnd::Link | TagEnd::Image))
                && let Some(link) = links.pop()
            {
                self.end_link(&link);
            }
            if let Some(link) = links.last_mut() {
                link.text_end = span.end;
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
                    links.push(Link {
                        index: self.written.links.len(),
                        kind: link_type,
                        address: dest_url.to_string(),
                        text_end: span.start,
                        definition: definition.map(|at| offset + at.start..offset + at.end),
                        span: span.clone(),
                    });
                    self.written.links.push(WrittenLink {
                        address: self.target(link_type, &dest_url),
                        span,
                    });
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
                        heading.id = self.ids.of(own, title.trim());
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
                Event::End(TagEnd::HtmlBlock) | Event::InlineHtml(_) => {
                    self.html(text, range, offset);
                }
                _ => {}
            }
        }
    }

    /// Returns where a link leads.
    fn target(&self, kind: LinkType, address: &str) -> String {
        let filled = match kind {
            LinkType::Email => format!("mailto:{address}"),
            _ => expand(address, self.site, &mut Vec::new()).into_owned(),
        };
        let target = file_of_link(self.path, &filled).and_then(|(file, anchor)| {
            let url = self.by_source.get(&file)?;
            Some(anchor.map_or_else(|| url.clone(), |anchor| format!("{url}#{anchor}")))
        });
        target.unwrap_or(filled)
    }

    /// Narrows the span of a link to its address: after the `<` of an autolink, after the text of an inline link, or in the
    /// definition of a reference.
    fn end_link(&mut self, link: &Link) {
        let (range, before) = match (link.kind, &link.definition) {
            (LinkType::Autolink | LinkType::Email, _) => (link.span.clone(), "<"),
            (LinkType::Inline, _) | (_, None) => (link.text_end..link.span.end, "]("),
            (_, Some(definition)) => (definition.clone(), "]:"),
        };
        let Some((_, rest)) = self.text[range.clone()].split_once(before) else {
            return;
        };
        let rest = rest.trim_start().trim_start_matches('<');
        let length = if rest.starts_with(&link.address) {
            link.address.len()
        } else {
            let ends = |c: char| c.is_whitespace() || matches!(c, ')' | '>');
            rest.find(ends).unwrap_or(rest.len())
        };
        if length > 0 {
            let start = range.end - rest.len();
            self.written.links[link.index].span = start..start + length;
        }
    }

    /// Reads raw HTML; between the tags of a component is Markdown.
    fn html(&mut self, text: &str, range: Range<usize>, offset: usize) {
        let html = &text[range.clone()];
        let start = offset + range.start;
        for piece in pieces(html) {
            match piece {
                // As in the writer.
                Piece::Html(span) if self.components > 0 && span.len() < html.len() => {
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
