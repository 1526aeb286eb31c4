#!/usr/bin/env bash
# device.sh pack DIR [FOLDER...] | run DIR [OUT]: the device tests and the bench on a machine with a GPU, but no Rust and no clang.
#
# `pack`, here: builds the library, the test executables and every program that they run, and those of the FOLDERs (each must end with 0),
# in release, and puts them into DIR/pack.tar.xz, which travels with the repository (DIR is best a folder that git ignores).
# `run`, there, in the repository's root, within TEST_SECONDS (480 if not set): all of them; a table of what was right, wrong, and known to fail
# (tests/src/expected.rs). With OUT, all of their output in OUT/tests.txt. Then, with BENCH=1, the bench beside CUDA (bench/h200.sh).
set -euo pipefail
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
root=$(dirname "$here")
profile=${PROFILE:-release}

# Tests that call a compiler, and those that need nothing of a device.
left_here="blas build_systems crowds csmith cubecl disk_cache failures faults floats linking null_hardware portable_code precompile rand rocm_abi rtc sparse $(tr '\n' ' ' <"$here/without_device.txt")"

pack() {
  local dir=$1 built folder source executable name tests=()
  shift
  built=$root/target/$([ "$profile" = dev ] && echo debug || echo "$profile")
  dir=$(readlink -m "$dir")
  rm -rf "$dir"
  mkdir -p "$dir"/files/{deps,more,bundles}
  cd "$root"
  cargo build -q --profile "$profile" --workspace --lib --bins
  cp "$built/libhipvk.so" "$built/run_pack" "$dir/files/"
  ln -s libhipvk.so "$dir/files/libamdhip64.so.7"
  for source in {tests,runtime}/tests/{*.rs,*/main.rs}; do
    [ -f "$source" ] || continue
    name=${source%/main.rs}
    name=$(basename "${name%.rs}")
    [[ " $left_here " = *" $name "* ]] || tests+=(--test "$name")
  done
  cargo test --profile "$profile" --workspace "${tests[@]}" --no-run --message-format=json |
    sed -n 's/.*"executable":"\([^"]*\)".*/\1/p' >"$dir/executables"
  while read -r executable; do
    name=$(basename "$executable")
    name=${name%-*}
    [[ $executable = */deps/* ]] || continue
    cp "$executable" "$dir/files/deps/$name"
    # Its kernels are made as it runs; what it makes is kept, whatever it thinks of this machine's device.
    [ "$name" != undefined_lanes ] || HIPVK_RANDOM_BUNDLES=$dir/files/bundles "$executable" >/dev/null </dev/null || true
  done <"$dir/executables"
  strip "$dir"/files/deps/* "$dir"/files/run_pack "$dir"/files/libhipvk.so
  for folder; do cp "$folder"/*.hip "$dir/files/more/"; done
  [ $# = 0 ] || export HIPVK_TEST_PROGRAMS=$dir/files/more
  "$built/pack" >"$dir/programs"
  tar -C "$built" -c -T "$dir/programs" | tar -C "$dir/files" -x
  "$here/bench/h200.sh" prepare "$dir/files/bench"
  # The tests' paths are those of this checkout.
  echo "$root" >"$dir/files/PACKED"
  # One dictionary for all: the executables hold the same code over and over.
  XZ_OPT=--lzma2=preset=6,dict=128MiB tar -C "$dir/files" -cJf "$dir/pack.tar.xz" .
  rm -rf "$dir/files" "$dir/executables" "$dir/programs"
  du -h "$dir/pack.tar.xz"
}

run() {
  local dir=$1 out=${2:-} there status=0
  # Not in DIR, which would travel with both the next time.
  files=$(mktemp -d)
  trap 'rm -rf "$files"' EXIT
  tar -C "$files" -xJf "$dir/pack.tar.xz"
  there=$(cat "$files/PACKED")
  # Tests read sources of the repository where it was when they were built.
  [ -d "$there/tests" ] || { mkdir -p "$(dirname "$there")" && ln -sfn "$root" "$there"; }
  export HIPVK_RANDOM_BUNDLES=$files/bundles LD_LIBRARY_PATH=$files${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
  [ -z "$(ls "$files/more")" ] || export HIPVK_TEST_PROGRAMS=$files/more
  "$files/run_pack" "${TEST_SECONDS:-480}" ${out:+"$out/tests.txt"} || status=1
  if [ -n "${BENCH:-}" ]; then "$here/bench/h200.sh" run "$files/bench" "$out" || status=1; fi
  return $status
}

case "${1:-}" in
  pack) shift; pack "$@" ;;
  run) shift; run "$@" ;;
  *) sed -n '2,8s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
