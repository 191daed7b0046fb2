//! Writes `site.toml`, `structure.toml`, `menus.toml`, and `checks.toml`.

use std::collections::{BTreeMap, BTreeSet};

use content::slug::is_slug;
use render::bare_url;
use toml::Value;

use crate::collections::Collection;
use crate::html::Hosts;
use crate::imported::File;
use crate::model::{Page, Site};
use crate::values::texts;

/// Returns a text in the quotes of TOML.
fn quoted(text: &str) -> String {
    Value::String(text.to_owned()).to_string()
}

/// Adds the files of settings.
pub fn write(
    site: &Site,
    collections: &[Collection],
    hosts: &Hosts,
    home: &str,
    utc_offset: &str,
    files: &mut BTreeMap<String, File>,
) {
    let mut add =
        |name: &str, text: String| files.insert(format!("content/{name}"), File::Text(text));
    add("site.toml", site_toml(site, home, utc_offset));
    let structure = structure_toml(site, collections) + &allowed(site, hosts);
    add("structure.toml", structure);
    add("menus.toml", menus_toml(site));
    add("checks.toml", CHECKS.to_owned());
}

/// Levels for a site that moves in: what its old generator did not ask for is reported, but does not stop a build.
const CHECKS: &str =
    "# What the old site did not have to meet is only reported. Delete a line to make it an error.
[rules]
description-length = \"warning\"
duplicate-description = \"warning\"
duplicate-title = \"warning\"
empty-link = \"warning\"
heading-order = \"warning\"
image-without-alt = \"warning\"
main-heading = \"warning\"
missing-description = \"warning\"
script-only-link = \"warning\"
title-too-long = \"warning\"
";

fn site_toml(site: &Site, home: &str, utc_offset: &str) -> String {
    let mut text = format!(
        "name = {}\nbase_url = {}\n",
        quoted(&site.name),
        quoted(home)
    );
    for (key, value) in [("description", &site.description), ("author", &site.author)] {
        if let Some(value) = value {
            text.push_str(&format!("{key} = {}\n", quoted(value)));
        }
    }
    let language = quoted(&site.language);
    text.push_str(&format!(
        "language = {language}\nutc_offset = \"{utc_offset}\"\ntheme = \"plain\"\n"
    ));
    for (code, name) in &site.languages {
        text.push_str(&format!(
            "\n[languages.{}]\nname = {}\n",
            quoted(code),
            quoted(name)
        ));
    }
    text
}

fn menus_toml(site: &Site) -> String {
    let of_main = || site.pages.iter().filter(|page| page.lang == site.language);
    let url_of = |url: &str| {
        of_main()
            .find(|page| bare_url(&page.url) == bare_url(url))
            .map(|page| page.url.clone())
    };
    let mut links: Vec<(String, String)> = Vec::new();
    for (label, url) in &site.menu {
        let known = if url.contains("://") {
            Some(url.clone())
        } else {
            url_of(url)
        };
        links.extend(known.map(|url| (label.clone(), url)));
    }
    if links.is_empty() {
        let lists = of_main().filter(|page| page.list.is_some() && page.url != "/");
        links.extend(lists.take(6).map(|page| (title(page), page.url.clone())));
    }
    if links.is_empty() {
        links.push((site.name.clone(), "/".to_owned()));
    }
    let mut text = String::new();
    for (label, url) in links {
        text.push_str(&format!(
            "[[main]]\nlabel = {}\nurl = {}\n\n",
            quoted(&label),
            quoted(&url)
        ));
    }
    text
}

fn title(page: &Page) -> String {
    texts(page.fields.get("title")).join(" ")
}

/// Returns the collection of the section that a list shows: for the home page, the one with the most dated pages.
pub fn listed<'c>(
    site: &Site,
    collections: &'c [Collection],
    section: &str,
) -> Option<&'c Collection> {
    let own = collections
        .iter()
        .find(|one| one.section == section && !section.is_empty());
    own.or_else(|| {
        let sections = collections
            .iter()
            .filter(|one| !one.section.is_empty() && section.is_empty());
        let dated = |one: &&Collection| {
            let has_date = |index: &&usize| site.pages[**index].fields.contains_key("date");
            (one.pages.iter().filter(has_date).count(), one.pages.len())
        };
        sections.max_by_key(dated)
    })
}

fn sort_of(site: &Site, collection: &Collection) -> Option<&'static str> {
    let lists = site.pages.iter().filter_map(|page| page.list.as_ref());
    let mut lists =
        lists.filter(|list| list.section == collection.section && !list.section.is_empty());
    let has = |key: &str| {
        collection
            .pages
            .iter()
            .filter(|index| site.pages[**index].fields.contains_key(key))
            .count()
    };
    lists.find_map(|list| list.sort).or_else(|| {
        if collection.section.is_empty() {
            None
        } else if has("date") * 2 > collection.pages.len() {
            Some("-date")
        } else {
            (has("weight") > 0).then_some("weight")
        }
    })
}

fn structure_toml(site: &Site, collections: &[Collection]) -> String {
    let mut text = format!(
        "# What the folders of the site of {} were. `site help structure.toml` explains each key.\n",
        site.generator
    );
    for collection in collections {
        let Collection {
            name, dir, route, ..
        } = collection;
        text.push_str(&format!(
            "\n[[collection]]\nname = \"{name}\"\ndir = \"{dir}\"\nschema = \"schemas/{name}.json\"\nroute = {}\ntemplate = \"page.html\"\n",
            quoted(route)
        ));
        if let Some(key) = sort_of(site, collection) {
            text.push_str(&format!("sort = \"{key}\"\n"));
            if key == "-date" && site.generator == "Zola" {
                text.push_str("future = true\n");
            }
        }
        text.push_str(&format!(
            "summaries = true\nheading_ids = \"{}\"\n",
            site.heading_ids
        ));
        if !site.typography {
            text.push_str("typography = false\n");
        }
        if site.math {
            text.push_str("math = true\n");
        }
        if site.highlight {
            text.push_str("highlight = true\n");
        }
        if !site.markdown.is_empty() {
            text.push_str(&format!("markdown = {:?}\n", site.markdown));
        }
    }
    text + &paginations(site, collections)
        + &taxonomies(site, collections)
        + &feeds(site, collections)
        + &redirects(site)
}

fn paginations(site: &Site, collections: &[Collection]) -> String {
    let mut text = String::new();
    let of_main = site.pages.iter().filter(|page| page.lang == site.language);
    for page in of_main {
        let list = page.list.as_ref();
        let Some((list, per_page)) = list.and_then(|list| Some((list, list.per_page?))) else {
            continue;
        };
        let Some(collection) =
            listed(site, collections, &list.section).filter(|one| one.pages.len() > per_page)
        else {
            continue;
        };
        text.push_str(&format!(
            "\n[[pagination]]\npage = {}\ncollection = \"{}\"\nper_page = {per_page}\nroute = {}\ntitle = \"{{title}}, page {{number}}\"\ndescription = \"{{description}} Page {{number}}.\"\n",
            quoted(&page.url),
            collection.name,
            quoted(&list.route),
        ));
        if site.generator == "Hugo" {
            text.push_str(&format!(
                "\n[[redirect]]\nfrom = {}\nto = {}\n",
                quoted(&list.route.replace("{number}", "1")),
                quoted(&page.url)
            ));
        }
    }
    text
}

fn taxonomies(site: &Site, collections: &[Collection]) -> String {
    let mut text = String::new();
    for taxonomy in &site.taxonomies {
        let uses = |one: &&Collection| {
            let has_key = |index: &&usize| site.pages[**index].fields.contains_key(&taxonomy.key);
            one.pages.iter().filter(has_key).count()
        };
        let Some(collection) = collections
            .iter()
            .max_by_key(uses)
            .filter(|one| uses(one) > 0)
        else {
            continue;
        };
        let name = taxonomy.key.replace('-', "_");
        text.push_str(&format!(
            "\n[[taxonomy]]\nname = {}\ncollection = \"{}\"\nfield = {}\nroute = {}\ntemplate = \"term.html\"\nparent = {}\ntitle = \"{{term}}\"\ndescription = {}\n",
            quoted(&name),
            collection.name,
            quoted(&taxonomy.key),
            quoted(&taxonomy.route),
            quoted(&taxonomy.url),
            quoted(&format!("{}: everything on {{term}}.", site.name)),
        ));
        if let Some(per_page) = taxonomy.per_page {
            text.push_str(&format!("per_page = {per_page}\n"));
        }
        let pages = collection.pages.iter().map(|index| &site.pages[*index]);
        let names: BTreeSet<String> = pages
            .flat_map(|page| texts(page.fields.get(&taxonomy.key)))
            .collect();
        let mut slugs = BTreeSet::new();
        for name in names {
            let slug = (taxonomy.slug)(&name);
            let own = render::slugify(&name);
            let described = taxonomy
                .terms
                .iter()
                .find(|one| (taxonomy.slug)(&one.name) == slug);
            let slug = described.and_then(|one| one.slug.clone()).unwrap_or(slug);
            let slug = unique(if is_slug(&slug) { &slug } else { &own }, &mut slugs);
            let description = described.and_then(|one| one.description.as_deref());
            if slug != own || description.is_some() {
                text.push_str(&format!(
                    "\n[[taxonomy.term]]\nname = {}\nslug = {}\n",
                    quoted(&name),
                    quoted(&slug)
                ));
            }
            if let Some(description) = description {
                text.push_str(&format!("description = {}\n", quoted(description)));
            }
        }
    }
    text
}

/// Returns a slug, with a number if it is in `slugs`, and adds it there.
fn unique(slug: &str, slugs: &mut BTreeSet<String>) -> String {
    let mut number = 2;
    let mut unique = slug.to_owned();
    while !slugs.insert(unique.clone()) {
        unique = format!("{slug}-{number}");
        number += 1;
    }
    unique
}

fn feeds(site: &Site, collections: &[Collection]) -> String {
    let mut text = String::new();
    for feed in &site.feeds {
        let section = feed.section.as_deref().unwrap_or_default();
        let Some(collection) = listed(site, collections, section) else {
            continue;
        };
        text.push_str(&format!(
            "\n[[feed]]\nroute = {}\ncollection = \"{}\"\ntitle = {}\n",
            quoted(&feed.route),
            collection.name,
            quoted(&site.name)
        ));
        if feed.is_rss {
            text.push_str("format = \"rss\"\n");
        }
        if let Some(limit) = feed.limit {
            text.push_str(&format!("limit = {limit}\n"));
        }
    }
    text
}

/// Returns the rules that allow the hosts in use, as closely as the pages that use each one have a beginning in common.
fn allowed(site: &Site, hosts: &Hosts) -> String {
    let mut text = String::new();
    for (host, used) in hosts {
        let kinds: Vec<&str> = used.kinds.iter().copied().collect();
        text.push_str(&format!(
            "\n[[allow]]\nhost = {}\nfor = {kinds:?}\n",
            quoted(host)
        ));
        let first = |url: &str| url.split('/').nth(1).unwrap_or_default().to_owned();
        let firsts: BTreeSet<String> = used.pages.iter().map(|url| first(url)).collect();
        let mut pages = used.pages.iter();
        let only = match (pages.next(), pages.next(), firsts.first()) {
            (Some(page), None, _) => Some(page.clone()),
            (_, _, Some(first)) if firsts.len() == 1 && !first.is_empty() => {
                Some(format!("/{first}/*"))
            }
            _ => None,
        };
        if let Some(only) = only {
            text.push_str(&format!("pages = {}\n", quoted(&only)));
        }
        let reason = format!("the site of {} showed files of this host", site.generator);
        text.push_str(&format!("reason = {}\n", quoted(&reason)));
    }
    text
}

fn redirects(site: &Site) -> String {
    let pairs = site.redirects.iter().map(|(from, to)| {
        format!(
            "\n[[redirect]]\nfrom = {}\nto = {}\n",
            quoted(from),
            quoted(to)
        )
    });
    pairs.collect()
}
