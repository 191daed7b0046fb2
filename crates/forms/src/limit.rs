//! Limits how many forms one IP address may post.
//!
//! Each process counts separately. Behind a gateway, the gateway's own limits apply first.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Maximum number of posts of one form in a minute.
const PER_MINUTE: usize = 5;
/// Maximum number of posts of all forms in an hour.
const PER_HOUR: usize = 20;
const MINUTE: Duration = Duration::from_mins(1);
const HOUR: Duration = Duration::from_hours(1);
/// Maximum number of remembered addresses. When it is reached, addresses without a post in the last minute are forgotten, and
/// if that is not enough, all of them.
const MOST_ADDRESSES: usize = 10_000;

/// Posts of the last hour by IP address.
#[derive(Debug, Default)]
pub struct RateLimit {
    posts: Mutex<HashMap<IpAddr, VecDeque<(Instant, usize)>>>,
}

impl RateLimit {
    /// Counts a post from `address` to the form with the index `form` at the time `now`. Posts from loopback addresses are not
    /// counted, because they come from local development or a proxy on the same machine. Fails with the time to wait if there were too many
    /// posts. The refused post is not counted.
    pub fn count(&self, address: IpAddr, form: usize, now: Instant) -> Result<(), Duration> {
        if address.to_canonical().is_loopback() {
            return Ok(());
        }
        let address = network(address);
        let mut all = self.posts.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MOST_ADDRESSES && !all.contains_key(&address) {
            all.retain(|_, posts| {
                posts
                    .back()
                    .is_some_and(|(last, _)| now.duration_since(*last) < MINUTE)
            });
            if all.len() >= MOST_ADDRESSES {
                all.clear();
            }
        }
        let posts = all.entry(address).or_default();
        while posts
            .front()
            .is_some_and(|(time, _)| now.duration_since(*time) >= HOUR)
        {
            posts.pop_front();
        }
        let mut recent = posts
            .iter()
            .rev()
            .filter(|(time, to)| *to == form && now.duration_since(*time) < MINUTE);
        if let Some((time, _)) = recent.nth(PER_MINUTE - 1) {
            return Err(MINUTE.saturating_sub(now.duration_since(*time)));
        }
        if posts.len() >= PER_HOUR {
            let oldest = posts[posts.len() - PER_HOUR].0;
            return Err(HOUR.saturating_sub(now.duration_since(oldest)));
        }
        posts.push_back((now, form));
        Ok(())
    }
}

/// Returns an IPv4 address unchanged, and the /64 network of an IPv6 address, because such a network belongs to one customer.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6([a, b, c, d, 0, 0, 0, 0].into())
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::time::{Duration, Instant};

    use super::RateLimit;

    struct Posts {
        limit: RateLimit,
        start: Instant,
    }

    impl Posts {
        fn new() -> Self {
            Self {
                limit: RateLimit::default(),
                start: Instant::now(),
            }
        }

        /// Returns how many seconds each post at the given times has to wait; 0 if it is allowed.
        fn waits(&self, address: impl Into<IpAddr>, form: usize, seconds: &[u64]) -> Vec<u64> {
            let address = address.into();
            let post = |second: &u64| {
                let time = self.start + Duration::from_secs(*second);
                self.limit.count(address, form, time)
            };
            seconds
                .iter()
                .map(|second| post(second).map_or_else(|wait| wait.as_secs(), |()| 0))
                .collect()
        }
    }

    #[test]
    fn five_a_minute_and_twenty_an_hour() {
        let (posts, address) = (Posts::new(), [192, 0, 2, 1]);
        assert_eq!(
            posts.waits(address, 0, &[0, 1, 2, 3, 4, 5, 59, 60]),
            [0, 0, 0, 0, 0, 55, 1, 0]
        );
        assert_eq!(posts.waits(address, 1, &[60, 60]), [0, 0]);
        let minutes: Vec<u64> = (2..16).map(|minute| minute * 60).collect();
        assert_eq!(
            posts.waits(address, 0, &minutes)[11..],
            [0, 3600 - 14 * 60, 3600 - 15 * 60]
        );
        assert_eq!(posts.waits(address, 0, &[3600]), [0]);
    }

    #[test]
    fn an_address_of_ipv6_stands_for_its_network() {
        let posts = Posts::new();
        let address = |network, host| [0x2001, 0xdb8, 0, network, 0, 0, 0, host];
        posts.waits(address(0, 1), 0, &[0, 0, 0, 0, 0]);
        assert_eq!(posts.waits(address(0, 2), 0, &[0]), [60]);
        assert_eq!(posts.waits(address(1, 1), 0, &[0]), [0]);
        let loopback = [0, 0, 0, 0, 0, 0xffff, 0x7f00, 1];
        assert_eq!(posts.waits(loopback, 0, &[0; 9]), [0; 9]);
    }
}
