//! Help for the name of a template that does not exist.

use diagnostic::{Help, all_of, did_you_mean};

use super::graph::Templates;

/// Maximum number of templates that help lists.
const MOST_TEMPLATES: usize = 20;

/// Returns help for the name of a template that does not exist: the one that was probably meant, or all that a page can have.
pub fn template_help(name: &str, templates: &Templates) -> Help {
    let known = || templates.keys().map(String::as_str);
    let with_ending = format!("{name}.html");
    if known().any(|one| one == with_ending) {
        return Help::replace(format!("did you mean `{with_ending}`?"), name, &with_ending);
    }
    // The same file in another folder, or of another program.
    let stem = |name: &str| {
        let file = name.rsplit('/').next().unwrap_or_default();
        file.split('.').next().unwrap_or_default().to_owned()
    };
    let mut same = known().filter(|one| *one != name && stem(one) == stem(name));
    if let (Some(meant), None) = (same.next(), same.next()) {
        return Help::replace(format!("did you mean `{meant}`?"), name, meant);
    }
    let of_pages = || known().filter(|one| !one.contains('/'));
    did_you_mean(name, known()).unwrap_or_else(|| {
        let all = all_of(of_pages().take(MOST_TEMPLATES));
        let more = if of_pages().count() > MOST_TEMPLATES {
            ", and others"
        } else {
            ""
        };
        format!("create it, or write the name of a template that exists: {all}{more}").into()
    })
}
