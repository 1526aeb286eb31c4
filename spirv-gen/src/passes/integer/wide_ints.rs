//! Takes 128-bit integers apart into pairs of 64-bit ones.
//!
//!   before  %c = add i128 %a, %b
//!   after   low = a0 + b0   carry = low < a0   high = a1 + b1 + carry
//!
//! Shifts by variable amounts are selects, multiplication is four 32x32 products and two 64-bit ones, division a loop of one bit per step (64-bit
//! division where both fit). Conversions from and to floats round once. Needs: odd widths promoted.   Leaves: integers of at most 64 bits.

use super::wide_math::{self, Wide};
use crate::analysis::alignment::align_at;
use crate::error::CompileError;
use crate::hash::HashMap;
use crate::ir::constant::Const;
use crate::ir::cursor::Cursor;
use crate::ir::function::Block;
use crate::ir::instruction::{BinaryOp, CastOp, Inst, IntPredicate, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::{Context, Module};
use crate::ir::types::Type;
use crate::passes::util::build::{Build, offset_pointer};
use crate::passes::util::walk::{Visit, kernel_of, walk};

const PASS: &str = "integer/wide_ints";

/// See the file's description.
///
/// # Errors
/// An operation that nobody defined on 128 bits.
pub fn run(module: &mut Module) -> Result<(), CompileError> {
    let id = kernel_of(module, PASS)?;
    let mut pass = WideInts::default();
    let walked = walk(module, id, |cursor, inst| pass.visit(cursor, inst))?;
    let Module { ctx, functions, .. } = module;
    for (phis, incoming) in std::mem::take(&mut pass.phis) {
        for (nth, (value, _)) in incoming.iter().enumerate() {
            let halves = pass.known_halves(ctx, walked.resolve(*value));
            for (phi, half) in phis.iter().zip(halves) {
                if let Op::Phi(incoming) = &mut functions[id].insts[*phi].op {
                    incoming[nth].0 = half;
                }
            }
        }
    }
    Ok(())
}

type PendingPhi = (Vec<Inst>, Vec<(Value, Block)>);

#[derive(Default)]
struct WideInts {
    halves: HashMap<Inst, Wide>,
    /// Phis of the halves of one phi, and its incoming values, filled in at the end.
    phis: Vec<PendingPhi>,
}

impl WideInts {
    fn visit(&mut self, cursor: &mut Cursor<'_>, inst: Inst) -> Result<Visit, CompileError> {
        let data = cursor.func.insts[inst].clone();
        let makes_wide = data.ty == Type::I128;
        let mut reads_wide = false;
        data.op.for_each_operand(|v| reads_wide |= cursor.ty(v) == Type::I128);
        if !makes_wide && !reads_wide {
            return Ok(Visit::Keep);
        }
        if makes_wide {
            let halves = self.make(cursor, data.op)?;
            self.halves.insert(inst, halves);
            return Ok(Visit::Drop);
        }
        self.read(cursor, data.op, data.ty)
    }

    fn halves(&self, cursor: &mut Cursor<'_>, value: Value) -> Wide {
        let [low, high] = self.known_halves(cursor.ctx, value);
        Wide { low, high }
    }

    fn known_halves(&self, ctx: &mut Context, value: Value) -> [Value; 2] {
        if let Value::Inst(inst) = value
            && let Some(wide) = self.halves.get(&inst)
        {
            return [wide.low, wide.high];
        }
        // Undefined constants are zero.
        let bits = ctx.as_int(value).unwrap_or(0);
        [ctx.i64(bits as u64), ctx.i64((bits >> 64) as u64)]
    }

    /// Operations with a 128-bit result.
    fn make(&mut self, cursor: &mut Cursor<'_>, op: Op) -> Result<Wide, CompileError> {
        Ok(match op {
            Op::Phi(incoming) => self.phi(cursor, incoming),
            Op::Binary { op, lhs, rhs, .. } => {
                let (lhs, rhs) = (self.halves(cursor, lhs), self.halves(cursor, rhs));
                wide_math::binary(cursor, op, lhs, rhs)
            }
            Op::Select { cond, then_, else_, .. } => {
                let (then_, else_) = (self.halves(cursor, then_), self.halves(cursor, else_));
                wide_math::select(cursor, cond, then_, else_)
            }
            Op::Freeze(value) => self.halves(cursor, value),
            Op::Load { ptr, align, volatile, atomic: None } => {
                let align = if align == 0 { 16 } else { align };
                let [low, high] = [0, 8].map(|at| {
                    let ptr = offset_pointer(cursor, ptr, at);
                    let align = align_at(align, at);
                    cursor.inst(Op::Load { ptr, align, volatile, atomic: None }, Type::I64)
                });
                Wide { low, high }
            }
            Op::Cast { op, value, .. } => self.make_cast(cursor, op, value)?,
            Op::Intrinsic { id, args, .. } => self.intrinsic(cursor, id, &args)?,
            other => return Err(CompileError::unsupported(PASS, format!("i128 in {other:?}"))),
        })
    }

    fn phi(&mut self, cursor: &mut Cursor<'_>, incoming: Vec<(Value, Block)>) -> Wide {
        let later = cursor.ctx.i64(0);
        let mut half = || cursor.phi(incoming.iter().map(|&(_, from)| (later, from)).collect(), Type::I64);
        let wide = Wide { low: half(), high: half() };
        let phis =
            [wide.low, wide.high].into_iter().filter_map(|v| if let Value::Inst(i) = v { Some(i) } else { None });
        self.phis.push((phis.collect(), incoming));
        wide
    }

    fn make_cast(&self, cursor: &mut Cursor<'_>, op: CastOp, value: Value) -> Result<Wide, CompileError> {
        Ok(match op {
            CastOp::ZExt | CastOp::PtrToInt => {
                let low = if op == CastOp::ZExt {
                    cursor.to_unsigned(value, Type::I64)
                } else {
                    cursor.cast(CastOp::PtrToInt, value, Type::I64)
                };
                Wide { low, high: cursor.ctx.i64(0) }
            }
            CastOp::SExt => {
                let low = cursor.to_signed(value, Type::I64);
                Wide { low, high: cursor.fold_const(BinaryOp::AShr, low, 63) }
            }
            CastOp::FPToUI => wide_math::from_float(cursor, value, false),
            CastOp::FPToSI => wide_math::from_float(cursor, value, true),
            _ => return Err(CompileError::unsupported(PASS, format!("{} to i128", op.name()))),
        })
    }

    fn intrinsic(&self, cursor: &mut Cursor<'_>, id: Intrinsic, args: &[Value]) -> Result<Wide, CompileError> {
        use Intrinsic as I;
        let first = self.halves(cursor, args[0]);
        let second = |cursor: &mut Cursor<'_>| self.halves(cursor, args[1]);
        Ok(match id {
            I::SMax | I::SMin | I::UMax | I::UMin => {
                let second = second(cursor);
                wide_math::extreme(cursor, id, first, second)
            }
            I::Ctlz => wide_math::count_zeros(cursor, id, first.high, first.low),
            I::Cttz => wide_math::count_zeros(cursor, id, first.low, first.high),
            I::Ctpop => {
                let low = cursor.intrinsic(id, vec![first.low], Type::I64);
                let high = cursor.intrinsic(id, vec![first.high], Type::I64);
                let sum = cursor.add(low, high);
                Wide { low: sum, high: cursor.ctx.i64(0) }
            }
            I::BitReverse => Wide {
                low: cursor.intrinsic(id, vec![first.high], Type::I64),
                high: cursor.intrinsic(id, vec![first.low], Type::I64),
            },
            I::Shuffle | I::ShuffleXor | I::ShuffleUp | I::ShuffleDown | I::ReadFirstLane => {
                let mut moved = |half: Value| {
                    let mut args = args.to_vec();
                    args[0] = half;
                    cursor.intrinsic(id, args, Type::I64)
                };
                Wide { low: moved(first.low), high: moved(first.high) }
            }
            _ => return Err(CompileError::unsupported(PASS, format!("{} on i128", id.name()))),
        })
    }

    /// Operations that only read 128 bits.
    fn read(&self, cursor: &mut Cursor<'_>, op: Op, ty: Type) -> Result<Visit, CompileError> {
        Ok(match op {
            Op::ICmp { pred, lhs, rhs } => {
                let (lhs, rhs) = (self.halves(cursor, lhs), self.halves(cursor, rhs));
                Visit::Replace(wide_math::compare(cursor, pred, lhs, rhs))
            }
            Op::Store { value, ptr, align, volatile, atomic: None } => {
                let align = if align == 0 { 16 } else { align };
                let value = self.halves(cursor, value);
                for (half, at) in [(value.low, 0), (value.high, 8)] {
                    let ptr = offset_pointer(cursor, ptr, at);
                    let align = align_at(align, at);
                    cursor.inst(Op::Store { value: half, ptr, align, volatile, atomic: None }, Type::VOID);
                }
                Visit::Drop
            }
            Op::Cast { op, value, .. } => {
                let value = self.halves(cursor, value);
                Visit::Replace(match op {
                    CastOp::Trunc => cursor.to_unsigned(value.low, ty),
                    CastOp::IntToPtr => cursor.cast(CastOp::IntToPtr, value.low, ty),
                    CastOp::UIToFP => wide_math::to_float(cursor, value, ty),
                    CastOp::SIToFP => wide_math::signed_to_float(cursor, value, ty),
                    _ => return Err(CompileError::unsupported(PASS, format!("{} of i128", op.name()))),
                })
            }
            Op::Switch { value, default, mut cases } => {
                let value = self.switch(cursor, value, &mut cases);
                cursor.inst(Op::Switch { value, default, cases }, Type::VOID);
                Visit::Drop
            }
            Op::Gep { elem, flags, base, indices } => {
                // An index is cut to the pointer's width anyway.
                let indices = indices
                    .into_iter()
                    .map(|i| if cursor.ty(i) == Type::I128 { self.halves(cursor, i).low } else { i })
                    .collect();
                Visit::Replace(cursor.inst(Op::Gep { elem, flags, base, indices }, ty))
            }
            other => return Err(CompileError::unsupported(PASS, format!("i128 in {other:?}"))),
        })
    }

    /// A switch over 128 bits becomes one over the number of the case, so that no edge changes.
    fn switch(&self, cursor: &mut Cursor<'_>, value: Value, cases: &mut [(Const, Block)]) -> Value {
        let value = self.halves(cursor, value);
        let mut number = cursor.ctx.i32(0);
        for (nth, (case, _)) in cases.iter_mut().enumerate() {
            let wide = self.halves(cursor, Value::Const(*case));
            let equal = wide_math::compare(cursor, IntPredicate::Eq, value, wide);
            let this = cursor.ctx.i32(nth as u32 + 1);
            number = cursor.choose(equal, this, number);
            if let Value::Const(small) = this {
                *case = small;
            }
        }
        number
    }
}
