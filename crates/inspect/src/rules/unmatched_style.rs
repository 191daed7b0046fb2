//! Finds styles that match nothing: a style sheet styles a class or an element that no page has, but whose name is almost that of one.

use std::collections::{BTreeMap, BTreeSet};

use assets::css_selectors::{Selected, selected_names};
use diagnostic::{Code, Diagnostic, Help, Place, did_you_mean};
use memchr::memmem;
use render::is_element;

use crate::inspection::Inspection;

/// Names of SVG that are almost those of HTML elements (SVG 2, element index).
const OF_SVG: [&str; 8] = [
    "defs", "image", "line", "mask", "path", "stop", "text", "use",
];

/// Number of names of which similar ones are searched.
const MOST_COMPARED: usize = 100;

/// Reports, with this code, the misspelled one of two names of which one is only in style sheets, and the other only in pages.
pub fn check(site: &Inspection<'_>, code: &'static Code, diagnostics: &mut Vec<Diagnostic>) {
    let mut styled: BTreeMap<(Selected, &str), Place> = BTreeMap::new();
    for sheet in site.output.styles.values() {
        for (kind, span) in selected_names(&sheet.text) {
            let name = &sheet.text[span.clone()];
            let place = || Place::new(sheet, span);
            styled.entry((kind, name)).or_insert_with(place);
        }
    }
    // The first element of each class, and the names of all elements.
    let mut classes: BTreeMap<&str, (&str, usize)> = BTreeMap::new();
    let mut elements: BTreeSet<&str> = BTreeSet::new();
    for (url, page) in site.markup() {
        for element in page.elements() {
            elements.insert(page.name(element));
            let all = page.attribute(element, "class").unwrap_or_default();
            for class in all.split_ascii_whitespace() {
                classes.entry(class).or_insert((url, element));
            }
        }
    }
    let unused = styled.iter().filter(|((kind, name), _)| match kind {
        Selected::Class => !classes.contains_key(name) && !is_written(site, name),
        Selected::Element => {
            let is_known = is_element(name) || OF_SVG.contains(name) || name.contains('-');
            !is_known && !elements.contains(name)
        }
    });
    let unused: Vec<(&(Selected, &str), &Place)> = unused.take(MOST_COMPARED).collect();
    let unstyled = |class: &&str| !styled.contains_key(&(Selected::Class, *class));
    let unstyled: Vec<&str> = classes.keys().copied().filter(unstyled).collect();
    for ((kind, name), place) in unused {
        let certain = |help: &Help| help.replacement.as_ref().is_some_and(|one| one.is_certain);
        let help = match kind {
            Selected::Class => did_you_mean(name, unstyled.iter().copied()),
            Selected::Element => did_you_mean(name, elements.iter().copied()),
        };
        let Some(help) = help.filter(certain).map(Help::to_confirm) else {
            continue;
        };
        let meant = help.replacement.as_ref().map(|one| one.with.clone());
        let meant = meant.unwrap_or_default();
        if *kind == Selected::Element {
            let message = format!("no page has an element <{name}>");
            let diagnostic = Diagnostic::new(code, message);
            diagnostics.push(diagnostic.at(place.clone(), "").help(help));
            continue;
        }
        let Some((url, element)) = classes.get(meant.as_str()) else {
            continue;
        };
        if is_in_script(site, &meant) {
            continue;
        }
        // A misspelled name has words that no other name has.
        let names = classes.keys().chain(styled.keys().map(|(_, name)| name));
        let others = names.filter(|other| *other != name && **other != meant);
        let words: BTreeSet<&str> = others.flat_map(|name| words(name)).collect();
        let known = |name: &str| words_in(name, &words);
        let diagnostic = if known(name) > known(&meant) {
            let message = format!("no style sheet has the class `{meant}` of {url}");
            let help = Help::replace(format!("did you mean `{name}`?"), &meant, name);
            let diagnostic = Diagnostic::new(code, message).help(help.to_confirm());
            at_word(site.at_element(diagnostic, url, *element), &meant)
        } else {
            let message = format!("no page has the class `{name}`");
            let diagnostic = Diagnostic::new(code, message);
            diagnostic.at(place.clone(), "").help(help)
        };
        diagnostics.push(diagnostic);
    }
}

/// Returns the words of a class name.
fn words(name: &str) -> impl Iterator<Item = &str> {
    name.split(['-', '_']).filter(|word| !word.is_empty())
}

/// Returns how many words of a class name are known.
fn words_in(name: &str, known: &BTreeSet<&str>) -> usize {
    words(name).filter(|word| known.contains(word)).count()
}

/// Moves a finding from a tag to the first word in it.
fn at_word(mut diagnostic: Diagnostic, word: &str) -> Diagnostic {
    if let Some((place, _)) = &mut diagnostic.place {
        let text = &place.source.text[place.span.start..];
        let tag = &text[..text.find('>').unwrap_or(text.len())];
        if let Some(at) = tag.find(word) {
            let start = place.span.start + at;
            place.span = start..start + word.len();
        }
    }
    diagnostic
}

/// Returns whether a template or a script contains a name, so that an element may have it at another time.
fn is_written(site: &Inspection<'_>, name: &str) -> bool {
    let mut templates = site.output.templates.values();
    templates.any(|template| has_word(template.text.as_bytes(), name)) || is_in_script(site, name)
}

/// Returns whether a script or the style sheet of a widget contains a name.
fn is_in_script(site: &Inspection<'_>, name: &str) -> bool {
    let mut files = site.output.files.iter();
    files.any(|(path, bytes)| path.ends_with(".js") && has_word(bytes, name))
}

fn has_word(text: &[u8], word: &str) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    memmem::find_iter(text, word.as_bytes()).any(|at| {
        let before = at.checked_sub(1).and_then(|at| text.get(at));
        let after = text.get(at + word.len());
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::site;

    const PAGE: &str = "<div class=\"hero-columns lead\"><p class=\"hreo-text\">A</p></div>";

    #[test]
    fn misspelled_names() {
        let styles = ".her-ocolumns, .lead, .hero-text, .lead-text, .columns { top: 0 }\n\
            mian, h1, line, x-mian { top: 0 }\n.leads, .of-script, .menu-2 { top: 0 }\n";
        site()
            .page("a", PAGE)
            .page("b", "<p class=\"of-scripts menu-1\">A</p>")
            .file("themes/t/styles/main.css", styles)
            .output("a.js", b"add('of-script')")
            .assert_report(&["unmatched-style"], &expect![[r#"
                content/pages/a.md:5:42 «hreo-text» warning[unmatched-style]: no style sheet has the class `hreo-text` of /a
                  help: did you mean `hero-text`?
                themes/t/styles/main.css:1:2 «her-ocolumns» warning[unmatched-style]: no page has the class `her-ocolumns`
                  help: did you mean `hero-columns`?
                themes/t/styles/main.css:2:1 «mian» warning[unmatched-style]: no page has an element <mian>
                  help: did you mean `main`?
            "#]]);
    }
}
