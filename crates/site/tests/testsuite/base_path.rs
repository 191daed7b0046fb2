//! A site that its host serves below a path.

use expect_test::expect;

use crate::bakery::Bakery;
use crate::server::Server;

fn bakery() -> Bakery {
    Bakery::new().replace("content/site.toml", "https://millstone.example", "https://millstone.example/shop").append(
        "content/pages/about.md",
        "\nSee [rye](/loaves/rye), [leaven](../journal/leaven.md), and ![it](/images/loaf.svg).\n",
    )
}

/// Every address on a page, and in the files beside it, begins with the path. What is absolute has it once.
#[test]
fn every_address_begins_with_the_path() {
    let bakery = bakery().replace("content/structure.toml", "[[rewrite]]\nfrom = \"/order/*\"\nto = \"/about\"\n", "");
    let built = bakery.args("build --quiet --host-files github-pages").success();
    for file in built.outputs().iter().filter(|file| file.ends_with(".html")) {
        let html = built.read(&format!("dist/{file}"));
        for start in ["href=\"/", "src=\"/", "content=\"/", "srcset=\"/"] {
            for (at, _) in html.match_indices(start) {
                let address = &html[at + start.len() - 1..];
                assert!(address.starts_with("/shop/"), "{file}: {}", &address[..40]);
            }
        }
        assert!(!html.contains("/shop/shop"), "{file}");
    }
    let about = built.read("dist/about.html");
    for address in ["href=\"/shop/loaves/rye\"", "href=\"/shop/journal/leaven\"", "https://millstone.example/shop/about"] {
        assert!(about.contains(address), "{address}: {about}");
    }
    assert!(built.read("dist/sitemap.xml").contains("<loc>https://millstone.example/shop/about</loc>"));
    assert!(built.read("dist/journal/feed.xml").contains("https://millstone.example/shop/journal/leaven"));
    assert!(built.read("dist/bread/index.html").contains("https://millstone.example/shop/loaves/rye"));
}

#[test]
fn hosts_that_serve_whole_domains() {
    bakery()
        .args("build --quiet --host-files nginx")
        .stderr(expect![[r#"
        error[needs-top]: the site is below /shop on its host, and this host serves it at the top
         |
         = help: remove the path from `base_url` in content/site.toml, or choose a host such as GitHub Pages

        1 error; nothing was written
    "#]])
        .failure();
}

#[test]
fn the_server_shows_the_site_below_the_path() {
    let bakery = bakery();
    let server = Server::start(bakery.root());
    for (target, status, expected) in [
        ("/", 302, "/shop/"),
        ("/shop", 200, "<title>"),
        ("/shop/", 200, "<title>"),
        ("/shop/about", 200, "href=\"/shop/loaves/rye\""),
        ("/shop/about/", 301, "/shop/about"),
        ("/shop/bread", 301, "/shop/loaves/rye"),
        ("/shop/nowhere", 404, "<title>"),
        ("/about", 404, "The site is below /shop/, as `base_url` says."),
    ] {
        let answer = server.get(target);
        assert_eq!(answer.status, status, "{target}");
        let found = answer.header("location").unwrap_or_default().to_owned() + &answer.text();
        assert!(found.contains(expected), "{target}: {found}");
    }
}
