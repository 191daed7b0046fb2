//! Writes the new site.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use diagnostic::{Diagnostic, Source};
use render::bare_url;
use toml::{Table, Value};

use crate::builtins::replacement;
use crate::collections::{collections, files};
use crate::copies::{Copies, bundled, other_files};
use crate::entities::decoded;
use crate::formulas::{with_formulas, without_formulas};
use crate::html::Hosts;
use crate::imported::{File, Imported};
use crate::literal_signs::{LiteralSigns, as_typed};
use crate::model::{Site, has_math};
use crate::pages::{
    add_pages, complete, distinct_aliases, keep_days, keep_feed_ids, usable_aliases,
};
use crate::project::Project;
use crate::shortcodes::{Usage, Usages, component_name, survey};
use crate::targets::Targets;
use crate::text::{body, calls, convert};
use crate::values::without_empty;
use crate::{redirects, schema, scripts, settings, theme};

/// Files that this program makes itself, or that only another host reads.
const MADE: [&str; 8] = [
    "robots.txt",
    "sitemap.xml",
    "404.html",
    "_redirects",
    "_headers",
    "CNAME",
    ".nojekyll",
    "llms.txt",
];

/// Writes the new site.
pub fn write(mut site: Site, project: &Project<'_>) -> Imported {
    let utc_offset = keep_days(&mut site);
    let (origin, base_path) = origin(&site.base_url);
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
    redirects::keep(&mut site, project, &targets);
    let redirects = site
        .redirects
        .iter()
        .filter(|(from, to)| to.starts_with('/') && !from.contains('*'));
    targets.redirected = redirects
        .map(|(from, to)| (bare_url(from).to_owned(), to.clone()))
        .collect();
    complete(&mut site, &collections);
    distinct_aliases(&mut site, &targets);
    let usages = usages(&site, &targets);
    let bundled = bundled(&site, project);
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
        missing: Vec::new(),
        contents: Vec::new(),
        programs: Vec::new(),
    };
    let mut result = BTreeMap::new();
    let mut unread: Vec<String> = Vec::new();
    let mut formulas = Vec::new();
    let mut signs = LiteralSigns::default();
    let mut page_of_signs = None;
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
                with_formulas(&text, &mut unread)
            } else {
                without_formulas(&text)
            };
            if let Some(first) = unread.first() {
                formulas.push((Arc::clone(&page.source), first.clone(), unread.len()));
                unread.clear();
            }
            let text = as_typed(&text, &site, &mut signs);
            if let (true, Some(first)) = (page_of_signs.is_none(), &signs.first) {
                page_of_signs = Some((Arc::clone(&page.source), first.clone()));
            }
            let fields = without_empty(page.fields.clone());
            let front_matter = toml::to_string(&fields).unwrap_or_default();
            let text = format!("+++\n{front_matter}+++\n{}", text.trim_start_matches('\n'));
            result.insert(file.clone(), File::Text(text));
            tables.push(fields);
        }
    }
    let documents = result.len();
    widen(&site, &targets, &mut pictures.hosts);
    let Copies {
        files: copied,
        beside,
        hosts,
        styles,
        scripts,
        missing,
        contents,
        programs,
        ..
    } = pictures;
    result.extend(copied);
    result.extend(other_files(&bundled, &beside));
    for (path, source) in &site.public {
        if !MADE.contains(&path.as_str()) {
            result.insert(format!("public/{path}"), File::Copy(source.clone()));
        }
    }
    for (collection, tables) in collections.iter().zip(&of_collections) {
        let text = schema::guess(&site, &collection.name, tables);
        result.insert(
            format!("content/schemas/{}.json", collection.name),
            File::Text(text),
        );
    }
    settings::write(&site, &collections, &hosts, &home, &utc_offset, &mut result);
    theme::write(&site, &usages, &styles, &mut result);
    scripts::write(&scripts, &mut result);
    report_formulas(&mut site, formulas);
    if let Some((source, first)) = page_of_signs {
        let message = match signs.count {
            1 => format!("`{first}` shows as typed, as in the old site"),
            count => format!("{count} signs such as `{first}` show as typed, as in the old site"),
        };
        let help = "write what was meant: the emoji itself, a footnote, or HTML";
        site.report(&source, place_of(&source, &first), message, help);
    }
    for (source, address) in missing {
        let message = "this picture does not exist, so its description is shown".to_owned();
        let help = "show the picture that was meant, or leave its description out";
        site.report(&source, place_of(&source, &address), message, help);
    }
    if let Some(first) = contents.first() {
        let message = match contents.len() {
            1 => "this page had a list of its headings".to_owned(),
            count => format!("{count} pages had a list of their headings, such as this one"),
        };
        let help = "show `page.toc` in themes/plain/templates/page.html where readers need it";
        site.report(first, 0..0, message, help);
    }
    if let Some((source, first)) = programs.first() {
        let message = match programs.len() {
            1 => "a text has a program of Liquid, which was left out".to_owned(),
            count => format!(
                "{count} texts have programs of Liquid, which were left out, such as this one"
            ),
        };
        let help = "write in Markdown what it showed, or a component of the theme";
        site.report(source, place_of(source, first), message, help);
    }
    report(&mut site, &usages, &hosts, scripts.len());
    site.diagnostics = by_kind(site.diagnostics);
    Imported {
        files: result,
        documents,
        diagnostics: site.diagnostics,
    }
}

/// Longest list of findings of one kind.
const LONGEST: usize = 8;

/// Merges findings that have the same help, which are of one kind, into the first of them.
fn by_kind(diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    let mut merged: Vec<(Diagnostic, Vec<String>)> = Vec::new();
    for diagnostic in diagnostics {
        let help = diagnostic.help.join("\n");
        if let Some(index) = kinds.get(&help) {
            let (first, others) = &mut merged[*index];
            let place = diagnostic.place.as_ref();
            let path = place.map(|(place, _)| place.source.path.as_str());
            others.push(match path {
                Some(path) if first.message == diagnostic.message => path.to_owned(),
                Some(path) => format!("{} ({path})", diagnostic.message),
                None => diagnostic.message,
            });
        } else {
            kinds.insert(help, merged.len());
            merged.push((diagnostic, Vec::new()));
        }
    }
    let merged = merged.into_iter().map(|(first, mut others)| {
        let count = others.len();
        if count == 0 {
            return first;
        }
        let mut known = BTreeSet::new();
        others.retain(|one| known.insert(one.clone()));
        let left = others.len().saturating_sub(LONGEST);
        others.truncate(LONGEST);
        let mut shown = others.join("; ");
        if left > 0 {
            shown.push_str(&format!("; and {left} more"));
        }
        first.help(format!("the same {} more: {shown}", times(count)))
    });
    merged.collect()
}

fn times(count: usize) -> String {
    match count {
        1 => "once".to_owned(),
        count => format!("{count} times"),
    }
}

/// Reports formulas that became code: the first one of each page, and the number of them.
fn report_formulas(site: &mut Site, formulas: Vec<(Arc<Source>, String, usize)>) {
    for (source, first, count) in formulas {
        let message = match count {
            1 => "this formula cannot be read, and became code".to_owned(),
            _ => format!("{count} formulas cannot be read, and became code, such as this one"),
        };
        let help = "write it with other commands of LaTeX, between dollar signs";
        site.report(&source, place_of(&source, &first), message, help);
    }
}

/// Returns the byte range of a part of a file, or of its beginning.
fn place_of(source: &Source, part: &str) -> std::ops::Range<usize> {
    let start = source.text.find(part);
    start.map_or(0..0, |start| start..start + part.len())
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
/// published, the one above it.
fn widen(site: &Site, targets: &Targets, hosts: &mut Hosts) {
    for page in &site.pages {
        let url = targets.url(page);
        let is_draft = page.fields.get("draft").and_then(Value::as_bool) == Some(true);
        let is_temporary = is_draft
            || ["publish", "expire"]
                .iter()
                .any(|key| page.fields.contains_key(*key));
        let above = || {
            url.trim_end_matches('/')
                .rsplit_once('/')
                .map(|(above, _)| format!("{above}/"))
        };
        let further = page.list.as_ref().filter(|list| list.per_page.is_some());
        let further =
            further.map(|list| targets.url_in(&page.lang, &list.route.replace("{number}", "2")));
        let other = further.or_else(|| above().filter(|_| is_temporary));
        for used in hosts.values_mut().filter(|used| used.pages.contains(&url)) {
            used.pages.extend(other.clone());
        }
    }
}

/// Returns how the site uses its shortcodes.
fn usages(site: &Site, targets: &Targets) -> Usages {
    let mut usages = Usages::new();
    for page in &site.pages {
        let mut calls = calls(site, page, &body(site, page));
        calls.retain(|call| replacement(site, page, call, "", targets).is_none());
        survey(&calls, &mut usages);
    }
    // Shortcodes whose names differ in punctuation only become one component.
    let mut components: BTreeMap<String, Usage> = BTreeMap::new();
    for (name, usage) in &usages {
        let merged = components.entry(component_name(name)).or_default();
        merged.has_body |= usage.has_body;
        merged.arguments.extend(usage.arguments.iter().cloned());
    }
    for (name, usage) in &mut usages {
        if let Some(merged) = components.get(&component_name(name)) {
            usage.has_body = merged.has_body;
            usage.arguments.clone_from(&merged.arguments);
        }
    }
    usages
}

/// Reports what the whole site loses.
fn report(site: &mut Site, usages: &Usages, hosts: &Hosts, scripts: usize) {
    if !hosts.is_empty() {
        let names: Vec<&str> = hosts.keys().map(String::as_str).collect();
        let message = format!("pages show files of other hosts: {}", names.join(", "));
        let help = "content/structure.toml allows each in [[allow]]; save the files in content/images/ or public/, and remove it";
        site.note(message, help);
    }
    if scripts > 0 {
        let message = match scripts {
            1 => "a script in the texts became the component <OldScript1>".to_owned(),
            count => format!(
                "{count} scripts in the texts became the components <OldScript1> to <OldScript{count}>"
            ),
        };
        let help = "they are in themes/plain/templates/components/; remove those that the new site does not need";
        site.note(message, help);
    }
    let without_url = std::mem::take(&mut site.without_url);
    if let Some(first) = without_url.first() {
        let message = match without_url.len() {
            1 => "this page has no URL in the old site".to_owned(),
            count => format!("{count} pages have no URL in the old site, such as this one"),
        };
        let help = "write a collection without `route` for such pages";
        site.report(first, 0..0, message, help);
    }
    let liquid = std::mem::take(&mut site.liquid);
    if let Some(first) = liquid.first() {
        let message = match liquid.len() {
            1 => format!("{} is a template, and was left out", first.path),
            count => format!(
                "{count} files are templates, and were left out, such as {}",
                first.path
            ),
        };
        let help = "write what visitors need of it into the theme, or as a file in public/";
        site.report(first, 0..0, message, help);
    }
    for (template, pages) in std::mem::take(&mut site.templates) {
        let times = if pages.len() == 1 {
            "one page has".to_owned()
        } else {
            format!("{} pages have", pages.len())
        };
        let help =
            "write a template in themes/plain/templates, and name it in `template` of each page";
        if let Some(first) = pages.first() {
            site.report(
                first,
                0..0,
                format!("{times} the template `{template}`"),
                help,
            );
        }
    }
    for (name, usage) in usages {
        if theme::unchanging(site, name, usage).is_some() {
            continue;
        }
        let component = component_name(name);
        let times = times(usage.count);
        let kind = site.kind_of_calls();
        let message = format!("the {kind} `{name}` is used {times}, as <{component}>");
        let file = theme::component_file(name);
        let words: Vec<&str> = theme::words(usage).collect();
        let words = words.join(", ");
        let programs = usage.programs.iter().map(|name| format!("`{name}`"));
        let programs = programs.collect::<Vec<_>>().join(", ");
        let mut help = match (words.as_str(), usage.has_body) {
            ("", true) => "which shows only the text between its tags".to_owned(),
            ("", false) => "which shows nothing yet".to_owned(),
            (words, true) => format!("which shows only the text between its tags, and {words}"),
            (words, false) => format!("which shows only {words}"),
        };
        if !programs.is_empty() {
            help.push_str("; values that are programs were left out of ");
            help.push_str(&programs);
        }
        site.note(message, &format!("write its HTML in {file}, {help}"));
    }
    let made: Vec<String> = site
        .public
        .keys()
        .filter(|path| MADE.contains(&path.as_str()))
        .cloned()
        .collect();
    for path in made {
        site.note(
            format!("{path} was left out"),
            "this program writes such a file itself, or `site build --host-files` does",
        );
    }
    let needs_templates = format!("the templates of {} were not converted", site.generator);
    site.note(needs_templates, "the new site has the plain theme in themes/plain; the manual says which template function replaces which");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_of_one_kind() {
        let mut site = Site::default();
        for (path, message) in [
            ("a.md", "first"),
            ("b.md", "first"),
            ("b.md", "first"),
            ("c.md", "second"),
        ] {
            site.report(&Source::new(path, ""), 0..0, message.to_owned(), "do this");
        }
        site.note("third".to_owned(), "do that");
        let merged = by_kind(site.diagnostics);
        let shown: Vec<String> = merged
            .iter()
            .map(|one| format!("{}: {}", one.message, one.help.join("; ")))
            .collect();
        let expected = [
            "first: do this; the same 3 times more: b.md; second (c.md)",
            "third: do that",
        ];
        assert_eq!(shown, expected);
    }

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
