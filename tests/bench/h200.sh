#!/usr/bin/env bash
# h200.sh prepare DIR | run DIR [OUT]: the bench on a machine with an NVIDIA GPU and nvcc but no Rust and no clang.
#
# `prepare`, here: builds our programs, the bare Vulkan one and its shaders into DIR, which travels.
# `run`, there, in the repository's root: builds CUDA's twins of the same sources with nvcc, runs all three in turn,
# twice, and prints RESULT lines under a heading each. With OUT, keeps them in OUT/*.txt.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)

prepare() {
  local dir=$1 shader
  mkdir -p "$dir/lib"
  (cd "$root" && cargo build -q --release -p hipvk -p spirv-gen)
  cp "$root/target/release/libhipvk.so" "$dir/lib/libamdhip64.so.7"
  for program in kernels runtime graphs texture; do
    "$root/target/release/hipcc" -O3 "$here/hip/$program.hip" -o "$dir/hip-$program"
  done
  cc -std=c11 -D_GNU_SOURCE -O2 "$here/glsl/host.c" -o "$dir/glsl" -lvulkan -lm
  for shader in "$here"/glsl/*.comp; do
    glslangValidator -V --target-env vulkan1.3 "$shader" -o "$dir/$(basename "$shader" .comp).spv" >/dev/null
  done
}

run() {
  local dir=$1 out=${2:-} round program cuda
  cuda=$(mktemp -d)
  for program in kernels runtime graphs texture; do
    nvcc -O3 -std=c++17 -arch=native -x cu -I "$here/cuda" "$here/hip/$program.hip" -o "$cuda/$program"
  done
  export LD_LIBRARY_PATH=$dir/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
  for round in 1 2; do
    heading "hipvk $round";  { "$dir/hip-kernels" big; "$dir/hip-runtime" big; "$dir/hip-graphs" big; "$dir/hip-texture" big; } 2>&1 | keep "$out" "hipvk-$round"
    heading "cuda $round";   { "$cuda/kernels" big; "$cuda/runtime" big; "$cuda/graphs" big; "$cuda/texture" big; } 2>&1 | keep "$out" "cuda-$round"
    heading "glsl $round";   "$dir/glsl" "$dir" big 2>&1 | keep "$out" "glsl-$round"
  done
}

heading() { printf '== %s\n' "$1"; }
keep() { if [ -n "$1" ]; then tee "$1/$2.txt"; else cat; fi || true; }

case "${1:-}" in
  prepare) prepare "$2" ;;
  run) shift; run "$@" ;;
  *) sed -n '2,6s/^# //p' "$0" >&2; exit 2 ;;
esac
