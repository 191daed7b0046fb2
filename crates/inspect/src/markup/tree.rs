//! A finished page as a tree of elements and texts, with what is wrong with its HTML.

use std::collections::BTreeMap;
use std::ops::Range;

/// A page. Nodes stand in the order of the document; node 0 is the document itself.
#[derive(Debug, Default)]
pub struct Markup {
    pub(super) html: String,
    pub(super) nodes: Vec<Node>,
    /// What is wrong with the HTML, in order.
    pub faults: Vec<Fault>,
    /// An element in more others than browsers follow: what comes after it was not read.
    pub too_deep: Option<usize>,
}

#[derive(Debug)]
pub(super) struct Node {
    pub(super) parent: usize,
    /// The node after the last one within this.
    pub(super) end: usize,
    /// Bytes of the tag or the text.
    pub(super) span: Range<usize>,
    pub(super) kind: Kind,
}

#[derive(Debug)]
pub(super) enum Kind {
    Document,
    Element(String, BTreeMap<String, String>),
    Text(String),
}

/// Something wrong with the HTML.
#[derive(Debug, PartialEq, Eq)]
pub struct Fault {
    /// What kind.
    pub kind: FaultKind,
    /// What is wrong, in one sentence.
    pub message: String,
    /// The bytes of the page it concerns.
    pub span: Range<usize>,
    /// The element it concerns, if any.
    pub element: Option<usize>,
    /// The bytes of what it collides with, if anything.
    pub other: Option<Range<usize>>,
}

/// Kinds of faults.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultKind {
    /// An element that is not closed, or closed twice, or across another.
    Nesting,
    /// An element where it may not stand.
    Placement,
    /// Anything a tokenizer objects to.
    Syntax,
}

impl Markup {
    /// Every element, in order.
    pub fn elements(&self) -> impl Iterator<Item = usize> {
        (1..self.nodes.len()).filter(|node| matches!(self.nodes[*node].kind, Kind::Element(..)))
    }

    /// Every element with one of these names, in order.
    pub fn named<'a>(&'a self, names: &'a [&str]) -> impl Iterator<Item = usize> + 'a {
        self.elements()
            .filter(move |element| names.contains(&self.name(*element)))
    }

    /// An element's name; empty for what is none.
    pub fn name(&self, node: usize) -> &str {
        match self.nodes.get(node).map(|node| &node.kind) {
            Some(Kind::Element(name, _)) => name,
            _ => "",
        }
    }

    /// An attribute's value; empty for one without a value.
    pub fn attribute(&self, node: usize, name: &str) -> Option<&str> {
        self.attributes(node)?.get(name).map(String::as_str)
    }

    /// An element's attributes.
    pub fn attributes(&self, node: usize) -> Option<&BTreeMap<String, String>> {
        match &self.nodes.get(node)?.kind {
            Kind::Element(_, attributes) => Some(attributes),
            _ => None,
        }
    }

    /// The start tag as it stands in the page.
    pub fn tag(&self, node: usize) -> &str {
        self.nodes
            .get(node)
            .and_then(|node| self.html.get(node.span.clone()))
            .unwrap_or_default()
    }

    /// The elements around a node, from the inside out.
    pub fn ancestors(&self, node: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(self.nodes.get(node).map(|node| node.parent), |parent| {
            self.nodes.get(*parent).map(|node| node.parent)
        })
        .take_while(|parent| *parent != 0)
    }

    /// The nearest element around a node.
    pub fn parent(&self, node: usize) -> Option<usize> {
        self.ancestors(node).next()
    }

    /// Whether a node stands in an element with one of these names.
    pub fn is_within(&self, node: usize, names: &[&str]) -> bool {
        self.ancestors(node)
            .any(|ancestor| names.contains(&self.name(ancestor)))
    }

    /// Everything within a node, elements and texts, in order.
    pub fn within(&self, node: usize) -> impl Iterator<Item = usize> + use<> {
        node + 1..self.nodes.get(node).map_or(node + 1, |node| node.end)
    }

    /// The text of a text node.
    pub fn as_text(&self, node: usize) -> Option<&str> {
        match &self.nodes.get(node)?.kind {
            Kind::Text(text) => Some(text),
            _ => None,
        }
    }

    /// All text within a node, white space made single; not that of scripts and styles.
    pub fn text(&self, node: usize) -> String {
        let text: String = self
            .within(node)
            .filter(|inner| !self.is_within(*inner, &["script", "style", "template"]))
            .filter_map(|inner| self.as_text(inner))
            .collect();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The element with this `id`.
    pub fn by_id(&self, id: &str) -> Option<usize> {
        self.elements()
            .find(|element| self.attribute(*element, "id") == Some(id))
    }

    /// Whether a node is taken out of the page for those who listen to it.
    pub fn is_hidden(&self, node: usize) -> bool {
        std::iter::once(node)
            .chain(self.ancestors(node))
            .any(|one| {
                self.attribute(one, "aria-hidden") == Some("true")
                    || self.attribute(one, "hidden").is_some()
                    || matches!(self.name(one), "template" | "script" | "style" | "noscript")
            })
    }

    /// What an element is called aloud (a part of WAI-ARIA's accessible name computation 1.2): `aria-labelledby`,
    /// `aria-label`, its content with alternative texts, `title`.
    pub fn accessible_name(&self, node: usize) -> String {
        if let Some(ids) = self.attribute(node, "aria-labelledby") {
            let name: Vec<String> = ids
                .split_ascii_whitespace()
                .filter_map(|id| self.by_id(id))
                .map(|one| self.text(one))
                .collect();
            if !name.concat().is_empty() {
                return name.join(" ");
            }
        }
        if let Some(label) = self
            .attribute(node, "aria-label")
            .map(str::trim)
            .filter(|label| !label.is_empty())
        {
            return label.to_owned();
        }
        let mut parts = Vec::new();
        for inner in self.within(node) {
            let hidden = std::iter::once(inner)
                .chain(self.ancestors(inner))
                .take_while(|one| *one != node)
                .any(|one| {
                    self.attribute(one, "aria-hidden") == Some("true")
                        || self.attribute(one, "hidden").is_some()
                });
            if hidden || self.is_within(inner, &["script", "style", "template"]) {
                continue;
            }
            match self.name(inner) {
                "" => parts.extend(self.as_text(inner)),
                "img" => parts.extend(self.attribute(inner, "alt")),
                _ => parts.extend(self.attribute(inner, "aria-label")),
            }
        }
        let content = parts.join(" ");
        let content = content.trim();
        if content.is_empty() {
            self.attribute(node, "title")
                .unwrap_or_default()
                .trim()
                .to_owned()
        } else {
            content.to_owned()
        }
    }
}

impl Markup {
    /// Bytes of an element's start tag.
    pub fn span(&self, node: usize) -> Range<usize> {
        self.nodes.get(node).map_or(0..0, |node| node.span.clone())
    }

    /// The bytes around a part of the page that may have been written as they stand, the longest first: its line, its line
    /// from there on, its line up to there, itself.
    pub fn contexts(&self, span: &Range<usize>) -> [Range<usize>; 4] {
        let (start, end) = (
            span.start.min(self.html.len()),
            span.end.min(self.html.len()),
        );
        let line_start = self
            .html
            .get(..start)
            .and_then(|before| before.rfind('\n'))
            .map_or(0, |at| at + 1);
        let line_end = self
            .html
            .get(end..)
            .and_then(|after| after.find('\n'))
            .map_or(self.html.len(), |at| end + at);
        let line = self.html.get(line_start..line_end).unwrap_or_default();
        let line_start = line_start + line.len() - line.trim_start().len();
        let line_end = line_start + line.trim().len();
        let line_start = line_start.min(start);
        let line_end = line_end.max(end);
        [
            line_start..line_end,
            start..line_end,
            line_start..end,
            start..end,
        ]
    }

    /// A part of the page.
    pub fn html(&self, span: Range<usize>) -> &str {
        self.html.get(span).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {

    #[test]
    fn names() {
        for (html, expected) in [
            ("<a href=x> One <b>two</b></a>", "One  two"),
            (
                "<a href=x><svg aria-hidden=true><title>no</title></svg></a>",
                "",
            ),
            ("<a href=x><img src=y alt=Logo></a>", "Logo"),
            ("<a href=x aria-label=Home><i></i></a>", "Home"),
            ("<a href=x title=Tip></a>", "Tip"),
            (
                "<a href=x aria-labelledby='l m'></a><b id=l>L</b><b id=m>M</b>",
                "L M",
            ),
        ] {
            let page = crate::markup::build(html);
            let link = page.named(&["a"]).next().unwrap();
            assert_eq!(page.accessible_name(link), expected, "{html}");
        }
    }

    #[test]
    fn subtrees() {
        let page =
            crate::markup::build("<main><h1>A <b>b</b></h1><p>c</p></main><footer>d</footer>");
        let main = page.named(&["main"]).next().unwrap();
        assert_eq!(page.text(main), "A bc");
        let bold = page.named(&["b"]).next().unwrap();
        assert!(page.is_within(bold, &["main"]) && !page.is_within(bold, &["footer"]));
    }
}
