// libamd_comgr: kernels compiled step by step and at once, loaded and launched; logs, metadata, symbols; and what each wrong argument gives. Built by g++.
#include "check.h"

#include <amd_comgr/amd_comgr.h>

#include <fcntl.h>
#include <unistd.h>

#include <string>
#include <vector>

#define CO_OK(call) expect_true((call) == AMD_COMGR_STATUS_SUCCESS, #call, __LINE__)
#define CO_WRONG(call) expect_true((call) == AMD_COMGR_STATUS_ERROR_INVALID_ARGUMENT, #call " is INVALID_ARGUMENT", __LINE__)
#define CO_FAILS(call) expect_true((call) == AMD_COMGR_STATUS_ERROR, #call " is ERROR", __LINE__)

static const char *const ISA = "amdgcn-amd-amdhsa--gfx1030";

// What tinygrad makes: no header, AMD's device functions by name.
static const char *const SOURCE = "extern \"C\" __attribute__((device, const)) unsigned long __ockl_get_local_id(unsigned);\n"
                                  "extern \"C\" __attribute__((device, pure)) float __ocml_exp2_f32(float);\n"
                                  "__attribute__((device)) int table[4];\n"
                                  "extern \"C\" __attribute__((global)) void k(int *out, int more) {\n"
                                  "  int thread = __ockl_get_local_id(0);\n"
                                  "  out[thread] = (int)__ocml_exp2_f32(5.0f) + more + thread;\n}\n";

struct Set {
  amd_comgr_data_set_t handle{};
  Set() { CO_OK(amd_comgr_create_data_set(&handle)); }
  ~Set() { CO_OK(amd_comgr_destroy_data_set(handle)); }
  void add(amd_comgr_data_kind_t kind, const char *name, const std::string &bytes) {
    amd_comgr_data_t data{};
    CO_OK(amd_comgr_create_data(kind, &data));
    CO_OK(amd_comgr_set_data(data, bytes.size(), bytes.data()));
    CO_OK(amd_comgr_set_data_name(data, name));
    CO_OK(amd_comgr_data_set_add(handle, data));
    CO_OK(amd_comgr_data_set_add(handle, data));
    CO_OK(amd_comgr_release_data(data));
  }
  size_t count(amd_comgr_data_kind_t kind) {
    size_t count = 77;
    CO_OK(amd_comgr_action_data_count(handle, kind, &count));
    return count;
  }
  std::string get(amd_comgr_data_kind_t kind) {
    amd_comgr_data_t data{};
    if (amd_comgr_action_data_get_data(handle, kind, 0, &data) != AMD_COMGR_STATUS_SUCCESS) return "";
    size_t size = 0;
    CO_OK(amd_comgr_get_data(data, &size, nullptr));
    std::string bytes(size, '\0');
    CO_OK(amd_comgr_get_data(data, &size, bytes.data()));
    CO_OK(amd_comgr_release_data(data));
    return bytes;
  }
};

struct Info {
  amd_comgr_action_info_t handle{};
  explicit Info(std::vector<const char *> options = {}) {
    CO_OK(amd_comgr_create_action_info(&handle));
    CO_OK(amd_comgr_action_info_set_isa_name(handle, ISA));
    CO_OK(amd_comgr_action_info_set_language(handle, AMD_COMGR_LANGUAGE_HIP));
    CO_OK(amd_comgr_action_info_set_logging(handle, true));
    CO_OK(amd_comgr_action_info_set_option_list(handle, options.data(), options.size()));
  }
  ~Info() { CO_OK(amd_comgr_destroy_action_info(handle)); }
};

static amd_comgr_status_t perform(amd_comgr_action_kind_t kind, const Info &info, Set &input, Set &result) {
  const amd_comgr_status_t status = amd_comgr_do_action(kind, info.handle, input.handle, result.handle);
  if (status != AMD_COMGR_STATUS_SUCCESS) std::printf("%s", result.get(AMD_COMGR_DATA_KIND_LOG).c_str());
  return status;
}

// What the kernel writes, of `more`.
static int answer_of(const std::string &code, int more) {
  hipModule_t module = nullptr;
  hipFunction_t function = nullptr;
  OK(hipModuleLoadData(&module, code.data()));
  OK(hipModuleGetFunction(&function, module, "k"));
  int *out = nullptr, answer[4] = {};
  OK(hipMalloc(reinterpret_cast<void **>(&out), sizeof answer));
  void *arguments[] = {&out, &more};
  OK(hipModuleLaunchKernel(function, 1, 1, 1, 4, 1, 1, 0, nullptr, arguments, nullptr));
  OK(hipMemcpy(answer, out, sizeof answer, hipMemcpyDeviceToHost));
  OK(hipFree(out));
  OK(hipModuleUnload(module));
  TRUE(answer[3] == answer[0] + 3);
  return answer[0];
}

// As tinygrad does it: unoptimised bitcode with the device libraries, code, executable.
static std::string step_by_step() {
  Set source, bitcode, relocatable, executable;
  source.add(AMD_COMGR_DATA_KIND_SOURCE, "<null>", SOURCE);
  Info compile({"-O3", "-mcumode", "--hip-version=6.0.32830", "-D__HIPCC_RTC__", "-std=c++14", "-nogpuinc", "--offload-arch=gfx1030",
                "-I/opt/rocm/include", "-Xclang", "-disable-llvm-passes", "-Xclang", "-aux-triple", "-Xclang", "x86_64-unknown-linux-gnu"});
  CO_OK(perform(AMD_COMGR_ACTION_COMPILE_SOURCE_WITH_DEVICE_LIBS_TO_BC, compile, source, bitcode));
  TRUE(bitcode.get(AMD_COMGR_DATA_KIND_BC).compare(0, 4, "BC\xc0\xde") == 0);
  TRUE(bitcode.count(AMD_COMGR_DATA_KIND_LOG) == 1);
  Info generate({"-O3", "-mllvm", "-amdgpu-internalize-symbols"}), link({""});
  CO_OK(perform(AMD_COMGR_ACTION_CODEGEN_BC_TO_RELOCATABLE, generate, bitcode, relocatable));
  CO_OK(perform(AMD_COMGR_ACTION_LINK_RELOCATABLE_TO_EXECUTABLE, link, relocatable, executable));
  const std::string code = executable.get(AMD_COMGR_DATA_KIND_EXECUTABLE);
  TRUE(answer_of(code, 10) == 42);
  return code;
}

// Headers as data, HIP's own, two sources in one executable; bitcode linked with bitcode; preprocessed text.
static void other_ways() {
  Set sources, result;
  sources.add(AMD_COMGR_DATA_KIND_INCLUDE, "more/two.h", "#define TWO 2\n__device__ int helper(int);\n");
  sources.add(AMD_COMGR_DATA_KIND_SOURCE, "a.hip",
              "#include <hip/hip_runtime.h>\n#include \"more/two.h\"\n"
              "extern \"C\" __global__ void k(int *out, int more) { out[threadIdx.x] = helper(more) + threadIdx.x; }\n");
  sources.add(AMD_COMGR_DATA_KIND_SOURCE, "b.hip", "#include <hip/hip_runtime.h>\n#include \"more/two.h\"\n__device__ int helper(int x) { return x * TWO; }\n");
  CO_OK(perform(AMD_COMGR_ACTION_COMPILE_SOURCE_TO_EXECUTABLE, Info({"-fgpu-rdc"}), sources, result));
  TRUE(answer_of(result.get(AMD_COMGR_DATA_KIND_EXECUTABLE), 21) == 42);

  Set bitcode, linked, relocatable, executable;
  CO_OK(perform(AMD_COMGR_ACTION_COMPILE_SOURCE_TO_BC, Info({"-fgpu-rdc"}), sources, bitcode));
  TRUE(bitcode.count(AMD_COMGR_DATA_KIND_BC) == 2);
  CO_OK(perform(AMD_COMGR_ACTION_LINK_BC_TO_BC, Info(), bitcode, linked));
  TRUE(linked.count(AMD_COMGR_DATA_KIND_BC) == 1);
  CO_OK(perform(AMD_COMGR_ACTION_CODEGEN_BC_TO_RELOCATABLE, Info(), linked, relocatable));
  CO_OK(perform(AMD_COMGR_ACTION_LINK_RELOCATABLE_TO_EXECUTABLE, Info(), relocatable, executable));
  TRUE(answer_of(executable.get(AMD_COMGR_DATA_KIND_EXECUTABLE), 21) == 42);
  // The same set may be both.
  CO_OK(perform(AMD_COMGR_ACTION_CODEGEN_BC_TO_RELOCATABLE, Info(), bitcode, bitcode));
  TRUE(bitcode.count(AMD_COMGR_DATA_KIND_BC) == 0 && bitcode.count(AMD_COMGR_DATA_KIND_RELOCATABLE) == 2);
  CO_OK(perform(AMD_COMGR_ACTION_LINK_RELOCATABLE_TO_RELOCATABLE, Info(), bitcode, relocatable));
  CO_OK(perform(AMD_COMGR_ACTION_LINK_RELOCATABLE_TO_EXECUTABLE, Info(), relocatable, executable));
  TRUE(answer_of(executable.get(AMD_COMGR_DATA_KIND_EXECUTABLE), 21) == 42);

  Set text;
  CO_OK(perform(AMD_COMGR_ACTION_SOURCE_TO_PREPROCESSOR, Info({"-nogpuinc"}), sources, text));
  TRUE(text.count(AMD_COMGR_DATA_KIND_SOURCE) == 2);
  TRUE(text.get(AMD_COMGR_DATA_KIND_SOURCE).find("int helper(int)") != std::string::npos);
}

// LLVM's IR as a source.
static void intermediate_code() {
  Set source, bitcode, relocatable, executable;
  source.add(AMD_COMGR_DATA_KIND_SOURCE, "k.ll",
             "target triple = \"amdgcn-amd-amdhsa\"\ndeclare i32 @llvm.amdgcn.workitem.id.x()\n"
             "define amdgpu_kernel void @k(ptr addrspace(1) %out, i32 %more) {\n"
             "  %t = call i32 @llvm.amdgcn.workitem.id.x()\n  %p = getelementptr i32, ptr addrspace(1) %out, i32 %t\n"
             "  %s = add i32 %t, %more\n  store i32 %s, ptr addrspace(1) %p\n  ret void\n}\n");
  Info info;
  CO_OK(amd_comgr_action_info_set_language(info.handle, AMD_COMGR_LANGUAGE_LLVM_IR));
  CO_OK(perform(AMD_COMGR_ACTION_COMPILE_SOURCE_TO_BC, info, source, bitcode));
  CO_OK(perform(AMD_COMGR_ACTION_CODEGEN_BC_TO_RELOCATABLE, info, bitcode, relocatable));
  CO_OK(perform(AMD_COMGR_ACTION_LINK_RELOCATABLE_TO_EXECUTABLE, info, relocatable, executable));
  TRUE(answer_of(executable.get(AMD_COMGR_DATA_KIND_EXECUTABLE), 42) == 42);
}

// What does not compile says why, and leaves nothing else.
static void failures_have_logs() {
  Set source, result;
  source.add(AMD_COMGR_DATA_KIND_SOURCE, "wrong.hip", "__global__ void k() { nonsense; }\n");
  CO_FAILS(perform(AMD_COMGR_ACTION_COMPILE_SOURCE_TO_BC, Info(), source, result));
  TRUE(result.get(AMD_COMGR_DATA_KIND_LOG).find("wrong.hip:1:") != std::string::npos);
  TRUE(result.count(AMD_COMGR_DATA_KIND_BC) == 0);
  Set rubbish, made;
  rubbish.add(AMD_COMGR_DATA_KIND_BC, "rubbish.bc", "BC\xc0\xde and no more");
  rubbish.add(AMD_COMGR_DATA_KIND_RELOCATABLE, "rubbish.o", "call me ishmael");
  CO_FAILS(perform(AMD_COMGR_ACTION_CODEGEN_BC_TO_RELOCATABLE, Info(), rubbish, made));
  TRUE(!made.get(AMD_COMGR_DATA_KIND_LOG).empty());
  CO_FAILS(perform(AMD_COMGR_ACTION_LINK_RELOCATABLE_TO_EXECUTABLE, Info(), rubbish, made));
  TRUE(!made.get(AMD_COMGR_DATA_KIND_LOG).empty() && made.count(AMD_COMGR_DATA_KIND_EXECUTABLE) == 0);
  CO_FAILS(perform(AMD_COMGR_ACTION_CODEGEN_BC_TO_ASSEMBLY, Info(), rubbish, made));
  TRUE(made.get(AMD_COMGR_DATA_KIND_LOG).find("machine code") != std::string::npos);
  CO_FAILS(perform(AMD_COMGR_ACTION_COMPILE_SOURCE_TO_BC, Info({"-o", "/nowhere"}), source, made));
  CO_WRONG(amd_comgr_do_action(amd_comgr_action_kind_t(99), Info().handle, source.handle, made.handle));
  Info nothing;
  CO_OK(amd_comgr_action_info_set_language(nothing.handle, AMD_COMGR_LANGUAGE_NONE));
  CO_WRONG(perform(AMD_COMGR_ACTION_COMPILE_SOURCE_TO_BC, nothing, source, made));
  CO_OK(amd_comgr_action_info_set_isa_name(nothing.handle, nullptr));
  CO_WRONG(perform(AMD_COMGR_ACTION_LINK_RELOCATABLE_TO_EXECUTABLE, nothing, rubbish, made));
}

static std::string text_of(amd_comgr_metadata_node_t map, const char *key) {
  amd_comgr_metadata_node_t value{};
  CO_OK(amd_comgr_metadata_lookup(map, key, &value));
  size_t size = 0;
  CO_OK(amd_comgr_get_metadata_string(value, &size, nullptr));
  std::string text(size, 'x');
  CO_OK(amd_comgr_get_metadata_string(value, &size, text.data()));
  CO_OK(amd_comgr_destroy_metadata(value));
  return text.c_str();
}

static amd_comgr_status_t count_keys(amd_comgr_metadata_node_t key, amd_comgr_metadata_node_t, void *count) {
  size_t size = 0;
  CO_OK(amd_comgr_get_metadata_string(key, &size, nullptr));
  ++*static_cast<size_t *>(count);
  return AMD_COMGR_STATUS_SUCCESS;
}

static amd_comgr_status_t take_name(amd_comgr_symbol_t symbol, void *names) {
  uint64_t length = 0;
  CO_OK(amd_comgr_symbol_get_info(symbol, AMD_COMGR_SYMBOL_INFO_NAME_LENGTH, &length));
  std::string name(length + 1, 'x');
  CO_OK(amd_comgr_symbol_get_info(symbol, AMD_COMGR_SYMBOL_INFO_NAME, name.data()));
  CO_FAILS(amd_comgr_symbol_get_info(symbol, AMD_COMGR_SYMBOL_INFO_VALUE, &length));
  *static_cast<std::string *>(names) += std::string(name.c_str()) + " ";
  return AMD_COMGR_STATUS_SUCCESS;
}

static void what_code_says(const std::string &code) {
  amd_comgr_data_t data{};
  CO_OK(amd_comgr_create_data(AMD_COMGR_DATA_KIND_EXECUTABLE, &data));
  CO_OK(amd_comgr_set_data(data, code.size(), code.data()));
  amd_comgr_metadata_node_t all{}, kernels{}, kernel{}, arguments{};
  CO_OK(amd_comgr_get_data_metadata(data, &all));
  size_t size = 0, keys = 0;
  CO_OK(amd_comgr_get_metadata_map_size(all, &size));
  CO_OK(amd_comgr_iterate_map_metadata(all, count_keys, &keys));
  TRUE(size == keys && keys >= 3);
  CO_OK(amd_comgr_metadata_lookup(all, "amdhsa.kernels", &kernels));
  CO_OK(amd_comgr_get_metadata_list_size(kernels, &size));
  TRUE(size == 1);
  CO_OK(amd_comgr_index_list_metadata(kernels, 0, &kernel));
  CO_WRONG(amd_comgr_index_list_metadata(kernels, 1, &arguments));
  TRUE(text_of(kernel, ".name") == "k" && text_of(kernel, ".kernarg_segment_size") == "12" && text_of(kernel, ".wavefront_size") == "32");
  CO_FAILS(amd_comgr_metadata_lookup(kernel, ".colour", &arguments));
  CO_OK(amd_comgr_metadata_lookup(kernel, ".args", &arguments));
  CO_OK(amd_comgr_get_metadata_list_size(arguments, &size));
  TRUE(size == 2);
  for (const amd_comgr_metadata_node_t node : {all, kernels, kernel, arguments}) CO_OK(amd_comgr_destroy_metadata(node));
  CO_WRONG(amd_comgr_destroy_metadata(all));
  std::string names;
  CO_OK(amd_comgr_iterate_symbols(data, take_name, &names));
  TRUE(names.find("k ") == 0 && names.find("k.kd ") != std::string::npos);
  amd_comgr_symbol_t symbol{};
  CO_FAILS(amd_comgr_symbol_lookup(data, "nothing", &symbol));
  CO_OK(amd_comgr_symbol_lookup(data, "k", &symbol));
  int32_t type = 0;
  CO_OK(amd_comgr_symbol_get_info(symbol, AMD_COMGR_SYMBOL_INFO_TYPE, &type));
  TRUE(type == AMD_COMGR_SYMBOL_TYPE_FUNC);
  CO_OK(amd_comgr_release_data(data));
  CO_WRONG(amd_comgr_symbol_get_info(symbol, AMD_COMGR_SYMBOL_INFO_TYPE, &type));
}

// Versions, names, and processors: that of the device is among them.
static void what_the_library_says() {
  size_t major = 0, minor = 7, count = 0;
  amd_comgr_get_version(&major, &minor);
  amd_comgr_get_version(nullptr, nullptr);
  TRUE(major == 3 && minor == AMD_COMGR_INTERFACE_VERSION_MINOR);
  const char *text = nullptr;
  CO_OK(amd_comgr_status_string(AMD_COMGR_STATUS_ERROR_INVALID_ARGUMENT, &text));
  TRUE(std::string(text) == "INVALID_ARGUMENT");
  CO_WRONG(amd_comgr_status_string(amd_comgr_status_t(9), &text));
  hipDeviceProp_t properties{};
  OK(hipGetDeviceProperties(&properties, 0));
  CO_OK(amd_comgr_get_isa_count(&count));
  bool found = false;
  for (size_t at = 0; at < count; ++at) {
    CO_OK(amd_comgr_get_isa_name(at, &text));
    found |= std::string(text) == std::string("amdgcn-amd-amdhsa--") + properties.gcnArchName;
    amd_comgr_metadata_node_t about{};
    CO_OK(amd_comgr_get_isa_metadata(text, &about));
    TRUE(text_of(about, "Name") == text);
    CO_OK(amd_comgr_destroy_metadata(about));
  }
  TRUE(found);
  CO_WRONG(amd_comgr_get_isa_name(count, &text));
}

// Contents from a file, names, options: what was said can be asked.
static void what_was_said(const char *path) {
  amd_comgr_data_t data{};
  CO_OK(amd_comgr_create_data(AMD_COMGR_DATA_KIND_SOURCE, &data));
  const int file = open(path, O_RDONLY);
  CO_OK(amd_comgr_set_data_from_file_slice(data, file, 3, 9));
  CO_WRONG(amd_comgr_set_data_from_file_slice(data, file, 3, uint64_t(1) << 40));
  CO_WRONG(amd_comgr_set_data_from_file_slice(data, -1, 0, 1));
  close(file);
  char bytes[16] = "";
  size_t size = 4;
  CO_OK(amd_comgr_get_data(data, &size, bytes));
  TRUE(std::string(bytes) == "liba");
  CO_OK(amd_comgr_set_data_name(data, "a name"));
  CO_OK(amd_comgr_get_data_name(data, &size, nullptr));
  TRUE(size == 7);
  CO_WRONG(amd_comgr_get_data_isa_name(data, &size, nullptr));
  CO_OK(amd_comgr_release_data(data));
  Info info({"-O3", "-DX"});
  CO_OK(amd_comgr_action_info_get_option_list_count(info.handle, &size));
  TRUE(size == 2);
  CO_OK(amd_comgr_action_info_get_option_list_item(info.handle, 1, &size, nullptr));
  TRUE(size == 4);
  CO_WRONG(amd_comgr_action_info_get_option_list_item(info.handle, 2, &size, nullptr));
  CO_WRONG(amd_comgr_action_info_set_isa_name(info.handle, "amdgcn-amd-amdhsa--gfx77"));
  CO_WRONG(amd_comgr_action_info_set_language(info.handle, amd_comgr_language_t(5)));
  amd_comgr_language_t language = AMD_COMGR_LANGUAGE_NONE;
  CO_OK(amd_comgr_action_info_get_language(info.handle, &language));
  TRUE(language == AMD_COMGR_LANGUAGE_HIP);
}

static void wrong_handles() {
  Set set;
  Info info;
  size_t size = 0;
  amd_comgr_data_t data{};
  CO_OK(amd_comgr_create_data(AMD_COMGR_DATA_KIND_SOURCE, &data));
  CO_OK(amd_comgr_release_data(data));
  for (const amd_comgr_data_t wrong : {data, amd_comgr_data_t{}, amd_comgr_data_t{set.handle.handle}, amd_comgr_data_t{uint64_t(&size)}}) {
    CO_WRONG(amd_comgr_release_data(wrong));
    CO_WRONG(amd_comgr_set_data(wrong, 1, "x"));
    CO_WRONG(amd_comgr_get_data(wrong, &size, nullptr));
    CO_WRONG(amd_comgr_data_set_add(set.handle, wrong));
  }
  CO_WRONG(amd_comgr_create_data(AMD_COMGR_DATA_KIND_UNDEF, &data));
  CO_WRONG(amd_comgr_create_data(AMD_COMGR_DATA_KIND_SOURCE, nullptr));
  CO_OK(amd_comgr_create_data(AMD_COMGR_DATA_KIND_INCLUDE, &data));
  CO_WRONG(amd_comgr_data_set_add(set.handle, data));
  CO_WRONG(amd_comgr_get_data(data, nullptr, nullptr));
  CO_WRONG(amd_comgr_set_data(data, 4, nullptr));
  CO_OK(amd_comgr_release_data(data));
  CO_WRONG(amd_comgr_action_data_get_data(set.handle, AMD_COMGR_DATA_KIND_SOURCE, 0, &data));
  CO_WRONG(amd_comgr_action_data_count(set.handle, AMD_COMGR_DATA_KIND_UNDEF, &size));
  CO_WRONG(amd_comgr_destroy_data_set(amd_comgr_data_set_t{info.handle.handle}));
  CO_WRONG(amd_comgr_destroy_action_info(amd_comgr_action_info_t{}));
  CO_WRONG(amd_comgr_do_action(AMD_COMGR_ACTION_COMPILE_SOURCE_TO_BC, info.handle, amd_comgr_data_set_t{}, set.handle));
  CO_OK(amd_comgr_data_set_remove(set.handle, AMD_COMGR_DATA_KIND_UNDEF));
  CO_FAILS(amd_comgr_create_disassembly_info(ISA, nullptr, nullptr, nullptr, nullptr));
}

int main(int, char **arguments) {
  what_code_says(step_by_step());
  other_ways();
  intermediate_code();
  failures_have_logs();
  what_the_library_says();
  what_was_said(arguments[1]);
  wrong_handles();
  return report();
}
