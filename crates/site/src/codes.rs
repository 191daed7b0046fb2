//! Codes of the findings that commands report themselves.

use diagnostic::Severity::Error;

diagnostic::codes! {
    BAD_VALUE {
        name: "bad-value",
        severity: Error,
        summary: "a value given to `site new` does not fit its key",
        why: "The entry would be invalid.",
        example: "site new office --set weight=heavy",
        fix: "Give another value. At a terminal, `site new COLLECTION` describes each value it asks for.",
        source: "",
    }
    CANNOT_PUBLISH {
        name: "cannot-publish",
        severity: Error,
        summary: "the site could not be published",
        why: "The live site is still complete: each page is either the old or the new one.",
        example: "two people publish at the same time",
        fix: "Fix the cause that the message names, then run the command again: it continues where it stopped.",
        source: "",
    }
    EDITOR_CONNECTION {
        name: "editor-connection",
        severity: Error,
        summary: "`site language-server` cannot communicate with the editor",
        why: "The editor shows no findings of the site.",
        example: "site language-server, typed at a terminal",
        fix: "Let the editor start the command. `site help editors` says how to set it up.",
        source: "Language Server Protocol 3.17",
    }
    INBOX {
        name: "inbox",
        severity: Error,
        summary: "the inbox cannot be opened, or its contents cannot be printed",
        why: "Submissions cannot be read.",
        example: "a folder that belongs to another user",
        fix: "Correct what the operating system's message names: usually the permissions of the folder.",
        source: "",
    }
    INBOX_BUCKET {
        name: "inbox-bucket",
        severity: Error,
        summary: "this program was built without access to buckets",
        why: "The AWS SDK takes minutes to compile, so it is optional.",
        example: "site inbox --bucket NAME list",
        fix: "Use a program that was built with the feature `aws`.",
        source: "",
    }
    INBOX_DATE {
        name: "inbox-date",
        severity: Error,
        summary: "a date is out of range",
        why: "Submissions cannot be filtered by it.",
        example: "--since with a year beyond 9999",
        fix: "Write it as year-month-day: 2026-04-30.",
        source: "",
    }
    INBOX_EMPTY {
        name: "inbox-empty",
        severity: Error,
        summary: "there is no folder of submissions",
        why: "No form has been submitted on this computer yet.",
        example: "site inbox list before the first submission",
        fix: "Submit a form through `site serve`, or read the bucket with --bucket NAME.",
        source: "",
    }
    INBOX_ERASE {
        name: "inbox-erase",
        severity: Error,
        summary: "nothing was erased, because the erasure was not confirmed",
        why: "An erased submission cannot be restored.",
        example: "site inbox erase in a script, without --yes",
        fix: "Answer `yes`, or give --yes.",
        source: "",
    }
    INBOX_EVENT {
        name: "inbox-event",
        severity: Error,
        summary: "it was not recorded that a submission was taken, answered or closed",
        why: "A colleague may have been first, and two people would do the same work.",
        example: "site inbox take with the reference of a submission that somebody else has taken",
        fix: "`site inbox show REFERENCE` shows what was done, and by whom.",
        source: "",
    }
    INBOX_EXPORT {
        name: "inbox-export",
        severity: Error,
        summary: "the result cannot be written",
        why: "The output is incomplete.",
        example: "--out in a folder that does not exist, or a full disk",
        fix: "Correct what the operating system's message names: usually the folder or the free space.",
        source: "",
    }
    INBOX_FORM {
        name: "inbox-form",
        severity: Error,
        summary: "the site has no form of this name, and no submission was made through one",
        why: "An empty list would suggest that nobody has written.",
        example: "site inbox list --form contat",
        fix: "Give the name of a file in content/forms/, without its extension.",
        source: "",
    }
    INBOX_RELEASE {
        name: "inbox-release",
        severity: Error,
        summary: "a submission was not released from quarantine",
        why: "The firm gets no mail about it.",
        example: "site inbox release with the reference of a submission that was accepted",
        fix: "`site inbox list --status quarantined` shows what can be released.",
        source: "",
    }
    INBOX_SKIPPED {
        name: "inbox-skipped",
        severity: Error,
        summary: "a stored object could not be read or removed, and was skipped",
        why: "It may be a submission that nobody has seen, or one that should have been erased.",
        example: "an object that the malware scanner's policy denies",
        fix: "Repair, unlock or remove the object, then run the command again.",
        source: "",
    }
    INBOX_STORE {
        name: "inbox-store",
        severity: Error,
        summary: "the bucket of submissions cannot be used",
        why: "Submissions cannot be read or changed.",
        example: "a bucket that the credentials have no access to",
        fix: "Fix the cause that the message names.",
        source: "",
    }
    INBOX_UNKNOWN {
        name: "inbox-unknown",
        severity: Error,
        summary: "no submission has this reference",
        why: "There is nothing to show.",
        example: "a reference with a letter missing",
        fix: "Find the reference with `site inbox list`.",
        source: "",
    }
    MISSING_VALUE {
        name: "missing-value",
        severity: Error,
        summary: "a new entry lacks values that its schema requires",
        why: "The entry would be invalid.",
        example: "site new article in a script",
        fix: "Give each value with --set KEY=VALUE, or run the command at a terminal, where it asks for them.",
        source: "",
    }
    NOT_EMPTY {
        name: "not-empty",
        severity: Error,
        summary: "the folder for a new site is not empty",
        why: "Its files would be mixed with those of the site, or overwritten.",
        example: "site init . in a folder with files",
        fix: "Name a new folder: `site init` creates it.",
        source: "",
    }
    NOT_FINISHED {
        name: "not-finished",
        severity: Error,
        summary: "`site new` was stopped before all its questions were answered",
        why: "Nothing was written.",
        example: "Ctrl-D",
        fix: "Run it again, or give the values with --set.",
        source: "",
    }
    NO_PROJECT {
        name: "no-project",
        severity: Error,
        summary: "there is no project in this folder",
        why: "There is nothing to build.",
        example: "site build outside the project's folder",
        fix: "Change to the project's folder, or name it with --root.",
        source: "",
    }
    SLUG_TAKEN {
        name: "slug-taken",
        severity: Error,
        summary: "a file with this name already exists",
        why: "The existing file would be overwritten.",
        example: "two articles with the same title",
        fix: "Name the new file with --slug.",
        source: "",
    }
    UNKNOWN_LANGUAGE {
        name: "unknown-language",
        severity: Error,
        summary: "the site does not have this language",
        why: "The language would become part of the file's name.",
        example: "site new page --lang fr",
        fix: "Use a language of content/site.toml, or declare this one there as [languages.fr].",
        source: "",
    }
    UNKNOWN_TOPIC {
        name: "unknown-topic",
        severity: Error,
        summary: "the manual has no such topic",
        why: "There is nothing to print.",
        example: "site help brokenlink",
        fix: "Write the name of a chapter, which `site help` lists, or of a code, which `site check --list` lists.",
        source: "",
    }
}
