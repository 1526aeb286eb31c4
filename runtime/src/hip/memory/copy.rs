//! Copies: what the two pointers are decides how, the kind is checked.
//!
//! | from \ to | pageable | ours |
//! |---|---|---|
//! | pageable | the host, after the stream | `vk` upload: staged, or directly where the host sees the memory |
//! | ours | `vk` download | device copy |
//!
//! `synchronisation` says which of them have happened when the call returns.
//!
//! HIP: hipMemcpyDefault means the "runtime will automatically determine copy-kind based on virtual addresses". The other
//! kinds are checked for existing and for naming at least one device side where they should; AMD's runtime goes by the
//! addresses too, and programs rely on it.

use std::sync::Arc;

use super::raw::HostRange;
use super::synchronisation::{Place, copy_waits, finish};
use super::{Allocation, Kind, allocate, elsewhere, find, forget, on_device};
use crate::hip::device::Device;
use crate::hip::error::{HipError, HipResult};
use crate::hip::peer;
use crate::hip::runtime;
use crate::hip::stream::Stream;
use crate::vk;

/// `hipMemcpyKind`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CopyKind {
    /// 0.
    HostToHost,
    /// 1.
    HostToDevice,
    /// 2.
    DeviceToHost,
    /// 3, and 1024 (without blit kernels).
    DeviceToDevice,
    /// 4: by the addresses.
    Default,
}

impl CopyKind {
    /// HIP: hipErrorInvalidMemcpyDirection, "the direction of the memcpy … is not one of the types specified by
    /// hipMemcpyKind".
    pub fn from_code(code: u32) -> HipResult<CopyKind> {
        Ok(match code {
            0 => CopyKind::HostToHost,
            1 => CopyKind::HostToDevice,
            2 => CopyKind::DeviceToHost,
            3 | 1024 => CopyKind::DeviceToDevice,
            4 => CopyKind::Default,
            _ => return Err(HipError::InvalidMemcpyDirection.because(format_args!("copy kind {code}"))),
        })
    }
}

/// Which of HIP's two forms a call has; when it returns is in the tables of `synchronisation`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wait {
    /// As `hipMemcpy`.
    Synchronous,
    /// As `hipMemcpyAsync`.
    Asynchronous,
}

/// A side of a copy, of known size.
#[derive(Clone, Debug)]
pub enum Side {
    /// Memory of ours, from this offset.
    Ours(Arc<Allocation>, u64),
    /// Anything else.
    Pageable(HostRange),
}

impl Side {
    /// What is at `address`. HIP: hipErrorInvalidValue for a null pointer and for a size beyond the allocation's end.
    pub fn resolve(address: u64, size: u64) -> HipResult<Side> {
        if address == 0 {
            return Err(HipError::InvalidValue.because("a pointer is null"));
        }
        let Some((allocation, offset)) = find(address) else {
            return Ok(Side::Pageable(HostRange::new(address, size)));
        };
        if size > allocation.size - offset {
            return Err(HipError::InvalidValue.because(format_args!(
                "{size} bytes at {address:#x} reach beyond its allocation of {} bytes at {:#x}",
                allocation.size, allocation.base
            )));
        }
        Ok(Side::Ours(allocation, offset))
    }

    /// Host memory of ours as the host has it.
    fn by_the_host(&self, size: u64) -> Side {
        match self {
            Side::Ours(allocation, offset) => Side::Pageable(HostRange::new(allocation.base + offset, size)),
            Side::Pageable(_) => self.clone(),
        }
    }

    pub(super) fn place(&self) -> Place {
        match self {
            Side::Ours(allocation, _) => Place::of(allocation),
            Side::Pageable(_) => Place::Pageable,
        }
    }
}

/// The bytes up to the first zero (at most `longest`) at a device address; nothing where there is no allocation.
pub fn read_string(address: u64, longest: usize) -> Option<Vec<u8>> {
    const PIECE: usize = 256;
    let (allocation, mut offset) = find(address)?;
    let mut text = Vec::new();
    while text.len() < longest && offset < allocation.size {
        let mut piece = vec![0; PIECE.min((allocation.size - offset) as usize)];
        read(&allocation, offset, &mut piece).ok()?;
        if let Some(end) = piece.iter().position(|&byte| byte == 0) {
            text.extend_from_slice(&piece[..end]);
            return Some(text);
        }
        text.extend_from_slice(&piece);
        offset += piece.len() as u64;
    }
    Some(text)
}

/// `hipMemcpyAsync` as something to be done again and again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineCopy {
    /// Where to.
    pub to: u64,
    /// Where from.
    pub from: u64,
    /// Bytes.
    pub size: u64,
    /// As the program named it.
    pub kind: CopyKind,
}

impl LineCopy {
    /// Checks it as the call would.
    pub fn check(&self) -> HipResult {
        sides(self.to, self.from, self.size, self.kind).map(drop)
    }

    /// Both sides, if each time the same command copies: between places of plain memory of a device, that do not overlap.
    pub fn repeatable(&self, device: usize) -> Option<[(Arc<Allocation>, u64); 2]> {
        let sides = [self.to, self.from].map(|address| plain(address, self.size, device));
        let [Some(to), Some(from)] = sides else { return None };
        Some([to, from]).filter(|[to, from]| self.size > 0 && !overlaps(&to.0, to.1, &from.0, from.1, self.size))
    }

    /// Copies. What it finds in pageable memory then is what counts.
    pub fn run(&self, stream: &Arc<Stream>, wait: Wait) -> HipResult {
        copy(stream, self.to, self.from, self.size, self.kind, wait)
    }

    /// The copy between what is at its addresses now.
    pub fn prepare(&self) -> HipResult<Prepared> {
        let size = self.size;
        if size == 0 {
            return Ok(Box::new(|_| Ok(())));
        }
        let (to, from) = sides(self.to, self.from, size, self.kind)?;
        Ok(Box::new(move |stream| copy_sides(stream, &to, &from, size, Wait::Asynchronous)))
    }
}

/// A copy to be done later, in a stream. It keeps the memory: a free that comes behind it in its stream may be called before its turn.
pub type Prepared = Box<dyn FnOnce(&Arc<Stream>) -> HipResult + Send>;

/// The place, if `size` bytes there are memory of `device` that nothing must be told of when it is written.
pub(super) fn plain(address: u64, size: u64, device: usize) -> Option<(Arc<Allocation>, u64)> {
    let (allocation, offset) = find(address)?;
    // What is mapped elsewhere tomorrow, or another process's, is looked at each time.
    let changes = matches!(allocation.kind, Kind::Array | Kind::Virtual(_) | Kind::Reserved | Kind::Opened);
    let plain = allocation.device == device && !changes && allocation.shadow.get().is_none();
    (plain && size <= allocation.size - offset).then_some((allocation, offset))
}

/// Whether memory at this address is the program's own, which the host must copy.
pub fn is_pageable(address: u64) -> bool {
    find(address).is_none()
}

/// Checks what can be known of a copy's kind against its two sides.
pub fn check_kind(to: &Side, from: &Side, kind: CopyKind) -> HipResult {
    check_access(to, from)?;
    let both_unknown = matches!((to, from), (Side::Pageable(_), Side::Pageable(_)));
    if both_unknown && !matches!(kind, CopyKind::HostToHost | CopyKind::Default) {
        // One of them was to be device memory, and neither is: foreign or freed.
        return Err(HipError::InvalidValue.because(format_args!("{kind:?}, but neither pointer is device memory")));
    }
    Ok(())
}

/// Mapped memory lets itself be read and written, if it is that. HIP: hipErrorInvalidValue.
pub fn check_access(to: &Side, from: &Side) -> HipResult {
    if let Side::Ours(to, _) = to {
        to.check_access(true)?;
    }
    match from {
        Side::Ours(from, _) => from.check_access(false),
        Side::Pageable(_) => Ok(()),
    }
}

/// `hipMemcpy` and `hipMemcpyAsync`. Zero bytes are no copy.
pub fn copy(stream: &Arc<Stream>, to: u64, from: u64, size: u64, kind: CopyKind, wait: Wait) -> HipResult {
    if size == 0 {
        return Ok(());
    }
    if wait == Wait::Synchronous {
        stream.forbid_now("hipMemcpy")?;
    }
    if let Some(capture) = stream.capture() {
        let work = LineCopy { to, from, size, kind };
        work.check()?;
        return capture.add(stream.number, work);
    }
    let (to, from) = sides(to, from, size, kind)?;
    copy_sides(stream, &to, &from, size, wait)
}

fn sides(to: u64, from: u64, size: u64, kind: CopyKind) -> HipResult<(Side, Side)> {
    let (to, from) = (Side::resolve(to, size)?, Side::resolve(from, size)?);
    check_kind(&to, &from, kind)?;
    Ok((to, from))
}

/// The device that copies behind the call and not in `stream`: where the call does not wait, and one side is another device's than the stream. Host memory is
/// every device's.
pub(super) fn worker(stream: &Stream, to: &Side, from: &Side, wait: Wait) -> Option<usize> {
    let (Side::Ours(to, _), Side::Ours(from, _)) = (to, from) else { return None };
    let own = stream.device_index();
    let is_own = to.device == own && from.device == own;
    let device = [to, from].into_iter().find(|side| !side.is_host()).map_or(own, |side| side.device);
    (wait == Wait::Asynchronous && !is_own).then_some(device)
}

/// Copies `size` bytes between two sides that were checked.
fn copy_sides(stream: &Arc<Stream>, to: &Side, from: &Side, size: u64, wait: Wait) -> HipResult {
    if let Some(worker) = worker(stream, to, from, wait) {
        let (to, from) = (to.clone(), from.clone());
        return elsewhere::later(stream, worker, move |own| copy_sides(own, &to, &from, size, Wait::Synchronous));
    }
    let waits = copy_waits(wait, from.place(), to.place());
    let result = move_line(stream, to, from, size, waits);
    if let Side::Ours(to, _) = to {
        // Whatever became of it.
        to.written(stream, size);
    }
    result.and_then(|()| finish(stream, waits))
}

/// Records that; `waits` says that the caller waits next.
fn move_line(stream: &Arc<Stream>, to: &Side, from: &Side, size: u64, waits: bool) -> HipResult {
    match (to, from) {
        (Side::Pageable(to), Side::Pageable(from)) => {
            stream.catch_up()?;
            to.copy_from(*from);
            Ok(())
        }
        (Side::Ours(to, offset), Side::Pageable(from)) => on_device(stream, to.device, |stream, _| {
            if waits && to.memory.host_address().is_some() {
                // Behind the work before it the host copies by itself.
                stream.catch_up()?;
            }
            stream.record(|vk| from.read(|bytes| vk.upload(to.memory.at(*offset), bytes)))
        }),
        (Side::Pageable(to), Side::Ours(from, offset)) => on_device(stream, from.device, |stream, _| {
            stream.record(|vk| to.write(|bytes| vk.download(bytes, from.memory.at(*offset))))
        }),
        (Side::Ours(to_memory, to_offset), Side::Ours(from_memory, from_offset)) => {
            if to_memory.device != from_memory.device {
                // What the host sees needs no way through it.
                if from_memory.is_host() {
                    return move_line(stream, to, &from.by_the_host(size), size, waits);
                }
                if to_memory.is_host() {
                    return move_line(stream, &to.by_the_host(size), from, size, waits);
                }
                return peer::copy_between(stream, (to_memory, *to_offset), (from_memory, *from_offset), size);
            }
            let (to_at, from_at) = (to_memory.memory.at(*to_offset), from_memory.memory.at(*from_offset));
            let overlapping = overlaps(to_memory, *to_offset, from_memory, *from_offset, size);
            on_device(stream, to_memory.device, |stream, device| match overlapping {
                true => move_overlapping(stream, to_at, from_at, size),
                false => stream.record(|vk| device.builtins.copy(vk, to_at, from_at, size)),
            })
        }
    }
}

fn overlaps(to: &Allocation, to_offset: u64, from: &Allocation, from_offset: u64, size: u64) -> bool {
    std::ptr::eq(to, from) && to_offset < from_offset + size && from_offset < to_offset + size
}

/// Overlap is undefined in Vulkan. HIP leaves it undefined too, but programs that shift a buffer by a copy do exist: go
/// through a second buffer.
fn move_overlapping(stream: &Arc<Stream>, to: vk::At<'_>, from: vk::At<'_>, size: u64) -> HipResult {
    stream.record(|vk| {
        let between = vk.device().allocate(vk::MemoryUse::Device, size)?;
        vk.copy(between.at(0), from, size)?;
        vk.copy(to, between.at(0), size)
    })
}

/// Reads memory that no running kernel writes, whatever its streams do.
pub fn read(from: &Allocation, offset: u64, bytes: &mut [u8]) -> HipResult {
    if let Some(seen) = from.memory.read_host(offset, bytes.len()) {
        bytes.copy_from_slice(&seen);
        return Ok(());
    }
    let device = runtime::get()?.devices.get(from.device).ok_or(HipError::InvalidDevice)?;
    Ok(device.vk.create_stream()?.download(bytes, from.memory.at(offset))?)
}

/// Fills a new allocation that nobody else knows yet.
pub fn initialise(device: &Arc<Device>, to: &Arc<Allocation>, bytes: &[u8]) -> HipResult {
    let stream = device.streams.legacy();
    stream.vk.upload(to.memory.at(0), bytes)?;
    Ok(stream.vk.wait()?)
}

/// Allocates memory that begins with `bytes`; nothing stays of it if those do not get there.
pub fn allocate_initialised(device: &Arc<Device>, size: u64, kind: Kind, bytes: &[u8]) -> HipResult<Arc<Allocation>> {
    let allocation = allocate(device, size, kind, 0)?;
    initialise(device, &allocation, bytes).inspect_err(|_| forget(&allocation))?;
    Ok(allocation)
}

#[cfg(test)]
mod tests {
    use super::{CopyKind, HipError, HostRange, Side, check_kind};

    fn pageable() -> Side {
        Side::Pageable(HostRange::new(0x1000, 4))
    }

    #[test]
    fn kinds_hip_does_not_define_are_invalid_directions() {
        for code in [5, 1023, u32::MAX] {
            assert_eq!(CopyKind::from_code(code), Err(HipError::InvalidMemcpyDirection));
        }
        assert_eq!(CopyKind::from_code(4), Ok(CopyKind::Default));
    }

    #[test]
    fn two_foreign_pointers_can_only_be_a_host_copy() {
        assert_eq!(check_kind(&pageable(), &pageable(), CopyKind::HostToHost), Ok(()));
        assert_eq!(check_kind(&pageable(), &pageable(), CopyKind::Default), Ok(()));
        for kind in [CopyKind::HostToDevice, CopyKind::DeviceToHost, CopyKind::DeviceToDevice] {
            assert_eq!(check_kind(&pageable(), &pageable(), kind), Err(HipError::InvalidValue));
        }
    }

    #[test]
    fn host_ranges_split_without_leaving_themselves() {
        let range = HostRange::new(100, 10);
        assert_eq!(range.part(4, 3), HostRange::new(104, 3));
        assert_eq!(range.part(8, 5).len(), 2);
        assert!(range.part(20, 5).is_empty());
    }
}
