//! The import of lists, sections, and feeds of Hugo.

use expect_test::expect;

use super::imported;

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

/// Feeds of sections have the entries that they had, taxonomies may have their old name, and a plain home page is left out.
#[test]
fn feeds_and_files_of_pages() {
    imported(
        "hugo",
        &[
            ("hugo.toml", "baseURL = \"https://a.example/\"\ntitle = \"A\"\ntheme = \"plain\"\n[indexes]\ntag = \"tags\"\ntopic = \"topics\"\n"),
            ("themes/plain/layouts/_default/rss.xml", "<rss><channel>{{ range .Pages }}{{ end }}</channel></rss>"),
            ("layouts/news/list.rss.xml", "<rss><channel>{{ range .Pages }}{{ end }}</channel></rss>"),
            ("static/index.html", "<!DOCTYPE html><p>The old home page.</p>"),
            ("static/404.html", "<!DOCTYPE html><p>The old error page.</p>"),
            ("static/_redirects", "/x/:id /y/:id\n"),
            ("content/docs/_index.md", "---\ntitle: Docs\n---\nAll of it.\n"),
            ("content/docs/a.md", "---\ntitle: First\ntopics: [Vim, Go lang]\n---\nIn the section.\n"),
            ("content/docs/part/b.md", "---\ntitle: Second\n---\nIn a folder.\n"),
            ("content/docs/sub/_index.md", "---\ntitle: Sub\n---\nMore of it.\n"),
            ("content/docs/sub/c.md", "---\ntitle: Third\n---\nIn a section within it.\n"),
            ("content/docs/sub/deep/_index.md", "---\ntitle: Deep\n---\nThe rest.\n"),
            ("content/docs/sub/deep/d.md", "---\ntitle: Fourth\n---\nFarther within it.\n"),
        ],
    )
    .report(&expect![[r#"
        warning[not-imported]: the feeds have a template of their own, which was not converted
         --> themes/plain/layouts/_default/rss.xml:1:1
          |
        1 | <rss><channel>{{ range .Pages }}{{ end }}</channel></rss>
          | ^
          |
          = help: compare the entries of the feeds with those of the old ones, and correct each [[feed]] in content/structure.toml
          = help: the same once more: layouts/news/list.rss.xml

        warning[not-imported]: the redirect of the host from /x/:id was left out
         --> static/_redirects:1:1
          |
        1 | /x/:id /y/:id
          | ^^^^^^
          |
          = help: here, a redirect leads from one URL, or from all below it, to another one: write those that you need as [[redirect]] in content/structure.toml

        warning[not-imported]: 404.html was left out, because a page has its URL
         |
         = help: write what it showed into content/pages/404.md

        warning[not-imported]: index.html was left out, because a page has its URL
         |
         = help: write what it showed into content/pages/index.md

        warning[not-imported]: the templates of Hugo were not converted
         |
         = help: the new site has the plain theme in themes/plain; the manual says which template function replaces which

    "#]])
    .urls(&expect![[r#"
        / /404 /docs/ /docs/a/ /docs/part/b/ /docs/sub/ /docs/sub/c/ /docs/sub/deep/ /docs/sub/deep/d/ /topics/ /topics/go-lang/ /topics/vim/
    "#]])
    .lines("dist/docs/index.xml", "<guid", &expect![[r#"
        <guid>https://a.example/docs/a/</guid>
        <guid>https://a.example/docs/part/b/</guid>
    "#]])
    .lines("dist/docs/sub/index.xml", "<guid", &expect![[r#"
        <guid>https://a.example/docs/sub/c/</guid>
    "#]])
    .lines("dist/docs/sub/deep/index.xml", "<guid", &expect![[r#"
        <guid>https://a.example/docs/sub/deep/d/</guid>
    "#]])
    .lines("content/structure.toml", "except", &expect![[r#"
        except = ["/docs/sub/*"]
        except = ["/docs/sub/deep/*"]
    "#]]);
}

/// A list of a section within another one has its own entries only, also if their URLs are elsewhere.
#[test]
fn sections_within_sections() {
    let post = |title: &str, day: usize| format!("---\ntitle: {title}\ndate: 2026-01-0{day}\n---\nText.\n");
    let posts = [post("First", 1), post("Second / third", 2), post("Fourth", 3), post("Fifth", 4)];
    imported(
        "hugo",
        &[
            ("hugo.toml", "baseURL = \"https://a.example/\"\ntitle = \"A\"\npaginate = 1\n[permalinks]\nblog = \"/:section/:year/:slug/\"\n[languages.en]\n[languages.de]\n"),
            ("content/blog/_index.md", "---\ntitle: Blog\n---\nAll of it.\n"),
            ("content/blog/news/_index.md", "---\ntitle: News\n---\nNew.\n"),
            ("content/blog/news/a.md", &posts[0]),
            ("content/blog/news/b.md", &posts[1]),
            ("content/blog/tips/_index.md", "---\ntitle: Tips\n---\nGood.\n"),
            ("content/blog/tips/c.md", &posts[2]),
            ("content/docs/_index.md", "---\ntitle: Docs\n---\nHow.\n"),
            ("content/docs/use/_index.md", "---\ntitle: Use\n---\nHow to use it.\n"),
            ("content/docs/use/d.md", &posts[3]),
            ("content/docs/use/e.md", &posts[0]),
            ("content/docs/f.md", &posts[1]),
        ],
    )
    .report(&expect![[r#"
        warning[not-imported]: the templates of Hugo were not converted
         |
         = help: the new site has the plain theme in themes/plain; the manual says which template function replaces which

    "#]])
    .urls(&expect![[r#"
        / /404 /blog/ /blog/2026/first/ /blog/2026/fourth/ /blog/2026/second-/-third/ /blog/news/ /blog/news/page/2/ /blog/page/2/ /blog/page/3/ /blog/tips/ /docs/ /docs/f/ /docs/page/2/ /docs/page/3/ /docs/use/ /docs/use/d/ /docs/use/e/ /docs/use/page/2/ /page/2/ /page/3/
    "#]])
    .lines("dist/blog/news/index.xml", "<guid", &expect![[r#"
        <guid>https://a.example/blog/2026/second-/-third/</guid>
        <guid>https://a.example/blog/2026/first/</guid>
    "#]])
    .lines("dist/blog/tips/index.xml", "<guid", &expect![[r#"
        <guid>https://a.example/blog/2026/fourth/</guid>
    "#]])
    .lines("content/structure.toml", "collection = ", &expect![[r#"
        collection = ["blog_news", "blog_tips"]
        collection = "blog_news"
        collection = "docs"
        collection = "docs"
        collection = "docs"
        collection = ["docs", "blog_news", "blog_tips"]
        collection = ["blog_news", "blog_tips"]
        collection = "docs"
        collection = "blog_news"
        collection = "blog_tips"
        collection = "docs"
    "#]])
    .lines("content/structure.toml", "pages = ", &expect![[r#"
        pages = "/docs/use/*"
        pages = "/docs/use/*"
    "#]])
    .lines("content/structure.toml", "from = ", &expect![[r#"
        from = "/blog/page/1/"
        from = "/blog/news/page/1/"
        from = "/blog/tips/page/1/"
        from = "/docs/page/1/"
        from = "/docs/use/page/1/"
        from = "/page/1/"
        from = "/categories/"
        from = "/categories/index.xml"
        from = "/de/sitemap.xml"
        from = "/en/"
        from = "/en/sitemap.xml"
        from = "/tags/"
        from = "/tags/index.xml"
    "#]]);
}
