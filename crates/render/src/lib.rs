//! From checked content and a theme's templates to finished pages.
//!
//! Comes in: [`content::Content`], the templates as text, an [`AssetIndex`] that says where files ended up, and a
//! [`Build`] with today's date. Goes out: [`Rendered`] pages, feeds and sitemap as values, and diagnostics.
//!
//! It never touches a disk, a clock, an environment variable or Node: an island is left as a placeholder
//! ([`island::fill`] puts the HTML in later). The plan of all routes is settled before anything is rendered.

mod asset_index;
mod component_tag;
mod dates;
mod feed;
mod functions;
pub mod island;
mod island_props;
mod markdown;
mod moved;
mod page;
mod plan;
mod sitemap;
mod slug;
mod template_error;
mod template_words;
mod templates;
mod value_markdown;
mod values;

use std::collections::BTreeMap;
use std::sync::Arc;

use content::{Content, Diagnostic};
use rayon::prelude::*;
use tera::{Context, Tera, Value};

pub use asset_index::AssetIndex;
pub use island::IslandCall;
pub use markdown::is_outside;
pub use page::RenderedPage;
pub use plan::{Kind, Plan, Route, output_path, plan};
pub use slug::slugify;
pub use template_error::Templates;
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
    pub pages: Vec<RenderedPage>,
    /// Feeds, sitemap and robots.txt by path in the output.
    pub files: BTreeMap<String, String>,
}

/// Renders every route of the plan, feeds, sitemap and robots.txt. `forms` is what templates get from `form(name=…)`, beside
/// `action`, the address it is posted to.
pub fn render(
    content: &Content,
    plan: &Plan,
    templates: &Templates,
    assets: AssetIndex,
    forms: &BTreeMap<String, serde_json::Value>,
    build: &Build,
) -> (Rendered, Vec<Diagnostic>) {
    let forms = forms
        .iter()
        .map(|(name, form)| {
            let mut form = form.clone();
            // Where it is posted to is a matter of the build, not of the definition.
            form["action"] = format!(
                "{}{}",
                build.api_url,
                form["path"].as_str().unwrap_or_default()
            )
            .into();
            (name.clone(), Value::from_serializable(&form))
        })
        .collect();
    let answers = Arc::new(functions::Answers {
        values: values::Values::new(content, plan),
        assets,
        forms,
        site: content.site.clone(),
        by_source: plan.by_source.clone(),
    });
    let mut tera = Tera::default();
    functions::register(&mut tera, &answers);
    if let Err(found) = templates::parse(&mut tera, templates) {
        return (Rendered::default(), found);
    }
    let globals = globals(content, build);
    *tera.global_context() = globals.clone();
    let stage = page::Stage {
        content,
        plan,
        tera: &tera,
        templates,
        answers: &answers,
        globals: &globals,
    };
    let results: Vec<(Option<RenderedPage>, Vec<Diagnostic>)> = plan
        .routes
        .values()
        .collect::<Vec<_>>()
        .into_par_iter()
        .map(|route| stage.render(route))
        .collect();

    let mut rendered = Rendered::default();
    let mut found = Vec::new();
    for (page, diagnostics) in results {
        rendered.pages.extend(page);
        found.extend(diagnostics);
    }
    for feed in &content.structure.feeds {
        let html_of = |url: &str| {
            let index = rendered
                .pages
                .binary_search_by(|page| page.url.as_str().cmp(url))
                .ok()?;
            Some(rendered.pages[index].content.clone())
        };
        rendered
            .files
            .insert(output_path(&feed.route), feed::feed(content, feed, html_of));
    }
    rendered
        .files
        .insert("sitemap.xml".to_owned(), sitemap::sitemap(content, plan));
    rendered
        .files
        .insert("robots.txt".to_owned(), sitemap::robots(content));
    (rendered, merge(found))
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
