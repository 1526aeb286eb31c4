//! Every flag hipcc gives to clang, and why.
//!
//! Three commands are built here: the device compilation (AMDGPU IR as text on stdout), the host compilation (the
//! bundle on stdin, see [`host`]) and the link. Called by `compile.rs` and `link.rs`; `hipcc -###` prints them.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::digest;

use super::DriverError;
use super::args::{Called, CommandLine, Language, Stage, Wave};
use super::layout::{self, Clang, Installation, WINDOWS_LIBRARY};

/// What device code has in front of it.
pub const DEVICE_LIBRARY: &str = "hip/detail/device_library.h";
/// What every hipRTC program has, behind the others.
pub const RTC_RUNTIME: &str = "hip/detail/rtc_runtime.h";
/// What clang itself includes first where it brings HIP's headers.
pub const WRAPPER: &str = "__clang_hip_runtime_wrapper.h";

/// The tools and folders one hipcc run uses.
#[derive(Debug)]
pub struct Toolchain {
    pub clang: Clang,
    pub installation: Installation,
}

impl Toolchain {
    pub fn find() -> Result<Self, DriverError> {
        Ok(Self { clang: Clang::find()?, installation: Installation::find()? })
    }

    fn clang(&self) -> Command {
        let mut command = Command::new(&self.clang.program);
        command.arg(self.clang.cxx_mode());
        command
    }
}

/// The architectures whose IR serves as our dialect: the plainest of each wave width.
pub(super) fn dialect(wave: Wave) -> (&'static str, &'static str) {
    match wave {
        Wave::W32 => ("gfx1030", "oclc_isa_version_1030.bc"),
        Wave::W64 => ("gfx906", "oclc_isa_version_906.bc"),
    }
}

/// What a device compilation may go without.
#[derive(Debug, Clone, Copy)]
pub struct Parts {
    /// Our device library in front.
    pub library: bool,
    /// clang's headers for HIP in front.
    pub wrapper: bool,
    /// AMD's mathematics, linked.
    pub mathematics: bool,
    /// The result as text rather than as bitcode.
    pub text: bool,
}

/// The device compilation of a HIP source: IR text on stdout.
pub fn device(tools: &Toolchain, line: &CommandLine, source: &str) -> Result<Command, DriverError> {
    device_of(tools, line, source, Parts { library: true, wrapper: true, mathematics: true, text: true })
}

/// The same with these parts (`comgr`).
pub fn device_of(tools: &Toolchain, line: &CommandLine, source: &str, parts: Parts) -> Result<Command, DriverError> {
    let bitcode = layout::device_libraries(line.device_lib_path.as_deref(), &tools.installation, tools.clang.major)?;
    let (arch, isa) = dialect(line.wave);
    let mut command = tools.clang();
    command.args(["-x", "hip", "--cuda-device-only"]).arg(format!("--offload-arch={arch}"));
    // Before clang's wrapper, which only declares the allocator that is defined here; both before the user's own `-include`.
    let library = tools.installation.include.join(DEVICE_LIBRARY);
    if parts.library && library.exists() {
        command.arg("-include").arg(library);
    }
    if parts.wrapper {
        command.args(["-include", WRAPPER]);
    }
    command.args(&line.common).args(&line.device);
    if line.rdc {
        command.arg("-fgpu-rdc");
    }
    // Must be the host side's: both name static variables by it. hipRTC, which has no host side, brings its own.
    if !line.device.iter().any(|option| option.starts_with("-cuid=")) {
        command.arg(cuid(line, source));
    }
    headers(&mut command, tools);
    if brings_rocm_headers(&line.common) {
        command.arg("-include").arg(tools.installation.include.join("hip/detail/image_ockl.h"));
    }
    command.args([
        // Device code is always optimised: the passes expect promoted, inlined code, and so do drivers.
        "-O3",
        // Inline before the optimiser runs, as ROCm's hipcc does: spirv-gen inlines what is left.
        "-mllvm",
        "-amdgpu-early-inline-all=true",
        // Lines for error messages, nothing more: full debug information would triple the text.
        "-gline-tables-only",
        // What the device library's abi_version file below says, whatever this clang's default is.
        "-mcode-object-version=5",
        "-nogpulib",
        // Flags of the host or of the link, in `common`, are no mistake here.
        "-Wno-unused-command-line-argument",
        // No `noundef` on arguments and results. Lanes leave values uninitialised that only other lanes read: `if (leader)
        // b = atomicAdd(..); b = __shfl(b, 0)`. AMD's warp functions are bodies by the time clang optimises, ours are calls
        // until spirv-gen sees them, and an undefined `noundef` argument is leave to drop the branch in front of it.
        "-Xclang",
        "-no-enable-noundef-analysis",
    ]);
    if line.is_for_windows() {
        // The device libraries are of systems whose wchar_t has four bytes, and clang links no bitcode of another size.
        command.arg("-fno-short-wchar");
    }
    match line.stage {
        Stage::Preprocess => command.arg("-E"),
        _ => command.args(["-emit-llvm", if parts.text { "-S" } else { "-c" }]),
    };
    // printf as calls that say what belongs together: `passes::device::printf` makes one record of them. The other kind,
    // which returns 0 instead of the number of characters, is for those who ask for it.
    if !line.common.iter().chain(&line.device).any(|arg| arg.starts_with("-mprintf-kind=")) {
        command.arg("-mprintf-kind=hostcall");
    }
    if parts.mathematics {
        link_mathematics(&mut command, line, &bitcode, isa);
    }
    command.args(["-o", "-", source]);
    Ok(command)
}

/// AMD's mathematics as the options want it, and what it asks.
fn link_mathematics(command: &mut Command, line: &CommandLine, bitcode: &Path, isa: &str) {
    link_libraries(command, bitcode, isa);
    for (control, is_on) in controls(line) {
        let state = if is_on { "on" } else { "off" };
        link_bitcode(command, &bitcode.join(format!("oclc_{control}_{state}.bc")));
    }
}

/// The device libraries' switches, by the line's options.
fn controls(line: &CommandLine) -> [(&'static str, bool); 5] {
    let fast = line.is_on(&["-ffast-math", "-Ofast"], &["-fno-fast-math"]);
    let unsafe_math = fast || line.is_on(&["-funsafe-math-optimizations"], &["-fno-unsafe-math-optimizations"]);
    let finite = fast || line.is_on(&["-ffinite-math-only"], &["-fno-finite-math-only"]);
    let flush = line.is_on(
        &["-fgpu-flush-denormals-to-zero", "-fcuda-flush-denormals-to-zero"],
        &["-fno-gpu-flush-denormals-to-zero"],
    );
    let loose_divide = line.is_on(
        &["-fno-hip-fp32-correctly-rounded-divide-sqrt", "-fno-hip-correctly-rounded-divide-sqrt"],
        &["-fhip-fp32-correctly-rounded-divide-sqrt"],
    );
    [
        ("daz_opt", flush),
        ("unsafe_math", unsafe_math),
        ("finite_only", finite),
        ("correctly_rounded_sqrt", !loose_divide),
        ("wavefrontsize64", line.wave == Wave::W64),
    ]
}

/// What device code is linked with, whatever its options. No ockl.bc: spirv-gen knows its functions by name (`passes::device`), and their
/// bodies are written for AMD's lanes.
fn link_libraries(command: &mut Command, bitcode: &Path, isa: &str) {
    link_bitcode(command, &bitcode.join("ocml.bc"));
    link_controls(command, bitcode, isa);
}

/// What the library asks about the processor and its runtime.
fn link_controls(command: &mut Command, bitcode: &Path, isa: &str) {
    for library in [isa, "oclc_abi_version_500.bc"] {
        link_bitcode(command, &bitcode.join(library));
    }
}

/// LLVM bitcode or IR that somebody's clang made of device code, as the text that [`device`] would write.
pub fn bitcode(tools: &Toolchain, options: &[String], wave: Wave, libraries: &Path, source: &Path) -> Command {
    let mut command = bitcode_to_text(tools, options, wave, libraries, source);
    link_bitcode(&mut command, &libraries.join("ocml.bc"));
    command
}

/// AMD's mathematics, every function of it: optimised already, and clang's optimiser would drop what nobody calls.
pub fn mathematics(tools: &Toolchain, wave: Wave, libraries: &Path) -> Command {
    let mut command = bitcode_to_text(tools, &[], wave, libraries, &libraries.join("ocml.bc"));
    command.args(["-Xclang", "-disable-llvm-passes"]);
    command
}

/// LLVM's bitcode or IR to bitcode, with what else is to be linked to it whole. Nothing is optimised but what the options ask for.
pub fn bitcode_to_bitcode(tools: &Toolchain, line: &CommandLine, sources: &[PathBuf]) -> Command {
    let (arch, _) = dialect(line.wave);
    let mut command = Command::new(&tools.clang.program);
    command.args(["-x", "ir", "--target=amdgcn-amd-amdhsa", "-nogpulib"]).arg(format!("-mcpu={arch}"));
    command.args(&line.common).args(&line.device).arg("-Wno-unused-command-line-argument");
    for more in sources.iter().skip(1) {
        command.args(["-Xclang", "-mlink-bitcode-file", "-Xclang"]).arg(more);
    }
    command.args(["-c", "-emit-llvm", "-o", "-"]).args(sources.first());
    command
}

fn bitcode_to_text(tools: &Toolchain, options: &[String], wave: Wave, libraries: &Path, source: &Path) -> Command {
    let (arch, isa) = dialect(wave);
    let mut command = Command::new(&tools.clang.program);
    command.args(options).arg("-Wno-unused-command-line-argument");
    command.args(["-x", "ir", "--target=amdgcn-amd-amdhsa", "-nogpulib", "-O3"]).arg(format!("-mcpu={arch}"));
    command.args(["-mllvm", "-amdgpu-early-inline-all=true", "-mcode-object-version=5"]);
    link_controls(&mut command, libraries, isa);
    let width = if wave == Wave::W64 { "on" } else { "off" };
    for control in [
        "daz_opt_off",
        "unsafe_math_off",
        "finite_only_off",
        "correctly_rounded_sqrt_on",
        &format!("wavefrontsize64_{width}"),
    ] {
        link_bitcode(&mut command, &libraries.join(format!("oclc_{control}.bc")));
    }
    command.args(["-S", "-emit-llvm", "-o", "-"]).arg(source);
    command
}

fn link_bitcode(command: &mut Command, path: &Path) {
    command.args(["-Xclang", "-mlink-builtin-bitcode", "-Xclang"]).arg(path);
}

/// The host compilation of a HIP source. With `embed`, clang reads the bundle from its standard input when it has
/// parsed the file: so both compilations run at the same time and no file or second link step is needed.
pub fn host(tools: &Toolchain, line: &CommandLine, source: &str, embed: bool) -> Command {
    let mut command = tools.clang();
    command.args(["-x", "hip", "--cuda-host-only", "-include", WRAPPER]);
    command.args(&line.common).args(&line.host);
    // Also past the driver: before clang 20 it passes it on to the device side only, since then it adds one of its own if it is told none.
    let cuid = cuid(line, source);
    command.args([&cuid, "-Xclang", &cuid]);
    headers(&mut command, tools);
    if line.rdc {
        command.arg("-fgpu-rdc");
    }
    if embed && line.rdc {
        // Into a section that the link's device half reads (`link.rs`); the image it makes has the name clang leaves undefined.
        command.args(["-Xclang", "-fembed-offload-object=/dev/stdin"]);
    } else if embed {
        command.args(["-Xclang", "-fcuda-include-gpubinary", "-Xclang", "/dev/stdin"]);
    }
    host_stage(&mut command, line);
    command.arg(source);
    command
}

/// A source that is not HIP: one run, with HIP's headers at hand.
pub fn plain(tools: &Toolchain, line: &CommandLine, source: &str, language: &str) -> Command {
    let mut command = Command::new(&tools.clang.program);
    if !language.is_empty() {
        command.args(["-x", language]);
    }
    command.args(&line.common).args(&line.host);
    command.args(["-D__HIP_PLATFORM_AMD__=1", "-isystem"]).arg(&tools.installation.include);
    host_stage(&mut command, line);
    command.arg(source);
    command
}

/// The headers of HIP, for either side of a HIP source.
fn headers(command: &mut Command, tools: &Toolchain) {
    command.arg("-D__HIP_PLATFORM_AMD__=1");
    // Without this clang goes looking for an installed ROCm, and takes its headers if there is one.
    command.arg("-nogpuinc");
    // clang's <cmath>, <complex>, <algorithm> wrappers make std:: functions callable on the device.
    command.arg("-isystem").arg(tools.clang.headers.join("cuda_wrappers"));
    command.arg("-isystem").arg(&tools.installation.include);
}

/// True if an include folder of the command line holds ROCm's own headers, whose texture functions call AMD's device
/// library; ours bring that code themselves.
fn brings_rocm_headers(options: &[String]) -> bool {
    let attached = options.iter().filter_map(|arg| arg.strip_prefix("-I")).filter(|folder| !folder.is_empty());
    let next = |pair: &[String]| matches!(&*pair[0], "-I" | "-isystem" | "-idirafter").then(|| pair[1].clone());
    let separate = options.windows(2).filter_map(next);
    attached
        .map(String::from)
        .chain(separate)
        .any(|folder| Path::new(&folder).join("hip/amd_detail/ockl_image.h").is_file())
}

fn host_stage(command: &mut Command, line: &CommandLine) {
    match line.stage {
        Stage::Preprocess => command.arg("-E"),
        Stage::SyntaxOnly => command.arg("-fsyntax-only"),
        Stage::Assembly => command.arg("-S"),
        Stage::Object | Stage::Link => command.arg("-c"),
        // `-M` and `-MM` travel in `line.host`; the others have no host side.
        Stage::Dependencies | Stage::CodeObject | Stage::Emit(_) => command,
    };
    if line.save_temps {
        command.arg("--save-temps");
    }
    if line.verbose {
        command.arg("-v");
    }
}

/// Assembles the object that holds a linked bundle.
pub fn assemble(tools: &Toolchain, line: &CommandLine, source: &Path, object: &Path) -> Command {
    let mut command = Command::new(&tools.clang.program);
    // For the same machine as the rest.
    command.args(line.common.iter().filter(|arg| arg.starts_with("--target=") || *arg == "-m64" || *arg == "-m32"));
    command.args(["-x", "assembler", "-c"]).arg(source).arg("-o").arg(object);
    command
}

/// The link of an executable or shared library from `inputs`, objects and link options in the user's order.
pub fn link(tools: &Toolchain, line: &CommandLine, inputs: &[String]) -> Result<Command, DriverError> {
    let library = tools.installation.library_dir(line.is_for_windows())?;
    let mut command = tools.clang();
    // Compile options stay: -fopenmp, -fsanitize= and -pthread mean something to the link too.
    command.args(&line.common).arg("-Wno-unused-command-line-argument");
    command.args(inputs);
    if line.called == Called::Hipcc {
        // For -lhiprtc. Not where CMake reads clang's own folders out of our command: programs of its would get no rpath for such a folder.
        command.arg("-L").arg(library);
    }
    if line.is_for_windows() {
        // Windows finds amdhip64_7.dll beside the program or by PATH.
        command.arg(library.join(WINDOWS_LIBRARY));
    } else {
        command.arg(format!("-Wl,-rpath,{}", library.display())).arg(library.join("libamdhip64.so"));
    }
    command.args(["-o", line.output.as_deref().unwrap_or("a.out")]);
    if line.verbose {
        command.arg("-v");
    }
    Ok(command)
}

/// An identity for the translation unit, the same on both sides: clang names static device variables by it.
fn cuid(line: &CommandLine, source: &str) -> String {
    let path = std::fs::canonicalize(source).unwrap_or_else(|_| source.into());
    let text = format!("{}\0{}\0{}", path.display(), line.common.join("\0"), line.host.join("\0"));
    format!("-cuid={:016x}", digest::short([text.as_bytes()]))
}

/// The commands a source needs, for `-###`.
pub fn planned(
    tools: &Toolchain,
    line: &CommandLine,
    source: &str,
    language: &Language,
) -> Result<Vec<Command>, DriverError> {
    Ok(match language {
        Language::Hip => vec![device(tools, line, source)?, host(tools, line, source, true)],
        Language::Plain(name) => vec![plain(tools, line, source, name)],
    })
}

#[cfg(test)]
mod tests {
    use super::brings_rocm_headers;

    fn line(options: &[&str]) -> Vec<String> {
        options.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn rocms_headers_are_known_by_their_declarations_of_image_functions() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let detail = folder.path().join("hip/amd_detail");
        std::fs::create_dir_all(&detail).expect("a folder in it");
        let path = folder.path().to_str().expect("a plain path");
        assert!(!brings_rocm_headers(&line(&["-isystem", path])));
        std::fs::write(detail.join("ockl_image.h"), "").expect("a temporary file");
        assert!(brings_rocm_headers(&line(&["-isystem", path])));
        assert!(brings_rocm_headers(&line(&[&format!("-I{path}")])));
        assert!(brings_rocm_headers(&line(&["-O2", "-I", path, "-g"])));
        assert!(!brings_rocm_headers(&line(&["-D", path, "-L", path])));
    }
}
