//! An installation as build systems find it: small projects are configured, built and run, for CMake, make and Meson.
//!
//! Needs cmake, ninja, pkg-config, make and meson, which `./hipvk test` installs, and hipcc and the library: `cargo build --workspace --lib --bins`.

use std::path::{Path, PathBuf};
use std::process::Command;

use hipvk_tests::installation::prefix;
use hipvk_tests::places::{root, target};
use hipvk_tests::proof::right_only_with_kernels;

/// Runs it; what it wrote to either stream. Fails the test if it fails.
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}\n{said}");
    said
}

/// A tool with the installation's programs first in PATH and nothing else that leads to it.
fn tool(program: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new(program);
    let path = std::env::var("PATH").expect("PATH");
    command.env("PATH", format!("{}:{path}", prefix().join("bin").display()));
    // cargo's own would come before a program's rpath, and flags of the person who tests are not the project's.
    for name in
        ["LD_LIBRARY_PATH", "HIP_PATH", "ROCM_PATH", "HIPCXX", "CXX", "CXXFLAGS", "HIPFLAGS", "LDFLAGS", "MAKEFLAGS"]
    {
        command.env_remove(name);
    }
    command
}

/// A fresh folder to build in.
fn folder(name: &str) -> PathBuf {
    let folder = target().join("build_systems").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

fn project(name: &str) -> PathBuf {
    root().join("tests/build_systems").join(name)
}

/// Configures `project` with Ninja and builds it in `folder`; what CMake said first.
fn cmake(folder: &Path, project: &Path, settings: &[&str], environment: &[(&str, &str)]) -> String {
    let mut configure = tool("cmake");
    configure.args(["-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-S"]).arg(project).arg("-B").arg(folder);
    configure.args(settings).envs(environment.iter().copied());
    let said = run(&mut configure);
    run(tool("cmake").arg("--build").arg(folder));
    said
}

/// A program that was built finds the library by itself.
fn check(folder: &Path, program: &str) {
    right_only_with_kernels(folder, &folder.join(program), Path::new(""));
}

/// The same for one without kernels.
fn check_host(program: &Path) {
    assert!(run(&mut tool(program)).contains("RESULT name=host ok=1"));
}

#[test]
fn roctx_is_linked_by_its_own_names() {
    let folder = folder("roctx");
    for (name, real) in [
        ("roctx64", "libroctx64.so.4"),
        ("roctracer64", "libroctracer64.so.4"),
        ("rocprofiler-sdk-roctx", "librocprofiler-sdk-roctx.so.1"),
    ] {
        let program = folder.join(name);
        let mut hipcc = tool(prefix().join("bin/hipcc"));
        hipcc.arg(root().join("tests/trace/marked.hip")).arg("-L").arg(prefix().join("lib"));
        run(hipcc.arg(format!("-l{name}")).arg("-pthread").arg("-o").arg(&program));
        assert!(run(&mut tool(&program)).contains("popped 1 0 none"));
        assert!(prefix().join("lib").join(real).exists(), "{real}");
    }
}

#[test]
fn cmake_finds_hip_as_a_language() {
    let folder = folder("language");
    // No variable names the installation: hipconfig in PATH does.
    // GNU's linker names the files that it read without regard to spaces, which newer CMakes would believe.
    let said = cmake(&folder, &project("language"), &["-DCMAKE_LINK_DEPENDS_USE_LINKER=OFF"], &[]);
    assert!(said.contains("The HIP compiler identification is Clang"), "{said}");
    for program in ["relocatable", "with_shared", "with_static"] {
        check(&folder, program);
    }
    check_host(&folder.join("host"));
    // A change of a header that hipcc read is seen: nothing to do now, something then.
    let build = || run(tool("cmake").arg("--build").arg(&folder));
    assert!(build().contains("no work to do"));
    let header =
        std::fs::File::options().append(true).open(prefix().join("include/hip/hip_version.h")).expect("a header");
    header.set_modified(std::time::SystemTime::now()).expect("a new time");
    let said = build();
    assert!(said.contains("callee.hip.o") && said.contains("Linking HIP executable relocatable"), "{said}");
}

#[test]
fn hipconfig_names_the_compiler_as_llama_cpp_documents_it() {
    let clang = run(tool("hipconfig").arg("-l")) + "/clang";
    let path = run(tool("hipconfig").arg("-R"));
    assert_eq!(path, prefix().display().to_string());
    let folder = folder("hipcxx");
    let settings = ["-DCMAKE_HIP_ARCHITECTURES=gfx1100"];
    cmake(&folder, &project("language"), &settings, &[("HIPCXX", &clang), ("HIP_PATH", &path)]);
    let cache = std::fs::read_to_string(folder.join("CMakeCache.txt")).expect("CMake's cache");
    let compiler = cache.lines().find(|line| line.starts_with("CMAKE_HIP_COMPILER:")).expect("its compiler");
    assert!(compiler.ends_with(&format!("={clang}")), "{compiler}");
    check(&folder, "with_shared");
}

#[test]
fn cmake_builds_cxx_with_hipcc_and_with_clangs_names() {
    for (name, compiler) in [("hipcc", "bin/hipcc"), ("amdclang", "bin/amdclang++"), ("clang", "llvm/bin/clang++")] {
        let folder = folder(&format!("cxx_{name}"));
        let packages = format!("-DCMAKE_PREFIX_PATH={}", prefix().display());
        let compiler = format!("-DCMAKE_CXX_COMPILER={}", prefix().join(compiler).display());
        cmake(&folder, &project("cxx"), &[&packages, &compiler], &[]);
        for program in ["kernels", "with_part"] {
            check(&folder, program);
        }
        check_host(&folder.join("host"));
    }
}

#[test]
fn cmake_finds_hipblas_rocblas_hipblaslt_rccl_and_miopen() {
    let folder = folder("blas");
    cmake(&folder, &project("blas"), &[&format!("-DCMAKE_PREFIX_PATH={}", prefix().display())], &[]);
    check(&folder, "blas");
    check(&folder, "rocblas");
    check(&folder, "rocblas_by_hipblas");
    check(&folder, "blaslt");
    check(&folder, "rccl");
    check(&folder, "miopen");
}

#[test]
fn cmake_finds_hipsolver_and_rocsolver() {
    let folder = folder("solver");
    cmake(&folder, &project("solver"), &[&format!("-DCMAKE_PREFIX_PATH={}", prefix().display())], &[]);
    check(&folder, "solver");
}

#[test]
fn cmake_finds_hiprand_and_rocrand() {
    let folder = folder("rand");
    cmake(&folder, &project("rand"), &[&format!("-DCMAKE_PREFIX_PATH={}", prefix().display())], &[]);
    check(&folder, "rand");
    check(&folder, "rocrand");
}

#[test]
fn cmake_finds_hipsparse() {
    let folder = folder("sparse");
    cmake(&folder, &project("sparse"), &[&format!("-DCMAKE_PREFIX_PATH={}", prefix().display())], &[]);
    check(&folder, "sparse");
}

#[test]
fn cmake_finds_rocms_driver_library() {
    let folder = folder("hsa");
    cmake(&folder, &project("hsa"), &[&format!("-DCMAKE_PREFIX_PATH={}", prefix().display())], &[]);
    check_host(&folder.join("hsa"));
}

#[test]
fn the_code_object_manager_is_found_in_both_versions() {
    let folder = folder("comgr");
    cmake(&folder, &project("comgr"), &[&format!("-DCMAKE_PREFIX_PATH={}", prefix().display())], &[]);
    check_host(&folder.join("comgr"));
}

#[test]
fn cmakes_find_module_compiles_and_links_with_hipcc() {
    let folder = folder("find_hip");
    let path = format!("-DHIP_PATH={}", prefix().display());
    cmake(&folder, &project("find_hip"), &[&path], &[]);
    for program in ["program", "with_shared", "with_static", "relocatable"] {
        check(&folder, program);
    }
}

#[test]
fn make_builds_with_hipconfig_and_pkg_config() {
    let folder = folder("make");
    let packages = prefix().join("lib/pkgconfig");
    let makefile = project("make/Makefile");
    let sources = format!("SOURCES={}", root().join("tests/linking").display());
    run(tool("make").arg("-f").arg(makefile).arg(sources).current_dir(&folder).env("PKG_CONFIG_PATH", &packages));
    check(&folder, "program");
    check(&folder, "blas");
    check(&folder, "rand");
    check(&folder, "sparse");
    check_host(&folder.join("host"));
    let version = run(tool("pkg-config").args(["--modversion", "hip"]).env("PKG_CONFIG_PATH", &packages));
    assert_eq!(run(tool("hipconfig").arg("-v")), format!("{}-hipvk", version.trim()));
}

#[test]
fn meson_builds_with_hipcc_as_its_cxx() {
    let folder = folder("meson");
    for (from, to) in [
        ("build_systems/meson/meson.build", "meson.build"),
        ("build_systems/host.cpp", "host.cpp"),
        ("linking/main.cpp", "main.cpp"),
        ("linking/library.hip", "library.cpp"),
    ] {
        std::fs::copy(root().join("tests").join(from), folder.join(to)).expect("a source");
    }
    let packages = prefix().join("lib/pkgconfig");
    let compiler = "hipcc";
    run(tool("meson")
        .args(["setup", "build"])
        .current_dir(&folder)
        .env("CXX", compiler)
        .env("PKG_CONFIG_PATH", packages));
    run(tool("ninja").args(["-C", "build"]).current_dir(&folder));
    check(&folder, "build/kernels");
    check_host(&folder.join("build/host"));
}

#[test]
fn clangs_names_are_stock_clang_for_what_is_no_hip() {
    let clang = |args: &[&str]| run(tool(prefix().join("llvm/bin/clang++")).args(args));
    assert!(clang(&["--version"]).contains("clang version"));
    let said = clang(&["-v", "-print-targets"]);
    // As CMake reads it.
    let found = said.lines().find_map(|line| line.strip_prefix("Found HIP installation: "));
    let (root, version) = found.and_then(|found| found.split_once(", version ")).expect("the line");
    assert_eq!((root, version.starts_with("7.")), (prefix().to_str().expect("UTF-8"), true));
    // With this folder alone in PATH there is no clang behind it, and that is said.
    let mut alone = tool(prefix().join("llvm/bin/clang++"));
    let output = alone.arg("--version").env("PATH", prefix().join("llvm/bin")).output().expect("it starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && said.contains("no clang found"), "{said}");
}

#[test]
fn cuda_sources_are_converted_and_run() {
    let folder = folder("cuda");
    for (source, syntax) in
        [("plain.hip", "-cuda-kernel-execution-syntax"), ("calls.hip", "-hip-kernel-execution-syntax")]
    {
        let source = folder.join(source);
        run(tool("hipify-perl").arg(syntax).arg(project("saxpy.cu")).arg("-o").arg(&source));
        run(tool("hipcc").arg(&source).arg("-o").arg(folder.join("saxpy")));
        check(&folder, "saxpy");
    }
    assert_eq!(run(&mut tool(prefix().join("llvm/bin/amdgpu-arch"))), "gfx1030\n");
    assert!(run(tool("hipify-perl").arg("-version")).starts_with("HIP version 7."));
}

#[test]
fn tools_answer_as_rocms() {
    assert_eq!(run(tool("rocm_agent_enumerator").args(["-t", "GPU"])), "gfx1030\n");
    let info = run(&mut tool("rocminfo"));
    let devices = info.lines().filter(|line| line.trim_start().starts_with("Device Type:") && line.contains("GPU"));
    let names = info.lines().filter(|line| line.starts_with("  Name:") && line.contains("gfx1030"));
    assert!(names.count() == devices.count() && info.contains("Compute Unit:"), "{info}");
    assert!(info.contains("amdgcn-amd-amdhsa--gfx1030") && info.ends_with("*** Done ***\n"), "{info}");
    for (path, wanted) in [(".info/version", "7.0.2\n"), ("lib/libhsa-runtime64.so.1", "\u{7f}ELF")] {
        let there = std::fs::read(prefix().join(path)).expect("it is installed");
        assert!(there.starts_with(wanted.as_bytes()), "{path}");
    }
    let said = run(tool("hipconfig").args(["-p", "-n", "--check"]));
    assert!(said.starts_with(&format!("{}\nHIP version: 7.", prefix().display())), "{said}");
    assert!(said.contains("clang version") && said.ends_with("check hipconfig in PATH...\ngood\n"), "{said}");
}
