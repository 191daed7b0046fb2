//! Maps offsets in the HTML of a document to offsets in its Markdown.

use bytes::Bytes;
use serde::{Deserialize, Serialize};

/// Marks of a document, sorted: pairs of an offset in its HTML, and the offset of the Markdown that produced the HTML from
/// there on. They are kept as bytes, because most are only copied from one build's cache to the next.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Marks(Bytes);

impl FromIterator<(u32, u32)> for Marks {
    fn from_iter<T: IntoIterator<Item = (u32, u32)>>(marks: T) -> Self {
        let offsets = marks.into_iter().flat_map(<[u32; 2]>::from);
        let bytes: Vec<u8> = offsets.flat_map(u32::to_le_bytes).collect();
        Self(bytes.into())
    }
}

impl Marks {
    /// Returns the last mark at or before an offset in the HTML, and the marks after it. Returns `None` if all marks are after the
    /// offset.
    pub fn at(&self, offset: usize) -> Option<([usize; 2], impl Iterator<Item = [usize; 2]>)> {
        let (offsets, _) = self.0.as_chunks::<4>();
        let (marks, _) = offsets.as_chunks::<2>();
        let read = |mark: &[[u8; 4]; 2]| mark.map(|offset| u32::from_le_bytes(offset) as usize);
        let after = marks.partition_point(|mark| read(mark)[0] <= offset);
        let (before, after) = marks.split_at(after);
        Some((read(before.last()?), after.iter().map(read)))
    }
}
