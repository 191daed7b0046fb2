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

/// Number of pages that are converted together, by one thread.
const TOGETHER: usize = 128;

/// Number of such parts that are in memory at a time.
const PARTS: usize = 4;

/// Writes pages as bytes. `shared` is the fingerprint of what all of them were made from, which comes first. Parts follow, each
/// after its length.
pub fn write_to(shared: Fingerprint, pages: &KeptPages, out: &mut impl Write) -> io::Result<()> {
    out.write_all(&shared.0.to_le_bytes())?;
    for pages in pages.chunks(TOGETHER * PARTS) {
        let parts = pages.par_chunks(TOGETHER);
        let parts: Result<Vec<Vec<u8>>, _> = parts.map(postcard::to_stdvec).collect();
        for part in parts.map_err(io::Error::other)? {
            out.write_all(&part.len().to_le_bytes())?;
            out.write_all(&part)?;
        }
    }
    Ok(())
}

/// Reads pages from bytes. Returns `None` if the bytes are not from this version.
pub fn from_bytes(bytes: &[u8]) -> Option<(Fingerprint, KeptPages)> {
    let (shared, mut rest) = bytes.split_first_chunk()?;
    let mut parts = Vec::new();
    while !rest.is_empty() {
        let (length, after) = rest.split_first_chunk()?;
        let (part, after) = after.split_at_checked(usize::from_le_bytes(*length))?;
        parts.push(part);
        rest = after;
    }
    let parts = parts.par_iter();
    let parts: Option<Vec<KeptPages>> = parts.map(|part| postcard::from_bytes(part).ok()).collect();
    let pages = parts?.into_iter().flatten().collect();
    Some((Fingerprint(u128::from_le_bytes(*shared)), pages))
}
