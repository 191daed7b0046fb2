//! Runs a fuzz target on its seeds and on mutations of them, which are the same in every run. Other crates use this module for
//! their fuzz targets, too.

use std::fs;
use std::path::Path;

/// A small pseudorandom number generator (xorshift64*). The tests need variety, not unpredictability.
pub struct Numbers(pub u64);

impl Numbers {
    /// Returns the next number, which has 31 bits.
    pub fn draw(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.draw()).unwrap() % limit.max(1)
    }
}

/// Reads the files of a folder, sorted by name.
pub fn seeds(folder: &Path) -> Vec<Vec<u8>> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

/// Checks each seed and `count` mutations of it. `pieces` are byte sequences with a meaning in the target's format.
pub fn run(seeds: &[Vec<u8>], pieces: &[impl AsRef<[u8]>], count: usize, check: fn(&[u8])) {
    assert!(!seeds.is_empty());
    let mut numbers = Numbers(0x5EED);
    for seed in seeds {
        check(seed);
        for _ in 0..count {
            let other = &seeds[numbers.below(seeds.len())];
            check(&mutate(seed, other, pieces, &mut numbers));
        }
    }
}

/// Returns a mutation of `seed`: with bits flipped, with parts cut out or repeated, with parts of `other`, or with `pieces`.
pub fn mutate(
    seed: &[u8],
    other: &[u8],
    pieces: &[impl AsRef<[u8]>],
    numbers: &mut Numbers,
) -> Vec<u8> {
    let mut data = seed.to_vec();
    for _ in 0..=numbers.below(4) {
        let (at, length) = (numbers.below(data.len()), numbers.below(24));
        let end = (at + length).min(data.len());
        let piece = pieces[numbers.below(pieces.len())].as_ref();
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
            5 => drop(data.splice(at..at, piece.iter().copied())),
            6 => {
                let end = (at + piece.len()).min(data.len());
                drop(data.splice(at..end, piece.iter().copied()));
            }
            _ if !data.is_empty() => data[at] ^= 1 << numbers.below(8),
            _ => {}
        }
    }
    data
}
