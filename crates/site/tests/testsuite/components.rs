//! Components in Markdown.

use expect_test::expect;

use crate::bakery::{Bakery, assert_rendered};

#[test]
#[rustfmt::skip]
fn rendered() {
    assert_rendered([
        // Blocks.
        ("<Note kind=\"warning\" title=\"Hot\">\n\nMind the *oven*.\n\n- one\n- two\n\n</Note>\n\nAfter.\n", expect![[r#"
            <aside data-kind="warning"><b>Hot</b>
            <p>Mind the <em>oven</em>.</p>
            <ul>
            <li>one</li>
            <li>two</li>
            </ul>
            </aside>
            <p>After.</p>
        "#]]),
        ("<Note>\nMind the *oven*.\n</Note>\n", expect![[r#"
            <aside data-kind="tip"><p>Mind the <em>oven</em>.</p>
            </aside>
        "#]]),
        ("<Note kind=\"outer\">\n\nText.\n\n<Note kind=\"inner\">\n\nMore.\n\n</Note>\n\nEnd.\n\n</Note>\n", expect![[r#"
            <aside data-kind="outer">
            <p>Text.</p>
            <aside data-kind="inner">
            <p>More.</p>
            </aside>
            <p>End.</p>
            </aside>
        "#]]),
        // Inline components.
        ("It costs <Price of=\"4.20\"/>, and <Note>a *word*</Note> more.\n", expect![[r#"
            <p>It costs <data class="price">4.20</data>, and</p>
            <aside data-kind="tip"><p>a <em>word</em></p>
            </aside>
            <p>more.</p>
        "#]]),
        ("<Note kind=\"tip\">Mind the *oven*.</Note>\n\n- One <Note>two</Note>\n\n<Price of=\"1\"/>\n<Note>a</Note> <Note>b</Note>\n", expect![[r#"
            <aside data-kind="tip"><p>Mind the <em>oven</em>.</p>
            </aside>
            <ul>
            <li>One <aside data-kind="tip"><p>two</p>
            </aside></li>
            </ul>
            <data class="price">1</data>
            <aside data-kind="tip"><p>a</p>
            </aside> <aside data-kind="tip"><p>b</p>
            </aside>
        "#]]),
        ("- <Price of=\"1\"/>\n\n| Loaf |\n|---|\n| <Price of=\"2\"/> |\n\n## For <Price of=\"3\"/>\n", expect![[r#"
            <ul>
            <li><data class="price">1</data>
            </li>
            </ul>
            <div class="table-scroll" tabindex="0"><table><thead><tr><th>Loaf</th></tr></thead><tbody>
            <tr><td><data class="price">2</data></td></tr>
            </tbody></table>
            </div>
            <h2 id="for">For <data class="price">3</data></h2>
        "#]]),
        // Headings and footnotes in a component.
        ("## One\n\n<Note>\n\n### Two\n\nText.[^1]\n\n</Note>\n\n[^1]: A note.\n", expect![[r##"
            <h2 id="one">One</h2>
            <aside data-kind="tip">
            <h3 id="two">Two</h3>
            <p>Text.<sup class="footnote-reference" id="fnref:1"><a href="#fn:1">1</a></sup></p>
            </aside>
            <section class="footnotes" aria-label="Footnotes">
            <ol>
            <li id="fn:1">
            <p>A note. <a class="footnote-back" href="#fnref:1" aria-label="Back to the text, note 1">↩</a></p>
            </li>
            </ol>
            </section>
        "##]]),
        // HTML without empty lines stays HTML.
        ("<Note>\n<p>Mind the Oven.</p>\n</Note>\n\n[Bread](/loaves/rye)\n", expect![[r#"
            <aside data-kind="tip"><p>Mind the Oven.</p>
            </aside>
            <p><a href="/loaves/rye">Bread</a></p>
        "#]]),
        // Tags in capitals or in lower case are HTML.
        ("<BR>\n\n<price-tag>x</price-tag>\n", expect![[r#"
            <BR>
            <p><price-tag>x</price-tag></p>
        "#]]),
    ]);
}

#[test]
#[rustfmt::skip]
fn arguments_of_every_kind_facts_and_the_page() {
    let built = Bakery::new()
        .write("themes/bakery/templates/components/all.html", "{% component All(text: string, count: integer, flag: bool = false, rest: array = []) %}{{ text }}|{{ count }}|{{ flag }}|{{ rest | length }}{% endcomponent All %}\n")
        .write("themes/bakery/templates/components/here.html", "{% component Here(name: string, @page, @site) %}{{ name }}, {{ page.title }}, since {{ site.stats.opened }}{% endcomponent Here %}\n")
        .page("visit", "<All text='a \"b\" <c>' count={12} flag rest={[1,2]} />\n\n<Here name=\"{{ site.name }}\"/>\n")
        .success();
    expect![[r#"
        a &quot;b&quot; &lt;c&gt;|12|true|2
        Millstone Bakery, A page named visit, since 1998
    "#]].assert_eq(&built.main_of("visit.html"));
}
