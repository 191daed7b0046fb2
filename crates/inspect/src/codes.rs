//! Codes of the security policy and of the settings.

use diagnostic::Severity::Note;

diagnostic::codes! {
    AMBIGUOUS_HTML {
        name: "ambiguous-html",
        summary: "browsers may read text of the page as markup",
        why: "Scripts in it could run although no rule has seen them: the content of an element such as <style> is text, but not \
              within <svg>, <math> or <select>.",
        example: "<svg><style><img src=a onerror=go()></style></svg>   <noframes>…</noframes>",
        fix: "Remove the `<` from the element's text, or move the element out of the <svg>, <math> or <select>. \
              Remove <noframes> and CDATA.",
        source: "HTML standard, 13.2.6.5 (the rules for parsing tokens in foreign content)",
    }
    BASE_ELEMENT {
        name: "base-element",
        summary: "a page has a <base> element",
        why: "It changes the target of every relative URL on the page; the security policy refuses it.",
        example: "<base href=\"https://other.example/\">",
        fix: "Write full URLs, or paths that begin with a slash.",
    }
    FIXED_LEVEL {
        name: "fixed-level",
        summary: "a line of checks.toml lowers the level of a finding that is always an error",
        why: "The setting has no effect: a site with such a finding does not work for its visitors.",
        example: "[rules] broken-link = \"off\"",
        fix: "Remove the line. Levels can be set for what is a matter of policy, such as missing-description.",
    }
    FRAME_DOCUMENT {
        name: "frame-document",
        summary: "a frame has its document in the attribute srcdoc",
        why: "No rule checks it, and its scripts run as scripts of this site.",
        example: "<iframe srcdoc=\"<p>Our map</p>\">",
        fix: "Make it a page of its own, or write its text into this one.",
    }
    INLINE_HANDLER {
        name: "inline-handler",
        summary: "an attribute such as onclick contains a script",
        why: "The security policy refuses it: anyone who can inject an attribute could run a script.",
        example: "<button onclick=\"send()\">",
        fix: "Move it into a script in widgets/src/enhance/, or into an island.",
    }
    INLINE_STYLE {
        name: "inline-style",
        summary: "a page has a style attribute",
        why: "The security policy refuses it, so it has no effect.",
        example: "<p style=\"color: red\">",
        fix: "Give the element a class, and write a rule for the class in the style sheet.",
    }
    KNOWN_FINDINGS {
        name: "known-findings",
        severity: Note,
        summary: "findings in content/baseline.toml are not reported",
        why: "A site that moves in may bring more mistakes than can be corrected at once. They are known, and a new one is reported.",
        example: "[known.\"content/posts/2009-05-01-a.md\"] broken-anchor = [\"/old#top\"]",
        fix: "Correct them when you have the time, and remove them from the file with `site check --baseline`.",
    }
    META_REFRESH {
        name: "meta-refresh",
        summary: "a page redirects by itself",
        why: "Visitors do not arrive where the link said, and anyone who can write a text could send them to another site.",
        example: "<meta http-equiv=\"refresh\" content=\"0; url=https://other.example/\">",
        fix: "Declare a [[redirect]] in content/structure.toml, or link to the other page.",
        source: "WCAG 2.2, success criterion 2.2.1 (failure F41)",
    }
    PLUGIN {
        name: "plugin",
        summary: "a page has an <object> or <embed> element",
        why: "Browsers no longer have plug-ins; the security policy refuses them.",
        example: "<embed src=\"a.pdf\">",
        fix: "Link to the file.",
    }
    SCRIPT_ADDRESS {
        name: "script-address",
        summary: "a link's URL is a script",
        why: "The security policy refuses it, and without scripts the link does nothing.",
        example: "<a href=\"javascript:open()\">",
        fix: "Use a <button>, and move what it does into a script.",
    }
    UNUSED_HOST {
        name: "unused-host",
        summary: "an [[allow]] or [[frame]] of structure.toml allows a host that its pages do not use",
        why: "Only an attacker benefits from a host that is allowed but not used.",
        example: "[[frame]] page = \"/contact\" after the map was removed",
        fix: "Remove it.",
    }
    UNKNOWN_RULE {
        name: "unknown-rule",
        summary: "no finding has this code",
        why: "The setting would have no effect, or there is nothing to explain.",
        example: "[rules] heading-oder = \"off\"",
        fix: "Write one of the codes that `site check --list` prints.",
    }
}
