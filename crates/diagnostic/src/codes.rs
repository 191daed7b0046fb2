//! Codes that more than one stage reports.

crate::codes! {
    UNREADABLE_FILE {
        name: "unreadable-file",
        summary: "a file cannot be read",
        why: "The site would be built without its content.",
        example: "a file that belongs to another user",
        fix: "Follow the operating system's message: usually the permissions are wrong, or a link points to a file that was deleted.",
    }
}
