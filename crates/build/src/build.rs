//! A whole site as a value: content and theme in, a map from path to bytes out.

use std::collections::BTreeSet;
use std::path::PathBuf;

use content::{DocumentMemo, Tree};
use diagnostic::Diagnostic;
use render::{PlanMemo, Renderer};

use crate::gather::{Gathered, diagnose};
use crate::islands::FilledPages;
use crate::mistakes::{self, Finished, MistakeMemo};
use crate::page_cache;
use crate::project::{Inputs, Project};
use crate::site::Site;
use crate::{form_definitions, form_routes, menus, theme};

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

/// Told of each stage as it begins.
pub type Progress<'a> = &'a mut dyn FnMut(&'static str);

/// Builds the site as it is on disk, once, with the pages that the last such build left in the cache.
pub fn once(
    project: &Project,
    inputs: &Inputs,
    progress: Progress<'_>,
) -> (Option<Site>, Vec<Diagnostic>, Looked) {
    progress("reading the cache");
    let mut memo = Memo::with(page_cache::read(project));
    let (site, found) = build(project, inputs, &mut memo, &[], progress);
    progress("writing the cache");
    page_cache::write(project, memo.renderer());
    (site, found, memo.looked)
}

/// Builds the site. It comes back when there is no error among the findings. `changed` are all files that may have changed
/// since the last build with this memo.
pub fn build(
    project: &Project,
    inputs: &Inputs,
    memo: &mut Memo,
    changed: &[PathBuf],
    progress: Progress<'_>,
) -> (Option<Site>, Vec<Diagnostic>) {
    progress("reading content");
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

    progress("bundling styles and scripts");
    let holds = |gathered: &Gathered| gathered.holds(project, &content, &memo.unseen);
    if !memo.gathered.as_ref().is_some_and(holds) {
        memo.pages = FilledPages::default();
        memo.gathered = Gathered::gather(project, &content)
            .map_err(|problems| found.extend(problems))
            .ok();
    }

    memo.unseen.clear();

    progress("planning routes");
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

    progress("rendering pages");
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

    progress("rendering islands");
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

    progress("looking for mistakes");
    let mut made = gathered.bundled.clone();
    let files = rendered.files.into_iter();
    made.extend(files.map(|(path, text)| (path, text.into())));
    let (others, headers, more) = mistakes::look(
        &Finished {
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
