//! The plain theme: a page is little more than its text.

pub mod hugo;
pub mod ours;
