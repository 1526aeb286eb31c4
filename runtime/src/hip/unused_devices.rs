//! What standard error is told, once a process, of devices that it cannot have: hipErrorNoDevice ("no ROCm-capable device is detected") does not say
//! what to do, and a program on the CPU looks like a slow GPU. A program that hides devices by HIP_VISIBLE_DEVICES is told nothing, as with AMD's
//! runtime. Called by `runtime` when it starts; `hipvk doctor` tells more.

use crate::config;
use crate::vk::{DeviceKind, Instance, Refused, VkError};

use super::visible::{DEVICE_VARIABLE, is_wanted};

/// Why there is no Vulkan at all.
pub fn tell_why(error: &VkError) {
    eprintln!("hipvk: {error}");
}

/// Of an instance's devices.
pub fn tell(instance: &Instance) {
    if let Err(error) = instance.default_device() {
        return tell_why(&error);
    }
    let usable: Vec<_> = instance.devices().iter().map(|info| (&*info.name, info.kind)).collect();
    for line in lines(&usable, instance.refused(), config::value(DEVICE_VARIABLE).as_deref()) {
        eprintln!("hipvk: {line}");
    }
}

fn lines(usable: &[(&str, DeviceKind)], refused: &[Refused], wanted: Option<&str>) -> Vec<String> {
    if let Some(text) = wanted {
        if usable.iter().any(|(name, _)| is_wanted(name, wanted)) {
            return Vec::new();
        }
        let names: Vec<_> = usable.iter().map(|(name, _)| format!("'{name}'")).collect();
        return vec![format!("{DEVICE_VARIABLE}={text} is in no usable device's name; there is {}", names.join(", "))];
    }
    if usable.iter().any(|&(_, kind)| kind != DeviceKind::Cpu) {
        return Vec::new();
    }
    let gpus = refused.iter().filter(|device| device.kind != DeviceKind::Cpu);
    gpus.map(|gpu| format!("kernels run on the CPU, as the GPU cannot be used: {gpu}")).collect()
}

#[cfg(test)]
mod tests {
    use super::{DeviceKind, Refused, lines};

    const CPU: (&str, DeviceKind) = ("llvmpipe", DeviceKind::Cpu);
    const GPU: (&str, DeviceKind) = ("Radeon", DeviceKind::Discrete);

    fn refused((name, kind): (&str, DeviceKind)) -> Refused {
        Refused { name: name.into(), kind, reason: "too old".into(), remedy: Some("get a newer one".into()) }
    }

    #[test]
    fn a_gpu_that_cannot_be_used_is_named_where_the_cpu_takes_its_place() {
        let told = lines(&[CPU], &[refused(GPU), refused(CPU)], None);
        assert_eq!(told, ["kernels run on the CPU, as the GPU cannot be used: Radeon: too old; get a newer one"]);
        assert!(lines(&[GPU, CPU], &[refused(GPU)], None).is_empty(), "there is another");
        assert!(lines(&[CPU], &[refused(GPU)], Some("LLVM")).is_empty(), "that is what was asked for");
    }

    #[test]
    fn a_name_that_no_device_has_is_told_with_those_that_there_are() {
        let told = lines(&[GPU, CPU], &[], Some("GeForce"));
        assert_eq!(told, ["HIPVK_DEVICE=GeForce is in no usable device's name; there is 'Radeon', 'llvmpipe'"]);
    }
}
