//! Markdown and its HTML. The tests show only the main part of the page.

use expect_test::expect;

use crate::bakery::{Bakery, assert_rendered};

#[test]
#[rustfmt::skip]
fn elements() {
    assert_rendered([
        ("One *two* **three** ~~four~~ `five`\nsix\\\nseven\n", expect![[r#"
            <p>One <em>two</em> <strong>three</strong> <del>four</del> <code>five</code>
            six<br />
            seven</p>
        "#]]),
        ("| Loaf | Price |\n|:-----|------:|\n| Rye  | 4.20  |\n| *Spelt* | `5` |\n", expect![[r#"
            <div class="table-scroll" tabindex="0"><table><thead><tr><th class="align-left">Loaf</th><th class="align-right">Price</th></tr></thead><tbody>
            <tr><td class="align-left">Rye</td><td class="align-right">4.20</td></tr>
            <tr><td class="align-left"><em>Spelt</em></td><td class="align-right"><code>5</code></td></tr>
            </tbody></table>
            </div>
        "#]]),
        // Footnotes are numbered by their first reference.
        ("Rye[^b] and spelt[^a], rye again[^b].\n\n[^a]: A *light* flour.\n[^b]: A dark flour.\n\n    With a second paragraph.\n", expect![[r##"
            <p>Rye<sup class="footnote-reference" id="fnref:1"><a href="#fn:1">1</a></sup> and spelt<sup class="footnote-reference" id="fnref:2"><a href="#fn:2">2</a></sup>, rye again<sup class="footnote-reference"><a href="#fn:1">1</a></sup>.</p>
            <section class="footnotes" aria-label="Footnotes">
            <ol>
            <li id="fn:1">
            <p>A dark flour.</p>
            <p>With a second paragraph. <a class="footnote-back" href="#fnref:1" aria-label="Back to the text, note 1">↩</a></p>
            </li>
            <li id="fn:2">
            <p>A <em>light</em> flour. <a class="footnote-back" href="#fnref:2" aria-label="Back to the text, note 2">↩</a></p>
            </li>
            </ol>
            </section>
        "##]]),
        ("- [x] Feed the leaven\n- [ ] Heat the oven\n", expect![[r#"
            <ul>
            <li><input type="checkbox" disabled checked aria-label="Done"> Feed the leaven</li>
            <li><input type="checkbox" disabled aria-label="To do"> Heat the oven</li>
            </ul>
        "#]]),
        // Ids of headings.
        ("## Hours\n\n## Hours\n\n## Hours 2\n\n### What's *new* & `old`?\n\n## सुबह\n\n## !!!\n\n## Own {#own .wide}\n\n## [A link](/about) here\n", expect![[r#"
                <h2 id="hours">Hours</h2>
                <h2 id="hours-2">Hours</h2>
                <h2 id="hours-2-2">Hours 2</h2>
                <h3 id="whats-new-old">What’s <em>new</em> &amp; <code>old</code>?</h3>
                <h2 id="सुबह">सुबह</h2>
                <h2 id="section">!!!</h2>
                <h2 id="own" class="wide">Own</h2>
                <h2 id="a-link-here"><a href="/about">A link</a> here</h2>
        "#]]),
        ("## ![A loaf](images/loaf.svg) {{ site.stats.ovens }} ovens[^1]\n\n[^1]: Both of stone.\n", expect![[r##"
            <h2 id="2-ovens"><img src="/assets/images/loaf-CATOQRLN.svg" alt="A loaf" width="40" height="20" loading="lazy" decoding="async"> 2 ovens<sup class="footnote-reference" id="fnref:1"><a href="#fn:1">1</a></sup></h2>
            <section class="footnotes" aria-label="Footnotes">
            <ol>
            <li id="fn:1">
            <p>Both of stone. <a class="footnote-back" href="#fnref:1" aria-label="Back to the text, note 1">↩</a></p>
            </li>
            </ol>
            </section>
        "##]]),
        ("\"It's baked\" -- he said... 'really' --- yes.\n", expect![[r#"
            <p>“It’s baked” – he said… ‘really’ — yes.</p>
        "#]]),
        ("> [!NOTE]\n> Closed on *Monday*.\n\n> [!WARNING]\n> Hot.\n\n> A quotation.\n", expect![[r#"
            <div class="alert" role="note" data-kind="note"><p class="alert-title">Note</p>
            <p>Closed on <em>Monday</em>.</p>
            </div>
            <div class="alert" role="note" data-kind="warning"><p class="alert-title">Warning</p>
            <p>Hot.</p>
            </div>
            <blockquote>
            <p>A quotation.</p>
            </blockquote>
        "#]]),
        ("<p class=\"wide\">A <b>bold</b> word &amp; more.</p>\n\nInline <kbd>Ctrl</kbd>.<br>\n\n<!-- a comment -->\n", expect![[r#"
            <p class="wide">A <b>bold</b> word &amp; more.</p>
            <p>Inline <kbd>Ctrl</kbd>.<br></p>
            <!-- a comment -->
        "#]]),
        // Code contains no facts, components or typographic quotes.
        ("`{{ site.name }} \"x\" <Note>`\n\n```rust\nlet a = \"{{ site.nothing }}\"; // <Note>\n```\n\n    {{ site.nothing }} -- indented\n", expect![[r#"
            <p><code>{{ site.name }} "x" &lt;Note&gt;</code></p>
            <pre><code class="language-rust">let a = "{{ site.nothing }}"; // &lt;Note&gt;
            </code></pre>
            <pre><code>{{ site.nothing }} -- indented
            </code></pre>
        "#]]),
        ("{{ site.name }} has {{site.stats.ovens}} ovens, *since {{ site.stats.opened }}*.\n\n[{{ site.name }}](/about \"{{ site.name }}\") and {{ not a path }}.\n", expect![[r#"
                <p>Millstone Bakery has 2 ovens, <em>since 1998</em>.</p>
                <p><a href="/about" title="Millstone Bakery">Millstone Bakery</a> and {{ not a path }}.</p>
        "#]]),
        ("[About](/about#hours) [file](../loaves/rye.md) [out](https://e.example/?a=1&b=2) <https://e.example> <a@e.example> [title](/about \"Who \\\"we\\\" are\")\n", expect![[r#"
                <p><a href="/about#hours">About</a> <a href="/loaves/rye">file</a> <a href="https://e.example/?a=1&amp;b=2" target="_blank" rel="noopener">out</a> <a href="https://e.example" target="_blank" rel="noopener">https://e.example</a> <a href="mailto:a@e.example">a@e.example</a> <a href="/about" title="Who &quot;we&quot; are">title</a></p>
        "#]]),
        ("![A *light* loaf](images/loaf.svg \"Spelt\")\n\n![From the root](/images/loaf.svg)\n", expect![[r#"
            <p><img src="/assets/images/loaf-CATOQRLN.svg" alt="A light loaf" width="40" height="20" title="Spelt" loading="lazy" decoding="async"></p>
            <p><img src="/assets/images/loaf-CATOQRLN.svg" alt="From the root" width="40" height="20" loading="lazy" decoding="async"></p>
        "#]]),
        // Template syntax is text.
        ("{% since x %} {#not a comment#}\n", expect![[r#"
            <p>{% since x %} {#not a comment#}</p>
        "#]]),
        // Facts in URLs.
        ("[Call](tel:{{ site.stats.ovens }}{{ site.stats.opened }}) or [call](tel:{{site.stats.opened}} \"In {{ site.stats.opened }}\"), `[call](tel:{{ site.stats.opened }})`, [as ever][tel].\n\n    [call](tel:{{ site.stats.opened }})\n\n[tel]: tel:{{ site.stats.opened }}\n", expect![[r#"
                <p><a href="tel:21998">Call</a> or <a href="tel:1998" title="In 1998">call</a>, <code>[call](tel:{{ site.stats.opened }})</code>, <a href="tel:1998">as ever</a>.</p>
                <pre><code>[call](tel:{{ site.stats.opened }})
                </code></pre>
        "#]]),
    ]);
}

#[test]
fn carriage_returns() {
    let built = Bakery::new()
        .write(
            "content/pages/visit.md",
            "+++\r\ntitle = \"Visit\"\r\ndescription = \"Where to find us in Ulm.\"\r\n+++\r\n## Hours\r\n\r\nSix.\r\n",
        )
        .success();
    expect![[r#"
        <h2 id="hours">Hours</h2>
        <p>Six.</p>
    "#]]
    .assert_eq(&built.main_of("visit.html"));
}

/// Extensions that a collection turns on.
#[test]
fn extensions() {
    let text = "See https://gst.gov.in/a_b, (asha@firm.in), `https://a.gov.in` and [https://b.gov.in](/about).\n\n\
                <a href=\"/about\">https://c.gov.in</a> ==marked **bold**== H~2~O, m^2^, ~10 and a == b.\n\n\
                Oil\n: For the chain.\n: For the brake, never.\n\nGrease\n: For bearings.\n";
    let built = Bakery::new()
        .replace(
            "content/structure.toml",
            "name = \"journal\"\n",
            "name = \"journal\"\nmarkdown = [\"bare-links\", \"definition-lists\", \"mark\", \"subscript\", \"superscript\"]\n",
        )
        .append("content/journal/flour.md", text)
        .success();
    expect![[r#"
        <time datetime="2026-04-20">20 April 2026</time>
        <p>From the valley.
        See <a href="https://gst.gov.in/a_b" target="_blank" rel="noopener">https://gst.gov.in/a_b</a>, (<a href="mailto:asha@firm.in">asha@firm.in</a>), <code>https://a.gov.in</code> and <a href="/about">https://b.gov.in</a>.</p>
        <p><a href="/about">https://c.gov.in</a> <mark>marked <strong>bold</strong></mark> H<sub>2</sub>O, m<sup>2</sup>, ~10 and a == b.</p>
        <dl>
        <dt>Oil</dt>
        <dd>For the chain.</dd>
        <dd>For the brake, never.</dd>
        <dt>Grease</dt>
        <dd>For bearings.</dd>
        </dl>
    "#]].assert_eq(&built.main_of("journal/flour.html"));
}
