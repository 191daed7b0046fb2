//! The table of findings that follow from others.

use diagnostic::Diagnostic;

#[allow(
    clippy::wildcard_imports,
    reason = "the table names almost all of them"
)]
use crate::consequence_subjects::*;

/// Returns what a finding is about, such as its file, or several pages, each on a line. A finding is left out if causes are about all of
/// it.
pub type Subject = fn(&Diagnostic) -> Option<String>;

/// Findings that follow from others. Codes are given by their names.
pub struct Rule {
    /// Codes of the causes; empty for all errors.
    pub causes: &'static [&'static str],
    pub cause: Subject,
    /// Codes of what follows from them.
    pub consequences: &'static [&'static str],
    pub consequence: Subject,
    /// Whether the cause names the places of what follows from it.
    pub lists_places: bool,
}

const fn rule(
    causes: &'static [&'static str],
    cause: Subject,
    consequences: &'static [&'static str],
    consequence: Subject,
) -> Rule {
    Rule {
        causes,
        cause,
        consequences,
        consequence,
        lists_places: false,
    }
}

/// Codes of findings about a page of which a part was not read.
const SWALLOWED: &[&str] = &[
    "unshown-text",
    "landmarks",
    "heading-order",
    "main-heading",
    "document-head",
    "unnamed-navigation",
    "broken-anchor",
    "broken-reference",
    "title-too-long",
    "robots-mismatch",
    "wrong-canonical",
    "duplicate-title",
    "missing-description",
    "left-over",
    "missing-menu",
    "control-without-label",
];

/// All rules, in the order in which they are applied.
pub const RULES: &[Rule] = &[
    // What another template language would replace is shown, or is no HTML.
    rule(
        &["template-syntax"],
        line,
        &[
            "left-over",
            "html-syntax",
            "html-nesting",
            "html-placement",
            "unknown-element",
        ],
        line,
    ),
    // A value in other signs is no address.
    rule(&["template-syntax"], word, &["broken-link"], word),
    // The page will change once more.
    rule(&[], everything, &["stale-print"], everything),
    // The page may have a budget of its own.
    rule(&["unused-budget"], meant, &["over-budget"], |finding| {
        part(finding, "page")
    }),
    // The key is there, but misspelled.
    rule(&["unknown-key"], file, &["review-without-owner"], file),
    // The characters will be replaced, and with them the fonts that they need.
    rule(
        &["left-over", "unfinished-text"],
        line,
        &["missing-character", "over-budget"],
        line,
    ),
    rule(
        &["left-over", "unfinished-text", "missing-character"],
        file,
        &["over-budget"],
        document_with_fonts,
    ),
    // Only elements and components can be closed.
    rule(
        &["unknown-element", "bad-component", "unknown-component"],
        start,
        &["html-nesting"],
        start,
    ),
    rule(&["unclosed-component"], line, &["html-nesting"], line),
    // The calendars and the pages of terms that a misspelled key would have made.
    rule(
        &["unknown-key"],
        |finding| part(finding, "urls"),
        &["broken-link", "vanished-address"],
        urls_like_it,
    ),
    Rule {
        lists_places: true,
        ..rule(&["vanished-address"], path, &["broken-link"], path)
    },
    // The word, or its translation, has a placeholder that no template knows.
    rule(
        &["word-mismatch"],
        unknown_placeholder,
        &["unknown-word"],
        quoted_name,
    ),
    // The main language lacks a word that its translations still have.
    rule(
        &["unknown-word"],
        quoted_name,
        &["word-mismatch"],
        quoted_name,
    ),
    rule(&["unknown-word"], meant, &["unused-word"], quoted_name),
    rule(
        &["unknown-color"],
        quoted_name,
        &["unset-property"],
        quoted_name,
    ),
    rule(&["bad-component"], start, &["unknown-element"], start),
    rule(
        &["unknown-placeholder"],
        line,
        &["wrong-form", "duplicate-title"],
        line,
    ),
    rule(&["empty-heading"], line, &["heading-order"], line),
    rule(&["shown-as-typed"], line, &["list-number"], line),
    // The template may be one that shows the menu.
    rule(
        &["template-error", "template-syntax"],
        |finding| finding.message.contains("`menu").then(String::new),
        &["missing-menu"],
        everything,
    ),
    // The types of the props are read from the widget.
    rule(
        &["widgets-error"],
        everything,
        &["island-props"],
        everything,
    ),
    // The collection or its route is there, below a misspelled key.
    rule(
        &["unknown-key"],
        lost_collection,
        &["unknown-collection", "invalid-value"],
        in_structure_toml,
    ),
    rule(&["unknown-key"], table, &["missing-key"], alternatives),
    rule(
        &["broken-reference"],
        line,
        &["control-without-label"],
        line,
    ),
    rule(&["not-an-option"], line, &["attribute-value"], line),
    rule(&["out-of-range"], table, &["bad-form"], table),
    // What a condition takes as false is missing below it.
    rule(
        &["template-error"],
        set_by_condition,
        &["template-error"],
        owner,
    ),
    rule(&["bad-toml"], in_words_toml, &["unknown-word"], everything),
    // The translation is there, but in a file with a wrong name.
    rule(
        &["undeclared-language"],
        path_without_language,
        &["missing-translation"],
        path_without_language,
    ),
    // The file is there, with another name.
    rule(
        &["unread-file", "undeclared-language"],
        |finding| part(finding, "file"),
        &["missing-menu", "missing-translation"],
        missing_file,
    ),
    // A form in another folder than that of forms.
    rule(
        &["unread-file"],
        |finding| Some(path_without_language(finding)?.replace("/form/", "/forms/")),
        &["stale-translation"],
        path_without_language,
    ),
    rule(&["bad-component"], line, &["unfinished-text"], line),
    // Translations are compared with a file once that is right.
    rule(
        &[],
        main_language,
        &["stale-translation", "missing-translation"],
        path_without_language,
    ),
    rule(
        &["bad-toml"],
        file,
        &["missing-translation"],
        file_to_create,
    ),
    // The word is there, under a misspelled key.
    rule(
        &["word-mismatch"],
        meant_in_file,
        &["missing-translation"],
        only_missing_word,
    ),
    // The tags have to go, and with them the HTML around the Markdown.
    rule(
        &["obsolete-element"],
        |finding| line(finding).filter(|_| finding.message.starts_with('<')),
        &["markdown-in-html"],
        line,
    ),
    // A fact in other brackets is neither a link nor HTML.
    rule(
        &["left-over"],
        word,
        &["shown-as-typed", "html-syntax"],
        word,
    ),
    // The name is there, in a misspelled attribute.
    rule(
        &["attribute-value"],
        |finding| {
            start(finding)
                .filter(|_| meant(finding).is_some_and(|one| one.starts_with("aria-label")))
        },
        &["unnamed-navigation"],
        start,
    ),
    // Without the attribute, the element shows.
    rule(
        &["attribute-value"],
        |finding| start(finding).filter(|_| finding.message.starts_with("hidden=")),
        &["hidden-without-script"],
        start,
    ),
    // A page with two descriptions has another one than its own.
    rule(
        &["document-head"],
        |finding| page(finding).filter(|_| finding.named_part("meta") == Some("description")),
        &["description-length", "missing-description"],
        page,
    ),
    rule(
        &["document-head"],
        |finding| page(finding).filter(|_| finding.named_part("meta") == Some("description")),
        &["duplicate-description"],
        both_pages,
    ),
    // The page is there, in a file with a wrong name.
    rule(
        &["bad-slug"],
        |finding| part(finding, "url"),
        &["broken-link"],
        path,
    ),
    // The whole embedded page has to go.
    rule(
        &["outside-resource"],
        line,
        &["obsolete-element"],
        |finding| line(finding).filter(|_| finding.message.contains("of <iframe>")),
    ),
    // The component is within a comment.
    rule(
        &["template-syntax"],
        |finding| part(finding, "component"),
        &["unknown-component"],
        quoted_name,
    ),
    // The sentence of a chat program goes with everything above the front matter.
    rule(
        &["missing-front-matter"],
        file,
        &["unfinished-text"],
        above_front_matter,
    ),
    // The slot was meant to be this block.
    rule(
        &["bad-component"],
        |finding| part(finding, "block"),
        &["unknown-block"],
        quoted_name,
    ),
    // The help says what to write in the place of one of them.
    rule(&["landmarks"], start, &["html-placement"], start),
    // The comment hides the rest of the page.
    rule(
        &["html-syntax"],
        |finding| part(finding, "page"),
        &["landmarks", "heading-order", "main-heading"],
        url_in_message,
    ),
    // The page is there, in a file whose name has a sign too many.
    rule(
        &["broken-link"],
        |finding| part(finding, "url"),
        &["vanished-address", "broken-link"],
        path_of_page,
    ),
    rule(
        &["broken-link"],
        |finding| file(finding).filter(|_| part(finding, "url").is_some()),
        &["bad-slug"],
        file,
    ),
    // The number is compared with the facts once telephones can read it.
    rule(&["bad-address"], word, &["contradicted-fact"], word),
    // A template of another language has more than one construct of it.
    rule(
        &["template-syntax"],
        |finding| file(finding).filter(|_| finding.message.ends_with("which templates do not run")),
        &["left-over"],
        file,
    ),
    // What another program would replace is no HTML.
    rule(
        &["foreign-notation"],
        line,
        &["left-over", "html-nesting", "html-syntax"],
        line,
    ),
    // The label names its field, in an attribute of React.
    rule(
        &["bad-component"],
        |finding| file(finding).filter(|_| finding.message.contains("`htmlFor`")),
        &["control-without-label"],
        file,
    ),
    // The marks of comments link to the comments.
    rule(&["foreign-notation"], line, &["broken-anchor"], |finding| {
        line(finding).filter(|_| finding.message.contains("#cmnt"))
    }),
    // The translation is there, with a hyphen in its name.
    rule(
        &["undeclared-language"],
        |finding| part(finding, "path"),
        &["broken-link", "unused-host", "vanished-address"],
        path_of_page,
    ),
    // The rest of the page is the text of an element that is not closed.
    rule(&["html-nesting"], unclosed_text, SWALLOWED, page),
    // What is open around that element, and what is in it.
    rule(
        &["html-nesting"],
        unclosed_text,
        &["html-nesting", "html-placement"],
        page,
    ),
    // The address is there, in the attribute of another element.
    rule(
        &["unknown-element"],
        |finding| line(finding).filter(|_| finding.message.contains("`href` of <form>")),
        &["form-without-action"],
        line,
    ),
    // A second tag says something else than the template.
    rule(
        &["document-head"],
        |finding| page(finding).filter(|_| finding.named_part("meta") == Some("robots")),
        &["robots-mismatch"],
        page,
    ),
    rule(
        &["html-nesting"],
        |finding| file(finding).filter(|_| unclosed_text(finding).is_some()),
        &["empty-page"],
        file,
    ),
    // The links to other pages are in that text.
    rule(
        &["html-nesting"],
        |finding| unclosed_text(finding).map(|_| String::new()),
        &["orphan-page"],
        everything,
    ),
    // The text will be in another writing system, with its fonts.
    rule(
        &["missing-translation"],
        document_in_other_script,
        &["over-budget"],
        document_with_fonts,
    ),
    rule(
        &["missing-translation"],
        in_other_script,
        &["card-error"],
        lacks_character,
    ),
    rule(
        &["missing-translation"],
        in_other_script,
        &["document-head"],
        missing_card,
    ),
    rule(
        &["card-error"],
        everything,
        &["document-head"],
        missing_card,
    ),
    // The name ends in the code of a language, and not like a file.
    rule(&["undeclared-language"], file, &["bad-slug"], file),
    // The character that does not show is what is wrong with the value.
    rule(
        &["control-character"],
        invisible_character,
        &[
            "missing-image",
            "not-an-option",
            "wrong-form",
            "broken-link",
            "bad-address",
        ],
        invisible_character,
    ),
    // The word is there, under a key that nothing else uses.
    rule(&["word-mismatch"], meant, &["unknown-word"], quoted_name),
    // The copy will be changed.
    rule(
        &["repeated-entry"],
        everything,
        &["stale-print"],
        everything,
    ),
];
