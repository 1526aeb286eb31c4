//! Turns recursion into a loop over a stack of frames.
//!
//! Vulkan's functions cannot call themselves. The functions of a cycle of calls (one, or several that call each other, perhaps
//! through a dispatcher of [`indirect`](super::indirect)) become one function, a *machine*: all their bodies side by side,
//! a call inside the cycle a jump to the callee's body, a return a switch to where the frame says. Calls from outside call the machine,
//! which is inlined like any other function.
//!
//!   before  define i32 @f(i32 %n) { ... %r = call i32 @f(i32 %m)   use %r, %n ... ret i32 %v }
//!   after   define i32 @hip.recursion.f(i32 %n) {
//!             %stack = alloca i8, i32 hip.stack.size        what is live across the call, and where to return to, go there
//!             ... push(%n, 1)   br %f        returned_1: %n = pop   use %r, %n ...    switch %frame.id [ 0: exit, 1: %returned_1 ]
//!
//! Each push checks the stack's end ([`Intrinsic::StackSize`], the device's `hipLimitStackSize`); an overflow traps. `machine.rs`
//! builds, `frame.rs` says what lies where in a frame, `live.rs` what a call must keep. Needs: `calls::indirect`.   Leaves: no cycle of calls that a kernel reaches.
//!
//! [`Intrinsic::StackSize`]: crate::ir::intrinsic::Intrinsic::StackSize

mod frame;
mod live;
mod machine;
#[cfg(test)]
mod tests;

use crate::analysis::components::components;
use crate::error::CompileError;
use crate::hash::HashMap;
use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Callee, Op};
use crate::ir::module::{FuncId, Module};
use crate::passes::calls::local_stack;
use crate::passes::optimize::simplify_cfg::drop_unreachable;

/// See the module's description.
///
/// # Errors
/// None.
pub fn run(module: &mut Module) -> Result<(), CompileError> {
    for cycle in cycles(module) {
        // Blocks that nothing leads to have no liveness and no dominators.
        cycle.iter().for_each(|&id| drop_unreachable(&mut module.functions[id]));
        cycle.iter().for_each(|&id| local_stack::give_back(module, id));
        let mut machines: HashMap<FuncId, FuncId> = HashMap::default();
        for entry in entries(module, &cycle) {
            let machine = machine::build(module, &cycle, entry);
            machines.insert(entry, module.functions.push(machine));
        }
        let outside = |f: &FuncId| !cycle.contains(f);
        for id in module.functions.keys().filter(outside).collect::<Vec<_>>() {
            if !machines.values().any(|&m| m == id) {
                redirect(&mut module.functions[id], &machines);
            }
        }
    }
    Ok(())
}

/// The cycles of calls that kernels reach, callees before callers.
fn cycles(module: &Module) -> Vec<Vec<FuncId>> {
    let mut reached = vec![false; module.functions.len()];
    let mut queue: Vec<FuncId> = module.functions.keys().filter(|&f| module.functions[f].is_kernel).collect();
    while let Some(id) = queue.pop() {
        if !std::mem::replace(&mut reached[id.index()], true) {
            queue.extend(callees(module, id));
        }
    }
    // A graph is a graph: functions stand in for blocks.
    let nodes: Vec<Block> = (0..reached.len()).filter(|&i| reached[i]).map(Block::new).collect();
    let next = |b: Block| callees(module, FuncId(b.0)).into_iter().map(|f| Block(f.0)).collect();
    let found = components(&nodes, next).into_iter().filter(|c| c.cyclic);
    found
        .map(|c| {
            let mut cycle: Vec<FuncId> = c.blocks.into_iter().map(|b| FuncId(b.0)).collect();
            cycle.sort_unstable();
            cycle
        })
        .collect()
}

/// The functions with bodies that `id` calls.
fn callees(module: &Module, id: FuncId) -> Vec<FuncId> {
    let func = &module.functions[id];
    let mut found: Vec<FuncId> = func.linked_insts().filter_map(|(_, i)| callee(func.op(i))).collect();
    found.retain(|&f| !module.functions[f].is_declaration());
    found.sort_unstable();
    found.dedup();
    found
}

fn callee(op: &Op) -> Option<FuncId> {
    if let Op::Call { callee: Callee::Func(id), .. } = op { Some(*id) } else { None }
}

/// The functions of the cycle that others call, in order.
fn entries(module: &Module, cycle: &[FuncId]) -> Vec<FuncId> {
    let outside = module.functions.keys().filter(|f| !cycle.contains(f));
    let mut called: Vec<FuncId> = outside.flat_map(|f| callees(module, f)).filter(|f| cycle.contains(f)).collect();
    called.sort_unstable();
    called.dedup();
    called
}

fn redirect(func: &mut Function, machines: &HashMap<FuncId, FuncId>) {
    for inst in func.insts.values_mut() {
        if let Op::Call { callee: Callee::Func(id), .. } = &mut inst.op
            && let Some(&machine) = machines.get(id)
        {
            *id = machine;
        }
    }
}
