//! Builds the machine of a cycle of calls: see the description of the module above.
//!
//! What crosses a call inside the cycle lives in a *slot*, a private variable that `memory::mem2reg` later turns into values:
//! parameters, results, and every value that is needed behind such a call. A call copies the slots that it needs later to the frame, and its
//! continuation copies them back. Frames lie in one byte array (`frame` says what is where in one).
//!
//! Local arrays are addressed in the frame, so that each activation has its own. A call whose result is returned at once, from a function
//! without local arrays, leaves the frame to its callee. Called by `recursion::run`.

use crate::hash::HashMap;
use crate::ir::cursor::Cursor;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Callee, Inst, IntPredicate, Op, Value};
use crate::ir::intrinsic::{Effect, Intrinsic};
use crate::ir::module::{Context, FuncId, Module};
use crate::ir::types::Type;
use crate::passes::device::traps;
use crate::passes::util::walk::order_blocks;

use super::frame::{FRAME_ALIGN, Plan};

/// The machine for calls of `entry` from outside of `cycle`.
pub fn build(module: &mut Module, cycle: &[FuncId], entry: FuncId) -> Function {
    let mut plans = HashMap::default();
    for &id in cycle {
        plans.insert(id, Plan::of(module, cycle, id, cycle.len() == 1));
    }
    let model = &module.functions[entry];
    let mut func = Function::declaration(format!("hip.recursion.{}", model.name), model.ret, model.params.clone());
    (func.internal, func.attrs, func.loc) = (true, model.attrs.clone(), model.loc);
    let bodies = cycle.iter().map(|&id| (id, module.functions[id].clone())).collect();
    let trap = traps::because(module, traps::STACK_OVERFLOW);
    let mut builder = Builder::new(&mut module.ctx, &mut func, &plans, bodies, trap);
    builder.enter(entry);
    for &id in cycle {
        builder.body(id);
    }
    builder.returns();
    // Portable passes expect a definition to stand in front of its uses.
    order_blocks(&mut func);
    func
}

struct Builder<'a> {
    ctx: &'a mut Context,
    func: &'a mut Function,
    plans: &'a HashMap<FuncId, Plan>,
    bodies: HashMap<FuncId, Function>,
    /// The array of frames.
    stack: Value,
    /// Its size in bytes, i32.
    size: Value,
    /// Slot of the current frame's offset.
    top: Value,
    /// Where each function starts: takes parameters out of their slots.
    starts: HashMap<FuncId, Block>,
    /// Parameters' slots.
    params: HashMap<(FuncId, u32), Value>,
    /// Results' slots, by type.
    results: HashMap<Type, Value>,
    /// Where the calls come back to: number 1 to the first.
    sites: Vec<Block>,
    /// Goes where the frame says.
    back: Block,
    overflow: Block,
    /// What happens there.
    trap: Op,
    /// Where the first call's result leaves.
    exit: Block,
    /// In front of this many instructions of the entry block there are slots.
    slots: usize,
}

impl<'a> Builder<'a> {
    fn new(
        ctx: &'a mut Context,
        func: &'a mut Function,
        plans: &'a HashMap<FuncId, Plan>,
        bodies: HashMap<FuncId, Function>,
        trap: Op,
    ) -> Self {
        let entry = func.add_block();
        let (exit, back, overflow) = (func.add_block(), func.add_block(), func.add_block());
        let starts = bodies.keys().map(|&id| (id, func.create_block())).collect();
        let mut cur = Cursor::at_end(ctx, func, entry);
        let size = cur.intrinsic(Intrinsic::StackSize, Vec::new(), Type::I32);
        let array = Op::Alloca { elem: Type::I8, count: Some(size), align: FRAME_ALIGN as u32 };
        let stack = cur.inst(array, Type::PTR_PRIVATE);
        let top = cur.inst(Op::Alloca { elem: Type::I32, count: None, align: 4 }, Type::PTR_PRIVATE);
        let slots = cur.index;
        let mut builder = Self {
            ctx,
            func,
            plans,
            bodies,
            stack,
            size,
            top,
            starts,
            params: HashMap::default(),
            results: HashMap::default(),
            sites: Vec::new(),
            back,
            overflow,
            trap,
            exit,
            slots,
        };
        let mut ids: Vec<FuncId> = builder.bodies.keys().copied().collect();
        ids.sort_unstable();
        for id in ids {
            for (index, ty) in builder.bodies[&id].params.iter().map(|p| p.ty).enumerate().collect::<Vec<_>>() {
                let slot = builder.slot(ty);
                builder.params.insert((id, index as u32), slot);
            }
            let ret = builder.bodies[&id].ret;
            if ret != Type::VOID && !builder.results.contains_key(&ret) {
                let slot = builder.slot(ret);
                builder.results.insert(ret, slot);
            }
        }
        builder
    }

    /// A new private variable, made at the machine's start.
    fn slot(&mut self, ty: Type) -> Value {
        let align = self.ctx.types.align(ty) as u32;
        let slot = self.func.create_inst(Op::Alloca { elem: ty, count: None, align }, Type::PTR_PRIVATE, None);
        let entry = self.func.entry();
        self.func.blocks[entry].insts.insert(self.slots, slot);
        self.slots += 1;
        Value::Inst(slot)
    }

    fn cursor(&mut self, block: Block) -> Cursor<'_> {
        Cursor::at_end(self.ctx, self.func, block)
    }

    fn load(&mut self, block: Block, slot: Value, ty: Type) -> Value {
        let align = self.ctx.types.align(ty).min(FRAME_ALIGN) as u32;
        self.cursor(block).load(ty, slot, align)
    }

    fn store(&mut self, block: Block, value: Value, slot: Value) {
        let ty = self.ctx.type_of(self.func, value);
        let align = self.ctx.types.align(ty).min(FRAME_ALIGN) as u32;
        self.cursor(block).store(value, slot, align);
    }

    /// The address `offset` bytes into the current frame.
    fn in_frame(&mut self, block: Block, offset: u64) -> Value {
        let (stack, top) = (self.stack, self.top);
        let mut cur = self.cursor(block);
        let base = cur.load(Type::I32, top, 4);
        let offset = cur.ctx.i32(offset as u32);
        let at = cur.add(base, offset);
        cur.byte_offset(stack, at)
    }

    /// The first call: an empty stack, the machine's parameters, return number 0.
    fn enter(&mut self, entry: FuncId) {
        let block = self.func.entry();
        for index in 0..self.func.params.len() as u32 {
            let slot = self.params[&(entry, index)];
            self.store(block, Value::Param(index), slot);
        }
        let zero = self.ctx.i32(0);
        let top = self.top;
        self.store(block, zero, top);
        self.push(block, Some(zero), entry, 0);
        let exit = self.exit;
        let value = (self.func.ret != Type::VOID).then(|| {
            let (ty, slot) = (self.func.ret, self.results[&self.func.ret]);
            self.load(exit, slot, ty)
        });
        self.cursor(exit).inst(Op::Ret(value), Type::VOID);
        let overflow = self.overflow;
        let trap = self.trap.clone();
        let mut cur = self.cursor(overflow);
        cur.inst(trap, Type::VOID);
        cur.inst(Op::Unreachable, Type::VOID);
    }

    /// Ends `block`: a new frame `above` bytes above the current one for `callee`, which returns to `number`, or to
    /// where the current frame returns.
    fn push(&mut self, block: Block, number: Option<Value>, callee: FuncId, above: u64) {
        let (stack, size, top, overflow) = (self.stack, self.size, self.top, self.overflow);
        let (needed, start) = (self.plans[&callee].frame, self.starts[&callee]);
        let mut cur = self.cursor(block);
        let pushed = cur.new_block();
        let old = cur.load(Type::I32, top, 4);
        let above = cur.ctx.i32(above as u32);
        let new = cur.add(old, above);
        let needed = cur.ctx.i32(u32::try_from(needed).unwrap_or(u32::MAX / 2));
        let end = cur.add(new, needed);
        let fits = cur.icmp(IntPredicate::Ule, end, size);
        cur.cond_br(fits, pushed, overflow);
        cur.goto_end(pushed);
        if let Some(number) = number {
            cur.store(new, top, 4);
            let place = cur.byte_offset(stack, new);
            cur.store(number, place, 4);
        }
        cur.br(start);
    }

    /// All returns: `back` reads where to, and goes there.
    fn returns(&mut self) {
        let back = self.back;
        let place = self.in_frame(back, 0);
        let mut cur = self.cursor(back);
        let number = cur.load(Type::I32, place, 4);
        let mut cases = Vec::with_capacity(self.sites.len());
        for (&site, key) in self.sites.iter().zip(1..) {
            if let Value::Const(key) = self.ctx.i32(key) {
                cases.push((key, site));
            }
        }
        let op = Op::Switch { value: number, default: self.exit, cases };
        self.func.append(back, op, Type::VOID, None);
    }

    /// Copies one function's body into the machine.
    fn body(&mut self, id: FuncId) {
        let source = self.bodies[&id].clone();
        let mut body = Body {
            id,
            plan: &self.plans[&id],
            slots: HashMap::default(),
            values: HashMap::default(),
            blocks: source.layout.iter().map(|&b| (b, self.func.add_block())).collect(),
            ends: HashMap::default(),
            current: self.starts[&id],
            source,
        };
        self.func.layout.push(body.current);
        self.start(&mut body);
        // Ids first, so that phis and back references find theirs.
        for (_, old) in body.source.linked_insts() {
            let data = &body.source.insts[old];
            let new = match self.stack_of(&body, old) {
                Some(stack) => stack,
                None => Value::Inst(self.func.create_inst(Op::Unreachable, data.ty, data.loc)),
            };
            body.values.insert(Value::Inst(old), new);
        }
        for block in body.source.layout.clone() {
            body.current = body.blocks[&block];
            let insts = body.source.blocks[block].insts.clone();
            let phis = body.source.phis(block).count();
            for (at, &inst) in insts.iter().enumerate() {
                if at == phis {
                    insts[..phis].iter().for_each(|&phi| self.keep(&body, phi));
                }
                if self.instruction(&mut body, inst, insts.get(at + 1)) == Flow::Left {
                    break;
                }
            }
            body.ends.insert(block, body.current);
        }
        self.phis(&body);
    }

    /// The block that a call jumps to: parameters leave their slots, byval ones are copied to the frame.
    fn start(&mut self, body: &mut Body<'_>) {
        let start = body.current;
        for &value in &body.plan.kept {
            let slot = match value {
                Value::Param(index) => self.params[&(body.id, index)],
                value => {
                    let ty = self.ctx.type_of(&body.source, value);
                    self.slot(ty)
                }
            };
            body.slots.insert(value, slot);
        }
        for (index, param) in body.source.params.iter().enumerate() {
            let index = index as u32;
            let (value, slot) = (Value::Param(index), self.params[&(body.id, index)]);
            if body.plan.unchanged.contains(&index) {
                body.values.insert(value, value);
            } else if let (Some(&offset), Some(ty)) = (body.plan.copies.get(&index), param.by_ref) {
                let from = self.load(start, slot, param.ty);
                let to = self.in_frame(start, offset);
                let known = self.ctx.i32(self.ctx.types.align(ty) as u32);
                let size = self.ctx.i64(self.ctx.types.size(ty));
                let args = vec![to, from, size, self.ctx.bool(false), known, known];
                self.cursor(start).intrinsic(Intrinsic::MemCpy, args, Type::VOID);
            } else if !body.slots.contains_key(&value) {
                let loaded = self.load(start, slot, param.ty);
                body.values.insert(value, loaded);
            }
        }
        let first = body.blocks[&body.source.entry()];
        self.cursor(start).br(first);
    }

    /// The stack of a machine inside, if `inst` makes that: one for all frames.
    fn stack_of(&mut self, body: &Body<'_>, inst: Inst) -> Option<Value> {
        if !body.plan.stacks.contains(&inst) {
            return None;
        }
        let op = Op::Alloca { elem: Type::I8, count: Some(self.size), align: FRAME_ALIGN as u32 };
        let stack = self.func.create_inst(op, Type::PTR_PRIVATE, None);
        let entry = self.func.entry();
        self.func.blocks[entry].insts.insert(self.slots, stack);
        self.slots += 1;
        Some(Value::Inst(stack))
    }

    /// What `value` of the source is at the end of `block`; may add code there.
    fn operand(&mut self, body: &Body<'_>, block: Block, value: Value) -> Value {
        if let Some(&slot) = body.slots.get(&value) {
            let ty = self.ctx.type_of(&body.source, value);
            return self.load(block, slot, ty);
        }
        match (body.plan.frame_offset(value), value) {
            (Some(offset), _) => self.in_frame(block, offset),
            (None, Value::Const(_)) => value,
            (None, _) => body.values[&value],
        }
    }

    /// Stores the result of `inst` into its slot, if it has one.
    fn keep(&mut self, body: &Body<'_>, inst: Inst) {
        if let Some(&slot) = body.slots.get(&Value::Inst(inst)) {
            self.store(body.current, body.values[&Value::Inst(inst)], slot);
        }
    }

    /// Copies one instruction; `next` stands behind it.
    fn instruction(&mut self, body: &mut Body<'_>, inst: Inst, next: Option<&Inst>) -> Flow {
        let mut op = body.source.op(inst).clone();
        match &op {
            Op::Alloca { .. } if body.plan.arrays.contains_key(&inst) || body.plan.stacks.contains(&inst) => {
                return Flow::On;
            }
            // They would speak of arrays that have become parts of the frame.
            Op::Intrinsic { id, .. } if id.effect() == Effect::Hint && body.source.insts[inst].ty == Type::VOID => {
                return Flow::On;
            }
            Op::Call { callee: Callee::Func(callee), args, .. } if self.plans.contains_key(callee) => {
                let returned = next.map(|&n| body.source.op(n).clone());
                return self.call(body, inst, *callee, args, returned);
            }
            Op::Ret(value) => {
                if let Some(value) = *value {
                    let value = self.operand(body, body.current, value);
                    let slot = self.results[&self.ctx.type_of(self.func, value)];
                    self.store(body.current, value, slot);
                }
                op = Op::Br(self.back);
            }
            Op::Phi(_) => {} // see `phis`
            _ => {
                let block = body.current;
                op.map_operands(|v| self.operand(body, block, v));
                op.map_successors(|b| body.blocks[&b]);
            }
        }
        let Value::Inst(new) = body.values[&Value::Inst(inst)] else { return Flow::On };
        let is_phi = matches!(op, Op::Phi(_));
        self.func.insts[new].op = op;
        self.func.blocks[body.current].insts.push(new);
        if !is_phi {
            self.keep(body, inst);
        }
        Flow::On
    }

    /// A call inside the cycle: keep, push, jump; and the block that it comes back to.
    fn call(&mut self, body: &mut Body<'_>, inst: Inst, callee: FuncId, args: &[Value], next: Option<Op>) -> Flow {
        let block = body.current;
        let args: Vec<Value> = args.iter().map(|&a| self.operand(body, block, a)).collect();
        let result = body.source.insts[inst].ty;
        let returns_it = match next {
            Some(Op::Ret(None)) => true,
            Some(Op::Ret(Some(value))) => value == Value::Inst(inst),
            _ => false,
        };
        let (places, _) = body.plan.places(self.ctx, &body.source, &body.plan.calls[&inst]);
        let last = returns_it && body.plan.arrays.is_empty() && body.plan.copies.is_empty();
        if !last {
            for &(value, offset) in &places {
                let kept = self.operand(body, block, value);
                let place = self.in_frame(block, offset);
                self.store(block, kept, place);
            }
        }
        for (index, &arg) in args.iter().enumerate() {
            // An extern "C" prototype may lie about the number of arguments; LLVM calls that undefined.
            let Some(&slot) = self.params.get(&(callee, index as u32)) else { continue };
            if !self.plans[&callee].unchanged.contains(&(index as u32)) {
                self.store(block, arg, slot);
            }
        }
        if last {
            self.push(block, None, callee, 0);
            return Flow::Left;
        }
        let continuation = self.func.add_block();
        self.sites.push(continuation);
        let number = self.ctx.i32(self.sites.len() as u32);
        self.push(block, Some(number), callee, body.plan.frame);
        body.current = continuation;
        self.pop(continuation, body.plan.frame);
        for (value, offset) in places {
            let ty = self.ctx.type_of(&body.source, value);
            let place = self.in_frame(continuation, offset);
            let back = self.load(continuation, place, ty);
            self.store(continuation, back, body.slots[&value]);
        }
        if result != Type::VOID
            && let Value::Inst(new) = body.values[&Value::Inst(inst)]
        {
            let align = self.ctx.types.align(result) as u32;
            let ptr = self.results[&result];
            self.func.insts[new].op = Op::Load { ptr, align, volatile: false, atomic: None };
            self.func.blocks[continuation].insts.push(new);
            self.keep(body, inst);
        }
        Flow::On
    }

    /// Leaves the frame of a callee that has returned.
    fn pop(&mut self, block: Block, bytes: u64) {
        let top = self.top;
        let mut cur = self.cursor(block);
        let old = cur.load(Type::I32, top, 4);
        let bytes = cur.ctx.i32(bytes as u32);
        let new = cur.sub(old, bytes);
        cur.store(new, top, 4);
    }

    /// Gives the copied phis their operands, each computed at the end of its predecessor.
    fn phis(&mut self, body: &Body<'_>) {
        for &block in &body.source.layout {
            for phi in body.source.phis(block) {
                let Op::Phi(incoming) = body.source.op(phi) else { continue };
                let moved = incoming.iter().map(|&(value, from)| {
                    let end = body.ends[&from];
                    let terminator = self.func.blocks[end].insts.pop();
                    let value = self.operand(body, end, value);
                    self.func.blocks[end].insts.extend(terminator);
                    (value, end)
                });
                let moved = moved.collect();
                if let Value::Inst(new) = body.values[&Value::Inst(phi)] {
                    self.func.insts[new].op = Op::Phi(moved);
                }
            }
        }
    }
}

/// Whether a block goes on behind an instruction.
#[derive(PartialEq, Eq)]
enum Flow {
    On,
    Left,
}

/// One function while it is copied.
struct Body<'a> {
    id: FuncId,
    plan: &'a Plan,
    source: Function,
    /// Of the values that some call keeps.
    slots: HashMap<Value, Value>,
    /// What the other values have become.
    values: HashMap<Value, Value>,
    /// The first block of each block's copy.
    blocks: HashMap<Block, Block>,
    /// The last one.
    ends: HashMap<Block, Block>,
    /// Where code is added.
    current: Block,
}
