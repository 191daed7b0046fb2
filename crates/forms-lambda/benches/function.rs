//! Measures the function's speed and memory, with stand-ins for S3 and SES that answer at once. Run it with
//! `cargo xtask forms-bench`.
//!
//! The figures are only valid for the machine that measures them. They do not include the time that Lambda needs to place the
//! sandbox and to fetch the code, or the overhead of a network and TLS.
#![allow(clippy::unwrap_used, clippy::panic, dead_code)]

#[path = "../tests/bar/support/mod.rs"]
mod support;

use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

use support::documents::pdf;
use support::emulator::Emulator;
use support::request::{Request, career, contact};
use support::stand_in;
use support::target::event;

const STARTS: usize = 50;
const CONTACTS: usize = 1_000;
const RESUMES: usize = 100;
const FULL_SIZE: usize = 2_097_152;
/// Numbers of events after which memory is measured. Each event has a different address, so the rate limit's table of addresses
/// is already full at the first measurement.
const EVENTS: [usize; 2] = [10_000, 50_000];
/// Maximum growth of memory between the two measurements, in KB.
const MOST_GROWTH: u64 = 1_024;
/// Number of times that an event is sent before the function counts as broken. On a busy computer, the function may give up
/// waiting for the stand-ins and reply 503, after which a visitor would try again.
const TRIES: usize = 5;

fn main() {
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    // The function is a process with a single thread. The stand-ins and the Runtime API share the threads of this runtime.
    tokio::runtime::Runtime::new().unwrap().block_on(measure());
}

async fn measure() {
    let services = stand_in::start().await;
    let environment = [
        ("FORMS_BUCKET", "bucket"),
        ("FORMS_FROM", "forms@example.com"),
        ("FORMS_TO", "staff@example.com"),
        ("FORMS_MAILS_PER_DAY", "10000"),
        ("FORMS_ALLOWED_ORIGINS", "https://www.example.com"),
        ("AWS_REGION", "us-east-1"),
        ("AWS_ACCESS_KEY_ID", "test"),
        ("AWS_SECRET_ACCESS_KEY", "test"),
        ("AWS_ENDPOINT_URL", &format!("http://{services}")),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()));

    let mut starts = Vec::new();
    for _ in 0..STARTS {
        let emulator = Emulator::start(environment.to_vec()).await;
        let start = Instant::now();
        emulator.spawn();
        emulator.asked_for_event().await;
        starts.push(start.elapsed());
    }
    report("spawn to first /next", starts, 20);

    let emulator = Emulator::start(environment.to_vec()).await;
    emulator.spawn();
    let before = emulator.cpu_time();
    report(
        "warm /contact",
        invoke(&emulator, &contact(), CONTACTS).await,
        3,
    );
    let own = emulator.cpu_time().saturating_sub(before) / u32::try_from(CONTACTS).unwrap();
    println!("warm /contact: mean {own:.2?} of the function's own CPU time");
    println!(
        "memory after {CONTACTS} contacts: {} MB (limit 40)",
        emulator.peak_memory() / 1024
    );
    report(
        "2 MiB /career",
        invoke(&emulator, &career("cv.pdf", &pdf(FULL_SIZE)), RESUMES).await,
        20,
    );
    println!(
        "memory after {RESUMES} resumes: {} MB (limit 64)",
        emulator.peak_memory() / 1024
    );
    drop(emulator);
    measure_growth(environment.to_vec()).await;
}

/// Prints the function's memory after each number of events, and whether it stayed flat.
async fn measure_growth(environment: Vec<(String, String)>) {
    let emulator = Emulator::start(environment).await;
    emulator.spawn();
    let mut event = event(&contact());
    let mut memory = Vec::new();
    for number in 1..=EVENTS[1] {
        let address = Ipv4Addr::from(0x0a00_0000 + u32::try_from(number).unwrap());
        event["requestContext"]["http"]["sourceIp"] = address.to_string().into();
        accepted(&emulator, &event.to_string()).await;
        if EVENTS.contains(&number) {
            let kilobytes = emulator.peak_memory();
            println!("memory after {number} events: {kilobytes} KB");
            memory.push(kilobytes);
        }
    }
    let growth = memory[1] - memory[0];
    let verdict = if growth <= MOST_GROWTH {
        "flat"
    } else {
        "NOT FLAT"
    };
    println!("memory is {verdict}: {growth} KB more (limit {MOST_GROWTH} KB)");
}

async fn invoke(emulator: &Emulator, request: &Request, times: usize) -> Vec<Duration> {
    let event = event(request).to_string();
    let mut durations = Vec::new();
    for _ in 0..times {
        durations.push(accepted(emulator, &event).await);
    }
    durations
}

/// Sends an event until it is accepted, and returns the duration of the last attempt. Prints each 503 and what the function
/// logged.
async fn accepted(emulator: &Emulator, event: &str) -> Duration {
    for number in 1..=TRIES {
        let logged = emulator.output.lock().unwrap().len();
        let (answer, duration) = emulator.invoke_timed(event.to_owned()).await;
        let answer = answer.unwrap();
        if answer["statusCode"] == 200 {
            return duration;
        }
        let output = emulator.output.lock().unwrap();
        let log = output[logged..].trim();
        assert!(
            answer["statusCode"] == 503 && number < TRIES,
            "{answer}\n{log}"
        );
        println!("answered 503 after {duration:?}, sent again: {log}");
    }
    unreachable!("the last try is accepted or fails")
}

/// Prints the median, the 99th percentile, and the target for the median (`target`), all in milliseconds.
fn report(what: &str, mut durations: Vec<Duration>, target: u32) {
    durations.sort();
    let ms = |duration: Duration| duration.as_secs_f64() * 1000.0;
    let median = ms(durations[durations.len() / 2]);
    let p99 = ms(durations[durations.len() * 99 / 100]);
    println!("{what}: p50 {median:.2} ms, p99 {p99:.2} ms (target for p50: {target} ms)");
}
