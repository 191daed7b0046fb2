"""Measures how long `site publish` takes for one changed page, beside building, if each request to AWS takes 50 ms.

Run: SITE=target/release/site PYTHONPATH=deploy/tests target/python/bin/python deploy/tests/save_to_live.py [milliseconds]
SITE is a binary with publishing: cargo build --release -p site --features aws
"""

import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

from test_publish import BUCKET, ENVIRONMENT, SITE, TABLE, Edge, World, make

RUNS = 5
PAGES = {**{f"page-{number}": f"Text of page {number}." for number in range(60)}, "index": "Start.", "404": "Not here."}


def seconds(command, environment):
    started = time.monotonic()
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    return time.monotonic() - started


def main():
    delay = int(sys.argv[1] if len(sys.argv) > 1 else 50) / 1000
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        world = World()
        world.edge = edge = Edge(world, "")
        environment = {**ENVIRONMENT, "AWS_ENDPOINT_URL": world.url}
        publish = [SITE, "--root", folder, "publish", "--yes", "--no-verify", "--bucket", BUCKET, "--distribution", "D1", "--routes", TABLE]
        make(folder, PAGES)
        seconds(publish, environment)
        world.delay = delay
        builds, times = [], []
        for run in range(RUNS):
            make(folder, {**PAGES, "page-7": f"Edited {run}."})
            builds.append(seconds([SITE, "--root", folder, "build", "--quiet"], environment))
            world.calm()
            times.append(seconds(publish, environment) - builds[-1])
        world.delay = 0
        print(f"{statistics.median(times):.2f} s for {len(world.requests)} requests, beside a build of {statistics.median(builds):.2f} s")
        print("\n".join(world.requests))
        edge.stop()
        world.stop()


if __name__ == "__main__":
    main()
