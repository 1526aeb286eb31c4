#!/usr/bin/env bash
# hecbench.sh pack SOURCE DIR [COUNT | NAME...] | run DIR [SECONDS [LANES [LIMIT]]] | radv SOURCE [NAME...]: HeCBench's HIP programs beside their CUDA builds, on a
# machine with nvcc; and the code that RADV makes of their kernels beside clang's own, here.
#
# `pack`, here: compiles COUNT (100) or the named ones of the programs of zjin-lcf/HeCBench (SOURCE, fetched by you) that need no file and no library, with hipcc, and puts
# them, the CUDA sources, our library and the program `hecbench` into DIR/hecbench.tar.xz. `run`, there: compiles the CUDA half and runs both; prints which
# are slower than CUDA's, and whose lines differ: a program may time itself differently or use what it did not initialise, so look at each before you believe it.
# A program may take LIMIT (10) seconds. LANES (1) run side by side: three find wrong results in a third of the time, and spoil the times.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

pack() {
  local source dir count=${3:-100} names= files name arguments program
  source=$(cd "$1/src/.." && pwd) dir=$(readlink -m "$2") files=$(mktemp -d)
  [[ $count =~ ^[0-9]+$ ]] || { shift 2; names=" $* " count=$#; }
  (cd "$root" && cargo build -q --release --workspace --lib --bins)
  mkdir -p "$files/src" "$files/lib" "$dir"
  strip -o "$files/lib/libamdhip64.so.7" "$root/target/release/libhipvk.so"
  strip -o "$files/hecbench" "$root/target/release/hecbench"
  "$root/target/release/hecbench" list "$source" >"$files/all"
  while read -r name arguments && [ "$count" -gt 0 ]; do
    [ -z "$names" ] || [[ $names == *" $name "* ]] || continue
    make -s -C "$source/src/$name-hip" clean >/dev/null 2>&1 || true
    make -s -C "$source/src/$name-hip" CC="$root/target/release/hipcc" LAUNCHER= >/dev/null 2>&1 || { echo "hecbench.sh: $name does not compile" >&2; continue; }
    program=$(sed -n 's/^program *= *//p' "$source/src/$name-hip/Makefile" | tr -d ' ')
    cp -r "$source/src/$name-cuda" "$files/src/"
    strip -o "$files/src/$name-cuda/hip" "$source/src/$name-hip/$program"
    echo "$name $arguments" >>"$files/list"
    count=$((count - 1))
  done <"$files/all"
  find "$files/src" -size +2M -delete
  tar cJf "$dir/hecbench.tar.xz" -C "$files" list hecbench lib src
  rm -rf "$files"
}

run() {
  local files
  files=$(mktemp -d)
  tar xJf "$1/hecbench.tar.xz" -C "$files"
  sed 's/ .*//' "$files/list" | xargs -P "$(nproc)" -I{} make -s -C "$files/src/{}-cuda" CC=nvcc ARCH="${ARCH:-sm_90}" >/dev/null 2>&1 || true
  XDG_CACHE_HOME=$files/cache LD_LIBRARY_PATH=$files/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} "$files/hecbench" run "$files" "${@:2}"
}

# Every compilation that the programs' Makefiles ask for, by a compiler that only writes down what it was called with.
radv() {
  local source lines recorder name
  source=$(cd "$1/src/.." && pwd) lines=$(mktemp) recorder=$(mktemp)
  shift
  [ $# -gt 0 ] || mapfile -t < <(cd "$source/src" && ls -d *-hip | sed 's/-hip$//')
  printf '#!/bin/sh\nprintf "%%s\\t%%s\\n" "$PWD" "$*" >>%s\n' "$lines" >"$recorder"
  chmod +x "$recorder"
  for name in "${@:-${MAPFILE[@]}}"; do
    make -s -k -B -C "$source/src/$name-hip" CC="$recorder" LAUNCHER= >/dev/null 2>&1 || true
  done
  (cd "$root" && cargo build -q --release --workspace --lib --bins && target/release/amd_code --commands "$lines")
  rm -f "$lines" "$recorder"
}

case ${1:-} in
  pack | run | radv) [ $# -ge 2 ] && "$@" ;;
  *) sed -n '2,10s/^# //p' "${BASH_SOURCE[0]}" >&2; exit 2 ;;
esac
