//! Builds under adverse conditions: a full disk, a folder that cannot be written, and several builds at once. Also tests which
//! environment variables a build passes to the programs that it starts.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;

use crate::bakery::{Bakery, TODAY, assert_same_output, command, command_after, leftovers, run};

/// A limit of four kilobytes for each file makes writing fail in the middle of a page, as on a full disk.
#[test]
fn a_full_disk_leaves_the_last_good_output() {
    let built = Bakery::new().success();
    let root = built.root().to_owned();
    let before = built.outputs();
    let bakery = built.again().page("long", &"More text. ".repeat(2_000));
    let mut build = command_after("trap '' XFSZ; ulimit -f 8", &root);
    let output = build.args(["build", "--date", TODAY, "--quiet"]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("error[cannot-write]: cannot write"), "{said}");
    assert!(said.contains("File too large"), "{said}");
    assert!(said.contains("the last good output is unchanged"), "{said}");
    assert_eq!(leftovers(&root), [""; 0]);
    // The cache is complete or missing, so the next build is correct.
    let built = bakery.success();
    assert!(before.iter().all(|path| built.has(&format!("dist/{path}"))));
    assert!(built.read("dist/long.html").ends_with("</html>\n"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let bakery = Bakery::new();
    let (status, _, said) = run(bakery.root(), "build --quiet --out /proc/site");
    assert_eq!(status, 1, "{said}");
    assert!(said.contains("cannot write /proc/site: "), "{said}");
}

#[test]
fn builds_at_once_do_not_disturb_each_other() {
    let bakery = Bakery::new();
    let root = bakery.root().to_owned();
    for round in 0..3 {
        let children: Vec<_> = (0..5)
            .map(|_| command(&root).args(["build", "--quiet", "--date", TODAY]).stderr(Stdio::piped()).spawn().unwrap())
            .collect();
        for child in children {
            let output = child.wait_with_output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success() && said.is_empty(), "{round}: {said}");
        }
        assert_eq!(leftovers(&root), [""; 0]);
        // No round finds a cache. All rounds but the first replace an output.
        let _ = fs::remove_dir_all(root.join(".cache"));
    }
    assert_same_output(&bakery.success(), &Bakery::new().success());
}

/// Node and npm run code of third-party packages, so they must not see credentials.
#[test]
fn node_and_npm_get_no_credentials() {
    let bakery = Bakery::new()
        .write("widgets/package.json", "{}")
        .write("widgets/package-lock.json", "{}")
        .write("widgets/build.mjs", "")
        .append("content/pages/about.md", "\n[Flour](https://flour.example/)\n");
    let programs = tempfile::tempdir().unwrap();
    for (name, rest) in [("node", "exit 1"), ("npm", "mkdir -p node_modules")] {
        let file = programs.path().join(name);
        fs::write(&file, format!("#!/bin/sh\nenv >> \"$0.env\"\n{rest}\n")).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let path = format!("{}:/usr/bin:/bin", programs.path().display());
    for arguments in [&["build"][..], &["check", "--external"]] {
        let output = command(bakery.root())
            .args(arguments)
            .args(["--quiet", "--date", TODAY])
            .env_clear()
            .env("PATH", &path)
            .env("HOME", "/home/baker")
            .env("https_proxy", "http://proxy.example")
            .env("AWS_SECRET_ACCESS_KEY", "hush")
            .env("AWS_PROFILE", "hush")
            .env("GITHUB_TOKEN", "hush")
            .env("NODE_AUTH_TOKEN", "hush")
            .env("npm_config__auth", "hush")
            .env("SITE_API_URL", "/hush")
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1));
    }
    for name in ["node", "npm"] {
        let got = fs::read_to_string(programs.path().join(format!("{name}.env"))).unwrap();
        assert!(!got.contains("hush"), "{name}: {got}");
        for expected in ["HOME=/home/baker", "https_proxy=http://proxy.example", "PATH="] {
            assert!(got.contains(expected), "{name}: {got}");
        }
    }
}
