//! island-without-html, form-without-action, hidden-without-script, script-only-link: something does not work without
//! scripts.

use std::collections::BTreeSet;

use diagnostic::Diagnostic;

use crate::inspection::Inspection;
use crate::markup::Markup;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule::on_whole_pages(When::Check, ALL, check);

diagnostic::codes! {
    ISLAND_WITHOUT_HTML {
        name: "island-without-html",
        summary: "an island is empty until its script has run",
        why: "It stays empty for search engines, and for visitors with a slow connection or a failing script.",
        example: "a component that returns null until an effect has run",
        fix: "Render the content immediately, and let the effect improve it.",
        source: "Service manual of GOV.UK, progressive enhancement",
    }
    FORM_WITHOUT_ACTION {
        name: "form-without-action",
        summary: "a form has no action or no method",
        why: "Without scripts, the browser sends what was typed to the page itself, readable in its URL.",
        example: "<form id=\"contact\">",
        fix: "Add action=\"…\" and method=\"post\".",
        source: "HTML standard, 4.10.21.3",
    }
    HIDDEN_WITHOUT_SCRIPT {
        name: "hidden-without-script",
        summary: "text is hidden, and only a script can show it",
        why: "Without scripts nobody can read it: the rest of a text behind \"Read more\", or the second of two tabs.",
        example: "<span class=\"more-rest\" hidden>…</span>",
        fix: "Show it without scripts, by a rule of the theme with its class:\n@media (scripting: none) { .more-rest[hidden] { \
            display: inline } }\nor use <details>, which needs no script.",
        source: "Media Queries 5, 11.1 (scripting)",
    }
    SCRIPT_ONLY_LINK {
        name: "script-only-link",
        summary: "a link only works with a script",
        why: "Without scripts, or when opened in a new tab, it does nothing.",
        example: "<a href=\"#\">Menu</a>",
        fix: "Use a <button> for what a script does, and a link for what has a URL.",
        source: "WCAG 2.2, failure F42",
    }
}

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let shown = shown_without_script(site);
    for (url, page) in site.markup() {
        for element in page.elements() {
            let attribute = |name: &str| page.attribute(element, name);
            let in_document = |element| {
                let place = site
                    .output
                    .blame
                    .place_in_document(url, &page.span(element))?;
                Some(place.source.text[place.span].to_owned())
            };
            let mut report = |code, message: String, help: &str| {
                let mut diagnostic = Diagnostic::new(code, message).help(help);
                // A script may find a button by its place.
                if page.name(element) == "button" {
                    diagnostic = diagnostic.warning();
                }
                diagnostics.push(site.at_element(diagnostic, url, element));
            };
            match page.name(element) {
                "form" => {
                    let is_missing =
                        |name: &&str| attribute(name).is_none_or(|value| value.trim().is_empty());
                    let missing = ["action", "method"].into_iter().filter(is_missing);
                    let missing: Vec<&str> = missing.collect();
                    if !missing.is_empty() {
                        let missing = missing.join(" and no ");
                        let message = format!("a form on {url} has no {missing}");
                        report(
                            &FORM_WITHOUT_ACTION,
                            message,
                            "add action=\"…\" and method=\"post\"",
                        );
                    }
                }
                // The security policy refuses script URLs and event attributes in every build.
                "a" if attribute("href").map(str::trim) == Some("#") => {
                    let name = page.accessible_name(element);
                    // Browsers scroll to the top (HTML standard, 7.4.6.4).
                    let mut words = name.split_whitespace();
                    if words.any(|word| word.eq_ignore_ascii_case("top")) {
                        continue;
                    }
                    let (what, help) = match in_document(element) {
                        Some(text) if text.starts_with('<') => (
                            "has no address yet",
                            "write the address in href, or delete the tags and keep the text",
                        ),
                        Some(_) => (
                            "has no address yet",
                            "write the address between the parentheses, or delete the link and keep its text",
                        ),
                        None => (
                            "only works with a script",
                            "use a <button>, or give the link a URL",
                        ),
                    };
                    let message = format!("the link `{name}` on {url} {what}");
                    report(&SCRIPT_ONLY_LINK, message, help);
                }
                "button" if is_dead_button(page, element) && in_document(element).is_some() => {
                    let name = page.accessible_name(element);
                    let message = format!("the button `{name}` on {url} does nothing");
                    let help =
                        "write a link, [text](/address), or delete the tags and keep the text";
                    report(&SCRIPT_ONLY_LINK, message, help);
                }
                _ => {}
            }
            let classes = attribute("class").unwrap_or_default();
            let mut classes = classes.split_ascii_whitespace();
            if is_hidden(page, element) && !classes.any(|class| shown.contains(class)) {
                let start: String = page.text(element).chars().take(40).collect();
                let message = format!("`{start}…` on {url} is hidden until a script shows it");
                let help = "use <details>, or show the element's class in @media (scripting: none)";
                report(&HIDDEN_WITHOUT_SCRIPT, message, help);
            }
            if let Some(name) = attribute("data-island").filter(|_| is_empty(page, element)) {
                let message =
                    format!("the island {name} on {url} is empty until its script has run");
                let diagnostic = Diagnostic::new(&ISLAND_WITHOUT_HTML, message).help(format!(
                    "render content without a browser in widgets/src/islands/{name}/{name}.tsx"
                ));
                let call = format!("name=\"{name}\"");
                diagnostics.push(site.at_text(diagnostic, url, &[&call, name]));
            }
        }
    }
}

/// Returns whether nothing happens when a button is clicked: it is in no form, and has nothing by which a script would find it, such as a
/// class of its own or of the `<div>` around it.
fn is_dead_button(page: &Markup, element: usize) -> bool {
    let mut attributes = page.attributes(element).into_iter().flatten();
    let mut around = page.ancestors(element).map(|one| page.name(one));
    let parent = page.ancestors(element).next();
    let is_recognized = parent.is_some_and(|one| {
        let mut attributes = page.attributes(one).into_iter().flatten();
        page.name(one) == "div"
            && attributes
                .any(|(name, _)| matches!(&**name, "id" | "class") || name.starts_with("data-"))
    });
    !is_recognized
        && attributes.all(|(name, _)| name == "type")
        && !around.any(|name| name == "form" || name.contains('-'))
}

/// Returns whether an element has neither text nor an image, a field, a frame, or a video.
fn is_empty(page: &Markup, element: usize) -> bool {
    let is_content = |one: usize| matches!(page.name(one), "img" | "input" | "iframe" | "video");
    page.text(element).is_empty() && !page.within(element).any(is_content)
}

/// Returns whether an element with text is hidden. Elements that appear only in response to an action, such as a message or a
/// dialog, do not count.
fn is_hidden(page: &Markup, element: usize) -> bool {
    let attribute = |name: &str| page.attribute(element, name);
    attribute("hidden").is_some_and(|value| value != "until-found")
        && !matches!(page.name(element), "dialog" | "template")
        && !attribute("role").is_some_and(|role| {
            matches!(role, "alert" | "status" | "dialog" | "alertdialog" | "log")
        })
        && attribute("popover").is_none()
        && !page.text(element).is_empty()
}

/// Returns the classes that the theme's styles name in rules for browsers without scripts (`@media (scripting: none)`).
fn shown_without_script(site: &Inspection<'_>) -> BTreeSet<String> {
    let mut classes = BTreeSet::new();
    for source in site.output.styles.values() {
        let css = assets::css::without_comments(&source.text);
        for media in css.split("(scripting: none)").skip(1) {
            let Some((_, block)) = media.split_once('{') else {
                continue;
            };
            let mut depth = 1_usize;
            for part in block.split_inclusive(['{', '}']) {
                if part.ends_with('}') {
                    depth -= 1;
                    if depth == 0 {
                        break;
                    }
                    continue;
                }
                depth += 1;
                let is_end = |c: char| !c.is_alphanumeric() && !matches!(c, '-' | '_');
                let names = part.split('.').skip(1);
                let names = names.filter_map(|rest| rest.split(is_end).next());
                classes.extend(names.map(str::to_owned));
            }
        }
    }
    classes
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn what_needs_a_script() {
        site().assert_messages(
            &[
                "island-without-html",
                "form-without-action",
                "script-only-link",
            ],
            r##"
            <site-island data-island="Map"><p>x</p><script type="application/json">{}</script></site-island>
            <form action="/api/contact" method="post"></form>
            <site-island data-island="Map"><script type="application/json">{}</script></site-island>
            => the island Map on /a is empty until its script has run
            <form action="/api/contact"></form>
            => a form on /a has no method
            <form></form>
            => a form on /a has no action and no method
            <div><a href="#">Menu</a></div>
            => the link `Menu` on /a has no address yet
            [Book a time](#).
            => the link `Book a time` on /a has no address yet
            [Book]( # "later")
            => the link `Book` on /a has no address yet
            <div><button type="button">Book</button></div>
            => the button `Book` on /a does nothing
            <div><form action="/b" method="get"><button>Book</button></form><button class="x">y</button></div>
            "##,
        );
    }

    #[test]
    fn hidden_text() {
        let page = "<div><span class=\"rest\" hidden>The rest of it</span><p role=\"status\" hidden>Sent</p><i hidden></i></div>";
        let found = |style: &str| {
            let project = site().file("themes/t/styles/a.css", style).page("a", page);
            project.findings(&["hidden-without-script"])
        };
        assert_eq!(
            found(".rest { color: red }"),
            [
                "content/pages/a.md:5:6: error: hidden-without-script: `The rest of it…` on /a is hidden until a script shows it"
            ]
        );
        assert!(
            found("@media (scripting: none) { .x { a: b } .rest[hidden] { display: inline } }")
                .is_empty()
        );
        for style in [
            "@media (scripting: none) { .x { a: b } } .rest { c: d }",
            "/* @media (scripting: none) { .rest[hidden] { display: inline } } */",
        ] {
            assert_eq!(found(style).len(), 1, "{style}");
        }
    }
}
