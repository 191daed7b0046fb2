//! Mistakes in the front matter of a document, made by somebody who has never seen TOML.

use expect_test::expect;

use crate::findings::{assert_files, loaf};

/// The lines around the front matter of a page.
#[test]
#[rustfmt::skip]
fn around_front_matter() {
    let keys = "title = \"Visit\"\ndescription = \"Where to find us in Ulm.\"\n";
    assert_files("content/pages/{}.md", [
        (format!("{keys}+++\nCome.\n"), expect![[r#"
            1:1 «title = "Visit"» error[missing-front-matter]: missing front matter (expected `+++`)
              help: add a `+++` line above it
        "#]]),
        (format!("{keys}\nCome.\n"), expect![[r#"
            1:1 «title = "Visit"» error[missing-front-matter]: missing front matter (expected `+++`)
              help: add a `+++` line above it, and another one between the last key and the text
        "#]]),
        (format!("+++\n+++\n{keys}+++\nCome by.\n"), expect![[r#"
            2:1 «+++» error[unclosed-front-matter]: this `+++` ends the front matter too early
              help: delete this line: `title = "Visit"` belongs to the front matter
        "#]]),
        (format!("+++\n{keys}+++\nCome to us.\n\n+++\n{keys}+++\nCome again.\n"), expect![[r#"
            7:1 «+++» warning[shown-as-typed]: front matter is only at the start of a file, so this line and those below it appear exactly as typed
              help: delete them, or move them into a file of their own
        "#]]),
        (format!("+++\n{keys}aliases = [\"/a\",,\"/b\"]\n+++\nCome twice.\n"), expect![[r#"
            4:17 «,» error[bad-toml]: invalid TOML: extra comma in array, expected value
              help: delete one of the two commas
        "#]]),
        (format!("+++\n{keys}+++\n+++\nCome in.\n"), expect![[r#"
            5:1 «+++» error[unclosed-front-matter]: there is a third `+++` line (shown as text)
              help: delete this line
        "#]]),
        (format!("+++\n{keys}+++\n\n+++\n\nCome on.\n"), expect![[r#"
            6:1 «+++» error[unclosed-front-matter]: there is a third `+++` line (shown as text)
              help: delete this line
        "#]]),
        ("+++\ntitle = \"Visit\"\n+++\ndescription = \"Where to find us in Ulm.\"\n+++\nCome.\n".to_owned(), expect![[r#"
            3:1 «+++» error[unclosed-front-matter]: this `+++` ends the front matter too early
              help: delete this line: `description = "Where to find us in Ulm."` belongs to the front matter
        "#]]),
        (format!("+++\n{keys}[link]\nlabel = \"More\"\nurl = \"/about\"\nCome to us.\n"), expect![[r#"
            1:1 «+++» error[unclosed-front-matter]: front matter is not closed (opened here)
              help: add a `+++` line between the last key and the text
        "#]]),
        (format!("+++\n{keys}\n## Hours\n\nCome at six.\n"), expect![[r#"
            5:1 «## Hours» error[unclosed-front-matter]: front matter is not closed (the text begins here)
              help: add a `+++` line above it
        "#]]),
        (format!("+++\n{keys}+++ Come at nine.\n"), expect![[r#"
            4:1 «+++» error[unclosed-front-matter]: front matter is not closed (text follows on this line)
              help: begin a new line after `+++`
        "#]]),
        ("Title: Visit\nDate: 2026-01-01\n\nCome at one.\n".to_owned(), expect![[r#"
            1:1 «Title: Visit» error[missing-front-matter]: missing front matter (expected `+++`)
              help: write these lines as TOML, title = "…", between two `+++` lines
        "#]]),
        (";;;\ntitle = \"Visit\"\n;;;\nCome at three.\n".to_owned(), expect![[r#"
            1:1 «;;;» error[missing-front-matter]: missing front matter (expected `+++`)
              help: replace this line with `+++`
        "#]]),
        ("———\ntitle: Visit\n———\nCome at four.\n".to_owned(), expect![[r#"
            1:1 «———» error[missing-front-matter]: missing front matter (expected `+++`)
              help: this is YAML: write `+++` in place of `---`, and title = "…" in place of title: …
        "#]]),
        (format!("+++\n{keys}---\nCome at ten.\n"), expect![[r#"
            4:1 «---» error[unclosed-front-matter]: front matter is not closed
              help: replace `---` with `+++`
        "#]]),
        (format!("---\n{keys}---\nCome at two.\n"), expect![[r#"
            1:1 «---» error[missing-front-matter]: missing front matter (expected `+++`)
              help: replace this line with `+++`
        "#]]),
        (format!("+ + +\n{keys}+++\nCome at one.\n"), expect![[r#"
            1:1 «+ + +» error[missing-front-matter]: missing front matter (expected `+++`)
              help: replace this line with `+++`
        "#]]),
        (format!("Visit us\n\n+++\n{keys}+++\nCome at three.\n"), expect![[r#"
            1:1 «Visit us» error[missing-front-matter]: missing front matter (expected `+++`)
              help: delete it, or move it below the second `+++` if visitors should read it: the first line of the file must be `+++`
        "#]]),
        (format!("```\n+++\n{keys}+++\nCome at four.\n```\n"), expect![[r#"
            1:1 «```» error[missing-front-matter]: missing front matter (expected `+++`)
              help: delete this line and line 7: the document is in a block of code
        "#]]),
        (format!("“+++\n{keys}+++\nCome at five.\n"), expect![[r#"
            1:1 «“+++» error[missing-front-matter]: missing front matter (expected `+++`)
              help: add front matter before the text: `+++`, `title = "…"`, `description = "…"`, `+++`
        "#]]),
    ]);
}

/// Values of a loaf, written by somebody who has never seen TOML.
#[test]
#[rustfmt::skip]
fn values() {
    let title = |value: &str| loaf("\"Rye\"", value);
    let more = |keys: &str| loaf("weight = 1", &format!("weight = 1\n{keys}"));
    let flour = |value: &str| loaf("flour = \"rye\"", &format!("flour = {value}"));
    assert_files("content/loaves/{}.md", [
        (flour("rye"), expect![[r#"
            4:9 «rye» error[bad-toml]: invalid TOML: text must be in quotes
              help: write one of the options in quotes: "rye", "wheat", "spelt"
        "#]]),
        (flour("spelt flour, dark"), expect![[r#"
            4:9 «spelt flour, dark» error[bad-toml]: invalid TOML: text must be in quotes
              help: write one of the options in quotes: "rye", "wheat", "spelt"
        "#]]),
        (flour("true rye"), expect![[r#"
            4:9 «true rye» error[bad-toml]: invalid TOML: text must be in quotes
              help: write one of the options in quotes: "rye", "wheat", "spelt"
        "#]]),
        (flour("infused rye"), expect![[r#"
            4:9 «infused rye» error[bad-toml]: invalid TOML: text must be in quotes
              help: write one of the options in quotes: "rye", "wheat", "spelt"
        "#]]),
        (flour("'rye"), expect![[r#"
            4:13 «» error[bad-toml]: invalid TOML: the closing quote is missing
              help: close the string with the quote it starts with; write a double quote inside it as \"
        "#]]),
        (flour("rye'"), expect![[r#"
            4:9 «r» error[bad-toml]: invalid TOML: missing opening quote, expected `'`
        "#]]),
        (flour("\"Rye\""), expect![[r#"
            4:9 «"Rye"» error[not-an-option]: `Rye` is not an option for `flour` (not an option)
              help: did you mean `rye`?
              help: options are `rye`, `wheat` and `spelt`
        "#]]),
        (flour("\" rye\""), expect![[r#"
            4:9 «" rye"» error[not-an-option]: ` rye` is not an option for `flour` (not an option)
              help: did you mean `rye`?
              help: options are `rye`, `wheat` and `spelt`
        "#]]),
        (flour("\"oat\""), expect![[r#"
            4:9 «"oat"» error[not-an-option]: `oat` is not an option for `flour` (not an option)
              help: options are `rye`, `wheat` and `spelt`
        "#]]),
        (flour("[\"rye\"]"), expect![[r#"
            4:9 «["rye"]» error[not-an-option]: `flour` is one value, not a list (a list)
              help: write one value without brackets, such as "rye"
        "#]]),
        (flour(""), expect![[r#"
            4:1 «flour =» error[bad-toml]: invalid TOML: this key has no value
              help: write a value after `=`, or delete the line if `flour` can be left out
        "#]]),
        (flour("\"\""), expect![[r#"
            4:9 «""» error[not-an-option]: `` is not an option for `flour` (not an option)
              help: options are `rye`, `wheat` and `spelt`
        "#]]),
        (title("Rye & sons"), expect![[r#"
            2:9 «Rye & sons» error[bad-toml]: invalid TOML: text must be in quotes
              help: write title = "Rye & sons"
        "#]]),
        (title("The \"dark\" rye"), expect![[r#"
            2:9 «The "dark" rye» error[bad-toml]: invalid TOML: text must be in quotes
              help: put text in double quotes: key = "text"
        "#]]),
        (title("\"The \"dark\" rye\""), expect![[r#"
            2:15 «d» error[bad-toml]: invalid TOML: the line should end here
              help: write one key and its value per line; write a double quote inside text as \"
        "#]]),
        (title("\"Rye"), expect![[r#"
            2:13 «» error[bad-toml]: invalid TOML: the closing quote is missing
              help: close the string with the quote it starts with; write a double quote inside it as \"
        "#]]),
        (title("Rye\""), expect![[r#"
            2:9 «R» error[bad-toml]: invalid TOML: missing opening quote
        "#]]),
        (title("\"Rye\"\""), expect![[r#"
            2:14 «"» error[bad-toml]: invalid TOML: the line should end here
              help: write one key and its value per line; write a double quote inside text as \"
        "#]]),
        (title("\"Rye\","), expect![[r#"
            2:14 «,» error[bad-toml]: invalid TOML: the line should end here
              help: delete the `,`
        "#]]),
        (title("\"Rye\";"), expect![[r#"
            2:14 «;» error[bad-toml]: invalid TOML: the line should end here
              help: delete the `;`
        "#]]),
        (title("\"Rye\"."), expect![[r#"
            2:14 «.» error[bad-toml]: invalid TOML: the line should end here
              help: delete the `.`
        "#]]),
        (title("„Rye“"), expect![[r#"
            2:9 «„Rye“» error[bad-toml]: invalid TOML: text must be in quotes
              help: replace the curly quotes with straight ones: key = "text"
        "#]]),
        (title("«Rye»"), expect![[r#"
            2:9 ««Rye»» error[bad-toml]: invalid TOML: text must be in quotes
              help: replace the curly quotes with straight ones: key = "text"
        "#]]),
        (title("\"Rye” # dark"), expect![[r#"
            2:21 «» error[bad-toml]: invalid TOML: the closing quote is missing
              help: replace the curly quotes with straight ones: key = "text"
        "#]]),
        (title("\"Rye\nbread\""), expect![[r#"
            2:13 «» error[bad-toml]: invalid TOML: the closing quote is missing
              help: put text of several lines between triple quotes: """
        "#]]),
        (title("\"C:\\Users\\Asha\\rye.docx\""), expect![[r#"
            2:14 «s» error[bad-toml]: invalid TOML: a backslash within quotes needs another one before it
              help: this file is on your computer: copy it to content/images/, and write "images/name.jpg"
        "#]]),
        (title("\"50\\% rye\""), expect![[r#"
            2:13 «%» error[bad-toml]: invalid TOML: a backslash within quotes needs another one before it
              help: separate folders with `/`; write a backslash in text as \\
        "#]]),
        (title("12"), expect![[r#"
            2:9 «12» error[wrong-type]: `title` must be text in quotes (this is a whole number)
              help: put it in quotes: "12"
        "#]]),
        (title("1st loaf"), expect![[r#"
            2:9 «1st loaf» error[bad-toml]: invalid TOML: text must be in quotes
              help: write title = "1st loaf"
        "#]]),
        (title("₹40 loaf"), expect![[r#"
            2:9 «₹40 loaf» error[bad-toml]: invalid TOML: text must be in quotes
              help: write title = "₹40 loaf"
        "#]]),
        (more("seeds = poppy, sesame"), expect![[r#"
            6:9 «poppy, sesame» error[bad-toml]: invalid TOML: text must be in quotes
              help: write a list: seeds = ["one", "two"]
        "#]]),
        (more("seeds = \"poppy, sesame\""), expect![[r#"
            6:9 «"poppy, sesame"» error[wrong-type]: `seeds` must be a list (this is text in quotes)
              help: put it in square brackets: ["poppy", "sesame"]
        "#]]),
        (more("seeds = \"poppy\", \"sesame\""), expect![[r#"
            6:16 «,» error[bad-toml]: invalid TOML: the line should end here
              help: write a list in square brackets: ["one", "two"]
        "#]]),
        (more("seeds = [poppy, sesame]"), expect![[r#"
            6:10 «poppy» error[bad-toml]: invalid TOML: text must be in quotes
              help: put each text in double quotes: ["one", "two"]
        "#]]),
        (more("seeds = [\"poppy\"; \"sesame\"]"), expect![[r#"
            6:17 «;» error[bad-toml]: invalid TOML: expected a comma, not `;`
              help: write `,` instead
        "#]]),
        (more("seeds = (\"poppy\", \"sesame\")"), expect![[r#"
            6:9 «(» error[bad-toml]: invalid TOML: missing opening quote
              help: write a list in square brackets: ["one", "two"]
        "#]]),
        (more("seeds = [\"poppy\", \"sesame\""), expect![[r#"
            6:9 «[» error[bad-toml]: invalid TOML: this list is not closed
              help: close the list with a bracket: ["one", "two"]
        "#]]),
        (more("seeds = [\"poppy, \"sesame\"]"), expect![[r#"
            6:10 «"poppy» error[bad-toml]: invalid TOML: a quote is missing on this line
              help: put each text between two quotes: ["one", "two"]; write a quote inside text as \"
        "#]]),
        (more("seeds = [\"poppy\", sesame\"]"), expect![[r#"
            6:19 «sesame"» error[bad-toml]: invalid TOML: a quote is missing on this line
              help: put each text between two quotes: ["one", "two"]; write a quote inside text as \"
        "#]]),
        (more("seeds = \"poppy\", \"sesame\"]"), expect![[r#"
            6:16 «,» error[bad-toml]: invalid TOML: the line should end here
              help: write a list in square brackets: ["one", "two"]
        "#]]),
        (more("seeds = [“poppy”, “sesame”]"), expect![[r#"
            6:10 «“poppy”» error[bad-toml]: invalid TOML: text must be in quotes
              help: replace the curly quotes with straight ones: key = "text"
        "#]]),
        (more("seeds ="), expect![[r#"
            6:1 «seeds =» error[bad-toml]: invalid TOML: this key has no value
              help: write a value after `=`, or delete the line if `seeds` can be left out
        "#]]),
        (more("seeds = []"), expect![[r#"
            6:9 «[]» error[wrong-count]: `seeds` must have at least 1 entry, not 0 (too few)
              help: add an entry, or delete the line if `seeds` can be left out
        "#]]),
        (more("seeds = [\"a\", \"b\", \"c\", \"d\"]"), expect![[r#"
            6:9 «["a", "b", "c", "d"]» error[wrong-count]: `seeds` must have at most 3 entries, not 4 (too many)
        "#]]),
        (more("seeds = [\"a\", 1]"), expect![[r#"
            6:15 «1» error[wrong-type]: each entry of `seeds` must be text in quotes (this is a whole number)
              help: put it in quotes: "1"
        "#]]),
        (more("- poppy"), expect![[r#"
            6:1 «- poppy» error[bad-toml]: invalid TOML: a list is not written line by line
              help: write the entries of a list in brackets: key = ["one", "two"]
        "#]]),
        (more("seeds"), expect![[r#"
            6:6 «» error[bad-toml]: invalid TOML: this key has no value
              help: write `=` and a value after the key: key = "text"
        "#]]),
        (more("= \"poppy\""), expect![[r#"
            6:1 «= "poppy"» error[bad-toml]: invalid TOML: there is no key before `=`
              help: write a key: key = "text"
        "#]]),
        (more("see ds = [\"poppy\"]"), expect![[r#"
            6:1 «see ds = ["poppy"]» error[bad-toml]: invalid TOML: a key cannot contain spaces
              help: write it in one word: see_ds
        "#]]),
        (more("Seeds = [\"poppy\"]"), expect![[r#"
            6:1 «Seeds» error[unknown-key]: unknown key `Seeds` (not allowed here)
              help: write `seeds`
        "#]]),
        (more("seed = [\"poppy\"]"), expect![[r#"
            6:1 «seed» error[unknown-key]: unknown key `seed` (not allowed here)
              help: did you mean `seeds`?
        "#]]),
        (more("seeds == [\"poppy\"]"), expect![[r#"
            6:1 «seeds == ["poppy"]» error[bad-toml]: invalid TOML: there are two `=`
              help: write `seeds =`
        "#]]),
        (more("seeds : [\"poppy\"]"), expect![[r#"
            6:7 «:» error[bad-toml]: invalid TOML: expected `=` after `seeds`, not `:`
              help: write seeds = ["poppy"]
        "#]]),
        (more("seeds – [\"poppy\"]"), expect![[r#"
            6:7 «–» error[bad-toml]: invalid TOML: expected `=` after `seeds`, not `–`
              help: write seeds = ["poppy"]
        "#]]),
        (more("\"seeds = [\"poppy\"]"), expect![[r#"
            6:12 «p» error[bad-toml]: invalid TOML: this key has no value
              help: write `=` and a value after the key: key = "text"
        "#]]),
        (more("vegan = YES"), expect![[r#"
            6:9 «YES» error[bad-toml]: invalid TOML: text must be in quotes
              help: write vegan = true
        "#]]),
        (more("vegan = \"true\""), expect![[r#"
            6:9 «"true"» error[wrong-type]: `vegan` must be `true` or `false` (this is text in quotes)
              help: write it without quotes: true
        "#]]),
        (more("vegan = TRUE"), expect![[r#"
            6:9 «TRUE» error[bad-toml]: invalid TOML: `true` and `false` are written in lower case
              help: write it in lower case: true
        "#]]),
        (more("vegan = 1"), expect![[r#"
            6:9 «1» error[wrong-type]: `vegan` must be `true` or `false` (this is a whole number)
              help: write true or false, without quotes
        "#]]),
        (more("vegan = ja"), expect![[r#"
            6:9 «ja» error[bad-toml]: invalid TOML: text must be in quotes
              help: write vegan = true or vegan = false
        "#]]),
        (more("grams = 1,200"), expect![[r#"
            6:10 «,» error[bad-toml]: invalid TOML: the line should end here
              help: write a number, without other signs: grams = 1200
        "#]]),
        (more("grams = ₹1,200"), expect![[r#"
            6:9 «₹1,200» error[bad-toml]: invalid TOML: text must be in quotes
              help: write a number, without other signs: grams = 1200
        "#]]),
        (more("grams = 1 200"), expect![[r#"
            6:9 «1 200» error[bad-toml]: invalid TOML: text must be in quotes
              help: write a number, without other signs: grams = 1200
        "#]]),
        (more("grams = 500 g"), expect![[r#"
            6:9 «500 g» error[bad-toml]: invalid TOML: text must be in quotes
              help: write a number, without other signs: grams = 500
        "#]]),
        (more("grams = \"500\""), expect![[r#"
            6:9 «"500"» error[wrong-type]: `grams` must be a number (this is text in quotes)
              help: write it without quotes: 500
        "#]]),
        (more("grams = 0500"), expect![[r#"
            6:9 «0» error[bad-toml]: invalid TOML: unexpected leading zero
              help: remove the leading zeros, or put a telephone or registration number in quotes
        "#]]),
        (more("grams = 9000"), expect![[r#"
            6:9 «9000» error[out-of-range]: `grams` must be at most 5000 (too large)
        "#]]),
        (more("grams = 5.0.0"), expect![[r#"
            6:12 «.0» error[bad-toml]: invalid TOML: invalid float
              help: write a number with digits before and after one decimal point: 0.5
        "#]]),
        (more("grams = .5"), expect![[r#"
            6:9 «.» error[bad-toml]: invalid TOML: invalid mantissa, expected digits
              help: write a number with digits before and after one decimal point: 0.5
        "#]]),
        (more("grams = 50%"), expect![[r#"
            6:9 «50%» error[bad-toml]: invalid TOML: text must be in quotes
              help: write a number, without other signs: grams = 50
        "#]]),
        (more("grams = +91 98765 43210"), expect![[r#"
            6:9 «+91 98765 43210» error[bad-toml]: invalid TOML: text must be in quotes
              help: write a number in digits, such as grams = 12
        "#]]),
        (more("since = 01/02/2026"), expect![[r#"
            6:9 «01/02/2026» error[bad-toml]: invalid TOML: dates are written year-month-day
              help: write dates as year-month-day, without quotes: 2026-02-01
        "#]]),
        (more("since = 1 Feb 2026"), expect![[r#"
            6:9 «1 Feb 2026» error[bad-toml]: invalid TOML: dates are written year-month-day
              help: write dates as year-month-day, without quotes: 2026-02-01
        "#]]),
        (more("since = 1st February 2026"), expect![[r#"
            6:9 «1st February 2026» error[bad-toml]: invalid TOML: dates are written year-month-day
              help: write dates as year-month-day, without quotes: 2026-02-01
        "#]]),
        (more("since = Feb 2026"), expect![[r#"
            6:9 «Feb 2026» error[bad-toml]: invalid TOML: text must be in quotes
              help: write dates as year-month-day, without quotes: since = 2026-04-30
        "#]]),
        (more("since = 2026"), expect![[r#"
            6:9 «2026» error[bad-date]: `2026` is not a date
              help: write dates as year-month-day, without quotes: 2026-04-30
        "#]]),
        (more("since = 2026-02"), expect![[r#"
            6:9 «2026-02» error[bad-toml]: invalid TOML: invalid date, expected `-` (MM-DD)
              help: write dates as year-month-day, without quotes: 2026-04-30
        "#]]),
        (more("since = \"01.02.2026\""), expect![[r#"
            6:9 «"01.02.2026"» error[bad-date]: `01.02.2026` is not a date
              help: write dates as year-month-day, without quotes: 2026-02-01
        "#]]),
        (more("since = 2026/02/01"), expect![[r#"
            6:9 «2026/02/01» error[bad-toml]: invalid TOML: dates are written year-month-day
              help: write dates as year-month-day, without quotes: 2026-02-01
        "#]]),
        (more("since = 2026-02-31"), expect![[r#"
            6:9 «2026-02-31» error[bad-toml]: invalid TOML: invalid date, expected day between 01 and 28
              help: February 2026 has 28 days
        "#]]),
        (more("since = 2026 - 02 - 01"), expect![[r#"
            6:9 «2026 - 02 - 01» error[bad-toml]: invalid TOML: dates are written year-month-day
              help: write dates as year-month-day, without quotes: 2026-02-01
        "#]]),
        (more("since = 2026–02–01"), expect![[r#"
            6:9 «2026–02–01» error[bad-toml]: invalid TOML: dates are written year-month-day
              help: write dates as year-month-day, without quotes: 2026-02-01
        "#]]),
        (more("since = today"), expect![[r#"
            6:9 «today» error[bad-toml]: invalid TOML: text must be in quotes
              help: write dates as year-month-day, without quotes: since = 2026-04-30
        "#]]),
        (more("code = \"rye\""), expect![[r#"
            6:8 «"rye"» error[wrong-form]: `code` has the wrong format (must match ^[A-Z]{2}$)
              help: two capital letters
        "#]]),
        (more("code = DE"), expect![[r#"
            6:8 «DE» error[bad-toml]: invalid TOML: text must be in quotes
              help: write code = "DE"
        "#]]),
        (more("[[question]]\nask = \"Why?\""), expect![[r#"
            6:1 «[[question]]» error[missing-key]: missing key `answer` (`answer` is required here)
              help: add `answer = …`: what we say
        "#]]),
        (more("[question]\nask = \"Why?\"\nanswer = \"So.\""), expect![[r#"
            6:1 «[question]» error[wrong-type]: `question` must be a list (this is a table)
              help: write each entry of the list with two brackets: [[question]]
        "#]]),
        (more("[[question]]\nask = \"Why?\"\nanswer = \"So.\"\nask = \"When?\"\nanswer = \"Now.\""), expect![[r#"
            9:1 «ask» error[bad-toml]: invalid TOML: `ask` and the keys after it are defined twice
              help: add the line `[[question]]` above it if a new entry begins here
        "#]]),
        (more("[[question]]\nask = \"Why?\"\nanswer = \"So.\"\n[[question]\nask = \"When?\"\nanswer = \"Now.\""), expect![[r#"
            9:12 «» error[bad-toml]: invalid TOML: the closing brackets are missing
              help: close it with two brackets: [[question]]
        "#]]),
        (more("[[question]]\nask = \"Why?\"\nanswer = \"\"\"\nSo.\n"), expect![[r#"
            8:10 «"""» error[bad-toml]: invalid TOML: invalid multi-line basic string (this string is not closed)
              help: close the string with """
        "#]]),
        (more("[[questions]]\nask = \"Why?\"\nanswer = \"So.\""), expect![[r#"
            6:3 «questions» error[unknown-key]: unknown key `questions` (not allowed here)
              help: did you mean `question`?
        "#]]),
        (more("weight = 1"), expect![[r#"
            6:1 «weight» error[bad-toml]: invalid TOML: this key is defined twice
              help: keep one of the two
              note: 5:1 «weight» the first is here
        "#]]),
        (more("title = \"Rye\"\ndescription = \"A dark loaf that keeps for a week.\""), expect![[r#"
            6:1 «title» error[bad-toml]: invalid TOML: `title` and the keys after it are defined twice
              help: keep each key once
        "#]]),
        (more("author = \"Asha\""), expect![[r#"
            6:1 «author» error[unknown-key]: unknown key `author` (not allowed here)
              help: allowed keys are `title`, `description`, `slug`, `flour`, `weight`, `seeds`, `grams`, `code`, `vegan`, `since` and `question`
        "#]]),
        (more("<!-- a comment -->"), expect![[r#"
            6:1 «<!-- a comment -->» error[bad-toml]: invalid TOML: this is not a comment
              help: start a comment with `#`
        "#]]),
        (more("// a comment"), expect![[r#"
            6:1 «// a comment» error[bad-toml]: invalid TOML: this is not a comment
              help: start a comment with `#`
        "#]]),
        (more("; a comment"), expect![[r#"
            6:1 «; a comment» error[bad-toml]: invalid TOML: this is not a comment
              help: start a comment with `#`
        "#]]),
        (more("A sentence that belongs below."), expect![[r#"
            6:1 «A sentence that belongs below.» error[bad-toml]: invalid TOML: expected a line of the form `key = value`
              help: write the text of a page below the second `+++`, and values as key = "text"
        "#]]),
        (more("\tgrams = 5001"), expect![[r#"
            6:10 « = 5» error[out-of-range]: `grams` must be at most 5000 (too large)
        "#]]),
    ]);
}

/// Lines as Word and other languages write them.
#[test]
#[rustfmt::skip]
fn notation_of_others() {
    let description = "description = \"Where to find us in Ulm.\"\n";
    assert_files("content/pages/{}.md", [
        (format!("+++\ntitle = ＂Visit＂\n{description}+++\nCome.\n"), expect![[r#"
            2:9 «＂Visit＂» error[bad-toml]: invalid TOML: text must be in quotes
              help: write title = "Visit", with straight quotes
        "#]]),
        (format!("+++\ntitle = ‘Visit’\n{description}+++\nCome.\n"), expect![[r#"
            2:9 «‘Visit’» error[bad-toml]: invalid TOML: text must be in quotes
              help: write title = "Visit", with straight quotes
        "#]]),
        (format!("+++\ntitle => \"Visit\"\n{description}+++\nCome.\n"), expect![[r#"
            2:8 «> "Visit"» error[bad-toml]: invalid TOML: text must be in quotes
              help: write `=` instead of `=>`
        "#]]),
        (format!("+++\ntitle = \"Visit\".\n{description}+++\nCome.\n"), expect![[r#"
            2:16 «.» error[bad-toml]: invalid TOML: the line should end here
              help: delete the `.`
        "#]]),
        (format!("+++\n**title** = \"Visit\"\n{description}+++\nCome.\n"), expect![[r#"
            2:1 «**title** = "Visit"» error[bad-toml]: invalid TOML: a key is written without quotes and stars
              help: write `title =`
        "#]]),
        (format!("+++\n“title” = \"Visit\"\n{description}+++\nCome.\n"), expect![[r#"
            2:1 «“title” = "Visit"» error[bad-toml]: invalid TOML: a key is written without quotes and stars
              help: write `title =`
        "#]]),
        ("+++\n{ \"title\": \"Visit\", \"description\": \"Where to find us in Ulm.\" }\n+++\nCome.\n".to_owned(), expect![[r#"
            2:1 «{ "title": "Visit", "description": "Where to find us in Ulm." }» error[bad-toml]: invalid TOML: this is JSON, not TOML
              help: write each key on a line of its own, without braces: title = "text"
        "#]]),
        (format!("+++\ntitle = \"Visit\"\n{description}aliases = {{\"/a\", \"/b\"}}\n+++\nCome.\n"), expect![[r#"
            4:16 «,» error[bad-toml]: invalid TOML: extra comma in inline table, expected `=`
              help: write a list in square brackets: ["one", "two"]
        "#]]),
        (format!("+++\ntitle = \"Visit\"\n{description}+++\nThe firm\u{fffd}s fees.\n"), expect![[r#"
            5:9 «�» warning[control-character]: a letter was lost when this text was saved: `�` shows in its place
              help: type the letter again, and save the file as UTF-8
        "#]]),
    ]);
}

/// Keys above the first `+++` line, and a second one above the keys.
#[test]
#[rustfmt::skip]
fn lines_at_the_wrong_end() {
    let (title, description) = ("title = \"Visit\"\n", "description = \"Where to find us in Ulm.\"\n");
    assert_files("content/pages/{}.md", [
        (format!("{title}+++\n{description}+++\nCome today.\n"), expect![[r#"
            1:1 «title = "Visit"» error[missing-front-matter]: this line is above the front matter (expected `+++`)
              help: move the `+++` of line 2 above it
        "#]]),
        (format!("{title}{description}+++\n+++\nCome now.\n"), expect![[r#"
            1:1 «title = "Visit"» error[missing-front-matter]: this line is above the front matter (expected `+++`)
              help: move the `+++` of line 3 above it
        "#]]),
        (format!("# A page\n{title}+++\n{description}+++\nCome early.\n"), expect![[r#"
            1:1 «# A page» error[missing-front-matter]: missing front matter (expected `+++`)
              help: delete it, or move it below the second `+++` if visitors should read it: the first line of the file must be `+++`
        "#]]),
        (format!("{title}+++\n{title}{description}+++\nCome late.\n"), expect![[r#"
            1:1 «title = "Visit"» error[missing-front-matter]: this line is above the front matter (expected `+++`)
              help: move the `+++` of line 2 above it
        "#]]),
        (format!("{title}{description}+++\nCome at once.\n+++\n"), expect![[r#"
            1:1 «title = "Visit"» error[missing-front-matter]: missing front matter (expected `+++`)
              help: add a `+++` line above it
            5:1 «+++» warning[shown-as-typed]: front matter is only at the start of a file, so this line and those below it appear exactly as typed
              help: delete them, or move them into a file of their own
        "#]]),
        (format!("+++\n+++\n{title}{description}\nCome at ten.\n"), expect![[r#"
            2:1 «+++» error[unclosed-front-matter]: this `+++` ends the front matter above its keys
              help: move it below the last key
        "#]]),
        (format!("+++\n{title}+++\n{description}\nCome at two.\n"), expect![[r#"
            3:1 «+++» error[unclosed-front-matter]: this `+++` ends the front matter above its keys
              help: move it below the last key
        "#]]),
        (format!("+++\n{title}{description}+++\nx = 1\n\nCome at three.\n"), expect![[""]]),
        (format!("+++\n{title}{description}+++\ntitle = \"Other\"\n\nCome at four.\n"), expect![[r#"
            2:9 «"Visit"» error[duplicate-title]: pages /row-08 and /row-09 have the same title `Visit - Millstone Bakery`
              help: say in each title what is specific to the page
              note: content/pages/row-08.md:2:9 «"Visit"» the other title
            3:15 «"Where to find us in Ulm."» error[duplicate-description]: pages /row-08 and /row-09 have the same description
              help: say in each description what is specific to the page
              note: content/pages/row-08.md:3:15 «"Where to find us in Ulm."» the other description
        "#]]),
    ]);
}
