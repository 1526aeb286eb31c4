#!/usr/bin/env bash
# torture.sh SUITE DIR [NAME...]: GCC's torture tests, programs in C that judge themselves, on the device. By hand.
#
# SUITE is SingleSource/Regression/C/gcc-c-torture/execute of LLVM's llvm-test-suite, or another folder of C programs; a program's NAME.reference_output is what it must print.
# Each is compiled as it is, as C, with a kernel of one thread that calls its main (tests/torture/clang.sh), into DIR, at clang's LEVEL=3 (or LEVEL=0: unoptimised IR), and
# run. Prints those that are not right: what the device does otherwise than the host's build of them, which decides whether a program counts. A program
# may take SECONDS (60); LANES (1) run side by side, THREADS (1) are the kernel's; PREFIX is an installation of hipvk. clang-19 and LLVM's opt (Debian's llvm-19) must be installed.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export here level=${LEVEL:-3} seconds=${SECONDS_EACH:-60} threads=${THREADS:-1}

# Headers and a C library for the device.
prepare() {
  mkdir -p "$dir/include/sys"
  awk -v folder="$dir/include/" '/^== / { file = folder $2; next } { print > file }' "$here/torture/headers.txt"
  clang-19 -x c -std=gnu17 -O1 -w -target amdgcn-amd-amdhsa -mcpu=gfx1030 -nogpulib -nostdinc -isystem "$(clang-19 -print-resource-dir)/include" -isystem "$dir/include" \
    -fno-builtin -Xclang -no-enable-noundef-analysis -mcode-object-version=5 -emit-llvm -c "$here/torture/lib.c" -o "$dir/lib.bc"
  "$prefix/bin/hipcc" -O1 "$here/torture/host.hip" -o "$dir/host"
}

# What one program comes to: `NAME same`, `NAME refused: WHY`, `NAME wrong (STATUS): WHAT`, `NAME slow`, or `NAME not C` where the host's build fails as well.
judge() {
  local source=$1 name file status=0 flags=
  name=$(basename "${1%.c}") file=$dir/$(basename "${1%.c}").$level
  # Signed sums that wrap around.
  case $name in 20040409-* | 950704-1) flags=-fwrapv ;; esac
  grep -qE 'main *\( *int ' "$source" && export TORTURE_ARGUMENTS='(1, (char *[]){"program", 0})'
  cp "$source" "$file.hip"
  if ! TORTURE=$dir TORTURE_LEVEL=$level TORTURE_FLAGS=$flags HIPVK_CLANG=$here/torture/clang.sh timeout "$seconds" \
    "$prefix/bin/hipcc" -w --genco -I"$(dirname "$source")" "$file.hip" -o "$file.co" >"$file.log" 2>&1; then
    if is_good_on_host; then echo "$name refused: $(grep -m1 'error:' "$file.log" || tail -n1 "$file.log")"; else echo "$name not C"; fi
    return
  fi
  LD_LIBRARY_PATH=$prefix/lib timeout "$seconds" "$dir/host" "$file.co" "$threads" >"$file.out" 2>"$file.log" || status=$?
  if [ $status = 0 ] && [ -e "${source%.c}.reference_output" ]; then
    echo "exit 0" | cat "$file.out" - | cmp -s - "${source%.c}.reference_output" || status=output
  fi
  if [ $status = 0 ]; then echo "$name same"
  elif [ $status = 124 ]; then echo "$name slow"
  elif is_good_on_host; then echo "$name wrong ($status): $(tail -n1 "$file.log")"
  else echo "$name not C"
  fi
}

# Whether the host's build ends well. (Of judge's `source`, `file` and `flags`.)
is_good_on_host() {
  clang-19 -w -O"$level" -std=gnu17 -Wno-implicit-int -Wno-implicit-function-declaration -Wno-int-conversion -Wno-incompatible-pointer-types $flags \
    -I"$(dirname "$source")" "$source" -lm -o "$file.host" >/dev/null 2>&1 && (cd "$dir" && timeout 20 "$file.host" >/dev/null 2>&1)
}

[ $# -ge 2 ] || { sed -n '2,9s/^# //p' "${BASH_SOURCE[0]}" >&2; exit 2; }
suite=$(cd "$1" && pwd) dir=$(readlink -m "$2") prefix=${PREFIX:-$here/../target/torture}
shift 2
export dir prefix
export -f judge is_good_on_host
if [ -z "${PREFIX:-}" ]; then (cd "$here/.." && cargo build -q --release --workspace --lib --bins && ./hipvk install --prefix "$prefix" --from target/release); fi
prepare
if [ $# -gt 0 ]; then printf "$suite/%s.c\n" "$@"; else ls "$suite"/*.c; fi | xargs -P "${LANES:-1}" -I{} bash -c 'judge "$@"' judge {} 2>/dev/null | tee "$dir/judged.$level" | grep -v ' same$' || true
counted() { grep -c "^[^ ]* $1" "$dir/judged.$level" || true; }
echo "$(counted same) the same, $(counted refused) refused, $(counted wrong) wrong, $(counted slow) slow, $(counted not) not C"
[ "$(counted wrong)" = 0 ]
