//! `cargo xtask edit-bench`: measures the time from a typed character to the changed page in `site edit`.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::options::number;
use super::{build_release, write_realistic_site};
use crate::run::{Outcome, built, root};

/// Pause between two characters: that of somebody who types 60 words a minute.
const BETWEEN: Duration = Duration::from_millis(200);

/// Pause after a character before the drawer sends the text (`editors/drawer/src/document/drafts.ts`).
const BEFORE_SENDING: Duration = Duration::from_millis(30);

/// Pause between two requests of the drawer for the state of the site, and that in proportion to the time that one took
/// (`editors/drawer/src/app/useSite.ts`).
const BETWEEN_STATES: (Duration, u32) = (Duration::from_millis(400), 10);

/// Opens a post of a generated site in `site edit`, types into its text and its title as the drawer does, and prints the median and the
/// 95th percentile of the times until its page has the change.
pub fn run(arguments: &[String]) -> Outcome {
    let posts: usize = number(arguments.first(), 1_000)?;
    let edits: usize = number(arguments.get(1), 100)?;
    build_release()?;
    let folder = root().join(format!("target/bench/edit-{posts}"));
    write_realistic_site(&folder, posts)?;
    let drawer = Drawer::start(&folder)?;
    let state = drawer.ask("state", &json!({}))?;
    let entries = state["collections"].as_array().into_iter().flatten();
    let entries = entries.filter_map(|one| one["entries"].as_array());
    let entries = entries
        .max_by_key(|entries| entries.len())
        .ok_or("the site has no posts")?;
    let path = &entries[posts / 2]["document"];
    let document = drawer.ask("open", &json!({ "document": path }))?;
    println!(
        "{posts} posts, time from a typed character to the changed page, the drawer's pause of {} ms included",
        BEFORE_SENDING.as_millis()
    );
    let is_done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        // The drawer follows the state of the site meanwhile.
        scope.spawn(|| {
            while !is_done.load(Relaxed) {
                let began = Instant::now();
                let _ = drawer.ask("state", &json!({}));
                let (pause, share) = BETWEEN_STATES;
                std::thread::sleep(pause + began.elapsed() * share);
            }
        });
        let measured = [false, true].into_iter().try_for_each(|is_title| {
            let took: Result<Vec<Duration>, String> = (0..edits)
                .map(|edit| drawer.edit(&document, is_title, edit))
                .collect();
            let name = if is_title { "title" } else { "text" };
            println!("  {name:6} {edits} edits: {}", percentiles(took?));
            Ok(())
        });
        is_done.store(true, Relaxed);
        measured
    })
}

fn percentiles(mut took: Vec<Duration>) -> String {
    took.sort();
    let milliseconds = |share: usize| {
        let at = (took.len() * share / 100).min(took.len() - 1);
        took[at].as_secs_f64() * 1e3
    };
    let (median, most, slowest) = (milliseconds(50), milliseconds(95), milliseconds(100));
    format!("median {median:.1} ms, 95 % within {most:.1} ms, slowest {slowest:.1} ms")
}

/// A running `site edit`.
struct Drawer {
    child: Child,
    /// Port of the drawer.
    port: u16,
    /// Port of the preview.
    preview: u16,
    token: String,
}

impl Drop for Drawer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drawer {
    fn start(folder: &std::path::Path) -> Result<Self, String> {
        let mut command = Command::new(built("release"));
        command
            .args(["edit", "--port", "0"])
            .current_dir(folder)
            .stderr(Stdio::piped());
        let mut child = command
            .spawn()
            .map_err(|error| format!("cannot start {command:?}: {error}"))?;
        let output = child.stderr.take().ok_or("no output")?;
        let mut lines = BufReader::new(output).lines().map_while(Result::ok);
        let mut drawer = Self {
            child,
            port: 0,
            preview: 0,
            token: String::new(),
        };
        for line in lines.by_ref() {
            let Some((_, url)) = line.split_once("http://localhost:") else {
                continue;
            };
            let port = url.split(|sign: char| !sign.is_ascii_digit()).next();
            let port = port.and_then(|port| port.parse().ok()).unwrap_or(0);
            match url.split_once("#t=") {
                Some((_, token)) => {
                    drawer.port = port;
                    token
                        .split(' ')
                        .next()
                        .unwrap_or_default()
                        .clone_into(&mut drawer.token);
                }
                None => drawer.preview = port,
            }
            if drawer.port > 0 && drawer.preview > 0 {
                // The remaining lines must be read, or the program would block.
                std::thread::spawn(move || lines.for_each(drop));
                return Ok(drawer);
            }
        }
        Err("the program did not print its URLs".to_owned())
    }

    /// Types a character into a post. Returns the time until its page has it.
    fn edit(&self, document: &Value, is_title: bool, edit: usize) -> Result<Duration, String> {
        std::thread::sleep(BETWEEN);
        let mark = format!("typed{}x{edit}", u8::from(is_title));
        let mut request = json!({
            "document": document["document"],
            "fingerprint": document["fingerprint"],
            "values": document["values"],
            "body": document["body"],
        });
        if is_title {
            request["values"]["title"] = json!(mark);
        } else {
            let body = document["body"].as_str().unwrap_or_default();
            request["body"] = json!(format!("{body}\n\n{mark} word\n"));
        }
        let url = document["url"].as_str().ok_or("the post has no page")?;
        let began = Instant::now();
        self.ask("draft", &request)?;
        let page = send(
            self.preview,
            &format!("GET {url} HTTP/1.1\r\nHost: localhost:{}\r\n", self.preview),
            "",
        )?;
        if !page.contains(&mark) {
            return Err(format!("{url} does not show {mark}"));
        }
        Ok(began.elapsed() + BEFORE_SENDING)
    }

    /// Sends a request of the drawer, and returns its answer.
    fn ask(&self, name: &str, body: &Value) -> Result<Value, String> {
        let (port, token) = (self.port, &self.token);
        let head = format!(
            "POST /api/{name} HTTP/1.1\r\nHost: localhost:{port}\r\nOrigin: http://localhost:{port}\r\nAuthorization: Bearer {token}\r\n\
             Content-Type: application/json\r\n"
        );
        let answer = send(port, &head, &body.to_string())?;
        let (_, body) = answer.split_once("\r\n\r\n").ok_or("no answer")?;
        serde_json::from_str(body).map_err(|error| format!("{name}: {error}: {answer:.300}"))
    }
}

/// Sends a request, given its first lines, and returns the whole answer.
fn send(port: u16, head: &str, body: &str) -> Result<String, String> {
    let failed = |error: std::io::Error| format!("{head}: {error}");
    let mut stream = TcpStream::connect(("127.0.0.1", port)).map_err(failed)?;
    let length = body.len();
    let request = format!("{head}Connection: close\r\nContent-Length: {length}\r\n\r\n{body}");
    stream.write_all(request.as_bytes()).map_err(failed)?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).map_err(failed)?;
    Ok(answer)
}
