//! Rendered pages kept for the next build, in this process or as bytes for another.

use std::io::{self, Write};
use std::sync::Arc;

use diagnostic::Fingerprint;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::recorder::Query;
use crate::rendered::RenderedPage;
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

/// Number of pages that one thread serializes into one chunk.
const PAGES_PER_CHUNK: usize = 128;

/// Number of serialized chunks that are in memory at a time.
const CHUNKS_IN_MEMORY: usize = 4;

/// Writes pages as bytes: first `shared`, the fingerprint of the inputs that all pages share, then chunks of pages, each
/// preceded by its length.
pub fn write_to(shared: Fingerprint, pages: &KeptPages, out: &mut impl Write) -> io::Result<()> {
    out.write_all(&shared.0.to_le_bytes())?;
    for pages in pages.chunks(PAGES_PER_CHUNK * CHUNKS_IN_MEMORY) {
        let chunks = pages.par_chunks(PAGES_PER_CHUNK);
        let chunks: Result<Vec<Vec<u8>>, _> = chunks.map(postcard::to_stdvec).collect();
        for chunk in chunks.map_err(io::Error::other)? {
            out.write_all(&chunk.len().to_le_bytes())?;
            out.write_all(&chunk)?;
        }
    }
    Ok(())
}

/// Reads pages from bytes. Returns `None` if the bytes are not from this version.
pub fn from_bytes(bytes: &[u8]) -> Option<(Fingerprint, KeptPages)> {
    let (shared, mut rest) = bytes.split_first_chunk()?;
    let mut chunks = Vec::new();
    while !rest.is_empty() {
        let (length, after) = rest.split_first_chunk()?;
        let (chunk, after) = after.split_at_checked(usize::from_le_bytes(*length))?;
        chunks.push(chunk);
        rest = after;
    }
    let chunks = chunks.par_iter();
    let chunks: Option<Vec<KeptPages>> = chunks
        .map(|chunk| postcard::from_bytes(chunk).ok())
        .collect();
    let pages = chunks?.into_iter().flatten().collect();
    Some((Fingerprint(u128::from_le_bytes(*shared)), pages))
}
