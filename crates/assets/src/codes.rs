//! Codes of what styles, scripts, islands, and pictures report.

use diagnostic::Severity::{Error, Warning};

diagnostic::codes! {
    BAD_PICTURE {
        name: "bad-picture",
        severity: Error,
        summary: "a picture file is not what its name says",
        why: "Browsers show a broken picture, and its size is not known.",
        example: "a web page that was saved as photo.png, half a file, a HEIC picture of a phone, an SVG that is not well-formed",
        fix: "Save the picture again in the format that its name says.",
        source: "",
    }
    HIDDEN_FILE {
        name: "hidden-file",
        severity: Warning,
        summary: "a file of public/ is not published, because its name begins with a dot",
        why: "Hidden files are mostly there by mistake; and who means to publish one would miss it.",
        example: "public/.htaccess",
        fix: "Rename it without the dot, or take it out of public/. Of hidden folders only .well-known/ is published.",
        source: "",
    }
    ISLAND_ERROR {
        name: "island-error",
        severity: Error,
        summary: "an island could not be rendered",
        why: "Its place on the page would be empty.",
        example: "a component that reads `window` while rendering",
        fix: "Mend the component: it has to render without a browser.",
        source: "",
    }
    STYLE_ERROR {
        name: "style-error",
        severity: Error,
        summary: "a style sheet names a file that is not there, or cannot be read",
        why: "Browsers leave out what they do not find.",
        example: "background: url(\"nothing.png\")",
        fix: "Correct the name; paths are relative to the style sheet.",
        source: "",
    }
    WIDGETS_ERROR {
        name: "widgets-error",
        severity: Error,
        summary: "scripts or styles cannot be bundled",
        why: "The page would be without them.",
        example: "import of a file that is not there",
        fix: "Do what the message says, at its line.",
        source: "",
    }
    WIDGETS_WARNING {
        name: "widgets-warning",
        severity: Warning,
        summary: "the bundler warns of something in scripts or styles",
        why: "It works, but probably not as meant.",
        example: "a colour no browser knows",
        fix: "Do what the message says, at its line.",
        source: "",
    }
}
