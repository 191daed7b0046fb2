//! Sites and command lines of earlier versions. `tests/formats/` has a folder for each version that changed the format: what worked
//! with that version works with this one, or a finding names what to write instead.

use std::fs;
use std::path::Path;

use expect_test::expect;

use crate::bakery::{Bakery, copy, run};

/// Returns the folders of `tests/formats/`, sorted.
fn versions() -> Vec<std::path::PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/formats");
    let folders = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut folders: Vec<_> = folders.filter(|path| path.is_dir()).collect();
    folders.sort();
    assert!(!folders.is_empty());
    folders
}

#[test]
fn sites_of_earlier_versions() {
    for version in versions() {
        let bakery = Bakery::empty();
        copy(&version, bakery.root());
        // The build finds no error and no key that has another name now, only what has become a warning.
        let bakery = bakery.args("build --quiet --date 2026-06-01");
        let built = bakery
            .stderr(expect![[r#"
            warning[missing-purpose]: the form does not say what `email` is for
              --> content/forms/order.toml:28:8
               |
            28 | name = "email"
               |        ^^^^^^^
               |
               = help: say why you ask for it: purpose = "…"

            warning[missing-purpose]: the form does not say what `loaf` is for
              --> content/forms/order.toml:38:8
               |
            38 | name = "loaf"
               |        ^^^^^^
               |
               = help: say why you ask for it: purpose = "…"

            2 warnings
        "#]])
            .success();
        let everything = built.read("dist/everything.html");
        assert!(!everything.contains("{{"), "{}", version.display());
    }
}

#[test]
fn command_lines_of_earlier_versions() {
    for version in versions() {
        let lines = fs::read_to_string(version.join("commands.txt")).unwrap();
        for line in lines.lines() {
            // The options before `--help` are parsed, and the command does not run.
            let (code, _, stderr) = run(&version, &format!("{line} --help"));
            assert_eq!((code, stderr.as_str()), (0, ""), "{line}");
        }
    }
}
