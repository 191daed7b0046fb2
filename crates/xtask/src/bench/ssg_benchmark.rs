//! The workloads of <https://github.com/hahwul/ssg-benchmark>: its posts, and its sites for Hugo and Zola, from a clone of that
//! repository. The templates for this engine, which show the same, are in `crates/xtask/bench/ssg-benchmark/`.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::sites::{copy, files_of};
use crate::files;
use crate::run::{Outcome, run};

/// Names of the workloads: plain posts; with tags, lists in pages, a feed, and highlighted code; and also with a sidebar, breadcrumbs,
/// and links to the next posts.
pub const WORKLOADS: [&str; 3] = ["minimal", "blog", "heavy"];

/// Number of posts up to which the workloads are built. The time of the sidebar of Hugo's heavy site grows with the square of it.
pub const MOST_POSTS: usize = 1_000;

/// Folders with our files of each workload. Files of a later folder replace those of an earlier one.
const FOLDERS: [&str; 4] = ["common", "minimal", "blog", "heavy"];

/// Writes the site of a workload for this engine: `ours`, or another generator by the name of its folder in the clone. Posts that are
/// not in the folder `corpus` are generated. Fails if a file cannot be read or written, or the clone's script fails.
pub fn write(clone: &Path, workload: &str, generator: &str, posts: usize, site: &Path) -> Outcome {
    let _ = fs::remove_dir_all(site);
    let is_ours = generator == "ours";
    if is_ours {
        let last = FOLDERS.iter().position(|one| *one == workload);
        for folder in &FOLDERS[..=last.unwrap_or_default()] {
            copy(&files_of("ssg-benchmark", folder), site)?;
        }
    } else {
        copy(&clone.join("sites").join(generator), site)?;
        let overlay = clone.join("scenarios").join(workload).join(generator);
        if overlay.is_dir() {
            copy(&overlay, site)?;
        }
    }
    let generate = clone.join("scripts/generate-content.sh");
    run(Command::new("bash")
        .arg(generate)
        .args(["--ssg", if is_ours { "hugo" } else { generator }])
        .args([
            "--scenario",
            workload,
            "--count",
            &posts.to_string(),
            "--output",
        ])
        .arg(site)
        .env("CORPUS_DIR", site.with_file_name("corpus"))
        .stdout(std::process::Stdio::null()))?;
    if is_ours {
        for (path, _) in files::below(&site.join("content/posts"))? {
            files::write(&path, as_toml(&files::read(&path)?))?;
        }
    }
    Ok(())
}

/// Returns a post whose front matter is YAML, as the clone's script writes it for Hugo, with TOML in its place.
fn as_toml(post: &str) -> String {
    let mut lines = post.lines();
    let is_fence = |line: &&str| *line == "---";
    let front_matter = lines
        .by_ref()
        .skip_while(is_fence)
        .take_while(|line| !is_fence(line));
    let front_matter: Vec<String> = front_matter
        .map(|line| line.replacen(": ", " = ", 1))
        .collect();
    let body: Vec<&str> = lines.collect();
    format!(
        "+++\n{}\n+++\n{}\n",
        front_matter.join("\n"),
        body.join("\n")
    )
}
