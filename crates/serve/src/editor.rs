//! Opens a file in the editor of the person who started the server.

use std::path::Path;
use std::process::{Command, Stdio};

use diagnostic::LineColumn;

/// Editors that have a window of their own. All of them accept `FILE:LINE:COLUMN`, VS Code and its relatives after `--goto`.
const WITH_GOTO: [&str; 5] = ["code", "code-insiders", "codium", "cursor", "windsurf"];
const WITH_POSITION: [&str; 4] = ["zed", "zeditor", "subl", "mate"];

/// Opens a file at a position. `chosen` is the command that the person has named, such as `code --wait`; an editor that runs in a
/// terminal is not used, because the server occupies it. Fails with a message if no editor could be started.
pub fn open(chosen: Option<&str>, file: &Path, position: LineColumn) -> Result<(), String> {
    let chosen = chosen.and_then(|command| command.split_whitespace().next());
    let chosen = chosen.filter(|command| has_window(name_of(command)));
    let known = ["code", "zed", "zeditor", "codium", "cursor"];
    let mut commands = chosen.into_iter().chain(known);
    if commands.any(|command| start(command, file, position)) {
        return Ok(());
    }
    Err("No editor was found. Set VISUAL to the command of one with a window of its own, such as `code` or `zed`, and start `site serve` again.\n".to_owned())
}

fn has_window(name: &str) -> bool {
    WITH_GOTO.contains(&name) || WITH_POSITION.contains(&name)
}

/// Returns the name of a program without its folder and the extension that Windows adds.
fn name_of(command: &str) -> &str {
    let name = command.rsplit(['/', '\\']).next().unwrap_or(command);
    let endings = [".exe", ".cmd", ".bat"];
    let without = endings.iter().find_map(|ending| name.strip_suffix(ending));
    without.unwrap_or(name)
}

/// Starts a program with the file and the position. Returns whether that was possible.
fn start(program: &str, file: &Path, position: LineColumn) -> bool {
    // Windows finds `code.cmd` only by its whole name.
    let names = [program.to_owned(), format!("{program}.cmd")];
    names
        .iter()
        .take(if cfg!(windows) { 2 } else { 1 })
        .any(|program| {
            let started = Command::new(program)
                .args(arguments(name_of(program), file, position))
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn();
            started.is_ok_and(|mut child| {
                // Reaps the process, which may run as long as its window is open.
                std::thread::spawn(move || child.wait());
                true
            })
        })
}

fn arguments(name: &str, file: &Path, position: LineColumn) -> Vec<String> {
    let LineColumn { line, column } = position;
    let place = format!("{}:{line}:{column}", file.display());
    if WITH_GOTO.contains(&name) {
        vec!["--goto".to_owned(), place]
    } else {
        vec![place]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands() {
        let position = LineColumn { line: 3, column: 7 };
        let file = Path::new("/a/b c.md");
        for (command, expected) in [
            ("code", "--goto /a/b c.md:3:7"),
            ("/usr/bin/code", "--goto /a/b c.md:3:7"),
            ("C:\\bin\\code.cmd", "--goto /a/b c.md:3:7"),
            ("zed", "/a/b c.md:3:7"),
        ] {
            let name = name_of(command);
            assert!(has_window(name), "{command}");
            assert_eq!(arguments(name, file, position).join(" "), expected);
        }
        for command in ["vi", "nano", "/usr/bin/nvim", "emacs"] {
            assert!(!has_window(name_of(command)), "{command}");
        }
    }
}
