//! A kind of finding: its stable name and its manual page.

use crate::severity::Severity;

/// A kind of finding, registered beside the rule or stage that reports it. `site check --explain NAME` prints it.
#[derive(Debug)]
pub struct Code {
    /// Stable name in kebab case (`unknown-key`), for searching, filtering, and waivers.
    pub name: &'static str,
    /// Severity of a finding of this kind unless `checks.toml` sets another.
    pub severity: Severity,
    /// What is wrong, in one line.
    pub summary: &'static str,
    /// Why it matters.
    pub why: &'static str,
    /// Text or markup that has the problem.
    pub example: &'static str,
    /// What to do about it.
    pub fix: &'static str,
    /// URL or section of the standard behind it; empty if the rule is this program's own.
    pub source: &'static str,
}

impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Code {}

/// Declares each code as a static, and the list `ALL` of them.
#[macro_export]
macro_rules! codes {
    ($($id:ident { name: $name:literal, $($field:ident: $value:expr),* $(,)? })*) => {
        $(
            #[doc = concat!("`", $name, "`")]
            pub static $id: $crate::Code = $crate::Code { name: $name, $($field: $value),* };
        )*

        /// Every code declared here.
        pub static ALL: &[&$crate::Code] = &[$(&$id),*];
    };
}
