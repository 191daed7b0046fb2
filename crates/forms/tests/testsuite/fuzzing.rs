//! Runs the fuzz targets on their seeds and on mutations of them, which are the same in every run.

use std::fs;
use std::path::Path;

use forms::file::{self, FileFault};

#[path = "../../fuzz/dictionary.rs"]
mod dictionary;
#[path = "../../fuzz/mutations.rs"]
pub mod mutations;
#[path = "../../fuzz/targets.rs"]
mod targets;

/// Number of mutations of each seed.
const MUTATIONS: usize = 3_000;
/// Number of mutations of each document, many of which use up their budget.
const DOCUMENTS: usize = 1_000;

/// Mutates the seeds of a target with the pieces of the given dictionaries.
fn run(target: &str, dictionaries: &[&str], count: usize, check: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let seeds = mutations::seeds(&folder.join("corpus").join(target));
    let pieces = dictionary::pieces(&folder, dictionaries);
    mutations::run(&seeds, &pieces, count, check);
}

#[test]
fn json() {
    run("json", &["json"], MUTATIONS, targets::json);
}

#[test]
fn urlencoded() {
    run(
        "urlencoded",
        &["urlencoded"],
        MUTATIONS,
        targets::urlencoded,
    );
}

#[test]
fn multipart() {
    run("multipart", &["multipart"], MUTATIONS, targets::multipart);
}

#[test]
fn form() {
    let encodings = ["json", "urlencoded", "multipart", "text"];
    run("form", &encodings, MUTATIONS, targets::form);
}

#[test]
fn document() {
    let formats = ["pdf", "zip", "deflate", "xml", "doc"];
    run("document", &formats, DOCUMENTS, targets::document);
}

#[test]
fn mail() {
    run("mail", &["text"], MUTATIONS, targets::mail);
}

/// Ensures that the seeds get past the first checks, because mutations of a seed that is refused at its first byte would test
/// nothing. Seeds are named after their kind of document. Those that begin with `odd` contain something to warn of.
#[test]
fn seeds_are_inspected() {
    let form = targets::site_form("career").unwrap();
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
