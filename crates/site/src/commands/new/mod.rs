//! `site new`: a new entry of any collection that `structure.toml` declares, checked before it is written.

mod failure;
mod interview;
mod schema;
mod target;
mod toml;
mod values;
mod verify;

use std::collections::BTreeMap;
use std::io::{IsTerminal, Read as _, Write as _};
use std::path::Path;
use std::process::ExitCode;

use diagnostic::Diagnostic;
use serde_json::{Map, Value, json};

use crate::arguments::{Arguments, Format, NewOptions};
use crate::codes;
use crate::project;
use crate::report;
use build::write::replace_file;
use failure::Failure;
use interview::{Interview, Stopped};
use schema::Shape;
use target::{Name, Target};
use verify::Draft;

/// Runs the command.
pub fn run(arguments: &Arguments, options: &NewOptions) -> ExitCode {
    match create(arguments, options) {
        Ok(written) => {
            tell(arguments, &written);
            ExitCode::SUCCESS
        }
        Err(Failure::Usage(diagnostic)) => {
            report::finish_unwritten(&[diagnostic], arguments.format);
            ExitCode::from(2)
        }
        Err(Failure::Project(mut found)) => {
            diagnostic::sort(&mut found);
            report::finish_unwritten(&found, arguments.format)
        }
    }
}

/// A new entry that is on disk.
struct Written {
    /// Its file, relative to the project.
    path: String,
    /// Its address, if it has one.
    url: Option<String>,
    /// Whether its text is still to be written.
    needs_text: bool,
    /// Whether builds leave it out.
    is_draft: bool,
}

fn create(arguments: &Arguments, options: &NewOptions) -> Result<Written, Failure> {
    let project = project::find(arguments.root.as_deref())?;
    let is_asked =
        std::io::stdin().is_terminal() && options.body.as_deref() != Some(Path::new("-"));
    let word = match &options.collection {
        None if is_asked => which_collection(&target::collections(&project)),
        given => given.clone(),
    };
    let target = Target::find(&project, word.as_deref())?;
    let shape = Shape::new(&target.schema);
    let mut values = given(&target, shape, options)?;
    if options.slug.is_some() || options.title.is_some() {
        // Said before anything is asked.
        target.name(shape, &values, options.slug.as_deref(), options)?;
    }
    let proposals = target.proposals(shape);
    let also = target.also(shape);
    if is_asked {
        ask(&target, shape, &also, &proposals, &mut values)?;
    } else {
        let wanted = values::required_in_order(shape, &also);
        for (key, value) in proposals {
            if wanted.contains(&key.as_str()) && !values.contains_key(&key) {
                values.insert(key, value);
            }
        }
        let missing = values::missing(&values, shape, &also);
        if !missing.is_empty() {
            return Err(Failure::Usage(target.lacks(&missing)));
        }
    }
    let name = match target.name(shape, &values, options.slug.as_deref(), options) {
        Err(Failure::Usage(wrong)) if is_asked => {
            another_name(&target, shape, &values, options, wrong)?
        }
        name => name?,
    };
    let body = body(options)?;
    let draft = Draft::of(&target, shape, &values, &name, &body)?;
    // What was typed is not lost where it cannot be written.
    let shown = |failure: Failure| {
        if is_asked {
            report::note(&format!("\n{}", draft.added));
        }
        failure
    };
    let checked =
        verify::verify(&target, &draft).map_err(|found| shown(Failure::Project(found)))?;
    if !body.trim().is_empty() {
        verify::verify_text(&project, &target, &draft)
            .map_err(|found| shown(Failure::Project(found)))?;
    }
    write(&project.root, &target, &draft).map_err(shown)?;
    Ok(Written {
        path: draft.path.clone(),
        url: checked,
        needs_text: draft.is_markdown && body.trim().is_empty(),
        is_draft: values.get("draft") == Some(&Value::Bool(true)),
    })
}

/// Asks which of the collections gets the entry; `None` where that is not answered.
fn which_collection(names: &[String]) -> Option<String> {
    let mut output = std::io::stderr().lock();
    let _ = writeln!(output, "Which collection gets a new entry?");
    for (index, name) in names.iter().enumerate() {
        let _ = writeln!(output, "  {}  {name}", index + 1);
    }
    let _ = write!(output, "collection: ");
    let _ = output.flush();
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).ok()?;
    let typed = line.trim();
    let by_number = typed.parse::<usize>().ok();
    let by_number = by_number.and_then(|number| names.get(number.checked_sub(1)?));
    match by_number {
        Some(name) => Some(name.clone()),
        None => (!typed.is_empty()).then(|| typed.to_owned()),
    }
}

/// What the command line gives: `--title`, `--set`, `--draft`.
fn given(
    target: &Target,
    shape: Shape<'_>,
    options: &NewOptions,
) -> Result<Map<String, Value>, Failure> {
    let mut values = Map::new();
    let mut settings: Vec<(&str, &str)> = Vec::new();
    if let Some(title) = &options.title {
        let key = shape.naming_key().ok_or_else(|| {
            Failure::Usage(
                Diagnostic::new(
                    &content::codes::UNKNOWN_KEY,
                    format!("entries of `{}` have no title", target.rule.name),
                )
                .help(format!(
                    "their keys are described in content/{}",
                    target.rule.schema
                )),
            )
        })?;
        settings.push((key, title));
    }
    settings.extend(
        options
            .set
            .iter()
            .map(|(key, text)| (key.as_str(), text.as_str())),
    );
    if options.draft {
        settings.push(("draft", "true"));
    }
    for (key, text) in settings {
        values::set(&mut values, shape, key, text).map_err(|(message, help)| {
            let of = format!("{message} (collection `{}`)", target.rule.name);
            let draft = key == "draft" && options.draft && shape.key("draft").is_none();
            let diagnostic = Diagnostic::new(&codes::BAD_VALUE, of);
            Failure::Usage(if draft {
                diagnostic.help(format!(
                    "add `draft` to content/{}, or leave --draft away",
                    target.rule.schema
                ))
            } else {
                diagnostic.maybe_help(help)
            })
        })?;
    }
    Ok(values)
}

fn ask(
    target: &Target,
    shape: Shape<'_>,
    also: &[&str],
    proposals: &BTreeMap<String, Value>,
    values: &mut Map<String, Value>,
) -> Result<(), Failure> {
    let mut output = std::io::stderr().lock();
    let lacking = values::missing(values, shape, also);
    if !lacking.is_empty() {
        let heading = format!(
            "A new entry of `{}` in content/{}. An empty line takes what stands in brackets; Ctrl-D stops.",
            target.rule.name,
            target.place(),
        );
        let _ = writeln!(output, "{heading}");
    }
    let interview = Interview {
        shape,
        also,
        proposals,
        judge: &|values, key| verify::judge(target, shape, values, key),
    };
    interview
        .hold(values, &mut std::io::stdin().lock(), &mut output)
        .map_err(|stopped| {
            Failure::Project(vec![
                match stopped {
                    Stopped::AtEnd => Diagnostic::new(
                        &codes::NOT_FINISHED,
                        "the questions were not answered to the end",
                    ),
                    Stopped::Broken(error) => {
                        Diagnostic::new(&codes::NOT_FINISHED, format!("cannot ask: {error}"))
                    }
                }
                .help("every value can also be given with --set KEY=VALUE"),
            ])
        })
}

/// Asks for the name of the file, where the title gives none or one that is taken.
fn another_name(
    target: &Target,
    shape: Shape<'_>,
    values: &Map<String, Value>,
    options: &NewOptions,
    mut wrong: Diagnostic,
) -> Result<Name, Failure> {
    loop {
        let mut output = std::io::stderr().lock();
        let _ = write!(
            output,
            "\n{}\nname of the file, without ending: ",
            wrong.message
        );
        let _ = output.flush();
        let mut line = String::new();
        match std::io::stdin().read_line(&mut line) {
            Ok(0) | Err(_) => {
                let _ = writeln!(output);
                return Err(Failure::Usage(wrong));
            }
            Ok(_) => {}
        }
        match target.name(shape, values, Some(line.trim()), options) {
            Err(Failure::Usage(still)) => wrong = still,
            name => return name,
        }
    }
}

/// The text below the front matter.
fn body(options: &NewOptions) -> Result<String, Failure> {
    let Some(path) = &options.body else {
        return Ok(String::new());
    };
    let read = if path == Path::new("-") {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        std::fs::read_to_string(path)
    };
    read.map_err(|error| {
        Failure::Usage(
            Diagnostic::new(
                &diagnostic::codes::UNREADABLE_FILE,
                format!("cannot read {}: {error}", path.display()),
            )
            .help("--body names a file with Markdown, or - for standard input"),
        )
    })
}

fn write(root: &Path, target: &Target, draft: &Draft) -> Result<(), Failure> {
    let path = root.join(&draft.path);
    if !draft.is_new {
        let old = target.tree.texts.get(&draft.path);
        let old = old.map(|source| source.text.as_str());
        return Ok(replace_file(&path, &draft.path, old, &draft.text)?);
    }
    // Nobody's file is written over, not even one that was made this moment.
    path.parent()
        .map_or(Ok(()), std::fs::create_dir_all)
        .and_then(|()| std::fs::File::create_new(&path)?.write_all(draft.text.as_bytes()))
        .map_err(|error| {
            Failure::from(Diagnostic::new(
                &build::codes::CANNOT_WRITE,
                format!("cannot write {}: {error}", draft.path),
            ))
        })
}

fn tell(arguments: &Arguments, written: &Written) {
    if arguments.format == Format::Json {
        let line = json!({
            "file": written.path,
            "url": written.url,
            "draft": written.is_draft,
        });
        report::answer(&format!("{line}\n"));
        return;
    }
    report::answer(&format!("{}\n", written.path));
    if arguments.quiet {
        return;
    }
    let mut line = match &written.url {
        Some(url) => format!("Written; its address is {url}."),
        None => "Written.".to_owned(),
    };
    if written.needs_text {
        line.push_str(" Its text goes below the second +++ line.");
    }
    if written.is_draft {
        line.push_str(" It is a draft: `site serve --drafts` shows it.");
    }
    report::note(&line);
}
