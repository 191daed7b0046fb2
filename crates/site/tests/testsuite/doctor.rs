//! `site doctor`: the checks of this computer and of this project.

use std::net::TcpListener;
use std::path::Path;

use expect_test::{Expect, expect};

use crate::bakery::{Bakery, command};

/// Runs `site doctor` with an empty `PATH`. Returns its exit code, and its output without the lines that differ between computers
/// and builds of the program.
fn doctor(folder: &Path, arguments: &str) -> (Option<i32>, String) {
    let output = command(folder).arg("doctor").args(arguments.split_whitespace()).env("PATH", "").output().unwrap();
    let root = walk::real_path(folder).unwrap();
    let printed = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    let differs = ["disk  ", " publishing to AWS"];
    let lines = printed
        .lines()
        .filter(|line| !differs.iter().any(|words| line.contains(words)))
        .map(|line| format!("{line}\n").replace(root.to_str().unwrap(), "[ROOT]"));
    (output.status.code(), lines.collect())
}

fn assert_doctor(bakery: &Bakery, arguments: &str, status: i32, expected: &Expect) {
    let (code, printed) = doctor(bakery.root(), arguments);
    expected.assert_eq(&printed);
    assert_eq!(code, Some(status));
}

#[test]
#[rustfmt::skip]
fn projects() {
    let bakery = Bakery::new();
    let files = || crate::bakery::files_below(bakery.root());
    let before = files();
    assert_doctor(&bakery, "--port 0", 0, &expect![[r#"
        ok       project       [ROOT]
        ok       content       12 documents in 4 collections, theme `bakery`
        ok       output        dist/ can be written
        ok       cache         .cache/ can be written
        note     node          not found; only sites with widgets need it
        note     npm           not found; only sites with widgets need it
        ok       port          0 is free for `site serve`
        No problems found
    "#]]);
    assert_eq!(files(), before);
    assert_doctor(&Bakery::new().write("widgets/package.json", "{}"), "--quiet", 1, &expect![[r#"
        problem  node          not found
                               install Node.js 20 or newer (https://nodejs.org, or your system's packages `nodejs` and `npm`)
        problem  npm           not found
                               install Node.js 20 or newer (https://nodejs.org, or your system's packages `nodejs` and `npm`)
        problem  widgets       package-lock.json is missing or cannot be read
                               restore it from version control, or run `npm install` in widgets/
    "#]]);
    assert_doctor(&Bakery::empty(), "--port 0", 0, &expect![[r#"
        note     project       there is no content/site.toml here or in any folder above
                               run the command in a project's folder; `site init DIR` creates a new project
        note     node          not found; only sites with widgets need it
        note     npm           not found; only sites with widgets need it
        ok       port          0 is free for `site serve`
        No problems found
    "#]]);
}

#[test]
#[rustfmt::skip]
fn packages_of_widgets() {
    let widgets = || Bakery::new().write("widgets/package.json", "{}").write("widgets/package-lock.json", "{}");
    for (bakery, expected) in [
        (widgets(), expect![[r#"
            note     widgets       packages are not installed yet
                                   the next `site build` installs them with `npm ci`, from the network
        "#]]),
        (widgets().write("widgets/node_modules/a/index.js", "{}"), expect![[r#"
            note     widgets       packages do not match package-lock.json
                                   the next `site build` installs them with `npm ci`, from the network
        "#]]),
    ] {
        let (_, printed) = doctor(bakery.root(), "");
        let lines = printed.lines().skip_while(|line| !line.contains(" widgets  "));
        expected.assert_eq(&lines.take(2).map(|line| format!("{line}\n")).collect::<String>());
    }
}

#[test]
#[rustfmt::skip]
fn problems() {
    let bakery = Bakery::new()
        .replace("content/site.toml", "theme = \"bakery\"", "theme = \"bakry\"")
        .write("dist/precious.txt", "mine");
    assert_doctor(&bakery, "--quiet", 1, &expect![[r#"
        problem  content       there is no theme `bakry` with templates
                               set `theme` in content/site.toml to the name of a folder in themes/
        problem  output        [ROOT]/dist has files that no build wrote
                               name an empty or new folder with --out
    "#]]);
    let bakery = bakery.remove("dist").write("dist", "a file").append("content/structure.toml", "x\n");
    assert_doctor(&bakery, "--quiet", 1, &expect![[r#"
        problem  content       the settings have errors
                               `site check` shows them with their lines
        problem  output        [ROOT]/dist is a file, not a folder
                               name an empty or new folder with --out
    "#]]);
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let (_, printed) = doctor(bakery.root(), &format!("--port {port}"));
    assert!(printed.contains(&format!("note     port          {port} is in use\n")), "{printed}");
    assert!(printed.ends_with("2 problems\n"), "{printed}");
    let bakery = Bakery::new().replace("content/loaves/rye.md", "flour =", "flower =");
    let (_, printed) = doctor(bakery.root(), "--quiet --format json");
    let line = printed.lines().find(|line| line.contains("\"content\""));
    expect![[r#"
        {"check":"content","state":"problem","message":"12 documents in 4 collections, theme `bakery`; 1 error","help":"`site check` shows them with their lines"}
    "#]].assert_eq(&format!("{}\n", line.unwrap()));
}
