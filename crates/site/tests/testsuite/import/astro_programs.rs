//! The import of what the programs of an Astro site say: folders, URLs, and languages.

use expect_test::expect;

use super::imported;

/// Folders of collections that are constants, those that are not understood, and collections without a document.
#[test]
fn folders_of_collections() {
    imported(
        "astro",
        &[
            ("astro.config.mjs", "import { SITE } from './src/config';\nexport default defineConfig({ site: SITE.website, base: SITE.base });\n"),
            ("src/config.ts", "export const SITE = {\n  website: \"https://a.example/\",\n  base: '/b',\n  title: 'A',\n} as const;\n"),
            ("src/paths.ts", "const ROOT = 'src/data';\nexport const NOTES = `${ROOT}/notes`;\n"),
            ("src/content.config.ts", "import { NOTES } from './paths';\nexport const BLOG_PATH = \"src/data/blog\";\n// base: 'no'\nconst blog = defineCollection({ loader: glob({ pattern: \"**/[^_]*.md\", base: `./${BLOG_PATH}` }) });\nconst notes = defineCollection({ loader: glob({ pattern: '*.md', base: NOTES }) });\nconst films = defineCollection({ loader: glob({ pattern: '*.md', base: folderOf('films') }) });\nconst rain = defineCollection({ loader: weather({ days: 3 }) });\nconst people = defineCollection({ loader: file('src/data/people.json') });\nconst empty = defineCollection({ loader: glob({ base: './src/data/empty', pattern: '*.md' }) });\nconst i18n = defineCollection({ loader: i18nLoader() });\nexport const collections = { blog, notes, films, rain, people, empty, i18n };\n"),
            ("src/data/blog/a.md", "---\ntitle: A\n---\nOne.\n"),
            ("src/data/notes/n.md", "---\ntitle: N\n---\nNote.\n"),
            ("src/content/films/f.md", "---\ntitle: F\n---\nFilm.\n"),
            ("src/data/people.json", "[]\n"),
            ("src/pages/blog/[slug].astro", "---\nexport async function getStaticPaths() { return (await getCollection('blog')).map((post) => ({ params: { slug: post.id } })); }\n---\n"),
            ("src/pages/notes/[slug].astro", "---\nconst posts = await getCollection('notes');\n---\n"),
            ("src/pages/films/[slug].astro", "---\nconst posts = await getCollection('films');\n---\n"),
        ],
    )
    .report(&expect![[r#"
        warning[not-imported]: the folder of the documents of `films` was not understood, so only those in src/content/films were imported
         --> src/content.config.ts:6:72
          |
        6 | const films = defineCollection({ loader: glob({ pattern: '*.md', base: folderOf('films') }) });
          |                                                                        ^^^^^^^^^^^^^^^^^
          |
          = help: write it as a text in the old site, as in `base: "./src/data/blog"`, and import that again

        warning[not-imported]: a program loads the documents of `rain`, and none were imported
         --> src/content.config.ts:7:41
          |
        7 | const rain = defineCollection({ loader: weather({ days: 3 }) });
          |                                         ^^^^^^^^^^^^^^^^^^^^
          |
          = help: save what it loads as Markdown in the old site, and import that again, if the new one needs it

        warning[not-imported]: the collection `empty` has no document in src/data/empty
         --> src/content.config.ts:9:7
          |
        9 | const empty = defineCollection({ loader: glob({ base: './src/data/empty', pattern: '*.md' }) });
          |       ^^^^^
          |
          = help: if it has documents elsewhere, correct its folder in the old site, and import that again

        warning[not-imported]: this file is not Markdown, and was left out
         --> src/data/people.json:1:1
          |
        1 | []
          | ^
          |
          = help: write a document as Markdown in content/, and data as a list in content/lists/

        warning[not-imported]: the templates of Astro were not converted
         |
         = help: the new site has the plain theme in themes/plain; the manual says which template function replaces which

    "#]])
    .urls(&expect![[r#"
        / /404 /blog/a/ /films/f/ /notes/n/
    "#]]);
}

/// URLs that a program makes of keys, with functions of the site, and in a way that is not understood.
#[test]
fn urls_of_keys() {
    imported(
        "astro",
        &[
            ("astro.config.mjs", "export default defineConfig({ site: 'https://a.example', base: process.env.CI ? '/ci' : '/' });\n"),
            ("src/utils/slugify.ts", "import { slug as slugger } from \"github-slugger\";\nimport type { CollectionEntry } from \"astro:content\";\n\nexport const slugifyStr = (str: string) => slugger(str);\n\nconst slugify = (post: CollectionEntry<\"blog\">[\"data\"]) =>\n  post.postSlug ? slugger(post.postSlug) : slugger(post.title);\n\nexport default slugify;\n"),
            ("src/content/config.ts", "const blog = defineCollection({ type: 'content' });\nconst notes = defineCollection({ type: 'content' });\nconst people = defineCollection({ type: 'data' });\nexport const collections = { blog, notes, people };\n"),
            ("src/content/blog/a.md", "---\ntitle: The First\n---\nOne.\n"),
            ("src/content/blog/b.md", "---\ntitle: The Second\npostSlug: Fine Words\n---\nTwo.\n"),
            ("src/content/notes/c.md", "---\ntitle: C\n---\nThree.\n"),
            ("src/pages/posts/[slug]/index.astro", "---\nimport slugify from \"../../../utils/slugify\";\nexport async function getStaticPaths() {\n  const posts = await getCollection(\"blog\");\n  const postResult = posts.map(post => ({\n    params: { slug: slugify(post.data) },\n    props: { post },\n  }));\n  const pages = numbers(posts.length).map(pageNum => ({\n    params: { slug: String(pageNum) },\n  }));\n  return [...postResult, ...pages];\n}\nconst { post } = Astro.props;\n---\n<Content />\n"),
            ("src/pages/notes/[slug].astro", "---\nexport const getStaticPaths = async () => (await getCollection('notes')).map((note) => ({ params: { slug: pathOf(note) } }));\n---\n<Content />\n"),
        ],
    )
    .report(&expect![[r#"
        warning[not-imported]: the value of `base` was not understood
         --> astro.config.mjs:1:64
          |
        1 | export default defineConfig({ site: 'https://a.example', base: process.env.CI ? '/ci' : '/' });
          |                                                                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          |
          = help: write it as a text in the old site, as in `base: "…"`, and import that again

        warning[not-imported]: this program makes the URLs of documents in a way that was not understood, so they may have changed
         --> src/pages/notes/[slug].astro:2:107
          |
        2 | export const getStaticPaths = async () => (await getCollection('notes')).map((note) => ({ params: { slug: pathOf(note) } }));
          |                                                                                                           ^^^^^^^^^^^^
          |
          = help: compare the URLs with the old ones, and write the last part of those that differ as `slug` of the document

        warning[not-imported]: this program makes pages or files, which were left out
         --> src/pages/posts/[slug]/index.astro:1:1
          |
        1 | ---
          | ^
          |
          = help: write the pages in content/pages/, lists of documents with [[pagination]] or [[taxonomy]] in content/structure.toml, or save the files in public/

        warning[not-imported]: the old site has no title, so the name of this one is a.example
         |
         = help: write `name` in content/site.toml

        warning[not-imported]: the templates of Astro were not converted
         |
         = help: the new site has the plain theme in themes/plain; the manual says which template function replaces which

    "#]])
    .urls(&expect![[r#"
        / /404 /notes/c/ /posts/fine-words/ /posts/the-first/
    "#]]);
}

/// The main language of Starlight has a folder in URLs, unless it is the root; titles and complete slugs are of their languages.
#[test]
fn languages_of_starlight() {
    let pages = |site: &str| {
        imported(
            "astro",
            &[
                (
                    "astro.config.mjs",
                    &format!(
                        "import starlight from '@astrojs/starlight';\nexport default defineConfig({{ site: 'https://a.example', integrations: [starlight({site})], redirects: {{ '/': '/en/' }} }});\n"
                    ),
                ),
                (
                    "src/content.config.ts",
                    "export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }), i18n: defineCollection({ loader: i18nLoader() }) };\n",
                ),
                ("src/content/docs/en/index.md", "---\ntitle: Home\n---\n[One](/en/a/) and [two](/ru/a/).\n"),
                ("src/content/docs/en/a.md", "---\ntitle: A\n---\nOne.\n"),
                ("src/content/docs/ru/index.md", "---\ntitle: Дом\n---\n[One](/ru/a/).\n"),
                ("src/content/docs/ru/a.md", "---\ntitle: Б\n---\nOne.\n"),
                ("src/content/docs/ru/2.0/index.md", "---\ntitle: В\nslug: ru/2.0/index\n---\nOne.\n"),
            ],
        )
    };
    pages("{ title: { en: 'Help', ru: 'Справка' }, defaultLocale: 'en', locales: { en: { label: 'English' }, ru: { label: 'Русский', lang: 'ru' } } }")
        .report(&expect![[r#"
            warning[not-imported]: the URLs of the main language began with /en/
             |
             = help: here, they begin with /, and the old ones redirect to them

            warning[not-imported]: the templates of Astro were not converted
             |
             = help: the new site has the plain theme in themes/plain; the manual says which template function replaces which

        "#]])
        .urls(&expect![[r#"
            / /404 /a/ /ru/ /ru/2.0/ /ru/a/
        "#]])
        .lines("content/pages/index.md", "[One]", &expect![[r#"
            [One](/a/) and [two](/ru/a/).
        "#]])
        .lines("content/structure.toml", "from", &expect![[r#"
            from = "/en/"
            from = "/en/*"
            from = "/sitemap-0.xml"
            from = "/sitemap-index.xml"
        "#]])
        .lines("content/site.toml", "name", &expect![[r#"
            name = "Help"
            name = "Русский"
        "#]])
        .lines("content/site.ru.toml", "name", &expect![[r#"
            name = "Справка"
        "#]]);
}

/// Modules of Node, ids without a language, names that end with `index`, and settings that are not understood.
#[test]
fn settings_that_are_not_understood() {
    imported(
        "astro",
        &[
            ("astro.config.mjs", "const moved = { '/x': '/blog/guide-2/' };\nexport default defineConfig({\n  site: 'https://a.example',\n  srcDir: './source',\n  base: f(),\n  redirects: { ...moved, '/y': made() },\n});\n"),
            ("src/content.config.ts", "import { join } from 'node:path';\nconst blog = defineCollection({ loader: glob({ base: join('src', 'content/blog'), pattern: '**/*.md' }) });\nexport const collections = { blog };\n"),
            ("src/content/blog/guide/a.md", "---\ntitle: A\n---\nOne.\n"),
            ("src/content/blog/reindex.md", "---\ntitle: B\n---\nTwo.\n"),
            ("src/pages/blog/[...slug].astro", "---\nexport async function getStaticPaths() { const posts = await getCollection('blog'); return posts.map((post) => ({ params: { slug: `${post.id.split('/')[0]}-${post.id.split('/').length}` } })); }\n---\n"),
        ],
    )
    .report(&expect![[r#"
        warning[not-imported]: the value of `base` was not understood
         --> astro.config.mjs:5:9
          |
        5 |   base: f(),
          |         ^^^
          |
          = help: write it as a text in the old site, as in `base: "…"`, and import that again

        warning[not-imported]: `srcDir` names another folder than src, the only one that was read
         --> astro.config.mjs:4:11
          |
        4 |   srcDir: './source',
          |           ^^^^^^^^^^
          |
          = help: rename the folder to src in the old site, and import that again

        warning[not-imported]: a part of `redirects` was not understood
         --> astro.config.mjs:6:27
          |
        6 |   redirects: { ...moved, '/y': made() },
          |                           ^^
          |
          = help: write it as `"/old": "/new"` in the old site, and import that again

        warning[not-imported]: the old site has no title, so the name of this one is a.example
         |
         = help: write `name` in content/site.toml

        warning[not-imported]: the templates of Astro were not converted
         |
         = help: the new site has the plain theme in themes/plain; the manual says which template function replaces which

    "#]])
    .urls(&expect![[r#"
        / /404 /blog/guide-2/ /blog/reindex-1/
    "#]])
    .lines("content/structure.toml", "from = ", &expect![[r#"
        from = "/x"
    "#]]);
}
