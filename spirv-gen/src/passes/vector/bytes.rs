//! Sums and differences of four bytes that come from a word and become one again, in the word: no device has instructions for bytes, and each byte
//! taken out, computed and put back costs as much as all four do together. Quantised formats are full of them (CUDA's `__vsubss4` and its like).
//!
//! ```text
//! before  %a = bitcast i32 %x to <4 x i8>;  %s = add <4 x i8> %a, %b;  %y = bitcast <4 x i8> %s to i32
//! after   %low = (%x & 0x7f7f7f7f) + (word of %b & 0x7f7f7f7f);  %y = %low ^ ((%x ^ word of %b) & 0x80808080)
//! ```
//! Saturation where no byte can need it, by the zeros that its operand is known to have, is none.
//! Called by the portable list in front of `intrinsics`, which does saturating arithmetic byte by byte. Other operations, and values that anything
//! else asks for, stay.

use crate::analysis::zero_bits::zero_bits;
use crate::error::CompileError;
use crate::hash::HashMap;
use crate::ir::constant::ConstData;
use crate::ir::cursor::Cursor;
use crate::ir::entity::Entity;
use crate::ir::function::Function;
use crate::ir::instruction::{BinaryOp, CastOp, Flags, Inst, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::{Context, Module};
use crate::ir::types::Type;
use crate::passes::util::build::Build;
use crate::passes::util::rewrite::{Rewrite, rewrite_function};

const BYTES: u32 = 4;
/// The bytes' signs, what is below them, and a one in each.
const SIGNS: u32 = 0x8080_8080;
const BELOW: u32 = 0x7f7f_7f7f;
const ONES: u32 = 0x0101_0101;
/// Operations one on top of the other that are looked at.
const DEPTH: u32 = 8;

/// What is computed of four bytes, as it is known in the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Bits(BinaryOp),
    Add,
    Sub,
    SAddSat,
    SSubSat,
    UAddSat,
    USubSat,
}

/// See the file's description.
///
/// # Errors
/// None.
pub fn run(module: &mut Module) -> Result<(), CompileError> {
    let Module { ctx, functions, .. } = module;
    for func in functions.values_mut().filter(|f| !f.is_declaration()) {
        let found = roots(ctx, func);
        if !found.is_empty() {
            rewrite_function(ctx, func, |cur, inst| {
                let bytes = found.get(&inst).copied();
                Ok(bytes.and_then(|bytes| word(cur, bytes)).map_or(Rewrite::Keep, Rewrite::Replace))
            })
            .map_err(|(error, _)| error)?;
        }
    }
    Ok(())
}

/// The conversions to words of bytes that can be computed there, and those bytes.
fn roots(ctx: &Context, func: &Function) -> HashMap<Inst, Value> {
    let bytes = |inst: Inst| match *func.op(inst) {
        Op::Cast { op: CastOp::BitCast, value, .. } if func.insts[inst].ty == Type::I32 => Some((inst, value)),
        _ => None,
    };
    let is_computed = |value| matches!(value, Value::Inst(inst) if kind(func.op(inst)).is_some());
    let mut found: HashMap<Inst, Value> = func.linked_insts().filter_map(|(_, inst)| bytes(inst)).collect();
    found.retain(|_, &mut value| is_bytes(ctx, ctx.type_of(func, value)) && is_computed(value));
    if !found.is_empty() {
        let uses = func.use_counts();
        found.retain(|_, &mut value| fits(ctx, func, &uses, value, DEPTH));
    }
    found
}

fn is_bytes(ctx: &Context, ty: Type) -> bool {
    ctx.types.vector_parts(ty) == Some((Type::I8, BYTES))
}

fn kind(op: &Op) -> Option<(Kind, Value, Value)> {
    Some(match op {
        &Op::Binary { op, lhs, rhs, .. } => {
            let kind = match op {
                BinaryOp::Add => Kind::Add,
                BinaryOp::Sub => Kind::Sub,
                BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => Kind::Bits(op),
                _ => return None,
            };
            (kind, lhs, rhs)
        }
        Op::Intrinsic { id, args, .. } => {
            let kind = match id {
                Intrinsic::SAddSat => Kind::SAddSat,
                Intrinsic::SSubSat => Kind::SSubSat,
                Intrinsic::UAddSat => Kind::UAddSat,
                Intrinsic::USubSat => Kind::USubSat,
                _ => return None,
            };
            (kind, *args.first()?, *args.get(1)?)
        }
        _ => return None,
    })
}

/// Whether all that `value` is made of can be had as words.
fn fits(ctx: &Context, func: &Function, uses: &[u32], value: Value, depth: u32) -> bool {
    let Value::Inst(inst) = value else { return constant(ctx, value).is_some() };
    if let &Op::Cast { op: CastOp::BitCast, value, .. } = func.op(inst) {
        return ctx.type_of(func, value) == Type::I32;
    }
    let Some((_, a, b)) = kind(func.op(inst)) else { return false };
    depth > 0 && uses[inst.index()] == 1 && [a, b].into_iter().all(|v| fits(ctx, func, uses, v, depth - 1))
}

/// The word of a constant, if each byte is known.
fn constant(ctx: &Context, value: Value) -> Option<u32> {
    let Value::Const(id) = value else { return None };
    match ctx.consts.data(id) {
        ConstData::Zero(_) => Some(0),
        ConstData::Aggregate { elems, .. } => {
            let bytes = elems.iter().rev().map(|&elem| ctx.as_int(Value::Const(elem)));
            bytes.into_iter().try_fold(0, |word, byte| Some(word << 8 | u32::try_from(byte? & 0xff).ok()?))
        }
        _ => None,
    }
}

/// The word of `value`, computed at the cursor.
fn word(cur: &mut Cursor<'_>, value: Value) -> Option<Value> {
    if let Some(constant) = constant(cur.ctx, value) {
        return Some(cur.ctx.i32(constant));
    }
    let Value::Inst(inst) = value else { return None };
    if let &Op::Cast { op: CastOp::BitCast, value, .. } = cur.func.op(inst) {
        return Some(value);
    }
    let (kind, a, b) = kind(cur.func.op(inst))?;
    let (a, b) = (word(cur, a)?, word(cur, b)?);
    let mut words = Words { cur };
    Some(match kind {
        Kind::Bits(op) => words.op(op, a, b),
        Kind::Add => words.add(a, b),
        Kind::Sub => words.sub(a, b),
        Kind::SAddSat => words.add_signed(a, b),
        Kind::SSubSat => words.sub_signed(a, b),
        Kind::UAddSat => words.add_unsigned(a, b),
        Kind::USubSat => words.sub_unsigned(a, b),
    })
}

/// Four bytes at once.
struct Words<'a, 'b> {
    cur: &'a mut Cursor<'b>,
}

impl Words<'_, '_> {
    fn op(&mut self, op: BinaryOp, a: Value, b: Value) -> Value {
        self.cur.fold(op, Flags::empty(), a, b)
    }
    fn op_const(&mut self, op: BinaryOp, a: Value, b: u32) -> Value {
        self.cur.fold_const(op, a, b.into())
    }
    fn and(&mut self, a: Value, b: Value) -> Value {
        self.op(BinaryOp::And, a, b)
    }
    fn or(&mut self, a: Value, b: Value) -> Value {
        self.op(BinaryOp::Or, a, b)
    }
    fn xor(&mut self, a: Value, b: Value) -> Value {
        self.op(BinaryOp::Xor, a, b)
    }
    fn not(&mut self, a: Value) -> Value {
        self.op_const(BinaryOp::Xor, a, u32::MAX)
    }

    /// The bits that may be one.
    fn possible(&self, a: Value) -> u32 {
        !zero_bits(self.cur.ctx, self.cur.func, a) as u32
    }
    /// `a & mask`, as little of it as is not known.
    fn masked(&mut self, a: Value, mask: u32) -> Value {
        match self.possible(a) {
            possible if possible & !mask == 0 => a,
            possible if possible & mask == 0 => self.cur.ctx.i32(0),
            _ => self.op_const(BinaryOp::And, a, mask),
        }
    }
    /// The least and the largest that each byte may be, read with its sign.
    fn signed_ranges(&self, a: Value) -> [(i32, i32); BYTES as usize] {
        let constant = self.cur.ctx.as_int(a).map(|a| a as u32);
        let possible = self.possible(a);
        std::array::from_fn(|nth| match (constant, possible.to_le_bytes()[nth]) {
            (Some(constant), _) => {
                let byte = i32::from(constant.to_le_bytes()[nth] as i8);
                (byte, byte)
            }
            (None, most) if most < 0x80 => (0, most.into()),
            _ => (i8::MIN.into(), i8::MAX.into()),
        })
    }

    fn add(&mut self, a: Value, b: Value) -> Value {
        let [most_a, most_b] = [a, b].map(|v| self.possible(v).to_le_bytes());
        if most_a.iter().zip(most_b).all(|(a, b)| a.checked_add(b).is_some()) {
            return self.op(BinaryOp::Add, a, b);
        }
        let [low_a, low_b] = [a, b].map(|v| self.masked(v, BELOW));
        let low = self.op(BinaryOp::Add, low_a, low_b);
        let [sign_a, sign_b] = [a, b].map(|v| self.masked(v, SIGNS));
        let signs = self.xor(sign_a, sign_b);
        self.xor(low, signs)
    }
    fn sub(&mut self, a: Value, b: Value) -> Value {
        if let Some(b) = self.cur.ctx.as_int(b) {
            let negated = u32::from_le_bytes((b as u32).to_le_bytes().map(u8::wrapping_neg));
            let negated = self.cur.ctx.i32(negated);
            return self.add(a, negated);
        }
        // The sign that is lent to each byte keeps it from borrowing of the next one.
        let lent = self.op_const(BinaryOp::Or, a, SIGNS);
        let taken = self.masked(b, BELOW);
        let low = self.op(BinaryOp::Sub, lent, taken);
        let same = self.xor(a, b);
        let same = self.not(same);
        let signs = self.masked(same, SIGNS);
        self.xor(low, signs)
    }
    fn add_signed(&mut self, a: Value, b: Value) -> Value {
        let sum = self.add(a, b);
        let ranges = self.signed_ranges(a).into_iter().zip(self.signed_ranges(b));
        if ranges.map(|(a, b)| (a.0 + b.0, a.1 + b.1)).all(is_byte) {
            return sum;
        }
        let (from_a, from_b) = (self.xor(sum, a), self.xor(sum, b));
        let over = self.and(from_a, from_b);
        self.limited(sum, over, a)
    }
    fn sub_signed(&mut self, a: Value, b: Value) -> Value {
        let difference = self.sub(a, b);
        let ranges = self.signed_ranges(a).into_iter().zip(self.signed_ranges(b));
        if ranges.map(|(a, b)| (a.0 - b.1, a.1 - b.0)).all(is_byte) {
            return difference;
        }
        let (apart, from_a) = (self.xor(a, b), self.xor(difference, a));
        let over = self.and(apart, from_a);
        self.limited(difference, over, a)
    }
    fn add_unsigned(&mut self, a: Value, b: Value) -> Value {
        let sum = self.add(a, b);
        let (both, any, gone) = (self.and(a, b), self.or(a, b), self.not(sum));
        let carried = self.and(any, gone);
        let over = self.or(both, carried);
        let over = self.masks(over);
        self.or(sum, over)
    }
    fn sub_unsigned(&mut self, a: Value, b: Value) -> Value {
        let difference = self.sub(a, b);
        let (not_a, apart) = (self.not(a), self.xor(a, b));
        let (less, same) = (self.and(not_a, b), self.not(apart));
        let borrowed = self.and(same, difference);
        let under = self.or(less, borrowed);
        let under = self.masks(under);
        let kept = self.not(under);
        self.and(difference, kept)
    }
    /// All bits of each byte whose sign is set.
    fn masks(&mut self, signs: Value) -> Value {
        let signs = self.masked(signs, SIGNS);
        let twice = self.op_const(BinaryOp::Shl, signs, 1);
        let ones = self.op_const(BinaryOp::LShr, signs, 7);
        self.op(BinaryOp::Sub, twice, ones)
    }
    /// `result`, and where `over` has a byte's sign the limit on the side of `a`.
    fn limited(&mut self, result: Value, over: Value, a: Value) -> Value {
        let mask = self.masks(over);
        let negative = self.op_const(BinaryOp::LShr, a, 7);
        let negative = self.masked(negative, ONES);
        let limit = self.op_const(BinaryOp::Add, negative, BELOW);
        let other = self.xor(result, limit);
        let other = self.and(other, mask);
        self.xor(result, other)
    }
}

fn is_byte((least, most): (i32, i32)) -> bool {
    least >= i8::MIN.into() && most <= i8::MAX.into()
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::ir::module::Module;
    use crate::ir::parse::parse_module;
    use crate::ir::print::print_module;
    use crate::passes::lowering_tests::case::Case;

    /// `%r` of the words `%a` and `%b`, of which there is one of each a thread.
    fn kernel(body: &str) -> Case {
        let mut case = Case::new(&format!(
            "define amdgpu_kernel void @k(ptr addrspace(1) %buf) {{
               %t = call i32 @hip.thread.id.x()
               %i = zext i32 %t to i64
               %pa = getelementptr {{ i32, i32, i32 }}, ptr addrspace(1) %buf, i64 %i
               %pb = getelementptr i8, ptr addrspace(1) %pa, i64 4
               %pr = getelementptr i8, ptr addrspace(1) %pa, i64 8
               %a = load i32, ptr addrspace(1) %pa, align 4
               %b = load i32, ptr addrspace(1) %pb, align 4
               {body}
               store i32 %r, ptr addrspace(1) %pr, align 4
               ret void
             }}"
        ));
        // Pairs of bytes from all over, the four of a word different ones.
        let pairs = (0..=u16::MAX).step_by(4).flat_map(|first| {
            let word = |of: fn(u16) -> u8| [0, 1, 2, 3].map(|nth| of((first + nth).wrapping_mul(40_503)));
            [word(|pair| pair as u8), word(|pair| (pair >> 8) as u8), [0; 4]].concat()
        });
        case.input = pairs.collect();
        case.block = [1024, 1, 1];
        case.input.truncate(1024 * 12);
        case
    }

    fn passed(case: &Case) -> Module {
        let mut module = parse_module(&case.text).unwrap();
        run(&mut module).unwrap();
        module
    }

    #[test]
    fn every_operation_computes_in_the_word_what_it_does_byte_by_byte() {
        let sat = |name: &str, b: &str| format!("%s = call <4 x i8> @llvm.{name}.sat.v4i8(<4 x i8> %x, <4 x i8> {b})");
        let mut operations: Vec<String> = Vec::new();
        for b in ["%y", "<i8 -32, i8 1, i8 -128, i8 127>"] {
            operations.extend(["sadd", "ssub", "uadd", "usub"].map(|name| sat(name, b)));
            operations.extend(["add", "sub", "xor", "and", "or"].map(|op| format!("%s = {op} <4 x i8> %x, {b}")));
        }
        for masked in ["%a", "and i32 %a, 1061109567"] {
            let a = if masked == "%a" { "add i32 %a, 0" } else { masked };
            for operation in &operations {
                let case = kernel(&format!(
                    "%m = {a}
                     %x = bitcast i32 %m to <4 x i8>
                     %y = bitcast i32 %b to <4 x i8>
                     {operation}
                     %r = bitcast <4 x i8> %s to i32"
                ));
                let module = passed(&case);
                assert!(!print_module(&module).contains("bitcast <4 x i8> %s"), "{operation}");
                let before = case.run(&parse_module(&case.text).unwrap());
                assert!(before != case.input, "{operation} does nothing");
                assert!(before == case.run(&module), "{masked}: {operation}\n{}", print_module(&module));
            }
        }
    }
}
