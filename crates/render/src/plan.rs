//! Which routes there are, and what each is made from. Settled before anything is rendered.

use std::collections::HashMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use content::{
    Content, Diagnostic, Document, Fingerprint, Fingerprinter, Part, Place, Taxonomy, did_you_mean,
};

use crate::route::{Kind, Listing, Plan, PlannedTerm, Route, document_url, localised, output_path};
use crate::slug::slugify;

/// The last plan, of which routes are taken that would come out the same. An empty one is always right.
#[derive(Debug, Default)]
pub struct PlanMemo {
    read_with: Fingerprint,
    last: Arc<Plan>,
    /// Routes of documents, before they get lists, by the document's place in memory: the route keeps it there.
    of_documents: HashMap<usize, Arc<Route>>,
    /// Whether no two addresses of the last plan were one file.
    distinct: bool,
}

/// Settles all routes of `content`.
pub fn plan(content: &Content) -> (Arc<Plan>, Vec<Diagnostic>) {
    plan_again(content, &mut PlanMemo::default())
}

/// The same. Routes that `memo` has of the last plan are not made again.
pub fn plan_again(content: &Content, memo: &mut PlanMemo) -> (Arc<Plan>, Vec<Diagnostic>) {
    if memo.read_with != content.read_with {
        *memo = PlanMemo {
            read_with: content.read_with,
            ..PlanMemo::default()
        };
    }
    let mut builder = Builder {
        content,
        plan: Plan::default(),
        by_source: Vec::new(),
        known_sources: 0,
        found: Vec::new(),
        memo,
        of_documents: HashMap::with_capacity(memo.of_documents.len()),
    };
    builder.documents();
    builder.paginations();
    for (index, rule) in content.structure.taxonomies.iter().enumerate() {
        builder.taxonomy(index, rule);
    }
    let same = builder.plan.routes.len() == memo.last.routes.len()
        && builder.plan.routes.keys().eq(memo.last.routes.keys());
    let before = builder.found.len();
    if !(same && memo.distinct) {
        builder.case_clashes();
    }
    let distinct = builder.found.len() == before;
    let Builder {
        mut plan,
        by_source,
        known_sources,
        mut found,
        of_documents,
        ..
    } = builder;
    let last = &memo.last.by_source;
    // What is not known kept its place, and nothing went: all are where they were.
    let unmoved = known_sources + by_source.len() == last.len()
        && by_source
            .iter()
            .all(|(source, url)| last.get(source) == Some(url));
    plan.by_source = if unmoved {
        Arc::clone(last)
    } else {
        let known = of_documents.values().filter_map(|route| {
            let document = route.document.as_ref()?;
            let is_file = document.pointer.is_empty();
            is_file.then(|| (document.source().path.clone(), route.url.clone()))
        });
        Arc::new(known.chain(by_source).collect())
    };
    plan.titles = plan
        .routes
        .values()
        .fold(Fingerprinter::default(), |all, route| {
            all.text(&route.url).text(&route.title)
        })
        .finish();
    if !content.config.languages.is_empty() {
        for (url, route) in &plan.routes {
            if let Some(document) = &route.document {
                let key = (document.collection.clone(), document.path.clone());
                plan.by_document.entry(key).or_default().push(url.clone());
            }
        }
    }
    found.extend(crate::moved::check(content, &plan));
    let plan = Arc::new(plan);
    *memo = PlanMemo {
        read_with: content.read_with,
        last: Arc::clone(&plan),
        of_documents,
        distinct,
    };
    (plan, found)
}

/// A document's place in memory.
fn address(document: &Arc<Document>) -> usize {
    Arc::as_ptr(document).addr()
}

struct Builder<'a> {
    content: &'a Content,
    plan: Plan,
    /// Addresses by source file of the documents that the last plan did not have.
    by_source: Vec<(String, String)>,
    /// How many documents are those of the last plan.
    known_sources: usize,
    found: Vec<Diagnostic>,
    memo: &'a PlanMemo,
    of_documents: HashMap<usize, Arc<Route>>,
}

impl Builder<'_> {
    fn documents(&mut self) {
        for collection in &self.content.collections {
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
            for document in &collection.documents {
                if let Some(route) = self.memo.of_documents.get(&address(document)) {
                    self.known_sources += usize::from(document.pointer.is_empty());
                    self.of_documents
                        .insert(address(document), Arc::clone(route));
                    self.add(Arc::clone(route));
                    continue;
                }
                let Some(url) = document_url(self.content, &collection.rule, document) else {
                    continue;
                };
                self.note_source(document, &url);
                let place = if document.fields.contains_key("slug") {
                    document.place("/slug", Part::Value)
                } else {
                    Place::start_of(document.source())
                };
                if !document.valid {
                    self.plan.unusable.insert(url);
                    continue;
                }
                let template = document
                    .text("template")
                    .or(collection.rule.template.as_deref());
                let Some(template) = template else {
                    self.found.push(
                        Diagnostic::error("missing-template", format!("no template is named for {url}"))
                            .at(place, "")
                            .help(format!(
                                "add `template = \"…\"` here, or to the collection `{}` in content/structure.toml",
                                collection.rule.name
                            )),
                    );
                    self.plan.unusable.insert(url);
                    continue;
                };
                let route = Arc::new(Route {
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
                });
                self.of_documents
                    .insert(address(document), Arc::clone(&route));
                self.add(route);
            }
        }
    }

    /// Notes the address of a document that is a file of its own: the entries of a list are no targets of links by name.
    fn note_source(&mut self, document: &Document, url: &str) {
        if document.pointer.is_empty() {
            self.by_source
                .push((document.source().path.clone(), url.to_owned()));
        }
    }

    /// A route of the last plan that lists the same.
    fn listed_before(&self, rule: &str, listing: &Listing) -> Option<&Arc<Route>> {
        let url = listing.urls.get(listing.number - 1)?;
        let route = self.memo.last.routes.get(url)?;
        let before = route.listing.as_ref()?;
        let same = |a: &[Arc<Document>], b: &[Arc<Document>]| {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| Arc::ptr_eq(a, b))
        };
        (route.rule.as_deref() == Some(rule)
            && before.number == listing.number
            && before.count == listing.count
            && before.urls_fingerprint == listing.urls_fingerprint
            && same(&before.lead, &listing.lead)
            && same(&before.items, &listing.items))
        .then_some(route)
    }

    fn add(&mut self, route: Arc<Route>) {
        match self.plan.routes.entry(route.url.clone()) {
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
                if let Some(first) = self.plan.routes.get(&url) {
                    firsts.push(Route::clone(first));
                } else if lang == &self.content.config.language
                    && !self.plan.unusable.contains(&url)
                {
                    self.plan.incomplete = true;
                    self.found.push(
                        Diagnostic::error(
                            "broken-link",
                            format!("there is no page {url} to paginate"),
                        )
                        .at(place("page"), "no such page")
                        .maybe_help(did_you_mean(
                            &url,
                            self.plan.routes.keys().map(String::as_str),
                        )),
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
                        if let Some(route) = self.plan.routes.get_mut(&first.url) {
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
                    let url = listing.urls[index].clone();
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
        let mut terms: Vec<Arc<PlannedTerm>> = Vec::new();
        let declared = rule.terms.iter().map(|term| term.name.as_str());
        for name in declared.chain(used) {
            if terms.iter().any(|term| term.name == name) {
                continue;
            }
            let declared = rule.terms.iter().find(|term| term.name == name);
            let slug = declared
                .and_then(|term| term.slug.clone())
                .unwrap_or_else(|| slugify(name));
            if let Some(other) = terms.iter().find(|term| term.slug == slug) {
                self.found.push(
                    Diagnostic::error(
                        "duplicate-slug",
                        format!("the terms `{}` and `{name}` have one address, {}", other.name, other.url),
                    )
                    .at(place.clone(), "")
                    .help(format!(
                        "give one a `slug` of its own: a [[taxonomy.term]] with name = \"{name}\" and slug = \"…\""
                    )),
                );
                continue;
            }
            let own = declared.and_then(|term| term.description.clone());
            terms.push(Arc::new(PlannedTerm {
                url: rule.route.replace("{slug}", &slug),
                description: own.unwrap_or_else(|| rule.description.replace("{term}", name)),
                documents: by_term.remove(name).unwrap_or_default(),
                slug,
                name: name.to_owned(),
            }));
        }
        for term in &terms {
            let pattern = format!("{}/page/{{number}}", term.url);
            let title = rule.title.replace("{term}", &term.name);
            for (index, listing) in listings(
                &term.documents,
                rule.lead,
                rule.per_page,
                &term.url,
                &pattern,
            )
            .into_iter()
            .enumerate()
            {
                let rule_name = format!("/taxonomy/{index_of_rule}");
                if let Some(route) = self.listed_before(&rule_name, &listing)
                    && route.term.as_ref().is_some_and(|before| before.same(term))
                {
                    let route = Arc::clone(route);
                    self.add(route);
                    continue;
                }
                let url = listing.urls[index].clone();
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
                    noindex: term.documents.is_empty(),
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
        self.plan.taxonomies.insert(rule.name.clone(), terms);
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
        for route in self.plan.routes.values() {
            if let Some(other) = first.insert(route.output.to_lowercase(), route) {
                let diagnostic = if route.output == other.output {
                    Diagnostic::error(
                        "duplicate-route",
                        format!(
                            "{} and {} are one file, {}",
                            other.url, route.url, route.output
                        ),
                    )
                } else {
                    Diagnostic::error(
                        "case-clash",
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
        Some(name) if collection(first).as_ref() == Some(&name) => Diagnostic::error(
            "duplicate-slug",
            format!("two documents of `{name}` have the address {}", second.url),
        ),
        _ => Diagnostic::error(
            "duplicate-route",
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

/// Cuts a list into pages: `ceil((documents - lead) / per_page)` of them, and one where there is nothing to list.
fn listings(
    documents: &[Arc<Document>],
    lead: usize,
    per_page: Option<usize>,
    first_url: &str,
    pattern: &str,
) -> Vec<Listing> {
    let (head, rest) = documents.split_at(lead.min(documents.len()));
    let per_page = per_page.unwrap_or(rest.len()).max(1);
    let total = rest.len().div_ceil(per_page).max(1);
    let urls: Arc<Vec<String>> = Arc::new(
        (1..=total)
            .map(|number| {
                if number == 1 {
                    first_url.to_owned()
                } else {
                    pattern.replace("{number}", &number.to_string())
                }
            })
            .collect(),
    );
    let urls_fingerprint = urls
        .iter()
        .fold(Fingerprinter::default(), |all, url| all.text(url))
        .finish();
    (0..total)
        .map(|index| Listing {
            lead: head.to_vec(),
            items: rest
                .iter()
                .skip(index * per_page)
                .take(per_page)
                .cloned()
                .collect(),
            number: index + 1,
            urls: Arc::clone(&urls),
            urls_fingerprint,
            count: documents.len(),
        })
        .collect()
}
