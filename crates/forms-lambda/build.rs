//! Embeds the site's name, forms, and form templates in the binary, so that it reads no files at run time. The build fails if a
//! form is invalid.

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use content::FormSources;
use diagnostic::Style;
use forms::Form;

fn main() -> Result<(), Box<dyn Error>> {
    let here = env::var("CARGO_MANIFEST_DIR")?;
    let root = Path::new(&here)
        .ancestors()
        .nth(2)
        .ok_or("this crate is not in crates/")?;
    let watch = |path: &str| println!("cargo::rerun-if-changed={}", root.join(path).display());
    for path in ["content/site.toml", "content/words.toml", "content/forms"] {
        watch(path);
    }
    let sources = FormSources::read(root).map_err(|found| {
        let texts = found
            .iter()
            .map(|one| diagnostic::render(one, Style::Plain));
        texts.collect::<Vec<_>>().join("\n")
    })?;
    for lang in sources.config.languages.keys() {
        watch(&format!("content/site.{lang}.toml"));
        watch(&format!("content/words.{lang}.toml"));
    }
    let (forms, wrong) = Form::of_site(&sources.forms);
    if let Some((name, error)) = wrong.first() {
        return Err(format!("content/forms/{name}.toml: {error}").into());
    }

    let mut code = format!(
        "/// The forms, as JSON.\npub const FORMS: &str = {:?};\n\
         /// Name of the site.\npub const SITE_NAME: &str = {:?};\n\
         /// The site's offset from UTC, in seconds.\npub const UTC_OFFSET: i32 = {};\n",
        serde_json::to_string(&forms)?,
        sources.config.name,
        sources.config.offset().seconds()
    );
    let templates = root
        .join("themes")
        .join(&sources.config.theme)
        .join("templates/forms");
    for (constant, file) in [("FORM", "form.html"), ("REPLY", "reply.html")] {
        writeln!(
            code,
            "/// The template `{file}`.\npub const {constant}: &str = include_str!({:?});",
            templates.join(file).display().to_string()
        )?;
    }
    fs::write(Path::new(&env::var("OUT_DIR")?).join("embedded.rs"), code)?;
    Ok(())
}
