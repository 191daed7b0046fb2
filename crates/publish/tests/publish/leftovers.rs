//! Tests of the objects that interrupted runs and other programs leave behind, and of how the next run treats them.

use jiff::SignedDuration;
use publish::{Error, Options, Outcome, releases};
use serde_json::Value;

use crate::world::{
    FakeCloud, back, clock, file, first, go, go_if, later, options, plan_of, published, second,
    site,
};

const STATE: &str = ".site/state.json";

fn state(cloud: &FakeCloud) -> Value {
    let world = cloud.world();
    serde_json::from_slice(&world.objects[STATE].0).unwrap()
}

#[tokio::test]
async fn a_run_that_was_killed_never_counts_as_live_and_can_be_taken_back() {
    for at in 1.. {
        let cloud = published([&first()]).await;
        let live = state(&cloud)["live"].clone();
        cloud.revive(Some((at, true)));
        let killed = go(&cloud, &second(), &options("killed", clock)).await;
        let left = state(&cloud);
        if !left["going_live"].is_null() {
            assert_eq!(left["live"], live, "after request {at}");
        }
        if killed.is_ok() {
            break;
        }
        cloud.revive(None);
        go(&cloud, &first(), &options("b", later)).await.unwrap();
        let left = state(&cloud);
        assert_eq!(left["going_live"], Value::Null, "after request {at}");
        assert!(cloud.pages()["index.html"].contains("start<"), "{at}");
        assert_eq!(
            releases(&cloud).await.unwrap().1.as_deref(),
            left["live"].as_str()
        );
    }
}

#[tokio::test]
async fn a_damaged_state_is_named_and_not_replaced() {
    let cloud = published([&first()]).await;
    cloud.revive(None);
    for text in ["", "{\"live\": \"2026", "{\"live\": {\"format\": 2}}"] {
        cloud.write(STATE, text);
        let refused = go(&cloud, &second(), &options("b", later)).await;
        let Err(Error::Outside(failure)) = refused else {
            panic!("{text}: {refused:?}")
        };
        assert!(
            failure
                .message
                .starts_with(".site/state.json cannot be read: "),
            "{failure:?}"
        );
        assert!(failure.help.is_some());
        assert!(cloud.world().writes.is_empty());
    }
}

#[tokio::test]
async fn what_another_program_changed_is_put_right() {
    for changed in [
        "assets/main-AAA.css",
        "about.html",
        "sitemap.xml",
        "a stray route",
    ] {
        let cloud = published([&first()]).await;
        let nothing = go(&cloud, &first(), &options("a", clock)).await.unwrap();
        assert_eq!(nothing, Outcome::Nothing);
        {
            let mut world = cloud.world();
            match world.objects.get_mut(changed) {
                Some(object) => object.0 = b"changed".to_vec(),
                None => drop(world.routes.insert("/stray".into(), "200 /x".into())),
            }
        }
        let plan = plan_of(go(&cloud, &first(), &options("a", clock)).await);
        let is_asset = changed.ends_with(".css");
        assert_eq!(plan.assets == [changed], is_asset, "{plan:?}");
        assert_eq!(
            plan.changed == [changed],
            !is_asset && changed.contains('.')
        );
        assert_eq!(cloud.world().routes, first().routes);
        cloud.assert_has(&first(), &format!("after a change of {changed}"));
    }
}

#[tokio::test]
async fn a_copy_that_is_missing_or_differs_is_uploaded_again() {
    for left in [None, Some("changed")] {
        let cloud = published([&first()]).await;
        let old = &first().files["old.html"].bytes;
        cloud.world().objects.retain(|key, (bytes, ..)| {
            let is_copy = key.starts_with(".site/contents/") && bytes == old;
            if is_copy && let Some(text) = left {
                *bytes = text.into();
            }
            !is_copy || left.is_some()
        });
        let plan = plan_of(go(&cloud, &first(), &options("a", clock)).await);
        assert_eq!(plan.copies.values().collect::<Vec<_>>(), ["old.html"]);
        go(&cloud, &second(), &options("a", clock)).await.unwrap();
        go(&cloud, &second(), &options("a", later)).await.unwrap();
        back(&cloud, None, &options("a", later)).await.unwrap();
        assert_eq!(cloud.pages()["old.html"].as_bytes(), old);
    }
}

#[tokio::test]
async fn what_was_deleted_is_forgotten_and_its_address_invalidated() {
    let cloud = published([&first()]).await;
    let at_once = Options {
        grace: SignedDuration::ZERO,
        ..options("a", clock)
    };
    let plan = plan_of(go(&cloud, &second(), &at_once).await);
    assert!(plan.deleted.contains(&"old.html".to_owned()));
    assert_eq!(plan.invalid_deleted, ["/old", "/old.html"]);
    assert_eq!(state(&cloud)["out_of_use"], serde_json::json!({}));

    // Copies and manifests have no address to invalidate.
    let third = site("CCC", &[("index", "third", &[])]);
    let keep_one = Options { keep: 1, ..at_once };
    let plan = plan_of(go(&cloud, &third, &keep_one).await);
    assert!(plan.deleted.iter().any(|key| key.starts_with(".site/")));
    assert!(
        plan.invalid_deleted
            .iter()
            .all(|path| !path.contains(".site"))
    );
}

#[tokio::test]
async fn an_interrupted_invalidation_of_everything_is_finished_as_one() {
    let cloud = published([&first()]).await;
    let mut left = state(&cloud);
    left["invalid"] = serde_json::json!(["/*"]);
    cloud.write(STATE, &left.to_string());
    let plan = plan_of(go(&cloud, &second(), &options("a", clock)).await);
    assert_eq!(plan.invalid, ["/*"]);
}

/// A day later is a day of the bucket's clock. That of a computer may be wrong.
#[tokio::test]
async fn the_buckets_clock_decides_what_is_a_day_later() {
    let cloud = published([&first(), &second()]).await;
    let old = "old.html".to_owned();
    cloud.world().has_own_clock = true;
    // This computer is 30 hours ahead.
    let plan = plan_of(go(&cloud, &first_again(), &options("ahead", later)).await);
    assert_eq!(plan.deleted, Vec::<String>::new());
    assert!(cloud.paths().contains(&old));
    cloud.world().now = later();
    // This computer is 30 hours behind.
    let plan = plan_of(go(&cloud, &second(), &options("behind", clock)).await);
    assert!(plan.deleted.contains(&old), "{plan:?}");
    assert!(!cloud.paths().contains(&old));
}

/// Returns a site that is published after the second one, and does not have the page `old` either.
fn first_again() -> publish::Site {
    let mut site = second();
    site.files
        .insert("note.txt".into(), file("n", "text/plain", false));
    site
}

/// Another program has written an object whose key a terminal would obey.
#[tokio::test]
async fn a_key_with_control_characters_is_deleted_and_not_printed() {
    let cloud = published([&first()]).await;
    let key = "a\u{1b}[2J\nb.txt";
    cloud.write(key, "x");
    for (clock, is_deleted) in [(clock as fn() -> _, false), (later, true)] {
        let site = if is_deleted { second() } else { first_again() };
        let ask = |_: &publish::Plan, summary: &publish::Summary| {
            let summary = summary.to_string();
            assert!(summary.contains("a\\u{1b}[2J\\nb.txt"), "{summary}");
            assert!(!summary.contains('\u{1b}'));
            true
        };
        go_if(&cloud, &site, &options("a", clock), ask)
            .await
            .unwrap();
        assert_eq!(!cloud.paths().contains(key), is_deleted);
    }
}
