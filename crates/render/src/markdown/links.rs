//! Writes links and images, and checks their addresses.

use std::ops::Range;

use diagnostic::{Diagnostic, Help, nearest};
use pulldown_cmark::{CowStr, LinkType};
use pulldown_cmark_escape::{escape_href, escape_html};

use super::address::{
    bad_address, file_of_link, is_outside, is_shown_as_local, relative, without_host,
};
use super::images::{image_tag, missing_image_help, outside_image_tag};
use super::writer::Writer;
use crate::codes;
use crate::picture::Shape;
use crate::recorder::Query;

impl<'a> Writer<'a> {
    /// Writes the start tag of a link. A link with an invalid URL is reported and gets no `href`, so that it is not reported as
    /// broken as well.
    pub fn link(&mut self, kind: LinkType, url: CowStr<'a>, title: &str, span: &Range<usize>) {
        let url = if kind == LinkType::Email {
            format!("mailto:{url}").into()
        } else {
            self.facts(url, span)
        };
        let url = self.link_to_file(url, span);
        let url = url.map(|url| self.link_to_asset(&url).map_or(url, CowStr::from));
        let url = url.filter(|url| !url.contains("{{") && !self.is_bad_address(url, span));
        let Some(url) = url else {
            self.push_html("<a>");
            return;
        };
        let mut tag = String::from("<a href=\"");
        let (path, anchor) = url.split_at(url.find('#').unwrap_or(url.len()));
        // Writing to a String cannot fail.
        let _ = escape_href(&mut tag, path);
        // Ids of headings have each letter with its accent in one character.
        let _ = if is_outside(&url) {
            escape_href(&mut tag, anchor)
        } else {
            escape_href(&mut tag, &content::slug::composed(anchor))
        };
        if !title.is_empty() {
            tag.push_str("\" title=\"");
            let _ = escape_html(&mut tag, title);
        }
        tag.push('"');
        if is_outside(&url) && !self.is_of_this_site(&url) {
            tag.push_str(" target=\"_blank\" rel=\"noopener\"");
        }
        tag.push('>');
        self.push_html(tag);
    }

    /// Returns whether an absolute URL belongs to this site.
    fn is_of_this_site(&self, url: &str) -> bool {
        let base_url = self.context.site.get("base_url");
        let base_url = base_url
            .and_then(serde_json::Value::as_str)
            .unwrap_or_default();
        !base_url.is_empty() && without_host(url, base_url).is_some()
    }

    /// Returns the URL of the document if an address is the path of a Markdown file, and any other address unchanged. Reports a
    /// file that does not exist, and returns `None`.
    fn link_to_file(&mut self, url: CowStr<'a>, span: &Range<usize>) -> Option<CowStr<'a>> {
        let from = &self.source.path;
        let Some((file, anchor)) = file_of_link(from, &url) else {
            return Some(url);
        };
        self.context.recorder.query(Query::Address(file.clone()));
        let by_source = self.context.by_source;
        let same_letters = || {
            let composed = content::slug::composed(&file).into_owned();
            let target = by_source.get(&composed);
            self.context.recorder.query(Query::Address(composed));
            target
        };
        let target = by_source.get(&file);
        let Some(target) = target.or_else(same_letters) else {
            let known = by_source.keys().map(String::as_str);
            let name = file.rsplit('/').next();
            let same_name = |known: &&str| known.rsplit('/').next() == name;
            let elsewhere: Vec<&str> = known.clone().filter(same_name).collect();
            // The text of a value has no path, so its links begin at `content/`.
            let address = |file: &str| match file.strip_prefix("content") {
                Some(path) if from.is_empty() => path.to_owned(),
                _ => relative(from, file),
            };
            let meant = match elsewhere.as_slice() {
                [one] => Some(*one),
                _ => nearest(&file, known),
            };
            let help = match meant {
                Some(file) => {
                    let meant = address(file);
                    let (written, _) = url.split_once('#').unwrap_or((&url, ""));
                    Help::replace(format!("did you mean `{meant}`?"), written, &meant)
                }
                None if file.contains('\\') => "separate folders with `/`".into(),
                None => "write the path from content/, as in /pages/about.md".into(),
            };
            let message = format!("there is no document {file}");
            let diagnostic = Diagnostic::new(&codes::BROKEN_LINK, message);
            let diagnostic = diagnostic.part("document", file).help(help);
            self.report(span.clone(), "no such document", diagnostic);
            return None;
        };
        Some(match anchor {
            Some(anchor) => format!("{target}#{anchor}").into(),
            None => target.clone().into(),
        })
    }

    /// Returns the URL under which a file of `content/` is published if an address is its path, relative to this document, such as
    /// `report.pdf#page=2`. Returns `None` for any other address.
    fn link_to_asset(&self, url: &str) -> Option<String> {
        let (path, rest) = url.split_at(url.find(['#', '?']).unwrap_or(url.len()));
        let is_relative = !path.is_empty() && !path.starts_with('/') && !path.contains(':');
        let name = path.rsplit('/').next().unwrap_or_default();
        let (_, ending) = name.rsplit_once('.').filter(|_| is_relative)?;
        if matches!(ending, "md" | "html" | "htm") {
            return None;
        }
        let assets = self.context.assets;
        let address = assets.url(assets.resolve(self.folder, path)?, self.context.recorder)?;
        Some(address + rest)
    }

    /// Reports an address that no visitor's browser can follow. Returns whether it reported one.
    fn is_bad_address(&mut self, url: &str, span: &Range<usize>) -> bool {
        let text = &self.source.text[span.clone()];
        let shown = text.rsplit_once("](").map_or(text, |(shown, _)| shown);
        let is_meant = self.is_of_this_site(url) || is_shown_as_local(url, shown);
        let Some(diagnostic) = bad_address(url).filter(|_| !is_meant) else {
            return false;
        };
        let place = text.find(url).map_or(span.clone(), |at| {
            // The first of two backslashes escapes the second.
            let escape = usize::from(url.starts_with('\\') && text[..at].ends_with('\\'));
            span.start + at - escape..span.start + at + url.len()
        });
        self.report(place, "", diagnostic);
        true
    }

    /// Writes the alternative text of an image that cannot be shown, as a browser does.
    fn push_description(&mut self, alt: &str) {
        let mut description = String::new();
        let _ = escape_html(&mut description, alt);
        self.push_html(description);
    }

    /// Writes an image. Reports missing alternative text, and an image that cannot be shown.
    pub fn image(&mut self, path: &str, alt: &str, title: &str, span: Range<usize>) {
        if path.starts_with("data:") {
            // Google Docs and other programs write pictures into the text.
            let message =
                "this picture is inside the text, where no page can show it in several sizes";
            let help = "save it as a file below content/images/, and write ![what it shows](images/name.png)";
            let diagnostic = Diagnostic::new(&content::codes::MISSING_IMAGE, message);
            self.report(span, "", diagnostic.help(help));
            self.push_description(alt);
            return;
        }
        if alt.trim().is_empty() {
            let message = format!("the image `{path}` has no alternative text");
            let help = "describe the image between the square brackets: ![A ledger page](…)";
            let diagnostic = Diagnostic::new(&codes::IMAGE_WITHOUT_ALT, message);
            self.report(span.clone(), "", diagnostic.help(help));
        } else if path
            .rsplit('/')
            .next()
            .is_some_and(|name| name.eq_ignore_ascii_case(alt.trim()))
        {
            let message =
                format!("the alternative text of the image `{path}` is only its file name");
            let help = "say between the square brackets what the image shows";
            let diagnostic = Diagnostic::new(&codes::IMAGE_WITHOUT_ALT, message);
            self.report(span.clone(), "", diagnostic.help(help));
        } else if let Some(words) = GENERATED.iter().find(|words| alt.contains(**words)) {
            let message = format!("`{words}` is left in the alternative text");
            let help = "delete it, and check the words before it";
            let diagnostic = Diagnostic::new(&codes::IMAGE_WITHOUT_ALT, message).warning();
            self.report(span.clone(), "", diagnostic.help(help));
        } else if says_nothing(alt) {
            let message = format!("the alternative text `{alt}` does not say what the image shows");
            let help = "describe the image between the square brackets: ![A ledger page](…)";
            let diagnostic = Diagnostic::new(&codes::IMAGE_WITHOUT_ALT, message);
            self.report(span.clone(), "", diagnostic.help(help));
        }
        if is_outside(path) {
            // Which hosts a page may use is a question of its security policy, which also covers images in HTML.
            self.push_html(outside_image_tag(path, alt, title));
            return;
        }
        let assets = self.context.assets;
        let Some(name) = assets.resolve(self.folder, path) else {
            let message = format!("there is no image `{path}`");
            let label = "no such file below content/ or in the theme";
            let diagnostic = Diagnostic::new(&content::codes::MISSING_IMAGE, message);
            let diagnostic = diagnostic.help(missing_image_help(assets, path));
            self.report(span, label, diagnostic);
            // `content/baseline.toml` may know the finding.
            self.push_description(alt);
            return;
        };
        if !content::is_picture(name) {
            let message = format!("`{path}` is not a picture");
            let diagnostic = Diagnostic::new(&content::codes::MISSING_IMAGE, message);
            let diagnostic = diagnostic.part("file", name);
            self.report(span, "", diagnostic.help(content::picture_of(name)));
            return;
        }
        self.push_html(image_tag(
            assets,
            name,
            alt,
            &[("title", title)],
            &Shape::default(),
            self.context.recorder,
        ));
    }
}

/// Phrases that Word and `PowerPoint` add to the descriptions that they generate.
const GENERATED: [&str; 2] = [
    "Description automatically generated",
    "AI-generated content may be incorrect",
];

/// Returns whether an alternative text is only a word for pictures.
fn says_nothing(alt: &str) -> bool {
    const WORDS: [&str; 8] = [
        "image",
        "img",
        "picture",
        "pic",
        "photo",
        "photograph",
        "graphic",
        "screenshot",
    ];
    // Beginnings of the names that cameras and phones give to pictures, such as IMG_1234.
    const NAMES: [&str; 8] = [
        "img",
        "dsc",
        "dscn",
        "dscf",
        "pxl",
        "image",
        "screenshot",
        "whatsapp image",
    ];
    let alt = alt.trim().to_ascii_lowercase();
    let is_name = |start: &&str| {
        let rest = alt.strip_prefix(*start).unwrap_or_default();
        let digits = rest.bytes().filter(u8::is_ascii_digit).count();
        let is_part = |word: &str| {
            word.is_empty()
                || matches!(word, "at" | "am" | "pm")
                || word.bytes().all(|byte| byte.is_ascii_digit())
        };
        digits >= 3 && rest.split(['_', '-', ' ', '.', ':']).all(is_part)
    };
    WORDS.contains(&alt.as_str()) || NAMES.iter().any(is_name)
}
