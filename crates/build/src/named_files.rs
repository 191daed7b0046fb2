//! Pictures and other files of the content and the theme: which of them are published.

use std::collections::HashSet;
use std::sync::Arc;

use assets::Mark;
use content::Content;
use diagnostic::Diagnostic;
use rayon::prelude::*;

use crate::gather::Gathered;
use inspect::Files;
use inspect::Page;
use inspect::addresses::media_type;

/// Those that a page or another text of the site names. What waits for its day, or lies below `content/` for no visitor, is
/// not published.
pub fn named(gathered: &Gathered, pages: &[Arc<Page>], others: &Files) -> Files {
    let of_pages = pages.par_iter().map(|page| &page.facts().assets);
    let mut marks: HashSet<Mark> = of_pages.flatten_iter().copied().collect();
    for (path, bytes) in others {
        if !is_picture(path) {
            marks.extend(assets::marks_in(bytes));
        }
    }
    let is_named = |path: &str| assets::mark_of(path).is_some_and(|mark| marks.contains(&mark));
    let files = gathered.named.iter();
    let named = files.filter(|(path, _)| is_named(path));
    named
        .map(|(path, bytes)| (path.clone(), bytes.clone()))
        .collect()
}

/// Files below `content/` that are no pictures and are not published: somebody may think that they are.
pub fn unread(content: &Content, gathered: &Gathered, named: &Files) -> Vec<Diagnostic> {
    let is_published = |name: &str| {
        let url = gathered.index.urls.get(name);
        url.is_some_and(|url| named.contains_key(url.trim_start_matches('/')))
    };
    let is_told =
        |name: &str| is_picture(name) || is_for_nobody(name) || content::is_like_a_document(name);
    let files = content.files.iter();
    let unread = files.filter(|name| !is_told(name) && !is_published(name));
    unread
        .map(|name| {
            Diagnostic::new(
                &content::codes::UNREAD_FILE,
                format!("nothing names content/{name}"),
            )
            .help("it is not published; what visitors are to get as it is belongs into public/")
        })
        .collect()
}

/// What editors and version control leave beside a file, and notes to those who write.
fn is_for_nobody(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path).to_lowercase();
    let (stem, ending) = name.rsplit_once('.').unwrap_or((&name, ""));
    ["bak", "orig", "rej", "tmp"].contains(&ending)
        // A picture, of which more is said elsewhere.
        || ["heic", "heif"].contains(&ending)
        || name.ends_with('~')
        || ["readme", "license", "licence"].contains(&stem)
}

fn is_picture(path: &str) -> bool {
    media_type(path).starts_with("image/")
}
