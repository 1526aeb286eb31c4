//! Shorthand for float arithmetic at a cursor.

use half::{bf16, f16};

use super::build::Build;
use crate::ir::cursor::Cursor;
use crate::ir::float_format::Format;
use crate::ir::instruction::{BinaryOp, CastOp, Flags, FloatPredicate, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Context;
use crate::ir::types::{Type, TypeKind};

/// Bits of `value` in type `ty`, rounded once.
pub fn float_bits(ctx: &Context, ty: Type, value: f64) -> u64 {
    match ctx.types.kind(ty) {
        TypeKind::Half => f16::from_f64(value).to_bits().into(),
        TypeKind::BFloat => bf16::from_f64(value).to_bits().into(),
        TypeKind::Float => (value as f32).to_bits().into(),
        _ => value.to_bits(),
    }
}

/// Float arithmetic at a cursor; scalars only where a constant or a comparison is involved.
pub trait FloatCode {
    /// The constant nearest to `value`.
    fn fconst(&mut self, ty: Type, value: f64) -> Value;
    fn fadd(&mut self, a: Value, b: Value) -> Value;
    fn fsub(&mut self, a: Value, b: Value) -> Value;
    fn fmul(&mut self, a: Value, b: Value) -> Value;
    fn fdiv(&mut self, a: Value, b: Value) -> Value;
    fn fneg(&mut self, a: Value) -> Value;
    /// `a * constant`
    fn fscale(&mut self, a: Value, factor: f64) -> Value;
    /// `a*b + c`, rounded once.
    fn fma(&mut self, a: Value, b: Value, c: Value) -> Value;
    /// `a*b + c`, rounded once or twice as the device likes.
    fn fmuladd(&mut self, a: Value, b: Value, c: Value) -> Value;
    fn fcmp(&mut self, pred: FloatPredicate, a: Value, b: Value) -> Value;
    /// An intrinsic of one operand and that operand's type.
    fn unary(&mut self, id: Intrinsic, a: Value) -> Value;
    /// An intrinsic of two operands and the first's type.
    fn pair(&mut self, id: Intrinsic, a: Value, b: Value) -> Value;
    /// The IEEE bits as an integer.
    fn to_bits(&mut self, a: Value) -> Value;
    /// `cast` without flags.
    fn convert(&mut self, op: CastOp, a: Value, ty: Type) -> Value;
    /// Constants `coefficients[0] + x*(coefficients[1] + ...)`, by Horner's rule.
    fn polynomial(&mut self, x: Value, coefficients: &[f64]) -> Value;
}

impl FloatCode for Cursor<'_> {
    fn fconst(&mut self, ty: Type, value: f64) -> Value {
        let bits = float_bits(self.ctx, ty, value);
        self.ctx.float_bits(ty, bits)
    }
    fn fadd(&mut self, a: Value, b: Value) -> Value {
        self.binary(BinaryOp::FAdd, a, b)
    }
    fn fsub(&mut self, a: Value, b: Value) -> Value {
        self.binary(BinaryOp::FSub, a, b)
    }
    fn fmul(&mut self, a: Value, b: Value) -> Value {
        self.binary(BinaryOp::FMul, a, b)
    }
    fn fdiv(&mut self, a: Value, b: Value) -> Value {
        self.binary(BinaryOp::FDiv, a, b)
    }
    fn fneg(&mut self, a: Value) -> Value {
        let ty = self.ty(a);
        self.inst(Op::FNeg { flags: Flags::empty(), value: a }, ty)
    }
    fn fscale(&mut self, a: Value, factor: f64) -> Value {
        let ty = self.ty(a);
        let factor = self.fconst(ty, factor);
        self.fmul(a, factor)
    }
    fn fma(&mut self, a: Value, b: Value, c: Value) -> Value {
        let ty = self.ty(a);
        self.intrinsic(Intrinsic::Fma, vec![a, b, c], ty)
    }
    fn fmuladd(&mut self, a: Value, b: Value, c: Value) -> Value {
        let ty = self.ty(a);
        self.intrinsic(Intrinsic::FMulAdd, vec![a, b, c], ty)
    }
    fn fcmp(&mut self, pred: FloatPredicate, lhs: Value, rhs: Value) -> Value {
        self.inst(Op::FCmp { pred, flags: Flags::empty(), lhs, rhs }, Type::I1)
    }
    fn unary(&mut self, id: Intrinsic, a: Value) -> Value {
        let ty = self.ty(a);
        self.intrinsic(id, vec![a], ty)
    }
    fn pair(&mut self, id: Intrinsic, a: Value, b: Value) -> Value {
        let ty = self.ty(a);
        self.intrinsic(id, vec![a, b], ty)
    }
    fn to_bits(&mut self, a: Value) -> Value {
        let bits = self.ctx.types.value_bits(self.ty(a));
        let int = self.ctx.types.int(bits);
        self.bitcast(a, int)
    }
    fn convert(&mut self, op: CastOp, a: Value, ty: Type) -> Value {
        self.cast(op, a, ty)
    }
    fn polynomial(&mut self, x: Value, coefficients: &[f64]) -> Value {
        let ty = self.ty(x);
        let mut terms = coefficients.iter().rev();
        let mut sum = self.fconst(ty, terms.next().copied().unwrap_or(0.0));
        for &c in terms {
            let c = self.fconst(ty, c);
            sum = self.fmuladd(sum, x, c);
        }
        sum
    }
}

/// `2^exponent` of the type `ty`, whose format it is; a normal number.
pub fn two_to(cursor: &mut Cursor<'_>, exponent: Value, format: Format, ty: Type) -> Value {
    let biased = cursor.fold_const(BinaryOp::Add, exponent, format.bias as u128);
    let int = cursor.ctx.types.int(format.bits);
    let wide = cursor.to_unsigned(biased, int);
    let bits = cursor.fold_const(BinaryOp::Shl, wide, format.fraction.into());
    cursor.bitcast(bits, ty)
}
