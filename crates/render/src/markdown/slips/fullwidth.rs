//! Full-width signs of Chinese and Japanese keyboards in the place of those of Markdown.

use std::ops::Range;

use super::{MAX_LOOKAHEAD, Slips, looks_like_an_address};
use crate::codes;

impl Slips<'_> {
    /// Reports a line `＃ Heading`.
    pub(super) fn fullwidth_heading(&mut self, span: &Range<usize>) {
        let line = self.line(span.start);
        let title = line.trim_start_matches(['＃', '#']);
        if !line.starts_with('＃') || title.trim().is_empty() {
            return;
        }
        let level = line[..line.len() - title.len()].chars().count();
        // The title of the page is its only heading of the first level.
        let hashes = "#".repeat(level.max(2));
        let written = span.start..span.start + line.len() - title.trim_start().len();
        let help = format!("write `{hashes} {}`", title.trim());
        let label = help.clone();
        self.report(
            &codes::UNREAD_MARKDOWN,
            "not a heading: `＃` is not the sign `#` of Markdown",
            written.clone(),
            help,
        );
        self.fix_last(&label, [(written, format!("{hashes} "))]);
    }

    /// Reports the first `[text]（/url）` or `［text］(/url)` in text without markup.
    pub(super) fn fullwidth_link(&mut self, span: &Range<usize>) {
        let text = &self.source.text[span.clone()];
        let signs = text.match_indices([']', '］']);
        let found = signs.into_iter().find_map(|(end, sign)| {
            let least = text.ceil_char_boundary(end.saturating_sub(MAX_LOOKAHEAD));
            let start = least + text[least..end].rfind(['[', '［'])?;
            let open = text[start..].chars().next()?;
            let label = &text[start + open.len_utf8()..end];
            let rest = &text[end + sign.len()..];
            let rest = &rest[..rest.floor_char_boundary(MAX_LOOKAHEAD)];
            let inside = rest.strip_prefix(['(', '（'])?;
            let target = &inside[..inside.find([')', '）'])?];
            let close = inside[target.len()..].chars().next()?;
            let is_ascii = open == '[' && sign == "]" && rest.starts_with('(') && close == ')';
            let before = end + sign.len() + (rest.len() - inside.len());
            let last = before + target.len() + close.len_utf8();
            (!is_ascii && looks_like_an_address(target.trim()))
                .then(|| (start..last, format!("[{label}]({})", target.trim())))
        });
        let Some((at, meant)) = found else {
            return;
        };
        let span = span.start + at.start..span.start + at.end;
        let message = format!(
            "`{}` is not a link, and appears exactly as typed",
            &text[at]
        );
        let help = format!("write the signs of an English keyboard: {meant}");
        self.report(&codes::SHOWN_AS_TYPED, message, span.clone(), help);
        self.fix_last("write the signs of an English keyboard", [(span, meant)]);
    }
}
