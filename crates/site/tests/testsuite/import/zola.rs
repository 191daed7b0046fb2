//! A site of Zola.

use expect_test::expect;

use super::imported;

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
            ("content/blog/winter.de.md", "+++\ntitle = \"Winter\"\npath = \"frost/erster\"\ndate = 2019-12-01\n+++\nEs ist kalt.\n"),
            ("static/img/shovel.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8 8\"><path d=\"M1 7V3h6v4z\"/></svg>"),
            ("static/robots.txt", "User-agent: *\n"),
            ("static/.htaccess", "Redirect /a /b\n"),
            ("static/.well-known/security.txt", "Contact: mailto:me@garden.example\n"),
            ("templates/shortcodes/note.html", "<aside>{{ body }}</aside>\n"),
        ],
    )
    .report(&expect![[r#"
        warning[not-imported]: static/.htaccess was left out, because its name begins with a dot
         |
         = help: of such files, only those in .well-known/ are published: write what the host reads into its settings

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
        / /404 /about/ /blog/ /blog/page/2/ /blog/soil/ /blog/uber-wind/ /de/ /de/blog/soil/ /de/frost/erster/ /frost/first/ /tags/ /tags/c/ /tags/erde/
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
    .lines("content/blog/frost/erster.de.md", "=", &expect![[r#"
        title = "Winter"
        date = 2019-12-01
        guid = "https://garden.example/frost/erster/"
        aliases = ["/frost/erster/"]
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
        title = "{title} ({number})"
        description = "{title} ({number})"

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

        [[feed]]
        route = "/atom.xml"
        collection = "blog"
        title = "{{ site.name }}"

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
            "guid": {
              "type": "string",
              "description": "The id of the entry in feeds, as in the old site."
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

/// Some dates are only in paths, tables of front matter have dates in quotes, and terms have pages with numbers.
#[test]
fn dates_and_feeds() {
    imported(
        "zola",
        &[
            ("config.toml", "title = \"Notes\"\nbase_url = \"https://notes.example\"\ngenerate_feeds = true\nfeed_filenames = [\"feed.xml\", \"feed.json\"]\ntaxonomies = [{ name = \"tags\", paginate_by = 5, rss = true }]\n[extra]\nmenu = [{ name = \"Away\", url = \"https://away.example/\" }, { name = \"Blog\", url = \"$BASE_URL/blog\" }]\n[markdown]\nrender_emoji = true\n"),
            ("templates/feed.xml", "<rss></rss>"),
            ("content/blog/_index.md", "+++\ntitle = \"Blog\"\nsort_by = \"date\"\n+++\n"),
            ("content/blog/soil.md", "+++\ntitle = \"Soil\"\npath = \"2020/01/02/soil\"\n[taxonomies]\ntags = [\"Erde\", \"index\"]\n[extra]\nupdated = \"2020-02-03\"\n+++\nOff :rocket:! See [wind] and @[Mara](https://mara.example).\n\n[wind]:   @/blog/2021-03-04_wind.md#a\n\n<a HREF=\"http://notes.example/blog/wind/\">Wind</a> <img src=\"/vane.svg\" srcset=\"https://notes.example/vane.svg 2x\" alt=\"A vane\">\n"),
            ("static/vane.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8 8\"><path d=\"M1 7V3h6v4z\"/></svg>"),
            ("content/blog/2021-03-04_wind.md", "+++\ntitle = \"Wind\"\n+++\n## Of the *north* {#a}\n"),
        ],
    )
    .report(&expect![[r#"
        warning[not-imported]: the feed feed.json was left out
         |
         = help: feeds are Atom or RSS here; redirect its URL to one of them

        warning[not-imported]: this feed has a template of its own, which was not converted
         --> templates/feed.xml:1:1
          |
        1 | <rss></rss>
          | ^
          |
          = help: compare the entries of the feed and their ids with those of the old one, and correct its [[feed]] in content/structure.toml

        warning[not-imported]: the templates of Zola were not converted
         |
         = help: the new site has the plain theme in themes/plain; the manual says which template function replaces which

    "#]])
    .urls(&expect![[r#"
        / /2020/01/02/soil/ /404 /blog/ /blog/wind/ /tags/ /tags/erde/ /tags/index-2/
    "#]])
    .file("content/blog/2020/01/02/soil.md", &expect![[r#"
        +++
        title = "Soil"
        date = 2020-01-02
        updated = 2020-02-03
        tags = ["Erde", "index"]
        +++
        Off 🚀! See [wind] and @[Mara](https://mara.example).

        [wind]:   ../../../blog/wind.md#a

        <a HREF="/blog/wind/">Wind</a> <img src="/vane.svg"  alt="A vane">
    "#]])
    .lines("content/structure.toml", "from = ", &expect![[r#"
        from = "/tags/index/"
        from = "/tags/index/feed.xml"
        from = "/tags/erde/page/1/"
        from = "/tags/index-2/page/1/"
    "#]])
    .lines("content/structure.toml", "route = \"/tags", &expect![[r#"
        route = "/tags/{slug}/"
        route = "/tags/{slug}/feed.xml"
    "#]])
    .lines("content/menus.toml", "url", &expect![[r#"
        url = "https://away.example/"
        url = "/blog/"
    "#]])
    .lines("dist/feed.xml", "<guid", &expect![[r#"
        <guid>https://notes.example/blog/wind/</guid>
        <guid>https://notes.example/2020/01/02/soil/</guid>
    "#]]);
}

#[test]
fn template_of_a_feed() {
    imported(
        "zola",
        &[
            ("config.toml", "title = \"Notes\"\nbase_url = \"https://notes.example/\"\ngenerate_feeds = true\nfeed_filenames = [\"rss.xml\"]\ntheme = \"t\"\n"),
            ("content/_index.md", "+++\ntitle = \"Notes\"\n+++\nAll notes.\n"),
            ("content/soil.md", "+++\ntitle = \"Soil\"\ndate = 2020-01-02\n+++\nThree layers.\n"),
            ("themes/t/templates/rss.xml", "<rss>{% for page in pages %}<guid>tag:{{ page.slug }}</guid>{% endfor %}</rss>\n"),
            ("templates/atom.xml", "<feed></feed>\n"),
        ],
    )
    .report(&expect![[r#"
        warning[not-imported]: this feed has a template of its own, which was not converted
         --> themes/t/templates/rss.xml:1:1
          |
        1 | <rss>{% for page in pages %}<guid>tag:{{ page.slug }}</guid>{% endfor %}</rss>
          | ^
          |
          = help: compare the entries of the feed and their ids with those of the old one, and correct its [[feed]] in content/structure.toml

        warning[not-imported]: the templates of Zola were not converted
         |
         = help: the new site has the plain theme in themes/plain; the manual says which template function replaces which

    "#]]);
}

/// Hosts without redirects need a file for `/soil.html`, even beside the page `/soil/`.
#[test]
fn files_beside_folders() {
    imported(
        "zola",
        &[
            ("config.toml", "title = \"Garden Notes\"\nbase_url = \"https://garden.example\"\n"),
            ("content/_index.md", "+++\ntitle = \"Garden Notes\"\n+++\n"),
            (
                "content/soil.md",
                "+++\ntitle = \"Soil\"\naliases = [\"soil.html\", \"soil\", \"erde.html\", \"erde/\"]\n+++\nThree layers.\n",
            ),
        ],
    )
    .report(&expect![[r#"
        warning[not-imported]: the templates of Zola were not converted
         |
         = help: the new site has the plain theme in themes/plain; the manual says which template function replaces which

    "#]])
    .lines(
        "content/pages/soil.md",
        "aliases",
        &expect![[r#"
        aliases = ["/soil.html", "/erde.html", "/erde/"]
    "#]],
    );
}

/// Dates in paths, names that differ in capitals, and a page at the URL of a term.
#[test]
fn zola_dates_and_authors() {
    imported(
        "zola",
        &[
            ("config.toml", "title = \"Garden Notes\"\nbase_url = \"https://garden.example/\"\ntaxonomies = [{ name = \"authors\", paginate_by = 5 }]\n"),
            ("static/plans/index.html", "<!doctype html><html lang=\"en\"><title>Plans</title><h1>Plans</h1></html>\n"),
            ("content/blog/draft.md", "+++\ntitle = \"Draft\"\npath = \"blog/2021/03/05/draft\"\ndraft = true\n[taxonomies]\nauthors = [\"Nobody\"]\n+++\nNot yet.\n"),
            ("content/blog/_index.md", "+++\ntitle = \"All notes\"\nsort_by = \"date\"\n+++\n"),
            ("content/blog/first.md", "+++\ntitle = \"Soil\"\npath = \"blog/2020/01/02/soil\"\n[taxonomies]\nauthors = [\"Mara B\"]\n+++\nThree layers, see [the plans](../../../../../plans/).\n"),
            ("content/blog/second.md", "+++\ntitle = \"More soil\"\npath = \"blog/2021/03/04/Soil\"\n+++\nAs [before](@/blog/first.md), by [Mara](@/authors/mara-b.md).\n"),
            ("content/plan.md", "+++\ntitle = \"Plan\"\npath = \"Plan\"\n+++\nSee [the other](@/other.md).\n"),
            ("content/other.md", "+++\ntitle = \"Other\"\npath = \"plan\"\n+++\nAnother plan: [*print*](javascript:print()) or <a href=\"javascript:show()\">show</a> or <a href=javascript:hide()>hide</a> it.\n"),
            ("content/authors/_index.md", "+++\ntitle = \"Authors\"\n+++\n"),
            ("content/authors/mara-b.md", "+++\ntitle = \"Mara\"\n+++\nShe digs.\n"),
        ],
    )
    .report(&expect![[r#"
        warning[not-imported]: the text of the term `Mara B` was left out
         --> content/authors/mara-b.md:4:1
          |
        4 | She digs.
          | ^
          |
          = help: show it on the page of the term: write it as a document without a URL, and name it in themes/plain/templates/term.html

        warning[not-imported]: `javascript:print()` was left out, because browsers would refuse it
         --> content/other.md:5:25
          |
        5 | Another plan: [*print*](javascript:print()) or <a href="javascript:show()">show</a> or <a href=javascript:hide()>hide</a> it.
          |                         ^^^^^^^^^^^^^^^^^^
          |
          = help: listen to the event in a script of the theme, if visitors need it
          = help: the same 2 times more: `href="javascript:show()"` was left out, because browsers would refuse it (content/other.md); `href=javascript:hide()` was left out, because browsers would refuse it (content/other.md)

        warning[not-imported]: the templates of Zola were not converted
         |
         = help: the new site has the plain theme in themes/plain; the manual says which template function replaces which

    "#]])
    .urls(&expect![[r#"
        / /404 /authors/ /authors/mara-b/ /blog/ /blog/2020/01/02/soil/ /blog/2021/03/04/Soil/ /plan-2/ /plan/
    "#]])
    .lines("content/pages/plan.md", "Another", &expect![[r#"
        Another plan: *print* or <a >show</a> or <a >hide</a> it.
    "#]])
    .lines("content/pages/plan-2.md", "the other", &expect![[r#"
        See [the other](plan.md).
    "#]])
    .files("content/blog", &expect![[r#"
        2021/03/04/Soil.md
        draft.md
        soil.md
    "#]])
    .lines("content/blog/soil.md", "plans", &expect![[r#"
        Three layers, see [the plans](/plans/index.html).
    "#]])
    .lines("content/blog/2021/03/04/Soil.md", "before", &expect![[r#"
        As [before](../../../soil.md), by [Mara](/authors/mara-b/).
    "#]])
    .lines("content/structure.toml", "route", &expect![[r#"
        route = "/{path}/"
        route = "/blog/{year}/{month}/{day}/{slug}/"
        route = "/authors/{slug}/"
    "#]]);
}
