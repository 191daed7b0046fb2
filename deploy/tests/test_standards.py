"""What the generator writes is read by validators and parsers that nobody here wrote, and is the same on every computer."""

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

import feedparser
import icalendar
import pytest
from usp.objects.sitemap import PagesXMLSitemap
from usp.tree import sitemap_from_str

ROOT = Path(__file__).parents[2]
SITE = Path(os.environ["SITE"])
# npm package of the Nu Html Checker, the validator of the W3C.
CHECKER = "vnu-jar@26.9.27"


def build(project, out, **environment):
    command = [SITE, "build", "--quiet", "--out", out]
    subprocess.run(command, cwd=project, check=True, env={**os.environ, **environment})


@pytest.fixture(scope="module")
def outputs(tmp_path_factory):
    """The firm's website, the manual, and the site that `site init` writes."""
    folder = tmp_path_factory.mktemp("outputs")
    subprocess.run([SITE, "init", "starter", "--quiet"], cwd=folder, check=True)
    build(folder / "starter", folder / "of-starter")
    build(ROOT / "docs", folder / "of-docs")
    return [ROOT / "dist", folder / "of-starter", folder / "of-docs"]


def written(outputs, pattern):
    """All files that a pattern matches; at least one."""
    files = [file for output in outputs for file in sorted(output.rglob(pattern))]
    assert files, pattern
    return files


def test_html(outputs):
    if not shutil.which("java"):
        pytest.skip("the Nu Html Checker needs Java (on Debian: apt-get install default-jre-headless)")
    folder = ROOT / "target/vnu"
    jar = folder / "node_modules/vnu-jar/build/dist/vnu.jar"
    if not jar.exists():
        install = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--no-save", "--prefix", folder, CHECKER]
        subprocess.run(install, check=True)
    check = ["java", "-jar", jar, "--errors-only", "--format", "gnu", "--skip-non-html", *outputs]
    printed = subprocess.run(check, capture_output=True, text=True)
    assert printed.stderr == ""


def test_feeds(outputs):
    for file in written(outputs, "feed.xml"):
        feed = feedparser.parse(file.read_bytes())
        assert not feed.bozo, f"{file}: {feed.get('bozo_exception')}"
        assert feed.version in ("atom10", "rss20"), file
        assert feed.feed.title and feed.feed.link.startswith("https://"), file
        ids = [entry.id for entry in feed.entries]
        assert ids and len(ids) == len(set(ids)), file
        for entry in feed.entries:
            assert entry.title and entry.link.startswith("https://"), entry
            assert entry.get("updated_parsed") or entry.get("published_parsed"), entry


def test_sitemaps(outputs):
    for file in written(outputs, "sitemap.xml"):
        text = file.read_text()
        sitemap = sitemap_from_str(text)
        assert isinstance(sitemap, PagesXMLSitemap), file
        pages = list(sitemap.all_pages())
        assert len(pages) == text.count("<loc>"), file
        for page in pages:
            assert page.url.startswith("https://") and len(page.url) < 2048, page
        assert sum(page.last_modified is not None for page in pages) == text.count("<lastmod>"), file


def test_calendars(outputs):
    for file in written(outputs, "*.ics"):
        calendar = icalendar.Calendar.from_ical(file.read_bytes())
        assert not calendar.errors, file
        events = calendar.walk("VEVENT")
        ids = [str(event["UID"]) for event in events]
        assert ids and len(ids) == len(set(ids)), file
        for event in events:
            assert not event.errors and event["DTSTAMP"].dt and event["DTSTART"].dt and event["SUMMARY"], file
        lines = file.read_bytes().split(b"\r\n")
        assert all(len(line) <= 75 and b"\n" not in line for line in lines), file


def test_bytes_do_not_depend_on_the_computer(outputs, tmp_path):
    """Another time zone, another language, and files that were created in another order."""
    original = outputs[1].with_name("starter")
    copy = tmp_path / "copy"
    files = sorted((file for file in original.rglob("*") if file.is_file()), reverse=True)
    for file in files:
        to = copy / file.relative_to(original)
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, to)
    out = tmp_path / "out"
    build(copy, out, TZ="Pacific/Kiritimati", LANG="tr_TR.UTF-8", LC_ALL="tr_TR.UTF-8")

    def digests(folder):
        files = sorted(file for file in folder.rglob("*") if file.is_file())
        return {str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}

    assert digests(out) == digests(outputs[1])
