//! Rendered pages kept for the next build, in this process or as bytes for another.

use std::hash::Hasher;
use std::sync::Arc;

use diagnostic::{Fingerprint, Fingerprinter, TextHasher};
use serde::{Deserialize, Serialize};

use crate::recorder::Query;
use crate::rendered::{HtmlFile, RenderedPage, StoredHtml};
use crate::route::Route;

/// A page of the last build, and what it was made from.
#[derive(Debug, Serialize, Deserialize)]
pub struct Kept {
    /// Route of the page, if this process rendered it.
    #[serde(skip)]
    pub route: Option<Arc<Route>>,
    /// Fingerprint of the template with its dependencies.
    pub template: Fingerprint,
    /// Fingerprint of the route and its document.
    pub own: Fingerprint,
    /// Entry of the sitemap.
    pub sitemap_entry: String,
    /// Queries of the page, with the fingerprints of the answers.
    pub answers: Vec<(Query, Option<Fingerprint>)>,
    /// The page.
    pub page: Arc<RenderedPage>,
}

/// Pages sorted by URL.
pub type KeptPages = Vec<Arc<Kept>>;

/// Average number of pages in a chunk.
const PAGES_PER_CHUNK: u64 = 128;

/// Neighboring pages, which are stored together.
#[derive(Debug)]
pub struct Chunk<'a> {
    /// Fingerprint of all inputs of the pages. Chunks with the same name have the same bytes.
    pub name: Fingerprint,
    pages: &'a [Arc<Kept>],
}

/// Splits pages into chunks. Where a chunk ends depends only on its last URL, so that a new page changes one chunk. `shared` is
/// the fingerprint of the inputs that all pages share.
pub fn chunks(shared: Fingerprint, pages: &[Arc<Kept>]) -> Vec<Chunk<'_>> {
    let is_last = |kept: &Arc<Kept>| (xxh3(&kept.page.url)).is_multiple_of(PAGES_PER_CHUNK);
    let chunks = pages.split_inclusive(|kept| is_last(kept)).map(|pages| {
        let inputs = pages.iter().flat_map(|kept| {
            let answers = kept.answers.iter();
            let answers = answers.map(|(_, answer)| answer.unwrap_or_default());
            [kept.own, kept.template].into_iter().chain(answers)
        });
        Chunk {
            name: Fingerprinter::default().part(shared).parts(inputs).finish(),
            pages,
        }
    });
    chunks.collect()
}

fn xxh3(url: &str) -> u64 {
    let mut hasher = TextHasher::default();
    hasher.write(url.as_bytes());
    hasher.finish()
}

impl Chunk<'_> {
    /// Returns everything about the pages except for their HTML, as bytes.
    ///
    /// # Errors
    /// Something cannot be serialized.
    pub fn to_bytes(&self) -> Result<Vec<u8>, postcard::Error> {
        postcard::to_stdvec(self.pages)
    }

    /// Returns the length of the HTML of all pages.
    pub fn html_length(&self) -> usize {
        self.pages.iter().map(|kept| kept.page.length).sum()
    }

    /// Returns the HTML of the pages, which is the content of their [`HtmlFile`]. Returns `None` if the HTML of a page is lost.
    pub fn html(&self) -> Option<Vec<&str>> {
        let pages = self.pages.iter().map(|kept| &kept.page);
        let html = pages.map(|page| Some(page.html()).filter(|_| !page.is_lost()));
        html.collect()
    }
}

/// Reads the pages of a chunk, whose HTML stays in its file until it is needed. Returns `None` if the bytes are not from this
/// version.
pub fn from_bytes(bytes: &[u8], html: &Arc<dyn HtmlFile>) -> Option<KeptPages> {
    let mut pages: KeptPages = postcard::from_bytes(bytes).ok()?;
    let mut start = 0_usize;
    for kept in &mut pages {
        let page = Arc::get_mut(&mut Arc::get_mut(kept)?.page)?;
        let file = Arc::clone(html);
        page.stored = Some(StoredHtml { file, start });
        start = start.checked_add(page.length)?;
    }
    Some(pages)
}
