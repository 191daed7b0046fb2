//! `site init`: creates a small working site from files that are compiled into the program.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use diagnostic::Diagnostic;

use crate::arguments::{Arguments, Format, InitOptions};
use crate::codes;
use crate::failure::Failure;
use crate::report;

/// Expands to the paths of files in `starter/` with their contents.
macro_rules! files {
    ($($path:literal)*) => {
        &[$(($path, include_bytes!(concat!("../../starter/", $path)))),*]
    };
}

/// Every file of `starter/`, the site of a bicycle repair shop.
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
    "content/pages/a-to-z.md"
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
    "content/schemas/checks.json"
    "content/schemas/menus.json"
    "content/schemas/note.json"
    "content/schemas/page.json"
    "content/schemas/price.json"
    "content/schemas/repair.json"
    "content/schemas/site.json"
    "content/schemas/structure.json"
    "content/site.toml"
    "content/structure.toml"
    "gitattributes"
    "gitignore"
    "themes/workshop/images/bicycle.svg"
    "themes/workshop/images/favicon.svg"
    "themes/workshop/images/mark.svg"
    "themes/workshop/styles/main.css"
    "themes/workshop/styles/search.css"
    "themes/workshop/styles/tokens.css"
    "themes/workshop/templates/a-to-z.html"
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

/// Names of files and folders that are ignored when checking whether a folder is empty.
const IGNORED: [&str; 2] = [".git", ".DS_Store"];

/// Runs `site init`.
pub fn run(arguments: &Arguments, options: &InitOptions) -> Result<ExitCode, Failure> {
    let folder = &options.folder;
    check_is_empty(folder)?;
    write(folder)?;
    if arguments.format == Format::Json {
        for (path, _) in FILES {
            let path = folder.join(path_in_site(path));
            let line = serde_json::json!({ "file": path.display().to_string() });
            report::print_result(&format!("{line}\n"));
        }
    } else if !arguments.quiet {
        report::note(&next_steps(folder));
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns an error if the folder contains files, because they would be mixed with the site's files or overwritten.
pub fn check_is_empty(folder: &Path) -> Result<(), Diagnostic> {
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
        .filter(|name| !IGNORED.contains(&name.as_str()))
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
        "{} is not empty: it contains `{first}`{others}",
        folder.display()
    );
    let help = if names.iter().any(|name| name == "content") {
        "this folder already has a site: `site serve` shows it"
    } else {
        "name a new folder: `site init` creates it"
    };
    Err(Diagnostic::new(&codes::NOT_EMPTY, message).help(help))
}

fn write(folder: &Path) -> Result<(), Diagnostic> {
    for (path, bytes) in FILES {
        let file = folder.join(path_in_site(path));
        let parent = file.parent().map_or(Ok(()), std::fs::create_dir_all);
        parent
            .and_then(|()| std::fs::write(&file, bytes))
            .map_err(|error| cannot_write(&file, &error))?;
    }
    Ok(())
}

pub fn cannot_write(path: &Path, error: &std::io::Error) -> Diagnostic {
    let message = format!("cannot write {}: {error}", path.display());
    Diagnostic::new(&build::codes::CANNOT_WRITE, message)
}

/// Returns the path that a file of `starter/` has in the new site. Only Git's files are renamed, because Git would apply those in
/// `starter/` to this repository.
fn path_in_site(path: &str) -> PathBuf {
    if path.starts_with("git") {
        format!(".{path}").into()
    } else {
        path.into()
    }
}

/// Returns the note that is printed after the site was created, with the next steps.
fn next_steps(folder: &Path) -> String {
    let enter = if folder == Path::new(".") {
        String::new()
    } else {
        let shown = folder.display().to_string();
        let quoted = if shown.contains(char::is_whitespace) {
            format!("\"{shown}\"")
        } else {
            shown
        };
        format!("  cd {quoted}\n")
    };
    format!(
        "Created the site of a bicycle repair shop in {}: {} files. Next steps:\n\n\
         {enter}  site serve        preview it at http://localhost:4000, updated on every change\n  \
         site new note     write a note, or a repair, page or price\n  \
         site check        check the site for problems\n  \
         site build        write the finished site to dist/\n\n\
         The name, address and phone number are made up: change them in content/site.toml. README.md describes the other files.",
        folder.display(),
        FILES.len(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_lists_every_file_of_the_starter() {
        let starter = Path::new(env!("CARGO_MANIFEST_DIR")).join("starter");
        let (mut on_disk, _) = assets::names_below(&starter, &starter);
        // The output and the cache of a build are not part of the starter.
        on_disk.retain(|path| !path.starts_with("dist/") && !path.starts_with('.'));
        let listed: Vec<&str> = FILES.iter().map(|(path, _)| *path).collect();
        assert_eq!(listed, on_disk);
    }

    #[test]
    fn steps_name_the_folder() {
        assert!(next_steps(Path::new("a b")).contains("\n  cd \"a b\"\n  site serve"));
        assert!(!next_steps(Path::new(".")).contains("cd "));
    }
}
