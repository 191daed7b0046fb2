//! What a renderer keeps of the pages it made, in memory and as bytes for the next process.

use std::sync::Arc;

use diagnostic::Fingerprint;
use serde::{Deserialize, Serialize};

use crate::asked::Query;
use crate::page::RenderedPage;
use crate::route::Route;

/// A page of an earlier build with all that it was made from.
#[derive(Debug, Serialize, Deserialize)]
pub struct Kept {
    /// The route, of a build in this process.
    #[serde(skip)]
    pub route: Option<Arc<Route>>,
    /// Of its template with all that it draws in.
    pub template: Fingerprint,
    /// Of the route and its document.
    pub own: Fingerprint,
    /// Its entry of the sitemap.
    pub entry: String,
    /// What it asked, and what the answers were.
    pub asked: Vec<(Query, Option<Fingerprint>)>,
    /// The page.
    pub page: Arc<RenderedPage>,
}

/// Pages in the order of their addresses.
pub type KeptPages = Vec<Arc<Kept>>;

#[derive(Serialize, Deserialize)]
struct Stored {
    shared: Fingerprint,
    pages: Vec<Arc<Kept>>,
}

/// Pages as bytes; `shared` is of what all of them were made from.
pub fn to_bytes(shared: Fingerprint, pages: &KeptPages) -> Option<Vec<u8>> {
    let stored = Stored {
        shared,
        pages: pages.clone(),
    };
    postcard::to_stdvec(&stored).ok()
}

/// Pages from bytes; `None` where they are none of ours.
pub fn from_bytes(bytes: &[u8]) -> Option<(Fingerprint, KeptPages)> {
    let stored: Stored = postcard::from_bytes(bytes).ok()?;
    Some((stored.shared, stored.pages))
}
