"""nginx and Caddy, with the configuration that `site build --host-files` writes, answer like `site serve`.

All three are asked the table of paths that also tests CloudFront's function (crates/site/tests/paths.json), every form of the URL of
each page and redirect, every file, and URLs that try to leave the site.

Run: cargo xtask test edge, or SITE=target/debug/site target/python/bin/python -m pytest deploy/tests/test_hosts.py
"""

import contextlib
import http.client
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile
import time
import unittest
import urllib.parse

ROOT = pathlib.Path(__file__).parent.parent.parent
DIST = ROOT / os.environ.get("DIST", "dist")
SITE = ROOT / os.environ.get("SITE", "target/debug/site")
TABLE = json.loads((ROOT / "crates/site/tests/paths.json").read_text())
ROUTES = {entry["key"]: entry["value"] for entry in json.loads((ROOT / "dist-host/routes.json").read_text())["data"]}
# Headers that every host sends, as the preview does. Only the host decides how long it may be cached.
HEADERS = json.loads((ROOT / "dist-host/headers.json").read_text())
# Files that only Netlify reads.
OWN = {"_headers", "_redirects"}
# Paths that a server resolves or refuses itself, before any configuration: with `..`, or with a zero byte.
RESOLVED = {"nginx": ["/..%2Fsite.toml", "/..%2fabout", "/evil.example%2F..", "/a%00b"], "caddy": ["/..%2fabout", "/evil.example%2F..", "/a%00b"]}
# URLs that no page has: other cases, other hosts, files of the program, and names that a server may treat specially.
FOREIGN = """
/%5Cevil.example/ /%5Cevil.example /%5C%5Cevil.example/ //evil.example/ //evil.example/index.html //evil.example/.html ///evil.example/
/%2F%2Fevil.example/ /%09/evil.example/ /evil.example%2F.. /about//index.html /about/%2F /.site-output /.site-output/ /nope/ /nope.html
/nope/index.html /nope/?a=1 /About /ABOUT/ /About.html /TERMSANDCONDITIONS /TermsAndconditions/ /KNOWLEDGE/x /Blog /BLOG/ /404 /404/
/404.html /index /index/ /blogs/index /about.html/ /about.html.html /about/about /assets/ /docs/ /services/nope/ /services/nope.html
/%61bout/ /a%62out.html?x=1 /about?x=/about/ /about/?from=mail&x /blog/?page=2 /blog.html /blog/index.html /company-secretary/?utm=1
/knowledge/x/ /knowledge/x.html /knowledge/x/index.html /knowledge/index.html /knowledge.html /knowledge//x /admin/ /admin/x/
/docs/company-profile.pdf/ /robots.txt/ /favicon.ico /site.webmanifest /blogs/feed.xml /assets/nope-AAAAAAAA.css /nope.ico /a%00b
""".split()


def free_port():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return server.getsockname()[1]


def targets():
    """Every form of every URL that the site knows, and the other URLs."""
    forms = [
        urllib.parse.quote(url, safe="/-._~") + end
        for url, value in ROUTES.items()
        if url != "/" and url.startswith("/") and not re.search(r"\.\w+$", url)
        for end in ["", "/", ".html", "/index.html", "?a=1&b", "/?a=1&b"]
    ]
    files = ["/" + urllib.parse.quote(str(path.relative_to(DIST))) for path in sorted(DIST.rglob("*")) if path.is_file() and path.suffix != ".html" and path.name not in OWN]
    return list(dict.fromkeys([*TABLE, *FOREIGN, *forms, *files]))


def ask(port, target):
    """The status, the location, the kind, the policy, and the body of an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        connection.request("GET", target, headers={"Host": f"127.0.0.1:{port}", "Accept-Encoding": "identity"})
        response = connection.getresponse()
        body = response.read()
    finally:
        connection.close()
    answer = {"status": response.status}
    if 300 <= response.status < 400:
        # A path means the same with and without percent-encoding.
        return {**answer, "location": urllib.parse.unquote(response.getheader("location"))}
    if response.status >= 400:
        return {**answer, "body": body, "type": response.getheader("content-type")}
    names = HEADERS["pages"]
    return {**answer, "body": body, "type": response.getheader("content-type"), **{name: response.getheader(name) for name in names}}


def ask_caching(port, target):
    """The status of an answer, and how long it may be cached."""
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=20)) as connection:
        connection.request("HEAD", target)
        response = connection.getresponse()
        return response.status, response.getheader("cache-control")


@contextlib.contextmanager
def running(command, port, **options):
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **options)
    try:
        for _ in range(600):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
                break
            if process.poll() is not None:
                raise AssertionError(process.stderr.read())
            time.sleep(0.05)
        yield port
    finally:
        process.terminate()
        process.communicate()


class Hosts(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        # The preview rebuilds only what differs from `dist/`, which it does not write.
        port = free_port()
        serve = [SITE, "serve", "--no-reload", "--port", str(port)]
        cls.preview = cls.enterClassContext(running(serve, port, cwd=ROOT))
        cls.expected = {target: ask(cls.preview, target) for target in targets()}

    def compare(self, host, port):
        wrong = {}
        for target, expected in self.expected.items():
            if target in RESOLVED[host]:
                self.assertIn(ask(port, target).get("location", "/"), ["/", "/about"], target)
                continue
            answer = ask(port, target)
            if answer != expected:
                short = lambda one: {key: value for key, value in one.items() if expected.get(key) != answer.get(key) and key != "body"}
                wrong[target] = (short(expected), short(answer), expected.get("body") == answer.get("body"))
        listed = "\n".join(f"{target}: expected {expected}, got {answer}{'' if same else ', another body'}" for target, (expected, answer, same) in wrong.items())
        self.assertEqual(listed, "", f"{len(wrong)} of {len(self.expected)} answers differ")

    def check_caching(self, port):
        """A file whose name has its fingerprint lasts, even if its error page does not."""
        for target in self.expected:
            if target.startswith("/assets/"):
                status, cached = ask_caching(port, target)
                lasts = status == 200 and re.search(r"-[A-Z2-7]{8}\.", target)
                self.assertEqual(cached, "public, max-age=31536000, immutable" if lasts else "public, max-age=60", target)

    def test_nginx(self):
        program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
        if not program:
            self.skipTest("nginx is not installed (on Debian: apt-get install nginx-light)")
        port = free_port()
        text = (ROOT / "dist-host/nginx.conf").read_text()
        self.assertEqual(text.count("listen 80;"), 1)
        text = text.replace("listen 80;", f"listen 127.0.0.1:{port};").replace("    listen [::]:80;\n", "").replace("/srv/site/dist", str(DIST))
        folders = "".join(f"{name}_temp_path {self.folder}/{name};" for name in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"])
        user = "user root;" if os.geteuid() == 0 else ""
        (self.folder / "nginx.conf").write_text(
            f"{user} daemon off; pid {self.folder}/nginx.pid; error_log {self.folder}/error.log; events {{}} http {{ access_log off; {folders} {text} }}"
        )
        with running([program, "-c", self.folder / "nginx.conf"], port):
            self.compare("nginx", port)
            self.check_caching(port)

    def test_caddy(self):
        program = shutil.which("caddy")
        if not program:
            self.skipTest("Caddy is not installed (on Debian: apt-get install caddy)")
        port = free_port()
        (self.folder / "Caddyfile").write_text("{\n\tadmin off\n\tauto_https off\n}\n" + (ROOT / "dist-host/Caddyfile").read_text())
        environment = {
            **os.environ,
            "SITE_ADDRESS": f"http://127.0.0.1:{port}",
            "SITE_ROOT": str(DIST),
            "XDG_DATA_HOME": str(self.folder),
            "XDG_CONFIG_HOME": str(self.folder),
        }
        run = [program, "run", "--config", self.folder / "Caddyfile", "--adapter", "caddyfile"]
        with running(run, port, env=environment):
            self.compare("caddy", port)
            self.check_caching(port)


if __name__ == "__main__":
    unittest.main()
