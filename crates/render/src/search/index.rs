//! The search indexes of a site, one for each language, as JSON.
//!
//! A small index is a single file, `search.json`. In a large index, this file only lists others, of which a query loads a few:
//! files with words are found by their first word, and files with pages by their first page number.

use std::collections::BTreeMap;
use std::sync::Arc;

use content::{Content, Search};
use diagnostic::{ByText, Fingerprint};
use memchr::memmem;
use rayon::prelude::*;
use serde_json::json;

use super::page_text::{MAX_TEXT_IMPACT, PageText};
use super::postings;
use super::words::{each_word, folded};
use crate::rendered::PageRecord;
use crate::route::{Route, localized, output_path};

/// The pages that search indexes contain, sorted by URL, by language.
pub struct SearchedPages<'a>(BTreeMap<&'a str, Vec<Indexed<'a>>>);

/// A page that an index contains.
struct Indexed<'a> {
    /// Name of the collection of its document.
    collection: &'a str,
    /// Words of the page.
    text: &'a Arc<PageText>,
}

impl<'a> SearchedPages<'a> {
    /// Returns the searched ones of the pages with these routes and records, which are sorted by URL: those in the main language, and
    /// those in the other languages in which a page can search.
    pub fn new(
        content: &'a Content,
        pages: impl Iterator<Item = (&'a Arc<Route>, &'a &'a PageRecord)> + Clone,
    ) -> Self {
        if content.structure.search.is_none() {
            return Self(BTreeMap::new());
        }
        let searching = pages.clone().filter(|(_, record)| record.can_search);
        let searching = searching.map(|(route, _)| route.lang.as_str());
        let languages = searching.chain([content.config.language.as_str()]);
        let mut languages: BTreeMap<_, _> = languages.map(|lang| (lang, Vec::new())).collect();
        for (route, record) in pages {
            let of_language = languages.get_mut(route.lang.as_str());
            let (Some(text), Some(id)) = (&record.search, route.document) else {
                continue;
            };
            if let Some(of_language) = of_language {
                let collection = &content.rule_of(id).name;
                of_language.push(Indexed { collection, text });
            }
        }
        languages.retain(|lang, pages| *lang == content.config.language || !pages.is_empty());
        Self(languages)
    }

    /// Returns the texts of the pages by language.
    pub fn texts(&self) -> impl Iterator<Item = (&str, Vec<Arc<PageText>>)> {
        self.0.iter().map(|(lang, pages)| {
            let texts = pages.iter().map(|page| Arc::clone(page.text));
            (*lang, texts.collect())
        })
    }
}

/// Maximum size in bytes of an index that is a single file.
const ONE_FILE: usize = 256 << 10;

/// Approximate size in bytes of a file with words.
const WORDS_FILE: usize = 24 << 10;

/// Approximate size in bytes of a file with pages.
const PAGES_FILE: usize = 12 << 10;

/// Minimum number of pages for an index to have common words, which are words in more than a third of its pages.
const MIN_PAGES_FOR_COMMON_WORDS: usize = 10;

/// Maximum number of pages in the postings of a word. The pages with the highest impacts are kept.
const MAX_PAGES_PER_WORD: usize = 1000;

/// Marker before reduced postings. The number of pages with the word precedes it, unless the word is common.
const REDUCED: char = '!';

/// Returns whether a page can search: it has the link that opens the search, or names an index.
pub fn can_be_opened(html: &str) -> bool {
    let html = html.as_bytes();
    memmem::find(html, b"data-search").is_some() || memmem::find(html, b"/search.json").is_some()
}

/// Returns the files of all indexes by output path. `words` are those of the pages by language.
pub fn index(
    content: &Content,
    pages: &SearchedPages<'_>,
    words: &BTreeMap<String, SearchWords>,
) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    for (lang, pages) in &pages.0 {
        let search = content.structure_in(lang).search.as_ref();
        let Some((search, words)) = search.zip(words.get(*lang)) else {
            continue;
        };
        let path = output_path(&localized(content, lang, "/search.json"));
        let text = of_language(search, lang, pages, words, &mut files);
        files.insert(path, text);
    }
    files
}

/// The words of all searched pages of a language.
#[derive(Debug)]
pub struct SearchWords {
    /// The pages, sorted by URL.
    pages: Vec<Arc<PageText>>,
    postings: BTreeMap<String, Postings>,
}

/// Postings of a word: the pages that contain it.
#[derive(Debug, Default)]
struct Postings {
    /// Encoded postings (`postings.rs`).
    text: String,
    /// Number of the last page.
    last: usize,
    /// Number of pages.
    count: usize,
    /// Encoded postings of fewer pages or sections, if the index does not contain all of them.
    reduced: Option<String>,
}

impl Postings {
    /// Adds a page, whose number is higher than that of the last page.
    fn push(&mut self, number: usize, sections: &str) {
        postings::push_number(&mut self.text, number - self.last);
        self.text.push_str(sections);
        self.last = number;
        self.count += 1;
    }

    /// Returns the encoded postings that the index contains.
    fn written(&self) -> &str {
        self.reduced.as_ref().unwrap_or(&self.text)
    }
}

impl SearchWords {
    /// Reads the words of pages, which are sorted by URL.
    pub fn new(pages: Vec<Arc<PageText>>) -> Self {
        let mut by_word: ByText<&str, Postings> = ByText::default();
        for (page, number) in pages.iter().zip(1..) {
            for (word, sections) in page.words() {
                by_word.entry(word).or_default().push(number, sections);
            }
        }
        let postings: Vec<(String, Postings)> = by_word
            .into_par_iter()
            .map(|(word, mut postings)| {
                postings.reduced = reduced(&postings, pages.len());
                (word.to_owned(), postings)
            })
            .collect();
        let postings = postings.into_iter().collect();
        Self { pages, postings }
    }

    /// Returns the texts of the pages.
    pub fn pages(&self) -> &[Arc<PageText>] {
        &self.pages
    }

    /// Replaces the text of the page at a position. Only the postings of words that differ are changed.
    pub fn replace(&mut self, position: usize, text: &Arc<PageText>) {
        let before = std::mem::replace(&mut self.pages[position], Arc::clone(text));
        let mut changed: BTreeMap<&str, Option<&str>> =
            before.words().map(|(word, _)| (word, None)).collect();
        changed.extend(text.words().map(|(word, sections)| (word, Some(sections))));
        for (word, sections) in before.words() {
            if changed.get(word) == Some(&Some(sections)) {
                changed.remove(word);
            }
        }
        for (word, sections) in changed {
            self.exchange(word, position + 1, sections);
        }
    }

    /// Replaces the sections of a page in the postings of a word. `sections` is `None` if the page no longer contains the word.
    fn exchange(&mut self, word: &str, number: usize, sections: Option<&str>) {
        let before = self.postings.remove(word).unwrap_or_default();
        let mut pages: BTreeMap<usize, &str> = postings::pages(&before.text)
            .map(|page| (page.number, page.written))
            .collect();
        match sections {
            Some(sections) => pages.insert(number, sections),
            None => pages.remove(&number),
        };
        let mut postings = Postings::default();
        for (number, sections) in &pages {
            postings.push(*number, sections);
        }
        if postings.count > 0 {
            postings.reduced = reduced(&postings, self.pages.len());
            self.postings.insert(word.to_owned(), postings);
        }
    }
}

/// Returns the content of `search.json` for a language. Adds the files that it lists to `files`.
fn of_language(
    search: &Search,
    lang: &str,
    pages: &[Indexed<'_>],
    words: &SearchWords,
    files: &mut BTreeMap<String, String>,
) -> String {
    let words = words.postings.iter();
    let words: Vec<(&str, &str)> = words
        .map(|(word, postings)| (word.as_str(), postings.written()))
        .collect();
    let records: Vec<&str> = pages.iter().map(|page| page.text.record.as_str()).collect();

    let collections = search
        .collections
        .iter()
        .map(|rule| json!([rule.label, rule.weight]));
    let mut index = format!(
        "{{\"pages\":{},\"collections\":{},\"of\":{},\"suggestions\":{},\"synonyms\":{},",
        pages.len(),
        json!(collections.collect::<Vec<_>>()),
        json!(letters(search, pages)),
        json!(search.suggestions),
        json!(synonyms(search)),
    );
    let size = words.iter().map(|(word, text)| word.len() + text.len() + 2);
    let size: usize = size.sum::<usize>() + records.iter().map(|one| one.len()).sum::<usize>();
    if size <= ONE_FILE {
        let (words, records) = (of_words(&words), records.join(","));
        index.push_str(&format!("\"words\":{words},\"records\":[{records}]}}\n"));
        return index;
    }
    let mut publish = |text: String| {
        let mark = Fingerprint::of(&text).mark();
        files.insert(format!("assets/search/{lang}-{mark}.json"), text);
        mark
    };
    let parts: Vec<_> = split(&words, WORDS_FILE, |(word, text)| {
        word.len() + text.len() + 2
    })
    .collect();
    let texts: Vec<String> = parts.par_iter().map(|part| of_words(part)).collect();
    let word_files = parts.iter().zip(texts);
    let word_files = word_files.map(|(part, text)| json!([part[0].0, publish(text)]));
    let word_files = json!(word_files.collect::<Vec<_>>());
    let mut first = 1;
    let parts = split(&records, PAGES_FILE, |record| record.len());
    let record_files = parts.map(|part| {
        let file = json!([first, publish(format!("[{}]", part.join(",")))]);
        first += part.len();
        file
    });
    let record_files = json!(record_files.collect::<Vec<_>>());
    index.push_str(&format!(
        "\"files\":\"/assets/search/{lang}-{{mark}}.json\",\"wordFiles\":{word_files},\"recordFiles\":{record_files}}}\n"
    ));
    index
}

/// Returns reduced postings of a word, or `None` if the index contains all of them. A common word keeps only the sections that
/// have it in a title, heading, or description, and any word keeps only its best pages.
fn reduced(postings: &Postings, pages: usize) -> Option<String> {
    let is_common = pages >= MIN_PAGES_FOR_COMMON_WORDS && postings.count * 3 > pages;
    if !is_common && postings.count <= MAX_PAGES_PER_WORD {
        return None;
    }
    let least = if is_common { MAX_TEXT_IMPACT + 1 } else { 0 };
    // Number of pages by the highest impact of the word in them.
    let mut counts = [0; postings::BASE];
    let bests: Vec<usize> = postings::pages(&postings.text)
        .map(|page| page.best())
        .collect();
    for best in &bests {
        counts[*best] += 1;
    }
    let mut more = 0;
    let best = (least..postings::BASE).rev().find(|impact| {
        more += counts[*impact];
        more > MAX_PAGES_PER_WORD
    });
    // Of the pages with this impact, the first ones are kept.
    let (limit, mut left) = match best {
        Some(limit) => (limit, MAX_PAGES_PER_WORD - (more - counts[limit])),
        None => (least, usize::MAX),
    };
    let mut text = String::new();
    if !is_common {
        text.push_str(&postings.count.to_string());
    }
    text.push(REDUCED);
    let mut last = 0;
    let mut sections = Vec::new();
    for (page, best) in postings::pages(&postings.text).zip(bests) {
        if best < limit || best == limit && left == 0 {
            continue;
        }
        left -= usize::from(best == limit);
        sections.clear();
        sections.extend(page.sections().filter(|(_, impact)| *impact >= least));
        postings::push_number(&mut text, page.number - last);
        postings::push_sections(&mut text, &sections);
        last = page.number;
    }
    Some(text)
}

/// Returns a string with one character per page, which identifies its collection: `a` for the first collection, and the characters
/// after `z` from the 27th on. Returns an empty string if there is only one collection.
fn letters(search: &Search, pages: &[Indexed<'_>]) -> String {
    if search.collections.len() == 1 {
        return String::new();
    }
    let letter = |page: &Indexed<'_>| {
        let mut names = search.collections.iter();
        let at = names.position(|rule| rule.name == page.collection);
        at.and_then(|at| char::from_u32(u32::from('a') + u32::try_from(at).ok()?))
    };
    pages.iter().filter_map(letter).collect()
}

/// Returns the groups of synonyms, each phrase as folded words separated by spaces.
fn synonyms(search: &Search) -> Vec<Vec<String>> {
    let phrase = |text: &String| {
        let mut words = Vec::new();
        each_word(&folded(&text.replace('-', " ")), |word| {
            words.push(word.into_owned());
        });
        words.join(" ")
    };
    let groups = search.synonyms.iter();
    groups
        .map(|group| {
            group
                .iter()
                .map(phrase)
                .filter(|one| !one.is_empty())
                .collect()
        })
        .collect()
}

/// Returns words and their postings as JSON: a string with all words, and a string with the postings of each, separated by
/// spaces. Kept apart, they compress better.
fn of_words(words: &[(&str, &str)]) -> String {
    let names: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
    let postings: Vec<&str> = words.iter().map(|(_, text)| *text).collect();
    json!([names.join(" "), postings.join(" ")]).to_string()
}

/// Splits items into runs of about `limit` bytes.
fn split<'a, T>(
    items: &'a [T],
    limit: usize,
    size: impl Fn(&T) -> usize + 'a,
) -> impl Iterator<Item = &'a [T]> {
    let mut rest = items;
    std::iter::from_fn(move || {
        let mut bytes = 0;
        let fits = |item: &T| {
            bytes += size(item);
            bytes <= limit
        };
        let count = rest.iter().map(fits).take_while(|fits| *fits).count();
        let (part, after) = rest.split_at(count.max(1).min(rest.len()));
        rest = after;
        (!part.is_empty()).then_some(part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reduced_postings_begin_with_the_number_of_pages_unless_the_word_is_common() {
        for (with, pages, expected) in [
            (1000, 10_000, None),
            (1001, 10_000, Some("1001!")),
            (3333, 10_000, Some("3333!")),
            (3334, 10_000, Some("!")),
            (4, 10, Some("!")),
            (3, 9, None),
        ] {
            let mut postings = Postings::default();
            let mut section = String::new();
            postings::push_sections(&mut section, &[(0, MAX_TEXT_IMPACT)]);
            for number in 1..=with {
                postings.push(number, &section);
            }
            let reduced = reduced(&postings, pages);
            let (start, rest) = match &reduced {
                Some(text) => text.split_at(text.find(REDUCED).unwrap() + 1),
                None => ("", ""),
            };
            assert_eq!(
                reduced.as_ref().map(|_| start),
                expected,
                "{with} of {pages}"
            );
            let kept = if start.len() > 1 {
                MAX_PAGES_PER_WORD
            } else {
                0
            };
            assert_eq!(postings::pages(rest).count(), kept, "{with} of {pages}");
        }
    }
}
