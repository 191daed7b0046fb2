"""Runs deploy/stack.sh, deploy/rollback.sh and deploy/release.sh with a fake `aws` that records how it is called.

Run: target/python/bin/python -m unittest deploy/tests/test_scripts.py
"""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import tomllib
import unittest

ROOT = pathlib.Path(__file__).parent.parent.parent
SCRIPTS = ["stack.sh", "rollback.sh", "release.sh"]

# Answers of the fake `aws`: three releases, of which the second is live. The version numbers of the two functions differ.
FAKE = """#!/bin/bash
echo "$*" >> "$LOG"
case "$1 $2 $*" in
  *FormFunctionName*) echo form ;;
  *SweepFunctionName*) echo sweep ;;
  "lambda get-alias"*) echo 10 ;;
  "lambda list-versions-by-function"*form*) printf '9\\tone\\n10\\ttwo\\n11\\tthree\\n2\\tzero\\n' ;;
  "lambda list-versions-by-function"*sweep*) printf '7\\tone\\n8\\ttwo\\n' ;;
esac
"""


def run(script, *arguments, repository=ROOT):
    """Runs a script, and returns its exit code, its output, and the calls of `aws`."""
    with tempfile.TemporaryDirectory() as folder:
        log, program = pathlib.Path(folder, "log"), pathlib.Path(folder, "aws")
        log.touch()
        program.write_text(FAKE)
        program.chmod(0o755)
        environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "LOG": str(log), "STACK": "firm", "REGION": "ap-south-1", "CODE": "code"}
        done = subprocess.run([repository / "deploy" / script, *arguments], env=environment, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr, log.read_text().splitlines()


class Stacks(unittest.TestCase):
    def test_each_part_gets_the_parameters_that_follow_from_the_stack(self):
        release = re.compile(r"Release=[0-9a-f]{12}-\d{8}T\d{6}Z$")
        for part, ends in [("forms", release), ("alarms", re.compile("FormsStack=firm-forms$")), ("site", re.compile("FormsStack=firm-forms AlarmsStack=firm-alarms$"))]:
            code, output, calls = run("stack.sh", part, "SiteUrl=https://a.example", "Recipients=a@a.example,b@a.example")
            self.assertEqual(code, 0, output)
            self.assertIn(f"package --region ap-south-1 --template-file deploy/{part}.yaml --s3-bucket code", calls[0])
            self.assertIn(f"deploy --region ap-south-1 --stack-name firm-{part} --template-file target/packaged-{part}.yaml", calls[1])
            self.assertIn("--s3-bucket code --s3-prefix templates --capabilities CAPABILITY_IAM --no-fail-on-empty-changeset", calls[1])
            self.assertIn("--parameter-overrides SiteUrl=https://a.example Recipients=a@a.example,b@a.example ", calls[1])
            self.assertRegex(calls[1], ends)

    def test_mistakes_are_named_before_anything_is_called(self):
        for arguments, message in [([], "forms, alarms, or site"), (["pages"], "pages: not a part of the site")]:
            code, output, calls = run("stack.sh", *arguments)
            self.assertEqual((code != 0, calls), (True, []))
            self.assertIn(message, output)


class Rollback(unittest.TestCase):
    def moved(self, *arguments):
        code, output, calls = run("rollback.sh", *arguments)
        moves = [call for call in calls if "update-alias" in call]
        return code, output, [(re.search(r"--function-name (\w+)", call)[1], re.search(r"--function-version (\d+)", call)[1]) for call in moves]

    def test_both_functions_go_back_together(self):
        self.assertEqual(self.moved("previous"), (0, "live: one\n", [("form", "9"), ("sweep", "7")]))
        self.assertEqual(self.moved("two"), (0, "live: two\n", [("form", "10"), ("sweep", "8")]))

    def test_a_release_that_one_function_lacks_changes_nothing(self):
        for release in ("three", "zero", "four"):
            code, output, moves = self.moved(release)
            self.assertEqual((code, moves), (1, []), release)
            self.assertIn(f"there is no release {release} of", output)
            self.assertIn("7\tone" if release != "four" else "9\tone", output)
        self.assertEqual(self.moved()[0] != 0, True)


class Release(unittest.TestCase):
    def test_it_depends_on_every_crate_of_the_function(self):
        """Follows the dependencies of the function's crate within the workspace."""
        needed, open_ = set(), ["forms-lambda"]
        while open_:
            crate = open_.pop()
            if crate in needed or not (ROOT / "crates" / crate / "Cargo.toml").exists():
                continue
            needed.add(crate)
            manifest = tomllib.loads((ROOT / "crates" / crate / "Cargo.toml").read_text())
            open_ += [*manifest.get("dependencies", {}), *manifest.get("build-dependencies", {})]
        named = set(re.findall(r"crates/([\w-]+)", (ROOT / "deploy/release.sh").read_text()))
        self.assertEqual(named, needed)

    def test_it_changes_with_a_form_and_not_with_a_page(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            git = lambda *words: subprocess.run(["git", "-c", "user.name=x", "-c", "user.email=x@example.org", *words], cwd=root, check=True, capture_output=True)
            git("init", "--quiet")
            (root / "deploy").mkdir()
            shutil.copy(ROOT / "deploy/release.sh", root / "deploy")
            releases = []
            for file in ("README.md", "content/forms/contact.toml", "content/pages/about.md", "crates/forms/src/lib.rs", "themes/a/templates/forms/form.html", "themes/a/main.css"):
                (root / file).parent.mkdir(parents=True, exist_ok=True)
                (root / file).write_text(file)
                git("add", ".")
                git("commit", "--quiet", "--message", file)
                releases.append(subprocess.run([root / "deploy/release.sh"], check=True, capture_output=True, text=True).stdout)
            changed = [releases[at] != releases[at - 1] for at in range(1, len(releases))]
            self.assertEqual(changed, [True, False, True, True, False])

    def test_scripts_can_be_run(self):
        for script in SCRIPTS:
            self.assertTrue(os.access(ROOT / "deploy" / script, os.X_OK), script)


if __name__ == "__main__":
    unittest.main()
