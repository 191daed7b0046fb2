//! Rendered pages kept for the next build, in this process or as bytes for another.

use std::hash::Hasher;
use std::sync::Arc;

use diagnostic::{Fingerprint, Fingerprinter, TextHasher};
use serde::{Deserialize, Serialize};

use crate::recorder::Query;
use crate::rendered::{PageHtml, RenderedPage};
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

/// Neighboring pages, which are one file of the cache.
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
    /// Returns the pages as bytes: their HTML, then everything else, then the length of the HTML.
    ///
    /// # Errors
    /// Something cannot be serialized.
    pub fn to_bytes(&self) -> Result<Vec<u8>, postcard::Error> {
        let html = self.pages.iter().map(|kept| &kept.page.html);
        let length = html.clone().map(|html| html.len()).sum::<usize>();
        let mut bytes = Vec::with_capacity(length + length / 4);
        for html in html.clone() {
            bytes.extend(html.as_bytes());
        }
        let lengths: Vec<usize> = html.map(|html| html.len()).collect();
        bytes = postcard::to_extend(&(lengths, self.pages), bytes)?;
        bytes.extend((length as u64).to_le_bytes());
        Ok(bytes)
    }
}

/// Reads the pages of a chunk. Returns `None` if the bytes are not from this version.
pub fn from_bytes(mut bytes: Vec<u8>) -> Option<KeptPages> {
    let (rest, length) = bytes.split_last_chunk()?;
    let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
    let rest = rest.get(length..)?;
    let (lengths, mut pages): (Vec<usize>, KeptPages) = postcard::from_bytes(rest).ok()?;
    bytes.truncate(length);
    let text = Arc::new(String::from_utf8(bytes).ok()?);
    let mut start = 0;
    for (kept, length) in pages.iter_mut().zip(lengths) {
        let page = Arc::get_mut(&mut Arc::get_mut(kept)?.page)?;
        page.html = PageHtml::part(&text, start..start.checked_add(length)?)?;
        start += length;
    }
    Some(pages)
}
