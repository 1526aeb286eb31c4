//! The two compilers that are compared, from one source with one set of flags (`driver::clang`): hipcc's bundle through RADV on null
//! hardware, by the program `null_device` beside this one; and clang's assembly for gfx1100.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

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
/// A kernel whose code takes RADV longer is left out, with those behind it in its file.
const SECONDS: &str = "300";

/// What one compiler made of a kernel. `scratch`: bytes a thread, spilled registers and private arrays; `shared`: bytes a block.
#[derive(Clone, Copy, Default, Debug, PartialEq)]
pub struct Code {
    pub instructions: u64,
    pub vgprs: u64,
    pub spills: u64,
    pub scratch: u64,
    pub shared: u64,
    /// Kernels that call functions have code elsewhere, which is not counted.
    pub calls: bool,
}

/// A compilation: a folder, and hipcc's arguments there but for those of the output.
pub struct Source {
    folder: PathBuf,
    file: String,
    flags: Vec<String>,
}

impl Source {
    /// A file that needs no flags.
    pub fn alone(path: &Path) -> Self {
        Self { folder: PathBuf::from("."), file: path.display().to_string(), flags: vec!["-O3".to_owned()] }
    }

    /// What a build called hipcc with; nothing if that compiled nothing.
    pub fn of_command(folder: &Path, words: Vec<String>) -> Option<Self> {
        let is_source = |word: &String| [".cu", ".hip", ".cpp", ".cc"].iter().any(|end| word.ends_with(end));
        let file = words.iter().find(|word| is_source(word))?.clone();
        let mut words = words.into_iter();
        let mut flags = Vec::new();
        while let Some(word) = words.next() {
            match word.as_str() {
                "-o" => drop(words.next()),
                "-c" => {}
                _ if word == file => {}
                _ => flags.push(word),
            }
        }
        Some(Self { folder: folder.to_owned(), file, flags })
    }

    /// What its rows begin with: the program's folder, or the file alone.
    pub fn name(&self) -> String {
        let stem = Path::new(&self.file).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        match self.folder.file_name() {
            Some(folder) => format!("{}/{stem}", folder.to_string_lossy()),
            None => stem,
        }
    }
}

/// Ours. Where RADV dies of a kernel, the ones behind it are compiled by another process.
pub fn radv(programs: &Path, source: &Source, work: &Path) -> Result<BTreeMap<String, Code>, String> {
    let bundle = work.join(source.name().replace('/', "_")).with_extension("hipfb");
    let mut hipcc = Command::new(programs.with_file_name("hipcc"));
    hipcc.current_dir(&source.folder).args(&source.flags).args(["--genco", &source.file]).arg("-o").arg(&bundle);
    let made = run(&mut hipcc)?;
    if !made.status.success() {
        return Err(format!("{}: {}", source.name(), String::from_utf8_lossy(&made.stderr)));
    }
    let (mut kernels, mut from) = (BTreeMap::new(), 0);
    loop {
        let mut radv = Command::new("timeout");
        radv.arg(SECONDS).arg(programs.with_file_name("null_device")).args(["navi31", &format!("--from={from}")]);
        radv.args(BLOCKS.iter().map(|(kernel, block)| format!("--block={kernel}={block}"))).arg(&bundle);
        let output = run(&mut radv)?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let lines = text.lines().filter(|line| line.starts_with('{'));
        let lines: Vec<Value> = lines.filter_map(|line| serde_json::from_str(line).ok()).collect();
        kernels.extend(lines.iter().filter_map(|line| Some((line["kernel"].as_str()?.to_owned(), code_of(line)?))));
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        said.lines().filter(|line| line.starts_with("null_device: navi31")).for_each(|line| eprintln!("{line}"));
        if output.status.success() || said.contains("kernels failed for") {
            return Ok(kernels);
        }
        let Some(last) = lines.last().and_then(|line| line["place"].as_u64()) else {
            return Err(format!("{}: RADV ended at its kernel {from}: {} {said}", source.name(), output.status));
        };
        eprintln!("amd_code: {}: RADV ended at its kernel {}: {}", source.name(), last + 1, output.status);
        from = last + 2;
    }
}

fn code_of(line: &Value) -> Option<Code> {
    let number = |name: &str| line[name].as_u64();
    Some(Code {
        instructions: number("Instructions")?,
        vgprs: number("VGPRs")?,
        spills: number("Spilled VGPRs")?,
        scratch: number("Scratch size")?,
        shared: number("LDS size")?,
        calls: false,
    })
}

/// Theirs: clang's assembly for gfx1100 of the same compilation.
pub fn gfx1100(source: &Source) -> Result<BTreeMap<String, Code>, String> {
    let text = |e: &dyn std::fmt::Display| format!("{}: {e}", source.name());
    let mut words = source.flags.clone();
    words.extend(["-c".to_owned(), source.file.clone()]);
    let line = args::parse(&words, 1, Called::Hipcc).map_err(|e| text(&e))?;
    let tools = Toolchain::find().map_err(|e| text(&e))?;
    let ir = clang::device(&tools, &line, &source.file).map_err(|e| text(&e))?;
    let ockl = device_libraries(None, &tools.installation, tools.clang.major).map_err(|e| text(&e))?.join("ockl.bc");
    let mut command = Command::new(ir.get_program());
    command.current_dir(&source.folder);
    // The last file in front: what hipcc leaves to spirv-gen must come from the device library here.
    let words: Vec<String> = ir.get_args().map(|a| a.to_string_lossy().into_owned()).collect();
    for word in words.iter().filter(|word| !["-emit-llvm", "-gline-tables-only"].contains(&word.as_str())) {
        command.arg(word.replace("--offload-arch=gfx1030", "--offload-arch=gfx1100"));
    }
    command.args(["-Xclang", "-mlink-builtin-bitcode", "-Xclang"]).arg(ockl);
    let output = run(&mut command)?;
    if !output.status.success() {
        return Err(format!("{}: {}", source.name(), String::from_utf8_lossy(&output.stderr)));
    }
    Ok(assembly(&String::from_utf8_lossy(&output.stdout)))
}

/// Counts what stands between a function's label and its end; the notes at the end say which functions are kernels, and what they take.
fn assembly(text: &str) -> BTreeMap<String, Code> {
    let mut functions: BTreeMap<&str, Code> = BTreeMap::new();
    let (mut current, mut kernels, mut notes, mut symbol) = (None, BTreeMap::new(), Code::default(), None);
    for line in text.lines() {
        let trimmed = line.trim().trim_start_matches("- ");
        let value = |key: &str| trimmed.strip_prefix(key).and_then(|v| v.trim().parse::<u64>().ok());
        if let Some(bytes) = value(".group_segment_fixed_size:") {
            notes.shared = bytes;
        } else if let Some(bytes) = value(".private_segment_fixed_size:") {
            notes.scratch = bytes;
        } else if let Some(count) = value(".vgpr_count:") {
            notes.vgprs = count.next_multiple_of(PORTION);
        } else if let Some(name) = trimmed.strip_prefix(".symbol:") {
            symbol = name.trim().trim_matches('\'').strip_suffix(".kd");
        } else if let Some(count) = value(".vgpr_spill_count:") {
            // In the notes a kernel's spills are the last of its figures.
            notes.spills = count;
            let name = symbol.take();
            if let Some((name, body)) = name.and_then(|name| Some((name, functions.get(name)?))) {
                let code = Code { instructions: body.instructions, calls: body.calls, ..notes };
                kernels.insert(name.to_owned(), code);
            }
        } else if let Some((label, _)) = line.split_once(':').filter(|(l, _)| !l.starts_with(['.', '\t', ' ', ';'])) {
            current = Some(label);
        } else if trimmed.starts_with(".Lfunc_end") {
            current = None;
        } else if line.starts_with('\t')
            && trimmed.starts_with(|c: char| c.is_ascii_lowercase())
            && let Some(name) = current
        {
            let code = functions.entry(name).or_default();
            code.instructions += 1;
            code.calls |= trimmed.starts_with("s_swappc");
        }
    }
    kernels
}

fn run(command: &mut Command) -> Result<Output, String> {
    command.output().map_err(|e| format!("cannot run {}: {e}", command.get_program().display()))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Code, Source, assembly};

    #[test]
    fn instructions_are_counted_and_registers_read_from_the_notes() {
        let text = "_Z1kPf: ; @_Z1kPf\n; %bb.0:\n\ts_load_b64 s[0:1], s[0:1], 0x0\n\t; a comment\n.LBB0_1:\n\ts_endpgm\n.Lfunc_end0:\n\
                    \t.size x, 4\n  - .args:\n    .group_segment_fixed_size: 64\n    .private_segment_fixed_size: 16\n\
                    \x20   .symbol:         _Z1kPf.kd\n    .vgpr_count:     25\n    .vgpr_spill_count: 3\n";
        let kernels = assembly(text);
        let expected = Code { instructions: 2, vgprs: 48, spills: 3, scratch: 16, shared: 64, calls: false };
        assert_eq!(kernels.get("_Z1kPf"), Some(&expected));
    }

    #[test]
    fn a_builds_command_is_its_source_and_flags() {
        let words = "-O3 -I../include -c kernel.cu -o kernel.o".split(' ').map(str::to_owned).collect();
        let source = Source::of_command(Path::new("/src/nw-hip"), words).expect("a source");
        assert_eq!((source.name().as_str(), source.file.as_str()), ("nw-hip/kernel", "kernel.cu"));
        assert_eq!(source.flags, ["-O3", "-I../include"]);
        assert!(Source::of_command(Path::new("."), vec!["kernel.o".to_owned()]).is_none());
    }
}
