//! Ids that a plain function of an Astro site makes: `generateId: ({ entry }) => entry.replace(/\.md$/, '')`.

use std::sync::Arc;

use toml::Table;

use crate::evaluation::{Closure, Names, Value, evaluate};
use crate::expressions::{expression, function};

/// Returns the function that makes the ids of a collection, given its definition and the names of the program; `None` if it is not plain.
pub fn made_ids(definition: &str, names: &Names) -> Option<Arc<Closure>> {
    let (_, rest) = definition.split_once("generateId")?;
    let rest = rest.trim_start();
    // A function may be a method, a value, or the name of a function.
    let value = rest.strip_prefix(':').map(str::trim_start);
    let own = function(value.unwrap_or(rest));
    if let Some(own) = own {
        return Closure::new(own, names).map(Arc::new);
    }
    let named = match value {
        Some(value) => evaluate(&expression(value)?, names)?,
        None => names.get("generateId")?.clone(),
    };
    match named {
        Value::Function(function) => Some(function),
        _ => None,
    }
}

/// Returns the id of a document, given its path below the folder of its collection and its front matter; `None` if it is not known.
pub fn id(function: &Closure, entry: &str, fields: &Table) -> Option<String> {
    let options = [
        ("entry".to_owned(), Value::Text(entry.to_owned())),
        ("data".to_owned(), Value::of_table(fields)),
    ];
    match function.apply(Value::table(options.into()))? {
        Value::Text(id) => Some(id),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::astro_constants::names;
    use crate::fixture::Files;

    #[test]
    fn ids() {
        for (program, entry, expected) in [
            (
                "generateId: ({ entry }) => entry.replace(/\\.mdx?$/, '')",
                "A/b.mdx",
                "A/b",
            ),
            (
                "generateId: ({ entry }) => (entry === 'README.md' ? 'index' : entry)",
                "README.md",
                "index",
            ),
            (
                "generateId: ({ entry }) => entry.replace(/\\.md$/, '').split('/').pop()!,",
                "a/b.md",
                "b",
            ),
            (
                "generateId({ entry }) { return entry.split(\"/\")[0]; }",
                "a/index.md",
                "a",
            ),
            (
                "generateId: ({ entry }) => `it/${entry.replace(/\\.mdx?$/, '')}`",
                "b.md",
                "it/b",
            ),
            (
                "generateId: ({ entry }) => 'docs/' + entry.slice(0, -3).toLowerCase()",
                "B.md",
                "docs/b",
            ),
            (
                "generateId: ({ data }) => data.slug as string",
                "b.md",
                "own",
            ),
            ("generateId: ({ data }) => String(data.slug)", "b.md", "own"),
            (
                "generateId: ({ data }) => `${data.lang}/${data.slug}`",
                "b.md",
                "de/own",
            ),
            (
                "generateId: ({ entry, data }) => typeof data.other === 'string' && data.other ? data.other : entry.split('/')[0]",
                "a/b.md",
                "a",
            ),
            (
                "generateId: (options) => options.data.other ?? options.entry.substring(2)",
                "a/b",
                "b",
            ),
            (
                "generateId: ({ entry }) => { const name = path.basename(entry, path.extname(entry)); return `/blog/${name}`; }",
                "2013/b.c.md",
                "/blog/b.c",
            ),
            (
                "generateId: ({ entry, data }) => { if (data?.other) { return data.other; } const a = entry.replace(/(\\d+)-(\\w)/g, '$2$1'); return a; }",
                "1-b/2-c",
                "b1/c2",
            ),
            (
                "generateId })\nfunction generateId({ entry }: { entry: string }): string {\n  const parts = entry.split('/');\n  if (parts[parts.length + -1] === 'index') return parts.slice(0, -1).join('/');\n  return entry;\n}",
                "a/b/index",
                "a/b",
            ),
            (
                "generateId: idOf })\nconst idOf = ({ entry }) => entry.trim()",
                " a ",
                "a",
            ),
            ("generateId: ({ data }) => data.date", "b.md", "?"),
            ("generateId: ({ data }) => `${data.other}`", "b.md", "?"),
            (
                "generateId: ({ entry }) => entry.split('/').map(slug).join('/')",
                "b.md",
                "?",
            ),
            (
                "generateId: ({ entry }) => slugger.slug(entry)",
                "b.md",
                "?",
            ),
            ("generateId: someId({ a: 1 })", "b.md", "?"),
            ("generateId: ({ data }) => `${-data.least}`", "b.md", "?"),
            (
                "generateId: ({ entry }: { entry: string; data: Record<string, unknown> }): string | undefined => entry.split('.')[0] as string",
                "b.md",
                "b",
            ),
            (
                "generateId: ({ entry }) => { const path: string[] = entry.split('/'); return path.join('-') }",
                "a/b",
                "a-b",
            ),
        ] {
            let fields: Table = toml::from_str(
                "slug = 'own'\nlang = 'de'\ndate = 2026-04-30\nleast = -9223372036854775808",
            )
            .unwrap();
            let files = Files::empty(&[]);
            let names = names(&files.project(), &[], "src/content.config.ts", program);
            let made = made_ids(program, &names);
            let id = made.and_then(|made| id(&made, entry, &fields));
            assert_eq!(id.as_deref().unwrap_or("?"), expected, "{program}");
        }
    }
}
