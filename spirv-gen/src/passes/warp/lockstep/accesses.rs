//! What a memory access is to the other lanes of its warp: where it goes, whether it writes, and how much the program says about its order.
//!
//! Only shared memory, and volatile accesses of device memory; plain ones are for `words`, or as volatile where all are to count. Called by `lockstep`,
//! which says between which two of them lanes must come together.

use super::elements::{Element, Elements};
use crate::ir::constant::ConstData;
use crate::ir::function::Function;
use crate::ir::instruction::{Inst, Op, Value};
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
    /// What `inst` does, if that is such an access; with `all`, plain ones are as volatile.
    pub fn of(ctx: &Context, func: &Function, elements: &mut Elements<'_>, all: bool, inst: Inst) -> Option<Self> {
        let said = |volatile: bool, atomic: bool| {
            let volatile = volatile || all && !atomic;
            (volatile, if volatile || atomic { Order::Written } else { Order::Plain })
        };
        let (ptr, writes, (volatile, order)) = match *func.op(inst) {
            Op::Load { ptr, volatile, ref atomic, .. } => (ptr, false, said(volatile, atomic.is_some())),
            Op::Store { ptr, volatile, ref atomic, .. } => (ptr, true, said(volatile, atomic.is_some())),
            Op::AtomicRmw { ptr, .. } | Op::CmpXchg { ptr, .. } => (ptr, true, (false, Order::Update)),
            _ => return None,
        };
        let access = |memory, element, place| {
            let (earlier_round, elsewhere) = (false, false);
            Self { memory, element, place: Some(place), writes, order, earlier_round, elsewhere }
        };
        match ctx.types.pointee_space(ctx.type_of(func, ptr)) {
            Some(AddressSpace::Shared) => {
                let (variable, index) = indexed(ctx, func, ptr)?;
                Some(access(Memory::Shared(variable), elements.of(index), index))
            }
            Some(AddressSpace::Private) => None,
            // Atomic ones are how threads of different blocks talk, and have said what they need.
            _ => volatile.then(|| access(Memory::Device, None, ptr)),
        }
    }

    /// The same access of anything in its memory.
    pub fn anywhere(self) -> Self {
        Self { element: None, place: None, ..self }
    }
}

/// The variable and the index that `ptr`, an element's address, is made of.
pub fn indexed(ctx: &Context, func: &Function, ptr: Value) -> Option<(GlobalId, Value)> {
    let Value::Inst(address) = ptr else { return None };
    let Op::Gep { base: Value::Const(base), indices, .. } = func.op(address) else { return None };
    let ConstData::GlobalAddr { global, .. } = ctx.consts.data(*base) else { return None };
    Some((*global, *indices.last()?))
}
