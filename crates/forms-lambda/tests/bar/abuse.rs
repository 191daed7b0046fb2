//! Tests of the requirements A: abuse.

use serde_json::{Value, json};

use crate::support::fault::Fault;
use crate::support::http::Reply;
use crate::support::request::{Request, changed, contact, plain, post, with};
use crate::support::target::{SITE, both, both_with};

const ALLOWED: &str = "access-control-allow-origin";

#[tokio::test]
async fn a1_a_filled_trap_looks_like_success_and_is_kept_apart_without_a_mail() {
    for target in both().await {
        let spam = changed("contact", "topic", "http://spam.example");
        let reply = target.send(spam).await;
        let honest = target.send(contact()).await;
        let blank = |reply: &Reply| {
            let mut json = reply.json();
            let id = json["id"].as_str().unwrap().len();
            json["id"] = json!(id);
            (reply.status, json.to_string(), reply.body.len())
        };
        assert_eq!(blank(&reply), blank(&honest), "{}", target.name());
        let kept = format!("quarantine/{}.json", reply.id());
        assert_eq!(target.keys("quarantine/").await, [kept]);
        assert_eq!(target.keys("submissions/").await.len(), 1);
        assert_eq!(target.mails().await.len(), 1);

        let page = Request::plain("/contact", &with("contact", "topic", "x"));
        let reply = target.send(page).await;
        let answer = (reply.status, reply.header("location"));
        assert_eq!(answer, (303, "/thanks/contact"));

        // A digest reports both.
        target.sweep().await;
        target.sweep().await;
        assert_eq!(target.mails().await.len(), 2);
    }
}

#[tokio::test]
async fn a2_five_in_a_minute_from_one_address_and_then_429() {
    for target in both().await {
        for _ in 0..5 {
            target.accept(contact().from("203.0.113.9")).await;
        }
        let reply = target.send(contact().from("203.0.113.9")).await;
        assert_eq!(reply.outcome(), (429, false), "{reply:?}");
        assert!((1..=60).contains(&reply.header("retry-after").parse::<u64>().unwrap()));
        // Headers that anyone can send have no effect.
        for header in ["x-forwarded-for", "x-viewer-address"] {
            let posed = contact().from("203.0.113.9").header(header, "198.51.100.7");
            assert_eq!(target.send(posed).await.status, 429, "{header}");
        }
        target.accept(contact().from("203.0.113.10")).await;
        let page = plain("contact").from("203.0.113.9");
        let reply = target.send(page).await;
        assert_eq!(reply.status, 429);
        assert!(reply.body.contains("asha@example.com"), "it is kept");
        let other_form = post("newsletter").from("203.0.113.9");
        target.accept(other_form).await;
        for _ in 0..8 {
            // The loopback address is not counted.
            target.accept(contact()).await;
        }
    }
}

#[tokio::test]
async fn a2_behind_the_proxy_its_viewer_header_is_the_address() {
    for target in both_with(&[("FORMS_ORIGIN_SECRET", "0123456789abcdef")]).await {
        let from = |viewer: &str| {
            contact()
                .from("198.51.100.1")
                .header("x-origin-secret", "0123456789abcdef")
                .header("x-viewer-address", viewer)
        };
        for _ in 0..5 {
            target.accept(from("203.0.113.9")).await;
        }
        assert_eq!(target.send(from("203.0.113.9")).await.status, 429);
        target.accept(from("203.0.113.10")).await;
    }
}

#[tokio::test]
async fn a3_a_foreign_origin_is_403_and_an_allowed_one_is_echoed_on_every_reply() {
    for target in both().await {
        for foreign in [
            "https://evil.example",
            "null",
            "https://www.example.com.evil.example",
            "http://www.example.com",
        ] {
            let reply = target.send(contact().header("origin", foreign)).await;
            assert_eq!(reply.outcome(), (403, false), "{foreign}");
            assert_eq!(reply.header(ALLOWED), "");
        }
        target.assert_untouched().await;
        let wrong = Request::json("/contact", &json!({}));
        let large = contact().body(vec![b' '; 100 * 1024]);
        for (request, status) in [
            (contact(), 200),
            (wrong, 422),
            (large, 413),
            (Request::new("GET", "/contact"), 405),
            (Request::new("POST", "/nowhere"), 404),
            (Request::new("GET", "/health"), 200),
        ] {
            let reply = target.send(request.header("origin", SITE)).await;
            let answer = (reply.status, reply.header(ALLOWED));
            assert_eq!(answer, (status, SITE), "{reply:?}");
        }
        // The page that answers a form post without JavaScript may post again, and the reply redirects to the site.
        let again = plain("contact").header("origin", "https://forms.example.com");
        let reply = target.send(again).await;
        let thanks = format!("{SITE}/thanks/contact");
        assert_eq!((reply.status, reply.header("location")), (303, &*thanks));
        assert_eq!(reply.header(ALLOWED), "");
        let policy = reply.header("content-security-policy");
        let action = format!("form-action 'self' {SITE};");
        assert!(policy.contains(&action), "{policy}");
        // Without TLS, nothing proves the host name.
        let unproven = contact().header("origin", "http://forms.example.com");
        assert_eq!(target.send(unproven).await.status, 403);
        target.store.set(Fault::Error);
        let reply = target.send(contact().header("origin", SITE)).await;
        assert_eq!((reply.status, reply.header(ALLOWED)), (503, SITE));
        let preflight = |origin| Request::new("OPTIONS", "/contact").header("origin", origin);
        let reply = target.send(preflight(SITE)).await;
        assert_eq!((reply.status, &*reply.body), (204, ""));
        assert_eq!(reply.header("access-control-allow-methods"), "POST");
        let headers = reply.header("access-control-allow-headers");
        assert_eq!(headers, "Content-Type, Idempotency-Key");
        let reply = target.send(preflight("https://evil.example")).await;
        assert_eq!((reply.status, reply.header(ALLOWED)), (204, ""));
    }
}

#[tokio::test]
async fn a4_without_the_proxys_secret_nothing_is_answered() {
    let secrets = "old-secret-0123456,new-secret-0123456";
    for target in both_with(&[("FORMS_ORIGIN_SECRET", secrets)]).await {
        for secret in [None, Some("wrong-secret-01234"), Some(secrets)] {
            // The body is malformed, which has no effect because it is not read.
            let mut request = contact().body("{");
            if let Some(secret) = secret {
                request = request.header("x-origin-secret", secret);
            }
            assert_eq!(target.send(request).await.status, 403, "{secret:?}");
        }
        for secret in ["old-secret-0123456", "new-secret-0123456"] {
            target
                .accept(contact().header("x-origin-secret", secret))
                .await;
        }
        let _: Value = target.send(contact()).await.json();
    }
}
