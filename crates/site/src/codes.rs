//! Codes of what the commands report.

use diagnostic::Severity::Error;

diagnostic::codes! {
    BAD_VALUE {
        name: "bad-value",
        severity: Error,
        summary: "a value given to `site new` cannot be the value of its key",
        why: "The file would be refused.",
        example: "site new office --set weight=heavy",
        fix: "Give another value; `site new COLLECTION` at a terminal says what is asked for.",
        source: "",
    }
    CANNOT_PUBLISH {
        name: "cannot-publish",
        severity: Error,
        summary: "the site could not be published",
        why: "What is live is whole all the same: each page is an old or a new one.",
        example: "somebody else is publishing",
        fix: "Do what the message says, then run the command again: it goes on from what is there.",
        source: "",
    }
    INBOX {
        name: "inbox",
        severity: Error,
        summary: "the inbox cannot be opened or written out",
        why: "Submissions could not be looked at.",
        example: "a folder of another user",
        fix: "Do what the system's message says.",
        source: "",
    }
    INBOX_BUCKET {
        name: "inbox-bucket",
        severity: Error,
        summary: "this build of the program cannot reach a bucket",
        why: "The parts for AWS are left out of it, for they take minutes to compile.",
        example: "site inbox --bucket NAME list",
        fix: "Build it with them: cargo run --release --package site --features aws -- inbox --bucket NAME list",
        source: "",
    }
    INBOX_DATE {
        name: "inbox-date",
        severity: Error,
        summary: "a day is out of the calendar's range",
        why: "No submissions could be chosen by it.",
        example: "--since with a year that no calendar has",
        fix: "Write it as year-month-day: 2026-04-30.",
        source: "",
    }
    INBOX_EMPTY {
        name: "inbox-empty",
        severity: Error,
        summary: "there is no folder of submissions",
        why: "No form has been sent to this computer yet.",
        example: "site inbox list before the first form",
        fix: "Send a form through `site serve`, or look into the bucket with --bucket NAME.",
        source: "",
    }
    INBOX_ERASE {
        name: "inbox-erase",
        severity: Error,
        summary: "nothing was erased, for nobody confirmed it",
        why: "What is erased cannot be brought back.",
        example: "site inbox erase in a script, without --yes",
        fix: "Answer `yes`, or give --yes.",
        source: "",
    }
    INBOX_EXPORT {
        name: "inbox-export",
        severity: Error,
        summary: "the export cannot be written",
        why: "There is no file to hand on.",
        example: "--out in a folder that does not exist",
        fix: "Do what the system's message says.",
        source: "",
    }
    INBOX_FORM {
        name: "inbox-form",
        severity: Error,
        summary: "the site has no form of this name, and nothing was ever sent by one",
        why: "An empty list would read as if nobody had written.",
        example: "site inbox list --form contat",
        fix: "Give the name of a file below content/forms/, without its ending.",
        source: "",
    }
    INBOX_SKIPPED {
        name: "inbox-skipped",
        severity: Error,
        summary: "a stored object could not be read or removed, and was left out",
        why: "It may be a submission that nobody has seen, or one that should have been erased.",
        example: "an object that the scanner's policy denies",
        fix: "Repair, unlock or remove the object, then run the command again.",
        source: "",
    }
    INBOX_STORE {
        name: "inbox-store",
        severity: Error,
        summary: "the place where submissions are kept does not answer well",
        why: "They could not be read or changed.",
        example: "a bucket without permission",
        fix: "Do what the message says.",
        source: "",
    }
    INBOX_UNKNOWN {
        name: "inbox-unknown",
        severity: Error,
        summary: "no submission has this reference",
        why: "There is nothing to show.",
        example: "a reference with a letter missing",
        fix: "`site inbox list` shows all references.",
        source: "",
    }
    MISSING_VALUE {
        name: "missing-value",
        severity: Error,
        summary: "a new entry lacks values that its schema requires",
        why: "The file would be refused.",
        example: "site new article, where nobody can be asked",
        fix: "Give each with --set KEY=VALUE, or run the command at a terminal, where it asks.",
        source: "",
    }
    NOT_EMPTY {
        name: "not-empty",
        severity: Error,
        summary: "the folder for a new site holds something",
        why: "It would be mixed with the site, or lost.",
        example: "site init . in a folder with files",
        fix: "Name a new folder: `site init` makes it.",
        source: "",
    }
    NOT_FINISHED {
        name: "not-finished",
        severity: Error,
        summary: "the questions of `site new` were not answered to the end",
        why: "Nothing was written.",
        example: "Ctrl-D",
        fix: "Run it again, or give the values with --set.",
        source: "",
    }
    NO_PROJECT {
        name: "no-project",
        severity: Error,
        summary: "there is no site here",
        why: "There is nothing to build.",
        example: "the command run in another folder",
        fix: "Change to the project's folder, or name it with --root.",
        source: "",
    }
    SLUG_TAKEN {
        name: "slug-taken",
        severity: Error,
        summary: "a file of that name is there already",
        why: "It would be written over.",
        example: "two articles with one title",
        fix: "Name the new file with --slug.",
        source: "",
    }
    UNKNOWN_LANGUAGE {
        name: "unknown-language",
        severity: Error,
        summary: "a language is named that the site does not have",
        why: "The file would be taken for something else.",
        example: "site new page --lang fr",
        fix: "Declare it in content/site.toml as [languages.fr], or name one that is.",
        source: "",
    }
}
