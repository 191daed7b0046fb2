//! Kinds of findings, each with a stable name and a manual page.

use crate::severity::Severity;

/// A kind of finding, registered beside the rule or stage that reports it. `site check --explain NAME` prints it.
#[derive(Debug)]
pub struct Code {
    /// Stable name in kebab case (`unknown-key`), for searching, filtering, and waivers.
    pub name: &'static str,
    /// Severity of a finding of this kind unless `checks.toml` sets another.
    pub severity: Severity,
    /// Summary of the problem, in one line.
    pub summary: &'static str,
    /// Why the problem matters.
    pub why: &'static str,
    /// Text, markup, or situation that has the problem.
    pub example: &'static str,
    /// How to correct the problem.
    pub fix: &'static str,
    /// Source of the rule, such as a section of a standard; empty if the rule is this program's own.
    pub source: &'static str,
}

impl std::hash::Hash for Code {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        self.name.hash(hasher);
    }
}

impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Code {}

/// Declares each code as a static, and `ALL` as the list of all of them. The severity defaults to
/// [`Error`](crate::Severity::Error), and the source to an empty string.
#[macro_export]
macro_rules! codes {
    ($($id:ident {
        name: $name:literal,
        $(severity: $severity:expr,)?
        summary: $summary:expr,
        why: $why:expr,
        example: $example:expr,
        fix: $fix:expr,
        $(source: $source:expr,)?
    })*) => {
        $(
            #[doc = concat!("`", $name, "`")]
            pub static $id: $crate::Code = $crate::Code {
                name: $name,
                severity: [$($severity,)? $crate::Severity::Error][0],
                summary: $summary,
                why: $why,
                example: $example,
                fix: $fix,
                source: [$($source,)? ""][0],
            };
        )*

        /// Every code declared here.
        pub static ALL: &[&$crate::Code] = &[$(&$id),*];
    };
}
