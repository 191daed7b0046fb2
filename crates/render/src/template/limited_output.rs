//! Renders templates, but not endlessly: a loop within loops can write more than any memory holds.

use std::io::{self, ErrorKind, Write};

use diagnostic::{Diagnostic, Place};
use tera::{Context, Tera};

use super::graph::Templates;
use crate::codes;

/// Maximum number of bytes that a template may write. Browsers cannot show a page that comes near it.
const MAX_BYTES: usize = 64 << 20;

/// Number of bytes that most templates write at most.
const TYPICAL_BYTES: usize = 16 << 10;

/// Reason why a template was not rendered.
pub enum Failure {
    /// Tera's error.
    Error(tera::Error),
    /// The template writes too much. What it would have written next is given.
    TooLong(String),
}

/// Renders a template. Fails with the reason why it was not rendered.
pub fn render(tera: &Tera, template: &str, context: &Context) -> Result<String, Failure> {
    let mut output = Output {
        bytes: Vec::with_capacity(TYPICAL_BYTES),
        rest: None,
    };
    match (tera.render_to(template, context, &mut output), output.rest) {
        (_, Some(rest)) => Err(Failure::TooLong(rest)),
        (Err(error), None) => Err(Failure::Error(error)),
        (Ok(()), None) => {
            String::from_utf8(output.bytes).map_err(|error| Failure::Error(error.into()))
        }
    }
}

/// Returns the finding about a template that writes too much for a page, at the part that it would have written next, if a template
/// contains it literally.
pub fn too_long(template: &str, next: &str, templates: &Templates) -> Diagnostic {
    let message = format!(
        "the template `{template}` writes more than {} MiB",
        MAX_BYTES >> 20
    );
    let next = Some(next).filter(|next| !next.trim().is_empty());
    let place = next.and_then(|next| {
        templates.values().find_map(|source| {
            let at = source.text.find(next)? + next.len() - next.trim_start().len();
            Some(Place::new(source, at..at + next.trim().len()))
        })
    });
    let place = place.or_else(|| templates.get(template).map(Place::start_of));
    Diagnostic::new(&codes::TEMPLATE_LOOP, message)
        .maybe_at(place, "")
        .help("end its loops earlier: no browser can show such a page")
}

/// What a template has written.
struct Output {
    bytes: Vec<u8>,
    /// What was no longer written.
    rest: Option<String>,
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + bytes.len() > MAX_BYTES {
            self.rest = Some(String::from_utf8_lossy(bytes).into_owned());
            return Err(ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use diagnostic::Source;

    use super::*;

    #[test]
    fn a_loop_that_writes_too_much() {
        let line = "<p>".to_owned() + &"x".repeat(1 << 20);
        let text = |list: &str| format!("{{% for i in [{list}] %}}{line}{{% endfor %}}");
        let rendered = |text: &str| {
            let mut tera = Tera::default();
            tera.add_raw_template("a.html", text).unwrap();
            render(&tera, "a.html", &Context::new())
        };
        let short = rendered(&text(&"0,".repeat(9)));
        assert!(short.is_ok_and(|html| html.len() == 9 * line.len()));
        let text = text(&"0,".repeat(64));
        let Err(Failure::TooLong(next)) = rendered(&text) else {
            panic!("it is rendered");
        };
        let start = text.find("<p>").unwrap();
        let templates: Templates =
            BTreeMap::from([("a.html".to_owned(), Source::new("a.html", text))]);
        let found = too_long("a.html", &next, &templates);
        assert_eq!(
            found.message,
            "the template `a.html` writes more than 64 MiB"
        );
        assert_eq!(found.place.unwrap().0.span.start, start);
    }
}
