//! Reports HTML that was pasted from a word processor.

use diagnostic::{Diagnostic, first_line};

use super::raw_html::RawHtml;
use super::writer::Writer;
use crate::codes;

/// Strings that only occur in the HTML of word processors, mail programs, and others in which people write.
const SIGNS: [&str; 12] = [
    // LibreOffice.
    "margin-bottom: 0cm",
    "margin-bottom: 0in",
    "<font face=\"Liberation",
    "class=\"Mso",
    "class=Mso",
    "<o:p>",
    "class=\"x_Mso",
    "id=\"docs-internal-guid",
    "data-pm-slice=",
    "data-sheets-value=",
    "class=\"Apple-converted-space",
    "class=\"selectable-text",
];

/// Returns whether HTML has a CSS property of Microsoft Office, such as `mso-list:`.
fn has_property(html: &str) -> bool {
    html.match_indices("mso-").any(|(at, sign)| {
        let name = html[at + sign.len()..]
            .trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '-');
        name.trim_start().starts_with(':')
            && !html[..at].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | '/'))
    })
}

/// Returns whether HTML begins like a whole page.
fn is_page(html: &str) -> bool {
    let html = html.trim_start();
    ["<html", "<head", "<body"].iter().any(|name| {
        let start = html.get(..name.len());
        // `<Head Office>` is a placeholder.
        let tag = html.get(name.len()..).and_then(|rest| rest.split_once('>'));
        start.is_some_and(|start| start.eq_ignore_ascii_case(name))
            && tag.is_some_and(|(inner, _)| {
                inner.trim().is_empty()
                    || inner.starts_with(char::is_whitespace) && inner.contains('=')
            })
    })
}

/// Elements and attributes that editors of Google put around what is copied.
const OF_GOOGLE: [&str; 3] = [
    "<google-sheets-html-origin",
    "docs-internal-guid-",
    "data-sheets-",
];

impl Writer<'_> {
    /// Returns whether this HTML, or HTML before it, was pasted from a word processor. The caller then skips it. The first such
    /// HTML is reported.
    pub fn is_pasted(&mut self, raw: &RawHtml) -> bool {
        let html = raw.text.as_str();
        let has_sign = || SIGNS.iter().any(|sign| html.contains(sign)) || has_property(html);
        if !self.has_pasted && has_sign() {
            let message = "this HTML was pasted from a word processor";
            let help = "paste it as plain text (Ctrl+Shift+V), and write headings, lists and links in Markdown";
            self.report_pasted(raw, message, help);
        } else if !self.has_pasted && OF_GOOGLE.iter().any(|sign| html.contains(sign)) {
            let message = "this HTML was pasted from Google Docs or Google Sheets";
            let help = "paste it as plain text (Ctrl+Shift+V), and write a table as lines such as | Puncture | 15 |";
            self.report_pasted(raw, message, help);
        } else if !self.has_pasted && is_page(html) {
            let message = "this is a whole HTML page, not a part of one";
            let help = "keep what is between <body> and </body>, or write it in Markdown";
            self.report_pasted(raw, message, help);
        }
        self.has_pasted
    }

    fn report_pasted(&mut self, html: &RawHtml, message: &str, help: &str) {
        let line = first_line(&html.text).len();
        let diagnostic = Diagnostic::new(&codes::PASTED_HTML, message).help(help);
        self.report(html.in_file(&(0..line)), "", diagnostic);
        self.has_pasted = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_pages() {
        for (html, expected) in [
            ("<html>", true),
            ("<BODY class=\"a\">", true),
            ("<head\n lang='de'>", true),
            ("<HtmlDemo name=\"a\" />", false),
            ("<header class=\"a\">", false),
            ("<Head Office>", false),
        ] {
            assert_eq!(is_page(html), expected, "{html}");
        }
    }

    #[test]
    fn properties_and_other_words() {
        for (html, expected) in [
            ("<p style=\"color: red;mso-list:l0 level1\">", true),
            ("<p style='mso-fareast-language: EN'>", true),
            ("<a href=\"/samso-island\">", false),
            ("<a href=\"/mso-island\">mso-a</a>", false),
        ] {
            assert_eq!(has_property(html), expected, "{html}");
        }
    }
}
