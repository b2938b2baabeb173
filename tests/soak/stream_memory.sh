#!/usr/bin/env bash
# Memory of `sluice filter` does not grow with its input: the peak after 2 GB is that after 64 MB plus at most 1 MB,
# and at most 64 MB.
set -euo pipefail
sluice=$1/engine/cli/sluice
line='2026-11-29 12:00:00 INFO worker 17 finished job 4711 in 0.034 s, next in queue: 12'
peak_kb() {
  local bytes=$1
  (yes "$line" || true) | head -c "$bytes" | /usr/bin/env python3 -c '
import resource, subprocess, sys
code = subprocess.call([sys.argv[1], "filter"], stdout=subprocess.DEVNULL)
print(code, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)' "$sluice"
}
read -r code_small small <<<"$(peak_kb 64000000)"
read -r code_large large <<<"$(peak_kb 2000000000)"
echo "peak after 64 MB: $small kB (exit $code_small); after 2 GB: $large kB (exit $code_large)"
[ "$code_small" -eq 0 ] && [ "$code_large" -eq 0 ]
[ $((large - small)) -le 1024 ]
[ "$large" -le 65536 ]
