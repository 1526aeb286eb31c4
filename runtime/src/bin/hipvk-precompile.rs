//! hipvk-precompile: compiles a program's kernels for this machine's device ahead of its first run. All of it is in `hipvk::precompile`.

use std::process::ExitCode;

fn main() -> ExitCode {
    hipvk::precompile::main(std::env::args_os().skip(1)).into()
}
