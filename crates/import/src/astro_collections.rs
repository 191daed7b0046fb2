//! Collections that a program of an Astro site defines.

use std::collections::BTreeMap;

use render::joined;

use crate::astro_constants::text_of;
use crate::evaluation::Names;
use crate::literals::{brackets_after, entries, first_part, inside, members, values};
use crate::project::Project;

/// Name of a collection whose documents were not found, what is written for them, and whether a program loads them.
pub type Unfound = (String, String, bool);

/// Returns the names of the collections that a program exports, each with its value.
fn exported(program: &str) -> Vec<(String, String)> {
    let object = values(program, "collections").next().map(inside);
    entries(object.unwrap_or_default())
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}

/// Returns the collections that a program defines, each with its definition.
pub fn definitions(program: &str) -> Vec<(String, &str)> {
    let names: BTreeMap<String, String> = exported(program)
        .into_iter()
        .map(|(name, variable)| (variable, name))
        .collect();
    let definitions = brackets_after(program, "defineCollection").map(|(at, definition)| {
        let before = program[..at]
            .trim_end()
            .trim_end_matches([':', '='])
            .trim_end();
        let is_part = |one: char| one.is_alphanumeric() || "_-$".contains(one);
        let variable = before.rsplit(|one| !is_part(one)).next();
        let variable = variable.unwrap_or_default().to_owned();
        let name = names.get(&variable).cloned().unwrap_or(variable);
        (name, definition)
    });
    definitions.filter(|(name, _)| !name.is_empty()).collect()
}

/// Returns the folders in `src/content/` by name.
pub fn folders_of_content(project: &Project<'_>) -> BTreeMap<String, String> {
    let paths = project.below("src/content/");
    let names = paths.filter_map(|path| path["src/content/".len()..].split_once('/'));
    names
        .map(|(name, _)| (name.to_owned(), format!("src/content/{name}")))
        .collect()
}

/// Returns the folders of the collections that a program defines, or of the folders in `src/content/` if it defines none, and those whose
/// folder was not understood.
pub fn collections(
    program: &str,
    names: &Names,
    project: &Project<'_>,
) -> (BTreeMap<String, String>, Vec<Unfound>) {
    let mut folders: BTreeMap<String, String> = BTreeMap::new();
    let mut unread: Vec<Unfound> = Vec::new();
    for (name, definition) in definitions(program) {
        let default = || format!("src/content/{name}");
        let folder = match folder(definition, names) {
            Ok(folder) => folder.unwrap_or_else(default),
            Err((written, is_loaded)) => {
                unread.push((name.clone(), first_part(written), is_loaded));
                default()
            }
        };
        folders.insert(name, folder);
    }
    for (name, value) in exported(program) {
        if !folders.contains_key(&name) {
            folders.insert(name.clone(), format!("src/content/{name}"));
            unread.push((name, first_part(&value), true));
        }
    }
    if folders.is_empty() {
        folders = folders_of_content(project);
    }
    (folders, unread)
}

/// Patterns of the files in a collection's folder that Astro loads if a program does not say others: none whose name, or that of a folder
/// above them, begins with an underscore.
pub const USUAL: [&str; 3] = ["**", "!**/_*", "!**/_*/**"];

/// Returns the patterns of the files of each collection that a program defines, relative to its folder. Those that were not understood are
/// left out.
pub fn patterns(program: &str, names: &Names) -> BTreeMap<String, Vec<String>> {
    let patterns = definitions(program)
        .into_iter()
        .filter_map(|(name, definition)| {
            let Some(loader) = values(definition, "loader").next() else {
                return Some((name, USUAL.map(str::to_owned).into()));
            };
            if loader.starts_with("docsLoader(") {
                return Some((name, vec!["**/[^_]*".to_owned()]));
            }
            let value = values(definition, "pattern").next()?;
            let written = if value.starts_with('[') {
                members(inside(value))
            } else {
                vec![value]
            };
            let texts = written.into_iter().map(|one| text_of(one, names));
            let texts: Vec<String> = texts.collect::<Option<_>>()?;
            let is_loaded = loader.starts_with("glob(") && !texts.is_empty();
            is_loaded.then_some((name, texts))
        });
    patterns.collect()
}

/// Returns whether patterns, of which those with an exclamation mark exclude files, include a file.
pub fn is_included(patterns: &[String], path: &str) -> bool {
    let matches = |pattern: &str| fast_glob::glob_match(pattern.trim_start_matches("./"), path);
    let mut excluded = patterns.iter().filter_map(|one| one.strip_prefix('!'));
    let mut included = patterns.iter().filter(|one| !one.starts_with('!'));
    included.any(|one| matches(one)) && !excluded.any(matches)
}

/// Returns the folder of a collection, given its definition; `None` if it does not say one. Fails with what says it if that is not plain,
/// and whether that is a program that loads the documents.
fn folder<'d>(definition: &'d str, names: &Names) -> Result<Option<String>, (&'d str, bool)> {
    let clean = |text: String| {
        let is_outside = joined("", &format!("a/{text}")) != joined("a", &joined("", &text));
        (!is_outside).then(|| joined("", &text))
    };
    let loader = values(definition, "loader").next();
    let base = values(definition, "base").next().or_else(|| {
        let options = loader?.split_once("({")?.1;
        let mut names =
            members(inside(&definition[definition.len() - options.len() - 1..])).into_iter();
        names.find(|one| *one == "base")
    });
    let value = match (base, loader) {
        (Some(base), _) => base,
        (None, Some(loader)) => match loader.strip_prefix("file(") {
            Some(path) => path,
            None if ["docsLoader(", "i18nLoader("]
                .iter()
                .any(|own| loader.starts_with(own)) =>
            {
                return Ok(None);
            }
            None => return Err((loader, !loader.starts_with("glob("))),
        },
        (None, None) => return Ok(None),
    };
    let folder = text_of(value, names).and_then(clean);
    folder.map(Some).ok_or((value, false))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::astro_constants::names;
    use crate::fixture::Files;

    #[test]
    fn files_of_collections() {
        let files = ["a.md", "_b.md", "c/d.mdx", "_e/f.md", "c/_g.md"];
        for (program, expected) in [
            (
                "const a = defineCollection({ loader: glob({ pattern: '**/[^_]*.md', base: 'b' }) })",
                "a.md _e/f.md",
            ),
            (
                "const P = '*.md'; const a = defineCollection({ loader: glob({ pattern: [P, 'c/**/*.{md,mdx}', '!c/_*'], base: 'b' }) })",
                "a.md _b.md c/d.mdx",
            ),
            ("const a = defineCollection({ schema: z })", "a.md c/d.mdx"),
            (
                "const a = defineCollection({ loader: docsLoader() })",
                "a.md c/d.mdx _e/f.md",
            ),
            (
                "const a = defineCollection({ loader: glob({ pattern: files(), base: 'b' }) })",
                "-",
            ),
            ("const a = defineCollection({ loader: own() })", "-"),
        ] {
            let none = Files::empty(&[]);
            let names = names(&none.project(), &[], "src/content.config.ts", program);
            let shown = match patterns(program, &names).get("a") {
                Some(patterns) => {
                    let files = files.into_iter();
                    let files = files.filter(|path| is_included(patterns, path));
                    files.collect::<Vec<_>>().join(" ")
                }
                None => "-".to_owned(),
            };
            assert_eq!(shown, expected, "{program}");
        }
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
            ("use “defineCollection(…)”", "notes=src/content/notes"),
            (
                "const P = 'src/data';\nconst a = defineCollection({ loader: glob({ pattern: '**/[^_]*.md', base: `./${P}/blog` }) });",
                "a=src/data/blog",
            ),
            (
                "const base = './data'; const a = defineCollection({ loader: glob({ base, pattern: '*.md' }) });",
                "a=data",
            ),
            (
                "const a = defineCollection({ loader: glob({ base: new URL('./data', import.meta.url) }) });",
                "a=src/data",
            ),
            (
                "const a = defineCollection({ loader: glob({ base: folderOf('a'), pattern: '*' }) });",
                "a=src/content/a ?folderOf('a')",
            ),
            (
                "const a = defineCollection({ loader: glob({ base: '../a' }) });",
                "a=src/content/a ?'../a'",
            ),
            (
                "const a = defineCollection({ loader: feed({ url: 'https://a.example' }) });",
                "a=src/content/a !feed({ url: 'https://a.example' })",
            ),
            (
                "const a = defineCollection({ loader: file('src/a.json') });\nexport const collections = { a, b: made('b') };",
                "a=src/a.json b=src/content/b !made('b')",
            ),
            (
                "const a = defineCollection({ loader: async () => {\n return []; } });",
                "a=src/content/a !async () =>",
            ),
        ] {
            let names = names(&files.project(), &[], "src/content.config.ts", program);
            let (found, unread) = collections(program, &names, &files.project());
            let shown = found.iter().map(|(name, folder)| {
                let written = unread.iter().find(|(own, ..)| own == name);
                let written = written.map_or(String::new(), |(_, written, is_loaded)| {
                    format!(" {}{written}", if *is_loaded { "!" } else { "?" })
                });
                format!("{name}={folder}{written}")
            });
            assert_eq!(shown.collect::<Vec<_>>().join(" "), expected, "{program}");
        }
    }
}
