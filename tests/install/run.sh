#!/usr/bin/env bash
# Installs into a fresh prefix and builds a consumer three ways: CMake shared, CMake static, pkg-config.
set -euo pipefail
build=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix
cmake --install "$build" --prefix "$prefix" >/dev/null

for kind in sluice sluice_static; do
  cmake -S "$here/consumer" -B "$work/$kind" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" -DSLUICE_KIND=$kind -DCMAKE_BUILD_TYPE=Debug >/dev/null
  cmake --build "$work/$kind" >/dev/null
  "$work/$kind/consumer"
  echo "find_package, $kind: ok"
done

libdir=$(dirname "$(find "$prefix" -name sluice.pc)")
flags=$(PKG_CONFIG_PATH=$libdir pkg-config --cflags --libs sluice)
case "$flags" in *"$prefix"*|*pkgconfig/../..*) ;; *) echo "pkg-config does not point into the prefix: $flags"; exit 1 ;; esac
# shellcheck disable=SC2086
g++ -std=c++20 "$here/consumer/main.cpp" $flags -o "$work/pc"
LD_LIBRARY_PATH=$(dirname "$libdir") "$work/pc"
echo "pkg-config: ok"

"$prefix/bin/sluice" --version
printf 'hello\n' | "$prefix/bin/sluice" filter | grep -qx hello
echo "installed command: ok"

# The worker is found from where the command lies. The document has no reading without it.
worker=$(find "$prefix" -name sluice-worker -perm -u+x)
[ -n "$worker" ]
"$prefix/bin/sluice" check "$here/../../fuzz/seeds/pdf/plain.pdf" >/dev/null 2>&1 && status=0 || status=$?
[ "$status" -eq 4 ] || { echo "the installed command did not clean a PDF: $status"; exit 1; }
mv "$worker" "$work/"
"$prefix/bin/sluice" check "$here/../../fuzz/seeds/pdf/plain.pdf" >/dev/null 2>&1 && status=0 || status=$?
[ "$status" -eq 1 ] || { echo "without its worker the installed command let a PDF pass: $status"; exit 1; }
echo "installed worker: ok"
