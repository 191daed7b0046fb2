//! Manual of the template functions: those of this crate, and Tera's `range` and `throw`.

use super::{manuals, optional, optional_text, required, required_text};

manuals! {
    ASSET {
        name: "asset",
        arguments: [
            required_text("path", "A file of the theme or of `content/`, such as `styles/main.css` or `images/oven.jpg`."),
        ],
        text: "Returns the URL of a file. The URL contains a fingerprint of the file, so browsers can keep the file forever.",
        example: r#"<link rel="stylesheet" href="{{ asset(path="styles/main.css") }}">"#,
    }
    COLLECTION {
        name: "collection",
        arguments: [
            required_text("name", "The name of a collection in `structure.toml`."),
            optional("limit", "The largest number of documents: `limit=3` returns the first three."),
            optional_text("key", "A front matter key by which documents are chosen, together with `values`."),
            optional("values", "The values to choose: only documents whose `key` is one of them, or a list with one of them, are returned."),
            optional_text("lang", "Another language than that of the page, such as `hi`."),
        ],
        text: "Returns the documents of a collection in its order, as a list of [entries](values.md#entry). Only documents in the \
               language of the page are part of it; those of a collection without a `route` also if they are not translated. Choose documents with `key` and `values`, as in `key=\"shelf\", values=[\"top\"]`, rather than \
               with a condition: a value that no document has is then an error at the place where the value is written, so a \
               misspelled name or a renamed document cannot make entries disappear unnoticed. If every page of a large site shows some of them, name a `limit`: an edit of any \
               other document then rebuilds none of these pages.",
        example: r#"{% for loaf in collection(name="loaves") %}<a href="{{ loaf.url }}">{{ loaf.title }}</a> {% endfor %}"#,
    }
    CONTENT {
        name: "content",
        arguments: [
            required_text("url", "The URL of a document's page: the `url` of an entry."),
        ],
        text: "Returns the text of a document as HTML, for a page that shows whole articles, such as a list. The ids of its headings begin \
               with the URL, so the same heading in two texts is no conflict. It is filled in when the page is complete, so a filter cannot \
               change it: for the beginning of a text, use `summary`. Each page that shows a text renders it again, and is rebuilt when the text changes. Components in \
               Markdown cannot call it.",
        example: r#"{% for one in collection(name="journal", limit=2) %}<h2>{{ one.title }}</h2>{{ content(url=one.url) }}{% endfor %}"#,
    }
    ENTRY {
        name: "entry",
        arguments: [
            required_text("collection", "The name of the collection."),
            required_text("slug", "The document's slug: its file name without the extension, unless its front matter has another `slug`."),
            optional_text("lang", "Another language than that of the page, such as `hi`."),
        ],
        text: "Returns one document of a collection as an [entry](values.md#entry): in the language of the page or, if it is not \
               translated, in the main language. A slug that does not exist is an error.",
        example: r#"{% set loaf = entry(collection="loaves", slug="rye") %}{{ loaf.description }}"#,
    }
    FORM {
        name: "form",
        arguments: [
            required_text("name", "The name of a file in `content/forms/`, without its extension."),
        ],
        text: "Returns the [definition of a form](forms.md), with the URL that it posts to as `action`.",
        example: r#"{% set order = form(name="order") %}<form method="post" action="{{ order.action }}"><button>{{ order.submit }}</button></form>"#,
    }
    IMAGE {
        name: "image",
        arguments: [
            required_text("path", "A picture of the theme or of `content/`."),
            required_text("alt", "What the picture shows, for people who do not see it; `\"\"` for a decoration."),
            optional_text("class", "The `class` of the element."),
            optional_text("loading", "`lazy`, or `eager` for a picture that is visible at once. Without it, the first picture of a page is \
                                 loaded at once with high priority, and the others when they come close to the visible part of the page."),
            optional_text("fetchpriority", "`high` for the largest picture at the top of the page."),
            optional_text("sizes", "How wide a photograph is shown, such as `(min-width: 60rem) 50vw, 100vw`. Without it, browsers measure \
                               the width, or assume that of the window."),
            optional("widths", "The widths in pixels in which a photograph is published, such as `[400, 800]`."),
            optional("ratio", "Width divided by height, such as `16/9`: a photograph of another shape is cropped."),
            optional("focus", "The point that a crop keeps in the middle: percentages from the left and the top (`50% 20%`), or words \
                               (`top`, `left center`)."),
        ],
        text: "Returns an `<img>` with the URL, width, and height of a picture. A photograph (JPEG, PNG, WebP, GIF, or AVIF) becomes a \
               `<picture>` that offers it in several sizes, none larger than the original, as WebP and in its own format, and as AVIF if `[pictures]` says so; upright, in \
               sRGB, and without metadata. Its main color is in `data-color`. SVG drawings are published without comments \
               and other invisible parts, and animations without metadata. AVIF files keep their size if the program was compiled without the feature `avif`. A value that is missing from the content (`ratio`, `focus`, `widths`) is ignored.",
        example: r#"{{ image(path="images/oven.jpg", alt="The new oven", loading="eager") }}"#,
    }
    ISLAND {
        name: "island",
        arguments: [
            required_text("name", "The name of a folder in `widgets/src/islands/`."),
            optional_text("when", "When it becomes interactive: `load`, `idle`, `visible` (the default), `interaction`, or `address`."),
            optional("props", "The component's props as a table. They are checked against its `Props` type; one of the type `Html` gets HTML."),
        ],
        text: "Returns the HTML of a React component, which becomes [interactive in the browser](../islands.md).",
        example: r#"{{ island(name="OrderForm", when="idle", props={"loaves": 2}) }}"#,
    }
    JSON_LD {
        name: "json_ld",
        arguments: [
            required("data", "A table."),
        ],
        text: "Returns structured data for search engines, in a script element.",
        example: r#"{{ json_ld(data={"@context": "https://schema.org", "@type": "Bakery", "name": site.name}) }}"#,
    }
    NEIGHBORS {
        name: "neighbors",
        arguments: [
            required_text("url", "The URL of a document: `url=page.url` for the page itself."),
        ],
        text: "Returns the documents before and after one in the order of its collection, in its language: a table with the \
               [entries](values.md#entry) `previous` and `next`. The first document has no `previous`, the last no `next`, and the \
               page of a term neither.",
        example: r#"{% set near = neighbors(url="/journal/new-oven") %}{% if near?.next %}<a href="{{ near.next.url }}">{{ near.next.title }}</a>{% endif %}"#,
    }
    PICTURE {
        name: "picture",
        arguments: [
            required_text("path", "A picture of the theme or of `content/`."),
            optional("widths", "Widths in pixels; only the largest is published, up to 1600 for a JPEG or PNG."),
            optional("ratio", "Width divided by height, such as `16/9`: a photograph of another shape is cropped."),
            optional("focus", "The point that a crop keeps in the middle, as for [`image`](#image)."),
        ],
        text: "Returns the `url`, `width`, and `height` of one file of a picture, for a place that names a single file, such as \
               `og:image`. A photograph has at most 1600 pixels across, and no metadata. A drawing without a size has neither \
               `width` nor `height`.",
        example: r#"{% set photo = picture(path="images/oven.jpg") %}<meta property="og:image" content="{{ site.base_url }}{{ photo.url }}">"#,
    }
    RANGE {
        name: "range",
        arguments: [
            required("end", "The number before which to stop."),
            optional("start", "The first number; 0 by default."),
            optional("step_by", "The difference between two numbers; 1 by default."),
        ],
        text: "Returns a list of whole numbers.",
        example: "{% for number in range(start=1, end=4) %}{{ number }} {% endfor %}",
    }
    SVG {
        name: "svg",
        arguments: [
            required_text("path", "An SVG file of the theme or of `content/`."),
            optional_text("class", "The `class` of the element."),
            optional_text("label", "What the drawing shows. Without it, the drawing is a decoration."),
        ],
        text: "Returns an SVG drawing as a part of the page, so that style sheets can color it.",
        example: r#"{{ svg(path="images/loaf.svg", class="mark") }}"#,
    }
    TAXONOMY {
        name: "taxonomy",
        arguments: [
            required_text("name", "The name of a taxonomy in `structure.toml`."),
            optional_text("lang", "Another language than that of the page, such as `hi`."),
        ],
        text: "Returns the [terms](values.md#term) of a taxonomy that documents in the language of the page have.",
        example: r#"{% for term in taxonomy(name="topic") %}{{ term.name }} ({{ term.count }}) {% endfor %}"#,
    }
    THROW {
        name: "throw",
        arguments: [
            required("message", "What is wrong."),
        ],
        text: "Stops the build with an error at this place of the template.",
        example: r#"{% if page.title is containing(pat="?") %}{{ throw(message="a title must not be a question") }}{% endif %}"#,
    }
    WORD {
        name: "word",
        arguments: [
            required_text("key", "The key of a word in `content/words.toml`, such as `contents` or `search.none`."),
            optional("values", "The values of the word's placeholders, as in `values={\"count\": 3}`."),
        ],
        text: "Returns a word of the theme in the [language of the page](../languages.md#words-of-the-theme): that of `words.hi.toml` on a \
               page in Hindi. A word that is not translated is in the main language, and is reported.",
        example: r#"{{ word(key="basket", values={"count": 3}) }}"#,
    }
}
