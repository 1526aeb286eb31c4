//! The trace in a file (`HIPVK_TRACE=FILE`): a program with two streams, whose launches, bytes and order are known, writes one, and every event
//! is looked at. Times of kernels are compared with the calls around them and with hipEventElapsedTime.
//!
//! Needs hipcc and the library beside this test: `cargo build --workspace --lib --bins`.

use hipvk_tests::places::target;
use hipvk_tests::programs;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::OnceLock;

/// What two clocks may differ by when one is told in terms of the other, and then rounded, in us.
const CLOCKS: f64 = 50.0;
/// The other program.
const MARKED: &str = "marked";
const BYTES: u64 = (1 << 16) * 4;

/// Runs a program in a certain way, with `HIPVK_TRACE`. All ways but one are ends of the program `traced`.
fn run(way: &str, trace: &str, more: &[(&str, &str)]) -> Output {
    static PROGRAMS: [OnceLock<PathBuf>; 2] = [OnceLock::new(), OnceLock::new()];
    let name = if way == MARKED { MARKED } else { "traced" };
    let make = || programs::traced(name).compiled().unwrap_or_else(|e| panic!("{e}"));
    Command::new(PROGRAMS[usize::from(way == MARKED)].get_or_init(make))
        .arg(way)
        .env("HIPVK_TRACE", trace)
        .env("HIPVK_CACHE_DIR", target().join("trace/cache"))
        .envs(more.iter().copied())
        .output()
        .expect("the program was just built")
}

/// The events that a run left in the file. They are whole JSON whatever the end was.
fn traced(end: &str, more: &[(&str, &str)]) -> (Vec<Value>, Output) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("trace.json");
    let output = run(end, path.to_str().expect("a path of text"), more);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("no trace of '{end}': {e}\n{output:?}"));
    let events = serde_json::from_str(&text).unwrap_or_else(|e| panic!("the trace of '{end}': {e}"));
    (events, output)
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("RESULT right"), "{output:?}");
    text
}

fn text<'a>(event: &'a Value, key: &str) -> &'a str {
    event[key].as_str().unwrap_or_default()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn of_phase<'a>(events: &'a [Value], phase: &str) -> Vec<&'a Value> {
    events.iter().filter(|event| text(event, "ph") == phase).collect()
}

/// A slice: where, from when to when, what.
#[derive(Debug, Clone)]
struct Slice<'a> {
    thread: (u64, u64),
    from: f64,
    to: f64,
    event: &'a Value,
}

fn thread(event: &Value) -> (u64, u64) {
    let number = |key: &str| event[key].as_u64().unwrap_or_else(|| panic!("{event} has no {key}"));
    (number("pid"), number("tid"))
}

/// What devices did, by the time it began.
fn operations(events: &[Value]) -> Vec<Slice<'_>> {
    let slices = of_phase(events, "X").into_iter().map(|event| {
        let from = number(&event["ts"]);
        Slice { thread: thread(event), from, to: from + number(&event["dur"]), event }
    });
    let mut slices: Vec<_> = slices.collect();
    slices.sort_by(|a, b| a.from.total_cmp(&b.from));
    slices
}

/// The calls of each thread, each with its end.
fn calls(events: &[Value]) -> Vec<Slice<'_>> {
    let mut open: BTreeMap<(u64, u64), Vec<&Value>> = BTreeMap::new();
    let mut calls = Vec::new();
    for event in events {
        let under_way = open.entry(thread(event)).or_default();
        match text(event, "ph") {
            "B" => under_way.push(event),
            "E" => {
                let begun = under_way.pop().unwrap_or_else(|| panic!("{event} ends nothing"));
                let (from, to) = (number(&begun["ts"]), number(&event["ts"]));
                assert!(from <= to, "{begun} {event}");
                calls.push(Slice { thread: thread(event), from, to, event: begun });
            }
            _ => {}
        }
    }
    let left: Vec<_> = open.into_values().flatten().collect();
    assert!(left.is_empty(), "calls without an end: {left:?}");
    calls
}

fn named<'a, 'b>(slices: &'b [Slice<'a>], name: &str) -> Vec<&'b Slice<'a>> {
    slices.iter().filter(|slice| text(slice.event, "name").contains(name)).collect()
}

#[test]
fn every_operation_is_there_once_with_what_it_did() {
    let (events, output) = traced("return", &[]);
    stdout(&output);
    let operations = operations(&events);
    let long = named(&operations, "long_sum");
    assert_eq!((long.len(), named(&operations, "short_one").len()), (11, 700));
    for kernel in long {
        assert_eq!(
            (text(kernel.event, "name"), text(&kernel.event["args"], "kernel")),
            ("long_sum", "_Z8long_sumPiii")
        );
        assert_eq!(kernel.event["args"]["grid"], serde_json::json!([256, 1, 1]));
        assert_eq!(kernel.event["args"]["block"], serde_json::json!([256, 1, 1]));
    }
    let bytes = |name: &str| -> Vec<u64> {
        named(&operations, name).iter().map(|slice| slice.event["args"]["bytes"].as_u64().expect("bytes")).collect()
    };
    assert_eq!(bytes("copy host to device"), [BYTES, BYTES]);
    assert_eq!(bytes("copy device to host"), [BYTES, BYTES]);
    assert_eq!(bytes("fill"), [BYTES / 2]);
    assert_eq!(named(&operations, "host function").len(), 1);
    let graphs: Vec<_> = named(&operations, "graph").iter().map(|slice| &slice.event["args"]["nodes"]).collect();
    assert_eq!(graphs, [10, 10, 10]);
    let (null, _) = traced("return", &[("HIPVK_NULL_KERNELS", "1")]);
    assert!(self::operations(&null).iter().all(|slice| text(slice.event, "cat") != "kernel"), "no kernel ran");
}

#[test]
fn kernels_run_between_their_launch_and_the_wait_for_them_and_one_at_a_time_in_a_stream() {
    let (events, output) = traced("return", &[]);
    let said = stdout(&output);
    let (operations, calls) = (operations(&events), calls(&events));
    let mut streams: BTreeMap<_, Vec<&Slice<'_>>> = BTreeMap::new();
    operations.iter().for_each(|slice| streams.entry(slice.thread).or_default().push(slice));
    assert_eq!(streams.len(), 3, "the default stream and two more");
    for slices in streams.values() {
        for pair in slices.windows(2) {
            // Rounded to ns when written.
            assert!(pair[0].to <= pair[1].from + 0.002, "{pair:?}");
        }
    }
    let waits: Vec<_> = calls.iter().filter(|call| text(call.event, "name").ends_with("Synchronize")).collect();
    for kernel in operations.iter().filter(|slice| text(slice.event, "cat") == "kernel") {
        let launch = launch_of(kernel, &events, &calls);
        assert_eq!(text(launch.event, "name"), "hipLaunchKernel");
        assert!(kernel.from + CLOCKS >= launch.from, "{kernel:?} before {launch:?}");
        let next = waits.iter().filter(|wait| wait.from >= launch.to).map(|wait| wait.to);
        let last = waits.iter().map(|wait| wait.to).fold(0.0, f64::max);
        assert!(kernel.to <= last + CLOCKS && next.count() > 0, "{kernel:?} after {last}");
    }
    // The second stream was waited for first, and nothing else waited before.
    let first_wait = waits.iter().min_by(|a, b| a.from.total_cmp(&b.from)).expect("a wait");
    for kernel in named(&operations, "short_one") {
        assert!(kernel.to <= first_wait.to + CLOCKS, "{kernel:?} after {first_wait:?}");
    }
    // The device's own word on the five launches between two events: they are all but the first of their stream.
    let between = said.lines().find_map(|line| line.strip_prefix("BETWEEN EVENTS ")?.strip_suffix(" us"));
    let between: f64 = between.and_then(|us| us.parse().ok()).unwrap_or_else(|| panic!("{said}"));
    let long = named(&operations, "long_sum");
    let of_first: Vec<_> = long.iter().filter(|slice| slice.thread == long[0].thread).skip(1).collect();
    assert_eq!(of_first.len(), 5);
    let sum: f64 = of_first.iter().map(|slice| slice.to - slice.from).sum();
    let all = of_first[4].to - of_first[0].from;
    assert!(sum <= between && all <= between + CLOCKS, "{sum} us of kernels, {all} us in all, in {between} us");
    assert!(sum > 0.0, "kernels take time");
}

/// The call that an operation's arrow comes from.
fn launch_of<'a, 'b>(kernel: &Slice<'_>, events: &[Value], calls: &'b [Slice<'a>]) -> &'b Slice<'a> {
    let id = &kernel.event["args"]["correlation"];
    let starts = || events.iter().filter(|event| text(event, "ph") == "s");
    let start = starts().find(|event| event["id"] == *id).unwrap_or_else(|| panic!("no arrow to {kernel:?}"));
    let at = number(&start["ts"]);
    let around = |call: &&Slice<'_>| call.thread == thread(start) && call.from <= at && at <= call.to;
    calls.iter().find(around).unwrap_or_else(|| panic!("{start} lies in no call"))
}

#[test]
fn each_arrow_has_both_ends_and_each_operation_one_number() {
    let (events, output) = traced("return", &[]);
    stdout(&output);
    let ids = |phase: &str| -> Vec<u64> {
        of_phase(&events, phase).iter().map(|event| event["id"].as_u64().expect("an id")).collect()
    };
    let (starts, ends) = (ids("s"), ids("f"));
    let once: BTreeSet<_> = starts.iter().collect();
    assert_eq!(once.len(), starts.len(), "an arrow begins twice");
    assert_eq!(once, ends.iter().collect(), "arrows with one end");
    assert_eq!(starts.len(), ends.len());
    let operations = operations(&events);
    let numbers: BTreeSet<_> =
        operations.iter().map(|slice| slice.event["args"]["correlation"].as_u64().expect("a number")).collect();
    assert_eq!(numbers.len(), operations.len(), "two operations of one number");
    for end in of_phase(&events, "f") {
        let here = |slice: &&Slice<'_>| slice.thread == thread(end) && slice.event["args"]["correlation"] == end["id"];
        let slice = operations.iter().find(here).unwrap_or_else(|| panic!("{end} points nowhere"));
        assert!((slice.from..=slice.to).contains(&number(&end["ts"])) && text(end, "bp") == "e");
    }
}

#[test]
fn the_counter_is_what_the_program_has_allocated_and_rows_have_names() {
    let (events, output) = traced("return", &[]);
    stdout(&output);
    let counts: Vec<_> = of_phase(&events, "C").iter().map(|event| event["args"].clone()).collect();
    let held = |device: u64, host: u64| serde_json::json!({"device": device * BYTES, "host": host * BYTES});
    assert_eq!(counts, [held(1, 0), held(2, 0), held(2, 1), held(1, 1)]);
    let names: Vec<_> = of_phase(&events, "M").iter().map(|event| text(&event["args"], "name").to_owned()).collect();
    for name in ["traced", "device 0: ", "default stream", "stream 2", "stream 3 (non-blocking)"] {
        assert!(names.iter().any(|known| known.starts_with(name)), "{name} in {names:?}");
    }
}

#[test]
fn the_summary_counts_every_launch_and_its_shares_are_one_hundred() {
    let (_, output) = traced("return", &[]);
    stdout(&output);
    let said = String::from_utf8_lossy(&output.stderr);
    let row = |name: &str| -> Vec<String> {
        let line = said.lines().find(|line| line.contains(name)).unwrap_or_else(|| panic!("no {name} in\n{said}"));
        line.split_whitespace().map(str::to_owned).collect()
    };
    assert_eq!((row("long_sum")[2].as_str(), row("short_one")[2].as_str()), ("11", "700"));
    let share = |line: &str| line.split_whitespace().nth(1)?.strip_suffix('%')?.parse::<f64>().ok();
    let shares: Vec<f64> = said.lines().filter_map(share).collect();
    let all: f64 = shares.iter().sum();
    assert!((99.5..100.5).contains(&all) && shares.is_sorted_by(|a, b| a >= b), "{said}");
}

#[test]
fn the_file_is_whole_however_the_program_ends() {
    for end in ["_exit", "abort", "kill", "wild"] {
        let (events, output) = traced(end, &[]);
        assert!(String::from_utf8_lossy(&output.stdout).contains("RESULT right"), "{end}: {output:?}");
        assert_eq!(output.status.success(), end == "_exit", "{end}: {output:?}");
        // What happened more than some ms before is there for certain.
        let begun = |name: &str| events.iter().filter(|e| text(e, "ph") == "B" && text(e, "name") == name).count();
        assert_eq!(begun("hipMalloc"), 2, "{end}");
        assert!(operations(&events).iter().any(|slice| text(slice.event, "cat") == "kernel"), "{end}");
    }
}

#[test]
fn a_file_that_cannot_be_is_told_and_the_program_runs() {
    let output = run("return", "/nonexistent/trace.json", &[]);
    stdout(&output);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("no trace in /nonexistent/trace.json"), "{said}");
}

#[test]
fn graphs_are_traced_node_by_node_if_that_is_asked_for() {
    let (events, output) = traced("return", &[("HIPVK_TRACE_GRAPHS", "nodes")]);
    stdout(&output);
    let operations = operations(&events);
    assert_eq!((named(&operations, "short_one").len(), named(&operations, "graph").len()), (730, 0));
}

/// The kernels that ran while the trace was written.
fn kernels(events: &[Value]) -> Vec<&str> {
    let operations = operations(events);
    let of_kernels = operations.iter().filter(|slice| text(slice.event, "cat") == "kernel");
    of_kernels.map(|slice| text(slice.event, "name")).collect()
}

#[test]
fn roctxs_marks_and_ranges_are_in_the_trace() {
    let (events, output) = traced(MARKED, &[]);
    let said = stdout(&output);
    assert!(said.contains("pushed 0 1\n") && said.contains("popped 1 0 none\n"), "{said}");
    let all = calls(&events);
    let range = |name: &str| *named(&all, name).first().unwrap_or_else(|| panic!("no range {name}"));
    let (outer, inner) = (range("outer \"one\""), range("inner"));
    assert!(outer.thread == inner.thread && outer.from <= inner.from && inner.to <= outer.to);
    assert_eq!((text(outer.event, "cat"), text(inner.event, "cat")), ("roctx", "roctx"));
    let marks = of_phase(&events, "i");
    assert_eq!((marks.len(), text(marks[0], "name")), (1, "here"));
    assert!((inner.from..=inner.to).contains(&number(&marks[0]["ts"])));
    let wait = range("hipDeviceSynchronize");
    assert!(inner.from <= wait.from && wait.to <= inner.to, "{wait:?} in {inner:?}");
    let (begun, ended) = (of_phase(&events, "b"), of_phase(&events, "e"));
    assert_eq!((begun.len(), ended.len()), (1, 1));
    assert_eq!((text(begun[0], "name"), &begun[0]["id"]), ("across threads", &ended[0]["id"]));
    assert_ne!(thread(begun[0]).1, thread(ended[0]).1);
}

#[test]
fn the_profiler_functions_switch_the_recording() {
    let (events, output) = traced(MARKED, &[]);
    let said = stdout(&output);
    assert!(said.contains("stop hipSuccess\n") && said.contains("start hipSuccess\n"), "{said}");
    assert_eq!(kernels(&events), ["before", "behind"]);
    let (events, output) = traced(MARKED, &[("HIPVK_TRACE_START", "0")]);
    stdout(&output);
    assert_eq!(kernels(&events), ["behind"]);
    // HIP: hipErrorNotSupported, as AMD's runtime returns; roctx is there all the same.
    let said = stdout(&run(MARKED, "0", &[]));
    assert!(said.contains("stop hipErrorNotSupported\n") && said.contains("start hipErrorNotSupported\n"), "{said}");
    assert!(said.contains("pushed 0 1\n") && said.contains("popped 1 0 none\n"), "{said}");
}

#[test]
fn amds_log_level_shows_calls_from_3_on_and_reasons_of_errors_at_4() {
    let said = |level: &str| {
        let output = run(MARKED, "", &[("AMD_LOG_LEVEL", level)]);
        stdout(&output);
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert_eq!((said("0"), said("1")), (String::new(), String::new()));
    let (three, four) = (said("3"), said("4"));
    for all in [&three, &four] {
        assert!(all.contains("hipvk trace hipDeviceSynchronize() = hipSuccess"), "{all}");
    }
    let reason = "hipProfilerStop returns hipErrorNotSupported";
    assert!(four.contains(reason) && !three.contains(reason), "{three}\n----\n{four}");
}

#[test]
fn one_is_lines_on_standard_error_and_nothing_is_nothing() {
    let output = run("return", "1", &[]);
    stdout(&output);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(said.lines().filter(|line| line.starts_with("hipvk trace hipMalloc(")).count(), 2, "{said}");
    for off in ["", "0"] {
        let output = run("return", off, &[]);
        stdout(&output);
        assert!(output.stderr.is_empty(), "{output:?}");
    }
}
