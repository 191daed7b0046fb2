//! Publishing from the drawer of `site edit` by commits.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::bakery::Bakery;
use crate::edit::{Drawer, RYE, files, typed};

/// Rules of `site check` that the templates of the bakery do not follow.
const RULES: &str = "[rules]\nlandmarks = \"off\"\nrobots-mismatch = \"off\"\n";

/// Returns a bakery without errors, which can be published.
pub fn bakery() -> Bakery {
    Bakery::new().write("content/checks.toml", RULES)
}

/// Runs Git in a folder.
fn git(folder: &Path, arguments: &[&str]) {
    let done = Command::new("git").arg("-C").arg(folder).args(arguments).output().unwrap();
    assert!(done.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
}

/// Puts a project under version control, with a place that it is sent to. Returns the folder of that place.
fn repository(root: &Path) -> tempfile::TempDir {
    let remote = tempfile::tempdir().unwrap();
    git(remote.path(), &["init", "--quiet", "--bare"]);
    git(root, &["init", "--quiet", "--initial-branch", "main"]);
    fs::write(root.join(".gitignore"), ".cache/\n").unwrap();
    for (name, value) in [("user.name", "Baker"), ("user.email", "baker@example.org"), ("commit.gpgsign", "false")] {
        git(root, &["config", name, value]);
    }
    git(root, &["add", "--all"]);
    git(root, &["commit", "--quiet", "--message", "Begin"]);
    git(root, &["remote", "add", "origin", remote.path().to_str().unwrap()]);
    git(root, &["push", "--quiet", "--set-upstream", "origin", "main"]);
    remote
}

#[test]
fn changes_are_shown_and_published() {
    let bakery = bakery();
    let root = bakery.root();
    let remote = repository(root);
    let drawer = Drawer::start(root);
    let nothing = drawer.ok("publish", &json!({}));
    assert!(nothing["blocked"].is_string(), "{nothing:#}");

    // What no page shows is told as well.
    fs::write(root.join("content/checks.toml"), format!("# Rules\n{RULES}")).unwrap();
    let shown = drawer.ok("publish", &json!({}));
    assert_eq!((&shown["blocked"], &shown["pages"]), (&Value::Null, &json!([])), "{shown:#}");
    assert_eq!(shown["others"], json!(["“Checks” has changed; no public page shows it."]));

    // What stops the publication is listed.
    let rye = fs::read_to_string(root.join(RYE)).unwrap();
    fs::write(root.join(RYE), rye.replacen("title = ", "title ", 1)).unwrap();
    let shown = drawer.ok("publish", &json!({}));
    assert_eq!(shown["blocked"], "1 error has to be corrected first.", "{shown:#}");
    assert_eq!((&shown["errors"][0]["document"], &shown["errors"][0]["stopsBuild"]), (&json!(RYE), &json!(true)), "{shown:#}");
    assert_eq!(shown["errors"].as_array().unwrap().len(), 1);
    fs::write(root.join(RYE), rye).unwrap();

    // Every page changes, which are more than are told one by one.
    let pages = |number: usize| {
        let text = format!("+++\ntitle = \"Page {number}\"\ndescription = \"What is told of bread {number}.\"\n+++\n\nText.\n");
        fs::write(root.join(format!("content/pages/many-{number}.md")), text).unwrap();
    };
    (0..60).for_each(pages);
    let shown = drawer.ok("publish", &json!({}));
    assert_eq!(shown["pages"].as_array().unwrap().len(), 50, "{shown:#}");
    let more = shown["others"][0].as_str().unwrap();
    assert!(more.ends_with(" more pages change."), "{more}");

    // What was refused is sent the next time.
    let hook = remote.path().join("hooks/pre-receive");
    fs::write(&hook, "#!/bin/sh\nexit 1\n").unwrap();
    #[cfg(unix)]
    fs::set_permissions(&hook, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let seen = shown["fingerprint"].clone();
    let (status, answer) = drawer.ask("publish", &json!({ "confirm": true, "seen": seen }));
    assert!(
        status == 409 && answer["error"].as_str().unwrap().starts_with("The place that the site is sent to has refused"),
        "{answer}"
    );
    assert!(answer["details"].as_str().unwrap().contains("pre-receive hook declined"), "{answer}");
    fs::remove_file(&hook).unwrap();
    drawer.ok("publish", &json!({ "confirm": true, "seen": seen }));
    let nothing = drawer.ok("publish", &json!({}));
    assert!(nothing["blocked"].is_string(), "{nothing:#}");
}

/// What is published is what was shown, and the last publication can be taken back.
#[test]
fn a_publication_is_confirmed_and_taken_back() {
    let bakery = bakery();
    let root = bakery.root();
    let remote = repository(root);
    let drawer = Drawer::start(root);
    let nothing = drawer.ask("publish", &json!({ "back": true }));
    assert!(nothing.0 == 409 && nothing.1["error"].as_str().unwrap().contains("no earlier version"), "{nothing:?}");

    let before = fs::read(root.join(RYE)).unwrap();
    let document = drawer.open(RYE);
    drawer.ok("save", &typed(&document, |one| one["body"] = "New words.\n".into()));
    let shown = drawer.ok("publish", &json!({}));
    drawer.ok("save", &typed(&drawer.open(RYE), |one| one["body"] = "Other words.\n".into()));
    for seen in [shown["fingerprint"].clone(), json!("")] {
        let (status, answer) = drawer.ask("publish", &json!({ "confirm": true, "seen": seen }));
        assert!(status == 409 && answer["error"].as_str().unwrap().contains("since this was shown"), "{answer}");
    }
    // A picture that replaces another one counts as well.
    let seen = drawer.ok("publish", &json!({}))["fingerprint"].clone();
    let picture = files(&root.join("content")).into_keys().find(|path| path.ends_with(".svg") || path.ends_with(".png")).unwrap();
    let picture = root.join("content").join(picture);
    let old = fs::read(&picture).unwrap();
    fs::write(&picture, [&old[..], b"\n"].concat()).unwrap();
    assert_eq!(drawer.ask("publish", &json!({ "confirm": true, "seen": seen })).0, 409);
    fs::write(&picture, old).unwrap();
    let unpublished = drawer.ask("publish", &json!({ "back": true }));
    assert_eq!(unpublished.0, 409, "{unpublished:?}");
    let seen = drawer.ok("publish", &json!({}))["fingerprint"].clone();
    drawer.ok("publish", &json!({ "confirm": true, "seen": seen }));

    let shown = drawer.ok("publish", &json!({ "back": true }));
    assert_eq!((&shown["pages"][0]["url"], &shown["blocked"]), (&json!("/loaves/rye"), &Value::Null), "{shown:#}");
    let back = json!({ "back": true, "confirm": true, "seen": shown["fingerprint"] });
    // What somebody else has begun with Git is left alone, and what a hook refuses has changed nothing.
    let words = files(&root.join("content"));
    let begun = root.join(".git/REVERT_HEAD");
    fs::write(&begun, "0".repeat(40)).unwrap();
    let (status, answer) = drawer.ask("publish", &back);
    assert!(status == 409 && answer["error"].as_str().unwrap().starts_with("Somebody has begun"), "{answer}");
    assert!(answer["details"].as_str().unwrap().contains("REVERT_HEAD"), "{answer}");
    fs::remove_file(begun).unwrap();
    let hook = root.join(".git/hooks/pre-commit");
    fs::create_dir_all(hook.parent().unwrap()).unwrap();
    fs::write(&hook, "#!/bin/sh\necho no >&2\nexit 1\n").unwrap();
    #[cfg(unix)]
    fs::set_permissions(&hook, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let (status, answer) = drawer.ask("publish", &back);
    assert!(status == 409 && answer["error"].as_str().unwrap().starts_with("It could not"), "{answer}");
    assert_eq!(answer["details"], "no");
    assert_eq!(files(&root.join("content")), words);
    git(root, &["diff", "--quiet", "HEAD"]);
    fs::remove_file(&hook).unwrap();
    drawer.ok("publish", &back);
    assert_eq!(fs::read(root.join(RYE)).unwrap(), before);
    let log = Command::new("git").arg("-C").arg(remote.path()).args(["log", "--oneline", "main"]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&log.stdout).lines().count(), 3);
    assert_eq!(drawer.ok("publish", &json!({ "progress": true }))["doing"], Value::Null);
}

/// Errors that only the rules of `site check` find stop a publication as well; what only a public site may not have does not stop a
/// version from being stored.
#[test]
fn errors_of_rules_stop_a_publication() {
    let placeholder =
        "\"properties\": { \"placeholder\": { \"type\": \"boolean\", \"description\": \"Whether it is made up.\" },";
    let bakery =
        bakery().replace("content/schemas/site.json", "\"properties\": {\n    \"name\"", &format!("{placeholder}\n    \"name\""));
    let root = bakery.root();
    let _remote = repository(root);
    let drawer = Drawer::start(root);
    let document = drawer.open(RYE);
    drawer.ok("save", &typed(&document, |one| one["body"] = "## Flour\n\n#### Rye\n\nText.\n".into()));
    let shown = drawer.ok("publish", &json!({}));
    assert_eq!(shown["blocked"], "1 error has to be corrected first.", "{shown:#}");
    let error = &shown["errors"][0];
    assert_eq!((&error["code"], &error["document"]), (&json!("heading-order"), &json!(RYE)), "{shown:#}");
    let request = json!({ "confirm": true, "seen": shown["fingerprint"] });
    assert_eq!(drawer.ask("publish", &request).0, 409);

    // Its fix is offered where it is listed.
    drawer.preview.wait_until(|_| drawer.ask("fix", &json!({ "id": error["fixes"][0]["id"] })).0 == 200);
    assert!(fs::read_to_string(root.join(RYE)).unwrap().contains("\n### Rye\n"));
    let site = fs::read_to_string(root.join("content/site.toml")).unwrap();
    fs::write(root.join("content/site.toml"), format!("placeholder = true\n{site}")).unwrap();
    let shown = drawer.ok("publish", &json!({}));
    assert_eq!((&shown["blocked"], &shown["errors"]), (&Value::Null, &json!([])), "{shown:#}");
    assert_eq!(shown["later"][0]["code"], "placeholder-data", "{shown:#}");
    drawer.ok("publish", &json!({ "confirm": true, "seen": shown["fingerprint"] }));
}
