//! The scripts that a theme loads to search the site. They read the index that `index.rs` writes.

/// Scripts by the name that templates refer to, with their comments. A script is published only if a page refers to it.
const SOURCES: [(&str, &str); 2] = [
    ("search-open.js", include_str!("search-open.js")),
    ("search.js", include_str!("search.js")),
];

/// Returns the scripts by the name that templates refer to, as they are published: without comments and indentation.
pub fn scripts() -> [(&'static str, String); 2] {
    SOURCES.map(|(name, source)| (name, without_comments(source)))
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
