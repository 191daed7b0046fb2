//! URLs with unusual characters in the configuration files for hosts: escaped by each format's rules, or refused.

use expect_test::expect;

use crate::bakery::{Bakery, Built};
use crate::findings::shown;

fn with_rules(rules: &str) -> Bakery {
    Bakery::new().append("content/structure.toml", rules)
}

/// Returns the lines of a file that contain one of the words, without their indentation and without the values of policies.
fn lines(built: &Built, file: &str, words: &[&str]) -> String {
    let text = built.read(file);
    let lines = text.lines().filter(|line| words.iter().any(|word| line.contains(word)));
    lines.map(|line| line.split(" \"default-src").next().unwrap().trim().to_owned() + "\n").collect()
}

#[test]
#[rustfmt::skip]
fn what_no_host_can_be_told_is_refused() {
    // Rules with `{}` for a value, the place of the value, its key, and the help.
    let from = ("[[redirect]]\nfrom = {}\nto = \"/about\"\n", "62:8", "from",
        "  help: the old URL, not percent-encoded, without a query; or the beginning of URLs followed by /*\n  help: for example `/old-page`\n");
    let to = ("[[redirect]]\nfrom = \"/a\"\nto = {}\n", "63:6", "to", "  help: the new URL; /* at its end stands for the same rest of the URL as in `from`\n  help: for example `/new-page`\n");
    let prefix = ("[[rewrite]]\nfrom = {}\nto = \"/about\"\n", "62:8", "from",
        "  help: the URLs: a prefix, followed by /*\n  help: for example `/old/*`\n");
    let page = ("[[rewrite]]\nfrom = \"/a/*\"\nto = {}\n", "63:6", "to", "  help: the page that answers\n  help: for example `/page`\n");
    let feed = ("[[feed]]\nroute = {}\ncollection = \"journal\"\ntitle = \"Feed\"\n", "62:9", "route",
        "  help: its URL, which ends with .xml; with {slug} for the feeds of terms\n  help: for example `/news/feed.xml`\n");
    let frame = ("[[frame]]\npage = \"/about\"\nhosts = [{}]\n", "63:10", "hosts", "  help: for example `https://www.example.com`\n");
    for ((rules, place, key, help), value) in [
        (from, r#""/a\nlocation / { return 200; }""#),
        (from, r#"'/a"; return 200; #'"#),
        (from, r#""/{$HOME}""#),
        (from, r#""/a*""#),
        (from, r"'/a\'"),
        (to, r#""/about\n/* /evil 301""#),
        (to, r#""https://e.example/\r\nSet-Cookie: a""#),
        (prefix, r#""/a b/*""#),
        (page, r#""/order.txt; deny all""#),
        (feed, r#""/a;b.xml""#),
        (feed, r#""/../feed.xml""#),
        (frame, r#""https://e.example;script-src *""#),
    ] {
        let bakery = with_rules(&format!("\n{}", rules.replace("{}", value)));
        let wrong = format!("content/structure.toml:{place} «{value}» error[wrong-form]: `{key}` has the wrong format\n{help}");
        assert_eq!(shown(bakery, 1), wrong);
    }
}

#[test]
#[rustfmt::skip]
fn every_other_character_is_escaped() {
    let rules = "\n[[redirect]]\nfrom = \"/alt; $x'y ü\"\nto = \"/about?a=$b&c='d e'&{f}\"\nstatus = 302\n";
    let built = with_rules(rules)
        .write("content/checks.toml", "[rules]\nunportable-name = \"off\"\n")
        .write("public/a \"b\"; {$HOME} c.html", "")
        .args("build --quiet --host-files netlify,nginx,caddy,cloudfront")
        .success();
    let lines = |file: &str| lines(&built, file, &["alt", "HOME", "{*"]);
    expect![[r#"
        location = "/alt; $x'y ü" { return 302 "/about?a=%24b&c=%27d%20e%27&%7Bf%7D$site_more"; }
        location = "/alt; $x'y ü.html" { return 302 "/about?a=%24b&c=%27d%20e%27&%7Bf%7D$site_more"; }
        location = "/alt; $x'y ü/" { return 302 "/about?a=%24b&c=%27d%20e%27&%7Bf%7D$site_more"; }
        location = "/alt; $x'y ü/index.html" { return 302 "/about?a=%24b&c=%27d%20e%27&%7Bf%7D$site_more"; }
        location = "/a \"b\"; {$HOME} c.html" { }
        location = "/a \"b\"; {$HOME} c" { return 404; }
        location = "/a \"b\"; {$HOME} c/" { return 404; }
        location = "/a \"b\"; {$HOME} c/index.html" { return 404; }
    "#]].assert_eq(&lines("dist-host/nginx.conf"));
    expect![[r#"
        "/alt; $x'y ü" "/about?a=%24b&c=%27d%20e%27&%7Bf%7D" "&" "" 302
        "/alt; $x'y ü.html" "/about?a=%24b&c=%27d%20e%27&%7Bf%7D" "&" "" 302
        "/alt; $x'y ü/" "/about?a=%24b&c=%27d%20e%27&%7Bf%7D" "&" "" 302
        "/alt; $x'y ü/index.html" "/about?a=%24b&c=%27d%20e%27&%7Bf%7D" "&" "" 302
        not path_regexp `^/(a \"b\"\; \{\$HOME\} c|index)/$`
        not path_regexp `^/(a \"b\"\; \{\$HOME\} c|index)/index\.html$`
        not path_regexp `^/(a \"b\"\; \{\$HOME\} c|index)\.html$`
        @plain path_regexp `^/(a \"b\"\; \{\$HOME\} c|index)$`
    "#]].assert_eq(&lines("dist-host/Caddyfile"));
    expect![[r#"
        /alt%3B%20$x%27y%20%C3%BC /about?a=%24b&c=%27d%20e%27&%7Bf%7D 302!
    "#]].assert_eq(&lines("dist/_redirects"));
    expect![[r#"
        "key": "/a \"b\"; {$HOME} c.html",
        "value": "200 /a%20%22b%22%3B%20%7B$HOME%7D%20c.html"
        "key": "/alt; $x'y ü",
    "#]].assert_eq(&lines("dist-host/routes.json"));
}

/// nginx and Caddy match decoded paths. Netlify and CloudFront's function match paths as browsers send them.
#[test]
#[rustfmt::skip]
fn paths_outside_of_ascii() {
    let built = with_rules(
            "\n[[collection]]\nname = \"sizes\"\ndir = \"sizes\"\nschema = \"schemas/page.json\"\nroute = \"/größen/{slug}\"\ntemplate = \"size.html\"\n\
             [[rewrite]]\nfrom = \"/größe/*\"\nto = \"/größen/klein\"\n\
             [[frame]]\npage = \"/größen/klein\"\nhosts = [\"https://maps.example\"]\n\
             [[redirect]]\nfrom = \"/groß[1]\"\nto = \"/about\"\n",
        )
        .write("content/sizes/klein.md", "+++\ntitle = \"Small\"\ndescription = \"Loaves for one or two people.\"\n+++\n")
        .template("size", "<iframe title=\"x\" src=\"https://maps.example/x\"></iframe>")
        .write("content/checks.toml", "[rules]\nunportable-name = \"off\"\n")
        .write("public/groß 100%?.html", "")
        .args("build --quiet --host-files netlify,nginx,caddy,cloudfront")
        .success();
    let lines = |file: &str| lines(&built, file, &["/gro", "/grö", "/gr%C3", "{query}"]);
    expect![[r#"
        "/größen/klein.html"
        location = "/groß[1]" { return 301 "/about$is_args$args"; }
        location = "/groß[1].html" { return 301 "/about$is_args$args"; }
        location = "/groß[1]/" { return 301 "/about$is_args$args"; }
        location = "/groß[1]/index.html" { return 301 "/about$is_args$args"; }
        location = "/größe/" { return 404; }
        location ^~ "/größe/" { try_files $uri $uri.html @rewrite1; }
        location @rewrite1 { try_files "/größen/klein.html" =404; }
        location = "/groß 100%?.html" { }
        location = "/groß 100%?" { return 404; }
        location = "/groß 100%?/" { return 404; }
        location = "/groß 100%?/index.html" { return 404; }
    "#]].assert_eq(&lines("dist-host/nginx.conf"));
    expect![[r#"
        @policy0 path_regexp `^/größen/klein$`
        "/groß[1]" "/about" "?" "" 301
        "/groß[1].html" "/about" "?" "" 301
        "/groß[1]/" "/about" "?" "" 301
        "/groß[1]/index.html" "/about" "?" "" 301
        @moved_with_query expression `{site_page} != "" && {query} != ""`
        redir @moved_with_query {site_page}{site_joint}{query}{site_anchor} {site_status}
        not path_regexp `^(/order/.+|/größe/.+)$`
        not path_regexp `^(/order/.+|/größe/.+)$`
        path_regexp `^/größe/.+$`
        rewrite @rewrite1 "/größen/klein.html"
    "#]].assert_eq(&lines("dist-host/Caddyfile"));
    expect![[r#"
        /gro%C3%9F%5B1%5D /about 301!
        /gr%C3%B6%C3%9Fe/* /gr%C3%B6%C3%9Fen/klein.html 200
    "#]].assert_eq(&lines("dist/_redirects"));
    expect![[r#"
        "value": "/order/ /about.html\n/gr%C3%B6%C3%9Fe/ /gr%C3%B6%C3%9Fen/klein.html"
        "key": "/groß 100%?.html",
        "value": "200 /gro%C3%9F%20100%25%3F.html"
        "key": "/groß[1]",
        "key": "/größen/klein",
        "value": "200 /gr%C3%B6%C3%9Fen/klein.html"
    "#]].assert_eq(&lines("dist-host/routes.json"));
}

/// An alias of a document is a redirect on every host. An alias of a page in another language gets no language prefix.
#[test]
#[rustfmt::skip]
fn aliases_of_documents() {
    let built = Bakery::new()
        .replace("content/site.toml", "theme", "languages = { hi = { name = \"Hindi\" } }\ntheme")
        .page_with("visit", "aliases = [\"/came\", \"/ou est\"]\n", "[Here](/came).\n")
        .page_with("visit.hi", "aliases = [\"/hi/came\"]\n", "Here.\n")
        .args("build --quiet --host-files netlify,nginx,caddy,cloudfront")
        .success();
    let lines = |file: &str| -> String {
        let text = built.read(file);
        let lines = text.lines().filter(|line| line.contains("/visit") && line.contains("301"));
        lines.map(|line| line.trim().to_owned() + "\n").collect()
    };
    expect![[r#"
        location = "/came" { return 301 "/visit$is_args$args"; }
        location = "/came.html" { return 301 "/visit$is_args$args"; }
        location = "/came/" { return 301 "/visit$is_args$args"; }
        location = "/came/index.html" { return 301 "/visit$is_args$args"; }
        location = "/hi/came" { return 301 "/hi/visit$is_args$args"; }
        location = "/hi/came.html" { return 301 "/hi/visit$is_args$args"; }
        location = "/hi/came/" { return 301 "/hi/visit$is_args$args"; }
        location = "/hi/came/index.html" { return 301 "/hi/visit$is_args$args"; }
        location = "/ou est" { return 301 "/visit$is_args$args"; }
        location = "/ou est.html" { return 301 "/visit$is_args$args"; }
        location = "/ou est/" { return 301 "/visit$is_args$args"; }
        location = "/ou est/index.html" { return 301 "/visit$is_args$args"; }
    "#]].assert_eq(&lines("dist-host/nginx.conf"));
    expect![[r#"
        "/came" "/visit" "?" "" 301
        "/came.html" "/visit" "?" "" 301
        "/came/" "/visit" "?" "" 301
        "/came/index.html" "/visit" "?" "" 301
        "/hi/came" "/hi/visit" "?" "" 301
        "/hi/came.html" "/hi/visit" "?" "" 301
        "/hi/came/" "/hi/visit" "?" "" 301
        "/hi/came/index.html" "/hi/visit" "?" "" 301
        "/ou est" "/visit" "?" "" 301
        "/ou est.html" "/visit" "?" "" 301
        "/ou est/" "/visit" "?" "" 301
        "/ou est/index.html" "/visit" "?" "" 301
    "#]].assert_eq(&lines("dist-host/Caddyfile"));
    expect![[r#"
        /came /visit 301!
        /hi/came /hi/visit 301!
        /ou%20est /visit 301!
    "#]].assert_eq(&lines("dist/_redirects"));
    expect![[r#"
        "value": "301 /visit"
        "value": "301 /hi/visit"
        "value": "301 /visit"
    "#]].assert_eq(&lines("dist-host/routes.json"));
}

/// GitHub Pages has no redirects: pages take their place, and a finding names what no page can redirect.
#[test]
fn pages_take_the_place_of_redirects() {
    let rules = "\n[[redirect]]\nfrom = \"/2020/old post\"\nto = \"/about?a=1&b#x\"\n\
                 [[redirect]]\nfrom = \"/old.html\"\nto = \"https://other.example/\"\n\
                 [[redirect]]\nfrom = \"/feed.rss\"\nto = \"/about\"\n";
    let built = with_rules(rules).append("content/pages/about.md", "\n## X\n").args("build --quiet --host-files github-pages");
    let built = built
        .stderr(expect![[r#"
        warning[host-cannot]: GitHub Pages has no rewrites: /order/* is answered with the 404 page

        warning[host-cannot]: GitHub Pages cannot redirect /feed.rss, because it is not the URL of a page
          --> content/structure.toml:68:8
           |
        68 | from = "/feed.rss"
           |        ^^^^^^^^^^^

        2 warnings
    "#]])
        .success();
    assert_eq!(built.read("dist/CNAME"), "millstone.example\n");
    assert_eq!(built.read("dist/.nojekyll"), "");
    expect![[r#"
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <title>https://millstone.example/about?a=1&amp;b#x</title>
        <link rel="canonical" href="https://millstone.example/about?a=1&amp;b#x">
        <meta name="robots" content="noindex">
        <meta http-equiv="refresh" content="0; url=https://millstone.example/about?a=1&amp;b#x">
        </head>
        <body>
        <p><a href="https://millstone.example/about?a=1&amp;b#x">https://millstone.example/about?a=1&amp;b#x</a></p>
        </body>
        </html>
    "#]]
    .assert_eq(&built.read("dist/2020/old post/index.html"));
    assert!(built.read("dist/old.html").contains("content=\"0; url=https://other.example/\""));
    assert!(built.read("dist/bread/index.html").contains("/loaves/rye"));
}

/// A host that ignores case cannot tell some URLs apart.
#[test]
fn urls_that_differ_only_in_case() {
    with_rules("\n[[redirect]]\nfrom = \"/About\"\nto = \"/about\"\n")
        .args("build --quiet --host-files netlify")
        .stderr(expect![[r#"
            warning[host-cannot]: `/About` and `/about` differ only in upper and lower case
              --> content/structure.toml:62:8
               |
            62 | from = "/About"
               |        ^^^^^^^^
               |
               = help: rename or remove one of the two: this host, like Windows and macOS, may answer both with the same file

            1 warning
        "#]])
        .success();
    with_rules("\n[[redirect]]\nfrom = \"/About\"\nto = \"/about\"\n").args("build --quiet --host-files nginx").success();
}
