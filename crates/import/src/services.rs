//! Services of other hosts that the templates and settings of a site name: comments, statistics, and advertisements.

use std::collections::BTreeSet;

use crate::model::Site;
use crate::project::Project;

/// Hosts of services.
const HOSTS: [(&str, &str); 20] = [
    ("cdn.usefathom.com", "Fathom"),
    ("cdn.panelbear.com", "Panelbear"),
    ("clarity.ms", "Microsoft Clarity"),
    ("cloudflareinsights.com", "Cloudflare Web Analytics"),
    ("commento.io", "Commento"),
    ("cusdis.com", "Cusdis"),
    ("disqus.com", "Disqus"),
    ("gc.zgo.at", "GoatCounter"),
    ("giscus.app", "giscus"),
    ("google-analytics.com", "Google Analytics"),
    ("googlesyndication.com", "Google AdSense"),
    ("googletagmanager.com", "Google Tag Manager"),
    ("goatcounter.com", "GoatCounter"),
    ("hm.baidu.com", "Baidu Tongji"),
    ("hyvor.com", "Hyvor Talk"),
    ("plausible.io", "Plausible"),
    ("simpleanalyticscdn.com", "Simple Analytics"),
    ("umami.is", "Umami"),
    ("utteranc.es", "utterances"),
    ("webmention.io", "webmentions"),
];

/// Keys of settings, in small letters and without `_` and `-`, that turn a service on.
const KEYS: [(&str, &str); 12] = [
    ("algoliadocsearch", "Algolia DocSearch"),
    ("disqus", "Disqus"),
    ("disqusshortname", "Disqus"),
    ("fathom", "Fathom"),
    ("giscus", "giscus"),
    ("goatcounter", "GoatCounter"),
    ("googlead", "Google AdSense"),
    ("googleadsense", "Google AdSense"),
    ("googleanalytics", "Google Analytics"),
    ("plausible", "Plausible"),
    ("utterances", "utterances"),
    ("umami", "Umami"),
];

/// Reports the services that the site's own templates and settings name.
pub fn report(project: &Project<'_>, site: &mut Site) {
    let mut names: BTreeSet<&'static str> = BTreeSet::new();
    for path in project.files {
        let is_settings = is_settings(path);
        if !is_settings && !is_template(path) {
            continue;
        }
        let Some(source) = project.text(path) else {
            continue;
        };
        names.extend(of_hosts(&source.text));
        if is_settings {
            names.extend(of_keys(&source.text));
        }
    }
    if names.is_empty() {
        return;
    }
    let names: Vec<&str> = names.into_iter().collect();
    let message = format!(
        "templates or settings of the old site name services of other hosts: {}",
        names.join(", ")
    );
    let help = "the new site loads nothing from them: add those that it needs to the theme, and allow each host with [[allow]] in content/structure.toml";
    site.note(message, help);
}

/// Returns whether a file has settings of a site.
pub fn is_settings(path: &str) -> bool {
    let name = path.split('.').next().unwrap_or(path);
    ["_config", "astro", "config", "hugo", "zola"].contains(&name) || path.starts_with("config/")
}

/// Returns whether a file is a template of the site, but not of a theme that it includes.
fn is_template(path: &str) -> bool {
    let folders = ["_includes/", "_layouts/", "layouts/", "src/", "templates/"];
    let ends = [".html", ".astro", ".tsx", ".jsx", ".svelte", ".vue"];
    folders.iter().any(|folder| path.starts_with(folder))
        && ends.iter().any(|end| path.ends_with(end))
}

/// Returns the services whose hosts a template names.
fn of_hosts(text: &str) -> impl Iterator<Item = &'static str> {
    let hosts = HOSTS.iter().filter(|(host, _)| text.contains(host));
    hosts.map(|(_, name)| *name)
}

/// Returns the services whose keys have a value in settings.
fn of_keys(text: &str) -> impl Iterator<Item = &'static str> {
    let values = text.lines().filter_map(|line| {
        let (key, value) = line.split_once([':', '='])?;
        let value = value.split('#').next().unwrap_or_default();
        let is_letter = |one: &char| !" \t\"'_-,".contains(*one);
        let value: String = value.chars().filter(is_letter).collect();
        let is_off = ["", "false", "{", "{}", "null", "nil"].contains(&value.as_str());
        let key: String = key.chars().filter(is_letter).collect();
        (!is_off && !key.starts_with(['#', '/'])).then(|| key.to_lowercase())
    });
    let names = values.filter_map(|key| KEYS.iter().find(|(one, _)| *one == key));
    names.map(|(_, name)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Files;

    #[test]
    fn services() {
        for (path, text, expected) in [
            ("config.toml", "disqusShortname = \"a\"", "Disqus"),
            ("hugo.yaml", "googleAnalytics: G-1 # id", "Google Analytics"),
            ("_config.yml", "disqus:\n  shortname: a", ""),
            ("_config.yml", "google_analytics: ''\nutterances: false", ""),
            ("_config.yml", "# disqus: a", ""),
            (
                "config/_default/params.toml",
                "plausible = 'a'",
                "Plausible",
            ),
            (
                "layouts/partials/a.html",
                "<script src=\"https://utteranc.es/client.js\">",
                "utterances",
            ),
            ("themes/a/layouts/b.html", "https://utteranc.es", ""),
            ("content/a.md", "disqus.com", ""),
            (
                "astro.config.mjs",
                "src: 'https://cdn.usefathom.com/script.js'",
                "Fathom",
            ),
        ] {
            let files = Files::of(&[(path, text)]);
            let mut site = Site::default();
            report(&files.project(), &mut site);
            let message = site.diagnostics.first().map(|one| one.message.clone());
            let message = message.unwrap_or_default();
            let names = message.split_once("hosts: ").map_or("", |(_, names)| names);
            assert_eq!(names, expected, "{path}: {text}");
        }
    }
}
