#!/usr/bin/env bash
# varity.sh make VARITY DIR FIRST LAST [all|mild] | run DIR: random functions of floats and doubles by Varity (LLNL/Varity), the device's results beside the host's, bit for bit.
#
# `make`, here: a program of 40 functions for each type and seed from FIRST to LAST into DIR (tests/varity/programs.py says which functions and numbers). `run`, here or where a GPU
# and DIR are: runs each (up to SECONDS_EACH, 600); HIPVK_SOFT_DOUBLES=1 and other variables go to them. `mild` is for devices that flush denormal floats. PREFIX names an installation (none: hipcc from PATH).
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
hipcc=${PREFIX:+$PREFIX/bin/}hipcc
. "$root/tests/run_programs.sh"

make_one() {
  local name=$3-$4
  python3 "$root/tests/varity/programs.py" "$1" "$3" "$4" 40 "$5" >"$2/$name.hip"
  "$hipcc" -O2 -w -ffp-contract=off "$2/$name.hip" -o "$2/$name"
}

case "${1:-}" in
  make)
    mkdir -p "$3"
    for seed in $(seq "$4" "$5"); do
      for type in float double; do make_one "$2" "$3" "$type" "$seed" "${6:-all}"; done
    done
    ;;
  run)
    programs=("$2"/*.hip)
    SECONDS_EACH=${SECONDS_EACH:-600} run_programs "${programs[@]%.hip}"
    ;;
  *) sed -n '2,5s/^# //p' "$0" >&2; exit 2 ;;
esac
