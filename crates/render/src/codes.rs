//! Codes of what planning and rendering report.

use diagnostic::Severity::Error;

diagnostic::codes! {
    BAD_ADDRESS {
        name: "bad-address",
        severity: Error,
        summary: "a link in Markdown has an address that no browser can follow",
        why: "Who presses it gets nowhere.",
        example: "[us](www.example.com)   [form](C:\\form.pdf)   [mail](mailto:office)",
        fix: "Write it in full, as the message says.",
        source: "",
    }
    BAD_COMPONENT {
        name: "bad-component",
        severity: Error,
        summary: "a component's tag in Markdown cannot be read",
        why: "What follows would come out as text or not at all.",
        example: "<Callout kind=note>",
        fix: "Put arguments between quotes: <Callout kind=\"note\">.",
        source: "",
    }
    BAD_MARKDOWN {
        name: "bad-markdown",
        severity: Error,
        summary: "Markdown in a value cannot be rendered",
        why: "It would be missing from the page.",
        example: "a component in front matter",
        fix: "Write plain Markdown there; components belong in the body.",
        source: "",
    }
    BROKEN_LINK {
        name: "broken-link",
        severity: Error,
        summary: "a link, picture or script leads to an address this site does not have",
        why: "Visitors meet the page for what is not there, and search engines count it against the site.",
        example: "See [our team](/teem).",
        fix: "Write the address of a page that exists: `site list` names them all. A page that has moved gets a [[redirect]] in structure.toml.",
        source: "",
    }
    CASE_CLASH {
        name: "case-clash",
        severity: Error,
        summary: "two addresses differ in the case of letters only",
        why: "On disks that do not tell case apart one overwrites the other.",
        example: "/Terms and /terms",
        fix: "Rename one, and redirect the other if need be.",
        source: "",
    }
    DUPLICATE_COMPONENT {
        name: "duplicate-component",
        severity: Error,
        summary: "two components of the theme have one name",
        why: "Which of them a page gets would depend on the order of files.",
        example: "two files with {% component Note() %}",
        fix: "Rename one of the two.",
        source: "",
    }
    DUPLICATE_ID {
        name: "duplicate-id",
        severity: Error,
        summary: "two elements of a page have one id",
        why: "Links, labels and descriptions reach only the first of them.",
        example: "<h2 id=\"fees\">…</h2> … <h2 id=\"fees\">…</h2>",
        fix: "Give each its own id. Two headings of one text get different ones by themselves; an id in a component needs an argument.",
        source: "HTML standard, 3.2.6",
    }
    HIDDEN_PAGE {
        name: "hidden-page",
        severity: Error,
        summary: "a redirect stands in front of a page",
        why: "Nobody could reach that page.",
        example: "[[redirect]] from = \"/about\", where pages/about.md is",
        fix: "Remove the redirect, or rename the page.",
        source: "",
    }
    IMAGE_WITHOUT_ALT {
        name: "image-without-alt",
        severity: Error,
        summary: "a picture has no alternative text",
        why: "To those who do not see it, it is nothing, or its file name read aloud.",
        example: "![](images/team.jpg)",
        fix: "Say what it shows: ![The audit desk at work](images/team.jpg). A decoration has alt=\"\".",
        source: "WCAG 2.2, 1.1.1",
    }
    ISLAND_PROPS {
        name: "island-props",
        severity: Error,
        summary: "an island is given what it does not take, or not what it needs",
        why: "In the browser it would fail to wake.",
        example: "island(name=\"Map\", props={\"titel\": …})",
        fix: "Give the props its type declares.",
        source: "",
    }
    MISSING_ARGUMENT {
        name: "missing-argument",
        severity: Error,
        summary: "a component in Markdown lacks an argument",
        why: "It cannot be rendered.",
        example: "<Callout> where `kind` is needed",
        fix: "Add the argument.",
        source: "",
    }
    MISSING_ASSET {
        name: "missing-asset",
        severity: Error,
        summary: "a template asks for a file there is not",
        why: "The page would ask for it in vain.",
        example: "asset(path=\"styles/mian.css\")",
        fix: "Write the name of a file of content, theme or widgets.",
        source: "",
    }
    MISSING_BODY {
        name: "missing-body",
        severity: Error,
        summary: "a component that needs a text is closed by itself",
        why: "It has nothing to show.",
        example: "<Note/>",
        fix: "Write <Note>, the text, and </Note>.",
        source: "",
    }
    MISSING_TEMPLATE {
        name: "missing-template",
        severity: Error,
        summary: "a template that is named is not there",
        why: "The page cannot be rendered.",
        example: "template = \"servcie.html\"",
        fix: "Write the name of a file in the theme's templates/.",
        source: "",
    }
    OUTSIDE_RESOURCE {
        name: "outside-resource",
        severity: Error,
        summary: "a page loads something from another host",
        why: "Visitors would be made known to that host; the security policy refuses it.",
        example: "<img src=\"https://cdn.example/a.png\">",
        fix: "Put the file into the project. A frame may be allowed for one page by [[frame]] in structure.toml.",
        source: "",
    }
    REDIRECT_CHAIN {
        name: "redirect-chain",
        severity: Error,
        summary: "a redirect leads to another redirect",
        why: "Visitors wait twice, and search engines give up on long chains.",
        example: "/a to /b, and /b to /c",
        fix: "Redirect to the last address at once.",
        source: "",
    }
    TEMPLATE_ERROR {
        name: "template-error",
        severity: Error,
        summary: "a template fails",
        why: "The page cannot be rendered.",
        example: "{{ page.titel }}",
        fix: "Do what the message says, at its line.",
        source: "",
    }
    TEMPLATE_LOOP {
        name: "template-loop",
        severity: Error,
        summary: "templates include each other without end",
        why: "They can never be finished.",
        example: "a.html includes b.html, which includes a.html",
        fix: "Take one of the includes out.",
        source: "",
    }
    TEMPLATE_SYNTAX {
        name: "template-syntax",
        severity: Error,
        summary: "a template cannot be parsed",
        why: "No page can be rendered: templates draw each other in.",
        example: "{% if page.lead %} without {% endif %}",
        fix: "Do what the message says, at its line.",
        source: "",
    }
    UNCLOSED_COMPONENT {
        name: "unclosed-component",
        severity: Error,
        summary: "a component's tag in Markdown is not closed",
        why: "Everything after it would be taken into it.",
        example: "<Callout> without </Callout>",
        fix: "Add the closing tag on a line of its own.",
        source: "",
    }
    UNKNOWN_ARGUMENT {
        name: "unknown-argument",
        severity: Error,
        summary: "a component is given an argument it does not have",
        why: "It would be lost without a word.",
        example: "<Callout knid=\"note\">",
        fix: "Write the argument as the component declares it.",
        source: "",
    }
    UNKNOWN_COMPONENT {
        name: "unknown-component",
        severity: Error,
        summary: "a component that is used does not exist",
        why: "It would come out as text.",
        example: "<Calout>",
        fix: "Write the name of a file in the theme's templates/components/.",
        source: "",
    }
    UNKNOWN_ENTRY {
        name: "unknown-entry",
        severity: Error,
        summary: "a document that a template names does not exist",
        why: "Its place would be empty.",
        example: "entry(collection=\"ca\", slug=\"bpoo\")",
        fix: "Write the slug of a document that is there.",
        source: "",
    }
    UNKNOWN_FORM {
        name: "unknown-form",
        severity: Error,
        summary: "a form that is named does not exist",
        why: "There would be nothing to fill in.",
        example: "form(name=\"contcat\")",
        fix: "Write the name of a file in content/forms/.",
        source: "",
    }
    UNKNOWN_ISLAND {
        name: "unknown-island",
        severity: Error,
        summary: "an island that is named does not exist",
        why: "Its place would be empty.",
        example: "island(name=\"Sldier\")",
        fix: "Write the name of a folder in widgets/src/islands/.",
        source: "",
    }
    UNKNOWN_TERM {
        name: "unknown-term",
        severity: Error,
        summary: "a term of structure.toml is like one that documents have, and no document has it",
        why: "It would have a page without documents, and theirs would lack its description.",
        example: "[[taxonomy.term]] name = \"Auditng\"",
        fix: "Write it as the documents do.",
        source: "",
    }
    UNREAD_MARKDOWN {
        name: "unread-markdown",
        severity: Error,
        summary: "text that looks like Markdown is not read as such",
        why: "It stands in the page as it was typed, or does not show at all.",
        example: "##Heading   > [!NOTTE]   a code block without its end   a footnote that nothing refers to",
        fix: "Write it as the message says; a backslash keeps a sign as it is: \\##.",
        source: "",
    }
}
