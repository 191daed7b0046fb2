//! `profile ROOT BROWSER`: prints the company profile, `profile.file` in `content/site.toml`, from the content of the website in
//! the folder ROOT. `cargo xtask profile` runs it.
//!
//! The template in `crates/profile/template/` turns the content into HTML. Chromium renders the full-page images as PNG at
//! print resolution, then prints the HTML as a PDF. The dates in the file are the profile's `edition`, so the same content and
//! the same browser give the same bytes.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::{Arc, Mutex, PoisonError};

use content::{Content, Selection};
use diagnostic::Style;
use jiff::civil::Date;
use pulldown_cmark::{Event, Options, Parser, Tag, html::push_html};
use serde_json::{Map, Value, json};
use tera::{Kwargs, State, Tera, TeraResult};

type Outcome = Result<(), String>;

/// Resolution of full-page images in dots per inch: nearly twice the screen of an office printer, which has about 100 lines.
const PLATE_DPI: f64 = 195.0;
const MM_PER_INCH: f64 = 25.4;
/// Start tag of a page in the template.
const SHEET: &str = "<section class=\"sheet";
/// Folder of the packages that the theme's `fonts.css` refers to.
const FONTS: &str = "widgets/node_modules/@fontsource-variable";
/// Collections that the template uses.
#[rustfmt::skip]
const LISTS: [&str; 9] = [
    "ca", "cs", "hero", "industries", "culture", "reasons", "team", "projects", "offices",
];

fn main() -> ExitCode {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let done = match arguments.as_slice() {
        [root, browser] => print(root, browser),
        _ => Err("usage: profile ROOT BROWSER".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Prints the profile. Fails if the content or the template has errors, if the browser or the fonts are missing, or if a page
/// has too much text.
fn print(root: &Path, browser: &Path) -> Outcome {
    let content = load(root)?;
    let file = text(&content.site, "/profile/file")?;
    let out = root.join("public").join(file.trim_start_matches('/'));
    let edition = day(&text(&content.site, "/profile/edition")?)?;

    let page = html(&content, root)?;
    let folder = &root.join("target/profile");
    drop(std::fs::remove_dir_all(folder));
    for (index, plate) in page.plates.iter().enumerate() {
        plate.print(browser, folder, index)?;
    }
    let (source, pdf) = (folder.join("profile.html"), folder.join("profile.pdf"));
    write(&source, &page.html)?;
    chromium(
        browser,
        folder,
        &[
            format!("--print-to-pdf={}", pdf.display()),
            "--no-pdf-header-footer".to_owned(),
        ],
        &source,
    )?;
    let mut bytes =
        std::fs::read(&pdf).map_err(|error| format!("cannot read {}: {error}", pdf.display()))?;
    let (planned, printed) = (page.html.matches(SHEET).count(), pages(&bytes));
    if printed != planned {
        return Err(format!(
            "the profile has {printed} pages instead of {planned}: a section has too much text for its page, see {}",
            pdf.display()
        ));
    }
    stamp(&mut bytes, &text(&content.site, "/name")?, edition)?;
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
    let site: toml::Table = read(&root.join("content/site.toml"))?
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

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path)
        .map_err(|error| format!("cannot read {}: {error}", path.display()))
}

/// Writes a file and creates the folders above it.
fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Outcome {
    path.parent()
        .map_or(Ok(()), std::fs::create_dir_all)
        .and_then(|()| std::fs::write(path, bytes))
        .map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// Parses the profile's `edition`, which decides which documents are published, and is printed on the cover.
fn day(edition: &str) -> Result<Date, String> {
    edition
        .parse()
        .map_err(|error| format!("profile.edition of content/site.toml is not a date: {error}"))
}

/// Returns a fact of `site.toml`.
fn text(site: &Value, pointer: &str) -> Result<String, String> {
    let text = site.pointer(pointer).and_then(Value::as_str);
    text.map(str::to_owned)
        .ok_or_else(|| format!("content/site.toml has no value at {pointer}"))
}

/// The profile as HTML, and the images to render as `plates/<index>.png` beside it.
struct Page {
    html: String,
    plates: Vec<Plate>,
}

/// An SVG to render as PNG.
struct Plate {
    svg: PathBuf,
    /// Width and height in pixels.
    size: (u32, u32),
}

fn html(content: &Content, root: &Path) -> Result<Page, String> {
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
        let collections = content.collections.iter();
        collections
            .filter(move |collection| collection.rule.name == name)
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

/// Returns Tera's error with its causes: the first names the place in the template, the last the reason.
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

/// Returns an SVG inline, so that it uses the profile's fonts, with `serial` added to its ids to make them unique. Returns an
/// `img` for any other image.
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

/// Replaces every `@page:id@` by the number of the page with that id.
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
    /// Creates an image with this width on paper in millimetres and the proportions of the SVG.
    fn new(svg: PathBuf, width: f64) -> Result<Self, String> {
        let text = read(&svg)?;
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
        let (wide, high) = self.size;
        let source = plates.join(format!("{index}.html"));
        let page = format!(
            "<!doctype html><style>body{{margin:0;overflow:hidden}}img{{display:block;width:{wide}px;height:{high}px}}</style>\
             <img src=\"{}\">",
            address(&self.svg)
        );
        write(&source, &page)?;
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

/// Options of every run of Chromium.
#[rustfmt::skip]
const OPTIONS: [&str; 12] = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--allow-file-access-from-files",
    "--force-color-profile=srgb", "--virtual-time-budget=10000", "--generate-pdf-document-outline",
];

/// Runs headless Chromium on a file, with an empty user profile and without network traffic of its own.
fn chromium(browser: &Path, folder: &Path, options: &[String], source: &Path) -> Outcome {
    let mut command = Command::new(browser);
    command
        .args(OPTIONS)
        .arg(format!("--user-data-dir={}", folder.join("user").display()))
        .args(options)
        .arg(address(source));
    let done = command
        .output()
        .map_err(|error| format!("cannot start {}: {error}", browser.display()))?;
    if done.status.success() {
        return Ok(());
    }
    let messages = String::from_utf8_lossy(&done.stderr);
    Err(format!("the browser failed ({}):\n{messages}", done.status))
}

/// Counts the pages of a PDF by its page objects, which Skia writes uncompressed.
fn pages(pdf: &[u8]) -> usize {
    let text = pdf.windows(b"/Type /Page".len() + 1);
    text.filter(|window| window.starts_with(b"/Type /Page") && !window.ends_with(b"s"))
        .count()
}

/// Replaces the browser's name and the current time in the document information by author and date, without changing its
/// length, so that the offsets in the file stay valid (ISO 32000-1, section 14.3.3).
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

/// Returns a text string of a PDF: literal if it is ASCII, otherwise UTF-16 with a byte order mark (ISO 32000-1, section
/// 7.9.2.2).
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

fn address(path: &Path) -> String {
    format!("file://{}", path.display())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

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
