//! Inflates deflated data (RFC 1950 and 1951) piece by piece, so that a decompression bomb costs little memory and time.

use miniz_oxide::inflate::stream::{InflateState, inflate as step};
use miniz_oxide::{DataFormat, MZFlush, MZStatus};

/// Sizes of a deflated stream that was read to its end.
pub struct Inflated {
    /// Size of the inflated content, in bytes.
    pub size: usize,
    /// Number of input bytes that the stream occupies.
    pub consumed: usize,
}

/// Inflates the stream at the start of `data`, and passes its content to `sink` piece by piece. Returns `None` if the stream is
/// damaged or truncated, or if it inflates to more than `most` bytes.
pub fn inflate(
    data: &[u8],
    format: DataFormat,
    most: usize,
    mut sink: impl FnMut(&[u8]),
) -> Option<Inflated> {
    let mut state = InflateState::new_boxed(format);
    let mut piece = [0; 8 * 1024];
    let mut inflated = Inflated {
        size: 0,
        consumed: 0,
    };
    loop {
        let input = &data[inflated.consumed..];
        let result = step(&mut state, input, &mut piece, MZFlush::None);
        inflated.consumed += result.bytes_consumed;
        inflated.size += result.bytes_written;
        if inflated.size > most {
            return None;
        }
        sink(&piece[..result.bytes_written]);
        match result.status {
            Ok(MZStatus::StreamEnd) => return Some(inflated),
            Ok(_) if result.bytes_consumed + result.bytes_written > 0 => {}
            Ok(_) | Err(_) => return None,
        }
    }
}
