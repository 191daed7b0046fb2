//! `site init`: a small working site to begin with, from files that the program carries.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use diagnostic::Diagnostic;

use crate::arguments::{Arguments, Format, InitOptions};
use crate::codes;
use crate::report;

/// Files of `starter/` by their path.
macro_rules! files {
    ($($path:literal)*) => {
        &[$(($path, include_bytes!(concat!("../../starter/", $path)))),*]
    };
}

/// The site of a bicycle repair shop. A test holds this table to the folder.
const FILES: &[(&str, &[u8])] = files![
    "README.md"
    "content/checks.toml"
    "content/images/chain.svg"
    "content/lists/prices.toml"
    "content/menus.toml"
    "content/notes/a-second-stand.md"
    "content/notes/measure-your-chain.md"
    "content/notes/riding-in-salt.md"
    "content/pages/404.md"
    "content/pages/about.md"
    "content/pages/index.md"
    "content/pages/notes.md"
    "content/pages/prices.md"
    "content/pages/repairs.md"
    "content/pages/visit.md"
    "content/repairs/brakes.md"
    "content/repairs/gears.md"
    "content/repairs/punctures.md"
    "content/repairs/wheels.md"
    "content/schemas/note.json"
    "content/schemas/page.json"
    "content/schemas/price.json"
    "content/schemas/repair.json"
    "content/schemas/site.json"
    "content/site.toml"
    "content/structure.toml"
    "gitignore"
    "themes/workshop/images/bicycle.svg"
    "themes/workshop/images/favicon.svg"
    "themes/workshop/images/mark.svg"
    "themes/workshop/styles/main.css"
    "themes/workshop/styles/tokens.css"
    "themes/workshop/templates/base.html"
    "themes/workshop/templates/components/footer.html"
    "themes/workshop/templates/components/header.html"
    "themes/workshop/templates/components/parts.html"
    "themes/workshop/templates/home.html"
    "themes/workshop/templates/note.html"
    "themes/workshop/templates/notes.html"
    "themes/workshop/templates/page.html"
    "themes/workshop/templates/prices.html"
    "themes/workshop/templates/repair.html"
    "themes/workshop/templates/repairs.html"
    "themes/workshop/templates/visit.html"
];

/// What a folder may hold before there is a site in it.
const EMPTY: [&str; 2] = [".git", ".DS_Store"];

/// Runs the command.
pub fn run(arguments: &Arguments, options: &InitOptions) -> ExitCode {
    let folder = &options.folder;
    if let Err(diagnostic) = is_free(folder).and_then(|()| write(folder)) {
        return report::finish_unwritten(&[diagnostic], arguments.format);
    }
    if arguments.format == Format::Json {
        for (path, _) in FILES {
            let path = folder.join(on_disk(path));
            let line = serde_json::json!({ "file": path.display().to_string() });
            report::answer(&format!("{line}\n"));
        }
    } else if !arguments.quiet {
        report::note(&next_steps(folder));
    }
    ExitCode::SUCCESS
}

/// Whether nothing in the folder would be mixed with the site or lost.
fn is_free(folder: &Path) -> Result<(), Diagnostic> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(_) if folder.is_file() => {
            let message = format!("{} is a file, not a folder", folder.display());
            return Err(Diagnostic::new(&codes::NOT_EMPTY, message).help("name a new folder"));
        }
        Err(error) => return Err(cannot_write(folder, &error)),
    };
    let mut names: Vec<String> = entries
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| !EMPTY.contains(&name.as_str()))
        .collect();
    names.sort();
    let Some(first) = names.first() else {
        return Ok(());
    };
    let others = match names.len() - 1 {
        0 => String::new(),
        others => format!(" and {others} more"),
    };
    let message = format!(
        "{} is not empty: it holds `{first}`{others}",
        folder.display()
    );
    let help = if names.iter().any(|name| name == "content") {
        "there is a site here already: `site serve` shows it"
    } else {
        "name a new folder, which `site init` makes"
    };
    Err(Diagnostic::new(&codes::NOT_EMPTY, message).help(help))
}

fn write(folder: &Path) -> Result<(), Diagnostic> {
    for (path, bytes) in FILES {
        let file = folder.join(on_disk(path));
        let parent = file.parent().map_or(Ok(()), std::fs::create_dir_all);
        parent
            .and_then(|()| std::fs::write(&file, bytes))
            .map_err(|error| cannot_write(&file, &error))?;
    }
    Ok(())
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Diagnostic {
    let message = format!("cannot write {}: {error}", path.display());
    Diagnostic::new(&build::codes::CANNOT_WRITE, message)
}

/// A file that would be obeyed in this repository has its dot only where it is to be.
fn on_disk(path: &str) -> PathBuf {
    PathBuf::from(if path == "gitignore" {
        ".gitignore"
    } else {
        path
    })
}

fn next_steps(folder: &Path) -> String {
    let enter = if folder == Path::new(".") {
        String::new()
    } else {
        let shown = folder.display().to_string();
        let quoted = if shown.contains(char::is_whitespace) {
            format!("'{shown}'")
        } else {
            shown
        };
        format!("  cd {quoted}\n")
    };
    format!(
        "Made the site of a bicycle repair shop in {}: {} files. Next:\n\n\
         {enter}  site serve        look at it at http://localhost:4000; every change shows at once\n  \
         site new note     write something; repair, page and price likewise\n  \
         site check        is everything in order?\n  \
         site build        the finished site, in dist/\n\n\
         Name, address and telephone are made up: begin with content/site.toml. README.md says where the rest is.",
        folder.display(),
        FILES.len(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_starter_is_carried() {
        let starter = Path::new(env!("CARGO_MANIFEST_DIR")).join("starter");
        let mut on_disk = assets::names_below(&starter).unwrap();
        // What building it leaves there.
        on_disk.retain(|path| !path.starts_with("dist/") && !path.starts_with('.'));
        let carried: Vec<&str> = FILES.iter().map(|(path, _)| *path).collect();
        assert_eq!(carried, on_disk);
    }

    #[test]
    fn steps_name_the_folder() {
        assert!(next_steps(Path::new("a b")).contains("\n  cd 'a b'\n  site serve"));
        assert!(!next_steps(Path::new(".")).contains("cd "));
    }
}
