//! Traces something in a finished page back to the place that wrote it.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use content::{Document, Part, TomlText, Tree};
use diagnostic::{Place, Source};
use render::{Plan, Route, Templates, Written};
use serde_json::Value;

use crate::wanted::{Strictness, Wanted, id_attributes, outside_comments};

/// Sources that text of a page may come from.
pub struct Blame<'a> {
    content: &'a Tree,
    templates: &'a Templates,
    plan: &'a Plan,
    /// Names of assets by URL. Sources have the name, pages the URL.
    assets: &'a HashMap<String, String>,
    /// `site.toml`, whose facts texts refer to.
    site: &'a Value,
    /// Markdown that was read so far, by file: most pages with a finding have several.
    markdown: Mutex<HashMap<String, Arc<Written>>>,
    /// Earlier searches: many findings are about the same text.
    known: Mutex<HashMap<Search, Arc<Known>>>,
    /// Files of data, and documents.
    files: OnceLock<(Vec<TomlText>, Vec<TomlText>)>,
}

/// A search for a text of a page.
#[derive(PartialEq, Eq, Hash)]
struct Search {
    url: String,
    text: String,
    is_link: bool,
    is_asset: bool,
}

/// Result of a search.
struct Known {
    /// Places in the page's own document, in order.
    own: Vec<Place>,
    /// Places for the occurrences that the page has beyond those of its document.
    others: OnceLock<Vec<Place>>,
}

impl<'a> Blame<'a> {
    /// Traces to content and templates. `assets` has the names of assets by URL, `site` is `site.toml`.
    pub fn new(
        content: &'a Tree,
        templates: &'a Templates,
        plan: &'a Plan,
        assets: &'a HashMap<String, String>,
        site: &'a Value,
    ) -> Self {
        Self {
            content,
            templates,
            plan,
            assets,
            site,
            markdown: Mutex::default(),
            known: Mutex::default(),
            files: OnceLock::new(),
        }
    }

    /// Returns the likeliest place that wrote `text` of the page at `url`.
    pub fn text(&self, url: &str, text: &str) -> Option<Place> {
        let asset = self.assets.get(text);
        let wanted = Wanted::text(asset.map_or(text, String::as_str));
        first(self.places(url, &wanted, 0, asset.is_some()))
    }

    /// Returns the likeliest place of the first of several texts that is found.
    pub fn first_text<'b>(
        &self,
        url: &str,
        texts: impl IntoIterator<Item = &'b str>,
    ) -> Option<Place> {
        let mut texts = texts.into_iter();
        texts.find_map(|text| self.text(url, text))
    }

    /// Returns the place of `part` (bytes of `text`) if all of `text` is found.
    pub fn part(&self, url: &str, text: &str, part: Range<usize>) -> Option<Place> {
        let whole = self.text(url, text)?;
        let start = whole.span.start + part.start;
        Some(Place::new(&whole.source, start..start + part.len()))
    }

    /// Returns every place that may have written a link to `href`: a link in Markdown, an attribute in HTML, a value in TOML,
    /// but never a word of a sentence. `occurrence` counts the page's links to `href` from 0. There are several places if
    /// both a template and data have the link, or data more than once.
    pub fn links(&self, url: &str, href: &str, occurrence: usize) -> Vec<Place> {
        let asset = self.assets.get(href).filter(|_| !href.is_empty());
        let wanted = asset.map_or_else(|| Wanted::link(href), |name| Wanted::text(name));
        self.places(url, &wanted, occurrence, asset.is_some())
    }

    /// Searches the following, in this order, until something is found: the page's document; its templates, together with
    /// values of data that equal the text; whatever contains the text or assembles it; everything else. Comments are skipped.
    fn places(
        &self,
        url: &str,
        wanted: &Wanted<'_>,
        occurrence: usize,
        is_asset: bool,
    ) -> Vec<Place> {
        let route = self.plan.routes.get(url);
        // Images in Markdown are checked when the document is read.
        let document = route
            .and_then(|route| route.document.as_deref())
            .filter(|_| !is_asset);
        let search = Search {
            url: url.to_owned(),
            text: wanted.text.to_owned(),
            is_link: wanted.is_link,
            is_asset,
        };
        let known = {
            let mut all = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            let known = all.entry(search).or_insert_with(|| {
                let own = document.map(|one| self.in_document(wanted, one, wanted.strictness()));
                Arc::new(Known {
                    own: own.unwrap_or_default(),
                    others: OnceLock::new(),
                })
            });
            Arc::clone(known)
        };
        if let Some(place) = known.own.get(occurrence) {
            return vec![place.clone()];
        }
        // The page has it more often than its document: the others come from elsewhere.
        let others = known.others.get_or_init(|| {
            let route = route.map(AsRef::as_ref);
            self.others(wanted, route, document, known.own.last())
        });
        // The first of these occurrences gets all places.
        let is_first = occurrence == known.own.len();
        let count = if is_first { others.len() } else { 1 };
        others.iter().take(count).cloned().collect()
    }

    /// Searches outside the page's document, and then less strictly. `last` is the last place in the document.
    fn others(
        &self,
        wanted: &Wanted<'_>,
        route: Option<&Route>,
        document: Option<&Document>,
        last: Option<&Place>,
    ) -> Vec<Place> {
        let templates = route.map_or_else(Vec::new, |route| self.templates_of(route));
        let elsewhere = self.written_elsewhere(wanted, &templates);
        if !elsewhere.is_empty() {
            return elsewhere;
        }
        let loosely = wanted.loosely();
        last.cloned()
            .or_else(|| self.contained_elsewhere(wanted, &templates))
            .or_else(|| first(self.in_document(wanted, document?, loosely)))
            .or_else(|| first(wanted.as_any_value(&document?.toml)))
            .or_else(|| {
                let mut templates = self.templates.values();
                templates.find_map(|source| wanted.in_template(source, loosely).pop())
            })
            .into_iter()
            .collect()
    }

    /// Searches the front matter and the text of a document.
    fn in_document(
        &self,
        wanted: &Wanted<'_>,
        document: &Document,
        strictness: Strictness,
    ) -> Vec<Place> {
        let source = document.source();
        let mut found = wanted.in_values(&document.toml, &document.pointer, strictness);
        if strictness == Strictness::Anywhere {
            found.extend(wanted.within(source, &document.body, strictness));
            return found;
        }
        let written = self.markdown(document);
        let links = written.links.iter();
        let links = links.filter(|link| wanted.is_spelled(&link.address));
        let links = links.map(|link| Place::new(source, link.span.clone()));
        let html = written.html.iter();
        let html = html.flat_map(|html| wanted.within(source, html, strictness));
        let mut places: Vec<Place> = links.chain(html).collect();
        places.sort_by_key(|place| place.span.start);
        found.extend(places);
        found
    }

    /// Searches templates of the page, and values of data that equal the text.
    fn written_elsewhere(&self, wanted: &Wanted<'_>, templates: &[&Arc<Source>]) -> Vec<Place> {
        let (data, _) = self.data_and_documents();
        // Rules of structure.toml name URLs, but put none into a page.
        let data = data.iter().filter(|toml| toml.source.path != STRUCTURE);
        let values = data.flat_map(|toml| wanted.as_value(toml));
        let templates = templates.iter();
        templates
            .flat_map(|source| wanted.in_template(source, wanted.strictness()))
            .chain(values)
            .collect()
    }

    /// Fallback when no source of the page has the text verbatim: values of other documents, longer texts that contain it,
    /// templates that assemble it.
    fn contained_elsewhere(
        &self,
        wanted: &Wanted<'_>,
        templates: &[&Arc<Source>],
    ) -> Option<Place> {
        let (data, documents) = self.data_and_documents();
        let documents = documents.iter().filter_map(|toml| {
            let url = self.plan.by_source.get(&toml.source.path)?;
            self.plan.routes.get(url)?.document.as_deref()
        });
        let documents: Vec<&Document> = documents.collect();
        let loosely = wanted.loosely();
        let in_data = |toml: &TomlText| wanted.in_values(toml, "", loosely);
        let assembled = |sources: &mut dyn Iterator<Item = &Arc<Source>>| {
            let places = sources.filter_map(|source| wanted.assembled(source));
            places.max_by_key(|place| place.span.len())
        };
        first(documents.iter().flat_map(|one| wanted.as_value(&one.toml)))
            .or_else(|| first(data.iter().flat_map(in_data)))
            .or_else(|| assembled(&mut templates.iter().copied()))
            .or_else(|| {
                let places = templates.iter();
                first(places.flat_map(|source| wanted.in_template(source, loosely)))
            })
            .or_else(|| {
                let places = documents.iter();
                first(places.flat_map(|one| self.in_document(wanted, one, loosely)))
            })
            .or_else(|| assembled(&mut self.templates.values()))
    }

    /// Returns links, headings, and HTML of a document's Markdown.
    fn markdown(&self, document: &Document) -> Arc<Written> {
        let mut known = self.markdown.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(written) = known.get(&document.source().path) {
            return Arc::clone(written);
        }
        let written = Arc::new(render::written(document, self.site, self.plan));
        known.insert(document.source().path.clone(), Arc::clone(&written));
        written
    }

    fn document(&self, url: &str) -> Option<&'a Document> {
        self.plan.routes.get(url)?.document.as_deref()
    }

    /// Returns the place of the hashes of the heading with this id in the page's own text.
    pub fn heading(&self, url: &str, id: &str) -> Option<Place> {
        let document = self.document(url)?;
        let written = self.markdown(document);
        let heading = written.headings.iter().find(|heading| heading.id == id)?;
        Some(Place::new(document.source(), heading.marks.clone()))
    }

    /// Returns the place of the most deeply nested element of the page's own text, and its nesting depth.
    pub fn deepest(&self, url: &str) -> Option<(Place, usize)> {
        let document = self.document(url)?;
        let (depth, span) = self.markdown(document).deepest.clone();
        Some((Place::new(document.source(), span), depth))
    }

    /// Returns the first NUL character of the page's own file.
    pub fn nul(&self, url: &str) -> Option<Place> {
        let source = self.document(url)?.source();
        let at = source.text.find('\0')?;
        Some(Place::new(source, at..at + 1))
    }

    /// Returns every place that gives an element of the page this id: headings and HTML of its text, then its templates.
    pub fn ids(&self, url: &str, id: &str) -> Vec<Place> {
        let Some(route) = self.plan.routes.get(url) else {
            return Vec::new();
        };
        let mut found: Vec<Place> = Vec::new();
        if let Some(document) = route.document.as_deref() {
            let source = document.source();
            let written = self.markdown(document);
            let headings = written.headings.iter();
            let headings = headings.filter(|heading| heading.id == id);
            found.extend(headings.map(|heading| Place::new(source, heading.marks.clone())));
            let html = written.html.iter();
            found.extend(html.flat_map(|html| id_attributes(source, html.clone(), id)));
            found.sort_by_key(|place| place.span.start);
        }
        for source in self.templates_of(route) {
            let places = id_attributes(source, 0..source.text.len(), id);
            found.extend(outside_comments(source, places));
        }
        found
    }

    /// Returns the first value of data with this key: forms and lists describe elements that the theme writes.
    pub fn keyed(&self, key: &str, value: &str) -> Option<Place> {
        let (data, documents) = self.data_and_documents();
        data.iter().chain(documents).find_map(|toml| {
            let source = &toml.source;
            if !source.path.ends_with(".toml") || !source.text.contains(value) {
                return None;
            }
            let is_keyed = |one: &&content::Written| {
                one.text == value && one.pointer.rsplit('/').next() == Some(key)
            };
            let text = toml.texts().iter().find(is_keyed);
            text.map(|one| one.place.clone())
        })
    }

    /// Returns the template of a route and its dependencies.
    fn templates_of(&self, route: &Route) -> Vec<&'a Arc<Source>> {
        let markdown = route.document.as_deref().map_or("", Document::markdown);
        let graph = render::TemplateGraph::new(self.templates);
        graph.dependencies(&route.template, markdown)
    }

    /// Returns files of content that are no documents, menus first, and those that are.
    fn data_and_documents(&self) -> &(Vec<TomlText>, Vec<TomlText>) {
        self.files.get_or_init(|| {
            let texts = self.content.texts.values();
            let (documents, mut data): (Vec<_>, Vec<_>) = texts
                .filter(|source| !NOT_SHOWN.iter().any(|path| source.path.starts_with(path)))
                .map(TomlText::whole)
                .partition(|toml| self.plan.by_source.contains_key(&toml.source.path));
            data.sort_by_key(|toml| toml.source.path != "content/menus.toml");
            (data, documents)
        })
    }

    /// Returns the place of a front matter key of the page's document or of the rule that makes the page, or else what the
    /// page is made from.
    pub fn key(&self, url: &str, key: &str) -> Option<Place> {
        let route = self.plan.routes.get(url)?;
        let place = match (&route.rule, route.document.as_deref()) {
            (Some(rule), _) => self.rule(&format!("{rule}/{key}")),
            (None, Some(document)) if document.fields.contains_key(key) => {
                Some(document.place(&format!("/{key}"), Part::Value))
            }
            _ => None,
        };
        Some(place.unwrap_or_else(|| route.place.clone()))
    }

    /// Returns the start of the page's template.
    pub fn template(&self, url: &str) -> Option<Place> {
        let route = self.plan.routes.get(url)?;
        Some(Place::start_of(self.templates.get(&route.template)?))
    }

    /// Returns the place of a value of `structure.toml`.
    pub fn rule(&self, pointer: &str) -> Option<Place> {
        let (data, _) = self.data_and_documents();
        let structure = data.iter().find(|toml| toml.source.path == STRUCTURE)?;
        Some(structure.locate(pointer, Part::Value))
    }
}

const STRUCTURE: &str = "content/structure.toml";

/// Files of content that no page shows.
const NOT_SHOWN: [&str; 4] = [
    "content/schemas/",
    "content/wording/",
    "content/checks.toml",
    "content/urls.toml",
];

fn first(places: impl IntoIterator<Item = Place>) -> Option<Place> {
    places.into_iter().next()
}
