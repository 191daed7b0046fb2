//! Codes of the findings that this crate reports outside the rules.

pub mod build;
pub mod inspect;
pub mod serve;
pub mod site;
