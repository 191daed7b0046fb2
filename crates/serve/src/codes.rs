//! Codes of what the development server reports.

use diagnostic::Severity::Error;

diagnostic::codes! {
    CANNOT_SERVE {
        name: "cannot-serve",
        severity: Error,
        summary: "the server cannot listen where it was asked to",
        why: "Nobody could open the page.",
        example: "--host with an address of another computer",
        fix: "Choose an address of this computer, or leave --host out.",
        source: "",
    }
    CANNOT_WATCH {
        name: "cannot-watch",
        severity: Error,
        summary: "changes of files cannot be watched",
        why: "Pages would stay as they are until the next start.",
        example: "too many folders for the system's limit",
        fix: "Raise the limit the message names, or start again after changes.",
        source: "",
    }
}
