//! Fixes: what `site check --fix` does, and that every fix of every mistake in these tests removes its finding and nothing else.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use expect_test::expect;
use serde_json::Value;

use crate::bakery::{Bakery, copy, run, run_with};

/// Codes of findings that hide others: their file, or a part of it, cannot be read. A fix of one may reveal what was wrong anyway.
const HIDING: [&str; 15] = [
    "bad-toml",
    "copied-file",
    "markdown-in-html",
    "missing-front-matter",
    "missing-menu",
    "missing-schema",
    "missing-template",
    "missing-theme",
    "template-error",
    "template-syntax",
    "unclosed-front-matter",
    "unknown-argument",
    "unknown-collection",
    "unknown-component",
    // The value that is chosen is that of another document, which may not be allowed here.
    "unknown-value",
];

/// Codes of findings that appear once a page or the whole site could be made.
const LATE: [&str; 5] = ["duplicate-description", "duplicate-title", "too-short", "unread-file", "unused-host"];

/// Runs the command of a test again and asserts for each fix of each finding: after it, the finding is gone, there is no other one,
/// and only the bytes of the fix have changed.
pub fn assert_fixes(root: &Path, arguments: &[String]) {
    let is_build = arguments.first().is_some_and(|name| name == "build" || name == "check");
    if !is_build || arguments.iter().any(|one| one == "--format" || one == "--fix" || one == "--diff" || one == "--out") {
        return;
    }
    let before = findings(root, arguments);
    let with_fix = before.iter().filter(|one| one["fixes"].as_array().is_some_and(|fixes| !fixes.is_empty()));
    let with_fix: Vec<&Value> = with_fix.collect();
    if with_fix.is_empty() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    copy(root, folder.path());
    // All first fixes at once, which takes one run for many findings; then each of the others alone.
    let first: Vec<(&Value, &Value)> = with_fix.iter().map(|one| (*one, &one["fixes"][0])).collect();
    let others = with_fix.iter().flat_map(|one| one["fixes"].as_array().unwrap()[1..].iter().map(|fix| vec![(*one, fix)]));
    for fixes in std::iter::once(first).chain(others) {
        let originals = read_all(&fixes, root);
        let applied: Vec<(&Value, &Value)> = apply(folder.path(), &fixes);
        let after = findings(folder.path(), arguments);
        let reveals = applied.iter().any(|(one, _)| HIDING.contains(&one["code"].as_str().unwrap()));
        for (finding, fix) in &applied {
            let remains = after.iter().any(|one| is_same(one, finding) && count(&after, finding) >= count(&before, finding));
            assert!(!remains, "{fix}\ndoes not remove\n{finding}\nafter:\n{}", listed(&after));
        }
        for one in &after {
            let is_known = before.iter().any(|old| is_same(old, one));
            assert!(
                is_known || reveals || LATE.contains(&one["code"].as_str().unwrap()),
                "a new finding:\n{one}\nafter\n{}\nbefore:\n{}",
                applied.iter().map(|(_, fix)| format!("{fix}\n")).collect::<String>(),
                listed(&before)
            );
        }
        for (path, bytes) in originals {
            fs::write(folder.path().join(path), bytes).unwrap();
        }
    }
}

/// Returns the findings of a command.
fn findings(root: &Path, arguments: &[String]) -> Vec<Value> {
    let mut arguments = arguments.to_vec();
    arguments.extend(["--format".to_owned(), "json".to_owned()]);
    let (_, stdout, _) = run_with(root, &arguments);
    stdout.lines().map(|line| line.parse().unwrap()).collect()
}

fn listed(findings: &[Value]) -> String {
    findings.iter().map(|one| format!("{one}\n")).collect()
}

fn count(all: &[Value], finding: &Value) -> usize {
    all.iter().filter(|one| is_same(one, finding)).count()
}

/// Returns whether two findings say the same about the same file. Lines may have moved.
fn is_same(one: &Value, other: &Value) -> bool {
    ["code", "message", "file"].iter().all(|key| one[key] == other[key])
}

/// Returns the content of each file that fixes change.
fn read_all(fixes: &[(&Value, &Value)], root: &Path) -> BTreeMap<String, Vec<u8>> {
    let changes = fixes.iter().flat_map(|(_, fix)| fix["changes"].as_array().unwrap());
    let paths = changes.filter_map(|change| ["file", "delete", "move"].iter().find_map(|key| change[key].as_str()));
    paths.filter_map(|path| Some((path.to_owned(), fs::read(root.join(path)).ok()?))).collect()
}

/// Applies fixes that do not overlap, and returns them. Works only with lines and columns, as an editor does.
fn apply<'a>(root: &Path, fixes: &[(&'a Value, &'a Value)]) -> Vec<(&'a Value, &'a Value)> {
    let mut edits: BTreeMap<String, Vec<(usize, usize, String)>> = BTreeMap::new();
    let mut applied = Vec::new();
    for (finding, fix) in fixes {
        let mut own = Vec::new();
        for change in fix["changes"].as_array().unwrap() {
            if let Some(path) = change["delete"].as_str() {
                fs::remove_file(root.join(path)).unwrap();
            } else if let Some(path) = change["move"].as_str() {
                let to = root.join(change["to"].as_str().unwrap());
                fs::create_dir_all(to.parent().unwrap()).unwrap();
                fs::rename(root.join(path), to).unwrap();
            } else {
                let path = change["file"].as_str().unwrap();
                let text = fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}: {fix}"));
                let offset = |line: &str, column: &str| offset(&text, &change[line], &change[column]);
                let (start, end) = (offset("line", "column"), offset("end_line", "end_column"));
                own.push((path.to_owned(), (start, end, change["text"].as_str().unwrap().to_owned())));
            }
        }
        let overlaps = own.iter().any(|(path, (start, end, _))| {
            edits.get(path).is_some_and(|all| all.iter().any(|(from, to, _)| from <= end && start <= to))
        });
        if !overlaps {
            for (path, edit) in own {
                edits.entry(path).or_default().push(edit);
            }
            applied.push((*finding, *fix));
        }
    }
    for (path, mut edits) in edits {
        edits.sort();
        let path = root.join(path);
        let mut text = fs::read_to_string(&path).unwrap();
        for (start, end, new) in edits.iter().rev() {
            text.replace_range(*start..*end, new);
        }
        fs::write(path, text).unwrap();
    }
    applied
}

fn offset(text: &str, line: &Value, column: &Value) -> usize {
    let number = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
    let mark = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let lines = text[mark..].split_inclusive('\n');
    let start: usize = mark + lines.clone().take(number(line) - 1).map(str::len).sum::<usize>();
    let rest = &text[start..];
    rest.char_indices().nth(number(column) - 1).map_or(text.len(), |(at, _)| start + at)
}

const PAGE: &str = "content/pages/about.md";

/// Writes mistakes into a page of the starter, whose lines end with `line_end`. Syntax hides the typos at first.
fn with_mistakes(line_end: &str) -> Bakery {
    let bakery = Bakery::starter();
    let text = fs::read_to_string(bakery.root().join(PAGE)).unwrap();
    let text = text
        .replace("description = \"Four", "# The office's words.\ndescripton = \"Four")
        .replace("lead = \"Four mechanics, one stove, and every tool we ever bought.\"", "lead: One stove   ")
        .replace("## How we work", "##How we work\n\nSee [the notes](/ntoes), {{ site.nmae }}.");
    bakery.write(PAGE, format!("\u{feff}{}", text.replace('\n', line_end)))
}

/// Returns the text of the page with all fixes.
fn corrected(text: &str) -> String {
    text.replace("descripton", "description")
        .replace("lead: One stove   ", "lead = \"One stove\"")
        .replace("##How", "## How")
        .replace("ntoes", "notes")
        .replace("nmae", "name")
}

#[test]
fn a_file_is_corrected_in_several_rounds() {
    let bakery = with_mistakes("\r\n");
    let text = fs::read_to_string(bakery.root().join(PAGE)).unwrap();
    let built = bakery
        .args("check --fix")
        .stderr(expect![[r#"
            fixed content/pages/about.md:5:5: write lead = "One stove" [bad-toml]
            fixed content/pages/about.md:7:1: write `## How we work` [unread-markdown]
            fixed content/pages/about.md:9:26: replace `nmae` with `name` [unknown-fact]
            fixed content/pages/about.md:9:17: replace `/ntoes` with `/notes` [broken-link]
            fixed content/pages/about.md:4:1: replace `descripton` with `description` [unknown-key]
            Checked 18 pages with 45 rules: no problems
        "#]])
        .success();
    assert_eq!(built.read(PAGE), corrected(&text));
    // Twice is once.
    let built = built.again().args("check --fix --quiet").success();
    assert_eq!(built.read(PAGE), corrected(&text));
}

#[test]
fn a_diff_changes_nothing() {
    let bakery = with_mistakes("\n");
    let text = fs::read_to_string(bakery.root().join(PAGE)).unwrap();
    let (status, diff, said) = run(bakery.root(), "check --diff");
    assert_eq!(status, 1, "{said}");
    // The expected text cannot have a line of one space.
    expect![[r#"
        --- a/content/pages/about.md
        +++ b/content/pages/about.md
        @@ -2,11 +2,11 @@
         title = "About the workshop"
         # The office's words.
         descripton = "Four mechanics, one stove and every tool we ever bought: who mends your bicycle at the harbour, and how we decide what is worth mending."
        -lead: One stove   
        +lead = "One stove"
         +++
        -##How we work
        +## How we work

        -See [the notes](/ntoes), {{ site.nmae }}.
        +See [the notes](/notes), {{ site.name }}.

         You tell us what the bicycle does. We put it on the stand and show you why. Then you hear a price, and the price holds, even
         if the bolt does not come out the first time.
    "#]]
    .assert_eq(&diff.replace("\n \n", "\n\n"));
    assert_eq!(said, "Found 4 errors; --fix would correct 4 problems in 1 file\n");
    assert_eq!(fs::read_to_string(bakery.root().join(PAGE)).unwrap(), text);
    let usage = run(bakery.root(), "check --fix --diff");
    assert_eq!(usage.0, 2, "{usage:?}");
}

/// What only a person can decide is left, and a fix does not change the exit status of what remains.
#[test]
fn an_unsafe_fix_is_not_applied() {
    let copy = "content/pages/about - Copy.md";
    let bakery = with_mistakes("\n").write(copy, "+++\ntitle = \"Copy\"\n+++\n");
    let built = bakery
        .args("check --fix")
        .stderr(expect![[r#"
            fixed content/pages/about.md:5:5: write lead = "One stove" [bad-toml]
            fixed content/pages/about.md:7:1: write `## How we work` [unread-markdown]
            fixed content/pages/about.md:9:26: replace `nmae` with `name` [unknown-fact]
            fixed content/pages/about.md:9:17: replace `/ntoes` with `/notes` [broken-link]
            fixed content/pages/about.md:4:1: replace `descripton` with `description` [unknown-key]
            error[copied-file]: this file is a copy of content/pages/about.md
             --> content/pages/about - Copy.md:1:1
              |
            1 | +++
              | ^^^
              |
              = help: delete the file that you do not need; rename a copy that is to become another document

            Checked 18 of 19 pages with 45 rules: 1 error
        "#]])
        .failure();
    assert!(built.has(copy));
}

#[test]
fn lines_are_moved_and_added() {
    let front_matter =
        "+++\ntitle = \"Bells\"\ndescription = \"What a bell is for, and which one we would choose for a city.\"\n";
    for (written, expected) in [
        // A key below the header of a table.
        (
            "\n[link]\nlabel = \"Home\"\nurl = \"/\"\nnoindex = true # hidden\n+++\nText.\n",
            "noindex = true # hidden\n\n[link]\nlabel = \"Home\"\nurl = \"/\"\n+++\nText.\n",
        ),
        ("+++\n<div>\n**bold**\n</div>\n", "+++\n<div>\n\n**bold**\n</div>\n"),
        (
            "+++\n<section>\n<div>\n\n**bold**\n</div>\n- one\n- two\n</section>\n",
            "+++\n<section>\n<div>\n\n**bold**\n</div>\n\n- one\n- two\n</section>\n",
        ),
    ] {
        let bakery = Bakery::new().write("content/pages/bells.md", format!("{front_matter}{written}"));
        run(bakery.root(), "check --fix --quiet");
        let text = fs::read_to_string(bakery.root().join("content/pages/bells.md")).unwrap();
        assert_eq!(text, format!("{front_matter}{expected}"));
    }
}
