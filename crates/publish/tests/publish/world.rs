//! A bucket, a CDN and visitors in memory, and sites to publish there.

use std::collections::{BTreeMap, BTreeSet};
use std::future::pending;
use std::sync::Mutex;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use publish::{
    Bucket, Cdn, Error, Failure, Fetched, File, Got, Listed, Live, Object, Options, Outcome, Plan,
    Put, RouteTable, Site, When, publish,
};

/// The state of the bucket and the CDN, and the fault that a run meets.
#[derive(Default)]
pub struct World {
    pub objects: BTreeMap<String, (Vec<u8>, String, String)>,
    pub routes: BTreeMap<String, String>,
    pub routes_version: usize,
    /// Answers cached by the CDN, by address.
    pub cached: BTreeMap<String, Vec<u8>>,
    pub invalidated: Vec<String>,
    pub requests: usize,
    pub writes: Vec<String>,
    /// Number of the request that fails, and whether it takes effect first.
    pub fault: Option<(usize, bool)>,
    /// Whether the fault has happened: all later requests fail, as for a run that was killed.
    pub dead: bool,
}

pub struct Stand<'a> {
    pub world: Mutex<World>,
    /// Called after every request.
    pub watch: Box<dyn Fn(&World) + Sync + 'a>,
}

impl Stand<'_> {
    pub fn new() -> Self {
        Self {
            world: Mutex::default(),
            watch: Box::new(|_| {}),
        }
    }

    pub fn request<T>(
        &self,
        what: &str,
        effect: impl FnOnce(&mut World) -> T,
    ) -> Result<T, Failure> {
        let mut world = self.world.lock().unwrap();
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

    pub fn revive(&self, fault: Option<(usize, bool)>) {
        let mut world = self.world.lock().unwrap();
        (world.requests, world.fault, world.dead) = (0, fault, false);
        world.writes.clear();
        world.invalidated.clear();
    }

    pub fn pages(&self) -> BTreeMap<String, String> {
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

pub fn tag(bytes: &[u8]) -> String {
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

    async fn delete(&self, key: &str, wanted: &str) -> Result<bool, Failure> {
        self.request(&format!("delete {key}"), |world| {
            let there = world.objects.get(key).map(|(bytes, ..)| tag(bytes));
            let allowed = there.is_none_or(|there| there == wanted);
            if allowed {
                drop(world.objects.remove(key));
            }
            allowed
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
        self.request("routes", |world| {
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

/// A visitor behind a CDN that caches every answer until it is invalidated.
pub struct Visitor<'a, 'b>(pub &'a Stand<'b>);

impl Live for Visitor<'_, '_> {
    async fn fetch(&self, path: &str) -> Result<Fetched, Failure> {
        let mut world = self.0.world.lock().unwrap();
        if world.dead {
            return Err(Failure::new("killed"));
        }
        // A request line has no spaces in its path.
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
}

/// Returns a site of pages, each with its text, its style sheet and links to other pages.
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

/// The time of every run, unless a test says otherwise.
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
        between_checks: Duration::ZERO,
        // Requests to memory never take so long that a renewal is due.
        sleep: |time| {
            Box::pin(async move {
                if !time.is_zero() {
                    pending::<()>().await;
                }
            })
        },
    }
}

pub fn yes(_: &Plan, _: &str) -> bool {
    true
}

pub async fn go(stand: &Stand<'_>, site: &Site, options: &Options) -> Result<Outcome, Error> {
    publish(stand, stand, Some(&Visitor(stand)), site, options, yes).await
}

/// Publishes from beginning to end while another run waits.
pub fn at_once(stand: &Stand<'_>, site: &Site, options: &Options) -> Result<Outcome, Error> {
    std::thread::scope(|scope| {
        let run = || {
            let runtime = tokio::runtime::Builder::new_current_thread().build();
            runtime.unwrap().block_on(go(stand, site, options))
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

/// Checks what must hold for visitors between any two requests: every page belongs to one of `sites`, and everything that it
/// refers to exists.
pub fn whole(world: &World, sites: &[&Site]) {
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

pub fn expected(sites: &[&Site]) -> BTreeSet<String> {
    sites
        .iter()
        .flat_map(|site| site.files.keys().cloned())
        .collect()
}
