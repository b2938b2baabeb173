#!/usr/bin/env bash
# Runs every suite and writes bench/results/NAME.json (figures, ratios, context) and NAME.svg (ratios and targets).
#
# usage: run.sh BUILD_DIR [NAME] [--quick]
#   NAME     of the result files; "latest" by default
#   --quick  fewer repetitions, and no stream of 2 GB
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=${1:?usage: run.sh BUILD_DIR [NAME] [--quick]}
shift
name=latest
repetitions=7
min_time=0.3
is_quick=false
for option in "$@"; do
  case $option in
    --quick) is_quick=true; repetitions=5; min_time=0.05 ;;
    -*) echo "run.sh: no option $option" >&2; exit 2 ;;
    *) name=$option ;;
  esac
done
bench=$build/bench/sluice_bench
sluice=$build/engine/cli/sluice
for binary in "$bench" "$sluice"; do
  [ -x "$binary" ] || { echo "run.sh: $binary is missing; build it with -DSLUICE_BUILD_BENCH=ON" >&2; exit 2; }
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
say() { if [ -t 2 ]; then printf '\033[1m== %s\033[0m\n' "$*" >&2; fi; }

number=0
for suite in scan text check json png html svg; do
  number=$((number + 1))
  say "suite $number of 7: $suite ($repetitions repetitions, interleaved)"
  # The check is measured against the scan, in the same process.
  filter="^$suite/"
  [ "$suite" = check ] && filter='^check/|^scan/default/'
  "$bench" --benchmark_filter="$filter" --benchmark_repetitions="$repetitions" --benchmark_min_time="$min_time" \
    --benchmark_enable_random_interleaving=true --benchmark_out="$work/$suite.json" --benchmark_out_format=json \
    >"$work/$suite.log" 2>&1 || { cat "$work/$suite.log" >&2; exit 1; }
done

say "process: sluice check against file --brief"
python3 "$here/measure_process.py" "$sluice" >"$work/process.json"
if ! $is_quick; then
  say "stream memory: 64 MB, then 2 GB (about ten seconds)"
  "$here/../tests/soak/stream_memory.sh" "$build" >"$work/memory.txt" || true
fi

mkdir -p "$here/results"
python3 "$here/summarize.py" "$work" "$here/results/$name"
