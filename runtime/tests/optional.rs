//! What not every device can do, on a real Vulkan device: shown as ignored, with the reason, where it cannot.

mod common;

use common::{add_pipeline, device, launch_add, memory_of, words_of};
use hipvk::vk::MemoryUse;
use libtest_mimic::{Arguments, Trial};

fn main() {
    let arguments = Arguments::from_args();
    let device = device();
    let (info, limits) = (device.info(), &device.info().limits);
    let beyond = beyond_one_allocation();
    // Two addresses for host memory are right for other devices: memory.rs tests those.
    let placed = !info.missing.contains(&"memoryMapPlaced") || info.target.cpu;
    let small_grids = u64::from(limits.groups[0]) * 4 <= 1 << 30;
    let trials = vec![
        trial("imported memory is seen by a kernel", imported, limits.import_alignment > 0, "no import of host memory"),
        trial(
            "an allocation has no limit but the memory",
            large,
            device.memory_info().0 / 2 >= beyond,
            "too little memory",
        ),
        trial("host memory has one address", one_address, placed, "no memoryMapPlaced"),
        trial("a grid above the device's limit is split", grid, small_grids, "a grid beyond the limit does not fit"),
    ];
    libtest_mimic::run(&arguments, trials).exit();
}

fn trial(name: &str, test: fn(), possible: bool, otherwise: &str) -> Trial {
    let name = if possible { name.to_owned() } else { format!("{name} ({otherwise})") };
    let run = move || {
        test();
        Ok(())
    };
    Trial::test(name, run).with_ignored_flag(!possible)
}

/// More than one allocation or buffer of the driver's.
fn beyond_one_allocation() -> u64 {
    let limits = device().info().limits.clone();
    limits.allocation_bytes.min(limits.buffer_bytes).saturating_add(256 << 20)
}

fn imported() {
    let device = device();
    let stream = device.create_stream().unwrap();
    let add = add_pipeline(&device, 64);
    let mut words = vec![1u32; 4096];
    // SAFETY: the vector lives until the end of the test, the imported memory is dropped before.
    let imported = unsafe { device.import_host(words.as_mut_ptr().cast(), 4096 * 4) }.unwrap();
    launch_add(&stream, &add, imported.address(), 2, 64);
    stream.wait().unwrap();
    drop(imported);
    assert_eq!(words, vec![3; 4096]);
}

fn large() {
    let device = device();
    let stream = device.create_stream().unwrap();
    let size = beyond_one_allocation();
    let memory = device.allocate(MemoryUse::Device, size).unwrap();
    let (first, last) = ([1u8; 64], [2u8; 64]);
    stream.upload(memory.at(0), &first).unwrap();
    stream.upload(memory.at(size - 64), &last).unwrap();
    let add = add_pipeline(&device, 16);
    launch_add(&stream, &add, memory.address() + size - 64, 1, 1);
    let mut got = [0; 64];
    stream.download(&mut got, memory.at(size - 64)).unwrap();
    assert_eq!(got[..4], [3, 2, 2, 2]);
    stream.download(&mut got, memory.at(0)).unwrap();
    assert_eq!(got, first);
}

fn one_address() {
    let device = device();
    for size in [100, 1 << 20, 80 << 20] {
        let memory = device.allocate(MemoryUse::Host, size).unwrap();
        assert!(memory.one_address(), "{:#x} against {:?}", memory.address(), memory.host_address());
    }
}

fn grid() {
    let device = device();
    let limit = device.info().limits.groups[0];
    let stream = device.create_stream().unwrap();
    let add = add_pipeline(&device, 1);
    let count = limit + 1000;
    let data = memory_of(&stream, &vec![3; count as usize]);
    launch_add(&stream, &add, data.address(), 4, count);
    assert!(words_of(&stream, &data).iter().all(|&w| w == 7));
}
