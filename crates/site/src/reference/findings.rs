//! The page on findings, with the manual page of each.

use std::collections::BTreeMap;

use diagnostic::Code;

use super::markdown::{code, prose, sentence};
use super::page::Page;
use crate::commands::explain::codes;

/// Returns the page on findings.
pub fn page() -> Page {
    let mut groups: BTreeMap<&str, Vec<&Code>> = BTreeMap::new();
    for (code, command) in codes() {
        groups.entry(command).or_default().push(code);
    }
    let mut text = String::from(
        "`site check --explain CODE` prints one of these in a terminal, and so does `site help CODE`. The severity of most findings \
         can be set in [checks.toml](checks-toml.md). Errors stop a build, warnings are only reported, and notes belong to drafts.\n\n",
    );
    for (command, mut codes) in groups {
        codes.sort_by_key(|code| code.name);
        let commands = command
            .replace("check", "site check")
            .replace("build, ", "site build and ");
        text.push_str(&format!("## Found by {commands}\n\n"));
        for one in codes {
            text.push_str(&entry(one));
        }
    }
    Page {
        name: "findings",
        title: "Findings",
        nav: "Findings",
        description: "Every finding that the program can report: what it means, an example, and what to do about it.",
        text,
    }
}

fn entry(one: &Code) -> String {
    let mut text = format!(
        "### {}\n\n**{}** {} {}\n\n",
        one.name,
        sentence(one.severity.name()),
        prose(&sentence(one.summary)),
        prose(one.why)
    );
    if !one.example.is_empty() {
        text.push_str(&code("text", one.example));
    }
    text.push_str(&format!("**What to do:** {}\n\n", prose(one.fix)));
    if !one.source.is_empty() {
        let source = if one.source.starts_with("https://") && !one.source.contains(' ') {
            format!("<{}>", one.source)
        } else {
            prose(one.source)
        };
        text.push_str(&format!("Source: {source}\n\n"));
    }
    text
}
