#!/usr/bin/env bash
# CPU seconds of a clean release build: the runtime with default features against a crate that has just tokio,
# tokio-util, serde, serde_json and schemars. Both in one run, in fresh folders, without the network.
set -euo pipefail
project=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

crate() { # name, dependencies
    mkdir -p "$work/$1/src"
    echo 'fn main() {}' >"$work/$1/src/main.rs"
    {
        printf '[package]\nname = "%s"\nversion = "0.0.0"\nedition = "2024"\n\n[workspace]\n\n[dependencies]\n' "$1"
        cat
    } >"$work/$1/Cargo.toml"
    cp "$project/Cargo.lock" "$work/$1/"
    (cd "$work/$1" && cargo fetch --quiet)
}

crate floor <<'EOF'
tokio = { version = "1", default-features = false, features = ["rt", "sync", "time"] }
tokio-util = { version = "0.7", default-features = false }
serde = { version = "1", features = ["derive"] }
serde_json = "1"
schemars = "1"
EOF
crate ours <<EOF
resolve-runtime = { path = "$project/resolve-runtime" }
EOF

seconds() { # crate: user and system seconds of its build
    (
        cd "$work/$1"
        TIMEFORMAT='%U %S'
        { time cargo build --release --quiet --offline --target-dir "$work/$1/target" 2>"$work/$1.log"; } 2>&1
    ) | awk '{ print $1 + $2 }'
}

for round in 1 2; do
    rm -rf "$work"/*/target
    floor=$(seconds floor)
    ours=$(seconds ours)
    awk -v f="$floor" -v o="$ours" -v r="$round" \
        'BEGIN { printf "round %d: floor %.1f s, resolve-runtime %.1f s, ratio %.2f\n", r, f, o, o / f }'
done
