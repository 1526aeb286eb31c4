//! Any control flow to SPIR-V's structured form.
//!
//! ```text
//! prepare     no phis, two-way branches only
//! loops       each loop: one header, one continue block, one merge block
//! selections  each branch: arms that meet in one merge block
//! repair      values and phis again
//! exits       what loops' last arms compute in front of them, for lavapipe
//! check       SPIR-V's rules, in debug builds
//! depth       what the device's compiler has room for
//! ```
//! Afterwards every block with two successors carries a merge. Nothing is copied; where control flow cannot be expressed,
//! edges store a number and a merge block dispatches on it.
//!
//! Needs: one kernel, emittable form. Leaves: no `switch`, reducible, valid SSA.

pub mod check;
mod depth;
mod exits;
mod graph;
mod loops;
mod origin;
pub mod prepare;
mod repair;
mod selections;

#[cfg(test)]
mod tests;

use self::origin::Origin;
use crate::error::CompileError;
use crate::ir::function::Function;
use crate::ir::module::{Context, Module};
use crate::passes::DeviceContext;

/// Structures every function of the module.
///
/// # Errors
/// Control flow nests deeper than the device's compiler has room for. In debug builds, a result that breaks SPIR-V's rules (a bug of ours).
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    for func in module.functions.values_mut().filter(|f| !f.is_declaration()) {
        structure(&mut module.ctx, func);
        if device.target.cpu {
            exits::run(func);
        }
        if cfg!(debug_assertions) {
            check::check(func).map_err(|e| CompileError::internal("structure", e).in_function(&func.name))?;
        }
        depth::check(func, device)?;
    }
    Ok(())
}

/// Structures one function.
pub fn structure(ctx: &mut Context, func: &mut Function) {
    structure_within(ctx, func, selections::MOST_NESTED);
}

/// Structures one function, with constructs about `most_nested` deep.
fn structure_within(ctx: &mut Context, func: &mut Function, most_nested: usize) {
    func.compact_insts();
    prepare::run(ctx, func);
    let origin = Origin::of(func);
    let mut graph = graph::Graph::new(ctx, func);
    let loops = loops::restructure(&mut graph);
    selections::restructure(&mut graph, loops, most_nested);
    repair::run(ctx, func, &origin);
    func.compact();
}
