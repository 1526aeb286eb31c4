//! A library that is a HIP program itself (hipBLAS, hipRAND, hipSPARSE, and ROCm's own by other names), as it is installed: its test programs, what it
//! exports, its header and what it needs.
//!
//! Programs of its folder in tests/ are built against an installation and judge their results themselves. Used by
//! tests/{blas,blaslt,fft,miopen,rand,rccl,rocblas,rocrand,rocsparse,solver,sparse}.rs.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::installation::prefix;
use crate::made;
use crate::places::{root, target};
use crate::proof::right_only_with_kernels_and;

/// Which library.
#[derive(Debug)]
pub struct HipLibrary {
    /// As the linker knows it: `hipblas`.
    pub name: &'static str,
    /// The number of its interface, behind `.so.`.
    pub major: u32,
    /// The folder of its programs in tests/.
    pub programs: &'static str,
}

impl HipLibrary {
    fn folder(&self) -> PathBuf {
        let folder = target().join(self.programs);
        std::fs::create_dir_all(&folder).expect("a folder for the test");
        folder
    }

    fn file_name(&self) -> String {
        format!("lib{}.so.{}", self.name, self.major)
    }

    /// A program of its folder, compiled.
    ///
    /// # Panics
    /// If it does not compile.
    pub fn program(&self, name: &str) -> PathBuf {
        self.program_with(name, &[])
    }

    /// The same, linked with `others` besides.
    ///
    /// # Panics
    /// If it does not compile.
    pub fn program_with(&self, name: &str, others: &[&str]) -> PathBuf {
        let (program, source) = (self.folder().join(name), root().join(format!("tests/{}/{name}.cpp", self.programs)));
        let mut hipcc = Command::new(prefix().join("bin/hipcc"));
        hipcc.args(["-std=c++17", "-O2", "-Wall", "-Werror"]).arg(&source).arg("-L").arg(prefix().join("lib"));
        hipcc.args([self.name].iter().chain(others).map(|library| format!("-l{library}"))).arg("-o").arg(&program);
        if let Some(output) = made::once(&mut hipcc, &program, &[&source]).expect("hipcc starts") {
            assert!(output.status.success(), "{hipcc:?}\n{}", String::from_utf8_lossy(&output.stderr));
        }
        program
    }

    /// Runs one of [`Self::program`]'s with `variables` set.
    ///
    /// # Panics
    /// If it is wrong, or right without kernels.
    pub fn check(&self, program: &Path, variables: &[(&str, &str)]) {
        right_only_with_kernels_and(&self.folder(), program, Path::new(""), variables);
    }

    /// Its header, without what the preprocessor reads.
    ///
    /// # Panics
    /// If the compiler refuses it.
    pub fn header(&self) -> String {
        self.header_with(&[])
    }

    /// The same with `macros` defined.
    ///
    /// # Panics
    /// If the compiler refuses it.
    pub fn header_with(&self, macros: &[&str]) -> String {
        let include = root().join("runtime/include");
        let mut compiler = Command::new("g++");
        compiler.args(["-E", "-P", "-D__HIP_PLATFORM_AMD__"]).args(macros.iter().map(|name| format!("-D{name}")));
        run(compiler.arg("-I").arg(&include).arg(include.join(self.header_name())))
    }

    /// As programs include it: in lower case, as the folder.
    fn header_name(&self) -> String {
        format!("{0}/{0}.h", self.name.to_lowercase())
    }

    /// The names that it exports.
    ///
    /// # Panics
    /// If it cannot be read.
    pub fn exports(&self) -> BTreeSet<String> {
        let library = prefix().join("lib").join(self.file_name());
        let symbols = run(Command::new("nm").args(["-D", "--defined-only"]).arg(library));
        symbols.lines().filter_map(|line| line.split_whitespace().nth(2)).map(str::to_owned).collect()
    }

    /// Its header alone compiles as C, C++ and HIP, without a warning.
    ///
    /// # Panics
    /// If not.
    pub fn check_header(&self) {
        self.check_header_with(&[]);
    }

    /// The same with `macros` defined.
    ///
    /// # Panics
    /// If not.
    pub fn check_header_with(&self, macros: &[&str]) {
        let macros: Vec<String> = macros.iter().map(|name| format!("-D{name}")).collect();
        let source = self.folder().join("header.inc");
        std::fs::write(&source, format!("#include <{}>\n", self.header_name())).expect("a source");
        for (compiler, language, standard) in
            [("g++", "c++", "c++11"), ("g++", "c++", "c++17"), ("gcc", "c", "c11"), ("g++", "c++", "c++20")]
        {
            let mut command = Command::new(compiler);
            command
                .args(["-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-D__HIP_PLATFORM_AMD__", "-x", language])
                .args(&macros);
            run(command.arg(format!("-std={standard}")).arg("-I").arg(root().join("runtime/include")).arg(&source));
        }
        let mut hipcc = Command::new(prefix().join("bin/hipcc"));
        hipcc.args(["-std=c++11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-x", "hip"]).args(&macros);
        run(hipcc.arg(&source));
    }

    /// It is smaller than `limit` bytes.
    ///
    /// # Panics
    /// If not.
    pub fn check_size(&self, limit: u64) {
        let size = std::fs::metadata(prefix().join("lib").join(self.file_name())).expect("the library").len();
        assert!(size < limit, "{size} bytes");
    }

    /// `dlopen` finds HIP beside it, and nothing else is needed but the C++ library.
    ///
    /// # Panics
    /// If not.
    pub fn check_needs(&self) {
        self.check_needs_with(&[]);
    }

    /// The same, but that it needs `others` of ours, too.
    ///
    /// # Panics
    /// If not.
    pub fn check_needs_with(&self, others: &[&str]) {
        let dynamic = run(Command::new("readelf").arg("-d").arg(prefix().join("lib").join(self.file_name())));
        let needed: Vec<&str> = dynamic
            .lines()
            .filter(|line| line.contains("(NEEDED)"))
            .filter_map(|line| line.split(['[', ']']).nth(1))
            .filter(|name| {
                !["libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1", "ld-linux-x86-64.so.2"].contains(name)
            })
            .collect();
        assert_eq!(needed, [others, &["libamdhip64.so.7"]].concat());
        let own = format!("[{}]", self.file_name());
        assert!(dynamic.contains(&own) && dynamic.contains("[$ORIGIN]"), "{dynamic}");
    }
}

/// The functions among a header's words, of those that begin with `prefix`; the rest are types and enumerators, which do not stand before a parenthesis
/// but where a pointer to a function follows, `float (*name)(int)`.
pub fn functions(header: &str, prefix: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (end, _) in header.match_indices('(') {
        let before = header[..end].trim_end();
        let start = before.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |at| at + 1);
        if before[start..].starts_with(prefix) && !header[end + 1..].starts_with('*') {
            found.insert(before[start..].to_owned());
        }
    }
    found
}

/// Runs it; what it wrote. Fails the test if it fails.
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}\n{errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}
