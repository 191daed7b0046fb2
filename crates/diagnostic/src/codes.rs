//! Codes that more than one stage reports.

use crate::severity::Severity::Error;

crate::codes! {
    UNREADABLE_FILE {
        name: "unreadable-file",
        severity: Error,
        summary: "a file cannot be read",
        why: "The site would be built without its content.",
        example: "a file that belongs to another user",
        fix: "Follow the operating system's message: usually the permissions are wrong, or a link points to a file that was deleted.",
        source: "",
    }
}
