//! Forms: what a form is, and what becomes of a submission.
//!
//! In: the definitions `content/forms/*.toml` and an HTTP request. Out: a reply, a stored submission and a
//! notification. It knows nothing of AWS or of HTTP servers.

pub mod definition;
mod form;
pub mod value;

pub use form::{Choice, DefinitionError, Errors, Field, Form, TRAP};
