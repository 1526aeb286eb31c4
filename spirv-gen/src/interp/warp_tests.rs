//! How the lanes of a warp part, meet again and see each other.

use super::{Launch, Machine};
use crate::ir::parse::parse_module;

/// `body` ends with a branch to `end` and defines `%r`, which each thread stores: what the kernel leaves in a `u32` array, one word for each of `threads` threads in warps of `warp`.
fn run(body: &str, threads: u32, warp: u32) -> Vec<u32> {
    let text = format!(
        "@s = internal addrspace(3) global [64 x i32] poison, align 4\n\
         define amdgpu_kernel void @k(ptr addrspace(1) %out) {{\n\
         entry:\n  %t = call i32 @hip.thread.linear()\n  %l = call i32 @hip.lane.id()\n  {body}\n\
         end:\n  %g = getelementptr i32, ptr addrspace(1) %out, i32 %t\n  store i32 %r, ptr addrspace(1) %g\n  ret void\n}}"
    );
    let module = parse_module(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let mut machine = Machine::new(&module).unwrap();
    let out = machine.device.allocate(u64::from(threads) * 4);
    let launch = Launch { args: out.to_le_bytes().to_vec(), warp_size: warp, ..Launch::new([1; 3], [threads, 1, 1]) };
    machine.launch(module.function_named("k").unwrap(), &launch).unwrap();
    let bytes = machine.device.bytes(out, u64::from(threads) * 4).unwrap();
    bytes.chunks(4).map(|c| u32::from_le_bytes(c.try_into().unwrap())).collect()
}

#[test]
fn lanes_meet_behind_a_loop_that_they_leave_after_different_counts() {
    let body = "br label %loop
      loop:
        %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
        %n = phi i32 [ 0, %entry ], [ %n1, %loop ]
        %m = call i64 @hip.active.mask()
        %c = call i64 @llvm.ctpop.i64(i64 %m)
        %c32 = trunc i64 %c to i32
        %n1 = add i32 %n, %c32
        %i1 = add i32 %i, 1
        %more = icmp ule i32 %i1, %l
        br i1 %more, label %loop, label %after
      after:
        %b = call i64 @hip.ballot(i1 true)
        %b32 = trunc i64 %b to i32
        %b100 = mul i32 %b32, 100
        %r = add i32 %n1, %b100
        br label %end";
    // Lane l counts 4, 3, 2, 1 lanes in its first l + 1 rounds; the warp of two lanes 2, 1.
    assert_eq!(run(body, 6, 4), [1504, 1507, 1509, 1510, 302, 303]);
}

#[test]
fn lanes_meet_at_a_join_although_some_have_returned() {
    let body = "%odd = trunc i32 %l to i1
        br i1 %odd, label %inner, label %join
      inner:
        %gone = icmp eq i32 %l, 1
        br i1 %gone, label %out.now, label %join
      out.now:
        ret void
      join:
        %m = call i64 @hip.active.mask()
        %r = trunc i64 %m to i32
        br label %end";
    assert_eq!(run(body, 4, 4), [0b1101, 0, 0b1101, 0b1101]);
}

#[test]
fn code_on_the_way_out_of_a_loop_runs_once_for_all_lanes() {
    let body = "br label %loop
      loop:
        %i = phi i32 [ 0, %entry ], [ %i1, %again ]
        %done = icmp eq i32 %i, %l
        br i1 %done, label %exit, label %again
      exit:
        %m = call i64 @hip.active.mask()
        %r = trunc i64 %m to i32
        br label %end
      again:
        %i1 = add i32 %i, 1
        br label %loop";
    assert_eq!(run(body, 3, 4), [0b111; 3]);
}

#[test]
fn a_reduction_without_barriers_is_right_because_lanes_run_in_lockstep() {
    let step = |n: u32| {
        format!(
            "%o{n} = add i32 %l, {n}\n%w{n} = and i32 %o{n}, 7
             %p{n} = getelementptr i32, ptr addrspace(3) @s, i32 %w{n}
             %x{n} = load volatile i32, ptr addrspace(3) %p{n}
             %y{n} = load volatile i32, ptr addrspace(3) %mine
             %z{n} = add i32 %x{n}, %y{n}
             store volatile i32 %z{n}, ptr addrspace(3) %mine\n"
        )
    };
    let body = format!(
        "%mine = getelementptr i32, ptr addrspace(3) @s, i32 %l
         %v = add i32 %l, 1
         store volatile i32 %v, ptr addrspace(3) %mine
         {}{}{}%r = load volatile i32, ptr addrspace(3) %mine
         br label %end",
        step(4),
        step(2),
        step(1)
    );
    assert_eq!(run(&body, 8, 8), [36; 8]);
}

#[test]
fn a_shuffle_from_a_lane_that_is_not_there_gives_zero() {
    let body = "%low = icmp ult i32 %l, 2
        br i1 %low, label %some, label %others
      some:
        %next = add i32 %l, 1
        %v = add i32 %l, 10
        %a = call i32 @hip.shuffle.i32(i32 %v, i32 %next)
        br label %meet
      others:
        br label %meet
      meet:
        %r = phi i32 [ %a, %some ], [ 7, %others ]
        br label %end";
    assert_eq!(run(body, 4, 4), [11, 0, 7, 7]);
}

#[test]
fn a_barrier_in_one_branch_holds_the_whole_warp() {
    // Lanes of the first warp wait on both sides of a branch; the second warp writes before its one barrier.
    let body = "%second = icmp uge i32 %t, 2
        br i1 %second, label %writer, label %first
      first:
        %left = icmp eq i32 %l, 0
        br i1 %left, label %a, label %b
      a:
        call void @hip.barrier()
        br label %read
      b:
        call void @hip.barrier()
        br label %read
      read:
        %p = getelementptr i32, ptr addrspace(3) @s, i32 2
        %x = load i32, ptr addrspace(3) %p
        br label %meet
      writer:
        %q = getelementptr i32, ptr addrspace(3) @s, i32 %t
        store i32 5, ptr addrspace(3) %q
        call void @hip.barrier()
        br label %meet
      meet:
        %r = phi i32 [ %x, %read ], [ 1, %writer ]
        br label %end";
    assert_eq!(run(body, 4, 2), [5, 5, 1, 1]);
}
