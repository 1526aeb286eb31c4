#!/usr/bin/env bash
# sanitizers.sh thread|address [PROGRAM...]: the library under clang's ThreadSanitizer (data races) or AddressSanitizer (memory errors), by hand.
# PROGRAM is a file of tests/kernels; without one, those that share most between threads, or that touch most of the library. Fails at the
# first finding, and where a program finds itself wrong.
#
# The library and its crates are compiled with the sanitizer and linked into the program; for `address` the program's host code is too, for
# `thread` Rust's own library (`rustup component add rust-src`). Vulkan's driver is not, but its locks, threads and allocations are seen.
# 5 minutes on two cores, most of it once.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
host=$(rustc -vV | sed -n 's/^host: //p')
sanitizer=${1:-}
flags="-Zsanitizer=$sanitizer -Cunsafe-allow-abi-mismatch=sanitizer" build=() object=()
case $sanitizer in
  thread)
    [ -d "$(rustc --print sysroot)/lib/rustlib/src/rust/library" ] || { echo "sanitizers.sh: rustup component add rust-src" >&2; exit 2; }
    build=(-Zbuild-std)
    programs=(shared_by_threads stress event_points copy_synchronisation graph_capture released_later)
    # Without these nothing else would be said of what went wrong.
    export TSAN_OPTIONS="halt_on_error=1 second_deadlock_stack=1 ${TSAN_OPTIONS:-}"
    ;;
  address)
    object=(-fsanitize=address -fno-omit-frame-pointer)
    programs=(shared_by_threads stress graph_nodes graph_memory graph_capture virtual_memory copy_synchronisation large_rows device_variables
      textures function_pointers pool_ipc taken_addresses)
    # Mesa's compiler keeps a little of each kernel; the fault handler of ours is not to come first.
    export LSAN_OPTIONS="suppressions=$root/tests/sanitizers/leaks.txt ${LSAN_OPTIONS:-}" HIPVK_FAULT_REPORT=0
    # What was freed is kept to find who uses it: little of it, so that the growth that `stress` measures is ours.
    export ASAN_OPTIONS="quarantine_size_mb=1 thread_local_quarantine_size_kb=16 ${ASAN_OPTIONS:-}"
    ;;
  *) sed -n '2,4s/^# //p' "$0" >&2; exit 2 ;;
esac
shift
[ $# = 0 ] || programs=("$@")
cd "$root"
cargo build -q --workspace --lib --bins
mkdir -p "target/sanitizers/$sanitizer"
wrong=0
for program in "${programs[@]}"; do
  name=$(basename "$program" .hip)
  export SANITIZED_OBJECT=$root/target/sanitizers/$sanitizer/$name.o
  target/debug/hipcc -std=c++17 -O1 -g "${object[@]}" -Wno-option-ignored -c "tests/kernels/$name.hip" -o "$SANITIZED_OBJECT"
  RUSTC_BOOTSTRAP=1 RUSTFLAGS=$flags \
    cargo build -q "${build[@]}" --target "$host" --manifest-path tests/sanitizers/Cargo.toml --target-dir "target/sanitizers/$sanitizer"
  echo "== $name"
  "target/sanitizers/$sanitizer/$host/debug/sanitized" || wrong=1
done
exit $wrong
