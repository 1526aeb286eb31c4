#!/usr/bin/env bash
# integers.sh make DIR FIRST LAST [KIND...] | run DIR: functions of integers and floats of 8 to 64 bits and of vectors, on the device beside the host, for every pair of numbers at which something ends.
#
# `make`, here: the programs of each seed from FIRST to LAST into DIR, one of each KIND: program (COUNT, 400, random functions of integers), triples (each two operations together), chains (three; a 29th of them each
# seed), conversions (between integers and floats, and what stands beside them; a 20th) and vectors (vectors, parts of words, carries, 128 bits; a 28th). `run`, here or where a GPU and DIR are: runs each (up to SECONDS_EACH, 100) and prints
# what differs. PREFIX names an installation.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
hipcc=${PREFIX:+$PREFIX/bin/}hipcc
. "$root/tests/run_programs.sh"

case "${1:-}" in
  make)
    mkdir -p "$2"
    kinds=("${@:5}")
    [ "${#kinds[@]}" != 0 ] || kinds=(program triples chains conversions vectors)
    declare -A more=([program]=${COUNT:-400} [triples]=1)
    for seed in $(seq "$3" "$4"); do
      for kind in "${kinds[@]}"; do
        program=$2/$seed-$kind
        python3 "$root/tests/integers/$kind.py" "$seed" ${more[$kind]:-} >"$program.hip"
        # The host's half as it is written.
        "$hipcc" -O3 -w -ffp-contract=off -I "$root/tests/integers" -Xarch_host -O0 "$program.hip" -o "$program"
      done
    done
    ;;
  run)
    programs=("$2"/*.hip)
    run_programs "${programs[@]%.hip}"
    ;;
  *) sed -n '2,6s/^# //p' "$0" >&2; exit 2 ;;
esac
