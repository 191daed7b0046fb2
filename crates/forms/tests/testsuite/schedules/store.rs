//! A store in memory with S3's conditional writes, and a wrapper for any store that is slow, fails, and loses responses at
//! random.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use forms::{Creation, Listed, Object, Store, StoreError, Version};
use jiff::Timestamp;
use tokio::time::sleep;

use super::schedule::{Faults, Random};

/// A store in memory: the contents of objects by key.
#[derive(Clone, Default)]
pub struct Memory {
    objects: Arc<Mutex<BTreeMap<String, Bytes>>>,
    /// Number of reads.
    pub reads: Arc<AtomicUsize>,
    /// Folder that cannot be listed.
    pub unlisted: Arc<Mutex<Option<&'static str>>>,
}

impl Memory {
    pub fn clear(&self) {
        self.objects.lock().unwrap().clear();
    }
}

fn put(objects: &mut BTreeMap<String, Bytes>, object: Object) -> Version {
    let version = version_of(&object.bytes);
    objects.insert(object.key, object.bytes);
    version
}

/// Returns the version of an object with this content. As in S3, equal contents have the same version.
fn version_of(bytes: &Bytes) -> Version {
    let mut hash = DefaultHasher::new();
    bytes.hash(&mut hash);
    Version(hash.finish().to_string())
}

impl Store for Memory {
    const READS_ARE_SLOW: bool = true;

    async fn create(&self, object: Object) -> Result<Creation, StoreError> {
        let mut objects = self.objects.lock().unwrap();
        if objects.contains_key(&object.key) {
            return Ok(Creation::Exists);
        }
        put(&mut objects, object);
        Ok(Creation::Created)
    }

    async fn replace(&self, object: Object) -> Result<Version, StoreError> {
        Ok(put(&mut self.objects.lock().unwrap(), object))
    }

    async fn update(
        &self,
        object: Object,
        version: &Version,
    ) -> Result<Option<Version>, StoreError> {
        let mut objects = self.objects.lock().unwrap();
        let current = objects.get(&object.key).map(version_of);
        Ok((current.as_ref() == Some(version)).then(|| put(&mut objects, object)))
    }

    async fn read(&self, key: &str) -> Result<Option<(Bytes, Version)>, StoreError> {
        self.reads.fetch_add(1, Ordering::Relaxed);
        let found = self.objects.lock().unwrap().get(key).cloned();
        Ok(found.map(|bytes| (bytes.clone(), version_of(&bytes))))
    }

    async fn list(&self, prefix: &str) -> Result<Vec<Listed>, StoreError> {
        if *self.unlisted.lock().unwrap() == Some(prefix) {
            return Err(StoreError::new("refused"));
        }
        let objects = self.objects.lock().unwrap();
        let wanted = objects.iter().filter(|(key, _)| key.starts_with(prefix));
        Ok(wanted
            .map(|(key, bytes)| Listed {
                key: key.clone(),
                modified: Timestamp::UNIX_EPOCH,
                version: Some(version_of(bytes)),
            })
            .collect())
    }

    async fn delete(&self, key: &str) -> Result<(), StoreError> {
        self.objects.lock().unwrap().remove(key);
        Ok(())
    }
}

/// A store reached over a bad network.
#[derive(Clone)]
pub struct Distant<S> {
    pub store: S,
    pub random: Random,
    pub faults: Faults,
    /// Number of objects that are being created right now.
    pub creating: Arc<AtomicUsize>,
}

/// Guard that counts an operation until it is dropped.
struct Counted(Arc<AtomicUsize>);

impl Counted {
    fn new(count: &Arc<AtomicUsize>) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(Arc::clone(count))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Effect of the network on one request.
enum Luck {
    Answered,
    /// The request takes effect, but its sender gets an error.
    Lost,
    /// The request takes effect, its response is lost, and the client automatically retries it.
    Repeated,
}

impl<S: Store + Clone> Distant<S> {
    /// Waits for the time that a message needs to cross the network.
    async fn travel(&self) {
        let longest = [5, 50, 750][self.random.weighted([88, 10, 2])];
        let shortest = if self.faults.has(Faults::SLOW) {
            200
        } else {
            0
        };
        let time = shortest + self.random.below(if shortest > 0 { 550 } else { longest });
        sleep(Duration::from_millis(time)).await;
    }

    /// Waits until a request arrives, and chooses the effect of the network on it. Returns an error if the request is lost.
    async fn depart(&self) -> Result<Luck, StoreError> {
        self.travel().await;
        if !self.faults.has(Faults::STORE) {
            return Ok(Luck::Answered);
        }
        match self.random.below(30) {
            0 => Err(StoreError::new("refused")),
            1 => Ok(Luck::Lost),
            2 => Ok(Luck::Repeated),
            _ => Ok(Luck::Answered),
        }
    }

    /// Runs `work` and waits for its response. If the sender is killed in the meantime, the request may still take effect.
    async fn send<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, StoreError>> + Send + 'static,
    ) -> Result<T, StoreError> {
        let delay = Duration::from_millis(self.random.below(10));
        let work = async move {
            sleep(delay).await;
            work.await
        };
        let result = if self.random.one_in(2) {
            work.await
        } else {
            tokio::spawn(work).await.unwrap()
        };
        self.travel().await;
        result
    }
}

fn lost<T>() -> Result<T, StoreError> {
    Err(StoreError::new("lost"))
}

impl<S: Store + Clone> Store for Distant<S> {
    const READS_ARE_SLOW: bool = S::READS_ARE_SLOW;

    async fn create(&self, object: Object) -> Result<Creation, StoreError> {
        let counted = Counted::new(&self.creating);
        let luck = self.depart().await?;
        let store = self.store.clone();
        let created = self.send(async move {
            let created = store.create(object).await;
            drop(counted);
            created
        });
        match (created.await?, luck) {
            (created, Luck::Answered) => Ok(created),
            (_, Luck::Lost) => lost(),
            (_, Luck::Repeated) => Ok(Creation::Exists),
        }
    }

    async fn replace(&self, object: Object) -> Result<Version, StoreError> {
        let luck = self.depart().await?;
        let store = self.store.clone();
        if self.faults.has(Faults::LATE) && self.random.one_in(4) {
            // The client gave up on a first attempt, which was still on its way. S3 refuses a request that was signed 15 minutes ago.
            let (store, object) = (store.clone(), object.clone());
            let delay = Duration::from_millis(self.random.below(14 * 60 * 1_000));
            tokio::spawn(async move {
                sleep(delay).await;
                store.replace(object).await
            });
        }
        let version = self
            .send(async move { store.replace(object).await })
            .await?;
        match luck {
            Luck::Answered | Luck::Repeated => Ok(version),
            Luck::Lost => lost(),
        }
    }

    async fn update(
        &self,
        object: Object,
        version: &Version,
    ) -> Result<Option<Version>, StoreError> {
        let luck = self.depart().await?;
        let (store, version) = (self.store.clone(), version.clone());
        let written = self
            .send(async move { store.update(object, &version).await })
            .await?;
        match luck {
            Luck::Answered => Ok(written),
            Luck::Lost => lost(),
            Luck::Repeated => Ok(None),
        }
    }

    async fn read(&self, key: &str) -> Result<Option<(Bytes, Version)>, StoreError> {
        match self.depart().await? {
            Luck::Lost => lost(),
            Luck::Answered | Luck::Repeated => self.store.read(key).await,
        }
    }

    async fn list(&self, prefix: &str) -> Result<Vec<Listed>, StoreError> {
        let listed = self.store.list(prefix).await;
        // A listing may be outdated by the time its reader gets it.
        match self.depart().await? {
            Luck::Lost => lost(),
            Luck::Answered | Luck::Repeated => listed,
        }
    }

    async fn delete(&self, key: &str) -> Result<(), StoreError> {
        let luck = self.depart().await?;
        if self.faults.has(Faults::NO_DELETIONS) {
            return Err(StoreError::new("refused"));
        }
        let (store, key) = (self.store.clone(), key.to_owned());
        self.send(async move { store.delete(&key).await }).await?;
        match luck {
            Luck::Answered | Luck::Repeated => Ok(()),
            Luck::Lost => lost(),
        }
    }
}
