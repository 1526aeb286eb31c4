//! The code RADV makes of our SPIR-V for AMD's navi31, beside what clang's own back end (ROCm's) makes of the same kernels for gfx1100:
//! instructions, registers, spills. No AMD card is needed. `./hipvk bench --radv` runs it.
//!
//! `amd_code [SOURCE.hip...]`; without arguments the bench kernels and the examples. Both sides start from the same source
//! with the same flags (`driver::clang`); clang's side then goes on to assembly instead of IR. Counts are of the
//! text, not of what runs: a loop that one side unrolls counts more.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use serde_json::Value;
use spirv_gen::driver::args::{self, Called};
use spirv_gen::driver::clang::{self, Toolchain};
use spirv_gen::driver::layout::device_libraries;

/// Blocks that are not 256 threads in a row: (part of the kernel's name, size). The shapes their programs launch.
const BLOCKS: &[(&str, &str)] = &[
    ("5sgemm", "16,16"),
    ("7stencil", "32,8"),
    ("10mandelbrotPjj", "16,16"),
    ("10mandelbrot", "16,8"),
    ("6matmul", "16,16"),
    ("9transpose", "16,16"),
    ("6spread", "32,8"),
];
/// gfx1100 gives a wave of 32 lanes registers in portions of this many; RADV reports portions, clang registers.
const PORTION: u64 = 24;

/// What one compiler made of a kernel.
#[derive(Clone, Copy, Default)]
struct Code {
    instructions: u64,
    vgprs: u64,
    spills: u64,
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("amd_code: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("no repository root")?;
    let mut sources: Vec<PathBuf> = std::env::args().skip(1).map(PathBuf::from).collect();
    if sources.is_empty() {
        sources = ours(root);
    }
    let programs = std::env::current_exe().map_err(|e| e.to_string())?;
    let work = root.join("target/amd_code");
    std::fs::create_dir_all(&work).map_err(|e| format!("cannot create {}: {e}", work.display()))?;
    println!("  {:<44} {:>18}   {:>12}   {:>10}", "", "instructions", "VGPRs", "spills");
    println!(
        "  {:<44} {:>5} {:>5} {:>6}   {:>5} {:>6}   {:>4} {:>5}",
        "kernel", "ours", "clang", "ratio", "ours", "clang", "ours", "clang"
    );
    let mut total = Vec::new();
    for source in &sources {
        let (ours, theirs) = (radv(&programs, source, &work)?, gfx1100(source)?);
        for (kernel, ours) in &ours {
            let Some(theirs) = theirs.get(kernel) else {
                return Err(format!("{}: clang's assembly lacks {kernel}", source.display()));
            };
            total.push(row(source, kernel, *ours, *theirs));
        }
    }
    let mean = (total.iter().map(|r: &f64| r.ln()).sum::<f64>() / total.len().max(1) as f64).exp();
    println!("\n  {} kernels; ours has {mean:.2} times clang's instructions (geometric mean)", total.len());
    Ok(())
}

/// Prints a kernel's line; returns ours over theirs.
fn row(source: &Path, kernel: &str, ours: Code, theirs: Code) -> f64 {
    let stem = source.file_stem().unwrap_or_default().to_string_lossy();
    let name = format!("{stem}: {}", plain(kernel));
    let ratio = ours.instructions as f64 / theirs.instructions.max(1) as f64;
    println!(
        "  {name:<44} {:>5} {:>5} {ratio:>6.2}   {:>5} {:>6}   {:>4} {:>5}",
        ours.instructions, theirs.instructions, ours.vgprs, theirs.vgprs, ours.spills, theirs.spills
    );
    ratio
}

/// The function's own name out of a mangled one: `_Z5saxpyPKf` is `saxpy`.
fn plain(kernel: &str) -> &str {
    let Some(rest) = kernel.strip_prefix("_Z") else { return kernel };
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let length = rest[..digits].parse::<usize>().unwrap_or(0);
    rest.get(digits..digits + length).filter(|name| !name.is_empty()).unwrap_or(kernel)
}

/// The bench kernels and every example.
fn ours(root: &Path) -> Vec<PathBuf> {
    let examples = std::fs::read_dir(root.join("examples/hip")).into_iter().flatten().flatten();
    let sources = examples.map(|e| e.path().join(e.file_name()).with_extension("hip"));
    let mut sources: Vec<PathBuf> = sources.filter(|source| source.is_file()).collect();
    sources.sort();
    sources.insert(0, root.join("tests/bench/hip/kernels.hip"));
    sources
}

/// Ours: hipcc's bundle through RADV, on null hardware, by the program beside this one.
fn radv(programs: &Path, source: &Path, work: &Path) -> Result<BTreeMap<String, Code>, String> {
    let bundle = work.join(source.file_stem().unwrap_or_default()).with_extension("hipfb");
    let mut hipcc = Command::new(programs.with_file_name("hipcc"));
    output(hipcc.args(["--genco", "-O3"]).arg(source).arg("-o").arg(&bundle))?;
    let mut radv = Command::new(programs.with_file_name("radv"));
    radv.arg("navi31").args(BLOCKS.iter().map(|(kernel, block)| format!("--block={kernel}={block}"))).arg(&bundle);
    let text = output(&mut radv)?;
    let lines = text.lines().filter(|line| line.starts_with('{'));
    let lines = lines.filter_map(|line| serde_json::from_str::<Value>(line).ok());
    Ok(lines.filter_map(|line| Some((line["kernel"].as_str()?.to_owned(), code_of(&line)?))).collect())
}

fn code_of(line: &Value) -> Option<Code> {
    let number = |name: &str| line[name].as_u64();
    Some(Code { instructions: number("Instructions")?, vgprs: number("VGPRs")?, spills: number("Spilled VGPRs")? })
}

/// Theirs: clang's assembly for gfx1100 of the same compilation.
fn gfx1100(source: &Path) -> Result<BTreeMap<String, Code>, String> {
    let text = |e: &dyn std::fmt::Display| e.to_string();
    let source = source.display().to_string();
    let line = args::parse(&["-O3".into(), "-c".into(), source.clone()], 1, Called::Hipcc).map_err(|e| text(&e))?;
    let tools = Toolchain::find().map_err(|e| text(&e))?;
    let ir = clang::device(&tools, &line, &source).map_err(|e| text(&e))?;
    let ockl = device_libraries(None, &tools.installation, tools.clang.major).map_err(|e| text(&e))?.join("ockl.bc");
    let mut command = Command::new(ir.get_program());
    // The last file in front: what hipcc leaves to spirv-gen must come from the device library here.
    let words: Vec<String> = ir.get_args().map(|a| a.to_string_lossy().into_owned()).collect();
    for word in words.iter().filter(|word| !["-emit-llvm", "-gline-tables-only"].contains(&word.as_str())) {
        command.arg(word.replace("--offload-arch=gfx1030", "--offload-arch=gfx1100"));
    }
    command.args(["-Xclang", "-mlink-builtin-bitcode", "-Xclang"]).arg(ockl);
    Ok(assembly(&output(&mut command)?))
}

/// Counts what stands between a kernel's label and the end of its function; registers are in the notes at the end.
fn assembly(text: &str) -> BTreeMap<String, Code> {
    let mut kernels: BTreeMap<String, Code> = BTreeMap::new();
    let (mut current, mut notes) = (None::<String>, Code::default());
    for line in text.lines() {
        let trimmed = line.trim();
        let value = |key: &str| trimmed.strip_prefix(key).and_then(|v| v.trim().parse::<u64>().ok());
        if let Some(count) = value(".vgpr_count:") {
            notes.vgprs = count.next_multiple_of(PORTION);
        } else if let Some(count) = value(".vgpr_spill_count:") {
            notes.spills = count;
        } else if let Some(name) = trimmed.strip_prefix(".symbol:") {
            current = name.trim().strip_suffix(".kd").map(str::to_owned);
        } else if let Some(label) = line.split_once(':').map(|(label, _)| label).filter(|l| l.starts_with("_Z")) {
            current = Some(label.to_owned());
        } else if trimmed.starts_with(".Lfunc_end") {
            current = None;
        } else if line.starts_with('\t')
            && trimmed.starts_with(|c: char| c.is_ascii_lowercase())
            && let Some(name) = &current
        {
            kernels.entry(name.clone()).or_default().instructions += 1;
        }
        // In the notes a kernel's spills are the last of its figures.
        if trimmed.starts_with(".vgpr_spill_count:")
            && let Some(code) = current.take().and_then(|name| kernels.get_mut(&name))
        {
            *code = Code { instructions: code.instructions, ..notes };
        }
    }
    kernels
}

fn output(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|e| format!("cannot run {}: {e}", command.get_program().display()))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(format!("{}: {}", command.get_program().display(), String::from_utf8_lossy(&output.stderr)))
}

#[cfg(test)]
mod tests {
    use super::{assembly, plain};

    #[test]
    fn instructions_are_counted_and_registers_read_from_the_notes() {
        let text = "_Z1kPf: ; @_Z1kPf\n; %bb.0:\n\ts_load_b64 s[0:1], s[0:1], 0x0\n\t; a comment\n.LBB0_1:\n\ts_endpgm\n.Lfunc_end0:\n\
                    \t.size x, 4\n    .symbol:         _Z1kPf.kd\n    .vgpr_count:     25\n    .vgpr_spill_count: 3\n";
        let kernels = assembly(text);
        let code = kernels.get("_Z1kPf").expect("the kernel");
        assert_eq!((code.instructions, code.vgprs, code.spills), (2, 48, 3));
    }

    #[test]
    fn mangled_names_are_shortened() {
        assert_eq!(plain("_Z5saxpyPKfPfj"), "saxpy");
        assert_eq!(plain("plain_c"), "plain_c");
    }
}
