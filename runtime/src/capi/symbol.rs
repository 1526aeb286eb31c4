//! Device variables by their host shadow. Semantics: `hip::symbol`.

use std::ffi::c_void;
use std::sync::Arc;

use super::convert::{Address, Out, pointer};
use super::guard::hip_api;
use super::memory_args::{LATER, NOW};
use super::types::{hipMemcpyKind, hipStream_t};
use crate::hip::memory::copy::CopyKind;
use crate::hip::stream::Stream;
use crate::hip::symbol;

hip_api! {
    /// The variable's address on the current device. hipErrorInvalidSymbol: not a device variable.
    fn hipGetSymbolAddress(address: *mut *mut c_void, symbol: *const c_void) =>
        |out: Out<*mut c_void>, symbol: Address| out.set(pointer(symbol::find(symbol.0)?.0));

    /// The variable's bytes. hipErrorInvalidSymbol: not a device variable.
    fn hipGetSymbolSize(size: *mut usize, symbol: *const c_void) =>
        |out: Out<usize>, symbol: Address| out.set(symbol::find(symbol.0)?.1 as usize);

    /// Writes a device variable.
    fn hipMemcpyToSymbol(
        symbol: *const c_void, from: *const c_void, size: usize, offset: usize, kind: hipMemcpyKind,
    ) and hipMemcpyToSymbol_spt on stream => |symbol: Address, from: Address, size: usize, offset: usize, kind: CopyKind|
        symbol::write(&stream, symbol.0, from.0, size as u64, offset as u64, kind, NOW);

    /// Writes a device variable in stream order.
    fn hipMemcpyToSymbolAsync(
        symbol: *const c_void, from: *const c_void, size: usize, offset: usize, kind: hipMemcpyKind, stream: hipStream_t,
    ) and hipMemcpyToSymbolAsync_spt =>
          |symbol: Address, from: Address, size: usize, offset: usize, kind: CopyKind, stream: Arc<Stream>|
        symbol::write(&stream, symbol.0, from.0, size as u64, offset as u64, kind, LATER);

    /// Reads a device variable.
    fn hipMemcpyFromSymbol(
        to: *mut c_void, symbol: *const c_void, size: usize, offset: usize, kind: hipMemcpyKind,
    ) and hipMemcpyFromSymbol_spt on stream => |to: Address, symbol: Address, size: usize, offset: usize, kind: CopyKind|
        symbol::read(&stream, to.0, symbol.0, size as u64, offset as u64, kind, NOW);

    /// Reads a device variable in stream order.
    fn hipMemcpyFromSymbolAsync(
        to: *mut c_void, symbol: *const c_void, size: usize, offset: usize, kind: hipMemcpyKind, stream: hipStream_t,
    ) and hipMemcpyFromSymbolAsync_spt =>
          |to: Address, symbol: Address, size: usize, offset: usize, kind: CopyKind, stream: Arc<Stream>|
        symbol::read(&stream, to.0, symbol.0, size as u64, offset as u64, kind, LATER);
}
