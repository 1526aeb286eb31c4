//! One thread of the interpreted machine: its frames, and the step that executes one instruction.
//!
//! Called by `interp`'s scheduler. Calls `fold` for everything that is a function of its operands.

use super::memory::{Place, View, cast_pointer};
use super::{EventKind, Fault, Group, Machine, atomic, warp};
use crate::hash::HashMap;
use crate::ir::fold::{self, Datum};
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Callee, CastOp, Inst, Op, Value};
use crate::ir::intrinsic::{Effect, Intrinsic};
use crate::ir::module::FuncId;
use crate::ir::types::{AddressSpace, Type};

/// What a thread is doing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    Running,
    /// At a block barrier.
    Barrier,
    /// At a warp operation: the instruction, the operation and its arguments.
    Collective(Inst, Intrinsic, Vec<Datum>),
    Done,
}

/// An activation of a function.
#[derive(Clone, Debug)]
pub struct Frame {
    pub func: FuncId,
    params: Vec<Datum>,
    values: Vec<Option<Datum>>,
    pub block: Block,
    pub index: usize,
    previous: Option<Block>,
    stack: usize,
}

impl Frame {
    fn new(body: &Function, func: FuncId, params: Vec<Datum>, stack: usize) -> Self {
        let values = vec![None; body.insts.len()];
        Self { func, params, values, block: body.entry(), index: 0, previous: None, stack }
    }
}

/// A thread.
#[derive(Clone, Debug)]
pub struct Thread {
    pub linear: u32,
    pub frames: Vec<Frame>,
    pub private: Vec<u8>,
    pub status: Status,
    pub result: Option<Datum>,
    /// For each loop's header, how often the thread has gone round since it came to it: kept where lanes run apart (`schedule`).
    pub rounds: HashMap<Block, u32>,
}

impl Thread {
    /// A thread about to enter `func`.
    pub fn new(machine: &Machine<'_>, linear: u32, func: FuncId, params: Vec<Datum>) -> Self {
        let private = machine.private_image.clone();
        let frame = Frame::new(&machine.module.functions[func], func, params, private.len());
        Self { linear, frames: vec![frame], private, status: Status::Running, result: None, rounds: HashMap::default() }
    }
    /// Gives a waiting warp operation its result and lets the thread go on.
    pub fn resume(&mut self, result: Datum) {
        if let (Status::Collective(inst, ..), Some(frame)) = (&self.status, self.frames.last_mut()) {
            frame.values[inst.0 as usize] = Some(result);
        }
        self.status = Status::Running;
    }
}

/// A thread at an instruction, with what it can reach.
#[derive(Debug)]
pub struct Step<'a, 'm> {
    pub machine: &'a mut Machine<'m>,
    pub group: &'a mut Group,
    pub thread: &'a mut Thread,
}

impl<'m> Step<'_, 'm> {
    /// Executes the next instruction.
    pub fn step(&mut self) -> Result<(), Fault> {
        let Some(frame) = self.thread.frames.last_mut() else { return Ok(()) };
        let func: &'m Function = &self.machine.module.functions[frame.func];
        let Some(&inst) = func.blocks[frame.block].insts.get(frame.index) else {
            return Err(Fault::Malformed(format!("{} falls off the end of {}", func.name, frame.block)));
        };
        frame.index += 1;
        let data = &func.insts[inst];
        if data.op.is_terminator() {
            return self.terminate(func, &data.op);
        }
        let result = self.execute(func, inst, &data.op, data.ty)?;
        if let (Some(result), Some(frame)) = (result, self.thread.frames.last_mut()) {
            frame.values[inst.0 as usize] = Some(result);
        }
        Ok(())
    }

    fn frame(&mut self) -> &mut Frame {
        self.thread.frames.last_mut().expect("a running thread has a frame")
    }

    /// The value of an operand.
    fn value(&mut self, value: Value) -> Result<Datum, Fault> {
        match value {
            Value::Const(id) => self.machine.constant(id),
            Value::Param(i) => self.frame().params.get(i as usize).cloned().ok_or_else(|| missing(value)),
            Value::Inst(i) => self.frame().values[i.0 as usize].clone().ok_or_else(|| missing(value)),
        }
    }
    /// The bits of a scalar operand that must not be poison.
    fn bits(&mut self, value: Value, what: &str) -> Result<u128, Fault> {
        let lane = self.value(value)?.lane();
        lane.ok_or_else(|| Fault::Undefined(format!("{what} is poison ({value:?})")))
    }
    fn ty(&self, func: &Function, value: Value) -> Type {
        self.machine.module.ctx.type_of(func, value)
    }
    fn place(&mut self, func: &Function, ptr: Value) -> Result<Place, Fault> {
        let bits = self.bits(ptr, "an address")? as u64;
        Ok(Place::resolve(&self.machine.module.ctx.types, self.ty(func, ptr), bits))
    }
    fn view(&mut self) -> View<'_> {
        View {
            device: &mut self.machine.device,
            shared: &mut self.group.shared,
            private: &mut self.thread.private,
            undefined: self.machine.undefined,
        }
    }

    fn terminate(&mut self, func: &Function, op: &Op) -> Result<(), Fault> {
        match op {
            Op::Br(to) => self.jump(func, *to),
            Op::CondBr { cond, then_, else_ } => {
                let taken = self.bits(*cond, "a branch condition")? & 1 == 1;
                self.jump(func, if taken { *then_ } else { *else_ })
            }
            Op::Switch { value, default, cases } => {
                let key = self.bits(*value, "a switch value")?;
                let ctx = &self.machine.module.ctx;
                let hit = cases.iter().find(|(c, _)| ctx.as_int(Value::Const(*c)) == Some(key));
                self.jump(func, hit.map_or(*default, |(_, to)| *to))
            }
            Op::Ret(value) => self.ret(func, *value),
            _ => Err(Fault::Undefined("control reached 'unreachable'".into())),
        }
    }

    /// Goes to `to`, reading all its phis at once.
    fn jump(&mut self, func: &Function, to: Block) -> Result<(), Fault> {
        let from = self.frame().block;
        let mut phis = Vec::new();
        for phi in func.phis(to) {
            let Op::Phi(incoming) = func.op(phi) else { continue };
            let Some((value, _)) = incoming.iter().find(|(_, b)| *b == from) else {
                return Err(Fault::Malformed(format!("phi {phi} in {to} has no value for {from}")));
            };
            phis.push((phi, self.value(*value)?));
        }
        let frame = self.frame();
        (frame.previous, frame.block, frame.index) = (Some(from), to, phis.len());
        for (phi, value) in phis {
            frame.values[phi.0 as usize] = Some(value);
        }
        Ok(())
    }

    fn ret(&mut self, func: &Function, value: Option<Value>) -> Result<(), Fault> {
        let result = value.map(|v| self.value(v)).transpose()?;
        let stack = self.frame().stack;
        self.thread.frames.pop();
        self.thread.private.truncate(stack);
        let Some(caller) = self.thread.frames.last_mut() else {
            (self.thread.status, self.thread.result) = (Status::Done, result);
            return Ok(());
        };
        let body = &self.machine.module.functions[caller.func];
        let call = body.blocks[caller.block].insts[caller.index - 1];
        if func.ret != Type::VOID {
            caller.values[call.0 as usize] = result;
        }
        Ok(())
    }

    fn execute(&mut self, func: &Function, inst: Inst, op: &Op, ty: Type) -> Result<Option<Datum>, Fault> {
        let types = &self.machine.module.ctx.types;
        match op {
            Op::Phi(_) => Err(Fault::Malformed(format!("phi {inst} behind other instructions or in the entry"))),
            Op::Alloca { elem, count, align } => {
                let size = types.size(*elem);
                let count = count.map_or(Ok(1), |c| self.bits(c, "an alloca's count"))? as u64;
                Ok(Some(self.alloca(size * count, u64::from(*align).max(1))))
            }
            Op::Load { ptr, .. } => {
                let place = self.place(func, *ptr)?;
                let loaded = self.view().load(types, ty, place)?;
                Ok(Some(loaded))
            }
            Op::Store { value, ptr, .. } => {
                let place = self.place(func, *ptr)?;
                let stored = self.value(*value)?;
                let ty = self.ty(func, *value);
                self.view().store(types, ty, place, &stored)?;
                self.trace(EventKind::Store, place, stored);
                Ok(None)
            }
            Op::AtomicRmw { op, ptr, value, .. } => {
                let place = self.place(func, *ptr)?;
                let operand = self.bits(*value, "an atomic's operand")?;
                let old = self.view().load(types, ty, place)?;
                let new = Datum::bits(atomic::combine(types, *op, ty, old.lane().unwrap_or(0), operand));
                self.view().store(types, ty, place, &new)?;
                self.trace(EventKind::Atomic, place, new);
                Ok(Some(old))
            }
            Op::CmpXchg { ptr, expected, desired, .. } => {
                let place = self.place(func, *ptr)?;
                let (want, new) = (self.value(*expected)?, self.value(*desired)?);
                let elem = self.ty(func, *desired);
                let old = self.view().load(types, elem, place)?;
                let success = old == want;
                if success {
                    self.view().store(types, elem, place, &new)?;
                }
                self.trace(EventKind::Atomic, place, if success { new } else { old.clone() });
                Ok(Some(Datum::Many(vec![old, Datum::bits(success.into())])))
            }
            Op::Fence(_) => Ok(None),
            Op::Freeze(value) => {
                let undefined = self.machine.undefined;
                Ok(Some(self.value(*value)?.settled(types, ty, undefined)))
            }
            Op::Cast { op: CastOp::AddrSpaceCast, value, .. } => {
                let (from, to) = (types.pointee_space(self.ty(func, *value)), types.pointee_space(ty));
                let (Some(from), Some(to)) = (from, to) else {
                    return Err(Fault::Unsupported("addrspacecast of vectors".into()));
                };
                let lane = self.value(*value)?.lane();
                Ok(Some(Datum::Lane(lane.map(|b| cast_pointer(from, to, b as u64).into()))))
            }
            Op::Call { callee, args, .. } => self.call(callee, args),
            Op::Intrinsic { id, args, .. } => self.intrinsic(func, inst, *id, op, args, ty),
            _ => self.pure(func, op, ty).map(Some),
        }
    }

    /// An operation that is a function of its operands.
    fn pure(&mut self, func: &Function, op: &Op, ty: Type) -> Result<Datum, Fault> {
        let mut operands = Vec::with_capacity(3);
        op.for_each_operand(|v| operands.push(v));
        let mut args = Vec::with_capacity(operands.len());
        for v in operands {
            args.push((self.ty(func, v), self.value(v)?));
        }
        let types = &self.machine.module.ctx.types;
        let flush = self.machine.flush;
        let flushes = flush.concerns(op);
        if flushes {
            args.iter_mut().for_each(|(ty, value)| flush.operand(types, *ty, value));
        }
        let result = fold::evaluate(types, op, ty, &args, false);
        let mut result = result.ok_or_else(|| Fault::Unsupported(format!("{op:?}")))?;
        if flushes {
            flush.result(types, op, ty, &mut result);
        }
        Ok(result)
    }

    fn alloca(&mut self, size: u64, align: u64) -> Datum {
        let start = (self.thread.private.len() as u64).next_multiple_of(align);
        self.thread.private.resize((start + size) as usize, 0);
        Datum::bits(start.into())
    }

    fn trace(&mut self, kind: EventKind, place: Place, value: Datum) {
        self.machine.record(self.group, self.thread.linear, kind, place, value);
    }

    fn call(&mut self, callee: &Callee, args: &[Value]) -> Result<Option<Datum>, Fault> {
        let func = match callee {
            Callee::Func(func) => *func,
            Callee::Indirect(pointer) => {
                let address = self.bits(*pointer, "a function's address")? as u64;
                let found = self.machine.module.function_at(address);
                found.ok_or_else(|| Fault::Undefined(format!("a call of {address:#x}, where no function is")))?
            }
        };
        let body = &self.machine.module.functions[func];
        if body.is_declaration() {
            return Err(Fault::Unsupported(format!("a call of '{}', which has no body", body.name)));
        }
        let mut params = args.iter().map(|&a| self.value(a)).collect::<Result<Vec<_>, _>>()?;
        let stack = self.thread.private.len();
        for (param, argument) in body.params.iter().zip(&mut params) {
            if let Some(ty) = param.by_ref.filter(|_| !param.readonly) {
                *argument = self.copy_argument(ty, param.align, argument)?;
            }
        }
        self.thread.frames.push(Frame::new(body, func, params, stack));
        Ok(None)
    }

    /// The callee's own copy of a `byval` argument, which lies in private memory.
    fn copy_argument(&mut self, ty: Type, align: u32, argument: &Datum) -> Result<Datum, Fault> {
        let types = &self.machine.module.ctx.types;
        let (size, align) = (types.size(ty), types.align(ty).max(align.into()));
        let from = argument.lane().ok_or_else(|| Fault::Undefined("a byval argument is poison".into()))? as usize;
        let to = self.alloca(size, align);
        let start = to.lane().unwrap_or(0) as usize;
        if from + size as usize > start {
            return Err(Fault::Undefined("a byval argument lies outside of private memory".into()));
        }
        self.thread.private.copy_within(from..from + size as usize, start);
        Ok(to)
    }

    fn intrinsic(
        &mut self,
        func: &Function,
        inst: Inst,
        id: Intrinsic,
        op: &Op,
        args: &[Value],
        ty: Type,
    ) -> Result<Option<Datum>, Fault> {
        if id.effect() == Effect::Hint {
            return Ok((ty != Type::VOID).then(|| Datum::poison(&self.machine.module.ctx.types, ty)));
        }
        if warp::is_collective(id) {
            let args = args.iter().map(|&a| self.value(a)).collect::<Result<_, _>>()?;
            self.thread.status = Status::Collective(inst, id, args);
            return Ok(None);
        }
        if let Some(value) = self.machine.coordinate(self.group, self.thread.linear, id) {
            return Ok(Some(Datum::bits(value.into())));
        }
        match id {
            Intrinsic::Barrier => {
                self.thread.status = Status::Barrier;
                Ok(None)
            }
            Intrinsic::Param => {
                let offset = self.bits(args[0], "a parameter offset")? as u64;
                let place = Place::resolve(&self.machine.module.ctx.types, Type::I64, self.machine.params + offset);
                let types = &self.machine.module.ctx.types;
                self.view().load(types, ty, place).map(Some)
            }
            Intrinsic::IsShared | Intrinsic::IsPrivate => {
                let space = self.place(func, args[0])?.space;
                let asked = if id == Intrinsic::IsShared { AddressSpace::Shared } else { AddressSpace::Private };
                Ok(Some(Datum::bits((space == asked).into())))
            }
            Intrinsic::MemCpy | Intrinsic::MemCpyInline | Intrinsic::MemMove => {
                let (to, from) = (self.place(func, args[0])?, self.place(func, args[1])?);
                let size = self.bits(args[2], "a copy's size")? as u64;
                let data = self.view().bytes(from, size)?.to_vec();
                self.view().bytes(to, size)?.copy_from_slice(&data);
                self.trace(EventKind::Store, to, Datum::Many(data.iter().map(|&b| Datum::bits(b.into())).collect()));
                Ok(None)
            }
            Intrinsic::MemSet => {
                let to = self.place(func, args[0])?;
                let (byte, size) = (self.bits(args[1], "a fill value")?, self.bits(args[2], "a fill's size")?);
                self.view().bytes(to, size as u64)?.fill(byte as u8);
                self.trace(EventKind::Store, to, Datum::bits(byte));
                Ok(None)
            }
            Intrinsic::Trap | Intrinsic::DebugTrap | Intrinsic::UbsanTrap => Err(Fault::Trap),
            Intrinsic::Sleep => Ok(None),
            Intrinsic::ClockDevice | Intrinsic::ClockWall => Ok(Some(Datum::bits(self.machine.executed.into()))),
            // There is no texture unit here: code that would ask one is not reached, or refused as unknown.
            Intrinsic::TexturePath => Ok(Some(Datum::bits(0))),
            Intrinsic::SurfaceAddress => self.value(args[0]).map(Some),
            Intrinsic::IsConstant => Ok(Some(Datum::bits(0))),
            Intrinsic::ObjectSize => {
                Ok(Some(Datum::bits(fold::int::mask(self.machine.module.ctx.types.value_bits(ty)))))
            }
            _ => self.pure(func, op, ty).map(Some),
        }
    }
}

fn missing(value: Value) -> Fault {
    Fault::Malformed(format!("{value:?} is used before it is defined"))
}
