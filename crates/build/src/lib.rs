//! Runs the stages of a build in order, reuses results of the last build, and writes `dist/`.
//!
//! load -> plan -> render -> fill islands -> inspect -> write, or serve. Each stage takes the value of the stage before it and
//! returns the next value, together with its diagnostics. A run reports the diagnostics of all stages.
//!
//! Never: writes to the terminal; reads the clock or the environment; uses HTTP or AWS.
//!
//! A file in `content/` or a picture of the theme is published only if a finished page or file refers to it
//! (`referenced_files.rs`).
//!
//! TypeScript takes longer than bundling, so `site serve` does not wait for it: after an edit of a widget, the build uses the
//! props schemas of the previous version, and a thread of the server checks the types. The next build finds the result in the cache.
//!
//! If documents have errors, a second pass treats them as valid (`Content::for_preview`) and renders their pages. This pass
//! reports only findings in the texts of these documents, because any others may follow from the errors in their front matter.
//!
//! One cause is one finding: a rule of `consequences.rs` names the codes of causes and of what follows from them, and what both are about,
//! such as a line or a URL. A finding that follows is dropped, and its cause gets the higher severity of the two.
//!
//! # What is rebuilt
//!
//! *A page is rendered again only if something that it depends on has changed.* This rule applies to `site serve`, which keeps
//! everything in memory, and to `site build`, which keeps a cache for the next process (`build/src/cache.rs`): the checked documents of
//! `content/`, the pages, and the last inspection if it had no findings. Pages are in files of about 16 neighbors, named after the
//! fingerprint of their inputs, so an edit writes only the files of the pages that it changes.
//!
//! *A page leaves memory when it is made.* `page_table.rs` renders a page, fills in its islands, reads everything that rules need later
//! (its facts), and passes the HTML to a `Destination`: `site build` writes it to the new output folder and drops it. Only pages with
//! islands that no build has rendered yet wait until the islands of all pages are rendered together. Whatever needs the HTML of a page
//! afterwards, such as the place of a finding, renders the page again (`page_source.rs`): a `render::SiteRenderer` never changes, so a
//! page is the same each time. `site serve` and `site check` keep the HTML of the pages that they render.
//!
//! *A text is in memory only while something works on it.* `site build` and `site check` do not read a file of `content/` whose length,
//! modification time, and inode are those of the last build. Whatever uses its text, such as the rendering of its page, reads it then, and
//! drops it (`content/src/tree.rs`). If another program has changed the file in the meantime, the build fails, and changes nothing.
//!
//! The HTML is not in the cache. A page that has not changed is kept only if the last output, or the one before it, has a file with its
//! content; otherwise the page is rendered again. So a damaged cache or output costs time, but never changes the result.
//!
//! The replaced `dist/` is kept in `.cache/output/`. The next build makes it the new output: it keeps or replaces one file after the
//! other, removes all others, and swaps the two folders. If the build fails, the folder returns to the cache. A file that has not
//! changed is a hard link to the file in `dist/`. It costs only a check of its length, modification time, and inode, which the last
//! build recorded (`write.rs`).
//!
//! - What every page depends on (its route, document, and list, the pages above it, its template with the template's dependencies) is
//!   one 128-bit fingerprint (`SiteRenderer::route_fingerprint` in `render/src/page.rs`).
//! - What a page queries while it is rendered (`collection(…)`, `entry(…)`, `taxonomy(…)`, a link to a Markdown file) is recorded
//!   with the fingerprint of the answer. A template function that uses the rest of the site without recording a query is a bug.
//!   Settings, forms, and assets need no query, because a change to them renders every page again.
//! - A page with a finding is never reused, so the findings are the same in every run.
//!
//! The other stages reuse their results in the same way. The keys are the paths that the watcher reports for files, the files for
//! documents, the props for islands, and the parts that rules read for finished pages. An edit that changes no
//! URL, term, or order does not change the plan, because routes refer to documents by their position. If no rule sees a difference
//! in the edited pages, none runs (`build/src/inspection.rs`). Links that worked are followed again only if a URL was removed
//! or reassigned since (`inspect/src/link_targets.rs`). Everything that is reused is in `build::Memo`; a build
//! with an empty memo produces the same bytes. `build/src/incremental/` tests this: after each of many random edits it compares every
//! byte and finding with those of a clean build, and with those of a build that uses another process's cache and writes to a folder.
//!
//! *An edited document's page is shown first.* A build for `site serve` renders it before all others and passes it to the server at once
//! (`build/src/edited_pages.rs`). The server shows it as part of the last site until the whole build is done, unless the page
//! needs a file or a permission that the last site does not have.
//!
//! Each memo is there because it saves work. The table says how many times as many instructions one rebuild takes without it, at commit
//! f2f3e37: 1,000 posts of the plain theme of `cargo xtask bench`, one thread, after an edit of a post's text (19 million instructions)
//! and of its title (51 million). They are counted by `valgrind --tool=cachegrind --cache-sim=no` around `build::build`, as the
//! difference between a run with edits and one without.
//!
//! | Reused from the last build | Text, without it | Title, without it |
//! |---|---|---|
//! | documents of unchanged files (`ContentTables`) | 11.5 × | 4.4 × |
//! | settings and compiled schemas (`ContentTables`) | 1.6 × | 1.2 × |
//! | the plan (`Kept`) | 3.6 × | 1.5 × |
//! | pages, and what rules read of them (`PageTable`) | 96 × | 36 × |
//! | documents as values of templates (`Table<EntryValue>`) | 2.2 × | 1.4 × |
//! | entries of the sitemap (`PageTable`) | 1.7 × | 1.3 × |
//! | parsed templates, three in this corpus (`render::Theme`) | 1.05 × | 1.02 × |
//! | bundle and `public/`, two files in this corpus (`SiteAssets`) | 1.4 × | 1.0 × |
//! | an inspection without findings (`InspectionMemo`) | 1.4 × | 1.0 × |
//! | links known to be good (`Table<PageLinks>`) | 1.0 × | 1.7 × |
//!
//! When nothing has changed, a `site build` of 1,000 posts of the realistic theme takes 8.7 times as many instructions without the pages
//! that the last process rendered. Sorting documents, comparing the names of all files, and fingerprinting assets cost 5 % at most, so
//! their results are not kept.
//!
//! The watcher (`serve/src/watch.rs`) does not wait for a fixed time. It builds a saved file as soon as the system reports that the file
//! was closed, so a file that is written in pieces is complete. It waits a few milliseconds only if the system does not report that, and
//! in a burst of changes such as a checkout. It reports an error once nothing has changed for a moment, because a checkout passes
//! through many invalid states. `cargo xtask serve-bench` measures the time from the saved file to the changed page, with Hugo's server
//! beside it.

mod base_path;
mod build;
mod bundle_memo;
mod cache;
mod cache_file;
mod cached_documents;
mod cards;
mod clicked;
pub mod codes;
mod consequence_rules;
mod consequence_subjects;
mod consequences;
mod content_tables;
mod destination;
mod drafts;
mod edited_pages;
mod edits_first;
mod equal_findings;
mod exchange;
mod findings;
pub mod fixes;
mod form_definitions;
mod form_routes;
pub mod host_files;
#[cfg(test)]
mod incremental;
mod inspection;
mod islands;
pub mod leftovers;
mod local_url;
mod menus;
mod misspelled_facts;
mod other_folders;
pub mod output_folder;
mod page_source;
mod page_table;
mod pass_memo;
mod preview_findings;
mod project;
mod referenced_files;
mod rendered_pages;
mod replace_file;
mod reported_values;
mod search_words;
mod site;
mod site_assets;
mod table;
mod theme;
mod widget_check;
mod words;
mod write;

pub use assets::{Encoding, TypeCheck};
pub use base_path::BasePath;
pub use build::{Built, Memo, build, once};
pub use cards::CardRenderer;
pub use clicked::ClickedPlaces;
pub use destination::Destination;
pub use edited_pages::{EditedPages, ShowEdited};
pub use equal_findings::condense;
pub use findings::Coverage;
pub use project::{Audience, Inputs, Project};
pub use rendered_pages::Progress;
pub use replace_file::replace_file;
pub use site::Site;
pub use widget_check::WidgetCheck;
pub use write::OutputFolder;
