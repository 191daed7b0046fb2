//! Puts the site's forms, their templates and its name into the binary, which reads no file when it runs.

use std::error::Error;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR")?)
        .join("../..")
        .canonicalize()?;
    let site_file = root.join("content/site.toml");
    let site: toml::Table = fs::read_to_string(&site_file)?.parse()?;
    let text = |key: &str| {
        site.get(key)
            .and_then(toml::Value::as_str)
            .ok_or(format!("content/site.toml has no `{key}`"))
    };
    let templates = root
        .join("themes")
        .join(text("theme")?)
        .join("templates/forms");
    let forms = root.join("content/forms");

    let mut definitions: Vec<PathBuf> = fs::read_dir(&forms)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    definitions.retain(|path| {
        path.extension()
            .is_some_and(|extension| extension == "toml")
    });
    definitions.sort();
    let mut code = String::from(
        "/// Name and definition of each form.\npub const FORMS: &[(&str, &str)] = &[\n",
    );
    for path in &definitions {
        let name = path.file_stem().and_then(OsStr::to_str).unwrap_or_default();
        writeln!(code, "    ({name:?}, {}),", included(path))?;
    }
    writeln!(
        code,
        "];\n/// Name of the site.\npub const SITE_NAME: &str = {:?};",
        text("name")?
    )?;
    for (constant, file) in [("FORM", "form.html"), ("REPLY", "reply.html")] {
        let text = included(&templates.join(file));
        writeln!(
            code,
            "/// The template `{file}`.\npub const {constant}: &str = {text};"
        )?;
    }
    fs::write(Path::new(&env::var("OUT_DIR")?).join("embedded.rs"), code)?;
    for path in [&site_file, &forms] {
        println!("cargo::rerun-if-changed={}", path.display());
    }
    Ok(())
}

/// Code for the text of the file `path`.
fn included(path: &Path) -> String {
    format!("include_str!(r#\"{}\"#)", path.display())
}
