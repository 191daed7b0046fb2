//! Log lines. They say what happened, but never contain what a visitor typed.

use std::sync::Arc;

use serde::Serialize;

use crate::sweep::report::Report;

/// Function that receives every log line.
pub type Log = Arc<dyn Fn(&Line) + Send + Sync>;

/// A log line. It has no field that could hold a name, an address, a message, or a file name. The path of a request is not
/// logged, because a visitor can put anything into a path; the line only names the form.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Line<'a> {
    /// `info`, `warn` or `error`.
    pub level: &'static str,
    /// Name of the event: `reply`, `notification pending`, `sweep`.
    pub event: &'static str,
    /// Reference of the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request: Option<&'a str>,
    /// Reference of the submission.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<&'a str>,
    /// Name of the form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form: Option<&'a str>,
    /// Method of the request, if HTTP defines it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<&'a str>,
    /// Status of the reply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// Duration in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ms: Option<u64>,
    /// Declared size of the request's body in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// Outcome: `stored`, `repeated`, `quarantined`, `invalid`, `rate limited`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<&'static str>,
    /// Class of the error: `timeout`, `Throttling`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<&'a str>,
    /// Report of a sweep.
    #[serde(flatten)]
    pub sweep: Option<Report>,
}

impl Line<'_> {
    /// Returns the line as JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Returns a log that prints each line as JSON to standard output.
pub fn to_stdout() -> Log {
    use std::io::Write as _;
    // A submission must not fail because its log line cannot be written.
    Arc::new(|line| drop(writeln!(std::io::stdout().lock(), "{}", line.to_json())))
}
