//! HTML pasted from a word processor.

use diagnostic::Diagnostic;

use super::writer::Writer;
use crate::codes;

/// Strings that only a word processor writes.
const SIGNS: [&str; 4] = ["class=\"Mso", "class=Mso", "mso-", "<o:p>"];

impl Writer<'_> {
    /// Returns whether this HTML, or HTML before it, was pasted from a word processor; all HTML from there on is skipped.
    /// Reports the first such HTML. `start` is its offset in the file.
    pub fn is_pasted(&mut self, html: &str, start: usize) -> bool {
        if !self.has_pasted && SIGNS.iter().any(|sign| html.contains(sign)) {
            let line = html.lines().next().unwrap_or_default().len();
            let message = "this HTML was pasted from a word processor";
            let diagnostic = Diagnostic::new(&codes::PASTED_HTML, message)
                .at(self.place(start..start + line), "")
                .help("paste it as plain text (Ctrl+Shift+V), and write headings, lists and links in Markdown");
            self.diagnostics.push(diagnostic);
            self.has_pasted = true;
        }
        self.has_pasted
    }
}
