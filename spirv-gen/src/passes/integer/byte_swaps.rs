//! The two bytes of a half word in the other order, for a driver that recognises that and then reads a register that nobody has written: NVIDIA's
//! (580) wherever `x << 8 | x >> 8` becomes an i16, whatever width it is computed in. `__builtin_bswap16`, `ntohs`, CRC-16.
//!
//!   before  %h = shl i32 %x, 8         after  %low = and i32 %x, 65535
//!           %l = lshr i32 %x, 8               %twice = mul i32 %low, 65537
//!           %r = or i32 %h, %l                %swapped = lshr i32 %twice, 8
//!           %t = trunc i32 %r to i16          %t = trunc i32 %swapped to i16
//!
//! Which byte of what each byte of the result is, is followed through shifts by whole bytes, masks of whole bytes, `or`, `xor` and resizing, as that
//! driver does. Behind everything that makes integer operations. Called by the device list (`passes/mod.rs`).

use crate::error::CompileError;
use crate::hash::HashMap;
use crate::ir::cursor::Cursor;
use crate::ir::function::Function;
use crate::ir::instruction::{BinaryOp, CastOp, Op, Value};
use crate::ir::module::{Context, Module};
use crate::ir::types::Type;
use crate::passes::DeviceContext;
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
    let mut known = Known::default();
    walk(module, id, |cursor, inst| {
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
}
