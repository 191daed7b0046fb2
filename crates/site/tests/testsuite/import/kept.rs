//! What imports of sites have lost without a word.

use expect_test::expect;

use super::imported;

/// Programs of Astro that make URLs, redirects, feeds, and texts.
#[test]
fn programs_of_astro() {
    imported(
        "astro",
        &[
            ("astro.config.mjs", "import { defineConfig } from 'astro/config';\nimport moved from './src/moved.json';\nexport default defineConfig({ site: 'https://ada.example', title: 'Ada', redirects: { ...moved } });\n"),
            ("src/moved.json", "{ \"/old/one\": \"/first day/\" }\n"),
            ("src/content.config.ts", "const blog = defineCollection({ loader: glob({ base: './src/content/blog', generateId: ({ entry }) => idOf(entry, { lower: true }) }) });\nexport const collections = { blog };\n"),
            ("src/content/blog/a.md", "---\ntitle: A\npermalink: /first day/\ndate: Sun, 29 Jan 2023 02:52:41 GMT\ntags: [v0.dev, C#, csharp]\n---\nOne.\n"),
            ("src/content/blog/b.md", "---\ntitle: B\npermalink: second/\ndate: 2026/01/26 09:00:00+0900\ntags: [csharp]\n---\nTwo.\n"),
            ("src/pages/[...slug].astro", "const posts = await getCollection('blog');\nreturn posts.map((post) => ({ params: { slug: post.data.permalink } }));\n"),
            ("src/pages/tag/[tag].astro", "export async function getStaticPaths() { return tags.map((tag) => ({ params: { tag: tagSlug(tag) } })); }\n"),
            ("src/pages/tag/[tag].xml.ts", "import rss from '@astrojs/rss';\nconst posts = await getCollection('blog');\n"),
            ("src/pages/about.astro", "---\nimport { Content } from './_about.md';\n---\n<Content />\n"),
            ("src/pages/_about.md", "---\ntitle: About me\n---\nWho I am.\n"),
            ("src/layouts/Base.astro", "<script src=\"https://giscus.app/client.js\"></script>\n"),
        ],
    )
    .report(&expect![[r#"
        warning[not-imported]: a program makes the ids of documents, so their URLs may have changed
         --> src/content.config.ts:1:76
          |
        1 | const blog = defineCollection({ loader: glob({ base: './src/content/blog', generateId: ({ entry }) => idOf(entry, { lower: true }) })...
          |                                                                            ^^^^^^^^^^
          |
          = help: compare the URLs with the old ones: write what the program does as `route` of the [[collection]] in content/structure.toml, such as "/{year}/{month}/{slug}", and the rest as `slug` of each document

        warning[not-imported]: a program makes the URLs of tags, which may have changed: `C#`, `v0.dev`
         --> src/pages/tag/[tag].astro:1:1
          |
        1 | export async function getStaticPaths() { return tags.map((tag) => ({ params: { tag: tagSlug(tag) } })); }
          | ^
          |
          = help: compare them with the old ones; where they differ, write the old name in the URL as `slug` of [[taxonomy.term]] in content/structure.toml

        warning[not-imported]: templates or settings of the old site name services of other hosts: giscus
         |
         = help: the new site loads nothing from them: add those that it needs to the theme, and allow each host with [[allow]] in content/structure.toml

        warning[not-imported]: the templates of Astro were not converted
         |
         = help: the new site has the plain theme in themes/plain; the manual says which template function replaces which

    "#]])
    .urls(&expect![[r#"
        / /404 /about/ /first-day/ /second/ /tag/ /tag/c/ /tag/csharp/ /tag/v0dev/
    "#]])
    .lines("content/structure.toml", " = \"/", &expect![[r#"
        route = "/{path}/"
        route = "/{path}/"
        route = "/tag/{slug}/"
        parent = "/tag/"
        route = "/tag/{slug}.xml"
        from = "/old/one"
        to = "/first-day/"
    "#]])
    .lines("content/blog/first-day.md", "", &expect![[r#"
        +++
        title = "A"
        date = 2023-01-29T02:52:41Z
        guid = "https://ada.example/first%20day/"
        aliases = ["/first day/"]
        tags = ["v0.dev", "C#", "csharp"]
        +++
        One.
    "#]])
    .file("content/pages/about.md", &expect![[r#"
        +++
        title = "About me"
        +++
        Who I am.
    "#]]);
}

/// Posts below no folder, which the home page lists in parts, and texts that are whole pages.
#[test]
fn pages_of_zola() {
    imported(
        "zola",
        &[
            ("config.toml", "title = \"Garden Notes\"\nbase_url = \"https://garden.example\"\ngenerate_feeds = true\n"),
            ("content/_index.md", "+++\npaginate_by = 1\nsort_by = \"date\"\n+++\n"),
            ("content/soil.md", "+++\ntitle = \"Soil\"\ndate = 2020-01-02\n+++\n<html><head><title>Soil</title></head>\n<body>\n<p onclick = \"run()\" style = 'color: red'>Three layers.</p>\n</body></html>\n"),
            ("content/wind.md", "+++\ntitle = \"Wind\"\ndate = 2020-02-03\n+++\nFrom the west.\n"),
            ("content/about.md", "+++\ntitle = \"About\"\n+++\nWho I am.\n"),
        ],
    )
    .report(&expect![[r#"
        warning[not-imported]: `onclick = "run()"` was left out, because browsers would refuse it
         --> content/soil.md:7:4
          |
        7 | <p onclick = "run()" style = 'color: red'>Three layers.</p>
          |    ^^^^^^^^^^^^^^^^^
          |
          = help: listen to the event in a script of the theme, if visitors need it

        warning[not-imported]: the head of this page was left out, except its scripts and styles
         --> content/soil.md:5:7
          |
        5 | <html><head><title>Soil</title></head>
          |       ^^^^^^
          |
          = help: write what visitors need of it into the theme, such as style sheets

        warning[not-imported]: the templates of Zola were not converted
         |
         = help: the new site has the plain theme in themes/plain; the manual says which template function replaces which

    "#]])
    .urls(&expect![[r#"
        / /404 /about/ /page/2/ /soil/ /wind/
    "#]])
    .file("content/posts/soil.md", &expect![[r#"
        +++
        title = "Soil"
        date = 2020-01-02
        +++
        <div>
        <p  class="old-style-1">Three layers.</p>
        </div>
    "#]])
    .lines("content/structure.toml", " = \"/", &expect![[r#"
        route = "/{path}/"
        route = "/{path}/"
        page = "/"
        route = "/page/{number}/"
        from = "/page/1/"
        to = "/"
        route = "/atom.xml"
    "#]]);
}

/// Front matter with spaces, pages with the names of other files, plugins, and redirects of pages that redirect.
#[test]
fn files_of_jekyll() {
    imported(
        "jekyll",
        &[
            ("_config.yml", "title: A Blog\nurl: https://blog.example\npermalink: /:title/\nplugins: [jekyll-category-pages, jekyll-pwa-plugin]\ngoogle_analytics: G-1\n"),
            ("_posts/2020-01-02-soil.md", "---   \n \ntitle: Soil   \ncategories: [Web Design]\n---  \nThree layers.\n"),
            ("_posts/2020-02-03-moved.md", "---\nredirect_from: /older/\nredirect_to: https://other.example/moved/\n---\n"),
            ("CHANGELOG.md", "---\ntitle: Changes\npermalink: /changes/\n---\nNone yet.\n"),
            ("README.md", "# How to build this\n"),
            ("_redirects", "/category/web-design/ https://other.example/web/\n/go /soil/\n"),
        ],
    )
    .report(&expect![[r#"
        warning[not-imported]: what the plugin jekyll-pwa-plugin made was left out
         |
         = help: write what visitors need of it: pages in content/pages/, lists in content/structure.toml, anything else in the theme

        warning[not-imported]: files about the project were left out: README.md
         |
         = help: Jekyll published them: put those that somebody reads into public/

        warning[not-imported]: templates or settings of the old site name services of other hosts: Google Analytics
         |
         = help: the new site loads nothing from them: add those that it needs to the theme, and allow each host with [[allow]] in content/structure.toml

        warning[not-imported]: /category/web-design/ cannot be redirected
         |
         = help: redirect it at the host

        warning[not-imported]: the templates of Jekyll were not converted
         |
         = help: the new site has the plain theme in themes/plain; the manual says which template function replaces which

    "#]])
    .urls(&expect![[r#"
        / /404 /category/ /category/web-design/ /changes/ /soil/
    "#]])
    .lines("content/structure.toml", "from = ", &expect![[r#"
        from = "/go"
        from = "/moved/"
        from = "/older/"
    "#]])
    .file("content/posts/soil.md", &expect![[r#"
        +++
        title = "Soil"
        date = 2020-01-02
        categories = ["Web Design"]
        +++
        Three layers.
    "#]]);
}
