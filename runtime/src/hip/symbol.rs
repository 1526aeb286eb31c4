//! Device variables by their host shadow: `hipMemcpyToSymbol` and its kin.

use std::sync::Arc;

use super::device::Device;
use super::error::{HipError, HipResult};
use super::memory::copy::{self, CopyKind, Wait};
use super::stream::Stream;
use super::{memory, register, runtime};

/// Address and size of the variable on the current device. HIP: hipErrorInvalidSymbol.
pub fn find(symbol: u64) -> HipResult<(u64, u64)> {
    if symbol == 0 {
        return Err(HipError::InvalidSymbol.because("the symbol is null"));
    }
    let device = runtime::current_device()?;
    // A managed variable is named by its memory.
    if let Some((allocation, 0)) = memory::find(symbol)
        && allocation.is_managed()
    {
        return Ok((allocation.device_address(), allocation.size));
    }
    register::symbol(symbol, device)
}

/// Writes a pointer variable of a module that nothing uses yet.
pub fn store_pointer(device: &Arc<Device>, place: u64, value: u64) -> HipResult {
    let (allocation, offset) = memory::find(place).ok_or(HipError::InvalidSymbol)?;
    let stream = device.streams.legacy();
    stream.vk.upload(allocation.memory.at(offset), &value.to_ne_bytes())?;
    Ok(stream.vk.wait()?)
}

/// `hipMemcpyToSymbol` as a copy to be made again and again. HIP: hipErrorInvalidMemcpyDirection unless the kind leads to the device.
pub fn writing(symbol: u64, from: u64, size: u64, offset: u64, kind: CopyKind) -> HipResult<copy::LineCopy> {
    if !matches!(kind, CopyKind::HostToDevice | CopyKind::DeviceToDevice | CopyKind::Default) {
        return Err(HipError::InvalidMemcpyDirection.because(format_args!("{kind:?} to a device variable")));
    }
    Ok(copy::LineCopy { to: part(symbol, size, offset)?, from, size, kind })
}

/// `hipMemcpyFromSymbol` as a copy to be made again and again. HIP: hipErrorInvalidMemcpyDirection unless the kind leads from the device.
pub fn reading(to: u64, symbol: u64, size: u64, offset: u64, kind: CopyKind) -> HipResult<copy::LineCopy> {
    if !matches!(kind, CopyKind::DeviceToHost | CopyKind::DeviceToDevice | CopyKind::Default) {
        return Err(HipError::InvalidMemcpyDirection.because(format_args!("{kind:?} from a device variable")));
    }
    Ok(copy::LineCopy { to, from: part(symbol, size, offset)?, size, kind })
}

/// A part of a variable: where it starts. HIP: hipErrorInvalidValue if it reaches beyond the variable.
fn part(symbol: u64, size: u64, offset: u64) -> HipResult<u64> {
    let (address, whole) = find(symbol)?;
    if offset.checked_add(size).is_none_or(|end| end > whole) {
        return Err(HipError::InvalidValue
            .because(format_args!("{size} bytes from {offset} on, of a variable of {whole} bytes")));
    }
    Ok(address + offset)
}

/// `hipMemcpyToSymbol[Async]`. HIP: hipErrorInvalidMemcpyDirection unless the kind leads to the device.
pub fn write(
    stream: &Arc<Stream>,
    symbol: u64,
    from: u64,
    size: u64,
    offset: u64,
    kind: CopyKind,
    wait: Wait,
) -> HipResult {
    let copy::LineCopy { to, .. } = writing(symbol, from, size, offset, kind)?;
    copy::copy(stream, to, from, size, kind, wait)
}

/// `hipMemcpyFromSymbol[Async]`. HIP: hipErrorInvalidMemcpyDirection unless the kind leads from the device.
pub fn read(
    stream: &Arc<Stream>,
    to: u64,
    symbol: u64,
    size: u64,
    offset: u64,
    kind: CopyKind,
    wait: Wait,
) -> HipResult {
    let copy::LineCopy { from, .. } = reading(to, symbol, size, offset, kind)?;
    copy::copy(stream, to, from, size, kind, wait)
}
