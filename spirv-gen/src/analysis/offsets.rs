//! Byte offsets that `getelementptr` stands for. Called by `alignment`, and by the passes that read or lower addresses.

use crate::ir::instruction::Value;
use crate::ir::module::Context;
use crate::ir::types::{Type, TypeKind};

/// One step of an address computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// So many bytes.
    Constant(i64),
    /// The value (a signed integer of its own width) times so many bytes.
    Scaled(Value, u64),
}

/// What `getelementptr elem, base, indices` adds to the base, step by step. Nothing if an index does not fit the type
/// (vectors of pointers, say).
pub fn steps(ctx: &Context, elem: Type, indices: &[Value]) -> Option<Vec<Step>> {
    let mut ty = elem;
    let mut out = Vec::with_capacity(indices.len());
    for (i, &index) in indices.iter().enumerate() {
        let constant = constant_int(ctx, index);
        if i == 0 {
            out.push(scaled(constant, index, ctx.types.size(ty)));
            continue;
        }
        match ctx.types.kind(ty) {
            TypeKind::Struct { fields, .. } => {
                let field = usize::try_from(constant?).ok()?;
                out.push(Step::Constant(*ctx.types.struct_layout(ty).0.get(field)? as i64));
                ty = *fields.get(field)?;
            }
            TypeKind::Array { elem, .. } => {
                ty = *elem;
                out.push(scaled(constant, index, ctx.types.size(ty)));
            }
            TypeKind::Vector { elem, .. } => {
                ty = *elem;
                out.push(scaled(constant, index, ctx.types.store_size(ty)));
            }
            _ => return None,
        }
    }
    Some(out)
}

fn scaled(constant: Option<i64>, index: Value, size: u64) -> Step {
    constant.map_or(Step::Scaled(index, size), |c| Step::Constant(c.wrapping_mul(size as i64)))
}

/// The offset if every index is constant.
pub fn constant_offset(ctx: &Context, elem: Type, indices: &[Value]) -> Option<i64> {
    steps(ctx, elem, indices)?.into_iter().try_fold(0i64, |sum, step| match step {
        Step::Constant(c) => Some(sum.wrapping_add(c)),
        Step::Scaled(..) => None,
    })
}

/// A constant integer, sign-extended.
pub fn constant_int(ctx: &Context, value: Value) -> Option<i64> {
    let bits = ctx.as_int(value)?;
    let Value::Const(id) = value else { return None };
    let width = ctx.types.int_bits(ctx.consts.data(id).ty()).unwrap_or(64).clamp(1, 64);
    Some(((bits as u64) << (64 - width)) as i64 >> (64 - width))
}
