//! Tests of islands: their modules, schemas, and HTML.

use std::fs;

use serde_json::json;

use crate::project::{GREETING, Project, region};

/// A build reads the widgets' sources once, for the bundle.
#[test]
fn cached_islands_need_no_sources() {
    let project = Project::with_widgets(&[]);
    let renderer = project.bundle().island_renderer;
    let props = json!({"name": "A"});
    let html = project.render("Greeting", props.clone()).unwrap();
    std::fs::remove_dir_all(project.path("widgets/src")).unwrap();
    let name = "Greeting".to_owned();
    let calls = [assets::WantedIsland { name, props }];
    let cached = project
        .with(|inputs| assets::render_islands(inputs, renderer.as_deref(), &region(), &calls));
    assert_eq!(cached, (vec![Some(html)], Vec::new()));
}

/// The HTML depends on the site's language and time zone, not on the computer's.
#[test]
fn dates_and_numbers_are_those_of_the_site() {
    let clock = "export interface Props { at: string; amount: number }\n\
                 export default function Greeting({ at, amount }: Props) {\n  \
                 return <p>{`${new Date(at).toLocaleString()} ${amount.toLocaleString()}`}</p>;\n}\n";
    let project = Project::with_widgets(&[("widgets/src/islands/Greeting/Greeting.tsx", clock)]);
    let props = json!({"at": "2026-03-31T20:00:00Z", "amount": 1_234_567.5});
    for (language, utc_offset, expected) in [
        ("en-IN", "+05:30", "<p>1/4/2026, 1:30:00 am 12,34,567.5</p>"),
        ("de", "+00:00", "<p>31.3.2026, 20:00:00 1.234.567,5</p>"),
        (
            "en-US",
            "-08:00",
            "<p>3/31/2026, 12:00:00 PM 1,234,567.5</p>",
        ),
    ] {
        let region = assets::Region {
            language: language.to_owned(),
            utc_offset: utc_offset.to_owned(),
        };
        let html = project.render_in(&region, "Greeting", props.clone());
        let html = html.unwrap().replace('\u{202f}', " ");
        assert_eq!(html, expected);
    }
}

#[test]
fn an_island_has_a_module_a_schema_and_html() {
    let project = Project::with_widgets(&[]);
    let bundle = project.bundle();
    let greeting = &bundle.manifest.islands["Greeting"];
    let module = &bundle.files[&greeting.module[1..]];
    let module = String::from_utf8(module.clone()).unwrap();
    for import in &greeting.imports {
        assert!(bundle.files.contains_key(&import[1..]));
        assert!(module.contains(import.rsplit('/').next().unwrap()));
    }
    assert_eq!(
        greeting.props_schema,
        json!({
            "type": "object",
            "properties": {
                "name": {"type": "string", "description": "Who is greeted."},
                "size": {"enum": ["large", "small"]},
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

/// Each row has a changed island and its finding. The first finding replaces React's own, which is about applications that load
/// data.
#[test]
fn islands_that_cannot_be_rendered() {
    let script = include_str!("../../../../widgets/build/render.mjs");
    let soon = script.replace("10_000", "1_000");
    let (path, text) = GREETING;
    let endless = "function endless(): string {\n  let at = 0;\n  while (true) at += 1;\n}\n";
    let calls = format!("{endless}{}", text.replace("{name}<", "{endless()}<"));
    let loads = format!("{endless}endless();\n{text}");
    for (text, expected) in [
        (
            text.replace("default function", "default async function"),
            "/Greeting/Greeting.tsx:1:1 island-error: island `Greeting` waits for a promise while it is rendered",
        ),
        (
            calls,
            "/Greeting/Greeting.tsx:1:1 island-error: island `Greeting` has not finished rendering after 10 seconds",
        ),
        (
            loads,
            ":1:1 island-error: a module of the islands has not finished loading after 10 seconds",
        ),
        (
            format!("window.scrollTo(0, 0);\n{text}"),
            "/Greeting/Greeting.tsx:1:1 island-error: a module of the islands throws while it is loaded: window is not defined",
        ),
    ] {
        // Only endless loops end soon: on a busy computer, loading a module may take longer.
        let script = if text.contains(endless) {
            &soon
        } else {
            script
        };
        let files = [("widgets/build/render.mjs", script), (path, &text)];
        // Both calls fail with one finding.
        let (one, other) = (json!({"name": "A"}), json!({"name": "B"}));
        let errors = Project::with_widgets(&files).render_both("Greeting", one, other);
        assert_eq!(
            errors.unwrap_err(),
            [format!("widgets/src/islands{expected}")]
        );
    }
}

#[test]
fn what_a_module_may_do() {
    let (path, text) = GREETING;
    for first in [
        "setInterval(() => {}, 1000);\n",
        "console.log(\"loaded\");\nprocess.stdout.write(\"printed\");\n",
    ] {
        let project = Project::with_widgets(&[(path, &format!("{first}{text}"))]);
        assert!(project.render("Greeting", json!({"name": "A"})).is_ok());
    }
}

#[test]
fn fewer_results_than_islands_are_reported() {
    let script = "process.stdout.write(\"[]\");\n";
    let project = Project::with_widgets(&[("widgets/build/render.mjs", script)]);
    let errors = project
        .render("Greeting", json!({"name": "A"}))
        .unwrap_err();
    let expected = "render.mjs printed no valid result: 0 results for 1 islands";
    assert_eq!(
        errors,
        [format!(
            "widgets/build/render.mjs:1:1 widgets-error: {expected}"
        )]
    );
}

/// Whether a file is a test depends on its own name, not on that of a folder such as `my.test.site`. Links are followed.
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
