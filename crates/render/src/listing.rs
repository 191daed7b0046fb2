//! Lists of documents, split into pages.

use std::sync::Arc;

use content::DocumentId;
use diagnostic::{Fingerprint, Fingerprinter};
use tera::Value;

use crate::table::table;

/// The pages of a list.
#[derive(Debug)]
pub struct Pages {
    /// URLs of the pages, in order.
    pub urls: Vec<String>,
    /// Fingerprint of the URLs.
    pub fingerprint: Fingerprint,
    /// Value of `paginator.pages`.
    pub value: Value,
}

impl Pages {
    fn new(urls: Vec<String>) -> Self {
        let all = urls.iter();
        let fingerprint = all.fold(Fingerprinter::default(), |all, url| all.text(url));
        let pages = urls.iter().zip(1..).map(|(url, number): (_, usize)| {
            table([
                ("number", Value::from(number)),
                ("url", Value::from(url.as_str())),
            ])
        });
        Self {
            fingerprint: fingerprint.finish(),
            value: Value::from(pages.collect::<Vec<_>>()),
            urls,
        }
    }
}

/// The part of a list that one page shows.
#[derive(Debug, Clone)]
pub struct Listing {
    /// Documents that every page of the list shows separately, at the top.
    pub lead: Vec<DocumentId>,
    /// Documents that only this page shows.
    pub items: Vec<DocumentId>,
    /// Number of this page, starting at 1.
    pub number: usize,
    /// All pages of the list.
    pub pages: Arc<Pages>,
    /// Number of documents in the whole list, the lead included.
    pub count: usize,
    /// Number of documents per page, without the lead.
    pub per_page: usize,
}

impl Listing {
    /// Returns the URL of this page.
    pub fn url(&self) -> &str {
        &self.pages.urls[self.number - 1]
    }

    /// Returns all documents that the page shows.
    pub fn documents(&self) -> impl Iterator<Item = DocumentId> {
        self.lead.iter().chain(&self.items).copied()
    }
}

/// Splits a list into `ceil((documents - lead) / per_page)` pages, but at least one. If `per_page` is `None`, there is one page.
/// `pattern` is the URL of page 2 and later, with the placeholder `{number}`.
pub fn listings(
    documents: &[DocumentId],
    lead: usize,
    per_page: Option<usize>,
    first_url: &str,
    pattern: &str,
) -> Vec<Listing> {
    let (head, rest) = documents.split_at(lead.min(documents.len()));
    let per_page = per_page.unwrap_or(rest.len()).max(1);
    let total = rest.len().div_ceil(per_page).max(1);
    let urls = (1..=total).map(|number| match number {
        1 => first_url.to_owned(),
        number => pattern.replace("{number}", &number.to_string()),
    });
    let pages = Arc::new(Pages::new(urls.collect()));
    (0..total)
        .map(|index| Listing {
            lead: head.to_vec(),
            items: rest
                .iter()
                .skip(index * per_page)
                .take(per_page)
                .copied()
                .collect(),
            number: index + 1,
            pages: Arc::clone(&pages),
            count: documents.len(),
            per_page,
        })
        .collect()
}
