//! Splits a Markdown file into its TOML front matter and its body.

use std::ops::Range;
use std::sync::Arc;

use diagnostic::{Change, Diagnostic, Fix, Place, Source, first_line, lines};

use crate::codes;
use crate::misplaced_keys::{keys_above, keys_below, setting_below};
use crate::other_beginnings::{joined_lines, pandoc_title, yaml_as_toml};
use crate::second_front_matter::second_front_matter;
use crate::toml_lines::{is_key_or_table, is_toml, text_start};

/// The parts of a Markdown file.
#[derive(Debug)]
pub struct FrontMatter {
    /// Byte range of the TOML between the two `+++` lines, as far as it is recognized.
    pub toml: Range<usize>,
    /// Byte range of the text after it.
    pub body: Range<usize>,
    /// What is wrong with the lines around the front matter; `None` if the file is in order.
    pub mistake: Option<Diagnostic>,
}

/// Splits a Markdown file. If one of the `+++` lines is missing or there is one too many, the parts are those that the author
/// probably meant.
pub fn split(source: &Arc<Source>) -> FrontMatter {
    let text = &source.text;
    if text.trim().is_empty() {
        let mistake = Diagnostic::new(&codes::EMPTY_FILE, "this file is empty")
            .at(Place::new(source, 0..0), "")
            .help("start with front matter: a `+++` line, `title = \"…\"` and `description = \"…\"`, and another `+++` line");
        return wrong(0..0, 0..0, mistake);
    }
    let mut rest = lines(text);
    let Some((_, first)) = rest.next().filter(|(_, line)| is_delimiter(line)) else {
        return without_opening(source, &lines(text).collect::<Vec<_>>());
    };
    let start = first.len();
    let Some((at, line)) = rest.find(|(_, line)| is_delimiter(line)) else {
        return without_closing(source, &lines(text).skip(1).collect::<Vec<_>>());
    };
    let body = at + line.len()..text.len();
    let first = rest.clone().find(|(_, line)| !line.trim().is_empty());
    let delimiter = Place::new(source, at..at + 3);
    match first {
        Some((another, line)) if is_delimiter(line) => {
            if let Some((whole, mistake)) = second_front_matter(source, start..at, another) {
                return wrong(start..at, whole.end..text.len(), mistake);
            }
            let message = "there is a third `+++` line";
            let mistake = Diagnostic::new(&codes::UNCLOSED_FRONT_MATTER, message)
                .at(Place::new(source, another..another + 3), "shown as text")
                .help("delete this line")
                .fixed_by(Place::new(source, another..another + line.len()), "");
            wrong(start..at, another + line.len()..text.len(), mistake)
        }
        Some((another, line)) if line.starts_with('{') => {
            match second_front_matter(source, start..at, another) {
                Some((whole, mistake)) => wrong(start..at, whole.end..text.len(), mistake),
                None => right(start..at, body),
            }
        }
        Some((key, line)) if is_key_or_table(line) => {
            match rest.find(|(_, line)| is_delimiter(line)) {
                Some((end, last)) if is_toml(&text[body.start..end]) => {
                    let message = "this `+++` ends the front matter too early";
                    let help = format!(
                        "delete this line: `{}` belongs to the front matter",
                        line.trim()
                    );
                    let mistake = Diagnostic::new(&codes::UNCLOSED_FRONT_MATTER, message)
                        .at(delimiter, "")
                        .help(help)
                        .fixed_by(Place::new(source, at..body.start), "");
                    wrong(start..end, end + last.len()..text.len(), mistake)
                }
                _ if let Some((end, mistake)) = keys_below(source, start..at, body.start) => {
                    wrong(start..end, end..text.len(), mistake)
                }
                _ => FrontMatter {
                    toml: start..at,
                    body,
                    mistake: setting_below(source, at, key),
                },
            }
        }
        _ => right(start..at, body),
    }
}

fn right(toml: Range<usize>, body: Range<usize>) -> FrontMatter {
    FrontMatter {
        toml,
        body,
        mistake: None,
    }
}

fn wrong(toml: Range<usize>, body: Range<usize>, mistake: Diagnostic) -> FrontMatter {
    FrontMatter {
        toml,
        body,
        mistake: Some(mistake),
    }
}

fn is_delimiter(line: &str) -> bool {
    line.trim_end() == "+++"
}

/// Splits a file whose front matter is not closed. `lines` are those after the opening `+++`.
fn without_closing(source: &Arc<Source>, lines: &[(usize, &str)]) -> FrontMatter {
    let text = &source.text;
    let start = lines.first().map_or(text.len(), |(at, _)| *at);
    let diagnostic =
        || Diagnostic::new(&codes::UNCLOSED_FRONT_MATTER, "front matter is not closed");
    let text_start = text_start(lines);
    let mut begun = lines.iter().filter(|(_, line)| line.starts_with("+++ "));
    if let Some((at, line)) = begun.next().filter(|(at, _)| *at <= text_start) {
        let text_at = at + line.len() - line.trim_start_matches(['+', ' ']).len();
        let mistake = diagnostic()
            .at(Place::new(source, *at..at + 3), "text follows on this line")
            .help("begin a new line after `+++`")
            .fixed_by(Place::new(source, at + 3..text_at), "\n");
        return wrong(start..*at, text_at..text.len(), mistake);
    }
    let mut rulers = lines.iter().filter(|(_, line)| is_ruler(line));
    if let Some((at, line)) = rulers.next().filter(|(at, _)| *at <= text_start) {
        let written = line.trim();
        let mistake = diagnostic()
            .at(Place::new(source, *at..at + line.trim_end().len()), "")
            .help(if written == "+++" {
                "remove the space before it".to_owned()
            } else {
                format!("replace `{written}` with `+++`")
            })
            .fixed_by(Place::new(source, *at..at + line.trim_end().len()), "+++");
        return wrong(start..*at, at + line.len()..text.len(), mistake);
    }
    let body = text_start.max(start);
    let first = first_line(&text[body..]).trim_end();
    let mistake = if first.is_empty() {
        diagnostic()
            .at(Place::new(source, 0..3), "opened here")
            .help("add a `+++` line between the last key and the text")
    } else {
        diagnostic()
            .at(
                Place::new(source, body..body + first.len()),
                "the text begins here",
            )
            .help("add a `+++` line above it")
            .fixed_by(Place::new(source, body..body), "+++\n")
    };
    wrong(start..body, body..text.len(), mistake)
}

/// Splits a file that does not start with front matter.
fn without_opening(source: &Arc<Source>, lines: &[(usize, &str)]) -> FrontMatter {
    let text = &source.text;
    let line_end = text.find(['\n', '\r']).unwrap_or(text.len());
    let first = first_line(text).trim_end();
    let delimiters = lines.iter().filter(|(_, line)| is_delimiter(line));
    let delimiters: Vec<Range<usize>> = delimiters.map(|(at, line)| *at..at + line.len()).collect();
    let (mut toml, mut body) = (0..0, 0..text.len());
    let mut fix = None;
    let help_of_pandoc;
    let (place, help) = if first.contains('\r') {
        let help = "save the file with LF line endings; its lines end with CR only";
        (0..line_end, help)
    } else if is_key_or_table(first) || first.starts_with("#:schema") {
        if let [open, close, ..] = delimiters.as_slice()
            && let Some(mistake) = keys_above(source, open, close)
        {
            return wrong(0..close.start, close.end..text.len(), mistake);
        }
        let end = delimiters.first().cloned();
        let end_or_text = end.clone().unwrap_or_else(|| {
            let start = text_start(lines);
            start..start
        });
        toml = 0..end_or_text.start;
        body = end_or_text.end..text.len();
        let help = match end {
            Some(_) => "add a `+++` line above it",
            None => "add a `+++` line above it, and another one between the last key and the text",
        };
        (0..line_end, help)
    } else if first == "---" && !lines.get(1).is_some_and(|(_, line)| is_key_or_table(line))
        || is_ruler(first) && lines.get(1).is_some_and(|(_, line)| is_header(line))
    {
        let help =
            "this is YAML: write `+++` in place of `---`, and title = \"…\" in place of title: …";
        fix = yaml_as_toml(source, lines);
        (0..line_end, help)
    } else if is_ruler(first) && lines.get(1).is_none_or(|(_, line)| is_key_or_table(line)) {
        let end = lines[1..]
            .iter()
            .find(|(_, line)| is_delimiter(line) || is_ruler(line));
        if let Some((end, last)) = end {
            toml = lines[1].0..*end;
            body = end + last.len()..text.len();
        }
        (0..line_end, "replace this line with `+++`")
    } else if let [open, close, ..] = delimiters.as_slice() {
        toml = open.end..close.start;
        body = close.end..text.len();
        if text.trim_start().starts_with("+++") {
            let help = "delete everything before `+++`: it must be the first line of the file";
            (open.start..open.start + 3, help)
        } else {
            if let Some(fence) = fence(text, open.start, close.end) {
                return without_fence(source, toml, &fence);
            }
            let start = text.len() - text.trim_start().len();
            let end = start
                + text[start..]
                    .lines()
                    .next()
                    .map_or(0, |line| line.trim_end().len());
            let help = "delete it, or move it below the second `+++` if visitors should read it: the first line of the file must be `+++`";
            (start..end, help)
        }
    } else if first.starts_with("{\\rtf") {
        let help = "this is a rich text document (RTF): copy its text into a new text file, and delete this one";
        (0..line_end, help)
    } else if is_header(first) {
        let headers = lines.iter().take_while(|(_, line)| is_header(line));
        let end = headers
            .last()
            .map_or(0, |(at, line)| at + line.trim_end().len());
        body = end..text.len();
        let help = "write these lines as TOML, title = \"…\", between two `+++` lines";
        (0..end, help)
    } else if let Some((length, keys)) = joined_lines(text) {
        toml = 0..0;
        body = length..text.len();
        let help = "write each key on a line of its own, and `+++` alone on the lines above and below them";
        fix = keys.map(|keys| {
            Fix::replace(
                "write each key on a line of its own",
                Place::new(source, 0..length),
                keys,
            )
        });
        (0..line_end, help)
    } else if first.starts_with("% ") {
        let (end, new, help) = pandoc_title(lines, text.len());
        body = end..text.len();
        let place = Place::new(source, 0..end);
        fix = Some(Fix::replace("write them as front matter", place, new).to_confirm());
        help_of_pandoc = help;
        (0..line_end, help_of_pandoc.as_str())
    } else if first.starts_with("+++") && first.contains('=') {
        let help = "write `+++` on a line of its own, and the first key below it";
        (0.."+++".len(), help)
    } else if first.starts_with('{') {
        let help =
            "write front matter as TOML between `+++` lines, title = \"…\"; JSON is not supported";
        (0..line_end, help)
    } else {
        let help = "add front matter before the text: `+++`, `title = \"…\"`, `description = \"…\"`, `+++`";
        (0..line_end, help)
    };
    let mistake = Diagnostic::new(&codes::MISSING_FRONT_MATTER, "missing front matter")
        .at(Place::new(source, place), "expected `+++`")
        .help(help)
        .maybe_fix(fix);
    wrong(toml, body, mistake)
}

/// A block of code around the front matter or the whole file, as chat programs answer.
struct Fence {
    /// Everything up to the end of its first line.
    before: Range<usize>,
    /// Text of the document within or below the block.
    body: Range<usize>,
    /// Range of its last line; empty if the block is not closed.
    end: Range<usize>,
}

/// Returns the block of code that begins directly above the front matter. The front matter begins at `open`, and the text below it at
/// `body`.
fn fence(text: &str, open: usize, body: usize) -> Option<Fence> {
    let line = text[..open].trim_end().lines().next_back()?;
    let mark = ["```", "~~~"]
        .into_iter()
        .find(|mark| line.starts_with(mark))?;
    let rest = &text[body..];
    let is_end = |line: &&str| line.trim_end() == mark;
    let first = rest.trim_start().split_inclusive('\n').next();
    let last = rest.trim_end().lines().next_back();
    let marks = rest.lines().filter(|line| line.starts_with(mark)).count();
    let (text_span, end) = if let Some(first) = first.filter(is_end) {
        let start = text.len() - rest.trim_start().len();
        let end = start + first.len();
        (end..text.len(), start..end)
    } else if last.is_some_and(|last| is_end(&last)) && marks % 2 == 1 {
        let end = body + rest.trim_end().len();
        let start = end - mark.len();
        (body..start, start..text.len())
    } else {
        (body..text.len(), text.len()..text.len())
    };
    Some(Fence {
        before: 0..open,
        body: text_span,
        end,
    })
}

/// Splits a file whose front matter is within a block of code.
fn without_fence(source: &Arc<Source>, toml: Range<usize>, fence: &Fence) -> FrontMatter {
    let text = &source.text;
    let above = &text[fence.before.clone()];
    let start = above.len() - above.trim_start().len();
    let first = first_line(above.trim());
    let is_alone = above.trim() == first;
    let what = if is_alone {
        "delete this line"
    } else {
        "delete everything above `+++`"
    };
    let end = text[..fence.end.start].matches('\n').count() + 1;
    let help = if fence.end.is_empty() {
        format!("{what}: `+++` must be the first line of the file")
    } else {
        format!("{what} and line {end}: the document is in a block of code")
    };
    let place = |span: Range<usize>| Place::new(source, span);
    let fix = is_alone.then(|| Fix {
        label: help.clone(),
        is_safe: true,
        changes: vec![
            Change::Replace(place(fence.before.clone()), String::new()),
            Change::Replace(place(fence.end.clone()), String::new()),
        ],
    });
    let mistake = Diagnostic::new(&codes::MISSING_FRONT_MATTER, "missing front matter")
        .at(
            place(start..start + first.trim_end().len()),
            "expected `+++`",
        )
        .help(help)
        .maybe_fix(fix);
    wrong(toml, fence.body.clone(), mistake)
}

/// Returns whether a line is a setting of another program, such as `Title: Opening hours`.
fn is_header(line: &str) -> bool {
    let settings = [
        "title",
        "date",
        "author",
        "authors",
        "description",
        "summary",
        "slug",
        "tags",
        "category",
        "categories",
        "layout",
        "draft",
    ];
    line.split_once(':').is_some_and(|(key, value)| {
        settings.contains(&key.to_lowercase().as_str())
            && (value.is_empty() || value.starts_with(char::is_whitespace))
    })
}

/// Returns whether a line is probably meant to be `+++`: it consists of one sign only, with or without spaces, or of the dash that an
/// office program makes of hyphens.
fn is_ruler(line: &str) -> bool {
    // A block of code, as in an answer of a chat program: ```toml.
    let line = line.trim();
    let line = line
        .strip_suffix("toml")
        .filter(|line| line.starts_with("```") || line.starts_with("+++"))
        .unwrap_or(line);
    let mut signs = line.chars().filter(|c| !c.is_whitespace());
    let Some(first) = signs.next() else {
        return false;
    };
    let others = signs.clone().count();
    let is_dash = matches!(first, '–' | '—');
    let is_sign = is_dash || matches!(first, '+' | '＋' | '-' | '_' | '*' | '=' | '~' | '`' | ';');
    is_sign && (others > 0 || is_dash) && signs.all(|sign| sign == first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text_file::decode;

    /// Returns `front matter|body`, or the code of the error.
    fn shown(text: &str) -> String {
        let source = decode("a.md", text.into()).unwrap();
        let text = &source.text;
        let FrontMatter {
            toml,
            body,
            mistake,
        } = split(&source);
        let mistake = mistake.map_or_else(String::new, |one| format!("|{}", one.code.name));
        format!("{}|{}{mistake}", &text[toml], &text[body])
    }

    #[test]
    fn parts() {
        for (what, text, expected) in [
            ("plain", "+++\na = 1\n+++\nbody\n", "a = 1\n|body\n"),
            ("no body", "+++\na = 1\n+++", "a = 1\n|"),
            (
                "on one line",
                "+++ a = 1 b = \"c = 2\" +++\nbody",
                "|body|missing-front-matter",
            ),
            (
                "all on one line",
                "+++ a = 1 b = 2 +++ body",
                "|body|missing-front-matter",
            ),
            (
                "a title of Pandoc",
                "% A title\n% Asha\n% 2026-02-03\nbody",
                "|body|missing-front-matter",
            ),
            ("empty front matter", "+++\n+++\nbody", "|body"),
            (
                "carriage returns",
                "+++\r\na = 1\r\n+++\r\nbody",
                "a = 1\n|body",
            ),
            ("byte order mark", "\u{feff}+++\n+++\nbody", "|body"),
            (
                "plus signs in the body",
                "+++\n+++\nbody\n+++\n",
                "|body\n+++\n",
            ),
            (
                "keys in the body",
                "+++\n+++\na = b, c\n+++\n",
                "|a = b, c\n+++\n",
            ),
            ("only the opening line", "+++", "||unclosed-front-matter"),
            (
                "a third line",
                "+++\na = 1\n+++\n\n+++\nbody",
                "a = 1\n|body|unclosed-front-matter",
            ),
            (
                "twice",
                "+++\n+++\na = 1\n+++\nbody",
                "+++\na = 1\n|body|unclosed-front-matter",
            ),
            (
                "early",
                "+++\na = 1\n+++\n[b]\n+++\nbody",
                "a = 1\n+++\n[b]\n|body|unclosed-front-matter",
            ),
            (
                "a key below",
                "+++\na = 1\n+++\n\ndraft = true\n\nbody",
                "a = 1\n|\ndraft = true\n\nbody|unclosed-front-matter",
            ),
            (
                "no first line",
                "a = 1\n+++\nbody",
                "a = 1\n|body|missing-front-matter",
            ),
            (
                "no lines",
                "a = 1\n\nbody",
                "a = 1\n\n|body|missing-front-matter",
            ),
            (
                "no last line",
                "+++\na = [\n\n1,\n]\n\n# c\n\nbody",
                "a = [\n\n1,\n]\n\n# c\n\n|body|unclosed-front-matter",
            ),
            (
                "no last line, and no empty one",
                "+++\na = 1\nWe have a tandem.\n\nb",
                "a = 1\n|We have a tandem.\n\nb|unclosed-front-matter",
            ),
            (
                "text on the last line",
                "+++\na = 1\n+++ Text\nbody",
                "a = 1\n|Text\nbody|unclosed-front-matter",
            ),
            (
                "metadata of another program",
                "Title: A\nDate: 2026-01-01\n\nbody",
                "|\n\nbody|missing-front-matter",
            ),
            (
                "YAML between dashes",
                "———\ntitle: A\n———\nbody",
                "|———\ntitle: A\n———\nbody|missing-front-matter",
            ),
            (
                "text above",
                "A title\n+++\na = 1\n+++\nbody",
                "a = 1\n|body|missing-front-matter",
            ),
            (
                "a block of code around front matter",
                "```toml\n+++\na = 1\n+++\n```\nbody",
                "a = 1\n|body|missing-front-matter",
            ),
            (
                "a block of code around a file that has another",
                "Sure!\n\n```md\n+++\na = 1\n+++\n\n```rust\n1\n```\nbody\n```\n",
                "a = 1\n|\n```rust\n1\n```\nbody\n|missing-front-matter",
            ),
            (
                "wrong lines",
                "++++\na = 1\n----\nbody",
                "a = 1\n|body|missing-front-matter",
            ),
        ] {
            assert_eq!(shown(text), expected, "{what}");
        }
    }
}
