//! `site check` as a whole: a site folder, a command, and everything that came out. Needs no Node.

#![allow(clippy::unwrap_used, reason = "a test may stop where it is surprised")]

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// A site of one page that has nothing wrong with it.
fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in [
        (
            "content/site.toml",
            "name = \"Firm\"\nbase_url = \"https://firm.example\"\ntheme = \"t\"\nplaceholder = true\n",
        ),
        (
            "content/structure.toml",
            "[[collection]]\nname = \"pages\"\ndir = \"pages\"\nschema = \"schemas/page.json\"\nroute = \"/{path}\"\ntemplate = \"page.html\"\n",
        ),
        ("content/schemas/page.json", "{}"),
        (
            "public/404.html",
            "<!doctype html><title>No such page</title>",
        ),
        (
            "content/pages/index.md",
            "+++\ntitle = \"Home\"\ndescription = \"A description that is long enough for what search results show.\"\n+++\n## Fees\n",
        ),
        (
            "themes/t/templates/page.html",
            "<!doctype html><html lang=\"{{ page.lang }}\"><head><title>{{ page.meta.title }}</title>\
             <meta name=\"description\" content=\"{{ page.meta.description }}\">\
             <link rel=\"canonical\" href=\"{{ page.permalink }}\"></head><body><header><nav></nav></header>\
             <main><h1>{{ page.title }}</h1>{{ page.content }}</main><footer></footer></body></html>",
        ),
    ] {
        write(folder.path(), path, text);
    }
    folder
}

fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

/// Exit code, standard output and standard error.
fn check(root: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_site"))
        .arg("check")
        .args(["--root", root.to_str().unwrap()])
        .args(arguments)
        .env_remove("SITE_API_URL")
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap(),
        text(output.stdout),
        text(output.stderr),
    )
}

/// Every file of a folder but the cache.
fn files(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            if entry.file_name() == ".cache" {
                continue;
            }
            if entry.path().is_dir() {
                folders.push(entry.path());
            } else {
                found.insert(
                    entry.path().display().to_string(),
                    std::fs::read(entry.path()).unwrap(),
                );
            }
        }
    }
    found
}

#[test]
fn a_good_site_in_silence_and_nothing_written() {
    let site = project();
    let before = files(site.path());
    let (code, out, error) = check(site.path(), &["--quiet"]);
    assert_eq!((code, out.as_str(), error.as_str()), (0, "", ""));
    let (code, out, error) = check(site.path(), &[]);
    assert_eq!((code, out.as_str()), (0, ""));
    assert!(
        error.starts_with("Checked 1 page with ") && error.ends_with(" rules: nothing to mend\n"),
        "{error}"
    );
    assert_eq!(files(site.path()), before);
}

#[test]
fn a_finding_in_each_format() {
    let site = project();
    let page = std::fs::read_to_string(site.path().join("content/pages/index.md")).unwrap();
    write(
        site.path(),
        "content/pages/index.md",
        &(page + "\n#### Deposits\n"),
    );
    let (code, out, error) = check(site.path(), &[]);
    assert_eq!((code, out.as_str()), (1, ""));
    assert_eq!(
        error.split("\n\n").next().unwrap(),
        "error[heading-order]: on / the heading `Deposits` is an <h4> after an <h2>
 --> content/pages/index.md:7:1
  |
7 | #### Deposits
  | ^^^^ skips a level
  |
  = help: the next level down is <h3>"
    );
    let (code, out, _) = check(site.path(), &["--format", "github"]);
    assert_eq!(
        (code, out.as_str()),
        (
            1,
            "::error file=content/pages/index.md,line=7,endLine=7,col=1,endColumn=5,title=heading-order::\
             on / the heading `Deposits` is an <h4> after an <h2>%0Ahelp: the next level down is <h3>\n"
        )
    );
    let (code, out, _) = check(site.path(), &["--format", "json"]);
    assert_eq!(code, 1);
    assert!(
        out.contains("\"code\":\"heading-order\"") && out.contains("\"line\":7"),
        "{out}"
    );
}

#[test]
fn warnings_are_no_errors_unless_strict() {
    let site = project();
    let page = std::fs::read_to_string(site.path().join("content/pages/index.md")).unwrap();
    write(
        site.path(),
        "content/pages/lonely.md",
        &page
            .replace("Home", "Lonely")
            .replace("A desc", "Another desc"),
    );
    let (code, _, error) = check(site.path(), &[]);
    assert_eq!(code, 0, "{error}");
    assert!(
        error.contains("warning[orphan-page]") && error.ends_with(": 1 warning\n"),
        "{error}"
    );
    assert_eq!(check(site.path(), &["--strict"]).0, 1);
}

#[test]
fn placeholders_are_refused_when_publishing() {
    let (code, _, error) = check(project().path(), &["--publish"]);
    assert_eq!(code, 1);
    assert!(
        error.contains("error[placeholder-data]") && error.contains("content/site.toml:4:1"),
        "{error}"
    );
}

#[test]
fn addresses_are_recorded_and_missed() {
    let site = project();
    let (code, _, said) = check(site.path(), &["--record"]);
    assert_eq!(code, 0);
    assert!(
        said.ends_with("\nNew addresses were written to content/urls.toml\n"),
        "{said}"
    );
    let (_, _, said) = check(site.path(), &["--record"]);
    assert!(
        said.ends_with("\ncontent/urls.toml lists every address already\n"),
        "{said}"
    );
    let path = site.path().join("content/urls.toml");
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains("urls = [\n  \"/\",\n]\n"), "{text}");
    std::fs::write(&path, text.replace("  \"/\",\n", "  \"/\",\n  \"/old\",\n")).unwrap();
    let (code, _, error) = check(site.path(), &[]);
    assert_eq!(code, 1);
    assert!(
        error.contains("/old was published once and answers nothing now"),
        "{error}"
    );
}

#[test]
fn rules_are_listed_and_explained() {
    let site = project();
    let (code, out, error) = check(site.path(), &["--list"]);
    assert_eq!((code, error.as_str()), (0, ""));
    assert!(
        out.lines()
            .any(|line| line.starts_with("broken-link ") && line.contains("build, check"))
    );
    assert!(out.lines().any(|line| line.starts_with("bad-toml ")));
    let (code, out, _) = check(site.path(), &["--explain", "unknown-key"]);
    assert_eq!(code, 0);
    assert!(
        out.starts_with(
            "unknown-key (error, found by: every command)\n\nWhat\n    a key is unknown\n"
        ),
        "{out}"
    );
    let (code, out, error) = check(site.path(), &["--explain", "unknown-kye"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(error.contains("did you mean `unknown-key`?"), "{error}");
}
