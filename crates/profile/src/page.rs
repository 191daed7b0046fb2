//! The profile as HTML, from the template in `crates/profile/template/`.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use content::Content;
use jiff::civil::Date;
use pulldown_cmark::{Event, Options, Parser, Tag, html::push_html};
use serde_json::{Map, Value, json};
use tera::{Kwargs, State, Tera, TeraResult};

use crate::files::{address, read};
use crate::plate::Plate;

/// Beginning of the start tag of each printed page in the template.
pub const SHEET: &str = "<section class=\"sheet";
/// Folder with the font packages that the theme's `fonts.css` refers to.
const FONTS: &str = "widgets/node_modules/@fontsource-variable";
/// Collections that the template uses.
#[rustfmt::skip]
const LISTS: [&str; 9] = [
    "ca", "cs", "hero", "industries", "culture", "reasons", "team", "projects", "offices",
];

/// The profile as HTML, and the images to render as `plates/<index>.png` beside it.
pub struct Page {
    pub html: String,
    pub plates: Vec<Plate>,
}

/// Renders the template with the content of the website in the folder `root`.
pub fn html(content: &Content, root: &Path) -> Result<Page, String> {
    let templates = root.join("crates/profile/template");
    let theme = root.join("themes").join(&content.config.theme);
    let faces = read(&theme.join("styles/fonts.css"))?
        .replace("@fontsource-variable", &address(&root.join(FONTS)));
    let style = [
        faces,
        read(&theme.join("styles/tokens.css"))?,
        read(&templates.join("profile.css"))?,
        "\n".to_owned(),
        read(&templates.join("chapters.css"))?,
    ]
    .concat();
    let plates = Arc::new(Mutex::new(Vec::new()));
    let mut tera = Tera::new();
    register(&mut tera, root, content, &plates);
    tera.add_raw_template("profile.html", &read(&templates.join("profile.html"))?)
        .map_err(|error| explain(&error))?;

    let mut values = tera::Context::new();
    values.insert("site", &content.site);
    values.insert("style", &tera::Value::safe_string(&style));
    let documents = |name: &'static str| {
        let collection = content.collection(name).into_iter();
        collection
            .flat_map(|collection| &collection.documents)
            .filter(|document| document.lang == content.config.language)
    };
    let pages: Map<String, Value> = documents("pages")
        .map(|page| (page.path.clone(), Value::Object(page.fields.clone())))
        .collect();
    values.insert("pages", &pages);
    let lists: Map<String, Value> = LISTS
        .iter()
        .map(|name| {
            let entries = documents(name).enumerate().map(|(index, entry)| {
                let mut fields = entry.fields.clone();
                fields.insert("slug".to_owned(), json!(entry.slug));
                fields.insert("number".to_owned(), json!(index + 1));
                Value::Object(fields)
            });
            ((*name).to_owned(), entries.collect())
        })
        .collect();
    let is_sample = |value: &Value| value.get("placeholder") == Some(&Value::Bool(true));
    let of_site = ["contact", "social"]
        .iter()
        .filter_map(|key| content.site[key].as_object())
        .flat_map(Map::values);
    let of_lists = lists.values().filter_map(Value::as_array).flatten();
    values.insert(
        "samples",
        &(is_sample(&content.site) || of_site.chain(of_lists).any(is_sample)),
    );
    values.insert("lists", &lists);

    let html = tera
        .render("profile.html", &values)
        .map_err(|error| explain(&error))?;
    drop(tera);
    let plates = std::mem::take(&mut *plates.lock().unwrap_or_else(PoisonError::into_inner));
    Ok(Page {
        html: number_pages(&html)?,
        plates,
    })
}

fn register(tera: &mut Tera, root: &Path, content: &Content, plates: &Arc<Mutex<Vec<Plate>>>) {
    let (folder, drawn) = (root.to_owned(), Mutex::new(0));
    tera.register_function(
        "drawing",
        move |kwargs: Kwargs, _: &State| -> TeraResult<tera::Value> {
            let path = folder.join(kwargs.must_get::<&str>("path")?);
            let mut drawn = drawn.lock().unwrap_or_else(PoisonError::into_inner);
            *drawn += 1;
            drawing(&path, kwargs.get::<&str>("label")?, *drawn).map_err(tera::Error::message)
        },
    );
    let (folder, plates) = (root.to_owned(), Arc::clone(plates));
    tera.register_function(
        "plate",
        move |kwargs: Kwargs, _: &State| -> TeraResult<tera::Value> {
            let path = folder.join(kwargs.must_get::<&str>("path")?);
            let label = kwargs.must_get::<&str>("alt")?;
            if !is_svg(&path) {
                return drawing(&path, Some(label), 0).map_err(tera::Error::message);
            }
            let plate = Plate::new(path, kwargs.must_get::<f64>("width")?);
            let mut plates = plates.lock().unwrap_or_else(PoisonError::into_inner);
            let tag = format!(
                "<img src=\"plates/{}.png\" alt=\"{}\">",
                plates.len(),
                escape(label)
            );
            plates.push(plate.map_err(tera::Error::message)?);
            Ok(tera::Value::safe_string(&tag))
        },
    );
    tera.register_filter(
        "leaves",
        |entries: Vec<tera::Value>, kwargs: Kwargs, _: &State| -> TeraResult<tera::Value> {
            // The first page of a chapter also has the heading, so it has room for fewer entries.
            let (first, size) = (
                kwargs.must_get::<usize>("first")?,
                kwargs.must_get::<usize>("size")?.max(1),
            );
            let (first, rest) = entries.split_at(first.min(entries.len()));
            let leaves = std::iter::once(first).chain(rest.chunks(size));
            Ok(leaves
                .map(|leaf| tera::Value::from(leaf.to_vec()))
                .collect::<Vec<_>>()
                .into())
        },
    );
    tera.register_filter(
        "date",
        |date: &str, kwargs: Kwargs, _: &State| -> TeraResult<String> {
            let date: Date = date.parse().map_err(tera::Error::message)?;
            jiff::fmt::strtime::format(kwargs.must_get::<&str>("format")?, date)
                .map_err(tera::Error::message)
        },
    );
    let base = content.config.base_url.clone();
    tera.register_filter("markdown", move |text: &str, _: Kwargs, _: &State| {
        tera::Value::safe_string(&markdown(text, &base))
    });
    let base = content.config.base_url.clone();
    tera.register_filter(
        "markdown_inline",
        move |text: &str, _: Kwargs, _: &State| {
            let html = markdown(text, &base);
            let html = html.trim();
            tera::Value::safe_string(
                html.strip_prefix("<p>")
                    .and_then(|html| html.strip_suffix("</p>"))
                    .unwrap_or(html),
            )
        },
    );
}

/// Returns the message of a Tera error with all its causes: the first names the place in the template, the last the reason.
fn explain(error: &tera::Error) -> String {
    let mut text = format!("crates/profile/template/profile.html: {error}");
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}

/// Renders Markdown to HTML, with links to the website made absolute.
fn markdown(text: &str, base_url: &str) -> String {
    let events = Parser::new_ext(text, Options::ENABLE_SMART_PUNCTUATION).map(|mut event| {
        if let Event::Start(Tag::Link { dest_url, .. }) = &mut event
            && dest_url.starts_with('/')
        {
            *dest_url = format!("{base_url}{dest_url}").into();
        }
        event
    });
    let mut html = String::new();
    push_html(&mut html, events);
    html
}

fn is_svg(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "svg")
}

/// Returns the HTML of an image. An SVG is inlined, so that it uses the profile's fonts, and `serial` is added to its ids to
/// make them unique. Any other image becomes an `img` element.
fn drawing(path: &Path, label: Option<&str>, serial: u32) -> Result<tera::Value, String> {
    if !is_svg(path) {
        let tag = format!(
            "<img src=\"{}\" alt=\"{}\">",
            address(path),
            escape(label.unwrap_or_default())
        );
        return Ok(tera::Value::safe_string(&tag));
    }
    let mut svg = read(path)?;
    for before in ["id=\"", "href=\"#", "url(#"] {
        svg = svg.replace(before, &format!("{before}d{serial}-"));
    }
    let role = label.map_or_else(
        || "aria-hidden=\"true\"".to_owned(),
        |label| format!("role=\"img\" aria-label=\"{}\"", escape(label)),
    );
    Ok(tera::Value::safe_string(&svg.trim_end().replacen(
        "<svg ",
        &format!("<svg {role} "),
        1,
    )))
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}

/// Replaces every `@page:id@` with the number of the page that contains an element with that id.
fn number_pages(html: &str) -> Result<String, String> {
    let sheets: Vec<&str> = html.split(SHEET).skip(1).collect();
    let mut parts = html.split("@page:");
    let mut numbered = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (id, rest) = part
            .split_once('@')
            .ok_or("profile.html has a `@page:` without an end")?;
        let sheet = sheets
            .iter()
            .position(|sheet| sheet.contains(&format!(" id=\"{id}\"")));
        let sheet = sheet.ok_or_else(|| format!("profile.html has no sheet with the id `{id}`"))?;
        numbered.push_str(&(sheet + 1).to_string());
        numbered.push_str(rest);
    }
    Ok(numbered)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use crate::website::load;

    #[test]
    fn has_every_service_and_every_office() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let content = load(&root).unwrap();
        let page = html(&content, &root).unwrap().html;
        for collection in content
            .collections
            .iter()
            .filter(|one| ["ca", "cs", "offices"].contains(&one.rule.name.as_str()))
        {
            assert!(!collection.documents.is_empty());
            for document in &collection.documents {
                let name = document
                    .text("title")
                    .or_else(|| document.text("city"))
                    .unwrap();
                assert!(page.contains(&format!(">{}<", escape(name))), "{name}");
            }
        }
    }

    #[test]
    fn numbers_of_pages_follow_the_sheets() {
        let html = format!("{SHEET}\">@page:b@</section>{SHEET}\"><p id=\"b\"></section>");
        assert!(number_pages(&html).unwrap().contains(">2<"));
        assert!(number_pages("@page:gone@").is_err());
    }
}
