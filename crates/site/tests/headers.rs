//! Security headers as a whole: what a site contains, what its policy says, and what stops the build, at its line.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;
use std::process::Command;

const PAGE: &str = "<!doctype html><html lang=\"{{ page.lang }}\"><head><title>{{ page.meta.title }}</title>\
     <meta name=\"description\" content=\"{{ page.meta.description }}\">\
     <link rel=\"canonical\" href=\"{{ page.permalink }}\"></head>\n<body><main><h1>{{ page.title }}</h1>{{ page.content }}\nEXTRA</main></body></html>";

/// Builds a site whose template has `extra` in it, with more lines in its structure. Gives whether it was built, what was
/// said, and the folder.
fn build(extra: &str, markdown: &str, structure: &str) -> (bool, String, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let collection = "[[collection]]\nname = \"pages\"\ndir = \"pages\"\nschema = \"schemas/page.json\"\nroute = \"/{path}\"\ntemplate = \"page.html\"\n";
    for (path, text) in [
        (
            "content/site.toml",
            "name = \"Firm\"\nbase_url = \"https://firm.example\"\ntheme = \"t\"\n".to_owned(),
        ),
        ("content/structure.toml", format!("{collection}{structure}")),
        ("content/schemas/page.json", "{}".to_owned()),
        (
            "public/404.html",
            "<!doctype html><title>No such page</title>".to_owned(),
        ),
        (
            "content/pages/index.md",
            format!(
                "+++\ntitle = \"Home\"\ndescription = \"A description that is long enough for what search results show.\"\n+++\n{markdown}\n"
            ),
        ),
        ("themes/t/templates/page.html", PAGE.replace("EXTRA", extra)),
    ] {
        write(folder.path(), path, &text);
    }
    let output = Command::new(env!("CARGO_BIN_EXE_site"))
        .args([
            "build",
            "--quiet",
            "--host-files",
            "netlify,nginx,caddy,cloudfront",
            "--root",
        ])
        .arg(folder.path())
        .env_remove("SITE_API_URL")
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    (
        output.status.success(),
        String::from_utf8(output.stderr).unwrap(),
        folder,
    )
}

fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

fn policy(folder: &tempfile::TempDir, page: Option<&str>) -> String {
    let text = std::fs::read_to_string(folder.path().join("dist-host/headers.json")).unwrap();
    let headers: serde_json::Value = serde_json::from_str(&text).unwrap();
    let headers = page.map_or_else(
        || headers["pages"].clone(),
        |page| headers["exceptions"][page].clone(),
    );
    headers["Content-Security-Policy"]
        .as_str()
        .unwrap()
        .to_owned()
}

#[test]
fn what_no_policy_can_allow_stops_the_build_at_its_line() {
    for (extra, markdown, code, line) in [
        (
            "<p style=\"color: red\">x</p>",
            "",
            "inline-style",
            "themes/t/templates/page.html:3:4",
        ),
        (
            "",
            "<p style='color: red'>x</p>",
            "inline-style",
            "content/pages/index.md:5:4",
        ),
        (
            "<button onclick=\"go()\">x</button>",
            "",
            "inline-handler",
            "themes/t/templates/page.html:3:9",
        ),
        (
            "<a href=\"javascript:go()\">x</a>",
            "",
            "script-address",
            "themes/t/templates/page.html:3:4",
        ),
        (
            "<object data=\"/x.pdf\"></object>",
            "",
            "plugin",
            "themes/t/templates/page.html:3:1",
        ),
        (
            "<script src=\"https://cdn.example/x.js\"></script>",
            "",
            "outside-resource",
            "themes/t/templates/page.html:3:14",
        ),
        (
            "<iframe title=\"x\" src=\"https://maps.example/x\"></iframe>",
            "",
            "outside-resource",
            "themes/t/templates/page.html:3:24",
        ),
    ] {
        let (built, said, folder) = build(extra, markdown, "");
        assert!(!built, "{extra}{markdown}");
        assert!(
            said.contains(&format!("error[{code}]")),
            "{extra}{markdown}: {said}"
        );
        assert!(said.contains(line), "{line}: {said}");
        assert!(!folder.path().join("dist").exists());
    }
}

#[test]
fn inline_scripts_and_styles_are_allowed_by_their_hash() {
    let (built, said, folder) = build(
        "<script>doSomething();</script><style>p { color: red }</style>",
        "",
        "",
    );
    assert!(built, "{said}");
    let policy = policy(&folder, None);
    assert!(
        policy.contains("script-src 'sha256-RFWPLDbv2BY+rCkDzsE+0fr8ylGr2R2faWMhq4lfEQc='"),
        "{policy}"
    );
    assert!(
        policy.contains("style-src 'sha256-") && !policy.contains("unsafe"),
        "{policy}"
    );
}

#[test]
fn a_frame_is_allowed_where_it_is_declared_and_used() {
    let frame = "\n[[frame]]\npage = \"/\"\nhosts = [\"https://maps.example\"]\n";
    let (built, said, folder) = build(
        "<iframe title=\"x\" src=\"https://maps.example/x\"></iframe>",
        "",
        frame,
    );
    assert!(built, "{said}");
    assert!(policy(&folder, Some("/")).contains("frame-src https://maps.example"));
    assert!(!policy(&folder, None).contains("maps.example"));

    let (built, said, _) = build("", "", frame);
    assert!(
        !built
            && said.contains("error[unused-frame]")
            && said.contains("content/structure.toml:10:10"),
        "{said}"
    );
    let (built, said, _) = build("", "", &frame.replace("\"/\"", "\"/nowhere\""));
    assert!(
        !built
            && said.contains("error[unused-frame]")
            && said.contains("content/structure.toml:9:8"),
        "{said}"
    );
}

#[test]
fn hosts_are_told_in_their_own_words() {
    let structure = "\n[[redirect]]\nfrom = \"/old\"\nto = \"/\"\nstatus = 308\n\n[[rewrite]]\nfrom = \"/app/*\"\nto = \"/\"\n";
    let (built, said, folder) = build("", "", structure);
    assert!(built, "{said}");
    let read = |path: &str| std::fs::read_to_string(folder.path().join(path)).unwrap();
    assert_eq!(
        read("dist/_redirects"),
        "/old / 308!\n/app/* /index.html 200\n"
    );
    assert!(read("dist/_headers").starts_with("/*\n  Cross-Origin-Opener-Policy: same-origin\n"));
    let nginx = read("dist-host/nginx.conf");
    assert!(
        nginx.contains("location = /old { return 308 /$is_args$args; }"),
        "{nginx}"
    );
    assert!(
        nginx.contains("location /app/ { try_files $uri $uri.html /index.html; }"),
        "{nginx}"
    );
    assert!(read("dist-host/Caddyfile").contains("redir /old / 308"));
    let routes: serde_json::Value = serde_json::from_str(&read("dist-host/routes.json")).unwrap();
    assert_eq!(
        routes["data"].to_string(),
        r#"[{"key":"*","value":"/app/ /index.html"},{"key":"/","value":"200 /index.html"},{"key":"/404.html","value":"200 /404.html"},{"key":"/old","value":"308 /"}]"#
    );
}
