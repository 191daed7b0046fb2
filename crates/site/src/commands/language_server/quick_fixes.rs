//! Answers which fixes there are at a place: those of the findings there, and one that applies all safe fixes of the document.

use diagnostic::{Change, Fix};
use lsp_types::{CodeAction, CodeActionContext, CodeActionKind, CodeActionOrCommand, Range};

use super::client::Client;
use super::edits::workspace_edit;
use super::findings::Ranges;
use super::positions::Positions;
use super::project::Project;

/// Returns the fixes of the findings in a range of a document, the best of each finding first, and the action that applies every safe
/// fix of the document.
pub fn quick_fixes(
    project: &Project,
    path: &str,
    range: &Range,
    context: &CodeActionContext,
    client: Client,
) -> Vec<CodeActionOrCommand> {
    let mut ranges = Ranges::new(client.encoding);
    let Some(source) = project.text(path) else {
        return Vec::new();
    };
    let span = Positions::new(&source.text, client.encoding).span(range);
    let mut actions = Vec::new();
    let mut safe = Vec::new();
    for finding in &project.findings {
        let Some((place, _)) = &finding.place else {
            continue;
        };
        if place.source.path != path {
            continue;
        }
        let fixes = finding.fixes();
        safe.extend(fixes.iter().find(|fix| fix.is_safe).cloned());
        let is_here = place.span.start <= span.end && span.start <= place.span.end;
        if !is_here || !is_wanted(context, &CodeActionKind::QUICKFIX) {
            continue;
        }
        for fix in fixes {
            let Some(edit) = workspace_edit(project, &fix.changes, client) else {
                continue;
            };
            actions.push(CodeAction {
                title: fix.label,
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: Some(vec![ranges.diagnostic(project, finding)]),
                edit: Some(edit),
                is_preferred: fix.is_safe.then_some(true),
                ..CodeAction::default()
            });
        }
    }
    if is_wanted(context, &CodeActionKind::SOURCE_FIX_ALL) {
        actions.extend(fix_all(project, path, &safe, client));
    }
    let actions = actions.into_iter();
    actions.map(CodeActionOrCommand::CodeAction).collect()
}

/// Returns whether the editor asked for this kind of action.
fn is_wanted(context: &CodeActionContext, kind: &CodeActionKind) -> bool {
    let Some(only) = &context.only else {
        return true;
    };
    only.iter().any(|wanted| {
        let rest = kind.as_str().strip_prefix(wanted.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    })
}

/// Returns the action that applies those fixes that only edit this document and do not overlap; `None` if there are none.
fn fix_all(project: &Project, path: &str, safe: &[Fix], client: Client) -> Option<CodeAction> {
    let mut changes: Vec<Change> = Vec::new();
    for fix in safe {
        let is_possible = fix.changes.iter().all(|change| {
            let Change::Replace(place, _) = change else {
                return false;
            };
            let overlaps = |other: &Change| match other {
                Change::Replace(other, _) => {
                    place.span.start <= other.span.end && other.span.start <= place.span.end
                }
                _ => true,
            };
            place.source.path == path && !changes.iter().any(overlaps)
        });
        if is_possible {
            changes.extend(fix.changes.iter().cloned());
        }
    }
    if changes.is_empty() {
        return None;
    }
    Some(CodeAction {
        title: "fix everything in this file that has a safe fix".to_owned(),
        kind: Some(CodeActionKind::SOURCE_FIX_ALL),
        edit: Some(workspace_edit(project, &changes, client)?),
        ..CodeAction::default()
    })
}
