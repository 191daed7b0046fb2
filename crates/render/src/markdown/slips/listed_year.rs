//! A line that Markdown reads as a list or a quotation because it begins with a year, or with the sign of a number.

use std::ops::Range;

use super::Slips;
use crate::codes;

/// Largest number at which a list is assumed to start on purpose.
const MAX_LIST_START: u64 = 100;

impl Slips<'_> {
    /// Reports a list that starts with a large number, such as `2025. The year of the new oven`.
    pub(super) fn listed_year(&mut self, first: Option<u64>, span: &Range<usize>) {
        let Some(first) = first else {
            self.dialed_number(span);
            return;
        };
        if first <= MAX_LIST_START {
            return;
        }
        let digits = first.to_string().len();
        let mark = span.start..span.start + digits + 1;
        let message = format!("`{first}.` at the start of a line begins a list");
        let help = format!("write `{first}\\.`, or put a word before it");
        let dot = mark.end - 1..mark.end - 1;
        self.report(&codes::ACCIDENTAL_LIST, message, mark, help);
        self.fix_last(&format!("write `{first}\\.`"), [(dot, "\\".to_owned())]);
    }

    /// Reports a list that begins with the plus sign of a telephone number, such as `+ 91 98765 43210`.
    fn dialed_number(&mut self, list: &Range<usize>) {
        let line = self.line(list.start);
        let Some(number) = line.strip_prefix("+ ") else {
            return;
        };
        let digits = number.bytes().filter(u8::is_ascii_digit).count();
        let is_number = number
            .bytes()
            .all(|sign| sign.is_ascii_digit() || b" -()".contains(&sign));
        if !is_number || !(8..=15).contains(&digits) {
            return;
        }
        let help = format!("write `+{number}`");
        let mark = list.start..list.start + 2;
        let message = "`+` and a space at the start of a line begin a list";
        self.report(
            &codes::ACCIDENTAL_LIST,
            message,
            mark.clone(),
            help.as_str(),
        );
        self.fix_last(&help, [(mark, "+".to_owned())]);
    }

    /// Reports a quotation of one line that begins with a number, such as `> 18 years`, whose sign was meant.
    pub(super) fn compared_number(&mut self, quotation: &Range<usize>) {
        let text = self.source.text[quotation.clone()].trim_end();
        let Some(rest) = text.strip_prefix('>').filter(|rest| !rest.contains('\n')) else {
            return;
        };
        let number = rest.trim_start();
        if !number.starts_with(|c: char| c.is_ascii_digit() || c == '₹') {
            return;
        }
        let help = format!("write `\\>{rest}`, or \"more than {number}\"");
        let mark = quotation.start..quotation.start + 1;
        let message = "`>` at the start of a line begins a quotation, and does not show";
        self.report(&codes::ACCIDENTAL_LIST, message, mark, help);
    }
}
