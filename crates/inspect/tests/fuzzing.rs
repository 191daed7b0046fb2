//! The fuzz targets on their seeds and on mutations of them, the same ones in every run.
#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use std::fs;
use std::path::Path;

#[path = "../fuzz/targets.rs"]
mod targets;

/// Mutations of each seed.
const MUTATIONS: usize = 60;

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

/// Pieces that mean something to one parser or another.
const PIECES: [&str; 40] = [
    "+++\n", "\n", "\n\n", "[", "]", "[[", "]]", "{", "}", "{{", "}}", "{%", "%}", "\"", "\"\"\"",
    "'", "\\", "=", ":", "#", "<Note>", "</Note>", "<", ">", "/", "&", "`", "```", "*", "> ", "- ",
    "|", "![", "](", "[^1]", "\0", "é", "\u{2028}", "\u{feff}", "\r\n",
];

/// Changes a few bytes; cuts, repeats or joins pieces; puts in what means something.
fn mutate(seed: &[u8], other: &[u8], numbers: &mut Numbers) -> Vec<u8> {
    let mut data = seed.to_vec();
    for _ in 0..=numbers.below(4) {
        let (at, length) = (numbers.below(data.len()), numbers.below(24));
        let end = (at + length).min(data.len());
        let piece = PIECES[numbers.below(PIECES.len())].as_bytes();
        match numbers.below(8) {
            0 => data.truncate(at),
            1 => drop(data.drain(at..end)),
            2 => data.extend_from_within(at..end),
            3 => {
                let from = numbers.below(other.len());
                let other = other.iter().copied().skip(from).take(length);
                drop(data.splice(at..at, other));
            }
            4 => drop(data.splice(at..at, piece.repeat(1 + length))),
            5 | 6 => drop(data.splice(at..at, piece.iter().copied())),
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
    let paths = fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<_> = paths.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut seeds: Vec<Vec<u8>> = paths.iter().map(|path| fs::read(path).unwrap()).collect();
    if target == "cache" {
        seeds.push(targets::good_cache());
    }
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
