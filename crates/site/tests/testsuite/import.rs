//! `site import`: small sites of other generators, and what becomes of them.

use std::fs;
use std::path::Path;

use expect_test::{Expect, expect};

use crate::bakery::{Bakery, files_below, run_with};

/// A site of another generator, whose import is in the folder `new`.
struct Imported {
    bakery: Bakery,
    report: String,
}

fn imported(generator: &str, files: &[(&str, &str)]) -> Imported {
    let mut bakery = Bakery::empty();
    for (path, text) in files {
        bakery = bakery.write(&format!("old/{path}"), text);
    }
    let arguments = ["import", generator, "old", "new", "--quiet"].map(str::to_owned);
    let (status, stdout, report) = run_with(bakery.root(), &arguments);
    assert_eq!((status, stdout.as_str()), (0, ""), "{report}");
    let unchanged =
        files.iter().all(|(path, text)| fs::read_to_string(bakery.root().join("old").join(path)).is_ok_and(|now| now == *text));
    assert!(unchanged && files_below(&bakery.root().join("old")).len() == files.len());
    Imported { bakery, report }
}

impl Imported {
    fn new_site(&self) -> std::path::PathBuf {
        self.bakery.root().join("new")
    }

    /// Asserts what the import reports, and that the new site has no errors.
    fn report(self, expected: &Expect) -> Self {
        expected.assert_eq(&self.report);
        let arguments = ["build", "--quiet", "--date", "2026-06-01"].map(str::to_owned);
        let (status, _, stderr) = run_with(&self.new_site(), &arguments);
        assert_eq!(status, 0, "{stderr}");
        self
    }

    /// Asserts the URLs of all pages, without those that every site has.
    fn urls(self, expected: &Expect) -> Self {
        let (_, stdout, _) = run_with(&self.new_site(), &["list", "--format", "json"].map(str::to_owned));
        let urls = stdout.lines().filter_map(|line| {
            let rest = line.split_once("\"url\":\"")?.1;
            Some(rest.split_once('"')?.0.to_owned())
        });
        let urls: Vec<String> = urls.collect();
        expected.assert_eq(&(urls.join(" ") + "\n"));
        self
    }

    /// Asserts the text of a file.
    fn file(self, path: &str, expected: &Expect) -> Self {
        expected.assert_eq(&read(&self.new_site().join(path)));
        self
    }

    /// Asserts the lines of a file that contain a word.
    fn lines(self, path: &str, word: &str, expected: &Expect) -> Self {
        let text = read(&self.new_site().join(path));
        let lines = text.lines().filter(|line| line.contains(word));
        expected.assert_eq(&lines.map(|line| line.trim().to_owned() + "\n").collect::<String>());
        self
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn zola() {
    imported(
        "zola",
        &[
            ("config.toml", "title = \"Garden Notes\"\nbase_url = \"https://garden.example/\"\ngenerate_feeds = true\ntaxonomies = [{ name = \"tags\" }]\n\n[languages.de]\n"),
            ("content/_index.md", "+++\ntitle = \"Garden Notes\"\n+++\nA balcony in the third year.\n"),
            ("content/about.md", "+++\ntitle = \"About\"\naliases = [\"me\", \"old/*\"]\n[extra]\nheight = 3\n+++\n# Who I am\n\nSee [soil](@/blog/2020-01-02-soil.md#three-layers) and [the list](@/blog/_index.md).\n"),
            ("content/blog/_index.md", "+++\ntitle = \"All notes\"\nsort_by = \"date\"\npaginate_by = 2\ntemplate = \"blog.html\"\n+++\n"),
            ("content/blog/2020-01-02-soil.md", "+++\ntitle = \"Soil\"\n[taxonomies]\ntags = [\"C++\", \"Erde\"]\n+++\nThree layers of it.\n\n<!-- more -->\n\n## Three layers!\n\n{{ youtube(id=\"a1\") }}\n\n{% note(kind=\"tip\") %}\nWater *early*.\n{% end %}\n\n`{{ not_a_call(x=1) }}` and `{{/* shown() */}}`.\n"),
            ("content/blog/soil.de.md", "+++\ntitle = \"Boden\"\ndate = 2020-01-02\n+++\nDrei Lagen.\n"),
            ("content/blog/Über Wind/index.md", "+++\ntitle = \"Wind\"\ndate = 2020-02-03T10:00:00Z\ndraft = false\n+++\n![A vane](vane.svg) ![](https://pictures.example/a.png) [the plan](plan.txt)\n"),
            ("content/blog/Über Wind/vane.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8 8\"><path d=\"M1 7V3h6v4z\"/></svg>"),
            ("content/blog/Über Wind/plan.txt", "A plan.\n"),
            ("content/blog/winter.md", "+++\ntitle = \"Winter\"\npath = \"frost/first\"\ndate = 2019-12-01\n+++\nIt is cold, and ![a shovel](/img/shovel.svg) helps.\n"),
            ("static/img/shovel.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8 8\"><path d=\"M1 7V3h6v4z\"/></svg>"),
            ("static/robots.txt", "User-agent: *\n"),
            ("templates/shortcodes/note.html", "<aside>{{ body }}</aside>\n"),
        ],
    )
    .report(&expect![[r#"
        warning[not-imported]: "/old/*" cannot be redirected
         --> content/about.md:1:1
          |
        1 | +++
          | ^
          |
          = help: redirect it at the host, or write each old URL into `aliases`

        warning[not-imported]: pages show files of other hosts: https://pictures.example
         |
         = help: content/structure.toml allows each in [[allow]]; save the files in content/images/ or public/, and remove it

        warning[not-imported]: one page has the template `blog.html`
         --> content/blog/_index.md:1:1
          |
        1 | +++
          | ^
          |
          = help: write a template in themes/plain/templates, and name it in `template` of each page

        warning[not-imported]: the shortcode `note` is used once, as <Note>
         |
         = help: write its HTML in themes/plain/templates/components/note.html, which shows only the text between its tags

        warning[not-imported]: the shortcode `youtube` is used once, as <Youtube>
         |
         = help: write its HTML in themes/plain/templates/components/youtube.html, which shows nothing yet

        warning[not-imported]: robots.txt was left out
         |
         = help: this program writes such a file itself, or `site build --host-files` does

        warning[not-imported]: the templates of Zola were not converted
         |
         = help: the new site has the plain theme in themes/plain; the manual says which template function replaces which

    "#]])
    .urls(&expect![[r#"
        / /404 /about/ /blog/ /blog/page/2/ /blog/soil/ /blog/uber-wind/ /de/blog/soil/ /frost/first/ /tags/ /tags/c/ /tags/erde/
    "#]])
    .file("content/blog/blog/soil.md", &expect![[r#"
        +++
        title = "Soil"
        date = 2020-01-02
        tags = ["C++", "Erde"]
        +++
        Three layers of it.

        <!-- more -->

        ## Three layers!

        <Youtube id="a1" />

        <Note kind="tip">

        Water *early*.

        </Note>

        `{{ not_a_call(x=1) }}` and `{{ shown() }}`.
    "#]])
    .file("content/pages/about.md", &expect![[r#"
        +++
        title = "About"
        aliases = ["/me"]
        height = 3
        +++
        # Who I am

        See [soil](../blog/blog/soil.md#three-layers) and [the list](blog/index.md).
    "#]])
    .file("content/structure.toml", &expect![[r##"
        # What the folders of the site of Zola were. `site help structure.toml` explains each key.

        [[collection]]
        name = "pages"
        dir = "pages"
        schema = "schemas/pages.json"
        route = "/{path}/"
        template = "page.html"
        summaries = true
        heading_ids = "zola"
        typography = false

        [[collection]]
        name = "blog"
        dir = "blog"
        schema = "schemas/blog.json"
        route = "/{path}/"
        template = "page.html"
        sort = "-date"
        future = true
        summaries = true
        heading_ids = "zola"
        typography = false

        [[pagination]]
        page = "/blog/"
        collection = "blog"
        per_page = 2
        route = "/blog/page/{number}/"
        title = "{title}, page {number}"
        description = "{description} Page {number}."

        [[taxonomy]]
        name = "tags"
        collection = "blog"
        field = "tags"
        route = "/tags/{slug}/"
        template = "term.html"
        parent = "/tags/"
        title = "{term}"
        description = "Garden Notes: everything on {term}."

        [[feed]]
        route = "/atom.xml"
        collection = "blog"
        title = "Garden Notes"

        [[allow]]
        host = "https://pictures.example"
        for = ["image"]
        pages = "/blog/uber-wind/"
        reason = "the site of Zola showed files of this host"
    "##]])
    .file("content/site.toml", &expect![[r#"
        name = "Garden Notes"
        base_url = "https://garden.example"
        language = "en"
        utc_offset = "+00:00"
        theme = "plain"

        [languages."de"]
        name = "de"
    "#]])
    .file("content/schemas/blog.json", &expect![[r#"
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "title": "Blog",
          "description": "Front matter of blog, guessed from the keys that the site of Zola used.",
          "type": "object",
          "additionalProperties": false,
          "required": [
            "title"
          ],
          "properties": {
            "title": {
              "type": "string",
              "description": "The title of the page, in lists and in search results."
            },
            "description": {
              "type": "string",
              "description": "What search results show."
            },
            "draft": {
              "type": "boolean",
              "description": "true keeps the page out of the site."
            },
            "aliases": {
              "type": "array",
              "items": {
                "type": "string"
              },
              "description": "Old URLs that redirect to this page."
            },
            "template": {
              "type": "string",
              "description": "A template of the theme, instead of the collection's."
            },
            "noindex": {
              "type": "boolean",
              "description": "true keeps the page out of search engines."
            },
            "date": {
              "type": "string",
              "description": "The day of publication."
            },
            "tags": {
              "type": "array",
              "items": {
                "type": "string"
              },
              "description": "Tags, as in the old site."
            }
          }
        }
    "#]])
    .file("themes/plain/templates/components/note.html", &expect![[r#"
        {# The shortcode `note` of Zola was:
        <aside>{{ body }}</aside>
        #}
        {% component Note(kind: string = "") %}{{ body }}{% endcomponent Note %}
    "#]])
    .lines("dist/blog/soil/index.html", "<h2", &expect![[r#"
        <h2 id="three-layers">Three layers!</h2>
    "#]])
    .lines("dist/blog/uber-wind/index.html", "vane", &expect![[r#"
        <p><img src="/assets/blog/blog/uber-wind/vane-F674TVYE.svg" alt="A vane" width="8" height="8" loading="lazy" decoding="async"> <img src="https://pictures.example/a.png" alt="" loading="lazy" decoding="async"> <a href="/blog/uber-wind/plan.txt">the plan</a></p>
    "#]])
    .lines("dist/atom.xml", "<id>", &expect![[r#"
        <id>https://garden.example/atom.xml</id>
        <id>https://garden.example/blog/uber-wind/</id>
        <id>https://garden.example/blog/soil/</id>
        <id>https://garden.example/frost/first/</id>
    "#]]);
}

#[test]
fn hugo() {
    imported(
        "hugo",
        &[
            ("hugo.yaml", "baseURL: https://docs.example/manual/\ntitle: The Manual\nlanguageCode: en\npermalinks:\n  blog: /:section/:year/:month/:slug/\nmenus:\n  main:\n    - name: Docs\n      pageRef: /docs\n      weight: 1\n    - name: Away\n      url: https://away.example/\n"),
            ("content/_index.md", "---\ntitle: The Manual\n---\nRead it.\n"),
            ("content/docs/_index.md", "---\ntitle: Docs\nlinkTitle: D\n---\nAll of it.\n"),
            ("content/docs/Getting Started.md", "---\ntitle: Getting started\nweight: 1\naliases: [begin, /start/]\n---\n## 1. What's *new*?\n\nRead [setup]({{< ref \"setup.md#on-linux\" >}}), [tips](../../blog/2020/03/tips/) or [more](setup.md).\n\n{{< figure src=\"/images/a.svg\" alt=\"A plan\" >}}\n"),
            ("content/docs/setup.md", "---\ntitle: Setup\nlastmod: 2020-05-06 10:00:00 +0200\n---\n## On Linux\n\n{{% alert title=\"Mind\" %}}\nNot *yet*.\n{{% /alert %}}\n\n{{< highlight go >}}\nfunc main() {}\n{{< /highlight >}}\n\n```\n{{</* figure src=\"a.png\" */>}}\n```\n"),
            ("content/about/index.md", "+++\ntitle = \"About\"\nurl = \"/who-we-are/\"\n+++\nUs.\n"),
            ("content/blog/tips.md", "---\ntitle: \"Tips: all\"\ndate: 2020-03-04T23:30:00-05:00\nslug: tips\ntags: [Go Lang, 2020]\n---\nA first tip.\n"),
            ("content/blog/later.md", "---\ntitle: Later\ndate: 2020-04-01T08:00:00-05:00\n---\nA second tip.\n"),
            ("static/images/a.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8 8\"><path d=\"M1 7V3h6v4z\"/></svg>"),
        ],
    )
    .report(&expect![[r#"
        warning[not-imported]: the shortcode `alert` is used once, as <Alert>
         |
         = help: write its HTML in themes/plain/templates/components/alert.html, which shows only the text between its tags

        warning[not-imported]: the templates of Hugo were not converted
         |
         = help: the new site has the plain theme in themes/plain; the manual says which template function replaces which

    "#]])
    .urls(&expect![[r#"
        / /404 /blog/ /blog/2020/03/tips/ /blog/2020/04/later/ /docs/ /docs/getting-started/ /docs/setup/ /tags/ /tags/2020/ /tags/go-lang/ /who-we-are/
    "#]])
    .file("content/docs/getting-started.md", &expect![[r#"
        +++
        title = "Getting started"
        weight = 1
        aliases = ["/docs/begin", "/start/"]
        +++
        ## 1. What's *new*?

        Read [setup](setup.md#on-linux), [tips](/blog/2020/03/tips/) or [more](setup.md).

        ![A plan](/images/a.svg)
    "#]])
    .file("content/docs/setup.md", &expect![[r#"
        +++
        title = "Setup"
        updated = 2020-05-06T10:00:00+02:00
        +++
        ## On Linux

        <Alert title="Mind">

        Not *yet*.

        </Alert>

        ```go
        func main() {}
        ```

        ```
        {{< figure src="a.png" >}}
        ```
    "#]])
    .file("content/blog/tips.md", &expect![[r#"
        +++
        title = "Tips: all"
        date = 2020-03-04T23:30:00-05:00
        tags = ["Go Lang", "2020"]
        +++
        A first tip.
    "#]])
    .file("content/structure.toml", &expect![[r##"
        # What the folders of the site of Hugo were. `site help structure.toml` explains each key.

        [[collection]]
        name = "pages"
        dir = "pages"
        schema = "schemas/pages.json"
        route = "/{path}/"
        template = "page.html"
        summaries = true
        heading_ids = "hugo"
        highlight = true
        markdown = ["bare-links", "definition-lists"]

        [[collection]]
        name = "blog"
        dir = "blog"
        schema = "schemas/blog.json"
        route = "/blog/{year}/{month}/{slug}/"
        template = "page.html"
        sort = "-date"
        summaries = true
        heading_ids = "hugo"
        highlight = true
        markdown = ["bare-links", "definition-lists"]

        [[collection]]
        name = "docs"
        dir = "docs"
        schema = "schemas/docs.json"
        route = "/docs/{path}/"
        template = "page.html"
        sort = "weight"
        summaries = true
        heading_ids = "hugo"
        highlight = true
        markdown = ["bare-links", "definition-lists"]

        [[taxonomy]]
        name = "tags"
        collection = "blog"
        field = "tags"
        route = "/tags/{slug}/"
        template = "term.html"
        parent = "/tags/"
        title = "{term}"
        description = "The Manual: everything on {term}."

        [[feed]]
        route = "/index.xml"
        collection = "blog"
        title = "The Manual"
        format = "rss"

        [[feed]]
        route = "/blog/index.xml"
        collection = "blog"
        title = "The Manual"
        format = "rss"

        [[feed]]
        route = "/docs/index.xml"
        collection = "docs"
        title = "The Manual"
        format = "rss"
    "##]])
    .file("content/menus.toml", &expect![[r#"
        [[main]]
        label = "Docs"
        url = "/docs/"

        [[main]]
        label = "Away"
        url = "https://away.example/"

    "#]])
    .lines("dist/docs/getting-started/index.html", "<h2", &expect![[r#"
        <h2 id="1-whats-new">1. What’s <em>new</em>?</h2>
    "#]])
    .lines("dist/index.xml", "<guid", &expect![[r#"
        <guid>https://docs.example/manual/blog/2020/04/later/</guid>
        <guid>https://docs.example/manual/blog/2020/03/tips/</guid>
    "#]]);
}

#[test]
fn jekyll() {
    imported(
        "jekyll",
        &[
            ("_config.yml", "title: A Blog\nurl: https://blog.example\nbaseurl: \"\"\nplugins: [jekyll-feed]\npaginate: 1\ndefaults:\n  - scope: { path: \"\", type: posts }\n    values: { layout: post, author: Mara }\n"),
            ("index.html", "---\nlayout: default\n---\n{% for post in paginator.posts %}{{ post.title }}{% endfor %}\n"),
            ("about.md", "---\ntitle: About\npermalink: /about/\n---\nSee [the first]({% post_url 2020-01-02-first-post %}), [home]({{ site.baseurl }}/) and ![a plan]({{ \"/assets/a.svg\" | relative_url }}).\n\n{% include note.html text=\"Mind *this*\" %}\n"),
            ("legal.md", "---\ntitle: Legal\n---\n## Part *two*\n{: .lead #second}\n\nText.\n{: .small}\n"),
            ("_posts/2020-01-02-first-post.md", "---\ntitle: First\ncategories: notes\ntags: a b\n---\nA first post.\n\n{% highlight ruby %}\nputs 1\n{% endhighlight %}\n\n{% raw %}`{{ x }}`{% endraw %}\n"),
            ("_posts/2021-03-04-Second_Post.markdown", "---\ntitle: Second\ncategories: notes\n---\nA second post.\n"),
            ("_drafts/idea.md", "---\ntitle: Idea\n---\nNot yet.\n"),
            ("assets/a.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8 8\"><path d=\"M1 7V3h6v4z\"/></svg>"),
            ("Gemfile", "source 'https://rubygems.org'\n"),
        ],
    )
    .report(&expect![[r#"
        warning[not-imported]: index.html is a template
         --> index.html:4:1
          |
        4 | {% for post in paginator.posts %}{{ post.title }}{% endfor %}
          | ^
          |
          = help: its page was created without a text; write it as a template in themes/plain/templates

        warning[not-imported]: the shortcode `note` is used once, as <Note>
         |
         = help: write its HTML in themes/plain/templates/components/note.html, which shows nothing yet

        warning[not-imported]: the templates of Jekyll were not converted
         |
         = help: the new site has the plain theme in themes/plain; the manual says which template function replaces which

    "#]])
    .urls(&expect![[r#"
        / /404 /about/ /legal.html /notes/2020/01/02/first-post.html /notes/2021/03/04/Second_Post.html /page2/
    "#]])
    .file("content/pages/about.md", &expect![[r#"
        +++
        title = "About"
        +++
        See [the first](../posts/first-post.md), [home](/) and ![a plan](/images/assets/a.svg).

        <Note text="Mind *this*" />
    "#]])
    .file("content/posts/first-post.md", &expect![[r#"
        +++
        title = "First"
        author = "Mara"
        date = 2020-01-02
        categories = ["notes"]
        tags = ["a", "b"]
        guid = "https://blog.example/notes/2020/01/02/first-post"
        +++
        A first post.

        ```ruby
        puts 1
        ```

        `{{ x }}`
    "#]])
    .file("content/html-pages/legal.md", &expect![[r#"
        +++
        title = "Legal"
        +++
        ## Part *two* {#second}


        Text.

    "#]])
    .file("content/structure.toml", &expect![[r##"
        # What the folders of the site of Jekyll were. `site help structure.toml` explains each key.

        [[collection]]
        name = "pages"
        dir = "pages"
        schema = "schemas/pages.json"
        route = "/{path}/"
        template = "page.html"
        summaries = true
        heading_ids = "kramdown"
        highlight = true
        markdown = ["definition-lists"]

        [[collection]]
        name = "html_pages"
        dir = "html-pages"
        schema = "schemas/html_pages.json"
        route = "/{path}.html"
        template = "page.html"
        summaries = true
        heading_ids = "kramdown"
        highlight = true
        markdown = ["definition-lists"]

        [[collection]]
        name = "posts"
        dir = "posts"
        schema = "schemas/posts.json"
        route = "/notes/{year}/{month}/{day}/{slug}.html"
        template = "page.html"
        sort = "-date"
        summaries = true
        heading_ids = "kramdown"
        highlight = true
        markdown = ["definition-lists"]

        [[pagination]]
        page = "/"
        collection = "posts"
        per_page = 1
        route = "/page{number}/"
        title = "{title}, page {number}"
        description = "{description} Page {number}."

        [[feed]]
        route = "/feed.xml"
        collection = "posts"
        title = "A Blog"
        limit = 10
    "##]])
    .lines("dist/feed.xml", "<id>", &expect![[r#"
        <id>https://blog.example/feed.xml</id>
        <id>https://blog.example/notes/2021/03/04/Second_Post</id>
        <id>https://blog.example/notes/2020/01/02/first-post</id>
    "#]]);
}

#[test]
fn astro() {
    imported(
        "astro",
        &[
            ("astro.config.mjs", "// site: 'https://no.example'\nimport { SITE } from './src/consts';\nexport default defineConfig({ site: SITE.url, trailingSlash: 'always', redirects: { '/old': '/about/' } });\n"),
            ("src/consts.ts", "export const SITE = { title: \"Ada's Notes\", url: 'https://ada.example/' };\n"),
            ("src/content.config.ts", "const posts = defineCollection({ loader: glob({ base: './src/content/blog', pattern: '**/*.md' }), schema: z.object({}) });\nconst talks = defineCollection({ schema: z.object({}) });\nexport const collections = { blog: posts, talks };\n"),
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
         = help: write its HTML in themes/plain/templates/components/tip.html, which shows only the text between its tags

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
        description = "Ada's Notes: everything on {term}."

        [[feed]]
        route = "/rss.xml"
        collection = "blog"
        title = "Ada's Notes"
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
