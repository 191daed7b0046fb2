//! Media types that a host may not know.

/// File name extensions that may be missing from a host's table of media types.
pub const UNCOMMON: [&str; 2] = [".ics", ".webmanifest"];
