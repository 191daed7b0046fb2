//! Parses SVG files.

use roxmltree::{Document, Error, ParsingOptions};

/// Parses the text of an SVG file, or of another file of XML. A document type declaration is allowed, because drawing programs write one.
/// Fails with the byte offset of the first malformed part, and what is wrong with it.
pub(crate) fn parse(text: &str) -> Result<Document<'_>, (usize, String)> {
    let options = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    Document::parse_with_options(text, options).map_err(|error| {
        let position = error.pos();
        let message = error.to_string().replace(&format!(" at {position}"), "");
        let last = text.floor_char_boundary(text.trim_end().len().saturating_sub(1));
        if matches!(
            error,
            Error::UnexpectedEndOfStream | Error::UnclosedRootNode
        ) {
            return (last, message);
        }
        let lines = text.split_inclusive('\n');
        let before: usize = lines.take(position.row as usize - 1).map(str::len).sum();
        let line = text[before..].chars();
        let column = line.take(position.col as usize - 1).map(char::len_utf8);
        ((before + column.sum::<usize>()).min(last), message)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each row has a text with `«` before the part that is reported, and the problem.
    #[test]
    #[rustfmt::skip]
    fn malformed_parts() {
        for (marked, problem) in [
            ("<svg viewBox='0 0 1 1'><!-- > < --><g a='>'><path/></g>&#169;&amp;</svg>\n", ""),
            ("<?xml version='1.0'?><!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'a.dtd'><svg><style><![CDATA[a > b]]></style></svg>", ""),
            ("<svg>é<g>«</svg>", "expected 'g' tag, not 'svg'"),
            ("<svg>\n é<g>«</svg>", "expected 'g' tag, not 'svg'"),
            ("<svg><g«>\n", "the root node was opened but never closed"),
            ("<svg><g a=\"1«>", "unexpected end of stream"),
            ("<svg><!-- <g></svg«>", "expected '-->'"),
            ("<svg><g a='1' «a='2'/></svg>", "attribute 'a' is already defined"),
            ("<svg>«&nbsp;</svg>", "unknown entity reference 'nbsp'"),
            ("<svg><use «xlink:href='#a'/></svg>", "an unknown namespace prefix 'xlink'"),
        ] {
            let expected = marked.find('«').map(|at| (at, problem.to_owned()));
            assert_eq!(parse(&marked.replace('«', "")).err(), expected, "{marked}");
        }
        let deep = "<g>".repeat(100_000) + &"</g>".repeat(100_000);
        assert!(parse(&deep).is_ok());
    }
}
