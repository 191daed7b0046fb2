//! Feeds of Hugo that the site makes with a template of its own.

use std::sync::Arc;

use diagnostic::Source;
use toml::Table;

use crate::collections::is_within;
use crate::model::{Entries, Site};
use crate::project::Project;
use crate::values::texts;

/// Names of the template of the home page's feed, the one that Hugo prefers first. The last three are also for other feeds.
const OF_HOME: [&str; 6] = [
    "index.rss.xml",
    "home.rss.xml",
    "index.xml",
    "list.rss.xml",
    "list.xml",
    "rss.xml",
];

/// Limits the feeds to the entries that the templates of the site and its theme choose, and reports the templates, which may do more.
pub fn read_templates(project: &Project<'_>, config: &Table, site: &mut Site) {
    let templates = templates(project, config);
    let general = OF_HOME.iter().enumerate().find_map(|(rank, name)| {
        let mut all = templates.iter();
        let is_named = |path: &str| path == *name || path.strip_prefix("_default/") == Some(*name);
        let (_, source) = all.find(|(path, _)| is_named(path))?;
        Some((rank, source))
    });
    if let Some((rank, source)) = general {
        let (limit, section) = entries(&source.text);
        let section =
            section.filter(|one| site.pages.iter().any(|page| is_within(&page.section, one)));
        for feed in &mut site.feeds {
            let is_home = matches!(feed.entries, Entries::All);
            if is_home || rank >= 3 {
                feed.limit = limit.or(feed.limit);
            }
            if let (true, Some(section)) = (is_home, section) {
                feed.entries = Entries::Section(section.to_owned());
            }
        }
    }
    if site.feeds.is_empty() {
        return;
    }
    let general = general.map(|(_, source)| source);
    let others = templates.iter().map(|(_, source)| source);
    let others = others.filter(|one| general.is_none_or(|general| general.path != one.path));
    for source in general.into_iter().chain(others) {
        let message = "the feeds have a template of their own, which was not converted".to_owned();
        let help = "compare the entries of the feeds with those of the old ones, and correct each [[feed]] in content/structure.toml";
        site.report(source, 0..0, message, help);
    }
}

/// Returns the templates of feeds, each with its path in the folder of templates. Those of the site take precedence over those of its
/// themes.
fn templates(project: &Project<'_>, config: &Table) -> Vec<(String, Arc<Source>)> {
    let themes = texts(config.get("theme")).into_iter();
    let themes = themes.map(|name| format!("themes/{name}/layouts/"));
    let mut templates: Vec<(String, Arc<Source>)> = Vec::new();
    for folder in std::iter::once("layouts/".to_owned()).chain(themes) {
        for path in project.below(&folder) {
            let own = &path[folder.len()..];
            let name = own.rsplit('/').next().unwrap_or(own);
            let is_feed = name.ends_with(".rss.xml") || OF_HOME.contains(&name);
            let is_part = ["partials/", "_partials/", "shortcodes/", "_shortcodes/"]
                .iter()
                .any(|folder| own.starts_with(folder));
            let is_known = templates.iter().any(|(other, _)| other == own);
            if is_feed && !is_part && !is_known {
                templates.extend(project.text(path).map(|source| (own.to_owned(), source)));
            }
        }
    }
    templates
}

/// Returns the number of entries that a template shows at most, and the section that they are in:
/// `range first 15 (where .Site.RegularPages "Section" "post")`.
fn entries(template: &str) -> (Option<usize>, Option<&str>) {
    let after = |word: &str| Some(template.split_once(word)?.1.trim_start());
    let limit = after("range first ").or_else(|| after("| first "));
    let limit = limit.and_then(|rest| {
        let end = rest.find(|one: char| !one.is_ascii_digit());
        rest[..end.unwrap_or(rest.len())].parse().ok()
    });
    let section = after("\"Section\" \"").or_else(|| after("\"Type\" \""));
    let section = section.and_then(|rest| Some(rest.split_once('"')?.0));
    (limit.filter(|one| *one > 0), section)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Files;

    #[test]
    fn names_of_templates() {
        for (path, expected) in [
            ("layouts/index.rss.xml", "5 All"),
            ("layouts/list.rss.xml", "5 All, 5 Section"),
            ("layouts/_default/rss.xml", "5 All, 5 Section"),
            ("layouts/_default/index.rss.xml", "5 All"),
            ("themes/a/layouts/index.xml", "5 All"),
            ("layouts/section.rss.xml", "All, Section"),
            ("layouts/news/rss.xml", "All, Section"),
            ("layouts/news/list.rss.xml", "All, Section"),
            ("layouts/partials/rss.xml", ""),
            ("themes/b/layouts/rss.xml", ""),
            ("layouts/sitemap.xml", ""),
        ] {
            let files = Files::of(&[(path, "{{ range first 5 .Pages }}")]);
            let feed = |entries: Entries| crate::model::Feed {
                route: String::new(),
                is_rss: true,
                entries,
                limit: None,
            };
            let mut site = Site {
                feeds: vec![
                    feed(Entries::All),
                    feed(Entries::Section("news".to_owned())),
                ],
                ..Site::default()
            };
            let config = toml::from_str("theme = 'a'").unwrap();
            read_templates(&files.project(), &config, &mut site);
            let shown = site.feeds.iter().map(|feed| {
                let name = if matches!(feed.entries, Entries::All) {
                    "All"
                } else {
                    "Section"
                };
                feed.limit
                    .map_or(name.to_owned(), |limit| format!("{limit} {name}"))
            });
            let shown = shown.collect::<Vec<_>>().join(", ");
            let places = site.diagnostics.iter().filter_map(|one| one.place.as_ref());
            let places: Vec<&str> = places
                .map(|(place, _)| place.source.path.as_str())
                .collect();
            let expected = match expected {
                "" => ("All, Section".to_owned(), Vec::new()),
                "5 All" => ("5 All, Section".to_owned(), vec![path]),
                expected => (expected.to_owned(), vec![path]),
            };
            assert_eq!((shown, places), expected, "{path}");
        }
    }

    #[test]
    fn entries_of_templates() {
        for (template, expected) in [
            (
                "{{ range first 15 (where .Site.RegularPages \"Section\" \"post\") }}",
                (Some(15), Some("post")),
            ),
            (
                "{{ range where site.RegularPages \"Type\" \"blog\" | first 5 }}",
                (Some(5), Some("blog")),
            ),
            (
                "{{ $pages = $pages | first $limit }}{{ range $pages }}",
                (None, None),
            ),
        ] {
            assert_eq!(entries(template), expected, "{template}");
        }
    }
}
