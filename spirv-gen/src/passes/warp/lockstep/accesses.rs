//! What a memory access is to the other lanes of its warp: where it goes, whether it writes, and how much the program says about its order.
//!
//! Only shared memory, and volatile accesses of device memory: what else threads pass each other is ordered by barriers and atomics, or is a
//! race on AMD's hardware too. Called by `lockstep`, which says between which two of them lanes must come together.

use crate::hash::HashSet;
use crate::ir::constant::ConstData;
use crate::ir::function::Function;
use crate::ir::instruction::{BinaryOp, CastOp, Flags, Inst, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::{Context, GlobalId};
use crate::ir::types::AddressSpace;

/// Memory that lanes share. Two shared variables are never confused; any two device addresses may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Memory {
    Shared(GlobalId),
    Device,
}

/// What the program says about an access's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Order {
    /// Nothing.
    Plain,
    /// It happens as written: volatile, an atomic load or store, or plain with a fence behind it.
    Written,
    /// A read-modify-write operation: it happens at once, and needs no order with others of its kind.
    Update,
}

/// An index that goes up by one from thread to thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Element {
    /// The index without its constant, and that constant.
    pub base: Value,
    pub constant: i64,
    /// No two lanes of a warp have the same.
    pub own: bool,
}

/// See the module's description.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Access {
    pub memory: Memory,
    pub element: Option<Element>,
    /// What stands for the place, the index or the address, as long as its block lasts.
    pub place: Option<Value>,
    pub writes: bool,
    pub order: Order,
    /// It was in an earlier round of a loop.
    pub earlier_round: bool,
    /// Lanes on another way do it, and may do it only now.
    pub elsewhere: bool,
}

impl Access {
    /// What `inst` does, if that is such an access; `warp` is the lanes of a warp.
    pub fn of(ctx: &Context, func: &Function, inst: Inst, warp: u32) -> Option<Self> {
        let written = |volatile: bool, atomic: bool| if volatile || atomic { Order::Written } else { Order::Plain };
        let (ptr, writes, order, volatile) = match *func.op(inst) {
            Op::Load { ptr, volatile, ref atomic, .. } => (ptr, false, written(volatile, atomic.is_some()), volatile),
            Op::Store { ptr, volatile, ref atomic, .. } => (ptr, true, written(volatile, atomic.is_some()), volatile),
            Op::AtomicRmw { ptr, .. } | Op::CmpXchg { ptr, .. } => (ptr, true, Order::Update, false),
            _ => return None,
        };
        let access = |memory, element, place| {
            let (earlier_round, elsewhere) = (false, false);
            Self { memory, element, place: Some(place), writes, order, earlier_round, elsewhere }
        };
        match ctx.types.pointee_space(ctx.type_of(func, ptr)) {
            Some(AddressSpace::Shared) => {
                let (variable, index) = indexed(ctx, func, ptr)?;
                Some(access(Memory::Shared(variable), element(ctx, func, index, warp), index))
            }
            Some(AddressSpace::Private) => None,
            // Atomic ones are how threads of different blocks talk, and have said what they need.
            _ => (volatile && order == Order::Written).then(|| access(Memory::Device, None, ptr)),
        }
    }

    /// The same access of anything in its memory.
    pub fn anywhere(self) -> Self {
        Self { element: None, place: None, ..self }
    }
}

/// The memory that `func` accesses otherwise than plainly.
pub fn spoken_of(ctx: &Context, func: &Function) -> HashSet<Memory> {
    let accesses = func.linked_insts().filter_map(|(_, inst)| Access::of(ctx, func, inst, 1));
    accesses.filter(|access| access.order != Order::Plain).map(|access| access.memory).collect()
}

/// The variable and the index that `ptr`, an element's address, is made of.
fn indexed(ctx: &Context, func: &Function, ptr: Value) -> Option<(GlobalId, Value)> {
    let Value::Inst(address) = ptr else { return None };
    let Op::Gep { base: Value::Const(base), indices, .. } = func.op(address) else { return None };
    let ConstData::GlobalAddr { global, .. } = ctx.consts.data(*base) else { return None };
    Some((*global, *indices.last()?))
}

fn element(ctx: &Context, func: &Function, index: Value, warp: u32) -> Option<Element> {
    let (offset, shift) = unscaled(ctx, func, index);
    let (base, constant) = split(ctx, func, offset);
    let apart = steps_with_thread(ctx, func, shifted(ctx, func, base, shift)?)?;
    let own = apart.min(1 << (32 - shift)) >= u128::from(warp);
    (constant & ((1 << shift) - 1) == 0).then_some(Element { base, constant: constant >> shift, own })
}

/// The offset in bytes that `index` is made of, where pointers are such offsets, as those that are compared are: what is shifted to the right, and by
/// how much.
fn unscaled(ctx: &Context, func: &Function, index: Value) -> (Value, u32) {
    let Value::Inst(inst) = index else { return (index, 0) };
    match *func.op(inst) {
        Op::Binary { op: BinaryOp::LShr, lhs, rhs, .. } => match ctx.as_int(rhs) {
            Some(shift @ 1..=4) if ctx.types.value_bits(func.insts[inst].ty) == 32 => (lhs, shift as u32),
            _ => (index, 0),
        },
        _ => (index, 0),
    }
}

/// What `value` is made of by shifting it to the left by `shift`.
fn shifted(ctx: &Context, func: &Function, value: Value, shift: u32) -> Option<Value> {
    match (shift, value) {
        (0, _) => Some(value),
        (_, Value::Inst(inst)) => match *func.op(inst) {
            Op::Binary { op: BinaryOp::Shl, lhs, rhs, .. } if ctx.as_int(rhs) == Some(shift.into()) => Some(lhs),
            _ => None,
        },
        _ => None,
    }
}

/// `index` without the constant that was added last.
fn split(ctx: &Context, func: &Function, index: Value) -> (Value, i64) {
    let Value::Inst(inst) = index else { return (index, 0) };
    let (lhs, rhs) = match *func.op(inst) {
        Op::Binary { op: BinaryOp::Add, lhs, rhs, .. } => (lhs, rhs),
        Op::Binary { op: BinaryOp::Or, flags, lhs, rhs } if flags.contains(Flags::DISJOINT) => (lhs, rhs),
        _ => return (index, 0),
    };
    ctx.as_int(rhs).map_or((index, 0), |bits| (lhs, i64::from(bits as u32 as i32)))
}

/// If `index` is the thread's index, or that within a power of two: how many threads in a row have indices of their own.
fn steps_with_thread(ctx: &Context, func: &Function, index: Value) -> Option<u128> {
    let Value::Inst(inst) = index else { return None };
    match *func.op(inst) {
        Op::Intrinsic { id: Intrinsic::ThreadLinear, .. } => Some(u128::MAX),
        Op::Binary { op: BinaryOp::And, lhs, rhs, .. } => {
            let period = ctx.as_int(rhs)? + 1;
            let inner = steps_with_thread(ctx, func, lhs)?;
            period.is_power_of_two().then_some(period.min(inner))
        }
        Op::Cast { op: CastOp::ZExt | CastOp::SExt | CastOp::Trunc, value, .. } => {
            let bits = ctx.types.value_bits(func.insts[inst].ty).min(64);
            steps_with_thread(ctx, func, value).map(|apart| apart.min(1 << bits))
        }
        _ => None,
    }
}
