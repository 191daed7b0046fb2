//! Finds parts of a page that a browser may parse as markup but our tokenizer as text, or the reverse.
//!
//! The content of `<style>`, `<title>`, `<iframe>` and a few others is text, but within `<svg>`, `<math>` and `<select>` it is
//! markup. Where these end is certain only if tags are nested correctly, so everything after a misnested tag counts as within them.

use super::refused::Refused;
use crate::codes;
use crate::markup::is_void;
use crate::tokens::{Tag, Token};

/// Elements of SVG and `MathML` that contain HTML, where a tag that ends with `/>` is a start tag.
const WITH_HTML: [&str; 9] = [
    "annotation-xml",
    "desc",
    "foreignobject",
    "mi",
    "mn",
    "mo",
    "ms",
    "mtext",
    "title",
];

/// Detector of ambiguous markup, which tracks the open elements of a page.
#[derive(Debug, Default)]
pub struct Ambiguity {
    /// Names of open elements, from the outermost `<svg>`, `<math>` or `<select>`.
    open: Vec<String>,
    /// Number of open elements that may contain HTML.
    with_html: usize,
    /// Element whose content is being read as text.
    text_of: Option<&'static str>,
}

impl Ambiguity {
    /// Reads the next token. Returns the part to refuse if browsers may parse it differently.
    pub fn token(&mut self, token: &Token<'_>) -> Option<Refused> {
        match token {
            Token::Start(tag) => self.start(tag),
            Token::End(name) => {
                self.end(name);
                None
            }
            Token::Text(text) => {
                let name = self.text_of?;
                (!self.open.is_empty() && has_tag(text)).then(|| refused(name))
            }
            Token::CharacterData => (!self.open.is_empty()).then(|| refused("![CDATA[")),
        }
    }

    fn start(&mut self, tag: &Tag<'_>) -> Option<Refused> {
        let begins = matches!(tag.name, "svg" | "math" | "select");
        let is_within = begins || !self.open.is_empty();
        if is_within {
            self.text_of = text_only(tag.name);
        }
        let is_closed = tag.is_self_closing && tag.name != "select" && self.with_html == 0;
        if is_within && !is_closed && !is_void(tag.name) {
            self.with_html += usize::from(contains_html(tag.name));
            self.open.push(tag.name.to_owned());
        }
        // `html5gum` reads the content of `<noframe>` as text, and browsers that of `<noframes>`.
        matches!(tag.name, "noframe" | "noframes").then(|| refused(tag.name))
    }

    fn end(&mut self, name: &str) {
        if self.open.is_empty() {
            return;
        }
        self.text_of = None;
        let is_open = |open: &[String], name: &str| open.last().is_some_and(|one| one == name);
        while name == "select" && (is_open(&self.open, "option") || is_open(&self.open, "optgroup"))
        {
            self.open.pop();
        }
        if is_open(&self.open, name) {
            self.open.pop();
            self.with_html -= usize::from(contains_html(name));
        }
    }
}

fn contains_html(name: &str) -> bool {
    name == "select" || WITH_HTML.contains(&name)
}

/// Returns the name of an element if its content is text in HTML, otherwise `None`.
fn text_only(name: &str) -> Option<&'static str> {
    let mut names = [
        "iframe",
        "noembed",
        "noscript",
        "plaintext",
        "script",
        "style",
        "textarea",
        "title",
        "xmp",
    ]
    .into_iter();
    names.find(|one| *one == name)
}

/// Returns whether text would contain a tag or a comment if it were markup.
fn has_tag(text: &str) -> bool {
    let after = text.split('<').skip(1);
    let mut first = after.filter_map(|rest| rest.chars().next());
    first.any(|c| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?'))
}

/// Returns the refused part for an element whose content browsers may read as markup.
pub fn refused(name: &str) -> Refused {
    let help = match name {
        "![CDATA[" => "write the text without CDATA",
        "noframe" | "noframes" => "remove the element",
        _ => "remove `<` from its text, or move it out of <svg>, <math> or <select>",
    };
    Refused {
        code: &codes::AMBIGUOUS_HTML,
        message: format!("browsers may read the content of <{name}> as markup"),
        help,
        written: vec![format!("<{name}")],
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::cases;
    use crate::needs::tests::needs;

    /// Checks which elements of each page are refused.
    #[test]
    fn markup_that_may_be_hidden() {
        let table = r#"
            <svg><style><img src=x onerror=go()></style></svg>
            => style
            <svg><title><img src=x onerror=go()></title></svg>
            => title
            <svg><iframe><img src=x onerror=go()></iframe></svg>
            => iframe
            <math><xmp><img src=x onerror=go()></xmp></math>
            => xmp
            <select><iframe></select><img src=x onerror=go()></iframe>
            => iframe
            <svg><desc><p></svg></p></desc><style><img src=x onerror=go()></style>
            => style
            <svg><desc><p/></desc></svg></p></desc><style><img src=x onerror=go()></style>
            => style
            <svg><plaintext><img src=x onerror=go()>
            => plaintext
            <svg><![CDATA[ > <a title="]]><img src=x onerror=go()>"></svg>
            => ![CDATA[
            <svg><style></style/><a title="></style><img src=x onerror=go()>"></svg>
            <noframes><a title="</noframes><img src=x onerror=go()>">
            => noframes
            <noframe><img src=x onerror=go()></noframe>
            => noframe
            <svg viewBox='0 0 1 1'><title>A and B</title><path d=''/><g><path d=''/></g></svg><style>a::after{content:'<b>'}</style>
            <svg><style>a{}</style></svg><script>if (a<b) '</svg>'</script><![CDATA[a>
            <select><option>A<option>B<hr><optgroup><option>C</select><textarea><a></textarea>
            <math><mi>x</mi></math><iframe src=/x><p>a</p></iframe>
        "#;
        for (html, expected) in cases(table) {
            let refused = needs(html).refused;
            let ambiguous = refused
                .iter()
                .filter(|one| one.code.name == "ambiguous-html");
            let names: Vec<&str> = ambiguous.map(|one| &one.written[0][1..]).collect();
            assert_eq!(names, expected, "{html}");
        }
    }
}
