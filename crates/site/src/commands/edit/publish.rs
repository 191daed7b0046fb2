//! Says in words what publishing will change, and commits the content.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use build::{Audience, Destination, Encoding, Inputs, Memo, Site, TypeCheck, build};
use content::Tree;
use diagnostic::line_endings::normalized;
use diagnostic::{Source, has_errors};
use serde::Deserialize;
use serde_json::{Value, json};
use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::problem::{Answered, Problem};
use super::view::View;
use crate::{cache, project};

/// What is wanted: an answer, or the publication.
#[derive(Deserialize)]
pub struct Publication {
    #[serde(default)]
    confirm: bool,
}

/// Returns how the project is published, or `None` if that is not known.
pub fn way(view: &View<'_>) -> Option<&'static str> {
    view.desk
        .root
        .ancestors()
        .any(|folder| folder.join(".git").exists())
        .then_some("commit")
}

/// Answers what publishing changes, or publishes.
pub fn publish(view: &View<'_>, publication: &Publication) -> Answered {
    let root = &view.desk.root;
    if way(view).is_none() {
        return Err(Problem::new(
            409,
            "This project is not kept in Git, so it cannot be published from here.",
        ));
    }
    let base = published(root)?;
    let changed = changed_files(root, &base)?;
    let unsaved = view.desk.drafts().into_iter();
    let unsaved =
        unsaved.map(|draft| json!({ "document": draft.path, "title": view.title(&draft.path) }));
    let unsaved: Vec<Value> = unsaved.collect();
    let now = Tree::read(root, "content");
    let (after, errors) = site_of(root, now.clone());
    let blocked = if changed.is_empty() {
        Some("Nothing has changed since the last time.".to_owned())
    } else if errors > 0 {
        let verb = if errors == 1 {
            "error has"
        } else {
            "errors have"
        };
        Some(format!("{errors} {verb} to be corrected first."))
    } else {
        None
    };
    if publication.confirm {
        return match blocked {
            Some(blocked) => Err(Problem::new(409, blocked)),
            None => commit(view, &changed, &now),
        };
    }
    let (before, _) = site_of(root, committed(root, now, &changed, &base));
    let mut pages = match (&before, &after) {
        (Some(before), Some(after)) => pages(before, after),
        _ => Vec::new(),
    };
    let others = others(view, &changed, &pages);
    pages.truncate(MOST_PAGES);
    Ok(json!({
        "how": "commit",
        "label": "Publish",
        "blocked": blocked,
        "pages": pages,
        "others": others,
        "unsaved": unsaved,
    }))
}

/// Runs Git in the project's folder, without asking anything.
fn git(root: &Path, arguments: &[&str]) -> Result<Output, Problem> {
    git_with(root, arguments, &[])
}

/// Runs Git with environment variables.
fn git_with(
    root: &Path,
    arguments: &[&str],
    variables: &[(&str, &str)],
) -> Result<Output, Problem> {
    let mut command = Command::new("git");
    command
        .arg("-C")
        .arg(root)
        .args(["-c", "core.quotepath=off"])
        .args(arguments);
    command.env("GIT_TERMINAL_PROMPT", "0").stdin(Stdio::null());
    for (name, value) in variables {
        command.env(name, value);
    }
    let output = command.output();
    output.map_err(|error| Problem::new(409, format!("Git cannot be started: {error}")))
}

/// Runs Git, and fails if Git does.
fn git_done(root: &Path, arguments: &[&str]) -> Result<Vec<u8>, Problem> {
    let output = git(root, arguments)?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(Problem::new(409, format!("Git says: {message}")))
}

/// Tree without files, which Git knows in every repository.
const EMPTY: &str = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

/// Returns the version that was published last, as far as this copy knows: the last one that it has in common with the place it is sent
/// to, or the last commit if there is no such place.
fn published(root: &Path) -> Result<String, Problem> {
    for arguments in [
        &["merge-base", "HEAD", "@{upstream}"][..],
        &["rev-parse", "HEAD"],
    ] {
        let output = git(root, arguments)?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned());
        }
    }
    Ok(EMPTY.to_owned())
}

/// Returns the files of the content that differ from a version, relative to the project.
fn changed_files(root: &Path, base: &str) -> Result<BTreeSet<String>, Problem> {
    let options = ["--name-only", "-z", "--no-renames", "--relative"];
    let known = [&["diff"], &options[..], &[base, "--", "content"]].concat();
    let new = [
        "ls-files",
        "--others",
        "--exclude-standard",
        "-z",
        "--",
        "content",
    ];
    let mut paths = git_done(root, &known)?;
    paths.extend(git_done(root, &new)?);
    let paths = String::from_utf8_lossy(&paths).into_owned();
    let paths = paths.split('\0').filter(|path| !path.is_empty());
    Ok(paths.map(str::to_owned).collect())
}

/// Returns the files of the content as a version has them.
fn committed(root: &Path, mut tree: Tree, changed: &BTreeSet<String>, base: &str) -> Tree {
    for path in changed {
        let old = git(root, &["show", &format!("{base}:./{path}")]).ok();
        let old = old.filter(|output| output.status.success());
        tree.texts.remove(path);
        tree.unreadable.remove(path);
        tree.problems.remove(path);
        let is_text = content::is_text(path);
        match old {
            Some(output) if is_text => {
                let text = String::from_utf8_lossy(&output.stdout).into_owned();
                tree.texts
                    .insert(path.clone(), Source::new(path.as_str(), normalized(text)));
            }
            Some(_) if !tree.other_files.contains(path) => tree.other_files.push(path.clone()),
            Some(_) => {}
            None => tree.other_files.retain(|other| other != path),
        }
    }
    tree.other_files.sort();
    tree
}

/// Builds the public site from some content. Returns also the number of errors.
fn site_of(root: &Path, tree: Tree) -> (Option<Site>, usize) {
    let Ok(project) = project::find(Some(root)) else {
        return (None, 0);
    };
    let (project, _temporary) = cache::writable(project);
    let inputs = Inputs {
        audience: Audience::Public,
        encoding: Encoding::Later,
        types: TypeCheck::Later,
        ..project::inputs_of_today()
    };
    let mut memo = Memo::read(&project).with_content(tree);
    let (site, findings, _) = build(
        &project,
        &inputs,
        &mut memo,
        &[],
        Destination::Nowhere,
        &mut |_| {},
    );
    let errors = if has_errors(&findings) {
        crate::report::errors(&findings)
    } else {
        0
    };
    (site, errors)
}

/// Maximum number of changes that are told of a page.
const MOST_CHANGES: usize = 6;

/// Maximum number of pages of which changes are told.
const MOST_PAGES: usize = 50;

/// Returns the pages that are new, changed, or gone, in words.
fn pages(before: &Site, after: &Site) -> Vec<Value> {
    let by_url = |site: &Site| -> BTreeMap<String, (String, diagnostic::Fingerprint)> {
        let pages = site.pages.iter();
        let pages = pages.map(|page| {
            (
                page.url().to_owned(),
                (page.output().to_owned(), page.fingerprint()),
            )
        });
        pages.collect()
    };
    let (old, new) = (by_url(before), by_url(after));
    let urls: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let mut pages = Vec::new();
    for url in urls {
        let title = |site: &Site| site.plan.routes.get(url).map(|route| route.title.clone());
        let (changes, title) = match (old.get(url), new.get(url)) {
            (None, Some(_)) => (vec!["The page is new.".to_owned()], title(after)),
            (Some(_), None) => (vec!["The page is removed.".to_owned()], title(before)),
            (Some((old_output, old)), Some((output, new))) if old != new => (
                differences(&texts(before, old_output), &texts(after, output)),
                title(after),
            ),
            _ => continue,
        };
        pages.push(json!({ "url": url, "title": title, "changes": changes }));
    }
    pages
}

/// Returns the texts of a page between its tags.
fn texts(site: &Site, output: &str) -> Vec<String> {
    let html = site.file(output).unwrap_or_default();
    let html = String::from_utf8_lossy(&html);
    let body = html.find("<body").map_or(&*html, |at| &html[at..]);
    let mut texts = Vec::new();
    let mut skipped = None;
    for piece in body.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').unwrap_or((piece, ""));
        let name = tag.split([' ', '\n']).next().unwrap_or_default();
        match skipped {
            Some(end) if name == end => skipped = None,
            Some(_) => continue,
            None if name == "script" => skipped = Some("/script"),
            None if name == "style" => skipped = Some("/style"),
            None => {}
        }
        if skipped.is_some() {
            continue;
        }
        let text = text
            .replace("&amp;", "&")
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&quot;", "\"");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if !text.is_empty() {
            texts.push(text);
        }
    }
    texts
}

/// Says in words how texts differ.
fn differences(old: &[String], new: &[String]) -> Vec<String> {
    let operations = capture_diff_slices(Algorithm::Myers, old, new);
    let mut changes = Vec::new();
    for operation in operations {
        let (before, after) = (
            old[operation.old_range()].join(" "),
            new[operation.new_range()].join(" "),
        );
        changes.extend(match operation {
            DiffOp::Equal { .. } => None,
            DiffOp::Replace { .. } => {
                Some(format!("“{}” becomes “{}”", short(&before), short(&after)))
            }
            DiffOp::Insert { .. } => Some(format!("New: “{}”", short(&after))),
            DiffOp::Delete { .. } => Some(format!("Removed: “{}”", short(&before))),
        });
    }
    if changes.is_empty() {
        return vec![
            "A picture, an address, or something that only search engines read changes.".to_owned(),
        ];
    }
    let more = changes.len().saturating_sub(MOST_CHANGES);
    changes.truncate(MOST_CHANGES);
    if more > 0 {
        changes.push(format!("… and {more} more"));
    }
    changes
}

/// Returns the beginning of a text.
fn short(text: &str) -> String {
    const LONGEST: usize = 120;
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let start: String = text.chars().take(LONGEST).collect();
    format!("{}…", start.trim_end())
}

/// Says in words what changes besides texts of the first pages.
fn others(view: &View<'_>, changed: &BTreeSet<String>, pages: &[Value]) -> Vec<String> {
    let files = changed.iter().filter(|path| !content::is_text(path));
    let files = files.map(|path| {
        let name = path.rsplit('/').next().unwrap_or(path);
        if view.desk.root.join(path).exists() {
            format!("The picture or file {name} is new, or has changed.")
        } else {
            format!("The picture or file {name} is removed.")
        }
    });
    let texts = changed.iter().filter(|path| content::is_text(path));
    let shown: BTreeSet<&str> = pages
        .iter()
        .filter_map(|page| page["url"].as_str())
        .collect();
    let hidden = texts.filter_map(|path| {
        let title = view.title(path);
        let Some(url) = view.plan().by_source.get(path.as_str()) else {
            // Any of the pages can show it.
            let is_hidden = shown.is_empty();
            return is_hidden.then(|| format!("“{title}” has changed; no public page shows it."));
        };
        match view.snapshot.status(url) {
            Some(status) => Some(format!("“{title}” has changed. {status}.")),
            None if shown.contains(url.as_str()) => None,
            None => Some(format!("“{title}” has changed; no public page shows it.")),
        }
    });
    let more = match pages.len().saturating_sub(MOST_PAGES) {
        0 => None,
        1 => Some("Another page changes.".to_owned()),
        more => Some(format!("{more} more pages change.")),
    };
    more.into_iter().chain(hidden).chain(files).collect()
}

/// Commits the changed files of the content, and sends them on if the branch has a place to be sent to.
/// Nothing is done if the texts are not those of `checked` any more.
fn commit(view: &View<'_>, changed: &BTreeSet<String>, checked: &Tree) -> Answered {
    let root = &view.desk.root;
    let titles: BTreeSet<String> = changed
        .iter()
        .filter(|path| content::is_text(path))
        .map(|path| view.title(path))
        .collect();
    let mut subject = titles.into_iter().collect::<Vec<_>>().join(", ");
    if subject.is_empty() || subject.chars().count() > 60 {
        subject = format!("{} documents", changed.len());
    }
    let message = format!("content: change {subject}");
    let lock = view.desk.lock();
    if Tree::read(root, "content").texts != checked.texts {
        return Err(Problem::new(
            409,
            "Something was saved meanwhile; nothing was published. Publish again.",
        ));
    }
    git_done(root, &["add", "--all", "--", "content"])?;
    let staged = git(root, &["diff", "--cached", "--quiet", "--", "content"])?;
    if !staged.status.success() {
        // Only the content: what somebody else has prepared for another commit stays prepared.
        let only = ["commit", "--quiet", "--only", "--message"];
        git_done(root, &[&only[..], &[&message, "--", "content"]].concat())?;
    }
    drop(lock);
    let upstream = git(root, &["rev-parse", "--abbrev-ref", "@{upstream}"])?;
    let message = if upstream.status.success() {
        push(root)?;
        "Sent. The site is published as soon as its checks have passed."
    } else {
        "Saved as a version of the site. This copy has no place to be sent to, so somebody has to publish it."
    };
    Ok(json!({ "done": true, "message": message }))
}

/// Sends the commits of this branch to the place it is published from.
fn push(root: &Path) -> Result<(), Problem> {
    // SSH asks for a passphrase at the terminal, where nobody looks. A command that somebody has configured stays.
    let is_configured = git(root, &["config", "core.sshCommand"])?.status.success()
        || ["GIT_SSH_COMMAND", "GIT_SSH"]
            .iter()
            .any(|name| std::env::var_os(name).is_some());
    let variables = [("GIT_SSH_COMMAND", "ssh -oBatchMode=yes")];
    let variables = if is_configured { &[][..] } else { &variables };
    let output = git_with(root, &["push", "--quiet"], variables)?;
    if output.status.success() {
        return Ok(());
    }
    let reason = String::from_utf8_lossy(&output.stderr);
    let message = if reason.contains("rejected") {
        "Somebody else has published meanwhile. Your changes are kept on this computer, but somebody who knows Git has to bring both \
         together (git pull --rebase). Then publish again."
            .to_owned()
    } else {
        let reason = reason.lines().next().unwrap_or_default();
        format!(
            "Your changes are kept on this computer, but could not be sent: {reason}. Publish again later."
        )
    };
    Err(Problem::new(409, message))
}
