//! The two bytes of a half word in the other order, for a driver that recognises that and then reads a register that nobody has written: NVIDIA's
//! (580) wherever `x << 8 | x >> 8` becomes an i16, whatever width it is computed in. `__builtin_bswap16`, `ntohs`, CRC-16.
//!
//!   before  %h = shl i32 %x, 8         after  %low = and i32 %x, 65535
//!           %l = lshr i32 %x, 8               %twice = mul i32 %low, 65537
//!           %r = or i32 %h, %l                %swapped = lshr i32 %twice, 8
//!           %t = trunc i32 %r to i16          %t = trunc i32 %swapped to i16
//!
//! And of a word whose halves change places, where they come of 64 bits, it makes the word as it was: `ushort4.yxzw` as two ints. The upper half gets there by
//! a product:
//!
//!   before  %l = zext i16 %first to i32         after  %l = zext i16 %first to i32
//!           %h = shl (zext i16 %second), 16            %h = mul (zext i16 %second), (a 65536 that no driver knows)
//!           %r = or i32 %l, %h                         %r = or i32 %l, %h
//!
//! Which byte of what each byte of the result is, is followed through shifts by whole bytes, masks of whole bytes, `or`, `xor` and resizing, as that
//! driver does. Behind everything that makes integer operations. Called by the device list (`passes/mod.rs`).

use crate::error::CompileError;
use crate::hash::{HashMap, HashSet};
use crate::ir::cursor::Cursor;
use crate::ir::function::Function;
use crate::ir::instruction::{BinaryOp, CastOp, Inst, Op, Value};
use crate::ir::module::{Context, Module};
use crate::ir::types::Type;
use crate::passes::DeviceContext;
use crate::passes::util::build::hidden_constants;
use crate::passes::util::walk::{Visit, kernel_of, walk};

const PASS: &str = "integer/byte_swaps";

/// Operations between a byte and where it comes from.
const STEPS: u32 = 8;

/// See the file's description.
///
/// # Errors
/// The module has no kernel.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    if device.target.swaps_bytes {
        return Ok(());
    }
    let id = kernel_of(module, PASS)?;
    let (ctx, func) = (&mut module.ctx, &mut module.functions[id]);
    let upper = upper_halves(ctx, func);
    let unit = (Type::I32, 1 << 16);
    let hidden = hidden_constants(ctx, func, device.metadata.hidden_offset(), (!upper.is_empty()).then_some(unit));
    let mut known = Known::default();
    walk(module, id, |cursor, inst| {
        if let Op::Binary { lhs, .. } = *cursor.func.op(inst)
            && upper.contains(&inst)
        {
            return Ok(Visit::Replace(cursor.binary(BinaryOp::Mul, lhs, hidden[&unit])));
        }
        if cursor.func.insts[inst].ty != Type::I16 {
            return Ok(Visit::Keep);
        }
        let mut seen = Bytes { ctx: cursor.ctx, func: cursor.func, known: &mut known };
        match seen.swapped(Value::Inst(inst)) {
            Some((source, first)) => Ok(Visit::Replace(swap(cursor, source, first))),
            None => Ok(Visit::Keep),
        }
    })?;
    Ok(())
}

/// Bytes `first` and `first + 1` of `source`, the first one on top.
fn swap(cursor: &mut Cursor<'_>, source: Value, first: u32) -> Value {
    let moved = match first {
        0 => source,
        _ => cursor.binary_const(BinaryOp::LShr, source, u128::from(8 * first)),
    };
    let word = cursor.resize_unsigned(moved, Type::I32);
    let low = cursor.binary_const(BinaryOp::And, word, 0xffff);
    let twice = cursor.binary_const(BinaryOp::Mul, low, 0x1_0001);
    let swapped = cursor.binary_const(BinaryOp::LShr, twice, 8);
    cursor.resize_unsigned(swapped, Type::I16)
}

/// The shifts that put the lower half of a word above the upper one.
fn upper_halves(ctx: &Context, func: &Function) -> HashSet<Inst> {
    let mut known = Known::default();
    let mut bytes = Bytes { ctx, func, known: &mut known };
    let half = |value: Value| match value {
        Value::Inst(inst) => match *func.op(inst) {
            Op::Cast { op: CastOp::ZExt, value, .. } if ctx.type_of(func, value) == Type::I16 => Some(value),
            _ => None,
        },
        _ => None,
    };
    let shifted = |value: Value| match value {
        Value::Inst(inst) => match *func.op(inst) {
            Op::Binary { op: BinaryOp::Shl, lhs, rhs, .. } if ctx.as_int(rhs) == Some(16) => Some((inst, half(lhs)?)),
            _ => None,
        },
        _ => None,
    };
    let mut found = HashSet::default();
    for (_, inst) in func.linked_insts().filter(|&(_, inst)| func.insts[inst].ty == Type::I32) {
        let Op::Binary { op: BinaryOp::Or | BinaryOp::Xor | BinaryOp::Add, lhs, rhs, .. } = *func.op(inst) else {
            continue;
        };
        for (low, high) in [(lhs, rhs), (rhs, lhs)] {
            let Some((low, (shift, high))) = half(low).zip(shifted(high)) else { continue };
            if let Some(((of, first), (other, second))) = bytes.place(low).zip(bytes.place(high))
                && of == other
                && first == second + 2
                && second.is_multiple_of(4)
            {
                found.insert(shift);
            }
        }
    }
    found
}

/// What a byte is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Byte {
    Zero,
    /// A value's byte of this number, from the lowest.
    Of(Value, u32),
}

/// What bytes of values are, seen from so many steps: a chain of operations is followed once, not again from each value in it. Operands are
/// visited before what uses them, so nothing in here is replaced later.
type Known = HashMap<(Value, u32, u32), Byte>;

struct Bytes<'a> {
    ctx: &'a Context,
    func: &'a Function,
    known: &'a mut Known,
}

impl Bytes<'_> {
    /// Where `value`, an i16, has its bytes from, if that is two neighbours in the other order.
    fn swapped(&mut self, value: Value) -> Option<(Value, u32)> {
        match (self.byte(value, 0, STEPS), self.byte(value, 1, STEPS)) {
            (Byte::Of(low, upper), Byte::Of(high, lower)) if low == high && upper == lower + 1 => Some((low, lower)),
            _ => None,
        }
    }
    /// Where `value`, an i16, is in a number or a vector.
    fn place(&mut self, value: Value) -> Option<(Value, u32)> {
        if let Value::Inst(inst) = value
            && let Op::ExtractElement { vector, index } = *self.func.op(inst)
        {
            return Some((vector, 2 * u32::try_from(self.ctx.as_int(index)?).ok()?));
        }
        match (self.byte(value, 0, STEPS), self.byte(value, 1, STEPS)) {
            (Byte::Of(low, first), Byte::Of(high, second)) if low == high && second == first + 1 => Some((low, first)),
            _ => None,
        }
    }
    fn byte(&mut self, value: Value, index: u32, steps: u32) -> Byte {
        let place = (value, index, steps);
        if let Some(&known) = self.known.get(&place) {
            return known;
        }
        let byte = self.through(value, index, steps).unwrap_or(Byte::Of(value, index));
        self.known.insert(place, byte);
        byte
    }
    /// The byte that `value` passes on; nothing where it makes one.
    fn through(&mut self, value: Value, index: u32, steps: u32) -> Option<Byte> {
        let Value::Inst(inst) = value else { return None };
        let steps = steps.checked_sub(1)?;
        if !self.bits(value).is_multiple_of(8) {
            return None; // a boolean has no bytes
        }
        match *self.func.op(inst) {
            Op::Binary { op: BinaryOp::Or | BinaryOp::Xor, lhs, rhs, .. } => {
                match (self.byte(lhs, index, steps), self.byte(rhs, index, steps)) {
                    (Byte::Zero, other) | (other, Byte::Zero) => Some(other),
                    _ => None,
                }
            }
            Op::Binary { op: BinaryOp::And, lhs, rhs, .. } => match (self.ctx.as_int(rhs)? >> (8 * index)) & 0xff {
                0 => Some(Byte::Zero),
                0xff => Some(self.byte(lhs, index, steps)),
                _ => None,
            },
            Op::Binary { op: op @ (BinaryOp::Shl | BinaryOp::LShr), lhs, rhs, .. } => {
                let bits = u32::try_from(self.ctx.as_int(rhs)?).ok().filter(|bits| bits % 8 == 0)?;
                let from = if op == BinaryOp::Shl { index.checked_sub(bits / 8) } else { index.checked_add(bits / 8) };
                let from = from.filter(|&from| from < self.size(lhs));
                Some(from.map_or(Byte::Zero, |from| self.byte(lhs, from, steps)))
            }
            Op::Cast { op: CastOp::ZExt | CastOp::Trunc, value, .. } if index < self.size(value) => {
                Some(self.byte(value, index, steps))
            }
            Op::Cast { op: CastOp::ZExt, value, .. } if 8 * index >= self.bits(value) => Some(Byte::Zero),
            _ => None,
        }
    }
    /// Whole bytes of an integer.
    fn size(&self, value: Value) -> u32 {
        self.bits(value) / 8
    }
    /// Bits of an integer.
    fn bits(&self, value: Value) -> u32 {
        self.ctx.types.int_bits(self.ctx.type_of(self.func, value)).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::ir::entity::work;
    use crate::ir::parse::parse_module;
    use crate::ir::print::print_module;
    use crate::passes::lowering_tests::bodies::{inputs, per_thread};
    use crate::passes::lowering_tests::case::Case;
    use crate::passes::{DeviceContext, LaunchShape};
    use crate::target::Target;

    #[test]
    fn a_value_that_many_use_is_followed_once() {
        const VALUES: u64 = 200;
        let chain = |n| format!("%v{} = or i16 %v{}, %v{n}\n", n + 2, n + 1);
        let text = format!(
            "define amdgpu_kernel void @k(i16 %v0, i16 %v1, ptr addrspace(1) %p) {{\n{}store i16 %v{}, ptr addrspace(1) %p\nret void\n}}\n",
            (0..VALUES).map(chain).collect::<String>(),
            VALUES + 1
        );
        let mut module = parse_module(&text).unwrap();
        let target = Target { swaps_bytes: false, ..Target::baseline() };
        let shape = LaunchShape { block: [1; 3], dynamic_shared: 0 };
        let before = work();
        run(&mut module, &DeviceContext { target: &target, shape, metadata: &Default::default() }).unwrap();
        let each = (work() - before) / VALUES;
        // Two bytes from at most eight steps away, and the walk itself; followed again for each user it is some thousand.
        assert!(each < 150, "{each} looks at tables for each value");
    }

    #[test]
    fn bytes_change_places_as_before() {
        let ways = [
            "%h = shl i16 %s, 8\n%l = lshr i16 %s, 8\n%r = xor i16 %h, %l",
            "%z = zext i16 %s to i32\n%h = shl i32 %z, 8\n%l = lshr i32 %z, 8\n%o = or i32 %h, %l\n%r = trunc i32 %o to i16",
            "%u = lshr i32 %a, 16\n%h = and i32 %u, 65280\n%v = lshr i32 %a, 8\n%q = lshr i32 %v, 24\n%o = or i32 %h, %q\n%r = trunc i32 %o to i16",
            "%u = lshr i32 %a, 24\n%v = lshr i32 %a, 8\n%h = and i32 %v, 65280\n%o = or i32 %h, %u\n%r = trunc i32 %o to i16",
            "%h = shl i16 %s, 7\n%l = lshr i16 %s, 9\n%r = or i16 %h, %l",
            "%z = zext i16 %s to i32\n%h = shl i32 %z, 8\n%l = lshr i32 %z, 8\n%o = or i32 %h, %l\n%less = icmp slt i32 %a, %b\n%bit = zext i1 %less to i32\n%q = or i32 %o, %bit\n%r = trunc i32 %q to i16",
        ];
        for way in ways {
            let body = format!("%s = trunc i32 %a to i16\n{way}\nstore i16 %r, ptr addrspace(1) %out");
            let mut case = Case::new(&per_thread("i32", &body));
            case.target = Target { swaps_bytes: false, ..Target::baseline() };
            (case.block, case.input) = ([16, 1, 1], inputs());
            case.check();
        }
    }
    #[test]
    fn the_halves_of_a_word_change_places_by_a_product() {
        let vector = "%v = load <4 x i16>, ptr addrspace(1) %pa\n%x = extractelement <4 x i16> %v, i32 0\n%y = extractelement <4 x i16> %v, i32 1";
        let long = "%v = load i64, ptr addrspace(1) %pa\n%x = trunc i64 %v to i16\n%s = lshr i64 %v, 16\n%y = trunc i64 %s to i16";
        for (halves, upper, lower, seen) in [
            (vector, "%x", "%y", false),
            (long, "%x", "%y", false),
            (vector, "%y", "%x", true),
            (long, "%y", "%x", true),
        ] {
            let body = format!(
                "{halves}\n%l = zext i16 {lower} to i32\n%u = zext i16 {upper} to i32\n%h = shl i32 %u, 16\n%o = or i32 %l, %h
                %r = mul i32 %o, %b\nstore i32 %r, ptr addrspace(1) %out"
            );
            let mut case = Case::new(&per_thread("i32", &body));
            (case.target, case.block, case.input) = (Target::nvidia(), [16, 1, 1], inputs());
            let text = print_module(&case.lowered().expect("it lowers"));
            assert_eq!(text.contains("= shl i32"), seen, "{text}");
            case.check();
        }
    }
}
