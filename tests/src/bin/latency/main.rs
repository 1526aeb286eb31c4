//! What launching, waiting, allocating and copying cost, beside bare Vulkan in the same run. Prints JSON lines.
//!
//! `cargo run --release -p hipvk-tests --bin latency [rounds]`. The bare side (`bare.rs`) is hand-written Vulkan doing
//! the same: one empty kernel, submitted and waited for, or a thousand in one command buffer. Medians over rounds,
//! the two sides taking turns. `./hipvk bench` reads the lines.

mod bare;

use std::sync::Arc;
use std::time::Instant;

use hipvk::vk::{Arguments, Device, Dispatch, Instance, MemoryUse, Pipeline, PipelineDesc, Stream};

/// An empty kernel of one thread.
const EMPTY: &str = "@compute @workgroup_size(1) fn empty() {}";
const LAUNCHES: u32 = 1000;

fn main() {
    let rounds: usize = std::env::args().nth(1).and_then(|r| r.parse().ok()).unwrap_or(15);
    let instance = Instance::open().expect("a Vulkan loader");
    let info = instance.default_device().expect("a usable device").clone();
    let device = Device::open(&instance, &info).expect("the device opens");
    let stream = device.create_stream().expect("a stream");
    let shader = hipvk::shader::wgsl(EMPTY, None).expect("the empty kernel compiles");
    let pipeline = device
        .create_pipeline(&PipelineDesc {
            name: "empty",
            spirv: &shader.spirv,
            entry: &shader.entry,
            subgroup_size: None,
            full_subgroups: false,
            bindings: &[],
            statistics: false,
        })
        .expect("the empty pipeline compiles");
    let bare = bare::Bare::open(&info.name, &shader.spirv, &shader.entry);
    println!("{{\"device\":{:?},\"driver\":{:?}}}", info.name, info.driver.info);
    launches(&bare, &stream, &pipeline, rounds);
    allocations(&device, &stream, &pipeline, rounds);
    for (queue, [to_device, to_host, inside]) in bare.copy_rates(256 << 20) {
        println!(
            "{{\"what\":\"bare copy on {queue}\",\"unit\":\"GB/s\",\"to device\":{to_device:.2},\"to host\":{to_host:.2},\
             \"device to device\":{inside:.2}}}"
        );
    }
    copies(&device, &stream);
}

fn launches(bare: &bare::Bare, stream: &Arc<Stream>, pipeline: &Arc<Pipeline>, rounds: usize) {
    let mut samples = Samples::default();
    for _ in 0..rounds {
        samples.add("bare submit+vkWaitSemaphores", micros(200, || bare.submit_and_wait()));
        samples.add("bare submit+poll", micros(200, || bare.submit_and_poll()));
        samples.add("bare record+submit+poll", micros(200, || bare.record_submit_and_poll()));
        samples.add(
            "launch+sync",
            micros(200, || {
                launch(stream, pipeline);
                stream.wait().expect("wait");
            }),
        );
        let (host, total) = bare.many(LAUNCHES, true);
        samples.add("bare 1000 with barriers, host", host);
        samples.add("bare 1000 with barriers, total", total);
        samples.add("bare 1000 without barriers, total", bare.many(LAUNCHES, false).1);
        let (host, total) = many(stream, pipeline);
        samples.add("1000 launches, host", host);
        samples.add("1000 launches, total", total);
    }
    samples.print("us each");
}

/// Host and total time per launch of a run, microseconds.
fn many(stream: &Arc<Stream>, pipeline: &Arc<Pipeline>) -> (f64, f64) {
    let start = Instant::now();
    for _ in 0..LAUNCHES {
        launch(stream, pipeline);
    }
    let host = start.elapsed();
    stream.wait().expect("wait");
    let each = |d: std::time::Duration| d.as_secs_f64() * 1e6 / f64::from(LAUNCHES);
    (each(host), each(start.elapsed()))
}

fn launch(stream: &Arc<Stream>, pipeline: &Arc<Pipeline>) {
    let push = [0u8; 96];
    let arguments = Arguments::Push(&push);
    stream.dispatch(&Dispatch { pipeline, groups: [1, 1, 1], arguments, bindings: &[] }).expect("launch");
}

fn allocations(device: &Arc<Device>, stream: &Arc<Stream>, pipeline: &Arc<Pipeline>, rounds: usize) {
    let allocate = |size| device.allocate(MemoryUse::Device, size).expect("memory");
    let mut samples = Samples::default();
    let keep = allocate(4096);
    for _ in 0..rounds {
        samples.add("malloc+free 4 KiB", micros(2000, || drop(allocate(4096))));
        samples.add("launch, host, nothing else allocated", many(stream, pipeline).0);
    }
    let start = Instant::now();
    let live: Vec<_> = (0..10_000).map(|_| allocate(4096)).collect();
    samples.add("malloc of 10,000 x 4 KiB, each", start.elapsed().as_secs_f64() * 1e6 / 10_000.0);
    for _ in 0..rounds {
        samples.add("launch, host, 10,000 live allocations", many(stream, pipeline).0);
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
