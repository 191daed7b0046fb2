//! Reason why a request failed.

use serde_json::{Value, json};

/// Reason why a request failed: an HTTP status, and a body with the key `error`.
#[derive(Debug)]
pub struct Problem {
    /// HTTP status.
    pub status: u16,
    /// Body as JSON.
    pub body: Value,
}

impl Problem {
    /// Creates a problem with a message for the person.
    pub fn new(status: u16, message: impl AsRef<str>) -> Self {
        Self {
            status,
            body: json!({ "error": message.as_ref().trim() }),
        }
    }

    /// Creates a problem of what was entered in a field of a dialog.
    pub fn at(field: &str, message: impl AsRef<str>) -> Self {
        Self {
            status: 400,
            body: json!({ "error": message.as_ref().trim(), "field": field }),
        }
    }

    /// Creates a problem that only a technician can solve, with the technical reason.
    pub fn technical(message: &str, reason: impl AsRef<str>) -> Self {
        Self {
            status: 409,
            body: json!({ "error": message, "details": reason.as_ref().trim() }),
        }
    }
}

impl From<(u16, String)> for Problem {
    fn from((status, message): (u16, String)) -> Self {
        Self::new(status, message)
    }
}

impl From<crate::failure::Failure> for Problem {
    fn from(failure: crate::failure::Failure) -> Self {
        let lines = failure.diagnostics.iter();
        let lines = lines.flat_map(|one| std::iter::once(&one.message).chain(&one.help));
        let lines: Vec<&str> = lines.map(String::as_str).collect();
        let message = "This could not be done. Ask whoever looks after the site.";
        Self::technical(message, lines.join("\n"))
    }
}

/// Answer to a request.
pub type Answered = Result<Value, Problem>;
