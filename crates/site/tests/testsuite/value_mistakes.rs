//! Values that their schema does not allow, facts that are none, and schemas that are none.

use expect_test::expect;

use crate::bakery::Bakery;

/// The loaf of line 2 to 5, with a line added as line 6.
fn rye_with(line: &str) -> Bakery {
    Bakery::new().replace(
        "content/loaves/rye.md",
        "weight = 1",
        &format!("weight = 1\n{line}"),
    )
}

#[test]
fn bad_date() {
    rye_with("since = \"last spring\"")
        .stderr(expect![[r#"
        error[bad-date]: `last spring` is not a date
         --> content/loaves/rye.md:6:9
          |
        6 | since = "last spring"
          |         ^^^^^^^^^^^^^ not a date
          |
          = help: dates are written year-month-day, without quotes: 2026-04-30

        1 error; nothing was written
    "#]])
        .failure();
}

#[test]
fn bad_date_in_another_order() {
    rye_with("since = \"24.12.2025\"")
        .stderr(expect![[r#"
            error[bad-date]: `24.12.2025` is not a date
             --> content/loaves/rye.md:6:9
              |
            6 | since = "24.12.2025"
              |         ^^^^^^^^^^^^ not a date
              |
              = help: dates are written year-month-day, without quotes: 2025-12-24

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn too_long_and_too_short() {
    Bakery::new()
        .replace(
            "content/loaves/rye.md",
            "title = \"Rye\"",
            "title = \"A rye loaf with far too many words in its name\"",
        )
        .replace(
            "content/loaves/rye.md",
            "A dark loaf that keeps for a week.",
            "Dark.",
        )
        .stderr(expect![[r#"
            error[too-long]: `title` has 46 characters; at most 40 are allowed
             --> content/loaves/rye.md:2:9
              |
            2 | title = "A rye loaf with far too many words in its name"
              |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ too long

            error[too-short]: `description` has 5 characters; at least 20 are needed
             --> content/loaves/rye.md:3:15
              |
            3 | description = "Dark."
              |               ^^^^^^^ too short

            2 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn too_many_too_large_too_small() {
    Bakery::new()
        .replace(
            "content/loaves/rye.md",
            "weight = 1",
            "weight = 0\ngrams = 9000.5\nseeds = [\"a\", \"b\", \"c\", \"d\"]",
        )
        .replace(
            "content/loaves/spelt.md",
            "weight = 2",
            "weight = 2\nseeds = []",
        )
        .stderr(expect![[r#"
            error[out-of-range]: `weight` must be at least 1
             --> content/loaves/rye.md:5:10
              |
            5 | weight = 0
              |          ^ too small

            error[out-of-range]: `grams` must be at most 5000
             --> content/loaves/rye.md:6:9
              |
            6 | grams = 9000.5
              |         ^^^^^^ too large

            error[wrong-count]: `seeds` must have at most 3 entries, not 4
             --> content/loaves/rye.md:7:9
              |
            7 | seeds = ["a", "b", "c", "d"]
              |         ^^^^^^^^^^^^^^^^^^^^ too many

            error[wrong-count]: `seeds` must have at least 1 entry, not 0
             --> content/loaves/spelt.md:6:9
              |
            6 | seeds = []
              |         ^^ too few

            4 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn wrong_form() {
    rye_with("code = \"r1\"")
        .stderr(expect![[r#"
            error[wrong-form]: `code` does not have the expected form
             --> content/loaves/rye.md:6:8
              |
            6 | code = "r1"
              |        ^^^^
              |
              = help: two capital letters
              = help: it must match the pattern ^[A-Z]{2}$

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn missing_image() {
    Bakery::new()
        .replace(
            "content/pages/about.md",
            "+++\nWe",
            "image = \"images/laof.svg\"\n+++\nWe",
        )
        .stderr(expect![[r#"
            error[missing-image]: there is no image `images/laof.svg`
             --> content/pages/about.md:4:9
              |
            4 | image = "images/laof.svg"
              |         ^^^^^^^^^^^^^^^^^ no such file below content/
              |
              = help: did you mean `images/loaf.svg`?

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn unknown_fact_in_front_matter() {
    Bakery::new()
        .replace(
            "content/pages/index.md",
            "site.stats.ovens",
            "site.stats.oven",
        )
        .stderr(expect![[r#"
            error[unknown-fact]: `site.stats` in site.toml has no `oven`
             --> content/pages/index.md:3:36
              |
            3 | description = "A small bakery with {{ site.stats.oven }} ovens."
              |                                    ^^^^^^^^^^^^^^^^^^^^^
              |
              = help: did you mean `ovens`?

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn fact_that_is_a_table() {
    Bakery::new()
        .replace("content/pages/index.md", "site.stats.ovens", "site.stats")
        .stderr(expect![[r#"
        error[unknown-fact]: `site.stats` is a table, not a fact
         --> content/pages/index.md:3:36
          |
        3 | description = "A small bakery with {{ site.stats }} ovens."
          |                                    ^^^^^^^^^^^^^^^^
          |
          = help: name one of its keys, for example `site.stats.ovens`

        1 error; nothing was written
    "#]])
        .failure();
}

#[test]
fn schema_that_is_not_json() {
    Bakery::new()
        .replace(
            "content/schemas/loaf.json",
            "\"type\": \"object\",\n  \"additionalProperties\": false,\n  \"required\"",
            "\"type\": \"object\"\n  \"required\"",
        )
        .stderr(expect![[r#"
            error[bad-schema]: this schema is not valid JSON: expected `,` or `}`
             --> content/schemas/loaf.json:4:3
              |
            4 |   "required": ["title", "description", "flour", "weight"],
              |   ^

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn schema_that_is_not_a_schema() {
    Bakery::new()
        .replace("content/schemas/shop.json", "\"town\": { \"type\": \"string\" }", "\"town\": { \"type\": \"text\" }")
        .stderr(expect![[r#"
            error[bad-schema]: `text` is no type
             --> content/schemas/shop.json:7:23
              |
            7 |     "town": { "type": "text" },
              |                       ^^^^^^
              |
              = help: the types are `string`, `integer`, `number`, `boolean`, `array`, `object` and `null`

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn schema_with_a_bad_pattern() {
    Bakery::new()
        .replace("content/schemas/loaf.json", "^[A-Z]{2}$", "^[A-Z{2}$")
        .stderr(expect![[r#"
            error[bad-schema]: this is not a JSON Schema: "^[A-Z{2}$" is not a "regex"
              --> content/schemas/loaf.json:14:44
               |
            14 |     "code": { "type": "string", "pattern": "^[A-Z{2}$", "description": "two capital letters" },
               |                                            ^^^^^^^^^^^

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn numbers_that_nothing_can_hold() {
    Bakery::new()
        .replace(
            "content/loaves/rye.md",
            "weight = ",
            "weight = 99999999999999999999 # ",
        )
        .stderr(expect![[r#"
            error[bad-toml]: this whole number is too large
             --> content/loaves/rye.md:5:10
              |
            5 | weight = 99999999999999999999 # 1
              |          ^^^^^^^^^^^^^^^^^^^^
              |
              = help: the largest is 9223372036854775807; a telephone or registration number is text: put it between quotes

            1 error; nothing was written
        "#]])
        .failure();
}

/// Each contradiction of a form at its place, all in one run, whether or not a page shows the form.
#[test]
fn forms_that_contradict_themselves() {
    let told = || {
        expect![[r#"
            error[bad-form]: path: `ask` is no route; write it like `/contact`
             --> content/forms/ask.toml:1:8
              |
            1 | path = "ask"
              |        ^^^^^

            error[bad-form]: privacy.links: a notice needs a link to the privacy page
              --> content/forms/ask.toml:13:9
               |
            13 | links = []
               |         ^^

            error[bad-form]: field.what about.options: `select` and `radio` need options, other types have none
              --> content/forms/ask.toml:15:1
               |
            15 | [[field]]
               | ^^^^^^^^^

            error[bad-form]: field: a form needs a required field of type `email`, to reply to
              --> content/forms/ask.toml:15:1
               |
            15 | [[field]]
               | ^^^^^^^^^

            error[bad-form]: field.what about.name: use letters and digits only, like `officeAddress`
              --> content/forms/ask.toml:16:8
               |
            16 | name = "what about"
               |        ^^^^^^^^^^^^

            error[bad-form]: field.name.type: `file` needs `max_bytes` and `accept`, other types have neither
              --> content/forms/ask.toml:24:8
               |
            24 | type = "text"
               |        ^^^^^^

            error[bad-form]: field.name.default: must be one of the options
              --> content/forms/ask.toml:25:11
               |
            25 | default = "x"
               |           ^^^

            7 errors; nothing was written
        "#]]
    };
    let on_a_page = Bakery::new().replace(
        "themes/bakery/templates/page.html",
        "{{ page.content }}",
        "{% set ask = form(name=\"ask\") %}{{ ask.path }}",
    );
    for bakery in [Bakery::new(), on_a_page] {
        bakery
            .write("content/forms/ask.toml", FORM)
            .stderr(told())
            .failure();
    }
}

#[test]
fn form_of_another_shape() {
    Bakery::new()
        .write(
            "content/forms/ask.toml",
            FORM.replace("type = \"select\"", "type = \"selct\""),
        )
        .stderr(expect![[r#"
            error[bad-form]: unknown variant `selct`, expected one of `text`, `email`, `tel`, `url`, `textarea`, `select`, `radio`, `date`, `file`
              --> content/forms/ask.toml:18:8
               |
            18 | type = "selct"
               |        ^^^^^^^

            1 error; nothing was written
        "#]])
        .failure();
}

const FORM: &str = r#"path = "ask"
page = "/about"
thanks = "/about"
title = "Ask us"
submit = "Send"
loading = "Sending"
success = { title = "Sent", message = "We answer." }
failure = { title = "Not sent", message = "Try again." }

[privacy]
version = "2026-01-01"
purpose = "To answer you."
links = []

[[field]]
name = "what about"
label = "What about"
type = "select"
required = true

[[field]]
name = "name"
label = "Name"
type = "text"
default = "x"
max_bytes = 5
"#;

/// A form is shown by the schema's own example, where it has one.
#[test]
fn wrong_form_with_an_example() {
    Bakery::new()
        .replace(
            "content/schemas/loaf.json",
            "\"two capital letters\"",
            "\"two capital letters\", \"examples\": [\"RY\"]",
        )
        .replace("content/loaves/rye.md", "weight", "code = \"r1\"\nweight")
        .stderr(expect![[r#"
            error[wrong-form]: `code` does not have the expected form
             --> content/loaves/rye.md:5:8
              |
            5 | code = "r1"
              |        ^^^^
              |
              = help: two capital letters
              = help: for example `RY`

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn two_entries_of_a_list_with_one_slug() {
    Bakery::new()
        .write("content/schemas/shop.json", "{}")
        .write(
            "content/lists/shops.toml",
            "[[item]]\nslug = \"ulm\"\ntown = \"Ulm\"\n\n[[item]]\nslug = \"ulm\"\ntown = \"Graz\"\n",
        )
        .stderr(expect![[r#"
            error[duplicate-slug]: two documents of `shops` have the slug `ulm`
             --> content/lists/shops.toml:6:8
              |
            6 | slug = "ulm"
              |        ^^^^^ the second
              |
              = help: give one of the two another `slug`
            note: the first is here
             --> content/lists/shops.toml:2:8
              |
            2 | slug = "ulm"
              |        ^^^^^

            1 error; nothing was written
        "#]])
        .failure();
}

/// Pages that show a form are not wrong because its definition is.
#[test]
fn form_with_a_mistake_on_a_page() {
    Bakery::new()
        .replace(
            "themes/bakery/templates/page.html",
            "{{ page.content }}",
            "{% set ask = form(name=\"ask\") %}{{ ask.path }}",
        )
        .page("visit", "See [us](/about).\n")
        .write(
            "content/forms/ask.toml",
            FORM.replace("title = \"Ask us\"", "title = Ask us"),
        )
        .stderr(expect![[r#"
            error[bad-toml]: this is not valid TOML: string values must be quoted
             --> content/forms/ask.toml:4:9
              |
            4 | title = Ask us
              |         ^^^^^^
              |
              = help: put text between double quotes: key = "text"

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn schema_with_slips() {
    Bakery::new()
        .replace(
            "content/schemas/loaf.json",
            "\"required\": [\"title\"",
            "\"required\": [\"titel\"",
        )
        .replace(
            "content/schemas/loaf.json",
            "\"minLength\": 20",
            "\"minLenght\": 20",
        )
        .replace(
            "content/schemas/page.json",
            "\"format\": \"image\"",
            "\"format\": \"imge\"",
        )
        .replace(
            "content/schemas/entry.json",
            "\"type\": \"object\"",
            "\"$ref\": \"#/$defs/entri\", \"$defs\": { \"entry\": {} }, \"type\": \"object\"",
        )
        .write(
            "content/schemas/shop.json",
            "{ \"type\": [\"object\", \"sting\"]",
        )
        .stderr(expect![[r##"
            error[bad-schema]: there is no `#/$defs/entri` in this schema
             --> content/schemas/entry.json:3:11
              |
            3 |   "$ref": "#/$defs/entri", "$defs": { "entry": {} }, "type": "object",
              |           ^^^^^^^^^^^^^^^
              |
              = help: did you mean `#/$defs/entry`?

            error[bad-schema]: `titel` is required and is not among the `properties`
             --> content/schemas/loaf.json:5:16
              |
            5 |   "required": ["titel", "description", "flour", "weight"],
              |                ^^^^^^^
              |
              = help: did you mean `title`?

            error[bad-schema]: `minLenght` is no keyword: nothing would be checked
             --> content/schemas/loaf.json:8:40
              |
            8 |     "description": { "type": "string", "minLenght": 20, "description": "what search results show" },
              |                                        ^^^^^^^^^^^
              |
              = help: did you mean `minLength`?

            error[bad-schema]: `imge` is no format: nothing would be checked
              --> content/schemas/page.json:17:44
               |
            17 |     "image": { "type": "string", "format": "imge" },
               |                                            ^^^^^^
               |
               = help: did you mean `image`?

            error[bad-schema]: this schema is not valid JSON: it ends before its last bracket
             --> content/schemas/shop.json:1:29
              |
            1 | { "type": ["object", "sting"]
              |                             ^

            5 errors; nothing was written
        "##]])
        .failure();
}

#[test]
fn schema_with_a_list_of_types() {
    Bakery::new()
        .write(
            "content/schemas/shop.json",
            "{ \"type\": [\"object\", \"sting\"] }",
        )
        .stderr(expect![[r#"
            error[bad-schema]: `sting` is no type
             --> content/schemas/shop.json:1:22
              |
            1 | { "type": ["object", "sting"] }
              |                      ^^^^^^^
              |
              = help: did you mean `string`?

            1 error; nothing was written
        "#]])
        .failure();
}

/// The next reference is not taken for its end.
#[test]
fn reference_to_a_fact_that_is_not_closed() {
    Bakery::new()
        .replace(
            "content/pages/index.md",
            "site.stats.ovens }}",
            "site.stats.ovens }",
        )
        .page(
            "visit",
            "All {{ site.stats.ovens of them, at {{ site.name }}.\n",
        )
        .stderr(expect![[r#"
            error[unknown-fact]: `{{` is not closed with `}}`
             --> content/pages/index.md:3:36
              |
            3 | description = "A small bakery with {{ site.stats.ovens } ovens."
              |                                    ^^^^^^^^^^^^^^^^^^^^^
              |
              = help: write `{{ site.stats.ovens }}`

            error[unknown-fact]: `{{` is not closed with `}}`
             --> content/pages/visit.md:6:5
              |
            6 | All {{ site.stats.ovens of them, at {{ site.name }}.
              |     ^^^^^^^^^^^^^^^^^^^
              |
              = help: write `{{ site.stats.ovens }}`

            2 errors; nothing was written
        "#]])
        .failure();
}

/// A form that has no mistake of its own.
const GOOD_FORM: &str = r#"path = "/ask"
page = "/about"
thanks = "/about"
title = "Ask us"
submit = "Send"
loading = "Sending"
success = { title = "Sent", message = "We answer." }
failure = { title = "Not sent", message = "Try again." }

[privacy]
version = "2026-01-01"
purpose = "To answer you."
links = [{ label = "Privacy", url = "/about" }]

[[field]]
name = "email"
label = "Email"
type = "email"
required = true
"#;

#[test]
fn forms_that_do_not_fit_the_site() {
    Bakery::new()
        .write("content/forms/ask.toml", GOOD_FORM)
        .write(
            "content/forms/order.toml",
            GOOD_FORM
                .replace("page = \"/about\"", "page = \"/abuot\"")
                .replace("thanks = \"/about\"", "thanks = \"/soon\""),
        )
        .page("soon", "")
        .replace(
            "content/pages/soon.md",
            "template",
            "draft = true\ntemplate",
        )
        .append("content/site.toml", "\n[privacy]\nretention_days = 365\n")
        .replace(
            "content/schemas/site.json",
            "\"additionalProperties\": false,",
            "",
        )
        .stderr(expect![[r#"
            error[bad-form]: submissions are kept 400 days, and site.toml says 365
              --> content/forms/ask.toml:10:1
               |
            10 | [privacy]
               | ^^^^^^^^^
               |
               = help: make the two agree: visitors are told what site.toml says
            note: the site says so here
              --> content/site.toml:18:18
               |
            18 | retention_days = 365
               |                  ^^^

            error[duplicate-route]: two forms are posted to /ask
             --> content/forms/order.toml:1:8
              |
            1 | path = "/ask"
              |        ^^^^^^ the second
              |
              = help: give one of the two another `path`
            note: the first is here
             --> content/forms/ask.toml:1:8
              |
            1 | path = "/ask"
              |        ^^^^^^

            error[broken-link]: there is no page /abuot
             --> content/forms/order.toml:2:8
              |
            2 | page = "/abuot"
              |        ^^^^^^^^ no such page
              |
              = help: did you mean `/about`?

            error[broken-link]: there is no page /soon
             --> content/forms/order.toml:3:10
              |
            3 | thanks = "/soon"
              |          ^^^^^^^ no such page
              |
              = help: content/pages/soon.md is left out: it is a draft, which --drafts takes in

            error[bad-form]: submissions are kept 400 days, and site.toml says 365
              --> content/forms/order.toml:10:1
               |
            10 | [privacy]
               | ^^^^^^^^^
               |
               = help: make the two agree: visitors are told what site.toml says
            note: the site says so here
              --> content/site.toml:18:18
               |
            18 | retention_days = 365
               |                  ^^^

            5 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn fields_with_taken_names_and_an_option_twice() {
    let fields = "\n[[field]]\nname = \"email\"\nlabel = \"Again\"\n\n[[field]]\nname = \"website\"\nlabel = \"Your site\"\n\n[[field]]\nname = \"loaf\"\nlabel = \"Loaf\"\ntype = \"select\"\noptions = [\"Rye\", \"Spelt\", \"Rye\"]\n";
    Bakery::new()
        .write("content/forms/ask.toml", GOOD_FORM.to_owned() + fields)
        .stderr(expect![[r#"
            error[bad-form]: field.email: another field has this name; choose another
              --> content/forms/ask.toml:22:8
               |
            22 | name = "email"
               |        ^^^^^^^

            error[bad-form]: field.website: this is the name of the field that people do not see and programs fill in; choose another
              --> content/forms/ask.toml:26:8
               |
            26 | name = "website"
               |        ^^^^^^^^^

            error[bad-form]: field.loaf.options: `Rye` is there twice
              --> content/forms/ask.toml:33:28
               |
            33 | options = ["Rye", "Spelt", "Rye"]
               |                            ^^^^^

            3 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn dates_that_nobody_means() {
    Bakery::new()
        .replace("content/journal/winter.md", "2026-02-01", "0026-02-01")
        .replace(
            "content/journal/flour.md",
            "+++\ntitle",
            "+++\nupdated = 2205-01-01\ntitle",
        )
        .replace(
            "content/journal/leaven.md",
            "+++\ntitle",
            "+++\nupdated = 2001-01-01\ntitle",
        )
        .stderr(expect![[r#"
            error[bad-date]: `updated` is in the year 2205
             --> content/journal/flour.md:2:11
              |
            2 | updated = 2205-01-01
              |           ^^^^^^^^^^
              |
              = help: today is 2026-06-01

            error[bad-date]: this was updated on 2001-01-01, before its `date`
             --> content/journal/leaven.md:2:11
              |
            2 | updated = 2001-01-01
              |           ^^^^^^^^^^ earlier than `date`
              |
              = help: `updated` is the day of the last change
            note: it is of this day
             --> content/journal/leaven.md:5:8
              |
            5 | date = 2026-03-05
              |        ^^^^^^^^^^

            error[bad-date]: `date` is in the year 0026
             --> content/journal/winter.md:4:8
              |
            4 | date = 0026-02-01
              |        ^^^^^^^^^^
              |
              = help: today is 2026-06-01

            3 errors; nothing was written
        "#]])
        .failure();
}

/// Once, with what the schema takes.
#[test]
fn slug_that_its_schema_does_not_take() {
    rye_with("slug = \"a b\"")
        .replace("content/schemas/loaf.json", "\"slug\": { \"type\": \"string\" }", "\"slug\": { \"type\": \"string\", \"pattern\": \"^[a-z-]+$\", \"examples\": [\"rye-bread\"] }")
        .stderr(expect![[r#"
            error[wrong-form]: `slug` does not have the expected form
             --> content/loaves/rye.md:6:8
              |
            6 | slug = "a b"
              |        ^^^^^
              |
              = help: for example `rye-bread`

            1 error; nothing was written
        "#]])
        .failure();
}
