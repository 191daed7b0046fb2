//! Maps parts of a finished page back to the Markdown of its document. Rendering records the origin of each part of the
//! document's HTML, and the page contains that HTML unchanged.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::OnceLock;

use content::Document;
use imara_diff::{Algorithm, Diff, InternedInput};
use memchr::memchr;
use render::{LinkAddresses, Origin, RenderedPage};

use crate::markup::{self, Markup};

/// Origins of the parts of a page in the Markdown of its document.
pub struct PageOrigins {
    rendered: RenderedPage,
    markup: Markup,
    /// Parts of the page that contain the document's HTML, in page order.
    inserted: Vec<Inserted>,
    /// Elements by their `href` or `src`: links first, then resources, each in page order. With each element is the number of
    /// preceding elements that have the same address and are not part of the document's HTML.
    links: HashMap<String, Vec<(usize, usize)>>,
    /// Addresses of the document's links, read on first use.
    addresses: OnceLock<LinkAddresses>,
}

/// A part of a page that is also a part of the document's HTML.
struct Inserted {
    page: Range<usize>,
    /// Start of the part in the document's HTML.
    content: usize,
}

impl PageOrigins {
    /// Finds the origins of the parts of a page that shows `document`. `html` is its HTML, with the islands filled in.
    pub fn new(rendered: RenderedPage, html: &str, document: &Document) -> Self {
        let markup = markup::build(html);
        let inserted = if document.body.is_empty() {
            Vec::new()
        } else {
            inserted(html, rendered.content())
        };
        let mut links: HashMap<String, Vec<(usize, usize)>> = HashMap::new();
        let is_link = |element: &usize| matches!(markup.name(*element), "a" | "area");
        let (mut all, resources): (Vec<usize>, Vec<usize>) = markup.elements().partition(is_link);
        all.extend(resources);
        for element in all {
            for address in addresses(&markup, element) {
                let same = links.entry(address.to_owned()).or_default();
                let before = same.last().map_or(0, |(last, before)| {
                    before + usize::from(in_content(&inserted, &markup.span(*last)).is_none())
                });
                same.push((element, before));
            }
        }
        Self {
            rendered,
            markup,
            inserted,
            links,
            addresses: OnceLock::new(),
        }
    }

    /// Returns the elements of the page.
    pub fn markup(&self) -> &Markup {
        &self.markup
    }

    /// Returns the document's HTML.
    pub fn content(&self) -> &str {
        self.rendered.content()
    }

    /// Returns the origin of some bytes of the page, or `None` if they are not part of the document's HTML.
    pub fn of_page(&self, document: &Document, span: &Range<usize>) -> Option<Origin> {
        self.of_content(document, &in_content(&self.inserted, span)?)
    }

    /// Returns the origin of some bytes of the document's HTML, or `None` if it is unknown.
    pub fn of_content(&self, document: &Document, span: &Range<usize>) -> Option<Origin> {
        let addresses = self
            .addresses
            .get_or_init(|| render::link_addresses(document));
        render::origin(document, &self.rendered, addresses, span)
    }

    /// Returns the byte range of the nth tag with an address, counted from 0, and how many earlier uses come from templates.
    pub fn link(&self, address: &str, nth: usize) -> Option<(Range<usize>, usize)> {
        let (element, before) = self.links.get(address)?.get(nth)?;
        Some((self.markup.span(*element), *before))
    }

    /// Returns the index, among all elements with this address, of the nth `<img>` without an `alt` attribute, counted from 0.
    pub fn image_without_alt(&self, address: &str, nth: usize) -> usize {
        let elements = self.links.get(address).into_iter().flatten();
        let elements = elements.map(|(element, _)| *element).enumerate();
        let is_without = |&(_, element): &(usize, _)| {
            self.markup.name(element) == "img" && self.markup.attribute(element, "alt").is_none()
        };
        let found = elements.filter(is_without).nth(nth);
        found.map_or(0, |(index, _)| index)
    }

    /// Returns the byte ranges of the tags with this id.
    pub fn with_id(&self, id: &str) -> impl Iterator<Item = Range<usize>> {
        let elements = self.markup.elements();
        elements
            .filter(move |element| self.markup.attribute(*element, "id") == Some(id))
            .map(|element| self.markup.span(element))
    }
}

/// Returns the URLs in the attributes of an element, in the order of [`crate::page_facts::PageFacts::resources`].
fn addresses(markup: &Markup, element: usize) -> impl Iterator<Item = &str> {
    let attribute = move |name: &&str| markup.attribute(element, name);
    let single = ["href", "src"].iter().find_map(attribute);
    let poster = markup.attribute(element, "poster");
    let lists = ["srcset", "imagesrcset"].into_iter();
    let lists = lists.filter_map(move |name| markup.attribute(element, name));
    let listed = lists.flat_map(|list| render::srcset::urls(list).into_iter().map(|at| &list[at]));
    single.into_iter().chain(poster).chain(listed)
}

fn in_content(inserted: &[Inserted], span: &Range<usize>) -> Option<Range<usize>> {
    let after = inserted.partition_point(|part| part.page.start <= span.start);
    let part = inserted.get(after.checked_sub(1)?)?;
    if span.end > part.page.end {
        return None;
    }
    let start = part.content + span.start - part.page.start;
    Some(start..start + span.len())
}

/// Returns the parts of a page that contain a document's HTML. If the page does not contain it in one piece, because islands were
/// filled in or a template changed words or headings, the two are compared tag by tag.
fn inserted(page: &str, content: &str) -> Vec<Inserted> {
    if let Some(start) = page.find(content) {
        let part = Inserted {
            page: start..start + content.len(),
            content: 0,
        };
        return vec![part];
    }
    let mut input = InternedInput::default();
    input.update_before(pieces(content));
    input.update_after(pieces(page));
    let difference = Diff::compute(Algorithm::Histogram, &input);
    let in_page = (0..).zip(spans(content));
    let in_page = in_page.filter(|(index, _)| !difference.is_removed(*index));
    let in_content = (0..).zip(spans(page));
    let in_content = in_content.filter(|(index, _)| !difference.is_added(*index));
    let mut parts: Vec<Inserted> = Vec::new();
    for ((_, content), (_, page)) in in_page.zip(in_content) {
        match parts.last_mut() {
            Some(last)
                if last.page.end == page.start
                    && last.content + last.page.len() == content.start =>
            {
                last.page.end = page.end;
            }
            _ => parts.push(Inserted {
                page,
                content: content.start,
            }),
        }
    }
    parts
}

/// Returns the byte ranges of the tags in HTML, and of the text between them.
fn spans(html: &str) -> impl Iterator<Item = Range<usize>> {
    let mut end = 0;
    std::iter::from_fn(move || {
        let start = end;
        let rest = html
            .as_bytes()
            .get(start..)
            .filter(|rest| !rest.is_empty())?;
        let length = if rest[0] == b'<' {
            memchr(b'>', rest).map(|last| last + 1)
        } else {
            memchr(b'<', rest)
        };
        end = start + length.unwrap_or(rest.len());
        Some(start..end)
    })
}

fn pieces(html: &str) -> impl Iterator<Item = &str> {
    spans(html).map(|span| &html[span])
}
