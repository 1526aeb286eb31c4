//! Copies: linear, of rows, of slices, in HIP's and in the driver API's words. Semantics: `hip::memory::copy`, `hip::memory::pitched`.

use std::ffi::c_void;
use std::sync::Arc;

use super::convert::{Address, In};
use super::guard::hip_api;
use super::memory_args::{LATER, NOW, area_2d, driver_2d, driver_3d, legacy, runtime_3d};
use super::types::{HIP_MEMCPY3D, hip_Memcpy2D, hipDeviceptr_t, hipMemcpy3DParms, hipMemcpyKind, hipStream_t};
use crate::hip::memory::copy::{CopyKind, copy};
use crate::hip::memory::pitched::{self, Extent};
use crate::hip::stream::Stream;

hip_api! {
    /// Copies memory. hipErrorInvalidValue: null, foreign or too small memory; hipErrorInvalidMemcpyDirection.
    fn hipMemcpy(to: *mut c_void, from: *const c_void, size: usize, kind: hipMemcpyKind) and hipMemcpy_spt on stream =>
        |to: Address, from: Address, size: usize, kind: CopyKind|
            copy(&stream, to.0, from.0, size as u64, kind, NOW);

    /// Copies memory in a stream's order, and is to the host as `hipMemcpy`.
    fn hipMemcpyWithStream(to: *mut c_void, from: *const c_void, size: usize, kind: hipMemcpyKind, stream: hipStream_t) =>
        |to: Address, from: Address, size: usize, kind: CopyKind, stream: Arc<Stream>|
        copy(&stream, to.0, from.0, size as u64, kind, NOW);

    /// Copies memory in stream order.
    fn hipMemcpyAsync(to: *mut c_void, from: *const c_void, size: usize, kind: hipMemcpyKind, stream: hipStream_t) and hipMemcpyAsync_spt =>
        |to: Address, from: Address, size: usize, kind: CopyKind, stream: Arc<Stream>|
            copy(&stream, to.0, from.0, size as u64, kind, LATER);

    /// `hipMemcpy` of one kind.
    fn hipMemcpyHtoD(to: hipDeviceptr_t, from: *const c_void, size: usize) => |to: Address, from: Address, size: usize|
        copy(&legacy()?, to.0, from.0, size as u64, CopyKind::HostToDevice, NOW);

    /// `hipMemcpyAsync` of one kind.
    fn hipMemcpyHtoDAsync(to: hipDeviceptr_t, from: *const c_void, size: usize, stream: hipStream_t) =>
        |to: Address, from: Address, size: usize, stream: Arc<Stream>|
            copy(&stream, to.0, from.0, size as u64, CopyKind::HostToDevice, LATER);

    /// `hipMemcpy` of one kind.
    fn hipMemcpyDtoH(to: *mut c_void, from: hipDeviceptr_t, size: usize) => |to: Address, from: Address, size: usize|
        copy(&legacy()?, to.0, from.0, size as u64, CopyKind::DeviceToHost, NOW);

    /// `hipMemcpyAsync` of one kind.
    fn hipMemcpyDtoHAsync(to: *mut c_void, from: hipDeviceptr_t, size: usize, stream: hipStream_t) =>
        |to: Address, from: Address, size: usize, stream: Arc<Stream>|
            copy(&stream, to.0, from.0, size as u64, CopyKind::DeviceToHost, LATER);

    /// `hipMemcpy` of one kind.
    fn hipMemcpyDtoD(to: hipDeviceptr_t, from: hipDeviceptr_t, size: usize) => |to: Address, from: Address, size: usize|
        copy(&legacy()?, to.0, from.0, size as u64, CopyKind::DeviceToDevice, NOW);

    /// `hipMemcpyAsync` of one kind.
    fn hipMemcpyDtoDAsync(to: hipDeviceptr_t, from: hipDeviceptr_t, size: usize, stream: hipStream_t) =>
        |to: Address, from: Address, size: usize, stream: Arc<Stream>|
            copy(&stream, to.0, from.0, size as u64, CopyKind::DeviceToDevice, LATER);

    /// Copies rows. hipErrorInvalidPitchValue: a pitch below the width.
    fn hipMemcpy2D(
        to: *mut c_void, to_pitch: usize, from: *const c_void, from_pitch: usize, width: usize, height: usize,
        kind: hipMemcpyKind,
    ) and hipMemcpy2D_spt on stream =>
          |to: Address, to_pitch: usize, from: Address, from_pitch: usize, width: usize, height: usize,
          kind: CopyKind| {
        let extent = Extent { width: width as u64, height: height as u64, depth: 1 };
        pitched::copy(&stream, area_2d(to.0, to_pitch), area_2d(from.0, from_pitch), extent, kind, NOW)
    };

    /// Copies rows in stream order.
    fn hipMemcpy2DAsync(
        to: *mut c_void, to_pitch: usize, from: *const c_void, from_pitch: usize, width: usize, height: usize,
        kind: hipMemcpyKind, stream: hipStream_t,
    ) and hipMemcpy2DAsync_spt => |to: Address, to_pitch: usize, from: Address, from_pitch: usize, width: usize, height: usize,
          kind: CopyKind, stream: Arc<Stream>| {
        let extent = Extent { width: width as u64, height: height as u64, depth: 1 };
        pitched::copy(&stream, area_2d(to.0, to_pitch), area_2d(from.0, from_pitch), extent, kind, LATER)
    };

    /// Copies slices of rows. hipErrorInvalidHandle: not an array.
    fn hipMemcpy3D(parameters: *const hipMemcpy3DParms) and hipMemcpy3D_spt on stream => |parameters: In<hipMemcpy3DParms>| {
        let (to, from, extent, kind) = runtime_3d(&parameters.0)?;
        pitched::copy(&stream, to, from, extent, kind, NOW)
    };

    /// Copies slices of rows. hipErrorInvalidHandle: not an array.
    fn hipMemcpy3DAsync(parameters: *const hipMemcpy3DParms, stream: hipStream_t) and hipMemcpy3DAsync_spt =>
        |parameters: In<hipMemcpy3DParms>, stream: Arc<Stream>| {
        let (to, from, extent, kind) = runtime_3d(&parameters.0)?;
        pitched::copy(&stream, to, from, extent, kind, LATER)
    };

    /// Copies as the driver API describes it. hipErrorInvalidHandle: not an array.
    fn hipMemcpyParam2D(parameters: *const hip_Memcpy2D) => |parameters: In<hip_Memcpy2D>| {
        let (to, from, extent, kind) = driver_2d(&parameters.0)?;
        pitched::copy(&legacy()?, to, from, extent, kind, NOW)
    };

    /// Copies as the driver API describes it. hipErrorInvalidHandle: not an array.
    fn hipMemcpyParam2DAsync(parameters: *const hip_Memcpy2D, stream: hipStream_t) => |parameters: In<hip_Memcpy2D>, stream: Arc<Stream>| {
        let (to, from, extent, kind) = driver_2d(&parameters.0)?;
        pitched::copy(&stream, to, from, extent, kind, LATER)
    };

    /// Copies as the driver API describes it. hipErrorInvalidHandle: not an array.
    fn hipDrvMemcpy2DUnaligned(parameters: *const hip_Memcpy2D) => |parameters: In<hip_Memcpy2D>| {
        let (to, from, extent, kind) = driver_2d(&parameters.0)?;
        pitched::copy(&legacy()?, to, from, extent, kind, NOW)
    };

    /// Copies as the driver API describes it. hipErrorInvalidHandle: not an array.
    fn hipDrvMemcpy3D(parameters: *const HIP_MEMCPY3D) => |parameters: In<HIP_MEMCPY3D>| {
        let (to, from, extent, kind) = driver_3d(&parameters.0)?;
        pitched::copy(&legacy()?, to, from, extent, kind, NOW)
    };

    /// Copies as the driver API describes it. hipErrorInvalidHandle: not an array.
    fn hipDrvMemcpy3DAsync(parameters: *const HIP_MEMCPY3D, stream: hipStream_t) => |parameters: In<HIP_MEMCPY3D>, stream: Arc<Stream>| {
        let (to, from, extent, kind) = driver_3d(&parameters.0)?;
        pitched::copy(&stream, to, from, extent, kind, LATER)
    };
}
