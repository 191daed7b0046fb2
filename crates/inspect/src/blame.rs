//! Traces a part of a finished page back to the source that wrote it.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use content::{Content, Document, Part, TomlText, Tree};
use diagnostic::{Place, Source};
use render::{Origin, Plan, Route, TemplateGraph, Templates};

use crate::blame_page::PageOrigins;
use crate::page::Page;
use crate::render_again::RenderAgain;
use crate::tags_with_values::tag_with_values;
use crate::text_search::{Strictness, TextSearch, id_attributes, outside_comments};

/// Traces parts of finished pages back to content and templates.
pub struct Blame<'a> {
    content: &'a Content,
    tree: &'a Tree,
    templates: &'a Templates,
    plan: &'a Plan,
    /// Names of assets by URL. Sources contain the name, and pages the URL.
    assets: &'a HashMap<String, String>,
    /// Pages sorted by URL.
    pages: &'a [Arc<Page>],
    /// Function that renders a page again.
    render: &'a RenderAgain<'a>,
    /// Origins of pages by URL, cached because most pages with a finding have several.
    page_origins: Mutex<HashMap<String, Arc<PageOrigins>>>,
    /// Results of earlier searches, cached because many findings are about the same text.
    results: Mutex<HashMap<SearchKey, Arc<SearchResult>>>,
    texts: OnceLock<Texts>,
    /// Dependencies between templates.
    graph: OnceLock<TemplateGraph<'a>>,
}

/// Texts of the content that pages may show.
struct Texts {
    /// Data files, which are not documents: `menus.toml` first.
    data: Vec<TomlText>,
    documents: Vec<TomlText>,
}

/// Cache key of a search outside the Markdown of the page's document.
#[derive(PartialEq, Eq, Hash)]
struct SearchKey {
    url: String,
    text: String,
    is_link: bool,
    is_asset: bool,
}

/// Result of a search.
struct SearchResult {
    /// Places in the front matter of the page's document, in source order.
    own: Vec<Place>,
    /// Places for the occurrences on the page that do not come from its document; searched when first needed.
    elsewhere: OnceLock<Vec<Place>>,
}

impl<'a> Blame<'a> {
    /// Creates a tracer from finished pages back to content and templates. `pages` are sorted by URL; `assets` maps the URL of
    /// an asset to its name, and `render` renders a page again.
    pub fn new(
        content: &'a Content,
        tree: &'a Tree,
        templates: &'a Templates,
        plan: &'a Plan,
        assets: &'a HashMap<String, String>,
        pages: &'a [Arc<Page>],
        render: &'a RenderAgain<'a>,
    ) -> Self {
        Self {
            content,
            tree,
            templates,
            plan,
            assets,
            pages,
            render,
            page_origins: Mutex::default(),
            results: Mutex::default(),
            texts: OnceLock::new(),
            graph: OnceLock::new(),
        }
    }

    /// Returns whether the theme has an asset with this name, such as `styles/main.css`.
    pub fn is_asset(&self, name: &str) -> bool {
        self.assets.values().any(|one| one == name)
    }

    /// Returns the document of the page at `url` with the origins of the page's parts, or `None` if it has no document.
    pub(crate) fn origins(&self, url: &str) -> Option<(&'a Document, Arc<PageOrigins>)> {
        let document = self.document(url)?;
        let at = self.pages.binary_search_by(|page| page.url().cmp(url));
        at.ok()?;
        let mut cache = self
            .page_origins
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let origins = cache.entry(url.to_owned()).or_insert_with(|| {
            let (rendered, html) = (self.render)(url);
            Arc::new(PageOrigins::new(rendered, &html, document))
        });
        Some((document, Arc::clone(origins)))
    }

    /// Returns the exact place in the document's Markdown that produced some bytes of the page at `url`, or `None` if a
    /// template or a value did.
    pub fn place_in_document(&self, url: &str, span: &Range<usize>) -> Option<Place> {
        let (document, origins) = self.origins(url)?;
        place_of_text(document, origins.of_page(document, span)?)
    }

    /// Returns the place in the document's Markdown that produced some bytes of the document's HTML, or `None` if a component's
    /// template did.
    pub fn place_of_content(&self, url: &str, span: &Range<usize>) -> Option<Place> {
        let (document, origins) = self.origins(url)?;
        place_of_text(document, origins.of_content(document, span)?)
    }

    /// Returns the tag of the component that produced some bytes of the page at `url`, or `None` if no component did.
    pub fn component(&self, url: &str, span: &Range<usize>) -> Option<Place> {
        let (document, origins) = self.origins(url)?;
        match origins.of_page(document, span)? {
            Origin::Component(tag) => Some(Place::new(document.source(), tag)),
            Origin::Text(_) => None,
        }
    }

    /// Returns the most likely source of `text` on the page at `url`, or `None` if no source contains it.
    pub fn text(&self, url: &str, text: &str) -> Option<Place> {
        self.in_document(url, text)
            .or_else(|| self.outside_document(url, text))
    }

    /// Returns the place in the document's Markdown that produced the first occurrence of `text` in its HTML.
    fn in_document(&self, url: &str, text: &str) -> Option<Place> {
        let (document, origins) = self.origins(url)?;
        let asset = self.assets.contains_key(text);
        let search = TextSearch::text(text);
        let span = search.first_word(origins.content()).filter(|_| !asset)?;
        match origins.of_content(document, &span)? {
            Origin::Component(tag) => search.in_tag(document.source(), &tag),
            Origin::Text(at) => {
                let place = Place::new(document.source(), at.clone());
                Some(search.in_tag(document.source(), &at).unwrap_or(place))
            }
        }
    }

    /// Returns the most likely source, outside of the document's Markdown, of `text` on the page at `url`.
    fn outside_document(&self, url: &str, text: &str) -> Option<Place> {
        let asset = self.assets.get(text);
        let search = TextSearch::text(asset.map_or(text, String::as_str));
        first(self.places(url, &search, 0, asset.is_some(), 1))
    }

    /// Returns the most likely source of the first of `texts` that any source contains.
    pub fn first_text<'b>(
        &self,
        url: &str,
        texts: impl IntoIterator<Item = &'b str>,
    ) -> Option<Place> {
        let mut texts = texts.into_iter();
        texts.find_map(|text| self.text(url, text))
    }

    /// Returns the place of `part`, a byte range of `text`, if a source outside of the document's Markdown contains all of
    /// `text`.
    pub fn part(&self, url: &str, text: &str, part: Range<usize>) -> Option<Place> {
        let whole = self.outside_document(url, text)?;
        let start = whole.span.start + part.start;
        Some(Place::new(&whole.source, start..start + part.len()))
    }

    /// Returns the places that may have written a link to `href`. `occurrence` counts the page's links to `href` from 0. A link
    /// in the document's Markdown has exactly one place. Otherwise, only attributes in HTML and values in TOML count, never
    /// words of a sentence. There are several places if both a template and a data file contain the link, or data files contain
    /// it more than once.
    pub fn links(&self, url: &str, href: &str, occurrence: usize) -> Vec<Place> {
        let asset = self.assets.get(href).filter(|_| !href.is_empty());
        let search = asset.map_or_else(|| TextSearch::link(href), |name| TextSearch::text(name));
        let mut outside = occurrence;
        if let Some((document, origins)) = self.origins(url)
            && let Some((span, before)) = origins.link(href, occurrence)
        {
            let source = document.source();
            match origins.of_page(document, &span) {
                Some(Origin::Text(at)) => {
                    let is_tag = source.text[at.clone()].starts_with('<');
                    let address = is_tag.then(|| search.in_tag(source, &at)).flatten();
                    return vec![address.unwrap_or_else(|| Place::new(source, at))];
                }
                Some(Origin::Component(tag)) => {
                    if let Some(place) = search.in_tag(source, &tag) {
                        return vec![place];
                    }
                }
                None => {}
            }
            outside = before;
        }
        let is_picture = self.assets.values().any(|name| name == href);
        if is_picture && let Some(place) = self.printed_value(url, href) {
            return vec![place];
        }
        self.places(url, &search, outside, asset.is_some(), usize::MAX)
    }

    /// Returns the `occurrence` to pass to [`Blame::links`] for the nth `<img>`, counted from 0, that shows the image at `source`
    /// without an `alt` attribute.
    pub fn image_without_alt(&self, url: &str, source: &str, nth: usize) -> usize {
        let origins = self.origins(url);
        origins.map_or(0, |(_, origins)| origins.image_without_alt(source, nth))
    }

    /// Returns the place of the quoted template expression, such as `"{{ page.cover }}"`, that prints the front matter value
    /// `value` without a filter.
    fn printed_value(&self, url: &str, value: &str) -> Option<Place> {
        let route = self.plan.routes.get(url)?;
        let document = route.document_in(self.content)?;
        let mut values = document.toml.texts().iter();
        let value = values.find(|one| one.text == value)?;
        let key = value.pointer.rsplit('/').next()?;
        let templates = self.templates_of(route);
        templates.into_iter().find_map(|source| {
            let expressions = source.text.match_indices("{{").filter_map(|(start, _)| {
                let end = start + source.text[start..].find("}}")? + 2;
                let inner = source.text[start..end].trim_matches(['{', '}', '-', ' ']);
                let is_quoted = source.text[..start].ends_with(['"', '\'']);
                (is_quoted && inner.ends_with(&format!(".{key}"))).then_some(start..end)
            });
            let places: Vec<Place> = expressions.map(|at| Place::new(source, at)).collect();
            first(outside_comments(source, places))
        })
    }

    /// Returns the place of the template expression, such as `one.answer`, that prints values of this key of the page's front matter
    /// without a filter. Returns `None` if several do, or if one does with a filter.
    pub fn printed_key(&self, url: &str, key: &str) -> Option<Place> {
        let route = self.plan.routes.get(url)?;
        let templates = self.templates_of(route).into_iter();
        let mut places = templates.flat_map(|source| {
            let expressions = source.text.match_indices("{{").filter_map(|(start, _)| {
                let inner = source.text[start + 2..].split("}}").next()?;
                let value = inner.split('|').next()?.trim_matches(['-', ' ']);
                let span = start..start + inner.len() + 4;
                let is_value = value.rsplit_once('.').is_some_and(|(_, last)| last == key);
                is_value.then(|| Place::new(source, span))
            });
            expressions.collect::<Vec<_>>()
        });
        let place = places.next()?;
        let is_plain = !place.source.text[place.span.clone()].contains('|');
        (is_plain && places.next().is_none()).then_some(place)
    }

    /// Searches the following, in this order, until something is found: the front matter of the page's document; the page's
    /// templates, together with values of data files that equal the text; values and templates that contain or assemble the
    /// text; all other templates. Comments are skipped. At most `most` places are returned.
    fn places(
        &self,
        url: &str,
        search: &TextSearch<'_>,
        occurrence: usize,
        is_asset: bool,
        most: usize,
    ) -> Vec<Place> {
        let route = self.plan.routes.get(url);
        // Images in Markdown are checked when the document is read.
        let document = route
            .and_then(|route| route.document_in(self.content))
            .map(AsRef::as_ref)
            .filter(|_| !is_asset);
        let key = SearchKey {
            url: url.to_owned(),
            text: search.text.to_owned(),
            is_link: search.is_link,
            is_asset,
        };
        let results = {
            let mut all = self.results.lock().unwrap_or_else(PoisonError::into_inner);
            let results = all.entry(key).or_insert_with(|| {
                let own = document.map(|one| in_front_matter(search, one, search.strictness()));
                Arc::new(SearchResult {
                    own: own.unwrap_or_default(),
                    elsewhere: OnceLock::new(),
                })
            });
            Arc::clone(results)
        };
        if let Some(place) = results.own.get(occurrence) {
            return vec![place.clone()];
        }
        // The page has the text more often than its document: the other occurrences come from elsewhere.
        let elsewhere = results.elsewhere.get_or_init(|| {
            let route = route.map(AsRef::as_ref);
            self.search_elsewhere(search, route, document, results.own.last())
        });
        // The first of these occurrences is reported at all places.
        let is_first = occurrence == results.own.len();
        let count = if is_first { most } else { 1 };
        elsewhere.iter().take(count).cloned().collect()
    }

    /// Searches outside of the page's document, first strictly and then with the fallback strictness. `last` is the last place found in
    /// its front matter.
    fn search_elsewhere(
        &self,
        search: &TextSearch<'_>,
        route: Option<&Route>,
        document: Option<&Document>,
        last: Option<&Place>,
    ) -> Vec<Place> {
        let templates = route.map_or_else(Vec::new, |route| self.templates_of(route));
        let elsewhere = self.exact_matches(search, &templates);
        if !elsewhere.is_empty() {
            return elsewhere;
        }
        let strictness = search.fallback_strictness();
        last.cloned()
            .or_else(|| self.fallback_match(search, &templates))
            .or_else(|| first(in_front_matter(search, document?, strictness)))
            .or_else(|| first(search.equal_values_of_any_key(&document?.toml)))
            .or_else(|| {
                let mut templates = self.templates.values();
                templates.find_map(|source| search.in_template(source, strictness).pop())
            })
            .into_iter()
            .collect()
    }

    /// Searches the templates of the page, and the values of data files that equal the text.
    fn exact_matches(&self, search: &TextSearch<'_>, templates: &[&Arc<Source>]) -> Vec<Place> {
        let Texts { data, .. } = self.texts();
        // Rules of structure.toml name URLs, but write no links into pages.
        let data = data.iter().filter(|toml| toml.source.path != STRUCTURE);
        let values = data.flat_map(|toml| search.equal_values(toml));
        let templates = templates.iter();
        templates
            .flat_map(|source| search.in_template(source, search.strictness()))
            .chain(values)
            .collect()
    }

    /// Returns the fallback when no source of the page has exactly this text: values of other documents, longer texts that
    /// contain it, or templates that assemble it.
    fn fallback_match(&self, search: &TextSearch<'_>, templates: &[&Arc<Source>]) -> Option<Place> {
        let Texts { data, documents } = self.texts();
        // Pages show values of other documents as text, so those values do not contain the tag. Searching them for every page
        // with the tag would take time that grows with the square of the number of pages.
        let documents = documents.iter().filter(|_| !search.is_markup());
        let documents =
            documents.filter_map(|toml| self.document(self.plan.by_source.get(&toml.source.path)?));
        let documents: Vec<&Document> = documents.collect();
        let strictness = search.fallback_strictness();
        let in_data = |toml: &TomlText| search.in_values(toml, "", strictness);
        let assembled = |sources: &mut dyn Iterator<Item = &Arc<Source>>| {
            let places = sources
                .filter_map(|source| search.longest_template_prefix(source, &self.content.site));
            places.max_by_key(|place| place.span.len())
        };
        first(
            documents
                .iter()
                .flat_map(|one| search.equal_values(&one.toml)),
        )
        .or_else(|| {
            // A part of a route is no address of a link.
            let is_read = |toml: &&TomlText| !search.is_link || toml.source.path != STRUCTURE;
            first(data.iter().filter(is_read).flat_map(in_data))
        })
        .or_else(|| assembled(&mut templates.iter().copied()))
        .or_else(|| {
            let places = templates.iter();
            first(places.flat_map(|source| search.in_template(source, strictness)))
        })
        .or_else(|| {
            let places = documents.iter();
            first(places.flat_map(|one| in_front_matter(search, one, strictness)))
        })
        .or_else(|| assembled(&mut self.templates.values()))
    }

    fn document(&self, url: &str) -> Option<&'a Document> {
        let route = self.plan.routes.get(url)?;
        route.document_in(self.content).map(AsRef::as_ref)
    }

    /// Returns the place of the `##` of the heading with this id in the document's Markdown, or `None` if the heading comes
    /// from elsewhere.
    pub fn heading(&self, url: &str, id: &str) -> Option<Place> {
        let (document, origins) = self.origins(url)?;
        let content = origins.content();
        let at = content.find(&format!(" id=\"{id}\""))?;
        let before = &content[..at];
        let start = before.rfind('<')?;
        if !matches!(
            &before[start..],
            "<h1" | "<h2" | "<h3" | "<h4" | "<h5" | "<h6"
        ) {
            return None;
        }
        let origin = origins.of_content(document, &(start..start + 1))?;
        place_of_text(document, origin)
    }

    /// Returns the tag of the page's templates that wrote a tag of the page with a value in it, if it can only be one.
    pub fn tag_with_values(&self, url: &str, tag: &str) -> Option<Place> {
        let route = self.plan.routes.get(url)?;
        tag_with_values(self.templates_of(route).into_iter(), tag)
    }

    /// Returns the place of the first NUL character in the file of the page's document.
    pub fn nul(&self, url: &str) -> Option<Place> {
        let source = self.document(url)?.source();
        let at = source.text.find('\0')?;
        Some(Place::new(source, at..at + 1))
    }

    /// Returns every place that sets this id on an element of the page: headings and HTML of its document, then its templates.
    pub fn ids(&self, url: &str, id: &str) -> Vec<Place> {
        let Some(route) = self.plan.routes.get(url) else {
            return Vec::new();
        };
        let mut found: Vec<Place> = Vec::new();
        if let Some((document, origins)) = self.origins(url) {
            let source = document.source();
            let spans = origins.with_id(id);
            let places = spans.filter_map(|span| {
                let Origin::Text(at) = origins.of_page(document, &span)? else {
                    return None;
                };
                let attribute = first(id_attributes(source, at.clone(), id));
                Some(attribute.unwrap_or_else(|| Place::new(source, at)))
            });
            found.extend(places);
        }
        for source in self.templates_of(route) {
            let places = id_attributes(source, 0..source.text.len(), id);
            found.extend(outside_comments(source, places));
        }
        found
    }

    /// Returns the place of the first TOML value that equals `value` and has this key. Used for elements that the theme generates
    /// from forms and lists.
    pub fn keyed(&self, key: &str, value: &str) -> Option<Place> {
        let Texts { data, documents } = self.texts();
        data.iter().chain(documents).find_map(|toml| {
            let source = &toml.source;
            if !source.path.ends_with(".toml") || !source.text.contains(value) {
                return None;
            }
            let is_keyed = |one: &&content::TomlString| {
                one.text == value && one.pointer.rsplit('/').next() == Some(key)
            };
            let text = toml.texts().iter().find(is_keyed);
            text.map(|one| one.place.clone())
        })
    }

    /// Returns a route's template and the templates that it depends on.
    fn templates_of(&self, route: &Route) -> Vec<&'a Arc<Source>> {
        let markdown = route
            .document_in(self.content)
            .map_or("", |one| one.markdown());
        let graph = self
            .graph
            .get_or_init(|| TemplateGraph::new(self.templates));
        graph.dependencies(&route.template, markdown)
    }

    /// Returns the texts of the content that pages may show.
    fn texts(&self) -> &Texts {
        self.texts.get_or_init(|| {
            let lists = self.tree.lists.values().flatten();
            let texts = self.tree.texts.values().chain(lists);
            let (documents, mut data): (Vec<_>, Vec<_>) = texts
                .filter(|source| is_shown(&source.path))
                .map(TomlText::whole)
                .partition(|toml| self.plan.by_source.contains_key(&toml.source.path));
            data.sort_by_key(|toml| toml.source.path != "content/menus.toml");
            Texts { data, documents }
        })
    }

    /// Returns the place of a key in the front matter of the page's document, or in the rule that generates the page. Falls back to
    /// the place of the page's source.
    pub fn key(&self, url: &str, key: &str) -> Option<Place> {
        let route = self.plan.routes.get(url)?;
        let place = match (route.kind.rule(), route.document_in(self.content)) {
            (Some(rule), _) => {
                let translated = route.place_of_translated_text(self.content, key);
                translated.or_else(|| self.rule(&format!("{rule}/{key}")))
            }
            (None, Some(document)) if document.fields.contains_key(key) => {
                Some(document.place(&format!("/{key}"), Part::Value))
            }
            _ => None,
        };
        Some(place.unwrap_or_else(|| route.place(self.content)))
    }

    /// Returns the place of the first line of the page's template.
    pub fn template(&self, url: &str) -> Option<Place> {
        let route = self.plan.routes.get(url)?;
        Some(Place::start_of(self.templates.get(&route.template)?))
    }

    /// Returns the place of the value of `structure.toml` at a JSON pointer.
    pub fn rule(&self, pointer: &str) -> Option<Place> {
        let Texts { data, .. } = self.texts();
        let structure = data.iter().find(|toml| toml.source.path == STRUCTURE)?;
        Some(structure.locate(pointer, Part::Value))
    }
}

const STRUCTURE: &str = "content/structure.toml";

/// Returns whether text from this file in `content/` may appear on pages.
pub(crate) fn is_shown(path: &str) -> bool {
    const NOT_SHOWN: [&str; 5] = [
        "content/baseline.toml",
        "content/schemas/",
        "content/wording/",
        "content/checks.toml",
        "content/urls.toml",
    ];
    !NOT_SHOWN.iter().any(|start| path.starts_with(start))
}

/// Returns the place of an origin in a document's Markdown, or `None` if the template of a component wrote the part.
fn place_of_text(document: &Document, origin: Origin) -> Option<Place> {
    match origin {
        Origin::Text(at) => Some(Place::new(document.source(), at)),
        Origin::Component(_) => None,
    }
}

/// Searches the front matter of a document.
fn in_front_matter(
    search: &TextSearch<'_>,
    document: &Document,
    strictness: Strictness,
) -> Vec<Place> {
    search.in_values(&document.toml, &document.pointer, strictness)
}

fn first(places: impl IntoIterator<Item = Place>) -> Option<Place> {
    places.into_iter().next()
}
