//! Random edits of a test site.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;

use super::random_templates::{PIECES, TEMPLATES, template};
use super::site_files::FILES;

/// An edit of the site. Files are indexes into [`FILES`], and texts are indexes into the texts of a file.
#[derive(Debug, Clone)]
pub enum Edit {
    /// Writes one of the file's texts: file and text.
    Write(usize, usize),
    /// Appends a line with a random number, as an author who types would.
    Append(usize, u8),
    /// Changes the title, date, tags or description of several files at once.
    Fields(Vec<(usize, &'static str, u8)>),
    Remove(usize),
    /// Renames a file within its folder.
    Rename(usize),
    /// Restores the initial text.
    Revert(usize),
    /// Restores all files at once, as `git checkout` does.
    RevertAll,
    /// Removes a folder with everything in it.
    RemoveFolder(&'static str),
    /// Replaces the files of a folder by others with the same names. Only the folder is reported, as if another was moved there.
    ReplaceFolder(&'static str, usize),
    /// Saves a file in another encoding, or damages it: the file, and the index of one of [`ENCODINGS`].
    Encode(usize, usize),
    /// Writes a template of these pieces: the indexes of one of [`TEMPLATES`] and of [`PIECES`].
    Template(usize, Vec<usize>),
    /// Writes a post whose file has one of [`NAMES`].
    Named(usize),
    /// Renames the file of such a post, but keeps its URL.
    KeepUrl(usize),
}

/// Returns the bytes of a file after it was saved in another way.
type Encoding = fn(Vec<u8>) -> Vec<u8>;

/// Ways in which editors and accidents change the bytes of a file.
const ENCODINGS: [Encoding; 7] = [
    // Windows-1252, in the last line
    |bytes| [&bytes[..], b"\n# caf\xe9\n"].concat(),
    // Opened as UTF-8, and saved again
    |bytes| String::from_utf8_lossy(&bytes).into_owned().into_bytes(),
    // A byte order mark
    |bytes| [&b"\xef\xbb\xbf"[..], &bytes].concat(),
    // The line endings of Windows
    |bytes| {
        String::from_utf8_lossy(&bytes)
            .replace('\n', "\r\n")
            .into_bytes()
    },
    // UTF-16
    |bytes| {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let units = std::iter::once(0xfeff).chain(text.encode_utf16());
        units.flat_map(u16::to_le_bytes).collect()
    },
    // A NUL byte
    |bytes| [&bytes[..], b"\0"].concat(),
    |_| Vec::new(),
];

/// Names of files that some systems take for equal, or that are not ASCII.
const NAMES: [&str; 7] = [
    "cafe\u{301}",
    "caf\u{e9}",
    "Four",
    "FOUR",
    "\u{65e5}\u{672c}",
    "a.b_c",
    DEVICE,
];

/// Name that Windows cannot store, and so is another one there.
const DEVICE: &str = if cfg!(windows) { "cons" } else { "con" };

/// Index of [`DEVICE`] in [`NAMES`].
pub const AT_DEVICE: usize = 6;

/// Folders that are removed or replaced.
const FOLDERS: [&str; 3] = ["content/posts", "public", "content/images"];

/// Returns a strategy for lists of random edits.
pub fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let file = 0..FILES.len();
    let key = prop_oneof![
        Just("title"),
        Just("date"),
        Just("tags"),
        Just("description")
    ];
    let fields = prop::collection::vec((file.clone(), key, 0..9_u8), 1..4);
    let edit = prop_oneof![
        8 => fields.prop_map(Edit::Fields),
        6 => (file.clone(), 0..5_usize).prop_map(|(file, text)| Edit::Write(file, text)),
        4 => (file.clone(), any::<u8>()).prop_map(|(file, word)| Edit::Append(file, word)),
        1 => file.clone().prop_map(Edit::Remove),
        1 => file.clone().prop_map(Edit::Rename),
        4 => file.prop_map(Edit::Revert),
        1 => Just(Edit::RevertAll),
        6 => (0..TEMPLATES.len(), prop::collection::vec(0..PIECES.len(), 1..6)).prop_map(|(template, pieces)| Edit::Template(template, pieces)),
        2 => (0..NAMES.len()).prop_map(Edit::Named),
        2 => (0..NAMES.len()).prop_map(Edit::KeepUrl),
        1 => prop::sample::select(&FOLDERS[..]).prop_map(Edit::RemoveFolder),
        2 => (prop::sample::select(&FOLDERS[..]), 0..5_usize).prop_map(|(folder, text)| Edit::ReplaceFolder(folder, text)),
        // The second half of the accident follows more often than by chance.
        5 => (0..FILES.len(), 0..ENCODINGS.len()).prop_map(|(file, encoding)| Edit::Encode(file, encoding)),
        3 => (0..FILES.len()).prop_map(|file| Edit::Encode(file, 1)),
    ];
    prop::collection::vec(edit, 1..14)
}

/// Writes a file. Returns its path.
pub fn put(root: &Path, path: &str, text: &str) -> PathBuf {
    let path = root.join(path);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).unwrap();
    }
    fs::write(&path, text).unwrap();
    path
}

/// Applies an edit. Returns the paths that the watcher would report.
pub fn apply(root: &Path, edit: &Edit) -> BTreeSet<PathBuf> {
    let revert = |(path, texts): &(&str, &[&str])| put(root, path, texts[0]);
    match edit {
        Edit::Write(file, text) => {
            let (path, texts) = FILES[*file];
            BTreeSet::from([put(root, path, texts[text % texts.len()])])
        }
        Edit::Append(file, word) => {
            let (path, _) = FILES[*file];
            let Ok(text) = fs::read_to_string(root.join(path)) else {
                return BTreeSet::new();
            };
            let line = match path.rsplit('.').next() {
                Some("md") => format!("\nWord{word} is typed.\n"),
                Some("toml") => format!("\n# {word}\n"),
                Some("css") => format!("\nb {{ margin: {word}px }}"),
                _ => format!(" {word}"),
            };
            BTreeSet::from([put(root, path, &(text + &line))])
        }
        Edit::Fields(fields) => fields
            .iter()
            .filter_map(|(file, key, value)| {
                let (path, _) = FILES[*file];
                let text = fs::read_to_string(root.join(path)).ok()?;
                let value = match *key {
                    "date" => format!("\"2026-0{}-01\"", value % 9 + 1),
                    "tags" => format!("[\"tag{}\"]", value % 3),
                    _ => format!("\"Word{value} and a good many more, as many as a {key} needs, to be long enough\""),
                };
                let start = format!("{key} = ");
                let lines = text.split('\n').map(|line| {
                    if line.starts_with(&start) {
                        format!("{start}{value}")
                    } else {
                        line.to_owned()
                    }
                });
                let lines: Vec<String> = lines.collect();
                path.ends_with(".md").then(|| put(root, path, &lines.join("\n")))
            })
            .collect(),
        Edit::Template(name, pieces) => {
            let path = format!("themes/t/templates/{}", TEMPLATES[*name]);
            BTreeSet::from([put(root, &path, &template(pieces))])
        }
        Edit::Named(name) => {
            let text = format!(
                "+++\ntitle = \"Named {name}\"\ndescription = \"A post whose file has an unusual name, which is one of {name} or more of these.\"\n\
                 date = \"2026-06-0{}\"\ntags = [\"chain\"]\n+++\nSee [the first](one.md) and ![a wheel](../images/wheel.svg).\n",
                name + 1
            );
            BTreeSet::from([put(root, &format!("content/posts/{}.md", NAMES[*name]), &text)])
        }
        Edit::KeepUrl(name) => {
            let path = root.join(format!("content/posts/{}.md", NAMES[*name]));
            let Ok(text) = fs::read_to_string(&path) else {
                return BTreeSet::new();
            };
            let _ = fs::remove_file(&path);
            let text = text.replacen("+++\n", &format!("+++\nslug = \"{}\"\n", NAMES[*name]), 1);
            BTreeSet::from([path, put(root, "content/posts/moved.md", &text)])
        }
        Edit::Remove(file) => {
            let path = root.join(FILES[*file].0);
            let _ = fs::remove_file(&path);
            BTreeSet::from([path])
        }
        Edit::Rename(file) => {
            let path = root.join(FILES[*file].0);
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let new = path.with_file_name(format!("renamed-{name}"));
            let _ = fs::rename(&path, &new);
            BTreeSet::from([path, new])
        }
        Edit::Revert(file) => BTreeSet::from([revert(&FILES[*file])]),
        Edit::RevertAll => FILES.iter().map(revert).collect(),
        Edit::RemoveFolder(folder) => {
            let path = root.join(folder);
            let _ = fs::remove_dir_all(&path);
            BTreeSet::from([path])
        }
        Edit::ReplaceFolder(folder, text) => {
            let folder = root.join(folder);
            let inside = FILES.iter().filter(|(path, _)| root.join(path).starts_with(&folder));
            for (path, texts) in inside {
                put(root, path, texts[text % texts.len()]);
            }
            BTreeSet::from([folder])
        }
        Edit::Encode(file, encoding) => {
            let path = root.join(FILES[*file].0);
            let Ok(bytes) = fs::read(&path) else {
                return BTreeSet::new();
            };
            fs::write(&path, ENCODINGS[*encoding](bytes)).unwrap();
            BTreeSet::from([path])
        }
    }
}
