//! Facts about a finished page, collected in one pass for the rules that run in every build.

use std::collections::HashSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::tokens::{Tag, Token};

/// Facts about a page.
#[derive(Debug, Default, Hash, Serialize, Deserialize)]
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
    ids: Vec<TextRange>,
    /// Names of `<a>` elements, sorted by text.
    names: Vec<TextRange>,
    /// Concatenated texts of ids and names.
    texts: Texts,
    /// Addresses before, in, and after `<main>`. Pages share those that are the same, because most pages of a site have the same header
    /// and footer. They are serialized as [`PageFacts::parts_unshared_with`] returns them.
    #[serde(skip)]
    parts: [Arc<Addresses>; 3],
}

/// The addresses in a part of a page.
#[derive(Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Addresses {
    links: Vec<(TextRange, bool)>,
    resources: Vec<TextRange>,
    texts: Texts,
}

/// Concatenated texts.
#[derive(Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Texts(String);

/// Start and end of a text in [`Texts`]. `u32` saves memory, because a page has many links.
type TextRange = (u32, u32);

impl Texts {
    fn get(&self, (start, end): TextRange) -> &str {
        let text = self.0.get(start as usize..end as usize);
        text.unwrap_or_default()
    }

    /// Adds a text, and returns its range. Returns `None` if there is too much text.
    fn add(&mut self, text: &str) -> Option<TextRange> {
        let start = self.0.len();
        let end = start + text.len();
        let range = (u32::try_from(start).ok()?, u32::try_from(end).ok()?);
        self.0.push_str(text);
        Some(range)
    }
}

/// A link in an `<a>` or `<area>` element.
#[derive(Debug, Clone, Copy)]
pub struct Link<'a> {
    /// URL as written.
    pub href: &'a str,
    /// Whether the link opens in a new tab (`target="_blank"`) that cannot control this page (`rel="noopener"`).
    pub is_safe_outside: bool,
}

impl PageFacts {
    /// Returns the values of all `id` attributes, sorted.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.ids.iter().map(|range| self.texts.get(*range))
    }

    /// Returns whether a link can point to `#anchor`: whether an element has it as its `id`, or an `<a>` as its `name` (HTML standard,
    /// 7.4.6.3).
    pub fn has_anchor(&self, anchor: &str) -> bool {
        let has = |ranges: &[TextRange]| {
            let found = ranges.binary_search_by(|range| self.texts.get(*range).cmp(anchor));
            found.is_ok()
        };
        has(&self.ids) || has(&self.names)
    }

    /// Returns the links, in page order.
    pub fn links(&self) -> impl Iterator<Item = Link<'_>> {
        self.parts.iter().flat_map(|part| {
            part.links.iter().map(|(href, is_safe_outside)| Link {
                href: part.texts.get(*href),
                is_safe_outside: *is_safe_outside,
            })
        })
    }

    /// Returns the URLs of images, scripts, style sheets, media and frames.
    pub fn resources(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().flat_map(|part| {
            let resources = part.resources.iter();
            resources.map(|range| part.texts.get(*range))
        })
    }

    /// Returns the URLs of all links, and then those of all resources, without empty ones.
    pub fn addresses(&self) -> impl Iterator<Item = &str> {
        let links = self.links().map(|link| link.href);
        links.chain(self.resources().filter(|href| !href.is_empty()))
    }

    /// Shares the header and the footer with another page, as far as they are the same.
    pub fn share_with(&mut self, other: &Self) {
        let unshared = self.parts_unshared_with(Some(other));
        self.set_parts(unshared, Some(other));
    }

    /// Returns the addresses in the parts of the page that are not the same in another page.
    pub fn parts_unshared_with(&self, other: Option<&Self>) -> [Option<Arc<Addresses>>; 3] {
        std::array::from_fn(|part| {
            let own = &self.parts[part];
            (other.map(|other| &other.parts[part]) != Some(own)).then(|| Arc::clone(own))
        })
    }

    /// Sets the addresses to those that [`PageFacts::parts_unshared_with`] returned, and else to those of the other page.
    pub fn set_parts(&mut self, parts: [Option<Arc<Addresses>>; 3], other: Option<&Self>) {
        for (part, own) in parts.into_iter().enumerate() {
            let same = || other.map(|other| Arc::clone(&other.parts[part]));
            self.parts[part] = own.or_else(same).unwrap_or_default();
        }
    }
}

/// Collects the facts of a page from its tokens.
#[derive(Debug, Default)]
pub struct FactsReader {
    facts: PageFacts,
    parts: [Addresses; 3],
    /// Index of the part that is being read.
    part: usize,
    in_title: bool,
    in_svg: usize,
}

impl FactsReader {
    /// Reads the next token.
    pub fn token(&mut self, token: &Token<'_>) {
        match token {
            Token::Start(tag) => self.start(tag),
            Token::End("title") => self.in_title = false,
            Token::End("main") => self.part = 2,
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
        if let Some(id) = tag.attribute("id") {
            let id = self.facts.texts.add(id);
            self.facts.ids.extend(id);
        }
        match tag.name {
            "main" => self.part = 1,
            // The <title> of an <svg> is not the page's.
            "svg" if !tag.is_self_closing => self.in_svg += 1,
            "title" if self.in_svg == 0 && self.facts.title.is_none() => {
                self.in_title = true;
                self.facts.title = Some(String::new());
            }
            "meta"
                if self.facts.description.is_none()
                    && tag.attribute("name") == Some("description") =>
            {
                self.facts.description = tag.attribute("content").map(str::to_owned);
            }
            "h1" => self.facts.main_headings += 1,
            "a" | "area" => {
                if let Some(name) = tag.attribute("name").filter(|_| tag.name == "a") {
                    let name = self.facts.texts.add(name);
                    self.facts.names.extend(name);
                }
                self.link(tag);
            }
            "img" => {
                if tag.attribute("alt").is_none() {
                    let source = tag.attribute("src").unwrap_or_default();
                    self.facts.images_without_alt.push(source.to_owned());
                }
                self.resource(tag, "src");
                self.list(tag, "srcset");
            }
            "script" | "iframe" | "audio" | "track" => self.resource(tag, "src"),
            "source" => {
                self.resource(tag, "src");
                self.list(tag, "srcset");
            }
            "video" => {
                self.resource(tag, "src");
                self.resource(tag, "poster");
            }
            "image" | "use"
                if tag
                    .attribute("href")
                    .is_some_and(|one| !one.starts_with('#')) =>
            {
                self.resource(tag, "href");
            }
            "input" if tag.attribute("type") == Some("image") => self.resource(tag, "src"),
            "link" if tag.attribute("rel").is_some_and(|rel| rel != "canonical") => {
                self.resource(tag, "href");
                self.list(tag, "imagesrcset");
            }
            _ => {}
        }
    }

    fn link(&mut self, tag: &Tag<'_>) {
        let (mut href, mut rel, mut target) = (None, None, None);
        for (name, value) in tag.attributes() {
            match name {
                "href" => href = href.or(Some(value)),
                "rel" => rel = rel.or(Some(value)),
                "target" => target = target.or(Some(value)),
                _ => {}
            }
        }
        let Some(href) = href else { return };
        let mut rel = rel.unwrap_or_default().split_ascii_whitespace();
        // The missing underscore is reported by the rule attribute-value.
        let is_safe_outside =
            matches!(target, Some("_blank" | "blank")) && rel.any(|word| word == "noopener");
        self.facts.has_unsafe_links |= render::is_outside(href) && !is_safe_outside;
        let part = &mut self.parts[self.part];
        let href = part.texts.add(href);
        part.links.extend(href.map(|href| (href, is_safe_outside)));
    }

    fn resource(&mut self, tag: &Tag<'_>, name: &str) {
        if let Some(url) = tag.attribute(name) {
            self.add_resource(url);
        }
    }

    fn add_resource(&mut self, url: &str) {
        let part = &mut self.parts[self.part];
        let url = part.texts.add(url);
        part.resources.extend(url);
    }

    /// Adds the URLs of a list of pictures.
    fn list(&mut self, tag: &Tag<'_>, name: &str) {
        let value = tag.attribute(name).unwrap_or_default();
        for url in render::srcset::urls(value) {
            self.add_resource(&value[url]);
        }
    }

    /// Returns the facts once all tokens of a page have been read, without the links to the reader's own computer that instructions
    /// show.
    pub fn finish(mut self, html: &str) -> PageFacts {
        let parts = || self.parts.iter();
        let mut links =
            parts().flat_map(|part| part.links.iter().map(|(url, _)| part.texts.get(*url)));
        if links.any(|url| render::is_shown_as_local(url, url)) {
            let shown = links_shown_as_local(html);
            for part in &mut self.parts {
                let texts = &part.texts;
                part.links
                    .retain(|(url, _)| !shown.contains(texts.get(*url)));
            }
        }
        let mut facts = self.facts;
        let texts = &facts.texts;
        for ranges in [&mut facts.ids, &mut facts.names] {
            ranges.sort_unstable_by(|one, other| texts.get(*one).cmp(texts.get(*other)));
            ranges.shrink_to_fit();
        }
        let mut pairs = facts.ids.windows(2);
        facts.has_duplicate_ids = pairs.any(|pair| texts.get(pair[0]) == texts.get(pair[1]));
        facts.texts.0.shrink_to_fit();
        facts.parts = self.parts.map(|mut part| {
            part.links.shrink_to_fit();
            part.resources.shrink_to_fit();
            part.texts.0.shrink_to_fit();
            Arc::new(part)
        });
        facts
    }
}

/// Returns the addresses on the reader's own computer or network that are the texts of links.
fn links_shown_as_local(html: &str) -> HashSet<&str> {
    let links = html.split("<a ").skip(1).filter_map(|link| {
        let (tag, rest) = link.split_once('>')?;
        let (_, address) = tag.split_once("href=\"")?;
        let (address, _) = address.split_once('"')?;
        let text = rest.split("</a>").next()?;
        render::is_shown_as_local(address, text).then_some(address)
    });
    links.collect()
}

#[cfg(test)]
mod tests {
    use diagnostic::Fingerprint;

    use super::*;
    use crate::tokens::read;

    fn facts(html: &str) -> PageFacts {
        let mut reader = FactsReader::default();
        read(html, |token| reader.token(token));
        reader.finish(html)
    }

    #[test]
    fn facts_of_a_page() {
        let html = "<title>A &amp; B</title><meta name=description content='Text'><h1 id=top id=no>x</h1>\
             <svg><title>not this</title></svg><a href='/a?b=1&amp;c#d'>l</a><img src=x.png><img src=y.png alt>\
             <script>if (a < b) { '<a href=no>' }</script><a href='https://e.org' target=_blank rel='noopener nofollow'>o</a>";
        let facts = facts(html);
        assert_eq!(facts.title.as_deref(), Some("A & B"));
        assert_eq!(facts.description.as_deref(), Some("Text"));
        assert_eq!(facts.ids().collect::<Vec<_>>(), ["top"]);
        let links: Vec<Link<'_>> = facts.links().collect();
        assert_eq!(links[0].href, "/a?b=1&c#d");
        assert_eq!(links[1].href, "https://e.org");
        assert!(links[1].is_safe_outside);
        assert_eq!(links.len(), 2);
        assert_eq!(facts.resources().collect::<Vec<_>>(), ["x.png", "y.png"]);
        assert_eq!(facts.images_without_alt, ["x.png"]);
        assert_eq!(facts.main_headings, 1);
    }

    #[test]
    fn links_of_instructions() {
        let html = "<a href=\"http://localhost:80/a\"><b>localhost:80</b></a><main><a href=\"http://localhost\">us</a></main>\
                    <a href=\"edge://flags\">edge://flags</a><a href=\"/b\">/b</a>";
        let facts = facts(html);
        let links = facts.links().map(|link| link.href);
        assert_eq!(links.collect::<Vec<_>>(), ["http://localhost", "/b"]);
    }

    #[test]
    fn resources_of_a_page() {
        let html = "<video poster=p.jpg src=v.mp4><source src=w.webm srcset='a.png 1x, b.png 2x'><track src=t.vtt></video>\
             <link rel=alternate href=/feed.xml><link rel=canonical href=/x><img src=c.png srcset='d.png?x=1&amp;y 2x'>\
             <input type=image src=i.png><link rel=preload imagesrcset='e.png 1x'>";
        let facts = facts(html);
        assert_eq!(
            facts.resources().collect::<Vec<_>>().join(" "),
            "v.mp4 p.jpg w.webm a.png b.png t.vtt /feed.xml c.png d.png?x=1&y i.png e.png"
        );
    }

    #[test]
    fn pages_share_the_header_and_the_footer() {
        let html = |text: &str| {
            format!(
                "<a href=/a>x</a><img src=b.png alt><main><a href=/{text}>x</a></main><a href=/d>x</a>"
            )
        };
        let first = facts(&html("b"));
        let mut second = facts(&html("c"));
        let before = Fingerprint::of_all(&second);
        second.share_with(&first);
        let shared = first.parts.iter().zip(&second.parts);
        let shared = shared.map(|(one, other)| Arc::ptr_eq(one, other));
        assert_eq!(shared.collect::<Vec<_>>(), [true, false, true]);
        let links = second.links().map(|link| link.href);
        assert_eq!(links.collect::<Vec<_>>(), ["/a", "/c", "/d"]);
        assert_eq!(second.resources().collect::<Vec<_>>(), ["b.png"]);
        assert_eq!(Fingerprint::of_all(&second), before);
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
            "<a name=a>",
        ];
        let fingerprints = pages.map(|html| Fingerprint::of_all(&facts(html)));
        let mut distinct = fingerprints.to_vec();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), pages.len());
    }
}
