//! A rule: the codes it reports, when it runs, and the function that checks the site.

use diagnostic::{Code, Diagnostic};

use crate::inspection::Inspection;
use crate::scope::When;

/// Function that checks a site and adds its findings to the vector. Findings have the severity of their code.
type Check = fn(&Inspection<'_>, &mut Vec<Diagnostic>);

/// One rule. Most rules report one code; some report several related ones.
#[derive(Debug)]
pub struct Rule {
    /// Commands that run the rule.
    pub when: When,
    /// Codes that the rule may report.
    pub codes: &'static [&'static Code],
    /// Function that checks a site.
    pub check: Check,
    /// Whether the rule needs styles, scripts, and the HTML of every island. It does not run if any of them could not be built.
    pub needs_whole_pages: bool,
}

impl Rule {
    /// Creates a rule that can also check pages without styles, scripts, and islands.
    pub const fn new(when: When, codes: &'static [&'static Code], check: Check) -> Self {
        Self {
            when,
            codes,
            check,
            needs_whole_pages: false,
        }
    }

    /// Creates a rule that needs styles, scripts, and the HTML of every island.
    pub const fn on_whole_pages(when: When, codes: &'static [&'static Code], check: Check) -> Self {
        Self {
            needs_whole_pages: true,
            ..Self::new(when, codes, check)
        }
    }
}
