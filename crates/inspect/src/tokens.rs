//! Splits the HTML of a page into tokens.
//!
//! A fast scan reads well-formed HTML without copying it. `html5gum` reads everything else, such as an attribute with a
//! character reference or a malformed tag, so the tokens are those of `html5gum` either way.

use std::borrow::Cow;
use std::ops::Range;

use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, Tokenizer};
use memchr::{memchr, memchr2, memmem};

/// A token of HTML.
#[derive(Debug)]
pub enum Token<'a> {
    /// A start tag.
    Start(Tag<'a>),
    /// Name of an end tag, in lower case.
    End(&'a str),
    /// Text of an element that can contain only text, such as `<title>`, `<script>` or `<style>`. Other text may be skipped.
    Text(&'a str),
    /// `<![CDATA[`, which begins a comment in HTML, and text in SVG.
    CharacterData,
}

/// A start tag.
#[derive(Debug)]
pub struct Tag<'a> {
    /// Name in lower case.
    pub name: &'a str,
    /// Whether the tag ends with `/>`.
    pub is_self_closing: bool,
    /// Text that the ranges of the attributes refer to.
    text: &'a str,
    attributes: &'a [Attribute],
}

/// Byte ranges of an attribute's name and value in the tag's text.
type Attribute = (Range<usize>, Range<usize>);

impl<'a> Tag<'a> {
    /// Returns the names and values of the attributes.
    pub fn attributes(&self) -> impl Iterator<Item = (&'a str, &'a str)> + use<'a> {
        let (text, attributes) = (self.text, self.attributes.iter());
        attributes.map(|(name, value)| (&text[name.clone()], &text[value.clone()]))
    }

    /// Returns the value of an attribute, which is empty if only the name is written, or `None` if the tag does not have it.
    pub fn attribute(&self, name: &str) -> Option<&'a str> {
        let (text, name) = (self.text.as_bytes(), name.as_bytes());
        let mut attributes = self.attributes.iter();
        let (_, value) = attributes.find(|(known, _)| text[known.clone()] == *name)?;
        Some(&self.text[value.clone()])
    }
}

/// Calls `on_token` for each token of a page.
pub fn read(html: &str, mut on_token: impl FnMut(&Token<'_>)) {
    let bytes = html.as_bytes();
    // Browsers replace these characters, which the fast scan does not do.
    if memchr2(b'\r', b'\0', bytes).is_some() {
        return read_strictly(html, &mut on_token);
    }
    let mut attributes = Vec::new();
    let mut at = 0;
    while let Some(start) = memchr(b'<', &bytes[at..]).map(|found| at + found) {
        let end = match bytes.get(start + 1) {
            Some(b'/') => end_tag(html, start, &mut on_token),
            Some(b'!') => comment_end(bytes, start),
            Some(b'?') => None,
            Some(byte) if byte.is_ascii_alphabetic() => {
                element(html, start, &mut attributes, &mut on_token)
            }
            // A `<` in text.
            _ => Some(start + 1),
        };
        match end {
            Some(end) => at = end,
            None => return read_strictly(&html[start..], &mut on_token),
        }
    }
}

/// Reads an end tag and returns where it ends, or `None` if it is not well-formed.
fn end_tag(html: &str, start: usize, on_token: &mut impl FnMut(&Token<'_>)) -> Option<usize> {
    let (bytes, name) = (html.as_bytes(), start + 2);
    let (end, _) = name_end(bytes, name, NAME_END | UPPER_CASE)?;
    if bytes[end] != b'>' || !bytes[name].is_ascii_lowercase() {
        return None;
    }
    on_token(&Token::End(&html[name..end]));
    Some(end + 1)
}

/// Returns where a comment or `<!doctype html>` ends, or `None` for any other declaration and for a malformed comment.
fn comment_end(html: &[u8], start: usize) -> Option<usize> {
    let rest = &html[start..];
    let doctype = b"<!doctype html>";
    if rest
        .get(..doctype.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(doctype))
    {
        return Some(start + doctype.len());
    }
    let text = rest.strip_prefix(b"<!--")?;
    if text.starts_with(b">") || text.starts_with(b"->") {
        return None;
    }
    let end = memmem::find(text, b"-->")?;
    let is_ended_before = memmem::find(&text[..end], b"--!>").is_some();
    (!is_ended_before).then_some(start + b"<!--".len() + end + b"-->".len())
}

/// Reads a start tag and, if its element can contain only text, that text and the end tag. Returns where reading stopped, or
/// `None` if the element is not well-formed.
fn element(
    html: &str,
    start: usize,
    attributes: &mut Vec<Attribute>,
    on_token: &mut impl FnMut(&Token<'_>),
) -> Option<usize> {
    let tag = start_tag(html.as_bytes(), start, attributes)?;
    let name = &html[start + 1..tag.name_end];
    let content = if tag.is_verbatim {
        ContentModel::of(name)
    } else {
        ContentModel::of(&name.to_ascii_lowercase())
    };
    let start_token = || {
        Token::Start(Tag {
            name,
            is_self_closing: tag.is_self_closing,
            text: html,
            attributes,
        })
    };
    if content == ContentModel::Markup {
        if tag.is_verbatim {
            on_token(&start_token());
        } else {
            read_strictly(&html[start..tag.end], on_token);
        }
        return Some(tag.end);
    }
    let (text_end, end) = content_end(html, tag.end, name)?;
    let text = &html[tag.end..text_end];
    if content == ContentModel::Rest || content == ContentModel::Script && text.contains("<!--") {
        return None;
    }
    if tag.is_verbatim && !(content == ContentModel::Escapable && text.contains('&')) {
        on_token(&start_token());
        if !text.is_empty() {
            on_token(&Token::Text(text));
        }
        on_token(&Token::End(name));
    } else {
        read_strictly(&html[start..end], on_token);
    }
    Some(end)
}

/// Mode in which a tokenizer reads the content of an element (`html5gum::naive_next_state`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ContentModel {
    /// Tags and text.
    Markup,
    /// Text in which character references are decoded.
    Escapable,
    /// Text without character references.
    Raw,
    /// Text with special rules for comments.
    Script,
    /// Text up to the end of the page.
    Rest,
}

impl ContentModel {
    fn of(name: &str) -> Self {
        match name {
            "textarea" | "title" => Self::Escapable,
            "plaintext" => Self::Rest,
            "script" => Self::Script,
            "style" | "iframe" | "xmp" | "noembed" | "noframe" | "noscript" => Self::Raw,
            _ => Self::Markup,
        }
    }
}

/// Returns where the text of an element ends and where its end tag ends, or `None` if there is no well-formed end tag.
fn content_end(html: &str, start: usize, name: &str) -> Option<(usize, usize)> {
    let bytes = html.as_bytes();
    for found in memmem::find_iter(&bytes[start..], b"</") {
        let end_tag = start + found;
        let end = end_tag + 2 + name.len();
        let is_same = bytes
            .get(end_tag + 2..end)
            .is_some_and(|other| other.eq_ignore_ascii_case(name.as_bytes()));
        match bytes.get(end) {
            Some(b'>') if is_same => return Some((end_tag, end + 1)),
            Some(byte) if is_same && (is_space(*byte) || *byte == b'/') => return None,
            _ => {}
        }
    }
    None
}

/// A well-formed start tag.
struct StartTag {
    name_end: usize,
    end: usize,
    is_self_closing: bool,
    /// Whether the tag needs no decoding: names are in lower case, and values have no character references.
    is_verbatim: bool,
}

/// Scans a start tag and stores its attributes in `attributes`. Returns `None` if it is not well-formed (HTML standard,
/// 13.2.5.32 to 13.2.5.40).
fn start_tag(html: &[u8], start: usize, attributes: &mut Vec<Attribute>) -> Option<StartTag> {
    attributes.clear();
    let (tag_name_end, bytes) = name_end(html, start + 1, NAME_END)?;
    let mut is_verbatim = bytes & UPPER_CASE == 0;
    let mut at = tag_name_end;
    let tag = |end, is_self_closing, is_verbatim| StartTag {
        name_end: tag_name_end,
        end,
        is_self_closing,
        is_verbatim,
    };
    loop {
        match *html.get(at)? {
            b'>' => return Some(tag(at + 1, false, is_verbatim)),
            b'/' if *html.get(at + 1)? == b'>' => return Some(tag(at + 2, true, is_verbatim)),
            byte if is_space(byte) || byte == b'/' => at += 1,
            b'=' => return None,
            _ => {
                let (end, bytes) = name_end(html, at, NAME_END | EQUALS_SIGN)?;
                if bytes & NOT_IN_NAME != 0 {
                    return None;
                }
                is_verbatim &= bytes & UPPER_CASE == 0;
                let name = at..end;
                at = after_spaces(html, end)?;
                if html[at] != b'=' {
                    attributes.push((name, at..at));
                    continue;
                }
                at = after_spaces(html, at + 1)?;
                let value = match html[at] {
                    b'>' => return None,
                    quote @ (b'"' | b'\'') => {
                        let value = at + 1;
                        // Most values have no character reference, so one search finds their end.
                        let found = value + memchr2(quote, b'&', &html[value..])?;
                        let end = if html[found] == quote {
                            found
                        } else {
                            is_verbatim = false;
                            found + memchr(quote, &html[found..])?
                        };
                        at = end + 1;
                        value..end
                    }
                    _ => {
                        let value = at;
                        while !is_space(*html.get(at)?) && html[at] != b'>' {
                            is_verbatim &= html[at] != b'&';
                            at += 1;
                        }
                        value..at
                    }
                };
                attributes.push((name, value));
            }
        }
    }
}

const NAME_END: u8 = 1;
const EQUALS_SIGN: u8 = 1 << 1;
const UPPER_CASE: u8 = 1 << 2;
const NOT_IN_NAME: u8 = 1 << 3;

/// The class of each byte in the name of a tag or an attribute.
const KINDS: [u8; 256] = {
    let mut kinds = [0; 256];
    let mut byte: u8 = 0;
    while byte < 128 {
        kinds[byte as usize] = match byte {
            b'/' | b'>' => NAME_END,
            b'=' => EQUALS_SIGN,
            b'A'..=b'Z' => UPPER_CASE,
            b'"' | b'\'' | b'<' => NOT_IN_NAME,
            _ if is_space(byte) => NAME_END,
            _ => 0,
        };
        byte += 1;
    }
    kinds
};

/// Returns where a name that begins at `at` ends, which is at a byte of the kinds `ends`, and the kinds of the bytes in it. Returns `None`
/// at the end of the HTML.
fn name_end(html: &[u8], mut at: usize, ends: u8) -> Option<(usize, u8)> {
    let mut kinds = 0;
    loop {
        let kind = KINDS[usize::from(*html.get(at)?)];
        if kind & ends != 0 {
            return Some((at, kinds));
        }
        kinds |= kind;
        at += 1;
    }
}

const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\t' | b'\x0c')
}

fn after_spaces(html: &[u8], at: usize) -> Option<usize> {
    let spaces = html.get(at..)?.iter().take_while(|byte| is_space(**byte));
    let end = at + spaces.count();
    (end < html.len()).then_some(end)
}

/// Calls `on_token` for each token of some HTML, read by `html5gum`.
fn read_strictly(html: &str, on_token: &mut impl FnMut(&Token<'_>)) {
    let (mut name, mut text) = (String::new(), String::new());
    let mut attributes: Vec<Attribute> = Vec::new();
    let mut on_event = |event: CallbackEvent<'_>| match event {
        CallbackEvent::OpenStartTag { name: new } => {
            name.clear();
            name.push_str(&lossy(new));
            text.clear();
            attributes.clear();
        }
        CallbackEvent::AttributeName { name } => {
            let start = text.len();
            text.push_str(&lossy(name));
            let end = text.len();
            attributes.push((start..end, end..end));
        }
        CallbackEvent::AttributeValue { value } => {
            text.push_str(&lossy(value));
            if let Some((_, at)) = attributes.last_mut() {
                at.end = text.len();
            }
        }
        CallbackEvent::CloseStartTag { self_closing } => on_token(&Token::Start(Tag {
            name: &name,
            is_self_closing: self_closing,
            text: &text,
            attributes: &attributes,
        })),
        CallbackEvent::EndTag { name } => on_token(&Token::End(&lossy(name))),
        CallbackEvent::String { value } => on_token(&Token::Text(&lossy(value))),
        CallbackEvent::Comment { value } if value.starts_with(b"[CDATA[") => {
            on_token(&Token::CharacterData);
        }
        _ => {}
    };
    let mut emitter = CallbackEmitter::new(|event: CallbackEvent<'_>, _: Span<()>| -> Option<()> {
        on_event(event);
        None
    });
    emitter.naively_switch_states(true);
    Tokenizer::new_with_emitter(html, emitter).for_each(drop);
}

fn lossy(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

/// Calls `read` on a stack that is large enough for `html`: within a tag, `html5gum` recurses for each attribute in double
/// quotes.
pub fn on_sufficient_stack<T: Send>(html: &str, read: impl Fn() -> T + Sync) -> T {
    let attributes = memchr::memchr_iter(b'"', html.as_bytes()).count() / 2;
    if attributes <= FEW_ATTRIBUTES {
        return read();
    }
    let thread = std::thread::Builder::new().stack_size(attributes * STACK_OF_AN_ATTRIBUTE);
    let result = std::thread::scope(|scope| {
        let thread = thread.spawn_scoped(scope, &read);
        thread.ok().and_then(|thread| thread.join().ok())
    });
    result.unwrap_or_else(read)
}

/// Number of attributes for which the stack of any thread is large enough.
const FEW_ATTRIBUTES: usize = if cfg!(debug_assertions) { 100 } else { 1_600 };

/// Stack size for one attribute in bytes, more than the tokenizer uses.
const STACK_OF_AN_ATTRIBUTE: usize = if cfg!(debug_assertions) {
    16_384
} else {
    2_048
};

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the tokens as lines, without text that `read` may skip.
    fn lines(read: impl FnOnce(&mut dyn FnMut(&Token<'_>))) -> Vec<String> {
        let mut lines = Vec::new();
        let mut content = ContentModel::Markup;
        read(&mut |token| match token {
            Token::Start(tag) => {
                content = ContentModel::of(tag.name);
                let attributes: Vec<_> = tag.attributes().collect();
                lines.push(format!(
                    "<{} {attributes:?} {}>",
                    tag.name, tag.is_self_closing
                ));
            }
            Token::End(name) => {
                content = ContentModel::Markup;
                lines.push(format!("</{name}>"));
            }
            Token::Text(text) if content != ContentModel::Markup => lines.push((*text).to_owned()),
            Token::Text(_) => {}
            Token::CharacterData => lines.push("CDATA".to_owned()),
        });
        lines
    }

    fn assert_same(html: &str) {
        let scanned = lines(|on_token| read(html, on_token));
        let strict = lines(|mut on_token| read_strictly(html, &mut on_token));
        assert_eq!(scanned, strict, "{html}");
    }

    const PAGES: [&str; 6] = [
        "<!DOCTYPE html><html lang=en><title>A &amp; B</title><meta name=description content='x>y'><body class>",
        "a < b <a  href = \"/a?b=1&amp;c#d\"\tid='x'>l</a><img src=x.png/><br/><BR><hr / class=a ><p id=ü>ü</p >",
        "<script>if (a</b) '<a>'</script><script type=x><!-- <script> </script> --></script><style>a>b{}</STYLE>",
        "<svg viewBox='0 0 1 1'><title/>not</title><linearGradient x=1></linearGradient><path d=''/></svg>",
        "<!-- a <b> --><!----><!-- --!> <i> --><!--> <u>--><![CDATA[<a>]]><?php <a> ?></ x><p>",
        "<textarea>&lt;<a></textarea ><noscript><b></noscript><plaintext><a></plaintext><a href=x",
    ];

    #[test]
    fn the_scan_reads_what_html5gum_reads() {
        let mut random = 0x9e37_79b9_7f4a_7c15_u64;
        let mut below = |limit: usize| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            usize::try_from(random >> 33).unwrap() % limit
        };
        let parts = [
            "<", ">", "/", "=", "\"", "'", "&", "&amp;", "!", "--", " ", "\n", "a", "A", "\r",
            "\0", "</", "<title>", "</title>", "<script>", "</script", "-->", "\u{c}", "`", "ü",
        ];
        for page in PAGES {
            assert_same(page);
            for _ in 0..3_000 {
                let mut mutant: Vec<char> = page.chars().collect();
                for _ in 0..=below(3) {
                    let from = below(mutant.len() + 1);
                    let to = (from + below(4)).min(mutant.len());
                    let part = parts[below(parts.len())];
                    mutant.splice(from..to, part.chars());
                }
                assert_same(&mutant.into_iter().collect::<String>());
            }
        }
    }
}
