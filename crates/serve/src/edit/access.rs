//! Access control of the drawer's listener.
//!
//! A request must come from the drawer itself, in a browser that the person has given the token: the token is in the fragment of the
//! printed URL, which browsers do not send, and then in a header, which pages of other origins cannot set. If other computers can reach
//! the listener, they get the token for the PIN that the terminal shows. The browser that this program opens gets it for a code that
//! is valid once, because all programs of the computer can read the URL in the list of processes.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::http::{HeaderMap, header};

use crate::host::{is_loopback, is_own};

/// Number of wrong PINs after which none is accepted for [`PAUSE`].
const MAX_ATTEMPTS: u32 = 5;

/// Time for which no PIN is accepted after too many wrong ones. At five attempts a minute, a million PINs take 139 days.
const PAUSE: Duration = Duration::from_mins(1);

/// Time within which the browser that was opened exchanges its code for the token.
const OPENING: Duration = Duration::from_mins(1);

/// Secrets of one start of the server.
pub struct Access {
    /// Token that requests must contain.
    pub token: String,
    /// Code that was given to the browser, until it is used, and the time until which it is valid.
    code: Mutex<Option<(String, Instant)>>,
    /// PIN for which other computers get the token; `None` if only this computer can reach the listener.
    pub pin: Option<String>,
    attempts: Mutex<Attempts>,
}

#[derive(Default)]
struct Attempts {
    wrong: u32,
    blocked_until: Option<Instant>,
}

/// Why a request is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// It was not sent by the drawer.
    Foreign,
    /// It has no token, or another one.
    NoToken,
}

/// Why no token is given for a PIN.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WrongPin {
    /// It is another PIN.
    Wrong,
    /// There were too many wrong ones.
    TooMany,
}

impl Access {
    /// Creates new secrets. `is_local` says that only this computer can reach the listener. Returns `None` if the system has no random
    /// numbers.
    pub fn new(is_local: bool) -> Option<Self> {
        let mut bytes = [0; 20];
        getrandom::fill(&mut bytes).ok()?;
        let (token, pin) = bytes.split_at(16);
        let pin = pin
            .iter()
            .fold(0_u32, |number, byte| number << 8 | u32::from(*byte));
        let (first, second) = (pin / 1000 % 1000, pin % 1000);
        Some(Self {
            token: hex(token),
            code: Mutex::default(),
            pin: (!is_local).then(|| format!("{first:03} {second:03}")),
            attempts: Mutex::default(),
        })
    }

    /// Returns whether the listener has the name in the header `Host`. Anyone can point any other name at it.
    pub fn has_host(&self, headers: &HeaderMap) -> bool {
        let is_accepted = if self.pin.is_some() {
            is_own
        } else {
            is_loopback
        };
        value(headers, header::HOST.as_str()).is_some_and(is_accepted)
    }

    /// Refuses a request that a page of another origin may have sent. Fails with the reason.
    pub fn check_origin(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let host = value(headers, header::HOST.as_str());
        let origin = value(headers, header::ORIGIN.as_str());
        let origin = origin.and_then(|origin| origin.strip_prefix("http://"));
        // Browsers before 2023 do not send the last header.
        let is_same_origin =
            value(headers, "sec-fetch-site").is_none_or(|site| site == "same-origin");
        if self.has_host(headers) && origin == host && is_same_origin {
            Ok(())
        } else {
            Err(Refusal::Foreign)
        }
    }

    /// Refuses a request that the drawer has not sent. Fails with the reason.
    pub fn check(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        self.check_origin(headers)?;
        let sent = value(headers, header::AUTHORIZATION.as_str());
        let sent = sent.and_then(|sent| sent.strip_prefix("Bearer "));
        let has_token = sent.is_some_and(|sent| is_equal(sent, &self.token));
        has_token.then_some(()).ok_or(Refusal::NoToken)
    }

    /// Returns a new code for which the browser that is opened now gets the token once. Returns `None` if the system has no random
    /// numbers.
    pub fn opening_code(&self, now: Instant) -> Option<String> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).ok()?;
        let code = hex(&bytes);
        *self.code() = Some((code.clone(), now + OPENING));
        Some(code)
    }

    /// Returns the token for the code, which is not valid any more afterwards. Any other code leaves it valid.
    pub fn exchange(&self, code: &str, now: Instant) -> Option<&str> {
        let mut own = self.code();
        own.take_if(|(own, until)| is_equal(own, code) && now < *until)?;
        Some(&self.token)
    }

    fn code(&self) -> MutexGuard<'_, Option<(String, Instant)>> {
        self.code.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the token for the PIN. Fails if it is wrong, or if there were too many wrong ones.
    pub fn pair(&self, pin: &str, now: Instant) -> Result<&str, WrongPin> {
        let mut attempts = self.attempts.lock().unwrap_or_else(PoisonError::into_inner);
        if attempts.blocked_until.is_some_and(|until| now < until) {
            return Err(WrongPin::TooMany);
        }
        let digits = |text: &str| -> String { text.chars().filter(char::is_ascii_digit).collect() };
        let own = self.pin.as_deref().map(digits);
        if own.is_some_and(|own| is_equal(&digits(pin), &own)) {
            *attempts = Attempts::default();
            return Ok(&self.token);
        }
        attempts.wrong += 1;
        if attempts.wrong >= MAX_ATTEMPTS {
            attempts.wrong = 0;
            attempts.blocked_until = Some(now + PAUSE);
        }
        Err(WrongPin::Wrong)
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn value<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Compares two texts in a time that does not depend on where they differ.
fn is_equal(one: &str, other: &str) -> bool {
    let pairs = one.bytes().zip(other.bytes());
    let difference = pairs.fold(0, |all, (one, other)| all | (one ^ other));
    one.len() == other.len() && difference == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn only_the_drawer_is_answered() {
        let local = Access::new(true).unwrap();
        let shared = Access::new(false).unwrap();
        let own = "http://localhost:4001";
        for (access, host, origin, site, token, expected) in [
            (&local, "localhost:4001", own, "same-origin", true, Ok(())),
            (&local, "localhost:4001", own, "", true, Ok(())),
            (
                &local,
                "127.0.0.1:4001",
                "http://127.0.0.1:4001",
                "same-origin",
                true,
                Ok(()),
            ),
            (
                &local,
                "localhost:4001",
                own,
                "same-origin",
                false,
                Err(Refusal::NoToken),
            ),
            // The preview, another site, a name that somebody points at this computer, a form, a program.
            (
                &local,
                "localhost:4001",
                "http://localhost:4000",
                "same-site",
                true,
                Err(Refusal::Foreign),
            ),
            (
                &local,
                "localhost:4001",
                own,
                "same-site",
                true,
                Err(Refusal::Foreign),
            ),
            (
                &local,
                "localhost:4001",
                "https://evil.example",
                "cross-site",
                true,
                Err(Refusal::Foreign),
            ),
            (
                &local,
                "evil.example:4001",
                "http://evil.example:4001",
                "same-origin",
                true,
                Err(Refusal::Foreign),
            ),
            (
                &local,
                "192.168.1.7:4001",
                "http://192.168.1.7:4001",
                "same-origin",
                true,
                Err(Refusal::Foreign),
            ),
            (
                &local,
                "localhost:4001",
                "null",
                "cross-site",
                true,
                Err(Refusal::Foreign),
            ),
            (
                &local,
                "localhost:4001",
                "",
                "",
                true,
                Err(Refusal::Foreign),
            ),
            (&local, "", "http://", "", true, Err(Refusal::Foreign)),
            // With --host, other computers use the address.
            (
                &shared,
                "192.168.1.7:4001",
                "http://192.168.1.7:4001",
                "same-origin",
                true,
                Ok(()),
            ),
            (
                &shared,
                "evil.example:4001",
                "http://evil.example:4001",
                "same-origin",
                true,
                Err(Refusal::Foreign),
            ),
        ] {
            let mut headers = HeaderMap::new();
            let bearer = if token {
                format!("Bearer {}", access.token)
            } else {
                "Bearer 0".to_owned()
            };
            let pairs = [
                ("host", host),
                ("origin", origin),
                ("sec-fetch-site", site),
                ("authorization", &bearer),
            ];
            for (name, value) in pairs.into_iter().filter(|(_, value)| !value.is_empty()) {
                headers.insert(name, HeaderValue::from_str(value).unwrap());
            }
            assert_eq!(
                access.check(&headers),
                expected,
                "{host} {origin} {site} {token}"
            );
        }
    }

    #[test]
    fn pins_cannot_be_guessed() {
        let access = Access::new(false).unwrap();
        let pin = access.pin.clone().unwrap();
        let now = Instant::now();
        assert_eq!(access.pair(&pin, now), Ok(access.token.as_str()));
        assert_eq!(
            access.pair(&pin.replace(' ', ""), now),
            Ok(access.token.as_str())
        );
        for _ in 0..MAX_ATTEMPTS {
            assert_eq!(access.pair("", now), Err(WrongPin::Wrong));
        }
        assert_eq!(access.pair(&pin, now), Err(WrongPin::TooMany));
        assert_eq!(access.pair(&pin, now + PAUSE), Ok(access.token.as_str()));
        assert_eq!(
            Access::new(true).unwrap().pair("000 000", now),
            Err(WrongPin::Wrong)
        );
    }

    #[test]
    fn a_code_is_valid_once_and_for_a_minute() {
        let access = Access::new(true).unwrap();
        let now = Instant::now();
        assert_eq!(access.exchange("", now), None);
        let code = access.opening_code(now).unwrap();
        assert_eq!(access.exchange(&access.token, now), None);
        assert_eq!(access.exchange(&code, now + OPENING), None);
        assert_eq!(access.exchange(&code, now), Some(access.token.as_str()));
        assert_eq!(access.exchange(&code, now), None);
    }
}
