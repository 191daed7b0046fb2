//! Share cards, from the theme's template to the PNG. A short script replaces the renderer: the "PNG" that it returns is the
//! SVG.

use std::fs;

use expect_test::expect;

use crate::bakery::{Bakery, Built};
use crate::server::Server;

const CARD: &str = "{% if page?.collection == \"loaves\" or page.url == \"/about\" %}<svg>\n<title>{{ page.title }} \"fresh\"</title>\n\
<text>{{ page.description }}</text>\n</svg>{% endif %}\n";

const HEAD: &str = "{% if page.card %}<meta property=\"og:image\" content=\"{{ site.base_url }}{{ page.card.url }}\">\
<meta property=\"og:image:alt\" content=\"{{ page.card.alt }}\">{{ page.card.width }} {{ page.card.height }}{% endif %}\n</head>";

const BUNDLE: &str = r#"
import { copyFileSync, mkdirSync } from "node:fs";
const { styles, out } = JSON.parse(process.argv[2]);
mkdirSync(`${out}/assets`);
copyFileSync(`${styles}/main.css`, `${out}/assets/main-AAAAAAAA.css`);
const urls = { "styles/main.css": "/assets/main-AAAAAAAA.css" };
console.log(JSON.stringify({ urls, islands: {}, problems: [], warnings: [], whole: true, is_checked: true }));
"#;

const DRAW: &str = r#"
import { appendFileSync, readFileSync } from "node:fs";
const cards = JSON.parse(readFileSync(0, "utf8"));
appendFileSync(".cache/drawn.log", `${cards.length}\n`);
const drawn = ({ svg }) =>
  svg.includes("burnt")
    ? { message: "burnt", line: 3, help: "bake again" }
    : { png: Buffer.from(svg).toString("base64") };
console.log(JSON.stringify(cards.map(drawn)));
"#;

fn bakery() -> Bakery {
    Bakery::new()
        .write("themes/bakery/templates/card.svg", CARD)
        .replace("themes/bakery/templates/base.html", "</head>", HEAD)
        .write("widgets/package.json", "{}")
        .write("widgets/package-lock.json", "{}")
        .write("widgets/node_modules/.package-lock.json", "{}")
        .write("widgets/node_modules/.installed-from", "")
        .write("widgets/build.mjs", BUNDLE)
        .write("widgets/build/cards.mjs", DRAW)
}

/// Returns the cards in the output, each with its path and content.
fn cards(built: &Built) -> Vec<(String, String)> {
    let outputs = built.outputs().into_iter();
    let cards = outputs.filter(|path| path.starts_with("assets/cards/"));
    cards.map(|path| (path.clone(), built.read(&format!("dist/{path}")))).collect()
}

/// Returns the pages that have a card.
fn pages(built: &Built) -> Vec<String> {
    let page = |(path, _): &(String, String)| path["assets/cards/".len()..].rsplit_once('-').unwrap().0.to_owned();
    cards(built).iter().map(page).collect()
}

/// Returns the URL of a page's card in its HTML.
fn url_in(html: &str) -> String {
    let (_, rest) = html.split_once("og:image\" content=\"https://millstone.example").unwrap();
    rest.split('"').next().unwrap().to_owned()
}

/// Returns the number of cards that each run of the renderer drew, such as `3 1 `.
fn runs(built: &Built) -> String {
    fs::read_to_string(built.root().join(".cache/drawn.log")).unwrap_or_default().replace('\n', " ")
}

#[test]
fn a_page_names_its_card() {
    let built = bakery().replace("content/pages/about.md", "title = \"", "title = \"A & B: ").success();
    let html = built.read("dist/about.html");
    let url = url_in(&html);
    assert_eq!(pages(&built), ["about", "loaves/rye", "loaves/spelt"]);
    assert_eq!(url, format!("/{}", cards(&built)[0].0));
    assert!(html.contains("og:image:alt\" content=\"A &amp; B: About the bakery &quot;fresh&quot;\">1200 630\n"), "{html}");
    // A page whose drawing is empty has no card.
    assert!(!built.read("dist/index.html").contains("og:image"));
}

#[test]
fn a_page_that_search_engines_skip_has_no_card() {
    let built = bakery()
        .replace("content/pages/about.md", "title = \"", "noindex = true\ntitle = \"")
        .replace("themes/bakery/templates/base.html", "</head>", "{% if page.card is none %}No card{% endif %}\n</head>")
        .success();
    let html = built.read("dist/about.html");
    assert!(html.contains("No card") && !html.contains("og:image"), "{html}");
    assert_eq!(pages(&built), ["loaves/rye", "loaves/spelt"]);
}

#[test]
fn only_changed_cards_are_drawn() {
    let built = bakery().success();
    let first = cards(&built);
    assert_eq!(runs(&built), "3 ");
    let built = built.again().success();
    assert!(cards(&built) == first);
    assert_eq!(runs(&built), "3 ");
    let built = built.again().replace("content/loaves/rye.md", "title = \"", "title = \"Dark ").success();
    assert_eq!(runs(&built), "3 1 ");
    let second = cards(&built);
    assert_eq!(first.iter().filter(|one| second.contains(one)).count(), 2);
    // A damaged card is drawn again, and a card that no page refers to is not.
    for entry in fs::read_dir(built.root().join(".cache/cards")).unwrap() {
        fs::write(entry.unwrap().path(), "damaged").unwrap();
    }
    let built = built.again().success();
    assert!(cards(&built) == second);
    assert_eq!(runs(&built), "3 1 3 ");
    let built = built.again().replace("themes/bakery/templates/base.html", "page.card.url", "page.title").success();
    assert_eq!(cards(&built), []);
    assert_eq!(runs(&built), "3 1 3 ");
}

#[test]
#[rustfmt::skip]
fn mistakes() {
    let card = |text: &str| bakery().write("themes/bakery/templates/card.svg", text);
    card("<svg>\n<text>{{ page.titel }}</text>\n<text>{{ page.breadcrumbs }}</text>\n</svg>").findings(expect![[r#"
        themes/bakery/templates/card.svg:2:15 «titel» error[template-error]: field `titel` is not defined
          help: did you mean `title`?
          help: while rendering / from content/pages/index.md, and 11 more pages
        themes/bakery/templates/card.svg:3:10 «page.breadcrumbs» error[template-error]: `page.breadcrumbs` is a list and would be printed as JSON
          help: join it: `{{ page.breadcrumbs | join(sep=", ") }}`, or loop over it
          help: while rendering / from content/pages/index.md, and 11 more pages
    "#]]);
    card("<svg>\n{{ page.title").findings(expect![[r#"
        themes/bakery/templates/card.svg:2:9 «title» error[template-syntax]: unexpected end of the template
    "#]]);
    card("<svg>\n<text>{{ page.title }}</text>\n<text class=\"burnt\">x</text>\n</svg>\n").findings(expect![[r#"
        themes/bakery/templates/card.svg:3:1 «<text class="burnt">x</text>» error[card-error]: burnt (in the drawing: <text class="burnt">x</text>)
          help: bake again
    "#]]);
    bakery().remove("widgets").findings(expect![[r#"
        themes/bakery/templates/card.svg:1:1 «{% if page?.collection == "loaves" or page.url == "/about" %}<svg>» error[card-error]: share cards need the folder `widgets` with build/cards.mjs (this template draws them)
          help: copy the folder from the generator's repository, or remove the template
    "#]]);
}

/// `site serve` shows a card at its URL, even after the card's template has changed.
#[test]
fn the_server_draws_a_card_when_it_is_opened() {
    let bakery = bakery();
    let root = bakery.root().to_owned();
    let server = Server::start_live(&root);
    let url = url_in(&server.get("/about").text());
    let drawn = || fs::read_to_string(root.join(".cache/drawn.log")).unwrap_or_default();
    assert_eq!(drawn(), "");
    let card = server.get(&url);
    assert_eq!((card.status, card.header("content-type")), (200, Some("image/png")));
    assert!(card.text().contains("<title>About the bakery"), "{card:?}");
    assert_eq!(drawn(), "1\n");
    server.get(&url);
    assert_eq!(drawn(), "1\n");
    let changed = CARD.replace("<title>", "<title>More ");
    fs::write(root.join("themes/bakery/templates/card.svg"), changed).unwrap();
    server.wait_until(|server| server.get(&url).text().contains("<title>More About the bakery"));
    let burnt = CARD.replace("<title>", "<title>burnt ");
    fs::write(root.join("themes/bakery/templates/card.svg"), burnt).unwrap();
    server.wait_until(|server| server.get(&url).status == 500);
    let report = server.get(&url).text();
    assert!(report.contains("themes/bakery/templates/card.svg:3"), "{report}");
}
