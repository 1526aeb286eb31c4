//! The HIP headers: they compile in every language they claim, clean of warnings, on both sides; their layouts are HIP
//! 7's; their small floats compute right. Needs clang (`HIPVK_CLANG`, else clang++-19 or clang++) and g++; no device.

use std::path::PathBuf;
use std::process::{Command, Output};

use hipvk_tests::clang::clang;
use hipvk_tests::cores;
use hipvk_tests::places::root;

/// Every header that a program may include by itself.
const PUBLIC: &[&str] = &[
    "channel_descriptor.h",
    "device_functions.h",
    "driver_types.h",
    "hip_bf16.h",
    "hip_bfloat16.h",
    "hip_common.h",
    "hip_complex.h",
    "hip_cooperative_groups.h",
    "hip_deprecated.h",
    "hip_ext.h",
    "hip_fp16.h",
    "hip_fp8.h",
    "hip_gl_interop.h",
    "hip_hcc.h",
    "hip_math_constants.h",
    "hip_profile.h",
    "hip_runtime.h",
    "hip_runtime_api.h",
    "hip_texture_types.h",
    "hip_vector_types.h",
    "hip_version.h",
    "hiprtc.h",
    "host_defines.h",
    "library_types.h",
    "linker_types.h",
    "math_functions.h",
    "surface_types.h",
    "texture_types.h",
];

/// Headers of AMD's that only say what is missing.
const REFUSED: &[&str] = &["hip_fp4.h", "hip_fp6.h"];

/// The headers of a folder of `include/hip`, in alphabetical order.
fn folder(name: &str) -> Vec<String> {
    let entries = std::fs::read_dir(root().join("runtime/include/hip").join(name)).expect("a folder of headers");
    let names = entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("a plain name"));
    let mut headers: Vec<String> = names.filter(|name| name.ends_with(".h")).collect();
    headers.sort();
    headers
}

/// The compiler with the warnings that programs turn into errors, our headers among them (`-I`, not `-isystem`).
fn strict(compiler: &str, standard: &str) -> Command {
    let mut command = Command::new(compiler);
    command.arg(format!("-std={standard}")).args(["-Wall", "-Wextra", "-Werror", "-fsyntax-only"]);
    command.arg("-I").arg(root().join("runtime/include"));
    command
}

fn succeeds(command: &mut Command) -> Output {
    let output = command.output().expect("the compiler starts");
    assert!(output.status.success(), "{command:?}\n{}", String::from_utf8_lossy(&output.stderr));
    output
}

/// A source with one line for each header, in a file of its own.
fn includes(name: &str, headers: &[&str]) -> PathBuf {
    let path = std::env::temp_dir().join(format!("hipvk-headers-{}-{name}", std::process::id()));
    let lines: String = headers.iter().map(|header| format!("#include <hip/{header}>\n")).collect();
    std::fs::write(&path, lines).expect("the temporary folder can be written");
    path
}

/// One side of a HIP compilation with the warnings on, as hipcc sets it up.
fn hip_side(standard: &str, side: &str) -> Command {
    let resources = Command::new(clang()).arg("-print-resource-dir").output().expect("clang starts").stdout;
    let wrappers = PathBuf::from(String::from_utf8_lossy(&resources).trim()).join("include/cuda_wrappers");
    let mut command = strict(&clang(), standard);
    command.args(["-x", "hip", side, "--offload-arch=gfx1030", "-nogpuinc", "-nogpulib"]);
    command.arg("-isystem").arg(&wrappers).args(["-include", "__clang_hip_runtime_wrapper.h"]);
    command
}

const SIDES: [&str; 2] = ["--cuda-device-only", "--cuda-host-only"];

#[test]
fn all_headers_together_are_clean_hip_on_both_sides_from_cxx11_to_cxx23() {
    let source = includes("all.hip", PUBLIC);
    for standard in ["c++11", "c++17", "c++23"] {
        for side in SIDES {
            succeeds(hip_side(standard, side).arg(&source));
        }
    }
    std::fs::remove_file(source).expect("it was just written");
}

/// Programs that were written for ROCm 5, HOOMD-blue among them, include a library's header without its folder.
#[test]
fn a_librarys_header_lies_where_rocm_5_had_it_too() {
    const LIBRARIES: &[(&str, &str)] = &[
        ("hipblas", "hipblasCreate"),
        ("hipfft", "hipfftPlan1d"),
        ("hipsolver", "hipsolverCreate"),
        ("hipsparse", "hipsparseCreate"),
        ("rccl", "ncclGetUniqueId"),
        ("rocblas", "rocblas_create_handle"),
        ("rocfft", "rocfft_plan_create"),
        ("rocsolver", "rocsolver_dgetrf"),
        ("rocsparse", "rocsparse_create_handle"),
    ];
    for (library, function) in LIBRARIES {
        let source = includes(&format!("{library}.cpp"), &[]);
        std::fs::write(&source, format!("#include <{library}.h>\nauto *used = &{function};\n"))
            .expect("it can be written again");
        let mut command = Command::new("g++");
        command
            .args(["-std=c++17", "-fsyntax-only", "-D__HIP_PLATFORM_AMD__"])
            .arg("-I")
            .arg(root().join("runtime/include"));
        succeeds(command.arg("-I").arg(root().join("runtime/fft/include")).arg(&source));
        std::fs::remove_file(source).expect("it was just written");
    }
}

/// What is exported and declared nowhere is no use to who compiles a program.
#[test]
fn every_function_of_the_library_is_declared() {
    // Registration is the compiler's; the last is of a structure that this library does not have.
    const UNDECLARED: &[&str] = &["__hipRegister", "__hipUnregister", "hipMipmappedArrayGetMemoryRequirements"];
    let include = root().join("runtime/include/hip");
    let files = ["", "detail", "amd_detail"].into_iter().flat_map(|name| {
        let entries = std::fs::read_dir(include.join(name)).expect("a folder of headers");
        entries.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_file()).collect::<Vec<_>>()
    });
    let text: String = files.map(|path| std::fs::read_to_string(path).expect("a header")).collect();
    let declared: std::collections::BTreeSet<_> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let missing: Vec<_> = hipvk::capi::table::FUNCTIONS
        .iter()
        .map(|function| function.name)
        .filter(|name| !declared.contains(name) && !UNDECLARED.iter().any(|known| name.starts_with(known)))
        .collect();
    assert_eq!(missing, Vec::<&str>::new());
}

/// Programs use of the standard library what AMD's header happens to include.
#[test]
fn hip_runtime_brings_the_standard_headers_that_amds_brings() {
    let source = includes("brought.hip", &["hip_runtime.h"]);
    let uses = "static std::array<int, 2> a; static std::string s; static std::complex<float> c; static std::tuple<int> t;\n\
                static std::thread h;\n\
                int main() { assert(a.size() == std::size_t(std::max(1, std::numeric_limits<int>::digits10 - 7)));\n\
                memset(a.data(), INT_MAX & 1, 4); printf(\"%s\", strerror(0)); std::sort(a.begin(), a.end()); }\n";
    let text = std::fs::read_to_string(&source).expect("it was just written");
    std::fs::write(&source, text + uses).expect("it can be written again");
    for side in SIDES {
        succeeds(hip_side("c++17", side).arg("-Wno-unused").arg(&source));
    }
    std::fs::remove_file(source).expect("it was just written");
}

#[test]
fn headers_of_what_is_missing_say_so() {
    for header in REFUSED {
        let source = includes(&format!("{header}.refused.hip"), &[header]);
        let refused = hip_side("c++17", SIDES[1]).arg(&source).output().expect("the compiler starts");
        let said = String::from_utf8_lossy(&refused.stderr);
        assert!(said.contains(&format!("error: \"hip/{header}: hipvk has no floats of")), "{said}");
        std::fs::remove_file(source).expect("it was just written");
    }
}

/// Whether `fmod` takes a number and a half is a question with an answer (it does not say which of its functions), not an error in clang's headers.
#[test]
fn a_program_may_ask_what_takes_a_half() {
    let source = includes("asked.hip", &["hip_runtime.h", "hip_fp16.h"]);
    let text = std::fs::read_to_string(&source).expect("it was just written");
    let uses = "template <class T> T made();\n\
        template <class T, class = void> constexpr bool callable = false;\n\
        template <class T> constexpr bool callable<T, decltype((void)fmod(2.5, made<T>()))> = true;\n\
        __device__ void asked() { static_assert(callable<float> && !callable<__half>, \"\"); }\n";
    std::fs::write(&source, text + uses).expect("it can be written again");
    succeeds(hip_side("c++17", SIDES[0]).arg(&source));
    std::fs::remove_file(source).expect("it was just written");
}

/// What a program calls is not marked unused, which clang's -Weverything minds where it is called: MIGraphX compiles its kernels with that and -Werror.
#[test]
fn functions_are_not_marked_unused() {
    let source = includes("used.hip", &["hip_runtime.h", "hip_fp16.h"]);
    let text = std::fs::read_to_string(&source).expect("it was just written");
    let uses = "__global__ void kernel(__half *out, void *bytes, int n) { *out = __hmax(out[1], out[2]); __syncthreads(); memset(bytes, 0, 4);\n\
        out[3] = __shfl_xor(out[4], 1); atomicAdd(static_cast<int *>(bytes), n); if (n > 7) abort(); }\n";
    std::fs::write(&source, text + uses).expect("it can be written again");
    for side in SIDES {
        succeeds(hip_side("c++17", side).arg("-Wused-but-marked-unused").arg(&source));
    }
    std::fs::remove_file(source).expect("it was just written");
}

/// What programs rarely use of AMD's headers; `__smid` is refused by name.
#[test]
fn rare_names_are_amds() {
    let source = includes("rare.hip", &["hip_runtime.h"]);
    let text = std::fs::read_to_string(&source).expect("it was just written");
    let uses = "HIP_DEPRECATED(HIP_DEPRECATED_MSG) void old();\n\
        hipError_t allocated(void **place) { return hipExtHostAlloc(place, 4, hipHostMallocDefault); }\n\
        __global__ void counts(unsigned x, bool *out) { out[0] = __popc(x) < x; out[1] = __popcll(x) < x; }\n\
        template <class A, class B> constexpr bool equal = false;\n\
        template <class A> constexpr bool equal<A, A> = true;\n\
        __device__ void types() { static_assert(equal<decltype(__popc(1u)), unsigned> && equal<decltype(__popcll(1u)), unsigned>, \"\"); }\n";
    std::fs::write(&source, format!("{text}{uses}")).expect("it can be written again");
    for side in SIDES {
        succeeds(hip_side("c++17", side).arg("-Wno-unused").arg(&source));
    }
    std::fs::write(&source, format!("{text}__global__ void k(unsigned *out) {{ *out = __smid(); }}\n"))
        .expect("written again");
    let refused = hip_side("c++17", SIDES[0]).arg(&source).output().expect("the compiler starts");
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(said.contains("'__smid' is unavailable: Vulkan does not tell which compute unit"), "{said}");
    std::fs::remove_file(source).expect("it was just written");
}

/// "The `_sync` variants require a 64-bit unsigned integer mask argument": CUDA's 32 bits do not compile, as on ROCm.
#[test]
fn a_mask_of_lanes_has_64_bits() {
    let calls = [
        "__shfl_sync(MASK, i, 1)",
        "__shfl_up_sync(MASK, i, 1u)",
        "__shfl_down_sync(MASK, i, 1u)",
        "__shfl_xor_sync(MASK, i, 1)",
        "__ballot_sync(MASK, i)",
        "__any_sync(MASK, i)",
        "__all_sync(MASK, i)",
        "__match_any_sync(MASK, i)",
        "__match_all_sync(MASK, i, &i)",
        "__reduce_add_sync(MASK, i)",
        "__syncwarp(MASK)",
    ];
    let source = includes("masks.hip", &["hip_runtime.h"]);
    let text = std::fs::read_to_string(&source).expect("it was just written");
    let compiled = |mask: &str, calls: &str| {
        let kernel = format!("{text}__global__ void kernel(int i) {{ {calls} }}\n").replace("MASK", mask);
        std::fs::write(&source, kernel).expect("it can be written again");
        let mut command = hip_side("c++17", SIDES[0]);
        command.arg("-Wno-unused-value").arg(&source).output().expect("the compiler starts")
    };
    let all: String = calls.iter().map(|call| format!("{call}; ")).collect();
    let right = compiled("0xffffffffull", &all);
    assert!(right.status.success(), "{}", String::from_utf8_lossy(&right.stderr));
    let wrong = compiled("0xffffffffu", &all);
    let said = String::from_utf8_lossy(&wrong.stderr);
    assert!(!wrong.status.success() && said.contains("a mask of lanes is a 64-bit integer"), "{said}");
    for call in calls {
        let name = call.split('(').next().expect("a name");
        assert!(said.contains(&format!("'{name}<unsigned int")), "{name} takes 32 bits:\n{said}");
    }
    std::fs::remove_file(source).expect("it was just written");
}

/// Names that CUDA has and HIP has not: programs that run on both define them for HIP.
#[test]
fn programs_may_define_what_only_cuda_has() {
    let source = includes("polyfills.hip", &["hip_runtime.h", "hip_fp16.h", "hip_bf16.h"]);
    let text = std::fs::read_to_string(&source).expect("it was just written");
    let polyfills = "#define OWN static __device__ inline\n\
        OWN unsigned __hgt2_mask(const half2, const half2) { return 0; }\n\
        OWN __half2 __hmax2(const __half2 a, const __half2) { return a; }\n\
        OWN __half2 __hmin2(const __half2 a, const __half2) { return a; }\n\
        OWN __half __hfma_relu(const __half a, const __half, const __half) { return a; }\n\
        OWN __half __double2half(double) { return __half(1.0f); }\n\
        OWN __hip_bfloat16 __float2bfloat16_rn(float a) { return __float2bfloat16(a); }\n\
        OWN __hip_bfloat162 __floats2bfloat162_rn(float a, float b) { return __hip_bfloat162(a, b); }\n\
        OWN int __bfloat162int_rn(__hip_bfloat16) { return 0; }\n\
        OWN int __dp4a(int, int, int c) { return c; }\n\
        OWN int __ldcv(const int *p) { return *p; }\n\
        OWN int __shfl_sync(unsigned, int v, int) { return v; }\n\
        OWN void __syncwarp(unsigned = 0) {}\n";
    std::fs::write(&source, text + polyfills).expect("it can be written again");
    for side in SIDES {
        succeeds(hip_side("c++17", side).args(["-DHIP_DISABLE_WARP_SYNC_BUILTINS", "-Wno-unused"]).arg(&source));
    }
    std::fs::remove_file(source).expect("it was just written");
}

#[test]
fn the_order_of_inclusion_does_not_matter() {
    let mut headers = PUBLIC.to_vec();
    headers.reverse();
    let backwards = includes("backwards.hip", &headers);
    // Some other order: every header once, far from its neighbours.
    let strided: Vec<&str> = (0..PUBLIC.len()).map(|i| PUBLIC[i * 11 % PUBLIC.len()]).collect();
    assert_eq!(
        strided.iter().collect::<std::collections::HashSet<_>>().len(),
        PUBLIC.len(),
        "11 divides the number of headers"
    );
    let shuffled = includes("shuffled.hip", &strided);
    for (standard, source) in [("c++14", &backwards), ("c++20", &shuffled)] {
        for side in SIDES {
            succeeds(hip_side(standard, side).arg(source));
        }
    }
    for source in [backwards, shuffled] {
        std::fs::remove_file(source).expect("it was just written");
    }
}

#[test]
fn each_header_stands_alone_on_both_sides_of_hip() {
    let mut listed = [PUBLIC, REFUSED].concat();
    listed.sort_unstable();
    assert_eq!(folder(""), listed, "a header that programs may include is in the list");
    cores::on_all(PUBLIC, |header| {
        let source = includes(&format!("{header}.hip"), &[header]);
        for side in SIDES {
            succeeds(hip_side("c++17", side).arg(&source));
        }
        std::fs::remove_file(source).expect("it was just written");
    });
}

/// Programs and libraries reach into AMD's own folder.
#[test]
fn each_header_of_amds_folder_is_one_of_ours() {
    let headers: Vec<String> = folder("amd_detail").iter().map(|name| format!("amd_detail/{name}")).collect();
    assert!(headers.iter().any(|name| name == "amd_detail/amd_hip_runtime.h"), "rocPRIM's");
    for header in &headers {
        let text = std::fs::read_to_string(root().join("runtime/include/hip").join(header)).expect("readable");
        let included: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("#include <hip/")).collect();
        let ours = |name: &&str| PUBLIC.contains(&name.trim_end_matches('>'));
        assert!(included.len() == 1 && included.iter().all(ours), "{header} includes {included:?}");
    }
    let all: Vec<&str> = headers.iter().map(String::as_str).collect();
    let source = includes("amd.hip", &all);
    for side in SIDES {
        succeeds(hip_side("c++17", side).arg(&source));
    }
    std::fs::remove_file(source).expect("it was just written");
}

/// What AMD's headers define and CUDA's do not, or by other names.
#[test]
fn names_that_programs_for_amd_use_are_there() {
    let source = includes("names.hip", &["hip_runtime_api.h", "hiprtc.h", "hip_math_constants.h", "hip_fp8.h"]);
    let text = std::fs::read_to_string(&source).expect("it was just written");
    let uses = "static int f(int a, hipStream_t s __dparm(0)) { return a + (s != 0); }\n\
        texture<float, 2> reference;\n\
        static_assert(HIPRTC_JIT_MAX_REGISTERS == hipJitOptionMaxRegisters && HIPRTC_JIT_INPUT_SPIRV == hipJitInputSpirv, \"\");\n\
        static_assert(HIP_PI_HI + HIP_PI_LO == HIP_PI && HIP_LN2_LO != 0 && HIP_FP8_TYPE_OCP && HIP_FP8_TYPE_FNUZ, \"\");\n\
        static size_t bytes(int) { return 0; }\n\
        __global__ void k(float *) {}\n\
        int main() { int g, b; (void)hipOccupancyMaxPotentialBlockSizeVariableSMemWithFlags<size_t (*)(int), void (*)(float *)>(\n\
        &g, &b, k, bytes, 0, 0); return f(0) + (reference.normalized != 0) + (CHAR_BIT != 8); }\n";
    std::fs::write(&source, text + uses).expect("it can be written again");
    for side in SIDES {
        succeeds(hip_side("c++17", side).args(["-Wno-unused", "-Wno-deprecated"]).arg(&source));
    }
    std::fs::remove_file(source).expect("it was just written");
}

/// olcf/hip-training-series' Pennant has operators of its own on `double2`, CUDA's `helper_math.h` on all vectors. OpenMM
/// multiplies `double3` by floats too, for which AMD's headers have the better match.
#[test]
fn a_programs_own_operators_on_vectors_are_preferred() {
    let source = includes("operators.hip", &["hip_runtime.h"]);
    let text = std::fs::read_to_string(&source).expect("it was just written");
    let uses = "#define BOTH __host__ __device__\n\
        struct own {};\n\
        BOTH inline own operator-(const double2 &) { return own(); }\n\
        BOTH inline own operator+(const double2 &) { return own(); }\n\
        BOTH inline own operator~(const uint2 &) { return own(); }\n\
        BOTH inline own operator+=(float4 &, float4) { return own(); }\n\
        BOTH inline own operator%=(uint3 &, const uint3 &) { return own(); }\n\
        BOTH inline own operator*(float4, float4) { return own(); }\n\
        BOTH inline own operator*(float4, float) { return own(); }\n\
        BOTH inline own operator*=(double3 &, double) { return own(); }\n\
        BOTH inline void use(double2 d, uint2 u, uint3 v, float4 f) {\n\
        own all[] = {-d, +d, ~u, f += f, v %= v, f * f, f * 2.0f}; (void)all;\n\
        f -= f; f += 1.0f; v &= v; v <<= 2; d = d - d; u = -u; }\n\
        BOTH inline void convert(double3 d) { own of_double = d *= 2.0; (void)of_double; double3 ours = d *= 2.0f; (void)ours; }\n\
        __global__ void k() { use(double2(), uint2(), uint3(), float4()); convert(double3()); }\n\
        int main() { use(double2(), uint2(), uint3(), float4()); convert(double3()); }\n";
    std::fs::write(&source, text + uses).expect("it can be written again");
    for standard in ["c++11", "c++20"] {
        for side in SIDES {
            succeeds(hip_side(standard, side).arg(&source));
        }
    }
    std::fs::remove_file(source).expect("it was just written");
}

/// cubecl-hip fills the vectors of its matrix instructions with `__half`, in braces, where a conversion by way of float is an error.
#[test]
fn a_half_becomes_a_float16_in_braces_and_a_number_elsewhere() {
    let source = includes("half.hip", &["hip_fp16.h"]);
    let text = std::fs::read_to_string(&source).expect("it was just written");
    let uses = "typedef _Float16 four __attribute__((ext_vector_type(4)));\n\
        __host__ __device__ inline double use(__half h) {\n\
        four v = four{h, h, h, h}; _Float16 a{h}, b = h; float f = h, g{h}; double d = h, e{h}; int i = h; bool c = h;\n\
        f += h; d *= h; a = h; v[1] = h; int array[9] = {}; int at = array[int(h)];\n\
        return v.x + a + b + f + g + d + e + i + c + (h ? 1 : at) + (h == h) + __half2float(h * h); }\n\
        __global__ void k(double *p) { *p = use(__half(1)); }\n\
        int main() { return int(use(__half(2))); }\n";
    std::fs::write(&source, text + uses).expect("it can be written again");
    for standard in ["c++11", "c++20"] {
        for side in SIDES {
            succeeds(hip_side(standard, side).arg(&source));
        }
    }
    std::fs::remove_file(source).expect("it was just written");
}

#[test]
fn rounding_modes_are_clean_under_the_macro_that_brings_them() {
    let source = includes("rounded.hip", &["hip_runtime.h"]);
    succeeds(hip_side("c++11", SIDES[0]).arg("-DOCML_BASIC_ROUNDED_OPERATIONS").arg(&source));
    std::fs::remove_file(source).expect("it was just written");
}

#[test]
fn each_header_stands_alone_in_plain_cxx() {
    for header in PUBLIC {
        let source = includes(&format!("{header}.cpp"), &[header]);
        succeeds(strict("g++", "c++11").arg(&source));
        std::fs::remove_file(source).expect("it was just written");
    }
}

/// Headers of C++ classes are empty in C.
#[test]
fn each_header_stands_alone_in_plain_c() {
    for header in PUBLIC {
        let source = includes(&format!("{header}.c"), &[header]);
        succeeds(strict("gcc", "c11").arg(&source));
        std::fs::remove_file(source).expect("it was just written");
    }
}

#[test]
fn the_host_api_is_plain_c() {
    let source = includes("api.c", &["hip_runtime_api.h", "hip_vector_types.h", "hiprtc.h", "hip_complex.h"]);
    succeeds(strict("gcc", "c11").arg(&source));
    std::fs::remove_file(source).expect("it was just written");
}

#[test]
fn structs_and_values_are_those_of_hip_7() {
    for compiler in [clang().as_str(), "g++"] {
        succeeds(strict(compiler, "c++17").arg(root().join("tests/abi/layout.cpp")));
    }
}

#[test]
fn a_host_compiler_other_than_clang_converts_halves_right_for_every_bit_pattern() {
    let program = std::env::temp_dir().join(format!("hipvk-half-host-{}", std::process::id()));
    let mut compile = Command::new("g++");
    compile.args(["-std=c++11", "-O1", "-isystem"]).arg(root().join("runtime/include"));
    succeeds(compile.arg(root().join("tests/abi/half_host.cpp")).arg("-o").arg(&program));
    let output = Command::new(&program).output().expect("the program starts");
    std::fs::remove_file(program).expect("it was just built");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn small_floats_convert_and_round_right_for_every_bit_pattern() {
    let program = std::env::temp_dir().join(format!("hipvk-float16-{}", std::process::id()));
    let mut compile = Command::new(clang());
    compile.args(["-std=c++17", "-O1", "-isystem"]).arg(root().join("runtime/include"));
    succeeds(compile.arg(root().join("tests/abi/float16.cpp")).arg("-o").arg(&program));
    let output = Command::new(&program).output().expect("the program starts");
    std::fs::remove_file(program).expect("it was just built");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}
