//! Which elements have which attributes of HTML (HTML standard, index of attributes).

use diagnostic::{Help, one_of};

/// Returns the elements that have an attribute, those that had it in HTML 4 and still do included; `None` if every element may have it,
/// or scripts or `RDFa` may use it on any.
fn elements_with(attribute: &str) -> Option<&'static str> {
    Some(match attribute {
        "accept" => "input form",
        "action" | "enctype" | "novalidate" => "form",
        "alt" => "area img input applet",
        "async" | "defer" => "script",
        "autocomplete" => "form input select textarea",
        "autoplay" | "controls" | "muted" | "preload" => "audio video",
        "charset" => "meta script a link",
        "checked" | "list" | "pattern" | "step" => "input",
        "cite" => "blockquote del ins q",
        "cols" | "rows" => "textarea frameset",
        "colspan" | "rowspan" | "headers" => "td th",
        "coords" | "shape" => "area a",
        "data" => "object",
        "datetime" => "del ins time",
        "dirname" | "maxlength" | "minlength" | "placeholder" | "readonly" => "input textarea",
        "disabled" => "button fieldset input link optgroup option select textarea style",
        "download" | "ping" => "a area",
        "for" => "label output script",
        "formaction" | "formenctype" | "formmethod" | "formnovalidate" | "formtarget"
        | "popovertarget" => "button input",
        "high" | "low" | "optimum" => "meter",
        "href" => "a area base link",
        "hreflang" => "a area link",
        "imagesizes" | "imagesrcset" => "link",
        "ismap" => "img input",
        "kind" | "srclang" => "track",
        "loop" => "audio video marquee img",
        "method" => "form dialog",
        "multiple" => "input select",
        "playsinline" | "poster" => "video",
        "required" => "input select textarea",
        "sandbox" | "srcdoc" => "iframe",
        "selected" => "option",
        "sizes" => "img link source",
        "src" => "audio embed iframe img input script source track video frame bgsound",
        "srcset" => "img source",
        "start" | "reversed" => "ol",
        "target" => "a area base form link",
        "usemap" => "img object input",
        "wrap" => "textarea pre",
        _ => return None,
    })
}

/// Attributes without which an element does nothing: the element, the attributes of which it needs one, and the one to propose.
const NEEDED: [(&str, &[&str], &str); 5] = [
    ("link", &["href", "imagesrcset"], "href"),
    ("img", &["src", "srcset"], "src"),
    ("source", &["src", "srcset"], "src"),
    ("track", &["src"], "src"),
    ("embed", &["src"], "src"),
];

/// Returns help if an element has an attribute that only others have. `has` says whether the element has an attribute.
pub fn misplaced(element: &str, attribute: &str, has: impl Fn(&str) -> bool) -> Option<Help> {
    let owners = elements_with(attribute)?;
    if is_in(owners, element) || matches!(attribute, "href" | "src") && is_of_rdfa(element, &has) {
        return None;
    }
    let takes = |name: &str| elements_with(name).is_some_and(|owners| is_in(owners, element));
    // What is written in place of what the element has.
    let pairs = [
        ("src", "href"),
        ("href", "src"),
        ("data", "src"),
        ("href", "action"),
        ("src", "action"),
        ("alt", "title"),
    ];
    let meant = pairs
        .iter()
        .find(|(wrong, right)| *wrong == attribute && (takes(right) || *right == "title"))
        .filter(|(_, right)| !has_or_binds(right, &has));
    Some(match meant {
        Some((_, right)) => {
            let help = Help::replace(format!("write `{right}`"), attribute, right);
            if *right == "title" {
                help.to_confirm()
            } else {
                help.certainly()
            }
        }
        None => format!("remove it; only {} has it", one_of(owners.split(' '))).into(),
    })
}

/// Returns the attribute that an element needs and lacks. `has` says whether it has an attribute.
pub fn missing(element: &str, has: impl Fn(&str) -> bool) -> Option<&'static str> {
    let (_, any, first) = NEEDED.iter().find(|(name, ..)| *name == element)?;
    let is_complete = any.iter().any(|name| has_or_binds(name, &has));
    (!is_complete && !is_of_rdfa(element, &has)).then_some(*first)
}

/// Returns whether an element has an attribute, or one from which Vue or Alpine sets it.
fn has_or_binds(name: &str, has: &impl Fn(&str) -> bool) -> bool {
    let mut bindings = [":", "x-bind:", "v-bind:"].iter();
    has(name) || bindings.any(|start| has(&format!("{start}{name}")))
}

/// Returns whether an element has an attribute of `RDFa`, which allows `href` and `src` on any element. HTML has `rel` of its own.
fn is_of_rdfa(element: &str, has: &impl Fn(&str) -> bool) -> bool {
    let has_own_rel = matches!(element, "a" | "area" | "form" | "link");
    ["property", "typeof", "about"].into_iter().any(has) || !has_own_rel && has("rel")
}

fn is_in(words: &str, word: &str) -> bool {
    words.split(' ').any(|one| one == word)
}

#[cfg(test)]
mod tests {
    use super::{misplaced, missing};

    #[test]
    fn attributes_of_other_elements() {
        for (element, attribute, expected) in [
            ("link", "src", "write `href`"),
            ("img", "href", "write `src`"),
            ("script", "href", "write `src`"),
            ("a", "src", "write `href`"),
            (
                "div",
                "href",
                "remove it; only `a`, `area`, `base` or `link` has it",
            ),
            (
                "button",
                "href",
                "remove it; only `a`, `area`, `base` or `link` has it",
            ),
            ("a", "alt", "write `title`"),
            ("p", "colspan", "remove it; only `td` or `th` has it"),
            ("form", "src", "write `action`"),
            ("form", "href", "write `action`"),
            ("input", "src", ""),
            ("div", "label", ""),
            ("span", "content", ""),
            ("td", "colspan", ""),
            ("a", "target", ""),
        ] {
            let help = misplaced(element, attribute, |_| false);
            let help = help.map_or(String::new(), |help| help.text);
            assert!(
                help.starts_with(expected) && help.is_empty() == expected.is_empty(),
                "{element} {attribute}: {help}"
            );
        }
        let help = misplaced("a", "src", |name| name == "href").map(|help| help.text);
        assert!(help.is_some_and(|help| help.starts_with("remove it")));
        assert!(misplaced("span", "href", |name| name == "rel").is_none());
        assert!(misplaced("link", "src", |name| name == "rel").is_some());
        assert_eq!(missing("img", |name| name == ":src"), None);
        assert_eq!(missing("img", |name| name == "x-bind:srcset"), None);
        assert_eq!(missing("link", |name| name == "property"), None);
        assert_eq!(missing("link", |name| name == "rel"), Some("href"));
        assert_eq!(missing("link", |_| false), Some("href"));
        assert_eq!(missing("img", |name| name == "srcset"), None);
        assert_eq!(missing("a", |_| false), None);
    }
}
