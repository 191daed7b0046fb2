//! A finished page: its HTML with islands filled in, and the facts that later stages read from it.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use bytes::Bytes;
use diagnostic::{Fingerprint, Fingerprinter};
use render::{Mark, RenderedPage, marks_in};

use crate::headers::{Needs, NeedsReader};
use crate::page_facts::{FactsReader, PageFacts};
use crate::tokens::{self, on_sufficient_stack};

/// A finished page. It is immutable, so later builds reuse it as long as rendering would produce the same page.
#[derive(Debug)]
pub struct Page {
    rendered: Arc<RenderedPage>,
    /// HTML of each of its islands.
    islands: Vec<Arc<str>>,
    /// HTML with islands filled in, if the page has islands and its HTML is in memory.
    filled: OnceLock<String>,
    /// Fingerprint of the URL, the rendered page and the islands.
    fingerprint: Fingerprint,
    summary: OnceLock<Summary>,
    links: Mutex<Option<GoodLinks>>,
}

/// Facts and needs read from a page's HTML.
#[derive(Debug)]
struct Summary {
    facts: PageFacts,
    needs: Needs,
    /// Fingerprint of the URL, the facts, the needs, and the marks of published files.
    fingerprint: Fingerprint,
}

/// Record of a page whose links all work.
#[derive(Debug, Clone)]
pub struct GoodLinks {
    /// Fingerprint of all link targets of the site when the links were checked.
    pub targets: Fingerprint,
    /// URL and anchor of each link to an anchor of another page. They are checked again, because that page may lose the anchor
    /// while its URL stays the same.
    pub anchors: Arc<[(String, String)]>,
}

impl Page {
    /// Creates a page from a rendered page and the HTML of each of its islands.
    pub fn new(rendered: Arc<RenderedPage>, islands: Vec<Arc<str>>) -> Arc<Self> {
        let fingerprint = if islands.is_empty() {
            rendered.fingerprint
        } else {
            let all = Fingerprinter::default().part(rendered.fingerprint);
            let all = islands.iter().fold(all, |all, island| all.text(island));
            all.finish()
        };
        Arc::new(Self {
            rendered,
            islands,
            filled: OnceLock::new(),
            fingerprint,
            summary: OnceLock::new(),
            links: Mutex::new(None),
        })
    }

    /// Returns the rendered page, in which islands are placeholders.
    pub fn rendered(&self) -> &Arc<RenderedPage> {
        &self.rendered
    }

    /// Returns the page's URL.
    pub fn url(&self) -> &str {
        &self.rendered.url
    }

    /// Returns the path of the page's file in the output.
    pub fn output(&self) -> &str {
        &self.rendered.output
    }

    /// Returns the page's HTML.
    pub fn html(&self) -> Cow<'_, str> {
        match self.html_in_memory() {
            Some(html) => Cow::Borrowed(html),
            None if self.islands.is_empty() => self.rendered.html(),
            None => Cow::Owned(self.filled_in(&self.rendered.html())),
        }
    }

    /// Returns the page's HTML, or `None` if it is not in memory.
    fn html_in_memory(&self) -> Option<&str> {
        let html = self.rendered.html_in_memory()?;
        if self.islands.is_empty() {
            return Some(html);
        }
        Some(self.filled.get_or_init(|| self.filled_in(html)))
    }

    /// Fills the islands into the HTML of the rendered page.
    fn filled_in(&self, html: &str) -> String {
        let islands = self.islands.iter().map(AsRef::as_ref);
        render::island::fill(html, &self.rendered.islands, islands)
    }

    /// Returns the length of the page's HTML in bytes.
    pub fn length(&self) -> usize {
        let islands = self.rendered.islands.iter().zip(&self.islands);
        islands.fold(
            self.rendered.length,
            |length, ((_, placeholder), island)| length - placeholder.len() + island.len(),
        )
    }

    /// Returns the page's HTML as a file of the output, without a copy if it is in memory.
    pub fn bytes(self: &Arc<Self>) -> Bytes {
        struct Html(Arc<Page>);
        impl AsRef<[u8]> for Html {
            fn as_ref(&self) -> &[u8] {
                self.0.html_in_memory().unwrap_or_default().as_bytes()
            }
        }
        match self.html() {
            Cow::Borrowed(_) => Bytes::from_owner(Html(Arc::clone(self))),
            Cow::Owned(html) => html.into(),
        }
    }

    /// Returns the fingerprint of the page's URL and HTML.
    pub fn fingerprint(&self) -> Fingerprint {
        self.fingerprint
    }

    /// Returns the facts about the page that the rules of every build need.
    pub fn facts(&self) -> &PageFacts {
        &self.summary().facts
    }

    /// Returns the same as [`Page::facts`], for callers that already have the page's `html`.
    pub fn facts_in(&self, html: &str) -> &PageFacts {
        &self.summary_of(html).facts
    }

    /// Returns the marks of the published files that the page refers to. A mark may occur more than once.
    pub fn asset_marks(&self) -> impl Iterator<Item = Mark> {
        // The marks in placeholders of islands are included correctly, because the HTML of an island repeats its props.
        let islands = self.islands.iter();
        let in_islands = islands.flat_map(|html| marks_in(html.as_bytes()));
        let in_page = self.rendered.asset_marks.iter().copied();
        in_page.chain(in_islands)
    }

    /// Returns whether an element has this `id`.
    pub fn has_id(&self, id: &str) -> bool {
        self.facts().has_id(&self.html(), id)
    }

    /// Returns everything that the security policy of the page must allow.
    pub fn needs(&self) -> &Needs {
        &self.summary().needs
    }

    /// Returns the fingerprint of everything that the rules of every build read from the page: its URL, facts and needs, and the
    /// published files that it refers to.
    pub fn facts_fingerprint(&self) -> Fingerprint {
        self.summary().fingerprint
    }

    fn summary(&self) -> &Summary {
        match self.summary.get() {
            Some(summary) => summary,
            None => self.summary_of(&self.html()),
        }
    }

    fn summary_of(&self, html: &str) -> &Summary {
        let read = || on_sufficient_stack(html, || self.read(html));
        self.summary.get_or_init(read)
    }

    fn read(&self, html: &str) -> Summary {
        let mut facts = FactsReader::new(html);
        let mut needs = NeedsReader::default();
        tokens::read(html, |token| {
            facts.token(token);
            needs.token(token);
        });
        let (facts, needs) = (facts.finish(), needs.finish());
        let all = Fingerprinter::default().text(self.url());
        let all = needs.add_to(facts.add_to(html, all));
        let marks: Vec<Mark> = self.asset_marks().collect();
        let fingerprint = all.bytes(marks.as_flattened()).finish();
        Summary {
            facts,
            needs,
            fingerprint,
        }
    }

    /// Returns the record of working links, or `None` unless all links worked when they were last checked.
    pub fn good_links(&self) -> Option<GoodLinks> {
        let links = self.links.lock().unwrap_or_else(PoisonError::into_inner);
        links.clone()
    }

    /// Records that all links work.
    pub fn set_good_links(&self, good: GoodLinks) {
        *self.links.lock().unwrap_or_else(PoisonError::into_inner) = Some(good);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::fixture::routes;

    fn page(html: &str, island: &str) -> Arc<Page> {
        let routes = routes(&["/a"]);
        let route = routes.get("/a").unwrap();
        let placeholder = render::island::placeholder("Map", "load", &serde_json::Value::Null);
        let html = format!("{html}{placeholder}");
        let rendered = RenderedPage::new(route, html, String::new(), Vec::new(), Vec::new());
        Page::new(Arc::new(rendered), vec![island.into()])
    }

    #[test]
    fn files_that_a_page_and_its_islands_refer_to_are_facts() {
        let with_files = page(
            "<p data-a=/assets/a-AAAAAAAA.svg>",
            "<p data-b=/assets/b-BBBBBBBB.svg>",
        );
        let marks: Vec<Mark> = with_files.asset_marks().collect();
        assert_eq!(marks, [*b"AAAAAAAA", *b"BBBBBBBB"]);
        let pages = [
            with_files,
            page("<p>", "<p>"),
            page("<p data-a=/assets/a-AAAAAAAA.svg>", "<p>"),
            page("<p>", "<p data-b=/assets/b-BBBBBBBB.svg>"),
        ];
        let mut distinct = pages.map(|page| page.facts_fingerprint()).to_vec();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), 4);
    }
}
