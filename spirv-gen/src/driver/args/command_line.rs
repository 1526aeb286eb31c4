//! What a command line asks for, sorted by who needs what. Made by [`super::parse`].

use crate::bundle::packed::Effort;

/// What hipcc is asked to make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// `-E`: the host side, preprocessed.
    Preprocess,
    /// `-M`, `-MM`: make dependencies of the host side.
    Dependencies,
    /// `-fsyntax-only`: both sides checked, nothing written.
    SyntaxOnly,
    /// `-S`: host assembly with the bundle embedded.
    Assembly,
    /// `-c`: an object with the bundle embedded.
    Object,
    /// `--genco`: the bundle alone, as `hipModuleLoad` reads it.
    CodeObject,
    /// `--emit=…`: what spirv-gen makes of the device side.
    Emit(EmitKind),
    /// None of these: an executable or a shared library.
    Link,
}

/// The forms `--emit=` knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EmitKind {
    /// clang's device IR after the portable passes, as text.
    Ir,
    /// One SPIR-V module per kernel.
    Spirv,
    /// The same, disassembled.
    SpirvAsm,
}

/// `--cuda-device-only`, `--cuda-host-only` and their `--offload-` spellings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sides {
    Both,
    HostOnly,
    DeviceOnly,
}

/// The wave width whose dialect of AMDGPU IR the device side is compiled to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wave {
    W32,
    W64,
}

/// By whose name hipcc was called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Called {
    /// C++ is HIP too, as to ROCm's hipcc, unless `HIP_COMPILE_CXX_AS_HIP=0`.
    Hipcc,
    /// C++ is C++ (`as_clang`).
    Clang,
}

/// How a source file is compiled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Language {
    /// Device and host side.
    Hip,
    /// One clang run; the string is clang's `-x` name, or empty to let the file name decide.
    Plain(String),
}

/// One positional argument or link option, in the order given: linkers care.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    Source {
        path: String,
        language: Language,
    },
    /// An object, archive, library or linker option, for the link only.
    Link(String),
}

/// hipcc's command line, sorted by who needs what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandLine {
    pub called: Called,
    pub stage: Stage,
    pub sides: Sides,
    pub wave: Wave,
    pub items: Vec<Item>,
    pub output: Option<String>,
    /// For every clang run.
    pub common: Vec<String>,
    /// For the host compilation only.
    pub host: Vec<String>,
    /// For the device compilation only.
    pub device: Vec<String>,
    /// `--target=NAME` under `--emit`: a device description known to `spirv_gen::Target`.
    pub emit_target: Option<String>,
    /// `--block=X,Y,Z` under `--emit`: the block size the kernels are compiled for.
    pub emit_block: Option<[u32; 3]>,
    pub save_temps: bool,
    /// `-fgpu-rdc`: objects hold device code that is linked later.
    pub rdc: bool,
    /// `--offload-compress`: how hard device code is packed, which it always is.
    pub packing: Effort,
    /// `--emit-static-lib`: an archive of the objects instead of a program.
    pub static_lib: bool,
    pub verbose: bool,
    pub version: bool,
    /// `-###`: print the clang commands, run nothing.
    pub dry_run: bool,
    /// Sources compiled at once.
    pub jobs: usize,
    /// `--rocm-device-lib-path=`: where the bitcode libraries lie.
    pub device_lib_path: Option<String>,
}

impl CommandLine {
    pub fn sources(&self) -> impl Iterator<Item = (&str, &Language)> {
        self.items.iter().filter_map(|item| match item {
            Item::Source { path, language } => Some((path.as_str(), language)),
            Item::Link(_) => None,
        })
    }

    /// The program is for Windows: by its host's target, or as this is Windows.
    pub fn is_for_windows(&self) -> bool {
        let mut pairs = self.common.windows(2).filter(|pair| pair[0] == "-target").map(|pair| pair[1].as_str());
        let target =
            self.common.iter().rev().find_map(|arg| arg.strip_prefix("--target=")).or_else(|| pairs.next_back());
        target.map_or(cfg!(windows), |target| target.contains("windows") || target.contains("mingw"))
    }

    /// True if `flag` is given and no later option of `negations` takes it back.
    pub fn is_on(&self, flags: &[&str], negations: &[&str]) -> bool {
        let mut given = self.common.iter().chain(&self.device).rev().map(String::as_str);
        given.find(|arg| flags.contains(arg) || negations.contains(arg)).is_some_and(|last| flags.contains(&last))
    }
}
