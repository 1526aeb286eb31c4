//! What launching, waiting, allocating and copying cost, beside bare Vulkan in the same run. Prints JSON lines.
//!
//! `cargo run --release -p hipvk-tests --bin latency [rounds]`. The bare side (`bare.rs`) is hand-written Vulkan doing
//! the same with the same SPIR-V: one empty kernel, submitted and waited for, or a thousand in one command buffer; and a
//! thousand that each need the result of the one before. Medians over rounds, the two sides taking turns, after the
//! device has come up to its clock.

mod bare;

use std::sync::Arc;
use std::time::Instant;

use bare::{Bare, Kernel};
use hipvk::vk::{Arguments, Device, Dispatch, Instance, MemoryUse, Pipeline, PipelineDesc, Stream};
use spirv_gen::{CompiledKernel, LaunchShape, Options, Target, compile_bundle, compile_kernel};

/// An empty kernel.
const EMPTY: &str = "define amdgpu_kernel void @k(ptr addrspace(1) %p) {\n  ret void\n}\n";
/// Adds one to the number at its argument.
const INCREMENT: &str = "define amdgpu_kernel void @k(ptr addrspace(1) %p) {
  %old = load i32, ptr addrspace(1) %p, align 4
  %new = add i32 %old, 1
  store i32 %new, ptr addrspace(1) %p, align 4
  ret void
}
";
const LAUNCHES: u32 = 1000;

fn main() {
    let rounds: usize = std::env::args().nth(1).and_then(|r| r.parse().ok()).unwrap_or(15);
    let instance = Instance::open().expect("a Vulkan loader");
    let info = instance.default_device().expect("a usable device").clone();
    let device = Device::open(&instance, &info).expect("the device opens");
    let stream = device.create_stream().expect("a stream");
    let (empty, increment) = (compiled(EMPTY, &info.target), compiled(INCREMENT, &info.target));
    let bare = Bare::open(&info.name, (&empty.spirv, "main"), (&increment.spirv, "main"));
    let kernels = Kernels { empty: pipeline(&device, &empty), increment: pipeline(&device, &increment) };
    println!("{{\"device\":{:?},\"driver\":{:?}}}", info.name, info.driver.info);
    launches(&bare, &device, &stream, &kernels, rounds);
    allocations(&device, &stream, &kernels.empty, rounds);
    for (queue, [to_device, to_host, inside]) in bare.copy_rates(256 << 20) {
        println!(
            "{{\"what\":\"bare copy on {queue}\",\"unit\":\"GB/s\",\"to device\":{to_device:.2},\"to host\":{to_host:.2},\
             \"device to device\":{inside:.2}}}"
        );
    }
    copies(&device, &stream);
}

struct Kernels {
    empty: Arc<Pipeline>,
    increment: Arc<Pipeline>,
}

/// Both sides of the comparison run the same SPIR-V.
fn compiled(text: &str, target: &Target) -> CompiledKernel {
    let bundle = compile_bundle(text, &Options { warp_size: 32 }).expect("the kernel compiles");
    let shape = LaunchShape { block: [1, 1, 1], dynamic_shared: 0 };
    compile_kernel(&bundle.kernels[0], target, shape).expect("the kernel compiles")
}

fn pipeline(device: &Arc<Device>, kernel: &CompiledKernel) -> Arc<Pipeline> {
    let desc = PipelineDesc {
        name: "k",
        spirv: &kernel.spirv,
        entry: "main",
        subgroup_size: None,
        full_subgroups: false,
        bindings: &[],
        textures: false,
        statistics: false,
        waits: false,
        blocks: kernel.blocks,
    };
    device.create_pipeline(&desc).expect("the pipeline compiles")
}

fn launches(bare: &Bare, device: &Arc<Device>, stream: &Arc<Stream>, kernels: &Kernels, rounds: usize) {
    let mut samples = Samples::default();
    let counter = device.allocate(MemoryUse::Device, 4096).expect("memory");
    let address = counter.address();
    let start = Instant::now();
    while start.elapsed().as_secs_f64() < 0.4 {
        many(stream, &kernels.increment, address);
    }
    for _ in 0..rounds {
        samples.add("bare submit+vkWaitSemaphores", micros(200, || bare.submit_and_wait()));
        samples.add("bare submit+poll", micros(200, || bare.submit_and_poll()));
        samples.add("bare record+submit+poll", micros(200, || bare.record_submit_and_poll()));
        samples.add(
            "launch+sync",
            micros(200, || {
                launch(stream, &kernels.empty, address);
                stream.wait().expect("wait");
            }),
        );
        let (host, total) = bare.many(Kernel::Empty, LAUNCHES, true);
        samples.add("bare 1000 with barriers, host", host);
        samples.add("bare 1000 with barriers, total", total);
        samples.add("bare 1000 dependent, total", bare.many(Kernel::Increment, LAUNCHES, true).1);
        samples.add("bare 1000 with barriers, recorded before", bare.device_time(Kernel::Empty, LAUNCHES));
        samples.add("bare 1000 dependent, recorded before", bare.device_time(Kernel::Increment, LAUNCHES));
        samples.add("bare 1000 without barriers, total", bare.many(Kernel::Empty, LAUNCHES, false).1);
        let (host, total) = many(stream, &kernels.empty, address);
        samples.add("1000 launches, host", host);
        samples.add("1000 launches, total", total);
        samples.add("1000 dependent launches, total", many(stream, &kernels.increment, address).1);
        let (host, total) = many_with_events(device, stream, &kernels.empty, address);
        samples.add("1000 launches with an event behind each, host", host);
        samples.add("1000 launches with an event behind each, total", total);
    }
    samples.print("us each");
}

/// Host and total time per launch of a run, microseconds.
fn many(stream: &Arc<Stream>, pipeline: &Arc<Pipeline>, address: u64) -> (f64, f64) {
    let start = Instant::now();
    for _ in 0..LAUNCHES {
        launch(stream, pipeline, address);
    }
    let host = start.elapsed();
    stream.wait().expect("wait");
    let each = |d: std::time::Duration| d.as_secs_f64() * 1e6 / f64::from(LAUNCHES);
    (each(host), each(start.elapsed()))
}

/// The same with a timed event behind each launch.
fn many_with_events(device: &Arc<Device>, stream: &Arc<Stream>, pipeline: &Arc<Pipeline>, address: u64) -> (f64, f64) {
    let start = Instant::now();
    for _ in 0..LAUNCHES {
        launch(stream, pipeline, address);
        stream.timestamp(&device.timestamp().expect("a timestamp")).expect("an event");
    }
    let host = start.elapsed();
    stream.wait().expect("wait");
    let each = |d: std::time::Duration| d.as_secs_f64() * 1e6 / f64::from(LAUNCHES);
    (each(host), each(start.elapsed()))
}

fn launch(stream: &Arc<Stream>, pipeline: &Arc<Pipeline>, address: u64) {
    let mut push = [0u8; 96];
    push[..8].copy_from_slice(&address.to_le_bytes());
    let arguments = Arguments::Push(&push);
    stream.dispatch(&Dispatch::new(pipeline, [1, 1, 1], arguments)).expect("launch");
}

fn allocations(device: &Arc<Device>, stream: &Arc<Stream>, pipeline: &Arc<Pipeline>, rounds: usize) {
    let allocate = |size| device.allocate(MemoryUse::Device, size).expect("memory");
    let mut samples = Samples::default();
    let keep = allocate(4096);
    for _ in 0..rounds {
        samples.add("malloc+free 4 KiB", micros(2000, || drop(allocate(4096))));
        samples.add("launch, host, nothing else allocated", many(stream, pipeline, keep.address()).0);
    }
    let start = Instant::now();
    let live: Vec<_> = (0..10_000).map(|_| allocate(4096)).collect();
    samples.add("malloc of 10,000 x 4 KiB, each", start.elapsed().as_secs_f64() * 1e6 / 10_000.0);
    for _ in 0..rounds {
        samples.add("launch, host, 10,000 live allocations", many(stream, pipeline, keep.address()).0);
    }
    drop((keep, live));
    samples.print("us");
}

fn copies(device: &Arc<Device>, stream: &Arc<Stream>) {
    const SIZE: u64 = 256 << 20;
    let mut samples = Samples::default();
    let builtins = hipvk::builtin::Builtins::new(device);
    let (to, from) = (device.allocate(MemoryUse::Device, SIZE), device.allocate(MemoryUse::Device, SIZE));
    let (to, from) = (to.expect("memory"), from.expect("memory"));
    let pinned = device.allocate(MemoryUse::Host, SIZE).expect("memory");
    let mut pageable = vec![1u8; SIZE as usize];
    let rate = |micros: f64| SIZE as f64 / micros / 1e3;
    for round in 0..6 {
        let mut timed = |name, run: &mut dyn FnMut()| {
            let value = rate(micros(1, run));
            if round > 0 {
                samples.add(name, value);
            }
        };
        let copied = |a: &Arc<_>, b: &Arc<_>| {
            stream.copy(hipvk::vk::Memory::at(a, 0), hipvk::vk::Memory::at(b, 0), SIZE).expect("copy");
            stream.wait().expect("wait");
        };
        timed("device to device, vkCmdCopyBuffer", &mut || copied(&to, &from));
        timed("device to device", &mut || {
            builtins.copy(stream, to.at(0), from.at(0), SIZE).expect("copy");
            stream.wait().expect("wait");
        });
        timed("pinned to device", &mut || copied(&to, &pinned));
        timed("device to pinned", &mut || copied(&pinned, &from));
        timed("pageable to device", &mut || {
            stream.upload(to.at(0), &pageable).expect("upload");
            stream.wait().expect("wait");
        });
        timed("device to pageable", &mut || stream.download(&mut pageable, from.at(0)).expect("download"));
        timed("fill", &mut || {
            stream.fill_words(to.at(0), 3, SIZE).expect("fill");
            stream.wait().expect("wait");
        });
    }
    samples.print("GB/s");
}

/// Average microseconds of `times` calls.
fn micros(times: u32, mut run: impl FnMut()) -> f64 {
    let start = Instant::now();
    for _ in 0..times {
        run();
    }
    start.elapsed().as_secs_f64() * 1e6 / f64::from(times)
}

/// Samples by name, in order of first appearance.
#[derive(Default)]
struct Samples(Vec<(&'static str, Vec<f64>)>);

impl Samples {
    fn add(&mut self, name: &'static str, value: f64) {
        match self.0.iter_mut().find(|(n, _)| *n == name) {
            Some((_, values)) => values.push(value),
            None => self.0.push((name, vec![value])),
        }
    }

    /// One line per name: median, least and greatest.
    fn print(&mut self, unit: &str) {
        for (name, values) in &mut self.0 {
            values.sort_by(f64::total_cmp);
            let (first, middle, last) = (values[0], values[values.len() / 2], values[values.len() - 1]);
            println!(
                "{{\"what\":{name:?},\"unit\":{unit:?},\"median\":{middle:.3},\"min\":{first:.3},\"max\":{last:.3}}}"
            );
        }
    }
}
