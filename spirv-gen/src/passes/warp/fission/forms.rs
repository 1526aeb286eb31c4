//! Writes the instructions of packed rows, each no more often than the rows differ.
//!
//! With several rows per round, a thread's index is `base + 8 * row + lane`, whose parts are known bit by bit. So is much of what kernels
//! derive from it (`threadIdx.x` of a 16 x 16 block is `index & 15`): it turns out to be the same for several rows, or for all lanes,
//! or a constant. What is written twice in a block is taken from the first time.
//! Called by `copy` and `lanes`.

use crate::hash::HashMap;
use crate::ir::instruction::{BinaryOp, Flags, IntPredicate, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::Type;
use crate::passes::optimize::cse::is_repeatable;
use crate::passes::util::build::Build;

use super::build::Builder;

/// The 32-bit number `base + constant + lane`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Form {
    /// A value without other bits than these.
    base: Option<(Value, u32)>,
    pub(super) constant: u32,
    /// A value without other bits than these, all of which may be set.
    lane: Option<(Value, u32)>,
}

impl Form {
    /// Of a thread: the first thread of its round, the row's first thread in that, the lane's in that; the former and the latter with the bits
    /// that they may have.
    pub(super) fn thread(base: (Value, u32), first: u32, lane: (Value, u32)) -> Self {
        Self { base: Some(base), constant: first, lane: Some(lane) }
    }

    /// The lane's value, if this is `constant + lane`.
    pub(super) fn lane_only(self) -> Option<Option<Value>> {
        self.base.is_none().then_some(self.lane.map(|l| l.0))
    }

    fn bits(part: Option<(Value, u32)>) -> u32 {
        part.map_or(0, |p| p.1)
    }

    /// Whether the parts have no bits in common.
    fn is_disjoint(self) -> bool {
        let (base, lane) = (Self::bits(self.base), Self::bits(self.lane));
        base & lane | base & self.constant | lane & self.constant == 0
    }

    /// Least and greatest value, as signed numbers, if the sum wraps in no lane.
    fn range(self) -> Option<(i64, i64)> {
        let least = i64::from(self.constant as i32);
        let greatest = least + i64::from(Self::bits(self.lane));
        (self.base.is_none() && greatest <= i64::from(i32::MAX)).then_some((least, greatest))
    }
}

/// What has been written in the block at hand.
#[derive(Debug, Default)]
pub(super) struct Numbered {
    ops: HashMap<(Op, Type), Value>,
    /// Addresses of objects that moved: by offset and index.
    pub(super) addresses: HashMap<(u64, Value), Value>,
    /// What shuffles gave: by value and lane.
    pub(super) permuted: HashMap<(Value, Value), Value>,
    /// What rows have loaded for the instruction at hand.
    pub(super) loaded: HashMap<(Op, Type), Value>,
}

impl Numbered {
    pub(super) fn clear(&mut self) {
        self.ops.clear();
        self.addresses.clear();
        self.permuted.clear();
    }
}

impl Builder<'_, '_> {
    /// Writes `op`; if `packed`, only unless it is known already.
    pub(super) fn emit(&mut self, packed: bool, op: Op, ty: Type) -> Value {
        if !packed {
            return self.cur.inst(op, ty);
        }
        if let Op::Load { volatile: false, atomic: None, .. } = op {
            // Rows load one after the other, with nothing between: from one address, they get one value.
            let key = (op, ty);
            if let Some(&known) = self.numbered.loaded.get(&key) {
                return known;
            }
            let value = self.cur.inst(key.0.clone(), ty);
            if matches!(key.0, Op::Load { ptr, .. } if self.is_uniform(ptr)) {
                self.uniform.values.insert(value);
            }
            self.numbered.loaded.insert(key, value);
            return value;
        }
        if let Some(value) = self.known(&op, ty) {
            return value;
        }
        if is_repeatable(&op) { self.once(op, ty) } else { self.cur.inst(op, ty) }
    }

    /// The value of `op`, which depends on nothing but its operands.
    fn once(&mut self, op: Op, ty: Type) -> Value {
        let key = (op, ty);
        if let Some(&known) = self.numbered.ops.get(&key) {
            return known;
        }
        let value = self.cur.inst(key.0.clone(), ty);
        let mut uniform = true;
        key.0.for_each_operand(|v| uniform &= self.is_uniform(v));
        if uniform && !matches!(key.0, Op::Intrinsic { id: Intrinsic::LaneId, .. }) {
            self.uniform.values.insert(value);
        }
        self.numbered.ops.insert(key, value);
        value
    }

    /// Whether `value` is the same for all lanes of the subgroup.
    pub(super) fn is_uniform(&self, value: Value) -> bool {
        matches!(value, Value::Const(_)) || self.uniform.values.contains(&value)
    }

    fn once_binary(&mut self, op: BinaryOp, lhs: Value, rhs: u32) -> Value {
        let rhs = self.cur.ctx.i32(rhs);
        self.once(Op::Binary { op, flags: Flags::empty(), lhs, rhs }, Type::I32)
    }

    /// What `op` comes to, as far as constants and forms tell.
    fn known(&mut self, op: &Op, ty: Type) -> Option<Value> {
        match *op {
            Op::Binary { op, flags, lhs, rhs } => {
                let constant = |v| self.cur.ctx.as_int(v).is_some();
                if constant(lhs) && constant(rhs) {
                    return Some(self.cur.fold(op, flags, lhs, rhs));
                }
                let by = self.cur.ctx.as_int(rhs).filter(|_| ty == Type::I32)?;
                let form = *self.forms.get(&lhs)?;
                let result = self.stepped(op, flags, form, by as u32)?;
                Some(self.compose(result))
            }
            Op::ICmp { pred, lhs, rhs } => {
                let to = self.cur.ctx.as_int(rhs)?;
                if self.cur.ctx.as_int(lhs).is_some() {
                    let folded = self.cur.compare(pred, lhs, rhs);
                    return Some(folded);
                }
                let (least, greatest) = self.forms.get(&lhs)?.range()?;
                let holds = compare(pred, least, greatest, to as u32)?;
                Some(self.cur.ctx.bool(holds))
            }
            Op::Select { cond, then_, else_, .. } => {
                let cond = self.cur.ctx.as_int(cond)?;
                Some(if cond == 0 { else_ } else { then_ })
            }
            _ => None,
        }
    }

    /// The form of `form op by`.
    fn stepped(&mut self, op: BinaryOp, flags: Flags, form: Form, by: u32) -> Option<Form> {
        let parts = |builder: &mut Self, bits: &dyn Fn(u32) -> u32| Form {
            base: builder.part(op, form.base, by, bits),
            constant: bits(form.constant),
            lane: builder.part(op, form.lane, by, bits),
        };
        let added = Form { constant: form.constant.wrapping_add(by), ..form };
        match op {
            BinaryOp::Add => Some(added),
            BinaryOp::Sub => Some(Form { constant: form.constant.wrapping_sub(by), ..form }),
            BinaryOp::Or if flags.contains(Flags::DISJOINT) => Some(added),
            _ if !form.is_disjoint() => None,
            BinaryOp::And => Some(parts(self, &|bits| bits & by)),
            BinaryOp::LShr if by < 32 => Some(parts(self, &|bits| bits >> by)),
            BinaryOp::Xor if form.base.is_none() => {
                let of_lane = Form::bits(form.lane) & by;
                let lane = form.lane.map(|(lane, bits)| {
                    (if of_lane == 0 { lane } else { self.once_binary(BinaryOp::Xor, lane, of_lane) }, bits)
                });
                Some(Form { base: None, constant: form.constant ^ (by ^ of_lane), lane })
            }
            _ => None,
        }
    }

    /// `part op by`, of which `after` tells what bits remain.
    fn part(
        &mut self,
        op: BinaryOp,
        part: Option<(Value, u32)>,
        by: u32,
        after: &dyn Fn(u32) -> u32,
    ) -> Option<(Value, u32)> {
        let (value, bits) = part?;
        match after(bits) {
            0 => None,
            same if same == bits => Some((value, bits)),
            rest => Some((self.once_binary(op, value, by), rest)),
        }
    }

    /// The value that `form` tells of.
    pub(super) fn compose(&mut self, form: Form) -> Value {
        let parts = match (form.base, form.lane) {
            (Some((base, _)), Some((lane, _))) => {
                let op = Op::Binary { op: BinaryOp::Add, flags: Flags::empty(), lhs: base, rhs: lane };
                Some(self.once(op, Type::I32))
            }
            (base, lane) => base.or(lane).map(|p| p.0),
        };
        let value = match (parts, form.constant) {
            (None, constant) => return self.cur.ctx.i32(constant),
            (Some(value), 0) => value,
            (Some(value), constant) => self.once_binary(BinaryOp::Add, value, constant),
        };
        self.forms.insert(value, form);
        value
    }
}

/// Whether `pred` holds between all numbers from `least` to `greatest` and `to`; nothing if it depends.
fn compare(pred: IntPredicate, least: i64, greatest: i64, to: u32) -> Option<bool> {
    use IntPredicate as P;
    let unsigned = matches!(pred, P::Ult | P::Ule | P::Ugt | P::Uge);
    let (least, greatest) = match (unsigned, least < 0, greatest < 0) {
        (true, true, true) => (least + (1 << 32), greatest + (1 << 32)),
        (true, true, false) => return None,
        _ => (least, greatest),
    };
    let to = if unsigned { i64::from(to) } else { i64::from(to as i32) };
    let known = |always: bool, never: bool| if always { Some(true) } else { never.then_some(false) };
    match pred {
        P::Eq => known(least == to && greatest == to, to < least || to > greatest),
        P::Ne => known(to < least || to > greatest, least == to && greatest == to),
        P::Ult | P::Slt => known(greatest < to, least >= to),
        P::Ule | P::Sle => known(greatest <= to, least > to),
        P::Ugt | P::Sgt => known(least > to, greatest <= to),
        P::Uge | P::Sge => known(least >= to, greatest < to),
    }
}

#[cfg(test)]
mod tests {
    use super::{IntPredicate as P, compare};

    #[test]
    fn comparisons_of_ranges_agree_with_those_of_their_numbers() {
        let holds = |pred: P, a: i32, b: u32| match pred {
            P::Eq => a as u32 == b,
            P::Ne => a as u32 != b,
            P::Ult => (a as u32) < b,
            P::Ule => a as u32 <= b,
            P::Ugt => a as u32 > b,
            P::Uge => a as u32 >= b,
            P::Slt => a < b as i32,
            P::Sle => a <= b as i32,
            P::Sgt => a > b as i32,
            P::Sge => a >= b as i32,
        };
        let all = [P::Eq, P::Ne, P::Ult, P::Ule, P::Ugt, P::Uge, P::Slt, P::Sle, P::Sgt, P::Sge];
        let mut known = 0;
        for (pred, least, to) in
            all.into_iter().flat_map(|p| (-20..20).flat_map(move |l| (-20..20).map(move |t| (p, l, t))))
        {
            for greatest in [least, least + 7] {
                let to = to as u32;
                if let Some(told) = compare(pred, least.into(), greatest.into(), to) {
                    known += 1;
                    assert!(
                        (least..=greatest).all(|n| holds(pred, n, to) == told),
                        "{pred:?} {least}..{greatest} {to}"
                    );
                }
            }
        }
        assert!(known > 20_000, "{known}");
    }
}
