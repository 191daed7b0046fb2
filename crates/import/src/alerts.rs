//! Quotations that Hugo, Obsidian, and others show as boxes: `> [!info] Title`.

use diagnostic::lines;

use crate::edits::{Edit, apply, code, is_within};

/// Words of other programs, with the alert of GitHub that is closest.
const KINDS: [(&str, &str); 27] = [
    ("note", "NOTE"),
    ("tip", "TIP"),
    ("important", "IMPORTANT"),
    ("warning", "WARNING"),
    ("caution", "CAUTION"),
    ("abstract", "NOTE"),
    ("summary", "NOTE"),
    ("tldr", "NOTE"),
    ("info", "NOTE"),
    ("todo", "NOTE"),
    ("question", "NOTE"),
    ("help", "NOTE"),
    ("faq", "NOTE"),
    ("example", "NOTE"),
    ("quote", "NOTE"),
    ("cite", "NOTE"),
    ("hint", "TIP"),
    ("success", "TIP"),
    ("check", "TIP"),
    ("done", "TIP"),
    ("attention", "WARNING"),
    ("failure", "CAUTION"),
    ("fail", "CAUTION"),
    ("missing", "CAUTION"),
    ("danger", "CAUTION"),
    ("error", "CAUTION"),
    ("bug", "CAUTION"),
];

/// Writes such quotations as alerts of GitHub, with their titles as bold text.
pub fn with_alerts(text: &str) -> String {
    if !text.contains("[!") {
        return text.to_owned();
    }
    let code = code(text);
    let mut edits: Vec<Edit> = Vec::new();
    for (start, line) in lines(text) {
        let line = line.trim_end();
        let open = line.find("[!").filter(|open| is_quote(&line[..*open]));
        let parts = open.and_then(|open| Some((open, line[open + 2..].split_once(']')?)));
        let Some((open, (word, title))) = parts.filter(|_| !is_within(&code, start)) else {
            continue;
        };
        let lower = word.to_lowercase();
        let Some((_, kind)) = KINDS.iter().find(|(known, _)| *known == lower) else {
            continue;
        };
        let title = title.trim_start_matches(['+', '-']).trim();
        if title.is_empty() && *kind == word {
            continue;
        }
        let quote = &line[..open];
        let mut new = format!("[!{kind}]");
        if !title.is_empty() {
            new.push_str(&format!("\n{quote}**{title}**\n{}", quote.trim_end()));
        }
        edits.push((start + open..start + line.len(), new));
    }
    apply(text, edits)
}

/// Returns whether the beginning of a line makes it a quotation.
fn is_quote(start: &str) -> bool {
    start.contains('>') && start.chars().all(|sign| matches!(sign, ' ' | '>'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alerts() {
        for (text, expected) in [
            ("> [!info]\n> Text\n", "> [!NOTE]\n> Text\n"),
            (
                "> [!INFO]- A title\n> Text\n",
                "> [!NOTE]\n> **A title**\n>\n> Text\n",
            ),
            ("> [!NOTE]\n> Text\n", "> [!NOTE]\n> Text\n"),
            ("> [!own] A\n", "> [!own] A\n"),
            ("a [!info] b\n", "a [!info] b\n"),
            ("```\n> [!info]\n```\n", "```\n> [!info]\n```\n"),
        ] {
            assert_eq!(with_alerts(text), expected, "{text}");
        }
    }
}
