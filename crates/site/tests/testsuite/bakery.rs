//! The builder every test starts from: a good small site, spoiled here and there, and a command run on it.
//!
//! What a test does not state must be empty: a line too many on standard output or standard error fails it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use expect_test::Expect;
use tempfile::TempDir;

/// The day of every build whose test does not name another.
pub const TODAY: &str = "2026-06-01";

/// A site in a folder of its own and a command to run on it.
pub struct Bakery {
    folder: TempDir,
    arguments: Vec<String>,
    stdout: Option<Expect>,
    stderr: Option<Expect>,
}

impl Bakery {
    /// The good site of `tests/bakery`. The command is a quiet build.
    pub fn new() -> Self {
        let bakery = Self::empty();
        copy(
            &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bakery"),
            bakery.folder.path(),
        );
        bakery
    }

    /// A folder with nothing in it.
    pub fn empty() -> Self {
        Self {
            folder: tempfile::Builder::new()
                .prefix("bakery-")
                .tempdir()
                .unwrap(),
            arguments: vec![],
            stdout: None,
            stderr: None,
        }
        .args(["build", "--quiet"])
    }

    /// The project's folder.
    pub fn root(&self) -> &Path {
        self.folder.path()
    }

    /// Writes a file, and the folders it lies in.
    pub fn write(self, path: &str, content: impl AsRef<[u8]>) -> Self {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
        self
    }

    /// Writes `content/pages/{name}.md`: front matter of five lines, and the text from line 6 on.
    pub fn page(self, name: &str, markdown: &str) -> Self {
        let text = format!(
            "+++\ntitle = \"A page named {name}\"\ndescription = \"What the page named {name} is about.\"\ntemplate = \"page.html\"\n+++\n{markdown}"
        );
        self.write(&format!("content/pages/{name}.md"), text)
    }

    /// Adds text at the end of a file.
    pub fn append(self, path: &str, text: &str) -> Self {
        let before = fs::read_to_string(self.root().join(path)).unwrap();
        self.write(path, before + text)
    }

    /// Puts `new` in the place of `old`, which stands in the file once.
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

    /// The command's arguments. A build is of [`TODAY`] unless a date is given.
    pub fn args<const N: usize>(self, arguments: [&str; N]) -> Self {
        self.arguments(&arguments)
    }

    /// The same, from a table.
    pub fn arguments(mut self, arguments: &[&str]) -> Self {
        self.arguments = arguments.iter().copied().map(str::to_owned).collect();
        if arguments.first() == Some(&"build") && !arguments.contains(&"--date") {
            self.arguments
                .extend(["--date".to_owned(), TODAY.to_owned()]);
        }
        self
    }

    /// What it says on standard output.
    pub fn stdout(mut self, text: Expect) -> Self {
        self.stdout = Some(text);
        self
    }

    /// What it says on standard error.
    pub fn stderr(mut self, text: Expect) -> Self {
        self.stderr = Some(text);
        self
    }

    /// Runs the command, which does what it was asked to.
    pub fn success(self) -> Built {
        self.run(0)
    }

    /// Runs the command, which finds a mistake in the site.
    pub fn failure(self) -> Built {
        self.run(1)
    }

    /// Runs the command, which cannot make sense of its arguments.
    pub fn usage_error(self) -> Built {
        self.run(2)
    }

    /// Runs the command, which finds a mistake in the site, and returns what it says on standard error.
    pub fn report(self) -> String {
        let output = command(self.root()).args(&self.arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "exit status");
        assert_eq!(output.stdout, b"", "nothing on standard output");
        normalised(&String::from_utf8(output.stderr).unwrap(), self.root())
    }

    fn run(self, status: i32) -> Built {
        let output = command(self.root())
            .args(&self.arguments)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let shown = |bytes: &[u8]| normalised(&String::from_utf8_lossy(bytes), self.root());
        for (expected, said) in [
            (&self.stderr, &output.stderr),
            (&self.stdout, &output.stdout),
        ] {
            match expected {
                Some(expected) => expected.assert_eq(&shown(said)),
                None => assert_eq!(shown(said), "", "nothing was to be said"),
            }
        }
        assert_eq!(output.status.code(), Some(status), "exit status");
        Built {
            folder: self.folder,
        }
    }
}

/// The program, run in `folder` and told nothing by the environment.
pub fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_site"));
    command
        .current_dir(folder)
        .env_remove("SITE_API_URL")
        .env_remove("RUST_BACKTRACE")
        .env("NO_COLOR", "1");
    command
}

/// Text with the test's folder as `[ROOT]` and seconds as `[TIME]`: the only two things that differ between runs.
fn normalised(text: &str, root: &Path) -> String {
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

/// A project after a run.
pub struct Built {
    folder: TempDir,
}

impl Built {
    /// The same project, for a second command.
    pub fn again(self) -> Bakery {
        Bakery {
            folder: self.folder,
            ..Bakery::empty()
        }
    }

    /// The project's folder.
    pub fn root(&self) -> &Path {
        self.folder.path()
    }

    /// A file of the project.
    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// A page of the output, from its heading to the end of its main part.
    pub fn main_of(&self, path: &str) -> String {
        let html = self.read(&format!("dist/{path}"));
        let (_, main) = html.split_once("</h1>").unwrap();
        main.split_once("</main>").unwrap().0.trim().to_owned() + "\n"
    }

    /// Whether a file of the project is there.
    pub fn has(&self, path: &str) -> bool {
        self.root().join(path).exists()
    }

    /// Paths of all files of the output, in order.
    pub fn outputs(&self) -> Vec<String> {
        let dist = self.root().join("dist");
        let mut paths: Vec<String> = files_below(&dist)
            .into_iter()
            .map(|path| {
                path.strip_prefix(&dist)
                    .unwrap()
                    .to_str()
                    .unwrap()
                    .to_owned()
            })
            .collect();
        paths.sort();
        paths
    }
}

/// All files below a folder, in order.
pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
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
