//! Form definitions: what a build finds in them, and what `site serve` answers by them.

use expect_test::expect;

use crate::bakery::Bakery;
use crate::server::Server;

const ORDER: &str = r#"path = "/order"
page = "/about"
thanks = "/about"
title = "Order"
submit = "Order"
loading = "Ordering..."
success = { title = "Ordered", message = "Thank you from {{ site.name }}." }
failure = { title = "Not ordered", message = "Please call." }

[privacy]
version = 2026-11-21
purpose = "To bake for you."
links = [{ label = "Privacy", url = "/about" }]

[[field]]
name = "email"
label = "Email"
type = "email"
required = true
"#;

/// A bakery that takes orders.
fn bakery(order: &str) -> Bakery {
    Bakery::new()
        .write("content/forms/order.toml", order)
        .write("themes/bakery/templates/forms/form.html", "{{ form.name }}")
        .write("themes/bakery/templates/forms/reply.html", "{{ message }}")
}

#[test]
fn facts_and_days_are_the_same_to_a_build_and_to_whatever_answers() {
    let site = bakery(ORDER).success();
    let server = Server::start(site.root());
    let answer = server.post(
        "/api/order",
        "application/json",
        r#"{"email":"asha@example.com"}"#,
    );
    let text = answer.text();
    assert_eq!(answer.status, 200, "{text}");
    assert!(
        text.contains(r#""message":"Thank you from Millstone Bakery.""#),
        "{text}"
    );
    // A definition that cannot be used is told as a build tells it.
    let wrong = ORDER.replace("site.name", "site.nmae");
    std::fs::write(site.root().join("content/forms/order.toml"), wrong).unwrap();
    let answer = server.post("/api/order", "application/json", "{}");
    assert_eq!(answer.status, 500);
    expect![[r#"
        error[unknown-fact]: `site` in site.toml has no `nmae`
         --> content/forms/order.toml:7:58
          |
        7 | success = { title = "Ordered", message = "Thank you from {{ site.nmae }}." }
          |                                                          ^^^^^^^^^^^^^^^
          |
          = help: did you mean `name`?

    "#]].assert_eq(&answer.text());
}

#[test]
fn a_field_of_more_than_can_arrive() {
    bakery(&format!("{ORDER}max_length = 20001\n"))
        .stderr(expect![[r#"
            error[bad-form]: content/forms/order.toml: field.email.max_length: use 1 to 20000 characters

            1 error; nothing was written
        "#]])
        .failure();
}
