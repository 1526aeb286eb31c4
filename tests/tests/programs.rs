//! Every HIP example, and every program of `tests/kernels` and `tests/libraries` (which use AMD's header libraries), compiled by our hipcc and run on the default device: it must find its own result right, and with
//! `HIPVK_NULL_KERNELS=1`, where launches do nothing, it must not. A program that is content then proves nothing.
//!
//! Needs hipcc and the library beside this test: `cargo build --workspace --lib --bins` makes them, as `./hipvk test` does.

use std::path::{Path, PathBuf};
use std::process::Command;

use hipvk_tests::places::target;
use hipvk_tests::results::ResultLine;
use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let arguments = Arguments::from_args();
    let programs = examples().into_iter().chain(sources("kernels")).chain(sources("libraries"));
    let trials = programs.map(|(name, source)| Trial::test(name, move || program(&source)));
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

/// The sources `examples/hip/NAME/NAME.hip`.
fn examples() -> Vec<(String, PathBuf)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/hip");
    let names = std::fs::read_dir(&folder).expect("examples/hip").flatten();
    let names = names.filter_map(|entry| entry.file_name().into_string().ok());
    let sources = names.map(|name| (name.clone(), folder.join(&name).join(format!("{name}.hip"))));
    let mut sources: Vec<_> = sources.filter(|(_, source)| source.is_file()).collect();
    sources.sort();
    assert!(!sources.is_empty(), "no examples in {}", folder.display());
    sources
}

/// The sources `tests/FOLDER/NAME.hip`.
fn sources(folder: &str) -> Vec<(String, PathBuf)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(&folder)
        .unwrap_or_else(|e| panic!("{}: {e}", folder.display()))
        .flatten()
        .map(|entry| entry.path());
    let sources = entries.filter(|path| path.extension().is_some_and(|e| e == "hip"));
    let named = sources.filter_map(|path| Some((path.file_stem()?.to_str()?.to_owned(), path)));
    let mut sources: Vec<_> = named.collect();
    sources.sort();
    assert!(!sources.is_empty(), "no programs in {}", folder.display());
    sources
}

fn program(source: &Path) -> Result<(), Failed> {
    let work = target().join("programs");
    std::fs::create_dir_all(&work)?;
    let program = work.join(source.file_stem().ok_or("a file")?);
    let mut hipcc = Command::new(target().join("hipcc"));
    // AMD's header libraries, which `./hipvk test` takes from the distribution's packages without installing them.
    hipcc.arg("-isystem").arg(target().with_file_name("libraries").join("usr/include"));
    let text = std::fs::read_to_string(source)?;
    let compiled = hipcc.arg("-O2").args(flags(&text)).arg(source).arg("-o").arg(&program).output()?;
    if !compiled.status.success() {
        return Err(format!("hipcc: {}", String::from_utf8_lossy(&compiled.stderr)).into());
    }
    for settings in std::iter::once("HIPVK_NULL_KERNELS=0").chain(also_with(&text)) {
        let (right, said) = run(&program, &work, settings)?;
        if !right {
            return Err(format!("its result is wrong ({settings}):\n{said}").into());
        }
    }
    let (right, said) = run(&program, &work, "HIPVK_NULL_KERNELS=1")?;
    if right {
        return Err(format!("it is content when no kernel runs:\n{said}").into());
    }
    Ok(())
}

/// What a source asks of hipcc in a line `// hipcc: FLAGS`.
fn flags(text: &str) -> Vec<String> {
    let line = text.lines().find_map(|line| line.strip_prefix("// hipcc:"));
    line.unwrap_or_default().split_whitespace().map(str::to_owned).collect()
}

/// Lines `// also with: NAME=VALUE ...`: the program must be right with the variables of each too.
fn also_with(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| line.strip_prefix("// also with:"))
}

/// Runs a program with variables set (`NAME=VALUE ...`); whether it found its result right, and what it said.
fn run(program: &Path, work: &Path, settings: &str) -> Result<(bool, String), Failed> {
    let output = Command::new(program)
        .current_dir(work)
        .envs(settings.split_whitespace().filter_map(|setting| setting.split_once('=')))
        .env("HIPVK_CACHE_DIR", work.join("cache"))
        .output()?;
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let results = ResultLine::all_in(&said);
    Ok((output.status.success() && !results.is_empty() && results.iter().all(|line| line.ok), said))
}
