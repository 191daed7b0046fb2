//! How a build writes the output folder.

use std::fs;
use std::os::unix::fs::symlink;

use expect_test::expect;

use crate::bakery::{Bakery, assert_same_output, command_after, files_below, leftovers, run};

#[test]
fn two_builds_are_equal_to_the_byte() {
    assert_same_output(&Bakery::new().success(), &Bakery::new().success());
}

/// Neither the computer's time zone and language nor the order in which files were created changes a byte.
#[test]
fn builds_on_different_computers_are_equal_to_the_byte() {
    let one = Bakery::new().success();
    let mut files = files_below(one.root());
    files.retain(|file| ["content", "themes", "public"].iter().any(|folder| file.starts_with(one.root().join(folder))));
    files.sort();
    let two = files.iter().rev().fold(Bakery::empty(), |bakery, file| {
        let path = file.strip_prefix(one.root()).unwrap();
        bakery.write(path.to_str().unwrap(), fs::read(file).unwrap())
    });
    let shell = "export TZ=Pacific/Kiritimati LC_ALL=tr_TR.UTF-8 LANGUAGE=hi; umask 077";
    let output = command_after(shell, two.root()).arg("build").output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let site = |root: &std::path::Path| -> Vec<_> {
        let files = files_below(&root.join("dist")).into_iter();
        files.map(|file| (file.strip_prefix(root).unwrap().to_owned(), fs::read(&file).unwrap())).collect()
    };
    assert_eq!(site(two.root()), site(one.root()));
}

#[test]
fn time_of_templates_is_that_of_every_page() {
    let bakery = Bakery::new();
    let (_, _, printed) = run(bakery.root(), "build --timings=templates --date 2026-06-01");
    let row = |start: &str| {
        let mut lines = printed.lines();
        let line = lines.find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("{start}: {printed}"));
        let counts: Vec<&str> = line.split_whitespace().rev().take(2).collect();
        (counts[0].to_owned(), counts[1].to_owned())
    };
    let built = printed.lines().find_map(|line| line.strip_prefix("Built ")).unwrap();
    let pages = built.split(' ').next().unwrap().to_owned();
    for part in ["Markdown, and the values of pages", "themes/bakery/templates/base.html:1 "] {
        assert_eq!(row(part), (pages.clone(), pages.clone()), "{printed}");
    }
}

#[test]
fn hosts_put_a_query_before_an_anchor_and_keep_only_fingerprinted_files_for_good() {
    let built = Bakery::new()
        .write("public/assets/logo.txt", "x")
        .append("content/pages/about.md", "\n## Rye\n\n## Wheat\n")
        .append(
            "content/structure.toml",
            "\n[[redirect]]\nfrom = \"/dark\"\nto = \"/about?a=1#rye\"\n\n\
             [[redirect]]\nfrom = \"/light\"\nto = \"/about#wheat\"\n",
        )
        .args("build --quiet --host-files netlify,nginx,caddy")
        .success();
    let nginx = built.read("dist-host/nginx.conf");
    for line in [
        r#"location = "/dark" { return 301 "/about?a=1$site_more#rye"; }"#,
        r#"location = "/light" { return 301 "/about$is_args$args#wheat"; }"#,
    ] {
        assert!(nginx.contains(line), "{line}: {nginx}");
    }
    let caddy = built.read("dist-host/Caddyfile");
    for line in [r##""/dark" "/about?a=1" "&" "#rye" 301"##, r##""/light" "/about" "?" "#wheat" 301"##] {
        assert!(caddy.contains(line), "{line}: {caddy}");
    }
    let headers = built.read("dist/_headers");
    let kept: Vec<&str> = headers.lines().filter(|line| line.starts_with("/assets/") || line.contains("Cache-Control")).collect();
    let named = ["assets/images/loaf-", "assets/styles/main-"];
    let files = built.outputs().into_iter();
    let expected: Vec<String> = files
        .filter(|file| named.iter().any(|name| file.starts_with(name)))
        .flat_map(|file| {
            let header = "  Cache-Control: public, max-age=31536000, immutable";
            [format!("/{file}"), header.to_owned()]
        })
        .collect();
    assert_eq!(expected.len(), 4);
    assert_eq!(kept, expected);
}

#[test]
fn public_is_copied_as_it_is() {
    let built = Bakery::new()
        .write("public/docs/menu.pdf", b"%PDF-1.7 \xff\x00\n%%EOF\n")
        .write("public/google123.html", "google-site-verification: 123")
        .success();
    assert_eq!(fs::read(built.root().join("dist/docs/menu.pdf")).unwrap(), b"%PDF-1.7 \xff\x00\n%%EOF\n");
    assert_eq!(built.read("dist/google123.html"), "google-site-verification: 123");
}

#[test]
fn files_of_an_earlier_build_are_gone() {
    let built = Bakery::new().page("visit", "Text.\n").success();
    assert!(built.has("dist/visit.html"));
    let built = built.again().remove("content/pages/visit.md").success();
    assert!(!built.has("dist/visit.html") && built.has("dist/about.html"));
    assert_eq!(leftovers(built.root()), [""; 0]);
}

#[test]
fn failed_build_leaves_the_last_good_one() {
    let built = Bakery::new().success();
    let before = built.read("dist/about.html");
    let built = built
        .again()
        .append("content/pages/about.md", "\nNew text, and {{ site.nothing }}.\n")
        .stderr(expect![[r#"
            error[unknown-fact]: `site` in site.toml has no key `nothing`
              --> content/pages/about.md:11:15
               |
            11 | New text, and {{ site.nothing }}.
               |               ^^^^^^^^^^^^^^^^^^
               |
               = help: keys of `site` are `base_url`, `language`, `limits`, `name`, `stats`, `theme` and `utc_offset`

            1 error; nothing was written
        "#]])
        .failure();
    assert_eq!(built.read("dist/about.html"), before);
    assert_eq!(leftovers(built.root()), [""; 0]);
}

#[test]
#[rustfmt::skip]
fn folder_that_is_not_ours_is_refused() {
    for (path, expected) in [
        ("dist/thesis.doc", expect![[r#"
            error[not-an-output]: [ROOT]/dist has files that no build wrote
              help: name an empty or new folder with --out
        "#]]),
        ("dist", expect![[r#"
            error[not-an-output]: [ROOT]/dist is a file, not a folder
              help: name an empty or new folder with --out
        "#]]),
    ] {
        Bakery::new().write(path, "Years of work.").misuse(expected);
    }
}

/// A build never writes into the project's own folders, not even through a link.
#[test]
fn folder_that_belongs_to_the_project_is_refused() {
    for (out, what) in [
        ("content", "it is content/, which belongs to the project"),
        ("public/out", "it is in public/, which belongs to the project"),
        ("themes/bakery/../bakery/out", "it is in themes/, which belongs to the project"),
        ("link/out", "it is in content/, which belongs to the project"),
        (".cache", "it is .cache/, which belongs to the project"),
        (".", "it is the project's own folder"),
        ("content/..", "it is the project's own folder"),
        ("..", "it contains the project"),
        ("/", "it contains the project"),
        ("elsewhere", "it contains themes/ of the project"),
    ] {
        let bakery = Bakery::new();
        symlink("content", bakery.root().join("link")).unwrap();
        fs::create_dir(bakery.root().join("elsewhere")).unwrap();
        fs::rename(bakery.root().join("themes"), bakery.root().join("elsewhere/themes")).unwrap();
        symlink("elsewhere/themes", bakery.root().join("themes")).unwrap();
        let (status, _, stderr) = run(bakery.root(), &format!("build --quiet --out {out}"));
        assert_eq!(
            stderr,
            format!(
                "error[not-an-output]: the site cannot be written to {out}: {what}\n |\n \
                 = help: name another folder with --out; the default is dist/ in the project\n\n\
                 1 error; nothing was written\n"
            )
        );
        assert_eq!(status, 2, "{out}");
        assert!(bakery.root().join("content/site.toml").exists());
        assert!(!bakery.root().join("public/out").exists());
    }
}

/// If the cache cannot be written because a file is in its place, this is a note, not an error in the site.
#[test]
fn cache_that_cannot_be_written_is_a_note() {
    let built = Bakery::new()
        .write(".cache", "A file.")
        .stderr(expect![[r#"
            note: cannot write [ROOT]/.cache (File exists (os error 17)): nothing is cached for the next build
        "#]])
        .success();
    assert!(built.has("dist/about.html"));
    assert_eq!(built.read(".cache"), "A file.");
}

#[test]
fn hidden_files_of_public() {
    let built = Bakery::new()
        .write("public/.well-known/security.txt", "Contact: us\n")
        .write("public/.DS_Store", "")
        .write("public/.htaccess", "Deny all\n")
        .stderr(expect![[r#"
            warning[hidden-file]: public/.htaccess is not published: it is a hidden file
             |
             = help: only Apache reads it: write each redirect as a [[redirect]] in content/structure.toml, which works on every host, and delete the file

            1 warning
        "#]])
        .success();
    assert_eq!(built.read("dist/.well-known/security.txt"), "Contact: us\n");
    assert!(!built.has("dist/.htaccess") && !built.has("dist/.DS_Store"));
}

#[test]
fn empty_folder_is_used() {
    let bakery = Bakery::new();
    fs::create_dir(bakery.root().join("dist")).unwrap();
    assert!(bakery.success().has("dist/about.html"));
}

#[test]
fn another_folder_can_be_named() {
    let built = Bakery::new().args("build --quiet --out public_html").success();
    assert!(built.has("public_html/about.html") && !built.has("dist"));
    let built = Bakery::new().args("build --quiet --out a/b/c").success();
    assert!(built.has("a/b/c/about.html"));
}

/// A relative output folder is relative to the current folder, not to the project.
#[test]
fn folder_is_relative_to_where_one_is() {
    let bakery = Bakery::new();
    let elsewhere = tempfile::tempdir().unwrap();
    let root = bakery.root().to_str().unwrap();
    let (status, _, stderr) = run(elsewhere.path(), &format!("build --quiet --root {root} --out here"));
    assert_eq!(status, 0, "{stderr}");
    assert!(elsewhere.path().join("here/about.html").exists());
    let names: Vec<_> = fs::read_dir(bakery.root()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(!names.iter().any(|name| name.to_string_lossy().starts_with(".here")), "{names:?}");
}

#[test]
fn leftovers_of_killed_builds_are_removed() {
    let built = Bakery::new()
        .write(".dist.new-999999999/half.html", "<h1")
        .write(".distant/mine.txt", "Mine.")
        .write(".cache/pages.bin.new-999999999", "half")
        .write(".cache/pages.bin.new-1", "of a process that runs")
        .success();
    assert!(!built.has(".dist.new-999999999"));
    assert!(built.has(".distant/mine.txt"));
    assert!(!built.has(".cache/pages.bin.new-999999999"));
    assert!(built.has(".cache/pages.bin.new-1"));
}

#[test]
fn folder_that_is_a_link_stays_one() {
    let bakery = Bakery::new();
    let real = bakery.root().join("real");
    fs::create_dir(&real).unwrap();
    symlink(&real, bakery.root().join("dist")).unwrap();
    let built = bakery.success();
    assert!(built.has("dist/about.html"));
    let built = built.again().append("content/pages/about.md", "\nMore.\n").success();
    assert!(built.main_of("about.html").contains("More."));
    assert!(built.root().join("dist").is_symlink() && built.has("real/about.html"));
}
