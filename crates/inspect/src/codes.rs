//! Codes of what the security policy reports.

use diagnostic::Severity::Error;

diagnostic::codes! {
    BASE_ELEMENT {
        name: "base-element",
        severity: Error,
        summary: "a page has a <base> element",
        why: "It would turn every address of the page into another; the security policy refuses it.",
        example: "<base href=\"https://other.example/\">",
        fix: "Write whole addresses, or such that begin with a slash.",
        source: "",
    }
    FRAME_DOCUMENT {
        name: "frame-document",
        severity: Error,
        summary: "a frame has its document in the attribute srcdoc",
        why: "It is a page that no rule reads, and whose scripts run as those of this site.",
        example: "<iframe srcdoc=\"<p>Our map</p>\">",
        fix: "Make it a page of its own, or write its text into this one.",
        source: "",
    }
    INLINE_HANDLER {
        name: "inline-handler",
        severity: Error,
        summary: "a page does something by an attribute such as onclick",
        why: "The security policy refuses it: whoever can slip in an attribute could run a script.",
        example: "<button onclick=\"send()\">",
        fix: "Put it into a script of widgets/src/enhance/, or an island.",
        source: "",
    }
    INLINE_STYLE {
        name: "inline-style",
        severity: Error,
        summary: "a page has a style attribute",
        why: "The security policy refuses it, so it would do nothing.",
        example: "<p style=\"color: red\">",
        fix: "Give it a class, and the class a rule in the style sheet.",
        source: "",
    }
    META_REFRESH {
        name: "meta-refresh",
        severity: Error,
        summary: "a page leads elsewhere by itself",
        why: "Visitors do not get where the link said, and whoever may write a text could send them to another site.",
        example: "<meta http-equiv=\"refresh\" content=\"0; url=https://other.example/\">",
        fix: "Declare a [[redirect]] in content/structure.toml, or link to the other page.",
        source: "WCAG 2.2, success criterion 2.2.1 (failure F41)",
    }
    PLUGIN {
        name: "plugin",
        severity: Error,
        summary: "a page has an <object> or <embed> element",
        why: "Plug-ins are gone from browsers; the security policy refuses them.",
        example: "<embed src=\"a.pdf\">",
        fix: "Link to the file.",
        source: "",
    }
    SCRIPT_ADDRESS {
        name: "script-address",
        severity: Error,
        summary: "a link's address is a script",
        why: "The security policy refuses it, and without script it leads nowhere.",
        example: "<a href=\"javascript:open()\">",
        fix: "Use a <button>, and put what it does into a script.",
        source: "",
    }
    UNUSED_FRAME {
        name: "unused-frame",
        severity: Error,
        summary: "a [[frame]] of structure.toml allows what no page needs",
        why: "A host that is allowed and not used is only of use to an attacker.",
        example: "[[frame]] page = \"/contact\" after the map was taken out",
        fix: "Remove it.",
        source: "",
    }
    UNKNOWN_RULE {
        name: "unknown-rule",
        severity: Error,
        summary: "a finding is named by a code there is not",
        why: "The setting or the question would be about nothing.",
        example: "[rules] heading-oder = \"off\"",
        fix: "`site check --list` names all codes.",
        source: "",
    }
}
