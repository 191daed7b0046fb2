//! Messages about text that is not TOML, in an author's words.

use diagnostic::Diagnostic;

use crate::codes::BAD_TOML;

/// Starts a finding about text that is not TOML: `message` says what is wrong.
pub fn invalid(message: &str) -> Diagnostic {
    Diagnostic::new(&BAD_TOML, format!("invalid TOML: {message}"))
}

/// Returns what the parser's message means, or else the message without the list of expected tokens if they are only names of
/// grammar rules.
pub fn in_plain_words(message: &str) -> String {
    const MEANINGS: [(&str, &str); 16] = [
        (
            "cannot extend value",
            "this table has the name of a value above it",
        ),
        ("extra assignment", "there are two `=`"),
        ("must be quoted", "dates are written year-month-day"),
        (
            "invalid unquoted key",
            "expected a line of the form `key = value`",
        ),
        ("duplicate key", "this key is defined twice"),
        ("invalid basic string", "the closing quote is missing"),
        ("invalid literal string", "the closing quote is missing"),
        (
            "escape",
            "a backslash within quotes needs another one before it",
        ),
        (
            "unicode value",
            "a backslash within quotes needs another one before it",
        ),
        ("unexpected key or value", "the line should end here"),
        ("missing comma", "a comma is missing between two entries"),
        ("key with no value", "this key has no value"),
        (
            "invalid key-value pair",
            "expected a line of the form `key = value`",
        ),
        ("unclosed table", "the closing bracket is missing"),
        ("unclosed array table", "the closing brackets are missing"),
        (
            "invalid boolean",
            "`true` and `false` are written in lower case",
        ),
    ];
    let meaning = MEANINGS.iter().find(|(words, _)| message.contains(words));
    meaning.map_or_else(
        || without_grammar(message),
        |(_, meaning)| (*meaning).to_owned(),
    )
}

fn without_grammar(message: &str) -> String {
    const GRAMMAR: [&str; 7] = [
        "literal string",
        "newline, `#`",
        "`\"`",
        "nothing",
        "letters, numbers",
        "non-double-quote",
        "`b`, ",
    ];
    let message = message.replace('\n', ", ");
    match message.split_once(", expected ") {
        Some((before, expected)) if GRAMMAR.iter().any(|words| expected.starts_with(words)) => {
            before.to_owned()
        }
        _ => message,
    }
}
