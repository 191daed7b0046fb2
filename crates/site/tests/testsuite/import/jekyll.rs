//! A site of Jekyll.

use expect_test::expect;

use super::imported;

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
         = help: write its HTML in themes/plain/templates/components/note.html, which shows only text

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
        title = "{title} ({number})"
        description = "{title} ({number})"

        [[feed]]
        route = "/feed.xml"
        collection = "posts"
        title = "{{ site.name }}"
        limit = 10
    "##]])
    .lines("dist/feed.xml", "<id>", &expect![[r#"
        <id>https://blog.example/feed.xml</id>
        <id>https://blog.example/notes/2021/03/04/Second_Post</id>
        <id>https://blog.example/notes/2020/01/02/first-post</id>
    "#]]);
}

/// A theme's gem may name the plugins, pages of a collection may be lists of terms, and templates may be feeds.
#[test]
fn archives_and_templates() {
    imported(
        "jekyll",
        &[
            ("_config.yml", "title: A Blog\nurl: https://blog.example\npermalink: /posts/:title/\ncollections:\n  tabs:\n    output: true\n    permalink: /:title/\njekyll-archives:\n  enabled: [year, categories, tags]\n  permalinks:\n    tag: /tags/:name/\n    category: /categories/:name/\n"),
            ("theme.gemspec", "spec.add_runtime_dependency \"jemoji\", \"~> 1\"\n"),
            ("_tabs/tags.md", "---\nlayout: tags\ntitle: Tags\n---\n"),
            ("feed.xml", "---\n---\n<feed>{% for post in site.posts limit: 5 %}<id>{{ post.url }}</id>{% endfor %}</feed>\n"),
            ("assets/main.scss", "---\n---\n@import \"a\";\n"),
            ("_posts/2020-01-02-first.md", "---\ntitle: First\ncategories: [Write-up, CTF]\ntags: [a b, c]\nmath: true\n---\nIt is $ x^2 $, $\\ce{H2O}$, or \\$5.\n"),
            ("_posts/2020-01-03-second.md", "---\ntitle: Second\ntags: [c]\n---\nFrom $5 to $10. :rocket: ![A *plan*](/no.png \"Of\")\n"),
        ],
    )
    .report(&expect![[r#"
        warning[not-imported]: the lists of posts of each year were left out
         |
         = help: list the posts by year on a page, and redirect the old URLs to it

        warning[not-imported]: this formula cannot be read, and became code
         --> _posts/2020-01-02-first.md:7:17
          |
        7 | It is $ x^2 $, $\ce{H2O}$, or \$5.
          |                 ^^^^^^^^
          |
          = help: write it with other commands of LaTeX, between dollar signs

        warning[not-imported]: this picture does not exist, so its description is shown
         --> _posts/2020-01-03-second.md:5:38
          |
        5 | From $5 to $10. :rocket: ![A *plan*](/no.png "Of")
          |                                      ^^^^^^^
          |
          = help: show the picture that was meant, or leave its description out

        warning[not-imported]: this file is a template, and was left out
         --> assets/main.scss:1:1
          |
        1 | ---
          | ^
          |
          = help: write what visitors need of it into the theme, or as a file in public/

        warning[not-imported]: the templates of Jekyll were not converted
         |
         = help: the new site has the plain theme in themes/plain; the manual says which template function replaces which

    "#]])
    .urls(&expect![[r#"
        / /404 /categories/ /categories/ctf/ /categories/write-up/ /posts/first/ /posts/second/ /tags/ /tags/a-b/ /tags/c/
    "#]])
    .file("content/posts/first.md", &expect![[r#"
        +++
        title = "First"
        math = true
        date = 2020-01-02
        guid = "/posts/first/"
        categories = ["Write-up", "CTF"]
        tags = ["a b", "c"]
        +++
        It is $x^2$, `$\ce{H2O}$`, or \$5.
    "#]])
    .file("content/posts/second.md", &expect![[r#"
        +++
        title = "Second"
        date = 2020-01-03
        guid = "/posts/second/"
        tags = ["c"]
        +++
        From \$5 to \$10. 🚀 A *plan*
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
        name = "posts"
        dir = "posts"
        schema = "schemas/posts.json"
        route = "/posts/{path}/"
        template = "page.html"
        sort = "-date"
        summaries = true
        heading_ids = "kramdown"
        math = true
        highlight = true
        markdown = ["definition-lists"]

        [[collection]]
        name = "tabs"
        dir = "tabs"
        schema = "schemas/tabs.json"
        route = "/{path}/"
        template = "page.html"
        summaries = true
        heading_ids = "kramdown"
        highlight = true
        markdown = ["definition-lists"]

        [[taxonomy]]
        name = "categories"
        collection = "posts"
        field = "categories"
        route = "/categories/{slug}/"
        template = "term.html"
        parent = "/categories/"
        title = "{term}"
        description = "{{ site.name }}: {term}"
        page_title = "{title} ({number})"
        page_description = "{description} ({number})"

        [[taxonomy]]
        name = "tags"
        collection = "posts"
        field = "tags"
        route = "/tags/{slug}/"
        template = "term.html"
        parent = "/tags/"
        title = "{term}"
        description = "{{ site.name }}: {term}"
        page_title = "{title} ({number})"
        page_description = "{description} ({number})"

        [[feed]]
        route = "/feed.xml"
        collection = "posts"
        title = "{{ site.name }}"
        limit = 5
    "##]]);
}

/// Kramdown reads Markdown in HTML if an attribute says so, and themes write titles unescaped.
#[test]
fn markdown_in_html() {
    imported(
        "jekyll",
        &[
            ("_config.yml", "title: R&amp;D\nurl: https://blog.example\n"),
            ("index.md", "---\ntitle: Home &#8211; all\n---\n* TOC\n{:toc}\n\n<div class=\"note\" markdown=\"1\">\n**Mind** [this](about.html?a=1&amp;b=2).\n</div>\nMore *text*.\n"),
            ("about.md", "---\ntitle: About\n---\nText.\n"),
            ("_redirects", "/old /about 301\n/q/* /about.html\n/gone /nowhere\n/api/* https://api.example/:splat 200\n"),
        ],
    )
    .report(&expect![[r#"
        warning[not-imported]: the redirect of the host from /api/* was left out
         --> _redirects:4:1
          |
        4 | /api/* https://api.example/:splat 200
          | ^^^^^^
          |
          = help: here, a redirect leads from one URL, or from all below it, to another one: write those that you need as [[redirect]] in content/structure.toml

        warning[not-imported]: /gone redirects to /nowhere, which does not exist
         |
         = help: it was left out; write it as [[redirect]] in content/structure.toml if you need it

        warning[not-imported]: this page had a list of its headings
         --> index.md:1:1
          |
        1 | ---
          | ^
          |
          = help: show `page.toc` in themes/plain/templates/page.html where readers need it

        warning[not-imported]: the templates of Jekyll were not converted
         |
         = help: the new site has the plain theme in themes/plain; the manual says which template function replaces which

    "#]])
    .file("content/pages/index.md", &expect![[r#"
        +++
        title = "Home – all"
        template = "home.html"
        +++
        <div class="note">

        **Mind** [this](/about.html?a=1&b=2).

        </div>

        More *text*.
    "#]])
    .lines("dist/index.html", "<strong>", &expect![[r#"
        <p><strong>Mind</strong> <a href="/about.html?a=1&amp;b=2">this</a>.</p>
    "#]])
    .lines("content/structure.toml", "from = ", &expect![[r#"
        from = "/old"
        from = "/q/*"
    "#]])
    .lines("content/site.toml", "name", &expect![[r#"
        name = "R&D"
    "#]]);
}

/// Dates are in the time zone of the site, and URLs that this program cannot have are redirected.
#[test]
fn dates_and_categories() {
    imported(
        "jekyll",
        &[
            ("_config.yml", "title: A\nurl: https://blog.example\npermalink: ordinal\ntimezone: Asia/Tokyo\nplugins: [jekyll-feed]\ncollections:\n  recipes:\n    output: true\n    permalink: /r/:path/\n    sort_by: weight\n"),
            ("_posts/2024-1-1-late.md", "---\ntitle: Late\ncategories: [Odds & ends]\ndate: 2024-01-01 20:00:00 +0000\n---\nWritten late.\n"),
            ("_posts/2024-01-03-local.md", "---\ntitle: 2024\ndate: 2024-1-3 20:00\n---\nWritten in Tokyo.\n"),
            ("_posts/undated.md", "---\ntitle: Undated\n---\nNot published.\n"),
            ("_recipes/bread.md", "---\ntitle: Bread\nweight: 1\n---\nBake it.\n"),
            ("_recipes/list.txt", "Flour\n"),
        ],
    )
    .report(&expect![[r#"
        warning[not-imported]: Jekyll does not publish _posts/undated.md, and it was left out
         --> _posts/undated.md:1:1
          |
        1 | ---
          | ^
          |
          = help: write a date before its name, as in 2026-04-30-name.md, to publish it

        warning[not-imported]: the templates of Jekyll were not converted
         |
         = help: the new site has the plain theme in themes/plain; the manual says which template function replaces which

    "#]])
    .urls(&expect![[r#"
        / /2024/003/local.html /404 /odds-ends/2024/002/late.html /r/bread/
    "#]])
    .lines("content/posts/odds-ends/2024/002/late.md", " = ", &expect![[r#"
        title = "Late"
        date = 2024-01-02T05:00:00+09:00
        categories = ["Odds & ends"]
        guid = "https://blog.example/odds%20&%20ends/2024/002/late"
        aliases = ["/odds & ends/2024/002/late.html"]
    "#]])
    .lines("content/structure.toml", "sort = ", &expect![[r#"
        sort = "-date"
        sort = "weight"
    "#]])
    .lines("content/site.toml", "utc_offset", &expect![[r#"
        utc_offset = "+09:00"
    "#]])
    .lines("dist/r/list.txt", "", &expect![[r#"
        Flour
    "#]])
    .lines("dist/feed.xml", "<id>", &expect![[r#"
        <id>https://blog.example/feed.xml</id>
        <id>https://blog.example/2024/003/local</id>
        <id>https://blog.example/odds%20&amp;%20ends/2024/002/late</id>
    "#]]);
}

/// A home page without front matter is a file at the URL of a page.
#[test]
fn a_home_page_without_front_matter() {
    imported(
        "jekyll",
        &[
            ("_config.yml", "url: https://a.example\ntitle: A\n"),
            ("index.html", "<!DOCTYPE html><html><body><p>Welcome.</p></body></html>\n"),
            ("404.html", "<!DOCTYPE html><html><body><p>Nothing here.</p></body></html>\n"),
            ("_posts/2024-01-02-a.md", "---\ntitle: First\n---\nThe first post.\n"),
        ],
    )
    .report(&expect![[r#"
        warning[not-imported]: 404.html was left out, because a page has its URL
         |
         = help: write what it showed into content/pages/404.md

        warning[not-imported]: index.html was left out, because a page has its URL
         |
         = help: write what it showed into content/pages/index.md

        warning[not-imported]: the templates of Jekyll were not converted
         |
         = help: the new site has the plain theme in themes/plain; the manual says which template function replaces which

    "#]])
    .urls(&expect![[r#"
        / /2024/01/02/a.html /404
    "#]]);
}

/// Settings of the collection of posts, days in UTC, formulas, data, and includes in Markdown.
#[test]
fn posts_as_a_collection() {
    imported(
        "jekyll",
        &[
            ("_config.yml", "title: T\nurl: https://e.example\ncollections_dir: all\npaginate: 1\npaginate_path: \"page:num\"\nplugins: [jekyll-paginate]\ncollections:\n  posts:\n    permalink: \"/news/:year/:month/:day/:title/\"\n    output: true\n"),
            ("_data/ruby.yml", "min: 2.7.0\n"),
            ("_includes/note.md", "Some *{{ include.what }}*.\n"),
            ("index.html", "---\ntitle: Home\n---\n{% for post in paginator.posts %}{{ post.title }}{% endfor %}\n"),
            ("all/_posts/2024-01-02-a.md", "---\ntitle: A\ncategories: [release]\n---\nRuby {{ site.data.ruby.min }}.\n\n{% include note.md what=\"text\" %}\n\n[![A logo][logo]](https://other.example)\n\n[logo]: http://files.example/logo.svg\n"),
            ("all/_posts/2020-06-11-b.md", "---\ntitle: B\ndate: 2020-06-11 18:48:42 -0700\n---\nHalf, $$ \\frac{1}{2} $$, costs $5.\n"),
            ("all/_posts/2024-01-03-c.md", "---\ntitle: C\nhidden: true\n---\n{% for i in (1..3) %}{{ i }}{% endfor %}Three.\n"),
            ("poem.md", "---\ntitle: Poem\n---\n> 红豆生南国\n是很遥远的事情\n\n它**「出乎意料」**且。\n\nA | B\n--|--|\n1 | 2\n"),
            ("about.md", "---\ntitle: About\n---\n{% assign x = 1 | plus: 2 %}See [this][1] and [that][b].\n\n[1]: {{ x.url }}\n[b]: /about.html\n"),
        ],
    )
    .report(&expect![[r#"
        warning[not-imported]: this file is not Markdown, and was left out
         --> _data/ruby.yml:1:1
          |
        1 | min: 2.7.0
          | ^
          |
          = help: write a document as Markdown in content/, and data as a list in content/lists/

        warning[not-imported]: this date is another day in UTC, and so is the URL
         --> all/_posts/2020-06-11-b.md:3:1
          |
        3 | date: 2020-06-11 18:48:42 -0700
          | ^
          |
          = help: GitHub Pages builds in UTC, as the settings have no `timezone`; the URL of the day as written is redirected. If that was the right one, write `timezone` in _config.yml, and import again

        warning[not-imported]: this post was not in the pages of lists, and is in them now
         --> all/_posts/2024-01-03-c.md:1:1
          |
        1 | ---
          | ^
          |
          = help: they leave out nothing because of `hidden`: move such posts to a collection of their own with the same URLs, and add it to the feeds

        warning[not-imported]: index.html is a template
         --> index.html:4:1
          |
        4 | {% for post in paginator.posts %}{{ post.title }}{% endfor %}
          | ^
          |
          = help: its page was created without a text; write it as a template in themes/plain/templates

        warning[not-imported]: the break between these lines was a space, and shows nothing now
         --> poem.md:4:3
          |
        4 | > 红豆生南国
          |   ^^^^^^^^^^
          |
          = help: write two spaces at the end of a line of a poem, or a space between words on one line

        warning[not-imported]: a text has a program of Liquid, which was left out
         --> about.md:4:1
          |
        4 | {% assign x = 1 | plus: 2 %}See [this][1] and [that][b].
          | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          |
          = help: write in Markdown what it showed, or a component of the theme
          = help: the same once more: all/_posts/2024-01-03-c.md

        warning[not-imported]: pages show files of other hosts: https://files.example
         |
         = help: content/structure.toml allows each in [[allow]]; save the files in content/images/ or public/, and remove it

        warning[not-imported]: the templates of Jekyll were not converted
         |
         = help: the new site has the plain theme in themes/plain; the manual says which template function replaces which

    "#]])
    .urls(&expect![[r#"
        / /404 /about.html /news/2020/06/12/b/ /news/2024/01/02/a/ /news/2024/01/03/c/ /page2/ /page3/ /poem.html
    "#]])
    .file("content/posts/a.md", &expect![[r#"
        +++
        title = "A"
        date = 2024-01-02
        categories = ["release"]
        +++
        Ruby 2.7.0.

        Some *text*.

        [![A logo][logo]](https://other.example)

        [logo]: https://files.example/logo.svg
    "#]])
    .lines("content/posts/b.md", " ", &expect![[r#"
        title = "B"
        date = 2020-06-12T01:48:42Z
        math = true
        Half, $$\frac{1}{2}$$, costs $5.
    "#]])
    .lines("content/html-pages/about.md", "[", &expect![[r#"
        See this and [that][b].
        [b]: /about.html
    "#]])
    .file("content/html-pages/poem.md", &expect![[r#"
        +++
        title = "Poem"
        +++
        > 红豆生南国
        是很遥远的事情

        它<strong>「出乎意料」</strong>且。

        A | B
        --|--|
        1 | 2
    "#]])
    .lines("content/structure.toml", "/2020/06/1", &expect![[r#"
        from = "/news/2020/06/11/b/"
        to = "/news/2020/06/12/b/"
    "#]]);
}

/// Pictures that browsers showed, scripts in attributes, and names in angle brackets are no errors in the new site.
#[test]
fn pages_that_browsers_showed() {
    imported(
        "jekyll",
        &[
            ("_config.yml", "title: Kiln\nurl: https://kiln.example\n"),
            ("index.md", "---\ntitle: Kiln\n---\n![Heat over time](/img/heat.svg)\n\n![A note of another program](/img/lfs.png)\n\n<button type=\"button\" onclick=\"show()\" style=\"p { color: red }\">All</button>\n\nA List<Pot> is sorted.\n\n<!-- {% comment %} Later. {% endcomment %} -->\n"),
            ("img/heat.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8 8\" onload=\"init(evt)\"><path d=\"M1 7V3h6v4z\"/></svg>"),
            ("img/lfs.png", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"),
        ],
    )
    .report(&expect![[r#"
        warning[not-imported]: `onclick="show()"` was left out, because browsers would refuse it
         --> index.md:8:23
          |
        8 | <button type="button" onclick="show()" style="p { color: red }">All</button>
          |                       ^^^^^^^^^^^^^^^^
          |
          = help: listen to the event in a script of the theme, if visitors need it

        warning[not-imported]: img/heat.svg runs a script or loads a file, so it stays in public/
         |
         = help: without that, it can be in content/images/

        warning[not-imported]: img/lfs.png is a note of Git LFS about a file, not the file itself
         |
         = help: run `git lfs pull` in the old site, and import it again

        warning[not-imported]: the templates of Jekyll were not converted
         |
         = help: the new site has the plain theme in themes/plain; the manual says which template function replaces which

    "#]])
    .file("content/pages/index.md", &expect![[r#"
        +++
        title = "Kiln"
        template = "home.html"
        +++
        ![Heat over time](/img/heat.svg)

        ![A note of another program](/img/lfs.png)

        <button type="button"  >All</button>

        A List&lt;Pot> is sorted.

        <!--  Later.  -->
    "#]]);
}
