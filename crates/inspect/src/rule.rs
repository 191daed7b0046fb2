//! What a rule is: its manual, when it runs, and the function that looks.

use diagnostic::{Code, Diagnostic};

use crate::inspection::Inspection;
use crate::scope::When;

/// One rule. Most find one thing; some look at one matter from several sides.
#[derive(Debug)]
pub struct Rule {
    /// When it runs.
    pub when: When,
    /// What it may find.
    pub codes: &'static [&'static Code],
    /// Looks at everything and adds what is wrong. The severity of a finding is that of its manual.
    pub check: fn(&Inspection<'_>, &mut Vec<Diagnostic>),
}
