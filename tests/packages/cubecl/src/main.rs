//! Kernels in cubecl, which makes HIP source of them and has hipRTC compile it: each against the same in plain Rust.
//!
//! Prints a RESULT line for each and fails if one is wrong. Run by tests/tests/cubecl.rs.

mod kernels;

use cubecl::hip::{AmdDevice, HipRuntime};
use cubecl::prelude::*;
use cubecl::server::Handle;
use half::f16;

type Client = ComputeClient<HipRuntime>;

/// Threads of a block.
const CUBE: u32 = 64;
/// Blocks.
const CUBES: u32 = 5;
const THREADS: usize = (CUBE * CUBES) as usize;

fn main() {
    let client = HipRuntime::client(&AmdDevice::default());
    let rows = [
        ("elementwise", elementwise(&client)),
        ("halves", halves(&client)),
        ("plane", plane(&client)),
        ("block_sums", block_sums(&client)),
        ("matmul", matmul(&client)),
        ("histogram", histogram(&client)),
        ("branches", branches(&client)),
    ];
    for (name, ok) in rows {
        println!("RESULT name={name} ok={}", u8::from(ok));
    }
    std::process::exit(i32::from(rows.iter().any(|(_, ok)| !ok)));
}

fn numbers(count: usize) -> Vec<f32> {
    (0..count).map(|i| ((i * 37) % 101) as f32 / 8.0 - 5.0).collect()
}

fn upload<T: CubeElement>(client: &Client, values: &[T]) -> Handle {
    client.create_from_slice(T::as_bytes(values))
}

/// Memory whose every value says that no kernel has been there.
fn untouched<T: CubeElement + Numeric>(client: &Client, count: usize) -> Handle {
    upload(client, &vec![T::from_int(77); count])
}

fn argument<R: Runtime>(handle: &Handle, count: usize) -> ArrayArg<R> {
    // SAFETY: every caller gives the number of values that it made the memory for.
    unsafe { ArrayArg::from_raw_parts(handle.clone(), count) }
}

/// Whether the memory holds these values; what differs first is said.
fn holds<T: CubeElement + Into<f64> + Copy>(client: &Client, what: Handle, expected: &[T], tolerance: f64) -> bool {
    let bytes = client.read_one_unchecked(what);
    let found = T::from_bytes(&bytes);
    let wrong = |(found, expected): (T, T)| {
        let (found, expected): (f64, f64) = (found.into(), expected.into());
        !((found - expected).abs() <= tolerance * expected.abs().max(1.0))
    };
    let pairs = found.iter().copied().zip(expected.iter().copied());
    match pairs.clone().position(wrong) {
        None => found.len() >= expected.len(),
        Some(at) => {
            eprintln!("[{at}] is {} and not {}", found[at].into(), expected[at].into());
            false
        }
    }
}

fn cubes() -> (CubeCount, CubeDim) {
    (CubeCount::Static(CUBES, 1, 1), CubeDim::new_1d(CUBE))
}

/// Vectors of four, a bound check and math functions.
fn elementwise(client: &Client) -> bool {
    let count = THREADS * 4 - 52;
    let (x, y) = (numbers(count), numbers(count + 7)[7..].to_vec());
    let output = untouched::<f32>(client, count);
    let (grid, block) = cubes();
    kernels::elementwise::launch::<HipRuntime>(
        client,
        grid,
        block,
        4,
        argument(&upload(client, &x), count),
        argument(&upload(client, &y), count),
        argument(&output, count),
    );
    let expected: Vec<f32> = x.iter().zip(&y).map(|(x, y)| (x * y).tanh() + (x * 0.5).exp() - y.abs().sqrt()).collect();
    holds(client, output, &expected, 1e-5)
}

/// Vectors of eight halves: what cubecl writes with braces.
fn halves(client: &Client) -> bool {
    let count = THREADS * 8;
    let x: Vec<f16> = numbers(count).into_iter().map(f16::from_f32).collect();
    let output = untouched::<f16>(client, count);
    let (grid, block) = cubes();
    kernels::halves::launch::<HipRuntime>(
        client,
        grid,
        block,
        8,
        argument(&upload(client, &x), count),
        argument(&output, count),
    );
    let expected: Vec<f16> = x.iter().map(|x| f16::from_f32((x.to_f32() * 1.5 + 0.25).max(0.0))).collect();
    holds(client, output, &expected, 2e-3)
}

/// Sums, the largest, a shuffle and a vote of each warp.
fn plane(client: &Client) -> bool {
    let width = client.properties().hardware.plane_size_max as usize;
    let x: Vec<i32> = numbers(THREADS).into_iter().map(|x| (x * 8.0) as i32).collect();
    let output = untouched::<i32>(client, 4 * THREADS);
    let (grid, block) = cubes();
    kernels::plane::launch::<HipRuntime>(
        client,
        grid,
        block,
        argument(&upload(client, &x), THREADS),
        argument(&output, 4 * THREADS),
    );
    let mut expected = Vec::new();
    for warp in x.chunks(width) {
        for lane in 0..width {
            let up_to: i32 = warp[..=lane].iter().sum();
            let any = warp.iter().any(|&x| x == 40);
            expected.extend([up_to, *warp.iter().max().unwrap(), warp[lane ^ 5], i32::from(any)]);
        }
    }
    holds(client, output, &expected, 0.0)
}

/// A tree of sums in shared memory, with a barrier in its loop.
fn block_sums(client: &Client) -> bool {
    let x = numbers(THREADS);
    let output = untouched::<f32>(client, CUBES as usize);
    let (grid, block) = cubes();
    kernels::block_sums::launch::<HipRuntime>(
        client,
        grid,
        block,
        argument(&upload(client, &x), THREADS),
        argument(&output, CUBES as usize),
        CUBE as usize,
    );
    let expected: Vec<f32> = x.chunks(CUBE as usize).map(|x| x.iter().sum()).collect();
    holds(client, output, &expected, 1e-5)
}

/// A product of matrices by tiles in shared memory, two-dimensional blocks.
fn matmul(client: &Client) -> bool {
    const TILE: usize = 8;
    let (m, n, k) = (3 * TILE, 2 * TILE, 4 * TILE);
    let (a, b) = (numbers(m * k), numbers(k * n));
    let output = untouched::<f32>(client, m * n);
    kernels::matmul::launch::<HipRuntime>(
        client,
        CubeCount::Static((n / TILE) as u32, (m / TILE) as u32, 1),
        CubeDim::new_2d(TILE as u32, TILE as u32),
        argument(&upload(client, &a), m * k),
        argument(&upload(client, &b), k * n),
        argument(&output, m * n),
        n,
        k,
        TILE,
    );
    let expected: Vec<f32> =
        (0..m * n).map(|i| (0..k).map(|step| a[i / n * k + step] * b[step * n + i % n]).sum()).collect();
    holds(client, output, &expected, 1e-5)
}

/// Atomic operations on words that all blocks share.
fn histogram(client: &Client) -> bool {
    const BINS: usize = 7;
    let x: Vec<u32> = (0..THREADS as u32).map(|i| i.wrapping_mul(2_654_435_761) >> 9).collect();
    let output = upload(client, &[0_u32; BINS + 1]);
    let (grid, block) = cubes();
    kernels::histogram::launch::<HipRuntime>(
        client,
        grid,
        block,
        argument(&upload(client, &x), THREADS),
        argument(&output, BINS + 1),
        BINS as u32,
    );
    let mut expected = vec![0; BINS + 1];
    for x in &x {
        expected[*x as usize % BINS] += 1;
        expected[BINS] = expected[BINS].max(*x);
    }
    holds(client, output, &expected, 0.0)
}

/// Loops whose length each thread has for itself, and a generic kernel.
fn branches(client: &Client) -> bool {
    let output = untouched::<i32>(client, THREADS);
    let (grid, block) = cubes();
    kernels::collatz::launch::<i32, HipRuntime>(client, grid, block, argument(&output, THREADS));
    let steps = |mut x: i32| {
        let mut steps = 0;
        while x != 1 {
            x = if x % 2 == 0 { x / 2 } else { 3 * x + 1 };
            steps += 1;
        }
        steps
    };
    let expected: Vec<i32> = (1..=THREADS as i32).map(steps).collect();
    holds(client, output, &expected, 0.0)
}
