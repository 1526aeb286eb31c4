//! Programs in the interpreter, which has a true stack: what the tests of passes about calls run as written and behind the passes.

use crate::interp::{Fault, Launch, Machine};
use crate::ir::module::Module;
use crate::ir::parse::parse_module;
use crate::ir::verify::verify_module;

/// A kernel that stores `@f(i)` for its thread `i`, and `more` functions.
pub(super) fn program(more: &str) -> Module {
    let kernel = "define amdgpu_kernel void @k(ptr addrspace(1) %out) {\n  %i = call i32 @hip.thread.linear()\n  \
        %r = call i32 @f(i32 %i)\n  %w = zext i32 %i to i64\n  \
        %p = getelementptr i32, ptr addrspace(1) %out, i64 %w\n  store i32 %r, ptr addrspace(1) %p, align 4\n  ret void\n}\n";
    let module = parse_module(&format!("{kernel}{more}")).unwrap();
    verify_module(&module).unwrap();
    module
}

/// What `threads` threads leave behind.
pub(super) fn run(module: &Module, threads: u32) -> Result<Vec<u32>, Fault> {
    let mut machine = Machine::new(module)?;
    let out = machine.device.allocate(u64::from(threads) * 4);
    let shape = Launch::new([1; 3], [threads, 1, 1]);
    let launch = Launch { args: out.to_le_bytes().to_vec(), fuel: 50_000_000, ..shape };
    machine.launch(module.function_named("k").unwrap(), &launch)?;
    let bytes = machine.device.bytes(out, u64::from(threads) * 4)?;
    Ok(bytes.as_chunks::<4>().0.iter().map(|b| u32::from_le_bytes(*b)).collect())
}
