//! Renders a site: each of its pages by itself, and the files that are made from all pages.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use content::{Content, DocumentId, TranslatedSettings};
use diagnostic::{Diagnostic, Fingerprint, Fingerprinter};
use serde_json::Value;
use tera::Context;

use crate::asset_index::AssetIndex;
use crate::function_data::FunctionData;
use crate::markdown::Highlighter;
use crate::merged_diagnostics::MergedDiagnostics;
use crate::outcome::Outcome;
use crate::recorder::Query;
use crate::related::Related;
use crate::rendered::PageRecord;
use crate::route::{Plan, Route, output_path};
use crate::search::{self, SearchWords, SearchedPages};
use crate::template::conditions::Known;
use crate::theme::Theme;
use crate::values::{EntryValue, Values};
use crate::{calendar, feed, llms, sitemap};

/// Input other than the content and the theme. Rendering the same input again produces the same bytes.
#[derive(Debug, Clone)]
pub struct Build {
    /// Today's date in the site's time zone.
    pub date: jiff::civil::Date,
    /// Base URL of the form function, without a trailing slash: `/api`.
    pub api_url: String,
}

/// Everything that a site is rendered from.
#[derive(Clone)]
pub struct Input {
    /// The checked content.
    pub content: Arc<Content>,
    /// The routes.
    pub plan: Arc<Plan>,
    /// The documents that are related to each document.
    pub related: Arc<Related>,
    /// The values of all documents, in order.
    pub values: Vec<Arc<EntryValue>>,
    /// The theme's templates.
    pub theme: Arc<Theme>,
    /// Code highlighter.
    pub highlighter: Arc<Highlighter>,
    /// Files, pictures, and islands.
    pub assets: Arc<AssetIndex>,
    /// Values that `form(name=…)` returns to templates, by the name of the form. They lack `action`, the URL that the form
    /// posts to. A form whose definition has errors is null.
    pub forms: BTreeMap<String, Value>,
    /// Today's date and the URL of the form function.
    pub build: Build,
}

/// Renderer of a site. It never changes, so a page can be rendered at any time, and is the same each time.
pub struct SiteRenderer {
    /// The content.
    pub(crate) content: Arc<Content>,
    /// The routes.
    pub(crate) plan: Arc<Plan>,
    /// The documents that are related to each document.
    pub(crate) related: Arc<Related>,
    /// The theme.
    pub(crate) theme: Arc<Theme>,
    /// Data that template functions read.
    pub(crate) data: Arc<FunctionData>,
    /// Code highlighter.
    pub(crate) highlighter: Arc<Highlighter>,
    /// The variables `site`, `menus`, and `build`, which are the same for every page in a language, by language.
    pub(crate) globals: BTreeMap<String, Context>,
    /// The documents in feeds.
    pub(crate) in_feeds: HashSet<DocumentId>,
    /// Fingerprint of everything that each page can read without a query.
    shared: Fingerprint,
}

impl std::fmt::Debug for SiteRenderer {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut formatter = formatter.debug_struct("SiteRenderer");
        formatter
            .field("shared", &self.shared)
            .finish_non_exhaustive()
    }
}

impl SiteRenderer {
    /// Creates the renderer of a site.
    pub fn new(input: Input) -> Self {
        let forms = posted_forms(&input);
        let incomplete = !input.content.are_menus_valid || input.plan.incomplete;
        let shared = shared(&input, &forms, incomplete);
        let Input {
            content,
            plan,
            related,
            values,
            theme,
            highlighter,
            assets,
            build,
            ..
        } = input;
        let forms = forms
            .iter()
            .map(|(name, form)| (name.clone(), tera::Value::from_serializable(form)));
        let data = FunctionData {
            values: Values::new(&content, &plan, values),
            assets,
            forms: forms.collect(),
            main: content.config.language.clone(),
            sites: in_each_language(&content, &content.site, |one| &one.site),
            words: in_each_language(&content, &content.words, |one| &one.words),
            plan: Arc::clone(&plan),
            incomplete,
        };
        Self {
            data: Arc::new(data),
            highlighter,
            globals: globals(&content, &build),
            in_feeds: feed::documents_in_feeds(&content, &plan),
            content,
            plan,
            related,
            theme,
            shared,
        }
    }

    /// Returns a renderer of the same site with another theme.
    pub(crate) fn with_theme(&self, theme: Arc<Theme>) -> Self {
        Self {
            content: Arc::clone(&self.content),
            plan: Arc::clone(&self.plan),
            related: Arc::clone(&self.related),
            theme,
            data: Arc::clone(&self.data),
            highlighter: Arc::clone(&self.highlighter),
            globals: self.globals.clone(),
            in_feeds: self.in_feeds.clone(),
            shared: self.shared,
        }
    }

    /// Returns the routes.
    pub fn plan(&self) -> &Arc<Plan> {
        &self.plan
    }

    /// Returns the fingerprint of everything that each page can read without a query.
    pub fn shared(&self) -> Fingerprint {
        self.shared
    }

    /// Returns the fingerprint of a route's template with its dependencies.
    pub fn template_fingerprint(&self, route: &Route) -> Fingerprint {
        self.theme.fingerprint(&route.template)
    }

    /// Returns the fingerprint of the answer to a query, or `None` if there is no answer.
    pub fn answer(&self, query: &Query) -> Option<Fingerprint> {
        if let Query::Text(url) = query {
            let route = self.plan.routes.get(url)?;
            let own = self.route_fingerprint(route);
            let both = [own, self.template_fingerprint(route)];
            return Some(Fingerprinter::default().parts(both).finish());
        }
        self.data.fingerprint(query)
    }

    /// Returns the findings about the templates and about all pages, given the outcome of each route.
    pub fn diagnostics<'a>(
        &self,
        outcomes: impl IntoIterator<Item = (&'a Arc<Route>, Outcome)>,
    ) -> Vec<Diagnostic> {
        let mut diagnostics = MergedDiagnostics::new(&self.content);
        diagnostics.extend(self.theme.parsed.diagnostics.iter().cloned(), None);
        let site = tera::Value::from_serializable(&self.content.site);
        diagnostics.extend(self.theme.value_uses.check_site(&site), None);
        let known = Known {
            content: &self.content,
            plan: &self.plan,
        };
        let excluded = &self.theme.parsed.excluded_templates;
        let conditions = self.theme.value_uses.check_conditions(excluded, known);
        diagnostics.extend(conditions, None);
        for (route, outcome) in outcomes {
            diagnostics.extend(outcome.diagnostics, None);
            diagnostics.extend(outcome.template_diagnostics, Some(route));
        }
        diagnostics.finish()
    }

    /// Returns the pages that search indexes contain. `records` has the record of each route's page, in the order of the routes; `None`
    /// if the page cannot be rendered.
    pub fn searched_pages<'a>(&'a self, records: &'a [Option<&PageRecord>]) -> SearchedPages<'a> {
        let pages = self.plan.routes.iter().zip(records);
        let pages = pages.filter_map(|(route, record)| Some((route, record.as_ref()?)));
        SearchedPages::new(&self.content, pages)
    }

    /// Returns the search indexes by output path, given the words of the pages by language.
    pub fn search_indexes(
        &self,
        pages: &SearchedPages<'_>,
        words: &BTreeMap<String, SearchWords>,
    ) -> BTreeMap<String, String> {
        search::index(&self.content, pages, words)
    }

    /// Returns feeds, calendars, the sitemap, robots.txt, and llms.txt by output path. `records` has the record of each route's page, in
    /// the order of the routes; `None` if the page cannot be rendered.
    pub fn files(&self, records: &[Option<&PageRecord>]) -> BTreeMap<String, String> {
        let (content, routes) = (&*self.content, &self.plan.routes);
        let record_of = |url: &str| *records.get(routes.index_of(url)?)?;
        let entries = || {
            let pages = routes.iter().zip(records);
            pages.map(|(route, record)| match record {
                Some(record) => Cow::Borrowed(record.sitemap_entry.as_str()),
                None => Cow::Owned(sitemap::entry(content, route)),
            })
        };
        let feeds = || -> BTreeMap<String, String> {
            let html_of = |url: &str| record_of(url)?.feed_html.as_deref();
            let feeds = self.plan.feeds.values().flatten();
            feeds
                .map(|feed| (output_path(&feed.url), feed::feed(content, feed, html_of)))
                .collect()
        };
        let (mut files, sitemaps) = rayon::join(feeds, || sitemap::sitemaps(content, entries()));
        files.extend(sitemaps);
        files.insert("robots.txt".to_owned(), sitemap::robots(content));
        if let Some(rule) = &content.structure.llms {
            files.insert("llms.txt".to_owned(), llms::llms(content, rule));
        }
        for rule in &content.structure.calendars {
            files.extend(calendar::calendars(content, rule));
        }
        files
    }

    /// Renders all routes one after the other. Returns the outcome of each, in the order of the routes.
    pub fn all(&self) -> Vec<Outcome> {
        let renderer = self.page_renderer();
        let routes = self.plan.routes.iter();
        routes.map(|route| renderer.render(route)).collect()
    }
}

/// Returns the forms as templates see them, with the URL that each posts to as `action`. A translation names its language in the URL.
fn posted_forms(input: &Input) -> BTreeMap<String, Value> {
    let mut forms = input.forms.clone();
    for form in forms.values_mut().filter(|form| !form.is_null()) {
        let path = form["path"].as_str().unwrap_or_default();
        let action = format!("{}{path}", input.build.api_url);
        let translations = form.get_mut("translations").and_then(Value::as_object_mut);
        for (lang, translation) in translations.into_iter().flatten() {
            translation["action"] = format!("{action}?language={lang}").into();
        }
        form["action"] = action.into();
    }
    forms
}

/// Returns the fingerprint of everything that each page can read without a query. Pages of an `incomplete` site may lack findings.
fn shared(input: &Input, forms: &BTreeMap<String, Value>, incomplete: bool) -> Fingerprint {
    let content = &input.content;
    let forms = forms
        .iter()
        .flat_map(|(name, form)| [Fingerprint::of(name), Fingerprint::of_value(form)]);
    Fingerprinter::default()
        .part(Fingerprint::of_value(&content.site))
        .part(content.structure_toml.source.fingerprint)
        .part(Fingerprint::of_value(&content.menus))
        .part(Fingerprint::of_value(&content.words))
        .parts(content.translations.values().flat_map(|translation| {
            let TranslatedSettings {
                site,
                menus,
                words,
                structure_toml,
                ..
            } = translation;
            let [site, menus, words] = [site, menus, words].map(Fingerprint::of_value);
            [site, menus, words, structure_toml.source.fingerprint]
        }))
        .parts(forms)
        .part(input.assets.fingerprint())
        .text(&input.build.date.to_string())
        .text(&input.build.api_url)
        .number(usize::from(incomplete))
        .finish()
}

/// Returns a value of the settings in each language of the site.
fn in_each_language(
    content: &Content,
    main: &Value,
    translated: impl Fn(&TranslatedSettings) -> &Value,
) -> BTreeMap<String, Value> {
    let others = content.translations.iter();
    let others = others.map(|(lang, one)| (lang.clone(), translated(one).clone()));
    std::iter::once((content.config.language.clone(), main.clone()))
        .chain(others)
        .collect()
}

/// Returns the variables of each language of the site.
fn globals(content: &Content, build: &Build) -> BTreeMap<String, Context> {
    let build = serde_json::json!({
        "date": build.date.to_string(),
        "year": build.date.year(),
        "api": build.api_url,
    });
    let of = |lang: &str, site: &Value, menus: &Value| {
        let mut globals = Context::new();
        globals.insert("site", site);
        globals.insert("menus", menus);
        globals.insert("build", &build);
        (lang.to_owned(), globals)
    };
    let main = of(&content.config.language, &content.site, &content.menus);
    let others = content.translations.iter();
    let others = others.map(|(lang, one)| of(lang, &one.site, &one.menus));
    std::iter::once(main).chain(others).collect()
}
