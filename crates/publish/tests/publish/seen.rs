//! Tests of the live site: headers, vanished addresses, and whether visitors see the published version.

use std::sync::atomic::{AtomicUsize, Ordering};

use publish::{
    Error, Failure, Fetched, Forms, Live, Manifest, Options, Outcome, Site, publish, releases,
};

use crate::world::{
    FakeCloud, Visitor, clock, file, first, go, go_if, options, plan_of, second, site, yes,
};

#[tokio::test]
async fn declined_or_refused_by_headers_nothing_is_written() {
    let cloud = FakeCloud::new();
    let declined = go_if(&cloud, &first(), &options("a", clock), |_, _| false).await;
    assert!(matches!(declined, Err(Error::Declined)));
    let site = Site {
        policies: [("/".to_owned(), "laxer".to_owned())].into(),
        ..first()
    };
    let refused = go(&cloud, &site, &options("a", clock)).await;
    assert!(matches!(refused, Err(Error::Policy { .. })), "{refused:?}");
    assert!(cloud.world().writes.is_empty());
}

#[tokio::test]
async fn a_policy_of_one_page_is_compared_too_before_and_after() {
    let cloud = FakeCloud::new();
    let framed = || {
        let mut site = first();
        site.policies.insert("/about".into(), "framed".into());
        site
    };
    // The page does not exist yet, so its headers are checked afterwards.
    let after = go(&cloud, &framed(), &options("a", clock)).await;
    assert!(
        matches!(after, Err(Error::Policy { ref address, .. }) if address == "/about"),
        "{after:?}"
    );
    assert_eq!(cloud.pages().len(), 6);
    cloud.revive(None);
    let mut next = framed();
    let about = next.files.get_mut("about.html").unwrap();
    about.bytes.push(b'!');
    let before = go(&cloud, &next, &options("a", clock)).await;
    assert!(
        matches!(before, Err(Error::Policy { ref address, .. }) if address == "/about"),
        "{before:?}"
    );
    assert!(cloud.world().writes.is_empty());
}

#[tokio::test]
async fn an_address_that_is_live_does_not_vanish_unsaid() {
    let cloud = FakeCloud::new();
    let strict = Options {
        may_vanish: false,
        ..options("a", clock)
    };
    go(&cloud, &first(), &strict).await.unwrap();
    cloud.revive(None);
    let mut next = second();
    next.routes.remove("/old");
    let refused = go(&cloud, &next, &strict).await;
    assert!(
        matches!(refused, Err(Error::Vanished(ref gone)) if gone == &["/old"]),
        "{refused:?}"
    );
    assert!(cloud.world().writes.is_empty());

    for answer in ["301 /new", "200 /new.html"] {
        next.routes.insert("/old".into(), answer.into());
        assert!(next.vanished(&Manifest::new(&first(), clock())).is_empty());
    }
    next.routes.remove("/old");
    next.routes
        .insert("*".into(), "/ol /new.html\n/x/ /new.html".into());
    assert!(next.vanished(&Manifest::new(&first(), clock())).is_empty());
    next.routes.remove("*");
    next.gone.insert("/old".into());
    go(&cloud, &next, &strict).await.unwrap();

    // On a stack for drafts, addresses may vanish.
    let other = site("CCC", &[("index", "new", &[])]);
    go(&cloud, &other, &options("a", clock)).await.unwrap();
}

#[tokio::test]
async fn a_live_release_without_a_record_is_not_replaced_unsaid() {
    let strict = Options {
        may_vanish: false,
        ..options("a", clock)
    };
    for record in [None, Some("{"), Some("{}")] {
        let cloud = FakeCloud::new();
        go(&cloud, &first(), &strict).await.unwrap();
        let (_, live) = releases(&cloud).await.unwrap();
        let live = live.unwrap();
        let key = format!(".site/releases/{live}.json");
        let was = cloud.world().objects.remove(&key);
        if let Some(text) = record {
            cloud.write(&key, text);
        }
        cloud.revive(None);
        let refused = go(&cloud, &second(), &strict).await;
        assert!(
            matches!(refused, Err(Error::Unrecorded(ref release)) if *release == live),
            "{refused:?}"
        );
        assert!(cloud.world().writes.is_empty());

        cloud.world().objects.insert(key, was.unwrap());
        go(&cloud, &second(), &strict).await.unwrap();
    }
}

#[tokio::test]
async fn a_page_that_visitors_do_not_get_is_reported() {
    struct Blind;
    impl Live for Blind {
        async fn fetch(&self, _: &str) -> Result<Fetched, Failure> {
            Ok(Fetched {
                status: 200,
                bytes: b"something else".to_vec(),
                policy: None,
            })
        }
    }
    let cloud = FakeCloud::new();
    let (site, options) = (first(), options("a", clock));
    let outcome = publish(&cloud, &cloud, Some(&Blind), &site, &options, yes).await;
    assert!(
        matches!(outcome, Err(Error::NotSeen(ref pages)) if pages.len() == 5),
        "{outcome:?}"
    );
    let (mut names, live) = releases(&cloud).await.unwrap();
    assert_eq!(live, names.pop(), "it is live all the same");
}

#[tokio::test]
async fn addresses_are_asked_for_as_browsers_write_them() {
    let with = |text: &str| {
        let mut site = first();
        for path in ["docs/company profile.pdf", "logo@2x.png", "a!$(),=~.png"] {
            let file = file(text, "application/octet-stream", false);
            site.files.insert(path.to_owned(), file);
        }
        site
    };
    let cloud = FakeCloud::new();
    go(&cloud, &with("a"), &options("a", clock)).await.unwrap();
    let plan = plan_of(go(&cloud, &with("b"), &options("a", clock)).await);
    assert_eq!(
        plan.invalid,
        [
            "/a!$(),=~.png",
            "/docs/company%20profile.pdf",
            "/logo@2x.png"
        ]
    );
}

/// The live site, except that the first `wrong` requests for `/about` are answered with `status`.
struct Late<'a, 'b> {
    visitor: Visitor<'a, 'b>,
    status: u16,
    wrong: usize,
    fetched: AtomicUsize,
}

impl Live for Late<'_, '_> {
    async fn fetch(&self, path: &str) -> Result<Fetched, Failure> {
        let mut fetched = self.visitor.fetch(path).await?;
        if path == "/about" && self.fetched.fetch_add(1, Ordering::Relaxed) < self.wrong {
            fetched.status = self.status;
        }
        // The error page is served with the status 404.
        if path == "/404.html" {
            fetched.status = 404;
        }
        Ok(fetched)
    }
}

#[tokio::test]
async fn a_page_is_seen_with_its_status_within_as_many_checks_as_are_allowed() {
    let mut site = first();
    site.files
        .insert("404.html".into(), file("none", "text/html", false));
    for (status, wrong, checks, fetched, is_seen) in [
        (200, 0, 1, 1, true),
        (503, 0, 1, 1, true),
        (503, 1, 1, 1, false),
        (503, 1, 2, 2, true),
        (404, 2, 2, 2, false),
        (301, 2, 3, 3, true),
        (200, 9, 3, 1, true),
    ] {
        let cloud = FakeCloud::new();
        let live = Late {
            visitor: Visitor(&cloud),
            status,
            wrong,
            fetched: AtomicUsize::default(),
        };
        let options = Options {
            checks,
            ..options("a", clock)
        };
        let outcome = publish(&cloud, &cloud, Some(&live), &site, &options, yes).await;
        let case = format!("{status} {wrong} {checks}: {outcome:?}");
        match outcome {
            // The error page is not fetched, so it does not count.
            Ok(Outcome::Live { verified, .. }) => assert!(is_seen && verified == 5, "{case}"),
            Err(Error::NotSeen(pages)) => assert!(!is_seen && pages == ["/about"], "{case}"),
            _ => panic!("{case}"),
        }
        assert_eq!(live.fetched.into_inner(), fetched, "{case}");
    }
}

/// The live site with a form function whose responses follow each other; the last one is repeated.
struct WithFunction<'a, 'b> {
    site: Visitor<'a, 'b>,
    responses: Vec<(u16, &'static str)>,
    asked: AtomicUsize,
}

impl Live for WithFunction<'_, '_> {
    async fn fetch(&self, path: &str) -> Result<Fetched, Failure> {
        if path != "/api/health" {
            return self.site.fetch(path).await;
        }
        let number = self.asked.fetch_add(1, Ordering::Relaxed);
        let last = self.responses.len().checked_sub(1);
        let last = last.ok_or_else(|| Failure::new("unreachable"))?;
        let (status, text) = self.responses[number.min(last)];
        Ok(Fetched {
            status,
            bytes: text.into(),
            policy: None,
        })
    }
}

#[tokio::test]
async fn pages_with_other_forms_than_the_function_are_refused() {
    const SAME: (u16, &str) = (
        200,
        r#"{"success":true,"forms":{"contact":"a1","query":"b1","more":"c1"}}"#,
    );
    const OTHER: (u16, &str) = (
        200,
        r#"{"success":true,"forms":{"contact":"a1","query":"b0"}}"#,
    );
    const OLD: (u16, &str) = (200, r#"{"success":true}"#);
    for (responses, checks, expected) in [
        (vec![SAME], 1, ""),
        // The function cannot be reached: the site may be about to get its address.
        (vec![], 1, ""),
        (
            vec![OTHER],
            1,
            "the live form function does not have the form `query` as these pages show it",
        ),
        (
            vec![OLD],
            3,
            "the live form function does not have the forms `contact`, `query` as these pages show them",
        ),
        (
            vec![(403, "no")],
            1,
            "the form function does not name its forms at /api/health (status 403)",
        ),
        (
            vec![(200, "<html>")],
            1,
            "the form function does not name its forms at /api/health (status 200)",
        ),
        (vec![OLD, (502, ""), OTHER, SAME], 4, ""),
        (
            vec![OLD, (502, ""), OTHER, SAME],
            3,
            "the live form function does not have the form `query` as these pages show it",
        ),
    ] {
        let cloud = FakeCloud::new();
        let live = WithFunction {
            site: Visitor(&cloud),
            responses,
            asked: AtomicUsize::new(0),
        };
        let digests = [("contact", "a1"), ("query", "b1")];
        let site = Site {
            forms: Some(Forms {
                health: "/api/health".into(),
                digests: digests
                    .map(|(name, digest)| (name.into(), digest.into()))
                    .into(),
            }),
            ..first()
        };
        let options = Options {
            form_checks: checks,
            ..options("a", clock)
        };
        let outcome = publish(&cloud, &cloud, Some(&live), &site, &options, |_, _| true).await;
        let problem = outcome
            .err()
            .map(|error| error.to_string())
            .unwrap_or_default();
        assert_eq!(problem, expected);
        assert_eq!(cloud.world().writes.is_empty(), !expected.is_empty());
    }
}
