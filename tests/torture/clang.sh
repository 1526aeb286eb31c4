#!/usr/bin/env bash
# The clang that hipcc calls for the programs of tests/torture.sh (HIPVK_CLANG): the file is C, with a kernel in front of it that calls its main and lib.c's functions behind
# it. TORTURE_LEVEL is how clang optimises; at 0 the IR is as it comes. LLVM makes plain calls of variadic functions where it makes AMD's code, which hipcc does not
# have done: `opt` does that. TORTURE is the folder that tests/torture.sh made.
clang=${TORTURE_CLANG:-clang-19}
[[ " $* " == *" --cuda-device-only "* ]] || exec "$clang" "$@"
kept=()
while [ $# -gt 0 ]; do
  case $1 in
    -include | -isystem | -x) shift ;;
    --driver-mode=* | --cuda-device-only | --offload-arch=* | -cuid=* | -nogpuinc | -D__HIP_PLATFORM* | -mprintf-kind=*) ;;
    -O3) kept+=("-O${TORTURE_LEVEL:-3}") ;;
    *) kept+=("$1") ;;
  esac
  shift
done
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
old=(-w -Wno-implicit-int -Wno-implicit-function-declaration -Wno-int-conversion -Wno-incompatible-pointer-types -Wno-return-type)
text=$("$clang" -x c -std=gnu17 "${old[@]}" -target amdgcn-amd-amdhsa -mcpu=gfx1030 -nostdinc -isystem "$("$clang" -print-resource-dir)/include" \
  -isystem "$TORTURE/include" -I "$here" -include "$here/kernel.h" -Xclang -mlink-builtin-bitcode -Xclang "$TORTURE/lib.bc" \
  "-DTORTURE_ARGUMENTS=${TORTURE_ARGUMENTS:-()}" ${TORTURE_FLAGS:-} "${kept[@]}") || exit
case $text in
  *llvm.va_start*) "${TORTURE_OPT:-/usr/lib/llvm-19/bin/opt}" -passes=expand-variadics --expand-variadics-override=lowering -S <<<"$text" ;;
  *) printf '%s\n' "$text" ;;
esac
