//! Search: the words of a page, the index of a site, and the scripts that search it in the browser.
//!
//! `[search]` in `structure.toml` names the collections that are searched. `page_text.rs` reads the words of a page when the page
//! is rendered, and keeps them with the page. [`SearchWords`] are the words of all pages of a language; if a page is replaced, only the
//! postings of the changed words are. Without `[search]`, none of this runs.
//!
//! - **The index** is one file for each language, `search.json`. Its URL never changes, so no page depends on it. It has all words in
//!   order with their postings, and a record of each page: URL, title, description, and the beginning of each section. The words come
//!   from the title, the description, the Markdown (including the output of components), and the front matter keys in `fields`. Pages
//!   with `noindex` are left out.
//! - **A posting** says in which section of which page a word occurs, and its *impact* there, from 0 to 44. The impact is computed
//!   when the page is read: most for a title, less for headings and the description, least for the text, where it grows with the
//!   number of occurrences as in BM25. It depends on nothing but the page. A word in more than a third of the pages keeps only the
//!   sections that have it in a title, heading, or description. Any word keeps only its 1,000 best pages; the number of all pages with
//!   the word stays in the index, because the ranking needs it.
//! - **Ranking** is done by `search.js`. A page's score is the sum of its impacts, each multiplied by how rare the word is, by how well
//!   the indexed word matches (equal, same stem, same beginning, one typo), and by the weight of the collection. It is reduced if the
//!   page lacks words of the query. The result links to the page's best section. Synonyms are looked up as well, and count a little
//!   less.
//! - **A large index**, from 256 KB on, is split: `search.json` then only lists the files, of about 24 KB for words and 12 KB for pages,
//!   whose names have fingerprints. The words are sorted across all files, so a query finds the files that it needs by the first word of
//!   each. A typo in the first two letters is then only recognized if they were swapped or one was added.
//! - **The scripts** are part of the program and need no Node: `search-open.js` (0.6 KB, Brotli) waits for a click or the key `/`, and
//!   loads `search.js` (7 KB) and the index then. It contains the ranking (`search.js`), and the dialog with its style
//!   (`search-dialog.js`, `search.css`). A theme provides the link that opens it, with the dialog's words, and sets its colors. Scripts are
//!   published only if a page refers to them. `widgets/tsconfig.json` checks their types.
//! - **Budgets**, tested in `widgets/e2e/search.test.ts`: the website's index 40 kB and the script 8 kB, both compressed by Brotli; 98 of
//!   100 queries of `search-gold.json` find an expected page among the first three.

mod index;
mod page_text;
mod postings;
pub mod words;

pub use index::{SearchWords, SearchedPages, can_be_opened, index};
pub use page_text::PageText;
