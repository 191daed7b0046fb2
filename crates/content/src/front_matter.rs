//! Splits a Markdown file into its TOML front matter and its body.

use std::ops::Range;
use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::source::{Place, Source};

/// Where the two parts of a document stand in its file, in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parts {
    /// The TOML between the two `+++` lines.
    pub front_matter: Range<usize>,
    /// Everything after the closing line.
    pub body: Range<usize>,
}

/// Finds front matter and body.
///
/// # Errors
/// An empty file, a file that does not begin with `+++`, or front matter that is not closed.
pub fn split(source: &Arc<Source>) -> Result<Parts, Diagnostic> {
    let text = &source.text;
    let begin = text
        .strip_prefix('\u{feff}')
        .map_or(0, |_| '\u{feff}'.len_utf8());
    if text[begin..].trim().is_empty() {
        return Err(Diagnostic::error("empty-file", "this file is empty")
            .at(Place::new(source, 0..0), "")
            .help("begin with front matter: a `+++` line, `title = \"…\"` and `description = \"…\"`, and another `+++` line"));
    }
    let mut lines = text[begin..].split_inclusive('\n').scan(begin, |at, line| {
        let start = *at;
        *at += line.len();
        Some((start, line))
    });
    let Some((opening, first)) = lines.next().filter(|(_, line)| line.trim_end() == "+++") else {
        let line_end = text[begin..].find('\n').map_or(text.len(), |at| begin + at);
        let yaml = text[begin..line_end].trim_end() == "---";
        return Err(Diagnostic::error(
            "missing-front-matter",
            "this file does not begin with front matter",
        )
        .at(Place::new(source, begin..line_end), "expected `+++`")
        .help(if yaml {
            "front matter here is TOML between `+++` lines; YAML between `---` lines is not read"
        } else {
            "put `+++`, then `title = \"…\"` and `description = \"…\"`, then `+++` before the text"
        }));
    };
    let toml_start = opening + first.len();
    for (start, line) in lines {
        if line.trim_end() == "+++" {
            return Ok(Parts {
                front_matter: toml_start..start,
                body: start + line.len()..text.len(),
            });
        }
    }
    Err(
        Diagnostic::error("unclosed-front-matter", "the front matter is not closed")
            .at(Place::new(source, opening..opening + 3), "opened here")
            .help("add a line `+++` after the last key, before the text begins"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Either `front matter|body`, or the code of the diagnostic.
    fn shown(text: &str) -> String {
        let source = Source::new("a.md", text);
        match split(&source) {
            Ok(parts) => format!("{}|{}", &text[parts.front_matter], &text[parts.body]),
            Err(diagnostic) => diagnostic.code.to_owned(),
        }
    }

    #[test]
    fn parts() {
        for (what, text, expected) in [
            ("plain", "+++\na = 1\n+++\nbody\n", "a = 1\n|body\n"),
            ("no body", "+++\na = 1\n+++", "a = 1\n|"),
            ("empty front matter", "+++\n+++\nbody", "|body"),
            (
                "carriage returns",
                "+++\r\na = 1\r\n+++\r\nbody",
                "a = 1\r\n|body",
            ),
            ("byte order mark", "\u{feff}+++\n+++\nbody", "|body"),
            ("plus signs in the body", "+++\n+++\n+++\n", "|+++\n"),
            ("nothing", "", "empty-file"),
            ("only blanks", " \n\n", "empty-file"),
            ("text first", "# Hello\n+++\n+++\n", "missing-front-matter"),
            ("yaml", "---\na: 1\n---\n", "missing-front-matter"),
            ("not closed", "+++\na = 1\nbody\n", "unclosed-front-matter"),
            ("only the opening line", "+++", "unclosed-front-matter"),
        ] {
            assert_eq!(shown(text), expected, "{what}");
        }
    }
}
