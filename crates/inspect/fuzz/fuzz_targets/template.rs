#![no_main]

#[path = "../targets.rs"]
#[allow(dead_code, reason = "each program uses one of the targets")]
mod targets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::template(data));
