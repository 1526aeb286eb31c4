//! Which shared and private objects a pointer may point to, and how each access uses them.
//!
//! Objects are shared globals and allocas. Values that pointers flow through are joined with what they may point to
//! (union-find, one walk), so the result is a partition: objects of one class are placed in one variable, and a pointer is
//! an offset into the variable of its class. What becomes an integer, is stored in memory or comes from there joins the
//! one *escaped* class of its space, so any address that the program can make up is an offset into the same variable.
//!
//! Called by `memory/layout.rs`. The rules are those of [`Flow::visit`]; nothing else knows them.

use crate::analysis::components::cycles;
use crate::hash::HashSet;
use crate::ir::constant::ConstData;
use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{CastOp, Flags, Inst, Op, Value};
use crate::ir::intrinsic::{Effect, Intrinsic};
use crate::ir::module::{Context, GlobalId, Module};
use crate::ir::types::{AddressSpace, Type};

/// A place that a pointer may point into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Object {
    /// A shared global.
    Global(GlobalId),
    /// An alloca.
    Alloca(Inst),
}

/// How memory of a class is accessed by one instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    pub inst: Inst,
    /// The union-find node of the address.
    pub node: usize,
    /// Scalar type, pointers as integers of their width.
    pub ty: Type,
    /// 1 for scalars.
    pub lanes: u32,
    pub align: u32,
    pub atomic: bool,
    pub store: bool,
}

/// A GEP within a class.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub node: usize,
    /// The greatest power of two that divides every offset it can add.
    pub granule: u64,
    pub inbounds: bool,
    /// Some index is only known at run time.
    pub run_time: bool,
}

/// The joined flow of pointers.
#[derive(Debug)]
pub struct Flow {
    parent: Vec<u32>,
    insts: usize,
    pub objects: Vec<(Object, AddressSpace)>,
    pub accesses: Vec<Access>,
    pub steps: Vec<Step>,
    /// Nodes of pointers that are compared with each other.
    pub compared: Vec<usize>,
    /// Nodes whose offsets must stay in bytes.
    pub bytewise: Vec<usize>,
    /// Loads and stores of whole matrices, which take elements of any type: the instruction, and its address's node.
    pub matrices: Vec<(Inst, usize)>,
}

impl Flow {
    /// Walks function `func` once.
    pub fn of(module: &Module, func: &Function) -> Self {
        let insts = func.insts.len();
        let nodes = insts + module.globals.len() + 2;
        let mut flow = Self {
            parent: (0..nodes as u32).collect(),
            insts,
            objects: Vec::new(),
            accesses: Vec::new(),
            steps: Vec::new(),
            compared: Vec::new(),
            bytewise: Vec::new(),
            matrices: Vec::new(),
        };
        for (id, global) in module.globals.iter() {
            if global.space == AddressSpace::Shared {
                flow.objects.push((Object::Global(id), AddressSpace::Shared));
            }
        }
        flow.join_dynamic(module);
        for (_, inst) in func.linked_insts() {
            flow.visit(module, func, inst);
        }
        flow
    }

    /// The class representative of `node`.
    pub fn find(&mut self, node: usize) -> usize {
        let mut at = node;
        while self.parent[at] as usize != at {
            self.parent[at] = self.parent[self.parent[at] as usize];
            at = self.parent[at] as usize;
        }
        at
    }
    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        self.parent[a.max(b)] = a.min(b) as u32;
    }
    /// The node of an instruction's result.
    pub fn inst_node(&self, inst: Inst) -> usize {
        inst.index()
    }
    /// The node of a shared global.
    pub fn global_node(&self, global: GlobalId) -> usize {
        self.insts + global.index()
    }
    /// The node of everything that escaped in `space`.
    pub fn escaped_node(&self, space: AddressSpace) -> usize {
        self.parent.len() - if space == AddressSpace::Shared { 2 } else { 1 }
    }
    /// The node of an object.
    pub fn object_node(&self, object: Object) -> usize {
        match object {
            Object::Global(id) => self.global_node(id),
            Object::Alloca(inst) => self.inst_node(inst),
        }
    }
    /// Dynamic shared arrays all start at the same place.
    fn join_dynamic(&mut self, module: &Module) {
        let mut first = None;
        for (id, global) in module.globals.iter() {
            if global.space == AddressSpace::Shared && is_dynamic(module, id) {
                let node = self.global_node(id);
                let first = *first.get_or_insert(node);
                self.join(first, node);
            }
        }
    }
    /// The node a value's address belongs to: nothing for null and other constants that point nowhere.
    fn node(&self, ctx: &Context, value: Value) -> Option<usize> {
        match value {
            Value::Inst(inst) => Some(inst.index()),
            Value::Const(id) => match ctx.consts.data(id) {
                ConstData::GlobalAddr { global, .. } => Some(self.global_node(*global)),
                _ => None,
            },
            Value::Param(_) => None,
        }
    }
    fn join_values(&mut self, ctx: &Context, result: Inst, value: Value) {
        if let Some(node) = self.node(ctx, value) {
            self.join(result.index(), node);
        }
    }
    fn escape(&mut self, ctx: &Context, space: AddressSpace, value: Value) {
        if let Some(node) = self.node(ctx, value) {
            let escaped = self.escaped_node(space);
            self.join(escaped, node);
        }
    }

    /// What one instruction does to the partition.
    fn visit(&mut self, module: &Module, func: &Function, inst: Inst) {
        let ctx = &module.ctx;
        let data = &func.insts[inst];
        data.op.for_each_operand(|value| self.constant_step(module, value));
        let result_space = local_space(ctx, data.ty);
        match &data.op {
            Op::Alloca { .. } => self.objects.push((Object::Alloca(inst), AddressSpace::Private)),
            Op::Gep { elem, flags, base, indices } if result_space.is_some() => {
                self.join_values(ctx, inst, *base);
                let granule = granule(ctx, *elem, indices);
                let inbounds = flags.contains(Flags::INBOUNDS);
                let run_time = indices.iter().any(|&index| ctx.as_int(index).is_none());
                self.steps.push(Step { node: inst.index(), granule, inbounds, run_time });
            }
            Op::Phi(incoming) if result_space.is_some() => {
                incoming.iter().for_each(|(v, _)| self.join_values(ctx, inst, *v));
            }
            Op::Select { then_, else_, .. } if result_space.is_some() => {
                self.join_values(ctx, inst, *then_);
                self.join_values(ctx, inst, *else_);
            }
            Op::Freeze(value) | Op::Cast { op: CastOp::BitCast, value, .. } if result_space.is_some() => {
                self.join_values(ctx, inst, *value);
            }
            Op::Intrinsic { id: Intrinsic::PtrMask, args, .. } if result_space.is_some() => {
                self.join_values(ctx, inst, args[0]);
                self.bytewise.push(inst.index());
            }
            Op::Intrinsic { id, args, .. } if id.matrix_address().is_some() => {
                let address = id.matrix_address().and_then(|at| self.node(ctx, args[at]));
                self.matrices.extend(address.map(|node| (inst, node)));
            }
            Op::ICmp { lhs, rhs, .. } if local_space(ctx, ctx.type_of(func, *lhs)).is_some() => {
                if let (Some(a), Some(b)) = (self.node(ctx, *lhs), self.node(ctx, *rhs)) {
                    self.join(a, b);
                    self.compared.push(a);
                }
            }
            _ => self.visit_other(module, func, inst, result_space),
        }
    }

    /// The GEP that a constant address within a shared global was.
    fn constant_step(&mut self, module: &Module, value: Value) {
        if let Value::Const(id) = value
            && let &ConstData::GlobalAddr { global, offset, .. } = module.ctx.consts.data(id)
            && module.globals[global].space == AddressSpace::Shared
            && offset != 0
        {
            let granule = 1 << offset.trailing_zeros();
            self.steps.push(Step { node: self.global_node(global), granule, inbounds: true, run_time: false });
        }
    }

    /// Accesses, and everything by which a pointer escapes.
    fn visit_other(&mut self, module: &Module, func: &Function, inst: Inst, result_space: Option<AddressSpace>) {
        let ctx = &module.ctx;
        if let Some(space) = result_space {
            let escaped = self.escaped_node(space);
            self.join(escaped, inst.index());
        }
        let op = func.op(inst);
        let address = match op {
            Op::Load { ptr, .. } | Op::Store { ptr, .. } | Op::AtomicRmw { ptr, .. } | Op::CmpXchg { ptr, .. } => {
                Some(*ptr)
            }
            _ => None,
        };
        let mut address_seen = false;
        op.for_each_operand(|value| {
            let ty = ctx.type_of(func, value);
            if address == Some(value) && !address_seen && !matches!(op, Op::Store { value: v, .. } if *v == value) {
                address_seen = true;
                return;
            }
            match local_space(ctx, ty) {
                Some(space) => self.escape(ctx, space, value),
                None => self.escape_integer_address(module, value),
            }
        });
        if let Some(ptr) = address
            && local_space(ctx, ctx.type_of(func, ptr)).is_some()
        {
            self.record_access(ctx, func, inst, ptr);
        }
    }

    /// A shared global's address that the parser folded to an integer or generic constant.
    fn escape_integer_address(&mut self, module: &Module, value: Value) {
        if let Value::Const(id) = value
            && let ConstData::GlobalAddr { global, .. } = module.ctx.consts.data(id)
            && module.globals[*global].space == AddressSpace::Shared
        {
            self.escape(&module.ctx, AddressSpace::Shared, value);
        }
    }

    fn record_access(&mut self, ctx: &Context, func: &Function, inst: Inst, ptr: Value) {
        let (ty, align, atomic) = match func.op(inst) {
            Op::Load { align, atomic, .. } => (func.insts[inst].ty, *align, atomic.is_some()),
            Op::Store { value, align, atomic, .. } => (ctx.type_of(func, *value), *align, atomic.is_some()),
            Op::AtomicRmw { value, align, .. } => (ctx.type_of(func, *value), *align, true),
            Op::CmpXchg { desired, align, .. } => (ctx.type_of(func, *desired), *align, true),
            _ => return,
        };
        let (elem, lanes) = ctx.types.vector_parts(ty).unwrap_or((ty, 1));
        let scalar = match ctx.types.pointee_space(elem) {
            Some(space) if space.pointer_bits() == 32 => Type::I32,
            Some(_) => Type::I64,
            None => elem,
        };
        let Some(node) = self.node(ctx, ptr) else { return };
        let align = if align == 0 { ctx.types.align(ty) as u32 } else { align };
        let store = matches!(func.op(inst), Op::Store { .. });
        self.accesses.push(Access { inst, node, ty: scalar, lanes, align, atomic, store });
    }
}

/// Shared or private, if `ty` is a pointer there.
pub fn local_space(ctx: &Context, ty: Type) -> Option<AddressSpace> {
    ctx.types.pointee_space(ty).filter(|s| matches!(s, AddressSpace::Shared | AddressSpace::Private))
}

/// Whether a shared global is an `extern __shared__` array, whose size the launch gives.
pub fn is_dynamic(module: &Module, id: GlobalId) -> bool {
    let global = &module.globals[id];
    global.init.is_none() && module.ctx.types.size(global.ty) == 0
}

/// The allocas of `func` that each round of a loop makes anew while the address of an earlier round's may be kept: a list's nodes, say. All
/// rounds would have one place.
pub fn made_in_rounds(func: &Function) -> Vec<Inst> {
    let is_alloca = |&(_, inst): &(Block, Inst)| matches!(func.op(inst), Op::Alloca { .. });
    let entry = func.entry();
    let allocas: Vec<(Block, Inst)> = func.linked_insts().filter(is_alloca).filter(|&(b, _)| b != entry).collect();
    if allocas.is_empty() {
        return Vec::new();
    }
    let repeated: HashSet<Block> = cycles(&func.layout, |b| func.successors(b)).into_iter().flatten().collect();
    let inside = allocas.into_iter().filter(|(block, _)| repeated.contains(block)).map(|(_, inst)| inst);
    inside.filter(|&inst| is_kept(func, inst)).collect()
}

/// Whether the address that `alloca` makes goes anywhere but into accesses.
fn is_kept(func: &Function, alloca: Inst) -> bool {
    let mut addresses = HashSet::from_iter([Value::Inst(alloca)]);
    loop {
        let known = addresses.len();
        for (_, inst) in func.linked_insts() {
            match func.op(inst) {
                Op::Load { .. } | Op::ICmp { .. } => {}
                Op::Store { value, .. } | Op::AtomicRmw { value, .. } if !addresses.contains(value) => {}
                Op::Intrinsic { id, .. } if id.effect() == Effect::Hint => {}
                Op::Gep { base: from, .. }
                | Op::Cast { op: CastOp::AddrSpaceCast | CastOp::BitCast, value: from, .. } => {
                    if addresses.contains(from) {
                        addresses.insert(Value::Inst(inst));
                    }
                }
                op => {
                    let mut uses = false;
                    op.for_each_operand(|v| uses |= addresses.contains(&v));
                    if uses {
                        return true;
                    }
                }
            }
        }
        if addresses.len() == known {
            return false;
        }
    }
}

/// The greatest power of two that divides whatever the GEP adds, 2^32 for nothing at all.
fn granule(ctx: &Context, elem: Type, indices: &[Value]) -> u64 {
    let mut all = 1u64 << 32;
    super::layout::for_each_term(ctx, elem, indices, |term| {
        let by = match term {
            super::layout::Term::Constant(bytes) => bytes as u64,
            super::layout::Term::Scaled { stride, .. } => stride,
        };
        all |= by;
    });
    1 << all.trailing_zeros()
}
