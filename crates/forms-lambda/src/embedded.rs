//! The site's own part of the function, put in by `build.rs`.

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
