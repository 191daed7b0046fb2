//! A site of Astro.

use expect_test::expect;

use super::imported;

#[test]
fn astro() {
    imported(
        "astro",
        &[
            ("astro.config.mjs", "// site: 'https://no.example'\nimport { SITE } from './src/consts';\nexport default defineConfig({ site: SITE.url, trailingSlash: 'always', redirects: { '/old': '/about/' } });\n"),
            ("src/consts.ts", "export const SITE = { title: \"Ada's Notes\", url: 'https://ada.example/' };\n"),
            ("src/content.config.ts", "const posts = defineCollection({ loader: glob({ base: './src/content/blog', pattern: '**/*.{md,mdx}' }), schema: z.object({}) });\nconst talks = defineCollection({ schema: z.object({}) });\nexport const collections = { blog: posts, talks };\n"),
            ("src/content/blog/first post.md", "---\ntitle: First\npubDate: 'Jul 08 2022'\ntags: [Soil, Wind]\nheroImage: ./a.svg\n---\n## What's new?\n\n![A plan](../../assets/a.svg) and [the second](./second/index.mdx).\n"),
            ("src/content/blog/second/index.mdx", "---\ntitle: Second\npubDate: 2022-07-09\n---\nimport { Image } from 'astro:assets';\nimport Note from '../../components/Note.astro';\nimport plan from '../../../assets/a.svg';\n\n{/* not shown */}\n<Note kind={\"tip\"} client:load>\nWater *early*.\n</Note>\n\n<Image src={plan} alt=\"A plan\" />\n\n:::tip[Mind]\nNot *yet*.\n:::\n\n```jsx\n<Note />\n```\n"),
            ("src/content/talks/one.md", "---\ntitle: One\n---\nA talk.\n"),
            ("src/assets/a.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8 8\"><path d=\"M1 7V3h6v4z\"/></svg>"),
            ("src/components/Note.astro", "<aside><slot /></aside>\n"),
            ("src/pages/index.astro", "<h1>Home</h1>\n"),
            ("src/pages/about.md", "---\nlayout: ../layouts/Base.astro\ntitle: About\n---\nWho I am.\n"),
            ("src/pages/projects.astro", "<h1>Projects</h1>\n"),
            ("src/pages/blog/index.astro", "const posts = await getCollection('blog');\n"),
            ("src/pages/blog/[...slug].astro", "const posts = await getCollection('blog');\n"),
            ("src/pages/tags/[tag].astro", "const posts = await getCollection('blog');\n"),
            ("src/pages/rss.xml.js", "const posts = await getCollection('blog');\n"),
            ("public/robots.txt", "User-agent: *\n"),
        ],
    )
    .report(&expect![[r#"
        warning[not-imported]: this feed has a program of its own, which was not converted
         --> src/pages/rss.xml.js:1:1
          |
        1 | const posts = await getCollection('blog');
          | ^
          |
          = help: compare the entries of the feed and their ids with those of the old one, and correct its [[feed]] in content/structure.toml

        warning[not-imported]: these pages are programs, of which only the titles were kept: /projects/
         |
         = help: write their text in content/pages/, or delete those that you do not need

        warning[not-imported]: this page has no URL in the old site
         --> src/content/talks/one.md:1:1
          |
        1 | ---
          | ^
          |
          = help: write a collection without `route` for such pages

        warning[not-imported]: the component `Note` is used once, as <Note>
         |
         = help: write its HTML in themes/plain/templates/components/note.html, which shows only the text between its tags

        warning[not-imported]: the component `tip` is used once, as <Tip>
         |
         = help: write its HTML in themes/plain/templates/components/tip.html, which shows only the text between its tags, and title

        warning[not-imported]: robots.txt was left out
         |
         = help: this program writes such a file itself, or `site build --host-files` does

        warning[not-imported]: the templates of Astro were not converted
         |
         = help: the new site has the plain theme in themes/plain; the manual says which template function replaces which

    "#]])
    .urls(&expect![[r#"
        / /404 /about/ /blog/ /blog/first-post/ /blog/second/ /projects/ /tags/ /tags/soil/ /tags/wind/
    "#]])
    .file("content/blog/second/index.md", &expect![[r#"
        +++
        title = "Second"
        date = 2022-07-09
        +++
        <Note kind="tip">

        Water *early*.

        </Note>

        ![A plan](/images/assets/a.svg)

        <Tip title="Mind">

        Not *yet*.

        </Tip>

        ```jsx
        <Note />
        ```
    "#]])
    .file("content/blog/first-post.md", &expect![[r#"
        +++
        title = "First"
        heroImage = "./a.svg"
        date = 2022-07-08
        tags = ["Soil", "Wind"]
        +++
        ## What's new?

        ![A plan](/images/assets/a.svg) and [the second](second/index.md).
    "#]])
    .file("content/site.toml", &expect![[r#"
        name = "Ada's Notes"
        base_url = "https://ada.example"
        language = "en"
        utc_offset = "+00:00"
        theme = "plain"
    "#]])
    .file("content/structure.toml", &expect![[r##"
        # What the folders of the site of Astro were. `site help structure.toml` explains each key.

        [[collection]]
        name = "pages"
        dir = "pages"
        schema = "schemas/pages.json"
        route = "/{path}/"
        template = "page.html"
        summaries = true
        heading_ids = "github"
        highlight = true
        markdown = ["bare-links"]

        [[collection]]
        name = "blog"
        dir = "blog"
        schema = "schemas/blog.json"
        route = "/blog/{path}/"
        template = "page.html"
        sort = "-date"
        summaries = true
        heading_ids = "github"
        highlight = true
        markdown = ["bare-links"]

        [[taxonomy]]
        name = "tags"
        collection = "blog"
        field = "tags"
        route = "/tags/{slug}/"
        template = "term.html"
        parent = "/tags/"
        title = "{term}"
        description = "{{ site.name }}: {term}"
        page_title = "{title} ({number})"
        page_description = "{description} ({number})"

        [[feed]]
        route = "/rss.xml"
        collection = "blog"
        title = "{{ site.name }}"
        format = "rss"

        [[redirect]]
        from = "/old"
        to = "/about/"
    "##]])
    .file("themes/plain/templates/components/note.html", &expect![[r#"
        {# The component `Note` of Astro was:
        <aside><slot /></aside>
        #}
        {% component Note(kind: string = "") %}{{ body }}{% endcomponent Note %}
    "#]])
    .lines("dist/rss.xml", "<guid>", &expect![[r#"
        <guid>https://ada.example/blog/second/</guid>
        <guid>https://ada.example/blog/first-post/</guid>
    "#]]);
}

/// Ids that a plain function makes are parts of URLs, perhaps with the URL of the collection; links to other sites of the host stay.
#[test]
fn ids_and_a_path_on_the_host() {
    imported(
        "astro",
        &[
            ("astro.config.mjs", "import sitemap from '@astrojs/sitemap';\nexport default { site: 'https://a.example', base: '/b', title: 'A', integrations: [sitemap()] };\n"),
            ("src/content.config.ts", "import { glob } from 'astro/loaders';\nconst blog = defineCollection({ loader: glob({ base: './src/content/blog', generateId: ({ entry }) => {\n  const name = path.basename(entry, path.extname(entry));\n  return `/blog/${name}`;\n} }) });\nconst notes = defineCollection({ loader: glob({ base: './src/content/notes', generateId: ({ data }) => String(data.key) }) });\nexport const collections = { blog, notes };\n"),
            ("src/pages/index.md", "---\ntitle: Home\n---\nHome.\n"),
            ("src/pages/blog/[id].astro", "---\nconst posts = await getCollection('blog');\n---\n<Content />\n"),
            ("src/pages/notes/[...id].astro", "---\nconst notes = await getCollection('notes');\n---\n<Content />\n"),
            ("src/content/blog/2013/11/First_Post.md", "---\ntitle: First\nslug: other\n---\n[own](/b/notes/own/), [page](/blog/First_Post/), [tool](/tool/), [host](https://a.example/tool/)\n"),
            ("src/content/notes/a.md", "---\ntitle: Note\nkey: own\n---\nText.\n"),
            ("src/content/notes/b.md", "---\ntitle: Without\n---\nText.\n"),
        ],
    )
    .report(&expect![[r#"
        warning[not-imported]: a program makes the id of this document, so its URL may have changed
         --> src/content/notes/b.md:1:1
          |
        1 | ---
          | ^
          |
          = help: compare the URL with the old one, and write its last part as `slug`

        warning[not-imported]: the templates of Astro were not converted
         |
         = help: the new site has the plain theme in themes/plain; the manual says which template function replaces which

    "#]])
    .urls(&expect![[r#"
        / /404 /blog/First_Post/ /notes/b/ /notes/own/
    "#]])
    .lines("content/blog/First_Post.md", "[own]", &expect![[r#"
        [own](/notes/own/), [page](/blog/First_Post/), [tool](https://a.example/tool/), [host](https://a.example/tool/)
    "#]])
    .lines("content/structure.toml", "from = ", &expect![[r#"
        from = "/sitemap-0.xml"
        from = "/sitemap-index.xml"
    "#]]);
}

/// Collections without dates, drafts that no program leaves out, Markdoc, and programs that make pages in other ways.
#[test]
fn programs_of_other_kinds() {
    imported(
        "astro",
        &[
            ("astro.config.mjs", "export default defineConfig({ site: 'https://ada.example' });\n"),
            ("src/content.config.ts", "const blog = defineCollection({ schema: z.object({ draft: z.boolean() }) });\nexport const collections = { blog };\n"),
            ("src/content/blog/a.mdx", "---\ntitle: A\ndraft: true\n---\n<Note title=\"Caf&eacute; &amp; mehr\" />\n"),
            ("src/content/blog/b.mdoc", "---\ntitle: B\n---\n{% note title=\"C\" %}\nSome *text*.\n{% /note %}\n"),
            ("src/content/blog/c.json", "{}\n"),
            ("src/pages/blog/[slug].astro", "const posts = await getCollection('blog');\n"),
            ("src/pages/all/[...page].astro", "paginate(await getCollection('blog'), { pageSize: 5 });\n"),
            ("src/pages/[...lists]/[...page].astro", "export const getStaticPaths = lists;\n"),
            ("src/pages/og/[id].png.ts", "export const getStaticPaths = images;\n"),
            ("src/pages/rss.xml.js", "import rss from '@astrojs/rss';\nrss({ items: await getCollection('blog') });\n"),
        ],
    )
    .report(&expect![[r#"
        warning[not-imported]: this file is not Markdown, and was left out
         --> src/content/blog/c.json:1:1
          |
        1 | {}
          | ^
          |
          = help: write a document as Markdown in content/, and data as a list in content/lists/

        warning[not-imported]: this program makes pages or files, which were left out
         --> src/pages/[...lists]/[...page].astro:1:1
          |
        1 | export const getStaticPaths = lists;
          | ^
          |
          = help: write the pages in content/pages/, lists of documents with [[pagination]] or [[taxonomy]] in content/structure.toml, or save the files in public/

        warning[not-imported]: these files are made by programs: /og/[id].png
         |
         = help: they were left out: save them from the old site in public/, at their old paths

        warning[not-imported]: the old site has no title, so the name of this one is ada.example
         |
         = help: write `name` in content/site.toml

        warning[not-imported]: the component `Note` is used once, as <Note>
         |
         = help: write its HTML in themes/plain/templates/components/note.html, which shows only the text between its tags, and title
         = help: the same once more: the component `note` is used once, as <Note>

        warning[not-imported]: the templates of Astro were not converted
         |
         = help: the new site has the plain theme in themes/plain; the manual says which template function replaces which

    "#]])
    .urls(&expect![[r#"
        / /404 /all/ /blog/a/ /blog/b/
    "#]])
    .file("content/blog/a.md", &expect![[r#"
        +++
        title = "A"
        +++
        <Note title="Café & mehr"></Note>
    "#]])
    .file("content/blog/b.md", &expect![[r#"
        +++
        title = "B"
        +++
        <Note title="C">

        Some *text*.

        </Note>
    "#]])
    .file("content/structure.toml", &expect![[r##"
        # What the folders of the site of Astro were. `site help structure.toml` explains each key.

        [[collection]]
        name = "pages"
        dir = "pages"
        schema = "schemas/pages.json"
        route = "/{path}/"
        template = "page.html"
        summaries = true
        heading_ids = "github"
        highlight = true
        markdown = ["bare-links"]

        [[collection]]
        name = "blog"
        dir = "blog"
        schema = "schemas/blog.json"
        route = "/blog/{path}/"
        template = "page.html"
        summaries = true
        heading_ids = "github"
        highlight = true
        markdown = ["bare-links"]

        [[feed]]
        route = "/rss.xml"
        collection = "blog"
        title = "{{ site.name }}"
        undated = true
        format = "rss"
    "##]]);
}

/// Drafts that a program may leave out, and pages of Starlight that are not translated.
#[test]
fn drafts_and_languages() {
    imported(
        "astro",
        &[
            ("astro.config.mjs", "import starlight from '@astrojs/starlight';\nexport default defineConfig({ site: 'https://ada.example', integrations: [starlight({ title: 'Docs', locales: { root: { label: 'English', lang: 'en' }, de: { label: 'Deutsch' } } })] });\n"),
            ("src/content/docs/index.md", "---\ntitle: Docs\n---\nAll of them.\n"),
            ("src/content/docs/a.md", "---\ntitle: A\n---\nThe first one.\n"),
            ("src/content/docs/de/index.md", "---\ntitle: Doku\n---\nAlles.\n"),
        ],
    )
    .lines("content/structure.toml", "/a/", &expect![[r#"
        from = "/de/a/"
        to = "/a/"
    "#]]);
    imported(
        "astro",
        &[
            ("astro.config.mjs", "export default defineConfig({ site: 'https://ada.example' });\n"),
            ("src/content/blog/a.md", "---\ntitle: A\n---\nThe first one.\n"),
            ("src/content/blog/b.md", "---\ntitle: B\ndraft: true\n---\nNot yet.\n"),
            ("src/pages/blog/[slug].astro", "const posts = await getCollection('blog', ({ data }) => !data.draft);\n"),
            ("src/pages/[slug].astro", "const posts = await getCollection('blog');\nreturn Astro.redirect(`/blog/${slug}`);\n"),
            ("src/content/diary/rain.md", "---\ntitle: Rain\ndate: 2024-05-06\n---\nAll day.\n"),
            ("src/pages/diary/[slug].astro", "const all = await getCollection('diary');\nreturn all.map((one) => ({ params: { slug: one.data.date.toISOString().slice(0, 10) } }));\n"),
        ],
    )
    .lines("content/structure.toml", "from = ", &expect![[r#"
        from = "/a/"
    "#]])
    .report(&expect![[r#"
        warning[not-imported]: this document is a draft, and is not published
         --> src/content/blog/b.md:1:1
          |
        1 | ---
          | ^
          |
          = help: a program of the old site reads `draft`: remove the key here if that program published the document

        warning[not-imported]: the old site has no title, so the name of this one is ada.example
         |
         = help: write `name` in content/site.toml

        warning[not-imported]: the templates of Astro were not converted
         |
         = help: the new site has the plain theme in themes/plain; the manual says which template function replaces which

    "#]])
    .urls(&expect![[r#"
        / /404 /blog/a/ /diary/2024-05-06/
    "#]]);
}
