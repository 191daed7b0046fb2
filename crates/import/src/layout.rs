//! Writes the new site.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use diagnostic::Source;
use toml::Table;

use crate::collections::{collections, files};
use crate::copies::{Copies, other_files};
use crate::imported::{File, Imported};
use crate::model::{Page, Site};
use crate::pages::{add_pages, complete, keep_days, keep_feed_ids, usable_aliases};
use crate::project::Project;
use crate::shortcodes::{Usage, Usages, component_name, survey};
use crate::targets::Targets;
use crate::text::{calls, convert, is_builtin};
use crate::values::without_empty;
use crate::{schema, settings, theme};

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
    if site.name.trim().is_empty() {
        site.name = origin.trim_start_matches("https://").into();
        let message = format!(
            "the old site has no title, so the name of this one is {}",
            site.name
        );
        site.note(message, "write `name` in content/site.toml");
    }
    keep_feed_ids(&mut site, &home);
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
    complete(&mut site, &collections);
    let usages = usages(&site);
    let mut pictures = Copies {
        project,
        public: &site.public,
        files: BTreeMap::new(),
        beside: BTreeSet::new(),
        outside: Vec::new(),
    };
    let mut result = BTreeMap::new();
    let mut of_collections: Vec<Vec<Table>> = vec![Vec::new(); collections.len()];
    for (collection, tables) in collections.iter().zip(&mut of_collections) {
        for index in &collection.pages {
            let (Some(page), Some(file)) = (site.pages.get(*index), files.get(index)) else {
                continue;
            };
            let text = convert(&site, page, file, &targets, &mut pictures, &usages);
            let fields = without_empty(page.fields.clone());
            let front_matter = toml::to_string(&fields).unwrap_or_default();
            let text = format!("+++\n{front_matter}+++\n{}", text.trim_start_matches('\n'));
            result.insert(file.clone(), File::Text(text));
            tables.push(fields);
        }
    }
    let documents = result.len();
    let outside = std::mem::take(&mut pictures.outside);
    let beside = std::mem::take(&mut pictures.beside);
    let mut copied = std::mem::take(&mut pictures.files);
    copied.extend(other_files(&site, project, &beside));
    result.extend(copied);
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
    settings::write(&site, &collections, &home, &utc_offset, &mut result);
    theme::write(&site, &usages, &mut result);
    report(&mut site, &usages, &outside);
    Imported {
        files: result,
        documents,
        diagnostics: site.diagnostics,
    }
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

/// Returns how the site uses its shortcodes.
fn usages(site: &Site) -> Usages {
    let mut usages = Usages::new();
    for page in &site.pages {
        survey(
            &calls(site, &page.source.text[page.body.clone()]),
            &mut usages,
        );
    }
    usages.retain(|name, _| !is_builtin(site, name));
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

/// Reports the pages of terms in other languages, which this program does not make.
fn terms_in_other_languages(site: &mut Site) {
    let keys: Vec<String> = site.taxonomies.iter().map(|one| one.key.clone()).collect();
    let uses = |page: &&Page| keys.iter().any(|key| page.fields.contains_key(key));
    let others = site
        .pages
        .iter()
        .filter(|page| page.lang != site.language)
        .filter(uses);
    let langs: BTreeSet<&str> = others.map(|page| page.lang.as_str()).collect();
    if !langs.is_empty() {
        let langs: Vec<&str> = langs.into_iter().collect();
        let message = format!(
            "the pages of terms exist only in the main language, not in {}",
            langs.join(", ")
        );
        site.note(message, "redirect their URLs to those of the main language");
    }
}

/// Reports what the whole site loses.
fn report(site: &mut Site, usages: &Usages, outside: &[(Arc<Source>, String)]) {
    terms_in_other_languages(site);
    if let Some((source, address)) = outside.first() {
        let at = source.text.find(address).unwrap_or_default();
        let span = at..at + address.len();
        let count = outside.len();
        let message = match count {
            1 => "a picture of another host became a link to it".to_owned(),
            _ => format!("{count} pictures of other hosts became links to them"),
        };
        let help =
            "save each below content/images/, and write ![…](/images/name.jpg) instead of its link";
        site.report(&Arc::clone(source), span, message, help);
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
        let component = component_name(name);
        let times = if usage.count == 1 {
            "once".to_owned()
        } else {
            format!("{} times", usage.count)
        };
        let message = format!("the shortcode `{name}` is used {times}, as <{component}>");
        let file = theme::component_file(name);
        let help = if usage.has_body {
            "which shows only the text between its tags"
        } else {
            "which shows nothing yet"
        };
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
