//! Mistakes in texts that were copied from chat programs, in tables and footnotes typed by hand, and in front matter.

use expect_test::expect;

use crate::bakery::Bakery;
use crate::findings::{assert_files, assert_pages, loaf};

#[test]
#[rustfmt::skip]
fn texts() {
    assert_pages([
        ("|---|---|\n| Rye | 4 |\n| Spelt | 5 |\n", expect![[r#"
            6:1 «|---|---|» warning[shown-as-typed]: not a table: the line with the names of the columns is missing above this one
              help: add it: | Name | Name |
        "#]]),
        ("| Loaf | Price |\n|---|---|\n| Rye | 4 |\n|---|---|\n| Sum | 4 |\n", expect![[r#"
            9:1 «|---|---|» warning[table-cells]: this line shows as a row of hyphens
              help: delete it: only the line below the head has hyphens
        "#]]),
        ("Oil it[oil^].\n\n[oil^]: With olive oil.\n", expect![[r#"
            6:7 «[oil^]» warning[shown-as-typed]: not a footnote: `[oil^]` appears exactly as typed
              help: write [^oil]
            8:1 «[oil^]» warning[shown-as-typed]: not a footnote: `[oil^]` appears exactly as typed
              help: write [^oil]
        "#]]),
        (":::writing{variant=\"standard\" id=\"48210\"}\nWe bake at night.\n:::\n", expect![[r#"
            6:1 «:::writing{variant="standard" id="48210"}» error[foreign-notation]: `:::writing{variant="standard" id="48210"}` is a frame of ChatGPT around a text
              help: delete this line, and the line `:::` below the text
        "#]]),
    ]);
}

#[test]
#[rustfmt::skip]
fn front_matter() {
    let weight = |value: &str| loaf("weight = 1", &format!("weight = {value}"));
    assert_files("content/loaves/{}.md", [
        (weight("3."), expect![[r#"
            5:12 «» error[bad-toml]: invalid TOML: invalid fraction, expected digits
              help: write 3, without the point
        "#]]),
        (weight("1\nsizes = [\"small\"]]"), expect![[r#"
            6:18 «]» error[bad-toml]: invalid TOML: the line should end here
              help: delete the `]`: the list is closed before it
        "#]]),
        (weight("1\nsizes = [\"small\", ...]"), expect![[r#"
            6:19 «.» error[bad-toml]: invalid TOML: invalid mantissa, expected digits
              help: delete the `...`, and the comma before it
        "#]]),
        (loaf("+++\ntitle", "+++\n1 title").replace("\ndescription", "\n2 description"), expect![[r#"
            2:1 «1 title = "Rye"» error[bad-toml]: invalid TOML: these lines begin with their numbers
              help: delete the number before each line
        "#]]),
    ]);
    Bakery::new().append("content/structure.toml", "\n[[redirect]]\nfrom = [\"/a\", \"/b\"]\nto = \"/about\"\n").findings(expect![[r#"
        content/structure.toml:62:8 «["/a", "/b"]» error[wrong-type]: `from` must be text in quotes (this is a list)
          help: write a [[redirect]] for each of them: from = "/a"
    "#]]);
}
