//! The table: a row a kernel, and under it what all of them come to.

use crate::compilers::Code;

/// A kernel on both sides; clang's is absent where its code has no such kernel.
pub struct Row {
    pub kernel: String,
    pub ours: Code,
    pub clang: Option<Code>,
}

impl Row {
    /// Our instructions over clang's: what rows are sorted by; those without a twin come first.
    pub fn weight(&self) -> f64 {
        self.twin().map_or(0.0, |clang| ratio(self.ours.instructions, clang.instructions))
    }

    /// Clang's code where it is all there is of the kernel.
    fn twin(&self) -> Option<&Code> {
        self.clang.as_ref().filter(|clang| !clang.calls)
    }
}

pub fn print(rows: &[Row]) {
    println!("  {:<52} {:>18}   {:>12}   {:>11}   {:>13}", "", "instructions", "VGPRs", "scratch", "shared");
    println!(
        "  {:<52} {:>5} {:>5} {:>6}   {:>5} {:>6}   {:>5} {:>5}   {:>6} {:>6}",
        "kernel", "ours", "clang", "ratio", "ours", "clang", "ours", "clang", "ours", "clang"
    );
    rows.iter().for_each(row);
    let twins: Vec<(&Code, &Code)> = rows.iter().filter_map(|row| Some((&row.ours, row.twin()?))).collect();
    let instructions = mean(twins.iter().map(|(ours, clang)| ratio(ours.instructions, clang.instructions)));
    let registers = mean(twins.iter().map(|(ours, clang)| ratio(ours.vgprs, clang.vgprs)));
    println!(
        "\n  {} kernels; ours has {instructions:.2} times clang's instructions, {registers:.2} times its registers (geometric means)",
        twins.len()
    );
    let count = |has: fn(&Code) -> u64| {
        let side = |of: fn(&(&Code, &Code)) -> Code| twins.iter().filter(|pair| has(&of(pair)) > 0).count();
        (side(|pair| *pair.0), side(|pair| *pair.1))
    };
    let ((spilled, theirs), (scratch, their_scratch)) = (count(|c| c.spills), count(|c| c.scratch));
    println!("  with spilled registers: {spilled}, clang {theirs}; with scratch: {scratch}, clang {their_scratch}");
}

fn row(row: &Row) {
    let (kernel, ours) = (&row.kernel, &row.ours);
    let Some(clang) = row.twin() else {
        let why = if row.clang.is_some() { "calls functions" } else { "no such kernel" };
        println!("  {kernel:<52} {:>5}   clang's: {why}", ours.instructions);
        return;
    };
    println!(
        "  {kernel:<52} {:>5} {:>5} {:>6.2}   {:>5} {:>6}   {:>5} {:>5}   {:>6} {:>6}",
        ours.instructions,
        clang.instructions,
        row.weight(),
        ours.vgprs,
        clang.vgprs,
        ours.scratch,
        clang.scratch,
        ours.shared,
        clang.shared
    );
}

fn ratio(ours: u64, theirs: u64) -> f64 {
    ours.max(1) as f64 / theirs.max(1) as f64
}

/// The geometric mean; 1 of nothing.
fn mean(ratios: impl Iterator<Item = f64>) -> f64 {
    let logarithms: Vec<f64> = ratios.map(f64::ln).collect();
    (logarithms.iter().sum::<f64>() / logarithms.len().max(1) as f64).exp()
}
