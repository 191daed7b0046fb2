//! Codes of findings that the build reports itself.

diagnostic::codes! {
    BAD_FORM {
        name: "bad-form",
        summary: "a form's definition contradicts itself",
        why: "The page, the browser and the form function would disagree about the form.",
        example: "a select without options",
        fix: "Correct the definition in content/forms/.",
    }
    CANNOT_WRITE {
        name: "cannot-write",
        summary: "the output cannot be written",
        why: "No new site was written. The previous output is unchanged.",
        example: "a full disk, a folder of another user",
        fix: "Correct what the operating system's message names, such as a full disk or a folder that you may not write to.",
    }
    HOST_CANNOT {
        name: "host-cannot",
        severity: diagnostic::Severity::Warning,
        summary: "a host cannot follow a rule of structure.toml",
        why: "Visitors who use the old URL would see the 404 page.",
        example: "a redirect from /feed.xml, on GitHub Pages",
        fix: "Remove the rule, or choose a host that has redirects and rewrites.",
    }
    NEEDS_TOP {
        name: "needs-top",
        summary: "a site with a path in its `base_url` is for a host that serves it at the top of a domain",
        why: "Every link would lead to a page that the host does not have.",
        example: "base_url = \"https://example.github.io/guide\", with site publish",
        fix: "Remove the path from `base_url`, or choose a host such as GitHub Pages.",
    }
    LOCAL_URL {
        name: "local-url",
        severity: diagnostic::Severity::Warning,
        summary: "`base_url` leads to the computer on which the site is built",
        why: "The sitemap, feeds, share cards, and canonical links of the published site would lead every visitor to their own computer.",
        example: "base_url = \"http://localhost:8080\"",
        fix: "Write the address at which visitors open the site. `site serve` shows the site at its own address in any case.",
    }
    MISSING_MENU {
        name: "missing-menu",
        summary: "a template uses a menu that menus.toml does not have, or no template uses one that it has",
        why: "The page cannot be rendered, or lacks links.",
        example: "[[leagl]], where the footer uses `legal`",
        fix: "Rename the menu to what the template calls it, or add it.",
    }
    MISSING_THEME {
        name: "missing-theme",
        summary: "the site's theme does not exist",
        why: "Nothing can be rendered.",
        example: "theme = \"frim\"",
        fix: "Write the name of a folder in themes/.",
    }
    NO_AVIF {
        name: "no-avif",
        summary: "the site offers AVIF files, but this program was compiled without their encoder",
        why: "Pages would refer to pictures that do not exist.",
        example: "avif = true, with a program that was compiled without the feature `avif`",
        fix: "Compile the program with the feature `avif`, or remove `avif` from `[pictures]` in structure.toml. WebP is always offered.",
    }
    NOT_AN_OUTPUT {
        name: "not-an-output",
        summary: "the output folder contains files that no build wrote",
        why: "They would be deleted.",
        example: "--out content",
        fix: "Name an empty or new folder.",
    }
    PRESELECTED_CONSENT {
        name: "preselected-consent",
        severity: diagnostic::Severity::Warning,
        summary: "a question with two answers has one of them when the form is shown",
        why: "Consent needs a clear affirmative action (India's DPDP Act 2023, section 6(1); GDPR, recital 32). A choice made \
              for the visitor does not count.",
        example: "a radio field with the options yes and no, and default = \"yes\"",
        fix: "Remove `default`, or say in `preselected_reason` why it stays.",
    }
    MISSING_PURPOSE {
        name: "missing-purpose",
        severity: diagnostic::Severity::Warning,
        summary: "a form does not say what an answer is for",
        why: "A notice says of each piece of personal data what it is used for (India's DPDP Rules 2025, rule 3; GDPR, article 13).",
        example: "a form in which no field has a purpose",
        fix: "Add `purpose = \"…\"` to each field.",
    }
    ROUTE_TOO_LONG {
        name: "route-too-long",
        summary: "a redirect or the rewrites are too long for CloudFront's table",
        why: "CloudFront would refuse the table.",
        example: "a URL of 600 letters",
        fix: "Shorten or remove rules in structure.toml.",
    }
    UNUSED_WORD {
        name: "unused-word",
        severity: diagnostic::Severity::Warning,
        summary: "no template uses a word of words.toml",
        why: "Somebody would translate it for nothing.",
        example: "a word that only a removed template used",
        fix: "Remove it in all languages.",
    }
    WORD_MISMATCH {
        name: "word-mismatch",
        summary: "a translated word does not fit the word in the main language",
        why: "The page shows a placeholder instead of a value, or lacks the value.",
        example: "results = \"{n} Treffer\" for results = \"{count} results\"",
        fix: "Use the key and the placeholders of content/words.toml.",
    }
}
