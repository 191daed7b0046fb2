//! The sidebar of Starlight, whose groups become the main menu.

use std::collections::BTreeMap;
use std::sync::Arc;

use diagnostic::Source;
use render::joined;
use toml::Value;

use crate::astro_constants::text_of;
use crate::astro_ids::without_index;
use crate::astro_settings::Settings;
use crate::evaluation::Names;
use crate::literals::{entries, inside, members, values};
use crate::model::{Page, Site};
use crate::report::place_of;
use crate::values::texts;

/// Maximum depth of groups within others.
const DEEPEST: usize = 8;

/// An entry of a sidebar.
struct Entry<'t> {
    /// Keys with their values; none for an entry that is only a text.
    members: BTreeMap<&'t str, &'t str>,
    /// The whole entry.
    written: &'t str,
}

/// Makes a menu of the first page of each group of the sidebar, and reports the pages that are not in it. `config` is the text of the
/// settings without comments.
pub fn read_sidebar(
    source: &Arc<Source>,
    config: &str,
    names: &Names,
    settings: &Settings,
    site: &mut Site,
) {
    let sidebar = values(config, "sidebar").find(|value| value.starts_with('['));
    let all = members(sidebar.map(inside).unwrap_or_default());
    let mut unread = 0;
    for written in &all {
        let entry = Entry::new(written);
        let text = |key: &str| text_of(entry.get(key)?, names);
        let Some(url) = entry.url(names, settings, site, 0) else {
            unread += 1;
            continue;
        };
        let page = site
            .pages
            .iter()
            .find(|page| page.url == url && page.lang == site.language);
        let title = page.and_then(|page| texts(page.fields.get("title")).into_iter().next());
        let Some(label) = text("label").or(title) else {
            unread += 1;
            continue;
        };
        let translations = entry.get("translations").map(inside).unwrap_or_default();
        let translations: BTreeMap<&str, &str> = entries(translations).collect();
        for (lang, language) in &mut site.languages {
            let own = translations.get(lang.as_str());
            let own = own.and_then(|own| text_of(own, names));
            let own = own.unwrap_or_else(|| label.clone());
            language.menu.push((own, url.clone()));
        }
        site.menu.push((label, url));
    }
    if !all.is_empty() {
        let count = all.len();
        let left = match unread {
            0 => String::new(),
            unread => format!(", without {unread} whose page was not found"),
        };
        let message = format!(
            "the sidebar became a menu with the first page of each of its {count} entries{left}"
        );
        let help = "list the other pages where readers need them, as with `collection(name=\"docs\")` in themes/plain/templates/base.html, or with links in the texts";
        let place = place_of(source, "sidebar:");
        site.report(
            source,
            place.start..place.end.saturating_sub(1),
            message,
            help,
        );
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

    /// Returns the URL of the page, or of the first page of the group, without the code of the main language.
    fn url(&self, names: &Names, settings: &Settings, site: &Site, depth: usize) -> Option<String> {
        let text = |key: &str| text_of(self.get(key)?, names);
        let of_slug = |slug: String| {
            let path = without_index(slug.trim_matches('/'));
            let inner = path
                .strip_prefix(&site.language)
                .filter(|rest| rest.starts_with('/'));
            settings.url(inner.unwrap_or(path))
        };
        if let Some(link) = text("link") {
            return Some(if link.contains("://") {
                link
            } else {
                of_slug(link)
            });
        }
        if self.members.is_empty() || self.get("slug").is_some() {
            return text_of(self.get("slug").unwrap_or(self.written), names).map(of_slug);
        }
        if let Some(items) = self.get("items").filter(|_| depth < DEEPEST) {
            let mut items = members(inside(items)).into_iter();
            return items.find_map(|one| Entry::new(one).url(names, settings, site, depth + 1));
        }
        let options = Entry::new(self.get("autogenerate")?);
        let folder = text_of(options.get("directory")?, names)?;
        let folder = joined("", &folder);
        let above = if folder.is_empty() {
            "/".to_owned()
        } else {
            format!("/{folder}/")
        };
        let is_below = |page: &&Page| {
            page.lang == site.language && format!("{}/", page.url).starts_with(&above)
        };
        let weight = |page: &Page| page.fields.get("weight").and_then(Value::as_integer);
        let pages = site.pages.iter().filter(is_below);
        let first = pages.min_by_key(|page| {
            let is_index = page.url.trim_matches('/') == above.trim_matches('/');
            (
                !is_index,
                weight(page).unwrap_or(i64::MAX),
                page.url.clone(),
            )
        });
        first.map(|page| page.url.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Language;

    #[test]
    fn menus() {
        for (sidebar, expected) in [
            (
                "[{ label: 'Guide', translations: { ru: 'Гид' }, items: ['b', 'a'] }, { label: 'Ref', autogenerate: { directory: 'ref' } }]",
                "Guide=/b/ Ref=/ref/z/; Гид=/b/ Ref=/ref/z/",
            ),
            (
                "['a', { slug: 'b', badge: 'New' }, { label: \"Out\", link: 'https://b.example' }]",
                "A=/a/ B=/b/ Out=https://b.example; A=/a/ B=/b/ Out=https://b.example",
            ),
            (
                "[{ label: 'In', items: [{ label: 'Deep', items: [{ autogenerate: { directory: 'ref/' } }] }] }, { label: 'Home', link: '/' }]",
                "In=/ref/z/ Home=/; In=/ref/z/ Home=/",
            ),
            (
                "[...generated, { label: 'B', link: '/en/b' }, docs()]",
                "B=/b/; B=/b/ 2",
            ),
            (
                "[{ label: 'B', link: '/a', link: '/reindex' }, { label: 'All', autogenerate: { directory: './' } }]",
                "B=/reindex/ All=/a/; B=/reindex/ All=/a/",
            ),
            ("generated", "; -"),
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
            let shown = |menu: &[(String, String)]| {
                let links = menu.iter().map(|(label, url)| format!("{label}={url}"));
                links.collect::<Vec<_>>().join(" ")
            };
            let mut found = format!(
                "{}; {}",
                shown(&site.menu),
                shown(&site.languages["ru"].menu)
            );
            match site
                .diagnostics
                .first()
                .map(|one| one.message.split_once("without "))
            {
                None => found.push('-'),
                Some(None) => {}
                Some(Some((_, rest))) => found += &format!(" {}", &rest[..1]),
            }
            assert_eq!(found, expected, "{sidebar}");
        }
    }
}
