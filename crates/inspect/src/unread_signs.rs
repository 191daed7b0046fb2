//! Signs that a page shows as typed: values in the signs of other languages, template code, Markdown and HTML in plain text, character
//! references, and characters that were read in the wrong encoding.

use std::cell::LazyCell;
use std::collections::HashSet;
use std::ops::Range;

use render::{is_element, values_in_signs};

/// What a sign is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind<'a> {
    /// A value in other signs than `{{ … }}`, with the name of the value.
    Fact(&'a str),
    /// Markdown or HTML in plain text.
    Markup,
    /// The mark of a quotation, a heading, or a list at the start of the text.
    Start,
    /// Another sign.
    Sign,
}

impl Kind<'_> {
    /// Returns whether a sign cannot be meant as typed. `<site.example>` and `[page.12]` may be something else.
    pub fn is_certain(self, sign: &str, of_template: bool) -> bool {
        match self {
            Self::Fact(_) => sign.contains('{') || sign.starts_with("[[") || sign.starts_with("<%"),
            Self::Markup => !of_template,
            Self::Start => false,
            Self::Sign => true,
        }
    }
}

/// Characters that show instead of what was meant, wherever they are in a text. Each begins with one of the bytes of [`may_have_sign`].
const SIGNS: [&str; 19] = [
    "{!!",
    "@foreach (",
    "{{",
    "{ { ",
    "{ % ",
    "{%",
    "<%",
    "{frontmatter.",
    "{props.",
    "{Astro.",
    "[object Object]",
    "__tera",
    "&nbsp",
    "&#",
    "<no value>",
    // What is left of “, ” and ’ in UTF-8 when it is read as Windows-1252.
    "â€",
    // The same, read as Latin 1.
    "â\u{80}",
    // What is left of ₹ and other currencies.
    "â‚",
    // What is left of a no-break space.
    "Â\u{a0}",
];

/// Returns the signs in a text that show as typed: all values in other signs, or else the first other sign. `html` is the text as the
/// page has it.
pub fn signs<'a>(text: &'a str, html: &str) -> Vec<(&'a str, Kind<'a>)> {
    let values = values_in_signs(text).filter_map(|(span, name)| {
        let is_owner = name.starts_with("site.") || name.starts_with("page.");
        is_owner.then(|| (&text[span], Kind::Fact(name)))
    });
    let values: Vec<_> = values.collect();
    if !values.is_empty() {
        return values;
    }
    // A word such as "undefined" may be part of a sentence; alone, it is a missing value.
    let is_missing = matches!(text.trim(), "undefined" | "NaN");
    let sign = is_missing.then_some(text.trim());
    let sign = sign.or_else(|| {
        let mut signs = SIGNS.into_iter().filter(|_| may_have_sign(text));
        signs.find(|sign| text.contains(sign))
    });
    // A tag's own text with an unknown reference is reported as HTML.
    let is_escaped = |sign: &&str| html.contains(&sign.replacen('&', "&amp;", 1));
    let sign = sign.or_else(|| entity(text).filter(is_escaped));
    let sign = sign.or_else(|| misread(text));
    let sign = sign.map(|sign| (sign, Kind::Sign));
    let sign = sign.or_else(|| Some((unread_markup(text)?, Kind::Markup)));
    let sign = sign.or_else(|| Some((start(text)?, Kind::Start)));
    Vec::from_iter(sign)
}

/// Returns whether a text has the first byte of one of [`SIGNS`]. Most have none, and need no further search.
fn may_have_sign(text: &str) -> bool {
    // The last one begins â and Â.
    text.bytes()
        .any(|one| matches!(one, b'{' | b'@' | b'[' | b'<' | b'_' | b'&' | 0xC3))
}

/// Returns the mark of a quotation, a heading, or a list with which a text begins.
fn start(text: &str) -> Option<&str> {
    let (mark, rest) = text.trim_start().split_once(' ')?;
    let is_mark = matches!(mark, ">" | "#" | "##" | "###" | "•" | "▪" | "●" | "◦" | "‣");
    (is_mark && rest.starts_with(char::is_alphabetic)).then_some(mark)
}

/// Returns the HTML of the link, the image, or the strong text of Markdown with which a text begins.
pub fn in_html(text: &str) -> Option<String> {
    if let Some(rest) = text.strip_prefix("**") {
        let (inner, _) = rest.split_once("**")?;
        return (!inner.contains('\n')).then(|| format!("<strong>{inner}</strong>"));
    }
    let image = text.strip_prefix('!');
    let link = image.unwrap_or(text).strip_prefix('[')?;
    let (words, rest) = link.split_once("](")?;
    let (address, _) = rest.split_once(')')?;
    if words.contains('\n') || address.contains('\n') {
        return None;
    }
    Some(match image {
        Some(_) => format!("{{{{ image(path=\"{address}\", alt=\"{words}\") }}}}"),
        None => format!("<a href=\"{address}\">{words}</a>"),
    })
}

/// Returns the first two characters in a text that are a letter in UTF-8, read as Windows-1252, such as `Ã©` for é, or `à¤` for the
/// beginning of a letter in Devanagari.
fn misread(text: &str) -> Option<&str> {
    if text.is_ascii() {
        return None;
    }
    let mut signs = text.char_indices().zip(text.chars().skip(1));
    signs.find_map(|((at, first), second)| {
        let is_misread = match first {
            // No quotation mark or dash: it may follow a word in capitals.
            'Ã' if "€ƒ†‡ˆ‰Š‹ŒŽ˜šœžŸ".contains(second) => true,
            'Â' | 'Ã' | 'Ð' | 'Ñ' => {
                matches!(second, '\u{80}'..='\u{9f}' | '\u{a1}'..='\u{bf}')
            }
            'à' => matches!(second, '¤' | '¥'),
            _ => false,
        };
        is_misread.then(|| &text[at..at + first.len_utf8() + second.len_utf8()])
    })
}

/// Number of bytes in which the end of an address is looked for. Browsers cut longer ones.
const LONGEST_ADDRESS: usize = 2_000;

/// Returns the first sign of Markdown or HTML in a text that shows as typed: a link, bold text, or a tag for a part of a sentence.
fn unread_markup(text: &str) -> Option<&str> {
    if !text.contains(['*', '[', '<', '`']) {
        return None;
    }
    let mut links = text.match_indices("](").filter_map(|(at, sign)| {
        let start = text[..at].rfind('[')?;
        let is_image = text[..start].ends_with('!');
        let target = &text[at + sign.len()..];
        let target = &target[..target.floor_char_boundary(LONGEST_ADDRESS)];
        let target = &target[..target.find([')', ' '])?];
        let starts = ["/", "#", "http://", "https://", "mailto:", "tel:"];
        let is_address = starts.iter().any(|start| target.starts_with(start));
        let start = start - usize::from(is_image);
        let is_link = is_address || is_image && !target.is_empty();
        is_link.then(|| &text[start..=at + sign.len() + target.len()])
    });
    let marked = |mark: &'static str| {
        let start = text.find(mark)?;
        let inside = &text[start + mark.len()..];
        let end = inside.find(mark)?;
        let is_marked = inside.starts_with(char::is_alphanumeric)
            && inside[..end].ends_with(|sign: char| !sign.is_whitespace())
            && !text[..start].ends_with(char::is_alphanumeric)
            && !inside[end + mark.len()..].starts_with(char::is_alphanumeric);
        is_marked.then(|| &text[start..start + end + 2 * mark.len()])
    };
    let marks = || ["**", "*", "`"].into_iter().find_map(marked);
    links.next().or_else(marks).or_else(|| tag(text))
}

/// Returns the first tag of HTML in a text: one of an element that marks words of a sentence, one with an attribute, or one whose element
/// the text closes. The name of any other element may be what the text is about.
fn tag(text: &str) -> Option<&str> {
    const OF_SENTENCES: &str = " a b i u em strong br sup sub small p span font ";
    let names = || {
        text.split("</")
            .skip(1)
            .filter_map(|rest| rest.split('>').next())
    };
    let closed = LazyCell::new(|| names().collect::<HashSet<&str>>());
    text.match_indices('<').find_map(|(start, _)| {
        let inner = text[start + 1..].trim_start_matches('/');
        let name = inner.split(|c: char| !c.is_ascii_alphanumeric()).next()?;
        let rest = &inner[name.len()..];
        let length = rest
            .find(['<', '>'])
            .filter(|end| rest[*end..].starts_with('>'))?;
        let attributes = rest[..length].trim_end_matches('/');
        let lower = name.to_ascii_lowercase();
        let is_whole = attributes.trim().is_empty();
        let is_tag = is_element(&lower) && (is_whole || attributes.starts_with(' '));
        let is_closed = || closed.contains(name);
        let is_meant = if is_whole {
            OF_SENTENCES.contains(&format!(" {lower} ")) || is_closed()
        } else {
            attributes.contains('=')
        };
        let end = text.len() - rest.len() + length + 1;
        (is_tag && is_meant).then(|| &text[start..end])
    })
}

/// Returns the first character reference in a text, such as `&amp;`, whether it is known or not.
fn entity(text: &str) -> Option<&str> {
    text.match_indices('&').find_map(|(start, _)| {
        let rest = &text[start + 1..];
        let length = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let (name, after) = rest.split_at(length);
        let is_name = length > 1 && name.starts_with(|c: char| c.is_ascii_alphabetic());
        if is_name
            && after.starts_with(';')
            && !(name.len() <= 3 && name.chars().any(|c| c.is_ascii_uppercase()))
        {
            return Some(&text[start..start + length + 2]);
        }
        let is_sign = SIGNS_WITHOUT_SEMICOLON.contains(&name) && !after.starts_with(['=', '&']);
        is_sign.then(|| &text[start..=start + length])
    })
}

/// Names of characters that show as typed if their semicolon is missing, and that are no words.
const SIGNS_WITHOUT_SEMICOLON: [&str; 12] = [
    "copy", "reg", "amp", "lt", "gt", "quot", "trade", "hellip", "mdash", "ndash", "euro", "rsquo",
];

/// Returns where a text that shows on a page is in its HTML, in which some characters are written as references.
pub fn written(html: &str, sign: &str) -> Option<Range<usize>> {
    let found = |sign: &str| html.find(sign).map(|at| at..at + sign.len());
    let escaped = || sign.replace('&', "&amp;").replace('<', "&lt;");
    found(sign)
        .or_else(|| found(&sign.replacen('&', "&amp;", 1)))
        .or_else(|| found(&escaped()))
        .or_else(|| found(&escaped().replace('>', "&gt;")))
}
