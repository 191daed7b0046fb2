//! Accepts form submissions: checks them, stores them, notifies the firm, and cleans up after failed attempts.
//!
//! Input: the definitions in `content/forms/*.toml`, and HTTP requests. Output: replies, stored submissions, and mails.
//!
//! ```text
//! decode ─► check ─► accept ─► reply          sweep: pending markers ─► mail
//! Decoded   Checked  Outcome   Response
//! ```
//!
//! Two traits are the ports to the outside: [`Store`] and [`Mailer`]. The adapters in this crate are a folder and `.eml`
//! files. This crate does not depend on AWS and never opens a socket.
//!
//! # What becomes of a submission
//!
//! - **Nothing accepted is lost.** A submission is accepted once its record exists. From then on, the record and the file that it names
//!   stay, and a marker remains until the mail is sent, even if a service fails, the process is killed, or a form is renamed or removed.
//!   Only the retention rules of the bucket and `site inbox erase` remove records and accepted files. An erasure keeps requests about
//!   personal data, which are evidence, unless they are named ([`inbox::to_erase`]). This follows from the next
//!   two rules, and `crates/forms/tests/testsuite/schedules` tests it with 10,000 random schedules over both kinds of store.
//! - **The record is the commit.** The marker and the file are written first, and then the record, with one conditional write. The
//!   visitor sees the confirmation after that, and the mail is sent last. So after a crash, either nothing was accepted, or there is a
//!   marker for which the next sweep (every five minutes; every minute in `site serve`) sends the mail.
//! - **An attempt deletes only what it wrote.** Each attempt to store a submission has a marker and a file of its own,
//!   `outbox/<id>.<attempt>` and `resumes/<id>.<attempt>.pdf`, and the marker names the file. (For a submission that cannot be
//!   retried, `<attempt>` is the id itself and is left out.) A sweep removes a file only together with the marker that names
//!   it, and only if the attempt is an hour old and the record is missing or belongs to another attempt. An attempt never
//!   writes a record more than five minutes after its marker, and S3 refuses a request that was signed fifteen minutes ago,
//!   so no record can appear after the sweep has checked. This does not depend on which forms the site has today.
//! - **A retry finds the first attempt.** An `Idempotency-Key` determines the submission's id, and the id and the form alone
//!   determine the record's key. So the second conditional write fails, however far apart the clocks are, and the stored digest
//!   tells a repetition from a different submission. Without a key a double click is recognized by its content: its ids are
//!   counted up from the content's digest.
//! - **Normally one mail.** The sender of a mail holds a claim on its marker: the request from the start, a sweep through a
//!   conditional write, which only one of several sweeps can win. A claim holds for eight seconds. A sweep that finds a recent
//!   claim waits that long and takes it over only if the marker has not changed, so it trusts no other machine's clock. It does
//!   not wait if the claim is more than ten minutes old, because each of two clocks may be wrong by five. A mail is sent twice only
//!   if the first one was sent but this could not be recorded: SES did not answer within four seconds, the process was
//!   killed at that moment, or the store could neither remove nor update the marker within two seconds. Every mail carries the
//!   reference. S3 may carry out a write minutes after the client gave up on it, and so write the marker of a sent mail again: for a
//!   day, an object in `mailed/<day>/` says that the mail was sent. A mail fails permanently only after a day: its marker is then moved
//!   to `outbox-dead/`, and an alarm is raised.
//! - **A mailbox is not flooded.** The holder of a claim counts the mail before sending it by writing an object to `mailed/<day>/`. The
//!   number of objects there is the count, so the limit can only be exceeded by the number of parallel senders. Beyond the limit the
//!   marker moves to `held/<form>/`, and a sweep sends one digest a day for all held submissions (`digest.rs`). A held submission never
//!   gets its own mail: a marker that is in both folders is held, and no digest reports it before the move is complete. The state of the
//!   digest is one object, claimed by a conditional write; it records what was reported before those markers are removed.
//! - **What the trap caught is not lost.** A submission whose hidden field was filled in goes to `quarantine/` without a mail. After
//!   its record, a marker is written to `held/`, and a digest of its own lists its reference. [`inbox::release`] accepts it later, by
//!   the rules above: marker, file, record, and only then is it removed from quarantine. An interrupted release can be repeated.
//! - **A subscription counts once it is confirmed.** The firm gets its mail as for every form (`double_opt_in`), and the subscriber an
//!   invitation after it, under the same marker: an object in `mailed/` says which of the two was sent. Beyond the day's limit of mails,
//!   the marker waits for a day with room, because a digest invites nobody; after 48 hours, it is held for the digest as well. One address
//!   is invited three times a day at most, counted in the same way, so nobody can fill somebody else's mailbox. The link shows a page
//!   with one button, whose post adds the event `confirmed` or `unsubscribed` (`subscription.rs`). `site inbox export --state confirmed`
//!   lists the subscribers, each address once, with their links to unsubscribe. Who unsubscribes ends all subscriptions of the address, so
//!   an old confirmation link then answers that it no longer works (`inbox/subscribers.rs`).
//! - **What was done about a submission is only ever added.** Its events are numbered objects, `events/<form>/<id>.<number>.json`, and
//!   each is written with one conditional write, so two people never take the same submission. An erasure removes them first and
//!   again after the record; whoever adds an event checks afterwards that the record still exists. An event that cannot be read is
//!   named, and hides neither the submission nor the other events; only if it is the latest one, no other follows it.
//! - **The inbox reads a bucket once.** A listing keeps copies of the records in one object, and the next one reads only what is new
//!   (`inbox/index.rs`). The keys that the bucket lists decide what exists, so the index can hide no submission, and no listing can write
//!   back what an erasure has removed.
//! - **Nothing that was typed is dropped.** A field that the form does not declare is kept in the record under `undeclared`, 4 KB in all,
//!   and shown last in the mail. It is never checked, and no reply repeats it. `/health` returns a digest of each form, which
//!   `site publish` compares with the pages, and the name of the deployment, by which the workflow knows whether it must deploy.
//! - **A file is in memory once.** A body is read in pieces of 64 KiB. A request takes at most 2.2 MB of memory, including its resume, and
//!   a body whose declared length is too large is not read. Checking a document takes less than another megabyte
//!   (`crates/forms/tests/memory.rs`).
//! - **A document is refused only if nobody could use it** (`file.rs`): its name or content is of another kind, it is empty or larger
//!   than 2 MB, it has macros (a part or an entry of that name or type), or a password keeps it closed. The reply says what to do about
//!   it. Everything else is accepted, because honest documents contain it, too, and the record, the mail and `site inbox` say in words
//!   what a reader will meet: "contains 3 links to other computers; open it only after the scan". The readers see only the few
//!   features that are worth a word, and are not what protects the staff; SECURITY.md says what does.
//! - **The readers are own ones, because they are less than the guards around others.** For some small files,
//!   `zip` and `cfb` need quadratic time, and `lopdf` and `quick-xml` memory out of proportion; `pdf.rs`, `archive.rs`, `doc.rs` and
//!   `docx/xml.rs` say where. The slowest body that `worst_case` found takes these readers 40 ms.
//! - **Reading a body takes time in proportion to its size.** Whatever reads a document charges its work, inflated bytes included, to
//!   one budget (`file/budget.rs`); what exceeds it is not inspected. The check runs on a thread of its own. The benchmark
//!   `worst_case` searches for the bodies that take longest.
//! - **A mail begins with its own words.** The reference comes before everything that was typed, each line of a long text is marked with
//!   `>`, and characters that change the reading direction are replaced (`mail/notification.rs`).
//! - **A visitor is answered in the language of the page.** A translated form posts to `/contact?language=hi`, so the language is known
//!   before the body is read. It is a [`Form`] of its own ([`Form::translations`]) with the same fields: the page, the browser's checks,
//!   the function's checks, and every reply use the same texts. The record has the language, and the staff's mail names it, and is
//!   otherwise in the main language.
//! - **Small and quick.** Medians of `cargo xtask forms-bench` on two cores, with stand-ins for S3 and SES: 8 ms from spawn to the
//!   first `/next`, 3 ms for a warm `/contact`, 14 ms for a `/career` of 2 MiB, a quarter of which is SHA-256, once for the record and
//!   once for the signature of the request to S3. 10 MB of memory after 1,000 contacts, 21 MB after 100 resumes; an archive of 4.1 MB
//!   (x86-64).
//! - **Two ports, no modes.** `Store` has a few operations on named objects, and `Mailer` has one operation. A folder and a bucket behave
//!   alike because all code above them is the same; the suite in `crates/forms-lambda/tests/bar` runs each test against both.
//! - **Log lines cannot contain what was typed.** `log::Line` has fields only for ids, routes, outcomes, and times.
//! - **`lambda_http` gets harmless events.** Its conversion panics on a body that is not valid base64, and on a host, path, or query that
//!   is invalid in a URI. `forms-lambda/src/event.rs` removes these before the conversion and puts valid ones back, so that no visitor can
//!   cause a panic.

mod accept;
mod caller;
pub mod check;
pub mod decode;
pub mod definition;
mod digest;
mod fields;
pub mod file;
mod folder;
mod form;
mod id;
mod identity;
pub mod inbox;
mod limit;
pub mod log;
pub mod mail;
mod mail_limit;
pub mod misleading_characters;
mod notify;
pub mod outbox;
pub mod page;
pub mod record;
mod reply;
mod router;
mod service;
mod settings;
mod store;
pub mod subscription;
pub mod sweep;
mod undeclared;
pub mod value;
pub mod words;

pub use caller::{IDEMPOTENCY_KEY, ORIGIN_SECRET, PeerAddress, RequestId, VIEWER_ADDRESS};
pub use fields::Fields;
pub use folder::Folder;
pub use form::{Choice, DefinitionError, Errors, Field, Form, TRAP};
pub use id::{Id, NoRandom};
pub use limit::RateLimit;
pub use mail::{Mail, MailError, Mailer};
pub use mail_limit::MAILED;
pub use router::router;
pub use service::{Service, Timeouts};
pub use settings::{MAILS_PER_DAY, Settings, SettingsError};
pub use store::{Creation, Listed, Object, READ_AT_ONCE, Read, Store, StoreError, Version};
pub use words::Words;
