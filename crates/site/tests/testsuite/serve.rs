//! `site serve`: its responses, and rebuilds after changes to files.

use std::net::TcpListener;
use std::path::Path;

use crate::bakery::Bakery;
use crate::server::Server;

#[test]
fn responses_are_the_files_of_a_build() {
    let built = Bakery::new().success();
    let server = Server::start(built.root());
    for (target, file, kind) in [
        ("/", "index.html", "text/html; charset=utf-8"),
        ("/loaves/rye?a=b", "loaves/rye.html", "text/html; charset=utf-8"),
        ("/journal/feed.xml", "journal/feed.xml", "application/xml; charset=utf-8"),
        ("/order.txt", "order.txt", "text/plain; charset=utf-8"),
        ("/assets/site.css", "assets/site.css", "text/css; charset=utf-8"),
        ("/order/anything", "about.html", "text/html; charset=utf-8"),
    ] {
        let answer = server.get(target);
        assert_eq!((answer.status, answer.header("content-type")), (200, Some(kind)), "{target}");
        assert_eq!(answer.text(), built.read(&format!("dist/{file}")), "{target}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{target}");
    }
}

#[test]
fn status_and_location() {
    let server = Bakery::new()
        .replace("content/pages/about.md", "+++\nWe", "aliases = [\"/ueber uns\"]\n+++\nWe")
        .append("content/structure.toml", "\n[[redirect]]\nfrom = \"/when\"\nto = \"/about#hours\"\nstatus = 307\n")
        .append("content/structure.toml", "\n[[redirect]]\nfrom = \"/blog/*\"\nto = \"/journal/*\"\n")
        .append("content/structure.toml", "\n[[redirect]]\nfrom = \"/all/*\"\nto = \"/*\"\nstatus = 308\n")
        .append("content/structure.toml", "\n[[redirect]]\nfrom = \"/loaves/*\"\nto = \"/about#hours\"\nstatus = 302\n");
    let server = Server::start(server.root());
    for (target, status, location) in [
        ("/nope", 404, None),
        ("/ueber%20uns?a=1", 301, Some("/about?a=1")),
        ("/ueber%20uns/", 301, Some("/about")),
        ("/when?day=1", 307, Some("/about?day=1#hours")),
        ("/blog/leaven?a=1", 301, Some("/journal/leaven?a=1")),
        ("/blog/a/b%20c/%C3%BC%25", 301, Some("/journal/a/b%20c/%C3%BC%25")),
        ("/blog/", 404, None),
        ("/all//evil.example", 308, Some("/evil.example")),
        ("/all/%5Cevil.example", 308, Some("/%5Cevil.example")),
        ("/loaves/rye", 200, None),
        ("/loaves/brioche?a=1", 302, Some("/about?a=1#hours")),
        ("/bread", 301, Some("/loaves/rye")),
        ("/bread?a=1&b=%20", 301, Some("/loaves/rye?a=1&b=%20")),
        ("/bread/", 301, Some("/loaves/rye")),
        ("/about/", 301, Some("/about")),
        ("/about.html", 301, Some("/about")),
        ("/index.html", 301, Some("/")),
        ("/about/index.html", 301, Some("/about")),
        ("/About", 404, None),
        ("//about/", 404, None),
        ("//e.example/", 404, None),
        ("/about%00", 404, None),
        ("/%61bout", 200, None),
        ("/%ff", 400, None),
        ("/100%", 404, None),
        ("/%+f", 404, None),
        ("/../site.toml", 404, None),
        ("/.site-output", 404, None),
    ] {
        let answer = server.get(target);
        assert_eq!((answer.status, answer.header("location")), (status, location), "{target}");
    }
}

#[test]
fn page_for_missing_urls() {
    let bakery = Bakery::new();
    let server = Server::start(bakery.root());
    let answer = server.get("/nope%0Ano%1b[31m");
    assert_eq!(answer.status, 404);
    assert!(answer.text().contains("Nothing is baked here."));
    // Printed to the terminal on one line, without control characters.
    let said = server.wait_for("404");
    assert_eq!(said.last().unwrap(), "404 /nope\\nno\\u{1b}[31m");
}

#[test]
fn head_has_no_body_and_other_methods_are_refused() {
    let bakery = Bakery::new();
    let server = Server::start(bakery.root());
    let get = server.get("/about");
    let head = server.request("HEAD", "/about");
    assert_eq!(head.status, 200);
    assert!(head.body.is_empty());
    assert_eq!(head.header("content-length"), get.header("content-length"));
    let delete = server.request("DELETE", "/about");
    assert_eq!((delete.status, delete.header("allow")), (405, Some("GET, HEAD")));
}

#[test]
fn port_in_use_is_replaced_by_the_next_free_one() {
    let taken = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = taken.local_addr().unwrap().port();
    let bakery = Bakery::new();
    let (server, said) = Server::start_on(bakery.root(), port);
    assert!(server.port > port);
    let line = format!("Port {port} is taken; using {}.", server.port);
    assert!(said.contains(&line), "{said:?}");
    assert_eq!(server.get("/about").status, 200);
}

/// Changes of content, a template, a style sheet, a public file, and a new file.
#[test]
fn every_kind_of_change_is_seen() {
    let bakery = Bakery::new();
    let server = Server::start(bakery.root());
    let bakery = bakery.append("content/pages/about.md", "\nFrom *now* on.\n");
    server.wait_for("Built");
    assert!(server.get("/about").text().contains("<em>now</em>"));

    let bakery = bakery.replace("themes/bakery/templates/header.html", "<nav>", "<nav class=\"top\">");
    server.wait_for("Built");
    assert!(server.get("/about").text().contains("<nav class=\"top\">"));

    let bakery = bakery.write("themes/bakery/styles/main.css", "body { color: tan }\n");
    server.wait_for("Built");
    assert_eq!(server.get("/assets/site.css").text(), "body { color: tan }\n");

    let bakery = bakery.write("public/order.txt", "Order by ten.\n");
    server.wait_for("Built");
    assert_eq!(server.get("/order.txt").text(), "Order by ten.\n");

    let bakery = bakery.page("visit", "New.\n");
    server.wait_for("Built");
    assert_eq!(server.get("/visit").status, 200);

    let _bakery = bakery.remove("content/pages/visit.md");
    server.wait_for("Built");
    assert_eq!(server.get("/visit").status, 404);
}

/// Pages with errors are served if they can be rendered, and so are all other pages.
#[test]
fn errors_do_not_stop_a_preview() {
    let bakery = Bakery::new();
    let server = Server::start(bakery.root());
    let bakery = bakery
        .replace("content/loaves/rye.md", "flour =", "flower =")
        .append("content/loaves/rye.md", "\nFreshly *written*, see [nothing](/nope).\n");
    let said = server.wait_for("2 errors");
    assert!(said.iter().any(|line| line.contains("error[unknown-key]: unknown key `flower`")), "{said:?}");
    assert!(said.iter().any(|line| line.contains("there is no page or file /nope")), "{said:?}");
    assert_eq!(said.last().unwrap(), "2 errors; every page that can be rendered is served");
    assert!(server.get("/loaves/rye").text().contains("Freshly <em>written</em>"));
    let bakery =
        bakery.replace("content/loaves/rye.md", "flower =", "flour =").replace("content/loaves/rye.md", "/nope", "/about");
    server.wait_for("Built");

    // The server shows the errors of a page that cannot be rendered in its place. Other pages are served.
    let bakery = bakery.replace("themes/bakery/templates/loaf.html", "page.content", "page.contnet");
    server.wait_for("every page that can be rendered is served");
    let answer = server.get("/loaves/rye");
    assert_eq!(answer.status, 503);
    assert!(answer.text().contains("This page cannot be rendered"), "{}", answer.text());
    assert!(answer.text().contains("themes/bakery/templates/loaf.html:"), "{}", answer.text());
    assert_eq!(server.get("/about").status, 200);
    let bakery = bakery.replace("themes/bakery/templates/loaf.html", "page.contnet", "page.content");
    server.wait_for("Built");

    // A file without front matter.
    let bakery = bakery.write("content/pages/torn.md", "No front matter.\n");
    server.wait_for("1 error");
    let answer = server.get("/torn");
    assert_eq!(answer.status, 503);
    assert!(answer.text().contains("missing-front-matter"), "{}", answer.text());

    // If the settings cannot be read, the last site is still served.
    let _bakery = bakery.append("content/site.toml", "\n[broken\n");
    server.wait_for("the site is served as it was before");
    assert_eq!(server.get("/about").status, 200);
}

/// A site with errors is served from the start. If nothing can be rendered, the site is served once its errors are fixed.
#[test]
fn errors_at_the_start() {
    let bakery = Bakery::new().replace("content/loaves/rye.md", "flour =", "flower =");
    let (server, said) = Server::start_on(bakery.root(), 0);
    assert!(said.iter().any(|line| line.contains("unknown-key")), "{said:?}");
    assert!(said.iter().any(|line| line == "1 error; every page that can be rendered is served"), "{said:?}");
    for url in ["/about", "/loaves/rye"] {
        assert_eq!(server.get(url).status, 200, "{url}");
    }
    drop(server);
    let bakery = bakery.append("content/site.toml", "\n[broken\n");
    let (server, said) = Server::start_on(bakery.root(), 0);
    assert!(said.iter().any(|line| line == "1 error; nothing can be served yet"), "{said:?}");
    assert_eq!(server.get("/about").status, 503);
    let _bakery = bakery.replace("content/site.toml", "\n[broken\n", "");
    server.wait_for("every page that can be rendered is served");
    assert_eq!(server.get("/about").status, 200);
}

/// The rules of `site check` do not run on a large site, because they would delay rebuilds.
#[test]
fn a_large_site_is_not_checked() {
    let mut bakery = Bakery::new();
    for at in 0..2_000 {
        let text = format!(
            "+++\ntitle = \"Visit {at}\"\ndescription = \"Where to find oven {at} in Ulm.\"\ntemplate = \"page.html\"\n+++\n"
        );
        bakery = bakery.write(&format!("content/pages/visit-{at}.md"), &text);
    }
    let (_server, said) = Server::start_with(bakery.root(), 0, &[]);
    assert!(said.iter().any(|line| line.starts_with("The site has more than 2000 pages")), "{said:?}");
}

#[test]
fn serving_writes_nothing() {
    let bakery = Bakery::new();
    let server = Server::start(bakery.root());
    assert_eq!(server.get("/about").status, 200);
    assert!(!bakery.root().join("dist").exists());
}

/// Changes are noticed if an editor replaces a file by renaming another, if a folder is created, moved or deleted, if one of the
/// project's folders is created later, and if a thousand files change at once.
#[test]
fn every_way_of_saving_is_seen() {
    let bakery = Bakery::new().remove("public");
    let server = Server::start(bakery.root());
    let at = |path: &str| bakery.root().join(path);
    let status = |server: &Server, url: &str| server.get(url).status;

    let about = std::fs::read_to_string(at("content/pages/about.md")).unwrap();
    std::fs::write(at("content/pages/.about.md.swp"), "not a page").unwrap();
    std::fs::write(at("content/pages/about.md~new"), about + "\nRenamed.\n").unwrap();
    std::fs::rename(at("content/pages/about.md~new"), at("content/pages/about.md")).unwrap();
    server.wait_until(|server| server.get("/about").text().contains("Renamed."));

    let page = |number: usize| {
        format!(
            "+++\ntitle = \"Page {number}\"\ndescription = \"Page {number} of very many, each of which says that it is one of very many pages.\"\n+++\n"
        )
    };
    std::fs::create_dir(at("content/pages/deep")).unwrap();
    std::fs::write(at("content/pages/deep/new.md"), page(0)).unwrap();
    server.wait_until(|server| status(server, "/deep/new") == 200);
    std::fs::rename(at("content/pages/deep"), at("content/pages/deeper")).unwrap();
    server.wait_until(|server| status(server, "/deeper/new") == 200 && status(server, "/deep/new") == 404);
    std::fs::remove_dir_all(at("content/pages/deeper")).unwrap();
    server.wait_until(|server| status(server, "/deeper/new") == 404);

    std::fs::create_dir(at("public")).unwrap();
    std::fs::write(at("public/late.txt"), "Late.\n").unwrap();
    server.wait_until(|server| status(server, "/late.txt") == 200);

    std::fs::create_dir(at("content/pages/many")).unwrap();
    for number in 0..1_000 {
        let path = at(&format!("content/pages/many/p{number}.md"));
        std::fs::write(path, page(number)).unwrap();
    }
    server.wait_until(|server| status(server, "/many/p0") == 200 && status(server, "/many/p999") == 200);
}

/// A file that is written in pieces is built when it is closed, and does not delay other files.
#[test]
fn half_a_file_is_not_built() {
    use std::io::Write;
    use std::time::Duration;
    let bakery = Bakery::new();
    let server = Server::start(bakery.root());
    let mut file = std::fs::File::create(bakery.root().join("content/loaves/rye.md")).unwrap();
    file.write_all(b"+++\ntitle = \"Rye").unwrap();
    std::thread::sleep(Duration::from_millis(100));
    let bakery = bakery.append("content/pages/about.md", "\nMeanwhile.\n");
    let said = server.wait_for("Built");
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(server.get("/about").text().contains("Meanwhile."));
    std::thread::sleep(Duration::from_millis(100));
    file.write_all(b" bread\"\ndescription = \"Rye and water, and nothing else in it.\"\nflour = \"rye\"\nweight = 1\n+++\n")
        .unwrap();
    drop(file);
    let said = server.wait_for("Built");
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(server.get("/loaves/rye").text().contains("Rye bread"));
    drop(bakery);
}

/// The target of a symbolic link is watched, because the system reports changes of the target, not of the link.
#[test]
fn files_behind_links_are_seen() {
    let bakery = Bakery::new().write("public/deep/salt.txt", "First.");
    let public = bakery.root().join("public");
    std::os::unix::fs::symlink("deep/salt.txt", public.join("salt.txt")).unwrap();
    let server = Server::start(bakery.root());
    let has = |url: &str, text: &str| {
        server.wait_until(|server| server.get(url).text().contains(text));
    };
    has("/salt.txt", "First.");
    std::fs::write(public.join("deep/salt.txt"), "Second.").unwrap();
    has("/salt.txt", "Second.");
    // A new file replaces the old one, as many editors save.
    std::fs::write(public.join("deep/new"), "Third.").unwrap();
    std::fs::rename(public.join("deep/new"), public.join("deep/salt.txt")).unwrap();
    has("/salt.txt", "Third.");
    // Links to a file and to a folder that are created while the server runs.
    std::os::unix::fs::symlink("deep/salt.txt", public.join("pepper.txt")).unwrap();
    has("/pepper.txt", "Third.");
    std::os::unix::fs::symlink("deep", public.join("deeper")).unwrap();
    has("/deeper/salt.txt", "Third.");
    std::fs::write(public.join("deep/salt.txt"), "Fourth.").unwrap();
    has("/pepper.txt", "Fourth.");
    has("/deeper/salt.txt", "Fourth.");
}

/// A link out of the project is refused even if it is created while the server runs, and `/` is not walked.
#[test]
fn links_out_of_the_project_are_not_followed() {
    let outside = tempfile::tempdir().unwrap();
    std::fs::write(outside.path().join("secret.txt"), "the secret").unwrap();
    let secret = outside.path().join("secret.txt");
    let mut bakery = Bakery::new();
    let public = bakery.root().join("public");
    let server = Server::start(bakery.root());
    for (link, target) in [("all", Path::new("/")), ("secret.txt", &secret)] {
        std::os::unix::fs::symlink(target, public.join(link)).unwrap();
        let message = format!("cannot read public/{link}: it links to {}, which is outside of public/", target.display());
        server.wait_for(&message);
        assert!(!server.get("/secret.txt").text().contains("the secret"));
        // The preview still follows other changes.
        let text = format!("Written beside {link}.");
        bakery = bakery.append("content/pages/about.md", &format!("\n{text}\n"));
        server.wait_until(|server| server.get("/about").text().contains(&text));
        std::fs::remove_file(public.join(link)).unwrap();
        server.wait_for("Built");
    }
    // The file of a page is replaced with a link.
    let page = bakery.root().join("content/pages/about.md");
    std::fs::write(&secret, "+++\ntitle = \"the secret\"\n+++\n").unwrap();
    std::fs::remove_file(&page).unwrap();
    std::os::unix::fs::symlink(&secret, &page).unwrap();
    server.wait_for("outside of content/");
    assert!(!server.get("/about").text().contains("the secret"));
}

/// An error that is fixed within a few milliseconds is not reported.
#[test]
fn short_errors_are_not_reported() {
    let bakery = Bakery::new();
    let kept = tempfile::tempdir().unwrap();
    let server = Server::start(bakery.root());
    let content = bakery.root().join("content");
    for _ in 0..3 {
        std::fs::rename(content.join("schemas"), kept.path().join("schemas")).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(20));
        std::fs::rename(kept.path().join("schemas"), content.join("schemas")).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let bakery = bakery.append("content/pages/about.md", "\nAt last.\n");
    server.wait_until(|server| server.get("/about").text().contains("At last."));
    let _bakery = bakery.append("content/pages/about.md", "\nReally.\n");
    server.wait_until(|server| server.get("/about").text().contains("Really."));
    let _ = server.get("/the-end");
    let said = server.wait_for("404 /the-end");
    assert!(!said.iter().any(|line| line.contains("error")), "{said:?}");
}

#[test]
fn a_site_without_forms() {
    let bakery = Bakery::new();
    let (server, said) = Server::start_on(bakery.root(), 0);
    assert!(!said.iter().any(|line| line.contains("Forms")), "{said:?}");
    let answer = server.request("POST", "/api/contact");
    assert_eq!((answer.status, answer.text()), (404, "This site has no forms.\n".to_owned()));
    assert!(!bakery.root().join(".forms").exists());
}
