//! The module's tables: types, constants, globals, signatures. Everything refers backwards and to what exists.
//!
//! This is what makes the rest of the verifier, and every pass, safe on a module that was decoded from damaged bytes: no id
//! is out of range, no type contains itself, no size overflows.

use super::{Fault, Module};
use crate::ir::constant::{Const, ConstData};
use crate::ir::entity::Entity;
use crate::ir::function::Function;
use crate::ir::instruction::Op;
use crate::ir::types::{AddressSpace, MOST_BITS, Type, TypeKind};

/// The parser's bounds, with room for what passes build.
const MAX_DEPTH: u32 = 256;
const MAX_NODES: u64 = 1 << 21;
const MAX_BYTES: u64 = 1 << 50;

/// Checks all tables.
pub(super) fn check(module: &Module) -> Result<(), Fault> {
    types(module)?;
    constants(module)?;
    for global in module.globals.values() {
        known(module, global.ty, &global.name)?;
        if let Some(init) = global.init {
            let fits = init.index() < module.ctx.consts.len() && module.ctx.consts.data(init).ty() == global.ty;
            if !fits {
                return Err(format!("the initialiser of @{} is of another type", global.name));
            }
        }
    }
    module.functions.values().try_for_each(|func| signature(module, func))
}

fn known(module: &Module, ty: Type, whose: &str) -> Result<(), Fault> {
    if ty.index() < module.ctx.types.len() { Ok(()) } else { Err(format!("@{whose} has a type that does not exist")) }
}

/// The types that `func` names, apart from its instructions' results.
fn signature(module: &Module, func: &Function) -> Result<(), Fault> {
    known(module, func.ret, &func.name)?;
    for param in &func.params {
        known(module, param.ty, &func.name)?;
        known(module, param.by_ref.unwrap_or(Type::VOID), &func.name)?;
    }
    for data in func.insts.values() {
        known(module, data.ty, &func.name)?;
        if let Op::Alloca { elem, .. } | Op::Gep { elem, .. } = data.op {
            known(module, elem, &func.name)?;
        }
    }
    Ok(())
}

/// Depth, nodes and bytes of a type.
#[derive(Clone, Copy, Default)]
struct Shape {
    depth: u32,
    nodes: u64,
    bytes: u64,
}

fn types(module: &Module) -> Result<(), Fault> {
    let types = &module.ctx.types;
    let mut shapes: Vec<Shape> = Vec::with_capacity(types.len());
    for i in 0..types.len() {
        let fault = || format!("type {i} is malformed");
        let shape = shape(types.kind(Type::new(i)), &shapes).ok_or_else(fault)?;
        if shape.depth > MAX_DEPTH || shape.nodes > MAX_NODES || shape.bytes > MAX_BYTES {
            return Err(format!("type {i} is too large"));
        }
        shapes.push(shape);
    }
    Ok(())
}

/// The shape of a type whose parts come before it; nothing if they do not, or do not fit.
fn shape(kind: &TypeKind, earlier: &[Shape]) -> Option<Shape> {
    // A field takes at most twice its size and sixteen bytes of padding.
    let padded = |s: &Shape| s.bytes.checked_mul(2)?.checked_add(1 << 4);
    match kind {
        TypeKind::Int(bits) => {
            let bytes = u64::from(bits.div_ceil(8)).next_multiple_of(16);
            (1..=MOST_BITS).contains(bits).then_some(Shape { bytes, ..Shape::default() })
        }
        TypeKind::Array { elem, len } => {
            let s = earlier.get(elem.index())?;
            Some(Shape { depth: s.depth + 1, nodes: s.nodes + 1, bytes: s.bytes.checked_mul(*len)? })
        }
        TypeKind::Vector { elem, len } => {
            let s = earlier.get(elem.index())?;
            let scalar = s.depth == 0 && *elem != Type::VOID && (1..=1 << 16).contains(len);
            scalar.then(|| Shape { depth: 1, nodes: 1, bytes: 32 * u64::from(*len) })
        }
        TypeKind::Struct { fields, .. } => fields.iter().try_fold(Shape { depth: 1, ..Shape::default() }, |sum, f| {
            let s = earlier.get(f.index())?;
            Some(Shape {
                depth: sum.depth.max(s.depth + 1),
                nodes: sum.nodes + s.nodes + 1,
                bytes: sum.bytes.checked_add(padded(s)?)?,
            })
        }),
        _ => Some(Shape { bytes: 8, ..Shape::default() }),
    }
}

/// Constants fit their types and refer to globals, functions and earlier constants that exist.
fn constants(module: &Module) -> Result<(), Fault> {
    let (types, consts) = (&module.ctx.types, &module.ctx.consts);
    for i in 0..consts.len() {
        let data = consts.data(Const::new(i));
        let ty = data.ty();
        let fits = ty.index() < types.len()
            && match data {
                ConstData::Int { bits, .. } => {
                    types.int_bits(ty).is_some_and(|width| bits.checked_shr(width).unwrap_or(0) == 0)
                }
                ConstData::Float { bits, .. } => {
                    types.is_float(ty) && bits.checked_shr(types.value_bits(ty)).unwrap_or(0) == 0
                }
                ConstData::Aggregate { elems, .. } => {
                    elems.iter().all(|e| e.index() < i) && parts(module, ty) == Some(elems.len() as u64)
                }
                ConstData::Bytes { data, .. } => parts(module, ty) == Some(data.len() as u64),
                ConstData::GlobalAddr { global, .. } => module.globals.get(*global).is_some(),
                ConstData::Function { func, .. } => module.functions.get(*func).is_some(),
                ConstData::Address { bits, .. } => {
                    let local = |space: AddressSpace| space.pointer_bits() == 32;
                    *bits != 0 && types.pointee_space(ty).is_some_and(|space| !local(space) || *bits == space.null())
                }
                ConstData::Zero(_) | ConstData::Undef(_) | ConstData::Poison(_) => true,
            };
        if !fits {
            return Err(format!("constant {i} is malformed: {data:?}"));
        }
    }
    Ok(())
}

fn parts(module: &Module, ty: Type) -> Option<u64> {
    match module.ctx.types.kind(ty) {
        TypeKind::Array { len, .. } => Some(*len),
        TypeKind::Vector { len, .. } => Some(u64::from(*len)),
        TypeKind::Struct { fields, .. } => Some(fields.len() as u64),
        TypeKind::Int(bits) if *bits > 128 => Some(u64::from(bits.div_ceil(64))),
        _ => None,
    }
}
