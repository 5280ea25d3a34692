#!/usr/bin/env bash
# Runs the command of the README's main job: as it stands there, where nobody can decide, and with a decision on a copy
# of the fixture.
set -euo pipefail
cd "$(dirname "$0")/.."

command=$(sed -n '/^```sh$/,/^```$/p' README.md | grep -m 1 'ast-edit')
fixture=${command##* }
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -R "$fixture/." "$copy"

fail() {
    echo "readme_commands: $*" >&2
    exit 1
}

status=0
bash -c "$command" </dev/null || status=$?
[ "$status" -eq 2 ] || fail "without a terminal and a decision: status $status, expected 2"
git diff --exit-code --stat -- "$fixture" || fail "the fixture was changed without a decision"

bash -c "${command% *} --decide apply --reason 'from the README' '$copy'" </dev/null
grep -rq newApi "$copy" || fail "nothing was rewritten"
if grep -rq 'oldApi(' "$copy"/src; then fail "something was left out"; fi

bash -c "${command% *} --decide apply --reason 'once more' '$copy'" </dev/null | grep -q 'No replacements made' ||
    fail "a second run found something to do"
echo "readme_commands: ok"
