#!/usr/bin/env bash
# Returns to an earlier release of the form function, or to the one before the live release. It takes effect at once.
#
#   deploy/rollback.sh RELEASE|previous
#
# Environment: STACK, the beginning of the stacks' names; REGION.
set -euo pipefail

output() {
  aws cloudformation describe-stacks --region "$REGION" --stack-name "$STACK-forms" --output text \
    --query "Stacks[0].Outputs[?OutputKey=='$1'].OutputValue"
}

# Prints the versions of a function: their numbers and their releases.
versions() {
  aws lambda list-versions-by-function --region "$REGION" --function-name "$1" --output text \
    --query 'Versions[?Version!=`"$LATEST"`].[Version,Description]'
}

form=$(output FormFunctionName)
sweep=$(output SweepFunctionName)
live=$(aws lambda get-alias --region "$REGION" --function-name "$form" --name live --output text --query FunctionVersion)
release=${1:?the release to return to, or: previous}
if [ "$release" = previous ]; then
  release=$(versions "$form" | awk -v live="$live" '$1 + 0 < live + 0 && $1 + 0 > at { at = $1 + 0; before = $2 } END { print before }')
fi
if [ -z "$release" ]; then
  echo "there is no release before the live one" >&2
  exit 1
fi

# Both versions are found before either function is changed.
numbers=()
for function in "$form" "$sweep"; do
  version=$(versions "$function" | awk -v release="$release" '$2 == release && $1 + 0 > found + 0 { found = $1 } END { print found }')
  if [ -z "$version" ]; then
    echo "there is no release $release of $function; its releases are:" >&2
    versions "$function" >&2
    exit 1
  fi
  numbers+=("$version")
done
aws lambda update-alias --region "$REGION" --function-name "$form" --name live --function-version "${numbers[0]}" > /dev/null
aws lambda update-alias --region "$REGION" --function-name "$sweep" --name live --function-version "${numbers[1]}" > /dev/null
echo "live: $release"
