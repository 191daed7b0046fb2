//! The crate with a theme and widgets of a few lines; the build scripts and packages are the project's own.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Once;

use assets::{Bundle, Inputs, IslandCall, Problem, bundle, render_islands};
use serde_json::{Value, json};

const GREETING: (&str, &str) = (
    "widgets/src/islands/Greeting/Greeting.tsx",
    r#"import Dot from "theme:icons/dot.svg";
export interface Props {
  /** Who is greeted. */
  name: string;
  size?: "small" | "large";
}
export default function Greeting({ name }: Props) {
  if (name === "") throw new Error("nobody to greet");
  return <p className="greeting"><Dot /> Hello, {name}</p>;
}
"#,
);

static PACKAGES: Once = Once::new();

/// Installs the project's packages where they are missing: a fresh clone has none.
fn install(widgets: &Path) {
    if !widgets.join("node_modules").exists() {
        let npm = Command::new("npm").arg("ci").current_dir(widgets).status();
        assert!(npm.is_ok_and(|status| status.success()), "npm ci failed");
    }
}

struct Project {
    folder: tempfile::TempDir,
    widgets: Option<PathBuf>,
}

impl Project {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let project = Self {
            folder,
            widgets: None,
        };
        for (path, text) in files {
            project.write(path, text);
        }
        project
    }

    /// Adds the project's build scripts, packages and what every bundle has, with an island.
    fn with_widgets(files: &[(&str, &str)]) -> Self {
        let real = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../widgets");
        PACKAGES.call_once(|| install(&real));
        let mut project = Self::new(&[
            ("theme/styles/main.css", "a { color: red }"),
            (
                "theme/icons/dot.svg",
                "<svg viewBox=\"0 0 1 1\"><path d=\"M0 0\"/></svg>",
            ),
            GREETING,
        ]);
        let own = project.path("widgets");
        fs::create_dir_all(own.join("src/enhance")).unwrap();
        fs::create_dir_all(own.join("build")).unwrap();
        let scripts = fs::read_dir(real.join("build")).unwrap().flatten();
        let scripts = scripts.map(|entry| format!("build/{}", entry.file_name().to_string_lossy()));
        let fixed = [
            "build.mjs",
            "package.json",
            "package-lock.json",
            "tsconfig.json",
        ];
        let sources = ["src/hydrate.ts", "src/runtime.ts", "src/drawings.d.ts"];
        for file in scripts.chain(fixed.into_iter().chain(sources).map(str::to_owned)) {
            fs::copy(real.join(&file), own.join(&file)).unwrap();
        }
        project.write(
            "widgets/src/enhance/index.ts",
            "import { startIslands } from \"../runtime.ts\";\nstartIslands();\n",
        );
        std::os::unix::fs::symlink(
            real.join("node_modules").canonicalize().unwrap(),
            own.join("node_modules"),
        )
        .unwrap();
        for (path, text) in files {
            project.write(path, text);
        }
        project.widgets = Some(own);
        project
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
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

    fn bundle(&self) -> Bundle {
        self.with(bundle).expect("it builds")
    }

    fn render(&self, name: &str, props: Value) -> Result<String, Vec<String>> {
        let call = IslandCall {
            name: name.into(),
            props,
        };
        let rendered = self.with(|inputs| render_islands(inputs, &[call.clone(), call]));
        rendered
            .map(|html| html.into_iter().next().unwrap())
            .map_err(|problems| self.shown(&problems))
    }

    fn problems(&self) -> Vec<String> {
        self.shown(&self.with(bundle).expect_err("something is wrong"))
    }

    /// `file:line:column message`, files without the temporary folder.
    fn shown(&self, problems: &[Problem]) -> Vec<String> {
        let text = |problem: &Problem| {
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
    assert_eq!(
        project.with(|inputs| render_islands(inputs, &[])),
        Ok(Vec::new())
    );
}

#[test]
fn an_island_has_a_module_a_schema_and_html() {
    let project = Project::with_widgets(&[]);
    let bundle = project.bundle();
    let greeting = &bundle.manifest.islands["Greeting"];
    assert!(bundle.files.contains_key(&greeting.module[1..]));
    assert_eq!(
        greeting.props_schema,
        json!({
            "type": "object",
            "properties": {
                "name": {"type": "string", "description": "Who is greeted."},
                "size": {"enum": ["small", "large"]},
            },
            "required": ["name"],
            "additionalProperties": false,
        })
    );
    assert_eq!(
        project
            .render("Greeting", json!({"name": "A & B"}))
            .unwrap(),
        "<p class=\"greeting\"><svg aria-hidden=\"true\" focusable=\"false\" viewBox=\"0 0 1 1\"><path d=\"M0 0\"/></svg> \
         Hello, <!-- -->A &amp; B</p>"
    );
    let thrown = project.render("Greeting", json!({"name": ""})).unwrap_err();
    assert_eq!(
        thrown,
        [
            "widgets/src/islands/Greeting/Greeting.tsx:1:1 island `Greeting` throws while it is rendered: nobody to greet"
        ]
    );
}

#[test]
fn equal_input_gives_equal_output_wherever_it_lies() {
    let (one, other) = (Project::with_widgets(&[]), Project::with_widgets(&[]));
    let (first, second, again) = (one.bundle(), other.bundle(), one.bundle());
    assert_eq!(first.manifest, second.manifest);
    assert_eq!(first.manifest, again.manifest);
    // No `assert_eq`: it would print the files.
    assert!(first.files == second.files);
    assert!(first.files == again.files);
}

#[test]
fn an_unchanged_build_starts_no_node() {
    let project = Project::with_widgets(&[]);
    project.bundle();
    let html = project.render("Greeting", json!({"name": "A"}));
    // Whoever started Node now would find no script.
    let script = project.path("cache");
    let before = fs::read_dir(script.join("bundles")).unwrap().count();
    let node_is_gone = Project {
        widgets: project.widgets.clone(),
        ..project
    };
    fs::rename(
        node_is_gone.path("widgets/node_modules"),
        node_is_gone.path("elsewhere"),
    )
    .unwrap();
    node_is_gone.bundle();
    assert_eq!(node_is_gone.render("Greeting", json!({"name": "A"})), html);
    assert_eq!(
        fs::read_dir(script.join("bundles")).unwrap().count(),
        before
    );
}

#[test]
fn mistakes_stand_at_their_place() {
    let styles = Project::with_widgets(&[(
        "theme/styles/main.css",
        "/**/\n@import \"./no.css\";\nb { c: url(./no.svg) }",
    )]);
    assert_eq!(
        styles.problems(),
        [
            "theme/styles/main.css:2:9 Could not resolve \"./no.css\"",
            "theme/styles/main.css:3:8 Could not resolve \"./no.svg\"",
        ]
    );

    let (path, text) = GREETING;
    let types = Project::with_widgets(&[(path, &text.replace("Hello, {name}", "Hello, {nome}"))]);
    assert_eq!(
        types.problems(),
        [format!("{path}:9:50 Cannot find name 'nome'.")]
    );
    let syntax = Project::with_widgets(&[(path, &text.replace("</p>;", "</q>;"))]);
    assert_eq!(
        syntax.problems(),
        [format!(
            "{path}:9:57 Unexpected closing \"q\" tag does not match opening \"p\" tag"
        )]
    );
    let props = Project::with_widgets(&[(
        path,
        &text
            .replace("interface Props", "interface Other")
            .replace(": Props", ": Other"),
    )]);
    assert_eq!(
        props.problems(),
        [format!(
            "{path}:1:1 island Greeting exports no type `Props`"
        )]
    );
}
