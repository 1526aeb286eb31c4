//! The programs that tests compile with our hipcc or with g++ and run: their sources, and what these ask of the compiler.
//!
//! `compiled` makes a program beside the tests; in a pack (tests/device.sh), which travels to machines without a compiler, it has been
//! made before. Used by tests/{programs,device_output,c_abi}.rs and by the program `pack`, which makes them all.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::made;
use crate::places::{is_packed, root, target};

/// Folders with more programs, separated by colons, whose exit status says whether they are right.
pub const MORE_PROGRAMS: &str = "HIPVK_TEST_PROGRAMS";

/// Begins the line of a source that says what of the system the program is about.
const ON_EACH_SYSTEM: &str = "// made on each system:";

/// A program of one source file.
#[derive(Debug, Clone)]
pub struct Program {
    pub name: String,
    pub source: PathBuf,
    /// The folder beside the tests that the program is made in.
    pub folder: String,
    /// The compiler's name: ours beside the tests, or one in PATH.
    compiler: &'static str,
    flags: Vec<String>,
    /// What it is about is the system's compiler or libraries, so that it is made anew for each Mesa's.
    on_each_system: bool,
}

impl Program {
    /// Where the program is once it is made.
    pub fn path(&self) -> PathBuf {
        target().join(&self.folder).join(&self.name)
    }

    /// The program, compiled now unless it was packed.
    ///
    /// # Errors
    /// What the compiler said.
    pub fn compiled(&self) -> Result<PathBuf, String> {
        let program = self.path();
        if is_packed() {
            return if program.exists() { Ok(program) } else { Err(format!("{} was not packed", program.display())) };
        }
        std::fs::create_dir_all(target().join(&self.folder)).map_err(|e| e.to_string())?;
        let ours = target().join(self.compiler);
        let mut compiler = Command::new(if ours.exists() { ours.as_path() } else { Path::new(self.compiler) });
        compiler.arg(&self.source).args(&self.flags).arg("-o").arg(&program);
        let output = match self.on_each_system {
            true => compiler.output().map(Some),
            false => made::once(&mut compiler, &program, &[&self.source]),
        };
        let output =
            output.map_err(|e| format!("{compiler:?}: {e} (cargo build --workspace --lib --bins makes ours)"))?;
        match output {
            Some(output) if !output.status.success() => {
                Err(format!("{}: {}", self.source.display(), String::from_utf8_lossy(&output.stderr)))
            }
            _ => Ok(program),
        }
    }
}

/// Every program there is.
pub fn all() -> Vec<Program> {
    let mut all = checked_by_themselves();
    all.extend(more());
    all.extend(["printf", "assert", "heap"].map(device_output));
    all.extend(
        [
            "memory",
            "rectangles",
            "pool",
            "batch",
            "external",
            "stream_value",
            "stream_event",
            "device_error",
            "execution_context",
            "logging",
            "module_launch",
            "no_device",
            "layout",
        ]
        .map(api),
    );
    all.extend(api_kernels());
    all.extend(["traced", "marked"].map(traced));
    all
}

/// Those whose RESULT lines say whether they are right: examples, kernels and libraries.
pub fn checked_by_themselves() -> Vec<Program> {
    let examples = root().join("examples/hip");
    let names = entries(&examples).into_iter().filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()));
    let mut sources: Vec<PathBuf> = names.map(|name| examples.join(&name).join(format!("{name}.hip"))).collect();
    sources.retain(|source| source.is_file());
    assert!(!sources.is_empty(), "no examples in {}", examples.display());
    for folder in ["kernels", "libraries"] {
        sources.extend(hip_files(&root().join("tests").join(folder)));
    }
    let of_source = |source: PathBuf| program("programs", source, "// hipcc:");
    sources.into_iter().map(of_source).collect()
}

/// Those of other folders (`HIPVK_TEST_PROGRAMS`).
pub fn more() -> Vec<Program> {
    let Some(folders) = std::env::var_os(MORE_PROGRAMS) else { return Vec::new() };
    let sources = std::env::split_paths(&folders).flat_map(|folder| hip_files(&folder));
    sources.map(|source| program("more_programs", source, "// flags:")).collect()
}

/// A program of tests/device_output.
pub fn device_output(name: &str) -> Program {
    let source = root().join(format!("tests/device_output/{name}.hip"));
    let flags = ["-std=c++17", "-O2", "-w"].map(str::to_owned).into();
    let folder = "device_output".to_owned();
    Program { name: name.to_owned(), source, folder, compiler: "hipcc", flags, on_each_system: true }
}

/// A program of tests/trace.
pub fn traced(name: &str) -> Program {
    let source = root().join(format!("tests/trace/{name}.hip"));
    let flags = ["-std=c++17", "-O2", "-Wall", "-Werror", "-pthread"].map(str::to_owned).into();
    let folder = "trace".to_owned();
    Program { name: name.to_owned(), source, folder, compiler: "hipcc", flags, on_each_system: true }
}

/// A C++ program of tests/api, which links the library in `target/c_abi`.
pub fn api(name: &str) -> Program {
    let mut flags: Vec<String> =
        ["-std=c++17", "-O1", "-Wall", "-Werror", "-D__HIP_PLATFORM_AMD__", "-pthread"].map(str::to_owned).into();
    flags.push(format!("-DHIPVK_BUNDLE_VERSION={}", spirv_gen::bundle::fatbin::VERSION));
    flags.extend(["-isystem".to_owned(), root().join("runtime/include").display().to_string()]);
    flags.extend(["-L".to_owned(), api_library().display().to_string(), "-lamdhip64".to_owned(), "-ldl".to_owned()]);
    let source = root().join(format!("tests/api/{name}.cpp"));
    let folder = "c_abi".to_owned();
    Program { name: name.to_owned(), source, folder, compiler: "g++", flags, on_each_system: true }
}

/// tests/api/kernels.hip as a program, and its device code alone.
pub fn api_kernels() -> [Program; 2] {
    [("kernels", None), ("kernels.code", Some("--genco"))].map(|(name, more)| {
        let library = format!("-L{}", api_library().display());
        let flags = ["-std=c++17", "-O1", "-Wall", "-Werror", library.as_str()].into_iter().chain(more);
        Program {
            name: name.to_owned(),
            source: root().join("tests/api/kernels.hip"),
            folder: "c_abi".to_owned(),
            compiler: "hipcc",
            flags: flags.map(str::to_owned).collect(),
            on_each_system: true,
        }
    })
}

/// A folder with libamdhip64.so.7 and libhiprtc.so.7: the library cargo built beside this test.
pub fn api_library() -> PathBuf {
    let folder = target().join("c_abi");
    let built = ["libhipvk.so", "deps/libhipvk.so"].map(|name| target().join(name));
    let built = built
        .iter()
        .find(|path| path.exists())
        .unwrap_or_else(|| panic!("no libhipvk.so in {}: run `cargo build -p hipvk` first", target().display()));
    std::fs::create_dir_all(&folder).expect("the target folder is writable");
    for name in ["libamdhip64.so.7", "libamdhip64.so", "libhiprtc.so.7", "libhiprtc.so"] {
        match std::os::unix::fs::symlink(built, folder.join(name)) {
            Err(e) if e.kind() != std::io::ErrorKind::AlreadyExists => panic!("{}: {e}", folder.display()),
            _ => {}
        }
    }
    folder
}

/// A HIP program; `mark` begins the line of its source that names more of hipcc's flags.
fn program(folder: &str, source: PathBuf, mark: &str) -> Program {
    // AMD's header libraries, which `./hipvk test` takes from the distribution's packages without installing them.
    let libraries = root().join("target/libraries/usr/include");
    let text = std::fs::read_to_string(&source).unwrap_or_else(|e| panic!("{}: {e}", source.display()));
    let asked = text.lines().find_map(|line| line.strip_prefix(mark)).unwrap_or_default();
    let flags = ["-O2".to_owned(), "-isystem".to_owned(), libraries.display().to_string()].into_iter();
    let flags = flags.chain(asked.split_whitespace().map(str::to_owned));
    let name = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let on_each_system = text.lines().any(|line| line.starts_with(ON_EACH_SYSTEM));
    Program { name, source, folder: folder.to_owned(), compiler: "hipcc", flags: flags.collect(), on_each_system }
}

/// What is in a folder, sorted.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    entries
}

/// The `.hip` files of a folder, at least one.
fn hip_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = entries(folder);
    files.retain(|path| path.extension().is_some_and(|e| e == "hip"));
    assert!(!files.is_empty(), "no programs in {}", folder.display());
    files
}
