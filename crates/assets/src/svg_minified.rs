//! Minifies SVG files: removes comments, the XML declaration, data of editors, and whitespace between elements, and adds a missing
//! namespace. Shapes and numbers are not changed.

use roxmltree::{Document, NS_XML_URI, Node};

use crate::svg_document::parse;

/// Namespaces that browsers use. Elements and attributes in other namespaces are data of editors.
const READ: [&str; 4] = [
    "http://www.w3.org/2000/svg",
    "http://www.w3.org/1999/xlink",
    "http://www.w3.org/1999/xhtml",
    NS_XML_URI,
];

/// Elements in which whitespace is text.
const WITH_TEXT: [&str; 6] = ["text", "tspan", "textPath", "title", "desc", "style"];

/// Returns the text of an SVG file without its invisible parts. Returns it unchanged if it is malformed.
pub(crate) fn minified(text: &str) -> String {
    match parse(text) {
        Ok(document) => written(text, &document),
        Err(_) => text.to_owned(),
    }
}

fn written(text: &str, document: &Document<'_>) -> String {
    let mut svg = String::with_capacity(text.len());
    let mut open: Vec<Node<'_, '_>> = Vec::new();
    // End of the last element that was left out.
    let mut left_out = 0;
    for node in document.root_element().descendants() {
        let range = node.range();
        while let Some(outer) = open.pop_if(|outer| outer.range().end <= range.start) {
            close(&mut svg, text, outer);
        }
        if range.start < left_out {
            continue;
        }
        if node.is_element() && is_for_editors(text, node) {
            left_out = range.end;
        } else if node.is_element() {
            start(&mut svg, text, node);
            if node.has_children() {
                open.push(node);
            }
        } else if node.is_text() && is_seen(node) {
            let content = node.text().unwrap_or_default();
            svg.push_str(&escaped(content));
        }
    }
    while let Some(outer) = open.pop() {
        close(&mut svg, text, outer);
    }
    svg
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

fn close(svg: &mut String, text: &str, node: Node<'_, '_>) {
    svg.push_str(&format!("</{}>", name(text, node)));
}

/// Writes the start tag of an element.
fn start(svg: &mut String, text: &str, node: Node<'_, '_>) {
    svg.push('<');
    svg.push_str(name(text, node));
    let declared = |prefix| {
        node.parent()
            .and_then(|one| one.lookup_namespace_uri(prefix))
    };
    for namespace in node.namespaces() {
        let (prefix, uri) = (namespace.name(), namespace.uri());
        if declared(prefix) == Some(uri) || (prefix.is_some() && !is_used(node, uri)) {
            continue;
        }
        let prefix = prefix.map_or_else(String::new, |prefix| format!(":{prefix}"));
        let uri = escaped(uri).replace('"', "&quot;");
        svg.push_str(&format!(" xmlns{prefix}=\"{uri}\""));
    }
    // Without it, browsers show a drawing only within a page, not as a picture of its own.
    let has_none = node.tag_name().namespace().is_none();
    if has_none && node.parent_element().is_none() && name(text, node) == "svg" {
        svg.push_str(&format!(" xmlns=\"{}\"", READ[0]));
    }
    for attribute in node.attributes() {
        if attribute.namespace().is_none_or(|uri| READ.contains(&uri)) {
            svg.push(' ');
            svg.push_str(&text[attribute.range()]);
        }
    }
    svg.push_str(if node.has_children() { ">" } else { "/>" });
}

/// Returns the name of an element as written in the text, with its prefix.
fn name<'t>(text: &'t str, node: Node<'_, '_>) -> &'t str {
    let tag = &text[node.range().start + 1..];
    let end = tag.find(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>'));
    &tag[..end.unwrap_or(tag.len())]
}

/// Returns whether browsers use the namespace `uri`, and an element or attribute in `node` belongs to it.
fn is_used(node: Node<'_, '_>, uri: &str) -> bool {
    READ.contains(&uri)
        && node.descendants().any(|one| {
            let mut attributes = one.attributes();
            one.tag_name().namespace() == Some(uri)
                || attributes.any(|one| one.namespace() == Some(uri))
        })
}

/// Returns whether an element contains only data of editors. An element without a prefix is kept even if its namespace is
/// misspelled.
fn is_for_editors(text: &str, node: Node<'_, '_>) -> bool {
    let namespace = node.tag_name().namespace().unwrap_or_default();
    let name = name(text, node);
    name == "metadata" || (name.contains(':') && !READ.contains(&namespace))
}

/// Returns whether a text is visible: it is more than whitespace, or it is in an element in which whitespace is text.
fn is_seen(text: Node<'_, '_>) -> bool {
    let is_text = |one: Node<'_, '_>| {
        WITH_TEXT.contains(&one.tag_name().name())
            || one.attribute((NS_XML_URI, "space")) == Some("preserve")
    };
    let content = text.text().unwrap_or_default();
    !content.trim_ascii().is_empty() || text.ancestors().any(is_text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[rustfmt::skip]
    fn what_nobody_sees_is_left_out() {
        for (svg, expected) in [
            (
                "\u{feff}<?xml version='1.0' encoding='UTF-8'?>\n<!-- Made with an editor -->\n<!DOCTYPE svg>\n<svg\n  viewBox='0 0 1 1'\n  >\n  <path\td='M0\n0' />\n</svg>\n",
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox='0 0 1 1'><path d='M0\n0'/></svg>",
            ),
            (
                "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' xmlns:i='http://www.inkscape.org/namespaces/inkscape' xmlns:d='http://purl.org/dc/elements/1.1/' i:version='1'>\n<i:view><g/></i:view><metadata><d:title>x</d:title></metadata><g i:label='a' id='b'/></svg>",
                "<svg xmlns=\"http://www.w3.org/2000/svg\"><g id='b'/></svg>",
            ),
            (
                "<svg xmlns:xlink='http://www.w3.org/1999/xlink'><use xlink:href='#a'/></svg>",
                "<svg xmlns:xlink=\"http://www.w3.org/1999/xlink\" xmlns=\"http://www.w3.org/2000/svg\"><use xlink:href='#a'/></svg>",
            ),
            ("<s:svg xmlns:s='http://www.w3.org/2000/svg'> <s:g/> </s:svg>", "<s:svg xmlns:s=\"http://www.w3.org/2000/svg\"><s:g/></s:svg>"),
            // Whitespace in texts is visible.
            (
                "<svg><text>a <tspan>b</tspan> <tspan>c</tspan></text>\n<g xml:space='preserve'> <a> </a></g> <title> t </title></svg>",
                "<svg xmlns=\"http://www.w3.org/2000/svg\"><text>a <tspan>b</tspan> <tspan>c</tspan></text><g xml:space='preserve'> <a> </a></g><title> t </title></svg>",
            ),
            (
                "<svg><style><![CDATA[a > b { fill: url(\"#c\") } /* & < */]]></style></svg>",
                "<svg xmlns=\"http://www.w3.org/2000/svg\"><style>a > b { fill: url(\"#c\") } /* &amp; &lt; */</style></svg>",
            ),
            ("<svg xmlns='a&quot;&amp;&lt;'/>", "<svg xmlns=\"a&quot;&amp;&lt;\"/>"),
        ] {
            assert_eq!(minified(svg), expected);
            assert_eq!(minified(expected), expected);
        }
        // The last two are malformed.
        for unchanged in ["<svg xmlns=\"http://www.w3.org/2000/svg\" font-family='\"A\"' a=\"it's\" b='&quot;'/>", "<svg><g>", "<svg a=1/>"] {
            assert_eq!(minified(unchanged), unchanged);
        }
    }
}
