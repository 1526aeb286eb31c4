//! Arrays and mipmapped arrays: making, asking, copying. Semantics: `hip::image::{array, area}`.

use std::ffi::{c_int, c_uint, c_void};
use std::sync::Arc;

use super::convert::{Address, FromC, In, MaybeOut, Out, pointer};
use super::guard::hip_api;
use super::memory_args::{LATER, NOW, legacy};
use super::types::{
    HIP_ARRAY_DESCRIPTOR, HIP_ARRAY3D_DESCRIPTOR, hipArray_t, hipChannelFormatDesc, hipChannelFormatKind,
    hipDeviceptr_t, hipExtent, hipMemcpyKind, hipMipmappedArray_t, hipStream_t,
};
use crate::hip::device::Device;
use crate::hip::error::{HipError, HipResult};
use crate::hip::handle::Id;
use crate::hip::image::area::{self, Direction, How, Rows, Start};
use crate::hip::image::array::{self, Array, ArrayDesc, Mipmapped, Size};
use crate::hip::image::format::{ChannelDesc, Format};
use crate::hip::image::texture::MAX_LINEAR;
use crate::hip::memory::copy::{CopyKind, Wait};
use crate::hip::runtime;
use crate::hip::stream::Stream;

/// The texel format that a channel description means.
pub(super) fn format(desc: &hipChannelFormatDesc) -> HipResult<Format> {
    Format::from_desc(ChannelDesc { bits: [desc.x, desc.y, desc.z, desc.w], kind: desc.f })
}

/// The other way.
pub(super) fn channel_desc(format: Format) -> hipChannelFormatDesc {
    let ChannelDesc { bits: [x, y, z, w], kind } = format.desc();
    hipChannelFormatDesc { x, y, z, w, f: kind }
}

fn runtime_desc(desc: &hipChannelFormatDesc, extent: hipExtent, flags: u32) -> HipResult<ArrayDesc> {
    let size = Size { width: extent.width as u64, height: extent.height as u64, depth: extent.depth as u64 };
    Ok(ArrayDesc { format: format(desc)?, size, flags })
}

fn driver_desc(desc: &HIP_ARRAY3D_DESCRIPTOR) -> HipResult<ArrayDesc> {
    let size = Size { width: desc.Width as u64, height: desc.Height as u64, depth: desc.Depth as u64 };
    Ok(ArrayDesc { format: Format::from_driver(desc.Format, desc.NumChannels)?, size, flags: desc.Flags })
}

fn as_driver(array: &ArrayDesc) -> HIP_ARRAY3D_DESCRIPTOR {
    HIP_ARRAY3D_DESCRIPTOR {
        Width: array.size.width as usize,
        Height: array.size.height as usize,
        Depth: array.size.depth as usize,
        Format: array.format.driver(),
        NumChannels: array.format.channels,
        Flags: array.flags,
    }
}

fn array_handle(id: Id<Array>) -> hipArray_t {
    hipArray_t(pointer(id.raw()))
}

fn made_array(out: Out<hipArray_t>, made: HipResult<Id<Array>>) -> HipResult {
    out.set_or(made.map(array_handle), hipArray_t(std::ptr::null_mut()))
}

fn made_mipmapped(out: Out<hipMipmappedArray_t>, made: HipResult<Id<Mipmapped>>) -> HipResult {
    out.set_or(made.map(mipmapped_handle), hipMipmappedArray_t(std::ptr::null_mut()))
}

fn mipmapped_handle(id: Id<Mipmapped>) -> hipMipmappedArray_t {
    hipMipmappedArray_t(pointer(id.raw()))
}

/// A place in a row of a slice 0.
fn start(x: usize, y: usize) -> Start {
    Start { x: x as u64, y: y as u64, z: 0 }
}

fn rows(address: Address, pitch: usize) -> Rows {
    Rows { address: address.0, pitch: pitch as u64 }
}

/// The one row of a one-dimensional copy: its pitch is its length.
fn row(address: Address, count: usize) -> Rows {
    rows(address, count)
}

/// An array as `hipMemcpyAtoH` and its kin take it. hip-tests: null is hipErrorInvalidValue for them.
#[derive(Debug)]
struct RowArray(Arc<Array>);

impl FromC<hipArray_t> for RowArray {
    unsafe fn from_c(value: hipArray_t) -> HipResult<RowArray> {
        if value.0.is_null() {
            return Err(HipError::InvalidValue.because("the array is null"));
        }
        runtime::find(Id::from_raw(value.0 as u64)).map(RowArray)
    }
}

/// `hipMemcpyAtoH` and its kin: bytes of a one-dimensional array.
fn copy_row(
    stream: &Arc<Stream>,
    direction: Direction,
    array: &Array,
    offset: usize,
    memory: Address,
    count: usize,
    wait: Wait,
) -> HipResult {
    let how = How { stream, kind: CopyKind::Default, wait };
    area::copy_2d(how, direction, array, start(offset, 0), row(memory, count), [count as u64, 1])
}

/// A channel description: bits per channel and their kind.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
pub extern "C" fn hipCreateChannelDesc(
    x: c_int,
    y: c_int,
    z: c_int,
    w: c_int,
    kind: hipChannelFormatKind,
) -> hipChannelFormatDesc {
    hipChannelFormatDesc { x, y, z, w, f: kind }
}

hip_api! {
    /// Makes a one- or two-dimensional array. hipErrorInvalidValue: no texel format, no width, too large, or flags.
    fn hipMallocArray(
        array: *mut hipArray_t, desc: *const hipChannelFormatDesc, width: usize, height: usize, flags: c_uint,
    ) => |out: Out<hipArray_t>, desc: In<hipChannelFormatDesc>, width: usize, height: usize, flags: u32| {
        let desc = runtime_desc(&desc.0, hipExtent { width, height, depth: 0 }, flags)?;
        made_array(out, array::create_2d(desc))
    };

    /// Makes an array of up to three dimensions, layers or cube faces. hipErrorInvalidValue: as hipMallocArray.
    fn hipMalloc3DArray(array: *mut hipArray_t, desc: *const hipChannelFormatDesc, extent: hipExtent, flags: c_uint) =>
        |out: Out<hipArray_t>, desc: In<hipChannelFormatDesc>, extent: hipExtent, flags: u32|
            made_array(out, array::create(runtime_desc(&desc.0, extent, flags)?));

    /// Makes a one- or two-dimensional array. hipErrorInvalidValue: as hipMallocArray.
    fn hipArrayCreate(array: *mut hipArray_t, desc: *const HIP_ARRAY_DESCRIPTOR) =>
        |out: Out<hipArray_t>, desc: In<HIP_ARRAY_DESCRIPTOR>| {
            let HIP_ARRAY_DESCRIPTOR { Width, Height, Format, NumChannels } = desc.0;
            let desc = HIP_ARRAY3D_DESCRIPTOR { Width, Height, Depth: 0, Format, NumChannels, Flags: 0 };
            made_array(out, array::create(driver_desc(&desc)?))
        };

    /// Makes an array of up to three dimensions. hipErrorInvalidValue: as hipMallocArray.
    fn hipArray3DCreate(array: *mut hipArray_t, desc: *const HIP_ARRAY3D_DESCRIPTOR) =>
        |out: Out<hipArray_t>, desc: In<HIP_ARRAY3D_DESCRIPTOR>|
            made_array(out, array::create(driver_desc(&desc.0)?));

    /// Frees an array. hipErrorInvalidValue: null; hipErrorContextIsDestroyed: freed already.
    fn hipFreeArray(array: hipArray_t) => |array: Id<Array>| array::free(array);

    /// Frees an array. hipErrorInvalidValue: null; hipErrorContextIsDestroyed: freed already.
    fn hipArrayDestroy(array: hipArray_t) => |array: Id<Array>| array::free(array);

    /// Format, extent and flags of an array, each if asked for. hipErrorInvalidHandle.
    fn hipArrayGetInfo(desc: *mut hipChannelFormatDesc, extent: *mut hipExtent, flags: *mut c_uint, array: hipArray_t) =>
        |desc: MaybeOut<hipChannelFormatDesc>, extent: MaybeOut<hipExtent>, flags: MaybeOut<u32>, array: Arc<Array>| {
            let size = array.desc.size;
            desc.set(channel_desc(array.desc.format));
            extent.set(hipExtent {
                width: size.width as usize, height: size.height as usize, depth: size.depth as usize,
            });
            flags.set(array.desc.flags);
            Ok(())
        };

    /// Width, height and format of an array. hipErrorInvalidHandle.
    fn hipArrayGetDescriptor(desc: *mut HIP_ARRAY_DESCRIPTOR, array: hipArray_t) =>
        |out: Out<HIP_ARRAY_DESCRIPTOR>, array: Arc<Array>| {
            let HIP_ARRAY3D_DESCRIPTOR { Width, Height, Format, NumChannels, .. } = as_driver(&array.desc);
            out.set(HIP_ARRAY_DESCRIPTOR { Width, Height, Format, NumChannels })
        };

    /// Extent, format and flags of an array. hipErrorInvalidHandle.
    fn hipArray3DGetDescriptor(desc: *mut HIP_ARRAY3D_DESCRIPTOR, array: hipArray_t) =>
        |out: Out<HIP_ARRAY3D_DESCRIPTOR>, array: Arc<Array>| out.set(as_driver(&array.desc));

    /// An array's channel description. hipErrorInvalidHandle.
    fn hipGetChannelDesc(desc: *mut hipChannelFormatDesc, array: hipArray_t) =>
        |out: Out<hipChannelFormatDesc>, array: Arc<Array>| out.set(channel_desc(array.desc.format));

    /// The most texels that linear memory behind a texture may have.
    fn hipDeviceGetTexture1DLinearMaxWidth(width: *mut usize, desc: *const hipChannelFormatDesc, device: c_int) =>
        |out: Out<usize>, desc: In<hipChannelFormatDesc>, _device: &'static Arc<Device>| {
            format(&desc.0)?;
            out.set(MAX_LINEAR as usize)
        };

    /// Makes a mipmapped array; levels beyond 1 x 1 x 1 are left out. hipErrorInvalidValue: as hipMallocArray.
    fn hipMallocMipmappedArray(
        array: *mut hipMipmappedArray_t, desc: *const hipChannelFormatDesc, extent: hipExtent, levels: c_uint,
        flags: c_uint,
    ) => |out: Out<hipMipmappedArray_t>, desc: In<hipChannelFormatDesc>, extent: hipExtent, levels: u32, flags: u32|
        made_mipmapped(out, array::create_mipmapped(runtime_desc(&desc.0, extent, flags)?, levels));

    /// Makes a mipmapped array. hipErrorInvalidValue: as hipMallocArray.
    fn hipMipmappedArrayCreate(array: *mut hipMipmappedArray_t, desc: *mut HIP_ARRAY3D_DESCRIPTOR, levels: c_uint) =>
        |out: Out<hipMipmappedArray_t>, desc: *mut HIP_ARRAY3D_DESCRIPTOR, levels: u32| {
            // SAFETY: the pointer is null or valid by the function's contract, as `In` needs it.
            let desc: In<HIP_ARRAY3D_DESCRIPTOR> = unsafe { FromC::from_c(desc.cast_const()) }?;
            made_mipmapped(out, array::create_mipmapped(driver_desc(&desc.0)?, levels))
        };

    /// Frees a mipmapped array. hipErrorInvalidValue: null; hipErrorContextIsDestroyed: freed already.
    fn hipFreeMipmappedArray(array: hipMipmappedArray_t) => |array: Id<Mipmapped>| array::free_mipmapped(array);

    /// Frees a mipmapped array. hipErrorInvalidValue: null; hipErrorContextIsDestroyed: freed already.
    fn hipMipmappedArrayDestroy(array: hipMipmappedArray_t) => |array: Id<Mipmapped>| array::free_mipmapped(array);

    /// One level as an array. hipErrorInvalidValue: no such level; hipErrorInvalidHandle.
    fn hipGetMipmappedArrayLevel(level: *mut hipArray_t, array: hipMipmappedArray_t, number: c_uint) =>
        |out: Out<hipArray_t>, array: Arc<Mipmapped>, number: u32| out.set(array_handle(array::level(&array, number)?));

    /// One level as an array. hipErrorInvalidValue: no such level; hipErrorInvalidHandle.
    fn hipMipmappedArrayGetLevel(level: *mut hipArray_t, array: hipMipmappedArray_t, number: c_uint) =>
        |out: Out<hipArray_t>, array: Arc<Mipmapped>, number: u32| out.set(array_handle(array::level(&array, number)?));

    /// Copies rows into an array. hipErrorInvalidPitchValue: a pitch below the width; hipErrorInvalidValue: outside.
    fn hipMemcpy2DToArray(
        to: hipArray_t, x: usize, y: usize, from: *const c_void, pitch: usize, width: usize, height: usize,
        kind: hipMemcpyKind,
    ) and hipMemcpy2DToArray_spt on stream =>
          |to: Arc<Array>, x: usize, y: usize, from: Address, pitch: usize, width: usize, height: usize, kind: CopyKind|
        area::copy_2d(How { stream: &stream, kind, wait: NOW }, Direction::To, &to, start(x, y),
            rows(from, pitch), [width as u64, height as u64]);

    /// Copies rows into an array in stream order.
    fn hipMemcpy2DToArrayAsync(
        to: hipArray_t, x: usize, y: usize, from: *const c_void, pitch: usize, width: usize, height: usize,
        kind: hipMemcpyKind, stream: hipStream_t,
    ) and hipMemcpy2DToArrayAsync_spt =>
          |to: Arc<Array>, x: usize, y: usize, from: Address, pitch: usize, width: usize, height: usize, kind: CopyKind,
          stream: Arc<Stream>|
        area::copy_2d(How { stream: &stream, kind, wait: LATER }, Direction::To, &to, start(x, y),
            rows(from, pitch), [width as u64, height as u64]);

    /// Copies rows out of an array. hipErrorInvalidPitchValue: a pitch below the width; hipErrorInvalidValue: outside.
    fn hipMemcpy2DFromArray(
        to: *mut c_void, pitch: usize, from: hipArray_t, x: usize, y: usize, width: usize, height: usize,
        kind: hipMemcpyKind,
    ) and hipMemcpy2DFromArray_spt on stream =>
          |to: Address, pitch: usize, from: Arc<Array>, x: usize, y: usize, width: usize, height: usize, kind: CopyKind|
        area::copy_2d(How { stream: &stream, kind, wait: NOW }, Direction::From, &from, start(x, y),
            rows(to, pitch), [width as u64, height as u64]);

    /// Copies rows out of an array in stream order.
    fn hipMemcpy2DFromArrayAsync(
        to: *mut c_void, pitch: usize, from: hipArray_t, x: usize, y: usize, width: usize, height: usize,
        kind: hipMemcpyKind, stream: hipStream_t,
    ) and hipMemcpy2DFromArrayAsync_spt =>
          |to: Address, pitch: usize, from: Arc<Array>, x: usize, y: usize, width: usize, height: usize, kind: CopyKind,
          stream: Arc<Stream>|
        area::copy_2d(How { stream: &stream, kind, wait: LATER }, Direction::From, &from, start(x, y),
            rows(to, pitch), [width as u64, height as u64]);

    /// Copies rows between arrays. hipErrorInvalidValue: outside of one of them.
    fn hipMemcpy2DArrayToArray(
        to: hipArray_t, to_x: usize, to_y: usize, from: hipArray_t, from_x: usize, from_y: usize, width: usize,
        height: usize, kind: hipMemcpyKind,
    ) => |to: Arc<Array>, to_x: usize, to_y: usize, from: Arc<Array>, from_x: usize, from_y: usize, width: usize,
          height: usize, kind: CopyKind|
        area::copy_array(How { stream: &legacy()?, kind, wait: NOW }, (&to, start(to_x, to_y)),
            (&from, start(from_x, from_y)), [width as u64, height as u64]);

    /// Copies bytes into an array, row after row. hipErrorInvalidValue: more than there is room for.
    fn hipMemcpyToArray(to: hipArray_t, x: usize, y: usize, from: *const c_void, count: usize, kind: hipMemcpyKind) =>
        |to: Arc<Array>, x: usize, y: usize, from: Address, count: usize, kind: CopyKind|
            area::copy_sequence(How { stream: &legacy()?, kind, wait: NOW }, Direction::To, &to, start(x, y), from.0,
                count as u64);

    /// Copies bytes out of an array, row after row. hipErrorInvalidValue: more than there are.
    fn hipMemcpyFromArray(
        to: *mut c_void, from: hipArray_t, x: usize, y: usize, count: usize, kind: hipMemcpyKind,
    ) and hipMemcpyFromArray_spt on stream =>
        |to: Address, from: Arc<Array>, x: usize, y: usize, count: usize, kind: CopyKind|
            area::copy_sequence(How { stream: &stream, kind, wait: NOW }, Direction::From, &from, start(x, y), to.0,
                count as u64);

    /// Copies bytes of a one-dimensional array to host memory. hipErrorInvalidValue: outside.
    fn hipMemcpyAtoH(to: *mut c_void, from: hipArray_t, offset: usize, count: usize) =>
        |to: Address, from: RowArray, offset: usize, count: usize|
            copy_row(&legacy()?, Direction::From, &from.0, offset, to, count, NOW);

    /// The same in stream order.
    fn hipMemcpyAtoHAsync(to: *mut c_void, from: hipArray_t, offset: usize, count: usize, stream: hipStream_t) =>
        |to: Address, from: RowArray, offset: usize, count: usize, stream: Arc<Stream>|
            copy_row(&stream, Direction::From, &from.0, offset, to, count, LATER);

    /// Copies host memory to bytes of a one-dimensional array. hipErrorInvalidValue: outside.
    fn hipMemcpyHtoA(to: hipArray_t, offset: usize, from: *const c_void, count: usize) =>
        |to: RowArray, offset: usize, from: Address, count: usize|
            copy_row(&legacy()?, Direction::To, &to.0, offset, from, count, NOW);

    /// The same in stream order.
    fn hipMemcpyHtoAAsync(to: hipArray_t, offset: usize, from: *const c_void, count: usize, stream: hipStream_t) =>
        |to: RowArray, offset: usize, from: Address, count: usize, stream: Arc<Stream>|
            copy_row(&stream, Direction::To, &to.0, offset, from, count, LATER);

    /// Copies bytes of a one-dimensional array to device memory. hipErrorInvalidValue: outside.
    fn hipMemcpyAtoD(to: hipDeviceptr_t, from: hipArray_t, offset: usize, count: usize) =>
        |to: Address, from: RowArray, offset: usize, count: usize|
            copy_row(&legacy()?, Direction::From, &from.0, offset, to, count, NOW);

    /// Copies device memory to bytes of a one-dimensional array. hipErrorInvalidValue: outside.
    fn hipMemcpyDtoA(to: hipArray_t, offset: usize, from: hipDeviceptr_t, count: usize) =>
        |to: RowArray, offset: usize, from: Address, count: usize|
            copy_row(&legacy()?, Direction::To, &to.0, offset, from, count, NOW);

    /// Copies bytes between one-dimensional arrays. hipErrorInvalidValue: outside of one of them.
    fn hipMemcpyAtoA(to: hipArray_t, to_offset: usize, from: hipArray_t, from_offset: usize, count: usize) =>
        |to: RowArray, to_offset: usize, from: RowArray, from_offset: usize, count: usize|
            area::copy_array(How { stream: &legacy()?, kind: CopyKind::Default, wait: NOW }, (&to.0, start(to_offset, 0)),
                (&from.0, start(from_offset, 0)), [count as u64, 1]);
}
