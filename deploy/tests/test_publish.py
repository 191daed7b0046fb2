"""`site publish` against moto's S3 and CloudFront, through a proxy that breaks off at every request.

The proxy also plays CloudFront's key value store, which moto does not have, and lets a visitor look at the bucket after every
single request: each page has to be a whole one, old or new, and everything that it names has to be there.

Run: SITE=target/debug/site target/python/bin/python -m unittest deploy/tests/test_publish.py
SITE is a binary with publishing: cargo build -p site --features aws. LARGE=1 adds a site of 10,000 files.
"""

import hashlib
import http.client
import http.server
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import threading
import unittest
import urllib.parse

import logging

import boto3
from moto.server import ThreadedMotoServer

logging.getLogger("werkzeug").setLevel(logging.ERROR)

ROOT = pathlib.Path(__file__).parent.parent.parent
SITE = ROOT / os.environ.get("SITE", "target/debug/site")
BUCKET = "pages"
TABLE = "arn:aws:cloudfront::123456789012:key-value-store/11111111-2222-3333-4444-555555555555"
ENVIRONMENT = {
    **os.environ,
    "AWS_ACCESS_KEY_ID": "test",
    "AWS_SECRET_ACCESS_KEY": "test",
    "AWS_REGION": "ap-south-1",
    "AWS_MAX_ATTEMPTS": "1",
    "NO_COLOR": "1",
    "NO_PROXY": "*",
}

STRUCTURE = """
[[collection]]
name = "pages"
dir = "pages"
schema = "schemas/page.json"
route = "/{path}"
template = "page.html"
"""
SCHEMA = {"type": "object", "additionalProperties": False, "properties": {"title": {"type": "string", "description": "t"}, "description": {"type": "string", "description": "d"}}}
TEMPLATE = """<!doctype html><html lang="en"><head><title>{{ page.title }}</title>
<meta name="description" content="{{ page.description }}"><link rel="stylesheet" href="{{ asset(path="styles/main.css") }}"></head>
<body><h1>{{ page.title }}</h1>{{ page.content | safe }}</body></html>
"""


def make(folder, pages, colour="red", extra=""):
    """A project: pages by name, each a text with links."""
    files = {
        "content/site.toml": f'name = "Test"\nbase_url = "https://www.test.example"\ntheme = "t"\n',
        "content/structure.toml": STRUCTURE + extra,
        "content/schemas/page.json": json.dumps(SCHEMA),
        "themes/t/templates/page.html": TEMPLATE,
        "themes/t/styles/main.css": f"body {{ color: {colour} }}\n",
    }
    for name, text in pages.items():
        title = f"The page {name}"
        description = f"What the page {name} says, in a sentence that is long enough to be a description."
        files[f"content/pages/{name}.md"] = f'+++\ntitle = "{title}"\ndescription = "{description}"\n+++\n{text}\n'
    shutil.rmtree(folder / "content", ignore_errors=True)
    for path, text in files.items():
        path = folder / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


OLD = {"index": "Start: [about](/about) [old](/old)", "about": "We are two.", "old": "Leaves soon.", "404": "Not here.", "same": "Same."}
NEW = {"index": "Start! [about](/about) [new](/new)", "about": "We are three, see [new](/new).", "new": "Comes: [about](/about).", "404": "Not here.", "same": "Same."}
MOVED = '\n[[redirect]]\nfrom = "/old"\nto = "/new"\n'


class World:
    """The proxy, what stands behind it, and what it was asked."""

    def __init__(self):
        self.moto = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
        self.moto.start()
        self.behind = self.moto.get_host_and_port()
        self.s3 = boto3.client("s3", endpoint_url=f"http://{self.behind[0]}:{self.behind[1]}", region_name="ap-south-1", aws_access_key_id="test", aws_secret_access_key="test")
        self.lock = threading.RLock()
        self.kvs, self.kvs_tag, self.invalidated, self.asked = {}, 0, [], []
        self.break_at, self.with_effect, self.watch, self.broken = None, False, None, None
        world = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def answer(self):
                body = self.rfile.read(int(self.headers.get("content-length") or 0))
                with world.lock:
                    result = world.request(self.command, self.path, self.headers, body)
                if result is None:
                    self.close_connection = True
                    self.connection.close()
                    return
                status, headers, reply = result
                self.send_response(status)
                for name, value in headers:
                    if name.lower() not in ("transfer-encoding", "content-length", "connection", "date", "server"):
                        self.send_header(name, value)
                if self.command != "HEAD" and status not in (204, 304):
                    self.send_header("content-length", str(len(reply)))
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(reply)

            do_GET = do_PUT = do_POST = do_DELETE = do_HEAD = answer

        self.proxy = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.proxy.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.proxy.server_port}"

    def stop(self):
        self.proxy.shutdown()
        self.proxy.server_close()
        self.moto.stop()

    def fresh(self):
        """An empty bucket, an empty table."""
        connection = http.client.HTTPConnection(*self.behind)
        connection.request("POST", "/moto-api/reset")
        connection.getresponse().read()
        connection.close()
        with self.lock:
            self.kvs, self.kvs_tag = {}, 0
            self.calm()
        self.s3.create_bucket(Bucket=BUCKET, CreateBucketConfiguration={"LocationConstraint": "ap-south-1"})

    def calm(self, break_at=None, with_effect=False, watch=None):
        self.invalidated, self.asked, self.broken = [], [], None
        self.break_at, self.with_effect, self.watch = break_at, with_effect, watch

    def request(self, method, path, headers, body):
        if self.broken:
            return None
        self.asked.append(f"{method} {path.split('?')[0]}")
        breaks = self.break_at == len(self.asked)
        if breaks and not self.with_effect:
            self.broken = self.asked[-1]
            return None
        result = self.forward(method, path, headers, body)
        if self.watch and method != "GET":
            self.watch()
        if breaks:
            self.broken = self.asked[-1]
            return None
        return result

    def forward(self, method, path, headers, body):
        decoded = urllib.parse.unquote(path)
        if decoded.startswith("/key-value-stores/"):
            return self.table(method, body, headers)
        if "/invalidation" in path:
            self.invalidated += re.findall(r"<Path>(.*?)</Path>", body.decode())
            reply = b'<?xml version="1.0"?><Invalidation xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/"><Id>I1</Id><Status>InProgress</Status><CreateTime>2026-11-21T00:00:00Z</CreateTime><InvalidationBatch><Paths><Quantity>0</Quantity></Paths><CallerReference>x</CallerReference></InvalidationBatch></Invalidation>'
            return 201, [("content-type", "text/xml")], reply
        connection = http.client.HTTPConnection(*self.behind)
        connection.request(method, path, body=body, headers={name: value for name, value in headers.items() if name.lower() not in ("host", "expect")} | {"host": headers["host"]})
        response = connection.getresponse()
        reply = response.read()
        connection.close()
        return response.status, response.getheaders(), reply

    def table(self, method, body, headers):
        tag = [("etag", f"KV{self.kvs_tag}"), ("content-type", "application/json")]
        if method == "POST":
            if headers["if-match"] != f"KV{self.kvs_tag}":
                return 409, tag, b'{"Message":"conflict"}'
            asked = json.loads(body)
            assert len(asked.get("Puts") or []) + len(asked.get("Deletes") or []) <= 50
            for put in asked.get("Puts") or []:
                self.kvs[put["Key"]] = put["Value"]
            for gone in asked.get("Deletes") or []:
                del self.kvs[gone["Key"]]
            self.kvs_tag += 1
            tag[0] = ("etag", f"KV{self.kvs_tag}")
            return 200, tag, json.dumps({"ItemCount": len(self.kvs), "TotalSizeInBytes": 1}).encode()
        path_is_keys = self.asked[-1].endswith("/keys") or self.asked[-1].endswith("/keys/")
        if path_is_keys:
            items = [{"Key": key, "Value": value} for key, value in self.kvs.items()]
            return 200, tag, json.dumps({"Items": items}).encode()
        return 200, tag, json.dumps({"ItemCount": len(self.kvs), "TotalSizeInBytes": 1, "KvsARN": TABLE, "Created": 1.0, "ETag": f"KV{self.kvs_tag}"}).encode()

    def objects(self):
        found = {}
        for page in self.s3.get_paginator("list_objects_v2").paginate(Bucket=BUCKET):
            for one in page.get("Contents", []):
                found[one["Key"]] = one["ETag"].strip('"')
        return found

    def content(self, key):
        return self.s3.get_object(Bucket=BUCKET, Key=key)["Body"].read()


class Publish(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.world = World()
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folders = {name: pathlib.Path(cls.temporary.name, name) for name in ("old", "new")}
        make(cls.folders["old"], OLD)
        make(cls.folders["new"], NEW, colour="green", extra=MOVED)
        cls.built = {name: cls.build(folder) for name, folder in cls.folders.items()}

    @classmethod
    def tearDownClass(cls):
        cls.world.stop()
        cls.temporary.cleanup()

    @classmethod
    def build(cls, folder):
        """The files of a build, by path: content and MD5."""
        done = subprocess.run([SITE, "--root", folder, "build"], capture_output=True, text=True, env=ENVIRONMENT)
        assert done.returncode == 0, done.stderr
        files = (path for path in (folder / "dist").rglob("*") if path.is_file() and path.name != ".site-output")
        return {path.relative_to(folder / "dist").as_posix(): path.read_bytes() for path in files}

    def setUp(self):
        self.world.fresh()

    def site(self, name, *arguments):
        folder = self.folders[name]
        return subprocess.run(
            [SITE, "--root", folder, "publish", "--bucket", BUCKET, "--distribution", "D1", "--routes", TABLE, "--no-verify", *arguments],
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            env={**ENVIRONMENT, "AWS_ENDPOINT_URL": self.world.url},
        )

    def good(self, name, *arguments):
        done = self.site(name, "--yes", *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stderr

    def pages(self):
        return {key: tag for key, tag in self.world.objects().items() if not key.startswith(".site/")}

    def hashes(self, name):
        return {path: hashlib.md5(content).hexdigest() for path, content in self.built[name].items()}

    def watch(self):
        """What a visitor sees: looks at the bucket, fails the test where a page is torn or names what is not there."""
        known = {path: {self.hashes(name).get(path) for name in self.built} for path in {*self.built["old"], *self.built["new"]}}
        problems = []

        def look():
            there = self.pages()
            for key, tag in there.items():
                if tag not in known.get(key, ()):
                    problems.append(f"{key} is neither old nor new")
                    continue
                if not key.endswith(".html"):
                    continue
                name = "old" if self.hashes("old").get(key) == tag else "new"
                for named in re.findall(r'(?:href|src)="/([^"#?]*)"', self.built[name][key].decode()):
                    file = named or "index.html"
                    if file not in there and f"{file}.html" not in there:
                        problems.append(f"{key} of the {name} site names /{named} after {self.world.asked[-1]}")

        return look, problems

    def test_a_life(self):
        text = self.good("old")
        self.assertIn("new pages", text)
        self.assertEqual(self.pages(), self.hashes("old"))
        head = self.world.s3.head_object(Bucket=BUCKET, Key="about.html")
        self.assertEqual((head["ContentType"], head["CacheControl"]), ("text/html; charset=utf-8", "public, max-age=60, s-maxage=600"))
        style = next(key for key in self.pages() if re.fullmatch(r"assets/.*-[A-Z2-7]{8}\.css", key))
        head = self.world.s3.head_object(Bucket=BUCKET, Key=style)
        self.assertEqual((head["ContentType"], head["CacheControl"]), ("text/css; charset=utf-8", "public, max-age=31536000, immutable"))
        self.assertEqual(self.world.kvs["/about"], "200 /about.html")

        self.world.calm()
        self.assertIn("nothing to publish", self.good("old"))
        self.assertFalse([one for one in self.world.asked if not one.startswith("GET")], "no change, no upload")

        self.world.calm()
        dry = self.site("new", "--dry-run")
        self.assertEqual(dry.returncode, 0)
        self.assertIn("/about, “The page about”: “We are two.” became “We are three, see new.”", dry.stderr)
        self.assertIn("/old leads to /new", dry.stderr)
        unasked = self.site("new")
        self.assertNotEqual(unasked.returncode, 0, "without --yes and without anybody to ask")
        self.assertFalse([one for one in self.world.asked if not one.startswith("GET")])

        self.world.calm()
        self.good("new")
        self.assertEqual({**self.hashes("old"), **self.hashes("new")}, self.pages())
        self.assertEqual(self.world.kvs["/old"], "301 /new")
        self.assertIn("/about", self.world.invalidated)
        self.assertNotIn("/old", self.world.invalidated)
        self.assertIn("old.html", self.world.objects(), "what goes stays for the grace period")

        self.good("new", "--grace-hours", "0")
        self.assertNotIn("old.html", self.pages())

        listed = self.site("new", "releases")
        self.assertEqual(len(listed.stdout.splitlines()), 2, listed.stderr)
        self.assertTrue(listed.stdout.splitlines()[1].endswith("  live"))
        back = self.site("new", "rollback", "--yes")
        self.assertEqual(back.returncode, 0, back.stderr)
        self.assertEqual({key: tag for key, tag in self.pages().items() if key in self.built["old"]}, self.hashes("old"))
        self.assertEqual(self.world.kvs["/old"], "200 /old.html")
        forth = self.site("new", "rollback", listed.stdout.splitlines()[1].split()[0], "--yes")
        self.assertEqual(forth.returncode, 0, forth.stderr)
        self.assertEqual({key: tag for key, tag in self.pages().items() if key in self.built["new"]}, self.hashes("new"))

    def test_interrupted_at_every_request(self):
        step = int(os.environ.get("STEP", "1"))
        for with_effect in (False, True):
            at, ended = 1, False
            while not ended:
                self.world.fresh()
                self.good("old")
                look, problems = self.watch()
                self.world.calm(at, with_effect, look)
                done = self.site("new", "--yes")
                ended = self.world.broken is None
                self.assertEqual(done.returncode == 0, ended, f"{at}: {done.stderr}")
                self.assertEqual(problems, [], f"interrupted at {at}: {self.world.broken}")
                # The lock of a run that died is over after two minutes.
                self.world.calm(watch=look)
                self.world.s3.delete_object(Bucket=BUCKET, Key=".site/lock.json")
                self.good("new")
                self.assertEqual(problems, [])
                there = self.pages()
                self.assertEqual({key: there.get(key) for key in self.built["new"]}, self.hashes("new"), f"after {at}")
                self.assertEqual(self.world.kvs["/old"], "301 /new")
                self.assertEqual(len(self.site("new", "releases").stdout.splitlines()), 2)
                at += step

    def test_two_at_once(self):
        self.good("old")
        # The first one is stopped in its tracks, with the lock in its hands.
        self.world.calm()
        self.good("new")
        writes = next(number for number, one in enumerate(self.world.asked, 1) if one.startswith("PUT") and "lock" not in one)
        self.world.fresh()
        self.good("old")
        self.world.calm(writes, True)
        self.assertNotEqual(self.site("new", "--yes").returncode, 0)
        self.world.calm()
        told = self.site("new", "--yes")
        self.assertNotEqual(told.returncode, 0)
        self.assertRegex(told.stderr, r"is publishing, since .*try again")
        self.assertFalse([one for one in self.world.asked if not one.startswith("GET")])

        # Two that begin together: one of them wins, the site is whole.
        self.world.s3.delete_object(Bucket=BUCKET, Key=".site/lock.json")
        look, problems = self.watch()
        self.world.calm(watch=look)
        results = []
        threads = [threading.Thread(target=lambda: results.append(self.site("new", "--yes"))) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertIn(0, [one.returncode for one in results], [one.stderr for one in results])
        for one in results:
            self.assertTrue(one.returncode == 0 or "is publishing" in one.stderr or "in the meantime" in one.stderr, one.stderr)
        self.assertEqual(problems, [])
        self.assertEqual({key: tag for key, tag in self.pages().items() if key in self.built["new"]}, self.hashes("new"))

    @unittest.skipUnless(os.environ.get("LARGE"), "LARGE is not set")
    def test_ten_thousand_files(self):
        folder = pathlib.Path(self.temporary.name, "large")
        make(folder, {"index": "Start", **{f"p{number}": f"Page {number}." for number in range(10_000)}})
        self.folders["large"] = folder
        self.good("large")
        self.assertGreater(len(self.pages()), 10_000)
        self.world.calm()
        (folder / "content/pages/p77.md").write_text((folder / "content/pages/p77.md").read_text() + "\nMore.\n")
        text = self.good("large")
        self.assertIn("/p77", text)
        self.assertEqual([one for one in self.world.asked if one.startswith("PUT") and ".site" not in one], [f"PUT /{BUCKET}/p77.html"])


if __name__ == "__main__":
    unittest.main()
