//! Photographs in several sizes, from the file to the page.

use std::fs;
use std::time::{Duration, Instant};

use expect_test::expect;
use jpeg_encoder::{ColorType, Encoder};

use crate::bakery::{Bakery, Built, files_below};
use crate::server::Server;

/// Returns a JPEG of a single color, with the camera's position in its metadata.
fn photo(width: u16, height: u16) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, 80);
    encoder.add_app_segment(1, b"Exif\0\x0023.0225 N".to_vec()).unwrap();
    let pixels = [200, 120, 40].repeat(usize::from(width) * usize::from(height));
    encoder.encode(&pixels, width, height, ColorType::Rgb).unwrap();
    bytes
}

const MAIN: &str = "\
{{ image(path=\"images/oven.jpg\", alt=\"An oven\", ratio=\"1/1\", focus=\"0% 50%\", widths=[100, 200], loading=\"eager\", class=\"wide\", sizes=\"50vw\") }}\n\
{{ image(path=\"images/oven.jpg\", alt=\"\", focus=page?.focus) }}\n{{ asset(path=\"images/oven.jpg\") }}";

fn bakery() -> Bakery {
    Bakery::new()
        .write("content/images/oven.jpg", photo(800, 600))
        .write("content/images/unused.jpg", photo(80, 60))
        .template("loaf", MAIN)
        .page("visit", "![Our oven](/images/oven.jpg \"At five\")\n")
}

/// Replaces the fingerprints in a photograph's URLs, which depend on its encoder.
fn without_marks(html: &str) -> String {
    let parts = html.split('-').map(|part| {
        let is_mark = part.len() > 8
            && part.as_bytes()[..8].iter().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
            && part.as_bytes()[8] == b'.';
        if is_mark { format!("MARK{}", &part[8..]) } else { part.to_owned() }
    });
    parts.collect::<Vec<_>>().join("-")
}

#[test]
fn pages_offer_photographs_in_several_sizes() {
    let built = bakery().success();
    expect![[r##"
        <p><picture><source type="image/webp" srcset="/assets/images/oven-375x281-MARK.webp 375w, /assets/images/oven-800x600-MARK.webp 800w" sizes="100vw"><img src="/assets/images/oven-800x600-MARK.jpg" alt="Our oven" width="800" height="600" data-color="#c97829" title="At five" fetchpriority="high"></picture></p>
    "##]].assert_eq(&without_marks(&built.main_of("visit.html")));
    expect![[r##"
        <picture><source type="image/webp" srcset="/assets/images/oven-100x100-0-50-MARK.webp 100w, /assets/images/oven-200x200-0-50-MARK.webp 200w" sizes="50vw"><img src="/assets/images/oven-200x200-0-50-MARK.jpg" alt="An oven" width="200" height="200" data-color="#c97829" class="wide" loading="eager" decoding="async"></picture>
        <picture><source type="image/webp" srcset="/assets/images/oven-375x281-MARK.webp 375w, /assets/images/oven-800x600-MARK.webp 800w" sizes="auto, 100vw"><img src="/assets/images/oven-800x600-MARK.jpg" alt="" width="800" height="600" data-color="#c97829" decoding="async" loading="lazy"></picture>
        /assets/images/oven-800x600-MARK.jpg
    "##]].assert_eq(&without_marks(&built.main_of("loaves/rye.html")));
    let outputs = built.outputs();
    let outputs: Vec<&String> = outputs.iter().filter(|path| path.contains("oven") || path.contains("unused")).collect();
    expect![[r#"
        [
            "assets/images/oven-100x100-0-50-MARK.webp",
            "assets/images/oven-200x200-0-50-MARK.jpg",
            "assets/images/oven-200x200-0-50-MARK.webp",
            "assets/images/oven-375x281-MARK.webp",
            "assets/images/oven-800x600-MARK.jpg",
            "assets/images/oven-800x600-MARK.webp",
            "journal/new-oven.html",
        ]"#]]
    .assert_eq(&without_marks(&format!("{outputs:#?}")));
    let read = |built: &Built| -> Vec<Vec<u8>> {
        let paths = built.outputs().into_iter();
        paths.map(|path| fs::read(built.root().join("dist").join(path)).unwrap()).collect()
    };
    let first = read(&built);
    assert!(!first.iter().any(|bytes| bytes.windows(9).any(|part| part == b"23.0225 N")));
    // The output is the same with the cache, with a damaged cache, and without a cache.
    let cache = built.root().join(".cache/pictures");
    let sources = fs::read_dir(&cache).unwrap().count();
    assert_eq!(sources, 2);
    let again = built.again().success();
    assert!(read(&again) == first);
    for file in files_below(&cache) {
        fs::write(file, "damaged").unwrap();
    }
    let again = again.again().success();
    assert!(read(&again) == first);
    fs::remove_dir_all(&cache).unwrap();
    let again = again.again().success();
    assert!(read(&again) == first);
}

#[test]
fn settings_and_data_decide_on_widths_quality_and_focus() {
    let main = "\
        {{ image(path=\"images/oven.jpg\", alt=\"\", ratio=\"2/1\", focus=page?.focus) }}\n\
        {% set photo = picture(path=\"images/oven.jpg\", ratio=\"1/1\", widths=[300]) %}{{ photo.url }} {{ photo.width }} {{ photo.height }}\n\
        {% set loaf = picture(path=\"images/bun.svg\") %}{{ loaf.url }} {{ loaf.width }} {{ loaf.height }}";
    let bakery = bakery()
        .template("loaf", main)
        .write("themes/bakery/images/bun.svg", "<svg viewBox=\"0 0 4 3\">\n<!-- x -->\n</svg>")
        .replace("content/loaves/rye.md", "title = \"", "focus = \"top\"\ntitle = \"")
        .replace("content/schemas/loaf.json", "\"slug\"", "\"focus\": { \"type\": \"string\", \"format\": \"focus\" }, \"slug\"");
    let photo = |built: &Built| {
        let outputs = built.outputs();
        let path = outputs.iter().find(|path| path.contains("oven-640x480-")).unwrap();
        fs::read(built.root().join("dist").join(path)).unwrap()
    };
    let built = bakery.append("content/structure.toml", "\n[pictures]\nwidths = [640, 320]\n").success();
    let before = photo(&built);
    let built = built.again().append("content/structure.toml", "quality = 20\n").success();
    assert_ne!(photo(&built), before);
    expect![[r##"
        <picture><source type="image/webp" srcset="/assets/images/oven-320x160-50-0-MARK.webp 320w, /assets/images/oven-640x320-50-0-MARK.webp 640w" sizes="100vw"><img src="/assets/images/oven-640x320-50-0-MARK.jpg" alt="" width="640" height="320" data-color="#c97829" fetchpriority="high"></picture>
        /assets/images/oven-300x300-MARK.jpg 300 300
        /assets/images/bun-MARK.svg 4 3
    "##]].assert_eq(&without_marks(&built.main_of("loaves/rye.html")));
    let outputs = built.outputs();
    let drawing = outputs.iter().find(|path| path.contains("bun-")).unwrap();
    assert_eq!(built.read(&format!("dist/{drawing}")), "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 4 3\"></svg>");
}

#[test]
fn mistakes_in_settings_and_data() {
    bakery()
        .replace("content/loaves/rye.md", "title = \"", "focus = \"up\"\ntitle = \"")
        .replace("content/schemas/loaf.json", "\"slug\"", "\"focus\": { \"type\": \"string\", \"format\": \"focus\" }, \"slug\"")
        .write("themes/bakery/icons/mill.svg", "<svg>\n<g onclick=\"x\"/>\n</svg>")
        .findings(expect![[r#"
            content/loaves/rye.md:2:9 «"up"» error[wrong-form]: `focus` cannot be `up` (not a point)
              help: write percentages from the left and the top, as in "50% 20%", or words, as in "top"
            themes/bakery/icons/mill.svg:2:4 «o» error[bad-picture]: the attribute `onclick` of this drawing runs a script
              help: remove it, or embed in the drawing what it loads: a drawing in a page runs no scripts and loads no files
        "#]]);
    bakery().append("content/structure.toml", "\n[pictures]\nwidth = [640]\nquality = 0\n").findings(expect![[r#"
        content/structure.toml:62:1 «width» error[unknown-key]: unknown key `width` (not allowed here)
          help: did you mean `widths`?
        content/structure.toml:63:11 «0» error[out-of-range]: `quality` must be at least 1 (too small)
    "#]]);
    #[cfg(not(feature = "avif"))]
    bakery().append("content/structure.toml", "\n[pictures]\navif = true\n").findings(expect![[r#"
        content/structure.toml:62:8 «true» error[no-avif]: this program cannot write AVIF files (needs the feature `avif`)
          help: compile it with `cargo build --release -p site --features avif`, or remove this line
    "#]]);
}

#[test]
#[rustfmt::skip]
fn damaged_photographs() {
    let whole = photo(80, 60);
    let mut damaged = whole.clone();
    // Overwrites the marker of the quantization tables. The rest of the file is intact.
    let tables = whole.windows(2).position(|two| two == [0xFF, 0xDB]).unwrap();
    damaged[tables + 1] = 0xEE;
    let mut bomb = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\xF0\0\0\0\xF0\0\x08\x02\0\0\0\0\0\0\0".to_vec();
    bomb.extend(b"\0\0\0\0IEND\xAE\x42\x60\x82");
    Bakery::new().write("content/images/a.jpg", damaged).write("content/images/b.png", bomb).findings(expect![[r#"
        content/images/a.jpg:1:1 «» error[bad-picture]: this image is damaged: Error parsing DQT segment. Reason:No quantization table for component Y
          help: save it again in an image editor
        content/images/b.png:1:1 «» error[bad-picture]: this image has 61440 × 61440 pixels, more than the 64 million that can be resized
          help: save it again, at most 8000 pixels wide
    "#]]);
}

/// `site serve` shows the original until the sizes of a photograph exist. It prints findings only once.
#[test]
fn the_server_does_not_wait_for_encoders() {
    let bakery = bakery().append("content/pages/visit.md", "\nSee [nothing](/nope).\n");
    let (server, mut said) = Server::start_with(bakery.root(), 0, &[]);
    let begun = Instant::now();
    let mut page = server.get("/visit").text();
    assert!(page.contains("/assets/images/oven-"), "{page}");
    while !page.contains("<picture>") && begun.elapsed() < Duration::from_mins(1) {
        std::thread::sleep(Duration::from_millis(50));
        page = server.get("/visit").text();
    }
    assert!(page.contains("<picture>") && page.contains("data-color=\"#"), "{page}");
    let _bakery = bakery.replace("content/pages/visit.md", "/nope", "/about");
    said.extend(server.wait_for("Built again"));
    let reports = said.iter().filter(|line| line.contains("no page or file /nope"));
    assert_eq!(reports.count(), 1, "{said:?}");
}
