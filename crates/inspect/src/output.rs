//! The finished output, and what is needed to trace a finding back to its source.

use std::collections::BTreeMap;
use std::sync::Arc;

use content::{Content, Tree};
use diagnostic::{Diagnostic, Source};
use render::{Plan, Templates};

use crate::addresses::Addresses;
use crate::blame::Blame;
use crate::files::Files;
use crate::page::Page;
use crate::scope::Scope;
use crate::settings;

/// The finished output and what is needed to trace it back.
pub struct Output<'a> {
    /// The pages.
    pub pages: &'a [Arc<Page>],
    /// All other files.
    pub files: &'a Files,
    /// The routes.
    pub plan: &'a Plan,
    /// The checked content.
    pub content: &'a Content,
    /// The files below `content/` as they were written.
    pub tree: &'a Tree,
    /// The theme's templates as they were written.
    pub templates: &'a Templates,
    /// The theme's style sheets as they were written. Only rules of `site check` look at them.
    pub styles: &'a BTreeMap<String, Arc<Source>>,
    /// Today in the site's time zone.
    pub date: jiff::civil::Date,
    /// Which rules run.
    pub scope: Scope,
    /// Asks other sites, where that is wanted.
    pub ask: Option<&'a Ask<'a>>,
    /// From a finding to its line.
    pub blame: &'a Blame<'a>,
    /// Whether styles, scripts and the HTML of islands are there.
    pub whole: bool,
}

impl Output<'_> {
    /// Everything that has a URL.
    pub fn addresses(&self) -> Addresses<'_> {
        Addresses {
            plan: self.plan,
            files: self.files,
            redirects: &self.content.structure.redirects,
            rewrites: &self.content.structure.rewrites,
        }
    }
}

/// Asks other sites whether the URLs given are there. Returns what is wrong with each that does not answer well, or why none
/// could be asked.
pub type Ask<'a> = dyn Fn(&[&str], &settings::External) -> Result<BTreeMap<String, String>, Diagnostic>
    + Sync
    + 'a;
