//! The finished output of a site, and its sources.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use content::{Content, Rewrite, Tree};
use diagnostic::{Code, Diagnostic, Source};
use render::{Plan, Templates};

use crate::addresses::Addresses;
use crate::blame::Blame;
use crate::files::Files;
use crate::page::Page;
use crate::page_links::PageLinks;
use crate::render_again::RenderAgain;
use crate::scope::Scope;
use crate::settings;

/// The finished output of a site, and its sources.
pub struct Output<'a> {
    /// Pages, sorted by URL.
    pub pages: &'a [Arc<Page>],
    /// Function that renders a page again, for rules that need its HTML.
    pub render: &'a RenderAgain<'a>,
    /// All other files of the output.
    pub files: &'a Files,
    /// Routes of the pages, and redirects.
    pub plan: &'a Plan,
    /// Rules for all URLs that begin with a prefix.
    pub rewrites: &'a [Rewrite],
    /// Links of each page.
    pub links: &'a [Arc<PageLinks>],
    /// URL below which the form function answers.
    pub api_url: &'a str,
    /// Path below which the host serves the site, without a slash at the end; empty at the top of a host.
    pub base_path: &'a str,
    /// Function that returns the HTML of a page as the host serves it, with the base path in its addresses.
    pub as_served: &'a (dyn Fn(&str) -> String + Sync),
    /// Checked content of the site.
    pub content: &'a Content,
    /// Files below `content/`.
    pub tree: &'a Tree,
    /// Templates of the theme.
    pub templates: &'a Templates,
    /// Style sheets of the theme. Only rules of `site check` read them.
    pub styles: &'a BTreeMap<String, Arc<Source>>,
    /// Today's date in the site's time zone.
    pub date: jiff::civil::Date,
    /// Rules to run.
    pub scope: Scope,
    /// Function that requests URLs of other sites; `None` if links to other sites are not checked.
    pub request_urls: Option<&'a RequestUrls<'a>>,
    /// Function that returns whether the inspection was canceled. Once it was, no further rule runs.
    pub is_cancelled: &'a (dyn Fn() -> bool + Sync),
    /// Traces findings to their sources.
    pub blame: &'a Blame<'a>,
    /// Whether styles, scripts, and the HTML of every island were built without errors.
    pub is_complete: bool,
    /// Codes of the stages after this one, whose levels `checks.toml` may set as well.
    pub later_codes: &'a [&'static Code],
}

impl Output<'_> {
    /// Returns the page at a URL, or `None` if the output has none.
    pub fn page(&self, url: &str) -> Option<&Arc<Page>> {
        let at = self.pages.binary_search_by(|page| page.url().cmp(url));
        Some(&self.pages[at.ok()?])
    }

    /// Returns the HTML of a page.
    pub fn html<'b>(&self, page: &'b Page) -> Cow<'b, str> {
        match page.html() {
            Some(html) => html.into(),
            None => (self.render)(page.url()).1.into(),
        }
    }

    /// Returns everything on the site that has a URL.
    pub fn addresses(&self) -> Addresses<'_> {
        Addresses {
            plan: self.plan,
            files: self.files,
            rewrites: self.rewrites,
        }
    }
}

/// Function that requests URLs of other sites. It returns the URLs that fail, each with the reason, or a finding if no URL
/// could be requested.
pub type RequestUrls<'a> = dyn Fn(&[&str], &settings::External) -> Result<BTreeMap<String, String>, Diagnostic>
    + Send
    + Sync
    + 'a;
