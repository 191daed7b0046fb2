//! `cargo xtask edit-bench`: measures the time from a typed character to the changed page in `site edit`.

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::options::number;
use super::{build_release, write_realistic_site};
use crate::run::{Outcome, built, root};
use crate::server::{Running, printed_port, request};

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

/// Returns the median, the 95th percentile, and the slowest of these times as text.
pub fn percentiles(mut took: Vec<Duration>) -> String {
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
    _process: Running,
    /// Port of the drawer.
    port: u16,
    /// Port of the preview.
    preview: u16,
    token: String,
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
            _process: Running(child),
            port: 0,
            preview: 0,
            token: String::new(),
        };
        for line in lines.by_ref() {
            let Some(port) = printed_port(&line) else {
                continue;
            };
            match line.split_once("#t=") {
                Some((_, rest)) => {
                    let token = rest.split(' ').next().unwrap_or_default();
                    (drawer.port, drawer.token) = (port, token.to_owned());
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
        let mut draft = json!({
            "document": document["document"],
            "fingerprint": document["fingerprint"],
            "values": document["values"],
            "body": document["body"],
        });
        if is_title {
            draft["values"]["title"] = json!(mark);
        } else {
            let body = document["body"].as_str().unwrap_or_default();
            draft["body"] = json!(format!("{body}\n\n{mark} word\n"));
        }
        let url = document["url"].as_str().ok_or("the post has no page")?;
        let began = Instant::now();
        self.ask("draft", &draft)?;
        let page = request(self.preview, "GET", url, "", "")?;
        if !page.contains(&mark) {
            return Err(format!("{url} does not show {mark}"));
        }
        Ok(began.elapsed() + BEFORE_SENDING)
    }

    /// Sends a request of the drawer, and returns its answer.
    fn ask(&self, name: &str, body: &Value) -> Result<Value, String> {
        let (port, token) = (self.port, &self.token);
        let headers = format!(
            "Origin: http://localhost:{port}\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\n"
        );
        let path = format!("/api/{name}");
        let answer = request(port, "POST", &path, &headers, &body.to_string())?;
        let (_, body) = answer.split_once("\r\n\r\n").ok_or("no answer")?;
        serde_json::from_str(body).map_err(|error| format!("{name}: {error}: {answer:.300}"))
    }
}
