//! Entries of a list that are written within one pair of quotes: `["one, two"]`.

use diagnostic::{Diagnostic, Fix, Place};

/// Signs between the entries. The first of these in a text separates them: the others are part of an entry then.
const SIGNS: [char; 4] = ['\n', ';', '|', ','];

/// Returns the entries that a text may consist of, or `None` if it is one entry.
pub fn entries_in_one(text: &str) -> Option<Vec<&str>> {
    let sign = SIGNS.into_iter().find(|sign| text.trim().contains(*sign))?;
    let entries = text.split(sign).map(str::trim);
    let entries: Vec<&str> = entries.filter(|entry| !entry.is_empty()).collect();
    (entries.len() > 1).then_some(entries)
}

/// Returns the entries of the only text of a list if they are several beyond doubt: one entry may have a comma, too.
pub fn certain_entries<'a>(list: &[&'a str]) -> Option<Vec<&'a str>> {
    let [text] = list else { return None };
    let entries = entries_in_one(text)?;
    (entries.len() > 2 || text.contains([';', '|', '\n'])).then_some(entries)
}

/// Returns texts as the entries of a list in TOML or JSON, each in quotes.
pub fn each_in_quotes(entries: &[&str]) -> String {
    let quoted = entries
        .iter()
        .map(|entry| serde_json::Value::from(*entry).to_string());
    quoted.collect::<Vec<_>>().join(", ")
}

/// Adds the help, and the fix at the place of the text, that write each entry in quotes of its own. A person confirms the fix unless all
/// entries are known.
pub fn with_entries(
    diagnostic: Diagnostic,
    place: Place,
    entries: &[&str],
    are_known: bool,
) -> Diagnostic {
    let entries = each_in_quotes(entries);
    let help = format!("write each in quotes of its own: {entries}");
    let fix = Fix::replace(&help, place, entries);
    let fix = if are_known { fix } else { fix.to_confirm() };
    diagnostic.help(help).fix(fix)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries() {
        for (text, expected) in [
            ("one, two", "\"one\", \"two\""),
            ("one, with a comma; two", "\"one, with a comma\", \"two\""),
            ("\none, a\ntwo; b\n", "\"one, a\", \"two; b\""),
            ("the \"one\"| नियम", "\"the \\\"one\\\"\", \"नियम\""),
            ("one,", ""),
            ("one\n", ""),
            ("", ""),
        ] {
            let found = entries_in_one(text).map(|entries| each_in_quotes(&entries));
            assert_eq!(found.unwrap_or_default(), expected, "{text}");
        }
        assert!(certain_entries(&["Berlin, Germany"]).is_none());
        assert!(certain_entries(&["one, two, three", "four"]).is_none());
        assert!(certain_entries(&["one; two"]).is_some());
    }
}
