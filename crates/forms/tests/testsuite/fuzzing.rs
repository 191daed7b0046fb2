//! Runs the fuzz targets on their seeds and on mutations of them, which are the same in every run.

use std::fs;
use std::path::Path;

use forms::file::{self, FileFault};

use crate::site_forms::site_form;

#[path = "../../fuzz/mutations.rs"]
pub mod mutations;
#[path = "../../fuzz/targets.rs"]
mod targets;

/// Number of mutations of each seed.
const MUTATIONS: usize = 3_000;

/// Bytes that have a meaning in one of the formats.
const PIECES: [&[u8]; 8] = [b"\0", b"\xff", b"\"", b"\r", b"\n", b"%", b"-", b"="];

fn run(target: &str, check: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus");
    let seeds = mutations::seeds(&folder.join(target));
    mutations::run(&seeds, &PIECES, MUTATIONS, check);
}

#[test]
fn json() {
    run("json", targets::json);
}

#[test]
fn urlencoded() {
    run("urlencoded", targets::urlencoded);
}

#[test]
fn multipart() {
    run("multipart", targets::multipart);
}

#[test]
fn form() {
    run("form", targets::form);
}

#[test]
fn document() {
    run("document", targets::document);
}

#[test]
fn mail() {
    run("mail", targets::mail);
}

/// Ensures that the seeds get past the first checks, because mutations of a seed that is refused at its first byte would test
/// nothing. Seeds are named after their kind of document. Those that begin with `odd` contain something to warn of.
#[test]
fn seeds_are_inspected() {
    let form = site_form("career");
    let field = form.field("resume").unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus/document");
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let (what, rest) = name.split_once('-').unwrap_or(("", name));
        let kind = if ["odd", "macros"].contains(&what) {
            rest
        } else {
            name
        };
        let kind = kind.split('-').next().unwrap();
        let verdict = file::check(field, &format!("cv.{kind}"), &fs::read(&path).unwrap());
        match what {
            "macros" => assert_eq!(verdict, Err(FileFault::Macros), "{name}"),
            "odd" => assert!(verdict.unwrap().warning.is_some(), "{name}"),
            _ => assert_eq!(verdict.unwrap().kind.extension(), kind, "{name}"),
        }
    }
}
