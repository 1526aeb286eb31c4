#!/usr/bin/env bash
# make.sh SOURCE.hip...: the assembly beside each source: its device code as a compiler for amdgcnspirv makes it, for tests/tests/portable_code.rs.
# By hand, when a source changes: it needs clang 20 or newer with its llvm-spirv in PATH (Debian has the pair in sid only; CLANG names another),
# and spirv-dis (target/tools/spirv, which ./hipvk test gets). What changes with each machine or says nothing is left out: compile commands,
# and the attributes that translators keep as text. HIPVK_FLAGS=-use-spirv-backend is for clang's own back end.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
include=$here/../../runtime/include
clang=${CLANG:-clang++}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for source in "$@"; do
  "$clang" -x hip --cuda-device-only --offload-arch=amdgcnspirv --no-gpu-bundle-output ${HIPVK_FLAGS:-} -nogpuinc -nogpulib -O2 -std=c++17 -w \
    -D__HIP_PLATFORM_AMD__=1 -D__AMDGCN_WAVEFRONT_SIZE=32 -include __clang_hip_runtime_wrapper.h \
    -isystem "$("$clang" -print-resource-dir)/include/cuda_wrappers" -isystem "$include" "$source" -o "$work/code.spv"
  spirv-dis --no-header --no-indent "$work/code.spv" |
    grep -vE 'llvm[._](cmdline|embedded_module|compiler_used)|OpExtInst %void %[0-9]+ [01] |= OpString|__hip_cuid|OpSource ' |
    sed -E 's/^(OpEntryPoint Kernel %[^ ]+ "[^"]*").*/\1/' >"$work/code.spvasm"
  # Constants that only those used.
  python3 - "$work/code.spvasm" <<'PYTHON' >"${source%.hip}.spvasm"
import re, sys
lines = open(sys.argv[1]).read().splitlines()
droppable = re.compile(r"(%\S+) = Op(Constant|SpecConstantOp|Type(Array|Pointer|Function))")
while True:
    used = {}
    for line in lines:
        for name in set(re.findall(r"%[^\s]+", line.split(" = ")[-1])):
            used[name] = used.get(name, 0) + (not line.startswith(("OpName", "OpDecorate")))
    kept = [l for l in lines if not ((m := droppable.match(l)) and not used.get(m[1]))]
    if len(kept) == len(lines):
        break
    lines = kept
defined = {l.split(" = ")[0] for l in lines if " = " in l}
print("\n".join(l for l in lines if not l.startswith(("OpName", "OpDecorate")) or l.split()[1] in defined))
PYTHON
done
