//! Finds the errors that a new entry would add to the site.

use std::collections::BTreeSet;
use std::sync::Arc;

use build::{Destination, Encoding, Inputs, Memo, Project, build};
use content::{Content, Part, Schema, TomlText, Tree, is_draft};
use diagnostic::{Code, Diagnostic, Place, Severity, Source, did_you_mean};
use inspect::settings::with_levels;
use inspect::{descriptions, titles};
use render::Plan;
use serde_json::{Map, Value};

use super::draft::Draft;
use super::target::{Target, is_about};
use super::toml::entry_text;
use crate::failure::Failure;
use crate::project;

/// Checks the content with the draft in it. Returns the URL of the new page, or `None` if the entry is not a page. Fails with
/// the errors that the draft adds.
pub fn verify(target: &Target, draft: &Draft) -> Result<Option<String>, Failure> {
    let (content, mut diagnostics) = content::load(&draft.in_tree(&target.tree), &target.selection);
    let mut url = None;
    if let Some(content) = &content {
        let (plan, more) = render::plan(content);
        diagnostics.extend(more);
        let more = problems_of_page(target, draft, content, &plan);
        diagnostics.extend(with_levels(&target.tree, more));
        url = plan.by_source.get(&draft.path).cloned();
    }
    let mut before = target.diagnostics.clone();
    match &target.content {
        Some(content) => before.extend(render::plan(content).1),
        // The URLs of the other documents are unknown, so only the draft itself can be checked.
        None => diagnostics.retain(|one| is_about(one, &draft.path)),
    }
    fail_on_new_errors(diagnostics, &before)?;
    Ok(url)
}

/// Builds the site with the draft in it, to check the links, headings, images and components of the draft's text. Fails with
/// the errors that the draft adds.
pub fn verify_text(project: &Project, target: &Target, draft: &Draft) -> Result<(), Failure> {
    let inputs = Inputs {
        drafts: true,
        future: true,
        date: Some(target.selection.date),
        encoding: Encoding::Later,
        ..project::inputs_of_today()
    };
    let diagnostics_of = |tree: Tree| {
        let mut memo = Memo::read(project).with_content(tree);
        let destination = Destination::Nowhere;
        build(project, &inputs, &mut memo, &[], destination, &mut |_| {}).1
    };
    let diagnostics = diagnostics_of(draft.in_tree(&target.tree));
    if !diagnostic::has_errors(&diagnostics) {
        return Ok(());
    }
    fail_on_new_errors(diagnostics, &diagnostics_of(target.tree.clone()))
}

/// Fails with the errors among `diagnostics` that are not in `before`. Succeeds if there are none.
fn fail_on_new_errors(
    mut diagnostics: Vec<Diagnostic>,
    before: &[Diagnostic],
) -> Result<(), Failure> {
    let identity = |one: &Diagnostic| {
        let place = one.place.as_ref();
        let place = place.map(|(place, _)| (place.source.path.clone(), place.span.start));
        (one.code.name, one.message.clone(), place)
    };
    let known: BTreeSet<_> = before.iter().map(identity).collect();
    diagnostics.retain(|one| one.severity == Severity::Error && !known.contains(&identity(one)));
    if diagnostics.is_empty() {
        Ok(())
    } else {
        Err(diagnostics.into())
    }
}

/// Returns the diagnostics that a build would report about the title, the description and the template of the new page. Returns
/// nothing if the entry is a draft or has no page.
fn problems_of_page(
    target: &Target,
    draft: &Draft,
    content: &Content,
    plan: &Plan,
) -> Vec<Diagnostic> {
    let url = plan.by_source.get(&draft.path);
    let Some(route) = url.and_then(|url| plan.routes.get(url)) else {
        return Vec::new();
    };
    let document = route.document_in(content);
    let document = document.filter(|one| !is_draft(&one.fields));
    let Some(document) = document else {
        return Vec::new();
    };
    let place = |key: &str| document.place(&format!("/{key}"), Part::Value);
    let text = |key: &str| document.text(key);
    let problems = problems_of_meta_data(target, content, plan, Some(&route.url), text).into_iter();
    let mut diagnostics: Vec<Diagnostic> = problems
        .map(|(key, code, message)| Diagnostic::new(code, message).at(place(key), ""))
        .collect();
    if let Some((message, help)) = problem_of_template(target, &route.template) {
        diagnostics.push(
            Diagnostic::new(&render::codes::MISSING_TEMPLATE, message)
                .at(place("template"), "not in the theme's templates/")
                .maybe_help(help),
        );
    }
    diagnostics
}

/// Returns the problems with the title and the description of a page, as tuples of key, code, and message. `own` is the URL of
/// the page itself if it is already part of the plan.
fn problems_of_meta_data<'t>(
    target: &Target,
    content: &Content,
    plan: &Plan,
    own: Option<&str>,
    text: impl Fn(&str) -> Option<&'t str>,
) -> Vec<(&'static str, &'static Code, String)> {
    let limits = target.config.limits;
    let others = || plan.routes.iter().filter(|route| own != Some(&route.url));
    let mut problems = Vec::new();
    let (title_key, title) = match text("meta_title") {
        Some(title) => ("meta_title", Some(title)),
        None => ("title", text("title")),
    };
    if let Some(title) = title {
        let (length, most) = (title.chars().count(), limits.title);
        if length > most {
            let message = format!("the title has {length} characters; at most {most} are allowed");
            problems.push((title_key, &titles::TITLE_TOO_LONG, message));
        }
        if let Some(other) = others().find(|route| route.title(content) == title) {
            let message = format!("the page {} already has this title", other.url);
            problems.push(("title", &titles::DUPLICATE_TITLE, message));
        }
    }
    if let Some(description) = text("description") {
        let length = description.chars().count();
        let (least, most) = (limits.description_min, limits.description_max);
        if !(least..=most).contains(&length) {
            let message =
                format!("the description has {length} characters; {least} to {most} are expected");
            problems.push(("description", &descriptions::DESCRIPTION_LENGTH, message));
        }
        if let Some(other) = others().find(|route| route.description(content) == description) {
            let message = format!("the page {} already has this description", other.url);
            problems.push(("description", &descriptions::DUPLICATE_DESCRIPTION, message));
        }
    }
    problems
}

/// Returns a message and help if the theme has no template with this name, and `None` if it has one.
fn problem_of_template(target: &Target, name: &str) -> Option<(String, Option<String>)> {
    if target.templates.iter().any(|template| template == name) {
        return None;
    }
    let names = target.templates.iter().map(String::as_str);
    let message = format!("the theme has no template `{name}`");
    Some((message, did_you_mean(name, names).map(|help| help.text)))
}

/// Returns the problems with the value of a key, as lines for the person who has just typed it.
pub fn problems_of_value(target: &Target, values: &Map<String, Value>, key: &str) -> Vec<String> {
    let source = Source::new("", entry_text(values, target.shape()));
    let toml = TomlText::whole(&source);
    let (Ok(table), Some(schema)) = (toml.parse(), compile_schema(target)) else {
        return Vec::new();
    };
    let own = toml.locate(&format!("/{}", key.replace('.', "/")), Part::Value);
    let is_here =
        |place: &Place| place.span.start >= own.span.start && place.span.end <= own.span.end;
    let diagnostics = schema.check(&Value::Object(table), &toml, &target.images());
    let here = diagnostics
        .into_iter()
        .filter(|one| one.place.as_ref().is_some_and(|(place, _)| is_here(place)));
    let mut problems: Vec<String> = here
        .flat_map(|one| std::iter::once(one.message).chain(one.help))
        .collect();
    let text = |key: &str| values.get(key).and_then(Value::as_str);
    if problems.is_empty() && target.rule.route.is_some() {
        let content = target.content.clone().unwrap_or_default();
        let (plan, _) = render::plan(&content);
        let of_page = problems_of_meta_data(target, &content, &plan, None, text);
        let of_value = of_page.into_iter().filter(|(of, _, _)| *of == key);
        problems.extend(of_value.map(|(_, _, message)| message));
    }
    if problems.is_empty() && key == "template" {
        let problem = problem_of_template(target, text(key).unwrap_or_default());
        problems.extend(
            problem
                .into_iter()
                .flat_map(|(message, help)| std::iter::once(message).chain(help)),
        );
    }
    problems
}

/// Compiles the collection's schema. Returns `None` if it is missing or invalid.
fn compile_schema(target: &Target) -> Option<Schema> {
    let path = format!("content/{}", target.rule.schema);
    Schema::compile(target.tree.texts.get(&path)?, &Arc::new(target.images())).ok()
}
