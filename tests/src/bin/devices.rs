//! Lists every Vulkan device with the features a kernel may need. `./hipvk doctor` runs it.

use std::process::ExitCode;

use hipvk::vk::{DeviceInfo, Instance};
use spirv_gen::target::FusedFma;

fn main() -> ExitCode {
    let instance = match Instance::open() {
        Ok(instance) => instance,
        Err(error) => {
            eprintln!("devices: {error}");
            return ExitCode::FAILURE;
        }
    };
    for (at, device) in instance.devices().iter().enumerate() {
        describe(at, device);
    }
    for refused in instance.refused() {
        println!("\n  refused: {refused}");
    }
    if let Err(error) = instance.default_device() {
        eprintln!("devices: {error}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

fn describe(at: usize, device: &DeviceInfo) {
    let (limits, target) = (&device.limits, &device.target);
    let version = device.api_version;
    println!("\n  device {at}: {} ({:?})", device.name, device.kind);
    row(
        "driver",
        &format!("{} {}, Vulkan {}.{}", device.driver.name, device.driver.info, version >> 22, version >> 12 & 0x3ff),
    );
    let unified = if device.unified_memory { ", shared with the host" } else { "" };
    row(
        "memory",
        &format!(
            "{:.1} GiB{unified}; largest allocation {:.1} GiB",
            gib(device.memory_bytes),
            gib(limits.allocation_bytes)
        ),
    );
    row(
        "blocks",
        &format!(
            "{} threads, {} KiB shared memory, warps of {}",
            limits.block_threads,
            limits.shared_bytes / 1024,
            target.subgroup_size
        ),
    );
    let atomics = target.buffer_atomics;
    let features = [
        ("8-bit integers", target.int8),
        ("16-bit integers", target.int16),
        ("half", target.float16),
        ("double", target.float64),
        ("64-bit atomics", atomics.i64),
        ("float atomics", atomics.f32_add),
        ("double atomics", atomics.f64_add),
        ("shuffles", target.subgroup_shuffle),
        ("ballots", target.subgroup_ballot),
        ("full subgroups", target.full_subgroups),
        ("maximal reconvergence", target.maximal_reconvergence),
        ("shared memory layouts", target.explicit_workgroup_layout),
        ("device clock", target.device_clock),
        ("fused multiply-add", target.fused_fma == FusedFma::ALL),
    ];
    let names = |wanted: bool| {
        let chosen = features.iter().filter(|(_, has)| *has == wanted).map(|(name, _)| *name);
        chosen.collect::<Vec<_>>().join(", ")
    };
    row("has", &names(true));
    row("does without", &format!("{} (emulated where a kernel needs it, or an error that names it)", names(false)));
    if !device.missing.is_empty() {
        row("Vulkan lacks", &device.missing.join(", "));
    }
}

fn row(label: &str, text: &str) {
    println!("    {label:<14}{text}");
}

fn gib(bytes: u64) -> f64 {
    bytes as f64 / (1_u64 << 30) as f64
}
