//! `cargo xtask serve-bench`: measures the time from a saved file to the changed page, for `site serve` and for Hugo's server.
//! `serve-memory`: measures the memory of `site serve` while a site is edited many times.

use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::options::number;
use super::sites::{self, Generator};
use super::{build_release, corpus};
use crate::run::{Outcome, built, root};
use crate::server::{Running, printed_port, request};
use crate::{files, tools};

/// Maximum time to wait for a changed page. It is long enough for Hugo to build all pages again.
const TIMEOUT: Duration = Duration::from_mins(1);

/// Part of a site that is edited while a server runs.
#[derive(Clone, Copy)]
enum Edit {
    /// A change to a post's text, which the post's page shows.
    Text,
    /// A change to a post's title, which the first page of the list shows.
    Title,
    /// A new post, which gets a page of its own.
    New,
}

/// Serves the posts with this engine and with Hugo, and edits the two sites in turn. After each edit, requests the affected page
/// until it has changed. Prints the median and the slowest time for each kind of edit, and the ratio of the medians.
pub fn run(arguments: &[String]) -> Outcome {
    let posts: usize = number(arguments.first(), 1_000)?;
    let edits: usize = number(arguments.get(1), 20)?;
    let (ours, corpus) = served(posts)?;
    let hugo = hugo(&corpus)?;
    println!(
        "{posts} posts, time from a saved file to the changed page, {edits} edits of each kind"
    );
    for (name, kind) in [
        ("text", Edit::Text),
        ("title", Edit::Title),
        ("new file", Edit::New),
    ] {
        let mut took = [Vec::new(), Vec::new()];
        for edit in 0..edits {
            for (server, took) in [&ours, &hugo].into_iter().zip(&mut took) {
                took.push(server.edit(kind, edit, &corpus)?);
                std::thread::sleep(PAUSE);
            }
        }
        let [(ours, slowest), (hugo, slowest_of_hugo)] = took.map(median_and_slowest);
        println!(
            "  {name:9} median {ours:>6.1} ms, slowest {slowest:>6.1} ms; \
             Hugo {hugo:>7.1} ms, slowest {slowest_of_hugo:>7.1} ms; ratio {:.1}",
            hugo / ours
        );
    }
    Ok(())
}

/// Pause between two edits, in which a server can finish its remaining work.
const PAUSE: Duration = Duration::from_millis(100);

/// Returns the median and the slowest of these times, in milliseconds.
fn median_and_slowest(mut took: Vec<Duration>) -> (f64, f64) {
    took.sort();
    let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
    (
        milliseconds(took[took.len() / 2]),
        milliseconds(took[took.len() - 1]),
    )
}

/// Time after which the server has certainly built the site with a mistake in it.
const BUILT: Duration = Duration::from_millis(30);

/// Number of times that the memory is measured.
const MEASUREMENTS: usize = 10;

/// Serves a corpus and edits it many times: texts, titles, new files, removed files, mistakes and their corrections. Prints
/// the memory of the server at intervals. Fails if the memory grows by more than a tenth in the second half.
pub fn memory(arguments: &[String]) -> Outcome {
    let posts: usize = number(arguments.first(), 200)?;
    let edits: usize = number(arguments.get(1), 10_000)?;
    let (server, corpus) = served(posts)?;
    println!("{posts} posts, memory of the server in MB");
    let mut measured = Vec::new();
    for edit in 0..edits {
        let post = &corpus[(edit * 37 + 11) % corpus.len()];
        let path = server.source(&post.slug);
        let new = path.with_file_name(format!("new-{edit}.md"));
        let mark = format!("Changed in edit {edit}");
        let original = files::read(&path)?;
        let url = format!("/posts/{}", post.slug);
        let retitled = original.replacen("title = \"", &format!("title = \"{mark} "), 1);
        match edit % 4 {
            0 => files::write(&path, format!("{original}\n{mark}.\n"))?,
            1 => files::write(&path, retitled)?,
            2 => {
                files::write(&path, format!("{original}\n[nowhere](/nowhere-{edit})\n"))?;
                std::thread::sleep(BUILT);
                files::write(&path, format!("{original}\n{mark}.\n"))?;
            }
            _ => files::write(&new, retitled)?,
        }
        let changed = if edit % 4 == 3 {
            format!("/posts/new-{edit}")
        } else {
            url
        };
        server.wait_for(&changed, &mark, Instant::now())?;
        if edit % 4 == 3 {
            std::fs::remove_file(&new).map_err(|error| error.to_string())?;
        } else {
            files::write(&path, &original)?;
        }
        if (edit + 1) % (edits / MEASUREMENTS).max(1) == 0 {
            let now = server.memory()?;
            println!("  after {:>6} edits {:>7.1}", edit + 1, megabytes(now));
            measured.push(now);
        }
    }
    let (first, last) = (measured[measured.len() / 2], measured[measured.len() - 1]);
    if last > first + first / 10 {
        let (first, last) = (megabytes(first), megabytes(last));
        return Err(format!(
            "memory grew from {first:.1} to {last:.1} MB in the second half"
        ));
    }
    Ok(())
}

fn megabytes(kilobytes: u32) -> f64 {
    f64::from(kilobytes) / 1024.0
}

/// Generates a corpus and starts this engine's server for it. Returns both.
fn served(posts: usize) -> Result<(Server, Vec<corpus::Post>), String> {
    build_release()?;
    let folder = root().join(format!("target/bench/serve-{posts}"));
    let corpus = corpus::corpus(posts);
    sites::write(&folder, Generator::Ours, "realistic", &corpus)?;
    let mut command = Command::new(built("release"));
    command.args(["serve", "--port", "0", "--no-reload"]);
    command.stderr(Stdio::piped());
    let server = Server::start(command, folder, "", |child| child.stderr.take())?;
    Ok((server, corpus))
}

/// Starts Hugo's server for a corpus.
fn hugo(corpus: &[corpus::Post]) -> Result<Server, String> {
    let folder = root().join(format!("target/bench/serve-{}-hugo", corpus.len()));
    sites::write(&folder, Generator::Hugo, "realistic", corpus)?;
    let mut command = Command::new(tools::hugo()?);
    command.args([
        "server",
        "--bind",
        "127.0.0.1",
        "--disableLiveReload",
        "--renderToMemory",
    ]);
    // Choose a free port here, because Hugo does not print which one it uses with port 0.
    let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    let free = free.map_err(|error| format!("no free port: {error}"))?;
    command.args(["--port", &free.port().to_string()]);
    command.stdout(Stdio::piped());
    Server::start(command, folder, "/", |child| child.stdout.take())
}

/// Returns a post with `mark` at the beginning of a front matter value. The length of the value stays the same, because a longer
/// value may exceed a limit.
fn marked(text: &str, key: &str, mark: &str) -> String {
    let begin = format!("{key} = \"");
    let Some((before, value)) = text.split_once(&begin) else {
        return text.to_owned();
    };
    let rest = value.get(mark.len()..).unwrap_or_default();
    format!("{before}{begin}{mark}{rest}")
}

struct Server {
    process: Running,
    port: u16,
    /// Folder of the site.
    folder: PathBuf,
    /// End of each page's URL: `/` or nothing.
    slash: &'static str,
}

impl Server {
    /// Starts a server whose URLs end with `slash`. `output` returns the stream to which the server prints its own URL.
    fn start<R: Read + Send + 'static>(
        mut command: Command,
        folder: PathBuf,
        slash: &'static str,
        output: impl FnOnce(&mut Child) -> Option<R>,
    ) -> Result<Self, String> {
        let mut child = command
            .current_dir(&folder)
            .spawn()
            .map_err(|error| format!("cannot start {command:?}: {error}"))?;
        let output = output(&mut child).ok_or("no output")?;
        let mut lines = BufReader::new(output).lines();
        let port = lines
            .by_ref()
            .map_while(Result::ok)
            .find_map(|line| printed_port(&line))
            .ok_or("the server did not print its URL")?;
        // The remaining lines must be read, or the server would block.
        std::thread::spawn(move || lines.for_each(drop));
        Ok(Self {
            process: Running(child),
            port,
            folder,
            slash,
        })
    }

    /// Returns the path of a post's file.
    fn source(&self, slug: &str) -> PathBuf {
        self.folder.join(format!("content/posts/{slug}.md"))
    }

    /// Edits or adds a post, and returns the time until a page shows the change.
    fn edit(&self, kind: Edit, edit: usize, corpus: &[corpus::Post]) -> Result<Duration, String> {
        let mark = format!("Changed{}time{edit}", kind as u8);
        let mut slug = corpus[(edit * 37 + 11) % corpus.len()].slug.clone();
        let mut shown = format!("/posts/{slug}{}", self.slash);
        if matches!(kind, Edit::Title) {
            // Edit a post on the first page of the list, because Hugo renders the other pages of a list again later.
            "/".clone_into(&mut shown);
            let list = self.get(&shown)?;
            let links = list.split("href=\"/posts/").skip(1);
            let mut slugs: Vec<&str> = links
                .filter_map(|link| link.split(['/', '"']).next())
                .collect();
            slugs.dedup();
            let at = edit % slugs.len().max(1);
            (*slugs.get(at).ok_or("the home page lists no post")?).clone_into(&mut slug);
        }
        let mut path = self.source(&slug);
        let mut text = files::read(&path)?;
        match kind {
            Edit::Text => text = format!("{text}\n{mark} now.\n"),
            Edit::Title => text = marked(&text, "title", &mark),
            Edit::New => {
                text = marked(&text, "title", &mark);
                text = marked(&text, "description", &mark);
                text = text.replacen(
                    &format!("slug = \"{slug}\""),
                    &format!("slug = \"new-{edit}\""),
                    1,
                );
                path = self.source(&format!("new-{edit}"));
                shown = format!("/posts/new-{edit}{}", self.slash);
            }
        }
        let begun = Instant::now();
        files::write(&path, text)?;
        self.wait_for(&shown, &mark, begun)?;
        Ok(begun.elapsed())
    }

    /// Returns the server's resident memory in kilobytes, from `/proc`.
    fn memory(&self) -> Result<u32, String> {
        let file = format!("/proc/{}/status", self.process.0.id());
        let status = std::fs::read_to_string(&file).map_err(|error| format!("{file}: {error}"))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        number.ok_or_else(|| format!("{file} does not say how much memory is in use"))
    }

    fn wait_for(&self, path: &str, mark: &str, begun: Instant) -> Outcome {
        while begun.elapsed() < TIMEOUT {
            if self.get(path)?.contains(mark) {
                return Ok(());
            }
            std::thread::sleep(Duration::from_micros(200));
        }
        let folder = self.folder.display();
        Err(format!("{path} of {folder} never showed {mark}"))
    }

    fn get(&self, path: &str) -> Result<String, String> {
        request(self.port, "GET", path, "", "")
    }
}
