#!/usr/bin/env bash
# Prints a digest of everything that the form function is built from: its crates, the forms, their templates, and its stack. Two commits
# with the same digest need the same function.
set -euo pipefail

cd "$(dirname "$0")/.."
git ls-tree -r HEAD -- \
  Cargo.lock Cargo.toml \
  crates/aws crates/content crates/diagnostic crates/forms crates/forms-lambda crates/publish crates/walk \
  content/forms content/site.toml themes/*/templates/forms \
  deploy/forms.yaml deploy/alarms.yaml |
  git hash-object --stdin | cut -c1-12
