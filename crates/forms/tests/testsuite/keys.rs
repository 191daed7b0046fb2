//! The keys of stored objects.

use forms::Store;

/// Returns the keys that begin with `prefix`.
pub async fn keys<S: Store>(store: &S, prefix: &str) -> Vec<String> {
    let listed = store.list(prefix).await.unwrap();
    listed.into_iter().map(|listed| listed.key).collect()
}
