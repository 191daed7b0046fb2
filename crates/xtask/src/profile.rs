//! `cargo xtask profile`: prints the company profile, `profile.file` of `content/site.toml`, from the content.
//!
//! content -> HTML (`crates/xtask/profile/`) -> full-page plates as PNG at print resolution -> PDF. Plates and pages are
//! printed by Chromium ([`tools::browser`]). The dates in the file are the profile's `edition`, so that equal content
//! and an equal browser give equal bytes.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, PoisonError};

use content::{Content, Selection};
use diagnostic::Style;
use jiff::civil::Date;
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, html::push_html};
use serde_json::{Map, Value, json};
use tera::{Kwargs, State, Tera, TeraResult};

use crate::run::{Outcome, output, root};
use crate::tools;

/// Resolution of the plates in dots per inch: twice what the screen of an office printer, about 100 lines, can show.
const PLATE_DPI: f64 = 200.0;
const MM_PER_INCH: f64 = 25.4;
/// The start tag of a page in the template.
const SHEET: &str = "<section class=\"sheet";
/// Where the packages of the theme's `fonts.css` are.
const FONTS: &str = "widgets/node_modules/@fontsource-variable";
/// Collections that the template gets.
const LISTS: [&str; 9] = [
    "ca",
    "cs",
    "hero",
    "industries",
    "culture",
    "reasons",
    "team",
    "projects",
    "offices",
];

/// Prints the profile, and says where it is and how large.
///
/// # Errors
/// In words: content or template that cannot be used, a browser or fonts that are missing, a page that runs over.
pub fn run(_: &[String]) -> Outcome {
    let root = &root();
    let content = load(root)?;
    let browser = &tools::browser()?;
    tools::widgets()?;
    let file = text(&content.site, "/profile/file")?;
    let out = root.join("public").join(file.trim_start_matches('/'));
    let edition = day(&text(&content.site, "/profile/edition")?)?;

    let page = html(&content, root)?;
    let folder = Scratch::new()?;
    for (index, plate) in page.plates.iter().enumerate() {
        plate.print(browser, &folder.0, index)?;
    }
    let (source, pdf) = (folder.0.join("profile.html"), folder.0.join("profile.pdf"));
    write(&source, page.html.as_bytes())?;
    chromium(
        browser,
        &folder.0,
        &[
            format!("--print-to-pdf={}", pdf.display()),
            "--no-pdf-header-footer".to_owned(),
        ],
        &source,
    )?;
    let mut bytes = read(&pdf)?;

    let (planned, printed) = (page.html.matches(SHEET).count(), pages(&bytes));
    if printed != planned {
        let look = root.join("target/company-profile.pdf");
        write(&look, &bytes)?;
        return Err(format!(
            "the profile has {printed} pages instead of {planned}: a section has more text than fits its page, see {}",
            look.display()
        ));
    }
    stamp(&mut bytes, &text(&content.site, "/name")?, edition)?;
    if let Some(parent) = out.parent() {
        std::fs::create_dir_all(parent)
            .map_err(|error| format!("cannot create {}: {error}", parent.display()))?;
    }
    write(&out, &bytes)?;
    #[allow(clippy::cast_precision_loss, reason = "a size for reading")]
    let size = format!("{:.1} MB", bytes.len() as f64 / 1e6);
    println!(
        "{}: {printed} pages, {size}",
        out.strip_prefix(root).unwrap_or(&out).display()
    );
    let said = text(&content.site, "/profile/size")?;
    if said != size {
        eprintln!("note: content/site.toml says profile.size = \"{said}\"");
    }
    Ok(())
}

fn load(root: &Path) -> Result<Content, String> {
    let site: toml::Table = read_text(&root.join("content/site.toml"))?
        .parse()
        .map_err(|error| format!("content/site.toml: {error}"))?;
    let date = site
        .get("profile")
        .and_then(|profile| profile.get("edition"));
    let date = day(&date.map(ToString::to_string).unwrap_or_default())?;
    let (content, found) = content::assemble(
        &content::Tree::read(root, "content"),
        &Selection {
            date,
            drafts: false,
            future: false,
        },
    );
    let errors: String = found
        .iter()
        .filter(|diagnostic| diagnostic.severity == diagnostic::Severity::Error)
        .map(|diagnostic| diagnostic::render(diagnostic, Style::Plain))
        .collect();
    match content {
        Some(content) if errors.is_empty() => Ok(content),
        _ => Err(format!("the content has errors\n{errors}")),
    }
}

/// The profile's `edition`: it decides which documents are published, and stands on the cover and in the file.
fn day(edition: &str) -> Result<Date, String> {
    edition
        .parse()
        .map_err(|error| format!("profile.edition of content/site.toml is not a date: {error}"))
}

/// A fact of `site.toml`.
fn text(site: &Value, pointer: &str) -> Result<String, String> {
    let text = site
        .pointer(pointer)
        .and_then(Value::as_str)
        .map(str::to_owned);
    text.ok_or_else(|| {
        format!(
            "content/site.toml has no {}",
            pointer.trim_start_matches('/').replace('/', ".")
        )
    })
}

/// The profile as HTML, and the pictures it wants rasterised: `plates/<index>.png` beside it.
struct Page {
    html: String,
    plates: Vec<Plate>,
}

/// A picture to rasterise.
struct Plate {
    svg: PathBuf,
    /// Width and height in pixels.
    size: (u32, u32),
}

fn html(content: &Content, root: &Path) -> Result<Page, String> {
    let templates = root.join("crates/xtask/profile");
    let theme = root.join("themes").join(&content.config.theme);
    let faces = read_text(&theme.join("styles/fonts.css"))?
        .replace("@fontsource-variable", &address(&root.join(FONTS)));
    let style = [
        faces,
        read_text(&theme.join("styles/tokens.css"))?,
        read_text(&templates.join("profile.css"))?,
    ]
    .concat();
    let plates = Arc::new(Mutex::new(Vec::new()));
    let mut tera = Tera::new();
    register(&mut tera, root, content, &plates);
    tera.add_raw_template("profile.html", &read_text(&templates.join("profile.html"))?)
        .map_err(|error| explain(&error))?;

    let mut values = tera::Context::new();
    values.insert("site", &content.site);
    values.insert("style", &tera::Value::safe_string(&style));
    let documents = |name: &str| {
        let collection = content
            .collections
            .iter()
            .find(|collection| collection.rule.name == name);
        collection
            .map(|collection| collection.documents.as_slice())
            .unwrap_or_default()
    };
    let pages: Map<String, Value> = documents("pages")
        .iter()
        .filter(|page| page.lang == content.config.language)
        .map(|page| (page.path.clone(), Value::Object(page.fields.clone())))
        .collect();
    values.insert("pages", &pages);
    let lists: Map<String, Value> = LISTS
        .iter()
        .map(|name| {
            let entries = documents(name)
                .iter()
                .filter(|entry| entry.lang == content.config.language)
                .enumerate();
            let entries = entries.map(|(index, entry)| {
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
            // The first page of a chapter has its heading too, so it takes fewer.
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

/// Tera's error with what caused it, for it names the place in the template first and the reason last.
fn explain(error: &tera::Error) -> String {
    let mut text = format!("crates/xtask/profile/profile.html: {error}");
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}

/// Markdown as HTML; a link of the website leads to the website.
fn markdown(text: &str, base_url: &str) -> String {
    let events =
        Parser::new_ext(text, Options::ENABLE_SMART_PUNCTUATION).map(|event| match event {
            Event::Start(Tag::Link {
                link_type,
                dest_url,
                title,
                id,
            }) if dest_url.starts_with('/') => Event::Start(Tag::Link {
                link_type,
                dest_url: CowStr::from(format!("{base_url}{dest_url}")),
                title,
                id,
            }),
            event => event,
        });
    let mut html = String::new();
    push_html(&mut html, events);
    html
}

fn is_svg(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "svg")
}

/// An SVG inline, so that it stays a drawing and takes the profile's fonts; its ids get `serial` before them, as
/// several drawings share the page. Any other picture as an `img`.
fn drawing(path: &Path, label: Option<&str>, serial: u32) -> Result<tera::Value, String> {
    if !is_svg(path) {
        let tag = format!(
            "<img src=\"{}\" alt=\"{}\">",
            address(path),
            escape(label.unwrap_or_default())
        );
        return Ok(tera::Value::safe_string(&tag));
    }
    let mut svg = read_text(path)?;
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

/// Replaces every `@page:id@` by the number of the sheet that has the id.
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

impl Plate {
    /// `width` is that on paper, in millimetres; the height follows from the drawing's own size.
    fn new(svg: PathBuf, width: f64) -> Result<Self, String> {
        let text = read_text(&svg)?;
        let own = |key: &str| {
            let value = text.split_once(&format!(" {key}=\""))?.1.split_once('"')?.0;
            value.parse::<f64>().ok().filter(|value| *value > 0.0)
        };
        let (Some(wide), Some(high)) = (own("width"), own("height")) else {
            return Err(format!("{} has no width and height", svg.display()));
        };
        let pixels = width / MM_PER_INCH * PLATE_DPI;
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a paper's size in dots"
        )]
        let size = (pixels.round() as u32, (pixels * high / wide).round() as u32);
        Ok(Self { svg, size })
    }

    fn print(&self, browser: &Path, folder: &Path, index: usize) -> Outcome {
        let plates = folder.join("plates");
        std::fs::create_dir_all(&plates)
            .map_err(|error| format!("cannot create {}: {error}", plates.display()))?;
        let (wide, high) = self.size;
        let source = plates.join(format!("{index}.html"));
        let page = format!(
            "<!doctype html><style>body{{margin:0;overflow:hidden}}img{{display:block;width:{wide}px;height:{high}px}}</style>\
             <img src=\"{}\">",
            address(&self.svg)
        );
        write(&source, page.as_bytes())?;
        let options = [
            format!(
                "--screenshot={}",
                plates.join(format!("{index}.png")).display()
            ),
            format!("--window-size={wide},{high}"),
            "--force-device-scale-factor=1".to_owned(),
            "--hide-scrollbars".to_owned(),
        ];
        chromium(browser, folder, &options, &source)
    }
}

/// Runs Chromium without a window on a file, with nothing of a user's profile and no traffic of its own.
fn chromium(browser: &Path, folder: &Path, options: &[String], source: &Path) -> Outcome {
    let mut command = Command::new(browser);
    command
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-sync",
        ])
        .args([
            "--disable-background-networking",
            "--disable-component-update",
            "--allow-file-access-from-files",
        ])
        .args([
            "--force-color-profile=srgb",
            "--virtual-time-budget=10000",
            "--generate-pdf-document-outline",
        ])
        .arg(format!("--user-data-dir={}", folder.join("user").display()))
        .args(options)
        .arg(address(source));
    output(&mut command).map(drop)
}

/// How many pages a PDF has: its page objects, which Skia writes uncompressed.
fn pages(pdf: &[u8]) -> usize {
    let text = pdf.windows(b"/Type /Page".len() + 1);
    text.filter(|window| window.starts_with(b"/Type /Page") && !window.ends_with(b"s"))
        .count()
}

/// Writes author and date into the document information, over the browser's name and clock and byte for byte, so that
/// no offset in the file moves (ISO 32000-1, section 14.3.3).
fn stamp(pdf: &mut [u8], author: &str, date: Date) -> Outcome {
    let find = |from: usize, wanted: &[u8]| {
        let at = pdf
            .get(from..)?
            .windows(wanted.len())
            .position(|window| window == wanted)?;
        Some(from + at)
    };
    let places = find(0, b"/Creator (").and_then(|creator| {
        let producer = find(creator, b"/Producer (")?;
        Some((
            creator,
            producer,
            find(producer, b"/CreationDate (")?,
            find(producer, b">>")?,
        ))
    });
    let Some((start, producer, dates, end)) = places.filter(|(.., dates, end)| dates < end) else {
        return Err(
            "the PDF has no document information where this Chromium was expected to write it"
                .to_owned(),
        );
    };
    let day = date.strftime("%Y%m%d");
    let mut entries = format!("/Author {}\n", pdf_text(author)).into_bytes();
    entries.extend_from_slice(&pdf[producer..dates]);
    entries.extend(format!("/CreationDate (D:{day}000000Z)\n/ModDate (D:{day}000000Z)").bytes());
    if entries.len() > end - start {
        return Err(format!(
            "the name `{author}` is too long for the PDF's document information"
        ));
    }
    entries.resize(end - start, b' ');
    pdf[start..end].copy_from_slice(&entries);
    Ok(())
}

/// A text string of a PDF: literal where it is ASCII, else UTF-16 with its mark (ISO 32000-1, section 7.9.2.2).
fn pdf_text(text: &str) -> String {
    if text.is_ascii() {
        let escaped = text
            .replace('\\', "\\\\")
            .replace('(', "\\(")
            .replace(')', "\\)");
        return format!("({escaped})");
    }
    let unit = |text: String, unit: u16| text + &format!("{unit:04X}");
    text.encode_utf16().fold("<FEFF".to_owned(), unit) + ">"
}

/// A new folder for what is needed on the way; it goes when the value goes.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Self, String> {
        let path = std::env::temp_dir().join(format!("company-profile-{}", std::process::id()));
        std::fs::create_dir(&path)
            .map_err(|error| format!("cannot create {}: {error}", path.display()))?;
        Ok(Self(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

fn address(path: &Path) -> String {
    format!("file://{}", path.display())
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

fn read_text(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path)
        .map_err(|error| format!("cannot read {}: {error}", path.display()))
}

fn write(path: &Path, bytes: &[u8]) -> Outcome {
    std::fs::write(path, bytes).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    #[test]
    fn has_every_service_and_every_office() {
        let content = load(&root()).unwrap();
        let page = html(&content, &root()).unwrap().html;
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
    fn stamps_author_and_date_without_moving_a_byte() {
        let before = b"<</Title (x)\n/Creator (Some \\(long\\) browser's name, longer than what comes here)\n/Producer (P)\n\
            /CreationDate (D:20200101120000+00'00')\n/ModDate (D:20200101120000+00'00')>>\nendobj";
        let mut after = before.to_vec();
        stamp(&mut after, "A (& B)", jiff::civil::date(2026, 11, 21)).unwrap();
        assert_eq!(after.len(), before.len());
        let after = String::from_utf8(after).unwrap();
        let start = "<</Title (x)\n/Author (A \\(& B\\))\n/Producer (P)\n/CreationDate (D:20261121000000Z)\n/ModDate (D:20261121000000Z) ";
        assert!(
            after.starts_with(start) && after.ends_with(" >>\nendobj"),
            "{after}"
        );
        assert!(
            stamp(
                &mut b"no information".to_vec(),
                "A",
                jiff::civil::date(2026, 11, 21)
            )
            .is_err()
        );
    }

    #[test]
    fn numbers_of_pages_follow_the_sheets() {
        let html = format!("{SHEET}\">@page:b@</section>{SHEET}\"><p id=\"b\"></section>");
        assert!(number_pages(&html).unwrap().contains(">2<"));
        assert!(number_pages("@page:gone@").is_err());
    }
}
