//! Islands: their modules, schemas, and HTML.

use std::fs;

use serde_json::json;

use crate::project::{GREETING, Project};

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

/// The finding replaces React's own message, which is about applications that load data.
#[test]
fn an_island_that_waits() {
    let (path, text) = GREETING;
    let text = text.replace("default function", "default async function");
    let project = Project::with_widgets(&[(path, &text)]);
    let waits = project
        .render("Greeting", json!({"name": "A"}))
        .unwrap_err();
    assert_eq!(
        waits,
        [
            "widgets/src/islands/Greeting/Greeting.tsx:1:1 island-error: island `Greeting` waits for a promise while it is rendered"
        ]
    );
}

#[test]
fn what_an_island_does_beside_rendering() {
    let script = include_str!("../../../../widgets/build/render.mjs");
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
    assert!(waits.render("Greeting", one.clone()).is_ok());
    let logs = "console.log(\"loaded\");\nprocess.stdout.write(\"printed\");\n";
    let logs = Project::with_widgets(&[(path, &format!("{logs}{text}"))]);
    assert!(logs.render("Greeting", one).is_ok());
}

#[test]
fn fewer_results_than_islands_are_reported() {
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

/// Files are tests because of their own names, not those of folders such as `my.test.site`. Links are followed.
#[test]
fn changes_of_every_widget_source_are_seen() {
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
