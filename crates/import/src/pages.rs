//! Completes the pages of a site: titles, dates, ids in feeds, and pages that every site has.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use diagnostic::Source;
use render::bare_url;
use toml::{Table, Value};

use crate::collections::{Collection, listed_on};
use crate::entities::decoded;
use crate::lists::name_of_taxonomy;
use crate::model::{Page, Site, title_of, url_prefix};
use crate::redirects::can_redirect;
use crate::targets::{Targets, encoded, is_file};
use crate::time_zones::{at_offset, start_of_day};
use crate::values::{day, offset, text, texts};
use toml::value::{Datetime, Offset};

/// Returns the offset of the site: the most frequent one, or, if the settings name a time zone, the one that moves the fewest pages to
/// another day. A date without an offset counts as UTC. Days that begin at another offset become moments. Moments that would be on another
/// day keep the time that is written, at the offset of the site.
pub fn keep_days(site: &mut Site) -> String {
    let mut counts: BTreeMap<i16, usize> = BTreeMap::new();
    let dates = site
        .pages
        .iter()
        .filter_map(|page| page.fields.get("date")?.as_datetime());
    // In a zone with summer time, days begin at one of two offsets.
    let zone = site.time_zone.clone();
    let start = |day: &Datetime| start_of_day(day, zone.as_deref()?);
    for one in dates {
        let own = offset(one).or_else(|| offset(&start(one)?));
        *counts
            .entry(own.or(site.utc_offset).unwrap_or(0))
            .or_default() += 1;
    }
    let moved = |offset: i16| {
        let pages = site.pages.iter().filter(|_| zone.is_some());
        let moved = pages.filter(|page| {
            let date = page.fields.get("date").and_then(Value::as_datetime);
            let there = date.and_then(|date| at_offset(&start(date).unwrap_or(*date), offset));
            there.is_some_and(|there| date.and_then(day) != day(&there))
        });
        moved.count()
    };
    let most = counts
        .into_iter()
        .max_by_key(|(offset, count)| (Reverse(moved(*offset)), *count))
        .map_or(0, |(offset, _)| offset);
    for page in &mut site.pages {
        for key in ["date", "updated"] {
            if let Some(Value::Datetime(date)) = page.fields.get_mut(key)
                && let Some(moment) = start(date).filter(|one| offset(one) != Some(most))
                && at_offset(&moment, most).is_some_and(|there| day(&there) == day(date))
            {
                *date = moment;
            }
        }
    }
    let own = match most {
        0 => Offset::Z,
        minutes => Offset::Custom { minutes },
    };
    for page in &mut site.pages {
        for key in ["date", "updated"] {
            if let Some(Value::Datetime(date)) = page.fields.get_mut(key)
                && at_offset(date, most).is_some_and(|moved| day(date) != day(&moved))
            {
                date.offset = Some(own);
            }
        }
    }
    let mut wrong = Vec::new();
    for page in &mut site.pages {
        for key in ["date", "updated"] {
            if page.fields.get(key).is_some_and(|one| !one.is_datetime()) {
                let value = page.fields.remove(key);
                // `false` says that there is none.
                if let Some(value) = value.filter(|one| !one.is_bool()) {
                    wrong.push((Arc::clone(&page.source), value.to_string()));
                }
            }
        }
    }
    for (source, value) in wrong {
        let message = format!("{value} is not a date, and was left out");
        site.report(&source, 0..0, message, "write the date as 2026-04-30");
    }
    let is_earlier = |page: &Page| {
        let date = |key: &str| page.fields.get(key)?.as_datetime().and_then(day);
        Some(date("updated")? < date("date")?)
    };
    let mut earlier = Vec::new();
    for page in site
        .pages
        .iter_mut()
        .filter(|page| is_earlier(page) == Some(true))
    {
        page.fields.remove("updated");
        earlier.push(Arc::clone(&page.source));
    }
    for source in earlier {
        let message = "the last change is before the publication, and was left out".to_owned();
        site.report(
            &source,
            0..0,
            message,
            "write `updated` if one of the dates is wrong",
        );
    }
    let sign = if most < 0 { '-' } else { '+' };
    format!("{sign}{:02}:{:02}", most.abs() / 60, most.abs() % 60)
}

/// Keeps the ids that entries have in feeds, where the new URL is another one.
pub fn keep_feed_ids(site: &mut Site, origin: &str) {
    let old = site.base_url.trim_end_matches('/').to_owned();
    let is_same = old == origin;
    for page in &mut site.pages {
        let prefix = url_prefix(&page.lang, &site.language);
        let url = format!("{prefix}{}", page.url);
        let id = encoded(&format!("{old}{url}"));
        let is_entry = !page.section.is_empty() && page.list.is_none();
        if is_entry && !is_same && old.contains("://") {
            page.fields.entry("guid").or_insert(Value::String(id));
        } else if let Some(guid) = page.fields.get("guid").and_then(Value::as_str)
            && guid == encoded(&format!("{origin}{url}"))
        {
            page.fields.remove("guid");
        }
    }
}

/// Removes old URLs that cannot be redirected from a single page.
pub fn usable_aliases(site: &mut Site) {
    let mut unusable = Vec::new();
    for page in &mut site.pages {
        let Some(aliases) = page.fields.get_mut("aliases").and_then(Value::as_array_mut) else {
            continue;
        };
        let is_usable = |alias: &Value| alias.as_str().is_some_and(can_redirect);
        for alias in aliases.extract_if(.., |one| !is_usable(one)) {
            unusable.push((Arc::clone(&page.source), alias));
        }
    }
    for (source, alias) in unusable {
        let message = format!("{alias} cannot be redirected");
        site.report(
            &source,
            0..0,
            message,
            "redirect it at the host, or write each old URL into `aliases`",
        );
    }
}

/// Removes old URLs that are those of pages or of earlier pages' old URLs.
pub fn distinct_aliases(site: &mut Site, targets: &Targets) {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut removed = Vec::new();
    for page in &mut site.pages {
        let Some(aliases) = page.fields.get_mut("aliases").and_then(Value::as_array_mut) else {
            continue;
        };
        let url = targets.url_in(&page.lang, &page.url);
        for alias in aliases.extract_if(.., |one| {
            let old = one.as_str().unwrap_or_default();
            let form = if is_file(old) { old } else { bare_url(old) };
            targets.taken_by(old).is_some() || !taken.insert(form.to_owned())
        }) {
            let alias = alias.as_str().unwrap_or_default().to_owned();
            if bare_url(&alias) != bare_url(&url) {
                removed.push((Arc::clone(&page.source), alias));
            }
        }
    }
    for (source, alias) in removed {
        let message = format!("{alias} is the URL of another page, or redirects to one already");
        site.report(
            &source,
            0..0,
            message,
            "the redirect to this page was left out",
        );
    }
}

/// Gives every page a title, and adds the pages that every site has.
pub fn add_pages(site: &mut Site) {
    let name = site.name.clone();
    for page in &mut site.pages {
        for key in ["title", "description"] {
            if let Some(Value::String(text)) = page.fields.get_mut(key) {
                *text = decoded(text);
            }
        }
        if text(&page.fields, "title").is_none() {
            let bare = bare_url(&page.url);
            let last = bare.rsplit('/').next().unwrap_or_default();
            let title = if last.is_empty() {
                name.clone()
            } else {
                title_of(last)
            };
            page.fields.insert("title".to_owned(), Value::String(title));
        }
    }
    let source = Source::new("", "");
    let homes: Vec<(String, String)> = site
        .languages
        .iter()
        .filter(|(lang, _)| site.pages.iter().any(|page| page.lang == **lang))
        .map(|(lang, one)| (lang.clone(), one.title.clone().unwrap_or(name.clone())))
        .collect();
    let main = site.language.clone();
    let mut add = |lang: &str, url: &str, title: &str, keys: &[(&str, Value)]| {
        let is_there = site
            .pages
            .iter()
            .any(|page| bare_url(&page.url) == bare_url(url) && page.lang == lang);
        if is_there {
            return;
        }
        let mut fields = Table::from_iter([("title".to_owned(), Value::String(title.to_owned()))]);
        fields.extend(
            keys.iter()
                .map(|(key, value)| ((*key).to_owned(), value.clone())),
        );
        site.pages.push(Page {
            body: 0..0,
            fields,
            lang: lang.to_owned(),
            url: url.to_owned(),
            ..Page::new(&source)
        });
    };
    add(&main, "/", &name, &[]);
    for (lang, title) in &homes {
        add(lang, "/", title, &[]);
    }
    let text = |text: &str| Value::String(text.to_owned());
    let keys = [
        ("description", text("There is nothing at this address.")),
        ("noindex", Value::Boolean(true)),
    ];
    add(&main, "/404/", "Not found", &keys);
    site.taxonomies.retain(|one| {
        site.pages
            .iter()
            .any(|page| !texts(page.fields.get(&one.key)).is_empty())
    });
    let mut lists: Vec<(String, String, String)> = Vec::new();
    for lang in site.langs() {
        for one in &site.taxonomies {
            let mut pages = site.pages.iter().filter(|page| page.lang == lang);
            if pages.any(|page| !texts(page.fields.get(&one.key)).is_empty()) {
                lists.push((one.url.clone(), name_of_taxonomy(&one.key), lang.clone()));
            }
        }
    }
    for (url, key, lang) in lists {
        let is_at = |page: &Page| page.lang == lang && bare_url(&page.url) == bare_url(&url);
        let has_page = site.pages.iter().any(is_at);
        if has_page {
            for page in site.pages.iter_mut().filter(|page| is_at(page)) {
                page.list = None;
                page.fields
                    .insert("template".to_owned(), text("terms.html"));
                page.fields.insert("taxonomy".to_owned(), text(&key));
            }
        } else {
            site.pages.push(Page {
                body: 0..0,
                fields: Table::from_iter([
                    ("title".to_owned(), text(&title_of(&key))),
                    ("template".to_owned(), text("terms.html")),
                    ("taxonomy".to_owned(), text(&key)),
                ]),
                lang,
                url,
                ..Page::new(&source)
            });
        }
    }
    for page in &mut site.pages {
        if page.url == "/" {
            page.fields.insert("template".to_owned(), text("home.html"));
        } else if page.list.is_some() {
            page.fields.insert("template".to_owned(), text("list.html"));
        }
        if bare_url(&page.url) == "/404" {
            "/404/".clone_into(&mut page.url);
        }
    }
}

/// Names the collection of each list, and makes texts of all terms.
pub fn complete(site: &mut Site, collections: &[Collection]) {
    let keys = site
        .taxonomies
        .iter()
        .map(|one| (one.key.clone(), one.slug));
    let keys: Vec<_> = keys.collect();
    // Names that become the same part of a URL are one term, which has the name that comes first.
    let mut terms: BTreeMap<(String, String, String), String> = BTreeMap::new();
    for index in 0..site.pages.len() {
        let section = site.pages[index]
            .list
            .as_ref()
            .map(|list| list.section.clone());
        let is_home = site.pages[index].url == "/";
        let section = section.or(is_home.then(String::new));
        let shown = section
            .map(|section| listed_on(site, collections, &site.pages[index], &section))
            .filter(|shown| !shown.collections.is_empty());
        let page = &mut site.pages[index];
        if let Some(shown) = shown {
            let names = shown.collections.iter().map(|one| one.name.clone());
            let names = Value::Array(names.map(Value::String).collect());
            page.fields.insert("lists".to_owned(), names);
            let part = shown.is_part.then_some(Value::Boolean(true));
            page.fields
                .extend(part.map(|part| ("part".to_owned(), part)));
        }
        for (key, slug) in &keys {
            let mut own: Vec<Value> = Vec::new();
            for name in texts(page.fields.get(key)) {
                let term = (key.clone(), page.lang.clone(), slug(&name));
                let name = Value::String(terms.entry(term).or_insert(name).clone());
                if !own.contains(&name) {
                    own.push(name);
                }
            }
            page.fields.remove(key);
            if !own.is_empty() {
                page.fields.insert(key.clone(), Value::Array(own));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_in_urls() {
        for (url, date, offset, expected) in [
            (
                "/posts/a/",
                "2024-01-01T23:00:00-08:00",
                "Z",
                "+00:00 2024-01-01T23:00:00Z",
            ),
            (
                "/2024/01/a/",
                "2024-01-01T23:00:00-08:00",
                "Z",
                "+00:00 2024-01-01T23:00:00Z",
            ),
            (
                "/2024/01/01/a/",
                "2024-01-01T23:00:00-08:00",
                "Z",
                "+00:00 2024-01-01T23:00:00Z",
            ),
            (
                "/2024-01-01-a/",
                "2024-01-01T23:00:00-08:00",
                "Z",
                "+00:00 2024-01-01T23:00:00Z",
            ),
            (
                "/2024/01/01/a/",
                "2024-01-01T15:00:00-08:00",
                "Z",
                "+00:00 2024-01-01T15:00:00-08:00",
            ),
            (
                "/2024/a/",
                "2024-12-31T23:00:00-08:00",
                "Z",
                "+00:00 2024-12-31T23:00:00Z",
            ),
            (
                "/2024/01/02/a/",
                "2024-01-02T05:00:00+09:00",
                "+09:00",
                "+09:00 2024-01-02T05:00:00+09:00",
            ),
        ] {
            let page = |date: &str| Page {
                url: url.to_owned(),
                fields: crate::values::from_yaml(&format!("date: {date}")).unwrap(),
                ..Page::new(&Source::new("a.md", ""))
            };
            let other = format!("2024-06-01T12:00:00{offset}");
            let mut site = Site {
                pages: vec![page(date), page(&other), page(&other)],
                ..Site::default()
            };
            let zone = keep_days(&mut site);
            let found = site.pages[0].fields["date"].to_string();
            assert_eq!(format!("{zone} {found}"), expected, "{url} {date}");
        }
    }

    #[test]
    fn days_in_a_zone() {
        for (zone, dates, expected) in [
            (
                "Europe/Berlin",
                "2024-01-05 2024-01-06 2024-07-05",
                "+02:00 2024-01-05T00:00:00+01:00 2024-01-06T00:00:00+01:00 2024-07-05",
            ),
            (
                "Europe/Berlin",
                "2024-01-05T23:30:00+01:00 2024-01-06",
                "+01:00 2024-01-05T23:30:00+01:00 2024-01-06",
            ),
            (
                "Asia/Tokyo",
                "2024-01-05 2024-07-05",
                "+09:00 2024-01-05 2024-07-05",
            ),
            ("", "2024-01-05 2024-07-05", "+00:00 2024-01-05 2024-07-05"),
        ] {
            let page = |date: &str| Page {
                fields: crate::values::from_yaml(&format!("date: {date}")).unwrap(),
                ..Page::new(&Source::new("a.md", ""))
            };
            let mut site = Site {
                pages: dates.split(' ').map(page).collect(),
                time_zone: Some(zone.to_owned()).filter(|zone| !zone.is_empty()),
                ..Site::default()
            };
            let mut found = keep_days(&mut site);
            for page in &site.pages {
                found += &format!(" {}", page.fields["date"]);
            }
            assert_eq!(found, expected, "{zone} {dates}");
        }
    }
}
