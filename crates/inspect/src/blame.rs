//! From something in a finished page back to the line that wrote it.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use content::{Document, Part, TomlText, Tree};
use diagnostic::{Place, Source};
use render::{Plan, Route, Templates, Written};
use serde_json::Value;

use crate::addresses::decoded;

/// Where text of a page may come from.
pub struct Blame<'a> {
    content: &'a Tree,
    templates: &'a Templates,
    plan: &'a Plan,
    /// Names of assets by their addresses, which nobody writes.
    assets: &'a HashMap<String, String>,
    /// `site.toml`, whose facts stand in texts.
    site: &'a Value,
    /// What Markdown wrote, by file, of documents that were asked about: many findings are of one.
    markdown: Mutex<HashMap<String, Arc<Written>>>,
    /// What was looked for on a page: many findings are equal.
    known: Mutex<HashMap<Key, Arc<Known>>>,
    /// Files of data, and documents.
    files: OnceLock<(Vec<TomlText>, Vec<TomlText>)>,
}

/// What was looked for.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    url: String,
    text: String,
    is_link: bool,
    is_asset: bool,
}

/// Where something is written.
struct Known {
    /// In the page's own document, in order.
    own: Vec<Place>,
    /// For whatever the page has more often than its document.
    others: OnceLock<Vec<Place>>,
}

impl<'a> Blame<'a> {
    /// Looks through content and templates. `assets` are names by addresses, `site` is `site.toml`.
    pub fn new(
        content: &'a Tree,
        templates: &'a Templates,
        plan: &'a Plan,
        assets: &'a HashMap<String, String>,
        site: &'a Value,
    ) -> Self {
        Self {
            content,
            templates,
            plan,
            assets,
            site,
            markdown: Mutex::default(),
            known: Mutex::default(),
            files: OnceLock::new(),
        }
    }

    /// Where `text` was written, for the page at `url`, the time counted by `time` from 0; the likeliest place.
    pub fn written(&self, url: &str, text: &str, time: usize) -> Option<Place> {
        let asset = self.assets.get(text);
        let wanted = Wanted::text(asset.map_or(text, String::as_str));
        self.places(url, &wanted, time, asset.is_some())
            .into_iter()
            .next()
    }

    /// Every place that leads to `href`, for the page at `url`, the time counted by `time` from 0: a link of Markdown, an
    /// attribute of HTML, a value of TOML, never a word of a sentence. There are several where a template of the page has
    /// it and data as well, or data more than once.
    pub fn links(&self, url: &str, href: &str, time: usize) -> Vec<Place> {
        let asset = self.assets.get(href).filter(|_| !href.is_empty());
        let wanted = asset.map_or_else(|| Wanted::link(href), |name| Wanted::text(name));
        self.places(url, &wanted, time, asset.is_some())
    }

    /// Looked through are, one after the other until there is something: the page's document; the templates that it draws
    /// in, together with values of data that are this and nothing else; what only holds it or puts it together; what the
    /// page does not draw in. A comment writes nothing.
    fn places(&self, url: &str, wanted: &Wanted<'_>, time: usize, is_asset: bool) -> Vec<Place> {
        let route = self.plan.routes.get(url);
        // What Markdown says of its pictures is checked where it is read.
        let document = route.and_then(|route| route.document.as_deref());
        let document = document.filter(|_| !is_asset);
        let strict = wanted.strictness();
        let key = Key {
            url: url.to_owned(),
            text: wanted.text.to_owned(),
            is_link: wanted.is_link,
            is_asset,
        };
        let known = {
            let mut all = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            let known = all.entry(key).or_insert_with(|| {
                let own = document.map(|one| self.in_document(wanted, one, strict));
                Arc::new(Known {
                    own: own.unwrap_or_default(),
                    others: OnceLock::new(),
                })
            });
            Arc::clone(known)
        };
        if let Some(place) = known.own.get(time) {
            return vec![place.clone()];
        }
        // The page has it more often than its document: the others come from elsewhere.
        let last = known.own.last();
        let others = known
            .others
            .get_or_init(|| self.others(wanted, route.map(AsRef::as_ref), document, last));
        // All of them are named the first time.
        let named = if time == known.own.len() {
            others.len()
        } else {
            1
        };
        others.iter().take(named).cloned().collect()
    }

    /// Places outside of the page's document, or else the last one in it, or else where it is written less exactly.
    fn others(
        &self,
        wanted: &Wanted<'_>,
        route: Option<&Route>,
        document: Option<&Document>,
        last: Option<&Place>,
    ) -> Vec<Place> {
        let drawn = route.map_or_else(Vec::new, |route| self.drawn(route));
        let elsewhere = self.written_elsewhere(wanted, &drawn);
        if !elsewhere.is_empty() {
            return elsewhere;
        }
        let place = last.cloned();
        let place = place.or_else(|| self.held_elsewhere(wanted, &drawn));
        let place = place.or_else(|| {
            let own = self.in_document(wanted, document?, wanted.loosely());
            own.into_iter().next()
        });
        let place = place.or_else(|| {
            let whole = wanted.as_any_value(&document?.toml);
            whole.into_iter().next()
        });
        let place = place.or_else(|| {
            let mut others = self.templates.values();
            others.find_map(|source| wanted.in_template(source, wanted.loosely()).pop())
        });
        place.into_iter().collect()
    }

    /// In the front matter's values and the text of a document.
    fn in_document(
        &self,
        wanted: &Wanted<'_>,
        document: &Document,
        strictness: Strictness,
    ) -> Vec<Place> {
        let source = document.source();
        let mut found = wanted.in_values(&document.toml, &document.pointer, strictness);
        if strictness == Strictness::Anywhere {
            found.extend(wanted.within(source, &document.body, strictness));
            return found;
        }
        let written = self.markdown(document);
        let links = written.links.iter();
        let links = links.filter(|link| wanted.ways.contains(&link.address));
        let mut spans: Vec<Range<usize>> = links.map(|link| link.span.clone()).collect();
        let html = written.html.iter();
        spans.extend(
            html.flat_map(|html| wanted.within(source, html, strictness))
                .map(|place| place.span),
        );
        spans.sort_by_key(|span| span.start);
        found.extend(spans.into_iter().map(|span| Place::new(source, span)));
        found
    }

    /// What a document's Markdown wrote.
    fn markdown(&self, document: &Document) -> Arc<Written> {
        let mut known = self.markdown.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(written) = known.get(&document.source().path) {
            return Arc::clone(written);
        }
        let written = Arc::new(render::written(document, self.site, self.plan));
        known.insert(document.source().path.clone(), Arc::clone(&written));
        written
    }

    /// The marks of the heading with this id in the page's own text.
    pub fn heading(&self, url: &str, id: &str) -> Option<Place> {
        let document = self.plan.routes.get(url)?.document.as_deref()?;
        let written = self.markdown(document);
        let heading = written.headings.iter().find(|heading| heading.id == id)?;
        Some(Place::new(document.source(), heading.marks.clone()))
    }

    /// The element of the page's own text that stands in most others, and in how many.
    pub fn deepest(&self, url: &str) -> Option<(Place, usize)> {
        let document = self.plan.routes.get(url)?.document.as_deref()?;
        let (depth, span) = self.markdown(document).deepest.clone();
        Some((Place::new(document.source(), span), depth))
    }

    /// The first NUL character of the page's own file.
    pub fn nul(&self, url: &str) -> Option<Place> {
        let source = self.plan.routes.get(url)?.document.as_deref()?.source();
        let at = source.text.find('\0')?;
        Some(Place::new(source, at..at + 1))
    }

    /// Every place that gives an element of a page this id: headings and HTML of its text, the templates that it draws in.
    pub fn ids(&self, url: &str, id: &str) -> Vec<Place> {
        let Some(route) = self.plan.routes.get(url) else {
            return Vec::new();
        };
        let mut found: Vec<Place> = Vec::new();
        if let Some(document) = route.document.as_deref() {
            let source = document.source();
            let written = self.markdown(document);
            let headings = written.headings.iter();
            let headings = headings.filter(|heading| heading.id == id);
            found.extend(headings.map(|heading| Place::new(source, heading.marks.clone())));
            let html = written.html.iter();
            found.extend(html.flat_map(|html| attributes_id(source, html.clone(), id)));
            found.sort_by_key(|place| place.span.start);
        }
        for source in self.drawn(route) {
            let comments = spans_between(&source.text, "{#", "#}");
            let in_comment =
                |place: &Place| comments.iter().any(|one| one.contains(&place.span.start));
            let places = attributes_id(source, 0..source.text.len(), id);
            found.extend(places.into_iter().filter(|place| !in_comment(place)));
        }
        found
    }

    /// A value of data that has this key: an attribute of an element that a form or a list describes.
    pub fn keyed(&self, key: &str, value: &str) -> Option<Place> {
        let (data, documents) = self.data_and_documents();
        data.iter().chain(documents).find_map(|toml| {
            let source = &toml.source;
            if !source.path.ends_with(".toml") || !source.text.contains(value) {
                return None;
            }
            let of_key = |one: &&content::Written| {
                one.text == value && one.pointer.rsplit('/').next() == Some(key)
            };
            let text = toml.texts().iter().find(of_key);
            text.map(|one| one.place.clone())
        })
    }

    /// The templates that a page draws in.
    fn drawn(&self, route: &Route) -> Vec<&'a Arc<Source>> {
        let markdown = route.document.as_deref().map_or("", Document::markdown);
        let graph = render::TemplateGraph::new(self.templates);
        graph.dependencies(&route.template, markdown)
    }

    /// Files that are no documents of their own, menus first, and those that are.
    fn data_and_documents(&self) -> &(Vec<TomlText>, Vec<TomlText>) {
        self.files.get_or_init(|| {
            let texts = self.content.texts.values();
            let (documents, mut data): (Vec<_>, Vec<_>) = texts
                .filter(|source| !is_about_content(&source.path))
                .map(TomlText::whole)
                .partition(|toml| self.plan.by_source.contains_key(&toml.source.path));
            data.sort_by_key(|toml| toml.source.path != "content/menus.toml");
            (data, documents)
        })
    }

    /// Where templates of the page write it as it is, and values that are this and nothing else.
    fn written_elsewhere(&self, wanted: &Wanted<'_>, drawn: &[&Arc<Source>]) -> Vec<Place> {
        let (data, _) = self.data_and_documents();
        // The rules of structure.toml name addresses and put none into a page.
        let data = data.iter().filter(|toml| toml.source.path != STRUCTURE);
        let values = data.flat_map(|toml| wanted.as_value(toml));
        let templates = drawn.iter();
        templates
            .flat_map(|source| wanted.in_template(source, wanted.strictness()))
            .chain(values)
            .collect()
    }

    /// What is not written anywhere as it is: values of other documents, text around it, templates that put it together.
    fn held_elsewhere(&self, wanted: &Wanted<'_>, drawn: &[&Arc<Source>]) -> Option<Place> {
        let (data, documents) = self.data_and_documents();
        let document = |toml: &TomlText| {
            let url = self.plan.by_source.get(&toml.source.path)?;
            self.plan.routes.get(url)?.document.clone()
        };
        let mut fields = documents.iter().filter_map(document);
        fields
            .find_map(|one| wanted.as_value(&one.toml).into_iter().next())
            .or_else(|| {
                let mut data = data.iter();
                data.find_map(|toml| {
                    let held = wanted.in_values(toml, "", wanted.loosely());
                    held.into_iter().next()
                })
            })
            .or_else(|| {
                let places = drawn
                    .iter()
                    .filter_map(|source| wanted.put_together(source));
                places.max_by_key(|place| place.span.len())
            })
            .or_else(|| {
                let mut drawn = drawn.iter();
                drawn.find_map(|source| {
                    let places = wanted.in_template(source, wanted.loosely());
                    places.into_iter().next()
                })
            })
            .or_else(|| {
                let mut bodies = documents.iter().filter_map(document);
                bodies.find_map(|one| {
                    let places = self.in_document(wanted, &one, wanted.loosely());
                    places.into_iter().next()
                })
            })
            .or_else(|| {
                let places = self.templates.values();
                let places = places.filter_map(|source| wanted.put_together(source));
                places.max_by_key(|place| place.span.len())
            })
    }

    /// The same for the first of several texts that is written anywhere, the likeliest first.
    pub fn first_place(&self, url: &str, texts: &[&str]) -> Option<Place> {
        texts
            .iter()
            .find_map(|text| self.written(url, text, 0))
            .or_else(|| Some(self.plan.routes.get(url)?.place.clone()))
    }

    /// The place of `part` (bytes of `text`) where all of `text` was written.
    pub fn part(&self, url: &str, text: &str, part: Range<usize>) -> Option<Place> {
        let whole = self.written(url, text, 0)?;
        let start = whole.span.start + part.start;
        Some(Place::new(&whole.source, start..start + part.len()))
    }

    /// The place of the first of several ways to write something that stands in a source, or else the start of what the
    /// page is made from.
    pub fn place_of(&self, url: &str, written: &[String]) -> Option<Place> {
        let written: Vec<&str> = written.iter().map(String::as_str).collect();
        self.first_place(url, &written)
    }

    /// The place of a front matter key of the page's document, of the rule that makes the page, or else where the page
    /// comes from.
    pub fn key(&self, url: &str, key: &str) -> Option<Place> {
        let route = self.plan.routes.get(url)?;
        if let Some(rule) = &route.rule {
            return Some(
                self.rule(&format!("{rule}/{key}"))
                    .unwrap_or_else(|| route.place.clone()),
            );
        }
        let document = route.document.as_deref();
        Some(
            match document.filter(|document| document.fields.contains_key(key)) {
                Some(document) => document.place(&format!("/{key}"), Part::Value),
                None => route.place.clone(),
            },
        )
    }

    /// The start of the page's template.
    pub fn template(&self, url: &str) -> Option<Place> {
        let route = self.plan.routes.get(url)?;
        Some(Place::start_of(self.templates.get(&route.template)?))
    }

    /// The place of a value of `structure.toml`.
    pub fn rule(&self, pointer: &str) -> Option<Place> {
        let (data, _) = self.data_and_documents();
        let structure = data.iter().find(|toml| toml.source.path == STRUCTURE)?;
        Some(structure.locate(pointer, Part::Value))
    }
}

const STRUCTURE: &str = "content/structure.toml";

/// Files that speak of content and hold none: nothing of a page was written there.
fn is_about_content(path: &str) -> bool {
    [
        "content/schemas/",
        "content/wording/",
        "content/checks.toml",
        "content/urls.toml",
    ]
    .iter()
    .any(|one| path.starts_with(one))
}

/// How sure it has to be that a place wrote something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Strictness {
    /// It stands there as the address of a link does: between quotes, in parentheses after square brackets.
    Link,
    /// The same, and where it stands between quotes, these are the value of something that is called an address:
    /// `href="about"`, `url = "about"`. The words of a text are between quotes as well.
    NamedLink,
    /// It stands there alone: `/about` is not found in `/about-us`.
    Anywhere,
}

/// Something that is looked for, in every way it may be written.
struct Wanted<'a> {
    text: &'a str,
    ways: Vec<String>,
    /// Whether it is the address of a link.
    is_link: bool,
    /// Whether it can be nothing but an address, by its form.
    is_address: bool,
}

impl<'a> Wanted<'a> {
    fn text(text: &'a str) -> Self {
        let mut ways = vec![text.to_owned()];
        // A blank is written as it is, and an ampersand as HTML has it.
        ways.extend(decoded(text).filter(|plain| plain != text));
        if text.contains('&') {
            ways.push(text.replace('&', "&amp;"));
        }
        let begins = text.starts_with(['/', '#']) || text.contains("://");
        let is_address =
            begins && !text.contains(|c: char| c.is_whitespace() || matches!(c, '<' | '"'));
        Self {
            text,
            ways,
            is_link: is_address,
            is_address,
        }
    }

    fn link(text: &'a str) -> Self {
        Self {
            is_link: true,
            ..Self::text(text)
        }
    }

    /// How sure it has to be at first.
    fn strictness(&self) -> Strictness {
        match (self.is_link, self.is_address && self.text != "/") {
            (false, _) => Strictness::Anywhere,
            (true, true) => Strictness::Link,
            (true, false) => Strictness::NamedLink,
        }
    }

    /// How sure it has to be where nothing surer is found. A word that is the address of a link is still no other word.
    fn loosely(&self) -> Strictness {
        match self.strictness() {
            Strictness::NamedLink => Strictness::NamedLink,
            _ => Strictness::Anywhere,
        }
    }

    /// In the values below a pointer.
    fn in_values(&self, toml: &TomlText, below: &str, strictness: Strictness) -> Vec<Place> {
        if !self.is_in(&toml.source.text) {
            return Vec::new();
        }
        let below = format!("{below}/");
        let values = toml.texts().iter();
        values
            .filter(|one| one.pointer.starts_with(&below))
            .flat_map(|one| self.within(&toml.source, &one.place.span, strictness))
            .collect()
    }

    /// Values that are this and nothing else; those that are called an address, where any word could be one.
    fn as_value(&self, toml: &TomlText) -> Vec<Place> {
        let is_named = self.strictness() == Strictness::NamedLink;
        let places = self.as_any_value(toml).into_iter();
        places
            .filter(|place| !is_named || is_named_address(&toml.source.text[..place.span.start]))
            .collect()
    }

    /// Values that are this and nothing else.
    fn as_any_value(&self, toml: &TomlText) -> Vec<Place> {
        if !self.is_in(&toml.source.text) {
            return Vec::new();
        }
        let values = toml.texts().iter();
        values
            .filter(|one| self.ways.contains(&one.text))
            .filter_map(|one| {
                let written = &toml.source.text[one.place.span.clone()];
                if one.text.is_empty() {
                    return Some(one.place.clone());
                }
                let at = one.place.span.start + written.find(&one.text)?;
                Some(Place::new(&toml.source, at..at + one.text.len()))
            })
            .collect()
    }

    /// In a template, comments left out.
    fn in_template(&self, source: &Arc<Source>, strictness: Strictness) -> Vec<Place> {
        let comments = spans_between(&source.text, "{#", "#}");
        let places = self.within(source, &(0..source.text.len()), strictness);
        let in_comment = |place: &Place| comments.iter().any(|one| one.contains(&place.span.start));
        places
            .into_iter()
            .filter(|place| !in_comment(place))
            .collect()
    }

    fn is_in(&self, text: &str) -> bool {
        self.ways.iter().any(|way| text.contains(way.as_str()))
    }

    /// In a part of a file.
    fn within(
        &self,
        source: &Arc<Source>,
        span: &Range<usize>,
        strictness: Strictness,
    ) -> Vec<Place> {
        if self.text.is_empty() && strictness == Strictness::Anywhere {
            return Vec::new();
        }
        let part = &source.text[span.clone()];
        let hidden = match strictness {
            Strictness::Link | Strictness::NamedLink => spans_between(part, "<!--", "-->"),
            Strictness::Anywhere => Vec::new(),
        };
        let in_file = |at: &Range<usize>| span.start + at.start..span.start + at.end;
        let mut found: Vec<Range<usize>> = self
            .ways
            .iter()
            .flat_map(|way| part.match_indices(way.as_str()))
            .map(|(at, way)| at..at + way.len())
            .filter(|at| match strictness {
                Strictness::Link => is_link(part, at),
                Strictness::NamedLink => {
                    let between = part[..at.start].ends_with(['"', '\''])
                        && part[at.end..].starts_with(['"', '\'']);
                    is_link(part, at)
                        && is_named_address(&source.text[..in_file(at).start])
                        && (between || !at.is_empty())
                }
                Strictness::Anywhere => self.stands_alone(part, at),
            })
            .filter(|at| !hidden.iter().any(|one| one.contains(&at.start)))
            .collect();
        found.sort_by_key(|at| at.start);
        let places = found.into_iter();
        places.map(|at| Place::new(source, in_file(&at))).collect()
    }

    fn stands_alone(&self, part: &str, at: &Range<usize>) -> bool {
        // A slash by itself is the end of a tag or stands between words, mostly.
        if self.text == "/" {
            return is_link(part, at);
        }
        let is_word =
            |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-' | b'_' | b'#');
        let bytes = part.as_bytes();
        let is_word_at = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(is_word);
        let begins = !is_word_at(Some(at.start)) || !is_word_at(at.start.checked_sub(1));
        let ends = !is_word_at(at.end.checked_sub(1)) || !is_word_at(Some(at.end));
        begins && ends
    }

    /// Where a template writes the beginning and an expression after it: `href="/order-{{ page.slug }}"`.
    fn put_together(&self, source: &Arc<Source>) -> Option<Place> {
        let places = source.text.match_indices("{{").filter_map(|(end, _)| {
            let start = source.text[..end].rfind(['"', '\'', '}', '>'])? + 1;
            let written = &source.text[start..end];
            (written.len() > 1 && self.text.starts_with(written))
                .then(|| Place::new(source, start..end))
        });
        places.max_by_key(|place| place.span.len())
    }
}

/// Whether a part of a text stands there as the address of a link does.
fn is_link(text: &str, at: &Range<usize>) -> bool {
    let (before, after) = (&text[..at.start], &text[at.end..]);
    let ends = after.is_empty()
        || after.starts_with(|c: char| c.is_whitespace() || "\"'`)>\\|".contains(c));
    // `page.url == "/about"` and `item.url ~ "/"` lead nowhere.
    let compared = || {
        let before = before.trim_end_matches(['"', '\'']).trim_end();
        ["==", "!=", "~"].iter().any(|sign| before.ends_with(sign))
    };
    let begins = if before.ends_with('<') {
        // `</a>` is no link to /a, and `<https://…>` is one.
        before.ends_with("](<") || !text[at.clone()].starts_with('/')
    } else if before.ends_with(['"', '\'', '`']) {
        // In Markdown, code between backticks is no link.
        !before.ends_with('`') && !compared()
    } else {
        before.is_empty()
            || before.ends_with("](")
            || before.ends_with(['=', '('])
            || before.trim_end().ends_with("]:")
    };
    begins && ends
}

/// Whether what follows is the value of something that is called an address (`href="`, `url = "`) or stands where
/// Markdown has one.
fn is_named_address(before: &str) -> bool {
    let unquoted = before.trim_end_matches(['"', '\'', '`']);
    let Some(named) = unquoted.trim_end().strip_suffix('=') else {
        return before.ends_with("](")
            || before.ends_with("](<")
            || before.trim_end().ends_with("]:");
    };
    let named = named.trim_end().to_ascii_lowercase();
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let name = &named[named.trim_end_matches(is_word).len()..];
    matches!(name, "action" | "formaction" | "poster" | "cite" | "to")
        || ["href", "src", "url", "link"]
            .iter()
            .any(|ending| name.ends_with(ending))
}

/// Where a part of a file writes `id="…"` with this id.
fn attributes_id(source: &Arc<Source>, span: Range<usize>, id: &str) -> Vec<Place> {
    let part = &source.text[span.clone()];
    let ways = [
        format!("id=\"{id}\""),
        format!("id='{id}'"),
        format!("id={id}"),
    ];
    let found = ways.iter().flat_map(|way| {
        let places = part.match_indices(way.as_str());
        places.filter(|(at, way)| {
            let after = part[at + way.len()..].chars().next();
            let is_whole =
                way.ends_with(['"', '\'']) || after.is_none_or(|c| c.is_whitespace() || c == '>');
            is_whole && part[..*at].ends_with(char::is_whitespace)
        })
    });
    found
        .map(|(at, way)| {
            let start = span.start + at + way.rfind(id).unwrap_or(0);
            Place::new(source, start..start + id.len())
        })
        .collect()
}

/// Everything between two marks, these included.
fn spans_between(text: &str, open: &str, close: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut rest = 0;
    while let Some(start) = text[rest..].find(open).map(|at| rest + at) {
        let end = text[start..].find(close);
        let end = end.map_or(text.len(), |at| start + at + close.len());
        found.push(start..end);
        rest = end;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_and_other_words() {
        for (text, address, expected) in [
            ("<a href=\"/about\">", "/about", true),
            ("<a href=/about>", "/about", true),
            ("see [us](/about).", "/about", true),
            ("see [us](</a b> \"title\")", "/a b", true),
            ("[us]: /about", "/about", true),
            ("<https://e.org>", "https://e.org", true),
            ("url = \"/about\"", "/about", true),
            ("# in the order of /about.", "/about", false),
            ("`/about`", "/about", false),
            ("{% if page.url == \"/about\" %}", "/about", false),
            ("{{ item.url ~ \"/\" }}", "/", false),
            ("<br />", "/", false),
            ("<a href=\"/\">", "/", true),
            ("<a href=\"/about-us\">", "/about", false),
            ("<b>x</b>", "/b", false),
        ] {
            let at = text.find(address).unwrap();
            let found = is_link(text, &(at..at + address.len()));
            assert_eq!(found, expected, "{address} in {text}");
        }
    }
}
