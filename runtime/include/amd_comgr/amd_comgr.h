/* amd_comgr.h: AMD's code object manager, of which what compiles and what tells of code is there. The functions are in libamdhip64;
   libamd_comgr.so is a name of it. Included by programs that compile kernels of their own making; C and C++. */
#ifndef HIPVK_AMD_COMGR_H
#define HIPVK_AMD_COMGR_H

#include <stddef.h>
#include <stdint.h>
#ifndef __cplusplus
#include <stdbool.h>
#endif

#define AMD_COMGR_INTERFACE_VERSION_MAJOR 3
#define AMD_COMGR_INTERFACE_VERSION_MINOR 0

#ifdef __cplusplus
extern "C" {
#endif

/* What every function returns but one. */
typedef enum amd_comgr_status_s {
    AMD_COMGR_STATUS_SUCCESS = 0,
    AMD_COMGR_STATUS_ERROR = 1,
    AMD_COMGR_STATUS_ERROR_INVALID_ARGUMENT = 2,
    AMD_COMGR_STATUS_ERROR_OUT_OF_RESOURCES = 3
} amd_comgr_status_t;

/* What sources are written in. HIP and LLVM's IR are compiled. */
typedef enum amd_comgr_language_s {
    AMD_COMGR_LANGUAGE_NONE = 0,
    AMD_COMGR_LANGUAGE_OPENCL_1_2 = 1,
    AMD_COMGR_LANGUAGE_OPENCL_2_0 = 2,
    AMD_COMGR_LANGUAGE_HIP = 3,
    AMD_COMGR_LANGUAGE_LLVM_IR = 4,
    AMD_COMGR_LANGUAGE_LAST = AMD_COMGR_LANGUAGE_LLVM_IR
} amd_comgr_language_t;

/* What data is. A relocatable is what hipcc -fgpu-rdc makes of a source, an executable what hipModuleLoadData takes: neither is an ELF file. */
typedef enum amd_comgr_data_kind_s {
    AMD_COMGR_DATA_KIND_UNDEF = 0,
    AMD_COMGR_DATA_KIND_SOURCE = 1,
    AMD_COMGR_DATA_KIND_INCLUDE = 2,
    AMD_COMGR_DATA_KIND_PRECOMPILED_HEADER = 3,
    AMD_COMGR_DATA_KIND_DIAGNOSTIC = 4,
    AMD_COMGR_DATA_KIND_LOG = 5,
    AMD_COMGR_DATA_KIND_BC = 6,
    AMD_COMGR_DATA_KIND_RELOCATABLE = 7,
    AMD_COMGR_DATA_KIND_EXECUTABLE = 8,
    AMD_COMGR_DATA_KIND_BYTES = 9,
    AMD_COMGR_DATA_KIND_FATBIN = 16,
    AMD_COMGR_DATA_KIND_AR = 17,
    AMD_COMGR_DATA_KIND_BC_BUNDLE = 18,
    AMD_COMGR_DATA_KIND_AR_BUNDLE = 19,
    AMD_COMGR_DATA_KIND_OBJ_BUNDLE = 20,
    AMD_COMGR_DATA_KIND_SPIRV = 21,
    AMD_COMGR_DATA_KIND_LAST = AMD_COMGR_DATA_KIND_SPIRV
} amd_comgr_data_kind_t;

/* Handles. One that is none, or no more, is AMD_COMGR_STATUS_ERROR_INVALID_ARGUMENT. */
typedef struct amd_comgr_data_s { uint64_t handle; } amd_comgr_data_t;
typedef struct amd_comgr_data_set_s { uint64_t handle; } amd_comgr_data_set_t;
typedef struct amd_comgr_action_info_s { uint64_t handle; } amd_comgr_action_info_t;
typedef struct amd_comgr_metadata_node_s { uint64_t handle; } amd_comgr_metadata_node_t;
typedef struct amd_comgr_symbol_s { uint64_t handle; } amd_comgr_symbol_t;
typedef struct amd_comgr_disassembly_info_s { uint64_t handle; } amd_comgr_disassembly_info_t;
typedef struct amd_comgr_symbolizer_info_s { uint64_t handle; } amd_comgr_symbolizer_info_t;

amd_comgr_status_t amd_comgr_status_string(amd_comgr_status_t status, const char **status_string);
void amd_comgr_get_version(size_t *major, size_t *minor);

/* AMD's processors, as amdgcn-amd-amdhsa--gfx1030. Code is made for the one that hipDeviceProp_t names; another name says how many lanes a warp has. */
amd_comgr_status_t amd_comgr_get_isa_count(size_t *count);
amd_comgr_status_t amd_comgr_get_isa_name(size_t index, const char **isa_name);
amd_comgr_status_t amd_comgr_get_isa_metadata(const char *isa_name, amd_comgr_metadata_node_t *metadata);

/* Data. Whoever makes it or gets it of a set holds it until amd_comgr_release_data. What is copied out has a size: asked for with no place for the
   bytes, it is the answer; with one, it says how much room there is. */
amd_comgr_status_t amd_comgr_create_data(amd_comgr_data_kind_t kind, amd_comgr_data_t *data);
amd_comgr_status_t amd_comgr_release_data(amd_comgr_data_t data);
amd_comgr_status_t amd_comgr_get_data_kind(amd_comgr_data_t data, amd_comgr_data_kind_t *kind);
amd_comgr_status_t amd_comgr_set_data(amd_comgr_data_t data, size_t size, const char *bytes);
amd_comgr_status_t amd_comgr_set_data_from_file_slice(amd_comgr_data_t data, int file_descriptor, uint64_t offset, uint64_t size);
amd_comgr_status_t amd_comgr_set_data_name(amd_comgr_data_t data, const char *name);
amd_comgr_status_t amd_comgr_get_data(amd_comgr_data_t data, size_t *size, char *bytes);
amd_comgr_status_t amd_comgr_get_data_name(amd_comgr_data_t data, size_t *size, char *name);
amd_comgr_status_t amd_comgr_get_data_isa_name(amd_comgr_data_t data, size_t *size, char *isa_name);

/* Sets of data. */
amd_comgr_status_t amd_comgr_create_data_set(amd_comgr_data_set_t *data_set);
amd_comgr_status_t amd_comgr_destroy_data_set(amd_comgr_data_set_t data_set);
amd_comgr_status_t amd_comgr_data_set_add(amd_comgr_data_set_t data_set, amd_comgr_data_t data);
amd_comgr_status_t amd_comgr_data_set_remove(amd_comgr_data_set_t data_set, amd_comgr_data_kind_t data_kind);
amd_comgr_status_t amd_comgr_action_data_count(amd_comgr_data_set_t data_set, amd_comgr_data_kind_t data_kind, size_t *count);
amd_comgr_status_t amd_comgr_action_data_get_data(amd_comgr_data_set_t data_set, amd_comgr_data_kind_t data_kind, size_t index,
                                                  amd_comgr_data_t *data);

/* What an action is to know. Options are clang's. */
amd_comgr_status_t amd_comgr_create_action_info(amd_comgr_action_info_t *action_info);
amd_comgr_status_t amd_comgr_destroy_action_info(amd_comgr_action_info_t action_info);
amd_comgr_status_t amd_comgr_action_info_set_isa_name(amd_comgr_action_info_t action_info, const char *isa_name);
amd_comgr_status_t amd_comgr_action_info_get_isa_name(amd_comgr_action_info_t action_info, size_t *size, char *isa_name);
amd_comgr_status_t amd_comgr_action_info_set_language(amd_comgr_action_info_t action_info, amd_comgr_language_t language);
amd_comgr_status_t amd_comgr_action_info_get_language(amd_comgr_action_info_t action_info, amd_comgr_language_t *language);
amd_comgr_status_t amd_comgr_action_info_set_option_list(amd_comgr_action_info_t action_info, const char *options[], size_t count);
amd_comgr_status_t amd_comgr_action_info_get_option_list_count(amd_comgr_action_info_t action_info, size_t *count);
amd_comgr_status_t amd_comgr_action_info_get_option_list_item(amd_comgr_action_info_t action_info, size_t index, size_t *size,
                                                              char *option);
amd_comgr_status_t amd_comgr_action_info_set_bundle_entry_ids(amd_comgr_action_info_t action_info, const char *bundle_entry_ids[],
                                                              size_t count);
amd_comgr_status_t amd_comgr_action_info_get_bundle_entry_id_count(amd_comgr_action_info_t action_info, size_t *count);
amd_comgr_status_t amd_comgr_action_info_get_bundle_entry_id(amd_comgr_action_info_t action_info, size_t index, size_t *size,
                                                             char *bundle_entry_id);
amd_comgr_status_t amd_comgr_action_info_set_vfs(amd_comgr_action_info_t action_info, bool should_use_vfs);
amd_comgr_status_t amd_comgr_action_info_set_device_lib_linking(amd_comgr_action_info_t action_info, bool should_link_device_libs);
amd_comgr_status_t amd_comgr_action_info_set_working_directory_path(amd_comgr_action_info_t action_info, const char *path);
amd_comgr_status_t amd_comgr_action_info_get_working_directory_path(amd_comgr_action_info_t action_info, size_t *size, char *path);
amd_comgr_status_t amd_comgr_action_info_set_logging(amd_comgr_action_info_t action_info, bool logging);
amd_comgr_status_t amd_comgr_action_info_get_logging(amd_comgr_action_info_t action_info, bool *logging);

/* Those about assembly, OpenCL's headers, bundles and SPIR-V are AMD_COMGR_STATUS_ERROR here, with a log that says so. */
typedef enum amd_comgr_action_kind_s {
    AMD_COMGR_ACTION_SOURCE_TO_PREPROCESSOR = 0,
    AMD_COMGR_ACTION_ADD_PRECOMPILED_HEADERS = 1,
    AMD_COMGR_ACTION_COMPILE_SOURCE_TO_BC = 2,
    AMD_COMGR_ACTION_LINK_BC_TO_BC = 3,
    AMD_COMGR_ACTION_CODEGEN_BC_TO_RELOCATABLE = 4,
    AMD_COMGR_ACTION_CODEGEN_BC_TO_ASSEMBLY = 5,
    AMD_COMGR_ACTION_LINK_RELOCATABLE_TO_RELOCATABLE = 6,
    AMD_COMGR_ACTION_LINK_RELOCATABLE_TO_EXECUTABLE = 7,
    AMD_COMGR_ACTION_ASSEMBLE_SOURCE_TO_RELOCATABLE = 8,
    AMD_COMGR_ACTION_DISASSEMBLE_RELOCATABLE_TO_SOURCE = 9,
    AMD_COMGR_ACTION_DISASSEMBLE_EXECUTABLE_TO_SOURCE = 10,
    AMD_COMGR_ACTION_DISASSEMBLE_BYTES_TO_SOURCE = 11,
    AMD_COMGR_ACTION_COMPILE_SOURCE_WITH_DEVICE_LIBS_TO_BC = 12,
    AMD_COMGR_ACTION_COMPILE_SOURCE_TO_RELOCATABLE = 13,
    AMD_COMGR_ACTION_COMPILE_SOURCE_TO_EXECUTABLE = 14,
    AMD_COMGR_ACTION_UNBUNDLE = 15,
    AMD_COMGR_ACTION_COMPILE_SPIRV_TO_RELOCATABLE = 16,
    AMD_COMGR_ACTION_TRANSLATE_SPIRV_TO_BC = 19,
    AMD_COMGR_ACTION_LAST = AMD_COMGR_ACTION_TRANSLATE_SPIRV_TO_BC
} amd_comgr_action_kind_t;

/* Does it. The result has what was made and, if that was wanted, a log. */
amd_comgr_status_t amd_comgr_do_action(amd_comgr_action_kind_t kind, amd_comgr_action_info_t info, amd_comgr_data_set_t input,
                                       amd_comgr_data_set_t result);

/* Metadata: of a processor, or of an executable, by AMD's names. Each handle is ended by amd_comgr_destroy_metadata. */
typedef enum amd_comgr_metadata_kind_s {
    AMD_COMGR_METADATA_KIND_NULL = 0,
    AMD_COMGR_METADATA_KIND_STRING = 1,
    AMD_COMGR_METADATA_KIND_MAP = 2,
    AMD_COMGR_METADATA_KIND_LIST = 3,
    AMD_COMGR_METADATA_KIND_LAST = AMD_COMGR_METADATA_KIND_LIST
} amd_comgr_metadata_kind_t;

amd_comgr_status_t amd_comgr_get_data_metadata(amd_comgr_data_t data, amd_comgr_metadata_node_t *metadata);
amd_comgr_status_t amd_comgr_destroy_metadata(amd_comgr_metadata_node_t metadata);
amd_comgr_status_t amd_comgr_get_metadata_kind(amd_comgr_metadata_node_t metadata, amd_comgr_metadata_kind_t *kind);
amd_comgr_status_t amd_comgr_get_metadata_string(amd_comgr_metadata_node_t metadata, size_t *size, char *string);
amd_comgr_status_t amd_comgr_get_metadata_map_size(amd_comgr_metadata_node_t metadata, size_t *size);
amd_comgr_status_t amd_comgr_iterate_map_metadata(amd_comgr_metadata_node_t metadata,
                                                  amd_comgr_status_t (*callback)(amd_comgr_metadata_node_t key,
                                                                                 amd_comgr_metadata_node_t value, void *user_data),
                                                  void *user_data);
amd_comgr_status_t amd_comgr_metadata_lookup(amd_comgr_metadata_node_t metadata, const char *key, amd_comgr_metadata_node_t *value);
amd_comgr_status_t amd_comgr_get_metadata_list_size(amd_comgr_metadata_node_t metadata, size_t *size);
amd_comgr_status_t amd_comgr_index_list_metadata(amd_comgr_metadata_node_t metadata, size_t index, amd_comgr_metadata_node_t *value);

/* The symbols of an executable. They have no addresses: AMD_COMGR_SYMBOL_INFO_VALUE is AMD_COMGR_STATUS_ERROR. */
typedef enum amd_comgr_symbol_type_s {
    AMD_COMGR_SYMBOL_TYPE_UNKNOWN = -1,
    AMD_COMGR_SYMBOL_TYPE_NOTYPE = 0,
    AMD_COMGR_SYMBOL_TYPE_OBJECT = 1,
    AMD_COMGR_SYMBOL_TYPE_FUNC = 2,
    AMD_COMGR_SYMBOL_TYPE_SECTION = 3,
    AMD_COMGR_SYMBOL_TYPE_FILE = 4,
    AMD_COMGR_SYMBOL_TYPE_COMMON = 5,
    AMD_COMGR_SYMBOL_TYPE_AMDGPU_HSA_KERNEL = 10
} amd_comgr_symbol_type_t;

typedef enum amd_comgr_symbol_info_s {
    AMD_COMGR_SYMBOL_INFO_NAME_LENGTH = 0,
    AMD_COMGR_SYMBOL_INFO_NAME = 1,
    AMD_COMGR_SYMBOL_INFO_TYPE = 2,
    AMD_COMGR_SYMBOL_INFO_SIZE = 3,
    AMD_COMGR_SYMBOL_INFO_IS_UNDEFINED = 4,
    AMD_COMGR_SYMBOL_INFO_VALUE = 5,
    AMD_COMGR_SYMBOL_INFO_LAST = AMD_COMGR_SYMBOL_INFO_VALUE
} amd_comgr_symbol_info_t;

amd_comgr_status_t amd_comgr_iterate_symbols(amd_comgr_data_t data,
                                             amd_comgr_status_t (*callback)(amd_comgr_symbol_t symbol, void *user_data),
                                             void *user_data);
amd_comgr_status_t amd_comgr_symbol_lookup(amd_comgr_data_t data, const char *name, amd_comgr_symbol_t *symbol);
amd_comgr_status_t amd_comgr_symbol_get_info(amd_comgr_symbol_t symbol, amd_comgr_symbol_info_t attribute, void *value);

/* All that follow are about AMD's machine code or ELF files, or not offered: AMD_COMGR_STATUS_ERROR. */
amd_comgr_status_t amd_comgr_create_symbolizer_info(amd_comgr_data_t code_object,
                                                    void (*print_symbol_callback)(const char *symbol, void *user_data),
                                                    amd_comgr_symbolizer_info_t *symbolizer_info);
amd_comgr_status_t amd_comgr_destroy_symbolizer_info(amd_comgr_symbolizer_info_t symbolizer_info);
amd_comgr_status_t amd_comgr_symbolize(amd_comgr_symbolizer_info_t symbolizer_info, uint64_t address, bool is_code, void *user_data);
amd_comgr_status_t amd_comgr_create_disassembly_info(const char *isa_name,
                                                     uint64_t (*read_memory_callback)(uint64_t from, char *to, uint64_t size,
                                                                                      void *user_data),
                                                     void (*print_instruction_callback)(const char *instruction, void *user_data),
                                                     void (*print_address_annotation_callback)(uint64_t address, void *user_data),
                                                     amd_comgr_disassembly_info_t *disassembly_info);
amd_comgr_status_t amd_comgr_destroy_disassembly_info(amd_comgr_disassembly_info_t disassembly_info);
amd_comgr_status_t amd_comgr_disassemble_instruction(amd_comgr_disassembly_info_t disassembly_info, uint64_t address, void *user_data,
                                                     uint64_t *size);
amd_comgr_status_t amd_comgr_demangle_symbol_name(amd_comgr_data_t mangled_symbol_name, amd_comgr_data_t *demangled_symbol_name);
amd_comgr_status_t amd_comgr_populate_mangled_names(amd_comgr_data_t data, size_t *count);
amd_comgr_status_t amd_comgr_get_mangled_name(amd_comgr_data_t data, size_t index, size_t *size, char *mangled_name);
amd_comgr_status_t amd_comgr_populate_name_expression_map(amd_comgr_data_t data, size_t *count);
amd_comgr_status_t amd_comgr_map_name_expression_to_symbol_name(amd_comgr_data_t data, size_t *size, char *name_expression,
                                                                char *symbol_name);

typedef struct code_object_info_s {
    const char *isa;
    size_t size;
    uint64_t offset;
} amd_comgr_code_object_info_t;

amd_comgr_status_t amd_comgr_lookup_code_object(amd_comgr_data_t data, amd_comgr_code_object_info_t *info_list, size_t info_list_size);
amd_comgr_status_t amd_comgr_map_elf_virtual_address_to_code_object_offset(amd_comgr_data_t data, uint64_t elf_virtual_address,
                                                                           uint64_t *code_object_offset, uint64_t *slice_size,
                                                                           bool *nobits);

#ifdef __cplusplus
}
#endif

#endif /* HIPVK_AMD_COMGR_H */
