//! Tests of the objects that interrupted runs and other programs leave behind, and of how the next run treats them.

use jiff::SignedDuration;
use publish::{Error, Options, Outcome, releases};
use serde_json::Value;

use crate::world::{
    Stand, back, clock, first, go, later, options, plan_of, published, second, site,
};

const STATE: &str = ".site/state.json";

fn state(stand: &Stand) -> Value {
    let world = stand.world();
    serde_json::from_slice(&world.objects[STATE].0).unwrap()
}

#[tokio::test]
async fn a_run_that_was_killed_never_counts_as_live_and_can_be_taken_back() {
    for at in 1.. {
        let stand = published([&first()]).await;
        let live = state(&stand)["live"].clone();
        stand.revive(Some((at, true)));
        let killed = go(&stand, &second(), &options("killed", clock)).await;
        let left = state(&stand);
        if !left["going_live"].is_null() {
            assert_eq!(left["live"], live, "after request {at}");
        }
        if killed.is_ok() {
            break;
        }
        stand.revive(None);
        go(&stand, &first(), &options("b", later)).await.unwrap();
        let left = state(&stand);
        assert_eq!(left["going_live"], Value::Null, "after request {at}");
        assert!(stand.pages()["index.html"].contains("start<"), "{at}");
        assert_eq!(
            releases(&stand).await.unwrap().1.as_deref(),
            left["live"].as_str()
        );
    }
}

#[tokio::test]
async fn a_damaged_state_is_named_and_not_replaced() {
    let stand = published([&first()]).await;
    stand.revive(None);
    for text in ["", "{\"live\": \"2026", "{\"live\": {\"format\": 2}}"] {
        stand.write(STATE, text);
        let refused = go(&stand, &second(), &options("b", later)).await;
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
        assert!(stand.world().writes.is_empty());
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
        let stand = published([&first()]).await;
        let nothing = go(&stand, &first(), &options("a", clock)).await.unwrap();
        assert_eq!(nothing, Outcome::Nothing);
        {
            let mut world = stand.world();
            match world.objects.get_mut(changed) {
                Some(object) => object.0 = b"changed".to_vec(),
                None => drop(world.routes.insert("/stray".into(), "200 /x".into())),
            }
        }
        let plan = plan_of(go(&stand, &first(), &options("a", clock)).await);
        let is_asset = changed.ends_with(".css");
        assert_eq!(plan.assets == [changed], is_asset, "{plan:?}");
        assert_eq!(
            plan.changed == [changed],
            !is_asset && changed.contains('.')
        );
        assert_eq!(stand.world().routes, first().routes);
        stand.assert_has(&first(), &format!("after a change of {changed}"));
    }
}

#[tokio::test]
async fn a_copy_that_is_missing_or_differs_is_uploaded_again() {
    for left in [None, Some("changed")] {
        let stand = published([&first()]).await;
        let old = &first().files["old.html"].bytes;
        stand.world().objects.retain(|key, (bytes, ..)| {
            let is_copy = key.starts_with(".site/contents/") && bytes == old;
            if is_copy && let Some(text) = left {
                *bytes = text.into();
            }
            !is_copy || left.is_some()
        });
        let plan = plan_of(go(&stand, &first(), &options("a", clock)).await);
        assert_eq!(plan.copies.values().collect::<Vec<_>>(), ["old.html"]);
        go(&stand, &second(), &options("a", clock)).await.unwrap();
        go(&stand, &second(), &options("a", later)).await.unwrap();
        back(&stand, None, &options("a", later)).await.unwrap();
        assert_eq!(stand.pages()["old.html"].as_bytes(), old);
    }
}

#[tokio::test]
async fn what_was_deleted_is_forgotten_and_its_address_invalidated() {
    let stand = published([&first()]).await;
    let at_once = Options {
        grace: SignedDuration::ZERO,
        ..options("a", clock)
    };
    let plan = plan_of(go(&stand, &second(), &at_once).await);
    assert!(plan.deleted.contains(&"old.html".to_owned()));
    assert_eq!(plan.invalid_deleted, ["/old", "/old.html"]);
    assert_eq!(state(&stand)["out_of_use"], serde_json::json!({}));

    // Copies and manifests have no address to invalidate.
    let third = site("CCC", &[("index", "third", &[])]);
    let keep_one = Options { keep: 1, ..at_once };
    let plan = plan_of(go(&stand, &third, &keep_one).await);
    assert!(plan.deleted.iter().any(|key| key.starts_with(".site/")));
    assert!(
        plan.invalid_deleted
            .iter()
            .all(|path| !path.contains(".site"))
    );
}

#[tokio::test]
async fn an_interrupted_invalidation_of_everything_is_finished_as_one() {
    let stand = published([&first()]).await;
    let mut left = state(&stand);
    left["invalid"] = serde_json::json!(["/*"]);
    stand.write(STATE, &left.to_string());
    let plan = plan_of(go(&stand, &second(), &options("a", clock)).await);
    assert_eq!(plan.invalid, ["/*"]);
}
