#!/usr/bin/env bash
# integers.sh make DIR FIRST LAST | run DIR: functions of integers of 8 to 64 bits, on the device beside the host, for every pair of numbers at which something ends.
#
# `make`, here: the programs of each seed from FIRST to LAST into DIR, one of COUNT (400) random functions and one of each two operations together (tests/integers/triples.py). `run`, here or where a GPU and DIR are: runs each (up to SECONDS_EACH, 100) and prints
# what differs. PREFIX names an installation.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
hipcc=${PREFIX:+$PREFIX/bin/}hipcc
. "$root/tests/run_programs.sh"

case "${1:-}" in
  make)
    mkdir -p "$2"
    for seed in $(seq "$3" "$4"); do
      python3 "$root/tests/integers/program.py" "$seed" "${COUNT:-400}" >"$2/$seed.hip"
      python3 "$root/tests/integers/triples.py" "$seed" 1 >"$2/$seed-triples.hip"
      for program in "$2/$seed" "$2/$seed-triples"; do
        # The host's half as it is written.
        "$hipcc" -O3 -w -I "$root/tests/integers" -Xarch_host -O0 "$program.hip" -o "$program"
      done
    done
    ;;
  run)
    programs=("$2"/*.hip)
    run_programs "${programs[@]%.hip}"
    ;;
  *) sed -n '2,5s/^# //p' "$0" >&2; exit 2 ;;
esac
