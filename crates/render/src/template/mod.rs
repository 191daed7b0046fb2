//! The theme's templates: which of them uses which, and what is wrong with them.

pub mod errors;
pub mod graph;
mod missing_key;
pub mod parse;
pub mod problem;
mod report;
pub mod shapes;
mod syntax;
mod tags;
mod value_place;
