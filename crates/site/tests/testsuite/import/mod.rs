//! `site import`: small sites of other generators, and what becomes of them.

mod astro;
mod astro_programs;
mod entries;
mod hugo;
mod hugo_lists;
mod jekyll;
mod kept;
mod zola;

use std::fs;
use std::path::Path;

use expect_test::Expect;

use crate::bakery::{Bakery, files_below, run_with};

/// A site of another generator, whose import is in the folder `new`.
struct Imported {
    bakery: Bakery,
    report: String,
}

fn imported(generator: &str, files: &[(&str, &str)]) -> Imported {
    let mut bakery = Bakery::empty();
    for (path, text) in files {
        bakery = bakery.write(&format!("old/{path}"), text);
    }
    let arguments = ["import", generator, "old", "new", "--quiet"].map(str::to_owned);
    let (status, stdout, report) = run_with(bakery.root(), &arguments);
    assert_eq!((status, stdout.as_str()), (0, ""), "{report}");
    let unchanged =
        files.iter().all(|(path, text)| fs::read_to_string(bakery.root().join("old").join(path)).is_ok_and(|now| now == *text));
    assert!(unchanged && files_below(&bakery.root().join("old")).len() == files.len());
    Imported { bakery, report }
}

impl Imported {
    fn new_site(&self) -> std::path::PathBuf {
        self.bakery.root().join("new")
    }

    /// Asserts what the import reports, and that the new site has no errors.
    fn report(self, expected: &Expect) -> Self {
        expected.assert_eq(&self.report);
        self.builds()
    }

    /// Asserts that the new site has no errors.
    fn builds(self) -> Self {
        let arguments = ["build", "--quiet", "--date", "2026-06-01"].map(str::to_owned);
        let (status, _, stderr) = run_with(&self.new_site(), &arguments);
        assert_eq!(status, 0, "{stderr}");
        self
    }

    /// Asserts the URLs of all pages, without those that every site has.
    fn urls(self, expected: &Expect) -> Self {
        expected.assert_eq(&(self.list_of_urls() + "\n"));
        self
    }

    /// Returns the URLs of all pages, without those that every site has.
    fn list_of_urls(&self) -> String {
        let (_, stdout, _) = run_with(&self.new_site(), &["list", "--format", "json"].map(str::to_owned));
        let urls = stdout.lines().filter_map(|line| {
            let rest = line.split_once("\"url\":\"")?.1;
            Some(rest.split_once('"')?.0.to_owned())
        });
        let urls: Vec<String> = urls.collect();
        urls.join(" ")
    }

    /// Asserts the paths of all files below a folder.
    fn files(self, folder: &str, expected: &Expect) -> Self {
        let folder = self.new_site().join(folder);
        let mut files = files_below(&folder);
        files.sort();
        let paths = files.iter().map(|file| file.strip_prefix(&folder).unwrap().to_string_lossy().replace('\\', "/") + "\n");
        expected.assert_eq(&paths.collect::<String>());
        self
    }

    /// Asserts the text of a file.
    fn file(self, path: &str, expected: &Expect) -> Self {
        expected.assert_eq(&read(&self.new_site().join(path)));
        self
    }

    /// Asserts the lines of a file that contain a word.
    fn lines(self, path: &str, word: &str, expected: &Expect) -> Self {
        let text = read(&self.new_site().join(path));
        let lines = text.lines().filter(|line| line.contains(word));
        expected.assert_eq(&lines.map(|line| line.trim().to_owned() + "\n").collect::<String>());
        self
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
