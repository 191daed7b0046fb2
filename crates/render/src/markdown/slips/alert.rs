//! Alerts of an unknown kind, with text on the first line, or without the signs of a quotation.

use std::ops::Range;

use diagnostic::{did_you_mean, one_of};

use super::Slips;
use crate::codes;

/// Kinds of alerts on GitHub.
const ALERTS: [&str; 5] = ["NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION"];

impl Slips<'_> {
    /// Reports an alert of an unknown kind, `> [!NOTTE]`, or one with text on its first line, `> [!NOTE] Text`.
    pub(super) fn alert(&mut self, span: &Range<usize>) {
        let line = self.line(span.start);
        let inner = line.trim_matches(['[', '!', ']']);
        if line != format!("[!{inner}]") && line.starts_with(['[', '!']) && ALERTS.contains(&inner)
        {
            let message = format!("not an alert: `{line}`");
            let meant = format!("[!{inner}]");
            let help = format!("write {meant}");
            let mark = span.start..span.start + line.len();
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

    /// Reports a paragraph that begins with `[!NOTE]`, but is no quotation.
    pub(super) fn unquoted_alert(&mut self, paragraph: &Range<usize>) {
        let line = self.line(paragraph.start);
        let kind = line
            .strip_prefix("[!")
            .and_then(|kind| kind.strip_suffix(']'));
        let is_alert = kind.is_some_and(|kind| ALERTS.contains(&kind.to_uppercase().as_str()));
        if !is_alert || self.line_start(paragraph.start) != Some(paragraph.start) {
            return;
        }
        let message = format!("not an alert: `{line}` appears exactly as typed");
        let help = format!("write `> {line}`, and `> ` before each line below it");
        let lines = self.source.text[paragraph.clone()].trim_end();
        let quoted = format!("> {}", lines.replace('\n', "\n> "));
        let all = paragraph.start..paragraph.start + lines.len();
        let mark = paragraph.start..paragraph.start + line.len();
        self.report(&codes::SHOWN_AS_TYPED, message, mark, help.as_str());
        self.fix_last(&help, [(all, quoted)]);
    }
}
