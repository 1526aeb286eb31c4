//! Kernels with random control flow, compiled all the way: spirv-val is the judge of the structuriser.
//!
//! The graphs are written as IR text, so they pass every stage from the parser on. `STRUCTURE_CASES` sets how many are tried.

#[path = "filetests/validator.rs"]
mod validator;

use proptest::prelude::{any, prop};
use proptest::test_runner::{Config, TestRunner};
use spirv_gen::{LaunchShape, Options, Target, compile_bundle, compile_kernel};

/// How a block ends: a kind, and numbers that choose targets and cases.
type End = (u8, Vec<(u8, u16)>);

/// The terminator of a block, and where it leads.
fn terminator(end: &End, blocks: usize, value: &str) -> (String, Vec<usize>) {
    let target = |n: usize| usize::from(end.1[n % end.1.len()].1) % blocks;
    match end.0 % 16 {
        0 | 1 => ("ret void".into(), Vec::new()),
        2 => ("unreachable".into(), Vec::new()),
        3..=5 => (format!("br label %b{}", target(0)), vec![target(0)]),
        6..=13 => {
            let (yes, no) = (target(0), usize::from(end.1[0].1 / 7) % blocks);
            (format!("br i1 {value}.bit, label %b{yes}, label %b{no}"), vec![yes, no])
        }
        _ => {
            let mut to = vec![target(0)];
            let mut cases = String::new();
            let mut seen = Vec::new();
            for (n, way) in end.1.iter().enumerate() {
                let case = way.0 % 11;
                if !seen.contains(&case) {
                    seen.push(case);
                    cases += &format!(" i32 {case}, label %b{}", target(n));
                    to.push(target(n));
                }
            }
            (format!("switch i32 {value}.key, label %b{} [{cases} ]", to[0]), to)
        }
    }
}

/// A kernel with this graph: each block mixes a running value and writes it to the next place of a buffer.
fn kernel(ends: &[End]) -> String {
    let ways: Vec<(String, Vec<usize>)> =
        ends.iter().enumerate().map(|(i, end)| terminator(end, ends.len(), &format!("%v{i}"))).collect();
    let mut text =
        String::from("define amdgpu_kernel void @k(ptr addrspace(1) %out, i32 %seed) {\nstart:\n  br label %b0\n");
    for (i, (end, _)) in ways.iter().enumerate() {
        let preds = ways.iter().enumerate().flat_map(|(p, (_, to))| to.iter().filter(|&&t| t == i).map(move |_| p));
        let preds: Vec<usize> = preds.collect();
        let mut values: Vec<String> = preds.iter().map(|p| format!("[ %v{p}.next, %b{p} ]")).collect();
        let mut places: Vec<String> = preds.iter().map(|p| format!("[ %p{p}.next, %b{p} ]")).collect();
        if i == 0 {
            values.push("[ %seed, %start ]".into());
            places.push("[ %out, %start ]".into());
        }
        text += &format!("b{i}:\n");
        if values.is_empty() {
            text += &format!("  %v{i} = add i32 0, 0\n  %p{i} = getelementptr i8, ptr addrspace(1) %out, i64 0\n");
        } else {
            text += &format!("  %v{i} = phi i32 {}\n", values.join(", "));
            text += &format!("  %p{i} = phi ptr addrspace(1) {}\n", places.join(", "));
        }
        text += &format!(
            "  %v{i}.mul = mul i32 %v{i}, 40503\n  %v{i}.next = add i32 %v{i}.mul, {i}\n  %v{i}.high = lshr i32 %v{i}.next, 7\n  \
             %v{i}.bit = trunc i32 %v{i}.high to i1\n  %v{i}.key = and i32 %v{i}.high, 15\n  \
             store i32 %v{i}.next, ptr addrspace(1) %p{i}, align 4\n  \
             %p{i}.next = getelementptr i8, ptr addrspace(1) %p{i}, i64 4\n  {end}\n"
        );
    }
    text + "}\n"
}

fn compile_and_validate(ends: &[End]) {
    let text = kernel(ends);
    let bundle = compile_bundle(&text, &Options { warp_size: 32 }).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let shape = LaunchShape { block: [64, 1, 1], dynamic_shared: 0 };
    let compiled = compile_kernel(&bundle.kernels[0], &Target::lavapipe(), shape);
    let compiled = compiled.unwrap_or_else(|e| panic!("{e}\n{text}"));
    validator::validate(&compiled.spirv).unwrap_or_else(|e| panic!("{e}\n{text}"));
}

#[test]
fn random_control_flow_becomes_valid_spirv() {
    validator::required().unwrap();
    let cases = std::env::var("STRUCTURE_CASES").ok().and_then(|v| v.parse().ok()).unwrap_or(60);
    let end = (any::<u8>(), prop::collection::vec((any::<u8>(), any::<u16>()), 1..6));
    let mut runner = TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() });
    runner
        .run(&prop::collection::vec(end, 1..16), |ends| {
            compile_and_validate(&ends);
            Ok(())
        })
        .unwrap();
}
