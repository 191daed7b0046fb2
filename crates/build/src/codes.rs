//! Codes of what the build reports beside its stages.

use diagnostic::Severity::Error;

diagnostic::codes! {
    BAD_FORM {
        name: "bad-form",
        severity: Error,
        summary: "a form's definition contradicts itself",
        why: "Page, browser and form function would each read it differently.",
        example: "a select without options",
        fix: "Mend the definition in content/forms/.",
        source: "",
    }
    CANNOT_WRITE {
        name: "cannot-write",
        severity: Error,
        summary: "the output cannot be written",
        why: "There is no new site; the last good one is as it was.",
        example: "a full disk, a folder of another user",
        fix: "Do what the system's message says.",
        source: "",
    }
    MISSING_MENU {
        name: "missing-menu",
        severity: Error,
        summary: "a template asks for a menu that menus.toml does not have, or for none of one that it has",
        why: "The page cannot be rendered, or lacks links.",
        example: "[[leagl]], where the footer shows `legal`",
        fix: "Rename the menu as the template has it, or add it.",
        source: "",
    }
    MISSING_THEME {
        name: "missing-theme",
        severity: Error,
        summary: "the theme that is named is not there",
        why: "Nothing can be rendered.",
        example: "theme = \"frim\"",
        fix: "Write the name of a folder in themes/.",
        source: "",
    }
    NOT_AN_OUTPUT {
        name: "not-an-output",
        severity: Error,
        summary: "the folder to write to holds other files",
        why: "They would be lost.",
        example: "--out content",
        fix: "Name an empty or new folder.",
        source: "",
    }
    ROUTE_TOO_LONG {
        name: "route-too-long",
        severity: Error,
        summary: "a redirect or the rewrites are too long for CloudFront's table",
        why: "CloudFront would refuse to take it.",
        example: "an address of 600 letters",
        fix: "Shorten or remove rules in structure.toml.",
        source: "",
    }
}
