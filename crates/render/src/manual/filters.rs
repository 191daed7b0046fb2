//! Manual of the template filters, both of this crate and of Tera.

use super::{manuals, optional, required, required_text};

manuals! {
    ABS {
        name: "abs",
        text: "Returns a number without its sign.",
        example: "{{ 3 - 5 }} and {{ (3 - 5) | abs }}",
    }
    CAPITALIZE {
        name: "capitalize",
        text: "Returns text with its first letter in upper case, and all others in lower case.",
        example: r#"{{ "RYE bread" | capitalize }}"#,
    }
    DATE {
        name: "date",
        arguments: [
            required_text("format", "The format, as in strftime: `%-d` day, `%B` month, `%b` short month, `%m` its number, `%Y` year, `%A` weekday. Or `full`, `long`, `medium`, or `short`, for the usual format of the page's language."),
        ],
        text: "Formats a date. Names of months and weekdays are in the language of the page.",
        example: r#"{{ "2026-04-30" | date(format="%A, %-d %B %Y") }}"#,
    }
    DEFAULT {
        name: "default",
        arguments: [
            required("value", "The value to use instead."),
            optional("boolean", "`true` also replaces empty and false values."),
        ],
        text: "Replaces a value that does not exist. Write `?.` before a field that may be missing.",
        example: r#"{{ page?.subtitle | default(value="no subtitle") }}"#,
    }
    ESCAPE {
        name: "escape",
        text: "Escapes text for the kind of file that the template produces. HTML templates do this automatically.",
        example: r#"{{ "salt & pepper" | escape }}"#,
    }
    ESCAPE_HTML {
        name: "escape_html",
        text: "Escapes text for HTML. Use it before filters that add HTML.",
        example: r#"{{ "salt & pepper" | escape_html | replace(from="&amp;", to="<b>and</b>") | safe }}"#,
    }
    ESCAPE_XML {
        name: "escape_xml",
        text: "Escapes text for XML.",
        example: r#"{{ "salt & pepper" | escape_xml | safe }}"#,
    }
    FIRST {
        name: "first",
        text: "Returns the first entry of a list, or nothing if the list is empty.",
        example: "{{ [3, 5, 8] | first }}",
    }
    FLOAT {
        name: "float",
        text: "Converts a string to a number with decimals.",
        example: r#"{{ ("2.5" | float) * 2 }}"#,
    }
    GET {
        name: "get",
        arguments: [
            required("key", "The key."),
            optional("default", "The value to return if the table has no such key. Without it, that is an error."),
        ],
        text: "Returns the value of a key of a table. Use it for a key whose name is a value itself.",
        example: r#"{% set prices = {"rye": 4, "spelt": 5} %}{{ prices | get(key="spelt") }}"#,
    }
    GROUP_BY {
        name: "group_by",
        arguments: [
            required("attribute", "The field by which to group. A dotted path is a field of a field."),
        ],
        text: "Groups the entries of a list, as a table from each value of a field, in the order in which they first occur, to the list of its entries.",
        example: r#"{% set groups = collection(name="journal") | group_by(attribute="topic") %}{{ groups | get(key="Baking") | length }}"#,
    }
    INDENT {
        name: "indent",
        arguments: [
            optional("width", "Number of characters; 4 by default."),
            optional("indentation", "The character; a space by default."),
            optional("first", "`true` also indents the first line."),
            optional("blank", "`true` also indents empty lines."),
        ],
        text: "Indents every line of text except the first.",
        example: r#"{{ "Flour\nWater" | indent(width=2) }}"#,
    }
    INT {
        name: "int",
        arguments: [
            optional("base", "The base of the number system, from 2 to 36; 10 by default."),
        ],
        text: "Converts a string to a whole number.",
        example: r#"{{ ("41" | int) + 1 }}"#,
    }
    JOIN {
        name: "join",
        arguments: [
            optional("sep", "The text between two entries."),
        ],
        text: "Joins the entries of a list into a string.",
        example: r#"{{ ["flour", "water", "salt"] | join(sep=", ") }}"#,
    }
    JSON {
        name: "json",
        text: "Returns a value as JSON that is safe in a script element.",
        example: r#"<script type="application/json">{{ {"loaf": page.title} | json }}</script>"#,
    }
    KEYS {
        name: "keys",
        text: "Returns the keys of a table as a list.",
        example: r#"{{ {"rye": 4, "spelt": 5} | keys | sort | join(sep=", ") }}"#,
    }
    LAST {
        name: "last",
        text: "Returns the last entry of a list, or nothing if the list is empty.",
        example: "{{ [3, 5, 8] | last }}",
    }
    LENGTH {
        name: "length",
        text: "Returns the number of characters in a string, entries in a list, or keys in a table.",
        example: r#"{{ collection(name="loaves") | length }}"#,
    }
    LOWER {
        name: "lower",
        text: "Returns text in lower case.",
        example: r#"{{ "Rye" | lower }}"#,
    }
    MARKDOWN {
        name: "markdown",
        arguments: [
            optional("typography", "Whether quotes, dashes, and ellipses become typographic ones; `true` by default."),
            optional("math", "Whether text between dollar signs is a formula; `false` by default."),
        ],
        text: "Converts Markdown to HTML.",
        example: r#"{{ "Dark and **sour**." | markdown }}"#,
    }
    MARKDOWN_INLINE {
        name: "markdown_inline",
        arguments: [
            optional("typography", "Whether quotes, dashes, and ellipses become typographic ones; `true` by default."),
            optional("math", "Whether text between dollar signs is a formula; `false` by default."),
        ],
        text: "Converts Markdown to HTML, without the `<p>` around a single paragraph.",
        example: r#"<h2>{{ "Dark and *sour*" | markdown_inline }}</h2>"#,
    }
    NEWLINES_TO_BR {
        name: "newlines_to_br",
        text: "Replaces each line break in text with `<br>`.",
        example: r#"{{ "1 Mill Lane\nUlm" | newlines_to_br | safe }}"#,
    }
    NTH {
        name: "nth",
        arguments: [
            required("n", "The entry's number; the first is 0."),
        ],
        text: "Returns the entry of a list at an index, starting at 0.",
        example: "{{ [3, 5, 8] | nth(n=1) }}",
    }
    NUMBER {
        name: "number",
        text: "Writes a number with the separators of the language of the page: 1,234,567 in English, 12,34,567 in Hindi and with `en-IN`.",
        example: "{{ 1234567.5 | number }}",
    }
    PAIRS {
        name: "pairs",
        text: "Returns the keys and values of a table as a list of lists with two entries.",
        example: r#"{% for pair in {"rye": 4} | pairs %}{{ pair[0] }} costs {{ pair[1] }}{% endfor %}"#,
    }
    PLURALIZE {
        name: "pluralize",
        arguments: [
            optional("singular", "The ending for one; empty by default."),
            optional("plural", "The ending for any other number; `s` by default."),
        ],
        text: "Returns the ending of a word for a whole number.",
        example: r#"3 lo{{ 3 | pluralize(singular="af", plural="aves") }}"#,
    }
    REPLACE {
        name: "replace",
        arguments: [
            required("from", "The text to look for."),
            required("to", "The text to write instead."),
        ],
        text: "Replaces every occurrence of a string.",
        example: r#"{{ "rye/spelt" | replace(from="/", to=" or ") }}"#,
    }
    REVERSE {
        name: "reverse",
        text: "Returns a list or a string in reverse order.",
        example: r#"{{ [3, 5, 8] | reverse | join(sep=", ") }}"#,
    }
    ROUND {
        name: "round",
        arguments: [
            optional("method", "`ceil` rounds up, and `floor` rounds down."),
            optional("precision", "Number of decimals; 0 by default."),
        ],
        text: "Rounds a number.",
        example: "{{ 2.567 | round(precision=1) }}",
    }
    SAFE {
        name: "safe",
        text: "Marks text as HTML, so that it is not escaped. Use it only for text that no visitor has written.",
        example: r#"{{ "<b>Rye</b>" | safe }} {{ "<b>Rye</b>" }}"#,
    }
    SLUGIFY {
        name: "slugify",
        text: "Converts text to a part of a URL: lower case, with hyphens between words.",
        example: r#"{{ "HR & Payroll: what's due?" | slugify }}"#,
    }
    SORT {
        name: "sort",
        arguments: [
            optional("attribute", "The field by which to sort. A dotted path is a field of a field."),
        ],
        text: "Sorts a list, the smallest entry first. Texts are in the alphabetical order of the page's language, and numbers in them count by value.",
        example: r#"{% for loaf in collection(name="loaves") | sort(attribute="title") %}{{ loaf.title }} {% endfor %}"#,
    }
    SPLIT {
        name: "split",
        arguments: [
            required("pat", "The text between two entries."),
        ],
        text: "Splits a string into a list.",
        example: r#"{{ "flour,water,salt" | split(pat=",") | last }}"#,
    }
    STR {
        name: "str",
        text: "Converts a value to text.",
        example: r#"{{ (2026 | str) is ending_with(pat="6") }}"#,
    }
    STRIPTAGS {
        name: "striptags",
        text: "Returns the text that a visitor reads in HTML, on one line.",
        example: r#"{{ "<p>Dark &amp; <b>sour</b></p><p>Keeps.</p>" | striptags }}"#,
    }
    TITLE {
        name: "title",
        text: "Returns text with the first letter of each word in upper case.",
        example: r#"{{ "the new oven" | title }}"#,
    }
    TRIM {
        name: "trim",
        arguments: [
            optional("pat", "The text to remove; spaces and line breaks by default."),
        ],
        text: "Removes spaces, or other text, from both ends of a string.",
        example: r#"{{ "/journal/" | trim(pat="/") }}"#,
    }
    TRIM_END {
        name: "trim_end",
        arguments: [
            optional("pat", "The text to remove; spaces and line breaks by default."),
        ],
        text: "Removes spaces, or other text, from the end of a string.",
        example: r#"{{ "/journal/" | trim_end(pat="/") }}"#,
    }
    TRIM_START {
        name: "trim_start",
        arguments: [
            optional("pat", "The text to remove; spaces and line breaks by default."),
        ],
        text: "Removes spaces, or other text, from the start of a string.",
        example: r#"{{ "/journal/" | trim_start(pat="/") }}"#,
    }
    TRUNCATE {
        name: "truncate",
        arguments: [
            required("length", "The number of characters to keep."),
            optional("end", "The text after them; `…` by default."),
        ],
        text: "Truncates text after a number of characters.",
        example: r#"{{ "A dark loaf that keeps for a week." | truncate(length=11) }}"#,
    }
    UNIQUE {
        name: "unique",
        text: "Returns a list without repeated entries.",
        example: r#"{{ [3, 5, 3] | unique | join(sep=", ") }}"#,
    }
    UPPER {
        name: "upper",
        text: "Returns text in upper case.",
        example: r#"{{ "Rye" | upper }}"#,
    }
    VALUES {
        name: "values",
        text: "Returns the values of a table as a list.",
        example: r#"{{ {"rye": 4, "spelt": 5} | values | sort | join(sep=", ") }}"#,
    }
    WORDCOUNT {
        name: "wordcount",
        text: "Returns the number of words in text, also in a script without spaces between words.",
        example: r#"{{ "A dark loaf" | wordcount }}"#,
    }
}
