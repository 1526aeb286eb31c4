//! The process's one runtime: started by the first call that needs a device, never torn down. (`precompile` has one of its own, which it ends.)
//!
//! HIP: "hipInit explicitly initializes the HIP runtime … most HIP APIs implicitly initialize". Nothing happens when the
//! library is loaded: a program that only links it pays nothing. There is no teardown because static destructors of the
//! program may still call HIP after `main`; the operating system takes everything back.

use std::sync::{Arc, OnceLock};

use crate::config;
use crate::trace;
use crate::vk;

use super::current;
use super::device::properties::uuid_of_copy;
use super::device::{Device, Number};
use super::error::{HipError, HipResult};
use super::handle::{Id, Registered, Registry};
use super::{unused_devices, visible};

/// More devices than any machine has; keeps per-device slots in fixed arrays that need no lock.
pub const MAX_DEVICES: usize = 32;
/// A PCI domain has room for this many (`Properties::of_copy`).
const MOST_COPIES: u32 = 8;

/// The devices. What else belongs to the process lies beside its type: what handles stand for ([`live`]), allocations, texture objects.
#[derive(Debug)]
pub struct Runtime {
    /// The devices the program sees, in its order. Never empty.
    pub devices: Vec<Arc<Device>>,
}

/// The runtime, started if need be. `NoDevice` if this machine has no usable Vulkan device; `NotInitialized` in a child of a process that
/// had started it: CUDA's answer ("the CUDA driver and runtime could not be initialized"), which programs know; HIP names none.
/// `Deinitialized` at the end of a process whose driver has ended: HIP, "when attempting to use HIP functionality when the driver is in the
/// process of shutting down or has been deinitialized".
pub fn get() -> HipResult<&'static Runtime> {
    static RUNTIME: OnceLock<HipResult<Runtime>> = OnceLock::new();
    if vk::is_forked() {
        return Err(in_child());
    }
    if vk::is_over() {
        return Err(at_the_end());
    }
    match RUNTIME.get_or_init(start) {
        Ok(runtime) => Ok(runtime),
        Err(error) => Err(*error),
    }
}

#[cold]
fn in_child() -> HipError {
    HipError::NotInitialized
        .because("this process was forked from one that had used HIP; use HIP in the child only, or exec")
}

#[cold]
fn at_the_end() -> HipError {
    HipError::Deinitialized
        .because("the process ends and its Vulkan driver has ended: call HIP before main returns, or in handlers registered behind hipInit")
}

/// Every live object of one kind; the type says where they are.
pub fn live<T: Registered>() -> HipResult<&'static Registry<T>> {
    get()?;
    Ok(T::registry())
}

/// The object that a handle stands for; [`Registered::MISSING`] if it stands for none.
pub fn find<T: Registered>(id: Id<T>) -> HipResult<Arc<T>> {
    live::<T>()?.find(id)
}

/// The calling thread's current device.
pub fn current_device() -> HipResult<&'static Arc<Device>> {
    let runtime = get()?;
    // Whoever set the index checked it; 0 exists because the list is never empty.
    runtime.devices.get(current::device_index()).ok_or(HipError::InvalidDevice)
}

/// The device of this number. HIP: "hipErrorInvalidDevice".
pub fn device(index: i32) -> HipResult<&'static Arc<Device>> {
    let devices = &get()?.devices;
    usize::try_from(index).ok().and_then(|index| devices.get(index)).ok_or_else(|| {
        HipError::InvalidDevice.because(format_args!("there is no device {index}, only 0 to {}", devices.len() - 1))
    })
}

/// The process's own, whose user is told of devices that it cannot have.
fn start() -> HipResult<Runtime> {
    let instance = first_instance().inspect_err(unused_devices::tell_why)?;
    unused_devices::tell(&instance);
    open_with(instance)
}

/// A runtime of the caller's own, beside the process's: `precompile` ends it. `NoDevice` as [`get`] has it.
pub fn open() -> HipResult<Runtime> {
    open_with(first_instance()?)
}

fn first_instance() -> Result<Arc<vk::Instance>, vk::VkError> {
    trace::init();
    vk::watch_forks();
    vk::Instance::open()
}

fn open_with(instance: Arc<vk::Instance>) -> HipResult<Runtime> {
    for refused in instance.refused() {
        log::info!("device not used: {refused}");
    }
    let wanted = config::value(visible::DEVICE_VARIABLE);
    let offered = |instance: &Arc<vk::Instance>| -> Vec<vk::DeviceInfo> {
        instance.devices().iter().filter(|info| visible::is_wanted(&info.name, wanted.as_deref())).cloned().collect()
    };
    // Each copy has an instance of its own: lavapipe's worker threads belong to it.
    let mut instances = vec![(offered(&instance), Arc::clone(&instance))];
    for _ in 1..copies(config::value("HIPVK_DEVICE_COPIES").as_deref()) {
        let instance = vk::Instance::open()?;
        instances.push((offered(&instance), instance));
    }
    let all: Vec<_> =
        (0..).zip(&instances).flat_map(|(n, (infos, from))| infos.iter().map(move |i| (n, i, from))).collect();
    let uuids: Vec<_> = all.iter().map(|&(copy, info, _)| uuid_of_copy(info.uuid, copy)).collect();
    let chosen: Vec<_> =
        visible::from_environment(&uuids).into_iter().take(MAX_DEVICES).map(|number| all[number]).collect();
    let infos: Vec<&vk::DeviceInfo> = chosen.iter().map(|(_, info, _)| *info).collect();
    let mut devices = Vec::new();
    for ((copy, info, instance), neighbours) in chosen.into_iter().zip(neighbours(&infos)) {
        let same = |other: &&&vk::DeviceInfo| is_gpu(info) && other.uuid == info.uuid;
        let shares_gpu = infos.iter().filter(same).count() > 1;
        let number = Number { index: devices.len(), devices: infos.len(), copy, shares_gpu };
        devices.push(Device::open(instance, info, &neighbours, number)?);
    }
    if devices.is_empty() {
        let why = match (all.len(), instance.default_device()) {
            (0, Err(error)) => error.to_string(),
            (0, Ok(_)) => format!("{} names no usable device", visible::DEVICE_VARIABLE),
            (count, _) => format!("{count} usable devices, none selected by HIP_VISIBLE_DEVICES or its like"),
        };
        return Err(HipError::NoDevice.because(why));
    }
    Ok(Runtime { devices })
}

/// `HIPVK_DEVICE_COPIES`: how often each device is offered. What is no such number is said, and counts as 1.
fn copies(text: Option<&str>) -> u32 {
    let Some(text) = text else { return 1 };
    text.parse().ok().filter(|number| (1..=MOST_COPIES).contains(number)).unwrap_or_else(|| {
        eprintln!(
            "hipvk: HIPVK_DEVICE_COPIES={text} is not a number from 1 to {MOST_COPIES}: each device is there once"
        );
        1
    })
}

fn is_gpu(info: &vk::DeviceInfo) -> bool {
    info.kind != vk::DeviceKind::Cpu
}

/// What each of these devices must know of the others. Devices of one GPU share its addresses.
fn neighbours(devices: &[&vk::DeviceInfo]) -> Vec<vk::Neighbours> {
    let mut gpus: Vec<&vk::DeviceInfo> = Vec::new();
    let mut neighbours = Vec::new();
    for info in devices {
        let is_new = is_gpu(info) && gpus.iter().all(|gpu| gpu.uuid != info.uuid);
        let skip_bytes = if is_new { gpus.iter().map(|gpu| gpu.memory_bytes).sum() } else { 0 };
        neighbours.push(vk::Neighbours { skip_bytes, shared_host: None, keep_queue: devices.len() > 1 });
        gpus.extend(is_new.then_some(*info));
    }
    if gpus.len() > 1 {
        let shared = Arc::new(vk::SharedHost::default());
        let of_gpus = neighbours.iter_mut().zip(devices).filter(|(_, info)| is_gpu(info));
        of_gpus.for_each(|(neighbours, _)| neighbours.shared_host = Some(Arc::clone(&shared)));
    }
    neighbours
}

#[cfg(test)]
mod tests {
    use super::copies;

    #[test]
    fn copies_are_a_number_from_1_to_8_and_anything_else_is_1() {
        assert_eq!([None, Some("1"), Some("3"), Some("8")].map(copies), [1, 1, 3, 8]);
        assert_eq!([Some("0"), Some("9"), Some("-2"), Some("two"), Some("2 ")].map(copies), [1; 5]);
    }
}
