//! Two devices: who reaches whose memory, and copies between them.
//!
//! Vulkan has no pointer that two devices share, so peer access is never possible; a peer copy goes through the host.

use std::sync::Arc;

use super::error::{HipError, HipResult};
use super::memory::Allocation;
use super::memory::copy::{self, CopyKind, Side, Wait};
use super::memory::elsewhere;
use super::stream::Stream;
use super::{runtime, stream};

/// `HSA_AMD_LINK_INFO_TYPE_PCIE`.
const PCIE: u32 = 2;

/// Bytes that travel at once.
const PIECE: u64 = 16 << 20;

/// `hipDeviceCanAccessPeer`. HIP: hipErrorInvalidDevice; a device is not its own peer.
pub fn can_access(device: i32, peer: i32) -> HipResult<bool> {
    runtime::device(device)?;
    runtime::device(peer)?;
    Ok(false)
}

/// `hipDeviceEnablePeerAccess` on the current device. HIP: hipErrorInvalidDevice for itself or no device,
/// hipErrorInvalidValue for flags.
pub fn enable(peer: i32, flags: u32) -> HipResult {
    let current = runtime::current_device()?;
    let peer = runtime::device(peer)?;
    if flags != 0 {
        return Err(HipError::InvalidValue.because("flags must be 0"));
    }
    if peer.index == current.index {
        return Err(HipError::InvalidDevice.because("a device is not its own peer"));
    }
    Err(HipError::PeerAccessUnsupported.because("Vulkan devices do not share pointers"))
}

/// `hipDeviceDisablePeerAccess`. HIP: hipErrorPeerAccessNotEnabled.
pub fn disable(peer: i32) -> HipResult {
    runtime::device(peer)?;
    Err(HipError::PeerAccessNotEnabled.because("peer access is never enabled"))
}

/// `hipExtGetLinkTypeAndHopCount`: the kind of link, in HSA's numbers, and the hops between two devices. hip-tests:
/// hipErrorInvalidValue for a device and itself and for negative numbers, hipErrorInvalidDevice for numbers that are too large.
pub fn link(first: i32, second: i32) -> HipResult<(u32, u32)> {
    runtime::get()?;
    if first < 0 || second < 0 || first == second {
        return Err(HipError::InvalidValue.because(format_args!("the link between devices {first} and {second}")));
    }
    runtime::device(first)?;
    runtime::device(second)?;
    Ok((PCIE, 1))
}

/// `hipMemcpyPeer[Async]` in the order of `stream`: a copy by the addresses, once these are checked.
pub fn copy(
    stream: &Arc<Stream>,
    (to, to_device): (u64, i32),
    (from, from_device): (u64, i32),
    size: u64,
    wait: Wait,
) -> HipResult {
    runtime::device(to_device)?;
    runtime::device(from_device)?;
    if size == 0 {
        return Ok(());
    }
    if to_device != from_device
        && let (Side::Pageable(_), _) | (_, Side::Pageable(_)) = (Side::resolve(to, size)?, Side::resolve(from, size)?)
    {
        return Err(HipError::InvalidValue.because("a peer copy needs device memory on both sides"));
    }
    copy::copy(stream, to, from, size, CopyKind::Default, wait)
}

/// Copies between memories of two devices, piece by piece through the host, after what `stream` holds. It has happened when this returns.
pub fn copy_between(
    stream: &Arc<Stream>,
    (to, to_offset): (&Allocation, u64),
    (from, from_offset): (&Allocation, u64),
    size: u64,
) -> HipResult {
    stream.catch_up()?;
    let devices = &runtime::get()?.devices;
    let source = elsewhere::stand_in(stream, &devices[from.device])?;
    let target = elsewhere::stand_in(stream, &devices[to.device])?;
    let mut bytes = vec![0; size.min(PIECE) as usize];
    for done in (0..size).step_by(PIECE as usize) {
        let piece = &mut bytes[..(size - done).min(PIECE) as usize];
        source.record(|vk| vk.download(piece, from.memory.at(from_offset + done)))?;
        target.record(|vk| vk.upload(to.memory.at(to_offset + done), piece))?;
    }
    target.settle()
}

/// The default stream, for the synchronous form.
pub fn default_stream() -> HipResult<Arc<Stream>> {
    stream::resolve(stream::StreamRef::Legacy)
}
