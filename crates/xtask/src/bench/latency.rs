//! `cargo xtask serve-bench`: measures how long `site serve` takes from a saved file to the changed page. `serve-memory`:
//! measures the memory of `site serve` while a site is edited many times.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::options::number;
use super::{build_release, corpus, realistic};
use crate::files;
use crate::run::{Outcome, built, root};

/// Longest time to wait for a change.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Kinds of edits.
const KINDS: [&str; 3] = ["text", "title", "new file"];

/// Serves the posts, edits one after the other, and requests its page until it has changed. Prints the median and the slowest
/// edit of each kind.
pub fn run(arguments: &[String]) -> Outcome {
    let posts: usize = number(arguments.first(), 1_000)?;
    let edits: usize = number(arguments.get(1), 20)?;
    let (server, folder, corpus) = served(posts)?;
    println!(
        "{posts} posts, time from a saved file to the changed page, {edits} edits of each kind"
    );
    for kind in KINDS {
        let mut took = Vec::new();
        for edit in 0..edits {
            let post = &corpus[(edit * 37 + 11) % corpus.len()];
            let path = folder.join(format!("content/posts/{}.md", post.slug));
            let mark = format!("Changed{}time{edit}", kind.replace(' ', ""));
            let text = files::read(&path)?;
            let (path, text, url) = match kind {
                "text" => (path, format!("{text}\n{mark} now.\n"), post.slug.clone()),
                "title" => {
                    let rest = text.split_once("title = \"").map_or("", |(_, rest)| rest);
                    let rest = rest.split_once('"').map_or("", |(_, rest)| rest);
                    let text = format!("+++\ntitle = \"{mark} {edit}\"{rest}");
                    (path, text, post.slug.clone())
                }
                _ => {
                    let slug = format!("new-{edit}");
                    let text = text.replacen("title = \"", &format!("title = \"{mark} "), 1);
                    let text =
                        text.replacen("description = \"", &format!("description = \"{mark} "), 1);
                    (path.with_file_name(format!("{slug}.md")), text, slug)
                }
            };
            let begun = Instant::now();
            files::write(&path, text)?;
            server.wait_for(&format!("/posts/{url}"), &mark, begun)?;
            took.push(begun.elapsed());
            std::thread::sleep(Duration::from_millis(60));
        }
        took.sort();
        println!(
            "  {kind:9} median {:>6.1} ms, slowest {:>6.1} ms",
            took[took.len() / 2].as_secs_f64() * 1e3,
            took[took.len() - 1].as_secs_f64() * 1e3
        );
    }
    Ok(())
}

/// Time in which a mistake has been built.
const BUILT: Duration = Duration::from_millis(30);

/// Number of measurements of the memory.
const MEASUREMENTS: usize = 10;

/// Serves a corpus and edits it many times: texts, titles, new files, removed files, mistakes and their corrections. Prints
/// the memory of the server as it goes.
/// Fails if memory has grown by more than a tenth in the second half.
pub fn memory(arguments: &[String]) -> Outcome {
    let posts: usize = number(arguments.first(), 200)?;
    let edits: usize = number(arguments.get(1), 10_000)?;
    let (server, folder, corpus) = served(posts)?;
    println!("{posts} posts, memory of the server in MB");
    let mut measured = Vec::new();
    for edit in 0..edits {
        let post = &corpus[(edit * 37 + 11) % corpus.len()];
        let path = folder.join(format!("content/posts/{}.md", post.slug));
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

/// Starts a server of a corpus. Returns it, the folder of its project, and the corpus.
fn served(posts: usize) -> Result<(Server, PathBuf, Vec<corpus::Post>), String> {
    build_release()?;
    let folder = root().join(format!("target/bench/serve-{posts}"));
    let corpus = corpus::corpus(posts);
    realistic::ours::write(&folder, &corpus)?;
    let server = Server::start(&built("release"), &folder)?;
    Ok((server, folder, corpus))
}

struct Server {
    child: Child,
    port: u16,
}

impl Server {
    fn start(site: &Path, folder: &Path) -> Result<Self, String> {
        let mut child = Command::new(site)
            .args(["serve", "--port", "0", "--no-reload"])
            .current_dir(folder)
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot start {}: {error}", site.display()))?;
        let stderr = child.stderr.take().ok_or("no standard error")?;
        let mut lines = BufReader::new(stderr).lines();
        let port = lines
            .by_ref()
            .map_while(Result::ok)
            .find_map(|line| {
                let rest = line.strip_prefix("Serving http://localhost:")?;
                rest.split(' ').next()?.parse().ok()
            })
            .ok_or("the server did not print its URL")?;
        // The other lines must be read, or the server would block.
        std::thread::spawn(move || lines.for_each(drop));
        Ok(Self { child, port })
    }

    /// Returns the server's memory in kilobytes, as Linux counts it.
    fn memory(&self) -> Result<u32, String> {
        let file = format!("/proc/{}/status", self.child.id());
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
        Err(format!("{path} never showed {mark}"))
    }

    fn get(&self, path: &str) -> Result<String, String> {
        let failed = |error: std::io::Error| format!("GET {path}: {error}");
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).map_err(failed)?;
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).map_err(failed)?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).map_err(failed)?;
        Ok(answer)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
