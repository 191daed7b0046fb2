//! Builds sites with arbitrary files. Whatever a file contains, the program ends with pages or findings, and never panics.

use std::process::Stdio;

use proptest::prelude::*;
use proptest::test_runner::{Config, FileFailurePersistence};

use crate::bakery::{Bakery, TODAY, command};

/// Replaces a file of the bakery with these bytes, and builds it.
fn ends_well(path: &str, bytes: &[u8]) {
    let bakery = Bakery::new().write(path, bytes);
    let output =
        command(bakery.root()).args(["build", "--date", TODAY, "--format", "json"]).stdin(Stdio::null()).output().unwrap();
    let [text, stderr, stdout] = [bytes, &output.stderr, &output.stdout].map(String::from_utf8_lossy);
    let shown = format!("{path}:\n{text}\n{stderr}\n{stdout}");
    assert!(!stderr.contains("panicked"), "{shown}");
    match output.status.code() {
        Some(0) => assert!(bakery.root().join("dist/index.html").exists(), "{shown}"),
        Some(1) => {
            assert!(stdout.contains("\"severity\":\"error\""), "{shown}");
            for line in stdout.lines() {
                let finding: serde_json::Value = serde_json::from_str(line).unwrap();
                assert!(finding["code"].is_string(), "{line}");
                assert!(finding["message"].is_string(), "{line}");
            }
        }
        other => panic!("ended with {other:?}: {shown}"),
    }
}

/// Generates pieces of every syntax, mixed with arbitrary bytes.
#[rustfmt::skip]
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let pieces = prop::sample::select(vec![
        "+++\n", "\n", " ", "title = \"a\"\n", "description = \"b c d e f g h i j k l\"\n", "[[item]]\n", "[", "]", "{",
        "}", "{{", "}}", "{%", "%}", "{{ site.name }}", "{{ page.title }}", "{% if x %}", "{% endif %}", "{% block main %}",
        "{% endblock %}", "{% extends \"base.html\" %}", "{% include \"page.html\" %}", "<Note>", "</Note>",
        "<Note kind=\"", "<Price of=\"1\"/>", "\n\n", "- ", "> [!NOTE]\n", "[^1]", "[^1]: ", "# ", "## ",
        "| a | b |\n|---|---|\n", "```", "~~~\n", "![](", "](", ")", "<p>", "<!--", "-->", "\"", "'", "\\", "=", "\u{feff}",
        "\r\n", "नमस्ते", "\u{0}", "\u{2028}", "\"type\": ", "\"$ref\": \"#\"", "\"properties\"", ":", ",", "1979-05-27",
        "1e999", "{#x .y}",
    ]);
    let piece = prop_oneof![8 => pieces.prop_map(|piece| piece.as_bytes().to_vec()), 1 => prop::collection::vec(any::<u8>(), 0..6)];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

fn config(cases: u32) -> Config {
    Config { cases, failure_persistence: Some(Box::new(FileFailurePersistence::Off)), ..Config::default() }
}

proptest! {
    #![proptest_config(config(48))]

    #[test]
    fn documents(bytes in bytes()) {
        ends_well("content/pages/visit.md", &bytes);
    }

    #[test]
    fn bodies(bytes in bytes()) {
        let text = [b"+++\ntitle = \"Visit\"\ndescription = \"Where to find us in Ulm.\"\n+++\n".to_vec(), bytes].concat();
        ends_well("content/pages/visit.md", &text);
    }

    #[test]
    fn lists(bytes in bytes()) {
        ends_well("content/lists/shops.toml", &bytes);
    }

    #[test]
    fn templates(bytes in bytes()) {
        ends_well("themes/bakery/templates/loaf.html", &bytes);
    }

    #[test]
    fn components(bytes in bytes()) {
        ends_well("themes/bakery/templates/components/note.html", &bytes);
    }

    #[test]
    fn schemas(bytes in bytes()) {
        ends_well("content/schemas/loaf.json", &bytes);
    }
}

proptest! {
    #![proptest_config(config(24))]

    #[test]
    fn settings(bytes in bytes()) {
        ends_well("content/site.toml", &bytes);
        ends_well("content/structure.toml", &bytes);
        ends_well("content/menus.toml", &bytes);
    }

    #[test]
    fn style_sheets_and_pictures(bytes in bytes()) {
        ends_well("themes/bakery/styles/main.css", &bytes);
        ends_well("content/images/loaf.svg", &bytes);
    }
}

/// Deep nesting does not overflow the stack.
#[test]
#[rustfmt::skip]
fn deep_nesting() {
    const DEPTH: usize = 20_000;
    let nested = |open: &str, inner: &str, close: &str| open.repeat(DEPTH) + inner + &close.repeat(DEPTH);
    let front = "+++\ntitle = \"Visit\"\ndescription = \"Where to find us in Ulm.\"\n+++\n";
    let (page, list, template) = ("content/pages/visit.md", "content/lists/shops.toml", "themes/bakery/templates/loaf.html");
    for (path, text) in [
        (page, front.to_owned() + &nested("> ", "x\n", "")),
        (page, front.to_owned() + &nested("*", "x", "*")),
        (page, front.to_owned() + &nested("[", "", "](/about)")),
        (page, front.to_owned() + &"<Note>\n\n".repeat(500) + &"</Note>\n\n".repeat(500)),
        (list, format!("item = {}\n", nested("[", "1", "]"))),
        (list, format!("item = {}\n", nested("{ a = ", "", ""))),
        ("content/schemas/loaf.json", nested("[", "1", "]")),
        (template, format!("{{{{ {} }}}}", nested("(", "1", ")"))),
        (template, nested("{% if page %}", "", "")),
        (template, format!("{{{{ {} }}}}", nested("[", "1", "]"))),
    ] {
        ends_well(path, text.as_bytes());
    }
}
