//! hipRTC: programs that compile kernels at run time, and the linker for their pieces.
//!
//! The compiler is spirv-gen's driver, in this process, with the installed clang (`spirv_gen::driver::rtc`). No device is needed: nothing
//! here starts the runtime. `program.rs` is a program's life, `linker.rs` a link's, `cache.rs` keeps what compiled, `error.rs` are hipRTC's own codes.

mod cache;
pub(crate) mod error;
pub(crate) mod linker;
pub(crate) mod program;
