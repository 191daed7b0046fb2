//! Broken links in Markdown, data, and templates.

use expect_test::expect;

use crate::bakery::Bakery;
use crate::findings::{assert_pages, shown};

#[test]
#[rustfmt::skip]
fn in_markdown() {
    assert_pages([
        ("See [the bread](/loaves/ry).\n", expect![[r#"
            6:17 «/loaves/ry» error[broken-link]: there is no page or file /loaves/ry
              help: did you mean `/loaves/rye`?
        "#]]),
        ("See [the hours](/about#hour) and [below](#belwo).\n\n## Below\n", expect![[r#"
            6:17 «/about#hour» error[broken-anchor]: page /about has no anchor `#hour`
              help: did you mean `#hours`?
            6:42 «#belwo» error[broken-anchor]: page /row-02 has no anchor `#belwo`
              help: did you mean `#below`?
        "#]]),
        ("[Form](/oder.txt), [rye](../loaves/ryr.md), [spelt](../loaves/spelt.md#crust).\n", expect![[r#"
            6:8 «/oder.txt» error[broken-link]: there is no page or file /oder.txt
              help: did you mean `/order.txt`?
            6:20 «[rye](../loaves/ryr.md)» error[broken-link]: there is no document content/loaves/ryr.md (no such document)
              help: did you mean `../loaves/rye.md`?
            6:53 «../loaves/spelt.md#crust» error[broken-anchor]: page /loaves/spelt has no anchor `#crust`
              help: write the id of a heading or element of that page, or remove the anchor
        "#]]),
        ("<p><a href=\"/nowhere\">x</a></p>\n", expect![[r#"
            6:13 «/nowhere» error[broken-link]: there is no page or file /nowhere
              help: write the URL of an existing page or file; `site list` lists the pages
        "#]]),
        ("See [this](/nowhere).\n\nAnd [that](/nowhere).\n", expect![[r#"
            6:12 «/nowhere» error[broken-link]: there is no page or file /nowhere
              help: write the URL of an existing page or file; `site list` lists the pages
            8:12 «/nowhere» error[broken-link]: there is no page or file /nowhere
              help: write the URL of an existing page or file; `site list` lists the pages
        "#]]),
        ("See [this][1].\n\n[1]: /nowhere\n", expect![[r#"
            8:6 «/nowhere» error[broken-link]: there is no page or file /nowhere
              help: write the URL of an existing page or file; `site list` lists the pages
        "#]]),
        ("See [the list](</docs/price list.pdf>).\n", expect![[r#"
            6:17 «/docs/price list.pdf» error[broken-link]: there is no page or file /docs/price list.pdf
              help: put the file there: public/docs/price list.pdf
        "#]]),
        (
            "[a](\\\\server\\share\\a.docx) [b](C:\\Users\\Müller & Söhne\\a b.pdf) [c](C:/Users/a.md) [d](\\about)\n\n\
             <a href=\"C:\\form.pdf\">a</a> <a href=\"\\\\server\\a.md\">b</a> <a href=\"file:///C:/a.pdf\">c</a>\n\
             <a href=\"htps://e.org\" target=\"_blank\" rel=\"noopener\">d</a> <a href=\"mailto:office\">e</a> <a href=\"\\about\">f</a>\n",
            expect![[r#"
                6:5 «\\server\share\a.docx» error[bad-address]: `\server\share\a.docx` is a file on your network, which visitors cannot open
                  help: put the file into public/ and link to it from there: /name.pdf
                6:32 «C:\Users\Müller & Söhne\a b.pdf» error[bad-address]: `C:\Users\Müller & Söhne\a b.pdf` is a file on your computer, which visitors cannot open
                  help: put the file into public/ and link to it from there: /name.pdf
                6:69 «C:/Users/a.md» error[bad-address]: `C:/Users/a.md` is a file on your computer, which visitors cannot open
                  help: put the file into public/ and link to it from there: /name.pdf
                6:88 «\about» error[broken-link]: `%5Cabout` is not a URL of this site
                  help: URLs of this site start with `/`; `site list` lists all of them
                8:10 «C:\form.pdf» error[bad-address]: `C:\form.pdf` is a file on your computer, which visitors cannot open
                  help: put the file into public/ and link to it from there: /name.pdf
                8:38 «\\server\a.md» error[bad-address]: `\\server\a.md` is a file on your network, which visitors cannot open
                  help: put the file into public/ and link to it from there: /name.pdf
                8:68 «file:///C:/a.pdf» error[bad-address]: `file:///C:/a.pdf` is a file on your computer, which visitors cannot open
                  help: put the file into public/ and link to it from there: /name.pdf
                9:10 «htps://e.org» error[bad-address]: browsers do not know the scheme `htps:`
                  help: did you mean `https:`?
                9:70 «mailto:office» error[bad-address]: `office` is not an email address
                  help: write an email address as name@example.com
                9:100 «\about» error[broken-link]: `\about` is not a URL of this site
                  help: URLs of this site start with `/`: did you mean `/about`?
            "#]],
        ),
        (
            "[a](htps://e.org) [b](http://) [c](C:\\form.pdf) [d](mailto:office) [e](tel:abc) [f](www.example.com)\n\n\
             [g](mailto:a@b.in?subject=x) [h](tel:+91-11-22) [i](sms:123)\n",
            expect![[r#"
                6:5 «htps://e.org» error[bad-address]: browsers do not know the scheme `htps:`
                  help: did you mean `https:`?
                6:23 «http://» error[bad-address]: `http://` has no host
                  help: write a web address as https://www.example.com/page
                6:36 «C:\form.pdf» error[bad-address]: `C:\form.pdf` is a file on your computer, which visitors cannot open
                  help: put the file into public/ and link to it from there: /name.pdf
                6:53 «mailto:office» error[bad-address]: `office` is not an email address
                  help: write an email address as name@example.com
                6:72 «tel:abc» error[bad-address]: `abc` is not a phone number
                  help: write a number with its country code: tel:+911122334455
                6:85 «www.example.com» error[bad-address]: `www.example.com` has no https:// before it
                  help: write https://www.example.com
            "#]],
        ),
        (
            "[a](https://https://e.org/a) [b](http://server/x) [c](https://192.168.1.7) [d](\\\\server\\share\\a.pdf)\n\n\
             [e](https://www.google.com/url?q=https%3A%2F%2Fe.org%2Fa&ved=1)\n",
            expect![[r#"
                6:5 «https://https://e.org/a» error[bad-address]: `https://https://e.org/a` has two schemes
                  help: write https://e.org/a
                6:34 «http://server/x» error[bad-address]: `http://server/x` is in your network, which visitors cannot reach
                  help: write the address of a public website, such as https://www.example.com/page
                6:55 «https://192.168.1.7» error[bad-address]: `https://192.168.1.7` is in your network, which visitors cannot reach
                  help: write the address of a public website, such as https://www.example.com/page
                6:80 «\\server\share\a.pdf» error[bad-address]: `\server\share\a.pdf` is a file on your network, which visitors cannot open
                  help: put the file into public/ and link to it from there: /name.pdf
                8:5 «https://www.google.com/url?q=https%3A%2F%2Fe.org%2Fa&ved=1» warning[bad-address]: this link goes through www.google.com, which learns of every click
                  help: write https://e.org/a
            "#]],
        ),
        (
            "Open [http://localhost:3000](http://localhost:3000), <http://127.0.0.1:80/a>, [localhost:1](http://localhost:1/b),\n\
             <edge://extensions/>, or <a href=\"http://localhost/c\" target=\"_blank\" rel=\"noopener\"><code>http://localhost</code>/c</a>, not [us](http://localhost/about).\n\n\
             It is so [2][3], in rows [0 1][0], or [1-9][0-9]{4} and x[a-z][a-zA-Z0-9_].\n",
            expect![[r#"
                7:132 «» error[bad-address]: `http://localhost/about` is on your computer, which visitors cannot reach
                  help: write the address without the host: /about
            "#]],
        ),
        ("One[^1] and one more[^1].\n\n[^1] No colon.\n", expect![[r#"
            8:1 «[^1]» error[broken-link]: the footnote `1` has no colon, so it is not a footnote
              help: write [^1]: and the text of the footnote after it
        "#]]),
        ("See the note[^2], [the list][nope] and `a[^3]`; rows[0][1] and [this][there].\n\n[there]: /about\n", expect![[r#"
            6:13 «[^2]» error[broken-link]: there is no footnote `2`
              help: add it in a paragraph of its own: [^2]: …
            6:19 «[the list][nope]» error[broken-link]: there is no address for `[nope]`
              help: add it on a line of its own: [nope]: /address
        "#]]),
        (
            "See [our loaves](/loaves/dark rye) and ![one](/images/a loaf.png), [mail](mailto:{{ site.emial }}).\n\n\
             In `a[0](/x y)`, at [noon](noon or so: then) and \\[here](/x y) are no links.\n",
            expect![[r#"
                6:18 «/loaves/dark rye» error[broken-link]: not a link: the address `/loaves/dark rye` has a space (appears exactly as typed)
                  help: write the address without spaces, or in angle brackets: [our loaves](</loaves/dark rye>)
                6:47 «/images/a loaf.png» error[broken-link]: not a picture: the address `/images/a loaf.png` has a space (appears exactly as typed)
                  help: write the address without spaces, or in angle brackets: ![one](</images/a loaf.png>)
                6:82 «{{ site.emial }}» error[unknown-fact]: `site` in site.toml has no key `emial`
                  help: keys of `site` are `base_url`, `language`, `limits`, `name`, `stats`, `theme` and `utc_offset`
            "#]],
        ),
        ("[rye](rye.md), [write](mailto:), [call](mailto:us@@millstone.example), [ask](mailto:?subject=Rye).\n", expect![[r#"
            6:1 «[rye](rye.md)» error[broken-link]: there is no document content/pages/rye.md (no such document)
              help: did you mean `../loaves/rye.md`?
            6:24 «mailto:» error[bad-address]: `mailto:` has no email address
              help: write an email address as mailto:name@example.com
            6:41 «mailto:us@@millstone.example» error[bad-address]: `us@@millstone.example` is not an email address
              help: write mailto:us@millstone.example
        "#]]),
        (
            "[a](rate), [b](), [c](example.org/x), [d](https://millstone.example/about#team).\n\n<p><a href=\"\">e</a></p>\n",
            expect![[r#"
                6:5 «rate» error[broken-link]: `rate` is not a URL of this site
                  help: URLs of this site start with `/`; `site list` lists all of them
                6:12 «[b]()» error[broken-link]: this link has no URL
                  help: write the URL of a page, such as /about
                6:23 «example.org/x» error[broken-link]: `example.org/x` is not a URL of this site
                  help: write the URL of another site as https://example.org/x
                6:43 «https://millstone.example/about#team» error[broken-anchor]: page /about has no anchor `#team`
                  help: write the id of a heading or element of that page, or remove the anchor
                8:13 «"» error[broken-link]: this link has no URL
                  help: write the URL of a page, such as /about
            "#]],
        ),
    ]);
}

#[test]
#[rustfmt::skip]
fn in_several_files() {
    let header = "themes/bakery/templates/header.html";
    let loaf = "themes/bakery/templates/loaf.html";
    let menus = "content/menus.toml";
    let shop = "\n[[main]]\nlabel = \"Shop\"\nurl = \"/shop\"\n";
    let buy = "\n[[main]]\nlabel = \"Buy\"\nurl = \"/shop\"\n";
    for (bakery, expected) in [
        // The finding is at the URL, although the text contains the same word.
        (Bakery::new().page("in/visit", "About us: see [the firm](about) or `[this](about)`, or [write](us@bakery.example).\n"), expect![[r#"
            content/pages/in/visit.md:6:26 «about» error[broken-link]: `about` is not a URL of this site
              help: URLs of this site start with `/`: did you mean `/about`?
            content/pages/in/visit.md:6:64 «us@bakery.example» error[broken-link]: `us@bakery.example` is not a URL of this site
              help: write an email address as mailto:us@bakery.example
        "#]]),
        // URLs of this site that contain its host.
        (
            Bakery::new()
                .page("visit", "See [us](https://millstone.example/abuot), [them](https://other.example/abuot), [here](https://millstone.example/about#hours).\n")
                .append("content/structure.toml", "\n[[redirect]]\nfrom = \"/open\"\nto = \"/about#huors\"\n"),
            expect![[r#"
                content/pages/visit.md:6:10 «https://millstone.example/abuot» error[broken-link]: there is no page or file /abuot
                  help: did you mean `/about`?
                  help: write URLs of this site without the host
                content/structure.toml:63:6 «"/about#huors"» error[broken-anchor]: page /about has no anchor `#huors`
                  help: did you mean `#hours`?
            "#]],
        ),
        // A template may change the words of a document, but not its tags.
        (
            Bakery::new()
                .replace("themes/bakery/templates/page.html", "{{ page.content }}", "{{ page.content | replace(from=\"5 kg\", to=\"<b>5 kg</b>\") }}")
                .replace(header, "</nav>", "<a href=\"/loaves/rye\">Rye</a></nav>")
                .page("visit", "The [old oven](/oven) took 5 kg.\n\n- Take 5 kg of [rye](/loaves/rye).\n- Bake 5 kg in [the oven](/oven).\n"),
            expect![[r#"
                content/pages/visit.md:6:16 «/oven» error[broken-link]: there is no page or file /oven
                  help: write the URL of an existing page or file; `site list` lists the pages
                content/pages/visit.md:9:27 «/oven» error[broken-link]: there is no page or file /oven
                  help: write the URL of an existing page or file; `site list` lists the pages
            "#]],
        ),
        // Data files and front matter.
        (Bakery::new().append(menus, shop), expect![[r#"
            content/menus.toml:11:8 «/shop» error[broken-link]: there is no page or file /shop
              help: write the URL of an existing page or file; `site list` lists the pages
        "#]]),
        (Bakery::new().append("content/lists/shops.toml", "\n[[item]]\ntown = \"Bern\"\nurl = \"/bern\"\n"), expect![[r#"
            content/lists/shops.toml:10:8 «/bern» error[broken-link]: there is no page or file /bern
              help: write the URL of an existing page or file; `site list` lists the pages
        "#]]),
        (Bakery::new().replace("content/pages/about.md", "+++\nWe", "link = { label = \"Shops\", url = \"/shops\" }\n+++\nWe"), expect![[r#"
            content/pages/about.md:4:34 «/shops» error[broken-link]: there is no page or file /shops
              help: write the URL of an existing page or file; `site list` lists the pages
        "#]]),
        (
            Bakery::new()
                .replace(menus, "url = \"/about\"", "url = \"about\"")
                .append("content/journal/flour.md", "\nWe write about flour.\n"),
            expect![[r#"
                content/menus.toml:3:7 «"about"» error[wrong-form]: the value of `url` is not a valid link: it must begin with `/`, https://, or another scheme
                  help: its target: a URL of this site (/about) or of another (https://…)
                  help: did you mean `/about`?
            "#]],
        ),
        // A document with the same link does not hide the mistake in the menu.
        (Bakery::new().append(menus, shop).append("content/journal/flour.md", "\nTo [the shop](/shop).\n"), expect![[r#"
            content/journal/flour.md:9:15 «/shop» error[broken-link]: there is no page or file /shop
              help: write the URL of an existing page or file; `site list` lists the pages
            content/menus.toml:11:8 «/shop» error[broken-link]: there is no page or file /shop
              help: write the URL of an existing page or file; `site list` lists the pages
        "#]]),
        // Each menu entry is reported, but not comments, comparisons, or templates that no page uses.
        (
            Bakery::new()
                .replace("content/lists/shops.toml", "[[item]]\ntown = \"Ulm\"", "# In the order of /shop.\n[[item]]\ntown = \"Ulm\"")
                .append(menus, &format!("{shop}{buy}"))
                .replace(loaf, "{{ page.content }}", "{{ page.content }}{% if page.url == \"/shop\" %}{# <a href=\"/shop\"> #}{% endif %}")
                .write("themes/bakery/templates/another.html", "<a href=\"/shop\">Shop</a>"),
            expect![[r#"
                content/menus.toml:11:8 «/shop» error[broken-link]: there is no page or file /shop
                  help: write the URL of an existing page or file; `site list` lists the pages
                content/menus.toml:15:8 «/shop» error[broken-link]: there is no page or file /shop
                  help: write the URL of an existing page or file; `site list` lists the pages
            "#]],
        ),
        (Bakery::new().replace(header, "</nav>", "<a href=\"/contact\">Contact</a><a href=\"/about#team\">Team</a>\n</nav>"), expect![[r#"
            themes/bakery/templates/header.html:5:10 «/contact» error[broken-link]: there is no page or file /contact
              help: write the URL of an existing page or file; `site list` lists the pages
              help: the same on 12 more pages
            themes/bakery/templates/header.html:5:40 «/about#team» error[broken-anchor]: page /about has no anchor `#team`
              help: write the id of a heading or element of that page, or remove the anchor
              help: the same on 12 more pages
        "#]]),
        (
            Bakery::new().replace(
                "themes/bakery/templates/base.html",
                "</head>",
                "<script src=\"/oven.js\"></script>\n<link rel=\"icon\" href=\"/favicon.ico\">\n</head>",
            ),
            expect![[r#"
                themes/bakery/templates/base.html:12:14 «/oven.js» error[broken-link]: there is no page or file /oven.js
                  help: write the URL of an existing page or file; `site list` lists the pages
                  help: the same on 12 more pages
                themes/bakery/templates/base.html:13:24 «/favicon.ico» error[broken-link]: there is no page or file /favicon.ico
                  help: write the URL of an existing page or file; `site list` lists the pages
                  help: the same on 12 more pages
            "#]],
        ),
        // No line contains the whole URL, because the template assembles it, so the finding points to the URL's beginning.
        (Bakery::new().replace(loaf, "{{ page.content }}", "{{ page.content }}\n<a href=\"/order-{{ page.slug }}\">Order</a>"), expect![[r#"
            themes/bakery/templates/loaf.html:4:10 «/order-» error[broken-link]: there is no page or file /order-rye
              help: write the URL of an existing page or file; `site list` lists the pages
            themes/bakery/templates/loaf.html:4:10 «/order-» error[broken-link]: there is no page or file /order-spelt
              help: write the URL of an existing page or file; `site list` lists the pages
        "#]]),
        // A missing home page is reported once, not at every link to it.
        (Bakery::new().remove("content/pages/index.md").replace(header, "</nav>", "<br /><a href=\"/\">Home</a>\n</nav>"), expect![[r#"
            content/structure.toml:5:9 «"/{path}"» error[missing-page]: the site has no home page (no document has the URL /)
              help: write content/pages/index.md
        "#]]),
    ] {
        bakery.findings(expected);
    }
}

/// A file whose name has a sign too many is renamed, not the links to its page.
#[test]
fn file_names_with_a_sign_too_many() {
    for name in ["about-", "about.", "_about"] {
        let path = format!("content/pages/{name}.md");
        let text = "+++\ntitle = \"About\"\ndescription = \"Who bakes here, and when.\"\n+++\nWe bake.\n";
        let bakery = Bakery::new().remove("content/pages/about.md").write(&path, text);
        let found = shown(bakery.args("check"), 1);
        let expected = format!("{path}:1:1 «+++» error[broken-link]: pages link to /about, but this file is named `{name}.md`");
        let lines: Vec<&str> = found.lines().filter(|line| line.contains("error[broken")).collect();
        assert_eq!(lines, [expected], "{found}");
    }
}
