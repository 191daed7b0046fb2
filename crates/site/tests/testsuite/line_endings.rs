//! Sites whose files have the line endings of Windows: the output and the findings are the same.

use std::fs;
use std::path::Path;

use crate::bakery::{Bakery, assert_same_output, files_below, run};

/// Writes every text file below a folder with the line endings of Windows.
fn with_crlf(folder: &Path) {
    let mut changed = 0;
    for file in files_below(folder) {
        let Ok(text) = fs::read_to_string(&file) else {
            continue;
        };
        fs::write(&file, text.replace('\n', "\r\n")).unwrap();
        changed += 1;
    }
    assert!(changed > 10);
}

fn site() -> Bakery {
    Bakery::starter()
        .write(
            "content/notes/components.md",
            "+++\ntitle = \"Parts\"\ndescription = \"What a chain costs, and how long the workshop has it on the stand.\"\n\
             date = 2026-03-01\ntopic = \"Care\"\n+++\n\n> Text\n> in a quote.\n\n```sh\nsite build\n```\n\n<div>\n\n*Text*\n\n</div>\n",
        )
        .write("public/robots.txt", "User-agent: *\nAllow: /\n")
        .write("public/docs/map.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\">\n<title>Map</title>\n</svg>\n")
}

#[test]
fn the_output_is_the_same() {
    let plain = site().args("build --quiet --date 2026-06-01").success();
    let crlf = site().args("build --quiet --date 2026-06-01");
    with_crlf(crlf.root());
    assert_same_output(&plain, &crlf.success());
}

/// Markdown in components is Markdown, its links are checked, and findings are in the same line and column.
#[test]
fn findings_are_the_same() {
    let site = || {
        Bakery::new()
            .page("a", "<Note>\nMind the *oven*, and [this](/nope).\n</Note>\n\n<Note>\n\n[that](gone.md)\n\n</Note>\n")
            .page_with("b", "unknown = 1\n", "Text with a [link](/nowhere).\n\n<Nope>\n")
            .append("themes/bakery/styles/main.css", "\n.a { background: url(none.png) }\n")
    };
    let plain = site();
    let crlf = site();
    with_crlf(crlf.root());
    let [plain, crlf] = [plain, crlf].map(|bakery| run(bakery.root(), "check --format json --date 2026-06-01"));
    assert!(plain.1.contains("nope") && plain.1.contains("gone.md") && plain.1.contains("none.png"), "{}", plain.1);
    assert_eq!(plain, crlf);
}
