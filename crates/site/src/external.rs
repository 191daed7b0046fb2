//! Asks other sites whether the pages this one links to are there.
//!
//! Politely: one request at a time to a host, with a pause between two; HEAD first, and GET only where a site does not
//! answer HEAD well. Good answers are remembered in `.cache/` for some days, bad ones never.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ureq::Agent;

use inspect::settings::External;

/// Hosts asked at the same time.
const HOSTS_AT_ONCE: usize = 8;
/// Name of the file in the cache folder: addresses with the second of their last good answer.
const MEMORY: &str = "external-links.json";
/// Some sites refuse programs that do not say who they are.
const USER_AGENT: &str = concat!("site-check/", env!("CARGO_PKG_VERSION"), " (link checker)");

/// Asks for every address (http or https, without what follows `#`); comes back with what is wrong with each that does
/// not answer well.
pub fn ask(urls: &[&str], settings: &External, cache: &Path) -> BTreeMap<String, String> {
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
    let queue = Mutex::new(hosts.into_values());
    let answers: Mutex<Vec<(&str, Option<String>)>> = Mutex::new(Vec::new());
    let agent = agent(settings);
    std::thread::scope(|scope| {
        for _ in 0..HOSTS_AT_ONCE {
            scope.spawn(|| {
                loop {
                    let next = queue.lock().ok().and_then(|mut queue| queue.next());
                    let Some(urls) = next else { break };
                    for (index, url) in urls.into_iter().enumerate() {
                        if index > 0 {
                            std::thread::sleep(Duration::from_millis(settings.pause_milliseconds));
                        }
                        let answer = fault(&agent, url);
                        if let Ok(mut answers) = answers.lock() {
                            answers.push((url, answer));
                        }
                    }
                }
            });
        }
    });

    let mut faults = BTreeMap::new();
    for (url, answer) in answers.into_inner().unwrap_or_default() {
        match answer {
            Some(fault) => drop(faults.insert(url.to_owned(), fault)),
            None => drop(memory.insert(url.to_owned(), now)),
        }
    }
    // A cache that cannot be written costs time, not correctness.
    if std::fs::create_dir_all(cache).is_ok() {
        let _ = std::fs::write(
            &memory_file,
            serde_json::to_vec_pretty(&memory).unwrap_or_default(),
        );
    }
    faults
}

fn agent(settings: &External) -> Agent {
    Agent::config_builder()
        .timeout_global(Some(Duration::from_secs(settings.timeout_seconds)))
        .http_status_as_error(false)
        .user_agent(USER_AGENT)
        .build()
        .new_agent()
}

/// What is wrong with an address, if anything.
fn fault(agent: &Agent, url: &str) -> Option<String> {
    let status = |answer: Result<ureq::http::Response<ureq::Body>, ureq::Error>| match answer {
        Ok(reply) => Ok(reply.status().as_u16()),
        Err(error) => Err(error.to_string()),
    };
    if status(agent.head(url).call()).is_ok_and(is_good) {
        return None;
    }
    match status(agent.get(url).call()) {
        Ok(code) if is_good(code) => None,
        Ok(code) => Some(format!("it answers with status {code}")),
        Err(error) => Some(error),
    }
}

/// A page that wants a login (401), refuses programs (403) or is asked too often (429) is there all the same.
fn is_good(status: u16) -> bool {
    (200..400).contains(&status) || matches!(status, 401 | 403 | 429)
}

fn host(url: &str) -> &str {
    let rest = url.split_once("//").map_or(url, |(_, rest)| rest);
    rest.split(['/', '?', '#']).next().unwrap_or(rest)
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader, Write};
    use std::net::TcpListener;
    use std::sync::Arc;

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
        assert_eq!(ask(&urls, &settings, cache.path()), expected);
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
        assert_eq!(ask(&urls, &settings, cache.path()), expected);
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
        assert!(ask(&[&url], &settings, cache.path()).contains_key(&url));
    }
}
