//! Words of the searched pages, which are kept for the next build.

use std::collections::BTreeMap;
use std::sync::Arc;

use render::{PageText, SearchWords, SearchedPages};

/// Maximum number of edited pages that are replaced one by one.
const FEW: usize = 16;

/// Returns the words of the pages by language. If all but a few pages are those of `kept`, only the others are read.
pub fn updated(
    mut kept: BTreeMap<String, SearchWords>,
    pages: &SearchedPages<'_>,
) -> BTreeMap<String, SearchWords> {
    let words = pages.texts().map(|(lang, texts)| {
        let words = match kept.remove(lang) {
            Some(words) if is_similar(words.pages(), &texts) => with_edits(words, &texts),
            _ => SearchWords::new(texts),
        };
        (lang.to_owned(), words)
    });
    words.collect()
}

/// Returns whether there are as many pages as before, and only a few differ.
fn is_similar(before: &[Arc<PageText>], now: &[Arc<PageText>]) -> bool {
    let pairs = before.iter().zip(now);
    let edited = pairs.filter(|(before, now)| !Arc::ptr_eq(before, now));
    before.len() == now.len() && edited.count() <= FEW
}

/// Returns the words of the pages, given those of as many pages before an edit.
fn with_edits(mut words: SearchWords, pages: &[Arc<PageText>]) -> SearchWords {
    for (position, page) in pages.iter().enumerate() {
        if !Arc::ptr_eq(&words.pages()[position], page) {
            words.replace(position, page);
        }
    }
    words
}
