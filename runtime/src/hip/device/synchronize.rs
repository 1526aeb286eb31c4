//! Waiting for all of a device, behind which comes what waits for nothing else: memory that was kept, output of kernels.

use super::Device;
use crate::hip::device_log;
use crate::hip::error::HipResult;

impl Device {
    /// `hipDeviceSynchronize`: "Waits on all active streams on current device".
    pub fn synchronize(&self) -> HipResult {
        self.check()?;
        let streams = self.streams.all();
        streams.iter().try_for_each(|stream| stream.settle())?;
        self.collect_deferred();
        self.pools.synchronised();
        // Once more: a stream whose work was complete may not have been the last in whose order logs were sealed.
        self.logs.seal();
        device_log::show(self)
    }
}
