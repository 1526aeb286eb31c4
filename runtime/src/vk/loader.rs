//! The Vulkan loader makes and ends one thing at a time for us, whoever asks.
//!
//! Vulkan lets threads make instances and devices at once, of instances that differ. Khronos' loader 1.4.309 (Debian 13) crashes over it: where
//! `vkEnumeratePhysicalDevices` of one thread drops drivers that have no device, `vkGetDeviceProcAddr` of another may be walking through them.
//! (3 of 100 processes, both processors busy, whose threads each launched a first kernel that waits on lavapipe.) What the program does with Vulkan
//! itself meanwhile is its own. Called wherever instances and devices are made, ended, or asked for functions.

use crate::locks::{Mutex, Rank};

static LOADER: Mutex<()> = Mutex::new(Rank::Loader, ());

/// Calls the loader while nobody else of ours does.
pub(in crate::vk) fn alone<R>(call: impl FnOnce() -> R) -> R {
    let _held = LOADER.lock();
    call()
}
