//! Maps parts of a document's HTML back to its Markdown. Rendering records the source of each event; the addresses of links are
//! parsed again only when a finding needs them.

use std::collections::HashMap;
use std::ops::Range;

use diagnostic::first_line;

use content::Document;
use pulldown_cmark::{Event, LinkType, Tag, TagEnd};

use super::facts::with_facts_in_addresses;
use super::parse::{Dialect, parser};
use crate::component_tag::{Piece, pieces};
use crate::rendered::RenderedPage;

/// Source of a part of a document's HTML, as a byte range of the document's file.
#[derive(Debug, PartialEq, Eq)]
pub enum Origin {
    /// Markdown or raw HTML.
    Text(Range<usize>),
    /// Tag of a component whose template wrote the part.
    Component(Range<usize>),
}

/// Returns the source of `span`, a byte range of `page.content()`. `links` are the addresses of the document's links. Returns
/// `None` if rendering recorded no source for this range.
pub fn origin(
    document: &Document,
    page: &RenderedPage,
    links: &LinkAddresses,
    span: &Range<usize>,
) -> Option<Origin> {
    let file = &document.source().text;
    let in_file = |offset: usize| document.body.start + offset;
    let ((at, start), after) = page.mark_at(span.start)?;
    let start = in_file(start);
    let content = page.content();
    let html = content.get(at..span.end)?;
    let wanted = content.get(span.clone())?;
    if file.get(start..).is_some_and(|text| text.starts_with(html)) {
        let start = start + span.start - at;
        return Some(Origin::Text(start..start + span.len()));
    }
    let next = after.map(in_file);
    let mut next = next.filter(|next| *next > start);
    let end = next.next().unwrap_or(document.body.end);
    let written = file.get(start..end)?;
    if is_component(written) {
        let end = written.find('>').map_or(written.len(), |end| end + 1);
        return Some(Origin::Component(start..start + end));
    }
    // The HTML differs from the source, for example in quotes and ampersands, so occurrences are counted instead of bytes.
    let nth = html[..span.start - at].matches(wanted).count();
    if !wanted.is_empty()
        && let Some((found, _)) = written.match_indices(wanted).nth(nth)
    {
        return Some(Origin::Text(start + found..start + found + wanted.len()));
    }
    if let Some(address) = links.get(&start) {
        return Some(Origin::Text(address.clone()));
    }
    let hashes = written.len() - written.trim_start_matches('#').len();
    let line = first_line(written).trim_end();
    let length = if hashes > 0 { hashes } else { line.len() };
    Some(Origin::Text(start..start + length))
}

fn is_component(written: &str) -> bool {
    matches!(
        pieces(written).first(),
        Some(Piece::Open { .. } | Piece::Bad { .. })
    )
}

/// Byte ranges of the addresses of links and images, by the offset at which the link begins. A link with an empty address has
/// the range of the whole link.
pub type LinkAddresses = HashMap<usize, Range<usize>>;

/// Returns the addresses of a document's links and images.
pub fn link_addresses(document: &Document) -> LinkAddresses {
    let text = with_facts_in_addresses(document.markdown());
    let mut reader = LinkReader {
        text: &document.source().text,
        components: 0,
        addresses: HashMap::new(),
    };
    reader.markdown(&text, document.body.start);
    reader.addresses
}

struct LinkReader<'a> {
    text: &'a str,
    /// Number of open components.
    components: usize,
    addresses: LinkAddresses,
}

/// An open link or image.
struct Link {
    kind: LinkType,
    /// Address as written.
    address: String,
    span: Range<usize>,
    /// Byte range of the definition of a reference link.
    definition: Option<Range<usize>>,
    /// End of the link's text.
    text_end: usize,
}

impl LinkReader<'_> {
    fn markdown(&mut self, text: &str, offset: usize) {
        let parser = parser(text, Dialect::default());
        let definitions: HashMap<String, Range<usize>> = parser
            .reference_definitions()
            .iter()
            .map(|(name, definition)| (name.to_owned(), definition.span.clone()))
            .collect();
        let mut links: Vec<Link> = Vec::new();
        for (event, range) in parser.into_offset_iter() {
            let span = offset + range.start..offset + range.end;
            if matches!(event, Event::End(TagEnd::Link | TagEnd::Image))
                && let Some(link) = links.pop()
            {
                let address = self.address(&link).unwrap_or(link.span.clone());
                self.addresses.insert(link.span.start, address);
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
                        kind: link_type,
                        address: dest_url.to_string(),
                        text_end: span.start,
                        definition: definition.map(|at| offset + at.start..offset + at.end),
                        span,
                    });
                }
                Event::End(TagEnd::HtmlBlock) | Event::InlineHtml(_) => {
                    self.html(text, range, offset);
                }
                _ => {}
            }
        }
    }

    /// Returns the byte range of a link's address: after the `<` of an autolink, after the text of an inline link, or in the
    /// definition of a reference link. Returns `None` if the address is empty.
    fn address(&self, link: &Link) -> Option<Range<usize>> {
        let (range, before) = match (link.kind, &link.definition) {
            (LinkType::Autolink | LinkType::Email, _) => (link.span.clone(), "<"),
            (LinkType::Inline, _) | (_, None) => (link.text_end..link.span.end, "]("),
            (_, Some(definition)) => (definition.clone(), "]:"),
        };
        let (_, rest) = self.text[range.clone()].split_once(before)?;
        let rest = rest.trim_start().trim_start_matches('<');
        let length = if rest.starts_with(&link.address) {
            link.address.len()
        } else {
            let ends = |c: char| c.is_whitespace() || matches!(c, ')' | '>');
            rest.find(ends).unwrap_or(rest.len())
        };
        let start = range.end - rest.len();
        (length > 0).then_some(start..start + length)
    }

    /// Reads the Markdown between the tags of components in raw HTML.
    fn html(&mut self, text: &str, range: Range<usize>, offset: usize) {
        let html = &text[range.clone()];
        let start = offset + range.start;
        for piece in pieces(html) {
            match piece {
                // The same condition as in `Writer::html`.
                Piece::Html(span) if self.components > 0 && span.len() < html.len() => {
                    self.markdown(&html[span.clone()], start + span.start);
                }
                Piece::Open { closed, .. } => self.components += usize::from(!closed),
                Piece::Close { .. } => self.components = self.components.saturating_sub(1),
                Piece::Html(_) | Piece::Bad { .. } => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use content::TomlText;
    use diagnostic::{Fingerprint, Source};

    use super::*;

    #[test]
    fn addresses_of_links() {
        let text = "## One *two*\n\n[a](b) `[c](d)` [![e](f.svg)](</g h> \"t](u\") [i][k] <l@m.n> [o](p.md#q)\n\n[k]: r\n\n\
                    <Note>\n\n[x]()\n\n</Note>\n";
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
            missing: 0,
            words: 0,
            entry: Fingerprint::default(),
            content: Fingerprint::default(),
            routing: Fingerprint::default(),
        };
        let mut addresses: Vec<_> = link_addresses(&document).into_iter().collect();
        addresses.sort_by_key(|(start, _)| *start);
        let addresses: Vec<&str> = addresses.iter().map(|(_, at)| &text[at.clone()]).collect();
        assert_eq!(
            addresses,
            ["b", "/g h", "f.svg", "r", "l@m.n", "p.md#q", "[x]()"]
        );
    }
}
