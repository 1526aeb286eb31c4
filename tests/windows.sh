#!/usr/bin/env bash
# windows.sh make PREFIX | run PREFIX [PROGRAM...]: HIP for Windows, made and tried on Linux.
#
# `make`: builds amdhip64_7.dll with mingw (rustup target add x86_64-pc-windows-gnu; apt-get install gcc-mingw-w64-x86-64 g++-mingw-w64-x86-64) and
# puts it into PREFIX/bin, mingw's import library into PREFIX/lib, the headers into PREFIX/include.
# `run`: compiles programs of tests/kernels (those below, or by name) for Windows with the tree's hipcc and PREFIX, and runs them under wine, whose
# Vulkan is this system's (apt-get install wine64 xvfb); each must end with 0. Called by hand: no part of CI.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
triple=x86_64-w64-mingw32
wine=$(command -v wine64 || echo /usr/lib/wine/wine64)
programs="computed_goto cooperative_groups graph_launches"

make() {
  local prefix=$1 built=$root/target/x86_64-pc-windows-gnu/release dll
  (cd "$root" && cargo build --release --target x86_64-pc-windows-gnu -p hipvk --lib)
  mkdir -p "$prefix"/{bin,lib,include}
  dll=$prefix/bin/amdhip64_7.dll
  $triple-strip "$built/hipvk.dll" -o "$dll"
  # The import library names the file as programs are to ask for it; cargo's own has cargo's name.
  { echo "EXPORTS"; $triple-objdump -p "$dll" | sed -n 's/^\t\[ *[0-9]*\] \([A-Za-z_][A-Za-z0-9_]*\)$/\1/p'; } >"$prefix/lib/amdhip64.def"
  $triple-dlltool -d "$prefix/lib/amdhip64.def" -D amdhip64_7.dll -l "$prefix/lib/libamdhip64.dll.a"
  cp -R "$root/runtime/include/." "$prefix/include/"
  ls -l "$dll"
}

# What Rust's library asks for and old wines (8.0) lack.
shim() {
  printf '%s\n' '#include <windows.h>' 'BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);' \
    '__declspec(dllexport) BOOL ProcessPrng(PBYTE to, SIZE_T size) { return SystemFunction036(to, size); }' |
    $triple-gcc -shared -x c - -o "$1/bcryptprimitives.dll" -ladvapi32
}

run() {
  local prefix=$1 folder program failed=0 status
  shift
  [ $# -gt 0 ] || set -- $programs
  prefix=$(readlink -f "$prefix")
  folder=$prefix/tried
  mkdir -p "$folder"
  cp "$prefix/bin/amdhip64_7.dll" "$folder/"
  shim "$folder"
  export WINEPREFIX=$prefix/wine WINEDEBUG=-all DISPLAY=${DISPLAY:-:99}
  Xvfb "$DISPLAY" >/dev/null 2>&1 &
  trap 'kill %1 2>/dev/null || true' EXIT
  for program; do
    HIP_PATH=$prefix "$root/target/release/hipcc" --target=x86_64-w64-windows-gnu -std=c++17 -O2 -static \
      "$root/tests/kernels/$program.hip" -o "$folder/$program.exe"
    status=0
    (cd "$folder" && timeout 300 "$wine" "$program.exe") >"$folder/$program.txt" 2>&1 || status=$?
    [ $status = 0 ] || failed=$((failed + 1))
    echo "$program: ended with $status, $(grep -c 'ok=1' "$folder/$program.txt" || true) results right, $(grep -c 'ok=0' "$folder/$program.txt" || true) wrong"
  done
  [ $failed = 0 ]
}

case "${1:-}" in
  make) make "$2" ;;
  run) shift; run "$@" ;;
  *) sed -n '2,7s/^# //p' "$0" >&2; exit 2 ;;
esac
