//! The kernels that main.rs launches and checks.

use cubecl::prelude::*;
use half::f16;

#[cube(launch)]
pub fn elementwise<N: Size>(x: &Array<Vector<f32, N>>, y: &Array<Vector<f32, N>>, output: &mut Array<Vector<f32, N>>) {
    if ABSOLUTE_POS < output.len() {
        let (a, b) = (x[ABSOLUTE_POS], y[ABSOLUTE_POS]);
        let grown = a * Vector::new(0.5);
        output[ABSOLUTE_POS] = (a * b).tanh() + grown.exp() - b.abs().sqrt();
    }
}

#[cube(launch)]
pub fn halves<N: Size>(x: &Array<Vector<f16, N>>, output: &mut Array<Vector<f16, N>>) {
    let value = x[ABSOLUTE_POS] * Vector::new(f16::new(1.5)) + Vector::new(f16::new(0.25));
    output[ABSOLUTE_POS] = max(value, Vector::new(f16::new(0.0)));
}

#[cube(launch)]
pub fn plane(x: &Array<i32>, output: &mut Array<i32>) {
    let value = x[ABSOLUTE_POS];
    output[4 * ABSOLUTE_POS] = plane_inclusive_sum(value);
    output[4 * ABSOLUTE_POS + 1] = plane_max(value);
    output[4 * ABSOLUTE_POS + 2] = plane_shuffle_xor(value, 5);
    output[4 * ABSOLUTE_POS + 3] = select(plane_any(value == 40), 1, 0);
}

#[cube(launch)]
pub fn block_sums(x: &Array<f32>, output: &mut Array<f32>, #[comptime] threads: usize) {
    let mut sums = SharedMemory::<f32>::new(threads);
    sums[UNIT_POS as usize] = x[ABSOLUTE_POS];
    sync_cube();
    let mut half = CUBE_DIM / 2;
    while half > 0 {
        if UNIT_POS < half {
            let other = sums[(UNIT_POS + half) as usize];
            sums[UNIT_POS as usize] += other;
        }
        sync_cube();
        half /= 2;
    }
    if UNIT_POS == 0 {
        output[CUBE_POS] = sums[0];
    }
}

#[cube(launch)]
pub fn matmul(a: &Array<f32>, b: &Array<f32>, output: &mut Array<f32>, n: usize, k: usize, #[comptime] tile: usize) {
    let mut of_a = SharedMemory::<f32>::new(tile * tile);
    let mut of_b = SharedMemory::<f32>::new(tile * tile);
    let (column, row) = (UNIT_POS_X as usize, UNIT_POS_Y as usize);
    let (to_column, to_row) = (ABSOLUTE_POS_X as usize, ABSOLUTE_POS_Y as usize);
    let mut sum = 0.0f32;
    for step in 0..k / tile {
        of_a[row * tile + column] = a[to_row * k + step * tile + column];
        of_b[row * tile + column] = b[(step * tile + row) * n + to_column];
        sync_cube();
        #[unroll]
        for i in 0..tile {
            sum += of_a[row * tile + i] * of_b[i * tile + column];
        }
        sync_cube();
    }
    output[to_row * n + to_column] = sum;
}

#[cube(launch)]
pub fn histogram(x: &Array<u32>, output: &mut Array<Atomic<u32>>, bins: u32) {
    let value = x[ABSOLUTE_POS];
    output[(value % bins) as usize].fetch_add(1);
    output[bins as usize].fetch_max(value);
}

#[cube(launch)]
pub fn collatz<I: Int>(output: &mut Array<I>) {
    let mut x = I::cast_from(ABSOLUTE_POS) + I::new(1);
    let mut steps = I::new(0);
    while x != I::new(1) {
        if x % I::new(2) == I::new(0) {
            x /= I::new(2);
        } else {
            x = x * I::new(3) + I::new(1);
        }
        steps += I::new(1);
    }
    output[ABSOLUTE_POS] = steps;
}
