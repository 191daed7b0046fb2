//! Renders one page: first its Markdown, then its template with the values of the page.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use content::{Content, Document, DocumentId, Part};
use diagnostic::{Diagnostic, Fingerprint, Fingerprinter};
use tera::{Context, Tera, Value};

use crate::card::{self, Card};
use crate::codes;
use crate::entry_content::{self, on_another_page};
use crate::feed;
use crate::function_data::LanguageData;
use crate::functions;
use crate::listing::Listing;
use crate::markdown::{self, Components, Dialect, Html, MarkdownContext};
use crate::outcome::Outcome;
use crate::recorder::{Query, Record, Recorder, recorder};
use crate::relatives::breadcrumbs;
use crate::rendered::{PageRecord, RenderedPage};
use crate::route::{Relatives, Route, RouteKind, permalink};
use crate::search::{self, PageText};
use crate::site_renderer::SiteRenderer;
use crate::sitemap;
use crate::table::table;
use crate::template::errors::{self, Scope};
use crate::template::limited_output::{self, Failure};
use crate::template::template_links::unknown_template;
use crate::values::term;

/// Renderer of pages, one after the other. The template functions record the queries of the current page, so each thread needs a
/// renderer of its own.
pub struct PageRenderer<'a> {
    site: &'a SiteRenderer,
    /// The templates in each language of the site, made when a page first needs them.
    languages: BTreeMap<&'a str, OnceCell<Tera>>,
    recorder: Recorder,
    record: Record,
}

impl SiteRenderer {
    /// Returns a renderer of pages with a copy of the templates, whose functions record for this renderer.
    pub fn page_renderer(&self) -> PageRenderer<'_> {
        let (recorder, record) = recorder();
        let languages = self.globals.keys().map(String::as_str);
        PageRenderer {
            site: self,
            languages: languages.map(|lang| (lang, OnceCell::new())).collect(),
            recorder,
            record,
        }
    }
}

impl PageRenderer<'_> {
    /// Renders a route.
    pub fn render(&self, route: &Route) -> Outcome {
        let mut outcome = Outcome::default();
        if self.site.theme.templates.contains_key(&route.template) {
            outcome.page = self.page(route, &mut outcome).map(Box::new);
            outcome.queries.extend(self.record.queries());
            // If the page failed, its pictures must not be attributed to the next page.
            drop(self.record.pictures());
        } else {
            outcome.diagnostics.push(self.site.no_such_template(route));
        }
        outcome
    }

    /// Returns the templates as pages in a language use them: with its facts, menus, and words. `None` if the site has no such
    /// language, which planning rules out.
    fn tera(&self, lang: &str) -> Option<&Tera> {
        let site = self.site;
        let globals = site.globals.get(lang)?;
        Some(self.languages.get(lang)?.get_or_init(|| {
            let data = LanguageData {
                all: Arc::clone(&site.data),
                lang: lang.to_owned(),
            };
            let mut tera = site.theme.parsed.tera.clone();
            functions::register(&mut tera, &Arc::new(data), &self.recorder);
            globals.clone_into(tera.global_context());
            tera
        }))
    }

    fn page(&self, route: &Route, outcome: &mut Outcome) -> Option<RenderedPage> {
        let site = self.site;
        let tera = self.tera(&route.lang)?;
        let document = route.document_in(&site.content).map(AsRef::as_ref);
        let mut page = site.values_of(route);
        let html = self.markdown(tera, route, &page, outcome)?;
        if site
            .theme
            .parsed
            .excluded_templates
            .contains(&route.template)
        {
            return None;
        }
        add_html(&mut page, &html);
        let (card, card_failed) = self.card(tera, route, &mut page, outcome);
        let uses = site
            .theme
            .value_uses
            .check_page(&route.template, &page, &site.content);
        outcome.template_diagnostics.extend(uses);
        let mut context = Context::new();
        context.insert_value("page", Value::from(page));
        match limited_output::render(tera, &route.template, &context) {
            Ok(text) => {
                let data = site.theme.value_uses.printed_data(&route.template);
                outcome.template_diagnostics.extend(data);
                let text = self.with_texts(text)?;
                let marks = relative_marks(html.marks, document);
                let search = site.search_text(route, &html.content);
                let mut page = RenderedPage::new(route, text, html.content, marks);
                let in_feed = site.is_in_feed(route);
                page.record = PageRecord {
                    sitemap_entry: sitemap::entry(&site.content, route),
                    search: search.map(Arc::new),
                    can_search: site.content.structure.search.is_some()
                        && search::can_be_opened(&page.html),
                    feed_html: in_feed.then(|| page.content().to_owned()),
                    pictures: self.record.pictures(),
                    card: card.filter(|card| card.is_in(&page.html)).map(Box::new),
                    ..page.record
                };
                Some(page)
            }
            Err(error) => {
                outcome.queries.extend(self.record.queries());
                let diagnostics = self.failure(&error, &route.template, route, &outcome.queries);
                // The template may fail only because the page has no card.
                if !card_failed {
                    outcome.template_diagnostics.extend(diagnostics);
                }
                None
            }
        }
    }

    /// Replaces the placeholders of other documents' texts. Returns `None` if such a text has an error, which is reported elsewhere.
    fn with_texts(&self, html: String) -> Option<String> {
        if entry_content::urls(&html).next().is_none() {
            return Some(html);
        }
        let routes = &self.site.plan.routes;
        let mut is_complete = true;
        let filled = entry_content::filled(&html, |url| {
            let route = routes.get(url).filter(|route| route.document.is_some())?;
            self.recorder.query(Query::Text(url.to_owned()));
            let text = self.text_of(route);
            is_complete &= text.is_some();
            Some(text.unwrap_or_default())
        });
        is_complete.then_some(filled)
    }

    /// Returns the text of the document that a route shows, as another page can show it.
    fn text_of(&self, route: &Route) -> Option<String> {
        let page = self.site.values_of(route);
        let tera = self.tera(&route.lang)?;
        // Its findings are those of its own page.
        let html = self.markdown(tera, route, &page, &mut Outcome::default())?;
        Some(on_another_page(&html.content, &route.url))
    }

    /// Draws the page's share card and adds it to `page`, if the theme has a template for cards and search engines may list the
    /// page. Returns the card, and whether its template fails.
    fn card(
        &self,
        tera: &Tera,
        route: &Route,
        page: &mut tera::Map,
        outcome: &mut Outcome,
    ) -> (Option<Card>, bool) {
        let site = self.site;
        if !site.theme.templates.contains_key(card::TEMPLATE) {
            return (None, false);
        }
        if route.is_noindex(&site.content) {
            page.insert("card".into(), Value::none());
            return (None, false);
        }
        let svg = (!site
            .theme
            .parsed
            .excluded_templates
            .contains(card::TEMPLATE))
        .then(|| {
            let uses = site
                .theme
                .value_uses
                .check_page(card::TEMPLATE, page, &site.content);
            outcome.template_diagnostics.extend(uses);
            let mut context = Context::new();
            context.insert_value("page", Value::from(page.clone()));
            limited_output::render(tera, card::TEMPLATE, &context)
        });
        let (svg, failed) = match svg {
            Some(Ok(svg)) => (svg, false),
            Some(Err(error)) => {
                outcome.queries.extend(self.record.queries());
                let diagnostics = self.failure(&error, card::TEMPLATE, route, &outcome.queries);
                outcome.template_diagnostics.extend(diagnostics);
                (String::new(), true)
            }
            None => (String::new(), true),
        };
        let card = Card::new(route, svg, &site.data.assets.card_renderer);
        let title = route.title(&site.content);
        let value = card.as_ref().map(|card| card.value(&title));
        page.insert("card".into(), value.unwrap_or_else(Value::none));
        (card, failed)
    }

    /// Returns the diagnostics of a template that fails on the page of a route. `queries` are those of the page so far.
    fn failure(
        &self,
        failure: &Failure,
        template: &str,
        route: &Route,
        queries: &[Query],
    ) -> Vec<Diagnostic> {
        let site = self.site;
        let templates = &site.theme.templates;
        let error = match failure {
            Failure::Error(error) => error,
            Failure::TooLong(next) => {
                return vec![limited_output::too_long(template, next, templates)];
            }
        };
        let scope = Scope {
            templates,
            content: Some(&site.content),
            document: route.document_in(&site.content).map(AsRef::as_ref),
        };
        match self.record.failure() {
            Some(diagnostics) => errors::of_function(error, diagnostics, scope),
            // The template may fail only because menus or the pages of a list are missing.
            None if site.data.incomplete => Vec::new(),
            None => {
                let mut diagnostics = errors::diagnostics(error, scope);
                if self.shows_faulty_collection(queries) {
                    // What the template misses may be the entry that was left out, unless there is a name that is meant.
                    diagnostics.retain(|one| {
                        one.code != &codes::TEMPLATE_ERROR || !one.fixes().is_empty()
                    });
                }
                diagnostics
            }
        }
    }

    /// Returns whether a page with these queries shows a collection with an entry that was left out because of its errors.
    fn shows_faulty_collection(&self, queries: &[Query]) -> bool {
        let values = &self.site.data.values;
        queries.iter().any(|query| match query {
            Query::Collection(name, ..) | Query::Entry(name, ..) => values.has_faulty(name),
            Query::Choice(choice) => values.has_faulty(&choice.collection),
            Query::Neighbors(_) | Query::Taxonomy(..) | Query::Address(_) | Query::Text(_) => false,
        })
    }

    /// Renders the document's text. Returns `None` if a component could not be rendered because of an error that is reported
    /// elsewhere.
    fn markdown(
        &self,
        tera: &Tera,
        route: &Route,
        page: &tera::Map,
        outcome: &mut Outcome,
    ) -> Option<Html> {
        let site = self.site;
        let Some(document) = route.document_in(&site.content) else {
            return Some(Html::default());
        };
        if document.body.is_empty() {
            return Some(Html::default());
        }
        let rule = &site.content.collection(&document.collection)?.rule;
        let mut implicits = site.globals.get(&route.lang)?.clone();
        implicits.insert_value("page", Value::from(page.clone()));
        let context = MarkdownContext {
            site: site.content.site_in(&route.lang),
            components: Some(Components {
                tera,
                record: &self.record,
                templates: &site.theme.templates,
                are_complete: site.theme.parsed.excluded_templates.is_empty(),
                implicits: &implicits,
            }),
            assets: &site.data.assets,
            by_source: &site.plan.by_source,
            dialect: Dialect::of(rule),
            allows_scripts: rule.unsafe_html,
            highlighter: rule.highlight.then_some(&*site.highlighter),
            recorder: &self.recorder,
        };
        let is_document = |url: &str| {
            let route = site.plan.routes.get(url);
            route.is_some_and(|route| route.document.is_some())
        };
        let rendered = markdown::render(
            &document.source().unloaded(),
            document.body.clone(),
            rule.sections,
            &context,
        );
        outcome.diagnostics.extend(rendered.diagnostics);
        let mut html = rendered.html;
        let shown = entry_content::urls(&html.content).find(|url| is_document(url));
        if let Some(url) = shown.map(str::to_owned) {
            let message = format!("a component in this text shows the text of {url}");
            let diagnostic = Diagnostic::new(&codes::TEMPLATE_ERROR, message);
            let place = document.place("", Part::Key);
            let help = "call `content` in a template: a text could show itself";
            outcome
                .diagnostics
                .push(diagnostic.at(place, "").help(help));
            let empty = |url: &str| is_document(url).then(String::new);
            html.content = entry_content::filled(&html.content, empty);
        }
        (!rendered.is_incomplete).then_some(html)
    }
}

impl SiteRenderer {
    /// Returns the values of `page`, without its text.
    fn values_of(&self, route: &Route) -> tera::Map {
        let fields = route.document.map(|id| self.data.values.fields(id));
        let mut page = fields.unwrap_or_default();
        self.add_route(&mut page, route);
        page
    }

    fn add_route(&self, page: &mut tera::Map, route: &Route) {
        let mut set = |key: &'static str, value: Value| drop(page.insert(key.into(), value));
        set("url", Value::from(route.url.as_str()));
        set(
            "permalink",
            Value::from(permalink(&self.content, &route.url)),
        );
        set("lang", Value::from(route.lang.as_str()));
        set("direction", Value::from(content::direction(&route.lang)));
        set("kind", Value::from(route.kind.name()));
        let title = route.title(&self.content);
        let description = route.description(&self.content);
        set("title", Value::from(&*title));
        set("description", Value::from(&*description));
        set("noindex", Value::from(route.is_noindex(&self.content)));
        let meta = table([
            (
                "title",
                Value::from(meta_title(&self.content, route, &title)),
            ),
            ("description", Value::from(&*description)),
        ]);
        set("meta", meta);
        set("breadcrumbs", breadcrumbs(&self.content, &self.plan, route));
        set("translations", self.translations(route));
        set("feeds", self.feeds(route));
        if let Some(listing) = &route.listing {
            set("paginator", self.data.values.paginator(listing));
        }
        if let Some(related) = self.related_to(route) {
            set("related", self.data.values.entries(related));
        }
        if let Some(planned) = &route.term {
            set("term", term(planned));
        }
    }

    /// Returns the page in all its languages, this one included; an empty list if there is only one.
    fn translations(&self, route: &Route) -> Value {
        let others = route.relatives.translations.iter();
        let others = others.filter_map(|url| self.plan.routes.get(url));
        let others = others.map(|other| {
            let link = permalink(&self.content, &other.url);
            table([
                ("lang", Value::from(other.lang.as_str())),
                ("url", Value::from(other.url.as_str())),
                ("permalink", Value::from(link)),
                ("title", Value::from(&*other.title(&self.content))),
            ])
        });
        let others: Vec<Value> = others.collect();
        Value::from(if others.len() > 1 { others } else { Vec::new() })
    }

    /// Returns the feeds with the documents that a page lists.
    fn feeds(&self, route: &Route) -> Value {
        let feeds = self.plan.feeds_of(route).iter().map(|feed| {
            let format = self.content.structure.feeds[feed.rule].format;
            table([
                ("url", Value::from(feed.url.as_str())),
                ("title", Value::from(feed::title(&self.content, feed))),
                ("type", Value::from(feed::media_type(format))),
            ])
        });
        Value::from(feeds.collect::<Vec<_>>())
    }

    /// Returns whether a route shows a document that is in a feed.
    fn is_in_feed(&self, route: &Route) -> bool {
        let document = route.document.filter(|_| route.kind == RouteKind::Page);
        document.is_some_and(|id| self.in_feeds.contains(&id))
    }

    /// Returns the documents that are related to the one that a route shows, the closest first. Returns `None` if its collection has
    /// no key `related`.
    fn related_to(&self, route: &Route) -> Option<&[DocumentId]> {
        self.related
            .of(route.document?)
            .filter(|_| route.kind == RouteKind::Page)
    }

    /// Returns the fingerprint of everything that a page can read of its route without a query: the route, its document and list,
    /// related documents, and the pages above it and in other languages.
    pub fn route_fingerprint(&self, route: &Route) -> Fingerprint {
        let content = &self.content;
        let entry = |id: DocumentId| content.document(id).entry;
        let document = route.document_in(content);
        let related = self.related_to(route).into_iter().flatten().copied();
        let listed = route.listing.iter().flat_map(Listing::documents);
        let feeds = self.plan.feeds_of(route).iter();
        let feeds = feeds.map(|feed| Fingerprint::of(&feed.url));
        let mut all = Fingerprinter::default()
            .part(route.fingerprint)
            .number(usize::from(self.is_in_feed(route)))
            .parts(feeds)
            .optional(document.map(|document| document.source().path.as_str()))
            .parts(
                document
                    .into_iter()
                    .flat_map(|one| [one.entry, one.content]),
            )
            .parts(related.map(entry))
            .parts(listed.map(entry));
        let Relatives {
            above,
            translations,
        } = &route.relatives;
        for url in above.iter().chain(translations) {
            let other = self.plan.routes.get(url);
            all = all.optional(other.map(|one| one.title(content)).as_deref());
        }
        all.finish()
    }

    /// Returns the text of a page for the search index, or `None` if the index must not contain the page.
    fn search_text(&self, route: &Route, html: &str) -> Option<PageText> {
        let search = self.content.structure.search.as_ref()?;
        let document = route.document_in(&self.content)?;
        let mut collections = search.collections.iter();
        let rule = collections.find(|rule| rule.name == document.collection)?;
        let fields = rule
            .fields
            .iter()
            .filter_map(|key| document.fields.get(key));
        let is_found = route.kind == RouteKind::Page && !route.is_noindex(&self.content);
        is_found.then(|| {
            let title = route.title(&self.content);
            let description = route.description(&self.content);
            let head = (route.url.as_str(), &*title, &*description);
            PageText::new(head, fields, html, search.excerpt)
        })
    }

    fn no_such_template(&self, route: &Route) -> Diagnostic {
        let locate = |pointer: String| self.content.structure_toml.locate(&pointer, Part::Value);
        let own = route.document_in(&self.content);
        let place = match (route.kind, route.document) {
            (RouteKind::Taxonomy(index), _) => locate(format!("/taxonomy/{index}/template")),
            (_, Some(id)) => match own.filter(|one| one.fields.contains_key("template")) {
                Some(document) => document.place("/template", Part::Value),
                None => locate(format!("/collection/{}/template", id.collection)),
            },
            (_, None) => route.place(&self.content),
        };
        unknown_template(&route.template, Some(place), &self.theme.templates)
    }
}

/// Returns the `<title>` of a route: its `meta_title`, or its title with the site's name if both fit.
fn meta_title(content: &Content, route: &Route, title: &str) -> String {
    let own = route.document_in(content);
    let own = own.filter(|_| route.listing.as_ref().is_none_or(|list| list.number == 1));
    if let Some(title) = own.and_then(|document| document.text("meta_title")) {
        return title.to_owned();
    }
    let config = &content.config;
    let name = content.site_in(&route.lang)["name"].as_str();
    let name = name.unwrap_or(&config.name);
    let with_name = format!("{title}{}{name}", config.title_separator);
    if with_name.chars().count() <= config.limits.title.saturating_sub(TITLE_RESERVE) {
        with_name
    } else {
        title.to_owned()
    }
}

/// Number of characters by which a title with the site's name must stay below the limit, because search engines cut titles off
/// by their width, not by the number of characters.
const TITLE_RESERVE: usize = 5;

/// Converts marks from offsets in the document's file to offsets in its Markdown, so that they stay valid if only the length of
/// the front matter changes.
fn relative_marks(marks: Vec<(u32, u32)>, document: Option<&Document>) -> Vec<(u32, u32)> {
    let start = document.map_or(0, |document| document.body.start);
    let start = u32::try_from(start).unwrap_or(u32::MAX);
    let marks = marks.into_iter();
    marks
        .map(|(at, source)| (at, source.saturating_sub(start)))
        .collect()
}

fn add_html(page: &mut tera::Map, html: &Html) {
    let sections = html.sections.iter().map(|section| {
        table([
            ("id", Value::from(section.id.as_str())),
            ("title", Value::from(section.title.as_str())),
            ("content", Value::safe_string(&section.content)),
        ])
    });
    let headings = html.headings.iter().map(|heading| {
        table([
            ("id", Value::from(heading.id.as_str())),
            ("title", Value::from(heading.title.as_str())),
            ("level", Value::from(i64::from(heading.level))),
        ])
    });
    for (key, value) in [
        ("content", Value::safe_string(&html.content)),
        ("intro", Value::safe_string(&html.intro)),
        ("sections", Value::from(sections.collect::<Vec<_>>())),
        ("toc", Value::from(headings.collect::<Vec<_>>())),
    ] {
        page.insert(key.into(), value);
    }
}
