//! `site check --list` and `--explain`: the manual of every finding, of rules and of the stages before them.

use content::Severity;
use serde_json::json;

use crate::inspect::{Manual, RULES};
use crate::stage_codes::stages;

/// The manual of everything that can be found, with the command that finds it.
pub fn manuals() -> impl Iterator<Item = (&'static Manual, &'static str)> {
    let rules = RULES.into_iter().flat_map(|rule| {
        rule.manuals
            .iter()
            .map(|manual| (manual, rule.when.command()))
    });
    rules.chain(stages().map(|manual| (manual, "every command")))
}

/// The manual of one finding; `None` where there is no such code.
pub fn explain(code: &str, as_json: bool) -> Option<String> {
    let (manual, command) = manuals().find(|(manual, _)| manual.code == code)?;
    if as_json {
        let page = json!({
            "code": manual.code,
            "severity": level(manual.severity),
            "found_by": command,
            "summary": manual.summary,
            "why": manual.why,
            "example": manual.example,
            "fix": manual.fix,
            "source": manual.source,
        });
        return Some(format!("{page}\n"));
    }
    let indented = |text: &str| {
        text.lines()
            .map(|line| format!("    {line}\n"))
            .collect::<String>()
    };
    let mut text = format!(
        "{} ({}, found by: {command})\n",
        manual.code,
        level(manual.severity)
    );
    for (title, body) in [
        ("What", manual.summary),
        ("Why it matters", manual.why),
        ("For example", manual.example),
        ("What to do", manual.fix),
        ("Source", manual.source),
    ] {
        if !body.is_empty() {
            text.push_str(&format!("\n{title}\n{}", indented(body)));
        }
    }
    Some(text)
}

/// Every code with its summary, one a line, in the order of the alphabet.
pub fn list(as_json: bool) -> String {
    let mut all: Vec<(&Manual, &str)> = manuals().collect();
    all.sort_by_key(|(manual, command)| (*command == "every command", manual.code));
    let width = all
        .iter()
        .map(|(manual, _)| manual.code.len())
        .max()
        .unwrap_or_default();
    let lines = all.iter().map(|(manual, command)| {
        if as_json {
            let line = json!({
                "code": manual.code,
                "severity": level(manual.severity),
                "found_by": command,
                "summary": manual.summary,
            });
            return format!("{line}\n");
        }
        format!(
            "{:width$}  {:7}  {command:16}  {}\n",
            manual.code,
            level(manual.severity),
            manual.summary
        )
    });
    lines.collect()
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    /// Codes that only tests or the wiring use.
    const NOT_FOUND: [&str; 1] = ["unusable-document"];

    #[test]
    fn every_code_is_explained_and_none_twice() {
        let mut explained = BTreeSet::new();
        for (manual, _) in manuals() {
            assert!(
                explained.insert(manual.code),
                "`{}` has two manuals",
                manual.code
            );
            assert!(
                !manual.summary.is_empty() && !manual.why.is_empty() && !manual.fix.is_empty(),
                "{}",
                manual.code
            );
        }
        let call = regex::Regex::new(
            r#"(?:Diagnostic::error|Diagnostic::warning|function_error)\(\s*"([a-z0-9-]+)""#,
        )
        .unwrap();
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut missing = BTreeSet::new();
        for path in ["content", "render", "site"]
            .iter()
            .flat_map(|name| sources(&crates.join(name).join("src")))
        {
            let text = std::fs::read_to_string(&path).unwrap();
            let text = text.split("#[cfg(test)]").next().unwrap_or_default();
            missing.extend(
                call.captures_iter(text)
                    .map(|found| found[1].to_owned())
                    .filter(|code| {
                        !explained.contains(code.as_str()) && !NOT_FOUND.contains(&code.as_str())
                    }),
            );
        }
        assert!(
            missing.is_empty(),
            "no manual for {missing:?}: add one to its rule, or to stage_codes/"
        );
    }

    fn sources(folder: &Path) -> Vec<std::path::PathBuf> {
        std::fs::read_dir(folder)
            .unwrap()
            .flatten()
            .flat_map(|entry| {
                if entry.path().is_dir() {
                    sources(&entry.path())
                } else {
                    vec![entry.path()]
                }
            })
            .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
            .collect()
    }

    #[test]
    fn a_manual_page() {
        assert_eq!(
            explain("duplicate-id", false).unwrap(),
            "duplicate-id (error, found by: build, check)\n\
             \nWhat\n    two elements of a page have one id\n\
             \nWhy it matters\n    Links, labels and descriptions reach only the first of them.\n\
             \nFor example\n    <h2 id=\"fees\">…</h2> … <h2 id=\"fees\">…</h2>\n\
             \nWhat to do\n    Give each its own id. Two headings of one text get different ones by themselves; an id in a component needs an argument.\n\
             \nSource\n    HTML standard, 3.2.6\n"
        );
        assert!(explain("duplicate-ids", false).is_none());
        assert!(list(false).contains("broken-link"));
    }
}
