//! A moto server that stands in for S3 and SES. All tests of a run share it, each with its own bucket and recipient.

use std::env;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::http::{Reply, exchange};

struct Moto {
    address: SocketAddr,
    /// Shell that runs moto. Its standard input closes when this process ends, and the shell then stops moto.
    _process: Child,
}

static MOTO: OnceLock<Moto> = OnceLock::new();

/// Returns the address of moto. The first call starts moto.
pub fn address() -> SocketAddr {
    MOTO.get_or_init(start).address
}

fn start() -> Moto {
    let program = program();
    assert!(
        program.exists(),
        "{} is missing: `cargo xtask test rust` installs moto there",
        program.display()
    );
    let port = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let address = SocketAddr::from(([127, 0, 0, 1], port));
    let script = format!(
        "'{}' -H 127.0.0.1 -p {port} >/dev/null 2>&1 & read _; kill $!",
        program.display()
    );
    let process = Command::new("sh")
        .args(["-c", &script])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let start = Instant::now();
    while TcpStream::connect(address).is_err() {
        assert!(
            start.elapsed() < Duration::from_mins(1),
            "moto did not start"
        );
        std::thread::sleep(Duration::from_millis(50));
    }
    Moto {
        address,
        _process: process,
    }
}

/// Returns the path of moto: the value of the variable `MOTO_SERVER`, or `target/python/bin/moto_server` in the project.
fn program() -> PathBuf {
    let installed = env::var_os("MOTO_SERVER").map(PathBuf::from);
    installed.unwrap_or_else(|| {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/python/bin/moto_server")
    })
}

/// Sends a request that is signed for `service`. By this name, moto distinguishes S3 from SES.
pub async fn request(service: &str, method: &str, path: &str, body: &str) -> Reply {
    let to = address();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {to}\r\nConnection: close\r\nContent-Length: {}\r\n\
         Content-Type: application/x-www-form-urlencoded\r\n\
         Authorization: AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/{service}/aws4_request, \
         SignedHeaders=host, Signature=none\r\n\r\n{body}",
        body.len()
    );
    exchange(to, head.as_bytes()).await
}

/// Creates a bucket, and lets `from` send mails.
pub async fn prepare(bucket: &str, from: &str) {
    assert_eq!(
        request("s3", "PUT", &format!("/{bucket}"), "").await.status,
        200
    );
    let verify = format!("Action=VerifyEmailIdentity&EmailAddress={from}");
    assert_eq!(request("ses", "POST", "/", &verify).await.status, 200);
}

/// Returns the mails that were sent to `to`, as raw messages.
pub async fn mails(to: &str) -> Vec<String> {
    // The request may fail while another test changes moto's data.
    let mut answer = request("s3", "GET", "/moto-api/data.json", "").await;
    while answer.status == 500 {
        answer = request("s3", "GET", "/moto-api/data.json", "").await;
    }
    let all = answer.json();
    let raw = all["ses"]["RawMessage"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    let mine = |mail: &&Value| {
        mail["destinations"]
            .as_array()
            .is_some_and(|list| list.iter().any(|one| one == to))
    };
    raw.iter()
        .filter(mine)
        .map(|mail| mail["raw_data"].as_str().unwrap().to_owned())
        .collect()
}
