//! Random float programs: one C++ source, compiled by hipcc for host and device, must give the same bits on both (any NaN for any NaN).
//!
//! Half of them with `-ffp-contract=off`, half as clang does by default, with products kept from sums (`floats/generate.rs`).
//! `HIPVK_RANDOM_FLOATS=N` tries N programs of each kind (24 by default), from `HIPVK_RANDOM_START` on. Needs hipcc and the library beside
//! this test.

#[path = "floats/generate.rs"]
mod generate;
#[path = "../../spirv-gen/tests/random_kernels/random.rs"]
mod random;

use std::path::Path;
use std::process::Command;

use hipvk_tests::device::TestDevice;
use hipvk_tests::made;
use hipvk_tests::places::target;
use libtest_mimic::{Arguments, Failed, Trial};

/// Programs in one source: hipcc's start costs as much as several.
const TOGETHER: u64 = 12;

fn main() {
    let arguments = Arguments::from_args();
    let setting = |name: &str, default| std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default);
    let (first, count): (u64, u64) = (setting("HIPVK_RANDOM_START", 0), setting("HIPVK_RANDOM_FLOATS", 24));
    let device = TestDevice::open();
    let flushes = [device.flushes(32).then_some("-DFLUSH_F32"), device.flushes(64).then_some("-DFLUSH_F64")];
    drop(device);
    let starts = (first..first + count).step_by(TOGETHER as usize);
    let trials = starts.flat_map(|start| {
        let count = TOGETHER.min(first + count - start);
        [false, true].map(|contracts| {
            let name =
                format!("programs {start} to {}{}", start + count - 1, if contracts { ", contracted" } else { "" });
            Trial::test(name, move || programs(start, count, contracts, flushes))
        })
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

fn programs(first: u64, count: u64, contracts: bool, flushes: [Option<&str>; 2]) -> Result<(), Failed> {
    let work = target().join("floats");
    std::fs::create_dir_all(&work)?;
    let prelude = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/floats/prelude.h");
    let name = format!("{first}_{}", if contracts { "contracted" } else { "plain" });
    let source = work.join(&name).with_extension("hip");
    std::fs::write(&source, generate::source(&prelude.display().to_string(), first, count, contracts))?;
    let program = work.join(&name);
    let mut hipcc = Command::new(target().join("hipcc"));
    hipcc.args(["-O2", "-w"]);
    hipcc.args((!contracts).then_some("-ffp-contract=off")).args(flushes.into_iter().flatten());
    // The host has an fma that clang would contract to, or has not.
    hipcc.args(contracts.then_some(["-Xarch_host", "-ffp-contract=off"]).into_iter().flatten());
    let compiled = made::once(hipcc.arg(&source).arg("-o").arg(&program), &program, &[&source, &prelude])?;
    if let Some(compiled) = compiled.filter(|it| !it.status.success()) {
        return Err(format!("hipcc: {}", String::from_utf8_lossy(&compiled.stderr)).into());
    }
    let run = Command::new(&program).env("HIPVK_CACHE_DIR", work.join("cache")).output()?;
    let said = String::from_utf8_lossy(&run.stdout);
    let right = said.lines().filter(|line| line.ends_with(": right")).count();
    if run.status.success() && right as u64 == count {
        return Ok(());
    }
    let errors = String::from_utf8_lossy(&run.stderr);
    let wrong = said.lines().filter(|line| !line.ends_with(": right")).collect::<Vec<_>>().join("\n");
    Err(format!("{}: {right} of {count} right\n{wrong}\n{errors}", source.display()).into())
}
