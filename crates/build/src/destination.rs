//! Where the HTML of pages goes once it is made.

use inspect::Page;

use crate::base_path::BasePath;
use crate::write::OutputFolder;

/// Where the HTML of pages goes once it is made.
#[derive(Debug, Clone, Copy)]
pub enum Destination<'a> {
    /// It stays in memory, except for that of pages that an earlier process made.
    Memory,
    /// It is dropped.
    Nowhere,
    /// It is written to a folder, and dropped.
    Folder(&'a OutputFolder<'a>),
}

impl Destination<'_> {
    /// Returns whether a page that an earlier build made is there, and need not be made again.
    pub fn has(&self, page: &Page, base_path: &BasePath) -> bool {
        match self {
            Self::Memory | Self::Nowhere => true,
            Self::Folder(folder) => folder.keep_page(page, base_path),
        }
    }

    /// Takes the HTML of a new page.
    #[must_use]
    pub fn put(&self, page: Page, html: &str, base_path: &BasePath) -> Page {
        match self {
            Self::Memory => page.with_html(html),
            Self::Nowhere => page,
            Self::Folder(folder) => {
                folder.write_page(&page, html, base_path);
                page
            }
        }
    }
}
