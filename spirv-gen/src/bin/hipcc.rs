//! hipcc: compiles HIP programs for Vulkan devices. All of it is in `spirv_gen::driver`.

use std::process::ExitCode;

fn main() -> ExitCode {
    spirv_gen::driver::main(std::env::args_os().skip(1))
}
