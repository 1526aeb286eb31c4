//! hipcc: compiles HIP programs for Vulkan devices; as hipconfig, answers build systems' questions. All of it is in `spirv_gen::driver`.

use std::process::ExitCode;

fn main() -> ExitCode {
    spirv_gen::driver::main(std::env::args_os()).into()
}
