#!/usr/bin/env bash
# vkfft.sh here [ELEMENTS [CASE...]] | prepare DIR [ELEMENTS] | run DIR [ELEMENTS]: VkFFT through our HIP beside VkFFT's own Vulkan back end, on one device.
#
# Needs Debian's libvkfft-dev, glslang-dev, spirv-tools and libvulkan-dev. `here` and `prepare` build in release; DIR travels with the repository
# to a machine with an NVIDIA GPU (no clang there: VkFFT's kernels were compiled by hipRTC here, for such a device), and `run`, there, prints a
# table. "as VkFFT has it": its HIP back end takes every device for AMD's; "as for Vulkan": with the parameters of its Vulkan back end.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
# What our HIP says of an NVIDIA GPU: shared memory of a block that is quick, and the grid's extents.
nvidia=${NVIDIA_DEVICE:-49152,2147483647,65535,65535}
# VkFFT plans with all shared memory that it is told of, and what lies in device memory is slow.
export HIPVK_SHARED_PER_BLOCK=quick

build() {
  local dir=$1 header
  mkdir -p "$dir/vulkan-header"
  # glslang 12's limits have ten members more than Debian's VkFFT knows.
  sed 's|/\* .maxDualSourceDrawBuffersEXT = \*/ 1,|256, 512, 32, 1, 1, 32, 1, 1, 4, 1,|' /usr/include/vkFFT.h >"$dir/vulkan-header/vkFFT.h"
  (cd "$root" && cargo build -q --release -p spirv-gen -p hipvk --lib --bins && ./hipvk install --prefix "$dir/hipvk" --from target/release)
  g++ -O2 -std=c++17 -w -DVKFFT_BACKEND=2 -D__HIP_PLATFORM_AMD__ -isystem "$dir/hipvk/include" "$here/vkfft/vkfft.cpp" -L"$dir/hipvk/lib" -lamdhip64 -o "$dir/vkfft-hip"
  g++ -O2 -std=c++17 -w -DVKFFT_BACKEND=0 -isystem "$dir/vulkan-header" "$here/vkfft/vkfft.cpp" -lglslang -lMachineIndependent -lGenericCodeGen \
    -lOGLCompiler -lOSDependent -lSPIRV -lSPIRV-Tools-opt -lSPIRV-Tools -lvulkan -lpthread -o "$dir/vkfft-vulkan"
}

# table FILE...: the best of three rounds; by the processor's time where PROCESSOR is set.
table() {
  awk -v column="${PROCESSOR:+9}" '/^RESULT/ { t = column ? $column : $7; i = FILENAME ~ /vulkan.txt$/ ? 1 : FILENAME ~ /default.txt$/ ? 2 : 3
      if (!($3 in row)) { row[$3] = ++rows; name[rows] = $3 } if ($4 != "right") wrong[$3, i] = 1
      if (!(($3, i) in best) || t + 0 < best[$3, i]) best[$3, i] = t + 0 }
    END { printf "%-5s %16s %16s %7s %16s %7s\n", "case", "Vulkan us/pair", "as VkFFT has it", "ratio", "as for Vulkan", "ratio"
      for (r = 1; r <= rows; r++) { n = name[r]; printf "%-5s %16.1f", n, best[n, 1]
        for (i = 2; i <= 3; i++) printf " %15.1f%s %7.2f", best[n, i], wrong[n, i] ? "!" : " ", best[n, 1] ? best[n, i] / best[n, 1] : 0
        print "" } }' "$@"
}

# measure DIR KIND LOAD ELEMENTS CASE...: three rounds in turn.
measure() {
  local dir=$1 kind=$2 load=$3 elements=$4 out round
  shift 4
  out=${OUT:-$(mktemp -d)}
  rm -f "$out"/{vulkan,default,like}.txt
  for round in 1 2 3; do
    "$dir/vkfft-vulkan" --elements "$elements" "$@" >>"$out/vulkan.txt"
    "$dir/vkfft-hip" ${load:+--load "$load"} --elements "$elements" "$@" >>"$out/default.txt" || true
    "$dir/vkfft-hip" --like "$kind" ${load:+--load "$load"} --elements "$elements" "$@" >>"$out/like.txt" || true
  done
  head -1 "$out/vulkan.txt" "$out/default.txt"
  grep -hv "^RESULT\|^VkFFT" "$out"/*.txt || true
  table "$out/vulkan.txt" "$out/default.txt" "$out/like.txt"
}

case "${1:-}" in
  here)
    dir=$root/target/vkfft-bench
    build "$dir"
    export LD_LIBRARY_PATH=$dir/hipvk/lib
    PROCESSOR=1 measure "$dir" other "" "${2:-1048576}" "${@:3}"
    ;;
  prepare)
    mkdir -p "$2" && dir=$(cd "$2" && pwd)
    build "$dir"
    mkdir -p "$dir/kernels"
    export LD_LIBRARY_PATH=$dir/hipvk/lib FFT_DEVICE=$nvidia
    "$dir/vkfft-hip" --elements "${3:-33554432}" --save "$dir/kernels"
    "$dir/vkfft-hip" --elements "${3:-33554432}" --like nvidia --save "$dir/kernels"
    ;;
  run)
    dir=$(cd "$2" && pwd)
    export LD_LIBRARY_PATH=$dir/hipvk/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
    measure "$dir" nvidia "$dir/kernels" "${3:-33554432}"
    ;;
  *) sed -n '2,6s/^# //p' "$0" >&2; exit 2 ;;
esac
