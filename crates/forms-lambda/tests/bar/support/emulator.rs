//! An emulator of the Lambda Runtime API, and the function's processes, which get their events from it.

use std::collections::HashMap;
use std::env;
use std::io::{self, Read as _};
use std::process::{Child, Command};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Path, State};
use axum::http::Response;
use axum::routing::{get, post};
use jiff::Timestamp;
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::{Mutex as AsyncMutex, Notify, mpsc, oneshot};

/// A running function, which may have several processes.
pub struct Emulator {
    api: Arc<Api>,
    runtime_api: String,
    environment: Vec<(String, String)>,
    processes: Mutex<Vec<Child>>,
    /// Everything that the processes wrote to standard output and standard error.
    pub output: Arc<Mutex<String>>,
}

/// Answer or error of a process, and the time at which it arrived.
type Answer = (Result<Value, Value>, Instant);

struct Api {
    send: mpsc::UnboundedSender<(String, String)>,
    next: AsyncMutex<mpsc::UnboundedReceiver<(String, String)>>,
    waiting: Mutex<HashMap<String, oneshot::Sender<Answer>>>,
    count: AtomicUsize,
    /// Notified each time a process asks for an event.
    asked: Notify,
}

impl Emulator {
    pub async fn start(environment: Vec<(String, String)>) -> Self {
        let (send, next) = mpsc::unbounded_channel();
        let api = Arc::new(Api {
            send,
            next: AsyncMutex::new(next),
            waiting: Mutex::default(),
            count: AtomicUsize::new(0),
            asked: Notify::new(),
        });
        let router = Router::new()
            .route("/2018-06-01/runtime/invocation/next", get(give_next))
            .route(
                "/2018-06-01/runtime/invocation/{id}/{outcome}",
                post(take_outcome),
            )
            .with_state(Arc::clone(&api));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let runtime_api = listener.local_addr().unwrap().to_string();
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self {
            api,
            runtime_api,
            environment,
            processes: Mutex::default(),
            output: Arc::default(),
        }
    }

    /// Starts one more process.
    pub fn spawn(&self) {
        let (mut reader, writer) = io::pipe().unwrap();
        let mut command = self.command();
        command.stdout(writer.try_clone().unwrap()).stderr(writer);
        let child = command.spawn().unwrap();
        self.processes.lock().unwrap().push(child);
        let output = Arc::clone(&self.output);
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(length @ 1..) = reader.read(&mut buffer) {
                let text = String::from_utf8_lossy(&buffer[..length]);
                output.lock().unwrap().push_str(&text);
            }
        });
    }

    /// Returns the command that starts a process of the function.
    pub fn command(&self) -> Command {
        let built = env!("CARGO_BIN_EXE_forms-lambda").into();
        let mut command = Command::new(env::var_os("FORMS_FUNCTION").unwrap_or(built));
        command
            .env_clear()
            .envs(self.environment.iter().cloned())
            .env("AWS_LAMBDA_RUNTIME_API", &self.runtime_api)
            .env("AWS_LAMBDA_FUNCTION_NAME", "forms")
            .env("AWS_LAMBDA_FUNCTION_VERSION", "1")
            .env("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "512");
        command
    }

    /// Invokes the function with an event. Returns its answer, or the error that it reports.
    pub async fn invoke(&self, event: String) -> Result<Value, Value> {
        self.invoke_timed(event).await.0
    }

    /// Does the same as [`Self::invoke`], and also returns the time from the event to the answer.
    pub async fn invoke_timed(&self, event: String) -> (Result<Value, Value>, Duration) {
        let id = format!("request-{}", self.api.count.fetch_add(1, Ordering::Relaxed));
        let (answer, answered) = oneshot::channel();
        self.api.waiting.lock().unwrap().insert(id.clone(), answer);
        let sent = Instant::now();
        self.api.send.send((id, event)).unwrap();
        let answered = tokio::time::timeout(Duration::from_secs(30), answered).await;
        let Ok(Ok((answer, arrived))) = answered else {
            panic!("the function does not answer")
        };
        (answer, arrived - sent)
    }

    /// Waits until a process asks for an event.
    pub async fn asked_for_event(&self) {
        self.api.asked.notified().await;
    }

    /// Returns the peak memory of the first process, in KB.
    pub fn peak_memory(&self) -> u64 {
        let id = self.processes.lock().unwrap()[0].id();
        let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap();
        let line = status
            .lines()
            .find(|line| line.starts_with("VmHWM:"))
            .unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }

    /// Returns the CPU time that the threads of the first process have used (`proc_pid_schedstat(5)`).
    pub fn cpu_time(&self) -> Duration {
        let id = self.processes.lock().unwrap()[0].id();
        let threads = std::fs::read_dir(format!("/proc/{id}/task")).unwrap();
        let nanoseconds = threads.map(|thread| {
            let times = std::fs::read_to_string(thread.unwrap().path().join("schedstat"));
            let times = times.unwrap();
            times.split(' ').next().unwrap().parse::<u64>().unwrap()
        });
        Duration::from_nanos(nanoseconds.sum())
    }

    /// Kills every process, as a crash would.
    pub fn kill(&self) {
        for mut process in self.processes.lock().unwrap().drain(..) {
            drop(process.kill());
            drop(process.wait());
        }
    }
}

impl Drop for Emulator {
    fn drop(&mut self) {
        self.kill();
    }
}

async fn give_next(State(api): State<Arc<Api>>) -> Response<Body> {
    api.asked.notify_one();
    let Some((id, event)) = api.next.lock().await.recv().await else {
        return Response::default();
    };
    let deadline = (Timestamp::now() + Duration::from_secs(15)).as_millisecond();
    let function = "arn:aws:lambda:us-east-1:123456789012:function:forms";
    Response::builder()
        .header("lambda-runtime-aws-request-id", id)
        .header("lambda-runtime-deadline-ms", deadline)
        .header("lambda-runtime-invoked-function-arn", function)
        .header("lambda-runtime-trace-id", "Root=1-0-0;Parent=0;Sampled=0")
        .body(Body::from(event))
        .unwrap()
}

async fn take_outcome(
    State(api): State<Arc<Api>>,
    Path((id, outcome)): Path<(String, String)>,
    body: Body,
) -> Response<Body> {
    let bytes = to_bytes(body, usize::MAX).await.unwrap();
    let arrived = Instant::now();
    let value = serde_json::from_slice(&bytes).unwrap();
    if let Some(waiting) = api.waiting.lock().unwrap().remove(&id) {
        let answer = if outcome == "response" {
            Ok(value)
        } else {
            Err(value)
        };
        drop(waiting.send((answer, arrived)));
    }
    Response::builder().status(202).body(Body::empty()).unwrap()
}
