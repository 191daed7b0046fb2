//! Inflates deflated data (RFC 1950 and 1951) piece by piece, so that a decompression bomb costs little memory and time.
//!
//! `zlib-rs` is used, because `miniz_oxide` builds its tables again for each block, also for blocks with fixed codes, which may have
//! ten bits: a stream that consists of them took it a second for each megabyte.

use std::io::{self, Read};

use zlib_rs::{Inflate as State, InflateFlush, Status};

use super::budget::{Budget, NotInspected};

/// Cost of beginning a stream: the state of the decompressor, with its window of 32 KiB, is allocated.
const START: usize = 16 * 1024;
/// Cost of each deflated byte. A dozen bytes can define a block without content, for which the decompressor builds its tables.
const PER_INPUT_BYTE: usize = 16;
/// Maximum number of deflated bytes that are read before they are charged to the budget.
const MOST_INPUT: usize = 4 * 1024;
/// Size of the window as a power of two, the largest there is.
const WINDOW: u8 = 15;

/// Reader of the content of a deflated stream, which it charges to a budget.
pub struct Inflate<'a> {
    data: &'a [u8],
    state: State,
    has_ended: bool,
    budget: &'a Budget,
}

impl<'a> Inflate<'a> {
    /// Creates a reader of the stream at the start of `data`. In PDF documents, it has a header and a checksum (`is_zlib`); in ZIP
    /// archives, it has none. Fails if the budget is exhausted.
    pub fn new(data: &'a [u8], is_zlib: bool, budget: &'a Budget) -> Result<Self, NotInspected> {
        budget.spend(START)?;
        Ok(Self {
            data,
            state: State::new(is_zlib, WINDOW),
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
            let before = (self.state.total_in(), self.state.total_out());
            let status = self.state.decompress(input, piece, InflateFlush::NoFlush);
            let read = usize::try_from(self.state.total_in() - before.0).unwrap_or(0);
            let written = usize::try_from(self.state.total_out() - before.1).unwrap_or(0);
            self.data = self.data.get(read..).unwrap_or_default();
            let cost = read * PER_INPUT_BYTE + written;
            self.budget.spend(cost).map_err(io::Error::other)?;
            match status {
                Ok(Status::StreamEnd) => self.has_ended = true,
                Ok(Status::Ok) if read + written > 0 => {}
                Ok(_) | Err(_) => return Err(io::ErrorKind::InvalidData.into()),
            }
            if written > 0 {
                return Ok(written);
            }
        }
        Ok(0)
    }
}
