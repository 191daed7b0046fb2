//! Reports texts of `structure.toml` that pages and feeds in another language show although they are not translated.

use std::collections::{BTreeSet, HashMap};

use content::codes::MISSING_TRANSLATION;
use content::{Content, Term, escape, unescape};
use diagnostic::{Diagnostic, Place};

use crate::route::{Plan, RouteKind};

/// Number of texts that a finding lists.
const LISTED: usize = 5;

/// A text of `structure.toml` that is shown: the JSON pointer of its translation, and the text without facts filled in.
type Shown<'a> = (String, &'a str);

/// Reports the texts that each language lacks.
pub fn check(content: &Content, plan: &Plan) -> Vec<Diagnostic> {
    let languages = content.translations.iter();
    let reports = languages.filter_map(|(lang, translation)| {
        let toml = &translation.structure_toml;
        if toml.parse().is_err() {
            return None;
        }
        let is_missing = |(pointer, text): &Shown<'_>| has_words(text) && !toml.has(pointer);
        let missing: BTreeSet<Shown<'_>> = shown(content, plan, lang)
            .into_iter()
            .filter(is_missing)
            .collect();
        if missing.is_empty() {
            return None;
        }
        let file = format!("content/structure.{lang}.toml");
        let count = match missing.len() {
            1 => "a text".to_owned(),
            count => format!("{count} texts"),
        };
        let message = format!("{file} lacks {count} of structure.toml");
        let is_there = !toml.source.text.is_empty();
        let place = is_there.then(|| Place::start_of(&toml.source));
        let place = place.unwrap_or_else(|| Place::start_of(&content.structure_toml.source));
        let mut diagnostic = Diagnostic::new(&MISSING_TRANSLATION, message).at(place, "");
        for (pointer, text) in missing.iter().take(LISTED) {
            let name = name_of(pointer);
            diagnostic = diagnostic.help(format!("translate `{name}`: {text:?}"));
        }
        if missing.len() > LISTED {
            diagnostic = diagnostic.help(format!("and {} more", missing.len() - LISTED));
        }
        Some(diagnostic)
    });
    reports.collect()
}

/// Returns the texts of `structure.toml` that pages and feeds in a language show.
fn shown<'a>(content: &'a Content, plan: &'a Plan, lang: &str) -> BTreeSet<Shown<'a>> {
    let structure = &content.structure;
    let raw: HashMap<&str, &str> = content
        .structure_toml
        .texts()
        .iter()
        .map(|text| (text.pointer.as_str(), text.text.as_str()))
        .collect();
    let taxonomies = structure.taxonomies.iter().enumerate();
    let terms = taxonomies.flat_map(|(index, rule)| rule.terms.iter().map(move |one| (index, one)));
    let declared: HashMap<(usize, &str), &Term> = terms
        .map(|(index, term)| ((index, term.name.as_str()), term))
        .collect();
    let mut shown = BTreeSet::new();
    let mut show = |table: &str, index: usize, name: &str, key: &str, text: &'a str| {
        let written = raw.get(format!("/{table}/{index}/{key}").as_str());
        let pointer = format!("/{table}/{}/{key}", escape(name));
        shown.insert((pointer, written.copied().unwrap_or(text)));
    };
    for route in plan.routes.iter().filter(|route| route.lang == lang) {
        let number = route.listing.as_ref().map_or(1, |list| list.number);
        match route.kind {
            RouteKind::Page => {}
            RouteKind::Pagination(index) => {
                let rule = &structure.paginations[index];
                show("pagination", index, &rule.page, "title", &rule.title);
                let description = &rule.description;
                show("pagination", index, &rule.page, "description", description);
            }
            RouteKind::Taxonomy(index) => {
                let rule = &structure.taxonomies[index];
                let mut show = |key: &str, text| show("taxonomy", index, &rule.name, key, text);
                show("title", &rule.title);
                let term = route.term.as_ref();
                let declared = term.and_then(|term| declared.get(&(index, term.name.as_str())));
                match declared.and_then(|one| Some((one, one.description.as_deref()?))) {
                    Some((one, text)) => {
                        show(&format!("term/{}/description", escape(&one.name)), text);
                    }
                    None => show("description", &rule.description),
                }
                if number > 1 {
                    show("page_title", &rule.page_title);
                    show("page_description", &rule.page_description);
                }
            }
        }
    }
    let feeds = plan.feeds.values().flatten();
    for feed in feeds.filter(|feed| feed.lang == lang) {
        let rule = &structure.feeds[feed.rule];
        show("feed", feed.rule, &rule.route, "title", &rule.title);
        if let Some(text) = &rule.description {
            show("feed", feed.rule, &rule.route, "description", text);
        }
    }
    shown
}

/// Returns whether a text has words besides its placeholders and facts, which have their own translations.
fn has_words(text: &str) -> bool {
    let mut words = text;
    while let Some(start) = words.find('{') {
        if words[..start].contains(char::is_alphabetic) {
            return true;
        }
        let inner = words[start..].trim_start_matches('{');
        words = inner.find('}').map_or("", |end| &inner[end..]);
    }
    words.contains(char::is_alphabetic)
}

/// Returns a text's name in TOML: `feed."/feed.xml".title`.
fn name_of(pointer: &str) -> String {
    let steps = pointer.split('/').skip(1).map(|step| {
        let step = unescape(step);
        let is_bare = |one: char| one.is_ascii_alphanumeric() || one == '_' || one == '-';
        if step.chars().all(is_bare) && !step.is_empty() {
            step
        } else {
            format!("{step:?}")
        }
    });
    steps.collect::<Vec<_>>().join(".")
}
