//! Reads the directory of a compound file ([MS-CFB]), in which Word keeps documents before 2007 and encrypted documents since.
//!
//! The crate `cfb` is not used, because it follows the tree of the directory and builds the path of each entry, so the time for
//! folders that are nested thousands deep is quadratic.

use super::budget::{Budget, NotInspected};

/// First bytes of a compound file.
pub const SIGNATURE: [u8; 8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1];

/// Size of an entry of the directory, in bytes (section 2.6.1).
const ENTRY: usize = 128;
/// Number of sectors of the allocation table that the header lists (section 2.2). They describe 7 MB of sectors.
const LISTED: usize = 109;
/// Smallest stream that has sectors of its own, in bytes (section 2.2).
const SMALLEST: usize = 4096;

/// Maximum number of entries of a directory.
const MOST_ENTRIES: usize = 4_000;

/// An entry of the directory.
pub struct Entry<'a> {
    /// Name, in lower case.
    pub name: String,
    /// Whether the entry is a folder, which the format calls a storage.
    pub is_folder: bool,
    /// The first sector of the stream; empty if the stream has no sectors of its own.
    pub start: &'a [u8],
}

/// Returns the entries of the directory, in the order of the file, whatever folder they are in.
///
/// # Errors
/// Returns an error if the header or the chain of sectors is damaged, or if there are too many entries.
pub fn entries<'a>(bytes: &'a [u8], budget: &Budget) -> Result<Vec<Entry<'a>>, NotInspected> {
    let file = File::new(bytes).ok_or(NotInspected)?;
    let mut entries = Vec::new();
    let mut number = u32_at(bytes, 48).ok_or(NotInspected)?;
    for _ in 0..MOST_ENTRIES * ENTRY / file.sector_size {
        let sector = file.sector(number).ok_or(NotInspected)?;
        budget.spend(4 * sector.len())?;
        let used = sector.chunks_exact(ENTRY);
        entries.extend(used.filter_map(|entry| file.entry(entry)));
        number = file.next(number).ok_or(NotInspected)?;
        // Numbers from here on are not sectors (section 2.1).
        if number >= 0xFFFF_FFFA {
            return Ok(entries);
        }
    }
    Err(NotInspected)
}

/// A compound file with its allocation table.
struct File<'a> {
    bytes: &'a [u8],
    sector_size: usize,
}

impl<'a> File<'a> {
    fn new(bytes: &'a [u8]) -> Option<Self> {
        let sector_size = match bytes.get(30)? {
            9 => 512,
            12 => 4096,
            _ => return None,
        };
        Some(Self { bytes, sector_size })
    }

    /// Returns a sector. The header takes the place of the one before the first. The last one may be shorter.
    fn sector(&self, number: usize) -> Option<&'a [u8]> {
        let start = number.checked_add(1)?.checked_mul(self.sector_size)?;
        let rest = self.bytes.get(start..).filter(|rest| !rest.is_empty())?;
        Some(&rest[..rest.len().min(self.sector_size)])
    }

    /// Returns the number of the sector after this one, from the allocation table (section 2.3).
    fn next(&self, number: usize) -> Option<usize> {
        let per_sector = self.sector_size / 4;
        let listed = Some(number / per_sector).filter(|index| *index < LISTED)?;
        let table = self.sector(u32_at(self.bytes, 76 + 4 * listed)?)?;
        u32_at(table, 4 * (number % per_sector))
    }

    /// Parses an entry of the directory. Returns `None` if it is unused or the root.
    fn entry(&self, entry: &[u8]) -> Option<Entry<'a>> {
        let is_folder = match entry[66] {
            1 => true,
            2 => false,
            _ => return None,
        };
        let length = usize::from(u16::from_le_bytes([entry[64], entry[65]]));
        let name = entry[..length.clamp(2, 64) - 2].chunks_exact(2);
        let name: Vec<u16> = name
            .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
            .collect();
        let has_sectors = u32_at(entry, 120)? >= SMALLEST;
        let start = self.sector(u32_at(entry, 116)?).filter(|_| has_sectors);
        Some(Entry {
            name: String::from_utf16_lossy(&name).to_lowercase(),
            is_folder,
            start: start.unwrap_or_default(),
        })
    }
}

fn u32_at(bytes: &[u8], at: usize) -> Option<usize> {
    usize::try_from(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?)).ok()
}
