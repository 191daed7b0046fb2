//! A site as a value: content and theme in, a map from path to bytes out.

use std::collections::BTreeSet;
use std::path::PathBuf;

use content::{DocumentMemo, Redirect, Tree};
use diagnostic::Diagnostic;
use inspect::addresses::location;
use render::{PlanMemo, Renderer};

use crate::inspection::{self, InspectionMemo, RenderedSite};
use crate::islands::FilledPages;
use crate::project::{Inputs, Project};
use crate::site::Site;
use crate::site_assets::SiteAssets;
use crate::{form_definitions, form_routes, menus, page_cache, theme};

/// Results of earlier builds, reused by the next one. Starting empty is always safe.
#[derive(Debug, Default)]
pub struct Memo {
    content: Option<Tree>,
    /// Changed files that only the content stage has seen, because errors in the content ended the build.
    pending: BTreeSet<PathBuf>,
    documents: DocumentMemo,
    /// The theme's templates: their folder and its files.
    templates: Option<(String, Tree)>,
    assets: Option<SiteAssets>,
    plan: PlanMemo,
    renderer: Renderer,
    pages: FilledPages,
    inspection: InspectionMemo,
}

impl Memo {
    /// Returns a memo with rendered pages only.
    pub fn with(renderer: Renderer) -> Self {
        Self {
            renderer,
            ..Self::default()
        }
    }

    /// Returns a memo with rendered pages, and with content that may differ from what is on disk.
    pub fn of(content: Tree, renderer: Renderer) -> Self {
        Self {
            content: Some(content),
            ..Self::with(renderer)
        }
    }

    /// Returns the rendered pages.
    pub fn renderer(&self) -> &Renderer {
        &self.renderer
    }
}

/// How much of the site a build checked before an error ended it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coverage {
    /// The content. With errors in it, or in the files gathered beside it, nothing can be rendered.
    Content,
    /// Content and templates. No page could be rendered.
    Templates,
    /// Pages as well.
    Pages {
        /// Number of pages that were rendered.
        made: usize,
        /// Number of pages that the site has without errors.
        planned: usize,
        /// Whether the pages have their styles, scripts and islands.
        whole: bool,
    },
}

/// Called with the name of each stage as it begins.
pub type Progress<'a> = &'a mut dyn FnMut(&'static str);

/// The site if no finding is an error, all findings, and how much was checked.
pub type Built = (Option<Site>, Vec<Diagnostic>, Coverage);

/// Builds the site on disk once. Reuses the pages in the page cache, and updates it.
pub fn once(project: &Project, inputs: &Inputs, progress: Progress<'_>) -> Built {
    progress("reading the cache");
    let mut memo = Memo::with(page_cache::read(project));
    let built = build(project, inputs, &mut memo, &[], progress);
    progress("writing the cache");
    page_cache::write(project, memo.renderer());
    built
}

/// Builds the site. `changed` must contain every file that may have changed since the last build with this memo.
pub fn build(
    project: &Project,
    inputs: &Inputs,
    memo: &mut Memo,
    changed: &[PathBuf],
    progress: Progress<'_>,
) -> Built {
    progress("reading content");
    memo.pending.extend(changed.iter().cloned());
    let tree = match &mut memo.content {
        Some(tree) => {
            tree.refresh(&project.root, "content", changed);
            &*tree
        }
        none => none.insert(Tree::read(&project.root, "content")),
    };
    let selection = inputs.selection_of(tree);
    let (content, mut diagnostics) = content::assemble_again(tree, &selection, &mut memo.documents);
    let Some(mut content) = content else {
        return (None, diagnostics, Coverage::Content);
    };

    let known = &mut memo.templates;
    let templates = theme::templates(project, &content, tree, known, &memo.pending);
    let (templates, unreadable) = match templates {
        Ok(read) => read,
        Err(missing) => {
            diagnostics.push(missing);
            return (None, diagnostics, Coverage::Content);
        }
    };
    let templates_ok = unreadable.is_empty();
    diagnostics.extend(unreadable);
    let unused_menus = menus::unused(&content, &templates, tree);
    content.menus_ok &= unused_menus.is_empty();
    diagnostics.extend(unused_menus);

    progress("bundling styles and scripts");
    let is_current = |assets: &SiteAssets| assets.is_current(project, &content, &memo.pending);
    if !memo.assets.as_ref().is_some_and(is_current) {
        memo.pages = FilledPages::default();
        memo.assets = SiteAssets::read(project, &content)
            .map_err(|problems| diagnostics.extend(problems))
            .ok();
    }
    memo.pending.clear();

    progress("planning routes");
    let Some(assets) = &memo.assets else {
        // Without pictures, every template that uses one would fail as well.
        return (None, diagnostics, Coverage::Content);
    };
    diagnostics.extend(assets.warnings.iter().chain(&assets.errors).cloned());
    let (plan, more) = render::plan_again(&content, &mut memo.plan);
    diagnostics.extend(more);
    if !templates_ok {
        // Every page that uses an unreadable template would be reported as well.
        return (None, diagnostics, Coverage::Content);
    }

    progress("rendering pages");
    let forms = form_definitions::resolved(&content, tree, &mut diagnostics);
    let public = &assets.public;
    diagnostics.extend(form_routes::check(&content, tree, &plan, public, &forms));
    let (rendered, more) = memo.renderer.render(&render::Input {
        content: &content,
        plan: &plan,
        templates: &templates,
        assets: &assets.index,
        forms: &forms,
        build: &render::Build {
            date: selection.date,
            api_url: inputs.api_url.clone(),
        },
    });
    diagnostics.extend(menus::at_menus(more, &content, tree));

    progress("rendering islands");
    let filled = SiteAssets::with_bundle_inputs(project, &content.config.theme, |bundle| {
        memo.pages.fill(bundle, &assets.modules, &rendered.pages)
    });
    if !assets.bundle_failed {
        diagnostics.extend(filled.errors);
    }
    let pages = filled.pages;
    if pages.is_empty() && !plan.routes.is_empty() {
        // The template that all pages use has an error. Rules would only report what is missing because of it.
        return (None, diagnostics, Coverage::Templates);
    }
    let whole = filled.whole && !assets.index.incomplete;
    let coverage = Coverage::Pages {
        made: pages.len(),
        planned: plan.routes.len() + plan.unusable.len(),
        whole,
    };
    if tree.unreadable.contains_key("content/checks.toml") {
        // Rules would report what the file tells them to ignore.
        return (None, diagnostics, coverage);
    }

    progress("looking for mistakes");
    let mut generated = assets.bundled.clone();
    let files = rendered.files.into_iter();
    generated.extend(files.map(|(path, text)| (path, text.into())));
    let (others, headers, more) = inspection::inspect(
        &RenderedSite {
            inputs,
            date: selection.date,
            content: &content,
            tree,
            templates: &templates,
            plan: &plan,
            pages: &pages,
            generated: &generated,
            assets,
            whole,
        },
        &mut memo.inspection,
    );
    diagnostics.extend(more);
    if diagnostic::has_errors(&diagnostics) {
        return (None, diagnostics, coverage);
    }
    let site = Site {
        others,
        pages,
        plan,
        redirects: content
            .structure
            .redirects
            .iter()
            .map(|rule| Redirect {
                to: location(&rule.to),
                ..rule.clone()
            })
            .collect(),
        rewrites: content.structure.rewrites.clone(),
        headers,
        base_url: content.config.base_url.clone(),
    };
    (Some(site), diagnostics, coverage)
}
