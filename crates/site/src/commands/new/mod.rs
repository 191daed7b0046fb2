//! `site new`: creates an entry of any collection in `structure.toml`, and checks it before it is written.

pub mod draft;
mod interview;
mod missing;
mod set;
pub mod target;
pub mod toml;
mod verify;

use std::io::{self, IsTerminal, Read as _, Write as _};
use std::path::Path;
use std::process::ExitCode;

use build::Project;
use content::{DataFormat, is_draft};
use diagnostic::{Diagnostic, all_of};
use serde_json::{Map, Value, json};

use self::toml::entry_text;
use crate::arguments::{Arguments, Format, NewOptions};
use crate::codes;
use crate::failure::Failure;
use crate::project;
use crate::report;
use draft::Draft;
use interview::{Interview, option};
use target::Target;
pub use target::structure;

/// Runs `site new`.
pub fn run(arguments: &Arguments, options: &NewOptions) -> Result<ExitCode, Failure> {
    let project = project::find(arguments.root.as_deref())?;
    let is_interactive =
        io::stdin().is_terminal() && options.body.as_deref() != Some(Path::new("-"));
    let collection = match &options.collection {
        None if is_interactive => ask_for_collection(&project),
        given => given.clone(),
    };
    let target = Target::find(&project, collection.as_deref())?;
    if let Some(format) = target.rule.file.as_deref().and_then(DataFormat::of) {
        let message = format!("this command does not write content/{}", target.place());
        let help = format!(
            "add the entry with the program that the {} file comes from",
            format.name()
        );
        let diagnostic = Diagnostic::new(&codes::BAD_VALUE, message).help(help);
        return Err(Failure::usage(diagnostic));
    }
    let mut values = values_from_options(&target, options)?;
    if options.slug.is_some() || options.title.is_some() {
        // Report an unusable file name before asking any question.
        target.file(&values, options.slug.as_deref(), options)?;
    }
    if is_interactive {
        ask_for_values(&target, &mut values)?;
    }
    target.complete(&mut values)?;
    let file = match target.file(&values, options.slug.as_deref(), options) {
        Err(failure) if is_interactive && failure.is_usage => {
            ask_for_file(&target, &values, options, failure)?
        }
        file => file?,
    };
    let body = body(options)?;
    let draft = Draft::new(&target, &values, file, &body)?;
    let written = verify::verify(&target, &draft).and_then(|url| {
        if !body.trim().is_empty() {
            verify::verify_text(&project, &target, &draft)?;
        }
        draft.write(&project.root, &target)?;
        Ok(url)
    });
    let url = written.inspect_err(|_| {
        if is_interactive {
            // If the entry cannot be written, print the answers, so that they are not lost.
            report::note(&format!("\n{}", draft.added));
        }
    })?;
    let is_draft = is_draft(&values);
    if arguments.format == Format::Json {
        let line = json!({ "file": draft.path, "url": url, "draft": is_draft });
        report::print_result(&format!("{line}\n"));
        return Ok(ExitCode::SUCCESS);
    }
    report::print_result(&format!("{}\n", draft.path));
    if !arguments.quiet {
        let mut line = url.map_or_else(
            || "Created.".to_owned(),
            |url| format!("Created; its URL is {url}."),
        );
        if draft.is_markdown && body.trim().is_empty() {
            line.push_str(" Write its text below the second +++ line.");
        }
        if is_draft {
            line.push_str(" It is a draft: `site serve --drafts` shows it.");
            let missing = target.missing_keys(&values);
            if !missing.is_empty() {
                let keys = all_of(missing.iter().map(String::as_str));
                line.push_str(&format!(" It still lacks {keys}."));
            }
        }
        report::note(&line);
    }
    Ok(ExitCode::SUCCESS)
}

/// Asks for the collection of the entry. Returns `None` if the answer is empty.
fn ask_for_collection(project: &Project) -> Option<String> {
    let rules = structure(project).unwrap_or_default().collections;
    let names: Vec<String> = rules.into_iter().map(|rule| rule.name).collect();
    let list = names.iter().enumerate();
    let list: String = list
        .map(|(at, name)| format!("  {}  {name}\n", at + 1))
        .collect();
    let answer = report::ask(&format!(
        "Which collection is the new entry for?\n{list}collection: "
    ));
    let name = option(&names, &answer.ok()?);
    (!name.is_empty()).then_some(name)
}

/// Returns the values given on the command line with `--title`, `--set` and `--draft`.
fn values_from_options(
    target: &Target,
    options: &NewOptions,
) -> Result<Map<String, Value>, Failure> {
    let (name, schema) = (&target.rule.name, &target.rule.schema);
    let mut settings: Vec<(&str, &str)> = Vec::new();
    if let Some(title) = &options.title {
        let key = target.shape().naming_key().ok_or_else(|| {
            let message = format!("entries of `{name}` have no title");
            let diagnostic = Diagnostic::new(&content::codes::UNKNOWN_KEY, message);
            Failure::usage(diagnostic.help(format!(
                "omit --title, and set the keys that content/{schema} describes with --set"
            )))
        })?;
        settings.push((key, title));
    }
    let set = options.set.iter();
    settings.extend(set.map(|(key, text)| (key.as_str(), text.as_str())));
    if options.draft {
        settings.push(("draft", "true"));
    }
    let mut values = Map::new();
    let mut diagnostics = Vec::new();
    for (key, text) in settings {
        if let Err((message, mut help)) = set::set(&mut values, target.shape(), key, text) {
            if key == "draft" && options.draft && target.shape().key("draft").is_none() {
                help = Some(format!("add `draft` to content/{schema}, or omit --draft"));
            }
            let message = format!("{message} (collection `{name}`)");
            diagnostics.push(Diagnostic::new(&codes::BAD_VALUE, message).maybe_help(help));
        }
    }
    if diagnostics.is_empty() {
        return Ok(values);
    }
    Err(Failure {
        diagnostics,
        is_usage: true,
    })
}

/// Asks for every required value that is missing.
fn ask_for_values(target: &Target, values: &mut Map<String, Value>) -> Result<(), Failure> {
    let mut output = io::stderr().lock();
    let extra_required_keys = target.page_keys();
    let only_key = target.shape().naming_key().filter(|_| is_draft(values));
    if !missing::missing(values, target.shape(), &extra_required_keys).is_empty() {
        let (name, place) = (&target.rule.name, target.place());
        let _ = writeln!(
            output,
            "A new entry of `{name}` in content/{place}. Press Enter to accept the value in brackets, Ctrl-D to stop."
        );
    }
    let interview = Interview {
        shape: target.shape(),
        extra_required_keys: &extra_required_keys,
        only_key,
        defaults: &target.defaults(),
        templates: &target.templates_in_use(),
        check_value: &|values, key| verify::problems_of_value(target, values, key),
    };
    let result = interview.run(values, &mut io::stdin().lock(), &mut output);
    result.map_err(|error| {
        let message = match error.kind() {
            io::ErrorKind::UnexpectedEof => "stopped before all questions were answered".to_owned(),
            _ => format!("cannot ask: {error}"),
        };
        // Print the answers so far, so that they can be copied.
        let _ = write!(output, "\n{}\n", entry_text(values, target.shape()));
        let diagnostic = Diagnostic::new(&codes::NOT_FINISHED, message);
        diagnostic
            .help("the values so far are above; each can also be given with --set KEY=VALUE")
            .into()
    })
}

/// Asks for a file name until one can be used. `failure` says why the last name could not be used.
fn ask_for_file(
    target: &Target,
    values: &Map<String, Value>,
    options: &NewOptions,
    mut failure: Failure,
) -> Result<Option<String>, Failure> {
    loop {
        let problem = failure.diagnostics.iter().map(|one| one.message.as_str());
        let problem = problem.collect::<String>();
        let question = format!("\n{problem}\nfile name, without extension: ");
        let Ok(slug) = report::ask(&question) else {
            report::note("");
            return Err(failure);
        };
        match target.file(values, Some(&slug), options) {
            Err(next) if next.is_usage => failure = next,
            file => return file,
        }
    }
}

/// Reads the Markdown text of the entry from the file that `--body` names, or from standard input for `-`. Returns an empty text
/// without `--body`.
fn body(options: &NewOptions) -> Result<String, Failure> {
    let Some(path) = &options.body else {
        return Ok(String::new());
    };
    let text = if path == Path::new("-") {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        std::fs::read_to_string(path)
    };
    text.map_err(|error| {
        let message = format!("cannot read {}: {error}", path.display());
        let diagnostic = Diagnostic::new(&diagnostic::codes::UNREADABLE_FILE, message);
        Failure::usage(diagnostic.help("give --body a Markdown file, or - for standard input"))
    })
}
