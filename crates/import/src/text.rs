//! Rewrites the text of a document: shortcodes to components, and links to the files and URLs of the new site.

use crate::copies::{Copies, joined, relative};
use crate::edits::{Edit, apply, code, is_within};
use crate::links::{spaced, with_links};
use crate::liquid::{of_liquid, without_liquid};
use crate::model::{Page, Site};
use crate::shortcodes::{Call, Form, Usages, of_hugo, of_zola, tag};
use crate::targets::Targets;

/// Returns the calls of shortcodes in a text outside of code.
pub fn calls(site: &Site, text: &str) -> Vec<Call> {
    let calls = match site.generator {
        "Zola" => of_zola(text),
        "Hugo" => of_hugo(text),
        // Liquid also runs in code.
        _ => return of_liquid(text),
    };
    let code = code(text);
    let is_code = |call: &Call| is_within(&code, call.span.start);
    calls
        .into_iter()
        .filter(|call| call.form == Form::Escaped || !is_code(call))
        .collect()
}

/// Returns the text of a page in the new file `target`.
pub fn convert(
    site: &Site,
    page: &Page,
    target: &str,
    targets: &Targets,
    pictures: &mut Copies<'_>,
    usages: &Usages,
) -> String {
    let text = &page.source.text[page.body.clone()];
    let text = match site.generator {
        "Jekyll" => without_liquid(text, page, target, targets, usages),
        _ => with_components(site, text, page, target, targets, usages),
    };
    with_links(&text, page, target, targets, pictures)
}

/// Replaces shortcodes by components, or by Markdown where it can say the same.
fn with_components(
    site: &Site,
    text: &str,
    page: &Page,
    target: &str,
    targets: &Targets,
    usages: &Usages,
) -> String {
    let calls = calls(site, text);
    let mut edits: Vec<Edit> = Vec::new();
    for call in &calls {
        let escaped = || {
            let written = &text[call.span.clone()];
            written.replacen("/*", "", 1).replacen("*/", "", 1)
        };
        let argument = |keys: &[&str]| {
            let found = call
                .arguments
                .iter()
                .find(|(key, _)| keys.contains(&key.as_str()));
            found.map(|(_, value)| value.as_str())
        };
        let builtin = (site.generator == "Hugo").then(|| match (call.name.as_str(), call.form) {
            ("ref" | "relref", _) => {
                let to = argument(&["arg1", "path"])?;
                Some(hugo_reference(to, page, target, targets))
            }
            ("figure", Form::Alone) => {
                let source = argument(&["src"])?;
                let words = argument(&["alt"])
                    .or(argument(&["caption"]))
                    .or(argument(&["title"]));
                let words = words.unwrap_or_default().replace(['[', ']', '\n'], "");
                Some(format!("![{words}]({})", spaced(source)))
            }
            ("highlight", Form::Open) => Some(format!(
                "```{}",
                argument(&["arg1", "lang"]).unwrap_or_default()
            )),
            ("highlight", Form::Close) => Some("```".to_owned()),
            ("youtube", Form::Alone) => {
                let id = argument(&["arg1", "id"])?;
                Some(format!(
                    "[Video on YouTube](https://www.youtube.com/watch?v={id})"
                ))
            }
            ("vimeo", Form::Alone) => {
                let id = argument(&["arg1", "id"])?;
                Some(format!("[Video on Vimeo](https://vimeo.com/{id})"))
            }
            _ => None,
        });
        let new = match (call.form, builtin.flatten()) {
            (Form::Escaped, _) => escaped(),
            (_, Some(markdown)) => markdown,
            (_, None) => tag(&with_urls(call, targets), usages),
        };
        edits.push((call.span.clone(), new));
    }
    apply(text, edits)
}

/// Returns the shortcodes that become Markdown instead of components.
pub fn is_builtin(site: &Site, name: &str) -> bool {
    site.generator == "Hugo"
        && matches!(
            name,
            "ref" | "relref" | "figure" | "highlight" | "youtube" | "vimeo"
        )
}

/// Returns the link to the page that a `ref` of Hugo names.
fn hugo_reference(to: &str, page: &Page, target: &str, targets: &Targets) -> String {
    let (path, anchor) = to
        .split_once('#')
        .map_or((to, None), |(path, anchor)| (path, Some(anchor)));
    let anchor = anchor.map_or(String::new(), |anchor| format!("#{anchor}"));
    if path.is_empty() {
        return anchor;
    }
    let bare = path.trim_matches('/').trim_end_matches(".md");
    let root = page.source.path.split('/').next().unwrap_or_default();
    let folder = page
        .source
        .path
        .rsplit_once('/')
        .map_or("", |(folder, _)| folder);
    let ends = [
        ".md".to_owned(),
        "/index.md".to_owned(),
        "/_index.md".to_owned(),
        format!(".{}.md", page.lang),
    ];
    let mut candidates = Vec::new();
    for end in &ends {
        candidates.push(joined(folder, &format!("{bare}{end}")));
        candidates.push(format!("{root}/{bare}{end}"));
        candidates.push(format!("{root}/{}/{bare}{end}", page.lang));
    }
    let file = candidates.iter().find_map(|one| targets.by_source.get(one));
    let by_name = || {
        let name = format!("/{}.md", bare.rsplit('/').next().unwrap_or(bare));
        let mut found = targets
            .by_source
            .iter()
            .filter(|(old, _)| old.ends_with(&name));
        let first = found.next()?;
        found.next().is_none().then_some(first.1)
    };
    match file.or_else(by_name) {
        Some(file) => format!("{}{anchor}", relative(target, file)),
        None => format!("{path}{anchor}"),
    }
}

/// Replaces Zola's addresses of files, `@/blog/soil.md`, in the Markdown of an argument by URLs.
fn with_urls(call: &Call, targets: &Targets) -> Call {
    let arguments = call.arguments.iter().map(|(key, value)| {
        let mut parts = value.split("](@/");
        let mut new = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let end = part.find(['#', ')']).unwrap_or(part.len());
            let url = targets.by_file.get(&format!("content/{}", &part[..end]));
            new.push_str("](");
            new.push_str(url.map_or(&part[..end], String::as_str));
            new.push_str(&part[end..]);
        }
        (key.clone(), new)
    });
    Call {
        span: call.span.clone(),
        name: call.name.clone(),
        arguments: arguments.collect(),
        form: call.form,
    }
}
