//! Replaces every call of a function with a body by that body, and drops the functions that nobody needs any more.
//!
//! Vulkan knows neither function pointers nor a stack, and address spaces are only known once a pointer's origin is in
//! sight; so a kernel becomes one function.
//!
//!   before  %r = call i32 @f(i32 %x)        define i32 @f(i32 %a) { ... ret i32 %v }
//!   after   br label %f.entry   ...   br label %after    after: %r = phi [ %v, .. ]
//!
//! A callee's fixed-size allocas move to the kernel's entry block, so that a call in a loop does not grow the frame (their
//! contents are undefined at each call, so sharing them is right); not those in a loop of its own, whose every round has others. `byval` arguments are copied for the callee.
//!
//! Leaves: kernels with calls of undefined functions only; no other bodies. Recursion and calls through pointers are
//! errors that name the place.

use crate::analysis::components::cycles;
use crate::error::CompileError;
use crate::hash::{HashMap, HashSet};
use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Callee, Inst, InstData, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::{Context, FuncId, Module};
use crate::ir::types::Type;
use crate::passes::calls::stack;
use crate::passes::util::rewrite::{locate, take_function};

const PASS: &str = "calls/inline";

/// See the module's description.
///
/// # Errors
/// A call cycle or a call through a pointer.
pub fn run(module: &mut Module) -> Result<(), CompileError> {
    let order = callees_first(module)?;
    for &id in &order {
        let mut func = take_function(module, id);
        let Module { ctx, functions, .. } = module;
        inline_calls(ctx, |f| Some(&functions[f]).filter(|f| !f.is_declaration()), &mut func);
        func.compact();
        module.functions[id] = func;
    }
    for func in module.functions.values_mut() {
        if !func.is_kernel {
            drop_body(func);
        }
    }
    Ok(())
}

/// Makes a declaration of a function.
pub fn drop_body(func: &mut Function) {
    func.layout.clear();
    func.blocks = Default::default();
    func.insts = Default::default();
}

/// Every function that a kernel reaches, callees before callers.
fn callees_first(module: &Module) -> Result<Vec<FuncId>, CompileError> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    /// A function, its calls, how many of them are seen to.
    type Open = (FuncId, Vec<(FuncId, Inst)>, usize);
    let mut state = vec![State::New; module.functions.len()];
    let mut order = Vec::new();
    // Another unit's kernels are declared, as `-fgpu-rdc` lets the host name them.
    let kernels = module.functions.iter().filter(|(_, f)| f.is_kernel && !f.is_declaration());
    for root in kernels.map(|(id, _)| id) {
        let kernel = module.functions[root].name.as_str();
        let mut stack: Vec<Open> = Vec::new();
        if state[root.index()] == State::New {
            state[root.index()] = State::Open;
            stack.push((root, calls_of(module, root, kernel)?, 0));
        }
        while let Some((id, calls, next)) = stack.last_mut() {
            let Some(&(callee, inst)) = calls.get(*next) else {
                state[id.index()] = State::Done;
                order.push(*id);
                stack.pop();
                continue;
            };
            *next += 1;
            match state[callee.index()] {
                State::Done => {}
                State::Open => {
                    let name = &module.functions[callee].name;
                    let error = CompileError::unsupported(
                        PASS,
                        format!("recursion: '{name}' calls itself, perhaps through others"),
                    );
                    return Err(locate(module, *id, inst, error.in_function(kernel)));
                }
                State::New => {
                    state[callee.index()] = State::Open;
                    stack.push((callee, calls_of(module, callee, kernel)?, 0));
                }
            }
        }
    }
    Ok(order)
}

/// The calls of functions with bodies in `id`, which `kernel` reaches.
fn calls_of(module: &Module, id: FuncId, kernel: &str) -> Result<Vec<(FuncId, Inst)>, CompileError> {
    let func = &module.functions[id];
    let mut calls = Vec::new();
    for (_, inst) in func.linked_insts() {
        match func.op(inst) {
            Op::Call { callee: Callee::Func(callee), .. } if !module.functions[*callee].is_declaration() => {
                calls.push((*callee, inst));
            }
            Op::Call { callee: Callee::Indirect(_), .. } => {
                let error = CompileError::unsupported(PASS, "call through a function pointer or of a virtual function");
                return Err(locate(module, id, inst, error.in_function(kernel)));
            }
            _ => {}
        }
    }
    Ok(calls)
}

/// Inlines the calls in `func` of the functions that `body` knows; what those call stays as it is.
pub fn inline_calls<'a>(ctx: &mut Context, body: impl Fn(FuncId) -> Option<&'a Function>, func: &mut Function) {
    let mut splice = Splice { ctx, func, layout: Vec::new(), hoisted: Vec::new(), replaced: HashMap::default() };
    for block in std::mem::take(&mut splice.func.layout) {
        splice.layout.push(block);
        let insts = std::mem::take(&mut splice.func.blocks[block].insts);
        let mut at = block;
        for inst in insts {
            let callee = match splice.func.op(inst) {
                Op::Call { callee: Callee::Func(callee), args, .. } => body(*callee).map(|body| (body, args.clone())),
                _ => None,
            };
            match callee {
                Some((callee, args)) => at = splice.call(callee, inst, args, at),
                None => splice.func.blocks[at].insts.push(inst),
            }
        }
        if at != block {
            splice.retarget(at, block);
        }
    }
    let Splice { layout, hoisted, replaced, func, .. } = splice;
    func.layout = layout;
    let entry = func.entry();
    func.blocks[entry].insts.splice(0..0, hoisted);
    func.replace_uses(&replaced);
}

/// The blocks of `callee` that a call may come to several times, if it makes variables there: each time others.
fn repeated(callee: &Function) -> HashSet<Block> {
    let entry = callee.entry();
    let alloca = |(block, inst): (Block, Inst)| block != entry && matches!(callee.op(inst), Op::Alloca { .. });
    if !callee.linked_insts().any(alloca) {
        return HashSet::default();
    }
    cycles(&callee.layout, |b| callee.successors(b)).into_iter().flatten().collect()
}

/// State of inlining into one function.
struct Splice<'a> {
    ctx: &'a mut Context,
    func: &'a mut Function,
    layout: Vec<Block>,
    /// Allocas for the head of the entry block.
    hoisted: Vec<Inst>,
    replaced: HashMap<Value, Value>,
}

impl Splice<'_> {
    /// Puts a copy of `callee` behind block `at` in place of the call `inst`; returns the block that goes on.
    fn call(&mut self, callee: &Function, inst: Inst, args: Vec<Value>, at: Block) -> Block {
        let args = self.copy_byval(callee, inst, args, at);
        let block_map: HashMap<Block, Block> = callee.layout.iter().map(|&b| (b, self.func.create_block())).collect();
        // Ids first, so that phis and back references find theirs.
        let mut inst_map = vec![Inst(u32::MAX); callee.insts.len()];
        for (_, old) in callee.linked_insts() {
            let data = &callee.insts[old];
            inst_map[old.index()] = self.func.insts.push(InstData { op: Op::Unreachable, ty: data.ty, loc: data.loc });
        }
        let tail = self.func.create_block();
        let mut returned = Vec::new();
        let repeated = repeated(callee);
        for &old_block in &callee.layout {
            let block = block_map[&old_block];
            self.layout.push(block);
            for &old in &callee.blocks[old_block].insts {
                let new = inst_map[old.index()];
                let mut op = callee.insts[old].op.clone();
                op.map_operands(|v| match v {
                    Value::Inst(i) => Value::Inst(inst_map[i.index()]),
                    // An extern "C" prototype may lie about the number of arguments; LLVM calls that undefined.
                    Value::Param(i) => args.get(i as usize).copied().unwrap_or(v),
                    Value::Const(_) => v,
                });
                op.map_successors(|b| block_map[&b]);
                if let Op::Phi(incoming) = &mut op {
                    incoming.iter_mut().for_each(|(_, b)| *b = block_map[b]);
                }
                if let Op::Ret(value) = op {
                    returned.extend(value.map(|v| (v, block)));
                    op = Op::Br(tail);
                }
                let fixed = match op {
                    Op::Alloca { count: Some(count @ Value::Inst(_)), .. } => stack::is_size(self.func, count),
                    Op::Alloca { .. } if repeated.contains(&old_block) => false,
                    Op::Alloca { count, .. } => count.is_none_or(|c| self.ctx.as_int(c).is_some()),
                    Op::Intrinsic { id, .. } => id == Intrinsic::StackSize,
                    _ => false,
                };
                self.func.insts[new].op = op;
                if fixed {
                    self.hoisted.push(new);
                } else {
                    self.func.blocks[block].insts.push(new);
                }
            }
        }
        let loc = self.func.insts[inst].loc;
        self.func.append(at, Op::Br(block_map[&callee.entry()]), Type::VOID, loc);
        self.layout.push(tail);
        self.bind_result(inst, returned, tail);
        tail
    }

    /// The call's result: the returned value, or a phi of them.
    fn bind_result(&mut self, inst: Inst, returned: Vec<(Value, Block)>, tail: Block) {
        let ty = self.func.insts[inst].ty;
        let value = match returned.as_slice() {
            _ if ty == Type::VOID => return,
            [] => self.ctx.poison(ty),
            [(value, _)] => *value,
            _ => {
                let loc = self.func.insts[inst].loc;
                Value::Inst(self.func.append(tail, Op::Phi(returned), ty, loc))
            }
        };
        self.replaced.insert(Value::Inst(inst), value);
    }

    /// Gives the callee its own copy of each `byval` argument.
    fn copy_byval(&mut self, callee: &Function, inst: Inst, mut args: Vec<Value>, at: Block) -> Vec<Value> {
        let loc = self.func.insts[inst].loc;
        for (param, arg) in callee.params.iter().zip(&mut args) {
            let Some(ty) = param.by_ref.filter(|_| !param.readonly) else { continue };
            let align = param.align.max(self.ctx.types.align(ty) as u32);
            let copy = self.func.create_inst(Op::Alloca { elem: ty, count: None, align }, Type::PTR_PRIVATE, loc);
            self.hoisted.push(copy);
            let size = self.ctx.types.size(ty);
            let known = self.ctx.i32(align);
            let args = vec![Value::Inst(copy), *arg, self.ctx.i64(size), self.ctx.bool(false), known, known];
            let op = Op::Intrinsic { id: Intrinsic::MemCpy, flags: Default::default(), args };
            self.func.append(at, op, Type::VOID, loc);
            *arg = Value::Inst(copy);
        }
        args
    }

    /// Tells the phis behind `now` that control comes from there and no longer from `before`.
    fn retarget(&mut self, now: Block, before: Block) {
        for succ in self.func.successors(now) {
            let phis: Vec<Inst> = self.func.phis(succ).collect();
            for phi in phis {
                if let Op::Phi(incoming) = &mut self.func.insts[phi].op {
                    incoming.iter_mut().filter(|(_, b)| *b == before).for_each(|(_, b)| *b = now);
                }
            }
        }
    }
}
