//! Results that are kept from one build to the next, each with the fingerprint of everything that it was made from.

use std::sync::{Arc, OnceLock};

use diagnostic::{ByFingerprint, Diagnostic, Fingerprint};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// The results of a stage that works on many inputs. Starting empty is always safe.
#[derive(Debug)]
pub struct Table<V> {
    /// Key of each result.
    keys: Vec<Fingerprint>,
    results: Vec<Arc<V>>,
}

impl<V> Default for Table<V> {
    fn default() -> Self {
        Self {
            keys: Vec::new(),
            results: Vec::new(),
        }
    }
}

impl<V: Send + Sync> Table<V> {
    /// Returns the result of each input, and keeps only these results. `make` is called only for the inputs whose key was not among
    /// those of the last call.
    pub fn all<I: Sync>(
        &mut self,
        inputs: &[I],
        key: impl Fn(&I) -> Fingerprint + Sync,
        make: impl Fn(&I) -> V + Sync,
    ) -> Vec<Arc<V>> {
        self.all_with(inputs, key, || (), |(), input| make(input))
    }

    /// Does the same as [`Table::all`] with a function `make` that takes a value which `init` returns, and which it may change. Each
    /// unit of parallel work has its own.
    pub fn all_with<I: Sync, S>(
        &mut self,
        inputs: &[I],
        key: impl Fn(&I) -> Fingerprint + Sync,
        init: impl Fn() -> S + Send + Sync,
        make: impl Fn(&mut S, &I) -> V + Sync,
    ) -> Vec<Arc<V>> {
        // Most inputs are at the position of the last call, so the index is rarely needed.
        let index: OnceLock<ByFingerprint<usize>> = OnceLock::new();
        let known = |at: usize, key: Fingerprint| {
            if self.keys.get(at) == Some(&key) {
                return self.results.get(at);
            }
            let index = index.get_or_init(|| self.keys.iter().copied().zip(0..).collect());
            self.results.get(*index.get(&key)?)
        };
        let inputs = inputs.par_iter().with_min_len(16).enumerate();
        let results = inputs.map_init(init, |state, (at, input)| {
            let key = key(input);
            let known = known(at, key).map(Arc::clone);
            (key, known.unwrap_or_else(|| Arc::new(make(state, input))))
        });
        let (keys, results): (Vec<_>, Vec<_>) = results.unzip();
        self.keys = keys;
        self.results.clone_from(&results);
        results
    }

    /// Returns the results of the last call of [`Table::all`], each with its key.
    pub fn iter(&self) -> impl Iterator<Item = (Fingerprint, &V)> {
        let results = self.keys.iter().zip(&self.results);
        results.map(|(key, result)| (*key, &**result))
    }
}

/// The last result of a stage, if there was nothing to report. Starting empty is always safe.
#[derive(Debug, Serialize, Deserialize)]
pub struct Kept<V>(Option<(Fingerprint, V)>);

impl<V> Default for Kept<V> {
    fn default() -> Self {
        Self(None)
    }
}

impl<V: Clone> Kept<V> {
    /// Returns the last result with its key, if there was nothing to report.
    pub fn last(&self) -> Option<&(Fingerprint, V)> {
        self.0.as_ref()
    }

    /// Returns what `make` returns. Does not call it if the key is that of the last result: with the same key, the result is the same.
    /// An error is not kept, because it is about the files of one build. Fails with the error of `make`.
    pub fn get<E>(
        &mut self,
        key: Fingerprint,
        make: impl FnOnce() -> Result<V, E>,
    ) -> Result<V, E> {
        if let Some((_, kept)) = self.0.as_ref().filter(|(known, _)| *known == key) {
            return Ok(kept.clone());
        }
        let made = make();
        self.0 = made.as_ref().ok().map(|made| (key, made.clone()));
        made
    }

    /// Does the same as [`Kept::get`] for a stage that also returns a result if it has findings. Such a result is not kept.
    pub fn get_with_findings(
        &mut self,
        key: Fingerprint,
        make: impl FnOnce() -> (V, Vec<Diagnostic>),
    ) -> (V, Vec<Diagnostic>) {
        let made = self.get(key, || match make() {
            (made, findings) if findings.is_empty() => Ok(made),
            with_findings => Err(with_findings),
        });
        made.map_or_else(|with_findings| with_findings, |made| (made, Vec::new()))
    }
}
