//! The pages on functions, filters, tests, and values of templates, each with an example and its output on the example site.

use render::manual::{Argument, Field, Manual, filters, functions, tests, values};

use super::example_site::rendered;
use super::markdown::{code, sentence};
use super::page::Page;

/// URL of the page of the example site on which the examples of functions, filters, and tests are rendered.
const PAGE: &str = "/journal/new-oven";

/// Returns the pages on functions, filters, tests, and values.
pub fn pages() -> Vec<Page> {
    vec![
        Page {
            name: "functions",
            title: "Functions of templates",
            nav: "Functions",
            description: "Every function that a template can call, with its arguments and an example.",
            text: list(
                "A function is called with named arguments: `{{ image(path=\"images/oven.jpg\", alt=\"\") }}`. Below each example is what \
                 it gives on the page of a bakery’s website.",
                "",
                functions::ALL,
                |one| format!("{}({})", one.name, arguments(one)),
            ),
        },
        Page {
            name: "filters",
            title: "Filters of templates",
            nav: "Filters",
            description: "Every filter that a template can apply to a value, with its arguments and an example.",
            text: list(
                "A filter follows a value after a `|`: `{{ page.title | upper }}`. Filters can be chained, and those with arguments have \
                 parentheses.",
                "",
                filters::ALL,
                |one| after_value("|", one),
            ),
        },
        Page {
            name: "tests",
            title: "Tests of templates",
            nav: "Tests",
            description: "Every test that a condition of a template can use, with its arguments and an example.",
            text: list(
                "A test follows a value after `is` or `is not`: `{% if page.date is defined %}`.",
                "is ",
                tests::ALL,
                |one| after_value("is", one),
            ),
        },
        Page {
            name: "values",
            title: "Values of templates",
            nav: "Values",
            description: "Every field of page, paginator, site, menus, and the other values that a template can show, with an example.",
            text: objects(),
        },
    ]
}

/// Returns the names of the arguments as a list, with a question mark after each optional one.
fn arguments(of: &Manual) -> String {
    let named = |one: &Argument| format!("{}{}", one.name, if one.is_required { "" } else { "?" });
    of.arguments
        .iter()
        .map(named)
        .collect::<Vec<_>>()
        .join(", ")
}

/// Returns the notation for a use of a filter or test, such as `value | date(format?)`.
fn after_value(operator: &str, of: &Manual) -> String {
    let call = format!("value {operator} {}", of.name);
    match arguments(of) {
        arguments if arguments.is_empty() => call,
        arguments => format!("{call}({arguments})"),
    }
}

fn list(
    introduction: &str,
    prefix: &str,
    manuals: &[&Manual],
    call: impl Fn(&Manual) -> String,
) -> String {
    assert!(manuals.is_sorted_by_key(|one| one.name));
    let examples: Vec<&str> = manuals.iter().map(|one| one.example).collect();
    let results = rendered(PAGE, &examples);
    let mut text = format!("{introduction}\n\n");
    for (one, result) in manuals.iter().zip(results) {
        assert!(
            one.example.contains(one.name),
            "the example of `{}` uses it",
            one.name
        );
        text.push_str(&format!("## `{prefix}{}`\n\n{}\n\n", one.name, one.text));
        text.push_str(&code("text", &call(one)));
        text.push_str(&one.argument_list());
        if !one.arguments.is_empty() {
            text.push('\n');
        }
        text.push_str(&example(one.example, &result));
    }
    text
}

fn objects() -> String {
    let mut text = String::from(
        "A field that may be missing is written with a question mark: `{{ page?.subtitle }}` gives nothing if the page has no \
         `subtitle`, while `{{ page.subtitle }}` is an error. Below each example is what it gives on a page of a bakery’s website.\n\n",
    );
    for object in values::OBJECTS {
        let of_fields = object.fields.iter().map(|field| field.example);
        let results = rendered(object.page, &of_fields.collect::<Vec<_>>());
        text.push_str(&format!("## {}\n\n{}\n\n", object.name, object.text));
        for (field, result) in object.fields.iter().zip(results) {
            let Field {
                name,
                text: meaning,
                example: template,
            } = field;
            assert!(template.contains(name), "the example of `{name}` uses it");
            text.push_str(&format!(
                "### `{}.{name}`\n\n{}\n\n",
                object.name,
                sentence(meaning)
            ));
            text.push_str(&example(template, &result));
        }
    }
    text
}

/// Returns an example as code blocks: the template and its output.
fn example(template: &str, result: &str) -> String {
    let mut text = code("jinja", template);
    if !result.is_empty() {
        text.push_str(&code("html", result));
    }
    text
}

/// Checks that every field of a value has a manual, except for keys of front matter.
#[test]
fn every_field_is_described() {
    for object in values::OBJECTS {
        // Keys of the example site's front matter, which need no manual.
        let of_documents = ["date", "topic", "template", "flour", "weight"];
        let template = format!(
            "{{{{ {} | keys | sort | join(sep=\",\") }}}}",
            object.expression
        );
        let keys = rendered(object.page, &[&template]).concat();
        for key in keys.split(',').filter(|key| !of_documents.contains(key)) {
            let is_described = object.fields.iter().any(|field| field.name == key);
            let is_title = object.name == "entry" && matches!(key, "title" | "description");
            assert!(
                is_described || is_title,
                "`{}.{key}` has no manual",
                object.name
            );
        }
    }
}
