use std::time::Duration;

use super::*;
use crate::base_path::BasePath;
use crate::exchange::aside;

#[test]
fn an_output_that_a_killed_build_moved_aside_is_put_back() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("dist");
    let old = aside(&out);
    fs::create_dir(&old).unwrap();
    for file in [MARK, "index.html"] {
        fs::write(old.join(file), "old").unwrap();
    }
    let project = project(folder.path());
    drop(OutputFolder::open(&project, &out).unwrap());
    let text = fs::read_to_string(out.join("index.html")).unwrap();
    assert_eq!(text, "old");
}

fn project(root: &Path) -> Project {
    Project {
        root: root.to_owned(),
        cache: root.join(".cache"),
        program: Fingerprint::default(),
    }
}

fn write(project: &Project, out: &Path, files: &Files) {
    let folder = OutputFolder::open(project, out).unwrap();
    folder.finish(&[], files, &BasePath::default()).unwrap();
}

/// Returns the content of each file below a folder, by path, without the mark.
fn files_in(folder: &Path) -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(one) = folders.pop() {
        for entry in fs::read_dir(one).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(folder).unwrap().to_string_lossy();
            files.push((name.replace('\\', "/"), fs::read_to_string(&path).unwrap()));
        }
    }
    files.retain(|(name, _)| name != MARK);
    files.sort();
    files
}

#[test]
fn the_replaced_output_is_kept_for_the_next_build() {
    let folder = tempfile::tempdir().unwrap();
    let (out, project) = (folder.path().join("dist"), project(folder.path()));
    let spare = project.cache.join(SPARE);
    let outputs = [
        vec![("a.html", "one"), ("b/c/d.html", "one"), ("e.html", "one")],
        vec![("a.html", "one"), ("b/c/d.html", "two"), ("e.html", "one")],
        vec![("a.html", "three"), ("b/c/d.html", "two")],
        vec![
            ("a.html", "three"),
            ("b.html", "four"),
            ("e.html/f", "four"),
        ],
        vec![("a.html", "five"), ("b/c.html", "four"), ("e.html", "four")],
        vec![("a.html", "five"), ("e.html", "six")],
    ];
    let mut last = None;
    for output in outputs {
        let texts = output
            .iter()
            .map(|(path, text)| ((*path).to_owned(), *text));
        let files: Files = texts.map(|(path, text)| (path, text.into())).collect();
        write(&project, &out, &files);
        let texts = output.iter();
        let expected: Vec<(String, String)> = texts
            .map(|(path, text)| ((*path).to_owned(), (*text).to_owned()))
            .collect();
        assert_eq!(files_in(&out), expected);
        // The old output is unchanged, although some of its files are hard links to files of the current output.
        assert_eq!(spare.exists().then(|| files_in(&spare)), last, "{output:?}");
        // Files that other programs add do not reappear in later outputs.
        for folder in [&out, &spare].into_iter().filter(|folder| folder.exists()) {
            fs::create_dir_all(folder.join("added")).unwrap();
            fs::write(folder.join("added/file"), "added").unwrap();
        }
        last = Some(files_in(&out));
    }
}

#[test]
fn an_unchanged_file_is_not_written_again() {
    let folder = tempfile::tempdir().unwrap();
    let (out, project) = (folder.path().join("dist"), project(folder.path()));
    let write = |files: Files| write(&project, &out, &files);
    let files = |texts: [&'static str; 3]| -> Files {
        let names = ["same.html", "below/other.html", "as-long.html"];
        names
            .into_iter()
            .zip(texts)
            .map(|(name, text)| (name.to_owned(), text.into()))
            .collect()
    };
    write(files(["one", "two", "three"]));
    let old = SystemTime::UNIX_EPOCH;
    let make_old = || {
        for name in ["same.html", "below/other.html", "as-long.html"] {
            let file = fs::File::options().write(true).open(out.join(name));
            file.unwrap().set_modified(old).unwrap();
        }
    };
    make_old();
    write(files(["one", "changed", "eight"]));
    let read = |name: &str| {
        let path = out.join(name);
        let is_old = path.metadata().unwrap().modified().unwrap() == old;
        (fs::read_to_string(path).unwrap(), is_old)
    };
    assert_eq!(read("same.html"), ("one".to_owned(), true));
    assert_eq!(read("below/other.html"), ("changed".to_owned(), false));
    assert_eq!(read("as-long.html"), ("eight".to_owned(), false));

    // Another program writes to the output.
    make_old();
    write(files(["one", "more", "eight"]));
    for (name, text) in [("same.html", "eno"), ("as-long.html", "other")] {
        fs::write(out.join(name), text).unwrap();
    }
    write(files(["one", "more", "eight"]));
    assert_eq!(read("same.html"), ("one".to_owned(), false));
    assert_eq!(read("as-long.html"), ("eight".to_owned(), false));

    // Another program writes to the folder that becomes the next output.
    make_old();
    write(files(["one", "more", "eight"]));
    write(files(["one", "more", "eight"]));
    for (name, text) in [("same.html", "eno"), ("as-long.html", "other")] {
        let file = project.cache.join(SPARE).join(name);
        fs::remove_file(&file).unwrap();
        fs::write(&file, text).unwrap();
    }
    write(files(["one", "more", "eight"]));
    assert_eq!(read("same.html"), ("one".to_owned(), true));
    assert_eq!(read("as-long.html"), ("eight".to_owned(), true));
}

/// A file that is not older than the build is read nevertheless: another change within the same step of the clock would not
/// change its stamp.
#[test]
fn a_stamp_shows_that_a_file_need_not_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let (out, project) = (folder.path().join("dist"), project(folder.path()));
    let write = || {
        let files = ["old.html", "new.html"].map(|name| (name.to_owned(), "one".into()));
        write(&project, &out, &Files::from(files));
    };
    let open = |name: &str| {
        fs::File::options()
            .write(true)
            .open(out.join(name))
            .unwrap()
    };
    write();
    let later = SystemTime::UNIX_EPOCH + Duration::from_hours(24 * 365 * 100);
    for (name, time) in [("old.html", SystemTime::UNIX_EPOCH), ("new.html", later)] {
        open(name).set_modified(time).unwrap();
    }
    write();
    for name in ["old.html", "new.html"] {
        let mut file = open(name);
        let modified = file.metadata().unwrap().modified().unwrap();
        file.write_all(b"two").unwrap();
        file.set_modified(modified).unwrap();
    }
    write();
    let text = |name: &str| fs::read_to_string(out.join(name)).unwrap();
    assert_eq!(
        (text("old.html").as_str(), text("new.html").as_str()),
        ("two", "one")
    );
}

#[test]
fn a_mounted_output() {
    let error = io::Error::from(io::ErrorKind::ResourceBusy);
    let diagnostic = cannot_write(Path::new("dist"), &error);
    assert_eq!(
        diagnostic.help.concat(),
        "dist cannot be replaced as a whole, because it is a mount, such as a volume of Docker: write to a folder in it with --out \
         dist/site, or mount the folder that contains dist"
    );
}
