//! Codes of findings about styles, scripts, islands, images, and share cards.

use diagnostic::Severity::Warning;

diagnostic::codes! {
    BAD_FILE {
        name: "bad-file",
        severity: Warning,
        summary: "a file in public/ is empty, truncated, or not in the format that its name says",
        why: "Visitors download it, and no program opens it.",
        example: "public/rates.pdf with 0 bytes, or saved before its download was complete",
        fix: "Copy or save the file again.",
    }
    BAD_PICTURE {
        name: "bad-picture",
        summary: "an image file is damaged, or in another format than its name says",
        why: "Browsers show a broken image, and its size is unknown.",
        example: "a web page saved as photo.png, a truncated file, a HEIC photo from a phone, a malformed SVG, an SVG with a script or a reference to another file, more than 64 million pixels",
        fix: "Save the image again in the format that its name says.",
    }
    CARD_ERROR {
        name: "card-error",
        summary: "a share card cannot be drawn",
        why: "A link to the page would be shown without a picture.",
        example: "a title with a character that no font of the card has",
        fix: "Correct templates/card.svg at the line that the finding names.",
    }
    EXPOSED_FILE {
        name: "exposed-file",
        severity: Warning,
        summary: "a file in public/ is private, such as a key, a database, or a list of passwords",
        why: "Everything in public/ can be downloaded by everyone, and search engines and attackers look for such files.",
        example: "public/backup.sql, public/id_rsa, a .pem file with a private key",
        fix: "Move it out of public/. If it was online, replace the keys and passwords in it.",
    }
    HIDDEN_FILE {
        name: "hidden-file",
        severity: Warning,
        summary: "a file in public/ is not published because its name starts with a dot",
        why: "Most hidden files are there by mistake; but if you meant to publish it, visitors would not find it.",
        example: "public/.htaccess",
        fix: "Rename it without the dot, or move it out of public/. .well-known/ is the only hidden folder that is published.",
    }
    ISLAND_ERROR {
        name: "island-error",
        summary: "an island cannot be rendered",
        why: "The page would have a gap.",
        example: "a component that reads `window` while rendering",
        fix: "Correct the component: it must render without a browser.",
    }
    STYLE_ERROR {
        name: "style-error",
        summary: "a style sheet has a syntax error, or refers to a file that does not exist",
        why: "Browsers ignore the rule, or everything after it.",
        example: "background: url(\"nothing.png\")",
        fix: "Correct the line that the finding names. Paths are relative to the style sheet.",
    }
    WIDGETS_ERROR {
        name: "widgets-error",
        summary: "scripts or styles cannot be bundled",
        why: "Pages would have no styles or scripts.",
        example: "an import of a file that does not exist",
        fix: "Correct the line that the finding names.",
    }
    WIDGETS_WARNING {
        name: "widgets-warning",
        severity: Warning,
        summary: "the bundler warns about a script or style sheet",
        why: "It works, but probably not as intended.",
        example: "a color that no browser knows",
        fix: "Correct the line that the finding names.",
    }
}
