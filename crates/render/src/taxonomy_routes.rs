//! Routes of taxonomies: pages that list the documents with a term.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use content::slug::{SLUG_HELP, composed, is_slug};
use content::{Document, DocumentId, Part, Taxonomy};
use diagnostic::{Diagnostic, Fingerprint, Place, did_you_mean};
use serde_json::Value;

use crate::codes;
use crate::listing::listings;
use crate::plan_builder::PlanBuilder;
use crate::route::{PlannedTerm, Relatives, Route, RouteKind, bare_url, output_path};
use crate::slug::slugify;

/// A term and its documents.
type TermDocuments = (Arc<PlannedTerm>, Vec<DocumentId>);

/// Adds the terms of all taxonomies, and the routes of their pages.
pub fn add_taxonomies(builder: &mut PlanBuilder<'_>) {
    let content = builder.content;
    for (index, rule) in content.structure.taxonomies.iter().enumerate() {
        let pointer = format!("/taxonomy/{index}");
        // Terms of documents with errors will have pages once the errors are corrected, so links to them are not reported.
        let documents = all_documents(builder, rule).filter(|document| !document.valid);
        let names = documents.flat_map(|document| terms_of(document, &rule.field));
        let urls = names.map(|name| rule.route.replace("{slug}", &composed(&slugify(name))));
        let urls: Vec<String> = urls.collect();
        builder.plan.unusable.extend(urls);

        let terms = terms(builder, &pointer, rule);
        for (term, documents) in &terms {
            let bare = bare_url(&term.url);
            let pattern = format!("{bare}/page/{{number}}{}", &term.url[bare.len()..]);
            for listing in listings(documents, rule.lead, rule.per_page, &term.url, &pattern) {
                let url = listing.url().to_owned();
                builder.add(Route {
                    output: output_path(&url),
                    lang: content.config.language.clone(),
                    template: rule.template.clone(),
                    kind: RouteKind::Taxonomy(index),
                    document: None,
                    listing: Some(listing),
                    term: Some(Arc::clone(term)),
                    parent: rule.parent.clone(),
                    relatives: Relatives::default(),
                    fingerprint: Fingerprint::default(),
                    url,
                });
            }
        }
        let terms = terms.into_iter().map(|(term, _)| term).collect();
        builder.plan.taxonomies.insert(rule.name.clone(), terms);
    }
}

/// Returns the documents of a taxonomy's collection, including those with errors.
fn all_documents<'a>(
    builder: &PlanBuilder<'a>,
    rule: &'a Taxonomy,
) -> impl Iterator<Item = &'a Arc<Document>> {
    let collection = builder.content.collection(&rule.collection).into_iter();
    collection.flat_map(|one| &one.documents)
}

/// Returns the terms of a taxonomy with their documents: declared terms first, then others in the order of the documents.
/// Reports terms that cannot have a page.
fn terms(builder: &mut PlanBuilder<'_>, pointer: &str, rule: &Taxonomy) -> Vec<TermDocuments> {
    let documents = builder.documents(&rule.collection, &builder.content.config.language);
    let content = builder.content;
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
    let misspelled = check_declared(builder, pointer, rule, &used);
    let mut terms: Vec<TermDocuments> = Vec::new();
    let mut by_slug: HashMap<String, Arc<PlannedTerm>> = HashMap::new();
    let mut names: HashSet<&str> = HashSet::new();
    let declared = rule
        .terms
        .iter()
        .map(|term| (term.name.as_str(), Some(term)));
    for (name, declared) in declared.chain(used.into_iter().map(|name| (name, None))) {
        if !names.insert(name) {
            continue;
        }
        let slug = declared.and_then(|term| term.slug.clone());
        let slug = composed(&slug.unwrap_or_else(|| slugify(name))).into_owned();
        let place = |name: &str| place_of_term(builder, pointer, rule, name, &documents);
        if !is_slug(&slug) {
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
                let help = format!(
                    "add a [[taxonomy.term]] with name = \"{name}\" and its own slug = \"…\""
                );
                let diagnostic = Diagnostic::new(&content::codes::DUPLICATE_SLUG, message)
                    .at_duplicate(place(name), place(&other.name))
                    .help(help);
                builder.diagnostics.push(diagnostic);
            }
            continue;
        }
        let description = declared.and_then(|term| term.description.clone());
        let documents = by_term.remove(name).unwrap_or_default();
        let term = PlannedTerm {
            url: rule.route.replace("{slug}", &slug),
            description: description.unwrap_or_else(|| rule.description.replace("{term}", name)),
            count: documents.len(),
            slug,
            name: name.to_owned(),
        };
        let term = Arc::new(term);
        by_slug.insert(term.slug.clone(), Arc::clone(&term));
        terms.push((term, documents));
    }
    terms
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
        Some(document) => document.place(&format!("/{}", rule.field), Part::Value),
        None => builder.locate(&format!("{pointer}/route")),
    }
}

/// Reports terms that are declared twice, and declared terms that no document has, if documents have a similar one. Returns the
/// names of the latter, which are probably misspelled.
fn check_declared<'a>(
    builder: &mut PlanBuilder<'_>,
    pointer: &str,
    rule: &'a Taxonomy,
    used: &[&str],
) -> Vec<&'a str> {
    if rule.terms.is_empty() {
        return Vec::new();
    }
    let collection = builder.content.collection(&rule.collection).into_iter();
    let hidden = collection.flat_map(|one| one.hidden.iter().map(|(document, _)| document));
    let documents = all_documents(builder, rule).chain(hidden);
    let in_documents: HashSet<&str> = documents
        .flat_map(|document| terms_of(document, &rule.field))
        .collect();
    let mut declared: HashMap<&str, usize> = HashMap::new();
    for (index, term) in rule.terms.iter().enumerate() {
        declared.entry(&term.name).or_insert(index);
    }
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
            && let Some(help) = did_you_mean(
                name,
                used.iter()
                    .copied()
                    .filter(|name| !declared.contains_key(name)),
            )
        {
            misspelled.push(name);
            let message = format!("no document of `{}` has the term `{name}`", rule.collection);
            Diagnostic::new(&codes::UNKNOWN_TERM, message)
                .at(place(index), "")
                .help(help)
        } else {
            continue;
        };
        builder.diagnostics.push(diagnostic);
    }
    misspelled
}

/// Returns the terms of a document: the string or the list of strings under the front matter key `field`.
fn terms_of<'a>(document: &'a Document, field: &str) -> Vec<&'a str> {
    match document.fields.get(field) {
        Some(Value::String(term)) => vec![term],
        Some(Value::Array(terms)) => terms.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}
