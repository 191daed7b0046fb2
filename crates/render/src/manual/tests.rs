//! Manual of the template tests, which follow `is` or `is not`. All of them are part of Tera.

use super::{manuals, required};

manuals! {
    ARRAY {
        name: "array",
        text: "Whether the value is a list.",
        example: "{{ [3, 5] is array }}",
    }
    BOOL {
        name: "bool",
        text: "Whether the value is true or false.",
        example: "{{ page.noindex is bool }}",
    }
    CONTAINING {
        name: "containing",
        arguments: [
            required("pat", "The text, entry, or key."),
        ],
        text: "Whether a text contains another, a list an entry, or a table a key.",
        example: r#"{{ page.title is containing(pat="oven") }}"#,
    }
    DEFINED {
        name: "defined",
        text: "Whether the value exists. Write `?.` before a field that may be missing.",
        example: "{{ page?.subtitle is defined }}",
    }
    DIVISIBLE_BY {
        name: "divisible_by",
        arguments: [
            required("divisor", "A whole number."),
        ],
        text: "Whether a whole number can be divided by another.",
        example: "{{ 9 is divisible_by(divisor=3) }}",
    }
    ENDING_WITH {
        name: "ending_with",
        arguments: [
            required("pat", "The end."),
        ],
        text: "Whether a text ends with another.",
        example: r#"{{ "rye.jpg" is ending_with(pat=".jpg") }}"#,
    }
    EVEN {
        name: "even",
        text: "Whether a whole number is even.",
        example: "{{ 4 is even }}",
    }
    FLOAT {
        name: "float",
        text: "Whether the value is a number with decimals.",
        example: "{{ 2.5 is float }}",
    }
    INTEGER {
        name: "integer",
        text: "Whether the value is a whole number.",
        example: "{{ 2 is integer }}",
    }
    ITERABLE {
        name: "iterable",
        text: "Whether a loop can go over the value: a list, a table, or a text.",
        example: "{{ [3, 5] is iterable }}",
    }
    MAP {
        name: "map",
        text: "Whether the value is a table.",
        example: "{{ page.meta is map }}",
    }
    NONE {
        name: "none",
        text: "Whether the value is `none`, which `first` returns for an empty list.",
        example: "{{ ([] | first) is none }}",
    }
    NUMBER {
        name: "number",
        text: "Whether the value is a number.",
        example: "{{ 2.5 is number }}",
    }
    ODD {
        name: "odd",
        text: "Whether a whole number is odd.",
        example: "{% for loaf in [1, 2, 3] %}{{ loaf is odd }} {% endfor %}",
    }
    STARTING_WITH {
        name: "starting_with",
        arguments: [
            required("pat", "The start."),
        ],
        text: "Whether a text starts with another.",
        example: r#"{{ page.url is starting_with(pat="/journal/") }}"#,
    }
    STRING {
        name: "string",
        text: "Whether the value is a text.",
        example: "{{ page.title is string }}",
    }
    UNDEFINED {
        name: "undefined",
        text: "Whether the value does not exist. Write `?.` before a field that may be missing.",
        example: "{{ page?.subtitle is undefined }}",
    }
}
