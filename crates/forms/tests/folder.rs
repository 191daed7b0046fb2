//! The folder as store, where several programs and requests use it at once.
#![allow(clippy::unwrap_used)]

use std::env;
use std::fs;
use std::process;
use std::thread;
use std::time::{Duration, SystemTime};

use forms::Folder;

#[test]
fn it_is_opened_while_others_write_and_clears_what_was_left() {
    let root = env::temp_dir().join(format!("forms-folder-{}", process::id()));
    let folder = Folder::open(&root).unwrap();
    for (name, hours) in [("left", 2), ("young", 0)] {
        let file = fs::File::create(root.join(".tmp").join(name)).unwrap();
        let time = SystemTime::now() - Duration::from_hours(hours);
        file.set_modified(time).unwrap();
    }
    thread::scope(|scope| {
        for writer in 0..4 {
            let folder = &folder;
            scope.spawn(move || {
                for number in 0..100 {
                    folder
                        .write(&format!("{writer}/{}", number % 7), b"text")
                        .unwrap();
                }
            });
        }
        for _ in 0..400 {
            Folder::open(&root).unwrap();
        }
    });
    let left: Vec<_> = fs::read_dir(root.join(".tmp"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(left, ["young"]);
    fs::remove_dir_all(root).unwrap();
}
