//! Keys on the wrong side of a `+++` line.

use std::ops::Range;
use std::sync::Arc;

use diagnostic::{Change, Diagnostic, Fix, Place, Source, first_line, lines_in};

use crate::codes::{MISSING_FRONT_MATTER, UNCLOSED_FRONT_MATTER};
use crate::toml_lines::{is_entry, is_toml, text_start};

/// Returns the finding about keys directly below the second `+++` line, and where they end, if they include a title or a description, which
/// the front matter above that line, `toml`, lacks. `below` is the offset of the next line.
pub fn keys_below(
    source: &Arc<Source>,
    toml: Range<usize>,
    below: usize,
) -> Option<(usize, Diagnostic)> {
    let text = &source.text;
    let rest = lines_in(text, below..text.len()).collect::<Vec<_>>();
    let keys = text[below..text_start(&rest)].trim_end();
    let above: toml::Table = text[toml.clone()].parse().ok()?;
    let table: toml::Table = keys.parse().ok()?;
    let is_key = |key: &&str| table.contains_key(*key) && !above.contains_key(*key);
    let is_missing = ["title", "description"].iter().any(is_key);
    if !is_missing || keys.starts_with('\n') {
        return None;
    }
    let end = below + keys.len();
    let place = |span: Range<usize>| Place::new(source, span);
    let fix = Fix {
        label: "move `+++` below the last key".to_owned(),
        is_safe: is_toml(&[&text[toml.clone()], keys].concat()),
        changes: vec![
            Change::Replace(place(toml.end..below), String::new()),
            Change::Replace(place(end..end), "\n+++".to_owned()),
        ],
    };
    let message = "this `+++` ends the front matter above its keys";
    let mistake = Diagnostic::new(&UNCLOSED_FRONT_MATTER, message)
        .at(place(toml.end..toml.end + 3), "")
        .help("move it below the last key")
        .fix(fix);
    Some((end, mistake))
}

/// Returns the finding about keys above the first `+++` line, `open`. The second one is `close`. Returns `None` if the lines between the two
/// are not TOML.
pub fn keys_above(
    source: &Arc<Source>,
    open: &Range<usize>,
    close: &Range<usize>,
) -> Option<Diagnostic> {
    let text = &source.text;
    let (above, between) = (&text[..open.start], &text[open.end..close.start]);
    if !is_toml(above) || !is_toml(between) {
        return None;
    }
    let place = |span: Range<usize>| Place::new(source, span);
    let line = above.matches('\n').count() + 1;
    let help = format!("move the `+++` of line {line} above it");
    let fix = Fix {
        label: help.clone(),
        is_safe: is_toml(&[above, between].concat()),
        changes: vec![
            Change::Replace(place(0..0), "+++\n".to_owned()),
            Change::Replace(place(open.clone()), String::new()),
        ],
    };
    let first = first_line(text).trim_end().len();
    let message = "this line is above the front matter";
    let mistake = Diagnostic::new(&MISSING_FRONT_MATTER, message)
        .at(place(0..first), "expected `+++`")
        .help(help)
        .fix(fix);
    Some(mistake)
}

/// Returns the finding about a line at `key`, below the front matter that ends at `end`, if it sets whether and when a document is
/// published, which nobody writes as text.
pub fn setting_below(source: &Arc<Source>, end: usize, key: usize) -> Option<Diagnostic> {
    let line = source.text[key..].split_inclusive('\n').next()?;
    if !is_setting(line) {
        return None;
    }
    let written = line.trim_end();
    let place = |span: Range<usize>| Place::new(source, span);
    let message = "this key is below the front matter, so it shows as text";
    let help = "move it above the second `+++`";
    let fix = Fix {
        label: help.to_owned(),
        is_safe: false,
        changes: vec![
            Change::Replace(place(end..end), format!("{written}\n")),
            Change::Replace(place(key..key + line.len()), String::new()),
        ],
    };
    let mistake = Diagnostic::new(&UNCLOSED_FRONT_MATTER, message)
        .at(place(key..key + written.len()), "")
        .help(help)
        .fix(fix);
    Some(mistake)
}

/// Returns whether a line sets one of the keys that say whether and when a document is published.
fn is_setting(line: &str) -> bool {
    let key = line.split_once('=').map(|(key, _)| key.trim());
    key.is_some_and(|key| ["draft", "publish", "expire", "noindex", "slug"].contains(&key))
        && is_entry(line)
}
