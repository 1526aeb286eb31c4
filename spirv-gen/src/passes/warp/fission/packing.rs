//! Decides whether a kernel's warps run whole: each round of a region's loop then takes the threads of one warp together, several per lane.
//!
//! A warp operation between them needs no memory and no cut: its operands are values that the same round has at hand. Loads from an
//! address that several of a lane's threads share happen once. What it asks for:
//! - blocks of whole warps;
//! - threads meet only where all lanes of their warp come (`Divergence::of_warps`);
//! - where lanes diverge, they converge again at one place. The code in between runs for one row of threads after the other.
//!
//! Called by `fission::run`; `sync_points` then cuts at barriers only, `copy` follows the plan.

use crate::analysis::cfg::Cfg;
use crate::analysis::components::cycles;
use crate::analysis::divergence::Divergence;
use crate::hash::HashSet;
use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Inst, Op, Value};
use crate::ir::module::Context;
use crate::passes::DeviceContext;

use super::super::sync_points;
use super::regions::{Region, Regions};
use super::sharing::Sharing;
use super::streaming;

/// What a gather costs LLVM, in instructions of other kinds, where it makes a branch for each lane.
const ACCESS: usize = 8;

/// How warps run whole. See the module's description.
#[derive(Clone, Debug)]
pub struct Packing {
    /// Rows of threads in a warp.
    pub rows: u32,
    /// Threads in a row.
    lanes: u32,
    /// What only a whole warp can do: warp operations, and steps that lanes take together.
    together: HashSet<Inst>,
    divergence: Divergence,
    /// Of the function that was looked at last.
    cfg: Cfg,
    /// Instructions that a region without warp operations may have when each is there once per row.
    most_copied: usize,
    /// The same where rows share what they load.
    most_sharing: usize,
    /// What it may have to do for a row then (`work`), if rows share nothing.
    most_own: usize,
    /// The regions that have more, by their points' blocks; known once the kernel has been cut.
    busy: HashSet<Block>,
    /// Those beyond `most_copied` whose rows share what they load, likewise.
    shares: HashSet<Block>,
    /// Whether neighbouring threads use neighbouring words: then rows come in pairs (`streaming`).
    pub streams: bool,
}

/// Where divergent code goes on: where its lanes are together again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    Block(Block),
    /// The region with this index.
    Region(usize),
    End,
}

/// Code that some lanes of a warp run without the others.
#[derive(Clone, Debug)]
pub struct DivergentCode {
    pub blocks: Vec<Block>,
    pub join: Join,
}

impl Packing {
    /// Of the kernel `func`, if it can be packed.
    pub fn new(ctx: &Context, func: &Function, device: &DeviceContext<'_>) -> Option<Self> {
        if !Self::is_possible(func, device) {
            return None;
        }
        let (lanes, warp) = (device.target.subgroup_size, device.metadata.warp_size);
        let cfg = Cfg::new(func);
        let divergence = Divergence::of_warps(ctx, func, &cfg, warp);
        let together = sync_points::in_warps(func);
        for &block in cfg.reverse_postorder() {
            if divergence.block(block) {
                let meets = |&i: &Inst| together.contains(&i) || func.op(i).is_barrier();
                if func.blocks[block].insts.iter().any(meets) {
                    return None;
                }
            } else {
                divergent_code(func, &divergence, &[], block)?;
            }
        }
        let budget = &device.target.budget;
        let streams =
            device.target.cpu && together.is_empty() && streaming::streams(ctx, func, &cfg, &|b| divergence.block(b));
        Some(Self {
            rows: warp / lanes,
            lanes,
            together,
            divergence,
            cfg,
            most_copied: budget.packed_region,
            most_sharing: budget.packed_sharing,
            most_own: budget.own_work,
            busy: HashSet::default(),
            shares: HashSet::default(),
            streams,
        })
    }

    /// Whether a block's warps are whole and the kernel `func` is short enough.
    pub fn is_possible(func: &Function, device: &DeviceContext<'_>) -> bool {
        let (lanes, warp) = (device.target.subgroup_size, device.metadata.warp_size);
        let whole = lanes < warp && device.shape.threads().is_multiple_of(warp);
        whole && func.linked_insts().count() <= device.target.budget.packed
    }

    /// Looks again at `func`, which has been cut into `regions` since; whether its warps still come to each of them whole. `cfg` is its control flow now.
    pub fn renew(&mut self, ctx: &Context, (func, cfg): (&Function, Cfg), regions: &Regions, warp: u32) -> bool {
        self.cfg = cfg;
        self.divergence = Divergence::of_warps(ctx, func, &self.cfg, warp);
        self.busy = self.busy(ctx, func, &regions.list);
        self.shares = self.shares(ctx, func, &regions.list);
        let divergent = |b: Block| self.divergence.block(b);
        let whole = |r: &Region| {
            let joint = r.blocks.iter().all(|&b| divergent(b) || self.divergent_code(func, &regions.list, b).is_some());
            !divergent(r.point.block) && joint
        };
        regions.list.iter().all(whole)
    }

    /// Whether only some lanes of a warp may come to `block`.
    pub fn is_divergent(&self, block: Block) -> bool {
        self.divergence.block(block)
    }

    /// Whether the lanes of a warp have the same as `value`, which stands in `home`.
    pub fn is_uniform(&self, home: Block, value: Inst) -> bool {
        !self.is_divergent(home) && !self.divergence.value(Value::Inst(value))
    }

    /// See [`DivergentCode`]; no blocks if lanes stay together behind `block`, nothing if there may be several joins.
    pub fn divergent_code(&self, func: &Function, regions: &[Region], block: Block) -> Option<DivergentCode> {
        divergent_code(func, &self.divergence, regions, block)
    }

    /// Rows of threads that each round of `region` takes. Where only the `first` rows may do anything, the others had better be left out.
    pub fn rows_of(&self, func: &Function, region: &Region, first: bool) -> u32 {
        if self.needs_warps(func, &region.blocks) {
            return self.rows;
        }
        let busy = self.busy.contains(&region.point.block);
        let most = if self.shares.contains(&region.point.block) { self.most_sharing } else { self.most_copied };
        if !first && !busy && self.pays_within(most, func, &region.blocks) { self.rows } else { 1 }
    }

    /// The `regions` of `func`, by their points' blocks, that are long and load mostly what rows share.
    fn shares(&self, ctx: &Context, func: &Function, regions: &[Region]) -> HashSet<Block> {
        let pays = |most: usize, r: &Region| self.pays_within(most, func, &r.blocks);
        let mut long = regions.iter().filter(|r| !pays(self.most_copied, r) && pays(self.most_sharing, r)).peekable();
        if long.peek().is_none() {
            return HashSet::default();
        }
        let sharing = self.sharing(ctx, func);
        long.filter(|r| sharing.pays(func, &r.blocks)).map(|r| r.point.block).collect()
    }

    /// The `regions` of `func`, by their points' blocks, that have more to do of each row's own than is worth its copies. There are none where whole
    /// warps go round a loop for what rows share: that is the kernel's work, and what stands in front of it is not to fall behind (the bench
    /// kernel `sgemm` took 1.1 times as long).
    fn busy(&self, ctx: &Context, func: &Function, regions: &[Region]) -> HashSet<Block> {
        let many = |r: &&Region| work(func, &r.blocks) > self.most_own;
        let mut busy = regions.iter().filter(many).peekable();
        if self.streams || busy.peek().is_none() || self.loops_together(ctx, func) > 0 {
            return HashSet::default();
        }
        let sharing = self.sharing(ctx, func);
        busy.filter(|r| !sharing.pays(func, &r.blocks)).map(|r| r.point.block).collect()
    }

    /// What rows share in `func`, which was looked at last.
    fn sharing(&self, ctx: &Context, func: &Function) -> Sharing {
        Sharing::new(ctx, (func, &self.cfg), (self.rows - 1) * self.lanes, &|b| self.is_divergent(b))
    }

    /// How many loops of `func`, which was looked at last, whole warps go round together, loading words that rows share.
    pub fn loops_together(&self, ctx: &Context, func: &Function) -> usize {
        let loops = cycles(self.cfg.reverse_postorder(), |b| func.successors(b));
        let mut joint = loops.iter().filter(|l| l.iter().all(|&b| !self.is_divergent(b))).peekable();
        if joint.peek().is_none() {
            return 0;
        }
        let sharing = self.sharing(ctx, func);
        joint.filter(|l| sharing.pays(func, l)).count()
    }

    /// Whether lanes of a warp do something together in `blocks`.
    pub fn needs_warps(&self, func: &Function, blocks: &[Block]) -> bool {
        blocks.iter().flat_map(|&b| &func.blocks[b].insts).any(|i| self.together.contains(i))
    }

    /// Whether several rows per round pay in `blocks`, in which lanes do nothing together.
    pub fn pays(&self, func: &Function, blocks: &[Block]) -> bool {
        self.pays_within(self.most_copied, func, blocks)
    }

    /// The same for at most so many instructions of all rows.
    fn pays_within(&self, most: usize, func: &Function, blocks: &[Block]) -> bool {
        let insts = |b: &Block| func.blocks[*b].insts.len();
        let (divergent, joint): (Vec<Block>, Vec<Block>) = blocks.iter().partition(|&&b| self.is_divergent(b));
        let [divergent, joint] = [divergent, joint].map(|blocks| blocks.iter().map(insts).sum::<usize>());
        joint >= divergent && (joint + divergent) * self.rows as usize <= most
    }
}

/// What `blocks` have to do for a row: instructions, of which those that access memory count as [`ACCESS`].
fn work(func: &Function, blocks: &[Block]) -> usize {
    let accesses =
        |op: &Op| matches!(op, Op::Load { .. } | Op::Store { .. } | Op::AtomicRmw { .. } | Op::CmpXchg { .. });
    let insts = blocks.iter().flat_map(|&b| &func.blocks[b].insts);
    insts.map(|&i| if accesses(func.op(i)) { ACCESS } else { 1 }).sum()
}

/// See [`Packing::divergent_code`].
pub fn divergent_code(
    func: &Function,
    divergence: &Divergence,
    regions: &[Region],
    block: Block,
) -> Option<DivergentCode> {
    let join_of = |to: Block| match regions.iter().position(|r| r.point.block == to) {
        Some(region) => Some(Join::Region(region)),
        None => (!divergence.block(to)).then_some(Join::Block(to)),
    };
    let first = func.successors(block);
    let mut found = DivergentCode { blocks: Vec::new(), join: Join::End };
    if first.iter().all(|&to| join_of(to).is_some()) {
        return Some(found);
    }
    let mut join = None;
    let mut meet = |at: Join| *join.get_or_insert(at) == at;
    let mut seen = vec![false; func.blocks.len()];
    let mut stack = first;
    while let Some(to) = stack.pop() {
        if let Some(at) = join_of(to) {
            if !meet(at) {
                return None;
            }
        } else if !std::mem::replace(&mut seen[to.index()], true) {
            found.blocks.push(to);
            let next = func.successors(to);
            if next.is_empty() && !meet(Join::End) {
                return None;
            }
            stack.extend(next);
        }
    }
    found.join = join?;
    Some(found)
}

#[cfg(test)]
mod tests {
    use crate::ir::print::print_module;
    use crate::passes::warp::fission::lowered::for_lavapipe;

    /// How often `what` stands in the kernel with `body`, in blocks of `threads`, for lavapipe's eight lanes.
    fn count(what: &str, body: &str, threads: u32) -> usize {
        let text = format!(
            "define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) {{
  %t = call i32 @hip.thread.linear()
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %x = load i32, ptr addrspace(1) %at
{body}
  store i32 %r, ptr addrspace(1) %at
  ret void
}}"
        );
        let module = for_lavapipe(&text, threads);
        print_module(&module).matches(what).count()
    }

    #[test]
    fn a_shuffle_by_whole_rows_is_no_instruction() {
        let by = |what: &str| format!("  %r = call i32 @hip.shuffle.{what}(i32 %x, i32 16)");
        for what in ["down", "up", "xor"] {
            assert_eq!(count("@hip.shuffle", &by(what), 64), 0, "{what}");
        }
    }

    #[test]
    fn a_shuffle_within_rows_is_one_of_the_subgroup_per_row() {
        assert_eq!(count("@hip.shuffle(", "  %r = call i32 @hip.shuffle.xor(i32 %x, i32 3)", 64), 4);
    }

    #[test]
    fn rows_share_what_they_load_from_one_address() {
        let body = "  %q = getelementptr i32, ptr addrspace(1) %p, i32 %n
  %y = load i32, ptr addrspace(1) %q
  %z = call i32 @hip.read.first.lane.i32(i32 %x)
  %w = add i32 %y, %z
  %r = xor i32 %w, %x";
        assert_eq!(count("= load i32, i64", body, 32), 4 + 1);
    }

    #[test]
    fn regions_that_load_much_of_each_rows_own_are_not_packed() {
        let loads = |own: usize| {
            let load = |nth: usize| {
                let far = 1000 * nth + 1000;
                format!(
                    "  %q{nth} = getelementptr i32, ptr addrspace(1) %at, i32 {far}\n  %y{nth} = load i32, ptr addrspace(1) %q{nth}\n"
                )
            };
            let sum = |nth: usize| {
                let last = if nth == 0 { "x".to_owned() } else { format!("s{}", nth - 1) };
                format!("  %s{nth} = add i32 %{last}, %y{nth}\n")
            };
            let all: String = (0..own).map(load).chain((0..own).map(sum)).collect();
            let body = format!("{all}  call void @hip.barrier()\n  %r = xor i32 %s{}, %t", own - 1);
            count("= load i32, i64", &body, 64)
        };
        // The first word of each row is one more, the sum behind the barrier another, which four rows load together; and there is the slots' number.
        assert_eq!(loads(2), 4 * (1 + 2) + 4 + 1);
        assert_eq!(loads(5), 1 + 5 + 4 + 1, "six words a row");
    }

    #[test]
    fn long_regions_are_packed_if_rows_share_what_they_load() {
        let products = |scale: u32| {
            let step = |nth: u32| {
                let (last, word) = (if nth == 0 { "x".to_owned() } else { format!("s{}", nth - 1) }, 3 * nth);
                format!(
                    "  %q{nth} = getelementptr i32, ptr addrspace(1) %tile, i32 {word}\n  %y{nth} = load i32, ptr addrspace(1) %q{nth}\n  \
                     %z{nth} = add i32 %y{nth}, %{last}\n  %s{nth} = mul i32 %z{nth}, %x\n"
                )
            };
            let steps: String = (0..100).map(step).collect();
            let tile =
                format!("  %m = mul i32 %t, {scale}\n  %tile = getelementptr i32, ptr addrspace(1) %p, i32 %m\n");
            count("= mul", &format!("{tile}{steps}  call void @hip.barrier()\n  %r = add i32 %s99, %x"), 64)
        };
        assert!(products(0) >= 400, "one tile for all");
        assert!(products(300) < 200, "a tile for each thread");
    }

    #[test]
    fn words_that_all_lanes_read_side_by_side_are_loaded_at_once() {
        let body = "  %q = getelementptr i32, ptr addrspace(1) %p, i32 %n
  %q1 = getelementptr i32, ptr addrspace(1) %q, i32 1
  %q2 = getelementptr i32, ptr addrspace(1) %q, i32 2
  %a = load i32, ptr addrspace(1) %q
  %b = load i32, ptr addrspace(1) %q1
  %c = load i32, ptr addrspace(1) %q2
  %d = add i32 %a, %b
  %e = mul i32 %d, %c
  %r = add i32 %e, %x";
        // The rows' own words are two of 64 bits (`streaming`).
        let loads = |body: &str| ["i32", "i64"].map(|ty| count(&format!("= load {ty}, i64"), body, 64));
        assert_eq!(loads(body), [1, 2]);
        assert_eq!(count("@hip.shuffle(", body, 64), 3);
        let apart = body.replace("i32 2\n", "i32 3\n");
        assert_eq!(loads(&apart), [1, 2 + 1], "at different distances");
    }

    #[test]
    fn convergent_operations_in_divergent_straight_code_are_done_by_whole_warps() {
        let body = "  br label %entry
entry:
  %c = icmp ult i32 %x, 20
  br i1 %c, label %then, label %join
then:
  %y = call i32 @hip.shuffle.xor(i32 %x, i32 16)
  br label %join
join:
  %r = phi i32 [ %y, %then ], [ 0, %entry ]";
        // No scratch memory, and the exchange is between rows.
        assert_eq!((count("atomicrmw", body, 64), count("@hip.shuffle", body, 64)), (0, 0));
        let uniform = body.replace("icmp ult i32 %x, 20", "icmp ult i32 %t, 32");
        assert_eq!(count("@hip.ballot", &uniform, 64), 0, "whole warps come to it");
    }

    #[test]
    fn kernels_with_convergent_operations_in_divergent_loops_are_cut() {
        let body = "  br label %loop
loop:
  %k = phi i32 [ %x, %0 ], [ %less, %loop ]
  %y = call i32 @hip.shuffle.xor(i32 %k, i32 16)
  %less = lshr i32 %k, 1
  %c = icmp ne i32 %less, 0
  br i1 %c, label %loop, label %join
join:
  %r = add i32 %y, 1";
        // A shuffle goes through the block's scratch memory.
        assert!(count("atomicrmw", body, 64) > 0);
    }
}
