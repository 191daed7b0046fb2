import { describe, expect, test } from "vitest";
import { countPictures, isFormatted, toMarkdown } from "./toMarkdown.ts";

const word = (body: string) => `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0} --></style></head>
<body lang=EN-IN><!--StartFragment-->${body}<!--EndFragment--></body></html>`;
const item = (level: number, marker: string, text: string) =>
  `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>${text}<o:p></o:p></p>`;

describe("from copied text to Markdown", () => {
  test.each([
    ["a paragraph", word("<p class=MsoNormal>Returns are due\non the 20th.<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p>"), "Returns are due on the 20th."],
    ["headings below the title", word("<h1>GST</h1><h2><b>Late fee</b></h2><p class=MsoNormal>Text</p>"), "## GST\n\n### Late fee\n\nText"],
    ["headings that begin at level 2", "<h2>A</h2><h3>B</h3>", "## A\n\n### B"],
    ["Word's title", word("<p class=MsoTitle>Budget</p><p>Text</p>"), "## Budget\n\nText"],
    ["a Word list", word(item(1, "·", "One") + item(2, "o", "Deeper") + item(1, "·", "Two")), "- One\n  - Deeper\n- Two"],
    ["a numbered Word list", word(item(1, "1.", "One") + item(2, "a)", "Deeper") + item(1, "2.", "Two")), "1. One\n   - a) Deeper\n2. Two"],
    ["a numbered Word list after a list of points", word(item(1, "·", "bring papers") + item(1, "1.", "first step") + item(1, "2.", "second step")), "- bring papers\n1. first step\n2. second step"],
    ["a numbered Word list that goes on after a paragraph", word(`${item(1, "1.", "one")}<p class=MsoNormal>between</p>${item(1, "2.", "two")}`), "1. one\n\nbetween\n\n2. two"],
    ["a numbered Word list that begins later, and one that begins again", word(item(1, "3.", "three") + item(1, "(4)", "four") + item(1, "1)", "one") + item(1, "2)", "two")), "3. three\n4. four\n1) one\n2) two"],
    ["a Word list with letters, to which texts refer", word(item(1, "(a)", "One") + item(1, "(b)", "see (a)")), "- (a) One\n- (b) see (a)"],
    ["a Word list with points of two signs", word(item(1, "->", "One") + item(1, "\u{1F449}", "Two")), "- One\n- Two"],
    ["a Word list with numbers of several levels", word(item(1, "1.", "One") + item(2, "1.1.", "Deeper") + item(3, "iv.", "Deepest")), "1. One\n   - 1.1. Deeper\n     - iv. Deepest"],
    ["a Word list that begins too deep", word(item(3, "·", "One")), "- One"],
    ["bold in several runs", "<p>a <b>very</b><b> bold</b> word</p>", "a **very bold** word"],
    ["a space within the bold text", "<p>a <b>bold </b>word</p>", "a **bold** word"],
    ["bold text that ends within a word", "<p><b>Note:</b>text</p>", "**Note**:text"],
    ["bold and italic", "<p><b><i>both</i></b> <em>one</em></p>", "***both*** *one*"],
    ["Google Docs", '<b style="font-weight:normal" id="docs-internal-guid-1"><p><span style="font-weight:700">Bold</span><span style="font-weight:400"> text</span></p></b>', "**Bold** text"],
    ["links", '<p>See <a href="https://www.gst.gov.in/">the portal</a>, <a href="#x">here</a>, <a href="file:///C:/a.docx">file</a>.</p>', "See [the portal](https://www.gst.gov.in/), here, file."],
    ["a link with parentheses", '<p><a href="https://a.example/b_(c)">x</a></p>', "[x](<https://a.example/b_(c)>)"],
    ["a script as a link", '<p><a href="javascript:alert(1)">x</a></p>', "x"],
    ["an HTML list", "<ul><li>One<ul><li>Deeper</li></ul></li><li><p>Two</p></li></ul>", "- One\n  - Deeper\n- Two"],
    ["a nested list beside its item", "<ul><li>One</li><ul><li>Deeper</li></ul><li>Two</li></ul>", "- One\n  - Deeper\n- Two"],
    ["a nested list beside an item with a long number", '<ol start="10"><li>Ten</li><ol><li>Deeper</li></ol></ol>', "10. Ten\n    1. Deeper"],
    ["a numbered list that begins later", '<ol start="3"><li>Three</li><li>Four</li></ol>', "3. Three\n4. Four"],
    ["a list with letters", '<ol type="a" start="2"><li>Two<ol type="I"><li>One</li></ol></li><li>Three</li></ol>', "- b. Two\n  - I. One\n- c. Three"],
    ["Google Docs' list with letters", '<ol><li style="list-style-type:decimal">One</li><ol><li style="list-style-type:lower-alpha">Deeper</li></ol></ol>', "1. One\n   - a. Deeper"],
    ["a table", "<table><tr><td><p>Form</p></td><td><p><b>Due</b> | day</p></td></tr><tr><td>GSTR-1</td></tr></table>", "| Form | **Due** \\| day |\n| --- | --- |\n| GSTR-1 |  |"],
    ["a table with a cell of two rows", "<table><tr><td>State</td><td>City</td><td>PIN</td></tr><tr><td rowspan=2>Gujarat</td><td>Surat</td><td>395002</td></tr><tr><td>Rajkot</td><td>360001</td></tr></table>", "| State | City | PIN |\n| --- | --- | --- |\n| Gujarat | Surat | 395002 |\n|  | Rajkot | 360001 |"],
    ["a table with a cell of two columns", "<table><tr><th>Form</th><th>From</th><th>To</th></tr><tr><td colspan=2>GSTR-1</td><td>11 Dec</td></tr></table>", "| Form | From | To |\n| --- | --- | --- |\n| GSTR-1 |  | 11 Dec |"],
    ["a table with a cell of two rows and two columns", "<table><tr><td rowspan=2 colspan=2>A</td><td>B</td></tr><tr><td>C</td></tr><tr><td>D</td><td>E</td><td>F</td></tr></table>", "| A |  | B |\n| --- | --- | --- |\n|  |  | C |\n| D | E | F |"],
    ["a table whose cells span a column that no cell begins in", "<table><tr><td colspan=2>A</td><td>B</td></tr><tr><td colspan=2>C</td><td>D</td></tr></table>", "| A | B |\n| --- | --- |\n| C | D |"],
    ["a table that only arranges", "<table><tr><td><p>One</p></td></tr><tr><td><p>Two</p></td></tr></table>", "One\n\nTwo"],
    ["signs that are notation", "<p>2 * 3 [x] <span>a_b</span> _c_ &lt;b&gt; {{ site.name }}</p>", "2 \\* 3 \\[x\\] a_b \\_c\\_ \\<b> {{ site.name }}"],
    ["a paragraph that begins like a list", "<p>1. April</p><p>- minus</p><p># hash</p><p>1.5 lakh</p>", "1\\. April\n\n\\- minus\n\n\\# hash\n\n1.5 lakh"],
    ["line breaks", "<p>Line one<br>Line two</p>", "Line one\\\nLine two"],
    ["struck-out text", '<p class=MsoNormal>The fee is <s>500</s> <span style="text-decoration:line-through">600</span> <b><strike>700 </strike></b>800.</p>', "The fee is ~~500 600~~ ~~**700**~~ 800."],
    ["raised and lowered text", '<p>10<sup>5</sup> people; note<sup>(1)</sup>; H<sub>2</sub>O; x<span style="vertical-align:super"><i>n</i></span></p>', "10<sup>5</sup> people; note<sup>(1)</sup>; H<sub>2</sub>O; x<sup>*n*</sup>"],
    ["deleted text of tracked changes", "<p>The <del>old</del><ins>new</ins> rate</p>", "The new rate"],
    ["a quotation", "<blockquote><p>One</p><p>Two</p></blockquote>", "> One\n>\n> Two"],
    ["pictures, which are added by hand", '<p>Text <img src="file:///C:/x.png"></p>', "Text"],
    [
      "a comment in the margin of a Word document",
      word(`<p class=MsoNormal>The fee is 700<span class=MsoCommentReference><span style='font-size:8.0pt'><a class=msocomanchor id="_anchor_1" href="#_msocom_1">[AM1]</a><span style='mso-special-character:comment'>&nbsp;</span></span></span>.</p>
<div style='mso-element:comment-list'><hr class=msocomoff align=left size=1 width="33%"><div style='mso-element:comment'><p class=MsoCommentText><a class=msocomoff href="#_msoanchor_1">[AM1]</a>Client X got 400</p></div></div>`),
      "The fee is 700.",
    ],
    ["hidden rows and columns", "<table><col><col style='display:none'><tr><td>Form</td><td style='display:none'>Cost</td><td>Fee</td></tr><tr height=0 style='display:none'><td>secret</td><td>9</td><td>8</td></tr><tr><td>A</td><td hidden>1</td><td>2</td></tr></table>", "| Form | Fee |\n| --- | --- |\n| A | 2 |"],
    ["spaces beside code and keys", "<p>Press <kbd>Ctrl</kbd> <b>then</b> <code>C</code> <i>now</i> and <kbd>F5</kbd> <mark>m</mark></p>", "Press `Ctrl` **then** `C` *now* and `F5` m"],
    ["a summary", "<details><summary>Question?</summary>Answer.</details>", "Question?\n\nAnswer."],
    ["a table in a cell", "<table><tr><td><table><tr><td><b>Fee</b></td><td>15</td></tr><tr><td>20</td><td>126</td></tr></table></td><td>side</td></tr></table>", "| **Fee** 15 20 126 | side |\n| --- | --- |"],
    ["the caption of a table", "<table><caption>Rates <b>2026</b></caption><tr><th>A</th><th>B</th></tr></table><table><caption>One</caption><tr><td>1</td></tr></table>", "Rates **2026**\n\n| A | B |\n| --- | --- |\n\nOne\n\n1"],
    ["a formula", '<p>So <span class="katex"><span class="katex-mathml"><math><semantics><msup><mi>x</mi><mn>2</mn></msup><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x2</span></span>, <math><mi>y</mi></math></p>', "So x^2, y"],
    ["emoji as pictures", '<span>Closed </span><img src="data:image/gif;base64,R0" alt="🙏"><img src="a.png" alt="1️⃣"><img src="b.png" alt="1"><strong> see you</strong>', "Closed 🙏1️⃣ **see you**"],
    ["a list that skips numbers", '<ol start="5"><li>five</li><li value="9">nine</li><li>ten</li><li value="11">eleven</li></ol><ol><li value="3">three</li></ol>', "5. five\n9) nine\n10) ten\n11) eleven\n\n3. three"],
    ["Devanagari", "<p><b>जीएसटी</b> रिटर्न</p>", "**जीएसटी** रिटर्न"],
    ["nothing", "", ""],
  ])("%s", (_, html, expected) => {
    expect(toMarkdown(html)).toBe(expected);
  });

  test.each([
    ['<div style="font-family:monospace"><div><span style="color:#000">**bold** in an editor</span></div></div>', false],
    ["<meta charset='utf-8'><span>plain</span>", false],
    ["<p>a <b>b</b></p>", true],
    ["<ul><li>a</li></ul>", true],
    ["<p class=MsoNormal>a</p>", true],
    ["<p>10<sup>5</sup></p>", true],
    ['<span style="text-decoration: line-through">a</span>', true],
    ['Thanks <img src="a.png" alt="👍">', true],
    ['A picture <img src="a.png" alt="a yard">', false],
  ])("whether %s is formatted", (html, expected) => {
    expect(isFormatted(html)).toBe(expected);
  });

  test.each([
    ['<p class=MsoNormal>see <img src="file:///C:/x/clip_image002.png" alt="pic"></p>', 1],
    ['<p><img src="data:image/png;base64,iVBORw0KGgo="> and <img src="https://a.example/b.jpg" width="600"></p>', 2],
    [word(item(1, '<img src="bullet.gif">', "One")), 0],
    ['Thanks <img src="a.png" alt="👍🏽"> <img src="b.png" alt="🇮🇳">', 0],
    ['<p style="display:none"><img src="a.png"></p><img src="https://a.example/seen.gif" width="1" height="1">', 0],
  ])("the number of pictures in %s", (html, expected) => {
    expect(countPictures(html)).toBe(expected);
  });
});
