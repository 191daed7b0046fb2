//! A finished page: its HTML with islands in place, and what later stages read of it, each once.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use bytes::Bytes;
use diagnostic::Fingerprint;
use render::RenderedPage;

use crate::headers::{Needs, NeedsReader};
use crate::page_reader::{FactsReader, PageFacts, on_sufficient_stack, tokens};

/// A finished page. It never changes, so it serves every build in which it would be made alike.
#[derive(Debug)]
pub struct Page {
    rendered: Arc<RenderedPage>,
    /// The HTML, where the page has islands.
    filled: Option<String>,
    read: OnceLock<(PageFacts, Needs)>,
    links: Mutex<Option<GoodLinks>>,
}

/// Links that were found to be good.
#[derive(Debug, Clone)]
pub struct GoodLinks {
    /// Of the addresses there were.
    pub addresses: Fingerprint,
    /// Links to parts of other pages, which may lose them: path and anchor.
    pub anchors: Arc<[(String, String)]>,
}

impl Page {
    /// A page from what was rendered; `filled` is its HTML with islands, if it has any.
    pub fn new(rendered: Arc<RenderedPage>, filled: Option<String>) -> Arc<Self> {
        Arc::new(Self {
            rendered,
            filled,
            read: OnceLock::new(),
            links: Mutex::new(None),
        })
    }

    /// What it was made from.
    pub fn rendered(&self) -> &Arc<RenderedPage> {
        &self.rendered
    }

    /// Its address.
    pub fn url(&self) -> &str {
        &self.rendered.url
    }

    /// Its file, relative to the output folder.
    pub fn output(&self) -> &str {
        &self.rendered.output
    }

    /// The HTML.
    pub fn html(&self) -> &str {
        self.filled.as_deref().unwrap_or(&self.rendered.html)
    }

    /// The HTML as bytes of the output.
    pub fn bytes(self: &Arc<Self>) -> Bytes {
        struct Html(Arc<Page>);
        impl AsRef<[u8]> for Html {
            fn as_ref(&self) -> &[u8] {
                self.0.html().as_bytes()
            }
        }
        Bytes::from_owner(Html(Arc::clone(self)))
    }

    /// What rules ask about.
    pub fn facts(&self) -> &PageFacts {
        &self.read().0
    }

    /// What it asks of the browser.
    pub fn needs(&self) -> &Needs {
        &self.read().1
    }

    fn read(&self) -> &(PageFacts, Needs) {
        let read = || {
            let mut facts = FactsReader::default();
            let mut needs = NeedsReader::default();
            for token in tokens(self.html()) {
                facts.token(&token);
                needs.token(&token);
            }
            let facts = PageFacts {
                assets: assets::marks_in(self.html().as_bytes()),
                ..facts.finish()
            };
            (facts, needs.finish())
        };
        self.read
            .get_or_init(|| on_sufficient_stack(self.html(), read))
    }

    /// The links that were found to be good, if they were all.
    pub fn good_links(&self) -> Option<GoodLinks> {
        let links = self.links.lock().unwrap_or_else(PoisonError::into_inner);
        links.clone()
    }

    /// Notes that all links are good.
    pub fn set_good_links(&self, good: GoodLinks) {
        *self.links.lock().unwrap_or_else(PoisonError::into_inner) = Some(good);
    }
}
