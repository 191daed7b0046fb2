//! Settings of Astro. They are programs, of which only literals are read.

use std::collections::BTreeMap;

use render::joined;

use crate::astro_made_ids::made_ids;
use crate::expressions::Function;
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
    /// Functions that make the ids of documents, by the name of the collection; `None` for one that is not plain.
    pub ids: BTreeMap<String, Option<Function>>,
    /// Whether ids of headings lose a hyphen at their end.
    pub has_short_ids: bool,
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
    pub fn maker<'p>(&self, collection: &str, path: &'p str) -> Option<(&Function, &'p str)> {
        let function = self.ids.get(collection)?.as_ref()?;
        let folder = self.collections.get(collection)?;
        let entry = path.strip_prefix(folder.as_str())?.strip_prefix('/')?;
        Some((function, entry))
    }
}

/// Endings of programs.
const PROGRAMS: [&str; 5] = ["ts", "mjs", "js", "mts", "cjs"];

/// Returns a program without its comments. Texts in quotes stay.
fn without_comments(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    let mut quote: Option<char> = None;
    while let Some(one) = rest.chars().next() {
        let length = match (quote, one) {
            (Some(_), '\\') => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
            (Some(open), _) => {
                // A text in simple quotes ends with its line; an apostrophe in a regular expression begins none.
                if one == open || one == '\n' && open != '`' {
                    quote = None;
                }
                one.len_utf8()
            }
            (None, '"' | '\'' | '`') => {
                quote = Some(one);
                1
            }
            (None, '/') if rest.starts_with("//") => {
                rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
                continue;
            }
            (None, '/') if rest.starts_with("/*") => {
                rest = &rest[rest.find("*/").map_or(rest.len(), |end| end + 2)..];
                continue;
            }
            _ => one.len_utf8(),
        };
        result.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    result
}

/// Returns the rest of a program after each place where a key gets a value.
fn values<'t>(text: &'t str, key: &'t str) -> impl Iterator<Item = &'t str> {
    text.match_indices(key).filter_map(move |(at, _)| {
        let is_start =
            !text[..at].ends_with(|one: char| one.is_alphanumeric() || one == '_' || one == '.');
        let rest = text[at + key.len()..]
            .trim_start_matches(['"', '\''])
            .trim_start();
        // A type may be between a name and its value.
        let rest = match rest.strip_prefix(':') {
            Some(rest) => rest,
            None => rest.strip_prefix('=')?,
        };
        is_start.then_some(rest.trim_start())
    })
}

/// Returns the text in quotes at the beginning of a program.
fn quoted(text: &str) -> Option<String> {
    let quote = text
        .chars()
        .next()
        .filter(|one| matches!(one, '"' | '\'' | '`'))?;
    let inner = &text[1..];
    let end = inner.find(quote)?;
    let value = &inner[..end];
    (!value.contains("${") && !value.contains('\n')).then(|| value.replace('\\', ""))
}

/// Returns the first text that a key gets.
pub fn literal(text: &str, key: &str) -> Option<String> {
    values(text, key).find_map(quoted)
}

/// Returns the first text that a constant has whose name a key gets, as in `site: SITE_URL`.
fn named_literal(text: &str, key: &str) -> Option<String> {
    values(text, key).find_map(|rest| {
        let end = rest.find(|one: char| !one.is_alphanumeric() && one != '_');
        let name = &rest[..end.unwrap_or(rest.len())];
        literal(text, name).filter(|_| !name.is_empty() && name != key)
    })
}

/// Returns what is between the first bracket of a program and the one that closes it.
fn inside(text: &str) -> &str {
    let mut depth = 0_usize;
    for (at, one) in text.char_indices() {
        match one {
            '{' | '[' | '(' => depth += 1,
            '}' | ']' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return text.get(1..at).unwrap_or_default();
        }
    }
    ""
}

/// Returns all texts in quotes, in order.
pub fn all_quoted(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(['"', '\'', '`']) {
        let Some(value) = quoted(&rest[start..]) else {
            rest = &rest[start + 1..];
            continue;
        };
        let quote = &rest[start..=start];
        let end = rest[start + 1..]
            .find(quote)
            .map_or(rest.len(), |end| start + end + 2);
        rest = &rest[end..];
        all.push(value);
    }
    all
}

/// Reads the settings; `None` if there are none.
pub fn settings(project: &Project<'_>) -> Option<Settings> {
    let program = |stem: &str| {
        let mut found = PROGRAMS
            .iter()
            .filter_map(|end| project.text(&format!("{stem}.{end}")));
        found.next().map(|source| without_comments(&source.text))
    };
    let config = program("astro.config")?;
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
    let site = literal(&config, "site")
        .or_else(|| named_literal(&config, "site"))
        .filter(|one| is_url(one))
        .or_else(|| {
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
    let redirects = values(&config, "redirects")
        .next()
        .map(inside)
        .unwrap_or_default();
    let spread = spreads(redirects, &config)
        .filter_map(|stem| {
            let json = || Some(project.text(&format!("{stem}.json"))?.text.clone());
            program(&stem).or_else(json)
        })
        .map(|text| inside(&text[text.find('{').unwrap_or(text.len())..]).to_owned());
    let mut moved: Vec<(String, String)> = spread.flat_map(|object| pairs(&object)).collect();
    moved.extend(pairs(redirects));
    let is_starlight = loads_starlight(&config);
    // The package for sitemaps divides them.
    if is_starlight || config.contains("@astrojs/sitemap") {
        let old = ["/sitemap-index.xml", "/sitemap-0.xml"];
        moved.extend(old.map(|from| (from.to_owned(), "/sitemap.xml".to_owned())));
    }
    let named = locales_with_names(&config);
    let never = literal(&config, "trailingSlash").as_deref() == Some("never");
    let file = literal(&config, "format").as_deref() == Some("file");
    let mut settings = Settings {
        site,
        base: literal(&config, "base")
            .unwrap_or_default()
            .trim_matches('/')
            .to_owned(),
        title: constant(
            &["SITE_TITLE", "title", "siteTitle", "TITLE", "name", "NAME"],
            is_words,
        )
        .or_else(|| literal(&config, "title")),
        description: constant(
            &["SITE_DESCRIPTION", "description", "DESCRIPTION"],
            is_words,
        ),
        ending: if never || file { "" } else { "/" },
        redirects: moved,
        language: literal(i18n, "defaultLocale").or_else(|| named.main.clone()),
        languages: if named.others.is_empty() {
            all_quoted(locales)
                .into_iter()
                .map(|code| (code.clone(), code))
                .collect()
        } else {
            named.others
        },
        has_main_prefix: i18n.contains("prefixDefaultLocale: true"),
        is_starlight,
        aliases: ["tsconfig.json", "jsconfig.json"]
            .iter()
            .find_map(|path| project.text(path))
            .map_or_else(Vec::new, |source| aliases(&source.text)),
        collections: BTreeMap::new(),
        ids: BTreeMap::new(),
        has_short_ids: !config.contains("headingIdCompat")
            && !config.contains("rehype-slug")
            && project
                .text("package.json")
                .is_some_and(|source| version(&source.text).is_some_and(|version| version < 6)),
    };
    // What most sites call it.
    (settings.aliases).extend(["~/", "@/"].map(|one| (one.to_owned(), "src/".to_owned())));
    let content = program("src/content.config").or_else(|| program("src/content/config"));
    let content = content.unwrap_or_default();
    settings.collections = collections(&content, project);
    let makes_ids = definitions(&content).into_iter();
    let makes_ids = makes_ids.filter(|(_, definition)| definition.contains("generateId"));
    settings.ids = makes_ids
        .map(|(name, definition)| (name, made_ids(definition, &content)))
        .collect();
    Some(settings)
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
    let Some(object) = objects.map(inside).find(|one| one.contains("label")) else {
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

/// Returns the files, without their endings, of which an object contains everything: `...redirects` in an object of a program with
/// `import redirects from './redirects.js'`.
fn spreads<'t>(object: &'t str, program: &'t str) -> impl Iterator<Item = String> + 't {
    object.match_indices("...").filter_map(move |(at, dots)| {
        let rest = &object[at + dots.len()..];
        let end = rest.find(|one: char| !(one.is_alphanumeric() || one == '_'));
        let name = &rest[..end.unwrap_or(rest.len())];
        let imports = program.lines().filter(|line| line.starts_with("import "));
        let mut files = imports.filter_map(|line| {
            let (names, file) = line.split_once(" from ")?;
            let mut names = names.split(|one: char| !(one.is_alphanumeric() || one == '_'));
            names
                .any(|one| one == name)
                .then(|| all_quoted(file).into_iter().next())?
        });
        let file = files.next()?;
        let file = file.strip_prefix("./")?;
        let mut endings = PROGRAMS.iter().chain(&["json"]);
        let ending = endings.find_map(|end| file.strip_suffix(end)?.strip_suffix('.'));
        Some(ending.unwrap_or(file).to_owned())
    })
}

/// Returns the pairs of URLs of an object whose values are URLs or objects with a `destination`.
fn pairs(object: &str) -> Vec<(String, String)> {
    let mut words = all_quoted(object)
        .into_iter()
        .filter(|one| one != "destination" && one != "status");
    let mut pairs = Vec::new();
    while let (Some(from), Some(to)) = (words.next(), words.next()) {
        pairs.push((from, to));
    }
    pairs
}

/// Returns the collections that a program defines, each with its definition.
fn definitions(program: &str) -> Vec<(String, &str)> {
    // Names of variables by those of the collections.
    let exported = values(program, "collections")
        .next()
        .map(inside)
        .unwrap_or_default();
    let names = exported.split(',').filter_map(|part| {
        let (name, variable) = part.split_once(':').unwrap_or((part, part));
        let clean = |one: &str| one.trim().trim_matches(['"', '\'']).to_owned();
        Some((clean(variable), clean(name))).filter(|(_, name)| !name.is_empty())
    });
    let names: BTreeMap<String, String> = names.collect();
    let definitions = program.match_indices("defineCollection(").map(|(at, _)| {
        let before = program[..at]
            .trim_end()
            .trim_end_matches([':', '='])
            .trim_end();
        let start = before.rfind(|one: char| !(one.is_alphanumeric() || "_-$".contains(one)));
        let variable = before[start.map_or(0, |start| start + 1)..].to_owned();
        let name = names.get(&variable).cloned().unwrap_or(variable);
        (name, inside(&program[at + "defineCollection".len()..]))
    });
    definitions.filter(|(name, _)| !name.is_empty()).collect()
}

/// Returns the folders of the collections that a program defines, or of the folders in `src/content/` if it defines none.
fn collections(program: &str, project: &Project<'_>) -> BTreeMap<String, String> {
    let mut folders: BTreeMap<String, String> = BTreeMap::new();
    for (name, definition) in definitions(program) {
        let base = values(definition, "base").find_map(quoted);
        let base = base.map(|one| one.trim_start_matches("./").trim_matches('/').to_owned());
        let folder = base.unwrap_or_else(|| format!("src/content/{name}"));
        folders.insert(name, folder);
    }
    if !program.contains("defineCollection(") {
        for path in project.below("src/content/") {
            if let Some((name, _)) = path["src/content/".len()..].split_once('/') {
                folders.insert(name.to_owned(), format!("src/content/{name}"));
            }
        }
    }
    folders
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Files;

    #[test]
    fn literals() {
        let text = without_comments(
            "// site: 'https://no.example'\nexport default defineConfig({ site: 'https://a.example', /* base: '/no', */ base: \"/b\",\n  redirects: { '/c': '/d', '/e': { status: 302, destination: '/f' } }, title: `${x}`, a: it's // z\n})",
        );
        assert_eq!(literal(&text, "site").as_deref(), Some("https://a.example"));
        assert_eq!(literal(&text, "base").as_deref(), Some("/b"));
        assert_eq!(literal(&text, "title"), None);
        let named = "const HOME = 'https://a.example'; export default { site: HOME, title }";
        assert_eq!(
            named_literal(named, "site").as_deref(),
            Some("https://a.example")
        );
        assert_eq!(named_literal(named, "title"), None);
        let redirects = values(&text, "redirects").next().map(inside).unwrap();
        let expected = [("/c", "/d"), ("/e", "/f")];
        assert_eq!(
            pairs(redirects),
            expected.map(|(a, b)| (a.to_owned(), b.to_owned()))
        );
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

    #[test]
    fn objects_from_other_files() {
        let program = "import moved, { more as b } from './moved.mjs'\nimport x from 'pkg'\n";
        let found: Vec<String> =
            spreads("...moved, '/a': '/b', ...b, ...x, ...no", program).collect();
        assert_eq!(found, ["moved", "moved"]);
    }

    #[test]
    fn folders_of_collections() {
        let files = Files::empty(&["src/content/notes/a.md"]);
        for (program, expected) in [
            (
                "const post = defineCollection({ loader: glob({ base: './content/posts' }), schema: s({}) });\nconst b = defineCollection({ schema: z });\nexport const collections = { post, 'blog': b };",
                "blog=src/content/blog post=content/posts",
            ),
            (
                "export const collections = { docs: defineCollection({ loader: docsLoader() }) }",
                "docs=src/content/docs",
            ),
            ("", "notes=src/content/notes"),
        ] {
            let found = collections(program, &files.project());
            let shown: Vec<String> = found
                .iter()
                .map(|(name, folder)| format!("{name}={folder}"))
                .collect();
            assert_eq!(shown.join(" "), expected);
        }
    }
}
