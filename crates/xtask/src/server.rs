//! Servers that are measured or tested: their processes, their ports, and requests to them.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::process::Child;

/// A process that is killed when the value is dropped.
pub struct Running(pub Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Returns the port of the first URL of this computer in a line that a server prints.
pub fn printed_port(line: &str) -> Option<u16> {
    let (_, rest) = line
        .split_once("http://localhost:")
        .or_else(|| line.split_once("http://127.0.0.1:"))?;
    let digits = rest.split(|sign: char| !sign.is_ascii_digit()).next()?;
    digits.parse().ok()
}

/// Sends a request to a port of this computer, and returns the whole answer. `headers` are lines such as
/// `Origin: …\r\n`.
pub fn request(
    port: u16,
    method: &str,
    path: &str,
    headers: &str,
    body: &str,
) -> Result<String, String> {
    let failed = |error: std::io::Error| format!("{method} {path}: {error}");
    let mut stream = TcpStream::connect(("127.0.0.1", port)).map_err(failed)?;
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
    );
    stream.write_all(request.as_bytes()).map_err(failed)?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).map_err(failed)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}
