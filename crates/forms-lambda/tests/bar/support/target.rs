//! The two targets that have to meet the requirements: the local server, and the Lambda function.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use aws::SubmissionBucket;
use aws_config::BehaviorVersion;
use aws_sdk_s3::config::Credentials;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use forms::{Folder, MAILED, Settings, Store as _, sweep};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::emulator::Emulator;
use super::fault::Switch;
use super::http::{Reply, exchange, exchange_slowly};
use super::local::{self, LocalService};
use super::request::Request;
use super::{moto, proxy};

pub const SITE: &str = "https://www.example.com";

/// A running form function with its own store and mailbox.
pub struct Target {
    kind: Kind,
    /// Faults of the store.
    pub store: Switch,
    /// Faults of the mailer.
    pub mailer: Switch,
}

enum Kind {
    Local {
        address: SocketAddr,
        service: Arc<LocalService>,
        root: PathBuf,
        mails: Arc<Mutex<Vec<String>>>,
        log: Arc<Mutex<String>>,
    },
    Lambda {
        emulator: Emulator,
        bucket: SubmissionBucket,
        name: String,
        to: String,
    },
}

static COUNT: AtomicUsize = AtomicUsize::new(0);

/// Creates both targets.
pub async fn both() -> [Target; 2] {
    both_with(&[]).await
}

/// Creates both targets with the additional settings `more`.
pub async fn both_with(more: &[(&str, &str)]) -> [Target; 2] {
    [Target::local(more).await, Target::lambda(more, 1).await]
}

impl Target {
    pub async fn local(more: &[(&str, &str)]) -> Self {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let root = std::env::temp_dir().join(format!("forms-{}-{number}", process::id()));
        let (store, mailer) = (Switch::new(), Switch::new());
        let (mails, log) = (Arc::default(), Arc::default());
        let variables = variables("staff@example.com", more).into_iter();
        let variables: HashMap<String, String> = variables.collect();
        let india = jiff::tz::Offset::from_seconds(19_800).unwrap();
        let settings = Settings::from_variables("CA & CS Advisory Services", india, |name| {
            variables.get(name).cloned()
        });
        let switches = (store.clone(), mailer.clone());
        let service = local::service(
            &root,
            settings.unwrap(),
            switches,
            Arc::clone(&mails),
            Arc::clone(&log),
        );
        let service = Arc::new(service);
        let address = local::serve(Arc::clone(&service)).await;
        Self {
            kind: Kind::Local {
                address,
                service,
                root,
                mails,
                log,
            },
            store,
            mailer,
        }
    }

    pub async fn lambda(more: &[(&str, &str)], processes: usize) -> Self {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("bucket-{number}");
        let to = format!("staff-{number}@example.com");
        moto::prepare(&name, "forms@example.com").await;
        let (store, mailer) = (Switch::new(), Switch::new());
        let s3 = proxy::start(moto::address(), store.clone()).await;
        let ses = proxy::start(moto::address(), mailer.clone()).await;
        let mut environment = variables(&to, more);
        environment.extend(owned(&[
            ("AWS_REGION", "us-east-1"),
            ("AWS_ACCESS_KEY_ID", "test"),
            ("AWS_SECRET_ACCESS_KEY", "test"),
            ("AWS_ENDPOINT_URL_S3", &format!("http://{s3}")),
            ("AWS_ENDPOINT_URL_SES", &format!("http://{ses}")),
            ("FORMS_BUCKET", &name),
        ]));
        let emulator = Emulator::start(environment).await;
        for _ in 0..processes {
            emulator.spawn();
        }
        let bucket = direct(&name).await;
        Self {
            kind: Kind::Lambda {
                emulator,
                bucket,
                name,
                to,
            },
            store,
            mailer,
        }
    }

    pub fn name(&self) -> &'static str {
        match self.kind {
            Kind::Local { .. } => "local",
            Kind::Lambda { .. } => "lambda",
        }
    }

    /// Sends a request and waits for the reply.
    pub async fn send(&self, request: Request) -> Reply {
        match &self.kind {
            Kind::Local { address, .. } => exchange(*address, &bytes(&request)).await,
            Kind::Lambda { emulator, .. } => {
                reply(&emulator.invoke(event(&request).to_string()).await.unwrap())
            }
        }
    }

    /// Sends a request that must be accepted.
    pub async fn accept(&self, request: Request) -> Reply {
        let reply = self.send(request).await;
        assert_eq!(reply.status, 200, "{}: {reply:?}", self.name());
        reply
    }

    /// Sends a request in pieces to the local target. The Lambda target has no connection, so it gets the request as one event.
    pub async fn send_slowly(&self, request: Request, piece: usize) -> Reply {
        match &self.kind {
            Kind::Local { address, .. } => exchange_slowly(*address, &bytes(&request), piece).await,
            Kind::Lambda { .. } => self.send(request).await,
        }
    }

    /// Runs the scheduled sweep, and returns its report.
    pub async fn sweep(&self) -> Value {
        match &self.kind {
            Kind::Local { service, .. } => {
                let report = sweep::sweep(service, Instant::now() + Duration::from_secs(14)).await;
                serde_json::to_value(report.unwrap()).unwrap()
            }
            Kind::Lambda { emulator, .. } => {
                let event = json!({ "source": "aws.events", "detail-type": "Scheduled Event", "detail": {} });
                emulator.invoke(event.to_string()).await.unwrap()
            }
        }
    }

    /// Returns the keys of all objects with the given prefix, except mails and the objects that count them.
    pub async fn keys(&self, prefix: &str) -> Vec<String> {
        let listed = match &self.kind {
            Kind::Local { root, .. } => Folder::open(root).unwrap().list(prefix).await,
            Kind::Lambda { bucket, .. } => bucket.list(prefix).await,
        };
        let keys = listed.unwrap().into_iter().map(|listed| listed.key);
        keys.filter(|key| !key.starts_with("mail/") && !key.starts_with(MAILED))
            .collect()
    }

    pub async fn object(&self, key: &str) -> Vec<u8> {
        let read = match &self.kind {
            Kind::Local { root, .. } => Folder::open(root).unwrap().read(key).await,
            Kind::Lambda { bucket, .. } => bucket.read(key).await,
        };
        let (bytes, _) = read.unwrap().unwrap_or_else(|| panic!("no object {key}"));
        bytes.to_vec()
    }

    /// Returns the result of an object's malware scan.
    pub async fn scan_result(&self, key: &str) -> Option<String> {
        match &self.kind {
            Kind::Local { root, .. } => Folder::open(root).unwrap().scan_result(key).await.unwrap(),
            Kind::Lambda { bucket, .. } => bucket.scan_result(key).await.unwrap(),
        }
    }

    /// Returns the record of the submission that `reply` accepted.
    pub async fn record_of(&self, reply: &Reply) -> Value {
        let name = format!("/{}.json", reply.id());
        let mut keys = self.keys("submissions/").await;
        keys.retain(|key| key.ends_with(&name));
        serde_json::from_slice(&self.object(&keys[0]).await).unwrap()
    }

    /// Returns the record of the only submission.
    pub async fn record(&self) -> Value {
        let keys = self.keys("submissions/").await;
        assert_eq!(keys.len(), 1, "{}: {keys:?}", self.name());
        serde_json::from_slice(&self.object(&keys[0]).await).unwrap()
    }

    /// Writes an object to the function's store.
    pub async fn put(&self, object: forms::Object) {
        match &self.kind {
            Kind::Local { root, .. } => Folder::open(root).unwrap().replace(object).await,
            Kind::Lambda { bucket, .. } => bucket.replace(object).await,
        }
        .unwrap();
    }

    /// Returns all mails that were sent, as raw messages.
    pub async fn mails(&self) -> Vec<String> {
        match &self.kind {
            Kind::Local { mails, .. } => mails.lock().unwrap().clone(),
            Kind::Lambda { to, .. } => moto::mails(to).await,
        }
    }

    /// Returns the list to which the local target adds its mails.
    pub fn mailbox(&self) -> Arc<Mutex<Vec<String>>> {
        match &self.kind {
            Kind::Local { mails, .. } => Arc::clone(mails),
            Kind::Lambda { .. } => Arc::default(),
        }
    }

    /// Returns everything that was logged.
    pub fn log(&self) -> String {
        match &self.kind {
            Kind::Local { log, .. } => log.lock().unwrap().clone(),
            Kind::Lambda { emulator, .. } => emulator.output.lock().unwrap().clone(),
        }
    }

    /// Returns the folder of the local target, or `None` for the Lambda target.
    pub fn root(&self) -> Option<&PathBuf> {
        match &self.kind {
            Kind::Local { root, .. } => Some(root),
            Kind::Lambda { .. } => None,
        }
    }

    /// Returns the function and the name of its bucket for the Lambda target, or `None` for the local target.
    pub fn function(&self) -> Option<(&Emulator, &str)> {
        match &self.kind {
            Kind::Local { .. } => None,
            Kind::Lambda { emulator, name, .. } => Some((emulator, name)),
        }
    }

    /// Checks that nothing was stored and no mail was sent.
    pub async fn assert_untouched(&self) {
        assert_eq!(self.keys("").await, Vec::<String>::new(), "{}", self.name());
        assert_eq!(self.mails().await, Vec::<String>::new(), "{}", self.name());
    }
}

impl Drop for Target {
    fn drop(&mut self) {
        if let Some(root) = self.root() {
            drop(std::fs::remove_dir_all(root));
        }
    }
}

fn variables(to: &str, more: &[(&str, &str)]) -> Vec<(String, String)> {
    let own = [
        ("FORMS_FROM", "forms@example.com"),
        ("FORMS_TO", to),
        ("FORMS_ALLOWED_ORIGINS", SITE),
        ("FORMS_RELEASE", "tested"),
    ];
    owned(&[&own, more].concat())
}

pub fn owned(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    let pairs = pairs.iter().copied();
    pairs
        .map(|(name, value)| (name.into(), value.into()))
        .collect()
}

/// Returns a client for the bucket in moto that bypasses the proxy.
async fn direct(name: &str) -> SubmissionBucket {
    let config = aws_config::defaults(BehaviorVersion::latest())
        .region("us-east-1")
        .credentials_provider(Credentials::new("test", "test", None, None, "test"))
        .endpoint_url(format!("http://{}", moto::address()))
        .load()
        .await;
    SubmissionBucket::new(&config, name)
}

/// Returns the request as it is sent over a connection.
pub fn bytes(request: &Request) -> Vec<u8> {
    let Request {
        method,
        path,
        headers,
        body,
        address,
    } = request;
    let mut bytes =
        format!("{method} {path} HTTP/1.1\r\nconnection: close\r\nx-test-address: {address}\r\n")
            .into_bytes();
    for (name, value) in headers {
        bytes.extend(format!("{name}: {value}\r\n").bytes());
    }
    let size = ["content-length", "transfer-encoding"];
    if !headers.iter().any(|(name, _)| size.contains(&&**name)) {
        bytes.extend(format!("content-length: {}\r\n", body.len()).bytes());
    }
    bytes.extend(b"\r\n");
    bytes.extend(body);
    bytes
}

/// Returns the request as API Gateway passes it on (payload format 2.0).
pub fn event(request: &Request) -> Value {
    let mut headers = json!({ "content-length": request.body.len().to_string() });
    for (name, value) in &request.headers {
        headers[name] = json!(value);
    }
    json!({
        "version": "2.0", "routeKey": "$default", "rawPath": request.path, "rawQueryString": "", "headers": headers,
        "requestContext": {
            "accountId": "123456789012", "apiId": "api", "stage": "$default",
            "http": { "method": request.method, "path": request.path, "protocol": "HTTP/1.1", "sourceIp": request.address },
        },
        "body": STANDARD.encode(&request.body), "isBase64Encoded": true,
    })
}

/// Parses the function's answer to API Gateway as a reply.
pub fn reply(value: &Value) -> Reply {
    let headers = value["headers"].as_object().unwrap();
    Reply {
        status: u16::try_from(value["statusCode"].as_u64().unwrap()).unwrap(),
        headers: headers
            .iter()
            .map(|(name, value)| (name.clone(), value.as_str().unwrap().to_owned()))
            .collect(),
        body: value["body"].as_str().unwrap_or_default().to_owned(),
    }
}
