//! Opens Vulkan: the loader, an instance, and the list of devices it offers.
//!
//! The loader is opened at run time, so `libamdhip64.so` loads on a machine without Vulkan and can say so. Nothing is
//! asked for that is not needed: RADV's null hardware (`RADV_FORCE_FAMILY`) must open like any other device.
//! Called by `hip::runtime`, once per process; the instance lives as long as any device.

use std::ffi::CStr;
use std::sync::Arc;

use ash::vk;

use crate::config;

use super::select::{self, DeviceInfo, Refused};
use crate::vk::error::{VkError, map_oom};
use crate::vk::lavapipe::denormals::{self, Keepers};
use crate::vk::lavapipe::fault;
use crate::vk::lavapipe::worker_count;
use crate::vk::loader;

/// What HIPVK_VALIDATION loads, where it is installed.
const VALIDATION_LAYER: &CStr = c"VK_LAYER_KHRONOS_validation";

/// The Vulkan instance and what it offers.
pub struct Instance {
    pub(in crate::vk) raw: ash::Instance,
    pub(in crate::vk) physical: Vec<vk::PhysicalDevice>,
    devices: Vec<DeviceInfo>,
    refused: Vec<Refused>,
    /// What is known of the threads of each.
    pub(super) keepers: Keepers,
    // Last: the loader's library must outlive every function pointer above.
    pub(super) entry: ash::Entry,
}

impl std::fmt::Debug for Instance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Instance")
            .field("devices", &self.devices)
            .field("refused", &self.refused)
            .finish_non_exhaustive()
    }
}

impl Instance {
    /// Opens the loader and looks at every device. An instance without a usable device is no error here: `doctor`
    /// wants to see it. [`VkError::NoLoader`] if there is no Vulkan on this machine.
    pub fn open() -> Result<Arc<Self>, VkError> {
        let instance = Self::open_as_it_is()?;
        // A lavapipe without workers computes in its queue's thread, which cannot be told to keep denormal floats.
        if instance.devices.iter().any(denormals::needs_worker) {
            drop(instance);
            return worker_count::with(1, Self::open_as_it_is);
        }
        Ok(instance)
    }

    fn open_as_it_is() -> Result<Arc<Self>, VkError> {
        // SAFETY: loading libvulkan runs its initialisers; the loader is made for being opened this way, and `entry`
        // keeps it open for as long as any function pointer taken from it lives.
        let entry = unsafe { ash::Entry::load() }.map_err(|e| VkError::NoLoader { reason: e.to_string() })?;
        let open = || {
            let raw = create(&entry)?;
            // SAFETY: `raw` is a live instance.
            let physical = unsafe { raw.enumerate_physical_devices() };
            Ok((raw, physical))
        };
        let (raw, physical) = fault::watching(|| loader::alone(open))?;
        let physical = physical.unwrap_or_else(|result| {
            log::warn!("vkEnumeratePhysicalDevices returned {result:?}");
            Vec::new()
        });
        let (devices, refused) = select::examine(&entry, &raw, &physical);
        Ok(Arc::new(Self { raw, physical, devices, refused, keepers: Keepers::default(), entry }))
    }

    /// The devices that can run HIP, real GPUs before software ones, otherwise in the loader's order.
    pub fn devices(&self) -> &[DeviceInfo] {
        &self.devices
    }

    /// The devices that were turned down, and why.
    pub fn refused(&self) -> &[Refused] {
        &self.refused
    }

    /// The first usable device, or an error that says what was turned down.
    pub fn default_device(&self) -> Result<&DeviceInfo, VkError> {
        self.devices
            .first()
            .ok_or_else(|| VkError::NoDevice { refused: self.refused.iter().map(Refused::to_string).collect() })
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        // SAFETY: every `Device` holds an `Arc<Instance>`, so none is left.
        loader::alone(|| unsafe { self.raw.destroy_instance(None) });
    }
}

fn create(entry: &ash::Entry) -> Result<ash::Instance, VkError> {
    let application = vk::ApplicationInfo::default()
        .application_name(c"hipvk")
        .engine_name(c"hipvk")
        .api_version(vk::API_VERSION_1_3);
    let layers = validation_layers(entry);
    let info = vk::InstanceCreateInfo::default().application_info(&application).enabled_layer_names(&layers);
    // SAFETY: `info` and what it points to live through the call.
    unsafe { entry.create_instance(&info, None) }.map_err(|result| match result {
        vk::Result::ERROR_INCOMPATIBLE_DRIVER => VkError::NoDevice { refused: Vec::new() },
        other => map_oom("vkCreateInstance")(other),
    })
}

fn validation_layers(entry: &ash::Entry) -> Vec<*const std::ffi::c_char> {
    if !config::validation() {
        return Vec::new();
    }
    // SAFETY: a query of the loader, no preconditions.
    let offered = unsafe { entry.enumerate_instance_layer_properties() }.unwrap_or_default();
    if offered.iter().any(|l| l.layer_name_as_c_str() == Ok(VALIDATION_LAYER)) {
        return vec![VALIDATION_LAYER.as_ptr()];
    }
    log::warn!("HIPVK_VALIDATION=1, but the validation layer is not installed");
    Vec::new()
}
