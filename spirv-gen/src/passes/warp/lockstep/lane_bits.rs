//! Which bits of the lane's number a value goes by: whose word an address or an index is.
//!
//! ```text
//! lane * 4 + base            all of them: each lane has its own
//! lane % 16                  the lowest four: two lanes of a warp of 32 have the same
//! lane / 16 * 20 + lane % 16 all of them, as a sum of parts
//! base                       none, if all lanes have one base
//! table[lane]                not by them alone
//! ```
//!
//! Called by `words`.

use crate::analysis::divergence::Divergence;
use crate::analysis::zero_bits::zero_bits;
use crate::ir::fold::int;
use crate::ir::function::Function;
use crate::ir::instruction::{BinaryOp, Inst, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Context;

/// Operations that values are followed through.
const DEPTH: u32 = 16;
/// Not known yet, of a phi that is being asked.
const UNKNOWN: u32 = u32::MAX;

/// Of a function's values, for warps of `warp` lanes.
pub struct LaneBits<'a> {
    pub ctx: &'a Context,
    pub func: &'a Function,
    pub divergence: &'a Divergence,
    pub warp: u32,
}

impl LaneBits<'_> {
    /// The bits that `value` is a sum of, each so many times, beside what all lanes have, also in each round of a loop; `None` if it is of something else.
    pub fn of(&self, value: Value) -> Option<u32> {
        self.within(value, &mut Vec::new(), DEPTH).filter(|&bits| bits != UNKNOWN)
    }

    /// As `of`, for the phis `asked`.
    fn within(&self, value: Value, asked: &mut Vec<Inst>, depth: u32) -> Option<u32> {
        if !self.divergence.value(value) {
            return Some(0);
        }
        let (Value::Inst(inst), 1..) = (value, depth) else { return None };
        let mut bits = |value| self.within(value, asked, depth - 1);
        match *self.func.op(inst) {
            Op::Intrinsic { id: Intrinsic::ThreadLinear | Intrinsic::LaneId, .. } => Some(self.warp - 1),
            Op::Cast { value, .. } => bits(value),
            Op::Binary { op, lhs, rhs, .. } => match op {
                BinaryOp::Add | BinaryOp::Or => match (bits(lhs)?, bits(rhs)?) {
                    (bits, 0) | (0, bits) => Some(bits),
                    (a, b) => (a & b == 0).then_some(a | b),
                },
                BinaryOp::Mul => match (bits(lhs)?, bits(rhs)?) {
                    (bits, 0) | (0, bits) => Some(bits),
                    _ => None,
                },
                BinaryOp::Sub | BinaryOp::Shl => bits(lhs).filter(|_| bits(rhs) == Some(0)),
                BinaryOp::LShr => self.shifted_down((lhs, rhs), bits(lhs)),
                BinaryOp::And => self.masked((lhs, rhs), bits(lhs)),
                _ => None,
            },
            Op::Select { then_, else_, .. } => bits(then_).filter(|&then| bits(else_) == Some(then)),
            Op::Phi(_) if asked.contains(&inst) => Some(UNKNOWN),
            Op::Phi(ref incoming) => {
                asked.push(inst);
                let each: Option<Vec<u32>> =
                    incoming.iter().map(|(value, _)| self.within(*value, asked, depth - 1)).collect();
                asked.pop();
                let mut known = each?.into_iter().filter(|&bits| bits != UNKNOWN);
                let first = known.next()?;
                known.all(|bits| bits == first).then_some(first)
            }
            _ => None,
        }
    }

    /// Of `lhs >> rhs`, if `lhs` goes by `bits`.
    fn shifted_down(&self, (lhs, rhs): (Value, Value), bits: Option<u32>) -> Option<u32> {
        let by = self.ctx.as_int(rhs).filter(|&by| by < 32)? as u32;
        if is_thread(self.func, lhs) {
            return Some((self.warp - 1) >> by << by);
        }
        // Bytes that are words.
        let lost = int::mask(by);
        bits.filter(|_| zero_bits(self.ctx, self.func, lhs) & lost == lost)
    }

    /// Of `lhs & rhs`, if `lhs` goes by `bits`.
    fn masked(&self, (lhs, rhs): (Value, Value), bits: Option<u32>) -> Option<u32> {
        let mask = self.ctx.as_int(rhs)?;
        if let Some(by) = self.thread_shifted_down(lhs) {
            return Some((mask << by) as u32 & (self.warp - 1));
        }
        // So many words in turn: `(lane + first) % 16`.
        let bits = bits.filter(|&bits| bits != UNKNOWN)?;
        (mask & mask.wrapping_add(1) == 0).then_some(bits & mask as u32)
    }

    /// By how many bits `value` is the thread's number shifted down.
    fn thread_shifted_down(&self, value: Value) -> Option<u32> {
        if is_thread(self.func, value) {
            return Some(0);
        }
        let Value::Inst(inst) = value else { return None };
        match *self.func.op(inst) {
            Op::Binary { op: BinaryOp::LShr, lhs, rhs, .. } if is_thread(self.func, lhs) => {
                self.ctx.as_int(rhs).filter(|&by| by < 32).map(|by| by as u32)
            }
            Op::Cast { value, .. } => self.thread_shifted_down(value),
            _ => None,
        }
    }
}

/// Whether `value` is the thread's number in its block.
pub fn is_thread(func: &Function, value: Value) -> bool {
    let Value::Inst(inst) = value else { return false };
    match *func.op(inst) {
        Op::Intrinsic { id: Intrinsic::ThreadLinear, .. } => true,
        Op::Cast { value, .. } => is_thread(func, value),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::LaneBits;
    use crate::analysis::cfg::Cfg;
    use crate::analysis::divergence::Divergence;
    use crate::ir::instruction::{Op, Value};
    use crate::ir::parse::parse_module;

    /// Of what `body` stores.
    fn bits(body: &str) -> Option<u32> {
        let text = format!(
            "define void @f(i64 %p, i32 %n) {{
b0:
  %t = call i32 @hip.thread.linear()
  %lane = and i32 %t, 31
{body}
  ret void
}}"
        );
        let module = parse_module(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let func = module.functions.values().next().unwrap();
        let divergence = Divergence::of_warps(&module.ctx, func, &Cfg::new(func), 32);
        let of = LaneBits { ctx: &module.ctx, func, divergence: &divergence, warp: 32 };
        let stored = func.linked_insts().find_map(|(_, inst)| match *func.op(inst) {
            Op::Store { value, .. } => Some(value),
            _ => None,
        });
        let Some(value @ Value::Inst(_)) = stored else { panic!("{body}") };
        of.of(value)
    }

    fn of(value: &str) -> Option<u32> {
        bits(&format!("{value}\n  store i32 %x, i64 %p"))
    }

    #[test]
    fn a_lanes_own() {
        assert_eq!(of("  %x = add i32 %t, %n"), Some(31));
        assert_eq!(of("  %a = mul i32 %lane, %n\n  %x = sub i32 %a, 7"), Some(31));
        assert_eq!(of("  %a = shl i32 %lane, 2\n  %b = add i32 %a, 8\n  %x = lshr i32 %b, 2"), Some(31), "bytes");
        let parts = "  %a = lshr i32 %t, 4\n  %b = mul i32 %a, 20\n  %c = and i32 %t, 15\n  %x = add i32 %b, %c";
        assert_eq!(of(parts), Some(31));
    }

    #[test]
    fn a_part_of_the_warp_has_one() {
        assert_eq!(of("  %x = and i32 %t, 15"), Some(15));
        assert_eq!(of("  %x = lshr i32 %t, 3"), Some(24));
        assert_eq!(of("  %a = lshr i32 %t, 3\n  %x = and i32 %a, 1"), Some(8));
        assert_eq!(of("  %a = add i32 %t, %n\n  %x = and i32 %a, 7"), Some(7), "in turn");
        assert_eq!(of("  %x = lshr i32 %t, 5"), Some(0), "the warp's own");
    }

    #[test]
    fn others_are_not_told_by_lanes() {
        assert_eq!(of("  %a = zext i32 %lane to i64\n  %b = add i64 %p, %a\n  %x = load i32, i64 %b"), None);
        assert_eq!(of("  %x = add i32 %lane, %t"), None, "twice the same bits");
        assert_eq!(of("  %x = xor i32 %lane, 1"), None);
        assert_eq!(of("  %c = icmp ult i32 %lane, 4\n  %x = select i1 %c, i32 %lane, i32 0"), None);
        assert_eq!(of("  %a = add i32 %lane, 1\n  %x = lshr i32 %a, 1"), None);
    }

    #[test]
    fn rounds_of_a_loop() {
        let text = "  br label %h
h:
  %x = phi i32 [ %lane, %b0 ], [ %next, %h ]
  store i32 %x, i64 %p
  %next = add i32 %x, STEP
  %c = icmp ult i32 %next, %n
  br i1 %c, label %h, label %e
e:";
        assert_eq!(bits(&text.replace("STEP", "32")), Some(31));
        assert_eq!(bits(&text.replace("STEP", "%t")), None);
    }
}
