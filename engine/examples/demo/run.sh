#!/usr/bin/env bash
# Runs sluice on what a sandbox really hands back: text with a secret, a report, a picture, a bad name, a recorded run.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
sluice=$(cd "$1" && pwd)/engine/cli/sluice
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

if [ -t 1 ]; then bold=$'\033[1m' dim=$'\033[2m' off=$'\033[0m'; else bold='' dim='' off=''; fi
wrong=0

# show TITLE EXPECTED_EXIT COMMAND...
show() {
  local title=$1 expected=$2
  shift 2
  printf '\n%s== %s%s\n%s$ %s%s\n' "$bold" "$title" "$off" "$dim" "${*//$sluice/sluice}" "$off"
  "$@"
  local code=$?
  printf '%s[exit %d]%s\n' "$dim" "$code" "$off"
  if [ "$code" -ne "$expected" ]; then echo "demo: expected exit $expected" >&2; wrong=1; fi
}

cp "$here"/policy.toml "$here"/report.schema.json "$here"/report.json "$here"/broken_report.json "$here"/execute.ndjson .
mkdir charts && cp "$here"/chart.png charts/revenue.png

# A synthetic token, joined here so that no file holds one; a color in the middle of it, as a hostile run would print it.
body=SYNTHETICbody0123456789abcdefg
printf 'fetching figures\n\033[32mok\033[0m token=%s_%s\033[1m%s%s done\n' ghp "${body:0:12}" "${body:12}" 3p2TTq >stdout.txt

show "Standard output with a planted secret: cleaned, in a pipe" 0 sh -c "$sluice filter < stdout.txt"
show "A JSON report: checked against its schema, written anew, the extra member dropped" 0 \
  "$sluice" check --policy policy.toml --no-timings --out clean report.json
echo "clean/*/report.json:"
cat clean/*/report.json
echo
show "A report that breaks the schema: withheld, with the reasons" 1 "$sluice" check --policy policy.toml --no-timings --name report.json broken_report.json
show "A chart: every chunk of the PNG is checked" 4 "$sluice" check --policy policy.toml --no-timings --name charts/revenue.png charts/revenue.png
show "A path attack: refused" 1 "$sluice" check --policy policy.toml --no-timings --name ../../etc/cron.d/job report.json
show "A recorded E2B run: exit state first, then every artifact" 0 "$sluice" execution --no-timings --out run execute.ndjson
show "What this policy lets out, in sentences" 0 "$sluice" policy explain policy.toml
exit $wrong
