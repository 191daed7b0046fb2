//! A new site: created, built, checked, edited, and previewed.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use super::program::{Program, assert_same};
use super::texts::{expect, with_crlf};
use crate::files;
use crate::run::Outcome;
use crate::server::{Running, request};

/// Date of all builds.
pub const DATE: [&str; 2] = ["--date", "2026-06-01"];

/// Runs everything in `folder`, which does not exist yet.
pub fn run(program: &Program, folder: &Path) -> Outcome {
    let (windows, linux) = (folder.join("windows"), folder.join("linux"));
    for one in [&windows, &linux] {
        fs::create_dir_all(one).map_err(|error| error.to_string())?;
    }
    eprintln!("init");
    program.site(&windows, false, &["init", "."])?;
    program.site_here(&linux, &["init", ".", "--quiet"])?;
    assert_same(&linux, &windows)?;
    eprintln!("build, twice");
    build(program, &windows)?;
    program.site_here(&linux, &["build", "--quiet", DATE[0], DATE[1]])?;
    assert_same(&linux.join("dist"), &windows.join("dist"))?;
    build(program, &windows)?;
    assert_same(&linux.join("dist"), &windows.join("dist"))?;
    expect(&program.site(&windows, false, &["check"])?, "no problems")?;
    eprintln!("build with the line endings of Windows");
    let crlf = folder.join("crlf");
    fs::create_dir_all(&crlf).map_err(|error| error.to_string())?;
    program.site_here(&crlf, &["init", ".", "--quiet"])?;
    with_crlf(&crlf)?;
    build(program, &crlf)?;
    assert_same(&linux.join("dist"), &crlf.join("dist"))?;
    new(program, &crlf)?;
    if !cfg!(target_os = "macos") {
        open_file(program, &windows)?;
    }
    serve(program, &windows)
}

fn build(program: &Program, folder: &Path) -> Outcome {
    program
        .site(folder, false, &["build", DATE[0], DATE[1]])
        .map(drop)
}

/// An entry that is added to a list leaves the list's line endings as they are.
fn new(program: &Program, folder: &Path) -> Outcome {
    eprintln!("new");
    let list = folder.join("content/lists/prices.toml");
    let before = files::read(&list)?;
    program.site(
        folder,
        false,
        &[
            "new",
            "price",
            "--set",
            "work=Saddle moved",
            "--set",
            "price=5",
        ],
    )?;
    let after = files::read(&list)?;
    if !after.starts_with(before.trim_end()) || after.replace("\r\n", "").contains('\n') {
        return Err(format!("the list has other line endings now:\n{after:?}"));
    }
    expect(&after, "work = \"Saddle moved\"\r\n")
}

/// A program that has a file of the output open does not make a build lose anything. Wine, unlike Windows, renames a folder with an
/// open file.
fn open_file(program: &Program, folder: &Path) -> Outcome {
    eprintln!("build while a file of the output is open");
    let mut holder = Running(
        program
            .command("hold", folder)
            .arg("dist/index.html")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot start the program that holds it: {error}"))?,
    );
    let mut line = String::new();
    let stdout = holder.0.stdout.take().ok_or("no output")?;
    BufReader::new(stdout)
        .read_line(&mut line)
        .map_err(|error| error.to_string())?;
    expect(&line, "open")?;
    for text in ["One more line.", "Another line."] {
        let page = folder.join("content/pages/index.md");
        files::write(&page, files::read(&page)? + "\n" + text + "\n")?;
        match build(program, folder) {
            Ok(()) => expect(&files::read(&folder.join("dist/index.html"))?, text)?,
            Err(printed) => expect(
                &printed,
                "another program is using a file or folder in dist",
            )?,
        }
    }
    // The end of its input ends the program.
    drop(holder.0.stdin.take());
    holder.0.wait().map_err(|error| error.to_string())?;
    build(program, folder)?;
    expect(
        &files::read(&folder.join("dist/index.html"))?,
        "Another line.",
    )?;
    let entries = fs::read_dir(folder).map_err(|error| error.to_string())?;
    let names = entries
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned());
    let left: Vec<String> = names
        .filter(|name| name.contains("dist.") || name.contains(".old"))
        .collect();
    if left.is_empty() {
        return Ok(());
    }
    Err(format!("left behind: {left:?}"))
}

/// Edits of Markdown and styles appear in the preview.
fn serve(program: &Program, folder: &Path) -> Outcome {
    eprintln!("serve");
    let server = Server::start(program, folder)?;
    server.wait_for("GET", "/", "", "Third Gear")?;
    let page = folder.join("content/pages/about.md");
    files::write(
        &page,
        files::read(&page)? + "\nEdited while it was served.\n",
    )?;
    server.wait_for("GET", "/about", "", "Edited while it was served.")?;
    let style = folder.join("themes/workshop/styles/main.css");
    files::write(
        &style,
        files::read(&style)? + "\n:root { --edited: 1px; }\n",
    )?;
    server.wait_for("GET", "/assets/site.css", "", "--edited")
}

/// `site serve` under Wine.
pub struct Server {
    _process: Running,
    port: u16,
}

/// Number of times that a server is asked, five times a second.
const ATTEMPTS: usize = 300;

/// Header of all requests.
const JSON: &str = "Content-Type: application/json\r\n";

impl Server {
    /// Starts the server in a folder.
    pub fn start(program: &Program, folder: &Path) -> Result<Self, String> {
        let free = TcpListener::bind(("127.0.0.1", 0)).and_then(|one| one.local_addr());
        let port = free.map_err(|error| error.to_string())?.port();
        let mut command = program.command("site", folder);
        command.args(["serve", "--port", &port.to_string()]);
        let log = fs::File::create(folder.join("serve.log")).map_err(|error| error.to_string())?;
        let process = command.stdout(Stdio::null()).stderr(log).spawn();
        let process = process.map_err(|error| format!("cannot start the program: {error}"))?;
        Ok(Self {
            _process: Running(process),
            port,
        })
    }

    /// Sends a request until the answer contains `text`.
    pub fn wait_for(&self, method: &str, path: &str, body: &str, text: &str) -> Outcome {
        let mut last = String::new();
        for _ in 0..ATTEMPTS {
            if let Ok(answer) = request(self.port, method, path, JSON, body) {
                if answer.contains(text) {
                    return Ok(());
                }
                last = answer;
            }
            thread::sleep(Duration::from_millis(200));
        }
        Err(format!(
            "{method} {path} never answered `{text}`, but:\n{last}"
        ))
    }
}
