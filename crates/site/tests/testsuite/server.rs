//! A running `site serve`, and requests to it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crate::bakery::{TODAY, command};

/// Timeout of everything that a test waits for.
const TIMEOUT: Duration = Duration::from_mins(1);

/// A server that is stopped when dropped.
pub struct Server {
    child: Child,
    lines: Receiver<String>,
    /// Port that the server listens on.
    pub port: u16,
}

/// A response.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    /// Returns a header by its name in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Returns the body as text.
    pub fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }
}

impl Server {
    /// Starts a server on a free port and waits until it answers.
    pub fn start(root: &Path) -> Self {
        Self::start_on(root, 0).0
    }

    /// Starts a server on a port. Also returns the lines that it printed until it was ready.
    pub fn start_on(root: &Path, port: u16) -> (Self, Vec<String>) {
        Self::start_with(root, port, &["--no-reload"])
    }

    /// Starts a server that reloads open pages.
    pub fn start_live(root: &Path) -> Self {
        Self::start_with(root, 0, &[]).0
    }

    /// Starts a server with more options. Also returns the lines that it printed until it was ready.
    pub fn start_with(root: &Path, port: u16, options: &[&str]) -> (Self, Vec<String>) {
        let port = port.to_string();
        let serve = ["serve", "--port", &port, "--date", TODAY];
        Self::start_command(root, &[&serve, options].concat())
    }

    /// Starts a command that serves the site. Also returns the lines that it printed until it was ready.
    pub fn start_command(root: &Path, arguments: &[&str]) -> (Self, Vec<String>) {
        let mut child =
            command(root).args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let (sender, lines) = channel();
        let stderr = BufReader::new(child.stderr.take().unwrap());
        std::thread::spawn(move || {
            for line in stderr.lines().map_while(Result::ok) {
                // After the end of the test, nothing receives the lines.
                let _ = sender.send(line);
            }
        });
        let mut server = Self { child, lines, port: 0 };
        let said = server.wait_for("Serving http://");
        let address = said.last().unwrap();
        let digits = address.split("localhost:").nth(1).unwrap().split(' ').next().unwrap();
        server.port = digits.parse().unwrap();
        (server, said)
    }

    /// Waits for a line with `text` and returns all lines up to it.
    pub fn wait_for(&self, text: &str) -> Vec<String> {
        let mut said = Vec::new();
        while !said.last().is_some_and(|line: &String| line.contains(text)) {
            match self.lines.recv_timeout(TIMEOUT) {
                Ok(line) => said.push(line),
                Err(error) => panic!("no `{text}` ({error}) in:\n{}", said.join("\n")),
            }
        }
        said
    }

    /// Waits until a condition is true.
    pub fn wait_until(&self, is_so: impl Fn(&Self) -> bool) {
        let begun = std::time::Instant::now();
        while !is_so(self) {
            assert!(begun.elapsed() < TIMEOUT, "timeout");
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
    }

    /// Sends a `GET` request for a URL without normalizing it.
    pub fn get(&self, target: &str) -> Answer {
        self.request("GET", target)
    }

    /// Sends a request without a body.
    pub fn request(&self, method: &str, target: &str) -> Answer {
        self.send(&format!("{method} {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
    }

    /// Returns the first event that the open page at `path` receives.
    pub fn event(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        let request = format!("GET /_site/events?path={path} HTTP/1.1\r\nHost: localhost\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        let lines = BufReader::new(stream).lines().map_while(Result::ok);
        let mut events = lines.filter_map(|line| Some(line.split_once("data: ")?.1.to_owned()));
        events.next().unwrap()
    }

    /// Sends a `POST` request with a body of the given type.
    pub fn post(&self, target: &str, content_type: &str, body: &str) -> Answer {
        self.send(&format!(
            "POST {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: {content_type}\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        ))
    }

    /// Sends a request as it is written.
    pub fn send(&self, request: &str) -> Answer {
        Self::send_to(self.port, request)
    }

    /// Sends a request as it is written to another port.
    pub fn send_to(port: u16, request: &str) -> Answer {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let mut lines = head.lines();
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let headers = lines
            .map(|line| line.split_once(": ").unwrap())
            .map(|(key, value)| (key.to_ascii_lowercase(), value.to_owned()))
            .collect();
        Answer { status, headers, body: bytes[end + 4..].to_vec() }
    }
}

impl Server {
    /// Returns the message that an open page gets first.
    pub fn message(&self, path: &str) -> serde_json::Value {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        let request = format!("GET /_site/events?path={path} HTTP/1.1\r\nHost: localhost\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
        let message = lines.find_map(|line| line.strip_prefix("data: ").map(str::to_owned));
        message.unwrap().parse().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The process may already have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
