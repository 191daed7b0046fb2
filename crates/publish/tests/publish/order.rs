//! Tests of the order of writes, and of the state that an interrupted run leaves.

use publish::{Error, Failure, Fetched, Live, Options, Outcome, publish, releases};

use crate::world::{
    Behavior, FakeCloud, Visitor, assert_consistent, clock, first, go, later, much_later, options,
    paths, plan_of, published, second, site, yes,
};

#[tokio::test]
async fn first_publish_then_nothing_then_a_change() {
    let cloud = FakeCloud::new();
    let plan = plan_of(go(&cloud, &first(), &options("a", clock)).await);
    assert_eq!(plan.assets, ["assets/main-AAA.css"]);
    assert_eq!(
        plan.new,
        [
            "about.html",
            "old.html",
            "same.html",
            "index.html",
            "sitemap.xml"
        ]
    );
    assert_eq!(cloud.paths(), paths(&first()));
    let (media_type, cache_control) = cloud.headers("about.html");
    assert_eq!((&*media_type, &*cache_control), ("text/html", "short"));
    assert_eq!(cloud.headers("assets/main-AAA.css").1, "immutable");

    cloud.revive(None);
    let outcome = go(&cloud, &first(), &options("a", clock)).await;
    assert_eq!(outcome.unwrap(), Outcome::Nothing);
    assert!(
        cloud.world().writes.is_empty(),
        "no change, no upload, not even of a lock"
    );

    cloud.revive(None);
    let plan = plan_of(go(&cloud, &second(), &options("a", clock)).await);
    assert_eq!(
        plan.changed,
        ["about.html", "same.html", "index.html", "sitemap.xml"]
    );
    assert_eq!(plan.new, ["new.html"]);
    assert_eq!(
        plan.deleted, [""; 0],
        "what goes stays for the grace period"
    );
    assert_eq!(
        plan.out_of_use.keys().collect::<Vec<_>>(),
        ["old.html"],
        "the old style sheet is kept for a rollback"
    );
    assert_eq!(
        cloud.world().invalidated,
        [
            "/",
            "/about",
            "/about.html",
            "/index.html",
            "/new",
            "/new.html",
            "/same",
            "/same.html",
            "/sitemap.xml"
        ]
    );
    assert_eq!(cloud.world().routes["/old"], "301 /new");

    cloud.revive(None);
    let plan = plan_of(go(&cloud, &second(), &options("a", later)).await);
    assert_eq!(plan.deleted, ["old.html"]);
    let mut left = paths(&second());
    left.insert("assets/main-AAA.css".into());
    assert_eq!(cloud.paths(), left);
    assert_eq!(cloud.world().invalidated, ["/old.html"]);
}

#[tokio::test]
async fn assets_first_then_pages_then_deletions() {
    let cloud = published([&first(), &second()]).await;
    cloud.revive(None);
    let third = site(
        "CCC",
        &[
            ("index", "start?", &["about"]),
            ("about", "we", &[]),
            ("newest", "n", &[]),
        ],
    );
    let one_by_one = Options {
        parallel: 1,
        ..options("a", later)
    };
    go(&cloud, &third, &one_by_one).await.unwrap();
    let writes = cloud.world().writes.clone();
    let at = |what: &str| {
        writes
            .iter()
            .position(|one| one.starts_with(what))
            .unwrap_or_else(|| panic!("{what} in {writes:?}"))
    };
    let order = [
        "put .site/lock.json",
        "put assets/main-CCC.css",
        "put .site/contents/",
        "put .site/releases/",
        "put .site/state.json",
        "put newest.html",
        "put about.html",
        "put index.html",
        "put sitemap.xml",
        "routes",
        "invalidate",
        "delete old.html",
    ];
    let places: Vec<usize> = order.iter().map(|what| at(what)).collect();
    assert!(places.is_sorted(), "{order:?} at {places:?} of {writes:#?}");
}

#[tokio::test]
async fn interrupted_at_every_request() {
    for effect in [false, true] {
        for at in 1.. {
            let (old, new) = (first(), second());
            let mut cloud = published([&old]).await;
            let sites = [&old, &new];
            cloud.watch = Box::new(move |world| assert_consistent(world, &sites));
            cloud.revive(Some((at, effect)));
            let outcome = go(&cloud, &new, &options("killed", clock)).await;
            let ended = cloud.world().requests < at;
            assert_eq!(outcome.is_ok(), ended, "request {at}");
            // A killed run holds its lock until the lock expires. After that, the next run completes the work.
            cloud.revive(None);
            if let Err(error) = go(&cloud, &new, &options("b", later)).await {
                panic!("after request {at}: {error}");
            }
            cloud.assert_has(&new, &format!("after request {at}"));
            assert!(cloud.world().routes == new.routes);
            // The CDN's cache no longer contains anything of the old site.
            for (file, address) in &new.addresses {
                let seen = Visitor(&cloud).fetch(address).await.unwrap().bytes;
                assert_eq!(seen, new.files[file].bytes, "{address} after request {at}");
            }
            let (names, live) = releases(&cloud).await.unwrap();
            assert_eq!(live.as_ref(), names.last(), "after request {at}: {names:?}");
            assert_eq!(
                names.len(),
                2,
                "an interrupted release is finished, not repeated: {names:?}"
            );
            if ended {
                break;
            }
        }
    }
}

#[tokio::test]
async fn deletions_interrupted_at_every_request() {
    for at in 1.. {
        let (old, new) = (first(), second());
        let mut cloud = published([&old, &new]).await;
        let sites = [&old, &new];
        cloud.watch = Box::new(move |world| assert_consistent(world, &sites));
        cloud.revive(Some((at, true)));
        let ended = go(&cloud, &new, &options("killed", later)).await.is_ok();
        cloud.revive(None);
        go(&cloud, &new, &options("b", much_later)).await.unwrap();
        assert!(
            !cloud.pages().contains_key("old.html"),
            "after request {at}"
        );
        if ended {
            break;
        }
    }
}

#[tokio::test]
async fn a_write_that_did_not_take_place_is_no_success() {
    let mut cloud = FakeCloud::new();
    cloud.behavior = Behavior::Refusing;
    let outcome = go(&cloud, &first(), &options("a", clock)).await;
    assert_eq!(
        outcome.unwrap_err().to_string(),
        "assets/main-AAA.css was not written: another program has changed it"
    );
}

#[tokio::test]
async fn ten_thousand_files() {
    let pages: Vec<(String, String)> = (0..10_000)
        .map(|number| (format!("p{number}"), format!("page {number}")))
        .collect();
    let make = |changed: &str| {
        let pages: Vec<(&str, &str, &[&str])> = pages
            .iter()
            .map(|(path, text)| {
                (
                    path.as_str(),
                    if path == "p77" {
                        changed
                    } else {
                        text.as_str()
                    },
                    &[][..],
                )
            })
            .collect();
        site("AAA", &pages)
    };
    let cloud = FakeCloud::new();
    let options = Options {
        parallel: 16,
        ..options("a", clock)
    };
    let plan = plan_of(go(&cloud, &make("a"), &options).await);
    assert_eq!(
        (plan.new.len(), plan.invalid),
        (10_001, vec!["/*".to_owned()])
    );
    cloud.revive(None);
    let plan = plan_of(go(&cloud, &make("b"), &options).await);
    assert_eq!(plan.changed, ["p77.html"]);
    assert_eq!(plan.invalid, ["/p77", "/p77.html"]);
    let writes = cloud.world().writes.len();
    assert!(writes <= 9, "{writes} writes for one page");
}

#[tokio::test]
async fn a_file_whose_headers_have_changed_is_written_again() {
    let cloud = published([&first()]).await;
    for (media_type, cache_control) in [("text/html", "long"), ("text/plain", "long")] {
        let mut site = first();
        let about = site.files.get_mut("about.html").unwrap();
        media_type.clone_into(&mut about.media_type);
        cache_control.clone_into(&mut about.cache_control);
        let plan = plan_of(go(&cloud, &site, &options("a", clock)).await);
        assert_eq!(plan.changed, ["about.html"]);
        let (media, cache) = cloud.headers("about.html");
        assert_eq!((&*media, &*cache), (media_type, cache_control));
    }
}

#[tokio::test]
async fn nothing_is_deleted_before_visitors_get_the_new_site() {
    struct Broken;
    impl Live for Broken {
        async fn fetch(&self, _: &str) -> Result<Fetched, Failure> {
            Err(Failure::new("no answer"))
        }
    }
    let cloud = published([&first(), &second()]).await;
    let mut third = second();
    third.files.get_mut("about.html").unwrap().bytes.push(b'!');
    let options = options("a", later);
    let outcome = publish(&cloud, &cloud, Some(&Broken), &third, &options, yes).await;
    assert!(matches!(outcome, Err(Error::NotSeen(_))), "{outcome:?}");
    assert!(cloud.pages().contains_key("old.html"));
    let plan = plan_of(go(&cloud, &third, &options).await);
    assert_eq!(plan.deleted, ["old.html"]);
    assert!(!cloud.pages().contains_key("old.html"));
}

#[tokio::test]
async fn a_bucket_that_holds_something_else_is_refused() {
    let cloud = FakeCloud::new();
    // Another program may also use the folder `.site/`.
    for key in [".site/a.jpg", "b.jpg", "c.jpg", "index.html"] {
        cloud.write(key, "photo");
    }
    let outcome = go(&cloud, &first(), &options("a", clock)).await;
    assert_eq!(
        outcome.unwrap_err().to_string(),
        "the bucket contains files that were not published by this program: .site/a.jpg, b.jpg, c.jpg and 1 more"
    );
    assert!(cloud.world().writes.is_empty());
}

#[tokio::test]
async fn a_first_run_interrupted_at_every_request_is_finished() {
    for at in 1.. {
        let cloud = FakeCloud::new();
        cloud.revive(Some((at, true)));
        let killed = go(&cloud, &first(), &options("killed", clock)).await;
        cloud.revive(None);
        go(&cloud, &first(), &options("b", later)).await.unwrap();
        assert_eq!(cloud.paths(), paths(&first()), "after request {at}");
        if killed.is_ok() {
            break;
        }
    }
}
