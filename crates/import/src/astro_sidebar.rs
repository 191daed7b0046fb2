//! The sidebar of Starlight, which becomes the main menu.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use diagnostic::{Source, folder_of};
use render::{bare_url, joined};
use toml::Value;

use crate::astro_constants::text_of;
use crate::astro_ids::without_index;
use crate::astro_settings::Settings;
use crate::evaluation::Names;
use crate::literals::{entries, inside, members, values};
use crate::model::{MenuLink, Page, Site};
use crate::report::place_of;

/// Maximum depth of groups within others.
const DEEPEST: usize = 8;

/// An entry of a sidebar.
struct Entry<'t> {
    /// Keys with their values; none for an entry that is only a text.
    members: BTreeMap<&'t str, &'t str>,
    /// The whole entry.
    written: &'t str,
}

/// Makes a menu of the sidebar, and reports its entries whose pages were not found. `config` is the text of the settings without
/// comments.
pub fn read_sidebar(
    source: &Arc<Source>,
    config: &str,
    names: &Names,
    settings: &Settings,
    site: &mut Site,
) {
    let sidebar = values(config, "sidebar").find(|value| value.starts_with('['));
    let entries = members(sidebar.map(inside).unwrap_or_default());
    let sidebar = Sidebar::new(names, settings, site);
    let of_language = |lang: &str| {
        let mut unread = Vec::new();
        let entries = entries.iter().map(|written| Entry::new(written));
        let links = entries.flat_map(|entry| sidebar.links(&entry, lang, 0, &mut unread));
        (links.collect(), unread)
    };
    let (menu, unread) = of_language(&site.language);
    let languages = site.languages.keys();
    let menus: Vec<Vec<MenuLink>> = languages.map(|lang| of_language(lang).0).collect();
    for (language, menu) in site.languages.values_mut().zip(menus) {
        language.menu = menu;
    }
    site.menu = menu;
    if !unread.is_empty() {
        let message = format!(
            "these entries of the sidebar have no link in the menu, because their pages were not found: `{}`",
            unread.join("`, `")
        );
        let help = "write those that readers need in content/menus.toml";
        let place = place_of(source, "sidebar:");
        let place = place.start..place.end.saturating_sub(1);
        site.report(source, place, message, help);
    }
}

/// Reads the entries of a sidebar.
struct Sidebar<'a> {
    names: &'a Names,
    settings: &'a Settings,
    /// Code of the main language.
    language: &'a str,
    /// Pages of the main language, in the order in which a folder lists them.
    pages: Vec<&'a Page>,
    /// Their URLs, without a slash at the end.
    urls: HashSet<&'a str>,
}

impl<'a> Sidebar<'a> {
    fn new(names: &'a Names, settings: &'a Settings, site: &'a Site) -> Self {
        let pages = site.pages.iter().filter(|page| page.lang == site.language);
        let mut pages: Vec<&Page> = pages.collect();
        let weight = |page: &Page| page.fields.get("weight").and_then(Value::as_integer);
        pages.sort_by_cached_key(|page| {
            let folder = if page.has_folder {
                page.url.as_str()
            } else {
                folder_of(bare_url(&page.url))
            };
            let weight = weight(page).unwrap_or(i64::MAX);
            let folder = folder.trim_matches('/').to_owned();
            (folder, !page.has_folder, weight, page.url.clone())
        });
        Self {
            names,
            settings,
            language: &site.language,
            urls: pages.iter().map(|page| bare_url(&page.url)).collect(),
            pages,
        }
    }

    /// Returns the links of an entry: several for the pages of a folder without a label. Adds the entries whose pages were not found
    /// to `unread`.
    fn links(
        &self,
        entry: &Entry<'_>,
        lang: &str,
        depth: usize,
        unread: &mut Vec<String>,
    ) -> Vec<MenuLink> {
        let text = |key: &str| text_of(entry.get(key)?, self.names);
        let translations = entry.get("translations").map(inside).unwrap_or_default();
        let own = entries(translations).find(|(key, _)| *key == lang);
        let own = own.and_then(|(_, own)| text_of(own, self.names));
        let label = own.or_else(|| text("label"));
        let group = if let Some(items) = entry.get("items").filter(|_| depth < DEEPEST) {
            let items = members(inside(items)).into_iter().map(Entry::new);
            let items = items.flat_map(|one| self.links(&one, lang, depth + 1, unread));
            Some(items.collect())
        } else {
            entry.get("autogenerate").map(|options| {
                let folder = Entry::new(options).get("directory");
                let folder = folder.and_then(|one| text_of(one, self.names));
                self.below(&folder.unwrap_or_default())
            })
        };
        if let Some(group) = group {
            return match (&label, group.first()) {
                (Some(_), Some(MenuLink { url, .. })) => {
                    let url = url.clone();
                    vec![MenuLink { label, url, group }]
                }
                _ => group,
            };
        }
        let link = text("link");
        if let Some(link) = link.as_ref().filter(|link| link.contains("://")) {
            return vec![MenuLink::single(label, link.clone())];
        }
        let slug = || text_of(entry.get("slug").unwrap_or(entry.written), self.names);
        let url = link.or_else(slug).map(|slug| self.url(&slug));
        if let Some(url) = url.filter(|url| self.urls.contains(bare_url(url))) {
            vec![MenuLink::single(label, url)]
        } else {
            unread.push(label.unwrap_or_else(|| entry.written.to_owned()));
            Vec::new()
        }
    }

    /// Returns the URL of a page, without the code of the main language.
    fn url(&self, slug: &str) -> String {
        let path = without_index(slug.trim_matches('/'));
        let inner = path.strip_prefix(self.language);
        let inner = inner.filter(|rest| rest.starts_with('/'));
        self.settings.url(inner.unwrap_or(path))
    }

    /// Returns links to the pages in a folder.
    fn below(&self, folder: &str) -> Vec<MenuLink> {
        let folder = joined("", folder);
        let above = if folder.is_empty() {
            "/".to_owned()
        } else {
            format!("/{folder}/")
        };
        let pages = self.pages.iter();
        let below = pages.filter(|page| format!("{}/", bare_url(&page.url)).starts_with(&above));
        below
            .map(|page| MenuLink::single(None, page.url.clone()))
            .collect()
    }
}

impl<'t> Entry<'t> {
    fn new(written: &'t str) -> Self {
        let inner = if written.starts_with('{') {
            inside(written)
        } else {
            ""
        };
        Self {
            members: entries(inner).collect(),
            written,
        }
    }

    fn get(&self, key: &str) -> Option<&'t str> {
        self.members.get(key).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Language;

    fn shown(menu: &[MenuLink]) -> String {
        let links = menu.iter().map(|link| {
            let group = match link.group.as_slice() {
                [] => String::new(),
                group => format!(" ({})", shown(group)),
            };
            let label = link.label.as_deref().unwrap_or("-");
            format!("{label}={}{group}", link.url)
        });
        links.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn menus() {
        for (sidebar, expected) in [
            (
                "[{ label: 'Guide', translations: { ru: 'Гид' }, items: ['b', 'a'] }, { label: 'Ref', autogenerate: { directory: 'ref' } }]",
                "Guide=/b/ (-=/b/ -=/a/) Ref=/ref/z/ (-=/ref/z/ -=/ref/y/); Гид=/b/ (-=/b/ -=/a/) Ref=/ref/z/ (-=/ref/z/ -=/ref/y/)",
            ),
            (
                "['a', { slug: 'b', badge: 'New' }, { label: \"Out\", link: 'https://b.example' }]",
                "-=/a/ -=/b/ Out=https://b.example; -=/a/ -=/b/ Out=https://b.example",
            ),
            (
                "[{ label: 'In', items: [{ label: 'Deep', items: [{ autogenerate: { directory: 'ref/' } }] }] }, { label: 'A', link: '/a' }]",
                "In=/ref/z/ (Deep=/ref/z/ (-=/ref/z/ -=/ref/y/)) A=/a/; In=/ref/z/ (Deep=/ref/z/ (-=/ref/z/ -=/ref/y/)) A=/a/",
            ),
            (
                "[...generated, { label: 'B', link: '/en/b' }, { label: 'No', items: ['no'] }]",
                "B=/b/; B=/b/ `...generated`, `'no'`",
            ),
            (
                "[{ label: 'B', link: '/a', link: '/b' }, { label: 'All', autogenerate: { directory: './' } }]",
                "B=/b/ All=/a/ (-=/a/ -=/b/ -=/ref/z/ -=/ref/y/); B=/b/ All=/a/ (-=/a/ -=/b/ -=/ref/z/ -=/ref/y/)",
            ),
            ("generated", "; "),
        ] {
            let page = |url: &str, title: &str, weight: i64| Page {
                url: url.to_owned(),
                lang: "en".to_owned(),
                fields: toml::from_str(&format!("title = '{title}'\nweight = {weight}")).unwrap(),
                ..Page::new(&Source::new("a.md", ""))
            };
            let mut site = Site {
                language: "en".to_owned(),
                languages: [("ru".to_owned(), Language::named("R"))].into(),
                pages: vec![
                    page("/a/", "A", 1),
                    page("/b/", "B", 1),
                    page("/ref/y/", "Y", 3),
                    page("/ref/z/", "Z", 2),
                ],
                ..Site::default()
            };
            let settings = Settings {
                ending: "/",
                ..Settings::default()
            };
            let config = format!("starlight({{ title: 'A', sidebar: {sidebar} }})");
            let source = Source::new("astro.config.mjs", config.clone());
            read_sidebar(&source, &config, &Names::new(), &settings, &mut site);
            let mut found = format!(
                "{}; {}",
                shown(&site.menu),
                shown(&site.languages["ru"].menu)
            );
            if let Some(one) = site.diagnostics.first() {
                let (_, names) = one.message.split_once(": ").unwrap();
                found += &format!(" {names}");
            }
            assert_eq!(found, expected, "{sidebar}");
        }
    }
}
