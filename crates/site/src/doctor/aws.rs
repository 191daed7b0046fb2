//! The AWS account: credentials, region, buckets, the distribution, and whether mails leave.

use aws_config::SdkConfig;
use aws_sdk_s3::config::ProvideCredentials;
use aws_sdk_s3::error::DisplayErrorContext;

use super::Finding;
use crate::arguments::DoctorOptions;
use crate::aws_reason::{self, reason};
use crate::publish::s3;

/// Asks the account. Everything asked only reads.
pub fn look(options: &DoctorOptions) -> Vec<Finding> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    match runtime {
        Ok(runtime) => runtime.block_on(ask(options)),
        Err(error) => vec![Finding::problem("aws", format!("cannot start: {error}"))],
    }
}

async fn ask(options: &DoctorOptions) -> Vec<Finding> {
    let config = aws_config::load_defaults(aws_config::BehaviorVersion::latest()).await;
    let mut findings = vec![region(&config)];
    let credentials = credentials(&config).await;
    let is_known = credentials.state == super::State::Good && config.region().is_some();
    findings.push(credentials);
    if !is_known {
        return findings;
    }
    let named = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let pages = options.bucket.clone().or_else(|| named("SITE_BUCKET"));
    findings.push(match pages {
        Some(name) => bucket(&config, "pages", &name).await,
        None => Finding::note("pages", "no bucket named")
            .help("--bucket NAME, or SITE_BUCKET: the output SiteBucketName of the stack"),
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
            Finding::problem("region", "none is set")
                .help("set AWS_REGION, or `region` of your profile: aws configure")
        },
        |region| Finding::good("region", region.to_string()),
    )
}

async fn credentials(config: &SdkConfig) -> Finding {
    let help = "sign in (aws sso login), or set AWS_PROFILE, or run aws configure";
    let Some(provider) = config.credentials_provider() else {
        return Finding::problem("credentials", "none are set").help(help);
    };
    match provider.provide_credentials().await {
        Ok(found) => {
            let until = found.expiry().and_then(|expiry| {
                let day = jiff::Timestamp::try_from(expiry).ok()?;
                Some(format!(", good until {}", day.strftime("%Y-%m-%d %H:%MZ")))
            });
            Finding::good("credentials", format!("found{}", until.unwrap_or_default()))
        }
        Err(error) => {
            let why = DisplayErrorContext(&error).to_string();
            Finding::problem(
                "credentials",
                format!("none: {}", aws_reason::first_words(&why)),
            )
            .help(help)
        }
    }
}

async fn bucket(config: &SdkConfig, what: &'static str, name: &str) -> Finding {
    let asked = s3::client(config).head_bucket().bucket(name).send().await;
    let Err(error) = asked else {
        return Finding::good(what, format!("bucket {name} can be reached"));
    };
    match error.raw_response().map(|reply| reply.status().as_u16()) {
        Some(404) => Finding::problem(what, format!("there is no bucket {name}"))
            .help("the stack makes it: deploy/README.md says how; or the name has a slip"),
        Some(403) => Finding::problem(what, format!("bucket {name} may not be read"))
            .help("these credentials lack s3:ListBucket on it, or it is another account's"),
        Some(301) => Finding::problem(what, format!("bucket {name} is in another region"))
            .help("set AWS_REGION to the region of the stack"),
        _ => Finding::problem(what, format!("bucket {name}: {}", reason(&error).message)),
    }
}

async fn distribution(config: &SdkConfig, id: &str) -> Finding {
    let asked = aws_sdk_cloudfront::Client::new(config)
        .get_distribution()
        .id(id)
        .send()
        .await;
    match asked {
        Ok(reply) => {
            let found = reply.distribution();
            let status = found.map_or("unknown", |one| one.status());
            let domain = found.map_or("", |one| one.domain_name());
            Finding::good("distribution", format!("{id} at {domain}: {status}"))
        }
        Err(error) => Finding::problem("distribution", format!("{id}: {}", reason(&error).message)).help(
            "SITE_DISTRIBUTION is the output DistributionId of the stack; asking for it needs cloudfront:GetDistribution",
        ),
    }
}

/// What a new account may send a day. Nobody has so little outside of the sandbox.
const SANDBOX_A_DAY: f64 = 200.0;

async fn mails(config: &SdkConfig) -> Finding {
    match aws_sdk_ses::Client::new(config)
        .get_send_quota()
        .send()
        .await
    {
        Ok(quota) => {
            let (most, sent) = (quota.max24_hour_send(), quota.sent_last24_hours());
            let says = format!("{sent} of {most} mails sent in the last 24 hours");
            // A negative quota is none at all.
            if (0.0..=SANDBOX_A_DAY).contains(&most) {
                Finding::note("mail", format!("SES is in its sandbox: {says}, and only to verified addresses"))
                    .help("verify the addresses of FORMS_TO, or ask for production access in the SES console (account dashboard)")
            } else {
                Finding::good("mail", says)
            }
        }
        Err(error) => Finding::problem("mail", reason(&error).message).help(
            "these credentials may lack ses:GetSendQuota, or SES has no endpoint in this region",
        ),
    }
}

/// SES takes mails of a verified address, and of any address of a verified domain.
async fn sender_is_verified(config: &SdkConfig, sender: &str) -> Finding {
    let address = sender
        .rsplit_once('<')
        .map_or(sender, |(_, rest)| rest.trim_end_matches('>'))
        .trim();
    let domain = address
        .rsplit_once('@')
        .map_or(address, |(_, domain)| domain);
    let asked = aws_sdk_ses::Client::new(config)
        .get_identity_verification_attributes()
        .identities(address)
        .identities(domain)
        .send()
        .await;
    match asked {
        Ok(reply) => {
            let is_verified = reply
                .verification_attributes()
                .values()
                .any(|one| one.verification_status().as_str() == "Success");
            if is_verified {
                Finding::good("sender", format!("{address} is verified"))
            } else {
                Finding::problem("sender", format!("neither {address} nor {domain} is verified"))
                    .help("verify one of them in the SES console (identities), in the region of the form function")
            }
        }
        Err(error) => Finding::problem("sender", reason(&error).message)
            .help("asking needs ses:GetIdentityVerificationAttributes"),
    }
}
