//! Names of HTML elements, and tags that are placeholders rather than elements.

/// Names of HTML elements (HTML standard, section 4). A component may have the same name.
#[rustfmt::skip]
const ELEMENTS: [&str; 116] = [
    "a", "abbr", "address", "area", "article", "aside", "audio", "b", "base", "bdi", "bdo", "blockquote", "body", "br", "button",
    "canvas", "caption", "cite", "code", "col", "colgroup", "data", "datalist", "dd", "del", "details", "dfn", "dialog", "div", "dl",
    "dt", "em", "embed", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header",
    "hgroup", "hr", "html", "i", "iframe", "img", "input", "ins", "kbd", "label", "legend", "li", "link", "main", "map", "mark", "math",
    "menu", "meta", "meter", "nav", "noscript", "object", "ol", "optgroup", "option", "output", "p", "param", "picture", "pre",
    "progress", "q", "rp", "rt", "ruby", "s", "samp", "script", "search", "section", "select", "selectedcontent", "slot", "small",
    "source", "span", "strong", "style", "sub", "summary", "sup", "svg", "table", "tbody", "td", "template", "textarea", "tfoot", "th",
    "thead", "time", "title", "tr", "track", "u", "ul", "var", "video", "wbr",
];

/// Returns whether `name`, in lower case, is the name of an HTML element.
pub fn is_element(name: &str) -> bool {
    ELEMENTS.contains(&name)
}

/// Returns help for words in angle brackets that stand for a text, such as `<your name>`.
pub fn help_with_placeholder(tag: &str) -> String {
    omitted_by_chat(tag).map_or_else(
        || format!("replace it with your text, or write `\\{tag}` to show it as typed"),
        str::to_owned,
    )
}

/// Returns help for a tag that `WhatsApp` writes in place of a picture or a recording, such as `<Media omitted>`.
fn omitted_by_chat(tag: &str) -> Option<&'static str> {
    const KINDS: [&str; 9] = [
        "media", "image", "picture", "photo", "video", "audio", "sticker", "document", "gif",
    ];
    let kind = tag
        .strip_prefix('<')?
        .strip_suffix(" omitted>")?
        .to_ascii_lowercase();
    let help =
        "WhatsApp wrote this in place of a picture or a recording: delete it, or add the picture";
    KINDS.contains(&kind.as_str()).then_some(help)
}

/// Returns the text in angle brackets at the start of `html` if it looks like a placeholder, such as `<date>`: it does not name
/// an HTML element, a custom element or a component, and no attribute has a value.
pub fn placeholder(html: &str) -> Option<&str> {
    let (inner, _) = html.strip_prefix('<')?.split_once('>')?;
    let is_text = |c: char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '_' | '-');
    let name = inner.split(' ').next()?.to_ascii_lowercase();
    let is_lower = |c: char| c.is_ascii_lowercase();
    // Capitalized names are components; names with a hyphen are custom elements.
    let is_placeholder = inner.starts_with(|c: char| c.is_ascii_alphabetic())
        && inner.chars().all(is_text)
        && (inner.starts_with(is_lower) || !inner.contains(is_lower))
        && !name.contains('-')
        && !is_element(&name);
    is_placeholder.then_some(inner)
}
