#!/usr/bin/env bash
# blender.sh PREFIX [DIR [SAMPLES [SIZE]]]: Blender, PyPI's wheel as it is, renders a scene on the CPU and by HIP, and the pictures must be the same.
#
# PREFIX is an installation (./hipvk install), DIR (target/blender) takes the wheel (820 MB unpacked, for Python 3.11), the pictures and the kernels' cache.
# On a CPU device LLVM compiles Cycles' kernels for minutes: GALLIVM_PERF=nopt helps, and Mesa must be 26 (on 25 they do not end).
set -euo pipefail
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
[ $# -ge 1 ] || { sed -n '2,5s/^# \{0,1\}//p' "$0" >&2; exit 2; }
prefix=$(readlink -f "$1")
dir=$(readlink -m "${2:-$here/../target/blender}")
samples=${3:-32}
size=${4:-128}
mkdir -p "$dir"
[ -d "$dir/venv" ] || python3.11 -m venv "$dir/venv"
"$dir/venv/bin/python" -c 'import bpy' 2>/dev/null || "$dir/venv/bin/pip" install -q bpy==5.0.1
# Blender takes AMD's machine code where there is some, and otherwise has hipcc compile Cycles once.
cycles=$("$dir/venv/bin/python" -c 'import os, bpy; print(os.path.dirname(bpy.__file__))')/5.0/scripts/addons_core/cycles
rm -f "$cycles/lib/kernel_gfx1030.fatbin.zst"
cd "$dir"
"$dir/venv/bin/python" "$here/blender/scene.py" cpu.png CPU "$samples" "$size" | grep "^CPU"
PATH=$prefix/bin:$PATH LD_LIBRARY_PATH=$prefix/lib HIPVK_CACHE_DIR=${HIPVK_CACHE_DIR:-$dir/kernels} \
  "$dir/venv/bin/python" "$here/blender/scene.py" hip.png HIP "$samples" "$size" | grep "^HIP"
"$dir/venv/bin/python" "$here/blender/scene.py" compare cpu.png hip.png | grep difference
