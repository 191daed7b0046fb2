//! A finished page: the facts that later stages read from its HTML. The HTML itself is usually not kept: whatever needs it later
//! renders the page again.

use std::sync::Arc;

use bytes::Bytes;
use diagnostic::{Fingerprint, Fingerprinter};
use render::{Mark, PageRecord, marks_in};
use serde::{Deserialize, Serialize};

use crate::needs::{Needs, NeedsReader};
use crate::page_facts::{Addresses, FactsReader, PageFacts};
use crate::tokens::{self, on_sufficient_stack};

/// A finished page. It is immutable, so later builds reuse it as long as rendering would produce the same page.
#[derive(Debug, Serialize, Deserialize)]
pub struct Page {
    record: PageRecord,
    /// Fingerprint of the URL and the HTML.
    fingerprint: Fingerprint,
    /// Length of the HTML in bytes.
    length: usize,
    asset_marks: Vec<Mark>,
    facts: PageFacts,
    /// Shared with other pages, because most pages of a site need the same. Serialized as a part of [`UnsharedFacts`].
    #[serde(skip)]
    needs: Arc<Needs>,
    facts_fingerprint: Fingerprint,
    /// The HTML, if it is kept in memory.
    #[serde(skip)]
    html: Option<Box<str>>,
}

/// Shared facts of a page that differ from those of the page before it: the addresses in each part, and what its security policy must
/// allow.
#[derive(Debug, Serialize, Deserialize)]
pub struct UnsharedFacts {
    addresses: [Option<Arc<Addresses>>; 3],
    needs: Option<Arc<Needs>>,
}

impl Page {
    /// Creates a page from its record and its HTML, with islands filled in.
    pub fn new(record: PageRecord, html: &str) -> Self {
        let (facts, needs) = on_sufficient_stack(html, || {
            let mut facts = FactsReader::default();
            let mut needs = NeedsReader::default();
            tokens::read(html, |token| {
                facts.token(token);
                needs.token(token);
            });
            (facts.finish(html), needs.finish())
        });
        let asset_marks = marks_in(html.as_bytes());
        let all = (&record.url, &facts, &needs, &asset_marks);
        Self {
            fingerprint: fingerprint(&record.url, html),
            length: html.len(),
            facts_fingerprint: Fingerprint::of_all(&all),
            asset_marks,
            facts,
            needs: Arc::new(needs),
            record,
            html: None,
        }
    }

    /// Keeps the page's HTML in memory.
    #[must_use]
    pub fn with_html(self, html: &str) -> Self {
        Self {
            html: Some(html.into()),
            ..self
        }
    }

    /// Shares facts with another page, as far as they are the same.
    pub fn share_with(&mut self, other: &Self) {
        let unshared = self.unshared_with(Some(other));
        self.share(unshared, Some(other));
    }

    /// Returns the shared facts that differ from those of another page. The page is serialized without them.
    pub fn unshared_with(&self, other: Option<&Self>) -> UnsharedFacts {
        let is_same = other.is_some_and(|other| self.needs == other.needs);
        UnsharedFacts {
            addresses: self
                .facts
                .parts_unshared_with(other.map(|other| &other.facts)),
            needs: (!is_same).then(|| Arc::clone(&self.needs)),
        }
    }

    /// Restores the shared facts: those in `unshared`, otherwise those of the other page.
    pub fn share(&mut self, unshared: UnsharedFacts, other: Option<&Self>) {
        let UnsharedFacts { addresses, needs } = unshared;
        let same = || other.map(|other| Arc::clone(&other.needs));
        self.facts
            .set_parts(addresses, other.map(|other| &other.facts));
        self.needs = needs.or_else(same).unwrap_or_default();
    }

    /// Returns the record that rendering made.
    pub fn record(&self) -> &PageRecord {
        &self.record
    }

    /// Returns the page's URL.
    pub fn url(&self) -> &str {
        &self.record.url
    }

    /// Returns the path of the page's file in the output.
    pub fn output(&self) -> &str {
        &self.record.output
    }

    /// Returns the page's HTML, or `None` if it is not kept in memory.
    pub fn html(&self) -> Option<&str> {
        self.html.as_deref()
    }

    /// Returns the page's HTML as a file of the output, without a copy, or `None` if it is not kept in memory.
    pub fn bytes(self: &Arc<Self>) -> Option<Bytes> {
        struct Html(Arc<Page>);
        impl AsRef<[u8]> for Html {
            fn as_ref(&self) -> &[u8] {
                self.0.html().unwrap_or_default().as_bytes()
            }
        }
        self.html()?;
        Some(Bytes::from_owner(Html(Arc::clone(self))))
    }

    /// Returns the length of the page's HTML in bytes.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Returns the fingerprint of the page's URL and HTML.
    pub fn fingerprint(&self) -> Fingerprint {
        self.fingerprint
    }

    /// Returns whether this is the page's HTML.
    pub fn is_html(&self, html: &[u8]) -> bool {
        let html = str::from_utf8(html);
        html.is_ok_and(|html| fingerprint(self.url(), html) == self.fingerprint)
    }

    /// Returns the facts about the page that the rules of every build need.
    pub fn facts(&self) -> &PageFacts {
        &self.facts
    }

    /// Returns the marks of the published files that the page refers to.
    pub fn asset_marks(&self) -> &[Mark] {
        &self.asset_marks
    }

    /// Returns everything that the security policy of the page must allow.
    pub fn needs(&self) -> &Needs {
        &self.needs
    }

    /// Returns the fingerprint of everything that the rules of every build read from the page: its URL, facts and needs, and the
    /// published files that it refers to.
    pub fn facts_fingerprint(&self) -> Fingerprint {
        self.facts_fingerprint
    }
}

/// Returns the fingerprint of a page with this URL and HTML.
fn fingerprint(url: &str, html: &str) -> Fingerprint {
    Fingerprinter::default().text(url).text(html).finish()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::fixture::routes;

    fn page(html: &str) -> Page {
        let routes = routes(&["/a"]);
        let route = routes.get("/a").unwrap();
        let rendered = render::RenderedPage::new(route, html.to_owned(), String::new(), Vec::new());
        Page::new(rendered.record, html)
    }

    #[test]
    fn files_that_a_page_refers_to_are_facts() {
        let with_files = page("<p data-a=/assets/a-AAAAAAAA.svg><p data-b=/assets/b-BBBBBBBB.svg>");
        assert_eq!(with_files.asset_marks(), [*b"AAAAAAAA", *b"BBBBBBBB"]);
        let pages = [
            with_files,
            page("<p>"),
            page("<p data-a=/assets/a-AAAAAAAA.svg>"),
            page("<p data-b=/assets/b-BBBBBBBB.svg>"),
        ];
        let mut distinct = pages.map(|page| page.facts_fingerprint()).to_vec();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), 4);
    }
}
