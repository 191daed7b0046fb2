//! Builds the tree of a page from its HTML.
//!
//! `html5gum` provides the tokens. For valid HTML, the tree is the one that a browser builds; for invalid HTML, faults are
//! recorded and the tree is a good guess.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use diagnostic::nearest;
use html5gum::{DefaultEmitter, Error, Token, Tokenizer};

use super::syntax_help::syntax_help;
use super::tag_counts::TagCounts;

use crate::markup::tree::{Markup, MarkupFault, MarkupFaultKind, Node, NodeKind, value_of};
use crate::tokens::on_sufficient_stack;

/// Elements whose end tag may be left out (HTML standard, 13.1.2.4).
const OPTIONAL_END: [&str; 19] = [
    "html", "head", "body", "li", "dt", "dd", "p", "optgroup", "option", "colgroup", "caption",
    "thead", "tbody", "tfoot", "tr", "td", "th", "rt", "rp",
];

/// Elements whose start tag ends an open `<p>` (HTML standard, 13.1.2.4).
#[rustfmt::skip]
const ENDS_PARAGRAPH: [&str; 30] = [
    "address", "article", "aside", "blockquote", "details", "dialog", "div", "dl", "fieldset", "figcaption", "figure", "footer", "form",
    "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "main", "menu", "nav", "ol", "p", "section", "table", "ul",
];

/// Elements that may hold only phrasing content (HTML standard, section 4).
const PHRASING_ONLY: [&str; 27] = [
    "h1", "h2", "h3", "h4", "h5", "h6", "pre", "span", "em", "strong", "small", "s", "cite", "q",
    "dfn", "abbr", "code", "samp", "kbd", "sub", "sup", "i", "b", "u", "mark", "button", "label",
];

/// Number of faults of a page whose surroundings are read for better help: reading them takes time that grows with the page.
const MOST_READ: usize = 20;

/// Elements that mark a part of a text.
const FORMATTING: [&str; 15] = [
    "a", "abbr", "b", "code", "em", "i", "kbd", "mark", "s", "small", "span", "strong", "sub",
    "sup", "u",
];

/// Elements that links and buttons must not contain (HTML standard, "interactive content").
const INTERACTIVE: [&str; 8] = [
    "a", "button", "select", "textarea", "label", "details", "iframe", "input",
];

/// Maximum number of open elements. The parsers of Chromium and `WebKit` stop nesting at 512, and rules that read the ancestors of
/// an element take longer with each level.
const MAX_DEPTH: usize = 256;

/// Elements that never have content (HTML standard, 13.1.2).
const VOID: [&str; 13] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
];

/// Returns whether an element never has content, such as `<br>`.
pub fn is_void(name: &str) -> bool {
    VOID.contains(&name)
}

/// Builds the tree of a page, up to the first element that is nested too deeply.
pub fn build(html: &str) -> Markup {
    on_sufficient_stack(html, || read(html))
}

fn read(html: &str) -> Markup {
    let mut emitter = DefaultEmitter::new_with_span();
    // The content of scripts is not markup.
    emitter.naively_switch_states(true);
    let mut builder = Builder::new(html);
    for token in Tokenizer::new_with_emitter(html, emitter) {
        let Ok(token) = token;
        builder.take(token);
        // The first open node is the document, which is not an element.
        if builder.open.len() > MAX_DEPTH + 1 {
            builder.page.too_deep = builder.open.last().copied();
            break;
        }
    }
    builder.finish()
}

/// Beginning of the message about a tag that is written as text.
pub const UNFINISHED: &str = "a quote or the `>` of this";

/// Message about a comment that hides the end tags of the page.
pub const OPEN_COMMENT: &str = "this comment has no end, and hides the rest of the page";

struct Builder {
    page: Markup,
    /// Open elements, the document first.
    open: Vec<usize>,
    /// Names of elements that were reported as not closed in time. Their late end tags are not reported again.
    forgiven: HashMap<String, usize>,
    /// Tags by name.
    tags: TagCounts,
}

impl Builder {
    fn new(html: &str) -> Self {
        let document = Node {
            parent: 0,
            end: 0,
            span: 0..0,
            kind: NodeKind::Document,
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
            forgiven: HashMap::new(),
            tags: TagCounts::default(),
        }
    }

    fn take(&mut self, token: Token<usize>) {
        match token {
            Token::StartTag(tag) => {
                let name = text_of(&tag.name);
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
                self.add(NodeKind::Text(text_of(&text.value)), span);
            }
            Token::Error(error) => {
                let name = error.value.to_string();
                // A self-closed element that is not void is reported as not closed.
                if name != "non-void-html-element-start-tag-with-trailing-solidus" {
                    let at = error.span.start.min(self.page.html.len());
                    let comment = matches!(error.value, Error::EofInComment)
                        .then(|| {
                            let ended = self.page.html[..at].rfind("-->").unwrap_or_default();
                            let begun = self.page.html[ended..at].find("<!--")?;
                            Some(ended + begun)
                        })
                        .flatten();
                    if let Some(at) = comment {
                        self.fault(
                            MarkupFaultKind::Syntax,
                            OPEN_COMMENT.to_owned(),
                            at..at + "<!--".len(),
                        );
                        self.help("close it with `-->`, or delete it");
                        return;
                    }
                    self.fault(MarkupFaultKind::Syntax, name.replace('-', " "), at..at);
                    self.help(syntax_help(error.value));
                }
            }
            Token::Comment(_) | Token::Doctype(_) => {}
        }
    }

    fn current(&self) -> usize {
        self.open.last().copied().unwrap_or_default()
    }

    fn add(&mut self, kind: NodeKind, span: Range<usize>) -> usize {
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
        attributes: Box<[(String, String)]>,
        span: Range<usize>,
        self_closing: bool,
    ) {
        let foreign = self.in_foreign() || matches!(name.as_str(), "svg" | "math");
        if !foreign {
            self.close_implied(&name, &span);
            self.check_placement(&name, &attributes, &span);
        }
        let is_void = is_void(&name);
        let node = self.add(NodeKind::Element(name, attributes), span);
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

    /// Closes open elements whose end tag may be left out and that the start tag of `name` at `span` ends.
    fn close_implied(&mut self, name: &str, span: &Range<usize>) {
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
            let message = format!("<{name}> is not allowed in <p>: it ends the paragraph");
            self.fault(MarkupFaultKind::Placement, message, span.clone());
            self.help("close the paragraph before it, or write <div> in place of <p>");
            // The paragraph's end tag follows later, and must not be reported again.
            return;
        }
        self.pop();
        self.close_implied(name, span);
    }

    /// Returns whether the next tag of this name is an end tag.
    fn is_closed_later(&self, name: &str) -> bool {
        let from = self.page.nodes.last().map_or(0, |node| node.span.end);
        let rest = self.page.html.get(from..).unwrap_or_default();
        let mut tags = rest.match_indices('<').filter_map(|(at, _)| {
            let tag = &rest[at + 1..];
            let end = tag.strip_prefix('/');
            let after = end.unwrap_or(tag).strip_prefix(name)?;
            let is_tag = after.starts_with('>') || end.is_none() && after.starts_with(' ');
            is_tag.then_some(end.is_some())
        });
        tags.next().unwrap_or(false)
    }

    /// Reports an element in a place where HTML does not allow it.
    fn check_placement(
        &mut self,
        name: &str,
        attributes: &[(String, String)],
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
            let allowed = wanted.join(">, <");
            let message = if parent.is_empty() {
                format!("<{name}> is only allowed in <{allowed}>")
            } else {
                format!("<{name}> is not allowed in <{parent}>, only in <{allowed}>")
            };
            self.fault(MarkupFaultKind::Placement, message, span.clone());
            self.help(format!("put it into <{}>", wanted[0]));
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
            let message = format!("<{name}> is not allowed directly in <{parent}>");
            self.fault(MarkupFaultKind::Placement, message, span.clone());
            self.help(format!(
                "put it into <{}>, or move it out of <{parent}>",
                allowed[0]
            ));
            return;
        }
        let outer = || {
            let open = self.open.iter().rev().copied();
            let elements = open.map(|node| (node, self.page.name(node)));
            elements.take_while(|(_, name)| *name != "body")
        };
        let is_block = ENDS_PARAGRAPH.contains(&name) || matches!(name, "p" | "li" | "style");
        let phrasing = outer().find(|(_, one)| is_block && PHRASING_ONLY.contains(one));
        let value = |name: &str| value_of(attributes, name);
        let is_interactive = match name {
            "a" => value("href").is_some(),
            "input" => value("type") != Some("hidden"),
            name => INTERACTIVE.contains(&name),
        };
        let control = outer().find(|(_, one)| is_interactive && matches!(*one, "a" | "button"));
        let is_alone = matches!(name, "form" | "label" | "main");
        let itself = outer().find(|(_, one)| is_alone && *one == name);
        let out_of = |around: &str| format!("move it out of <{around}>");
        let faults = [
            phrasing.map(|(node, around)| {
                let message =
                    format!("<{name}> is not allowed in <{around}>, which contains only text");
                let help = match name {
                    "div" | "section" | "article" | "center" | "p" => {
                        format!("write <span>, or {}", out_of(around))
                    }
                    _ => out_of(around),
                };
                (Some(node), message, help)
            }),
            control.map(|(node, around)| {
                let message = format!("<{name}> is not allowed in <{around}>");
                (Some(node), message, out_of(around))
            }),
            itself.map(|(node, _)| {
                let message = format!("<{name}> is not allowed in another <{name}>");
                let is_innermost = self.open.last() == Some(&node);
                let before = is_innermost.then(|| format!("write </{name}> before it"));
                (Some(node), message, before.unwrap_or_else(|| out_of(name)))
            }),
        ];
        let names = || self.open.iter().map(|node| self.page.name(*node));
        let is_lost_title = name == "title"
            && names().any(|one| one == "body" || ENDS_PARAGRAPH.contains(&one))
            && names().all(|one| one != "svg");
        let lost_title = is_lost_title.then(|| {
            let message = "<title> is only allowed in <head>".to_owned();
            let help = "write a heading instead, such as <h2>, or delete it".to_owned();
            (None, message, help)
        });
        for (around, message, help) in faults.into_iter().chain([lost_title]).flatten() {
            self.fault(MarkupFaultKind::Placement, message, span.clone());
            self.help(help);
            if let Some(fault) = self.page.faults.last_mut() {
                fault.around = around;
            }
        }
    }

    /// Returns the span of the start tag `name` before `end` that Markdown has written as text, because a quote or its `>` is missing, and
    /// the tag to write.
    fn unfinished_tag(&self, name: &str, end: usize) -> Option<(Range<usize>, String)> {
        let before = self.page.html(..end);
        let line = before.rsplit('\n').next()?;
        let start = line.rfind(&format!("&lt;{name} "))?;
        let written = &line[start..];
        let plain = written.replace("&lt;", "<").replace("&gt;", ">");
        let plain = plain.replace("&quot;", "\"").replace(['“', '”'], "\"");
        let (tag, _) = plain.split_once('>').unwrap_or((&plain, ""));
        let tag = match tag.matches('"').count() {
            odd if odd % 2 == 1 => format!("{tag}\""),
            _ => tag[..=tag.rfind('"')?].to_owned(),
        };
        if plain.starts_with(&format!("{tag}>")) {
            return None;
        }
        let length = written
            .find("&gt;")
            .map_or(written.len(), |at| at + "&gt;".len());
        let start = before.len() - written.len();
        Some((start..start + length, format!("{tag}>")))
    }

    /// Reports an end tag of an element that is not open.
    fn stray_end(&mut self, name: &str, span: Range<usize>) {
        if let Some(count) = self.forgiven.get_mut(name).filter(|count| **count > 0) {
            *count -= 1;
            return;
        }
        let is_read = self.page.faults.len() < MOST_READ;
        let inner = self
            .open
            .last()
            .map(|node| self.page.name(*node).to_owned());
        let is_mistaken = |inner: &String| {
            is_read
                && FORMATTING.contains(&inner.as_str())
                && FORMATTING.contains(&name)
                && !self.will_be_closed(inner, span.end)
        };
        let is_misspelled = |inner: &String| {
            is_read && nearest(inner, [name]).is_some() && !self.will_be_closed(inner, span.end)
        };
        let other = inner.clone().filter(is_misspelled);
        if let Some(inner) = inner.filter(is_mistaken) {
            let message = format!("</{name}> is meant to close <{inner}>");
            self.fault(MarkupFaultKind::Nesting, message, span);
            self.help(format!("write </{inner}>"));
            self.pop();
        } else if let Some(inner) = other {
            let message = format!("<{inner}> is closed with </{name}>");
            let opened = self.open.last().copied().unwrap_or_default();
            let start = self.page.nodes[opened].span.clone();
            self.fault(MarkupFaultKind::Nesting, message, start);
            self.help("write the same name in both tags".to_owned());
            if let Some(fault) = self.page.faults.last_mut() {
                fault.element = Some(opened);
                fault.other = Some(span);
            }
            self.pop();
        } else if is_void(name) {
            let message = format!("<{name}> has no end tag");
            let start = span.start;
            self.fault(MarkupFaultKind::Nesting, message, span);
            let before = self.page.html.get(..start).unwrap_or_default();
            // Only a line break is more than what it encloses.
            let is_break = name == "br" && !before.ends_with("<br>");
            self.help(if is_break { "write <br>" } else { "delete it" }.to_owned());
        } else {
            let unfinished = is_read.then(|| self.unfinished_tag(name, span.start));
            if let Some((start, meant)) = unfinished.flatten() {
                let message = format!("{UNFINISHED} <{name}> is missing");
                self.fault(MarkupFaultKind::Nesting, message, start);
                self.help(format!("write {meant}"));
                return;
            }
            let message = format!("</{name}> closes nothing: no <{name}> is open here");
            self.fault(MarkupFaultKind::Nesting, message, span);
            self.help(format!(
                "delete it, or write <{name}> before what it should close"
            ));
        }
    }

    fn end(&mut self, name: &str, span: Range<usize>) {
        let open = &self.open;
        let Some(at) = open.iter().rposition(|node| self.page.name(*node) == name) else {
            return self.stray_end(name, span);
        };
        let crossed: Vec<usize> = self.open[at + 1..]
            .iter()
            .copied()
            .filter(|node| !OPTIONAL_END.contains(&self.page.name(*node)))
            .collect();
        if let Some(first) = crossed.first().copied() {
            let inner = self.page.name(first).to_owned();
            if self.will_be_closed(&inner, span.end) && self.will_be_closed(name, span.end) {
                let message =
                    format!("</{name}> closes nothing: <{inner}> is open here and closed later");
                self.fault(MarkupFaultKind::Nesting, message, span);
                self.help(format!("write </{inner}> before it"));
                return;
            }
            let second = crossed.get(1).copied();
            let second = second.filter(|second| self.is_meant_to_close(first, *second));
            let message = match second {
                Some(_) => format!("<{inner}> is already open here"),
                None => format!("<{inner}> is not closed before </{name}>"),
            };
            let first = second.unwrap_or(first);
            let opened = self.page.nodes[first].span.clone();
            self.fault(MarkupFaultKind::Nesting, message, opened);
            self.help(match second {
                Some(_) => format!("write </{inner}>"),
                None => format!("write </{inner}> before </{name}>"),
            });
            if let Some(fault) = self.page.faults.last_mut() {
                fault.element = Some(first);
                fault.other = second.is_none().then(|| span.clone());
            }
            for node in crossed {
                let name = self.page.name(node).to_owned();
                if self.will_be_closed(&name, span.end) {
                    *self.forgiven.entry(name).or_default() += 1;
                }
            }
        }
        while self.open.len() > at {
            self.pop();
        }
    }

    /// Returns whether the rest of the page has an end tag for every open element of this name.
    fn will_be_closed(&self, name: &str, from: usize) -> bool {
        let (starts, ends) = self.tags.after(&self.page.html, name, from);
        let open = self
            .open
            .iter()
            .filter(|node| self.page.name(**node) == name)
            .count();
        ends >= starts + open
    }

    /// Returns whether an element within another one of its name, such as the second `<b>` of `<b>a<b>`, is meant to be its end tag.
    fn is_meant_to_close(&self, outer: usize, inner: usize) -> bool {
        let name = self.page.name(outer);
        let tag = self.page.html(self.page.nodes[inner].span.clone());
        FORMATTING.contains(&name) && tag == format!("<{name}>")
    }

    fn pop(&mut self) {
        if let Some(node) = self.open.pop() {
            self.page.nodes[node].end = self.page.nodes.len();
        }
    }

    fn fault(&mut self, kind: MarkupFaultKind, message: String, span: Range<usize>) {
        self.page.faults.push(MarkupFault {
            kind,
            message,
            help: None,
            span,
            element: None,
            around: None,
            other: None,
        });
    }

    /// Adds help to the last fault.
    fn help(&mut self, help: impl Into<String>) {
        if let Some(fault) = self.page.faults.last_mut() {
            fault.help = Some(help.into());
        }
    }

    fn finish(mut self) -> Markup {
        if self
            .page
            .faults
            .last()
            .is_some_and(|fault| fault.message == OPEN_COMMENT)
        {
            return self.page;
        }
        while let Some(node) = self.open.last().copied() {
            let name = self.page.name(node).to_owned();
            if node != 0 && !OPTIONAL_END.contains(&name.as_str()) {
                let span = self.page.nodes[node].span.clone();
                let message = format!("<{name}> is not closed");
                self.fault(MarkupFaultKind::Nesting, message, span);
                self.help(format!("write </{name}> where it should end"));
                if let Some(fault) = self.page.faults.last_mut() {
                    fault.element = Some(node);
                }
            }
            self.pop();
        }
        self.forget_consequences();
        self.page
    }

    /// Removes the faults of elements that are in the wrong place only because the element around them is not closed.
    fn forget_consequences(&mut self) {
        let faults = self.page.faults.iter();
        let nesting = faults.filter(|fault| fault.kind == MarkupFaultKind::Nesting);
        let unclosed: HashSet<usize> = nesting.filter_map(|fault| fault.element).collect();
        let is_caused =
            |fault: &MarkupFault| fault.around.is_some_and(|one| unclosed.contains(&one));
        self.page.faults.retain(|fault| !is_caused(fault));
    }
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests;
