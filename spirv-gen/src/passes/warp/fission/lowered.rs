//! Kernels as fission leaves them for lavapipe, for the tests of its parts.

use crate::error::CompileError;
use crate::ir::module::Module;
use crate::passes::{DeviceContext, LaunchShape, run_device};
use crate::portable::{Options, compile_bundle};
use crate::target::Target;

/// The kernel `k` of `text`, for warps of 32 in blocks of `threads`. Panics if it cannot be lowered.
pub fn for_lavapipe(text: &str, threads: u32) -> Module {
    lowered(text, threads, &Target::lavapipe()).unwrap_or_else(|e| panic!("{e}"))
}

/// The same for any target, or why it cannot be lowered.
pub fn lowered(text: &str, threads: u32, target: &Target) -> Result<Module, CompileError> {
    let bundle = compile_bundle(text, &Options { warp_size: 32 }).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let kernel = bundle.kernel("k").expect("the bundle has the kernel");
    let mut module = kernel.module().expect("the bundle is whole");
    let shape = LaunchShape { block: [threads, 1, 1], dynamic_shared: 0 };
    let cx = DeviceContext { target, shape, metadata: &kernel.metadata };
    run_device(&mut module, &cx)?;
    Ok(module)
}

/// A kernel `k` for blocks of `threads` that adds one to the word `%i` of an array, into another, where `guard` says so; `index` computes `%i` of `%t`,
/// the global index `%g` and `%n`.
pub fn streaming_kernel(index: &str, guard: &str, threads: u32) -> String {
    format!(
        "define amdgpu_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) {{
  %t = call i32 @hip.thread.linear()
  %block = call i32 @hip.block.id.x()
  %first = mul i32 %block, {threads}
  %g = add i32 %first, %t
{index}
  %c = {guard}
  br i1 %c, label %inside, label %end
inside:
  %k = zext i32 %i to i64
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %k
  %to = getelementptr i32, ptr addrspace(1) %q, i64 %k
  %x = load i32, ptr addrspace(1) %at
  %y = add i32 %x, 1
  store i32 %y, ptr addrspace(1) %to
  br label %end
end:
  ret void
}}"
    )
}
