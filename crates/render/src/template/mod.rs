//! The theme's templates: parsing them, the dependencies between them, and errors in them.

pub mod conditions;
mod date_formats;
pub mod errors;
mod expressions;
mod foreign_code;
mod foreign_markup;
mod foreign_names;
pub mod graph;
mod growing_text;
mod hugo_actions;
pub mod limited_output;
mod loop_settings;
mod lost_parent;
mod misplaced;
mod missing_key;
mod open_comment;
pub mod parse;
pub mod problem;
mod report;
mod syntax;
pub mod tags;
mod template_help;
mod unknown_tag;
mod value_place;
pub mod value_uses;
mod written_tags;
