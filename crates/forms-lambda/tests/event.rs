//! Whatever a visitor makes API Gateway put into an event, it becomes a request and no panic.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeMap;

use forms_lambda::Event;
use proptest::collection::btree_map;
use proptest::option;
use proptest::prelude::{ProptestConfig, any, prop_assert, prop_oneof, proptest};
use proptest::strategy::{Just, Strategy};
use serde_json::json;

/// Names that mean something to the conversion, and any others.
fn headers() -> impl Strategy<Value = BTreeMap<String, String>> {
    let known = [
        "host",
        "Host",
        "x-forwarded-proto",
        "x-forwarded-host",
        "content-type",
        "cookie",
    ];
    let name = prop_oneof![
        proptest::sample::select(known.map(str::to_owned).to_vec()),
        any::<String>(),
        "[a-z-]{1,12}"
    ];
    btree_map(name, any::<String>(), 0..8)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_event_becomes_a_request(
        path in prop_oneof![any::<String>(), "/[a-z/.%:?#\\[\\]@\\\\ -]{0,20}", Just("/contact".to_owned())],
        query in any::<String>(),
        headers in headers(),
        method in prop_oneof![any::<String>(), Just("POST".to_owned())],
        stage in prop_oneof![any::<String>(), Just("$default".to_owned()), Just("live".to_owned())],
        address in any::<String>(),
        body in option::of(any::<String>()),
        is_base64 in any::<bool>(),
    ) {
        let event = json!({
            "version": "2.0", "rawPath": path, "rawQueryString": query, "headers": headers, "cookies": [query],
            "requestContext": { "stage": stage, "domainName": query, "http": { "method": method, "sourceIp": address } },
            "body": body, "isBase64Encoded": is_base64,
        });
        let event: Event = serde_json::from_value(event).unwrap();
        let Event::Http(event) = event else { panic!("not taken for a request") };
        prop_assert!(event.into_request().is_ok());
    }
}
