//! What interrupted runs and other programs leave behind, and what the next run makes of it.

use jiff::SignedDuration;
use publish::{Error, Options, Outcome, releases};
use serde_json::Value;

use crate::world::{Stand, clock, first, go, later, options, plan_of, second, site, tag};

const STATE: &str = ".site/state.json";

fn state(stand: &Stand) -> Value {
    let world = stand.world.lock().unwrap();
    serde_json::from_slice(&world.objects[STATE].0).unwrap()
}

#[tokio::test]
async fn a_run_that_was_killed_never_counts_as_live_and_can_be_taken_back() {
    for at in 1.. {
        let stand = Stand::new();
        go(&stand, &first(), &options("a", clock)).await.unwrap();
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
    let stand = Stand::new();
    go(&stand, &first(), &options("a", clock)).await.unwrap();
    stand.revive(None);
    for text in ["", "{\"live\": \"2026", "{\"live\": {\"format\": 2}}"] {
        let object = (text.as_bytes().to_vec(), String::new(), String::new());
        let world = || stand.world.lock().unwrap();
        drop(world().objects.insert(STATE.into(), object));
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
        assert!(world().writes.is_empty());
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
        let stand = Stand::new();
        go(&stand, &first(), &options("a", clock)).await.unwrap();
        let nothing = go(&stand, &first(), &options("a", clock)).await.unwrap();
        assert_eq!(nothing, Outcome::Nothing);
        {
            let mut world = stand.world.lock().unwrap();
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
        let world = stand.world.lock().unwrap();
        assert_eq!(world.routes, first().routes);
        for (path, file) in &first().files {
            assert_eq!(tag(&world.objects[path].0), tag(&file.bytes), "{path}");
        }
    }
}

#[tokio::test]
async fn what_was_deleted_is_forgotten_and_its_address_invalidated() {
    let stand = Stand::new();
    go(&stand, &first(), &options("a", clock)).await.unwrap();
    let at_once = Options {
        grace: SignedDuration::ZERO,
        ..options("a", clock)
    };
    let plan = plan_of(go(&stand, &second(), &at_once).await);
    assert!(plan.deleted.contains(&"old.html".to_owned()));
    assert_eq!(plan.invalid_deleted, ["/old", "/old.html"]);
    assert_eq!(state(&stand)["out_of_use"], serde_json::json!({}));

    // Copies and manifests have no address.
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
    let stand = Stand::new();
    go(&stand, &first(), &options("a", clock)).await.unwrap();
    let mut left = state(&stand);
    left["invalid"] = serde_json::json!(["/*"]);
    let bytes = serde_json::to_vec(&left).unwrap();
    stand
        .world
        .lock()
        .unwrap()
        .objects
        .get_mut(STATE)
        .unwrap()
        .0 = bytes;
    let plan = plan_of(go(&stand, &second(), &options("a", clock)).await);
    assert_eq!(plan.invalid, ["/*"]);
}
