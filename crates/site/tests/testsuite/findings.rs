//! Compares findings in a short form, for tables of mistakes.
//!
//! The short form of a finding is its place with the marked text, its code, and its message with the label of the marker in
//! parentheses, followed by its help and notes. It has no source line; a few tests compare whole reports.

use expect_test::Expect;

use crate::bakery::Bakery;

/// Last help line of a mistake that is found while a page is rendered.
pub const WHILE_RENDERING: Option<&str> = Some("while rendering /{} from content/pages/{}.md");
/// Last help line of a mistake in the HTML of a page.
pub const ON_THE_PAGE: Option<&str> = Some("on the page /{}");

#[expect(clippy::needless_pass_by_value, reason = "a call then ends with the expected text, as for `stderr`")]
impl Bakery {
    /// Runs a command that finds mistakes, and compares the findings.
    pub fn findings(self, expected: Expect) {
        expected.assert_eq(&shown(self, 1));
    }

    /// Runs a command line that cannot be parsed, and compares the error without its last line, which refers to `--help`.
    pub fn unparsed(self, expected: Expect) {
        let report = self.report(2);
        let error = report.strip_suffix("\nFor more information, try '--help'.\n");
        expected.assert_eq(error.unwrap_or_else(|| panic!("{report}")));
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

/// Checks sites with errors, and compares the findings of each.
pub fn errors(rows: impl IntoIterator<Item = (Bakery, Expect)>) {
    rows.into_iter().for_each(|(bakery, expected)| expected.assert_eq(&shown(bakery.args("check"), 1)));
}

/// Checks sites with warnings only, and compares the findings of each.
pub fn warnings(rows: impl IntoIterator<Item = (Bakery, Expect)>) {
    rows.into_iter().for_each(|(bakery, expected)| expected.assert_eq(&shown(bakery.args("check"), 0)));
}

/// Returns the site that `site init` creates with a text at the end of a page.
pub fn visit(text: &str) -> Bakery {
    Bakery::starter().append("content/pages/visit.md", &format!("\n{text}\n"))
}

/// Returns the site that `site init` creates with a text in a template.
pub fn repairs(text: &str) -> Bakery {
    Bakery::starter().replace("themes/workshop/templates/repairs.html", "<p>Not on", &format!("{text}\n<p>Not on"))
}

/// Builds one site with a page for each row, whose text begins on line 6, and compares the findings of each.
pub fn assert_pages<const N: usize>(rows: [(&str, Expect); N]) {
    assert_pages_with(None, rows);
}

/// Like [`assert_pages`], for findings that all end with the help line `last_help`, which the expected text omits.
pub fn assert_pages_with<const N: usize>(last_help: Option<&str>, rows: [(&str, Expect); N]) {
    let mut bakery = Bakery::new();
    for (name, (markdown, _)) in names().zip(&rows) {
        bakery = bakery.page(&name, markdown);
    }
    assert_rows(bakery, "content/pages/{}.md", last_help, rows);
}

/// Builds one site with a template for each row, whose main part begins on line 3, and a page with that template, and
/// compares the findings of each.
pub fn assert_main_parts<const N: usize>(rows: [(&str, Expect); N]) {
    assert_main_parts_with(None, rows);
}

/// Like [`assert_main_parts`], for findings that all end with the help line `last_help`, which the expected text omits.
pub fn assert_main_parts_with<const N: usize>(last_help: Option<&str>, rows: [(&str, Expect); N]) {
    let mut bakery = Bakery::new();
    for (name, (main, _)) in names().zip(&rows) {
        bakery = bakery
            .page(&name, "Text.\n")
            .replace(&format!("content/pages/{name}.md"), "page.html", &format!("{name}.html"))
            .template(&name, main);
    }
    assert_rows(bakery, &template("{}"), last_help, rows);
}

/// Builds one site with a template for each row, which no page uses, and compares the findings of each.
pub fn assert_templates<const N: usize>(rows: [(&str, Expect); N]) {
    let mut bakery = Bakery::new();
    for (name, (text, _)) in names().zip(&rows) {
        bakery = bakery.write(&template(&name), text);
    }
    assert_rows(bakery, &template("{}"), None, rows);
}

fn template(name: &str) -> String {
    format!("themes/bakery/templates/{name}.html")
}

/// Returns names of files and pages, one for each row.
fn names() -> impl Iterator<Item = String> {
    (1..100).map(|number| format!("row-{number:02}"))
}

/// Builds one site with a file for each row, and compares the findings of each. `{}` in `path` is replaced by the name of the
/// row.
pub fn assert_files<T: AsRef<[u8]>, const N: usize>(path: &str, rows: [(T, Expect); N]) {
    let mut bakery = Bakery::new();
    for (name, (content, _)) in names().zip(&rows) {
        bakery = bakery.write(&path.replace("{}", &name), content);
    }
    assert_rows(bakery, path, None, rows);
}

/// Returns the file of a loaf without mistakes, with `old` replaced by `new`.
pub fn loaf(old: &str, new: &str) -> String {
    const LOAF: &str = include_str!("../bakery/content/loaves/rye.md");
    assert_eq!(LOAF.matches(old).count(), 1, "`{old}` in {LOAF}");
    LOAF.replace(old, new)
}

fn assert_rows<T, const N: usize>(bakery: Bakery, path: &str, last_help: Option<&str>, rows: [(T, Expect); N]) {
    let (findings, summary) = findings(&bakery.report(1));
    assert!(summary.ends_with("; nothing was written"), "{summary}");
    let mut count = 0;
    for (name, (_, expected)) in names().zip(rows) {
        let file = path.replace("{}", &name);
        let help = last_help.map(|help| format!("  help: {}\n", help.replace("{}", &name)));
        let mut text = String::new();
        for finding in findings.iter().filter(|one| one.file == file) {
            let finding = finding.text.strip_suffix(help.as_deref().unwrap_or_default());
            let finding = finding.unwrap_or_else(|| panic!("{help:?} is not the last help of a finding in {file}"));
            text += &finding.replace(&format!("{file}:"), "");
            count += 1;
        }
        expected.assert_eq(&text);
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
