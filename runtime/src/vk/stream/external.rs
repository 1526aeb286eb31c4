//! Timeline semaphores that another API or process made with Vulkan: `VK_KHR_external_semaphore_fd`.
//!
//! A stream that waits for one is an entry of its queue like any other awaited value (`value`), so no queue is held up by somebody else's
//! work; one that signals does so from the host, when all before it is complete. Called by `hip::interop::semaphore`.

use std::sync::Arc;

use ash::vk;

use crate::vk::device::logical::Device;
use crate::vk::error::{VkError, driver, map_oom, map_oom_lost};

/// Another's timeline.
#[derive(Debug)]
pub struct ExternalSemaphore {
    device: Arc<Device>,
    raw: vk::Semaphore,
}

impl Device {
    /// The timeline behind a descriptor of the same driver, which is Vulkan's from here on if this succeeds.
    pub fn import_timeline(self: &Arc<Self>, descriptor: i32) -> Result<Arc<ExternalSemaphore>, VkError> {
        let Some(functions) = self.functions.external_semaphore.as_ref() else {
            return Err(VkError::Unsupported { feature: "VK_KHR_external_semaphore_fd".into() });
        };
        let mut timeline = vk::SemaphoreTypeCreateInfo::default().semaphore_type(vk::SemaphoreType::TIMELINE);
        let info = vk::SemaphoreCreateInfo::default().push_next(&mut timeline);
        // SAFETY: `info` is complete; timelines are enabled.
        let raw = unsafe { self.raw.create_semaphore(&info, None) }.map_err(map_oom("vkCreateSemaphore"))?;
        let this = ExternalSemaphore { device: Arc::clone(self), raw };
        let import = vk::ImportSemaphoreFdInfoKHR::default()
            .semaphore(raw)
            .handle_type(vk::ExternalSemaphoreHandleTypeFlags::OPAQUE_FD)
            .fd(descriptor);
        // SAFETY: the semaphore was made just before, and nobody uses it; a descriptor that is none of the driver's is an error.
        match unsafe { functions.import_semaphore_fd(&import) } {
            Ok(()) => Ok(Arc::new(this)),
            Err(vk::Result::ERROR_INVALID_EXTERNAL_HANDLE) => {
                Err(VkError::Invalid("the descriptor is of no timeline of this device"))
            }
            Err(other) => Err(driver("vkImportSemaphoreFdKHR", other)),
        }
    }
}

impl ExternalSemaphore {
    /// It belongs to this device.
    pub fn is_of(&self, device: &Arc<Device>) -> bool {
        Arc::ptr_eq(&self.device, device)
    }

    /// How far it is.
    pub(super) fn value(&self) -> Result<u64, VkError> {
        // SAFETY: the semaphore is a timeline of this device, alive as long as `self`.
        unsafe { self.device.raw.get_semaphore_counter_value(self.raw) }
            .map_err(map_oom_lost("vkGetSemaphoreCounterValue"))
    }

    /// Signals it from the host.
    pub fn signal(&self, value: u64) -> Result<(), VkError> {
        let info = vk::SemaphoreSignalInfo::default().semaphore(self.raw).value(value);
        // SAFETY: as above; that the value is above the present one is the program's promise, as HIP's fence values ascend.
        unsafe { self.device.raw.signal_semaphore(&info) }.map_err(map_oom_lost("vkSignalSemaphore"))
    }
}

impl Drop for ExternalSemaphore {
    fn drop(&mut self) {
        // SAFETY: nobody waits any more: who does holds it.
        unsafe { self.device.raw.destroy_semaphore(self.raw, None) };
    }
}
