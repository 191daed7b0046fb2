//! A finished page as a tree of elements and texts, with the faults of its HTML.

use std::ops::Range;
use std::slice::SliceIndex;

use diagnostic::line_start;

/// Tree of a page. Nodes are in document order; node 0 is the document itself.
#[derive(Debug, Default)]
pub struct Markup {
    pub(super) html: String,
    pub(super) nodes: Vec<Node>,
    /// Faults of the HTML, in order.
    pub faults: Vec<MarkupFault>,
    /// First element that is nested too deeply; nothing after it was read.
    pub too_deep: Option<usize>,
}

#[derive(Debug)]
pub(super) struct Node {
    pub(super) parent: usize,
    /// Index after the last descendant of the node.
    pub(super) end: usize,
    /// Byte range of the start tag or the text.
    pub(super) span: Range<usize>,
    pub(super) kind: NodeKind,
}

#[derive(Debug)]
pub(super) enum NodeKind {
    Document,
    /// Name, and attributes sorted by name. A map would take more memory, because most elements have few attributes.
    Element(String, Box<[(String, String)]>),
    Text(String),
}

/// Returns the value of an attribute, or `None` if the element does not have it.
pub(super) fn value_of<'a>(attributes: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let found = attributes.iter().find(|(known, _)| known == name);
    found.map(|(_, value)| value.as_str())
}

/// A fault in the HTML of a page.
#[derive(Debug, PartialEq, Eq)]
pub struct MarkupFault {
    /// Kind of fault.
    pub kind: MarkupFaultKind,
    /// Message, one sentence without a period at its end.
    pub message: String,
    /// Advice on how to correct it; `None` if the message contains it.
    pub help: Option<String>,
    /// Byte range of the fault in the page.
    pub span: Range<usize>,
    /// Element that has the fault, if any.
    pub element: Option<usize>,
    /// Element around the fault that does not allow it there, if any.
    pub around: Option<usize>,
    /// Byte range of the tag that conflicts with the element, if any.
    pub other: Option<Range<usize>>,
}

/// Kinds of faults.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkupFaultKind {
    /// An element that is not closed, closed twice, or closed across another.
    Nesting,
    /// An element where HTML does not allow it.
    Placement,
    /// A parse error of the tokenizer.
    Syntax,
}

impl Markup {
    /// Returns all elements, in document order.
    pub fn elements(&self) -> impl Iterator<Item = usize> {
        (1..self.nodes.len()).filter(|node| matches!(self.nodes[*node].kind, NodeKind::Element(..)))
    }

    /// Returns all elements with one of these names, in document order.
    pub fn named<'a>(&'a self, names: &'a [&str]) -> impl Iterator<Item = usize> + 'a {
        self.elements()
            .filter(move |element| names.contains(&self.name(*element)))
    }

    /// Returns an element's name, or an empty string for a text node.
    pub fn name(&self, node: usize) -> &str {
        match self.nodes.get(node).map(|node| &node.kind) {
            Some(NodeKind::Element(name, _)) => name,
            _ => "",
        }
    }

    /// Returns the level of a heading, from 1; `None` for other elements.
    pub fn heading_level(&self, node: usize) -> Option<usize> {
        let levels = ["h1", "h2", "h3", "h4", "h5", "h6"];
        let level = levels.iter().position(|one| *one == self.name(node))?;
        Some(level + 1)
    }

    /// Returns an attribute's value, which is empty if only the name is written, or `None` if the node does not have the
    /// attribute.
    pub fn attribute(&self, node: usize, name: &str) -> Option<&str> {
        value_of(self.attributes(node)?, name)
    }

    /// Returns an element's attributes, sorted by name; `None` for a text node.
    pub fn attributes(&self, node: usize) -> Option<&[(String, String)]> {
        match &self.nodes.get(node)?.kind {
            NodeKind::Element(_, attributes) => Some(attributes),
            _ => None,
        }
    }

    /// Returns an element's start tag as it is written in the page.
    pub fn tag(&self, node: usize) -> &str {
        self.nodes
            .get(node)
            .and_then(|node| self.html.get(node.span.clone()))
            .unwrap_or_default()
    }

    /// Returns the elements around a node, from the inside out.
    pub fn ancestors(&self, node: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(self.nodes.get(node).map(|node| node.parent), |parent| {
            self.nodes.get(*parent).map(|node| node.parent)
        })
        .take_while(|parent| *parent != 0)
    }

    /// Returns the innermost element around a node, or `None` if it is not within any element.
    pub fn parent(&self, node: usize) -> Option<usize> {
        self.ancestors(node).next()
    }

    /// Returns whether a node is within an element with one of these names.
    pub fn is_within(&self, node: usize, names: &[&str]) -> bool {
        self.ancestors(node)
            .any(|ancestor| names.contains(&self.name(ancestor)))
    }

    /// Returns the indexes of all nodes within a node, in document order.
    pub fn within(&self, node: usize) -> Range<usize> {
        node + 1..self.nodes.get(node).map_or(node + 1, |node| node.end)
    }

    /// Returns the text of a text node; `None` for an element.
    pub fn as_text(&self, node: usize) -> Option<&str> {
        match &self.nodes.get(node)?.kind {
            NodeKind::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the text within a node, without scripts and styles, and with white space collapsed.
    pub fn text(&self, node: usize) -> String {
        let text: String = self
            .within(node)
            .filter(|inner| !self.is_within(*inner, &["script", "style", "template"]))
            .filter_map(|inner| self.as_text(inner))
            .collect();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Returns the first element with this `id`, or `None` if the page has none.
    pub fn by_id(&self, id: &str) -> Option<usize> {
        self.elements()
            .find(|element| self.attribute(*element, "id") == Some(id))
    }

    /// Returns whether a node is hidden from assistive technology.
    pub fn is_hidden(&self, node: usize) -> bool {
        std::iter::once(node)
            .chain(self.ancestors(node))
            .any(|one| {
                self.attribute(one, "aria-hidden") == Some("true")
                    || self.attribute(one, "hidden").is_some()
                    || matches!(self.name(one), "template" | "script" | "style" | "noscript")
            })
    }

    /// Returns an attribute's value without white space around it; empty if the node does not have the attribute.
    fn trimmed(&self, node: usize, name: &str) -> &str {
        self.attribute(node, name).map_or("", str::trim)
    }

    /// Returns the name that `aria-labelledby` or `aria-label` sets for an element; empty if neither does.
    pub fn label(&self, node: usize) -> String {
        let ids = self.trimmed(node, "aria-labelledby");
        let elements = ids.split_ascii_whitespace().filter_map(|id| self.by_id(id));
        let texts: Vec<String> = elements.map(|element| self.text(element)).collect();
        if texts.concat().is_empty() {
            return self.trimmed(node, "aria-label").to_owned();
        }
        texts.join(" ")
    }

    /// Returns the name of an element for assistive technology, by a subset of WAI-ARIA's accessible name computation 1.2:
    /// `aria-labelledby`, `aria-label`, its content with alternative texts, `title`.
    pub fn accessible_name(&self, node: usize) -> String {
        let label = self.label(node);
        if !label.is_empty() {
            return label;
        }
        let is_hidden = |one: usize| {
            self.attribute(one, "aria-hidden") == Some("true")
                || self.attribute(one, "hidden").is_some()
        };
        let mut parts = Vec::new();
        for inner in self.within(node) {
            let path = std::iter::once(inner).chain(self.ancestors(inner));
            if path.take_while(|one| *one != node).any(is_hidden)
                || self.is_within(inner, &["script", "style", "template"])
            {
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
        let name = if content.is_empty() {
            self.trimmed(node, "title")
        } else {
            content
        };
        name.to_owned()
    }

    /// Returns the byte range of an element's start tag, or of a text node.
    pub fn span(&self, node: usize) -> Range<usize> {
        self.nodes.get(node).map_or(0..0, |node| node.span.clone())
    }

    /// Returns the byte ranges around a part of the page that a source may contain verbatim, in search order: the whole line, the
    /// line from the part on, the line up to the part, the part itself.
    pub fn contexts(&self, span: &Range<usize>) -> [Range<usize>; 4] {
        let (start, end) = (
            span.start.min(self.html.len()),
            span.end.min(self.html.len()),
        );
        let before = self.html.get(..start).unwrap_or_default();
        let after = self.html.get(end..).unwrap_or_default();
        let line_start = line_start(before);
        let line_end = after.find('\n').map_or(self.html.len(), |at| end + at);
        let line = self.html.get(line_start..line_end).unwrap_or_default();
        let line_start = line_start + line.len() - line.trim_start().len();
        let line_end = (line_start + line.trim().len()).max(end);
        let line_start = line_start.min(start);
        [
            line_start..line_end,
            start..line_end,
            line_start..end,
            start..end,
        ]
    }

    /// Returns a part of the HTML, which may be all of it: `html(..)`.
    pub fn html(&self, span: impl SliceIndex<str, Output = str>) -> &str {
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
