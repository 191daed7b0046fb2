//! Renders a site, and keeps everything that the next build can reuse.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use content::Content;
use diagnostic::{Diagnostic, Fingerprint, Fingerprinter};
use rayon::prelude::*;
use serde_json::Value;
use tera::{Context, Tera};

use crate::cached_pages::{self, CachedPage, CachedPages, Chunk, ChunkStore};
use crate::card;
use crate::functions::{self, FunctionData};
use crate::input::{Build, Input};
use crate::markdown::Highlighter;
use crate::merged_diagnostics::MergedDiagnostics;
use crate::page::{ByTemplate, PageInput, PageRenderer};
use crate::recorder::recorder;
use crate::rendered::{HtmlFile, Rendered, RenderedPage};
use crate::route::{Route, Routes, output_path};
use crate::search::{self, IndexMemo, Indexed};
use crate::template::graph::{Graph, Templates};
use crate::template::parse::{Parsed, parse};
use crate::template::value_uses::ValueUses;
use crate::values::Values;
use crate::{calendar, feed, llms, sitemap};

/// The templates of the last build, parsed.
struct Theme {
    /// Fingerprint of the text of all templates.
    fingerprint: Fingerprint,
    parsed: Parsed,
    /// Fingerprint of each template with its dependencies, and with the template of share cards.
    fingerprints: ByTemplate,
    value_uses: ValueUses,
}

impl Theme {
    fn new(templates: &Templates, fingerprint: Fingerprint) -> Self {
        let graph = Graph::new(templates);
        // The parser only checks that the functions exist.
        let mut tera = Tera::default();
        tera.autoescape_on(vec![".html", ".htm", ".xml", ".svg"]);
        functions::register(&mut tera, &Arc::default(), &recorder().0);
        Self {
            fingerprint,
            parsed: parse(&tera, templates, &graph),
            fingerprints: with_card(graph.fingerprints()),
            value_uses: ValueUses::new(templates, &graph),
        }
    }
}

/// Combines the fingerprint of each template with that of the template of share cards.
fn with_card(fingerprints: HashMap<String, Fingerprint>) -> ByTemplate {
    let card = fingerprints.get(card::TEMPLATE).copied();
    let card = card.unwrap_or_default();
    let all = fingerprints.into_iter().map(|(name, own)| {
        let both = Fingerprinter::default().parts([own, card]);
        (name, both.finish())
    });
    all.collect()
}

/// Renderer of a site, which keeps everything that the next build can reuse. Starting with a new renderer is always safe.
#[derive(Default)]
pub struct Renderer {
    /// Fingerprint of everything that each page of the last build could read without a query.
    shared: Fingerprint,
    values: Values,
    highlighter: Highlighter,
    theme: Option<Theme>,
    pages: CachedPages,
    /// Fingerprint of the URLs and titles of the last build ([`Plan::titles`](crate::Plan::titles)).
    titles: Fingerprint,
    search: IndexMemo,
}

impl std::fmt::Debug for Renderer {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Renderer")
            .field("pages", &self.pages.len())
            .finish_non_exhaustive()
    }
}

/// Result of rendering a route.
struct RouteResult {
    page: Option<Arc<CachedPage>>,
    diagnostics: Vec<Diagnostic>,
    /// Diagnostics that the template caused while it rendered the page.
    template_diagnostics: Vec<Diagnostic>,
}

impl RouteResult {
    /// Returns whether the next build may reuse the page. A page with diagnostics is rendered again, so that they are reported
    /// again.
    fn is_cached(&self) -> bool {
        self.diagnostics.is_empty() && self.template_diagnostics.is_empty()
    }

    fn length_in_memory(&self) -> usize {
        let html = self
            .page
            .as_ref()
            .and_then(|cached| cached.page.html_in_memory());
        html.map_or(0, str::len)
    }
}

impl Renderer {
    /// Creates a renderer with the cached pages of another process. `shared` is that process's [`Renderer::shared`], and
    /// `chunks` are its chunks in order, each as bytes and the file with its HTML. Chunks with invalid bytes are left out, for
    /// example those of another version of the program.
    pub fn from_chunks(shared: Fingerprint, chunks: Vec<(Vec<u8>, Arc<dyn HtmlFile>)>) -> Self {
        let chunks = chunks.into_par_iter();
        let chunks = chunks.filter_map(|(bytes, html)| cached_pages::from_bytes(&bytes, &html));
        let chunks: Vec<CachedPages> = chunks.collect();
        Self {
            shared,
            pages: chunks.into_iter().flatten().collect(),
            ..Self::default()
        }
    }

    /// Reads the HTML of all pages into memory, and drops the pages whose HTML is lost.
    #[must_use]
    pub fn in_memory(mut self) -> Self {
        let pages = std::mem::take(&mut self.pages).into_par_iter();
        self.pages = pages.filter_map(cached_pages::in_memory).collect();
        self
    }

    /// Returns the fingerprint of everything that each page of the last build could read without a query.
    pub fn shared(&self) -> Fingerprint {
        self.shared
    }

    /// Returns the pages of the last build in chunks, which another process can load.
    pub fn chunks(&self) -> Vec<Chunk<'_>> {
        cached_pages::chunks(self.shared, &self.pages)
    }

    /// Parses the theme's templates if they have changed since the last build. [`Renderer::render`] does the same, but this can run
    /// while its other inputs are still being made.
    pub fn parse(&mut self, templates: &Templates) {
        self.theme = Some(self.parsed(templates));
    }

    /// Takes the parsed templates of the last build if they have not changed, or else parses them.
    fn parsed(&mut self, templates: &Templates) -> Theme {
        let all = templates.values();
        let all = all.fold(Fingerprinter::default(), |all, source| {
            all.part(source.fingerprint)
        });
        let fingerprint = all.finish();
        let known = self.theme.take();
        let known = known.filter(|theme| theme.fingerprint == fingerprint);
        known.unwrap_or_else(|| Theme::new(templates, fingerprint))
    }

    /// Renders every route of the plan, feeds, calendars, search indexes, the sitemap, robots.txt, and llms.txt.
    ///
    /// A page is rendered again only if something it is made from has changed: its document, its templates, the answer to
    /// one of its queries, or what every page can read (settings, menus, forms, assets, today's date).
    pub fn render(&mut self, input: &Input<'_>) -> (Rendered, Vec<Diagnostic>) {
        let Input { content, plan, .. } = *input;
        let forms = posted_forms(input);
        let shared = shared(input, &forms);
        if self.shared != shared {
            self.values = Values::default();
            self.pages.clear();
            self.shared = shared;
        }
        let theme = self.parsed(input.templates);
        let function_data = Arc::new(FunctionData {
            values: Values::new(content, plan, &self.values),
            assets: Arc::clone(input.assets),
            forms: forms
                .iter()
                .map(|(name, form)| (name.clone(), tera::Value::from_serializable(form)))
                .collect(),
            site: content.site.clone(),
            by_source: Arc::clone(&plan.by_source),
            incomplete: !content.are_menus_valid || plan.incomplete,
        });
        let globals = globals(content, input.build);
        let page_input = PageInput {
            content,
            plan,
            tera: &theme.parsed.tera,
            templates: input.templates,
            template_fingerprints: &theme.fingerprints,
            excluded_templates: &theme.parsed.excluded_templates,
            value_uses: &theme.value_uses,
            function_data: &function_data,
            highlighter: &self.highlighter,
            globals: &globals,
        };
        if let Some(first) = input.first
            && let Some(pages) = clean_pages(&page_input, first.urls)
        {
            (first.show)(pages);
        }
        let cached = std::mem::take(&mut self.pages);
        let routes = with_cached(&plan.routes, &cached);
        let (store, in_memory) = (input.store, AtomicUsize::new(0));
        let chunks: Vec<_> = routes
            .split_inclusive(|(route, _)| cached_pages::ends_chunk(&route.url))
            .collect();
        let results = chunks.into_par_iter().map(|routes| {
            let pages = routes.par_iter().with_min_len(8).map_init(
                || None,
                |renderer, (route, cached)| self.page(&page_input, renderer, route, *cached),
            );
            let mut results: Vec<RouteResult> = pages.collect();
            let length: usize = results.iter().map(RouteResult::length_in_memory).sum();
            let is_full = |store: &&dyn ChunkStore| {
                length > 0
                    && in_memory.fetch_add(length, Relaxed) + length > store.html_memory_limit()
            };
            // A chunk is stored as soon as it is rendered: if the memory of many pages were freed at once, the allocator would
            // return it to the system, and getting it back is slow.
            if let Some(store) = store.filter(is_full) {
                self.store(store, &mut results);
            }
            results
        });
        let results: Vec<Vec<RouteResult>> = results.collect();
        let results: Vec<RouteResult> = results.into_iter().flatten().collect();
        let mut rendered = Rendered {
            files: other_files(content, &routes, &results, &mut self.search),
            pages: Vec::with_capacity(results.len()),
        };
        let mut diagnostics = MergedDiagnostics::default();
        diagnostics.extend(theme.parsed.diagnostics.iter().cloned(), None);
        let site = tera::Value::from_serializable(&content.site);
        diagnostics.extend(theme.value_uses.check_site(&site), None);
        let mut pages = Vec::with_capacity(results.len());
        for ((route, _), result) in routes.iter().zip(results) {
            let is_cached = result.is_cached();
            if let Some(page) = result.page {
                rendered.pages.push(Arc::clone(&page.page));
                if is_cached {
                    pages.push(page);
                }
            }
            diagnostics.extend(result.diagnostics, None);
            diagnostics.extend(result.template_diagnostics, Some(route));
        }
        self.pages = pages;
        self.theme = Some(theme);
        self.values = Arc::into_inner(function_data)
            .map(|data| data.values)
            .unwrap_or_default();
        self.titles = plan.titles;
        (rendered, diagnostics.finish())
    }

    /// Stores the pages of a chunk, and frees their HTML.
    fn store(&self, store: &dyn ChunkStore, results: &mut [RouteResult]) {
        let (mut slots, mut pages) = (Vec::new(), Vec::new());
        for result in results.iter_mut().filter(|result| result.is_cached()) {
            if let Some(page) = result.page.take() {
                slots.push(&mut result.page);
                pages.push(page);
            }
        }
        cached_pages::store(self.shared, &mut pages, store);
        for (slot, page) in slots.into_iter().zip(pages) {
            *slot = Some(page);
        }
    }

    /// Returns `cached` if nothing that the page was made from has changed, or else renders the page.
    fn page<'a>(
        &self,
        input: &'a PageInput<'a>,
        renderer: &mut Option<PageRenderer<'a>>,
        route: &Arc<Route>,
        cached: Option<&Arc<CachedPage>>,
    ) -> RouteResult {
        let template = input.template_fingerprints.get(&route.template);
        let template = template.copied().unwrap_or_default();
        let has_same_answers = |cached: &&Arc<CachedPage>| {
            let mut answers = cached.answers.iter();
            answers.all(|(query, answer)| input.function_data.fingerprint(query) == *answer)
        };
        let cached =
            cached.filter(|cached| cached.template == template && has_same_answers(cached));
        // The same route with the same titles has the same fingerprint.
        let is_untouched = |cached: &&Arc<CachedPage>| {
            let known = cached.route.as_ref();
            known.is_some_and(|known| Arc::ptr_eq(known, route)) && self.titles == input.plan.titles
        };
        let page = |page| RouteResult {
            page,
            diagnostics: Vec::new(),
            template_diagnostics: Vec::new(),
        };
        if let Some(cached) = cached.filter(is_untouched) {
            return page(Some(Arc::clone(cached)));
        }
        let route_fingerprint = input.fingerprint(route);
        let as_cached = |sitemap_entry, answers, page| {
            Arc::new(CachedPage {
                route: Some(Arc::clone(route)),
                template,
                route_fingerprint,
                sitemap_entry,
                answers,
                page,
            })
        };
        if let Some(cached) = cached.filter(|cached| cached.route_fingerprint == route_fingerprint)
        {
            let (entry, answers) = (cached.sitemap_entry.clone(), cached.answers.clone());
            return page(Some(as_cached(entry, answers, Arc::clone(&cached.page))));
        }
        let renderer = renderer.get_or_insert_with(|| PageRenderer::new(input));
        let outcome = renderer.render(route);
        let answers = outcome.queries.into_iter().map(|query| {
            let answer = input.function_data.fingerprint(&query);
            (query, answer)
        });
        let answers = answers.collect();
        RouteResult {
            page: outcome.page.map(|page| {
                as_cached(
                    sitemap::entry(input.content, route),
                    answers,
                    Arc::new(page),
                )
            }),
            diagnostics: outcome.diagnostics,
            template_diagnostics: outcome.template_diagnostics,
        }
    }
}

/// Renders the pages at some URLs. Returns `None` if one of them has no route, cannot be rendered, or has diagnostics.
fn clean_pages(input: &PageInput<'_>, urls: &[String]) -> Option<Vec<Arc<RenderedPage>>> {
    let renderer = PageRenderer::new(input);
    let pages = urls.iter().map(|url| {
        let outcome = renderer.render(input.plan.routes.get(url)?);
        let is_clean = outcome.diagnostics.is_empty() && outcome.template_diagnostics.is_empty();
        outcome.page.filter(|_| is_clean).map(Arc::new)
    });
    pages.collect()
}

/// Pairs each route with the page that was kept for it. Both are sorted by URL.
fn with_cached<'a>(
    routes: &'a Routes,
    cached: &'a [Arc<CachedPage>],
) -> Vec<(&'a Arc<Route>, Option<&'a Arc<CachedPage>>)> {
    let mut cached = cached.iter().peekable();
    let routes = routes.iter().map(|route| {
        let is_same = |cached: &&Arc<CachedPage>| {
            let known = cached.route.as_ref();
            known.is_some_and(|known| Arc::ptr_eq(known, route))
        };
        if let Some(cached) = cached.next_if(is_same) {
            return (route, Some(cached));
        }
        while cached
            .next_if(|cached| cached.page.url < route.url)
            .is_some()
        {}
        (route, cached.next_if(|cached| cached.page.url == route.url))
    });
    routes.collect()
}

/// Returns the forms as templates see them, with the URL that each posts to as `action`.
fn posted_forms(input: &Input<'_>) -> BTreeMap<String, Value> {
    let mut forms = input.forms.clone();
    for form in forms.values_mut().filter(|form| !form.is_null()) {
        let path = form["path"].as_str().unwrap_or_default();
        form["action"] = format!("{}{path}", input.build.api_url).into();
    }
    forms
}

/// Returns the fingerprint of everything that each page can read without a query.
fn shared(input: &Input<'_>, forms: &BTreeMap<String, Value>) -> Fingerprint {
    let content = input.content;
    let forms = forms
        .iter()
        .flat_map(|(name, form)| [Fingerprint::of(name), Fingerprint::of_value(form)]);
    Fingerprinter::default()
        .part(Fingerprint::of_value(&content.site))
        .part(content.structure_toml.source.fingerprint)
        .part(Fingerprint::of_value(&content.menus))
        .parts(forms)
        .part(input.assets.fingerprint())
        .text(&input.build.date.to_string())
        .text(&input.build.api_url)
        .finish()
}

/// Returns feeds, calendars, search indexes, the sitemap, robots.txt, and llms.txt by output path. `routes` and `results` are
/// sorted by URL.
fn other_files(
    content: &Content,
    routes: &[(&Arc<Route>, Option<&Arc<CachedPage>>)],
    results: &[RouteResult],
    memo: &mut IndexMemo,
) -> BTreeMap<String, String> {
    let html_of = |url: &str| {
        let at = routes.binary_search_by(|(route, _)| route.url.as_str().cmp(url));
        let page = results[at.ok()?].page.as_ref();
        page.map(|cached| cached.page.content())
    };
    let entries = || {
        let pages = routes.iter().zip(results);
        pages.map(|((route, _), result)| match &result.page {
            Some(page) => Cow::Borrowed(page.sitemap_entry.as_str()),
            None => Cow::Owned(sitemap::entry(content, route)),
        })
    };
    let feeds = || -> BTreeMap<String, String> {
        let feeds = content.structure.feeds.iter();
        feeds
            .map(|feed| (output_path(&feed.route), feed::feed(content, feed, html_of)))
            .collect()
    };
    let indexes = || {
        let pages = routes
            .iter()
            .zip(results)
            .filter_map(|((route, _), result)| {
                Some(Indexed {
                    lang: &route.lang,
                    collection: &route.document.as_deref()?.collection,
                    text: result.page.as_ref()?.page.search.as_ref()?,
                })
            });
        search::index(content, &pages.collect::<Vec<_>>(), memo)
    };
    let ((mut files, sitemap), indexes) = rayon::join(
        || rayon::join(feeds, || sitemap::sitemap(entries())),
        indexes,
    );
    files.extend(indexes);
    files.insert("sitemap.xml".to_owned(), sitemap);
    files.insert("robots.txt".to_owned(), sitemap::robots(content));
    if let Some(rule) = &content.structure.llms {
        files.insert("llms.txt".to_owned(), llms::llms(content, rule));
    }
    for rule in &content.structure.calendars {
        files.extend(calendar::calendars(content, rule));
    }
    files
}

fn globals(content: &Content, build: &Build) -> Context {
    let mut globals = Context::new();
    globals.insert("site", &content.site);
    globals.insert("menus", &content.menus);
    globals.insert(
        "build",
        &serde_json::json!({
            "date": build.date.to_string(),
            "year": build.date.year(),
            "api": build.api_url,
        }),
    );
    globals
}
