//! Lists in JSON, YAML, and CSV.

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

/// Returns a bakery whose shops are in a file with another ending.
fn shops(ending: &str, text: impl AsRef<[u8]>) -> Bakery {
    let file = format!("lists/shops.{ending}");
    Bakery::new()
        .remove("content/lists/shops.toml")
        .replace("content/structure.toml", "lists/shops.toml", &file)
        .write("content/schemas/shop.json", SCHEMA)
        .write(&format!("content/{file}"), text)
}

/// The same list in every format gives the same page.
#[test]
#[rustfmt::skip]
fn entries() {
    const PAGE: &str = "{% for shop in collection(name=\"shops\") %}\
        <p>{{ shop.town }} {{ shop.seats | default(value=0) }} {{ shop.open | default(value=false) }} {{ shop.url | default(value=\"\") }} {{ shop.days | default(value=[]) }}</p>{% endfor %}";
    for (ending, text) in [
        ("json", r#"[{ "town": "Ulm, {{ site.name }}", "seats": 12, "open": true }, { "town": "Graz", "url": "/about#hours", "seats": null }]"#),
        ("yaml", "# The shops.\n- town: Ulm, {{ site.name }}\n  seats: 12\n  open: true\n\n- town: >-\n    Graz\n  url: '/about#hours'\n  seats:\n"),
        ("yml", "---\n[{town: 'Ulm, {{ site.name }}', seats: 12, open: True}, {town: !!str Graz, url: '/about#hours'}]\n"),
        ("csv", "town,seats,open,url\n\"Ulm, {{ site.name }}\",12,true,\n\nGraz,,,/about#hours\n"),
        ("csv", "town | seats|open | url\n\"Ulm, {{ site.name }}\"|12|true|\nGraz|||/about#hours\n"),
        ("csv", "\u{feff}town;seats;open;url\r\n\"Ulm, {{ site.name }}\";12;TRUE;\r\nGraz;;;/about#hours"),
        ("csv", "sep=;\r\ntown;seats;open;url;;\r\n\"Ulm, {{ site.name }}\";12;true;;;\r\n;;;;;\r\nGraz;;;/about#hours;;\r\n;;;;;\r\n"),
    ] {
        let page = shops(ending, text).template("shops", PAGE);
        let page = page.page("towns", "Text.\n").replace("content/pages/towns.md", "page.html", "shops.html");
        let page = page.success().read("dist/towns.html");
        for shop in ["<p>Ulm, Millstone Bakery 12 true  []</p>", "<p>Graz 0 false /about#hours []</p>"] {
            assert!(page.contains(shop), "{text}\n{page}");
        }
    }
}

#[test]
#[rustfmt::skip]
fn mistakes() {
    for (ending, text, expected) in [
        ("json", "[{ \"town\": \"Ulm\", \"seat\": 2 },\n { \"seats\": 0, \"open\": \"yes\", \"since\": \"1.5.2020\" },\n 7, { \"town\": null }]", expect![[r#"
            content/lists/shops.json:1:19 «"seat"» error[unknown-key]: unknown key `seat` (not allowed here)
              help: did you mean `seats`?
            content/lists/shops.json:2:2 «{» error[missing-key]: missing key `town` (`town` is required here)
              help: add `"town": …`
            content/lists/shops.json:2:13 «0» error[out-of-range]: `seats` must be at least 1 (too small)
            content/lists/shops.json:2:24 «"yes"» error[wrong-type]: `open` must be `true` or `false` (this is text in quotes)
              help: write true, without quotes
            content/lists/shops.json:2:40 «"1.5.2020"» error[bad-date]: `1.5.2020` is not a date
              help: write dates as year-month-day: 2020-05-01
            content/lists/shops.json:3:2 «7» error[wrong-type]: an entry of a list must have keys (not a table)
              help: write a list of objects: [{ "key": "value" }, …]
            content/lists/shops.json:3:15 «null» error[missing-key]: missing key `town` (`town` is required here)
              help: add a value for `town`
        "#]]),
        ("yaml", "- town: Ulm\n- town: Graz\n\tseats: 2\n", expect![[r#"
            content/lists/shops.yaml:3:1 « » error[bad-data]: invalid YAML: while scanning a plain scalar, found a tab
              help: entries of a list begin in the same column, and so do the keys of a table, after spaces and not tabs; put text with `: ` or ` #` in it between quotes
        "#]]),
        ("json", "[{ \"town\": \"Ulm\", },\n { \"town\": \"Graz\" }]", expect![[r#"
            content/lists/shops.json:1:17 «,» error[bad-data]: invalid JSON: trailing commas are not allowed
              help: delete the comma after the last entry
        "#]]),
        ("json", "[{ \"town\": \"Ulm\" }\n // Graz\n]", expect![[r#"
            content/lists/shops.json:2:2 «// Graz» error[bad-data]: invalid JSON: comments are not allowed
              help: delete the comment: JSON has none
        "#]]),
        ("json", "[{ \"town\": \"Ulm\" ", expect![[r#"
            content/lists/shops.json:1:2 «{ "town": "Ulm" » error[bad-data]: invalid JSON: unterminated object
              help: add the missing `}`
        "#]]),
        ("json", "[{ town: 'Ulm' }]", expect![[r#"
            content/lists/shops.json:1:4 «town» error[bad-data]: invalid JSON: expected string for object property
              help: write true, false, and null in lower case, and text and keys between double quotes
        "#]]),
        ("json", "[{ \"town\": \"Ulm\", \"town\": \"Graz\", \"seats\": 1e999 }]", expect![[r#"
            content/lists/shops.json:1:44 «1e999» error[bad-data]: `1e999` is not a finite number
              help: write a smaller number, or put it in quotes
        "#]]),
        ("json", "[{ \"town\": \"Ulm\", \"town\": \"Graz\" }]", expect![[r#"
            content/lists/shops.json:1:19 «"town"» error[bad-data]: invalid JSON: duplicate key `town` (the second)
              help: keep each key once
              note: content/lists/shops.json:1:4 «"town"» the first is here
        "#]]),
        ("json", "{ \"item\": [{ \"town\": \"Ulm\" }] }", expect![[r#"
            content/lists/shops.json:1:1 «{» error[bad-data]: this is not a list
              help: write a list of objects: [{ "key": "value" }, …]
        "#]]),
        ("json", "\n", expect![[r#"
            content/lists/shops.json:1:1 «» error[empty-file]: this file is empty
              help: add entries with the keys that content/schemas/shop.json describes
        "#]]),
        ("yaml", "- town: Ulm\n  seat: 2\n- seats: 0\n  days: Monday\n- Linz\n- town:\n", expect![[r#"
            content/lists/shops.yaml:2:3 «seat» error[unknown-key]: unknown key `seat` (not allowed here)
              help: did you mean `seats`?
            content/lists/shops.yaml:3:3 «seats: 0» error[missing-key]: missing key `town` (`town` is required here)
              help: add `town: …`
            content/lists/shops.yaml:3:10 «0» error[out-of-range]: `seats` must be at least 1 (too small)
            content/lists/shops.yaml:4:9 «Monday» error[wrong-type]: `days` must be a list (this is text in quotes)
            content/lists/shops.yaml:5:3 «Linz» error[wrong-type]: an entry of a list must have keys (not a table)
              help: begin each entry with a hyphen, and write its keys below each other: - key: value
            content/lists/shops.yaml:6:7 «:» error[missing-key]: missing key `town` (`town` is required here)
              help: add a value for `town`
        "#]]),
        ("yaml", "- town: Ulm: the first\n", expect![[r#"
            content/lists/shops.yaml:1:12 «:» error[bad-data]: invalid YAML: mapping values are not allowed in this context
              help: entries of a list begin in the same column, and so do the keys of a table, after spaces and not tabs; put text with `: ` or ` #` in it between quotes
        "#]]),
        ("yaml", "- town: \"Ulm\n", expect![[r#"
            content/lists/shops.yaml:1:9 «"» error[bad-data]: invalid YAML: unclosed quote
              help: entries of a list begin in the same column, and so do the keys of a table, after spaces and not tabs; put text with `: ` or ` #` in it between quotes
        "#]]),
        ("yaml", "- &ulm\n  town: Ulm\n- *ulm\n", expect![[r#"
            content/lists/shops.yaml:3:3 «*ulm» error[bad-data]: a reference to an anchor is not read
              help: write the value here as well
        "#]]),
        ("yaml", "- town: Ulm\n---\n- town: Graz\n", expect![[r#"
            content/lists/shops.yaml:2:1 «---» error[bad-data]: the file has a second document
              help: write all entries in one list, and delete the line `---`
        "#]]),
        ("yaml", "town: Ulm\n", expect![[r#"
            content/lists/shops.yaml:1:1 «town: Ulm» error[bad-data]: this is not a list
              help: begin each entry with a hyphen, and write its keys below each other: - key: value
        "#]]),
        ("yaml", "- town: {{ site.name }}\n", expect![[r#"
            content/lists/shops.yaml:1:10 «{ site.name }» error[bad-data]: a key must be text
              help: put text that begins with a brace in quotes: "{{ site.name }}"
        "#]]),
        ("yaml", "- town: Ulm\n\tseats: 2\n", expect![[r#"
            content/lists/shops.yaml:2:1 « » error[bad-data]: invalid YAML: while scanning a plain scalar, found a tab
              help: entries of a list begin in the same column, and so do the keys of a table, after spaces and not tabs; put text with `: ` or ` #` in it between quotes
        "#]]),
        ("yaml", &"- ".repeat(20_000), expect![[r#"
            content/lists/shops.yaml:1:201 «» error[bad-data]: lists and tables are nested too deeply
        "#]]),
        ("yaml", "- ? [a]\n  : b\n", expect![[r#"
            content/lists/shops.yaml:1:5 «[a]» error[bad-data]: a key must be text
              help: put text that begins with a brace in quotes: "{{ site.name }}"
        "#]]),
        ("yaml", "- town: Ulm\n  town: Graz\n  since: 2020-05-01\n- town: 089\n  days: [1, two]\n", expect![[r#"
            content/lists/shops.yaml:2:3 «town» error[bad-data]: invalid YAML: duplicate key `town` (the second)
              help: keep each key once
              note: content/lists/shops.yaml:1:3 «town» the first is here
            content/lists/shops.yaml:5:10 «1» error[wrong-type]: each entry of `days` must be text in quotes (this is a whole number)
              help: put it in quotes: "1"
        "#]]),
        ("yaml", &"[".repeat(20_000), expect![[r#"
            content/lists/shops.yaml:1:256 «» error[bad-data]: invalid YAML: recursion limit exceeded
              help: entries of a list begin in the same column, and so do the keys of a table, after spaces and not tabs; put text with `: ` or ` #` in it between quotes
        "#]]),
        ("csv", "town,seat\nUlm,2\nGraz,3\n", expect![[r#"
            content/lists/shops.csv:1:6 «seat» error[unknown-key]: unknown key `seat` (not allowed here)
              help: did you mean `seats`?
        "#]]),
        ("csv", "seats,days\n2,Monday\nmany,\n", expect![[r#"
            content/lists/shops.csv:1:1 «seats,days» error[missing-key]: missing key `town` (`town` is required here)
              help: add a column `town`
            content/lists/shops.csv:2:3 «Monday» error[wrong-type]: `days` must be a list (this is text)
              help: a cell has one value: write the list as JSON or YAML instead
            content/lists/shops.csv:3:1 «many» error[wrong-type]: `seats` must be a whole number (this is text)
              help: write a number in digits, such as 12
        "#]]),
        ("csv", "town,seats\n,2\nGraz,0\n", expect![[r#"
            content/lists/shops.csv:2:1 «,» error[missing-key]: missing key `town` (`town` is required here)
              help: add a value for `town`
            content/lists/shops.csv:3:6 «0» error[out-of-range]: `seats` must be at least 1 (too small)
        "#]]),
        ("csv", "town,seats\nUlm\nGraz,1,2\n", expect![[r#"
            content/lists/shops.csv:2:1 «Ulm» error[bad-data]: the first line has 2 columns, this one 1
              help: write as many cells as the first line has; put text that contains the separator between double quotes
            content/lists/shops.csv:3:1 «Graz,1,2» error[bad-data]: the first line has 2 columns, this one 3
              help: write as many cells as the first line has; put text that contains the separator between double quotes
        "#]]),
        ("csv", "town,town,,seats\nUlm,Graz,,2\n", expect![[r#"
            content/lists/shops.csv:1:6 «town» error[bad-data]: there are two columns `town`
              help: the first line names the keys of the values below it
            content/lists/shops.csv:1:11 «,» error[bad-data]: this column has no name
              help: the first line names the keys of the values below it
        "#]]),
        ("csv", "Our shops\ntown,seats\nUlm,2\n", expect![[r#"
            content/lists/shops.csv:1:1 «Our shops» error[bad-data]: `Our shops` is the only column, but the next line has 2 cells
              help: delete the lines above the one that names the columns
        "#]]),
        ("csv", "town;seats\nUlm;€2\nGraz;१२\nRiga;3,5\nBrno;2 or 3\nBonn;4.0\n", expect![[r#"
            content/lists/shops.csv:2:5 «€2» error[wrong-type]: `seats` must be a whole number (this is text)
              help: write a number, without other signs: 2
            content/lists/shops.csv:3:6 «१२» error[wrong-type]: `seats` must be a whole number (this is text)
              help: write a number, without other signs: 12
            content/lists/shops.csv:4:6 «3,5» error[wrong-type]: `seats` must be a whole number (this is text)
              help: write a number in digits, such as 3
            content/lists/shops.csv:5:6 «2 or 3» error[wrong-type]: `seats` must be a whole number (this is text)
              help: write a number in digits, such as 2
            content/lists/shops.csv:6:6 «4.0» error[wrong-type]: `seats` must be a whole number (this has a decimal point)
              help: write 4
        "#]]),
        ("csv", "PK\u{3}\u{4}\u{14}\0", expect![[r#"
            content/lists/shops.csv:1:1 «PK␃␄␔␀» error[not-utf8]: this file is not text, but a document of Word or Excel, or an archive
              help: save the sheet as CSV (in Excel: Save as, CSV UTF-8), and use that file
        "#]]),
        ("csv", "town,seats\n\"Ulm,2\nGraz,3\n", expect![[r#"
            content/lists/shops.csv:2:1 «"» error[bad-data]: this quote is not closed
              help: add a quote at the end of the cell; write two for a quote within it
        "#]]),
        ("csv", "town,since\nUlm,1.5.2020\n{{ site.nam }},\n", expect![[r#"
            content/lists/shops.csv:2:5 «1.5.2020» error[bad-date]: `1.5.2020` is not a date
              help: write dates as year-month-day: 2020-05-01
            content/lists/shops.csv:3:1 «{{ site.nam }}» error[unknown-fact]: `site` in site.toml has no key `nam`
              help: did you mean `name`?
        "#]]),
    ] {
        shops(ending, text).findings(expected);
    }
}

/// A file that no collection reads is published if a page links to it, whatever it contains.
#[test]
fn downloads() {
    let latin = [b"town\nK".as_slice(), b"\xf6ln\n"].concat();
    let page = Bakery::new()
        .page("files", "[one](one.csv), [two](two.csv), [form](form.docx), [note](note.txt)\n")
        .write("content/pages/one.csv", "town\n\"Ulm")
        .write("content/pages/two.csv", latin.clone())
        .write("content/pages/form.docx", "PK")
        .write("content/pages/note.txt", "Call us.\n")
        .success()
        .read("dist/files.html");
    for (ending, count) in [(".csv\"", 2), (".docx\"", 1), (".txt\"", 1)] {
        assert_eq!(page.matches(ending).count(), count, "{page}");
    }
    shops("csv", latin).findings(expect![[r#"
        content/lists/shops.csv:2:2 «�» error[not-utf8]: this file is not UTF-8 text (first invalid byte)
          help: save the sheet in Excel with Save as, CSV UTF-8; plain CSV is in another encoding
    "#]]);
    shops("xlsx", "PK").findings(expect![[r#"
        content/structure.toml:26:8 «"lists/shops.xlsx"» error[missing-file]: `content/lists/shops.xlsx` is not a list
          help: a list is a file in TOML, JSON, YAML, or CSV: save it as lists/shops.csv
    "#]]);
}

/// A change to the list is noticed by the next build. Nothing is added to it.
#[test]
fn changes() {
    let read = |bakery: Bakery, town: &str| {
        let built = bakery.success();
        assert!(built.read("dist/about.html").contains(town), "{town}");
        built.again()
    };
    for (ending, first, second) in
        [("json", "[{ \"town\": \"Ulm\" }]", "[{ \"town\": \"Linz\" }]"), ("csv", "town\nUlm\n", "town\nLinz\n")]
    {
        let bakery = read(shops(ending, first), "Ulm");
        let bakery = bakery.write(&format!("content/lists/shops.{ending}"), second);
        let bakery = read(bakery, "Linz");
        if ending == "json" {
            bakery.args("new shop --set town=Trier").misuse(expect![[r#"
                error[bad-value]: this command does not write content/lists/shops.json
                  help: add the entry with the program that the JSON file comes from
            "#]]);
        }
    }
}
