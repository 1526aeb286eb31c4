//! Device memory with a type.

use std::marker::PhantomData;
use std::sync::Arc;

use super::device::Device;
use super::stream::Stream;
use super::{Error, Result};
use crate::builtin::Pattern;
use crate::hip::error::HipError;
use crate::hip::memory::{self, Allocation, Kind};

/// Types that are nothing but their bytes.
///
/// # Safety
/// Every bit pattern is a value, there is no padding, and no pointer or reference inside.
pub unsafe trait Plain: Copy + Send + Sync + 'static {}

macro_rules! plain {
    ($($type:ty),*) => {$(
        // SAFETY: a primitive number.
        unsafe impl Plain for $type {}
    )*};
}
plain!(u8, i8, u16, i16, u32, i32, u64, i64, u128, i128, usize, isize, f32, f64);

// SAFETY: an array of such values has no padding between them.
unsafe impl<T: Plain, const N: usize> Plain for [T; N] {}

pub(super) fn bytes<T: Plain>(values: &[T]) -> &[u8] {
    // SAFETY: `Plain` promises values without padding; a slice of them is as many bytes.
    unsafe { std::slice::from_raw_parts(values.as_ptr().cast(), size_of_val(values)) }
}

fn bytes_mut<T: Plain>(values: &mut [T]) -> &mut [u8] {
    // SAFETY: as in `bytes`, and `Plain` promises that any bytes written are values.
    unsafe { std::slice::from_raw_parts_mut(values.as_mut_ptr().cast(), size_of_val(values)) }
}

/// `len` values of type `T` in a device's memory. Freed when dropped, after the device's work.
#[derive(Debug)]
pub struct DeviceBuffer<T> {
    /// None for no values: nothing is allocated for them.
    pub(super) allocation: Option<Arc<Allocation>>,
    len: usize,
    device: Device,
    values: PhantomData<T>,
}

impl<T: Plain> DeviceBuffer<T> {
    fn allocate(device: &Device, len: usize) -> Result<DeviceBuffer<T>> {
        let size = (len as u64).checked_mul(size_of::<T>() as u64).ok_or(HipError::OutOfMemory)?;
        let allocation = match size {
            0 => None,
            _ => Some(memory::allocate(&device.inner, size, Kind::Device, 0)?),
        };
        Ok(DeviceBuffer { allocation, len, device: device.clone(), values: PhantomData })
    }

    pub(super) fn zeroed(device: &Device, len: usize) -> Result<DeviceBuffer<T>> {
        let buffer = DeviceBuffer::allocate(device, len)?;
        if let Some(allocation) = &buffer.allocation {
            let stream = device.inner.streams.legacy();
            let at = allocation.memory.at(0);
            stream.record(|vk| device.inner.builtins.fill(vk, at, Pattern::Byte(0), allocation.size))?;
            stream.synchronize()?;
        }
        Ok(buffer)
    }

    pub(super) fn upload(device: &Device, values: &[T]) -> Result<DeviceBuffer<T>> {
        let buffer = DeviceBuffer::allocate(device, values.len())?;
        if let Some(allocation) = &buffer.allocation {
            memory::copy::initialise(&device.inner, allocation, bytes(values))?;
        }
        Ok(buffer)
    }

    /// How many values.
    pub fn len(&self) -> usize {
        self.len
    }

    /// True for no values.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Its device.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// Where kernels find it; 0 for no values.
    pub fn address(&self) -> u64 {
        self.allocation.as_ref().map_or(0, |allocation| allocation.device_address())
    }

    /// Copies values into the buffer, in stream order. `values` may be reused at once.
    /// `HipError::InvalidValue` unless there are as many as the buffer holds.
    pub fn write(&mut self, stream: &Stream, values: &[T]) -> Result {
        self.check(stream, values.len())?;
        let Some(allocation) = &self.allocation else { return Ok(()) };
        stream.inner.record(|vk| vk.upload(allocation.memory.at(0), bytes(values))).map_err(Error::from)
    }

    /// The values, once everything in the stream so far has run. What kernels printed is shown.
    pub fn read(&self, stream: &Stream) -> Result<Vec<T>> {
        self.check(stream, self.len)?;
        // SAFETY: `Plain` promises that zero bytes are a value.
        let mut values = vec![unsafe { std::mem::zeroed::<T>() }; self.len];
        if let Some(allocation) = &self.allocation {
            stream.inner.record(|vk| vk.download(bytes_mut(&mut values), allocation.memory.at(0)))?;
            stream.inner.show_output()?;
        }
        Ok(values)
    }

    /// Copies another buffer of the same length, in stream order.
    pub fn copy_from(&mut self, stream: &Stream, source: &DeviceBuffer<T>) -> Result {
        self.check(stream, source.len)?;
        source.check(stream, self.len)?;
        let (Some(to), Some(from)) = (&self.allocation, &source.allocation) else { return Ok(()) };
        let builtins = &self.device.inner.builtins;
        let copy = stream.inner.record(|vk| builtins.copy(vk, to.memory.at(0), from.memory.at(0), to.size));
        copy.map_err(Error::from)
    }

    fn check(&self, stream: &Stream, len: usize) -> Result {
        if stream.device().inner.index != self.device.inner.index {
            return Err(HipError::InvalidValue.because("buffer and stream belong to different devices").into());
        }
        if len != self.len {
            return Err(HipError::InvalidValue
                .because(format_args!("{len} values, the buffer has {}", self.len))
                .into());
        }
        Ok(())
    }
}

impl<T> Drop for DeviceBuffer<T> {
    fn drop(&mut self) {
        if let Some(allocation) = &self.allocation {
            // A kernel may still use it. If the device is lost the memory goes all the same.
            self.device.inner.outlast();
            memory::forget(allocation);
        }
    }
}
