//! Arrays in device memory hold what they held where they were, whatever order threads run in, and as few of them move as will do.

use crate::interp::{Launch, Machine, Pace};
use crate::ir::module::Module;
use crate::passes::warp::fission::lowered::lowered;
use crate::target::{AtomicSupport, Target};

const THREADS: u32 = 64;
const BLOCKS: u32 = 5;

/// Each thread writes 100 words of its own, and one of a small array; then all meet but thread 5, and read their own again.
const KERNEL: &str = "define amdgpu_kernel void @k(ptr addrspace(1) %p) {
  %large = alloca [100 x i32], addrspace(5)
  %small = alloca [4 x i32], addrspace(5)
  %t = call i32 @hip.thread.linear()
  %b = call i32 @hip.block.id.x()
  %of = and i32 %t, 3
  %word = getelementptr [4 x i32], ptr addrspace(5) %small, i32 0, i32 %of
  store i32 %t, ptr addrspace(5) %word
  br label %write
write:
  %i = phi i32 [ 0, %0 ], [ %i1, %write ]
  %at = getelementptr [100 x i32], ptr addrspace(5) %large, i32 0, i32 %i
  %x = mul i32 %i, %t
  store i32 %x, ptr addrspace(5) %at
  %i1 = add i32 %i, 1
  %more = icmp ult i32 %i1, 100
  br i1 %more, label %write, label %written
written:
  %five = icmp eq i32 %t, 5
  br i1 %five, label %early, label %meet
early:
  ret void
meet:
  call void @hip.barrier()
  br label %read
read:
  %j = phi i32 [ 0, %meet ], [ %j1, %read ]
  %sum = phi i32 [ %b, %meet ], [ %sum1, %read ]
  %j.at = getelementptr [100 x i32], ptr addrspace(5) %large, i32 0, i32 %j
  %y = load i32, ptr addrspace(5) %j.at
  %sum1 = add i32 %sum, %y
  %j1 = add i32 %j, 1
  %go = icmp ult i32 %j1, 100
  br i1 %go, label %read, label %out
out:
  %z = load i32, ptr addrspace(5) %word
  %all = add i32 %sum1, %z
  %row = mul i32 %b, 64
  %place = add i32 %row, %t
  %to = getelementptr i32, ptr addrspace(1) %p, i32 %place
  store i32 %all, ptr addrspace(1) %to
  ret void
}";

fn made(max_private: Option<u32>) -> Module {
    lowered(KERNEL, THREADS, &Target { max_private, ..Target::nvidia() }).unwrap_or_else(|e| panic!("{e}"))
}

fn scratch(module: &Module) -> u32 {
    module.functions.values().map(|f| f.attrs.scratch).sum()
}

/// What the kernel leaves, a word a thread. There are two slots: a third block would search for ever.
fn run(module: &Module, pace: Pace) -> Vec<u32> {
    let mut machine = Machine::new(module).unwrap();
    let bytes = u64::from(THREADS * BLOCKS) * 4;
    let at = machine.device.allocate(bytes);
    let shape = Launch::new([BLOCKS, 1, 1], [THREADS, 1, 1]);
    let launch = Launch { args: at.to_le_bytes().to_vec(), warp_size: 32, pace, ..shape };
    machine.launch(module.function_named("k").unwrap(), &launch).unwrap();
    let left = machine.device.bytes(at, bytes).unwrap();
    left.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
}

#[test]
fn arrays_move_until_the_others_keep_to_the_limit() {
    assert_eq!(scratch(&made(None)), 0);
    assert_eq!(scratch(&made(Some(416))), 0, "both fit");
    assert_eq!(scratch(&made(Some(415))), 400 * THREADS, "the large one goes");
    assert_eq!(scratch(&made(Some(15))), 416 * THREADS);
}

#[test]
fn each_thread_keeps_its_own_and_each_block_gives_its_slot_back() {
    for (limit, pace) in [(415, Pace::InStep), (415, Pace::LowestFirst), (15, Pace::HighestFirst)] {
        let left = run(&made(Some(limit)), pace);
        for (n, word) in left.into_iter().enumerate() {
            let (block, thread) = (n as u32 / THREADS, n as u32 % THREADS);
            let expected = if thread == 5 { 0 } else { block + 4950 * thread + thread };
            assert_eq!(word, expected, "thread {thread} of block {block}");
        }
    }
}

/// Each thread adds to two words of others that lie in shared memory, one by an atomic; all meet in between.
const SHARED: &str = "@large = internal addrspace(3) global [3000 x i32] poison, align 16
@small = internal addrspace(3) global [64 x i32] poison, align 16
define amdgpu_kernel void @k(ptr addrspace(1) %p) {
  %t = call i32 @hip.thread.linear()
  %b = call i32 @hip.block.id.x()
  %own = getelementptr [3000 x i32], ptr addrspace(3) @large, i32 0, i32 %t
  store i32 %t, ptr addrspace(3) %own
  %own.small = getelementptr [64 x i32], ptr addrspace(3) @small, i32 0, i32 %t
  store i32 %b, ptr addrspace(3) %own.small
  fence syncscope(\"workgroup\") release
  call void @hip.barrier()
  fence syncscope(\"workgroup\") acquire
  %other = xor i32 %t, 37
  %at = getelementptr [3000 x i32], ptr addrspace(3) @large, i32 0, i32 %other
  %was = atomicrmw add ptr addrspace(3) %at, i32 1000 syncscope(\"workgroup\") monotonic
  fence syncscope(\"workgroup\") release
  call void @hip.barrier()
  fence syncscope(\"workgroup\") acquire
  %x = load i32, ptr addrspace(3) %own
  %at.small = getelementptr [64 x i32], ptr addrspace(3) @small, i32 0, i32 %other
  %y = load i32, ptr addrspace(3) %at.small
  %sum = add i32 %x, %y
  %row = mul i32 %b, 64
  %place = add i32 %row, %t
  %to = getelementptr i32, ptr addrspace(1) %p, i32 %place
  store i32 %sum, ptr addrspace(1) %to
  ret void
}";

fn made_with(max_workgroup: u32) -> Module {
    lowered(SHARED, THREADS, &Target { max_workgroup, ..Target::nvidia() }).unwrap_or_else(|e| panic!("{e}"))
}

fn check_shared(module: &Module, pace: Pace) {
    for (n, word) in run(module, pace).into_iter().enumerate() {
        let (block, thread) = (n as u32 / THREADS, n as u32 % THREADS);
        assert_eq!(word, 1000 + thread + block);
    }
}

#[test]
fn shared_arrays_with_long_atomics_go_where_the_device_has_these() {
    let long = SHARED
        .replace("[3000 x i32]", "[3000 x i64]")
        .replace(
            "store i32 %t, ptr addrspace(3) %own\n",
            "%long = zext i32 %t to i64\n  store i64 %long, ptr addrspace(3) %own\n",
        )
        .replace("%at, i32 1000", "%at, i64 1000")
        .replace(
            "%x = load i32, ptr addrspace(3) %own\n",
            "%loaded = load i64, ptr addrspace(3) %own\n  %x = trunc i64 %loaded to i32\n",
        );
    let intel =
        Target { shared_atomics: AtomicSupport { i64: false, ..Target::nvidia().shared_atomics }, ..Target::nvidia() };
    let module = lowered(&long, THREADS, &intel).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(scratch(&module), 24000, "the small one stays");
    check_shared(&module, Pace::InStep);
}

#[test]
fn as_little_shared_memory_moves_as_will_do() {
    assert_eq!(scratch(&made_with(12256)), 0, "both fit");
    assert_eq!(scratch(&made_with(12255)), 256, "the small one goes");
    assert_eq!(scratch(&made_with(12007)), 12032, "words for the slot's number are needed too: the large one goes");
    assert_eq!(scratch(&made_with(264)), 12032);
    assert_eq!(scratch(&made_with(263)), 12032 + 256);
}

#[test]
fn what_blocks_share_in_device_memory_they_see_as_in_their_own() {
    for (limit, pace) in [(264, Pace::InStep), (263, Pace::LowestFirst), (8, Pace::HighestFirst), (12255, Pace::InStep)]
    {
        check_shared(&made_with(limit), pace);
    }
}

#[test]
fn barriers_order_device_memory_where_shared_memory_lies_there() {
    let steps = |limit| {
        let module = made_with(limit);
        let func = &module.functions[module.function_named("k").unwrap()];
        crate::analysis::barrier_memory::device_barriers(&module, func).len()
    };
    assert_eq!(steps(12256), 0);
    assert!(steps(264) >= 2);
}

#[test]
fn more_than_there_can_be_is_an_error_by_name() {
    let large = KERNEL.replace("[100 x i32]", "[2000000 x i32]");
    let error = lowered(&large, THREADS, &Target::nvidia()).unwrap_err().to_string();
    assert!(error.contains("local arrays") && error.contains('k'), "{error}");
}
