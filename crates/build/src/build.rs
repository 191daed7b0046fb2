//! Builds a site as a value: turns content and theme into a map from output path to bytes.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use content::Tree;
use diagnostic::{Diagnostic, Severity};
use inspect::baseline;
use inspect::settings::apply_levels_to_warnings;
use render::Highlighter;

use crate::bundle_memo::BundleMemo;
use crate::content_tables::ContentTables;
use crate::destination::Destination;
use crate::equal_findings::condense;
use crate::findings::{Coverage, Findings};
use crate::local_url::local_url;
use crate::pass_memo::PassMemo;
use crate::project::{Audience, Inputs, Project};
use crate::rendered_pages::{Progress, Sources};
use crate::reported_values::drop_in_foreign_texts;
use crate::site::Site;
use crate::widget_check::WidgetCheck;
use crate::{
    cache, drafts, edits_first, form_definitions, form_routes, menus, misspelled_facts,
    preview_findings, theme, words,
};

/// Results of earlier builds that the next one reuses. Starting empty is always safe.
#[derive(Debug, Default)]
pub struct Memo {
    content: Option<Tree>,
    /// Changed files that the stages after the content have not seen yet, because every build since the change has ended before them.
    pending: BTreeSet<PathBuf>,
    documents: ContentTables,
    /// The theme's templates: their folder and its files.
    templates: Option<(String, Tree)>,
    bundle: BundleMemo,
    highlighter: Arc<Highlighter>,
    pub(crate) first: PassMemo,
    /// Whether an earlier process has left pages and an inspection in the cache, which the first build reads while it plans the routes.
    has_unread: bool,
    /// The second pass; `None` before there was one.
    second: Option<PassMemo>,
}

impl Memo {
    /// Returns a memo with the results that an earlier process left in the cache.
    pub fn read(project: &Project) -> Self {
        let documents = cache::documents(project);
        documents.compile_schemas();
        Self {
            documents,
            has_unread: true,
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

/// Length of the texts that stay in memory between stages, in bytes: enough for 2,000 articles. Other texts are read again when they are
/// needed, so that a large site does not need more memory.
const TEXTS_IN_MEMORY: usize = 8 << 20;

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
    let (memo, (known, (tree, texts))) = rayon::join(
        || Memo::read(project),
        || {
            let known = cache::texts(project);
            let start = inputs.now.into();
            let read = Tree::read_once(&project.root, "content", &known, start, TEXTS_IN_MEMORY);
            (known, read)
        },
    );
    let mut memo = memo.with_content(tree);
    let (site, mut findings, coverage) =
        build(project, inputs, &mut memo, &[], destination, progress);
    let changed = memo.content.as_ref().map(Tree::changed_files);
    let changed = changed.unwrap_or_default();
    if !changed.is_empty() {
        // What the build made from these files may be wrong.
        return (site, changed, coverage);
    }
    if let (Some(site), Some(tree)) = (&site, &memo.content) {
        let base_url = &site.content.config.base_url;
        let mut local: Vec<Diagnostic> = local_url(base_url, tree).into_iter().collect();
        apply_levels_to_warnings(tree, &mut local);
        findings.append(&mut local);
    }
    progress("writing files");
    memo.write(project);
    if texts != known {
        cache::write_texts(project, &texts);
    }
    // The process will exit soon, and freeing every page would take longer than that.
    std::mem::forget(memo);
    (site, findings, coverage)
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
    let tree = read_content(&mut memo.content, project, inputs, changed);
    let selection = inputs.selection_of(tree);
    let (content, diagnostics) = memo.documents.load(tree, selection);
    tree.release();
    let tree = &*tree;
    let mut findings = Findings::new(diagnostics, None);
    let Some(mut content) = content else {
        let all = reported(findings.all, tree, inputs, Coverage::Content);
        return (None, all, Coverage::Content);
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
    content.are_menus_valid &= unused_menus
        .iter()
        .all(|one| one.severity != Severity::Error);
    findings.add(unused_menus);
    findings.add(words::check(&content, &templates, tree));

    progress("bundling styles and scripts");
    let changed = std::mem::take(&mut memo.pending);
    let bundle = &mut memo.bundle;
    let (assets, theme, islands) = bundle.update(project, inputs, &content, &templates, &changed);
    findings.add(assets.findings().cloned());
    if !assets.unreachable.is_empty() {
        // Every page that refers to one of the missing files would be reported as well.
        findings.end(Coverage::Content);
    }

    progress("planning routes");
    let (first, has_unread) = (&mut memo.first, std::mem::take(&mut memo.has_unread));
    let ((planned, more), read) = rayon::join(
        || first.plan(content),
        || has_unread.then(|| (cache::pages(project), cache::inspection(project))),
    );
    if let Some(read) = read {
        (first.pages, first.inspection) = read;
    }
    let (content, plan) = (Arc::clone(&planned.content), Arc::clone(&planned.plan));
    findings.add(more);
    if !templates_ok {
        // Every page that uses an unreadable template would be reported as well.
        findings.end(Coverage::Content);
    }
    let (mut forms, contradictions) = form_definitions::resolved(&content, tree);
    findings.add_new(contradictions);
    findings.add(form_routes::check(
        &content,
        tree,
        &plan,
        &assets.public,
        &mut forms,
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
    let first = &mut memo.first;
    let mut made = sources.render_and_inspect(planned, destination, first, &mut findings, progress);
    let coverage = made.coverage;

    // Second pass, with the documents that have errors or are not published yet: it checks their texts, and renders their pages for a
    // preview.
    let for_authors = inputs.audience == Audience::Authors;
    if let Some(preview) = content.for_preview(for_authors, selection.date) {
        let second = memo.second.get_or_insert_with(|| first.sharing());
        let (planned, _) = second.plan(preview);
        let mut others = Findings::new(Vec::new(), findings.ended);
        sources.edited.clear();
        let with_faulty =
            sources.render_and_inspect(planned, destination, second, &mut others, progress);
        drafts::downgrade_in_drafts(&mut others.all, &with_faulty.content);
        let of_texts = preview_findings::of_texts(others.all, &content, for_authors);
        findings.add(of_texts);
        made = with_faulty.completed_by(made);
    }
    drafts::downgrade_in_drafts(&mut findings.all, &content);
    let coverage = findings.ended.unwrap_or(coverage);
    let all = misspelled_facts::at_site_file(findings.all, &content, &templates, tree);
    let all = reported(all, tree, inputs, coverage);
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

/// Reads the files of `content/` or, if there are those of the last build, only the changed ones. The texts of documents that are open
/// in an editor replace those of their files.
fn read_content<'a>(
    known: &'a mut Option<Tree>,
    project: &Project,
    inputs: &Inputs,
    changed: &[PathBuf],
) -> &'a mut Tree {
    let tree = match known {
        Some(tree) => {
            tree.refresh(&project.root, "content", changed);
            tree
        }
        none => none.insert(Tree::read(&project.root, "content")),
    };
    tree.overlay("content", &inputs.unsaved);
    tree
}

/// Returns the findings that are reported: with the levels of `checks.toml`, without those of `baseline.toml` and mere consequences,
/// and with equal ones merged.
fn reported(
    mut all: Vec<Diagnostic>,
    tree: &Tree,
    inputs: &Inputs,
    coverage: Coverage,
) -> Vec<Diagnostic> {
    apply_levels_to_warnings(tree, &mut all);
    if inputs.known_findings {
        return all;
    }
    let is_whole = inputs.scope.check && coverage.is_whole();
    all = baseline::without_known(tree, all, is_whole.then_some(inputs.scope));
    drop_in_foreign_texts(&mut all);
    condense(&mut all);
    all
}
