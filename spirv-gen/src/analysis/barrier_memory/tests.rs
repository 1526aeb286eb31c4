//! Which of a kernel's barriers order device memory.

use super::device_barriers;
use crate::ir::parse::parse_module;

const BARRIER: &str = "fence syncscope(\"workgroup\") release
    call void @hip.barrier()
    fence syncscope(\"workgroup\") acquire";

/// For each barrier of the kernel, in order of the text: whether it orders device memory. `SYNC` stands for a barrier, `%in`,
/// `%out` for addresses, `%s` for a place in shared memory, `%p` for one in private memory.
fn ordered(body: &str) -> Vec<bool> {
    let text = format!(
        "@hip.shared.0 = external addrspace(3) global [64 x i32]\n\
         @hip.private.0 = external addrspace(5) global [4 x i32]\n\
         define amdgpu_kernel void @k() {{\n\
         entry:\n\
         %t = call i32 @hip.thread.linear()\n\
         %in = call i64 @hip.param(i32 0)\n\
         %out = call i64 @hip.param(i32 8)\n\
         %n = call i32 @hip.param(i32 16)\n\
         %s = getelementptr [64 x i32], ptr addrspace(3) @hip.shared.0, i32 0, i32 %t\n\
         %p = getelementptr [4 x i32], ptr addrspace(5) @hip.private.0, i32 0, i32 1\n\
         {}\n\
         ret void\n\
         }}\n",
        body.replace("SYNC", BARRIER)
    );
    let module = parse_module(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let func = module.functions.values().find(|f| f.is_kernel).expect("a kernel");
    let found = device_barriers(&module, func);
    let barriers = func.linked_insts().map(|(_, i)| i);
    let barriers = barriers.filter(|&i| func.op(i).is_barrier());
    barriers.map(|i| found.contains(&i)).collect()
}

#[test]
fn input_that_went_to_shared_memory_and_output_at_the_end_need_no_order() {
    let body = "%x = load i32, i64 %in, align 4
        %y = add i32 %x, 1
        store i32 %y, ptr addrspace(3) %s, align 4
        SYNC
        %z = load i32, ptr addrspace(3) %s, align 4
        store i32 %z, i64 %out, align 4";
    assert_eq!(ordered(body), [false]);
}

#[test]
fn a_value_loaded_before_and_stored_after_needs_order() {
    // Each thread gives its element to another's place: `v = a[t]; __syncthreads(); a[63 - t] = v`.
    let body = "%x = load i32, i64 %in, align 4
        SYNC
        store i32 %x, i64 %out, align 4";
    assert_eq!(ordered(body), [true]);
    let through_private = "%x = load i32, i64 %in, align 4
        store i32 %x, ptr addrspace(5) %p, align 4
        SYNC
        %y = load i32, ptr addrspace(5) %p, align 4
        store i32 %y, i64 %out, align 4";
    assert_eq!(ordered(through_private), [true]);
    let as_address = "%x = load i64, i64 %in, align 8
        SYNC
        store i32 1, i64 %x, align 4";
    assert_eq!(ordered(as_address), [true]);
    let as_private_index = "%x = load i32, i64 %in, align 4
        %q = getelementptr [4 x i32], ptr addrspace(5) @hip.private.0, i32 0, i32 %x
        %y = load i32, ptr addrspace(5) %q, align 4
        SYNC
        store i32 %y, i64 %out, align 4";
    assert_eq!(ordered(as_private_index), [true]);
    let as_place_of_a_private_store = "%x = load i32, i64 %in, align 4
        %q = getelementptr [4 x i32], ptr addrspace(5) @hip.private.0, i32 0, i32 %x
        store i32 1, ptr addrspace(5) %q, align 4
        SYNC
        %y = load i32, ptr addrspace(5) %p, align 4
        store i32 %y, i64 %out, align 4";
    assert_eq!(ordered(as_place_of_a_private_store), [true]);
}

#[test]
fn what_one_thread_writes_and_another_reads_needs_order_once() {
    let body = "store i32 %t, i64 %out, align 4
        SYNC
        SYNC
        %x = load i32, i64 %in, align 4
        store i32 %x, ptr addrspace(3) %s, align 4";
    assert_eq!(ordered(body), [true, false]);
}

#[test]
fn a_write_that_nothing_follows_needs_no_order() {
    assert_eq!(ordered("store i32 %t, i64 %out, align 4\nSYNC"), [false]);
}

#[test]
fn reading_alone_needs_no_order_unless_it_waits_for_others() {
    let plain = "%x = load i32, i64 %in, align 4
        SYNC
        %y = load i32, i64 %out, align 4
        %z = add i32 %x, %y
        store i32 %z, ptr addrspace(3) %s, align 4";
    assert_eq!(ordered(plain), [false]);
    let flag = "%x = load atomic i32, i64 %in syncscope(\"agent\") acquire, align 4
        SYNC
        %y = load i32, i64 %out, align 4
        store i32 %y, ptr addrspace(3) %s, align 4";
    assert_eq!(ordered(flag), [true]);
    let fenced = "%x = load i32, i64 %in, align 4
        fence syncscope(\"agent\") acquire
        SYNC
        %y = load i32, i64 %out, align 4
        store i32 %y, ptr addrspace(3) %s, align 4";
    assert_eq!(ordered(fenced), [true]);
}

/// The tiles of a matrix product: loads to shared memory, barrier, sums, barrier, again.
#[test]
fn a_tiled_product_orders_shared_memory_alone() {
    let body = "br label %loop
        loop:
        %i = phi i32 [ 0, %entry ], [ %next, %loop ]
        %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
        %x = load i32, i64 %in, align 4
        store i32 %x, ptr addrspace(3) %s, align 4
        SYNC
        %y = load i32, ptr addrspace(3) %s, align 4
        %more = add i32 %sum, %y
        SYNC
        %next = add i32 %i, 1
        %go = icmp ult i32 %next, %n
        br i1 %go, label %loop, label %done
        done:
        store i32 %more, i64 %out, align 4";
    assert_eq!(ordered(body), [false, false]);
}

#[test]
fn a_write_comes_round_the_loop_to_the_barrier_before_it() {
    let body = "br label %loop
        loop:
        %i = phi i32 [ 0, %entry ], [ %next, %loop ]
        %x = load i32, i64 %in, align 4
        store i32 %x, ptr addrspace(3) %s, align 4
        SYNC
        %y = load i32, ptr addrspace(3) %s, align 4
        store i32 %y, i64 %out, align 4
        %next = add i32 %i, 1
        %go = icmp ult i32 %next, %n
        br i1 %go, label %loop, label %done
        done:";
    assert_eq!(ordered(body), [true]);
}

#[test]
fn a_sum_that_carries_loads_across_iterations_needs_order() {
    let body = "br label %loop
        loop:
        %i = phi i32 [ 0, %entry ], [ %next, %loop ]
        %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
        %x = load i32, i64 %in, align 4
        %more = add i32 %sum, %x
        SYNC
        %next = add i32 %i, 1
        %go = icmp ult i32 %next, %n
        br i1 %go, label %loop, label %done
        done:
        store i32 %more, i64 %out, align 4";
    assert_eq!(ordered(body), [true]);
}

#[test]
fn the_next_round_of_a_loop_is_seen_past_barriers_that_are_decided_later() {
    // The write comes round to the first barrier; when that is decided, nothing unordered comes to the second.
    let body = "br label %loop
        loop:
        %i = phi i32 [ 0, %entry ], [ %next, %loop ]
        SYNC
        %x = load i32, i64 %in, align 4
        store i32 %x, ptr addrspace(3) %s, align 4
        SYNC
        store i32 %i, i64 %out, align 4
        %next = add i32 %i, 1
        %go = icmp ult i32 %next, %n
        br i1 %go, label %loop, label %done
        done:";
    assert_eq!(ordered(body), [true, false]);
}

#[test]
fn each_of_many_writes_that_are_read_needs_its_order() {
    let step = "store i32 %t, i64 %out, align 4
        SYNC
        SYNC
";
    assert_eq!(
        ordered(&step.repeat(40)),
        [[true, false]; 39].concat().into_iter().chain([false, false]).collect::<Vec<_>>()
    );
}

/// `next = in[0]; for (...) { __syncthreads(); s[t] = next; __syncthreads(); next = in[i]; sum += s[..]; } out[t] = sum`
#[test]
fn what_is_fetched_ahead_in_a_loop_needs_no_order_for_what_is_written_behind_it() {
    let body = |inside: &str| {
        format!(
            "%first = load i32, i64 %in, align 4
            br label %loop
            loop:
            %next = phi i32 [ %first, %entry ], [ %ahead, %loop ]
            %i = phi i32 [ 0, %entry ], [ %more, %loop ]
            %sum = phi i32 [ 0, %entry ], [ %total, %loop ]
            SYNC
            store i32 %next, ptr addrspace(3) %s, align 4
            SYNC
            %ahead = load i32, i64 %in, align 4
            %x = load i32, ptr addrspace(3) %s, align 4
            %total = add i32 %sum, %x
            {inside}
            %more = add i32 %i, 1
            %done = icmp eq i32 %more, %n
            br i1 %done, label %exit, label %loop
            exit:
            store i32 %total, i64 %out, align 4"
        )
    };
    assert_eq!(ordered(&body("")), [false, false]);
    // A write in each round: what the next round has fetched may still be outstanding when another thread writes.
    assert_eq!(ordered(&body("store i32 %total, i64 %out, align 4")), [true, false]);
    // Outstanding behind the last barrier before the write, too.
    let behind = body("").replace("exit:", "exit:\nSYNC").replace("store i32 %total, i64", "store i32 %ahead, i64");
    assert_eq!(ordered(&behind), [false, false, true]);
}
