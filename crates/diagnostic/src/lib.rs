//! Findings: what is wrong with a site, where, and what to do about it.
//!
//! - In: a registered [`Code`], a message, and a [`Place`] in a [`Source`], from any stage.
//! - Out: a [`Diagnostic`], which the stage returns beside its result, with the [`Fix`]es that would remove it, and its text for
//!   people or tools ([`render`]).
//! - Never: uses files, the environment, or the clock (`clippy.toml`), or knows a stage: this crate depends on no other crate
//!   of the workspace.

pub mod code;
pub mod codes;
mod diagnostic;
mod fingerprint;
mod fix;
mod help;
pub mod line_endings;
mod lines;
mod printer;
mod renamed;
mod severity;
mod source;
mod suggest;
mod text;

pub use code::Code;
pub use diagnostic::{Diagnostic, has_errors, sort};
pub use fingerprint::{
    ByFingerprint, ByText, Fingerprint, FingerprintWriter, Fingerprinter, TextHasher,
};
pub use fix::{Change, Fix, Replacement};
pub use help::Help;
pub use lines::{first_line, line_start, lines, lines_in};
pub use printer::{Style, render};
pub use renamed::{RENAMED, Renamed};
pub use severity::Severity;
pub use source::{LineColumn, Place, Source, folder_of};
pub use suggest::{all_of, did_you_mean, did_you_mean_or_list, nearest, one_of};
pub use text::{ReadAgain, Text};
