//! The scripts of the program that a theme can load: those that search the site, which read the index that `search/index.rs` writes, and
//! the one that loads something of another host when a visitor asks for it.

const CONSENT: &str = include_str!("consent.js");
const OPEN: &str = include_str!("search/search-open.js");
const SEARCHER: &str = include_str!("search/search.js");
const DIALOG: &str = include_str!("search/search-dialog.js");
const STYLE: &str = include_str!("search/search.css");

/// Returns the scripts by the name that templates refer to, as they are published: without comments and indentation. `search.js` is
/// one file with the dialog and its style. A script is published only if a page refers to it.
pub fn scripts() -> [(&'static str, String); 3] {
    let dialog = without_comments(DIALOG).replace(
        "const STYLE = \"\";",
        &format!("const STYLE = {};", serde_json::json!(minified(STYLE))),
    );
    let dialog = dialog.lines().filter(|line| !line.starts_with("import "));
    let dialog: String = dialog.flat_map(|line| [line, "\n"]).collect();
    [
        ("consent.js", without_comments(CONSENT)),
        ("search-open.js", without_comments(OPEN)),
        ("search.js", without_comments(SEARCHER) + &dialog),
    ]
}

/// Returns a style sheet without comments, line breaks, and indentation.
fn minified(style: &str) -> String {
    let rules = style.split("*/").filter_map(|part| part.split("/*").next());
    let lines = rules.flat_map(str::lines).map(str::trim);
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    lines.join(" ").replace("; }", "}").replace("{ ", "{")
}

/// Removes comments and indentation. Only for scripts in which `//` begins a comment only at the beginning of a line, `/**` occurs
/// only in comments, and no text has several lines.
fn without_comments(source: &str) -> String {
    let mut code = String::with_capacity(source.len());
    for (at, part) in source.split("/**").enumerate() {
        let part = match part.split_once("*/") {
            Some((_, after)) if at > 0 => after,
            _ => part,
        };
        code.push_str(part);
    }
    let lines = code.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_not_published() {
        let source = "// @ts-check\n/**\n * Adds. @param {number} a\n */\nconst f = (a) =>\n  /** @type {number} */ (a) + 1;\n\n  \
                      // A comment.\n  /** @type {string} */ f(1, \"a // b\");\n";
        assert_eq!(
            without_comments(source),
            "const f = (a) =>\n(a) + 1;\nf(1, \"a // b\");\n"
        );
    }

    #[test]
    fn a_style_sheet_is_one_line() {
        let style = "/* A.\n * B. */\na,\nb {\n  c: d;\n  e: f;\n}\n\n/* C */\ng {\n  h: i;\n}\n";
        assert_eq!(
            minified(style),
            "a, b {c: d; e: f;} g {h: i;}".replace(";}", "}")
        );
    }

    /// What `without_comments` relies on.
    #[test]
    fn the_scripts_have_comments_only_where_they_are_removed() {
        for (name, script) in scripts() {
            for line in script.lines() {
                let quotes = line.matches('`').count();
                assert!(quotes % 2 == 0, "{name}: a text of several lines: {line}");
                assert!(
                    !line.contains("// "),
                    "{name}: a comment after code: {line}"
                );
                assert!(!line.contains("/*"), "{name}: a comment in code: {line}");
            }
        }
    }
}
