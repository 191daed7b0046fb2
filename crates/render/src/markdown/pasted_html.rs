//! Reports HTML that was pasted from a word processor.

use diagnostic::Diagnostic;

use super::writer::Writer;
use crate::codes;

/// Strings that only occur in the HTML of word processors.
const SIGNS: [&str; 3] = ["class=\"Mso", "class=Mso", "<o:p>"];

/// Returns whether HTML has a CSS property of Microsoft Office, such as `mso-list:`.
fn has_property(html: &str) -> bool {
    html.match_indices("mso-").any(|(at, sign)| {
        let name = html[at + sign.len()..]
            .trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '-');
        name.trim_start().starts_with(':')
            && !html[..at].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | '/'))
    })
}

impl Writer<'_> {
    /// Returns whether this HTML, or HTML before it, was pasted from a word processor. The caller then skips it. The first such
    /// HTML is reported. `start` is the offset of `html` in the file.
    pub fn is_pasted(&mut self, html: &str, start: usize) -> bool {
        let has_sign = || SIGNS.iter().any(|sign| html.contains(sign)) || has_property(html);
        if !self.has_pasted && has_sign() {
            let line = html.lines().next().unwrap_or_default().len();
            let message = "this HTML was pasted from a word processor";
            let help = "paste it as plain text (Ctrl+Shift+V), and write headings, lists and links in Markdown";
            let diagnostic = Diagnostic::new(&codes::PASTED_HTML, message).help(help);
            self.report(start..start + line, "", diagnostic);
            self.has_pasted = true;
        }
        self.has_pasted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
