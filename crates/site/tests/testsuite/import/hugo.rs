//! A site of Hugo.

use expect_test::expect;

use super::imported;

#[test]
fn hugo() {
    imported(
        "hugo",
        &[
            ("hugo.yaml", "baseURL: https://docs.example/manual/\ntitle: The Manual\nlanguageCode: en\ntaxonomies:\n  tag: tags\npermalinks:\n  blog: /:section/:year/:month/:slug/\nmenus:\n  main:\n    - name: Docs\n      pageRef: /docs\n      weight: 1\n    - name: Away\n      url: https://away.example/\n"),
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
        date = 2024-02-03T23:30:00+01:00
        tags = ["C++", "yes"]
    "#]])
    .lines("content/structure.toml", "from = ", &expect![[r#"
        from = "/seite/1/"
        from = "/articles/seite/1/"
        from = "/tags/c++/"
        from = "/tags/c++/index.xml"
        from = "/tags/yes/seite/*"
        from = "/tags/c/seite/1/"
        from = "/tags/yes/seite/1/"
        from = "/categories/"
        from = "/categories/index.xml"
    "#]])
    .lines("dist/index.xml", "<guid", &expect![[r#"
        <guid>https://a.example/february/2024/</guid>
        <guid>https://a.example/february/plus-more/</guid>
    "#]]);
}

/// Files of the content keep their URLs, and languages and folders that Hugo does not publish are left out.
#[test]
fn files_and_languages() {
    imported(
        "hugo",
        &[
            ("hugo.toml", "baseURL = \"https://a.example/\"\ntitle = \"A\"\ndisableLanguages = [\"fr\"]\n[languages.en]\nweight = 1\ncontentDir = \"content/en\"\n[languages.de]\nweight = 2\ncontentDir = \"content/de\"\n[languages.fr]\nweight = 3\n"),
            ("content/en/docs/a.md", "---\ntitle: First\n---\nRead [the plan](plan.csv).\n"),
            ("content/en/docs/b.fr.md", "---\ntitle: Deux\n---\nDeux.\n"),
            ("content/en/docs/plan.csv", "a,b\n"),
            ("content/en/only/Deep/List.csv", "a,b\n"),
            ("content/en/top.csv", "a,b\n"),
            ("content/en/.hidden", "a,b\n"),
            ("content/en/old.org", "a,b\n"),
            ("content/de/docs/a.md", "---\ntitle: Eins\n---\nEin Dokument.\n"),
            ("content/de/docs/liste.csv", "a,b\n"),
            ("content/de/more/_index.md", "---\ntitle: Mehr\n---\nMehr davon.\n"),
            ("content/de/more/mehr.csv", "a,b\n"),
            ("content/uz/secret.md", "---\ntitle: Secret\n---\nNot yet.\n"),
            ("content/uz/secret.csv", "a,b\n"),
        ],
    )
    .report(&expect![[r#"
        warning[not-imported]: content/en/old.org is not Markdown, and was left out
         --> content/en/old.org:1:1
          |
        1 | a,b
          | ^
          |
          = help: convert it to Markdown, and import the site again

        warning[not-imported]: the templates of Hugo were not converted
         |
         = help: the new site has the plain theme in themes/plain; the manual says which template function replaces which

    "#]])
    .urls(&expect![[r#"
        / /404 /de/ /de/docs/ /de/docs/a/ /de/more/ /docs/ /docs/a/
    "#]])
    .files("public/", &expect![[r#"
        de/docs/liste.csv
        de/more/mehr.csv
        docs/plan.csv
        only/Deep/List.csv
        top.csv
    "#]]);
}

/// `ref` becomes the address that its place needs, and shortcodes within HTML stay within it.
#[test]
fn shortcodes_in_html() {
    imported(
        "hugo",
        &[
            ("hugo.toml", "baseURL = \"https://a.example/sub/\"\ntitle = \"A\"\n[languages.en]\nweight = 1\n[languages.de]\nweight = 2\n"),
            ("layouts/shortcodes/form.html", "<form>{{ if true }}{{ .Get \"x\" }}{{ end }}</form>"),
            ("layouts/shortcodes/box.html", "<section>{{ if true }}{{ .Inner }}{{ end }}</section>"),
            ("static/plan.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8 8\"><path d=\"M1 7V3h6v4z\"/></svg>"),
            ("content/docs/a.md", "---\ntitle: First\n---\n## X\n"),
            ("content/docs/a.de.md", "---\ntitle: Eins\n---\n## X\n"),
            ("content/docs/b.md", "---\ntitle: Second\n---\n<a href=\"{{< ref \"a.md\" >}}\">one</a>, <a href='{{% relref \"a\" %}}#x'>two</a>, {{< relref \"a\" >}}, {{< ref \"a#x\" >}}, [three]({{< ref \"a\" >}}), [four](<{{< ref \"a\" >}}>), [five]\n\n[five]: {{< relref \"a.md\" >}}\n"),
            ("content/docs/b.de.md", "---\ntitle: Zwei\n---\n<a href=\"{{< ref \"a.md\" >}}\">eins</a>, [zwei]({{< ref \"a.md\" >}})\n"),
            ("content/docs/c.md", "---\ntitle: Third\n---\n<div>\n    <div>\n      {{< form >}}\n    </div>\n</div>\n\n- a\n\n  <div>\n      {{< figure src=\"/plan.svg\" alt=\"A plan\" >}}\n  </div>\n\n<div>\n    {{< box >}}\n      <p>b</p>\n    {{< /box >}}\n    <p>c</p>\n</div>\n\n<div>\n    {{% box %}}\n\n    <p>d</p>\n\n    {{% /box %}}\n</div>\n"),
            ("content/docs/d.html", "---\ntitle: Fourth\n---\n  <div>\n\n      {{< form >}}\n\n      <a href=\"{{< ref \"docs/a.md\" >}}\">a</a>\n  </div>\n"),
        ],
    )
    .report(&expect![[r#"
        warning[not-imported]: the shortcode `box` is used 2 times, as <Box>
         |
         = help: write its HTML in themes/plain/templates/components/box.html, which shows only the text between its tags

        warning[not-imported]: the shortcode `form` is used 2 times, as <Form>
         |
         = help: write its HTML in themes/plain/templates/components/form.html, which shows nothing yet

        warning[not-imported]: the templates of Hugo were not converted
         |
         = help: the new site has the plain theme in themes/plain; the manual says which template function replaces which

    "#]])
    .file("content/docs/b.md", &expect![[r#"
        +++
        title = "Second"
        +++
        <a href="/docs/a/">one</a>, <a href='/docs/a/#x'>two</a>, /sub/docs/a/, https://a.example/sub/docs/a/#x, [three](a.md), [four](<a.md>), [five]

        [five]: a.md
    "#]])
    .file("content/docs/b.de.md", &expect![[r#"
        +++
        title = "Zwei"
        +++
        <a href="/de/docs/a/">eins</a>, [zwei](a.de.md)
    "#]])
    .file("content/docs/c.md", &expect![[r#"
        +++
        title = "Third"
        +++
        <div>
            <div>
              <Form />
            </div>
        </div>

        - a

          <div>

          ![A plan](/images/plan.svg)

          </div>

        <div>

        <Box>

        <p>b</p>

        </Box>

        <p>c</p>
        </div>

        <div>

        <Box>

            <p>d</p>

        </Box>

        </div>
    "#]])
    .file("content/docs/d.md", &expect![[r#"
        +++
        title = "Fourth"
        +++
          <div>
              <Form />
              <a href="/docs/a/">a</a>
          </div>
    "#]]);
}

/// Text that Goldmark reads in another way, files beside a document, and what other hosts showed.
#[test]
fn texts_of_goldmark() {
    let plan = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8 8\"><path d=\"M1 7V3h6v4z\"/></svg>";
    imported(
        "hugo",
        &[
            ("hugo.toml", "baseURL = \"https://a.example/\"\ntitle = \"A\"\n[markup.goldmark.parser]\nautoHeadingIDType = \"blackfriday\"\nautoDefinitionTermID = true\n"),
            ("layouts/shortcodes/img.html", "<img src=\"{{ .Get \"src\" }}\">{{ if true }}{{ end }}"),
            ("content/post/a/index.md", "---\ntitle: First\n---\n![A plan](p.svg) {{< img src=\"r.svg\" src=\"q.svg\" >}}\n"),
            ("content/post/a/p.svg", plan),
            ("content/post/a/q.svg", plan),
            ("content/post/a/cover.svg", plan),
            ("content/post/b.md", "---\ntitle: Second\n---\n## What's new?\n\nOptions\n: They are ~old~ new.\n\n## Options\n\nSee [them](#options-1).\n\nC|D\n:--|:--|:--\n3|4\n\nterm\n\n:   The film\n\n    [![x y](https://b.example/x.jpg)](https://c.example)\n\nas in\n\n    ```{r, eval=TRUE}\n    1\n    ```\n\n{{< youtube abc123 >}}\n\n{{< gist user 1 >}}\n"),
        ],
    )
    .report(&expect![[r#"
        warning[not-imported]: 2 shortcodes such as `{{< youtube abc123 >}}` became links
          --> content/post/b.md:29:1
           |
        29 | {{< youtube abc123 >}}
           | ^^^^^^^^^^^^^^^^^^^^^^
           |
           = help: visitors saw a film, a post, or code on the page: to show it again, write a component with its <iframe>, and allow the host with [[allow]] in content/structure.toml

        warning[not-imported]: pages show files of other hosts: https://b.example
         |
         = help: content/structure.toml allows each in [[allow]]; save the files in content/images/ or public/, and remove it

        warning[not-imported]: the shortcode `img` is used once, as <Img>
         |
         = help: write its HTML in themes/plain/templates/components/img.html, which shows nothing yet

        warning[not-imported]: the templates of Hugo were not converted
         |
         = help: the new site has the plain theme in themes/plain; the manual says which template function replaces which

    "#]])
    .file("content/post/b.md", &expect![[r#"
        +++
        title = "Second"
        +++
        ## What's new? {#what-s-new}

        <span id="options">Options</span>
        : They are ~~old~~ new.

        ## Options {#options-1}

        See [them](#options-1).

        C|D | |
        :--|:--|:--
        3|4

        <span id="term">term</span>

        :   The film

            [![x y](https://b.example/x.jpg)](https://c.example)

        as in

            ```{r, eval=TRUE}
            1
            ```

        [Video on YouTube](https://www.youtube.com/watch?v=abc123)

        [Code on GitHub](https://gist.github.com/user/1)
    "#]])
    .lines("dist/post/b/index.html", "<th", &expect![[r#"
        <div class="table-scroll" tabindex="0"><table><thead><tr><th class="align-left">C</th><th class="align-left">D</th><th class="align-left"></th></tr></thead><tbody>
    "#]])
    .lines("content/post/a/index.md", "plan", &expect![[r#"
        ![A plan](p.svg) <Img src="/images/post/a/q.svg" />
    "#]])
    .files("public/", &expect![[r#"
        post/a/cover.svg
        post/a/p.svg
        post/a/q.svg
    "#]]);
}
