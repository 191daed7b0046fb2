//! Parses values of arguments.

use jiff::civil::Date;

/// Parses a date, such as 2026-11-21.
pub fn date(text: &str) -> Result<Date, String> {
    text.parse()
        .map_err(|_| "write a date as year-month-day, for example 2026-11-21".to_owned())
}

/// Parses the IP address to listen on. Also accepts `localhost`.
pub fn address(text: &str) -> Result<std::net::IpAddr, String> {
    if text == "localhost" {
        return Ok(std::net::Ipv4Addr::LOCALHOST.into());
    }
    text.parse().map_err(|_| {
        "write an address like 127.0.0.1, or 0.0.0.0 for all addresses of this computer".to_owned()
    })
}

/// Parses `KEY=VALUE`.
pub fn key_and_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() => {
            Ok((key.trim().to_owned(), value.to_owned()))
        }
        _ => Err("write it as KEY=VALUE, for example category=News".to_owned()),
    }
}
