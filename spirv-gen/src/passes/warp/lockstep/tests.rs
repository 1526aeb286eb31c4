//! Between which accesses lanes meet, on whose lanes.

use super::{Lanes, steps};
use crate::analysis::polling::polls;
use crate::ir::intrinsic::Intrinsic;
use crate::ir::parse::parse_module;

/// The meetings that the function with `body` needs. `%mine`, `%up` and `%down` are the addresses of elements in `@s`, `%any` that of one
/// that nobody can tell, `%g` one of device memory. `%byte.mine` and `%byte.down` are made of offsets in bytes.
fn found(body: &str, lanes: Lanes) -> Vec<Intrinsic> {
    found_among(body, lanes, false)
}

/// The same; with `all`, plain accesses count as volatile ones.
fn found_among(body: &str, lanes: Lanes, all: bool) -> Vec<Intrinsic> {
    let element =
        |name: &str, at: &str| format!("  %{name} = getelementptr [99 x i32], ptr addrspace(3) @s, i32 0, i32 {at}\n");
    let text = format!(
        "@s = internal addrspace(3) global [99 x i32] undef, align 4
@other = internal addrspace(3) global [99 x i32] undef, align 4
define void @f(i64 %g, i32 %n, i1 %c) {{
  %t = call i32 @hip.thread.linear()
  %t.up = add i32 %t, 16
  %t.down = add i32 %t, -1
  %bytes = shl i32 %t, 2
  %bytes.mine = lshr i32 %bytes, 2
  %bytes.before = add i32 %bytes, -4
  %bytes.down = lshr i32 %bytes.before, 2
  %bytes.odd = lshr i32 %bytes, 1
{}{}{}{}{}{}{}{}{body}
  ret void
}}",
        element("mine", "%t"),
        element("up", "%t.up"),
        element("down", "%t.down"),
        element("any", "%n"),
        element("byte.mine", "%bytes.mine"),
        element("byte.down", "%bytes.down"),
        element("byte.odd", "%bytes.odd"),
        element("elsewhere", "%n").replace("@s", "@other"),
    );
    let module = parse_module(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let func = module.functions.values().next().unwrap();
    let polls = polls(&module.ctx, func);
    let mut found: Vec<_> = steps(&module.ctx, func, (32, lanes), (&polls, all)).into_values().collect();
    found.sort_by_key(|id| id.name());
    found
}

/// How many meetings accesses one after the other need: "load up", "store volatile mine", "add any", "fence".
fn needed(accesses: &[&str], lanes: Lanes) -> usize {
    let line = |(n, access): (usize, &&str)| {
        let (what, place) = access.rsplit_once(' ').unwrap_or((access, ""));
        let at = format!("ptr addrspace(3) %{place}");
        match what.split_once(' ').unwrap_or((what, "")) {
            ("load", how) => format!("  %x{n} = load {how} i32, {at}\n"),
            ("store", how) => format!("  store {how} i32 %t, {at}\n"),
            ("add", _) => format!("  %x{n} = atomicrmw add {at}, i32 1 monotonic\n"),
            _ => format!("  {access} syncscope(\"workgroup\") seq_cst\n"),
        }
    };
    found(&accesses.iter().enumerate().map(line).collect::<String>(), lanes).len()
}

const ALL: [Lanes; 3] = [Lanes::InStep, Lanes::Apart, Lanes::InTurn];

#[test]
fn plain_steps_are_where_the_order_of_threads_would_show() {
    for lanes in ALL {
        assert_eq!(needed(&["store mine", "load up"], lanes), 1, "another thread's new value");
        assert_eq!(needed(&["store mine", "load down"], lanes), 1);
        assert_eq!(needed(&["load down", "store mine"], lanes), 1, "another thread's old value, gone by then");
        assert_eq!(needed(&["store mine", "load mine"], lanes), 0);
        assert_eq!(needed(&["load up", "load down"], lanes), 0);
        assert_eq!(needed(&["store any", "load mine"], lanes), 0, "a race that nobody speaks of");
    }
    for lanes in ALL {
        assert_eq!(needed(&["store byte.mine", "load byte.down"], lanes), 1, "as pointers that are compared");
        assert_eq!(needed(&["load byte.down", "store byte.mine"], lanes), 1);
        assert_eq!(needed(&["store byte.mine", "load byte.mine"], lanes), 0);
        assert_eq!(needed(&["store byte.odd", "load byte.down"], lanes), 0, "no index of a thread");
    }
    assert_eq!(needed(&["load up", "store mine"], Lanes::InTurn), 0, "that thread has yet to run");
    assert_eq!(needed(&["load up", "store mine"], Lanes::Apart), 1, "unless it has run ahead");
}

#[test]
fn volatile_accesses_are_steps_where_one_writes_unless_all_are_of_the_own_element() {
    for (accesses, expected) in [
        (["store volatile any", "load volatile any"], 1),
        (["load volatile any", "store volatile any"], 1),
        (["store volatile mine", "store volatile up"], 1),
        (["load volatile up", "load volatile any"], 0),
        (["store volatile mine", "load volatile mine"], 0),
        (["store volatile any", "store volatile any"], 0), // the second value is what stays, whoever stores it
        (["store volatile any", "load volatile elsewhere"], 0),
        (["store volatile any", "load mine"], 1),
        (["store mine", "load volatile up"], 1),
    ] {
        assert_eq!(needed(&accesses, Lanes::Apart), expected, "{accesses:?}");
        assert_eq!(needed(&accesses, Lanes::InTurn), expected, "{accesses:?}");
    }
    assert_eq!(needed(&["store volatile any", "load volatile any"], Lanes::InStep), 0, "AMD's do that by themselves");
}

#[test]
fn a_fence_makes_what_stands_before_it_count() {
    assert_eq!(needed(&["store mine", "fence", "load any"], Lanes::Apart), 1);
    assert_eq!(needed(&["store mine", "load any"], Lanes::Apart), 0);
    assert_eq!(needed(&["store mine", "fence", "load mine"], Lanes::Apart), 0);
    // Behind it the whole variable is as volatile: lanes must have read before others write again.
    assert_eq!(needed(&["store mine", "fence", "load any", "store mine"], Lanes::InTurn), 2);
}

#[test]
fn an_atomic_operation_is_a_step_with_other_accesses_but_not_with_its_like() {
    for lanes in [Lanes::Apart, Lanes::InTurn] {
        assert_eq!(needed(&["add any", "load mine"], lanes), 1);
        assert_eq!(needed(&["store mine", "add any"], lanes), 1);
        assert_eq!(needed(&["add any", "add up"], lanes), 0);
        assert_eq!(needed(&["load any", "add any"], lanes), 0, "looked up, then counted");
        assert_eq!(needed(&["load volatile any", "add any"], lanes), 1);
        assert_eq!(needed(&["add any", "load elsewhere"], lanes), 0);
    }
}

#[test]
fn a_loop_steps_into_its_next_round() {
    let scan = "  br label %again
again:
  %x = load volatile i32, ptr addrspace(3) %any
  store volatile i32 %x, ptr addrspace(3) %mine
  br i1 %c, label %again, label %out
out:";
    assert_eq!(found(scan, Lanes::Apart).len(), 2);
    let table = "  br label %again
again:
  %x = load i32, ptr addrspace(3) %any
  %y = cmpxchg ptr addrspace(3) %any, i32 %x, i32 1 monotonic monotonic
  br i1 %c, label %again, label %out
out:";
    assert_eq!(found(table, Lanes::Apart), []);
    let counted = table.replace("%x = load i32", "%x = load volatile i32");
    assert_eq!(found(&counted, Lanes::Apart).len(), 2, "it counts in the first round, so in the next ones too");
}

#[test]
fn device_memory_counts_where_it_is_volatile_and_asks_for_a_barrier_that_orders_it() {
    let device = |how: &str| format!("  store {how} i32 %t, i64 %g\n  %x = load {how} i32, i64 %g\n");
    assert_eq!(found(&device("volatile"), Lanes::Apart), [Intrinsic::WarpBarrier]);
    assert_eq!(found(&device(""), Lanes::Apart), []);
}

#[test]
fn who_holds_a_lock_meets_nobody_in_turn() {
    let body = "  br label %again
again:
  %old = cmpxchg i64 %g, i32 0, i32 1 monotonic monotonic
  %got = extractvalue { i32, i1 } %old, 1
  br i1 %got, label %mine, label %next
mine:
  %x = load volatile i32, i64 %g
  store volatile i32 %x, i64 %g
  %free = atomicrmw xchg i64 %g, i32 0 monotonic
  br label %next
next:
  %go = phi i1 [ 0, %mine ], [ 1, %again ]
  br i1 %go, label %again, label %out
out:";
    assert_eq!(found(body, Lanes::InTurn), []);
    assert_eq!(found(body, Lanes::Apart), [Intrinsic::WarpBarrier; 2]);
}

#[test]
fn lanes_that_have_met_need_not_meet_again() {
    let between = |what: &str| {
        let body = format!(
            "  store volatile i32 %t, ptr addrspace(3) %mine\n{what}  %x = load volatile i32, ptr addrspace(3) %up\n"
        );
        found(&body, Lanes::Apart).len()
    };
    assert_eq!(between("  call void @hip.barrier()\n"), 0);
    assert_eq!(between("  call void @hip.warp.barrier()\n"), 0);
    assert_eq!(between(""), 1);
}

/// The lines of volatile accesses: "store mine" or "load any".
fn volatile(accesses: &[&str]) -> String {
    let line = |access: &&str| match access.split_once(' ') {
        Some(("store", place)) => format!("  store volatile i32 %t, ptr addrspace(3) %{place}\n"),
        Some((_, place)) => format!("  load volatile i32, ptr addrspace(3) %{place}\n"),
        None => format!("  call void @hip.{access}()\n"),
    };
    accesses.iter().map(line).collect()
}

/// How many meetings a loop with `inside` and what stands `behind` it need, if lanes leave it on `cond`.
fn looped(inside: &[&str], behind: &[&str], cond: &str, lanes: Lanes) -> usize {
    let body = format!(
        "  %parts = icmp ult i32 %t, 5
  br label %again
again:
{}  br i1 %{cond}, label %again, label %out
out:
{}",
        volatile(inside),
        volatile(behind)
    );
    found(&body, lanes).len()
}

#[test]
fn who_leaves_a_loop_meets_those_who_go_on_before_it_sees_what_they_have_yet_to_do() {
    for lanes in [Lanes::Apart, Lanes::InTurn] {
        let inside = ["store any", "load mine"];
        assert_eq!(looped(&inside, &[], "parts", lanes), 2, "between the accesses, and between the rounds");
        assert_eq!(looped(&inside, &["load mine"], "parts", lanes), 3);
        assert_eq!(looped(&inside, &["load mine"], "c", lanes), 2, "all lanes leave together");
        assert_eq!(looped(&inside, &["barrier", "load mine"], "parts", lanes), 2, "all have come to the barrier");
        let synchronised = ["store any", "barrier", "load mine", "barrier"];
        assert_eq!(looped(&synchronised, &["load mine"], "parts", lanes), 0, "a barrier for all: they leave together");
    }
    assert_eq!(looped(&["store any", "load mine"], &["load mine"], "parts", Lanes::InStep), 0);
}

#[test]
fn a_plain_load_in_another_lanes_next_round_comes_before_the_store_behind_the_loop() {
    let body = "  %parts = icmp ult i32 %t, 5
  br label %again
again:
  %x = load i32, ptr addrspace(3) %up
  call void @hip.warp.barrier()
  br i1 %parts, label %again, label %out
out:
  store i32 %x, ptr addrspace(3) %mine";
    assert_eq!(found(body, Lanes::InTurn).len(), 1);
    assert_eq!(found(&body.replace("%up", "%mine"), Lanes::InTurn).len(), 0);
}

#[test]
fn ways_that_come_together_early_are_joins_too() {
    // Lanes of `a` and `b` come to `both`, those of `a` also straight to `out`.
    let body = |joined: &[&str]| {
        format!(
            "  %parts = icmp ult i32 %t, 5
  br i1 %parts, label %a, label %b
a:
{}  br i1 %c, label %both, label %out
b:
  br label %both
both:
{}  br label %out
out:",
            volatile(&["store any", "load mine"]),
            volatile(joined)
        )
    };
    for lanes in [Lanes::Apart, Lanes::InTurn] {
        assert_eq!(found(&body(&[]), lanes).len(), 1);
        assert_eq!(found(&body(&["load mine"]), lanes).len(), 2);
        assert_eq!(found(&body(&["load elsewhere"]), lanes).len(), 1);
    }
}

#[test]
fn a_word_that_all_lanes_clear_and_some_set_is_cleared_by_all_before() {
    let body = "  %parts = icmp ult i32 %t, 5
  store volatile i32 0, ptr addrspace(3) %any
  br i1 %parts, label %set, label %out
set:
  store volatile i32 1, ptr addrspace(3) %any
  br label %out
out:
  %x = load volatile i32, ptr addrspace(3) %any";
    for lanes in [Lanes::Apart, Lanes::InTurn] {
        assert_eq!(found(body, lanes).len(), 2, "before some set it, and before all look");
    }
}

#[test]
fn an_index_with_a_mask_that_no_array_reaches_is_the_same_index() {
    let body = "  %masked = and i32 %t.down, 1073741823
  %before = getelementptr [99 x i32], ptr addrspace(3) @s, i32 0, i32 %masked
  store i32 %t, ptr addrspace(3) %mine
  %x = load i32, ptr addrspace(3) %before";
    ALL.iter().for_each(|&lanes| assert_eq!(found(body, lanes).len(), 1));
    ALL.iter().for_each(|&lanes| {
        assert_eq!(found(&body.replace("1073741823", "63"), lanes).len(), 0, "but not within an array")
    });
}

#[test]
fn words_of_the_own_element_are_no_other_threads() {
    let body = |offset: i32| {
        format!(
            "  %pair = shl i32 %t, 1
  %second = add i32 %pair, {offset}
  %a = getelementptr [99 x i32], ptr addrspace(3) @s, i32 0, i32 %pair
  %b = getelementptr [99 x i32], ptr addrspace(3) @s, i32 0, i32 %second
  store i32 %t, ptr addrspace(3) %a
  %x = load i32, ptr addrspace(3) %b"
        )
    };
    for (offset, meetings) in [(1, 0), (2, 1), (-2, 1), (3, 0), (64, 0)] {
        ALL.iter().for_each(|&lanes| assert_eq!(found(&body(offset), lanes).len(), meetings, "{offset}"));
    }
}

/// A reduction's rounds: `s[t] += s[t + d]` for `d` from 1, `next` by round, and what stands at its `end`.
fn rounds(next: &str, end: &str) -> String {
    format!(
        "  store i32 %t, ptr addrspace(3) %mine
  br label %again
again:
  %d = phi i32 [ 1, %b0 ], [ %next, %join ]
  %limit = sub i32 32, %d
  %adds = icmp ult i32 %t, %limit
  %next = {next}
  br i1 %adds, label %add, label %join
add:
  %t.d = add i32 %t, %d
  %other = getelementptr [99 x i32], ptr addrspace(3) @s, i32 0, i32 %t.d
  %x = load i32, ptr addrspace(3) %other
  store i32 %x, ptr addrspace(3) %mine
  br label %join
join:
{end}  %more = icmp slt i32 %next, 32
  br i1 %more, label %again, label %out
out:"
    )
    .replace("%b0", "%0")
}

#[test]
fn rounds_of_a_loop_that_read_what_the_ones_before_stored_are_steps() {
    let doubled = "shl nsw i32 %d, 1";
    assert_eq!(found(&rounds(doubled, ""), Lanes::InStep).len(), 1);
    for lanes in [Lanes::Apart, Lanes::InTurn] {
        assert_eq!(
            found(&rounds(doubled, ""), lanes).len(),
            2,
            "before what others stored, and before they lose what they stored"
        );
        let barriers = rounds(doubled, "  call void @hip.barrier()\n");
        let behind_start = barriers.replace("  br label %again", "  call void @hip.barrier()\n  br label %again");
        assert_eq!(found(&behind_start, lanes).len(), 0, "a reduction with barriers");
        assert_eq!(found(&rounds("add i32 %d, 32", "").replace("[ 1,", "[ 0,"), lanes).len(), 2, "where nobody knows");
        let whole_warps =
            rounds(doubled, "").replace("%t.d = add i32 %t, %d", "%w = shl i32 %d, 5\n  %t.d = add i32 %t, %w");
        assert_eq!(found(&whole_warps, lanes).len(), 0, "other warps' elements");
    }
}

#[test]
fn the_first_lanes_element_is_read_behind_the_own_ones_store() {
    let body = "  %lane = and i32 %t, 31
  %first = sub i32 %t, %lane
  %at = getelementptr [99 x i32], ptr addrspace(3) @s, i32 0, i32 %first
  store i32 %t, ptr addrspace(3) %mine
  %x = load i32, ptr addrspace(3) %at";
    for body in [body.to_owned(), body.replace("sub i32 %t, %lane", "and i32 %t, 4294967264")] {
        ALL.iter().for_each(|&lanes| assert_eq!(found(&body, lanes).len(), 1));
    }
}

#[test]
fn all_accesses_count_where_that_is_asked_for() {
    let passed_on = "  store i32 %t, ptr addrspace(3) %any\n  %x = load i32, ptr addrspace(3) %mine\n";
    let on_the_device = "  store i32 %t, i64 %g\n  %x = load i32, i64 %g\n";
    let own = "  store i32 %t, ptr addrspace(3) %mine\n  %x = load i32, ptr addrspace(3) %mine\n";
    for lanes in [Lanes::Apart, Lanes::InTurn] {
        assert!(found(passed_on, lanes).is_empty() && found(on_the_device, lanes).is_empty());
        assert_eq!(found_among(passed_on, lanes, true), [Intrinsic::WarpStep]);
        assert_eq!(found_among(on_the_device, lanes, true), [Intrinsic::WarpBarrier]);
        assert!(found_among(own, lanes, true).is_empty());
    }
}
