"""Publishing from the drawer of `site edit` to moto's S3, and back again, in the world of test_publish.py.

Run: cargo xtask test publish, or SITE=target/debug/site target/python/bin/python -m pytest deploy/tests/test_edit.py
SITE is a binary with publishing: cargo build -p site --features aws.
"""

import json
import pathlib
import subprocess
import tempfile
import threading
import unittest
import urllib.error
import urllib.request

from test_publish import BUCKET, ENVIRONMENT, OLD, SITE, TABLE, Edge, World, make

ABOUT = "content/pages/about.md"
MAINTAINER = "whoever looks after the site"


class Drawer:
    """A running `site edit`, and requests to it."""

    def __init__(self, folder, environment):
        command = [SITE, "--root", folder, "edit", "--port", "0"]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment)
        address = ""
        for line in self.process.stderr:
            address = next((word for word in line.split() if "/#t=" in word), address)
            if "Serving http://" in line:
                break
        # Nobody reads what follows, but the process must not wait for a reader.
        threading.Thread(target=self.process.stderr.read, daemon=True).start()
        self.origin, self.token = address.split("/#t=")

    def stop(self):
        self.process.terminate()
        self.process.wait()

    def ask(self, name, **request):
        """Returns the status and the answer."""
        headers = {"Authorization": f"Bearer {self.token}", "Origin": self.origin, "Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.origin}/api/{name}", json.dumps(request).encode(), headers)
        try:
            with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)


class Edit(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.world = World()
        cls.world.edge = cls.edge = Edge(cls.world, "")

    @classmethod
    def tearDownClass(cls):
        cls.edge.stop()
        cls.world.stop()

    def setUp(self):
        self.world.fresh()
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        make(self.folder, OLD)
        subprocess.run([SITE, "--root", self.folder, "build", "--quiet", "--host-files", "cloudfront"], check=True, env=ENVIRONMENT)
        self.edge.policy = json.loads((self.folder / "dist-host/headers.json").read_text())["pages"]["Content-Security-Policy"]
        settings = {"SITE_BUCKET": BUCKET, "SITE_DISTRIBUTION": "D1", "SITE_ROUTES": TABLE, "SITE_URL": self.edge.url}
        self.environment = {**ENVIRONMENT, "AWS_ENDPOINT_URL": self.world.url, **settings}
        self.drawer = Drawer(self.folder, self.environment)
        self.addCleanup(self.drawer.stop)

    def ok(self, name, **request):
        status, answer = self.drawer.ask(name, **request)
        self.assertEqual(status, 200, answer)
        return answer

    def refused(self, words, **request):
        """Asks to publish, and fails unless that is refused in these words, and nothing has become public."""
        before = self.world.objects()
        status, answer = self.drawer.ask("publish", **request)
        self.assertEqual(status, 409, answer)
        self.assertIn(words, answer["error"])
        self.assertNotIn("`", answer["error"])
        self.assertEqual(self.world.objects(), before)
        return answer

    def publish(self, **request):
        """Shows what would be published, and publishes it. Returns what was shown, and what was done."""
        shown = self.ok("publish", **request)
        self.assertIsNone(shown["blocked"], shown)
        done = self.ok("publish", confirm=True, seen=shown["fingerprint"], **request)
        self.assertEqual(self.ok("publish", progress=True), {"doing": None})
        return shown, done["message"]

    def write(self, body):
        document = self.ok("open", document=ABOUT)
        self.ok("save", **{key: document[key] for key in ("document", "fingerprint", "values")}, body=body)

    def about(self):
        """What a visitor gets."""
        return self.edge.answer("/about")[2].decode()

    def live(self):
        """Name of the live release."""
        return json.loads(self.world.content(".site/state.json"))["live"]

    def test_out_and_back_again(self):
        self.assertEqual(self.ok("state")["publish"], "publish")
        self.refused("There is no earlier version", back=True)
        shown = self.ok("publish")
        self.assertEqual((shown["how"], shown["label"], shown["blocked"]), ("publish", "Publish", None), shown)
        self.assertTrue(any("/about" in line for line in shown["others"]), shown)
        self.assertEqual(self.world.objects(), {}, "nothing is public before it is confirmed")
        self.refused("since this was shown", confirm=True, seen="")
        _, message = self.publish()
        self.assertIn("The site is public as it is now.", message)
        self.assertIn("We are two.", self.about())
        self.assertEqual(self.ok("publish")["blocked"], "Nothing has changed since the last time.")
        self.refused("There is no earlier version", back=True)

        self.write("We are three.\n")
        shown, message = self.publish()
        self.assertIn("/about, “The page about”: “We are two.” became “We are three.”", shown["others"])
        self.assertEqual(message, "The site is public as it is now.")
        self.assertIn("We are three.", self.about())

        shown, message = self.publish(back=True)
        self.assertEqual(shown["label"], "Take it back")
        self.assertIn("/about, “The page about”: “We are three.” became “We are two.”", shown["others"])
        self.assertIn("We are two.", self.about())
        self.refused("There is no earlier version", back=True)
        # What was taken back is still what the content says, and can be published again.
        self.assertIn("We are three.", (self.folder / ABOUT).read_text())
        self.publish()
        self.assertIn("We are three.", self.about())

    def test_what_is_published_is_what_was_shown(self):
        shown = self.ok("publish")
        self.write("We are three.\n")
        self.refused("since this was shown", confirm=True, seen=shown["fingerprint"])
        # Somebody else publishes meanwhile.
        shown = self.ok("publish")
        command = [SITE, "--root", self.folder, "publish", "--yes", "--no-verify"]
        done = subprocess.run(command, capture_output=True, text=True, env=self.environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        status, answer = self.drawer.ask("publish", confirm=True, seen=shown["fingerprint"])
        self.assertEqual((status, answer["message"]), (200, "Nothing has changed since the last time."))
        self.write("We are four.\n")
        self.publish()
        back = self.ok("publish", back=True)
        self.write("We are five.\n")
        subprocess.run(command, check=True, capture_output=True, env=self.environment)
        self.refused("since this was shown", back=True, confirm=True, seen=back["fingerprint"])
        self.assertIn("We are five.", self.world.content("about.html").decode())

    def test_what_goes_wrong_is_said_in_words(self):
        self.publish()
        self.write("[Nowhere](/nowhere)\n")
        shown = self.ok("publish")
        self.assertEqual(shown["blocked"], "1 error has to be corrected first.")
        self.assertEqual([one["code"] for one in shown["errors"]], ["broken-link"])
        self.refused(shown["blocked"], confirm=True, seen=shown.get("fingerprint"))
        self.write("We are three.\n")
        shown = self.ok("publish")
        # Somebody else is publishing.
        until = "2999-01-01T00:00:00Z"
        lock = {"owner": "Asha", "since": "2026-11-27T00:00:00Z", "until": until, "id": "x"}
        self.world.s3.put_object(Bucket=BUCKET, Key=".site/lock.json", Body=json.dumps(lock).encode())
        self.refused("Somebody else is publishing", confirm=True, seen=shown["fingerprint"])
        self.world.s3.delete_object(Bucket=BUCKET, Key=".site/lock.json")
        self.interrupt_at_each_request(False, "We are three.")

    def test_going_back_is_completed_after_an_interruption(self):
        for body in ("We are two.\n", "We are three.\n", "We are four.\n"):
            self.write(body)
            self.publish()
        self.interrupt_at_each_request(True, "We are three.")

    def interrupt_at_each_request(self, back, expected):
        """Ends the network at each request of a publication in turn. The next attempt completes it."""
        seen = self.ok("publish", back=back)["fingerprint"]
        state, live, at, interrupted = self.world.saved(), self.live(), 1, True
        while interrupted:
            self.world.restore(state)
            # The effect of a request whose answer is lost may exist or not.
            self.world.calm(at, at % 2 == 0)
            status, answer = self.drawer.ask("publish", back=back, confirm=True, seen=seen)
            interrupted = self.world.broken is not None
            self.assertEqual(status, 409 if interrupted else 200, f"{at}: {answer}")
            if interrupted:
                self.assertIn(MAINTAINER, answer["error"], at)
                self.assertIn("AWS cannot be reached", answer["details"], at)
                self.assertEqual(self.ok("publish", progress=True), {"doing": None})
                self.world.calm()
                self.world.s3.delete_object(Bucket=BUCKET, Key=".site/lock.json")
                if self.live() == live:
                    again = self.ok("publish", back=back)
                    self.assertTrue(again["others"], at)
                    self.ok("publish", back=back, confirm=True, seen=again["fingerprint"])
            self.assertIn(expected, self.world.content("about.html").decode(), at)
            at += 1
        self.assertGreater(at, 5)


if __name__ == "__main__":
    unittest.main()
