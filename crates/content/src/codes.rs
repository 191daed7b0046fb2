//! Codes of findings about files below `content/`.

use diagnostic::Severity::Warning;

diagnostic::codes! {
    BAD_DATE {
        name: "bad-date",
        summary: "a date is invalid",
        why: "Sorting, feeds and publication depend on dates.",
        example: "date = \"22 Sep\"",
        fix: "Write dates as year-month-day, without quotes: date = 2025-09-22.",
    }
    BAD_FILE_NAME {
        name: "bad-file-name",
        summary: "a file name is not UTF-8",
        why: "A URL cannot be made from it.",
        example: "a file name made by an old system",
        fix: "Rename the file; use letters (a to z), digits and hyphens.",
    }
    BAD_DATA {
        name: "bad-data",
        summary: "a list in JSON cannot be read",
        why: "None of its values can be used.",
        example: "[{ \"title\": \"Tea\", }]",
        fix: "Correct the notation, or export the file again.",
    }
    BAD_SCHEMA {
        name: "bad-schema",
        summary: "a schema is not valid JSON, or not a valid JSON Schema",
        why: "No document of the collection can be checked without it.",
        example: "a comma after the last entry",
        fix: "Correct the file in content/schemas/.",
    }
    BAD_SLUG {
        name: "bad-slug",
        summary: "a file name or slug cannot be part of a URL",
        why: "It contains characters that browsers and servers encode differently.",
        example: "blogs/GST & you.md",
        fix: "Use letters, digits, hyphens, dots and underscores.",
    }
    BAD_TOML {
        name: "bad-toml",
        summary: "front matter or a .toml file is not valid TOML",
        why: "None of its values can be used.",
        example: "title = About us",
        fix: "Put text in double quotes: title = \"About us\".",
    }
    CASE_CLASH {
        name: "case-clash",
        summary: "two files or two URLs differ only in case, or in how accented letters are encoded",
        why: "Windows and macOS store only one of the two files, and a host that ignores case serves only one of the two pages.",
        example: "content/pages/Terms.md and content/pages/terms.md",
        fix: "Rename or remove one of them, and add a redirect if the old URL is in use.",
    }
    CONTROL_CHARACTER {
        name: "control-character",
        severity: Warning,
        summary: "a text has a control character, which does not show",
        why: "Browsers show nothing or a box, search does not find the word, and XML does not allow it, so it is missing from feeds.",
        example: "a line break (U+000B) of a word processor within a title",
        fix: "Delete the character; an editor shows it as a box or a code.",
        source: "XML 1.0, 2.2; HTML standard, 13.2.3.5",
    }
    COPIED_FILE {
        name: "copied-file",
        summary: "a file is a copy of another document",
        why: "Two pages or entries would say the same, and later edits would be made in the wrong one.",
        example: "content/pages/about - Copy.md",
        fix: "Delete the file that you do not need. Rename a copy that is to become another document, and change its text.",
    }
    DUPLICATE_LINK {
        name: "duplicate-link",
        severity: diagnostic::Severity::Warning,
        summary: "a menu has a link twice",
        why: "Visitors see it twice, and wonder what the difference is.",
        example: "two [[main]] tables with label = \"Prices\" and url = \"/prices\"",
        fix: "Delete one of them.",
    }
    DUPLICATE_NAME {
        name: "duplicate-name",
        summary: "two collections, two taxonomies, or two terms of a taxonomy have the same name",
        why: "Templates look them up by name and would find only one.",
        example: "two [[collection]] tables with name = \"journal\"",
        fix: "Rename one of them.",
    }
    DUPLICATE_ROUTE {
        name: "duplicate-route",
        summary: "two files have the same URL",
        why: "Visitors could see only one of them.",
        example: "pages/about.md and public/about.html",
        fix: "Rename or remove one of them.",
    }
    DUPLICATE_SLUG {
        name: "duplicate-slug",
        summary: "two documents of a collection have the same slug",
        why: "Visitors could see only one of them.",
        example: "a copy of a file that still has the `slug` of the original",
        fix: "Rename one of the files, or change its slug.",
    }
    EMPTY_FILE {
        name: "empty-file",
        summary: "a document is empty",
        why: "It has no title and no text.",
        example: "a file saved before anything was typed",
        fix: "Add front matter, or delete the file. `site new` creates a document with front matter.",
    }
    FOREIGN_NOTATION {
        name: "foreign-notation",
        summary: "a text uses the notation of another site generator",
        why: "It would appear as typed, or its links would be broken.",
        example: "{{ youtube(id=\"x\") }}   [about us](@/about.md)",
        fix: "Write it as the message says. An example of such notation belongs in a code block.",
    }
    INVALID_VALUE {
        name: "invalid-value",
        summary: "a value does not match its schema",
        why: "The program cannot use it.",
        example: "weight = 1.5",
        fix: "Change the value as the message says.",
    }
    MERGE_CONFLICT {
        name: "merge-conflict",
        summary: "a file has an unresolved merge conflict",
        why: "The page would show both versions and the markers between them.",
        example: "<<<<<<< HEAD",
        fix: "Keep the right version and delete the three marker lines. Put a space before each marker that is part of an example.",
    }
    MISSING_FILE {
        name: "missing-file",
        summary: "a file that another file names does not exist",
        why: "The setting or file that names it cannot work.",
        example: "schema = \"schemas/artikel.json\"",
        fix: "Correct the name, or add the file.",
    }
    MISSING_FRONT_MATTER {
        name: "missing-front-matter",
        summary: "a Markdown file does not start with front matter",
        why: "It has no title and no description.",
        example: "a file that starts with its first heading",
        fix: "Start the file with `+++`, `title`, `description`, and another `+++` line.",
    }
    MISSING_IMAGE {
        name: "missing-image",
        summary: "an image does not exist",
        why: "The page would show a broken image.",
        example: "image = \"images/gts.svg\"",
        fix: "Write the path of an existing file, relative to content/.",
    }
    MISSING_KEY {
        name: "missing-key",
        summary: "a required key is missing",
        why: "A part of the page would be empty.",
        example: "a service without `summary`",
        fix: "Add the key; the message says what it is for.",
    }
    MISSING_TRANSLATION {
        name: "missing-translation",
        severity: Warning,
        summary: "a text is not translated, although the page that shows it is",
        why: "Visitors see two languages on one page.",
        example: "a field that contact.toml has and contact.hi.toml has not",
        fix: "Translate the texts that the finding lists.",
        source: "WCAG 2.2, 3.1.2",
    }
    NOT_AN_OPTION {
        name: "not-an-option",
        summary: "a value is not one of the options",
        why: "Nothing would match it.",
        example: "category = \"Tax\", where the option is Taxation",
        fix: "Use one of the options in the message.",
    }
    NOT_UTF8 {
        name: "not-utf8",
        summary: "a text file is not UTF-8",
        why: "Letters other than English ones would be garbled.",
        example: "a file saved by an old editor",
        fix: "Save the file as UTF-8.",
    }
    OUT_OF_RANGE {
        name: "out-of-range",
        summary: "a number is too small or too large",
        why: "It is probably a typo.",
        example: "rating = 7",
        fix: "Stay within the limits in the message.",
    }
    REPEATED_ENTRY {
        name: "repeated-entry",
        severity: diagnostic::Severity::Warning,
        summary: "two entries of a list are the same",
        why: "Visitors see both. Usually, one is a copy whose values somebody has forgotten to change.",
        example: "the same [[item]] twice in content/lists/prices.toml",
        fix: "Delete one of them, or change what is different.",
    }
    STALE_TRANSLATION {
        name: "stale-translation",
        severity: Warning,
        summary: "a translation is older than the text that it translates",
        why: "Visitors read in one language what no longer holds in the other.",
        example: "a new purpose in contact.toml, and an unchanged contact.hi.toml",
        fix: "Translate what has changed, then write the version that the finding names as `translates`.",
    }
    TOO_LONG {
        name: "too-long",
        summary: "a text is too long",
        why: "It would be cut off, or break the layout.",
        example: "a summary of 300 characters",
        fix: "Shorten it to the length in the message.",
    }
    TOO_SHORT {
        name: "too-short",
        summary: "a text is too short",
        why: "It says too little to be useful.",
        example: "description = \"Tax.\"",
        fix: "Write at least as many characters as the message says.",
    }
    UNCLOSED_FRONT_MATTER {
        name: "unclosed-front-matter",
        summary: "front matter has no closing +++ line",
        why: "The text would be read as front matter.",
        example: "+++, keys, and then the text",
        fix: "Add a +++ line after the last key.",
    }
    UNDECLARED_LANGUAGE {
        name: "undeclared-language",
        summary: "a file name contains the code of a language that the site does not declare",
        why: "The page would be published in the main language, next to the page that it translates.",
        example: "pages/about.hi.md without [languages.hi] in site.toml",
        fix: "Declare the language in content/site.toml, or rename the file.",
    }
    UNKNOWN_COLLECTION {
        name: "unknown-collection",
        summary: "a collection or taxonomy does not exist",
        why: "A list would be empty.",
        example: "collection(name=\"artikles\")",
        fix: "Use a name that structure.toml declares.",
    }
    UNKNOWN_FACT {
        name: "unknown-fact",
        summary: "text refers to a fact that does not exist",
        why: "The page would show the braces.",
        example: "{{ site.stats.yers.value }}",
        fix: "Write the path of a key in content/site.toml.",
    }
    UNKNOWN_KEY {
        name: "unknown-key",
        summary: "a key is unknown",
        why: "It would be ignored; usually it is a typo.",
        example: "descripton = \"…\"",
        fix: "Correct the key. The schema of the collection lists the allowed keys.",
    }
    UNKNOWN_PLACEHOLDER {
        name: "unknown-placeholder",
        summary: "a pattern in structure.toml has an unknown placeholder",
        why: "It would appear unchanged in a URL, a title or a description.",
        example: "route = \"/notes/{slgu}\"",
        fix: "Use one of the placeholders in the message.",
    }
    LONG_PATH {
        name: "long-path",
        severity: Warning,
        summary: "the path of a file is longer than many Windows programs can open",
        why: "Windows programs open paths of at most 259 characters, including the folder of the project.",
        example: "content/notes/ a folder of 120 characters / a file of 80 characters",
        fix: "Shorten the name of the file or of a folder above it.",
        source: "https://learn.microsoft.com/windows/win32/fileio/maximum-file-path-limitation",
    }
    UNPORTABLE_NAME {
        name: "unportable-name",
        severity: Warning,
        summary: "Windows cannot store a file with this name",
        why: "A checkout or a build there fails, or loses the file: Windows reserves names of devices, and does not allow some \
              characters.",
        example: "content/pages/con.md   public/10:30.png",
        fix: "Rename the file.",
        source: "https://learn.microsoft.com/windows/win32/fileio/naming-a-file",
    }
    UNREAD_FILE {
        name: "unread-file",
        severity: Warning,
        summary: "a file is not used: no collection reads it, no page names it, or it is in a folder from which nothing is published",
        why: "Its author expects it to be part of the site.",
        example: "content/notes/story.markdown",
        fix: "Rename it to .md, move it into the folder of a collection, declare a [[collection]], or move it to public/.",
    }
    WRONG_COUNT {
        name: "wrong-count",
        summary: "a list has too few or too many entries",
        why: "The layout has room only for the number of entries that the schema allows.",
        example: "three features where four are shown",
        fix: "Add or remove entries to reach the number in the message.",
    }
    WRONG_FORM {
        name: "wrong-form",
        summary: "a text has the wrong format",
        why: "The program, or a visitor's browser, could not use it.",
        example: "link = \"example.org\" without https://",
        fix: "Write it in the format that the message describes.",
    }
    WRONG_TYPE {
        name: "wrong-type",
        summary: "a value has the wrong type",
        why: "The program cannot use it.",
        example: "weight = \"3\"",
        fix: "Put text in quotes, and write numbers, true and false without quotes.",
    }
}
