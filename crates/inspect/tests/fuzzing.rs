//! Runs the fuzz targets on their seeds and on mutations of the seeds, which are the same in every run.
#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use std::path::Path;

#[path = "../../forms/fuzz/mutations.rs"]
mod mutations;
#[path = "../fuzz/targets.rs"]
mod targets;

/// Number of mutations of each seed.
const MUTATIONS: usize = 60;

/// Pieces of text that are special to at least one parser.
const PIECES: [&str; 40] = [
    "+++\n", "\n", "\n\n", "[", "]", "[[", "]]", "{", "}", "{{", "}}", "{%", "%}", "\"", "\"\"\"",
    "'", "\\", "=", ":", "#", "<Note>", "</Note>", "<", ">", "/", "&", "`", "```", "*", "> ", "- ",
    "|", "![", "](", "[^1]", "\0", "é", "\u{2028}", "\u{feff}", "\r\n",
];

fn run(target: &str, check: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus");
    let mut seeds = mutations::seeds(&folder.join(target));
    if target == "cache" {
        seeds.push(targets::good_cache());
    }
    mutations::run(&seeds, &PIECES.map(str::as_bytes), MUTATIONS, check);
}

#[test]
fn front_matter() {
    run("front_matter", targets::front_matter);
}

#[test]
fn toml() {
    run("toml", targets::toml);
}

#[test]
fn markdown() {
    run("markdown", targets::markdown);
}

#[test]
fn schema() {
    run("schema", targets::schema);
}

#[test]
fn template() {
    run("template", targets::template);
}

#[test]
fn cache() {
    run("cache", targets::cache);
}
