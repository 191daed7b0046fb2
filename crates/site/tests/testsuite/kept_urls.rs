//! URLs of a site that moved here from another generator: with a slash at the end, with a date and `.html`, and in other scripts.

use std::path::Path;

use expect_test::expect;

use crate::bakery::{Bakery, copy};
use crate::findings::shown;
use crate::server::Server;

/// Returns the site of `tests/moved`.
fn moved() -> Bakery {
    let bakery = Bakery::empty();
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/moved"), bakery.root());
    bakery
}

/// Each page answers at its own URL, and every other form of the URL is redirected to it.
#[test]
fn one_url_for_each_page() {
    let built = moved().success();
    let server = Server::start(built.root());
    for (path, status, location) in [
        ("/", 200, None),
        ("/index.html", 301, Some("/")),
        ("/blog/", 200, None),
        ("/blog", 301, Some("/blog/")),
        ("/blog.html?a=1", 301, Some("/blog/?a=1")),
        ("/blog/index.html", 301, Some("/blog/")),
        ("/blog//", 404, None),
        ("/blog/.html", 404, None),
        ("/blog/page/2/", 200, None),
        ("/blog/page/2", 301, Some("/blog/page/2/")),
        ("/guides/maps/", 200, None),
        ("/2015/01/first.html", 200, None),
        ("/2015/01/first", 301, Some("/2015/01/first.html")),
        ("/2015/01/first/", 301, Some("/2015/01/first.html")),
        ("/2015/3/third/", 301, Some("/2015/03/third.html")),
        ("/2015/3/third", 301, Some("/2015/03/third.html")),
        ("/archive", 301, Some("/blog/")),
        ("/archive/", 301, Some("/blog/")),
        ("/map/x", 200, None),
        ("/404", 200, None),
        ("/404/", 301, Some("/404")),
        ("/google1234.html", 200, None),
        ("/google1234", 404, None),
        ("/hi/", 200, None),
        ("/hi", 301, Some("/hi/")),
        ("/%E6%96%B0%E9%97%BB/", 200, None),
        ("/%E6%96%B0%E9%97%BB", 301, Some("/%E6%96%B0%E9%97%BB/")),
        ("/news/", 301, Some("/%D0%BD%D0%BE%D0%B2%D0%BE%D1%81%D1%82%D0%B8/")),
        ("/hi/%E0%A4%AA%E0%A4%B0%E0%A4%BF%E0%A4%9A%E0%A4%AF/", 200, None),
        ("/tags/%E5%9C%B0%E5%9B%BE/page/2/", 200, None),
        ("/2015/02/%D0%B2%D1%82%D0%BE%D1%80%D0%B0%D1%8F.html", 200, None),
    ] {
        let answer = server.get(path);
        assert_eq!((answer.status, answer.header("location")), (status, location), "{path}");
    }
}

#[test]
#[rustfmt::skip]
fn files_and_hosts() {
    let built = moved().args("build --quiet --host-files nginx,caddy,cloudfront,netlify").success();
    let lines = |file: &str, words: &[&str]| {
        let text = built.read(file);
        let lines = text.lines().filter(|line| words.iter().any(|word| line.contains(word)));
        lines.map(|line| line.trim().to_owned() + "\n").collect::<String>()
    };
    expect![[r#"
        <link rel="canonical" href="https://notes.example/2015/02/%D0%B2%D1%82%D0%BE%D1%80%D0%B0%D1%8F.html">
        <nav aria-label="Path"><a href="/">Field Notes from three valleys</a> <a href="/2015/02/вторая.html">The second note</a> </nav>
    "#]].assert_eq(&lines("dist/2015/02/вторая.html", &["canonical", "aria-label"]));
    expect![[r#"
        <link rel="canonical" href="https://notes.example/hi/%E0%A4%AA%E0%A4%B0%E0%A4%BF%E0%A4%9A%E0%A4%AF/">
        <link rel="alternate" hreflang="en" href="https://notes.example/%E0%A4%AA%E0%A4%B0%E0%A4%BF%E0%A4%9A%E0%A4%AF/">
        <link rel="alternate" hreflang="hi" href="https://notes.example/hi/%E0%A4%AA%E0%A4%B0%E0%A4%BF%E0%A4%9A%E0%A4%AF/">
        <nav aria-label="Path"><a href="/">Field Notes from three valleys</a> <a href="/hi/">तीन घाटियों की बातें</a> <a href="/hi/परिचय/">परिचय</a> </nav>
    "#]].assert_eq(&lines("dist/hi/परिचय/index.html", &["canonical", "hreflang", "aria-label"]));
    expect![[r#"
        <loc>https://notes.example/2015/02/%D0%B2%D1%82%D0%BE%D1%80%D0%B0%D1%8F.html</loc>
        <loc>https://notes.example/hi/</loc>
        <loc>https://notes.example/hi/%E0%A4%AA%E0%A4%B0%E0%A4%BF%E0%A4%9A%E0%A4%AF/</loc>
    "#]].assert_eq(&lines("dist/sitemap.xml", &["/2015/02", "/hi/"]));
    expect![[r#"
        <id>https://notes.example/index.xml</id>
        <id>https://old.example/?p=12&amp;x</id>
        <id>https://notes.example/2015/02/%D0%B2%D1%82%D0%BE%D1%80%D0%B0%D1%8F.html</id>
        <id>https://notes.example/2015/01/first.html</id>
    "#]].assert_eq(&lines("dist/index.xml", &["<id>"]));
    expect![[r#"
        <guid isPermaLink="false">https://old.example/?p=12&amp;x</guid>
        <guid>https://notes.example/2015/02/%D0%B2%D1%82%D0%BE%D1%80%D0%B0%D1%8F.html</guid>
        <guid>https://notes.example/2015/01/first.html</guid>
    "#]].assert_eq(&lines("dist/rss.xml", &["<guid"]));
    expect![[r#"
        location = "/2015/01/first.html" { try_files "/2015/01/first.html" =404; }
        location = "/2015/01/first" { return 301 "/2015/01/first.html$is_args$args"; }
        location = "/2015/01/first/" { return 301 "/2015/01/first.html$is_args$args"; }
        location = "/2015/01/first/index.html" { return 301 "/2015/01/first.html$is_args$args"; }
        location = "/guides/" { try_files "/guides/index.html" =404; }
        location = "/guides" { return 301 "/guides/$is_args$args"; }
        location = "/guides.html" { return 301 "/guides/$is_args$args"; }
        location = "/guides/index.html" { return 301 "/guides/$is_args$args"; }
        location = "/guides/maps/" { try_files "/guides/maps/index.html" =404; }
        location = "/guides/maps" { return 301 "/guides/maps/$is_args$args"; }
        location = "/guides/maps.html" { return 301 "/guides/maps/$is_args$args"; }
        location = "/guides/maps/index.html" { return 301 "/guides/maps/$is_args$args"; }
    "#]].assert_eq(&lines("dist-host/nginx.conf", &["guides", "first"]));
    expect![[r#"
        "/2015/01/first" "/2015/01/first.html" "?" "" 301
        "/2015/01/first/" "/2015/01/first.html" "?" "" 301
        "/2015/01/first/index.html" "/2015/01/first.html" "?" "" 301
        "/guides" "/guides/" "?" "" 301
        "/guides.html" "/guides/" "?" "" 301
        "/guides/index.html" "/guides/" "?" "" 301
        "/guides/maps" "/guides/maps/" "?" "" 301
        "/guides/maps.html" "/guides/maps/" "?" "" 301
        "/guides/maps/index.html" "/guides/maps/" "?" "" 301
        map {path} {site_file} {
        "/2015/01/first.html" "/2015/01/first.html"
        "/guides/" "/guides/index.html"
        "/guides/maps/" "/guides/maps/index.html"
        @file expression `{site_file} != ""`
        rewrite {site_file}
    "#]].assert_eq(&lines("dist-host/Caddyfile", &["guides", "first", "site_file"]));
    expect![[r#"
        "key": "/2015/01/first",
        "value": "301 /2015/01/first.html"
        "key": "/2015/01/first.html",
        "value": "200 /2015/01/first.html"
        "key": "/guides",
        "value": "301 /guides/"
        "key": "/guides/",
        "value": "200 /guides/index.html"
        "key": "/guides/maps",
        "value": "301 /guides/maps/"
        "key": "/guides/maps/",
        "value": "200 /guides/maps/index.html"
    "#]].assert_eq(&lines("dist-host/routes.json", &["guides", "first"]));
    expect![[r#"
        /2015/3/third /2015/03/third.html 301!
        /archive /blog/ 301!
        /news /%D0%BD%D0%BE%D0%B2%D0%BE%D1%81%D1%82%D0%B8/ 301!
        /%D1%81%D1%82%D0%B0%D1%80%D0%BE%D0%B5 /%D0%BD%D0%BE%D0%B2%D0%BE%D1%81%D1%82%D0%B8/ 301!
        /map/* /blog/index.html 200
    "#]].assert_eq(&lines("dist/_redirects", &["/"]));
}

#[test]
#[rustfmt::skip]
fn links_with_another_ending() {
    let links = "[a](/blog) [b](/guides.html) [c](/2015/01/first) [d](/2015/01/first/) [e](/новости) [f](/%D0%BD%D0%BE%D0%B2%D0%BE%D1%81%D1%82%D0%B8/)\n";
    let bakery = moved().write("content/pages/x.md", format!("+++\ntitle = \"X\"\ndescription = \"A page.\"\n+++\n{links}"));
    expect![[r#"
        content/pages/x.md:5:5 «/blog» error[broken-link]: /blog has no trailing slash
          help: write /blog/
        content/pages/x.md:5:16 «/guides.html» error[broken-link]: there is no page or file /guides.html
          help: write /guides/: URLs of pages have no extension
        content/pages/x.md:5:34 «/2015/01/first» error[broken-link]: /2015/01/first is redirected to another URL
          help: write /2015/01/first.html
        content/pages/x.md:5:54 «/2015/01/first/» error[broken-link]: /2015/01/first/ is redirected to another URL
          help: write /2015/01/first.html
        content/pages/x.md:5:75 «/новости» error[broken-link]: /%D0%BD%D0%BE%D0%B2%D0%BE%D1%81%D1%82%D0%B8 has no trailing slash
          help: write /новости/
    "#]].assert_eq(&shown(bakery, 1));
    // Two collections that make two forms of one URL.
    let second = "\n[[collection]]\nname = \"more\"\ndir = \"more\"\nschema = \"schemas/page.json\"\nroute = \"/{slug}\"\ntemplate = \"page.html\"\n";
    let bakery = moved()
        .append("content/structure.toml", second)
        .write("content/more/blog.md", "+++\ntitle = \"Blog again\"\ndescription = \"Another page.\"\n+++\nText.\n");
    expect![[r#"
        content/pages/blog.md:1:1 «+++» error[duplicate-route]: /blog and /blog/ are two forms of one URL (the second)
          help: rename one of them, or change its `slug`
          note: content/more/blog.md:1:1 «+++» the first is here
    "#]].assert_eq(&shown(bakery, 1));
}
