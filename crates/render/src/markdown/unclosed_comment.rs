//! HTML comments that are not closed, which would hide the rest of the page.

use diagnostic::Diagnostic;

use super::raw_html::RawHtml;
use super::writer::Writer;
use crate::codes;

impl Writer<'_> {
    /// Reports and closes each comment in `html` that is not closed.
    pub fn close_comments(&mut self, html: &mut RawHtml) {
        if !html.text.contains("<!--") {
            return;
        }
        let (closed, unclosed) = closed(&html.text);
        for at in unclosed {
            let span = html.in_file(&(at..at + "<!--".len()));
            let message = "this comment is not closed";
            let diagnostic = Diagnostic::new(&codes::UNCLOSED_COMMENT, message);
            let diagnostic = diagnostic.help("close it with `-->`");
            self.report(span, "hides everything after it", diagnostic);
        }
        html.text = closed;
    }
}

/// Returns HTML with all comments closed, and the offsets of the comments that were not. The offsets of the HTML stay valid.
fn closed(html: &str) -> (String, Vec<usize>) {
    let mut closed = String::with_capacity(html.len());
    let mut unclosed = Vec::new();
    let mut rest = html;
    while let Some((before, after)) = rest.split_once("<!--") {
        // `<!-->` and `<!--->` are comments without text (CommonMark 0.31, 6.6).
        let empty = ["", "-"].into_iter().find_map(|inner| {
            let behind = after.strip_prefix(inner)?.strip_prefix('>')?;
            Some((inner, behind))
        });
        let (inner, behind) = empty
            .or_else(|| after.split_once("-->"))
            .map_or((after, None), |(inner, behind)| (inner, Some(behind)));
        let end = if empty.is_some() { ">" } else { "-->" };
        // A comment that contains `<!--` was closed by the end of a later comment.
        if behind.is_none() || inner.contains("<!--") {
            unclosed.push(html.len() - rest.len() + before.len());
        }
        closed.extend([before, "<!--", &inner.replace("<!--", "    "), end]);
        if behind.is_none() {
            closed.push('\n');
        }
        rest = behind.unwrap_or_default();
    }
    (closed + rest, unclosed)
}

#[cfg(test)]
mod tests {
    use super::closed;

    #[test]
    fn comments() {
        for (html, expected, unclosed) in [
            ("<p><!-- a -->b", "<p><!-- a -->b", vec![]),
            ("<!--> a --> <!--->b", "<!--> a --> <!--->b", vec![]),
            ("<!-- a --> <!-- b\n", "<!-- a --> <!-- b\n-->\n", vec![11]),
            (
                "<p><!-- a <!-- b --> <!-- c -->",
                "<p><!-- a      b --> <!-- c -->",
                vec![3],
            ),
        ] {
            assert_eq!(closed(html), (expected.to_owned(), unclosed), "{html}");
        }
    }
}
