#!/usr/bin/env bash
# lanes.sh make DIR FIRST LAST | run DIR: random kernels in which lanes of warps part, loop, meet and ask each other (shuffles, votes, sums), beside what Python computes of them.
#
# `make`, here: the program of each seed from FIRST to LAST, of COUNT (20) kernels, into DIR. `run`, here or where a GPU and DIR are: runs each (up to SECONDS_EACH, 100) and prints
# what differs. On a CPU they compile for minutes: GALLIVM_PERF=nopt helps. PREFIX names an installation.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
hipcc=${PREFIX:+$PREFIX/bin/}hipcc
. "$root/tests/run_programs.sh"

case "${1:-}" in
  make)
    mkdir -p "$2"
    for seed in $(seq "$3" "$4"); do
      python3 "$root/tests/lanes/program.py" "$seed" "${COUNT:-20}" >"$2/$seed.hip"
      "$hipcc" -O3 -w -I "$root/tests/lanes" "$2/$seed.hip" -o "$2/$seed"
    done
    ;;
  run)
    programs=("$2"/*.hip)
    run_programs "${programs[@]%.hip}"
    ;;
  *) sed -n '2,5s/^# //p' "$0" >&2; exit 2 ;;
esac
