//! An HTTP client that sends one request per connection, and exactly the given bytes.

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::sleep;

/// A reply of the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    pub status: u16,
    /// Header values by lower-case name.
    pub headers: BTreeMap<String, String>,
    pub body: String,
}

impl Reply {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Returns the status, and the value of `success` in the JSON.
    pub fn outcome(&self) -> (u16, bool) {
        (self.status, self.json()["success"].as_bool().unwrap())
    }

    pub fn id(&self) -> String {
        self.json()["id"]
            .as_str()
            .unwrap_or_else(|| panic!("no id: {self:?}"))
            .to_owned()
    }
}

/// Sends `bytes`, and reads the reply until the server closes the connection.
pub async fn exchange(address: SocketAddr, bytes: &[u8]) -> Reply {
    try_exchange(address, bytes).await.unwrap()
}

/// Does the same as [`exchange`], but returns an error if the connection fails.
pub async fn try_exchange(address: SocketAddr, bytes: &[u8]) -> io::Result<Reply> {
    let mut stream = TcpStream::connect(address).await?;
    // The server may close the connection before it has read everything.
    drop(stream.write_all(bytes).await);
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    if answer.is_empty() {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(parse(&answer))
}

/// Does the same as [`exchange`], but sends `piece` bytes at a time, with pauses. After five seconds, which only a busy machine
/// needs, the rest is sent without pauses, so that the server does not give up waiting. The end of the last boundary of a
/// multipart body is sent together with the line break after it, for which the server does not wait.
pub async fn exchange_slowly(address: SocketAddr, bytes: &[u8], piece: usize) -> Reply {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.set_nodelay(true).unwrap();
    let start = Instant::now();
    let (most, end) = bytes.split_at(bytes.len() - "-\r\n".len());
    for piece in most.chunks(piece).chain([end]) {
        stream.write_all(piece).await.unwrap();
        if start.elapsed() < Duration::from_secs(5) {
            sleep(Duration::from_millis(1)).await;
        }
    }
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    parse(&answer)
}

fn parse(answer: &[u8]) -> Reply {
    let text = String::from_utf8_lossy(answer);
    let (head, body) = text
        .split_once("\r\n\r\n")
        .unwrap_or_else(|| panic!("no reply: {text:?}"));
    let mut lines = head.lines();
    let status = lines
        .next()
        .unwrap()
        .split(' ')
        .nth(1)
        .unwrap()
        .parse()
        .unwrap();
    let headers: BTreeMap<String, String> = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
        .collect();
    Reply {
        status,
        headers,
        body: body.to_owned(),
    }
}
