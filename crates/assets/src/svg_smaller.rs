//! Leaves out what nobody sees of an SVG file: comments, the XML declaration, what editors add for themselves, and space between
//! elements. Shapes and numbers stay as they are.

use std::collections::{BTreeMap, BTreeSet};

use crate::svg_tokens::{Attribute, Token, split_name, tokens};

/// Namespaces that browsers read. Everything else is for editors.
const READ: [&str; 4] = [
    "http://www.w3.org/2000/svg",
    "http://www.w3.org/1999/xlink",
    "http://www.w3.org/1999/xhtml",
    "http://www.w3.org/XML/1998/namespace",
];

/// Elements in which space is text.
const WITH_TEXT: [&str; 6] = ["text", "tspan", "textPath", "title", "desc", "style"];

/// Returns a well-formed SVG text without what nobody sees. A malformed one is returned unchanged.
pub(crate) fn smaller(text: &str) -> String {
    let Ok(tokens) = tokens(text) else {
        return text.to_owned();
    };
    let editors = prefixes_of_editors(&tokens);
    let is_left_out = |name: &str| name == "metadata" || editors.contains(split_name(name).0);
    let kept = kept(&tokens, is_left_out);
    let mut used = BTreeSet::new();
    for token in &kept {
        if let Token::Open {
            name, attributes, ..
        } = token
        {
            let names = attributes.iter().map(|one| one.name).chain([*name]);
            used.extend(
                names
                    .filter(|name| !is_left_out(name))
                    .map(|name| split_name(name).0),
            );
        }
    }
    let is_written = |attribute: &&Attribute<'_>| match attribute.name.strip_prefix("xmlns:") {
        Some(prefix) => used.contains(prefix),
        None => !editors.contains(split_name(attribute.name).0),
    };
    let mut svg = String::with_capacity(text.len());
    for token in kept {
        match token {
            Token::Open {
                name,
                attributes,
                is_empty,
            } => {
                svg.push('<');
                svg.push_str(name);
                for attribute in attributes.iter().filter(is_written) {
                    // A value has no quotation marks of the other kind, or else it keeps its own.
                    let quote = if attribute.value.contains('"') {
                        '\''
                    } else {
                        '"'
                    };
                    svg.push_str(&format!(
                        " {}={quote}{}{quote}",
                        attribute.name, attribute.value
                    ));
                }
                svg.push_str(if *is_empty { "/>" } else { ">" });
            }
            Token::Close(name) => svg.push_str(&format!("</{name}>")),
            Token::Text(text) => svg.push_str(text),
            // In a page, HTML knows no CDATA sections in some elements.
            Token::CData(text) => {
                svg.push_str(&text.replace('&', "&amp;").replace('<', "&lt;"));
            }
            Token::Comment | Token::Instruction(_) | Token::Doctype(_) => {}
        }
    }
    svg
}

/// Returns the prefixes whose namespace no browser reads.
fn prefixes_of_editors<'a>(tokens: &[(usize, Token<'a>)]) -> BTreeSet<&'a str> {
    let mut is_read: BTreeMap<&str, bool> = BTreeMap::new();
    for (_, token) in tokens {
        if let Token::Open { attributes, .. } = token {
            for attribute in attributes {
                if let Some(prefix) = attribute.name.strip_prefix("xmlns:") {
                    // A prefix may be declared again with another meaning.
                    *is_read.entry(prefix).or_default() |= READ.contains(&attribute.value);
                }
            }
        }
    }
    let editors = is_read.into_iter().filter(|(_, is_read)| !is_read);
    editors.map(|(prefix, _)| prefix).collect()
}

/// Returns the tokens that are written: without comments, instructions, elements that are left out, and space between elements.
fn kept<'t, 'a>(
    tokens: &'t [(usize, Token<'a>)],
    is_left_out: impl Fn(&str) -> bool,
) -> Vec<&'t Token<'a>> {
    let mut kept = Vec::with_capacity(tokens.len());
    // For each open element: whether space in it is text, and whether it is left out.
    let mut open: Vec<(bool, bool)> = Vec::new();
    for (_, token) in tokens {
        let (has_text, is_out) = open.last().copied().unwrap_or_default();
        let is_out = match token {
            Token::Open {
                name,
                attributes,
                is_empty,
            } => {
                let is_out = is_out || is_left_out(name);
                let is_preserved = attributes
                    .iter()
                    .any(|one| one.name == "xml:space" && one.value == "preserve");
                let has_text = has_text || is_preserved || WITH_TEXT.contains(&split_name(name).1);
                if !is_empty {
                    open.push((has_text, is_out));
                }
                is_out
            }
            Token::Close(_) => {
                open.pop();
                is_out
            }
            Token::Text(text) => {
                is_out || open.is_empty() || (!has_text && text.trim_ascii().is_empty())
            }
            Token::CData(_) => is_out,
            Token::Comment | Token::Instruction(_) | Token::Doctype(_) => true,
        };
        if !is_out {
            kept.push(token);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_sees_is_left_out() {
        for (svg, expected) in [
            (
                "\u{feff}<?xml version='1.0' encoding='UTF-8'?>\n<!-- Made with an editor -->\n<!DOCTYPE svg>\n<svg\n  viewBox='0 0 1 1'\n  >\n  <path\td='M0\n0' />\n</svg>\n",
                "<svg viewBox=\"0 0 1 1\"><path d=\"M0\n0\"/></svg>",
            ),
            (
                "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' xmlns:i='http://www.inkscape.org/namespaces/inkscape' xmlns:d='http://purl.org/dc/elements/1.1/' i:version='1'>\n<i:view><g/></i:view><metadata><d:title>x</d:title></metadata><g i:label='a' id='b'/></svg>",
                "<svg xmlns=\"http://www.w3.org/2000/svg\"><g id=\"b\"/></svg>",
            ),
            (
                "<svg xmlns:xlink='http://www.w3.org/1999/xlink'><use xlink:href='#a'/></svg>",
                "<svg xmlns:xlink=\"http://www.w3.org/1999/xlink\"><use xlink:href=\"#a\"/></svg>",
            ),
            (
                "<s:svg xmlns:s='http://www.w3.org/2000/svg'> <s:g/> </s:svg>",
                "<s:svg xmlns:s=\"http://www.w3.org/2000/svg\"><s:g/></s:svg>",
            ),
            // Space in texts is seen.
            (
                "<svg><text>a <tspan>b</tspan> <tspan>c</tspan></text>\n<g xml:space='preserve'> <a> </a></g> <title> t </title></svg>",
                "<svg><text>a <tspan>b</tspan> <tspan>c</tspan></text><g xml:space=\"preserve\"> <a> </a></g><title> t </title></svg>",
            ),
            (
                "<svg><style><![CDATA[a > b { fill: url(\"#c\") } /* & < */]]></style></svg>",
                "<svg><style>a > b { fill: url(\"#c\") } /* &amp; &lt; */</style></svg>",
            ),
            (
                "<svg font-family='\"A\"' a=\"it's\" b='&quot;'/>",
                "<svg font-family='\"A\"' a=\"it's\" b=\"&quot;\"/>",
            ),
            ("<svg><g>", "<svg><g>"),
            ("<svg a=1/>", "<svg a=1/>"),
        ] {
            assert_eq!(smaller(svg), expected);
            assert_eq!(smaller(expected), expected);
        }
    }
}
