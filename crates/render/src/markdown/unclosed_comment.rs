//! HTML comments that are not closed, which would hide the rest of the page.

use diagnostic::Diagnostic;

use super::writer::Writer;
use crate::codes;

impl Writer<'_> {
    /// Reports the first comment in `html` if it is not closed, and returns the HTML with that comment closed. `start` is the
    /// offset of the HTML in the file.
    pub fn with_closed_comments(&mut self, html: String, start: usize) -> String {
        let Some(at) = html.find("<!--") else {
            return html;
        };
        let inner = &html[at + 4..];
        let end = inner.find("-->");
        // A comment that contains `<!--` was closed by the end of a later comment.
        if end.is_some_and(|end| !inner[..end].contains("<!--")) {
            return html;
        }
        let start = start + at;
        let diagnostic = Diagnostic::new(&codes::UNCLOSED_COMMENT, "this comment is not closed")
            .at(self.place(start..start + 4), "hides everything after it")
            .help("close it with `-->`");
        self.diagnostics.push(diagnostic);
        match end {
            Some(_) => format!("<!--{}", inner.replace("<!--", "")),
            None => html + "-->\n",
        }
    }
}
