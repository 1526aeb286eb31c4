#!/usr/bin/env bash
# yarpgen.sh make YARPGEN DIR FIRST LAST | run DIR: random loops over arrays of integers by yarpgen 2 (intel/yarpgen), as kernels of one thread, beside what g++ makes of them.
#
# `make`, here: the program of each seed from FIRST to LAST and the checksum that g++'s has (.expected) into DIR. Seeds whose arrays are too large for a program, or that take the host
# 5 s, are left out. YARPGEN is its program. `run`, here or where a GPU and DIR are: runs each (up to SECONDS_EACH, 100), prints those that say something else. PREFIX names an installation.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
hipcc=${PREFIX:+$PREFIX/bin/}hipcc
. "$root/tests/run_programs.sh"

make_one() {
  local work=$1.d
  mkdir -p "$work"
  timeout 20 "$yarpgen" -s "$seed" --std=c++ --inp-as-args=none --emit-align-attr=none --emit-pragmas=none -o "$work" >/dev/null
  if g++ -O1 -w "$work/driver.cpp" "$work/func.cpp" -o "$work/host" 2>/dev/null && timeout 5 "$work/host" >"$work/expected"; then
    python3 "$root/tests/yarpgen/program.py" "$work" >"$1.hip"
    "$hipcc" -O2 -w "$1.hip" -o "$1" && mv "$work/expected" "$1.expected"
  fi
  rm -r "$work"
}

case "${1:-}" in
  make)
    mkdir -p "$3"
    yarpgen=$2
    for seed in $(seq "$4" "$5"); do make_one "$3/$seed"; done
    ;;
  run)
    programs=("$2"/*.expected)
    run_programs "${programs[@]%.expected}"
    ;;
  *) sed -n '2,5s/^# //p' "$0" >&2; exit 2 ;;
esac
