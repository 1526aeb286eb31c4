//! Replaces reads of AMD's hidden kernel arguments and dispatch packet by what they mean.
//!
//! clang computes `blockDim` and `gridDim` by loads at fixed offsets of `llvm.amdgcn.implicitarg.ptr` (code object version 5)
//! or `llvm.amdgcn.dispatch.ptr`; both structures are AMD's public ABI. Any load whose offset is constant is assembled from
//! the fields it covers, so merged and vector loads work too.
//!
//!   before  %p = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
//!           %q = getelementptr i8, ptr addrspace(4) %p, i64 12          %n = load i16, ptr addrspace(4) %q
//!   after   %d = call i32 @hip.block.dim.x()                            %n = trunc i32 %d to i16
//!
//! Needs: `calls::inline`.

use crate::analysis::offsets::constant_offset;
use crate::error::CompileError;
use crate::hash::HashMap;
use crate::ir::cursor::Cursor;
use crate::ir::instruction::{Callee, CastOp, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Module;
use crate::ir::types::{Type, TypeKind};
use crate::passes::util::rewrite::{Rewrite, locate, rewrite_function, take_function};

use Intrinsic as I;

const PASS: &str = "device/implicit_args";

/// What a hidden field holds.
#[derive(Clone, Copy)]
enum Field {
    Index(Intrinsic),
    /// blocks × threads per block
    GridThreads(Intrinsic, Intrinsic),
    Address(Intrinsic),
    Constant(u64),
}

/// (offset, bytes, field): hidden arguments of code object version 5. What is not here cannot be read.
const IMPLICIT: &[(u64, u64, Field)] = &[
    (0, 4, Field::Index(I::GridDimX)),
    (4, 4, Field::Index(I::GridDimY)),
    (8, 4, Field::Index(I::GridDimZ)),
    (12, 2, Field::Index(I::BlockDimX)),
    (14, 2, Field::Index(I::BlockDimY)),
    (16, 2, Field::Index(I::BlockDimZ)),
    // Threads in the last, partial block: HIP's grids have none.
    (18, 2, Field::Constant(0)),
    (20, 2, Field::Constant(0)),
    (22, 2, Field::Constant(0)),
    (40, 8, Field::Constant(0)),
    (48, 8, Field::Constant(0)),
    (56, 8, Field::Constant(0)),
    (64, 2, Field::Constant(3)),
    (72, 8, Field::Address(I::PrintfBuffer)),
    // The argument of a multi-device launch.
    (88, 8, Field::Constant(0)),
    (96, 8, Field::Address(I::HeapBase)),
    (120, 4, Field::Index(I::DynamicSharedSize)),
];

/// The same for the dispatch packet.
const DISPATCH: &[(u64, u64, Field)] = &[
    (2, 2, Field::Constant(3)),
    (4, 2, Field::Index(I::BlockDimX)),
    (6, 2, Field::Index(I::BlockDimY)),
    (8, 2, Field::Index(I::BlockDimZ)),
    (10, 2, Field::Constant(0)),
    (12, 4, Field::GridThreads(I::GridDimX, I::BlockDimX)),
    (16, 4, Field::GridThreads(I::GridDimY, I::BlockDimY)),
    (20, 4, Field::GridThreads(I::GridDimZ, I::BlockDimZ)),
];

type Fields = &'static [(u64, u64, Field)];

/// See the module's description.
///
/// # Errors
/// A field that has no meaning here, or an address computed at run time.
pub fn run(module: &mut Module) -> Result<(), CompileError> {
    let sources: Vec<Option<Fields>> = module.functions.values().map(|f| fields_of(&f.name)).collect();
    if sources.iter().all(Option::is_none) {
        return Ok(());
    }
    for id in module.functions.keys().filter(|&f| module.functions[f].is_kernel).collect::<Vec<_>>() {
        let mut func = take_function(module, id);
        // Pointers into a hidden structure: which, and how far.
        let mut known: HashMap<Value, (Fields, i64)> = HashMap::default();
        let result = rewrite_function(&mut module.ctx, &mut func, |cur, inst| {
            let data = &cur.func.insts[inst];
            match &data.op {
                Op::Call { callee: Callee::Func(callee), .. } => {
                    let Some(fields) = sources[callee.0 as usize] else { return Ok(Rewrite::Keep) };
                    known.insert(Value::Inst(inst), (fields, 0));
                    Ok(Rewrite::Drop)
                }
                Op::Gep { elem, base, indices, .. } => {
                    let Some(&(fields, start)) = known.get(base) else { return Ok(Rewrite::Keep) };
                    let offset = constant_offset(cur.ctx, *elem, indices).ok_or_else(|| {
                        CompileError::unsupported(PASS, "a hidden kernel argument at a computed offset")
                    })?;
                    known.insert(Value::Inst(inst), (fields, start + offset));
                    Ok(Rewrite::Drop)
                }
                Op::Cast { op: CastOp::AddrSpaceCast, value, .. } => {
                    let Some(&place) = known.get(value) else { return Ok(Rewrite::Keep) };
                    known.insert(Value::Inst(inst), place);
                    Ok(Rewrite::Drop)
                }
                Op::Load { ptr, .. } => {
                    let Some(&(fields, offset)) = known.get(ptr) else { return Ok(Rewrite::Keep) };
                    let ty = data.ty;
                    Ok(Rewrite::Replace(read(cur, fields, offset as u64, ty)?))
                }
                op => {
                    let mut escapes = false;
                    op.for_each_operand(|v| escapes |= known.contains_key(&v));
                    if escapes {
                        return Err(CompileError::unsupported(
                            PASS,
                            "the address of hidden kernel arguments is used as a value",
                        ));
                    }
                    Ok(Rewrite::Keep)
                }
            }
        });
        module.functions[id] = func;
        result.map_err(|(error, inst)| locate(module, id, inst, error))?;
    }
    Ok(())
}

fn fields_of(name: &str) -> Option<Fields> {
    match name {
        "llvm.amdgcn.implicitarg.ptr" => Some(IMPLICIT),
        "llvm.amdgcn.dispatch.ptr" => Some(DISPATCH),
        _ => None,
    }
}

/// A value of type `ty` at byte `offset`.
fn read(cur: &mut Cursor<'_>, fields: Fields, offset: u64, ty: Type) -> Result<Value, CompileError> {
    if let TypeKind::Vector { elem, len } = *cur.ctx.types.kind(ty) {
        let step = cur.ctx.types.size(elem);
        let mut vector = cur.ctx.poison(ty);
        for i in 0..len {
            let value = read(cur, fields, offset + u64::from(i) * step, elem)?;
            let index = cur.ctx.i32(i);
            vector = cur.inst(Op::InsertElement { vector, value, index }, ty);
        }
        return Ok(vector);
    }
    let bytes = cur.ctx.types.store_size(ty);
    let int = cur.ctx.types.int(bytes as u32 * 8);
    let bits = read_bits(cur, fields, offset, bytes, int)?;
    if cur.ctx.types.pointee_space(ty).is_some() {
        return Ok(cur.cast(CastOp::IntToPtr, bits, ty));
    }
    Ok(cur.bitcast(bits, ty))
}

/// `bytes` bytes at `offset` as an integer of type `int`, put together from the fields they lie in.
fn read_bits(cur: &mut Cursor<'_>, fields: Fields, offset: u64, bytes: u64, int: Type) -> Result<Value, CompileError> {
    let mut whole: Option<Value> = None;
    for &(start, size, field) in
        fields.iter().filter(|(start, size, _)| *start < offset + bytes && start + size > offset)
    {
        let value = field_value(cur, field, size);
        let mut part = value;
        if start < offset {
            part = cur.binary_const(crate::ir::instruction::BinaryOp::LShr, part, u128::from(offset - start) * 8);
        }
        part = cur.resize_unsigned(part, int);
        if start > offset {
            part = cur.binary_const(crate::ir::instruction::BinaryOp::Shl, part, u128::from(start - offset) * 8);
        }
        whole = Some(whole.map_or(part, |w| cur.or(w, part)));
    }
    let covered: u64 = fields
        .iter()
        .map(|(start, size, _)| (start + size).min(offset + bytes).saturating_sub((*start).max(offset)))
        .sum();
    whole.filter(|_| covered == bytes).ok_or_else(|| {
        CompileError::unsupported(PASS, format!("hidden kernel argument at offset {offset} ({bytes} bytes)"))
    })
}

/// The field as an integer of its own width.
fn field_value(cur: &mut Cursor<'_>, field: Field, size: u64) -> Value {
    let ty = cur.ctx.types.int(size as u32 * 8);
    match field {
        Field::Constant(value) => cur.ctx.int(ty, value.into()),
        Field::Index(id) => {
            let value = cur.intrinsic(id, Vec::new(), Type::I32);
            cur.resize_unsigned(value, ty)
        }
        Field::GridThreads(blocks, threads) => {
            let blocks = cur.intrinsic(blocks, Vec::new(), Type::I32);
            let threads = cur.intrinsic(threads, Vec::new(), Type::I32);
            cur.mul(blocks, threads)
        }
        Field::Address(id) => {
            let ptr = cur.intrinsic(id, Vec::new(), Type::PTR_GLOBAL);
            cur.cast(CastOp::PtrToInt, ptr, Type::I64)
        }
    }
}
