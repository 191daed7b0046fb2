//! Results that a pass over the content keeps for the next build. There are two passes: one over the documents without errors, and one
//! for a preview.

use std::sync::Arc;

use content::{Content, Document, DocumentId};
use diagnostic::{Diagnostic, Fingerprint};
use render::{EntryValue, Features, Plan, Related};

use crate::inspection::InspectionMemo;
use crate::page_table::PageTable;
use crate::table::{Kept, Table};

/// Results of a pass. Starting empty is always safe.
#[derive(Debug, Default)]
pub struct PassMemo {
    plan: Kept<Arc<Plan>>,
    /// Features by which related documents are found.
    features: Table<Features>,
    values: Table<EntryValue>,
    /// Pages.
    pub pages: PageTable,
    /// The last inspection.
    pub inspection: InspectionMemo,
}

/// A site whose routes are planned.
pub struct Planned {
    /// The content.
    pub content: Arc<Content>,
    /// The routes.
    pub plan: Arc<Plan>,
    /// The documents that are related to each document.
    pub related: Arc<Related>,
    /// The values of the documents, in order.
    pub values: Vec<Arc<EntryValue>>,
}

impl PassMemo {
    /// Creates a memo with these pages and this inspection.
    pub fn new(pages: PageTable, inspection: InspectionMemo) -> Self {
        Self {
            pages,
            inspection,
            ..Self::default()
        }
    }

    /// Returns a memo for another pass, which begins with the pages of this one.
    pub fn sharing(&self) -> Self {
        Self::new(self.pages.sharing(), InspectionMemo::default())
    }

    /// Plans the routes of a site, and finds related documents.
    pub fn plan(&mut self, content: Content) -> (Planned, Vec<Diagnostic>) {
        let (plan, findings) = self
            .plan
            .get_with_findings(content.routing(), || render::plan(&content));
        let ids = render::with_related(&content);
        let text_of = |id: &DocumentId| {
            let document = content.document(*id);
            Fingerprint::of_all(&(content.dependencies, document.entry, document.content))
        };
        let features = self
            .features
            .all(&ids, text_of, |id| render::features(&content, *id));
        let features = ids.into_iter().zip(features).collect();
        let related = Arc::new(render::related(&content, &features));
        let documents: Vec<&Arc<Document>> = content.all_documents().collect();
        let entry = |document: &&Arc<Document>| content.dependencies.combined(document.entry);
        let values = self
            .values
            .all(&documents, entry, |_| EntryValue::default());
        let planned = Planned {
            content: Arc::new(content),
            plan,
            related,
            values,
        };
        (planned, findings)
    }
}
