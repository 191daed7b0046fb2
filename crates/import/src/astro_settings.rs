//! Settings of Astro. They are programs, of which only literals are read.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use diagnostic::Source;
use render::joined;

use crate::astro_collections::{USUAL, collections, definitions, folders_of_content, patterns};
use crate::astro_constants::{names, text_of};
use crate::astro_made_ids::made_ids;
use crate::astro_redirects::{Redirects, redirects};
use crate::evaluation::{Closure, Names};
use crate::literals::{
    PROGRAMS, all_quoted, closed, first_part, inside, literal, quoted, values, without_comments,
};
use crate::project::Project;

/// Settings that the scripts of a site contain as literals. Values that a script computes are unknown.
#[derive(Debug, Default)]
pub struct Settings {
    /// `site`, without `base`.
    pub site: Option<String>,
    /// `base`.
    pub base: String,
    /// Title of the site.
    pub title: Option<String>,
    /// Description of the site.
    pub description: Option<String>,
    /// Ending of URLs: `/` or nothing.
    pub ending: &'static str,
    /// Old URLs, each with the new one.
    pub redirects: Vec<(String, String)>,
    /// Main language.
    pub language: Option<String>,
    /// Codes and names of the languages.
    pub languages: Vec<(String, String)>,
    /// Whether the URLs of the main language have a prefix.
    pub has_main_prefix: bool,
    /// Whether the site is made with Starlight.
    pub is_starlight: bool,
    /// Beginnings of paths, each with the folder that it stands for.
    pub aliases: Vec<(String, String)>,
    /// Folders of collections by name.
    pub collections: BTreeMap<String, String>,
    /// Patterns of the files of collections, relative to their folders; none for a collection whose files were not understood.
    pub patterns: BTreeMap<String, Vec<String>>,
    /// Functions that make the ids of documents, by the name of the collection; `None` for one that is not plain.
    pub ids: BTreeMap<String, Option<Arc<Closure>>>,
    /// Whether ids of headings lose a hyphen at their end.
    pub has_short_ids: bool,
    /// Titles of the site by the code of the language.
    pub titles: BTreeMap<String, String>,
    /// Parts of the programs that were not understood.
    pub unread: Vec<Unread>,
    /// Names of collections that are data, or texts of the theme.
    pub data: BTreeSet<String>,
    /// The settings, and their text without comments.
    pub config: Option<(Arc<Source>, String, Names)>,
    /// The program that defines the collections.
    pub content: Option<Arc<Source>>,
}

/// A part of a program that was not understood.
#[derive(Debug, Clone)]
pub struct Unread {
    /// The program.
    pub source: Arc<Source>,
    /// The part, as written.
    pub written: String,
    /// The setting or the collection that it belongs to.
    pub of: Part,
}

/// What a part of a program defines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// The setting with this name.
    Setting(&'static str),
    /// The folder that the setting with this name says, instead of the usual one.
    Place(&'static str, &'static str),
    /// The folder of the collection with this name.
    Folder(String),
    /// The program that loads the documents of the collection with this name.
    Loader(String),
}

impl Settings {
    /// Returns a URL from its path.
    pub fn url(&self, path: &str) -> String {
        match path.trim_matches('/') {
            "" => "/".to_owned(),
            path => format!("/{path}{}", self.ending),
        }
    }

    /// Returns the plain function that makes the ids of a collection, and what it gets as the path of a file.
    pub fn maker<'p>(&self, collection: &str, path: &'p str) -> Option<(&Closure, &'p str)> {
        let function = self.ids.get(collection)?.as_ref()?;
        let folder = self.collections.get(collection)?;
        let entry = path.strip_prefix(folder.as_str())?.strip_prefix('/')?;
        Some((function, entry))
    }
}

/// Reads the settings; `None` if there are none.
pub fn settings(project: &Project<'_>) -> Option<Settings> {
    let program = |stem: &str| {
        let mut found = PROGRAMS
            .iter()
            .filter_map(|end| project.text(&format!("{stem}.{end}")));
        let source = found.next()?;
        let text = without_comments(&source.text);
        Some((source, text))
    };
    let (source, config) = program("astro.config")?;
    let abbreviations = ["tsconfig.json", "jsconfig.json"];
    let abbreviations = abbreviations.iter().find_map(|path| project.text(path));
    let mut aliases = abbreviations.map_or_else(Vec::new, |source| aliases(&source.text));
    // What most sites call it.
    aliases.extend(["~/", "@/"].map(|one| (one.to_owned(), "src/".to_owned())));
    let names_of = |source: &Source, text: &str| names(project, &aliases, &source.path, text);
    let own = names_of(&source, &config);
    let text_at = |key: &str| values(&config, key).find_map(|value| text_of(value, &own));
    let constants: Vec<String> = project
        .files
        .iter()
        .filter(|path| is_constants(path))
        .filter_map(|path| Some(without_comments(&project.text(path)?.text)))
        .collect();
    let constant = |keys: &[&str], is_right: fn(&str) -> bool| {
        let pairs = keys
            .iter()
            .flat_map(|key| constants.iter().map(move |text| (key, text)));
        let found =
            pairs.flat_map(|(key, text)| values(text, key).filter_map(quoted).collect::<Vec<_>>());
        found.into_iter().find(|one| is_right(one))
    };
    let is_url = |one: &str| one.starts_with("https://") || one.starts_with("http://");
    let is_words =
        |one: &str| !one.is_empty() && !one.contains("://") && !one.starts_with(['/', '.', '@']);
    let site = text_at("site").filter(|one| is_url(one)).or_else(|| {
        constant(
            &[
                "site",
                "SITE",
                "url",
                "SITE_URL",
                "siteUrl",
                "website",
                "SITE_DOMAIN",
            ],
            is_url,
        )
    });
    let i18n = values(&config, "i18n")
        .next()
        .map(inside)
        .unwrap_or_default();
    let locales = values(i18n, "locales")
        .next()
        .map(inside)
        .unwrap_or_default();
    let Redirects {
        pairs: mut moved,
        unread: unread_redirects,
    } = redirects(&config, &own, project);
    let is_starlight = loads_starlight(&config);
    // The package for sitemaps divides them.
    if is_starlight || config.contains("@astrojs/sitemap") {
        let old = ["/sitemap-index.xml", "/sitemap-0.xml"];
        moved.extend(old.map(|from| (from.to_owned(), "/sitemap.xml".to_owned())));
    }
    let named = locales_with_names(&config);
    let has_main_prefix = named.main.is_some()
        && named
            .others
            .iter()
            .any(|(code, _)| Some(code) == named.main.as_ref());
    let never = text_at("trailingSlash").as_deref() == Some("never");
    let file = text_at("format").as_deref() == Some("file");
    let titles = values(&config, "title").find(|rest| rest.starts_with('{'));
    let titles = titles.map(inside).unwrap_or_default();
    let language = values(i18n, "defaultLocale")
        .find_map(|value| text_of(value, &own))
        .or_else(|| named.main.clone());
    let codes = named.others.iter().map(|(code, _)| code).chain(&language);
    let titles: BTreeMap<String, String> = codes
        .filter_map(|code| Some((code.clone(), literal(titles, code)?)))
        .collect();
    let build: Vec<&str> = values(&config, "build").map(inside).collect();
    let of_build = build.iter().flat_map(|build| values(build, "format"));
    let written = unread_values(&config, i18n, of_build.collect(), &own);
    let redirects = unread_redirects
        .into_iter()
        .map(|written| (Part::Setting("redirects"), written));
    let unread = written
        .into_iter()
        .filter(|(of, _)| *of != Part::Setting("site") || site.is_none())
        .chain(redirects);
    let unread = unread.map(|(of, written)| Unread {
        source: Arc::clone(&source),
        written,
        of,
    });
    let unread: Vec<Unread> = unread.collect();
    let mut settings = Settings {
        site,
        base: text_at("base")
            .unwrap_or_default()
            .trim_matches('/')
            .to_owned(),
        title: (language.as_ref())
            .and_then(|language| titles.get(language).cloned())
            .or_else(|| {
                let keys = ["SITE_TITLE", "title", "siteTitle", "TITLE", "name", "NAME"];
                constant(&keys, is_words)
            })
            .or_else(|| text_at("title")),
        description: constant(
            &["SITE_DESCRIPTION", "description", "DESCRIPTION"],
            is_words,
        ),
        ending: if never || file { "" } else { "/" },
        redirects: moved,
        languages: if named.others.is_empty() {
            all_quoted(locales)
                .into_iter()
                .map(|code| (code.clone(), code))
                .collect()
        } else {
            named.others
        },
        has_main_prefix: is_starlight && has_main_prefix
            || values(i18n, "prefixDefaultLocale").any(|value| value.starts_with("true")),
        language,
        titles,
        is_starlight,
        collections: BTreeMap::new(),
        patterns: BTreeMap::new(),
        ids: BTreeMap::new(),
        has_short_ids: !config.contains("headingIdCompat")
            && !config.contains("rehype-slug")
            && project
                .text("package.json")
                .is_some_and(|source| version(&source.text).is_some_and(|version| version < 6)),
        unread,
        config: Some((source, config.clone(), own.clone())),
        content: None,
        data: BTreeSet::new(),
        aliases: aliases.clone(),
    };
    let content = program("src/content.config").or_else(|| program("src/content/config"));
    let Some((source, content)) = content else {
        settings.collections = folders_of_content(project);
        let names = settings.collections.keys().cloned();
        settings.patterns = names
            .map(|name| (name, USUAL.map(str::to_owned).into()))
            .collect();
        return Some(settings);
    };
    let names = names_of(&source, &content);
    let (collections, unread) = collections(&content, &names, project);
    settings.collections = collections;
    settings.patterns = patterns(&content, &names);
    settings
        .unread
        .extend(unread.into_iter().map(|(name, written, is_loaded)| Unread {
            source: Arc::clone(&source),
            written,
            of: if is_loaded {
                Part::Loader(name)
            } else {
                Part::Folder(name)
            },
        }));
    let is_data = |definition: &str| {
        let mut types = values(definition, "type").filter_map(quoted);
        definition.contains("i18n") || types.any(|one| one == "data")
    };
    let data = definitions(&content).into_iter();
    let data = data.filter(|(_, definition)| is_data(definition));
    settings.data = data.map(|(name, _)| name).collect();
    let makes_ids = definitions(&content).into_iter();
    let makes_ids = makes_ids.filter(|(_, definition)| definition.contains("generateId"));
    settings.ids = makes_ids
        .map(|(name, definition)| (name, made_ids(definition, &names)))
        .collect();
    settings.content = Some(source);
    Some(settings)
}

/// Returns the values of settings that were not understood, given those of `build.format`, and the folders that are not the usual ones.
fn unread_values(
    config: &str,
    i18n: &str,
    formats: Vec<&str>,
    names: &Names,
) -> Vec<(Part, String)> {
    let text = |value: &&str| text_of(value, names);
    let all = |text, key| values(text, key).collect::<Vec<&str>>();
    let settings = [
        ("site", all(config, "site")),
        ("base", all(config, "base")),
        ("trailingSlash", all(config, "trailingSlash")),
        ("format", formats),
        ("defaultLocale", all(i18n, "defaultLocale")),
    ];
    let settings = settings.into_iter().flat_map(|(key, all)| {
        let is_read = all.iter().any(|value| text(value).is_some());
        let unread = all
            .into_iter()
            .filter(|value| !value.starts_with("undefined"));
        let unread = unread.take(if is_read { 0 } else { usize::MAX });
        unread.map(move |value| (Part::Setting(key), first_part(value)))
    });
    let folders = [("srcDir", "src"), ("publicDir", "public")];
    let folders = folders.into_iter().flat_map(|(key, usual)| {
        let others = values(config, key);
        let others =
            others.filter(move |value| text(value).is_none_or(|one| joined("", &one) != usual));
        others.map(move |value| (Part::Place(key, usual), first_part(value)))
    });
    settings.chain(folders).collect()
}

/// Returns whether settings load Starlight, and not only its components.
fn loads_starlight(config: &str) -> bool {
    let mut modules = ["@astrojs/starlight'", "@astrojs/starlight\""].iter();
    modules.any(|module| config.contains(module))
}

/// Returns the main version of Astro that a `package.json` asks for.
fn version(package: &str) -> Option<u32> {
    let package: serde_json::Value = serde_json::from_str(package).ok()?;
    let mut all = ["dependencies", "devDependencies"].iter();
    let range = all.find_map(|key| package.get(*key)?.get("astro")?.as_str())?;
    let digits = range.trim_start_matches(|one: char| !one.is_ascii_digit());
    let end = digits.find(|one: char| !one.is_ascii_digit());
    digits[..end.unwrap_or(digits.len())].parse().ok()
}

/// Returns the abbreviations in `"paths": { "@assets/*": ["src/assets/*"] }` of the settings of TypeScript.
fn aliases(config: &str) -> Vec<(String, String)> {
    let config = without_comments(config);
    let base = literal(&config, "baseUrl").unwrap_or_default();
    let paths = values(&config, "paths")
        .next()
        .map(inside)
        .unwrap_or_default();
    let pairs = paths.split(']').filter_map(|part| {
        let words = all_quoted(part);
        let (start, folder) = (words.first()?.strip_suffix('*')?, words.get(1)?);
        let folder = joined(&base, folder.strip_suffix('*')?);
        let slash = if folder.is_empty() { "" } else { "/" };
        Some((start.to_owned(), folder + slash))
    });
    pairs.collect()
}

/// Returns whether a file may contain the constants of a site.
fn is_constants(path: &str) -> bool {
    let Some(rest) = path.strip_prefix("src/") else {
        return false;
    };
    let Some((stem, end)) = rest.rsplit_once('.') else {
        return false;
    };
    let name = stem.rsplit('/').next().unwrap_or(stem).to_lowercase();
    let names = [
        "config",
        "consts",
        "constants",
        "site",
        "site.config",
        "siteconfig",
        "siteinfo",
        "site-config",
    ];
    let is_program = PROGRAMS.contains(&end) || matches!(end, "yaml" | "json");
    is_program && names.contains(&name.as_str()) && !rest.starts_with("content")
}

/// Languages of a site of Starlight.
#[derive(Debug, Default)]
struct Locales {
    /// Code of the language whose URLs have no prefix.
    main: Option<String>,
    /// Codes and names of the others.
    others: Vec<(String, String)>,
}

/// Returns the languages in `locales: { root: { label: 'English', lang: 'en' }, de: { label: 'Deutsch' } }`.
fn locales_with_names(config: &str) -> Locales {
    let mut found = Locales::default();
    let objects = values(config, "locales").filter(|rest| rest.starts_with('{'));
    let Some(object) = objects.map_while(closed).find(|one| one.contains("label")) else {
        return found;
    };
    let mut rest = object;
    while let Some((key, after)) = rest.split_once(':') {
        let key = key.trim_matches(|one: char| one.is_whitespace() || ",'\"`".contains(one));
        let start = after.find('{').unwrap_or(after.len());
        let own = inside(&after[start..]);
        let label = literal(own, "label").unwrap_or_else(|| key.to_owned());
        match key {
            "root" => found.main = literal(own, "lang"),
            key => found.others.push((key.to_owned(), label)),
        }
        rest = after.get(start + own.len() + 2..).unwrap_or_default();
    }
    if found.main.is_none() {
        found.main = literal(config, "defaultLocale").filter(|one| one != "root");
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_are_not_understood() {
        for (config, expected) in [
            (
                "site: 'https://a.example', base: f(), trailingSlash: undefined",
                "base=f()",
            ),
            ("site: url, base: A, base: '/b'", "site=url"),
            (
                "srcDir: './src', publicDir: './static', x: 1",
                "publicDir='./static'",
            ),
            ("srcDir: here,", "srcDir=here"),
        ] {
            let found = unread_values(config, "", Vec::new(), &Names::new());
            let shown = found.iter().map(|(of, written)| match of {
                Part::Setting(key) | Part::Place(key, _) => format!("{key}={written}"),
                of => format!("{of:?}"),
            });
            assert_eq!(shown.collect::<Vec<_>>().join(" "), expected, "{config}");
        }
    }

    #[test]
    fn abbreviations() {
        let config = "{ /* a */ \"compilerOptions\": { \"baseUrl\": \"./src\", \"paths\": {
            \"@assets/*\": [\"assets/*\", \"other/*\"], \"~/*\": [\"../*\"], \"lib\": [\"lib.ts\"],
        } } }";
        let expected = [("@assets/", "src/assets/"), ("~/", "")];
        assert_eq!(
            aliases(config),
            expected.map(|(a, b)| (a.to_owned(), b.to_owned()))
        );
    }

    #[test]
    fn starlight() {
        for (config, expected) in [
            ("import docs from '@astrojs/starlight';", true),
            ("import docs from \"@astrojs/starlight\"", true),
            (
                "alias: { '@astrojs/starlight/components': './own.ts' }",
                false,
            ),
        ] {
            assert_eq!(loads_starlight(config), expected, "{config}");
        }
    }

    #[test]
    fn versions() {
        for (package, expected) in [
            (r#"{"dependencies": {"astro": "^5.1.0"}}"#, Some(5)),
            (r#"{"devDependencies": {"astro": "7.0.4"}}"#, Some(7)),
            (r#"{"dependencies": {"astro": "catalog:"}}"#, None),
            ("{", None),
        ] {
            assert_eq!(version(package), expected, "{package}");
        }
    }

    #[test]
    fn languages() {
        for (config, expected) in [
            (
                "locales: { root: { label: 'English', lang: 'en' }, 'pt-br': { label: \"Português\", lang: 'pt-BR' } }",
                "en: pt-br=Português",
            ),
            (
                "defaultLocale: 'de', locales: { de: { label: 'Deutsch' }, fr: { label: 'Français' } }",
                "de: de=Deutsch fr=Français",
            ),
            ("i18n: { locales: ['en', 'de'] }", ": "),
            ("locales: { de: {", ": "),
        ] {
            let found = locales_with_names(config);
            let others = found
                .others
                .iter()
                .map(|(code, name)| format!("{code}={name}"));
            let others: Vec<String> = others.collect();
            let shown = format!("{}: {}", found.main.unwrap_or_default(), others.join(" "));
            assert_eq!(shown, expected);
        }
    }
}
