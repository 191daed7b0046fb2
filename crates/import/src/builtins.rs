//! Shortcodes of Hugo itself and components of Astro itself, for which there is Markdown or HTML.

use crate::copies::relative;
use crate::highlights::fence_around;
use crate::hugo_paths::{documents_named, endings};
use crate::hugo_templates;
use crate::links::spaced;
use crate::model::{Page, Site};
use crate::shortcodes::{Call, Form};
use crate::targets::Targets;

/// Returns what a call becomes instead of a component; `None` for a shortcode of the site or its theme. `before` is the text before
/// the call.
pub fn replacement(
    site: &Site,
    page: &Page,
    call: &Call,
    before: &str,
    target: &str,
    targets: &Targets,
) -> Option<String> {
    if site.generator == "Astro" && call.name == "Code" && call.form == Form::Alone {
        let find = |name: &str| call.arguments.iter().find(|(key, _)| key == name);
        let language = find("lang").map_or("", |(_, language)| language);
        let (_, code) = find("code")?;
        let fence = fence_around(code);
        return Some(format!(
            "{fence}{language}\n{}\n{fence}",
            code.trim_matches('\n')
        ));
    }
    if site.generator == "Astro" && ["Image", "Picture"].contains(&call.name.as_str()) {
        let find = |name: &str| call.arguments.iter().find(|(key, _)| key == name);
        let words = find("alt").map_or("", |(_, words)| words);
        let (_, source) = find("src")?;
        return Some(format!(
            "![{}]({})",
            words.replace(['[', ']', '\n'], ""),
            spaced(source)
        ));
    }
    let is_own = site.shortcodes.contains_key(&call.name);
    if site.generator != "Hugo" {
        return None;
    }
    if is_own {
        return hugo_templates::shown(site, page, call);
    }
    let argument = |keys: &[&str]| {
        let mut arguments = call.arguments.iter();
        let found = arguments.find(|(key, _)| keys.contains(&key.as_str()));
        found.map(|(_, value)| value.as_str())
    };
    let link = |words: &str, url: String| Some(format!("[{words}]({url})"));
    match (call.name.as_str(), call.form) {
        ("ref" | "relref", _) => {
            let to = argument(&["arg1", "path"])?;
            let host = match call.name.as_str() {
                "ref" => format!("{}{}", targets.origin, targets.base_path),
                _ => targets.base_path.clone(),
            };
            Some(match before.trim_end_matches([' ', '<']) {
                one if one.ends_with("](") || one.ends_with("]:") => {
                    reference(to, page, targets, |file, _| relative(target, file))
                }
                // Visitors read the whole URL if it is not in an attribute.
                one if one.ends_with(['=', '"', '\'']) => {
                    reference(to, page, targets, |_, url| url.to_owned())
                }
                _ => reference(to, page, targets, |_, url| format!("{host}{url}")),
            })
        }
        ("figure", Form::Alone) => {
            let source = argument(&["src"])?;
            let words = argument(&["alt"])
                .or(argument(&["caption"]))
                .or(argument(&["title"]));
            let words = words.unwrap_or_default().replace(['[', ']', '\n'], "");
            let picture = format!("![{words}]({})", spaced(source));
            let linked = |text: &str, key: &str| match argument(&[key]) {
                Some(address) => format!("[{text}]({})", spaced(address)),
                None => text.to_owned(),
            };
            let title = argument(&["title"]).map(|title| format!("**{title}**"));
            let caption = argument(&["caption"]).map(str::to_owned);
            let attribution = argument(&["attr"]).map(|name| linked(name, "attrlink"));
            let texts: Vec<String> = [title, caption, attribution]
                .into_iter()
                .flatten()
                .collect();
            let picture = linked(&picture, "link");
            if texts.is_empty() {
                return Some(picture);
            }
            let texts = texts.join("\n\n");
            Some(format!(
                "<figure>\n\n{picture}\n\n<figcaption>\n\n{texts}\n\n</figcaption>\n</figure>"
            ))
        }
        ("details", Form::Open) => Some(format!(
            "<details>\n<summary>{}</summary>\n",
            argument(&["summary"]).unwrap_or("Details")
        )),
        ("details", Form::Close) => Some("\n</details>".to_owned()),
        ("param", Form::Alone) => {
            hugo_templates::parameter(site, page, argument(&["arg1", "name"])?)
        }
        ("youtube", Form::Alone) => {
            let id = argument(&["arg1", "id"])?;
            link(
                "Video on YouTube",
                format!("https://www.youtube.com/watch?v={id}"),
            )
        }
        ("vimeo" | "vimeo_simple", Form::Alone) => link(
            "Video on Vimeo",
            format!("https://vimeo.com/{}", argument(&["arg1", "id"])?),
        ),
        ("instagram", Form::Alone) => {
            let id = argument(&["arg1", "id"])?;
            link(
                "Post on Instagram",
                format!("https://www.instagram.com/p/{id}/"),
            )
        }
        ("x" | "x_simple" | "tweet" | "twitter" | "twitter_simple", Form::Alone) => {
            let id = argument(&["id", "arg2", "arg1"])?;
            let user = argument(&["user"]).or(argument(&["arg1"]).filter(|one| *one != id));
            link(
                "Post on X",
                format!("https://x.com/{}/status/{id}", user.unwrap_or("i")),
            )
        }
        ("gist", Form::Alone) => {
            let (user, id) = (argument(&["arg1"])?, argument(&["arg2"])?);
            link(
                "Code on GitHub",
                format!("https://gist.github.com/{user}/{id}"),
            )
        }
        _ => None,
    }
}

/// Returns whether a call of Hugo's own shortcodes showed a film, a post, or code of another host, which is a link now.
pub fn is_embed(site: &Site, call: &Call) -> bool {
    const EMBEDS: [&str; 10] = [
        "gist",
        "instagram",
        "tweet",
        "twitter",
        "twitter_simple",
        "vimeo",
        "vimeo_simple",
        "x",
        "x_simple",
        "youtube",
    ];
    site.generator == "Hugo"
        && EMBEDS.contains(&call.name.as_str())
        && !site.shortcodes.contains_key(&call.name)
}

/// Returns the address of the page that a `ref` names. `address` makes it of the new file and the URL.
fn reference(
    to: &str,
    page: &Page,
    targets: &Targets,
    address: impl Fn(&str, &str) -> String,
) -> String {
    let (path, anchor) = to
        .split_once('#')
        .map_or((to, None), |(path, anchor)| (path, Some(anchor)));
    let anchor = anchor.map_or(String::new(), |anchor| format!("#{anchor}"));
    if path.is_empty() {
        return anchor;
    }
    // Hugo looks for the document in the language of the page, even if the file of another one is named.
    let mut files = documents_named(page, path.trim_end_matches(".md"));
    let file = files.find_map(|one| targets.by_source.get_key_value(&one));
    let by_name = || {
        let bare = path.trim_matches('/').trim_end_matches(".md");
        let name = bare.rsplit('/').next().unwrap_or(bare);
        let ends = endings(&page.lang).map(|end| format!("/{name}{end}"));
        ends.into_iter().find_map(|end| {
            let mut sources = targets.by_source.iter();
            let first = sources.find(|(old, _)| old.ends_with(&end))?;
            let is_only = !sources.any(|(old, _)| old.ends_with(&end));
            is_only.then_some(first)
        })
    };
    match file.or_else(by_name) {
        Some((old, new)) => {
            let url = targets.by_file.get(old).map_or("", String::as_str);
            format!("{}{anchor}", address(new, url))
        }
        None => format!("{path}{anchor}"),
    }
}
