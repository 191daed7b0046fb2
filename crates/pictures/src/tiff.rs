//! Reads the directories of TIFF files (TIFF 6.0, section 2). Exif data is a TIFF file.

/// Offset of the value in an entry of a directory, after tag, type and count.
pub(crate) const VALUE: usize = 8;

/// A TIFF file. Any part of it may be missing or malformed.
pub(crate) struct Tiff<'a> {
    bytes: &'a [u8],
    is_big_endian: bool,
}

impl<'a> Tiff<'a> {
    /// Creates a reader for a file that starts with its header.
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            is_big_endian: bytes.starts_with(b"MM"),
        }
    }

    /// Returns the number in the two bytes at a position.
    pub(crate) fn short(&self, at: usize) -> Option<u16> {
        let bytes = *self.bytes.get(at..)?.first_chunk()?;
        Some(if self.is_big_endian {
            u16::from_be_bytes(bytes)
        } else {
            u16::from_le_bytes(bytes)
        })
    }

    /// Returns the number in the four bytes at a position.
    pub(crate) fn long(&self, at: usize) -> Option<usize> {
        let bytes = *self.bytes.get(at..)?.first_chunk()?;
        let number = if self.is_big_endian {
            u32::from_be_bytes(bytes)
        } else {
            u32::from_le_bytes(bytes)
        };
        usize::try_from(number).ok()
    }

    /// Returns the position of the first directory.
    pub(crate) fn first_directory(&self) -> Option<usize> {
        self.long(4)
    }

    /// Returns the position of the entry with a tag in the directory at a position.
    pub(crate) fn entry(&self, directory: usize, tag: u16) -> Option<usize> {
        let count = usize::from(self.short(directory)?);
        let mut entries = (0..count).map(|index| directory + 2 + index * 12);
        entries.find(|at| self.short(*at) == Some(tag))
    }
}
