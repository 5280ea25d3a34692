#!/usr/bin/env python3
"""Compares ast-edit with `ast-grep run` on a generated tree: same bytes, and how the times relate.

    pip install ast-grep-cli
    examples/benches/ast_edit_speed.py [--files 2000] [--runs 5] [--ast-grep PATH] -- COMMAND...

COMMAND is what rewrites; in its words, {pattern}, {rewrite} and {path} are filled in. Both programs run in turn on
fresh copies of one tree, so that whatever else the machine does hits both alike. The ratio is that of the medians.
The exit code is 1 if the trees differ or the ratio of the wall times is above --limit.
"""

import argparse
import filecmp
import os
import pathlib
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

PATTERN = "oldApi($$$ARGS)"
REWRITE = "newApi($$$ARGS)"

# For each language: extension, frame of a function, its plain lines, a line with a call of `name`.
LANGUAGES = [
    (
        "ts",
        "export function work{n}(input: number[]): number {{\n{body}  return total{n};\n}}\n",
        "  let total{n} = 0;\n",
        "  total{n} += input[{k}] * {k} + (input.length > {k} ? input[{k} - 1] : {k});\n",
        "  {name}(total{n}, {{ key: 'value {k}', list: [1, 2, {k}] }}, {name}(input));\n",
    ),
    (
        "py",
        "def work{n}(items):\n{body}    return total\n",
        "    total = 0\n",
        "    total += items[{k}] * {k} + (items[{k} - 1] if len(items) > {k} else {k})\n",
        "    {name}(total, key={k}, rows=[\n        1,\n        {name}(items),\n    ])\n",
    ),
    (
        "rs",
        "pub fn work{n}(items: &[u64]) -> u64 {{\n{body}    total\n}}\n",
        "    let mut total = 0;\n",
        "    total += items[{k}] * {k} + if items.len() > {k} {{ items[{k} - 1] }} else {{ {k} }};\n",
        "    {name}(total, &items[..{k}], {name}(items));\n",
    ),
    (
        "go",
        "func work{n}(items []int) int {{\n{body}\treturn total\n}}\n",
        "\ttotal := 0\n",
        "\ttotal += items[{k}]*{k} + len(items)\n",
        "\t{name}(total, items[:{k}], {name}(items))\n",
    ),
]


def source(language, seed):
    """A file of a few hundred lines; every third one calls what is rewritten."""
    dice = random.Random(seed)
    _, frame, first, plain, call = language
    matches = seed % 3 == 0
    functions = ["package main\n"] if language[0] == "go" else []
    for n in range(dice.randint(12, 25)):
        body = first.format(n=n)
        for k in range(1, dice.randint(8, 18)):
            name = "oldApi" if matches and dice.random() < 0.3 else "keepApi"
            body += (call if dice.random() < 0.15 else plain).format(n=n, k=k, name=name)
        functions.append(frame.format(n=n, body=body))
    return "\n".join(functions)


def generate(root, files):
    for seed in range(files):
        language = LANGUAGES[seed % len(LANGUAGES)]
        folder = root / f"part{seed % 37}" / f"sub{seed % 5}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"file{seed}.{language[0]}").write_text(source(language, seed))


def measure(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    wall = time.perf_counter() - start
    if done.returncode != 0:
        sys.exit(f"{command[0]} failed: {done.stderr.decode(errors='replace')}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return wall, cpu


def same(left, right):
    names = sorted(p.relative_to(left) for p in left.rglob("*") if p.is_file())
    others = sorted(p.relative_to(right) for p in right.rglob("*") if p.is_file())
    return names == others and all(filecmp.cmp(left / n, right / n, shallow=False) for n in names)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--files", type=int, default=2000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--limit", type=float, default=1.3)
    parser.add_argument("--ast-grep", default="ast-grep")
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()

    ours, theirs = [], []
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        original = scratch / "original"
        generate(original, options.files)
        for _ in range(options.runs):
            trees = [scratch / "ours", scratch / "theirs"]
            for tree in trees:
                shutil.rmtree(tree, ignore_errors=True)
                shutil.copytree(original, tree)
            os.sync()
            fill = {"pattern": PATTERN, "rewrite": REWRITE, "path": str(trees[0])}
            ours.append(measure([word.format(**fill) for word in options.command]))
            os.sync()
            theirs.append(
                measure([options.ast_grep, "run", "--pattern", PATTERN, "--rewrite", REWRITE, "-U", str(trees[1])])
            )
        equal = same(*trees)
        changed = not same(original, trees[0])

    ratios = []
    for label, index in (("wall", 0), ("cpu", 1)):
        mine, other = (statistics.median(run[index] for run in runs) for runs in (ours, theirs))
        ratios.append(mine / other)
        print(f"{label}: ast-edit {mine:.3f} s, ast-grep {other:.3f} s, ratio {mine / other:.2f}")
    print(f"trees are {'identical' if equal else 'DIFFERENT'}{'' if changed else ', but NOTHING was rewritten'}")
    return 0 if equal and changed and ratios[0] <= options.limit else 1


if __name__ == "__main__":
    sys.exit(main())
