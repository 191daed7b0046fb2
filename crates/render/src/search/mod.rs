//! Search: the words of a page, the index of a site, and the scripts that search it in the browser.

mod index;
mod page_text;
mod postings;
mod scripts;
pub mod words;

pub use index::{IndexMemo, Indexed, index};
pub use page_text::PageText;
pub use scripts::SCRIPTS;
