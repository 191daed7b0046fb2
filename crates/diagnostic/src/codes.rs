//! Codes that more than one stage reports.

crate::codes! {
    UNREADABLE_FILE {
        name: "unreadable-file",
        summary: "a file cannot be read",
        why: "The site would be built without its content.",
        example: "a file that belongs to another user",
        fix: "Correct what the operating system's message names: usually the file's permissions, or a link to a deleted file. If a file was changed while the site was being built, build the site again.",
    }
}
