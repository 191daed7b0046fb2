//! Publishing against a bucket, a CDN and visitors in memory, with faults at every request.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::{SignedDuration, Timestamp};
use publish::{
    Bucket, Cdn, Error, Failure, Fetched, File, Got, Listed, Live, Manifest, Object, Options,
    Outcome, Plan, Put, Site, When, publish, releases, rollback,
};

/// What the outside is like.
#[derive(Default)]
struct World {
    objects: BTreeMap<String, (Vec<u8>, String, String)>,
    routes: BTreeMap<String, String>,
    /// Answers the CDN keeps, by address.
    cached: BTreeMap<String, Vec<u8>>,
    invalidated: Vec<String>,
    requests: usize,
    writes: Vec<String>,
    /// Fail at this request: with the effect already there, or before it.
    fault: Option<(usize, bool)>,
    /// After the fault nothing works any more, as for a run that was killed.
    dead: bool,
}

struct Stand<'a> {
    world: Mutex<World>,
    /// Looks at the world after every request.
    watch: Box<dyn Fn(&World) + Sync + 'a>,
}

impl Stand<'_> {
    fn new() -> Self {
        Self {
            world: Mutex::default(),
            watch: Box::new(|_| {}),
        }
    }

    fn request<T>(&self, what: &str, effect: impl FnOnce(&mut World) -> T) -> Result<T, Failure> {
        let mut world = self.world.lock().unwrap();
        if world.dead {
            return Err(Failure("killed".into()));
        }
        world.requests += 1;
        let fault = world.fault.filter(|(at, _)| *at == world.requests);
        if fault.is_some() {
            world.dead = true;
        }
        if matches!(fault, Some((_, false))) {
            return Err(Failure("connection refused".into()));
        }
        if !what.is_empty() {
            world.writes.push(what.to_owned());
        }
        let result = effect(&mut world);
        (self.watch)(&world);
        if fault.is_some() {
            Err(Failure("connection lost".into()))
        } else {
            Ok(result)
        }
    }

    fn revive(&self, fault: Option<(usize, bool)>) {
        let mut world = self.world.lock().unwrap();
        (world.requests, world.fault, world.dead) = (0, fault, false);
        world.writes.clear();
        world.invalidated.clear();
    }

    fn pages(&self) -> BTreeMap<String, String> {
        let world = self.world.lock().unwrap();
        let pages = world
            .objects
            .iter()
            .filter(|(key, _)| !key.starts_with(".site/"));
        pages
            .map(|(key, (bytes, ..))| (key.clone(), String::from_utf8_lossy(bytes).into_owned()))
            .collect()
    }
}

fn tag(bytes: &[u8]) -> String {
    use md5::Digest;
    md5::Md5::digest(bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

impl Bucket for Stand<'_> {
    async fn list(&self) -> Result<Vec<Listed>, Failure> {
        self.request("", |world| {
            let one = |(key, (bytes, ..)): (&String, &(Vec<u8>, String, String))| Listed {
                key: key.clone(),
                tag: tag(bytes),
                modified: Timestamp::UNIX_EPOCH,
            };
            world.objects.iter().map(one).collect()
        })
    }

    async fn get(&self, key: &str) -> Result<Option<Got>, Failure> {
        self.request("", |world| {
            world.objects.get(key).map(|(bytes, ..)| Got {
                bytes: bytes.clone(),
                tag: tag(bytes),
            })
        })
    }

    async fn put(&self, key: &str, object: Object<'_>, when: When) -> Result<Put, Failure> {
        self.request(&format!("put {key}"), |world| {
            let there = world.objects.get(key).map(|(bytes, ..)| tag(bytes));
            let allowed = match when {
                When::Always => true,
                When::Absent => there.is_none(),
                When::Tagged(wanted) => there == Some(wanted),
            };
            if !allowed {
                return Put::Refused;
            }
            let value = (
                object.bytes.to_vec(),
                object.media_type.to_owned(),
                object.cache_control.to_owned(),
            );
            world.objects.insert(key.to_owned(), value);
            Put::Written(tag(object.bytes))
        })
    }

    async fn delete(&self, key: &str) -> Result<(), Failure> {
        self.request(&format!("delete {key}"), |world| {
            drop(world.objects.remove(key));
        })
    }
}

impl Cdn for Stand<'_> {
    async fn invalidate(&self, paths: &[String], _: &str) -> Result<(), Failure> {
        self.request("invalidate", |world| {
            world
                .cached
                .retain(|path, _| !paths.contains(path) && paths != ["/*"]);
            world.invalidated.extend(paths.iter().cloned());
        })
    }

    async fn routes(&self) -> Result<Option<BTreeMap<String, String>>, Failure> {
        self.request("", |world| Some(world.routes.clone()))
    }

    async fn change_routes(
        &self,
        set: &BTreeMap<String, String>,
        removed: &[String],
    ) -> Result<(), Failure> {
        self.request("routes", |world| {
            world.routes.extend(set.clone());
            world.routes.retain(|key, _| !removed.contains(key));
        })
    }
}

/// A visitor behind a CDN that keeps every answer until it is told to forget it.
struct Visitor<'a, 'b>(&'a Stand<'b>);

impl Live for Visitor<'_, '_> {
    async fn fetch(&self, path: &str) -> Result<Fetched, Failure> {
        let mut world = self.0.world.lock().unwrap();
        if world.dead {
            return Err(Failure("killed".into()));
        }
        // What stands in a request has no blanks.
        if path.contains(' ') {
            return Ok(Fetched {
                status: 400,
                ..Fetched::default()
            });
        }
        let encoded = path;
        let path = &path.replace("%20", " ");
        if let Some(bytes) = world.cached.get(encoded) {
            return Ok(Fetched {
                status: 200,
                bytes: bytes.clone(),
                policy: Some("strict".into()),
            });
        }
        let file = match path.as_str() {
            "/" => "index.html".to_owned(),
            path if path.rsplit('/').next().unwrap().contains('.') => path[1..].to_owned(),
            path => format!("{}.html", &path[1..]),
        };
        let Some((bytes, ..)) = world.objects.get(&file).cloned() else {
            return Ok(Fetched {
                status: 404,
                bytes: Vec::new(),
                policy: Some("strict".into()),
            });
        };
        world.cached.insert(encoded.to_owned(), bytes.clone());
        Ok(Fetched {
            status: 200,
            bytes,
            policy: Some("strict".into()),
        })
    }

    async fn pause(&self) {}
}

/// A site of pages, each with its text, its style sheet and links to other pages.
fn site(style: &str, pages: &[(&str, &str, &[&str])]) -> Site {
    let mut site = Site {
        policies: [("/".to_owned(), "strict".to_owned())].into(),
        ..Site::default()
    };
    let css = format!("assets/main-{style}.css");
    site.files
        .insert(css.clone(), file(style, "text/css", true));
    for (path, text, links) in pages {
        let links: String = links
            .iter()
            .map(|link| format!("<a href=\"/{link}.html\">x</a>"))
            .collect();
        let html = format!("<link href=\"/{css}\"><p>{text}</p>{links}");
        site.files
            .insert(format!("{path}.html"), file(&html, "text/html", false));
        let address = if *path == "index" {
            "/".to_owned()
        } else {
            format!("/{path}")
        };
        site.routes
            .insert(address.clone(), format!("200 /{path}.html"));
        site.addresses.insert(format!("{path}.html"), address);
    }
    let list: String = pages
        .iter()
        .map(|(path, ..)| format!("<a href=\"/{path}.html\">"))
        .collect();
    site.files
        .insert("sitemap.xml".into(), file(&list, "application/xml", false));
    site
}

fn file(text: &str, media_type: &str, is_fingerprinted: bool) -> File {
    let cache_control = if is_fingerprinted {
        "immutable"
    } else {
        "short"
    };
    File {
        bytes: text.into(),
        media_type: media_type.into(),
        cache_control: cache_control.into(),
        is_fingerprinted,
    }
}

fn first() -> Site {
    site(
        "AAA",
        &[
            ("index", "start", &["about", "old"]),
            ("about", "we", &[]),
            ("old", "leaves", &[]),
            ("same", "s", &[]),
        ],
    )
}

fn second() -> Site {
    let mut site = site(
        "BBB",
        &[
            ("index", "start!", &["about", "new"]),
            ("about", "we all", &["new"]),
            ("new", "comes", &["about"]),
            ("same", "s", &[]),
        ],
    );
    site.routes.insert("/old".into(), "301 /new".into());
    site
}

/// The clock: seconds, set by each test in its own thread.
static NOW: AtomicI64 = AtomicI64::new(1_800_000_000);

fn clock() -> Timestamp {
    Timestamp::from_second(NOW.load(Ordering::Relaxed)).unwrap()
}

fn later() -> Timestamp {
    clock() + SignedDuration::from_hours(30)
}

fn much_later() -> Timestamp {
    clock() + SignedDuration::from_hours(60)
}

fn options(owner: &str, clock: fn() -> Timestamp) -> Options {
    Options {
        owner: owner.into(),
        grace: SignedDuration::from_hours(24),
        keep: 3,
        parallel: 4,
        looks: 2,
        // Most of these sites have little in common.
        may_vanish: true,
        clock,
    }
}

fn yes(_: &Plan, _: &str) -> bool {
    true
}

async fn go(stand: &Stand<'_>, site: &Site, options: &Options) -> Result<Outcome, Error> {
    publish(stand, stand, Some(&Visitor(stand)), site, options, yes).await
}

fn plan_of(outcome: Result<Outcome, Error>) -> Plan {
    match outcome.unwrap() {
        Outcome::Live { plan, .. } => *plan,
        Outcome::Nothing => panic!("nothing was done"),
    }
}

/// What must hold for visitors between any two requests: every page is one of the given, and what it names is there.
fn whole(world: &World, sites: &[&Site]) {
    for (key, (bytes, media_type, _)) in world
        .objects
        .iter()
        .filter(|(key, _)| !key.starts_with(".site/"))
    {
        let known = sites
            .iter()
            .filter_map(|site| site.files.get(key))
            .any(|file| file.bytes == *bytes && file.media_type == *media_type);
        assert!(known, "{key} is neither old nor new");
        let text = String::from_utf8_lossy(bytes);
        for named in text
            .split("href=\"/")
            .skip(1)
            .map(|rest| rest.split('"').next().unwrap())
        {
            assert!(
                world.objects.contains_key(named),
                "{key} names {named}, which is not there"
            );
        }
    }
}

fn expected(sites: &[&Site]) -> BTreeSet<String> {
    sites
        .iter()
        .flat_map(|site| site.files.keys().cloned())
        .collect()
}

#[tokio::test]
async fn first_publish_then_nothing_then_a_change() {
    let stand = Stand::new();
    let plan = plan_of(go(&stand, &first(), &options("a", clock)).await);
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
    assert_eq!(
        stand.pages().into_keys().collect::<BTreeSet<_>>(),
        expected(&[&first()])
    );
    {
        let world = stand.world.lock().unwrap();
        assert_eq!(world.objects["about.html"].1, "text/html");
        assert_eq!(
            (
                world.objects["about.html"].2.as_str(),
                world.objects["assets/main-AAA.css"].2.as_str()
            ),
            ("short", "immutable")
        );
    }

    stand.revive(None);
    assert_eq!(
        go(&stand, &first(), &options("a", clock)).await.unwrap(),
        Outcome::Nothing
    );
    assert!(
        stand.world.lock().unwrap().writes.is_empty(),
        "no change, no upload, not even of a lock"
    );

    stand.revive(None);
    let plan = plan_of(go(&stand, &second(), &options("a", clock)).await);
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
        stand.world.lock().unwrap().invalidated,
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
    assert_eq!(stand.world.lock().unwrap().routes["/old"], "301 /new");

    stand.revive(None);
    let plan = plan_of(go(&stand, &second(), &options("a", later)).await);
    assert_eq!(plan.deleted, ["old.html"]);
    assert_eq!(
        stand.pages().into_keys().collect::<BTreeSet<_>>(),
        expected(&[&second()])
            .into_iter()
            .chain(["assets/main-AAA.css".into()])
            .collect()
    );
    assert_eq!(stand.world.lock().unwrap().invalidated, ["/old.html"]);
}

#[tokio::test]
async fn assets_first_then_pages_then_deletions() {
    let stand = Stand::new();
    go(&stand, &first(), &options("a", clock)).await.unwrap();
    go(&stand, &second(), &options("a", clock)).await.unwrap();
    stand.revive(None);
    let third = site(
        "CCC",
        &[
            ("index", "start?", &["about"]),
            ("about", "we", &[]),
            ("newest", "n", &[]),
        ],
    );
    go(
        &stand,
        &third,
        &Options {
            parallel: 1,
            ..options("a", later)
        },
    )
    .await
    .unwrap();
    let writes = stand.world.lock().unwrap().writes.clone();
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
            let mut stand = Stand::new();
            go(&stand, &old, &options("a", clock)).await.unwrap();
            let sites = [&old, &new];
            stand.watch = Box::new(move |world| whole(world, &sites));
            stand.revive(Some((at, effect)));
            let outcome = go(&stand, &new, &options("killed", clock)).await;
            let ended = stand.world.lock().unwrap().requests < at;
            assert_eq!(outcome.is_ok(), ended, "request {at}");
            // A killed run holds its lock until that is over; then the next one finishes the work.
            stand.revive(None);
            match go(&stand, &new, &options("b", later)).await {
                Ok(_) => {}
                Err(error) => panic!("after request {at}: {error}"),
            }
            for (path, file) in &new.files {
                assert_eq!(
                    stand.pages()[path].as_bytes(),
                    file.bytes,
                    "{path} after request {at}"
                );
            }
            assert!(stand.world.lock().unwrap().routes == new.routes);
            // What the CDN has kept of the old site is forgotten.
            for address in new.addresses.values() {
                let seen = Visitor(&stand).fetch(address).await.unwrap().bytes;
                let file = new
                    .addresses
                    .iter()
                    .find(|(_, one)| *one == address)
                    .unwrap()
                    .0;
                assert_eq!(seen, new.files[file].bytes, "{address} after request {at}");
            }
            let (names, live) = releases(&stand).await.unwrap();
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
        let mut stand = Stand::new();
        go(&stand, &old, &options("a", clock)).await.unwrap();
        go(&stand, &new, &options("a", clock)).await.unwrap();
        let sites = [&old, &new];
        stand.watch = Box::new(move |world| whole(world, &sites));
        stand.revive(Some((at, true)));
        let ended = go(&stand, &new, &options("killed", later)).await.is_ok();
        stand.revive(None);
        go(&stand, &new, &options("b", much_later)).await.unwrap();
        assert!(
            !stand.pages().contains_key("old.html"),
            "after request {at}"
        );
        if ended {
            break;
        }
    }
}

#[tokio::test]
async fn back_to_the_release_before_and_forth_again() {
    for at in 1.. {
        let (old, new) = (first(), second());
        let mut stand = Stand::new();
        go(&stand, &old, &options("a", clock)).await.unwrap();
        go(
            &stand,
            &new,
            &options("a", || clock() + SignedDuration::from_secs(5)),
        )
        .await
        .unwrap();
        // The old page is gone, only its copy is left.
        go(&stand, &new, &options("a", later)).await.unwrap();
        let (names, _) = releases(&stand).await.unwrap();
        let sites = [&old, &new];
        stand.watch = Box::new(move |world| whole(world, &sites));
        stand.revive(Some((at, true)));
        let visitor = |stand| Visitor(stand);
        let back = rollback(
            &stand,
            &stand,
            Some(&visitor(&stand)),
            None,
            &options("killed", later),
            yes,
        )
        .await;
        let ended = back.is_ok();
        stand.revive(None);
        rollback(
            &stand,
            &stand,
            Some(&visitor(&stand)),
            Some(&names[0]),
            &options("b", much_later),
            yes,
        )
        .await
        .unwrap();
        for (path, file) in &old.files {
            assert_eq!(
                stand.pages()[path].as_bytes(),
                file.bytes,
                "{path} after request {at}"
            );
        }
        assert_eq!(releases(&stand).await.unwrap().1.as_ref(), Some(&names[0]));
        assert_eq!(stand.world.lock().unwrap().routes, old.routes);
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
    let stand = Stand::new();
    let third = site("CCC", &[("index", "third", &[]), ("old", "stays", &[])]);
    // Three within one second, the second of them on a computer whose clock is slow.
    for (site, clock) in [
        (first(), clock as fn() -> Timestamp),
        (second(), slow_clock),
        (third, clock),
    ] {
        go(&stand, &site, &options("a", clock)).await.unwrap();
        let (names, live) = releases(&stand).await.unwrap();
        assert_eq!(names.last(), live.as_ref());
    }
    let live = || async { releases(&stand).await.unwrap().1 };
    let names = releases(&stand).await.unwrap().0;
    assert_eq!(names.len(), 3);
    for name in [&names[1], &names[0]] {
        rollback(
            &stand,
            &stand,
            None::<&Visitor>,
            None,
            &options("a", clock),
            yes,
        )
        .await
        .unwrap();
        assert_eq!(live().await.as_ref(), Some(name));
    }
}

#[tokio::test]
async fn releases_beyond_the_kept_ones_go() {
    let stand = Stand::new();
    let clocks: [fn() -> Timestamp; 5] = [
        clock,
        || clock() + SignedDuration::from_secs(10),
        || clock() + SignedDuration::from_secs(20),
        || clock() + SignedDuration::from_secs(30),
        || clock() + SignedDuration::from_secs(40),
    ];
    for (number, clock) in clocks.into_iter().enumerate() {
        go(
            &stand,
            &site(
                &format!("S{number}"),
                &[("index", &format!("v{number}"), &[])],
            ),
            &options("a", clock),
        )
        .await
        .unwrap();
    }
    let last = site("S4", &[("index", "v4", &[])]);
    go(&stand, &last, &options("a", later)).await.unwrap();
    let (names, live) = releases(&stand).await.unwrap();
    assert_eq!((names.len(), live.as_ref()), (3, names.last()));
    let styles: Vec<String> = stand
        .pages()
        .into_keys()
        .filter(|path| path.ends_with(".css"))
        .collect();
    assert_eq!(
        styles,
        [
            "assets/main-S2.css",
            "assets/main-S3.css",
            "assets/main-S4.css"
        ]
    );
    let copies = stand
        .world
        .lock()
        .unwrap()
        .objects
        .keys()
        .filter(|key| key.starts_with(".site/contents/"))
        .count();
    assert_eq!(copies, 3 + 1, "three start pages, one site map");
    let gone = rollback(
        &stand,
        &stand,
        None::<&Visitor>,
        Some("20270115T080000Z-00000000"),
        &options("a", later),
        yes,
    )
    .await;
    assert!(matches!(gone, Err(Error::NoRelease(_))));
}

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
async fn declined_or_refused_by_headers_nothing_is_written() {
    let stand = Stand::new();
    let declined = publish(
        &stand,
        &stand,
        None::<&Visitor>,
        &first(),
        &options("a", clock),
        |_, _| false,
    )
    .await;
    assert!(matches!(declined, Err(Error::Declined)));
    let site = Site {
        policies: [("/".to_owned(), "laxer".to_owned())].into(),
        ..first()
    };
    let refused = go(&stand, &site, &options("a", clock)).await;
    assert!(matches!(refused, Err(Error::Policy { .. })), "{refused:?}");
    assert!(stand.world.lock().unwrap().writes.is_empty());
}

#[tokio::test]
async fn a_policy_of_one_page_is_compared_too_before_and_after() {
    let stand = Stand::new();
    let framed = || {
        let mut site = first();
        site.policies.insert("/about".into(), "framed".into());
        site
    };
    // The page is not there yet: its headers are looked at when it is.
    let after = go(&stand, &framed(), &options("a", clock)).await;
    assert!(
        matches!(after, Err(Error::Policy { ref address, .. }) if address == "/about"),
        "{after:?}"
    );
    assert_eq!(stand.pages().len(), 6);
    stand.revive(None);
    let mut next = framed();
    let about = next.files.get_mut("about.html").unwrap();
    about.bytes.push(b'!');
    let before = go(&stand, &next, &options("a", clock)).await;
    assert!(
        matches!(before, Err(Error::Policy { ref address, .. }) if address == "/about"),
        "{before:?}"
    );
    assert!(stand.world.lock().unwrap().writes.is_empty());
}

#[tokio::test]
async fn an_address_that_is_live_does_not_vanish_unsaid() {
    let stand = Stand::new();
    let strict = Options {
        may_vanish: false,
        ..options("a", clock)
    };
    go(&stand, &first(), &strict).await.unwrap();
    stand.revive(None);
    let mut next = second();
    next.routes.remove("/old");
    let refused = go(&stand, &next, &strict).await;
    assert!(
        matches!(refused, Err(Error::Vanished(ref gone)) if gone == &["/old"]),
        "{refused:?}"
    );
    assert!(stand.world.lock().unwrap().writes.is_empty());

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
    go(&stand, &next, &strict).await.unwrap();

    // A stack for drafts shows one after the other.
    let other = site("CCC", &[("index", "new", &[])]);
    go(&stand, &other, &options("a", clock)).await.unwrap();
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
        async fn pause(&self) {}
    }
    let stand = Stand::new();
    let outcome = publish(
        &stand,
        &stand,
        Some(&Blind),
        &first(),
        &options("a", clock),
        yes,
    )
    .await;
    assert!(
        matches!(outcome, Err(Error::NotSeen(ref pages)) if pages.len() == 5),
        "{outcome:?}"
    );
    assert_eq!(
        releases(&stand).await.unwrap().1,
        releases(&stand).await.unwrap().0.pop(),
        "it is live all the same"
    );
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
    let stand = Stand::new();
    go(&stand, &with("a"), &options("a", clock)).await.unwrap();
    let plan = plan_of(go(&stand, &with("b"), &options("a", clock)).await);
    assert_eq!(
        plan.invalid,
        [
            "/a!$(),=~.png",
            "/docs/company%20profile.pdf",
            "/logo@2x.png"
        ]
    );
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

/// A bucket that writes nothing where nothing was asked.
struct Refusing<'a, 'b>(&'a Stand<'b>);

impl Bucket for Refusing<'_, '_> {
    async fn list(&self) -> Result<Vec<Listed>, Failure> {
        self.0.list().await
    }
    async fn get(&self, key: &str) -> Result<Option<Got>, Failure> {
        self.0.get(key).await
    }
    async fn put(&self, key: &str, object: Object<'_>, when: When) -> Result<Put, Failure> {
        match when {
            When::Always => Ok(Put::Refused),
            when => self.0.put(key, object, when).await,
        }
    }
    async fn delete(&self, key: &str) -> Result<(), Failure> {
        self.0.delete(key).await
    }
}

#[tokio::test]
async fn a_write_that_did_not_take_place_is_no_success() {
    let stand = Stand::new();
    let outcome = publish(
        &Refusing(&stand),
        &stand,
        None::<&Visitor>,
        &first(),
        &options("a", clock),
        yes,
    )
    .await;
    assert_eq!(
        outcome.unwrap_err().to_string(),
        "assets/main-AAA.css was not written: the bucket refused it"
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
    let stand = Stand::new();
    let options = Options {
        parallel: 16,
        ..options("a", clock)
    };
    let plan = plan_of(publish(&stand, &stand, None::<&Visitor>, &make("a"), &options, yes).await);
    assert_eq!(
        (plan.new.len(), plan.invalid),
        (10_001, vec!["/*".to_owned()])
    );
    stand.revive(None);
    let plan = plan_of(publish(&stand, &stand, None::<&Visitor>, &make("b"), &options, yes).await);
    assert_eq!(plan.changed, ["p77.html"]);
    assert_eq!(plan.invalid, ["/p77", "/p77.html"]);
    let writes = stand.world.lock().unwrap().writes.len();
    assert!(writes <= 9, "{writes} writes for one page");
}

#[tokio::test]
async fn the_plan_can_be_read() {
    let stand = Stand::new();
    go(&stand, &first(), &options("a", clock)).await.unwrap();
    let mut told = String::new();
    publish(
        &stand,
        &stand,
        None::<&Visitor>,
        &second(),
        &options("a", clock),
        |_, text| {
            text.clone_into(&mut told);
            true
        },
    )
    .await
    .unwrap();
    assert_eq!(
        told,
        "1 new page: /new\n\
         3 pages changed:\n  \
         /about: “we” became “we all”\n  \
         /about: “x” was added\n  \
         /: “start” became “start!”\n  \
         1 page with the same text, other markup or addresses of files: /same\n\
         1 other file to write: /sitemap.xml\n\
         1 new asset to upload first: styles, scripts, pictures\n\
         1 rule for addresses to set: /old leads to /new\n\
         1 page no longer part of the site, to vanish after the grace period: /old (16 January 2027, 08:00 UTC)\n\
         11 uploads, 9 addresses for the CDN to forget\n"
    );
}
