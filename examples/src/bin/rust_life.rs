//! Conway's game of life in WGSL, from Rust: two buffers that take turns, and one stream that keeps the order.

use std::process::ExitCode;

use hipvk::{Device, Error, Module, Shape};

const SIDE: usize = 256;
const GENERATIONS: usize = 40;

const LIFE: &str = "
    var<immediate> side: u32;
    @group(0) @binding(0) var<storage, read> now: array<u32>;
    @group(0) @binding(1) var<storage, read_write> next: array<u32>;

    fn alive(x: u32, y: u32) -> u32 { return now[(y % side) * side + x % side]; }

    @compute @workgroup_size(64) fn step(@builtin(global_invocation_id) id: vec3<u32>) {
        let x = id.x + side;
        let y = id.y + side;
        let neighbours = alive(x - 1u, y - 1u) + alive(x, y - 1u) + alive(x + 1u, y - 1u)
                       + alive(x - 1u, y)                         + alive(x + 1u, y)
                       + alive(x - 1u, y + 1u) + alive(x, y + 1u) + alive(x + 1u, y + 1u);
        let lives = neighbours == 3u || (neighbours == 2u && alive(x, y) == 1u);
        next[id.y * side + id.x] = select(0u, 1u, lives);
    }";

fn main() -> Result<ExitCode, Error> {
    let device = Device::first()?;
    let step = Module::from_wgsl(&device, LIFE, None)?.kernel("step")?;
    let stream = device.stream()?;
    let start: Vec<u32> = (0..SIDE * SIDE).map(|i| (i * 7919 % 11 < 4) as u32).collect();
    let mut now = device.upload(&start)?;
    let mut next = device.zeroed::<u32>(SIDE * SIDE)?;
    let shape = Shape { grid: [SIDE as u32 / 64, SIDE as u32, 1], block: [64, 1, 1], shared_bytes: 0 };
    let begin = stream.record()?;
    for _ in 0..GENERATIONS {
        // SAFETY: the shader's indices stay below side * side, the length of both buffers.
        unsafe { step.launch(&stream, shape, (&now, &next, SIDE as u32)) }?;
        std::mem::swap(&mut now, &mut next);
    }
    let end = stream.record()?;
    let result = now.read(&stream)?;
    let ok = result == (0..GENERATIONS).fold(start, |field, _| step_on_host(&field));
    let time = end.since(&begin)? / GENERATIONS as u32;
    Ok(hipvk_examples::report("rust_life", "step", ok, time, (SIDE * SIDE * 8) as f64))
}

fn step_on_host(now: &[u32]) -> Vec<u32> {
    let alive = |x: usize, y: usize| now[y % SIDE * SIDE + x % SIDE];
    let around = [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)];
    let cell = |i: usize| {
        let (x, y) = (i % SIDE, i / SIDE);
        let neighbours: u32 = around.iter().map(|(dx, dy)| alive(x + SIDE + dx - 1, y + SIDE + dy - 1)).sum();
        (neighbours == 3 || neighbours == 2 && alive(x, y) == 1) as u32
    };
    (0..SIDE * SIDE).map(cell).collect()
}
