//! Parses values of arguments.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use jiff::civil::Date;

/// Values of an argument whose type belongs to another crate: the name of each, and its help.
pub type Choices<T> = &'static [(&'static str, &'static str, T)];

/// Parses the name of one of the choices.
pub fn one_of<T: Copy + Send + Sync>(choices: Choices<T>) -> impl TypedValueParser<Value = T> {
    let values = choices
        .iter()
        .map(|(name, help, _)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(values).try_map(move |given| {
        let choice = choices.iter().find(|(name, ..)| *name == given);
        choice.map(|(_, _, value)| *value).ok_or("unknown value")
    })
}

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
