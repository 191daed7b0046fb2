//! A folder whose requests can fail or be answered late.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use forms::{Creation, Folder, Listed, Object, Store, StoreError, Version};
use tokio::time::sleep;

/// A fault of all requests that begin with `request`: an operation, and a key or its beginning.
#[derive(Clone)]
pub struct Fault {
    pub request: String,
    /// Number of these requests that work before the fault begins.
    pub after: usize,
    /// Number of these requests that have the fault.
    pub times: usize,
    pub kind: Kind,
}

#[derive(Clone, Copy)]
pub enum Kind {
    Refused,
    /// The request takes effect at once, but its answer is delayed by this time.
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

    /// Returns a fault of one request, which is answered late.
    pub fn late(request: &str, milliseconds: u64) -> Self {
        Self {
            times: 1,
            kind: Kind::AnswerLate(Duration::from_millis(milliseconds)),
            ..Self::refused(request)
        }
    }
}

/// A folder whose requests have faults.
#[derive(Clone)]
pub struct Unreliable {
    pub folder: Folder,
    pub faults: Arc<Mutex<Vec<Fault>>>,
}

impl Unreliable {
    /// Fails if the request has a fault that refuses it; otherwise returns the delay of its answer.
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
