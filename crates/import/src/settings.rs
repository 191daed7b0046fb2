//! Writes `site.toml`, `structure.toml`, `menus.toml`, and `checks.toml`.

use std::collections::{BTreeMap, BTreeSet};

use crate::collections::Collection;
use crate::html::Hosts;
use crate::imported::File;
use crate::lists::{lists, of_host, redirects};
use crate::menus::menus_toml;
use crate::model::Site;
use crate::values::quoted;

/// Adds the files of settings. Returns old URLs that cannot be redirected.
pub fn write(
    site: &Site,
    collections: &[Collection],
    hosts: &Hosts,
    home: &str,
    utc_offset: &str,
    files: &mut BTreeMap<String, File>,
) -> Vec<String> {
    let mut add =
        |name: &str, text: String| files.insert(format!("content/{name}"), File::Text(text));
    add("site.toml", site_toml(site, home, utc_offset));
    let mut lists = lists(site, collections);
    let of_host = of_host(site, &mut lists);
    let structure = structure_toml(site, collections) + &lists.main;
    let structure = structure + &redirects(&of_host) + &allowed(site, hosts);
    add("structure.toml", structure);
    for (lang, text) in lists.translated {
        add(&format!("structure.{lang}.toml"), text);
    }
    add("menus.toml", menus_toml(site, &site.language, &site.menu));
    for (lang, language) in &site.languages {
        let facts = [
            ("name", &language.title),
            ("description", &language.description),
        ];
        let facts = facts
            .into_iter()
            .filter_map(|(key, value)| Some((key, value.as_ref()?)));
        let facts = facts.filter(|(key, _)| *key == "name" || site.description.is_some());
        let facts = facts.map(|(key, value)| format!("{key} = {}\n", quoted(value)));
        let facts: String = facts.collect();
        if !facts.is_empty() {
            add(&format!("site.{lang}.toml"), facts);
        }
        let has_pages = site.pages.iter().any(|page| page.lang == *lang);
        if has_pages {
            let menu = if language.menu.is_empty() {
                &site.menu
            } else {
                &language.menu
            };
            add(&format!("menus.{lang}.toml"), menus_toml(site, lang, menu));
        }
    }
    add("checks.toml", CHECKS.to_owned());
    lists.lost
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
    for (code, language) in &site.languages {
        text.push_str(&format!(
            "\n[languages.{}]\nname = {}\n",
            quoted(code),
            quoted(&language.label)
        ));
    }
    text
}

fn sort_of<'s>(site: &'s Site, collection: &Collection) -> Option<&'s str> {
    let lists = site.pages.iter().filter_map(|page| page.list.as_ref());
    let lists = lists.filter(|list| list.section == collection.section && !list.section.is_empty());
    let has = |key: &str| {
        collection
            .pages
            .iter()
            .filter(|index| site.pages[**index].fields.contains_key(key))
            .count()
    };
    let own = site.sorts.get(&collection.section).map(String::as_str);
    let mut declared = own.into_iter().chain(lists.filter_map(|list| list.sort));
    // No document of a section may have the key by which it is sorted.
    let declared = declared.find(|key| has(key.trim_start_matches('-')) > 0);
    declared.or_else(|| {
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
        if collection.math {
            text.push_str("math = true\n");
        }
        if site.highlight {
            text.push_str("highlight = true\n");
        }
        if !site.markdown.is_empty() {
            text.push_str(&format!("markdown = {:?}\n", site.markdown));
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
            // The page for missing URLs has no slash at its end here.
            (Some(page), None, _) if page == "/404/" => Some("/404".to_owned()),
            (Some(page), None, _) => Some(page.clone()),
            (_, _, Some(first)) if firsts.len() == 1 && !first.is_empty() => {
                Some(format!("/{first}/*"))
            }
            _ => None,
        };
        if let Some(only) = only {
            text.push_str(&format!("pages = {}\n", quoted(&only)));
        }
        let what = match kinds.as_slice() {
            ["form"] => "sent a form to",
            _ => "showed files of",
        };
        let reason = format!("the site of {} {what} this host", site.generator);
        text.push_str(&format!("reason = {}\n", quoted(&reason)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::use_host;

    #[test]
    fn pages_of_hosts() {
        for (pages, expected) in [
            (&["/a/"][..], "/a/"),
            (&["/404/"], "/404"),
            (&["/a/b/", "/a/c/"], "/a/*"),
            (&["/a/", "/b/"], ""),
            (&["/"], "/"),
        ] {
            let mut hosts = Hosts::default();
            for page in pages {
                use_host(&mut hosts, "https://b.example/c.js", "script", page);
            }
            let text = allowed(&Site::default(), &hosts);
            let found = text.lines().find_map(|line| line.strip_prefix("pages = "));
            let found = found.unwrap_or_default().trim_matches('"');
            assert_eq!(found, expected, "{pages:?}");
        }
    }
}
