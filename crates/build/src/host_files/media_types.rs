//! Media types that a host may not know.

/// File name extensions that a host's own table of media types may lack.
pub const UNCOMMON: [&str; 2] = [".ics", ".webmanifest"];
