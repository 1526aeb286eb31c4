//! Makes the divided kernel: one loop over the block's threads for each region.
//!
//! ```text
//! start     common values, a slot of scratch memory
//! head_r    (execution masks) ; row = 0
//! row_r     thread = row * lanes + lane ; waits it here? -> body_r : next_r
//! body_r    the variables that live on are loaded, the region's code, at its ends they are stored: park_r_q
//! next_r    row + 1 < rows ? -> row_r : tail_r
//! tail_r    to the next region, or to the scheduler
//! finish    the slot is given back
//! ```
//! Called by `fission::run`; local variables become values again behind it (mem2reg).

use crate::analysis::cfg::Cfg;
use crate::hash::HashMap;
use crate::ir::cursor::Cursor;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{BinaryOp, Flags, Inst, IntPredicate, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Context;
use crate::ir::types::Type;
use crate::passes::DeviceContext;
use crate::passes::memory::scratch::{Slot, give_back, take};
use crate::passes::util::build::{Build, first_round};

use super::broadcast::Uniform;
use super::copy::{Copy, Row};
use super::divided::Divided;
use super::forms::{Form, Numbered};
use super::memory::{load_cell, store_cell};
use super::packing::Packing;
use super::plan::{ENDED, Plan};
use super::regions::{Region, Regions};
use super::variables::{Class, Variables};

/// What is known before the first region is written, and stays so.
pub struct Layout<'a> {
    pub(super) source: &'a Function,
    /// The source's control flow.
    pub(super) cfg: &'a Cfg,
    pub(super) regions: &'a Regions,
    pub(super) variables: &'a Variables,
    pub(super) plan: &'a Plan,
    /// How warps run whole, if they do.
    pub(super) packing: Option<&'a Packing>,
    /// Whether few blocks come here: nothing that makes the code faster is worth its compilation.
    rare: bool,
    /// Whether the driver is not to see that a round's number is the same for all lanes.
    hides_rounds: bool,
    /// The subgroup's number, and how many share the block; nothing if one runs it.
    share: Option<(Value, u32)>,
    pub(super) lane: Value,
    pub(super) heads: Vec<Block>,
    pub(super) scheduler: Block,
    /// The block behind the last region.
    pub(super) finish: Block,
    /// For each region, which variables it sets, by rising index.
    sets: Vec<Vec<usize>>,
    /// For each region, the one that leads to it, if no other does.
    pub(super) only_before: Vec<Option<usize>>,
}

/// See the module's description.
pub struct Builder<'a, 'c> {
    pub(super) layout: Layout<'a>,
    pub(super) cur: Cursor<'c>,
    /// What the prologue computed, by its instruction in the source.
    pub(super) common: HashMap<Inst, Value>,
    slot: Option<Slot>,
    /// Variables that all threads of a lane share, by index.
    pub(super) shared: Vec<Option<Value>>,
    /// The variables, which are to stand at the start of `entry`.
    slots: Vec<Inst>,
    pub(super) forms: HashMap<Value, Form>,
    pub(super) uniform: Uniform,
    pub(super) numbered: Numbered,
}

/// Writes the divided form of a kernel into `out`, from the empty block `start` on, to which blocks come `rare`ly or not, for one subgroup or for each
/// of those that `share` the block; notes in `uniform` what is the same for all lanes.
pub(super) fn build(
    ctx: &mut Context,
    out: &mut Function,
    start: Block,
    (divided, rare, share): (&Divided, bool, Option<(Value, u32)>),
    device: &DeviceContext<'_>,
    uniform: &mut Uniform,
) {
    let Divided { source, cfg, prologue, regions, variables, plan, packing } = divided;
    let heads = regions.list.iter().map(|_| out.add_block()).collect();
    let (scheduler, finish) = (out.add_block(), out.add_block());
    let mut cur = Cursor::at_end(ctx, out, start);
    let lane = cur.intrinsic(Intrinsic::LaneId, Vec::new(), Type::I32);
    let sets = regions.list.iter().map(|region| variables_set(source, region, variables)).collect();
    let (packing, only_before) = (packing.as_ref(), only_before(regions));
    let mut builder = Builder {
        layout: Layout {
            source,
            cfg,
            regions,
            variables,
            plan,
            packing,
            rare,
            hides_rounds: device.target.scalar_loads,
            share,
            lane,
            heads,
            scheduler,
            finish,
            sets,
            only_before,
        },
        cur,
        common: HashMap::default(),
        slot: None,
        shared: vec![None; variables.list.len()],
        slots: Vec::new(),
        forms: HashMap::default(),
        uniform: std::mem::take(uniform),
        numbered: Numbered::default(),
    };
    builder.prologue(*prologue, device);
    for index in 0..regions.list.len() {
        builder.region(index);
    }
    builder.cur.goto_end(scheduler);
    builder.schedule();
    builder.cur.goto_end(finish);
    builder.end();
    let slots = builder.slots;
    *uniform = builder.uniform;
    let entry = out.entry();
    out.blocks[entry].insts.splice(0..0, slots);
}

impl Builder<'_, '_> {
    /// Address of the block's scratch memory.
    pub(super) fn memory(&mut self) -> Value {
        self.slot.map_or_else(|| self.cur.ctx.i64(0), |slot| slot.memory)
    }

    /// A new variable of the whole function.
    pub(super) fn variable(&mut self, ty: Type) -> Value {
        let op = Op::Alloca { elem: ty, count: None, align: 1 };
        let slot = self.cur.func.create_inst(op, Type::PTR_PRIVATE, None);
        self.slots.push(slot);
        Value::Inst(slot)
    }

    fn prologue(&mut self, prologue: Block, device: &DeviceContext<'_>) {
        for &inst in &self.layout.source.blocks[prologue].insts {
            let data = &self.layout.source.insts[inst];
            if data.op.is_terminator() || matches!(data.op, Op::Alloca { .. }) {
                continue;
            }
            let mut op = data.op.clone();
            op.map_operands(|v| self.common_operand(v));
            let value = self.cur.inst(op, data.ty);
            self.common.insert(inst, value);
            self.uniform.values.insert(value);
        }
        for index in 0..self.layout.variables.list.len() {
            let variable = self.layout.variables.list[index];
            let kept = matches!(variable.class, Class::Scalar)
                || variable.class == Class::Array && self.layout.plan.slots == 1;
            if kept {
                self.shared[index] = Some(self.variable(variable.ty));
            }
        }
        if self.layout.plan.scratch > 0 {
            self.slot = Some(take(&mut self.cur, device, self.layout.lane));
        }
        self.cur.br(self.layout.heads[0]);
    }

    fn common_operand(&self, value: Value) -> Value {
        if let Value::Inst(inst) = value { self.common.get(&inst).copied().unwrap_or(value) } else { value }
    }

    fn end(&mut self) {
        if let Some(slot) = self.slot {
            self.lockstep();
            let first = self.cur.compare_const(IntPredicate::Eq, self.layout.lane, 0);
            give_back(&mut self.cur, slot, first);
        }
        self.cur.inst(Op::Ret(None), Type::VOID);
    }

    /// Orders the subgroup's accesses of memory before and behind. On a CPU the subgroup is one vector, whose accesses are in order.
    pub(super) fn lockstep(&mut self) {
        self.cur.intrinsic(Intrinsic::WarpBarrier, Vec::new(), Type::VOID);
    }

    fn region(&mut self, index: usize) {
        self.cur.goto_end(self.layout.heads[index]);
        if self.makes_masks(index) {
            self.mask_loop(index);
        }
        let chosen = self.variable(Type::I32);
        let nowhere = self.cur.ctx.i32(ENDED);
        self.cur.store(nowhere, chosen, 4);
        let updated = self.updated_scalars(index);
        for &(var, old, new) in &updated {
            self.assign(var, old, new);
        }
        let next = self.cur.func.add_block();
        let tail = self.cur.func.add_block();
        let (packed, rounds) = self.rounds(index);
        if self.cur.ctx.as_int(rounds).is_none() {
            // Perhaps none at all, and the loop tests at its end.
            let any = self.cur.compare_const(IntPredicate::Ne, rounds, 0);
            let some = self.cur.func.add_block();
            self.cur.cond_br(any, some, tail);
            self.cur.goto_end(some);
        }
        let (round, round_block) = self.open_rows(self.cur.ctx.as_int(rounds) != Some(1));
        let own = self.round_of(round, rounds);
        let rows = self.rows_of(own, packed);
        let body = self.cur.func.add_block();
        // Of a packed warp, all threads take part or none.
        match self.condition(index, rows[0].thread) {
            Some(cond) => self.cur.cond_br(cond, body, next),
            None => self.cur.br(body),
        }
        self.cur.goto_end(body);
        let mut copy = Copy {
            region: index,
            rows,
            blocks: HashMap::default(),
            uniform: HashMap::default(),
            next,
            chosen,
            parks: HashMap::default(),
        };
        let before = self.slots.len();
        self.load_live(&mut copy);
        self.copy_blocks(&mut copy);
        self.park_all(&mut copy, &updated);
        self.forget(before, body);
        self.close_rows(next, round, round_block, tail, rounds);
        self.cur.goto_end(tail);
        for &(var, old, new) in &updated {
            self.assign(var, new, old);
        }
        self.lockstep();
        self.leave(index, chosen);
    }

    /// The variables made since there were `before` hold nothing at the start of `body`: where a region sets one on some ways only, the round's
    /// before would else live on, back through every region before.
    fn forget(&mut self, before: usize, body: Block) {
        let mut stores = Vec::new();
        for &slot in &self.slots[before..] {
            let Op::Alloca { elem, .. } = *self.cur.func.op(slot) else { continue };
            let value = self.cur.ctx.undef(elem);
            let store = Op::Store { value, ptr: Value::Inst(slot), align: 1, volatile: false, atomic: None };
            stores.push(self.cur.func.create_inst(store, Type::VOID, None));
        }
        self.cur.func.blocks[body].insts.splice(0..0, stores);
    }

    /// How many rows a round of region `index` takes, and how many rounds there are.
    fn rounds(&mut self, index: usize) -> (u32, Value) {
        let needed = self.rows_needed(index);
        let region = &self.layout.regions.list[index];
        let packed =
            self.layout.packing.map_or(1, |packing| packing.rows_of(self.layout.source, region, needed.is_some()));
        let shares = self.layout.share.map_or(1, |(_, count)| count);
        let Some(needed) = needed else { return (packed, self.cur.ctx.i32(self.layout.plan.slots / packed / shares)) };
        let most = self.cur.fold_const(BinaryOp::Add, needed, u128::from(packed - 1));
        (packed, self.cur.fold_const(BinaryOp::LShr, most, packed.trailing_zeros().into()))
    }

    /// The block's round that is the subgroup's `round`, of as many as there are `rounds` for each.
    fn round_of(&mut self, round: Value, rounds: Value) -> Value {
        let (Some((subgroup, _)), Some(rounds)) = (self.layout.share, self.cur.ctx.as_int(rounds)) else {
            return round;
        };
        let first = self.cur.fold_const(BinaryOp::Mul, subgroup, rounds);
        self.cur.fold(BinaryOp::Add, Flags::empty(), first, round)
    }

    /// The rows of threads of round `round`.
    fn rows_of(&mut self, round: Value, packed: u32) -> Vec<Row> {
        if packed == 1 {
            let thread = self.thread_of(round);
            return vec![Row::new(round, thread)];
        }
        self.numbered.clear();
        let lanes = self.layout.plan.lanes;
        let base = self.cur.fold_const(BinaryOp::Mul, round, u128::from(packed * lanes));
        self.uniform.values.insert(base);
        let bits = (self.layout.plan.threads.next_power_of_two() - 1) & !(packed * lanes - 1);
        let first = self.cur.fold_const(BinaryOp::Mul, round, packed.into());
        let pairs = self.rows_are_pairs();
        let lane = match pairs {
            true => (self.cur.fold_const(BinaryOp::Shl, self.layout.lane, 1), (lanes - 1) << 1),
            false => (self.layout.lane, lanes - 1),
        };
        (0..packed)
            .map(|nth| {
                let row = self.cur.fold_const(BinaryOp::Add, first, nth.into());
                let start = if pairs { nth / 2 * 2 * lanes + nth % 2 } else { nth * lanes };
                let form = Form::thread((base, bits), start, lane);
                let thread = self.compose(form);
                Row::new(row, thread)
            })
            .collect()
    }

    /// Whether a lane's rows hold neighbouring threads (`streaming`): only where it is all the same which lane a thread is in.
    fn rows_are_pairs(&self) -> bool {
        let Layout { packing, regions, plan, .. } = &self.layout;
        packing.is_some_and(|p| p.streams)
            && regions.list.len() == 1
            && plan.scratch == 0
            && self.layout.share.is_none()
    }

    /// Begins a loop over rows of threads, or what would be one if it had several rounds; the cursor is in its body. Returns the row and the loop's first
    /// block.
    pub(super) fn open_rows(&mut self, several: bool) -> (Value, Block) {
        let counter = self.variable(Type::I32);
        let first = first_round(&mut self.cur, self.layout.lane, several && self.layout.hides_rounds);
        self.cur.store(first, counter, 4);
        let head = self.cur.func.add_block();
        self.cur.br(head);
        self.cur.goto_end(head);
        let row = self.cur.load(Type::I32, counter, 4);
        (row, head)
    }

    /// Ends it in `next`: another round of `head`, or on to `behind` after `rows` rounds.
    pub(super) fn close_rows(&mut self, next: Block, row: Value, head: Block, behind: Block, rows: Value) {
        self.cur.goto_end(next);
        if self.cur.ctx.as_int(rows) == Some(1) {
            return self.cur.br(behind);
        }
        let Value::Inst(load) = row else { return };
        let Op::Load { ptr: counter, .. } = *self.cur.func.op(load) else { return };
        let after = self.cur.fold_const(BinaryOp::Add, row, 1);
        self.cur.store(after, counter, 4);
        let rows = if self.layout.rare { self.unforeseen(rows) } else { rows };
        let more = self.cur.compare(IntPredicate::Ult, after, rows);
        self.cur.cond_br(more, head, behind);
    }

    /// `rows`, so that the driver does not know how many there are, and leaves their loop as it is: Mesa 26.1 writes all 32 rounds out. A grid has less
    /// than 2^31 blocks.
    fn unforeseen(&mut self, rows: Value) -> Value {
        let block = self.cur.intrinsic(Intrinsic::BlockIdX, Vec::new(), Type::I32);
        let zero = self.cur.fold_const(BinaryOp::LShr, block, 31);
        self.cur.fold(BinaryOp::Add, Flags::empty(), rows, zero)
    }

    pub(super) fn thread_of(&mut self, row: Value) -> Value {
        if self.layout.plan.slots == 1 {
            return self.layout.lane;
        }
        let first = self.cur.fold_const(BinaryOp::Mul, row, self.layout.plan.lanes.into());
        self.cur.add(first, self.layout.lane)
    }

    /// Whether `thread` takes part in region `index`; nothing if every lane of every row does.
    fn condition(&mut self, index: usize, thread: Value) -> Option<Value> {
        let whole = self.layout.plan.threads.is_multiple_of(self.layout.plan.lanes);
        let exists =
            (!whole).then(|| self.cur.compare_const(IntPredicate::Ult, thread, self.layout.plan.threads.into()));
        let waits = self.layout.plan.checks_state(self.layout.regions, index).then(|| {
            let state = self.state(thread);
            if self.layout.regions.list[index].uniform {
                self.cur.compare_const(IntPredicate::Ne, state, ENDED.into())
            } else {
                self.cur.compare_const(IntPredicate::Eq, state, self.layout.plan.state_of[index].into())
            }
        });
        match (exists, waits) {
            (Some(a), Some(b)) => Some(self.cur.and(a, b)),
            (a, b) => a.or(b),
        }
    }

    /// The state of `thread`.
    pub(super) fn state(&mut self, thread: Value) -> Value {
        let memory = self.memory();
        load_cell(&mut self.cur, memory, self.layout.plan.states.unwrap_or(0), thread, Type::I32)
    }

    pub(super) fn set_state(&mut self, thread: Value, state: Value) {
        let memory = self.memory();
        store_cell(&mut self.cur, memory, self.layout.plan.states.unwrap_or(0), thread, state);
    }

    fn mask_loop(&mut self, index: usize) {
        let (next, behind) = (self.cur.func.add_block(), self.cur.func.add_block());
        let (row, head) = self.open_rows(true);
        let first = self.cur.fold_const(BinaryOp::Mul, row, self.layout.plan.lanes.into());
        let thread = self.cur.add(first, self.layout.lane);
        let yes = self.cur.ctx.bool(true);
        // The last warp's missing threads are counted as well: rows here go to the end of the warp.
        let present = self.condition(index, thread).unwrap_or(yes);
        let exists = self.cur.compare_const(IntPredicate::Ult, thread, self.layout.plan.threads.into());
        let present = self.cur.and(present, exists);
        self.note_masks(index, row, thread, present);
        self.cur.br(next);
        let rows = self.layout.plan.threads.next_multiple_of(self.layout.plan.warp).div_ceil(self.layout.plan.lanes);
        let rows = self.cur.ctx.i32(rows);
        self.close_rows(next, row, head, behind, rows);
        self.cur.goto_end(behind);
        self.lockstep();
    }

    /// The shared variables that region `index` sets: index, the variable, and a copy that it sets until all threads have run.
    fn updated_scalars(&mut self, index: usize) -> Vec<(usize, Value, Value)> {
        let mut found = Vec::new();
        for at in 0..self.layout.sets[index].len() {
            let var = self.layout.sets[index][at];
            if let Some(old) = self.shared[var] {
                let new = self.variable(self.layout.variables.list[var].ty);
                found.push((var, old, new));
            }
        }
        found
    }

    /// Whether region `index` sets variable `var`.
    pub(super) fn sets(&self, index: usize, var: usize) -> bool {
        self.layout.sets[index].binary_search(&var).is_ok()
    }

    /// Gives `to` what `from` holds; both stand for variable `var`.
    fn assign(&mut self, var: usize, from: Value, to: Value) {
        let value = self.cur.load(self.layout.variables.list[var].ty, from, 1);
        self.cur.store(value, to, 1);
    }
}

/// For each region, the one that leads to it, if no other does.
fn only_before(regions: &Regions) -> Vec<Option<usize>> {
    let mut ways = vec![0; regions.list.len()];
    let mut before = vec![None; regions.list.len()];
    for (from, region) in regions.list.iter().enumerate() {
        for &to in &region.exits {
            ways[to] += 1;
            before[to] = (ways[to] == 1).then_some(from);
        }
    }
    before
}

/// The variables that code of `region` stores, by rising index.
fn variables_set(source: &Function, region: &Region, variables: &Variables) -> Vec<usize> {
    let mut set = Vec::new();
    for &inst in region.blocks.iter().flat_map(|&b| &source.blocks[b].insts) {
        if let Op::Store { ptr: Value::Inst(slot), .. } = source.op(inst)
            && let Some(&var) = variables.of_slot.get(slot)
        {
            set.push(var);
        }
    }
    set.sort_unstable();
    set.dedup();
    set
}
