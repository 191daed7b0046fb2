//! Inspects a rendered site: findings of the rules, and the security headers. After an edit that no rule can notice, no rule
//! runs.

use std::sync::Arc;

use content::{Content, Tree};
use diagnostic::{Diagnostic, Fingerprint, Fingerprinter};
use inspect::blame::Blame;
use inspect::collisions::{self, Claims};
use inspect::headers::{self, Headers};
use inspect::{Files, Page, Scope, moved_files};
use render::{AssetIndex, Plan, Templates};

use crate::project::Inputs;
use crate::referenced_files;
use crate::site_assets::SiteAssets;

/// A rendered site, which may have mistakes.
pub struct RenderedSite<'a> {
    /// Inputs of the build.
    pub inputs: &'a Inputs,
    /// Today's date in the site's time zone.
    pub date: jiff::civil::Date,
    /// The checked content.
    pub content: &'a Content,
    /// The files below `content/`.
    pub tree: &'a Tree,
    /// The theme's templates.
    pub templates: &'a Templates,
    /// The routes.
    pub plan: &'a Plan,
    /// Pages sorted by URL.
    pub pages: &'a [Arc<Page>],
    /// Generated files: the bundle, feeds, sitemap and robots.txt.
    pub generated: &'a Files,
    /// Pictures and the files of `public/`.
    pub assets: &'a SiteAssets,
    /// Whether styles, scripts and islands are complete.
    pub whole: bool,
}

/// The last inspection, if it found nothing. Starting empty is always safe.
#[derive(Debug, Default)]
pub struct InspectionMemo(Option<Clean>);

/// A site without findings.
#[derive(Debug)]
struct Clean {
    /// Fingerprint of what rules read beside pages and assets.
    others: Fingerprint,
    assets: Arc<AssetIndex>,
    pages: Vec<Arc<Page>>,
    headers: Headers,
    /// Pictures that something refers to.
    pictures: Files,
}

/// Returns every file that is not a page, the headers, and the findings.
pub fn inspect(
    site: &RenderedSite<'_>,
    memo: &mut InspectionMemo,
) -> (Files, Headers, Vec<Diagnostic>) {
    let mut others = site.generated.clone();
    others.extend(site.assets.public.clone());
    let fingerprint = fingerprint(site, &others);
    let is_build = site.inputs.scope == Scope::default();
    if is_build
        && let Some(clean) = memo.0.take()
        && looks_unchanged(&clean, site, fingerprint)
    {
        let headers = clean.headers.clone();
        others.extend(clean.pictures.clone());
        memo.0 = Some(Clean {
            pages: site.pages.to_vec(),
            ..clean
        });
        return (others, headers, Vec::new());
    }

    let pictures = referenced_files::referenced(site.assets, site.pages, &others);
    others.extend(pictures.clone());
    let mut diagnostics = Vec::new();
    let all_rendered = site.pages.len() == site.plan.routes.len();
    if all_rendered && site.whole && site.plan.unusable.is_empty() {
        // A page that could not be rendered may be the only one to refer to a file.
        diagnostics.extend(referenced_files::unreferenced(
            site.content,
            site.assets,
            &pictures,
        ));
    }
    diagnostics.extend(collisions::check(&Claims {
        pages: site.pages,
        made: site.generated,
        public: &site.assets.public,
        plan: site.plan,
    }));
    let blame = Blame::new(
        site.tree,
        site.templates,
        site.plan,
        &site.assets.names,
        &site.content.site,
    );
    let structure = &site.content.structure;
    diagnostics.extend(moved_files::check(
        &structure.redirects,
        &structure.rewrites,
        &others,
        site.plan,
        &blame,
    ));
    let ask = site.inputs.ask.as_deref();
    diagnostics.extend(inspect::inspect(&inspect::Output {
        pages: site.pages,
        files: &others,
        plan: site.plan,
        content: site.content,
        tree: site.tree,
        templates: site.templates,
        styles: &site.assets.styles,
        date: site.date,
        scope: site.inputs.scope,
        ask: ask.map(|ask| ask as &inspect::Ask<'_>),
        blame: &blame,
        whole: site.whole,
    }));
    if !site.whole {
        // The headers that missing islands need are not known.
        return (others, Headers::default(), diagnostics);
    }
    let frames = structure.frames.iter().map(|frame| headers::Frame {
        page: frame.page.clone(),
        hosts: frame.hosts.clone(),
    });
    let (headers, more) = headers::derive(&headers::Output {
        pages: site.pages,
        files: &others,
        api_url: &site.inputs.api_url,
        frames: &frames.collect::<Vec<_>>(),
        structure: site.tree.texts.get("content/structure.toml"),
        plan: site.plan,
        styles: &site.assets.styles,
        blame: &blame,
    });
    let base_url = &site.content.config.base_url;
    diagnostics.extend(inspect::merge(more, site.plan, base_url));
    if is_build && diagnostics.is_empty() {
        memo.0 = Some(Clean {
            others: fingerprint,
            assets: Arc::clone(&site.assets.index),
            pages: site.pages.to_vec(),
            headers: headers.clone(),
            pictures,
        });
    }
    (others, headers, diagnostics)
}

/// Returns the fingerprint of what rules read beside pages and the content of assets.
fn fingerprint(site: &RenderedSite<'_>, others: &Files) -> Fingerprint {
    let checks = site.tree.texts.get("content/checks.toml");
    Fingerprinter::default()
        .part(site.content.read_with)
        .part(site.plan.addresses)
        .parts(site.plan.unusable.iter().map(|url| Fingerprint::of(url)))
        .parts(checks.map(|source| source.fingerprint))
        .parts(others.keys().map(|name| Fingerprint::of(name)))
        .text(&site.inputs.api_url)
        .finish()
}

/// Returns whether no rule can tell the site from the clean one.
fn looks_unchanged(clean: &Clean, site: &RenderedSite<'_>, others: Fingerprint) -> bool {
    let frames = &site.content.structure.frames;
    let looks_same = |before: &Page, now: &Page| {
        before.url() == now.url()
            && before.facts() == now.facts()
            && before.needs() == now.needs()
            // A rule reads the text of a page with a frame.
            && !frames.iter().any(|frame| frame.page == now.url())
    };
    site.whole
        && clean.others == others
        && Arc::ptr_eq(&clean.assets, &site.assets.index)
        && clean.pages.len() == site.pages.len()
        && (clean.pages.iter().zip(site.pages))
            .all(|(before, now)| Arc::ptr_eq(before, now) || looks_same(before, now))
}
