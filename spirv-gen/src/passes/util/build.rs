//! Arithmetic that does not leave trivial instructions behind: what device passes build address and bit arithmetic with.
//!
//! Folds integer constants and the identities (`x+0`, `x*1`, shifts by 0...) while building, so that the lowered code of
//! `a[i]` is a shift and an add and no pass has to clean up. Integers only; floats are left exactly as written.

use crate::analysis::divergence::LANE_BITS;
use crate::bundle::metadata::hidden;
use crate::hash::HashMap;
use crate::ir::cursor::Cursor;
use crate::ir::function::Function;
use crate::ir::instruction::{BinaryOp, CastOp, Flags, IntPredicate, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Context;
use crate::ir::types::Type;

fn mask(bits: u32) -> u128 {
    if bits >= 128 { u128::MAX } else { (1 << bits) - 1 }
}

/// `bits` of width `width`, sign-extended to 128 bits.
pub fn sign_extend(bits: u128, width: u32) -> i128 {
    let shift = 128 - width;
    ((bits << shift) as i128) >> shift
}

/// The operation on constants, or nothing where it is undefined or not needed here.
fn evaluate(op: BinaryOp, a: u128, b: u128, width: u32) -> Option<u128> {
    let in_range = b < u128::from(width);
    let value = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Shl if in_range => a << b,
        BinaryOp::LShr if in_range => a >> b,
        BinaryOp::AShr if in_range => (sign_extend(a, width) >> b) as u128,
        BinaryOp::UDiv if b != 0 => a / b,
        BinaryOp::URem if b != 0 => a % b,
        _ => return None,
    };
    Some(value & mask(width))
}

/// What `op` does when its right operand is `b`: nothing, or a constant result.
fn identity(op: BinaryOp, b: u128, width: u32) -> Option<Option<u128>> {
    use BinaryOp as B;
    match (op, b) {
        (B::Add | B::Sub | B::Or | B::Xor | B::Shl | B::LShr | B::AShr, 0) | (B::Mul | B::UDiv, 1) => Some(None),
        (B::Mul | B::And, 0) | (B::URem, 1) => Some(Some(0)),
        (B::And, m) if m == mask(width) => Some(None),
        _ => None,
    }
}

/// Builders that fold. All operands are scalar integers.
pub trait Build {
    /// `lhs op rhs`, folded.
    fn fold(&mut self, op: BinaryOp, flags: Flags, lhs: Value, rhs: Value) -> Value;
    /// `lhs op constant`, folded.
    fn fold_const(&mut self, op: BinaryOp, lhs: Value, rhs: u128) -> Value;
    /// `value * factor`, as a shift for powers of two.
    fn scale(&mut self, value: Value, factor: u64, flags: Flags) -> Value;
    /// Zero-extends or truncates, folded.
    fn to_unsigned(&mut self, value: Value, ty: Type) -> Value;
    /// Sign-extends or truncates, folded.
    fn to_signed(&mut self, value: Value, ty: Type) -> Value;
    /// `icmp`, folded for equal constants of `eq`/`ne`/unsigned predicates.
    fn compare(&mut self, pred: IntPredicate, lhs: Value, rhs: Value) -> Value;
    /// `icmp` with a constant.
    fn compare_const(&mut self, pred: IntPredicate, lhs: Value, rhs: u128) -> Value;
    /// `select`, folded.
    fn choose(&mut self, cond: Value, then_: Value, else_: Value) -> Value;
    /// `i1` not.
    fn not(&mut self, value: Value) -> Value;
}

impl Build for Cursor<'_> {
    fn fold(&mut self, op: BinaryOp, flags: Flags, lhs: Value, rhs: Value) -> Value {
        let ty = self.ty(lhs);
        let Some(width) = self.ctx.types.int_bits(ty) else { return self.binary_flags(op, flags, lhs, rhs) };
        let (mut lhs, mut rhs) = (lhs, rhs);
        let commutes = matches!(op, BinaryOp::Add | BinaryOp::Mul | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor);
        if commutes && self.ctx.as_int(lhs).is_some() {
            (lhs, rhs) = (rhs, lhs);
        }
        if let Some(b) = self.ctx.as_int(rhs) {
            if let Some(result) = self.ctx.as_int(lhs).and_then(|a| evaluate(op, a, b, width)) {
                return self.ctx.int(ty, result);
            }
            match identity(op, b, width) {
                Some(None) => return lhs,
                Some(Some(result)) => return self.ctx.int(ty, result),
                None => {}
            }
        }
        self.binary_flags(op, flags, lhs, rhs)
    }
    fn fold_const(&mut self, op: BinaryOp, lhs: Value, rhs: u128) -> Value {
        let ty = self.ty(lhs);
        let rhs = self.ctx.int(ty, rhs);
        self.fold(op, Flags::empty(), lhs, rhs)
    }
    fn scale(&mut self, value: Value, factor: u64, flags: Flags) -> Value {
        let ty = self.ty(value);
        let (op, by) = if factor.is_power_of_two() {
            (BinaryOp::Shl, u128::from(factor.trailing_zeros()))
        } else {
            (BinaryOp::Mul, u128::from(factor))
        };
        let by = self.ctx.int(ty, by);
        self.fold(op, flags, value, by)
    }
    fn to_unsigned(&mut self, value: Value, ty: Type) -> Value {
        match self.ctx.as_int(value) {
            Some(bits) => self.ctx.int(ty, bits),
            None => self.resize_unsigned(value, ty),
        }
    }
    fn to_signed(&mut self, value: Value, ty: Type) -> Value {
        match self.ctx.as_int(value) {
            Some(bits) => {
                let width = self.ctx.types.value_bits(self.ty(value));
                self.ctx.int(ty, sign_extend(bits, width) as u128)
            }
            None => self.resize_signed(value, ty),
        }
    }
    fn compare(&mut self, pred: IntPredicate, lhs: Value, rhs: Value) -> Value {
        let known = match (self.ctx.as_int(lhs), self.ctx.as_int(rhs)) {
            (Some(a), Some(b)) => match pred {
                IntPredicate::Eq => Some(a == b),
                IntPredicate::Ne => Some(a != b),
                IntPredicate::Ult => Some(a < b),
                IntPredicate::Ule => Some(a <= b),
                IntPredicate::Ugt => Some(a > b),
                IntPredicate::Uge => Some(a >= b),
                _ => None,
            },
            _ => None,
        };
        match known {
            Some(result) => self.ctx.bool(result),
            None => self.icmp(pred, lhs, rhs),
        }
    }
    fn compare_const(&mut self, pred: IntPredicate, lhs: Value, rhs: u128) -> Value {
        let ty = self.ty(lhs);
        let rhs = self.ctx.int(ty, rhs);
        self.compare(pred, lhs, rhs)
    }
    fn choose(&mut self, cond: Value, then_: Value, else_: Value) -> Value {
        match self.ctx.as_int(cond) {
            Some(0) => else_,
            Some(_) => then_,
            None if then_ == else_ => then_,
            None => self.select(cond, then_, else_),
        }
    }
    fn not(&mut self, value: Value) -> Value {
        self.fold_const(BinaryOp::Xor, value, 1)
    }
}

/// The number of the first round of a loop that all lanes go round together: zero, which the driver takes for the lane's own if it is `hidden`. A driver
/// with scalar registers has none that lives through a loop: it looks for a lane that is active and for that lane's number in memory, each
/// time, before anything else can be done (Mesa 26.1; a round that copies a row takes 2.5 times as long).
pub fn first_round(cursor: &mut Cursor<'_>, lane: Value, hidden: bool) -> Value {
    if hidden { hidden_zero(cursor, lane) } else { cursor.ctx.i32(0) }
}

/// A zero that no driver knows: what is left of the lane's number.
pub fn hidden_zero(cursor: &mut Cursor<'_>, lane: Value) -> Value {
    cursor.fold_const(BinaryOp::LShr, lane, LANE_BITS.into())
}

/// An i32 zero that no driver knows, of a parameter: what is left of the grid's size, of which HIP's have less than 2^31 blocks. The same value
/// in every thread, wherever it is computed. `hidden_at`: the hidden block's offset among the parameters.
pub fn unset_bits(cursor: &mut Cursor<'_>, hidden_at: u32) -> Value {
    let at = cursor.ctx.i32(hidden_at + hidden::GRID_DIM);
    let blocks = cursor.intrinsic(Intrinsic::Param, vec![at], Type::I32);
    cursor.binary_const(BinaryOp::LShr, blocks, 31)
}

/// A constant's type, an integer of up to 64 bits or a float, and its bits.
pub type Bits = (Type, u128);

/// These constants as values at the kernel's start that no driver knows. `hidden_at`: as of [`unset_bits`].
pub fn hidden_constants(
    ctx: &mut Context,
    func: &mut Function,
    hidden_at: u32,
    constants: impl IntoIterator<Item = Bits>,
) -> HashMap<Bits, Value> {
    let mut constants = constants.into_iter().peekable();
    let mut hidden = HashMap::default();
    if constants.peek().is_none() {
        return hidden;
    }
    let entry = func.entry();
    let mut cursor = Cursor::before(ctx, func, entry, 0);
    let never = unset_bits(&mut cursor, hidden_at);
    for (ty, bits) in constants {
        hidden.entry((ty, bits)).or_insert_with(|| hidden_constant(&mut cursor, never, ty, bits));
    }
    hidden
}

/// One of them; `never` is [`unset_bits`].
fn hidden_constant(cursor: &mut Cursor<'_>, never: Value, ty: Type, bits: u128) -> Value {
    let int = cursor.ctx.types.int(cursor.ctx.types.value_bits(ty));
    let op = if cursor.ctx.types.value_bits(int) < 32 { CastOp::Trunc } else { CastOp::ZExt };
    let never = cursor.cast(op, never, int);
    let hidden = if bits == 0 { never } else { cursor.binary_const(BinaryOp::Xor, never, bits) };
    if int == ty { hidden } else { cursor.bitcast(hidden, ty) }
}

/// `quick` where `usual` holds, `slow` elsewhere.
pub fn either<'a>(
    cursor: &mut Cursor<'a>,
    usual: Value,
    quick: impl FnOnce(&mut Cursor<'a>) -> Value,
    slow: impl FnOnce(&mut Cursor<'a>) -> Value,
) -> Value {
    let [value] = either_of(cursor, usual, |c| [quick(c)], |c| [slow(c)]);
    value
}

/// The same of several values.
pub fn either_of<'a, const N: usize>(
    cursor: &mut Cursor<'a>,
    usual: Value,
    quick: impl FnOnce(&mut Cursor<'a>) -> [Value; N],
    slow: impl FnOnce(&mut Cursor<'a>) -> [Value; N],
) -> [Value; N] {
    // Each is put right behind the cursor's block: in reverse.
    let done = cursor.new_block();
    let far = cursor.new_block();
    let near = cursor.new_block();
    cursor.cond_br(usual, near, far);
    cursor.goto_end(near);
    let near = (quick(cursor), cursor.block);
    cursor.br(done);
    cursor.goto_end(far);
    let far = (slow(cursor), cursor.block);
    cursor.br(done);
    cursor.goto_end(done);
    std::array::from_fn(|at| {
        let ty = cursor.ty(near.0[at]);
        cursor.phi(vec![(near.0[at], near.1), (far.0[at], far.1)], ty)
    })
}

/// The integer type of `value`'s width, and its bits as that type. Floats and integers only.
pub fn bits_of(cursor: &mut Cursor<'_>, value: Value) -> Value {
    let ty = cursor.ty(value);
    if cursor.ctx.types.int_bits(ty).is_some() {
        return value;
    }
    let int = cursor.ctx.types.value_bits(ty);
    let int = cursor.ctx.types.int(int);
    bitcast_folded(cursor, value, int)
}

/// A bitcast between scalars of one width; constants are converted on the spot.
pub fn bitcast_folded(cursor: &mut Cursor<'_>, value: Value, ty: Type) -> Value {
    use crate::ir::constant::ConstData;
    if cursor.ty(value) == ty {
        return value;
    }
    if let Value::Const(id) = value {
        let to_int = cursor.ctx.types.int_bits(ty).is_some();
        let to_float = cursor.ctx.types.is_float(ty);
        match *cursor.ctx.consts.data(id) {
            ConstData::Float { bits, .. } if to_int => return cursor.ctx.int(ty, bits.into()),
            ConstData::Float { bits, .. } if to_float => return cursor.ctx.float_bits(ty, bits),
            ConstData::Int { bits, .. } if to_float => return cursor.ctx.float_bits(ty, bits as u64),
            ConstData::Zero(_) if to_int || to_float => return cursor.ctx.zero(ty),
            ConstData::Undef(_) => return cursor.ctx.undef(ty),
            ConstData::Poison(_) => return cursor.ctx.poison(ty),
            _ => {}
        }
    }
    cursor.bitcast(value, ty)
}

/// Joins integers of one width, lowest first, to one integer of type `ty` (as wide as all of them together).
pub fn concat_bits(cursor: &mut Cursor<'_>, parts: &[Value], ty: Type) -> Value {
    let mut joined = None;
    let mut at = 0u32;
    for &part in parts {
        let width = cursor.ty(part);
        let width = cursor.ctx.types.value_bits(width);
        let wide = cursor.to_unsigned(part, ty);
        let placed = cursor.fold_const(BinaryOp::Shl, wide, at.into());
        joined = Some(match joined {
            None => placed,
            Some(low) => cursor.fold(BinaryOp::Or, Flags::DISJOINT, low, placed),
        });
        at += width;
    }
    joined.unwrap_or_else(|| cursor.ctx.zero(ty))
}

/// A vector of scalars of one type.
pub fn build_vector(cursor: &mut Cursor<'_>, values: &[Value]) -> Value {
    let elem = cursor.ty(values[0]);
    let ty = cursor.ctx.types.vector(elem, values.len() as u32);
    let mut vector = cursor.ctx.poison(ty);
    for (nth, &value) in values.iter().enumerate() {
        let index = cursor.ctx.i32(nth as u32);
        vector = cursor.inst(Op::InsertElement { vector, value, index }, ty);
    }
    vector
}

/// Cuts an integer into integers of type `part`, lowest first.
pub fn split_bits(cursor: &mut Cursor<'_>, value: Value, part: Type) -> Vec<Value> {
    let whole = cursor.ty(value);
    let width = cursor.ctx.types.value_bits(whole);
    let step = cursor.ctx.types.value_bits(part);
    (0..width / step)
        .map(|nth| {
            let down = cursor.fold_const(BinaryOp::LShr, value, u128::from(nth * step));
            cursor.to_unsigned(down, part)
        })
        .collect()
}

/// `ptr + bytes` within the object that `ptr` points to.
pub fn offset_pointer(cursor: &mut Cursor<'_>, ptr: Value, bytes: u64) -> Value {
    if bytes == 0 {
        return ptr;
    }
    let ty = cursor.ty(ptr);
    let width = cursor.ctx.types.value_bits(ty);
    let width = cursor.ctx.types.int(width);
    let index = cursor.ctx.int(width, bytes.into());
    let op = Op::Gep { elem: Type::I8, flags: Flags::INBOUNDS, base: ptr, indices: vec![index] };
    cursor.inst(op, ty)
}
