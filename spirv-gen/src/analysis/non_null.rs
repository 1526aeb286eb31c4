//! Which pointers cannot be null: addresses of variables, and what `inbounds` arithmetic, selects and phis make of them.
//!
//! No object lies at a null pointer, so comparisons of these with null are decided (`optimize/identities`), and their casts
//! between memories need not look for null (`pointers/generic`).

use crate::ir::constant::ConstData;
use crate::ir::function::Function;
use crate::ir::instruction::{CastOp, Flags, Op, Value};
use crate::ir::module::Context;

/// Values looked at before the answer is "perhaps".
const MOST: usize = 32;

/// Whether `pointer` is certainly no null pointer.
pub fn is_non_null(ctx: &Context, func: &Function, pointer: Value) -> bool {
    let mut seen = Vec::new();
    let mut waiting = vec![pointer];
    while let Some(value) = waiting.pop() {
        if seen.contains(&value) {
            continue;
        }
        if seen.len() == MOST {
            return false;
        }
        seen.push(value);
        match value {
            Value::Const(id) if matches!(ctx.consts.data(id), ConstData::GlobalAddr { .. }) => {}
            Value::Inst(inst) => match func.op(inst) {
                Op::Alloca { .. } => {}
                Op::Gep { flags, base, .. } if flags.contains(Flags::INBOUNDS) => waiting.push(*base),
                Op::Cast { op: CastOp::AddrSpaceCast, value, .. } => waiting.push(*value),
                Op::Select { then_, else_, .. } => waiting.extend([*then_, *else_]),
                Op::Phi(incoming) => waiting.extend(incoming.iter().map(|(value, _)| *value)),
                _ => return false,
            },
            Value::Const(_) | Value::Param(_) => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::is_non_null;
    use crate::ir::instruction::{Op, Value};
    use crate::ir::parse::parse_module;

    /// Whether each operand of a `store` is known to be no null pointer, in order.
    fn known(body: &str) -> Vec<bool> {
        let text = format!(
            "@s = internal addrspace(3) global [8 x i32] undef\ndefine void @f(ptr %p, i1 %c) {{\n{body}\n}}\n"
        );
        let module = parse_module(&text).expect("parses");
        let func = module.functions.values().next().expect("a function");
        let stored = |op: &Op| if let Op::Store { value, .. } = op { Some(*value) } else { None };
        let values: Vec<Value> = func.linked_insts().filter_map(|(_, inst)| stored(func.op(inst))).collect();
        values.into_iter().map(|value| is_non_null(&module.ctx, func, value)).collect()
    }

    #[test]
    fn objects_and_places_within_them_are_not_null() {
        let body = "  %a = alloca [4 x i32], addrspace(5)
  %g = getelementptr inbounds i32, ptr addrspace(5) %a, i32 1
  %o = getelementptr i32, ptr addrspace(5) %a, i32 -1
  %w = addrspacecast ptr addrspace(5) %g to ptr
  %s = select i1 %c, ptr %w, ptr %p
  store ptr addrspace(5) %a, ptr %p
  store ptr addrspace(5) %o, ptr %p
  store ptr %w, ptr %p
  store ptr %s, ptr %p
  store ptr addrspace(3) @s, ptr %p
  store ptr addrspace(3) null, ptr %p
  ret void";
        assert_eq!(known(body), [true, false, true, false, true, false]);
    }

    #[test]
    fn a_pointer_that_walks_through_an_object_is_not_null() {
        let body = "  br label %loop
loop:
  %q = phi ptr addrspace(3) [ @s, %0 ], [ %next, %loop ]
  %r = phi ptr addrspace(3) [ @s, %0 ], [ addrspacecast (ptr null to ptr addrspace(3)), %loop ]
  %next = getelementptr inbounds i32, ptr addrspace(3) %q, i32 1
  store ptr addrspace(3) %q, ptr %p
  store ptr addrspace(3) %r, ptr %p
  br i1 %c, label %loop, label %end
end:
  ret void";
        assert_eq!(known(body), [true, false]);
    }
}
