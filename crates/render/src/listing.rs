//! Lists cut into pages.

use std::sync::Arc;

use content::Document;
use diagnostic::{Fingerprint, Fingerprinter};

/// A slice of a collection that a page lists.
#[derive(Debug, Clone)]
pub struct Listing {
    /// Documents set apart at the head.
    pub lead: Vec<Arc<Document>>,
    /// The documents of this page.
    pub items: Vec<Arc<Document>>,
    /// This page, from 1.
    pub number: usize,
    /// Addresses of all pages of the list, in order.
    pub urls: Arc<Vec<String>>,
    /// Of these addresses.
    pub urls_fingerprint: Fingerprint,
    /// Documents in the whole list, the lead included.
    pub count: usize,
    /// Documents on a page, beside the lead.
    pub per_page: usize,
}

impl Listing {
    /// All documents that the page shows.
    pub fn documents(&self) -> impl Iterator<Item = &Arc<Document>> {
        self.lead.iter().chain(&self.items)
    }
}

/// Cuts a list into pages: `ceil((documents - lead) / per_page)` of them, and one where there is nothing to list.
pub fn listings(
    documents: &[Arc<Document>],
    lead: usize,
    per_page: Option<usize>,
    first_url: &str,
    pattern: &str,
) -> Vec<Listing> {
    let (head, rest) = documents.split_at(lead.min(documents.len()));
    let per_page = per_page.unwrap_or(rest.len()).max(1);
    let total = rest.len().div_ceil(per_page).max(1);
    let urls: Arc<Vec<String>> = Arc::new(
        (1..=total)
            .map(|number| {
                if number == 1 {
                    first_url.to_owned()
                } else {
                    pattern.replace("{number}", &number.to_string())
                }
            })
            .collect(),
    );
    let urls_fingerprint = urls
        .iter()
        .fold(Fingerprinter::default(), |all, url| all.text(url))
        .finish();
    (0..total)
        .map(|index| Listing {
            lead: head.to_vec(),
            items: rest
                .iter()
                .skip(index * per_page)
                .take(per_page)
                .cloned()
                .collect(),
            number: index + 1,
            urls: Arc::clone(&urls),
            urls_fingerprint,
            count: documents.len(),
            per_page,
        })
        .collect()
}
