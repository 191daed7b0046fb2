//! The fuzz targets on their seeds and on mutations of them, the same ones in every run.

use std::fs;
use std::path::Path;

use forms::definition::FileKind;
use forms::file::FileFault;

#[path = "../../fuzz/targets.rs"]
mod targets;

/// Mutations of each seed.
const MUTATIONS: usize = 3_000;

/// A small generator of pseudorandom numbers (xorshift64*): the tests need variety, not unpredictability.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let number = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33;
        usize::try_from(number).unwrap() % limit.max(1)
    }
}

/// Changes a few bytes, or cuts, repeats or joins pieces.
fn mutate(seed: &[u8], other: &[u8], numbers: &mut Numbers) -> Vec<u8> {
    let mut data = seed.to_vec();
    for _ in 0..=numbers.below(4) {
        let (at, length) = (numbers.below(data.len()), numbers.below(16));
        let end = (at + length).min(data.len());
        match numbers.below(6) {
            0 => data.truncate(at),
            1 => drop(data.drain(at..end)),
            2 => data.extend_from_within(at..end),
            3 => data
                .splice(
                    at..at,
                    other
                        .iter()
                        .copied()
                        .skip(numbers.below(other.len()))
                        .take(length),
                )
                .for_each(drop),
            4 if !data.is_empty() => {
                data[at] = [0, 0xff, b'"', b'\r', b'\n', b'%', b'-', b'='][numbers.below(8)];
            }
            _ if !data.is_empty() => data[at] ^= 1 << numbers.below(8),
            _ => {}
        }
    }
    data
}

fn run(target: &str, check: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fuzz/corpus")
        .join(target);
    let mut paths: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let seeds: Vec<Vec<u8>> = paths.iter().map(|path| fs::read(path).unwrap()).collect();
    assert!(!seeds.is_empty());
    let mut numbers = Numbers(0x5EED);
    for seed in &seeds {
        check(seed);
        for _ in 0..MUTATIONS {
            let other = &seeds[numbers.below(seeds.len())];
            check(&mutate(seed, other, &mut numbers));
        }
    }
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

/// Otherwise the mutations would all be of files that are refused at the first byte. Seeds are named after their kind.
#[test]
fn seeds_are_accepted_unless_their_name_says_otherwise() {
    let form = forms::Form::from_toml(
        "career",
        include_str!("../../../../content/forms/career.toml"),
    )
    .unwrap();
    let field = form.field("resume").unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus/document");
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let wanted = name.strip_prefix("refused-");
        let kind = wanted.unwrap_or(name).split('-').next().unwrap();
        let verdict = forms::file::check(field, &format!("cv.{kind}"), &fs::read(&path).unwrap());
        let verdict = verdict.map(FileKind::extension);
        if wanted.is_some() {
            assert_ne!(verdict, Err(FileFault::WrongKind), "{name}");
            assert!(verdict.is_err(), "{name}");
        } else {
            assert_eq!(verdict, Ok(kind), "{name}");
        }
    }
}
