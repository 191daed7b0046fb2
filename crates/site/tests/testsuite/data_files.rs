//! Lists in JSON.

use expect_test::expect;

use crate::bakery::Bakery;

const SCHEMA: &str = r#"{
  "type": "object",
  "additionalProperties": false,
  "required": ["town"],
  "properties": {
    "town": { "type": "string" },
    "url": { "type": "string", "format": "link" },
    "seats": { "type": "integer", "minimum": 1 },
    "open": { "type": "boolean" },
    "since": { "type": "string", "format": "date" },
    "days": { "type": "array", "items": { "type": "string" } }
  }
}"#;

/// Returns a bakery whose shops are in a JSON file.
fn shops(text: &str) -> Bakery {
    Bakery::new()
        .remove("content/lists/shops.toml")
        .replace("content/structure.toml", "lists/shops.toml", "lists/shops.json")
        .write("content/schemas/shop.json", SCHEMA)
        .write("content/lists/shops.json", text)
}

#[test]
fn entries() {
    let text = r#"[{ "town": "Ulm, {{ site.name }}", "seats": 12 }, { "town": "Graz", "url": "/about#hours", "seats": null }]"#;
    let page = shops(text).success().read("dist/about.html");
    assert!(page.contains("<li>Ulm, Millstone Bakery</li>"), "{page}");
    assert!(page.contains("<li><a href=\"/about#hours\">Graz</a></li>"), "{page}");
}

#[test]
#[rustfmt::skip]
fn mistakes() {
    for (text, expected) in [
        ("[{ \"town\": \"Ulm\", \"seat\": 2 },\n { \"seats\": 0, \"open\": \"yes\", \"since\": \"1.5.2020\" },\n 7, { \"town\": null }]", expect![[r#"
            content/lists/shops.json:1:19 «"seat"» error[unknown-key]: unknown key `seat` (not allowed here)
              help: did you mean `seats`?
            content/lists/shops.json:2:2 «{» error[missing-key]: missing key `town` (`town` is required here)
              help: add `"town": …`
            content/lists/shops.json:2:13 «0» error[out-of-range]: `seats` must be at least 1 (too small)
            content/lists/shops.json:2:24 «"yes"» error[wrong-type]: `open` must be `true` or `false` (this is text in quotes)
              help: write true or false, without quotes
            content/lists/shops.json:2:40 «"1.5.2020"» error[bad-date]: `1.5.2020` is not a date
              help: write dates as year-month-day: 2020-05-01
            content/lists/shops.json:3:2 «7» error[wrong-type]: an entry of a list must have keys (not a table)
              help: write a list of objects: [{ "key": "value" }, …]
            content/lists/shops.json:3:15 «null» error[missing-key]: missing key `town` (`town` is required here)
              help: add a value for `town`
        "#]]),
        ("[{ \"town\": \"Ulm\", },\n { \"town\": \"Graz\" }]", expect![[r#"
            content/lists/shops.json:1:17 «,» error[bad-data]: invalid JSON: trailing commas are not allowed
              help: delete the comma after the last entry
        "#]]),
        ("[{ \"town\": \"Ulm\" }\n // Graz\n]", expect![[r#"
            content/lists/shops.json:2:2 «// Graz» error[bad-data]: invalid JSON: comments are not allowed
              help: delete the comment: JSON has none
        "#]]),
        ("[{ \"town\": \"Ulm\" ", expect![[r#"
            content/lists/shops.json:1:2 «{ "town": "Ulm" » error[bad-data]: invalid JSON: unterminated object
              help: add the missing `}`
        "#]]),
        ("[{ town: 'Ulm' }]", expect![[r#"
            content/lists/shops.json:1:4 «town» error[bad-data]: invalid JSON: expected string for object property
              help: write true, false, and null in lower case, and text and keys between double quotes
        "#]]),
        ("[{ \"town\": \"Ulm\", \"town\": \"Graz\", \"seats\": 1e999 }]", expect![[r#"
            content/lists/shops.json:1:44 «1e999» error[bad-data]: `1e999` is not a finite number
              help: write a smaller number, or put it in quotes
        "#]]),
        ("[{ \"town\": \"Ulm\", \"town\": \"Graz\" }]", expect![[r#"
            content/lists/shops.json:1:19 «"town"» error[bad-data]: invalid JSON: duplicate key `town` (the second)
              help: keep each key once
              note: content/lists/shops.json:1:4 «"town"» the first is here
        "#]]),
        ("{ \"item\": [{ \"town\": \"Ulm\" }] }", expect![[r#"
            content/lists/shops.json:1:1 «{» error[bad-data]: this is not a list
              help: write a list of objects: [{ "key": "value" }, …]
        "#]]),
        ("\n", expect![[r#"
            content/lists/shops.json:1:1 «» error[empty-file]: this file is empty
              help: add entries with the keys that content/schemas/shop.json describes
        "#]]),
    ] {
        shops(text).findings(expected);
    }
}

/// A change to the list is noticed by the next build. Nothing is added to it.
#[test]
fn changes() {
    let read = |bakery: Bakery, town: &str| {
        let built = bakery.success();
        assert!(built.read("dist/about.html").contains(town), "{town}");
        built.again()
    };
    let bakery = read(shops("[{ \"town\": \"Ulm\" }]"), "Ulm");
    let bakery = bakery.write("content/lists/shops.json", "[{ \"town\": \"Linz\" }]");
    let bakery = read(bakery, "Linz");
    bakery.args("new shop --set town=Trier").misuse(expect![[r#"
        error[bad-value]: this command does not write content/lists/shops.json
          help: add the entry with the program that the JSON file comes from
    "#]]);
}
