//! What a loop's last arm computes and code behind the loop computes too stands in front of the loop, for lavapipe.
//!
//! ```text
//! before  loop: br %c, arm, more    arm: %a = add %base, 64   br merge    merge: %b = add %base, 64
//! after   %a = add %base, 64   loop: br %c, arm, more    arm: br merge    merge: %b = add %base, 64
//! ```
//! Whoever leaves that loop comes through the arm, so Mesa makes one value of both, the arm's. To llvmpipe, whose loops end at their end for all lanes,
//! the arm is a branch that may be passed by: the value no longer dominates its uses, LLVM gets a module that is none, and LLVM 15's register allocator
//! crashes over it. Values that change in a loop are safe, as Mesa gives them a variable (`nir_convert_to_lcssa`); these it takes for the same everywhere.
//!
//! Behind the structuriser, whose arms and loops are the driver's. Control flow stays. Called by `structure::run`.

use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Dominators;
use crate::hash::HashMap;
use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Inst, Merge, Op, Value};
use crate::ir::types::Type;
use crate::passes::optimize::cse::{canonical, is_repeatable};
use crate::passes::optimize::licm::is_free;

/// See the module's description.
pub fn run(func: &mut Function) {
    let is_loop = |block: &Block| matches!(func.blocks[*block].merge, Some(Merge::Loop { .. }));
    if !func.layout.iter().any(is_loop) {
        return;
    }
    let cfg = Cfg::new(func);
    let dom = Dominators::new(&cfg);
    let names = Names::of(func, &cfg);
    let mut home = func.homes();
    // Inner loops first: what leaves them may stand in an outer one's arm.
    for &header in cfg.reverse_postorder().iter().rev() {
        let Some(Merge::Loop { merge, continue_ }) = func.blocks[header].merge else { continue };
        let mut outside = cfg.preds(header).iter().filter(|&&p| !dom.dominates(header, p));
        let (Some(&before), None) = (outside.next(), outside.next()) else { continue };
        let inside = |block: Block| dom.dominates(header, block) && !dom.dominates(merge, block);
        // All that leaves the loop comes through these, and nothing that stays.
        let mut arm = dom.idom(merge);
        let mut arms = Vec::new();
        while let Some(block) = arm.filter(|&b| b != header && inside(b) && !dom.dominates(b, continue_)) {
            arms.push(block);
            arm = dom.idom(block);
        }
        for &block in arms.iter().rev() {
            let mut kept = Vec::new();
            for inst in std::mem::take(&mut func.blocks[block].insts) {
                let op = func.op(inst);
                let mut moves = is_free(op) && names.is_behind(inst, |b| dom.dominates(merge, b));
                op.for_each_operand(|v| moves &= !matches!(v, Value::Inst(i) if home[i.index()].is_none_or(inside)));
                if !moves {
                    kept.push(inst);
                    continue;
                }
                home[inst.index()] = Some(before);
                let end = func.blocks[before].insts.len() - 1;
                func.blocks[before].insts.insert(end, inst);
            }
            func.blocks[block].insts = kept;
        }
    }
}

/// Which instructions compute the same.
struct Names {
    /// The first of those that compute what an instruction computes.
    name: Vec<Inst>,
    /// By name, the blocks where it is computed or used.
    places: HashMap<Inst, Vec<Block>>,
}

impl Names {
    fn of(func: &Function, cfg: &Cfg) -> Self {
        let mut name: Vec<Inst> = (0..func.insts.len()).map(Inst::new).collect();
        let mut first: HashMap<(Op, Type), Inst> = HashMap::default();
        let mut places: HashMap<Inst, Vec<Block>> = HashMap::default();
        for &block in cfg.reverse_postorder() {
            for &inst in &func.blocks[block].insts {
                let op = func.op(inst);
                if is_free(op) && is_repeatable(op) {
                    let mut key = op.clone();
                    key.map_operands(|v| if let Value::Inst(i) = v { Value::Inst(name[i.index()]) } else { v });
                    name[inst.index()] = *first.entry((canonical(&key), func.insts[inst].ty)).or_insert(inst);
                }
                places.entry(name[inst.index()]).or_default().push(block);
                op.for_each_operand(|v| {
                    if let Value::Inst(i) = v {
                        places.entry(name[i.index()]).or_default().push(block);
                    }
                });
            }
        }
        Self { name, places }
    }

    /// Whether what `inst` computes is computed or used in a block of which `is_behind` is true.
    fn is_behind(&self, inst: Inst, is_behind: impl Fn(Block) -> bool) -> bool {
        self.places.get(&self.name[inst.index()]).is_some_and(|blocks| blocks.iter().any(|&b| is_behind(b)))
    }
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::ir::parse::parse_module;
    use crate::ir::print::print_module;

    #[test]
    fn what_code_behind_the_loop_computes_too_leaves_it_and_what_the_loop_changes_or_the_arm_alone_needs_stays() {
        let mut module = parse_module(
            "define amdgpu_kernel void @f(i64 %base, i32 %n) {
             entry:
               br label %loop
             loop:
               %i = phi i32 [ 0, %entry ], [ %next, %latch ]
               %last = icmp eq i32 %i, %n
               call void @hip.merge.loop(label %merge, label %latch)
               br label %body
             body:
               call void @hip.merge.selection(label %stay)
               br i1 %last, label %arm, label %stay
             arm:
               %a = add i64 %base, 64
               %b = and i64 %a, -4
               %own = add i64 %base, 72
               %w = zext i32 %i to i64
               store i32 1, i64 %b, align 4
               store i32 2, i64 %own, align 4
               br label %merge
             stay:
               %next = add i32 %i, 1
               br label %latch
             latch:
               br label %loop
             merge:
               %c = add i64 %base, 64
               %d = and i64 %c, -4
               store i64 %w, i64 %d, align 8
               ret void
             }",
        )
        .unwrap();
        module.functions.values_mut().for_each(run);
        let text = print_module(&module);
        let place = |what: &str| text.find(what).unwrap_or_else(|| panic!("{what} in\n{text}"));
        let header = place("phi i32");
        assert!(place("add i64 %base, 64") < header && place("and i64") < header, "{text}");
        assert!(place("add i64 %base, 72") > header && place("zext") > header, "{text}");
    }
}
