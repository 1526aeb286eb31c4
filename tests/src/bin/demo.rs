//! `./hipvk demo`: compiles the HIP examples with our hipcc, runs them and the Rust ones, and says which are right.
//!
//! An example is examples/hip/NAME/NAME.hip or a file in examples/src/bin. Its last RESULT line (see `hipvk_tests::results`) is what
//! the table shows. Exit status 1 if any example fails to compile, to run, or to find its own result right.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use hipvk::vk::Instance;
use hipvk_tests::cores;
use hipvk_tests::results::{ResultLine, significant};

/// A program of the demo.
struct Example {
    name: String,
    /// None if it did not compile; `trouble` then says why.
    program: Option<PathBuf>,
    trouble: String,
}

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    let bin = match std::env::current_exe().ok().as_deref().and_then(Path::parent) {
        Some(dir) => dir.to_owned(),
        None => return fail("cannot tell where this program is"),
    };
    let device = match Instance::open().and_then(|instance| instance.default_device().cloned()) {
        Ok(device) => device,
        Err(error) => return fail(&error.to_string()),
    };
    let work = root.join("target/demo");
    if let Err(error) = std::fs::create_dir_all(&work) {
        return fail(&format!("cannot create {}: {error}", work.display()));
    }
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|one| one == name);
    let mut examples = compile_all(&root.join("examples/hip"), &bin, &work, &is_wanted);
    examples.extend(rust_examples(&root.join("examples/src/bin"), &bin, &is_wanted));
    println!("\n  {} ({})\n", device.name, device.driver.info);
    println!("  {:<22} {:<22} {:>10}  {:<16} result", "example", "kernel", "ms", "rate");
    let wrong = examples.iter().filter(|example| !report(example, &work)).count();
    println!(
        "\n  {} of {} correct; pictures and programs are in {}",
        examples.len() - wrong,
        examples.len(),
        work.display()
    );
    if wrong == 0 && !examples.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn fail(message: &str) -> ExitCode {
    eprintln!("demo: {message}");
    ExitCode::FAILURE
}

/// The stems of the files in `dir` with this extension, sorted.
fn stems(dir: &Path, extension: &str) -> Vec<String> {
    let files = std::fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.path());
    let files = files.filter(|path| path.extension().is_some_and(|found| found == extension));
    let mut stems: Vec<_> = files.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect();
    stems.sort();
    stems
}

/// The folders in `dir` that hold a HIP program of their own name, sorted.
fn folders(dir: &Path) -> Vec<String> {
    let names = std::fs::read_dir(dir).into_iter().flatten().flatten();
    let mut names: Vec<_> = names.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.retain(|name| dir.join(name).join(format!("{name}.hip")).is_file());
    names.sort();
    names
}

/// Compiles every HIP example, as many at once as there are cores.
fn compile_all(sources: &Path, bin: &Path, work: &Path, is_wanted: &dyn Fn(&str) -> bool) -> Vec<Example> {
    let names: Vec<String> = folders(sources).into_iter().filter(|name| is_wanted(name)).collect();
    eprintln!(":: compiling {} HIP examples with {}", names.len(), bin.join("hipcc").display());
    cores::on_all(&names, |name| compile(name, sources, bin, work))
}

fn compile(name: &str, sources: &Path, bin: &Path, work: &Path) -> Example {
    let program = work.join(name);
    let mut hipcc = Command::new(bin.join("hipcc"));
    hipcc.arg("-O2").arg(sources.join(name).join(format!("{name}.hip"))).arg("-o").arg(&program);
    let (program, trouble) = match hipcc.output() {
        Ok(output) if output.status.success() => (Some(program), String::new()),
        Ok(output) => (None, String::from_utf8_lossy(&output.stderr).into_owned()),
        Err(error) => (None, format!("cannot run {hipcc:?}: {error}")),
    };
    Example { name: name.to_owned(), program, trouble }
}

/// The Rust examples; cargo has built them beside this program.
fn rust_examples(sources: &Path, bin: &Path, is_wanted: &dyn Fn(&str) -> bool) -> Vec<Example> {
    let names = stems(sources, "rs").into_iter().filter(|name| is_wanted(name));
    names.map(|name| Example { program: Some(bin.join(&name)), name, trouble: String::new() }).collect()
}

/// Runs an example and prints its line. True if its result is right.
fn report(example: &Example, work: &Path) -> bool {
    let (result, trouble) = match &example.program {
        None => (None, example.trouble.clone()),
        Some(program) => match Command::new(program).current_dir(work).output() {
            Ok(output) => {
                let result = ResultLine::all_in(&String::from_utf8_lossy(&output.stdout)).pop();
                let result = result.map(|mut line| {
                    line.ok &= output.status.success();
                    line
                });
                (result, format!("{}{}", String::from_utf8_lossy(&output.stderr), output.status))
            }
            Err(error) => (None, error.to_string()),
        },
    };
    let Some(result) = result else {
        let verdict = if example.program.is_some() { "FAILED" } else { "DOES NOT COMPILE" };
        println!("  {:<22} {:<22} {:>10}  {:<16} {verdict}", example.name, "", "", "");
        indent(&trouble);
        return false;
    };
    let ms = result.number("ms").map(significant).unwrap_or_default();
    let verdict = if result.ok { "correct" } else { "WRONG" };
    println!(
        "  {:<22} {:<22} {ms:>10}  {:<16} {verdict}",
        example.name,
        result.text("kernel").unwrap_or(""),
        result.rate()
    );
    if !result.ok {
        indent(&trouble);
    }
    result.ok
}

/// The end of a failed program's messages.
fn indent(text: &str) {
    let lines: Vec<&str> = text.lines().collect();
    for line in lines.iter().skip(lines.len().saturating_sub(8)) {
        println!("      {line}");
    }
}
