//! A bucket, a CDN, and visitors in memory, and sites to publish there.

use std::collections::{BTreeMap, BTreeSet};
use std::future::pending;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use publish::{
    Bucket, Cdn, Condition, Error, Failure, Fetched, File, Listed, Listing, Live, Object, Options,
    Outcome, Plan, RouteTable, Site, StoredObject, Summary, publish, rollback,
};
use tokio::time::sleep;

/// State of the bucket and the CDN, and the fault that a run encounters.
#[derive(Default)]
pub struct World {
    pub objects: BTreeMap<String, (Vec<u8>, String, String)>,
    pub routes: BTreeMap<String, String>,
    pub routes_version: usize,
    /// Responses in the CDN's cache, by address.
    pub cached: BTreeMap<String, Vec<u8>>,
    pub invalidated: Vec<String>,
    pub requests: usize,
    pub writes: Vec<String>,
    /// Number of the request that fails, and whether it takes effect before it fails.
    pub fault: Option<(usize, bool)>,
    /// Whether the fault has happened. All later requests then fail, as if the run had been killed.
    pub dead: bool,
    /// The bucket's clock. Each run sets it to its own, unless a test says otherwise.
    pub now: Timestamp,
    pub has_own_clock: bool,
}

impl World {
    /// Returns the objects that visitors can get.
    fn pages(&self) -> impl Iterator<Item = (&String, &(Vec<u8>, String, String))> {
        let objects = self.objects.iter();
        objects.filter(|(key, _)| !key.starts_with(".site/"))
    }
}

/// Unusual behavior of the bucket and the CDN.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Behavior {
    None,
    /// The upload of a style sheet takes seven minutes.
    SlowStyles,
    /// Every write except for the lock's is refused.
    Refusing,
    /// Objects are listed in reverse order.
    Reversed,
    /// The client retries every write, as if the first response had been lost.
    Repeating,
}

pub struct FakeCloud<'a> {
    world: Arc<Mutex<World>>,
    pub behavior: Behavior,
    /// Called after every request.
    pub watch: Box<dyn Fn(&World) + Sync + 'a>,
    /// Called before every write, with its description.
    pub before_write: Box<dyn Fn(&str) + Sync + 'a>,
    /// Called after every conditional write, with whether the condition was true.
    pub after_write: Box<dyn Fn(bool) + Sync + 'a>,
}

impl FakeCloud<'_> {
    pub fn new() -> Self {
        Self::at(Arc::default())
    }

    /// Returns another cloud with the same bucket and CDN.
    pub fn for_another_run<'a>(&self) -> FakeCloud<'a> {
        FakeCloud::at(Arc::clone(&self.world))
    }

    fn at(world: Arc<Mutex<World>>) -> Self {
        Self {
            world,
            behavior: Behavior::None,
            watch: Box::new(|_| {}),
            before_write: Box::new(|_| {}),
            after_write: Box::new(|_| {}),
        }
    }

    pub fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap()
    }

    /// Writes an object, as another program would.
    pub fn write(&self, key: &str, text: &str) {
        let object = (text.into(), String::new(), String::new());
        self.world().objects.insert(key.to_owned(), object);
    }

    fn request<T>(&self, what: &str, effect: impl Fn(&mut World) -> T) -> Result<T, Failure> {
        let mut world = self.world();
        if world.dead {
            return Err(Failure::new("killed"));
        }
        world.requests += 1;
        let fault = world.fault.filter(|(at, _)| *at == world.requests);
        if fault.is_some() {
            world.dead = true;
        }
        if matches!(fault, Some((_, false))) {
            return Err(Failure::new("connection refused"));
        }
        if !what.is_empty() {
            world.writes.push(what.to_owned());
        }
        let result = effect(&mut world);
        (self.watch)(&world);
        if fault.is_some() {
            Err(Failure::new("connection lost"))
        } else {
            Ok(result)
        }
    }

    /// Sends a conditional write. `effect` returns `None` if the condition is false.
    fn write_request<T>(
        &self,
        what: &str,
        effect: impl Fn(&mut World) -> Option<T>,
    ) -> Result<Option<T>, Failure> {
        (self.before_write)(what);
        if self.behavior == Behavior::Repeating {
            self.request(what, &effect)?;
        }
        let written = self.request(what, effect)?;
        (self.after_write)(written.is_some());
        Ok(written)
    }

    pub fn revive(&self, fault: Option<(usize, bool)>) {
        let mut world = self.world();
        (world.requests, world.fault, world.dead) = (0, fault, false);
        world.writes.clear();
        world.invalidated.clear();
    }

    pub fn pages(&self) -> BTreeMap<String, String> {
        let world = self.world();
        let pages = world.pages();
        pages
            .map(|(key, (bytes, ..))| (key.clone(), String::from_utf8_lossy(bytes).into_owned()))
            .collect()
    }

    pub fn paths(&self) -> BTreeSet<String> {
        self.pages().into_keys().collect()
    }

    /// Returns the media type and the cache control of an object.
    pub fn headers(&self, key: &str) -> (String, String) {
        let (_, media_type, cache_control) = self.world().objects[key].clone();
        (media_type, cache_control)
    }

    /// Checks that the bucket has every file of a site.
    pub fn assert_has(&self, site: &Site, case: &str) {
        for (path, file) in &site.files {
            assert_eq!(self.world().objects[path].0, file.bytes, "{path} {case}");
        }
    }
}

fn tag(bytes: &[u8]) -> String {
    use md5::Digest;
    md5::Md5::digest(bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

impl Bucket for FakeCloud<'_> {
    async fn list(&self) -> Result<Listing, Failure> {
        self.request("", |world| {
            let listed = world.objects.iter().map(|(key, (bytes, ..))| Listed {
                key: key.clone(),
                tag: tag(bytes),
            });
            let objects = if self.behavior == Behavior::Reversed {
                listed.rev().collect()
            } else {
                listed.collect()
            };
            Listing {
                objects,
                at: world.now,
            }
        })
    }

    async fn get(&self, key: &str) -> Result<Option<StoredObject>, Failure> {
        self.request("", |world| {
            world.objects.get(key).map(|(bytes, ..)| StoredObject {
                bytes: bytes.clone(),
                tag: tag(bytes),
            })
        })
    }

    async fn put(
        &self,
        key: &str,
        object: Object<'_>,
        condition: Condition,
    ) -> Result<Option<String>, Failure> {
        match self.behavior {
            Behavior::SlowStyles if key.ends_with(".css") => sleep(Duration::from_mins(7)).await,
            Behavior::Refusing if key != ".site/lock.json" => return Ok(None),
            _ => {}
        }
        self.write_request(&format!("put {key}"), |world| {
            let existing = world.objects.get(key).map(|(bytes, ..)| tag(bytes));
            let allowed = match &condition {
                Condition::Absent => existing.is_none(),
                Condition::Tagged(wanted) => existing.as_ref() == Some(wanted),
            };
            if !allowed {
                return None;
            }
            let value = (
                object.bytes.to_vec(),
                object.media_type.to_owned(),
                object.cache_control.to_owned(),
            );
            world.objects.insert(key.to_owned(), value);
            Some(tag(object.bytes))
        })
    }

    async fn delete(&self, key: &str, wanted: &str) -> Result<bool, Failure> {
        let deleted = self.write_request(&format!("delete {key}"), |world| {
            let existing = world.objects.get(key).map(|(bytes, ..)| tag(bytes));
            let allowed = existing.is_none_or(|existing| existing == wanted);
            allowed.then(|| drop(world.objects.remove(key)))
        })?;
        Ok(deleted.is_some())
    }
}

impl Cdn for FakeCloud<'_> {
    async fn invalidate(&self, paths: &[String], _: &str) -> Result<(), Failure> {
        (self.before_write)("invalidate");
        self.request("invalidate", |world| {
            world
                .cached
                .retain(|path, _| !paths.contains(path) && paths != ["/*"]);
            world.invalidated.extend(paths.iter().cloned());
        })
    }

    async fn routes(&self) -> Result<Option<RouteTable>, Failure> {
        self.request("", |world| {
            Some(RouteTable {
                tag: world.routes_version.to_string(),
                routes: world.routes.clone(),
            })
        })
    }

    async fn change_routes(
        &self,
        tag: &str,
        set: &BTreeMap<String, String>,
        removed: &[String],
    ) -> Result<Option<String>, Failure> {
        self.write_request("routes", |world| {
            if tag != world.routes_version.to_string() {
                return None;
            }
            world.routes.extend(set.clone());
            world.routes.retain(|key, _| !removed.contains(key));
            world.routes_version += 1;
            Some(world.routes_version.to_string())
        })
    }
}

/// A visitor behind a CDN that caches every response until it is invalidated.
pub struct Visitor<'a, 'b>(pub &'a FakeCloud<'b>);

impl Live for Visitor<'_, '_> {
    async fn fetch(&self, path: &str) -> Result<Fetched, Failure> {
        let mut world = self.0.world();
        if world.dead {
            return Err(Failure::new("killed"));
        }
        let answer = |status, bytes| {
            Ok(Fetched {
                status,
                bytes,
                policy: Some("strict".into()),
            })
        };
        // The path in a request line cannot contain spaces.
        if path.contains(' ') {
            return answer(400, Vec::new());
        }
        if let Some(bytes) = world.cached.get(path) {
            return answer(200, bytes.clone());
        }
        let file = match path.replace("%20", " ").as_str() {
            "/" => "index.html".to_owned(),
            path if path.rsplit('/').next().unwrap().contains('.') => path[1..].to_owned(),
            path => format!("{}.html", &path[1..]),
        };
        let Some((bytes, ..)) = world.objects.get(&file).cloned() else {
            return answer(404, Vec::new());
        };
        world.cached.insert(path.to_owned(), bytes.clone());
        answer(200, bytes)
    }
}

/// Returns a site with the given pages, each with its name, its text, and links to other pages. All use the same style sheet.
pub fn site(style: &str, pages: &[(&str, &str, &[&str])]) -> Site {
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

pub fn file(text: &str, media_type: &str, is_fingerprinted: bool) -> File {
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

pub fn first() -> Site {
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

pub fn second() -> Site {
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

/// Returns the time of every run, unless a test says otherwise.
pub fn clock() -> Timestamp {
    Timestamp::from_second(1_800_000_000).unwrap()
}

pub fn later() -> Timestamp {
    clock() + SignedDuration::from_hours(30)
}

pub fn much_later() -> Timestamp {
    clock() + SignedDuration::from_hours(60)
}

pub fn options(owner: &str, clock: fn() -> Timestamp) -> Options {
    Options {
        owner: owner.into(),
        grace: SignedDuration::from_hours(24),
        keep: 3,
        parallel: 4,
        checks: 2,
        // Most of these sites have little in common.
        may_vanish: true,
        clock,
        form_checks: 1,
        between_checks: Duration::ZERO,
        // Requests in memory never take so long that a renewal is due.
        sleep: |time| {
            Box::pin(async move {
                if !time.is_zero() {
                    pending::<()>().await;
                }
            })
        },
    }
}

pub fn yes(_: &Plan, _: &Summary) -> bool {
    true
}

fn set_clock(cloud: &FakeCloud<'_>, options: &Options) {
    let mut world = cloud.world();
    if !world.has_own_clock {
        world.now = (options.clock)();
    }
}

pub async fn go(cloud: &FakeCloud<'_>, site: &Site, options: &Options) -> Result<Outcome, Error> {
    set_clock(cloud, options);
    publish(cloud, cloud, Some(&Visitor(cloud)), site, options, yes).await
}

/// Publishes without visitors, if `ask` agrees to the plan.
pub async fn go_if(
    cloud: &FakeCloud<'_>,
    site: &Site,
    options: &Options,
    ask: impl FnOnce(&Plan, &Summary) -> bool,
) -> Result<Outcome, Error> {
    set_clock(cloud, options);
    publish(cloud, cloud, None::<&Visitor>, site, options, ask).await
}

/// Returns a cloud to which the given sites were published, one after the other.
pub async fn published<'a, const N: usize>(sites: [&Site; N]) -> FakeCloud<'a> {
    let cloud = FakeCloud::new();
    for site in sites {
        go(&cloud, site, &options("a", clock)).await.unwrap();
    }
    cloud
}

/// Rolls back to the release `to` or, without a name, to the release before the live one.
pub async fn back(
    cloud: &FakeCloud<'_>,
    to: Option<&str>,
    options: &Options,
) -> Result<Outcome, Error> {
    set_clock(cloud, options);
    rollback(cloud, cloud, Some(&Visitor(cloud)), to, options, yes).await
}

/// Publishes from beginning to end while another run waits.
pub fn at_once(cloud: &FakeCloud<'_>, site: &Site, options: &Options) -> Result<Outcome, Error> {
    std::thread::scope(|scope| {
        let run = || {
            let runtime = tokio::runtime::Builder::new_current_thread().build();
            runtime.unwrap().block_on(go(cloud, site, options))
        };
        scope.spawn(run).join().unwrap()
    })
}

pub fn plan_of(outcome: Result<Outcome, Error>) -> Plan {
    match outcome.unwrap() {
        Outcome::Live { plan, .. } => *plan,
        Outcome::Nothing => panic!("nothing was done"),
    }
}

/// Checks what visitors see between any two requests: every page must belong to one of `sites`, and everything that it refers to
/// must exist.
pub fn assert_consistent(world: &World, sites: &[&Site]) {
    for (key, (bytes, media_type, _)) in world.pages() {
        let known = sites
            .iter()
            .filter_map(|site| site.files.get(key))
            .any(|file| file.bytes == *bytes && file.media_type == *media_type);
        assert!(known, "{key} is neither old nor new");
        let text = String::from_utf8_lossy(bytes);
        for link in text.split("href=\"/").skip(1) {
            let named = link.split('"').next().unwrap();
            assert!(
                world.objects.contains_key(named),
                "{key} names {named}, which is not there"
            );
        }
    }
}

pub fn paths(site: &Site) -> BTreeSet<String> {
    site.files.keys().cloned().collect()
}
