//! Several devices. Semantics: `hip::peer`.

use std::ffi::{c_int, c_uint, c_void};
use std::sync::Arc;

use super::convert::{Address, Out};
use super::guard::hip_api;
use super::types::{hipDeviceP2PAttr, hipStream_t};
use crate::hip::error::HipError;
use crate::hip::memory::copy::Wait;
use crate::hip::peer;
use crate::hip::runtime;
use crate::hip::stream::Stream;

hip_api! {
    /// 0: Vulkan devices do not share pointers. hipErrorInvalidDevice: no such device.
    fn hipDeviceCanAccessPeer(can: *mut c_int, device: c_int, peer_device: c_int) =>
        |out: Out<i32>, device: i32, peer_device: i32| out.set(peer::can_access(device, peer_device)?.into());

    /// hipErrorPeerAccessUnsupported between two devices that exist.
    fn hipDeviceEnablePeerAccess(peer_device: c_int, flags: c_uint) => |peer_device: i32, flags: u32| {
        peer::enable(peer_device, flags)
    };

    /// hipErrorPeerAccessNotEnabled for a device that exists.
    fn hipDeviceDisablePeerAccess(peer_device: c_int) => |peer_device: i32| peer::disable(peer_device);

    /// 0 for each attribute. hipErrorInvalidDevice: no such device, or twice the same; hipErrorInvalidValue: attribute.
    fn hipDeviceGetP2PAttribute(value: *mut c_int, attribute: hipDeviceP2PAttr, source: c_int, target: c_int) =>
        |out: Out<i32>, attribute: u32, source: i32, target: i32| {
            if attribute > 3 {
                return Err(HipError::InvalidValue.because(format_args!("peer attribute {attribute}")));
            }
            if runtime::device(source)?.index == runtime::device(target)?.index {
                return Err(HipError::InvalidDevice.because("a device is not its own peer"));
            }
            out.set(0)
        };

    /// The bus of the host and one hop, since that is the way of every copy between two devices here. hipErrorInvalidValue: null, the same
    /// device twice, or a negative number; hipErrorInvalidDevice: no such device.
    fn hipExtGetLinkTypeAndHopCount(device1: c_int, device2: c_int, linktype: *mut u32, hopcount: *mut u32) =>
        |first: i32, second: i32, link: Out<u32>, hops: Out<u32>| {
            let (kind, count) = peer::link(first, second)?;
            link.set(kind)?;
            hops.set(count)
        };

    /// Copies between two devices.
    fn hipMemcpyPeer(to: *mut c_void, to_device: c_int, from: *const c_void, from_device: c_int, size: usize) =>
        |to: Address, to_device: i32, from: Address, from_device: i32, size: usize| {
            let stream = peer::default_stream()?;
            peer::copy(&stream, (to.0, to_device), (from.0, from_device), size as u64, Wait::Synchronous)?;
            stream.synchronize()
        };

    /// Copies between two devices in stream order.
    fn hipMemcpyPeerAsync(
        to: *mut c_void, to_device: c_int, from: *const c_void, from_device: c_int, size: usize, stream: hipStream_t,
    ) => |to: Address, to_device: i32, from: Address, from_device: i32, size: usize, stream: Arc<Stream>| {
        peer::copy(&stream, (to.0, to_device), (from.0, from_device), size as u64, Wait::Asynchronous)
    };
}
