//! The plain theme of the new site, and a component for each shortcode.

use std::collections::BTreeMap;

use crate::edits::apply;
use crate::html::{Hosts, style_as_class, tags, with_hosts};
use crate::imported::File;
use crate::model::Site;
use crate::shortcodes::{Usage, Usages, component_name, template_tags};
use crate::targets::{Targets, local};

/// Expands to the paths of files in `theme/` with their texts.
macro_rules! files {
    ($($path:literal)*) => {
        [$(($path, include_str!(concat!("../theme/", $path)))),*]
    };
}

/// Every file of the theme.
const FILES: [(&str, &str); 9] = files![
    "styles/main.css"
    "templates/base.html"
    "templates/components/entries.html"
    "templates/components/menulinks.html"
    "templates/home.html"
    "templates/list.html"
    "templates/page.html"
    "templates/term.html"
    "templates/terms.html"
];

/// Returns the files of the theme. Adds the other hosts that its components use to `hosts`.
pub fn files(
    site: &Site,
    usages: &Usages,
    targets: &Targets,
    mut styles: BTreeMap<String, usize>,
    hosts: &mut Hosts,
) -> BTreeMap<String, File> {
    let mut files = BTreeMap::new();
    for (name, usage) in usages {
        let text = component(site, name, usage, targets, &mut styles, hosts);
        files.insert(component_file(name), File::Text(text));
    }
    for (path, text) in FILES {
        let mut text = text.to_owned();
        if path == "styles/main.css" {
            text.push_str(&old_styles(&styles));
        }
        files.insert(format!("themes/plain/{path}"), File::Text(text));
    }
    files
}

/// Returns the rules for styles that were in attributes.
fn old_styles(styles: &BTreeMap<String, usize>) -> String {
    if styles.is_empty() {
        return String::new();
    }
    let mut numbered: Vec<(&usize, &String)> = styles
        .iter()
        .map(|(style, number)| (number, style))
        .collect();
    numbered.sort();
    let rules = numbered.iter().map(|(number, style)| {
        let lines = style
            .split(';')
            .map(str::trim)
            .filter(|one| !one.is_empty());
        let lines: String = lines.map(|one| format!("  {one};\n")).collect();
        format!("\n.old-style-{number} {{\n{lines}}}\n")
    });
    format!(
        "\n/* Styles that the texts of the old site had in attributes. */\n{}",
        rules.collect::<String>()
    )
}

/// Returns the file of the component that a shortcode becomes.
pub fn component_file(name: &str) -> String {
    format!(
        "themes/plain/templates/components/{}.html",
        component_name(name).to_lowercase()
    )
}

/// Arguments that usually are headings.
const HEADINGS: [&str; 6] = ["title", "heading", "label", "name", "question", "summary"];

/// Arguments that usually are texts.
const TEXTS: [&str; 7] = [
    "text",
    // What shortcodes call `body`, which is the text between the tags here.
    "arg_body",
    "description",
    "subtitle",
    "caption",
    "message",
    "answer",
];

/// Returns the arguments of a shortcode that its component shows until its HTML is written, headings first.
pub fn words(usage: &Usage) -> impl Iterator<Item = &'static str> {
    let all = HEADINGS.into_iter().chain(TEXTS);
    all.filter(|key| usage.arguments.contains(*key))
}

/// Returns a template of Hugo without the parts that show nothing in a call without a body.
fn without_empty(template: &str) -> String {
    let parts = template_tags(template).into_iter().filter(|part| {
        let inner = template[part.start + 2..part.end - 2].trim_matches('-');
        template[part.clone()].starts_with("{{") && [".Inner", "\"\"", "``"].contains(&inner.trim())
    });
    apply(template, parts.map(|part| (part, String::new())).collect())
}

/// Returns the template of a shortcode that shows the same HTML in every call.
pub fn unchanging(site: &Site, name: &str, usage: &Usage) -> Option<String> {
    let template = without_empty(site.shortcodes.get(name)?.trim());
    // Components of Astro are programs.
    let has_code = || {
        let tags = tags(&template, 0..template.len());
        let mut scripts = tags.iter().filter(|tag| tag.name == "script");
        scripts.any(|tag| tag.attributes.iter().all(|(name, ..)| *name != "src"))
    };
    let is_program = site.generator == "Astro"
        || ["{{", "{%", "{#"]
            .iter()
            .any(|mark| template.contains(mark))
        || has_code();
    (!usage.has_body && !is_program).then_some(template)
}

/// Returns a component that shows its words and its body, with the old template as a comment.
fn component(
    site: &Site,
    name: &str,
    usage: &Usage,
    targets: &Targets,
    styles: &mut BTreeMap<String, usize>,
    hosts: &mut Hosts,
) -> String {
    let component = component_name(name);
    let arguments = usage
        .arguments
        .iter()
        .map(|name| format!("{name}: string = \"\""));
    let arguments: Vec<String> = arguments.collect();
    if let Some(html) = unchanging(site, name, usage) {
        let arguments = arguments.join(", ");
        let tags = tags(&html, 0..html.len());
        let is_outside = |address: &str| local(address, targets).is_none();
        let edits = tags.iter().flat_map(|tag| {
            let mut edits = style_as_class(&html, tag, styles);
            edits.extend(with_hosts(&html, tag, &usage.pages, hosts, is_outside));
            edits
        });
        let html = apply(&html, edits.collect());
        return format!(
            "{{% component {component}({arguments}) %}}\n{html}\n{{% endcomponent {component} %}}\n"
        );
    }
    let old = site.shortcodes.get(name).map_or("", String::as_str);
    let words = words(usage).map(|key| {
        // Zola names the argument itself, and Hugo between quotes.
        let mut filtered = [format!("{key} | markdown"), format!("{key}\" | markdown")].into_iter();
        let filter = if filtered.any(|one| old.contains(&one)) {
            " | markdown_inline"
        } else {
            ""
        };
        let shown = if HEADINGS.contains(&key) {
            format!("<strong>{{{{ {key}{filter} }}}}</strong>")
        } else {
            format!("{{{{ {key}{filter} }}}}")
        };
        format!("{{% if {key} %}}{shown} {{% endif %}}")
    });
    let words: String = words.collect();
    let body = if usage.has_body { "{{ body }}" } else { "" };
    let old = if old.is_empty() {
        String::new()
    } else {
        let old = old.replace("#}", "# }").replace("{#", "{ #");
        format!(
            "{{# The {} `{name}` of {} was:\n{}\n#}}\n",
            site.kind_of_calls(),
            site.generator,
            old.trim_end()
        )
    };
    format!(
        "{old}{{% component {component}({}) %}}{words}{body}{{% endcomponent {component} %}}\n",
        arguments.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_that_show_the_same() {
        for (template, has_body, expected) in [
            ("<hr>\n", false, Some("<hr>")),
            ("<hr>", true, None),
            ("<b>{{ .Get 0 }}</b>", false, None),
            (
                "{{.Inner}}<abbr>API</abbr>{{- \"\" -}}",
                false,
                Some("<abbr>API</abbr>"),
            ),
            ("{{- .Inner}}<hr>{{``}}", false, Some("<hr>")),
            ("{{ .Inner }}<abbr>API</abbr>", true, None),
        ] {
            let site = Site {
                shortcodes: [("a".to_owned(), template.to_owned())].into(),
                ..Site::default()
            };
            let usage = Usage {
                has_body,
                ..Usage::default()
            };
            assert_eq!(
                unchanging(&site, "a", &usage).as_deref(),
                expected,
                "{template}"
            );
        }
    }
}
