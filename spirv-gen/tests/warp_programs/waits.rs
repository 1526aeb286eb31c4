//! Warps that wait for each other in loops, without barriers, on hardware that runs a block as one subgroup: each must get on, and see what it
//! waited for.
//!
//! The warps of a block hang together in a random order: each waits until the one before it in that order has set its flag, then works with
//! what that one left, lanes talking to each other, and sets its own. In which order threads are run otherwise must not matter. (The
//! interpreter runs one warp after the other, so the program as written would wait for ever there: it is compared with what it means.)

use std::fmt::Write;

use spirv_gen::passes::{DeviceContext, LaunchShape, run_device};
use spirv_gen::{Options, Target, compile_bundle};

use super::random::Rng;
use super::{WARP, run, seeds};

/// Warps of a block; the last may be short.
const WARPS: usize = 5;

#[test]
fn warps_that_wait_for_each_other_in_any_order_all_get_on() {
    seeds::try_seeds(24, |seed| {
        let mut rng = Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let order = shuffled(&mut rng);
        // Whole warps take turns as such, others thread by thread.
        let threads = if rng.below(2) == 0 { 4 * WARP + 11 } else { 5 * WARP };
        let text = program(&mut rng, &order);
        let bundle = compile_bundle(&text, &Options { warp_size: WARP }).map_err(|e| format!("{e}\n{text}"))?;
        let kernel = bundle.kernel("test").ok_or("the bundle lacks the kernel")?;
        let narrow = Target { subgroup_size: 16, cpu: true, name: "16 lanes".into(), ..Target::baseline() };
        for target in [Target::lavapipe(), narrow] {
            let mut lowered = kernel.module().map_err(|e| e.to_string())?;
            let shape = LaunchShape { block: [threads, 1, 1], dynamic_shared: 0 };
            let cx = DeviceContext { target: &target, shape, metadata: &kernel.metadata };
            run_device(&mut lowered, &cx).map_err(|e| format!("{}: {e}\n{text}", target.name))?;
            let result =
                run(&lowered, (1, threads)).map_err(|e| format!("{}: {e}, order {order:?}\n{text}", target.name))?;
            let words: Vec<u32> = result.chunks(4).map(|w| u32::from_le_bytes(w.try_into().expect("four"))).collect();
            if words != meant(&order, threads) {
                return Err(format!("{}: order {order:?} of {threads} threads gives {words:?}\n{text}", target.name));
            }
        }
        Ok(())
    });
}

fn shuffled(rng: &mut Rng) -> [usize; WARPS] {
    let mut order = std::array::from_fn(|i| i);
    (1..WARPS).for_each(|i| order.swap(i, rng.below(i + 1)));
    order
}

/// What every thread is to write: the sum that its warp's first lane gets, and its own number.
fn meant(order: &[usize; WARPS], threads: u32) -> Vec<u32> {
    let mut sums = [0u32; WARPS];
    let mut before = 1;
    for &warp in order {
        let first = warp as u32 * WARP;
        let there = (first..threads.min(first + WARP)).map(|t| t.wrapping_mul(7).wrapping_add(before));
        before = there.fold(0, u32::wrapping_add) | 1;
        sums[warp] = before;
    }
    (0..threads).map(|t| sums[(t / WARP) as usize].wrapping_add(t)).collect()
}

/// The kernel `test(ptr out, ptr in)`. Each warp's word in shared memory is 0 until it has got on.
fn program(rng: &mut Rng, order: &[usize; WARPS]) -> String {
    let mut text = format!(
        "@done = internal addrspace(3) global [{WARPS} x i32] undef, align 4
define amdgpu_kernel void @test(ptr addrspace(1) %out, ptr addrspace(1) %in) {{
  %t = call i32 @hip.thread.linear()
  %lane = and i32 %t, {mask}
  %warp = lshr i32 %t, 5
  %own = getelementptr [{WARPS} x i32], ptr addrspace(3) @done, i32 0, i32 %warp
  store i32 0, ptr addrspace(3) %own
  call void @hip.barrier()
",
        mask = WARP - 1
    );
    // Who comes before each warp; for the first, nobody.
    let _ = writeln!(text, "  %none = icmp eq i32 %warp, {}", order[0]);
    let mut before = "0".to_owned();
    for pair in order.windows(2) {
        let _ = writeln!(
            text,
            "  %is{1} = icmp eq i32 %warp, {1}\n  %b{1} = select i1 %is{1}, i32 {0}, i32 {before}",
            pair[0], pair[1]
        );
        before = format!("%b{}", pair[1]);
    }
    let _ = writeln!(text, "  %seen = getelementptr [{WARPS} x i32], ptr addrspace(3) @done, i32 0, i32 {before}");
    // One lane waits, or all do; a loop with its test first or last.
    let by_one = rng.below(2) == 0;
    let waits = if by_one { "%chosen" } else { "%others" };
    text += "  %others = xor i1 %none, 1\n  %at = icmp eq i32 %lane, 3\n  %chosen = and i1 %others, %at\n";
    let _ = writeln!(text, "  br i1 {waits}, label %wait, label %on");
    let look = match rng.below(3) {
        0 => "load volatile i32, ptr addrspace(3) %seen",
        1 => "load atomic i32, ptr addrspace(3) %seen syncscope(\"workgroup\") acquire, align 4",
        _ => "atomicrmw or ptr addrspace(3) %seen, i32 0 seq_cst",
    };
    let _ = writeln!(
        text,
        "wait:\n  %x = {look}\n  %still = icmp eq i32 %x, 0\n  br i1 %still, label %wait, label %on\non:"
    );
    text += "  %found = load i32, ptr addrspace(3) %seen
  %start = select i1 %none, i32 1, i32 %found
  %seven = mul i32 %t, 7
  %mine = add i32 %seven, %start
  br label %sum
sum:
  %d = phi i32 [ 16, %on ], [ %half, %sum ]
  %s = phi i32 [ %mine, %on ], [ %both, %sum ]
  %from = add i32 %lane, %d
  %active = call i64 @hip.active.mask()
  %far = zext i32 %from to i64
  %bits = lshr i64 %active, %far
  %there = trunc i64 %bits to i1
  %inside = icmp ult i32 %from, 32
  %takes = and i1 %there, %inside
  %other = call i32 @hip.shuffle.i32(i32 %s, i32 %from)
  %more = select i1 %takes, i32 %other, i32 0
  %both = add i32 %s, %more
  %half = lshr i32 %d, 1
  %go = icmp ne i32 %half, 0
  br i1 %go, label %sum, label %tell
tell:
  %total = or i32 %both, 1
  %first = icmp eq i32 %lane, 0
  br i1 %first, label %set, label %join
set:
  %was = atomicrmw xchg ptr addrspace(3) %own, i32 %total seq_cst
  br label %join
join:
";
    if rng.below(2) == 0 {
        text += "  call void @hip.barrier()\n";
    }
    text + "  %all = call i32 @hip.read.first.lane.i32(i32 %total)
  %r = add i32 %all, %t
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %r, ptr addrspace(1) %to
  ret void
}
"
}
