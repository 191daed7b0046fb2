"""The site's promises, the guides, and the template agree.

Run: target/python/bin/python -m unittest deploy/tests/test_promises.py
"""

import pathlib
import re
import tomllib
import unittest

import yaml

ROOT = pathlib.Path(__file__).parent.parent.parent
NOTICE = (ROOT / "content/pages/privacy.md").read_text()
GUIDE = (ROOT / "deploy/README.md").read_text()
README = (ROOT / "README.md").read_text()
MANUAL = (ROOT / "docs/content/chapters/forms.md").read_text()
SECURITY = (ROOT / "SECURITY.md").read_text()
TEMPLATE = "\n".join((ROOT / f"deploy/{part}.yaml").read_text() for part in ("site", "forms", "alarms"))
PRIVACY = tomllib.loads((ROOT / "content/site.toml").read_text())["privacy"]
FORMS = {path.stem: tomllib.loads(path.read_text()) for path in (ROOT / "content/forms").glob("*.toml") if "." not in path.stem}


def one_line(text):
    return " ".join(text.split())


class Promises(unittest.TestCase):
    def says(self, text, *sentences):
        for sentence in sentences:
            self.assertIn(sentence, one_line(text))

    def test_retention(self):
        days, quarantine = PRIVACY["retention_days"], PRIVACY["quarantine_days"]
        (versions,) = set(re.findall(r"Id: erased-versions\n.*\n.*NoncurrentDays: (\d+)", TEMPLATE))
        (logs,) = set(re.findall(r"RetentionInDays: (\d+)", TEMPLATE)) | set(re.findall(r"Id: access-logs,.*ExpirationInDays: (\d+)", TEMPLATE))
        self.assertEqual({form["privacy"]["retention_days"] for form in FORMS.values()}, {days})
        self.says(
            NOTICE,
            "kept for {{ site.privacy.retention_text }} ({{ site.privacy.retention_days }} days)",
            "erased after {{ site.privacy.quarantine_days }} days",
            f"a copy of whatever is erased for {versions} more days",
            "emails in our mailboxes are deleted within the same {{ site.privacy.retention_days }} days",
            f"our logs after {logs} days",
        )
        self.says(
            GUIDE,
            f"after `RetentionDays` ({days})",
            f"after `QuarantineDays` ({quarantine})",
            f"the old version of an erased object for {versions} days more",
            f"a retention rule of {days} days for these mails",
            f"All logs are kept for {logs} days; of the access log, {versions} more days as old versions",
        )
        self.says(MANUAL, f"erases submissions after {days} days", f"spam traps caught after {quarantine}", f"are gone after {versions} days")

    def test_digest(self):
        (most,) = re.findall(r"MOST_REFERENCES: usize = ([\d_]+);", (ROOT / "crates/forms/src/mail/digest.rs").read_text())
        self.says(GUIDE, f"with up to {int(most):,} references")
        self.says(MANUAL, f"lists their references, up to {int(most):,}")

    def test_costs(self):
        """What a day of a flood costs follows from the throttle, the calls to S3 for each submission, and the prices beside it."""
        (rate,) = set(re.findall(r"ThrottlingRateLimit: (\d+)", TEMPLATE))
        millions = int(rate) * 86_400 / 1e6
        self.says(GUIDE, f"throttled at {rate} requests a second for each form", "1.05 a million calls", "0.005 a thousand writes")
        # Each request costs the gateway, the function, and 630 bytes of logs at 0.67 a GB. Each stored submission costs four more
        # writes or listings.
        refused = millions * (1.05 + 0.20 + 0.63 * 0.67)
        self.says(GUIDE, f"costs about {refused:.0f} dollars a day", f"storing them costs about {round(refused + millions * 4 * 5, -1):.0f}")

    def test_erasure(self):
        """No text promises more than an erasure does."""
        self.says(NOTICE, "we then erase it in the store, where a copy remains for 7 days, and delete the emails in our mailboxes")
        self.says(MANUAL, "names what it cannot reach: the mails in your staff's mailboxes, and the old versions")
        self.says(GUIDE, "The receipt names what it cannot reach: the old versions, for 7 days, and the mailboxes", "delete a person's mails by hand")

    def test_consent(self):
        """The default of updates is yes, and no text says otherwise."""
        (updates,) = [field for field in FORMS["query"]["field"] if field["name"] == "updates"]
        self.assertEqual((updates["default"], updates["required"]), ("yes", True))
        self.says(FORMS["query"]["privacy"]["purpose"], "unless you choose no, to send you updates")
        self.says(NOTICE, "it is set to yes, and you can choose no", 'if you leave "updates" on yes')
        self.says(GUIDE, 'A query whose "updates" is left as it is says yes')
        for path in [*(ROOT / "content").rglob("*.md"), *(ROOT / "content/forms").glob("*.toml"), *(ROOT / "themes").rglob("*.html")]:
            self.assertNotRegex(path.read_text().lower(), r"updates? only (where|if) you|only (where|if) you (chose|choose|opt)", path)

    def test_logging(self):
        self.says(TEMPLATE, "LoggingConfiguration: { DestinationBucketName: !Ref AccessLogBucket")
        self.says(NOTICE, "Our own logs hold reference numbers, times and outcomes", "Who opens the store, and which reference, is logged as well")
        self.says(GUIDE, "S3 logs access to the forms bucket in `AccessLogBucketName`", "AWS promises no completeness", "CloudFront keeps no access logs")
        self.assertNotRegex(re.sub(r"(?m)^ *#.*", "", TEMPLATE), r"\n        Logging:|sourceIp|userAgent")

    def test_mails_leave_out_what_the_notice_says(self):
        left_out = {field["name"] for form in FORMS.values() for field in form["field"] if field.get("mail") is False}
        self.assertEqual(left_out, {"gender", "dateOfBirth"})
        self.says(NOTICE, "except for gender, date of birth and the resume")
        self.says(GUIDE, "except for gender, date of birth and the resume")


class Threats(unittest.TestCase):
    threats = re.split(r"(?m)^### ", SECURITY.split("## Out of scope")[0])[1:]

    def test_every_threat_has_a_test_that_exists(self):
        self.assertGreater(len(self.threats), 15)
        for section in self.threats:
            threat = section.splitlines()[0]
            named = re.findall(r"(?m)^- `([\w./-]+)::(\w+)`$", section)
            self.assertTrue(named, threat)
            for path, name in named:
                self.assertRegex((ROOT / path).read_text(), rf"(fn|def) {name}\(", f"{threat}: {path}")

    def test_how_to_report(self):
        self.assertIn("*Security, Report a vulnerability*", SECURITY)
        self.assertIn("[SECURITY.md](SECURITY.md)", README)
        actions = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text())
        self.assertIn("attestations", actions["jobs"]["release"]["permissions"])
        self.assertIn("gh attestation verify", SECURITY)


if __name__ == "__main__":
    unittest.main()
