//! Alerts of an unknown kind, or with text on the first line.

use std::ops::Range;

use diagnostic::{did_you_mean, one_of};

use super::Slips;
use crate::codes;

/// Kinds of alerts on GitHub.
pub const ALERTS: [&str; 5] = ["NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION"];

impl Slips<'_> {
    /// Reports an alert of an unknown kind, `> [!NOTTE]`, or one with text on its first line, `> [!NOTE] Text`.
    pub(super) fn alert(&mut self, span: &Range<usize>) {
        let line = self.line(span.start);
        let inner = line.trim_matches(['[', '!', ']']);
        if line != format!("[!{inner}]") && line.starts_with(['[', '!']) && ALERTS.contains(&inner)
        {
            let (message, help) = (
                format!("not an alert: `{line}`"),
                format!("write [!{inner}]"),
            );
            let (mark, meant) = (span.start..span.start + line.len(), format!("[!{inner}]"));
            self.report(&codes::SHOWN_AS_TYPED, message, mark.clone(), help.as_str());
            self.fix_last(&help, [(mark, meant)]);
            return;
        }
        let kind = line
            .strip_prefix("[!")
            .and_then(|kind| kind.split_once(']'));
        let Some((kind, text)) = kind.filter(|(kind, _)| kind.chars().all(char::is_alphabetic))
        else {
            return;
        };
        let upper = kind.to_uppercase();
        let length = "[!]".len() + kind.len();
        if !ALERTS.contains(&upper.as_str()) {
            let help = did_you_mean(&upper, ALERTS)
                .unwrap_or_else(|| format!("use {}", one_of(ALERTS)).into());
            let message = format!("unknown alert `{kind}`");
            let kind = span.start..span.start + length;
            self.report(&codes::UNREAD_MARKDOWN, message, kind, help);
        } else if matches!(text.trim(), "+" | "-") {
            let message = format!("not an alert: `[!{kind}]` has a sign after it");
            let help = format!("remove the sign of Obsidian: > [!{upper}]");
            let sign = span.start + length..span.start + length + text.trim_end().len();
            self.report(&codes::SHOWN_AS_TYPED, message, sign.clone(), help);
            self.fix_last("remove the sign", [(sign, String::new())]);
        } else if !text.trim().is_empty() {
            let text = text.trim_start_matches(['+', '-']);
            let help = format!(
                "put the text on the next line: > [!{upper}], and below it > {}",
                text.trim()
            );
            let message = format!("not an alert: `[!{kind}]` has text after it");
            let kind = span.start..span.start + length;
            let end = kind.end;
            let spaces = line.len() - length - text.trim_start().len();
            let is_plain = self.source.text[..kind.start].ends_with("\n> ");
            self.report(&codes::SHOWN_AS_TYPED, message, kind, help);
            if is_plain {
                self.fix_last(
                    "put the text on the next line",
                    [(end..end + spaces, "\n> ".to_owned())],
                );
            }
        }
    }
}
