//! Subscriptions: invitations, and the links in mails.

use std::sync::atomic::Ordering;

use axum::body::Body;
use axum::http::Request;
use axum::http::header::{ACCEPT, CONTENT_TYPE, ORIGIN};
use forms::inbox::{Filter, State, csv, entries, erase, subscribers};
use forms::page::Pages;
use forms::record::Record;
use forms::subscription::{Step, link};
use forms::{Form, Store as _, router};
use http_body_util::BodyExt as _;
use jiff::tz::Offset;
use tower::ServiceExt as _;

use crate::outbox::site::Site;
use crate::unreliable::Fault;

const SITE: &str = "https://www.example.com";
const PAGE: &str = "{{ title }}: {{ lead }}{% if button %}<button>{{ button }}</button>{% endif %}";

/// Returns a site whose form `contact` is a subscription.
fn site() -> Site {
    let mut site = Site::new(9);
    let service = std::sync::Arc::get_mut(&mut site.service).unwrap();
    for form in &mut service.forms {
        form.double_opt_in = form.name == "contact";
    }
    service.pages = Pages::new("", PAGE).unwrap();
    service.settings.allowed_origins = vec![SITE.to_owned()];
    "newsletter@example.com".clone_into(&mut service.settings.invitation_from);
    site
}

fn contact(site: &Site) -> &Form {
    let forms = &site.service.forms;
    forms.iter().find(|form| form.name == "contact").unwrap()
}

async fn record(site: &Site, id: &str) -> Record {
    let key = format!("submissions/contact/{id}.json");
    let (bytes, _) = site.folder.read(&key).await.unwrap().unwrap();
    serde_json::from_slice(&bytes).unwrap()
}

/// Returns the path of a step for a new subscription, after checking that the mail contains the same link.
async fn subscribed(site: &Site, step: Step) -> (String, String) {
    let id = site.submit_one("contact").await;
    let record = record(site, &id).await;
    let confirm = link(SITE, contact(site), &record, Step::Confirm).unwrap();
    let mails = site.mailbox.mails.lock().unwrap();
    let mail = mails.iter().rev().find(|mail| mail.is_invitation).unwrap();
    let raw = String::from_utf8(mail.raw.clone()).unwrap();
    let raw = raw.replace("=\r\n", "").replace("=3D", "=");
    assert!(raw.contains(&confirm), "{raw}");
    assert_eq!(mail.to, ["asha@example.com"]);
    assert_eq!(mail.from, "newsletter@example.com");
    let url = link(SITE, contact(site), &record, step).unwrap();
    (id, url.strip_prefix(SITE).unwrap().to_owned())
}

/// Sends a request as a browser without JavaScript does. Returns the status and the page.
async fn browse(site: &Site, method: &str, path: &str, body: &'static str) -> (u16, String) {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header(ACCEPT, "text/html")
        .header(ORIGIN, "https://mail.example.org")
        .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body(Body::from(body))
        .unwrap();
    let response = router(&site.service).oneshot(request).await.unwrap();
    let status = response.status().as_u16();
    let body = response.into_body().collect().await.unwrap().to_bytes();
    (status, String::from_utf8(body.to_vec()).unwrap())
}

async fn state(site: &Site, id: &str) -> State {
    let all = entries(&site.folder, &Filter::default()).await.entries;
    let entry = all.iter().find(|entry| entry.record.id.as_str() == id);
    entry.unwrap().state().unwrap()
}

#[tokio::test(start_paused = true)]
async fn opening_a_link_changes_nothing_and_its_button_does() {
    for (step, title, after) in [
        (Step::Confirm, "Confirm your subscription", State::Confirmed),
        (Step::Leave, "Unsubscribe", State::Unsubscribed),
    ] {
        let site = site();
        let (id, path) = subscribed(&site, step).await;
        for method in ["GET", "HEAD", "OPTIONS"] {
            let (_, page) = browse(&site, method, &path, "").await;
            assert!(method != "GET" || page.contains(title), "{page}");
            assert!(method != "GET" || page.contains("<button"), "{page}");
            assert_eq!(state(&site, &id).await, State::New, "{method}");
        }
        // A page of the site, a mail program that unsubscribes with one click, and a second click.
        for body in ["", "List-Unsubscribe=One-Click", ""] {
            let (status, page) = browse(&site, "POST", &path, body).await;
            assert_eq!(status, 200, "{page}");
            assert!(!page.contains("<button"), "{page}");
            assert_eq!(state(&site, &id).await, after);
        }
        assert_eq!(site.keys("events/").await.len(), 1);
    }
}

#[tokio::test(start_paused = true)]
async fn a_link_needs_the_secret_of_its_record() {
    let site = site();
    let (id, path) = subscribed(&site, Step::Confirm).await;
    let (other, _) = subscribed(&site, Step::Confirm).await;
    let (start, secret) = path.rsplit_once('/').unwrap();
    for wrong in [
        format!("{start}/{id}"),
        format!("{start}/{}", &secret[1..]),
        format!("{start}/{secret}x"),
        path.replace(&id, &other),
        path.replace(&id, "00000000000000000000000000"),
        path.replace(&id, ".."),
    ] {
        for method in ["GET", "POST"] {
            let (status, page) = browse(&site, method, &wrong, "").await;
            assert!([404, 410].contains(&status), "{wrong}: {status} {page}");
        }
    }
    // Forms that are no subscription have no links.
    assert_eq!(site.keys("events/").await, Vec::<String>::new());
    site.submit_one("career").await;
    let career = path.replace("/contact/", "/career/");
    assert_eq!(browse(&site, "POST", &career, "").await.0, 404);
}

#[tokio::test(start_paused = true)]
async fn who_has_left_is_not_listed_and_has_to_subscribe_again() {
    let site = site();
    let (first, confirm) = subscribed(&site, Step::Confirm).await;
    let (_, leave) = subscribed(&site, Step::Leave).await;
    browse(&site, "POST", &confirm, "").await;
    let confirmed = Filter {
        state: Some(State::Confirmed),
        ..Filter::default()
    };
    let list = entries(&site.folder, &confirmed).await.entries;
    let table = csv(&list, Offset::UTC, |record| {
        link(SITE, contact(&site), record, Step::Leave)
    });
    assert!(table.contains(",\"unsubscribe\"\r\n"), "{table}");
    assert!(table.contains(&confirm.replace("/confirm/", "/unsubscribe/")));
    // The second subscription of the same address ends the first one as well.
    browse(&site, "POST", &leave, "").await;
    assert!(entries(&site.folder, &confirmed).await.entries.is_empty());
    assert_eq!(state(&site, &first).await, State::Unsubscribed);
    let leave = confirm.replace("/confirm/", "/unsubscribe/");
    browse(&site, "POST", &leave, "").await;
    let (status, page) = browse(&site, "POST", &confirm, "").await;
    assert_eq!(status, 410);
    assert!(page.contains("subscribe again"), "{page}");
    // A new subscription counts.
    let (third, confirm) = subscribed(&site, Step::Confirm).await;
    browse(&site, "POST", &confirm, "").await;
    assert_eq!(state(&site, &third).await, State::Confirmed);
    // Whatever is erased leaves nothing behind, and its links are dead.
    let all = entries(&site.folder, &Filter::default()).await.entries;
    erase(&site.folder, all, jiff::Timestamp::UNIX_EPOCH).await;
    assert_eq!(site.keys("events/").await, Vec::<String>::new());
    assert_eq!(browse(&site, "POST", &confirm, "").await.0, 410);
}

/// Each row is the steps of up to three subscriptions of one address, a, b, and c; what the confirmation link of `a` answers after them; and
/// the rows of the export.
#[tokio::test(start_paused = true)]
async fn an_old_link_knows_whether_the_address_is_subscribed() {
    use Step::{Confirm, Leave};
    for (steps, status, rows) in [
        (&[(0, Confirm)][..], 200, 1),
        (&[(0, Confirm), (1, Confirm)], 200, 1),
        (&[(0, Confirm), (1, Confirm), (1, Leave)], 410, 0),
        (&[(0, Confirm), (1, Leave)], 410, 0),
        (&[(0, Confirm), (0, Leave)], 410, 0),
        (&[(1, Leave), (0, Confirm)], 200, 1),
        (&[(1, Confirm), (1, Leave), (0, Confirm)], 200, 1),
        // Who has not yet confirmed subscribes again.
        (&[(1, Confirm), (1, Leave)], 200, 1),
        (&[(0, Confirm), (1, Leave), (2, Confirm)], 200, 1),
        (
            &[(0, Confirm), (1, Leave), (2, Confirm), (2, Leave)],
            410,
            0,
        ),
        // The last one has another address.
        (&[(0, Confirm), (3, Confirm), (3, Leave)], 200, 1),
        (&[(0, Confirm), (3, Confirm)], 200, 2),
    ] {
        let site = site();
        let mut ids = Vec::new();
        for address in [
            "Asha@Example.com",
            "asha@example.com",
            " asha@example.com ",
            "dev@example.com",
        ] {
            let fields = format!(r#"{{"email":"{address}"}}"#);
            ids.push(site.post("contact", fields).await);
        }
        let mut answer = 0;
        for (number, step) in steps.iter().copied().chain([(0, Confirm)]) {
            let record = record(&site, &ids[number]).await;
            let url = link(SITE, contact(&site), &record, step).unwrap();
            let path = url.strip_prefix(SITE).unwrap();
            (answer, _) = browse(&site, "POST", path, "").await;
        }
        assert_eq!(answer, status, "{steps:?}");
        let confirmed = Filter {
            state: Some(State::Confirmed),
            ..Filter::default()
        };
        let list = entries(&site.folder, &confirmed).await.entries;
        let last = list.last().cloned();
        let subscribers = subscribers(list);
        assert_eq!(subscribers.len(), rows, "{steps:?}");
        assert_eq!(subscribers.last().cloned(), last, "{steps:?}");
    }
}

/// The firm and the subscriber each get one mail, whichever of the two fails first.
#[tokio::test(start_paused = true)]
async fn each_of_the_two_mails_is_sent_once() {
    for failing in 0..3 {
        let site = site();
        site.mailbox.fail_at.store(failing, Ordering::Relaxed);
        site.submit_one("contact").await;
        for _ in 0..3 {
            site.sweep().await;
        }
        let mails = site.mailbox.mails.lock().unwrap().clone();
        let invitations = mails.iter().filter(|mail| mail.is_invitation).count();
        assert_eq!((mails.len(), invitations), (2, 1), "failing at {failing}");
        assert_eq!(site.keys("outbox/").await, Vec::<String>::new());
    }
}

/// Somebody enters an address of somebody else again and again, also with words after a plus sign.
#[tokio::test(start_paused = true)]
async fn an_address_is_invited_three_times_a_day_at_most() {
    let site = site();
    let invited = || {
        let mails = site.mailbox.mails.lock().unwrap();
        mails.iter().filter(|mail| mail.is_invitation).count()
    };
    for (address, total) in [
        ("asha@example.com", 1),
        ("Asha+1@example.com", 2),
        ("asha+a+b@EXAMPLE.com", 3),
        ("asha@example.com", 3),
        ("asha+2@example.com", 3),
        ("asha@example.org", 4),
    ] {
        let fields = format!(r#"{{"email":"{address}"}}"#);
        site.post("contact", fields).await;
        site.sweep().await;
        assert_eq!(invited(), total, "{address}");
    }
    // The firm is notified of each, and no sweep sends more.
    let mails = site.mailbox.mails.lock().unwrap().len();
    assert_eq!((mails, invited()), (10, 4));
    assert_eq!(site.keys("outbox/").await, Vec::<String>::new());
}

#[tokio::test(start_paused = true)]
async fn a_store_that_fails_is_no_dead_link() {
    let site = site();
    let (id, path) = subscribed(&site, Step::Leave).await;
    site.set_faults(&[Fault::refused("create events/")]);
    assert_eq!(browse(&site, "POST", &path, "").await.0, 503);
    site.set_faults(&[]);
    assert_eq!(browse(&site, "POST", &path, "").await.0, 200);
    assert_eq!(state(&site, &id).await, State::Unsubscribed);
}
