//! A finished page: its HTML with islands filled in, and what later stages read from it.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use bytes::Bytes;
use diagnostic::Fingerprint;
use render::RenderedPage;

use crate::headers::{Needs, NeedsReader};
use crate::page_reader::{self, FactsReader, PageFacts, on_sufficient_stack};

/// A finished page. It never changes, so later builds reuse it as long as it would be rendered the same.
#[derive(Debug)]
pub struct Page {
    rendered: Arc<RenderedPage>,
    /// HTML with islands filled in; `None` if the page has no islands.
    filled: Option<String>,
    read: OnceLock<(PageFacts, Needs)>,
    links: Mutex<Option<GoodLinks>>,
}

/// Record of a page whose links all work.
#[derive(Debug, Clone)]
pub struct GoodLinks {
    /// Fingerprint of all URLs of the site at that time.
    pub addresses: Fingerprint,
    /// URL and anchor of each link to a part of another page, which may change without a change of its URL.
    pub anchors: Arc<[(String, String)]>,
}

impl Page {
    /// Creates a page; `filled` is its HTML with islands filled in, if it has any.
    pub fn new(rendered: Arc<RenderedPage>, filled: Option<String>) -> Arc<Self> {
        Arc::new(Self {
            rendered,
            filled,
            read: OnceLock::new(),
            links: Mutex::new(None),
        })
    }

    /// Returns the rendered page it was made from.
    pub fn rendered(&self) -> &Arc<RenderedPage> {
        &self.rendered
    }

    /// Returns its URL.
    pub fn url(&self) -> &str {
        &self.rendered.url
    }

    /// Returns the path of its file in the output.
    pub fn output(&self) -> &str {
        &self.rendered.output
    }

    /// Returns its HTML.
    pub fn html(&self) -> &str {
        self.filled.as_deref().unwrap_or(&self.rendered.html)
    }

    /// Returns its HTML as a file of the output, without a copy.
    pub fn bytes(self: &Arc<Self>) -> Bytes {
        struct Html(Arc<Page>);
        impl AsRef<[u8]> for Html {
            fn as_ref(&self) -> &[u8] {
                self.0.html().as_bytes()
            }
        }
        Bytes::from_owner(Html(Arc::clone(self)))
    }

    /// Returns what the rules of every build need to know.
    pub fn facts(&self) -> &PageFacts {
        &self.read().0
    }

    /// Returns what its security policy must allow.
    pub fn needs(&self) -> &Needs {
        &self.read().1
    }

    fn read(&self) -> &(PageFacts, Needs) {
        let read = || {
            let mut facts = FactsReader::default();
            let mut needs = NeedsReader::default();
            page_reader::read(self.html(), |token| {
                facts.token(token);
                needs.token(token);
            });
            let facts = PageFacts {
                assets: assets::marks_in(self.html().as_bytes()),
                ..facts.finish()
            };
            (facts, needs.finish())
        };
        self.read
            .get_or_init(|| on_sufficient_stack(self.html(), read))
    }

    /// Returns the record of working links, if all links worked when they were last checked.
    pub fn good_links(&self) -> Option<GoodLinks> {
        let links = self.links.lock().unwrap_or_else(PoisonError::into_inner);
        links.clone()
    }

    /// Records that all links work.
    pub fn set_good_links(&self, good: GoodLinks) {
        *self.links.lock().unwrap_or_else(PoisonError::into_inner) = Some(good);
    }
}
