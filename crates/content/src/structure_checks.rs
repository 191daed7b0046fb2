//! Checks of `structure.toml` that a schema cannot express.

use std::collections::{HashMap, HashSet};

use diagnostic::{
    Diagnostic, Help, Place, all_of, did_you_mean, did_you_mean_or_list, nearest, one_of,
};

use crate::codes;
use crate::joined_entries::{certain_entries, with_entries};
use crate::pattern::{ROUTE_VALUES, placeholders};
use crate::structure::{CollectionRule, FeedFormat, Structure};
use crate::toml_text::{Part, TomlText};

/// Runs all checks of this module and returns their findings.
pub fn check_structure(structure: &Structure, toml: &TomlText) -> Vec<Diagnostic> {
    [
        duplicate_names(structure, toml),
        unknown_collections(structure, toml),
        faulty_feeds(structure, toml),
        collections_without_pages(structure, toml),
        unknown_placeholders(structure, toml),
        repeated_sources(structure, toml),
        constant_routes(structure, toml),
        joined_suggestions(structure, toml),
    ]
    .concat()
}

/// Reports two collections, or two taxonomies, with the same name, and collections that `[search]` lists twice.
fn duplicate_names(structure: &Structure, toml: &TomlText) -> Vec<Diagnostic> {
    let collections: Vec<&String> = structure.collections.iter().map(|one| &one.name).collect();
    let taxonomies: Vec<&String> = structure.taxonomies.iter().map(|one| &one.name).collect();
    let searched = structure.search.iter().flat_map(|one| &one.collections);
    let searched: Vec<&String> = searched.map(|one| &one.name).collect();
    let mut diagnostics = Vec::new();
    for (table, names, message) in [
        ("collection", collections, "two collections are named `{}`"),
        ("taxonomy", taxonomies, "two taxonomies are named `{}`"),
        (SEARCHED, searched, "search lists the collection `{}` twice"),
    ] {
        let place = |index: usize| toml.locate(&format!("/{table}/{index}/name"), Part::Value);
        let mut first: HashMap<&str, usize> = HashMap::new();
        for (index, name) in names.into_iter().enumerate() {
            let other = *first.entry(name).or_insert(index);
            if other != index {
                let is_listed = table == SEARCHED;
                let verb = if is_listed { "remove" } else { "rename" };
                diagnostics.push(
                    Diagnostic::new(&codes::DUPLICATE_NAME, message.replace("{}", name))
                        .at_duplicate(place(index), place(other))
                        .help(format!("{verb} one of them")),
                );
            }
        }
    }
    diagnostics
}

/// Reports suggestions of the search that are written within one pair of quotes.
fn joined_suggestions(structure: &Structure, toml: &TomlText) -> Vec<Diagnostic> {
    let suggestions = structure.search.iter().flat_map(|one| &one.suggestions);
    let suggestions: Vec<&str> = suggestions.map(String::as_str).collect();
    let entries = certain_entries(&suggestions);
    let report = |entries: Vec<&str>| {
        let place = toml.locate("/search/suggestions/0", Part::Value);
        let message = format!("this is one suggestion, not {}", entries.len());
        let diagnostic = Diagnostic::new(&codes::INVALID_VALUE, message).warning();
        with_entries(diagnostic.at(place.clone(), ""), place, &entries, false)
    };
    entries.map(report).into_iter().collect()
}

/// Reports names of collections that no `[[collection]]` declares.
fn unknown_collections(structure: &Structure, toml: &TomlText) -> Vec<Diagnostic> {
    let mut names = HashSet::new();
    if !structure
        .collections
        .iter()
        .all(|one| names.insert(&one.name))
    {
        // A collection that has the name of another one is missing under its own.
        return Vec::new();
    }
    // An invalid name has a finding of its own; references use the intended one.
    let is_name =
        |name: &str| name.starts_with(|c: char| c.is_ascii_lowercase()) && !name.contains(' ');
    if !structure.collections.iter().all(|one| is_name(&one.name)) {
        return Vec::new();
    }
    let references = references(structure).into_iter();
    let unknown = references.filter_map(|(pointer, name)| {
        let place = || toml.locate(&pointer, Part::Value);
        unknown_collection(name, structure, place, "not declared in this file")
    });
    unknown.collect()
}

/// Returns a finding at `place` if `structure.toml` declares no collection with this name, otherwise `None`.
pub fn unknown_collection(
    name: &str,
    structure: &Structure,
    place: impl FnOnce() -> Place,
    label: &str,
) -> Option<Diagnostic> {
    let names = || structure.collections.iter().map(|rule| rule.name.as_str());
    if names().any(|known| known == name) {
        return None;
    }
    let message = format!("collection `{name}` does not exist");
    let help = did_you_mean(name, names())
        .unwrap_or_else(|| format!("collections are {}", all_of(names())).into());
    let diagnostic = Diagnostic::new(&codes::UNKNOWN_COLLECTION, message);
    Some(diagnostic.at(place(), label).help(help))
}

/// Returns every reference to a collection from another table, such as `[[feed]]`: its JSON pointer, and the name.
fn references(structure: &Structure) -> Vec<(String, &str)> {
    let taxonomies = structure.taxonomies.iter().map(|rule| &rule.collections);
    let paginations = structure.paginations.iter().map(|rule| &rule.collections);
    let feeds = structure.feeds.iter().map(|rule| &rule.collections);
    let mut references = Vec::new();
    for (table, lists) in [
        ("taxonomy", taxonomies.collect::<Vec<_>>()),
        ("pagination", paginations.collect()),
        ("feed", feeds.collect()),
    ] {
        for (index, names) in lists.into_iter().enumerate() {
            let pointer = format!("/{table}/{index}/collection");
            let names = names.iter().enumerate();
            references.extend(names.map(|(at, name)| (format!("{pointer}/{at}"), name.as_str())));
        }
    }
    let calendars = structure.calendars.iter().map(|rule| &rule.collection);
    let searched = structure.search.iter().flat_map(|one| &one.collections);
    let searched = searched.map(|rule| &rule.name);
    let sections = structure.llms.iter().flat_map(|one| &one.sections);
    let sections = sections.map(|rule| &rule.collection);
    for (table, key, names) in [
        ("calendar", "collection", calendars.collect::<Vec<_>>()),
        (SEARCHED, "name", searched.collect()),
        (LLMS, "collection", sections.collect()),
    ] {
        let names = names.into_iter().enumerate();
        references
            .extend(names.map(|(index, name)| (format!("/{table}/{index}/{key}"), name.as_str())));
    }
    references
}

/// Reports feeds that list neither collections nor a taxonomy, or both, and a taxonomy that does not exist.
fn faulty_feeds(structure: &Structure, toml: &TomlText) -> Vec<Diagnostic> {
    let feeds = structure.feeds.iter().enumerate();
    let found = feeds.filter_map(|(index, feed)| {
        let place = |key: &str| toml.locate(&format!("/feed/{index}/{key}"), Part::Value);
        let names = || structure.taxonomies.iter().map(|one| one.name.as_str());
        let wrong_form = |message: String, help: String| {
            let diagnostic = Diagnostic::new(&codes::WRONG_FORM, message);
            Some(diagnostic.at(place("route"), "").help(help))
        };
        let route = &feed.route;
        let has_slug = route.contains("{slug}");
        match (&feed.taxonomy, feed.collections.is_empty()) {
            (None, true) if !toml.has(&format!("/feed/{index}/collection")) => Some(
                Diagnostic::new(&codes::MISSING_KEY, "a feed needs `collection` or `taxonomy`")
                    .at(toml.locate(&format!("/feed/{index}"), Part::Key), "")
                    .help("add `collection = …` for a feed of documents, or `taxonomy = …` for one of each term"),
            ),
            (Some(_), false) => Some(
                Diagnostic::new(&codes::INVALID_VALUE, "a feed has both `collection` and `taxonomy`")
                    .at_duplicate(place("taxonomy"), place("collection"))
                    .help("remove `collection`: the taxonomy names its collections"),
            ),
            (Some(name), true) if !names().any(|known| known == name) => {
                let message = format!("taxonomy `{name}` does not exist");
                let help = did_you_mean_or_list(name, "taxonomies", names());
                let help = help.unwrap_or_else(|| "add a [[taxonomy]] with this name".into());
                let diagnostic = Diagnostic::new(&codes::UNKNOWN_COLLECTION, message);
                Some(diagnostic.at(place("taxonomy"), "").help(help))
            }
            (Some(_), true) if feed.pages.is_some() => Some(
                Diagnostic::new(&codes::INVALID_VALUE, "a feed has both `taxonomy` and `pages`")
                    .at(place("pages"), "")
                    .help("remove `pages`: each term has a feed of all its documents"),
            ),
            (Some(_), true) if !feed.except.is_empty() => Some(
                Diagnostic::new(&codes::INVALID_VALUE, "a feed has both `taxonomy` and `except`")
                    .at(place("except"), "")
                    .help("remove `except`: each term has a feed of all its documents"),
            ),
            (None, false) if feed.terms => Some(
                Diagnostic::new(&codes::INVALID_VALUE, "a feed of a collection has no terms")
                    .at(place("terms"), "")
                    .help("name the taxonomy, `taxonomy = …`, in place of `collection`"),
            ),
            (Some(name), true) if has_slug && feed.terms => wrong_form(
                format!("the terms of `{name}` are in one feed, whose URL contains none"),
                "remove `{slug}`, or `terms` for a feed of each term".to_owned(),
            ),
            (Some(name), true) if !has_slug && !feed.terms => {
                let message = format!("every feed of `{name}` would have the URL `{route}`");
                let (start, end) = route.rsplit_once('/').unwrap_or_default();
                let help = format!(
                    "add the term: `{start}/{{slug}}/{end}`, or `terms = true` for a feed of the terms"
                );
                wrong_form(message, help)
            }
            (None, false) if has_slug => wrong_form(
                "`{slug}` is part of the URL of a term's feed only".to_owned(),
                "name the taxonomy, `taxonomy = …`, in place of `collection`".to_owned(),
            ),
            _ if feed.undated && feed.format == FeedFormat::Atom => Some(
                Diagnostic::new(
                    &codes::INVALID_VALUE,
                    "a feed in Atom format cannot list documents without a date",
                )
                .at(place("undated"), "")
                .help("add `format = \"rss\"`, or remove `undated`"),
            ),
            _ => None,
        }
    });
    found.collect()
}

const SEARCHED: &str = "search/collection";
const LLMS: &str = "llms/section";

/// Reports collections that `[search]` or `[llms]` lists although their documents have no pages.
fn collections_without_pages(structure: &Structure, toml: &TomlText) -> Vec<Diagnostic> {
    let needs_pages = |pointer: &str| {
        let table = &pointer[1..];
        table.starts_with(SEARCHED) || table.starts_with(LLMS)
    };
    // Of two collections with one name, one is to be renamed.
    let has_no_pages = |name: &str| {
        let mut collections = structure.collections.iter().filter(|one| one.name == name);
        let first = collections.next();
        first.is_some_and(|one| one.route.is_none()) && collections.next().is_none()
    };
    references(structure)
        .into_iter()
        .filter(|(pointer, name)| needs_pages(pointer) && has_no_pages(name))
        .map(|(pointer, name)| {
            let message = format!("the documents of `{name}` have no pages");
            Diagnostic::new(&codes::INVALID_VALUE, message)
                .at(toml.locate(&pointer, Part::Value), "")
                .help(format!(
                    "remove this entry, or add a `route` to the collection `{name}`"
                ))
        })
        .collect()
}

/// Reports placeholders that are not replaced in their pattern, such as `{term}` in the route of a collection.
fn unknown_placeholders(structure: &Structure, toml: &TomlText) -> Vec<Diagnostic> {
    let mut patterns: Vec<(String, &str, &[&str])> = Vec::new();
    for (index, rule) in structure.collections.iter().enumerate() {
        let route = rule.route.as_deref().unwrap_or_default();
        // Any other word is a key of the front matter, which only the documents can tell from a mistake.
        let is_typo =
            |word: &str| !ROUTE_VALUES.contains(&word) && nearest(word, ROUTE_VALUES).is_some();
        if placeholders(route).any(is_typo) {
            patterns.push((format!("/collection/{index}/route"), route, &ROUTE_VALUES));
        }
    }
    let mut add = |table: &str, index: usize, key: &str, text, has_terms: bool| {
        let known = text_placeholders(table, key, has_terms);
        patterns.extend(known.map(|known| (format!("/{table}/{index}/{key}"), text, known)));
    };
    for (index, rule) in structure.taxonomies.iter().enumerate() {
        for (key, text) in [
            ("route", &rule.route),
            ("title", &rule.title),
            ("description", &rule.description),
            ("page_title", &rule.page_title),
            ("page_description", &rule.page_description),
        ] {
            add("taxonomy", index, key, text, true);
        }
    }
    for (index, rule) in structure.paginations.iter().enumerate() {
        for (key, text) in [
            ("route", &rule.route),
            ("title", &rule.title),
            ("description", &rule.description),
        ] {
            add("pagination", index, key, text, false);
        }
    }
    for (index, rule) in structure.feeds.iter().enumerate() {
        let has_terms = rule.taxonomy.is_some() && !rule.terms;
        add("feed", index, "title", &rule.title, has_terms);
        if let Some(text) = &rule.description {
            add("feed", index, "description", text, has_terms);
        }
    }
    for (index, rule) in structure.feeds.iter().enumerate() {
        let is_term = |word: &str| rule.terms && word == "term";
        if placeholders(&rule.title).any(is_term) {
            patterns.push((format!("/feed/{index}/title"), &rule.title, &[]));
        }
    }
    for (index, rule) in structure.calendars.iter().enumerate() {
        let at = |key: &str| format!("/calendar/{index}/{key}");
        patterns.extend([
            (at("route"), &*rule.route, &["slug"] as &[&str]),
            (at("title"), &rule.title, &["term"]),
        ]);
    }
    let patterns = patterns.into_iter();
    patterns
        .flat_map(|(pointer, text, known)| {
            let mut found = foreign_placeholders(toml, &pointer, text, known);
            found.extend(other_notation(toml, &pointer, text, known));
            found
        })
        .collect()
}

/// Returns the placeholders of a pattern in a list's table; `None` if the text is not a pattern. `has_terms` says whether a feed is one of
/// terms.
pub fn text_placeholders(
    table: &str,
    key: &str,
    has_terms: bool,
) -> Option<&'static [&'static str]> {
    Some(match (table, key) {
        ("taxonomy", "route") => &["slug"],
        ("taxonomy", "title" | "description") => &["term"],
        ("feed", "title" | "description") if has_terms => &["term"],
        ("pagination", "route") => &["number"],
        ("pagination", "title") | ("taxonomy", "page_title") => &["title", "number"],
        ("pagination", "description") => &["title", "description", "number"],
        ("taxonomy", "page_description") => &["description", "number"],
        _ => return None,
    })
}

/// Reports the placeholders of a pattern, the value at `pointer`, that are not among those in `known`.
pub fn foreign_placeholders(
    toml: &TomlText,
    pointer: &str,
    text: &str,
    known: &[&str],
) -> Vec<Diagnostic> {
    let known: Vec<String> = known.iter().map(|name| format!("{{{name}}}")).collect();
    let known = || known.iter().map(String::as_str);
    let written = placeholders(text).map(|word| format!("{{{word}}}"));
    let foreign = written.filter(|word| !known().any(|known| known == word));
    let report = |written: String| {
        let mut place = toml.locate(pointer, Part::Value);
        if let Some(at) = place.source.text[place.span.clone()].find(&written) {
            let start = place.span.start + at;
            place.span = start..start + written.len();
        }
        let message = format!("unknown placeholder `{written}`");
        let help = did_you_mean(&written, known()).unwrap_or_else(|| match known().next() {
            Some(_) => format!("use {}", one_of(known())).into(),
            None => "remove it: nothing is filled in here".into(),
        });
        Diagnostic::new(&codes::UNKNOWN_PLACEHOLDER, message)
            .at(place, "")
            .help(help)
    };
    foreign.map(report).collect()
}

/// Reports the first placeholder in the notation of another program, such as `%s`, `:term`, or `[page]`, in a text without the one that is
/// filled in.
fn other_notation(
    toml: &TomlText,
    pointer: &str,
    text: &str,
    known: &[&str],
) -> Option<Diagnostic> {
    const NUMBERS: [&str; 8] = [
        "%d",
        "number",
        "num",
        "page",
        "page_number",
        "n",
        "i",
        "index",
    ];
    const NAMES: [&str; 9] = [
        "%s",
        "term",
        "title",
        "name",
        "tag",
        "category",
        "topic",
        "label",
        "description",
    ];
    if pointer.ends_with("/route") {
        return None;
    }
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let written = text.match_indices([':', '%', '$', '<', '[', '@', '#']);
    let mut written = written.filter_map(|(at, sign)| {
        let rest = &text[at + 1..];
        let word = &rest[..rest.find(|c| !is_word(c)).unwrap_or(rest.len())];
        let name = match sign {
            "%" if word == "s" || word == "d" => &text[at..at + 2],
            _ => word,
        };
        let close = match sign {
            "<" => ">",
            "[" => "]",
            "%" if name == word => "%",
            _ => "",
        };
        let is_closed = rest[word.len()..].starts_with(close);
        let is_alone = !text[..at].ends_with(is_word);
        (is_closed && is_alone).then_some((at..at + 1 + word.len() + close.len(), name))
    });
    let (span, meant) = written.find_map(|(span, name)| {
        let is_number = NUMBERS.contains(&name);
        let meant = match known {
            [only] if is_number || NAMES.contains(&name) => only,
            [_, number] if is_number => number,
            [first, _] if NAMES.contains(&name) => first,
            _ => return None,
        };
        Some((span, format!("{{{meant}}}")))
    })?;
    if text.contains(&meant) {
        return None;
    }
    let typed = &text[span];
    let mut place = toml.locate(pointer, Part::Value);
    if let Some(at) = place.source.text[place.span.clone()].find(typed) {
        let start = place.span.start + at;
        place.span = start..start + typed.len();
    }
    let message = format!("`{typed}` is not filled in, and would appear as typed");
    let help = format!("write `{meant}`");
    let diagnostic = Diagnostic::new(&codes::UNKNOWN_PLACEHOLDER, message)
        .warning()
        .at(place.clone(), "")
        .help(help);
    // Other signs also stand before words.
    if typed.starts_with(['#', '@', '$']) {
        return Some(diagnostic);
    }
    Some(diagnostic.fixed_by(place, meant))
}

/// Returns pairs of collections that conflict because they read the same folder or file, but have different schemas, or would publish
/// its documents twice. A pair consists of the index of the later collection and that of the earlier one.
pub fn shared_sources(structure: &Structure) -> Vec<(usize, usize)> {
    let rules = &structure.collections;
    let source = |rule: &CollectionRule| rule.dir.clone().or_else(|| rule.file.clone());
    let is_repeated = |one: &CollectionRule, other: &CollectionRule| {
        source(one).is_some()
            && source(one) == source(other)
            && one.name != other.name
            && (one.schema != other.schema || one.route.is_some() && other.route.is_some())
    };
    let pairs = rules.iter().enumerate().filter_map(|(at, rule)| {
        let mut earlier = rules[..at].iter();
        Some((at, earlier.position(|other| is_repeated(rule, other))?))
    });
    pairs.collect()
}

/// Reports the pairs of [`shared_sources`].
fn repeated_sources(structure: &Structure, toml: &TomlText) -> Vec<Diagnostic> {
    let rules = &structure.collections;
    let place = |index: usize| {
        let key = rules[index].dir.as_ref().map_or("file", |_| "dir");
        toml.locate(&format!("/collection/{index}/{key}"), Part::Value)
    };
    let pairs = shared_sources(structure).into_iter();
    pairs
        .map(|(second, first)| {
            let message = format!(
                "collections `{}` and `{}` read the same documents",
                rules[first].name, rules[second].name
            );
            Diagnostic::new(&codes::DUPLICATE_ROUTE, message)
                .at_duplicate(place(second), place(first))
                .help("give each its own `dir` or `file`, or remove one of the two")
        })
        .collect()
}

/// Returns a route with this program's placeholders in the place of those of Hugo, Jekyll, and Eleventy (`:slug`), Astro (`[slug]`), or
/// a web framework (`<slug>`), or `None` if it has none of them.
fn with_placeholders(route: &str) -> Option<String> {
    let parts = route.split('/').map(|part| {
        let name = part
            .strip_prefix([':', '[', '<', '$', '%'])
            .map(|name| name.trim_matches(['.', ']', '>', '%', ':']));
        let known = match name? {
            "slug"
            | "title"
            | "filename"
            | "slugorfilename"
            | "slugorcontentbasename"
            | "name"
            | "id" => "slug",
            "path" | "sections" | "section" | "categories" => "path",
            "year" => "year",
            "month" => "month",
            "day" => "day",
            _ => return None,
        };
        Some(format!("{{{known}}}"))
    });
    let parts: Vec<Option<String>> = parts.collect();
    let mut has_any = false;
    let meant: Vec<&str> = route
        .split('/')
        .zip(&parts)
        .map(|(part, meant)| {
            has_any |= meant.is_some();
            meant.as_deref().unwrap_or(part)
        })
        .collect();
    let meant = meant.join("/");
    (has_any && meant.contains("{slug}") || meant.contains("{path}")).then_some(meant)
}

/// Reports routes without a complete placeholder, which would give all documents of a collection the same URL.
fn constant_routes(structure: &Structure, toml: &TomlText) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for (index, rule) in structure.collections.iter().enumerate() {
        let Some(route) = &rule.route else { continue };
        let place = toml.locate(&format!("/collection/{index}/route"), Part::Value);
        let open = route.rfind('{').filter(|at| !route[*at..].contains('}'));
        let (code, message, help) = if let Some(at) = open {
            let message = format!("`{}` is not closed", &route[at..]);
            let help = format!("add the closing brace: `{route}}}`").into();
            (&codes::UNKNOWN_PLACEHOLDER, message, help)
        } else if !route.contains('{') {
            let (name, folder) = (&rule.name, route.trim_end_matches('/'));
            let message = format!("every document of `{name}` would have the URL `{route}`");
            let help = match with_placeholders(route) {
                Some(meant) => Help::replace(format!("write `{meant}`"), route, &meant),
                None => format!("add the slug: `{folder}/{{slug}}`").into(),
            };
            (&codes::WRONG_FORM, message, help)
        } else if route.contains("//") || route.contains(char::is_whitespace) {
            let joined: String = route.split_whitespace().collect();
            let parts: Vec<&str> = joined.split('/').filter(|part| !part.is_empty()).collect();
            let end = if joined.ends_with('/') { "/" } else { "" };
            let meant = format!("/{}{end}", parts.join("/"));
            let message = format!("`{route}` has an empty part or a space");
            let help = Help::replace(format!("write `{meant}`"), route, &meant);
            (&codes::WRONG_FORM, message, help)
        } else {
            continue;
        };
        diagnostics.push(Diagnostic::new(code, message).at(place, "").help(help));
    }
    diagnostics
}
