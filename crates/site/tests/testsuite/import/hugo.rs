//! A site of Hugo.

use expect_test::expect;

use super::imported;

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
         = help: write its HTML in themes/plain/templates/components/alert.html, which shows only the text between its tags, and title

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
        name = "lists"
        dir = "lists"
        schema = "schemas/lists.json"
        route = "/{path}/"
        template = "page.html"
        summaries = true
        heading_ids = "hugo"
        highlight = true
        markdown = ["bare-links", "definition-lists"]

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

        [[redirect]]
        from = "/page/1/"
        to = "/"

        [[redirect]]
        from = "/blog/page/1/"
        to = "/blog/"

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
        per_page = 10

        [[redirect]]
        from = "/tags/2020/page/1/"
        to = "/tags/2020/"

        [[redirect]]
        from = "/tags/go-lang/page/1/"
        to = "/tags/go-lang/"

        [[feed]]
        route = "/tags/{slug}/index.xml"
        taxonomy = "tags"
        title = "{term} – {{ site.name }}"
        format = "rss"

        [[feed]]
        route = "/index.xml"
        collection = ["blog", "docs", "pages"]
        title = "{{ site.name }}"
        undated = true
        format = "rss"

        [[feed]]
        route = "/blog/index.xml"
        collection = "blog"
        title = "{{ site.name }}"
        format = "rss"

        [[feed]]
        route = "/docs/index.xml"
        collection = "docs"
        title = "{{ site.name }}"
        undated = true
        format = "rss"

        [[feed]]
        route = "/tags/index.xml"
        taxonomy = "tags"
        terms = true
        title = "{{ site.name }}"
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
        <guid>https://docs.example/manual/docs/getting-started/</guid>
        <guid>https://docs.example/manual/docs/setup/</guid>
        <guid>https://docs.example/manual/who-we-are/</guid>
    "#]]);
}

#[test]
fn a_page_outside_of_lists() {
    imported(
        "hugo",
        &[
            ("hugo.toml", "baseURL = \"https://a.example/\"\ntitle = \"A\"\n"),
            (
                "content/posts/shown.md",
                "---\ntitle: Shown\ndate: 2020-03-04\n---\nWrite {{ end }} or {{</* figure */>}}, as in `{{ end }}`.\n",
            ),
            (
                "content/posts/hidden.md",
                "---\ntitle: Hidden\ndate: 2020-03-05\nbuild:\n  list: never\n---\nFor those who know the URL.\n",
            ),
        ],
    )
    .report(&expect![[r#"
        warning[not-imported]: the templates of Hugo were not converted
         |
         = help: the new site has the plain theme in themes/plain; the manual says which template function replaces which

    "#]])
    .urls(&expect![[r#"
        / /404 /posts/ /posts/hidden/ /posts/shown/
    "#]])
    .lines(
        "dist/posts/index.html",
        "href=\"/posts/",
        &expect![[r#"
        <link rel="alternate" type="application/rss+xml" title="A" href="/posts/index.xml">
        <li><a href="/posts/" aria-current="page">Posts</a></li>
        <li><a href="/posts/shown/">Shown</a></li>
    "#]],
    )
    .lines(
        "dist/posts/shown/index.html",
        "<p>Write",
        &expect![[r#"
        <p>Write <code>{{ end }}</code> or <code>{{&lt; figure &gt;}}</code>, as in <code>{{ end }}</code>.</p>
    "#]],
    )
    .lines(
        "dist/index.xml",
        "<guid",
        &expect![[r#"
            <guid>https://a.example/posts/shown/</guid>
        "#]],
    );
}

/// URLs that this program cannot have are redirected, those of terms and of their feeds included.
#[test]
fn urls_that_change() {
    imported(
        "hugo",
        &[
            ("hugo.toml", "baseURL = \"https://a.example/\"\ntitle = \"A\"\n[pagination]\npagerSize = 1\npath = \"seite\"\n[permalinks.page]\nposts = \"/:sections[1:]/:monthname/:title/\"\n[permalinks.section]\nposts = \"/articles/\"\n"),
            ("content/posts/a.md", "---\ntitle: Plus & more\ndate: 2024-02-03T23:30:00-05:00\ntags: [C++, yes]\n---\nWritten late.\n"),
            ("content/posts/b.md", "---\ntitle: 2024\ndate: 2024-02-04T01:00:00+01:00\ntags: [yes]\n---\nWritten early.\n"),
        ],
    )
    .report(&expect![[r#"
        warning[not-imported]: the templates of Hugo were not converted
         |
         = help: the new site has the plain theme in themes/plain; the manual says which template function replaces which

    "#]])
    .urls(&expect![[r#"
        / /404 /articles/ /articles/seite/2/ /february/2024/ /february/plus-more/ /seite/2/ /tags/ /tags/c/ /tags/yes/ /tags/yes/page/2/
    "#]])
    .lines("content/posts/plus-more.md", " = ", &expect![[r#"
        title = "Plus & more"
        date = 2024-02-03T23:30:00-05:00
        tags = ["C++", "yes"]
    "#]])
    .lines("content/structure.toml", "from = ", &expect![[r#"
        from = "/seite/1/"
        from = "/articles/seite/1/"
        from = "/tags/c++/"
        from = "/tags/c++/index.xml"
        from = "/tags/c/seite/1/"
        from = "/tags/yes/seite/*"
        from = "/tags/yes/seite/1/"
    "#]])
    .lines("dist/index.xml", "<guid", &expect![[r#"
        <guid>https://a.example/february/plus-more/</guid>
        <guid>https://a.example/february/2024/</guid>
    "#]]);
}
