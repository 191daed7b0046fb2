//! Rendered pages that are kept for the next build: in memory, or as bytes for another process.

use std::borrow::Cow;
use std::fmt::Debug;
use std::hash::Hasher;
use std::sync::Arc;

use diagnostic::{Fingerprint, Fingerprinter, TextHasher};
use serde::{Deserialize, Serialize};

use crate::recorder::Query;
use crate::rendered::{HtmlFile, RenderedPage};
use crate::route::Route;

/// A page of the last build, with fingerprints of everything that it was made from.
#[derive(Debug, Serialize, Deserialize)]
pub struct CachedPage {
    /// Route of the page, if this process rendered it.
    #[serde(skip)]
    pub route: Option<Arc<Route>>,
    /// Fingerprint of the template with its dependencies.
    pub template: Fingerprint,
    /// Fingerprint of the route with its document, list, ancestors, and translations (`PageInput::fingerprint`).
    pub route_fingerprint: Fingerprint,
    /// XML of the page's entry in the sitemap.
    pub sitemap_entry: String,
    /// Queries of the page, each with the fingerprint of the answer.
    pub answers: Vec<(Query, Option<Fingerprint>)>,
    /// The rendered page.
    pub page: Arc<RenderedPage>,
}

/// Pages sorted by URL.
pub type CachedPages = Vec<Arc<CachedPage>>;

/// Average number of pages in a chunk.
const PAGES_PER_CHUNK: u64 = 16;

/// Pages with neighboring URLs, which are stored together.
#[derive(Debug)]
pub struct Chunk<'a> {
    /// Fingerprint of all inputs of the pages. Chunks with the same name have the same bytes.
    pub name: Fingerprint,
    pages: &'a [Arc<CachedPage>],
}

/// Storage for chunks of rendered pages that need more memory than a build may use.
pub trait ChunkStore: Debug + Sync {
    /// Returns the number of bytes of HTML that a build may keep in memory.
    fn html_memory_limit(&self) -> usize;

    /// Stores a chunk. Returns the file with its HTML, or `None` if it cannot be stored.
    fn store(&self, chunk: &Chunk<'_>) -> Option<Arc<dyn HtmlFile>>;
}

/// Splits pages into chunks. `shared` is the fingerprint of the inputs that all pages share.
pub fn chunks(shared: Fingerprint, pages: &[Arc<CachedPage>]) -> Vec<Chunk<'_>> {
    let chunks = pages.split_inclusive(|cached| ends_chunk(&cached.page.url));
    chunks.map(|pages| Chunk::new(shared, pages)).collect()
}

/// Stores the pages of a chunk, and frees the HTML of those that are not in use.
pub fn store(shared: Fingerprint, pages: &mut [Arc<CachedPage>], store: &dyn ChunkStore) {
    if let Some(file) = store.store(&Chunk::new(shared, pages)) {
        keep_in_file(pages, &file);
    }
}

/// Returns whether the page at a URL is the last of its chunk. The answer depends only on the URL, so that a new page changes only
/// one chunk.
pub fn ends_chunk(url: &str) -> bool {
    let mut hasher = TextHasher::default();
    hasher.write(url.as_bytes());
    hasher.finish().is_multiple_of(PAGES_PER_CHUNK)
}

impl<'a> Chunk<'a> {
    fn new(shared: Fingerprint, pages: &'a [Arc<CachedPage>]) -> Self {
        let inputs = pages.iter().flat_map(|cached| {
            let answers = cached.answers.iter();
            let answers = answers.map(|(_, answer)| answer.unwrap_or_default());
            [cached.route_fingerprint, cached.template]
                .into_iter()
                .chain(answers)
        });
        Self {
            name: Fingerprinter::default().part(shared).parts(inputs).finish(),
            pages,
        }
    }

    /// Serializes the pages without their HTML.
    ///
    /// # Errors
    /// Returns an error if a page cannot be serialized.
    pub fn to_bytes(&self) -> Result<Vec<u8>, postcard::Error> {
        postcard::to_stdvec(self.pages)
    }

    /// Returns the total length of the HTML of all pages.
    pub fn html_length(&self) -> usize {
        self.pages.iter().map(|cached| cached.page.length).sum()
    }

    /// Returns the HTML of each page. Concatenated, the parts are the content of the chunk's [`HtmlFile`]. Returns `None` if the
    /// HTML of a page is lost.
    pub fn html(&self) -> Option<Vec<Cow<'_, str>>> {
        let pages = self.pages.iter().map(|cached| &cached.page);
        let html = pages.map(|page| Some(page.html()).filter(|_| !page.is_lost()));
        html.collect()
    }
}

/// Deserializes the pages of a chunk. Their HTML stays in the file `html` until it is needed. Returns `None` if the bytes are
/// invalid, for example because another version of the program wrote them.
pub fn from_bytes(bytes: &[u8], html: &Arc<dyn HtmlFile>) -> Option<CachedPages> {
    let mut pages: CachedPages = postcard::from_bytes(bytes).ok()?;
    keep_in_file(&mut pages, html);
    Some(pages)
}

/// Reads the HTML of a page into memory. Returns `None` if the HTML is lost.
pub fn in_memory(mut cached: Arc<CachedPage>) -> Option<Arc<CachedPage>> {
    let page = Arc::get_mut(&mut Arc::get_mut(&mut cached)?.page)?;
    page.keep_in_memory().then_some(cached)
}

/// Frees the HTML of a chunk's pages, which is read from `file` from now on. Pages that are in use keep their HTML.
fn keep_in_file(pages: &mut [Arc<CachedPage>], file: &Arc<dyn HtmlFile>) {
    let mut start = 0_usize;
    for cached in pages {
        let length = cached.page.length;
        if let Some(page) = Arc::get_mut(cached).and_then(|cached| Arc::get_mut(&mut cached.page)) {
            page.keep_in_file(Arc::clone(file), start);
        }
        start = start.saturating_add(length);
    }
}
