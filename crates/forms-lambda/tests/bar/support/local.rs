//! The router as `site serve` runs it, with a store and a mailer on disk that can be made to fail.

use std::fs::{self, File};
use std::io::Write as _;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use bytes::Bytes;
use forms::mail::EmlFolder;
use forms::page::Pages;
use forms::{
    Creation, Folder, Form, Listed, Mail, MailError, Mailer, Object, PeerAddress, Service,
    Settings, Store, StoreError, Timeouts, Version, router,
};
use tokio::net::TcpListener;
use tokio::time::sleep;

use super::fault::{Fault, Switch};

pub type LocalService = Service<FailingStore, FailingMailer>;

/// A store in a folder, with the fault that its switch turns on.
pub struct FailingStore(pub Folder, pub Switch);

/// A mailer with the fault that its switch turns on. It keeps the mails that were sent, and can record the outcome of each mail
/// in a file.
pub struct FailingMailer {
    folder: EmlFolder,
    switch: Switch,
    sent: Arc<Mutex<Vec<String>>>,
    pub journal: Option<PathBuf>,
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the forms of this site.
fn forms() -> Vec<Form> {
    let sources = content::FormSources::read(&repository()).unwrap();
    let (forms, wrong) = Form::of_site(&sources.forms);
    assert!(wrong.is_empty(), "{wrong:?}");
    forms
}

pub fn settings() -> Settings {
    Settings {
        from: "forms@example.com".into(),
        to: vec!["staff@example.com".into()],
        site_name: "Firm".into(),
        ..Settings::default()
    }
}

/// Returns a service that stores submissions in the folder `root`, and adds its mails to `mails` and its log lines to `log`.
pub fn service(
    root: &Path,
    settings: Settings,
    switches: (Switch, Switch),
    mails: Arc<Mutex<Vec<String>>>,
    log: Arc<Mutex<String>>,
) -> LocalService {
    let folder = Folder::open(root).unwrap();
    let templates = repository().join("themes/firm/templates/forms");
    let template = |name| fs::read_to_string(templates.join(name)).unwrap();
    Service {
        forms: forms(),
        store: FailingStore(folder.clone(), switches.0),
        mailer: FailingMailer {
            folder: EmlFolder(folder),
            switch: switches.1,
            sent: mails,
            journal: None,
        },
        settings,
        pages: Pages::new(&template("form.html"), &template("reply.html")).unwrap(),
        log: Arc::new(move |line| {
            log.lock().unwrap().extend([&line.to_json(), "\n"]);
        }),
        clock: jiff::Timestamp::now,
        limit: Arc::default(),
        timeouts: Timeouts::default(),
    }
}

/// Serves `service` on a free port, and returns its address. A test sets the visitor's address with the header
/// `x-test-address`.
pub async fn serve(service: Arc<LocalService>) -> SocketAddr {
    let address = from_fn(|mut request: Request, next: Next| async move {
        let given = request
            .headers()
            .get("x-test-address")
            .and_then(|value| value.to_str().ok()?.parse().ok());
        if let Some(address) = given {
            request.extensions_mut().insert(PeerAddress(address));
        }
        next.run(request).await
    });
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let local = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router(&service).layer(address)).await });
    local
}

impl FailingStore {
    async fn strike(&self, key: &str) -> Result<bool, StoreError> {
        match self.1.hit(key).await {
            Fault::Error | Fault::Throttle => return Err(StoreError::new("injected")),
            Fault::Hang => std::future::pending().await,
            Fault::Slow(time) => sleep(time).await,
            Fault::LostAnswer => return Ok(true),
            Fault::None | Fault::Wait | Fault::NoDelete => {}
        }
        Ok(false)
    }
}

fn lose<T>(lost: bool, value: T) -> Result<T, StoreError> {
    if lost {
        Err(StoreError::new("lost"))
    } else {
        Ok(value)
    }
}

impl Store for FailingStore {
    async fn create(&self, object: Object) -> Result<Creation, StoreError> {
        let lost = self.strike(&object.key).await?;
        let created = self.0.create(object).await?;
        lose(lost, created)
    }

    async fn replace(&self, object: Object) -> Result<Version, StoreError> {
        let lost = self.strike(&object.key).await?;
        let version = self.0.replace(object).await?;
        lose(lost, version)
    }

    async fn update(
        &self,
        object: Object,
        version: &Version,
    ) -> Result<Option<Version>, StoreError> {
        let lost = self.strike(&object.key).await?;
        let written = self.0.update(object, version).await?;
        lose(lost, written)
    }

    async fn read(&self, key: &str) -> Result<Option<(Bytes, Version)>, StoreError> {
        self.strike(key).await?;
        self.0.read(key).await
    }

    async fn list(&self, prefix: &str) -> Result<Vec<Listed>, StoreError> {
        self.strike(prefix).await?;
        self.0.list(prefix).await
    }

    async fn delete(&self, key: &str) -> Result<(), StoreError> {
        self.strike(key).await?;
        if self.1.hit(key).await == Fault::NoDelete {
            return Err(StoreError::new("denied"));
        }
        self.0.delete(key).await
    }
}

impl Mailer for FailingMailer {
    async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        let fault = self.switch.hit("").await;
        match fault {
            Fault::Error | Fault::Throttle => return Err(MailError::new("injected")),
            Fault::Hang => std::future::pending().await,
            Fault::Slow(time) => sleep(time).await,
            Fault::None | Fault::Wait | Fault::LostAnswer | Fault::NoDelete => {}
        }
        self.folder.send(mail).await?;
        if let Some(journal) = &self.journal {
            let lost = if fault == Fault::LostAnswer {
                "lost"
            } else {
                "sent"
            };
            let mut file = File::options().append(true).open(journal).unwrap();
            file.write_all(format!("{} {lost}\n", mail.id).as_bytes())
                .unwrap();
        }
        self.sent
            .lock()
            .unwrap()
            .push(String::from_utf8(mail.raw.clone()).unwrap());
        if fault == Fault::LostAnswer {
            Err(MailError::new("lost"))
        } else {
            Ok(())
        }
    }
}
