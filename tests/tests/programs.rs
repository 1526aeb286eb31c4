//! Every HIP example, and every program of `tests/kernels` and `tests/libraries` (which use AMD's header libraries), compiled by our hipcc
//! and run on the default device: it must find its own result right, and with `HIPVK_NULL_KERNELS=1`, where launches do nothing, it must
//! not. A program that is content then proves nothing. Rows that are known to be wrong somewhere stand in tests/src/expected.rs.
//! Programs of the folders in `HIPVK_TEST_PROGRAMS` must end with 0.
//!
//! Needs hipcc and the library beside this test: `cargo build --workspace --lib --bins` makes them, as `./hipvk test` does.

use std::path::Path;
use std::process::{Command, Output};

use hipvk::vk::{DriverKind, Instance};
use hipvk_tests::expected::{ROWS, judge_rows};
use hipvk_tests::places::target;
use hipvk_tests::programs::{Program, checked_by_themselves, more};
use hipvk_tests::results::ResultLine;
use libtest_mimic::{Arguments, Failed, Trial};

/// Seconds that a program may take; they take a few, and those with large kernels a minute on two busy cores.
const PATIENCE: &str = "600";

fn main() {
    let arguments = Arguments::from_args();
    let driver = Instance::open().and_then(|instance| Ok(instance.default_device()?.driver.kind));
    let driver = driver.unwrap_or_else(|e| panic!("no Vulkan device: {e}"));
    let programs = checked_by_themselves();
    let strangers: Vec<_> =
        ROWS.iter().map(|known| known.program).filter(|name| programs.iter().all(|it| it.name != *name)).collect();
    let named = Trial::test("known rows name programs", move || match strangers.as_slice() {
        [] => Ok(()),
        names => Err(format!("no such programs: {names:?}").into()),
    });
    let ours = programs.into_iter().map(|it| Trial::test(it.name.clone(), move || program(&it, driver)));
    let others = more().into_iter().map(|it| Trial::test(format!("more {}", it.name), move || ends_with_0(&it)));
    libtest_mimic::run(&arguments, ours.chain(others).chain([named]).collect()).exit();
}

fn program(it: &Program, driver: DriverKind) -> Result<(), Failed> {
    let program = it.compiled()?;
    let text = std::fs::read_to_string(&it.source)?;
    for settings in std::iter::once("HIPVK_NULL_KERNELS=0").chain(also_with(&text)) {
        let output = output(&program, settings)?;
        let said = said(&output);
        let lines = ResultLine::all_in(&said);
        let known = ROWS.iter().filter(|known| known.place.is_here(driver));
        judge_rows(known, &it.name, &lines).map_err(|why| format!("{why} ({settings}):\n{said}"))?;
        // A program whose rows are known to be wrong may say so; none may die.
        let says_wrong = output.status.code() == Some(1) && lines.iter().any(|line| !line.ok);
        if !output.status.success() && !says_wrong {
            return Err(format!("{} ({settings}):\n{said}", output.status).into());
        }
    }
    let output = output(&program, "HIPVK_NULL_KERNELS=1")?;
    let said = said(&output);
    let lines = ResultLine::all_in(&said);
    if output.status.success() && !lines.is_empty() && lines.iter().all(|line| line.ok) {
        return Err(format!("it is content when no kernel runs:\n{said}").into());
    }
    Ok(())
}

/// Lines `// also with: NAME=VALUE ...`: the program must be right with the variables of each too.
fn also_with(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| line.strip_prefix("// also with:"))
}

fn ends_with_0(it: &Program) -> Result<(), Failed> {
    let output = output(&it.compiled()?, "")?;
    if output.status.success() { Ok(()) } else { Err(format!("{}:\n{}", output.status, said(&output)).into()) }
}

/// Runs a program with variables set (`NAME=VALUE ...`).
fn output(program: &Path, settings: &str) -> Result<Output, Failed> {
    let work = target().join("programs");
    std::fs::create_dir_all(&work)?;
    // A kernel that waits for ever fails its own test, not the whole run.
    let mut command = Command::new("timeout");
    command.args(["--foreground", PATIENCE]).arg(program).current_dir(&work).env("HIPVK_CACHE_DIR", work.join("cache"));
    Ok(command.envs(settings.split_whitespace().filter_map(|setting| setting.split_once('='))).output()?)
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}
