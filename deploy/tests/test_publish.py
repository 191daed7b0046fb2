"""`site publish` against moto's S3, through a proxy that breaks off, or kills the publisher, at any request.

The proxy also plays CloudFront's key value store and invalidations, which moto does not have, and lets a visitor look at the
bucket after every single request: each page has to be a whole one, old or new, and everything that it names has to be there.
A web server in front of moto plays the distribution, with a cache that forgets nothing unasked, for `site publish` to look at.

Run: cargo xtask test publish, or SITE=target/debug/site target/python/bin/python -m pytest deploy/tests/test_publish.py
SITE is a binary with publishing: cargo build -p site --features aws. LARGE=1 adds a site of 10,000 files.
"""

import contextlib
import copy
import gzip
import hashlib
import http.server
import json
import os
import pathlib
import random
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import unittest
import urllib.parse

import logging

import boto3
import werkzeug.test
from moto.backends import get_backend
from moto.core import DEFAULT_ACCOUNT_ID
from moto.moto_server.werkzeug_app import create_backend_app
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
<meta name="description" content="{{ page.description }}"><link rel="canonical" href="{{ page.permalink }}">
<link rel="stylesheet" href="{{ asset(path="styles/main.css") }}"></head>
<body><header><nav><a href="/">Start</a></nav></header><main><h1>{{ page.title }}</h1>{{ page.content | safe }}</main>
<footer><p>Test</p></footer></body></html>
"""


def make(folder, pages, color="red", extra=""):
    """A project: pages by name, each a text with links."""
    files = {
        "content/site.toml": f'name = "Test"\nbase_url = "https://www.test.example"\ntheme = "t"\n',
        "content/structure.toml": STRUCTURE + extra,
        "content/schemas/page.json": json.dumps(SCHEMA),
        "themes/t/templates/page.html": TEMPLATE,
        "themes/t/styles/main.css": f"body {{ color: {color} }}\n",
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


class Server(http.server.ThreadingHTTPServer):
    """A server that does not log closed connections."""

    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, *_):
        pass


class Connection(http.server.BaseHTTPRequestHandler):
    """A connection for many requests, which logs none."""

    protocol_version = "HTTP/1.1"
    # Send the head and the body of a response together, because the second of two small packets would wait for an acknowledgment.
    wbufsize = -1

    def log_message(self, *_):
        pass


class Edge:
    """The distribution: the pages of the bucket with their headers, cached until an invalidation names them."""

    def __init__(self, world, policy):
        self.world, self.policy = world, policy
        # Delay of invalidations in seconds, and whether the CDN is broken.
        self.invalidation_delay, self.broken = 0, False
        self.kept, self.requests = {}, []
        edge = self

        class Handler(Connection):
            def do_GET(self):
                status, headers, body = edge.answer(self.path)
                if "gzip" in self.headers.get("accept-encoding", ""):
                    headers, body = [*headers, ("content-encoding", "gzip")], gzip.compress(body)
                self.send_response(status)
                for name, value in [*headers, ("content-security-policy", edge.policy), ("content-length", str(len(body)))]:
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

        self.server = Server(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def stop(self):
        self.server.shutdown()
        self.server.server_close()

    def fresh(self):
        self.kept, self.requests, self.invalidation_delay, self.broken = {}, [], 0, False

    def forget(self, paths, late=False):
        if self.invalidation_delay and not late:
            timer = threading.Timer(self.invalidation_delay, self.forget, (paths, True))
            timer.daemon = True
            timer.start()
            return
        self.kept = {} if "/*" in paths else {path: one for path, one in self.kept.items() if path not in paths}

    def answer(self, path):
        with self.world.lock:
            self.requests.append(path)
            if self.broken:
                return 503, [], b""
            if path not in self.kept:
                self.kept[path] = self.look(path)
            return self.kept[path]

    def look(self, path):
        """Answers as deploy/routes.js and the bucket do; routes.test.mjs tests the rules themselves."""
        name = path.rsplit("/", 1)[1]
        known = self.world.kvs.get(path, f"200 {path}" if "." in name else f"200 {path}.html")
        status, target = known.split(" ", 1)
        if status != "200":
            return int(status), [("location", target)], b""
        there = self.world.objects()
        found = 200 if target[1:] in there else 404
        key = target[1:] if found == 200 else "404.html"
        return found, [("content-type", "text/html")], self.world.content(key) if key in there else b"no such page"


class World:
    """The proxy, the services behind it, and the requests that it got."""

    def __init__(self):
        self.moto = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
        self.moto.start()
        host, port = self.moto.get_host_and_port()
        self.s3 = boto3.client("s3", endpoint_url=f"http://{host}:{port}", region_name="ap-south-1", aws_access_key_id="test", aws_secret_access_key="test")
        # Direct access to the same store, without network connections.
        self.direct = werkzeug.test.Client(create_backend_app("s3"))
        # Moto keeps buckets as long as its process lives, in which other worlds may have been.
        with contextlib.suppress(self.s3.exceptions.BucketAlreadyOwnedByYou):
            self.s3.create_bucket(Bucket=BUCKET, CreateBucketConfiguration={"LocationConstraint": "ap-south-1"})
        self.lock = threading.RLock()
        self.kvs, self.kvs_tag, self.invalidated, self.requests = {}, 0, [], []
        # Invalidations by caller reference. CloudFront ignores a reference that it has already seen.
        self.references = {}
        self.break_at, self.with_effect, self.watch, self.broken = None, False, None, None
        # Seconds by which the clock of S3 is ahead of this computer's.
        self.ahead = 0
        # Seconds that each request takes.
        self.delay = 0
        self.victim = None
        self.edge = None
        world = self

        class Handler(Connection):
            def answer(self):
                body = self.rfile.read(int(self.headers.get("content-length") or 0))
                time.sleep(world.delay)
                with world.lock:
                    result = world.request(self.command, self.path, self.headers, body)
                try:
                    self.reply(result)
                except OSError:
                    # The process that sent the request was killed.
                    self.close_connection = True

            def reply(self, result):
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

            def date_time_string(self, timestamp=None):
                return super().date_time_string(time.time() + world.ahead)

            do_GET = do_PUT = do_POST = do_DELETE = do_HEAD = answer

        self.proxy = Server(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.proxy.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.proxy.server_port}"

    def stop(self):
        self.proxy.shutdown()
        self.proxy.server_close()
        self.moto.stop()

    def fresh(self):
        """Empties the bucket and the route table."""
        with self.lock:
            self.stored().clear()
            self.kvs, self.kvs_tag, self.references = {}, 0, {}
            self.calm()
            if self.edge:
                self.edge.fresh()

    def saved(self):
        """The bucket and the table, for `restore`."""
        return copy.deepcopy(self.stored()), dict(self.kvs)

    def restore(self, saved):
        """Makes the bucket and the table what they were."""
        self.fresh()
        objects, kvs = copy.deepcopy(saved)
        with self.lock:
            self.stored().update(objects)
            self.kvs = kvs

    def calm(self, break_at=None, with_effect=False, watch=None):
        self.invalidated, self.requests, self.broken, self.victim = [], [], None, None
        self.break_at, self.with_effect, self.watch = break_at, with_effect, watch

    def request(self, method, path, headers, body):
        if self.broken:
            return None
        self.requests.append(f"{method} {path.split('?')[0]}")
        breaks = self.break_at == len(self.requests)
        if breaks and self.victim:
            # Requests that the process has already sent still reach S3, like this one.
            self.victim.send_signal(signal.SIGKILL)
            self.victim.wait()
            self.break_at = None
            if not self.with_effect:
                return None
            breaks = False
        if breaks and not self.with_effect:
            self.broken = self.requests[-1]
            return None
        result = self.forward(method, path, headers, body)
        if self.watch and method != "GET":
            self.watch()
        if breaks:
            self.broken = self.requests[-1]
            return None
        return result

    def forward(self, method, path, headers, body):
        decoded = urllib.parse.unquote(path)
        if decoded.startswith("/key-value-stores/"):
            return self.table(method, body, headers)
        if "/invalidation" in path:
            paths = re.findall(r"<Path>(.*?)</Path>", body.decode())
            reference = re.search(r"<CallerReference>(.*?)</CallerReference>", body.decode())[1]
            known = self.references.setdefault(reference, paths)
            if known != paths:
                return 400, [("content-type", "text/xml")], b"<ErrorResponse><Error><Code>InvalidationBatchAlreadyExists</Code></Error></ErrorResponse>"
            if known is paths:
                self.invalidated += paths
                if self.edge:
                    self.edge.forget(paths)
            reply = b'<?xml version="1.0"?><Invalidation xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/"><Id>I1</Id><Status>InProgress</Status><CreateTime>2026-11-21T00:00:00Z</CreateTime><InvalidationBatch><Paths><Quantity>0</Quantity></Paths><CallerReference>x</CallerReference></InvalidationBatch></Invalidation>'
            return 201, [("content-type", "text/xml")], reply
        response = self.direct.open(path, method=method, headers=list(headers.items()), data=body)
        return response.status_code, list(response.headers), response.data

    def table(self, method, body, headers):
        tag = [("etag", f"KV{self.kvs_tag}"), ("content-type", "application/json")]
        if method == "POST":
            if headers["if-match"] != f"KV{self.kvs_tag}":
                return 409, tag, b'{"Message":"conflict"}'
            changes = json.loads(body)
            assert len(changes.get("Puts") or []) + len(changes.get("Deletes") or []) <= 50
            for put in changes.get("Puts") or []:
                self.kvs[put["Key"]] = put["Value"]
            for gone in changes.get("Deletes") or []:
                del self.kvs[gone["Key"]]
            self.kvs_tag += 1
            tag[0] = ("etag", f"KV{self.kvs_tag}")
            return 200, tag, json.dumps({"ItemCount": len(self.kvs), "TotalSizeInBytes": 1}).encode()
        path_is_keys = self.requests[-1].endswith("/keys") or self.requests[-1].endswith("/keys/")
        if path_is_keys:
            items = [{"Key": key, "Value": value} for key, value in self.kvs.items()]
            return 200, tag, json.dumps({"Items": items}).encode()
        return 200, tag, json.dumps({"ItemCount": len(self.kvs), "TotalSizeInBytes": 1, "KvsARN": TABLE, "Created": 1.0, "ETag": f"KV{self.kvs_tag}"}).encode()

    def stored(self):
        """The objects by key, as moto has them in memory."""
        return get_backend("s3")[DEFAULT_ACCOUNT_ID]["aws"].buckets[BUCKET].keys

    def objects(self):
        """MD5 sums by key."""
        return {key: one.etag.strip('"') for key, one in self.stored().items()}

    def content(self, key):
        return self.stored()[key].value


class Publish(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.world = World()
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folders = {name: pathlib.Path(cls.temporary.name, name) for name in ("old", "new")}
        make(cls.folders["old"], OLD)
        make(cls.folders["new"], NEW, color="green", extra=MOVED)
        cls.world.edge = cls.edge = Edge(cls.world, cls.policy("old"))
        cls.built = {name: cls.build(folder) for name, folder in cls.folders.items()}

    @classmethod
    def policy(cls, name):
        """Returns the policy that the build needs."""
        folder = cls.folders[name]
        subprocess.run([SITE, "--root", folder, "build", "--quiet", "--host-files", "cloudfront"], check=True, env=ENVIRONMENT)
        return json.loads((folder / "dist-host/headers.json").read_text())["pages"]["Content-Security-Policy"]

    @classmethod
    def tearDownClass(cls):
        cls.edge.stop()
        cls.world.stop()
        cls.temporary.cleanup()

    @classmethod
    def build(cls, folder):
        """Returns the content and MD5 of each file of a build, by path."""
        done = subprocess.run([SITE, "--root", folder, "build"], capture_output=True, text=True, env=ENVIRONMENT)
        assert done.returncode == 0, done.stderr
        files = (path for path in (folder / "dist").rglob("*") if path.is_file() and path.name != ".site-output")
        return {path.relative_to(folder / "dist").as_posix(): path.read_bytes() for path in files}

    def setUp(self):
        self.world.fresh()

    def command(self, name, *arguments, live=None):
        """`live`: number of seconds for which the live site is checked."""
        where = ["--no-verify"] if live is None else ["--url", self.edge.url, "--wait", str(live)]
        command = [SITE, "--root", self.folders[name], "publish", "--bucket", BUCKET, "--distribution", "D1", "--routes", TABLE]
        return {
            "args": [*command, *where, *arguments],
            "text": True,
            "stdin": subprocess.DEVNULL,
            "env": {**ENVIRONMENT, "AWS_ENDPOINT_URL": self.world.url},
        }

    def site(self, name, *arguments, live=None):
        return subprocess.run(**self.command(name, *arguments, live=live), capture_output=True)

    def killed(self, name, at, with_effect):
        """Publishes and is killed at the request `at`. Returns false if there was no such request."""
        with self.world.lock:
            self.world.calm(at, with_effect, self.world.watch)
            self.world.victim = subprocess.Popen(**self.command(name, "--yes"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            victim = self.world.victim
        status = victim.wait()
        # The request at which the process was killed may still be about to take effect.
        with self.world.lock:
            return status == -signal.SIGKILL

    def writes(self):
        """Returns the keys of the pages and assets that were written."""
        return [one.split(f"/{BUCKET}/")[1] for one in self.world.requests if one.startswith("PUT") and "/.site/" not in one]

    def good(self, name, *arguments):
        done = self.site(name, "--yes", *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stderr

    def pages(self):
        return {key: tag for key, tag in self.world.objects().items() if not key.startswith(".site/")}

    def hashes(self, name):
        return {path: hashlib.md5(content).hexdigest() for path, content in self.built[name].items()}

    def watch(self, *names):
        """Looks at the bucket as a visitor. Fails if a page is incomplete or refers to something that does not exist."""
        names = names or ("old", "new")
        # URLs that each known version of a page refers to.
        known = {}
        for name in names:
            for key, content in self.built[name].items():
                text = content.decode() if key.endswith(".html") else ""
                named = {one or "index.html" for one in re.findall(r'(?:href|src)="/([^"#?]*)"', text)}
                known[key, hashlib.md5(content).hexdigest()] = named
        problems = []

        def look():
            there = self.pages()
            after = self.world.requests[-1] if self.world.requests else "the end"
            for key, tag in there.items():
                if (key, tag) not in known:
                    problems.append(f"{key} is neither old nor new after {after}")
                    continue
                for named in known[key, tag]:
                    if named not in there and f"{named}.html" not in there:
                        problems.append(f"{key} names /{named}, which is not there, after {after}")
            for path, value in self.world.kvs.items():
                status, target = value.split(" ", 1)
                is_there = target[1:] in there or f"{target[1:]}.html" in there or target == "/" or path == "*"
                if not is_there:
                    problems.append(f"{path} leads to {target}, which is not there, after {after}")

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
        self.assertFalse([one for one in self.world.requests if not one.startswith("GET")], "no change, no upload")

        self.world.calm()
        dry = self.site("new", "--dry-run", "--quiet")
        self.assertEqual(dry.returncode, 0)
        self.assertIn("/about, “The page about”: “We are two.” became “We are three, see new.”", dry.stderr)
        self.assertIn("/old redirects to /new", dry.stderr)
        unasked = self.site("new")
        self.assertNotEqual(unasked.returncode, 0, "without --yes and without anybody to ask")
        self.assertFalse([one for one in self.world.requests if not one.startswith("GET")])

        self.world.calm()
        self.good("new")
        self.assertEqual({**self.hashes("old"), **self.hashes("new")}, self.pages())
        self.assertEqual(self.world.kvs["/old"], "301 /new")
        self.assertIn("/about", self.world.invalidated)
        self.assertNotIn("/old", self.world.invalidated)
        self.assertIn("old.html", self.world.objects(), "what goes stays for the grace period")

        quiet = self.good("new", "--grace-hours", "0", "--quiet")
        self.assertEqual(re.sub(r"warning\[.*?\n\n", "", quiet, flags=re.S), "", "only findings")
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

    def test_what_goes_wrong_is_said_with_what_to_do(self):
        """Wrong settings of a computer, and the error."""
        keys = ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_PROFILE")
        nowhere = {"AWS_EC2_METADATA_DISABLED": "true", "AWS_CONFIG_FILE": os.devnull, "AWS_SHARED_CREDENTIALS_FILE": os.devnull}
        closed = socket.socket()
        closed.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{closed.getsockname()[1]}"
        for case, bucket, changed, without, expected in [
            (
                "no bucket is named",
                "",
                {},
                (),
                "error[cannot-publish]: no bucket is named\n |\n = help: name it with --bucket or SITE_BUCKET: the output SiteBucketName of"
                " the stack\n\n",
            ),
            (
                "another bucket",
                "pagse",
                {},
                (),
                "error[cannot-publish]: cannot list s3://pagse/: NoSuchBucket: The specified bucket does not exist\n |\n = help: the"
                " stack creates the bucket, and its outputs show the name; check the name and the region\n",
            ),
            (
                "nobody is signed in",
                BUCKET,
                nowhere,
                keys,
                f"error[cannot-publish]: cannot list s3://{BUCKET}/: no credentials are set\n |\n = help: sign in (aws sso login), or set"
                " AWS_PROFILE, or run aws configure; `site doctor --aws` checks the setup\n",
            ),
            (
                "no network",
                BUCKET,
                {"AWS_ENDPOINT_URL": address},
                (),
                f"error[cannot-publish]: cannot list s3://{BUCKET}/: AWS cannot be reached\n |\n = help: check the network, the proxy,"
                " AWS_ENDPOINT_URL and AWS_REGION\n",
            ),
        ]:
            with self.subTest(case):
                command = self.command("old", "releases")
                command["args"] = [bucket if one == BUCKET else one for one in command["args"]]
                command["env"] = {name: value for name, value in {**command["env"], **changed}.items() if name not in without}
                done = subprocess.run(**command, capture_output=True)
                self.assertTrue(done.stderr.startswith(expected), done.stderr)
                self.assertEqual(done.returncode, 1 if bucket else 2)
        closed.close()

    def test_a_bucket_that_holds_something_else_is_refused(self):
        self.world.s3.put_object(Bucket=BUCKET, Key="photos/a.jpg", Body=b"mine")
        self.world.calm()
        done = self.site("old", "--yes", "--grace-hours", "0")
        self.assertEqual(done.returncode, 1)
        self.assertIn("the bucket contains files that were not published by this program: photos/a.jpg", done.stderr)
        self.assertEqual([one for one in self.world.requests if not one.startswith("GET")], [])

        # If the bucket is taken over on purpose, the object is listed before it is deleted.
        self.world.s3.put_object(Bucket=BUCKET, Key=".site/state.json", Body=b"{}")
        self.assertIn("to delete now:\n  photos/a.jpg\n", self.good("old", "--grace-hours", "0"))
        self.assertEqual(self.pages(), self.hashes("old"))

    def test_a_day_later_is_a_day_of_s3(self):
        self.good("old")
        self.good("new")
        self.assertIn("old.html", self.pages())
        for hours, is_deleted in [(23, False), (25, True)]:
            self.world.ahead = hours * 3600
            try:
                self.good("new")
            finally:
                self.world.ahead = 0
            self.assertEqual("old.html" not in self.pages(), is_deleted, hours)

    def test_a_key_that_xml_and_terminals_cannot_show(self):
        self.good("old")
        key = "a\x1b[2J+ b.txt"
        self.world.stored()[key] = copy.deepcopy(self.world.stored()["index.html"])
        self.world.stored()[key].name = key
        for grace, verb in [("24", "to be deleted by a later run"), ("0", "to delete now")]:
            said = self.good("new", "--grace-hours", grace)
            self.assertIn(verb, said)
            self.assertIn("a\\u{1b}[2J+ b.txt", said)
            self.assertNotIn("\x1b", said)
        self.assertNotIn(key, self.pages())

    def test_an_object_that_was_changed_by_hand_is_not_deleted(self):
        """S3 compares the version with the one that the plan was made for."""
        self.good("old")
        self.good("new")

        def change():
            if self.world.requests[-1] == f"PUT /{BUCKET}/.site/state.json":
                self.world.s3.put_object(Bucket=BUCKET, Key="old.html", Body=b"mine")

        self.world.calm(watch=change)
        done = self.site("new", "--yes", "--grace-hours", "0")
        self.assertEqual(done.returncode, 1)
        self.assertIn("old.html was not written: another program has changed it", done.stderr)
        self.assertEqual(self.world.content("old.html"), b"mine")

    def test_interrupted_at_every_request_before_its_effect(self):
        self.interrupted_at_every_request(with_effect=False)

    def test_interrupted_at_every_request_after_its_effect(self):
        self.interrupted_at_every_request(with_effect=True)

    def interrupted_at_every_request(self, with_effect):
        self.good("old")
        old = self.world.saved()
        at, ended = 1, False
        while not ended:
            self.world.restore(old)
            look, problems = self.watch()
            self.world.calm(at, with_effect, look)
            done = self.site("new", "--yes")
            ended = self.world.broken is None
            self.assertEqual(done.returncode == 0, ended, f"{at}: {done.stderr}")
            self.assertEqual(problems, [], f"interrupted at {at}: {self.world.broken}")
            # The lock of a run that was killed expires after two minutes.
            self.world.calm(watch=look)
            self.world.s3.delete_object(Bucket=BUCKET, Key=".site/lock.json")
            self.good("new")
            self.assertEqual(problems, [])
            there = self.pages()
            self.assertEqual({key: there.get(key) for key in self.built["new"]}, self.hashes("new"), f"after {at}")
            self.assertEqual(self.world.kvs["/old"], "301 /new")
            self.assertEqual(len(self.site("new", "releases").stdout.splitlines()), 2)
            at += 1

    def test_two_at_once(self):
        self.good("old")
        # The first run is suspended while it holds the lock.
        self.world.calm()
        self.good("new")
        writes = next(number for number, one in enumerate(self.world.requests, 1) if one.startswith("PUT") and "lock" not in one)
        self.world.fresh()
        self.good("old")
        self.world.calm(writes, True)
        self.assertNotEqual(self.site("new", "--yes").returncode, 0)
        self.world.calm()
        told = self.site("new", "--yes")
        self.assertNotEqual(told.returncode, 0)
        self.assertRegex(told.stderr, r"has been publishing since .*try again")
        self.assertIn("remove .site/lock.json from the bucket", told.stderr)
        self.assertFalse([one for one in self.world.requests if not one.startswith("GET")])

        # If two runs begin at the same time, one of them wins, and the site is complete.
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
            self.assertTrue(one.returncode == 0 or "has been publishing" in one.stderr or "in the meantime" in one.stderr, one.stderr)
        self.assertEqual(problems, [])
        self.assertEqual({key: tag for key, tag in self.pages().items() if key in self.built["new"]}, self.hashes("new"))

    def test_visitors_get_what_was_published(self):
        done = self.site("old", "--yes", live=10)
        self.assertEqual(done.returncode, 0, done.stderr)
        said = int(re.search(r"(\d+) pages checked on the live site", done.stderr)[1])
        self.assertGreaterEqual(said, 4)
        self.assertLessEqual({"/", "/about", "/old", "/same"}, set(self.edge.requests))

        # Fill the CDN's cache with every page.
        for path in ("/", "/about", "/about.html", "/old", "/same", "/new"):
            self.edge.answer(path)
        self.world.calm()
        done = self.site("new", "--yes", live=10)
        self.assertEqual(done.returncode, 0, done.stderr)
        for path, key in (("/", "index.html"), ("/about", "about.html"), ("/about.html", "about.html"), ("/new", "new.html")):
            self.assertEqual(self.edge.answer(path)[2], self.built["new"][key], path)

    def test_visitors_see_every_going_back_and_forth(self):
        """A release that is live again requests the same URLs as the first time."""
        self.good("old")
        self.good("new")
        newest = self.site("new", "releases").stdout.splitlines()[-1].split()[0]
        for turn in range(2):
            back = self.site("new", "rollback", "--yes", live=0)
            self.assertEqual(back.returncode, 0, (turn, back.stderr))
            forth = self.site("new", "rollback", newest, "--yes", live=0)
            self.assertEqual(forth.returncode, 0, (turn, forth.stderr))

    def test_a_cache_that_takes_its_time(self):
        self.assertEqual(self.site("old", "--yes", live=10).returncode, 0)
        self.edge.answer("/about")
        self.edge.invalidation_delay = 3
        begun = time.monotonic()
        done = self.site("new", "--yes", live=10)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertGreater(time.monotonic() - begun, 5, "it looked a second time")
        self.assertEqual(self.edge.answer("/about")[2], self.built["new"]["about.html"])

    def test_visitors_who_do_not_get_it(self):
        self.assertEqual(self.site("old", "--yes", live=10).returncode, 0)
        self.edge.answer("/about")
        self.edge.invalidation_delay = 3600
        done = self.site("new", "--yes", live=5)
        self.assertNotEqual(done.returncode, 0)
        self.assertRegex(done.stderr, r"the live site does not show it yet: .*/about")
        self.assertNotIn("/new", re.search("show it yet: (.*)", done.stderr)[1], "what is new was never in the cache")
        self.assertIn("site publish rollback", done.stderr)
        self.assertNotIn("nothing was written", done.stderr)
        # The bucket contains the new site, so nothing is left to do.
        self.assertEqual({key: self.pages()[key] for key in self.built["new"]}, self.hashes("new"))

        self.world.fresh()
        self.edge.broken = True
        done = self.site("old", "--yes", live=0)
        self.assertNotEqual(done.returncode, 0)
        unseen = re.search("does not show it yet: (.*)", done.stderr)[1].split(", ")
        self.assertLessEqual({"/", "/about", "/old", "/same"}, set(unseen))

    def test_headers_that_would_break_the_pages_stop_it(self):
        self.assertEqual(self.site("old", "--yes", live=10).returncode, 0)
        self.world.calm()
        good, self.edge.policy = self.edge.policy, "default-src 'none'"
        try:
            refused = self.site("new", "--yes", live=10)
            back = self.site("new", "rollback", "--yes", live=10)
        finally:
            self.edge.policy = good
        self.assertNotEqual(refused.returncode, 0)
        self.assertIn("the live site's Content-Security-Policy of / is not the one that the page needs", refused.stderr)
        self.assertNotEqual(back.returncode, 0)
        self.assertEqual([one for one in self.world.requests if not one.startswith("GET")], [])

    def test_only_a_checked_site_goes_out(self):
        folder = self.folders["checked"] = pathlib.Path(self.temporary.name, "checked")
        ledger = folder / "content/urls.toml"
        make(folder, OLD)
        site = folder / "content/site.toml"
        site.write_text(site.read_text() + "\n[contact]\nphone = \"+91 98765 43210\"\nplaceholder = true\n")
        refused = self.site("checked", "--yes")
        self.assertEqual(refused.returncode, 1)
        self.assertIn("error[placeholder-data]", refused.stderr)
        self.assertIn("nothing was published", refused.stderr)
        self.assertIn("--preview", refused.stderr)
        self.assertEqual(self.world.requests, [])
        self.assertEqual(self.site("checked", "--dry-run").returncode, 1)

        # A preview can be published, and its URLs are not recorded.
        self.good("checked", "--preview")
        self.assertEqual(self.pages(), self.hashes("old"))
        self.assertFalse(ledger.exists())

        self.world.fresh()
        make(folder, OLD)
        self.assertIn("content/urls.toml", self.good("checked"))
        self.assertIn('"/old"', ledger.read_text())
        recorded = ledger.read_text()
        self.good("checked")
        self.assertEqual(ledger.read_text(), recorded)

        # The list of URLs prevents that a URL is lost. If the list was not committed, the live release does.
        without = {name: text for name, text in OLD.items() if name != "old"} | {"index": "Start: [about](/about)"}
        make(folder, without)
        ledger.write_text(recorded)
        self.world.calm()
        refused = self.site("checked", "--yes")
        self.assertEqual(refused.returncode, 1)
        self.assertIn("error[vanished-address]", refused.stderr)
        self.assertEqual(self.world.requests, [])
        ledger.unlink()
        refused = self.site("checked", "--yes")
        self.assertEqual(refused.returncode, 1)
        self.assertIn("URLs of the live site would stop working: /old", refused.stderr)
        self.assertEqual([one for one in self.world.requests if not one.startswith("GET")], [])
        ledger.write_text('urls = ["/old"]\n\n[[gone]]\nurl = "/old"\nreason = "It was never meant to stay."\n')
        self.good("checked")
        self.assertNotIn("/old", self.world.kvs)
        self.assertIn("[[gone]]", ledger.read_text())

    def test_killed_at_random_points(self):
        """Kills the process with SIGKILL while up to sixteen requests are under way."""
        chain = lambda sign: {"index": f"Start{sign} [0](/p0)", "404": "Not here.", **{f"p{n}": f"Page {n}{sign} [next](/p{n + 1})" for n in range(30)}, "p30": "The last."}
        for name, sign in (("before", "."), ("after", "!")):
            self.folders[name] = pathlib.Path(self.temporary.name, name)
            extra = chain(sign) | ({"gone": "Leaves: [start](/)"} if name == "before" else {"fresh": "Comes: [start](/)"})
            extra["p7"] += " [gone](/gone)" if name == "before" else " [fresh](/fresh)"
            make(self.folders[name], extra, color=name, extra="" if name == "before" else '\n[[redirect]]\nfrom = "/gone"\nto = "/fresh"\n')
            self.built[name] = self.build(self.folders[name])
        self.addCleanup(lambda: [self.built.pop(name) for name in ("before", "after")])
        self.good("before")
        before = self.world.saved()
        state = lambda: json.loads(self.world.content(".site/state.json"))
        live_before = state()["live"]
        self.world.calm()
        self.good("after")
        requests = len(self.world.requests)
        self.assertGreater(requests, 60)
        seed = int(os.environ.get("SEED", random.randrange(10**6)))
        draw = random.Random(seed)
        look, problems = self.watch("before", "after")
        for _ in range(int(os.environ.get("KILLS", "20"))):
            at, with_effect = draw.randint(1, requests), draw.random() < 0.5
            where = f"seed {seed}, killed at {at} of {requests}, {'after' if with_effect else 'before'} its effect"
            self.world.restore(before)
            self.world.watch = look
            self.assertTrue(self.killed("after", at, with_effect), where)
            self.assertEqual(problems, [], where)
            # Its lock expires after two minutes, and until then the next run is refused. If the run was killed after its last
            # change, the next run has nothing to do and needs no lock.
            expected = "has been publishing" if state()["live"] == live_before else "nothing to publish"
            there = self.world.objects()
            soon = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 60))
            if json.loads(self.world.content(".site/lock.json"))["until"] > soon:
                self.assertIn(expected, self.site("after", "--yes").stderr, where)
                self.world.s3.delete_object(Bucket=BUCKET, Key=".site/lock.json")
            self.world.calm(watch=look)
            self.good("after")
            self.assertEqual(problems, [], where)
            wanted = self.hashes("after")
            repeated = [key for key in self.writes() if there.get(key) == wanted[key]]
            self.assertEqual(repeated, [], f"{where}: what was done is not done again")
            self.assertEqual({key: self.pages().get(key) for key in wanted}, wanted, where)
            self.assertEqual(self.world.kvs["/gone"], "301 /fresh", where)

    @unittest.skipUnless(os.environ.get("LARGE"), "LARGE is not set")
    def test_ten_thousand_files(self):
        folder = pathlib.Path(self.temporary.name, "large")
        make(folder, {"index": "Start", "404": "Not here.", **{f"p{number}": f"Page {number}." for number in range(10_000)}})
        self.folders["large"] = folder
        self.good("large")
        self.assertGreater(len(self.pages()), 10_000)
        self.world.calm()
        (folder / "content/pages/p77.md").write_text((folder / "content/pages/p77.md").read_text() + "\nMore.\n")
        text = self.good("large")
        self.assertIn("/p77", text)
        self.assertEqual([one for one in self.world.requests if one.startswith("PUT") and ".site" not in one], [f"PUT /{BUCKET}/p77.html"])


if __name__ == "__main__":
    unittest.main()
