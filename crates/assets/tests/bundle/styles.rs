//! Tests of style sheets, with and without widgets.

use assets::render_islands;

use crate::project::{Project, region, shown};

#[test]
fn without_widgets_styles_are_copied_and_their_references_rewritten() {
    let project = Project::new(&[
        (
            "theme/styles/main.css",
            "@import \"parts/a.css\" layer(base);\nb { c: url(../images/x.svg#y) }",
        ),
        (
            "theme/styles/parts/a.css",
            "d { e: url('../../images/x.svg') }",
        ),
        ("theme/styles/print.css", "@import \"parts/a.css\";"),
        ("theme/images/x.svg", "<svg/>"),
    ]);
    let bundle = project.bundle();
    let url = |name: &str| bundle.manifest.urls[name].as_str();
    let text = |name: &str| String::from_utf8(bundle.files[&url(name)[1..]].clone()).unwrap();
    assert_eq!(
        text("styles/main.css"),
        format!(
            "@import \"{}\" layer(base);\nb {{ c: url({}#y) }}",
            url("styles/parts/a.css"),
            url("images/x.svg")
        )
    );
    assert_eq!(
        text("styles/parts/a.css"),
        format!("d {{ e: url('{}') }}", url("images/x.svg"))
    );
    assert_eq!(
        text("styles/print.css"),
        format!("@import \"{}\";", url("styles/parts/a.css"))
    );
    assert_eq!(
        bundle.files["assets/site.css"],
        bundle.files[&url("styles/main.css")[1..]]
    );
}

#[test]
fn without_widgets_mistakes_are_reported() {
    let project = Project::new(&[
        (
            "theme/styles/main.css",
            "@import \"a.css\";\na {}\n  b { c: url(no.svg) } }",
        ),
        ("theme/styles/a.css", "@import \"main.css\";"),
    ]);
    assert_eq!(
        project.errors(),
        [
            "theme/styles/main.css:3:24 style-error: `}` without a matching `{`",
            "theme/styles/a.css:1:10 style-error: import cycle: main.css imports this file",
            "theme/styles/main.css:3:14 style-error: no such file: no.svg",
        ]
    );
    assert_eq!(
        project.with(|inputs| render_islands(inputs, None, &region(), &[])),
        (Vec::new(), Vec::new())
    );
}

#[test]
fn each_style_sheet_that_no_other_imports_is_bundled() {
    let project = Project::with_widgets(&[
        (
            "theme/styles/main.css",
            "@import \"./reset.css\";\na { color: red }",
        ),
        ("theme/styles/print.css", "@import \"./parts/page.css\";"),
        ("theme/styles/reset.css", "* { margin: 0 }"),
        ("theme/styles/parts/page.css", "p { orphans: 3 }"),
    ]);
    let bundle = project.bundle();
    let urls = &bundle.manifest.urls;
    let names: Vec<&str> = urls.keys().map(String::as_str).collect();
    let sheets: Vec<&&str> = names.iter().filter(|name| name.ends_with(".css")).collect();
    assert_eq!(sheets, [&"styles/main.css", &"styles/print.css"]);
    let text = |name: &str| String::from_utf8_lossy(&bundle.files[&urls[name][1..]]);
    assert_eq!(text("styles/main.css").trim(), "*{margin:0}a{color:red}");
    assert_eq!(text("styles/print.css").trim(), "p{orphans:3}");
    let files = bundle.files.keys();
    let files: Vec<&String> = files.filter(|name| name.contains("reset")).collect();
    assert_eq!(files, [""; 0]);
}

/// A style sheet that could refer to files outside its theme could publish any picture on the computer or, without widgets, any
/// file.
#[test]
fn a_style_sheet_reads_only_its_theme() {
    let styles = (
        "theme/styles/main.css",
        "a { background: url(../../secret.svg) }\n",
    );
    let secret = ("secret.svg", "<svg/>");
    // esbuild reports the column of `url(`, and the bundle without widgets that of the path in it.
    for (project, column) in [
        (Project::new(&[styles, secret]), 21),
        (Project::with_widgets(&[styles, secret]), 17),
    ] {
        let expected = format!(
            "theme/styles/main.css:1:{column} style-error: ../../secret.svg is outside of the theme"
        );
        assert_eq!(project.errors(), [expected]);
    }
}

#[test]
fn warnings_are_repeated_and_broken_styles_are_errors() {
    let project = Project::with_widgets(&[(
        "widgets/src/enhance/index.ts",
        "if (Number(document.title) === -0) document.title = \"\";\n",
    )]);
    let warnings = |project: &Project| shown(&project.bundle().warnings);
    let expected = [
        "widgets/src/enhance/index.ts:1:32 widgets-warning: Comparison with -0 using the \"===\" operator will also match 0",
    ];
    assert_eq!(warnings(&project), expected);
    assert_eq!(warnings(&project), expected);

    project.write(
        "theme/styles/main.css",
        "a { b: c }\n.faq { color: red; } }\n",
    );
    let broken = ["theme/styles/main.css:2:22 style-error: Unexpected \"}\""];
    assert_eq!(project.errors(), broken);
    assert_eq!(project.errors(), broken);
}
