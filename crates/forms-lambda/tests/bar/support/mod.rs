//! Support code for the tests of the requirements and for the benchmark.
#![allow(dead_code, reason = "the suite and the benchmark each use a part")]

pub mod documents;
pub mod emulator;
pub mod fault;
pub mod http;
pub mod local;
pub mod moto;
pub mod proxy;
pub mod request;
pub mod stand_in;
pub mod target;
