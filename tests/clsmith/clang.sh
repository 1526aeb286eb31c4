#!/usr/bin/env bash
# The clang that hipcc calls for CLSmith's kernels (HIPVK_CLANG; see ../clsmith.sh): the file's language is OpenCL C, as AMD's OpenCL compiles it, with the built-in
# functions of ROCm's device libraries. All else that hipcc asks for stays. CLSMITH_CL is the language's version: pointers are generic from CL2.0 on.
clang=${CLSMITH_CLANG:-$(command -v clang-19 || command -v clang)}
[[ " $* " == *" --cuda-device-only "* ]] || exec "$clang" "$@"
kept=() libraries=
while [ $# -gt 0 ]; do
  case $1 in
    -include | -isystem | -x) shift ;;
    --driver-mode=* | --cuda-device-only | --offload-arch=* | -cuid=* | -nogpuinc) ;;
    */ocml.bc) libraries=${1%/*} kept+=("$1") ;;
    *) kept+=("$1") ;;
  esac
  shift
done
for library in ockl opencl; do
  kept=(-Xclang -mlink-builtin-bitcode -Xclang "$libraries/$library.bc" "${kept[@]}")
done
exec "$clang" -x cl -cl-std="${CLSMITH_CL:-CL1.2}" -target amdgcn-amd-amdhsa -mcpu=gfx1030 -cl-uniform-work-group-size -Xclang -finclude-default-header "${kept[@]}"
