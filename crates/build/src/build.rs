//! Builds a site as a value: turns content and theme into a map from output path to bytes.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use content::{Document, Tree};
use diagnostic::Diagnostic;
use inspect::baseline;
use inspect::settings::apply_levels_to_warnings;
use render::{Highlighter, Theme};

use crate::content_tables::ContentTables;
use crate::destination::Destination;
use crate::equal_findings::merge_equal;
use crate::findings::{Coverage, Findings};
use crate::islands::IslandRenderer;
use crate::pass_memo::PassMemo;
use crate::project::{Audience, Inputs, Project};
use crate::rendered_pages::{Progress, Sources};
use crate::reported_values::drop_consequences;
use crate::site::Site;
use crate::site_assets::SiteAssets;
use crate::widget_check::WidgetCheck;
use crate::{cache, drafts, edits_first, form_definitions, form_routes, menus, theme, words};

/// Results of earlier builds that the next one reuses. Starting empty is always safe.
#[derive(Debug, Default)]
pub struct Memo {
    content: Option<Tree>,
    /// Changed files that only the content stage has seen, because the builds since then ended after it.
    pending: BTreeSet<PathBuf>,
    documents: ContentTables,
    /// The theme's templates: their folder and its files.
    templates: Option<(String, Tree)>,
    assets: Option<SiteAssets>,
    theme: Option<Arc<Theme>>,
    highlighter: Arc<Highlighter>,
    islands: Option<Arc<IslandRenderer>>,
    pub(crate) first: PassMemo,
    /// The second pass; `None` before there was one.
    second: Option<PassMemo>,
}

impl Memo {
    /// Returns a memo with the results that an earlier process left in the cache.
    pub fn read(project: &Project) -> Self {
        let (documents, pages) =
            rayon::join(|| cache::documents(project), || cache::pages(project));
        documents.compile_schemas();
        Self {
            documents,
            first: PassMemo::new(pages, cache::inspection(project)),
            ..Self::default()
        }
    }

    /// Writes the results that another process can reuse to the cache.
    pub(crate) fn write(&self, project: &Project) {
        let PassMemo {
            pages, inspection, ..
        } = &self.first;
        cache::update(project, &self.documents, pages, inspection);
    }

    /// Returns the files of `content/` as the last build has read them.
    pub fn content(&self) -> Option<&Tree> {
        self.content.as_ref()
    }

    /// Returns the folder of the theme's templates, and its files, as the last build has read them.
    pub fn templates(&self) -> Option<&(String, Tree)> {
        self.templates.as_ref()
    }

    /// Replaces the content, so that the next build does not read it from disk.
    #[must_use]
    pub fn with_content(self, content: Tree) -> Self {
        Self {
            content: Some(content),
            ..self
        }
    }
}

/// Result of a build: the site, all findings, and how much of the site was checked.
pub type Built = (Option<Site>, Vec<Diagnostic>, Coverage);

/// Builds the site once. Reuses the results that an earlier process left in the cache, and updates the cache.
pub fn once(
    project: &Project,
    inputs: &Inputs,
    destination: Destination<'_>,
    progress: Progress<'_>,
) -> Built {
    progress("reading files");
    let (memo, tree) = rayon::join(
        || Memo::read(project),
        || Tree::read(&project.root, "content"),
    );
    let mut memo = memo.with_content(tree);
    let built = build(project, inputs, &mut memo, &[], destination, progress);
    progress("writing files");
    memo.write(project);
    // The process will exit soon, and freeing every page would take longer than that.
    std::mem::forget(memo);
    built
}

/// Builds the site. `changed` must contain every file that may have changed since the last build with this memo. The HTML of pages
/// goes to `destination`.
///
/// A site is returned even if there are errors, for a preview: it has every page that can be rendered. Before writing or
/// publishing it, the caller must check that no finding is an error. Returns no site if something that every page needs cannot
/// be read, such as the settings or the theme's templates.
pub fn build(
    project: &Project,
    inputs: &Inputs,
    memo: &mut Memo,
    changed: &[PathBuf],
    destination: Destination<'_>,
    progress: Progress<'_>,
) -> Built {
    progress("reading content");
    memo.pending.extend(changed.iter().cloned());
    let tree = match &mut memo.content {
        Some(tree) => {
            tree.refresh(&project.root, "content", changed);
            tree
        }
        none => none.insert(Tree::read(&project.root, "content")),
    };
    tree.overlay("content", &inputs.unsaved);
    let tree = &*tree;
    let selection = inputs.selection_of(tree);
    let (content, diagnostics) = memo.documents.load(tree, selection);
    let mut findings = Findings::new(diagnostics, None);
    let Some(mut content) = content else {
        return (None, findings.all, Coverage::Content);
    };
    if !content.are_settings_valid {
        findings.end(Coverage::Content);
    }

    let known = &mut memo.templates;
    let templates = theme::templates(project, inputs, &content, tree, known, &memo.pending);
    let (templates, unreadable) = match templates {
        Ok(read) => read,
        Err(missing) => {
            findings.add([missing]);
            return (None, findings.all, Coverage::Content);
        }
    };
    let templates_ok = unreadable.is_empty();
    findings.add(unreadable);
    let unused_menus = menus::unused(&content, &templates, tree);
    content.are_menus_valid &= unused_menus.is_empty();
    findings.add(unused_menus);
    findings.add(words::check(&content, &templates, tree));

    progress("bundling styles and scripts");
    let is_current = |assets: &SiteAssets| assets.is_current(project, &content, &memo.pending);
    if !memo.assets.as_ref().is_some_and(is_current) {
        memo.islands = None;
        memo.assets = None;
    }
    let changed = std::mem::take(&mut memo.pending);
    let read = || SiteAssets::read(project, &content, inputs);
    let known = memo.theme.take().filter(|theme| theme.has(&templates));
    let (assets, theme) = rayon::join(
        || &*memo.assets.get_or_insert_with(read),
        || known.unwrap_or_else(|| Arc::new(Theme::new(templates.clone()))),
    );
    memo.theme = Some(Arc::clone(&theme));
    let islands = || Arc::new(IslandRenderer::new(project, assets));
    let islands = Arc::clone(memo.islands.get_or_insert_with(islands));
    findings.add(assets.warnings.iter().chain(&assets.errors).cloned());
    if assets.incomplete {
        // Every page that refers to one of the missing files would be reported as well.
        findings.end(Coverage::Content);
    }

    progress("planning routes");
    let (planned, more) = memo.first.plan(content);
    let (content, plan) = (Arc::clone(&planned.content), Arc::clone(&planned.plan));
    findings.add(more);
    if !templates_ok {
        // Every page that uses an unreadable template would be reported as well.
        findings.end(Coverage::Content);
    }
    let (forms, contradictions) = form_definitions::resolved(&content, tree);
    findings.add_new(contradictions);
    findings.add(form_routes::check(
        &content,
        tree,
        &plan,
        &assets.public,
        &forms,
        &inputs.api_url,
    ));

    let mut edited = Vec::new();
    if inputs.show_edited.is_some() && !diagnostic::has_errors(&findings.all) {
        edited = edits_first::urls(&project.root, &changed, &plan);
    }
    let mut sources = Sources {
        project,
        inputs,
        date: selection.date,
        tree,
        templates: &templates,
        theme: &theme,
        highlighter: &memo.highlighter,
        islands: &islands,
        assets,
        forms: &forms,
        edited,
    };
    let mut faulty: Vec<&Document> = content.faulty_documents().collect();
    // Files in another generator's notation are reported once, and not again for every link in that notation.
    let foreign = files_in_foreign_notation(&findings.all);
    faulty.retain(|document| !foreign.contains(document.source().path.as_str()));
    let unpublished = match inputs.audience {
        Audience::Authors => drafts::unpublished(&content),
        Audience::Public => HashMap::new(),
    };
    let first = &mut memo.first;
    let mut made = sources.render_and_inspect(planned, destination, first, &mut findings, progress);
    let coverage = Coverage::Pages {
        made: made.pages.len(),
        planned: made.plan.routes.len() + made.plan.unusable.len(),
        is_complete: made.is_complete,
    };

    // Second pass, with the documents that have errors: it checks their texts and renders their pages for a preview, and those of
    // drafts and future documents.
    if let Some(content) = content.for_preview(inputs.audience == Audience::Authors, selection.date)
    {
        let second = memo.second.get_or_insert_with(|| first.sharing());
        let (planned, _) = second.plan(content);
        let mut others = Findings::new(Vec::new(), findings.ended);
        sources.edited.clear();
        let content = Arc::clone(&planned.content);
        let with_faulty =
            sources.render_and_inspect(planned, destination, second, &mut others, progress);
        made = with_faulty.completed_by(made);
        // Any other finding may be a consequence of the errors in the front matter.
        let mut texts = text_starts(&faulty);
        texts.extend(unpublished.iter().map(|(path, one)| (*path, one.start())));
        others.all.retain(|one| is_in_text(one, &texts));
        drafts::downgrade_in_drafts(&mut others.all, &content);
        drafts::warn_in_unpublished(&mut others.all, &unpublished);
        findings.add(others.all);
    }
    drafts::downgrade_in_drafts(&mut findings.all, &content);
    apply_levels_to_warnings(tree, &mut findings.all);
    let coverage = findings.ended.unwrap_or(coverage);
    let mut all = findings.all;
    if !inputs.known_findings {
        let is_whole = inputs.scope.check && coverage.is_whole();
        all = baseline::without_known(tree, all, is_whole.then_some(inputs.scope));
    }
    drop_consequences(&mut all);
    merge_equal(&mut all);
    let site = Site {
        others: made.others,
        source: Some(made.source),
        pages: made.pages,
        content: made.content,
        plan: made.plan,
        public_plan: plan,
        rewrites: content.structure.folder_rules(),
        asset_names: Arc::clone(&assets.names),
        headers: made.headers,
        is_bundled: !assets.index.incomplete,
        missing_pictures: made.missing_pictures,
        card_renderer: made.card_renderer,
        widget_check: WidgetCheck::of(project, assets),
    };
    (Some(site), all, coverage)
}

/// Returns the offset at which the text of each document begins, below its front matter, by the path of its file.
fn text_starts<'a>(documents: &[&'a Document]) -> HashMap<&'a str, usize> {
    let with_text = documents.iter().filter(|one| !one.body.is_empty());
    with_text
        .map(|one| (one.source().path.as_str(), one.body.start))
        .collect()
}

/// Returns whether a finding is in one of the texts that [`text_starts`] returned.
fn is_in_text(finding: &Diagnostic, texts: &HashMap<&str, usize>) -> bool {
    finding.place.as_ref().is_some_and(|(place, _)| {
        let start = texts.get(place.source.path.as_str());
        start.is_some_and(|start| *start <= place.span.start)
    })
}

/// Returns the paths of the files that have a finding about another generator's notation.
fn files_in_foreign_notation(findings: &[Diagnostic]) -> HashSet<&str> {
    let foreign = findings
        .iter()
        .filter(|one| one.code == &content::codes::FOREIGN_NOTATION);
    foreign
        .filter_map(|one| Some(one.place.as_ref()?.0.source.path.as_str()))
        .collect()
}
