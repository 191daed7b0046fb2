//! Checks that the time of a build grows linearly with the size of a file.
//!
//! A case with quadratic time exceeds the limit. `LARGE=1` builds files with tens of thousands of repetitions, which takes
//! minutes; without it, files have a tenth as many.

use crate::bakery::{Bakery, TODAY, command_after};

/// Maximum CPU time in seconds. Unlike elapsed time, it does not depend on how busy the computer is.
const LIMIT: u32 = 60;
/// Maximum CPU time in seconds without `LARGE=1`; the slowest case takes 9 s on a slow computer.
const SMALLER_LIMIT: u32 = 20;

fn is_large() -> bool {
    std::env::var_os("LARGE").is_some()
}

/// Returns `times`, or a tenth of it without `LARGE=1`.
fn scaled(times: usize) -> usize {
    if is_large() { times } else { times / 10 }
}

const FRONT: &str = "+++\ntitle = \"Visit\"\ndescription = \"Where to find us in Ulm.\"\n";

/// Path of a file, its beginning, the part that is repeated, the number of repetitions, and the end of the file.
type Case = (&'static str, &'static str, fn(usize) -> String, usize, &'static str);

/// Builds the bakery with a file. The build must end within the time limit, without a panic.
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
    for (path, before, repeated, times, after) in cases {
        let repeated: String = (0..scaled(*times)).map(repeated).collect();
        ends_in_time(path, &[before, repeated.as_str(), after].concat());
    }
}

/// A part of a page's Markdown, the number of its repetitions, and the text after it.
type Repeated<'a> = (fn(usize) -> String, usize, &'a str);

/// Builds the bakery with a page for each case of Markdown.
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
        (|at| format!("[^{at}] a\n\n"), 20_000, ""),
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

/// One element has tens of thousands of attributes. A tokenizer that recurses for each attribute would overflow the stack.
#[test]
fn attributes() {
    let attributes: String = (0..50_000).map(|at| format!(" a{at}=\"b\"")).collect();
    let text = format!("{FRONT}template = \"page.html\"\n+++\n<p{attributes}>c</p>\n");
    ends_in_time("content/pages/visit.md", &text);
}

#[test]
#[rustfmt::skip]
fn toml() {
    let page = "content/pages/visit.md";
    let structure = "content/structure.toml";
    let collection = "[[collection]]\nname = \"pages\"\ndir = \"pages\"\nschema = \"schemas/page.json\"\n\
                      route = \"/{path}\"\ntemplate = \"page.html\"\n";
    all_end_in_time(&[
        (page, FRONT, |at| format!("k{at} = 1\n"), 20_000, "+++\n"),
        (page, FRONT, |_| "k = 1\n".to_owned(), 40_000, "+++\n"),
        (page, FRONT, |_| "k = a\n".to_owned(), 40_000, "+++\n"),
        (page, FRONT, |at| format!("[k{at}]\n"), 20_000, "+++\n"),
        ("content/lists/shops.toml", "", |_| "[[item]]\nnam = \"a\"\n".to_owned(), 10_000, ""),
        ("content/lists/shops.toml", "", |_| "[[item]]\ntown = 1\nurl = \"a b\"\n".to_owned(), 200_000, ""),
        ("content/lists/shops.toml", "", |_| "]\n".to_owned(), 40_000, ""),
        (structure, collection, |at| format!("[[redirect]]\nfrom = \"/r{at}\"\nto = \"/r{}\"\n", at + 1), 10_000, ""),
        (structure, collection, |_| "[[redirect]]\nfrom = \"/r\"\nto = \"/nowhere\"\n".to_owned(), 10_000, ""),
        ("content/menus.toml", "", |at| format!("[[main]]\nname = \"A{at}\"\nurl = \"/nowhere\"\n"), 10_000, ""),
        ("content/schemas/loaf.json", "{\"properties\":{", |at| format!("\"p{at}\":{{\"typ\":\"string\"}},"), 10_000, "\"p\":{}}}"),
    ]);
}

#[test]
#[rustfmt::skip]
fn templates_and_style_sheets() {
    let template = "themes/bakery/templates/loaf.html";
    let styles = "themes/bakery/styles/main.css";
    all_end_in_time(&[
        (template, "", |_| "{% include \"nope.html\" %}".to_owned(), 10_000, ""),
        (template, "", |_| "{% <Note> %}a{% </Note> %}".to_owned(), 20_000, ""),
        (template, "", |_| "{% if page.title %}a{% endif %}".to_owned(), 20_000, ""),
        (template, "", |_| "{{ page.title }}".to_owned(), 40_000, ""),
        (styles, "", |_| "@import \"a\";".to_owned(), 20_000, ""),
        (styles, "", |_| "a{color:(".to_owned(), 40_000, ""),
        (styles, "", |at| format!("a{{b:url(https://b.example/{at})}}"), 40_000, ""),
        (styles, "", |_| "a{b:url(/assets/flour-AAAAAAAA.svg)}".to_owned(), 80_000, ""),
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

/// Runs a command on thousands of entries with the same words and the same term.
fn ends_in_time_with_entries(command: &str, mut bakery: Bakery) {
    let words: String = (0..300).map(|number| format!("word{number} ")).collect();
    for number in 0..scaled(5_000) {
        let odd = if number % 2 == 1 { "odd " } else { "" };
        let text = format!(
            "+++\ntitle = \"Entry {number}\"\ndescription = \"What entry {number} is about.\"\ndate = 2026-01-01\ntopic = \"Baking\"\n+++\n{odd}{words}\n"
        );
        bakery = bakery.write(&format!("content/journal/n{number}.md"), text);
    }
    runs_in_time(command, &bakery, "content/journal", &words);
}

#[test]
fn related_documents() {
    let template = "template = \"entry.html\"";
    let bakery = Bakery::new().replace("content/structure.toml", template, &format!("{template}\nrelated = 3"));
    ends_in_time_with_entries("build", bakery);
}

/// The theme writes a faulty tag on every page, and no source contains the tag verbatim.
#[test]
fn a_fault_on_every_page() {
    let faulty = "<main>\n<a class=\"{{ page.title }}\" href=\"\"></a>";
    let bakery = Bakery::new().replace("themes/bakery/templates/base.html", "<main>", faulty);
    ends_in_time_with_entries("check", bakery);
}
