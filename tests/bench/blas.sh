#!/usr/bin/env bash
# blas.sh here [N] | prepare DIR | run DIR [N] | levels DIR [N]: hipBLAS' speed, on this machine beside OpenBLAS, or on one with an NVIDIA GPU and nvcc beside cuBLAS.
#
# `here` and `prepare` build in release; DIR travels with the repository, and `run`, there, prints RESULT lines under a heading each, twice in turn.
# `levels` does the same for every routine of the three levels, and then prints each one's share of cuBLAS' speed, the slowest first.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)

prepare() {
  (cd "$root" && cargo build -q --release -p spirv-gen -p hipvk --lib --bins && ./hipvk install --prefix "$1/hipvk" --from target/release)
  "$1/hipvk/bin/hipcc" -O3 -std=c++17 "$root/tests/bench/blas/blas.hip" -L "$1/hipvk/lib" -lhipblas -o "$1/blas"
  "$1/hipvk/bin/hipcc" -O2 -std=c++17 "$root/tests/bench/blas/levels.hip" -L "$1/hipvk/lib" -lhipblas -o "$1/levels"
}

# on_cublas NAME: compiles a bench for cuBLAS; prints its folder.
on_cublas() {
  local built
  built=$(mktemp -d)
  nvcc -O3 -std=c++17 -arch=native -x cu -I "$root/tests/bench/cuda" "$root/tests/bench/blas/$1.hip" -lcublas -o "$built/$1"
  echo "$built"
}

levels() {
  local cublas
  cublas=$(on_cublas levels)
  LD_LIBRARY_PATH=$1/hipvk/lib "$1/levels" "$2" >"$cublas/hipvk"
  NVIDIA_TF32_OVERRIDE=0 "$cublas/levels" "$2" >"$cublas/cublas"
  paste "$cublas/hipvk" "$cublas/cublas" | tr = ' ' | awk '{printf "%5.2f of cuBLAS: %s %s ms, %s\n", $14 / $7, $3, $7, $14}' | sort -n
}

run() {
  local round cublas
  cublas=$(on_cublas blas)
  for round in 1 2; do
    echo "== hipvk $round"; LD_LIBRARY_PATH=$1/hipvk/lib "$1/blas" "$2"
    echo "== cublas $round"; NVIDIA_TF32_OVERRIDE=0 "$cublas/blas" "$2"
  done
}

case "${1:-}" in
  here) prepare "$root/target/blas-bench"; "$root/target/blas-bench/blas" "${2:-1024}" ;;
  prepare) prepare "$(mkdir -p "$2" && cd "$2" && pwd)" ;;
  run) run "$(cd "$2" && pwd)" "${3:-4096}" ;;
  levels) levels "$(cd "$2" && pwd)" "${3:-4096}" ;;
  *) sed -n '2,5s/^# //p' "$0" >&2; exit 2 ;;
esac
