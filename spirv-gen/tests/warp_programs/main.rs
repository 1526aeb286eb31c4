//! Random programs of warps mean the same before and after the passes: each lane must see the same lanes at every warp operation.
//!
//! Each is run by the interpreter, whose warps are in true lockstep, as written, after the portable half, and after the device half for two
//! targets; every thread's result must agree. `HIPVK_RANDOM_KERNELS=N` tries N seeds (60 by default), from `HIPVK_RANDOM_START` on;
//! `HIPVK_RANDOM_SHOW=1` shows the program that failed.

mod budget;
mod generate;
mod memory;
mod own_values;
#[path = "../random_kernels/random.rs"]
mod random;
#[path = "../random_kernels/seeds.rs"]
mod seeds;
mod waits;

use spirv_gen::interp::{Fault, Launch, Machine};
use spirv_gen::ir::module::Module;
use spirv_gen::ir::parse::parse_module;
use spirv_gen::ir::print::print_module;
use spirv_gen::passes::warp::wide;
use spirv_gen::passes::{DeviceContext, LaunchShape, run_device};
use spirv_gen::{Options, Target, compile_bundle};

const WARP: u32 = 32;
/// Threads of a block whose last warp is not full.
const PARTIAL: u32 = 75;

#[test]
fn every_lane_sees_the_same_lanes_at_each_warp_operation_after_the_passes() {
    seeds::try_seeds(60, one);
}

#[test]
fn warps_are_the_same_inside_wider_subgroups() {
    for seed in 0..seeds::setting("HIPVK_RANDOM_KERNELS", 60) {
        let text = generate::kernel(seed, false);
        let mut module = parse_module(&text).expect("the generator writes IR");
        let size = size(seed);
        let expected = run(&module, size).expect("the generated program ends");
        for func in module.functions.values_mut() {
            wide::run(&mut module.ctx, func, WARP).expect("every operation has a form");
        }
        let actual = run_in(&module, size, 2 * WARP, u128::MAX);
        compare(&expected, &actual, "the pass", &text, &module).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
    }
}

#[test]
fn most_programs_have_lanes_that_end_up_different() {
    let differ = |seed: &u64| {
        let module = parse_module(&generate::kernel(*seed, false)).expect("the generator writes IR");
        let results = run(&module, size(*seed)).expect("the generated program ends");
        results.chunks(4).any(|r| r != &results[..4])
    };
    assert!((0..20).filter(differ).count() >= 15, "the programs would prove little");
}

#[test]
fn most_programs_of_whole_warps_are_packed() {
    // Between packed rows a shuffle is one of the subgroup's; otherwise it goes through memory. One is for the block's scratch slot.
    let packed = |seed: u64| print_module(&lowered(seed)).matches("@hip.shuffle(").count() > 1;
    let found = (0..40).map(packed).collect::<Vec<bool>>();
    let of = |which: fn(u64) -> bool| (0..40).filter(|&s| which(s as u64) && found[s]).count();
    assert!(of(generate::is_whole) >= 8, "{} of 20", of(generate::is_whole));
    assert!(of(|s| s % 4 == 1) >= 2, "{} of 10 where parted lanes talk", of(|s| s % 4 == 1));
    assert_eq!(of(|s| generate::threads(s) != 96), 0, "a last warp that is not full");
}

#[test]
fn most_programs_behind_bound_checks_are_packed_for_the_blocks_that_pass_whole() {
    let twice = |&seed: &u64| {
        let lowered = lowered(seed);
        // The vote of a block on its guards is the only one.
        let text = print_module(&lowered);
        text.contains("@hip.vote.all(") && text.matches("@hip.shuffle(").count() > 1
    };
    let seeds = (0..120).filter(|&s| generate::blocks(s) == 2 && generate::is_whole(s));
    let (all, packed) = (seeds.clone().count(), seeds.filter(twice).count());
    assert!(packed * 3 >= all, "{packed} of {all}");
}

#[test]
fn what_is_computed_again_keeps_operands_that_are_computed_again_elsewhere() {
    // %even outlives a shuffle in one arm, and %odd, of which it is made, one in the other.
    let text = "define amdgpu_kernel void @test(ptr addrspace(1) %out, ptr addrspace(1) %in) {
           %t = call i32 @hip.thread.linear()
           %at = getelementptr i32, ptr addrspace(1) %in, i32 %t
           %x = load i32, ptr addrspace(1) %at
           %odd = and i32 %t, 1
           %first = icmp ult i32 %t, 32
           br i1 %first, label %small, label %big
         small:
           %c = call i32 @hip.shuffle.xor(i32 %x, i32 4)
           %d = add i32 %c, %odd
           %e = call i32 @hip.shuffle.xor(i32 %d, i32 8)
           br label %join
         big:
           %even = icmp eq i32 %odd, 0
           %a = call i32 @hip.shuffle.xor(i32 %x, i32 1)
           %p = select i1 %even, i32 %a, i32 %x
           %b = call i32 @hip.shuffle.xor(i32 %p, i32 2)
           br label %join
         join:
           %r = phi i32 [ %e, %small ], [ %b, %big ]
           %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
           store i32 %r, ptr addrspace(1) %to
           ret void
         }";
    check(text, (1, PARTIAL)).unwrap_or_else(|e| panic!("{e}"));
}

/// The program of one seed behind the device half for lavapipe.
fn lowered(seed: u64) -> Module {
    let text = generate::kernel(seed, false);
    let bundle = compile_bundle(&text, &Options { warp_size: WARP }).expect("the generator writes IR");
    let kernel = bundle.kernel("test").expect("the bundle has the kernel");
    let mut lowered = kernel.module().expect("the bundle is whole");
    let shape = LaunchShape { block: [generate::threads(seed), 1, 1], dynamic_shared: 0 };
    let target = Target::lavapipe();
    run_device(&mut lowered, &DeviceContext { target: &target, shape, metadata: &kernel.metadata })
        .expect("it has a form");
    lowered
}

/// Checks the program of one seed.
fn one(seed: u64) -> Result<(), String> {
    check(&generate::kernel(seed, false), size(seed))
}

/// Blocks of a seed's program, and threads per block.
fn size(seed: u64) -> (u32, u32) {
    (generate::blocks(seed), generate::threads(seed))
}

/// Whether the program `text` means the same to as many blocks and threads after the portable half and after the device half for several targets.
fn check(text: &str, size: (u32, u32)) -> Result<(), String> {
    let module = parse_module(text).map_err(|e| format!("the generator wrote what is not IR: {e}\n{text}"))?;
    let expected = run(&module, size).map_err(|e| format!("the generated program fails: {e}\n{text}"))?;
    // What a lane leaves undefined is something else from here on.
    let run = |module: &Module| run_in(module, size, WARP, 0x5bd1_e995_1234_9e37_79b9_5bd1_e995_77a5);
    compare(&expected, &run(&module), "the bits of undefined values", text, &module)?;
    let bundle = compile_bundle(text, &Options { warp_size: WARP }).map_err(|e| format!("portable half: {e}"))?;
    let kernel = bundle.kernel("test").ok_or("the bundle lacks the kernel")?;
    let portable = kernel.module().map_err(|e| e.to_string())?;
    compare(&expected, &run(&portable), "the portable half", text, &portable)?;
    let narrow = Target { subgroup_size: 16, name: "16 lanes".into(), ..Target::baseline() };
    let far = Target { max_workgroup: 8, name: "no workgroup memory".into(), ..Target::nvidia() };
    let scalar = Target { scalar_loads: true, name: "scalar loads".into(), ..Target::lavapipe() };
    for target in [Target::baseline(), Target::nvidia(), Target::lavapipe(), scalar, narrow, far] {
        let shape = LaunchShape { block: [size.1, 1, 1], dynamic_shared: 0 };
        let mut lowered = portable.clone();
        let cx = DeviceContext { target: &target, shape, metadata: &kernel.metadata };
        run_device(&mut lowered, &cx).map_err(|e| format!("device half for {}: {e}", target.name))?;
        compare(&expected, &run(&lowered), &format!("the device half for {}", target.name), text, &lowered)?;
    }
    Ok(())
}

/// The results of all threads in warps of [`WARP`].
fn run(module: &Module, size: (u32, u32)) -> Result<Vec<u8>, Fault> {
    run_in(module, size, WARP, 0)
}

/// The results of all threads on hardware of `lanes`, where undefined values have bits of `undefined`.
fn run_in(module: &Module, (blocks, threads): (u32, u32), lanes: u32, undefined: u128) -> Result<Vec<u8>, Fault> {
    let size = u64::from(blocks * threads) * 4;
    let input: Vec<u8> =
        (0..blocks * threads).flat_map(|t| (t.wrapping_mul(0x9e37_79b9) ^ t << 7).to_le_bytes()).collect();
    let mut machine = Machine::new(module)?;
    machine.undefined = undefined;
    let (output_at, input_at) = (machine.device.allocate(size), machine.device.allocate(size));
    machine.device.bytes(input_at, size)?.copy_from_slice(&input);
    let kernel = module.function_named("test").ok_or_else(|| Fault::Malformed("no kernel 'test'".into()))?;
    let args = [output_at.to_le_bytes(), input_at.to_le_bytes()].concat();
    // Seed 205 takes more than the usual fuel: block fission goes round its nested loops for every set of lanes.
    let launch = Launch { args, warp_size: lanes, fuel: 60_000_000, ..Launch::new([blocks, 1, 1], [threads, 1, 1]) };
    machine.launch(kernel, &launch)?;
    Ok(machine.device.bytes(output_at, size)?.to_vec())
}

fn compare(
    expected: &[u8],
    actual: &Result<Vec<u8>, Fault>,
    stage: &str,
    text: &str,
    module: &Module,
) -> Result<(), String> {
    let what = match actual {
        Ok(actual) if actual == expected => return Ok(()),
        Ok(actual) => {
            let wrong = expected.chunks(4).zip(actual.chunks(4)).filter(|(a, b)| a != b).count();
            format!("changed the results of {wrong} of {} threads", expected.len() / 4)
        }
        Err(fault) => format!("made it fail: {fault}"),
    };
    let shown = if std::env::var_os("HIPVK_RANDOM_SHOW").is_some() {
        format!("\n; ---- written ----\n{text}\n; ---- became ----\n{}", print_module(module))
    } else {
        String::new()
    };
    Err(format!("{stage} {what}{shown}"))
}
