//! What the server answers about a place in a text.

use expect_test::expect;
use serde_json::{Value, json};

use super::editor::{Editor, range, shown_edit};
use crate::bakery::Bakery;

/// Opens a text, in which `|` is the cursor, and waits until it is built. Returns the position of the cursor as the parameter of a
/// request.
fn open_at(editor: &mut Editor, path: &str, text: &str) -> Value {
    let (before, after) = text.split_once('|').unwrap();
    // `¦` stands for the bar of a filter.
    editor.write(path, &format!("{before}{after}").replace('¦', "|"));
    editor.findings(path);
    let column = before.rsplit('\n').next().unwrap().encode_utf16().count();
    let position = json!({ "line": before.matches('\n').count(), "character": column });
    json!({ "textDocument": editor.document(path), "position": position })
}

/// The front matter of a page, with its text.
fn page(text: &str) -> String {
    format!("+++\ntitle = \"Rye\"\ndescription = \"What rye is, and how it bakes.\"\n+++\n{text}")
}

const NEW: &str = "content/pages/new.md";
const PAGE: &str = "themes/bakery/templates/page.html";

#[test]
#[rustfmt::skip]
fn completion() {
    let bakery = Bakery::new();
    let mut editor = Editor::start(bakery.root(), json!({}));
    let mut shown = String::new();
    for (path, text) in [
        (NEW, page("🎉 [x](/lo|")),
        (NEW, page("[x](/about#|)")),
        (NEW, page("## One\n\n[x](#|)")),
        (NEW, page("![x](|)")),
        (NEW, page("{{ si|")),
        (NEW, page("{{ site.|}} baked")),
        (NEW, page("<No|")),
        (NEW, page("<Note kind=\"tip\" |>")),
        (NEW, page("text |")),
        ("content/menus.toml", "[[main]]\nlabel = \"x\"\n|".to_owned()),
        ("content/menus.toml", "[[main]]\nurl = \"|\"".to_owned()),
        ("content/structure.toml", "[[feed]]\ncollection = |".to_owned()),
        ("content/structure.toml", "[[collection]]\ntemplate = \"|\"".to_owned()),
        ("content/site.toml", "[sta|".to_owned()),
        ("content/site.toml", "[limits]\ntit|".to_owned()),
        ("content/lists/shops.toml", "[[item]]\n|".to_owned()),
        ("content/forms/order.toml", "[[field]]\nki|".to_owned()),
        (PAGE, "{% extends \"|\" %}".to_owned()),
        (PAGE, "{% |".to_owned()),
        (PAGE, "{{ page.ti|".to_owned()),
        (PAGE, "{{ site.|".to_owned()),
        (PAGE, "{{ page.title | upp|".to_owned().replace("| upp", "¦ upp")),
        (PAGE, "{% if x is def|".to_owned()),
        (PAGE, "{{ collection(|".to_owned()),
        (PAGE, "{{ collection(name=\"|\")".to_owned()),
        (PAGE, "{{ image(path=\"|".to_owned()),
        (PAGE, "{{ im|".to_owned()),
        (PAGE, "{{ <Pr|".to_owned()),
        (PAGE, "text |".to_owned()),
    ] {
        let at = open_at(&mut editor, path, &text);
        let items = editor.request("textDocument/completion", at);
        let items = items.as_array().unwrap();
        let first = items.iter().take(3).map(|item| {
            let detail = item["detail"].as_str().map_or_else(String::new, |detail| format!(" ({detail})"));
            format!("{}{detail} {}", item["label"].as_str().unwrap(), item["textEdit"]["newText"])
        });
        let first: Vec<String> = first.collect();
        let last = text.rsplit('\n').next().unwrap();
        shown.push_str(&format!("{last}\n    {} of {}\n", first.join("; "), items.len()));
    }
    expect![[r#"
        🎉 [x](/lo|
            / (Bread from Ulm) "/"; /404 (Not found) "/404"; /about (About the bakery) "/about" of 14
        [x](/about#|)
            hours (Hours) "hours" of 1
        [x](#|)
            one (One) "one" of 1
        ![x](|)
            /images/loaf.svg "/images/loaf.svg" of 1
        {{ si|
            site.name (Millstone Bakery) "site.name }}"; site.base_url (https://millstone.example) "site.base_url }}"; site.language (en) "site.language }}" of 10
        {{ site.|}} baked
            site.name (Millstone Bakery) "site.name"; site.base_url (https://millstone.example) "site.base_url"; site.language (en) "site.language" of 10
        <No|
            Note (kind: string = "tip", title: string = "") "Note></Note>"; Price (of: string) "Price of=\"\" />" of 2
        <Note kind="tip" |>
            title (title: string = "") "title=\"\"" of 1
        text |
             of 0
        |
            url (required) "url = \"\""; collection "collection = \"\""; group "[[main.group]]\n" of 3
        url = "|"
            / (Bread from Ulm) "\"/\""; /404 (Not found) "\"/404\""; /about (About the bakery) "\"/about\"" of 14
        collection = |
            pages "\"pages\""; loaves "\"loaves\""; journal "\"journal\"" of 4
        template = "|"
            base.html "\"base.html\""; components/note.html "\"components/note.html\""; entry.html "\"entry.html\"" of 7
        [sta|
             of 0
        tit|
            title "title = "; description_min "description_min = "; description_max "description_max = " of 3
        |
            town (required) "town = \"\""; url "url = \"\"" of 2
        ki|
            name (required) "name = \"\""; label (required) "label = \"\""; type "type = " of 17
        {% extends "|" %}
            base.html "base.html"; components/note.html "components/note.html"; entry.html "entry.html" of 7
        {% |
            for "for"; endfor "endfor"; if "if" of 20
        {{ page.ti|
            title "title"; description "description"; meta "meta" of 25
        {{ site.|
            site.name (Millstone Bakery) "site.name"; site.base_url (https://millstone.example) "site.base_url"; site.language (en) "site.language" of 10
        {{ page.title ¦ upp|
            abs "abs"; capitalize "capitalize"; date "date()" of 44
        {% if x is def|
            array "array"; bool "bool"; containing "containing()" of 17
        {{ collection(|
            name (required) "name=\"\""; limit "limit="; key "key=\"\"" of 5
        {{ collection(name="|")
            pages "pages"; loaves "loaves"; journal "journal" of 4
        {{ image(path="|
            images/loaf.svg "images/loaf.svg" of 1
        {{ im|
            page "page"; site "site"; menus "menus" of 19
        {{ <Pr|
            Note (kind: string = "tip", title: string = "") "Note></Note>"; Price (of: string) "Price of=\"\" />" of 2
        text |
             of 0
    "#]].assert_eq(&shown);
    editor.end();
}

#[test]
#[rustfmt::skip]
fn hover_and_definition() {
    let bakery = Bakery::new();
    let mut editor = Editor::start(bakery.root(), json!({}));
    let mut shown = String::new();
    for (path, text) in [
        (NEW, page("🎉 [the l|ist](/loaves/rye?a#b)")),
        (NEW, page("[x](/about#ho|urs)")),
        (NEW, page("[x](../loaves/spelt.md|)")),
        (NEW, page("[x](/bre|ad)")),
        (NEW, page("[x](/nowh|ere)")),
        (NEW, page("## One\n\n[x](#o|ne)")),
        (NEW, page("![loaf](/images/lo|af.svg)")),
        (NEW, page("baked in {{ site.stats.|ovens }} ovens")),
        (NEW, page("{{ site.no|ne }}")),
        (NEW, page("<No|te>x</Note>")),
        (NEW, "+++\nti|tle = 1\n+++\n".to_owned()),
        (NEW, page("te|xt")),
        ("content/menus.toml", "[[main]]\nlabel = \"A\"\nurl = \"/jour|nal\"\n".to_owned()),
        ("content/structure.toml", "[[collection]]\nsch|ema = \"\"\n".to_owned()),
        ("content/structure.toml", "[[collection]]\ntemplate = \"loaf|.html\"\n".to_owned()),
        ("content/structure.toml", "[[collection]]\nschema = \"schemas/lo|af.json\"\n".to_owned()),
        ("content/structure.toml", "[[collection]]\nname = \"loaves\"\n[[feed]]\ncollection = \"lo|aves\"\n".to_owned()),
        (PAGE, "{{ collection(name=\"lo|aves\") }}".to_owned()),
        (PAGE, "{% extends \"ba|se.html\" %}".to_owned()),
        (PAGE, "{{ site.sta|ts.ovens }}".to_owned()),
        (PAGE, "{{ page.ti|tle }}".to_owned()),
        (PAGE, "{{ im|age(path=\"\") }}".to_owned()),
        (PAGE, "{{ <Pri|ce of=\"\" /> }}".to_owned()),
        (PAGE, "<a href=\"/ab|out\">".to_owned()),
    ] {
        let at = open_at(&mut editor, path, &text);
        let line = text.lines().find(|line| line.contains('|')).unwrap();
        let hover = editor.request("textDocument/hover", at.clone());
        let about = hover["contents"]["value"].as_str().map_or("-", |text| text.split("\n\n---").next().unwrap()).replace("\n\n", "\n").replace('\n', "\n    ");
        let definition = editor.request("textDocument/definition", at);
        let definition = match &definition["uri"] {
            Value::String(uri) => format!("{} {}", uri.replace(&editor.root, ""), range(&definition["range"])),
            _ => "-".to_owned(),
        };
        shown.push_str(&format!("{line}\n    {about}\n    => {definition}\n"));
    }
    expect![[r#"
        🎉 [the l|ist](/loaves/rye?a#b)
            **Rye**
            A dark loaf that keeps for a week.
            `/loaves/rye` from `content/loaves/rye.md`
            => /content/loaves/rye.md 0:0-0:0
        [x](/about#ho|urs)
            **About the bakery**
            Who bakes here, and when the shop is open.
            `/about` from `content/pages/about.md`
            => /content/pages/about.md 6:0-7:0
        [x](../loaves/spelt.md|)
            **Spelt**
            A light loaf with a thin crust.
            `/loaves/spelt` from `content/loaves/spelt.md`
            => /content/loaves/spelt.md 0:0-0:0
        [x](/bre|ad)
            **Rye**
            A dark loaf that keeps for a week.
            `/loaves/rye` from `content/loaves/rye.md`
            => /content/loaves/rye.md 0:0-0:0
        [x](/nowh|ere)
            **broken-link**: a link, image or script has a URL that does not exist on this site
            Visitors get the 404 page, and search engines rank the site lower.
            Write the URL of an existing page: `site list` lists them all. A page that has moved gets a [[redirect]] in structure.toml.
            => -
        [x](#o|ne)
            `content/pages/new.md`
            => /content/pages/new.md 4:0-5:0
        ![loaf](/images/lo|af.svg)
            `content/images/loaf.svg`
            => /content/images/loaf.svg 0:0-0:0
        baked in {{ site.stats.|ovens }} ovens
            2
            `stats.ovens` in `content/site.toml`
            => /content/site.toml 13:0-13:5
        {{ site.no|ne }}
            **unknown-fact**: text refers to a fact that does not exist
            The page would show the braces.
            Write the path of a key in content/site.toml.
            => -
        <No|te>x</Note>
            ```
            Note(kind: string = "tip", title: string = "")
            ```
            Component in `themes/bakery/templates/components/note.html`
            => /themes/bakery/templates/components/note.html 0:13-0:17
        ti|tle = 1
            `title`: the heading, and the head of the window
            => -
        te|xt
            -
            => -
        url = "/jour|nal"
            **Journal**
            Notes from the bakehouse.
            `/journal` from `content/pages/journal.md`
            => /content/pages/journal.md 0:0-0:0
        sch|ema = ""
            `schema`: the JSON Schema of its front matter, relative to content/
            => -
        template = "loaf|.html"
            `themes/bakery/templates/loaf.html`
            => /themes/bakery/templates/loaf.html 0:0-0:0
        schema = "schemas/lo|af.json"
            `content/schemas/loaf.json`
            => /content/schemas/loaf.json 0:0-0:0
        collection = "lo|aves"
            collection `loaves`
            => /content/structure.toml 1:7-1:15
        {{ collection(name="lo|aves") }}
            collection `loaves`
            => /content/structure.toml 1:7-1:15
        {% extends "ba|se.html" %}
            `themes/bakery/templates/base.html`
            => /themes/bakery/templates/base.html 0:0-0:0
        {{ site.sta|ts.ovens }}
            ```json
            {
              "ovens": 2,
              "opened": "1998"
            }
            ```
            `stats` in `content/site.toml`
            => /content/site.toml 12:1-12:6
        {{ page.ti|tle }}
            `page.title`: Its title.
            => -
        {{ im|age(path="") }}
            **image**: Returns an `<img>` with the URL, width, and height of a picture. A photograph (JPEG, PNG, WebP, GIF, or AVIF) becomes a `<picture>` that offers it in several sizes, none larger than the original, as WebP and in its own format, and as AVIF if `[pictures]` says so; upright, in sRGB, and without metadata. Its main color is in `data-color`. SVG drawings are published without comments and other invisible parts, and animations without metadata. AVIF files keep their size if the program was compiled without the feature `avif`. A value that is missing from the content (`ratio`, `focus`, `widths`) is ignored.
            - `path`: A picture of the theme or of `content/`.
            - `alt`: What the picture shows, for people who do not see it; `""` for a decoration.
            - `class` (optional): The `class` of the element.
            - `loading` (optional): `lazy`, or `eager` for a picture that is visible at once. Without it, the first picture of a page is loaded at once with high priority, and the others when they come close to the visible part of the page.
            - `fetchpriority` (optional): `high` for the largest picture at the top of the page.
            - `sizes` (optional): How wide a photograph is shown, such as `(min-width: 60rem) 50vw, 100vw`. Without it, browsers measure the width, or assume that of the window.
            - `widths` (optional): The widths in pixels in which a photograph is published, such as `[400, 800]`.
            - `ratio` (optional): Width divided by height, such as `16/9`: a photograph of another shape is cropped.
            - `focus` (optional): The point that a crop keeps in the middle: percentages from the left and the top (`50% 20%`), or words (`top`, `left center`).
            ```html
            {{ image(path="images/oven.jpg", alt="The new oven", loading="eager") }}
            ```
            => -
        {{ <Pri|ce of="" /> }}
            ```
            Price(of: string)
            ```
            Component in `themes/bakery/templates/components/note.html`
            => /themes/bakery/templates/components/note.html 3:13-3:18
        <a href="/ab|out">
            **About the bakery**
            Who bakes here, and when the shop is open.
            `/about` from `content/pages/about.md`
            => /content/pages/about.md 0:0-0:0
    "#]].assert_eq(&shown);
    editor.end();
}

#[test]
fn references() {
    let bakery = Bakery::new()
        .append("content/pages/about.md", "{{ site.stats.ovens }} ovens since {{ site.stats.opened }}\n\n<Note>x</Note>\n")
        .page("links", "[a](/loaves/rye#x), [b](../loaves/rye.md), [c](/bread), `[d](/loaves/rye)`\n");
    let mut editor = Editor::start(bakery.root(), json!({}));
    let mut shown = String::new();
    for (path, old, marked) in [
        ("content/site.toml", "ovens", "ov|ens"),
        ("content/site.toml", "[stats]", "[st|ats]"),
        ("content/loaves/rye.md", "title", "ti|tle"),
        ("content/pages/about.md", "(/loaves/rye)", "(/loa|ves/rye)"),
        ("content/pages/about.md", "<Note>", "<No|te>"),
        (PAGE, "base.html", "ba|se.html"),
        ("content/structure.toml", "\"loaf.html\"", "\"lo|af.html\""),
    ] {
        let text = std::fs::read_to_string(bakery.root().join(path)).unwrap();
        let mut at = open_at(&mut editor, path, &text.replacen(old, marked, 1));
        at["context"] = json!({ "includeDeclaration": true });
        let found = editor.request("textDocument/references", at);
        shown.push_str(&format!("{marked}\n"));
        for one in found.as_array().unwrap() {
            let path = one["uri"].as_str().unwrap().replace(&editor.root, "");
            shown.push_str(&format!("    {path} {}\n", range(&one["range"])));
        }
    }
    expect![[r#"
        ov|ens
            /content/pages/about.md 9:3-9:19
            /content/pages/index.md 2:38-2:54
            /content/site.toml 13:0-13:5
        [st|ats]
            /content/pages/about.md 9:3-9:13
            /content/pages/about.md 9:38-9:48
            /content/pages/index.md 2:38-2:48
            /content/pages/index.md 4:14-4:24
            /content/site.toml 12:1-12:6
        ti|tle
            /content/pages/about.md 8:45-8:56
            /content/pages/links.md 5:4-5:17
            /content/pages/links.md 5:24-5:40
            /content/pages/links.md 5:47-5:53
            /content/structure.toml 54:6-54:17
        (/loa|ves/rye)
            /content/pages/about.md 8:45-8:56
            /content/pages/links.md 5:4-5:17
            /content/pages/links.md 5:24-5:40
            /content/pages/links.md 5:47-5:53
            /content/structure.toml 54:6-54:17
            /content/loaves/rye.md 0:0-0:0
        <No|te>
            /content/pages/about.md 11:1-11:5
            /content/pages/about.md 11:9-11:13
            /themes/bakery/templates/components/note.html 0:13-0:17
        ba|se.html
            /themes/bakery/templates/entry.html 0:12-0:21
            /themes/bakery/templates/journal.html 0:12-0:21
            /themes/bakery/templates/loaf.html 0:12-0:21
            /themes/bakery/templates/page.html 0:12-0:21
            /themes/bakery/templates/base.html 0:0-0:0
        "lo|af.html"
            /content/structure.toml 12:12-12:21
            /themes/bakery/templates/loaf.html 0:0-0:0
    "#]]
    .assert_eq(&shown);
    editor.end();
}

#[test]
fn symbols() {
    fn show(symbols: &Value, indent: &str, shown: &mut String) {
        for symbol in symbols.as_array().into_iter().flatten() {
            shown.push_str(&format!("{indent}{} {}\n", symbol["name"].as_str().unwrap(), range(&symbol["range"])));
            show(&symbol["children"], &format!("{indent}    "), shown);
        }
    }
    let bakery = Bakery::new();
    let mut editor = Editor::start(bakery.root(), json!({}));
    let mut shown = String::new();
    for (path, text) in [
        (NEW, "+++\ntitle = \"Rye\"\n[extra]\na = 1\n+++\n\n## Five\n"),
        (NEW, page("# One\n\ntext\n\n### Two\n\n## Three 🎉\n\n# Four\n").as_str()),
        (
            "content/menus.toml",
            "[[main]]\nlabel = \"About\"\n\n[[main]]\nurl = \"/\"\nweight = 1\nlabel = \"Home\"\n\n[[main]]\nurl = \"/x\"\n[other]\n",
        ),
        (PAGE, "{% block main %}\n{% endblock %}\n{%- component A(b) %}{% endcomponent A %}\n"),
    ] {
        editor.write(path, text);
        editor.findings(path);
        let document = editor.document(path);
        show(&editor.request("textDocument/documentSymbol", json!({ "textDocument": document })), "", &mut shown);
    }
    for query in ["RYE", "hours", "price", "xyz"] {
        shown.push_str(&format!("{query}:\n"));
        let found = editor.request("workspace/symbol", json!({ "query": query }));
        for one in found.as_array().unwrap() {
            let uri = one["location"]["uri"].as_str().unwrap().replace(&editor.root, "");
            let (name, container) = (one["name"].as_str().unwrap(), one["containerName"].as_str().unwrap());
            shown.push_str(&format!("    {name} in {container}: {uri} {}\n", range(&one["location"]["range"])));
        }
    }
    expect![[r#"
        [extra] 2:0-4:0
        Five 6:0-7:0
        One 4:0-12:0
            Two 8:0-10:0
            Three 🎉 10:0-12:0
        Four 12:0-13:0
        About 0:0-3:0
        Home 3:0-8:0
        /x 8:0-10:0
        [other] 10:0-11:0
        main 0:0-2:0
        A 2:0-3:0
        RYE:
            Rye in /loaves/rye: /content/loaves/rye.md 0:0-0:3
            Rye in /new: /content/pages/new.md 0:0-0:3
        hours:
            Hours in /about#hours: /content/pages/about.md 6:0-7:0
            Winter hours in /journal/winter: /content/journal/winter.md 0:0-0:3
        price:
            Price in themes/bakery/templates/components/note.html: /themes/bakery/templates/components/note.html 3:13-3:18
        xyz:
    "#]]
    .assert_eq(&shown);
    editor.end();
}

#[test]
fn moves() {
    let text = "[a](/loaves/rye#x), [b](../loaves/rye.md#x), [c](/bread), ![d](photo.svg) {{ site.name }}\n";
    let picture = std::fs::read(Bakery::new().root().join("content/images/loaf.svg")).unwrap();
    let bakery = Bakery::new()
        .page("links", text)
        .write("content/pages/photo.svg", &picture)
        .append("content/menus.toml", "\n[[main]]\nlabel = \"Links\"\nurl = \"/links#top\"\n")
        .append("content/loaves/spelt.md", "[e](../pages/links.md) ![f](/images/loaf.svg) [g](rye.md) [h](#x)\n");
    let edits = json!({ "documentChanges": true, "resourceOperations": ["rename"] });
    let mut editor = Editor::start(bakery.root(), json!({ "workspace": { "workspaceEdit": edits } }));
    editor.write(NEW, &page("[new](/links)"));
    let mut shown = String::new();
    for (old, new) in [
        ("content/pages/links.md", "content/pages/all-links.md"),
        ("content/pages/links.md", "content/pages/more/links.md"),
        ("content/loaves", "content/bread"),
        ("content/loaves/spelt.md", "content/loaves/dinkel.md"),
        ("content/pages/photo.svg", "content/images/photo.svg"),
        ("content/pages/none.md", "content/pages/other.md"),
        ("themes/bakery/templates/loaf.html", "themes/bakery/templates/bread/loaf.html"),
    ] {
        let file = json!({ "oldUri": editor.document(old)["uri"], "newUri": editor.document(new)["uri"] });
        let edit = editor.request("workspace/willRenameFiles", json!({ "files": [file] }));
        shown.push_str(&format!("{old} to {new}\n{}", shown_edit(&edit, &editor.root)));
    }
    expect![[r#"
        content/pages/links.md to content/pages/all-links.md
          /content/loaves/spelt.md version null
            7:4-7:21 "../pages/all-links.md"
          /content/menus.toml version null
            10:7-10:17 "/all-links#top"
          /content/pages/links.md version null
            4:0-4:0 "aliases = [\"/links\"]\n"
          /content/pages/new.md version 1
            4:6-4:12 "/all-links"
        content/pages/links.md to content/pages/more/links.md
          /content/loaves/spelt.md version null
            7:4-7:21 "../pages/more/links.md"
          /content/menus.toml version null
            10:7-10:17 "/more/links#top"
          /content/pages/links.md version null
            5:24-5:42 "../../loaves/rye.md#x"
            4:0-4:0 "aliases = [\"/links\"]\n"
          /content/pages/new.md version 1
            4:6-4:12 "/more/links"
          rename /content/pages/photo.svg to /content/pages/more/photo.svg
        content/loaves to content/bread
          /content/pages/links.md version null
            5:24-5:42 "../bread/rye.md#x"
          /content/structure.toml version null
            9:6-9:14 "\"bread\""
        content/loaves/spelt.md to content/loaves/dinkel.md
          /content/loaves/spelt.md version null
            5:0-5:0 "aliases = [\"/loaves/spelt\"]\n"
        content/pages/photo.svg to content/images/photo.svg
          /content/pages/links.md version null
            5:63-5:72 "/images/photo.svg"
        content/pages/none.md to content/pages/other.md
        themes/bakery/templates/loaf.html to themes/bakery/templates/bread/loaf.html
          /content/structure.toml version null
            12:12-12:21 "bread/loaf.html"
    "#]]
    .assert_eq(&shown);
    editor.end();
}

#[test]
fn facts_are_renamed() {
    let bakery = Bakery::new()
        .append("content/pages/about.md", "{{ site.stats.ovens }} ovens, {{ site.stats.ovens_old }}\n")
        .append("content/site.toml", "ovens_old = 1\n");
    let edits = json!({ "documentChanges": true });
    let mut editor = Editor::start(bakery.root(), json!({ "workspace": { "workspaceEdit": edits } }));
    let mut shown = String::new();
    for (path, old, marked, name) in [
        ("content/pages/about.md", "stats.ovens }", "stats.ov|ens }", "kilns"),
        ("content/site.toml", "ovens =", "ov|ens =", "kilns"),
        ("content/site.toml", "ovens =", "ov|ens =", "ovens_old"),
        ("content/site.toml", "ovens =", "ov|ens =", "two words"),
        ("content/site.toml", "[stats]", "[st|ats]", "x"),
        ("content/site.toml", "base_url", "base|_url", "x"),
        ("content/pages/about.md", "We bake", "We b|ake", "x"),
    ] {
        let text = std::fs::read_to_string(bakery.root().join(path)).unwrap();
        let mut at = open_at(&mut editor, path, &text.replacen(old, marked, 1));
        let prepared = editor.answer("textDocument/prepareRename", at.clone());
        if let Value::Object(_) = &prepared["result"] {
            shown.push_str(&format!("{}: ", range(&prepared["result"])));
        }
        at["newName"] = json!(name);
        let answer = editor.answer("textDocument/rename", at);
        shown.push_str(&format!("{marked} to {name}\n"));
        match answer["error"]["message"].as_str() {
            Some(message) => shown.push_str(&format!("  {message}\n")),
            None => shown.push_str(&shown_edit(&answer["result"], &editor.root)),
        }
    }
    expect![[r#"
        9:14-9:19: stats.ov|ens } to kilns
          /content/pages/about.md version 1
            9:14-9:19 "kilns"
          /content/pages/index.md version null
            2:49-2:54 "kilns"
          /content/site.toml version null
            13:0-13:5 "kilns"
        13:0-13:5: ov|ens = to kilns
          /content/pages/about.md version 1
            9:14-9:19 "kilns"
          /content/pages/index.md version null
            2:49-2:54 "kilns"
          /content/site.toml version 1
            13:0-13:5 "kilns"
        13:0-13:5: ov|ens = to ovens_old
          there is a fact `stats.ovens_old` already
        13:0-13:5: ov|ens = to two words
          a fact's name consists of letters, digits, and underscores
        [st|ats] to x
          only a single value can be renamed, not a table or a list
        base|_url to x
          this key is read by the program itself
        We b|ake to x
          only a fact can be renamed
    "#]]
    .assert_eq(&shown);
    editor.end();
}
