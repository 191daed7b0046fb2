//! Makes the pages of a site, and keeps them for the next build, which makes a page again only if something that it is made from has
//! changed.

use std::collections::BTreeMap;
use std::hash::Hasher;
use std::sync::Arc;

use diagnostic::{Diagnostic, Fingerprint, Fingerprinter, TextHasher};
use inspect::{Page, UnsharedFacts};
use rayon::prelude::*;
use render::{Outcome, PageRenderer, Query, Route, Routes, SearchWords, SiteRenderer};
use serde::{Deserialize, Serialize};

use crate::destination::Destination;
use crate::page_source::PageSource;
use crate::search_words;

/// A page of the last build, with fingerprints of everything that it was made from.
#[derive(Debug, Serialize, Deserialize)]
pub struct CachedPage {
    /// Fingerprint of the template with its dependencies.
    template: Fingerprint,
    /// Fingerprint of the route with its document, list, ancestors, and translations.
    route_fingerprint: Fingerprint,
    /// Queries of the page, each with the fingerprint of the answer.
    answers: Vec<(Query, Option<Fingerprint>)>,
    /// The page.
    page: Arc<Page>,
}

/// Pages of the last build. Starting empty is always safe.
#[derive(Debug, Default)]
pub struct PageTable {
    /// Fingerprint of everything that each page could read without a query.
    shared: Fingerprint,
    /// Pages without findings, sorted by URL.
    pages: Vec<Arc<CachedPage>>,
    /// Words of the searched pages by language.
    search: BTreeMap<String, SearchWords>,
}

/// The pages of a site, and the files that are made from them.
pub struct MadePages {
    /// Pages sorted by URL. Pages that cannot be rendered are missing.
    pub pages: Vec<Arc<Page>>,
    /// Feeds, calendars, search indexes, the sitemap, robots.txt, and llms.txt, by output path.
    pub files: BTreeMap<String, String>,
    /// Findings about templates and pages.
    pub diagnostics: Vec<Diagnostic>,
    /// Errors of islands that could not be rendered.
    pub island_errors: Vec<Diagnostic>,
    /// Whether every island was rendered.
    pub is_complete: bool,
}

/// A route that is being made into a page.
struct Making {
    outcome: Outcome,
    made: Option<Arc<CachedPage>>,
    /// Whether the next build may reuse the page. A page with findings is made again, so that they are reported again.
    is_reusable: bool,
}

impl CachedPage {
    /// Returns whether nothing that the page was made from has changed.
    fn is_current(&self, site: &SiteRenderer, route: &Route) -> bool {
        let mut answers = self.answers.iter();
        self.template == site.template_fingerprint(route)
            && self.route_fingerprint == site.route_fingerprint(route)
            && answers.all(|(query, answer)| site.answer(query) == *answer)
    }
}

impl PageTable {
    /// Returns a table with the same pages, for another version of the same site.
    pub fn sharing(&self) -> Self {
        Self {
            shared: self.shared,
            pages: self.pages.clone(),
            search: BTreeMap::new(),
        }
    }

    /// Makes the pages of a site. Their HTML goes to `destination`. If `needs_html` is set, pages whose HTML is not in memory are
    /// made again.
    pub fn make(
        &mut self,
        source: &PageSource,
        destination: Destination<'_>,
        needs_html: bool,
    ) -> MadePages {
        let site = &*source.renderer;
        let plan = site.plan();
        let all = (site.shared(), source.islands.fingerprint());
        let shared = Fingerprint::of_all(&all);
        if self.shared != shared {
            self.pages.clear();
            self.shared = shared;
        }
        let cached = std::mem::take(&mut self.pages);
        let routes = with_cached(&plan.routes, &cached);
        let making = routes.par_iter().with_min_len(8).map_init(
            || (None, None),
            |(renderer, neighbor), (route, cached)| {
                let cached = cached.filter(|cached| cached.is_current(site, route));
                let cached = cached.cloned();
                let cached = cached.filter(|cached| {
                    (!needs_html || cached.page.html().is_some())
                        && destination.has(&cached.page, &source.base_path)
                });
                if cached.is_some() {
                    return Making {
                        outcome: Outcome::default(),
                        made: cached,
                        is_reusable: true,
                    };
                }
                let renderer: &PageRenderer<'_> =
                    renderer.get_or_insert_with(|| site.page_renderer());
                let mut making = Making {
                    outcome: renderer.render(route),
                    made: None,
                    is_reusable: false,
                };
                let page = making.outcome.page.as_deref();
                if page.is_some_and(|page| source.islands.has_all(page)) {
                    making.finish(source, route, destination, neighbor);
                }
                making
            },
        );
        let mut making: Vec<Making> = making.collect();
        let waiting = making.iter().filter_map(|one| one.outcome.page.as_deref());
        let island_errors = source.islands.render(waiting);
        let mut is_complete = true;
        if making.iter().any(|one| one.outcome.page.is_some()) {
            let waiting = making.par_iter_mut().zip(&routes);
            let finished = waiting.map_init(
                || None,
                |neighbor, (one, (route, _))| {
                    one.outcome.page.is_none() || one.finish(source, route, destination, neighbor)
                },
            );
            is_complete = finished.reduce(|| true, |a, b| a && b);
        }
        let records = making
            .iter()
            .map(|one| Some(one.made.as_ref()?.page.record()));
        let records: Vec<_> = records.collect();
        let search = &mut self.search;
        let indexes = || {
            let pages = site.searched_pages(&records);
            *search = search_words::updated(std::mem::take(search), &pages);
            site.search_indexes(&pages, search)
        };
        let (mut files, indexes) = rayon::join(|| site.files(&records), indexes);
        files.extend(indexes);
        let made = making.iter().filter_map(|one| one.made.as_ref());
        let pages = made.map(|made| Arc::clone(&made.page)).collect();
        let reusable = making.iter().filter(|one| one.is_reusable);
        self.pages = reusable.filter_map(|one| one.made.clone()).collect();
        let outcomes = routes.iter().zip(making);
        let outcomes = outcomes.map(|((route, _), one)| (*route, one.outcome));
        MadePages {
            pages,
            files,
            diagnostics: site.diagnostics(outcomes),
            island_errors,
            is_complete,
        }
    }

    /// Restores the pages that an earlier process wrote to the cache: [`PageTable::shared`], and the pages of each chunk as bytes, in
    /// order. Chunks with invalid bytes are left out.
    pub fn from_chunks(shared: Fingerprint, chunks: impl ParallelIterator<Item = Vec<u8>>) -> Self {
        let chunks = chunks.filter_map(|bytes| pages_of_chunk(&bytes));
        let chunks: Vec<Vec<Arc<CachedPage>>> = chunks.collect();
        Self {
            shared,
            pages: chunks.into_iter().flatten().collect(),
            ..Self::default()
        }
    }

    /// Returns the fingerprint of everything that each page could read without a query.
    pub fn shared(&self) -> Fingerprint {
        self.shared
    }

    /// Returns the pages in chunks, which another process can load.
    pub fn chunks(&self) -> Vec<Chunk<'_>> {
        let ends_chunk = |cached: &Arc<CachedPage>| ends_chunk(cached.page.url());
        let chunks = self.pages.split_inclusive(ends_chunk);
        chunks.map(|pages| Chunk::new(self.shared, pages)).collect()
    }
}

impl Making {
    /// Fills in the islands of the rendered page, reads its facts, which are shared with those of `neighbor`, and passes its HTML on.
    /// The page is the next `neighbor`. Returns whether every island was rendered.
    fn finish(
        &mut self,
        source: &PageSource,
        route: &Arc<Route>,
        destination: Destination<'_>,
        neighbor: &mut Option<Arc<Page>>,
    ) -> bool {
        let Some(rendered) = self.outcome.page.take() else {
            return true;
        };
        let (html, is_complete) = source.islands.fill(&rendered);
        let mut page = Page::new(rendered.record.clone(), &html);
        if let Some(neighbor) = neighbor {
            page.share_with(neighbor);
        }
        let page = Arc::new(destination.put(page, &html, &source.base_path));
        *neighbor = Some(Arc::clone(&page));
        let site = &source.renderer;
        let queries = std::mem::take(&mut self.outcome.queries).into_iter();
        let answers = queries.map(|query| {
            let answer = site.answer(&query);
            (query, answer)
        });
        self.is_reusable = is_complete
            && self.outcome.diagnostics.is_empty()
            && self.outcome.template_diagnostics.is_empty()
            && page.needs().refused.is_empty();
        self.made = Some(Arc::new(CachedPage {
            template: site.template_fingerprint(route),
            route_fingerprint: site.route_fingerprint(route),
            answers: answers.collect(),
            page,
        }));
        is_complete
    }
}

/// Pairs each route with the page that was kept for it. Both are sorted by URL.
fn with_cached<'a>(
    routes: &'a Routes,
    cached: &'a [Arc<CachedPage>],
) -> Vec<(&'a Arc<Route>, Option<&'a Arc<CachedPage>>)> {
    let mut cached = cached.iter().peekable();
    let routes = routes.iter().map(|route| {
        while cached
            .next_if(|cached| cached.page.url() < route.url.as_str())
            .is_some()
        {}
        (
            route,
            cached.next_if(|cached| cached.page.url() == route.url),
        )
    });
    routes.collect()
}

/// Average number of pages in a chunk.
const PAGES_PER_CHUNK: u64 = 16;

/// Pages with neighboring URLs, which are stored together.
#[derive(Debug)]
pub struct Chunk<'a> {
    /// Fingerprint of all inputs of the pages. Chunks with the same name have the same bytes.
    pub name: Fingerprint,
    pages: &'a [Arc<CachedPage>],
}

/// Returns whether the page at a URL is the last of its chunk. The answer depends only on the URL, so that a new page changes only
/// one chunk.
fn ends_chunk(url: &str) -> bool {
    let mut hasher = TextHasher::default();
    hasher.write(url.as_bytes());
    hasher.finish().is_multiple_of(PAGES_PER_CHUNK)
}

/// Restores the pages of a chunk. Returns `None` if the bytes are invalid.
fn pages_of_chunk(bytes: &[u8]) -> Option<Vec<Arc<CachedPage>>> {
    let read: Vec<(CachedPage, UnsharedFacts)> = postcard::from_bytes(bytes).ok()?;
    let mut pages: Vec<Arc<CachedPage>> = Vec::with_capacity(read.len());
    for (mut cached, unshared) in read {
        let neighbor = pages.last().map(|one| &*one.page);
        Arc::get_mut(&mut cached.page)?.share(unshared, neighbor);
        pages.push(Arc::new(cached));
    }
    Some(pages)
}

impl<'a> Chunk<'a> {
    fn new(shared: Fingerprint, pages: &'a [Arc<CachedPage>]) -> Self {
        let inputs = pages.iter().flat_map(|cached| {
            let answers = cached.answers.iter();
            let answers = answers.map(|(_, answer)| answer.unwrap_or_default());
            [cached.route_fingerprint, cached.template]
                .into_iter()
                .chain(answers)
        });
        Self {
            name: Fingerprinter::default().part(shared).parts(inputs).finish(),
            pages,
        }
    }

    /// Serializes the pages, each without what it has in common with the page before it. Fails if a page cannot be serialized.
    pub fn to_bytes(&self) -> Result<Vec<u8>, postcard::Error> {
        let pages = self.pages.iter().map(|one| &**one);
        let neighbors = std::iter::once(None).chain(pages.clone().map(|one| Some(&*one.page)));
        let pages = pages.zip(neighbors);
        let pages = pages.map(|(one, neighbor)| (one, one.page.unshared_with(neighbor)));
        postcard::to_stdvec(&pages.collect::<Vec<_>>())
    }
}
