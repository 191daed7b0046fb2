//! The crate with the project's own widgets (needs Node) and with a theme of a few lines.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use assets::{Inputs, IslandCall, bundle, render_islands};
use serde_json::json;

struct Project {
    folder: tempfile::TempDir,
    widgets: Option<PathBuf>,
}

impl Project {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        Self {
            folder,
            widgets: None,
        }
    }

    fn with_widgets(mut self) -> Self {
        self.widgets = Some(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../widgets"));
        self
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn with<T>(&self, f: impl FnOnce(&Inputs) -> T) -> T {
        let (styles, cache) = (self.path("theme/styles"), self.path("cache"));
        f(&Inputs {
            widgets: self.widgets.as_deref(),
            styles: &styles,
            cache: &cache,
        })
    }

    /// Problems of a bundle: `file:line:column message`, files without the temporary folder.
    fn problems(&self) -> Vec<String> {
        let problems = self.with(bundle).unwrap_err();
        let text = |problem: &assets::Problem| {
            let file = problem
                .file
                .strip_prefix(self.folder.path())
                .unwrap_or(&problem.file);
            format!(
                "{}:{}:{} {}",
                file.display(),
                problem.line,
                problem.column,
                problem.message
            )
        };
        problems.iter().map(text).collect()
    }
}

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
        ("theme/images/x.svg", "<svg/>"),
    ]);
    let bundle = project.with(bundle).unwrap();
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
        bundle.files["assets/site.css"],
        bundle.files[&url("styles/main.css")[1..]]
    );
}

#[test]
fn without_widgets_a_missing_file_is_a_problem_at_its_place() {
    let project = Project::new(&[
        (
            "theme/styles/main.css",
            "@import \"a.css\";\na {}\n  b { c: url(no.svg) }",
        ),
        ("theme/styles/a.css", "@import \"main.css\";"),
    ]);
    assert_eq!(
        project.problems(),
        [
            "theme/styles/a.css:1:10 main.css imports this file in turn",
            "theme/styles/main.css:3:14 no such file: no.svg",
        ]
    );
    let none = project.with(|inputs| render_islands(inputs, &[]));
    assert_eq!(none, Ok(Vec::new()));
}

#[test]
fn widgets_are_bundled_and_islands_rendered_once() {
    let project = Project::new(&[("theme/styles/main.css", "a { color: red }")]).with_widgets();
    let first = project.with(bundle).unwrap();
    let map = &first.manifest.islands["Map"];
    assert!(first.files.contains_key(&map.module[1..]));
    assert_eq!(map.props_schema["additionalProperties"], json!(false));
    assert!(first.manifest.urls.contains_key("enhance.js"));

    let second = project.with(bundle).unwrap();
    assert_eq!(
        (first.files, first.manifest),
        (second.files, second.manifest)
    );

    let call = |name: &str| IslandCall {
        name: name.into(),
        props: json!({}),
    };
    let problems = project
        .with(|inputs| render_islands(inputs, &[call("Nowhere")]))
        .unwrap_err();
    assert!(
        problems[0]
            .message
            .starts_with("island `Nowhere` throws while it is rendered"),
        "{problems:?}"
    );
}

#[test]
fn mistakes_in_styles_stand_at_their_place() {
    let project = Project::new(&[(
        "theme/styles/main.css",
        "/**/\n@import \"./no.css\";\nb { c: url(./no.svg) }",
    )])
    .with_widgets();
    let problems = project.problems();
    assert_eq!(
        problems[0],
        "theme/styles/main.css:2:9 Could not resolve \"./no.css\""
    );
    assert_eq!(
        problems[1],
        "theme/styles/main.css:3:8 Could not resolve \"./no.svg\""
    );
}
