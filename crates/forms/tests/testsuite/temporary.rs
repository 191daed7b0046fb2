//! A folder that is removed when a test ends.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, process};

use forms::Folder;

/// An empty folder, which is removed when this is dropped.
pub struct Temporary {
    pub root: PathBuf,
    pub folder: Folder,
}

impl Temporary {
    pub fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let root = env::temp_dir().join(format!("forms-test-{}-{number}", process::id()));
        let folder = Folder::open(&root).unwrap();
        Self { root, folder }
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.root));
    }
}
