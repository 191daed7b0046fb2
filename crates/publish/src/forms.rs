//! Checks that the live form function has the forms that the pages show.
//!
//! The forms are compiled into the function, so it is deployed separately from the pages. If a field were missing there, what visitors
//! type into it would only be kept aside.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::error::Error;
use crate::options::Options;
use crate::ports::Live;
use crate::release::{Forms, Manifest};

/// Part of the form function's response that names its forms.
#[derive(Deserialize)]
struct Health {
    /// Digests by the name of the form. A function that is older than this check has none.
    #[serde(default)]
    forms: BTreeMap<String, String>,
}

/// Compares the forms of the live form function with those of the pages, several times if the options say so, because the function
/// may be about to be deployed. A function that cannot be reached is not compared: the stack may be new.
pub async fn check_forms<L: Live>(
    live: &L,
    wanted: &Manifest,
    options: &Options,
) -> Result<(), Error> {
    let Some(forms) = &wanted.forms else {
        return Ok(());
    };
    let mut result = check_once(live, forms).await;
    for _ in 1..options.form_checks {
        if result.is_ok() {
            break;
        }
        (options.sleep)(options.between_checks).await;
        result = check_once(live, forms).await;
    }
    result
}

async fn check_once<L: Live>(live: &L, wanted: &Forms) -> Result<(), Error> {
    let Ok(fetched) = live.fetch(&wanted.health).await else {
        return Ok(());
    };
    let health = serde_json::from_slice::<Health>(&fetched.bytes).ok();
    let Some(health) = health.filter(|_| fetched.status == 200) else {
        return Err(Error::NoForms {
            address: wanted.health.clone(),
            status: fetched.status,
        });
    };
    let names = wanted.digests.iter();
    let different = names.filter(|(name, digest)| health.forms.get(*name) != Some(*digest));
    let different: Vec<String> = different.map(|(name, _)| name.clone()).collect();
    if different.is_empty() {
        Ok(())
    } else {
        Err(Error::Forms(different))
    }
}
