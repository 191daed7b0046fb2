//! Findings in a short form, for tables of mistakes.
//!
//! A finding is written as its place with the marked text, its code, and its message with the label of the marker in
//! parentheses, then its help and notes. The source line is left out; some tests compare whole reports.

use expect_test::Expect;

use crate::bakery::Bakery;

#[expect(clippy::needless_pass_by_value, reason = "a call then ends with the expected text, as for `stderr`")]
impl Bakery {
    /// Runs a command that finds mistakes, and compares the findings.
    pub fn findings(self, expected: Expect) {
        expected.assert_eq(&shown(self, 1));
    }

    /// Runs a command that rejects its arguments, and compares the findings.
    pub fn misuse(self, expected: Expect) {
        expected.assert_eq(&shown(self, 2));
    }
}

/// Runs a command that fails with this exit status, and returns the findings. The last line is left out if it is the usual one
/// of a build.
pub fn shown(bakery: Bakery, status: i32) -> String {
    let (findings, summary) = findings(&bakery.report(status));
    let plural = if findings.len() == 1 { "" } else { "s" };
    let usual = format!("{} error{plural}; nothing was written", findings.len());
    let mut text: String = findings.into_iter().map(|one| one.text).collect();
    if summary != usual {
        text += &summary;
        text += "\n";
    }
    text
}

/// Builds one site with a page for each row, whose text begins in line 6, and compares the findings of each.
pub fn assert_pages<const N: usize>(rows: [(&str, Expect); N]) {
    let mut bakery = Bakery::new();
    for (name, (markdown, _)) in names().zip(&rows) {
        bakery = bakery.page(&name, markdown);
    }
    assert_rows(bakery, "content/pages/{}.md", rows);
}

/// Builds one site with a template for each row, whose main part begins in line 3, and a page with that template, and
/// compares the findings of each.
pub fn assert_main_parts<const N: usize>(rows: [(&str, Expect); N]) {
    let mut bakery = Bakery::new();
    for (name, (main, _)) in names().zip(&rows) {
        bakery = bakery
            .page(&name, "Text.\n")
            .replace(&format!("content/pages/{name}.md"), "page.html", &format!("{name}.html"))
            .template(&name, main);
    }
    assert_rows(bakery, &template("{}"), rows);
}

/// Builds one site with a template for each row, which no page uses, and compares the findings of each.
pub fn assert_templates<const N: usize>(rows: [(&str, Expect); N]) {
    let mut bakery = Bakery::new();
    for (name, (text, _)) in names().zip(&rows) {
        bakery = bakery.write(&template(&name), text);
    }
    assert_rows(bakery, &template("{}"), rows);
}

fn template(name: &str) -> String {
    format!("themes/bakery/templates/{name}.html")
}

/// Returns names of files and pages, one for each row.
fn names() -> impl Iterator<Item = String> {
    (1..100).map(|number| format!("row-{number:02}"))
}

/// Builds one site with a file for each row, at `path` with the name of the row for `{}`, and compares the findings of
/// each.
pub fn assert_files<T: AsRef<[u8]>, const N: usize>(path: &str, rows: [(T, Expect); N]) {
    let mut bakery = Bakery::new();
    for (name, (content, _)) in names().zip(&rows) {
        bakery = bakery.write(&path.replace("{}", &name), content);
    }
    assert_rows(bakery, path, rows);
}

/// Returns a loaf without mistakes, with `old` replaced.
pub fn loaf(old: &str, new: &str) -> String {
    const LOAF: &str = include_str!("../bakery/content/loaves/rye.md");
    assert_eq!(LOAF.matches(old).count(), 1, "`{old}` in {LOAF}");
    LOAF.replace(old, new)
}

fn assert_rows<T, const N: usize>(bakery: Bakery, path: &str, rows: [(T, Expect); N]) {
    let (findings, summary) = findings(&bakery.report(1));
    assert!(summary.ends_with("; nothing was written"), "{summary}");
    let mut count = 0;
    for (name, (_, expected)) in names().zip(rows) {
        let file = path.replace("{}", &name);
        let of_row = findings.iter().filter(|one| one.file == file);
        let text: String = of_row.inspect(|_| count += 1).map(|one| one.text.replace(&format!("{file}:"), "")).collect();
        let rendering = format!("while rendering /{name} from content/pages/{name}.md");
        expected.assert_eq(&text.replace(&rendering, "while rendering the page"));
    }
    let texts: Vec<&str> = findings.iter().map(|one| one.text.as_str()).collect();
    assert_eq!(count, findings.len(), "findings in other files:\n{}", texts.concat());
}

/// A finding of a report.
#[derive(Default)]
struct Finding {
    file: String,
    text: String,
}

/// Parses the findings of a report and its last line.
fn findings(report: &str) -> (Vec<Finding>, String) {
    let mut findings: Vec<Finding> = Vec::new();
    let (mut place, mut excerpt, mut note) = (String::new(), String::new(), None);
    for line in report.lines() {
        let inner = line.trim_start();
        if line.starts_with("error[") || line.starts_with("warning[") {
            let text = format!("{line}\n");
            let file = String::new();
            findings.push(Finding { file, text });
            continue;
        }
        let Some(finding) = findings.last_mut() else {
            continue;
        };
        if let Some(label) = line.strip_prefix("note: ") {
            note = Some(label.to_owned());
        } else if let Some(at) = inner.strip_prefix("--> ") {
            at.clone_into(&mut place);
            excerpt.clear();
        } else if let Some(help) = inner.strip_prefix("= help: ") {
            finding.text += &format!("  help: {help}\n");
        } else if inner.starts_with("| ") && inner.contains('^') {
            let (marks, label) = inner[2..].trim_start().split_at(inner.matches('^').count());
            let column: usize = place.rsplit(':').next().unwrap().parse().unwrap();
            let marked = excerpt.chars().skip(column - 1).take(marks.len());
            let at = format!("{place} «{}»", marked.collect::<String>());
            if let Some(note) = note.take() {
                finding.text += &format!("  note: {at} {note}\n");
                continue;
            }
            let file = place.rsplitn(3, ':').nth(2).unwrap();
            file.clone_into(&mut finding.file);
            let title = finding.text.trim_end();
            finding.text = match label.trim() {
                "" => format!("{at} {title}\n"),
                label => format!("{at} {title} ({label})\n"),
            };
        } else if let Some((number, text)) = inner.split_once(" | ")
            && number.chars().all(|c| c.is_ascii_digit())
        {
            text.clone_into(&mut excerpt);
        }
    }
    let summary = report.lines().last().unwrap_or_default();
    (findings, summary.to_owned())
}
