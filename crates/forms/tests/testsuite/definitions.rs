//! Findings about the definition of a form.

use crate::sample_form::form;

#[test]
fn one_of_two_options_is_not_chosen_in_advance_without_a_reason() {
    const TWO: &str = r#"["Send me news", "Send me nothing"]"#;
    let reason = "preselected_reason = \"Agreed.\"";
    for (kind, options, default, more, is_reported) in [
        ("radio", r#"["yes", "no"]"#, "yes", "", true),
        ("radio", r#"["yes", "no"]"#, "no", "", true),
        ("select", TWO, "Send me news", "", true),
        ("select", TWO, "Send me news", reason, false),
        ("select", TWO, "", "", false),
        ("radio", r#"["yes", "no", "later"]"#, "yes", "", false),
    ] {
        let field = format!(
            "[[field]]\nname = \"news\"\nlabel = \"News\"\ntype = \"{kind}\"\noptions = {options}\ndefault = \"{default}\"\n{more}\n"
        );
        let form = form("contact", &field);
        let found = form.field("news").map(|field| field.is_preselected);
        assert_eq!(found, Some(is_reported), "{field}");
    }
}
