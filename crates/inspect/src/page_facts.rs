//! Facts about a finished page, collected in one pass for the rules that run in every build.

use std::ops::Range;

use diagnostic::Fingerprinter;

use crate::tokens::{Tag, Token};

/// Facts about a page.
#[derive(Debug, Default)]
pub struct PageFacts {
    /// Text of `<title>`.
    pub title: Option<String>,
    /// Content of `<meta name="description">`.
    pub description: Option<String>,
    /// Whether two elements have the same `id`.
    pub has_duplicate_ids: bool,
    /// Whether any link to another host is unsafe; see [`Link::is_safe_outside`].
    pub has_unsafe_links: bool,
    /// URLs of `<img>` elements without an `alt` attribute.
    pub images_without_alt: Vec<String>,
    /// Number of `<h1>` elements.
    pub main_headings: usize,
    /// Ids, sorted by text.
    ids: Vec<Part>,
    links: Vec<(Part, bool)>,
    resources: Vec<Part>,
    /// Concatenated attribute values that do not appear verbatim in the HTML, because they have character references.
    decoded: String,
}

/// A link in an `<a>` or `<area>` element.
#[derive(Debug, Clone, Copy)]
pub struct Link<'a> {
    /// URL as written.
    pub href: &'a str,
    /// Whether the link opens in a new tab (`target="_blank"`) that cannot control this page (`rel="noopener"`).
    pub is_safe_outside: bool,
}

/// Start and end of a text in the page's HTML; offsets beyond the end of the HTML are in `PageFacts::decoded`. `u32` saves
/// memory, because a page has many links.
type Part = (u32, u32);

impl PageFacts {
    /// Returns the values of all `id` attributes, sorted. `html` is the page's HTML.
    pub fn ids<'a>(&'a self, html: &'a str) -> impl Iterator<Item = &'a str> {
        self.ids.iter().map(|part| self.text(html, *part))
    }

    /// Returns whether an element has this `id`. `html` is the page's HTML.
    pub fn has_id(&self, html: &str, id: &str) -> bool {
        let found = self
            .ids
            .binary_search_by(|part| self.text(html, *part).cmp(id));
        found.is_ok()
    }

    /// Returns the links, in page order. `html` is the page's HTML.
    pub fn links<'a>(&'a self, html: &'a str) -> impl Iterator<Item = Link<'a>> {
        self.links.iter().map(|(href, is_safe_outside)| Link {
            href: self.text(html, *href),
            is_safe_outside: *is_safe_outside,
        })
    }

    /// Returns the URLs of images, scripts, style sheets, media and frames. `html` is the page's HTML.
    pub fn resources<'a>(&'a self, html: &'a str) -> impl Iterator<Item = &'a str> {
        self.resources.iter().map(|part| self.text(html, *part))
    }

    fn text<'a>(&'a self, html: &'a str, (start, end): Part) -> &'a str {
        let (start, end) = (start as usize, end as usize);
        let text = match start.checked_sub(html.len()) {
            Some(start) => self.decoded.get(start..end - html.len()),
            None => html.get(start..end),
        };
        text.unwrap_or_default()
    }

    /// Adds all facts to a fingerprint. `html` is the page's HTML.
    pub fn add_to(&self, html: &str, all: Fingerprinter) -> Fingerprinter {
        let all = all
            .optional(self.title.as_deref())
            .optional(self.description.as_deref())
            .number(self.main_headings);
        let ids = self.ids(html).map(|id| (id, false));
        let links = self.links(html);
        let links = links.map(|link| (link.href, link.is_safe_outside));
        let resources = self.resources(html).map(|url| (url, false));
        let images = self.images_without_alt.iter();
        let images = images.map(|image| (image.as_str(), false));
        // Joined into one text: a page has hundreds of texts, and a call for each would take longer.
        let mut texts = Vec::with_capacity(40 * (self.ids.len() + self.links.len()));
        for (text, flag) in ids.chain(links).chain(resources).chain(images) {
            texts.extend_from_slice(text.as_bytes());
            // No text contains these bytes, because they are not UTF-8.
            texts.push(0xfe + u8::from(flag));
        }
        all.number(self.ids.len())
            .number(self.links.len())
            .number(self.resources.len())
            .bytes(&texts)
    }
}

/// Collects the facts of a page from its tokens.
#[derive(Debug)]
pub struct FactsReader<'a> {
    html: &'a str,
    facts: PageFacts,
    in_title: bool,
    in_svg: usize,
}

impl<'a> FactsReader<'a> {
    /// Creates a reader for the tokens of a page.
    pub fn new(html: &'a str) -> Self {
        Self {
            html,
            facts: PageFacts::default(),
            in_title: false,
            in_svg: 0,
        }
    }

    /// Reads the next token.
    pub fn token(&mut self, token: &Token<'_>) {
        match token {
            Token::Start(tag) => self.start(tag),
            Token::End("title") => self.in_title = false,
            Token::End("svg") => self.in_svg = self.in_svg.saturating_sub(1),
            Token::Text(text) if self.in_title => {
                if let Some(title) = &mut self.facts.title {
                    title.push_str(text);
                }
            }
            Token::End(_) | Token::Text(_) | Token::CharacterData => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        let id = self.part(tag, "id");
        self.facts.ids.extend(id);
        match tag.name {
            // The <title> of an <svg> is not the page's.
            "svg" if !tag.is_self_closing => self.in_svg += 1,
            "title" if self.in_svg == 0 => {
                self.in_title = true;
                self.facts.title = Some(String::new());
            }
            "meta" if tag.attribute("name") == Some("description") => {
                self.facts.description = tag.attribute("content").map(str::to_owned);
            }
            "h1" => self.facts.main_headings += 1,
            "a" | "area" => self.link(tag),
            "img" => {
                if tag.attribute("alt").is_none() {
                    let source = tag.attribute("src").unwrap_or_default();
                    self.facts.images_without_alt.push(source.to_owned());
                }
                self.resource(tag, "src");
            }
            "script" | "iframe" | "source" | "video" | "audio" => self.resource(tag, "src"),
            "link" => {
                let rel = tag.attribute("rel");
                if rel.is_some_and(|rel| rel != "canonical" && rel != "alternate") {
                    self.resource(tag, "href");
                }
            }
            _ => {}
        }
    }

    fn link(&mut self, tag: &Tag<'_>) {
        let (mut href, mut rel, mut target) = (None, None, None);
        for (name, value, span) in tag.spans() {
            match name {
                "href" => href = href.or(Some((value, span))),
                "rel" => rel = rel.or(Some(value)),
                "target" => target = target.or(Some(value)),
                _ => {}
            }
        }
        let Some((href, span)) = href else { return };
        let mut rel = rel.unwrap_or_default().split_ascii_whitespace();
        let is_safe_outside = target == Some("_blank") && rel.any(|word| word == "noopener");
        self.facts.has_unsafe_links |= render::is_outside(href) && !is_safe_outside;
        let href = self.add(href, span);
        self.facts
            .links
            .extend(href.map(|href| (href, is_safe_outside)));
    }

    fn resource(&mut self, tag: &Tag<'_>, name: &str) {
        let url = self.part(tag, name);
        self.facts.resources.extend(url);
    }

    /// Returns the range of an attribute's value, which is added to the decoded texts if the page does not contain it verbatim.
    /// Returns `None` if the tag does not have the attribute.
    fn part(&mut self, tag: &Tag<'_>, name: &str) -> Option<Part> {
        let mut spans = tag.spans();
        let (_, value, span) = spans.find(|(known, ..)| *known == name)?;
        self.add(value, span)
    }

    /// Returns the range of a value. Adds the value to the decoded texts if it has no `span` in the page.
    fn add(&mut self, value: &str, span: Option<Range<usize>>) -> Option<Part> {
        let Range { start, end } = span.unwrap_or_else(|| {
            let start = self.html.len() + self.facts.decoded.len();
            self.facts.decoded.push_str(value);
            start..start + value.len()
        });
        Some((u32::try_from(start).ok()?, u32::try_from(end).ok()?))
    }

    /// Returns the facts once all tokens have been read.
    pub fn finish(self) -> PageFacts {
        let mut facts = self.facts;
        let parts = facts.ids.iter().copied();
        let mut ids: Vec<(&str, Part)> = facts.ids(self.html).zip(parts).collect();
        ids.sort_unstable();
        let has_duplicate_ids = ids.windows(2).any(|pair| pair[0].0 == pair[1].0);
        facts.ids = ids.into_iter().map(|(_, part)| part).collect();
        facts.has_duplicate_ids = has_duplicate_ids;
        facts.links.shrink_to_fit();
        facts.resources.shrink_to_fit();
        facts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokens::read;

    fn facts(html: &str) -> PageFacts {
        let mut reader = FactsReader::new(html);
        read(html, |token| reader.token(token));
        reader.finish()
    }

    #[test]
    fn facts_of_a_page() {
        let html = "<title>A &amp; B</title><meta name=description content='Text'><h1 id=top id=no>x</h1>\
             <svg><title>not this</title></svg><a href='/a?b=1&amp;c#d'>l</a><img src=x.png><img src=y.png alt>\
             <script>if (a < b) { '<a href=no>' }</script><a href='https://e.org' target=_blank rel='noopener nofollow'>o</a>";
        let facts = facts(html);
        assert_eq!(facts.title.as_deref(), Some("A & B"));
        assert_eq!(facts.description.as_deref(), Some("Text"));
        assert_eq!(facts.ids(html).collect::<Vec<_>>(), ["top"]);
        let links: Vec<Link<'_>> = facts.links(html).collect();
        assert_eq!(links[0].href, "/a?b=1&c#d");
        assert_eq!(links[1].href, "https://e.org");
        assert!(links[1].is_safe_outside);
        assert_eq!(links.len(), 2);
        assert_eq!(
            facts.resources(html).collect::<Vec<_>>(),
            ["x.png", "y.png"]
        );
        assert_eq!(facts.images_without_alt, ["x.png"]);
        assert_eq!(facts.main_headings, 1);
    }

    #[test]
    fn a_fingerprint_covers_every_fact() {
        let pages = [
            "",
            "<title>a</title><p id=b>",
            "<title>a</title><p id=c>",
            "<title>b</title>",
            "<h1>a</h1>",
            "<a href=a>",
            "<a href='&#97;' target=_blank rel=noopener>",
            "<img alt='' src=a>",
            "<img src=a>",
            "<meta name=description content=a>",
        ];
        let fingerprints = pages.map(|html| {
            let all = Fingerprinter::default();
            facts(html).add_to(html, all).finish()
        });
        let mut distinct = fingerprints.to_vec();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), pages.len());
    }
}
