//! The site's forms, templates, and settings, which `build.rs` embeds.

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
