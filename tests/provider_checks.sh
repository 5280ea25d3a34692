#!/usr/bin/env bash
# Runs the checkers of providers' own clients over everything that is exported: the requests that
# `export-schemas` prints for every dialect, and the requests and conversations that the tests keep
# in tests/data/export.
#
# usage: tests/provider_checks.sh [FOLDER]
#
# FOLDER, or the variable PROVIDER_CHECKS, is a folder with the checkers; by default
# `provider-checks` in the user's cache folder. What it has to hold is listed below.
set -euo pipefail
cd "$(dirname "$0")/.."

checks=${1:-${PROVIDER_CHECKS:-${XDG_CACHE_HOME:-$HOME/.cache}/provider-checks}}
exports=$(mktemp -d)
trap 'rm -rf "$exports"' EXIT

missing=()
for part in venv/bin/python venv2/bin/python npm npm2 npm24 check_openai.py check_openai_strict.py \
    check_agents_sdks.py check_anthropic.py check_gemini.py check_bedrock.py check_mistral.py \
    check_ollama.py check_mcp.py check_mcp_ts.mjs check_inspector.sh check_decoders.py; do
    [ -e "$checks/$part" ] || missing+=("$part")
done
command -v node >/dev/null || missing+=("(node, on the path)")
if [ ${#missing[@]} -gt 0 ]; then
    cat >&2 <<EOF
provider_checks: NOTHING WAS CHECKED. The folder with the checkers is not whole: $checks
provider_checks: there is no ${missing[*]}
provider_checks: it has to hold the check_* scripts; \`venv\` with the Python packages openai, anthropic,
  google-genai, google-ai-generativelanguage, botocore, mistralai, ollama, mcp, jsonschema, llguidance,
  xgrammar and outlines-core; \`venv2\` with openai-agents and pydantic-ai-slim; \`npm\` with
  @modelcontextprotocol/sdk and ajv, \`npm2\` with @modelcontextprotocol/core, and \`npm24\` with
  @modelcontextprotocol/inspector. Install that, and name the folder as the argument.
EOF
    exit 3
fi

failed=0
# Runs a checker and shows what it accepts and rejects, without its notes.
check() {
    local status=0 output
    output=$("$@" 2>&1) || status=$?
    printf '%s\n' "$output" | grep -vE '^skipped|^    note:' || true
    if [ "$status" -ne 0 ]; then
        echo "provider_checks: REJECTED by ${*:1:2} (status $status)" >&2
        failed=1
    fi
}
python() { check "$checks/venv/bin/python" "$checks/$1" "${@:2}"; }
python2() { check "$checks/venv2/bin/python" "$checks/$1" "${@:2}"; }

cargo build --quiet -p examples --bin export-schemas
program=${CARGO_TARGET_DIR:-target}/debug/export-schemas

for dialect in openai-chat openai-responses anthropic gemini gemini-openapi bedrock mistral ollama mcp; do
    for options in "" "--strict" "--catalogue" "--strict --catalogue"; do
        # The options are words of their own.
        # shellcheck disable=SC2086
        "$program" --dialect "$dialect" $options >"$exports/$dialect${options// /}.json" 2>/dev/null
    done
done

# A request may have so few strict tools that most of the catalogue would not be strict in it: here
# each tool has a request of its own.
each_alone() {
    local names separator='{"cases": {'
    names=$("$program" --dialect "$1" --strict --catalogue 2>/dev/null |
        "$checks/venv/bin/python" -c '
import json, sys
body = json.load(sys.stdin)
for tool in body.get("tools") or body["toolConfig"]["tools"]:
    print(tool.get("name") or tool["toolSpec"]["name"])')
    for name in $names; do
        printf '%s"%s": ' "$separator" "$name"
        "$program" --dialect "$1" --strict --catalogue --only "$name" 2>/dev/null
        separator=,
    done
    printf '}}\n'
}
for dialect in anthropic bedrock; do
    each_alone "$dialect" >"$exports/$dialect-each.json"
done

# All exports of a dialect, and what the tests keep of it.
of() {
    ls "$exports/$1"*.json
    for kept in requests conversations; do echo "tests/data/export/$kept/$1.json"; done
}

for dialect in openai-chat openai-responses; do
    # No path has a space in it.
    # shellcheck disable=SC2046
    {
        python check_openai.py $(of $dialect)
        python check_openai_strict.py $(of $dialect)
        python2 check_agents_sdks.py $(of $dialect)
    }
    python check_decoders.py "$exports/$dialect--strict--catalogue.json"
done
# shellcheck disable=SC2046
{
    python check_anthropic.py $(of anthropic)
    # Those of `gemini-openapi` begin with the same word.
    python check_gemini.py $(of gemini) tests/data/export/{requests,conversations}/gemini-openapi.json
    python check_bedrock.py $(of bedrock)
    python check_mistral.py $(of mistral)
    python check_ollama.py $(of ollama)
}
python check_mcp.py "$exports"/mcp*.json tests/data/export/requests/mcp.json
python check_mcp.py --as CallToolResult tests/data/export/conversations/mcp.json
check node "$checks/check_mcp_ts.mjs" "$exports"/mcp*.json
check node "$checks/check_mcp_ts.mjs" --as CallToolResultSchema tests/data/export/conversations/mcp.json
# The Inspector says nothing about what it accepts but the list of tools.
for list in "$exports"/mcp*.json; do
    if listed=$("$checks/check_inspector.sh" "$list" 2>&1); then
        echo "accepted inspector $(basename "$list") ($(grep -c '"inputSchema"' <<<"$listed") tools)"
    else
        echo "rejected inspector $(basename "$list")"
        printf '%s\n' "$listed"
        failed=1
    fi
done

if [ "$failed" -ne 0 ]; then
    echo "provider_checks: something was rejected" >&2
    exit 1
fi
echo "provider_checks: all accepted"
