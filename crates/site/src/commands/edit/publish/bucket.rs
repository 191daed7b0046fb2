//! Publishes to a bucket, as `site publish` does with the settings of its environment, with messages for an office.

use std::path::Path;

use diagnostic::Diagnostic;
use publish::{Error, Outcome, Plan, Summary};

use super::super::problem::Problem;
use super::comparison::errors_first;
use crate::commands::publish::asked::{Proposal, Run, run};

/// Result of planning a publication.
pub enum Planned {
    /// The site cannot be published because of these errors.
    Faulty(Vec<Diagnostic>),
    /// Nothing would change.
    Nothing,
    /// Fingerprint of the files that would become live, and a description of each change.
    Changes(String, Vec<String>),
}

/// Returns what a publication, or going `back` to the release before the live one, would do. Fails with the reason why that cannot be
/// known.
pub fn plan(root: &Path, back: bool) -> Result<Planned, Problem> {
    let mut shown = None;
    let ask = |proposal: &Proposal<'_>| {
        let words = described(proposal.plan, proposal.summary);
        shown = Some(Planned::Changes(proposal.fingerprint.clone(), words));
        false
    };
    let run = run(root, back, ask)?;
    match (shown, run) {
        (Some(changes), _) => Ok(changes),
        (None, Run::Faulty(errors)) => Ok(Planned::Faulty(errors)),
        (None, run) => result_message(run).map(|_| Planned::Nothing),
    }
}

/// Publishes the site, or goes back to the release before the live one, if `confirm` accepts the fingerprint of what would become live.
/// Returns what was done. Fails with the problem of `confirm`, or with the reason why it cannot be published.
pub fn publish(
    root: &Path,
    back: bool,
    confirm: impl Fn(&str) -> Result<(), Problem>,
) -> Result<String, Problem> {
    let mut refused = None;
    let ask = |proposal: &Proposal<'_>| {
        refused = confirm(&proposal.fingerprint).err();
        refused.is_none()
    };
    let run = run(root, back, ask)?;
    refused.map_or_else(|| result_message(run), Err)
}

/// Returns the message about a finished run. Fails with the reason why nothing was published.
fn result_message(run: Run) -> Result<String, Problem> {
    match run {
        Run::Faulty(errors) => {
            let message = errors_first(errors.len());
            Err(Problem::new(409, message.unwrap_or_default()))
        }
        Run::Ended(Ok(outcome), has_new_urls) => Ok(success(&outcome, has_new_urls)),
        Run::Ended(Err(error), _) => Err(problem(&error)),
    }
}

/// Returns the message about a published site.
fn success(outcome: &Outcome, has_new_urls: bool) -> String {
    let done = match outcome {
        Outcome::Nothing => "Nothing has changed since the last time.",
        Outcome::Live { .. } => "The site is public as it is now.",
    };
    let urls = "The list of its addresses has grown: whoever looks after the site should keep content/urls.toml.";
    if has_new_urls {
        format!("{done} {urls}")
    } else {
        done.to_owned()
    }
}

/// Describes the changes of a plan.
fn described(plan: &Plan, summary: &Summary) -> Vec<String> {
    let is_page = |path: &&String| path.ends_with(".html");
    let files = plan.new.iter().chain(&plan.changed);
    let files = plan.assets.len() + files.filter(|path| !is_page(path)).count();
    let addresses = plan.routes.len() + plan.routes_removed.len();
    let deleted = plan.deleted.len();
    let counted = [
        (
            files,
            "1 picture or other file changes.",
            "pictures or other files change.",
        ),
        (
            addresses,
            "1 rule for an address changes.",
            "rules for addresses change.",
        ),
        (
            deleted,
            "1 file that no page uses is deleted.",
            "files that no page uses are deleted.",
        ),
    ];
    let counted = counted
        .into_iter()
        .filter_map(|(count, one, many)| match count {
            0 => None,
            1 => Some(one.to_owned()),
            _ => Some(format!("{count} {many}")),
        });
    let new = Some(summary.new.trim().to_owned()).filter(|line| !line.is_empty());
    let changes = summary.changes.iter().cloned();
    let words: Vec<String> = new.into_iter().chain(changes).chain(counted).collect();
    if words.is_empty() {
        return vec!["The last time was interrupted. What is missing is done now.".to_owned()];
    }
    words
}

/// Explains why a run failed. The technical details are the message of `site publish`.
fn problem(error: &Error) -> Problem {
    let message = match error {
        Error::Locked { .. } | Error::LockLost | Error::Overtaken => {
            "Somebody else is publishing, or has just published. Look again in a few minutes."
        }
        Error::NotSeen(_) => {
            "It is published, but the site does not show it yet. Look at the site in a few minutes."
        }
        Error::Vanished(_) => {
            "Addresses that people may know would stop working, so nothing was published. Ask whoever looks after the site."
        }
        Error::NoRelease(_) | Error::Incomplete { .. } => {
            "There is no earlier version to go back to."
        }
        _ => "It could not be published. Ask whoever looks after the site.",
    };
    Problem::technical(message, error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_in_words() {
        let summary = Summary {
            new: "1 new page: /about\n".to_owned(),
            changed: 1,
            changes: vec!["/contact: “a” became “b”".to_owned()],
            steps: "12 uploads, the whole CDN cache to clear\n".to_owned(),
        };
        let plan = Plan {
            assets: vec!["_site/a.css".to_owned()],
            changed: vec!["contact.html".to_owned(), "feed.xml".to_owned()],
            deleted: vec!["old.html".to_owned()],
            ..Plan::default()
        };
        assert_eq!(
            described(&plan, &summary),
            [
                "1 new page: /about",
                "/contact: “a” became “b”",
                "2 pictures or other files change.",
                "1 file that no page uses is deleted.",
            ]
        );
    }

    #[test]
    fn outcomes_in_words() {
        let live = || {
            Ok(Outcome::Live {
                release: "r".to_owned(),
                verified: 1,
                plan: Box::default(),
            })
        };
        let error = Diagnostic::new(&build::codes::CANNOT_WRITE, "cannot write");
        for (run, expected) in [
            (
                Run::Ended(live(), false),
                "The site is public as it is now.",
            ),
            (
                Run::Ended(live(), true),
                "whoever looks after the site should keep content/urls.toml.",
            ),
            (
                Run::Ended(Ok(Outcome::Nothing), false),
                "Nothing has changed since the last time.",
            ),
            (
                Run::Faulty(vec![error.clone(), error]),
                "2 errors have to be corrected first.",
            ),
            (
                Run::Ended(Err(Error::Overtaken), false),
                "Somebody else is publishing",
            ),
            (
                Run::Ended(Err(Error::NotSeen(Vec::new())), false),
                "does not show it yet",
            ),
            (
                Run::Ended(Err(Error::Vanished(vec!["/a".to_owned()])), false),
                "would stop working",
            ),
            (
                Run::Ended(Err(Error::NoRelease("r".to_owned())), false),
                "no earlier version",
            ),
            (
                Run::Ended(Err(Error::Unrecorded("r".to_owned())), false),
                "It could not be published.",
            ),
        ] {
            let said =
                result_message(run).unwrap_or_else(|problem| problem.body["error"].to_string());
            assert!(said.contains(expected) && !said.contains('`'), "{said}");
        }
    }
}
