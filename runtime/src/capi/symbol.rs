//! Device variables by their host shadow. Semantics: `hip::symbol`.

use std::ffi::c_void;
use std::sync::Arc;

use super::convert::{Address, Out, Spt, pointer};
use super::guard::hip_api;
use super::types::{hipMemcpyKind, hipStream_t};
use crate::hip::error::HipResult;
use crate::hip::memory::copy::{CopyKind, Wait};
use crate::hip::stream::{self, Stream, StreamRef};
use crate::hip::symbol;

fn default_stream() -> HipResult<Arc<Stream>> {
    stream::resolve(StreamRef::Legacy)
}

fn thread_stream() -> HipResult<Arc<Stream>> {
    stream::resolve(StreamRef::PerThread)
}

hip_api! {
    /// The variable's address on the current device. hipErrorInvalidSymbol: not a device variable.
    fn hipGetSymbolAddress(address: *mut *mut c_void, symbol: *const c_void) =>
        |out: Out<*mut c_void>, symbol: Address| out.set(pointer(symbol::find(symbol.0)?.0));

    /// The variable's bytes. hipErrorInvalidSymbol: not a device variable.
    fn hipGetSymbolSize(size: *mut usize, symbol: *const c_void) =>
        |out: Out<usize>, symbol: Address| out.set(symbol::find(symbol.0)?.1 as usize);

    /// Writes a device variable.
    fn hipMemcpyToSymbol(symbol: *const c_void, from: *const c_void, size: usize, offset: usize, kind: hipMemcpyKind) =>
        |symbol: Address, from: Address, size: usize, offset: usize, kind: CopyKind|
            symbol::write(&default_stream()?, symbol.0, from.0, size as u64, offset as u64, kind, Wait::Synchronous);

    /// Writes a device variable in stream order.
    fn hipMemcpyToSymbolAsync(
        symbol: *const c_void, from: *const c_void, size: usize, offset: usize, kind: hipMemcpyKind, stream: hipStream_t,
    ) => |symbol: Address, from: Address, size: usize, offset: usize, kind: CopyKind, stream: Arc<Stream>|
        symbol::write(&stream, symbol.0, from.0, size as u64, offset as u64, kind, Wait::Asynchronous);

    /// Reads a device variable.
    fn hipMemcpyFromSymbol(to: *mut c_void, symbol: *const c_void, size: usize, offset: usize, kind: hipMemcpyKind) =>
        |to: Address, symbol: Address, size: usize, offset: usize, kind: CopyKind|
            symbol::read(&default_stream()?, to.0, symbol.0, size as u64, offset as u64, kind, Wait::Synchronous);

    /// Reads a device variable in stream order.
    fn hipMemcpyFromSymbolAsync(
        to: *mut c_void, symbol: *const c_void, size: usize, offset: usize, kind: hipMemcpyKind, stream: hipStream_t,
    ) => |to: Address, symbol: Address, size: usize, offset: usize, kind: CopyKind, stream: Arc<Stream>|
        symbol::read(&stream, to.0, symbol.0, size as u64, offset as u64, kind, Wait::Asynchronous);

    /// `hipMemcpyToSymbol` on the thread's default stream.
    fn hipMemcpyToSymbol_spt(
        symbol: *const c_void, from: *const c_void, size: usize, offset: usize, kind: hipMemcpyKind,
    ) => |symbol: Address, from: Address, size: usize, offset: usize, kind: CopyKind|
        symbol::write(&thread_stream()?, symbol.0, from.0, size as u64, offset as u64, kind, Wait::Synchronous);

    /// `hipMemcpyToSymbolAsync` whose null stream is the thread's.
    fn hipMemcpyToSymbolAsync_spt(
        symbol: *const c_void, from: *const c_void, size: usize, offset: usize, kind: hipMemcpyKind, stream: hipStream_t,
    ) => |symbol: Address, from: Address, size: usize, offset: usize, kind: CopyKind, stream: Spt|
        symbol::write(&stream.0, symbol.0, from.0, size as u64, offset as u64, kind, Wait::Asynchronous);

    /// `hipMemcpyFromSymbol` on the thread's default stream.
    fn hipMemcpyFromSymbol_spt(
        to: *mut c_void, symbol: *const c_void, size: usize, offset: usize, kind: hipMemcpyKind,
    ) => |to: Address, symbol: Address, size: usize, offset: usize, kind: CopyKind|
        symbol::read(&thread_stream()?, to.0, symbol.0, size as u64, offset as u64, kind, Wait::Synchronous);

    /// `hipMemcpyFromSymbolAsync` whose null stream is the thread's.
    fn hipMemcpyFromSymbolAsync_spt(
        to: *mut c_void, symbol: *const c_void, size: usize, offset: usize, kind: hipMemcpyKind, stream: hipStream_t,
    ) => |to: Address, symbol: Address, size: usize, offset: usize, kind: CopyKind, stream: Spt|
        symbol::read(&stream.0, to.0, symbol.0, size as u64, offset as u64, kind, Wait::Asynchronous);
}
