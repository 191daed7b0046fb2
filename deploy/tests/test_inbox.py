"""`site inbox --bucket` against moto's S3: what it shows of the form function's bucket, and what an erasure leaves.

Run: SITE=target/debug/site target/python/bin/python -m unittest deploy/tests/test_inbox.py
SITE is a binary with the feature `aws`: cargo build -p site --features aws.
"""

import csv
import io
import json
import logging
import os
import pathlib
import re
import subprocess
import unittest
import zlib

import boto3
from moto.server import ThreadedMotoServer

logging.getLogger("werkzeug").setLevel(logging.ERROR)

ROOT = pathlib.Path(__file__).parent.parent.parent
SITE = ROOT / os.environ.get("SITE", "target/debug/site")
BUCKET = "submissions"
INDEX = "index/inbox"
ASHA, BELA, TRAP = ("0" * 25 + letter for letter in "abc")


def record(id, form, received, fields, **more):
    return {"id": id, "form": form, "received": received, "notice": "2026-11-21", "fields": fields, "digest": "", "attempt": id, **more}


RESUME = {"field": "resume", "key": f"resumes/{ASHA}-0.pdf", "name": "cv.pdf", "media_type": "application/pdf", "size": 3}
OBJECTS = {
    f"submissions/career/2026/11/{ASHA}.json": record(
        ASHA, "career", "2026-11-01T10:00:00Z", {"firstName": "Asha", "email": "asha@example.com"}, document=RESUME
    ),
    f"submissions/contact/2026/11/{BELA}.json": record(
        BELA, "contact", "2026-11-20T10:00:00Z", {"name": "=1+1", "email": "bela@example.com"}
    ),
    f"quarantine/{TRAP}.json": record(
        TRAP, "contact", "2026-11-21T10:00:00Z", {"name": "\x1b[2Jx", "email": "Asha@example.com"}
    ),
    f"outbox/{BELA}": {},
    RESUME["key"]: {},
}


class Inbox(unittest.TestCase):
    def setUp(self):
        self.server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
        self.server.start()
        self.addCleanup(self.server.stop)
        host, port = self.server.get_host_and_port()
        self.environment = {
            **os.environ,
            "AWS_ACCESS_KEY_ID": "test",
            "AWS_SECRET_ACCESS_KEY": "test",
            "AWS_REGION": "us-east-1",
            "AWS_ENDPOINT_URL": f"http://{host}:{port}",
            "NO_COLOR": "1",
            "NO_PROXY": "*",
        }
        self.s3 = boto3.client(
            "s3", endpoint_url=f"http://{host}:{port}", region_name="us-east-1", aws_access_key_id="test", aws_secret_access_key="test"
        )
        self.s3.create_bucket(Bucket=BUCKET)
        self.addCleanup(self.empty)
        for key, value in OBJECTS.items():
            self.s3.put_object(Bucket=BUCKET, Key=key, Body=json.dumps(value))

    def empty(self):
        for key in [INDEX, *self.keys()]:
            self.s3.delete_object(Bucket=BUCKET, Key=key)
        self.s3.delete_bucket(Bucket=BUCKET)

    def keys(self):
        return [one["Key"] for one in self.s3.list_objects_v2(Bucket=BUCKET).get("Contents", []) if one["Key"] != INDEX]

    def inbox(self, *arguments, bucket=BUCKET):
        command = [SITE, "--root", ROOT, "inbox", "--bucket", bucket, *arguments]
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, stdin=subprocess.DEVNULL)

    def test_list_shows_what_is_pending_and_what_is_quarantined(self):
        done = self.inbox("list")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(
            re.sub(r"\d+ (min|h|d)(, overdue by \d+ (min|h|d)|, due in \d+ (min|h|d))? +", "AGE  ", done.stdout),
            f"{ASHA}  2026-11-01 15:30+05:30  notified     new           career      AGE  asha@example.com\n"
            f"{BELA}  2026-11-20 15:30+05:30  pending      new           contact     AGE  bela@example.com\n"
            f"{TRAP}  2026-11-21 15:30+05:30  quarantined  -             contact     AGE  Asha@example.com\n"
            "3 submissions\n",
        )
        self.assertEqual(self.inbox("list", "--status", "quarantined").stdout.count(TRAP), 1)
        # Both days are included.
        for since, until, count in [("2026-11-01", "2026-11-20", "1 submission"), ("2026-11-21", "2026-11-21", "1 submission"), ("2026-11-20", "2026-11-21", "2 submissions")]:
            found = self.inbox("list", "--form", "contact", "--since", since, "--until", until).stdout
            self.assertIn(f"{count}\n", found)

    def test_json_is_json(self):
        listed = json.loads(self.inbox("list", "--format", "json").stdout)
        self.assertEqual([(one["id"], one["status"]) for one in listed], [(ASHA, "notified"), (BELA, "pending"), (TRAP, "quarantined")])
        tags = {"TagSet": [{"Key": "GuardDutyMalwareScanStatus", "Value": "NO_THREATS_FOUND"}]}
        self.s3.put_object_tagging(Bucket=BUCKET, Key=RESUME["key"], Tagging=tags)
        shown = json.loads(self.inbox("show", ASHA, "--format", "json").stdout)
        self.assertEqual((shown["id"], shown["fields"]["firstName"], shown["scan"]), (ASHA, "Asha", "NO_THREATS_FOUND"))

    def test_two_people_do_not_take_the_same_submission(self):
        taken = self.inbox("take", BELA, "--by", "Dev", "--note", "I call today")
        self.assertEqual((taken.returncode, taken.stdout), (0, ""))
        self.assertIn("taken by Dev", self.inbox("show", BELA).stdout)
        again = self.inbox("take", BELA, "--by", "Esha")
        self.assertEqual(again.returncode, 1)
        self.assertIn("is already taken", again.stderr)
        self.assertIn("by Dev", again.stderr)
        self.assertIn("  taken         contact", self.inbox("list", "--state", "taken").stdout)
        self.assertEqual(self.inbox("release", TRAP).returncode, 0)
        self.assertIn(f"submissions/contact/{TRAP}.json", self.keys())

    def index(self):
        """The text of the index, without the id that makes each version of it different."""
        _, copies = json.loads(zlib.decompress(self.s3.get_object(Bucket=BUCKET, Key=INDEX)["Body"].read()))
        return json.dumps(copies)

    def test_the_index_changes_nothing_but_the_time(self):
        without = self.inbox("list").stdout
        self.assertEqual([reference in self.index() for reference in (ASHA, BELA, TRAP)], [True] * 3)
        self.assertEqual(self.inbox("list").stdout, without)
        self.s3.put_object(Bucket=BUCKET, Key=INDEX, Body=b"damaged")
        self.assertEqual(self.inbox("list").stdout, without)
        # What the bucket has erased, or the staff with another program, is shown no more, and leaves the index.
        self.s3.delete_object(Bucket=BUCKET, Key=f"submissions/contact/2026/11/{BELA}.json")
        self.assertNotIn(BELA, self.inbox("list").stdout)
        self.assertNotIn(BELA, self.index())
        self.assertEqual(self.inbox("erase", "--email", "asha@example.com", "--yes").returncode, 0)
        self.assertEqual(self.index(), "[]")
        self.assertEqual(self.inbox("list").stdout, "0 submissions\n")

    def test_a_list_in_parts_has_no_gaps(self):
        """The keys in the index divide the list into parts, which are requested at the same time, and need not exist any more."""
        known = [f"1{number:025}" for number in range(2_000)]
        copies = [(f"submissions/query/{reference}.json", '"0"', "{}") for reference in known]
        # The list is divided at every 900th key.
        there = [known[number] for number in (0, 899, 900, 901, 1_799, 1_800, 1_999)]
        for reference in there:
            text = json.dumps(record(reference, "query", "2026-11-22T10:00:00Z", {"email": "x@example.com"}))
            self.s3.put_object(Bucket=BUCKET, Key=f"submissions/query/{reference}.json", Body=text)
        self.s3.put_object(Bucket=BUCKET, Key=INDEX, Body=zlib.compress(json.dumps([ASHA, copies]).encode()))
        listed = self.inbox("list", "--form", "query").stdout.splitlines()[:-1]
        self.assertEqual([line.split(" ")[0] for line in listed], there)

    def test_a_bucket_that_is_not_there_is_said_with_what_to_do(self):
        done = self.inbox("list", bucket="submisions")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertEqual(
            done.stderr,
            "error[inbox-store]: cannot list s3://submisions: NoSuchBucket: The specified bucket does not exist\n |\n = help: the stack"
            " creates the bucket, and its outputs show the name; check the name and the region\n\n1 error\n",
        )

    def test_a_form_that_is_not_there_is_not_an_empty_one(self):
        done = self.inbox("list", "--form", "contat")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("error[inbox-form]: there is no form `contat`", done.stderr)
        self.assertIn("did you mean `contact`?", done.stderr)
        # The site has this form, but nobody has submitted it yet.
        done = self.inbox("list", "--form", "newsletter")
        self.assertEqual((done.returncode, done.stdout), (0, "0 submissions\n"))

    def test_show_names_the_scans_finding_and_obeys_no_control_character(self):
        self.assertNotIn("scan:", self.inbox("show", ASHA).stdout)
        for found in ["NO_THREATS_FOUND", "THREATS_FOUND"]:
            tags = {"TagSet": [{"Key": "GuardDutyMalwareScanStatus", "Value": found}]}
            self.s3.put_object_tagging(Bucket=BUCKET, Key=RESUME["key"], Tagging=tags)
            done = self.inbox("show", ASHA)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(f"resume: cv.pdf ({RESUME['key']})\nscan: {found}\n", done.stdout)
        self.s3.delete_object(Bucket=BUCKET, Key=RESUME["key"])
        self.assertIn("scan: unknown, ", self.inbox("show", ASHA).stdout)
        shown = self.inbox("show", TRAP).stdout
        self.assertIn("Status:    quarantined\n", shown)
        self.assertIn("name: \ufffd[2Jx\n", shown)
        self.assertEqual(self.inbox("show", "nobody").returncode, 1)

    def test_export_is_a_table_without_formulas_or_json(self):
        table = self.inbox("export").stdout
        # The byte order mark tells Excel that the table is UTF-8.
        self.assertTrue(table.startswith("\ufeff"), table)
        rows = list(csv.DictReader(io.StringIO(table.removeprefix("\ufeff"))))
        self.assertEqual([row["id"] for row in rows], [ASHA, BELA, TRAP])
        self.assertEqual((rows[1]["name"], rows[0]["file"]), ("'=1+1", "cv.pdf"))
        exported = json.loads(self.inbox("export", "--to", "json", "--form", "contact").stdout)
        self.assertEqual([one["status"] for one in exported], ["pending", "quarantined"])

    def test_erase_removes_one_person_and_gives_a_receipt(self):
        unanswered = self.inbox("erase", "--email", "asha@example.com")
        self.assertEqual((unanswered.returncode, len(self.keys())), (1, len(OBJECTS)))
        self.assertEqual(self.inbox("erase", "--email", "", "--yes").returncode, 1)
        self.assertEqual(len(self.keys()), len(OBJECTS))
        done = self.inbox("erase", "--email", "asha@example.com", "--yes")
        receipt = json.loads(done.stdout)
        self.assertEqual(receipt["submissions"], [ASHA, TRAP])
        self.assertEqual(receipt["younger_than_a_year"], 2)
        self.assertIn("keeps every erased object for another 7 days", receipt["remains"])
        self.assertIn("staff's mailboxes", receipt["remains"])
        self.assertIn(f"{ASHA}  2026-11-01 15:30+05:30  notified     new           career      in email\n", done.stderr)
        self.assertIn("younger than a year", done.stderr)
        self.assertEqual(self.keys(), [f"outbox/{BELA}", f"submissions/contact/2026/11/{BELA}.json"])


if __name__ == "__main__":
    unittest.main()
