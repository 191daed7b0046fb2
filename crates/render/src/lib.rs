//! From checked content and a theme's templates to finished pages.
//!
//! Comes in: [`content::Content`], the templates as text, an [`AssetIndex`] that says where files ended up, and a
//! [`Build`] with today's date. Goes out: [`Rendered`] pages, feeds and sitemap as values, and diagnostics.
//!
//! It never touches a disk, a clock, an environment variable or Node: an island is left as a placeholder
//! ([`island::fill`] puts the HTML in later). The plan of all routes is settled before anything is rendered.

mod asked;
mod asset_index;
pub mod codes;
mod component_tag;
mod dates;
mod feed;
mod functions;
pub mod island;
mod island_props;
mod kept;
mod listing;
mod markdown;
mod moved;
mod page;
mod plan;
mod route;
mod routing;
mod sitemap;
mod slug;
mod template_error;
mod template_shapes;
mod template_syntax;
mod template_words;
mod templates;
mod value_markdown;
mod values;
mod wanted_key;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use content::Content;
use diagnostic::{Diagnostic, Fingerprint, Fingerprinter};
use rayon::prelude::*;
use tera::{Context, Tera, Value};

pub use asset_index::{AssetIndex, NOT_MADE};
pub use island::IslandCall;
use kept::{Kept, KeptPages};
pub use markdown::{Written, WrittenHeading, WrittenLink, is_outside, written};
pub use page::RenderedPage;
pub use plan::{PlanMemo, plan, plan_again};
pub use route::{Kind, Plan, Route, Routes, output_path};
pub use slug::slugify;
pub use template_error::Templates;
use template_shapes::Shapes;
pub use templates::drawn;
use values::Values;
pub use values::permalink;

/// What a build knows beside content and theme. All of it is an input: equal input gives equal bytes.
#[derive(Debug, Clone)]
pub struct Build {
    /// Today in the site's time zone.
    pub date: jiff::civil::Date,
    /// Base address of the form function, without a slash at the end: `/api`.
    pub api_url: String,
}

/// Everything rendered.
#[derive(Debug, Default)]
pub struct Rendered {
    /// Pages in the order of their addresses. Islands are still placeholders.
    pub pages: Vec<Arc<RenderedPage>>,
    /// Feeds, sitemap and robots.txt by path in the output.
    pub files: BTreeMap<String, String>,
}

/// Of each template with all that it draws in.
type TemplatePrints = Arc<HashMap<String, Fingerprint>>;

/// The templates of an earlier build.
struct Parsed {
    print: Fingerprint,
    tera: Tera,
    prints: TemplatePrints,
    shapes: Arc<Shapes>,
}

/// Renders sites, one after the other, and keeps of each what can serve the next. A fresh one renders the same.
#[derive(Default)]
pub struct Renderer {
    shared: Fingerprint,
    values: Values,
    parsed: Option<Parsed>,
    /// The last assets with their fingerprint, which takes a while to make.
    assets: Option<(Arc<AssetIndex>, Fingerprint)>,
    pages: KeptPages,
    /// Whether nothing has changed since the pages were read from bytes.
    as_read: bool,
    /// Of addresses and titles when the pages were rendered.
    titles: Fingerprint,
}

impl std::fmt::Debug for Renderer {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Renderer")
            .field("pages", &self.pages.len())
            .finish_non_exhaustive()
    }
}

/// What a renderer is given.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    /// The checked content.
    pub content: &'a Content,
    /// Its routes.
    pub plan: &'a Plan,
    /// The theme's templates.
    pub templates: &'a Templates,
    /// Files and islands.
    pub assets: &'a Arc<AssetIndex>,
    /// What templates get from `form(name=…)`, beside `action`, the address it is posted to; null where its definition has
    /// mistakes.
    pub forms: &'a BTreeMap<String, serde_json::Value>,
    /// What is not content.
    pub build: &'a Build,
}

impl Renderer {
    /// A renderer with the pages of another process; a fresh one where the bytes are none of ours.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        let Some((shared, pages)) = kept::from_bytes(bytes) else {
            return Self::default();
        };
        Self {
            shared,
            pages,
            as_read: true,
            ..Self::default()
        }
    }

    /// The pages of the last build, for another process.
    pub fn to_bytes(&self) -> Option<Vec<u8>> {
        kept::to_bytes(self.shared, &self.pages)
    }

    /// Whether the pages are those that were read.
    pub fn is_as_read(&self) -> bool {
        self.as_read || self.pages.is_empty()
    }

    /// Renders every route of the plan, feeds, sitemap and robots.txt.
    ///
    /// A page is rendered again only if something it is made from has changed: its document, its templates, the answer to
    /// one of its questions, or what every page can see (settings, menus, forms, assets, the day).
    pub fn render(&mut self, input: &Input<'_>) -> (Rendered, Vec<Diagnostic>) {
        let Input {
            content,
            plan,
            templates,
            ..
        } = *input;
        let forms = posted_forms(input);
        let assets = match &self.assets {
            Some((known, print)) if Arc::ptr_eq(known, input.assets) => *print,
            _ => input.assets.fingerprint(),
        };
        self.assets = Some((Arc::clone(input.assets), assets));
        let shared = shared(input, &forms, assets);
        if self.shared != shared {
            self.values = Values::default();
            self.pages.clear();
            self.as_read = false;
            self.shared = shared;
        }
        let answers = Arc::new(functions::Answers {
            values: Values::new(content, plan, std::mem::take(&mut self.values)),
            assets: Arc::clone(input.assets),
            forms: forms
                .iter()
                .map(|(name, form)| (name.clone(), Value::from_serializable(form)))
                .collect(),
            site: content.site.clone(),
            by_source: Arc::clone(&plan.by_source),
        });
        let (parsed, prints, shapes) = self.parsed(templates, &answers);
        let (mut tera, left_out) = (parsed.tera, parsed.left_out);
        let globals = globals(content, input.build);
        *tera.global_context() = globals.clone();
        let stage = page::Stage {
            content,
            plan,
            tera: &tera,
            templates,
            template_prints: &prints,
            left_out: &left_out,
            shapes: &shapes,
            answers: &answers,
            globals: &globals,
        };
        // Both are in the order of addresses.
        let mut earlier = self.pages.iter().peekable();
        let routes: Vec<(&Arc<Route>, Option<&Arc<Kept>>)> = plan
            .routes
            .iter()
            .map(|route| {
                let is_of_it = |kept: &&Arc<Kept>| {
                    let known = kept.route.as_ref();
                    known.is_some_and(|known| Arc::ptr_eq(known, route))
                };
                if let Some(kept) = earlier.next_if(is_of_it) {
                    return (route, Some(kept));
                }
                while earlier.next_if(|kept| kept.page.url < route.url).is_some() {}
                (route, earlier.next_if(|kept| kept.page.url == route.url))
            })
            .collect();
        let results: Vec<Made> = routes
            .par_iter()
            .with_min_len(8)
            .map(|(route, kept)| self.page(&stage, route, *kept))
            .collect();

        let mut rendered = Rendered {
            files: other_files(content, &routes, &results),
            pages: Vec::with_capacity(results.len()),
        };
        let mut found = parsed.found;
        let site = Value::from_serializable(&content.site);
        found.extend(template_shapes::of_site(&shapes, &site));
        let mut pages = Vec::with_capacity(results.len());
        for (kept, diagnostics) in results {
            if let Some(kept) = kept {
                rendered.pages.push(Arc::clone(&kept.page));
                // What has a mistake is looked at again, for its finding.
                if diagnostics.is_empty() {
                    pages.push(kept);
                }
            }
            found.extend(diagnostics);
        }
        let same = |(a, b): (&Arc<Kept>, &Arc<Kept>)| Arc::ptr_eq(&a.page, &b.page);
        self.as_read = self.as_read
            && pages.len() == self.pages.len()
            && pages.iter().zip(&self.pages).all(same);
        self.pages = pages;
        drop(tera);
        self.keep_values(answers);
        self.titles = plan.titles;
        (rendered, merge(found))
    }

    /// Keeps the values of a build whose templates are done with them.
    fn keep_values(&mut self, answers: Arc<functions::Answers>) {
        self.values = Arc::into_inner(answers)
            .map(|answers| answers.values)
            .unwrap_or_default();
    }

    /// The templates parsed, with functions that answer from `answers`.
    fn parsed(
        &mut self,
        templates: &Templates,
        answers: &Arc<functions::Answers>,
    ) -> (templates::Parsed, TemplatePrints, Arc<Shapes>) {
        let print = templates
            .values()
            .fold(Fingerprinter::default(), |all, source| {
                all.part(source.fingerprint)
            })
            .finish();
        if let Some(parsed) = &self.parsed
            && parsed.print == print
        {
            let mut tera = parsed.tera.clone();
            functions::register(&mut tera, answers);
            let parsed_before = templates::Parsed {
                tera,
                left_out: BTreeSet::new(),
                found: Vec::new(),
            };
            let (prints, shapes) = (Arc::clone(&parsed.prints), Arc::clone(&parsed.shapes));
            return (parsed_before, prints, shapes);
        }
        let mut empty = Tera::default();
        functions::register(&mut empty, answers);
        let parsed = templates::parse(&empty, templates);
        let prints = Arc::new(templates::fingerprints(templates));
        let shapes = Arc::new(template_shapes::shapes(templates));
        if parsed.found.is_empty() {
            let mut without_answers = parsed.tera.clone();
            functions::register(&mut without_answers, &Arc::default());
            self.parsed = Some(Parsed {
                print,
                tera: without_answers,
                prints: Arc::clone(&prints),
                shapes: Arc::clone(&shapes),
            });
        }
        (parsed, prints, shapes)
    }

    fn page(&self, stage: &page::Stage<'_>, route: &Arc<Route>, kept: Option<&Arc<Kept>>) -> Made {
        let template = stage.template_prints.get(&route.template);
        let template = template.copied().unwrap_or_default();
        let kept = kept.filter(|kept| {
            kept.template == template
                && kept
                    .asked
                    .iter()
                    .all(|(query, answer)| stage.answers.fingerprint(query) == *answer)
        });
        // One and the same route under the same titles needs no second look.
        let untouched = |kept: &&Arc<Kept>| {
            let same = kept
                .route
                .as_ref()
                .is_some_and(|known| Arc::ptr_eq(known, route));
            same && self.titles == stage.plan.titles
        };
        if let Some(kept) = kept.filter(untouched) {
            return (Some(Arc::clone(kept)), Vec::new());
        }
        let own = stage.fingerprint(route);
        if let Some(kept) = kept.filter(|kept| kept.own == own) {
            let again = Kept {
                route: Some(Arc::clone(route)),
                template,
                own,
                entry: sitemap::entry(stage.content, route),
                asked: kept.asked.clone(),
                page: Arc::clone(&kept.page),
            };
            return (Some(Arc::new(again)), Vec::new());
        }
        let ((page, found), asked) = asked::record(|| stage.render(route));
        let asked = asked
            .into_iter()
            .map(|query| {
                let answer = stage.answers.fingerprint(&query);
                (query, answer)
            })
            .collect();
        let kept = page.map(|page| {
            Arc::new(Kept {
                route: Some(Arc::clone(route)),
                template,
                own,
                entry: sitemap::entry(stage.content, route),
                asked,
                page: Arc::new(page),
            })
        });
        (kept, found)
    }
}

/// Forms as templates see them: with the address they are posted to, which is a matter of the build, not of the definition.
fn posted_forms(input: &Input<'_>) -> BTreeMap<String, serde_json::Value> {
    let mut forms = input.forms.clone();
    for form in forms.values_mut().filter(|form| !form.is_null()) {
        let path = form["path"].as_str().unwrap_or_default();
        form["action"] = format!("{}{path}", input.build.api_url).into();
    }
    forms
}

/// Of what every page can see without asking.
fn shared(
    input: &Input<'_>,
    forms: &BTreeMap<String, serde_json::Value>,
    assets: Fingerprint,
) -> Fingerprint {
    let content = input.content;
    let forms = forms
        .iter()
        .flat_map(|(name, form)| [Fingerprint::of(name), Fingerprint::of_value(form)]);
    Fingerprinter::default()
        .part(Fingerprint::of_value(&content.site))
        .part(content.structure_toml.source.fingerprint)
        .part(Fingerprint::of_value(&content.menus))
        .parts(forms)
        .part(assets)
        .text(&input.build.date.to_string())
        .text(&input.build.api_url)
        .finish()
}

/// A page as it was rendered, and what is wrong with it.
type Made = (Option<Arc<Kept>>, Vec<Diagnostic>);

/// Feeds, sitemap and robots.txt. Both lists are in the order of addresses.
fn other_files(
    content: &Content,
    routes: &[(&Arc<Route>, Option<&Arc<Kept>>)],
    results: &[Made],
) -> BTreeMap<String, String> {
    let html_of = |url: &str| {
        let at = routes.binary_search_by(|(route, _)| route.url.as_str().cmp(url));
        let (kept, _) = &results[at.ok()?];
        kept.as_ref().map(|kept| kept.page.content.as_str())
    };
    let entries = || {
        routes
            .iter()
            .zip(results)
            .map(|((route, _), (kept, _))| match kept {
                Some(kept) => Cow::Borrowed(kept.entry.as_str()),
                None => Cow::Owned(sitemap::entry(content, route)),
            })
    };
    let feeds = || -> BTreeMap<String, String> {
        let feeds = content.structure.feeds.iter();
        feeds
            .map(|feed| (output_path(&feed.route), feed::feed(content, feed, html_of)))
            .collect()
    };
    let (mut files, sitemap) = rayon::join(feeds, || sitemap::sitemap(entries()));
    files.insert("sitemap.xml".to_owned(), sitemap);
    files.insert("robots.txt".to_owned(), sitemap::robots(content));
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

/// One mistake of a template shows on every page that uses it: it is said once, with the number of pages.
fn merge(found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut merged: Vec<(Diagnostic, usize)> = Vec::new();
    for diagnostic in found {
        let same = merged.iter_mut().find(|(one, _)| {
            diagnostic.place.is_some()
                && one.place == diagnostic.place
                && one.code == diagnostic.code
                && one.message == diagnostic.message
        });
        match same {
            Some((_, more)) => *more += 1,
            None => merged.push((diagnostic, 0)),
        }
    }
    merged
        .into_iter()
        .map(|(mut diagnostic, more)| {
            if more > 0 {
                let last = diagnostic.help.last_mut();
                if let Some(last) = last.filter(|last| last.starts_with(page::WHILE)) {
                    *last = format!(
                        "{last}, and {more} more {}",
                        if more == 1 { "page" } else { "pages" }
                    );
                }
            }
            diagnostic
        })
        .collect()
}
