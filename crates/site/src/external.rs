//! Asks other sites whether the pages this one links to are there.
//!
//! Politely: one request at a time to a host, with a pause between two; HEAD first, and GET only where a site does not
//! answer HEAD well. Good answers are remembered in `.cache/` for some days, bad ones never. Node asks, with its own HTTP
//! client (`external.mjs`): a TLS library in Rust takes longer to compile than any other dependency of this command.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use diagnostic::Diagnostic;
use inspect::BROKEN_EXTERNAL_LINK;
use inspect::settings::External;
use serde_json::json;

/// Hosts asked at the same time.
const HOSTS_AT_ONCE: usize = 8;
/// Name of the file in the cache folder: addresses with the second of their last good answer.
const MEMORY: &str = "external-links.json";
/// Some sites refuse programs that do not say who they are.
const USER_AGENT: &str = concat!("site-check/", env!("CARGO_PKG_VERSION"), " (link checker)");
/// The module that asks.
const MODULE: &str = include_str!("external.mjs");

/// Asks for every address (http or https, without what follows `#`). Returns what is wrong with each that does not answer
/// well.
///
/// # Errors
/// Nothing can be asked: Node is missing or fails.
pub fn ask(
    urls: &[&str],
    settings: &External,
    cache: &Path,
) -> Result<BTreeMap<String, String>, Diagnostic> {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs());
    let memory_file = cache.join(MEMORY);
    let mut memory: BTreeMap<String, u64> = std::fs::read(&memory_file)
        .ok()
        .and_then(|bytes| serde_json::from_slice(&bytes).ok())
        .unwrap_or_default();
    memory.retain(|_, asked| now.saturating_sub(*asked) < settings.keep_days * 24 * 60 * 60);

    let mut hosts: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for url in urls.iter().filter(|url| !memory.contains_key(**url)) {
        hosts.entry(host(url)).or_default().push(url);
    }
    let mut faults = BTreeMap::new();
    for (url, fault) in answers(&hosts, settings)? {
        match fault {
            Some(fault) => drop(faults.insert(url, fault)),
            None => drop(memory.insert(url, now)),
        }
    }
    // A cache that cannot be written costs time, not correctness.
    if std::fs::create_dir_all(cache).is_ok() {
        let _ = std::fs::write(
            &memory_file,
            serde_json::to_vec_pretty(&memory).unwrap_or_default(),
        );
    }
    Ok(faults)
}

/// What is wrong with each address, if anything.
fn answers(
    hosts: &BTreeMap<&str, Vec<&str>>,
    settings: &External,
) -> Result<BTreeMap<String, Option<String>>, Diagnostic> {
    if hosts.is_empty() {
        return Ok(BTreeMap::new());
    }
    let asked = json!({
        "hosts": hosts.values().collect::<Vec<_>>(),
        "hostsAtOnce": HOSTS_AT_ONCE,
        "pauseMilliseconds": settings.pause_milliseconds,
        "timeoutMilliseconds": settings.timeout_seconds * 1000,
        "userAgent": USER_AGENT,
    });
    let failed = |message: String| Diagnostic::new(&BROKEN_EXTERNAL_LINK, message);
    let module = format!("const asked = {asked};\n{MODULE}");
    let printed = assets::run_module(module, "asking other sites")
        .map_err(|problem| failed(problem.message).maybe_help(problem.help))?;
    serde_json::from_slice(&printed)
        .map_err(|error| failed(format!("asking other sites gave no valid result: {error}")))
}

fn host(url: &str) -> &str {
    let rest = url.split_once("//").map_or(url, |(_, rest)| rest);
    rest.split(['/', '?', '#']).next().unwrap_or(rest)
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader, Write};
    use std::net::TcpListener;
    use std::sync::{Arc, Mutex};

    use super::*;

    /// A server on this computer that answers by path, and notes what it was asked.
    fn server() -> (String, Arc<Mutex<Vec<String>>>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let asked = Arc::new(Mutex::new(Vec::new()));
        let noted = Arc::clone(&asked);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
                let request = lines.next().unwrap().unwrap();
                while lines
                    .next()
                    .is_some_and(|line| line.is_ok_and(|line| !line.is_empty()))
                {}
                let request = request.trim_end_matches(" HTTP/1.1").to_owned();
                let status = match request.as_str() {
                    "HEAD /no-head" => "405 Method Not Allowed",
                    request if request.ends_with("/missing") => "404 Not Found",
                    request if request.ends_with("/login") => "403 Forbidden",
                    _ => "200 OK",
                };
                noted.lock().unwrap().push(request);
                write!(
                    stream,
                    "HTTP/1.1 {status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
                )
                .unwrap();
            }
        });
        (base, asked)
    }

    #[test]
    fn asks_politely_and_remembers() {
        let (base, asked) = server();
        let cache = tempfile::tempdir().unwrap();
        let settings = External {
            pause_milliseconds: 1,
            timeout_seconds: 5,
            ..External::default()
        };
        let urls: Vec<String> = ["/good", "/missing", "/no-head", "/login"]
            .iter()
            .map(|path| format!("{base}{path}"))
            .collect();
        let urls: Vec<&str> = urls.iter().map(String::as_str).collect();
        let expected = BTreeMap::from([(
            format!("{base}/missing"),
            "it answers with status 404".to_owned(),
        )]);
        assert_eq!(ask(&urls, &settings, cache.path()).unwrap(), expected);
        let first = [
            "HEAD /good",
            "HEAD /missing",
            "GET /missing",
            "HEAD /no-head",
            "GET /no-head",
            "HEAD /login",
        ];
        assert_eq!(*asked.lock().unwrap(), first);
        asked.lock().unwrap().clear();
        assert_eq!(ask(&urls, &settings, cache.path()).unwrap(), expected);
        assert_eq!(
            *asked.lock().unwrap(),
            ["HEAD /missing", "GET /missing"],
            "good answers are remembered"
        );
    }

    #[test]
    fn a_host_that_does_not_answer_is_a_fault() {
        let port = TcpListener::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap()
            .port();
        let url = format!("http://127.0.0.1:{port}/");
        let cache = tempfile::tempdir().unwrap();
        let settings = External {
            timeout_seconds: 2,
            ..External::default()
        };
        let faults = ask(&[&url], &settings, cache.path()).unwrap();
        assert_eq!(
            faults[&url],
            format!("connect ECONNREFUSED 127.0.0.1:{port}")
        );
    }
}
