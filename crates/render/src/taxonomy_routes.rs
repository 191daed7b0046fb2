//! Routes of taxonomies: pages that list the documents with a term.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use content::slug::{SLUG_HELP, composed, is_slug};
use content::{Content, Document, DocumentId, Part, Taxonomy};
use diagnostic::{Diagnostic, Fingerprint, Help, Place, Severity, did_you_mean};
use serde_json::Value;

use crate::codes;
use crate::feed_routes::{add_feeds_of_term, add_feeds_of_terms};
use crate::listing::listings;
use crate::plan_builder::PlanBuilder;
use crate::route::{
    PlannedTerm, Relatives, Route, RouteKind, TermDocuments, localized, output_path,
    term_page_pattern,
};
use crate::slug::slugify;

/// Adds the terms of all taxonomies in each language, and the routes of their pages and feeds.
pub fn add_taxonomies(builder: &mut PlanBuilder<'_>) {
    let content = builder.content;
    for (index, rule) in content.structure.taxonomies.iter().enumerate() {
        let pointer = format!("/taxonomy/{index}");
        // Terms of documents with errors will have pages once the errors are corrected, so links to them are not reported.
        for document in all_documents(content, rule).filter(|document| !document.valid) {
            let slugs = terms_of(document, &rule.field).into_iter().map(slugify);
            let urls =
                slugs.map(|slug| url_of_term(content, rule, &document.lang, &composed(&slug)));
            builder.plan.unusable.extend(urls);
        }
        let elsewhere = terms_elsewhere(content, rule);
        let mut in_languages = BTreeMap::new();
        for lang in content.languages() {
            let rule = &content.structure_in(lang).taxonomies[index];
            let terms = terms(builder, &pointer, rule, lang, &elsewhere);
            for (term, documents) in &terms {
                add_term(builder, index, lang, term, documents);
            }
            add_feeds_of_terms(builder, &rule.name, lang, &terms);
            let terms: Vec<Arc<PlannedTerm>> = terms.into_iter().map(|(term, _)| term).collect();
            in_languages.insert(lang.clone(), terms);
        }
        let taxonomies = &mut builder.plan.taxonomies;
        taxonomies.insert(rule.name.clone(), in_languages);
    }
}

/// Adds the routes of the pages of a term in a language, and its feeds.
fn add_term(
    builder: &mut PlanBuilder<'_>,
    taxonomy: usize,
    lang: &str,
    term: &Arc<PlannedTerm>,
    documents: &[DocumentId],
) {
    let content = builder.content;
    let rule = &content.structure.taxonomies[taxonomy];
    let pattern = term_page_pattern(&term.url);
    let parent = rule.parent.as_deref();
    let parent = parent.map(|parent| builder.url_in(lang, parent));
    for listing in listings(documents, rule.lead, rule.per_page, &term.url, &pattern) {
        let url = listing.url().to_owned();
        builder.add(Route {
            output: output_path(&url),
            lang: lang.to_owned(),
            template: rule.template.clone(),
            kind: RouteKind::Taxonomy(taxonomy),
            document: None,
            listing: Some(listing),
            term: Some(Arc::clone(term)),
            parent: parent.clone(),
            relatives: Relatives::default(),
            fingerprint: Fingerprint::default(),
            url,
        });
    }
    add_feeds_of_term(builder, &rule.name, lang, term, documents);
}

/// Returns the URL of a term in a language.
fn url_of_term(content: &Content, rule: &Taxonomy, lang: &str, slug: &str) -> String {
    localized(content, lang, &rule.route.replace("{slug}", slug))
}

/// Returns the documents of a taxonomy's collections in all languages, including those with errors.
fn all_documents<'a>(
    content: &'a Content,
    rule: &'a Taxonomy,
) -> impl Iterator<Item = &'a Arc<Document>> {
    let collections = rule.collections.iter();
    let collections = collections.filter_map(|name| content.collection(name));
    collections.flat_map(|one| &one.documents)
}

/// Returns the documents of a taxonomy's collections that are not part of the site today.
fn hidden_documents<'a>(
    content: &'a Content,
    rule: &'a Taxonomy,
) -> impl Iterator<Item = &'a Arc<Document>> {
    let collections = rule.collections.iter();
    let collections = collections.filter_map(|name| content.collection(name));
    collections.flat_map(|one| one.hidden.iter().map(|(document, _)| document))
}

/// Returns the terms of documents in other languages than the main one, including documents with errors and hidden ones, so that a term
/// does not change its language with the state of a document.
fn terms_elsewhere<'a>(content: &'a Content, rule: &'a Taxonomy) -> HashSet<&'a str> {
    let documents = all_documents(content, rule).chain(hidden_documents(content, rule));
    let others = documents.filter(|one| one.lang != content.config.language);
    others.flat_map(|one| terms_of(one, &rule.field)).collect()
}

/// Returns the terms of a taxonomy in a language with their documents: declared terms first, then others in the order of the documents.
/// A declared term that no document has belongs to the main language, unless it is in `elsewhere`. Reports terms that cannot have a
/// page.
fn terms(
    builder: &mut PlanBuilder<'_>,
    pointer: &str,
    rule: &Taxonomy,
    lang: &str,
    elsewhere: &HashSet<&str>,
) -> Vec<TermDocuments> {
    let content = builder.content;
    let documents = content.listed(&rule.collections, lang);
    let mut by_term: HashMap<&str, Vec<DocumentId>> = HashMap::new();
    let mut used: Vec<&str> = Vec::new();
    for id in &documents {
        for name in terms_of(content.document(*id), &rule.field) {
            let with_term = by_term.entry(name).or_default();
            if with_term.is_empty() {
                used.push(name);
            }
            // A document may name a term twice.
            if with_term.last() != Some(id) {
                with_term.push(*id);
            }
        }
    }
    let is_main = lang == content.config.language;
    let misspelled = if is_main {
        check_declared(builder, pointer, rule, &used)
    } else {
        Vec::new()
    };
    let is_here = |name: &str| by_term.contains_key(name) || is_main && !elsewhere.contains(name);
    let mut terms: Vec<TermDocuments> = Vec::new();
    let mut by_slug: HashMap<String, Arc<PlannedTerm>> = HashMap::new();
    let mut names: HashSet<&str> = HashSet::new();
    let declared = rule.terms.iter().filter(|term| is_here(&term.name));
    let declared: Vec<_> = declared
        .map(|term| (term.name.as_str(), Some(term)))
        .collect();
    let declared = declared.into_iter();
    for (name, declared) in declared.chain(used.into_iter().map(|name| (name, None))) {
        if !names.insert(name) {
            continue;
        }
        let slug = declared.and_then(|term| term.slug.clone());
        let slug = composed(&slug.unwrap_or_else(|| slugify(name))).into_owned();
        let place = |name: &str| place_of_term(builder, pointer, rule, name, &documents);
        // `index` is the name of a folder's own page.
        if !is_slug(&slug) || slug == "index" {
            let diagnostic = bad_slug(name, &slug, place(name));
            builder.diagnostics.push(diagnostic);
            continue;
        }
        if let Some(other) = by_slug.get(&slug) {
            if !misspelled.contains(&other.name.as_str()) {
                let message = format!(
                    "the terms `{}` and `{name}` have the same URL, {}",
                    other.name, other.url
                );
                let (right, wrong, help) = if let Some((right, wrong)) =
                    same_term(&other.name, name)
                {
                    let help = format!("write the term the same everywhere: \"{right}\"");
                    (right, wrong, help)
                } else {
                    let help = format!(
                        "add a [[taxonomy.term]] with name = \"{name}\" and its own slug = \"…\""
                    );
                    (other.name.as_str(), name, help)
                };
                let diagnostic = Diagnostic::new(&content::codes::DUPLICATE_SLUG, message)
                    .at_duplicate(place(wrong), place(right))
                    .help(help);
                builder.diagnostics.push(diagnostic);
            }
            continue;
        }
        let title = declared.and_then(|term| term.title.as_deref());
        let title = title.unwrap_or(name).to_owned();
        let description = declared.and_then(|term| term.description.clone());
        let documents = by_term.remove(name).unwrap_or_default();
        let term = PlannedTerm {
            url: url_of_term(content, rule, lang, &slug),
            description: description.unwrap_or_else(|| rule.description.replace("{term}", &title)),
            count: documents.len(),
            slug,
            name: name.to_owned(),
            title,
        };
        let term = Arc::new(term);
        by_slug.insert(term.slug.clone(), Arc::clone(&term));
        terms.push((term, documents));
    }
    terms
}

/// Returns the right and the wrong one of two terms that differ only in their case, in spaces, or in how accents are encoded, or `None`
/// if they differ in more.
fn same_term<'a>(first: &'a str, second: &'a str) -> Option<(&'a str, &'a str)> {
    let plain = |name: &str| {
        let words: Vec<&str> = name.split_whitespace().collect();
        composed(&words.join(" ")).to_lowercase()
    };
    let is_clean = |name: &str| name.trim() == name && composed(name) == name;
    let is_same = plain(first) == plain(second);
    let pair = if is_clean(first) {
        (first, second)
    } else {
        (second, first)
    };
    is_same.then_some(pair)
}

/// Returns a diagnostic about a term whose slug cannot be part of a URL.
fn bad_slug(name: &str, slug: &str, place: Place) -> Diagnostic {
    let message = match slug {
        "" => format!("the term `{name}` has no letter or digit for its URL"),
        slug => format!("`{slug}`, the slug of the term `{name}`, cannot be part of a URL"),
    };
    let help = format!(
        "add a [[taxonomy.term]] with name = \"{name}\" and slug = \"…\" to content/structure.toml; {SLUG_HELP}"
    );
    Diagnostic::new(&content::codes::BAD_SLUG, message)
        .at(place, "")
        .help(help)
}

/// Returns the place that determines a term's slug: its declaration, or the first document with the term.
fn place_of_term(
    builder: &PlanBuilder<'_>,
    pointer: &str,
    rule: &Taxonomy,
    name: &str,
    documents: &[DocumentId],
) -> Place {
    if let Some(index) = rule.terms.iter().position(|term| term.name == name) {
        let key = rule.terms[index].slug.as_ref().map_or("name", |_| "slug");
        return builder.locate(&format!("{pointer}/term/{index}/{key}"));
    }
    let mut documents = documents.iter().map(|id| builder.content.document(*id));
    match documents.find(|one| terms_of(one, &rule.field).contains(&name)) {
        Some(document) => {
            let names = terms_of(document, &rule.field);
            let entry = names
                .iter()
                .position(|one| *one == name)
                .unwrap_or_default();
            let list = document.fields.get(&rule.field).and_then(Value::as_array);
            // Only the texts of a list are terms.
            let is_text = list.is_some_and(|list| list.len() == names.len());
            let step = if is_text {
                format!("/{entry}")
            } else {
                String::new()
            };
            document.place(&format!("/{}{step}", rule.field), Part::Value)
        }
        None => builder.locate(&format!("{pointer}/route")),
    }
}

/// Reports terms that are declared twice, and declared terms that no document has, if documents have a similar one that is not declared.
/// Returns the names of those that are probably misspelled.
fn check_declared<'a>(
    builder: &mut PlanBuilder<'_>,
    pointer: &str,
    rule: &'a Taxonomy,
    used: &[&str],
) -> Vec<&'a str> {
    if rule.terms.is_empty() {
        return Vec::new();
    }
    let content = builder.content;
    let documents = all_documents(content, rule).chain(hidden_documents(content, rule));
    let in_documents: HashSet<&str> = documents
        .flat_map(|document| terms_of(document, &rule.field))
        .collect();
    let mut declared: HashMap<&str, usize> = HashMap::new();
    for (index, term) in rule.terms.iter().enumerate() {
        declared.entry(&term.name).or_insert(index);
    }
    let undeclared: Vec<&str> = used
        .iter()
        .copied()
        .filter(|name| !declared.contains_key(name))
        .collect();
    let mut misspelled = Vec::new();
    for (index, term) in rule.terms.iter().enumerate() {
        let name = term.name.as_str();
        let place = |index: usize| builder.locate(&format!("{pointer}/term/{index}/name"));
        let first = declared.get(name).copied();
        let diagnostic = if let Some(first) = first.filter(|first| *first != index) {
            let message = format!("two terms of `{}` are named `{name}`", rule.name);
            Diagnostic::new(&content::codes::DUPLICATE_NAME, message)
                .at_duplicate(place(index), place(first))
                .help("remove one of them")
        } else if !in_documents.contains(&name)
            && let near = did_you_mean(name, undeclared.iter().copied())
            && let alike = undeclared.iter().find(|other| is_alike(name, other))
            && (near.is_some() || alike.is_some())
        {
            let collections = rule.collections.join("` and `");
            let message = format!("no document of `{collections}` has the term `{name}`");
            let mut diagnostic =
                Diagnostic::new(&codes::UNKNOWN_TERM, message).at(place(index), "");
            if near.is_some() {
                misspelled.push(name);
            } else {
                // It may be declared before the first document has it.
                diagnostic.severity = Severity::Warning;
            }
            let alike = alike.map(|alike| {
                Help::replace(format!("did you mean `{alike}`?"), name, alike).to_confirm()
            });
            diagnostic.maybe_help(near.or(alike))
        } else {
            continue;
        };
        builder.diagnostics.push(diagnostic);
    }
    misspelled
}

/// Returns whether two terms begin with the same letters, and differ only in their endings: `Audit` and `Auditing`.
fn is_alike(one: &str, other: &str) -> bool {
    const ENDING: usize = 3;
    let letters = one.chars().zip(other.chars());
    let common = letters.take_while(|(one, other)| one == other).count();
    let is_ending = |term: &str| {
        let mut rest = term.chars().skip(common);
        term.chars().count() - common <= ENDING && rest.all(char::is_alphabetic)
    };
    common >= ENDING && is_ending(one) && is_ending(other)
}

/// Returns the terms of a document: the string or the list of strings under the front matter key `field`.
fn terms_of<'a>(document: &'a Document, field: &str) -> Vec<&'a str> {
    match document.fields.get(field) {
        Some(Value::String(term)) => vec![term],
        Some(Value::Array(terms)) => terms.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}
