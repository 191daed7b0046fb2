//! A project in memory, which the fuzz targets and the unit tests of the rules render and inspect.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use content::{Selection, Tree};
use diagnostic::{Diagnostic, Source};
use jiff::civil::{Date, date};
use render::{Build, Input, Renderer, Templates};

use super::{Blame, Files, LinkTargets, Output, Page, RequestUrls, Scope, inspect};

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
    pub fn diagnostics(&self, renderer: &mut Renderer) -> Vec<Diagnostic> {
        let selection = Selection {
            date: TODAY,
            drafts: false,
            future: false,
        };
        let (content, mut diagnostics) = content::assemble(&self.tree, &selection);
        let Some(content) = content else {
            return diagnostics;
        };
        let (plan, more) = render::plan(&content);
        diagnostics.extend(more);
        let (rendered, more) = renderer.render(&Input {
            content: &content,
            plan: &plan,
            templates: &self.templates,
            assets: &Arc::default(),
            forms: &BTreeMap::new(),
            build: &Build {
                date: TODAY,
                api_url: "/api".to_owned(),
            },
            store: None,
            first: None,
        });
        diagnostics.extend(more);
        let pages = rendered.pages.into_iter();
        let pages: Vec<Arc<Page>> = pages.map(|page| Page::new(page, Vec::new())).collect();
        let mut files = self.files.clone();
        let rendered = rendered.files.into_iter();
        files.extend(rendered.map(|(path, text)| (path, text.into())));
        let names = HashMap::new();
        let blame = Blame::new(&self.tree, &self.templates, &plan, &names, &pages);
        let mut targets = LinkTargets::default();
        let rewrites = &content.structure.rewrites;
        targets.update(&plan, &files, rewrites, &content.config.base_url);
        diagnostics.extend(inspect(&Output {
            pages: &pages,
            files: &files,
            plan: &plan,
            targets: &targets,
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
        }));
        diagnostics
    }
}
