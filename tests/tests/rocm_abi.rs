//! The binary interface against ROCm's own: a program linked with ROCm's library runs on ours, and structures and values are those of its headers.
//!
//! The oracle is Debian's package of ROCm (6.4 or newer), which `./hipvk test` unpacks into target/libraries/rocm; nothing of it runs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use hipvk_tests::installation::prefix;
use hipvk_tests::places::{root, target};
use serde_json::Value;

/// ROCm's package, unpacked.
static ROCM: LazyLock<PathBuf> = LazyLock::new(|| {
    let package = root().join("target/libraries/rocm/usr");
    assert!(package.join("include/hip/hip_version.h").exists(), "no {}: ./hipvk test gets it", package.display());
    package
});

static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = target().join("rocm_abi");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
});

/// Runs it; its two outputs. Fails the test if it fails.
fn run(command: &mut Command) -> (String, String) {
    let output = command.output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    let [said, errors] = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert!(output.status.success(), "{command:?}\n{said}{errors}");
    (said, errors)
}

fn clang() -> String {
    let candidates = std::env::var("HIPVK_CLANG")
        .into_iter()
        .chain(["clang-19", "clang-20", "clang-21", "clang-18", "clang"].map(Into::into));
    let mut candidates = candidates.filter(|name| Command::new(name).arg("--version").output().is_ok());
    candidates.next().expect("a clang")
}

/// What a set of headers declares.
#[derive(Default)]
struct Declared {
    enumerators: BTreeSet<String>,
    /// The fields of each structure that have an address.
    fields: BTreeMap<String, Vec<String>>,
}

const HEADERS: &str = "#include <stddef.h>\n#include <stdio.h>\n#include <hip/hip_runtime_api.h>\n#include <hip/hip_deprecated.h>\n#include <hip/hiprtc.h>\n#include <amd_comgr/amd_comgr.h>\n";

impl Declared {
    /// As clang reads the headers of `include` in C.
    fn by(include: &Path) -> Self {
        let source = FOLDER.join("headers.c");
        std::fs::write(&source, HEADERS).expect("written");
        let mut command = Command::new(clang());
        command
            .args(["-w", "-fsyntax-only", "-Xclang", "-ast-dump=json", "-D__HIP_PLATFORM_AMD__=1", "-I"])
            .arg(include);
        let tree: Value = serde_json::from_str(&run(command.arg(source)).0).expect("JSON");
        let mut declared = Self::default();
        let mut records = BTreeMap::new();
        for node in tree["inner"].as_array().expect("declarations") {
            declared.take(node, &mut records);
        }
        declared
    }

    fn take<'a>(&mut self, node: &'a Value, records: &mut BTreeMap<&'a str, Vec<String>>) {
        let name = node["name"].as_str().unwrap_or_default();
        let inner = || node["inner"].as_array().into_iter().flatten();
        match node["kind"].as_str().unwrap_or_default() {
            "EnumDecl" => {
                let names = inner().filter_map(|one| one["name"].as_str()).filter(|name| is_hips(name));
                self.enumerators.extend(names.map(str::to_owned));
            }
            "RecordDecl" if node["completeDefinition"] == true => {
                let fields = inner().filter(|one| one["kind"] == "FieldDecl" && one["isBitfield"] != true);
                records.insert(
                    node["id"].as_str().unwrap_or_default(),
                    fields.filter_map(|one| one["name"].as_str()).map(str::to_owned).collect(),
                );
            }
            "TypedefDecl" if is_hips(name) => {
                // A typedef of a structure names it within the type, at one of two places.
                let Some(of) = inner().next() else { return };
                let owned = [&of["ownedTagDecl"], &of["decl"], &of["inner"][0]["decl"]];
                let record = owned.into_iter().find_map(|tag| records.get(tag["id"].as_str()?));
                if let Some(fields) = record {
                    self.fields.insert(name.to_owned(), fields.clone());
                }
            }
            _ => {}
        }
    }
}

fn is_hips(name: &str) -> bool {
    let begins = ["hip", "amd_comgr"];
    begins.iter().any(|begin| name.to_lowercase().starts_with(begin)) || ["dim3", "textureReference"].contains(&name)
}

/// What a program prints that is compiled with the headers of `include`: each enumerator's value, each structure's size and its fields' places.
fn facts(name: &str, include: &Path, of: &Declared) -> BTreeMap<String, String> {
    let mut text = format!("{HEADERS}int main(void) {{\n");
    for one in &of.enumerators {
        text += &format!("printf(\"{one} %lld\\n\", (long long)({one}));\n");
    }
    for (one, fields) in &of.fields {
        text += &format!("printf(\"{one} %zu\\n\", sizeof({one}));\n");
        for field in fields {
            text += &format!("printf(\"{one}.{field} %zu\\n\", offsetof({one}, {field}));\n");
        }
    }
    text += "return 0; }\n";
    let (source, program) = (FOLDER.join(format!("{name}.c")), FOLDER.join(name));
    std::fs::write(&source, text).expect("written");
    run(Command::new("gcc")
        .args(["-w", "-D__HIP_PLATFORM_AMD__=1", "-I"])
        .arg(include)
        .arg(source)
        .arg("-o")
        .arg(&program));
    let said = run(&mut Command::new(program)).0;
    said.lines().filter_map(|line| line.split_once(' ')).map(|(name, value)| (name.into(), value.into())).collect()
}

/// What ROCm 6 declares and HIP 7 has otherwise: two structures, which libamdhip64.so.6 serves, and the end of a list that became longer.
const CHANGED_IN_HIP_7: &[&str] = &["HIP_MEMSET_NODE_PARAMS", "hipLaunchAttributeValue", "hipLimitRange"];

#[test]
fn structures_and_values_are_those_of_rocms_headers() {
    let ours = root().join("runtime/include");
    let theirs = ROCM.join("include");
    let (here, mut there) = (Declared::by(&ours), Declared::by(&theirs));
    let missing: Vec<_> = there.enumerators.difference(&here.enumerators).collect();
    assert!(missing.is_empty(), "enumerators of ROCm's that our headers lack: {missing:?}");
    assert!(
        there.enumerators.len() > 400 && there.fields.len() > 50,
        "{} and {}",
        there.enumerators.len(),
        there.fields.len()
    );
    there.fields.retain(|name, _| !CHANGED_IN_HIP_7.contains(&name.as_str()));
    there.enumerators.retain(|name| !CHANGED_IN_HIP_7.contains(&name.as_str()));
    let [here, there] = [("ours", ours), ("theirs", theirs)].map(|(name, include)| facts(name, &include, &there));
    let differing: Vec<_> = there.iter().filter(|(name, value)| here.get(*name) != Some(value)).collect();
    assert!(differing.is_empty(), "ROCm's are {differing:?}");
    assert!(there.len() > 1000, "only {} facts", there.len());
}

#[test]
fn a_program_linked_with_rocms_library_runs_on_ours() {
    let program = FOLDER.join("host");
    let library = ROCM.join("lib/x86_64-linux-gnu");
    let mut compiler = Command::new("g++");
    compiler
        .args(["-std=c++17", "-w", "-D__HIP_PLATFORM_AMD__=1", "-I"])
        .arg(ROCM.join("include"))
        .arg(root().join("tests/rocm/host.cpp"));
    // Without what ROCm's library itself needs.
    compiler.arg("-L").arg(library).args(["-lamdhip64", "-ldl", "-Wl,--allow-shlib-undefined", "-o"]).arg(&program);
    run(&mut compiler);
    let needed = run(Command::new("readelf").args(["-d", "-V"]).arg(&program)).0;
    assert!(
        needed.contains("[libamdhip64.so.") && needed.contains("Name: hip_6.0"),
        "not linked with ROCm's:\n{needed}"
    );
    let prefix = prefix();
    let code = FOLDER.join("library.co");
    let kernel = root().join("tests/linking/library.hip");
    run(Command::new(prefix.join("bin/hipcc")).arg("--genco").arg(kernel).arg("-o").arg(&code));
    let (said, errors) = run(Command::new(&program).arg(code).env("LD_LIBRARY_PATH", prefix.join("lib")));
    assert_eq!(said, "0 failed\n");
    // Nothing of ld.so's about versions; the device code is AMD's, and that is said.
    let told = "hipvk: cannot use the program's device code: AMD's machine code for gfx942: compile its source with hipvk's hipcc\n";
    assert_eq!(errors, told);
}

/// ROCm's libraries that prebuilt modules (CuPy's wheels) were linked with: name, what is called of it, and its symbol versions.
const LINKED_WITH: &[(&str, &str, &str)] = &[
    (
        "libroctracer64.so.4",
        "extern \"C\" { void roctracer_start() {} void roctracer_stop() {} }",
        "ROCTRACER_4.0 { roctracer_start; roctracer_stop; }; ROCTRACER_4.1 { } ROCTRACER_4.0;",
    ),
    (
        "libroctx64.so.4",
        "extern \"C\" { int roctxRangePushA(const char *) { return -9; } int roctxRangePop() { return -9; } }",
        "ROCTX_4.1 { roctxRangePushA; roctxRangePop; };",
    ),
    ("librocfft.so.0", "", ""),
    ("librocsolver.so.0", "", ""),
];

#[test]
fn what_was_linked_with_rocms_tracers_and_solvers_is_loaded() {
    let folder = FOLDER.join("linked");
    std::fs::create_dir_all(&folder).expect("a folder");
    let program = folder.join("program");
    let mut link = Command::new("g++");
    link.arg(root().join("tests/rocm/linked.cpp")).arg("-o").arg(&program).arg("-Wl,--no-as-needed");
    for (name, text, versions) in LINKED_WITH {
        let (library, source, map) = (folder.join(name), folder.join("library.cpp"), folder.join("versions.map"));
        std::fs::write(&source, text).expect("written");
        std::fs::write(&map, versions).expect("written");
        let mut compiler = Command::new("g++");
        compiler.args(["-shared", "-fPIC"]).arg(&source).arg("-o").arg(&library).arg(format!("-Wl,-soname,{name}"));
        if !versions.is_empty() {
            compiler.arg(format!("-Wl,--version-script={}", map.display()));
        }
        run(&mut compiler);
        link.arg(library);
    }
    run(&mut link);
    let needed = run(Command::new("readelf").args(["-d", "-V"]).arg(&program)).0;
    for word in LINKED_WITH.iter().map(|(name, ..)| *name).chain(["Name: ROCTRACER_4.0", "Name: ROCTX_4.1"]) {
        assert!(needed.contains(word), "{word} is not asked for:\n{needed}");
    }
    let (said, errors) = run(Command::new(&program).env("LD_LIBRARY_PATH", prefix().join("lib")));
    // The levels of roctx's ranges, and nothing of ld.so's about versions.
    assert_eq!((said.as_str(), errors.as_str()), ("0 0\n", ""));
}

/// What ROCm's library exports for its own tracer, and no header declares.
const NOT_HIPS: &[&str] = &["hipGetCmdName", "hipRegisterTracerCallback"];

#[test]
fn every_function_of_rocms_library_is_exported() {
    let exported = |library: &Path| -> BTreeSet<String> {
        let said = run(Command::new("nm").args(["-D", "--defined-only", "--format=just-symbols"]).arg(library)).0;
        let names = said.lines().map(|line| line.split('@').next().unwrap_or(line));
        // Symbol versions are names of their own.
        let names = names.filter(|name| !name.starts_with("hip_"));
        // The last is a C++ function, which AMD's header forgot to make C's.
        let begins = ["hip", "__hip", "_Z24hipExtModuleLaunchKernel"];
        names.filter(|name| begins.iter().any(|begin| name.starts_with(begin))).map(str::to_owned).collect()
    };
    let theirs = exported(&ROCM.join("lib/x86_64-linux-gnu/libamdhip64.so"));
    let ours = exported(&target().join("libhipvk.so"));
    assert!(theirs.len() > 400 && ours.iter().any(|name| name.starts_with("_Z")), "{theirs:?}");
    let missing: Vec<_> =
        theirs.difference(&ours).filter(|name| !NOT_HIPS.contains(&name.as_str()) && !name.contains("hip_")).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
