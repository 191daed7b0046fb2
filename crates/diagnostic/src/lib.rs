//! What is wrong with a site: one type for a finding, from the stage that reports it to the printer.
//!
//! A stage makes a [`Diagnostic`] from a registered [`Code`] and a message, puts it at a [`Place`] of a [`Source`], and
//! returns it beside its value. [`print`](printer::render) turns it into text for people or programs.
//!
//! This crate never reads a file and knows no stage.

pub mod code;
pub mod codes;
mod diagnostic;
mod fingerprint;
mod printer;
mod source;
mod suggest;

pub use code::Code;
pub use diagnostic::{Diagnostic, Severity, has_errors, sort};
pub use fingerprint::{ByFingerprint, Fingerprint, Fingerprinter};
pub use printer::{Style, render};
pub use source::{LineColumn, Place, Source};
pub use suggest::{all_of, did_you_mean, nearest, one_of};
