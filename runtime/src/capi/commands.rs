//! hipcc and hipvk-precompile, as functions: an installation's programs of these names are a call of them (`runtime/tools/command.cpp`), so
//! that the compiler, which the library has for hipRTC and first launches anyway, is on the disk once.
//!
//! Cargo's own programs (`src/bin`) call the same two `main`s. No header declares these functions: they are between files of one version.

use std::ffi::c_int;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What a Rust program that panicked ends with.
const PANICKED: c_int = 101;

/// The program hipcc, and what else links to it are: the process's arguments begin with the name.
#[unsafe(no_mangle)]
pub extern "C" fn hipvk_hipcc() -> c_int {
    command(|| spirv_gen::driver::main(std::env::args_os()))
}

/// The program hipvk-precompile.
#[unsafe(no_mangle)]
pub extern "C" fn hipvk_precompile() -> c_int {
    command(|| crate::precompile::main(std::env::args_os().skip(1)))
}

/// The exit status of `main`. Where `main` is C's, nobody else writes what Rust's standard output still holds.
fn command(main: impl FnOnce() -> u8) -> c_int {
    let status = catch_unwind(AssertUnwindSafe(main)).map_or(PANICKED, c_int::from);
    // Nobody to tell.
    let _ = std::io::stdout().flush();
    status
}
