//! `site language-server`, tested with the messages of an editor.

mod answers;
mod editor;

use expect_test::expect;
use serde_json::{Value, json};

use crate::bakery::Bakery;
use editor::{Editor, labels, lines, range, shown_edit};

const RYE: &str = "content/loaves/rye.md";

#[test]
fn front_matter_is_completed() {
    let bakery = Bakery::new();
    let mut editor = Editor::start(bakery.root(), json!({}));
    editor.write(RYE, "+++\n\n+++\n");
    let items = editor.completion(RYE, 1, 0);
    assert!(labels(&items).contains(&"title") && labels(&items).contains(&"flour"), "{items}");
    assert_eq!(items[0]["textEdit"]["newText"], "title = \"\"");
    editor.write(RYE, "+++\n# ü𝄞\ntitle = \"x\"\n  fl\n+++\n");
    let items = editor.completion(RYE, 3, 4);
    assert!(!labels(&items).contains(&"title") && labels(&items).contains(&"flour"), "{items}");
    assert_eq!(range(&items[0]["textEdit"]["range"]), "3:2-3:4");
    editor.end();
    let snippets = json!({ "textDocument": { "completion": { "completionItem": { "snippetSupport": true } } } });
    let mut editor = Editor::start(bakery.root(), snippets);
    editor.write(RYE, "+++\n\n+++\n");
    assert_eq!(editor.completion(RYE, 1, 0)[0]["textEdit"]["newText"], "title = \"$0\"");
    editor.end();
}

/// The text of a page with a link, from line 5 on.
fn page(text: &str) -> String {
    format!(
        "+++\ntitle = \"A page about rye\"\ndescription = \"What the page about rye is about.\"\ntemplate = \"page.html\"\n+++\n{text}"
    )
}

#[test]
fn findings_of_unsaved_texts() {
    let bakery = Bakery::new();
    let saved = std::fs::read(bakery.root().join(RYE)).unwrap();
    let mut editor = Editor::start(bakery.root(), json!({}));
    let new = "content/pages/new.md";
    editor.write(new, &page("🎉 [ü](/abuot)\r\n").replace("+\n", "+\r\n"));
    expect![[r#"
        5:7-5:13 1 broken-link: there is no page or file /abuot
    "#]]
    .assert_eq(&editor.findings(new));
    // A link to a page that only the editor has is fine, and a document that is closed is as it was saved.
    editor.write(new, &page("[x](/about)"));
    let other = "content/pages/other.md";
    editor.write(other, &page("[x](/new)").replace("rye", "wheat"));
    assert_eq!(editor.findings(other), "");
    editor.notify("textDocument/didClose", json!({ "textDocument": editor.document(new) }));
    editor.write(other, &page("[x](/new)").replace("rye", "oats"));
    expect![[r#"
        5:4-5:8 1 broken-link: there is no page or file /new
    "#]]
    .assert_eq(&editor.findings(other));
    // TOML and templates.
    editor.write(other, &page("[x](/about)").replace("rye", "oats"));
    let site = "content/site.toml";
    let text = std::fs::read_to_string(bakery.root().join(site)).unwrap();
    editor.write(site, &text.replace("base_url", "base_ulr"));
    expect![[r#"
        2:0-2:8 1 unknown-key: unknown key `base_ulr`
    "#]]
    .assert_eq(&editor.findings(site));
    editor.write(site, &text);
    let template = "themes/bakery/templates/page.html";
    let text = std::fs::read_to_string(bakery.root().join(template)).unwrap();
    editor.write(template, &format!("{text}{{% iff %}}"));
    expect![[r#"
        14:3-14:6 1 template-syntax: unknown tag `iff`
    "#]]
    .assert_eq(&editor.findings(template));
    editor.end();
    assert_eq!(std::fs::read(bakery.root().join(RYE)).unwrap(), saved);
    assert!(!bakery.root().join("dist").exists());
}

#[test]
fn columns_are_bytes_if_the_editor_prefers_that() {
    let bakery = Bakery::new();
    let encodings = json!({ "general": { "positionEncodings": ["utf-8", "utf-16"] } });
    let mut editor = Editor::start(bakery.root(), encodings);
    editor.write("content/pages/new.md", &page("🎉 [ü](/abuot)\n"));
    expect![[r#"
        5:10-5:16 1 broken-link: there is no page or file /abuot
    "#]]
    .assert_eq(&editor.findings("content/pages/new.md"));
    editor.end();
}

/// Returns actions as text: title, kind, and edits, with an arrow for the preferred ones.
fn shown_actions(actions: &Value, root: &str) -> String {
    let mut text = String::new();
    for action in actions.as_array().unwrap() {
        let arrow = if action["isPreferred"] == true { "-> " } else { "" };
        text.push_str(&format!("{arrow}{} ({})\n", action["title"].as_str().unwrap(), action["kind"].as_str().unwrap()));
        text.push_str(&shown_edit(&action["edit"], root));
    }
    text
}

#[test]
fn fixes() {
    let about = std::fs::read(Bakery::new().root().join("content/pages/about.md")).unwrap();
    let copy = "content/pages/about - Copy.md";
    let bakery = Bakery::new().write(copy, about);
    let edits = json!({ "documentChanges": true, "resourceOperations": ["create", "rename", "delete"] });
    let mut editor = Editor::start(bakery.root(), json!({ "workspace": { "workspaceEdit": edits } }));
    let new = "content/pages/new.md";
    let text = page("[x](/abuot)\n\n##Heading\n<p>\nand {{ site.nmae }}\n</p>\ntext");
    editor.write(new, &text.replace('\n', "\r\n"));
    editor.findings(new);
    let actions = editor.actions(new, None);
    expect![[r###"
        -> replace `/abuot` with `/about` (quickfix)
          /content/pages/new.md version 1
            5:4-5:10 "/about"
        -> write `## Heading` (quickfix)
          /content/pages/new.md version 1
            7:0-7:2 "## "
        fix everything in this file that has a safe fix (source.fixAll)
          /content/pages/new.md version 1
            5:4-5:10 "/about"
            7:0-7:2 "## "
    "###]]
    .assert_eq(&shown_actions(&actions, &editor.root));
    expect![[r#"
        5:4-5:10 1 broken-link: there is no page or file /abuot
    "#]]
    .assert_eq(&lines(&actions[0]["diagnostics"]));
    let all = editor.actions(new, Some("source"));
    expect![[r###"
        fix everything in this file that has a safe fix (source.fixAll)
          /content/pages/new.md version 1
            5:4-5:10 "/about"
            7:0-7:2 "## "
    "###]]
    .assert_eq(&shown_actions(&all, &editor.root));
    assert_eq!(editor.actions(new, Some("refactor")), json!([]));
    // A file that is not open.
    let actions = editor.actions(copy, None);
    expect![[r#"
        delete content/pages/about - Copy.md (quickfix)
          delete /content/pages/about%20-%20Copy.md
    "#]]
    .assert_eq(&shown_actions(&actions, &editor.root));
    // Nothing is offered for a text that the findings are not about.
    editor.write(new, "");
    assert_eq!(editor.actions(new, None), json!([]));
    editor.end();
    // An editor that cannot delete files.
    let mut editor = Editor::start(bakery.root(), json!({}));
    editor.write(new, &text);
    editor.findings(new);
    assert_eq!(editor.actions(copy, None), json!([]));
    let fix = &editor.actions(new, Some("quickfix"))[0]["edit"]["changes"][editor.document(new)["uri"].as_str().unwrap()];
    assert_eq!(range(&fix[0]["range"]), "5:4-5:10");
    editor.end();
}

#[test]
fn messages_that_no_editor_should_send() {
    let bakery = Bakery::new();
    let mut editor = Editor::start(bakery.root(), json!({}));
    let code = |answer: &Value| answer["error"]["code"].as_i64();
    assert_eq!(code(&editor.answer("textDocument/unknown", json!({}))), Some(-32601));
    assert_eq!(code(&editor.answer("textDocument/completion", json!({ "position": 7 }))), Some(-32602));
    for parameters in [json!(null), json!({}), json!({ "textDocument": { "uri": 7 } }), json!({ "textDocument": { "uri": "%" } })]
    {
        editor.notify("textDocument/didOpen", parameters.clone());
        editor.notify("textDocument/didChange", parameters.clone());
        editor.notify("textDocument/didClose", parameters);
    }
    editor.notify("$/cancelRequest", json!({ "id": 99 }));
    editor.notify("unknown", json!([]));
    // Documents outside of the project, without a file, and of another kind; positions that do not exist.
    for uri in ["untitled:Untitled-1", "file:///nowhere/a.md", "http://example.com/a.md", &format!("{}/README.md", editor.root)] {
        let document = json!({ "uri": uri, "languageId": "markdown", "version": 1, "text": "+++\n\n+++\n" });
        editor.notify("textDocument/didOpen", json!({ "textDocument": document }));
        let at = json!({ "textDocument": { "uri": uri }, "position": { "line": 1, "character": 0 } });
        assert_eq!(editor.request("textDocument/completion", at), Value::Null, "{uri}");
    }
    editor.write(RYE, "text");
    assert_eq!(editor.completion(RYE, 4_000_000_000, 4_000_000_000), json!([]));
    editor.end();
}
