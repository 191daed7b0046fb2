//! Tests of a folder that several programs and requests use as a store at once.

use std::fs;
use std::thread;
use std::time::{Duration, SystemTime};

use forms::{Folder, Object, Store as _};

use crate::temporary::Temporary;

#[test]
fn it_is_opened_while_others_write_and_clears_what_was_left() {
    let Temporary { root, folder } = &Temporary::new();
    for (name, hours) in [("left", 2), ("young", 0)] {
        let file = fs::File::create(root.join(".tmp").join(name)).unwrap();
        let time = SystemTime::now() - Duration::from_hours(hours);
        file.set_modified(time).unwrap();
    }
    thread::scope(|scope| {
        for writer in 0..4 {
            scope.spawn(move || {
                for number in 0..100 {
                    folder
                        .write(&format!("{writer}/{}", number % 7), b"text")
                        .unwrap();
                }
            });
        }
        for _ in 0..400 {
            Folder::open(root).unwrap();
        }
    });
    let left: Vec<_> = fs::read_dir(root.join(".tmp"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(left, ["young"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_several_concurrent_updates_succeeds() {
    let Temporary { root, .. } = &Temporary::new();
    // Each writer has its own `Folder`, as in separate programs, which share only the disk.
    let folders: Vec<Folder> = (0..8).map(|_| Folder::open(root).unwrap()).collect();
    let object = |text: String| Object {
        key: "outbox/a".into(),
        bytes: text.into(),
        media_type: "text/plain".into(),
        attachment: false,
    };
    let mut version = folders[0].replace(object("start".into())).await.unwrap();
    for round in 0..20 {
        let updates: Vec<_> = folders
            .iter()
            .enumerate()
            .map(|(writer, folder)| {
                let (folder, version) = (folder.clone(), version.clone());
                let object = object(format!("{round} {writer}"));
                tokio::spawn(async move { folder.update(object, &version).await.unwrap() })
            })
            .collect();
        let mut written = Vec::new();
        for update in updates {
            written.extend(update.await.unwrap());
        }
        assert_eq!(written.len(), 1);
        let (_, current) = folders[0].read("outbox/a").await.unwrap().unwrap();
        assert_eq!(current, written[0]);
        version = current;
    }
    folders[0].delete("outbox/a").await.unwrap();
    let late = folders[1].update(object("late".into()), &version).await;
    assert_eq!(late.unwrap(), None, "what was removed is not written again");
}

#[cfg(unix)]
#[tokio::test]
async fn a_device_or_a_pipe_is_not_read() {
    let Temporary { root, folder } = &Temporary::new();
    std::os::unix::fs::symlink("/dev/null", root.join("a")).unwrap();
    let read = folder.read("a").await;
    assert_eq!(read.unwrap_err().class, "unsupported");
}
