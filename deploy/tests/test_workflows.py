"""What actionlint does not ask of the workflows: pins, permissions, keys.

Run: target/python/bin/python -m unittest deploy/tests/test_workflows.py
"""

import pathlib
import re
import unittest

import yaml

ROOT = pathlib.Path(__file__).parent.parent.parent
TEXTS = {path.name: path.read_text() for path in (ROOT / ".github/workflows").glob("*.yml")}
# YAML 1.1 reads `on` as true.
WORKFLOWS = {name: yaml.safe_load(text) for name, text in TEXTS.items()}


def jobs():
    for name, workflow in WORKFLOWS.items():
        for job, body in workflow["jobs"].items():
            yield f"{name}/{job}", body


class Workflows(unittest.TestCase):
    def test_actions_are_pinned(self):
        """By a full commit, with the version beside it for people and for Dependabot."""
        for name, text in TEXTS.items():
            for used in re.findall(r"uses: (.*)", text):
                if used.startswith("./"):
                    continue
                self.assertRegex(used, r"^[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$", name)

    def test_one_commit_for_an_action(self):
        pins = {}
        for text in TEXTS.values():
            for action, commit in re.findall(r"uses: ([\w./-]+)@([0-9a-f]{40})", text):
                pins.setdefault(action, set()).add(commit)
        self.assertEqual({action: commits for action, commits in pins.items() if len(commits) > 1}, {})

    def test_permissions(self):
        for name, workflow in WORKFLOWS.items():
            self.assertEqual(workflow["permissions"], {"contents": "read"}, name)
        wider = {where: body["permissions"] for where, body in jobs() if "permissions" in body}
        self.assertEqual(wider, {
            "publish.yml/publish": {"contents": "read", "id-token": "write"},
            "preview.yml/preview": {"contents": "read", "id-token": "write"},
            "release.yml/release": {"contents": "write", "packages": "write"},
        })

    def test_no_stored_keys(self):
        for name, text in TEXTS.items():
            self.assertNotIn("secrets.", text, name)
            self.assertNotIn("pull_request_target", text, name)

    def test_whoever_takes_a_role_is_in_an_environment(self):
        for where, body in jobs():
            if "configure-aws-credentials" in str(body):
                self.assertIn("environment", body, where)

    def test_checkouts_leave_no_token_behind(self):
        for where, body in jobs():
            for step in body.get("steps", []):
                if "actions/checkout@" in step.get("uses", ""):
                    self.assertEqual(step["with"]["persist-credentials"], False, where)

    def test_texts_of_others_stay_out_of_scripts(self):
        """An expression in a script is code. Only names that nobody outside can choose may stand there."""
        for where, body in jobs():
            for step in body.get("steps", []):
                self.assertNotRegex(step.get("run", ""), r"\$\{\{", where)

    def test_every_step_of_the_tests_is_run(self):
        steps = re.search(r"const STEPS.*?\];", (ROOT / "crates/xtask/src/test.rs").read_text(), re.DOTALL)[0]
        named = set(re.findall(r'\("(\w+)", ', steps))
        run = re.findall(r"run: cargo xtask test (.+)", TEXTS["test.yml"])
        self.assertEqual(sorted(named), sorted(" ".join(run).split()))

    def test_every_job_ends(self):
        for where, body in jobs():
            if "uses" not in body:
                self.assertIn("timeout-minutes", body, where)

    def test_publishing_is_one_after_the_other_and_daily(self):
        publish = WORKFLOWS["publish.yml"]
        self.assertEqual(publish["concurrency"], {"group": "publish", "cancel-in-progress": False})
        self.assertEqual(publish[True]["schedule"], [{"cron": "35 18 * * *"}])
        steps = [step.get("run", "") for step in publish["jobs"]["publish"]["steps"]]
        at = lambda command: next(number for number, run in enumerate(steps) if command in run)
        self.assertLess(at("target/release/site check --publish"), at("target/release/site publish --yes"))


if __name__ == "__main__":
    unittest.main()
