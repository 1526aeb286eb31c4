#!/usr/bin/env bash
# prim.sh here [LOG2] | prepare DIR | run DIR [LOG2]: rocPRIM's speed through us, on this machine, or on one with an NVIDIA GPU and nvcc beside CUB's.
#
# `here` and `prepare` build in release, with the rocPRIM in target/libraries (./hipvk test puts it there); DIR travels with the repository, and `run`,
# there, prints RESULT lines under a heading each, twice in turn.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)

prepare() {
  mkdir -p "$1/lib"
  (cd "$root" && cargo build -q --release -p spirv-gen -p hipvk --lib --bins)
  cp "$root/target/release/libhipvk.so" "$1/lib/libamdhip64.so.7"
  "$root/target/release/hipcc" -O3 -std=c++17 -isystem "$root/target/libraries/usr/include" "$root/tests/bench/prim/prim.hip" -o "$1/prim"
}

run() {
  local round cub
  cub=$(mktemp -d)
  nvcc -O3 -std=c++17 -arch=native -x cu -I "$root/tests/bench/cuda" "$root/tests/bench/prim/prim.hip" -o "$cub/prim"
  for round in 1 2; do
    echo "== hipvk $round"; LD_LIBRARY_PATH=$1/lib "$1/prim" "$2"
    echo "== cub $round"; "$cub/prim" "$2"
  done
}

case "${1:-}" in
  here) prepare "$root/target/prim-bench"; LD_LIBRARY_PATH=$root/target/prim-bench/lib "$root/target/prim-bench/prim" "${2:-20}" ;;
  prepare) prepare "$(mkdir -p "$2" && cd "$2" && pwd)" ;;
  run) run "$(cd "$2" && pwd)" "${3:-27}" ;;
  *) sed -n '2,5s/^# //p' "$0" >&2; exit 2 ;;
esac
