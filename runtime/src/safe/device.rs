//! Devices.

use std::sync::Arc;

use super::buffer::{DeviceBuffer, Plain};
use super::stream::Stream;
use super::{Error, Result};
use crate::hip::device::properties::Properties;
use crate::hip::{device, runtime};

/// A device that runs kernels. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Device {
    pub(super) inner: Arc<device::Device>,
}

impl Device {
    /// Every device of this machine that can run HIP, best first. `HipError::NoDevice`, with the reasons, if none.
    pub fn all() -> Result<Vec<Device>> {
        let devices = &runtime::get()?.devices;
        Ok(devices.iter().map(|inner| Device { inner: Arc::clone(inner) }).collect())
    }

    /// The first device.
    pub fn first() -> Result<Device> {
        Device::new(0)
    }

    /// The device of this number. `HipError::InvalidDevice`.
    pub fn new(number: usize) -> Result<Device> {
        let number = i32::try_from(number).unwrap_or(i32::MAX);
        Ok(Device { inner: Arc::clone(runtime::device(number)?) })
    }

    /// What the device is.
    pub fn properties(&self) -> &Properties {
        &self.inner.properties
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.inner.properties.name
    }

    /// Free and total bytes of its memory.
    pub fn memory_info(&self) -> (u64, u64) {
        self.inner.memory_info()
    }

    /// A new stream. It is not ordered with any other, the C API's default stream included.
    pub fn stream(&self) -> Result<Stream> {
        Stream::new(self)
    }

    /// A buffer of `len` zeros.
    pub fn zeroed<T: Plain>(&self, len: usize) -> Result<DeviceBuffer<T>> {
        DeviceBuffer::zeroed(self, len)
    }

    /// A buffer with a copy of `values`.
    pub fn upload<T: Plain>(&self, values: &[T]) -> Result<DeviceBuffer<T>> {
        DeviceBuffer::upload(self, values)
    }

    /// Waits for everything on this device.
    pub fn synchronize(&self) -> Result {
        self.inner.synchronize().map_err(Error::from)
    }
}
