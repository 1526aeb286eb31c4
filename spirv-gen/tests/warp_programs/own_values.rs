//! Random reductions and scans, whose choices hang on lanes: what `warp::own_values` drops must not be missed by any lane that is asked.
//!
//! Each step is a shuffle, a choice between its result and something else, and a sum; at the end some threads store. A choice's other side is
//! never what the shuffle would give, so a choice dropped wrongly shows.

use std::fmt::Write;

use spirv_gen::ir::instruction::Op;
use spirv_gen::ir::module::Module;
use spirv_gen::ir::parse::parse_module;
use spirv_gen::passes::warp::own_values;

use super::random::Rng;
use super::{WARP, compare, run, seeds};

/// Three warps, the last not full.
const THREADS: u32 = 75;

#[test]
fn choices_that_some_asked_lane_makes_otherwise_stay() {
    seeds::try_seeds(200, |seed| {
        let (text, before, after) = reduced(seed)?;
        let expected = run(&before, (1, THREADS)).map_err(|e| format!("{e}\n{text}"))?;
        compare(&expected, &run(&after, (1, THREADS)), "the pass", &text, &after)
    });
}

#[test]
fn some_choices_go_and_some_stay() {
    let (mut had, mut left) = (0, 0);
    for seed in 0..50 {
        let (_, before, after) = reduced(seed).expect("the generator writes IR");
        (had, left) = (had + choices(&before), left + choices(&after));
    }
    assert!(left * 5 > had && left * 5 < had * 4, "{left} of {had} stay: the programs prove little");
}

/// The program of a seed, as written and after the pass.
fn reduced(seed: u64) -> Result<(String, Module, Module), String> {
    let text = program(seed);
    let before = parse_module(&text).map_err(|e| format!("the generator wrote what is not IR: {e}\n{text}"))?;
    let mut after = before.clone();
    for func in after.functions.values_mut().filter(|func| !func.is_declaration()) {
        own_values::run(&after.ctx, func, WARP, THREADS);
    }
    Ok((text, before, after))
}

/// Choices whose result is used.
fn choices(module: &Module) -> usize {
    let of = |func: &spirv_gen::ir::function::Function| {
        let uses = func.use_counts();
        let is_choice = |&(_, inst): &(_, spirv_gen::ir::instruction::Inst)| {
            matches!(func.op(inst), Op::Select { .. }) && uses[inst.0 as usize] > 0
        };
        func.linked_insts().filter(is_choice).count()
    };
    module.functions.values().map(of).sum()
}

fn program(seed: u64) -> String {
    let mut rng = Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut text = String::from(
        "define amdgpu_kernel void @test(ptr addrspace(1) %out, ptr addrspace(1) %in) {
  %t = call i32 @hip.thread.linear()
  %lane = call i32 @hip.lane.id()
  %far = zext i32 %t to i64
  %from = getelementptr i32, ptr addrspace(1) %in, i64 %far
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %far
  %v0 = load i32, ptr addrspace(1) %from, align 4
",
    );
    let steps = 3 + rng.below(5);
    for i in 0..steps {
        let (shuffle, distance) = (rng.pick(&["down", "up", "xor"]), rng.pick(&[1, 2, 3, 4, 8, 16, 31]));
        let (n, other) = (i + 1, rng.below(1 << 20));
        let condition = condition(&mut rng, &format!("c{i}"));
        let sides = if rng.below(2) == 0 { format!("i32 %m{i}, i32 %o{i}") } else { format!("i32 %o{i}, i32 %m{i}") };
        write!(
            text,
            "  %m{i} = call i32 @hip.shuffle.{shuffle}(i32 %v{i}, i32 {distance})
  %o{i} = xor i32 %v{i}, {other}
{condition}  %y{i} = select i1 %c{i}, {sides}
  %s{i} = mul i32 %v{i}, 5
  %v{n} = add i32 %s{i}, %y{i}
"
        )
        .expect("a string");
    }
    let last = condition(&mut rng, "last");
    write!(
        text,
        "{last}  br i1 %last, label %store, label %done
store:
  store i32 %v{steps}, ptr addrspace(1) %to, align 4
  br label %done
done:
  ret void
}}
"
    )
    .expect("a string");
    text
}

/// A condition called `name` that few or many lanes meet.
fn condition(rng: &mut Rng, name: &str) -> String {
    let (number, low) = (rng.below(WARP as usize), rng.pick(&[7, 15, 24, 31]));
    match rng.below(6) {
        0 => format!("  %{name} = icmp ult i32 %lane, {number}\n"),
        1 => format!("  %{name} = icmp uge i32 %lane, {number}\n"),
        2 => format!("  %{name} = icmp eq i32 %t, {number}\n"),
        3 => format!("  %{name} = icmp ult i32 %t, {number}\n"),
        4 => format!("  %{name}a = and i32 %t, {low}\n  %{name} = icmp eq i32 %{name}a, 0\n"),
        _ => format!(
            "  %{name}a = and i32 %lane, {low}\n  %{name}b = icmp ne i32 %{name}a, {low}\n  %{name}d = icmp ult i32 %t, 40\n  \
             %{name} = and i1 %{name}b, %{name}d\n"
        ),
    }
}
