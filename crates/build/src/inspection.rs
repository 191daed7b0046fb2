//! Inspects a rendered site: runs the rules, and derives the security headers. If an edit changes nothing that the rules read, no
//! rule runs.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use content::{Content, Tree, Use, is_among};
use diagnostic::{Diagnostic, Fingerprint, Fingerprinter};
use inspect::blame::Blame;
use inspect::collisions::{self, Claims};
use inspect::headers::{self, Headers};
use inspect::{Files, LinkTargets, Page, Scope, moved_files};
use rayon::prelude::*;
use render::{Plan, Templates};
use serde::{Deserialize, Serialize};

use crate::codes;
use crate::page_source::PageSource;
use crate::project::Inputs;
use crate::referenced_files;
use crate::site_assets::SiteAssets;

/// A rendered site that has not been inspected yet.
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
    pub plan: &'a Arc<Plan>,
    /// Pages sorted by URL.
    pub pages: &'a [Arc<Page>],
    /// Source of the HTML of pages that is not in memory.
    pub source: &'a PageSource,
    /// Generated files: the bundle, feeds, sitemap and robots.txt.
    pub generated: &'a Files,
    /// Pictures and the files of `public/`.
    pub assets: &'a SiteAssets,
    /// Whether all styles, scripts and islands are available.
    pub is_complete: bool,
}

/// Result of the last inspection, if it had no findings. Starting empty is always safe.
#[derive(Debug, Default)]
pub struct InspectionMemo {
    clean: Option<Clean>,
    /// Whether `clean` has not changed since it was read from the cache.
    is_as_read: bool,
    /// Targets of links in the last inspected site.
    targets: LinkTargets,
}

/// Record of an inspection that found nothing.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Clean {
    /// Fingerprint of everything that rules read besides pages.
    others: Fingerprint,
    /// Two fingerprints of each page: that of the whole page, and that of the parts that rules read.
    pages: Vec<(Fingerprint, Fingerprint)>,
    headers: Headers,
    /// Output paths of the pictures that a page or another file refers to.
    pictures: Vec<String>,
}

impl InspectionMemo {
    /// Parses the bytes that [`InspectionMemo::write_to`] wrote in an earlier process. Returns an empty memo if they are
    /// malformed.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        Self {
            clean: postcard::from_bytes(bytes).unwrap_or_default(),
            is_as_read: true,
            targets: LinkTargets::default(),
        }
    }

    /// Writes the inspection as bytes that [`InspectionMemo::from_bytes`] parses.
    pub fn write_to(&self, out: &mut impl Write) -> io::Result<()> {
        let written = postcard::to_io(&self.clean, out);
        written.map(drop).map_err(io::Error::other)
    }

    /// Returns whether the cache need not be written: the inspection is unchanged since it was read, or there is none.
    pub fn is_as_read(&self) -> bool {
        self.is_as_read || self.clean.is_none()
    }

    fn set(&mut self, clean: Option<Clean>) {
        self.is_as_read = false;
        self.clean = clean;
    }

    fn set_pages(&mut self, pages: Vec<(Fingerprint, Fingerprint)>) {
        if let Some(clean) = &mut self.clean
            && clean.pages != pages
        {
            clean.pages = pages;
            self.is_as_read = false;
        }
    }
}

/// Inspects a site. Returns the output files that are not pages, the security headers, and the findings.
pub fn inspect(
    site: &RenderedSite<'_>,
    memo: &mut InspectionMemo,
) -> (Files, Headers, Vec<Diagnostic>) {
    let mut others = site.generated.clone();
    others.extend(site.assets.public.clone());
    let fingerprint = fingerprint(site, &others);
    let is_build = site.inputs.scope == Scope::default();
    if is_build
        && let Some(clean) = &memo.clean
        && let Some(pages) = looks_of_unchanged(clean, site, fingerprint)
    {
        let headers = clean.headers.clone();
        let pictures = clean.pictures.iter();
        others.extend(pictures.filter_map(|path| {
            let (path, bytes) = site.assets.pictures.get_key_value(path)?;
            Some((path.clone(), bytes.clone()))
        }));
        memo.set_pages(pages);
        return (others, headers, Vec::new());
    }

    let pictures = referenced_files::referenced(site.assets, site.pages, &others);
    others.extend(pictures.clone());
    let mut diagnostics = Vec::new();
    let all_rendered = site.pages.len() == site.plan.routes.len();
    if all_rendered && site.is_complete && site.plan.unusable.is_empty() {
        // Only if all pages were rendered: a missing page may be the only one that refers to a file.
        diagnostics.extend(referenced_files::unreferenced(
            site.content,
            site.assets,
            &pictures,
        ));
    }
    diagnostics.extend(collisions::check(&Claims {
        content: site.content,
        pages: site.pages,
        generated: site.generated,
        public: &site.assets.public,
        plan: site.plan,
    }));
    let sizes = site.pages.iter().flat_map(|page| &page.record().pictures);
    let sizes = sizes.map(|size| (format!("/{}", size.output), size.name.clone()));
    let names = site.assets.names.iter();
    let names = names.map(|(url, name)| (url.clone(), name.clone()));
    let names = names.chain(sizes).collect();
    let render = |url: &str| site.source.render(url);
    let blame = Blame::new(
        site.content,
        site.tree,
        site.templates,
        site.plan,
        &names,
        site.pages,
        &render,
    );
    let request_urls = site.inputs.request_urls.as_deref();
    let base_url = &site.content.config.base_url;
    let targets = &mut memo.targets;
    let rewrites = site.content.structure.folder_rules();
    targets.update(site.plan, &others, &rewrites, base_url);
    let output = inspect::Output {
        pages: site.pages,
        render: &render,
        files: &others,
        plan: site.plan,
        rewrites: &rewrites,
        targets,
        content: site.content,
        tree: site.tree,
        templates: site.templates,
        styles: &site.assets.styles,
        date: site.date,
        scope: site.inputs.scope,
        request_urls: request_urls.map(|function| function as &inspect::RequestUrls<'_>),
        is_cancelled: &|| {
            site.inputs
                .cancelled
                .as_ref()
                .is_some_and(|flag| flag.load(Relaxed))
        },
        blame: &blame,
        is_complete: site.is_complete,
        later_codes: codes::ALL,
    };
    diagnostics.extend(moved_files::check(&output));
    diagnostics.extend(inspect::inspect(&output));
    if !site.is_complete {
        // The missing islands may need headers that are not known.
        return (others, Headers::default(), diagnostics);
    }
    let (headers, more) = headers::derive(&output, &site.inputs.api_url);
    diagnostics.extend(inspect::merge(more, site.plan, base_url));
    if is_build {
        memo.set(diagnostics.is_empty().then(|| Clean {
            others: fingerprint,
            pages: looks(site.pages),
            headers: headers.clone(),
            pictures: pictures.into_keys().collect(),
        }));
    }
    (others, headers, diagnostics)
}

/// Returns the fingerprint of everything that rules read besides pages.
fn fingerprint(site: &RenderedSite<'_>, others: &Files) -> Fingerprint {
    let checks = site.tree.texts.get("content/checks.toml");
    Fingerprinter::default()
        .part(site.content.dependencies)
        .part(site.plan.addresses)
        .parts(site.plan.unusable.iter().map(Fingerprint::of))
        .parts(checks.map(|source| source.fingerprint))
        .parts(others.keys().map(Fingerprint::of))
        .part(site.assets.fingerprint)
        .text(&site.inputs.api_url)
        .finish()
}

/// Returns two fingerprints of each page: that of the whole page, and that of the parts that rules read.
fn looks(pages: &[Arc<Page>]) -> Vec<(Fingerprint, Fingerprint)> {
    let pages = pages.par_iter().with_min_len(64);
    pages
        .map(|page| (page.fingerprint(), page.facts_fingerprint()))
        .collect()
}

/// Returns the fingerprints of the pages if the rules see no difference from the `clean` site, or `None` if they might.
fn looks_of_unchanged(
    clean: &Clean,
    site: &RenderedSite<'_>,
    others: Fingerprint,
) -> Option<Vec<(Fingerprint, Fingerprint)>> {
    let is_comparable =
        site.is_complete && clean.others == others && clean.pages.len() == site.pages.len();
    if !is_comparable {
        return None;
    }
    let framed = shown_by_scripts(site);
    let unchanged = |((page, facts), now): (&(Fingerprint, Fingerprint), &Arc<Page>)| {
        let fingerprint = now.fingerprint();
        let looks_same = *page == fingerprint
            || *facts == now.facts_fingerprint()
            // For a page with a frame that a script may show, a rule reads all of its text.
            && !framed.iter().any(|pages| is_among(now.url(), pages));
        looks_same.then_some((fingerprint, *facts))
    };
    let pages = clean.pages.par_iter().zip(site.pages).with_min_len(64);
    pages.map(unchanged).collect()
}

/// Returns the pages of hosts that may be shown in a frame, but that no page shows without a script.
fn shown_by_scripts<'a>(site: &'a RenderedSite<'_>) -> Vec<&'a str> {
    let mut hosts = site.content.structure.allowed_hosts();
    hosts.retain(|allowed| {
        let mut pages = site.pages.iter();
        allowed.uses.contains(&Use::Frame)
            && !pages.any(|page| page.needs().has_frame_of(allowed.host))
    });
    hosts.into_iter().map(|allowed| allowed.pages).collect()
}
