//! Events of the server.

use std::sync::Arc;
use std::time::Duration;

use build::Site;
use diagnostic::Diagnostic;

use crate::stages::Stage;

/// An event for the person who started the server.
#[derive(Debug)]
pub enum Event<'a> {
    /// The requested port is in use, so the server uses another.
    OtherPort {
        /// The requested port.
        wanted: u16,
        /// The port that the server uses instead.
        taken: u16,
    },
    /// The site has forms, which work locally.
    Forms,
    /// The system does not report changes, so the server looks for them every second.
    Polling,
    /// The server is ready at this URL.
    Serving(&'a str),
    /// The drawer of `site edit` is ready.
    Editing {
        /// URL with the token.
        url: &'a str,
        /// PIN that other computers need, if they can reach the drawer.
        pin: Option<&'a str>,
    },
    /// The browser could not be opened.
    NoBrowser(std::io::Error),
    /// A build begins.
    BuildStarted,
    /// A stage of the first build begins.
    Stage(&'static str),
    /// The first build had no errors.
    Built(&'a Site, Duration),
    /// The site has more than this number of pages, so the rules of `site check` do not run.
    NotChecked(usize),
    /// A build has ended.
    Found {
        /// The findings, sorted.
        findings: &'a [Diagnostic],
        /// Findings that the previous build did not have.
        new: &'a [Diagnostic],
        /// Number of findings that only the previous build had.
        gone: usize,
        /// Whether there are errors, so that `site build` would write nothing.
        has_errors: bool,
        /// Site that is served now.
        served: Served,
    },
    /// A rebuild had no errors: number of changed pages, and duration.
    BuiltAgain(usize, Duration),
    /// The forms do not work, for this reason.
    FormsFailed(&'a str),
    /// A path was requested that does not exist.
    NotFound(&'a str),
    /// A message about a submission or a sweep.
    Form(&'a str),
    /// Cost of each stage of a rebuild.
    Timings(&'a [Stage]),
}

/// Site that is served after a build.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Served {
    /// The site of this build. If there are errors, the pages that cannot be rendered are missing.
    Now,
    /// The site of an earlier build, because this build returned no site, or one without its styles or scripts.
    Before,
    /// No site: no build has returned one yet.
    Nothing,
}

/// Function that receives events. Any thread may call it.
pub type EventSink = Arc<dyn Fn(Event<'_>) + Send + Sync>;
