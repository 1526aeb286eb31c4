//! What of libamd_comgr is not offered: it is about AMD's machine code, or its ELF files, and there is none here. Each is AMD_COMGR_STATUS_ERROR.

use std::ffi::{c_char, c_int, c_void};

use super::{amd_comgr_data_t, amd_comgr_disassembly_info_t, amd_comgr_symbolizer_info_t, comgr_api};
use crate::hip::comgr::status::missing;

comgr_api! {
    /// Would name the places of addresses.
    fn amd_comgr_create_symbolizer_info(
        code: amd_comgr_data_t, callback: *const c_void, info: *mut amd_comgr_symbolizer_info_t,
    ) => |_code: amd_comgr_data_t, _callback: *const c_void, _info: *mut amd_comgr_symbolizer_info_t| missing("naming addresses");

    /// The same.
    fn amd_comgr_destroy_symbolizer_info(info: amd_comgr_symbolizer_info_t) =>
        |_info: amd_comgr_symbolizer_info_t| missing("naming addresses");

    /// The same.
    fn amd_comgr_symbolize(info: amd_comgr_symbolizer_info_t, address: u64, is_code: u8, user: *mut c_void) =>
        |_info: amd_comgr_symbolizer_info_t, _address: u64, _is_code: u8, _user: *mut c_void| missing("naming addresses");

    /// Would disassemble.
    fn amd_comgr_create_disassembly_info(
        name: *const c_char, read: *const c_void, instruction: *const c_void, address: *const c_void,
        info: *mut amd_comgr_disassembly_info_t,
    ) => |_name: *const c_char, _read: *const c_void, _instruction: *const c_void, _address: *const c_void,
          _info: *mut amd_comgr_disassembly_info_t| missing("disassembly");

    /// The same.
    fn amd_comgr_destroy_disassembly_info(info: amd_comgr_disassembly_info_t) =>
        |_info: amd_comgr_disassembly_info_t| missing("disassembly");

    /// The same.
    fn amd_comgr_disassemble_instruction(
        info: amd_comgr_disassembly_info_t, address: u64, user: *mut c_void, size: *mut u64,
    ) => |_info: amd_comgr_disassembly_info_t, _address: u64, _user: *mut c_void, _size: *mut u64| missing("disassembly");

    /// Would say a C++ name as it was written.
    fn amd_comgr_demangle_symbol_name(name: amd_comgr_data_t, demangled: *mut amd_comgr_data_t) =>
        |_name: amd_comgr_data_t, _demangled: *mut amd_comgr_data_t| missing("demangling");

    /// Would list the names of bitcode.
    fn amd_comgr_populate_mangled_names(data: amd_comgr_data_t, count: *mut usize) =>
        |_data: amd_comgr_data_t, _count: *mut usize| missing("a list of bitcode's names");

    /// The same.
    fn amd_comgr_get_mangled_name(data: amd_comgr_data_t, index: usize, size: *mut usize, name: *mut c_char) =>
        |_data: amd_comgr_data_t, _index: usize, _size: *mut usize, _name: *mut c_char| missing("a list of bitcode's names");

    /// Would find name expressions; hipRTC does.
    fn amd_comgr_populate_name_expression_map(data: amd_comgr_data_t, count: *mut usize) =>
        |_data: amd_comgr_data_t, _count: *mut usize| missing("name expressions but hipRTC's");

    /// The same.
    fn amd_comgr_map_name_expression_to_symbol_name(
        data: amd_comgr_data_t, size: *mut usize, expression: *const c_char, symbol: *mut c_char,
    ) => |_data: amd_comgr_data_t, _size: *mut usize, _expression: *const c_char, _symbol: *mut c_char|
        missing("name expressions but hipRTC's");

    /// Would find a processor's code in a bundle; hipModuleLoadData does.
    fn amd_comgr_lookup_code_object(data: amd_comgr_data_t, list: *mut c_void, size: usize) =>
        |_data: amd_comgr_data_t, _list: *mut c_void, _size: usize| missing("looking code up");

    /// Would find an address in an ELF file.
    fn amd_comgr_map_elf_virtual_address_to_code_object_offset(
        data: amd_comgr_data_t, address: u64, offset: *mut u64, size: *mut u64, nobits: *mut c_int,
    ) => |_data: amd_comgr_data_t, _address: u64, _offset: *mut u64, _size: *mut u64, _nobits: *mut c_int|
        missing("an address in code");
}
