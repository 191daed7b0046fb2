//! Time grows with the size of a file, not with its square.
//!
//! A case whose time grows with the square exceeds the limit. `LARGE=1` builds files with tens of thousands of repetitions,
//! which takes minutes; without it, files have a tenth as many.

use crate::bakery::{Bakery, TODAY, command_after};

/// Largest CPU time in seconds, which does not depend on how busy the computer is.
const LIMIT: u32 = 60;
/// Largest CPU time in seconds without `LARGE=1`.
const SMALLER_LIMIT: u32 = 10;

fn is_large() -> bool {
    std::env::var_os("LARGE").is_some()
}

/// Returns `times`, or a tenth of it without `LARGE=1`.
fn scaled(times: usize) -> usize {
    if is_large() { times } else { times / 10 }
}

const FRONT: &str = "+++\ntitle = \"Visit\"\ndescription = \"Where to find us in Ulm.\"\n";

/// A file whose middle part is repeated.
struct Case {
    path: &'static str,
    before: &'static str,
    repeated: fn(usize) -> String,
    times: usize,
    after: &'static str,
}

impl Case {
    fn text(&self) -> String {
        let repeated: String = (0..scaled(self.times)).map(self.repeated).collect();
        [self.before, &repeated, self.after].concat()
    }
}

/// Builds the bakery with a file. It must end within the limit, without a panic.
fn ends_in_time(path: &str, text: &str) {
    runs_in_time("build", &Bakery::new().write(path, text), path, text);
}

fn runs_in_time(command: &str, bakery: &Bakery, path: &str, text: &str) {
    let limit = if is_large() { LIMIT } else { SMALLER_LIMIT };
    let mut limited = command_after(&format!("ulimit -t {limit}"), bakery.root());
    let output = limited.args([command, "--date", TODAY]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    let beginning: String = text.chars().take(200).collect();
    let end: String = said.chars().rev().take(500).collect();
    let end: String = end.chars().rev().collect();
    assert!(
        matches!(output.status.code(), Some(0 | 1)) && !said.contains("panicked"),
        "{path}: {beginning}: ended with {}: {end}",
        output.status
    );
}

fn all_end_in_time(cases: &[Case]) {
    for case in cases {
        ends_in_time(case.path, &case.text());
    }
}

/// A part of a page's Markdown, how often it is repeated, and the text after it.
type Repeated<'a> = (fn(usize) -> String, usize, &'a str);

/// Cases of a page's Markdown.
fn markdown(cases: &[Repeated<'_>]) {
    for (repeated, times, after) in cases {
        let body: String = (0..scaled(*times)).map(repeated).collect();
        let text = format!("{FRONT}template = \"page.html\"\n+++\n{body}{after}\n");
        ends_in_time("content/pages/visit.md", &text);
    }
}

#[test]
fn components() {
    markdown(&[
        (|_| "<Note>\n\n".to_owned(), 40_000, ""),
        (|_| "</Note>\n\n".to_owned(), 40_000, ""),
        (|_| "a <Note kind=\">".to_owned(), 40_000, ""),
        (|at| format!("<Unknown{at} b=\"c\">\n\n"), 10_000, ""),
    ]);
}

#[test]
fn links() {
    markdown(&[
        (|_| "[a][b] ".to_owned(), 20_000, ""),
        (|_| "[a](/b c) ".to_owned(), 20_000, ""),
        (|_| "[a](/nowhere) ".to_owned(), 20_000, ""),
        (|_| "[a](nowhere.md) ".to_owned(), 20_000, ""),
        (|_| "[a] ".to_owned(), 20_000, "\n\n[a]: /nowhere"),
        (|_| "[a](www.b.example) ".to_owned(), 20_000, ""),
        (|_| "[a](mailto:{{ site.email }}) `b`".to_owned(), 40_000, ""),
        (|at| format!("[^{at}] "), 20_000, ""),
        (|at| format!("[^{at}]: a\n\n"), 40_000, ""),
        (|at| format!("a[^{at}]\n\n[^{at}]: b\n\n"), 200_000, ""),
        (|_| "![a](/images/none.svg) ".to_owned(), 20_000, ""),
    ]);
}

#[test]
fn text() {
    markdown(&[
        (|_| "## Same\n\n".to_owned(), 40_000, ""),
        (|_| "# One\n\n#### Two\n\n".to_owned(), 10_000, ""),
        (|_| "##Same\n\n".to_owned(), 40_000, ""),
        (|_| "## Same {#a}\n\n".to_owned(), 400_000, ""),
        (|_| "> ".to_owned(), 40_000, "a"),
        (|_| "{{ a ".to_owned(), 40_000, "[b](c) }}"),
        (|_| "[a](b) {{ ".to_owned(), 40_000, ""),
        (|_| "{{ site.nothing }} ".to_owned(), 40_000, ""),
        (|_| "{{ site.name ".to_owned(), 400_000, ""),
        (|_| "{{ f() ` ".to_owned(), 40_000, ""),
        (|_| "<a client:load ](@/b ".to_owned(), 40_000, ""),
        (|_| "[a(/b".to_owned(), 40_000, ""),
        (|_| "> [!NOPE]\n> a\n\n".to_owned(), 20_000, ""),
    ]);
}

#[test]
fn html() {
    markdown(&[
        (|_| "<p style=\"a\">b</p>\n".to_owned(), 20_000, ""),
        (|_| "<a href=\"javascript:b\">c</a>\n".to_owned(), 20_000, ""),
        (|_| "<img src=\"/none.png\">\n".to_owned(), 10_000, ""),
        (|_| "<p id=\"a\">b</p>\n".to_owned(), 20_000, ""),
        (|_| "<p id=\"a\">b</p>".to_owned(), 40_000, ""),
        (|_| "<note>a</note>\n".to_owned(), 40_000, ""),
        (|_| "<div>".to_owned(), 40_000, ""),
    ]);
}

/// One element of tens of thousands of attributes: a tokenizer that calls itself for each would overflow the stack.
#[test]
fn attributes() {
    let attributes: String = (0..50_000).map(|at| format!(" a{at}=\"b\"")).collect();
    let text = format!("{FRONT}template = \"page.html\"\n+++\n<p{attributes}>c</p>\n");
    ends_in_time("content/pages/visit.md", &text);
}

#[test]
fn toml() {
    let page = "content/pages/visit.md";
    let structure = "content/structure.toml";
    let collection = "[[collection]]\nname = \"pages\"\ndir = \"pages\"\nschema = \"schemas/page.json\"\n\
                      route = \"/{path}\"\ntemplate = \"page.html\"\n";
    all_end_in_time(&[
        Case { path: page, before: FRONT, repeated: |at| format!("k{at} = 1\n"), times: 20_000, after: "+++\n" },
        Case { path: page, before: FRONT, repeated: |_| "k = 1\n".to_owned(), times: 40_000, after: "+++\n" },
        Case { path: page, before: FRONT, repeated: |_| "k = a\n".to_owned(), times: 40_000, after: "+++\n" },
        Case { path: page, before: FRONT, repeated: |at| format!("[k{at}]\n"), times: 20_000, after: "+++\n" },
        Case {
            path: "content/lists/shops.toml",
            before: "",
            repeated: |_| "[[item]]\nnam = \"a\"\n".to_owned(),
            times: 10_000,
            after: "",
        },
        Case {
            path: "content/lists/shops.toml",
            before: "",
            repeated: |_| "[[item]]\ntown = 1\nurl = \"a b\"\n".to_owned(),
            times: 200_000,
            after: "",
        },
        Case { path: "content/lists/shops.toml", before: "", repeated: |_| "]\n".to_owned(), times: 40_000, after: "" },
        Case {
            path: structure,
            before: collection,
            repeated: |at| format!("[[redirect]]\nfrom = \"/r{at}\"\nto = \"/r{}\"\n", at + 1),
            times: 10_000,
            after: "",
        },
        Case {
            path: structure,
            before: collection,
            repeated: |_| "[[redirect]]\nfrom = \"/r\"\nto = \"/nowhere\"\n".to_owned(),
            times: 10_000,
            after: "",
        },
        Case {
            path: "content/menus.toml",
            before: "",
            repeated: |at| format!("[[main]]\nname = \"A{at}\"\nurl = \"/nowhere\"\n"),
            times: 10_000,
            after: "",
        },
        Case {
            path: "content/schemas/loaf.json",
            before: "{\"properties\":{",
            repeated: |at| format!("\"p{at}\":{{\"typ\":\"string\"}},"),
            times: 10_000,
            after: "\"p\":{}}}",
        },
    ]);
}

#[test]
fn templates_and_style_sheets() {
    let template = "themes/bakery/templates/loaf.html";
    let styles = "themes/bakery/styles/main.css";
    all_end_in_time(&[
        Case { path: template, before: "", repeated: |_| "{% include \"nope.html\" %}".to_owned(), times: 10_000, after: "" },
        Case { path: template, before: "", repeated: |_| "{% <Note> %}a{% </Note> %}".to_owned(), times: 20_000, after: "" },
        Case { path: styles, before: "", repeated: |_| "@import \"a\";".to_owned(), times: 20_000, after: "" },
        Case { path: styles, before: "", repeated: |_| "a{color:(".to_owned(), times: 40_000, after: "" },
        Case { path: styles, before: "", repeated: |at| format!("a{{b:url(https://b.example/{at})}}"), times: 40_000, after: "" },
        Case {
            path: styles,
            before: "",
            repeated: |_| "a{b:url(/assets/flour-AAAAAAAA.svg)}".to_owned(),
            times: 80_000,
            after: "",
        },
    ]);
}

#[test]
fn terms() {
    let path = "content/journal/many.md";
    let topics: String = (0..scaled(5_000)).map(|at| format!("\"Topic {at}\",")).collect();
    let text =
        format!("+++\ntitle = \"Many\"\ndescription = \"On very many topics.\"\ndate = 2026-05-01\ntopic = [{topics}]\n+++\n");
    let bakery = Bakery::new().write("content/schemas/entry.json", "{}").write(path, &text);
    runs_in_time("build", &bakery, path, &text);
}

/// Every entry has the same words and the same term.
#[test]
fn related_documents() {
    let mut bakery =
        Bakery::new().replace("content/structure.toml", "template = \"entry.html\"", "template = \"entry.html\"\nrelated = 3");
    let words: String = (0..300).map(|number| format!("word{number} ")).collect();
    for number in 0..scaled(5_000) {
        let odd = if number % 2 == 1 { "odd " } else { "" };
        let text = format!(
            "+++\ntitle = \"Entry {number}\"\ndescription = \"What entry {number} is about.\"\ndate = 2026-01-01\ntopic = \"Baking\"\n+++\n{odd}{words}\n"
        );
        bakery = bakery.write(&format!("content/journal/n{number}.md"), text);
    }
    runs_in_time("build", &bakery, "content/journal", &words);
}

/// The theme writes a faulty tag on every page, and no source contains the tag verbatim.
#[test]
fn a_fault_on_every_page() {
    let mut bakery = Bakery::new().replace(
        "themes/bakery/templates/base.html",
        "<main>",
        "<main>\n<a class=\"{{ page.title }}\" href=\"\"></a>",
    );
    let words: String = (0..300).map(|number| format!("word{number} ")).collect();
    for number in 0..scaled(5_000) {
        let text = format!(
            "+++\ntitle = \"Entry {number}\"\ndescription = \"What entry {number} is about.\"\ndate = 2026-01-01\n+++\n{words}\n"
        );
        bakery = bakery.write(&format!("content/journal/n{number}.md"), text);
    }
    runs_in_time("check", &bakery, "content/journal", &words);
}
