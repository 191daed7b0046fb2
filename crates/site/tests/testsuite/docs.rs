//! Checks that `site check` finds nothing in the manual, `docs/`, or in the sites that its chapters describe.

use std::fs;
use std::path::{Path, PathBuf};

use expect_test::expect;

use crate::bakery::{Bakery, copy};

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

#[test]
fn the_manual_has_no_findings() {
    let project = Bakery::empty();
    for folder in ["content", "themes"] {
        copy(&docs().join(folder), &project.root().join(folder));
    }
    let checked = project.args("check --strict --quiet").success();
    let built = checked.again().success();
    assert!(built.read("dist/reference/findings.html").contains("id=\"broken-link\""));
}

/// Returns the path and content of each file in a chapter: a code block below a paragraph that begins with the file's path.
fn files(chapter: &str) -> Vec<(String, String)> {
    let text = fs::read_to_string(docs().join("content/chapters").join(chapter)).unwrap();
    let parts: Vec<&str> = text.split("\n```").collect();
    let blocks = parts.chunks_exact(2).filter_map(|pair| {
        let paragraph = pair[0].trim_end().rsplit("\n\n").next()?;
        let (path, _) = paragraph.strip_prefix('`')?.split_once('`')?;
        let (_, code) = pair[1].split_once('\n')?;
        path.contains('/').then(|| (path.to_owned(), format!("{code}\n")))
    });
    blocks.collect()
}

/// The site consists of the files in the chapter, and of texts after the steps that the chapter describes.
#[test]
fn the_site_moved_from_zola_has_no_findings() {
    let mut project = Bakery::empty();
    let files = files("from-zola.md");
    assert_eq!(files.len(), 13);
    for (path, text) in files {
        project = project.write(&path, text);
    }
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"30\"><circle cx=\"20\" cy=\"15\" r=\"9\"/></svg>";
    project = project.write("content/posts/tomatoes/ripe.svg", svg);
    for (path, keys, text) in [
        ("pages/index", "template = \"home.html\"", "Six square meters, forty pots."),
        ("pages/about", "", "Written by {{ site.author.name }}. See [the first post](../posts/soil.md)."),
        ("pages/posts", "template = \"posts.html\"", ""),
        ("posts/soil", "date = 2026-03-02\ntags = [\"soil\"]", "Buy twice as much as you think."),
        (
            "posts/tomatoes/index",
            "date = 2026-04-11\ntags = [\"vegetables\"]",
            "![A ripe tomato](ripe.svg)\n\n<Note>Water them in the morning.</Note>",
        ),
        ("posts/seeds", "date = 2026-02-14\ntags = [\"seeds\"]", "Wait until the end of February."),
        ("posts/basil", "date = 2026-05-06\ntags = [\"herbs\"]", "Divide it at once."),
        ("posts/wind", "date = 2026-05-20\ntags = [\"vegetables\", \"weather\"]", "See [soil](soil.md)."),
        ("posts/winter", "date = 2026-05-30\ndraft = true", "Not finished."),
    ] {
        let page = format!(
            "+++\ntitle = \"Garden {path}\"\ndescription = \"What the garden notes say about the subject of {path} and its weather.\"\n{keys}\n+++\n{text}\n"
        );
        project = project.write(&format!("content/{path}.md"), page);
    }
    let checked = project
        .args("check --strict --date 2026-06-01")
        .stderr(expect![[r#"
            Checked 15 pages with 45 rules: no problems
        "#]])
        .success();
    let built = checked.again().success();
    assert!(built.read("dist/posts/tomatoes.html").contains("<aside><p>Water them in the morning.</p>"));
}

/// The chapter's form, added to a page of the site of `site init`, works without findings.
#[test]
fn the_form_of_the_manual_has_no_findings() {
    let mut project = Bakery::starter();
    let files = files("forms.md");
    assert_eq!(files.len(), 3);
    for (path, text) in files {
        project = project.write(&path.replace("NAME", "workshop"), text);
    }
    let call = "{%- set repair = form(name=\"repair\") %}\n{{ <Form form={repair} action={repair.action} /> }}\n";
    let chapter = fs::read_to_string(docs().join("content/chapters/forms.md")).unwrap();
    assert!(chapter.contains(call));
    let visit = "themes/workshop/templates/visit.html";
    let template = fs::read_to_string(project.root().join(visit)).unwrap();
    let (before, end) = template.rsplit_once("{% endblock %}").unwrap();
    project
        .write(visit, format!("{before}{call}{{% endblock %}}{end}"))
        .write(
            "content/pages/thanks.md",
            "+++\ntitle = \"Thank you\"\ndescription = \"We have received your request for a repair, and call you back today.\"\nnoindex = true\n+++\nThank you.\n",
        )
        .append("themes/workshop/styles/main.css", "\n.trap { position: absolute; left: -100vw; }\n")
        .args("check --strict --quiet --date 2026-06-01")
        .success();
}
