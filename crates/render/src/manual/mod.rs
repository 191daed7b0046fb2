//! The manual of everything that templates can use. `docs/` prints it, and help texts take their names from it. A function or
//! filter of this crate is registered together with its manual, so none can lack one.

pub mod filters;
pub mod functions;
pub mod tests;
pub mod values;

/// Manual of a function, filter, or test.
#[derive(Debug)]
pub struct Manual {
    /// Its name in templates.
    pub name: &'static str,
    /// Its arguments, required ones first.
    pub arguments: &'static [Argument],
    /// What it returns, in Markdown.
    pub text: &'static str,
    /// A template that uses it. A test renders it and writes the result into the manual.
    pub example: &'static str,
}

/// An argument of a function, filter, or test.
#[derive(Debug)]
pub struct Argument {
    /// Its name.
    pub name: &'static str,
    /// Whether a call without it is an error.
    pub is_required: bool,
    /// Whether a function or filter of this crate accepts nothing but text for it.
    pub is_text: bool,
    /// What it means, in Markdown.
    pub text: &'static str,
}

/// A value of templates with fields: `page`, `site`, or an entry of a list.
#[derive(Debug)]
pub struct Object {
    /// The value's name.
    pub name: &'static str,
    /// What it is, in Markdown.
    pub text: &'static str,
    /// URL of the page of the example site on which the examples are rendered.
    pub page: &'static str,
    /// Expression that gives the value.
    pub expression: &'static str,
    /// Its fields. Documents also have the keys of their front matter.
    pub fields: &'static [Field],
}

/// A field of a value.
#[derive(Debug)]
pub struct Field {
    /// The field's name.
    pub name: &'static str,
    /// What it contains, in Markdown.
    pub text: &'static str,
    /// A template that uses it.
    pub example: &'static str,
}

impl Manual {
    /// Returns the names of the arguments, required ones first.
    pub fn argument_names(&self) -> impl Iterator<Item = &'static str> {
        self.arguments.iter().map(|argument| argument.name)
    }
}

const fn required(name: &'static str, text: &'static str) -> Argument {
    Argument {
        name,
        is_required: true,
        is_text: false,
        text,
    }
}

const fn optional(name: &'static str, text: &'static str) -> Argument {
    Argument {
        is_required: false,
        ..required(name, text)
    }
}

const fn required_text(name: &'static str, text: &'static str) -> Argument {
    Argument {
        is_text: true,
        ..required(name, text)
    }
}

const fn optional_text(name: &'static str, text: &'static str) -> Argument {
    Argument {
        is_text: true,
        ..optional(name, text)
    }
}

const fn field(name: &'static str, text: &'static str, example: &'static str) -> Field {
    Field {
        name,
        text,
        example,
    }
}

/// Declares each manual as a static, and the list `ALL` of them. There are no arguments unless given.
macro_rules! manuals {
    ($($id:ident {
        name: $name:literal,
        $(arguments: [$($argument:expr),* $(,)?],)?
        text: $text:literal,
        example: $example:literal,
    })*) => {
        $(
            #[doc = concat!("`", $name, "`")]
            pub static $id: $crate::manual::Manual = $crate::manual::Manual {
                name: $name,
                arguments: &[$($($argument),*)?],
                text: $text,
                example: $example,
            };
        )*

        /// Every manual declared here, in alphabetical order.
        pub static ALL: &[&$crate::manual::Manual] = &[$(&$id),*];
    };
}
use manuals;
