//! Rendered pages kept for the next build, in this process or as bytes for another.

use std::io::{self, Write};
use std::sync::Arc;

use diagnostic::Fingerprint;
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

/// Writes pages as bytes. `shared` is the fingerprint of what all of them were made from.
pub fn write_to(shared: Fingerprint, pages: &KeptPages, out: &mut impl Write) -> io::Result<()> {
    let written = postcard::to_io(&(shared, pages), out);
    written.map(drop).map_err(io::Error::other)
}

/// Reads pages from bytes. Returns `None` if the bytes are not from this version.
pub fn from_bytes(bytes: &[u8]) -> Option<(Fingerprint, KeptPages)> {
    postcard::from_bytes(bytes).ok()
}
