//! A trap ends its thread and tells the host why.
//!
//! `llvm.trap` becomes a call of the device library's `__hip_vk_trap`, which writes a record into the log and then calls
//! `__hip_vk_end_thread`, as failed assertions do by themselves. When all is inlined, the end of a thread is a return
//! like any other, so nothing behind this pass (barriers above all) has to know of a third way out of a kernel.
//!
//!   before  call void @llvm.trap()           unreachable
//!   report  call void @__hip_vk_trap()       unreachable
//!   end     ... the record ...               ret void
//!
//! Ginkgo's tests write `asm("s_trap 0x02;")`, which is the instruction that `llvm.trap` is. `__builtin_abort`, which clang's header for libstdc++'s
//! assertions calls, is C's `abort`, whether or not a program has made use of ours.
//!
//! `report` runs before inlining, `end` behind it. In a module without the library traps end the thread too, and nobody is told.

use crate::error::CompileError;
use crate::hash::HashMap;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Callee, Flags, Op};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::{FuncId, Module};
use crate::ir::types::Type;
use crate::passes::optimize::simplify_cfg::drop_unreachable;

use super::assembly;

const REPORT: &str = "__hip_vk_trap";
/// The device library's function for recursion deeper than the stack.
pub const STACK_OVERFLOW: &str = "__hip_vk_stack_overflow";
/// The device library's function for a call through a pointer that is no function's.
pub const WILD_CALL: &str = "__hip_vk_wild_call";
const END: &str = "__hip_vk_end_thread";

/// A trap of our own making: a call of the library's function that says why, or a plain trap where there is no library.
pub fn because(module: &Module, reason: &str) -> Op {
    match module.function_named(reason).filter(|&id| !module.functions[id].is_declaration()) {
        Some(id) => Op::Call { callee: Callee::Func(id), args: Vec::new(), flags: Flags::empty() },
        None => Op::Intrinsic { id: Intrinsic::Trap, flags: Flags::empty(), args: Vec::new() },
    }
}

/// Makes calls of the library's function of traps.
///
/// # Errors
/// None.
pub fn report(module: &mut Module) -> Result<(), CompileError> {
    let report = module.function_named(REPORT).filter(|&id| !module.functions[id].is_declaration());
    let stand_for: HashMap<FuncId, Intrinsic> = (module.functions.iter())
        .filter(|(_, func)| func.is_declaration())
        .filter_map(|(id, func)| Some((id, of_name(&func.name)?)))
        .collect();
    for func in module.functions.values_mut() {
        for block in func.layout.clone() {
            let mut insts = std::mem::take(&mut func.blocks[block].insts);
            for &inst in &insts {
                if let Op::Call { callee: Callee::Func(called), .. } = func.op(inst)
                    && let Some(&id) = stand_for.get(called)
                {
                    func.insts[inst].op = Op::Intrinsic { id, flags: Flags::empty(), args: Vec::new() };
                }
            }
            // A debugger's breakpoint: without a debugger AMD's hardware goes on.
            insts.retain(|&i| !is_intrinsic(func.op(i), Intrinsic::DebugTrap));
            for &inst in &insts {
                let trap =
                    is_intrinsic(func.op(inst), Intrinsic::Trap) || is_intrinsic(func.op(inst), Intrinsic::UbsanTrap);
                if let Some(id) = report.filter(|_| trap) {
                    func.insts[inst].op =
                        Op::Call { callee: Callee::Func(id), args: Vec::new(), flags: Flags::default() };
                }
            }
            func.blocks[block].insts = insts;
        }
    }
    Ok(())
}

/// The intrinsic that calls of a declaration are one for: of C's abort, and of an assembly statement by its number, of which AMD's ABI has 2 for the trap and
/// 3 for the breakpoint. Others are reported with their text by `calls::externals`.
fn of_name(name: &str) -> Option<Intrinsic> {
    if name == "abort" {
        return Some(Intrinsic::Trap);
    }
    match assembly::trap(name)? {
        2 => Some(Intrinsic::Trap),
        3 => Some(Intrinsic::DebugTrap),
        _ => None,
    }
}

/// Makes returns of the ends of threads, and of the traps of a module without the library.
///
/// # Errors
/// None.
pub fn end(module: &mut Module) -> Result<(), CompileError> {
    let end = module.function_named(END);
    for func in module.functions.values_mut().filter(|f| f.is_kernel) {
        let mut passed = false;
        for block in func.layout.clone() {
            passed |= end_block(func, block, end);
        }
        if passed {
            drop_unreachable(func);
        }
    }
    Ok(())
}

/// Whether the block went on to others: an unoptimised call of a function that never returns.
fn end_block(func: &mut Function, block: Block, end: Option<FuncId>) -> bool {
    let is_end = |op: &Op| matches!(op, Op::Call { callee: Callee::Func(id), .. } if Some(*id) == end);
    let stops = |op: &Op| is_end(op) || is_intrinsic(op, Intrinsic::Trap);
    let Some(at) = func.blocks[block].insts.iter().position(|&i| stops(func.op(i))) else { return false };
    let next: Vec<Block> = func.successors(block).into_iter().collect();
    for &successor in &next {
        for phi in func.phis(successor).collect::<Vec<_>>() {
            if let Op::Phi(incoming) = &mut func.insts[phi].op {
                incoming.retain(|&(_, from)| from != block);
            }
        }
    }
    func.blocks[block].insts.truncate(at);
    func.append(block, Op::Ret(None), Type::VOID, None);
    !next.is_empty()
}

fn is_intrinsic(op: &Op, wanted: Intrinsic) -> bool {
    matches!(op, Op::Intrinsic { id, .. } if *id == wanted)
}
