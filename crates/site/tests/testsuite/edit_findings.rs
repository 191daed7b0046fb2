//! Findings in the words that the drawer shows.

use expect_test::expect;
use serde_json::Value;

use crate::bakery::Bakery;
use crate::edit::{Drawer, typed};

/// Body of a document with findings for which there are words of an office.
const BODY: &str = "\
# First level

## Starter

[a](/loaves/rye#nowhere) [b](/nowhere) [b](/loaves/ryee) ![c](nowhere.png) {{ site.phon }} [d](file:///C:/a.pdf)

<script src=\"https://example.org/a.js\"></script>
";

#[test]
fn findings_in_the_words_of_an_office() {
    let bakery = Bakery::new();
    let drawer = Drawer::start(bakery.root());
    let document = drawer.open("content/journal/leaven.md");
    let draft = |change: fn(&mut Value)| {
        let findings = drawer.ok("draft", &typed(&document, change))["findings"].clone();
        let findings = findings.as_array().unwrap().iter();
        let lines = findings.map(|one| {
            let help = one["help"].as_str().unwrap_or_default();
            format!("{}: {} | {help} | {}\n", one["code"].as_str().unwrap(), one["message"].as_str().unwrap(), one["parts"])
        });
        lines.collect::<String>()
    };
    expect![[r#"
        main-heading: the text has a heading of the first level, which only the title is | Choose a smaller heading. | {}
        broken-anchor: a link leads to a heading that is not on its page | Choose the page again, or remove what follows the sign #. | {"anchor":["nowhere"],"page":["/loaves/rye"]}
        broken-link: there is no page or file /nowhere | Choose the page with the button for links, or remove the link. | {"path":["/nowhere"]}
        broken-link: there is no page or file /loaves/ryee | Did you mean `/loaves/rye`? | {"path":["/loaves/ryee"]}
        missing-image: there is no image `nowhere.png` | Add the picture here, or choose another one. | {}
        unknown-fact: there is no such fact | Type {{ to choose one. | {}
        bad-address: `file:///C:/a.pdf` is a file on your computer, which visitors cannot open | Ask whoever looks after the site to store the file, and link to it then. | {"file":["file:///C:/a.pdf"]}
        unsafe-html: `<script>` is not allowed here | Remove it: this is part of the design, not of the text. | {}
        outside-resource: the page loads something from another site | Ask whoever looks after the site. | {}
    "#]].assert_eq(&draft(|one| one["body"] = BODY.into()));
    let without_title = draft(|one| drop(one["values"].as_object_mut().unwrap().remove("title")));
    expect![[r#"
        missing-key: missing key `title` | Add `title = …`. | {"key":["title"]}
    "#]]
    .assert_eq(&without_title);
}
