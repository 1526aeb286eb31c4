//! Phis of vectors become phis of their elements: a device reads and writes vectors, and holds scalars.
//!
//!   before  %v = phi <2 x i32> [ %a, %b1 ], [ undef, %b2 ]
//!   after   %x = phi i32 [ %a.0, %b1 ], [ undef, %b2 ]      %v = insertelement (insertelement poison, %x, 0), %y, 1
//!
//! Called by `warp::fission` behind mem2reg, where what outlives a region of a kernel is a vector.

use crate::hash::HashMap;
use crate::ir::cursor::Cursor;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Inst, Op, Value};
use crate::ir::module::Context;
use crate::passes::util::build::build_vector;

/// See the module's description.
pub fn split(ctx: &mut Context, func: &mut Function) {
    let mut vectors: Vec<(Block, Inst, Vec<Value>)> = Vec::new();
    let mut whole = HashMap::default();
    for block in func.layout.clone() {
        let phis: Vec<Inst> = func.phis(block).collect();
        for phi in phis {
            let Some((element, count)) = ctx.types.vector_parts(func.insts[phi].ty) else { continue };
            let mut cursor = Cursor::before(ctx, func, block, 0);
            let parts: Vec<Value> = (0..count).map(|_| cursor.phi(Vec::new(), element)).collect();
            let behind = cursor.func.phis(block).count();
            let mut cursor = Cursor::before(ctx, func, block, behind);
            whole.insert(Value::Inst(phi), build_vector(&mut cursor, &parts));
            vectors.push((block, phi, parts));
        }
    }
    for (_, phi, parts) in &vectors {
        let Op::Phi(incoming) = func.op(*phi).clone() else { continue };
        for (value, from) in incoming {
            let value = whole.get(&value).copied().unwrap_or(value);
            for (nth, &part) in parts.iter().enumerate() {
                let element = element_of(ctx, func, (value, nth as u32), from);
                func.add_incoming(part, element, from);
            }
        }
    }
    for (block, phi, _) in vectors {
        func.blocks[block].insts.retain(|&inst| inst != phi);
    }
    func.replace_uses(&whole);
}

/// One element of a vector, at the end of `block`.
fn element_of(ctx: &mut Context, func: &mut Function, (vector, nth): (Value, u32), block: Block) -> Value {
    let ty = ctx.types.scalar(ctx.type_of(func, vector));
    if ctx.is_undefined(vector) {
        return ctx.undef(ty);
    }
    let index = ctx.i32(nth);
    Cursor::before_terminator(ctx, func, block).inst(Op::ExtractElement { vector, index }, ty)
}

#[cfg(test)]
mod tests {
    use super::split;
    use crate::ir::instruction::Op;
    use crate::ir::parse::parse_module;
    use crate::ir::verify::verify_module;

    #[test]
    fn elements_go_round_a_loop_by_themselves() {
        let text = "define void @f(i64 %p, i32 %n) {
b0:
  %first = load <2 x i32>, i64 %p
  br label %b1
b1:
  %v = phi <2 x i32> [ %first, %b0 ], [ %v, %b2 ], [ %w, %b3 ]
  %w = phi <2 x i32> [ undef, %b0 ], [ %next, %b2 ], [ %v, %b3 ]
  %i = phi i32 [ 0, %b0 ], [ %j, %b2 ], [ 7, %b3 ]
  %odd = icmp eq i32 %i, 1
  br i1 %odd, label %b2, label %b3
b2:
  %next = load <2 x i32>, i64 %p
  %j = add i32 %i, 1
  br label %b1
b3:
  store <2 x i32> %v, i64 %p
  %more = icmp ult i32 %i, %n
  br i1 %more, label %b1, label %b4
b4:
  ret void
}";
        let mut module = parse_module(text).unwrap();
        let func = module.functions.values_mut().next().unwrap();
        split(&mut module.ctx, func);
        let phis = func.linked_insts().filter(|&(_, inst)| matches!(func.op(inst), Op::Phi(_)));
        let types: Vec<_> = phis.map(|(_, inst)| func.insts[inst].ty).collect();
        assert_eq!(types, vec![crate::ir::types::Type::I32; 5]);
        verify_module(&module).unwrap();
    }
}
