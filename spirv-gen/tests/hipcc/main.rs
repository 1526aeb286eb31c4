//! hipcc as build systems use it: real clang, a small header in place of HIP's, and a library that only tells what is
//! registered with it. So these tests need neither the runtime nor a device.

mod precompiled;
mod project;

use project::Project;

const KERNEL: &str = "#include <hip/hip_runtime.h>\n\
    __device__ float scale[4];\n\
    __global__ void fill(float *p, int n) { int i = __builtin_amdgcn_workitem_id_x(); if (i < n) p[i] = scale[i & 3]; }\n\
    void launch_fill() { fill<<<1, 4>>>(nullptr, 0); }\n";
const OTHER: &str = "#include <hip/hip_runtime.h>\n\
    template <class T> __global__ void zero(T *p) { *p = 0; }\n\
    void launch_zero() { zero<int><<<1, 1>>>(nullptr); }\n";
const MAIN: &str = "void launch_fill(); void launch_zero(); int main() { launch_fill(); launch_zero(); }\n";

/// What the library tells of a program made of the three sources above.
fn registers_everything(told: &str) {
    for line in ["kernel _Z4fillPfi", "variable scale 16", "kernel _Z4zeroIiEvPT_"] {
        assert!(told.contains(line), "no '{line}' in:\n{told}");
    }
    assert_eq!(told.matches("\nlaunch").count(), 2, "{told}");
    assert_eq!(told.matches("bundle").count(), 2, "one bundle per source with kernels:\n{told}");
}

fn three_sources(name: &str) -> Project {
    let project = Project::new(name);
    project.write("kernel.hip", KERNEL);
    project.write("other.cu", OTHER);
    project.write("main.cc", MAIN);
    project
}

#[test]
fn several_sources_become_one_program() {
    let project = three_sources("sources");
    project.hipcc("-O1 -j2 kernel.hip other.cu main.cc -o prog").succeeds();
    registers_everything(&project.run("prog"));
}

#[test]
fn objects_and_archives_link_as_they_do_for_cxx() {
    let project = three_sources("objects");
    project.hipcc("-c kernel.hip").succeeds();
    project.hipcc("-c other.cu -o zero.o").succeeds();
    project.tool("ar", "rcs libzero.a zero.o").succeeds();
    project.hipcc("main.cc kernel.o -L. -lzero -o prog").succeeds();
    registers_everything(&project.run("prog"));
}

#[test]
fn a_shared_library_brings_its_kernels() {
    let project = three_sources("shared");
    project.hipcc("-shared -fPIC kernel.hip -o libkernel.so").succeeds();
    project.hipcc("main.cc other.cu -L. -lkernel -Wl,-rpath,. -o prog").succeeds();
    registers_everything(&project.run("prog"));
}

#[test]
fn a_kernel_in_a_header_may_be_in_two_sources() {
    let project = Project::new("header");
    project.write("k.h", "#include <hip/hip_runtime.h>\ntemplate <int N> __global__ void k(int *p) { *p = N; }\n");
    project.write("a.hip", "#include \"k.h\"\nvoid a() { k<1><<<1, 1>>>(nullptr); }\nint main() { a(); }\n");
    project.write("b.hip", "#include \"k.h\"\nvoid b() { k<1><<<1, 1>>>(nullptr); }\n");
    project.hipcc("a.hip b.hip -o prog").succeeds();
    assert_eq!(project.run("prog").matches("kernel _Z1kILi1EEvPi").count(), 2);
}

#[test]
fn plain_c_and_cxx_sources_mix_with_hip() {
    let project = Project::new("plain");
    project.write("kernel.hip", &format!("{KERNEL}extern \"C\" int c_part(void); int main() {{ return c_part(); }}\n"));
    project.write(
        "part.c",
        "#ifndef __HIP_PLATFORM_AMD__\n#error platform\n#endif\nint c_part(void) { int new = 0; return new; }\n",
    );
    project.hipcc("kernel.hip part.c -o prog").succeeds();
    assert!(project.run("prog").contains("kernel _Z4fillPfi"));
}

#[test]
fn genco_writes_a_bundle_that_names_the_kernel() {
    let project = three_sources("genco");
    project.hipcc("--genco kernel.hip -o kernel.co").succeeds();
    let bundle = spirv_gen::Bundle::from_bytes(&project.read("kernel.co")).expect("a bundle");
    let names: Vec<_> = bundle.kernels.iter().map(|kernel| kernel.metadata.name.as_str()).collect();
    assert_eq!(names, ["_Z4fillPfi"]);
}

#[test]
fn preprocessing_and_assembly_stop_where_asked() {
    let project = three_sources("stages");
    let preprocessed = project.hipcc("-E kernel.hip").succeeds();
    assert!(preprocessed.contains("void fill(float *p, int n)"));
    let assembly = project.hipcc("-S kernel.hip -o -").succeeds();
    assert!(assembly.contains("__device_stub__fill") && assembly.contains(".hip_fatbin"));
    let device = project.hipcc("-S --cuda-device-only kernel.hip -o -").succeeds();
    assert!(device.contains("amdgpu_kernel void @_Z4fillPfi"));
    project.hipcc("-fsyntax-only kernel.hip").succeeds();
    let dependencies = project.hipcc("-MM kernel.hip").succeeds();
    assert!(dependencies.starts_with("kernel.o: kernel.hip"), "{dependencies}");
}

#[test]
fn save_temps_keeps_both_sides_work() {
    let project = three_sources("temps");
    project.hipcc("--save-temps -c kernel.hip").succeeds();
    for file in ["kernel-hip-amdgcn.ll", "kernel.hipfb", "kernel.o"] {
        assert!(project.has(file), "{file}");
    }
}

#[test]
fn a_dependency_file_is_written_once_for_the_object() {
    let project = three_sources("dependencies");
    project.hipcc("-c -MD -MF k.d -MT k.o kernel.hip -o k.o").succeeds();
    let text = String::from_utf8(project.read("k.d")).expect("text");
    assert!(text.starts_with("k.o: kernel.hip"), "{text}");
    assert!(text.contains("hip_runtime.h"), "{text}");
}

#[test]
fn clangs_errors_are_clangs_own_and_said_once() {
    let project = Project::new("errors");
    project.write("bad.hip", "#include <hip/hip_runtime.h>\n__global__ void k() { missing(); }\n");
    let message = project.hipcc("-c bad.hip").fails();
    assert!(message.contains("bad.hip:2:23: error: use of undeclared identifier 'missing'"), "{message}");
    assert_eq!(message.matches("undeclared identifier").count(), 1, "{message}");
    assert!(!project.has("bad.o"));
}

#[test]
fn an_unsupported_construct_is_named_with_its_line_and_kernel() {
    let project = Project::new("unsupported");
    let source = "#include <hip/hip_runtime.h>\n__device__ void nap() {\n  asm volatile(\"v_mov_b32 v0, v1\");\n}\n\
                  __global__ void tired() { nap(); }\n";
    project.write("asm.hip", source);
    let message = project.hipcc("-c asm.hip").fails();
    assert!(message.contains("asm.hip:3:3: error: unsupported:"), "{message}");
    assert!(message.contains("v_mov_b32 v0, v1") && message.contains("[in kernel 'tired']"), "{message}");
    assert!(message.contains("    3 |   asm volatile"), "{message}");
}

#[test]
fn a_missing_clang_is_said_with_the_command_that_mends_it() {
    let project = three_sources("noclang");
    let message = project.hipcc("-c kernel.hip").env("HIPVK_CLANG", "/nowhere/clang").fails();
    assert!(message.contains("no clang found") && message.contains("apt-get install clang-19"), "{message}");
    let message =
        project.hipcc("-c kernel.hip").env("HIP_DEVICE_LIB_PATH", "").arg("--rocm-device-lib-path=/nowhere").fails();
    assert!(message.contains("apt-get install rocm-device-libs"), "{message}");
}

/// A script in clang's place: what `cases` does not end goes to the real one.
fn wrapper(project: &Project, cases: &str) -> String {
    use std::os::unix::fs::PermissionsExt;
    let path = project.path("bin/my-clang");
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("folder");
    let real = ["clang-19", "clang-20", "clang-21", "clang-18", "clang-17", "clang"]
        .into_iter()
        .find(|name| std::process::Command::new(name).arg("--version").output().is_ok())
        .expect("a clang");
    std::fs::write(&path, format!("#!/bin/sh\ncase \"$*\" in {cases} esac\nexec {real} \"$@\"\n")).expect("written");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("made executable");
    path.display().to_string()
}

#[test]
fn a_script_may_stand_in_for_clang() {
    let project = three_sources("script");
    // A folder of headers beside it, as beside a real clang: not this one's.
    std::fs::create_dir_all(project.path("lib/clang/17/include")).expect("folder");
    let clang = wrapper(&project, "");
    project.hipcc("kernel.hip other.cu main.cc -o prog").env("HIPVK_CLANG", clang).succeeds();
    registers_everything(&project.run("prog"));
}

#[test]
fn a_script_that_is_no_clang_is_refused() {
    let project = three_sources("noscript");
    let clang = wrapper(&project, "*) echo nonsense; exit 0;;");
    let message = project.hipcc("-c kernel.hip").env("HIPVK_CLANG", &clang).fails();
    assert!(message.contains("no clang found") && message.contains(&clang), "{message}");
}

const PARALLEL: &str = "#include <omp.h>\n#include <stdio.h>\nint main() { int n = 0;\n#pragma omp parallel for reduction(+ : n)\n\
    for (int i = 0; i < 100; i++) n += i;\n printf(\"%d\", n); return n != 4950; }\n";

#[test]
fn openmp_works_on_the_host_or_the_missing_package_is_named() {
    let project = three_sources("openmp");
    project.write("parallel.hip", &format!("{KERNEL}{PARALLEL}"));
    let clang = wrapper(&project, "");
    let has = std::process::Command::new(&clang).arg("-print-file-name=libomp.so").output().expect("runs").stdout;
    let hipcc = project.hipcc("-fopenmp parallel.hip -o prog").env("HIPVK_CLANG", &clang);
    if has.starts_with(b"/") {
        hipcc.succeeds();
        assert!(project.run("prog").ends_with("4950"));
    } else {
        let message = hipcc.fails();
        assert!(message.contains("sudo apt-get install libomp-"), "{message}");
    }
    // As where there is none.
    let without = "*libomp.so) echo libomp.so; exit 0;; *-fopenmp*) echo cannot find -lomp >&2; exit 1;;";
    let clang = wrapper(&project, without);
    let message = project.hipcc("-fopenmp parallel.hip -o prog").env("HIPVK_CLANG", &clang).fails();
    assert!(message.contains("sudo apt-get install libomp-"), "{message}");
    let message = project.hipcc("-c nothing.hip").env("HIPVK_CLANG", &clang).fails();
    assert!(!message.contains("libomp"), "{message}");
}

#[test]
fn mistakes_on_the_command_line_are_hipccs_to_tell() {
    let project = three_sources("mistakes");
    assert!(project.hipcc("-c kernel.hip other.cu -o x.o").fails().contains("cannot specify -o"));
    assert!(project.hipcc("").fails().contains("no input files"));
    assert!(project.hipcc("--emit=spirv --target=voodoo kernel.hip").fails().contains("voodoo"));
}

#[test]
fn hipconfig_answers_in_rocms_words() {
    let project = Project::new("hipconfig");
    assert_eq!(project.hipconfig("--platform").succeeds(), "amd");
    assert_eq!(project.hipconfig("--compiler").succeeds(), "clang");
    assert_eq!(project.hipconfig("--runtime").succeeds(), "rocclr");
    assert!(project.hipconfig("--cpp_config").succeeds().starts_with(" -D__HIP_PLATFORM_AMD__= -I"));
    assert!(project.hipconfig("--version").succeeds().starts_with("7."));
    assert!(project.hipconfig("--bogus").fails().contains("--bogus"));
}

#[test]
fn device_code_of_several_objects_becomes_one_bundle_that_each_registers() {
    let project = Project::new("rdc");
    project.write(
        "a.hip",
        "#include <hip/hip_runtime.h>\n__device__ int twice(int);\n\
        __global__ void k(int *p) { *p = twice(*p); }\nvoid other();\nint main() { k<<<1, 1>>>(nullptr); other(); }\n",
    );
    project.write(
        "b.hip",
        "#include <hip/hip_runtime.h>\n__device__ int twice(int x) { return 2 * x; }\n\
        __global__ void k2(int *p) { *p = 1; }\nvoid other() { k2<<<1, 1>>>(nullptr); }\n",
    );
    project.hipcc("-fgpu-rdc -c a.hip").succeeds();
    project.hipcc("-fgpu-rdc -c b.hip").succeeds();
    project.tool("ar", "rcsT libthin.a b.o").succeeds();
    for inputs in ["a.o b.o", "a.o -L. -lthin"] {
        project.hipcc(&format!("{inputs} -o prog")).succeeds();
        let told = project.run("prog");
        assert!(told.contains("kernel _Z1kPi") && told.contains("kernel _Z2k2Pi"), "{told}");
        assert_eq!(told.matches("\nlaunch").count(), 2, "{told}");
    }
    assert!(project.hipcc("a.o -o prog").fails().contains("_Z5twicei"));
    // What the linker read, as CMake asks for it: nothing that is gone, or it would link for ever.
    project.hipcc("a.o b.o -Xlinker --dependency-file=link.d -o prog").succeeds();
    let text = String::from_utf8(project.read("link.d")).expect("text");
    let files: Vec<&str> = text.split([' ', '\n', '\\', ':']).filter(|word| !word.is_empty()).collect();
    assert!(files.contains(&"a.o") && files.contains(&"b.o"), "{text}");
    assert!(files.iter().all(|file| project.has(file)), "{text}");
}
