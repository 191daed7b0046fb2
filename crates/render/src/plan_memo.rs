//! What is kept of a plan for the next one.

use std::collections::HashMap;
use std::sync::Arc;

use content::{Collection, Document};
use diagnostic::{Fingerprint, Fingerprinter};

use crate::route::{Plan, Route, Routes};

/// Routes reused from the previous build; starting empty is always safe.
#[derive(Debug, Default)]
pub struct PlanMemo {
    /// Fingerprint of the settings that the content was read with.
    pub(crate) read_with: Fingerprint,
    /// The last plan.
    pub(crate) last: Arc<Plan>,
    /// Documents the last plan was made from; `None` if it had diagnostics.
    pub(crate) made_from: Option<Vec<Documents>>,
    /// Routes of documents, before they get lists, by the document's address in memory, which the route keeps valid.
    pub(crate) of_documents: HashMap<usize, Arc<Route>>,
}

impl PlanMemo {
    /// Returns the route of a document that has not changed, before it gets a list.
    pub fn route_of(&self, document: &Arc<Document>) -> Option<&Arc<Route>> {
        self.of_documents.get(&address(document))
    }

    /// Returns a route of the last plan.
    pub fn last_route(&self, url: &str) -> Option<&Arc<Route>> {
        self.last.routes.get(url)
    }

    /// Whether URLs with this fingerprint are known to be distinct.
    pub fn are_distinct(&self, addresses: Fingerprint) -> bool {
        self.made_from.is_some() && self.last.addresses == addresses
    }
}

/// Documents of a collection.
#[derive(Debug)]
pub struct Documents {
    /// Documents that are shown.
    pub shown: Vec<Arc<Document>>,
    /// Documents that are not shown now, and why.
    pub hidden: Vec<(Arc<Document>, String)>,
}

impl Documents {
    /// Returns the documents of a collection.
    pub fn of(collection: &Collection) -> Self {
        Self {
            shown: collection.documents.clone(),
            hidden: collection.hidden.clone(),
        }
    }
}

/// Returns the fingerprint of all URLs and titles.
pub fn titles_of(routes: &Routes) -> Fingerprint {
    let routes = routes.iter();
    let titles = routes.fold(Fingerprinter::default(), |all, route| {
        all.text(&route.url).text(&route.title)
    });
    titles.finish()
}

/// Returns a document's address in memory.
pub fn address(document: &Arc<Document>) -> usize {
    Arc::as_ptr(document).addr()
}
