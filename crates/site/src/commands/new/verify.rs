//! The text that would be written, and whether the site would be as good with it as it is without.

use std::collections::BTreeSet;
use std::sync::Arc;

use content::{Part, Schema, TomlText, Tree};
use diagnostic::{Code, Diagnostic, Place, Source, did_you_mean};
use render::Plan;
use serde_json::{Map, Value};
use toml_edit::{ArrayOfTables, DocumentMut, Item};

use super::failure::Failure;
use super::schema::Shape;
use super::target::{Name, Target};
use super::toml::{inline_table, table};
use crate::codes;
use crate::project;
use build::page_cache;
use build::{Inputs, Project};
use build::{Memo, build};

/// A file as it would be.
pub struct Draft {
    /// Its path, relative to the project.
    pub path: String,
    /// All of it.
    pub text: String,
    /// What is new in it.
    pub added: String,
    /// Whether there is no such file yet.
    pub is_new: bool,
    /// Whether text stands below its front matter.
    pub is_markdown: bool,
}

impl Draft {
    /// The file with the entry in it.
    pub fn of(
        target: &Target,
        shape: Shape<'_>,
        values: &Map<String, Value>,
        name: &Name,
        body: &str,
    ) -> Result<Self, Failure> {
        let entry = DocumentMut::from(table(values, shape)).to_string();
        match name {
            Name::File(path) if path.ends_with(".md") => {
                let body = body
                    .trim_start_matches('\u{feff}')
                    .trim_matches(['\r', '\n']);
                let end = if body.is_empty() { "" } else { "\n" };
                let text = format!("+++\n{entry}+++\n\n{body}{end}");
                Ok(Self {
                    path: path.clone(),
                    added: text.clone(),
                    text,
                    is_new: true,
                    is_markdown: true,
                })
            }
            _ if !body.trim().is_empty() => {
                let message = format!(
                    "entries of `{}` are TOML: they have no text below their keys",
                    target.rule.name
                );
                let diagnostic = Diagnostic::new(&codes::BAD_VALUE, message);
                Err(Failure::Usage(diagnostic.help("leave --body away")))
            }
            Name::File(path) => {
                let text = format!("{}{entry}", schema_line(path, &target.rule.schema));
                Ok(Self {
                    path: path.clone(),
                    added: text.clone(),
                    text,
                    is_new: true,
                    is_markdown: false,
                })
            }
            Name::InList => in_list(target, shape, values),
        }
    }
}

/// The list's file with one entry more, everything else in it as it was.
fn in_list(
    target: &Target,
    shape: Shape<'_>,
    values: &Map<String, Value>,
) -> Result<Draft, Failure> {
    let path = format!("content/{}", target.place());
    let old = target.tree.texts.get(&path);
    let text = old.map_or_else(
        || schema_line(&path, &target.rule.schema),
        |source| source.text.clone(),
    );
    let is_new = old.is_none() && !target.tree.unreadable.contains_key(&path);
    let mut list: DocumentMut = text
        .parse()
        .map_err(|_| Failure::Project(of_file(&target.found, &path)))?;
    let mut entry = table(values, shape);
    let added = entry.to_string();
    // A comment at the end of the file stays where it is: above the new entry then.
    let end = list.trailing().as_str().unwrap_or_default().to_owned();
    if !end.is_empty() {
        let newline = if end.ends_with('\n') { "" } else { "\n" };
        entry.decor_mut().set_prefix(format!("{end}{newline}\n"));
    }
    match list
        .entry("item")
        .or_insert_with(|| Item::ArrayOfTables(ArrayOfTables::new()))
    {
        Item::ArrayOfTables(entries) => {
            entries.push(entry);
            list.set_trailing("");
        }
        Item::Value(toml_edit::Value::Array(entries)) => {
            entries.push(inline_table(values, shape));
        }
        _ => return Err(Failure::Project(of_file(&target.found, &path))),
    }
    let mut new = list.to_string();
    if text.contains("\r\n") {
        new = new.replace("\r\n", "\n").replace('\n', "\r\n");
    }
    Ok(Draft {
        path,
        text: new,
        added,
        is_new,
        is_markdown: false,
    })
}

/// The line by which editors find the schema of a TOML file.
fn schema_line(path: &str, schema: &str) -> String {
    let up = path.matches('/').count().saturating_sub(1);
    let up = if up == 0 {
        "./".to_owned()
    } else {
        "../".repeat(up)
    };
    format!("#:schema {up}{schema}\n")
}

fn of_file(found: &[Diagnostic], path: &str) -> Vec<Diagnostic> {
    found
        .iter()
        .filter(|one| touches(one, path))
        .cloned()
        .collect()
}

fn touches(one: &Diagnostic, path: &str) -> bool {
    let own = one.place.iter().map(|(place, _)| place);
    let related = one.related.iter().map(|(place, _)| place);
    own.chain(related).any(|place| place.source.path == path)
}

/// Checks the site with the draft in it. Gives the new address, if there is one.
///
/// # Errors
/// What would be wrong then and is not now.
pub fn verify(target: &Target, draft: &Draft) -> Result<Option<String>, Vec<Diagnostic>> {
    let mut tree: Tree = target.tree.clone();
    tree.texts.insert(
        draft.path.clone(),
        Source::new(draft.path.clone(), draft.text.clone()),
    );
    let selection = content::Selection {
        date: target.today,
        drafts: true,
        future: true,
    };
    let (content, mut found) = content::assemble(&tree, &selection);
    let mut before = target.found.clone();
    let mut url = None;
    if let Some(content) = &content {
        let (plan, more) = render::plan(content);
        found.extend(more);
        found.extend(as_a_page(target, draft, &plan));
        url = plan.by_source.get(&draft.path).cloned();
    }
    match &target.content {
        Some(content) => before.extend(render::plan(content).1),
        // Without the others' addresses nothing can be said of theirs.
        None => found.retain(|one| touches(one, &draft.path)),
    }
    let known: BTreeSet<_> = before.iter().map(identity).collect();
    found.retain(|one| {
        one.severity == diagnostic::Severity::Error && !known.contains(&identity(one))
    });
    if found.is_empty() {
        Ok(url)
    } else {
        Err(found)
    }
}

/// Builds the site with the draft in it, as far as its text reaches: links, headings, pictures, components.
///
/// # Errors
/// What would be wrong then and is not now.
pub fn verify_text(
    project: &Project,
    target: &Target,
    draft: &Draft,
) -> Result<(), Vec<Diagnostic>> {
    let inputs = Inputs {
        drafts: true,
        future: true,
        date: Some(target.today),
        ..project::inputs_of_today()
    };
    let built = |tree: Tree| {
        let mut memo = Memo::of(tree, page_cache::read(project));
        build(project, &inputs, &mut memo, &[], &mut |_| {}).1
    };
    let mut tree = target.tree.clone();
    let source = Source::new(draft.path.clone(), draft.text.clone());
    tree.texts.insert(draft.path.clone(), source);
    let is_error = |one: &Diagnostic| one.severity == diagnostic::Severity::Error;
    let mut found = built(tree);
    found.retain(is_error);
    if found.is_empty() {
        return Ok(());
    }
    let before = built(target.tree.clone());
    let known: BTreeSet<_> = before.iter().map(identity).collect();
    found.retain(|one| !known.contains(&identity(one)));
    if found.is_empty() { Ok(()) } else { Err(found) }
}

/// What makes a finding the same before and after.
fn identity(one: &Diagnostic) -> (&str, &str, &str, usize) {
    let (path, start) = one.place.as_ref().map_or(("", 0), |(place, _)| {
        (place.source.path.as_str(), place.span.start)
    });
    (one.code.name, &one.message, path, start)
}

/// What the inspection of the finished page would say of its title, description and template.
fn as_a_page(target: &Target, draft: &Draft, plan: &Plan) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let new = plan
        .by_source
        .get(&draft.path)
        .and_then(|url| plan.routes.get(url));
    let Some((route, document)) = new.and_then(|route| Some((route, route.document.as_ref()?)))
    else {
        return found;
    };
    let place = |key: &str| document.place(&format!("/{key}"), Part::Value);
    for (key, code, message) in
        wrong_as_meta_data(target, plan, Some(&route.url), |key| document.text(key))
    {
        found.push(Diagnostic::new(code, message).at(place(key), ""));
    }
    if !target.templates.contains(&route.template) {
        let names = || target.templates.iter().map(String::as_str);
        found.push(
            Diagnostic::new(
                &render::codes::MISSING_TEMPLATE,
                format!("the theme has no template `{}`", route.template),
            )
            .at(place("template"), "no such file in its templates/")
            .maybe_help(did_you_mean(&route.template, names())),
        );
    }
    found
}

/// What is wrong with the title and the description of a page: key, code and words.
fn wrong_as_meta_data<'t>(
    target: &Target,
    plan: &Plan,
    own: Option<&str>,
    text: impl Fn(&str) -> Option<&'t str>,
) -> Vec<(&'static str, &'static Code, String)> {
    let limits = target.config.limits;
    let others = || {
        plan.routes
            .iter()
            .filter(|route| own.is_none_or(|own| route.url != own))
    };
    let mut found = Vec::new();
    let meta_title = text("meta_title");
    if let Some(title) = meta_title.or_else(|| text("title")) {
        let length = title.chars().count();
        if length > limits.title {
            let key = if meta_title.is_some() {
                "meta_title"
            } else {
                "title"
            };
            let most = limits.title;
            let message = format!("the title has {length} characters; at most {most} are allowed");
            found.push((key, &inspect::titles::TITLE_TOO_LONG, message));
        }
        if let Some(other) = others().find(|route| route.title == title) {
            let message = format!("the page {} has this title already", other.url);
            found.push(("title", &inspect::titles::DUPLICATE_TITLE, message));
        }
    }
    if let Some(description) = text("description") {
        let length = description.chars().count();
        let (least, most) = (limits.description_min, limits.description_max);
        if length < least || length > most {
            let message =
                format!("the description has {length} characters; {least} to {most} are expected");
            found.push((
                "description",
                &inspect::descriptions::DESCRIPTION_LENGTH,
                message,
            ));
        }
        if let Some(other) = others().find(|route| route.description == description) {
            let message = format!("the page {} has this description already", other.url);
            found.push((
                "description",
                &inspect::descriptions::DUPLICATE_DESCRIPTION,
                message,
            ));
        }
    }
    found
}

/// What is wrong with one value, for the person who has just typed it.
pub fn judge(
    target: &Target,
    shape: Shape<'_>,
    values: &Map<String, Value>,
    key: &str,
) -> Vec<String> {
    let source = Source::new("", DocumentMut::from(table(values, shape)).to_string());
    let toml = TomlText::whole(&source);
    let (Ok(table), Some(schema)) = (toml.parse(), compiled(target)) else {
        return Vec::new();
    };
    let own = toml.locate(&format!("/{}", key.replace('.', "/")), Part::Value);
    let is_here =
        |place: &Place| place.span.start >= own.span.start && place.span.end <= own.span.end;
    let said = schema
        .check(&Value::Object(table), &toml, "", &target.pictures())
        .into_iter()
        .filter(|one| one.place.as_ref().is_some_and(|(place, _)| is_here(place)))
        .flat_map(|one| std::iter::once(one.message).chain(one.help));
    let mut said: Vec<String> = said.collect();
    if said.is_empty() && target.rule.route.is_some() {
        let plan = target
            .content
            .as_ref()
            .map(|content| render::plan(content).0);
        let text = |key: &str| values.get(key).and_then(Value::as_str);
        let wrong = wrong_as_meta_data(target, &plan.unwrap_or_default(), None, text);
        let own = wrong.into_iter().filter(|(of, _, _)| *of == key);
        said.extend(own.map(|(_, _, message)| message));
    }
    if key == "template" && said.is_empty() {
        let name = values.get(key).and_then(Value::as_str).unwrap_or_default();
        if !target.templates.iter().any(|one| one == name) {
            said.push(format!("the theme has no template `{name}`"));
            said.extend(did_you_mean(
                name,
                target.templates.iter().map(String::as_str),
            ));
        }
    }
    said
}

fn compiled(target: &Target) -> Option<Schema> {
    let source = target
        .tree
        .texts
        .get(&format!("content/{}", target.rule.schema))?;
    Schema::compile(source, &Arc::new(target.pictures())).ok()
}
