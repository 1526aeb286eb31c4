//! An address that lies a constant behind another one is computed from that one, on a GPU: its memory instructions take such a constant for nothing,
//! while an address of 64 bits that is computed anew costs two or more additions.
//!
//! ```text
//! before  %a = load i64 %p + 2 * zext(%i);  %b = load i64 %p + 2 * zext(%i + 1)        (%i + 1 does not wrap)
//! after   %a = load i64 %q;                 %b = load i64 %q + 2
//! ```
//! Within a block only: registers that live longer cost more. Called by the device list in front of `early_loads`, behind which a load may stand
//! where flags promise nothing of its address; `optimize/dce` sweeps up behind it.

use std::collections::hash_map::Entry;

use crate::analysis::sums::{Sum, Sums};
use crate::error::CompileError;
use crate::hash::HashMap;
use crate::ir::cursor::Cursor;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{BinaryOp, Inst, Op, Value};
use crate::ir::module::{Context, Module};
use crate::ir::types::Type;
use crate::passes::DeviceContext;

/// Half the bytes that constants in memory instructions reach: NVIDIA's and AMD's newer ones have 24 bits.
const REACH: i64 = 1 << 22;

/// An access's address is that many bytes behind this one.
type Near = HashMap<Inst, (Value, i64)>;

/// See the file's description.
///
/// # Errors
/// None.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    if device.target.cpu {
        return Ok(());
    }
    let Module { ctx, functions, .. } = module;
    for func in functions.values_mut().filter(|f| !f.is_declaration()) {
        let found = find(ctx, func);
        for (block, near) in found {
            rewrite(ctx, func, block, &near);
        }
    }
    Ok(())
}

/// By block, the accesses that lie near an earlier one: from which address, and how far behind it.
fn find(ctx: &Context, func: &Function) -> Vec<(Block, Near)> {
    let mut sums = Sums::new(ctx, func);
    let mut found = Vec::new();
    for &block in &func.layout {
        let mut first: HashMap<Sum, (Value, u64)> = HashMap::default();
        let mut near = HashMap::default();
        for &inst in &func.blocks[block].insts {
            let Some(ptr) = address(ctx, func, inst) else { continue };
            let at = sums.of(ptr);
            let constant = at.constant;
            match first.entry(at.root()) {
                Entry::Vacant(entry) => {
                    entry.insert((ptr, constant));
                }
                Entry::Occupied(entry) => {
                    let (from, start) = *entry.get();
                    let behind = constant.wrapping_sub(start) as i64;
                    if ptr != from && behind.abs() < REACH && !is_sum(ctx, func, ptr, from) {
                        near.insert(inst, (from, behind));
                    }
                }
            }
        }
        if !near.is_empty() {
            found.push((block, near));
        }
    }
    found
}

/// The address of a plain access of global memory.
fn address(ctx: &Context, func: &Function, inst: Inst) -> Option<Value> {
    let (Op::Load { ptr, volatile: false, atomic: None, .. } | Op::Store { ptr, volatile: false, atomic: None, .. }) =
        *func.op(inst)
    else {
        return None;
    };
    (ctx.type_of(func, ptr) == Type::I64 && matches!(ptr, Value::Inst(_))).then_some(ptr)
}

/// Whether `ptr` is `from` and a constant already.
fn is_sum(ctx: &Context, func: &Function, ptr: Value, from: Value) -> bool {
    let Value::Inst(inst) = ptr else { return false };
    matches!(*func.op(inst), Op::Binary { op: BinaryOp::Add, lhs, rhs, .. } if lhs == from && ctx.as_int(rhs).is_some())
}

fn rewrite(ctx: &mut Context, func: &mut Function, block: Block, near: &Near) {
    let insts = std::mem::take(&mut func.blocks[block].insts);
    for inst in insts {
        if let Some(&(from, behind)) = near.get(&inst) {
            let mut cursor = Cursor::at_end(ctx, func, block);
            cursor.loc = cursor.func.insts[inst].loc;
            let to = if behind == 0 {
                from
            } else {
                let bytes = cursor.ctx.i64(behind as u64);
                cursor.add(from, bytes)
            };
            if let Op::Load { ptr, .. } | Op::Store { ptr, .. } = &mut func.insts[inst].op {
                *ptr = to;
            }
        }
        func.blocks[block].insts.push(inst);
    }
}
