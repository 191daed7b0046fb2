//! Tests of releases: rollbacks, their order, and their deletion.

use jiff::{SignedDuration, Timestamp};
use publish::{Error, Options, releases};

use crate::world::{
    Behavior, FakeCloud, World, assert_consistent, back, clock, first, go, later, much_later,
    options, plan_of, published, second, site,
};

#[tokio::test]
async fn back_to_the_release_before_and_forth_again() {
    for at in 1.. {
        let (old, new) = (first(), second());
        let mut cloud = published([&old]).await;
        let soon = options("a", || clock() + SignedDuration::from_secs(5));
        go(&cloud, &new, &soon).await.unwrap();
        // The old page is deleted. Only its copy remains.
        go(&cloud, &new, &options("a", later)).await.unwrap();
        let (names, _) = releases(&cloud).await.unwrap();
        let sites = [&old, &new];
        cloud.watch = Box::new(move |world| assert_consistent(world, &sites));
        cloud.revive(Some((at, true)));
        let ended = back(&cloud, None, &options("killed", later)).await.is_ok();
        cloud.revive(None);
        back(&cloud, Some(&names[0]), &options("b", much_later))
            .await
            .unwrap();
        cloud.assert_has(&old, &format!("after request {at}"));
        assert_eq!(releases(&cloud).await.unwrap().1.as_ref(), Some(&names[0]));
        assert_eq!(cloud.world().routes, old.routes);
        if ended {
            break;
        }
    }
}

#[tokio::test]
async fn the_order_of_releases_is_that_of_publishing_whatever_the_clocks_say() {
    fn slow_clock() -> Timestamp {
        clock() - SignedDuration::from_hours(3)
    }
    let cloud = FakeCloud::new();
    let third = site("CCC", &[("index", "third", &[]), ("old", "stays", &[])]);
    // Three releases within one second, the second of them on a computer whose clock is slow.
    for (site, clock) in [
        (first(), clock as fn() -> Timestamp),
        (second(), slow_clock),
        (third, clock),
    ] {
        go(&cloud, &site, &options("a", clock)).await.unwrap();
        let (names, live) = releases(&cloud).await.unwrap();
        assert_eq!(names.last(), live.as_ref());
    }
    let live = || async { releases(&cloud).await.unwrap().1 };
    let names = releases(&cloud).await.unwrap().0;
    assert_eq!(names.len(), 3);
    for name in [&names[1], &names[0]] {
        back(&cloud, None, &options("a", clock)).await.unwrap();
        assert_eq!(live().await.as_ref(), Some(name));
    }
}

#[tokio::test]
async fn releases_beyond_the_kept_ones_go() {
    let cloud = FakeCloud::new();
    let clocks: [fn() -> Timestamp; 5] = [
        clock,
        || clock() + SignedDuration::from_secs(10),
        || clock() + SignedDuration::from_secs(20),
        || clock() + SignedDuration::from_secs(30),
        || clock() + SignedDuration::from_secs(40),
    ];
    for (number, clock) in clocks.into_iter().enumerate() {
        let (style, text) = (format!("S{number}"), format!("v{number}"));
        let site = site(&style, &[("index", &text, &[])]);
        go(&cloud, &site, &options("a", clock)).await.unwrap();
    }
    let last = site("S4", &[("index", "v4", &[])]);
    go(&cloud, &last, &options("a", later)).await.unwrap();
    let (names, live) = releases(&cloud).await.unwrap();
    assert_eq!((names.len(), live.as_ref()), (3, names.last()));
    let mut styles = cloud.paths();
    styles.retain(|path| path.ends_with(".css"));
    let kept = ["S2", "S3", "S4"].map(|style| format!("assets/main-{style}.css"));
    assert_eq!(styles, kept.into());
    let copies = |world: &World| {
        let keys = world.objects.keys();
        keys.filter(|key| key.starts_with(".site/contents/"))
            .count()
    };
    // Three start pages and one sitemap.
    assert_eq!(copies(&cloud.world()), 3 + 1);
    let unknown = Some("20270115T080000Z-00000000");
    let gone = back(&cloud, unknown, &options("a", later)).await;
    assert!(matches!(gone, Err(Error::NoRelease(_))));
}

#[tokio::test]
async fn an_incomplete_release_is_refused_before_anything_is_written() {
    let cloud = published([&first(), &second()]).await;
    let (names, live) = releases(&cloud).await.unwrap();
    for missing in ["assets/main-AAA.css", ".site/contents/"] {
        let before = cloud.world().objects.clone();
        cloud.world().objects.retain(|key, (bytes, ..)| {
            let is_copy_of_old = String::from_utf8_lossy(bytes).contains("leaves");
            !key.starts_with(missing) || (missing.ends_with('/') && !is_copy_of_old)
        });
        cloud.revive(None);
        for to in [None, Some(names[0].as_str())] {
            let options = options("a", clock);
            let refused = back(&cloud, to, &options).await;
            let Err(Error::Incomplete { release, missing }) = refused else {
                panic!("{missing}: {refused:?}")
            };
            assert_eq!(release, names[0]);
            assert!(
                ["assets/main-AAA.css", "old.html"].contains(&missing.as_str()),
                "{missing}"
            );
        }
        assert!(cloud.world().writes.is_empty());
        assert_eq!(releases(&cloud).await.unwrap().1, live);
        cloud.world().objects = before;
    }
}

/// Returns a cloud with three releases, the names of the releases, and options that keep only one of them.
async fn three_releases() -> (FakeCloud<'static>, Vec<String>, Options) {
    let sites = ["AAA", "BBB", "CCC"].map(|style| site(style, &[("index", style, &[])]));
    let cloud = published(sites.each_ref()).await;
    let names = releases(&cloud).await.unwrap().0;
    let keep_one = Options {
        keep: 1,
        grace: SignedDuration::ZERO,
        ..options("a", clock)
    };
    (cloud, names, keep_one)
}

#[tokio::test]
async fn the_live_release_is_kept_however_old_it_is() {
    let (cloud, names, keep_one) = three_releases().await;
    let oldest = Some(names[0].as_str());
    back(&cloud, oldest, &options("a", clock)).await.unwrap();
    let next = site("DDD", &[("index", "DDD", &[])]);
    let deleted = plan_of(go(&cloud, &next, &keep_one).await).deleted;
    let is_deleted = |name: &str| deleted.contains(&format!(".site/releases/{name}.json"));
    assert!(
        is_deleted(&names[1]) && !is_deleted(&names[0]),
        "{deleted:?}"
    );
    // This release was live until a moment ago, so a rollback to it is possible.
    back(&cloud, None, &keep_one).await.unwrap();
    assert_eq!(releases(&cloud).await.unwrap().1.as_deref(), oldest);
    assert!(cloud.pages()["index.html"].contains("AAA"));
}

#[tokio::test]
async fn a_release_that_becomes_live_again_is_kept_however_old_it_is() {
    let (cloud, names, keep_one) = three_releases().await;
    back(&cloud, Some(&names[0]), &keep_one).await.unwrap();
    let kept = [&names[0], &names[2]].map(String::clone);
    assert_eq!(
        releases(&cloud).await.unwrap(),
        (kept.to_vec(), Some(names[0].clone()))
    );
}

#[tokio::test]
async fn before_a_release_that_was_interrupted_is_the_one_that_it_would_have_replaced() {
    let third = site("CCC", &[("index", "third", &[])]);
    for at in 1.. {
        let cloud = published([&first(), &second()]).await;
        let names = releases(&cloud).await.unwrap().0;
        cloud.revive(Some((at, true)));
        let ended = go(&cloud, &third, &options("killed", clock)).await.is_ok();
        cloud.revive(None);
        let is_begun = {
            let world = cloud.world();
            let state = &world.objects[".site/state.json"].0;
            !String::from_utf8_lossy(state).contains(&names[1])
                || String::from_utf8_lossy(state).contains("\"going_live\": \"")
        };
        back(&cloud, None, &options("b", later)).await.unwrap();
        let live = releases(&cloud).await.unwrap().1;
        let expected = &names[usize::from(is_begun)];
        assert_eq!(live.as_ref(), Some(expected), "after request {at}");
        if ended {
            break;
        }
    }
}

#[tokio::test]
async fn going_back_again_after_an_interruption_goes_no_further() {
    for at in 1.. {
        let (cloud, names, _) = three_releases().await;
        cloud.revive(Some((at, true)));
        let ended = back(&cloud, None, &options("killed", clock)).await.is_ok();
        cloud.revive(None);
        if ended || releases(&cloud).await.unwrap().1.as_ref() == Some(&names[1]) {
            break;
        }
        back(&cloud, None, &options("b", later)).await.unwrap();
        let live = releases(&cloud).await.unwrap().1;
        assert_eq!(live.as_ref(), Some(&names[1]), "after request {at}");
        assert!(
            cloud.pages()["index.html"].contains("BBB"),
            "after request {at}"
        );
    }
}

#[tokio::test]
async fn the_order_of_a_listing_does_not_matter() {
    let mut cloud = FakeCloud::new();
    cloud.behavior = Behavior::Reversed;
    for site in [first(), second()] {
        go(&cloud, &site, &options("a", clock)).await.unwrap();
    }
    let (names, live) = releases(&cloud).await.unwrap();
    assert!(names.is_sorted());
    assert_eq!(live.as_ref(), names.last());
    back(&cloud, None, &options("a", clock)).await.unwrap();
    assert_eq!(releases(&cloud).await.unwrap().1.as_ref(), names.first());
}
