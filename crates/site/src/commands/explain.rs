//! `site check --list` and `--explain`: the manual of every finding, of rules and of the stages before them.

use diagnostic::{Code, Severity};
use serde_json::json;

use crate::codes;
use inspect::RULES;

/// Every code that a finding can have, with the command that finds it.
pub fn codes() -> impl Iterator<Item = (&'static Code, &'static str)> {
    let rules = RULES.into_iter().flat_map(|rule| {
        let codes = rule.codes.iter().copied();
        codes.map(|code| (code, rule.when.command()))
    });
    let stages = [
        diagnostic::codes::ALL,
        content::codes::ALL,
        render::codes::ALL,
        assets::codes::ALL,
        inspect::codes::ALL,
        build::codes::ALL,
        serve::codes::ALL,
        codes::ALL,
    ];
    // Rules also report codes that an earlier stage declares.
    let of_rules: Vec<&Code> = RULES.iter().flat_map(|rule| rule.codes).copied().collect();
    let stages = stages.into_iter().flatten().copied();
    let others = stages.filter(move |code| !of_rules.contains(code));
    rules.chain(others.map(|code| (code, "every command")))
}

/// The manual of one finding; `None` where there is no such code.
pub fn explain(name: &str, as_json: bool) -> Option<String> {
    let (code, command) = self::codes().find(|(code, _)| code.name == name)?;
    if as_json {
        let page = json!({
            "code": code.name,
            "severity": level(code.severity),
            "found_by": command,
            "summary": code.summary,
            "why": code.why,
            "example": code.example,
            "fix": code.fix,
            "source": code.source,
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
        code.name,
        level(code.severity)
    );
    for (title, body) in [
        ("What", code.summary),
        ("Why it matters", code.why),
        ("For example", code.example),
        ("What to do", code.fix),
        ("Source", code.source),
    ] {
        if !body.is_empty() {
            text.push_str(&format!("\n{title}\n{}", indented(body)));
        }
    }
    Some(text)
}

/// Every code with its summary, one a line, in the order of the alphabet.
pub fn list(as_json: bool) -> String {
    let mut all: Vec<(&Code, &str)> = self::codes().collect();
    all.sort_by_key(|(code, command)| (*command == "every command", code.name));
    let width = all
        .iter()
        .map(|(code, _)| code.name.len())
        .max()
        .unwrap_or_default();
    let lines = all.iter().map(|(code, command)| {
        if as_json {
            let line = json!({
                "code": code.name,
                "severity": level(code.severity),
                "found_by": command,
                "summary": code.summary,
            });
            return format!("{line}\n");
        }
        format!(
            "{:width$}  {:7}  {command:16}  {}\n",
            code.name,
            level(code.severity),
            code.summary
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

    use super::*;

    #[test]
    fn every_code_is_explained_and_none_twice() {
        let mut names = BTreeSet::new();
        for (code, _) in codes() {
            assert!(names.insert(code.name), "`{}` is declared twice", code.name);
            let is_complete =
                !code.summary.is_empty() && !code.why.is_empty() && !code.fix.is_empty();
            assert!(is_complete, "{}", code.name);
        }
    }

    #[test]
    fn a_manual_page() {
        assert_eq!(
            explain("duplicate-id", false).unwrap(),
            "duplicate-id (error, found by: build, check)\n\
             \nWhat\n    two elements of a page have the same id\n\
             \nWhy it matters\n    Links, labels and descriptions reach only the first of them.\n\
             \nFor example\n    <h2 id=\"fees\">…</h2> … <h2 id=\"fees\">…</h2>\n\
             \nWhat to do\n    Give each its own id. Two headings of one text get different ones by themselves; an id in a component needs an argument.\n\
             \nSource\n    HTML standard, 3.2.6\n"
        );
        assert!(explain("duplicate-ids", false).is_none());
        assert!(list(false).contains("broken-link"));
    }
}
