//! Attributes of old HTML that say how an element looks, as declarations of CSS.

/// Elements beside which text flows.
const FLOATING: [&str; 5] = ["img", "iframe", "table", "object", "embed"];

/// Returns the declaration with which browsers show such an attribute; `None` for any other attribute, and for one without a
/// counterpart in CSS. `name` is in lower case.
pub fn declaration(element: &str, name: &str, value: &str) -> Option<String> {
    let value = value.trim().to_ascii_lowercase();
    let number = || value.trim_end_matches("px").parse::<u16>().ok();
    let is_floating = FLOATING.contains(&element);
    Some(match (name, value.as_str()) {
        ("align", "left" | "right") if is_floating => format!("float: {value}"),
        ("align", "center") if matches!(element, "table" | "hr") => {
            "margin-inline: auto".to_owned()
        }
        ("align", "top" | "middle" | "bottom") if is_floating => format!("vertical-align: {value}"),
        ("align", "center" | "middle" | "absmiddle") if is_floating => {
            "vertical-align: middle".to_owned()
        }
        ("align", "left" | "right" | "center" | "justify") => format!("text-align: {value}"),
        ("align", "middle") => "text-align: center".to_owned(),
        ("valign", "top" | "middle" | "bottom" | "baseline") => format!("vertical-align: {value}"),
        ("bgcolor", color) => format!("background-color: {}", read_color(color)?),
        ("frameborder" | "border", "0" | "no") => "border: 0".to_owned(),
        ("frameborder", "1" | "yes") => "border: 1px solid".to_owned(),
        ("border", _) => format!("border: {}px solid", number()?),
        ("cellspacing", _) => format!("border-spacing: {}px", number()?),
        ("scrolling", "no") => "overflow: hidden".to_owned(),
        ("scrolling", "yes" | "auto") => "overflow: auto".to_owned(),
        _ => return None,
    })
}

/// Returns a color as CSS writes it, or `None` for what browsers have to guess.
fn read_color(color: &str) -> Option<String> {
    let digits = color.trim_start_matches('#');
    let is_number =
        matches!(digits.len(), 3 | 6) && digits.bytes().all(|one| one.is_ascii_hexdigit());
    let is_name = !color.is_empty() && color.bytes().all(|one| one.is_ascii_lowercase());
    if is_number {
        return Some(format!("#{digits}"));
    }
    is_name.then(|| color.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations() {
        for (element, name, value, expected) in [
            ("div", "align", "Center", "text-align: center"),
            ("td", "align", "middle", "text-align: center"),
            ("img", "align", "right", "float: right"),
            ("img", "align", "center", "vertical-align: middle"),
            ("table", "align", "center", "margin-inline: auto"),
            ("td", "valign", "top", "vertical-align: top"),
            ("tr", "bgcolor", "FFEEDD", "background-color: #ffeedd"),
            ("tr", "bgcolor", "red", "background-color: red"),
            ("tr", "bgcolor", "{{ a }}", ""),
            ("iframe", "frameborder", "0", "border: 0"),
            ("table", "border", "1", "border: 1px solid"),
            ("table", "border", "", ""),
            ("table", "cellspacing", "0", "border-spacing: 0px"),
            ("iframe", "scrolling", "no", "overflow: hidden"),
            ("table", "cellpadding", "4", ""),
            ("p", "id", "left", ""),
        ] {
            let found = declaration(element, name, value).unwrap_or_default();
            assert_eq!(found, expected, "{element} {name} {value}");
        }
    }
}
