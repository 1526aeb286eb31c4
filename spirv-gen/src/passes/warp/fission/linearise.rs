//! Linearisation: divergent code with convergent operations, as code that the whole warp goes through under execution masks.
//!
//! ```text
//! before  if (t < 8) { x = s[t]; y = shuffle(x, l); s[t] = y; }
//! after   if (any lane has t < 8) { if (t < 8) x = s[t];   y = shuffle(t < 8 ? x : 0, l);   if (t < 8) s[t] = y; }
//! ```
//! So the last step of a block's reduction ("the first lanes sum the warps' sums") makes no warp diverge, and the kernel can be packed. An
//! inactive lane gives 0 and votes no, as on AMD's hardware. Only for code without loops that is entered at one place; what it does
//! between two warp operations stays together. Called by `fission::run` where `packing` cannot be had otherwise.

use crate::analysis::cfg::Cfg;
use crate::analysis::components::cycles;
use crate::analysis::divergence::{Divergence, is_uniform};
use crate::analysis::postdominators::PostDominators;
use crate::budget::Budget;
use crate::hash::{HashMap, HashSet};
use crate::ir::cursor::Cursor;
use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{BinaryOp, Inst, IntPredicate, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Context;
use crate::ir::types::Type;
use crate::passes::optimize::simplify_cfg;
use crate::passes::util::build::Build;
use crate::passes::util::rewrite::join_ends;

use super::super::operations::{is_warp_operation, lowest_bit};

/// Linearises `func`, whose warps have `warp` lanes, wherever divergent code has convergent operations; nothing if that is impossible somewhere.
pub fn run(ctx: &mut Context, func: &Function, warp: u32, budget: &Budget) -> Option<Function> {
    let mut linear = func.clone();
    join_ends(&mut linear);
    for _ in 0..budget.places {
        match Place::find(ctx, &linear, warp, budget) {
            Found::Place(place) => place.linearise(ctx, &mut linear, warp),
            Found::Nothing => return Some(linear),
            Found::Impossible => return None,
        }
    }
    None
}

/// A divergent branch with convergent operations in front of its join.
struct Place {
    from: Block,
    join: Block,
    /// What lies between, in an order in which blocks come behind those that lead to them.
    inside: Vec<Block>,
}

/// What is left to linearise.
enum Found {
    Place(Place),
    Nothing,
    /// A place that cannot be linearised.
    Impossible,
}

impl Place {
    /// The first of `func`.
    fn find(ctx: &Context, func: &Function, warp: u32, budget: &Budget) -> Found {
        let cfg = Cfg::new(func);
        let divergence = Divergence::of_warps(ctx, func, &cfg, warp);
        let meet = PostDominators::new(cfg.reverse_postorder(), func.blocks.len(), |b| func.successors(b));
        for &from in cfg.reverse_postorder() {
            let next = func.successors(from);
            if divergence.block(from) || next.iter().all(|&b| !divergence.block(b)) {
                continue;
            }
            let inside = between(func, &cfg, from, meet.next(from));
            if !inside.iter().any(|&b| func.blocks[b].insts.iter().any(|&i| is_warp(func, i))) {
                continue;
            }
            let Some(join) = meet.next(from) else { return Found::Impossible };
            let place = Self { from, join, inside };
            return if place.is_simple(func, &cfg, budget) { Found::Place(place) } else { Found::Impossible };
        }
        Found::Nothing
    }

    fn is_simple(&self, func: &Function, cfg: &Cfg, budget: &Budget) -> bool {
        let entered_here = |b: &Block| cfg.preds(*b).iter().all(|p| *p == self.from || self.inside.contains(p));
        let plain = |b: &Block| {
            let ends = func.terminator(*b).is_some_and(|t| matches!(func.op(t), Op::Br(_) | Op::CondBr { .. }));
            let allowed = |&i: &Inst| match func.op(i) {
                Op::Alloca { .. } | Op::Call { .. } => false,
                Op::Intrinsic { id, .. } => *id != Intrinsic::Barrier,
                _ => true,
            };
            ends && func.blocks[*b].insts.iter().all(allowed)
        };
        let branches = func.terminator(self.from).is_some_and(|t| matches!(func.op(t), Op::CondBr { .. }));
        let size: usize = self.inside.iter().map(|&b| func.blocks[b].insts.len()).sum();
        let acyclic = cycles(&self.inside, |b| func.successors(b)).is_empty();
        branches
            && acyclic
            && size <= budget.linearised
            && !self.inside.contains(&self.from)
            && self.inside.iter().all(|b| entered_here(b) && plain(b))
    }

    fn linearise(&self, ctx: &mut Context, func: &mut Function, warp: u32) {
        let start = func.add_block();
        let mut line = Line { ctx, func, warp, at: start, edges: HashMap::default(), after: HashMap::default() };
        line.branch_from(self.from, None);
        for &block in &self.inside {
            line.block(block);
        }
        line.leave(self, start);
        for &block in &self.inside {
            func.blocks[block].insts.clear();
        }
        simplify_cfg::drop_unreachable(func);
    }
}

/// The blocks between `from` and `join`, in reverse postorder.
fn between(func: &Function, cfg: &Cfg, from: Block, join: Option<Block>) -> Vec<Block> {
    let mut inside = Vec::new();
    let mut seen = vec![false; func.blocks.len()];
    let mut stack = func.successors(from);
    while let Some(block) = stack.pop() {
        if Some(block) != join && !std::mem::replace(&mut seen[block.index()], true) {
            inside.push(block);
            stack.extend(func.successors(block));
        }
    }
    inside.sort_by_key(|&b| cfg.position(b));
    inside
}

fn is_warp(func: &Function, inst: Inst) -> bool {
    matches!(func.op(inst), Op::Intrinsic { id, .. } if is_warp_operation(*id))
}

/// Whether lanes that would not come to `op` may do it all the same.
fn is_harmless(op: &Op) -> bool {
    use BinaryOp as B;
    match op {
        Op::Intrinsic { id: Intrinsic::ThreadLinear, .. } => true,
        Op::Binary { op: B::UDiv | B::URem | B::SDiv | B::SRem, rhs: Value::Inst(_), .. } => false,
        op => is_uniform(op),
    }
}

/// `cond` for the lanes of `mask`, no for the others, to whom it may be nothing (which `and` would spread).
fn under_mask(cursor: &mut Cursor<'_>, mask: Value, cond: Value) -> Value {
    let no = cursor.ctx.bool(false);
    cursor.select(mask, cond, no)
}

/// The code while it is linearised.
struct Line<'a> {
    ctx: &'a mut Context,
    func: &'a mut Function,
    warp: u32,
    /// The block that is being written.
    at: Block,
    /// For each block, the edge masks of those that lead to it: from where, and whether a lane takes the edge.
    edges: HashMap<Block, Vec<(Block, Value)>>,
    /// What stands for values that only some lanes have computed.
    after: HashMap<Value, Value>,
}

impl Line<'_> {
    fn cursor(&mut self) -> Cursor<'_> {
        Cursor::at_end(self.ctx, self.func, self.at)
    }

    fn now(&self, value: Value) -> Value {
        self.after.get(&value).copied().unwrap_or(value)
    }

    /// Notes the masks of the edges from the end of `block`, to which the lanes of `mask` come, or all.
    fn branch_from(&mut self, block: Block, mask: Option<Value>) {
        let terminator = self.func.terminator(block).map(|t| self.func.op(t).clone());
        match terminator {
            Some(Op::Br(to)) => {
                let mask = mask.unwrap_or_else(|| self.ctx.bool(true));
                self.edges.entry(to).or_default().push((block, mask));
            }
            Some(Op::CondBr { cond, then_, else_ }) => {
                let cond = self.now(cond);
                let mut cursor = self.cursor();
                let not = cursor.not(cond);
                let [yes, no] = [cond, not].map(|c| mask.map_or(c, |mask| under_mask(&mut cursor, mask, c)));
                self.edges.entry(then_).or_default().push((block, yes));
                self.edges.entry(else_).or_default().push((block, no));
            }
            _ => {}
        }
    }

    /// Writes what `block` does, for the lanes that come to it.
    fn block(&mut self, block: Block) {
        let edges = self.edges.get(&block).cloned().unwrap_or_default();
        let mut mask = edges[0].1;
        for &(_, edge) in &edges[1..] {
            mask = self.cursor().or(mask, edge);
        }
        for phi in self.func.phis(block).collect::<Vec<Inst>>() {
            let value = self.merged(phi, &edges);
            self.after.insert(Value::Inst(phi), value);
        }
        for part in self.parts(block) {
            match part[..] {
                [operation] if is_warp(self.func, operation) => self.operation(operation, mask),
                _ if part.iter().all(|&i| is_harmless(self.func.op(i))) => part.iter().for_each(|&i| self.push(i)),
                _ => self.guarded(&part, mask),
            }
        }
        self.branch_from(block, Some(mask));
    }

    /// The code of `block`: each warp operation by itself, and what stands between them. If that makes addresses that are used behind it,
    /// what is harmless in it stands by itself as well: no phi can hold an address.
    fn parts(&self, block: Block) -> Vec<Vec<Inst>> {
        let plain = |i: &Inst| !self.func.op(*i).is_terminator() && !matches!(self.func.op(*i), Op::Phi(_));
        let code: Vec<Inst> = self.func.blocks[block].insts.iter().copied().filter(plain).collect();
        let mut parts = Vec::new();
        for part in code.chunk_by(|&a, &b| !is_warp(self.func, a) && !is_warp(self.func, b)) {
            let address = |&i: &Inst| matches!(self.func.op(i), Op::Gep { .. });
            let used = self.used_outside(part);
            if part.iter().any(|i| address(i) && used.contains(i)) {
                let same = |a: &Inst, b: &Inst| is_harmless(self.func.op(*a)) == is_harmless(self.func.op(*b));
                parts.extend(part.chunk_by(same).map(<[Inst]>::to_vec));
            } else {
                parts.push(part.to_vec());
            }
        }
        parts
    }

    /// What other code uses of `part`.
    fn used_outside(&self, part: &[Inst]) -> HashSet<Inst> {
        let within: HashSet<Inst> = part.iter().copied().collect();
        let mut used = HashSet::default();
        for (_, user) in self.func.linked_insts().filter(|(_, user)| !within.contains(user)) {
            self.func.op(user).for_each_operand(|v| {
                if let Value::Inst(i) = v
                    && within.contains(&i)
                {
                    used.insert(i);
                }
            });
        }
        used
    }

    /// What `phi` is on whichever of `edges` a lane came.
    fn merged(&mut self, phi: Inst, edges: &[(Block, Value)]) -> Value {
        let Op::Phi(incoming) = self.func.op(phi).clone() else { return Value::Inst(phi) };
        let mut value = None;
        for &(from, edge) in edges {
            let Some(&(brought, _)) = incoming.iter().find(|i| i.1 == from) else { continue };
            let brought = self.now(brought);
            value = Some(match value {
                None => brought,
                Some(other) => self.cursor().select(edge, brought, other),
            });
        }
        value.unwrap_or(Value::Inst(phi))
    }

    fn push(&mut self, inst: Inst) {
        let after = &self.after;
        self.func.insts[inst].op.map_operands(|v| after.get(&v).copied().unwrap_or(v));
        self.func.blocks[self.at].insts.push(inst);
    }

    /// Convergent operation `inst` under execution mask `mask`.
    fn operation(&mut self, inst: Inst, mask: Value) {
        let Op::Intrinsic { id, args, .. } = self.func.op(inst).clone() else { return };
        let (args, ty) = (args.iter().map(|&a| self.now(a)).collect::<Vec<Value>>(), self.func.insts[inst].ty);
        let warp = self.warp;
        let mut cursor = self.cursor();
        let result = match id {
            Intrinsic::Ballot => {
                let vote = under_mask(&mut cursor, mask, args[0]);
                cursor.intrinsic(id, vec![vote], ty)
            }
            Intrinsic::ActiveMask => cursor.intrinsic(Intrinsic::Ballot, vec![mask], ty),
            Intrinsic::ReadFirstLane => {
                let lanes = cursor.intrinsic(Intrinsic::Ballot, vec![mask], Type::I64);
                let first = lowest_bit(&mut cursor, lanes, warp);
                let value = cursor.intrinsic(Intrinsic::Shuffle, vec![args[0], first], ty);
                cursor.intrinsic(id, vec![value], ty)
            }
            Intrinsic::Shuffle => {
                let zero = cursor.ctx.zero(ty);
                let brought = cursor.select(mask, args[0], zero);
                cursor.intrinsic(id, vec![brought, args[1]], ty)
            }
            _ => return self.push(inst),
        };
        self.after.insert(Value::Inst(inst), result);
    }

    /// Code that only the lanes of `mask` may run.
    fn guarded(&mut self, part: &[Inst], mask: Value) {
        let before = self.at;
        let [own, behind]: [Block; 2] = std::array::from_fn(|_| self.func.add_block());
        self.cursor().cond_br(mask, own, behind);
        self.at = own;
        part.iter().for_each(|&i| self.push(i));
        self.cursor().br(behind);
        self.at = behind;
        let used = self.used_outside(part);
        for &inst in part.iter().filter(|i| used.contains(i)) {
            let ty = self.func.insts[inst].ty;
            let nothing = self.ctx.undef(ty);
            let value = self.cursor().phi(vec![(Value::Inst(inst), own), (nothing, before)], ty);
            self.after.insert(Value::Inst(inst), value);
        }
    }

    /// Ends the line at the place's join, and begins it at its branch.
    fn leave(&mut self, place: &Place, start: Block) {
        let edges = self.edges.get(&place.join).cloned().unwrap_or_default();
        let past = edges.iter().find(|e| e.0 == place.from).copied();
        for phi in self.func.phis(place.join).collect::<Vec<Inst>>() {
            let value = self.merged(phi, &edges);
            let last = self.at;
            if let Op::Phi(incoming) = &mut self.func.insts[phi].op {
                incoming.retain(|(_, from)| !place.inside.contains(from) && (past.is_some() || *from != place.from));
                incoming.push((value, last));
            }
        }
        self.cursor().br(place.join);
        let Some(terminator) = self.func.terminator(place.from) else { return };
        let Op::CondBr { cond, then_, .. } = *self.func.op(terminator) else { return };
        let Some((_, _)) = past else {
            self.func.insts[terminator].op = Op::Br(start);
            return;
        };
        // Warps none of whose lanes come need not go through it.
        let goes_in = then_ != place.join;
        let mut cursor = Cursor::before_terminator(self.ctx, self.func, place.from);
        let cond = if goes_in { cond } else { cursor.not(cond) };
        let any = cursor.intrinsic(Intrinsic::Ballot, vec![cond], Type::I64);
        let any = cursor.compare_const(IntPredicate::Ne, any, 0);
        self.func.insts[terminator].op = Op::CondBr { cond: any, then_: start, else_: place.join };
    }
}

#[cfg(test)]
mod tests {
    use crate::interp::{Launch, Machine};
    use crate::passes::warp::fission::lowered::for_lavapipe;

    #[test]
    fn a_condition_that_only_active_lanes_have_decides_nothing_for_others() {
        // Behind the first shuffle, other lanes have no %z to compare; the interpreter faults at a branch on what has no value.
        let text = "define amdgpu_kernel void @k(ptr addrspace(1) %p) {
  %t = call i32 @hip.thread.linear()
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %x = load i32, ptr addrspace(1) %at
  %odd = trunc i32 %t to i1
  br i1 %odd, label %there, label %out
there:
  %y = call i32 @hip.shuffle.xor(i32 %x, i32 2)
  %of = getelementptr i32, ptr addrspace(1) %p, i32 %y
  %z = load i32, ptr addrspace(1) %of
  %c = icmp ugt i32 %z, 20
  br i1 %c, label %more, label %out
more:
  %w = call i32 @hip.shuffle.xor(i32 %z, i32 4)
  br label %out
out:
  %r = phi i32 [ 7, %0 ], [ %z, %there ], [ %w, %more ]
  store i32 %r, ptr addrspace(1) %at
  ret void
}";
        let module = for_lavapipe(text, 32);
        let mut machine = Machine::new(&module).unwrap();
        let at = machine.device.allocate(32 * 4);
        let words: Vec<u8> = (0..32u32).flat_map(u32::to_le_bytes).collect();
        machine.device.bytes(at, 128).unwrap().copy_from_slice(&words);
        let launch = Launch { args: at.to_le_bytes().to_vec(), warp_size: 32, ..Launch::new([1; 3], [32, 1, 1]) };
        machine.launch(module.function_named("k").unwrap(), &launch).unwrap();
        let left: Vec<u32> = machine
            .device
            .bytes(at, 128)
            .unwrap()
            .chunks(4)
            .map(|b| u32::from_le_bytes(b.try_into().unwrap()))
            .collect();
        let expected = |t: u32| match (t % 2, t ^ 2, t ^ 2 ^ 4) {
            (0, ..) => 7,
            (_, z, _) if z <= 20 => z,
            // The lane that it asks is there only if its own word is above 20.
            (_, _, w) => {
                if w > 20 {
                    w
                } else {
                    0
                }
            }
        };
        assert_eq!(left, (0..32).map(expected).collect::<Vec<u32>>());
    }
}
