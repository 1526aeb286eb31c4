//! How long the compiler takes: both halves, for kernels of 5,000 to 20,000 instructions in the shapes that large programs have.
//!
//! The kernels are the ones by which spirv-gen's tests hold it to linear growth (`spirv-gen/tests/growth`). Called by `main`.

#[path = "../../../../spirv-gen/tests/growth/kernels.rs"]
mod kernels;

use std::fmt::Write;
use std::time::Instant;

use hipvk_tests::results::significant;
use kernels::{BLOCK, Shape, kernel};
use spirv_gen::{LaunchShape, Options, Target, compile_bundle, compile_kernel};

const SIZES: [usize; 3] = [5_000, 10_000, 20_000];
const TARGETS: [&str; 3] = ["lavapipe", "radv", "nvidia"];

/// What one kernel took, in milliseconds.
#[derive(Debug)]
pub struct Row {
    shape: &'static str,
    instructions: usize,
    /// Text to bundle: `hipcc`'s half.
    portable: f64,
    /// Bundle to SPIR-V, by target: the first launch's half, without the driver's own compiler.
    device: [f64; TARGETS.len()],
}

/// Compiles every kernel `rounds` times and keeps the best times.
pub fn measure(rounds: u32) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for shape in Shape::ALL {
        for instructions in SIZES {
            eprintln!(":: compiling {instructions} instructions, {}", shape.name());
            rows.push(best_row(shape, instructions, rounds)?);
        }
    }
    Ok(rows)
}

fn best_row(shape: Shape, instructions: usize, rounds: u32) -> Result<Row, String> {
    let text = kernel(shape, instructions);
    let launch = LaunchShape { block: [BLOCK, 1, 1], dynamic_shared: 0 };
    let mut row =
        Row { shape: shape.name(), instructions, portable: f64::INFINITY, device: [f64::INFINITY; TARGETS.len()] };
    for _ in 0..rounds {
        let start = Instant::now();
        let bundle = compile_bundle(&text, &Options { warp_size: 32 }).map_err(|error| error.to_string())?;
        row.portable = row.portable.min(start.elapsed().as_secs_f64() * 1e3);
        for (best, name) in row.device.iter_mut().zip(TARGETS) {
            let target = Target::preset(name).ok_or_else(|| format!("no target '{name}'"))?;
            let start = Instant::now();
            compile_kernel(&bundle.kernels[0], &target, launch).map_err(|error| error.to_string())?;
            *best = best.min(start.elapsed().as_secs_f64() * 1e3);
        }
    }
    Ok(row)
}

/// One line for each kernel.
pub fn table(rows: &[Row]) -> String {
    let titles: String = TARGETS.iter().map(|name| format!(" {name:>10}")).collect();
    let mut text = format!("\n  {:<30} {:>10}{titles}\n", "compiling, ms", "portable");
    for row in rows {
        let label = format!("{}, {} instructions", row.shape, row.instructions);
        let cells: String = row.device.iter().map(|&ms| format!(" {:>10}", significant(ms))).collect();
        // Writing to a String cannot fail.
        let _ = writeln!(text, "  {label:<30} {:>10}{cells}", significant(row.portable));
    }
    text
}

/// `[{"shape": "loops", "instructions": 5000, "portable_ms": …, "lavapipe_ms": …, …}, …]`
pub fn json(rows: &[Row]) -> String {
    let lines = rows.iter().map(|row| {
        let device: String =
            TARGETS.iter().zip(row.device).map(|(name, ms)| format!(", \"{name}_ms\": {ms:.3}")).collect();
        format!(
            "  {{\"shape\": \"{}\", \"instructions\": {}, \"portable_ms\": {:.3}{device}}}",
            row.shape, row.instructions, row.portable
        )
    });
    format!("[\n{}\n]\n", lines.collect::<Vec<_>>().join(",\n"))
}
