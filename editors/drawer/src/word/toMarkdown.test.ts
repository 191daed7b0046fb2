import { describe, expect, test } from "vitest";
import { isFormatted, toMarkdown } from "./toMarkdown.ts";

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
    ["a numbered Word list", word(item(1, "1.", "One") + item(2, "a)", "Deeper") + item(1, "2.", "Two")), "1. One\n   1. Deeper\n2. Two"],
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
    ["a nested list beside its item", "<ul><li>One</li><ul><li>Deeper</li></ul><li>Two</li></ul>", "- One\n   - Deeper\n- Two"],
    ["a numbered list that begins later", '<ol start="3"><li>Three</li><li>Four</li></ol>', "3. Three\n4. Four"],
    ["a table", "<table><tr><td><p>Form</p></td><td><p><b>Due</b> | day</p></td></tr><tr><td>GSTR-1</td></tr></table>", "| Form | **Due** \\| day |\n| --- | --- |\n| GSTR-1 |  |"],
    ["a table that only arranges", "<table><tr><td><p>One</p></td></tr><tr><td><p>Two</p></td></tr></table>", "One\n\nTwo"],
    ["signs that are notation", "<p>2 * 3 [x] <span>a_b</span> _c_ &lt;b&gt; {{ site.name }}</p>", "2 \\* 3 \\[x\\] a_b \\_c\\_ \\<b> {{ site.name }}"],
    ["a paragraph that begins like a list", "<p>1. April</p><p>- minus</p><p># hash</p><p>1.5 lakh</p>", "1\\. April\n\n\\- minus\n\n\\# hash\n\n1.5 lakh"],
    ["line breaks", "<p>Line one<br>Line two</p>", "Line one\\\nLine two"],
    ["deleted text of tracked changes", "<p>The <del>old</del><ins>new</ins> rate</p>", "The new rate"],
    ["a quotation", "<blockquote><p>One</p><p>Two</p></blockquote>", "> One\n>\n> Two"],
    ["pictures, which are added by hand", '<p>Text <img src="file:///C:/x.png"></p>', "Text"],
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
  ])("whether %s is formatted", (html, expected) => {
    expect(isFormatted(html)).toBe(expected);
  });
});
