//! What the rules ask about a finished page.

use std::collections::HashSet;

use html5gum::{DefaultEmitter, StartTag, Token, Tokenizer};

/// What the rules need to know of a page.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct PageFacts {
    /// Text of `<title>`.
    pub title: Option<String>,
    /// Content of `<meta name="description">`.
    pub description: Option<String>,
    /// All `id`s, in order.
    pub ids: Vec<String>,
    /// Whether an `id` is there twice.
    pub has_duplicate_ids: bool,
    /// Whether a link leads to another host and keeps a hold on this page.
    pub has_unsafe_links: bool,
    /// Addresses of `<a>`, `<area>` and `<form>`.
    pub links: Vec<Link>,
    /// Addresses of pictures, scripts, styles and frames.
    pub resources: Vec<String>,
    /// Addresses of `<img>` elements without an `alt` attribute.
    pub images_without_alt: Vec<String>,
    /// How many `<h1>` there are.
    pub main_headings: usize,
    /// Marks of the files with fingerprinted names that it names.
    pub assets: Vec<assets::Mark>,
}

/// A link of a page.
#[derive(Debug, PartialEq, Eq)]
pub struct Link {
    /// The address as written.
    pub href: String,
    /// Whether it opens in a new tab without a hold on this page.
    pub is_safe_outside: bool,
}

/// The tokens of a page. What stands in a script or a style is text.
pub fn tokens(html: &str) -> impl Iterator<Item = Token> + '_ {
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    Tokenizer::new_with_emitter(html, emitter).map(|token| match token {
        Ok(token) => token,
    })
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

/// As many as every thread has a stack for.
const FEW_ATTRIBUTES: usize = if cfg!(debug_assertions) { 100 } else { 1_600 };

/// More than an attribute takes of the stack, in bytes.
const STACK_OF_AN_ATTRIBUTE: usize = if cfg!(debug_assertions) {
    16_384
} else {
    2_048
};

/// Takes facts from the tokens of a page, one after the other.
#[derive(Debug, Default)]
pub struct FactsReader {
    facts: PageFacts,
    in_title: bool,
    in_svg: usize,
}

impl FactsReader {
    /// The next token.
    pub fn token(&mut self, token: &Token) {
        match token {
            Token::StartTag(tag) => self.start(tag),
            Token::EndTag(tag) => match tag.name.as_slice() {
                b"title" => self.in_title = false,
                b"svg" => self.in_svg = self.in_svg.saturating_sub(1),
                _ => {}
            },
            Token::String(text) if self.in_title => {
                if let Some(title) = &mut self.facts.title {
                    title.push_str(&String::from_utf8_lossy(text));
                }
            }
            _ => {}
        }
    }

    fn start(&mut self, tag: &StartTag<()>) {
        let facts = &mut self.facts;
        let attribute = |name: &[u8]| {
            let value = tag.attributes.get(name);
            value.map(|value| String::from_utf8_lossy(value).into_owned())
        };
        facts.ids.extend(attribute(b"id"));
        match tag.name.as_slice() {
            // A drawing's own title is not the page's.
            b"svg" if !tag.self_closing => self.in_svg += 1,
            b"title" if self.in_svg == 0 => {
                self.in_title = true;
                facts.title = Some(String::new());
            }
            b"meta" if attribute(b"name").as_deref() == Some("description") => {
                facts.description = attribute(b"content");
            }
            b"h1" => facts.main_headings += 1,
            b"a" | b"area" => {
                if let Some(href) = attribute(b"href") {
                    let rel = attribute(b"rel").unwrap_or_default();
                    let is_safe_outside = attribute(b"target").as_deref() == Some("_blank")
                        && rel.split_ascii_whitespace().any(|word| word == "noopener");
                    facts.has_unsafe_links |= render::is_outside(&href) && !is_safe_outside;
                    facts.links.push(Link {
                        href,
                        is_safe_outside,
                    });
                }
            }
            b"img" => {
                let source = attribute(b"src").unwrap_or_default();
                if attribute(b"alt").is_none() {
                    facts.images_without_alt.push(source.clone());
                }
                facts.resources.push(source);
            }
            b"script" | b"iframe" | b"source" | b"video" | b"audio" => {
                facts.resources.extend(attribute(b"src"));
            }
            b"link"
                if attribute(b"rel")
                    .is_some_and(|rel| rel != "canonical" && rel != "alternate") =>
            {
                facts.resources.extend(attribute(b"href"));
            }
            _ => {}
        }
    }

    /// The facts, after the last token.
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
        let html = "<title>A &amp; B</title><meta name=description content='Text'><h1 id=top>x</h1>\
             <svg><title>not this</title></svg><a href='/a?b=1&amp;c#d'>l</a><img src=x.png><img src=y.png alt=''>\
             <script>if (a < b) { '<a href=no>' }</script><a href='https://e.org' target=_blank rel='noopener nofollow'>o</a>";
        tokens(html).for_each(|token| reader.token(&token));
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
