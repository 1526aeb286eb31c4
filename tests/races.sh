#!/usr/bin/env bash
# races.sh [PROGRAM...]: looks for data races of the library with ThreadSanitizer, by hand. PROGRAM is a file of tests/kernels; without
# one, those whose threads share most. Fails at the first race, and where a program finds itself wrong.
#
# The library, its crates and Rust's own library are compiled with the sanitizer (`rustup component add rust-src`) and linked into the
# program; Vulkan's driver is not, but its locks and threads are seen. 5 minutes on two cores, most of it once.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
host=$(rustc -vV | sed -n 's/^host: //p')
[ -d "$(rustc --print sysroot)/lib/rustlib/src/rust/library" ] || { echo "races.sh: rustup component add rust-src" >&2; exit 2; }
[ $# -gt 0 ] || set -- shared_by_threads stress event_points copy_synchronisation graph_capture released_later
cd "$root"
cargo build -q --workspace --lib --bins
mkdir -p target/races
wrong=0
for program; do
  name=$(basename "$program" .hip)
  export RACES_OBJECT=$root/target/races/$name.o
  target/debug/hipcc -std=c++17 -O1 -g -c "tests/kernels/$name.hip" -o "$RACES_OBJECT"
  RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Zsanitizer=thread -Cunsafe-allow-abi-mismatch=sanitizer" \
    cargo build -q -Zbuild-std --target "$host" --manifest-path tests/races/Cargo.toml --target-dir target/races
  echo "== $name"
  TSAN_OPTIONS="halt_on_error=1 second_deadlock_stack=1 ${TSAN_OPTIONS:-}" "target/races/$host/debug/races" || wrong=1
done
exit $wrong
