//! Reads a finished page: its tags and texts, and its facts for the rules of every build.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, Tokenizer};

/// Facts of a page.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct PageFacts {
    /// Text of `<title>`.
    pub title: Option<String>,
    /// Content of `<meta name="description">`.
    pub description: Option<String>,
    /// All `id` attributes, in order.
    pub ids: Vec<String>,
    /// Whether two elements have the same `id`.
    pub has_duplicate_ids: bool,
    /// Whether a link to another host is not safe; see [`Link::is_safe_outside`].
    pub has_unsafe_links: bool,
    /// Links of `<a>` and `<area>`.
    pub links: Vec<Link>,
    /// URLs of images, scripts, style sheets, and frames.
    pub resources: Vec<String>,
    /// URLs of `<img>` elements without an `alt` attribute.
    pub images_without_alt: Vec<String>,
    /// Number of `<h1>` elements.
    pub main_headings: usize,
    /// Marks of the fingerprinted files that it names.
    pub assets: Vec<assets::Mark>,
}

/// A link of a page.
#[derive(Debug, PartialEq, Eq)]
pub struct Link {
    /// URL as written.
    pub href: String,
    /// Whether it opens in a new tab (`target="_blank"`) that cannot control this page (`rel="noopener"`).
    pub is_safe_outside: bool,
}

/// A part of a page.
#[derive(Debug)]
pub enum Token<'a> {
    /// A start tag.
    Start(Tag<'a>),
    /// The name of an end tag.
    End(&'a [u8]),
    /// A text. The content of scripts and styles is text.
    Text(&'a [u8]),
}

/// A start tag.
#[derive(Debug)]
pub struct Tag<'a> {
    /// Name in lower case.
    pub name: &'a [u8],
    /// Whether it ends with `/>`.
    pub is_self_closing: bool,
    bytes: &'a [u8],
    attributes: &'a [Attribute],
}

/// Name and value of an attribute in a buffer.
type Attribute = (Range<usize>, Range<usize>);

impl<'a> Tag<'a> {
    /// Returns names and values of its attributes.
    pub fn attributes(&self) -> impl Iterator<Item = (&'a [u8], Cow<'a, str>)> + use<'a> {
        let (bytes, attributes) = (self.bytes, self.attributes.iter());
        attributes.map(|(name, value)| {
            let value = String::from_utf8_lossy(&bytes[value.clone()]);
            (&bytes[name.clone()], value)
        })
    }

    /// Returns the value of an attribute; empty for one without a value.
    pub fn attribute(&self, name: &str) -> Option<Cow<'a, str>> {
        let mut attributes = self.attributes.iter();
        let (_, value) = attributes.find(|(at, _)| &self.bytes[at.clone()] == name.as_bytes())?;
        Some(String::from_utf8_lossy(&self.bytes[value.clone()]))
    }
}

/// Calls a function for each token of a page. Nothing is allocated for a tag.
pub fn read(html: &str, mut on_token: impl FnMut(&Token<'_>)) {
    let (mut name, mut bytes) = (Vec::new(), Vec::new());
    let mut attributes: Vec<Attribute> = Vec::new();
    let mut on_event = |event: CallbackEvent<'_>| match event {
        CallbackEvent::OpenStartTag { name: new } => {
            name.clear();
            name.extend_from_slice(new);
            bytes.clear();
            attributes.clear();
        }
        CallbackEvent::AttributeName { name } => {
            let start = bytes.len();
            bytes.extend_from_slice(name);
            let end = bytes.len();
            attributes.push((start..end, end..end));
        }
        CallbackEvent::AttributeValue { value } => {
            bytes.extend_from_slice(value);
            if let Some((_, at)) = attributes.last_mut() {
                at.end = bytes.len();
            }
        }
        CallbackEvent::CloseStartTag { self_closing } => on_token(&Token::Start(Tag {
            name: &name,
            is_self_closing: self_closing,
            bytes: &bytes,
            attributes: &attributes,
        })),
        CallbackEvent::EndTag { name } => on_token(&Token::End(name)),
        CallbackEvent::String { value } => on_token(&Token::Text(value)),
        _ => {}
    };
    let mut emitter = CallbackEmitter::new(|event: CallbackEvent<'_>, _: Span<()>| -> Option<()> {
        on_event(event);
        None
    });
    emitter.naively_switch_states(true);
    Tokenizer::new_with_emitter(html, emitter).for_each(drop);
}

/// Reads HTML on a stack that is large enough: the tokenizer calls itself for each attribute in double quotes, until the
/// element's tag ends.
pub fn on_sufficient_stack<T: Send>(html: &str, read: impl Fn() -> T + Sync) -> T {
    let attributes = html.bytes().filter(|byte| *byte == b'"').count() / 2;
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

/// Number of attributes that the stack of every thread is large enough for.
const FEW_ATTRIBUTES: usize = if cfg!(debug_assertions) { 100 } else { 1_600 };

/// Bytes of the stack for one attribute, more than the tokenizer uses.
const STACK_OF_AN_ATTRIBUTE: usize = if cfg!(debug_assertions) {
    16_384
} else {
    2_048
};

/// Collects the facts of a page from its tokens.
#[derive(Debug, Default)]
pub struct FactsReader {
    facts: PageFacts,
    in_title: bool,
    in_svg: usize,
}

impl FactsReader {
    /// Reads the next token.
    pub fn token(&mut self, token: &Token<'_>) {
        match token {
            Token::Start(tag) => self.start(tag),
            Token::End(b"title") => self.in_title = false,
            Token::End(b"svg") => self.in_svg = self.in_svg.saturating_sub(1),
            Token::Text(text) if self.in_title => {
                if let Some(title) = &mut self.facts.title {
                    title.push_str(&String::from_utf8_lossy(text));
                }
            }
            _ => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        let facts = &mut self.facts;
        let attribute = |name: &str| tag.attribute(name).map(Cow::into_owned);
        facts.ids.extend(attribute("id"));
        match tag.name {
            // The <title> of an <svg> is not the page's.
            b"svg" if !tag.is_self_closing => self.in_svg += 1,
            b"title" if self.in_svg == 0 => {
                self.in_title = true;
                facts.title = Some(String::new());
            }
            b"meta" if tag.attribute("name").as_deref() == Some("description") => {
                facts.description = attribute("content");
            }
            b"h1" => facts.main_headings += 1,
            b"a" | b"area" => {
                if let Some(href) = attribute("href") {
                    let rel = tag.attribute("rel").unwrap_or_default();
                    let is_safe_outside = tag.attribute("target").as_deref() == Some("_blank")
                        && rel.split_ascii_whitespace().any(|word| word == "noopener");
                    facts.has_unsafe_links |= render::is_outside(&href) && !is_safe_outside;
                    facts.links.push(Link {
                        href,
                        is_safe_outside,
                    });
                }
            }
            b"img" => {
                let source = attribute("src").unwrap_or_default();
                if tag.attribute("alt").is_none() {
                    facts.images_without_alt.push(source.clone());
                }
                facts.resources.push(source);
            }
            b"script" | b"iframe" | b"source" | b"video" | b"audio" => {
                facts.resources.extend(attribute("src"));
            }
            b"link" => {
                let rel = tag.attribute("rel");
                if rel.is_some_and(|rel| rel != "canonical" && rel != "alternate") {
                    facts.resources.extend(attribute("href"));
                }
            }
            _ => {}
        }
    }

    /// Returns the facts after the last token.
    pub fn finish(mut self) -> PageFacts {
        let ids = &self.facts.ids;
        let distinct: HashSet<&str> = ids.iter().map(String::as_str).collect();
        self.facts.has_duplicate_ids = distinct.len() < ids.len();
        self.facts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_of_a_page() {
        let mut reader = FactsReader::default();
        let html = "<title>A &amp; B</title><meta name=description content='Text'><h1 id=top id=no>x</h1>\
             <svg><title>not this</title></svg><a href='/a?b=1&amp;c#d'>l</a><img src=x.png><img src=y.png alt>\
             <script>if (a < b) { '<a href=no>' }</script><a href='https://e.org' target=_blank rel='noopener nofollow'>o</a>";
        read(html, |token| reader.token(token));
        let facts = reader.finish();
        assert_eq!(facts.title.as_deref(), Some("A & B"));
        assert_eq!(facts.description.as_deref(), Some("Text"));
        assert_eq!(facts.ids, ["top"]);
        assert_eq!(facts.links[0].href, "/a?b=1&c#d");
        assert!(facts.links[1].is_safe_outside);
        assert_eq!(facts.links.len(), 2);
        assert_eq!(facts.images_without_alt, ["x.png"]);
        assert_eq!(facts.main_headings, 1);
    }
}
