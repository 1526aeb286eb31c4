//! Fills: linear, of rows, of slices, with 8, 16 and 32 bits. Semantics: `hip::memory::fill`.

use std::ffi::{c_int, c_uchar, c_uint, c_ushort, c_void};
use std::sync::Arc;

use super::convert::Address;
use super::guard::hip_api;
use super::memory_args::{LATER, NOW, legacy};
use super::types::{hipDeviceptr_t, hipExtent, hipPitchedPtr, hipStream_t};
use crate::hip::error::{HipError, HipResult};
use crate::hip::memory;
use crate::hip::memory::copy::Wait;
use crate::hip::memory::fill::{FillWork, Pattern, fill, fill_rows};
use crate::hip::stream::Stream;

hip_api! {
    /// Fills bytes. hipErrorInvalidValue: null, foreign or too small memory.
    fn hipMemset(to: *mut c_void, value: c_int, size: usize) and hipMemset_spt on stream =>
        |to: Address, value: i32, size: usize|
            fill(&stream, to.0, Pattern::Byte(value as u8), size as u64, NOW);

    /// Fills rows of bytes.
    fn hipMemset2D(to: *mut c_void, pitch: usize, value: c_int, width: usize, height: usize) and hipMemset2D_spt on stream =>
        |to: Address, pitch: usize, value: i32, width: usize, height: usize|
            fill_rows(&stream, to.0, pitch as u64, Pattern::Byte(value as u8), width as u64, height as u64, NOW);

    /// Fills slices of rows of bytes.
    fn hipMemset3D(to: hipPitchedPtr, value: c_int, extent: hipExtent) and hipMemset3D_spt on stream =>
        |to: hipPitchedPtr, value: i32, extent: hipExtent| fill_3d(&stream, &to, value, extent, NOW);

    /// Fills bytes. hipErrorInvalidValue: null, foreign or too small memory.
    fn hipMemsetAsync(to: *mut c_void, value: c_int, size: usize, stream: hipStream_t) and hipMemsetAsync_spt =>
        |to: Address, value: i32, size: usize, stream: Arc<Stream>|
            fill(&stream, to.0, Pattern::Byte(value as u8), size as u64, LATER);

    /// Fills rows of bytes.
    fn hipMemset2DAsync(
        to: *mut c_void, pitch: usize, value: c_int, width: usize, height: usize, stream: hipStream_t,
    ) and hipMemset2DAsync_spt =>
        |to: Address, pitch: usize, value: i32, width: usize, height: usize, stream: Arc<Stream>|
            fill_rows(&stream, to.0, pitch as u64, Pattern::Byte(value as u8), width as u64, height as u64, LATER);

    /// Fills slices of rows of bytes.
    fn hipMemset3DAsync(to: hipPitchedPtr, value: c_int, extent: hipExtent, stream: hipStream_t) and hipMemset3DAsync_spt =>
        |to: hipPitchedPtr, value: i32, extent: hipExtent, stream: Arc<Stream>| fill_3d(&stream, &to, value, extent, LATER);

    /// Fills 8-bit values.
    fn hipMemsetD8(to: hipDeviceptr_t, value: c_uchar, count: usize) =>
        |to: Address, value: u8, count: usize|
            fill(&legacy()?, to.0, Pattern::Byte(value), count as u64, NOW);

    /// Fills 8-bit values.
    fn hipMemsetD8Async(to: hipDeviceptr_t, value: c_uchar, count: usize, stream: hipStream_t) =>
        |to: Address, value: u8, count: usize, stream: Arc<Stream>|
            fill(&stream, to.0, Pattern::Byte(value), count as u64, LATER);

    /// Fills 16-bit values.
    fn hipMemsetD16(to: hipDeviceptr_t, value: c_ushort, count: usize) =>
        |to: Address, value: u16, count: usize|
            fill(&legacy()?, to.0, Pattern::Half(value), count as u64, NOW);

    /// Fills 16-bit values.
    fn hipMemsetD16Async(to: hipDeviceptr_t, value: c_ushort, count: usize, stream: hipStream_t) =>
        |to: Address, value: u16, count: usize, stream: Arc<Stream>|
            fill(&stream, to.0, Pattern::Half(value), count as u64, LATER);

    /// Fills 32-bit values.
    fn hipMemsetD32(to: hipDeviceptr_t, value: c_int, count: usize) =>
        |to: Address, value: i32, count: usize|
            fill(&legacy()?, to.0, Pattern::Word(value as u32), count as u64, NOW);

    /// Fills 32-bit values.
    fn hipMemsetD32Async(to: hipDeviceptr_t, value: c_int, count: usize, stream: hipStream_t) =>
        |to: Address, value: i32, count: usize, stream: Arc<Stream>|
            fill(&stream, to.0, Pattern::Word(value as u32), count as u64, LATER);

    /// Fills rows of 8-bit values.
    fn hipMemsetD2D8(to: hipDeviceptr_t, pitch: usize, value: c_uchar, width: usize, height: usize) =>
        |to: Address, pitch: usize, value: u8, width: usize, height: usize|
            fill_rows(&legacy()?, to.0, pitch as u64, Pattern::Byte(value), width as u64, height as u64, NOW);

    /// Fills rows of 8-bit values.
    fn hipMemsetD2D8Async(to: hipDeviceptr_t, pitch: usize, value: c_uchar, width: usize, height: usize, stream: hipStream_t) =>
        |to: Address, pitch: usize, value: u8, width: usize, height: usize, stream: Arc<Stream>|
            fill_rows(&stream, to.0, pitch as u64, Pattern::Byte(value), width as u64, height as u64, LATER);

    /// Fills rows of 16-bit values.
    fn hipMemsetD2D16(to: hipDeviceptr_t, pitch: usize, value: c_ushort, width: usize, height: usize) =>
        |to: Address, pitch: usize, value: u16, width: usize, height: usize|
            fill_rows(&legacy()?, to.0, pitch as u64, Pattern::Half(value), width as u64, height as u64, NOW);

    /// Fills rows of 16-bit values.
    fn hipMemsetD2D16Async(to: hipDeviceptr_t, pitch: usize, value: c_ushort, width: usize, height: usize, stream: hipStream_t) =>
        |to: Address, pitch: usize, value: u16, width: usize, height: usize, stream: Arc<Stream>|
            fill_rows(&stream, to.0, pitch as u64, Pattern::Half(value), width as u64, height as u64, LATER);

    /// Fills rows of 32-bit values.
    fn hipMemsetD2D32(to: hipDeviceptr_t, pitch: usize, value: c_uint, width: usize, height: usize) =>
        |to: Address, pitch: usize, value: u32, width: usize, height: usize|
            fill_rows(&legacy()?, to.0, pitch as u64, Pattern::Word(value), width as u64, height as u64, NOW);

    /// Fills rows of 32-bit values.
    fn hipMemsetD2D32Async(to: hipDeviceptr_t, pitch: usize, value: c_uint, width: usize, height: usize, stream: hipStream_t) =>
        |to: Address, pitch: usize, value: u32, width: usize, height: usize, stream: Arc<Stream>|
            fill_rows(&stream, to.0, pitch as u64, Pattern::Word(value), width as u64, height as u64, LATER);
}

/// HIP: "the extent … width in bytes"; slices are `ysize` rows apart, rows a pitch. All is checked before anything is filled.
fn fill_3d(stream: &Arc<Stream>, to: &hipPitchedPtr, value: c_int, extent: hipExtent, wait: Wait) -> HipResult {
    let [width, height, depth] = [extent.width, extent.height, extent.depth].map(|side| side as u64);
    if width == 0 || height == 0 || depth == 0 {
        return Ok(());
    }
    let (address, pitch, pattern) = (to.ptr as u64, to.pitch as u64, Pattern::Byte(value as u8));
    if height.max(depth) > 1 && pitch < width {
        return Err(HipError::InvalidValue.because(format_args!("a pitch of {pitch} bytes for rows of {width}")));
    }
    let rows = if depth > 1 { height.max(to.ysize as u64) } else { height };
    let slice = rows.checked_mul(pitch).ok_or(HipError::InvalidValue)?;
    let last = slice.checked_mul(depth - 1).ok_or(HipError::InvalidValue)?;
    if memory::find(address).is_some_and(|(allocation, offset)| offset.saturating_add(last) >= allocation.size) {
        return Err(HipError::InvalidValue.because("the last slice is outside its allocation"));
    }
    for first in [address, address.saturating_add(last)] {
        FillWork { address: first, pitch, pattern, count: width, rows: height }.check()?;
    }
    (0..depth).try_for_each(|index| {
        let start = address + index * slice;
        fill_rows(stream, start, pitch, pattern, width, height, wait)
    })
}
