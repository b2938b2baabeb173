#!/bin/bash -eu
# Builds every fuzz target for OSS-Fuzz: $CC, $CXX, $CFLAGS, $CXXFLAGS and $LIB_FUZZING_ENGINE are taken as they are.
# Seeds and regressions become one corpus archive a target; dictionaries and options go beside it.
# Run from the source root, or set SLUICE_SOURCE.

source=${SLUICE_SOURCE:-$(pwd)}
: "${OUT:?the folder for the built targets}"
: "${WORK:?a folder for the build}"
: "${LIB_FUZZING_ENGINE:?the flag or archive that brings main()}"
export LIB_FUZZING_ENGINE

cmake -S "$source" -B "$WORK/sluice" -G Ninja \
  -DCMAKE_BUILD_TYPE=None \
  -DCMAKE_C_FLAGS="${CFLAGS:-}" -DCMAKE_CXX_FLAGS="${CXXFLAGS:-}" \
  -DSLUICE_BUILD_CLI=OFF -DSLUICE_BUILD_TESTS=OFF -DSLUICE_BUILD_EXAMPLES=OFF -DSLUICE_INSTALL=OFF \
  -DSLUICE_BUILD_FUZZERS=ON \
  -DCMAKE_BUILD_RPATH='$ORIGIN/lib'

mkdir -p "$OUT/lib"
for list in "$source"/fuzz/targets/*.cmake; do
  name=$(basename "$list" .cmake)
  # A target that cannot be built is a failure of the build: silence would look like coverage.
  cmake --build "$WORK/sluice" --target "fuzz_$name"
  binary=$(find "$WORK/sluice" -type f -name "fuzz_$name" -perm -u+x | head -n 1)
  cp "$binary" "$OUT/fuzz_$name"

  # The runner has none of our libraries: take those that the target loads, and look for them beside it.
  ldd "$OUT/fuzz_$name" | awk '$3 ~ /^\// { print $3 }' \
    | grep -E '/lib(re2|simdjson|hs|magic|pcre2-8|crypto|utf8proc|idn2|unistring|tomlplusplus|yaml-cpp|archive|zstd|lz4|acl|nettle|xml2|icuuc|icudata|absl_[a-z0-9_]+|z|bz2|lzma|jpeg|gif|png16|webp|webpdemux|expat|md4c|gumbo|qpdf|seccomp)\.so' \
    | while read -r library; do cp -n -L "$library" "$OUT/lib/"; done

  corpus=()
  for folder in "$source/fuzz/seeds/$name" "$source/fuzz/regressions/$name"; do
    [ -d "$folder" ] && corpus+=("$folder")
  done
  [ ${#corpus[@]} -eq 0 ] || zip -q -j -r "$OUT/fuzz_${name}_seed_corpus.zip" "${corpus[@]}" -x '*/.gitkeep'
  if [ -f "$source/fuzz/$name.options" ]; then cp "$source/fuzz/$name.options" "$OUT/fuzz_$name.options"; fi
  if [ -f "$source/fuzz/dictionaries/$name.dict" ]; then
    cp "$source/fuzz/dictionaries/$name.dict" "$OUT/fuzz_$name.dict"
  fi
done
