//! What can go wrong below HIP, and the one place where a `VkResult` becomes an error.
//!
//! Every Vulkan call names the set of results it may legally return; the mappers here are one per such set, so
//! that an unexpected code is reported with the call that returned it instead of being folded into something else.
//! `hip::error` converts a [`VkError`] to a `hipError_t`; nothing above `vk` sees a `VkResult`.

use ash::vk;

/// A failure of the Vulkan layer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VkError {
    /// No Vulkan loader could be opened. The machine's fault; the text says what to install.
    #[error("no Vulkan loader ({reason}); install it with `apt-get install libvulkan1 mesa-vulkan-drivers`")]
    NoLoader {
        /// What the dynamic linker said.
        reason: String,
    },
    /// A loader is there, but no usable device. `refused` lists those that were turned down, one sentence each; without any there is no driver.
    #[error("no usable Vulkan device{}", refused_text(.refused))]
    NoDevice {
        /// One sentence per device that was turned down.
        refused: Vec<String>,
    },
    /// The device (or its driver) lacks something that this call needs.
    #[error("{feature} is not supported by this device")]
    Unsupported {
        /// The Vulkan name of what is missing.
        feature: String,
    },
    /// An argument is outside what the device allows. Caller's fault.
    #[error("{what}: asked for {asked}, the device allows {limit}")]
    Limit {
        /// Which limit.
        what: &'static str,
        /// What the caller asked for.
        asked: u64,
        /// What the device allows.
        limit: u64,
    },
    /// An argument makes no sense (an offset outside its memory, a zero size). Caller's fault.
    #[error("invalid argument: {0}")]
    Invalid(&'static str),
    /// Device memory is exhausted, or the allocation is larger than the device can make.
    #[error("out of device memory allocating {requested} bytes")]
    OutOfDeviceMemory {
        /// Bytes asked for; 0 where the failing call was no allocation.
        requested: u64,
    },
    /// The process ran out of memory inside the driver.
    #[error("out of host memory in {call}")]
    OutOfHostMemory {
        /// The Vulkan call.
        call: &'static str,
    },
    /// The device was lost; nothing submitted to it will ever finish. `kernel` is the last one that was submitted.
    #[error("the device was lost{}", kernel_text(.kernel))]
    DeviceLost {
        /// The last kernel in flight, where one was: its name, its launch, where it is defined.
        kernel: Option<String>,
    },
    /// The driver refused a shader.
    #[error("the driver refused the shader of {kernel}: {reason}")]
    InvalidShader {
        /// Kernel name.
        kernel: String,
        /// What the driver or naga said.
        reason: String,
    },
    /// Any other result, with the call that returned it.
    #[error("{call} returned {result}")]
    Driver {
        /// The Vulkan call.
        call: &'static str,
        /// The result's Vulkan name.
        result: String,
    },
    /// The operating system refused something (a mapping, a thread).
    #[error("{what}: {reason}")]
    System {
        /// What was attempted.
        what: &'static str,
        /// What the system said.
        reason: String,
    },
}

fn refused_text(refused: &[String]) -> String {
    if refused.is_empty() {
        return "; the loader found no Vulkan driver; a GPU's vendor has one for it, and `apt-get install mesa-vulkan-drivers` brings \
            AMD's, Intel's and the CPU's"
            .into();
    }
    refused.iter().map(|r| format!("; {r}")).collect()
}

fn kernel_text(kernel: &Option<String>) -> String {
    kernel
        .as_ref()
        .map(|k| format!(", perhaps by a kernel that ran too long or went astray; the last one submitted was {k}"))
        .unwrap_or_default()
}

/// The results of calls that may only run out of memory (`VK_ERROR_OUT_OF_HOST_MEMORY`,
/// `VK_ERROR_OUT_OF_DEVICE_MEMORY`): object creation, command recording.
pub(super) fn map_oom(call: &'static str) -> impl Fn(vk::Result) -> VkError {
    move |result| match result {
        vk::Result::ERROR_OUT_OF_HOST_MEMORY => VkError::OutOfHostMemory { call },
        vk::Result::ERROR_OUT_OF_DEVICE_MEMORY => VkError::OutOfDeviceMemory { requested: 0 },
        other => driver(call, other),
    }
}

/// The results of calls that may run out of memory or lose the device: submission, waiting, query results.
/// The kernel's name is filled in by [`crate::vk::device::logical::Device::lost`], which knows it.
pub(super) fn map_oom_lost(call: &'static str) -> impl Fn(vk::Result) -> VkError {
    move |result| match result {
        vk::Result::ERROR_DEVICE_LOST => VkError::DeviceLost { kernel: None },
        other => map_oom(call)(other),
    }
}

/// The results of `vkAllocateMemory`: out of memory, too many objects (also a form of it), a bad imported handle.
pub(super) fn map_allocate(requested: u64) -> impl Fn(vk::Result) -> VkError {
    move |result| match result {
        vk::Result::ERROR_OUT_OF_HOST_MEMORY
        | vk::Result::ERROR_OUT_OF_DEVICE_MEMORY
        | vk::Result::ERROR_TOO_MANY_OBJECTS => VkError::OutOfDeviceMemory { requested },
        vk::Result::ERROR_INVALID_EXTERNAL_HANDLE => {
            VkError::Invalid("this host memory cannot be imported by the device")
        }
        other => driver("vkAllocateMemory", other),
    }
}

/// Any result, named.
pub(super) fn driver(call: &'static str, result: vk::Result) -> VkError {
    VkError::Driver { call, result: format!("{result:?}") }
}

#[cfg(test)]
mod tests {
    use super::{VkError, map_oom, map_oom_lost};
    use ash::vk;

    #[test]
    fn a_lost_device_names_the_kernel_that_ran() {
        let error = VkError::DeviceLost { kernel: Some("saxpy".into()) };
        assert_eq!(
            error.to_string(),
            "the device was lost, perhaps by a kernel that ran too long or went astray; the last one submitted was saxpy"
        );
    }

    #[test]
    fn an_unexpected_result_keeps_its_name_and_its_call() {
        let error = map_oom("vkCreateFence")(vk::Result::ERROR_DEVICE_LOST);
        assert_eq!(error.to_string(), "vkCreateFence returned ERROR_DEVICE_LOST");
        assert!(matches!(
            map_oom_lost("vkQueueSubmit2")(vk::Result::ERROR_DEVICE_LOST),
            VkError::DeviceLost { kernel: None }
        ));
    }
}
