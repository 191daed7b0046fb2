//! Inspects a rendered site: runs the rules, and derives the security headers. If an edit changes nothing that the rules read, no
//! rule runs.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use content::{Content, Tree, Use, is_among};
use diagnostic::{Diagnostic, Fingerprint, Fingerprinter};
use inspect::blame::Blame;
use inspect::collisions::{self, Claims};
use inspect::headers::{self, Headers};
use inspect::{Files, LinkFollower, LinkTargets, Page, PageLinks, Scope, moved_files};
use render::{Plan, Templates};

use crate::codes;
use crate::page_source::PageSource;
use crate::project::Inputs;
use crate::referenced_files;
use crate::site_assets::SiteAssets;
use crate::table::{Kept, Table};

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

/// Results of the last inspection. Starting empty is always safe.
#[derive(Debug, Default)]
pub struct InspectionMemo {
    headers: Kept<Headers>,
    /// Key of `headers` in the cache.
    cached: Option<Fingerprint>,
    links: Table<PageLinks>,
    /// Targets with which the links were followed.
    targets: Option<LinkTargets>,
}

impl InspectionMemo {
    /// Parses the bytes that [`InspectionMemo::to_bytes`] returned in an earlier process. Returns an empty memo if they are
    /// malformed.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        let headers: Kept<Headers> = postcard::from_bytes(bytes).unwrap_or_default();
        Self {
            cached: headers.last().map(|(key, _)| *key),
            headers,
            ..Self::default()
        }
    }

    /// Serializes the inspection for a later process.
    pub fn to_bytes(&self) -> Vec<u8> {
        postcard::to_stdvec(&self.headers).unwrap_or_default()
    }

    /// Returns whether the cache need not be written: it has the inspection, or there is none.
    pub fn is_as_read(&self) -> bool {
        let key = self.headers.last().map(|(key, _)| *key);
        key.is_none() || key == self.cached
    }

    /// Follows the links of the pages.
    fn follow_links(&mut self, targets: LinkTargets, pages: &[Arc<Page>]) -> Vec<Arc<PageLinks>> {
        if self
            .targets
            .as_ref()
            .is_some_and(|last| !targets.include(last))
        {
            self.links = Table::default();
        }
        let follower = || LinkFollower::new(targets.addresses(), &targets.base_url);
        let links = self.links.all_with(
            pages,
            |page| page.facts_fingerprint(),
            follower,
            |follower, page| follower.follow(page),
        );
        self.targets = Some(targets);
        links
    }
}

/// Inspects a site. Returns the output files that are not pages, the security headers, and the findings.
pub fn inspect(
    site: &RenderedSite<'_>,
    memo: &mut InspectionMemo,
) -> (Files, Headers, Vec<Diagnostic>) {
    let mut others = site.generated.clone();
    others.extend(site.assets.public.clone());
    let pictures = referenced_files::referenced(site.assets, site.pages, &others);
    others.extend(pictures);
    let key = fingerprint(site, &others);
    let is_build = site.inputs.scope == Scope::default();
    let (headers, diagnostics) = if is_build && site.is_complete {
        let mut kept = std::mem::take(&mut memo.headers);
        let result = kept.get_with_findings(key, || run(site, &others, memo));
        memo.headers = kept;
        result
    } else {
        run(site, &others, memo)
    };
    (others, headers, diagnostics)
}

/// Runs the rules, and derives the headers. `others` are the output files that are not pages.
fn run(
    site: &RenderedSite<'_>,
    others: &Files,
    memo: &mut InspectionMemo,
) -> (Headers, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let all_rendered = site.pages.len() == site.plan.routes.len();
    if all_rendered && site.is_complete && site.plan.unusable.is_empty() {
        // Only if all pages were rendered: a missing page may be the only one that refers to a file.
        diagnostics.extend(referenced_files::unreferenced(
            site.content,
            site.assets,
            others,
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
    let rewrites = site.content.structure.folder_rules();
    let targets = LinkTargets {
        plan: Arc::clone(site.plan),
        files: others.clone(),
        rewrites: rewrites.clone(),
        base_url: base_url.clone(),
    };
    let links = memo.follow_links(targets, site.pages);
    let base_path = &site.source.base_path;
    let output = inspect::Output {
        base_path: base_path.as_str(),
        as_served: &|html| base_path.html(html).into_owned(),
        pages: site.pages,
        render: &render,
        files: others,
        plan: site.plan,
        rewrites: &rewrites,
        links: &links,
        content: site.content,
        tree: site.tree,
        templates: site.templates,
        styles: &site.assets.styles,
        date: site.date,
        scope: site.inputs.scope,
        request_urls,
        is_cancelled: &|| {
            site.inputs
                .cancelled
                .as_ref()
                .is_some_and(|flag| flag.load(Relaxed))
        },
        blame: &blame,
        is_complete: site.is_complete,
        later_codes: codes::ALL,
        api_url: &site.inputs.api_url,
    };
    diagnostics.extend(moved_files::check(&output));
    diagnostics.extend(inspect::inspect(&output));
    if site.is_complete {
        // Missing islands may need headers that are not known.
        let (headers, more) = headers::derive(&output, &site.inputs.api_url);
        diagnostics.extend(inspect::merge(more, site.plan, base_url));
        return (headers, diagnostics);
    }
    (Headers::default(), diagnostics)
}

/// Returns the fingerprint of everything that the rules of a build read. Of generated files they read only the names, and of the bundle
/// and `public/` the content as well.
fn fingerprint(site: &RenderedSite<'_>, others: &Files) -> Fingerprint {
    let checks = site.tree.texts.get("content/checks.toml");
    let framed = shown_by_scripts(site);
    let pages = site.pages.iter().map(|page| {
        // For a page with a frame that a script may show, a rule reads all of its text.
        let is_framed = framed.iter().any(|pages| is_among(page.url(), pages));
        if is_framed {
            page.fingerprint()
        } else {
            page.facts_fingerprint()
        }
    });
    Fingerprinter::default()
        .part(site.content.routing())
        .parts(checks.map(|source| source.fingerprint))
        .parts(others.keys().map(Fingerprint::of))
        .part(site.assets.fingerprint)
        .text(&site.inputs.api_url)
        .parts(pages)
        .finish()
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
