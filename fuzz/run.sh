#!/usr/bin/env bash
# Fuzzes one target: fuzz/run.sh TARGET SECONDS. New inputs go to fuzz/corpus/TARGET, which is not committed; crashes to
# fuzz/corpus. Stops early when no new edge was reached for five minutes: libFuzzer also calls new what runs a known edge
# another number of times, which never ends.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$1 seconds=$2
quiet=${SLUICE_FUZZ_QUIET_SECONDS:-300}
cmake --preset fuzz >/dev/null
cmake --build build/fuzz --target "fuzz_$target" >/dev/null
corpus=fuzz/corpus/$target
mkdir -p "$corpus" fuzz/corpus/crashes
dictionary=()
[ -f "fuzz/dictionaries/$target.dict" ] && dictionary=("-dict=fuzz/dictionaries/$target.dict")
options=()
[ -f "fuzz/$target.options" ] && while read -r line; do options+=("-${line// /}"); done < <(grep '=' "fuzz/$target.options")
log=$(mktemp)
trap 'rm -f "$log"' EXIT
folders=("$corpus" "fuzz/seeds/$target")
[ -d "fuzz/regressions/$target" ] && folders+=("fuzz/regressions/$target")
"build/fuzz/fuzz/fuzz_$target" "${folders[@]}" "${dictionary[@]}" "${options[@]}" \
  -max_total_time="$seconds" -artifact_prefix="fuzz/corpus/crashes/$target-" -print_final_stats=1 >"$log" 2>&1 &
pid=$!
started=$SECONDS last_new=$SECONDS edges=0
while kill -0 $pid 2>/dev/null; do
  sleep 5
  now=$(tail -n 40 "$log" | grep -aoP '^#\d+\t.*\bcov: \K\d+' | tail -1 || true)
  if [ "${now:-0}" -gt "$edges" ]; then edges=$now last_new=$SECONDS; fi
  [ -t 1 ] && printf '\r%s' "$(grep -aE '^#' "$log" | tail -1 | cut -c1-110)"
  if [ $((SECONDS - last_new)) -ge "$quiet" ]; then kill -INT $pid 2>/dev/null || true; break; fi
done
status=0
wait $pid || status=$?
[ -t 1 ] && echo
# A target that could not start has found nothing either, and must not look like one that ran.
if ! grep -aqE '^#[0-9]' "$log"; then
  cat "$log" >&2
  exit 1
fi
echo "$target: $(grep -aE '^#[0-9]' "$log" | tail -1)"
grep -aE 'number_of_executed_units|new_units_added' "$log" | sed 's/^/  /' || true
echo "  seconds: $((SECONDS - started)), of them $((SECONDS - last_new)) without a new edge"
if grep -aqE 'ERROR|deadly signal|SUMMARY' "$log"; then
  grep -aE 'ERROR|SUMMARY|Test unit written' "$log"
  exit 1
fi
exit 0
