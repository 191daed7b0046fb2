//! Builder of test cases: a small site without mistakes, changes to it, and a command to run on it.
//!
//! A test fails if the command prints anything that the test does not expect.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use expect_test::Expect;
use tempfile::TempDir;

use crate::fixes::assert_fixes;

/// Date of builds for which a test does not set another date.
pub const TODAY: &str = "2026-06-01";

/// A site in a temporary folder, and a command to run on it.
pub struct Bakery {
    folder: TempDir,
    arguments: Vec<String>,
    stdout: Option<Expect>,
    stderr: Option<Expect>,
}

impl Bakery {
    /// Creates the site of `tests/bakery`. The default command is a quiet build.
    pub fn new() -> Self {
        let bakery = Self::empty();
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bakery"), bakery.folder.path());
        bakery
    }

    /// Creates the site that `site init` writes, for which `site check` reports nothing.
    pub fn starter() -> Self {
        Self::empty().args("init . --quiet").success().again()
    }

    /// Creates an empty folder.
    pub fn empty() -> Self {
        Self {
            folder: tempfile::Builder::new().prefix("bakery-").tempdir().unwrap(),
            arguments: vec![],
            stdout: None,
            stderr: None,
        }
        .args("build --quiet")
    }

    /// Returns the project's folder.
    pub fn root(&self) -> &Path {
        self.folder.path()
    }

    /// Writes a file and creates its folders.
    pub fn write(self, path: &str, content: impl AsRef<[u8]>) -> Self {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
        self
    }

    /// Writes `content/pages/{name}.md`, whose text begins on line 6.
    pub fn page(self, name: &str, markdown: &str) -> Self {
        self.page_with(name, "", markdown)
    }

    /// Writes `content/pages/{name}.md` with more keys in its front matter, from line 4 on.
    pub fn page_with(self, name: &str, keys: &str, markdown: &str) -> Self {
        let text = format!(
            "+++\ntitle = \"A page named {name}\"\ndescription = \"What the page named {name} is about.\"\n{keys}template = \"page.html\"\n+++\n{markdown}"
        );
        self.write(&format!("content/pages/{name}.md"), text)
    }

    /// Writes a template that extends the base template. Its main part begins on line 3.
    pub fn template(self, name: &str, main: &str) -> Self {
        let text = format!("{{% extends \"base.html\" %}}\n{{% block main %}}\n{main}\n{{% endblock %}}\n");
        self.write(&format!("themes/bakery/templates/{name}.html"), text)
    }

    /// Appends text to a file.
    pub fn append(self, path: &str, text: &str) -> Self {
        let before = fs::read_to_string(self.root().join(path)).unwrap();
        self.write(path, before + text)
    }

    /// Replaces `old`, which must occur exactly once in the file.
    pub fn replace(self, path: &str, old: &str, new: &str) -> Self {
        let text = fs::read_to_string(self.root().join(path)).unwrap();
        assert_eq!(text.matches(old).count(), 1, "`{old}` in {path}:\n{text}");
        self.write(path, text.replace(old, new))
    }

    /// Removes a file or a folder.
    pub fn remove(self, path: &str) -> Self {
        let path = self.root().join(path);
        if path.is_dir() {
            fs::remove_dir_all(path).unwrap();
        } else {
            fs::remove_file(path).unwrap();
        }
        self
    }

    /// Sets the command line. Single quotes group words. A build without `--date` gets the date [`TODAY`].
    pub fn args(mut self, line: &str) -> Self {
        self.arguments = words(line);
        if line.starts_with("build") && !line.contains("--date") {
            self.arguments.extend(words("--date 2026-06-01"));
        }
        self
    }

    /// Sets the expected standard output.
    pub fn stdout(mut self, text: Expect) -> Self {
        self.stdout = Some(text);
        self
    }

    /// Sets the expected standard error.
    pub fn stderr(mut self, text: Expect) -> Self {
        self.stderr = Some(text);
        self
    }

    /// Runs the command, which must succeed.
    pub fn success(self) -> Built {
        self.run(0)
    }

    /// Runs the command, which must find a mistake in the site.
    pub fn failure(self) -> Built {
        self.run(1)
    }

    /// Runs the command, which must reject its arguments.
    pub fn usage_error(self) -> Built {
        self.run(2)
    }

    /// Runs the command, which must fail with this exit status and write no file. Returns its standard error.
    pub fn report(self, status: i32) -> String {
        let files = || {
            let mut files = files_below(self.root());
            files.retain(|file| !file.starts_with(self.root().join(".cache")));
            files
        };
        let before = files();
        assert_fixes(self.root(), &self.arguments);
        let (code, stdout, stderr) = run_with(self.root(), &self.arguments);
        assert_eq!(code, status, "exit status");
        assert_eq!(stdout, "", "standard output");
        assert_eq!(files(), before);
        normalized(&stderr, self.root())
    }

    fn run(self, status: i32) -> Built {
        let (code, stdout, stderr) = run_with(self.root(), &self.arguments);
        for (expected, said) in [(&self.stderr, &stderr), (&self.stdout, &stdout)] {
            let said = normalized(said, self.root());
            match expected {
                Some(expected) => expected.assert_eq(&said),
                None => assert_eq!(said, "", "unexpected output"),
            }
        }
        assert_eq!(code, status, "exit status");
        Built { folder: self.folder }
    }
}

/// Builds one site with a page for each row, and compares the HTML of each row's Markdown with the expected HTML.
pub fn assert_rendered<const N: usize>(rows: [(&str, Expect); N]) {
    let mut bakery = Bakery::new();
    for (at, (markdown, _)) in rows.iter().enumerate() {
        bakery = bakery.page(&format!("row-{at}"), markdown);
    }
    let built = bakery.success();
    for (at, (_, html)) in rows.into_iter().enumerate() {
        html.assert_eq(&built.main_of(&format!("row-{at}.html")));
    }
}

/// Returns a command that runs the program in `folder`, without environment variables that would change its behavior.
pub fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_site"));
    command.current_dir(folder).env_remove("SITE_API_URL").env_remove("RUST_BACKTRACE").env("NO_COLOR", "1");
    command
}

/// Returns a command that runs the program in `folder` after a shell command, such as `ulimit`.
pub fn command_after(shell: &str, folder: &Path) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{shell}; exec \"$@\""), "sh", env!("CARGO_BIN_EXE_site")]);
    command.current_dir(folder).env("NO_COLOR", "1").stdin(Stdio::null());
    command
}

/// Runs a command line in `folder`. Returns its exit status, standard output, and standard error.
pub fn run(folder: &Path, line: &str) -> (i32, String, String) {
    run_with(folder, &words(line))
}

/// Runs a command with these arguments in `folder`. Returns its exit status, standard output, and standard error.
pub fn run_with(folder: &Path, arguments: &[String]) -> (i32, String, String) {
    let output = command(folder).args(arguments).stdin(Stdio::null()).output().unwrap();
    let [stdout, stderr] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (output.status.code().unwrap(), stdout, stderr)
}

/// Replaces text that differs between runs: the test's folder with `[ROOT]`, and seconds with `[TIME]`.
fn normalized(text: &str, root: &Path) -> String {
    let text = text.replace(root.to_str().unwrap(), "[ROOT]");
    let Some((before, after)) = text.split_once(") in ") else {
        return text;
    };
    match after.split_once(" s") {
        Some((seconds, rest)) if seconds.parse::<f64>().is_ok() => {
            format!("{before}) in [TIME] s{rest}")
        }
        _ => text,
    }
}

/// The project after a command has run.
pub struct Built {
    folder: TempDir,
}

impl Built {
    /// Returns the same project, so that another command can be run on it.
    pub fn again(self) -> Bakery {
        Bakery { folder: self.folder, ..Bakery::empty() }
    }

    /// Returns the project's folder.
    pub fn root(&self) -> &Path {
        self.folder.path()
    }

    /// Reads a file of the project.
    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// Returns a page of the output, from its heading to the end of its main part.
    pub fn main_of(&self, path: &str) -> String {
        let html = self.read(&format!("dist/{path}"));
        let (_, main) = html.split_once("</h1>").unwrap();
        main.split_once("</main>").unwrap().0.trim().to_owned() + "\n"
    }

    /// Returns whether a file of the project exists.
    pub fn has(&self, path: &str) -> bool {
        self.root().join(path).exists()
    }

    /// Returns the paths of all files of the output, sorted.
    pub fn outputs(&self) -> Vec<String> {
        let dist = self.root().join("dist");
        let files = files_below(&dist);
        let paths = files.iter().map(|path| path.strip_prefix(&dist).unwrap().to_str().unwrap().to_owned());
        let mut paths: Vec<String> = paths.collect();
        paths.sort();
        paths
    }
}

/// Asserts that two outputs have the same files with the same bytes.
pub fn assert_same_output(one: &Built, other: &Built) {
    assert_eq!(one.outputs(), other.outputs());
    for path in one.outputs() {
        let [one, other] = [one, other].map(|built| fs::read(built.root().join("dist").join(&path)).unwrap());
        assert!(one == other, "{path}");
    }
}

/// Returns the names of files and folders that builds have left behind beside the output `dist`.
pub fn leftovers(root: &Path) -> Vec<String> {
    let entries = fs::read_dir(root).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.starts_with(".dist")).collect()
}

/// Returns all files below a folder, sorted.
pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.is_symlink() {
                folders.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Copies a folder.
pub fn copy(from: &Path, to: &Path) {
    for file in files_below(from) {
        let target = to.join(file.strip_prefix(from).unwrap());
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::copy(file, target).unwrap();
    }
}

/// Splits a command line at spaces, except inside single quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (at, part) in line.split('\'').enumerate() {
        if at % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}
