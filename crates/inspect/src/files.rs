//! Files of the output, other than pages.

use std::collections::BTreeMap;

use bytes::Bytes;

/// Files of the output by path.
pub type Files = BTreeMap<String, Bytes>;
