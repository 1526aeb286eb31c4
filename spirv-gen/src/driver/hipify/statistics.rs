//! What was translated, in the words of ROCm's tool.
//!
//! Called by [`super::run`] and [`super::file`].

use std::collections::BTreeMap;

use super::convert::Converted;

/// Numbers of one file, or of all.
#[derive(Debug, Default)]
pub struct Statistics {
    changes: BTreeMap<(String, String), usize>,
    lines: usize,
    warnings: usize,
}

impl Statistics {
    pub fn of(source: &str, converted: &Converted, warnings: usize) -> Self {
        Self { changes: converted.changes.clone(), lines: source.matches('\n').count(), warnings }
    }

    pub fn is_empty(&self) -> bool {
        self.changes.is_empty() && self.warnings == 0
    }

    pub fn add(&mut self, other: &Self) {
        for (names, count) in &other.changes {
            *self.changes.entry(names.clone()).or_default() += count;
        }
        self.lines += other.lines;
        self.warnings += other.warnings;
    }

    pub fn print(&self, name: &str) {
        eprintln!("\n[HIPIFY] info: file '{name}' statistics:");
        eprintln!("  CONVERTED refs count: {}", self.changes.values().sum::<usize>());
        eprintln!("  TOTAL lines of code: {}", self.lines);
        eprintln!("  WARNINGS: {}", self.warnings);
        eprintln!("[HIPIFY] info: CONVERTED refs by names:");
        for ((from, to), count) in &self.changes {
            eprintln!("  {from} => {to}: {count}");
        }
    }
}
