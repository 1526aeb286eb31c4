//! hipconfig: answers build systems' questions about this HIP installation. See `spirv_gen::driver::config`.

use std::process::ExitCode;

fn main() -> ExitCode {
    spirv_gen::driver::config::main(std::env::args_os().skip(1))
}
