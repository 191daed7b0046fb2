//! Tests of the requirements D: durability. No accepted submission is lost, and nothing is done twice.

use std::sync::Arc;
use std::time::{Duration, Instant};

use forms::{Form, Object, sweep};
use futures_util::future::join_all;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use crate::support::documents::pdf;
use crate::support::fault::Fault;
use crate::support::http::exchange;
use crate::support::local::{self, LocalService};
use crate::support::request::{career, changed, contact, plain, post};
use crate::support::target::{Target, both, bytes, event};

const KEY: &str = "0f8fad5b-d9cb-469f-a165-70867728950e";

#[tokio::test]
async fn d1_a_store_that_is_down_is_503_and_no_mail_is_sent() {
    for target in both().await {
        for fault in [Fault::Error, Fault::Throttle] {
            target.store.set(fault);
            let reply = target.send(contact()).await;
            assert_eq!(reply.status, 503, "{} {fault:?}: {reply:?}", target.name());
            assert_eq!(reply.json()["success"], false);
            assert!(!reply.header("retry-after").is_empty());
            // Requirement H3: the visitor never sees the error of a service.
            assert!(!reply.body.contains("injected"), "{reply:?}");
            let reply = target.send(plain("contact")).await;
            assert_eq!(reply.status, 503);
            assert!(reply.body.contains("asha@example.com"), "it is kept");
        }
        target.store.set(Fault::None);
        target.assert_untouched().await;
        // If only the record cannot be written, a marker may remain, but no mail may be sent.
        target.store.set_for(Fault::Error, "submissions/");
        assert_eq!(target.send(contact()).await.status, 503);
        assert_eq!(target.mails().await.len(), 0);
        target.store.set(Fault::None);
        target.sweep().await;
        // A submission that was not accepted is not notified.
        assert_eq!(target.mails().await.len(), 0);
        target.accept(contact()).await;
    }
}

#[tokio::test]
async fn d1_a_store_that_hangs_is_503_within_14_seconds() {
    for target in both().await {
        target.store.set(Fault::Hang);
        let start = Instant::now();
        let reply = target.send(contact()).await;
        assert_eq!(reply.status, 503, "{}", target.name());
        let time = start.elapsed();
        assert!(time < Duration::from_secs(14), "{time:?}");
    }
}

#[tokio::test]
async fn d2_a_mailer_that_is_down_is_invisible_and_the_sweep_sends_once() {
    for target in both().await {
        let mut ids = Vec::new();
        for fault in [Fault::Error, Fault::Throttle] {
            target.mailer.set(fault);
            let reply = target.send(contact()).await;
            assert_eq!(reply.status, 200, "{} {fault:?}: {reply:?}", target.name());
            ids.push(reply.id());
        }
        let mut keys: Vec<String> = ids.iter().map(|id| format!("outbox/{id}")).collect();
        keys.sort();
        assert_eq!(target.keys("outbox/").await, keys);
        let report = target.sweep().await;
        assert_eq!([&report["sent"], &report["pending"]], [0, 2], "{report}");
        target.mailer.set(Fault::None);
        let report = target.sweep().await;
        assert_eq!([&report["sent"], &report["pending"]], [2, 0], "{report}");
        assert_eq!(target.keys("outbox/").await, Vec::<String>::new());
        target.sweep().await;
        let mails = target.mails().await;
        assert_eq!(mails.len(), 2);
        for id in ids {
            let header = format!("X-Submission-Id: {id}\r\n");
            assert!(mails.iter().any(|mail| mail.contains(&header)), "{id}");
        }
    }
}

#[tokio::test]
async fn d2_a_mailer_that_hangs_or_is_slow_is_invisible() {
    for target in both().await {
        target.mailer.set(Fault::Hang);
        let start = Instant::now();
        target.accept(contact()).await;
        let time = start.elapsed();
        assert!(time < Duration::from_secs(14), "{time:?}");
        target.mailer.set(Fault::None);
        assert_eq!(target.sweep().await["sent"], 1);
        target.mailer.set(Fault::Slow(Duration::from_secs(2)));
        target.accept(contact()).await;
        // A slow mail is sent only once.
        assert_eq!(target.sweep().await["sent"], 0);
        assert_eq!(target.mails().await.len(), 2);
        target.mailer.set(Fault::None);
        target.store.set(Fault::Slow(Duration::from_millis(1_500)));
        target.accept(contact()).await;
        target.store.set(Fault::None);
        // A mail whose marker is removed slowly is also sent only once.
        assert_eq!(target.sweep().await["sent"], 0);
        assert_eq!(target.mails().await.len(), 3);
    }
}

#[tokio::test]
async fn d2_a_day_of_failures_moves_the_marker_aside() {
    for target in both().await {
        target.mailer.set(Fault::Error);
        let id = target.send(contact()).await.id();
        let key = format!("outbox/{id}");
        let mut marker: Value = serde_json::from_slice(&target.object(&key).await).unwrap();
        let day_ago = Timestamp::now() - SignedDuration::from_hours(25);
        marker["created"] = json!(day_ago);
        target.put(Object::json(key, &marker).unwrap()).await;
        assert_eq!(target.sweep().await["given_up"], 1);
        assert_eq!(target.keys("outbox").await, [format!("outbox-dead/{id}")]);
        // The function's output is read by another thread, so the line may appear a little later.
        let logged = async {
            while !target.log().contains("notification given up") {
                sleep(Duration::from_millis(20)).await;
            }
        };
        timeout(Duration::from_secs(30), logged).await.unwrap();
        // The submission itself stays.
        assert_eq!(target.keys("submissions/").await.len(), 1);
    }
}

#[tokio::test]
async fn d2_a_process_killed_between_record_and_mail_leaves_it_to_the_sweep() {
    let lambda = Target::lambda(&[], 1).await;
    let (emulator, _) = lambda.function().unwrap();
    lambda.mailer.set(Fault::Hang);
    let event = event(&contact()).to_string();
    let killing = async {
        while lambda.keys("submissions/").await.is_empty() {
            sleep(Duration::from_millis(20)).await;
        }
        emulator.kill();
    };
    tokio::select! {
        _ = emulator.invoke(event) => panic!("killed before it answers"),
        () = async { killing.await; } => {}
    }
    lambda.mailer.set(Fault::None);
    emulator.spawn();
    assert_eq!(lambda.sweep().await["sent"], 1);
    assert_eq!(lambda.mails().await.len(), 1);
}

#[tokio::test]
async fn d3_a_marker_that_cannot_be_removed_repeats_no_mail() {
    for target in both().await {
        // A policy may allow writing but not deleting.
        target.store.set_for(Fault::NoDelete, "outbox/");
        target.accept(contact()).await;
        assert_eq!(target.mails().await.len(), 1);
        target.mailer.set(Fault::Error);
        target.accept(contact()).await;
        target.mailer.set(Fault::None);
        for _ in 0..3 {
            target.sweep().await;
            assert_eq!(target.mails().await.len(), 2, "{}", target.name());
        }
        target.store.set(Fault::None);
        target.sweep().await;
        assert_eq!(target.keys("outbox/").await, Vec::<String>::new());
        assert_eq!(target.mails().await.len(), 2);
    }
}

#[tokio::test]
async fn d3_the_marker_of_an_attempt_that_came_second_sends_nothing() {
    for target in both().await {
        let id = target.send(contact().key(KEY)).await.id();
        target.store.set_for(Fault::NoDelete, "outbox/");
        assert_eq!(target.send(contact().key(KEY)).await.status, 503);
        target.store.set(Fault::None);
        assert_eq!(target.keys("outbox/").await.len(), 1);
        assert_eq!(target.send(contact().key(KEY)).await.id(), id);
        let report = target.sweep().await;
        assert_eq!([&report["sent"], &report["removed"]], [0, 1], "{report}");
        assert_eq!(target.mails().await.len(), 1);
    }
}

#[tokio::test]
async fn d3_a_sweep_waits_for_a_request_that_stores_slowly() {
    // The record exists after two operations, and the mail takes two more seconds. The sweep runs in between.
    let swept_while_sending = async |target: Target, delay: u64| {
        let delay = Duration::from_millis(delay);
        target.store.set(Fault::Slow(delay));
        target.mailer.set(Fault::Slow(Duration::from_secs(2)));
        let sweep = async {
            sleep(delay * 2 + Duration::from_millis(500)).await;
            target.store.set(Fault::None);
            target.sweep().await
        };
        let (reply, _) = tokio::join!(target.send(contact()), sweep);
        assert_eq!(reply.status, 200, "{}", target.name());
        target.sweep().await;
        let sent = target.mails().await.len();
        assert_eq!(sent, 1, "{} {delay:?}", target.name());
    };
    tokio::join!(
        swept_while_sending(Target::local(&[]).await, 1_500),
        swept_while_sending(Target::local(&[]).await, 2_500),
        swept_while_sending(Target::lambda(&[], 2).await, 1_500),
        swept_while_sending(Target::lambda(&[], 2).await, 2_500),
    );
}

#[tokio::test]
async fn d3_four_sweeps_at_once_send_one_mail() {
    for target in [Target::local(&[]).await, Target::lambda(&[], 4).await] {
        target.mailer.set(Fault::Error);
        let id = target.send(contact()).await.id();
        target.mailer.set(Fault::Slow(Duration::from_millis(500)));
        let sweep = || target.sweep();
        tokio::join!(sweep(), sweep(), sweep(), sweep());
        let mails = target.mails().await;
        assert_eq!(mails.len(), 1, "{}", target.name());
        assert!(mails[0].contains(&id));
        assert_eq!(target.keys("outbox/").await, Vec::<String>::new());
    }
}

#[tokio::test]
async fn d3_a_sweep_by_a_clock_five_minutes_ahead_sends_no_second_mail() {
    let clocks: [fn() -> Timestamp; 3] = [
        || Timestamp::now() + SignedDuration::from_secs(20),
        || Timestamp::now() + SignedDuration::from_mins(5),
        || Timestamp::now() - SignedDuration::from_mins(5),
    ];
    for clock in clocks {
        let local = Target::local(&[]).await;
        let other = machine(&local, |service| service.clock = clock);
        local.mailer.set(Fault::Slow(Duration::from_secs(2)));
        let sweep = async {
            sleep(Duration::from_millis(500)).await;
            sweep_by(&other).await
        };
        let (reply, _) = tokio::join!(local.send(contact()), sweep);
        assert_eq!(reply.status, 200);
        assert_eq!(local.mails().await.len(), 1);
        assert_eq!(local.keys("outbox/").await, Vec::<String>::new());
    }
}

#[tokio::test]
async fn d4_the_same_submission_before_and_after_a_months_end_is_one() {
    let clocks: [fn() -> Timestamp; 2] = [
        || "2026-11-30T23:59:58Z".parse().unwrap(),
        || "2026-12-01T00:00:01Z".parse().unwrap(),
    ];
    for request in [contact().key(KEY), plain("contact")] {
        for order in [[0, 1], [1, 0]] {
            let local = Target::local(&[]).await;
            for clock in order {
                let machine = machine(&local, |service| service.clock = clocks[clock]);
                let address = local::serve(machine).await;
                let reply = exchange(address, &bytes(&request)).await;
                assert!([200, 303].contains(&reply.status), "{reply:?}");
            }
            assert_eq!(local.keys("submissions/").await.len(), 1, "{order:?}");
            assert_eq!(local.mails().await.len(), 1);
        }
    }
}

#[tokio::test]
async fn d4_the_same_key_twenty_times_at_once_is_one_record_one_mail_and_one_reply() {
    for target in [Target::local(&[]).await, Target::lambda(&[], 4).await] {
        let replies = join_all((0..20).map(|_| target.send(contact().key(KEY)))).await;
        for reply in &replies {
            assert_eq!(reply.status, 200, "{}: {reply:?}", target.name());
            assert_eq!(reply.body, replies[0].body, "{}", target.name());
        }
        assert_eq!(target.record().await["id"], replies[0].id());
        target.sweep().await;
        assert_eq!(target.mails().await.len(), 1, "{}", target.name());
        assert_eq!(target.keys("outbox/").await, Vec::<String>::new());

        let other = changed("contact", "name", "Another").key(KEY);
        let reply = target.send(other).await;
        assert_eq!(reply.outcome(), (422, false), "{reply:?}");
        // An idempotency key is specific to a form.
        target.accept(post("query").key(KEY)).await;
        assert_eq!(target.keys("submissions/").await.len(), 2);
    }
}

#[tokio::test]
async fn d4_an_answer_that_is_lost_makes_no_second_submission() {
    for target in both().await {
        target.store.set_for(Fault::LostAnswer, "submissions/");
        let first = target.send(contact().key(KEY)).await;
        assert!([200, 503].contains(&first.status), "{first:?}");
        target.accept(contact().key(KEY)).await;
        target.record().await;
        target.sweep().await;
        assert_eq!(target.mails().await.len(), 1, "{}", target.name());
        assert_eq!(target.keys("outbox/").await, Vec::<String>::new());
    }
}

#[tokio::test]
async fn d5_a_double_click_is_one_submission_at_any_second_and_another_later_is_a_new_one() {
    for target in both().await {
        let click = || plain("contact");
        let replies = join_all((0..8).map(|_| target.send(click()))).await;
        assert!(replies.iter().all(|reply| reply.status == 303));
        let key = target.keys("submissions/").await[0].clone();
        let mut record = target.record().await;
        for minutes in [9, 11] {
            let earlier = Timestamp::now() - SignedDuration::from_mins(minutes);
            record["received"] = json!(earlier);
            target
                .put(Object::json(key.clone(), &record).unwrap())
                .await;
            let replies = join_all((0..8).map(|_| target.send(click()))).await;
            assert!(replies.iter().all(|reply| reply.status == 303));
            let stored = target.keys("submissions/").await.len();
            let expected = if minutes < 10 { 1 } else { 2 };
            assert_eq!(stored, expected, "{} after {minutes}", target.name());
        }
        assert_eq!(target.mails().await.len(), 2);
    }
}

#[tokio::test]
async fn d6_a_resume_without_a_record_is_removed_after_an_hour_and_others_stay() {
    for target in both().await {
        target.accept(career("cv.pdf", &pdf(300))).await;
        let kept = target.keys("resumes/").await;
        target.store.set_for(Fault::Error, "submissions/");
        assert_eq!(target.send(career("cv.pdf", &pdf(300))).await.status, 503);
        target.store.set(Fault::None);
        for (minutes, left) in [(0, 2), (50, 2), (70, 1)] {
            age(&target, minutes).await;
            let report = target.sweep().await;
            assert_eq!(report["removed"], 2 - left, "{minutes}: {report}");
            assert_eq!(target.keys("resumes/").await.len(), left, "{minutes}");
        }
        assert_eq!(target.keys("resumes/").await, kept);
        assert_eq!(target.keys("outbox/").await, Vec::<String>::new());
    }
}

/// Makes all markers in the outbox `minutes` old and, on the local target, all resumes as well.
async fn age(target: &Target, minutes: i64) {
    let earlier = Timestamp::now() - SignedDuration::from_mins(minutes);
    for key in target.keys("outbox/").await {
        let mut marker: Value = serde_json::from_slice(&target.object(&key).await).unwrap();
        marker["created"] = json!(earlier);
        target.put(Object::json(key, &marker).unwrap()).await;
    }
    let Some(root) = target.root() else { return };
    for key in target.keys("resumes/").await {
        let file = std::fs::File::options().write(true).open(root.join(key));
        file.unwrap().set_modified(earlier.into()).unwrap();
    }
}

/// Returns another machine with the store of a local target. `change` gives it other forms or another clock.
fn machine(target: &Target, change: impl FnOnce(&mut LocalService)) -> Arc<LocalService> {
    let (mails, log) = (target.mailbox(), Arc::default());
    let switches = (target.store.clone(), target.mailer.clone());
    let root = target.root().unwrap();
    let mut service = local::service(root, local::settings(), switches, mails, log);
    change(&mut service);
    Arc::new(service)
}

async fn sweep_by(machine: &LocalService) -> Value {
    let deadline = tokio::time::Instant::now() + Duration::from_secs(14);
    let report = sweep::sweep(machine, deadline).await.unwrap();
    serde_json::to_value(report).unwrap()
}

#[tokio::test]
async fn d6_a_resume_stays_whatever_becomes_of_its_form() {
    let changes: [fn(&mut Vec<Form>); 3] = [
        |forms| forms.retain(|form| form.name != "career"),
        |forms| forms.iter_mut().for_each(|form| form.name += "-old"),
        |forms| {
            for form in forms {
                form.fields.retain(|field| field.max_bytes == 0);
            }
        },
    ];
    for change in changes {
        let local = Target::local(&[]).await;
        local.accept(career("cv.pdf", &pdf(300))).await;
        let key = local.keys("resumes/").await[0].clone();
        age(&local, 25 * 60).await;
        sweep_by(&machine(&local, |service| change(&mut service.forms))).await;
        assert_eq!(local.keys("resumes/").await, [key]);
    }
}

#[tokio::test]
async fn d6_a_retry_during_a_sweep_keeps_its_resume() {
    for target in [Target::local(&[]).await, Target::lambda(&[], 2).await] {
        let apply = || career("cv.pdf", &pdf(300)).key(KEY);
        target.store.set_for(Fault::Error, "submissions/");
        assert_eq!(target.send(apply()).await.status, 503);
        age(&target, 25 * 60).await;
        // The retry arrives when the sweep has read the store and is about to remove the resume.
        let left = &target.keys("resumes/").await[0];
        target.store.set_for(Fault::Wait, left);
        let retry = async {
            target.store.is_hit().await;
            let reply = target.send(apply()).await;
            target.store.set(Fault::None);
            reply
        };
        let (report, reply) = tokio::join!(target.sweep(), retry);
        assert_eq!(report["removed"], 1, "{} {report}", target.name());
        assert_eq!(reply.status, 200, "{} {reply:?}", target.name());
        let key = target.record().await["document"]["key"].clone();
        assert_eq!(target.object(key.as_str().unwrap()).await, pdf(300));
        assert_eq!(target.keys("resumes/").await, [key.as_str().unwrap()]);
    }
}

#[tokio::test]
async fn d7_a_refused_submission_does_not_use_up_its_key() {
    for target in both().await {
        let wrong = changed("contact", "email", "wrong").key(KEY);
        assert_eq!(target.send(wrong).await.status, 422);
        target.accept(contact().key(KEY)).await;
    }
}
