#!/usr/bin/env bash
# The shared library exports nothing but sluice, and calls nothing that prints, aborts on its own, forks, reads the
# environment or changes the locale.
set -euo pipefail
library=$1
objects_dir=$2

exported=$(nm -D --defined-only -C "$library" | awk '{ $1=""; $2=""; print substr($0, 3) }' |
  grep -vE '^(sluice::|sluice_|(typeinfo|typeinfo name|vtable|VTT) for sluice::|guard variable for sluice::)' || true)
if [ -n "$exported" ]; then
  echo "exported, but not of sluice:"
  echo "$exported" | head -20
  exit 1
fi
count=$(nm -D --defined-only "$library" | wc -l)
[ "$count" -gt 20 ] || { echo "only $count symbols exported: the check looks at the wrong file"; exit 1; }

# Our own objects, not the third-party ones that the library links.
forbidden='printf|fprintf|vprintf|vfprintf|puts|putchar|fputs|perror|abort|exit|_exit|quick_exit|getenv|secure_getenv|setenv|setlocale|fork|vfork|system|popen|_ZSt4cout|_ZSt4cerr|_ZSt4clog|_ZSt3cin'
found=$(find "$objects_dir" -path '*sluice_obj_*' -name '*.o' ! -path '*authoring*' -print0 |
  xargs -0 nm -A -u | grep -E " U ($forbidden)\$" || true)
if [ -n "$found" ]; then
  echo "the library must not use these:"
  echo "$found"
  exit 1
fi
echo "$count exported symbols, all of sluice; no forbidden call"
