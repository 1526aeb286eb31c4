//! Makes every atomic access one that the device has.
//!
//! Integers of 32 and 64 bits and the float operations that the target names stay. The rest become compare-exchange loops on the
//! word that holds the value, with the ordering and scope as written: other float operations, nand, wrapping increments, 8 and
//! 16 bits. Atomic loads and stores of floats and pointers go through integers. Private memory needs no atomics at all.
//!
//!   before  atomicrmw fadd ptr addrspace(3) %p, float %x       (device without shared float atomics)
//!   after   loop: old = phi; new = fadd old, x; cmpxchg i32 %p, old, new
//!
//! Vulkan has no sequential consistency: a `seq_cst` access has a fence in front of it, as CUDA's have; behind that loads acquire, stores release, and the rest
//! does both. (A fence of acquire and release is one of sequential consistency on every device known; without it two threads that each store and then load
//! what the other stores both miss it, on an H200.)
//! Needs: `pointers/generic` (each pointer's memory is known).   Narrow integers in shared memory wait for `pointers/physical`,
//! which knows the words of the variable.

use super::atomic_loops::{Exchange, combine, exchange_loop, exchange_part, load_part_of, rmw_part};
use crate::error::{CompileError, CompileErrorKind};
use crate::hash::HashMap;
use crate::ir::cursor::Cursor;
use crate::ir::instruction::{AtomicOp, Atomicity, BinaryOp, CastOp, Flags, Inst, IntPredicate, Op, Ordering, Value};
use crate::ir::module::Module;
use crate::ir::types::{AddressSpace, Type, TypeKind};
use crate::passes::DeviceContext;
use crate::passes::memory::access::PartOfWord;
use crate::passes::util::build::{Build, bitcast_folded, bits_of};
use crate::passes::util::walk::{Visit, kernel_of, walk};
use crate::target::{AtomicSupport, Target};

const PASS: &str = "atomic/atomics";

/// See the file's description.
///
/// # Errors
/// 64-bit atomics on a device without them; atomics on types that have none.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    let id = kernel_of(module, PASS)?;
    let mut pass = Atomics { target: device.target, pairs: HashMap::default() };
    walk(module, id, |cursor, inst| pass.visit(cursor, inst))?;
    Ok(())
}

struct Atomics<'a> {
    target: &'a Target,
    /// Results of compare-exchanges that had to be composed: (old value, success).
    pairs: HashMap<Inst, (Value, Value)>,
}

/// A read-modify-write.
#[derive(Clone, Copy)]
struct Rmw {
    op: AtomicOp,
    ptr: Value,
    value: Value,
    align: u32,
    volatile: bool,
    atomic: Atomicity,
}

impl Atomics<'_> {
    fn visit(&mut self, cursor: &mut Cursor<'_>, inst: Inst) -> Result<Visit, CompileError> {
        fence_consistent(cursor, inst);
        match cursor.func.op(inst).clone() {
            Op::Load { ptr, volatile, atomic: Some(atomic), .. } => self.load(cursor, inst, ptr, volatile, atomic),
            Op::Store { value, ptr, atomic: Some(atomic), .. } => self.store(cursor, inst, value, ptr, atomic),
            Op::AtomicRmw { op, ptr, value, align, volatile, atomic } => {
                self.rmw(cursor, inst, Rmw { op, ptr, value, align, volatile, atomic })
            }
            Op::CmpXchg { ptr, expected, desired, weak, success, failure, scope, .. } => {
                let how = Exchange { weak, success, failure: failure.without_release(), scope };
                if let Op::CmpXchg { failure, .. } = &mut cursor.func.insts[inst].op {
                    *failure = how.failure;
                }
                self.compare_exchange(cursor, inst, ptr, expected, desired, how)
            }
            Op::ExtractValue { aggregate: Value::Inst(pair), indices } => match self.pairs.get(&pair) {
                Some(&(seen, ok)) => Ok(Visit::Replace(if indices == [0] { seen } else { ok })),
                None => Ok(Visit::Keep),
            },
            _ => Ok(Visit::Keep),
        }
    }

    fn support(&self, space: AddressSpace) -> AtomicSupport {
        match space {
            // Shared arrays with 64-bit atomics that the device has for buffers alone go there (`memory/far_arrays`).
            AddressSpace::Shared => AtomicSupport {
                i64: self.target.shared_atomics.i64 || self.target.buffer_atomics.i64,
                ..self.target.shared_atomics
            },
            _ => self.target.buffer_atomics,
        }
    }

    /// The integer type that atomics on `ty` use, or why there is none.
    fn word_type(&self, cursor: &mut Cursor<'_>, ty: Type, space: AddressSpace) -> Result<Type, CompileError> {
        let bits = cursor.ctx.types.value_bits(ty);
        let scalar = cursor.ctx.types.vector_parts(ty).is_none() && !cursor.ctx.types.is_aggregate(ty);
        match bits {
            8 | 16 | 32 if scalar => Ok(cursor.ctx.types.int(bits)),
            64 if scalar && self.support(space).i64 => Ok(Type::I64),
            64 if scalar => {
                let memory = if space == AddressSpace::Shared { "shared" } else { "device" };
                let feature = format!("64-bit atomics on {memory} memory");
                let device = self.target.name.clone();
                Err(CompileError::new(PASS, CompileErrorKind::MissingFeature { device, feature }))
            }
            _ => {
                let text = format!("an atomic access of type {}", cursor.ctx.types.display(ty));
                Err(CompileError::unsupported(PASS, text))
            }
        }
    }

    fn load(
        &self,
        cursor: &mut Cursor<'_>,
        inst: Inst,
        ptr: Value,
        volatile: bool,
        atomic: Atomicity,
    ) -> Result<Visit, CompileError> {
        let ty = cursor.func.insts[inst].ty;
        let space = space_of(cursor, ptr);
        if space == AddressSpace::Private {
            if let Op::Load { atomic, .. } = &mut cursor.func.insts[inst].op {
                *atomic = None;
            }
            return Ok(Visit::Keep);
        }
        let ordering = atomic.ordering.without_release();
        let atomic = Atomicity { ordering, ..atomic };
        let word = self.word_type(cursor, ty, space)?;
        let bits = if is_narrow(cursor, word) && space != AddressSpace::Shared {
            let part = part_of_word(cursor, ptr);
            load_part_of(cursor, part, word, atomic)
        } else {
            let align = cursor.ctx.types.size(word) as u32;
            cursor.inst(Op::Load { ptr, align, volatile, atomic: Some(atomic) }, word)
        };
        Ok(Visit::Replace(from_bits(cursor, bits, ty)))
    }

    fn store(
        &self,
        cursor: &mut Cursor<'_>,
        inst: Inst,
        value: Value,
        ptr: Value,
        atomic: Atomicity,
    ) -> Result<Visit, CompileError> {
        let ty = cursor.ty(value);
        let space = space_of(cursor, ptr);
        if space == AddressSpace::Private {
            if let Op::Store { atomic, .. } = &mut cursor.func.insts[inst].op {
                *atomic = None;
            }
            return Ok(Visit::Keep);
        }
        let ordering = match atomic.ordering {
            Ordering::AcqRel | Ordering::SeqCst => Ordering::Release,
            other => other,
        };
        let atomic = Atomicity { ordering, ..atomic };
        let word = self.word_type(cursor, ty, space)?;
        let bits = to_bits(cursor, value, word);
        if is_narrow(cursor, word) && space != AddressSpace::Shared {
            let part = part_of_word(cursor, ptr);
            rmw_part(cursor, part, AtomicOp::Xchg, bits, atomic);
        } else {
            let align = cursor.ctx.types.size(word) as u32;
            cursor.inst(Op::Store { value: bits, ptr, align, volatile: false, atomic: Some(atomic) }, Type::VOID);
        }
        Ok(Visit::Drop)
    }

    fn rmw(&self, cursor: &mut Cursor<'_>, inst: Inst, rmw: Rmw) -> Result<Visit, CompileError> {
        let ty = cursor.func.insts[inst].ty;
        let space = space_of(cursor, rmw.ptr);
        if space == AddressSpace::Private {
            let align = if rmw.align == 0 { cursor.ctx.types.size(ty) as u32 } else { rmw.align };
            let old = cursor.inst(Op::Load { ptr: rmw.ptr, align, volatile: rmw.volatile, atomic: None }, ty);
            let new = combine(cursor, rmw.op, old, rmw.value);
            cursor.store(new, rmw.ptr, align);
            return Ok(Visit::Replace(old));
        }
        let word = self.word_type(cursor, ty, space)?;
        let is_float = cursor.ctx.types.is_float(ty);
        let narrow = is_narrow(cursor, word);
        if is_float && self.has_float(cursor, rmw.op, ty, space) {
            return Ok(self.native_float(cursor, inst, rmw));
        }
        if !is_float && narrow {
            if space == AddressSpace::Shared {
                return Ok(Visit::Keep);
            }
            let part = part_of_word(cursor, rmw.ptr);
            return Ok(Visit::Replace(rmw_part(cursor, part, rmw.op, rmw.value, rmw.atomic)));
        }
        if rmw.op == AtomicOp::Xchg && !narrow {
            return Ok(self.exchange_bits(cursor, inst, rmw, word));
        }
        if !is_float && is_native(rmw.op) {
            return Ok(Visit::Keep);
        }
        Ok(Visit::Replace(self.float_loop(cursor, rmw, ty, word)))
    }

    fn has_float(&self, cursor: &Cursor<'_>, op: AtomicOp, ty: Type, space: AddressSpace) -> bool {
        let has = self.support(space);
        let adds = matches!(op, AtomicOp::FAdd | AtomicOp::FSub);
        if !adds && !matches!(op, AtomicOp::FMax | AtomicOp::FMin) {
            return false;
        }
        match cursor.ctx.types.kind(ty) {
            TypeKind::Half => (if adds { has.f16_add } else { has.f16_min_max }) && self.target.float16,
            TypeKind::Float => {
                if adds {
                    has.f32_add
                } else {
                    has.f32_min_max
                }
            }
            TypeKind::Double => {
                if adds {
                    has.f64_add
                } else {
                    has.f64_min_max
                }
            }
            _ => false,
        }
    }

    /// `fsub` is `fadd` of the negated value.
    fn native_float(&self, cursor: &mut Cursor<'_>, inst: Inst, rmw: Rmw) -> Visit {
        if rmw.op == AtomicOp::FSub {
            let ty = cursor.ty(rmw.value);
            let negated = cursor.inst(Op::FNeg { flags: Flags::empty(), value: rmw.value }, ty);
            if let Op::AtomicRmw { op, value, .. } = &mut cursor.func.insts[inst].op {
                *op = AtomicOp::FAdd;
                *value = negated;
            }
        }
        Visit::Keep
    }

    fn exchange_bits(&self, cursor: &mut Cursor<'_>, inst: Inst, rmw: Rmw, word: Type) -> Visit {
        let ty = cursor.ty(rmw.value);
        if ty == word {
            return Visit::Keep;
        }
        let value = to_bits(cursor, rmw.value, word);
        let mut op = cursor.func.op(inst).clone();
        if let Op::AtomicRmw { value: operand, .. } = &mut op {
            *operand = value;
        }
        let old = cursor.inst(op, word);
        Visit::Replace(from_bits(cursor, old, ty))
    }

    /// A compare-exchange loop that computes on values of type `ty` but exchanges words.
    fn float_loop(&self, cursor: &mut Cursor<'_>, rmw: Rmw, ty: Type, word: Type) -> Value {
        let Rmw { op, ptr, value, atomic, .. } = rmw;
        let narrow_device = is_narrow(cursor, word) && space_of(cursor, ptr) != AddressSpace::Shared;
        if narrow_device {
            let part = part_of_word(cursor, ptr);
            let width = cursor.ctx.types.value_bits(word);
            let old = exchange_loop(cursor, part.word, Type::I32, atomic, |cursor, whole| {
                let old = part.extract(cursor, whole, width);
                let old = from_bits(cursor, old, ty);
                let new = combine(cursor, op, old, value);
                let new = to_bits(cursor, new, word);
                part.insert(cursor, whole, new)
            });
            let old = part.extract(cursor, old, width);
            return from_bits(cursor, old, ty);
        }
        let old = exchange_loop(cursor, ptr, word, atomic, |cursor, old| {
            let old = from_bits(cursor, old, ty);
            let new = combine(cursor, op, old, value);
            to_bits(cursor, new, word)
        });
        from_bits(cursor, old, ty)
    }

    fn compare_exchange(
        &mut self,
        cursor: &mut Cursor<'_>,
        inst: Inst,
        ptr: Value,
        expected: Value,
        desired: Value,
        how: Exchange,
    ) -> Result<Visit, CompileError> {
        let space = space_of(cursor, ptr);
        let ty = cursor.ty(desired);
        let pair = if space == AddressSpace::Private {
            let align = cursor.ctx.types.size(ty) as u32;
            let seen = cursor.load(ty, ptr, align);
            let ok = cursor.icmp(IntPredicate::Eq, seen, expected);
            let new = cursor.select(ok, desired, seen);
            cursor.store(new, ptr, align);
            (seen, ok)
        } else {
            let word = self.word_type(cursor, ty, space)?;
            if !is_narrow(cursor, word) || space == AddressSpace::Shared {
                return Ok(Visit::Keep);
            }
            let part = part_of_word(cursor, ptr);
            exchange_part(cursor, part, expected, desired, how)
        };
        self.pairs.insert(inst, pair);
        Ok(Visit::Drop)
    }
}

/// A fence in front of a sequentially consistent access to memory that others see.
fn fence_consistent(cursor: &mut Cursor<'_>, inst: Inst) {
    let (ptr, atomic) = match *cursor.func.op(inst) {
        Op::Load { ptr, atomic: Some(atomic), .. }
        | Op::Store { ptr, atomic: Some(atomic), .. }
        | Op::AtomicRmw { ptr, atomic, .. } => (ptr, atomic),
        Op::CmpXchg { ptr, success, scope, .. } => (ptr, Atomicity { ordering: success, scope }),
        _ => return,
    };
    if atomic.ordering == Ordering::SeqCst && space_of(cursor, ptr) != AddressSpace::Private {
        cursor.inst(Op::Fence(atomic), Type::VOID);
    }
}

/// What SPIR-V has for 32- and 64-bit integers.
fn is_native(op: AtomicOp) -> bool {
    use AtomicOp as A;
    matches!(op, A::Add | A::Sub | A::And | A::Or | A::Xor | A::Max | A::Min | A::UMax | A::UMin | A::Xchg)
}

fn space_of(cursor: &Cursor<'_>, ptr: Value) -> AddressSpace {
    cursor.ctx.types.pointee_space(cursor.ty(ptr)).unwrap_or(AddressSpace::Global)
}

fn is_narrow(cursor: &Cursor<'_>, word: Type) -> bool {
    cursor.ctx.types.value_bits(word) < 32
}

fn to_bits(cursor: &mut Cursor<'_>, value: Value, word: Type) -> Value {
    if cursor.ctx.types.pointee_space(cursor.ty(value)).is_some() {
        return cursor.cast(CastOp::PtrToInt, value, word);
    }
    bits_of(cursor, value)
}

fn from_bits(cursor: &mut Cursor<'_>, bits: Value, ty: Type) -> Value {
    if cursor.ctx.types.pointee_space(ty).is_some() {
        return cursor.cast(CastOp::IntToPtr, bits, ty);
    }
    bitcast_folded(cursor, bits, ty)
}

/// The 32-bit word of device memory that holds the place, and where in it.
fn part_of_word(cursor: &mut Cursor<'_>, ptr: Value) -> PartOfWord {
    let ty = cursor.ty(ptr);
    let address = cursor.cast(CastOp::PtrToInt, ptr, Type::I64);
    let word = cursor.fold_const(BinaryOp::And, address, !3);
    let word = cursor.cast(CastOp::IntToPtr, word, ty);
    let within = cursor.to_unsigned(address, Type::I32);
    let within = cursor.fold_const(BinaryOp::And, within, 3);
    let shift = cursor.fold_const(BinaryOp::Shl, within, 3);
    PartOfWord { word, shift, word_ty: Type::I32 }
}
