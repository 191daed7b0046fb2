//! Compares the HTML of Markdown with the examples of the standards: all of `CommonMark`, and GitHub's tables, strikethrough, and
//! task lists. The examples are those that pulldown-cmark's package contains.

use std::path::PathBuf;
use std::process::Command;

use diagnostic::Source;
use serde_json::Value;

use super::context::MarkdownContext;
use super::parse::Dialect;
use super::writer::render;
use crate::asset_index::AssetIndex;
use crate::recorder::recorder;

/// Returns the folder with the examples.
fn examples() -> PathBuf {
    let printed = |program: &str, arguments: &[&str]| {
        let mut command = Command::new(program);
        command
            .args(arguments)
            .current_dir(env!("CARGO_MANIFEST_DIR"));
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    let version = printed("rustc", &["-vV"]);
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    // The packages of other platforms may not have been downloaded.
    let arguments = [
        "metadata",
        "--format-version",
        "1",
        "--offline",
        "--filter-platform",
        host.unwrap(),
    ];
    let metadata: Value = serde_json::from_str(&printed(env!("CARGO"), &arguments)).unwrap();
    let mut packages = metadata["packages"].as_array().unwrap().iter();
    let package = packages
        .find(|package| package["name"] == "pulldown-cmark")
        .unwrap();
    let manifest = PathBuf::from(package["manifest_path"].as_str().unwrap());
    manifest.with_file_name("tests").join("suite")
}

/// Returns the examples in a file: Markdown and HTML.
#[expect(clippy::disallowed_methods, reason = "the test reads the examples")]
fn read(name: &str) -> Vec<(String, String)> {
    let text = std::fs::read_to_string(examples().join(name)).unwrap();
    let mut literals = text
        .split("r##\"")
        .skip(1)
        .map(|rest| rest.split("\"##").next().unwrap());
    let mut examples = Vec::new();
    while let (Some(markdown), Some(html)) = (literals.next(), literals.next()) {
        examples.push((markdown.to_owned(), html.to_owned()));
    }
    examples
}

fn html(markdown: &str) -> String {
    let (recorder, _) = recorder();
    let source = Source::new("content/a.md", markdown);
    let context = MarkdownContext {
        site: &Value::Null,
        components: None,
        assets: &AssetIndex::default(),
        by_source: &diagnostic::ByText::default(),
        dialect: Dialect::default(),
        allows_scripts: true,
        highlighter: None,
        recorder: &recorder,
    };
    render(&source, 0..source.text.len(), false, &context)
        .html
        .content
}

/// Removes from HTML what this program adds on purpose: ids of headings, attributes of links to other sites, the box around a
/// table, and labels of check boxes. Also removes line breaks beside tags.
fn plain(html: &str) -> String {
    let mut plain = html.replace(" target=\"_blank\" rel=\"noopener\"", "");
    for (ours, theirs) in [
        ("<div class=\"table-scroll\" tabindex=\"0\">", ""),
        ("</table></div>", "</table>"),
        ("</table>\n</div>", "</table>"),
        (" class=\"align-left\"", " style=\"text-align: left\""),
        (" class=\"align-center\"", " style=\"text-align: center\""),
        (" class=\"align-right\"", " style=\"text-align: right\""),
        (
            "<input type=\"checkbox\" disabled checked aria-label=\"Done\"> ",
            "<input disabled=\"\" type=\"checkbox\" checked=\"\"/>\n",
        ),
        (
            "<input type=\"checkbox\" disabled aria-label=\"To do\"> ",
            "<input disabled=\"\" type=\"checkbox\"/>\n",
        ),
    ] {
        plain = plain.replace(ours, theirs);
    }
    for level in 1..=6 {
        let start = format!("<h{level} id=\"");
        while let Some((before, rest)) = plain.split_once(&start) {
            let (_, rest) = rest.split_once('"').unwrap();
            plain = format!("{before}<h{level}{rest}");
        }
    }
    plain
        .replace(">\n", ">")
        .replace("\n<", "<")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
}

/// Examples that this program renders differently on purpose: a capitalized tag is a component, a link to a Markdown file is the
/// page's URL, and a single tilde means "about".
const ON_PURPOSE: [&str; 3] = [
    "<Warning>\n*bar*\n</Warning>\n",
    "[](./target.md)\n",
    "~~Hi~~ Hello, ~there~ world!\n",
];

#[test]
fn examples_of_the_standards() {
    let mut different = Vec::new();
    for (name, count) in [
        ("spec.rs", 652),
        ("gfm_table.rs", 9),
        ("gfm_strikethrough.rs", 3),
        ("gfm_tasklist.rs", 2),
    ] {
        let examples = read(name);
        assert_eq!(examples.len(), count, "{name}");
        for (markdown, expected) in examples {
            let found = html(&markdown);
            // A picture that does not exist is reported, and has no element.
            let has_picture = expected.contains("<img");
            if plain(&found) != plain(&expected)
                && !has_picture
                && !ON_PURPOSE.contains(&markdown.as_str())
            {
                different.push(format!(
                    "{name}: {markdown}--- expected\n{expected}--- found\n{found}"
                ));
            }
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n=====\n"));
}
