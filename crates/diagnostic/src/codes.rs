//! Codes that more than one stage reports.

use crate::Severity::Error;

crate::codes! {
    UNREADABLE_FILE {
        name: "unreadable-file",
        severity: Error,
        summary: "a file cannot be read",
        why: "What it holds is missing.",
        example: "a file of another user",
        fix: "Do what the system's message says.",
        source: "",
    }
}
