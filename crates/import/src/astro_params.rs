//! The route parameter with which a page of an Astro site, such as `[slug].astro`, ends the URLs of documents: `params: { slug:
//! post.data.slug ?? post.id }`.

use std::sync::Arc;

use diagnostic::Source;
use toml::Table;

use crate::astro_constants::{Declaration, declarations, names};
use crate::evaluation::{Names, OTHERS, Value, evaluate};
use crate::expressions::{Expression, expression};
use crate::literals::{brackets_after, entries, first_part, without_comments};
use crate::model::Site;
use crate::project::Project;
use crate::report::place_of;

/// How a page computes the last segment of the URLs of its documents.
#[derive(Debug, Default)]
pub struct Params {
    /// Names of the program.
    names: Names,
    /// Declarations of the program, which may use the document.
    declarations: Vec<Declaration>,
    /// Values of the parameter, each with what is written.
    values: Vec<(Option<Expression>, String)>,
}

/// The last segment of the URL of a document.
#[derive(Debug, PartialEq, Eq)]
pub enum Last {
    /// The id of the document.
    OfId,
    /// A text of its own.
    Own(String),
    /// One that the program makes in a way that is not known.
    Unknown,
}

impl Params {
    /// Reads how a page computes a route parameter.
    pub fn read(
        project: &Project<'_>,
        aliases: &[(String, String)],
        source: &Arc<Source>,
        parameter: &str,
    ) -> Self {
        let text = without_comments(&source.text);
        let start = text.find("getStaticPaths");
        let made = &text[start.unwrap_or(0)..];
        let objects = brackets_after(made, "params:").map(|(_, object)| object);
        let values = objects.flat_map(entries).filter_map(|(key, value)| {
            // The type of a parameter is not a value.
            let is_type = ["string", "number", "string | undefined"].contains(&value);
            (key == parameter && !is_type).then(|| (expression(value), value.to_owned()))
        });
        let mut values: Vec<(Option<Expression>, String)> = values.collect();
        if values.is_empty() && start.is_some() {
            values.push((None, "getStaticPaths".to_owned()));
        }
        // What follows is for the page itself.
        let before = &text[..text.rfind("params:").unwrap_or(text.len())];
        Self {
            names: names(project, aliases, &source.path, before),
            declarations: declarations(before),
            values,
        }
    }

    /// Returns the last segment of the URL of a document, given its id, also without the code of its language, its path, and its front matter.
    pub fn last(&self, id: &str, own: &str, path: &str, fields: &Table) -> Last {
        if self.values.is_empty() {
            return Last::OfId;
        }
        let text = |text: &str| Value::Text(text.to_owned());
        let entry: Names = [
            ("id", text(id)),
            ("slug", text(id)),
            ("filePath", text(path)),
            ("data", Value::of_table(fields)),
        ]
        .map(|(key, value)| (key.to_owned(), value))
        .into();
        // A parameter that is taken apart has the names of the keys.
        let mut names = entry.clone();
        names.insert(OTHERS.to_owned(), Value::table(entry));
        names.extend(self.names.clone());
        for declaration in &self.declarations {
            declaration.declare(&mut names);
        }
        let values = self.values.iter();
        let values = values.map(|(value, _)| evaluate(value.as_ref()?, &names));
        let values: Vec<Option<Value>> = values.collect();
        let mut texts = values.iter().flatten().filter_map(Value::text);
        match texts.next().map(|text| text.trim_matches('/').to_owned()) {
            Some(text) if text == id || text == own => Last::OfId,
            Some(text) => Last::Own(text),
            None if values
                .iter()
                .any(|one| matches!(one, Some(Value::Undefined))) =>
            {
                Last::OfId
            }
            None => Last::Unknown,
        }
    }

    /// Returns whether a key of front matter is a part of URLs.
    pub fn uses(&self, key: &str) -> bool {
        let named = format!("data.{key}");
        self.values.iter().any(|(_, written)| {
            written.match_indices(&named).any(|(at, one)| {
                !written[at + one.len()..].starts_with(|one: char| one.is_alphanumeric())
            })
        })
    }

    /// Returns whether the program also makes pages of something else than documents, such as further pages of a list.
    pub fn has_others(&self) -> bool {
        let is_other = |(_, written): &(Option<Expression>, String)| {
            let parts = ["slug", "id", "data", "path", "undefined"];
            !parts.iter().any(|part| written.contains(part))
        };
        self.values.len() > 1 && self.values.iter().any(is_other)
    }

    /// Reports a parameter that was not understood.
    pub fn report(&self, source: &Arc<Source>, site: &mut Site) {
        let Some((_, written)) = self.values.first() else {
            return;
        };
        let message = "this program makes the URLs of documents in a way that was not understood, so they may have changed";
        let help = "compare the URLs with the old ones, and write the last part of those that differ as `slug` of the document";
        let place = place_of(source, &first_part(written));
        site.report(source, place, message.to_owned(), help);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Files;

    #[test]
    fn last_parts() {
        let files = Files::of(&[(
            "src/utils/slugify.ts",
            "import { slug as slugger } from 'github-slugger';\nexport const slugifyStr = (str: string) => slugger(str);\nconst slugify = (post: Entry<\"blog\">[\"data\"]) =>\n  post.postSlug ? slugger(post.postSlug) : slugger(post.title);\nexport default slugify;\n",
        )]);
        for (program, expected) in [
            (
                "posts.map(post => ({ params: { slug: post.id }, props: post }))",
                "=",
            ),
            ("posts.map(({ slug }) => ({ params: { slug } }))", "="),
            (
                "posts.map((post) => ({ params: { 'slug': post.data.postSlug } }))",
                "Fine Words",
            ),
            (
                "posts.map((post) => ({ params: { slug: post.data.none ?? post.slug } }))",
                "=",
            ),
            (
                "posts.map((post) => ({ params: { slug: post.data.none } }))",
                "=",
            ),
            (
                "posts.map((p) => ({ params: { slug: p.data.title.toLowerCase().replace(' ', '-') } }))",
                "a-title",
            ),
            (
                "for (const p of all) { paths.push({ params: { slug: `${p.id}-x` } }); }",
                "de/a/b-x",
            ),
            (
                "posts.map(post => { const [lang, ...rest] = post.id.split('/'); return { params: { lang, slug: rest.join('/') } }; })",
                "=",
            ),
            (
                "posts.map(post => ({ params: { slug: post.id.split('/').pop() } }))",
                "b",
            ),
            (
                "posts.map(post => ({ params: { slug: pathOf(post) } }))",
                "?",
            ),
            (
                "posts.map(post => { const slug = pathOf(post); return { params: { slug } } })",
                "?",
            ),
            ("posts.map(post => ({ params: made(post) }))", "?"),
            (
                "posts.map(post => ({ params: { slug: post.data.date.getFullYear() } }))",
                "?",
            ),
            (
                "const list = numbers.map(n => ({ params: { slug: String(n) } })); return [...list, ...posts.map(post => ({ params: { slug: slugify(post.data) } }))]",
                "fine-words",
            ),
            (
                "posts.map(post => ({ params: { slug: slugifyStr(post.data.title) } }))",
                "a-title",
            ),
        ] {
            let text = format!(
                "---\nimport slugify, {{ slugifyStr }} from '../utils/slugify';\nexport async function getStaticPaths() {{ const posts = await getCollection('blog');\nreturn {program}; }}\nconst {{ post }} = Astro.props;\n---\n<Content />"
            );
            let source = Source::new("src/pages/[slug].astro", text);
            let params = Params::read(&files.project(), &[], &source, "slug");
            let fields: Table =
                toml::from_str("title = 'A Title'\npostSlug = 'Fine Words'\ndate = 2024-05-01")
                    .unwrap();
            let shown = match params.last("de/a/b", "a/b", "src/content/de/a/b.md", &fields) {
                Last::OfId => "=".to_owned(),
                Last::Own(text) => text,
                Last::Unknown => "?".to_owned(),
            };
            assert_eq!(shown, expected, "{program}");
        }
    }
}
