//! The import of lists whose entries have URLs elsewhere, of URLs that documents say themselves, and of drafts with the URL of a page.

use expect_test::expect;

use super::{imported, read};

type Files = &'static [(&'static str, &'static str)];

/// A list shows the entries of its section wherever their URLs are; that of a section within another one only its own.
#[test]
fn lists_of_entries_elsewhere() {
    const HUGO: (&str, &str) =
        ("hugo.toml", "baseURL = \"https://a.example/\"\ntitle = \"A\"\n[permalinks]\npost = \"/:year/:month/:slug/\"\n");
    let rows: [(&str, Files, &str, &str); 6] = [
        (
            "hugo",
            &[
                HUGO,
                ("content/post/a.md", "---\ntitle: A\ndate: 2024-05-01\n---\nOne.\n"),
                ("content/post/b.md", "---\ntitle: B\ndate: 2024-05-02\n---\nTwo.\n"),
            ],
            "post",
            "/2024/05/b/ /2024/05/a/",
        ),
        (
            "hugo",
            &[
                ("hugo.toml", "baseURL = \"https://a.example/\"\ntitle = \"A\"\n"),
                ("content/docs/_index.md", "---\ntitle: Docs\n---\n"),
                ("content/docs/a.md", "---\ntitle: A\n---\nOne.\n"),
                ("content/docs/in/_index.md", "---\ntitle: In\n---\n"),
                ("content/docs/in/b.md", "---\ntitle: B\n---\nTwo.\n"),
                ("content/docs/c.md", "---\ntitle: C\nurl: /c/\n---\nThree.\n"),
            ],
            "docs/in",
            "/docs/in/b/",
        ),
        (
            "hugo",
            &[
                ("hugo.toml", "baseURL = \"https://a.example/\"\ntitle = \"A\"\n"),
                ("content/docs/a.md", "---\ntitle: A\n---\nOne.\n"),
                ("content/docs/c.md", "---\ntitle: C\nurl: /c.html\n---\nThree.\n"),
            ],
            "docs",
            "/docs/a/ /c.html",
        ),
        (
            "jekyll",
            &[
                ("_config.yml", "title: A\nurl: https://a.example\n"),
                (
                    "blog/index.html",
                    "---\ntitle: Blog\n---\n<ul>{% for post in site.posts %}<li>{{ post.title }}</li>{% endfor %}</ul>\n",
                ),
                ("_posts/2024-05-01-a.md", "---\ntitle: A\n---\nOne.\n"),
            ],
            "blog",
            "/2024/05/01/a.html",
        ),
        (
            "zola",
            &[
                ("config.toml", "base_url = \"https://a.example\"\ntitle = \"A\"\n"),
                ("content/posts/_index.md", "+++\ntitle = \"Posts\"\n+++\n"),
                ("content/posts/a.md", "+++\ntitle = \"A\"\npath = \"2024/a\"\n+++\nOne.\n"),
            ],
            "posts",
            "/2024/a/",
        ),
        (
            "astro",
            &[
                ("astro.config.mjs", "export default defineConfig({ site: 'https://a.example' });\n"),
                ("src/content/blog/a.md", "---\ntitle: A\n---\nOne.\n"),
                ("src/pages/blog/index.astro", "---\nconst posts = await getCollection('blog');\n---\n"),
                ("src/pages/posts/[slug].astro", "---\nconst posts = await getCollection('blog');\n---\n<Content />\n"),
            ],
            "blog",
            "/posts/a/",
        ),
    ];
    for (generator, files, list, expected) in rows {
        let site = imported(generator, files).builds();
        let page = read(&site.new_site().join(format!("dist/{list}/index.html")));
        let main = page.split("<main").nth(1).unwrap_or_default();
        let links = main.split("<a href=\"").skip(1);
        let links: Vec<&str> = links.filter_map(|rest| rest.split('"').next()).collect();
        assert_eq!(links.join(" "), expected, "{generator} {list}");
    }
}

/// Texts of a collection of Jekyll that are no Markdown, old URLs that end with `index.html`, code between tags, and comments.
#[test]
fn texts_of_jekyll() {
    imported(
        "jekyll",
        &[
            (
                "_config.yml",
                "title: A\nurl: https://a.example\ncollections:\n  licenses:\n    output: true\n    permalink: /licenses/:path/\n  notes:\n    output: true\n",
            ),
            ("_licenses/mit.txt", "---\ntitle: MIT\nredirect_from: /old/index.html\n---\nUse *it*,\n\n    <b> \"as is\".\n"),
            ("_licenses/gpl.textile", "---\ntitle: GPL\n---\nh1. It\n"),
            ("_licenses/logo.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>\n"),
            ("_notes/a.txt", "---\ntitle: A\n---\nNote.\n"),
            (
                "_posts/2024-05-01-page.md",
                "---\ntitle: Page\n---\nWrite it:\n\n{% highlight html %}\n<!DOCTYPE html>\n<head>\n<title>A</title>\n</head>\n{% endhighlight %}\n\n<div>\n  <!-- <p>\n\n  </p> -->\n  <p>Shown.</p>\n</div>\n",
            ),
        ],
    )
    .report(&expect![[r#"
        warning[not-imported]: this file is not Markdown, and was left out
         --> _licenses/gpl.textile:1:1
          |
        1 | ---
          | ^
          |
          = help: write a document as Markdown in content/, and data as a list in content/lists/

        warning[not-imported]: this file is a template, and was left out
         --> _notes/a.txt:1:1
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
        / /2024/05/01/page.html /404 /licenses/mit/
    "#]])
    .lines("content/licenses/mit.md", "", &expect![[r#"
        +++
        title = "MIT"
        aliases = ["/old/"]
        +++
        ```text
        Use *it*,

        <b> "as is".
        ```
    "#]])
    .lines("content/posts/page.md", "", &expect![[r#"
        +++
        title = "Page"
        date = 2024-05-01
        +++
        Write it:

        ```html
        <!DOCTYPE html>
        <head>
        <title>A</title>
        </head>
        ```

        <div>
        <!-- <p>
        </p> -->
        <p>Shown.</p>
        </div>
    "#]])
    .files("public", &expect![[r#"
        licenses/logo.svg
    "#]]);
}

/// URLs that are complete have no code of the language twice, and without one they are redirected.
#[test]
fn complete_urls_of_languages() {
    let hugo = |prefix: &str| {
        format!(
            "baseURL = \"https://a.example/\"\ntitle = \"A\"\n{prefix}[languages.en]\nweight = 1\n[languages.be]\nweight = 2\n"
        )
    };
    let pages: [(&str, &str); 5] = [
        ("content/p/_index.be.md", "---\ntitle: P\nurl: /be/prices\n---\nP.\n"),
        ("content/r.be.md", "---\ntitle: R\nurl: rel/x\n---\nR.\n"),
        ("content/s.be.md", "---\ntitle: S\nurl: /rooted/\n---\nS.\n"),
        ("content/t.md", "---\ntitle: T\nurl: /en/t/\n---\nT.\n"),
        ("content/u.be.md", "---\ntitle: U\nurl: /better/\n---\nU.\n"),
    ];
    for (settings, urls, redirects) in [
        (hugo(""), "/ /404 /be/ /be/better/ /be/prices/ /be/rel/x/ /be/rooted/ /en/t/", "aliases = [\"/rooted/\"]\n"),
        (
            hugo("defaultContentLanguageInSubdir = true\n"),
            "/ /404 /be/ /be/better/ /be/prices/ /be/rel/x/ /be/rooted/ /t/",
            "aliases = [\"/rooted/\"]\n",
        ),
    ] {
        let mut files = vec![("hugo.toml", settings.as_str())];
        files.extend(pages);
        let site = imported("hugo", &files).builds();
        let found = read(&site.new_site().join("content/pages/rooted.be.md"));
        assert!(found.contains(redirects), "{found}");
        assert!(found.contains("guid = \"https://a.example/rooted/\"\n"), "{found}");
        assert_eq!(site.list_of_urls(), urls);
    }
}

/// A draft, or a page that is only published for some time, leaves its URL to a page.
#[test]
fn drafts_with_the_url_of_a_page() {
    imported(
        "jekyll",
        &[
            ("_config.yml", "title: A\nurl: https://a.example\npermalink: /:title/\n"),
            ("_drafts/2022-04-12-lead.md", "---\ntitle: Draft\n---\nOld.\n"),
            ("_posts/2022-04-12-lead.md", "---\ntitle: Lead\n---\nNew.\n"),
            ("_posts/2022-04-13-other.md", "---\ntitle: Other\npublished: false\npermalink: /lead/\n---\nOther.\n"),
        ],
    )
    .report(&expect![[r#"
        warning[not-imported]: this page is not published, or not always, and gave up the URL /lead/ of another one for /lead-2/
         --> _drafts/2022-04-12-lead.md:1:1
          |
        1 | ---
          | ^
          |
          = help: delete it if it is only an earlier version of the other one
          = help: the same once more: this page is not published, or not always, and gave up the URL /lead/ of another one for /lead-3/ (_posts/2022-04-13-other.md)

        warning[not-imported]: the templates of Jekyll were not converted
         |
         = help: the new site has the plain theme in themes/plain; the manual says which template function replaces which

    "#]])
    .urls(&expect![[r#"
        / /404 /lead/
    "#]]);
    imported(
        "zola",
        &[
            ("config.toml", "base_url = \"https://a.example\"\ntitle = \"A\"\n"),
            ("content/a.md", "+++\ntitle = \"A\"\ndraft = true\nslug = \"x\"\n+++\nOld.\n"),
            ("content/b.md", "+++\ntitle = \"B\"\nslug = \"x\"\n+++\nNew.\n"),
            ("content/c.md", "+++\ntitle = \"C\"\ndraft = true\n+++\nAlone.\n"),
        ],
    )
    .report(&expect![[r#"
        warning[not-imported]: this page is not published, or not always, and gave up the URL /x/ of another one for /x-2/
         --> content/a.md:1:1
          |
        1 | +++
          | ^
          |
          = help: delete it if it is only an earlier version of the other one

        warning[not-imported]: the templates of Zola were not converted
         |
         = help: the new site has the plain theme in themes/plain; the manual says which template function replaces which

    "#]])
    .urls(&expect![[r#"
        / /404 /x/
    "#]]);
}
