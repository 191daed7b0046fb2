//! From documents to routes: pages, lists cut into pages, terms.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use content::{Collection, CollectionRule, Content, Document, Part, Taxonomy, is_slug};
use diagnostic::{Diagnostic, Fingerprinter, Place, did_you_mean};

use crate::codes;
use crate::listing::{Listing, listings};
use crate::plan_memo::{PlanMemo, address, titles_of};
use crate::route::{Kind, Plan, PlannedTerm, Route, Routes, document_url, localised, output_path};
use crate::slug::slugify;

/// Plans everything; routes of documents that have not changed are those of the last plan.
pub fn from_all(
    content: &Content,
    memo: &PlanMemo,
) -> (Arc<Plan>, HashMap<usize, Arc<Route>>, Vec<Diagnostic>) {
    let mut builder = Builder {
        content,
        plan: Plan::default(),
        routes: BTreeMap::new(),
        by_source: HashMap::new(),
        found: Vec::new(),
        memo,
        of_documents: HashMap::new(),
    };
    builder.documents();
    builder.paginations();
    for (index, rule) in content.structure.taxonomies.iter().enumerate() {
        builder.taxonomy(index, rule);
    }
    let addresses = builder.routes.values();
    let addresses = addresses.fold(Fingerprinter::default(), |all, route| {
        all.text(&route.url).text(&route.output)
    });
    let addresses = addresses.finish();
    if !memo.are_distinct(addresses) {
        builder.case_clashes();
    }
    let Builder {
        mut plan,
        routes,
        by_source,
        mut found,
        of_documents,
        ..
    } = builder;
    plan.by_source = Arc::new(by_source);
    plan.routes = Routes::from(routes);
    plan.addresses = addresses;
    plan.titles = titles_of(&plan.routes);
    if !content.config.languages.is_empty() {
        let mut by_document: HashMap<_, Vec<String>> = HashMap::new();
        for route in &plan.routes {
            if let Some(document) = &route.document {
                let key = (document.collection.clone(), document.path.clone());
                by_document.entry(key).or_default().push(route.url.clone());
            }
        }
        plan.by_document = Arc::new(by_document);
    }
    found.extend(crate::moved::check(content, &plan));
    (Arc::new(plan), of_documents, found)
}

/// What diagnostics about a document's route point at.
fn place_of(document: &Document) -> Place {
    if document.fields.contains_key("slug") {
        document.place("/slug", Part::Value)
    } else {
        Place::start_of(document.source())
    }
}

/// The route of a document that can be used; `None` where its collection has none.
///
/// # Errors
/// No template is named for it.
pub fn document_route(
    content: &Content,
    rule: &CollectionRule,
    document: &Arc<Document>,
) -> Result<Option<Route>, Box<Diagnostic>> {
    let Some(url) = document_url(content, rule, document) else {
        return Ok(None);
    };
    let place = place_of(document);
    let own = document.text("template");
    let Some(template) = own.or(rule.template.as_deref()) else {
        let message = format!("no template is named for {url}");
        let diagnostic = Diagnostic::new(&codes::MISSING_TEMPLATE, message).at(place, "");
        return Err(Box::new(diagnostic.help(format!(
            "add `template = \"…\"` here, or to the collection `{}` in content/structure.toml",
            rule.name
        ))));
    };
    Ok(Some(Route {
        output: output_path(&url),
        lang: document.lang.clone(),
        template: template.to_owned(),
        kind: Kind::Page,
        title: document.text("title").unwrap_or_default().to_owned(),
        description: document.text("description").unwrap_or_default().to_owned(),
        noindex: document.flag("noindex"),
        document: Some(Arc::clone(document)),
        listing: None,
        term: None,
        parent: None,
        place,
        rule: None,
        url,
    }))
}

struct Builder<'a> {
    content: &'a Content,
    /// All but its routes.
    plan: Plan,
    routes: BTreeMap<String, Arc<Route>>,
    /// Addresses of documents that are files of their own.
    by_source: HashMap<String, String>,
    found: Vec<Diagnostic>,
    memo: &'a PlanMemo,
    of_documents: HashMap<usize, Arc<Route>>,
}

impl Builder<'_> {
    fn documents(&mut self) {
        for (index, collection) in self.content.collections.iter().enumerate() {
            for (document, reason) in &collection.hidden {
                if let Some(url) = document_url(self.content, &collection.rule, document) {
                    self.note_source(document, &url);
                    let why = (document.source().path.clone(), reason.clone());
                    self.plan.hidden.insert(url, why);
                }
            }
            if collection.rule.route.is_none() {
                continue;
            }
            if self.lacks_template(index, collection) {
                continue;
            }
            for document in &collection.documents {
                self.document(&collection.rule, document);
            }
        }
    }

    /// Whether no document of a collection has a template, which is told once.
    fn lacks_template(&mut self, index: usize, collection: &Collection) -> bool {
        let rule = &collection.rule;
        let lacks = |document: &Arc<Document>| document.text("template").is_none();
        if rule.template.is_some()
            || collection.documents.len() < 2
            || !collection.documents.iter().all(lacks)
        {
            return false;
        }
        for document in &collection.documents {
            if let Some(url) = document_url(self.content, rule, document) {
                self.note_source(document, &url);
                self.plan.unusable.insert(url);
            }
        }
        let toml = &self.content.structure_toml;
        let place = toml.locate(&format!("/collection/{index}"), Part::Key);
        let message = format!("no template is named for the documents of `{}`", rule.name);
        self.found.push(
            Diagnostic::new(&codes::MISSING_TEMPLATE, message)
                .at(place, "")
                .help("add `template = \"…\"` here"),
        );
        true
    }

    fn document(&mut self, rule: &CollectionRule, document: &Arc<Document>) {
        let known = self.memo.route_of(document).cloned();
        let Some(route) = known.or_else(|| self.new_route(rule, document)) else {
            return;
        };
        self.note_source(document, &route.url);
        self.of_documents
            .insert(address(document), Arc::clone(&route));
        self.add(route);
    }

    /// A document's route; `None` where it has none, or cannot have one yet.
    fn new_route(&mut self, rule: &CollectionRule, document: &Arc<Document>) -> Option<Arc<Route>> {
        let url = document_url(self.content, rule, document)?;
        let route = if document.valid {
            document_route(self.content, rule, document)
        } else {
            Ok(None)
        };
        match route {
            Ok(Some(route)) => Some(Arc::new(route)),
            other => {
                self.found.extend(other.err().map(|one| *one));
                self.note_source(document, &url);
                self.plan.unusable.insert(url);
                None
            }
        }
    }

    /// Notes the address of a document that is a file of its own: the entries of a list are no targets of links by name.
    fn note_source(&mut self, document: &Document, url: &str) {
        if document.pointer.is_empty() {
            self.by_source
                .insert(document.source().path.clone(), url.to_owned());
        }
    }

    /// A route of the last plan that lists the same.
    fn listed_before(&self, rule: &str, listing: &Listing) -> Option<&Arc<Route>> {
        let url = listing.pages.urls.get(listing.number - 1)?;
        let route = self.memo.last_route(url)?;
        let before = route.listing.as_ref()?;
        let same = |a: &[Arc<Document>], b: &[Arc<Document>]| {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| Arc::ptr_eq(a, b))
        };
        (route.rule.as_deref() == Some(rule)
            && before.number == listing.number
            && before.count == listing.count
            && before.per_page == listing.per_page
            && before.pages.fingerprint == listing.pages.fingerprint
            && same(&before.lead, &listing.lead)
            && same(&before.items, &listing.items))
        .then_some(route)
    }

    fn add(&mut self, route: Arc<Route>) {
        match self.routes.entry(route.url.clone()) {
            Entry::Occupied(first) => self.found.push(two_sources(first.get(), &route)),
            Entry::Vacant(free) => {
                free.insert(route);
            }
        }
    }

    fn usable(&self, collection: &str, lang: &str) -> Vec<Arc<Document>> {
        self.content
            .collections
            .iter()
            .filter(|one| one.rule.name == collection)
            .flat_map(|one| &one.documents)
            .filter(|document| document.valid && document.lang == lang)
            .cloned()
            .collect()
    }

    fn paginations(&mut self) {
        let structure = &self.content.structure;
        for (index_of_rule, rule) in structure.paginations.iter().enumerate() {
            let place = |key: &str| {
                self.content
                    .structure_toml
                    .locate(&format!("/pagination/{index_of_rule}/{key}"), Part::Value)
            };
            let mut firsts = Vec::new();
            for lang in std::iter::once(&self.content.config.language)
                .chain(self.content.config.languages.keys())
            {
                let url = localised(self.content, lang, &rule.page);
                if let Some(first) = self.routes.get(&url) {
                    firsts.push(Route::clone(first));
                } else if lang == &self.content.config.language
                    && !self.plan.unusable.contains(&url)
                {
                    self.plan.incomplete = true;
                    // Its further pages will be there when it is.
                    let documents = self.usable(&rule.collection, lang);
                    let size = Some(rule.per_page);
                    let listings = listings(&documents, rule.lead, size, &url, &rule.route);
                    let further = listings.first().map(|first| first.pages.urls[1..].to_vec());
                    self.plan.unusable.extend(further.unwrap_or_default());
                    self.found.push(
                        Diagnostic::new(
                            &codes::BROKEN_LINK,
                            format!("there is no page {url} to paginate"),
                        )
                        .at(place("page"), "no such page")
                        .maybe_help(did_you_mean(&url, self.routes.keys().map(String::as_str))),
                    );
                }
            }
            let route_place = place("route");
            for first in firsts {
                let documents = self.usable(&rule.collection, &first.lang);
                let pattern = localised(self.content, &first.lang, &rule.route);
                let listings = listings(
                    &documents,
                    rule.lead,
                    Some(rule.per_page),
                    &first.url,
                    &pattern,
                );
                for (index, listing) in listings.into_iter().enumerate() {
                    let number = (index + 1).to_string();
                    if index == 0 {
                        if let Some(route) = self.routes.get_mut(&first.url) {
                            Arc::make_mut(route).listing = Some(listing);
                        }
                        continue;
                    }
                    let rule_name = format!("/pagination/{index_of_rule}");
                    if let Some(route) = self.listed_before(&rule_name, &listing)
                        && let (Some(a), Some(b)) = (&route.document, &first.document)
                        && Arc::ptr_eq(a, b)
                    {
                        let route = Arc::clone(route);
                        self.add(route);
                        continue;
                    }
                    let url = listing.pages.urls[index].clone();
                    self.add(Arc::new(Route {
                        output: output_path(&url),
                        kind: Kind::Pagination,
                        title: rule
                            .title
                            .replace("{title}", &first.title)
                            .replace("{number}", &number),
                        description: rule
                            .description
                            .replace("{description}", &first.description)
                            .replace("{number}", &number),
                        listing: Some(listing),
                        parent: Some(first.url.clone()),
                        place: route_place.clone(),
                        rule: Some(rule_name),
                        url,
                        ..first.clone()
                    }));
                }
            }
        }
    }

    fn taxonomy(&mut self, index_of_rule: usize, rule: &Taxonomy) {
        let place = self
            .content
            .structure_toml
            .locate(&format!("/taxonomy/{index_of_rule}/route"), Part::Value);
        let lang = self.content.config.language.clone();
        let documents = self.usable(&rule.collection, &lang);
        self.terms_of_unusable(rule);
        let mut by_term: HashMap<&str, Vec<Arc<Document>>> = HashMap::new();
        let mut used: Vec<&str> = Vec::new();
        for document in &documents {
            for name in terms_of(document, &rule.field) {
                let with_term = by_term.entry(name).or_default();
                if with_term.is_empty() {
                    used.push(name);
                }
                if !with_term
                    .last()
                    .is_some_and(|one| Arc::ptr_eq(one, document))
                {
                    with_term.push(Arc::clone(document));
                }
            }
        }
        let misspelled = self.declared_terms(index_of_rule, rule, &used);
        let mut terms: Vec<(Arc<PlannedTerm>, Vec<Arc<Document>>)> = Vec::new();
        let declared = rule.terms.iter().map(|term| term.name.as_str());
        for name in declared.chain(used) {
            if terms.iter().any(|(term, _)| term.name == name) {
                continue;
            }
            let declared = rule.terms.iter().find(|term| term.name == name);
            let slug = declared
                .and_then(|term| term.slug.clone())
                .unwrap_or_else(|| slugify(name));
            if !is_slug(&slug) {
                self.found
                    .push(self.bad_term(index_of_rule, rule, name, &slug, &documents));
                continue;
            }
            if let Some((other, _)) = terms.iter().find(|(term, _)| term.slug == slug) {
                if misspelled.contains(&other.name) {
                    continue;
                }
                let place = |name: &str| {
                    let own = self.place_of_term(index_of_rule, rule, name, &documents);
                    own.unwrap_or_else(|| place.clone())
                };
                self.found.push(
                    Diagnostic::new(
                        &content::codes::DUPLICATE_SLUG,
                        format!("the terms `{}` and `{name}` have one address, {}", other.name, other.url),
                    )
                    .at(place(name), "the second")
                    .related(place(&other.name), "the first is here")
                    .help(format!(
                        "give one a `slug` of its own: a [[taxonomy.term]] with name = \"{name}\" and slug = \"…\""
                    )),
                );
                continue;
            }
            let own = declared.and_then(|term| term.description.clone());
            let documents = by_term.remove(name).unwrap_or_default();
            let term = PlannedTerm {
                url: rule.route.replace("{slug}", &slug),
                description: own.unwrap_or_else(|| rule.description.replace("{term}", name)),
                count: documents.len(),
                slug,
                name: name.to_owned(),
            };
            terms.push((Arc::new(term), documents));
        }
        for (term, documents) in &terms {
            let pattern = format!("{}/page/{{number}}", term.url);
            let title = rule.title.replace("{term}", &term.name);
            for (index, listing) in
                listings(documents, rule.lead, rule.per_page, &term.url, &pattern)
                    .into_iter()
                    .enumerate()
            {
                let rule_name = format!("/taxonomy/{index_of_rule}");
                if let Some(route) = self.listed_before(&rule_name, &listing)
                    && route.term.as_ref() == Some(term)
                {
                    let route = Arc::clone(route);
                    self.add(route);
                    continue;
                }
                let url = listing.pages.urls[index].clone();
                let further = index > 0;
                self.add(Arc::new(Route {
                    output: output_path(&url),
                    lang: lang.clone(),
                    template: rule.template.clone(),
                    kind: Kind::Taxonomy,
                    title: if further {
                        format!("{title}, page {}", index + 1)
                    } else {
                        title.clone()
                    },
                    description: if further {
                        format!("Page {}. {}", index + 1, term.description)
                    } else {
                        term.description.clone()
                    },
                    // A term without documents has a page, so that a link to it works; it is nothing to search for.
                    noindex: documents.is_empty(),
                    document: None,
                    listing: Some(listing),
                    term: Some(Arc::clone(term)),
                    parent: rule.parent.clone(),
                    place: place.clone(),
                    rule: Some(rule_name),
                    url,
                }));
            }
        }
        let terms = terms.into_iter().map(|(term, _)| term);
        self.plan
            .taxonomies
            .insert(rule.name.clone(), terms.collect());
    }

    /// The finding that a term has no part of an address: at its own slug, or where a document has the term.
    fn bad_term(
        &self,
        index: usize,
        rule: &Taxonomy,
        name: &str,
        slug: &str,
        documents: &[Arc<Document>],
    ) -> Diagnostic {
        let place = self.place_of_term(index, rule, name, documents);
        let message = match slug {
            "" => format!("the term `{name}` has no letter or digit for an address"),
            slug => format!("`{slug}`, for the term `{name}`, cannot be part of an address"),
        };
        let diagnostic = Diagnostic::new(&content::codes::BAD_SLUG, message).help(format!(
            "give it a `slug` of letters (a to z), digits, hyphens, dots and underscores: in content/structure.toml, a \
             [[taxonomy.term]] with name = \"{name}\" and slug = \"…\""
        ));
        match place {
            Some(place) => diagnostic.at(place, ""),
            None => diagnostic,
        }
    }

    /// Where a term has its part of the address from: its own table, or a document that has the term.
    fn place_of_term(
        &self,
        index: usize,
        rule: &Taxonomy,
        name: &str,
        documents: &[Arc<Document>],
    ) -> Option<Place> {
        let declared = rule.terms.iter().position(|term| term.name == name);
        let key = |at: usize| {
            let own = rule.terms[at].slug.as_ref().map_or("name", |_| "slug");
            self.term(index, at, own)
        };
        let mut documents = documents.iter();
        let first = documents.find(|one| terms_of(one, &rule.field).contains(&name));
        declared
            .map(key)
            .or_else(|| first.map(|one| one.place(&format!("/{}", rule.field), Part::Value)))
    }

    /// The place of a key of a declared term.
    fn term(&self, index: usize, at: usize, key: &str) -> Place {
        let toml = &self.content.structure_toml;
        toml.locate(&format!("/taxonomy/{index}/term/{at}/{key}"), Part::Value)
    }

    /// Reports terms that are declared twice, or that no document has while documents have one like it that is not
    /// declared; these come back.
    fn declared_terms(&mut self, index: usize, rule: &Taxonomy, used: &[&str]) -> Vec<String> {
        let collections = self.content.collections.iter();
        let all: Vec<&str> = collections
            .filter(|one| one.rule.name == rule.collection)
            .flat_map(|one| {
                one.documents
                    .iter()
                    .chain(one.hidden.iter().map(|one| &one.0))
            })
            .flat_map(|document| terms_of(document, &rule.field))
            .collect();
        let is_declared = |name: &str| rule.terms.iter().any(|term| term.name == name);
        let mut misspelled = Vec::new();
        let mut found = Vec::new();
        for (at, term) in rule.terms.iter().enumerate() {
            let first = rule.terms[..at]
                .iter()
                .position(|one| one.name == term.name);
            if let Some(first) = first {
                let message = format!("two terms of `{}` are named `{}`", rule.name, term.name);
                found.push(
                    Diagnostic::new(&content::codes::DUPLICATE_NAME, message)
                        .at(self.term(index, at, "name"), "the second")
                        .related(self.term(index, first, "name"), "the first is here")
                        .help("remove one of the two"),
                );
            } else if !all.contains(&term.name.as_str())
                && let Some(help) = did_you_mean(
                    &term.name,
                    used.iter().copied().filter(|name| !is_declared(name)),
                )
            {
                let message = format!(
                    "no document of `{}` has the term `{}`",
                    rule.collection, term.name
                );
                found.push(
                    Diagnostic::new(&codes::UNKNOWN_TERM, message)
                        .at(self.term(index, at, "name"), "")
                        .help(help),
                );
                misspelled.push(term.name.clone());
            }
        }
        self.found.extend(found);
        misspelled
    }

    /// Pages of terms that only documents with errors have: they will be there when the errors are gone.
    fn terms_of_unusable(&mut self, rule: &Taxonomy) {
        let collections = self.content.collections.iter();
        let documents = collections
            .filter(|one| one.rule.name == rule.collection)
            .flat_map(|one| &one.documents)
            .filter(|document| !document.valid);
        for name in documents.flat_map(|document| terms_of(document, &rule.field)) {
            let url = rule.route.replace("{slug}", &slugify(name));
            self.plan.unusable.insert(url);
        }
    }

    /// Addresses that differ only in case are one file on some disks and one page to most people.
    fn case_clashes(&mut self) {
        let mut first: HashMap<String, &Arc<Route>> = HashMap::new();
        for route in self.routes.values() {
            if let Some(other) = first.insert(route.output.to_lowercase(), route) {
                let diagnostic = if route.output == other.output {
                    Diagnostic::new(
                        &content::codes::DUPLICATE_ROUTE,
                        format!(
                            "{} and {} are one file, {}",
                            other.url, route.url, route.output
                        ),
                    )
                } else {
                    Diagnostic::new(
                        &codes::CASE_CLASH,
                        format!(
                            "the addresses {} and {} differ only in case",
                            other.url, route.url
                        ),
                    )
                };
                self.found.push(
                    diagnostic
                        .at(route.place.clone(), "the second")
                        .related(other.place.clone(), "the first is here")
                        .help("rename one of the two, or give it another `slug`"),
                );
            }
        }
    }
}

/// The finding that two sources claim one address.
fn two_sources(first: &Route, second: &Route) -> Diagnostic {
    let collection = |route: &Route| {
        let document = route.document.as_ref().filter(|_| route.kind == Kind::Page);
        document.map(|document| document.collection.clone())
    };
    let diagnostic = match collection(second) {
        Some(name) if collection(first).as_ref() == Some(&name) => Diagnostic::new(
            &content::codes::DUPLICATE_SLUG,
            format!("two documents of `{name}` have the address {}", second.url),
        ),
        _ => Diagnostic::new(
            &content::codes::DUPLICATE_ROUTE,
            format!("two sources give the page {}", second.url),
        ),
    };
    diagnostic
        .at(second.place.clone(), "the second")
        .related(first.place.clone(), "the first is here")
        .help("rename one of the two, or give it another `slug`")
}

/// The term or terms a document has.
fn terms_of<'a>(document: &'a Document, field: &str) -> Vec<&'a str> {
    match document.fields.get(field) {
        Some(serde_json::Value::String(term)) => vec![term],
        Some(serde_json::Value::Array(terms)) => {
            terms.iter().filter_map(serde_json::Value::as_str).collect()
        }
        _ => Vec::new(),
    }
}
