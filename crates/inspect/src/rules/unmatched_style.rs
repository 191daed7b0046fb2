//! unmatched-style: a style matches nothing because a name is misspelled in a style sheet or in a page.

use std::collections::{BTreeMap, BTreeSet};

use assets::css_selectors::{Selected, selected_names};
use diagnostic::{Diagnostic, Help, Place, Severity::Warning, did_you_mean};
use memchr::memmem;
use render::is_element;

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;
use crate::similar_names::{is_anagram, is_variant};

pub static RULE: Rule = Rule::on_whole_pages(When::Check, ALL, check);

diagnostic::codes! {
    UNMATCHED_STYLE {
        name: "unmatched-style",
        severity: Warning,
        summary: "style sheets and pages write a name differently, or a style sheet takes a class for an element or an id",
        why: "One of the two is probably misspelled, so the element has no style.",
        example: ".her-ocolumns { … }, where the pages have class=\"hero-columns\"",
        fix: "Write the same name in the template and in the style sheet.",
        source: "Selectors 4, sections 5 and 6",
    }
}

/// Names of SVG that are almost those of HTML elements (SVG 2, element index).
const OF_SVG: [&str; 8] = [
    "defs", "image", "line", "mask", "path", "stop", "text", "use",
];

/// Number of names of which similar ones are searched.
const MOST_COMPARED: usize = 200;

/// The names in selectors of all style sheets, each with its first place.
type Styled<'a> = BTreeMap<(Selected, &'a str), Place>;

/// The names on all pages.
#[derive(Default)]
struct Shown<'a> {
    /// The first element of each class: the URL of its page, and its index there.
    classes: BTreeMap<&'a str, (&'a str, usize)>,
    ids: BTreeSet<&'a str>,
    elements: BTreeSet<&'a str>,
}

/// Reports names of style sheets that no page has, and classes of pages that no style sheet has, if they are almost names of the other
/// side and contain a word that no other name has.
fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let mut styled = Styled::new();
    for sheet in site.output.styles.values() {
        for (kind, span) in selected_names(&sheet.text) {
            let name = &sheet.text[span.clone()];
            let place = || Place::new(sheet, span);
            styled.entry((kind, name)).or_insert_with(place);
        }
    }
    let mut shown = Shown::default();
    for (url, page) in site.markup() {
        for element in page.elements() {
            shown.elements.insert(page.name(element));
            shown.ids.extend(page.attribute(element, "id"));
            let classes = page.attribute(element, "class").unwrap_or_default();
            for class in classes.split_ascii_whitespace() {
                shown.classes.entry(class).or_insert((url, element));
            }
        }
    }
    // How many names have a word: a misspelled one is in no other name.
    let mut words: BTreeMap<&str, usize> = BTreeMap::new();
    let names: BTreeSet<&str> = shown
        .classes
        .keys()
        .copied()
        .chain(names_of(&styled))
        .collect();
    for word in names.iter().flat_map(|name| words_of(name)) {
        *words.entry(word).or_default() += 1;
    }
    let is_odd = |name: &str| words_of(name).any(|word| words.get(word) == Some(&1));
    let mut reported: BTreeSet<&str> = BTreeSet::new();
    let unused = styled.iter().filter(|((kind, name), _)| match kind {
        Selected::Class => !shown.classes.contains_key(name) && is_odd(name),
        Selected::Id => !shown.ids.contains(name) && shown.classes.contains_key(name),
        Selected::Element => {
            let is_known = is_element(name) || OF_SVG.contains(name);
            !is_known && !shown.elements.contains(name)
        }
    });
    for ((kind, name), place) in unused.take(MOST_COMPARED) {
        let is_class = shown.classes.contains_key(name);
        let (sign, help) = match kind {
            Selected::Class => (".", almost(name, shown.classes.keys().copied())),
            _ if is_class => {
                let help = format!("write `.{name}`: it is a class");
                let sign = if *kind == Selected::Id { "#" } else { "" };
                (sign, Some(help.into()))
            }
            Selected::Id => continue,
            Selected::Element => ("", almost(name, shown.elements.iter().copied())),
        };
        // An element may have the name at another time.
        let is_elsewhere = match kind {
            Selected::Class => is_written(site, name),
            Selected::Id => is_in_script(site, name),
            Selected::Element => false,
        };
        let Some(help) = help.filter(|_| !is_elsewhere) else {
            continue;
        };
        reported.extend(
            shown
                .classes
                .keys()
                .find(|class| Some(**class) == meant(&help)),
        );
        let message = format!("no page has an element that matches `{sign}{name}`");
        let diagnostic = Diagnostic::new(&UNMATCHED_STYLE, message).help(help);
        diagnostics.push(diagnostic.at(place.clone(), ""));
    }
    let unstyled = shown.classes.iter().filter(|(name, _)| {
        !styled.contains_key(&(Selected::Class, **name))
            && is_odd(name)
            && !reported.contains(*name)
    });
    for (name, (url, element)) in unstyled.take(MOST_COMPARED) {
        let classes = styled.keys().filter(|(kind, _)| *kind == Selected::Class);
        let help = almost(name, classes.map(|(_, name)| *name));
        let Some(help) = help.filter(|_| !is_in_script(site, name)) else {
            continue;
        };
        let message = format!("no style sheet has the class `{name}` of {url}");
        let diagnostic = Diagnostic::new(&UNMATCHED_STYLE, message).help(help);
        diagnostics.push(at_word(site.at_element(diagnostic, url, *element), name));
    }
}

fn names_of<'a>(styled: &Styled<'a>) -> impl Iterator<Item = &'a str> {
    styled.keys().map(|(_, name)| *name)
}

/// Returns help with the only name that another can be a misspelling of. The plural of a name is another name.
fn almost<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<Help> {
    let help = did_you_mean(name, names)?;
    let is_certain = help.replacement.as_ref().is_some_and(|one| one.is_certain);
    let meant = meant(&help)?;
    let is_plural = |one: &str, other: &str| one.strip_suffix('s') == Some(other);
    let is_other = is_plural(name, meant)
        || is_plural(meant, name)
        || !is_anagram(name, meant) && is_variant(name, meant);
    (is_certain && !is_other).then(|| help.to_confirm())
}

fn meant(help: &Help) -> Option<&str> {
    help.replacement.as_ref().map(|one| one.with.as_str())
}

/// Returns the words of a class name.
fn words_of(name: &str) -> impl Iterator<Item = &str> {
    name.split(['-', '_']).filter(|word| !word.is_empty())
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

/// Returns whether a template or a script contains a name.
fn is_written(site: &Inspection<'_>, name: &str) -> bool {
    let mut templates = site.output.templates.values();
    templates.any(|template| has_word(template.text.as_bytes(), name)) || is_in_script(site, name)
}

/// Returns whether a script contains a name.
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
        let styles = ".her-ocolumns, .hero-columns, .lead, .hero-text, .lead-text, .columns { top: 0 }\n\
            mian, h1, line, x-mian { top: 0 }\n.leads, .of-script, .menu-2 { top: 0 }\nlead, #lead { top: 0 }\n";
        site()
            .page("a", PAGE)
            .page("b", "<p class=\"of-scripts menu-1\">A</p>")
            .file("themes/t/styles/main.css", styles)
            .output("a.js", b"add('of-script')")
            .assert_report(&["unmatched-style"], &expect![[r#"
                content/pages/a.md:5:42 «hreo-text» warning[unmatched-style]: no style sheet has the class `hreo-text` of /a
                  help: did you mean `hero-text`?
                themes/t/styles/main.css:1:2 «her-ocolumns» warning[unmatched-style]: no page has an element that matches `.her-ocolumns`
                  help: did you mean `hero-columns`?
                themes/t/styles/main.css:2:1 «mian» warning[unmatched-style]: no page has an element that matches `mian`
                  help: did you mean `main`?
                themes/t/styles/main.css:4:1 «lead» warning[unmatched-style]: no page has an element that matches `lead`
                  help: write `.lead`: it is a class
                themes/t/styles/main.css:4:8 «lead» warning[unmatched-style]: no page has an element that matches `#lead`
                  help: write `.lead`: it is a class
            "#]]);
    }
}
