//! What people in an office paste or type without a thought: out of Word, Excel, a messenger, and mails.

use expect_test::expect;

use crate::bakery::Bakery;
use crate::findings::shown;

/// Texts, each in a page of its own.
#[rustfmt::skip]
const TEXTS: &[&str] = &[
    // Word
    "First line\u{b}second line.",
    "One\u{c}Two",
    "\u{f0b7} Rye\n\u{f0b7} Spelt",
    "•\tRye\n•\tSpelt",
    "##\u{a0}Prices\n\nText.",
    "See Error! Reference source not found. for prices.",
    "Prices ................ 3\nHours ................. 5",
    "See HYPERLINK \"https://e.org\" our site.",
    "Dear [Type here], click or tap here. Click or tap here to enter text.",
    "a \u{fffc} b",
    "[rye](/loaves/rye’)",
    "[rye](“/loaves/rye”)",
    "Bread¹ is good.\n\n¹ Rye only.",
    // WhatsApp
    "[27/11/26, 10:31 am] Asha: please add this",
    "27/11/2026, 10:31 - Asha Rao: please add this",
    "<Media omitted>",
    "We open at six. <This message was edited>",
    "![Oven](WhatsApp Image 2026-11-27 at 10.31.22.jpeg)",
    "![Oven](images/WhatsApp Image 2026-11-27 at 10.31.22 (1).jpeg)",
    "![Oven](IMG-20261127-WA0003.jpg)",
    "[us](https://wa.me/91 98765 43210)",
    // Excel
    "Loaf;Price\nRye;4\nSpelt;5",
    "Loaf\tPrice\nRye\t4\nSpelt\t5",
    "Total #REF!, rate #N/A, name #NAME?",
    "| A | B |\n| 1 | 2 |",
    // Windows and mails
    "[rye](\\loaves\\rye)",
    "[us](@millstone)",
    "[us](+919876543210)",
    "[us](phone:+919876543210)",
    "[us](mail:info@example.org)",
    "[us](mailto://info@example.org)",
    "[us](mailto:info @example.org)",
    "[us](mailto:a@example.org; b@example.org)",
    "[us](tel:Pune office)",
    "[us](https//:example.org)",
    "[us](https://example,org)",
    "[us](http://127.0.0.1:1111/about)",
    "{rye}(/loaves/rye)",
    "(rye)[/loaves/rye]",
    "[rye(/loaves/rye)",
    "[[Rye|/loaves/rye]]",
    "[list](/public/prices.pdf)",
    "[list](/prices.PDF)",
    "![loaf.svg](images/loaf.svg)",
    "![Loaf](\"images/loaf.svg\")",
    "![Loaf](images/loaf.svg =300x)",
    "![Loaf][image1]\n\n[image1]: <data:image/png;base64,iVBORw0KGgo=>",
    // PDF
    "A long para-\ngraph of short-\nand long-term loans.",
    "The oﬃce bakes.",
    // Pandoc and LaTeX
    "  Loaf     Price\n-------  -------\n   Rye         4",
    "As said [@smith2004, p. 33], and by [@asha](/about).",
    "A \\textbf{bold} loaf.",
];

/// Each text is one finding, at what was typed.
#[test]
#[rustfmt::skip]
fn texts() {
    let bakery = Bakery::new().write("public/prices.pdf", "%PDF");
    let bakery = TEXTS.iter().zip(10..).fold(bakery, |bakery, (text, at)| bakery.page(&format!("p{at}"), text));
    expect![[r#"
        content/loaves/spelt.md:1:1 «+++» warning[orphan-page]: /loaves/spelt cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/404.md:4:11 «true» error[robots-mismatch]: /404 is marked `noindex`, but its HTML has no noindex tag
          help: write <meta name="robots" content="noindex"> in the template if `page.noindex` is true
        content/pages/p10.md:1:1 «+++» warning[orphan-page]: /p10 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p10.md:6:11 «␋» warning[control-character]: the text has a control character, U+000B, which does not show
          help: delete it, and type a space or a line break if one is missing
        content/pages/p11.md:1:1 «+++» warning[orphan-page]: /p11 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p11.md:6:4 «␌» warning[control-character]: the text has a control character, U+000C, which does not show
          help: delete it, and type a space or a line break if one is missing
        content/pages/p12.md:1:1 «+++» warning[orphan-page]: /p12 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p12.md:6:1 «» warning[shown-as-typed]: not a list: `` appears exactly as typed
          help: write each entry as `- Rye`
        content/pages/p13.md:1:1 «+++» warning[orphan-page]: /p13 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p13.md:6:1 «•» warning[shown-as-typed]: not a list: `•` appears exactly as typed
          help: write each entry as `- Rye`
        content/pages/p14.md:1:1 «+++» warning[orphan-page]: /p14 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p14.md:6:1 «## » error[unread-markdown]: not a heading: the space after `##` is a no-break space
          help: write `## Prices`
        content/pages/p15.md:1:1 «+++» warning[orphan-page]: /p15 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p15.md:6:5 «Error! Reference source not found.» warning[unfinished-text]: `Error! Reference source not found.` is left in the text: Word wrote it
          help: write what visitors should read, or delete it
        content/pages/p16.md:1:1 «+++» warning[orphan-page]: /p16 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p16.md:6:1 «Prices ................ 3» warning[unfinished-text]: `Prices ................ 3` is left in the text: Word wrote it
          help: write what visitors should read, or delete it
        content/pages/p17.md:1:1 «+++» warning[orphan-page]: /p17 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p17.md:6:5 «HYPERLINK "» warning[unfinished-text]: `HYPERLINK "` is left in the text: Word wrote it
          help: write what visitors should read, or delete it
        content/pages/p18.md:1:1 «+++» warning[orphan-page]: /p18 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p18.md:6:6 «[Type here]» warning[unfinished-text]: `[Type here]` is left in the text: Word wrote it
          help: write what visitors should read, or delete it
        content/pages/p18.md:6:38 «Click or tap here to enter text.» warning[unfinished-text]: `Click or tap here to enter text.` is left in the text: Word wrote it
          help: write what visitors should read, or delete it
        content/pages/p19.md:1:1 «+++» warning[orphan-page]: /p19 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p19.md:6:3 «￼» warning[unfinished-text]: `U+FFFC` is left in the text: a PDF or Word wrote it
          help: write what visitors should read, or delete it
        content/pages/p20.md:1:1 «+++» warning[orphan-page]: /p20 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p20.md:6:7 «/loaves/rye’» error[broken-link]: there is no page or file /loaves/rye’
          help: did you mean `/loaves/rye`?
        content/pages/p21.md:1:1 «+++» warning[orphan-page]: /p21 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p21.md:6:7 «“/loaves/rye”» error[bad-address]: the address `/loaves/rye` is in quotes
          help: write /loaves/rye
        content/pages/p22.md:1:1 «+++» warning[orphan-page]: /p22 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p22.md:8:1 «¹» warning[shown-as-typed]: not a footnote: `¹` appears exactly as typed
          help: write [^1] in the text, and [^1]: before the footnote
        content/pages/p23.md:1:1 «+++» warning[orphan-page]: /p23 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p23.md:6:1 «[27/11/26, 10:31 am] Asha:» warning[unfinished-text]: `[27/11/26, 10:31 am] Asha:` is left in the text: WhatsApp wrote it
          help: write what visitors should read, or delete it
        content/pages/p24.md:1:1 «+++» warning[orphan-page]: /p24 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p24.md:6:1 «27/11/2026, 10:31 - Asha Rao:» warning[unfinished-text]: `27/11/2026, 10:31 - Asha Rao:` is left in the text: WhatsApp wrote it
          help: write what visitors should read, or delete it
        content/pages/p25.md:1:1 «+++» warning[orphan-page]: /p25 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p25.md:6:1 «<Media omitted>» error[unknown-component]: unknown component `Media` (not defined by the theme)
          help: WhatsApp wrote this in place of a picture or a recording: delete it, or add the picture
        content/pages/p26.md:1:1 «+++» warning[orphan-page]: /p26 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p26.md:6:17 «<This message was edited>» error[unknown-component]: unknown component `This` (not defined by the theme)
          help: replace it with your text, or write `\<This message was edited>` to show it as typed
        content/pages/p27.md:1:1 «+++» warning[orphan-page]: /p27 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p27.md:6:9 «WhatsApp Image 2026-11-27 at 10.31.22.jpeg» error[broken-link]: not a picture: the address `WhatsApp Image 2026-11-27 at 10.31.22.jpeg` has a space (appears exactly as typed)
          help: write the address without spaces, or in angle brackets: ![Oven](<WhatsApp Image 2026-11-27 at 10.31.22.jpeg>)
        content/pages/p28.md:1:1 «+++» warning[orphan-page]: /p28 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p28.md:6:9 «images/WhatsApp Image 2026-11-27 at 10.31.22 (1).jpeg» error[broken-link]: not a picture: the address `images/WhatsApp Image 2026-11-27 at 10.31.22 (1).jpeg` has a space (appears exactly as typed)
          help: write the address without spaces, or in angle brackets: ![Oven](<images/WhatsApp Image 2026-11-27 at 10.31.22 (1).jpeg>)
        content/pages/p29.md:1:1 «+++» warning[orphan-page]: /p29 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p29.md:6:1 «![Oven](IMG-20261127-WA0003.jpg)» error[missing-image]: there is no image `IMG-20261127-WA0003.jpg` (no such file below content/ or in the theme)
          help: save the picture below content/images/ and refer to it there: images/name.jpg
        content/pages/p30.md:1:1 «+++» warning[orphan-page]: /p30 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p30.md:6:6 «https://wa.me/91 98765 43210» error[broken-link]: not a link: the address `https://wa.me/91 98765 43210` has a space (appears exactly as typed)
          help: write [us](https://wa.me/919876543210)
        content/pages/p31.md:1:1 «+++» warning[orphan-page]: /p31 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p31.md:6:1 «Loaf;Price» warning[shown-as-typed]: not a table: these lines appear exactly as typed
          help: write | Loaf | Price |, below it |---|---|, and each further line with the same bars
        content/pages/p32.md:1:1 «+++» warning[orphan-page]: /p32 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p32.md:6:1 «Loaf    Price» warning[shown-as-typed]: not a table: these lines appear exactly as typed
          help: write | Loaf | Price |, below it |---|---|, and each further line with the same bars
        content/pages/p33.md:1:1 «+++» warning[orphan-page]: /p33 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p33.md:6:7 «#REF!» warning[unfinished-text]: `#REF!` is left in the text: Excel wrote it
          help: write what visitors should read, or delete it
        content/pages/p33.md:6:19 «#N/A» warning[unfinished-text]: `#N/A` is left in the text: Excel wrote it
          help: write what visitors should read, or delete it
        content/pages/p33.md:6:30 «#NAME?» warning[unfinished-text]: `#NAME?` is left in the text: Excel wrote it
          help: write what visitors should read, or delete it
        content/pages/p34.md:1:1 «+++» warning[orphan-page]: /p34 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p34.md:6:1 «| A | B |» warning[shown-as-typed]: not a table: these lines appear exactly as typed
          help: add a line below the head: |---|---|
        content/pages/p35.md:1:1 «+++» warning[orphan-page]: /p35 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p35.md:6:7 «\loaves\rye» error[bad-address]: `\loaves\rye` is a file on your network, which visitors cannot open
          help: put the file into public/ and link to it from there: /name.pdf; the address of a page has slashes: /loaves/rye
        content/pages/p36.md:1:1 «+++» warning[orphan-page]: /p36 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p36.md:6:6 «@millstone» error[broken-link]: `@millstone` is not a URL of this site
          help: write the address of the profile, such as https://www.instagram.com/millstone
        content/pages/p37.md:1:1 «+++» warning[orphan-page]: /p37 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p37.md:6:6 «+919876543210» error[broken-link]: `+919876543210` is not a URL of this site
          help: write a telephone number as tel:+919876543210
        content/pages/p38.md:1:1 «+++» warning[orphan-page]: /p38 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p38.md:6:6 «phone:+919876543210» error[bad-address]: browsers do not know the scheme `phone:`
          help: did you mean `tel:`?
        content/pages/p39.md:1:1 «+++» warning[orphan-page]: /p39 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p39.md:6:6 «mail:info@example.org» error[bad-address]: browsers do not know the scheme `mail:`
          help: did you mean `mailto:`?
        content/pages/p40.md:1:1 «+++» warning[orphan-page]: /p40 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p40.md:6:6 «mailto://info@example.org» error[bad-address]: `mailto://info@example.org` has slashes, which only web addresses have
          help: write mailto:info@example.org
        content/pages/p41.md:1:1 «+++» warning[orphan-page]: /p41 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p41.md:6:6 «mailto:info @example.org» error[broken-link]: not a link: the address `mailto:info @example.org` has a space (appears exactly as typed)
          help: write [us](mailto:info@example.org)
        content/pages/p42.md:1:1 «+++» warning[orphan-page]: /p42 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p42.md:6:6 «mailto:a@example.org; b@example.org» error[broken-link]: not a link: the address `mailto:a@example.org; b@example.org` has a space (appears exactly as typed)
          help: write [us](mailto:a@example.org,b@example.org)
        content/pages/p43.md:1:1 «+++» warning[orphan-page]: /p43 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p43.md:6:6 «tel:Pune office» error[broken-link]: not a link: the address `tel:Pune office` has a space (appears exactly as typed)
          help: write a number with its country code: tel:+911122334455
        content/pages/p44.md:1:1 «+++» warning[orphan-page]: /p44 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p44.md:6:6 «https//:example.org» error[broken-link]: `https//:example.org` is not a URL of this site
          help: write https://example.org
        content/pages/p45.md:1:1 «+++» warning[orphan-page]: /p45 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p45.md:6:6 «https://example,org» error[bad-address]: `example,org` is not the name of a website
          help: did you mean https://example.org?
        content/pages/p46.md:1:1 «+++» warning[orphan-page]: /p46 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p46.md:6:6 «http://127.0.0.1:1111/about» error[bad-address]: `http://127.0.0.1:1111/about` is on your computer, which visitors cannot reach
          help: write the address without the host: /about
        content/pages/p47.md:1:1 «+++» warning[orphan-page]: /p47 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p47.md:6:1 «{rye}(/loaves/rye)» warning[shown-as-typed]: `{rye}(/loaves/rye)` is not a link, and appears exactly as typed
          help: write [rye](/loaves/rye)
        content/pages/p48.md:1:1 «+++» warning[orphan-page]: /p48 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p48.md:6:1 «(rye)[/loaves/rye]» warning[shown-as-typed]: `(rye)[/loaves/rye]` is not a link, and appears exactly as typed
          help: write [rye](/loaves/rye)
        content/pages/p49.md:1:1 «+++» warning[orphan-page]: /p49 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p49.md:6:1 «[rye(/loaves/rye)» warning[shown-as-typed]: `[rye(/loaves/rye)` is not a link, and appears exactly as typed
          help: write [rye](/loaves/rye)
        content/pages/p50.md:1:1 «+++» warning[orphan-page]: /p50 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p50.md:6:1 «[[Rye|/loaves/rye]]» warning[shown-as-typed]: `[[Rye|/loaves/rye]]` is not a link, and appears exactly as typed
          help: write [Rye](/loaves/rye), with the URL of the page
        content/pages/p51.md:1:1 «+++» warning[orphan-page]: /p51 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p51.md:6:8 «/public/prices.pdf» error[broken-link]: there is no page or file /public/prices.pdf
          help: write /prices.pdf: files in public/ have URLs without `public`
        content/pages/p52.md:1:1 «+++» warning[orphan-page]: /p52 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p52.md:6:8 «/prices.PDF» error[broken-link]: there is no page or file /prices.PDF
          help: did you mean `/prices.pdf`?
        content/pages/p53.md:1:1 «+++» warning[orphan-page]: /p53 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p53.md:6:1 «![loaf.svg](images/loaf.svg)» error[image-without-alt]: the alternative text of the image `images/loaf.svg` is only its file name
          help: say between the square brackets what the image shows
        content/pages/p54.md:1:1 «+++» warning[orphan-page]: /p54 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p54.md:6:1 «![Loaf]("images/loaf.svg")» error[missing-image]: there is no image `"images/loaf.svg"` (no such file below content/ or in the theme)
          help: did you mean `images/loaf.svg`?
        content/pages/p55.md:1:1 «+++» warning[orphan-page]: /p55 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p55.md:6:25 «=300x» error[foreign-notation]: `=300x` is a size of markdown-it
          help: remove it: the theme sets the size of pictures; a picture in a size of its own is HTML: <img src="…" alt="…" width="300">
        content/pages/p56.md:1:1 «+++» warning[orphan-page]: /p56 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p56.md:6:1 «![Loaf][image1]» error[missing-image]: this picture is inside the text, where no page can show it in several sizes
          help: save it as a file below content/images/, and write ![what it shows](images/name.png)
        content/pages/p57.md:1:1 «+++» warning[orphan-page]: /p57 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p57.md:6:8 «para-» warning[shown-as-typed]: `para- graph` shows with a space: the line ends after its hyphen
          help: write `paragraph` or `para-graph` in one line
        content/pages/p58.md:1:1 «+++» warning[orphan-page]: /p58 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p58.md:6:5 «oﬃce» warning[unfinished-text]: `oﬃce` is left in the text: a PDF or Word wrote it
          help: type the letters one by one: office
        content/pages/p59.md:1:1 «+++» warning[orphan-page]: /p59 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p59.md:6:3 «Loaf     Price» warning[shown-as-typed]: not a table: these lines appear as text, with a line below the first
          help: write | Loaf | Price |, below it |---|---|, and each further line with the same bars
        content/pages/p60.md:1:1 «+++» warning[orphan-page]: /p60 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p60.md:6:9 «[@smith2004, p. 33]» error[foreign-notation]: `[@smith2004, p. 33]` is a citation of Pandoc
          help: write [^1] here, and [^1]: with its text in a paragraph of its own
        content/pages/p61.md:1:1 «+++» warning[orphan-page]: /p61 cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
        content/pages/p61.md:6:3 «\textbf{bold}» error[foreign-notation]: `\textbf{bold}` is LaTeX
          help: write **text**
        content/structure.toml:33:9 «"/journal/topic/{slug}"» warning[orphan-page]: /journal/topic/baking cannot be reached from the home page
          help: link to it, set `noindex = true`, or add it to `except` of [orphans] in content/checks.toml
          help: the same on 1 more page
        public/prices.pdf:1:1 «» warning[bad-file]: this is not a PDF file, as its name says
          help: save it again in the format that its name says, or rename it
        themes/bakery/templates/base.html:19:1 «</body>» error[landmarks]: page / has no <footer>
          help: add it to the base template
          help: the same on 64 more pages
        themes/bakery/templates/base.html:19:1 «</body>» error[landmarks]: page / has no <header>
          help: add it to the base template
          help: the same on 64 more pages
        Checked 65 pages with 45 rules: 32 errors and 81 warnings; --fix corrects 17
    "#]].assert_eq(&shown(bakery.args("check"), 1));
}

/// First lines of a file, in place of `+++`, and last lines of its front matter.
#[test]
#[rustfmt::skip]
fn lines_around_front_matter() {
    let mut bakery = Bakery::new();
    let starts = ["—", "________", "+ + +", "* * *", "```toml", "  +++", "\u{feff}\u{feff}+++"];
    for (start, at) in starts.iter().zip(10..) {
        let end = if start.starts_with('`') { "```" } else { "+++" };
        let page = format!("{start}\ntitle = \"Page {at}\"\ndescription = \"What the page {at} is about.\"\n{end}\nText.\n");
        bakery = bakery.write(&format!("content/pages/a{at}.md"), page);
    }
    for (end, at) in ["———", "***", "++ +", "____"].iter().zip(10..) {
        let page = format!("+++\ntitle = \"Page {at}\"\ndescription = \"What the page {at} is about.\"\n{end}\nText.\n\n{end}\n\nMore.\n");
        bakery = bakery.write(&format!("content/pages/b{at}.md"), page);
    }
    expect![[r#"
        content/pages/404.md:4:11 «true» error[robots-mismatch]: /404 is marked `noindex`, but its HTML has no noindex tag
          help: write <meta name="robots" content="noindex"> in the template if `page.noindex` is true
        content/pages/a10.md:1:1 «—» error[missing-front-matter]: missing front matter (expected `+++`)
          help: replace this line with `+++`
        content/pages/a11.md:1:1 «________» error[missing-front-matter]: missing front matter (expected `+++`)
          help: replace this line with `+++`
        content/pages/a12.md:1:1 «+ + +» error[missing-front-matter]: missing front matter (expected `+++`)
          help: replace this line with `+++`
        content/pages/a13.md:1:1 «* * *» error[missing-front-matter]: missing front matter (expected `+++`)
          help: replace this line with `+++`
        content/pages/a14.md:1:1 «```toml» error[missing-front-matter]: missing front matter (expected `+++`)
          help: replace this line with `+++`
        content/pages/a15.md:1:1 «  +++» error[missing-front-matter]: missing front matter (expected `+++`)
          help: replace this line with `+++`
        content/pages/b10.md:4:1 «———» error[unclosed-front-matter]: front matter is not closed
          help: replace `———` with `+++`
        content/pages/b11.md:4:1 «***» error[unclosed-front-matter]: front matter is not closed
          help: replace `***` with `+++`
        content/pages/b12.md:4:1 «++ +» error[unclosed-front-matter]: front matter is not closed
          help: replace `++ +` with `+++`
        content/pages/b13.md:4:1 «____» error[unclosed-front-matter]: front matter is not closed
          help: replace `____` with `+++`
        themes/bakery/templates/base.html:19:1 «</body>» error[landmarks]: page / has no <footer>
          help: add it to the base template
          help: the same on 13 more pages
        themes/bakery/templates/base.html:19:1 «</body>» error[landmarks]: page / has no <header>
          help: add it to the base template
          help: the same on 13 more pages
        Checked 14 of 24 pages with 45 rules: 13 errors; --fix corrects 4
    "#]].assert_eq(&shown(bakery.args("check"), 1));
}

/// Values out of a spreadsheet, each in a loaf of its own.
#[test]
#[rustfmt::skip]
fn values() {
    let values = [
        "weight = 1%", "weight = 1,0", "weight = '1", "weight = \"1\"", "weight = 1O", "weight = ₹1,200", "weight = 250 g", "weight = 2 to 3",
        "weight = 1\nvegan = TRUE", "weight = 1\nvegan = yes", "weight = 1\nseeds = \"poppy, flax\"", "weight = 1\nseeds = [poppy, flax]",
        "weight = 1\nseeds = [\"poppy\"; \"flax\"]", "weight = 1\nsince = 46086", "weight = 1\nsince = 05-Mar-26", "weight = 1\nsince = 2026–03–05",
    ];
    let bakery = values.iter().zip(10..).fold(Bakery::new(), |bakery, (value, at)| {
        let loaf = format!("+++\ntitle = \"Loaf {at}\"\ndescription = \"A loaf that keeps for a week.\"\nflour = \"rye\"\n{value}\n+++\nText.\n");
        bakery.write(&format!("content/loaves/l{at}.md"), loaf)
    });
    expect![[r#"
        content/loaves/l10.md:5:10 «1%» error[bad-toml]: invalid TOML: text must be in quotes
          help: write a number, without other signs: weight = 1
        content/loaves/l11.md:5:11 «,» error[bad-toml]: invalid TOML: the line should end here
          help: a number has no commas, and a point before its decimals: write 1.0; write a list in brackets: [1,0]
        content/loaves/l12.md:5:12 «» error[bad-toml]: invalid TOML: the closing quote is missing
          help: close the string with the quote it starts with; write a double quote inside it as \"
        content/loaves/l13.md:5:10 «"1"» error[wrong-type]: `weight` must be a whole number (this is text in quotes)
          help: write it without quotes: 1
        content/loaves/l14.md:5:10 «1O» error[bad-toml]: invalid TOML: text must be in quotes
          help: write the digit, not the letter: weight = 10
        content/loaves/l15.md:5:10 «₹1,200» error[bad-toml]: invalid TOML: text must be in quotes
          help: write a number, without other signs: weight = 1200
        content/loaves/l16.md:5:10 «250 g» error[bad-toml]: invalid TOML: text must be in quotes
          help: write a number, without other signs: weight = 250
        content/loaves/l17.md:5:10 «2 to 3» error[bad-toml]: invalid TOML: text must be in quotes
          help: write a number in digits, such as weight = 12
        content/loaves/l18.md:6:9 «TRUE» error[bad-toml]: invalid TOML: `true` and `false` are written in lower case
          help: write it in lower case: true
        content/loaves/l19.md:6:9 «yes» error[bad-toml]: invalid TOML: text must be in quotes
          help: write vegan = true
        content/loaves/l20.md:6:9 «"poppy, flax"» error[wrong-type]: `seeds` must be a list (this is text in quotes)
          help: put it in square brackets: ["poppy", "flax"]
        content/loaves/l21.md:6:10 «poppy» error[bad-toml]: invalid TOML: text must be in quotes
          help: put each text in double quotes: ["one", "two"]
        content/loaves/l22.md:6:17 «;» error[bad-toml]: invalid TOML: expected a comma, not `;`
          help: write `,` instead
        content/loaves/l23.md:6:9 «46086» error[bad-date]: `46086` is not a date
          help: write dates as year-month-day, without quotes: 2026-04-30
        content/loaves/l24.md:6:9 «05-Mar-26» error[bad-toml]: invalid TOML: invalid date, expected month
          help: write dates as year-month-day, without quotes: 2026-04-30
        content/loaves/l25.md:6:9 «2026–03–05» error[bad-toml]: invalid TOML: dates are written year-month-day
          help: write dates as year-month-day, without quotes: 2026-03-05
    "#]].assert_eq(&shown(bakery.args("build"), 1));
}

/// Signs that Markdown drops or reads in another way than their author, and lists and links of other programs, each in a page of its
/// own.
#[test]
#[rustfmt::skip]
fn dropped_signs() {
    let texts = [
        // Signs that Markdown drops or reads in another way
        "See [a].\n\n[a]: /about\n[a]: /journal",
        "Rye\n[b]: /about\n\nSee [us][b].",
        "The file __init__.py is empty.",
        "The area is 2*3*4.",
        "Read data_*.csv and log_*.csv.",
        "A &#0; and &#128; B.",
        "[x](https://example.org:99999/)",
        "One line\\",
        "## Fees {fees}",
        "The path \\\\server\\share is ours.",
        "~~ rye ~~ bread",
        "---\ntitle: x\n---",
        "See <https://example.org/a b>.",
        "[us](mailto:Ann <a@b.org>)",
        // Lists of Word, Obsidian, and keyboards of Asia
        "o one\no two",
        "o one\n\no two",
        "•one",
        "-- one\n-- two",
        "１．one\n２．two",
        "- [-] cancelled",
        "Due soon. ^deadline",
        "> [!tip]-\n> Rye",
        "<% tp.date.now() %>",
        "CafÃ\u{89} and itâ\u{80}\u{99}s.",
        "![IMG_1234](images/loaf.svg)",
        "<Note kind=\"tip\" kind=\"other\">Rye</Note>",
        "<NOTE>Rye</NOTE>",
    ];
    let rules = "[rules]\norphan-page = \"off\"\nlandmarks = \"off\"\nrobots-mismatch = \"off\"\n";
    let bakery = Bakery::new().write("content/checks.toml", rules);
    let bakery = texts.iter().zip(10..).fold(bakery, |bakery, (text, at)| bakery.page(&format!("p{at}"), text));
    expect![[r#"
        p10.md:9:1 «[a]:» error[unread-markdown]: `[a]` has two addresses, and this one is ignored
          help: give each address a name of its own, or delete the one that is wrong
        p11.md:7:1 «[b]:» warning[shown-as-typed]: `[b]:` is part of the text, and gives no link an address
          help: add an empty line before it
        p12.md:6:10 «__init__» warning[accidental-emphasis]: the marks `__` in `__init__.py` do not show: they make `init` bold text
          help: put code between backticks, and write `\_` for the sign itself
        p13.md:6:14 «*3*» warning[accidental-emphasis]: the marks `*` in `2*3*4` do not show: they make `3` emphasis
          help: put code between backticks, and write `\*` for the sign itself
        p14.md:6:11 «*.csv and log_*» warning[accidental-emphasis]: the marks `*` in `data_*.csv and log_*.csv` do not show: they make `.csv and log_` emphasis
          help: put code between backticks, and write `\*` for the sign itself
        p15.md:6:3 «&#0;» error[unread-markdown]: there is no character `&#0;`
          help: write the character itself, or delete it
        p15.md:6:12 «&#128;» error[unread-markdown]: there is no character `&#128;`
          help: write `€`
        p16.md:6:5 «https://example.org:99999/» error[bad-address]: browsers do not open `https://example.org:99999/`: invalid port number
          help: write a web address as https://www.example.com/page
        p17.md:6:9 «\» warning[shown-as-typed]: this backslash appears exactly as typed: there is no line below it in the paragraph
          help: delete it; a backslash breaks a line only above another line
        p18.md:6:9 «{fees}» error[unread-markdown]: `{fees}` gives this heading no id, and does not show
          help: write {#fees} for an id, {.fees} for a class, or \{fees\} for the braces themselves
        p19.md:6:10 «\\server\share» warning[shown-as-typed]: a backslash in `\\server\share` does not show
          help: put it between backticks: `\\server\share`
        p20.md:6:1 «~~» warning[shown-as-typed]: `~~` appears exactly as typed
          help: write struck text as ~~text~~, in one paragraph and without spaces inside; write `\~\~` for tildes
        p21.md:6:1 «---» warning[underlined-text]: front matter is only at the start of a file, so these lines are shown as text
          help: move what is needed to the front matter, and delete the lines from `---` to `---`
        p22.md:6:5 «<https://example.org/a b>» warning[shown-as-typed]: `<https://example.org/a b>` is not a link, and appears exactly as typed
          help: write <https://example.org/a%20b>
        p23.md:6:6 «mailto:Ann <a@b.org>» error[broken-link]: not a link: the address `mailto:Ann <a@b.org>` has a space (appears exactly as typed)
          help: write [us](mailto:a@b.org)
        p24.md:6:1 «o» warning[shown-as-typed]: not a list: `o` appears exactly as typed
          help: write each entry as `- one`
        p25.md:6:1 «o» warning[shown-as-typed]: not a list: `o` appears exactly as typed
          help: write each entry as `- one`
        p26.md:6:1 «•» warning[shown-as-typed]: not a list: `•` appears exactly as typed
          help: write each entry as `- one`
        p27.md:6:1 «--» warning[shown-as-typed]: not a list: `--` appears exactly as typed
          help: write each entry as `- one`
        p28.md:6:1 «１．on» warning[shown-as-typed]: not a list: `１．` appears exactly as typed
          help: write each entry as `1. text`, with an empty line before the first
        p29.md:6:3 «[-]» warning[shown-as-typed]: `[-]` is not a checkbox, and appears exactly as typed
          help: write `[ ]` or `[x]`, and any other state in words
        p30.md:6:11 «^deadline» warning[shown-as-typed]: `^deadline` appears exactly as typed: only Obsidian reads it as an anchor
          help: remove it; a heading has an anchor, and so has an element of HTML with an id
        p31.md:6:9 «-» warning[shown-as-typed]: not an alert: `[!tip]` has a sign after it
          help: remove the sign of Obsidian: > [!TIP]
        p32.md:6:1 «<%» error[left-over]: `<%` shows on /p32
          help: text cannot have template tags; put braces that visitors should see between backticks
        p33.md:6:13 «â» error[left-over]: `â` shows on /p33
          help: these characters were read in the wrong encoding where the text comes from: type them again
        p34.md:6:1 «![IMG_1234](images/loaf.svg)» error[image-without-alt]: the alternative text `IMG_1234` does not say what the image shows
          help: describe the image between the square brackets: ![A ledger page](…)
        p35.md:6:1 «<Note kind="tip" kind="other">» error[bad-component]: the tag `<Note` has two arguments `kind`
        p36.md:6:1 «<NOTE» error[unknown-component]: unknown element `<NOTE>`
          help: write the component as <Note> … </Note>
        Checked 40 pages with 45 rules: 11 errors and 17 warnings; --fix corrects 8
    "#]].assert_eq(&shown(bakery.args("check --date 2026-06-01"), 1).replace("content/pages/", ""));
}
