#!/usr/bin/env bash
# clsmith.sh make CLSMITH DIR COUNT [MODE...] | run DIR [SECONDS [LANES]]: random OpenCL kernels of CLSmith's (ChrisLidbury/CLSmith), compiled by us and by PoCL.
#
# `make`, here: COUNT programs of each mode, from those seeds whose programs are short, into DIR: MODE-SEED.cl, its code by hipcc (.co), what PoCL says of it (.expected). CLSMITH
# is CLSmith's build folder, by CMake with CMAKE_BUILD_TYPE=Debug: optimised, it hangs or crashes with most seeds. `run`, here, or where a GPU and DIR are: runs each, prints
# those that say something else. A program may take SECONDS (60); LANES (1; a variable for `make`) run side by side. START=1000 begins with that seed, SHORTEST and LONGEST are the
# programs' bytes, PREFIX names an installation (none: this repository is built and installed into target/clsmith), HIPCC_OPTIONS="-O1" is for hipcc, CLSMITH_CL=CL2.0 for clang.
# Before you believe a difference: PoCL 3.1 is wrong about a block's first thread where barriers stand behind a condition; programs make some writes beyond arrays (CLIENTS.md).
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
export root threads=512 seconds=60 shortest=${SHORTEST:-5000} longest=${LONGEST:-45000}

options_of() {
  case $1 in
    basic) echo --small ;;
    vectors) echo --small --vectors ;;
    barriers) echo --small --barriers --divergence --track_divergence ;;
    atomics) echo --atomics ;;
    reductions) echo --small --atomic_reductions ;;
    emi) echo --small --emi ;;
    divergence) echo --small --fake_divergence --group_divergence ;;
    communication) echo --inter_thread_comm ;;
    all) echo --vectors --atomics --atomic_reductions --emi --fake_divergence --group_divergence --inter_thread_comm ;;
    *) echo "clsmith.sh: no mode $1" >&2; exit 2 ;;
  esac
}

# One program of CLSmith's, unless there are `count` of its mode. It is a test if it comes to an end and is neither trivial nor long.
generate() {
  local clsmith=$1 dir=$2 mode=$3 count=$4 seed=$5 file=$2/$3-$5.cl size
  [ "$(find "$dir" -maxdepth 1 -name "$mode-*.cl" | wc -l)" -lt "$count" ] || return 255
  # shellcheck disable=SC2046
  { (ulimit -t 3 && timeout 30 "$clsmith/CLSmith" --seed "$seed" $(options_of "$mode") -o "$file.part"); } >/dev/null 2>&1 || rm -f "$file.part"
  size=$(stat -c %s "$file.part" 2>/dev/null || echo 0)
  if [ "$size" -lt "$shortest" ] || [ "$size" -gt "$longest" ]; then
    rm -f "$file.part"
    return 0
  fi
  # The array that barriers are tested with has 32 elements, however large a block is.
  sed 's/\(__local uint32_t lb_[0-9]*\)\[32\]/\1[1024]/' "$file.part" >"$file"
  rm -f "$file.part"
}

# What the other compiler says of one program, and its code by ours. What the other one cannot do is put aside.
prepare() {
  local dir=$1 file=$1/$2 include="-w -I$1/include"
  if ! POCL_CACHE_DIR=$file.pocl timeout "$seconds" "$dir/opencl" "$file.cl" "$threads" "$include" >"$file.expected" 2>"$file.pocl-log"; then
    mkdir -p "$dir/not_judged"
    mv "$file.cl" "$file.pocl-log" "$dir/not_judged"
    rm -rf "$file.pocl" "$file.expected"
    return 0
  fi
  rm -rf "$file.pocl" "$file.pocl-log"
  cp "$file.cl" "$file.hip"
  # shellcheck disable=SC2086
  HIPVK_CLANG=$root/tests/clsmith/clang.sh timeout "$seconds" "$prefix/bin/hipcc" -w --genco ${HIPCC_OPTIONS:-} $include "$file.hip" -o "$file.co" >"$file.log" 2>&1 ||
    echo "$2 does not compile: $(grep -m1 error "$file.log" || tail -n1 "$file.log")"
  [ -s "$file.log" ] || rm -f "$file.log"
  rm -f "$file.hip"
}

make_programs() {
  local clsmith dir count=$3 mode source
  clsmith=$(cd "$1" && pwd) dir=$(readlink -m "$2")
  shift 3
  export prefix=${PREFIX:-$root/target/clsmith}
  if [ -z "${PREFIX:-}" ]; then (cd "$root" && cargo build -q --release --workspace --lib --bins && ./hipvk install --prefix "$prefix" --from target/release); fi
  source=$(sed -n 's/^CLSmith_SOURCE_DIR:STATIC=//p' "$clsmith/CMakeCache.txt")
  mkdir -p "$dir/lib" "$dir/include"
  cp "$clsmith"/*safe_math_macros.h "$source/runtime/CLSmith.h" "$dir/include"
  cp -L "$prefix/lib/libamdhip64.so.7" "$dir/lib"
  cc -O1 "$root/tests/clsmith/opencl.c" -lOpenCL -o "$dir/opencl"
  "$prefix/bin/hipcc" -O1 "$root/tests/clsmith/hip.cpp" -o "$dir/hip"
  cp "${BASH_SOURCE[0]}" "$dir/clsmith.sh"
  [ $# -gt 0 ] || set -- basic vectors barriers atomics reductions emi divergence communication all
  for mode; do
    seq "${START:-1}" 1000000 | xargs -P "${LANES:-1}" -I{} bash -c 'generate "$@"' generate "$clsmith" "$dir" "$mode" "$count" {} 2>/dev/null || true
  done
  for source in "$dir"/*.cl; do
    source=${source##*/} source=${source%.cl}
    [ -e "$dir/$source.co" ] || echo "$source"
  done | xargs -r -P "${LANES:-1}" -I{} bash -c 'prepare "$@"' prepare "$dir" {}
}

# How one program's run went.
judge() {
  local dir=$1 name=$2 seconds=$3 status=0
  LD_LIBRARY_PATH=$dir/lib timeout "$seconds" "$dir/hip" "$dir/$name.cl" $threads "$dir/$name.co" >"$dir/$name.actual" 2>"$dir/$name.said" || status=$?
  if [ $status = 124 ]; then echo "$name slow"
  elif [ $status != 0 ]; then echo "$name failed ($status): $(tail -n1 "$dir/$name.said")"
  elif cmp -s "$dir/$name.actual" "$dir/$name.expected"; then echo "$name same"
  else echo "$name different"
  fi
}

run_programs() {
  local dir seconds=${2:-60} lanes=${3:-1}
  dir=$(cd "$1" && pwd)
  (cd "$dir" && ls -- *.co | sed 's/\.co$//') | xargs -P "$lanes" -I{} bash -c 'judge "$@"' judge "$dir" {} "$seconds" | tee "$dir/judged" | grep -v ' same$' || true
  echo "$(grep -c ' same$' "$dir/judged") the same, $(grep -c ' different$' "$dir/judged") different, $(grep -c ' failed ' "$dir/judged") failed, $(grep -c ' slow$' "$dir/judged") slow"
  grep -q ' same$' "$dir/judged" && ! grep -qE ' different$| failed ' "$dir/judged"
}

export -f options_of generate prepare judge
case ${1:-} in
  make) [ $# -ge 4 ] && make_programs "${@:2}" ;;
  run) [ $# -ge 2 ] && run_programs "${@:2}" ;;
  *) sed -n '2,9s/^# //p' "${BASH_SOURCE[0]}" >&2; exit 2 ;;
esac
