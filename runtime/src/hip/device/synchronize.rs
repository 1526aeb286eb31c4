//! Waiting for all of a device, behind which comes what waits for nothing else: memory that was kept, output of kernels.

use super::Device;
use crate::hip::device_log;
use crate::hip::error::HipResult;

impl Device {
    /// `hipDeviceSynchronize`: "Waits on all active streams on current device".
    pub fn synchronize(&self) -> HipResult {
        self.check()?;
        // All of them, whatever the first says.
        let outcomes: Vec<HipResult> = self.streams.all().iter().map(|stream| stream.settle()).collect();
        outcomes.into_iter().collect::<HipResult>()?;
        self.is_idle()
    }

    /// The same for memory that is to go: nothing uses it behind this, whichever calls fail. Errors are told to who asks next; a device that
    /// is lost uses none.
    pub fn outlast(&self) {
        self.streams.all().iter().for_each(|stream| stream.vk.outlast());
        let _ = self.is_idle();
    }

    /// All streams were waited for.
    fn is_idle(&self) -> HipResult {
        self.collect_deferred();
        self.pools.synchronised();
        // Once more: a stream whose work was complete may not have been the last in whose order logs were sealed.
        self.logs.seal();
        device_log::show(self)
    }
}
