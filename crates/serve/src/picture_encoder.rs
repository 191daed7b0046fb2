//! Encodes pictures in the background, so that no build waits: a page shows the original picture until the resized ones are in
//! the cache.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use assets::{Encoding, WantedPicture, encode_pictures};
use build::Project;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Time after which a build shows the finished pictures, even if others are not encoded yet.
const SHOWN_AFTER: Duration = Duration::from_secs(1);

/// Starts a thread that encodes the pictures sent to it, which the last build did not find in the cache. When they are encoded, or
/// after [`SHOWN_AFTER`], it calls `done` with the file of one of them, so that the site is built again. The thread ends when the
/// sender is dropped.
pub fn start(
    project: &Project,
    done: impl Fn(PathBuf) + Send + 'static,
) -> Sender<Vec<WantedPicture>> {
    let (sender, missing) = channel();
    let project = project.clone();
    thread::spawn(move || {
        // Builds use the threads of the global pool, and must not wait for an encoder there.
        let threads = thread::available_parallelism().map_or(1, |all| all.get().saturating_sub(1));
        let pool = ThreadPoolBuilder::new().num_threads(threads.max(1));
        if let Ok(pool) = pool.build() {
            keep_encoding(&project, &pool, &missing, done);
        }
    });
    sender
}

fn keep_encoding(
    project: &Project,
    pool: &ThreadPool,
    missing: &Receiver<Vec<WantedPicture>>,
    done: impl Fn(PathBuf),
) {
    // If the cache cannot be written, a picture stays missing however often it is encoded.
    let mut tried = BTreeSet::new();
    while let Ok(list) = missing.recv() {
        let list = missing.try_iter().last().unwrap_or(list);
        let began = Instant::now();
        let mut last = None;
        for picture in list {
            if picture.cuts.keys().all(|output| tried.contains(output)) {
                continue;
            }
            tried.extend(picture.cuts.keys().cloned());
            let file = project.root.join(&picture.file);
            pool.install(|| {
                encode_pictures(&project.root, &project.cache, &[picture], Encoding::Now)
            });
            last = Some(file);
            // The next build sends the pictures that are still missing.
            if began.elapsed() > SHOWN_AFTER {
                break;
            }
        }
        if let Some(file) = last {
            done(file);
        }
    }
}
