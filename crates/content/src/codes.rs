//! Codes of what reading and checking content reports.

use diagnostic::Severity::{Error, Warning};

diagnostic::codes! {
    BAD_DATE {
        name: "bad-date",
        severity: Error,
        summary: "a date is not a date",
        why: "Order, feeds and publishing hang on it.",
        example: "date = \"22 Sep\"",
        fix: "Write year-month-day without quotes: date = 2025-09-22.",
        source: "",
    }
    BAD_FILE_NAME {
        name: "bad-file-name",
        severity: Error,
        summary: "a file's name is not UTF-8",
        why: "Its address could not be written.",
        example: "a name made by an old system",
        fix: "Rename the file, with plain letters and hyphens.",
        source: "",
    }
    BAD_SCHEMA {
        name: "bad-schema",
        severity: Error,
        summary: "a schema is not JSON, or not a JSON Schema",
        why: "Without it nothing of that collection can be checked.",
        example: "a comma after the last entry",
        fix: "Mend the file in content/schemas/.",
        source: "",
    }
    BAD_SLUG {
        name: "bad-slug",
        severity: Error,
        summary: "a file's name, or its slug, cannot be part of an address",
        why: "Browsers and servers would each encode it in their own way.",
        example: "blogs/GST & you.md",
        fix: "Use letters, digits, hyphens, dots and underscores.",
        source: "",
    }
    BAD_TOML {
        name: "bad-toml",
        severity: Error,
        summary: "text between the +++ lines, or a .toml file, is not TOML",
        why: "Nothing of it can be used.",
        example: "title = About us",
        fix: "Put text between double quotes: title = \"About us\".",
        source: "",
    }
    DUPLICATE_NAME {
        name: "duplicate-name",
        severity: Error,
        summary: "two collections, two taxonomies, or two terms of one, have one name",
        why: "Templates ask for them by it and would get only one.",
        example: "two [[collection]] with name = \"journal\"",
        fix: "Give one of them another name.",
        source: "",
    }
    DUPLICATE_ROUTE {
        name: "duplicate-route",
        severity: Error,
        summary: "two sources give one address",
        why: "Only one of them could be seen.",
        example: "pages/about.md and public/about.html",
        fix: "Rename or remove one of the two.",
        source: "",
    }
    DUPLICATE_SLUG {
        name: "duplicate-slug",
        severity: Error,
        summary: "two documents of a collection have one slug",
        why: "Only one of them could be seen.",
        example: "a copy of a file with its `slug` left in",
        fix: "Rename one of the files, or change its slug.",
        source: "",
    }
    EMPTY_FILE {
        name: "empty-file",
        severity: Error,
        summary: "a document is empty",
        why: "It has no title and nothing to show.",
        example: "a new file saved at once",
        fix: "Begin with front matter, or delete it. `site new` writes one to begin with.",
        source: "",
    }
    INVALID_VALUE {
        name: "invalid-value",
        severity: Error,
        summary: "a value is not of the form its schema asks for",
        why: "It could not be used.",
        example: "weight = 1.5",
        fix: "Do what the message says.",
        source: "",
    }
    MERGE_CONFLICT {
        name: "merge-conflict",
        severity: Error,
        summary: "both versions of a merge are still in a file",
        why: "The page would show both, with the marks between them.",
        example: "<<<<<<< HEAD",
        fix: "Keep what is right and delete the three lines. In an example, put a blank before each.",
        source: "",
    }
    MISSING_FILE {
        name: "missing-file",
        severity: Error,
        summary: "a file that something else names is not there",
        why: "What names it cannot work.",
        example: "schema = \"schemas/artikel.json\"",
        fix: "Correct the name, or add the file.",
        source: "",
    }
    MISSING_FRONT_MATTER {
        name: "missing-front-matter",
        severity: Error,
        summary: "a Markdown file does not begin with front matter",
        why: "It has no title and no description.",
        example: "a file that begins with its first heading",
        fix: "Begin with a +++ line, `title`, `description`, and a +++ line.",
        source: "",
    }
    MISSING_IMAGE {
        name: "missing-image",
        severity: Error,
        summary: "a picture that is named is not there",
        why: "The page would show a broken picture.",
        example: "image = \"images/gts.svg\"",
        fix: "Write the path relative to content/, as the file is called.",
        source: "",
    }
    MISSING_KEY {
        name: "missing-key",
        severity: Error,
        summary: "a key that is required is missing",
        why: "Something on the page would be empty.",
        example: "a service without `summary`",
        fix: "Add the key; the message says what it is for.",
        source: "",
    }
    NOT_AN_OPTION {
        name: "not-an-option",
        severity: Error,
        summary: "a value is none of those allowed",
        why: "Nothing knows what to do with it.",
        example: "category = \"Tax\", where it is Taxation",
        fix: "Choose one of those the message lists.",
        source: "",
    }
    NOT_UTF8 {
        name: "not-utf8",
        severity: Error,
        summary: "a text file is not UTF-8",
        why: "Letters beyond English ones would come out wrong.",
        example: "a file saved by an old editor",
        fix: "Save it with the encoding UTF-8.",
        source: "",
    }
    OUT_OF_RANGE {
        name: "out-of-range",
        severity: Error,
        summary: "a number is too small or too large",
        why: "It could not be meant.",
        example: "rating = 7",
        fix: "Keep within the bounds the message names.",
        source: "",
    }
    TOO_LONG {
        name: "too-long",
        severity: Error,
        summary: "a text is longer than its place allows",
        why: "It would be cut off, or break the layout.",
        example: "a summary of 300 characters",
        fix: "Shorten it to the length the message names.",
        source: "",
    }
    TOO_SHORT {
        name: "too-short",
        severity: Error,
        summary: "a text is shorter than it may be",
        why: "It says too little to be of use.",
        example: "description = \"Tax.\"",
        fix: "Say more.",
        source: "",
    }
    UNCLOSED_FRONT_MATTER {
        name: "unclosed-front-matter",
        severity: Error,
        summary: "front matter has no closing +++ line",
        why: "Everything would be taken for front matter.",
        example: "+++, keys, and then the text",
        fix: "Add a +++ line after the last key.",
        source: "",
    }
    UNKNOWN_COLLECTION {
        name: "unknown-collection",
        severity: Error,
        summary: "a collection or taxonomy that is named does not exist",
        why: "A list would stay empty.",
        example: "collection(name=\"artikles\")",
        fix: "Write a name that structure.toml declares.",
        source: "",
    }
    UNKNOWN_FACT {
        name: "unknown-fact",
        severity: Error,
        summary: "text refers to a fact there is not",
        why: "The braces would show on the page.",
        example: "{{ site.stats.yers.value }}",
        fix: "Write a path that leads through the keys of content/site.toml.",
        source: "",
    }
    UNKNOWN_KEY {
        name: "unknown-key",
        severity: Error,
        summary: "a key is not known here",
        why: "It would be ignored without a word; mostly it is a slip of the hand.",
        example: "descripton = \"…\"",
        fix: "Write it as the message suggests. The keys are those of the collection's schema.",
        source: "",
    }
    UNKNOWN_PLACEHOLDER {
        name: "unknown-placeholder",
        severity: Error,
        summary: "a pattern of structure.toml has a word between braces that stands for nothing",
        why: "It would show as it is written: in an address, a title or a description.",
        example: "route = \"/notes/{slgu}\"",
        fix: "Write one of those the message lists.",
        source: "",
    }
    UNREAD_FILE {
        name: "unread-file",
        severity: Warning,
        summary: "a file below content/ is read by nothing, or is named by no page and not published",
        why: "Whoever wrote it takes it for a part of the site.",
        example: "content/notes/story.markdown",
        fix: "Rename it to .md, move it into the folder of a collection, declare a [[collection]], or move it to public/.",
        source: "",
    }
    WRONG_COUNT {
        name: "wrong-count",
        severity: Error,
        summary: "a list has too few or too many entries",
        why: "The layout has room for as many as the schema says.",
        example: "three features where four are shown",
        fix: "Add or remove entries.",
        source: "",
    }
    WRONG_FORM {
        name: "wrong-form",
        severity: Error,
        summary: "a text does not have the form expected",
        why: "What reads it would fail.",
        example: "link = \"example.org\" without https://",
        fix: "Write it in the form the message names.",
        source: "",
    }
    WRONG_TYPE {
        name: "wrong-type",
        severity: Error,
        summary: "a value is of another type than expected",
        why: "It could not be used.",
        example: "weight = \"3\"",
        fix: "Put texts between quotes, and numbers without.",
        source: "",
    }
}
