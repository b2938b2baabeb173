#!/usr/bin/env bash
# Everything `./dev test` runs, with a table of where the time went. `--full` adds the slow proofs.
set -uo pipefail
cd "$(dirname "$0")/.."

JOBS=${SLUICE_JOBS:-$(nproc)}
LOGS=build/test-logs
mkdir -p "$LOGS"
is_full=0
is_browser=0
is_vectorscan=0
for argument in "$@"; do
  case "$argument" in
    --full) is_full=1 ;;
    --browser) is_browser=1 ;;
    --vectorscan) is_vectorscan=1 ;;
    *) echo "dev test: unknown option $argument; use --full, --browser or --vectorscan" >&2; exit 2 ;;
  esac
done

names=() seconds=() results=()
failed=0

# step NAME COMMAND...: runs it, keeps its output in a file, shows it where it fails.
step() {
  local name=$1 start=$SECONDS log
  shift
  log="$LOGS/$(echo "$name" | tr -c 'a-z0-9\n' '-').log"
  printf '%-44s' "$name ..."
  if "$@" >"$log" 2>&1; then
    results+=("ok")
  else
    results+=("FAILED")
    failed=$((failed + 1))
  fi
  names+=("$name") seconds+=($((SECONDS - start)))
  printf '%s (%d s)\n' "${results[-1]}" "${seconds[-1]}"
  if [ "${results[-1]}" = FAILED ]; then
    echo "---- the end of $log"
    grep -aE '(error|FAILED|Failure|The following tests FAILED|\*\*\*)' "$log" | head -40
    tail -40 "$log"
    echo "----"
  fi
}

configure_and_build() {
  local preset=$1
  shift
  cmake --preset "$preset" >"$LOGS/configure-$preset.log" 2>&1 || { cat "$LOGS/configure-$preset.log"; return 1; }
  cmake --build "build/$preset" -j "$JOBS" "$@"
}

run_ctest() {
  local preset=$1
  shift
  ctest --test-dir "build/$preset" --output-on-failure -j "$JOBS" --no-tests=error "$@"
}

# Files as clang 14 with libstdc++ 12 sees them: the oldest compiler that must build sluice.
clang_syntax() {
  git ls-files 'engine/src/*.cpp' 'engine/cli/*.cpp' 'engine/examples/*.cpp' |
    xargs -P "$JOBS" -n 6 clang++-14 -std=c++20 -fsyntax-only -Wall -Wextra -Wshadow -Wconversion \
      -Iengine/include -Iengine/src -Iengine $(pkg-config --cflags re2 libhs simdjson tomlplusplus libpcre2-8) -DTOML_HEADER_ONLY=0 '-DSLUICE_LIBEXEC_FROM_BIN="."' -Werror
}

slowest_files() {
  [ -f build/release/.ninja_log ] || return 0
  echo "ten slowest files of the release build:"
  awk 'NR > 1 { print ($2 - $1) / 1000, $4 }' build/release/.ninja_log | sort -rn | head -10 | awk '{ printf "  %6.1f s  %s\n", $1, $2 }'
}

vectorscan() {
  # The two packages conflict, so the tests run on the other one and the first comes back.
  # Each is named with the other's removal, which apt does not work out by itself on the way back.
  # A folder of its own: the databases in the library are those of the package it was built with.
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq libvectorscan-dev libhyperscan-dev- libhyperscan5- >/dev/null || return 1
  configure_and_build vectorscan && run_ctest vectorscan -LE fuzz
  local result=$?
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq libhyperscan-dev libvectorscan-dev- libvectorscan5- >/dev/null || return 1
  return $result
}

HOT_MODULES=(core text scan json media sanitize path codec pipeline execution rules)
HOT="^($(IFS='|'; echo "${HOT_MODULES[*]}"))\$"

step "packages" ./dev deps test
step "release: build" configure_and_build release
step "release: tests, seed replay, house rules" run_ctest release
if [ -x tests/install/run.sh ]; then step "install: consumers" tests/install/run.sh build/release; fi
step "clang 14: syntax" clang_syntax
hot_targets=()
for folder in "${HOT_MODULES[@]}"; do
  [ -f "tests/$folder/CMakeLists.txt" ] && hot_targets+=("test_$folder")
done
step "asan+ubsan: build hot modules" configure_and_build asan --target "${hot_targets[@]}"
# Every split of every rule's examples is for the release build and for --full: under a sanitizer it takes minutes.
NO_SPLITS='-RuleSplit.*:InstalledPacks.EverySplit*'
step "asan+ubsan: hot modules" env GTEST_FILTER="$NO_SPLITS" \
  ctest --test-dir build/asan --output-on-failure -j "$JOBS" --no-tests=error -R "$HOT"
if [ -x bench/instruction_counts.sh ]; then step "instruction counts" bench/instruction_counts.sh build/release; fi

if [ $is_browser -eq 1 ] || [ $is_full -eq 1 ]; then
  step "browser: every attack" tests/browser/attacks.py build/release
else
  step "browser: every tenth attack" tests/browser/attacks.py build/release --every 10
fi

if [ $is_full -eq 1 ]; then
  step "asan+ubsan: build everything" configure_and_build asan
  step "asan+ubsan: everything" run_ctest asan --timeout 3600
  step "tsan: build" configure_and_build tsan --target test_pipeline test_scan test_cli_pool
  # The splits run in one thread: nothing for this sanitizer to see.
  step "tsan: pipeline, scan, check --jobs" env GTEST_FILTER="$NO_SPLITS" \
    ctest --test-dir build/tsan --output-on-failure -j "$JOBS" --no-tests=error --timeout 3600 -R '^(pipeline|scan|cli_pool)'
  step "soak: two gigabytes through a stream" tests/soak/stream_memory.sh build/release
fi
if [ $is_vectorscan -eq 1 ]; then step "vectorscan: tests" vectorscan; fi

echo
slowest_files
echo
echo "where the time went:"
for i in "${!names[@]}"; do printf '  %5d s  %-6s  %s\n' "${seconds[$i]}" "${results[$i]}" "${names[$i]}"; done
printf '  %5d s  in all\n\n' "$SECONDS"
passed=$((${#names[@]} - failed))
tests=$(grep -ahoE '[0-9]+ tests passed|tests passed, [0-9]+ tests failed out of [0-9]+' "$LOGS"/release--tests* 2>/dev/null | tail -1)
[ -n "$tests" ] && echo "release: $tests"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
