//! Tests that only one run publishes at a time.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use publish::{Error, Options, Outcome};

use crate::world::{
    Behavior, FakeCloud, at_once, clock, file, first, go, go_if, later, options, plan_of,
    published, second, site, yes,
};

#[tokio::test]
async fn of_two_at_once_one_wins_and_the_other_is_told() {
    let cloud = published([&first()]).await;
    let other = site("XXX", &[("index", "other", &[])]);
    let mut second_succeeded = None;
    // The second run begins after the first one has shown its plan, and completes.
    let site = second();
    let outcome = go_if(&cloud, &site, &options("slow", clock), |_, _| {
        let done = at_once(&cloud, &other, &options("quick", clock));
        second_succeeded = Some(done.is_ok());
        true
    })
    .await;
    assert_eq!(second_succeeded, Some(true));
    assert!(matches!(outcome, Err(Error::Overtaken)), "{outcome:?}");
    assert!(cloud.pages()["index.html"].contains("other"));

    // While one run holds the lock, another does nothing.
    cloud.revive(Some((17, true)));
    go(&cloud, &first(), &options("dies", clock))
        .await
        .unwrap_err();
    cloud.revive(None);
    let locked = go(&cloud, &second(), &options("b", clock)).await;
    match locked {
        Err(Error::Locked { owner, .. }) => assert_eq!(owner, "dies"),
        other => panic!("{other:?}"),
    }
    assert!(cloud.world().writes.is_empty());
}

#[tokio::test]
async fn a_long_run_says_that_it_lives_after_every_file_and_between_portions_of_routes() {
    /// A clock that advances by half a minute each time it is read.
    fn slow() -> Timestamp {
        static LOOKS: AtomicI64 = AtomicI64::new(0);
        let looks = LOOKS.fetch_add(1, Relaxed);
        Timestamp::from_second(1_800_000_000 + 30 * looks).unwrap()
    }
    let cloud = FakeCloud::new();
    let mut site = site("AAA", &[("index", "start", &[])]);
    for number in 0..120 {
        site.routes
            .insert(format!("/old/{number}"), "301 /".to_owned());
        let asset = file(&number.to_string(), "image/png", true);
        site.files.insert(format!("assets/{number}.png"), asset);
    }
    go(&cloud, &site, &options("a", slow)).await.unwrap();
    let world = cloud.world();
    assert_eq!(world.routes.len(), 121);
    for what in ["put assets/", "routes"] {
        let at: Vec<usize> = (0..world.writes.len())
            .filter(|at| world.writes[*at].starts_with(what))
            .collect();
        let lives = |from: usize, to: usize| {
            world.writes[from..to]
                .iter()
                .any(|write| write == "put .site/lock.json")
        };
        assert_eq!(at.len(), if what == "routes" { 3 } else { 121 });
        // Four files are uploaded concurrently.
        let silent = at.windows(5).filter(|five| !lives(five[0], five[4]));
        assert_eq!(silent.count(), 0, "{what}");
    }
    let first = world.writes.iter().position(|write| write == "routes");
    let portions = &world.writes[first.unwrap()..][..5];
    let lock = "put .site/lock.json";
    assert_eq!(portions, ["routes", lock, "routes", lock, "routes"]);
}

/// Tests a lock that a program with a broken clock, or a person, may have written.
#[tokio::test]
async fn a_lock_until_the_end_of_time_is_respected() {
    let cloud = FakeCloud::new();
    cloud.write(
        ".site/lock.json",
        r#"{"owner":"a","since":"2026-01-01T00:00:00Z","until":"9999-12-30T22:00:00Z"}"#,
    );
    let outcome = go(&cloud, &first(), &options("b", clock)).await;
    assert!(matches!(outcome, Err(Error::Locked { .. })), "{outcome:?}");
}

#[tokio::test(start_paused = true)]
async fn a_run_says_that_it_lives_while_one_file_takes_long() {
    thread_local! {
        static BEGIN: tokio::time::Instant = tokio::time::Instant::now();
    }
    fn running() -> Timestamp {
        clock() + SignedDuration::try_from(BEGIN.with(tokio::time::Instant::elapsed)).unwrap()
    }
    let mut cloud = FakeCloud::new();
    cloud.behavior = Behavior::SlowStyles;
    let on_time = |owner: &str| Options {
        sleep: |time| Box::pin(tokio::time::sleep(time)),
        ..options(owner, running)
    };
    let (site, slow, other) = (first(), on_time("slow"), on_time("other"));
    let uploading = go(&cloud, &site, &slow);
    let asking = async {
        for _ in 0..6 {
            tokio::time::sleep(Duration::from_mins(1)).await;
            let locked = go(&cloud, &second(), &other).await;
            assert!(
                matches!(locked, Err(Error::Locked { ref owner, .. }) if owner == "slow"),
                "{locked:?}"
            );
        }
    };
    let (uploaded, ()) = tokio::join!(uploading, asking);
    uploaded.unwrap();
    assert!(cloud.pages()["index.html"].contains("start"));
}

#[tokio::test]
async fn a_lock_is_not_taken_over_by_a_clock_that_is_two_minutes_ahead() {
    let ahead: [(fn() -> Timestamp, bool); 4] = [
        (clock, false),
        (|| clock() + SignedDuration::from_secs(120), false),
        // Clocks two minutes ahead, while the holder renews its lock every twenty seconds.
        (|| clock() + SignedDuration::from_secs(100 + 120), false),
        (|| clock() + SignedDuration::from_secs(120 + 120), true),
    ];
    for (now, is_over) in ahead {
        let cloud = FakeCloud::new();
        // The run is killed while it holds the lock.
        cloud.revive(Some((8, true)));
        go(&cloud, &first(), &options("dies", clock))
            .await
            .unwrap_err();
        cloud.revive(None);
        match go(&cloud, &second(), &options("b", now)).await {
            Ok(_) => assert!(is_over, "{}", now()),
            Err(Error::Locked { owner, until, .. }) => {
                assert!(!is_over, "{}", now());
                assert_eq!(owner, "dies");
                assert_eq!(until, clock() + SignedDuration::from_secs(240));
            }
            other => panic!("{other:?}"),
        }
    }
}

/// Seconds that have passed for the other runs, and for the suspended run.
static NOW: [AtomicI64; 2] = [AtomicI64::new(0), AtomicI64::new(0)];

fn now() -> Timestamp {
    clock() + SignedDuration::from_secs(NOW[0].load(Relaxed))
}

fn now_of_suspended() -> Timestamp {
    clock() + SignedDuration::from_secs(NOW[1].load(Relaxed))
}

/// Suspends a run at each of its writes, which then arrives only after the run's lock has expired and another run has published.
/// The suspended run's clock may have stopped in the meantime.
#[tokio::test]
async fn a_run_that_has_lost_its_lock_changes_nothing_of_the_run_that_took_over() {
    // The suspended run deletes `left`, `old`, and `over`. The other run also deletes two of them, and brings `old` back.
    let mut old = first();
    for path in ["left.html", "over.html"] {
        old.files
            .insert(path.to_owned(), file("leaves", "text/html", false));
    }
    let other = site(
        "OTHER",
        &[
            ("index", "other start", &["about"]),
            ("about", "other we", &[]),
            ("old", "is back", &[]),
            ("same", "other", &[]),
        ],
    );
    let mut third = second();
    for path in ["about.html", "same.html"] {
        third.files.get_mut(path).unwrap().bytes.push(b'!');
    }
    third.routes.insert("/older".into(), "301 /new".into());
    for goes_on in [true, false] {
        for at in 1.. {
            let cloud = FakeCloud::new();
            NOW[0].store(0, Relaxed);
            go(&cloud, &old, &options("a", now)).await.unwrap();
            go(&cloud, &second(), &options("a", now)).await.unwrap();
            for now in &NOW {
                now.store(30 * 3600, Relaxed);
            }
            let writes = AtomicUsize::new(0);
            // Whether the suspended run may write only the lock from now on.
            let is_over = AtomicBool::new(false);
            let mut suspended = cloud.for_another_run();
            suspended.before_write = Box::new(|what| {
                let may_write = what.ends_with(" .site/lock.json") || !is_over.load(Relaxed);
                assert!(may_write, "{what} after write {at}");
                if writes.fetch_add(1, Relaxed) + 1 == at {
                    NOW[0].fetch_add(300, Relaxed);
                    if goes_on {
                        NOW[1].fetch_add(300, Relaxed);
                        is_over.store(true, Relaxed);
                    }
                    plan_of(at_once(&cloud, &other, &options("other", now)));
                }
            });
            suspended.after_write = Box::new(|is_written| {
                is_over.fetch_or(!is_written, Relaxed);
            });
            let one_by_one = Options {
                parallel: 1,
                ..options("suspended", now_of_suspended)
            };
            let outcome = go_if(&suspended, &third, &one_by_one, yes).await;
            drop(suspended);
            let writes = writes.into_inner();
            if writes < at {
                break;
            }
            match outcome {
                // A run's last write releases the lock, and its first write takes it.
                Ok(Outcome::Live { .. }) => assert_eq!(writes, at),
                Err(Error::Locked { .. }) => assert_eq!(at, 1),
                Err(Error::LockLost) => {}
                other => panic!("write {at}: {other:?}"),
            }
            cloud.assert_has(&other, &format!("after write {at}"));
            let world = cloud.world();
            assert_eq!(world.routes, other.routes, "after write {at}");
            let state = String::from_utf8_lossy(&world.objects[".site/state.json"].0);
            assert!(state.contains("\"going_live\": null"), "{at}: {state}");
        }
    }
}

#[tokio::test]
async fn a_request_that_the_client_repeats_is_not_taken_for_another_runs() {
    let mut cloud = FakeCloud::new();
    cloud.behavior = Behavior::Repeating;
    let mut third = second();
    third.routes.remove("/old");
    for (site, clock) in [
        (first(), clock as fn() -> Timestamp),
        (second(), clock),
        (second(), later),
        (third.clone(), later),
    ] {
        go(&cloud, &site, &options("a", clock)).await.unwrap();
    }
    assert!(!cloud.pages().contains_key("old.html"));
    assert_eq!(cloud.world().routes, third.routes);
}

#[tokio::test]
async fn what_changes_after_the_plan_was_shown_stops_the_run() {
    let cloud = published([&first()]).await;
    let options = Options {
        grace: SignedDuration::ZERO,
        ..options("a", clock)
    };
    let site = second();
    let outcome = go_if(&cloud, &site, &options, |_, _| {
        cloud.write("by-hand.txt", "mine");
        true
    })
    .await;
    assert!(matches!(outcome, Err(Error::Overtaken)), "{outcome:?}");
    let pages = cloud.pages();
    // The plan that was shown did not include its deletion.
    assert_eq!(pages["by-hand.txt"], "mine");
    assert!(pages["index.html"].contains("start"));
}
