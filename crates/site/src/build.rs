//! A whole site as a value: content and theme in, a map from path to bytes out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use bytes::Bytes;
use content::{DocumentMemo, Redirect, Rewrite, Tree};
use diagnostic::Diagnostic;
use render::{Plan, PlanMemo, Renderer};

use crate::gather::{Gathered, diagnose};
use crate::headers::Headers;
use crate::islands::FilledPages;
use crate::mistakes::{self, Finished, MistakeMemo};
use crate::page::Page;
use crate::page_cache;
use crate::progress::Progress;
use crate::project::{Inputs, Project};
use crate::{form_definitions, form_routes, menus, theme};

/// Files of an output by their paths.
pub type Files = BTreeMap<String, Bytes>;

/// A finished site.
#[derive(Debug, Default)]
pub struct Site {
    /// Every file that is no page, by its path in the output.
    pub others: Files,
    /// The pages, in the order of their addresses.
    pub pages: Vec<Arc<Page>>,
    /// The routes.
    pub plan: Arc<Plan>,
    /// Addresses that have moved.
    pub redirects: Vec<Redirect>,
    /// Addresses answered by another page.
    pub rewrites: Vec<Rewrite>,
    /// Security headers.
    pub headers: Headers,
    /// Scheme and host of the live site, as `site.toml` names it.
    #[cfg_attr(
        not(feature = "aws"),
        expect(dead_code, reason = "only publishing asks for it")
    )]
    pub base_url: String,
}

impl Site {
    /// A file by its path in the output.
    pub fn file(&self, path: &str) -> Option<Bytes> {
        let other = self.others.get(path).cloned();
        other.or_else(|| Some(self.page_in(path)?.bytes()))
    }

    /// Every file by its path in the output.
    pub fn files(&self) -> Files {
        let pages = self.pages.iter();
        let pages = pages.map(|page| (page.output().to_owned(), page.bytes()));
        self.others.clone().into_iter().chain(pages).collect()
    }

    /// The page that is written to a file.
    fn page_in(&self, path: &str) -> Option<&Arc<Page>> {
        let without_ending = path.strip_suffix(".html");
        let addresses = [
            Some(format!("/{path}")),
            without_ending.map(|path| format!("/{path}")),
            (path == "index.html").then(|| "/".to_owned()),
        ];
        addresses.into_iter().flatten().find_map(|url| {
            let at = self.pages.binary_search_by(|page| page.url().cmp(&url));
            at.ok()
                .map(|at| &self.pages[at])
                .filter(|page| page.output() == path)
        })
    }
}

/// What builds leave for the next one. With a fresh one a build gives the same, and takes longer.
#[derive(Debug, Default)]
pub struct Memo {
    content: Option<Tree>,
    /// Changes that only the content has seen so far: a mistake in it ended the build.
    unseen: BTreeSet<PathBuf>,
    documents: DocumentMemo,
    templates: Option<(String, Tree)>,
    gathered: Option<Gathered>,
    plan: PlanMemo,
    renderer: Renderer,
    pages: FilledPages,
    mistakes: MistakeMemo,
    looked: Looked,
}

/// How far a build has looked for mistakes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Looked {
    /// At the content: a mistake in it, or in what is gathered beside it, leaves nothing to render.
    #[default]
    Content,
    /// At content and templates: there is no page.
    Templates,
    /// At pages.
    Pages {
        /// How many.
        made: usize,
        /// How many there would be without a mistake.
        planned: usize,
        /// Whether they have their styles, scripts and islands.
        whole: bool,
    },
}

impl Memo {
    /// A memo that has nothing but rendered pages.
    pub fn with(renderer: Renderer) -> Self {
        Self {
            renderer,
            ..Self::default()
        }
    }

    /// A memo that has rendered pages, and content that may be another than on disk.
    pub fn of(content: Tree, renderer: Renderer) -> Self {
        Self {
            content: Some(content),
            ..Self::with(renderer)
        }
    }

    /// The rendered pages.
    pub fn renderer(&self) -> &Renderer {
        &self.renderer
    }
}

/// Builds the site as it is on disk, once, with the pages that the last such build left in the cache.
pub fn once(
    project: &Project,
    inputs: &Inputs,
    progress: &mut Progress,
) -> (Option<Site>, Vec<Diagnostic>, Looked) {
    progress.stage("reading the cache");
    let mut memo = Memo::with(page_cache::read(&project.cache()));
    let (site, found) = build(project, inputs, &mut memo, &[], progress);
    progress.stage("writing the cache");
    page_cache::write(&project.cache(), memo.renderer());
    (site, found, memo.looked)
}

/// Builds the site. It comes back when there is no error among the findings. `changed` are all files that may have changed
/// since the last build with this memo.
pub fn build(
    project: &Project,
    inputs: &Inputs,
    memo: &mut Memo,
    changed: &[PathBuf],
    progress: &mut Progress,
) -> (Option<Site>, Vec<Diagnostic>) {
    progress.stage("reading content");
    memo.looked = Looked::Content;
    memo.unseen.extend(changed.iter().cloned());
    let tree = match &mut memo.content {
        Some(tree) => {
            tree.refresh(&project.root, "content", changed);
            &*tree
        }
        none => none.insert(Tree::read(&project.root, "content")),
    };
    let selection = inputs.selection_of(tree);
    let (content, mut found) = content::assemble_again(tree, &selection, &mut memo.documents);
    let Some(mut content) = content else {
        return (None, found);
    };

    let known = &mut memo.templates;
    let (templates, unread) = match theme::templates(project, &content, tree, known, &memo.unseen) {
        Ok(read) => read,
        Err(missing) => {
            found.push(missing);
            return (None, found);
        }
    };
    let templates_ok = unread.is_empty();
    found.extend(unread);
    let unshown = menus::unshown(&content, &templates, tree);
    content.menus_ok &= unshown.is_empty();
    found.extend(unshown);

    progress.stage("bundling styles and scripts");
    let holds = |gathered: &Gathered| gathered.holds(project, &content, &memo.unseen);
    if !memo.gathered.as_ref().is_some_and(holds) {
        memo.pages = FilledPages::default();
        memo.gathered = Gathered::gather(project, &content)
            .map_err(|problems| found.extend(problems))
            .ok();
    }

    memo.unseen.clear();

    progress.stage("planning routes");
    let Some(gathered) = &memo.gathered else {
        // Without pictures every template would fail for want of them.
        return (None, found);
    };
    found.extend(gathered.warnings.iter().chain(&gathered.errors).cloned());
    let (plan, more) = render::plan_again(&content, &mut memo.plan);
    found.extend(more);
    if !templates_ok {
        // Pages would be reported for want of the templates that cannot be read.
        return (None, found);
    }

    progress.stage("rendering pages");
    let forms = form_definitions::resolved(&content, tree, &mut found);
    let public = &gathered.public;
    found.extend(form_routes::check(&content, tree, &plan, public, &forms));
    let (rendered, more) = memo.renderer.render(&render::Input {
        content: &content,
        plan: &plan,
        templates: &templates,
        assets: &gathered.index,
        forms: &forms,
        build: &render::Build {
            date: selection.date,
            api_url: inputs.api_url.clone(),
        },
    });
    found.extend(menus::at_menus(more, &content, tree));
    memo.looked = Looked::Templates;

    progress.stage("rendering islands");
    let filled = Gathered::inputs(project, &content.config.theme, |bundling| {
        memo.pages
            .fill(bundling, &gathered.modules, &rendered.pages)
    });
    if !gathered.bundle_failed {
        let problems = filled.problems.iter();
        found.extend(
            problems.map(|problem| diagnose(project, problem, &assets::codes::ISLAND_ERROR)),
        );
    }
    let pages = filled.pages;
    if pages.is_empty() && !plan.routes.is_empty() {
        // A template that all pages need: each rule would only find what is missing for want of it.
        return (None, found);
    }
    let whole = filled.whole && !gathered.index.incomplete;
    memo.looked = Looked::Pages {
        made: pages.len(),
        planned: plan.routes.len() + plan.unusable.len(),
        whole,
    };

    if tree.unreadable.contains_key("content/checks.toml") {
        // Rules would not find what they are told to pass over.
        return (None, found);
    }

    progress.stage("looking for mistakes");
    let mut made = gathered.bundled.clone();
    let files = rendered.files.into_iter();
    made.extend(files.map(|(path, text)| (path, Bytes::from(text))));
    let (others, headers, more) = mistakes::look(
        &Finished {
            project,
            inputs,
            date: selection.date,
            content: &content,
            tree,
            templates: &templates,
            plan: &plan,
            pages: &pages,
            made: &made,
            gathered,
            whole,
        },
        &mut memo.mistakes,
    );
    found.extend(more);
    if diagnostic::has_errors(&found) {
        return (None, found);
    }
    let site = Site {
        others,
        pages,
        plan,
        redirects: content.structure.redirects.clone(),
        rewrites: content.structure.rewrites.clone(),
        headers,
        base_url: content.config.base_url.clone(),
    };
    (Some(site), found)
}
