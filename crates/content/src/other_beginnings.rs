//! Front matter in other forms: on one line, in YAML, and the title block of Pandoc.

use std::sync::Arc;

use diagnostic::{Fix, Place, Source, first_line};

use crate::toml_lines::{is_entry, is_key};

/// Reads the lines `% Title`, `% Author`, and `% Date` of Pandoc at the start of a file. Returns their end, front matter with the same, and
/// help.
pub fn pandoc_title(lines: &[(usize, &str)], end: usize) -> (usize, String, String) {
    let titles = lines.iter().take_while(|(_, line)| line.starts_with('%'));
    let titles: Vec<&str> = titles
        .map(|(_, line)| line.trim_matches(['%', ' ', '\r', '\n']))
        .collect();
    let end = lines.get(titles.len()).map_or(end, |(at, _)| *at);
    let title = titles.first().copied().unwrap_or_default();
    let title = serde_json::to_string(title).unwrap_or_default();
    let date = titles
        .get(2)
        .and_then(|date| date.parse::<jiff::civil::Date>().ok());
    let mut keys = vec![format!("title = {title}")];
    keys.extend(date.map(|date| format!("date = {date}")));
    let new = format!("+++\n{}\n+++\n", keys.join("\n"));
    let help = format!(
        "write {} between two `+++` lines in place of the lines that begin with % (Pandoc)",
        keys.join(", ")
    );
    (end, new, help)
}

/// Length of the longest line whose keys are read.
const LONGEST: usize = 4000;

/// Finds front matter whose lines were joined: `+++ title = "A" date = 2026-04-30 +++`. Returns its length and, if its keys can be read, the
/// same on several lines.
pub fn joined_lines(text: &str) -> Option<(usize, Option<String>)> {
    let line = first_line(text);
    let inner = line.strip_prefix("+++ ")?;
    let (inner, rest) = inner.rsplit_once(" +++")?;
    if !is_entry(inner.trim()) || !rest.starts_with([' ', '\r', '\n']) && !rest.is_empty() {
        return None;
    }
    // A key begins where everything before it is whole.
    let mut keys: Vec<String> = vec![String::new()];
    let mut words = inner.split_inclusive(' ').peekable();
    while let Some(word) = words.next().filter(|_| line.len() <= LONGEST) {
        let last = keys.last_mut()?;
        let begins = is_key(word.trim())
            && words.peek().is_some_and(|next| next.starts_with('='))
            && last
                .parse::<toml::Table>()
                .is_ok_and(|table| !table.is_empty());
        if begins {
            keys.push(word.to_owned());
        } else {
            last.push_str(word);
        }
    }
    let keys: Vec<&str> = keys.iter().map(|key| key.trim()).collect();
    let toml = keys.join("\n");
    let length = line.len() - rest.trim_start_matches(' ').len();
    let length = length + usize::from(text[length..].starts_with('\n'));
    let is_read = line.len() <= LONGEST && toml.parse::<toml::Table>().is_ok();
    Some((length, is_read.then(|| format!("+++\n{toml}\n+++\n"))))
}

/// Returns the fix that writes front matter in YAML as TOML. Returns `None` if a line is more than a key and one value.
pub fn yaml_as_toml(source: &Arc<Source>, lines: &[(usize, &str)]) -> Option<Fix> {
    let (end, last) = lines[1..]
        .iter()
        .find(|(_, line)| line.trim_end() == "---")?;
    let keys = lines[1..].iter().take_while(|(at, _)| at < end);
    let keys: Option<Vec<String>> = keys.map(|(_, line)| toml_of_yaml(line)).collect();
    let toml = format!("+++\n{}\n+++", keys?.join("\n"));
    toml.trim_matches('+').parse::<toml::Table>().ok()?;
    let place = Place::new(source, 0..end + last.trim_end().len());
    Some(Fix::replace("write the front matter as TOML", place, toml))
}

/// Returns a line of YAML with a key and one value as TOML, or `None` for any other line.
fn toml_of_yaml(line: &str) -> Option<String> {
    let (key, value) = line.split_once(':')?;
    let value = value.trim();
    let is_number = value.parse::<f64>().is_ok_and(f64::is_finite)
        && !value.starts_with('+')
        && (!value.starts_with('0') || value == "0" || value.starts_with("0."));
    let is_plain = matches!(value, "true" | "false")
        || is_number
        || value.parse::<jiff::civil::Date>().is_ok();
    let quoted = value
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    let text = quoted
        .or_else(|| value.strip_prefix('\'')?.strip_suffix('\''))
        .unwrap_or(value);
    let words = ["null", "~", "yes", "no", "on", "off"];
    let is_other = value.is_empty()
        || words.iter().any(|word| value.eq_ignore_ascii_case(word))
        || value.contains(" #")
        || text.contains(['\\', '"', '\'']) && text != value
        || text == value && value.starts_with(|c: char| "[{|>&*!%@`'\"-".contains(c));
    let value = if is_plain {
        value.to_owned()
    } else {
        serde_json::to_string(text).ok()?
    };
    (is_key(key) && !is_other).then(|| format!("{key} = {value}"))
}

#[cfg(test)]
mod tests {
    use super::joined_lines;

    #[test]
    fn joined_keys() {
        let long = format!("+++ title = \"x\" +++ {}+++", "word ".repeat(20_000));
        for (text, expected) in [
            (
                "+++ title = \"A b\" date = 2026-04-30 +++\n",
                Some(Some("+++\ntitle = \"A b\"\ndate = 2026-04-30\n+++\n")),
            ),
            (
                "+++ title = \"A\" draft =true +++",
                Some(Some("+++\ntitle = \"A\"\ndraft =true\n+++\n")),
            ),
            ("+++ title = \"A\" word +++", Some(None)),
            (long.as_str(), Some(None)),
            ("+++ a word +++", None),
        ] {
            let found = joined_lines(text).map(|(_, new)| new);
            let expected = expected.map(|new| new.map(str::to_owned));
            assert_eq!(found, expected, "{text:.40}");
        }
    }
}
