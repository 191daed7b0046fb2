//! Detects whether the metadata of a picture contains the location where it was taken.

use memchr::memmem;

use crate::tiff::{Tiff, VALUE};

/// Returns whether a file of any format contains the location where a picture was taken, either in Exif data, which is a TIFF
/// file somewhere in it, or in XMP.
pub fn has_location(bytes: &[u8]) -> bool {
    let tiff_headers = [b"II*\0", b"MM\0*"];
    let has_exif = tiff_headers.into_iter().any(|header| {
        let mut starts = memmem::find_iter(bytes, header);
        starts.any(|start| latitude(&Tiff::new(&bytes[start..])).is_some())
    });
    has_exif || memmem::find(bytes, b"exif:GPSLatitude").is_some()
}

/// Returns the position of the latitude in the GPS directory, to which the first directory refers (Exif 3.0, section 4.6.7).
fn latitude(tiff: &Tiff<'_>) -> Option<usize> {
    const GPS_DIRECTORY: u16 = 0x8825;
    const LATITUDE: u16 = 2;
    let entry = tiff.entry(tiff.first_directory()?, GPS_DIRECTORY)?;
    tiff.entry(tiff.long(entry + VALUE)?, LATITUDE)
}
