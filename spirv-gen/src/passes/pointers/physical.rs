//! Makes every pointer an integer and every access one that SPIR-V can say.
//!
//! Device memory: a pointer is its 64-bit address, and accesses take it as it is. Shared and private memory: a pointer is a
//! 32-bit offset into the variable of its class (`memory/layout.rs`), and accesses index that variable.
//!
//!   before  %p = getelementptr inbounds float, ptr addrspace(1) %a, i64 %i        load float, ptr addrspace(1) %p
//!   after   %o = shl i64 %i, 2    %p = add i64 %a, %o                             load float, i64 %p
//!   before  %q = getelementptr inbounds float, ptr addrspace(3) @tile, i32 %j     load float, ptr addrspace(3) %q
//!   after   %e = getelementptr [256 x float], ptr addrspace(3) @hip.shared.0, i32 0, i32 %j     load float, %e
//!
//! Where host memory has a second address on the device (`Target::host_window`), addresses are translated at the access.
//! Needs: vectors only around loads and stores, `pointers/generic` done.   Leaves: the contract's "Emittable" memory form.

use crate::analysis::alignment::align_at;
use crate::error::CompileError;
use crate::hash::HashMap;
use crate::ir::constant::ConstData;
use crate::ir::cursor::Cursor;
use crate::ir::instruction::{BinaryOp, CastOp, Flags, Inst, IntPredicate, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::{FuncId, Module};
use crate::ir::types::{Type, TypeKind};
use crate::passes::DeviceContext;
use crate::passes::atomic::atomic_loops;
use crate::passes::memory::access::Place;
use crate::passes::memory::layout::{Class, Layout, Term, for_each_term, lay_out};
use crate::passes::util::build::{Build, bitcast_folded, bits_of, concat_bits, split_bits};
use crate::passes::util::walk::{Visit, kernel_of, remove_unused, remove_unused_constants, walk};
use crate::target::HostWindow;

const PASS: &str = "pointers/physical";

/// See the file's description.
///
/// # Errors
/// Too much shared memory, a dynamically sized alloca, or an address that means nothing on a device (a function's).
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    let id = kernel_of(module, PASS)?;
    remove_unused(&mut module.functions[id]);
    let layout = lay_out(module, id, device)?;
    let mut pass =
        Physical { layout, window: device.target.host_window, lanes: HashMap::default(), pairs: HashMap::default() };
    compare_offsets(module, id);
    walk(module, id, |cursor, inst| pass.visit(cursor, inst))?;
    remove_unused(&mut module.functions[id]);
    remove_unused_constants(module);
    Ok(())
}

/// Comparisons of pointers become those of the offsets that will stand in their place.
fn compare_offsets(module: &mut Module, id: FuncId) {
    let (func, ctx) = (&module.functions[id], &module.ctx);
    let space_of = |value| ctx.types.pointee_space(ctx.type_of(func, value));
    let compared = func.insts.iter().filter_map(|(inst, data)| match data.op {
        Op::ICmp { lhs, .. } => Some((inst, space_of(lhs)?)),
        _ => None,
    });
    for (inst, space) in compared.collect::<Vec<_>>() {
        if let Op::ICmp { pred, .. } = &mut module.functions[id].insts[inst].op {
            *pred = pred.of_pointers(space);
        }
    }
}

struct Physical {
    layout: Layout,
    window: Option<HostWindow>,
    /// Vectors that were loaded lane by lane.
    lanes: HashMap<Inst, Vec<Value>>,
    /// Results of compare-exchanges that had to be composed: (old value, success).
    pairs: HashMap<Inst, (Value, Value)>,
}

impl Physical {
    fn visit(&mut self, cursor: &mut Cursor<'_>, inst: Inst) -> Result<Visit, CompileError> {
        self.integer_constants(cursor, inst)?;
        let ty = cursor.func.insts[inst].ty;
        let pointer = cursor.ctx.types.pointee_space(ty).is_some();
        let class = self.layout.of_pointer(inst).copied();
        cursor.func.insts[inst].ty = integer_type(cursor, ty);
        match cursor.func.op(inst).clone() {
            Op::Alloca { .. } => {
                let step = class.map_or(1, |c| c.step());
                let at = self.layout.alloca_offset(inst) / step;
                Ok(Visit::Replace(cursor.ctx.i32(at as u32)))
            }
            Op::Gep { elem, flags, base, indices } => {
                let step = class.map_or(1, |c| c.step());
                Ok(Visit::Replace(address(cursor, elem, flags, base, &indices, step)))
            }
            Op::Cast { op, value, .. } => cast(cursor, inst, op, value, pointer),
            Op::Intrinsic { id: Intrinsic::PtrMask, args, .. } => {
                let ty = cursor.ty(args[0]);
                let mask = cursor.to_unsigned(args[1], ty);
                Ok(Visit::Replace(cursor.fold(BinaryOp::And, Flags::empty(), args[0], mask)))
            }
            Op::Intrinsic { id: Intrinsic::ParamAddress, .. } => Ok(Visit::Keep),
            Op::Intrinsic { id, .. } if id.matrix_address().is_some() => self.matrix(cursor, inst),
            Op::Load { .. } | Op::Store { .. } | Op::AtomicRmw { .. } | Op::CmpXchg { .. } => self.access(cursor, inst),
            Op::ExtractElement { vector: Value::Inst(vector), index } => match self.lanes.get(&vector) {
                Some(lanes) => {
                    let lane = cursor.ctx.as_int(index).unwrap_or(0) as usize;
                    Ok(lanes.get(lane).map_or(Visit::Keep, |&v| Visit::Replace(v)))
                }
                None => Ok(Visit::Keep),
            },
            Op::ExtractValue { aggregate: Value::Inst(pair), indices } => match self.pairs.get(&pair) {
                Some(&(seen, ok)) => Ok(Visit::Replace(if indices == [0] { seen } else { ok })),
                None => Ok(Visit::Keep),
            },
            _ => Ok(Visit::Keep),
        }
    }

    /// Replaces constant operands that are addresses by integers.
    fn integer_constants(&self, cursor: &mut Cursor<'_>, inst: Inst) -> Result<(), CompileError> {
        let mut op = cursor.func.op(inst).clone();
        let mut failed = None;
        op.map_operands(|value| match self.integer_constant(cursor, value) {
            Ok(value) => value,
            Err(error) => {
                failed.get_or_insert(error);
                value
            }
        });
        cursor.func.insts[inst].op = op;
        failed.map_or(Ok(()), Err)
    }

    fn integer_constant(&self, cursor: &mut Cursor<'_>, value: Value) -> Result<Value, CompileError> {
        let Value::Const(id) = value else { return Ok(value) };
        let data = cursor.ctx.consts.data(id).clone();
        let ty = integer_type(cursor, data.ty());
        Ok(match data {
            ConstData::GlobalAddr { global, offset, .. } => {
                let Some((class, at)) = self.layout.of_global(global) else {
                    return Err(CompileError::internal(PASS, "an address of a global that is not shared memory"));
                };
                if cursor.ctx.types.pointee_space(data.ty()).is_some_and(|s| s.pointer_bits() == 64) {
                    return Err(CompileError::internal(PASS, "a generic constant address of shared memory"));
                }
                let at = (at as i64 + offset) / class.step() as i64;
                cursor.ctx.int(ty, at as u128)
            }
            ConstData::Function { .. } => {
                return Err(CompileError::unsupported(PASS, "the address of a function as data"));
            }
            _ if ty == data.ty() => value,
            ConstData::Address { bits, .. } => cursor.ctx.int(ty, bits.into()),
            ConstData::Undef(_) => cursor.ctx.undef(ty),
            ConstData::Poison(_) => cursor.ctx.poison(ty),
            _ => cursor.ctx.zero(ty),
        })
    }

    /// Loads, stores and atomics. The address operand is an integer by now.
    fn access(&mut self, cursor: &mut Cursor<'_>, inst: Inst) -> Result<Visit, CompileError> {
        self.integer_result(cursor, inst);
        let address = address_of(cursor.func.op(inst));
        let Some(class) = self.layout.of_access(inst).copied() else {
            if cursor.ty(address) == Type::I32 {
                return Ok(access_nowhere(cursor, inst));
            }
            let address = self.translate(cursor, address);
            cursor.func.insts[inst].op.set_address(address);
            return Ok(self.split_unaligned(cursor, inst, address));
        };
        let op = cursor.func.op(inst).clone();
        let volatile = matches!(op, Op::Load { volatile: true, .. } | Op::Store { volatile: true, .. });
        let place = Place { class: &class, at: address, volatile };
        if self.is_whole_unit(cursor, inst, &class) {
            let element = place.element(cursor);
            cursor.func.insts[inst].op.set_address(element);
            return Ok(Visit::Keep);
        }
        self.composed_access(cursor, inst, op, place)
    }

    /// A load or store of a matrix: the element where it begins, and the stride in elements.
    fn matrix(&self, cursor: &mut Cursor<'_>, inst: Inst) -> Result<Visit, CompileError> {
        let Some(class) = self.layout.of_access(inst).copied() else {
            return Err(CompileError::unsupported(PASS, "a matrix that lies in other than shared memory"));
        };
        let Op::Intrinsic { id, flags, mut args } = cursor.func.op(inst).clone() else { return Ok(Visit::Keep) };
        let Some(at) = id.matrix_address() else { return Ok(Visit::Keep) };
        let stride = cursor.ctx.as_int(args[at + 1]).unwrap_or(0) as u64;
        args[at] = Place { class: &class, at: args[at], volatile: false }.element(cursor);
        args[at + 1] = cursor.ctx.i32((stride / class.unit.bytes) as u32);
        cursor.func.insts[inst].op = Op::Intrinsic { id, flags, args };
        Ok(Visit::Keep)
    }

    /// Vulkan wants an access of device memory aligned to its scalar: what is not, moves in pieces that are.
    fn split_unaligned(&mut self, cursor: &mut Cursor<'_>, inst: Inst, address: Value) -> Visit {
        let (ty, stored, align, volatile) = match *cursor.func.op(inst) {
            Op::Load { align, volatile, atomic: None, .. } => (cursor.func.insts[inst].ty, None, align, volatile),
            Op::Store { value, align, volatile, atomic: None, .. } => (cursor.ty(value), Some(value), align, volatile),
            _ => return Visit::Keep,
        };
        let elem = cursor.ctx.types.scalar(ty);
        let bytes = cursor.ctx.types.store_size(elem);
        if align == 0 || u64::from(align) >= bytes {
            return Visit::Keep;
        }
        let step = 1u64 << align.trailing_zeros();
        let piece = cursor.ctx.types.int(step as u32 * 8);
        let lanes = cursor.ctx.types.vector_parts(ty).map_or(1, |(_, count)| count);
        let values = stored.map(|v| lanes_of(cursor, v, &self.lanes));
        let mut loaded = Vec::new();
        for lane in 0..u64::from(lanes) {
            let base = cursor.fold_const(BinaryOp::Add, address, u128::from(lane * bytes));
            match &values {
                Some(values) => store_pieces(cursor, values[lane as usize], base, piece, volatile),
                None => loaded.push(load_pieces(cursor, elem, base, piece, volatile)),
            }
        }
        match (stored, lanes) {
            (Some(_), _) => Visit::Drop,
            (None, 1) => Visit::Replace(loaded[0]),
            _ => {
                self.lanes.insert(inst, loaded);
                Visit::Drop
            }
        }
    }

    /// Compare-exchange of pointers works on their integers.
    fn integer_result(&self, cursor: &mut Cursor<'_>, inst: Inst) {
        if let Op::CmpXchg { desired, .. } = *cursor.func.op(inst) {
            let ty = cursor.ty(desired);
            cursor.func.insts[inst].ty = cursor.ctx.types.structure(vec![ty, Type::I1], false);
        }
    }

    /// Whether the access takes exactly one element as it is.
    fn is_whole_unit(&self, cursor: &Cursor<'_>, inst: Inst, class: &Class) -> bool {
        let (ty, align) = match *cursor.func.op(inst) {
            Op::Load { align, .. } => (cursor.func.insts[inst].ty, align),
            Op::Store { value, align, .. }
            | Op::AtomicRmw { value, align, .. }
            | Op::CmpXchg { desired: value, align, .. } => (cursor.ty(value), align),
            _ => return false,
        };
        ty == class.unit.ty && (align == 0 || u64::from(align) >= class.unit.bytes)
    }

    fn composed_access(
        &mut self,
        cursor: &mut Cursor<'_>,
        inst: Inst,
        op: Op,
        place: Place<'_>,
    ) -> Result<Visit, CompileError> {
        match op {
            Op::Load { .. } | Op::Store { .. } if place.class.unit.lanes > 1 => {
                Ok(self.vector_of_other_type(cursor, inst, op, place))
            }
            Op::Load { atomic: Some(atomic), .. } => {
                let ty = cursor.func.insts[inst].ty;
                Ok(Visit::Replace(atomic_loops::load_part(cursor, place, ty, atomic)))
            }
            Op::Store { value, atomic: Some(atomic), .. } => {
                atomic_loops::store_part(cursor, place, value, atomic);
                Ok(Visit::Drop)
            }
            Op::Load { align, .. } => Ok(self.load_lanes(cursor, inst, place, align)),
            Op::Store { value, align, .. } => {
                let lanes = lanes_of(cursor, value, &self.lanes);
                let ty = cursor.ty(lanes[0]);
                let (size, align) = (cursor.ctx.types.store_size(ty), align_or_natural(cursor, align, value));
                for (nth, lane) in lanes.into_iter().enumerate() {
                    let offset = nth as u64 * size;
                    place.offset(cursor, offset).store(cursor, lane, align_at(align, offset));
                }
                Ok(Visit::Drop)
            }
            Op::AtomicRmw { op, value, atomic, .. } => {
                Ok(Visit::Replace(atomic_loops::rmw_in_words(cursor, place, op, value, atomic)))
            }
            Op::CmpXchg { expected, desired, weak, success, failure, scope, .. } => {
                let part = place.part_of_word(cursor);
                let how = atomic_loops::Exchange { weak, success, failure, scope };
                let pair = atomic_loops::exchange_part(cursor, part, expected, desired, how);
                self.pairs.insert(inst, pair);
                Ok(Visit::Drop)
            }
            _ => Err(CompileError::internal(PASS, "an access of no known kind")),
        }
    }

    /// A vector of the unit's shape, but of floats where the unit has integers.
    fn vector_of_other_type(&mut self, cursor: &mut Cursor<'_>, inst: Inst, op: Op, place: Place<'_>) -> Visit {
        let unit = place.class.unit;
        let (ptr, align, volatile) = (place.element(cursor), unit.bytes as u32, place.volatile);
        if let Op::Store { value, .. } = op {
            let mut vector = cursor.ctx.poison(unit.ty);
            for (nth, lane) in lanes_of(cursor, value, &self.lanes).into_iter().enumerate() {
                let (value, index) = (bitcast_folded(cursor, lane, unit.scalar), cursor.ctx.i32(nth as u32));
                vector = cursor.inst(Op::InsertElement { vector, value, index }, unit.ty);
            }
            cursor.inst(Op::Store { value: vector, ptr, align, volatile, atomic: None }, Type::VOID);
            return Visit::Drop;
        }
        let elem = cursor.ctx.types.scalar(cursor.func.insts[inst].ty);
        let vector = cursor.inst(Op::Load { ptr, align, volatile, atomic: None }, unit.ty);
        let lane = |nth: u32| {
            let index = cursor.ctx.i32(nth);
            let part = cursor.inst(Op::ExtractElement { vector, index }, unit.scalar);
            bitcast_folded(cursor, part, elem)
        };
        let lanes = (0..unit.lanes).map(lane).collect();
        self.lanes.insert(inst, lanes);
        Visit::Drop
    }

    fn load_lanes(&mut self, cursor: &mut Cursor<'_>, inst: Inst, place: Place<'_>, align: u32) -> Visit {
        let ty = cursor.func.insts[inst].ty;
        let align = if align == 0 { cursor.ctx.types.align(ty) as u32 } else { align };
        let Some((elem, count)) = cursor.ctx.types.vector_parts(ty) else {
            return Visit::Replace(place.load(cursor, ty, align));
        };
        let size = cursor.ctx.types.store_size(elem);
        let lanes = (0..u64::from(count))
            .map(|nth| place.offset(cursor, nth * size).load(cursor, elem, align_at(align, nth * size)))
            .collect();
        self.lanes.insert(inst, lanes);
        Visit::Drop
    }

    /// Host memory's device address, where it has another one.
    fn translate(&self, cursor: &mut Cursor<'_>, address: Value) -> Value {
        let Some(window) = self.window else { return address };
        let offset = cursor.fold_const(BinaryOp::Sub, address, window.host_base.into());
        let inside = cursor.compare_const(IntPredicate::Ult, offset, window.size.into());
        let moved = cursor.fold_const(BinaryOp::Add, address, window.delta.into());
        cursor.choose(inside, moved, address)
    }
}

/// The integer that stands for values of type `ty`: itself, if no pointer.
fn integer_type(cursor: &mut Cursor<'_>, ty: Type) -> Type {
    match *cursor.ctx.types.kind(ty) {
        TypeKind::Ptr(space) if space.pointer_bits() == 32 => Type::I32,
        TypeKind::Ptr(_) => Type::I64,
        TypeKind::Vector { elem, len } => {
            let elem = integer_type(cursor, elem);
            cursor.ctx.types.vector(elem, len)
        }
        _ => ty,
    }
}

/// `base` plus a GEP's offset; pointers of the class count `step` bytes.
fn address(cursor: &mut Cursor<'_>, elem: Type, flags: Flags, base: Value, indices: &[Value], step: u64) -> Value {
    let ty = cursor.ty(base);
    // `inbounds` promises that scaling an index does not overflow as a signed number.
    let scaling = if flags.contains(Flags::INBOUNDS) { Flags::NSW } else { Flags::empty() };
    let mut terms = Vec::new();
    for_each_term(cursor.ctx, elem, indices, |term| terms.push(term));
    let mut constant = 0i64;
    let mut sum = base;
    for term in terms {
        match term {
            Term::Constant(bytes) => constant = constant.wrapping_add(bytes),
            Term::Scaled { index, stride } => {
                let index = cursor.to_signed(index, ty);
                let offset = cursor.scale(index, stride / step, scaling);
                sum = cursor.fold(BinaryOp::Add, Flags::empty(), sum, offset);
            }
        }
    }
    cursor.fold_const(BinaryOp::Add, sum, (constant / step as i64) as u128)
}

fn cast(cursor: &mut Cursor<'_>, inst: Inst, op: CastOp, value: Value, pointer: bool) -> Result<Visit, CompileError> {
    let ty = cursor.func.insts[inst].ty;
    Ok(match op {
        CastOp::PtrToInt | CastOp::IntToPtr => Visit::Replace(cursor.to_unsigned(value, ty)),
        CastOp::AddrSpaceCast if cursor.ty(value) == ty => Visit::Replace(value),
        CastOp::AddrSpaceCast => {
            return Err(CompileError::internal(PASS, "a cast between memories that pointers/generic left"));
        }
        CastOp::BitCast if pointer => Visit::Replace(bitcast_folded(cursor, value, ty)),
        _ => Visit::Keep,
    })
}

fn load_pieces(cursor: &mut Cursor<'_>, ty: Type, address: Value, piece: Type, volatile: bool) -> Value {
    let whole = cursor.ctx.types.value_bits(ty);
    let whole = cursor.ctx.types.int(whole);
    let align = cursor.ctx.types.size(piece) as u32;
    let count = cursor.ctx.types.store_size(ty) / u64::from(align);
    let parts: Vec<Value> = (0..count)
        .map(|nth| {
            let ptr = cursor.fold_const(BinaryOp::Add, address, u128::from(nth * u64::from(align)));
            cursor.inst(Op::Load { ptr, align, volatile, atomic: None }, piece)
        })
        .collect();
    let bits = concat_bits(cursor, &parts, whole);
    bitcast_folded(cursor, bits, ty)
}

fn store_pieces(cursor: &mut Cursor<'_>, value: Value, address: Value, piece: Type, volatile: bool) {
    let align = cursor.ctx.types.size(piece) as u32;
    let bits = bits_of(cursor, value);
    for (nth, part) in split_bits(cursor, bits, piece).into_iter().enumerate() {
        let ptr = cursor.fold_const(BinaryOp::Add, address, nth as u128 * u128::from(align));
        cursor.inst(Op::Store { value: part, ptr, align, volatile, atomic: None }, Type::VOID);
    }
}

fn address_of(op: &Op) -> Value {
    match op {
        Op::Load { ptr, .. } | Op::Store { ptr, .. } | Op::AtomicRmw { ptr, .. } | Op::CmpXchg { ptr, .. } => *ptr,
        _ => unreachable!("only accesses are asked for their address"),
    }
}

/// An access of shared or private memory at a constant that is no object's address: undefined in the source.
fn access_nowhere(cursor: &mut Cursor<'_>, inst: Inst) -> Visit {
    let ty = cursor.func.insts[inst].ty;
    if ty == Type::VOID { Visit::Drop } else { Visit::Replace(cursor.ctx.poison(ty)) }
}

/// The scalars of a stored vector: an insertelement chain, a constant or lanes already loaded.
fn lanes_of(cursor: &mut Cursor<'_>, value: Value, loaded: &HashMap<Inst, Vec<Value>>) -> Vec<Value> {
    let ty = cursor.ty(value);
    let Some((elem, count)) = cursor.ctx.types.vector_parts(ty) else { return vec![value] };
    let mut lanes: Vec<Option<Value>> = vec![None; count as usize];
    let mut at = value;
    while let Value::Inst(inst) = at {
        if let Some(known) = loaded.get(&inst) {
            lanes.iter_mut().zip(known).for_each(|(lane, &v)| *lane = lane.or(Some(v)));
            break;
        }
        let Op::InsertElement { vector, value, index } = *cursor.func.op(inst) else { break };
        if let Some(lane) = cursor.ctx.as_int(index).and_then(|i| lanes.get_mut(i as usize)) {
            *lane = lane.or(Some(value));
        }
        at = vector;
    }
    let each =
        lanes.into_iter().enumerate().map(|(nth, lane)| lane.unwrap_or_else(|| rest_lane(cursor, at, nth, elem)));
    each.collect()
}

/// Lane `nth` of what an insertelement chain starts from.
fn rest_lane(cursor: &mut Cursor<'_>, vector: Value, nth: usize, elem: Type) -> Value {
    if let Value::Const(id) = vector {
        return match cursor.ctx.consts.data(id).clone() {
            ConstData::Aggregate { elems, .. } => Value::Const(elems[nth]),
            ConstData::Zero(_) => cursor.ctx.zero(elem),
            _ => cursor.ctx.poison(elem),
        };
    }
    let index = cursor.ctx.i32(nth as u32);
    cursor.inst(Op::ExtractElement { vector, index }, elem)
}

fn align_or_natural(cursor: &Cursor<'_>, align: u32, value: Value) -> u32 {
    if align == 0 { cursor.ctx.types.align(cursor.ty(value)) as u32 } else { align }
}
