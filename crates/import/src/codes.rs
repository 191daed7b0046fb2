//! Codes of findings about sites of other generators.

use diagnostic::Severity::Warning;

diagnostic::codes! {
    NOT_A_SITE {
        name: "not-a-site",
        summary: "a folder that is to be imported has no settings of the generator",
        why: "Without them, neither the URLs nor the languages of the site are known.",
        example: "site import zola my-hugo-site new-site",
        fix: "Name the folder that contains config.toml (Zola), hugo.toml (Hugo), astro.config.mjs (Astro), or _config.yml (Jekyll).",
    }
    NOT_IMPORTED {
        name: "not-imported",
        severity: Warning,
        summary: "something of another generator's site could not be converted",
        why: "Visitors of the new site would miss it.",
        example: "the shortcode `youtube`, whose template is a program",
        fix: "Do what the finding says in the new site. The old site is not changed.",
    }
}
