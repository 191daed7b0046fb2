//! Inflates deflated data (RFC 1950 and 1951) piece by piece, so that a decompression bomb costs little memory and time.

use std::io::{self, Read};

use miniz_oxide::inflate::stream::{InflateState, inflate};
use miniz_oxide::{DataFormat, MZFlush, MZStatus};

use super::budget::{Budget, NotInspected};

/// Cost of beginning a stream: the state of the decompressor, with its window of 32 KiB, is allocated and cleared.
const START: usize = 16 * 1024;
/// Cost of each deflated byte. A dozen bytes can define a block without content, for which the decompressor builds its tables.
const PER_INPUT_BYTE: usize = 16;
/// Maximum number of deflated bytes that are read before they are charged to the budget.
const MOST_INPUT: usize = 4 * 1024;

/// Reader of the content of a deflated stream, which it charges to a budget.
pub struct Inflate<'a> {
    data: &'a [u8],
    state: Box<InflateState>,
    has_ended: bool,
    budget: &'a Budget,
}

impl<'a> Inflate<'a> {
    /// Creates a reader of the stream at the start of `data`.
    ///
    /// # Errors
    /// Returns an error if the budget is exhausted.
    pub fn new(
        data: &'a [u8],
        format: DataFormat,
        budget: &'a Budget,
    ) -> Result<Self, NotInspected> {
        budget.spend(START)?;
        Ok(Self {
            data,
            state: InflateState::new_boxed(format),
            has_ended: false,
            budget,
        })
    }
}

impl Read for Inflate<'_> {
    /// Returns an error if the stream is damaged or truncated, or if the budget is exhausted.
    fn read(&mut self, piece: &mut [u8]) -> io::Result<usize> {
        while !self.has_ended && !piece.is_empty() {
            let input = &self.data[..self.data.len().min(MOST_INPUT)];
            let step = inflate(&mut self.state, input, piece, MZFlush::None);
            let (read, written) = (step.bytes_consumed, step.bytes_written);
            self.data = &self.data[read..];
            let cost = read * PER_INPUT_BYTE + written;
            self.budget.spend(cost).map_err(io::Error::other)?;
            match step.status {
                Ok(MZStatus::StreamEnd) => self.has_ended = true,
                Ok(_) if read + written > 0 => {}
                Ok(_) | Err(_) => return Err(io::ErrorKind::InvalidData.into()),
            }
            if written > 0 {
                return Ok(written);
            }
        }
        Ok(0)
    }
}
