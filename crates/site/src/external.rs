//! Checks links to other sites.
//!
//! Each host gets one request at a time, with a pause after it: HEAD first, and GET only if HEAD fails. Links that work are
//! cached in `.cache/` for some days; broken links are not. The requests are sent by Node (`external.mjs`), because a TLS
//! library in Rust would take longer to compile than any other dependency of this program.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use diagnostic::Diagnostic;
use inspect::BROKEN_EXTERNAL_LINK;
use inspect::settings::External;
use serde_json::json;

/// Number of hosts that are checked in parallel.
const HOSTS_AT_ONCE: usize = 8;
/// File in the cache folder that maps each working URL to the Unix time of its last check.
const CACHE_FILE: &str = "external-links.json";
/// `User-Agent` header of the requests, because some sites refuse clients that do not identify themselves.
const USER_AGENT: &str = concat!("site-check/", env!("CARGO_PKG_VERSION"), " (link checker)");
/// JavaScript module that sends the requests.
const MODULE: &str = include_str!("external.mjs");

/// Requests every URL (http or https, without fragment). Returns a description of the fault of each broken link, by URL. Fails
/// if Node is missing or fails.
pub fn check_links(
    urls: &[&str],
    settings: &External,
    cache: &Path,
) -> Result<BTreeMap<String, String>, Diagnostic> {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs());
    let file = cache.join(CACHE_FILE);
    let mut working: BTreeMap<String, u64> = std::fs::read(&file)
        .ok()
        .and_then(|bytes| serde_json::from_slice(&bytes).ok())
        .unwrap_or_default();
    // A time in the future means that the computer's clock was wrong, so that link is checked again.
    let kept = settings.keep_days * 24 * 60 * 60;
    working.retain(|_, checked| now.checked_sub(*checked).is_some_and(|age| age < kept));

    let mut hosts: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for url in urls.iter().filter(|url| !working.contains_key(**url)) {
        hosts.entry(host(url)).or_default().push(url);
    }
    let mut faults = BTreeMap::new();
    for (url, fault) in request(&hosts, settings)? {
        match fault {
            Some(fault) => drop(faults.insert(url, fault)),
            None => drop(working.insert(url, now)),
        }
    }
    // If the cache cannot be written, the next check takes longer, but nothing else is affected.
    if std::fs::create_dir_all(cache).is_ok() {
        let _ = std::fs::write(
            &file,
            serde_json::to_vec_pretty(&working).unwrap_or_default(),
        );
    }
    Ok(faults)
}

/// Requests the URLs of each host. Returns every URL with its fault, or with `None` if the link works.
fn request(
    hosts: &BTreeMap<&str, Vec<&str>>,
    settings: &External,
) -> Result<BTreeMap<String, Option<String>>, Diagnostic> {
    if hosts.is_empty() {
        return Ok(BTreeMap::new());
    }
    let input = json!({
        "hosts": hosts.values().collect::<Vec<_>>(),
        "hostsAtOnce": HOSTS_AT_ONCE,
        "pauseMilliseconds": settings.pause_milliseconds,
        "timeoutMilliseconds": settings.timeout_seconds * 1000,
        "userAgent": USER_AGENT,
    });
    let module = format!("const input = {input};\n{MODULE}");
    let purpose = "checking links to other sites";
    let printed = assets::run_module(module, purpose, &BROKEN_EXTERNAL_LINK)?;
    serde_json::from_slice(&printed).map_err(|error| {
        let message = format!("{purpose} returned an invalid result: {error}");
        Diagnostic::new(&BROKEN_EXTERNAL_LINK, message)
    })
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

    /// Starts a server whose response depends on the path. Returns its URL and the requests that it has received so far.
    fn server() -> (String, Arc<Mutex<Vec<String>>>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let recorder = Arc::clone(&requests);
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
                recorder.lock().unwrap().push(request);
                write!(
                    stream,
                    "HTTP/1.1 {status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
                )
                .unwrap();
            }
        });
        (base, requests)
    }

    #[test]
    fn sends_few_requests_and_caches_working_links() {
        let (base, requests) = server();
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
            "the server answers with status 404".to_owned(),
        )]);
        assert_eq!(
            check_links(&urls, &settings, cache.path()).unwrap(),
            expected
        );
        let first = [
            "HEAD /good",
            "HEAD /missing",
            "GET /missing",
            "HEAD /no-head",
            "GET /no-head",
            "HEAD /login",
        ];
        assert_eq!(*requests.lock().unwrap(), first);
        requests.lock().unwrap().clear();
        assert_eq!(
            check_links(&urls, &settings, cache.path()).unwrap(),
            expected
        );
        assert_eq!(
            *requests.lock().unwrap(),
            ["HEAD /missing", "GET /missing"],
            "working links are cached"
        );
        requests.lock().unwrap().clear();
        let file = cache.path().join(CACHE_FILE);
        let future = BTreeMap::from([(&urls[0], u64::MAX), (&urls[3], 0)]);
        std::fs::write(&file, serde_json::to_vec(&future).unwrap()).unwrap();
        assert_eq!(
            check_links(&urls, &settings, cache.path()).unwrap(),
            expected
        );
        assert_eq!(
            *requests.lock().unwrap(),
            first,
            "cached times that are old or in the future are ignored"
        );
    }

    #[test]
    fn a_host_that_does_not_answer_is_broken() {
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
        let faults = check_links(&[&url], &settings, cache.path()).unwrap();
        assert_eq!(
            faults[&url],
            format!("connect ECONNREFUSED 127.0.0.1:{port}")
        );
    }
}
