//! What is wrong with a finished site, and the headers that it asks for. Looked for again only where a page has changed in
//! something that a rule asks about.

use std::sync::Arc;

use content::{Content, Tree};
use diagnostic::{Diagnostic, Fingerprint, Fingerprinter};
use render::{AssetIndex, Plan, Templates};

use crate::gather::Gathered;
use crate::named_files;
use crate::project::Inputs;
use inspect::Files;
use inspect::Page;
use inspect::blame::Blame;
use inspect::collisions::{self, Claims};
use inspect::headers::{self, Headers};
use inspect::moved_files;

/// A site that may have mistakes.
pub struct Finished<'a> {
    /// What is not content.
    pub inputs: &'a Inputs,
    /// Today in the site's time zone.
    pub date: jiff::civil::Date,
    /// The checked content.
    pub content: &'a Content,
    /// The files below `content/`.
    pub tree: &'a Tree,
    /// The theme's templates.
    pub templates: &'a Templates,
    /// The routes.
    pub plan: &'a Plan,
    /// The pages.
    pub pages: &'a [Arc<Page>],
    /// Files that the build makes: the bundle, feeds, sitemap.
    pub made: &'a Files,
    /// Where these and the files of `public/` come from.
    pub gathered: &'a Gathered,
    /// Whether styles, scripts and the HTML of islands are there.
    pub whole: bool,
}

/// What the last build was found to be. An empty one is always right.
#[derive(Debug, Default)]
pub struct MistakeMemo {
    clean: Option<Clean>,
    /// Of names of files that were found not to collide.
    distinct_names: Option<Fingerprint>,
}

/// A site without a finding.
#[derive(Debug)]
struct Clean {
    /// Of all that rules ask about beside the pages and the assets.
    around: Fingerprint,
    assets: Arc<AssetIndex>,
    pages: Vec<Arc<Page>>,
    headers: Headers,
    /// Files below `content/` that something names.
    named: Files,
}

/// Every file that is no page, the headers, and what is wrong.
pub fn look(site: &Finished<'_>, memo: &mut MistakeMemo) -> (Files, Headers, Vec<Diagnostic>) {
    let mut others = site.made.clone();
    others.extend(site.gathered.public.clone());
    let around = around(site, &others);
    let clean = memo.clean.take().filter(|clean| holds(clean, site, around));
    if let Some(clean) = clean {
        let headers = clean.headers.clone();
        others.extend(clean.named.clone());
        memo.clean = Some(Clean {
            pages: site.pages.to_vec(),
            ..clean
        });
        return (others, headers, Vec::new());
    }

    let named = named_files::named(site.gathered, site.pages, &others);
    others.extend(named.clone());
    let are_all_made = site.pages.len() == site.plan.routes.len();
    let mut found = Vec::new();
    if are_all_made && site.whole && site.plan.unusable.is_empty() {
        // A page that could not be made may name what no other does.
        found.extend(named_files::unread(site.content, site.gathered, &named));
    }
    let claims = Claims {
        pages: site.pages,
        made: site.made,
        public: &site.gathered.public,
        plan: site.plan,
    };
    let names = claims.fingerprint();
    if memo.distinct_names != Some(names) {
        let collisions = collisions::check(&claims);
        // Names of pages that could not be made are not looked at.
        memo.distinct_names = (are_all_made && collisions.is_empty()).then_some(names);
        found.extend(collisions);
    }
    let blame = Blame::new(
        site.tree,
        site.templates,
        site.plan,
        &site.gathered.names,
        &site.content.site,
    );
    let structure = &site.content.structure;
    found.extend(moved_files::check(
        &structure.redirects,
        &structure.rewrites,
        &others,
        site.plan,
        &blame,
    ));
    let scope = site.inputs.scope;
    found.extend(inspect::inspect(&inspect::Output {
        pages: site.pages,
        files: &others,
        plan: site.plan,
        content: site.content,
        tree: site.tree,
        templates: site.templates,
        styles: &site.gathered.styles,
        date: site.date,
        scope,
        ask: site
            .inputs
            .ask
            .as_deref()
            .map(|ask| ask as &inspect::Ask<'_>),
        blame: &blame,
        whole: site.whole,
    }));
    if !site.whole {
        // What an island would ask of a browser is not known.
        return (others, Headers::default(), found);
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
        styles: &site.gathered.styles,
        blame: &blame,
    });
    found.extend(inspect::merge(
        more,
        site.plan,
        &site.content.config.base_url,
    ));
    let is_clean = found.is_empty() && scope == inspect::Scope::default();
    memo.clean = is_clean.then(|| Clean {
        around,
        assets: Arc::clone(&site.gathered.index),
        pages: site.pages.to_vec(),
        headers: headers.clone(),
        named,
    });
    (others, headers, found)
}

/// Of all that rules of a build ask about, beside the pages and the text of assets.
fn around(site: &Finished<'_>, others: &Files) -> Fingerprint {
    let checks = site.tree.texts.get("content/checks.toml");
    let names = others.keys().map(|name| Fingerprint::of(name));
    Fingerprinter::default()
        .part(site.content.read_with)
        .part(site.plan.addresses)
        .parts(site.plan.unusable.iter().map(|url| Fingerprint::of(url)))
        .parts(checks.map(|source| source.fingerprint))
        .parts(names)
        .text(&site.inputs.api_url)
        .finish()
}

/// Whether a site is still without a finding: its pages are the same to every rule.
fn holds(clean: &Clean, site: &Finished<'_>, around: Fingerprint) -> bool {
    let frames = &site.content.structure.frames;
    let alike = |before: &Page, now: &Page| {
        before.url() == now.url()
            && before.facts() == now.facts()
            && before.needs() == now.needs()
            // What a page with a frame says of its host is asked of its text.
            && !frames.iter().any(|frame| frame.page == now.url())
    };
    site.whole
        && clean.around == around
        && site.inputs.scope == inspect::Scope::default()
        && Arc::ptr_eq(&clean.assets, &site.gathered.index)
        && clean.pages.len() == site.pages.len()
        && (clean.pages.iter().zip(site.pages))
            .all(|(before, now)| Arc::ptr_eq(before, now) || alike(before, now))
}
