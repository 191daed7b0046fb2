//! Tests of what is written to a file when values and text are edited.

mod random_edits;

use content::TomlText;
use diagnostic::Source;
use serde_json::{Map, Value, json};

use super::document_text::{edited, file_content};
use super::toml_values::with_values;
use crate::shape::Shape;

fn parsed(toml: &str) -> Map<String, Value> {
    TomlText::whole(&Source::new("", toml)).parse().unwrap()
}

/// The new values are written as TOML.
#[test]
fn only_changed_values_are_written() {
    for (old, values, expected) in [
        // Comments, order, and notation stay.
        (
            "b = 1 # one\n\n# A\na = 'x'\n",
            "a = 'y'\nb = 1",
            "b = 1 # one\n\n# A\na = 'y'\n",
        ),
        (
            "a = \"x\" # why\n",
            "a = 'it is \"y\"'",
            "a = \"it is \\\"y\\\"\" # why\n",
        ),
        ("a = 'x'\n", "a = \"it's\"", "a = \"it's\"\n"),
        (
            "a = \"\"\"\none\ntwo\n\"\"\"\n",
            "a = \"one\\n2\\n\"",
            "a = \"\"\"\none\n2\n\"\"\"\n",
        ),
        ("a = 1.0\nb = 2\n", "a = 1\nb = 3", "a = 1.0\nb = 3\n"),
        (
            "on = 2026-01-02 # day\n",
            "on = 2026-01-03",
            "on = 2026-01-03 # day\n",
        ),
        ("at = 10:00:00\n", "at = 11:30:00", "at = 11:30:00\n"),
        // Keys are added and removed.
        (
            "a = 1\n\n[t]\nb = 2\n",
            "a = 1\nc = 'x'\nt = { b = 2 }",
            "a = 1\nc = \"x\"\n\n[t]\nb = 2\n",
        ),
        (
            "# File\n\n# About a\na = 1\nb = 2\n",
            "b = 2",
            "# File\n\nb = 2\n",
        ),
        (
            "t = { a = 1, b = 2 }\n",
            "t = { a = 1, b = 3, c = 4 }",
            "t = { a = 1, b = 3, c = 4 }\n",
        ),
        (
            "x.y = 1\nx.z = 2\n",
            "x = { y = 1, z = 3 }",
            "x.y = 1\nx.z = 3\n",
        ),
        // Comments stay above the first entry.
        (
            "#:schema ../s.json\n\n# Prices.\n",
            "[[item]]\na = 1",
            "#:schema ../s.json\n\n# Prices.\n\n[[item]]\na = 1\n",
        ),
        (
            "#:schema ../s.json\n\n# Prices.\nitem = []\n",
            "[[item]]\na = 1",
            "#:schema ../s.json\n\n# Prices.\n[[item]]\na = 1\n",
        ),
        // Lists in brackets.
        ("a = [1, 2, 3]\n", "a = [1, 3]", "a = [1, 3]\n"),
        ("a = [1, 2]\n", "a = [0, 1, 2]", "a = [0, 1, 2]\n"),
        ("a = [1, 2]\n", "a = []", "a = []\n"),
        ("a = []\n", "a = ['x']", "a = [\"x\"]\n"),
        (
            "a = [\n  1, # one\n  2, # two\n  3,\n]\n",
            "a = [1, 3]",
            "a = [\n  1, # one\n  3,\n]\n",
        ),
        (
            "a = [\n  1, # one\n  # two\n  2,\n]\n",
            "a = [1, 2, 3]",
            "a = [\n  1, # one\n  # two\n  2,\n  3,\n]\n",
        ),
        (
            "a = [\n  1, 2,\n  3, 4,\n]\n",
            "a = [2, 3, 4]",
            "a = [\n  2,\n  3, 4,\n]\n",
        ),
        (
            "a = [\n  { on = 2026-01-02 },\n  { on = 2026-02-02 },\n]\n",
            "a = [{ on = 2026-01-02 }, { on = 2026-02-03 }]",
            "a = [\n  { on = 2026-01-02 },\n  { on = 2026-02-03 },\n]\n",
        ),
        // Lists of tables.
        (
            "# File\n\n[[i]]\na = 1\n\n# Second\n[[i]]\na = 2\n",
            "i = [{ a = 2 }]",
            "# File\n\n# Second\n[[i]]\na = 2\n",
        ),
        (
            "# File\n\n[[i]]\na = 1\n",
            "i = [{ a = 0 }, { a = 1 }]",
            "# File\n\n[[i]]\na = 0\n\n[[i]]\na = 1\n",
        ),
        (
            "[[i]]\na = 1\n[[i]]\na = 2\n[[i]]\na = 3\n",
            "i = [{ a = 9 }, { a = 2 }, { a = 3 }]",
            "[[i]]\na = 9\n[[i]]\na = 2\n[[i]]\na = 3\n",
        ),
        (
            "[[i]]\na = 1 # one\n\n[[i]]\na = 2 # two\n",
            "i = [{ a = 2 }, { a = 1 }]",
            "[[i]]\na = 2 # two\n\n[[i]]\na = 1 # one\n",
        ),
        (
            "[[i]]\na = 1\n[[i.j]]\nb = 1\n\n[[i]]\na = 2\n",
            "i = [{ a = 1, j = [{ b = 1 }, { b = 2 }] }, { a = 2 }]",
            "[[i]]\na = 1\n[[i.j]]\nb = 1\n\n[[i.j]]\nb = 2\n\n[[i]]\na = 2\n",
        ),
        ("a = 1\n[[i]]\nb = 1\n", "a = 1\ni = []", "a = 1\ni = []\n"),
        (
            "a = 1\ni = []\n",
            "a = 1\ni = [{ b = 1 }]",
            "a = 1\n\n[[i]]\nb = 1\n",
        ),
    ] {
        let schema = json!({});
        let written = with_values(old, &parsed(old), &parsed(values), Shape::new(&schema));
        assert_eq!(written.as_deref(), Ok(expected), "{old}");
    }
}

#[test]
fn a_document_keeps_its_bytes() {
    let schema = json!({ "properties": { "on": { "type": "string", "format": "date" } } });
    for (path, old, values, body, expected) in [
        (
            "a.md",
            "\u{feff}+++\r\na = 1\r\n+++\r\n\r\nOne.\r\nTwo.\n",
            json!({ "a": 2 }),
            "One.\nTwo.\n",
            "\u{feff}+++\r\na = 2\r\n+++\r\n\r\nOne.\r\nTwo.\n",
        ),
        (
            "a.md",
            "+++\na = 1\n+++\n\nOne.\nTwo.\n",
            json!({ "a": 1 }),
            "One.\n2.\nThree.",
            "+++\na = 1\n+++\n\nOne.\n2.\nThree.\n",
        ),
        (
            "a.md",
            "+++\na = 1\n+++\n",
            json!({ "a": 1 }),
            "Text",
            "+++\na = 1\n+++\nText\n",
        ),
        (
            "a.md",
            "+++\na = 1\n+++",
            json!({ "a": 1 }),
            "Text",
            "+++\na = 1\n+++\nText\n",
        ),
        (
            "a.md",
            "Text\n",
            json!({ "on": "2026-01-02" }),
            "Text\n",
            "+++\non = 2026-01-02\n+++\n\nText\n",
        ),
        ("a.toml", "a = 1", json!({ "a": 1, "b": null }), "", "a = 1"),
        // A line that would end the front matter.
        (
            "a.md",
            "+++\na = \"x\"\n+++\n\nText\n",
            json!({ "a": "1\n+++\n2", "b": "+++\n" }),
            "Text\n+++\n",
            "+++\na = \"1\\n+++\\n2\"\nb = \"+++\\n\"\n+++\n\nText\n+++\n",
        ),
        (
            "a.md",
            "+++\na = \"\"\"\n1\n2\"\"\"\n+++\nText\n",
            json!({ "a": "1\n+++\n2" }),
            "+++\nText\n",
            "+++\na = \"1\\n+++\\n2\"\n+++\n+++\nText\n",
        ),
    ] {
        let text = diagnostic::line_endings::normalized(old.to_owned());
        let Value::Object(values) = values else {
            continue;
        };
        let new = edited(path, &text, &values, body, Shape::new(&schema)).unwrap();
        assert_eq!(file_content(old, &new), expected, "{old}");
    }
    let values = Map::new();
    for (old, body) in [
        ("+++\na = \n+++\n", ""),
        // The body would be read as front matter.
        ("Text\n", "+++\nText\n"),
        ("", "+++\na = 1\n+++\nText\n"),
    ] {
        assert!(
            edited("a.md", old, &values, body, Shape::new(&schema)).is_err(),
            "{body}"
        );
    }
}
