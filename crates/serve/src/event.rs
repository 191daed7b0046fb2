//! What happens while the server runs.

use std::sync::Arc;
use std::time::Duration;

use build::Site;
use diagnostic::Diagnostic;

/// What the server has to tell the person who started it.
#[derive(Debug)]
pub enum Event<'a> {
    /// The port asked for is in use; another was taken.
    OtherPort {
        /// The port asked for.
        wanted: u16,
        /// The port taken.
        taken: u16,
    },
    /// The site has forms, and they work.
    Forms,
    /// The server answers at this URL.
    Serving(&'a str),
    /// The browser could not be opened.
    NoBrowser(std::io::Error),
    /// A build begins.
    BuildStarted,
    /// A stage of the first build begins.
    Stage(&'static str),
    /// The first build is done, and good.
    Built(&'a Site, Duration),
    /// A build found this. It comes sorted, after every build.
    Found {
        /// The findings.
        findings: &'a [Diagnostic],
        /// Whether the build gave a site.
        is_built: bool,
        /// Whether there is a good version to serve.
        is_served: bool,
    },
    /// The site was built again: how many pages changed, and how long it took.
    BuiltAgain(usize, Duration),
    /// The forms cannot be answered, for this reason.
    FormsFailed(&'a str),
    /// Nothing has this path.
    NotFound(&'a str),
    /// A submission or a sweep, in words.
    Form(&'a str),
    /// How long each stage took.
    Timings(&'a [(&'static str, Duration)]),
}

/// Receives events, from any thread.
pub type Tell = Arc<dyn Fn(Event<'_>) + Send + Sync>;
