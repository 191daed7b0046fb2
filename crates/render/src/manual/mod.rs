//! Manual of the functions, filters, tests, and values of templates. The reference in `docs/` is generated from it, and help
//! messages list the names in it. Each function and filter of this crate is registered together with its manual, so none can lack
//! one.

pub mod filters;
pub mod functions;
pub mod tags;
pub mod tests;
pub mod values;

/// Manual of a function, filter, or test.
#[derive(Debug)]
pub struct Manual {
    /// Name in templates.
    pub name: &'static str,
    /// Arguments, required ones first.
    pub arguments: &'static [Argument],
    /// Description of the result, in Markdown.
    pub text: &'static str,
    /// Template that shows how to use it. A test renders the template and writes the result into the reference.
    pub example: &'static str,
}

/// An argument of a function, filter, or test.
#[derive(Debug)]
pub struct Argument {
    /// Name of the argument.
    pub name: &'static str,
    /// Whether a call without it is an error.
    pub is_required: bool,
    /// Whether the argument must be a string. Used only for functions and filters of this crate; Tera's own check their arguments
    /// themselves.
    pub is_text: bool,
    /// Meaning of the argument, in Markdown.
    pub text: &'static str,
}

/// Manual of a template value with fields, such as `page`, `site`, or an entry of a list.
#[derive(Debug)]
pub struct Object {
    /// Name of the value.
    pub name: &'static str,
    /// Description of the value, in Markdown.
    pub text: &'static str,
    /// URL of the page of the example site on which the examples are rendered.
    pub page: &'static str,
    /// Expression that evaluates to the value on that page.
    pub expression: &'static str,
    /// Fields of the value. Documents also have the keys of their front matter.
    pub fields: &'static [Field],
}

/// Manual of a field of a template value.
#[derive(Debug)]
pub struct Field {
    /// Name of the field.
    pub name: &'static str,
    /// Description of the field's value, in Markdown.
    pub text: &'static str,
    /// Template that prints or uses the field.
    pub example: &'static str,
}

impl Manual {
    /// Returns the arguments as a list in Markdown; empty if there are none.
    pub fn argument_list(&self) -> String {
        let arguments = self.arguments.iter();
        let lines = arguments.map(|argument| {
            let optional = if argument.is_required {
                ""
            } else {
                " (optional)"
            };
            format!("- `{}`{optional}: {}\n", argument.name, argument.text)
        });
        lines.collect()
    }

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

/// Declares a static for each manual, and the list `ALL`. `arguments` may be omitted.
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
