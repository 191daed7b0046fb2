"""What actionlint does not check in the workflows: pins, permissions, keys.

Run: target/python/bin/python -m unittest deploy/tests/test_workflows.py
"""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

import yaml

ROOT = pathlib.Path(__file__).parent.parent.parent
TEXTS = {path.name: path.read_text() for path in (ROOT / ".github/workflows").glob("*.yml")}
# YAML 1.1 parses the key `on` as true.
WORKFLOWS = {name: yaml.safe_load(text) for name, text in TEXTS.items()}


def jobs():
    for name, workflow in WORKFLOWS.items():
        for job, body in workflow["jobs"].items():
            yield f"{name}/{job}", body


def repository(folder, files):
    """Creates a Git repository with a commit for each file, and returns the commits."""
    git = lambda *words: subprocess.run(
        ["git", "-c", "user.name=x", "-c", "user.email=x@example.org", *words], cwd=folder, check=True, capture_output=True, text=True
    ).stdout.strip()
    git("init", "--quiet")
    commits = []
    for file in files:
        path = pathlib.Path(folder, file)
        path.parent.mkdir(exist_ok=True)
        path.write_text(file)
        git("add", ".")
        git("commit", "--quiet", "--message", file)
        commits.append(git("rev-parse", "HEAD"))
    return commits


class Workflows(unittest.TestCase):
    def test_actions_are_pinned(self):
        """Actions are pinned to full commits, with the version beside it for people and for Dependabot."""
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

    def test_one_version_of_rust(self):
        """A new version of the compiler or of clippy changes nothing until somebody updates it, here and in Cargo.toml."""
        (version,) = re.findall(r'(?m)^rust-version = "(.*)"', (ROOT / "Cargo.toml").read_text())
        for name, workflow in WORKFLOWS.items():
            self.assertEqual(workflow["env"]["RUSTUP_TOOLCHAIN"], version, name)

    def test_permissions(self):
        for name, workflow in WORKFLOWS.items():
            self.assertEqual(workflow["permissions"], {"contents": "read"}, name)
        wider = {where: body["permissions"] for where, body in jobs() if "permissions" in body}
        self.assertEqual(wider, {
            "publish.yml/tested": {"checks": "read"},
            "publish.yml/deploy": {"contents": "read", "id-token": "write"},
            "publish.yml/publish": {"contents": "read", "id-token": "write"},
            "rollback.yml/function": {"contents": "read", "id-token": "write"},
            "rollback.yml/pages": {"contents": "read", "id-token": "write"},
            "publish.yml/times": {"actions": "read"},
            "publish.yml/due": {"contents": "read", "issues": "write"},
            "publish.yml/manual": {"contents": "read", "pages": "write", "id-token": "write"},
            "preview.yml/preview": {"contents": "read", "id-token": "write"},
            "release.yml/release": {"contents": "write", "packages": "write", "id-token": "write", "attestations": "write"},
        })

    def test_no_stored_keys(self):
        """The only secrets are certificates, in an environment of their own and in a job that runs nothing of others."""
        for where, body in jobs():
            if where == "release.yml/sign":
                self.assertEqual(body["environment"], "signing")
                for step in body["steps"]:
                    self.assertNotRegex(step.get("run", ""), r"\b(cargo|npm|npx|pip)\b")
                    self.assertNotIn("actions/checkout", step.get("uses", ""))
            else:
                self.assertNotIn("secrets.", str(body), where)
        for name, text in TEXTS.items():
            self.assertNotIn("pull_request_target", text, name)

    def test_whoever_takes_a_role_is_in_an_environment(self):
        for where, body in jobs():
            if "configure-aws-credentials" in str(body):
                self.assertIn("environment", body, where)

    def test_nothing_is_installed_once_there_is_a_role(self):
        for where, body in jobs():
            steps = [step.get("uses", "") + step.get("run", "") for step in body.get("steps", [])]
            roles = [number for number, step in enumerate(steps) if "configure-aws-credentials" in step]
            for role in roles:
                self.assertEqual(len(steps), role + 2, where)
                self.assertRegex(steps[role + 1], "^(target/quick/site publish|if .*\n +target/quick/site publish|deploy/(stack|rollback).sh)".replace("\n +", "\n"), where)
                # Programs of others have run by then, or never run in this job.
                built = any("target/quick/site" in step or "cargo build" in step for step in steps[:role])
                self.assertTrue(built or not any(re.search(r"\b(cargo|npm|npx|pip)\b", step) for step in steps), where)

    def test_checkouts_leave_no_token_behind(self):
        for where, body in jobs():
            for step in body.get("steps", []):
                if "actions/checkout@" in step.get("uses", ""):
                    self.assertEqual(step["with"]["persist-credentials"], False, where)

    def test_texts_of_others_stay_out_of_scripts(self):
        """An expression in a script is code. Only names that no outsider can choose are allowed."""
        for where, body in jobs():
            for step in body.get("steps", []):
                self.assertNotRegex(step.get("run", ""), r"\$\{\{", where)

    def test_every_step_of_the_tests_is_run(self):
        self.assertEqual(re.findall(r"run: (cargo xtask test.*)", TEXTS["test.yml"]), ["cargo xtask test", "cargo xtask test windows windows-tests"])

    def test_nothing_is_done_twice_in_a_job(self):
        for where, body in jobs():
            steps = [str(step) for step in body.get("steps", [])]
            self.assertEqual(len(steps), len(set(steps)), where)

    def test_every_job_ends(self):
        for where, body in jobs():
            if "uses" not in body:
                self.assertIn("timeout-minutes", body, where)

    def test_publishing_is_one_after_the_other_and_daily(self):
        publish = WORKFLOWS["publish.yml"]
        self.assertEqual(publish["concurrency"], {"group": "publish", "cancel-in-progress": False})
        self.assertEqual(publish[True]["schedule"], [{"cron": "35 18 * * *"}])
        self.assertEqual(WORKFLOWS["rollback.yml"]["concurrency"], publish["concurrency"])
        jobs = publish["jobs"]
        steps = [step.get("run", "") for step in jobs["publish"]["steps"]]
        at = lambda command: next(number for number, run in enumerate(steps) if command in run)
        self.assertLess(at("target/quick/site check --publish"), at("target/quick/site publish --yes"))


    def test_only_main_is_published_and_only_when_it_has_passed(self):
        """A manual run can start on any branch, and the daily one on a commit whose tests have failed."""
        jobs = WORKFLOWS["publish.yml"]["jobs"]
        for name in ("test", "function", "publish", "manual"):
            self.assertIn("github.ref == 'refs/heads/main'", jobs[name]["if"], name)
        for name, job in WORKFLOWS["rollback.yml"]["jobs"].items():
            self.assertIn("github.ref == 'refs/heads/main'", job["if"], name)
        self.assertIn("needs.tested.outputs.passed != 'true'", jobs["test"]["if"])
        for name in ("function", "publish", "manual"):
            self.assertEqual(jobs[name]["needs"][:2], ["tested", "test"], name)
            condition = " ".join(jobs[name]["if"].split())
            self.assertIn(
                "(needs.test.result == 'success' || (needs.test.result == 'skipped' && needs.tested.outputs.passed == 'true'))", condition
            )

    def test_whether_the_code_has_passed(self):
        """Runs the step in a repository whose last commits change only content, with a fake `gh` that lists check runs."""
        step = WORKFLOWS["publish.yml"]["jobs"]["tested"]["steps"][1]
        for conclusions, passed in [
            (["", ""], "false"),
            (["", "success\nsuccess", ""], "true"),
            (["", "success\nfailure"], "false"),
            (["", "success\nunfinished"], "false"),
            # Tests of an older code.
            (["success"], "false"),
            # Code and content were pushed together, and the tests ran for the content.
            (["", "", "success"], "true"),
            (["", "failure", "", "success"], "true"),
            (["", "", "failure", ""], "false"),
        ]:
            with tempfile.TemporaryDirectory() as folder:
                commits = repository(folder, ["README.md", "crates/a.rs", "content/a.md", "public/a.txt"])
                program, output = (pathlib.Path(folder, name) for name in ["gh", "output"])
                cases = "".join(f" */{commit}/*) printf '{found}';;" for commit, found in zip(commits, conclusions))
                program.write_text(f'#!/bin/sh\ncase "$*" in{cases} esac\n')
                program.chmod(0o755)
                environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "GITHUB_OUTPUT": str(output),
                               "GITHUB_REPOSITORY": "owner/name"}
                subprocess.run(["bash", "-e", "-o", "pipefail", "-c", step["run"]], check=True, env=environment, cwd=folder)
                self.assertEqual(output.read_text(), f"code={commits[1]}\npassed={passed}\n", conclusions)

    def test_the_function_goes_before_the_pages_that_need_it(self):
        jobs = WORKFLOWS["publish.yml"]["jobs"]
        self.assertEqual(jobs["publish"]["needs"], ["tested", "test", "function", "deploy"])
        # The job `deploy` is skipped if the function has not changed, but also if it could not be built.
        self.assertIn(
            "(needs.deploy.result == 'success' || (needs.deploy.result == 'skipped' && needs.function.result != 'failure'))",
            jobs["publish"]["if"],
        )
        self.assertEqual(jobs["deploy"]["needs"], "function")
        self.assertIn("needs.function.outputs.changed == 'true'", jobs["deploy"]["if"])
        # What is built from code of others is built without a role.
        self.assertNotIn("id-token", str(jobs["function"].get("permissions")))
        self.assertNotIn("aws-actions", str(jobs["function"]["steps"]))

    def test_whether_the_function_has_changed(self):
        """Runs the step with a fake `curl` that prints the live function's answer."""
        step = next(step for step in WORKFLOWS["publish.yml"]["jobs"]["function"]["steps"] if step.get("id") == "compare")
        release = subprocess.run([ROOT / "deploy/release.sh"], check=True, capture_output=True, text=True).stdout.strip()
        self.assertRegex(release, "^[0-9a-f]{12}$")
        for answer, changed in [
            (f'{{"success": true, "release": "{release}-20261126T201500Z"}}', "false"),
            ('{"success": true, "release": "000000000000-20261126T201500Z"}', "true"),
            ('{"success": true}', "true"),
            ("<html>", "true"),
            ("", "true"),
        ]:
            with tempfile.TemporaryDirectory() as folder:
                program, output = pathlib.Path(folder, "curl"), pathlib.Path(folder, "output")
                program.write_text(f"#!/bin/sh\necho '{answer}'\n")
                program.chmod(0o755)
                environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "GITHUB_OUTPUT": str(output), "SITE_URL": "https://a.example"}
                subprocess.run(["bash", "-e", "-c", step["run"]], check=True, env=environment, cwd=ROOT, capture_output=True)
                self.assertEqual(output.read_text(), f"changed={changed}\n", answer)

    def test_a_correction_of_a_text_does_not_wait_for_the_suite(self):
        """A push of content goes live after a build, the checks, and a look at its pages."""
        publish = WORKFLOWS["publish.yml"]["jobs"]
        self.assertNotIn("github.event_name", publish["tested"]["if"])
        look = next(step for step in publish["publish"]["steps"] if "browser" in step.get("name", ""))
        self.assertIn("needs.test.result == 'skipped'", look["if"])
        self.assertIn("process.env.BEFORE", (ROOT / "widgets/e2e/routes.test.ts").read_text())
        # Nobody has made a mistake when an advisory is published.
        self.assertNotRegex(TEXTS["test.yml"], "audit|cargo deny")
        self.assertIn("schedule", WORKFLOWS["audit.yml"][True])
        self.assertIn("audit", WORKFLOWS["release.yml"]["jobs"]["release"]["needs"])

    def test_what_is_due_is_mailed_once(self):
        """Runs the step with a fake `gh` that prints the open issue and its text, and records what it is to do."""
        step = next(step for step in WORKFLOWS["publish.yml"]["jobs"]["due"]["steps"] if "issue" in step.get("name", ""))
        late = '{"code": "review-overdue", "severity": "warning", "file": "content/a.md", "message": "late"}\n'
        other = '{"code": "spelling", "severity": "warning", "file": "content/b.md", "message": "x"}\n'
        line = "- `content/a.md` late"
        for findings, number, body, expected in [
            (other, "", "", []),
            (other + late, "", "", ["issue create"]),
            (late, "7", line, []),
            (late, "7", "- other", ["issue edit 7", "issue comment 7"]),
            (other, "7", line, ["issue close 7"]),
        ]:
            with tempfile.TemporaryDirectory() as folder:
                program, log = pathlib.Path(folder, "gh"), pathlib.Path(folder, "log")
                program.write_text(f"#!/bin/sh\necho \"$@\" >> '{log}'\ncase \"$2\" in list) echo '{number}';; view) echo '{body}';; esac\n")
                program.chmod(0o755)
                pathlib.Path(folder, "findings.json").write_text(findings)
                environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}
                subprocess.run(["bash", "-e", "-c", step["run"]], check=True, env=environment, cwd=folder)
                done = re.findall(r"(?m)^(issue (?:create|(?:edit|comment|close) \d+))", log.read_text())
                self.assertEqual(done, expected, findings)

    def test_strangers_and_bots_get_no_role(self):
        preview = WORKFLOWS["preview.yml"]["jobs"]["preview"]["if"]
        self.assertIn("github.event.pull_request.head.repo.full_name == github.repository", preview)
        # Checks the author of the pull request, because somebody else may have started the run.
        self.assertIn("github.event.pull_request.user.login != 'dependabot[bot]'", preview)
        self.assertFalse([name for name, text in TEXTS.items() if "github.actor" in text])

    def test_a_release_has_passed_its_tests(self):
        release = WORKFLOWS["release.yml"]["jobs"]
        self.assertEqual(release["test"]["uses"], "./.github/workflows/test.yml")
        self.assertIn("test", release["release"]["needs"])

    def test_a_release_is_that_of_its_tag_and_repository(self):
        """Runs the step with a fake `cargo` that prints the package."""
        step = next(step for step in WORKFLOWS["release.yml"]["jobs"]["contents"]["steps"] if "tag" in step.get("name", ""))
        for version, repository, wrong in [
            ("0.2.0", '"https://github.com/owner/name"', ""),
            ("0.3.0", '"https://github.com/owner/name"', "workspace.package.version makes it v0.3.0"),
            ("0.2.0", '"https://github.com/owner/original"', 'set repository = "https://github.com/owner/name"'),
            ("0.2.0", "null", 'set repository = "https://github.com/owner/name"'),
        ]:
            with tempfile.TemporaryDirectory() as folder:
                program = pathlib.Path(folder, "cargo")
                package = f'{{"packages": [{{"name": "site", "version": "{version}", "repository": {repository}}}]}}'
                program.write_text(f"#!/bin/sh\necho '{package}'\n")
                program.chmod(0o755)
                environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "GITHUB_REF_NAME": "v0.2.0",
                               "GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "owner/name"}
                done = subprocess.run(["bash", "-e", "-c", step["run"]], env=environment, capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 1 if wrong else 0, done.stderr)
                self.assertIn(wrong, done.stdout)

    def test_the_notes_of_a_release_are_a_section_of_the_changelog(self):
        step = next(step for step in WORKFLOWS["release.yml"]["jobs"]["contents"]["steps"] if "changelog" in step.get("name", ""))
        changelog = "# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-12-01)\n\n- New.\n\n## 0.1.0\n\n- Old.\n"
        for tag, notes in [("v0.2.0", "\n- New.\n\n"), ("v0.1.0", "\n- Old.\n"), ("v0.3.0", None)]:
            with tempfile.TemporaryDirectory() as folder:
                pathlib.Path(folder, "CHANGELOG.md").write_text(changelog)
                environment = {**os.environ, "GITHUB_REF_NAME": tag}
                done = subprocess.run(["bash", "-e", "-c", step["run"]], env=environment, cwd=folder, capture_output=True, check=False)
                self.assertEqual(done.returncode, 0 if notes else 1)
                self.assertEqual(pathlib.Path(folder, "notes.md").read_text(), notes or "")

    def test_a_release_says_where_it_comes_from(self):
        """Files are attested by their checksums before they are released, and the image by its digest."""
        steps = WORKFLOWS["release.yml"]["jobs"]["release"]["steps"]
        names = [step.get("name") for step in steps]
        self.assertLess(names.index("Checksums"), names.index("Provenance of the files"))
        self.assertLess(names.index("Provenance of the files"), names.index("Release"))
        self.assertIn("sha256sum -- * > SHA256SUMS", steps[names.index("Checksums")]["run"])
        attested = [step["with"] for step in steps if "actions/attest@" in step.get("uses", "")]
        self.assertEqual(attested, [
            {"subject-checksums": "files/SHA256SUMS"},
            {"subject-name": "${{ steps.image.outputs.name }}", "subject-digest": "${{ steps.image.outputs.digest }}"},
        ])

    def test_whoever_can_sign_a_release_runs_nothing_of_others(self):
        for step in WORKFLOWS["release.yml"]["jobs"]["release"]["steps"]:
            self.assertNotRegex(step.get("run", ""), r"\b(cargo|npm|npx|pip)\b")

    def test_dependabot_finds_what_it_is_to_look_after(self):
        """Dependabot opens pull requests only for a file of this name (dependabot/dependabot-core#11320)."""
        files = {"cargo": "Cargo.toml", "npm": "package.json", "pip": "requirements.txt", "docker": "Dockerfile", "github-actions": ".github/workflows"}
        updates = yaml.safe_load((ROOT / ".github/dependabot.yml").read_text())["updates"]
        self.assertEqual({one["package-ecosystem"] for one in updates}, set(files))
        for one in updates:
            for directory in one.get("directories") or [one["directory"]]:
                found = ROOT / directory.lstrip("/") / files[one["package-ecosystem"]]
                self.assertTrue(found.exists(), found)


if __name__ == "__main__":
    unittest.main()
