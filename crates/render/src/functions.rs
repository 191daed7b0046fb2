//! Functions and filters that templates can call.

use std::sync::Arc;

use content::TextOrder;
use diagnostic::{Code, Diagnostic, Help, all_of, did_you_mean, did_you_mean_or_list, one_of};
use tera::{Kwargs, Map, State, Tera, TeraResult, Value};

use crate::asset_index::UNAVAILABLE_ASSET_URL;
use crate::choice::Condition;
use crate::entry_content::entry_content;
use crate::foreign_arguments::{ARGUMENT, foreign_argument};
use crate::function_data::LanguageData;
use crate::manual::{self, Manual};
use crate::markdown::{Dialect, MarkdownContext, image_tag, missing_image_help, render_value};
use crate::picture::{self, Shape};
use crate::recorder::{ENTRY, Query, Recorder};
use crate::table::table;
use crate::template::problem::type_name;
use crate::xml::escape;
use crate::{
    codes, dates, drawing_ids, html_text, island, island_props, list_filters, local_formats, slug,
    word,
};

/// Implementation of a template function.
type Function = fn(&LanguageData, &Kwargs, &Recorder) -> TeraResult<Value>;

/// Implementation of a template filter that takes text.
type Filter = fn(&LanguageData, &str, &Kwargs, &Recorder) -> TeraResult<Value>;

/// Registers the functions and filters of this crate. They read `data`, and record queries, pictures, and errors with
/// `recorder`.
pub fn register(tera: &mut Tera, data: &Arc<LanguageData>, recorder: &Recorder) {
    let functions: [(&'static Manual, Function); 13] = [
        (&manual::functions::COLLECTION, collection),
        (&manual::functions::CONTENT, entry_content),
        (&manual::functions::ENTRY, entry),
        (&manual::functions::NEIGHBORS, neighbors),
        (&manual::functions::TAXONOMY, taxonomy),
        (&manual::functions::ASSET, asset),
        (&manual::functions::IMAGE, image),
        (&manual::functions::PICTURE, picture_file),
        (&manual::functions::SVG, svg),
        (&manual::functions::FORM, form),
        (&manual::functions::ISLAND, island),
        (&manual::functions::JSON_LD, json_ld),
        (&manual::functions::WORD, word::word),
    ];
    for (manual, function) in functions {
        let (data, recorder) = (Arc::clone(data), recorder.clone());
        tera.register_function(manual.name, move |kwargs: Kwargs, _: &State| {
            check_arguments(manual, &kwargs, &recorder)?;
            function(&data, &kwargs, &recorder)
        });
    }
    let filters: [(&'static Manual, Filter); 6] = [
        (&manual::filters::WORDCOUNT, |_, text, _, _| {
            Ok(Value::from(content::count_words(text)))
        }),
        (&manual::filters::STRIPTAGS, |_, text, _, _| {
            Ok(Value::from(html_text::plain_text(text)))
        }),
        (&manual::filters::SLUGIFY, |_, text, _, _| {
            Ok(Value::from(slug::slugify(text)))
        }),
        (&manual::filters::DATE, |data, text, kwargs, _| {
            let date = dates::format(text, kwargs.must_get::<&str>("format")?, &data.lang);
            date.map(Value::from).map_err(tera::Error::message)
        }),
        (
            &manual::filters::MARKDOWN,
            |data, text, kwargs, recorder| {
                let html = markdown(data, text, kwargs, recorder)?;
                Ok(Value::safe_string(&html))
            },
        ),
        (
            &manual::filters::MARKDOWN_INLINE,
            |data, text, kwargs, recorder| {
                let html = markdown(data, text, kwargs, recorder)?;
                let html = html.trim();
                let inner = html
                    .strip_prefix("<p>")
                    .and_then(|html| html.strip_suffix("</p>"));
                let inner = inner.filter(|inner| !inner.contains("<p>"));
                Ok(Value::safe_string(inner.unwrap_or(html)))
            },
        ),
    ];
    for (manual, filter) in filters {
        let (data, recorder) = (Arc::clone(data), recorder.clone());
        tera.register_filter(manual.name, move |text: &str, kwargs: Kwargs, _: &State| {
            check_arguments(manual, &kwargs, &recorder)?;
            filter(&data, text, &kwargs, &recorder)
        });
    }
    let (sort, known, calls) = (&manual::filters::SORT, Arc::clone(data), recorder.clone());
    tera.register_filter(
        sort.name,
        move |values: &[Value], kwargs: Kwargs, _: &State| {
            check_arguments(sort, &kwargs, &calls)?;
            list_filters::sort(values, &kwargs, &TextOrder::of(&known.lang))
        },
    );
    let (group_by, calls) = (&manual::filters::GROUP_BY, recorder.clone());
    tera.register_filter(
        group_by.name,
        move |values: &[Value], kwargs: Kwargs, _: &State| {
            check_arguments(group_by, &kwargs, &calls)?;
            list_filters::group_by(values, &kwargs)
        },
    );
    let (number, known, calls) = (&manual::filters::NUMBER, Arc::clone(data), recorder.clone());
    tera.register_filter(
        number.name,
        move |value: Value, kwargs: Kwargs, _: &State| {
            check_arguments(number, &kwargs, &calls)?;
            let text = value.to_string();
            let formatted = local_formats::number(&text, &known.lang);
            formatted.ok_or_else(|| tera::Error::message(format!("`{text}` is not a number")))
        },
    );
    let recorder = recorder.clone();
    let json = &manual::filters::JSON;
    tera.register_filter(json.name, move |value: Value, kwargs: Kwargs, _: &State| {
        check_arguments(json, &kwargs, &recorder)?;
        TeraResult::Ok(Value::safe_string(&to_json(&value)?))
    });
}

/// Records a diagnostic, and returns the error with which the template function fails.
pub(crate) fn failure(
    recorder: &Recorder,
    code: &'static Code,
    message: String,
    help: impl Into<Help>,
) -> tera::Error {
    recorder.failure(vec![Diagnostic::new(code, message).help(help)])
}

/// Fails if a call has an argument that the function does not declare, which Tera would silently ignore, or an argument that must
/// be a string and is not.
fn check_arguments(manual: &Manual, kwargs: &Kwargs, recorder: &Recorder) -> TeraResult<()> {
    let given = kwargs.iter().filter_map(|(key, _)| key.as_str());
    let is_known = |key: &str| manual.argument_names().any(|name| name == key);
    let Some(unknown) = given.filter(|key| !is_known(key)).min() else {
        let wrong = wrong_texts(manual, kwargs);
        return if wrong.is_empty() {
            Ok(())
        } else {
            Err(recorder.failure(wrong))
        };
    };
    let known: Vec<&str> = manual.argument_names().collect();
    let value = kwargs.get::<Value>(unknown).ok().flatten();
    let foreign = foreign_argument(manual.name, unknown, value.as_ref());
    let help = foreign.or_else(|| did_you_mean(unknown, known.iter().copied()));
    let help = help.unwrap_or_else(|| match *known {
        _ if unknown == "sort" => "sort the result: `| sort(attribute=\"…\")`".into(),
        [] => "it takes no arguments".into(),
        [only] => format!("it takes only `{only}`").into(),
        _ => format!("its arguments are {}", all_of(known.iter().copied())).into(),
    });
    let message = format!("`{}` has no argument `{unknown}`", manual.name);
    let diagnostic = Diagnostic::new(&codes::UNKNOWN_ARGUMENT, message).help(help);
    Err(recorder.failure(vec![diagnostic.part(ARGUMENT, unknown)]))
}

/// Returns a diagnostic for each argument that must be a string and is not.
fn wrong_texts(manual: &Manual, kwargs: &Kwargs) -> Vec<Diagnostic> {
    let values = kwargs.iter().filter_map(|(key, value)| {
        let mut arguments = manual.arguments.iter();
        let argument = arguments.find(|one| Some(one.name) == key.as_str())?;
        (argument.is_text && !value.is_string()).then_some((argument.name, value))
    });
    let wrong = values.map(|(name, value)| {
        let argument = format!("the argument `{name}` of `{}`", manual.name);
        if value.is_undefined() {
            let help = "check the names in its value; if documents may leave it out, add a default: `| default(value=\"\")`";
            let diagnostic = Diagnostic::new(&codes::TEMPLATE_ERROR, format!("{argument} is undefined"));
            return diagnostic.help(help).part(ARGUMENT, name);
        }
        let found = type_name(value.name());
        let message = format!("{argument} must be a string, not {found}");
        let help = format!("write a string in quotes, {name}=\"…\", or name a value that is a string");
        Diagnostic::new(&codes::TEMPLATE_ERROR, message).help(help)
    });
    wrong.collect()
}

/// Returns a value as JSON that is safe in a script element.
fn to_json(value: &Value) -> TeraResult<String> {
    let json = serde_json::to_string(value).map_err(tera::Error::message)?;
    Ok(island::without_markup(&json))
}

fn json_ld(_: &LanguageData, kwargs: &Kwargs, _: &Recorder) -> TeraResult<Value> {
    let data = to_json(&kwargs.must_get::<Value>("data")?)?;
    Ok(Value::safe_string(&format!(
        "<script type=\"application/ld+json\">{data}</script>"
    )))
}

fn collection(data: &LanguageData, kwargs: &Kwargs, recorder: &Recorder) -> TeraResult<Value> {
    let name = kwargs.must_get::<&str>("name")?;
    let limit = match kwargs.get::<Value>("limit")? {
        Some(limit) => Some(count(&limit, recorder)?),
        None => None,
    };
    let lang = language(data, kwargs, recorder)?;
    let list = if let Some(condition) = Condition::of(kwargs, recorder)? {
        condition.select(data, name, lang, limit, recorder)?
    } else {
        recorder.query(Query::Collection(name.to_owned(), lang.to_owned(), limit));
        data.values.collection(name, lang, limit)
    };
    match list {
        Some(list) => Ok(list),
        None if data.incomplete => Err(recorder.failure(Vec::new())),
        None => Err(failure(
            recorder,
            &content::codes::UNKNOWN_COLLECTION,
            format!("unknown collection `{name}`"),
            did_you_mean_or_list(name, "collections", data.values.names()).unwrap_or_else(|| {
                "add a [[collection]] with this name to content/structure.toml".into()
            }),
        )),
    }
}

/// Returns the value of `lang`, or the language of the page. Fails if the site has no such language.
fn language<'a>(
    data: &'a LanguageData,
    kwargs: &Kwargs,
    recorder: &Recorder,
) -> TeraResult<&'a str> {
    let Some(lang) = kwargs.get::<&str>("lang")? else {
        return Ok(&data.lang);
    };
    if let Some((known, _)) = data.sites.get_key_value(lang) {
        return Ok(known);
    }
    let known = data.sites.keys().map(String::as_str);
    let help = did_you_mean_or_list(lang, "its languages", known);
    let help = help.unwrap_or_else(|| "remove `lang`".into());
    let message = format!("the site has no language `{lang}`");
    Err(failure(recorder, &codes::UNKNOWN_VALUE, message, help))
}

/// Returns the value of `limit`. Fails if it is not a whole number.
fn count(limit: &Value, recorder: &Recorder) -> TeraResult<usize> {
    let count = limit.as_u64().and_then(|count| usize::try_from(count).ok());
    count.ok_or_else(|| {
        let message = format!("`limit` cannot be `{limit}`");
        let help = "write a whole number, as in limit=3";
        failure(recorder, &codes::TEMPLATE_ERROR, message, help)
    })
}

fn entry(data: &LanguageData, kwargs: &Kwargs, recorder: &Recorder) -> TeraResult<Value> {
    let name = kwargs.must_get::<&str>("collection")?;
    let slug = kwargs.must_get::<&str>("slug")?;
    let lang = language(data, kwargs, recorder)?;
    let query = Query::Entry(name.to_owned(), slug.to_owned(), lang.to_owned());
    recorder.query(query);
    if let Some(entry) = data.values.entry(name, slug, [lang, &data.main]) {
        return Ok(entry.clone());
    }
    let key = (name.to_owned(), slug.to_owned());
    if data.values.unusable.contains(&key) {
        return Err(recorder.failure(Vec::new()));
    }
    let known = data.values.slugs(name, lang);
    let help = did_you_mean_or_list(slug, "its documents", known).unwrap_or_else(|| {
        format!(
            "write the slug of an existing document: `site list --collection {name}` lists them"
        )
        .into()
    });
    let message = format!("the collection `{name}` has no document `{slug}`");
    Err(recorder.no_entry(slug, message, help))
}

fn neighbors(data: &LanguageData, kwargs: &Kwargs, recorder: &Recorder) -> TeraResult<Value> {
    let url = kwargs.must_get::<&str>("url")?;
    recorder.query(Query::Neighbors(url.to_owned()));
    if let Some(neighbors) = data.neighbors(url) {
        return Ok(neighbors.value());
    }
    if data.plan.routes.contains(url) || data.incomplete {
        // A list, or a document with errors.
        return Ok(Value::from(Map::default()));
    }
    let help = did_you_mean(url, data.plan.routes.urls());
    let help = help.unwrap_or_else(|| "write url=page.url for the page itself".into());
    let message = format!("there is no page at `{url}`");
    Err(recorder.no_entry(url, message, help))
}

fn taxonomy(data: &LanguageData, kwargs: &Kwargs, recorder: &Recorder) -> TeraResult<Value> {
    let name = kwargs.must_get::<&str>("name")?;
    let lang = language(data, kwargs, recorder)?;
    recorder.query(Query::Taxonomy(name.to_owned(), lang.to_owned()));
    let taxonomy = data.values.taxonomies.get(name);
    match taxonomy.and_then(|languages| languages.get(lang)) {
        Some(terms) => Ok(terms.value.clone()),
        None if data.incomplete => Err(recorder.failure(Vec::new())),
        None => Err(failure(
            recorder,
            &content::codes::UNKNOWN_COLLECTION,
            format!("unknown taxonomy `{name}`"),
            did_you_mean(name, data.values.taxonomies.keys().map(String::as_str)).unwrap_or_else(
                || "add a [[taxonomy]] with this name to content/structure.toml".into(),
            ),
        )),
    }
}

/// Returns the asset name of the picture at a path. Fails if there is none.
fn picture<'a>(data: &'a LanguageData, path: &str, recorder: &Recorder) -> TeraResult<&'a str> {
    data.assets.resolve("", path).ok_or_else(|| {
        failure(
            recorder,
            &content::codes::MISSING_IMAGE,
            format!("there is no image `{path}`"),
            missing_image_help(&data.assets, path),
        )
    })
}

/// Returns help that names the only file with the name of one that does not exist, in another folder.
fn asset_of_same_name(data: &LanguageData, path: &str) -> Option<Help> {
    let name = path.rsplit('/').next().filter(|name| !name.is_empty())?;
    let mut same = data
        .assets
        .urls
        .keys()
        .filter(|known| known.rsplit('/').next() == Some(name));
    let only = same.next().filter(|_| same.next().is_none())?;
    Some(Help::replace(format!("did you mean `{only}`?"), path, only))
}

fn asset(data: &LanguageData, kwargs: &Kwargs, recorder: &Recorder) -> TeraResult<Value> {
    let path = kwargs.must_get::<&str>("path")?;
    match data.assets.resolve("", path) {
        Some(name) => {
            let url = data.assets.url(name, recorder);
            Ok(Value::from(url.unwrap_or_default()))
        }
        None if data.assets.incomplete => Ok(Value::from(UNAVAILABLE_ASSET_URL)),
        None => Err(failure(
            recorder,
            &codes::MISSING_ASSET,
            format!("there is no file `{path}`"),
            asset_of_same_name(data, path)
                .or_else(|| did_you_mean(path, data.assets.urls.keys().map(String::as_str)))
                .unwrap_or_else(|| {
                    "write the path of a file in the theme or in content/, as in styles/main.css"
                        .into()
                }),
        )),
    }
}

fn image(data: &LanguageData, kwargs: &Kwargs, recorder: &Recorder) -> TeraResult<Value> {
    let name = picture(data, kwargs.must_get::<&str>("path")?, recorder)?;
    let text = |key| kwargs.get::<&str>(key).map(Option::unwrap_or_default);
    let tag = image_tag(
        &data.assets,
        name,
        kwargs.must_get::<&str>("alt")?,
        &[
            ("class", text("class")?),
            ("loading", text("loading")?),
            ("fetchpriority", text("fetchpriority")?),
            ("sizes", text("sizes")?),
        ],
        &shape(kwargs, recorder)?,
        recorder,
    );
    Ok(Value::safe_string(&tag))
}

/// Returns the URL and size of one file of a picture, for places that take only one URL, such as `og:image`.
fn picture_file(data: &LanguageData, kwargs: &Kwargs, recorder: &Recorder) -> TeraResult<Value> {
    let assets = &data.assets;
    let name = picture(data, kwargs.must_get::<&str>("path")?, recorder)?;
    let (url, size) = match assets.single(name, &shape(kwargs, recorder)?, recorder) {
        Some(one) => (format!("/{}", one.output), Some((one.width, one.height))),
        None => (
            assets.urls.get(name).cloned().unwrap_or_default(),
            assets.sizes.get(name).copied(),
        ),
    };
    let (width, height) = match size {
        Some((width, height)) => (Value::from(width), Value::from(height)),
        None => (Value::none(), Value::none()),
    };
    Ok(table([
        ("url", Value::from(url)),
        ("width", width),
        ("height", height),
    ]))
}

/// Reads the arguments `ratio`, `focus`, and `widths` of a picture. Arguments that are null or undefined are ignored, because
/// documents may omit the value.
fn shape(kwargs: &Kwargs, recorder: &Recorder) -> TeraResult<Shape> {
    let given = |name| {
        let value = kwargs.get::<Value>(name)?;
        TeraResult::Ok(value.filter(|value| !value.is_none() && !value.is_undefined()))
    };
    let refused = |name: &str, value: &Value, help: &str| {
        let message = format!("`{name}` cannot be `{value}`");
        failure(recorder, &codes::BAD_PICTURE_ARGUMENT, message, help)
    };
    let mut shape = Shape::default();
    if let Some(value) = given("ratio")? {
        let ratio = picture::ratio(&value.to_string());
        let help = "write width and height, as in \"16/9\"";
        shape.ratio = Some(ratio.ok_or_else(|| refused("ratio", &value, help))?);
    }
    if let Some(value) = given("focus")? {
        let focus = content::focus(&value.to_string());
        shape.focus = focus.ok_or_else(|| refused("focus", &value, content::FOCUS_HELP))?;
    }
    if let Some(value) = given("widths")? {
        let widths = serde_json::to_value(&value).map_err(tera::Error::message)?;
        let widths = serde_json::from_value::<Vec<u32>>(widths).ok();
        let widths = widths.filter(|widths| widths.iter().all(|width| (1..=8000).contains(width)));
        let help = "write pixels, as in [400, 800], at most 8000";
        shape.widths = widths.ok_or_else(|| refused("widths", &value, help))?;
    }
    Ok(shape)
}

fn svg(data: &LanguageData, kwargs: &Kwargs, recorder: &Recorder) -> TeraResult<Value> {
    let name = picture(data, kwargs.must_get::<&str>("path")?, recorder)?;
    let refused =
        |message, help: &str| failure(recorder, &content::codes::MISSING_IMAGE, message, help);
    let drawing = data.assets.drawings.get(name);
    let drawing = drawing.ok_or_else(|| {
        let help = "show it with image(path=…, alt=…)";
        refused(format!("`{name}` is not an SVG file"), help)
    })?;
    let start = drawing.find("<svg");
    let start = start.ok_or_else(|| {
        let help = "save the drawing again as plain SVG";
        refused(format!("`{name}` has no <svg> element"), help)
    })?;
    let mut tag = String::from("<svg");
    if let Some(class) = kwargs.get::<&str>("class")? {
        tag.push_str(&format!(" class=\"{}\"", escape(class)));
    }
    match kwargs.get::<&str>("label")? {
        Some(label) => tag.push_str(&format!(" role=\"img\" aria-label=\"{}\"", escape(label))),
        None => tag.push_str(" aria-hidden=\"true\" focusable=\"false\""),
    }
    let rest = drawing[start + "<svg".len()..].trim_end();
    Ok(Value::safe_string(&drawing_ids::with_prefix(&(tag + rest))))
}

fn form(data: &LanguageData, kwargs: &Kwargs, recorder: &Recorder) -> TeraResult<Value> {
    let name = kwargs.must_get::<&str>("name")?;
    match data.forms.get(name) {
        Some(form) if form.is_none() => Err(recorder.failure(Vec::new())),
        Some(form) => {
            let translations = form.get_from_path("translations");
            let translation = translations.and_then(|all| all.get_from_path(&data.lang));
            Ok(translation.unwrap_or(form).clone())
        }
        None => {
            let message = format!("unknown form `{name}`");
            let known = data.forms.keys().map(String::as_str);
            let help = did_you_mean_or_list(name, "forms", known).unwrap_or_else(|| {
                format!("create content/forms/{name}.toml, or write the name of another form")
                    .into()
            });
            let diagnostic = Diagnostic::new(&codes::UNKNOWN_FORM, message).part(ENTRY, name);
            Err(recorder.failure(vec![diagnostic.help(help)]))
        }
    }
}

fn island(data: &LanguageData, kwargs: &Kwargs, recorder: &Recorder) -> TeraResult<Value> {
    let name = kwargs.must_get::<&str>("name")?;
    let when = kwargs.get::<&str>("when")?.unwrap_or("visible");
    if !island::MOMENTS.contains(&when) {
        return Err(failure(
            recorder,
            &codes::ISLAND_PROPS,
            format!("`{when}` is not a valid `when`"),
            format!("use {}", one_of(island::MOMENTS)),
        ));
    }
    let islands = &data.assets.islands;
    let schema = match islands.get(name) {
        Some(schema) => schema,
        // All islands are missing because of an error in a script.
        None if data.assets.incomplete && islands.is_empty() => &serde_json::Value::Null,
        None => {
            let help = did_you_mean(name, islands.keys().map(String::as_str));
            return Err(failure(
                recorder,
                &codes::UNKNOWN_ISLAND,
                format!("unknown island `{name}`"),
                help.unwrap_or_else(|| "islands are the folders of widgets/src/islands/".into()),
            ));
        }
    };
    let props = kwargs
        .get::<Value>("props")?
        .unwrap_or_else(|| Value::from(tera::Map::default()));
    let props = serde_json::to_value(&props).map_err(tera::Error::message)?;
    let props = island_props::fit(name, schema, &props, &data.assets, recorder)
        .map_err(|diagnostics| recorder.failure(diagnostics))?;
    let html = props.html.as_deref();
    let placeholder = island::placeholder(name, when, &props.json, html);
    Ok(Value::safe_string(&placeholder))
}

/// Converts a value to HTML. The arguments of the filter set the dialect.
fn markdown(
    data: &LanguageData,
    text: &str,
    kwargs: &Kwargs,
    recorder: &Recorder,
) -> TeraResult<String> {
    let dialect = Dialect {
        typography: kwargs.get("typography")?.unwrap_or(true),
        math: kwargs.get("math")?.unwrap_or(false),
        ..Dialect::default()
    };
    let context = MarkdownContext {
        site: data.site(),
        components: None,
        assets: &data.assets,
        by_source: &data.plan.by_source,
        dialect,
        allows_scripts: false,
        highlighter: None,
        recorder,
    };
    render_value(text, &context).map_err(|diagnostics| recorder.failure(diagnostics))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recorder::recorder;

    #[test]
    fn everything_that_templates_can_use_has_a_manual() {
        let mut tera = Tera::default();
        register(&mut tera, &Arc::default(), &recorder().0);
        let known = format!("{tera:?}");
        for (kind, count) in [
            ("functions", manual::functions::ALL.len()),
            ("filters", manual::filters::ALL.len()),
            ("tests", manual::tests::ALL.len()),
        ] {
            let described = format!("{kind}: {count},");
            assert!(known.contains(&described), "{described} in {known}");
        }
    }
}
