//! How the programs of an Astro site use documents and their keys: for ids, which determine URLs, for parts of URLs, and for texts.

use std::collections::BTreeSet;
use std::sync::Arc;

use diagnostic::{Source, folder_of};

use crate::astro_constants::imports;
use crate::model::Site;
use crate::project::Project;
use crate::values::texts;

/// Reports collections whose ids are made by a program.
pub fn report(project: &Project<'_>, site: &mut Site) {
    let names = ["src/content.config", "src/content/config"].into_iter();
    let paths =
        names.flat_map(|name| ["ts", "js", "mjs", "mts"].map(|end| format!("{name}.{end}")));
    for source in paths.filter_map(|path| project.text(&path)) {
        let Some(at) = source.text.find("generateId") else {
            continue;
        };
        let message =
            "a program makes the ids of documents, so their URLs may have changed".to_owned();
        let help = "compare the URLs with the old ones: write what the program does as `route` of the [[collection]] in content/structure.toml, such as \"/{year}/{month}/{slug}\", and the rest as `slug` of each document";
        site.report(&source, at..at + "generateId".len(), message, help);
    }
}

/// Reports the terms whose URLs a function of the site may make in another way.
pub fn report_slugs(source: &Arc<Source>, key: &str, site: &mut Site) {
    let values = site.pages.iter().filter_map(|page| page.fields.get(key));
    let terms: BTreeSet<String> = values.flat_map(|one| texts(Some(one))).collect();
    let is_unsure = |term: &&String| {
        let is_plain = |one: char| one.is_alphanumeric() || one == ' ' || one == '-';
        !term.chars().all(is_plain)
    };
    let unsure: Vec<String> = terms
        .iter()
        .filter(is_unsure)
        .map(|one| format!("`{one}`"))
        .collect();
    let message = match unsure.as_slice() {
        [] => return,
        [only] => {
            format!("a program makes the URL of the term {only}, which may have changed")
        }
        all => format!(
            "a program makes the URLs of {key}, which may have changed: {}",
            all.join(", ")
        ),
    };
    let help = "compare them with the old ones; where they differ, write the old name in the URL as `slug` of [[taxonomy.term]] in content/structure.toml";
    site.report(source, 0..0, message, help);
}

/// Returns a path or an id without `index` as its last part.
pub fn without_index(path: &str) -> &str {
    match path.strip_suffix("index") {
        Some(above) if above.is_empty() || above.ends_with('/') => above,
        _ => path,
    }
}

/// Returns the Markdown that a program shows as its own text.
pub fn imported_text(source: &Source, project: &Project<'_>) -> Option<Arc<Source>> {
    let folder = folder_of(&source.path);
    imports(&source.text).into_iter().find_map(|(address, ..)| {
        let is_text = [".md", ".mdx"].iter().any(|end| address.ends_with(end));
        let path = address.strip_prefix("./").filter(|_| is_text)?;
        project.text(&format!("{folder}/{path}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Files;

    #[test]
    fn ids() {
        for (path, text, expected) in [
            (
                "src/content.config.ts",
                "glob({ generateId: ({ entry }) => entry.slice(3) })",
                1,
            ),
            ("src/content/config.ts", "glob({ base: './a' })", 0),
            ("src/lib/a.ts", "generateId()", 0),
        ] {
            let files = Files::of(&[(path, text)]);
            let mut site = Site::default();
            report(&files.project(), &mut site);
            assert_eq!(site.diagnostics.len(), expected, "{path}");
        }
    }

    #[test]
    fn indexes() {
        for (path, expected) in [
            ("index", ""),
            ("a/index", "a/"),
            ("a/reindex", "a/reindex"),
            ("index/a", "index/a"),
            ("", ""),
        ] {
            assert_eq!(without_index(path), expected);
        }
    }

    #[test]
    fn texts_of_programs() {
        for (program, expected) in [
            (
                "---\nimport { Content } from './_about.md';\n---\n<Content />",
                "src/pages/_about.md",
            ),
            ("import A from \"./_a.mdx\"", "src/pages/_a.mdx"),
            ("import A from '../components/A.astro'", ""),
            ("// import A from './_a.md'", ""),
        ] {
            let files = Files::empty(&["src/pages/_a.mdx", "src/pages/_about.md"]);
            let source = Source::new("src/pages/about.astro", program);
            let found = imported_text(&source, &files.project());
            let path = found.map_or(String::new(), |one| one.path.clone());
            assert_eq!(path, expected, "{program}");
        }
    }
}
