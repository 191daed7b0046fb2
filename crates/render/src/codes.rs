//! Codes of findings about routes, templates, and Markdown.

diagnostic::codes! {
    ACCIDENTAL_EMPHASIS {
        name: "accidental-emphasis",
        severity: diagnostic::Severity::Warning,
        summary: "signs of code or arithmetic became emphasis or bold text",
        why: "The signs do not show, so the name or the number is wrong.",
        example: "__init__.py   2*3*4   a_*.csv and b_*.csv",
        fix: "Put code between backticks, and a backslash before a sign that should show: 2\\*3\\*4.",
    }
    ACCIDENTAL_LIST {
        name: "accidental-list",
        severity: diagnostic::Severity::Warning,
        summary: "a line of text became a list or a quotation, because it begins with a number or a sign",
        why: "It is indented, its sign does not show, and screen readers announce a list or a quotation.",
        example: "2025. The year of the new oven.   + 91 98765 43210   > 18 years",
        fix: "Put a backslash before the sign, 2025\\. or \\> 18 years, or write the number without a space: +91 98765 43210.",
    }
    BAD_ADDRESS {
        name: "bad-address",
        summary: "a link has a URL that no browser can follow",
        why: "Visitors who click it get an error.",
        example: "[us](www.example.com)   [form](C:\\form.pdf)   [mail](mailto:office)",
        fix: "Write the complete URL, as the message says.",
    }
    BAD_COMPONENT {
        name: "bad-component",
        summary: "a component's tag is malformed, or at a place where it cannot be",
        why: "The component would show as text, or not at all.",
        example: "<Callout kind=note>",
        fix: "Put arguments in quotes: <Callout kind=\"note\">.",
    }
    BAD_FORMULA {
        name: "bad-formula",
        summary: "a formula has a mistake in its LaTeX",
        why: "It cannot be shown.",
        example: "$\\frac{1}{2$",
        fix: "Correct the formula; a price needs a backslash before its dollar sign: \\$5.",
    }
    BAD_MARKDOWN {
        name: "bad-markdown",
        summary: "Markdown in a value cannot be rendered",
        why: "It would be missing from the page.",
        example: "a component in front matter",
        fix: "Write plain Markdown there; components belong in the body.",
    }
    BAD_PICTURE_ARGUMENT {
        name: "bad-picture-argument",
        summary: "`image` or `picture` in a template has a ratio, focus, or widths that cannot be used",
        why: "The picture would not have the intended shape or size.",
        example: "{{ image(path=page.image, alt=\"\", ratio=\"wide\") }}",
        fix: "Write ratio=\"16/9\", focus=\"50% 20%\" (from the left and the top) or focus=\"top\", or widths=[400, 800] in pixels.",
    }
    BOLD_HEADING {
        name: "bold-heading",
        severity: diagnostic::Severity::Warning,
        summary: "a bold paragraph is used as a heading",
        why: "Screen readers and search engines find headings by their element, and the page's contents do not list it.",
        example: "**Opening hours**",
        fix: "Write it as a heading: ## Opening hours.",
        source: "WCAG 2.2, 1.3.1",
    }
    BARE_LINK {
        name: "bare-link",
        severity: diagnostic::Severity::Warning,
        summary: "an address in the text is not a link",
        why: "Visitors would have to copy it. Markdown makes a link only of an address in angle brackets.",
        example: "See https://www.incometax.gov.in for the dates.",
        fix: "Write `<https://www.incometax.gov.in>` or `[text](https://www.incometax.gov.in)`. With `markdown = [\"bare-links\"]` in the [[collection]], \
              addresses in its text are links; in backticks, an address is an example.",
    }
    BROKEN_LINK {
        name: "broken-link",
        summary: "a link, image or script has a URL that does not exist on this site",
        why: "Visitors get the 404 page, and search engines rank the site lower.",
        example: "See [our team](/teem).",
        fix: "Write the URL of an existing page: `site list` lists them all. A page that has moved gets a [[redirect]] in structure.toml.",
    }
    DUPLICATE_COMPONENT {
        name: "duplicate-component",
        summary: "two components of the theme have the same name",
        why: "The order of the files would decide which one a page uses.",
        example: "two files with {% component Note() %}",
        fix: "Rename one of them.",
    }
    DUPLICATE_ID {
        name: "duplicate-id",
        summary: "two elements of a page have the same id",
        why: "Links, labels and descriptions reach only the first one.",
        example: "<h2 id=\"fees\">…</h2> … <h2 id=\"fees\">…</h2>",
        fix: "Give each its own id. Headings with the same text get different ids automatically; an id in a component must come from an argument.",
        source: "HTML standard, 3.2.6",
    }
    FOREIGN_SHORTCODE {
        name: "foreign-shortcode",
        summary: "text contains a Hugo shortcode",
        why: "This program does not know it, so visitors would see it exactly as typed.",
        example: "{{< figure src=\"oven.jpg\" >}}",
        fix: "Write pictures and links in Markdown, and boxes as components of the theme.",
    }
    HIDDEN_PAGE {
        name: "hidden-page",
        summary: "a redirect hides a page",
        why: "Nobody could reach the page.",
        example: "[[redirect]] from = \"/about\", although pages/about.md exists",
        fix: "Remove the redirect, or rename the page.",
    }
    IMAGE_WITHOUT_ALT {
        name: "image-without-alt",
        summary: "an image has no alternative text",
        why: "Visitors who cannot see it get nothing, or hear its file name.",
        example: "![](images/team.jpg)",
        fix: "Describe the image: ![The audit desk at work](images/team.jpg). A decoration has alt=\"\".",
        source: "WCAG 2.2, 1.1.1",
    }
    INDENTED_TEXT {
        name: "indented-text",
        severity: diagnostic::Severity::Warning,
        summary: "a sentence is shown as code, because it is indented",
        why: "It appears as one long line in a monospaced font.",
        example: "a paragraph with four spaces or a tab before it",
        fix: "Remove the spaces. Put code between lines of three backticks.",
        source: "CommonMark 0.31, 4.4",
    }
    ISLAND_PROPS {
        name: "island-props",
        summary: "the props of an island do not match its type",
        why: "The island would fail in the browser.",
        example: "island(name=\"Map\", props={\"titel\": …})",
        fix: "Pass the props that the island's `Props` type declares.",
    }
    LIST_INDENT {
        name: "list-indent",
        severity: diagnostic::Severity::Warning,
        summary: "a line is indented too little to be part of the list entry above it",
        why: "The list ends there, or the line becomes an entry of the same level, and numbers may begin again.",
        example: "1. Bring:\n  - a bag",
        fix: "Indent it as far as the text of the entry: by two spaces below `- `, by three below `1. `, by four below `10. `.",
        source: "CommonMark 0.31, 5.2",
    }
    LIST_NUMBER {
        name: "list-number",
        severity: diagnostic::Severity::Warning,
        summary: "an entry of a numbered list shows another number than the one in the text",
        why: "Markdown uses the number of a list's first entry and counts from there, so `3.` after `1.` shows as 2. Whoever refers to \
              the third clause means another one.",
        example: "1. First clause\n3. Third clause",
        fix: "Number the entries one after the other, or begin a new list below a line of text.",
    }
    MARKDOWN_IN_HTML {
        name: "markdown-in-html",
        severity: diagnostic::Severity::Warning,
        summary: "Markdown within a block of HTML is not read",
        why: "It appears as typed, and its links and pictures do not work.",
        example: "<details>\n- a list without an empty line before it\n</details>",
        fix: "Put an empty line between the tag and the Markdown, or write HTML there.",
        source: "CommonMark 0.31, 4.6",
    }
    MISSING_ARGUMENT {
        name: "missing-argument",
        summary: "a required argument of a component is missing",
        why: "The component cannot be rendered.",
        example: "<Callout>, which requires `kind`",
        fix: "Add the argument.",
    }
    MISSING_ASSET {
        name: "missing-asset",
        summary: "a template refers to a file that does not exist",
        why: "Browsers would request a file that is not there.",
        example: "asset(path=\"styles/mian.css\")",
        fix: "Write the path of an existing file of the content, the theme or the widgets.",
    }
    MISSING_BODY {
        name: "missing-body",
        summary: "a component that requires a body has none",
        why: "It has nothing to show.",
        example: "<Note/>",
        fix: "Write <Note>, the text, and </Note>.",
    }
    MISSING_ROUTE_VALUE {
        name: "missing-route-value",
        summary: "a document lacks a value that its URL contains",
        why: "It would have no URL.",
        example: "no `date`, with route = \"/{year}/{month}/{slug}\"",
        fix: "Add the key to the front matter.",
    }
    MISSING_TEMPLATE {
        name: "missing-template",
        summary: "a template does not exist",
        why: "The page cannot be rendered.",
        example: "template = \"servcie.html\"",
        fix: "Write the name of a file in the theme's templates/.",
    }
    OUTSIDE_RESOURCE {
        name: "outside-resource",
        summary: "a page loads something from another host",
        why: "That host would learn who visits the site, and the content security policy blocks it.",
        example: "<img src=\"https://cdn.example/a.png\">",
        fix: "Save the file in the project, or allow the host with [[allow]] in structure.toml. For a frame, use [[frame]].",
    }
    PASTED_HTML {
        name: "pasted-html",
        summary: "text has HTML that was pasted from a word processor",
        why: "It brings its own fonts and sizes, which the page's security policy refuses, and it cannot be edited as text.",
        example: "<p class=\"MsoNormal\">Text</p>",
        fix: "Paste it as plain text (Ctrl+Shift+V), and mark headings and lists as Markdown.",
    }
    PLACEHOLDER_TAG {
        name: "placeholder-tag",
        severity: diagnostic::Severity::Warning,
        summary: "a word in angle brackets does not show",
        why: "Browsers treat it as an unknown element.",
        example: "Valid until <date>.",
        fix: "Write what belongs there, or put a backslash before it: \\<date>.",
    }
    REDIRECT_CHAIN {
        name: "redirect-chain",
        summary: "a redirect points to another redirect",
        why: "Visitors wait twice, and search engines give up on long chains.",
        example: "/a to /b, and /b to /c",
        fix: "Redirect to the last URL directly.",
    }
    SHOWN_AS_TYPED {
        name: "shown-as-typed",
        severity: diagnostic::Severity::Warning,
        summary: "a link, list, table, or bold text is not written as Markdown",
        why: "Visitors see the marks instead.",
        example: "[us(/about)   [[about]]   • one   **bold   | a | b | without |---|---|",
        fix: "Write it as the message says; put code between backticks, and a backslash before a mark that should show.",
    }
    TABLE_CELLS {
        name: "table-cells",
        severity: diagnostic::Severity::Warning,
        summary: "a row of a table has too many or too few cells, or is a line that follows the table",
        why: "Cells that the head has no column for do not show, and text after the table becomes a row of it.",
        example: "| a | b | below a head with one column",
        fix: "Give each row as many cells as the head, and put an empty line after the table.",
        source: "GitHub Flavored Markdown, 4.10",
    }
    TEMPLATE_ERROR {
        name: "template-error",
        summary: "a template fails",
        why: "The page cannot be rendered.",
        example: "{{ page.titel }}",
        fix: "Correct the template at the line that the finding names.",
    }
    TEMPLATE_LOOP {
        name: "template-loop",
        summary: "templates include or extend each other in a cycle",
        why: "Rendering would never end.",
        example: "a.html includes b.html, which includes a.html",
        fix: "Remove one of the includes.",
    }
    TEMPLATE_SYNTAX {
        name: "template-syntax",
        summary: "a template has a syntax error",
        why: "Pages with this template, or with one that uses it, cannot be rendered.",
        example: "{% if page.lead %} without {% endif %}",
        fix: "Correct the template at the line that the finding names.",
    }
    UNCLOSED_COMMENT {
        name: "unclosed-comment",
        summary: "an HTML comment is not closed",
        why: "It hides everything after it, the end of the page included.",
        example: "<!-- to do",
        fix: "Close it with -->.",
        source: "HTML standard, 13.1.6",
    }
    UNCLOSED_COMPONENT {
        name: "unclosed-component",
        summary: "a component in Markdown is not closed",
        why: "It would contain everything after it.",
        example: "<Callout> without </Callout>",
        fix: "Add the closing tag on a line of its own.",
    }
    UNCLOSED_VALUE {
        name: "unclosed-value",
        summary: "the last quote of an attribute's value is missing in a template",
        why: "Browsers take everything up to the next quote for the value, so tags disappear and others are torn apart.",
        example: "<p title=\"{{ page.title }}>",
        fix: "Write a quote where the value ends: <p title=\"{{ page.title }}\">.",
        source: "HTML standard, 13.1.2.3",
    }
    UNDERLINED_TEXT {
        name: "underlined-text",
        severity: diagnostic::Severity::Warning,
        summary: "hyphens below a paragraph make it a heading",
        why: "A sentence as a heading is hard to read, and the page's contents list it.",
        example: "We bake at night.\n---",
        fix: "Put an empty line above the hyphens; they then become a horizontal rule.",
        source: "CommonMark 0.31, 4.3",
    }
    UNQUOTED_VALUE {
        name: "unquoted-value",
        severity: diagnostic::Severity::Warning,
        summary: "an attribute in a template has a value without quotes",
        why: "The value ends at its first space, and its other words become attributes.",
        example: "<p title={{ page.title }}>",
        fix: "Write quotes around the value: <p title=\"{{ page.title }}\">.",
        source: "HTML standard, 13.1.2.3",
    }
    UNREAD_FORMULA {
        name: "unread-formula",
        severity: diagnostic::Severity::Warning,
        summary: "text looks like a formula, but its collection does not render formulas",
        why: "Its dollar signs show, and Markdown changes its asterisks, underscores and backslashes.",
        example: "$a*b*c$",
        fix: "Set `math = true` in its [[collection]] in content/structure.toml. For text, put a backslash before the dollar sign.",
    }
    UNKNOWN_ARGUMENT {
        name: "unknown-argument",
        summary: "a component or function has no argument with this name",
        why: "It would be ignored; usually it is a typo.",
        example: "<Callout knid=\"note\">",
        fix: "Use an argument that the component or function declares.",
    }
    UNKNOWN_BLOCK {
        name: "unknown-block",
        summary: "a template fills a block that none of its parents has",
        why: "Its text would show nowhere.",
        example: "{% block mian %}",
        fix: "Write the name of a block of the template that this one extends.",
    }
    UNKNOWN_COMPONENT {
        name: "unknown-component",
        summary: "a component does not exist",
        why: "Its tag would show as text.",
        example: "<Calout>",
        fix: "Write the name of a component in the theme's templates/components/.",
    }
    UNKNOWN_ENTRY {
        name: "unknown-entry",
        summary: "a template requests a document that does not exist",
        why: "A part of the page would be empty.",
        example: "entry(collection=\"ca\", slug=\"bpoo\")",
        fix: "Write the slug of an existing document.",
    }
    UNKNOWN_FORM {
        name: "unknown-form",
        summary: "a form does not exist",
        why: "The page would have no form.",
        example: "form(name=\"contcat\")",
        fix: "Write the name of a file in content/forms/.",
    }
    UNKNOWN_ISLAND {
        name: "unknown-island",
        summary: "an island does not exist",
        why: "A part of the page would be empty.",
        example: "island(name=\"Sldier\")",
        fix: "Write the name of a folder in widgets/src/islands/.",
    }
    UNKNOWN_TERM {
        name: "unknown-term",
        summary: "no document has a term that structure.toml declares, but some have a similar one",
        why: "Its page would list nothing, and the documents' term would have no description.",
        example: "[[taxonomy.term]] name = \"Auditng\"",
        fix: "Write the term as the documents do.",
    }
    UNSAFE_HTML {
        name: "unsafe-html",
        summary: "Markdown contains a <script>, which its collection does not allow",
        why: "Anyone who can edit the text could run a program in the browser of everyone who reads it.",
        example: "<script src=\"https://other.example/count.js\"></script>",
        fix: "Put the script into widgets/src/enhance/ or an island. If everybody who writes for the collection may write programs, set `unsafe_html = true` in its [[collection]] in content/structure.toml.",
    }
    UNKNOWN_CODE_LANGUAGE {
        name: "unknown-code-language",
        severity: diagnostic::Severity::Warning,
        summary: "the language of a code block is misspelled",
        why: "The code is not highlighted.",
        example: "```tmol",
        fix: "Write the name of the language, or its usual file extension; write `text` for code without highlighting.",
    }
    UNKNOWN_CODE_WORD {
        name: "unknown-code-word",
        severity: diagnostic::Severity::Warning,
        summary: "a word after the fence of a code block has no meaning",
        why: "It has no effect: the code has no title, line numbers, or marked lines.",
        example: "```rust titel=\"src/main.rs\"",
        fix: "Write title=\"src/main.rs\", numbers, numbers=5 (the number of the first line), or marks=\"2,4-6\", or delete the word.",
    }
    UNKNOWN_VALUE {
        name: "unknown-value",
        summary: "a template or component chooses documents by a value that none of them has",
        why: "The entry would be missing from the page, and nobody would notice.",
        example: "<DueTable only=\"TDS paymnt\" />",
        fix: "Write the value as the document has it. If the document was renamed, use its new name.",
    }
    UNKNOWN_WORD {
        name: "unknown-word",
        summary: "a template uses a word that words.toml does not have, or does not fill in its placeholder",
        why: "The page cannot be rendered.",
        example: "word(key=\"contnets\")",
        fix: "Write the key of a word in content/words.toml, or add it there.",
    }
    UNREAD_MARKDOWN {
        name: "unread-markdown",
        summary: "text looks like Markdown but is not",
        why: "It appears as typed, or not at all.",
        example: "##Heading   > [!NOTTE]   a code block without its end   a footnote without a reference",
        fix: "Write it as the message says; a backslash keeps a character literal: \\##.",
    }
}
