//! `site edit`: the preview of `site serve` with a drawer in which the content is edited.
//!
//! `serve::edit` decides who is answered, keeps unsaved texts, and builds with them. This module answers the requests, each kind in a
//! file of its own, from the results of the last build. It writes nothing by itself: it computes changes of files, which the desk
//! makes if they are below `content/` and the files are still the same.

mod choices;
mod clicked;
mod context;
mod create;
mod document;
mod document_text;
mod entry_name;
mod file_changes;
mod fixes;
mod kept_comments;
mod links;
mod listing;
mod office_words;
mod pictures;
mod problem;
mod progress;
mod publish;
mod removal;
mod renaming;
mod reported;
mod requests;
mod save;
mod schema_form;
mod shown;
mod stored_errors;
#[cfg(test)]
mod tests;
mod text_search;
mod toml_values;
mod translation;
mod undoing;
mod unknown_form;
mod view;

use std::process::ExitCode;
use std::sync::Arc;

use serve::edit::BundleFile;

use crate::arguments::{Arguments, EditOptions};
use crate::commands::serve::serve_until_stopped;
use crate::failure::Failure;
use crate::{project, report};

/// Runs `site edit` until it is stopped.
pub fn run(arguments: &Arguments, options: &EditOptions) -> Result<ExitCode, Failure> {
    if BundleFile::Script.bytes().is_none() {
        report::note(
            "The drawer is missing: run `npm ci && npm run build` in editors/drawer, and compile this program again.",
        );
    }
    let inputs = build::Inputs {
        audience: build::Audience::Authors,
        ..project::inputs_of_today()
    };
    let kept = context::Kept::default();
    let server = serve::Options {
        host: options.host,
        port: options.port,
        open: options.open.clone(),
        live: true,
        editor: None,
        edit: Some(serve::edit::EditOptions {
            port: if options.port == 0 {
                0
            } else {
                options.port.saturating_add(1)
            },
            answer: Arc::new(move |desk, request| {
                requests::answer(context::Context::new(desk, &kept), request)
            }),
        }),
    };
    serve_until_stopped(arguments, inputs, &server, false)
}
