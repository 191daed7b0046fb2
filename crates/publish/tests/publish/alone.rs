//! One run at a time.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use publish::{Bucket, Error, Failure, Got, Listed, Object, Options, Put, When, publish};

use crate::stand::{Stand, Visitor, clock, file, first, go, options, second, site, yes};

#[tokio::test]
async fn of_two_at_once_one_wins_and_the_other_is_told() {
    let stand = Stand::new();
    go(&stand, &first(), &options("a", clock)).await.unwrap();
    let other = site("XXX", &[("index", "other", &[])]);
    let mut told = None;
    // The second one begins when the first one has shown its plan, and goes all the way.
    let site = second();
    let outcome = publish(
        &stand,
        &stand,
        None::<&Visitor>,
        &site,
        &options("slow", clock),
        |_, _| {
            let done = std::thread::scope(|scope| {
                scope
                    .spawn(|| {
                        tokio::runtime::Builder::new_current_thread()
                            .build()
                            .unwrap()
                            .block_on(go(&stand, &other, &options("quick", clock)))
                    })
                    .join()
                    .unwrap()
            });
            told = Some(done.is_ok());
            true
        },
    )
    .await;
    assert_eq!(told, Some(true));
    assert!(matches!(outcome, Err(Error::Overtaken)), "{outcome:?}");
    assert!(stand.pages()["index.html"].contains("other"));

    // And while one holds the lock, the other does nothing.
    stand.revive(Some((17, true)));
    go(&stand, &first(), &options("dies", clock))
        .await
        .unwrap_err();
    stand.revive(None);
    let locked = go(&stand, &second(), &options("b", clock)).await;
    match locked {
        Err(Error::Locked { owner, .. }) => assert_eq!(owner, "dies"),
        other => panic!("{other:?}"),
    }
    assert!(stand.world.lock().unwrap().writes.is_empty());
}

#[tokio::test]
async fn a_long_run_says_that_it_lives_after_every_file_and_between_portions_of_routes() {
    /// A clock for which half a minute has gone whenever it is looked at.
    fn slow() -> Timestamp {
        static LOOKS: AtomicI64 = AtomicI64::new(0);
        let looks = LOOKS.fetch_add(1, Ordering::Relaxed);
        Timestamp::from_second(1_800_000_000 + 30 * looks).unwrap()
    }
    let stand = Stand::new();
    let mut site = site("AAA", &[("index", "start", &[])]);
    for number in 0..120 {
        site.routes
            .insert(format!("/old/{number}"), "301 /".to_owned());
        let asset = file(&number.to_string(), "image/png", true);
        site.files.insert(format!("assets/{number}.png"), asset);
    }
    go(&stand, &site, &options("a", slow)).await.unwrap();
    let world = stand.world.lock().unwrap();
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
        // Four files are on their way at the same time.
        let silent = at.windows(5).filter(|five| !lives(five[0], five[4]));
        assert_eq!(silent.count(), 0, "{what}");
    }
    let portions: Vec<&str> = world
        .writes
        .iter()
        .map(String::as_str)
        .skip_while(|write| *write != "routes")
        .take(5)
        .collect();
    let lock = "put .site/lock.json";
    assert_eq!(portions, ["routes", lock, "routes", lock, "routes"]);
}

/// A bucket to which the style sheet takes seven minutes.
struct Slow<'a, 'b>(&'a Stand<'b>);

impl Bucket for Slow<'_, '_> {
    async fn list(&self) -> Result<Vec<Listed>, Failure> {
        self.0.list().await
    }
    async fn get(&self, key: &str) -> Result<Option<Got>, Failure> {
        self.0.get(key).await
    }
    async fn put(&self, key: &str, object: Object<'_>, when: When) -> Result<Put, Failure> {
        if key.ends_with(".css") {
            tokio::time::sleep(Duration::from_mins(7)).await;
        }
        self.0.put(key, object, when).await
    }
    async fn delete(&self, key: &str) -> Result<(), Failure> {
        self.0.delete(key).await
    }
}

#[tokio::test(start_paused = true)]
async fn a_run_says_that_it_lives_while_one_file_takes_long() {
    thread_local! {
        static BEGIN: tokio::time::Instant = tokio::time::Instant::now();
    }
    fn running() -> Timestamp {
        clock() + SignedDuration::try_from(BEGIN.with(tokio::time::Instant::elapsed)).unwrap()
    }
    let stand = Stand::new();
    let on_time = |owner: &str| Options {
        sleep: |time| Box::pin(tokio::time::sleep(time)),
        ..options(owner, running)
    };
    let (site, slow, other) = (first(), on_time("slow"), on_time("other"));
    let bucket = Slow(&stand);
    let uploading = publish(&bucket, &stand, None::<&Visitor>, &site, &slow, yes);
    let asking = async {
        for _ in 0..6 {
            tokio::time::sleep(Duration::from_mins(1)).await;
            let locked = go(&stand, &second(), &other).await;
            assert!(
                matches!(locked, Err(Error::Locked { ref owner, .. }) if owner == "slow"),
                "{locked:?}"
            );
        }
    };
    let (uploaded, ()) = tokio::join!(uploading, asking);
    uploaded.unwrap();
    assert!(stand.pages()["index.html"].contains("start"));
}
