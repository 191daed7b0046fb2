//! Renders and inspects the pages of a plan.

use std::collections::BTreeMap;
use std::sync::Arc;

use assets::WantedPicture;
use content::{Content, Tree};
use inspect::headers::Headers;
use inspect::settings::with_levels;
use inspect::{Files, Page};
use render::{Highlighter, Plan, SiteRenderer, Templates, Theme};
use serde_json::Value;

use crate::base_path::BasePath;
use crate::cards::CardRenderer;
use crate::destination::Destination;
use crate::edited_pages::EditedPages;
use crate::edits_first;
use crate::findings::{Coverage, Findings};
use crate::inspection::{self, RenderedSite};
use crate::islands::IslandRenderer;
use crate::menus;
use crate::page_source::PageSource;
use crate::pass_memo::{PassMemo, Planned};
use crate::project::{Inputs, Project};
use crate::referenced_files::referenced;
use crate::site_assets::SiteAssets;

/// A function that is called with the name of each stage when the stage begins.
pub type Progress<'a> = &'a mut dyn FnMut(&'static str);

/// Everything that pages are made from, besides the content and the plan.
pub struct Sources<'a> {
    /// The project.
    pub project: &'a Project,
    /// Inputs of the build.
    pub inputs: &'a Inputs,
    /// Today's date in the site's time zone.
    pub date: jiff::civil::Date,
    /// The files below `content/`.
    pub tree: &'a Tree,
    /// The theme's templates.
    pub templates: &'a Templates,
    /// The theme's templates, parsed.
    pub theme: &'a Arc<Theme>,
    /// Code highlighter.
    pub highlighter: &'a Arc<Highlighter>,
    /// Renderer of islands.
    pub islands: &'a Arc<IslandRenderer>,
    /// Styles, scripts, pictures and the files of `public/`.
    pub assets: &'a SiteAssets,
    /// Definitions of forms by name.
    pub forms: &'a BTreeMap<String, Value>,
    /// URLs of edited documents, whose pages are rendered first.
    pub edited: Vec<String>,
}

/// The rendered pages of a plan, and all other files of the site.
pub struct RenderedPages {
    /// The content.
    pub content: Arc<Content>,
    /// The routes.
    pub plan: Arc<Plan>,
    /// Source of the HTML of pages that is not in memory.
    pub source: PageSource,
    /// Pages sorted by URL. Pages that cannot be rendered are missing.
    pub pages: Vec<Arc<Page>>,
    /// The files of the output that are not pages, by path.
    pub others: Files,
    /// Security headers.
    pub headers: Headers,
    /// How much of the site was checked.
    pub coverage: Coverage,
    /// Pictures and sizes that are not in the cache yet.
    pub missing_pictures: Vec<WantedPicture>,
    /// Renderer for the share cards; `None` if the theme has no template for them.
    pub card_renderer: Option<CardRenderer>,
}

impl RenderedPages {
    /// Adds the pages in `others` whose URL has a route in the plan, but no page yet.
    #[must_use]
    pub fn completed_by(mut self, others: Self) -> Self {
        self.source.fallback = Some(others.source.renderer);
        let is_missing = |page: &Arc<Page>| {
            let pages = &self.pages;
            let found = pages.binary_search_by(|one| one.url().cmp(page.url()));
            found.is_err() && self.plan.routes.contains(page.url())
        };
        let missing: Vec<_> = others.pages.into_iter().filter(is_missing).collect();
        self.pages.extend(missing);
        self.pages.sort_by(|a, b| a.url().cmp(b.url()));
        self
    }
}

impl Sources<'_> {
    /// Makes and inspects the pages of a plan. The HTML of pages goes to `destination`. Adds the findings to `findings`.
    pub fn render_and_inspect(
        &self,
        planned: Planned,
        destination: Destination<'_>,
        memo: &mut PassMemo,
        findings: &mut Findings,
        progress: Progress<'_>,
    ) -> RenderedPages {
        progress("rendering pages");
        let (content, plan) = (Arc::clone(&planned.content), Arc::clone(&planned.plan));
        let source = self.page_source(planned);
        self.show_edited(&source, &content);
        let needs_html = self.inputs.scope.check;
        let made = memo.pages.make(&source, destination, needs_html);
        let more = menus::at_menus(made.diagnostics, &content, self.templates, self.tree);
        findings.add(with_levels(self.tree, more));
        if self.assets.bundle_errors.is_empty() {
            findings.add(made.island_errors);
        }
        let pages = made.pages;
        let is_complete = made.is_complete && !self.assets.index.incomplete;
        let coverage = Coverage::Pages {
            made: pages.len(),
            planned: plan.routes.len() + plan.unusable.len(),
            is_complete,
        };
        if pages.is_empty() && !plan.routes.is_empty() {
            // A template that all pages use has an error. The rules would only report consequences of the missing pages.
            findings.end(Coverage::Templates);
        }
        if self.tree.unreadable.contains_key("content/checks.toml") {
            // The rules would report findings that this file suppresses.
            findings.end(coverage);
        }

        progress("resizing pictures");
        let encoding = self.inputs.encoding;
        let encoded = self.assets.encoded(self.project, &pages, encoding);
        findings.add(encoded.errors);

        progress("drawing share cards");
        let theme = &content.config.theme;
        let card_renderer = CardRenderer::new(self.project, theme, self.templates);
        let cards = pages
            .iter()
            .filter_map(|page| page.record().card.as_deref());
        let drawn = card_renderer
            .as_ref()
            .map(|renderer| renderer.draw(cards, encoding))
            .unwrap_or_default();
        findings.add(drawn.errors);

        progress("checking pages");
        let mut generated = self.assets.bundled.clone();
        let pictures = encoded.files.into_iter().chain(drawn.files);
        generated.extend(pictures.map(|(path, bytes)| (path, bytes.into())));
        let files = made.files.into_iter();
        generated.extend(files.map(|(path, text)| (path, text.into())));
        let (others, headers, more) = inspection::inspect(
            &RenderedSite {
                inputs: self.inputs,
                date: self.date,
                content: &content,
                tree: self.tree,
                templates: self.templates,
                plan: &plan,
                pages: &pages,
                source: &source,
                generated: &generated,
                assets: self.assets,
                is_complete,
            },
            &mut memo.inspection,
        );
        findings.add(more);
        RenderedPages {
            content,
            plan,
            source,
            pages,
            others,
            headers,
            coverage,
            missing_pictures: encoded.missing,
            card_renderer,
        }
    }

    /// Returns the source of the pages of a plan.
    fn page_source(&self, planned: Planned) -> PageSource {
        let base_path = BasePath::of(
            &planned.content.config.base_url,
            (!self.forms.is_empty()).then_some(&self.inputs.api_url),
        );
        let input = render::Input {
            content: planned.content,
            plan: planned.plan,
            related: planned.related,
            values: planned.values,
            theme: Arc::clone(self.theme),
            highlighter: Arc::clone(self.highlighter),
            assets: Arc::clone(&self.assets.index),
            forms: self.forms.clone(),
            build: render::Build {
                date: self.date,
                api_url: self.inputs.api_url.clone(),
            },
        };
        PageSource {
            renderer: Arc::new(SiteRenderer::new(input)),
            fallback: None,
            islands: Arc::clone(self.islands),
            base_path,
        }
    }

    /// Renders the pages of edited documents, and passes them to the function that shows them.
    fn show_edited(&self, source: &PageSource, content: &Arc<Content>) {
        let Some(show) = &self.inputs.show_edited else {
            return;
        };
        if self.edited.is_empty() {
            return;
        }
        if let Some(pages) = edits_first::pages(source, &self.edited) {
            show(EditedPages {
                content: Arc::clone(content),
                plan: Arc::clone(source.renderer.plan()),
                files: referenced(self.assets, &pages, &Files::new()),
                pages,
            });
        }
    }
}
