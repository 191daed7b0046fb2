//! Splits a Markdown file into its TOML front matter and its body.

use std::ops::Range;
use std::sync::Arc;

use diagnostic::{Diagnostic, Place, Source};

use crate::codes;

/// Returns the byte ranges of the front matter of a Markdown file, between the two `+++` lines, and of the text after it.
///
/// # Errors
/// Returns a finding if the file is empty, does not start with `+++`, or has no closing `+++` line.
pub fn split(source: &Arc<Source>) -> Result<(Range<usize>, Range<usize>), Diagnostic> {
    let text = &source.text;
    if text.trim().is_empty() {
        return Err(Diagnostic::new(&codes::EMPTY_FILE, "this file is empty")
            .at(Place::new(source, 0..0), "")
            .help("start with front matter: a `+++` line, `title = \"…\"` and `description = \"…\"`, and another `+++` line"));
    }
    let mut lines = text.split_inclusive('\n').scan(0, |at, line| {
        let start = *at;
        *at += line.len();
        Some((start, line))
    });
    let Some((_, first)) = lines.next().filter(|(_, line)| line.trim_end() == "+++") else {
        return Err(no_front_matter(source));
    };
    let toml_start = first.len();
    for (start, line) in lines {
        if line.trim_end() == "+++" {
            return Ok((toml_start..start, start + line.len()..text.len()));
        }
    }
    let closing = text[toml_start..].lines().find(|line| is_ruler(line));
    Err(
        Diagnostic::new(&codes::UNCLOSED_FRONT_MATTER, "front matter is not closed")
            .at(Place::new(source, 0..3), "opened here")
            .help(match closing {
                Some(line) => format!("replace `{}` with `+++`", line.trim()),
                None => "add a `+++` line between the last key and the text".to_owned(),
            }),
    )
}

/// Reports a file that does not start with front matter.
fn no_front_matter(source: &Arc<Source>) -> Diagnostic {
    let text = &source.text;
    let line_end = text.find(['\n', '\r']).unwrap_or(text.len());
    let first = text.lines().next().unwrap_or_default().trim_end();
    let (place, help) = if first.contains('\r') {
        let help = "save the file with LF line endings; its lines end with CR only";
        (0..line_end, help)
    } else if first == "---" {
        let help = "write front matter as TOML between `+++` lines; YAML between `---` lines is not supported";
        (0..line_end, help)
    } else if is_ruler(first) {
        (0..line_end, "replace this line with `+++`")
    } else if text.trim_start().starts_with("+++") {
        let start = text.len() - text.trim_start().len();
        let help = "delete everything before `+++`: it must be the first line of the file";
        (start..start + 3, help)
    } else {
        let help = "add front matter before the text: `+++`, `title = \"…\"`, `description = \"…\"`, `+++`";
        (0..line_end, help)
    };
    Diagnostic::new(&codes::MISSING_FRONT_MATTER, "missing front matter")
        .at(Place::new(source, place), "expected `+++`")
        .help(help)
}

/// Returns whether a line consists of plus signs or of hyphens only, and so is probably meant to be `+++`.
fn is_ruler(line: &str) -> bool {
    let line = line.trim();
    let is_of = |sign: u8| line.bytes().all(|byte| byte == sign);
    line.len() > 1 && (is_of(b'+') || is_of(b'-'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text_file::decode;

    /// Returns `front matter|body`, or the code of the error.
    fn shown(text: &str) -> String {
        let source = decode("a.md", text.into()).unwrap();
        let text = &source.text;
        match split(&source) {
            Ok((toml, body)) => format!("{}|{}", &text[toml], &text[body]),
            Err(diagnostic) => diagnostic.code.name.to_owned(),
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
                "a = 1\n|body",
            ),
            ("byte order mark", "\u{feff}+++\n+++\nbody", "|body"),
            ("plus signs in the body", "+++\n+++\n+++\n", "|+++\n"),
            ("only the opening line", "+++", "unclosed-front-matter"),
        ] {
            assert_eq!(shown(text), expected, "{what}");
        }
    }
}
