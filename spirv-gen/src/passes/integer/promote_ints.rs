//! Gives every integer a width that the device computes with.
//!
//! An integer of an odd width (i3, i24, i48), or of 8 or 16 bits on a device without them, lives zero-extended in the next wider
//! one: after each operation that may leave bits above its width they are cut off, and before each that looks at the sign
//! it is sign-extended. In memory it has the bytes that LLVM gives it, moved in power-of-two pieces. Booleans are i1 to
//! the end, but compute only by and, or, xor; in memory they are bytes.
//!
//!   before  %c = add i24 %a, %b        %d = ashr i24 %c, 3
//!   after   %s = add i32 %a, %b   %c = and i32 %s, 0xffffff       shl, ashr by 8, ashr by 3, and
//!
//! Needs: scalars.   Leaves: integers of 1, 8, 16, 32, 64 and 128 bits (8 and 16 if the device has them).

use crate::analysis::alignment::align_at;
use crate::error::{CompileError, CompileErrorKind};
use crate::hash::HashMap;
use crate::ir::cursor::Cursor;
use crate::ir::instruction::{BinaryOp, CastOp, Flags, Inst, IntPredicate, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::{Context, Module};
use crate::ir::types::Type;
use crate::passes::DeviceContext;
use crate::passes::util::build::{Build, offset_pointer, sign_extend};
use crate::passes::util::walk::{Visit, kernel_of, walk};
use crate::target::Target;

const PASS: &str = "integer/promote_ints";

/// See the file's description.
///
/// # Errors
/// An operation on an odd width that has no meaning here, or that needs a feature the device lacks.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    let id = kernel_of(module, PASS)?;
    let mut pass = Promote { target: device.target, widths: HashMap::default() };
    let func = &module.functions[id];
    for (_, inst) in func.linked_insts() {
        let data = &func.insts[inst];
        let result = pass.odd_width(&module.ctx, data.ty);
        let mut operands = Vec::new();
        data.op.for_each_operand(|v| operands.push(module.ctx.type_of(func, v)));
        let operands: Vec<Type> = operands;
        if result.is_some() || operands.iter().any(|&ty| pass.odd_width(&module.ctx, ty).is_some()) {
            pass.widths.insert(inst, (data.ty, operands));
        }
    }
    walk(module, id, |cursor, inst| pass.visit(cursor, inst))?;
    Ok(())
}

struct Promote<'a> {
    target: &'a Target,
    /// Result and operand types as written, of instructions that touch an odd width.
    widths: HashMap<Inst, (Type, Vec<Type>)>,
}

/// An instruction's types as written.
struct Written<'a> {
    result: Type,
    operands: &'a [Type],
}

impl Promote<'_> {
    /// The width of an integer type that cannot stay.
    fn odd_width(&self, ctx: &Context, ty: Type) -> Option<u32> {
        let bits = ctx.types.int_bits(ty)?;
        let fine = match bits {
            1 | 32 | 64 | 128 => true,
            8 => self.target.int8,
            16 => self.target.int16,
            _ => false,
        };
        (!fine).then_some(bits)
    }

    /// The type that values of type `ty` live in.
    fn container(&self, ctx: &mut Context, ty: Type) -> Type {
        match self.odd_width(ctx, ty) {
            None => ty,
            Some(bits) if bits <= 8 && self.target.int8 => Type::I8,
            Some(bits) if bits <= 16 && self.target.int16 => Type::I16,
            Some(bits) if bits <= 32 => Type::I32,
            Some(bits) if bits <= 64 => Type::I64,
            Some(_) => Type::I128,
        }
    }

    fn visit(&self, cursor: &mut Cursor<'_>, inst: Inst) -> Result<Visit, CompileError> {
        let Some((result, operands)) = self.widths.get(&inst) else {
            return Ok(boolean(cursor, inst).unwrap_or(Visit::Keep));
        };
        self.convert_constants(cursor, inst, operands);
        let written = Written { result: *result, operands };
        let op = cursor.func.op(inst).clone();
        Ok(match op {
            Op::Binary { op, lhs, rhs, .. } => Visit::Replace(self.binary(cursor, op, lhs, rhs, &written)),
            Op::ICmp { pred, lhs, rhs } => {
                let signed =
                    matches!(pred, IntPredicate::Sgt | IntPredicate::Sge | IntPredicate::Slt | IntPredicate::Sle);
                let (lhs, rhs) = if signed {
                    (self.extend(cursor, lhs, written.operands[0]), self.extend(cursor, rhs, written.operands[1]))
                } else {
                    (lhs, rhs)
                };
                Visit::Replace(cursor.icmp(pred, lhs, rhs))
            }
            Op::Cast { op, flags, value } => self.cast(cursor, op, flags, value, &written)?,
            Op::Load { ptr, align, volatile, atomic: None } => {
                Visit::Replace(self.load(cursor, *result, ptr, align, volatile))
            }
            Op::Store { value, ptr, align, volatile, atomic: None } => {
                self.store(cursor, written.operands[0], value, Place { ptr, align, volatile });
                Visit::Drop
            }
            Op::Freeze(value) => {
                let container = self.container(cursor.ctx, *result);
                let frozen = cursor.inst(Op::Freeze(value), container);
                Visit::Replace(self.cut(cursor, frozen, *result))
            }
            // An index counts with its sign.
            Op::Gep { elem, flags, base, indices } => {
                let types = &written.operands[1..];
                let indices = indices.into_iter().zip(types).map(|(i, &ty)| self.extend(cursor, i, ty)).collect();
                Visit::Replace(cursor.inst(Op::Gep { elem, flags, base, indices }, *result))
            }
            Op::Phi(_) | Op::Select { .. } | Op::Switch { .. } => {
                cursor.func.insts[inst].ty = self.container(cursor.ctx, *result);
                Visit::Keep
            }
            Op::Intrinsic { id, args, .. } => self.intrinsic(cursor, inst, id, &args, &written)?,
            Op::ExtractElement { .. } => {
                let at = cursor.block;
                cursor.func.blocks[at].insts.push(inst);
                cursor.index += 1;
                let container = self.container(cursor.ctx, *result);
                Visit::Replace(cursor.to_unsigned(Value::Inst(inst), container))
            }
            Op::InsertElement { vector, value, index } => {
                let value = cursor.to_unsigned(value, written.operands[1]);
                let op = Op::InsertElement { vector, value, index };
                Visit::Replace(cursor.inst(op, *result))
            }
            other => return Err(self.refuse(cursor, &other, &written)),
        })
    }

    fn refuse(&self, cursor: &Cursor<'_>, op: &Op, written: &Written<'_>) -> CompileError {
        let odd = |ty: Type| self.odd_width(cursor.ctx, ty).is_some();
        let ty = if odd(written.result) {
            written.result
        } else {
            written.operands.iter().copied().find(|&t| odd(t)).unwrap_or(written.result)
        };
        let name = cursor.ctx.types.display(ty);
        if matches!(name.as_str(), "i8" | "i16") {
            let feature = format!("{}-bit integers", &name[1..]);
            let device = self.target.name.clone();
            return CompileError::new(PASS, CompileErrorKind::MissingFeature { device, feature });
        }
        CompileError::unsupported(PASS, format!("{name} in {op:?}"))
    }

    /// Constant operands of odd widths, in their containers. Undefined ones are zero, so that nothing stands above the width.
    fn convert_constants(&self, cursor: &mut Cursor<'_>, inst: Inst, operands: &[Type]) {
        let mut op = cursor.func.op(inst).clone();
        let mut types = operands.iter();
        op.map_operands(|value| {
            let ty = types.next().copied().unwrap_or(Type::VOID);
            if !matches!(value, Value::Const(_)) || self.odd_width(cursor.ctx, ty).is_none() {
                return value;
            }
            let bits = cursor.ctx.as_int(value).unwrap_or(0);
            let container = self.container(cursor.ctx, ty);
            cursor.ctx.int(container, bits)
        });
        if let Op::Switch { cases, .. } = &mut op {
            for (case, _) in cases {
                let bits = cursor.ctx.as_int(Value::Const(*case)).unwrap_or(0);
                let ty = cursor.ctx.consts.data(*case).ty();
                let container = self.container(cursor.ctx, ty);
                if let Value::Const(wide) = cursor.ctx.int(container, bits) {
                    *case = wide;
                }
            }
        }
        cursor.func.insts[inst].op = op;
    }

    /// Clears what stands above the width of `ty`.
    fn cut(&self, cursor: &mut Cursor<'_>, value: Value, ty: Type) -> Value {
        match self.odd_width(cursor.ctx, ty) {
            Some(bits) => cursor.fold_const(BinaryOp::And, value, (1 << bits) - 1),
            None => value,
        }
    }

    /// Copies the sign of a value of type `ty` through its container.
    fn extend(&self, cursor: &mut Cursor<'_>, value: Value, ty: Type) -> Value {
        let Some(bits) = self.odd_width(cursor.ctx, ty) else { return value };
        if let Some(known) = cursor.ctx.as_int(value) {
            let container = cursor.ty(value);
            return cursor.ctx.int(container, sign_extend(known, bits) as u128);
        }
        let spare = cursor.ctx.types.value_bits(cursor.ty(value)) - bits;
        let up = cursor.fold_const(BinaryOp::Shl, value, spare.into());
        cursor.fold_const(BinaryOp::AShr, up, spare.into())
    }

    fn binary(&self, cursor: &mut Cursor<'_>, op: BinaryOp, lhs: Value, rhs: Value, written: &Written<'_>) -> Value {
        let ty = written.result;
        match op {
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::UDiv | BinaryOp::URem | BinaryOp::LShr => {
                cursor.fold(op, Flags::empty(), lhs, rhs)
            }
            BinaryOp::SDiv | BinaryOp::SRem | BinaryOp::AShr => {
                let lhs = self.extend(cursor, lhs, ty);
                let rhs = if op == BinaryOp::AShr { rhs } else { self.extend(cursor, rhs, ty) };
                let wide = cursor.fold(op, Flags::empty(), lhs, rhs);
                self.cut(cursor, wide, ty)
            }
            _ => {
                let wide = cursor.fold(op, Flags::empty(), lhs, rhs);
                self.cut(cursor, wide, ty)
            }
        }
    }

    fn cast(
        &self,
        cursor: &mut Cursor<'_>,
        op: CastOp,
        flags: Flags,
        value: Value,
        written: &Written<'_>,
    ) -> Result<Visit, CompileError> {
        let (from, to) = (written.operands[0], written.result);
        let container = self.container(cursor.ctx, to);
        Ok(Visit::Replace(match op {
            CastOp::ZExt => cursor.to_unsigned(value, container),
            CastOp::Trunc => {
                let wide = cursor.to_unsigned(value, container);
                self.cut(cursor, wide, to)
            }
            CastOp::SExt => {
                let signed = self.extend(cursor, value, from);
                let wide = cursor.to_signed(signed, container);
                self.cut(cursor, wide, to)
            }
            CastOp::SIToFP => {
                let signed = self.extend(cursor, value, from);
                cursor.inst(Op::Cast { op, flags, value: signed }, to)
            }
            CastOp::FPToSI | CastOp::FPToUI => {
                let wide = cursor.inst(Op::Cast { op, flags, value }, container);
                self.cut(cursor, wide, to)
            }
            CastOp::PtrToInt => {
                let wide = cursor.inst(Op::Cast { op, flags, value }, container);
                self.cut(cursor, wide, to)
            }
            CastOp::UIToFP | CastOp::IntToPtr => cursor.inst(Op::Cast { op, flags, value }, to),
            CastOp::BitCast if from == to => value,
            _ => {
                let op = Op::Cast { op, flags, value };
                return Err(self.refuse(cursor, &op, written));
            }
        }))
    }

    fn intrinsic(
        &self,
        cursor: &mut Cursor<'_>,
        inst: Inst,
        id: Intrinsic,
        args: &[Value],
        written: &Written<'_>,
    ) -> Result<Visit, CompileError> {
        use Intrinsic as I;
        let ty = written.result;
        let container = self.container(cursor.ctx, ty);
        let bits = self.odd_width(cursor.ctx, ty).unwrap_or(0);
        let spare = cursor.ctx.types.value_bits(container) - bits;
        Ok(Visit::Replace(match id {
            I::SMax | I::SMin => {
                let args = args.iter().map(|&a| self.extend(cursor, a, ty)).collect();
                let wide = cursor.intrinsic(id, args, container);
                self.cut(cursor, wide, ty)
            }
            I::UMax | I::UMin | I::Ctpop => cursor.intrinsic(id, args.to_vec(), container),
            I::Ctlz => {
                let wide = cursor.intrinsic(id, args.to_vec(), container);
                cursor.fold_const(BinaryOp::Sub, wide, spare.into())
            }
            I::Cttz => {
                let stopped = cursor.fold_const(BinaryOp::Or, args[0], 1 << bits);
                let never_zero = cursor.ctx.bool(true);
                cursor.intrinsic(id, vec![stopped, never_zero], container)
            }
            I::BitReverse => {
                let wide = cursor.intrinsic(id, args.to_vec(), container);
                cursor.fold_const(BinaryOp::LShr, wide, spare.into())
            }
            I::Shuffle | I::ShuffleXor | I::ShuffleUp | I::ShuffleDown | I::ReadFirstLane => {
                cursor.func.insts[inst].ty = container;
                return Ok(Visit::Keep);
            }
            _ => {
                let op = cursor.func.op(inst).clone();
                return Err(self.refuse(cursor, &op, written));
            }
        }))
    }

    fn load(&self, cursor: &mut Cursor<'_>, ty: Type, ptr: Value, align: u32, volatile: bool) -> Value {
        let align = if align == 0 { cursor.ctx.types.align(ty) as u32 } else { align };
        let container = self.container(cursor.ctx, ty);
        let mut joined = None;
        for (at, bytes) in byte_pieces(cursor.ctx.types.store_size(ty)) {
            let place = offset_pointer(cursor, ptr, at);
            let piece = cursor.ctx.types.int(bytes as u32 * 8);
            let align = align_at(align, at);
            let part = cursor.inst(Op::Load { ptr: place, align, volatile, atomic: None }, piece);
            let part = cursor.to_unsigned(part, container);
            let part = cursor.fold_const(BinaryOp::Shl, part, u128::from(at * 8));
            joined = Some(joined.map_or(part, |low| cursor.or(low, part)));
        }
        let joined = joined.unwrap_or_else(|| cursor.ctx.zero(container));
        let whole_bytes = cursor.ctx.types.value_bits(ty).is_multiple_of(8);
        if whole_bytes { joined } else { self.cut(cursor, joined, ty) }
    }

    fn store(&self, cursor: &mut Cursor<'_>, ty: Type, value: Value, place: Place) {
        let align = if place.align == 0 { cursor.ctx.types.align(ty) as u32 } else { place.align };
        for (at, bytes) in byte_pieces(cursor.ctx.types.store_size(ty)) {
            let piece = cursor.ctx.types.int(bytes as u32 * 8);
            let part = cursor.fold_const(BinaryOp::LShr, value, u128::from(at * 8));
            let part = cursor.to_unsigned(part, piece);
            let ptr = offset_pointer(cursor, place.ptr, at);
            let (align, volatile) = (align_at(align, at), place.volatile);
            cursor.inst(Op::Store { value: part, ptr, align, volatile, atomic: None }, Type::VOID);
        }
    }
}

/// Where an integer is stored, and how.
struct Place {
    ptr: Value,
    align: u32,
    volatile: bool,
}

/// `bytes` as (offset, size) pieces that are powers of two, largest first; 16 as one.
fn byte_pieces(bytes: u64) -> impl Iterator<Item = (u64, u64)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let left = bytes - at;
        let size = (left > 0).then(|| 1 << left.ilog2())?;
        at += size;
        Some((at - size, size))
    })
}

/// What booleans cannot do natively.
fn boolean(cursor: &mut Cursor<'_>, inst: Inst) -> Option<Visit> {
    let ty = cursor.func.insts[inst].ty;
    let op = cursor.func.op(inst).clone();
    let value = match op {
        Op::Binary { op, lhs, rhs, .. } if ty == Type::I1 => match op {
            BinaryOp::Add | BinaryOp::Sub => cursor.xor(lhs, rhs),
            BinaryOp::Mul => cursor.and(lhs, rhs),
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => return None,
            BinaryOp::URem | BinaryOp::SRem => cursor.ctx.bool(false),
            _ => lhs,
        },
        Op::ICmp { pred, lhs, rhs } if cursor.ty(lhs) == Type::I1 => compare_booleans(cursor, pred, lhs, rhs),
        Op::Cast { op: op @ (CastOp::FPToUI | CastOp::FPToSI), flags, value } if ty == Type::I1 => {
            let wide = cursor.inst(Op::Cast { op, flags, value }, Type::I32);
            cursor.cast(CastOp::Trunc, wide, ty)
        }
        Op::Load { ptr, align, volatile, atomic } if ty == Type::I1 => {
            let byte = cursor.inst(Op::Load { ptr, align: align.max(1), volatile, atomic }, Type::I8);
            cursor.cast(CastOp::Trunc, byte, ty)
        }
        Op::Store { value, ptr, align, volatile, atomic } if cursor.ty(value) == Type::I1 => {
            let value = cursor.to_unsigned(value, Type::I8);
            cursor.inst(Op::Store { value, ptr, align: align.max(1), volatile, atomic }, Type::VOID);
            return Some(Visit::Drop);
        }
        Op::Intrinsic { id, args, .. } if ty == Type::I1 => match id {
            Intrinsic::SMax | Intrinsic::UMin => cursor.and(args[0], args[1]),
            Intrinsic::SMin | Intrinsic::UMax => cursor.or(args[0], args[1]),
            Intrinsic::Ctlz | Intrinsic::Cttz => cursor.not(args[0]),
            Intrinsic::Ctpop | Intrinsic::BitReverse => args[0],
            _ => return None,
        },
        _ => return None,
    };
    Some(Visit::Replace(value))
}

/// As numbers, true is 1 unsigned and -1 signed.
fn compare_booleans(cursor: &mut Cursor<'_>, pred: IntPredicate, lhs: Value, rhs: Value) -> Value {
    use IntPredicate as P;
    match pred {
        P::Ne => cursor.fold(BinaryOp::Xor, Flags::empty(), lhs, rhs),
        P::Eq => {
            let differ = cursor.fold(BinaryOp::Xor, Flags::empty(), lhs, rhs);
            cursor.not(differ)
        }
        P::Ugt | P::Slt | P::Uge | P::Sle => {
            let not_rhs = cursor.not(rhs);
            let op = if matches!(pred, P::Ugt | P::Slt) { BinaryOp::And } else { BinaryOp::Or };
            cursor.fold(op, Flags::empty(), lhs, not_rhs)
        }
        P::Ult | P::Sgt | P::Ule | P::Sge => {
            let not_lhs = cursor.not(lhs);
            let op = if matches!(pred, P::Ult | P::Sgt) { BinaryOp::And } else { BinaryOp::Or };
            cursor.fold(op, Flags::empty(), not_lhs, rhs)
        }
    }
}
