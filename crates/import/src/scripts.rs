//! Scripts in texts. Markdown of the new site cannot have scripts, so each becomes a component of the theme.

use std::collections::BTreeMap;

use crate::edits::{Edit, apply, code, is_within};
use crate::html::{Hosts, tags, use_host};
use crate::imported::File;

/// A script that was in texts.
#[derive(Debug)]
pub struct Script {
    /// Number in the name of the component.
    pub number: usize,
    /// The element, as the component shows it.
    html: String,
    /// Code that the element had between its tags.
    code: Option<String>,
}

/// Scripts by the element in the text.
pub type Scripts = BTreeMap<String, Script>;

/// Replaces the scripts in a text by components. `page` is the URL of its page.
pub fn without_scripts(text: &str, page: &str, scripts: &mut Scripts, hosts: &mut Hosts) -> String {
    const END: &str = "</script>";
    if !text.contains("<script") {
        return text.to_owned();
    }
    let code_ranges = code(text);
    let mut edits: Vec<Edit> = Vec::new();
    let mut at = 0;
    let last = text.rfind(END).unwrap_or_default();
    while let Some(start) = text[at..].find("<script").map(|found| at + found) {
        at = start + 1;
        if is_within(&code_ranges, start) {
            continue;
        }
        let end = (start < last).then(|| text[start..].find(END)).flatten();
        let Some(length) = end else {
            // Without an end, it is a text about scripts.
            edits.push((start..at, "&lt;".to_owned()));
            continue;
        };
        let end = start + length + END.len();
        at = end;
        let written = &text[start..end];
        let number = scripts.len() + 1;
        if !scripts.contains_key(written) {
            let Some(script) = script(written, number, page, hosts) else {
                continue;
            };
            scripts.insert(written.to_owned(), script);
        } else if let Some(address) = address(written) {
            use_host(hosts, address, "script", page);
        }
        let number = scripts.get(written).map_or(number, |one| one.number);
        edits.push((start..end, format!("<OldScript{number} />")));
    }
    apply(text, edits)
}

/// Returns the address of a script.
fn address(element: &str) -> Option<&str> {
    let tag = tags(element, 0..element.len()).into_iter().next()?;
    let (_, value, _) = tag.attributes.iter().find(|(name, ..)| *name == "src")?;
    Some(&element[value.clone()])
}

/// Returns what an element becomes; `None` for one that is not complete.
fn script(element: &str, number: usize, page: &str, hosts: &mut Hosts) -> Option<Script> {
    let (open, rest) = element.split_once('>')?;
    let body = rest.strip_suffix("</script>")?;
    let is_data = ["json", "template", "text/x-"]
        .iter()
        .any(|part| open.contains(part));
    if let Some(address) = address(element) {
        let new = use_host(hosts, address, "script", page);
        let html = new.map_or_else(
            || element.to_owned(),
            |new| element.replacen(address, &new, 1),
        );
        return Some(Script {
            number,
            html,
            code: None,
        });
    }
    if is_data || body.trim().is_empty() {
        return Some(Script {
            number,
            html: element.to_owned(),
            code: None,
        });
    }
    Some(Script {
        number,
        html: format!("{open} src=\"/old-scripts/{number}.js\"></script>"),
        code: Some(body.trim().to_owned() + "\n"),
    })
}

/// Adds the files of scripts: a component for each, and its code.
pub fn write(scripts: &Scripts, files: &mut BTreeMap<String, File>) {
    for script in scripts.values() {
        let Script { number, html, code } = script;
        let html = as_template(html);
        let text = format!(
            "{{% component OldScript{number}() %}}{html}{{% endcomponent OldScript{number} %}}\n"
        );
        let component = format!("themes/plain/templates/components/oldscript{number}.html");
        files.insert(component, File::Text(text));
        if let Some(code) = code {
            files.insert(
                format!("public/old-scripts/{number}.js"),
                File::Text(code.clone()),
            );
        }
    }
}

/// Returns a template that shows HTML unchanged.
fn as_template(html: &str) -> String {
    let mut template = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find('{') {
        let (before, brace) = rest.split_at(at);
        template.push_str(before);
        let opening = ["{{", "{%", "{#"]
            .iter()
            .find(|one| brace.starts_with(**one));
        let length = if let Some(opening) = opening {
            template.push_str(&format!("{{{{ \"{opening}\" }}}}"));
            opening.len()
        } else {
            template.push('{');
            1
        };
        rest = &brace[length..];
    }
    template + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements() {
        for (text, expected, files) in [
            (
                "a <script async src=\"//b.example/c.js\"></script> b",
                "a <OldScript1 /> b",
                "oldscript1.html: <script async src=\"https://b.example/c.js\"></script>",
            ),
            (
                "<script type=\"module\">\nrun()\n</script><script type=\"module\">\nrun()\n</script>",
                "<OldScript1 /><OldScript1 />",
                "1.js: run() oldscript1.html: <script type=\"module\" src=\"/old-scripts/1.js\"></script>",
            ),
            (
                "<script type=\"text/x-a\">{{a}} {% endraw %} {#b#} { c }</script>",
                "<OldScript1 />",
                "oldscript1.html: <script type=\"text/x-a\">{{ \"{{\" }}a}} {{ \"{%\" }} endraw %} {{ \"{#\" }}b#} { c }</script>",
            ),
            (
                "`<script>a</script>` <script> `<script>`",
                "`<script>a</script>` &lt;script> `<script>`",
                "",
            ),
        ] {
            let (mut scripts, mut hosts) = (Scripts::new(), Hosts::new());
            let new = without_scripts(text, "/", &mut scripts, &mut hosts);
            assert_eq!(new, expected);
            let mut written = BTreeMap::new();
            write(&scripts, &mut written);
            let shown = written.iter().map(|(path, file)| {
                let File::Text(text) = file else {
                    unreachable!()
                };
                let text = text
                    .split_once("() %}")
                    .map_or(text.as_str(), |(_, rest)| rest);
                let text = text
                    .split("{% endcomponent")
                    .next()
                    .unwrap_or_default()
                    .trim();
                format!("{}: {text}", path.rsplit('/').next().unwrap_or_default())
            });
            assert_eq!(shown.collect::<Vec<_>>().join(" "), files);
        }
    }
}
