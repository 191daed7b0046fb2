//! The index of a site: one for each language, as JSON.
//!
//! A small index is one file, `search.json`, which contains everything. In a large one, this file only lists others, so that a
//! query loads a few of them: words by their first one, pages by their number.

use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasherDefault;

use content::{Content, Search};
use diagnostic::{Fingerprint, TextHasher};
use rayon::prelude::*;
use serde_json::json;

use super::code;
use super::page_text::{OF_TEXT, PageText};
use super::words::{each_word, folded};
use crate::route::{localized, output_path};

/// A page that search finds.
pub struct Indexed<'a> {
    /// Language.
    pub lang: &'a str,
    /// Name of its collection.
    pub collection: &'a str,
    /// Its words.
    pub text: &'a PageText,
}

/// Number of bytes up to which an index is one file.
const ONE_FILE: usize = 256 << 10;

/// Number of bytes of a file with words.
const WORDS_FILE: usize = 24 << 10;

/// Number of bytes of a file with pages.
const PAGES_FILE: usize = 12 << 10;

/// Number of pages from which on a word in more than a third of them is common.
const ENOUGH_PAGES: usize = 10;

/// Number of pages that the postings of a word contain, the best ones.
const PAGES_OF_WORD: usize = 1000;

/// Precedes the postings of a common word.
const COMMON: char = '!';

/// Returns the files of the indexes, by path in the output. `pages` are sorted by URL.
pub fn index(content: &Content, pages: &[Indexed<'_>]) -> BTreeMap<String, String> {
    let Some(search) = &content.structure.search else {
        return BTreeMap::new();
    };
    let main = content.config.language.as_str();
    let mut languages = BTreeMap::from([(main, Vec::new())]);
    for page in pages {
        languages.entry(page.lang).or_default().push(page);
    }
    let mut files = BTreeMap::new();
    for (lang, pages) in languages {
        let path = output_path(&localized(content, lang, "/search.json"));
        let text = of_language(search, lang, &pages, &mut files);
        files.insert(path, text);
    }
    files
}

/// Pages with a word.
#[derive(Default)]
struct Postings {
    text: String,
    /// Number of the last page.
    last: usize,
    count: usize,
}

/// Returns the index of a language. Adds the files that it refers to, if there are any.
fn of_language(
    search: &Search,
    lang: &str,
    pages: &[&Indexed<'_>],
    files: &mut BTreeMap<String, String>,
) -> String {
    let mut by_word: HashMap<&str, Postings, BuildHasherDefault<TextHasher>> = HashMap::default();
    for (page, number) in pages.iter().zip(1..) {
        for line in page.text.words.lines() {
            let (word, sections) = line.split_once(' ').unwrap_or((line, ""));
            let postings = by_word.entry(word).or_default();
            code::push_number(&mut postings.text, number - postings.last);
            postings.text.push_str(sections);
            postings.last = number;
            postings.count += 1;
        }
    }
    let mut words: Vec<(&str, String)> = by_word
        .into_par_iter()
        .map(|(word, postings)| (word, reduced(postings, pages.len())))
        .collect();
    words.sort_unstable_by_key(|(word, _)| *word);
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
        let mark = mark(&text);
        files.insert(format!("assets/search/{lang}-{mark}.json"), text);
        mark
    };
    let parts = split(&words, WORDS_FILE, |(word, text)| {
        word.len() + text.len() + 2
    });
    let word_files = parts.map(|part| json!([part[0].0, publish(of_words(part))]));
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

/// Returns the postings of a word without what a query hardly needs. A common word keeps only the pages that have it in a
/// title, heading or description, and any word only its best pages.
fn reduced(postings: Postings, pages: usize) -> String {
    let is_common = pages >= ENOUGH_PAGES && postings.count * 3 > pages;
    if !is_common && postings.count <= PAGES_OF_WORD {
        return postings.text;
    }
    let least = if is_common { OF_TEXT + 1 } else { 0 };
    // Number of pages by the best impact of the word in them.
    let mut counts = [0; code::BASE];
    for page in code::pages(&postings.text) {
        counts[page.best()] += 1;
    }
    let mut more = 0;
    let best = (least..code::BASE).rev().find(|impact| {
        more += counts[*impact];
        more > PAGES_OF_WORD
    });
    // Of the pages with this impact, the first ones are kept.
    let (limit, mut left) = match best {
        Some(limit) => (limit, PAGES_OF_WORD - (more - counts[limit])),
        None => (least, usize::MAX),
    };
    let mut text = String::from(COMMON);
    let mut last = 0;
    let mut sections = Vec::new();
    for page in code::pages(&postings.text) {
        if page.best() < limit || page.best() == limit && left == 0 {
            continue;
        }
        left -= usize::from(page.best() == limit);
        sections.clear();
        sections.extend(page.sections().filter(|(_, impact)| *impact >= least));
        code::push_number(&mut text, page.number - last);
        code::push_sections(&mut text, &sections);
        last = page.number;
    }
    text
}

/// Returns the collection of each page as a letter, `a` for the first one; empty if there is only one. More than 26 go on with
/// the characters after `z`.
fn letters(search: &Search, pages: &[&Indexed<'_>]) -> String {
    if search.collections.len() == 1 {
        return String::new();
    }
    let letter = |page: &&Indexed<'_>| {
        let mut names = search.collections.iter();
        let at = names.position(|rule| rule.name == page.collection);
        at.and_then(|at| char::from_u32(u32::from('a') + u32::try_from(at).ok()?))
    };
    pages.iter().filter_map(letter).collect()
}

/// Returns the groups of synonyms, each phrase as words.
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

/// Returns words and their postings as JSON: all words, then the postings of each, separated by spaces. Apart they compress
/// better.
fn of_words(words: &[(&str, String)]) -> String {
    let names: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
    let postings: Vec<&str> = words.iter().map(|(_, text)| text.as_str()).collect();
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

/// Returns the mark of a text for its file name: eight characters of base32 (RFC 4648, section 6).
fn mark(text: &str) -> String {
    let Fingerprint(bits) = Fingerprint::of(text);
    let character = |at: u32| {
        let five = (bits >> (5 * at) & 31) as u8;
        char::from(if five < 26 {
            b'A' + five
        } else {
            b'2' + five - 26
        })
    };
    (0..8).map(character).collect()
}
