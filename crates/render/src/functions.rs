//! What templates can call: functions that answer questions about the site, and filters.

use std::collections::BTreeMap;
use std::sync::Arc;

use diagnostic::{Code, Fingerprint, all_of, did_you_mean, one_of};
use tera::{Context, Kwargs, State, Tera, TeraResult, Value};

use crate::asked::{Query, note};
use crate::asset_index::{AssetIndex, NOT_MADE};
use crate::codes;
use crate::markdown::{Surroundings, image_tag, missing_image_help, render_value};
use crate::template_error::{UNUSABLE, function_error};
use crate::values::Values;
use crate::{dates, slug, value_markdown};
use crate::{island, island_props};

/// What functions answer from.
#[derive(Default)]
pub struct Answers {
    /// Entries, lists, taxonomies.
    pub values: Values,
    /// Files and islands.
    pub assets: Arc<AssetIndex>,
    /// Form definitions.
    pub forms: BTreeMap<String, Value>,
    /// `site.toml`, for facts in Markdown values.
    pub site: serde_json::Value,
    /// Addresses of documents by source file.
    pub by_source: Arc<std::collections::HashMap<String, String>>,
}

impl Answers {
    /// Of what the answer to a question is now; `None` where there is none.
    pub fn fingerprint(&self, query: &Query) -> Option<Fingerprint> {
        match query {
            Query::Collection(name) => Some(self.values.collection(name)?.fingerprint),
            Query::Entry(collection, slug) => {
                Some(self.values.entry(collection, slug)?.fingerprint)
            }
            Query::Taxonomy(name) => Some(self.values.taxonomies.get(name)?.fingerprint),
            Query::Address(file) => Some(Fingerprint::of(self.by_source.get(file)?)),
        }
    }
}

/// Functions that templates can call, for "did you mean".
pub const FUNCTIONS: [&str; 9] = [
    "asset",
    "collection",
    "entry",
    "form",
    "image",
    "island",
    "json_ld",
    "svg",
    "taxonomy",
];

/// Filters of Tera and ours, for "did you mean".
pub const FILTERS: [&str; 43] = [
    "abs",
    "capitalize",
    "date",
    "default",
    "escape",
    "escape_html",
    "escape_xml",
    "first",
    "float",
    "get",
    "group_by",
    "indent",
    "int",
    "join",
    "json",
    "keys",
    "last",
    "length",
    "lower",
    "map",
    "markdown",
    "markdown_inline",
    "newlines_to_br",
    "nth",
    "pairs",
    "pluralize",
    "replace",
    "reverse",
    "round",
    "safe",
    "slugify",
    "sort",
    "split",
    "str",
    "title",
    "trim",
    "trim_end",
    "trim_start",
    "truncate",
    "unique",
    "upper",
    "values",
    "wordcount",
];

/// Registers functions and filters.
pub fn register(tera: &mut Tera, answers: &Arc<Answers>) {
    let with = |name: &'static str, call: fn(&Answers, &Kwargs, &State) -> TeraResult<Value>| {
        let answers = Arc::clone(answers);
        move |kwargs: Kwargs, state: &State| {
            refuse_unknown(name, &kwargs)?;
            call(&answers, &kwargs, state)
        }
    };
    tera.register_function("collection", with("collection", collection));
    tera.register_function("entry", with("entry", entry));
    tera.register_function("taxonomy", with("taxonomy", taxonomy));
    tera.register_function("asset", with("asset", asset));
    tera.register_function("image", with("image", image));
    tera.register_function("svg", with("svg", svg));
    tera.register_function("form", with("form", form));
    tera.register_function("island", with("island", island));
    tera.register_function("json_ld", with("json_ld", json_ld));
    tera.register_filter(
        "json",
        |value: Value, kwargs: Kwargs, _: &State| -> TeraResult<Value> {
            refuse_unknown("json", &kwargs)?;
            Ok(Value::safe_string(&to_json(&value)?))
        },
    );
    tera.register_filter(
        "slugify",
        |text: &str, kwargs: Kwargs, _: &State| -> TeraResult<String> {
            refuse_unknown("slugify", &kwargs)?;
            Ok(slug::slugify(text))
        },
    );
    tera.register_filter(
        "date",
        |text: &str, kwargs: Kwargs, _: &State| -> TeraResult<String> {
            refuse_unknown("date", &kwargs)?;
            dates::format(text, kwargs.must_get::<&str>("format")?).map_err(tera::Error::message)
        },
    );
    let block = Arc::clone(answers);
    tera.register_filter("markdown", move |text: &str, kwargs: Kwargs, _: &State| {
        refuse_unknown("markdown", &kwargs)?;
        markdown(&block, text)
    });
    let inline = Arc::clone(answers);
    tera.register_filter(
        "markdown_inline",
        move |text: &str, kwargs: Kwargs, _: &State| -> TeraResult<Value> {
            refuse_unknown("markdown_inline", &kwargs)?;
            let html = markdown(&inline, text)?;
            let html = html.as_str().unwrap_or_default().trim();
            let inner = html
                .strip_prefix("<p>")
                .and_then(|html| html.strip_suffix("</p>"));
            Ok(Value::safe_string(
                inner.filter(|inner| !inner.contains("<p>")).unwrap_or(html),
            ))
        },
    );
}

/// What a function or filter of ours takes; the one it needs comes first.
pub fn arguments_of(name: &str) -> Option<&'static [&'static str]> {
    Some(match name {
        "asset" => &["path"],
        "collection" | "form" | "taxonomy" => &["name"],
        "date" => &["format"],
        "entry" => &["collection", "slug"],
        "image" => &["path", "alt", "class", "loading", "fetchpriority", "sizes"],
        "island" => &["name", "when", "props"],
        "json_ld" => &["data"],
        "svg" => &["path", "class", "label"],
        "json" | "markdown" | "markdown_inline" | "slugify" => &[],
        _ => return None,
    })
}

/// An argument that nobody reads is a mistake, or a wish that is not granted.
fn refuse_unknown(name: &str, kwargs: &Kwargs) -> TeraResult<()> {
    let known = arguments_of(name).unwrap_or_default();
    let given = kwargs.iter().filter_map(|(key, _)| key.as_str());
    let Some(unknown) = given.filter(|key| !known.contains(key)).min() else {
        return Ok(());
    };
    let help = did_you_mean(unknown, known.iter().copied()).unwrap_or_else(|| match known {
        [] => format!("`{name}` takes none"),
        [only] if unknown == "sort" => {
            format!(
                "it takes `{only}` only; for another order pass it on to `| sort(attribute=\"…\")`"
            )
        }
        [only] => format!("it takes `{only}` only"),
        _ => format!("its arguments are {}", all_of(known.iter().copied())),
    });
    let message = format!("`{name}` has no argument `{unknown}`");
    Err(function_error(
        &codes::UNKNOWN_ARGUMENT,
        message,
        Some(help),
    ))
}

/// JSON that may stand in a script element: `<`, `>` and `&` only as escapes (HTML standard, section 4.12.1.3).
pub fn to_json(value: &Value) -> TeraResult<String> {
    let json = serde_json::to_string(value).map_err(tera::Error::message)?;
    Ok(json
        .replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026"))
}

fn json_ld(_: &Answers, kwargs: &Kwargs, _: &State) -> TeraResult<Value> {
    let data = to_json(&kwargs.must_get::<Value>("data")?)?;
    Ok(Value::safe_string(&format!(
        "<script type=\"application/ld+json\">{data}</script>"
    )))
}

fn collection(answers: &Answers, kwargs: &Kwargs, _: &State) -> TeraResult<Value> {
    let name = kwargs.must_get::<&str>("name")?;
    note(Query::Collection(name.to_owned()));
    let list = answers.values.collection(name);
    list.map(|list| list.value.clone()).ok_or_else(|| {
        function_error(
            &content::codes::UNKNOWN_COLLECTION,
            format!("there is no collection `{name}`"),
            did_you_mean(name, answers.values.names()),
        )
    })
}

fn entry(answers: &Answers, kwargs: &Kwargs, _: &State) -> TeraResult<Value> {
    let name = kwargs.must_get::<&str>("collection")?;
    let slug = kwargs.must_get::<&str>("slug")?;
    note(Query::Entry(name.to_owned(), slug.to_owned()));
    if let Some(entry) = answers.values.entry(name, slug) {
        return Ok(entry.value.clone());
    }
    let wanted = (name.to_owned(), slug.to_owned());
    if answers.values.unusable.contains(&wanted) {
        return Err(function_error(&UNUSABLE, "", None));
    }
    let known = answers.values.slugs(name);
    Err(function_error(
        &codes::UNKNOWN_ENTRY,
        format!("the collection `{name}` has no document `{slug}`"),
        did_you_mean(slug, known),
    ))
}

fn taxonomy(answers: &Answers, kwargs: &Kwargs, _: &State) -> TeraResult<Value> {
    let name = kwargs.must_get::<&str>("name")?;
    note(Query::Taxonomy(name.to_owned()));
    let terms = answers.values.taxonomies.get(name);
    terms.map(|terms| terms.value.clone()).ok_or_else(|| {
        let known = answers.values.taxonomies.keys().map(String::as_str);
        function_error(
            &content::codes::UNKNOWN_COLLECTION,
            format!("there is no taxonomy `{name}`"),
            did_you_mean(name, known),
        )
    })
}

fn known_file<'a>(answers: &'a Answers, path: &str, code: &'static Code) -> TeraResult<&'a str> {
    answers.assets.resolve("", path).ok_or_else(|| {
        if code == &content::codes::MISSING_IMAGE {
            let help = missing_image_help(&answers.assets, path);
            return function_error(code, format!("there is no image `{path}`"), Some(help));
        }
        let known = answers.assets.urls.keys().map(String::as_str);
        let message = format!("there is no file `{path}`");
        function_error(code, message, did_you_mean(path, known))
    })
}

fn asset(answers: &Answers, kwargs: &Kwargs, _: &State) -> TeraResult<Value> {
    let path = kwargs.must_get::<&str>("path")?;
    if answers.assets.incomplete && answers.assets.resolve("", path).is_none() {
        return Ok(Value::from(NOT_MADE));
    }
    let name = known_file(answers, path, &codes::MISSING_ASSET)?;
    Ok(Value::from(
        answers.assets.urls.get(name).cloned().unwrap_or_default(),
    ))
}

fn image(answers: &Answers, kwargs: &Kwargs, _: &State) -> TeraResult<Value> {
    let name = known_file(
        answers,
        kwargs.must_get::<&str>("path")?,
        &content::codes::MISSING_IMAGE,
    )?;
    let text = |key| kwargs.get::<&str>(key).map(Option::unwrap_or_default);
    let tag = image_tag(
        &answers.assets,
        name,
        kwargs.must_get::<&str>("alt")?,
        &[
            ("class", text("class")?),
            ("loading", kwargs.get::<&str>("loading")?.unwrap_or("lazy")),
            ("fetchpriority", text("fetchpriority")?),
            ("sizes", text("sizes")?),
        ],
    );
    Ok(Value::safe_string(&tag))
}

fn svg(answers: &Answers, kwargs: &Kwargs, _: &State) -> TeraResult<Value> {
    let name = known_file(
        answers,
        kwargs.must_get::<&str>("path")?,
        &content::codes::MISSING_IMAGE,
    )?;
    let Some(drawing) = answers.assets.drawings.get(name) else {
        return Err(function_error(
            &content::codes::MISSING_IMAGE,
            format!("`{name}` is not an SVG file"),
            None,
        ));
    };
    let Some(start) = drawing.find("<svg") else {
        return Err(function_error(
            &content::codes::MISSING_IMAGE,
            format!("`{name}` holds no <svg> element"),
            None,
        ));
    };
    let mut tag = String::from("<svg");
    if let Some(class) = kwargs.get::<&str>("class")? {
        tag.push_str(&format!(" class=\"{}\"", tera_escape(class)));
    }
    match kwargs.get::<&str>("label")? {
        Some(label) => tag.push_str(&format!(
            " role=\"img\" aria-label=\"{}\"",
            tera_escape(label)
        )),
        None => tag.push_str(" aria-hidden=\"true\" focusable=\"false\""),
    }
    Ok(Value::safe_string(&format!(
        "{tag}{}",
        drawing[start + 4..].trim_end()
    )))
}

fn tera_escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    // Writing to a String cannot fail.
    let _ = pulldown_cmark_escape::escape_html(&mut escaped, text);
    escaped
}

fn form(answers: &Answers, kwargs: &Kwargs, _: &State) -> TeraResult<Value> {
    let name = kwargs.must_get::<&str>("name")?;
    let form = answers.forms.get(name);
    if form.is_some_and(Value::is_none) {
        return Err(function_error(&UNUSABLE, "", None));
    }
    form.cloned().ok_or_else(|| {
        let known = answers.forms.keys().map(String::as_str);
        function_error(
            &codes::UNKNOWN_FORM,
            format!("there is no form `{name}`"),
            did_you_mean(name, known),
        )
    })
}

fn island(answers: &Answers, kwargs: &Kwargs, _: &State) -> TeraResult<Value> {
    let name = kwargs.must_get::<&str>("name")?;
    let when = kwargs.get::<&str>("when")?.unwrap_or("visible");
    if !island::MOMENTS.contains(&when) {
        return Err(function_error(
            &codes::ISLAND_PROPS,
            format!("`{when}` is no moment for an island to wake at"),
            Some(format!("the moments are {}", one_of(island::MOMENTS))),
        ));
    }
    let none_made = answers.assets.incomplete && answers.assets.islands.is_empty();
    if !answers.assets.islands.contains_key(name) && !none_made {
        let known = answers.assets.islands.keys().map(String::as_str);
        return Err(function_error(
            &codes::UNKNOWN_ISLAND,
            format!("there is no island `{name}`"),
            did_you_mean(name, known)
                .or_else(|| Some("islands are the folders of widgets/src/islands/".to_owned())),
        ));
    }
    let props = kwargs
        .get::<Value>("props")?
        .unwrap_or_else(|| Value::from(tera::Map::default()));
    let props = serde_json::to_value(&props).map_err(tera::Error::message)?;
    let schema = answers
        .assets
        .islands
        .get(name)
        .unwrap_or(&serde_json::Value::Null);
    let props = island_props::fit(name, schema, &props, &answers.assets).map_err(|problems| {
        let help = problems.iter().find_map(|problem| problem.help.clone());
        let messages: Vec<String> = problems
            .into_iter()
            .map(|problem| problem.message)
            .collect();
        function_error(&codes::ISLAND_PROPS, messages.join("; "), help)
    })?;
    Ok(Value::safe_string(&island::placeholder(name, when, &props)))
}

fn markdown(answers: &Answers, text: &str) -> TeraResult<Value> {
    // Values have no components: those belong to documents, whose places are known.
    let tera = Tera::new();
    let implicits = Context::new();
    let around = Surroundings {
        site: &answers.site,
        tera: &tera,
        implicits: &implicits,
        assets: &answers.assets,
        by_source: &answers.by_source,
    };
    render_value(text, &around)
        .map(|html| Value::safe_string(&html))
        .map_err(|found| {
            function_error(
                &codes::BAD_MARKDOWN,
                value_markdown::pack(text, &found),
                None,
            )
        })
}
