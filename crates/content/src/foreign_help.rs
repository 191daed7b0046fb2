//! Corrects signs of other Markdown dialects.

use crate::foreign_links::{
    ASCIIDOC_LINK, COMMENT_MARK, ORG_LINK, PIPED_LINK, STRUCK, TEXTILE_LINK,
};
use crate::foreign_signs::{ASCIIDOC_PICTURE, EMBEDDED, RST_LINK, RST_PICTURE, TRACKED};
use crate::picture_name::{is_picture, is_same_name};

/// A text to write in the place of a sign, and whether nothing else can have been meant.
type Text = (String, bool);

/// Returns help for `written`, a sign of this kind in a file, and what to write instead, if that is known. `images` contains the paths of the
/// images that exist.
pub fn correction(kind: &str, written: &str, images: &[String]) -> Option<(String, Option<Text>)> {
    match kind {
        PIPED_LINK => {
            let mut parts = written.trim_matches(['[', ']']).split('|');
            let link = format!("[{}]({})", parts.next()?.trim(), parts.next()?);
            Some((format!("write {link}"), Some((link, true))))
        }
        STRUCK => {
            let text = format!("~{written}~");
            Some((format!("write {text}"), Some((text, false))))
        }
        ORG_LINK => {
            let (target, text) = written.trim_matches(['[', ']']).split_once("][")?;
            let link = format!("[{text}]({target})");
            Some((format!("write {link}"), Some((link, true))))
        }
        RST_LINK => {
            let (text, target) = written.trim_matches(['`', '_', '>']).rsplit_once('<')?;
            let link = format!("[{}]({target})", text.trim_end());
            Some((format!("write {link}"), Some((link, true))))
        }
        RST_PICTURE => {
            let (path, options) = written
                .strip_prefix(".. image::")?
                .split_once('\n')
                .unwrap_or((&written[".. image::".len()..], ""));
            let text = options
                .split_once(":alt:")
                .and_then(|(_, text)| text.lines().next());
            let text = text.map_or("what it shows", str::trim);
            let image = images.iter().find(|image| is_same_name(image, path.trim()));
            let picture = format!("![{text}]({})", image.map_or(path.trim(), String::as_str));
            let fix = image
                .filter(|_| !options.is_empty())
                .map(|_| (picture.clone(), true));
            Some((format!("write {picture}"), fix))
        }
        TEXTILE_LINK => {
            let (text, target) = written.trim_start_matches('"').split_once("\":")?;
            let link = format!("[{text}]({target})");
            Some((format!("write {link}"), Some((link, true))))
        }
        ASCIIDOC_LINK => {
            let (target, text) = written.strip_prefix("link:")?.split_once('[')?;
            let link = format!("[{}]({target})", text.trim_end_matches(']'));
            Some((format!("write {link}"), Some((link, true))))
        }
        ASCIIDOC_PICTURE => {
            let (path, text) = written.strip_prefix("image::")?.split_once('[')?;
            let text = text.trim_end_matches(']').split(',').next()?.trim();
            let image = images.iter().find(|image| is_same_name(image, path));
            let picture = format!("![{text}]({})", image.map_or(path, String::as_str));
            let fix = image
                .map(|_| (picture.clone(), true))
                .filter(|_| !text.is_empty());
            Some((format!("write {picture}"), fix))
        }
        COMMENT_MARK => Some(("delete it".to_owned(), Some((String::new(), true)))),
        TRACKED => {
            let text = accepted(written);
            let help = match text.trim() {
                "" => "delete it".to_owned(),
                kept => format!("keep `{kept}`, and delete the rest"),
            };
            Some((help, Some((text, false))))
        }
        EMBEDDED => {
            let name = written.trim_start_matches("![[").trim_end_matches("]]");
            let name = name.split(['|', '#']).next()?.trim();
            if !is_picture(name) {
                return None;
            }
            let image = images.iter().find(|image| is_same_name(image, name));
            let help = match image {
                Some(image) => format!("write ![what it shows]({image})"),
                None => format!(
                    "save the picture below content/images/, and write ![what it shows](images/{name})"
                ),
            };
            Some((help, None))
        }
        _ => None,
    }
}

/// Returns a text with all of its tracked changes accepted.
fn accepted(written: &str) -> String {
    let mut text = String::new();
    let mut rest = written;
    while let Some((before, inner)) = rest.split_once('{') {
        let (change, after) = inner.split_once('}').unwrap_or((inner, ""));
        text += before;
        let mark = change.get(..2).unwrap_or_default();
        let words = change
            .get(2..change.len().saturating_sub(2))
            .unwrap_or_default();
        text += match mark {
            "++" | "==" => words,
            "~~" => words.split_once("~>").map_or("", |(_, new)| new),
            _ => "",
        };
        rest = after;
    }
    text + rest
}
