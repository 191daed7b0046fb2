//! Log lines: what happened, never what was typed.

use std::sync::Arc;

use serde::Serialize;

/// Takes every log line.
pub type Log = Arc<dyn Fn(&Line) + Send + Sync>;

/// One line. There is no field that could hold a name, an address, a message or a file name; a path that is
/// no form's is not written either, for anything can stand in it.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Line<'a> {
    /// `info`, `warn` or `error`.
    pub level: &'static str,
    /// What happened: `reply`, `notification failed`, `sweep`.
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
    /// Method of the request, if it is one that HTTP defines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<&'a str>,
    /// Status of the reply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// Milliseconds it took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ms: Option<u64>,
    /// Bytes of the request's body, as it declared them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// How it ended: `stored`, `repeated`, `quarantined`, `invalid`, `rate limited`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<&'static str>,
    /// Class of an error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<&'a str>,
    /// Counts of a sweep.
    #[serde(flatten)]
    pub sweep: Option<crate::sweep_report::Report>,
}

impl Line<'_> {
    /// The line as JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// A log that prints each line as JSON to standard output.
pub fn to_stdout() -> Log {
    use std::io::Write as _;
    // A log that cannot be written is no reason to lose a submission.
    Arc::new(|line| drop(writeln!(std::io::stdout().lock(), "{}", line.to_json())))
}
