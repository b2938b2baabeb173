#!/usr/bin/env bash
# Instructions of each hot path on fixed inputs, under callgrind, against bench/instruction_budget.txt. A region that
# needs more than 2 % more fails. Only our own objects count: what zlib, Hyperscan and the C library do depends on the
# processor. The counts repeat exactly for one compiler and build type.
#
# usage: instruction_counts.sh BUILD_DIR [--update]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=${1:?usage: instruction_counts.sh BUILD_DIR [--update]}
budget=$here/instruction_budget.txt
driver=$build/bench/sluice_counts
[ -x "$driver" ] || { echo "instruction_counts: build the target sluice_counts in $build first" >&2; exit 2; }
command -v valgrind >/dev/null || { echo "instruction_counts: valgrind is missing (./dev deps)" >&2; exit 2; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ -t 2 ] && echo "counting instructions (about half a minute) ..." >&2
if ! valgrind --tool=callgrind --collect-atstart=no '--toggle-collect=counted_*' \
    --callgrind-out-file="$work/profile" "$driver" >"$work/log" 2>&1; then
  cat "$work/log" >&2
  exit 2
fi
python3 "$here/callgrind_counts.py" "$work"/profile* >"$work/counts"
[ -s "$work/counts" ] || { echo "instruction_counts: no profile; build again where valgrind/callgrind.h is installed" >&2; exit 2; }

if [ "${2:-}" = --update ]; then
  {
    echo "# Instructions of our own objects, Release build; instruction_counts.sh --update rewrites this file."
    cut -d' ' -f1,2 "$work/counts" | sort
  } >"$budget"
  cat "$budget"
  exit 0
fi

python3 - "$budget" "$work/counts" <<'PYTHON'
import sys

TOLERANCE = 0.02
budget = dict(line.split() for line in open(sys.argv[1]) if line.strip() and not line.startswith("#"))
counts = {name: (int(own), int(total)) for name, own, total in (line.split() for line in open(sys.argv[2]))}
failures = 0
for name in sorted(budget.keys() | counts.keys()):
    if name not in counts:
        print(f"{name}: was not counted")
        failures += 1
    elif name not in budget:
        print(f"{name}: {counts[name][0]} instructions, and no budget; run with --update")
        failures += 1
    else:
        own, total = counts[name]
        allowed = int(budget[name])
        growth = (own - allowed) / allowed
        state = "ok"
        if growth > TOLERANCE:
            state = f"GREW, {TOLERANCE:.0%} allowed"
            failures += 1
        elif growth < -TOLERANCE:
            state = "shrank; --update keeps the gain"
        print(f"{name}: {own} of {allowed} ({growth:+.1%}; {total} with libraries) {state}")
sys.exit(1 if failures else 0)
PYTHON
