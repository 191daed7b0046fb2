//! From the HTML of a page to its tree.
//!
//! The tokens are those of `html5gum`. The tree is built the way a browser would as long as the HTML is right; where it is
//! not, the fault is noted and the tree is a good guess.

use std::collections::BTreeMap;
use std::ops::Range;

use html5gum::{DefaultEmitter, Token, Tokenizer};

use crate::markup::tree::{Fault, FaultKind, Kind, Markup, Node};
use crate::page_reader::on_sufficient_stack;

/// Elements without content (HTML standard, 13.1.2).
const VOID: [&str; 13] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
];

/// Elements whose end tag may be left out (HTML standard, 13.1.2.4).
const OPTIONAL_END: [&str; 19] = [
    "html", "head", "body", "li", "dt", "dd", "p", "optgroup", "option", "colgroup", "caption",
    "thead", "tbody", "tfoot", "tr", "td", "th", "rt", "rp",
];

/// Elements that end a paragraph by beginning (HTML standard, 13.1.2.4).
const ENDS_PARAGRAPH: [&str; 30] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "details",
    "dialog",
    "div",
    "dl",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hgroup",
    "hr",
    "main",
    "menu",
    "nav",
    "ol",
    "p",
    "section",
    "table",
    "ul",
];

/// Elements that may hold only phrasing content (HTML standard, section 4).
const PHRASING_ONLY: [&str; 27] = [
    "h1", "h2", "h3", "h4", "h5", "h6", "pre", "span", "em", "strong", "small", "s", "cite", "q",
    "dfn", "abbr", "code", "samp", "kbd", "sub", "sup", "i", "b", "u", "mark", "button", "label",
];

/// Elements that must not stand in another of their set (HTML standard, "interactive content").
const INTERACTIVE: [&str; 8] = [
    "a", "button", "select", "textarea", "label", "details", "iframe", "input",
];

/// How many elements may be open at once. Browsers give up at 512 (Chromium's and `WebKit`'s parsers), and what rules ask of
/// the elements around one takes longer with each.
const MAX_DEPTH: usize = 256;

/// Reads a page; one that is nested too deep is read up to there.
pub fn build(html: &str) -> Markup {
    on_sufficient_stack(html, || read(html))
}

fn read(html: &str) -> Markup {
    let mut emitter = DefaultEmitter::new_with_span();
    // What scripts hold is no markup.
    emitter.naively_switch_states(true);
    let mut builder = Builder::new(html);
    for token in Tokenizer::new_with_emitter(html, emitter) {
        let Ok(token) = token;
        builder.take(token);
        // The document is no element.
        if builder.open.len() > MAX_DEPTH + 1 {
            builder.page.too_deep = builder.open.last().copied();
            break;
        }
    }
    builder.finish()
}

struct Builder {
    page: Markup,
    /// Open elements, the document first.
    open: Vec<usize>,
    /// Elements that were reported as not closed, and whose end tag is still to come.
    forgiven: Vec<String>,
}

impl Builder {
    fn new(html: &str) -> Self {
        let document = Node {
            parent: 0,
            end: 0,
            span: 0..0,
            kind: Kind::Document,
        };
        let page = Markup {
            html: html.to_owned(),
            nodes: vec![document],
            faults: Vec::new(),
            too_deep: None,
        };
        Self {
            page,
            open: vec![0],
            forgiven: Vec::new(),
        }
    }

    fn take(&mut self, token: Token<usize>) {
        match token {
            Token::StartTag(tag) => {
                let name = String::from_utf8_lossy(&tag.name).into_owned();
                let attributes = tag
                    .attributes
                    .iter()
                    .map(|(name, value)| (text_of(name), text_of(&value.value)))
                    .collect();
                self.start(
                    name,
                    attributes,
                    tag.span.start..tag.span.end,
                    tag.self_closing,
                );
            }
            Token::EndTag(tag) => self.end(
                &String::from_utf8_lossy(&tag.name),
                tag.span.start..tag.span.end,
            ),
            Token::String(text) => {
                let span = text.span.start..text.span.end;
                self.add(Kind::Text(text_of(&text.value)), span);
            }
            Token::Error(error) => {
                let name = error.value.to_string();
                // A self-closed element that is not void is told of where it is left open.
                if name != "non-void-html-element-start-tag-with-trailing-solidus" {
                    let at = error.span.start.min(self.page.html.len());
                    self.fault(FaultKind::Syntax, name.replace('-', " "), at..at, None);
                }
            }
            Token::Comment(_) | Token::Doctype(_) => {}
        }
    }

    fn current(&self) -> usize {
        self.open.last().copied().unwrap_or_default()
    }

    fn add(&mut self, kind: Kind, span: Range<usize>) -> usize {
        let node = self.page.nodes.len();
        let parent = self.current();
        self.page.nodes.push(Node {
            parent,
            end: node + 1,
            span,
            kind,
        });
        node
    }

    fn start(
        &mut self,
        name: String,
        attributes: BTreeMap<String, String>,
        span: Range<usize>,
        self_closing: bool,
    ) {
        let foreign = self.in_foreign() || matches!(name.as_str(), "svg" | "math");
        if !foreign {
            self.close_implied(&name);
            self.check_placement(&name, &attributes, &span);
        }
        let is_void = VOID.contains(&name.as_str());
        let node = self.add(Kind::Element(name, attributes), span);
        if !(is_void && !foreign || foreign && self_closing) {
            self.open.push(node);
        }
    }

    fn in_foreign(&self) -> bool {
        self.open
            .iter()
            .rev()
            .map(|node| self.page.name(*node))
            .take_while(|name| *name != "foreignobject")
            .any(|name| matches!(name, "svg" | "math"))
    }

    /// Ends elements whose end tag may be left out, and that this one ends by beginning.
    fn close_implied(&mut self, name: &str) {
        let current = self.page.name(self.current()).to_owned();
        let ends = match current.as_str() {
            "p" => {
                ENDS_PARAGRAPH.contains(&name)
                    || matches!(name, "li" | "dt" | "dd" | "td" | "th" | "tr")
            }
            "li" => name == "li",
            "dt" | "dd" => matches!(name, "dt" | "dd"),
            "td" | "th" => matches!(name, "td" | "th" | "tr" | "tbody" | "tfoot"),
            "tr" => matches!(name, "tr" | "tbody" | "tfoot"),
            "thead" | "tbody" => matches!(name, "tbody" | "tfoot"),
            "option" => matches!(name, "option" | "optgroup"),
            "optgroup" => name == "optgroup",
            "colgroup" => !matches!(name, "col" | "template"),
            "caption" => matches!(name, "thead" | "tbody" | "tr" | "colgroup"),
            "head" => name == "body",
            _ => false,
        };
        if !ends {
            return;
        }
        if current == "p" && ENDS_PARAGRAPH.contains(&name) && self.is_closed_later("p") {
            let paragraph = self.current();
            let span = self.page.nodes[paragraph].span.clone();
            let message = format!("a <{name}> cannot stand in a <p>: it ends the paragraph");
            self.fault(FaultKind::Placement, message, span, Some(paragraph));
            // The end tag that still comes belongs to it: it is not reported again.
            return;
        }
        self.pop();
        self.close_implied(name);
    }

    /// Whether an end tag of the current element comes before another start tag of its kind.
    fn is_closed_later(&self, name: &str) -> bool {
        let from = self.page.nodes.last().map_or(0, |node| node.span.end);
        let rest = self.page.html.get(from..).unwrap_or_default();
        let next_open = rest
            .find(&format!("<{name}>"))
            .into_iter()
            .chain(rest.find(&format!("<{name} ")))
            .min();
        let next_close = rest.find(&format!("</{name}>"));
        match (next_open, next_close) {
            (Some(open), Some(close)) => close < open,
            (None, Some(_)) => true,
            _ => false,
        }
    }

    /// Faults of an element's place among others.
    fn check_placement(
        &mut self,
        name: &str,
        attributes: &BTreeMap<String, String>,
        span: &Range<usize>,
    ) {
        let parent = self.page.name(self.current()).to_owned();
        let wanted: &[&str] = match name {
            "li" => &["ul", "ol", "menu"],
            "dt" | "dd" => &["dl", "div"],
            "tr" => &["table", "thead", "tbody", "tfoot"],
            "td" | "th" => &["tr"],
            "thead" | "tbody" | "tfoot" | "caption" | "colgroup" => &["table"],
            "option" => &["select", "datalist", "optgroup"],
            "optgroup" => &["select"],
            "legend" => &["fieldset", "optgroup"],
            "summary" => &["details"],
            "figcaption" => &["figure"],
            "source" => &["picture", "audio", "video"],
            _ => &[],
        };
        if !wanted.is_empty() && !wanted.contains(&parent.as_str()) && parent != "template" {
            let message = format!(
                "a <{name}> stands in a <{parent}>; it belongs in a <{}>",
                wanted.join("> or <")
            );
            self.fault(FaultKind::Placement, message, span.clone(), None);
        }
        let allowed: Option<&[&str]> = match parent.as_str() {
            "ul" | "ol" | "menu" => Some(&["li"]),
            "dl" => Some(&["dt", "dd", "div"]),
            "table" => Some(&["caption", "colgroup", "thead", "tbody", "tfoot", "tr"]),
            "thead" | "tbody" | "tfoot" => Some(&["tr"]),
            "tr" => Some(&["td", "th"]),
            "optgroup" => Some(&["option"]),
            "head" => Some(&["title", "meta", "link", "style", "base", "noscript"]),
            _ => None,
        };
        if let Some(allowed) = allowed
            && !allowed.contains(&name)
            && !matches!(name, "script" | "template")
            && wanted.is_empty()
        {
            let message = format!("a <{name}> cannot stand directly in a <{parent}>");
            self.fault(FaultKind::Placement, message, span.clone(), None);
            return;
        }
        let outer: Vec<String> = self
            .open
            .iter()
            .rev()
            .map(|node| self.page.name(*node).to_owned())
            .take_while(|name| name != "body")
            .collect();
        if (ENDS_PARAGRAPH.contains(&name) || matches!(name, "p" | "li" | "style"))
            && let Some(around) = outer
                .iter()
                .find(|one| PHRASING_ONLY.contains(&one.as_str()))
        {
            let message = format!("a <{name}> cannot stand in a <{around}>, which holds text only");
            self.fault(FaultKind::Placement, message, span.clone(), None);
        }
        let is_interactive = match name {
            "a" => attributes.contains_key("href"),
            "input" => attributes.get("type").is_none_or(|kind| kind != "hidden"),
            name => INTERACTIVE.contains(&name),
        };
        let around = outer
            .iter()
            .find(|one| matches!(one.as_str(), "a" | "button"));
        if let Some(around) = around.filter(|_| is_interactive) {
            let message = format!(
                "a <{name}> cannot stand in {} <{around}>",
                if around == "a" { "an" } else { "a" }
            );
            self.fault(FaultKind::Placement, message, span.clone(), None);
        }
        if matches!(name, "form" | "label" | "main") && outer.iter().any(|one| one == name) {
            let message = format!("a <{name}> cannot stand in another");
            self.fault(FaultKind::Placement, message, span.clone(), None);
        }
    }

    fn end(&mut self, name: &str, span: Range<usize>) {
        let Some(at) = self
            .open
            .iter()
            .rposition(|node| self.page.name(*node) == name)
        else {
            if let Some(known) = self.forgiven.iter().position(|one| one == name) {
                self.forgiven.remove(known);
                return;
            }
            let message = if VOID.contains(&name) {
                format!("a <{name}> has no end tag")
            } else {
                format!("</{name}> closes nothing: no <{name}> is open here")
            };
            self.fault(FaultKind::Nesting, message, span, None);
            return;
        };
        let crossed: Vec<usize> = self.open[at + 1..]
            .iter()
            .copied()
            .filter(|node| !OPTIONAL_END.contains(&self.page.name(*node)))
            .collect();
        if let Some(first) = crossed.first().copied() {
            let inner = self.page.name(first).to_owned();
            if self.will_be_closed(&inner, span.end) && self.will_be_closed(name, span.end) {
                let message = format!(
                    "</{name}> closes nothing: <{inner}> is open here, and </{inner}> is still to come"
                );
                self.fault(FaultKind::Nesting, message, span, None);
                return;
            }
            let message = format!("<{inner}> is not closed before </{name}>");
            let opened = self.page.nodes[first].span.clone();
            self.fault(FaultKind::Nesting, message, opened, Some(first));
            if let Some(fault) = self.page.faults.last_mut() {
                fault.other = Some(span.clone());
            }
            for node in crossed {
                let name = self.page.name(node).to_owned();
                if self.will_be_closed(&name, span.end) {
                    self.forgiven.push(name);
                }
            }
        }
        while self.open.len() > at {
            self.pop();
        }
    }

    /// Whether what follows has an end tag for every open element of this name.
    fn will_be_closed(&self, name: &str, from: usize) -> bool {
        let rest = self.page.html.get(from..).unwrap_or_default();
        let starts =
            rest.matches(&format!("<{name}>")).count() + rest.matches(&format!("<{name} ")).count();
        let ends = rest.matches(&format!("</{name}>")).count();
        let open = self
            .open
            .iter()
            .filter(|node| self.page.name(**node) == name)
            .count();
        ends >= starts + open
    }

    fn pop(&mut self) {
        if let Some(node) = self.open.pop() {
            self.page.nodes[node].end = self.page.nodes.len();
        }
    }

    fn fault(
        &mut self,
        kind: FaultKind,
        message: String,
        span: Range<usize>,
        element: Option<usize>,
    ) {
        self.page.faults.push(Fault {
            kind,
            message,
            span,
            element,
            other: None,
        });
    }

    fn finish(mut self) -> Markup {
        while let Some(node) = self.open.last().copied() {
            let name = self.page.name(node).to_owned();
            if node != 0 && !OPTIONAL_END.contains(&name.as_str()) {
                let span = self.page.nodes[node].span.clone();
                self.fault(
                    FaultKind::Nesting,
                    format!("<{name}> is not closed"),
                    span,
                    Some(node),
                );
            }
            self.pop();
        }
        self.page
    }
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {

    #[test]
    fn faults() {
        for (html, expected) in [
            ("<p>a<p>b<ul><li>c<li>d</ul><br><img src=x>", vec![]),
            ("<table><tr><td>a<td>b<tr><td>c</table>", vec![]),
            (
                "<div><span>a</div>",
                vec!["<span> is not closed before </div>"],
            ),
            (
                "<div><p>a</div></section>",
                vec!["</section> closes nothing: no <section> is open here"],
            ),
            ("<b><i>a</b></i>", vec!["<i> is not closed before </b>"]),
            (
                "<section><div>a</section></div></section>",
                vec!["</section> closes nothing: <div> is open here, and </div> is still to come"],
            ),
            ("<section><p>a", vec!["<section> is not closed"]),
            (
                "<p>a<ul><li>b</ul></p>",
                vec!["a <ul> cannot stand in a <p>: it ends the paragraph"],
            ),
            ("<div/>x", vec!["<div> is not closed"]),
            ("<svg><path d=x /><g><title>t</title></g></svg>", vec![]),
            (
                "<li>a</li>",
                vec!["a <li> stands in a <>; it belongs in a <ul> or <ol> or <menu>"],
            ),
            (
                "<ul><div>a</div></ul>",
                vec!["a <div> cannot stand directly in a <ul>"],
            ),
            (
                "<span><div>a</div></span>",
                vec!["a <div> cannot stand in a <span>, which holds text only"],
            ),
            (
                "<a href=x><button>b</button></a>",
                vec!["a <button> cannot stand in an <a>"],
            ),
            ("<p id=a id=b>x", vec!["duplicate attribute"]),
            ("<script>'<div>'</script><style>a>b{}</style>", vec![]),
        ] {
            let page = crate::markup::build(html);
            let messages: Vec<&str> = page
                .faults
                .iter()
                .map(|fault| fault.message.as_str())
                .collect();
            assert_eq!(messages, expected, "{html}");
        }
    }

    #[test]
    fn good_html_has_no_faults() {
        for html in [
            "<details><summary><h3>Q</h3></summary><p>A</details>",
            "<a href=x><h3>T</h3><p>t</p></a>",
            "<table><caption>c<thead><tr><th>a<tbody><tr><td>b</table>",
            "<table><tr><td><ul><li>a</ul><td><p>b</table>",
            "<dl><div><dt>a</dt><dd>b</dd></div></dl><dl><dt>a<dd>b<dd>c</dl>",
            "<ul><!-- x --><li>a<ul><li>b</ul></li><li><p>c</p></li></ul>",
            "<picture><source srcset=x><img src=y></picture><video><source src=z><track></video>",
            "<select><optgroup label=a><option>b<option>c</optgroup></select><datalist><option>d</datalist>",
            "<fieldset><legend><h2>a</h2></legend><label><input type=radio><span>b</span></label></fieldset>",
            "<button><svg viewBox='0 0 1 1'><path d=m /><title>t</title></svg><span>a</span></button>",
            "<site-island data-x=1><!--$--><p>a</p><script type=\"application/json\">{\"a\":\"<b>\"}</script></site-island>",
            "<template><li>a</li></template><p>a</p><hr><p>b<br>c<wbr>d",
            "<figure><img src=a alt=b><figcaption>c</figcaption></figure><ruby>a<rt>b</ruby>",
            "<p>a <a href=x>b <strong>c</strong></a> &amp; d &copy; e</p><textarea><b></textarea>",
            "<!doctype html><html><head><meta charset=utf-8><noscript><link rel=a></noscript><title>x</title><body><p>y</html>",
        ] {
            let faults = crate::markup::build(html).faults;
            assert!(faults.is_empty(), "{html}: {faults:?}");
        }
    }
}
