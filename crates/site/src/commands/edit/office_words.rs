//! Findings in the words of an office, which writes no files.

use diagnostic::Diagnostic;

/// Words for findings of one kind.
struct Words {
    /// Code of the findings.
    code: &'static str,
    /// Part that the message must have, so that it is the one that is meant; empty for all messages.
    part: &'static str,
    /// Message that replaces one with names of files. `{fact}` stands for the part `fact` of the finding.
    message: Option<&'static str>,
    /// What to do.
    help: &'static str,
    /// Whether `help` is said even if the finding proposes a replacement.
    is_always_said: bool,
    /// What the fix does, if its own label does not say that to an office.
    fix: Option<&'static str>,
}

const fn words(code: &'static str, part: &'static str, help: &'static str) -> Words {
    Words {
        code,
        part,
        message: None,
        help,
        is_always_said: false,
        fix: None,
    }
}

impl Words {
    const fn saying(self, message: &'static str) -> Self {
        Self {
            message: Some(message),
            ..self
        }
    }

    const fn always_said(self) -> Self {
        Self {
            is_always_said: true,
            ..self
        }
    }

    const fn fixed_by(self, fix: &'static str) -> Self {
        Self {
            fix: Some(fix),
            ..self
        }
    }
}

/// Help for problems that are not in the text.
const ASK: &str = "Ask whoever looks after the site.";

const WORDS: &[Words] = &[
    words(
        "bad-address",
        "file",
        "Ask whoever looks after the site to store the file, and link to it then.",
    ),
    words(
        "bad-date",
        "",
        "Write the year, the month, and the day, as in `2026-11-30`.",
    )
    .always_said(),
    words(
        "broken-anchor",
        "",
        "Choose the page again, or remove what follows the sign #.",
    )
    .saying("a link leads to a heading that is not on its page"),
    words(
        "broken-link",
        "hidden",
        "Choose another page, or remove the link until that one is public.",
    )
    .saying("a link leads to a page that is not public"),
    words(
        "broken-link",
        "path",
        "Choose the page with the button for links, or remove the link.",
    ),
    words(
        "broken-link",
        "document",
        "Choose the page with the button for links, or remove the link.",
    )
    .saying("a link leads to a page that does not exist"),
    words(
        "contradicted-fact",
        "fact",
        "Correct it here, or in the details of the site.",
    )
    .saying("“{words}” contradicts the {fact} in the details of the site: {declared}"),
    words("duplicate-slug", "", "Choose another address.")
        .saying("another page has this address already"),
    words(
        "empty-page",
        "",
        "Write a text, or keep it as a draft until there is one.",
    ),
    words(
        "heading-order",
        "heading",
        "Choose the next kind of heading.",
    )
    .saying("the heading “{heading}” is more than one step smaller than the one above it")
    .fixed_by("make it one step smaller than the one above it"),
    words("main-heading", "", "Choose a smaller heading.")
        .saying("the text has a heading of the first level, which only the title is"),
    words("missing-description", "", "Fill in the description.")
        .saying("the page has no description for search results"),
    words(
        "missing-image",
        "",
        "Add the picture here, or choose another one.",
    ),
    words("outside-resource", "", ASK).saying("the page loads something from another site"),
    words(
        "placeholder-data",
        "",
        "Enter the real data, and say then that it is no placeholder any more.",
    ),
    words(
        "stale-translation",
        "",
        "Compare the two, translate what has changed, and mark it as translated then.",
    )
    .saying("the text in the main language has changed since this was translated")
    .always_said()
    .fixed_by("mark as translated"),
    words(
        "stale-print",
        "",
        "Ask whoever looks after the site to print it again.",
    )
    .saying("a PDF to download was printed before its page changed"),
    words("unknown-fact", "", "Type {{ to choose one.").saying("there is no such fact"),
    words(
        "unsafe-html",
        "",
        "Remove it: this is part of the design, not of the text.",
    ),
];

/// Returns the message and the help of a finding in the words of an office. There is no help if the finding proposes a replacement, which
/// explains more.
pub fn office_words(finding: &Diagnostic) -> (String, Option<String>) {
    let part = |wanted: &str| finding.parts.iter().find(|(name, _)| *name == wanted);
    let words = words_for(finding);
    let message = words.and_then(|words| words.message);
    let has_proposal = !finding.replacements.is_empty() || !finding.own_fixes.is_empty();
    let help = match words {
        Some(words) if !has_proposal || words.is_always_said => {
            let later = part("later").map(|(_, later)| later.clone());
            let lines = std::iter::once(words.help.to_owned()).chain(later);
            sentences(lines)
        }
        _ => sentences(finding.help.iter().cloned()),
    };
    let message = message.map_or_else(
        || finding.message.clone(),
        |message| {
            let parts = finding.parts.iter();
            parts.fold(message.to_owned(), |message, (name, part)| {
                message.replace(&format!("{{{name}}}"), part)
            })
        },
    );
    (message, help)
}

/// Returns what the fix of a finding does in the words of an office, or `None` if its own label says that.
pub fn words_of_fix(finding: &Diagnostic) -> Option<&'static str> {
    words_for(finding)?.fix
}

/// Returns the words for a finding.
fn words_for(finding: &Diagnostic) -> Option<&'static Words> {
    let has = |part: &str| part.is_empty() || finding.parts.iter().any(|(name, _)| *name == part);
    let mut words = WORDS.iter();
    words.find(|words| words.code == finding.code.name && has(words.part))
}

/// Returns what a schema says about a field in the words of an office: without what is about files. Returns `None` if nothing is left.
pub fn office_description(description: &str) -> Option<String> {
    let text = description
        .replace("in <title>", "in the browser's tab")
        .replace("<title>", "title in the browser's tab")
        .replace(" (BCP 47)", "");
    let sentences = text.split_inclusive(". ").filter_map(|sentence| {
        let sentence = without_parentheses(sentence.trim());
        if !is_technical(&sentence) {
            return Some(sentence);
        }
        let (first, rest) = sentence.split_once(": ")?;
        (is_technical(rest) && !is_technical(first)).then(|| format!("{first}."))
    });
    let office = sentences.collect::<Vec<_>>().join(" ");
    (!office.is_empty()).then_some(office)
}

/// Returns a sentence without the parentheses that name files.
fn without_parentheses(sentence: &str) -> String {
    let Some((start, rest)) = sentence.split_once(" (") else {
        return sentence.to_owned();
    };
    match rest.split_once(')') {
        Some((inner, end)) if is_technical(inner) => {
            format!("{start}{}", without_parentheses(end))
        }
        _ => sentence.to_owned(),
    }
}

/// Returns whether a text has the name of a file, a folder, or a command.
fn is_technical(text: &str) -> bool {
    let is_name = |word: &str| {
        let word = word.trim_matches(|sign: char| !sign.is_alphanumeric() && sign != '/');
        let is_folder = word.ends_with('/') && !word.starts_with('/') && !word.contains("://");
        let is_file = [".md", ".toml", ".json", ".html", ".css"];
        is_folder || is_file.iter().any(|end| word.ends_with(end)) && !word.contains("://")
    };
    text.contains("`site ") || text.split_whitespace().any(is_name)
}

/// Joins lines of help as sentences. Returns `None` if there are none.
fn sentences(lines: impl Iterator<Item = String>) -> Option<String> {
    let sentences = lines.map(|line| {
        let mut signs = line.chars();
        let first = signs.next().into_iter().flat_map(char::to_uppercase);
        let sentence = first.chain(signs).collect::<String>();
        let end = if line.ends_with(['.', '?', '!']) {
            ""
        } else {
            "."
        };
        sentence + end
    });
    let sentences: Vec<String> = sentences.collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions() {
        for (description, expected) in [
            (
                "Language of the site (BCP 47).",
                Some("Language of the site."),
            ),
            ("Folder of the theme below themes/.", None),
            (
                "Longest <title>.",
                Some("Longest title in the browser's tab."),
            ),
            (
                "Stands between a page's title and the firm's name in <title>.",
                Some("Stands between a page's title and the firm's name in the browser's tab."),
            ),
            (
                "Shows the testimonials on the home page: see deploy/ADVERTISING.md.",
                Some("Shows the testimonials on the home page."),
            ),
            (
                "The firm's facts (site.toml). Everything else refers to them.",
                Some("The firm's facts. Everything else refers to them."),
            ),
            (
                "Hours within which you promise an answer. `site inbox list` then says what is due.",
                Some("Hours within which you promise an answer."),
            ),
            (
                "A page, as in /about/ (or none).",
                Some("A page, as in /about/ (or none)."),
            ),
            (
                "See https://example.org/a.html.",
                Some("See https://example.org/a.html."),
            ),
        ] {
            assert_eq!(
                office_description(description).as_deref(),
                expected,
                "{description}"
            );
        }
    }

    #[test]
    fn words_are_for_codes_that_exist() {
        for Words { code, .. } in WORDS {
            let mut names = crate::commands::explain::names();
            assert!(names.any(|name| name == *code), "{code}");
        }
    }
}
