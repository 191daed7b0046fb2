//! `site doctor`: what is lacking, and what to do about it.

use std::net::TcpListener;
use std::path::Path;

use expect_test::{Expect, expect};

use crate::bakery::{Bakery, command};

/// Runs it where no program can be found, and leaves out what differs between computers and builds of the program.
fn told(folder: &Path, arguments: &[&str], expected: &Expect) -> Option<i32> {
    let output = command(folder)
        .arg("doctor")
        .args(arguments)
        .env("PATH", "")
        .env_remove("CHROMIUM")
        .output()
        .unwrap();
    let root = folder.canonicalize().unwrap();
    let said =
        String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    let lines = said
        .lines()
        .filter(|line| {
            let differs = [" GB free", "Google Chrome", " publishing to AWS"];
            !differs.iter().any(|words| line.contains(words))
        })
        .map(|line| format!("{line}\n").replace(root.to_str().unwrap(), "[ROOT]"));
    expected.assert_eq(&lines.collect::<String>());
    output.status.code()
}

const FREE: [&str; 2] = ["--port", "0"];

#[test]
fn a_site_without_widgets() {
    let bakery = Bakery::new();
    let status = told(
        bakery.root(),
        &FREE,
        &expect![[r#"
            ok       project       [ROOT]
            ok       content       12 documents in 4 collections, theme `bakery`
            ok       output        dist/ can be written
            ok       cache         .cache/ can be written
            note     node          not found; only sites with widgets need it
            note     npm           not found; only sites with widgets need it
            ok       port          0 is free for `site serve`
            note     chromium      not found; only browser tests and printing need it (CHROMIUM names one elsewhere)
            note     python        not found; only tests of the form function need it
            Nothing is in the way
        "#]],
    );
    assert_eq!(status, Some(0));
    // Nothing is left behind.
    let built = bakery.args(["build", "--quiet"]).success();
    assert_eq!(
        crate::bakery::files_below(built.root())
            .iter()
            .filter(|path| path.to_string_lossy().contains("doctor"))
            .count(),
        0
    );
}

#[test]
fn a_site_with_widgets() {
    let bakery = Bakery::new().write("widgets/package.json", "{}");
    let status = told(
        bakery.root(),
        &FREE,
        &expect![[r#"
            ok       project       [ROOT]
            ok       content       12 documents in 4 collections, theme `bakery`
            ok       output        dist/ can be written
            ok       cache         .cache/ can be written
            problem  node          not found
                                   install Node.js 20 or newer (https://nodejs.org, or your system's packages `nodejs` and `npm`)
            problem  npm           not found
                                   install Node.js 20 or newer (https://nodejs.org, or your system's packages `nodejs` and `npm`)
            problem  widgets       there is no package-lock.json that can be read
                                   put the file under version control back, or make it: npm install in widgets/
            ok       port          0 is free for `site serve`
            note     chromium      not found; only browser tests and printing need it (CHROMIUM names one elsewhere)
            note     python        not found; only tests of the form function need it
            3 problems
        "#]],
    );
    assert_eq!(status, Some(1));
    for (files, expected) in [
        (
            &["widgets/package-lock.json"][..],
            expect![[r#"
            note     widgets       packages are not installed yet
                                   the first `site build` installs them (npm ci), for which it needs the network
        "#]],
        ),
        (
            &[
                "widgets/package-lock.json",
                "widgets/node_modules/a/index.js",
            ],
            expect![[r#"
                note     widgets       packages are not those of package-lock.json
                                       the next `site build` installs them (npm ci), for which it needs the network
            "#]],
        ),
    ] {
        let mut bakery = Bakery::new().write("widgets/package.json", "{}");
        for file in files {
            bakery = bakery.write(file, "{}");
        }
        let output = command(bakery.root()).arg("doctor").output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        let lines: Vec<&str> = said.lines().collect();
        let at = lines.iter().position(|line| line.contains(" widgets "));
        expected.assert_eq(&(lines[at.unwrap()..at.unwrap() + 2].join("\n") + "\n"));
    }
}

#[test]
fn outside_of_a_project() {
    let bakery = Bakery::empty();
    let status = told(
        bakery.root(),
        &FREE,
        &expect![[r#"
            note     project       there is no content/site.toml here or in any folder above
                                   run the command in a project's folder; `site init DIR` makes one to begin with
            note     node          not found; only sites with widgets need it
            note     npm           not found; only sites with widgets need it
            ok       port          0 is free for `site serve`
            note     chromium      not found; only browser tests and printing need it (CHROMIUM names one elsewhere)
            note     python        not found; only tests of the form function need it
            Nothing is in the way
        "#]],
    );
    assert_eq!(status, Some(0));
}

#[test]
fn a_spoiled_project() {
    let bakery = Bakery::new()
        .replace(
            "content/site.toml",
            "theme = \"bakery\"",
            "theme = \"bakry\"",
        )
        .write("dist/precious.txt", "mine");
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let expected = expect![[r#"
        problem  content       there is no theme `bakry` with templates
                               `theme` in content/site.toml names a folder below themes/
        problem  output        dist/ holds files that no build has written
                               remove it by hand, or name another folder with `site build --out DIR`
    "#]];
    let output = command(bakery.root())
        .args(["doctor", "--quiet"])
        .env("PATH", "")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    expected.assert_eq(&String::from_utf8(output.stdout).unwrap());
    let output = command(bakery.root())
        .args(["doctor", "--port", &port])
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        said.contains(&format!("note     port          {port} is in use\n")),
        "{said}"
    );
    let bakery = bakery
        .remove("dist")
        .write("dist", "a file")
        .append("content/structure.toml", "x\n");
    let expected = expect![[r#"
        problem  content       its settings have errors
                               `site check` shows them with their lines
        problem  output        dist is a file, not a folder
                               remove it, or name a folder with `site build --out DIR`
    "#]];
    let output = command(bakery.root())
        .args(["doctor", "--quiet"])
        .env("PATH", "")
        .output()
        .unwrap();
    expected.assert_eq(&String::from_utf8(output.stdout).unwrap());
}

#[test]
fn errors_of_the_content() {
    let bakery = Bakery::new().replace("content/loaves/rye.md", "flour =", "flower =");
    let output = command(bakery.root())
        .args(["doctor", "--quiet", "--format", "json"])
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let line = said.lines().find(|line| line.contains("\"content\""));
    expect![[r#"
        {"check":"content","state":"problem","message":"12 documents in 4 collections, theme `bakery`; 1 error","help":"`site check` shows them with their lines"}
    "#]].assert_eq(&format!("{}\n", line.unwrap()));
}

#[cfg(not(feature = "aws"))]
#[test]
fn without_aws() {
    Bakery::new()
        .args(["doctor", "--aws", "--quiet"])
        .stdout(expect![[r#"
            problem  aws           this program was built without AWS
                                   cargo install --path crates/site --features aws
        "#]])
        .failure();
}

#[test]
fn a_bucket_without_aws() {
    Bakery::new()
        .args(["doctor", "--bucket", "pages"])
        .stderr(expect![[r#"
            error: the following required arguments were not provided:
              --aws

            Usage: site doctor --aws --bucket <NAME>

            For more information, try '--help'.
        "#]])
        .usage_error();
}
