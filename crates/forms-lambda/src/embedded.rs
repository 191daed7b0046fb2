//! The site's forms, templates and settings, embedded by `build.rs`.

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
