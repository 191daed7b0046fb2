//! Writes the new site.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use render::bare_url;
use toml::{Table, Value};

use crate::builtins::replacement;
use crate::collections::{collections, files};
use crate::copies::{Copies, bundled, files_of_translations, other_files, without_pages};
use crate::entities::decoded;
use crate::formulas::{with_formulas, without_formulas};
use crate::html::{Hosts, Use};
use crate::imported::{File, Imported};
use crate::joined_lines::first_joined;
use crate::literal_signs::as_typed;
use crate::merge_conflicts::indented;
use crate::model::{Site, has_math};
use crate::pages::{
    add_pages, complete, distinct_aliases, keep_days, keep_feed_ids, usable_aliases,
};
use crate::project::Project;
use crate::report::{
    Losses, MADE, by_kind, report_losses, report_lost, report_site, report_unpublished_hosts,
};
use crate::shortcodes::{Usage, Usages, component_name, survey};
use crate::targets::Targets;
use crate::text::{body, calls, convert};
use crate::values::without_empty;
use crate::{redirects, schema, scripts, settings, style_hosts, theme};

/// Writes the new site.
pub fn write(mut site: Site, project: &Project<'_>) -> Imported {
    let utc_offset = keep_days(&mut site);
    if !site.base_url.contains("://") {
        site.base_url = published_at(&site, project).unwrap_or(site.base_url);
    }
    let (origin, base_path) = origin(&site.base_url);
    if !site.base_url.contains("://") {
        let message =
            format!("the old site does not say its address, so that of this one is {origin}");
        site.note(message, "write it in the settings of the old site, and import that again, so that links to it are found; or write `base_url` in content/site.toml");
    }
    let home = format!("{origin}{base_path}");
    site.name = decoded(&site.name);
    site.description = site.description.map(|text| decoded(&text));
    if site.name.trim().is_empty() {
        site.name = origin.trim_start_matches("https://").into();
        let message = format!(
            "the old site has no title, so the name of this one is {}",
            site.name
        );
        site.note(message, "write `name` in content/site.toml");
    }
    keep_feed_ids(&mut site, &home);
    distinct_feeds(&mut site);
    usable_aliases(&mut site);
    add_pages(&mut site);
    let collections = collections(&mut site);
    let mut targets = Targets {
        base_path,
        origin: origin.clone(),
        language: site.language.clone(),
        ..Targets::default()
    };
    let files = files(&mut site, &collections, &mut targets);
    targets.by_file.extend(std::mem::take(&mut site.described));
    redirects::keep(&mut site, project, &targets);
    let redirects = site
        .redirects
        .iter()
        .filter(|(from, to)| to.starts_with('/') && !from.contains('*'));
    targets.redirected = redirects
        .map(|(from, to)| (bare_url(from).to_owned(), to.clone()))
        .collect();
    let folders = site.redirects.iter().filter_map(|(from, to)| {
        let to = to.strip_suffix("/*")?.to_owned();
        Some((from.strip_suffix("/*")?.to_owned(), to))
    });
    targets.moved = folders.filter(|(_, to)| !to.contains("://")).collect();
    without_pages(&mut site, &files, &targets);
    complete(&mut site, &collections);
    distinct_aliases(&mut site, &targets);
    let usages = usages(&site, &targets);
    let bundled = bundled(&site, project);
    let moved = files_of_translations(&site, &bundled);
    site.redirects.extend(moved);
    let mut pictures = Copies {
        project,
        public: &site.public,
        aliases: &site.aliases,
        files: BTreeMap::new(),
        beside: BTreeSet::new(),
        bundled: &bundled,
        hosts: BTreeMap::new(),
        styles: BTreeMap::new(),
        scripts: BTreeMap::new(),
        losses: Losses::default(),
    };
    let mut result = BTreeMap::new();
    let mut of_collections: Vec<Vec<Table>> = vec![Vec::new(); collections.len()];
    for (collection, tables) in collections.iter().zip(&mut of_collections) {
        for index in &collection.pages {
            let (Some(page), Some(file)) = (site.pages.get(*index), files.get(index)) else {
                continue;
            };
            let text = convert(&site, page, file, &targets, &mut pictures, &usages);
            let text = if !collection.math {
                text
            } else if site.math || has_math(&page.fields) {
                let mut unread = Vec::new();
                let text = with_formulas(&text, &mut unread);
                let formulas = &mut pictures.losses.formulas;
                formulas.push((Arc::clone(&page.source), unread));
                text
            } else {
                without_formulas(&text)
            };
            if let Some(line) = first_joined(&text) {
                let line = (Arc::clone(&page.source), line.to_owned());
                pictures.losses.lines.push(line);
            }
            let (text, conflicts) = indented(&text);
            if let Some(line) = conflicts.into_iter().next() {
                let line = (Arc::clone(&page.source), line);
                pictures.losses.conflicts.push(line);
            }
            let (text, signs) = as_typed(&text, &site);
            let signs = signs.into_iter().map(|one| (Arc::clone(&page.source), one));
            pictures.losses.signs.extend(signs);
            let fields = without_empty(page.fields.clone());
            let front_matter = toml::to_string(&fields).unwrap_or_default();
            let text = format!("+++\n{front_matter}+++\n{}", text.trim_start_matches('\n'));
            result.insert(file.clone(), File::Text(text));
            tables.push(fields);
        }
    }
    let documents = result.len();
    let published = site.public.iter().chain(bundled.iter());
    let sheets = style_hosts::add(project, published, &mut pictures.hosts);
    let Copies {
        files: copied,
        beside,
        mut hosts,
        styles,
        scripts,
        losses,
        ..
    } = pictures;
    result.extend(copied);
    result.extend(other_files(&site, &bundled, &beside));
    for (path, source) in &site.public {
        if !MADE.contains(&path.as_str()) {
            result.insert(format!("public/{path}"), File::Copy(source.clone()));
        }
    }
    result.extend(sheets);
    for (collection, tables) in collections.iter().zip(&of_collections) {
        let text = schema::guess(&site, &collection.name, tables);
        result.insert(
            format!("content/schemas/{}.json", collection.name),
            File::Text(text),
        );
    }
    let mut theme = theme::files(&site, &usages, &targets, styles, &mut hosts);
    result.append(&mut theme);
    let unpublished = widen(&site, &targets, &mut hosts);
    let lost = settings::write(&site, &collections, &hosts, &home, &utc_offset, &mut result);
    report_lost(&mut site, &lost);
    scripts::write(&scripts, &mut result);
    report_losses(&mut site, &losses);
    report_unpublished_hosts(&mut site, &unpublished);
    report_site(&mut site, &usages, &hosts, scripts.len());
    site.diagnostics = by_kind(site.diagnostics);
    Imported {
        files: result,
        documents,
        diagnostics: site.diagnostics,
    }
}

/// Returns the URL of the home page if a published file names the host, as GitHub Pages needs it.
fn published_at(site: &Site, project: &Project<'_>) -> Option<String> {
    let source = project.text(site.public.get("CNAME")?)?;
    let host = source.text.split_whitespace().next()?;
    let path = site.base_url.trim_matches('/');
    host.contains('.').then(|| format!("https://{host}/{path}"))
}

/// Splits the URL of a home page into scheme and host, and the path.
fn origin(base_url: &str) -> (String, String) {
    let host = base_url.find("://").map_or(0, |at| at + 3);
    let end = base_url[host..]
        .find('/')
        .map_or(base_url.len(), |at| host + at);
    let (origin, path) = base_url.split_at(end);
    let origin = if host == 0 || origin.len() == host {
        "https://www.example.org"
    } else {
        origin
    };
    (origin.to_owned(), path.trim_end_matches('/').to_owned())
}

/// Keeps the last of several feeds at a URL, which is for something more special.
fn distinct_feeds(site: &mut Site) {
    let mut routes = BTreeSet::new();
    site.feeds.reverse();
    site.feeds.retain(|one| routes.insert(one.route.clone()));
    site.feeds.reverse();
}

/// Adds the other URLs at which pages show files of other hosts: those of the further pages of a list, and, for a page that is not always
/// published, the one above it. Removes the hosts that only drafts use, and returns them.
fn widen(site: &Site, targets: &Targets, hosts: &mut Hosts) -> Vec<String> {
    let mut drafts: BTreeSet<String> = BTreeSet::new();
    for page in &site.pages {
        let url = targets.url(page);
        let is_draft = page.fields.get("draft").and_then(Value::as_bool) == Some(true);
        if is_draft {
            drafts.insert(url.clone());
        }
        let above = || {
            url.trim_end_matches('/')
                .rsplit_once('/')
                .map(|(above, _)| format!("{above}/"))
        };
        let further = page.list.as_ref().filter(|list| list.per_page.is_some());
        let further =
            further.map(|list| targets.url_in(&page.lang, &list.route.replace("{number}", "2")));
        let other = further.or_else(|| above().filter(|_| page.is_temporary()));
        for used in hosts.values_mut().filter(|used| used.pages.contains(&url)) {
            used.pages.extend(other.clone().filter(|_| !is_draft));
        }
    }
    let is_unpublished = |used: &Use| used.pages.iter().all(|url| drafts.contains(url));
    let unpublished = hosts.iter().filter(|(_, used)| is_unpublished(used));
    let unpublished: Vec<String> = unpublished.map(|(host, _)| host.clone()).collect();
    hosts.retain(|host, _| !unpublished.contains(host));
    unpublished
}

/// Returns how the site uses its shortcodes.
fn usages(site: &Site, targets: &Targets) -> Usages {
    let mut usages = Usages::new();
    for page in &site.pages {
        let mut calls = calls(site, page, &body(site, page));
        calls.retain(|call| replacement(site, page, call, "", "", targets).is_none());
        survey(&calls, &mut usages);
        for call in &calls {
            if let Some(usage) = usages.get_mut(&call.name) {
                usage.pages.insert(targets.url(page));
            }
        }
    }
    // Shortcodes whose names differ in punctuation only become one component.
    let mut components: BTreeMap<String, Usage> = BTreeMap::new();
    for (name, usage) in &usages {
        let merged = components.entry(component_name(name)).or_default();
        merged.has_body |= usage.has_body;
        merged.arguments.extend(usage.arguments.iter().cloned());
        merged.pages.extend(usage.pages.iter().cloned());
    }
    for (name, usage) in &mut usages {
        if let Some(merged) = components.get(&component_name(name)) {
            usage.has_body = merged.has_body;
            usage.arguments.clone_from(&merged.arguments);
            usage.pages.clone_from(&merged.pages);
        }
    }
    usages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn feeds_at_one_url() {
        let feed = |entries: crate::model::Entries| crate::model::Feed {
            route: "/tags/index.xml".to_owned(),
            is_rss: true,
            entries,
            limit: None,
        };
        let mut site = Site {
            feeds: vec![
                feed(crate::model::Entries::Section("tags".to_owned())),
                feed(crate::model::Entries::ListOfTerms("tags".to_owned())),
            ],
            ..Site::default()
        };
        distinct_feeds(&mut site);
        assert!(matches!(
            site.feeds.as_slice(),
            [crate::model::Feed {
                entries: crate::model::Entries::ListOfTerms(_),
                ..
            }]
        ));
    }
}
