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
}

const fn words(code: &'static str, part: &'static str, help: &'static str) -> Words {
    Words {
        code,
        part,
        message: None,
        help,
    }
}

impl Words {
    const fn saying(self, message: &'static str) -> Self {
        Self {
            message: Some(message),
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
        "contradicted-fact",
        "fact",
        "Correct it here, or in the details of the site.",
    )
    .saying("“{words}” contradicts the {fact} in the details of the site: {declared}"),
    words("duplicate-slug", "", "Choose another address.")
        .saying("another page has this address already"),
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
    let has = |name: &str| name.is_empty() || part(name).is_some();
    let mut words = WORDS.iter();
    let words = words.find(|words| words.code == finding.code.name && has(words.part));
    let message = words.and_then(|words| words.message);
    let has_proposal = !finding.replacements.is_empty() || !finding.own_fixes.is_empty();
    let help = match words {
        Some(words) if !has_proposal => {
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
    fn words_are_for_codes_that_exist() {
        for Words { code, .. } in WORDS {
            let mut names = crate::commands::explain::names();
            assert!(names.any(|name| name == *code), "{code}");
        }
    }
}
