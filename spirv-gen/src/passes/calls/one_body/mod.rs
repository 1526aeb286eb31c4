//! Keeps one body of a function for all its calls, in kernels that would be too large with a copy for each.
//!
//! Vulkan's drivers inline every function, so a function with many calls costs its size at each of them; and their compilers take
//! longer than in proportion to a kernel's size. The kernels that `choice` finds too large are inlined here, all but the functions that pay
//! most for a body of their own: their calls become one (`merge`), which is inlined like any other.
//!
//!   before  %a = call @f(%x)   ...   %b = call @f(%y)
//!   after   br %f.call         ...   br %f.call       f.call: %p = phi [ %x, .. ], [ %y, .. ]   (body of f)   switch %site [ back to where it came from ]
//!
//! No function is active twice (`calls::recursion` has seen to that), so parameters, local arrays and the place to return to need
//! no stack. Lanes that call from different places no longer meet in between: kernels whose threads wait for each other are left alone.
//!
//! Needs: `calls::recursion`, and all that adds calls.   Leaves: large kernels without calls of functions with bodies; for `calls::inline`, all others.

mod choice;
mod merge;
#[cfg(test)]
mod tests;

use crate::error::CompileError;
use crate::hash::HashMap;
use crate::ir::function::Function;
use crate::ir::module::{FuncId, Module};
use crate::passes::calls::inline::inline_calls;
use crate::passes::optimize::simplify_cfg::drop_unreachable;
use crate::passes::util::walk::order_blocks;

pub use choice::{Budget, VARIABLE};

/// See the module's description.
///
/// # Errors
/// The environment names a limit that is no number.
pub fn run(module: &mut Module) -> Result<(), CompileError> {
    run_within(module, &Budget::of_environment()?)
}

/// The same for kernels larger than `budget` says.
///
/// # Errors
/// None.
pub fn run_within(module: &mut Module, budget: &Budget) -> Result<(), CompileError> {
    let known = choice::Functions::of(module);
    let kernels = module.functions.iter().filter(|(_, f)| f.is_kernel && !f.is_declaration());
    for kernel in kernels.map(|(id, _)| id).collect::<Vec<_>>() {
        if let Some(choice) = choice::of(&known, kernel, budget) {
            inline_all(module, kernel, &choice);
        }
    }
    Ok(())
}

/// Inlines every call in `kernel`, the shared functions at one place each.
fn inline_all(module: &mut Module, kernel: FuncId, choice: &choice::Choice) {
    let mut bodies: HashMap<FuncId, Function> = HashMap::default();
    for &id in &choice.callees_first {
        let mut func = module.functions[id].clone();
        drop_unreachable(&mut func); // what nothing leads to has no dominators
        inline_calls(&mut module.ctx, |f| bodies.get(&f).filter(|_| !choice.shared.contains(&f)), &mut func);
        bodies.insert(id, func);
    }
    let Some(mut func) = bodies.remove(&kernel) else { return };
    // Callers first: a shared function's own calls are the kernel's before they are merged.
    for &shared in choice.callees_first.iter().rev().filter(|f| choice.shared.contains(f)) {
        merge::run(&mut module.ctx, &mut func, shared, &bodies[&shared]);
        inline_calls(&mut module.ctx, |f| bodies.get(&f).filter(|_| f == shared), &mut func);
    }
    order_blocks(&mut func);
    func.compact();
    module.functions[kernel] = func;
}
