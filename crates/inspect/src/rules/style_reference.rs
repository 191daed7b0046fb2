//! unset-property: a style uses a custom property that nothing sets. Also reports files that a style sheet loads by their URL and that
//! do not exist.

use std::collections::{BTreeMap, BTreeSet};

use diagnostic::{Diagnostic, Place, Severity::Warning, did_you_mean};
use memchr::memmem;
use render::codes::BROKEN_LINK;

use crate::addresses::decoded;
use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule::on_whole_pages(When::Check, ALL, check);

diagnostic::codes! {
    UNSET_PROPERTY {
        name: "unset-property",
        severity: Warning,
        summary: "a style uses a custom property that nothing sets",
        why: "Browsers ignore the declaration, so a color or a distance is missing.",
        example: "color: var(--inc), where only --ink is set",
        fix: "Correct the name, set the property on :root, or write what to use instead: var(--name, black).",
        source: "CSS Custom Properties 1, section 3.1",
    }
}

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let sheets = site.output.styles.values();
    let mut set: BTreeSet<String> = BTreeSet::new();
    let mut used: BTreeMap<String, Place> = BTreeMap::new();
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
            if before.ends_with("var(") {
                let place = || Place::new(sheet, at..at + name.len());
                if after.starts_with(')') {
                    used.entry(name.to_owned()).or_insert_with(place);
                }
            } else {
                set.insert(name.to_owned());
            }
        }
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
    used.retain(|name, _| !set.contains(name) && !is_set_elsewhere(site, name));
    for (name, place) in used {
        let message = format!("nothing sets the custom property `{name}`");
        let help = did_you_mean(&name, set.iter().map(String::as_str));
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
    use crate::fixture::site;

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
