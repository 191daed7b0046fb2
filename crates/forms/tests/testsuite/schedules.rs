//! Random schedules on both kinds of store: visitors submit and retry, forms are renamed and removed, several sweeps run at
//! once, machines are killed, and their clocks differ. At the end, every accepted submission must be stored completely and
//! exactly once, and the firm must have been notified of it.
//!
//! Time is simulated, so a schedule of several days takes a millisecond. `FORMS_SCHEDULES=100000` runs more schedules, and
//! `FORMS_FIRST_SEED=1000000` runs different ones.

mod clock;
mod mailbox;
pub mod schedule;
pub mod store;
mod visitor;

use std::env;
use std::fs;
use std::ops::Range;
use std::path::PathBuf;

use forms::Folder;

use self::schedule::World;
use self::store::Memory;

/// Number of schedules on objects in memory, which behave like objects in S3.
const IN_MEMORY: u64 = 7_500;
/// Number of schedules on a folder, which is slower.
const IN_A_FOLDER: u64 = 2_500;

/// Daily limits of mails: one that is never reached, and one so low that most submissions wait for a digest.
const LIMITS: [usize; 2] = [100, 2];

/// Returns the world in which the schedule with this seed runs.
fn one_of<S>(worlds: &[World<S>], seed: u64) -> &World<S> {
    &worlds[usize::try_from(seed).unwrap() % worlds.len()]
}

/// Returns the seeds of the schedules to run.
fn seeds(usual: u64) -> Range<u64> {
    let number = |name| env::var(name).ok().map(|text| text.parse().unwrap());
    let first = number("FORMS_FIRST_SEED").unwrap_or(0);
    first..first + number("FORMS_SCHEDULES").unwrap_or(usual)
}

#[test]
fn everything_accepted_is_whole_at_the_end_in_memory() {
    let memory = Memory::default();
    let worlds = LIMITS.map(|limit| World::new(memory.clone(), limit));
    for seed in seeds(IN_MEMORY) {
        one_of(&worlds, seed).run(seed);
        memory.clear();
    }
}

#[test]
fn everything_accepted_is_whole_at_the_end_in_a_folder() {
    let shared_memory = PathBuf::from("/dev/shm");
    // On a disk, it would take minutes to make so many small files durable.
    let parent = if shared_memory.is_dir() {
        shared_memory
    } else {
        env::temp_dir()
    };
    let root = parent.join(format!("forms-schedules-{}", std::process::id()));
    let worlds = LIMITS.map(|limit| World::new(Folder::open(&root).unwrap(), limit));
    for seed in seeds(IN_A_FOLDER) {
        one_of(&worlds, seed).run(seed);
        fs::remove_dir_all(&root).unwrap();
        Folder::open(&root).unwrap();
    }
    fs::remove_dir_all(&root).unwrap();
}
