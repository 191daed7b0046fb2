//! unset-property: a style uses a custom property that nothing sets. Also reports files that a style sheet loads by their URL and that
//! do not exist.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use diagnostic::{Diagnostic, Place, Severity::Warning, did_you_mean};
use memchr::memmem;
use render::codes::BROKEN_LINK;

use crate::addresses::decoded;
use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::rules::ignored_style::IGNORED_STYLE;
use crate::scope::When;
use crate::similar_names::is_variant;

pub static RULE: Rule = Rule::on_whole_pages(When::Check, ALL, check);

diagnostic::codes! {
    UNSET_PROPERTY {
        name: "unset-property",
        severity: Warning,
        summary: "a style uses a custom property that nothing sets, or sets one under a misspelled name",
        why: "Browsers ignore the declaration, so a color or a distance is missing.",
        example: "color: var(--inc), where only --ink is set",
        fix: "Correct the name, set the property on :root, or write what to use instead: var(--name, black).",
        source: "CSS Custom Properties 1, section 3.1",
    }
}

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let sheets = site.output.styles.values();
    let mut set: BTreeMap<String, Place> = BTreeMap::new();
    let mut used: BTreeMap<String, Place> = BTreeMap::new();
    let mut read: BTreeSet<String> = BTreeSet::new();
    let mut animations: Vec<Place> = Vec::new();
    for sheet in sheets {
        let text = assets::css::without_comments(&sheet.text);
        for (at, _) in text.match_indices("--") {
            let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
            let rest = &text[at..];
            let name = &rest[..rest.len() - rest.trim_start_matches(is_part).len()];
            let (before, after) = (text[..at].trim_end(), rest[name.len()..].trim_start());
            if before.ends_with(is_part) && !before.ends_with("@property") || name.len() < 3 {
                continue;
            }
            let place = || Place::new(sheet, at..at + name.len());
            if before.ends_with("var(") {
                if after.starts_with(')') {
                    used.entry(name.to_owned()).or_insert_with(place);
                }
                read.insert(name.to_owned());
            } else {
                set.entry(name.to_owned()).or_insert_with(place);
            }
        }
        let names = assets::css_animations::used_animations(&text).into_iter();
        animations.extend(names.map(|span| Place::new(sheet, span)));
        for span in assets::css::addresses(&sheet.text) {
            let address = &sheet.text[span.clone()];
            let path = address.split(['?', '#']).next().unwrap_or_default();
            let path = decoded(path).unwrap_or_else(|| path.to_owned());
            let is_own = path.starts_with('/') && !path.starts_with("//");
            if is_own && !site.output.addresses().is_linkable(&path) {
                let message = format!("there is no file {path}");
                let help = "put the file into the theme, and write its path relative to this style sheet; a file of public/ has its URL";
                let diagnostic = Diagnostic::new(&BROKEN_LINK, message).help(help);
                diagnostics.push(diagnostic.at(Place::new(sheet, span), ""));
            }
        }
    }
    diagnostics.extend(missing_animations(site, animations));
    // Each of these names is compared with all that are read.
    let unread = set.iter().filter(|(name, _)| !read.contains(*name));
    for (name, place) in unread.take(MOST_COMPARED) {
        let Some(help) = did_you_mean(name, read.iter().map(String::as_str)) else {
            continue;
        };
        // A property that nothing sets is reported where it is used.
        let meant = help.replacement.as_ref().map(|one| one.with.as_str());
        let is_other = |meant: &str| is_variant(name, meant) || !set.contains_key(meant);
        if meant.is_none_or(is_other) || is_read_elsewhere(site, name) {
            continue;
        }
        let message = format!("nothing uses the custom property `{name}`");
        let diagnostic = Diagnostic::new(&UNSET_PROPERTY, message);
        diagnostics.push(diagnostic.at(place.clone(), "").help(help.to_confirm()));
    }
    used.retain(|name, _| !set.contains_key(name) && !is_set_elsewhere(site, name));
    for (name, place) in used {
        let message = format!("nothing sets the custom property `{name}`");
        let help = did_you_mean(&name, set.keys().map(String::as_str));
        let help = help.unwrap_or_else(|| {
            format!("set it on :root, or write what to use instead: var({name}, …)").into()
        });
        diagnostics.push(
            Diagnostic::new(&UNSET_PROPERTY, message)
                .at(place, "")
                .help(help),
        );
    }
}

/// Returns a finding about each animation, given the place of its name, whose steps are in no style sheet.
fn missing_animations(site: &Inspection<'_>, mut used: Vec<Place>) -> Vec<Diagnostic> {
    let own = site.output.styles.values();
    let own = own.map(|sheet| Cow::from(sheet.text.as_str()));
    let files = site.output.files.iter();
    let files = files.filter(|(path, _)| path.ends_with(".css") || path.ends_with(".js"));
    let files = files.map(|(_, bytes)| String::from_utf8_lossy(bytes));
    let pages = site.output.pages.iter().map(|page| site.output.html(page));
    let mut texts = own.chain(files).chain(pages);
    let mut steps: BTreeSet<String> = BTreeSet::new();
    loop {
        used.retain(|place| {
            let name = &place.source.text[place.span.clone()];
            // Names that begin with `-ua-` are those of browsers (CSS View Transitions 1).
            !steps.contains(name) && !name.starts_with("-ua-")
        });
        // The pages come last, because reading them takes long.
        let Some(text) = texts.next().filter(|_| !used.is_empty()) else {
            break;
        };
        let text = assets::css::without_comments(&text);
        let rules = text
            .split('@')
            .filter_map(|rule| rule.split_once("keyframes"));
        let names = rules.filter_map(|(_, rest)| rest.split('{').next());
        steps.extend(names.map(|name| name.trim().trim_matches(['"', '\'']).to_owned()));
    }
    let missing = used.into_iter().map(|place| {
        let name = &place.source.text[place.span.clone()];
        let message = format!("browsers ignore this: no @keyframes has the name `{name}`");
        let help = did_you_mean(name, steps.iter().map(String::as_str));
        let help = help.unwrap_or_else(|| {
            format!("add @keyframes {name} {{ from {{ … }} to {{ … }} }}, or delete the animation")
                .into()
        });
        Diagnostic::new(&IGNORED_STYLE, message)
            .help(help)
            .at(place, "")
    });
    missing.collect()
}

/// Number of properties that nothing reads of which similar ones are searched.
const MOST_COMPARED: usize = 100;

/// Returns whether a script, the style sheet of a widget, or the HTML of a page may read a custom property.
fn is_read_elsewhere(site: &Inspection<'_>, name: &str) -> bool {
    let mut files = site.output.files.iter();
    let is_style = |path: &str| path.ends_with(".css") || path.ends_with(".js");
    let reads = |text: &[u8]| {
        memmem::find_iter(text, name.as_bytes()).any(|at| {
            let after = text.get(at + name.len()).copied().unwrap_or_default();
            !after.is_ascii_alphanumeric() && !matches!(after, b'-' | b'_' | b':')
        })
    };
    files.any(|(path, bytes)| is_style(path) && reads(bytes)) || {
        let mut pages = site.output.pages.iter();
        pages.any(|page| reads(site.output.html(page).as_bytes()))
    }
}

/// Returns whether a script, the style sheet of a widget, or the HTML of a page may set a custom property.
fn is_set_elsewhere(site: &Inspection<'_>, name: &str) -> bool {
    let declaration = format!("{name}:");
    let in_files = site.output.files.iter().any(|(path, bytes)| {
        let has = |text: &str| memmem::find(bytes, text.as_bytes()).is_some();
        path.ends_with(".css") && has(&declaration) || path.ends_with(".js") && has(name)
    });
    in_files || {
        let mut pages = site.output.pages.iter();
        pages.any(|page| site.output.html(page).contains(&declaration))
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::site;

    #[test]
    fn a_property_that_is_set_under_a_misspelled_name() {
        let styles = ":root { --guter: 1rem; --ink-2: red; --ink-3: red; --paper-dark: black; }\n\
            @media print { :root { --gutter: 0; --ink: red; --paper: white; } }\n\
            a { margin: var(--gutter); color: var(--ink-3); background: var(--paper); }\n";
        site()
            .file("themes/t/styles/main.css", styles)
            .assert_report(
                &["unset-property"],
                &expect![[r#"
                    themes/t/styles/main.css:1:9 «--guter» warning[unset-property]: nothing uses the custom property `--guter`
                      help: did you mean `--gutter`?
                "#]],
            );
    }

    #[test]
    fn animations_without_steps() {
        let styles = "@keyframes fade-in { to { opacity: 0; } }\na { animation: fade-in 1s; }\n\
            b { animation: fade-on 1s; }\ni { animation: turn 1s, of-widget 2s; }\n";
        site()
            .file("themes/t/styles/main.css", styles)
            .output("w.css", b"@keyframes of-widget{to{top:0}}")
            .assert_report(&["ignored-style"], &expect![[r#"
                themes/t/styles/main.css:3:16 «fade-on» warning[ignored-style]: browsers ignore this: no @keyframes has the name `fade-on`
                  help: did you mean `fade-in`?
                themes/t/styles/main.css:4:16 «turn» warning[ignored-style]: browsers ignore this: no @keyframes has the name `turn`
                  help: add @keyframes turn { from { … } to { … } }, or delete the animation
            "#]]);
    }

    #[test]
    fn properties_and_files() {
        let styles = "/* var(--no) */\n:root { --ink: red; }\n@property --far { syntax: \"*\" }\n\
            a { color: var(--inc); top: var(--far); left: var( --nope , 1px); background: url(/nope.png) }\n\
            b--c { background: url(/ok.png) url(//e.org/a.png) url(x.png); color: var(--of-script) }\n";
        site()
            .file("themes/t/styles/main.css", styles)
            .output("ok.png", b"x")
            .output("a.js", b"style.setProperty('--of-script', 1)")
            .assert_findings(
                &["unset-property", "broken-link"],
                &[
                    "themes/t/styles/main.css:4:16: warning: unset-property: nothing sets the custom property `--inc`",
                    "themes/t/styles/main.css:4:83: error: broken-link: there is no file /nope.png",
                ],
            );
    }
}
