//! Kernels that touch memory which is not there, on lavapipe: the kernel is named, and the signal does what it would have done without us.
//!
//! `tests/faults/wild.hip` goes wrong in many ways; here stands how each must end. On other devices, where a wild access is the
//! driver's to report, every case is shown as ignored.

use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Command, Output};

use hipvk_tests::places::{root, target};
use libtest_mimic::{Arguments, Failed, Trial};

/// How a run ends.
#[derive(Clone, Copy, Debug, PartialEq)]
enum End {
    Signal(i32),
    Code(i32),
}

struct Case {
    name: &'static str,
    mode: &'static str,
    end: End,
    /// What standard error must say, line by line; nothing means that no report may be there.
    says: &'static [&'static str],
    environment: Option<(&'static str, &'static str)>,
}

const KILLED: End = End::Signal(libc::SIGSEGV);
const NULL: &[&str] = &[
    "kernel '_Z8store_atPi' (blocks of 8x4x1, launched last as 1x1x1 blocks, ",
    "wild.hip:13) wrote to address 0x",
    "a null pointer and an offset",
];

const CASES: &[Case] = &[
    case("a write through null names the kernel, its blocks and the address", "null", KILLED, NULL),
    case(
        "a read of memory that was unmapped names the kernel",
        "unmapped",
        KILLED,
        &[
            "kernel '_Z9load_fromPKiPi' (blocks of 32x1x1, launched last as 1x1x1 blocks, ",
            "wild.hip:14) read from address 0x7",
        ],
    ),
    case(
        "of several kernels in flight all are named",
        "two",
        KILLED,
        &[
            "one of the 2 kernels in flight",
            "'_Z8store_atPi' (blocks of 8x4x1, launched last as ",
            "'_Z9load_fromPKiPi'",
            "read from address 0x",
        ],
    ),
    case("the program's handler is called behind the report", "handler before", End::Code(7), NULL),
    case("the program's handler gets what the kernel told of the signal", "action before", End::Code(8), NULL),
    case("a handler that is installed later stands alone", "handler behind", End::Code(7), &[]),
    case("a fault of the host is not a kernel's", "host", KILLED, &[]),
    case("a signal that was sent still kills", "raise", KILLED, &[]),
    case("a signal that was ignored stays ignored", "ignored before", End::Code(11), &[]),
    case("a program that lives on faults of its own lives on", "recovers before", End::Code(12), &[]),
    Case {
        environment: Some(("HIPVK_FAULT_REPORT", "0")),
        ..case("without the report the signal alone is left", "null", KILLED, &[])
    },
];

const fn case(name: &'static str, mode: &'static str, end: End, says: &'static [&'static str]) -> Case {
    Case { name, mode, end, says, environment: None }
}

fn main() {
    let arguments = Arguments::from_args();
    let program = build();
    let device = String::from_utf8_lossy(&run(&program, "name", None).stdout).into_owned();
    let elsewhere = !device.contains("llvmpipe");
    let trials = CASES.iter().map(|case| {
        let program = program.clone();
        Trial::test(case.name, move || check(&program, case)).with_ignored_flag(elsewhere)
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

fn build() -> PathBuf {
    let work = target().join("faults");
    std::fs::create_dir_all(&work).expect("the target folder is writable");
    let program = work.join("wild");
    let source = root().join("tests/faults/wild.hip");
    let compiled = Command::new(target().join("hipcc")).arg("-O2").arg(source).arg("-o").arg(&program).output();
    let compiled = compiled.expect("hipcc, from `cargo build --workspace --bins`");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    program
}

fn run(program: &PathBuf, mode: &str, environment: Option<(&str, &str)>) -> Output {
    let mut command = Command::new(program);
    command.arg(mode).env("HIPVK_CACHE_DIR", program.with_file_name("cache"));
    command.envs(environment).output().expect("the program was just built")
}

fn check(program: &PathBuf, case: &Case) -> Result<(), Failed> {
    let output = run(program, case.mode, case.environment);
    let said = String::from_utf8_lossy(&output.stderr);
    let shown = String::from_utf8_lossy(&output.stdout);
    let end = output.status.signal().map_or_else(|| End::Code(output.status.code().unwrap_or(-1)), End::Signal);
    if end != case.end {
        return Err(format!("ended with {end:?}, not {:?}:\n{shown}{said}", case.end).into());
    }
    let reports = said.lines().filter(|line| line.starts_with("hipvk: ")).count();
    let missing = case.says.iter().find(|text| !said.contains(**text));
    match missing {
        Some(text) => Err(format!("does not say '{text}':\n{said}").into()),
        None if reports != usize::from(!case.says.is_empty()) => Err(format!("{reports} reports:\n{said}").into()),
        None => Ok(()),
    }
}
