#!/usr/bin/env bash
# Deploys one of the three parts of the site: forms, alarms, or site. Parameters that are not given keep their values.
#
#   deploy/stack.sh PART [PARAMETER=VALUE …]
#
# Environment: STACK, the beginning of the stacks' names; REGION; CODE, a bucket for the code and the templates.
set -euo pipefail

part=${1:?the part to deploy: forms, alarms, or site}
shift
cd "$(dirname "$0")/.."

case $part in
  # A new release publishes a version of each function with the current code and settings.
  forms) set -- "$@" Release="$(deploy/release.sh)-$(date -u +%Y%m%dT%H%M%SZ)" ;;
  alarms) set -- "$@" FormsStack="$STACK-forms" ;;
  site) set -- "$@" FormsStack="$STACK-forms" AlarmsStack="$STACK-alarms" ;;
  *) echo "$part: not a part of the site; use forms, alarms, or site" >&2; exit 2 ;;
esac

mkdir -p target
packaged=target/packaged-$part.yaml
aws cloudformation package --region "$REGION" --template-file "deploy/$part.yaml" \
  --s3-bucket "$CODE" --output-template-file "$packaged" > /dev/null
aws cloudformation deploy --region "$REGION" --stack-name "$STACK-$part" --template-file "$packaged" \
  --s3-bucket "$CODE" --s3-prefix templates --capabilities CAPABILITY_IAM --no-fail-on-empty-changeset \
  --parameter-overrides "$@"
