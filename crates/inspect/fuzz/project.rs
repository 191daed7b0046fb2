//! A project in memory, which the fuzz targets and the unit tests of the rules render and inspect.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use content::{Selection, Tree};
use diagnostic::{Diagnostic, Source};
use jiff::civil::{Date, date};
use render::{Build, Input, SiteRenderer, Templates, Theme};

use super::{Addresses, Blame, Files, LinkFollower, Output, Page, RequestUrls, Scope, inspect};

/// Day on which the site is built and inspected.
const TODAY: Date = date(2026, 11, 21);

/// Files of a project, with the other inputs of its inspection.
#[derive(Default)]
pub struct Project<'a> {
    tree: Tree,
    templates: Templates,
    styles: BTreeMap<String, Arc<Source>>,
    /// Output files that are not generated here, such as the bundle.
    pub files: Files,
    pub scope: Scope,
    pub request_urls: Option<&'a RequestUrls<'a>>,
}

impl Project<'_> {
    /// Creates a project with the theme `t` from the paths and texts of its files.
    pub fn new<'f>(files: impl IntoIterator<Item = (&'f str, &'f str)>) -> Self {
        let mut project = Self::default();
        for (path, text) in files {
            let source = Source::new(path, text);
            if let Some(name) = path.strip_prefix("themes/t/templates/") {
                project.templates.insert(name.to_owned(), source);
            } else if path.starts_with("themes/t/styles/") {
                project.styles.insert(path.to_owned(), source);
            } else if content::is_text(path) {
                project.tree.texts.insert(path.to_owned(), source);
            } else {
                project.tree.other_files.push(path.to_owned());
            }
        }
        project
    }

    /// Reads, renders, and inspects the project. Returns the findings of all three.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        self.inspected(|pages| pages).1
    }

    /// Returns the same as [`Project::diagnostics`], and the inspected pages. `replaced` may replace the rendered pages.
    pub fn inspected(
        &self,
        replaced: impl FnOnce(Vec<Page>) -> Vec<Page>,
    ) -> (Vec<Arc<Page>>, Vec<Diagnostic>) {
        let selection = Selection {
            date: TODAY,
            drafts: false,
            future: false,
        };
        let (content, mut diagnostics) = content::load(&self.tree, &selection);
        let Some(content) = content.map(Arc::new) else {
            return (Vec::new(), diagnostics);
        };
        let (plan, more) = render::plan(&content);
        diagnostics.extend(more);
        let values = content.all_documents();
        let values = values.map(|_| Arc::default());
        let values = values.collect();
        let site = SiteRenderer::new(Input {
            content: Arc::clone(&content),
            plan: Arc::clone(&plan),
            related: Arc::default(),
            values,
            theme: Arc::new(Theme::new(self.templates.clone())),
            highlighter: Arc::default(),
            assets: Arc::default(),
            forms: BTreeMap::new(),
            build: Build {
                date: TODAY,
                api_url: "/api".to_owned(),
            },
        });
        let outcomes = site.all();
        let rendered = outcomes.iter().filter_map(|one| one.page.as_ref());
        let pages =
            rendered.map(|page| Page::new(page.record.clone(), &page.html).with_html(&page.html));
        let mut pages = replaced(pages.collect());
        pages.sort_by(|a, b| a.url().cmp(b.url()));
        let pages: Vec<Arc<Page>> = pages.into_iter().map(Arc::new).collect();
        let records = outcomes.iter().map(|one| Some(&one.page.as_ref()?.record));
        let records: Vec<_> = records.collect();
        let rendered_files = site.files(&records);
        let outcomes = plan.routes.iter().zip(outcomes);
        diagnostics.extend(site.diagnostics(outcomes));
        let render_again = |url: &str| {
            let page = plan.routes.get(url);
            let page = page.and_then(|route| site.page_renderer().render(route).page);
            let page = page.map(|page| *page).unwrap_or_default();
            let html = page.html.clone();
            (page, html)
        };
        let mut files = self.files.clone();
        let rendered_files = rendered_files.into_iter();
        files.extend(rendered_files.map(|(path, text)| (path, text.into())));
        let names = HashMap::new();
        let blame = Blame::new(
            &content,
            &self.tree,
            &self.templates,
            &plan,
            &names,
            &pages,
            &render_again,
        );
        let rewrites = content.structure.folder_rules();
        let addresses = Addresses {
            plan: &plan,
            files: &files,
            rewrites: &rewrites,
        };
        let mut follower = LinkFollower::new(addresses, &content.config.base_url);
        let links = pages.iter().map(|page| Arc::new(follower.follow(page)));
        let links: Vec<_> = links.collect();
        diagnostics.extend(inspect(&Output {
            base_path: "",
            as_served: &str::to_owned,
            pages: &pages,
            render: &render_again,
            files: &files,
            plan: &plan,
            rewrites: &rewrites,
            links: &links,
            content: &content,
            tree: &self.tree,
            templates: &self.templates,
            styles: &self.styles,
            date: TODAY,
            scope: self.scope,
            request_urls: self.request_urls,
            is_cancelled: &|| false,
            blame: &blame,
            is_complete: true,
            later_codes: &[],
            api_url: "/api",
        }));
        (pages, diagnostics)
    }
}
