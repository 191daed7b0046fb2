//! Security headers: the content security policies of pages, mistakes that no policy can allow, and the files for hosts.

use expect_test::expect;

use crate::bakery::{Bakery, Built};
use crate::findings::{ON_THE_PAGE, assert_main_parts_with, assert_pages_with};

/// Builds a bakery with `main` as the main part of each loaf's page, and with the configuration files for every host.
fn built(bakery: Bakery, main: &str) -> Built {
    bakery.template("loaf", main).args("build --quiet --host-files netlify,nginx,caddy,cloudfront").success()
}

fn policy(built: &Built, page: Option<&str>) -> String {
    let headers: serde_json::Value = serde_json::from_str(&built.read("dist-host/headers.json")).unwrap();
    let headers = match page {
        Some(page) => &headers["exceptions"][page],
        None => &headers["pages"],
    };
    let policy = headers["Content-Security-Policy"].as_str();
    policy.unwrap().to_owned()
}

#[test]
#[rustfmt::skip]
fn what_no_policy_can_allow() {
    assert_main_parts_with(ON_THE_PAGE, [
        ("<p style=\"color: red\">x</p>", expect![[r#"
            3:4 «style="color: red"» error[inline-style]: browsers refuse the inline style `color: red`
              help: give the element a class, and write the style in the theme's styles/
        "#]]),
        ("<button onclick=\"go()\">x</button>", expect![[r#"
            3:9 «onclick="go()"» error[inline-handler]: browsers refuse the inline script `go()`
              help: listen to the event in an island, or in widgets/src/enhance
        "#]]),
        ("<a href=\"javascript:go()\">x</a>", expect![[r#"
            3:4 «href="javascript:go()"» error[script-address]: browsers refuse the script URL `javascript:go()`
              help: use a button, and listen to its event in an island, or in widgets/src/enhance
        "#]]),
        ("<object data=\"/x.pdf\"></object>", expect![[r#"
            3:1 «<object» error[plugin]: browsers refuse <object>, which runs a plug-in
              help: use <img>, <video>, or a link to the file
        "#]]),
        ("<script src=\"https://cdn.example/x.js\"></script>", expect![[r#"
            3:14 «https://cdn.example/x.js» error[outside-resource]: the page loads https://cdn.example/x.js from another host
              help: copy the file into the project: another host learns who visits the page, and can change the file
              help: or allow the host in content/structure.toml: [[allow]] with host = "https://cdn.example", for = ["script"], and a reason
        "#]]),
        ("<style>@import \"https://cdn.example/x.css\";</style>", expect![[r#"
            3:17 «https://cdn.example/x.css» error[outside-resource]: the page loads https://cdn.example/x.css from another host
              help: copy the file into the project: another host learns who visits the page, and can change the file
              help: or allow the host in content/structure.toml: [[allow]] with host = "https://cdn.example", for = ["style"], and a reason
        "#]]),
        ("<iframe title=\"x\" src=\"https://maps.example/x\"></iframe>", expect![[r#"
            3:24 «https://maps.example/x» error[outside-resource]: the page shows https://maps.example/x from another host
              help: declare it as [[frame]] in content/structure.toml, and load it only when the visitor asks for it
        "#]]),
    ]);
    assert_pages_with(ON_THE_PAGE, [("<p style='color: red'>x</p>\n", expect![[r#"
        6:4 «style='color: red'» error[inline-style]: browsers refuse the inline style `color: red`
          help: give the element a class, and write the style in the theme's styles/
    "#]])]);
}

#[test]
fn inline_scripts_and_styles_are_allowed_by_their_hash() {
    let main = "<script>doSomething();</script><style>p { color: red }</style>";
    let policy = policy(&built(Bakery::new(), main), None);
    let hash = "script-src 'sha256-RFWPLDbv2BY+rCkDzsE+0fr8ylGr2R2faWMhq4lfEQc='";
    assert!(policy.contains(hash), "{policy}");
    assert!(policy.contains("style-src 'self' 'sha256-"), "{policy}");
    assert!(!policy.contains("unsafe"), "{policy}");
}

#[test]
fn frames() {
    let framed = |page: &str| {
        let frame = format!("\n[[frame]]\npage = \"{page}\"\nhosts = [\"https://maps.example\"]\n");
        Bakery::new().append("content/structure.toml", &frame)
    };
    let main = "{% if page.slug == \"rye\" %}<iframe title=\"x\" src=\"https://maps.example/x\"></iframe>{% endif %}";
    let built = built(framed("/loaves/rye"), main);
    assert!(policy(&built, Some("/loaves/rye")).contains("frame-src https://maps.example"));
    assert!(!policy(&built, None).contains("maps.example"));
    framed("/loaves/rye").findings(expect![[r#"
        content/structure.toml:63:10 «"https://maps.example"» error[unused-host]: the page /loaves/rye shows nothing from https://maps.example
          help: remove it: only an attacker benefits from a host that is allowed but not used
    "#]]);
    framed("/nowhere").findings(expect![[r#"
        content/structure.toml:62:8 «"/nowhere"» error[unused-host]: there is no page /nowhere
          help: write the URL of a page, or remove this table
    "#]]);
}

/// Hosts that a page may use, with the pages that may use them.
#[test]
fn allowed_hosts() {
    let allow = |table: &str| format!("\n[[allow]]\nhost = \"https://x.example\"\nreason = \"It is needed.\"\n{table}\n");
    let with = |tables: &[&str]| {
        let tables: String = tables.iter().map(|table| allow(table)).collect();
        Bakery::new().append("content/structure.toml", &tables)
    };
    let main = "<script src=\"https://x.example/a.js\"></script>";
    let everywhere = built(with(&["for = [\"script\", \"connect\"]"]), main);
    let found = policy(&everywhere, None);
    assert!(found.contains("script-src https://x.example;"), "{found}");
    assert!(found.contains("connect-src https://x.example;"), "{found}");

    // The longest prefix decides, and includes what the shorter ones allow.
    let (loaves, rye) = ("for = [\"script\"]\npages = \"/loaves/*\"", "for = [\"connect\"]\npages = \"/loaves/rye\"");
    let of_pages = built(with(&[loaves, rye]), main);
    let directives = |page: Option<&str>| {
        let policy = policy(&of_pages, page);
        let directives = policy.split("; ").filter(|one| one.contains("x.example"));
        directives.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(directives(None), [""; 0]);
    assert_eq!(directives(Some("/loaves/*")), ["script-src https://x.example"]);
    let both = ["script-src https://x.example", "connect-src https://x.example"];
    assert_eq!(directives(Some("/loaves/rye")), both);
    let position = |file: &str, text: &str| of_pages.read(file).find(text).unwrap_or_else(|| panic!("{file}: {text}"));
    position("dist/_headers", "\n/loaves/rye\n  Content-Security-Policy: default-src 'none'; script-src https://x.example");
    assert!(position("dist-host/nginx.conf", "\"/loaves/rye.html\" \"") < position("dist-host/nginx.conf", "\"~^/loaves/\" \""));
    assert!(position("dist-host/Caddyfile", "`^/loaves/.*$`") < position("dist-host/Caddyfile", "`^/loaves/rye$`"));

    // Other uses and other pages remain errors, with the same place.
    with(&["for = [\"image\"]\npages = \"/loaves/*\""])
        .append("content/journal/flour.md", "\n![Flour](https://x.example/flour.jpg)\n")
        .findings(expect![[r#"
            content/journal/flour.md:9:10 «https://x.example/flour.jpg» error[outside-resource]: the page loads https://x.example/flour.jpg from another host
              help: copy the file into the project: another host learns who visits the page, and can change the file
              help: or allow the host in content/structure.toml: [[allow]] with host = "https://x.example", for = ["image"], and a reason
              help: on the page /journal/flour
            content/structure.toml:62:8 «"https://x.example"» error[unused-host]: no page of /loaves/* uses https://x.example
              help: remove it: only an attacker benefits from a host that is allowed but not used
        "#]]);
}

#[test]
fn files_of_hosts() {
    let moved = "\n[[redirect]]\nfrom = \"/old\"\nto = \"/\"\nstatus = 308\n\n[[redirect]]\nfrom = \"/blog/*\"\nto = \"/journal/*\"\n\n\
                 [[redirect]]\nfrom = \"/events/*\"\nto = \"/about#hours\"\nstatus = 302\n\n[[rewrite]]\nfrom = \"/app/*\"\nto = \"/\"\n";
    let bakery = Bakery::new().append("content/structure.toml", moved);
    let built = built(bakery, "{{ page.content }}");
    let headers = "/*\n  Cross-Origin-Opener-Policy: same-origin\n";
    assert!(built.read("dist/_headers").starts_with(headers));
    for (file, text) in [
        ("dist/_redirects", "/old / 308!\n"),
        ("dist/_redirects", "/app/* /index.html 200\n"),
        ("dist/_redirects", "/blog/* /journal/:splat 301\n"),
        ("dist/_redirects", "/events/* /about#hours 302\n"),
        ("dist-host/nginx.conf", r#"map $request_uri $site_rest0 { default ""; "~^/blog/[/\x5c]*(?<rest0>[^?]*)" $rest0; }"#),
        ("dist-host/nginx.conf", r#"location @rewrite0 { return 301 "/journal/$site_rest0$is_args$args"; }"#),
        ("dist-host/nginx.conf", r#"location @rewrite1 { return 302 "/about$is_args$args#hours"; }"#),
        ("dist-host/Caddyfile", "uri strip_prefix \"/blog\"\n\t\t\tredir * /journal{uri} 301\n"),
        ("dist-host/Caddyfile", "redir @query1 /about?{query}#hours 302\n\t\t\tredir * /about#hours 302\n"),
        ("dist-host/nginx.conf", r#"location = "/old" { return 308 "/$is_args$args"; }"#),
        ("dist-host/nginx.conf", r#"location ^~ "/app/" { try_files $uri $uri.html @rewrite3; }"#),
        ("dist-host/Caddyfile", r#""/old" "/" "?" "" 308"#),
    ] {
        assert!(built.read(file).contains(text), "{file}: {text}");
    }
    let routes: serde_json::Value = serde_json::from_str(&built.read("dist-host/routes.json")).unwrap();
    expect![[r#"
        [{"key":"*","value":"/blog/ 301 /journal/*\n/events/ 302 /about#hours\n/order/ /about.html\n/app/ /index.html"},
        {"key":"/","value":"200 /index.html"},
        {"key":"/404","value":"200 /404.html"},
        {"key":"/about","value":"200 /about.html"},
        {"key":"/bread","value":"301 /loaves/rye"},
        {"key":"/journal","value":"200 /journal.html"},
        {"key":"/journal/flour","value":"200 /journal/flour.html"},
        {"key":"/journal/leaven","value":"200 /journal/leaven.html"},
        {"key":"/journal/new-oven","value":"200 /journal/new-oven.html"},
        {"key":"/journal/page/2","value":"200 /journal/page/2.html"},
        {"key":"/journal/topic/baking","value":"200 /journal/topic/baking.html"},
        {"key":"/journal/topic/shops-people","value":"200 /journal/topic/shops-people.html"},
        {"key":"/journal/winter","value":"200 /journal/winter.html"},
        {"key":"/loaves/rye","value":"200 /loaves/rye.html"},
        {"key":"/loaves/spelt","value":"200 /loaves/spelt.html"},
        {"key":"/old","value":"308 /"}]"#]]
    .assert_eq(&routes["data"].to_string().replace("},", "},\n"));
}
