//! `site check --list` and `--explain`: the manual page of every code that a command can report.

use diagnostic::{Code, Diagnostic, did_you_mean};
use inspect::RULES;
use serde_json::json;

/// Text printed instead of the name of a command for codes that no rule reports, because any command can report them.
const EVERY_COMMAND: &str = "every command";

/// Returns every code with the commands that report it.
pub fn codes() -> impl Iterator<Item = (&'static Code, &'static str)> {
    let rules = RULES.into_iter().flat_map(|rule| {
        let codes = rule.codes.iter().copied();
        codes.map(|code| (code, rule.when.command()))
    });
    let later = [
        build::codes::ALL,
        import::codes::ALL,
        serve::codes::ALL,
        crate::codes::ALL,
    ];
    // Rules also report codes that an earlier stage declares.
    let of_rules: Vec<&Code> = RULES.iter().flat_map(|rule| rule.codes).copied().collect();
    let stages = inspect::stage_codes().chain(later.into_iter().flatten().copied());
    let others = stages.filter(move |code| !of_rules.contains(code));
    rules.chain(others.map(|code| (code, EVERY_COMMAND)))
}

/// Returns the names of all codes.
pub fn names() -> impl Iterator<Item = &'static str> {
    codes().map(|(code, _)| code.name)
}

/// Returns the manual page of a code. Fails if there is no code with this name.
pub fn explain(name: &str, as_json: bool) -> Result<String, Diagnostic> {
    let Some((code, command)) = codes().find(|(code, _)| code.name == name) else {
        let message = format!("no finding has the code `{name}`");
        return Err(Diagnostic::new(&inspect::codes::UNKNOWN_RULE, message)
            .maybe_help(did_you_mean(name, names()))
            .help("`site check --list` lists all codes"));
    };
    if as_json {
        let page = json!({
            "code": code.name,
            "severity": code.severity.name(),
            "found_by": command,
            "summary": code.summary,
            "why": code.why,
            "example": code.example,
            "fix": code.fix,
            "source": code.source,
        });
        return Ok(format!("{page}\n"));
    }
    let mut text = format!("{name} ({}, found by: {command})\n", code.severity.name());
    for (title, body) in [
        ("What", code.summary),
        ("Why it matters", code.why),
        ("For example", code.example),
        ("What to do", code.fix),
        ("Source", code.source),
    ] {
        if !body.is_empty() {
            let lines = body.lines().map(|line| format!("    {line}\n"));
            text.push_str(&format!("\n{title}\n{}", lines.collect::<String>()));
        }
    }
    Ok(text)
}

/// Returns one line for each code, with its summary. The codes of rules come first; both groups are sorted by name.
pub fn list(as_json: bool) -> String {
    let mut all: Vec<(&Code, &str)> = codes().collect();
    all.sort_by_key(|(code, command)| (*command == EVERY_COMMAND, code.name));
    let names = all.iter().map(|(code, _)| code.name.len());
    let width = names.max().unwrap_or_default();
    let lines = all.iter().map(|(code, command)| {
        let (name, level, summary) = (code.name, code.severity.name(), code.summary);
        if as_json {
            let line =
                json!({ "code": name, "severity": level, "found_by": command, "summary": summary });
            return format!("{line}\n");
        }
        format!("{name:width$}  {level:7}  {command:16}  {summary}\n")
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_code_has_one_complete_manual_page() {
        let mut names = BTreeSet::new();
        for (code, _) in codes() {
            assert!(names.insert(code.name), "`{}` is declared twice", code.name);
            let texts = [code.summary, code.why, code.fix];
            assert!(texts.iter().all(|text| !text.is_empty()), "{}", code.name);
        }
    }
}
