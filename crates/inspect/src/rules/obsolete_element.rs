//! obsolete-element, unknown-element: an element or attribute is no longer part of HTML, or never was.

use std::cell::LazyCell;
use std::collections::{HashMap, HashSet};

use diagnostic::{Diagnostic, Help, Severity::Warning, did_you_mean, line_start, nearest};

use render::is_element;

use crate::html_attributes::{misplaced, missing};
use crate::inspection::Inspection;
use crate::markup::Markup;
use crate::rule::Rule;
use crate::scope::When;
use crate::similar_names::is_anagram;

pub static RULE: Rule = Rule::new(When::Check, ALL, check);

diagnostic::codes! {
    OBSOLETE_ELEMENT {
        name: "obsolete-element",
        summary: "an element or attribute is no longer part of HTML",
        why: "Browsers may stop supporting it at any time, and some already ignore it.",
        example: "<center>…</center>   <td align=\"right\">",
        fix: "Describe its look in the style sheet, and use an element that exists.",
        source: "HTML standard, 16.2 (non-conforming features)",
    }
    UNKNOWN_ELEMENT {
        name: "unknown-element",
        severity: Warning,
        summary: "an element or attribute does not exist in HTML",
        why: "Browsers show the content of such an element like any other text, or nothing, and ignore such an attribute.",
        example: "<ref>Section 44</ref>   <section clas=\"wide\">",
        fix: "Use an element or attribute of HTML, a component of the theme, or write &lt; to show the bracket as typed.",
        source: "HTML standard, section 4; 4.13.2 (names of custom elements have a hyphen)",
    }
}

/// Elements that were removed from HTML.
const ELEMENTS: &str = "acronym applet basefont bgsound big blink center dir font frame frameset isindex keygen listing \
    marquee menuitem multicol nextid nobr noembed noframes plaintext rb rtc spacer strike tt xmp";

/// Obsolete elements that mean something, each with what Markdown has in their place.
const IN_MARKDOWN: [(&str, &str); 6] = [
    ("strike", "~~…~~"),
    ("tt", "`…`"),
    ("acronym", "<abbr title=\"…\">…</abbr>"),
    ("xmp", "lines of ``` before and after it"),
    ("listing", "lines of ``` before and after it"),
    ("dir", "a list, `- …` on each line,"),
];

/// Returns whether an attribute is presentational. Some of these still exist in SVG.
fn is_obsolete_attribute(name: &str) -> bool {
    matches!(
        name,
        "align"
            | "alink"
            | "background"
            | "bgcolor"
            | "border"
            | "cellpadding"
            | "cellspacing"
            | "frameborder"
            | "marginheight"
            | "marginwidth"
            | "scrolling"
            | "valign"
    )
}

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    // A name that differs from a component's only in its case is reported when the Markdown is rendered.
    let components = LazyCell::new(|| {
        let templates = site.output.templates.values();
        let names = templates.flat_map(|one| render::component_definitions(&one.text));
        let names = names.map(|(name, _)| name.to_ascii_lowercase());
        names.collect::<HashSet<String>>()
    });
    // A site has few names of elements and attributes, and each of them many times.
    let (mut elements, mut attribute_names) = (HashMap::new(), HashMap::new());
    for (url, page) in site.markup() {
        // One that is not closed is reported as such.
        let faulty = LazyCell::new(|| {
            let faults = page.faults.iter();
            faults
                .filter_map(|fault| fault.element)
                .collect::<HashSet<usize>>()
        });
        for element in page.elements() {
            let name = page.name(element);
            if matches!(name, "svg" | "math") || page.is_within(element, &["svg", "math"]) {
                continue;
            }
            let (is_of_html, is_obsolete) = *elements
                .entry(name)
                .or_insert_with(|| (is_element(name), is_in(ELEMENTS, name)));
            // Tags of Word, such as `<o:p>`, are reported when the Markdown is rendered.
            let is_known = is_of_html || is_obsolete || name.contains(['-', ':']);
            if !is_known && !faulty.contains(&element) && !components.contains(name) {
                let message = format!("<{name}> on {url} is not an element of HTML");
                let help =
                    format!("use an element of HTML, or write `&lt;{name}>` to show it as typed");
                let diagnostic = Diagnostic::new(&UNKNOWN_ELEMENT, message).help(help);
                diagnostics.push(site.at_element(diagnostic, url, element));
            }
            let attributes = page.attributes(element).unwrap_or_default();
            for (attribute, _) in attributes.iter().filter(|_| is_of_html) {
                let help = attribute_names
                    .entry(attribute.as_str())
                    .or_insert_with(|| mistaken_attribute(attribute));
                if let Some(help) = help {
                    let message =
                        format!("the attribute `{attribute}` on {url} is not part of HTML");
                    let diagnostic = Diagnostic::new(&UNKNOWN_ELEMENT, message).help(help.clone());
                    diagnostics.push(site.at_element(diagnostic, url, element));
                }
            }
            if is_of_html {
                misplaced_attributes(site, url, page, element, diagnostics);
            }
            // Who writes a template also writes the style sheet.
            let mut report = |what: String, in_template: &str, in_text: &str| {
                let message = format!("{what} on {url} is no longer part of HTML");
                let diagnostic = Diagnostic::new(&OBSOLETE_ELEMENT, message);
                let diagnostic = site.at_element(diagnostic, url, element);
                let place = diagnostic.place.as_ref();
                let is_text = place.is_some_and(|(one, _)| one.source.path.starts_with("content/"));
                diagnostics.push(diagnostic.help(if is_text { in_text } else { in_template }));
            };
            if is_obsolete {
                let own = IN_MARKDOWN.iter().find(|(known, _)| *known == name);
                let in_text = match own {
                    Some((_, markdown)) => {
                        format!("write {markdown} in place of <{name}>…</{name}>")
                    }
                    None => format!(
                        "remove <{name}> and </{name}>: the theme says how text looks; write **words** to emphasize them"
                    ),
                };
                let in_template = "use another element, and describe its look in the style sheet";
                report(format!("<{name}>"), in_template, &in_text);
            }
            for (attribute, _) in attributes
                .iter()
                .filter(|(one, _)| is_obsolete_attribute(one))
            {
                let what = format!("the attribute `{attribute}` of <{name}>");
                let in_template = "remove it, and describe the look in the style sheet";
                report(
                    what,
                    in_template,
                    "remove it: the theme says how text looks",
                );
            }
        }
    }
}

/// Reports attributes of HTML that only other elements have, and the lack of the one that an element needs.
fn misplaced_attributes(
    site: &Inspection<'_>,
    url: &str,
    page: &Markup,
    element: usize,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let name = page.name(element);
    let mut report = |attribute: &str, message: String, help: Help| {
        let diagnostic = Diagnostic::new(&UNKNOWN_ELEMENT, message).help(help);
        let diagnostic = site.at_element(diagnostic, url, element);
        diagnostics.push(at_attribute(diagnostic, attribute));
    };
    let attributes = page.attributes(element).unwrap_or_default();
    let is_scripted = attributes.iter().any(|(one, _)| one.starts_with("data-"));
    let has = |one: &str| attributes.iter().any(|(name, _)| name == one);
    let mut is_misplaced = false;
    for (attribute, _) in attributes {
        if let Some(help) = misplaced(name, attribute, has) {
            is_misplaced |= help.replacement.is_some();
            let message = format!("browsers ignore `{attribute}` of <{name}> on {url}");
            report(attribute, message, help);
        }
    }
    // A script fills in what is in a <template>.
    let is_scripted = is_scripted || page.is_within(element, &["template"]);
    if let Some(needed) = missing(name, has).filter(|_| !is_misplaced && !is_scripted) {
        let message = format!("<{name}> on {url} has no `{needed}`, without which it does nothing");
        let is_similar = |one: &&(String, String)| {
            nearest(&one.0, [needed]).is_some() || is_anagram(&one.0, needed)
        };
        if let Some((typed, _)) = attributes.iter().find(is_similar) {
            let message = format!("browsers ignore `{typed}` of <{name}> on {url}");
            let help = Help::replace(format!("write `{needed}`"), typed, needed).certainly();
            report(typed, message, help);
            return;
        }
        let help = match attributes {
            [] => {
                format!("write its address, {needed}=\"…\", or `&lt;{name}>` to show it as typed")
            }
            _ => format!("write its address: {needed}=\"…\""),
        };
        report("", message, help.into());
    }
}

/// Moves a finding from a tag to one of its attributes, if the tag or one of its values is written there.
pub(crate) fn at_attribute(mut diagnostic: Diagnostic, attribute: &str) -> Diagnostic {
    let Some((place, _)) = &mut diagnostic.place else {
        return diagnostic;
    };
    let text = &place.source.text;
    let start = if text[place.span.clone()].starts_with('<') {
        place.span.start
    } else {
        line_start(&text[..place.span.start])
    };
    let tag = &text[start..place.span.end];
    let found = tag.match_indices(attribute).filter(|(at, _)| {
        let after = &tag[at + attribute.len()..];
        tag[..*at].ends_with(char::is_whitespace)
            && after.starts_with(|c: char| c == '=' || c == '>' || c.is_whitespace())
    });
    if let Some((at, _)) = found.last().filter(|_| !attribute.is_empty()) {
        place.span = start + at..start + at + attribute.len();
    }
    diagnostic
}

/// Prefixes of the attributes that Astro replaces when it renders a page.
const OF_ASTRO: [&str; 6] = ["is:", "set:", "client:", "server:", "define:", "class:list"];

/// Attributes of HTML that authors write (HTML standard, index of attributes), and those of `RDFa`. Others are not reported, unless they
/// are almost one of these.
const KNOWN_ATTRIBUTES: &str = "abbr about accept accept-charset accesskey action allow allowfullscreen alpha alt as async \
    autocapitalize autocomplete autocorrect autofocus autoplay blocking charset checked cite class color colorspace cols colspan \
    command commandfor content contenteditable controls coords crossorigin data datatype datetime decoding default defer dir dirname \
    disabled download draggable enctype enterkeyhint exportparts fetchpriority for form formaction formenctype formmethod formnovalidate \
    formtarget headers height hidden high href hreflang http-equiv id imagesizes imagesrcset inert inlist inputmode integrity is \
    ismap itemid itemprop itemref itemscope itemtype kind label lang language list loading loop low max maxlength media method min \
    minlength multiple muted name nomodule nonce novalidate onclick open optimum part pattern ping placeholder playsinline \
    popover popovertarget popovertargetaction poster prefix preload profile property readonly referrerpolicy rel required resource \
    rev reversed role rows rowspan sandbox scope selected shadowrootmode shape size sizes slot span spellcheck src srcdoc srclang \
    srcset start step style summary tabindex target title translate type typeof usemap value version vocab width wrap \
    writingsuggestions xmlns";

/// Returns help for an attribute that is almost one of HTML, or belongs to Astro, or `None` for any other: scripts read attributes of
/// their own.
fn mistaken_attribute(name: &str) -> Option<Help> {
    if OF_ASTRO.iter().any(|start| name.starts_with(start)) {
        return Some("delete it: it is an instruction to Astro".into());
    }
    let is_other = is_in(KNOWN_ATTRIBUTES, name)
        || is_obsolete_attribute(name)
        || name.starts_with("on")
        || name.contains(['-', ':', '@', '.']);
    if is_other {
        return None;
    }
    did_you_mean(name, KNOWN_ATTRIBUTES.split(' '))
        .filter(|help| help.replacement.as_ref().is_some_and(|one| one.is_certain))
        .map(Help::to_confirm)
}

fn is_in(words: &str, word: &str) -> bool {
    words.split(' ').any(|one| one == word)
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn elements_and_attributes() {
        let found = site().page("a", "<strike>x</strike>").diagnostics();
        let help = found
            .iter()
            .flat_map(|one| &one.help)
            .find(|help| help.contains("strike"));
        assert_eq!(
            help.map(String::as_str),
            Some("write ~~…~~ in place of <strike>…</strike>")
        );
        site()
                .page("a", "<center>x</center>\n\n<p bgcolor=\"red\">y</p>")
                .assert_findings(&["obsolete-element"], &[
                "content/pages/a.md:5:1: error: obsolete-element: <center> on /a is no longer part of HTML",
                "content/pages/a.md:7:1: error: obsolete-element: the attribute `bgcolor` of <p> on /a is no longer part of HTML",
            ]);
    }
    #[test]
    fn elements_that_do_not_exist() {
        let text = "Fees<ref name=\"a\">Act</ref>.\n\n<x-y>z</x-y> <svg><path d=\"M0 0\"/></svg>\n\n<citation>b</citation>";
        site().page("a", text).assert_findings(&["unknown-element"], &[
            "content/pages/a.md:5:5: warning: unknown-element: <ref> on /a is not an element of HTML",
            "content/pages/a.md:9:1: warning: unknown-element: <citation> on /a is not an element of HTML",
        ]);
    }

    #[test]
    fn attributes_that_do_not_exist() {
        let text = "<p clas=\"a\" data-x @click=\"b\" x=\"1\" property=\"c\">A</p>\n\n<div is:raw clip=\"1\" onclik=\"d\">B</div>\n\n<svg viewbox=\"0\"></svg>";
        site().page("a", text).assert_findings(&["unknown-element"], &[
            "content/pages/a.md:5:1: warning: unknown-element: the attribute `clas` on /a is not part of HTML",
            "content/pages/a.md:7:1: warning: unknown-element: the attribute `is:raw` on /a is not part of HTML",
        ]);
        let text = "<div><img scr=\"/b.png\" alt=\"b\"><img sr=\"/b.png\" alt=\"b\"><img src=\"/b.png\" scr=\"x\" alt=\"b\"></div>";
        let found = site().page("a", text).findings(&["unknown-element"]);
        assert_eq!(
            found,
            [
                "content/pages/a.md:5:11: warning: unknown-element: browsers ignore `scr` of <img> on /a",
                "content/pages/a.md:5:37: warning: unknown-element: browsers ignore `sr` of <img> on /a",
            ]
        );
        let text = "<div><img class=\"x\" href=\"/b.png\" alt=\"b\"><button href=\"/b\">B</button><x-y src=\"c\"></x-y></div>\n\n\
            <div><img alt=\"c\"><img data-src=\"d.png\" alt=\"d\"><img :src=\"e\" alt=\"e\"><template><img alt=\"f\"></template></div>\n\n<svg><use href=\"#a\"/></svg>";
        site().page("a", text).assert_findings(&["unknown-element"], &[
            "content/pages/a.md:5:21: warning: unknown-element: browsers ignore `href` of <img> on /a",
            "content/pages/a.md:5:51: warning: unknown-element: browsers ignore `href` of <button> on /a",
            "content/pages/a.md:7:6: warning: unknown-element: <img> on /a has no `src`, without which it does nothing",
        ]);
    }
}
