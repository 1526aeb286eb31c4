//! What kernels say and where it goes: printf, assert, traps, and the device heap. Programs of `tests/device_output`, compiled by
//! our hipcc and run on the default device; their output is compared here, as it arrives in a pipe.
//!
//! With `HIPVK_NULL_KERNELS=1`, where launches do nothing, each must fail. Needs hipcc and the library beside this test:
//! `cargo build --workspace --lib --bins`.

use hipvk_tests::places::target;
use hipvk_tests::programs;
use std::collections::HashMap;
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Mutex, OnceLock};

/// What a run left behind.
struct Run {
    success: bool,
    stdout: String,
    stderr: String,
}

fn source(name: &str) -> PathBuf {
    programs::device_output(name).source
}

/// The compiled program, made by the first test that wants it.
fn program(name: &str) -> PathBuf {
    static MADE: OnceLock<Mutex<HashMap<String, PathBuf>>> = OnceLock::new();
    let mut made = MADE.get_or_init(Mutex::default).lock().expect("no test panics while it compiles");
    if let Some(program) = made.get(name) {
        return program.clone();
    }
    let program = programs::device_output(name).compiled().unwrap_or_else(|e| panic!("{e}"));
    made.insert(name.to_owned(), program.clone());
    program
}

fn run_with(name: &str, scenario: &str, null_kernels: &str) -> Run {
    let output = Command::new(program(name))
        .arg(scenario)
        .env("HIPVK_NULL_KERNELS", null_kernels)
        .env("HIPVK_CACHE_DIR", target().join("device_output/cache"))
        .output()
        .expect("the program was just built");
    Run {
        success: output.status.success(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// Runs a scenario twice: as it is, and with launches that do nothing, which must say something else.
fn run(name: &str, scenario: &str) -> Run {
    let run = run_with(name, scenario, "0");
    assert!(run.success, "{name} {scenario} failed:\n{}{}", run.stdout, run.stderr);
    let null = run_with(name, scenario, "1");
    assert!(!null.success || null.stdout != run.stdout, "{name} {scenario} says the same when no kernel runs");
    run
}

/// Line number of the one line of a program that contains `text`.
fn line_of(name: &str, text: &str) -> usize {
    let program = std::fs::read_to_string(source(name)).expect("the program's source");
    let lines: Vec<_> = program.lines().enumerate().filter(|(_, line)| line.contains(text)).collect();
    assert_eq!(lines.len(), 1, "lines with '{text}'");
    lines[0].0 + 1
}

#[test]
fn every_format_prints_and_returns_what_cs_printf_does() {
    let text = run("printf", "formats").stdout;
    let (device, host) = text.split_once("====\n").expect("the mark between device and host");
    for (device, host) in device.lines().zip(host.lines()) {
        assert_eq!(device, host);
    }
    assert_eq!(device, host);
    assert!(device.lines().count() > 20, "{device}");
}

#[test]
fn messages_that_amds_headers_put_together_by_hand_go_to_stderr() {
    let run = run("printf", "by_hand");
    assert_eq!(run.stderr, "even and longer than eight:42: device text\n");
    assert_eq!(run.stdout, "first 1\n");
}

#[test]
fn messages_on_several_paths_whose_end_clang_has_put_in_common_are_whole() {
    let expected = "left 7\n7 characters\nodd, then 7\n12 characters\n8 and 7\n8 characters\nshort\nas long as this\n";
    assert_eq!(run("printf", "one_end").stdout, expected);
}

#[test]
fn output_appears_at_synchronisation_in_order_with_the_programs_own() {
    let expected = "host before\nhost after the launch\nfirst 1\nhost after synchronising\nsecond 2\nsecond 3\n\
                    host after a copy\nsecond 4\nhost function\nend\n";
    assert_eq!(run("printf", "order").stdout, expected);
}

#[test]
fn a_program_may_end_in_a_host_function_with_output_behind_it() {
    assert_eq!(run("printf", "leave").stdout, "first 1\n");
    // As on drivers that end with the process, where the main thread must have left them.
    let output = Command::new(program("printf")).arg("leave").env("HIPVK_EXIT_REFUSES", "1").output();
    let output = output.expect("the program was just built");
    assert!(output.status.success(), "{:?}: {}", output.status, String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "first 1\n");
}

#[test]
fn an_event_shows_what_came_before_it_and_streams_do_not_wait_for_each_other() {
    let expected = "first 1\nhost after the event\nsecond 2\nhost after stream b\nfirst 3\nhost before the flag\n\
                    the flag was set\nend\n";
    assert_eq!(run("printf", "streams").stdout, expected);
}

#[test]
fn a_thousand_threads_lose_nothing_and_each_keeps_its_order_though_nobody_waits() {
    let text = run("printf", "threads").stdout;
    let mut next = [0; 1024];
    for line in text.lines() {
        let words: Vec<&str> = line.splitn(5, ' ').collect();
        let [_, thread, _, number, text] = words[..] else { panic!("'{line}'") };
        let (thread, number): (usize, usize) =
            (thread.parse().expect("a thread"), number.parse().expect("a line number"));
        assert_eq!(number, next[thread], "thread {thread}");
        assert_eq!(text, if (thread + number) % 2 == 1 { "odd" } else { "even and longer than eight" });
        next[thread] += 1;
    }
    assert_eq!(next, [5; 1024]);
}

#[test]
fn a_full_buffer_loses_the_rest_and_says_how_many() {
    let run = run("printf", "overflow");
    let lost: usize = run
        .stderr
        .lines()
        .find_map(|line| line.strip_prefix("hipvk: ")?.split_once(" messages of _Z5linesi were lost")?.0.parse().ok())
        .unwrap_or_else(|| panic!("no notice:\n{}", run.stderr));
    let lines = run.stdout.lines().count();
    // Two more came when the buffer was empty again.
    assert_eq!(lines - 2 + lost, 4 * 64 * 5);
    assert!(
        run.stdout.ends_with("thread 0 line 0 even and longer than eight\nthread 0 line 1 odd\n"),
        "{}",
        run.stdout
    );
    // A record takes at most 96 bytes of the 10000.
    assert!(lines - 2 >= 10000 / 96, "{lines}");
}

#[test]
fn nothing_is_lost_up_to_the_buffers_size() {
    let run = run("printf", "full");
    let mut numbers: Vec<u32> = run.stdout.lines().map(|line| line.parse().expect("a number")).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (0..1024).collect::<Vec<_>>());
    assert_eq!(run.stderr, "");
}

#[test]
fn a_failed_assertion_says_where_and_is_the_streams_sticky_error() {
    let run = run("assert", "assert");
    assert!(run.stdout.ends_with(" 0 failed\n"), "{}", run.stdout);
    let expected = format!(
        "{}:{}: void check(int *, int): Device-side assertion `i != wrong && \"the message\"' failed.\n\
         hipvk:   in kernel _Z5checkPii, block (2, 0, 0), thread (3, 0, 0)\n",
        source("assert").display(),
        line_of("assert", "assert(i != wrong")
    );
    assert_eq!(run.stderr, expected);
}

#[test]
fn an_assertion_shows_texts_from_the_threads_and_the_blocks_own_memory() {
    let run = run("assert", "texts");
    assert!(run.stdout.ends_with(" 0 failed\n"), "{}", run.stdout);
    let alphabet =
        |from: usize, length| (0..length).map(|i| char::from(b'a' + ((from + i) % 26) as u8)).collect::<String>();
    let said: Vec<&str> = run.stderr.lines().filter(|line| !line.starts_with("hipvk: ")).collect();
    let long = format!("?:9: {}: Device-side assertion `{}' failed.", alphabet(1192, 9), alphabet(2, 1023));
    let expected = [
        ":7: shared: Device-side assertion `abcde' failed.",
        "constant:8: : Device-side assertion `shared' failed.",
        &long,
    ];
    assert_eq!(said, expected);
}

#[test]
fn threads_that_end_themselves_leave_no_other_hanging_at_a_barrier() {
    let run = run("assert", "barriers");
    // 32 threads of one kernel, which are all described, and 64 of the other, of which 32 are only counted.
    assert_eq!(run.stderr.matches("Device-side assertion `i < from' failed.").count(), 32);
    assert_eq!(run.stderr.matches("in kernel _Z7all_endPii").count(), 32);
    assert!(run.stderr.ends_with("hipvk: 32 more threads ended themselves\n"), "{}", run.stderr);
}

#[test]
fn blocks_that_wait_at_a_grid_barrier_for_one_that_failed_are_let_go() {
    let run = run("assert", "grids");
    assert!(run.stderr.ends_with("in kernel _Z4gridPii, block (1, 0, 0), thread (0, 0, 0)\n"), "{}", run.stderr);
}

#[test]
fn traps_and_wrong_frees_end_the_thread_and_name_the_kernel() {
    let run = run("assert", "traps");
    let kernel = "hipvk:   in kernel _Z4trapPii, block (0, 0, 0), thread (0, 0, 0)";
    assert_eq!(run.stderr.matches(kernel).count(), 6, "{}", run.stderr);
    assert_eq!(run.stderr.matches("hipvk: a thread called abort or trapped").count(), 3, "{}", run.stderr);
    for once in [
        "not allocated by malloc or new, or freed already",
        "a thread's stack overflowed: its recursion or arrays of variable size need more than hipLimitStackSize",
        "a thread called through a pointer that is not of a function of that type",
    ] {
        assert_eq!(run.stderr.matches(once).count(), 1, "{}", run.stderr);
    }
}

#[test]
fn kernels_allocate_and_free_across_threads_and_launches() {
    assert!(run("heap", "").stdout.ends_with(" 0 failed\n"));
}

#[test]
fn a_launch_without_room_for_the_heap_names_kernel_launch_and_line() {
    let run = run_with("heap", "no_room", "0");
    assert!(run.success && run.stdout.ends_with(" 0 failed\n"), "{}{}", run.stdout, run.stderr);
    if run.stdout.starts_with("hipErrorOutOfMemory") {
        let line = line_of("heap", "__global__ void take(");
        let place = format!("heap.hip:{line}): ");
        for said in ["kernel '_Z4take", "' (3x1x1 blocks of 1x1x1, ", &place] {
            assert!(run.stderr.contains(said), "no '{said}' in {}", run.stderr);
        }
    }
}

#[test]
fn an_exhausted_heap_gives_null_and_serves_again_what_was_freed() {
    assert!(run("heap", "small").stdout.ends_with(" 0 failed\n"));
}
