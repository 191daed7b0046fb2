//! A store whose requests can fail or be answered late.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use forms::{Creation, Folder, Listed, Object, Store, StoreError, Version};
use tokio::time::sleep;

/// A fault of all requests that begin with `request`, which is an operation and a key, or the beginning of a key.
#[derive(Clone)]
pub struct Fault {
    pub request: String,
    /// Number of matching requests that succeed before the fault begins.
    pub after: usize,
    /// Number of matching requests that then have the fault.
    pub times: usize,
    pub kind: Kind,
}

#[derive(Clone, Copy)]
pub enum Kind {
    Refused,
    /// The request takes effect at once, but its response is delayed by this time.
    AnswerLate(Duration),
}

impl Fault {
    pub fn refused(request: impl Into<String>) -> Self {
        Self {
            request: request.into(),
            after: 0,
            times: usize::MAX,
            kind: Kind::Refused,
        }
    }

    /// Creates a fault by which one request is answered late.
    pub fn late(request: &str, milliseconds: u64) -> Self {
        Self {
            times: 1,
            kind: Kind::AnswerLate(Duration::from_millis(milliseconds)),
            ..Self::refused(request)
        }
    }
}

/// A folder with injected faults.
#[derive(Clone)]
pub struct Unreliable {
    pub folder: Folder,
    pub faults: Arc<Mutex<Vec<Fault>>>,
}

impl Unreliable {
    /// Returns an error if a fault refuses the request, otherwise the delay of its response.
    fn begin(&self, operation: &str, key: &str) -> Result<Duration, StoreError> {
        let request = format!("{operation} {key}");
        let fault = self.faults.lock().unwrap().iter_mut().find_map(|fault| {
            if !request.starts_with(&fault.request) || fault.times == 0 {
                return None;
            }
            if fault.after > 0 {
                fault.after -= 1;
                return None;
            }
            fault.times -= 1;
            Some(fault.kind)
        });
        match fault {
            None => Ok(Duration::ZERO),
            Some(Kind::Refused) => Err(StoreError::new("refused")),
            Some(Kind::AnswerLate(time)) => Ok(time),
        }
    }
}

impl Store for Unreliable {
    async fn create(&self, object: Object) -> Result<Creation, StoreError> {
        let late = self.begin("create", &object.key)?;
        let created = self.folder.create(object).await;
        sleep(late).await;
        created
    }

    async fn replace(&self, object: Object) -> Result<Version, StoreError> {
        let late = self.begin("replace", &object.key)?;
        let version = self.folder.replace(object).await;
        sleep(late).await;
        version
    }

    async fn update(
        &self,
        object: Object,
        version: &Version,
    ) -> Result<Option<Version>, StoreError> {
        let late = self.begin("update", &object.key)?;
        let version = self.folder.update(object, version).await;
        sleep(late).await;
        version
    }

    async fn read(&self, key: &str) -> Result<Option<(Bytes, Version)>, StoreError> {
        self.begin("read", key)?;
        self.folder.read(key).await
    }

    async fn list(&self, prefix: &str) -> Result<Vec<Listed>, StoreError> {
        self.begin("list", prefix)?;
        self.folder.list(prefix).await
    }

    async fn delete(&self, key: &str) -> Result<(), StoreError> {
        self.begin("delete", key)?;
        self.folder.delete(key).await
    }
}
