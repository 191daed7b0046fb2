//! Sites and texts of tests.

use crate::project::Project;

/// Texts that, repeated many times, would take long to parse if the time grew with the square of the length.
pub const REPEATED: [&str; 10] = [
    "{{< a ",
    "{{",
    "{%",
    "{% a() %}",
    "{{< a >}}",
    "{:",
    "{{< /a >}}",
    "![",
    "](a \"",
    "{: #a}\n# a\n",
];

type Read = Box<dyn Fn(&str) -> Option<Vec<u8>>>;

/// The files of a site, in memory.
pub struct Files {
    paths: Vec<String>,
    read: Read,
}

impl Files {
    /// Returns files with these paths and texts.
    pub fn of(files: &[(&str, &str)]) -> Self {
        let mut files: Vec<(String, Vec<u8>)> = files
            .iter()
            .map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec()))
            .collect();
        files.sort();
        let paths = files.iter().map(|(path, _)| path.clone()).collect();
        let read = Box::new(move |path: &str| {
            let file = files.iter().find(|(own, _)| own == path);
            file.map(|(_, bytes)| bytes.clone())
        });
        Self { paths, read }
    }

    /// Returns empty files with these paths.
    pub fn empty(paths: &[&str]) -> Self {
        let files: Vec<(&str, &str)> = paths.iter().map(|path| (*path, "")).collect();
        Self::of(&files)
    }

    pub fn project(&self) -> Project<'_> {
        Project {
            files: &self.paths,
            read: &self.read,
        }
    }
}
