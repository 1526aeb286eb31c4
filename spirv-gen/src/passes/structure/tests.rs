//! Shapes by name (the names follow LLVM's tests of its SPIR-V structurizer), then random graphs run before and after.

use proptest::prelude::{Strategy, any, prop};
use proptest::test_runner::{Config, TestRunner};

use super::check::check;
use super::depth::deepest;
use super::selections::MOST_NESTED;
use super::{run as structure_module, structure, structure_within};
use crate::bundle::metadata::KernelMetadata;
use crate::interp::{Event, Fault, Machine};
use crate::ir::cursor::Cursor;
use crate::ir::entity::Entity;
use crate::ir::fold::Datum;
use crate::ir::function::{Block, Function, Param};
use crate::ir::instruction::{BinaryOp, Merge, Op, Value};
use crate::ir::module::{FuncId, Module};
use crate::ir::types::Type;
use crate::passes::DeviceContext;
use crate::passes::context::LaunchShape;
use crate::target::Target;

/// How block `i` of a test graph ends.
#[derive(Clone, Debug)]
enum End {
    Return,
    Unreachable,
    Goto(usize),
    If(usize, usize),
    Switch(Vec<(u8, usize)>, usize),
}

const FUEL: u32 = 60;

/// A function `f(ptr log, i32 seed)` with this graph. Each block mixes a running value (a phi, so that values cross blocks), appends
/// its number and the value to the log, and branches on bits of the value. After `FUEL` blocks the log is full and it faults,
/// which bounds loops alike before and after.
fn build(ends: &[End]) -> Module {
    let mut module = Module::default();
    let param = |ty| Param { ty, name: String::new(), by_ref: None, align: 0, noalias: false, readonly: false };
    let mut func = Function::declaration("f", Type::VOID, vec![param(Type::PTR_GLOBAL), param(Type::I32)]);
    let start = func.add_block();
    let blocks: Vec<Block> = ends.iter().map(|_| func.add_block()).collect();
    let ctx = &mut module.ctx;
    Cursor::at_end(ctx, &mut func, start).br(blocks[0]);
    // One phi per block for the running value and the log's end; filled in when all ends are known.
    let mut state = Vec::new();
    for (i, &block) in blocks.iter().enumerate() {
        let mut c = Cursor::at_end(ctx, &mut func, block);
        let value = c.phi(Vec::new(), Type::I32);
        let place = c.phi(Vec::new(), Type::PTR_GLOBAL);
        let factor = c.binary_const(BinaryOp::Mul, value, 0x9e37_79b1);
        let mixed = c.binary_const(BinaryOp::Add, factor, i as u128 + 1);
        let high = c.binary_const(BinaryOp::LShr, mixed, 15);
        let next = c.xor(mixed, high);
        let number = c.ctx.i32(i as u32);
        c.store(number, place, 4);
        let four = c.ctx.i64(4);
        let slot = c.byte_offset(place, four);
        c.store(next, slot, 4);
        let eight = c.ctx.i64(8);
        let end = c.byte_offset(place, eight);
        state.push((next, end));
        finish(&mut c, &ends[i], &blocks, next);
    }
    let mut preds = vec![Vec::new(); func.blocks.len()];
    for (i, &from) in blocks.iter().enumerate() {
        func.successors(from).into_iter().for_each(|to| preds[to.index()].push(i));
    }
    for &block in &blocks {
        let [value, place] = func.phis(block).collect::<Vec<_>>()[..] else { unreachable!("two phis were made") };
        let mut incoming = (Vec::new(), Vec::new());
        if block == blocks[0] {
            incoming = (vec![(Value::Param(1), start)], vec![(Value::Param(0), start)]);
        }
        for &i in &preds[block.index()] {
            incoming.0.push((state[i].0, blocks[i]));
            incoming.1.push((state[i].1, blocks[i]));
        }
        func.insts[value].op = Op::Phi(incoming.0);
        func.insts[place].op = Op::Phi(incoming.1);
    }
    module.functions.push(func);
    module
}

fn finish(c: &mut Cursor<'_>, end: &End, blocks: &[Block], value: Value) {
    let op = match end {
        End::Return => Op::Ret(None),
        End::Unreachable => Op::Unreachable,
        End::Goto(to) => Op::Br(blocks[*to]),
        End::If(then_, else_) => {
            let bit = c.binary_const(BinaryOp::LShr, value, 7);
            let cond = c.cast(crate::ir::instruction::CastOp::Trunc, bit, Type::I1);
            Op::CondBr { cond, then_: blocks[*then_], else_: blocks[*else_] }
        }
        End::Switch(cases, default) => {
            let key = c.binary_const(BinaryOp::LShr, value, 5);
            let key = c.binary_const(BinaryOp::And, key, 7);
            let mut seen = Vec::new();
            let mut list = Vec::new();
            for (case, to) in cases.iter().filter(|(case, _)| *case < 8) {
                if !seen.contains(case) {
                    seen.push(*case);
                    let Value::Const(id) = c.ctx.i32((*case).into()) else { continue };
                    list.push((id, blocks[*to]));
                }
            }
            Op::Switch { value: key, default: blocks[*default], cases: list }
        }
    };
    c.inst(op, Type::VOID);
}

/// What the function writes, and how it ends.
fn run(module: &Module, seed: u32) -> (Vec<Event>, Result<Option<Datum>, Fault>) {
    let mut machine = Machine::new(module).expect("the test module has no globals");
    machine.trace = Some(Vec::new());
    let log = machine.device.allocate(u64::from(FUEL) * 8);
    let result = machine.call(FuncId(0), vec![Datum::bits(log.into()), Datum::bits(seed.into())]);
    (machine.trace.unwrap_or_default(), result)
}

/// Structures the graph, checks the rules, and compares runs.
fn verify(ends: &[End]) -> Module {
    verify_within(ends, MOST_NESTED)
}

/// The same, with constructs about `most_nested` deep.
fn verify_within(ends: &[End], most_nested: usize) -> Module {
    let before = build(ends);
    let mut after = before.clone();
    structure_within(&mut after.ctx, &mut after.functions[FuncId(0)], most_nested);
    if let Err(message) = check(&after.functions[FuncId(0)]) {
        panic!("{message}\n{ends:?}\n{}", outline(&after));
    }
    for seed in 0..24 {
        let (want, got) = (run(&before, seed), run(&after, seed));
        assert_eq!(want.0, got.0, "trace for seed {seed} of {ends:?}\n{}", outline(&after));
        assert_eq!(
            std::mem::discriminant(&want.1),
            std::mem::discriminant(&got.1),
            "{:?} {:?} {ends:?}",
            want.1,
            got.1
        );
    }
    after
}

fn outline(module: &Module) -> String {
    let func = &module.functions[FuncId(0)];
    let line = |&b: &Block| format!("{b}: {:?} -> {:?}\n", func.blocks[b].merge, func.successors(b));
    func.layout.iter().map(line).collect()
}

fn count(module: &Module, which: impl Fn(&Merge) -> bool) -> usize {
    module.functions[FuncId(0)].blocks.values().filter(|b| b.merge.as_ref().is_some_and(&which)).count()
}
fn loops(module: &Module) -> usize {
    count(module, |m| matches!(m, Merge::Loop { .. }))
}
fn selections(module: &Module) -> usize {
    count(module, |m| matches!(m, Merge::Selection(_)))
}

use End::{Goto, If, Return, Switch, Unreachable};

#[test]
fn cf_if_plain_and_cf_if_else_need_one_selection() {
    assert_eq!(selections(&verify(&[If(1, 2), Goto(2), Return])), 1);
    assert_eq!(selections(&verify(&[If(1, 2), Goto(3), Goto(3), Return])), 1);
}

#[test]
fn cf_if_nested_nests() {
    assert_eq!(selections(&verify(&[If(1, 4), If(2, 3), Goto(3), Goto(5), Goto(5), Return])), 2);
}

#[test]
fn cf_logical_or_reaches_the_shared_arm_through_one_dispatch() {
    // if (a || b) X; Y
    let after = verify(&[If(2, 1), If(2, 3), Goto(3), Return]);
    assert_eq!(selections(&after), 3);
}

#[test]
fn cf_for_natural_keeps_its_conditional_header() {
    let after = verify(&[Goto(1), If(2, 3), Goto(1), Return]);
    let func = &after.functions[FuncId(0)];
    let header = func.layout.iter().find(|&&b| matches!(func.blocks[b].merge, Some(Merge::Loop { .. })));
    let Some(Merge::Loop { merge, .. }) = header.and_then(|&h| func.blocks[h].merge) else { panic!("no loop") };
    assert!(func.successors(*header.unwrap()).contains(&merge));
    assert_eq!((loops(&after), selections(&after)), (1, 0));
}

#[test]
fn cf_do_plain_is_one_loop_without_selection() {
    let after = verify(&[Goto(1), If(1, 2), Return]);
    assert_eq!((loops(&after), selections(&after)), (1, 0));
}

#[test]
fn cf_for_break_and_cf_for_continue_use_the_loop_itself() {
    // for (..) { if (a) break; if (b) continue; .. }
    let after = verify(&[Goto(1), If(2, 6), If(6, 3), If(5, 4), Goto(5), Goto(1), Return]);
    assert_eq!((loops(&after), selections(&after)), (1, 2));
}

#[test]
fn cf_for_nested_multi_exit_returns_through_both_loops() {
    // A return inside two loops.
    let after = verify(&[Goto(1), If(2, 6), If(3, 5), If(7, 4), Goto(2), Goto(1), Return, Return]);
    assert_eq!(loops(&after), 2);
}

#[test]
fn cf_while_infinite_merges_in_an_unreachable_block() {
    let after = verify(&[Goto(1), Goto(2), Goto(1)]);
    assert_eq!(loops(&after), 1);
}

#[test]
fn cf_switch_plain_with_fallthrough_and_shared_targets_is_a_comparison_tree() {
    verify(&[Switch(vec![(0, 1), (1, 2), (2, 3)], 4), Goto(4), Goto(4), Goto(4), Return]);
    verify(&[Switch(vec![(0, 1), (1, 2), (2, 3)], 4), Goto(2), Goto(3), Goto(5), Goto(5), Return]);
    verify(&[Switch(vec![(0, 1), (2, 1), (4, 2), (7, 1)], 3), Goto(4), Goto(4), Goto(4), Return]);
}

#[test]
fn cf_switch_in_loop_breaks_and_continues() {
    verify(&[Goto(1), Switch(vec![(0, 2), (1, 3), (2, 4)], 1), Goto(1), Goto(5), Goto(3), Return]);
}

#[test]
fn cf_irreducible_two_entries_share_a_dispatching_header() {
    let after = verify(&[If(1, 2), If(2, 3), If(1, 3), Return]);
    assert_eq!(loops(&after), 1);
    verify(&[Switch(vec![(0, 1), (1, 2)], 3), If(2, 4), If(3, 4), If(1, 4), Return]);
}

#[test]
fn cf_unreachable_arms_do_not_leave_the_loop() {
    let after = verify(&[Goto(1), If(2, 4), If(3, 1), Unreachable, Return]);
    assert_eq!(loops(&after), 1);
}

#[test]
fn merge_exit_multiple_break_dispatches_behind_the_loop() {
    let after = verify(&[Goto(1), If(2, 4), If(3, 5), Goto(1), Goto(6), Goto(6), Return]);
    assert_eq!(loops(&after), 1);
}

#[test]
fn a_chain_of_early_exits_does_not_nest() {
    // for (;;) { if (a) break; if (b) break; if (c) break; }: the merges are the next tests.
    let after = verify(&[Goto(1), If(5, 2), If(5, 3), If(5, 4), Goto(1), Return]);
    let func = &after.functions[FuncId(0)];
    assert_eq!((loops(&after), selections(&after)), (1, 2));
    assert!(func.layout.len() <= 10, "{}", outline(&after));
}

#[test]
fn a_search_of_many_steps_nests_so_far_only() {
    // if (a) { x; goto end; } if (b) goto end; ..., a hundred times; the end does something.
    let search = |steps: usize| {
        let end = 3 * steps;
        let mut ends = Vec::new();
        for i in 0..steps {
            ends.extend([If(3 * i + 1, 3 * i + 2), Goto(end), If(end, 3 * i + 3)]);
        }
        ends.extend([Goto(end + 1), Return]);
        ends
    };
    let after = verify(&search(100));
    let deepest = deepest(&after.functions[FuncId(0)]);
    assert!((MOST_NESTED..MOST_NESTED + 4).contains(&deepest), "{deepest}");
    assert_eq!(loops(&after), 1);
    assert_eq!(loops(&verify(&search(15))), 0);
    // One that ends in a return when nothing is found: where that is made an exit of the loop (NIR), it is not what its body ends with.
    let mut nothing = search(100);
    nothing[299] = If(300, 302);
    nothing.push(Return);
    let after = verify(&nothing);
    let func = &after.functions[FuncId(0)];
    let Some(Merge::Loop { continue_, .. }) =
        func.blocks.values().find_map(|b| b.merge.filter(|m| matches!(m, Merge::Loop { .. })))
    else {
        panic!("{}", outline(&after))
    };
    let latch = func.layout.iter().find(|&&b| func.successors(b) == [continue_]).copied();
    let question = func.layout.iter().find(|&&b| latch.is_some_and(|l| func.successors(b).contains(&l)));
    let arms: Vec<_> = question.into_iter().flat_map(|&b| func.successors(b)).collect();
    assert!(arms.iter().any(|&b| func.successors(b).is_empty()), "{}", outline(&after));
    // In a loop that it does not leave.
    let mut round = search(100);
    let end = round.len() - 1;
    round[end] = If(0, end + 1);
    round.push(Return);
    assert_eq!(loops(&verify(&round)), 2);
}

/// Graphs of 1 to 14 blocks with any ends; they often contain irreducible and endless loops.
fn graphs() -> impl Strategy<Value = Vec<End>> {
    let end = (any::<u8>(), prop::collection::vec((any::<u8>(), any::<u16>()), 1..6));
    prop::collection::vec(end, 1..14).prop_map(|raw| {
        let n = raw.len();
        let target = |t: u16| usize::from(t) % n;
        let end = |(kind, ways): (u8, Vec<(u8, u16)>)| match kind % 16 {
            0 | 1 => Return,
            2 => Unreachable,
            3..=5 => Goto(target(ways[0].1)),
            6..=13 => If(target(ways[0].1), target(ways[ways.len() - 1].1 / 7)),
            _ => Switch(ways.iter().map(|w| (w.0 % 9, target(w.1))).collect(), target(ways[0].1 / 5)),
        };
        raw.into_iter().map(end).collect()
    })
}

#[test]
fn random_graphs_keep_their_trace_and_obey_the_rules() {
    let cases = std::env::var("STRUCTURE_CASES").ok().and_then(|v| v.parse().ok()).unwrap_or(150);
    let mut runner = TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() });
    runner
        .run(&graphs(), |ends| {
            verify(&ends);
            verify_within(&ends, 1);
            Ok(())
        })
        .unwrap();
}

/// A long kernel: `n` times an `if`, a loop with a `break`, and a switch, every tenth inside one outer loop of its own.
fn long_graph(n: usize) -> Vec<End> {
    let mut ends = Vec::new();
    for i in 0..n {
        let at = ends.len();
        ends.push(If(at + 1, at + 2)); // if
        ends.push(Goto(at + 2));
        ends.push(If(at + 3, at + 6)); // loop header
        ends.push(If(at + 6, at + 4)); // break
        ends.push(If(at + 5, at + 2)); // continue
        ends.push(Goto(at + 2));
        ends.push(Switch(vec![(0, at + 7), (1, at + 8), (2, at + 9)], at + 10));
        ends.push(Goto(at + 9));
        ends.push(Goto(at + 10));
        ends.push(Goto(at + 10));
        ends.push(if i % 10 == 9 { If(at - 99, at + 11) } else { Goto(at + 11) });
    }
    ends.push(Return);
    ends
}

#[test]
fn thousands_of_blocks_are_structured() {
    let mut module = build(&long_graph(200));
    structure(&mut module.ctx, &mut module.functions[FuncId(0)]);
    assert_eq!(check(&module.functions[FuncId(0)]), Ok(()));
    assert_eq!(loops(&module), 220);
}

/// if (..) { if (..) { .. } }, `depth` deep, each with a loop around the rest.
fn deep_graph(depth: usize) -> Module {
    let mut ends: Vec<End> = (0..depth).map(|i| If(i + 1, 2 * depth - i)).collect();
    ends.push(Goto(depth + 1));
    ends.extend((depth + 1..2 * depth).map(|i| if i % 2 == 0 { If(i + 1, 2 * depth - i) } else { Goto(i + 1) }));
    ends.push(Return);
    build(&ends)
}

#[test]
fn deep_nesting_does_not_exhaust_the_stack() {
    let mut module = deep_graph(1000);
    structure(&mut module.ctx, &mut module.functions[FuncId(0)]);
    assert_eq!(check(&module.functions[FuncId(0)]), Ok(()));
}

#[test]
fn what_llvmpipe_has_no_room_for_is_refused_there_alone() {
    let run = |depth: usize, target: Target| {
        let shape = LaunchShape { block: [1, 1, 1], dynamic_shared: 0 };
        let device = DeviceContext { target: &target, shape, metadata: &KernelMetadata::default() };
        structure_module(&mut deep_graph(depth), &device)
    };
    assert!(run(60, Target::lavapipe()).is_ok());
    assert!(run(1000, Target::nvidia()).is_ok());
    let error = run(1000, Target::lavapipe()).unwrap_err().to_string();
    assert!(error.contains("lavapipe") && error.contains("selections or loops within each other"), "{error}");
}
