//! The crate with a theme and widgets of a few lines; the build scripts and packages are the project's own.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Once;

use assets::{
    Bundle, Card, Encoding, Inputs, IslandCall, bundle, card_renderer, draw_cards, render_islands,
};
use diagnostic::{Diagnostic, Source};
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
        let fixed = ["build.mjs", "package.json", "tsconfig.json"];
        let sources = ["src/hydrate.ts", "src/runtime.ts", "src/drawings.d.ts"];
        for file in scripts.chain(fixed.into_iter().chain(sources).map(str::to_owned)) {
            fs::copy(real.join(&file), own.join(&file)).unwrap();
        }
        project.write(
            "widgets/src/enhance/index.ts",
            "import { startIslands } from \"../runtime.ts\";\nstartIslands();\n",
        );
        // If the lock file were newer than the packages, they would be installed again.
        let lock = own.join("package-lock.json");
        fs::copy(real.join("package-lock.json"), &lock).unwrap();
        let written = fs::metadata(real.join("package-lock.json")).unwrap();
        let lock = fs::File::options().write(true).open(lock).unwrap();
        lock.set_modified(written.modified().unwrap()).unwrap();
        let packages = real.join("node_modules").canonicalize().unwrap();
        std::os::unix::fs::symlink(packages, own.join("node_modules")).unwrap();
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
            root: self.folder.path(),
            widgets: self.widgets.as_deref(),
            styles: &styles,
            cache: &cache,
        })
    }

    fn bundle(&self) -> Bundle {
        let bundle = self.with(bundle);
        assert!(bundle.errors.is_empty(), "{:?}", bundle.errors);
        bundle
    }

    fn render(&self, name: &str, props: Value) -> Result<String, Vec<String>> {
        self.render_both(name, props.clone(), props)
    }

    /// HTML with the first of these props.
    fn render_both(&self, name: &str, one: Value, other: Value) -> Result<String, Vec<String>> {
        let calls = [one, other].map(|props| IslandCall {
            name: name.into(),
            props,
        });
        let rendered = self.with(|inputs| render_islands(inputs, &calls));
        match rendered {
            (html, errors) if errors.is_empty() => Ok(html[0].clone().unwrap()),
            (_, errors) => Err(shown(&errors)),
        }
    }

    fn errors(&self) -> Vec<String> {
        shown(&self.with(bundle).errors)
    }
}

/// Returns `file:line:column code: message` of each diagnostic.
fn shown(diagnostics: &[Diagnostic]) -> Vec<String> {
    let text = |diagnostic: &Diagnostic| {
        let (place, _) = diagnostic.place.as_ref().unwrap();
        let at = place.line_column();
        let (code, message) = (diagnostic.code.name, &diagnostic.message);
        format!(
            "{}:{}:{} {code}: {message}",
            place.source.path, at.line, at.column
        )
    };
    diagnostics.iter().map(text).collect()
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
fn without_widgets_a_missing_file_is_a_problem_at_its_place() {
    let project = Project::new(&[
        (
            "theme/styles/main.css",
            "@import \"a.css\";\na {}\n  b { c: url(no.svg) }",
        ),
        ("theme/styles/a.css", "@import \"main.css\";"),
    ]);
    assert_eq!(
        project.errors(),
        [
            "theme/styles/a.css:1:10 style-error: main.css imports this file in turn",
            "theme/styles/main.css:3:14 style-error: no such file: no.svg",
        ]
    );
    assert_eq!(
        project.with(|inputs| render_islands(inputs, &[])),
        (Vec::new(), Vec::new())
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
            "widgets/src/islands/Greeting/Greeting.tsx:8:26 island-error: island `Greeting` throws while it is rendered: nobody to greet"
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
fn share_cards_are_drawn_once() {
    let project = Project::with_widgets(&[]);
    let svg = |words: &str| {
        let font = "@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2?wght=600&amp;opsz=72";
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1200\" height=\"630\">\n<style>@font-face \
             {{ font-family: Newsreader; src: url({font}) }}</style>\n\
             <text y=\"99\" font-family=\"Newsreader\" font-size=\"90\">{words}</text>\n</svg>"
        )
    };
    let template = Source::new("theme/templates/card.svg", svg("{{ page.title }}"));
    let draw = |words: &[&str], encoding| {
        let cards = words.iter().map(|words| Card {
            output: format!("assets/cards/{words}.png"),
            key: (*words).to_owned(),
            svg: svg(words),
        });
        let cards: Vec<Card> = cards.collect();
        project.with(|inputs| draw_cards(inputs, &template, &cards, encoding))
    };
    let later = draw(&["About"], Encoding::Later);
    assert!(later.errors.is_empty() && later.files["assets/cards/About.png"].is_empty());
    let drawn = draw(&["About", "₹"], Encoding::Now);
    assert_eq!(
        shown(&drawn.errors),
        ["theme/templates/card.svg:3:1 card-error: no font of the card has “₹” (U+20B9)"]
    );
    let names: Vec<&String> = drawn.files.keys().collect();
    assert_eq!(names, ["assets/cards/About.png"]);
    let png = &drawn.files["assets/cards/About.png"];
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x04\xB0\0\0\x02\x76"));

    let renderer = project.with(card_renderer);
    project.write("theme/styles/fonts/own.woff2", "");
    assert_ne!(project.with(card_renderer), renderer);
    // Whoever started Node now would find no packages.
    fs::rename(
        project.path("widgets/node_modules"),
        project.path("elsewhere"),
    )
    .unwrap();
    let again = draw(&["About"], Encoding::Now);
    assert!(again.errors.is_empty() && again.files["assets/cards/About.png"] == *png);
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

#[test]
fn mistakes_stand_at_their_place() {
    let styles = Project::with_widgets(&[(
        "theme/styles/main.css",
        "/**/\n@import \"./no.css\";\nb { c: url(./no.svg) }",
    )]);
    assert_eq!(
        styles.errors(),
        [
            "theme/styles/main.css:2:9 style-error: Could not resolve \"./no.css\"",
            "theme/styles/main.css:3:8 style-error: Could not resolve \"./no.svg\"",
        ]
    );

    let (path, text) = GREETING;
    let types = Project::with_widgets(&[(path, &text.replace("Hello, {name}", "Hello, {nome}"))]);
    assert_eq!(
        types.errors(),
        [format!(
            "{path}:9:50 widgets-error: Cannot find name 'nome'."
        )]
    );
    // A style with a mistake does not hide those of types, nor keep the islands from being made.
    let both = Project::with_widgets(&[
        ("theme/styles/main.css", "b { c: url(./no.svg) }"),
        (path, &text.replace("Hello, {name}", "Hello, {nome}")),
    ]);
    assert_eq!(
        both.errors(),
        [
            "theme/styles/main.css:1:8 style-error: Could not resolve \"./no.svg\"".to_owned(),
            format!("{path}:9:50 widgets-error: Cannot find name 'nome'.")
        ]
    );
    let bundle = both.with(bundle);
    assert!(
        !bundle.whole
            && bundle
                .files
                .contains_key(&bundle.manifest.islands["Greeting"].module[1..])
    );
    let nothing = Project::with_widgets(&[(path, "export interface Props { name: string }\n")]);
    assert_eq!(
        nothing.errors(),
        [format!(
            "{path}:1:1 widgets-error: the island `Greeting` has no default export"
        )]
    );
    let syntax = Project::with_widgets(&[(path, &text.replace("</p>;", "</q>;"))]);
    assert_eq!(
        syntax.errors(),
        [format!(
            "{path}:9:57 widgets-error: Unexpected closing \"q\" tag does not match opening \"p\" tag"
        )]
    );
    let props = Project::with_widgets(&[(
        path,
        &text
            .replace("interface Props", "interface Other")
            .replace(": Props", ": Other"),
    )]);
    assert_eq!(
        props.errors(),
        [format!(
            "{path}:1:1 widgets-error: island Greeting exports no type `Props`"
        )]
    );
}

/// The cache is only a cache: whatever becomes of its files, the result is the same.
#[test]
fn a_damaged_cache_is_made_again() {
    let project = Project::with_widgets(&[]);
    let first = project.bundle();
    let html = project.render("Greeting", json!({"name": "A"}));
    let damages: [fn(&Path); 4] = [
        |file| fs::write(file, "").unwrap(),
        |file| {
            let bytes = fs::read(file).unwrap();
            fs::write(file, &bytes[..bytes.len() / 2]).unwrap();
        },
        |file| fs::write(file, "{\"garbled\": [").unwrap(),
        |file| fs::remove_file(file).unwrap(),
    ];
    let mut files = Vec::new();
    below(&project.path("cache"), &mut files);
    assert!(files.len() > 5, "{files:?}");
    // Each file gets another damage in each round.
    for round in 0..2 {
        for (index, file) in files.iter().enumerate() {
            damages[(index + round * 2) % damages.len()](file);
        }
        let again = project.bundle();
        assert!(again.files == first.files);
        assert_eq!(again.manifest, first.manifest);
        let server = files.iter().find(|file| file.ends_with("server.cjs"));
        damages[round](server.unwrap());
        assert_eq!(project.render("Greeting", json!({"name": "A"})), html);
    }
}

fn below(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        if entry.path().is_dir() {
            below(&entry.path(), files);
        } else {
            files.push(entry.path());
        }
    }
}

#[test]
fn an_island_that_never_finishes_is_told_by_its_name() {
    let script = include_str!("../../../widgets/build/render.mjs");
    let (path, text) = GREETING;
    let soon = script.replace("10_000", "2_000");
    let ended_soon =
        |text: &str| Project::with_widgets(&[("widgets/build/render.mjs", &soon), (path, text)]);
    let endless = "function endless(): string {\n  let at = 0;\n  while (true) at += 1;\n}\n";
    let calls = format!("{endless}{}", text.replace("{name}<", "{endless()}<"));
    let (one, other) = (json!({"name": "A"}), json!({"name": "B"}));
    let calls = ended_soon(&calls).render_both("Greeting", one.clone(), other.clone());
    assert_eq!(
        calls.unwrap_err(),
        [
            "widgets/src/islands/Greeting/Greeting.tsx:1:1 island-error: island `Greeting` has not finished rendering after 10 seconds"
        ]
    );
    let loads = ended_soon(&format!("{endless}endless();\n{text}"));
    assert_eq!(
        loads
            .render_both("Greeting", one.clone(), other)
            .unwrap_err(),
        [
            "widgets/src/islands:1:1 island-error: a module of the islands has not finished loading after 10 seconds"
        ]
    );
    let throws = Project::with_widgets(&[(path, &format!("window.scrollTo(0, 0);\n{text}"))]);
    assert_eq!(
        throws.render("Greeting", one.clone()).unwrap_err(),
        [
            "widgets/src/islands/Greeting/Greeting.tsx:1:1 island-error: a module of the islands throws while it is loaded: window is not defined"
        ]
    );
    let waits =
        Project::with_widgets(&[(path, &format!("setInterval(() => {{}}, 1000);\n{text}"))]);
    assert!(waits.render("Greeting", one).is_ok());
}

#[test]
fn fewer_results_than_islands_are_a_problem() {
    let project = Project::with_widgets(&[(
        "widgets/build/render.mjs",
        "process.stdout.write(\"[]\");\n",
    )]);
    assert_eq!(
        project
            .render("Greeting", json!({"name": "A"}))
            .unwrap_err(),
        [
            "widgets/build/render.mjs:1:1 widgets-error: render.mjs printed no valid result: 0 results for 1 islands"
        ]
    );
}

#[test]
fn warnings_are_told_each_time_and_broken_styles_are_errors() {
    let project = Project::with_widgets(&[(
        "widgets/src/enhance/index.ts",
        "if (Number(document.title) === -0) document.title = \"\";\n",
    )]);
    let told = |project: &Project| shown(&project.bundle().warnings);
    let expected = [
        "widgets/src/enhance/index.ts:1:32 widgets-warning: Comparison with -0 using the \"===\" operator will also match 0",
    ];
    assert_eq!(told(&project), expected);
    assert_eq!(told(&project), expected);

    project.write(
        "theme/styles/main.css",
        "a { b: c }\n.faq { color: red; } }\n",
    );
    let broken = ["theme/styles/main.css:2:22 style-error: Unexpected \"}\""];
    assert_eq!(project.errors(), broken);
    assert_eq!(project.errors(), broken);
}

/// Else a style sheet would publish any picture of the computer, or without widgets any file.
#[test]
fn a_style_sheet_reads_only_its_theme() {
    let styles = (
        "theme/styles/main.css",
        "a { background: url(../../secret.svg) }\n",
    );
    let secret = ("secret.svg", "<svg/>");
    // esbuild reports the function, the bundle without widgets the path in it.
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
fn without_widgets_braces_are_counted() {
    let project = Project::new(&[(
        "theme/styles/main.css",
        "a { b: c }\n.faq { color: red; } }\n",
    )]);
    assert_eq!(
        project.errors(),
        ["theme/styles/main.css:2:22 style-error: `}` without a matching `{`"]
    );
}

/// A folder of tests is one by the names of its files, not by where the project lies; links are followed.
#[test]
fn every_source_of_the_widgets_counts() {
    let project = Project::with_widgets(&[]);
    let project = Project {
        widgets: project.widgets.as_ref().map(|widgets| {
            let moved = project.path("my.test.site");
            fs::rename(widgets, &moved).unwrap();
            moved
        }),
        ..project
    };
    let source = "my.test.site/src/live/title.ts";
    project.write(source, "export const title = \"one\";\n");
    project.write(
        "my.test.site/src/enhance/index.ts",
        "import { title } from \"./title.ts\";\ndocument.title = title;\n",
    );
    std::os::unix::fs::symlink(
        "../live/title.ts",
        project.path("my.test.site/src/enhance/title.ts"),
    )
    .unwrap();
    let script = |project: &Project| {
        let bundle = project.bundle();
        let url = &bundle.manifest.urls["enhance.js"];
        String::from_utf8(bundle.files[&url[1..]].clone()).unwrap()
    };
    assert!(script(&project).contains("one"));
    project.write(source, "export const title = \"two\";\n");
    assert!(script(&project).contains("two"));
}
