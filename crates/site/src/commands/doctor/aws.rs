//! Checks the AWS account: credentials, region, buckets, the distribution, and mail.

use aws::{SdkConfig, account};

use super::finding::Finding;
use crate::arguments::DoctorOptions;

/// Checks the AWS account with read-only requests.
pub fn check(options: &DoctorOptions) -> Vec<Finding> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    match runtime {
        Ok(runtime) => runtime.block_on(check_account(options)),
        Err(error) => vec![Finding::problem("aws", format!("cannot start: {error}"))],
    }
}

async fn check_account(options: &DoctorOptions) -> Vec<Finding> {
    let config = aws::load(None).await;
    let mut findings = vec![region(&config)];
    let credentials = credentials(&config).await;
    let is_known = credentials.state == super::finding::State::Ok && config.region().is_some();
    findings.push(credentials);
    if !is_known {
        return findings;
    }
    let named = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let pages = options.bucket.clone().or_else(|| named("SITE_BUCKET"));
    findings.push(match pages {
        Some(name) => bucket(&config, "pages", &name).await,
        None => Finding::note("pages", "no bucket is named")
            .help("name it with --bucket or SITE_BUCKET: the output SiteBucketName of the stack"),
    });
    if let Some(id) = named("SITE_DISTRIBUTION") {
        findings.push(distribution(&config, &id).await);
    }
    if let Some(name) = named("FORMS_BUCKET") {
        findings.push(bucket(&config, "submissions", &name).await);
    }
    findings.push(mails(&config).await);
    if let Some(sender) = named("FORMS_FROM") {
        findings.push(sender_is_verified(&config, &sender).await);
    }
    findings
}

fn region(config: &SdkConfig) -> Finding {
    config.region().map_or_else(
        || {
            Finding::problem("region", "no region is set")
                .help("set AWS_REGION, or set `region` in your profile with `aws configure`")
        },
        |region| Finding::ok("region", region.to_string()),
    )
}

async fn credentials(config: &SdkConfig) -> Finding {
    match account::credentials(config).await {
        Ok(expiry) => {
            let until = expiry.map(|time| time.strftime(", valid until %Y-%m-%d %H:%MZ"));
            let until = until.map(|text| text.to_string()).unwrap_or_default();
            Finding::ok("credentials", format!("found{until}"))
        }
        Err(why) => Finding::problem("credentials", why)
            .help("sign in with `aws sso login`, set AWS_PROFILE, or run `aws configure`"),
    }
}

async fn bucket(config: &SdkConfig, check: &'static str, name: &str) -> Finding {
    match account::reach_bucket(config, name).await {
        Ok(()) => Finding::ok(check, format!("bucket {name} can be reached")),
        Err(failure) => Finding {
            help: failure.help,
            ..Finding::problem(check, failure.message)
        },
    }
}

async fn distribution(config: &SdkConfig, id: &str) -> Finding {
    match account::distribution(config, id).await {
        Ok(found) => Finding::ok(
            "distribution",
            format!("{id} at {}: {}", found.domain, found.status),
        ),
        Err(failure) => Finding::problem("distribution", failure.message).help("SITE_DISTRIBUTION is the output DistributionId of the stack; describing it needs cloudfront:GetDistribution"),
    }
}

/// Number of mails that an account in the SES sandbox may send in 24 hours. Accounts outside the sandbox have a higher limit.
const SANDBOX_LIMIT: f64 = 200.0;

async fn mails(config: &SdkConfig) -> Finding {
    match account::mail_quota(config).await {
        Ok(quota) => {
            let message = format!(
                "{} of {} mails sent in the last 24 hours",
                quota.sent, quota.limit
            );
            // A negative limit means no limit.
            if (0.0..=SANDBOX_LIMIT).contains(&quota.limit) {
                Finding::note("mail", format!("SES is in its sandbox: {message}, and only to verified addresses"))
                    .help("verify the addresses of FORMS_TO, or ask for production access in the SES console (account dashboard)")
            } else {
                Finding::ok("mail", message)
            }
        }
        Err(failure) => Finding::problem("mail", failure.message)
            .help("reading it needs ses:GetSendQuota, and SES has no endpoint in some regions"),
    }
}

/// Checks that SES accepts the sender, which must be a verified address or an address of a verified domain.
async fn sender_is_verified(config: &SdkConfig, sender: &str) -> Finding {
    let address = sender
        .rsplit_once('<')
        .map_or(sender, |(_, rest)| rest.trim_end_matches('>'))
        .trim();
    let domain = address
        .rsplit_once('@')
        .map_or(address, |(_, domain)| domain);
    match account::is_verified(config, &[address, domain]).await {
        Ok(true) => Finding::ok("sender", format!("{address} is verified")),
        Ok(false) => Finding::problem("sender", format!("neither {address} nor {domain} is verified"))
            .help("verify one of them in the SES console (identities), in the region of the form function"),
        Err(failure) => Finding::problem("sender", failure.message).help("reading them needs ses:GetIdentityVerificationAttributes"),
    }
}
