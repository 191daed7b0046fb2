//! Publishing by a commit: which texts have changed since the last publication, and a commit of them that is sent on.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use content::Tree;

use super::super::problem::Problem;
use super::super::view::View;

/// Runs Git in the project's folder. Git never prompts.
pub fn git(root: &Path, arguments: &[&str]) -> Result<Output, Problem> {
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
    // What Git says is read, so it says it in English.
    command.env("GIT_TERMINAL_PROMPT", "0").env("LC_ALL", "C");
    command.stdin(Stdio::null());
    for (name, value) in variables {
        command.env(name, value);
    }
    let output = command.output();
    output.map_err(|error| Problem::new(409, format!("Git cannot be started: {error}")))
}

/// Runs Git, and fails if Git does.
pub fn git_done(root: &Path, arguments: &[&str]) -> Result<Vec<u8>, Problem> {
    let output = git(root, arguments)?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(Problem::technical(
        "It could not be published. Ask whoever looks after the site.",
        String::from_utf8_lossy(&output.stderr),
    ))
}

/// What Git keeps in its folder while a merge, a revert, and the like wait to be continued.
const UNFINISHED: [&str; 5] = [
    "MERGE_HEAD",
    "CHERRY_PICK_HEAD",
    "REVERT_HEAD",
    "rebase-merge",
    "rebase-apply",
];

/// Refuses to work in the middle of something that somebody else has begun: a commit would end it.
fn nothing_unfinished(root: &Path) -> Result<(), Problem> {
    if !git(root, &["symbolic-ref", "--quiet", "HEAD"])?
        .status
        .success()
    {
        return Err(Problem::technical(
            "This copy shows an earlier version of the project, which nothing can be added to. Nothing was changed. Ask whoever looks after the site.",
            "HEAD is detached. Check out a branch.",
        ));
    }
    let options = UNFINISHED.map(|name| ["--git-path", name]);
    let paths = git_done(root, &[&["rev-parse"], options.as_flattened()].concat())?;
    let paths = String::from_utf8_lossy(&paths).into_owned();
    let found = paths.lines().find(|path| root.join(path).exists());
    found.map_or(Ok(()), |path| {
        Err(Problem::technical(
            "Somebody has begun to change this project with Git, and has not finished yet. Nothing was changed. Ask whoever looks after the site.",
            format!("{path} exists. Continue or abort what it belongs to."),
        ))
    })
}

/// Tree without files, which Git knows in every repository.
const EMPTY: &str = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

/// Returns the version that was published last, as far as this copy knows: the last one that it has in common with the place it is sent
/// to, or the last commit if there is no such place.
pub fn published(root: &Path) -> Result<String, Problem> {
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
pub fn changed_files(root: &Path, base: &str) -> Result<BTreeSet<String>, Problem> {
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
pub fn committed(root: &Path, mut tree: Tree, changed: &BTreeSet<String>, base: &str) -> Tree {
    for path in changed {
        let old = git(root, &["show", &format!("{base}:./{path}")]).ok();
        let old = old.filter(|output| output.status.success());
        tree.replace(path, old.map(|output| output.stdout));
    }
    tree
}

/// Commits the changed files of the content, and pushes them if the branch has an upstream. Returns a message for the person. Fails with
/// the problem of `confirm`, which is called while the files are locked, or a problem if Git fails.
pub fn commit(
    view: &View<'_>,
    changed: &BTreeSet<String>,
    confirm: impl FnOnce() -> Result<(), Problem>,
) -> Result<&'static str, Problem> {
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
    confirm()?;
    nothing_unfinished(root)?;
    git_done(root, &["add", "--all", "--", "content"])?;
    let staged = git(root, &["diff", "--cached", "--quiet", "--", "content"])?;
    if !staged.status.success() {
        commit_content(root, &message)?;
    }
    drop(lock);
    send(view)
}

/// Commits only the content: what somebody else has prepared for another commit stays prepared.
fn commit_content(root: &Path, message: &str) -> Result<(), Problem> {
    let only = ["commit", "--quiet", "--only", "--message"];
    git_done(root, &[&only[..], &[message, "--", "content"]].concat()).map(drop)
}

/// Sends the commits of this branch on, if it has a place to be sent to. Returns what was done.
fn send(view: &View<'_>) -> Result<&'static str, Problem> {
    let root = &view.desk.root;
    let upstream = git(root, &["rev-parse", "--abbrev-ref", "@{upstream}"])?;
    if !upstream.status.success() {
        return Ok(
            "Saved as a version of the site. This copy has no place to be sent to, so somebody has to publish it.",
        );
    }
    view.desk.kept.progress.set("Sending the changes…");
    push(root)?;
    Ok("Sent. The site is published as soon as its checks have passed.")
}

/// The last publication, which can be reverted.
pub struct Last {
    /// Its commit.
    commit: String,
    /// Files of the content that it has changed.
    pub changed: BTreeSet<String>,
}

impl Last {
    /// Returns the revision before the publication.
    pub fn before(&self) -> String {
        format!("{}^", self.commit)
    }
}

/// Returns the last publication. Fails with a problem if it cannot be reverted: there is no publication, something has changed since, or it
/// changed more than the content.
pub fn last(root: &Path) -> Result<Last, Problem> {
    let refused = |words: &str| Err(Problem::new(409, words));
    let base = published(root)?;
    if !changed_files(root, &base)?.is_empty() {
        return refused(
            "Something has changed since the last publication. Publish it first, or take it back with Undo.",
        );
    }
    let commit = git_done(root, &["log", "-1", "--format=%H", "--", "content"])?;
    let commit = String::from_utf8_lossy(&commit).trim().to_owned();
    let parents = git_done(root, &["log", "-1", "--format=%P", &commit, "--"]);
    let parents = parents.map_or(0, |parents| {
        String::from_utf8_lossy(&parents).split_whitespace().count()
    });
    if commit.is_empty() || parents != 1 {
        return refused("There is no earlier version to go back to.");
    }
    let names = |selection: &[&str]| -> Result<BTreeSet<String>, Problem> {
        let show = ["show", "--format=", "--name-only", "-z", "--no-renames"];
        let names = git_done(root, &[&show, selection].concat())?;
        let names = String::from_utf8_lossy(&names);
        let names = names.split('\0').map(str::trim);
        let names = names.filter(|name| !name.is_empty());
        Ok(names.map(str::to_owned).collect())
    };
    let changed = names(&["--relative", &commit, "--", "content"])?;
    if names(&[&commit])?.len() != changed.len() {
        return refused(
            "The last publication has also changed the design, so somebody who knows the project has to take it back.",
        );
    }
    Ok(Last { commit, changed })
}

/// Reverts the last publication with a new commit, and pushes it. Returns a message for the person. Fails with the problem of `confirm`,
/// which is called while the files are locked, or a problem if Git fails. Nothing has changed then.
pub fn revert(
    view: &View<'_>,
    last: &Last,
    confirm: impl FnOnce() -> Result<(), Problem>,
) -> Result<&'static str, Problem> {
    let root = &view.desk.root;
    let lock = view.desk.lock();
    confirm()?;
    nothing_unfinished(root)?;
    if !changed_files(root, &last.commit)?.is_empty() {
        return Err(Problem::new(
            409,
            "Something that was changed later depends on it, so it cannot be taken back here. Nothing was changed.",
        ));
    }
    let subject = git_done(root, &["log", "-1", "--format=%s", &last.commit])?;
    let subject = String::from_utf8_lossy(&subject).trim().to_owned();
    let message = format!(
        "Revert \"{subject}\"\n\nThis reverts commit {}.",
        last.commit
    );
    restore(root, &last.before(), &last.changed)?;
    if let Err(problem) = commit_content(root, &message) {
        // They are the files of that commit.
        restore(root, &last.commit, &last.changed)?;
        return Err(problem);
    }
    drop(lock);
    send(view)
}

/// Restores files to a revision. Removes files that the revision does not have.
fn restore(root: &Path, version: &str, files: &BTreeSet<String>) -> Result<(), Problem> {
    let source = format!("--source={version}");
    let options = ["--literal-pathspecs", "restore", "--staged", "--worktree"];
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    git_done(root, &[&options, &[&*source, "--"][..], &files].concat()).map(drop)
}

/// Pushes the commits of this branch to its upstream.
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
    Err(Problem::technical(&push_failure(&reason), &reason))
}

/// Explains why a push failed, given the output of Git.
fn push_failure(reason: &str) -> String {
    let says = |words: &[&str]| words.iter().any(|words| reason.contains(words));
    let (why, then) = if says(&["[rejected]"]) {
        (
            "Somebody else has published meanwhile",
            "Ask whoever looks after the site to bring both together. Then publish again.",
        )
    } else if says(&["[remote rejected]"]) {
        (
            "The place that the site is sent to has refused them",
            "Ask whoever looks after the site.",
        )
    } else if says(&[
        "error: 401",
        "error: 403",
        "Permission denied",
        "Authentication failed",
        "could not read Username",
        "Host key",
    ]) {
        (
            "This computer may not send to the place that the site is sent to",
            "Ask whoever looks after the site to allow it. Then publish again.",
        )
    } else if says(&[
        "Could not resolve",
        "unable to access",
        "Connection",
        "timed out",
        "unreachable",
    ]) {
        (
            "There is no connection to the place that the site is sent to",
            "Publish again once there is.",
        )
    } else {
        (
            "They could not be sent",
            "Publish again later, or ask whoever looks after the site.",
        )
    };
    format!("{why}. Your changes are kept on this computer. {then}")
}

#[cfg(test)]
mod tests {
    use super::push_failure;

    #[test]
    fn reasons_in_words() {
        for (reason, expected) in [
            (
                "! [rejected] main -> main (fetch first)",
                "Somebody else has published meanwhile.",
            ),
            (
                "fatal: unable to access 'https://a.example/': Could not resolve host: a.example",
                "There is no connection",
            ),
            (
                "ssh: connect to host a.example port 22: Connection timed out",
                "There is no connection",
            ),
            (
                "git@a.example: Permission denied (publickey).",
                "This computer may not send",
            ),
            (
                " ! [remote rejected] main -> main (pre-receive hook declined)\nerror: failed to push some refs",
                "The place that the site is sent to has refused them.",
            ),
            (
                "remote: error: GH006: Protected branch update failed\n ! [remote rejected] main -> main (protected branch)",
                "The place that the site is sent to has refused them.",
            ),
            (
                "fatal: unable to access 'https://a.example/': The requested URL returned error: 403",
                "This computer may not send",
            ),
            (
                "fatal: 'x' does not appear to be a git repository\nmore",
                "They could not be sent.",
            ),
            ("", "They could not be sent."),
        ] {
            let words = push_failure(reason);
            assert!(
                words.starts_with(expected) && words.contains("kept on this computer"),
                "{words}"
            );
        }
    }
}
