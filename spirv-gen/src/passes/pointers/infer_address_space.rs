//! Finds out which memory generic pointers point into.
//!
//! C++ has one kind of pointer, Vulkan three. A generic pointer that comes from a cast keeps that space through arithmetic,
//! selects and phis; one that the host passed can only be device memory. A pointer loaded from memory is device memory too, unless
//! the kernel itself stores a shared or private address into that kind of memory: then it stays generic, and the device half
//! decides at each access. Nothing is guessed: the assumption is made, the consequences are computed, and if an address escapes that
//! breaks it, everything is computed again without it.
//!
//!   before  %p = addrspacecast ptr addrspace(3) @s to ptr     %q = getelementptr float, ptr %p, i64 %i     load float, ptr %q
//!   after   %q = getelementptr float, ptr addrspace(3) @s, i64 %i                               load float, ptr addrspace(3) %q
//!
//! Needs: `calls::inline`; best after `abi::globals` and scalar replacement.

use crate::error::CompileError;
use crate::hash::HashMap;
use crate::ir::constant::ConstData;
use crate::ir::entity::Entity;
use crate::ir::function::Function;
use crate::ir::instruction::{BinaryOp, CastOp, Flags, Inst, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::{Context, GlobalId, Module};
use crate::ir::types::{AddressSpace, Type};
use crate::passes::util::rewrite::take_function;

/// See the module's description.
///
/// # Errors
/// None.
pub fn run(module: &mut Module) -> Result<(), CompileError> {
    let spaces: Vec<AddressSpace> = module.globals.values().map(|g| g.space).collect();
    for id in module.functions.keys() {
        if !module.functions[id].is_kernel || module.functions[id].is_declaration() {
            continue;
        }
        let mut func = take_function(module, id);
        // The host passes device addresses only.
        func.params.iter_mut().filter(|p| p.ty == Type::PTR).for_each(|p| p.ty = Type::PTR_GLOBAL);
        let analysis = Analysis::of(&module.ctx, &spaces, &func);
        Rewriter {
            ctx: &mut module.ctx,
            func: &mut func,
            analysis: &analysis,
            at_entry: Vec::new(),
            after: HashMap::default(),
            made: HashMap::default(),
        }
        .run();
        module.functions[id] = func;
    }
    Ok(())
}

/// What is known of a generic pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// Nothing yet, or null or undefined: agrees with everything.
    Nothing,
    /// It points there.
    Space(AddressSpace),
    /// It may point into different kinds of memory.
    Mixed,
}

impl Known {
    fn meet(self, other: Self) -> Self {
        use AddressSpace::{Constant, Generic, Global};
        match (self, other) {
            (Self::Nothing, known) | (known, Self::Nothing) => known,
            (Self::Space(Generic), _) | (_, Self::Space(Generic)) => Self::Mixed,
            (a, b) if a == b => a,
            (Self::Space(Global | Constant), Self::Space(Global | Constant)) => Self::Space(Global),
            _ => Self::Mixed,
        }
    }
}

/// Which kinds of memory hold shared or private addresses as generic pointers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Escapes {
    device: bool,
    shared: bool,
    private: bool,
    /// Into an integer, a vector or a register of another lane: nothing is known of pointers made from those.
    values: bool,
}

impl Escapes {
    fn through(&mut self, known: Known) {
        match known {
            Known::Space(AddressSpace::Shared) => self.shared = true,
            Known::Space(AddressSpace::Private) => self.private = true,
            Known::Space(AddressSpace::Global) => self.device = true,
            // The kernel cannot write it.
            Known::Space(AddressSpace::Constant) | Known::Nothing => {}
            _ => *self = Self { device: true, shared: true, private: true, values: self.values },
        }
    }
    /// What a pointer is that was read from memory of this kind.
    fn loaded(self, from: Known) -> Known {
        let tainted = match from {
            Known::Space(AddressSpace::Constant) | Known::Nothing => false,
            Known::Space(AddressSpace::Global) => self.device,
            Known::Space(AddressSpace::Shared) => self.shared,
            Known::Space(AddressSpace::Private) => self.private,
            _ => self.device || self.shared || self.private,
        };
        // An integer may have been stored where a pointer is read.
        if tainted || (self.values && from != Known::Space(AddressSpace::Constant)) {
            Known::Mixed
        } else {
            Known::Space(AddressSpace::Global)
        }
    }
}

/// The result: per instruction, what its generic pointer is.
struct Analysis {
    known: Vec<Known>,
    spaces: Vec<AddressSpace>,
}

impl Analysis {
    fn of(ctx: &Context, spaces: &[AddressSpace], func: &Function) -> Self {
        let mut escapes = Escapes::default();
        loop {
            let mut this = Self { known: vec![Known::Nothing; func.insts.len()], spaces: spaces.to_vec() };
            while this.sweep(ctx, func, escapes) {}
            let found = this.escapes(ctx, func, escapes);
            if found == escapes {
                return this;
            }
            escapes = found;
        }
    }

    /// One step towards the fixed point; whether anything changed.
    fn sweep(&mut self, ctx: &Context, func: &Function, escapes: Escapes) -> bool {
        let mut changed = false;
        for (_, inst) in func.linked_insts() {
            if func.insts[inst].ty != Type::PTR {
                continue;
            }
            let new = self.result(ctx, func, inst, escapes);
            changed |= std::mem::replace(&mut self.known[inst.index()], new) != new;
        }
        changed
    }

    fn result(&self, ctx: &Context, func: &Function, inst: Inst, escapes: Escapes) -> Known {
        let of = |v| self.value(ctx, func, v);
        match func.op(inst) {
            Op::Cast { op: CastOp::AddrSpaceCast, value, .. } | Op::Freeze(value) => of(*value),
            Op::Gep { base, .. } => of(*base),
            Op::Phi(incoming) => incoming.iter().fold(Known::Nothing, |known, (v, _)| known.meet(of(*v))),
            Op::Select { then_, else_, .. } => of(*then_).meet(of(*else_)),
            Op::Load { ptr, .. } => escapes.loaded(of(*ptr)),
            Op::AtomicRmw { ptr, .. } | Op::CmpXchg { ptr, .. } => escapes.loaded(of(*ptr)),
            // Integers, vectors, other lanes' registers, compare-exchange results.
            _ if escapes == Escapes::default() => Known::Space(AddressSpace::Global),
            _ => Known::Mixed,
        }
    }

    /// Where `value`, any pointer, points.
    fn value(&self, ctx: &Context, func: &Function, value: Value) -> Known {
        let ty = ctx.type_of(func, value);
        match ctx.types.pointee_space(ty) {
            Some(AddressSpace::Generic) => {}
            Some(space) => return Known::Space(space),
            None => return Known::Mixed,
        }
        match value {
            Value::Inst(inst) => self.known[inst.index()],
            Value::Param(_) => Known::Mixed,
            Value::Const(id) => match ctx.consts.data(id) {
                ConstData::GlobalAddr { global, .. } => Known::Space(self.global_space(*global)),
                ConstData::Zero(_) | ConstData::Undef(_) | ConstData::Poison(_) => Known::Nothing,
                // An integer that the program made a pointer (`(T *)-1`) must stay what it is.
                ConstData::Address { .. } => Known::Space(AddressSpace::Global),
                _ => Known::Mixed,
            },
        }
    }

    fn global_space(&self, global: GlobalId) -> AddressSpace {
        self.spaces[global.index()]
    }

    /// Where shared and private addresses go as generic pointers.
    fn escapes(&self, ctx: &Context, func: &Function, mut escapes: Escapes) -> Escapes {
        use AddressSpace::{Private, Shared};
        let carriers = self.carriers(ctx, func, escapes);
        let carries = |v: Value| matches!(v, Value::Inst(inst) if carriers[inst.index()]);
        for (_, inst) in func.linked_insts() {
            let op = func.op(inst);
            let local = |v: Value| {
                ctx.type_of(func, v) == Type::PTR
                    && matches!(self.value(ctx, func, v), Known::Mixed | Known::Space(Shared | Private))
            };
            match op {
                Op::Load { .. } | Op::Gep { .. } | Op::Phi(_) | Op::Select { .. } | Op::ICmp { .. } | Op::Freeze(_) => {
                }
                Op::Cast { op: CastOp::AddrSpaceCast, .. } => {}
                Op::Intrinsic { id: Intrinsic::IsShared | Intrinsic::IsPrivate, .. } => {}
                Op::Intrinsic { id, .. } if id.is_matrix() => {}
                Op::Store { value, ptr, .. } | Op::AtomicRmw { value, ptr, .. } => {
                    if local(*value) || carries(*value) {
                        escapes.through(self.value(ctx, func, *ptr));
                    }
                }
                Op::CmpXchg { desired, ptr, .. } => {
                    if local(*desired) || carries(*desired) {
                        escapes.through(self.value(ctx, func, *ptr));
                    }
                }
                op => op.for_each_operand(|v| escapes.values |= local(v)),
            }
        }
        escapes
    }

    /// By instruction, whether it is no pointer and may all the same be one's bits, or a part of them, as read from memory that such an address went
    /// to: structures are copied as the integers they are long.
    fn carriers(&self, ctx: &Context, func: &Function, escapes: Escapes) -> Vec<bool> {
        let mut found = vec![false; func.insts.len()];
        if escapes == Escapes::default() {
            return found;
        }
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for (_, inst) in func.linked_insts().filter(|&(_, inst)| func.insts[inst].ty != Type::PTR) {
                let op = func.op(inst);
                let carries = match op {
                    Op::Load { ptr, .. } | Op::AtomicRmw { ptr, .. } | Op::CmpXchg { ptr, .. } => {
                        escapes.loaded(self.value(ctx, func, *ptr)) == Known::Mixed
                    }
                    op => {
                        let mut any = false;
                        op.for_each_operand(|v| any |= matches!(v, Value::Inst(i) if found[i.index()]));
                        any && passes_on(op)
                    }
                };
                changed |= carries && !std::mem::replace(&mut found[inst.index()], true);
            }
        }
        found
    }
}

/// Whether an address may still be told from what `op` makes of its bits.
fn passes_on(op: &Op) -> bool {
    use BinaryOp as B;
    match op {
        Op::ICmp { .. } | Op::FCmp { .. } | Op::FNeg { .. } => false,
        Op::Cast { op: CastOp::SIToFP | CastOp::UIToFP | CastOp::FPToSI | CastOp::FPToUI, .. } => false,
        Op::Binary { op, .. } => matches!(op, B::Add | B::Sub | B::And | B::Or | B::Xor | B::Shl | B::LShr | B::AShr),
        op => !op.is_terminator(),
    }
}

/// Gives the pointers their types.
struct Rewriter<'a> {
    ctx: &'a mut Context,
    func: &'a mut Function,
    analysis: &'a Analysis,
    /// Casts of constants, for the head of the entry block.
    at_entry: Vec<Inst>,
    /// Casts of a result, to stand behind its instruction.
    after: HashMap<Inst, Vec<Inst>>,
    /// Casts made: (value, wanted type).
    made: HashMap<(Value, Type), Value>,
}

impl Rewriter<'_> {
    fn run(mut self) {
        let insts: Vec<Inst> = self.func.linked_insts().map(|(_, inst)| inst).collect();
        let mut replaced = HashMap::default();
        // Types first: what uses a value asks for its type.
        for &inst in &insts {
            if self.func.insts[inst].ty == Type::PTR
                && let Some(space) = self.space_of(Value::Inst(inst))
                && self.keeps_type_in_place(inst)
            {
                self.func.insts[inst].ty = Type::ptr(space);
            }
        }
        for &inst in &insts {
            let mut op = self.func.insts[inst].op.clone();
            self.rewrite(inst, &mut op, &mut replaced);
            self.func.insts[inst].op = op;
        }
        self.place_casts();
        let Self { func, .. } = self;
        for block in func.layout.clone() {
            let insts = &mut func.blocks[block].insts;
            insts.retain(|&i| !replaced.contains_key(&Value::Inst(i)));
        }
        func.replace_uses(&replaced);
    }

    /// Where a generic pointer points, if that is one kind of memory. Also right after its type has changed.
    fn space_of(&self, value: Value) -> Option<AddressSpace> {
        let known = match value {
            Value::Inst(inst) => self.analysis.known[inst.index()],
            Value::Const(_) => self.analysis.value(self.ctx, self.func, value),
            Value::Param(_) => return None,
        };
        match known {
            Known::Space(AddressSpace::Generic) => None,
            Known::Space(space) => Some(space),
            _ => None,
        }
    }

    /// Whether the instruction can make a pointer of any space.
    fn keeps_type_in_place(&self, inst: Inst) -> bool {
        matches!(
            self.func.op(inst),
            Op::Cast { .. } | Op::Gep { .. } | Op::Phi(_) | Op::Select { .. } | Op::Freeze(_) | Op::Load { .. }
        )
    }

    fn ty(&self, value: Value) -> Type {
        self.ctx.type_of(self.func, value)
    }

    fn rewrite(&mut self, inst: Inst, op: &mut Op, replaced: &mut HashMap<Value, Value>) {
        let ty = self.func.insts[inst].ty;
        let is_pointer = self.ctx.types.pointee_space(ty).is_some();
        match op {
            Op::Cast { op: CastOp::AddrSpaceCast, value, .. } => {
                if self.ty(*value) == ty {
                    replaced.insert(Value::Inst(inst), *value);
                } else if let Some(constant) = self.converted_constant(*value, ty) {
                    replaced.insert(Value::Inst(inst), constant);
                }
            }
            Op::Phi(incoming) if is_pointer => incoming.iter_mut().for_each(|(v, _)| *v = self.as_type(*v, ty)),
            Op::Select { then_, else_, .. } if is_pointer => {
                *then_ = self.as_type(*then_, ty);
                *else_ = self.as_type(*else_, ty);
            }
            Op::Freeze(value) if is_pointer => *value = self.as_type(*value, ty),
            Op::Gep { base, .. } if is_pointer => *base = self.as_type(*base, ty),
            Op::ICmp { lhs, rhs, .. } => self.comparison(lhs, rhs),
            Op::Load { ptr, .. } => *ptr = self.access(*ptr),
            Op::Store { ptr, value, .. } => {
                *ptr = self.access(*ptr);
                *value = self.stored(*value);
            }
            Op::AtomicRmw { ptr, value, .. } => {
                *ptr = self.access(*ptr);
                *value = self.generic(*value);
            }
            Op::CmpXchg { ptr, expected, desired, .. } => {
                *ptr = self.access(*ptr);
                *expected = self.generic(*expected);
                *desired = self.generic(*desired);
            }
            Op::Cast { op: CastOp::PtrToInt, value, .. } => *value = self.stored(*value),
            Op::Intrinsic { id: id @ (Intrinsic::IsShared | Intrinsic::IsPrivate), args, .. } => {
                let asked = if *id == Intrinsic::IsShared { AddressSpace::Shared } else { AddressSpace::Private };
                let space = self.ctx.types.pointee_space(self.ty(args[0])).filter(|&s| s != AddressSpace::Generic);
                if let Some(space) = space.or_else(|| self.space_of(args[0])) {
                    replaced.insert(Value::Inst(inst), self.ctx.bool(space == asked));
                }
            }
            Op::Intrinsic { id, args, .. } if id.is_matrix() => {
                if let Some(at) = id.matrix_address() {
                    args[at] = self.access(args[at]);
                }
            }
            op => op.map_operands(|v| self.generic(v)),
        }
    }

    /// The address of an access: any space will do, the inferred one best.
    fn access(&mut self, ptr: Value) -> Value {
        match self.space_of(ptr) {
            Some(space) if self.ty(ptr) == Type::PTR => self.as_type(ptr, Type::ptr(space)),
            _ => ptr,
        }
    }

    /// A pointer whose bits matter: device addresses have the same in every space.
    fn stored(&mut self, value: Value) -> Value {
        let space = self.ctx.types.pointee_space(self.ty(value));
        if space.is_some_and(AddressSpace::is_device_memory) { value } else { self.generic(value) }
    }

    /// Both sides in one space if both are known to lie there, generic otherwise.
    fn comparison(&mut self, lhs: &mut Value, rhs: &mut Value) {
        let sides = [*lhs, *rhs].map(|v| self.analysis_of(v));
        if sides.contains(&None) {
            return;
        }
        let known = sides.into_iter().flatten().fold(Known::Nothing, Known::meet);
        let ty = match known {
            Known::Space(space) if space != AddressSpace::Generic => Type::ptr(space),
            _ => Type::PTR,
        };
        *lhs = self.as_type(*lhs, ty);
        *rhs = self.as_type(*rhs, ty);
    }

    /// What is known of a pointer; nothing for other values, and for pointers that were never generic.
    fn analysis_of(&self, value: Value) -> Option<Known> {
        let space = self.ctx.types.pointee_space(self.ty(value))?;
        match value {
            _ if space != AddressSpace::Generic => Some(Known::Space(space)),
            Value::Inst(inst) => Some(self.analysis.known[inst.index()]),
            _ => Some(self.analysis.value(self.ctx, self.func, value)),
        }
    }

    /// `value` as a generic pointer, if its type became another; anything else as it is.
    fn generic(&mut self, value: Value) -> Value {
        let was_generic = matches!(value, Value::Inst(inst) if self.analysis.known[inst.index()] != Known::Nothing);
        let is_pointer = self.ctx.types.pointee_space(self.ty(value)).is_some();
        if was_generic && is_pointer { self.as_type(value, Type::PTR) } else { value }
    }

    /// `value`, a pointer, as one of type `ty`.
    fn as_type(&mut self, value: Value, ty: Type) -> Value {
        if self.ty(value) == ty {
            return value;
        }
        if let Some(constant) = self.converted_constant(value, ty) {
            return constant;
        }
        if let Some(&made) = self.made.get(&(value, ty)) {
            return made;
        }
        let op = Op::Cast { op: CastOp::AddrSpaceCast, flags: Flags::empty(), value };
        let loc = if let Value::Inst(inst) = value { self.func.insts[inst].loc } else { None };
        let cast = self.func.create_inst(op, ty, loc);
        match value {
            Value::Inst(inst) => self.after.entry(inst).or_default().push(cast),
            _ => self.at_entry.push(cast),
        }
        self.made.insert((value, ty), Value::Inst(cast));
        Value::Inst(cast)
    }

    /// Constants whose conversion is another constant. Null becomes null; 0 is null in device memory only.
    fn converted_constant(&mut self, value: Value, ty: Type) -> Option<Value> {
        let Value::Const(id) = value else { return None };
        let to = self.ctx.types.pointee_space(ty)?;
        match *self.ctx.consts.data(id) {
            ConstData::Zero(from) if self.ctx.types.pointee_space(from)?.null() == 0 => Some(self.ctx.null(ty)),
            ConstData::Address { .. } if self.ctx.is_null(value) => Some(self.ctx.null(ty)),
            ConstData::Address { bits, .. } if to.pointer_bits() == 64 => self.ctx.address(ty, bits),
            ConstData::Undef(_) => Some(self.ctx.undef(ty)),
            ConstData::Poison(_) => Some(self.ctx.poison(ty)),
            ConstData::GlobalAddr { global, offset, .. } if self.analysis.global_space(global) == to => {
                Some(Value::Const(self.ctx.consts.intern(ConstData::GlobalAddr { ty, global, offset })))
            }
            _ => None,
        }
    }

    fn place_casts(&mut self) {
        let entry = self.func.entry();
        for block in self.func.layout.clone() {
            let old = std::mem::take(&mut self.func.blocks[block].insts);
            let mut new = Vec::with_capacity(old.len());
            if block == entry {
                new.append(&mut self.at_entry);
            }
            // Casts of phis wait for the last phi.
            let mut waiting = Vec::new();
            for inst in old {
                let is_phi = matches!(self.func.op(inst), Op::Phi(_));
                if !is_phi {
                    new.append(&mut waiting);
                }
                new.push(inst);
                let casts = self.after.remove(&inst).unwrap_or_default();
                if is_phi { waiting.extend(casts) } else { new.extend(casts) }
            }
            self.func.blocks[block].insts = new;
        }
    }
}
